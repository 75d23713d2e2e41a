"""The picture of a plan: every wire is drawn from its pin to its part, and what is printed can be read."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser

from hardware.plan import KnobPins, LightPins, Plan, ReaderPins, SeatPins
from hardware.wires import OHMS, wires
from narrator import cli
from narrator.game.library import LIBRARY
from narrator.panel.plans import READY_MADE, plan_in
from narrator.panel.wiring_picture import picture
from narrator.panel.wiring_sheet import WiringWords
from narrator.telling.page_words import FIRST, PageWords
from tests.labs.made_up import CODE, made_up, write_language

PLANS = {
    **{name: plan_in(file) for name, file in READY_MADE.items()},
    "thirteen": Plan({seat: SeatPins(2 * seat, LightPins(green=2 * seat + 1)) for seat in range(1, 14)}),
    "everything": Plan(
        {1: SeatPins(4, LightPins(5, 6, 7))}, KnobPins(12, 13, 3), LightPins(17, 18, 27), ReaderPins("spi", 8)
    ),
    "a reader": Plan({}, reader=ReaderPins("uart")),
}
WORDS = WiringWords(PageWords.load(LIBRARY.folders, FIRST))
LONG = WiringWords(
    PageWords(
        CODE, "", {key: re.sub(r"\b\w{4,}\b(?!})", r"\g<0>eren", str(text)) for key, text in WORDS.words.texts.items()}
    )
)
"""The same in a language whose words are long."""
AS_PRINTED = {
    "GPIO", "GND", "VCC", "SCK", "MISO", "MOSI", "HSU", "SPI", "TXD", "RXD", "seats", "eight", "seven", "tokens", "the",
    "pact",
}  # fmt: skip
"""What stands on boards and readers, and names of files."""
SVG = "{http://www.w3.org/2000/svg}"
CARDS = {"my-own": ["Cat & mouse", "<b>"], "long": [f"Card {number}" for number in range(1, 200)]}


def drawn(plan: Plan) -> ElementTree.Element:
    return ElementTree.fromstring(picture("mine & yours", plan, CARDS, WORDS))


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_every_wire_is_drawn_from_its_pin_and_named(plan: Plan) -> None:
    svg = drawn(plan)
    words = Counter(element.text for element in svg.iter(f"{SVG}text"))
    rings = [element.attrib for element in svg.findall(f"{SVG}circle") if element.get("r") == "2.7"]
    assert len(rings) == 40
    pins = {pin: (float(ring["cx"]), float(ring["cy"])) for pin, ring in enumerate(rings, 1)}
    named = {}
    for group in svg.iter(f"{SVG}g"):
        path = group.find(f"{SVG}path")
        assert path is not None
        named[group.findtext(f"{SVG}title")] = [float(number) for number in path.attrib["d"].split()[1:3]]
    assert list(named.keys() - {f"{wire.part} {wire.contact}: pin {wire.pin}" for wire in wires(plan)}) == []
    for wire in wires(plan):
        x, y = named[f"{wire.part} {wire.contact}: pin {wire.pin}"]
        assert abs(x - pins[wire.pin][0]) < 3
        assert abs(y - pins[wire.pin][1]) < 3
        assert words[f"{wire.contact}, pin {wire.pin}"] >= 1
        assert words[wire.part.capitalize()] == 1
    colours = Counter(wire.contact for wire in wires(plan) if wire.contact in OHMS)
    for colour, number in colours.items():
        assert words[f"{OHMS[colour]} Ω"] >= number


def test_a_table_without_buttons_is_told_how_to_lay_tokens() -> None:
    words = {element.text for element in drawn(PLANS["tokens"]).iter(f"{SVG}text")}
    assert {"Tokens on the lid", "a tag was laid", *WORDS.lines("tokens")} <= words
    assert "You press" not in words


def test_each_card_has_its_number_and_a_name_may_be_anything() -> None:
    words = [element.text for element in drawn(PLANS["eight-seats"]).iter(f"{SVG}text")]
    assert words[words.index("my-own") :][:5] == ["my-own", "1", "Cat & mouse", "2", "<b>"]
    assert words[-2:] == ["199", "Card 199"]
    assert "Wires: mine & yours" in words


@pytest.mark.parametrize("words", [WORDS, LONG], ids=["english", "long"])
def test_nothing_on_the_pages_is_cut_off_and_no_words_lie_on_others(
    words: WiringWords, tmp_path: Path, browser: Browser
) -> None:
    look = """() => [...document.querySelectorAll("text")].map((text) => {
        const box = text.getBBox(); return [text.textContent, box.x, box.y, box.width, box.height]; })"""
    listed = WORDS.listed(LIBRARY, LIBRARY.names) | CARDS
    page = browser.new_page()
    for name, plan in PLANS.items():
        file = tmp_path / "plan.svg"
        file.write_text(picture(name, plan, listed, words), encoding="utf-8")
        page.goto(file.as_uri())
        boxes = page.evaluate(look)
        assert len(boxes) > 100
        for at, (text, x, y, width, height) in enumerate(boxes):
            assert 5 < x < x + width < 205, text
            assert 5 < y % 297 < (y + height) % 297 < 292, text
            for other, x2, y2, width2, height2 in boxes[:at]:
                beside = x + width <= x2 or x2 + width2 <= x
                assert beside or y + 0.75 * height <= y2 or y2 + 0.75 * height2 <= y, (text, other)


@pytest.mark.parametrize("name", READY_MADE)
def test_the_pictures_on_the_page_for_builders_are_those_of_the_plans(name: str, tmp_path: Path) -> None:
    kept = READY_MADE[name].with_suffix(".svg")
    file = tmp_path / kept.name
    command = ["wiring", "--wiring", name, "millers-hollow", "--svg"]
    assert cli.main([*command, str(file)]) == 0
    again = f"draw it again: .venv/bin/narrator {' '.join(command)} hardware/plans/{kept.name}"
    assert file.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8"), again


def test_the_command_writes_the_picture_of_ones_own_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wiring.yaml").write_text("buttons: {3: {button: 20, blue: 21}}", encoding="utf-8")
    file = tmp_path / "plan.svg"
    assert cli.main(["wiring", "--data", str(tmp_path), "--svg", str(file), "classic"]) == 0
    text = file.read_text(encoding="utf-8")
    assert "seat 3 blue: pin 40" in text
    assert ">Herbalist<" in text
    assert cli.main(["wiring", "--svg", str(tmp_path / "no" / "plan.svg")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_the_sheet_and_its_picture_speak_another_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_language(tmp_path)
    command = ["wiring", "--rolesets", str(tmp_path), "--language", CODE]
    for plan in READY_MADE:
        assert cli.main([*command, "--wiring", plan, "the-pact"]) == 0
        assert cli.main([*command, "--wiring", plan, "the-pact", "--svg", "-"]) == 0
    text = re.sub(r"<style>.*?</style>|<[^>]*>", " ", capsys.readouterr().out, flags=re.DOTALL)
    printed = re.sub(r"\S*/\S*", " ", text)
    assert made_up("Tokens") in printed
    assert made_up("Seer") in printed
    assert set(re.findall(r"[A-Za-z]{3,}", printed)) <= AS_PRINTED
