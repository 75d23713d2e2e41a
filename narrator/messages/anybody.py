"""What anybody may ask of the box, at the table or not: to see a page, to join, to become the host."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from narrator.lobby import Refused
from narrator.messages.guards import is_running, not_while_dealing, only_host, seat_of
from narrator.messages.kinds import Join, Lend, Look, OpenHost, SayPin

if TYPE_CHECKING:
    from narrator.box import Box

WRONG_PINS = 5
"""After so many wrong PINs in a row, only one can be tried in `BETWEEN_PINS` seconds."""
BETWEEN_PINS = 10.0
BETWEEN_SAYING = 20.0
"""Seconds between two times that the PIN is said."""


def look(box: Box, message: Look) -> dict[str, Any]:
    """What a page shows now; a player's and the host's only to themselves."""
    if message.kind == "player":
        seat_of(box, message)
    elif message.kind == "host":
        only_host(box, message)
    elif message.kind == "lent":
        box.lending.lent(message.token)
    return {"view": box.page(message.kind, message.token)}


def join(box: Box, message: Join) -> dict[str, Any]:
    """A new player; or, with the number that the host has read out, another phone for one who is at the table."""
    if message.pin:
        token = box.lobby.take_over(message.name, message.pin.strip())
        seat = box.lobby.tokens[token]
        say_moved(box, seat)
        box.publish()
        return {"token": token, "seat": seat}
    if is_running(box):
        raise Refused("game-running", "A game is running; you can join for the next one.")
    not_while_dealing(box)
    token = box.lobby.join(message.name)
    seat = box.lobby.tokens[token]
    box.speech.announce("box.joined", names=seat)
    box.publish()
    return {"token": token, "seat": seat}


def say_moved(box: Box, *seats: str) -> None:
    """In a game all hear whose phone or button is another one: so nobody, the host included, takes a seat unheard."""
    if is_running(box):
        box.ends += sum(box.speech.announce("box.moved", names=seat) for seat in seats)


def open_host(box: Box, message: OpenHost) -> dict[str, Any]:
    """Whoever knows the PIN becomes a host, beside those who are."""
    now = box.clock.now()
    if box.wrong_pins >= WRONG_PINS and now < box.pin_tried + BETWEEN_PINS:
        raise Refused("too-often", f"Too many wrong PINs: wait {BETWEEN_PINS:.0f} seconds before you try the next.")
    box.pin_tried = now
    if message.pin.strip() != box.pin:
        box.wrong_pins += 1
        raise Refused("wrong-pin", "That is not the PIN; the box says it when it starts.")
    box.wrong_pins = 0
    token = secrets.token_urlsafe(16)
    box.lobby.hosts.append(token)
    box.lobby.save()
    return {"token": token}


def say_pin(box: Box, message: SayPin) -> None:
    """Anybody may have it said again: it is for those who sit at the table and hear it."""
    now = box.clock.now()
    if now < box.pin_said + BETWEEN_SAYING:
        raise Refused("too-often", "The box has just said the PIN; it says it again in a moment.")
    box.pin_said = now
    box.ends += box.speech.say_pin(box.pin)
    box.publish()


def lend(box: Box, message: Lend) -> dict[str, str]:
    """A phone asks to be lent to somebody without one."""
    return box.lending.lend()
