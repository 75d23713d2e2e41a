"""What do bots answer and do in a round? They choose by chance, and follow people where all see how all vote, and
in a vote on a draw.

Each question has dice of its own, so that how a bot votes does not depend on what was asked in secret before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from narrator.game.bots import random_answers
from narrator.game.game import Game
from narrator.lobby.lobby import Lobby
from narrator.rules.prompts import FOLLOW, Answer, Prompt


class BotSeats:
    """The seats of a `game` that bots play for; the `lobby` says which."""

    def __init__(self, game: Game, lobby: Lobby) -> None:
        self._game = game
        self._lobby = lobby
        self._thought: set[tuple[str, str, str]] = set()
        self.begin()

    def begin(self) -> None:
        """The game begins, or goes on after a break: how often bots were asked is counted from zero."""
        self._asked: Counter[tuple[str, str]] = Counter()

    def answers(
        self, window: str | None, before_close: bool, late: bool = False
    ) -> Iterator[tuple[str, dict[str, str | Answer | None]]]:
        """What they answer to each open prompt: to ballots at once, and at night at the end of the window, so that a
        pack can follow its people. Where all see how all vote, and in a vote on a draw, people come first, until it is
        `late`.

        A ballot that is open in the game may still lie behind a call with nobody to ask: then it is not answered yet.
        """
        game = self._game
        for prompt in game.prompts:
            waiting = game.waiting(prompt)
            bots = [seat for seat in waiting if seat in self._lobby.bots]
            decided = prompt.open_ballot and game.complete
            if not bots or decided or not (before_close or prompt.id == window):
                continue
            people_first = prompt.open_ballot or prompt.bots == FOLLOW
            waits = prompt.lasting or (people_first and not late and len(bots) < len(waiting))
            if waits == before_close:
                yield prompt.id, self._answers(prompt, bots)

    def _answers(self, prompt: Prompt, bots: Sequence[str]) -> dict[str, str | Answer | None]:
        """Anything legal; but nobody votes for themselves where there is somebody else, unless they join others."""
        dice = self._dice(prompt)
        answers = random_answers(prompt, bots, dice, self._game.given(prompt))
        if prompt.open_ballot or prompt.id not in self._game.rules.ballots:
            return answers
        for seat in [seat for seat, answer in answers.items() if answer in (seat, (seat,))]:
            others = [choice for choice in prompt.choices_of(seat) if choice != seat]
            answers[seat] = dice.choice(others or [seat])
        return answers

    def deed(self, acts: Callable[[str], Sequence[Prompt]]) -> tuple[str, str, list[str]] | None:
        """Which bot does what by day, besides answering? Each thing is considered once a day."""
        for seat in self._lobby.bots:
            for prompt in acts(seat):
                if (key := (self._game.phase, prompt.id, seat)) not in self._thought:
                    self._thought.add(key)
                    if wanted := random_answers(prompt, [seat], self._dice(prompt))[seat]:
                        return seat, prompt.id, [wanted] if isinstance(wanted, str) else list(wanted)
        return None

    def _dice(self, prompt: Prompt) -> Random:
        about = self._game.phase, prompt.id
        self._asked[about] += 1
        return Random(f"{self._game.header['seed']} {about} {self._asked[about]}")
