"""Which number chooses something by button, and tells it by light?

A seat's number is its distance, counted to the left (clockwise) from one's own seat, which comes last, after the full
round. Words that may be chosen besides seats have the numbers after those; the first has one's own number if one's
own seat cannot be chosen. A card has its number in the roleset's list of cards, an event in that of the events, a
letter in the alphabet, anything else its place among the choices. Where an answer has several parts, words have their
place in their part.

What nobody but its seat may know, such as which two cards lie in the centre, has these numbers for the light alone; a
button counts to the place that it has among them, or the others would hear what it is. So it does for events, which
have high numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import count

from narrator.rules.prompts import Answer, Prompt
from narrator.rules.registry import told_about
from narrator.rules.strict_yaml import Map

ANSWERS = {"wolf": 1, "not-wolf": 2, "yes": 1, "no": 2}
"""What else may be told, besides cards and seats."""
GOOD = {"wolf": False, "not-wolf": True, "yes": True, "no": False}


class Legend:
    """The numbers at one table: `cards`, `events` and `acts` as on the printed sheet, `seats` in clockwise order."""

    def __init__(
        self, cards: Sequence[str], seats: Sequence[str], events: Sequence[str] = (), acts: Sequence[str] = ()
    ) -> None:
        self.cards = list(cards)
        self.acts = list(acts)
        self.events = list(events)
        self.seats = {seat: place for place, seat in enumerate(seats)}

    @property
    def most(self) -> int:
        """The highest number that may ever have to be told: the same for every seat at the table."""
        return max(len(self.cards), len(self.events), len(self.acts), len(self.seats), *ANSWERS.values())

    def card(self, card: str) -> int:
        """The number of a card, or of an event."""
        return (self.events if card in self.events else self.cards).index(card) + 1

    def around(self, seats: Sequence[str]) -> Legend:
        """The same numbers, with the seats in this order: somebody has moved."""
        return self if list(self.seats) == list(seats) else Legend(self.cards, seats, self.events, self.acts)

    def act(self, prompt: str) -> int:
        """The number of what can be done at any time of the day; the only thing that the dead can do is 1."""
        return self.acts.index(prompt) + 1 if prompt in self.acts else 1

    def seat(self, other: str, own: str) -> int:
        """How many seats to the left of one's own is the other?"""
        return (self.seats[other] - self.seats[own] - 1) % len(self.seats) + 1

    def numbers(self, prompt: Prompt, own: str) -> dict[str, int]:
        """The number of each choice that a seat has. Where all answers always have the same parts it is counted part by
        part; the prompt's own words have the same numbers whichever of them there are."""
        choices, seated = prompt.choices_of(own), prompt.kind == "seat"
        words = dict.fromkeys([*prompt.words, *[one for one in choices if not seated or one not in self.seats]])
        numbers = dict(zip(words, count(len(self.seats) + (own in choices) if seated else 1), strict=False))
        if prompt.least == prompt.most and not prompt.words:
            parts = parts_of(prompt)
            for part in {*parts.values()}:
                numbers |= dict(zip([word for word in words if parts[word] == part], count(1), strict=False))
        printed = (*self.events, *self.cards) if prompt.kind == "card" else self.events
        numbers |= {word: self.card(word) for word in words if word in printed}
        return {one: numbers[one] if one in numbers else self.seat(one, own) for one in choices}

    def presses(self, prompt: Prompt, numbers: Mapping[str, int]) -> dict[str, int]:
        """How many presses stand for each choice that has one of these numbers."""
        by_place = [one for one in numbers if prompt.by_place or one in self.events]
        places = sorted(numbers[one] for one in by_place)
        return {**numbers, **{one: places.index(numbers[one]) + 1 for one in by_place}}

    def told(self, about: str, what: str | Iterable[str], own: str) -> list[int]:
        """The numbers of what one seat was told; `about` and `what` as in the fact `Told`."""
        words = [what] if isinstance(what, str) else what
        cards = ("card", "part", *told_about(of="cards"), *self.seats)
        named = self.card if about in cards else partial(self.seat, own=own)
        known = {*ANSWERS, *self.cards, *self.events, *self.seats}
        return [ANSWERS.get(word) or named(word) for word in words if word in known]

    def good(self, about: str, what: str | Iterable[str]) -> bool | None:
        """Was a seat told “no werewolf” or yes? False: “werewolf” or no; `None`: something else."""
        good = GOOD.get(what) if isinstance(what, str) else None
        return good if good is None else good != (about in told_about(of="wolves"))


def parts_of(prompt: Prompt) -> Mapping[str, int]:
    """Which part of an answer each choice can be, from 0 on, where whole answers are listed and it is but one."""
    return _parts_of(prompt.legal) if prompt.legal else {}


@lru_cache(8)
def _parts_of(legal: tuple[Answer, ...]) -> Mapping[str, int]:
    places: dict[str, set[int]] = {}
    for answer in legal:
        for part, choice in enumerate(answer):
            places.setdefault(choice, set()).add(part)
    alone = all(len(parts) == 1 for parts in places.values())
    return {choice: min(parts) for choice, parts in places.items()} if alone else {}


def cards_of(tree: Map) -> list[str]:
    """A roleset's cards in order; those that only an option brings come last, so that no option changes a number."""
    return list(dict.fromkeys(card for part in _parts(tree) for card in part.get("cards") or ()))


def events_of(tree: Map) -> list[str]:
    """A roleset's events in order."""
    return list(dict.fromkeys(event for part in _parts(tree) for event in part.get("events") or ()))


def acts_of(tree: Map) -> list[str]:
    """What can be done at any time of the day, in the same order whatever the options are."""
    found: list[str] = []
    for part in _parts(tree):
        bringing = [at for kind in ("buildings", "events") for at in (part.get(kind) or {}).values()]
        for at in (part, *bringing):
            found.extend(at.get("any_time") or () if isinstance(at, Map) else ())
    return list(dict.fromkeys(found))


def _parts(tree: Map) -> list[Map]:
    """A roleset's tree, and after it what each of its options changes."""
    brought = [option.get("on") for option in (tree.get("options") or {}).values() if isinstance(option, Map)]
    return [tree, *(on for on in brought if isinstance(on, Map))]
