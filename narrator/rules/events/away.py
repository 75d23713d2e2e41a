"""Events that send some of the living away for a while (EV-22, EV-30, EV-37, EV-38, EV-44)."""

from __future__ import annotations

from narrator.rules.asking import open_window
from narrator.rules.event_cards import by_age, of_lodge
from narrator.rules.hidden_cards import may_be_alive
from narrator.rules.registry import event
from narrator.rules.table import Table
from narrator.rules.village_facts import VoteWeighed, WentAway


@event("ev-luncheon-for-seniors", says={"away.nightfall": ("names",)})
def luncheon_for_seniors(table: Table) -> None:
    """The older half is away until nightfall; of an odd number the one in the middle stays."""
    _send(table, by_age(table)[: len(table.living) // 2], "nightfall")


@event("ev-saturday-evening-ball", says={"away.dawn": ("names",)})
def saturday_evening_ball(table: Table) -> None:
    """The younger half is away until dawn, and neither hunts nor is hunted."""
    young = by_age(table)[-(len(table.living) // 2) :] if len(table.living) > 1 else []
    _send(table, young, "dawn", fasting=True)


@event("ev-gone-hunting", says={"away.dawn": ("names",)})
def gone_hunting(table: Table) -> None:
    """The lodge of the sun is away until dawn, and neither hunts nor is hunted."""
    _send(table, of_lodge(table, "sun"), "dawn", fasting=True)


@event("ev-woodland-gathering", puts={"witch.refill": "word"}, says={"away.nightfall": ("names",), "witch.refill": ()})
def woodland_gathering(table: Table) -> None:
    """The lodge of the moon is away until nightfall; a living witch, if there may be one, gets the potion of her choice
    back."""
    _send(table, of_lodge(table, "moon"), "nightfall")
    witches = table.holders("witch")
    if not witches and not may_be_alive(table, "witch"):
        return
    if open_window(table, table.rules.prompts["witch.refill"], witches):
        table.plan(("take", "witch.refill"))


@event("ev-little-rascal", says={"away.dawn": ("names",)})
def little_rascal(table: Table) -> None:
    """The youngest is away until the next morning; from then on their vote counts three times."""
    youngest = max(table.living, key=lambda seat: table.noted[seat, "born"])
    _send(table, [youngest], "dawn")
    table.record(VoteWeighed(youngest, 3))


def _send(table: Table, seats: list[str] | tuple[str, ...], until: str, fasting: bool = False) -> None:
    """Send these seats away; those who are away until dawn already do not come back sooner."""
    going = [seat for seat in seats if until == "dawn" or table.away.get(seat) != "dawn"]
    if going:
        table.record(WentAway(tuple(table.in_seat_order(going)), until, fasting))
