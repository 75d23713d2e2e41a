"""Somnambulism: at dawn everybody hears which card the seer saw, never whose (EV-10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from narrator.rules.appearance import ENVISIONED
from narrator.rules.facts import Announced, Called, Chose, Fact, Noted, PhaseBegan, Told
from narrator.rules.hidden_cards import GUESTS, SWAPPED, lies_hidden
from narrator.rules.registry import moment
from narrator.rules.table import Table


@moment(needs="events", says={"seer.aloud": ("answer",)}, story={"seer.aloud": ("answer",)})
def sleep_talk(table: Table) -> None:
    """Some card is named as long as the seer's is not turned up, and after each night in which the seer was called for
    somebody else who may have that power: the card that was seen, or else one by lot (G-20)."""
    if "ev-somnambulism" not in table.in_force:
        return
    since = takewhile(lambda fact: not isinstance(fact, PhaseBegan) or fact.name != "night", reversed(table.log))
    tonight = [*since][::-1]
    if lies_hidden(table, "seer") or any(isinstance(fact, Called) and fact.call == "seer" for fact in tonight):
        seen = next(looks(tonight), None)
        table.record(Announced("seer.aloud", (seen[0] if seen else table.draw(_could_be_seen(table)),)))


def _could_be_seen(table: Table) -> list[str]:
    """The cards that a looker may see, as far as the table knows, guests' cards included: of those who alone may look
    nobody sees the one card of their kind."""
    guests = table.noted.get(GUESTS, ())
    lookers = [card for card in _looking(table) if lies_hidden(table, card)]
    alone = len(lookers) == 1 and lookers[0] not in guests and table.dealt.get(lookers[0], 0) < 2
    own = lookers if alone else ()
    return sorted(card for card in {*table.dealt, *guests} if lies_hidden(table, card) and card not in own)


def _looking(table: Table) -> list[str]:
    """The cards whose holders may have looked with the seer's power tonight: by a part, or on the day of fools."""
    swapped = [card for pair in table.noted.get(SWAPPED, ()) if "seer" in pair for card in pair if card != "seer"]
    return ["seer", *([table.rules.performer] if "seer" in table.laid_ready else []), *swapped]


def looks(log: Iterable[Fact]) -> Iterator[tuple[str, ...]]:
    """The card that a seer saw at each look in these facts, as it was then; two where both lay face down."""
    looked_at: dict[str, str] = {}
    for fact in log:
        if isinstance(fact, Chose) and fact.prompt == "seer.look":
            looked_at[fact.seat] = fact.choice
        elif isinstance(fact, Noted) and fact.key == ENVISIONED and looked_at.pop(fact.owner, ""):
            yield (fact.value,)
        elif isinstance(fact, Told) and looked_at.get(fact.seat) == fact.about:
            del looked_at[fact.seat]
            yield (fact.what,) if isinstance(fact.what, str) else fact.what
