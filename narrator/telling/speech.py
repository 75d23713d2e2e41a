"""What has been said, what is said next, and in which of its wordings: everything the box speaks."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from narrator.errors import NarratorError
from narrator.network.addresses import Found
from narrator.rules.rolesets import Roleset
from narrator.telling.language import Language
from narrator.telling.loudspeaker import Loudspeaker
from narrator.telling.pace import BREATH
from narrator.telling.script import Cue
from narrator.telling.timeline import Beat, read_by_box
from narrator.telling.voice import Line

HINTS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "introduction.answer": {"buttons": ("hint.buttons",), "tags": ("hint.tags",)},
    "game.begins": {
        "buttons": ("hint.card", "hint.buttons", "hint.answers"),
        "tags": ("hint.tags", "hint.tags-day"),
    },
    "debate.opens": {"buttons": ("hint.call", "hint.act"), "tags": ("hint.call-tags", "hint.act-tags")},
}
"""What is explained after a cue, once since the box was started, to those who play without a page; by the device
that they use, and only what may be said in this game."""

SHORT = 2.5
"""Seconds below which a line is only a short call, which says little without the line before it."""

Telling = Callable[[Language], Line]
"""A line in any language."""
Place = str | Callable[[Language], str]
"""What fills a place in a line: the same in all languages, or a word that each has its own for."""


class Caption(NamedTuple):
    """What is written while a line is heard, and in which language; the lines have numbers, in their order."""

    number: int
    telling: Telling
    text: str
    language: str


class Speech:
    """Says everything that one box says, on its `loudspeaker`, in the `words` of what is played.

    `said` counts the cues, so that the wordings of one take turns. The last line of the game lasts `until` this time.
    What is announced is written once it is heard, by a speaker that is `lag` seconds late; `now` reads a clock that no
    pause stops. What the game says is written right away: its pages wait for the speaker by themselves.
    """

    def __init__(
        self,
        loudspeaker: Loudspeaker,
        words: Callable[[], Language],
        now: Callable[[], float],
        lag: Callable[[], float],
    ) -> None:
        self.said: Counter[str] = Counter()
        self._shown: Caption | None = None
        self._begun: deque[tuple[float, Caption]] = deque()
        self._numbers = count()
        self._loudspeaker = loudspeaker
        self._words = words
        self._now = now
        self._lag = lag
        self._seed: int | None = None
        self._speed = 1.0
        self._game_words: Language | None = None
        self._cues: Collection[str] = ()
        self._last: deque[tuple[Telling, float]] = deque(maxlen=2)
        self.until = 0.0

    def begin(self, seed: int, speed: float, cues: Collection[str]) -> None:
        """A game begins in which these `cues` may be said, all lines `speed` times as fast as usual. The `seed` of the
        evening's first game chooses the order in which the wordings of a cue take turns, so that each is heard before
        one comes again."""
        if self._seed is None:
            self._seed = seed
        self._speed = speed
        self._game_words, self._cues = self._words(), cues
        self._loudspeaker.begin()
        self._last.clear()

    def caption(self, words: Language) -> str:
        """What was said last, for pages that speak in these words; numbers stand there in digits."""
        if self._shown is None:
            return ""
        if words.code == self._shown.language:
            return self._shown.text
        try:
            return self._shown.telling(words.written).text
        except NarratorError:  # it was said of another roleset
            return self._shown.text

    def turn(self, publish: Callable[[], None]) -> float | None:
        """Let the caption of what is heard by now be read, and `publish` it; returns the seconds until the next one."""
        if self._read():
            publish()
        return max(0.0, self._begun[0][0] - self._now()) if self._begun else None

    def _read(self) -> bool:
        """Is there a new caption?"""
        before = self._shown
        while self._begun and self._begun[0][0] <= self._now():
            _, caption = self._begun.popleft()
            if self._shown is None or caption.number > self._shown.number:
                self._shown = caption
        return self._shown is not before

    def prepare(self, coming: Iterator[Cue], possible: Iterator[Cue]) -> None:
        """Have what is `coming` rendered ahead, and also what is `possible` right after it."""
        nths: Counter[str] = Counter()
        lines = []
        for cue in coming:
            lines.append(self._in_game(self._telling_of(cue, nths[cue.id])))
            nths[cue.id] += 1
        self._loudspeaker.prepare([self._in_game(self._telling_of(cue, nths[cue.id])) for cue in possible])
        self._loudspeaker.prepare(lines)

    def _telling_of(self, cue: Cue, before: int = 0) -> Telling:
        seed, nth = self._seed or 0, self.said[cue.id] + before
        return lambda words: words.say(cue, seed, nth)

    def _in_game(self, telling: Telling) -> Line:
        assert self._game_words is not None
        return telling(self._game_words)._replace(speed=self._speed)

    def explained(
        self,
        beats: Iterable[Beat],
        rules: Roleset,
        without_page: Callable[[], Mapping[str, Collection[str]]],
    ) -> Iterator[Beat]:
        """These beats, and after what they say how to play, where somebody may not know that yet. An event card that a
        player without a page is to read aloud is read by the box."""
        for beat in beats:
            hints = HINTS.get(beat.cue.id, {}) if beat.cue is not None else {}
            if beat.cue is not None and beat.cue.id == "event.read":
                has_no_page = any(beat.cue.seats[0] in who for who in without_page().values())
                yield beat._replace(cue=read_by_box(beat.cue, rules), seconds=BREATH) if has_no_page else beat
                continue
            who = without_page() if hints else {}
            new = [hint for part in hints if who[part] for hint in hints[part] if not self.said[hint]]
            said = [Cue(hint) for hint in new if hint in self._cues]
            if not said:
                yield beat
                continue
            yield beat._replace(seconds=BREATH)
            for cue in said:
                yield beat._replace(cue=cue, sound=None, seconds=beat.seconds if cue is said[-1] else BREATH)

    def say_cue(self, cue: Cue, now: float) -> float:
        """Say a cue of the game, which is due now; returns the seconds that it takes."""
        telling = self._telling_of(cue)
        self.said[cue.id] += 1
        line = self._in_game(telling)
        self._shown = self._caption(telling, self._game_words)
        seconds = self._loudspeaker.say(line)
        self._last.append((telling, seconds))
        self.until = now + seconds
        return seconds

    def say_again(self, now: float) -> float:
        """Say again the line of the game that was cut off, if one was; returns the seconds that it takes."""
        if not self._last or now >= self.until:
            return 0.0
        telling, _ = self._last[-1]
        return self._say(telling)

    def repeat(self) -> float:
        """Say the last line of the game once more, after the one before it where it is short; returns the seconds that
        it takes, none where nothing was said."""
        first = 0 if self._last and self._last[-1][1] < SHORT else -1
        return sum(self._say(telling) for telling, _ in [*self._last][first:])

    def announce(self, cue: str, **places: Place) -> float:
        """Say something that is not part of the game, at once; returns the seconds that it takes."""
        return self.say(self._announcement(cue, places))

    def _announcement(self, cue: str, places: Mapping[str, Place]) -> Telling:
        nth = self.said[cue]
        self.said[cue] += 1
        return lambda words: words.line(cue, 0, nth, **filled(places, words))

    def say(self, telling: Telling) -> float:
        """Say a line that could not be foreseen, after those before it; returns the seconds that it takes."""
        return self._say(telling, self._words())

    def say_all(self, tellings: Callable[[Language], Sequence[Line]]) -> None:
        """Say some lines one after the other; there are as many in all languages."""
        made: dict[tuple[str, bool], Sequence[Line]] = {}

        def lines(words: Language) -> Sequence[Line]:
            key = words.code, words.in_digits
            if key not in made:
                made[key] = tellings(words)
            return made[key]

        for at in range(len(lines(self._words()))):
            self.say(lambda words, at=at: lines(words)[at])  # type: ignore[misc]

    def _say(self, telling: Telling, words: Language | None = None) -> float:
        """Say a line in these words, or in those of the game, and have it written when it is heard; the caller hands
        out the pages."""
        line = telling(words) if words else self._in_game(telling)
        caption = self._caption(telling, words or self._game_words)
        seconds = self._loudspeaker.say_when_ready(line, lambda: self._begins(caption))
        self._read()
        return seconds

    def _begins(self, caption: Caption) -> None:
        self._begun.append((self._now() + self._lag(), caption))

    def _caption(self, telling: Telling, said_in: Language | None) -> Caption:
        assert said_in is not None
        return Caption(next(self._numbers), telling, telling(said_in.written).text, said_in.code)

    def say_found(self, found: Found) -> float:
        """Say where phones find the box, or that they cannot; returns the seconds that it takes."""
        if not found.addresses:
            return self.announce("box.no-network")
        seconds, wifi, address = 0.0, found.wifi, found.addresses[0].removeprefix("http://")
        if wifi is not None:
            password = ", ".join(wifi.passphrase.split())
            seconds = self._for_ears_alone("box.wifi", name=lambda words: words.spelled(wifi.name), password=password)
        cue = "box.address" if self.said["box.welcome"] else "box.welcome"
        return seconds + self.announce(cue, address=lambda words: words.spelled(address))

    def say_pin(self, pin: str) -> float:
        """Say the PIN of the host's page; returns the seconds that it takes."""
        return self._for_ears_alone("box.pin", pin=lambda words: words.spelled(pin))

    def _for_ears_alone(self, cue: str, **places: Place) -> float:
        """Say something that no page shows, since pages can be seen from elsewhere."""
        return self._loudspeaker.say_when_ready(self._announcement(cue, places)(self._words()), lambda: None)


def filled(places: Mapping[str, Place], words: Language) -> dict[str, str]:
    """What fills the places in these words."""
    return {place: word if isinstance(word, str) else word(words) for place, word in places.items()}
