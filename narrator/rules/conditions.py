"""Named questions about the table that a roleset's YAML may ask, answered yes or no.

What stands under `known:` must depend only on what everybody at the table can see (G-20); what stands under `when:`
may be secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrator.rules.asking import able, hold, made
from narrator.rules.registry import condition
from narrator.rules.table import Table
from narrator.rules.wins import QUIET_DAYS

if TYPE_CHECKING:
    from narrator.rules.rolesets import Call


@condition
def election_due(table: Table) -> bool:
    """Has the moment come that the option `sheriff` names, with nobody in office yet (MH-36)?"""
    if table.office.get("sheriff") is not None or ("sheriff", "ended") in table.noted:
        return False
    moment = table.options["sheriff"]
    return table.phase == {"start": "setup", "first-day": "day 1"}.get(moment, moment)


@condition
def not_only_werewolves_in_the_centre(table: Table) -> bool:
    """Does the centre hold a card that is not a werewolf (MH-10)?"""
    return not all(table.rules.cards[card].werewolf for card in table.centre)


@condition
def nobody_can_kill(table: Table) -> bool:
    """Have three days and nights passed without a death, with nobody left who can kill at night (G-34)?"""
    quiet = table.half_days - 1 - table.last_death
    return quiet >= 2 * QUIET_DAYS and not any(_can_kill(table, call) for call in table.rules.later_nights)


@condition
def somebody_is_eliminated(table: Table) -> bool:
    """Has somebody been eliminated yet who has not gone home?"""
    return bool(table.graves())


@condition
def ages_are_known(table: Table) -> bool:
    """Has every living player said in which year they were born?"""
    return all((seat, "born") in table.noted for seat in table.living)


@condition
def lodges_are_known(table: Table) -> bool:
    """Has every living player said to which lodge they belong?"""
    return all((seat, "lodge") in table.noted for seat in table.living)


def _can_kill(table: Table, call: Call) -> bool:
    """May somebody still kill in this call, as far as there is somebody to kill, or play a card in it that kills? A
    part ends before the night's calls."""
    cards, prompts = table.rules.cards, table.rules.prompts
    performer = table.rules.performer
    ready = table.noted.get((performer, "ready"), table.laid_ready) if call.name == performer else ()
    may_play_a_killer = any(prompts[prompt].kills for card in ready for prompt in cards[card].wakes)
    holders = [seat for seat in table.holders(call.name) if table.card[seat] == call.name]
    killing = [rule for rule in call.rules if (rule.kills or may_play_a_killer) and hold(table, rule.known)]
    return any(made(table, rule, able(table, rule, holders)) is not None for rule in killing)
