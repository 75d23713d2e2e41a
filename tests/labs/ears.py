"""What does a listener understand of what the box says? Which line it is, its words, and who is named in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np
import pytest

from narrator.game.library import LIBRARY
from narrator.telling.language import Language
from narrator.telling.sound.room import Room
from tests.labs.soundlab import Samples


class Ears:
    """The ears of somebody who knows English and this roleset."""

    def __init__(self, roleset: str) -> None:
        words = Language.load(LIBRARY.folders, roleset, "en", LIBRARY.extends(roleset))
        self._forms = [
            (cue, re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(wording))))
            for cue in sorted(words.cues)
            for wording in words.lines[cue].say
        ]

    def understand(self, line: str) -> Iterator[tuple[str, list[int]]]:
        """The cue of a line, and the numbers of the seats in it; some lines belong to more than one cue."""
        for cue, form in self._forms:
            if form.fullmatch(line):
                yield cue, [int(number) for number in re.findall(r"Seat (\d)", line)]


class Listener:
    """A program that takes whatever it hears for one of these lines: pocketsphinx, with a closed grammar. Where that is
    missing, the test is skipped."""

    def __init__(self, lines: Iterable[str]) -> None:
        sphinx = pytest.importorskip("pocketsphinx", reason="pocketsphinx has no wheels for this Python")
        patient = {"beam": 1e-80, "pbeam": 1e-80}  # with its usual 1e-48 it gives up on lines that it knows
        self._decoder = sphinx.Decoder(samprate=16_000, loglevel="FATAL", **patient)
        self._chance = np.random.default_rng(1)
        known = [line for line in map(plain, lines) if all(map(self._decoder.lookup_word, line.split()))]
        grammar = f"#JSGF V1.0; grammar lines; public <line> = {' | '.join(known)};"
        self._decoder.add_jsgf_string("lines", grammar)
        self._decoder.activate_search("lines")
        self.known = frozenset(known)
        """The lines, plain, of which the program has every word in its dictionary."""

    def hear(self, samples: Samples, place: str = "") -> str:
        """The line, plain, that this sounds like, said in a place of `PLACES`; nothing if it is like none."""
        wave = np.pad(samples, 12_000)
        if place:
            wave = wave + Room().answer(np.stack([wave, wave], axis=1).astype(np.float32), place)[:, 0]
        wave = wave[: len(wave) // 6 * 6]
        at_16k = np.fft.irfft(np.fft.rfft(wave)[: len(wave) // 6 + 1], len(wave) // 3) / 3
        at_16k += self._chance.normal(0, 0.003, len(at_16k))  # digital silence breaks it
        self._decoder.start_utt()
        self._decoder.process_raw((at_16k.clip(-1, 1) * 32767).astype("<i2").tobytes(), full_utt=True)
        self._decoder.end_utt()
        heard = self._decoder.hyp()
        return "" if heard is None else str(heard.hypstr)


def plain(text: str) -> str:
    """The words of a text alone, in small letters."""
    return " ".join("".join(c if c.isalpha() or c == "'" else " " for c in text.lower()).split())
