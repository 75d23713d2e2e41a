"""What does a listener understand of what the box says? Its words, and who is named in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.game.library import LIBRARY
from narrator.telling.language import Language


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
