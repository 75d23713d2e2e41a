"""Named questions about the table that a roleset's YAML may ask, answered yes or no.

What stands under `known:` must rest on what everybody at the table can see (G-20); what stands under `when:` may be
secret.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from narrator.rules.registry import Registry
from narrator.rules.table import Table

Condition = Callable[[Table], bool]

condition: Registry[Condition] = Registry("condition")


def hold(table: Table, conditions: Sequence[Condition]) -> bool:
    """Do all of these conditions hold?"""
    for condition in conditions:  # noqa: SIM110 (asked hundreds of times a game, of one condition or none)
        if not condition(table):
            return False
    return True


@condition
def election_due(table: Table) -> bool:
    """Has the moment come that the option `sheriff` names, with nobody in office yet (MH-36)?"""
    if table.office.get("sheriff") is not None or "sheriff" in table.ended:
        return False
    moment = table.options["sheriff"]
    return table.phase == {"start": "setup", "first-day": "day 1"}.get(moment, moment)


@condition
def not_only_werewolves_in_the_centre(table: Table) -> bool:
    """Does the centre hold a card that is no werewolf (MH-10)?"""
    return not all(table.rules.cards[card].werewolf for card in table.centre)


@condition
def nobody_can_kill(table: Table) -> bool:
    """Have three days and nights passed without a death, with nobody left who can kill (G-34)?"""
    return table.night - table.last_death >= 3 and not table.wolves
