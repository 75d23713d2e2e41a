"""Which lines are hard to follow when heard once, in the dark, in a language that people may still be learning?

A line that asks or orders something says so in its first sentence: briefly, in common words, and where it wakes
somebody, with the name first. So does what a page asks, and what it offers as an answer. The common words of a language
stand in `common-words.<language>.txt`, one a line; a line such as `-ies y` is an ending and what stands in its place in
a listed word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from narrator.errors import Place, Problem
from narrator.files import text
from narrator.rules.rolesets import Roleset
from narrator.rules.strict_yaml import Items, Map
from narrator.telling.language import Language
from narrator.telling.language_file import PLACE, whose
from narrator.telling.plurals import whole

MOST_WORDS = 8
"""How many words a question or an order may have, before anything else is said."""
ORDERS = (
    "accusations.", "accused.named", "ballot.again", "box.deserted", "box.enough", "box.hold", "box.learn", "box.lent",
    "candle.own", "dawn.breaks", "deal.", "debate.opens", "game.begins", "girl.warning", "hint.", "innocents.stand",
    "introduction.", "night.", "practice.", "together.", "vote.not-counted", "vote.point", "witness.leaves",
)  # fmt: skip
"""How those cues begin that tell people what to do, besides the questions and the calls of a roleset."""
NAMED = ("cards", "buildings", "events", "sides", "offices")
"""The sections with the names that everybody at the table learns with the game."""
SHOWN = ("title", "yes", "no", "pass")
"""What a page shows of a question and of its answers."""
WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)*")
FIRST_WORDS = 2
"""The name is among this many first words of a line that wakes somebody: an article may stand before it."""


class CommonWords(NamedTuple):
    """The common words of a language, in small letters, and its endings, each with what stands in its place."""

    words: frozenset[str]
    endings: Sequence[tuple[str, str]]

    def stems(self, word: str) -> set[str]:
        """What a word may be listed as: itself, or itself without one of the endings, in small letters."""
        word = word.lower().replace("’", "'")
        cut = {word.removesuffix(ending) + instead for ending, instead in self.endings if word.endswith(ending)}
        return cut | {word}

    def knowing(self, names: Iterable[str]) -> CommonWords:
        """The same, where the words in these names are known too."""
        stems = [self.stems(part) for name in names for part in WORD.findall(name)]
        return self._replace(words=self.words.union(*stems))

    def rare(self, sentence: str) -> list[str]:
        """The words of a sentence, without its places, that are not common."""
        return [word for word in WORD.findall(PLACE.sub("", sentence)) if self.words.isdisjoint(self.stems(word))]

    def begins_with(self, sentence: str, name: str) -> bool:
        """Does a sentence begin with this name in any of its forms, or nearly so?"""
        first = {stem for word in WORD.findall(sentence)[:FIRST_WORDS] for stem in self.stems(word)}
        return any(first & self.stems(part) for part in WORD.findall(name))


def common_words(folders: Sequence[Path], language: str) -> CommonWords | None:
    """The common words of a language, from the first of the folders that has a list; nothing where none has."""
    files = [folder / f"common-words.{language}.txt" for folder in folders]
    return next((_listed(file) for file in files if file.is_file()), None)


@cache
def _listed(file: Path) -> CommonWords:
    lines = [line.strip() for line in text(file).lower().splitlines()]
    endings = [line.removeprefix("-").partition(" ") for line in lines if line.startswith("-")]
    words = frozenset(line for line in lines if not line.startswith(("-", "#")))
    return CommonWords(words, [(ending, instead) for ending, _, instead in endings])


def hard_to_follow(
    words: Language, name: str, rolesets: Sequence[Roleset], common: CommonWords | None
) -> Iterator[Problem]:
    """The lines and the pages' questions in the file of a roleset (or in the `common` one) that ask or order something,
    but not in their first sentence and in words that everybody knows; without a list of `common` words, the words are
    only counted."""
    calls = {call for rules in rolesets for call in rules.calls}
    asking = {cue for rules in rolesets for cue in (*rules.prompts, *rules.ballots)}
    asking |= {f"{call}.{order}" for call in calls for order in ("wake", "sleep")}
    woken = {f"{card}.wake": at["name"] for card, at in words.tree["cards"].items() if card in calls}
    names = [called for section in NAMED for at in words.tree.get(section, {}).values() for called in _names(at)]
    lines, pages = words.tree["lines"], words.tree.get("prompts", {}).values()
    asked = [
        (wording, place, woken.get(cue))
        for cue in lines
        if cue in asking or cue.startswith(ORDERS)
        for place, wording in _wordings(lines[cue])
    ]
    asked += [(page[part], page.value_places[part], None) for page in pages for part in SHOWN if part in page]
    common = common and common.knowing(names)
    for wording, place, card in asked:
        if whose(place) == name:
            first = re.split(r"(?<=[.?!])\s", whole(wording))[0]
            yield from _hard(first, place, common, card)


def _hard(sentence: str, place: Place, common: CommonWords | None, woken: str | None) -> Iterator[Problem]:
    """What is hard about a first sentence; `woken` is the name of the card whose holders it wakes."""
    if len(sentence.split()) > MOST_WORDS:
        yield Problem(place, f"Say what to do in {MOST_WORDS} words at most, and whatever else in a second sentence.")
    if common and (rare := common.rare(sentence)):
        yield Problem(place, f"Say it first in common words; people who are learning may not know: {', '.join(rare)}.")
    if common and woken and not common.begins_with(sentence, woken):
        yield Problem(place, f"Say first who is to wake up, so begin with “{woken}”.")


def _wordings(line: Map) -> Iterator[tuple[Place, str]]:
    """How a line may be said, each wording with its place; one may stand without a list."""
    say = line["say"]
    return zip(say.places, say, strict=True) if isinstance(say, Items) else iter([(line.value_places["say"], say)])


def _names(at: Any) -> list[str]:
    """What something is called: its name, and where it has one its place."""
    return [str(at)] if isinstance(at, str) else [str(at[key]) for key in ("name", "place") if key in at]
