"""What would be played if the game began now? The table in the lobby as keywords of `Game`.

Besides the deck the host may decide what some decks need: the two `groups` of seats, the cards of the `actor`, the card
that a `house_rule` stands for. What the host leaves open the game decides, if it can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from narrator.game.game import Game, groups
from narrator.game.library import Library
from narrator.lobby.lobby import Lobby
from narrator.rules import facts
from narrator.rules.table import IllegalTable


def offered(lobby: Lobby, library: Library) -> dict[str, Any]:
    """What the host may lay out for this deck, and how it lies when the host does not."""
    table = _table(lobby, library)
    found: dict[str, Any] = {"house_rule": None} if "house_rule" in table else {}
    try:
        game = Game(**table, house_deck=True, library=library)
    except IllegalTable:
        return found
    halves = list(groups(game).values())
    if halves:
        found["groups"] = dict(zip(lobby.group_names, lobby.groups or halves, strict=True))
    for fact in game.facts:
        if isinstance(fact, facts.PartsLaid):
            found["actor"] = fact.cards
    return found


def dealt_game(
    lobby: Lobby,
    library: Library,
    seed: int = 0,
    *,
    house_deck: bool = False,
    hands: Sequence[str] | None = None,
    centre: Sequence[str] | None = None,
) -> Game:
    """The game as it would begin with this seed; raises `IllegalTable`.

    With a `house_deck` fewer or more may play than the book allows. `hands` are the cards that people have dealt, in
    the order of seats; the others are then in the `centre`.
    """
    open_to_the_host = offered(lobby, library)
    laid: dict[str, Any] = {"groups": open_to_the_host.get("groups"), "actor": lobby.actor}
    laid = {key: value for key, value in laid.items() if value and key in open_to_the_host}
    if hands is not None:
        laid |= {"cards": dict(zip(lobby.players, hands, strict=True)), "centre": centre}
    handed_out = dealt_by_host(lobby, library) if hands is None else None
    if handed_out is not None:
        laid |= {"cards": handed_out, "deck": list(deck_of(lobby, library).elements())}
    game = Game(**_table(lobby, library, hands) | laid, house_deck=house_deck, seed=seed, library=library)
    if handed_out is not None and len(deck_of(lobby, library) - Counter(handed_out.values())) > 1:
        raise IllegalTable("not-handed-out")
    return game


def dealt_by_host(lobby: Lobby, library: Library) -> dict[str, str] | None:
    """The card of each player to whom the host has handed one, where the host deals (WW-53)."""
    rules, _ = library.roleset(lobby.roleset, lobby.options)
    if not rules.host_deals:
        return None
    return {name: lobby.hands[name] for name in lobby.players if name in lobby.hands}


def deck_of(lobby: Lobby, library: Library) -> Counter[str]:
    """The deck that the host has chosen, or else the one that is proposed."""
    rules, _ = library.roleset(lobby.roleset, lobby.options)
    return Counter(rules.proposed(len(lobby.players)) if lobby.deck is None else lobby.deck)


def _table(lobby: Lobby, library: Library, hands: Sequence[str] | None = None) -> dict[str, Any]:
    rules, _ = library.roleset(lobby.roleset, lobby.options)
    deck = list(hands or (card for card, number in (lobby.deck or {}).items() for _ in range(number)))
    table = {"roleset": lobby.roleset, "seats": lobby.players, "deck": deck or None, "options": lobby.options}
    if any(card in rules.cards and rules.cards[card].stand_in for card in deck or rules.proposed(len(lobby.players))):
        table["house_rule"] = lobby.house_rule or None
    return table
