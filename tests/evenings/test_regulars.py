"""Regulars and some bots play one game after another: the same chairs and the same options at one touch each."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, expect

from narrator.game import journal
from narrator.game.library import LIBRARY
from narrator.telling.language import Language
from tests.chance import LONG
from tests.labs.evening import EveningBox
from tests.labs.phonelab import Evening, in_sight, photographed

ROLESET = "coins"
PEOPLE = ["Ann", "Bob", "Cid", "Dan"]
PHONE = {"width": 360, "height": 740}
GAMES = 3 if LONG else 2
OFTEN = ("game.begins", "night.falls", "together.ask", "together.sleep")
"""What is said in every game, or in every night: two of them where some are called together."""


@pytest.mark.slow
def test_regulars_play_each_game_at_one_touch(browser: Browser, tmp_path: Path) -> None:
    notes = tmp_path / "notes.jsonl"
    words = ["--roleset", ROLESET, "--bots", "4"]
    with EveningBox(tmp_path / "data", *words, rest=60, ask=0.05, here=True, log=str(notes)) as box:
        evening = Evening(browser, box, PEOPLE)
        ann = evening.players[0]
        with photographed(evening, tmp_path):
            for player in evening.players:
                player.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
                player.page.on("console", lambda line, wrong=player.wrong: note_faults(line, wrong))
                player.join()
            evening.open_host_page(box.pin)
            evening.choose("night", "together")
            evening.host.click("text=Pace and sound")
            evening.host.click("text=Brisk")
            expect(evening.host.locator("text=Brisk")).to_have_attribute("aria-pressed", "true")
            ann.page.reload()  # comes back from the host's page
            for game in range(GAMES):
                if game:
                    ann.page.click("text=Play again")
                    evening.look_at_cards()
                else:
                    evening.start("villagers")
                evening.play_until("never")
                in_sight(ann.page, "[data-do=again]")
            assert [player.wrong for player in evening.players] == [[]] * len(PEOPLE)
        evening.close()
    the_same_table(tmp_path / "data" / "games")
    words_take_turns([json.loads(note).get("said", "") for note in notes.read_text().splitlines()])


def note_faults(line: ConsoleMessage, wrong: list[str]) -> None:
    if line.type in ("error", "warning"):
        wrong.append(line.text)


def the_same_table(games: Path) -> None:
    """In every game all sat in the same chairs and played by the same rules, and every game has ended."""
    kept = [journal.load(file) for file in sorted(games.glob("*.jsonl"))]
    assert len(kept) == GAMES
    first = kept[0].header
    assert first["seats"][-len(PEOPLE) :] == PEOPLE, "after the bots"
    assert first["options"]["night"] == "together"
    for game in kept:
        assert {part: game.header[part] for part in ("roleset", "seats", "options")} == {
            part: first[part] for part in ("roleset", "seats", "options")
        }
        assert game.entries[-1][0] == "over"


def words_take_turns(said: list[str]) -> None:
    """Every wording of what is said often is heard before one comes again, from one game to the next."""
    language = Language.load(LIBRARY.folders, ROLESET, "en", LIBRARY.extends(ROLESET))
    for cue in OFTEN:
        wordings = language.lines[cue].say
        heard = [line for line in said if line in wordings]
        assert len(heard) >= GAMES, cue
        for begin in range(0, len(heard), len(wordings)):
            assert max(Counter(heard[begin : begin + len(wordings)]).values()) == 1, (cue, heard)
