"""How are the pins of a Raspberry Pi reached, and what is said where there are none?"""

from __future__ import annotations

import atexit
import os
import sys
import warnings
from shutil import rmtree
from tempfile import mkdtemp

import gpiozero
from gpiozero import Factory, GPIOZeroError
from gpiozero.exc import PinFactoryFallback

from hardware.devices import DeviceFault


def pin_factory() -> Factory:
    """What gpiozero reaches the pins with here."""
    if "LG_WD" not in os.environ:  # else lgpio leaves its pipes in the working directory
        os.environ["LG_WD"] = folder = mkdtemp(prefix="narrator-pins-")
        atexit.register(rmtree, folder, ignore_errors=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PinFactoryFallback)
        gpiozero.Device.ensure_pin_factory()
    return gpiozero.Device.pin_factory


def pin_faults() -> tuple[type[Exception], ...]:
    """The errors which say that the pins are not there, or that something else uses them."""
    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError, *([lgpio.error] if lgpio is not None else []))


def no_pins(code: str, error: Exception) -> DeviceFault:
    """The error for devices that cannot work without pins: `buttons`, or the `knob`."""
    return DeviceFault(code, f"{code}-without-pins", fault=str(error).rstrip(".!"))
