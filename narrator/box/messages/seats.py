"""Who sits at the table, on which seat, with which button: for the host, and for seat buttons and the knob."""

from __future__ import annotations

from narrator.box.messages.guards import not_while_dealing, only_before_a_game, only_host, only_players
from narrator.box.messages.kinds import Add, HandOver, Kick, Learn, Learned, LetIn, Seats, Sit
from narrator.box.messages.replies import HandedOver
from narrator.box.messages.settings import set_cards
from narrator.box.moderator import Moderator
from narrator.lobby import other_phone
from narrator.lobby.lobby import MOST_SEATS, Refused


def add(box: Moderator, message: Add) -> None:
    """A player without a phone."""
    only_host(box, message)
    only_before_a_game(box)
    box.lobby.join(message.name)
    box.publish()


def seats(box: Moderator, message: Seats) -> None:
    """How many are at the table; those without a name have a number, and the button of that number if it is there."""
    only_host(box, message)
    only_before_a_game(box)
    box.lobby.number_seats(message.number, box.language.seats(MOST_SEATS), message.buttons)
    _fill_up(box)
    box.publish()


def sit(box: Moderator, message: Sit) -> None:
    """Somebody holds a button or a key: if it is nobody's they sit down; if it is a numbered player's, they get up."""
    only_host(box, message)
    not_while_dealing(box)
    lobby, names = box.lobby, box.language.seats(MOST_SEATS)
    if box.round is not None or box.wanted:
        raise Refused("not-now", "sit-later")
    button = _pressed(box, message)
    if button not in names.values():
        raise Refused("unknown-button", "no-such-seat", most=MOST_SEATS, number=button)
    owner = next((name for name, number in lobby.buttons.items() if number == button), None)
    if owner is None:
        owner = next(name for name, number in names.items() if number == button)
        if owner in lobby.buttons:  # of another number, as it was learned
            owner = next((name for name in names if name not in lobby.players), owner)
        lobby.take_seat(owner, names, [])
        lobby.give_buttons({owner: button})
        _fill_up(box)
        box.announce("box.joined", names=owner)
        if len(lobby.players) == box.next_rules.least:
            box.announce("box.enough")
    elif owner in names:
        lobby.leave(owner)
        _fill_up(box)
        box.announce("box.left", names=owner)
    else:
        raise Refused("button-taken", "button-of-another", number=button, name=owner)
    box.publish()


def let_in(box: Moderator, message: LetIn) -> None:
    """The host lets in somebody who is waiting."""
    only_host(box, message)
    only_before_a_game(box)
    box.lobby.let_in(message.name)
    box.announce("box.joined", names=message.name)
    box.publish()


def kick(box: Moderator, message: Kick) -> None:
    """The host has somebody get up before a game, or sends away somebody who is waiting."""
    only_host(box, message)
    if message.name in box.lobby.waiting.values():
        box.lobby.turn_away(message.name)
        box.publish()
        return
    only_before_a_game(box)
    only_players(box, message.name)
    box.lobby.leave(message.name)
    box.publish()


def hand_over(box: Moderator, message: HandOver) -> HandedOver:
    """The host lets another phone take over a seat: one on which the player's name and this number are typed."""
    only_host(box, message)
    number = other_phone.hand_over(box.lobby, message.name)
    box.publish()
    return HandedOver(pin=number)


def learn(box: Moderator, message: Learn) -> None:
    """The host wants these players to show the box their buttons, one after the other; with no names, nobody has to."""
    only_host(box, message)
    only_before_a_game(box)
    for name in message.names:
        if box.lobby.token_of(name) is None:
            raise Refused("unknown-seat", "nobody-with-button", name=name)
    box.ask_for_buttons(list(dict.fromkeys(message.names)))


def learned(box: Moderator, message: Learned) -> None:
    """The first one who is wanted has pressed the button of this number, or this key, or nothing at all for long."""
    only_host(box, message)
    lobby, wanted = box.lobby, box.wanted
    if not wanted:
        return
    if message.key is None and message.number is None:
        box.announce("box.learn-late")
        box.ask_for_buttons([])
        return
    number = _pressed(box, message)
    owner = next((name for name, button in lobby.buttons.items() if button == number), wanted[0])
    if owner != wanted[0]:
        box.announce("box.button-taken", names=owner)
        box.publish()
        return
    lobby.give_buttons({owner: number})
    lobby.save()
    box.announce("box.learned", names=owner)
    box.ask_for_buttons(wanted[1:])


def _pressed(box: Moderator, message: Sit) -> int | None:
    """The number of the button, or that of the key's button."""
    return message.number if message.key is None else box.lobby.number_of(message.key, message.others)


def _fill_up(box: Moderator) -> None:
    """Make the host's own deck fit those who are at the table now, and keep everything."""
    if box.lobby.deck is not None:
        set_cards(box, {})
    box.lobby.save()
