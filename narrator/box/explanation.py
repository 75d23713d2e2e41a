"""Which character is being explained aloud? One sentence after the other, until all is told or somebody cuts it short.

host: “Explain aloud”  ->  `begin`  ->  a sentence at each `turn`  ->  all is told, or `end`
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf

from narrator.telling.explained import explained
from narrator.telling.language import Language
from narrator.telling.loudspeaker import Loudspeaker
from narrator.telling.pace import BREATH
from narrator.telling.speech import Speech
from narrator.telling.voice import Line


class Explanation:
    """What is told of the `card` that is being explained; `now` reads a clock that no pause stops."""

    def __init__(self, speech: Speech, loudspeaker: Loudspeaker, now: Callable[[], float]) -> None:
        self.card: str | None = None
        self._speech = speech
        self._loudspeaker = loudspeaker
        self._now = now
        self._begun = 0
        self.end()

    def begin(self, card: str, words: Language) -> None:
        """Explain this card, and say its first sentence."""
        telling = partial(explained, card, nth=self._begun)
        self._loudspeaker.prepare(lines := telling(words))
        self.card, self._coming = card, [partial(_sentence, telling, at) for at in range(len(lines))]
        self._begun += 1
        self._go_on()

    def end(self) -> None:
        """Nothing is explained any more; a sentence that is being said is said to its end."""
        self.card, self._due, self._coming = None, inf, []

    def lengthen(self, seconds: float) -> None:
        """Something else is being said for this long."""
        self._due += seconds

    def turn(self, publish: Callable[[], None]) -> float | None:
        """Say the next sentence, or finish when there is none, if it is time for that, and `publish` it; returns the
        seconds until the next one."""
        if self._now() >= self._due:
            self._go_on()
            publish()
        return self._due - self._now() if self.card is not None else None

    def _go_on(self) -> None:
        if self._coming:
            self._due = self._now() + self._speech.say(self._coming.pop(0)) + BREATH
        else:
            self.end()


def _sentence(telling: Callable[[Language], list[Line]], at: int, words: Language) -> Line:
    """The sentence that is said now; in a language that needs fewer, its last one may stand for several."""
    lines = telling(words)
    return lines[min(at, len(lines) - 1)]
