"""What stands in the knob's menu: each thing with its value, all of it known to the box, and no secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from narrator.box import messages
from narrator.box.pages.panel_view import host_view
from narrator.panel.menu_table import menu
from tests.labs.knoblab import KnobTable


@pytest.fixture
def table(tmp_path: Path) -> KnobTable:
    return KnobTable(tmp_path)


def test_each_thing_is_said_with_its_value(table: KnobTable) -> None:
    table.turn()
    round_trip = [table.turn() for _ in range(30)]
    for line in ("Players. zero.", "What we play. ", "Pace. Normal.", "How loud I am. eight.", "The cards, one"):
        assert any(said.startswith(line) for said in round_trip), line


def test_all_that_the_knob_can_be_answered_next_was_rendered_ahead(table: KnobTable) -> None:
    ready: set[str] = set()
    table.loudspeaker.prepare = lambda lines: ready.update(line.text for line in lines)  # type: ignore[method-assign]
    table.push()
    cannot_begin = "A game needs 3 players or more; there are 0: let others sit down."
    assert cannot_begin in ready
    assert table.push() == cannot_begin
    for clicks in (1, 1, 2, -1):
        assert table.turn(clicks) in ready
    table.do("seats", token=table.host, number=9, buttons=[])
    table.turn_to("Start the game.")
    assert table.push() in ready
    table.push()
    assert table.box.game is not None
    table.until("seer.look")
    table.turn()
    table.turn_to("Offer a draw")
    for _ in range(2):
        assert table.push() in ready


def test_the_box_knows_all_that_the_menu_sends(table: KnobTable) -> None:
    table.start()
    game = host_view(table.box)._replace(counts_down=True, debates=True)
    for do in ("end", "again"):
        table.do(do, token=table.host)
    lobby = host_view(table.box)
    views = [game, lobby, lobby._replace(stage="over")]
    for key in ("dealing", "wanted", "readers"):
        views.append(lobby._replace(setup=replace(lobby.setup, **{key: ["Seat 1"]})))
    items = [item for view in views for item in menu(view, ())]
    sent = [sent for item in items for sent in (*item.does, *(choice.sent for choice in item.choices))]
    assert {"start", "end", "deal-by-tags", "deal-stop", "learn", "read-aloud"} <= {each["do"] for each in sent}
    for each in sent:
        assert messages.understood({**each, "token": table.box.inside})


def test_va_08_the_knob_never_speaks_of_what_the_host_alone_may_know(table: KnobTable) -> None:
    table.set("roleset", "the-pact")
    table.set("option", {"black_plague": "on"})
    table.push()
    table.turn_to("The rules of the house")
    table.push()
    round_trip = " ".join(table.turn() for _ in range(40))
    assert "Trance" in round_trip
    assert "lague" not in round_trip
    table.push()
    table.turn()
    table.push()
    assert table.lobby.options["black_plague"] == "on"
