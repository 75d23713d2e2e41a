"""What a box keeps of its evenings: who played what, and how each can strike themselves out."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.game.evenings import FILE
from narrator.game.game import Game
from tests.labs.boxlab import Table

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
CARDS = {"Ann": "werewolf", "Bob": "werewolf"}


def table_after(folder: Path, games: int = 1) -> Table:
    """A table at which bots have played; Ann, Bob and Cid are people, of whom Cid names werewolves only."""
    table = Table(folder, NAMES)
    table.box.lobby.bots = NAMES[3:]
    for seed in range(games):
        table.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options={"sheriff": "never"}, seed=seed))
        while table.box.stage == "game":
            question = table.round.question("Cid")
            wolves = [wolf for wolf in CARDS if question is not None and wolf in question.choices]
            if wolves and table.round.views[None].window == "village.vote":
                table.answer("Cid", wolves[0])
            assert table.step()
        table.do("again", token=table.host)
    return table


def book(folder: Path) -> Path:
    return folder / "games" / FILE


def test_people_are_kept_with_card_side_and_fate_and_bots_are_not(tmp_path: Path) -> None:
    table = table_after(tmp_path, games=2)
    people = {one["name"]: one for one in table.do("look-back")["people"]}
    assert [*people] == NAMES[:3]
    assert people["Ann"]["cards"] == ["Werewolf 2"]
    assert people["Ann"]["sides"] == ["The werewolves 2"]
    assert people["Cid"]["games"] == 2
    assert people["Cid"]["hits"] == people["Cid"]["votes"] > 0
    assert people["Ann"]["votes"] == 0


def test_nothing_is_written_down_before_a_game_has_been_told_to_its_end(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.box.lobby.bots = NAMES[1:]
    table.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options={"sheriff": "never"}, seed=1))
    won = False
    while table.box.stage == "game":
        won = won or table.round.game.winner is not None
        assert not book(tmp_path).exists()
        assert table.do("look-back")["people"] == []
        assert table.step()
    assert won
    assert book(tmp_path).exists()
    assert book(tmp_path).stat().st_mode & 0o077 == 0


def test_a_game_that_is_broken_off_is_not_written_down(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.box.moderate(Game("millers-hollow", NAMES, seed=1))
    assert table.do("end", token=table.host)["ok"]
    assert table.do("look-back")["people"] == []


def test_each_strikes_out_only_themselves_and_the_host_anybody(tmp_path: Path) -> None:
    table = table_after(tmp_path)

    def left() -> list[str]:
        return [one["name"] for one in table.do("look-back")["people"]]

    seen = table.do("look-back", token=table.tokens["Bob"])["people"]
    assert [one["name"] for one in seen if one["yours"]] == ["Bob"]
    for token in (table.tokens["Bob"], None, "guessed"):
        assert table.do("forget", token=token, name="Ann")["code"] == "not-the-host"
    assert table.do("forget", token=table.tokens["Bob"], name="Bob")["ok"]
    assert left() == ["Ann", "Cid"]
    assert b"Bob" not in book(tmp_path).read_bytes()
    assert table.do("forget", token=table.host, name="Ann")["ok"]
    assert left() == ["Cid"]


def test_nobody_is_struck_out_while_a_game_runs(tmp_path: Path) -> None:
    table = table_after(tmp_path)
    table.box.moderate(Game("millers-hollow", NAMES, seed=1))
    assert table.do("forget", token=table.tokens["Bob"], name="Bob")["code"] == "game-running"


def test_the_book_is_there_again_after_a_restart(tmp_path: Path) -> None:
    before = table_after(tmp_path).do("look-back")["people"]
    assert Table(tmp_path).do("look-back")["people"] == before


@pytest.mark.parametrize("damaged", [b"", b"[{", b'[{"name": 3}]', b"\xff"])
def test_a_damaged_book_is_set_aside_and_told_and_a_new_one_begun(damaged: bytes, tmp_path: Path) -> None:
    book(tmp_path).parent.mkdir(parents=True)
    book(tmp_path).write_bytes(damaged)
    table = table_after(tmp_path)
    assert any(f"{FILE}.damaged" in line for line in table.page(kind="host")["trouble"])
    assert book(tmp_path).with_name(f"{FILE}.damaged").read_bytes() == damaged
    assert len(table.do("look-back")["people"]) == 3
