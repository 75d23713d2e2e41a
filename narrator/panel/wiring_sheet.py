"""What lies beside a table with buttons? Where each wire goes, what presses mean, and the numbers of the cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from hardware.plan import Plan, pin_names
from hardware.wires import OHMS, wires
from narrator.game.library import Library
from narrator.panel.plans import plan_in
from narrator.telling.language import Language
from narrator.telling.legend import acts_of, cards_of, events_of
from narrator.telling.page_words import FIRST, PageWords


class WiringWords(NamedTuple):
    """What stands on the sheet, in the language of these words."""

    words: PageWords

    def say(self, key: str, **places: object) -> str:
        """The text under this key, with its places filled."""
        return self.words.say(f"wiring.{key}", **places)

    def lines(self, key: str, **places: object) -> list[str]:
        """The same, line by line."""
        return self.say(key, **places).splitlines()

    def named(self, thing: str) -> str:
        """What is a part or a contact called, such as `seat 3` or `ground`? One without a word is called as here."""
        kind, _, number = thing.partition(" ")
        return self.say(kind, number=number) if f"wiring.{kind}" in self.words.texts else thing

    def listed(self, library: Library, rolesets: Iterable[str]) -> dict[str, list[str]]:
        """What has a number in each roleset, in the order of the numbers: cards, events, acts of the day, and the
        questions on an event card. What has no name in this language has its English one."""
        found = {}
        for roleset in rolesets:
            files = library.folders, roleset
            lines = Language.load(*files, FIRST, library.extends(roleset))
            if self.words.code != FIRST:
                lines = Language.load(*files, self.words.code, library.extends(roleset), over=lines)
            whole = library.whole(roleset)
            title = lines.title(roleset) or str(whole["title"])
            found[title] = [lines.card(card)["name"] for card in cards_of(whole)]
            events, acts = self.say("events-of", roleset=title), self.say("acts-of", roleset=title)
            called = lines.numbered(events_of(whole))
            found[events] = [*called.values()]
            found[acts] = [lines.prompt(act)["title"] for act in acts_of(whole)]
            for event, name in called.items():
                found[self.say("questions-of", roleset=title, event=name)] = [*lines.questions(event).values()]
        return {what: names for what, names in found.items() if names}


def sheet(file: Path, library: Library, rolesets: Collection[str], words: WiringWords) -> Iterator[str]:
    """The lines to print: where each wire goes, what presses mean, and what the numbers of each roleset mean."""
    plan = plan_in(file)
    resistors = [words.say("resistor", colour=words.named(colour), ohms=ohms) for colour, ohms in OHMS.items()]
    yield from words.lines("head", file=file, resistors=", ".join(resistors))
    yield ""
    yield from _rows(plan, words)
    yield from ("", *words.lines("presses")) if plan.seats else ()
    yield from ("", *words.lines("tokens")) if plan.reader else ()
    for what, names in words.listed(library, rolesets).items():
        yield from ("", words.say("numbers-of", what=what))
        yield "   ".join(f"{number} {name}" for number, name in enumerate(names, 1))


def _rows(plan: Plan, words: WiringWords) -> Iterator[str]:
    names = pin_names()
    parts = {
        words.named(part): [
            f"{words.named(wire.contact)} {wire.pin} ({names[wire.pin].removeprefix('GPIO')})" for wire in ends
        ]
        for part, ends in groupby(wires(plan), key=lambda wire: wire.part)
    }
    widest = max(map(len, parts)) + 2
    wide = max(len(column) for columns in parts.values() for column in columns) + 2
    for part, columns in parts.items():
        yield f"{part:<{widest}}" + "".join(f"{column:<{wide}}" for column in columns).rstrip()
