"""How long do nights last? With real lines of the real engine, while nobody answers anything: all nights are alike."""

from __future__ import annotations

import tempfile
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.rules.together import SILENT
from narrator.telling.pace import PACES
from narrator.telling.voice import Line, Voice
from tests.bench import figure
from tests.labs.boxlab import Notebook, Table

TABLES = (("millers-hollow", 8), ("the-pact", 12))
NINE_CHARACTERS = ("the-pact", 12)
NIGHTS = (1, 2)
RENDERED = 30.0
"""How many seconds a line may take to be rendered."""


class Said(Notebook):
    """A loudspeaker that says nothing, and knows how long its `voice` needs for every line."""

    voice: Voice

    def say(self, line: Line) -> float:
        self.voice.wait(line, RENDERED)
        super().say(line)
        return self.voice.seconds(line)


class Called(NamedTuple):
    """One call: in which night, who is called, and how many seconds it takes."""

    night: int
    name: str
    seconds: float


@figure("night: one call, mean of the first night and of a later one", "relaxed 26, 20; normal 17, 13; brisk 11, 8 s")
def nights() -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder, closing(Voice(Path(folder, "voice"))) as voice:
        for roleset, seats in TABLES:
            for pace in PACES:
                calls = played(Path(folder, f"{roleset} {pace}"), voice, roleset, seats, pace)
                first, later = (mean(call.seconds for call in calls if call.night == night) for night in NIGHTS)
                each = ", ".join(f"{call.name} {call.seconds:.1f}" for call in calls)
                rows.append(f"{roleset}, {seats} players, {pace}: {first:.1f}, {later:.1f} s ({each})")
    return "\n    ".join(rows)


@figure("night: a silent one of nine characters", "under 45 s at normal")
def silent_nights() -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder, closing(Voice(Path(folder, "voice"))) as voice:
        for pace in PACES:
            cues = told(Path(folder, pace), voice, *NINE_CHARACTERS, pace, {"night": SILENT})
            marks = [each for each in cues if each[0] in ("night.falls", "dawn")]
            each = [after - began for (cue, _, began), (_, _, after) in pairwise(marks) if cue == "night.falls"]
            rows.append(f"{pace}: {', '.join(f'{seconds:.0f}' for seconds in each[: len(NIGHTS)])} s")
    return "\n    ".join(rows)


def played(data: Path, voice: Voice, roleset: str, seats: int, pace: str) -> list[Called]:
    """The calls of the first nights of a game with the proposed deck, in which nobody answers anything."""
    turns = [
        each for each in told(data, voice, roleset, seats, pace, {}) if each[0].endswith(".wake") or each[0] == "dawn"
    ]
    return [
        Called(night, cue.removesuffix(".wake"), after - began)
        for (cue, night, began), (_, _, after) in pairwise(turns)
        if cue != "dawn" and night in NIGHTS
    ]


def told(
    data: Path, voice: Voice, roleset: str, seats: int, pace: str, options: dict[str, str]
) -> list[tuple[str, int, float]]:
    """What is said in the first nights of such a game, with the night and the second in which it is said."""
    names = [f"Seat {number}" for number in range(1, seats + 1)]
    table = Table(data, names)
    table.loudspeaker.__class__ = Said
    table.loudspeaker.voice = voice  # type: ignore[attr-defined]
    assert table.set("pace", pace)["ok"]
    rules, _ = LIBRARY.roleset(roleset, {})
    table.box.moderate(Game(roleset, names, deck=rules.proposed(seats), options=options, seed=1))
    cues = [("", 0, 0.0)]
    while table.round.game.night <= NIGHTS[-1]:
        assert table.step()
        beat = table.round.beat
        cue = "dawn" if beat and beat.sound and beat.sound.bed else beat.cue.id if beat and beat.cue else ""
        if cue and cue != cues[-1][0]:
            cues.append((cue, table.round.game.night, table.round.began))
    return cues
