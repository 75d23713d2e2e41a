"""The box moderates: whole games, the host's hand, a pulled plug, and everything that pages may send."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from narrator.box.limits import RATES
from narrator.box.pages.listeners import MOST
from narrator.errors import NarratorError, english
from narrator.folders import GAMES
from narrator.game import journal
from narrator.game.game import Game
from narrator.game.library import Library
from narrator.game.scenario_keys import FORMED
from narrator.game.story import told_after
from narrator.lobby.lobby import Lobby
from narrator.telling.sounding import SOUNDS
from tests.labs.boxlab import Table
from tests.labs.houselab import HOUSE_LIBRARY

ROOT = Path(__file__).resolve().parents[2]

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
CARDS = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer", "Dan": "witch", "Eve": "hunter"}
DAY = 24 * 3600.0


def table_of_bots(folder: Path, number: int = 9, seed: int = 1) -> Table:
    table = Table(folder, seed=seed)
    assert table.set("bots", number)["ok"]
    return table


def to_the_end(table: Table) -> None:
    while table.step():
        assert table.time.now < DAY, "this game never ends"


def begun(folder: Path, **options: str) -> Table:
    table = Table(folder, NAMES)
    table.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options={"sheriff": "never", **options}, seed=3))
    return table


@pytest.mark.parametrize("roleset", ["millers-hollow", "classic", "the-pact"])
def test_a_whole_game_by_bots_and_the_next_one(roleset: str, tmp_path: Path) -> None:
    table = table_of_bots(tmp_path)
    table.set("roleset", roleset)
    for _ in range(2):
        assert table.do("start", token=table.host) == {"ok": True}
        to_the_end(table)
        page = table.page(kind="table")
        assert page["stage"] == "over"
        assert page["after"]["winner"]
        assert page["after"]["story"]
        assert {"voted against"} <= {arrow["what"] for arrow in page["after"]["arrows"]}
        assert table.do("again", token=table.host)["ok"]
        assert table.page(kind="table")["stage"] == "lobby"


MIXES = {
    "the-pact": [
        "werewolf", "werewolf", "cursed-wolf-father", "white-werewolf", "seer", "witch", "hunter", "actor", "thief",
        "wild-child", "wolf-hound", "devoted-servant", "prejudiced-manipulator", "scapegoat", "fox", "piper",
    ],
    "coins": [
        "werewolf", "werewolf", "alpha-wolf", "minion", "wizard", "witch", "seer", "ghost", "hunter", "dracula",
        "insomniac", "drunk", "spellcaster", "mason", "doppelganger", "vigilante",
    ],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("roleset", MIXES)
def test_every_page_of_a_motley_evening_can_be_drawn(roleset: str, seed: int, tmp_path: Path) -> None:
    names = [f"P{number}" for number in range(1, len(MIXES[roleset]) + 1)]
    table = Table(tmp_path, names)
    options = {"sober_drunk": "on"} if roleset == "coins" else {}
    table.box.moderate(
        Game(roleset, names, cards=dict(zip(names, MIXES[roleset], strict=True)), options=options, seed=seed)
    )
    table.box.lobby.bots = list(names)
    drawn = -1
    while table.step():
        if table.round.asked != drawn:
            drawn = table.round.asked
            for token in table.tokens.values():
                table.box.page("player", token)
            table.box.page("host", table.host)
    assert table.page(names[0])["after"]["winner"]


def test_those_who_are_asked_may_change_their_answer_and_are_obeyed(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    assert table.page("Cid")["screen"]["title"] != table.page("Fay")["screen"]["title"]
    assert table.answer("Cid", "Ann")["ok"]
    assert table.page("Cid")["screen"]["chosen"] == ["Ann"]
    assert table.answer("Cid", "Bob")["ok"]
    table.until("werewolf.devour")
    assert [note["text"] for note in table.page("Cid")["you"]["notes"]] == ["Bob is the Werewolf."] or (
        "Bob" in table.page("Cid")["you"]["notes"][0]["text"]
    )
    assert "Ann and Bob" in table.page("Ann")["screen"]["text"]
    table.answer("Ann")
    assert "Ann: Nobody tonight." in table.page("Bob")["screen"]["text"]
    table.answer("Ann", "Fay")
    table.answer("Bob", "Fay")
    table.until("village.vote")
    assert [seat["name"] for seat in table.page(kind="table")["seats"] if not seat["alive"]] == ["Fay"]


def test_a_decoy_takes_the_same_touches_as_a_question(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    asked, decoy = table.page("Cid")["screen"], table.page("Fay")["screen"]
    assert asked.keys() == decoy.keys()
    assert [asked[key] for key in ("number", "kind", "least", "most", "public")] == [
        decoy[key] for key in ("number", "kind", "least", "most", "public")
    ]
    assert len(asked["choices"]) == len(decoy["choices"])
    entries = list(table.box.game.entries) if table.box.game else []
    assert table.answer("Fay", "Gus") == {"ok": True}
    assert table.page("Fay")["screen"]["chosen"] == ["Gus"]
    assert table.box.game is not None
    assert table.box.game.entries == entries


def test_a_vote_ends_soon_after_the_last_one_has_voted(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("village.vote")
    began = table.time.now
    for name in NAMES:
        assert table.answer(name, "Hal")["ok"]
    while table.round.views[None].window == "village.vote":
        table.step()
    assert table.time.now - began < 10
    assert table.page("Hal")["you"]["alive"] is True, "the votes are read out first"
    table.until("werewolf.devour")
    assert table.page("Hal")["you"]["alive"] is False


def test_the_wolf_is_heard_before_the_voice(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    howl = next(at for at, _, what in table.loudspeaker.heard if what == "howl-far")
    line = next(at for at, kind, _ in table.loudspeaker.heard if kind == "say" and at >= howl)
    assert line == pytest.approx(howl + SOUNDS["night.falls"].alone)


def test_a_majority_calls_the_vote_early(tmp_path: Path) -> None:
    table = begun(tmp_path)
    while not (table.round.beat and table.round.beat.screen == "debate"):
        table.step()
    began = table.time.now
    for name in NAMES[:5]:
        assert table.do("call-vote", token=table.tokens[name])["ok"]
    table.until("village.vote")
    assert table.time.now - began < 10
    assert table.do("call-vote", token=table.tokens["Ann"])["code"] == "not-now"


def test_the_vote_is_called_once_and_a_wish_ends_with_its_debate(tmp_path: Path) -> None:
    table = begun(tmp_path)
    calls = []
    for wishing in (NAMES, [NAMES[2]], NAMES[:5]):
        while not (table.round.beat and table.round.beat.screen == "debate"):
            table.step()
        before = table.box.speech.said["vote.called"]
        for name in wishing:
            table.do("call-vote", token=table.tokens[name])
        calls.append(table.box.speech.said["vote.called"] - before)
        table.until("village.vote")
        while table.page(kind="table")["sky"] == "day" and len(calls) < 3:
            table.step()
    assert calls == [1, 0, 1]


def test_bots_agree_with_people_about_when_to_vote(tmp_path: Path) -> None:
    """Two people among seven bots are the majority of those who talk."""
    table = Table(tmp_path, NAMES[:2])
    assert table.set("bots", 7)["ok"]
    bots = list(table.box.lobby.bots)
    seats = [*NAMES[:2], *bots]
    cards = dict(zip(bots, ["werewolf", "werewolf", "seer"], strict=False))
    table.box.moderate(Game("millers-hollow", seats, cards=cards, options={"sheriff": "never"}, seed=3))
    while not (table.round.beat and table.round.beat.screen == "debate"):
        table.step()
    people = [name for name in NAMES[:2] if name in table.round.views[None].living]
    called = []
    for name in people:
        assert table.do("call-vote", token=table.tokens[name])["ok"]
        called.append(table.box.speech.said["vote.called"])
    assert called == [0, 1]


def test_a_majority_gets_more_time(tmp_path: Path) -> None:
    table = begun(tmp_path)
    while not (table.round.beat and table.round.beat.screen == "debate"):
        table.step()
    left = table.page(kind="table")["clock"]["left"]
    for name in NAMES[:4]:
        assert table.do("more-time", token=table.tokens[name])["ok"]
    assert table.page(kind="table")["clock"]["left"] == left
    table.do("more-time", token=table.tokens["Eve"])
    assert table.page(kind="table")["clock"]["left"] == left + 60


def number_for(name: str, table: Table) -> str | None:
    """The number with which another phone takes this player's seat over, as the host sees it."""
    [number] = [player["take_over"] for player in table.page(kind="host")["setup"]["players"] if player["name"] == name]
    return number


