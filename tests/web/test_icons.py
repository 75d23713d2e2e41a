"""Every card, building, event and office has a picture that is quick to send and as large as all the others."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from narrator.game.library import LIBRARY
from narrator.telling.legend import cards_of
from web.icons import FOLDER as ICONS

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = sorted(file.stem for file in ICONS.glob("*.svg"))


@pytest.mark.parametrize("roleset", LIBRARY.names)
def test_every_card_has_its_picture(roleset: str) -> None:
    assert [card for card in cards_of(LIBRARY.tree(roleset)) if card not in DRAWN] == []


@pytest.mark.parametrize("part", ["buildings", "events", "heirs"])
def test_every_building_event_and_office_has_its_picture(part: str) -> None:
    rules, _ = LIBRARY.roleset("the-pact", {"buildings": "on", "events": "on", "town_crier": "on"})
    assert [name for name in getattr(rules, part) if name not in DRAWN] == []


@pytest.mark.parametrize("name", ["poster", "candle", "candle-out"])
def test_what_stands_on_the_table_has_its_picture(name: str) -> None:
    assert name in DRAWN


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_small_and_holds_nothing_but_lines(name: str) -> None:
    file = ICONS / f"{name}.svg"
    assert file.stat().st_size < 3000
    picture = ElementTree.parse(file).getroot()
    assert picture.tag == f"{SVG}svg"
    assert picture.get("viewBox") == "0 0 48 48"
    assert {part.tag for part in picture} == {f"{SVG}path"}
