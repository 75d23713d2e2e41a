"""The big bad wolf: hungry as long as no wolf has died (PA-11)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.appearance import UNSURE
from narrator.rules.pools import bitten
from narrator.rules.registry import condition, pool
from narrator.rules.table import Table


@condition
def no_wolf_is_dead(table: Table) -> bool:
    """Has nobody been eliminated who was a werewolf, a wild child or a wolf-hound?"""
    return not table.wolf_died


@condition
def no_wolf_is_known_dead(table: Table) -> bool:
    """Could it still be so, as far as the table knows (G-20)? Some ways to die show a werewolf, whatever its card."""
    if not table.wolf_died:
        return True
    cards = table.rules.cards
    if any(cards[card].werewolf or cards[card].turncoat for card in table.turned_up):
        return False
    return not any(_shown_by_its_death(table, seat) for seat in table.died_of)


def _shown_by_its_death(table: Table, seat: str) -> bool:
    """Disease and fire reach werewolves only, and a barber who does not die has shaved one."""
    cause = table.died_of[seat][0]
    if cause == "razor":
        same_day = [other for other, phase in table.died_in.items() if phase == table.died_in[seat]]
        return not any(table.died_of[other][0] == "recoil" for other in same_day)
    return cause == "burns" or (cause == "disease" and (seat, UNSURE) not in table.noted)


@pool(same_for_all=True)
def unbitten_prey(table: Table, asker: str) -> Sequence[str]:
    """Every living seat that is not a werewolf and that nobody has attacked tonight."""
    attacked = bitten(table, asker)
    return [seat for seat in table.prey if seat not in attacked]
