"""The course of a game, for the host: begin, pause, a step back, the end, and what is told after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from narrator.box.messages.guards import (
    is_running,
    not_while_dealing,
    only_before_a_game,
    only_host,
    only_inside,
    running_round,
)
from narrator.box.messages.kinds import (
    Explain,
    GoHome,
    Longer,
    Message,
    Point,
    ReadAloud,
    Resume,
    Shorter,
    Skip,
    Start,
    ToBot,
    Undo,
)
from narrator.box.messages.replies import Paused
from narrator.box.moderator import EFFECT, Moderator
from narrator.box.pages.panel_view import HostView, host_view
from narrator.box.round import Round
from narrator.game.game import Game
from narrator.game.story import in_a_minute, told_after, who_was_who
from narrator.lobby.lobby import Refused
from narrator.lobby.next_game import free_chairs, seat_latecomers
from narrator.telling.language import Language
from narrator.telling.voice import Line

MORE_TIME = 60.0
"""Seconds that a debate is made longer or shorter by."""


def begin(box: Moderator, message: Start) -> None:
    """Deal the cards and begin. Fewer or more may play than the book allows with a `house_deck`, after a game that had
    one, and while somebody sits out or has just gone home."""
    only_host(box, message)
    if is_running(box):
        raise Refused("game-running")
    not_while_dealing(box)
    left, came = _change_chairs(box)
    before = box.game is not None and box.game.header["house_deck"]
    box.start(message.house_deck or before or bool(box.lobby.sits_out or left))
    _say_who(box, left, came)


def _change_chairs(box: Moderator) -> tuple[list[str], list[str]]:
    """Those who went home during a game have no chair any more, unless they are back; those who came have one."""
    gone = box.round.views[None].gone if box.round is not None else {}
    left = [name for name in box.lobby.players if gone.get(name) == "home" and box.needs_token(name)]
    free_chairs(box.lobby, left, box.next_rules.filler)
    return left, seat_latecomers(box.lobby, box.next_rules.filler)


def _say_who(box: Moderator, left: list[str], came: list[str]) -> None:
    for name in left:
        box.announce("box.left", names=name)
    for name in came:
        box.announce("box.joined", names=name)


def menu(box: Moderator, message: Message) -> HostView:
    """What the host can do now, for the knob."""
    only_inside(box, message)
    return host_view(box)


def pause(box: Moderator, message: Message) -> Paused:
    """Make everything stand still."""
    only_host(box, message)
    box.pause("box.paused")
    return Paused(pause=box.pauses)


def resume(box: Moderator, message: Resume) -> None:
    """End the pause, or only the one with this number; also one that began because nobody could be heard."""
    only_host(box, message)
    if message.pause in (None, box.pauses):
        _go_on(box)


def _go_on(box: Moderator) -> None:
    """End a pause, if there is one. What the host does to the game ends it too, so that everybody hears of it."""
    if box.paused is not None:
        box.go_on_alone() if box.waits else box.go_on()


def undo(box: Moderator, message: Undo) -> None:
    """A step back, to the window before."""
    only_host(box, message)
    _what_is_seen(box, message)
    box.back()


def skip(box: Moderator, message: Skip) -> None:
    """Leave out what is being said, and the rest of a window or a debate."""
    only_host(box, message)
    played = _what_is_seen(box, message)
    _go_on(box)
    box.hush()
    played.skip()


def _what_is_seen(box: Moderator, message: Undo) -> Round:
    """The running round; refused where it has gone on since the host saw it, or another host was faster."""
    played = running_round(box)
    if message.number not in (None, played.number):
        raise Refused("stale", "gone-on")
    return played


def end(box: Moderator, message: Message) -> None:
    """End the game for good; nobody has won, and those with shut eyes hear it. The knob's menu says so itself."""
    only_host(box, message)
    running_round(box)
    box.end()
    if message.token != box.inside:
        box.announce("menu.ended")


def more(box: Moderator, message: Longer | Shorter) -> None:
    """Make a debate longer or shorter."""
    only_host(box, message)
    if box.round is None or not box.debates:
        raise Refused("not-now", "only-a-debate")
    box.round.lengthen(MORE_TIME if isinstance(message, Longer) else -MORE_TIME)
    box.publish()