def test_a_lost_phone_is_replaced_during_a_game(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    assert table.do("join", name="Cid")["code"] == "is-it-you"
    assert table.do("join", name="Cid", pin="0")["code"] == "wrong-pin"
    pin = table.do("hand-over", token=table.host, name="Cid")["pin"]
    assert number_for("Cid", table) == pin
    assert table.do("join", name="Cid", pin="wrong")["code"] == "wrong-pin"
    assert table.do("join", name="Cid", pin=pin)["code"] == "wrong-pin"
    assert number_for("Cid", table) is None
    pin = table.do("hand-over", token=table.host, name="Cid")["pin"]
    assert number_for("Cid", table) == pin
    old = table.tokens["Cid"]
    table.tokens["Cid"] = table.do("join", name=" cid ", pin=pin)["token"]
    assert table.answer("Cid", "Ann")["ok"]
    assert table.do("answer", token=old, number=1, value=[])["code"] == "unknown-seat"
    assert number_for("Cid", table) is None


def test_the_number_for_a_new_phone_counts_after_a_pulled_plug(tmp_path: Path) -> None:
    table = begun(tmp_path)
    good, spoiled = (table.do("hand-over", token=table.host, name=name)["pin"] for name in ("Cid", "Dan"))
    assert table.do("join", name="Dan", pin="wrong")["code"] == "wrong-pin"
    again = Table(tmp_path)
    assert again.box.resume()
    assert again.do("join", name="Dan", pin=spoiled)["code"] == "wrong-pin"
    taken = again.do("join", name="Cid", pin=good)["token"]
    assert again.box.lobby.tokens[taken] == "Cid"
    assert again.do("join", name="Cid", pin=good)["code"] == "wrong-pin"


@pytest.mark.parametrize("name", [*FORMED, *FORMED["illegal"], "pass", "victim"])
def test_nobody_is_called_by_a_word_that_means_something_else(name: str, tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert table.do("join", name=name)["code"] == "name-taken"
    assert table.do("join", name=name.capitalize())["ok"]


def test_a_bot_needs_no_phone(tmp_path: Path) -> None:
    table = table_of_bots(tmp_path)
    for name in (table.box.lobby.bots[0], "Nobody"):
        assert table.do("hand-over", token=table.host, name=name)["code"] == "unknown-seat"


def test_pins_are_tried_slowly_and_nobody_is_locked_out(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.do("pause", token=table.host)  # in which the game's time stands still, and this one goes on
    for _ in range(RATES["pin"].burst):
        assert table.do("open-host", pin="no")["code"] == "wrong-pin"
    for seconds in (0.0, 9.9):
        table.time.now += seconds
        assert table.do("open-host", pin=table.box.pin)["code"] == "too-often"
    table.time.now += 0.2
    assert table.do("open-host", pin="no")["code"] == "wrong-pin"
    assert table.do("open-host", pin=table.box.pin)["code"] == "too-often"
    table.time.now += 10
    assert table.do("open-host", pin=table.box.pin)["ok"]
    assert table.do("open-host", pin="no")["code"] == "wrong-pin"
    assert table.do("open-host", pin=table.box.pin)["ok"]


def test_the_pin_is_said_again_and_shown_on_no_page(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("village.vote")
    caption, left = table.page(kind="table")["caption"], table.page(kind="table")["clock"]["left"]
    assert table.do("say-pin")["ok"]
    words = table.box.language
    assert words.spelled(table.box.pin) in table.loudspeaker.heard[-1][2]
    assert table.page(kind="table")["caption"] == caption
    assert table.page(kind="table")["clock"]["left"] > left
    table.time.now += 19.9
    assert table.do("say-pin")["code"] == "too-often"
    table.time.now += 0.2
    assert table.do("say-pin")["ok"]


def test_what_was_told_and_read_is_not_offered_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    table.answer("Cid", "Ann")
    while table.page("Cid")["screen"]["kind"] != "told":
        table.step()
    for name in ("Cid", "Fay"):
        assert table.page(name)["screen"]["kind"] == "told"
        assert table.page(name)["screen"]["chosen"] is None
        assert table.answer(name)["ok"]
        assert table.page(name)["screen"]["chosen"] == []
    table.until("werewolf.devour")
    assert table.page("Cid")["screen"]["chosen"] is None


def test_trouble_is_for_the_host_and_the_table(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    for _ in range(2):
        table.box.report("speaker", "The speaker is gone.")
        for kind, told in (("host", ["The speaker is gone."]), ("table", ["The speaker is gone."]), ("player", [])):
            assert table.page("Ann", kind=kind)["trouble"] == told
        assert table.do("start", token=table.host)["ok"] or table.box.game is not None


def test_the_game_waits_until_the_box_has_said_that_the_speaker_is_back(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    table.box.speaker(NarratorError("no-speaker", "The speaker is gone."))
    left, before = table.round.left, len(table.loudspeaker.heard)
    table.box.speaker(None)
    said = "".join(line for _, _, line in table.loudspeaker.heard[before:])
    assert table.round.left == pytest.approx(left + len(said) / 10)


def test_the_story_tells_a_ballot_in_one_line(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("village.vote")
    for name, *choice in [("Ann", "Bob"), ("Bob", "Hal"), ("Cid", "Hal"), ("Dan",), ("Eve", "Hal")]:
        assert table.answer(name, *choice)["ok"]
    game = table.box.game
    assert game is not None
    table.do("skip", token=table.host)
    table.step()
    lines = [line for _, lines in told_after(game, table.box.language, len(game.facts)) for line in lines]
    [ballot] = [line for line in lines if "voted against" in line]
    assert ballot == "Bob, Cid and Eve voted against Hal. Ann voted against Bob. Dan, Fay, Gus and Hal named nobody."


def test_a_hundred_and_twelve_pages_may_be_open_and_the_box_itself_can_still_listen(tmp_path: Path) -> None:
    listeners = Table(tmp_path).box.listeners
    for _ in range(20):
        listeners.watch(lambda: None)
    for _ in range(MOST):
        listeners.add("table", None)
    with pytest.raises(NarratorError, match="112 are open"):
        listeners.add("table", None)
    listeners.watch(lambda: None)


def test_the_host_is_known_again_after_a_restart(tmp_path: Path) -> None:
    table = begun(tmp_path)
    again = Table(tmp_path)
    assert again.box.resume()
    assert again.box.pin == table.box.pin
    assert again.do("pause", token=table.host)["ok"]


def test_undo_goes_back_to_the_last_answered_call_any_number_of_times(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    table.answer("Cid", "Ann")
    table.until("werewolf.devour")
    table.answer("Ann", "Fay")
    table.until("witch.heal")
    assert table.do("undo", token=table.host)["ok"]
    table.until("werewolf.devour")
    assert table.page("Ann")["screen"]["chosen"] is None
    assert table.do("undo", token=table.host)["ok"]
    table.until("seer.look")
    assert table.page("Cid")["screen"]["chosen"] is None
    assert table.do("undo", token=table.host)["ok"]
    assert table.box.game is not None
    assert table.box.game.phase == "night 1"


def test_in_a_pause_time_stands_still(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    left = table.page(kind="table")["clock"]["left"]
    assert table.do("pause", token=table.host)["ok"]
    table.time.now += 1000
    assert table.box.turn() is None
    page = table.page(kind="table")
    assert page["paused"]
    assert page["clock"]["left"] == left
    assert table.answer("Cid", "Ann")["ok"]
    assert table.do("resume", token=table.host)["ok"]
    assert left <= table.page(kind="table")["clock"]["left"] <= left + 15


@pytest.mark.slow
def test_a_pulled_plug_loses_nothing(tmp_path: Path) -> None:
    table = table_of_bots(tmp_path / "box")
    table.set("option", {"sheriff": "first-day"})
    table.do("start", token=table.host)
    moment = 0
    while table.step():
        moment += 1
        if moment % 7:
            continue
        copy = tmp_path / f"copy {moment}"
        shutil.copytree(tmp_path / "box", copy)
        again = Table(copy)
        assert table.box.game is not None
        assert again.box.resume() == (table.box.game.winner is None or table.round.beat is not None)
        if again.box.game is not None:
            assert again.box.game.entries == table.box.game.entries
            assert again.box.game.facts == table.box.game.facts
            assert again.loudspeaker.heard[-1][2] in [line.text for line in again.box.language.foreseeable("box.back")]
            if moment % 49 == 0:
                to_the_end(again)
                assert again.page(kind="table")["stage"] == "over"
    assert moment > 100


def test_a_damaged_last_line_costs_that_line_and_the_host_is_told(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    table.answer("Cid", "Ann")
    (path,) = journal.games(tmp_path / GAMES)
    written = bytearray(path.read_bytes())
    written[-5] ^= 1
    path.write_bytes(written)
    again = Table(tmp_path)
    assert again.box.resume()
    again.tokens = table.tokens
    again.until("seer.look")
    assert again.page("Cid")["screen"]["chosen"] is None
    assert "the last line is damaged" in english(again.box.trouble["torn-journal"])


def test_a_game_that_cannot_be_resumed_leaves_the_box_as_it_is(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    (path,) = journal.games(tmp_path / GAMES)
    path.write_bytes(path.read_bytes()[:-1])
    path.with_name(path.name + ".cut").mkdir()
    again = Table(tmp_path)
    assert not again.box.resume()
    assert "journal-unwritable" in again.box.trouble
    assert again.page(kind="table")["stage"] == "lobby"


def test_a_game_that_cannot_be_read_is_reported_and_the_box_starts(tmp_path: Path) -> None:
    (tmp_path / GAMES / "0001-millers-hollow.jsonl").mkdir(parents=True)
    table = Table(tmp_path, NAMES)
    assert not table.box.resume()
    assert "no-journal" in table.box.trouble
    assert table.do("start", token=table.host)["ok"]


def test_a_full_disk_stops_the_game_before_anything_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(tmp_path)
    table.until("seer.look")

    def full(*_: object) -> None:
        raise NarratorError("disk-full", "The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(journal.Journal, "append", full)
        reply = table.answer("Cid", "Ann")
        assert (reply["code"], reply["sentence"], reply["said"]) == ("disk-full", "The disk is full.", None)
        assert table.page("Cid")["screen"]["chosen"] is None
        with pytest.raises(NarratorError):
            table.until("werewolf.devour")
    assert table.box.game is not None
    assert table.box.game.prompts[0].id == "seer.look"
    table.until("werewolf.devour")


def test_a_seat_that_cannot_be_handed_over_stays_with_its_player(tmp_path: Path) -> None:
    table = begun(tmp_path)
    number = table.do("hand-over", token=table.host, name="Ann")["pin"]
    (tmp_path / "table.new").mkdir()
    assert table.do("join", name="Ann", pin=number)["code"] == "table-unwritable"
    assert table.page("Ann")["you"]["seat"] == "Ann"


def test_a_table_that_cannot_be_kept_is_as_it_was(tmp_path: Path) -> None:
    table = Table(tmp_path, ["Ann"])
    (tmp_path / "table.new").mkdir()
    heard = len(table.loudspeaker.heard)
    for message in (
        {"do": "join", "name": "Bob"},
        {"do": "add", "name": "Cid", "token": table.host},
        {"do": "sit", "number": 3, "token": table.host},
        {"do": "kick", "name": "Ann", "token": table.host},
        {"do": "set", "what": "button", "value": {"Ann": 5}, "token": table.host},
    ):
        reply = table.box.handle(message)
        assert (reply["code"], reply["sentence"][-20:]) == ("table-unwritable", "Nothing has changed.")
        assert (table.box.lobby.players, table.box.lobby.buttons) == (["Ann"], {})
    assert len(table.loudspeaker.heard) == heard
    (tmp_path / "table.new").rmdir()
    assert table.do("join", name="Bob")["ok"]
    assert Lobby(tmp_path / "table.json").players == ["Ann", "Bob"]


def test_a_box_goes_back_to_what_it_was_started_with(tmp_path: Path) -> None:
    """The roleset of a command line is kept with the first change that can be."""
    box = Table(tmp_path, ["Ann"]).box
    box.choose("classic", {})
    box.stop()
    box.run()
    (tmp_path / "table.new").mkdir()
    assert box.handle({"do": "join", "name": "Bob"})["code"] == "table-unwritable"
    assert (box.lobby.roleset, box.lobby.players) == ("classic", ["Ann"])


def test_a_volume_that_cannot_be_kept_is_not_heard(tmp_path: Path) -> None:
    table = Table(tmp_path)
    (tmp_path / "table.new").mkdir()
    heard = len(table.loudspeaker.heard)
    assert table.set("volume", {"master": 0.1})["code"] == "table-unwritable"
    assert table.loudspeaker.heard[heard:] == []


def test_a_game_whose_end_cannot_be_kept_is_over_when_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of_bots(tmp_path)
    assert table.do("start", token=table.host)["ok"]
    append = journal.Journal.append

    def full(kept: journal.Journal, entry: tuple[Any, ...]) -> None:
        if entry[0] == "over":
            raise NarratorError("disk-full", "The disk is full.")
        append(kept, entry)

    with monkeypatch.context() as patched:
        patched.setattr(journal.Journal, "append", full)
        with pytest.raises(NarratorError):
            to_the_end(table)
    to_the_end(table)
    assert table.page(kind="table")["stage"] == "over"
    assert journal.unfinished(tmp_path / GAMES) is None


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"do": None},
        {"do": "fly"},
        {"do": ["answer"]},
        {"do": "answer"},
        {"do": "answer", "token": "nobody's", "number": 1, "value": ["Ann"]},
        {"do": "answer", "token": None, "number": "x", "value": "Ann"},
        {"do": "join"},
        {"do": "join", "name": ""},
        {"do": "join", "name": "Ann"},
        {"do": "open-host", "pin": "no"},
        {"do": "start", "token": "nobody's"},
        {"do": "set", "token": "nobody's", "what": "pace", "value": "brisk"},
        {"do": "look", "kind": "player", "token": {"a": 1}},
        {"do": "start", "tap": {"no": "text"}},
    ],
)
def test_rubbish_is_answered_with_a_sentence(message: dict[str, object], tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    assert table.box.game is not None
    before = list(table.box.game.entries)
    reply = table.box.handle(message)
    assert reply["ok"] is False or message["do"] == "look"
    assert reply.get("sentence", "x")
    assert table.box.game.entries == before


def test_the_host_may_send_rubbish_too(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    for what, value in [
        ("deck", {"dragon": 1}),
        ("deck", 7),
        ("option", {"sheriff": "always"}),
        ("option", {"magic": "on"}),
        ("pace", "frantic"),
        ("volume", {"master": "loud"}),
        ("order", ["Ann"]),
        ("bots", -1),
        ("bots", 1000),
        ("roleset", "dragons"),
        ("nothing", 1),
    ]:
        reply = table.set(what, value)
        page = table.page(kind="host")
        assert not reply["ok"] or page["setup"]["start"], (what, value)
    table.set("deck", None)
    assert table.page(kind="host")["setup"]["start"] is None


def test_an_old_question_can_no_longer_be_answered(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    number = table.page("Cid")["screen"]["number"]
    table.until("werewolf.devour")
    late = table.do("answer", token=table.tokens["Cid"], number=number, value=["Ann"])
    assert (late["ok"], late["code"]) == (False, "stale")


def test_a_question_from_before_a_restart_can_no_longer_be_answered(tmp_path: Path) -> None:
    table = begun(tmp_path)
    numbers = set()
    while table.round.views[None].phase != "day 1":
        numbers.add(table.page("Cid")["screen"]["number"])
        assert table.step()
    again = Table(tmp_path)
    assert again.box.resume()
    again.tokens = table.tokens
    again.until("village.vote")
    while again.box.game is not None and again.box.game.winner is None and again.step():
        for number in numbers:
            for do in ("answer", "sign"):
                late = again.do(do, token=table.tokens["Cid"], number=number, value=[])
                assert late["code"] == "stale"
                assert again.page("Cid")["screen"]["number"] not in numbers
        if again.round.views[None].phase == "night 2":
            break


def test_the_deck_is_for_everybody_and_reveals_nothing_more(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)

    def deck() -> dict[str, Any]:
        return dict(json.loads(table.do("look", kind="deck")["view"]))

    assert {card["id"]: card["number"] for card in deck()["cards"]} == {"villager": 5, "werewolf": 2, "seer": 1}
    before = table.page("Ann")["deck"]
    table.set("deck", {"werewolf": 2, "witch": 1, "villager": 5})
    assert table.page("Ann")["deck"] != before
    hands = ["thief", "witch", "werewolf", "werewolf", *["villager"] * 4]
    decks = []
    for dealt in (hands, hands[::-1]):
        game = Game("millers-hollow", NAMES, cards=dict(zip(NAMES, dealt, strict=True)), centre=["seer", "hunter"])
        table.box.moderate(game)
        decks.append((deck(), table.page("Ann")["deck"]))
    assert decks[0] == decks[1]
    assert [card["id"] for card in decks[0][0]["cards"]] == [
        card for card in table.box.game.rules.cards if card in {*hands, "seer", "hunter"}
    ]


def test_the_book_has_every_building_of_a_village(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    assert table.set("roleset", "the-pact")["ok"]
    before = table.page("Ann")["deck"]
    assert table.set("option", {"buildings": "on"})["ok"]
    assert table.page("Ann")["deck"] != before
    buildings = json.loads(table.do("look", kind="deck")["view"])["buildings"]
    assert {one["id"] for one in buildings} >= {"vagabond", "farmer", "lord"}
    assert all(one["name"] and one["is"].endswith(".") and one["advice"].endswith(".") for one in buildings)


PACT = {"werewolf": 2, "seer": 1, "actor": 1, "prejudiced-manipulator": 1, "villager": 3}


def test_where_the_deck_is_not_told_the_book_is_the_same_whatever_lies_on_the_table(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "coins")
    books = []
    for deck in ({"werewolf": 2, "seer": 1, "male-villager": 5}, {"alpha-wolf": 1, "thing": 1, "female-villager": 6}):
        table.set("deck", deck)
        books.append((table.do("look", kind="deck")["view"], table.page("Ann")["deck"]))
    assert books[0] == books[1]
    assert len(json.loads(books[0][0])["cards"]) == 30


def test_the_host_may_choose_another_roleset_while_the_last_game_is_still_being_told(tmp_path: Path) -> None:
    table = table_of_bots(tmp_path)
    assert table.do("start", token=table.host)["ok"]
    to_the_end(table)
    table.set("roleset", "coins")
    page = table.page(kind="host")
    assert page["after"]["winner"]
    assert table.do("look", kind="deck")["ok"]
    table.do("again", token=table.host)
    setup = table.page(kind="host")["setup"]
    assert setup["roleset"] == "coins"
    assert {card["id"] for card in setup["cards"]} > {"dracula", "thing"}


def test_the_host_lays_out_groups_and_the_actors_cards_where_the_deck_needs_them(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)

    def setup() -> dict[str, Any]:
        return dict(table.page(kind="host")["setup"])

    table.set("roleset", "the-pact")
    assert (setup()["groups"], setup()["laid"]) == ([], [])
    table.set("deck", PACT)
    assert setup()["groups"] == [{"name": "A", "players": NAMES[:4]}, {"name": "B", "players": NAMES[4:]}]
    [actor] = setup()["laid"]
    assert (actor["id"], actor["number"], actor["chosen"]) == ("actor", 3, [])
    assert {"id": "fox", "name": "Fox"} in actor["cards"]

    table.set("groups", ["Gus", "Bob", "Nobody"])
    others = [name for name in NAMES if name not in ("Bob", "Gus")]
    assert setup()["groups"] == [{"name": "A", "players": others}, {"name": "B", "players": ["Bob", "Gus"]}]
    table.set("actor", ["fox", "witch"])
    assert "Three cards" in setup()["start"]
    assert setup()["laid"][0]["chosen"] == ["fox", "witch"]
    table.set("actor", ["fox", "witch", "hunter"])
    assert setup()["start"] is None

    assert table.do("start", token=table.host)["ok"]
    game = table.box.game
    assert game is not None
    assert set(game.header["groups"]["B"]) == {"Bob", "Gus"}
    assert game.header["actor"] == ["fox", "witch", "hunter"]
    assert {card["id"] for card in json.loads(table.do("look", kind="deck")["view"])["cards"]} >= {"fox", *PACT}
    table.step()
    assert "Group B" in next(seat for seat in table.page("Ann")["seats"] if seat["name"] == "Bob")["offices"]


def test_pa_54_the_host_names_the_two_groups_and_all_hear_and_see_the_names(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "the-pact")
    table.set("deck", PACT)
    assert table.set("group_names", [" 20 and  older", "3"])["ok"]
    halves = [{"name": "20 and older", "players": NAMES[:4]}, {"name": "3", "players": NAMES[4:]}]
    assert table.page(kind="host")["setup"]["groups"] == halves
    again = Table(tmp_path)
    assert again.page(kind="host")["setup"]["groups"] == halves
    again.set("group_names", ["Glasses", "No glasses"])
    again.set("groups", ["Gus", "Bob"])
    assert again.do("start", token=again.host)["ok"]
    assert again.box.game is not None
    assert again.box.game.header["groups"]["No glasses"] == ["Bob", "Gus"]
    while again.round.views[None].phase == "setup":
        assert again.step()
    assert any("group No glasses" in line and "Bob and Gus" in line for _, kind, line in again.loudspeaker.heard)
    offices = {seat["name"]: seat["offices"] for seat in again.page(kind="table")["seats"]}
    assert (offices["Ann"], offices["Bob"]) == (["Group Glasses"], ["Group No glasses"])


@pytest.mark.parametrize(
    "names",
    [
        ["", "Moon"],
        ["Sun", " "],
        ["Sun", "s" * 21],
        ["Sun", "🌞"],
        ["Sun", "sUN"],
        ["Sun"],
        ["A", "B", "C"],
        ["A", "B\n\x00"],
    ],
)
def test_pa_54_names_of_groups_that_cannot_be_told_apart_or_said_are_refused(names: list[str], tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "the-pact")
    table.set("deck", PACT)
    reply = table.set("group_names", names)
    assert not reply["ok"]
    assert reply["code"] == "group-names"
    assert [group["name"] for group in table.page(kind="host")["setup"]["groups"]] == ["A", "B"]


def test_a_winner_who_has_left_is_not_among_the_dead(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    cards = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "prejudiced-manipulator"}
    groups = {"A": [name for name in NAMES if name != "Hal"], "B": ["Hal"]}
    table.box.moderate(Game("the-pact", NAMES, cards=cards, groups=groups, options={"sheriff": "never"}, seed=3))
    table.until("werewolf.devour")
    table.answer("Ann", "Hal")
    table.answer("Bob", "Hal")
    table.until("village.vote")
    seats = {seat["name"]: (seat["alive"], seat["left"]) for seat in table.page(kind="table")["seats"]}
    assert seats == dict.fromkeys(NAMES, (True, False)) | {"Hal": (False, False), "Cid": (False, True)}
    assert table.page("Cid")["screen"]["title"] == "You have won"
    table.box.lobby.bots = [name for name in NAMES if name != "Cid"]
    while table.step():
        pass
    cards = {seat["name"]: seat for seat in table.page("Ann")["after"]["cards"]}
    assert cards["Cid"]["alive"]
    assert "Cid" in table.page("Ann")["after"]["winners"]
    assert "manipulator" in table.page("Ann")["after"]["winner"]
    assert table.page("Cid")["you"]["won"]


def test_the_host_is_asked_only_what_can_be_answered_otherwise(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "coins")
    options = [option["id"] for option in table.page(kind="host")["setup"]["options"]]
    assert options == ["ghosts_see", "night", "sober_drunk"]


def test_the_host_says_which_card_the_house_rule_stands_for(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "coins")
    table.set("deck", {"werewolf": 2, "house-rule": 1, "seer": 1, "male-villager": 4})
    setup = table.page(kind="host")["setup"]
    assert "House Rule" in setup["start"]
    [house_rule] = setup["laid"]
    cards = [card["id"] for card in house_rule["cards"]]
    assert "priest" in cards
    assert {"name": "Elder", "id": "elder"} in house_rule["cards"]
    assert not {"house-rule", "thief", "sister"} & set(cards)
    table.set("house_rule", ["priest"])
    setup = table.page(kind="host")["setup"]
    assert (setup["start"], setup["laid"][0]["chosen"]) == (None, ["priest"])
    assert table.do("start", token=table.host)["ok"]
    assert table.box.game is not None
    assert table.box.game.deck["priest"] == 1
    assert table.box.game.header["house_rule"] == "priest"


def test_the_book_has_the_character_that_the_house_rule_brings(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "coins")
    table.set("deck", {"werewolf": 2, "house-rule": 1, "seer": 1, "male-villager": 4})
    table.set("house_rule", ["elder"])
    before = table.page("Ann")["deck"]
    assert table.do("start", token=table.host)["ok"]
    assert table.page("Ann")["deck"] != before
    assert "Elder" in [card["name"] for card in json.loads(table.do("look", kind="deck")["view"])["cards"]]


def test_a_tap_that_is_sent_twice_counts_once(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    number = table.page("Cid")["screen"]["number"]
    message = {"token": table.tokens["Cid"], "number": number, "value": ["Ann"], "tap": "one"}
    assert table.do("answer", **message) == table.do("answer", **message)
    assert table.box.game is not None
    assert len(table.box.game.entries) == 1


def test_a_reply_is_repeated_to_nobody_but_its_sender(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    number = table.page("Cid")["screen"]["number"]
    sent = {"number": number, "value": ["Ann"], "tap": "one"}
    assert table.do("answer", token="nobody's", **sent)["code"] == "unknown-seat"
    assert table.do("answer", token=table.tokens["Cid"], **sent) == {"ok": True}
    assert table.page("Cid")["screen"]["chosen"] == ["Ann"]


def test_two_who_join_with_the_same_tap_get_a_seat_each(tmp_path: Path) -> None:
    table = Table(tmp_path)
    ann, bob, again = (table.do("join", name=name, token="", tap="one") for name in ("Ann", "Bob", "Ann"))
    assert table.box.lobby.tokens == {ann["token"]: "Ann", bob["token"]: "Bob"}
    assert again == ann


def test_a_roleset_without_words_is_not_chosen(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "ours.yaml").write_text(
        "roleset: ours\nextends: millers-hollow\ntitle: Ours\ncards: {guard: {wakes: {guard.protect: "
        "{choose: {one: living}, then: [{shield: devoured}]}}}}\n"
        "calls: {first_night: [thief, cupid, lovers, seer, guard, werewolf, witch], "
        "later_nights: [seer, guard, werewolf, witch]}\n"
    )
    table = Table(tmp_path, NAMES)
    table.box.library = Library(own)
    refused = table.set("roleset", "ours")
    assert (refused["ok"], refused["code"]) == (False, "no-words")
    assert "guard" in refused["sentence"]
    assert table.page(kind="host")["setup"]["roleset"] == "millers-hollow"


@pytest.mark.parametrize(("cards", "count"), [({"Bob": "mayor"}, 3), ({"Bob": "alderman"}, 2), ({"Cid": "mayor"}, 3)])
def test_a_vote_shows_only_what_is_public_of_its_count(tmp_path: Path, cards: dict[str, str], count: int) -> None:
    table = Table(tmp_path, NAMES)
    table.box.library = HOUSE_LIBRARY
    setting = {"options": {"sheriff": "never"}, "seed": 3, "library": HOUSE_LIBRARY}
    table.box.moderate(Game("house", NAMES, cards={"Ann": "werewolf", **cards}, **setting))
    table.until("village.vote")
    for name, at in {"Bob": "Hal", "Cid": "Hal", "Dan": "Eve"}.items():
        assert table.answer(name, at)["ok"]
    while not any(seat["votes"] for seat in table.page("Ann")["seats"]):
        assert table.step()
    seats = {seat["name"]: (seat["votes"], seat["count"]) for seat in table.page("Ann")["seats"]}
    assert seats["Hal"] == (["Bob", "Cid"], count)
    assert seats["Eve"] == (["Dan"], 1)
    assert seats["Fay"] == ([], 0)


def test_a_tap_and_the_end_of_a_window_enter_few_modules() -> None:
    where_nothing_is_compiled = "import sys; sys.prefix = '/nowhere'"
    count = f"{where_nothing_is_compiled}; from tests.walks import tap, window; print(len(tap()), len(window()))"
    told = subprocess.run([sys.executable, "-c", count], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    taps, windows = map(int, told.split())
    assert taps <= 9
    assert windows <= 22


def test_signals_that_come_in_the_middle_of_one_another_end_the_box(table: Table) -> None:
    """As with Ctrl-C at `make play`: the terminal sends one to the box, and make another."""
    number = signal.SIGUSR1
    before = signal.signal(number, lambda *_: table.box.stop())
    try:
        many = f"n=0; while [ $n -lt 100000 ]; do kill -{number} {os.getpid()}; n=$((n + 1)); done"
        subprocess.run(["sh", "-c", many], check=True)
    finally:
        signal.signal(number, before)
    table.box.run()
