"""Which cards may somebody alive still hold, and whom must the box call tonight, as far as the table knows (G-20)?"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.rolesets import Call
from narrator.rules.table import Table
from narrator.rules.together import SILENT, STYLES, side_by_side

GUESTS = ("hamlets", "cards")
"""Noted: every card that somebody may hold who came from another village (VA-02)."""
SWAPPED = ("everybody", "swapped")
"""Noted: the pairs of cards whose holders have each other's powers, as far as the table knows (EV-48)."""
SECOND = "second"
"""Noted of a seat that holds two cards: whether the second lies `open` or is `secret`."""


def may_be_alive(table: Table, card: str) -> bool:
    """May a holder of this card be alive and act, as far as the table knows (G-20)?

    After a despair a card of the village acts only where its holder may belong to the pack, or have come from another
    village since (VA-02).
    """
    hidden = lies_hidden(table, card) or (card in table.laid_ready and lies_hidden(table, table.rules.performer))
    if not hidden and card in table.rules.buildings:
        return bool(table.occupants(card))
    if not hidden and SWAPPED in table.noted:
        hidden = any(lies_hidden(table, other) for pair in table.noted[SWAPPED] if card in pair for other in pair)
    guests = table.noted.get(GUESTS, ())
    if not hidden or table.despair is None or card in guests:
        return hidden
    return table.rules.cards[card].side != "villagers" or may_be_of_the_pack(table, card)


def may_be_of_the_pack(table: Table, card: str) -> bool:
    """May a holder of this card of the village have become a werewolf before the despair, infected, by choice, or
    in a part, or be one by another card? Nobody has become one before the first night."""
    if any(key == SECOND for _, key in table.noted):
        return True
    if not table.despair:
        return False
    cards, opened = table.rules.cards, table.opened
    if any(maker in opened and opened[maker] <= table.despair for maker in table.rules.makers):
        return True
    turning = (card, *table.laid_ready) if card == table.rules.performer else (card,)
    there = table.dealt if table.rules.open_deck else cards
    infects = any(cards[other].infects for other in (*there, *table.noted.get(GUESTS, ())))
    return infects or any(cards[other].turncoat for other in turning)


def lies_hidden(table: Table, card: str) -> bool:
    """May somebody alive hold this card, as far as the table knows?"""
    turned_up = table.turned_up.get(card, 0)
    if table.dealt.get(card, 0) > turned_up:
        return True
    if turned_up and turned_up > table.gone.get(card, 0) and heir_may_be_alive(table):
        return True
    return card in table.noted.get(GUESTS, ())


def due_tonight(table: Table) -> tuple[Call, ...]:
    """The calls that come tonight, in order, if their cards may still act.

    Calls of the first night come once more when somebody has taken the place of another, and that of a card alone
    when it may have a new holder; those of cards that lie ready for a performer come every night, and those
    whom such a card brings together are called right after it. Characters that are called together stand side by side,
    as if there were no cards but those of this game.
    """
    called, style = _due(table), table.options.get("night")
    if style not in STYLES:
        return called
    return side_by_side([call for call in called if _in_this_game(table, call)], style == SILENT)


def _in_this_game(table: Table, call: Call) -> bool:
    """May this call ever come in a game with these cards?"""
    known = (table.dealt, table.turned_up, table.laid_ready, table.noted.get(GUESTS, ()), table.rules.buildings)
    return bool(call.made_by) or any(card in cards for card in call.of for cards in known)


def _due(table: Table) -> tuple[Call, ...]:
    rules, laid_ready, again = table.rules, table.laid_ready, table.renewed == table.night
    usual = rules.first_night if table.night == 1 else rules.later_nights
    if not (laid_ready or again or table.drawn or (table.moved and rules.heirs_in_secret)):
        return usual
    order = {call.name: at for at, call in enumerate(rules.every_call)}
    due = [
        call
        for call in rules.every_call
        if call in usual
        or (call.first_only and any(again or card in laid_ready or may_be_uncalled(table, card) for card in call.of))
    ]
    return tuple(sorted(due, key=lambda call: order[_place(call, laid_ready)]))


def heir_may_be_alive(table: Table) -> bool:
    """May somebody hold a turned-up card in secret? Those known to have taken one over do not count."""
    heirs, dealt, turned_up = table.rules.heirs_in_secret, table.dealt, table.turned_up
    left = 0
    for card in heirs:
        left += dealt.get(card, 0) - turned_up.get(card, 0)
    if left <= 0:
        return False
    others = [card for card in turned_up if card not in heirs]
    return left > sum([max(0, turned_up[card] - dealt.get(card, 0)) for card in others])


def may_be_uncalled(table: Table, card: str) -> bool:
    """Has a holder of this card perhaps not been called yet, as far as the table knows?"""
    return (card in table.moved and heir_may_be_alive(table)) or (card, table.night - 1) in table.drawn


def _place(call: Call, laid_ready: Sequence[str]) -> str:
    """Which call of the order this one comes in the place of."""
    return call.of[0] if len(call.of) == 1 and call.of[0] in laid_ready else call.name
