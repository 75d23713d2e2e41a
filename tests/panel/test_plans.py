"""The plan of wires: what may stand in it, what is reported of a bad one, and the sheet that is printed from it."""

from __future__ import annotations

import errno
import os
import re
from contextlib import suppress
from pathlib import Path
from textwrap import dedent
from xml.sax.saxutils import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hardware
from hardware.plan import GPIOS, KnobPins, LightPins, Plan, ReaderPins, SeatPins, pin_names
from hardware.wires import wires
from narrator import cli
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
        "8:23: There is no key “chip_select” here.",
        "9:1: There is no key “lamps” here.",
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


def test_every_pin_of_a_plan_is_one_of_the_board_and_every_part_has_its_ground() -> None:
    names = pin_names()
    assert len(names) == 40
    assert set(GPIOS) <= {int(name.removeprefix("GPIO")) for name in names.values() if name.startswith("GPIO")}
    for plan in (plan_in(EIGHT), plan_in(SEVEN)):
        grounds = [wire.pin for wire in wires(plan) if wire.contact == "ground"]
        assert len(grounds) == len({wire.part for wire in wires(plan)})
        assert {names[pin] for pin in grounds} == {"GND"}
        assert len(set(grounds)) == 8, "nobody shares while there is one left"


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


def test_the_sheet_has_every_wire_and_every_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["wiring", "--data", str(tmp_path), "--wiring", "seven-seats", "millers-hollow", "classic"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "seat 1   button 12 (18)    red 16 (23)       green 18 (24)     ground 14 (GND)" in lines
    assert "reader   RXD 8 (14)        TXD 10 (15)       VCC 1 (3V3)       ground 6 (GND)" in lines
    assert "1 Villager   2 Werewolf   3 Seer   4 Herbalist   5 Cupid" in lines


def test_the_sheet_numbers_the_events_of_a_village_and_what_can_be_done_by_day(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["wiring", "--data", str(tmp_path), "the-pact"]) == 0
    lines = capsys.readouterr().out.splitlines()
    events, acts = (lines[lines.index(f"the-pact: {what}:") + 1] for what in ("events", "by day"))
    assert (events.count("   "), acts.count("   ")) == (35, 7)
    assert acts.startswith("1 Is it the black plague?   2 ")


def test_the_picture_has_every_number_that_the_sheet_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["wiring", "--data", str(tmp_path), "the-pact"]) == 0
    *_, sheet = capsys.readouterr().out.rpartition("the-pact:\n")
    assert cli.main(["wiring", "--data", str(tmp_path), "the-pact", "--svg", "-"]) == 0
    drawn = unescape(capsys.readouterr().out)
    named = [name for line in sheet.splitlines() for name in re.findall(r"\d+ (.+?)(?:   |$)", line)]
    assert "Is it the black plague?" in named
    assert [name for name in named if f">{name}<" not in drawn] == []


def test_a_file_that_the_boxs_own_user_may_not_see_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def closed(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "/home/ann/plan.yaml")

    monkeypatch.setattr("narrator.commands.wiring.plan_file", closed)
    assert cli.main(["wiring", "--wiring", "/home/ann/plan.yaml"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("narrator: /home/ann/plan.yaml: Permission denied. ")
    assert said.endswith("use files in /tmp. [not-allowed]\n")


def test_a_drawing_is_shown_where_no_file_can_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draw = ["wiring", "--data", str(tmp_path), "classic", "--svg"]
    assert cli.main([*draw, str(tmp_path / "no" / "plan.svg")]) == 1
    remedy = "With - in its place the text is shown here, and `> plan.svg` after that keeps it. [unwritable]"
    assert remedy in capsys.readouterr().err
    assert cli.main([*draw, "-"]) == 0
    assert capsys.readouterr().out.startswith("<svg ")


def test_nothing_is_printed_of_a_plan_that_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "knob: {left: 2, right: 2, push: 3}")
    assert cli.main(["wiring", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().out == ""


def test_the_sheet_says_how_to_play_with_what_the_plan_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = {}
    for plan in READY_MADE:
        assert cli.main(["wiring", "--data", str(tmp_path), "--wiring", plan, "classic"]) == 0
        words = capsys.readouterr().out
        said[plan] = ("Short presses count" in words, "lay your own token first" in words)
    assert said == {"eight-seats": (True, False), "seven-seats": (True, True), "tokens": (False, True)}


def test_the_page_for_builders_shows_the_wires_as_they_are_planned() -> None:
    readme = (Path(hardware.__file__).parent / "BUILDING.md").read_text(encoding="utf-8")
    names = pin_names()
    by_part: dict[str, list[str]] = {}
    for wire in wires(plan_in(EIGHT)):
        gpio = f" ({names[wire.pin].removeprefix('GPIO')})" if names[wire.pin].startswith("GPIO") else ""
        by_part.setdefault(wire.part, []).append(f"{wire.pin}{gpio}")
    assert len(by_part) == 8
    many = {name: len(wires(plan_in(file))) for name, file in READY_MADE.items()}
    assert all(re.search(rf"`{name}` \| {number} wires", readme) for name, number in many.items())
    for part, pins in by_part.items():
        assert f"| {part.removeprefix('seat ')} | {' | '.join(pins)} |" in readme


def test_the_plan_shown_to_builders_can_be_read(tmp_path: Path) -> None:
    readme = (Path(hardware.__file__).parent / "BUILDING.md").read_text(encoding="utf-8")
    lines = readme[readme.index("    buttons:") :].split("\n\n")[0]
    plan = plan_in(written(tmp_path, dedent(lines)))
    assert (len(plan.seats), plan.reader, plan.knob) == (2, ReaderPins("spi", 8), KnobPins(5, 6, 3))
