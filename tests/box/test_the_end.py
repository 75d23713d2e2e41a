"""What does everybody read at the end? Those who have won, have lost, or only watched read what is meant for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator import Game
from narrator.game.library import LIBRARY
from narrator.rules.facts import Won
from narrator.telling.language import Language
from tests.labs.boxlab import Table

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"]
NOBODYS = ("nobody", "draw")


def sides(roleset: str) -> list[str]:
    """Every side that can win by this book, whatever its options."""
    cards = LIBRARY.roleset(roleset, {})[0].cards
    return sorted({card.side for card in cards.values()} | {"lovers"})


ENDS = [(roleset, winner) for roleset in LIBRARY.titles for winner in (*sides(roleset), *NOBODYS)]


def read(table: Table, name: str) -> tuple[bool | None, str, str]:
    page = table.page(name)
    assert page["screen"]["kind"] == "over"
    return page["you"]["won"], page["screen"]["title"], page["screen"]["text"]


@pytest.mark.parametrize(("roleset", "winner"), ENDS)
def test_every_reader_of_every_end_reads_what_fits(roleset: str, winner: str, tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.box.lobby.roleset = roleset
    table.box.moderate(Game(roleset, NAMES, seed=3))
    while not table.round.asking:
        assert table.step()
    winners = () if winner in NOBODYS else tuple(NAMES[::2])
    for view in table.round.views.values():
        view.living = NAMES[:5]
        view.see(Won(winner, winners))
    words = Language.load(LIBRARY.folders, roleset, "en", LIBRARY.extends(roleset))
    for over in (False, True):
        table.round.over = over
        table.box.pages.change()
        table.box.publish()
        for name in NAMES:
            end = "over" if not winners else "won" if name in winners else "lost"
            screen = words.screen(end)
            won = {"over": None, "won": True, "lost": False}[end]
            assert read(table, name) == (won, screen["title"], screen["text"]), (name, over)


def test_a_witness_has_neither_won_nor_lost(tmp_path: Path) -> None:
    """WW-51."""
    table = Table(tmp_path, NAMES)
    table.box.lobby.roleset = "classic"
    table.box.moderate(Game("classic", NAMES, cards={"Ann": "werewolf"}, seed=3))
    while not table.round.asking:
        assert table.step()
    for view in table.round.views.values():
        view.gone["Hal"] = "witness"
        view.see(Won("werewolves", ("Ann",)))
    table.box.pages.change()
    table.box.publish()
    assert [read(table, name)[0] for name in ("Ann", "Bob", "Hal")] == [True, False, None]


def test_no_line_of_the_end_is_meant_for_one_side_alone() -> None:
    for plain in (False, True):
        words = Language.load(LIBRARY.word_folders(plain), "millers-hollow", "en")
        for end in ("won", "lost", "over"):
            said = " ".join(words.screen(end).values()).lower()
            assert not any(side in said for side in ("village", "wol", "pack", "fooled")), said
