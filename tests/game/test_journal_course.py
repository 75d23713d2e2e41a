"""A kept game is gone on with only if it still is the one that its players know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from narrator.errors import english
from narrator.game.journal import course, games, line_of
from narrator.rules.facts import Asked, Dealt, Noted, Told
from narrator.rules.frozen import Frozen
from narrator.rules.prompts import Prompt
from tests.labs.boxlab import NAMES, Table, playing


def kept_with(folder: Path, **table: Any) -> Path:
    """A game that was cut off in its first night, as if it had begun with another table."""
    playing_on = playing(folder)
    playing_on.until("werewolf.devour")
    playing_on.round.close()
    (path,) = games(folder / "games")
    head, *lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    sum, written = 0, b""
    for content in ({**head, "table": head["table"] | table}, *lines):
        line, sum = line_of({key: what for key, what in content.items() if key != "crc"}, sum)
        written += line
    path.write_bytes(written)
    return path


def test_a_game_that_takes_another_course_now_is_set_aside_with_a_sentence(tmp_path: Path) -> None:
    path = kept_with(tmp_path, seed=2)  # as if this program dealt otherwise
    box = Table(tmp_path).box
    assert not box.resume()
    said = english(box.trouble["unplayable-journal"])
    assert "the game would now go another way than the table was told" in said
    assert path.with_name(path.name + ".damaged").exists()
    assert box.stage == "lobby"
    assert box.lobby.players == NAMES


def test_a_game_that_takes_its_course_goes_on(tmp_path: Path) -> None:
    kept_with(tmp_path)
    assert Table(tmp_path).box.resume()


def test_the_number_of_a_course_tells_what_was_known_and_in_which_order() -> None:
    facts = [Dealt("Ann", "seer"), Dealt("Bob", "witch"), Told("Ann", "card", "witch", whom="Bob")]
    sums = {course(facts[:2]), course(facts), course(facts[::-1]), course([*facts[:2], Told("Ann", "card", "seer")])}
    assert len(sums) == 4
    assert course(facts[2:], course(facts[:2])) == course(facts)


def test_a_part_that_is_new_and_left_at_its_default_changes_no_course() -> None:
    class Fact(Frozen, frozen=True):
        seat: str
        knowers: tuple[str, ...] | None = None

    then = type("Then", (Fact,), {}, frozen=True)
    now = type("Then", (Fact,), {"__annotations__": {"openly": bool}, "openly": False}, frozen=True)
    assert course([then("Ann")]) == course([now("Ann")]) != course([now("Ann", openly=True)])


def test_how_a_question_is_put_changes_no_course() -> None:
    one, other = (Asked(Prompt("seer.look", ("Ann",), names)) for names in (("Bob",), ("Bob", "Cid")))
    assert course([one]) == course([other])


def test_whatever_a_power_of_ones_own_notes_ends_no_evening() -> None:
    notes = [Noted("Ann", "omen", value, ("Ann",)) for value in (object(), {("Ann", 1): "Bob"}, {"Ann", "Bob"})]
    assert {course([note]) for note in notes} == {course([Noted("Ann", "omen", {"Bob", "Ann", "Cid"}, ("Ann",))])}
