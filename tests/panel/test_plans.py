"""The plan of wires: what may stand in it, and what is reported of a bad one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hardware
from hardware.plan import GPIOS, KnobPins, LightPins, Plan, ReaderPins, SeatPins, pin_names
from hardware.wires import wires
from narrator.errors import BadFile, NarratorError
from narrator.folders import WIRING
from narrator.panel.plans import READY_MADE, plan_file, plan_in

EIGHT, SEVEN, TOKENS = (READY_MADE[name] for name in ("eight-seats", "seven-seats", "tokens"))


def flow(values: dict[str, str]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in values.items()) + "}"


def written(folder: Path, plan: str) -> Path:
    file = folder / WIRING
    file.write_text(plan, encoding="utf-8")
    return file


def test_a_plan_says_what_is_on_which_pin(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "buttons:\n  5: {button: 2, blue: 3}\n  1: {button: 4, red: 5, green: 6, blue: 7}\n"
        "knob: {left: 12, right: 13, push: 16}\nlid: {red: 17, green: 18}\nreader: {pn532: spi, chip_select: 8}\n",
    )
    assert plan_in(file) == Plan(
        {5: SeatPins(2, LightPins(blue=3)), 1: SeatPins(4, LightPins(5, 6, 7))},
        KnobPins(12, 13, 16),
        LightPins(17, 18),
        ReaderPins("spi", 8),
    )
    assert plan_in(written(tmp_path, "reader: {pn532: uart}")) == Plan({}, reader=ReaderPins("uart"))


def test_everything_wrong_in_a_plan_is_reported_with_its_place(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "buttons:\n  1: {button: 17, rde: 18}\n  two: {}\n  3: {button: 17, green: 99}\n  4: {red: 14}\n"
        "knob: {left: 4, right: 4}\nlid: {}\nreader: {pn532: uart, chip_select: 8}\nlamps: 7\n",
    )
    with pytest.raises(BadFile) as told:
        plan_in(file)
    assert told.value.code == "wiring"
    assert told.value.sentence.replace(f"{file}:", "").splitlines() == [
        "2:6: A light is missing here: red, green or blue, or several of them.",
        "2:19: There is no key “rde” here; did you mean “red”?",
        "3:3: Buttons are numbered from 1 to 99, and “two” is not.",
        "4:15: GPIO 17 is the button of seat 1 already; take another pin for the button of seat 3.",
        "4:26: “green” must be a number from 2 to 27.",
        "5:6: “button” is missing here.",
        "6:7: “push” is missing here.",
        "6:24: GPIO 4 is the left of the knob already; take another pin for the right of the knob.",
        "7:6: A light is missing here: red, green or blue, or several of them.",
        "8:17: GPIO 14 is the red of seat 4 already; take another pin for the RXD of the reader.",
        "8:23: There is no key “chip_select” here; there are: pn532.",
        "9:1: There is no key “lamps” here; there are: buttons, knob, lid, reader.",
    ]


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        ("lid: {red: 9, green: 10}\nreader: {pn532: i2c}", "2:17: “pn532” cannot be “i2c”. It is one of uart, spi."),
        ("buttons: {1: {button: 17, red: }}", "1:14: A light is missing here: red, green or blue, or several of them."),
        ("reader: {}", "1:9: “pn532” is missing here."),
        ("reader: {pn532: spi}", "1:9: “chip_select” is missing here."),
        ("knob: 3", "1:7: “knob” must hold keys and values, as in `knob: {…: …}`."),
        ("buttons: [17, 18]", "1:10: “buttons” must hold keys and values, as in `buttons: {…: …}`."),
        ("reader: {pn532: spi, chip_select: 9}", "1:35: GPIO 9 is the MISO of the reader already"),
    ],
)
def test_an_impossible_reader_or_knob_is_reported(plan: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile) as error:
        plan_in(written(tmp_path, plan))
    assert f"{WIRING}:{told}" in error.value.sentence
    assert ("of the reader" in error.value.sentence) == ("of the reader" in told), "the pins of no other bus"


PARTS = st.sampled_from(["buttons", "knob", "lid", "reader", "button", "red", "left", "push", "pn532", "1", "7"])
LEAVES = st.sampled_from(["uart", "spi", "", "17", "8", "{}", "[]", "true", "-1", "999999999999999999999"])


@given(st.recursive(LEAVES, lambda inner: st.dictionaries(PARTS, inner).map(flow), max_leaves=12))
def test_any_plan_is_read_or_its_faults_are_reported(tmp_path_factory: pytest.TempPathFactory, plan: str) -> None:
    file = tmp_path_factory.getbasetemp() / "any.yaml"
    file.write_text(plan, encoding="utf-8")
    with suppress(BadFile):
        assert used(plan_in(file)) <= set(GPIOS)


def test_the_ready_made_plans_use_each_pin_once_and_leave_what_they_say() -> None:
    eight, seven = plan_in(EIGHT), plan_in(SEVEN)
    assert (list(eight.seats), list(seven.seats)) == (list(range(1, 9)), list(range(1, 8)))
    for plan in (eight, seven):
        assert all(seat.light.red and seat.light.green for seat in plan.seats.values())
    assert used(eight) == set(GPIOS) - {2, 3}
    assert used(seven) == set(GPIOS)
    assert seven.knob is not None
    assert seven.knob.push == 3, "wakes a board that was shut down"


def test_the_plan_for_tokens_has_a_light_on_the_lid_no_button_and_leaves_a_sound_card_its_pins() -> None:
    tokens, seven = plan_in(TOKENS), plan_in(SEVEN)
    assert tokens == Plan({}, seven.knob, LightPins(23, 24), seven.reader)
    assert used(tokens).isdisjoint({18, 19, 20, 21})


def used(plan: Plan) -> set[int]:
    names = pin_names()
    return {int(names[wire.pin].removeprefix("GPIO")) for wire in wires(plan) if names[wire.pin].startswith("GPIO")}


def test_the_plan_in_force_is_the_one_named_or_else_ones_own(tmp_path: Path) -> None:
    assert plan_file(tmp_path) is None
    assert plan_file(tmp_path, "seven-seats") == SEVEN
    own = written(tmp_path, "buttons: {5: {button: 2, red: 3}}")
    assert plan_file(tmp_path) == own
    assert plan_file(tmp_path / "other", str(own)) == own
    with pytest.raises(NarratorError) as told:
        plan_file(tmp_path, "seven-seat")
    ends = "; did you mean “seven-seats”? There are eight-seats, seven-seats, tokens and files."
    assert told.value.sentence.endswith(ends)


def test_the_plan_shown_to_builders_can_be_read(tmp_path: Path) -> None:
    readme = (Path(hardware.__file__).parent / "BUILDING.md").read_text(encoding="utf-8")
    lines = readme[readme.index("    buttons:") :].split("\n\n")[0]
    plan = plan_in(written(tmp_path, dedent(lines)))
    assert (len(plan.seats), plan.reader, plan.knob) == (2, ReaderPins("spi", 8), KnobPins(5, 6, 3))
