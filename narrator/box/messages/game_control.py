"""The course of a game, for the host: begin, pause, a step back, the end, and what is told after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from narrator.box.messages.guards import is_running, not_while_dealing, only_host, only_inside, running_round
from narrator.box.messages.kinds import Longer, Message, ReadAloud, Resume, Shorter, Start
from narrator.box.messages.replies import Paused
from narrator.box.moderator import Moderator
from narrator.box.panel_view import HostView, host_view
from narrator.game.game import Game
from narrator.game.story import told_after, who_was_who
from narrator.lobby.lobby import Refused
from narrator.telling.language import Language
from narrator.telling.voice import Line

MORE_TIME = 60.0
"""Seconds that a debate is made longer or shorter by."""


def begin(box: Moderator, message: Start) -> None:
    """Deal the cards and begin; with a `house_deck` where fewer or more play than the book allows."""
    only_host(box, message)
    if is_running(box):
        raise Refused("game-running")
    not_while_dealing(box)
    box.start(message.house_deck)


def menu(box: Moderator, message: Message) -> HostView:
    """What the host can do now, for the knob."""
    only_inside(box, message)
    return host_view(box)


def pause(box: Moderator, message: Message) -> Paused:
    """Let everything stand still."""
    only_host(box, message)
    box.pause("box.paused")
    return Paused(pause=box.pauses)


def resume(box: Moderator, message: Resume) -> None:
    """End the pause, or only the one with this number; also one that began because nobody could be heard."""
    only_host(box, message)
    if box.paused is not None and message.pause in (None, box.pauses):
        box.go_on_alone() if box.waits else box.go_on()


def undo(box: Moderator, message: Message) -> None:
    """A step back, to the window before."""
    only_host(box, message)
    running_round(box)
    box.back()


def skip(box: Moderator, message: Message) -> None:
    """Leave out what is being said, and the rest of a window or a debate."""
    only_host(box, message)
    played = running_round(box)
    box.loudspeaker.hush()
    played.skip()


def end(box: Moderator, message: Message) -> None:
    """End the game for good; nobody has won."""
    only_host(box, message)
    running_round(box)
    box.end()


def more(box: Moderator, message: Longer | Shorter) -> None:
    """Make a debate longer or shorter."""
    only_host(box, message)
    if box.round is None or not box.round.is_debate:
        raise Refused("not-now", "only-a-debate")
    box.round.lengthen(MORE_TIME if isinstance(message, Longer) else -MORE_TIME)
    box.publish()


def draw(box: Moderator, message: Message) -> None:
    """Put a draw to the vote."""
    only_host(box, message)
    played = running_round(box)
    if not played.views[None].phase.startswith("day"):
        raise Refused("not-now", "draw-by-day")
    played.offer_draw()


def again(box: Moderator, message: Message) -> None:
    """Back to the lobby, with everybody who is there."""
    only_host(box, message)
    if is_running(box):
        raise Refused("game-running")
    box.leave_round()
    box.rehearse()
    box.publish()


def read_aloud(box: Moderator, message: ReadAloud) -> None:
    """Have it said aloud who had which card, or the whole story."""
    only_host(box, message)
    game = box.game
    if game is None or box.stage != "over":
        raise Refused("not-now", "story-later")
    box.loudspeaker.hush()
    box.speech.say_all(partial(TOLD[message.what], game))
    box.publish()


def _story(game: Game, words: Language) -> list[Line]:
    story = told_after(game, words, len(game.facts))
    return [words.read_out(text) for phase, texts in story for text in (f"{words.phase(phase)}.", *texts)]


TOLD: Mapping[str, Callable[[Game, Language], list[Line]]] = {"cards": who_was_who, "story": _story}
"""What can be told aloud after a game."""


def say_address(box: Moderator, message: Message) -> None:
    """Have the address and the PIN said once more."""
    only_host(box, message)
    box.say_found()
    box.say_pin()
    box.publish()


def good_night(box: Moderator, message: Message) -> None:
    """Enough for today; a game that is not over goes on at the next start."""
    only_host(box, message)
    box.asleep = True
