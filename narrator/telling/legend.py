"""By which number does a button choose something, and a light show it?

A seat's number is its distance, counted to the left (clockwise) from one's own seat, which comes last, after the full
round. Words that may be chosen besides seats have the numbers after those; the first has one's own number if one's
own seat cannot be chosen. A card has its number in the roleset's list of cards, anything else its place among the
choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from narrator.rules.registry import told_about
from narrator.rules.strict_yaml import Map

ANSWERS = {"wolf": 1, "not-wolf": 2, "yes": 1, "no": 2}
"""What else may be told, besides cards and seats."""
GOOD = {"wolf": False, "not-wolf": True, "yes": True, "no": False}


class Legend:
    """The numbers at one table: `cards` as in `cards_of`, `seats` in clockwise order."""

    def __init__(self, cards: Sequence[str], seats: Sequence[str]) -> None:
        self.cards = list(cards)
        self.seats = {seat: place for place, seat in enumerate(seats)}

    @property
    def most(self) -> int:
        """The highest number that may ever have to be told: the same for every seat at the table."""
        return max(len(self.cards), len(self.seats), *ANSWERS.values())

    def card(self, card: str) -> int:
        """The number of a card."""
        return self.cards.index(card) + 1

    def seat(self, other: str, own: str) -> int:
        """How many seats to the left of one's own is the other?"""
        return (self.seats[other] - self.seats[own] - 1) % len(self.seats) + 1

    def choices(self, choices: Sequence[str], kind: str, own: str) -> dict[str, int]:
        """The number of each choice; `kind` is the prompt's."""
        if kind == "card":
            known = self.cards
            return {choice: self.card(choice) if choice in known else at for at, choice in enumerate(choices, 1)}
        if kind != "seat":
            return {choice: place for place, choice in enumerate(choices, 1)}
        words = [choice for choice in choices if choice not in self.seats]
        after = len(self.seats) + (own in choices)
        numbers = {word: number for number, word in enumerate(words, after)}
        return {choice: numbers[choice] if choice in numbers else self.seat(choice, own) for choice in choices}

    def told(self, about: str, what: str | Iterable[str], own: str) -> list[int]:
        """The numbers of what one seat was told; `about` and `what` as in the fact `Told`."""
        words = [what] if isinstance(what, str) else what
        cards = ("card", "part", *told_about(of="cards"), *self.seats)
        named = self.card if about in cards else partial(self.seat, own=own)
        known = {*ANSWERS, *self.cards, *self.seats}  # an event has no number
        return [ANSWERS.get(word) or named(word) for word in words if word in known]

    def good(self, about: str, what: str | Iterable[str]) -> bool | None:
        """Was a seat told “no werewolf” or yes? False: “werewolf” or no; `None`: something else."""
        good = GOOD.get(what) if isinstance(what, str) else None
        return good if good is None else good != (about in told_about(of="wolves"))


def cards_of(tree: Map) -> list[str]:
    """A roleset's cards in order; those that only an option brings come last, so that no option changes a number."""
    brought = [option.get("on") for option in (tree.get("options") or {}).values() if isinstance(option, Map)]
    parts = [tree, *(on for on in brought if isinstance(on, Map))]
    return list(dict.fromkeys(card for part in parts for card in part.get("cards") or ()))
