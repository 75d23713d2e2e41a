"""The sheet beside a table with buttons: every wire, every number, and how to play with what the plan has."""

from __future__ import annotations

import re
from pathlib import Path
from xml.sax.saxutils import unescape

import pytest

import hardware
from hardware.plan import pin_names
from hardware.wires import wires
from narrator import cli
from narrator.game.library import OWN
from narrator.panel.plans import READY_MADE, plan_in

EIGHT, SEVEN, TOKENS = (READY_MADE[name] for name in ("eight-seats", "seven-seats", "tokens"))


def test_the_sheet_has_every_wire_and_every_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["wiring", "--data", str(tmp_path), "--wiring", "seven-seats", "millers-hollow", "classic"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "seat 1  button 12 (18)   red 16 (23)      green 18 (24)    ground 14 (GND)" in lines
    assert "reader  RXD 8 (14)       TXD 10 (15)      VCC 1 (3V3)      ground 6 (GND)" in lines
    assert "1 Villager   2 Werewolf   3 Seer   4 Herbalist   5 Cupid" in lines


def test_the_wires_stand_in_columns_however_long_the_words_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("pages", "common", "classic"):
        words = (OWN / f"{name}.en.yaml").read_text(encoding="utf-8").replace("language: en", "language: de")
        words = words.replace("  knob: knob\n", "  knob: Drehknopf\n")
        (tmp_path / f"{name}.de.yaml").write_text(words, encoding="utf-8")
    command = ["wiring", "--rolesets", str(tmp_path), "--language", "de", "--wiring", "seven-seats", "classic"]
    assert cli.main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Drehknopf  left 3 (2)       right 7 (4)      push 5 (3)       ground 9 (GND)" in lines


def test_what_a_language_lacks_is_printed_in_english(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("pages", "common"):
        words = (OWN / f"{name}.en.yaml").read_text(encoding="utf-8").replace("language: en", "language: de")
        words = words.replace("  reader: reader\n", "").replace("    name: Villager\n", "    name: Dorfbewohner\n")
        (tmp_path / f"{name}.de.yaml").write_text(words, encoding="utf-8")
    command = ["wiring", "--rolesets", str(tmp_path), "--language", "de", "--wiring", "seven-seats", "classic"]
    assert cli.main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "reader  RXD 8 (14)       TXD 10 (15)      VCC 1 (3V3)      ground 6 (GND)" in lines
    assert "1 Dorfbewohner   2 Werewolf   3 Seer   4 Herbalist   5 Cupid" in lines


def test_the_sheet_numbers_the_events_of_a_village_and_what_can_be_done_by_day(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["wiring", "--data", str(tmp_path), "the-pact"]) == 0
    lines = capsys.readouterr().out.splitlines()
    events, acts = (lines[lines.index(f"The Pact: {what}:") + 1] for what in ("events", "by day"))
    assert (events.count("   "), acts.count("   ")) == (35, 7)
    assert acts.startswith("1 Is it the black plague?   2 ")


def test_the_sheet_has_the_questions_that_a_gypsy_without_a_page_chooses_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["wiring", "--data", str(tmp_path), "the-pact"]) == 0
    lines = capsys.readouterr().out.splitlines()
    asked = [lines[lines.index(f"The Pact: Spiritualism {number}:") + 1] for number in range(1, 6)]
    assert asked[2].startswith("1 Has the seer found a werewolf?   2 Do two werewolves sit side by side?   3 ")
    assert [line.count("   ") for line in asked] == [3] * 5
    assert "   34 Spiritualism 3   " in lines[lines.index("The Pact: events:") + 1]


def test_the_picture_has_every_number_that_the_sheet_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["wiring", "--data", str(tmp_path), "the-pact"]) == 0
    *_, sheet = capsys.readouterr().out.rpartition("The Pact:\n")
    assert cli.main(["wiring", "--data", str(tmp_path), "the-pact", "--svg", "-"]) == 0
    drawn = " ".join(re.findall("<text[^>]*>([^<]*)", unescape(capsys.readouterr().out)))
    named = [name for line in sheet.splitlines() for name in re.findall(r"\d+ (.+?)(?:   |$)", line)]
    assert "Is it the black plague?" in named
    assert [name for name in named if name not in drawn] == []


def test_the_sheet_says_how_to_play_with_what_the_plan_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = {}
    for plan in READY_MADE:
        assert cli.main(["wiring", "--data", str(tmp_path), "--wiring", plan, "classic"]) == 0
        words = capsys.readouterr().out
        said[plan] = ("Short presses count" in words, "lay your own token before" in words)
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
