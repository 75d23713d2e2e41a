"""A character explained aloud before a game: in short sentences, cut short at will, and never into a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator.game.library import LIBRARY
from narrator.telling.explained import explained
from tests.labs.boxlab import Table

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


def explain(table: Table, card: str | None = "seer", **message: Any) -> dict[str, Any]:
    return table.do("explain", **{"token": table.host, "card": card, **message})


def heard(table: Table, since: int = 0) -> list[str]:
    return [what for _, kind, what in table.loudspeaker.heard[since:] if kind == "say"]


def to_the_end(table: Table) -> None:
    while table.page(kind="table")["explained"]:
        assert table.step()


def test_all_that_its_holder_would_read_is_said_sentence_by_sentence(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    before = len(table.loudspeaker.heard)
    assert explain(table)["ok"]
    to_the_end(table)
    said = heard(table, before)
    assert said == [line.text for line in explained("seer", table.box.language, 0)]
    for part in ("name", "is", "wants", "wakes", "advice"):
        assert table.box.language.card("seer")[part] in " ".join(said)


def test_the_caption_follows_and_every_big_screen_knows_the_card(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    explain(table)
    captions = []
    while table.page(kind="table")["explained"]:
        assert table.page(kind="table")["explained"] == "seer"
        captions.append(table.page(kind="table")["caption"])
        assert table.step()
    lines = [line.text for line in explained("seer", table.box.language, 0)]
    assert [line for line in dict.fromkeys(captions) if line in lines] == lines


def test_it_can_be_cut_short_and_another_one_takes_its_place(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    explain(table)
    table.step()
    explain(table, "werewolf")
    assert table.page(kind="table")["explained"] == "werewolf"
    table.step()
    before = len(table.loudspeaker.heard)
    assert explain(table, None)["ok"]
    assert table.loudspeaker.heard[before][1:] == ("hush", "")
    for _ in range(5):
        table.step()
    assert table.page(kind="table")["explained"] is None
    assert not heard(table, before)


def test_a_game_that_begins_ends_it(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    explain(table)
    table.step()
    assert table.do("start", token=table.host)["ok"]
    before = len(table.loudspeaker.heard)
    for _ in range(30):
        table.step()
    lines = [line.text for line in explained("seer", table.box.language, 0)]
    assert not set(lines) & set(heard(table, before))
    assert explain(table)["code"] == "game-running"


def test_a_player_who_sits_down_meanwhile_is_greeted_between_two_sentences(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    explain(table)
    table.step()
    wait = table.box.turn()
    assert wait is not None
    before = len(table.loudspeaker.heard)
    assert table.do("join", name="Ida")["ok"]
    (greeting,) = heard(table, before)
    assert table.box.turn() == pytest.approx(wait + len(greeting) / 10)


def test_only_the_host_can_have_a_card_explained_and_only_one_of_tonight(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    assert explain(table, token=table.tokens["Ann"])["code"] == "not-the-host"
    assert explain(table, "fox")["code"] == "unknown-card"
    assert table.set("roleset", "coins")["ok"]
    assert explain(table, "zombie")["ok"], "of a secret deck any card may be explained"


def test_a_secret_option_changes_nothing_of_it(tmp_path: Path) -> None:
    """VA-08: the host alone knows that there is a plague instead of werewolves."""
    plague, werewolves = (Table(tmp_path / word, NAMES) for word in ("on", "off"))
    cards = sorted(LIBRARY.roleset("the-pact", {})[0].cards)
    found = []
    for table, word in ((plague, "on"), (werewolves, "off")):
        assert table.set("roleset", "the-pact")["ok"]
        assert table.set("option", {"black_plague": word})["ok"]
        before = len(table.loudspeaker.heard)
        replies = [explain(table, card).get("code") for card in cards]
        explain(table, "werewolf")
        to_the_end(table)
        found.append((replies, table.loudspeaker.heard[before:], table.page(kind="table")["deck"]))
    assert found[0] == found[1]


def test_another_roleset_ends_it(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    explain(table)
    assert table.set("roleset", "coins")["ok"]
    assert table.page(kind="table")["explained"] is None
    assert table.box.turn() is None
