"""A language that nobody speaks: the English files with every letter changed. Where English is left, it shows.

write_language(folder)      # all language files, complete, with the code `qaa`, which Unicode leaves to everybody
made_up("Sit down")         # "Šíŧ đóŵñ"
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from string import ascii_letters
from typing import Any

from narrator.game.library import OWN
from narrator.rules.strict_yaml import Map, read, written
from narrator.telling.language_file import A_CARD
from narrator.telling.voice import OTHER

CODE = "qaa"
LETTERS = str.maketrans(ascii_letters, "áƀçđéƒǧħíĵķłɱñóþɋŕšŧúṽŵẋýžÁɃÇĐÉƑǦĦÍĴĶŁⱮÑÓÞɊŔŠŦÚṼŴẊÝŽ")
PLAIN = ("language", "mood")
"""Keys of the language files under which no words stand."""
TERMS = (("voice", OTHER), ("answers", A_CARD))
"""What stands under a key in every language."""

IDS = {
    "addresses", "asks", "balance", "boot", "chosen", "deck", "explained", "filler", "gone", "group", "hands", "houses",
    "id", "join", "kind", "language", "languages", "left_out", "lodge", "pace", "paces", "pad", "pictures",
    "preset", "roleset", "second_by", "sky", "spoken_by", "spoken_language", "spoken_languages", "stack", "stage",
    "uid", "value", "vote", "wifi", "words",
}  # fmt: skip
"""Parts of a view that nobody reads as words."""


def made_up(text: str) -> str:
    """This text in the made-up language; places such as {names} stay."""
    parts = re.split(r"({\w+(?::\w+)?})", text)
    return "".join(part if part.startswith("{") else part.translate(LETTERS) for part in parts)


def write_language(folder: Path) -> None:
    """Write the made-up language into a folder, as a host's own."""
    for name, words in _files().items():
        (folder / name).write_text(words, encoding="utf-8")


@cache
def _files() -> dict[str, str]:
    """What stands in each file of the made-up language."""
    found = {}
    for file in OWN.glob("*.en.yaml"):
        english = read(file.read_text(encoding="utf-8"), str(file))
        words = _changed(english) | {"language": CODE}
        roleset = file.with_name(file.name.replace(".en.", "."))
        title = read(roleset.read_text(encoding="utf-8"), str(roleset)).get("title") if roleset.exists() else None
        words |= {"title": made_up(title)} if title else {}
        found[file.name.replace(".en.", f".{CODE}.")] = written(words)
    return found


def _changed(at: Any, key: str = "") -> Any:
    if isinstance(at, Map):
        return {name: _changed(under, name) for name, under in at.items()}
    if isinstance(at, list):
        return [_changed(part) for part in at]
    return made_up(at) if isinstance(at, str) and key not in PLAIN and (key, at) not in TERMS else at


def made_up_view(at: Any, names: Collection[str], key: str = "") -> Any:
    """A view of the fake box with all its words changed; names of people stay."""
    if key in IDS:
        return at
    if isinstance(at, dict):
        return {part: made_up_view(under, names, part) for part, under in at.items()}
    if isinstance(at, list):
        return [made_up_view(part, names) for part in at]
    return made_up(at) if isinstance(at, str) and at not in names else at
