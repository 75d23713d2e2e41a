"""What is wired to which pin: by GPIO number, and as the pins are counted on the board."""

from __future__ import annotations

import pytest

from hardware.plan import GPIOS, LightPins, ReaderPins, header_pin, pin_names


def test_a_light_has_the_pins_of_its_colours_and_no_others() -> None:
    assert LightPins(red=4, blue=0).pins == {"red": 4, "blue": 0}
    assert LightPins().pins == {}


def test_a_reader_is_on_the_serial_line_or_on_spi_with_its_own_pin() -> None:
    assert ReaderPins("uart").lines == {"RXD": 14, "TXD": 15}
    assert ReaderPins("spi", 8).lines == {"MOSI": 10, "MISO": 9, "SCK": 11, "SS": 8}


@pytest.mark.parametrize(("gpio", "pin"), [(2, 3), (14, 8), (17, 11), (21, 40)])
def test_a_gpio_number_is_found_on_the_board_where_it_is_printed(gpio: int, pin: int) -> None:
    assert header_pin(gpio) == pin


def test_every_number_that_a_plan_may_use_has_a_pin_of_its_own() -> None:
    assert len({header_pin(gpio) for gpio in GPIOS}) == len(GPIOS)
    assert sorted(name for name in pin_names().values() if not name.startswith("GPIO")) == (
        ["3V3"] * 2 + ["5V"] * 2 + ["GND"] * 8
    )
