"""What would be played if the game began now? The table in the lobby as keywords of `Game`.

Beside the deck the host may lay out what some decks need: the two `groups` of seats, the cards of the `actor`. What the
host leaves open, the game decides.
"""

from __future__ import annotations

from typing import Any

from narrator.game import Game
from narrator.lobby import Lobby
from narrator.rules import facts
from narrator.shelf import Shelf


def offered(lobby: Lobby, shelf: Shelf) -> dict[str, Any]:
    """What the host may lay out for this deck, and how the game would; raises `IllegalTable`."""
    found: dict[str, Any] = {}
    for fact in Game(**_table(lobby), shelf=shelf).facts:
        if isinstance(fact, facts.GroupsFormed):
            found["groups"] = dict(fact.groups)
        elif isinstance(fact, facts.ActorCardsLaid):
            found["actor"] = fact.cards
    return found


def drafted(lobby: Lobby, shelf: Shelf, seed: int = 0) -> Game:
    """The game as it begins with this seed; raises `IllegalTable`."""
    laid: dict[str, Any] = {"groups": lobby.groups, "actor": lobby.actor}
    return Game(
        **_table(lobby), **{key: laid[key] for key in offered(lobby, shelf) if laid[key]}, seed=seed, shelf=shelf
    )


def _table(lobby: Lobby) -> dict[str, Any]:
    deck = [card for card, number in (lobby.deck or {}).items() for _ in range(number)]
    return {"roleset": lobby.roleset, "seats": lobby.players, "deck": deck or None, "options": lobby.options}
