"""What a player may ask of the box: answers, wishes, and a lent phone."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from narrator.box.messages.game_control import MORE_TIME
from narrator.box.messages.guards import is_open_debate, only_before_a_game, seat_of
from narrator.box.messages.kinds import Answer, Borrow, CallVote, Leave, MoreTime, PutAway, Sign
from narrator.game.game import Game
from narrator.lobby.lobby import Refused

if TYPE_CHECKING:
    from narrator.box.box import Box


def leave(box: Box, message: Leave) -> None:
    """A player gets up before a game; or somebody waits no longer."""
    waits = box.lobby.waiting.get(message.token or "")
    if waits is not None:
        box.lobby.turn_away(waits)
        box.publish()
        return
    seat = seat_of(box, message)
    only_before_a_game(box)
    box.lobby.leave(seat)
    box.publish()


def answer(box: Box, message: Answer) -> None:
    """An answer to what the page asks, a decoy's too: whether it was one makes no difference to what comes back."""
    seat, game = seat_of(box, message), box.game
    number, value = message.number, message.value
    if game is None or number != box.question:
        raise Refused("stale", "That question is over; look at the page again.")
    question = box.screens.question(seat)
    if question is None and (value or box.beat is None or box.beat.screen == "ask"):
        raise Refused("not-a-choice", "That cannot be chosen; look at the page again.")
    if question is None or question is not box.views[seat].prompt:
        read = [] if question is None else list(question.read(seat, value))
        box.pages.forget(seat)
        box.keep_a_decoy()
        box.decoys[seat] = read
        return
    box.pages.forget(seat)
    kept = len(game.entries)
    game.answer(question.id, value, seat)
    box.keep_from(kept)
    box.answered()


def sign(box: Box, message: Sign) -> None:
    """The button beside a vote: an answer for whom it is put, and for everybody else nothing."""
    seat, game = seat_of(box, message), box.game
    number, value = message.number, [str(word) for word in message.value]
    if game is None or number != box.question:
        raise Refused("stale", "That vote is over; look at the page again.")
    aside = box.views[seat].aside if seat in box.views else None
    box.pages.forget(seat)
    if aside is None:
        box.keep_a_decoy()
    else:
        kept = len(game.entries)
        game.answer(aside.id, value, seat)
        box.keep_from(kept)
    box.signs[seat] = value


def wish(box: Box, message: CallVote | MoreTime) -> None:
    """A living player wishes to vote now, or for more time; more than half of the living are obeyed."""
    seat, game = seat_of(box, message), box.game
    wish = "call-vote" if isinstance(message, CallVote) else "more-time"
    debating = box.beat is not None and (box.beat.screen == "debate" or is_open_debate(box))
    if game is None or seat not in game.alive or not debating or (wish == "call-vote" and is_open_debate(box)):
        raise Refused("not-now", "That can be wished for during a debate, by the living.")
    wishing = box.wishes[wish]
    most_wished = _most_of(wishing, game)
    wishing.add(seat)
    if not most_wished and _most_of(wishing, game):
        if wish == "call-vote":
            box.drop_rest()
            box.ends = box.clock.time() + box.speech.announce("vote.called")
        else:
            wishing.clear()
            box.ends += MORE_TIME
    box.publish()


def _most_of(wishing: Collection[str], game: Game) -> bool:
    return 2 * sum(seat in wishing for seat in game.alive) > len(game.alive)


def borrow(box: Box, message: Borrow) -> None:
    """Somebody without a phone has pressed the button as a lent page asks."""
    box.lending.borrow(seat_of(box, message), message.number)


def put_away(box: Box, message: PutAway) -> None:
    """A lent phone is given back."""
    box.lending.lent(message.token)
    box.lending.end()
