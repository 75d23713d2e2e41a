"""What the parts of the panel share: which buttons are there, one word for one fault, and lights that all get a try."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.devices import DARK, Colour, Device
from hardware.lights import BRIGHT
from narrator.errors import NarratorError
from narrator.panel.hub import Hub, fault
from tests.labs.boxlab import Table


class Board(Device):
    """Some buttons and keys, and lights that fail with a `fault`, if there is one."""

    def __init__(self, buttons: tuple[int, ...] = (), keys: tuple[str, ...] = (), wrong: Exception | None = None):
        self._buttons, self._keys, self.wrong = buttons, keys, wrong
        self.lit: list[tuple[int, Colour]] = []

    @property
    def buttons(self) -> tuple[int, ...]:
        return self._buttons

    @property
    def keys(self) -> tuple[str, ...]:
        return self._keys

    def light(self, button: int, colour: Colour) -> None:
        if self.wrong is not None:
            raise self.wrong
        self.lit.append((button, colour))


def hub(folder: Path, *devices: Device) -> Hub:
    box = Table(folder).box
    return Hub(box, [*devices], send=box.handle, now=lambda: 0.0)


def settle(hub: Hub) -> int:
    """Let the box do what it was called for; returns how often it was called."""
    calls = 0
    while not hub.box.inbox.empty():
        call = hub.box.inbox.get()
        assert callable(call)
        call()
        calls += 1
    return calls


def test_a_key_is_a_button_while_its_keypad_is_there(tmp_path: Path) -> None:
    pad = Board(keys=("pad A", "pad B"))
    panel = hub(tmp_path, Board(buttons=(2, 1)), pad)
    panel.numbers = {"pad A": 9, "gone X": 12}
    assert (panel.wired, panel.keys, panel.buttons) == ([1, 2], {9}, {1, 2, 9})
    pad._keys = ()
    assert panel.buttons == {1, 2}


def test_where_one_light_fails_the_others_shine_all_the_same(tmp_path: Path) -> None:
    broken, well = Board(wrong=NarratorError("lights", "It has come off.")), Board()
    with pytest.raises(NarratorError, match="It has come off"):
        hub(tmp_path, broken, well).light(4, BRIGHT)
    assert well.lit == [(4, BRIGHT)]


def test_whatever_a_device_of_ones_own_raises_is_told_with_the_name_of_the_device() -> None:
    for wrong in (ZeroDivisionError("no light"), KeyError(4)):
        board = Board(wrong=wrong)
        told = fault(board, lambda board=board: board.light(1, DARK))
        assert told is not None
        assert told.code == "device Board"
        assert repr(wrong) in told.sentence
    assert fault(Board(), lambda: None) is None


def test_the_box_is_told_once_of_a_fault_and_once_that_it_is_over(tmp_path: Path) -> None:
    panel = hub(tmp_path)
    calls = []
    for sentence in (None, "It is loose.", "It is loose.", None, None):
        panel.report("device light", sentence)
        calls.append(settle(panel))
    assert calls == [0, 1, 0, 1, 0]
    assert "device light" not in panel.box.trouble


def test_the_panel_sees_no_more_than_pages_are_shown(tmp_path: Path) -> None:
    panel = hub(tmp_path)
    panel.box.pages.held = 5.0  # until then pages show the news to nobody
    panel.look()
    assert panel.inbox.empty()
    panel.box.pages.held = None
    panel.look()
    assert not panel.inbox.empty()
