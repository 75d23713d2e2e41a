"""Somebody at the table comes with another phone, or another browser: how do they get their seat back?

    the host reads out a number      ->  `hand_over`; the phone where it is typed with the name gets it (`take_over`)
    they say “that is me” (`claim`)  ->  once somebody has agreed they get it (`give`), or else `send_away`

Either way the old phone's token becomes worthless.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from narrator.lobby.lobby import Lobby, Refused, new_token
from narrator.lobby.lookalikes import namesake
from narrator.telling.voice import proper_name


def hand_over(lobby: Lobby, name: str) -> str:
    """The number with which another phone may take over a player's seat, once; earlier numbers become void."""
    if lobby.token_of(name) is None:
        raise Refused("unknown-seat", "nobody-with-phone", name=name)
    lobby.numbers[name] = f"{secrets.randbelow(10000):04}"
    lobby.save()
    return lobby.numbers[name]


def take_over(lobby: Lobby, name: str, number: str) -> str:
    """Give a player's seat to another phone, and return its token.

    The name may be spelled differently; a wrong number makes the right one worthless.
    """
    seat = namesake(proper_name(name), lobby.numbers) or ""
    if lobby.numbers.pop(seat, None) != number:
        lobby.save()
        raise Refused("wrong-pin", "wrong-number")
    return give(lobby, seat, new_token())


def player_called(lobby: Lobby, name: str) -> str | None:
    """The player who has this name, but for capital letters; a bot only where it plays for somebody who has gone."""
    name = proper_name(name).casefold()
    theirs = (seat for seat in lobby.players if seat not in lobby.bots or lobby.token_of(seat) is not None)
    return next((seat for seat in theirs if seat.casefold() == name), None)


def claim(lobby: Lobby, seat: str) -> str:
    """Let somebody ask for this player's seat; returns the token that will have it. One at a time asks for a seat."""
    if seat in lobby.claims.values():
        raise Refused("asks-already", name=seat)
    token = new_token()
    lobby.claims[token] = seat
    lobby.save()
    return token


def claimed(lobby: Lobby, seat: str) -> str:
    """The token of the phone that asks for this seat; raises `Refused` (`unknown-seat`) where none does."""
    token = next((token for token, name in lobby.claims.items() if name == seat), None)
    if token is None:
        raise Refused("unknown-seat", "nobody-asks", name=seat)
    return token


def give(lobby: Lobby, seat: str, token: str) -> str:
    """Give a player's seat to the phone with this token, which is returned; no bot plays for them any more."""
    lobby.claims.pop(token, None)
    lobby.bots = [bot for bot in lobby.bots if bot != seat]
    lobby.tokens = {other: owner for other, owner in lobby.tokens.items() if owner != seat} | {token: seat}
    lobby.save()
    return token


def bring_back(lobby: Lobby, seats: Iterable[str]) -> None:
    """Those who play a game that was cut off have their chairs again where the table was lost; they claim them."""
    if lobby.lost is not None:
        lobby.started = True
        lobby.players = list(seats)
        lobby.tokens = {new_token(): seat for seat in lobby.players}
        lobby.remember()


def send_away(lobby: Lobby, token: str) -> None:
    """Refuse the seat to the phone that asks with this token."""
    del lobby.claims[token]
    lobby.save()
