"""The dead who see everything bet on what comes; no living player can notice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator.game.awards import shown
from narrator.game.game import Game
from narrator.rules.views import ghosts_see
from tests.labs.boxlab import Table

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
CARDS = {"Ann": "werewolf", "Bob": "werewolf"}


def evening(folder: Path, *, bets: dict[str, str], on: str = "on") -> tuple[Table, list[Any]]:
    """Eve is devoured in the first night and bets; the village hangs Ann, then Bob. What all others see and hear."""
    table = Table(folder, NAMES)
    table.box.boot = "00000000"
    options = {"sheriff": "never", "ghosts_see": on}
    table.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options=options, seed=1))
    seen: list[Any] = []
    placed = False
    while table.box.stage == "game":
        window, living = table.round.views[None].window, table.round.views[None].living
        if table.round.asking:
            for seat in CARDS if window == "werewolf.devour" else living if window == "village.vote" else ():
                if not table.round.question(seat) or table.page(seat)["screen"]["chosen"]:
                    continue
                wolf = next(wolf for wolf in CARDS if wolf in living)
                table.answer(seat, *(["Eve"] if "Eve" in living else []) if window == "werewolf.devour" else [wolf])
        if not placed and "Eve" not in living:
            for what, value in bets.items():
                assert table.do("bet", token=table.tokens["Eve"], what=what, value=value)["ok"]
            placed = True
        seen.append([table.box.page("player", table.tokens[name]) for name in living])
        seen.append([table.box.page("table", None), table.time.now])
        assert table.step()
    told = [what for _, _, what in table.loudspeaker.heard]
    end = next(n for n, what in enumerate(told) if what == shown(table.box.awards[0], table.box.language)[0])
    return table, [*seen, told[:end]]


def test_a_right_bet_has_an_award(tmp_path: Path) -> None:
    table, _ = evening(tmp_path, bets={"hanged": "Ann", "wins": "villagers"})
    award = next(award for award in table.box.awards if award.kind == "prophet")
    assert (award.seats, award.number) == (("Eve",), 2)


def test_a_wrong_bet_has_no_award(tmp_path: Path) -> None:
    table, _ = evening(tmp_path, bets={"hanged": "Bob", "wins": "werewolves"})
    assert "prophet" not in [award.kind for award in table.box.awards]


def test_a_bet_stands_until_it_is_decided(tmp_path: Path) -> None:
    table, _ = evening(tmp_path, bets={})
    talk = table.round.talk
    talk.bet("Eve", "hanged", "Ann", 0)
    talk.bet("Eve", "hanged", "Bob", 0)
    assert talk.bet_of("Eve", "hanged", 0) == "Ann"
    assert talk.bet_of("Eve", "hanged", 1) is None


def test_no_bet_reaches_the_living_before_the_end(tmp_path: Path) -> None:
    _, one = evening(tmp_path / "one", bets={"hanged": "Ann", "wins": "villagers"})
    _, other = evening(tmp_path / "other", bets={"hanged": "Fay", "wins": "werewolves"})
    assert one == other


def test_nobody_bets_on_a_game_that_the_host_has_ended(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options={"sheriff": "never"}, seed=1))
    table.until("werewolf.devour")
    assert all(table.answer(wolf, "Eve")["ok"] for wolf in CARDS)
    table.until("village.vote")
    assert table.page("Eve")["bets"]
    assert table.do("end", token=table.host)["ok"]
    assert table.page("Eve")["bets"] == []


@pytest.mark.parametrize("name", ["Ann", "Fay"])
def test_the_living_cannot_bet_nor_can_the_dead_who_see_nothing(name: str, tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options={"sheriff": "never"}, seed=1))
    assert table.page(name)["bets"] == []
    assert table.do("bet", token=table.tokens[name], what="hanged", value="Bob")["code"] == "not-now"


@pytest.mark.parametrize(
    ("roleset", "options", "see"),
    [
        ("millers-hollow", {}, True),
        ("millers-hollow", {"ghosts_see": "off"}, False),
        ("new-moon", {}, True),
        ("the-pact", {}, True),
        ("the-pact", {"buildings": "on"}, True),
        ("the-pact", {"events": "on"}, False),
        ("the-pact", {"events": "on", "ghosts_see": "on"}, True),
        ("the-pact", {"ghosts_see": "off"}, False),
        ("classic", {}, False),
        ("coins", {}, False),
    ],
)
def test_g_22_by_default_the_dead_see_everything_where_no_spirit_is_asked(
    roleset: str, options: dict[str, str], see: bool
) -> None:
    game = Game(roleset, [*NAMES, "Ida", "Jan"], options=options, house_deck=True, seed=1)
    assert ghosts_see(game.rules, game.options) is see
