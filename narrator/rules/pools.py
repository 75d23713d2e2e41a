"""Whom or what a prompt lets choose, and who is asked. A pool answers in seat order.

Each is named in a roleset's YAML with hyphens: `other_living` is `other-living`. `asker` is the seat that chooses.
"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.registry import Combination, Pool, pool, traits_of
from narrator.rules.table import Table

UNFAITHFUL = "unfaithful"
"""Noted of a seat that may vote against the one it loves (VA-07)."""


def parts(together: Combination) -> Pool:
    """The pool of everything that stands in any of the whole answers, what decoys offer first."""
    offers = traits_of(together).get("offers")

    def choices(table: Table, asker: str) -> Sequence[str]:
        offered = offers(table, asker) if offers is not None else ()
        found = dict.fromkeys([part for answer in together(table, asker) for part in answer])
        return list(dict.fromkeys([*[word for word in offered if word in found], *found]))

    return choices


@pool(same_for_all=True, oneself=True, apart=True)
def living(table: Table, asker: str) -> Sequence[str]:
    """Every living seat, the asker's own too."""
    return table.living


@pool(apart=True)
def other_living(table: Table, asker: str) -> Sequence[str]:
    """Every living seat but the asker's own."""
    return [seat for seat in table.living if seat != asker]


@pool(same_for_all=True, dead=True)
def dead(table: Table, asker: str) -> Sequence[str]:
    """Every dead seat."""
    return [seat for seat in table.seats if seat in table.died_in]


@pool(same_for_all=True, apart=True)
def prey(table: Table, asker: str) -> Sequence[str]:
    """Every living seat that is not a werewolf."""
    return table.prey


@pool(same_for_all=True, apart=True)
def pack(table: Table, asker: str) -> Sequence[str]:
    """Every living werewolf."""
    return table.wolves


@pool(same_but_for_lovers=True)
def living_but_own_lover(table: Table, asker: str) -> Sequence[str]:
    """Every living seat but the one that the asker loves (MH-35), unless unfaithful."""
    beloved = table.lover.get(asker)
    if beloved is None or (asker, UNFAITHFUL) in table.noted:
        return table.living
    return [seat for seat in table.living if seat not in beloved]


def known_cards(table: Table, asker: str) -> Sequence[str]:
    """The cards of the deck in the roleset's order; where the deck is not known, all there are (CO-05)."""
    return [card for card in table.rules.cards if card in table.dealt or not table.rules.open_deck]


def as_many_as_in_the_centre(table: Table, asker: str) -> Sequence[str]:
    """As many cards as lie in the centre, and not those."""
    return known_cards(table, asker)[: len(table.centre)]


@pool(holds="card", same_for_all=True, hidden=True, offers=as_many_as_in_the_centre)
def centre(table: Table, asker: str) -> Sequence[str]:
    """The cards in the centre, each kind once."""
    return list(dict.fromkeys(table.centre))


@pool(same_for_all=True, hidden=True)
def bitten(table: Table, asker: str) -> Sequence[str]:
    """The seats that the pack, or one of it alone, attacked tonight, the girl caught peeping included."""
    bites = [attack for attack in table.attacks if attack.cause in ("devoured", "fright")]
    return table.in_seat_order([bite.seat for bite in bites if bite.by_pack or not bite.certain])


@pool(holds="yes", same_for_all=True)
def yes(table: Table, asker: str) -> Sequence[str]:
    """The one word of a question that is answered yes or passed."""
    return ("yes",)


@pool(holds="yes", same_for_all=True)
def yes_or_no(table: Table, asker: str) -> Sequence[str]:
    """The two words of a question that cannot be passed; silence is no."""
    return ("yes", "no")


@pool("line", holds="text", same_for_all=True)
def lines(table: Table, asker: str) -> Sequence[str]:
    """Any line of plain words; this one is for those who can think of none."""
    return ("…",)


@pool(same_for_all=True)
def eligible(table: Table, asker: str) -> Sequence[str]:
    """Every living seat that may hold an office."""
    return [seat for seat in table.living if seat not in table.voteless.get(None, ())]
