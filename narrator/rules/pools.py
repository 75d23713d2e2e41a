"""Whom or what a prompt lets choose, and who is asked. A pool answers in seat order.

Each is named in a roleset's YAML with hyphens: `other_living` is `other-living`. `asker` is the seat that chooses.
"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.registry import Combination, Pool, pool
from narrator.rules.table import Table

SAME_FOR_ALL = (
    "living", "prey", "unbitten-prey", "centre", "actor-cards", "bitten", "pack", "yes", "yes-or-no", "eligible",
    "identities",
    "natures",
)  # fmt: skip
"""Pools whose choices do not depend on who asks."""
SAME_WITHOUT_LOVERS = ("living-but-own-lover",)
"""Pools whose choices depend on who asks only where there are lovers."""
NO_SEATS = {
    "centre": "card", "actor-cards": "card", "identities": "card", "undealt": "card", "yes": "yes", "yes-or-no": "yes",
    "natures": "word",
    "letters": "letter",
}  # fmt: skip
"""Pools that hold no seats, and what they hold."""
WORDS: dict[Pool | Combination, tuple[str, ...]] = {}
"""Pools that hold words, beside seats or without, and which."""
UNDERSTOOD_BY: dict[str, str] = {}
"""Pools that hold words beside seats, and the one agreement that knows what they mean."""
OFFERED: dict[Pool, Pool] = {}
"""What decoys offer where a pool of no seats holds what nobody else may know; the others are offered as they are."""


def parts(together: Combination) -> Pool:
    """The pool of everything that stands in any of the whole answers."""

    def choices(table: Table, asker: str) -> Sequence[str]:
        return list(dict.fromkeys([part for answer in together(table, asker) for part in answer]))

    return choices


@pool
def living(table: Table, asker: str) -> Sequence[str]:
    """Every living seat, one's own too."""
    return table.living


@pool
def other_living(table: Table, asker: str) -> Sequence[str]:
    """Every living seat but one's own."""
    return [seat for seat in table.living if seat != asker]


@pool
def prey(table: Table, asker: str) -> Sequence[str]:
    """Every living seat that is no werewolf."""
    return table.prey


@pool
def pack(table: Table, asker: str) -> Sequence[str]:
    """Every living werewolf."""
    return table.wolves


@pool
def living_but_own_lover(table: Table, asker: str) -> Sequence[str]:
    """Every living seat but the one that the asker loves (MH-35)."""
    beloved = table.lover.get(asker)
    return [seat for seat in table.living if seat not in beloved] if beloved else table.living


@pool
def centre(table: Table, asker: str) -> Sequence[str]:
    """The cards in the centre, each kind once."""
    return list(dict.fromkeys(table.centre))


def known_cards(table: Table, asker: str) -> Sequence[str]:
    """The cards of the deck in the roleset's order; where the deck is not known, all there are (CO-05)."""
    return [card for card in table.rules.cards if card in table.dealt or not table.rules.open_deck]


def as_many_as_in_the_centre(table: Table, asker: str) -> Sequence[str]:
    """As many cards as lie in the centre, and not those."""
    return known_cards(table, asker)[: len(table.centre)]


OFFERED[centre] = as_many_as_in_the_centre


@pool
def bitten(table: Table, asker: str) -> Sequence[str]:
    """The seats that the pack, or one of it alone, attacked tonight, the girl caught peeping included."""
    victims = [attack.seat for attack in table.attacks if attack.cause in ("devoured", "fright") and not attack.certain]
    return table.in_seat_order(victims)


@pool
def yes(table: Table, asker: str) -> Sequence[str]:
    """The one word of a question that is answered yes or passed."""
    return ("yes",)


@pool
def yes_or_no(table: Table, asker: str) -> Sequence[str]:
    """The two words of a question that cannot be passed; silence is no."""
    return ("yes", "no")


@pool
def eligible(table: Table, asker: str) -> Sequence[str]:
    """Every living seat that may hold an office."""
    return [seat for seat in table.living if seat not in table.marks.get("voteless", ())]
