"""Who is shown what: each page what is its own, with room enough for whatever that may be."""

from __future__ import annotations

from pathlib import Path

from narrator.box.pages.page_types import HostInLobby, LentPart, PlayerPart, TablePart
from narrator.box.pages.screens import PAGE_SIZE
from tests.labs.boxlab import NAMES, Table, begun


def test_a_page_belongs_to_the_player_whose_token_it_has(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    screens, ann = table.box.screens, table.tokens["Ann"]
    assert screens.whose("player", ann) == "Ann"
    assert screens.whose("lent", ann) == ann, "a lent phone is shown nothing of its owner's"
    for kind in ("host", "table"):
        assert screens.whose(kind, ann) is None
    for token in ("nobody's", "", None, table.host):
        assert screens.whose("player", token) is None


def test_a_phone_that_asks_for_a_seat_is_not_shown_it(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.box.lobby.claims["another"] = "Ann"
    assert table.box.screens.whose("player", "another") == "another"
    own = table.box.screens.own("player", "another")
    assert isinstance(own, PlayerPart)
    assert own.claims


def test_each_kind_of_page_has_a_part_of_its_own(tmp_path: Path) -> None:
    screens = Table(tmp_path, NAMES).box.screens
    parts = [
        screens.own(kind, whose) for kind, whose in (("player", "Ann"), ("lent", "x"), ("host", None), ("table", None))
    ]
    for part, kind in zip(parts, (PlayerPart, LentPart, HostInLobby, TablePart), strict=True):
        assert isinstance(part, kind)


def test_who_looks_changes_nothing(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    screens, game = table.box.screens, table.box.game
    assert game is not None
    before = table.box.lobby._written(), list(game.entries), len(table.loudspeaker.heard)
    for kind, whose in (("player", "Cid"), ("player", None), ("host", None), ("table", None)):
        screens.shared(kind)
        screens.own(kind, whose)
    screens.deck()
    assert (table.box.lobby._written(), list(game.entries), len(table.loudspeaker.heard)) == before


def test_a_page_of_long_names_has_more_room_and_all_of_a_table_have_the_same(tmp_path: Path) -> None:
    few, many, long = (
        Table(tmp_path / str(at), names).box.screens.room
        for at, names in enumerate((NAMES, [f"P{n}" for n in range(60)], [f"ж{n}" + "ж" * 17 for n in range(60)]))
    )
    assert few < many < long
    assert {room % PAGE_SIZE for room in (few, many, long)} == {0}
