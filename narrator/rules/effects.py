"""What comes of an answer: the primitives of a card's `then:`.

Each is a line such as `- tell: card`: a name and one argument. `asker` is the seat that answered (of a pack that
agrees, the first in seat order), `chosen` what it chose.
"""

from __future__ import annotations

from collections.abc import Callable

from narrator.rules.appearance import cards_seen, looks_like_a_werewolf
from narrator.rules.facts import Attacked, Linked, Marked, Shielded, Told
from narrator.rules.prompts import Answer
from narrator.rules.registry import effect
from narrator.rules.table import Table

ANSWERS: dict[str, Callable[[Table, str], str | tuple[str, ...]]] = {
    "card": cards_seen,
    "wolf": lambda table, seat: "wolf" if looks_like_a_werewolf(table, seat) else "not-wolf",
}
"""What `tell:` can tell about a chosen seat: what it looks like."""

EVERYTHING = "everything"
"""What `shield:` keeps from besides the causes that a roleset lists: all of them, and what is certain."""


@effect(words=tuple(ANSWERS), dead=True, tells={}, apart=True)
def tell(table: Table, asker: str, chosen: Answer, what: str) -> None:
    """Tell the asker something about each chosen seat: its `card`, or whether it is a `wolf`."""
    for seat in chosen:
        table.record(Told(asker, seat, ANSWERS[what](table, seat)))


@effect(takes="cause", kills=True, apart=True)
def attack(table: Table, asker: str, chosen: Answer, cause: str) -> None:
    """Kill the chosen at dawn by this cause, unless something averts it."""
    for seat in chosen:
        table.record(Attacked(seat, cause))


@effect(takes="causes", apart=True, story={"protected": ("names",)})
def shield(table: Table, asker: str, chosen: Answer, causes: str) -> None:
    """Keep the chosen safe tonight from the causes named, as in `devoured fright`, or from `everything`."""
    everything = causes == EVERYTHING
    averts = table.rules.avertable if everything else tuple(causes.split())
    for seat in chosen:
        table.record(Shielded(seat, averts, unfailing=everything))


@effect
def kill(table: Table, asker: str, chosen: Answer, cause: str) -> None:
    """Kill the chosen at once by this cause, in the chain that is under way."""
    table.dying.extend((seat, cause) for seat in chosen)


@effect(words=("lovers",))
def link(table: Table, asker: str, chosen: Answer, mark: str) -> None:
    """Make the two chosen seats lovers."""
    table.record(Linked(tuple(chosen)))


@effect(dead=True, apart=True, reserved=("turned", "powerless"))
def mark(table: Table, asker: str, chosen: Answer, word: str) -> None:
    """Lay a mark on each chosen seat that stays, as in `mark: charmed`."""
    for seat in chosen:
        table.record(Marked(seat, word, asker))
