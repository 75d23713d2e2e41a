"""The course of a game, for the host: begin, pause, a step back, the end, and what is told after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrator.box.messages.guards import is_open_debate, is_running, not_while_dealing, only_host, running_game
from narrator.box.messages.kinds import Longer, Message, Resume, Shorter, Start, Tell
from narrator.errors import NarratorError
from narrator.game.game import Game
from narrator.game.story import told_after, who_was_who
from narrator.lobby.lobby import Refused
from narrator.rules import facts
from narrator.telling.timeline import beginning
from narrator.telling.voice import Line

if TYPE_CHECKING:
    from narrator.box.box import Box

MORE_TIME = 60.0
"""Seconds that a debate is made longer or shorter by."""


def begin(box: Box, message: Start) -> None:
    """Deal the cards and begin; with a `house_deck` where fewer or more play than the book allows."""
    only_host(box, message)
    if is_running(box):
        raise Refused("game-running", "A game is running; end it first.")
    not_while_dealing(box)
    box.start(message.house_deck)


def pause(box: Box, message: Message) -> dict[str, int]:
    """Let everything stand still; the number of this pause."""
    only_host(box, message)
    box.pause("box.paused")
    return {"pause": box.pauses}


def resume(box: Box, message: Resume) -> None:
    """End the pause, or only the one of a number; also where it began because nobody could be heard."""
    only_host(box, message)
    if box.paused is not None and message.pause in (None, box.pauses):
        box.go_on_alone() if box.waits else box.go_on()


def undo(box: Box, message: Message) -> None:
    """A step back, to the window before."""
    only_host(box, message)
    game = running_game(box)
    before = list(game.entries)
    window = _before(box, game)
    game.back_to(window)
    try:
        box.keep(("undo", window))
    except NarratorError:
        game.rewind(before)
        raise
    box.stage.hush()
    box.take_up(game, beginning(game.facts, window), window)
    box.ends += box.speech.announce("box.undone")


def _before(box: Box, game: Game) -> int:
    """The number of the fact that opened the last window that is over; or the one now open, where all see that somebody
    has answered. Whether it was put to anybody, and answered, makes no difference: the table would hear it."""
    windows = [at for at, fact in enumerate(game.facts[: box.shown]) if isinstance(fact, facts.WindowOpened)]
    if windows and box.beat is not None and box.beat.screen == "ask":
        public = (prompt for prompt in game.prompts if not prompt.lasting and prompt.id == box.views[None].window)
        if not any(game.given(prompt) for prompt in public):
            windows.pop()
    return windows[-1] if windows else 0


def skip(box: Box, message: Message) -> None:
    """Leave out what is being said, and the rest of a window or a debate."""
    only_host(box, message)
    running_game(box)
    if box.beat is not None:
        box.drop_rest()
        box.stage.hush()
        box.ends = min(box.ends, box.clock.time())


def end(box: Box, message: Message) -> None:
    """End the game for good; nobody has won."""
    only_host(box, message)
    running_game(box)
    box.end()


def more(box: Box, message: Longer | Shorter) -> None:
    """Make a debate longer or shorter."""
    only_host(box, message)
    if box.beat is None or (box.beat.screen != "debate" and not is_open_debate(box)):
        raise Refused("not-now", "Only a debate can be made longer or shorter.")
    box.ends = max(box.clock.time(), box.ends + (MORE_TIME if isinstance(message, Longer) else -MORE_TIME))
    box.publish()


def draw(box: Box, message: Message) -> None:
    """Put a draw to the vote."""
    only_host(box, message)
    game = running_game(box)
    if not box.views[None].phase.startswith("day"):
        raise Refused("not-now", "A draw can be put to the vote by day.")
    kept = len(game.entries)
    game.offer_draw()
    box.keep_from(kept)
    box.answered()


def again(box: Box, message: Message) -> None:
    """Back to the lobby, with everybody who is there."""
    only_host(box, message)
    if is_running(box):
        raise Refused("game-running", "A game is running; end it first.")
    box.game = box.beat = None
    box.publish()


def tell(box: Box, message: Tell) -> None:
    """Have it said aloud who had which card, or the whole story."""
    only_host(box, message)
    words, game = box.screens.language, box.game
    if game is None or box.screens.stage != "over":
        raise Refused("not-now", "The story is told when the game is over.")
    lines = who_was_who(game, words)
    if message.what == "story":
        story = told_after(game, words, len(game.facts))
        told = [text for phase, texts in story for text in (f"{box.screens.phase(phase)}.", *texts)]
        lines = [Line(text, "solemn") for text in told]
    box.stage.hush()
    for line in lines:
        box.speech.say(line)
    box.publish()


def say_address(box: Box, message: Message) -> None:
    """Have the address and the PIN said once more."""
    only_host(box, message)
    box.ends += box.speech.say_found(box.found) + box.speech.say_pin(box.pin)
    box.publish()


def good_night(box: Box, message: Message) -> None:
    """It is enough for today; a game that is not over goes on at the next start."""
    only_host(box, message)
    box.asleep = True
    box.stop()
