"""How are the pins of a Raspberry Pi reached, and what is said where they are not there?"""

from __future__ import annotations

import os
import sys
import warnings

import gpiozero
from gpiozero import Factory, GPIOZeroError
from gpiozero.exc import PinFactoryFallback

from narrator.errors import NarratorError


def pin_factory(folder: str) -> Factory:
    """What gpiozero reaches the pins with here; lgpio may keep its pipes in this folder."""
    os.environ.setdefault("LG_WD", folder)  # else it leaves them in the working directory
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PinFactoryFallback)
        gpiozero.Device.ensure_pin_factory()
    return gpiozero.Device.pin_factory


def pin_faults() -> tuple[type[Exception], ...]:
    """The errors by which one knows that the pins are not there, or are somebody else's."""
    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError, *([lgpio.error] if lgpio is not None else []))


def no_pins(code: str, what: str, error: Exception) -> NarratorError:
    """These devices, such as “The buttons do”, cannot work without them; the error to raise."""
    needs = "a Raspberry Pi with the package python3-lgpio, and pins that nothing else uses, such as SPI or a console"
    remedy = f"This needs {needs} (`sudo raspi-config`, Interface Options)."
    return NarratorError(code, f"{what} not work: {str(error).rstrip('.!')}. {remedy}")