def draw(box: Moderator, message: Message) -> None:
    """Put a draw to the vote, now."""
    only_host(box, message)
    played = running_round(box)
    if not played.lets_act:
        raise Refused("not-now", "draw-by-day")
    played.at_once(played.game.offer_draw)
    _go_on(box)


def point(box: Moderator, message: Point) -> None:
    """All have pointed, and the host has counted the fingers at these; at the others there are as many as before."""
    only_host(box, message)
    played = running_round(box)
    ballot = played.fingers_for
    if ballot is None:
        raise Refused("not-now", "nobody-points")
    fingers = {**played.game.fingers(ballot), **message.fingers}
    played.point(ballot.id, fingers)
    box.publish()


def to_bot(box: Moderator, message: ToBot) -> None:
    """Somebody has to go: a bot plays for them from now on, and nothing they hold can answer any more."""
    only_host(box, message)
    played = _still_playing(box, message.name)
    box.lobby.give_to_bot(message.name)
    played.bot_sits_down()
    box.announce("box.bot", names=message.name)
    box.publish()


def go_home(box: Moderator, message: GoHome) -> None:
    """Somebody has to go, and leaves the game for good."""
    only_host(box, message)
    played = _still_playing(box, message.name)
    if not played.lets_act:
        raise Refused("not-now", "leave-by-day")
    played.at_once(partial(played.game.leave, message.name))
    _go_on(box)


def _still_playing(box: Moderator, name: str) -> Round:
    """The round in which this seat lives, as far as the table knows; else refused."""
    played = running_round(box)
    if name not in played.views[None].living:
        raise Refused("unknown-seat", name=name)
    return played


def again(box: Moderator, message: Message) -> None:
    """Back to the lobby, with everybody who is there, and those who came during the game."""
    only_host(box, message)
    if is_running(box):
        raise Refused("game-running")
    left, came = _change_chairs(box)
    box.leave_round()
    box.rehearse()
    _say_who(box, left, came)
    box.publish()


def read_aloud(box: Moderator, message: ReadAloud) -> None:
    """Have it said aloud who had which card, or the story, whole or in a minute."""
    only_host(box, message)
    game = box.game
    if game is None or box.stage != "over":
        raise Refused("not-now", "story-later")
    box.hush()
    box.speech.say_all(partial(TOLD[message.what], game))
    box.publish()


def explain(box: Moderator, message: Explain) -> None:
    """Have one of tonight's characters explained aloud before a game; or no longer."""
    only_host(box, message)
    only_before_a_game(box)
    if message.card is not None and all(card.id != message.card for card in box.screens.deck().cards):
        raise Refused("unknown-card", card=message.card)
    box.hush()
    if message.card is not None:
        box.explanation.begin(message.card, box.language)
    box.publish()


def _story(game: Game, words: Language) -> list[Line]:
    return _phase_by_phase(told_after(game, words, len(game.facts)), words)


def _minute(game: Game, words: Language) -> list[Line]:
    return _phase_by_phase(in_a_minute(game, words), words)


def _phase_by_phase(story: list[tuple[str, list[str]]], words: Language) -> list[Line]:
    return [words.read_out(text) for phase, texts in story for text in (f"{words.phase(phase)}.", *texts)]


TOLD: Mapping[str, Callable[[Game, Language], list[Line]]] = {
    "cards": who_was_who,
    "minute": _minute,
    "story": _story,
}
"""What can be told aloud after a game."""


def say_address(box: Moderator, message: Message) -> None:
    """Have the address and the PIN said once more."""
    only_host(box, message)
    if box.is_hushed:
        raise Refused("not-now", "pin-at-night")
    box.say_found()
    box.say_pin()
    box.publish()


def sound_test(box: Moderator, message: Message) -> None:
    """Have everybody hear, before a game, how loud the voice and an effect are."""
    only_host(box, message)
    only_before_a_game(box)
    box.hush()
    box.loudspeaker.effect(EFFECT)
    box.announce("box.test")
    box.publish()


def good_night(box: Moderator, message: Message) -> None:
    """Enough for today; a game that is not over goes on at the next start."""
    only_host(box, message)
    box.asleep = True
