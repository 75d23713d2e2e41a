"""The real box, heard: its first night and dawn are recorded, and every line that it announces is found in them."""

from __future__ import annotations

import json
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.labs.alignment import aligned, says, true_peak
from tests.labs.evening import Phone, heard_box, rehearsed
from tests.labs.soundlab import RATE, SaidLine, Samples, SoundRecording, find, level, lines_said, missing, until

pytestmark = [
    pytest.mark.sound,
    pytest.mark.serial,
    pytest.mark.timeout(3600),  # a busy machine renders slowly
    pytest.mark.flaky(reruns=2),  # a machine that stands still tears one evening, a fault of the box all of them
    pytest.mark.skipif(bool(missing()), reason=missing()),
]

STRETCH = 0.6
LAG = 0.4
BESIDE = 0.05
"""Seconds before and after a line in which something of it may still be heard."""
WRITTEN_WITHIN = 0.2
"""Seconds that lie at most between a caption and the first sample of its line, but for one line on a busy machine."""


class Evening(NamedTuple):
    """What the box noted of an evening, what was recorded before and after its speaker was away, and what the big
    screen and the terminal showed."""

    notes: list[dict[str, Any]]
    heard: SoundRecording
    back: SoundRecording
    captions: list[str]
    printed: list[str]

    def lines(self) -> list[SaidLine]:
        """Every line of the game that the recording holds completely, in order."""
        return list(lines_said(self.notes, self.heard))

    def between(self, start: float, end: float) -> Samples:
        """What was heard between these two moments."""
        return self.heard.samples[int((start - self.heard.began) * RATE) : int((end - self.heard.began) * RATE)]

    def unspoken(self, level: str) -> list[Samples]:
        """What was heard between two lines, from the first window to the last, with the bed at this level."""
        levels = [(note["at"], note["level"]) for note in self.notes if "level" in note]
        changes = [(at, now) for (_, before), (at, now) in pairwise([(0.0, ""), *levels]) if now != before]
        windows = [(at, end) for (at, now), (end, _) in pairwise(changes) if now == "window"]
        found = []
        for line, after in pairwise(self.lines()):
            now = [now for at, now in changes if at < line.end][-1]
            end = min([after.at, *(at for at, _ in changes if at > line.end)])
            if now == level and windows[0][0] < line.end < windows[-1][1] and end > line.end + 3 * BESIDE:
                found.append(self.between(line.end + BESIDE, end - BESIDE))
        return found


def noted(folder: Path) -> list[dict[str, Any]]:
    """All that a box has noted so far in this folder."""
    whole, _, _ = (folder / "notes.jsonl").read_text().rpartition("\n")
    return [json.loads(line) for line in whole.splitlines()]


def recorded(folder: Path) -> Evening:
    """The first night and dawn of a game of bots, at a brisk pace, from a box that has never spoken before; then its
    speaker is taken away in the middle of a line, and given back."""
    read = partial(noted, folder)
    captions: list[str] = []
    with heard_box(folder, "--bots", "8", stretch=STRETCH) as (box, lab):
        host, table = box.host(), Phone(box, "table")
        assert host.tell("set", what="pace", value="brisk")["ok"]
        assert host.tell("set", what="option", value={"sheriff": "never"})["ok"]
        until(lambda: len(box.said.splitlines()) == 3, what="the box greets the table")
        rehearsed(folder / "cache")
        with lab.recording() as heard:
            assert host.tell("start")["ok"]
            for view in table.stream():
                if view["caption"] not in captions[-1:]:
                    captions.append(view["caption"])
                if view["phase"] == "Day 1":
                    break
        printed = box.said.splitlines()
        lab.unplug()
        until(lambda: any(note.get("event") == "SpeakerLost" for note in read()), what="the box misses its speaker")
        lab.plug()
        with lab.recording() as back:
            until(lambda: said_again(read()), what="the box says what nobody has heard")
    return Evening(read(), heard, back, captions, printed)


def said_again(notes: list[dict[str, Any]]) -> str:
    """The line that was said last before the speaker was found again, as soon as it has been said again."""
    found = max((at for at, note in enumerate(notes) if note.get("event") == "SpeakerFound"), default=0)
    unheard = [note["said"] for note in notes[:found] if "said" in note][-1:]
    again = [at for at, note in enumerate(notes) if at > found and note.get("said") in unheard]
    clip = [note["clip"] for at in again for note in notes[at:] if "paths" in note][:1]
    over = any(note["clip"] in clip for note in notes if note.get("event") == "Finished")
    return unheard[0] if over else ""


