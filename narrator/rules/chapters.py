"""What happened, phase by phase, and who held and knew what at the end of each? For scenarios and the story."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from narrator.rules.facts import Fact, PhaseBegan
from narrator.rules.rolesets import Roleset
from narrator.rules.table import Table
from narrator.rules.variant_facts import SECOND


class Chapter(NamedTuple):
    """One phase of a game: what happened in it, and the truth at its end."""

    phase: str
    facts: tuple[Fact, ...]
    alive: tuple[str, ...]
    offices: Mapping[str, str | None]
    houses: Mapping[str, str]
    cards: Mapping[str, str]
    seconds: Mapping[str, str]
    sides: Mapping[str, str]
    wolves: tuple[str, ...]
    powerless: tuple[str, ...]


def chapters(
    rules: Roleset, seats: Sequence[str], options: Mapping[str, str], facts: Sequence[Fact]
) -> Iterator[Chapter]:
    """A game phase by phase, the last one as far as it has come."""
    table = Table(rules, seats, options, 0)
    starts = [at for at, fact in enumerate(facts) if isinstance(fact, PhaseBegan)]
    for start, end in zip(starts, [*starts[1:], len(facts)], strict=True):
        told = tuple(facts[start:end])
        for fact in told:
            fact.apply(table)
        yield Chapter(
            table.phase,
            told,
            tuple(table.living),
            dict(table.office),
            dict(table.house),
            dict(table.card),
            {seat: card for seat, card in table.part.items() if (seat, SECOND) in table.noted},
            {seat: table.side(seat) for seat in table.seats},
            tuple(table.wolves),
            (*table.marks.get("powerless", ()), *_missed(table)),
        )


def _missed(table: Table) -> Iterator[str]:
    """The seats whose card had a power without a number of uses, and lost it in use (PA-30)."""
    for seat, prompt in table.used:
        if prompt in table.rules.cards[table.card[seat]].wakes and table.rules.prompts[prompt].uses is None:
            yield seat
