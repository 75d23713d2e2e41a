"""Who plays the next game? Everybody at the table and those who came during the last one, but not those who sit it out
or have gone home.

A deck that the host has chosen grows and shrinks with them, by plain cards, which are the roleset's `filler`.
"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.lobby.lobby import MOST_SEATS, Lobby
from narrator.rules.deal import FEWEST_SEATS
from narrator.rules.views import View


def latecomers(lobby: Lobby) -> list[str]:
    """Those who came during a game, and have a seat in the next one."""
    return [name for token, name in lobby.waiting.items() if token in lobby.late]


def seat_latecomers(lobby: Lobby, filler: str) -> list[str]:
    """Give a seat to everybody who came during a game, as far as there is room; returns who has one now."""
    came = latecomers(lobby)[: MOST_SEATS - len(lobby.players)]
    lobby.late = []
    for name in came:
        lobby.let_in(name)
    _fit(lobby, len(came), filler)
    return came


def free_chairs(lobby: Lobby, gone: Sequence[str], filler: str) -> None:
    """These have gone home, and are not at the table any more."""
    fewer = len([name for name in gone if name not in lobby.sits_out])
    for name in gone:
        lobby.leave(name)
    _fit(lobby, -fewer, filler)


def sit_out(lobby: Lobby, names: Sequence[str], filler: str) -> None:
    """These sit out the next game, and nobody else does; they keep their chairs."""
    _fit(lobby, len(lobby.sits_out) - len(names), filler)
    lobby.sits_out = list(names)
    lobby.save()


def owe_a_game(known: View, players: Sequence[str]) -> list[str]:
    """Which of the players have not won the game of which all this is known, and so have to sit out the next one?
    None of them, where too few would be left to play."""
    owing = [name for name in players if known.noted.get((name, "owes-a-game")) and name not in known.winners]
    return owing if len(players) - len(owing) >= FEWEST_SEATS else []


def _fit(lobby: Lobby, more: int, filler: str) -> None:
    if more and lobby.deck is not None:
        lobby.deck = {**lobby.deck, filler: max(0, lobby.deck.get(filler, 0) + more)}
        lobby.save()
