"""The deck of events: at most mornings a card is drawn and takes effect (EV-01 to EV-03)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.errors import Word
from narrator.rules.asking import hold
from narrator.rules.facts import EVERYBODY, Announced, Noted
from narrator.rules.registry import moment, step
from narrator.rules.strict_yaml import meant
from narrator.rules.table import IllegalTable, Table
from narrator.rules.village_facts import EventDrawn, EventsLaid, RuleBegan

EVERY = {"every-2": 2, "every-3": 3}
CRIER = "town-crier"
CRIERS = 5
"""How many cards the town crier has, if nobody says otherwise."""
PENDING = ("events", "pending")
"""Noted: the permanent cards that are to hold from the start, and cannot yet."""


def lay(table: Table, events: Sequence[str] | None, crier: Sequence[str] | None, left_out: Sequence[str] = ()) -> None:
    """Lay the deck: the events named, in this order, or all that nobody else has, shuffled (PA-06). Before that are set
    aside those that hold from the start, those that a card of the deck keeps, and the town crier's (EV-04, EV-05).
    Those `left_out` are not played at all."""
    known, options = table.rules.events, table.options
    if not known:
        if events or crier or left_out:
            raise IllegalTable("no-events")
        return
    from_the_start = _from_the_start(table)
    there = {*table.dealt, *table.laid_ready}
    kept = {card: event.kept_by for card, event in known.items() if event.kept_by in there}
    _check(table, events or (), crier, from_the_start, kept, left_out)
    for keeper in dict.fromkeys(kept.values()):
        table.record(Noted(keeper, "cards", tuple([card for card in kept if kept[card] == keeper]), EVERYBODY))
    named = (*from_the_start, *(events or ()), *(crier or ()), *kept, *left_out)
    free = sorted([card for card in known if card not in named], key=lambda _: table.dice.random())
    if crier is None:
        number = _number_of_cards(options.get("town_crier", "off"))
        crier = [card for card in free if not known[card].kept_by][:number]
    if events is None:
        events = [card for card in free if card not in crier] if options.get("events") != "off" else ()
    table.record(EventsLaid(tuple(events)))
    if crier:
        table.record(Noted(CRIER, "cards", tuple(crier)))


def _from_the_start(table: Table) -> list[str]:
    return [card for card in table.options.get("permanent_events", "off").split() if card != "off"]


def _number_of_cards(option: str) -> int:
    return {"off": 0, "on": CRIERS}[option] if option in ("off", "on") else int(option.split()[-1])


def _check(
    table: Table,
    events: Sequence[str],
    crier: Sequence[str] | None,
    from_the_start: Sequence[str],
    kept: dict[str, str],
    left_out: Sequence[str],
) -> None:
    known, named = table.rules.events, (*from_the_start, *events, *(crier or ()))
    for card in (*named, *left_out):
        if card not in known:
            raise IllegalTable("unknown-event", event=card, meant=meant(card, known))
    if len(set(named)) < len(named):
        raise IllegalTable("same-event")
    for card in [card for card in events if card in kept]:
        raise IllegalTable("kept-event", card=Word("card", kept[card]), event=Word("event", card))
    for card in [card for card in crier or () if known[card].kept_by]:
        raise IllegalTable("crier-cards", event=Word("event", card))
    if crier is not None and table.options.get("town_crier", "off") == "off":
        raise IllegalTable("no-crier")


@moment(needs="events")
def permanent_events(table: Table) -> None:
    """Before the first night those permanent cards begin to hold that the table has chosen; a card that needs somebody
    eliminated waits for the first morning on which it can be played (EV-02)."""
    chosen = _from_the_start(table)
    waiting = [card for card in chosen if not hold(table, table.rules.events[card].when)]
    if waiting:
        table.record(Noted(*PENDING, tuple(waiting)))
    for card in chosen:
        if card not in waiting:
            play(table, card)


@moment(
    needs="events",
    says={"event.card": ("event", "text"), "event.read": ("event", "names"), "event.skipped": ("event",)},
)
def event_card(table: Table) -> None:
    """From the second dawn on a card is drawn; one that cannot be played is skipped, and the next one drawn."""
    waiting = table.noted.get(PENDING, ())
    for card in waiting:
        if hold(table, table.rules.events[card].when):
            table.record(Noted(*PENDING, tuple([other for other in waiting if other != card])))
            table.plan(("play-event", card), "event-card")
            return
    if table.night < 2 or table.night % EVERY.get(table.options["events"], 1):
        return
    for card in table.event_deck:
        if hold(table, table.rules.events[card].when):
            play(table, card, *table.graves()[-1:])
            return
        table.record(EventDrawn(card, skipped=True))
        table.record(Announced("event.skipped", (card,)))


@step("play-event")
def play(table: Table, card: str, reader: str = "") -> None:
    """A card is held up for all, read by the box, or by the `reader` where the table wants that, and takes effect."""
    event = table.rules.events[card]
    table.record(EventDrawn(card))
    read_by_player = reader and table.options.get("events_voice") == "player"
    read_out = (card, event.variant) if event.variant else (card,)
    table.record(Announced("event.read", (card, reader)) if read_by_player else Announced("event.card", read_out))
    if event.kind != "immediate" or event.until:
        table.record(RuleBegan(card, event.until))
    if event.variant:
        table.record(RuleBegan(event.variant, table.in_force.get(event.variant, "dawn")))
    if event.act is not None:
        event.act(table)


def by_age(table: Table) -> list[str]:
    """The living, the oldest first; of the same year in seat order."""
    return sorted(table.living, key=lambda seat: table.noted[seat, "born"])


def of_lodge(table: Table, lodge: str) -> tuple[str, ...]:
    """The living players of a lodge, in seat order."""
    return tuple(seat for seat in table.living if table.noted[seat, "lodge"] == lodge)
