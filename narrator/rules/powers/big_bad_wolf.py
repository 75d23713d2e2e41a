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
    """Could it still be so, as far as the table knows (G-20)? Dying of the knight's disease shows a werewolf."""
    if not table.wolf_died:
        return True
    cards = table.rules.cards
    if any(cards[card].werewolf or cards[card].turncoat for card in table.turned_up):
        return False
    ill = [seat for seat, causes in table.died_of.items() if causes[0] == "disease"]
    return all((seat, UNSURE) in table.noted for seat in ill)


@pool(same_for_all=True)
def unbitten_prey(table: Table, asker: str) -> Sequence[str]:
    """Every living seat that is not a werewolf and that nobody has attacked tonight."""
    attacked = bitten(table, asker)
    return [seat for seat in table.prey if seat not in attacked]
