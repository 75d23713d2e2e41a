"""Words to experiment with: the project's own, and a host's file laid over them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from narrator.game.library import LIBRARY, OWN
from narrator.rules.rolesets import Roleset
from narrator.telling.language import Language, NameWithForms

ROLESETS = LIBRARY.names
PLACES = {
    "names": "Ann, Bob and Cid",
    "card": NameWithForms("Little Girl", {"who": "the little girl"}),
    "cards": "Seer and Fox",
    "day": "two",
    "answer": "no, not a werewolf",
    "address": "one",
    "why": "The deck has no werewolf.",
    "name": "narrator, dash four",
    "password": "moon, wolf, lamp, toast",
    "pin": "one",
    "what": "the keypad",
    "value": "nine",
    "number": "two",
    "least": "eight",
    "most": "eighteen",
    "asked": "Am I a werewolf?",
    "building": "the church",
    "event": "Flood",
    "line": "The baker did it",
    "other": "Dan",
    "question": "Am I a werewolf?",
    "text": "No vote today.",
}
"""What may stand at each place of a line."""


@cache
def words(roleset: str) -> Language:
    """The words of a roleset in English."""
    return Language.load([OWN], roleset, "en", LIBRARY.extends(roleset))


def with_every_option(name: str) -> list[Roleset]:
    """A roleset as it is without options, and as each value of each option makes it."""
    plain, _ = LIBRARY.roleset(name, {})
    changed = [
        LIBRARY.roleset(name, {**dict.fromkeys(option.needs, "on"), option.id: value.replace("N", "2")})[0]
        for option in plain.options.values()
        for value in option.values
    ]
    return [plain, *changed]


def own(folder: Path, text: str, name: str = "millers-hollow.en.yaml") -> Language:
    """The words of millers-hollow, with this file of a host's own in a folder laid over them."""
    (folder / name).write_text(text)
    return Language.load([folder, OWN], "millers-hollow", "en")
