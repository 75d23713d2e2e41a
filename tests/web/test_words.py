"""Where the words of the pages are: all in the language files, each said somewhere, and none left in the pages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from jinja2 import Environment, nodes
from pygments.lexers import JavascriptLexer
from pygments.token import Comment, String

from hardware.wires import wires
from narrator.game.library import OWN
from narrator.panel.plans import READY_MADE, plan_in
from narrator.telling.language_file import places_in
from narrator.telling.page_words import FIRST, PageWords

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "web" / "static").glob("*.js"))
TEMPLATES = sorted((ROOT / "web" / "templates").glob("*.html"))
PYTHON = sorted((ROOT / "web").glob("*.py"))
ENGLISH = PageWords.load([OWN], FIRST)

WORDED = {
    "IllegalAnswer": "answer",
    "IllegalTable": "unplayable",
    "Refused": "refused",
    "Trouble": "trouble",
    "DamagedJournal": "trouble",
    "Silence": "trouble",
    "UnspeakableName": "refused",
}
"""Errors whose sentences stand in the language files, and in which section."""
KEY = re.compile(r"[a-z-]+\.[a-z-]+")
SECTIONS = {key.partition(".")[0] for key in ENGLISH.texts}


class Use(NamedTuple):
    """A key somewhere in the pages, and the places it is given there, where that can be seen. (Those that scripts give
    are checked by types: see web/word_types.py.)"""

    where: str
    key: str
    places: frozenset[str] | None


def is_key(text: str) -> bool:
    """Does this look like the key of a text? Other words with a dot in them are no part of the pages."""
    return bool(KEY.fullmatch(text)) and text.partition(".")[0] in SECTIONS and not text.endswith(".html")


def tokens(script: str) -> list[tuple[str, str]]:
    """What a script is made of: `string` and `template` (a part of one) without quotes, and `code`; no comments."""
    found: list[tuple[str, str]] = []
    for kind, text in JavascriptLexer().get_tokens(script):
        if kind in Comment:
            continue
        if kind in (String.Double, String.Single):
            found.append(("string", text[1:-1]))
        elif kind in String.Backtick and text != "`":
            found.append(("template", text))
        elif kind not in String.Regex and text.strip():
            found.extend(("code", part) for part in re.findall(r"[\w$]+|\.{3}|\S", text))
    return found


def in_scripts() -> Iterator[Use]:
    for file in SCRIPTS:
        for kind, text in tokens(file.read_text(encoding="utf-8")):
            if kind == "string" and is_key(text):
                yield Use(file.name, text, None)


def in_templates() -> Iterator[Use]:
    for file in TEMPLATES:
        for call in Environment().parse(file.read_text("utf-8")).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "say":
                key = call.args[0].as_const()
                yield Use(file.name, key, frozenset(place.key for place in call.kwargs))


def in_python() -> Iterator[Use]:
    for file in PYTHON:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and is_key(node.value):
                yield Use(file.name, node.value, None)


def in_refusals() -> Iterator[Use]:
    """What is wrong: `Refused(code, reason, place=…)` and the like speak of their reason, or else of their code; a
    sentence within another is `Said(key, {place: …})`."""
    for file in sorted([*(ROOT / "narrator").rglob("*.py"), *(ROOT / "hardware").rglob("*.py")]):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id=kind), args=[*_, ast.JoinedStr([ast.Constant(str(start)), *_])], keywords=places
                ) if kind in WORDED:
                    for key in [key for key in ENGLISH.texts if key.startswith(f"{WORDED[kind]}.{start}")]:
                        yield Use(file.name, key, frozenset(str(place.arg) for place in places))
                case ast.Call(func=ast.Name(id=kind), args=[*_, last], keywords=places) if kind in WORDED:
                    keys = [last.body, last.orelse] if isinstance(last, ast.IfExp) else [last]
                    for key in filter(None, map(ast.literal_eval, keys)):
                        yield Use(file.name, f"{WORDED[kind]}.{key}", frozenset(str(place.arg) for place in places))
                case ast.Call(func=ast.Attribute(attr="_refusal"), args=[ast.Constant(str(key))], keywords=places):
                    yield Use(file.name, f"answer.{key}", frozenset({"prompt", *(str(place.arg) for place in places)}))
                case ast.Call(func=ast.Name("Said" | "Told"), args=[ast.Constant(str(key)), ast.Dict(names)]):
                    yield Use(file.name, key, frozenset(ast.literal_eval(name) for name in names if name))
                case ast.Constant(str(key)) if key.startswith("panel.") and is_key(key) and not key.endswith("-"):
                    yield Use(file.name, key, None)
                case ast.JoinedStr([ast.Constant(str(start)), *_]) if start.startswith("panel."):
                    yield from (Use(file.name, key, None) for key in ENGLISH.texts if key.startswith(start))


def in_print() -> Iterator[Use]:
    """What is printed of wires: what its functions say, and how parts and contacts are called."""
    for file in sorted((ROOT / "narrator" / "panel").glob("wiring_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and f"wiring.{node.value}" in ENGLISH.texts:
                yield Use(file.name, f"wiring.{node.value}", None)
    for wire in [wire for file in READY_MADE.values() for wire in wires(plan_in(file))]:
        for thing in (wire.part.split()[0], wire.contact):
            if f"wiring.{thing}" in ENGLISH.texts:
                yield Use("wires.py", f"wiring.{thing}", None)


@pytest.fixture(scope="module")
def uses() -> list[Use]:
    return [*in_scripts(), *in_templates(), *in_python(), *in_refusals(), *in_print()]


# Every text is there, and every one is said.


def test_the_pages_ask_for_nothing_that_is_not_there(uses: list[Use]) -> None:
    assert [use for use in uses if use.key not in ENGLISH.texts] == []


def test_every_text_is_said_by_some_page(uses: list[Use]) -> None:
    assert set(ENGLISH.texts) - {use.key for use in uses} == set()


def test_the_pages_give_every_text_the_places_that_it_holds(uses: list[Use]) -> None:
    wrong = []
    for use in uses:
        text = ENGLISH.texts[use.key]
        held = set(places_in(text if isinstance(text, str) else text["other"]))
        if use.places is not None and use.places != held:
            wrong.append((use, held))
    assert wrong == []


def test_scripts_say_plain_keys() -> None:
    """A key that is put together could not be looked for."""
    for file in SCRIPTS:
        found = tokens(file.read_text(encoding="utf-8"))
        for at, token in enumerate(found):
            if token == ("code", "say") and found[at + 1] == ("code", "(") and file.name != "words.js":
                assert found[at + 2][0] != "template", (file.name, found[at : at + 6])


# No English is left anywhere else.

STYLES = "".join(file.read_text("utf-8") for file in (ROOT / "web" / "static").glob("*.css"))
STYLED = set(re.findall(r"[.#]([a-z][\w-]*)", STYLES))
TECHNICAL = {
    "Enter",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Content-Type",
    "POST",
    "tip deed-",
    "(prefers-reduced-motion: reduce)",
    "spacingAndGlyphs",
    "textLength",
}


def is_english(text: str) -> bool:
    """Would a person read this? A capital and small letters, or two words that are no classes of the style sheets."""
    if text in TECHNICAL or re.match(r"https?://|M\d", text):
        return False
    words = re.findall(r"[A-Za-z][a-z’'-]+", text)
    return any(word[0].isupper() for word in words) or (len(words) > 1 and " " in text and not set(words) <= STYLED)


def test_no_english_is_left_in_scripts() -> None:
    left = []
    for file in SCRIPTS:
        for kind, text in tokens(file.read_text(encoding="utf-8")):
            if kind != "code" and is_english(text):
                left.append((file.name, text))
    assert left == []


def test_no_english_is_left_in_templates() -> None:
    for file in TEMPLATES:
        html = re.sub(r"{% block page %}.*?{% endblock %}|{{.*?}}|{%.*?%}", "", file.read_text("utf-8"))
        shown = re.findall(r'(?:aria-label|title|alt|placeholder)="([^"]*)"', html)
        assert not re.search(r"[^\W\d_]", re.sub(r"<[^>]*>", "", html)), file.name
        assert not re.search(r"[^\W\d_]", "".join(shown)), file.name


@pytest.mark.parametrize("left", ["Hello", "still thinking", "This seat is open.", " and others"])
def test_english_is_recognised(left: str) -> None:
    assert is_english(left)
