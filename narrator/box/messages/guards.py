"""Who asks, and is it the time for it? What the messages refuse is refused here."""

from __future__ import annotations

from narrator.box.messages.kinds import Message
from narrator.box.moderator import Moderator
from narrator.box.round import Round
from narrator.lobby.lobby import Refused


def only_host(box: Moderator, message: Message) -> None:
    """Does the host ask? Everybody else is refused."""
    if not is_host(box, message):
        raise Refused("not-the-host")


def is_host(box: Moderator, message: Message) -> bool:
    """Does one of the host's devices ask, or a part of the box?"""
    return message.token in (*box.lobby.hosts, box.inside)


def only_inside(box: Moderator, message: Message) -> None:
    """Does a part of the box ask? Every page is refused."""
    if message.token != box.inside:
        raise Refused("not-the-host")


def seat_of(box: Moderator, message: Message) -> str:
    """Whose phone or button is this? Strangers are refused."""
    seat = box.lobby.tokens.get(message.token or "")
    if seat is None:
        raise Refused("unknown-seat", "unknown-phone")
    return seat


def player_of(box: Moderator, message: Message) -> str:
    """Who plays with this phone or button? Strangers are refused, and so are those who sit out the game."""
    seat = seat_of(box, message)
    if box.round is not None and seat not in box.round.views:
        raise Refused("not-now", "sits-out")
    return seat


def only_players(box: Moderator, *names: str) -> None:
    """Do all of these sit at the table? Any other name is refused."""
    for name in names:
        if name not in box.lobby.players:
            raise Refused("unknown-seat", name=name)


def running_round(box: Moderator) -> Round:
    """The round that is running, as far as the table knows; else refused."""
    if box.round is None or not is_running(box):
        raise Refused("no-game")
    return box.round


def is_running(box: Moderator) -> bool:
    """As far as the table knows: the rules know a winner long before the village hears of the night."""
    return box.stage == "game"


def only_before_a_game(box: Moderator) -> None:
    """While a game is running, and while cards are dealt, this is refused."""
    if is_running(box):
        raise Refused("game-running", "only-before-a-game")
    not_while_dealing(box)


def not_while_dealing(box: Moderator) -> None:
    """While cards are laid on the lid, this is refused."""
    if box.dealing is not None:
        raise Refused("dealing")
