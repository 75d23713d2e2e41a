"""What a player may ask of the box: answers, wishes, and a lent phone."""

from __future__ import annotations

from narrator.box.blocked_words import blocked_word
from narrator.box.messages.game_control import MORE_TIME
from narrator.box.messages.guards import (
    is_running,
    only_before_a_game,
    only_host,
    only_players,
    player_of,
    running_round,
    seat_of,
)
from narrator.box.messages.kinds import (
    Act,
    Answer,
    Bet,
    Borrow,
    CallVote,
    Leave,
    MoreTime,
    OtherPhone,
    PutAway,
    Rename,
    Sign,
)
from narrator.box.moderator import Moderator
from narrator.box.pages.player_page import open_bets
from narrator.game.small_talk import hangings
from narrator.lobby import other_phone
from narrator.lobby.lobby import Refused
from narrator.telling.timeline import talks
from narrator.telling.voice.names import heaped, shows_nothing


def leave(box: Moderator, message: Leave) -> None:
    """A player gets up before a game; or somebody who was waiting, or asking for a seat, no longer is."""
    if message.token in box.lobby.claims:
        other_phone.send_away(box.lobby, message.token)
        box.publish()
        return
    waits = box.lobby.waiting.get(message.token or "")
    if waits is not None:
        box.lobby.turn_away(waits)
        box.publish()
        return
    seat = seat_of(box, message)
    only_before_a_game(box)
    box.lobby.leave(seat)
    box.publish()


def answer(box: Moderator, message: Answer) -> None:
    """An answer to what the page asks, a decoy's too: whether it was one makes no difference to what comes back."""
    seat, played = player_of(box, message), box.round
    if played is None or message.number != played.number:
        raise Refused("stale")
    question = played.question(seat)
    if question is None and (message.value or played.over or played.asking):
        raise Refused("not-a-choice")
    if question is not None and question.kind == "text":
        line = " ".join(message.value)
        word = blocked_word(line, box.data)
        if word is not None:
            raise Refused("blocked-word", word=word)
        if heaped(line) or (line and shows_nothing(line)):
            raise Refused("unreadable-line")
    played.answer(seat, message.value)


def sign(box: Moderator, message: Sign) -> None:
    """The button beside a vote: an answer from those it is put to, and nothing from everybody else."""
    seat, played = player_of(box, message), box.round
    if played is None or message.number != played.number:
        raise Refused("stale", "vote-over")
    played.sign(seat, [str(word) for word in message.value])


def act(box: Moderator, message: Act) -> None:
    """What somebody may do at any time of the day; the dead whisper, and it makes no difference whether that means
    anything."""
    seat, played = player_of(box, message), running_round(box)
    if seat not in played.views[None].living:
        if not played.lets_act or len(message.value) != 1 or message.value[0] not in played.views[None].living:
            raise Refused("not-now", "act-later")
        played.whisper(seat, message.value)
        return
    if all(message.what != may.id for may in played.acts(seat)):
        raise Refused("not-now", "act-later")
    played.act(seat, message.what, message.value)
    box.publish()


def bet(box: Moderator, message: Bet) -> None:
    """One of the dead who see everything bets on what comes; no other page shows anything of it."""
    seat, played = player_of(box, message), running_round(box)
    if message.value not in open_bets(played, seat).get(message.what, ()):
        raise Refused("not-now", "no-bet")
    played.talk.bet(seat, message.what, message.value, len([*hangings(played.game.facts[: played.shown])]))
    box.pages.forget(seat)


def wish(box: Moderator, message: CallVote | MoreTime) -> None:
    """A player wishes to vote now, or for more time; when more than half of the living who are here do, bots aside,
    they get it. Whoever has the floor alone passes it on so (EV-34)."""
    seat, played, calls_vote = player_of(box, message), box.round, isinstance(message, CallVote)
    away = played.views[None].square.away if played is not None else ()
    may_wish = played is not None and seat in played.game.alive and seat not in away and box.debates
    if played is None or not may_wish or (calls_vote and box.debates_openly):
        raise Refused("not-now", "no-debate")
    people = [living for living in played.game.alive if living not in (*box.lobby.bots, *away)]
    if calls_vote and talks(played.beat) == seat:
        played.lengthen(-played.left)
    elif played.wishes.add(seat, "call-vote" if calls_vote else "more-time", people, played.asked):
        if calls_vote:
            played.skip()
            box.announce("vote.called")
        else:
            played.lengthen(MORE_TIME)
    box.publish()


def rename(box: Moderator, message: Rename) -> None:
    """A player goes by another name, and keeps chair, button and all that was said of them."""
    if message.player is None:
        seat = seat_of(box, message)
    else:
        only_host(box, message)
        seat = message.player
    only_before_a_game(box)
    only_players(box, seat)
    box.lobby.change_name(seat, message.name)
    box.publish()


def other_phone_is(box: Moderator, message: OtherPhone) -> None:
    """The host says whether somebody with another phone is this player; before a game the seat's own page may, too."""
    lobby, asks = box.lobby, other_phone.claimed(box.lobby, message.name)
    if lobby.tokens.get(message.token or "") != message.name:
        only_host(box, message)
    elif is_running(box):
        raise Refused("game-running", "host-says-who")
    if message.yes:
        cue = "box.no-bot" if message.name in lobby.bots else "box.moved"
        other_phone.give(lobby, message.name, asks)
        box.announce(cue, names=message.name)
    else:
        other_phone.send_away(lobby, asks)
    box.publish()


def borrow(box: Moderator, message: Borrow) -> None:
    """Somebody without a phone has pressed the button as a lent page asks."""
    seat = player_of(box, message)
    if box.may_lend:
        box.lending.borrow(seat, message.number)
    box.publish()


def put_away(box: Moderator, message: PutAway) -> None:
    """A lent phone is given back."""
    box.lending.lent(message.token)
    box.take_loan_back()
