"""The gypsy: sends a medium with a question to the dead (EV-05)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from narrator.rules.facts import Noted
from narrator.rules.prompts import Answer
from narrator.rules.registry import combination, condition, pool, power
from narrator.rules.table import Table

CALLS = ("gypsy", "calls")
"""Noted: what the dead are to be asked in the morning, each the card, the question and the medium."""
QUESTIONS = ("1", "2", "3", "4")


def _left(table: Table) -> tuple[str, ...]:
    left: tuple[str, ...] = table.noted.get(("gypsy", "cards"), ())
    return left


@condition
def spirits_are_left(table: Table) -> bool:
    """Has the gypsy a card left? The table knows, for it has heard every question."""
    return bool(_left(table))


@pool(holds="word", words=QUESTIONS, same_for_all=True)
def questions(table: Table, asker: str) -> Sequence[str]:
    """The numbers of the four questions of a card."""
    return QUESTIONS


def _offered(table: Table, asker: str) -> Sequence[str]:
    return (*_left(table), *QUESTIONS)


def _decoys(offers: Sequence[str], seats: Sequence[str]) -> Sequence[Answer]:
    cards = [word for word in offers if word not in QUESTIONS]
    return list(product(cards, QUESTIONS, seats))


@combination(names=3, same_for_all=True, oneself=True, offers=_offered, decoys=_decoys)
def gypsy_calls(table: Table, asker: str) -> Sequence[Answer]:
    """One of the cards left, the number of one of its questions, and a living seat as medium."""
    return list(product(_left(table), QUESTIONS, table.living))


@power("gypsy.call", choose="together")
def call(table: Table, given: Mapping[str, Answer]) -> None:
    """The card is used up, and its question asked in the morning."""
    for answer in given.values():
        if answer[0] in _left(table):
            table.record(Noted("gypsy", "cards", tuple([card for card in _left(table) if card != answer[0]])))
            table.record(Noted(*CALLS, (*table.noted.get(CALLS, ()), answer)))
