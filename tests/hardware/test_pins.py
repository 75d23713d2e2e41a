"""The pins are reached without a trace in the folder where the box was started, and what is missing is said plainly."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from hardware.pins import no_pins, pin_factory, pin_faults


def test_lgpio_leaves_its_pipes_in_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", MockFactory())
    monkeypatch.delenv("LG_WD", raising=False)
    assert pin_factory() is gpiozero.Device.pin_factory
    folder = Path(os.environ["LG_WD"])
    assert folder.is_dir()
    assert folder != Path.cwd()
    pin_factory()
    assert os.environ["LG_WD"] == str(folder), "the next device uses the same one"


def test_an_error_of_lgpio_is_a_fault_of_pins_where_lgpio_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = ModuleType("lgpio")
    loaded.error = type("error", (Exception,), {})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lgpio", loaded)
    assert issubclass(loaded.error, pin_faults())
    monkeypatch.delitem(sys.modules, "lgpio")
    assert not issubclass(loaded.error, pin_faults())
    assert issubclass(PermissionError, pin_faults())


def test_a_box_without_pins_is_told_why_in_a_whole_sentence() -> None:
    told = no_pins("buttons", OSError("no such chip."))
    assert told.code == "buttons"
    assert "no such chip" in told.sentence
    assert "chip.." not in told.sentence
    assert "chip.:" not in told.sentence
