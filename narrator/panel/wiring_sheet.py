"""What lies beside a table with buttons? Where each wire goes, what presses mean, and the numbers of the cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from pathlib import Path

from hardware.plan import Plan, pin_names
from hardware.wires import OHMS, wires
from narrator.game.library import Library
from narrator.panel.plans import plan_in
from narrator.telling.language import Language
from narrator.telling.legend import acts_of, cards_of, events_of


def sheet(file: Path, library: Library, rolesets: Collection[str]) -> Iterator[str]:
    """The lines to print: where each wire goes, what presses mean, and what the numbers of each roleset mean."""
    plan = plan_in(file)
    yield f"{file}: wires to the 40 pins of a Raspberry Pi (in brackets the GPIO numbers)."
    yield "Button and knob: between pin and ground. Each colour of a light: from its pin through a resistor and the"
    yield f"light to ground: {', '.join(f'{colour} {ohms} ohm' for colour, ohms in OHMS.items())}."
    yield ""
    yield from _rows(plan)
    yield from ("", *_LANGUAGE) if plan.seats else ()
    yield from ("", *TAGS) if plan.reader else ()
    for what, names in numbered(library, rolesets).items():
        yield from ("", f"{what}:")
        yield "   ".join(f"{number} {name}" for number, name in enumerate(names, 1))


def numbered(library: Library, rolesets: Iterable[str]) -> dict[str, list[str]]:
    """What has a number in each roleset, in the order of the numbers: its cards, its events, and what can be done at
    any time of the day."""
    found = {}
    for roleset in rolesets:
        words, whole = _words(library, roleset), library.whole(roleset)
        found[roleset] = [words.card(card)["name"] for card in cards_of(whole)]
        found[f"{roleset}: events"] = [words.event(event)["name"] for event in events_of(whole)]
        found[f"{roleset}: by day"] = [words.prompt(act)["title"] for act in acts_of(whole)]
    return {what: names for what, names in found.items() if names}


def _words(library: Library, roleset: str) -> Language:
    return Language.load(library.folders, roleset, "en", library.extends(roleset))


def _rows(plan: Plan) -> Iterator[str]:
    names = pin_names()
    for part, ends in groupby(wires(plan), key=lambda wire: wire.part):
        columns = [f"{wire.contact} {wire.pin} ({names[wire.pin].removeprefix('GPIO')})" for wire in ends]
        yield f"{part:<9}" + "".join(f"{column:<18}" for column in columns).rstrip()


TAGS = (
    "Tokens. At night, when you are called, lay the token of the seat that you choose; for two, one after the other.",
    "Or a card of the kind that you choose, or yes, no, pass. The last tag counts. One lays for the whole pack.",
    "By day, when all are asked, lay your own token first, then your choice. In the debate it lets the vote begin.",
    "A yes after your own token, beside a vote, is the secret sign, for a player who has one.",
    "Your own token, left lying for two seconds in your call: the light on the lid tells what this call told.",
    "By day it lets you act: lay down, twice, whom you do it to; a pass before it goes on to the next thing to do.",
)
"""How to play by tags, in short."""

_LANGUAGE = (
    "Short presses count: one for each seat to your left, the full round for yourself; a card has a number; yes is 1.",
    "Words beside seats come after them: the first is the full round, or one more where you can be chosen yourself.",
    "A long press confirms what was counted. For two, count and confirm the first, then the second.",
    "A double press passes, or says no. Until the time is over, count again to change your mind.",
    "A long press without a count: the light tells, by the numbers of its long blinks, what you chose, and your pack;",
    "or what you were told; or what you can choose. A double press when nothing is asked: the light tells your card.",
    "Red blinks: a werewolf, or no; green: none, or yes. A light of one colour tells 1 for a werewolf or yes, else 2.",
    "At night the light of the seat that a count has arrived at glows. Cup a hand over your own when it tells.",
    "During the debate, count 1 and confirm: the vote may begin.",
    "By day, count 3 and confirm while nothing is asked: the box says its last line again.",
    "During a vote, two long presses without a count give the secret sign, if you have one.",
    "By day, hold for two seconds to act: count what you do and confirm, then whom you do it to. The dead: always 1.",
)
