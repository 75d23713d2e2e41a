"""What anybody may ask of the box, at the table or not: to see a page, to join, to become the host."""

from __future__ import annotations

from narrator.box.messages.guards import is_running, not_while_dealing, only_host, seat_of
from narrator.box.messages.kinds import Join, Lend, Look, OpenHost, SayPin
from narrator.box.messages.replies import Admitted, ShownView
from narrator.box.moderator import Moderator
from narrator.lobby.lobby import Refused

BETWEEN_SAYING = 20.0
"""Seconds between two times that the PIN is said."""


def look(box: Moderator, message: Look) -> ShownView:
    """What a page shows now; a player's and the host's only to themselves."""
    if message.kind == "player" and message.token not in box.lobby.waiting:
        seat_of(box, message)
    elif message.kind == "host":
        only_host(box, message)
    elif message.kind == "lent":
        box.lending.lent(message.token)
    return ShownView(view=box.page(message.kind, message.token, message.language or box.spoken))


def join(box: Moderator, message: Join) -> Admitted:
    """A new player; or, with the number that the host has read out, another phone for one who is at the table.

    Since a game has begun this evening, a new player waits for the host.
    """
    box.limits.spend("join", message.peer)
    if message.pin:
        token = box.lobby.take_over(message.name, message.pin.strip())
        say_moved(box, box.lobby.tokens[token])
        box.publish()
        return Admitted(token=token)
    if is_running(box):
        raise Refused("game-running", "join-later")
    not_while_dealing(box)
    if not box.lobby.door:
        raise Refused("door-shut")
    if box.lobby.started:
        return _wait(box, message)
    token = box.lobby.join(message.name)
    box.announce("box.joined", names=box.lobby.tokens[token])
    box.publish()
    return Admitted(token=token)


def _wait(box: Moderator, message: Join) -> Admitted:
    """The first one who waits is announced, but not by name: strangers may type what they like."""
    token = box.lobby.wait(message.name)
    if len(box.lobby.waiting) == 1:
        box.announce("box.waits")
    box.publish()
    return Admitted(token=token)


def say_moved(box: Moderator, *seats: str) -> None:
    """In a game all hear whose phone or button has changed: so nobody, not even the host, takes a seat unheard."""
    if is_running(box):
        for seat in seats:
            box.announce("box.moved", names=seat)


def open_host(box: Moderator, message: OpenHost) -> Admitted:
    """Anybody who knows the PIN becomes a host, beside others; each address has a few tries, and then must wait."""
    if message.token in box.lobby.hosts:
        return Admitted(token=message.token)
    box.limits.spend("pin", message.peer)
    if "".join(message.pin.split()) != box.pin:
        raise Refused("wrong-pin")
    box.limits.forgive("pin", message.peer)
    return Admitted(token=box.lobby.add_host(message.peer))


def say_pin(box: Moderator, message: SayPin) -> None:
    """Anybody may have the PIN said again, as those at the table hear it; but not at night, which would last longer."""
    if is_running(box) and box.is_night:
        raise Refused("not-now", "pin-at-night")
    now = box.clock.now()
    if now < box.pin_said + BETWEEN_SAYING:
        raise Refused("too-often", "pin-just-said")
    box.limits.spend("say-pin", message.peer)
    box.pin_said = now
    box.say_pin()
    box.publish()


def lend(box: Moderator, message: Lend) -> Admitted:
    """A phone asks to be lent to somebody without one."""
    box.limits.spend("lend", message.peer)
    loan = box.lending.lend(box.may_lend)
    box.announce("box.lent")
    box.publish()
    return Admitted(token=loan.token)
