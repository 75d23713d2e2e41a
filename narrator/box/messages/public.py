"""What anybody may ask of the box, at the table or not: to see a page, to join, to become the host."""

from __future__ import annotations

from narrator.box.messages.guards import is_host, is_running, not_while_dealing, only_host, running_round, seat_of
from narrator.box.messages.kinds import Join, Lend, Look, OpenHost, SayAgain, SayPin
from narrator.box.messages.replies import Admitted, ShownView
from narrator.box.moderator import Moderator
from narrator.lobby import other_phone
from narrator.lobby.lobby import Refused

BETWEEN_SAYING = 20.0
"""Seconds between two times that the PIN is said."""
BETWEEN_REPEATS = 8.0
"""Seconds after a line was said again in which nobody can ask for that, so that time goes on between repeats."""


def look(box: Moderator, message: Look) -> ShownView:
    """What a page shows now; a player's and the host's only to themselves."""
    if message.kind == "player" and message.token not in {**box.lobby.waiting, **box.lobby.claims}:
        seat_of(box, message)
    elif message.kind == "host":
        only_host(box, message)
    elif message.kind == "lent":
        box.lending.lent(message.token)
    return ShownView(view=box.page(message.kind, message.token, message.language or box.spoken))


def join(box: Moderator, message: Join) -> Admitted:
    """A new player; or another phone for one who is at the table, be it with the number that the host has read out.

    In a game a new player watches, and has a seat in the next one. After it, until the evening is over, they wait for
    the host.
    """
    box.limits.spend("join", message.peer)
    if message.pin:
        try:
            token = other_phone.take_over(box.lobby, message.name, message.pin.strip())
            say_moved(box, box.lobby.tokens[token])
        finally:  # right or wrong: the number is worthless now
            box.publish()
        return Admitted(token=token)
    seat = other_phone.player_called(box.lobby, message.name)
    if seat is not None:
        return _back_again(box, seat, message.again)
    not_while_dealing(box)
    if not box.lobby.door:
        raise Refused("door-shut")
    if is_running(box):
        token = box.lobby.wait(message.name, late=True)
        box.publish()
        return Admitted(token=token)
    if box.lobby.started:
        return _wait(box, message)
    token = box.lobby.join(message.name)
    box.announce("box.joined", names=box.lobby.tokens[token])
    box.publish()
    return Admitted(token=token)


def _back_again(box: Moderator, seat: str, sure: bool) -> Admitted:
    """Somebody types the name of a player at the table, and must be `sure` that they are that player.

    They have the seat at once where nothing can be lost: before a game, while newcomers may join and no page of that
    seat listens. Otherwise the seat's own page must agree, or the host; in a game only the host can.
    """
    if not sure:
        raise Refused("is-it-you", name=seat)
    token = other_phone.claim(box.lobby, seat)
    if not is_running(box) and box.dealing is None and box.lobby.door and not box.is_here(seat):
        other_phone.give(box.lobby, seat, token)
        box.announce("box.moved", names=seat)
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
    """Anybody who knows the PIN becomes a host, besides others; each address has a few tries, and then must wait."""
    if message.token in box.lobby.hosts:
        return Admitted(token=message.token)
    box.limits.spend("pin", message.peer)
    if "".join(message.pin.split()) != box.pin:
        raise Refused("wrong-pin")
    box.limits.forgive("pin", message.peer)
    return Admitted(token=box.lobby.add_host(message.peer))


def say_pin(box: Moderator, message: SayPin) -> None:
    """Anybody may have the PIN said again, as those at the table hear it; but not at night."""
    if box.is_hushed:
        raise Refused("not-now", "pin-at-night")
    now = box.clock.now()
    if now < box.pin_said + BETWEEN_SAYING:
        raise Refused("too-often", "pin-just-said")
    box.limits.spend("say-pin", message.peer)
    box.pin_said = now
    box.say_pin()
    box.publish()


def say_again(box: Moderator, message: SayAgain) -> None:
    """Anybody at the table may have the last line of the game said again, by day."""
    if not is_host(box, message):
        seat_of(box, message)
    running_round(box)
    if box.is_hushed:
        raise Refused("not-now", "say-again-at-night")
    if box.clock.now() < box.repeated + BETWEEN_REPEATS:
        raise Refused("too-often", "just-said-again")
    box.repeat()
    box.publish()


def lend(box: Moderator, message: Lend) -> Admitted:
    """A phone asks to be lent to somebody without one."""
    box.limits.spend("lend", message.peer)
    loan = box.lending.lend(box.may_lend)
    box.announce("box.lent")
    box.publish()
    return Admitted(token=loan.token)