def test_the_box_greets_and_then_tells_its_number(evening: Evening) -> None:
    ready, _, number = evening.printed[:3]
    assert "ready" in ready
    assert "number for the host" in number


def test_every_announced_line_is_heard_whole_and_in_its_place(evening: Evening) -> None:
    lines = evening.lines()
    assert len(lines) >= len(evening.captions) - 1 >= 10, "only the line of the day may be cut"
    assert [line.text for line in lines] == evening.captions[: len(lines)]
    assert [line.text for line in lines] == evening.printed[3:][: len(lines)]
    for line in lines:
        for part in (line.sound, line.sound[: int(0.3 * RATE)]):
            since = max(line.at - 0.5, evening.heard.began)
            place, likeness = find(part, evening.between(since, line.end + 0.5))
            assert likeness > 0.97, line.text
            assert place / RATE == pytest.approx(line.at - since, abs=0.06), line.text


def test_each_line_is_written_when_it_is_heard(evening: Evening) -> None:
    lines = aligned(evening.notes, evening.heard)
    early = [line.begins - line.shown for line in lines]
    sys.stdout.write(
        f"captions: {1000 * min(early):.0f} to {1000 * max(early):.0f} ms before the voice, "
        f"{1000 * np.median(early):.0f} ms in the median of {len(early)}\n"
    )
    late = [line for line in lines if abs(line.begins - line.shown) > WRITTEN_WITHIN]
    assert len(late) <= 1, late
    assert np.median(np.abs(early)) < WRITTEN_WITHIN
    assert max(np.abs(early)) < 2 * WRITTEN_WITHIN


def test_what_is_announced_is_written_when_a_late_speaker_says_it(tmp_path: Path) -> None:
    with heard_box(tmp_path, stretch=STRETCH) as (box, lab):
        host = box.host()
        until(lambda: len(box.said.splitlines()) == 3, what="the box greets the table")
        assert host.tell("set", what="lag", value=int(1000 * LAG))["ok"]
        read = partial(noted, tmp_path)
        with lab.recording() as heard:
            before = max(note.get("clip", 0) for note in read())
            assert host.tell("sound-test")["ok"]
            until(lambda: any(note.get("whole") and note["clip"] > before for note in read()), what="the test is heard")
            assert host.tell("explain", card="seer")["ok"]
            until(lambda: not host.view()["explained"], what="all is said")
    lines = aligned(read(), heard)
    assert len(lines) >= 3
    assert [line for line in lines if abs(line.shown - line.begins - LAG) > WRITTEN_WITHIN] == []


def test_no_line_is_cut_by_another_or_by_a_gap_and_nothing_clips(evening: Evening) -> None:
    lines = aligned(evening.notes, evening.heard)
    for line, after in pairwise(lines):
        assert line.ends <= after.begins, (line, after)
    assert [line for line in lines if line.gap or line.likeness < 0.97] == []
    assert np.abs(evening.heard.samples).max() < 1
    assert true_peak(evening.heard.samples) < -1


def test_what_nobody_heard_is_said_when_the_speaker_is_back(evening: Evening) -> None:
    captions = {note["sent"] for note in evening.notes if "sent" in note}
    again = [line for line in lines_said(evening.notes, evening.back) if line.text == said_again(evening.notes)][-1]
    assert find(again.sound, evening.back.samples)[1] > 0.97
    assert any(says(caption, again.text) for caption in captions)


def test_nothing_is_said_while_a_window_is_open(evening: Evening) -> None:
    windows = evening.unspoken("window")
    assert len(windows) >= 2
    speech = np.median([level(line.sound) for line in evening.lines()])
    for window in windows:
        assert level(window) < speech - 10
        for line in evening.lines():
            if len(line.sound) < len(window):
                assert find(line.sound, window)[1] < 0.5


def test_the_night_is_louder_during_windows_than_between_them(evening: Evening) -> None:
    windows, gaps = evening.unspoken("window"), evening.unspoken("between")
    assert gaps
    quietest = min(level(window) for window in windows)
    assert quietest > -60
    assert quietest > max(level(gap) for gap in gaps) + 5
