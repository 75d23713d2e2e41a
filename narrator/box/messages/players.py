"""What a player may ask of the box: answers, wishes, and a lent phone."""

from __future__ import annotations

from narrator.box.blocked_words import blocked_word
from narrator.box.messages.game_control import MORE_TIME
from narrator.box.messages.guards import only_before_a_game, running_round, seat_of
from narrator.box.messages.kinds import Act, Answer, Borrow, CallVote, Leave, MoreTime, PutAway, Sign
from narrator.box.moderator import Moderator
from narrator.lobby.lobby import Refused


def leave(box: Moderator, message: Leave) -> None:
    """A player gets up before a game; or somebody who was waiting no longer is."""
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
    seat, played = seat_of(box, message), box.round
    if played is None or message.number != played.number:
        raise Refused("stale")
    if played.question(seat) is None and (message.value or played.over or played.asking):
        raise Refused("not-a-choice")
    question = played.question(seat)
    if question is not None and question.kind == "text":
        word = blocked_word(" ".join(message.value), box.data)
        if word is not None:
            raise Refused("blocked-word", word=word)
    played.answer(seat, message.value)


def sign(box: Moderator, message: Sign) -> None:
    """The button beside a vote: an answer from those it is put to, and nothing from everybody else."""
    seat, played = seat_of(box, message), box.round
    if played is None or message.number != played.number:
        raise Refused("stale", "vote-over")
    played.sign(seat, [str(word) for word in message.value])


def act(box: Moderator, message: Act) -> None:
    """What somebody may do at any time of the day; the dead whisper, and it makes no difference whether that means
    anything."""
    seat, played = seat_of(box, message), running_round(box)
    if seat not in played.views[None].living:
        if not played.lets_act or len(message.value) != 1 or message.value[0] not in played.views[None].living:
            raise Refused("not-now", "act-later")
        played.whisper(seat, message.value)
        return
    if all(message.what != may.id for may in played.acts(seat)):
        raise Refused("not-now", "act-later")
    played.act(seat, message.what, message.value)
    box.publish()


def wish(box: Moderator, message: CallVote | MoreTime) -> None:
    """A living player wishes to vote now, or for more time; more than half of the living are obeyed."""
    seat, played, calls_vote = seat_of(box, message), box.round, isinstance(message, CallVote)
    may_wish = played is not None and seat in played.game.alive and played.is_debate
    if played is None or not may_wish or (calls_vote and played.is_open_debate):
        raise Refused("not-now", "no-debate")
    if played.wish(seat, "call-vote" if calls_vote else "more-time"):
        if calls_vote:
            played.skip()
            box.announce("vote.called")
        else:
            played.lengthen(MORE_TIME)
    box.publish()


def borrow(box: Moderator, message: Borrow) -> None:
    """Somebody without a phone has pressed the button as a lent page asks."""
    seat = seat_of(box, message)
    if box.may_lend:
        box.lending.borrow(seat, message.number)
    box.publish()


def put_away(box: Moderator, message: PutAway) -> None:
    """A lent phone is given back."""
    box.lending.lent(message.token)
    box.take_loan_back()
