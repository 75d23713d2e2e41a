"""The defender: in the New Moon guards an identity, wherever its card lies (NM-10), in The Pact a seat (PA-25)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.facts import Shielded
from narrator.rules.pools import known_cards
from narrator.rules.prompts import Answer
from narrator.rules.registry import pool, power
from narrator.rules.table import Table


@power("defender.protect", choose="card", story={"protected": ("names",)})
def protect(table: Table, given: Mapping[str, Answer]) -> None:
    """The holder of the card named is safe from the werewolves tonight, without knowing it."""
    for answer in given.values():
        for seat in [seat for seat in table.living if table.card[seat] == answer[0]]:
            table.record(Shielded(seat, ("devoured",)))


@power("defender.guard", choose="one", apart=True, story={"protected": ("names",)})
def guard(table: Table, given: Mapping[str, Answer]) -> None:
    """The seat named cannot be devoured tonight; only the little girl is beyond help."""
    for answer in given.values():
        if "little-girl" not in (table.card[answer[0]], table.part.get(answer[0])):
            table.record(Shielded(answer[0], ("devoured",)))


@pool(holds="card", same_for_all=True, offers=known_cards)
def identities(table: Table, asker: str) -> Sequence[str]:
    """The cards of the deck as it was dealt, each once, wherever they lie; never the little girl's (NM-10)."""
    return [card for card in table.rules.cards if card in table.dealt and card != "little-girl"]
