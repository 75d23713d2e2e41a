"""What was drawn for the seats, before it is laid on the table: variants may change it (`registry.dealing`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Hands:
    """The `cards` of the seats in seat order, and what lies in the `centre`; `named` where somebody chose them instead
    of the dice. `seconds` are second cards, `lie` says how (`open`, `secret`), `alignment` whom the table gave which
    of these, and `feigned` the cards that everybody takes to be in the deck."""

    def __init__(
        self, cards: Sequence[str], centre: Sequence[str], named: bool, alignment: Mapping[str, str] | None
    ) -> None:
        self.cards = list(cards)
        self.centre = list(centre)
        self.named = named
        self.alignment = alignment
        self.seconds: list[str] = []
        self.lie = ""
        self.feigned: tuple[str, ...] = ()
