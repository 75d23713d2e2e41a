"""What has been said, what is said next, and in which of its wordings: everything the box speaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from narrator.network.addresses import Found
from narrator.telling.language import Language
from narrator.telling.loudspeaker import Loudspeaker
from narrator.telling.pace import BREATH
from narrator.telling.script import Cue
from narrator.telling.timeline import Beat
from narrator.telling.voice import Line

HINTS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "game.begins": {
        "buttons": ("hint.card", "hint.buttons", "hint.answers"),
        "tags": ("hint.tags", "hint.tags-day"),
    },
    "debate.opens": {"buttons": ("hint.call",), "tags": ("hint.call-tags",)},
}
"""What is explained after a cue, once since the box was started, to those who play without a page; by the device
that they use."""


class Speech:
    """Says everything that one box says, on its `loudspeaker`, in the `words` of what is played.

    `caption` is what was said last, for the pages. `said` counts the cues, so that the wordings of one take turns.
    """

    def __init__(self, loudspeaker: Loudspeaker, words: Callable[[], Language]) -> None:
        self.said: Counter[str] = Counter()
        self.caption = ""
        self._loudspeaker = loudspeaker
        self._words = words
        self._seed = 0
        self._game_words: Language | None = None
        self._line: Line | None = None
        self._until = 0.0

    def begin(self, seed: int) -> None:
        """A game begins: its `seed` chooses in which order the wordings of a cue take turns."""
        self._seed = seed
        self._game_words = self._words()

    def prepare(self, coming: Iterator[Cue], possible: Iterator[Cue]) -> None:
        """Have what is `coming` rendered ahead, and at once also what is `possible` after it."""
        nths: Counter[str] = Counter()
        lines = []
        for cue in coming:
            lines.append(self._line_of(cue, nths[cue.id]))
            nths[cue.id] += 1
        self._loudspeaker.prepare([self._line_of(cue, nths[cue.id]) for cue in possible])
        self._loudspeaker.prepare(lines)

    def _line_of(self, cue: Cue, before: int = 0) -> Line:
        assert self._game_words is not None
        return self._game_words.say(cue, self._seed, self.said[cue.id] + before)

    def explained(
        self, beats: Iterable[Beat], without_page: Callable[[], Mapping[str, Collection[str]]]
    ) -> Iterator[Beat]:
        """These beats, and after what they say how to play, where somebody may not know that yet."""
        for beat in beats:
            hints = HINTS.get(beat.cue.id, {}) if beat.cue is not None else {}
            who = without_page() if hints else {}
            said = [Cue(hint) for part in hints if who[part] for hint in hints[part] if not self.said[hint]]
            if not said:
                yield beat
                continue
            yield beat._replace(seconds=BREATH)
            for cue in said:
                yield beat._replace(cue=cue, sound=None, seconds=beat.seconds if cue is said[-1] else BREATH)

    def say_cue(self, cue: Cue, now: float) -> float:
        """Say a cue of the game, which is due now; returns the seconds that it takes."""
        self._line = self._line_of(cue)
        self.said[cue.id] += 1
        self.caption = self._line.text
        seconds = self._loudspeaker.say(self._line)
        self._until = now + seconds
        return seconds

    def say_again(self, now: float) -> float:
        """Say again the line of the game that was cut off, if one was; returns the seconds that it takes."""
        if self._line is None or now >= self._until:
            return 0.0
        self.caption = self._line.text
        return self._loudspeaker.say(self._line)

    def announce(self, cue: str, **places: str) -> float:
        """Say something that is not part of the game, at once; returns the seconds that it takes."""
        line = self._words().line(cue, 0, self.said[cue], **places)
        self.said[cue] += 1
        return self.say(line)

    def say(self, line: Line) -> float:
        """Say a line that could not be foreseen, after those before it; returns the seconds that it takes."""
        self.caption = line.text
        return self._loudspeaker.say_when_ready(line)

    def say_found(self, found: Found) -> float:
        """Say where phones find the box, or that they cannot; returns the seconds that it takes."""
        if not found.addresses:
            return self.announce("box.no-network")
        spelled, seconds = self._words().spelled, 0.0
        if found.wifi is not None:
            name, password = spelled(found.wifi.name), ", ".join(found.wifi.passphrase.split())
            seconds = self._for_ears_alone("box.wifi", name=name, password=password)
        cue = "box.address" if self.said["box.welcome"] else "box.welcome"
        return seconds + self.announce(cue, address=spelled(found.addresses[0].removeprefix("http://")))

    def say_pin(self, pin: str) -> float:
        """Say the PIN of the host's page; returns the seconds that it takes."""
        return self._for_ears_alone("box.pin", pin=self._words().spelled(pin))

    def _for_ears_alone(self, cue: str, **places: str) -> float:
        """Say something that no page shows, since pages can be seen from elsewhere."""
        caption = self.caption
        seconds = self.announce(cue, **places)
        self.caption = caption
        return seconds
