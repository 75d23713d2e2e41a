"""What do newcomers hear and try before a game? A short introduction, and then a night that does not count.

    what the game is -> practice night: one harmless question for everybody -> what came of it -> the game

It depends only on who sits there and what they play with; the rules know nothing of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from narrator.box.venue import Venue
from narrator.game.game import Game
from narrator.rules.prompts import Prompt
from narrator.telling.pace import BREATH, REMINDER_AT, Tempo, practice
from narrator.telling.script import Cue
from narrator.telling.sounding import SILENCE, Bed, Sound
from narrator.telling.timeline import Beat

INTRODUCTION, PRACTICE = "introduction", "practice"
"""The windows of what is explained and of what is tried; a page shows the words on the screens of these names."""
GAME = ("introduction.begins", "introduction.cards", "introduction.night", "introduction.day", "introduction.wins")
"""What is said of every game."""
FEW = 3
"""No more people than these are named as missing, or as having been chosen."""


class Introduction:
    """The introduction of one game to the people at the table of a `venue`.

    Of its practice it has the `answers`.
    """

    def __init__(self, game: Game, venue: Venue) -> None:
        self.answers: dict[str, str] = {}
        self._seats = game.seats
        self._rules = game.rules
        self._two_cards = game.options.get("double_you", "off") != "off"
        self._venue = venue
        self._asked_again = False
        self._window = 0.0

    def beats(self, tempo: Tempo, bed: Bed) -> list[Beat]:
        """All of it at this tempo; the `bed` is that of a night."""
        day = Beat(0, BREATH, window=INTRODUCTION)
        night = day._replace(window=PRACTICE)
        self._window = practice(tempo, len(self._seats), len(self._by_tag))
        without_page = {name for names in self._venue.without_page.values() for name in names}
        phones = [] if without_page.issuperset(self.people) else ["introduction.phones"]
        two_cards = ["introduction.two-cards"] if self._two_cards else []
        buildings = ["introduction.buildings"] if self._rules.buildings else []
        events = ["introduction.events"] if self._rules.events else []
        tokens = ["practice.tokens"] if self._by_tag else []
        told = (*GAME, *two_cards, *buildings, *events, *phones, "introduction.answer")
        return [
            *(day._replace(cue=Cue(cue)) for cue in told),
            night._replace(cue=Cue("practice.begins"), sound=Sound(bed=bed)),
            *(night._replace(cue=Cue(cue)) for cue in tokens),
            night._replace(cue=Cue("practice.question"), screen="ask", seconds=REMINDER_AT * self._window),
            day._replace(cue=Cue("practice.over"), sound=Sound(bed=SILENCE)),
        ]

    def after(self, beat: Beat, coming: Sequence[Beat]) -> list[Beat]:
        """What comes between this beat and those `coming`: those who have not answered are asked once more in the rest
        of the window, and what came of it is told; nothing where the host has skipped that."""
        if not (beat.screen == "ask" and coming and coming[0].window == INTRODUCTION):
            return []
        if not (self.is_complete or self._asked_again):
            self._asked_again = True
            return [beat._replace(cue=self._reminder, seconds=(1 - REMINDER_AT) * self._window)]
        chosen = self._chosen
        cue = Cue("practice.chosen", chosen) if 0 < len(chosen) <= FEW else Cue("practice.nobody")
        return [Beat(0, BREATH, cue, window=INTRODUCTION, sound=Sound(bed=SILENCE))]

    def question(self, seat: str) -> Prompt:
        """What this seat is asked: any of the others."""
        return Prompt(PRACTICE, (seat,), tuple([other for other in self._seats if other != seat]), touches=1)

    def answer(self, seat: str, chosen: str) -> None:
        """This seat has chosen."""
        self.answers[seat] = chosen

    @property
    def people(self) -> list[str]:
        """Who is asked: everybody but bots."""
        return [seat for seat in self._seats if seat not in self._venue.lobby.bots]

    @property
    def is_complete(self) -> bool:
        """Have all answered? A token on the lid answers for all who play by tag, and each of them is to lay one."""
        return not (self.missing or self._by_tag)

    @property
    def _by_tag(self) -> Collection[str]:
        return self._venue.without_page["tags"] if self._venue.readers else ()

    @property
    def missing(self) -> tuple[str, ...]:
        """Who has not answered yet."""
        return tuple([name for name in self.people if name not in self.answers])

    @property
    def _reminder(self) -> Cue | None:
        """What those hear who have not answered yet, if there are any."""
        if not self.missing:
            return None
        return Cue("practice.missing", self.missing) if len(self.missing) <= FEW else Cue("practice.missing-many")

    @property
    def _chosen(self) -> tuple[str, ...]:
        """Who was chosen most often."""
        counts = Counter(self.answers.values())
        return tuple([seat for seat in self._seats if seat in counts and counts[seat] == max(counts.values())])


def introduces(beat: Beat | None) -> bool:
    """Does this beat belong to an introduction?"""
    return beat is not None and beat.window in (INTRODUCTION, PRACTICE)
