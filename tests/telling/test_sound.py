"""What the table hears, recorded: lines in their places, a bed that is ducked, and every way to lose a speaker."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from statistics import median

import numpy as np
import pytest
import soundfile

from narrator.telling.sound import Event, Finished, Mixer, SpeakerFound, SpeakerLost, Started, Unplayable, mixer
from narrator.telling.sound.bed import ComposedBed
from narrator.telling.sound.loop import loop_in
from narrator.telling.sound.mix import DUCKED
from narrator.telling.sound.mixer import BEATING
from narrator.telling.sound.mixer_process import load
from narrator.telling.sound.own import BED
from narrator.telling.sound.playing import OVERLAP
from narrator.telling.sound.scenes import SCENES
from narrator.telling.voice import Line, Voice
from tests.labs import soundlab
from tests.labs.ears import Listener, plain
from tests.labs.soundlab import RATE, STUCK, Samples, SoundLab, find, level, rendered, until

pytestmark = [
    pytest.mark.sound,
    pytest.mark.serial,
    pytest.mark.flaky(reruns=2),  # a machine that stands still tears one recording, a fault of the mixer all of them
    pytest.mark.skipif(bool(soundlab.missing()), reason=soundlab.missing()),
]

SOUNDS = Path(__file__).parents[2] / "sounds"
TEXTS = (
    "The village falls asleep. Everyone, close your eyes.",
    "The seer wakes up, and points at somebody.",
    "The werewolves wake up and choose their victim.",
    "Nobody has heard this line tonight.",
)


class Table:
    """A mixer, and what it reported."""

    def __init__(self, **settings: object) -> None:
        self.told: list[Event] = []
        self._inbox: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.mixer = Mixer(self._inbox.put, **settings)  # type: ignore[arg-type]

    def expect(self, kind: type[Event], seconds: float = 10.0) -> Event:
        """The next event of this kind."""
        end = time.monotonic() + seconds
        while True:
            try:
                event = self._inbox.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {kind.__name__} within {seconds} s; told: {self.told}") from None
            self.told.append(event)
            if isinstance(event, kind):
                return event

    def rest(self) -> list[Event]:
        """All events since then that nobody waited for."""
        events = []
        while not self._inbox.empty():
            events.append(self._inbox.get())
        self.told += events
        return events

    @property
    def mixer_process(self) -> int:
        """The process that mixes."""
        assert self.mixer._process is not None
        return self.mixer._process.popen.pid


MakeTable = Callable[..., Table]


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch) -> Iterator[SoundLab]:
    with SoundLab() as lab:
        for name, value in lab.env.items():
            monkeypatch.setenv(name, value)
        yield lab


@pytest.fixture
def make_table() -> Iterator[MakeTable]:
    tables: list[Table] = []

    def make(own: Path | None = None, start: bool = True, **settings: object) -> Table:
        tables.append(Table(sounds=SOUNDS, own=own, **settings))
        if start:
            tables[-1].mixer.start()
        return tables[-1]

    yield make
    for table in tables:
        table.mixer.close()


@pytest.fixture
def table(lab: SoundLab, make_table: MakeTable) -> Table:
    """A mixer that plays into the lab."""
    table = make_table()
    table.expect(SpeakerFound)
    return table


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Real lines, rendered as in a game."""
    voice = Voice(tmp_path_factory.mktemp("voice"))
    if not voice.wait(Line("One."), STUCK) and voice.trouble and voice.trouble.code == "no-voice-engine":
        pytest.skip(f"speech is missing: {voice.trouble}")
    with closing(voice):
        return rendered(voice, *(Line(text, "solemn") for text in TEXTS))


def clip(path: Path) -> Samples:
    return soundfile.read(path, dtype="float32")[0]


def length(path: Path) -> float:
    return float(soundfile.info(path).duration)


def hum(folder: Path, pitch: int, seconds: float, level: float = 0.2) -> Path:
    """A folder of sounds in which every bed and effect is one pure tone: a loop of so many seconds."""
    folder.mkdir(exist_ok=True)
    tone = level * np.sin(2 * np.pi * pitch * np.arange(round((seconds + OVERLAP) * RATE)) / RATE)
    for name in ("night", "day", "heartbeat", "howl"):
        soundfile.write(folder / f"{name}.ogg", tone, RATE, format="OGG", subtype="VORBIS")
    return folder


def strength(heard: Samples, pitch: int, slot: float = 0.05) -> np.ndarray:
    """How loud is this pitch, in decibels, slot by slot?"""
    size = int(slot * RATE)
    slots = heard[: len(heard) // size * size].reshape(-1, size)
    wave = np.exp(-2j * np.pi * pitch * np.arange(size) / RATE) * np.hanning(size)
    return 20 * np.log10(np.abs(slots @ wave) / size * 4 + 1e-6)


# -------------------------------------------------------------------------------------------------- what is heard


def test_each_line_is_heard_whole_at_the_time_reported_over_the_night(
    lab: SoundLab, table: Table, lines: list[Path]
) -> None:
    table.mixer.bed("night")
    table.mixer.bed_level("window")
    told: list[tuple[float, float]] = []
    with lab.recording() as heard:
        for path in lines[:3]:
            number = table.mixer.say([path], length(path))
            started = table.expect(Started)
            finished = table.expect(Finished)
            assert started.clip == finished.clip == number  # type: ignore[union-attr]
            assert finished.whole  # type: ignore[union-attr]
            assert time.monotonic() - finished.at < 0.1  # type: ignore[union-attr]
            told.append((started.at, finished.at))  # type: ignore[union-attr]
    for path, (begin, end) in zip(lines, told, strict=False):
        place, likeness = find(clip(path), heard.samples)
        assert likeness > 0.97, path
        heard_from = heard.began + place / RATE
        assert heard_from == pytest.approx(begin, abs=0.06)
        assert heard_from + length(path) == pytest.approx(end, abs=0.1)
    assert find(clip(lines[3]), heard.samples)[1] < 0.5


def test_the_pieces_of_a_line_are_heard_as_one(lab: SoundLab, table: Table, lines: list[Path]) -> None:
    pieces = lines[:2]
    with lab.recording() as heard:
        number = table.mixer.say(pieces, sum(map(length, pieces)))
        started, finished = table.expect(Started), table.expect(Finished)
    assert started.clip == finished.clip == number  # type: ignore[union-attr]
    whole = np.concatenate([clip(path) for path in pieces])
    assert find(whole, heard.samples)[1] > 0.97


def test_a_line_is_understood_from_the_recording(lab: SoundLab, table: Table, lines: list[Path]) -> None:
    listener = Listener(TEXTS)
    table.mixer.bed("night")
    with lab.recording() as heard:
        table.mixer.say([lines[2]], length(lines[2]))
        table.expect(Finished)
    assert listener.hear(heard.samples) == plain(TEXTS[2])


def test_the_first_sample_comes_within_a_fifth_of_a_second(
    lab: SoundLab, table: Table, lines: list[Path], tmp_path: Path
) -> None:
    word = tmp_path / "word.flac"
    soundfile.write(word, clip(lines[0])[: RATE // 4], RATE)
    table.mixer.bed("night")
    asked, told, measured = [], [], []
    with lab.recording() as heard:
        for _ in range(20):
            asked.append(time.monotonic())
            table.mixer.say([word], 0.25)
            told.append(table.expect(Started).at - asked[-1])  # type: ignore[union-attr]
            table.expect(Finished)
        asked.append(time.monotonic())
    for at, end in pairwise(asked):
        first, last = (int((moment - heard.began) * RATE) for moment in (at, end))
        place, likeness = find(clip(word), heard.samples[first:last])
        assert likeness > 0.97
        measured.append(place / RATE)
    # Now and then a busy machine is late; a line that is always late is a fault.
    assert median(told) < 0.2, told
    assert median(measured) < 0.2, measured


def test_the_bed_ducks_before_the_line_and_returns_after_it(
    lab: SoundLab, make_table: MakeTable, lines: list[Path], tmp_path: Path
) -> None:
    pitch = 12_000  # higher than any speech in a file of 22 kHz
    table = make_table(own=hum(tmp_path / "hum", pitch, 2.0))
    table.mixer.volumes(master=1.0, voice=1.0, ambience=1.0)
    table.mixer.bed_level("window")
    table.mixer.bed("night")
    table.expect(SpeakerFound)
    with lab.recording() as before:
        until(lambda: before.seconds > 5)
    with lab.recording() as heard:
        table.mixer.say([lines[0]], length(lines[0]))
        started, finished = table.expect(Started), table.expect(Finished)
        until(lambda: time.monotonic() > finished.at + 1.6)  # type: ignore[union-attr]
    full = float(np.median(strength(before.samples, pitch)[-20:]))
    loud = strength(heard.samples, pitch)
    first, last = (int((event.at - heard.began) / 0.05) for event in (started, finished))  # type: ignore[union-attr]
    assert full == pytest.approx(BED + 20 * np.log10(2) / 2, abs=1.5)
    assert loud[: first - 3] == pytest.approx(full, abs=0.5)
    assert loud[first + 1 : last] == pytest.approx(full + 20 * np.log10(DUCKED), abs=1.0)
    assert loud[first + 1 : last].min() > -60  # ducked, never paused
    assert loud[-4:-2] == pytest.approx(full, abs=0.5)


def test_a_bed_and_a_heartbeat_loop_without_a_gap(lab: SoundLab, make_table: MakeTable, tmp_path: Path) -> None:
    table = make_table(own=hum(tmp_path / "hum", 441, 1 / 3))
    table.mixer.volumes(master=1.0, ambience=1.0)
    table.mixer.effect("heartbeat")
    table.expect(SpeakerFound)
    with lab.recording() as heard:
        until(lambda: heard.seconds > 4)
    endless = np.sin(2 * np.pi * 441 * np.arange(3 * RATE) / RATE).astype(np.float32)
    assert find(endless, heard.samples[-int(3.5 * RATE) :])[1] > 0.995
    table.mixer.effect_stop("heartbeat")
    with lab.recording() as after:
        until(lambda: after.seconds > 1.5)
    assert level(after.samples[-RATE // 2 :]) < -80


def test_effects_and_beds_of_the_game_are_heard(lab: SoundLab, table: Table) -> None:
    table.mixer.volumes(master=1.0, ambience=1.0)
    howl = soundfile.read(SOUNDS / "howl.ogg", dtype="float32")[0].mean(axis=1)[: 3 * RATE]
    with lab.recording() as heard:
        table.mixer.effect("howl")
        until(lambda: heard.seconds > 4)
    assert find(howl, heard.samples)[1] > 0.97


def test_the_tables_own_files_of_one_sound_take_turns(lab: SoundLab, make_table: MakeTable, tmp_path: Path) -> None:
    chance, files = np.random.default_rng(1), ("one.wav", "two.wav")
    waves = [0.1 * chance.standard_normal(RATE).astype(np.float32) for _ in files]
    for name, wave in zip(files, waves, strict=True):
        soundfile.write(tmp_path / name, wave, RATE)
    table = make_table(own=tmp_path, listed={"howl": [(name, -3.0) for name in files]})
    table.expect(SpeakerFound)
    table.mixer.volumes(master=1.0, ambience=1.0)
    places = []
    for wave in (*waves, waves[0]):
        with lab.recording() as heard:
            table.mixer.effect("howl")
            until(lambda heard=heard: heard.seconds > 2)
        places.append(find(wave, heard.samples)[1])
    assert min(places) > 0.97


def test_a_bad_sound_of_the_table_is_told_and_the_boxs_own_is_played(
    lab: SoundLab, make_table: MakeTable, tmp_path: Path
) -> None:
    (tmp_path / "howl.ogg").write_bytes(b"no sound")
    table = make_table(own=tmp_path)
    table.expect(SpeakerFound)
    table.mixer.volumes(master=1.0, ambience=1.0)
    howl = soundfile.read(SOUNDS / "howl.ogg", dtype="float32")[0].mean(axis=1)[: 3 * RATE]
    with lab.recording() as heard:
        table.mixer.effect("howl")
        until(lambda: heard.seconds > 4)
    assert str(tmp_path / "howl.ogg") in table.expect(Unplayable).trouble.sentence  # type: ignore[union-attr]
    assert find(howl, heard.samples)[1] > 0.97


def test_a_night_is_heard_as_it_was_composed(lab: SoundLab, table: Table) -> None:
    """To the sample, for longer than some of its loops, and never above what any speaker can play."""
    table.mixer.volumes(master=1.0, ambience=1.0)
    table.mixer.bed_level("window")
    with lab.recording() as heard:
        table.mixer.bed("night", "0007-classic 2", 0.5)
        until(lambda: heard.seconds > 22)
    files = {make: lambda name, make=make: make(SOUNDS / f"{name}.ogg") for make in (loop_in, load)}
    bed = ComposedBed("night", SCENES["night"], "0007-classic 2", 0.5, *files.values())
    bed.work_ahead(22)
    bed.volume.level = bed.volume.goal = 1.0
    composed = np.zeros((22 * 40, 1200, 2), np.float32)
    for block in composed:
        bed.add_to(block)
    night = composed.reshape(-1, 2).mean(axis=1)
    for second in (4, 11, 18):
        assert find(night[second * RATE : (second + 3) * RATE], heard.samples)[1] > 0.97
    assert np.abs(heard.samples).max() < 10 ** (-1 / 20)


def test_a_hushed_line_breaks_off(lab: SoundLab, table: Table, lines: list[Path]) -> None:
    with lab.recording() as heard:
        for path in lines[:2]:
            table.mixer.say([path], length(path))
        table.expect(Started)
        asked = time.monotonic()
        table.mixer.hush()
        over = [table.expect(Finished), table.expect(Finished)]
        assert time.monotonic() - asked < 0.5
        until(lambda: time.monotonic() > asked + 1)
    assert {(event.clip, event.whole) for event in over} == {(1, False), (2, False)}  # type: ignore[union-attr]
    assert level(heard.samples[-RATE // 2 :]) < -80
    assert find(clip(lines[1]), heard.samples)[1] < 0.5


# --------------------------------------------------------------------------------------- what happens to speakers


@pytest.mark.parametrize("how", ["unplug", "kill"])
def test_a_speaker_that_is_unplugged_is_used_again_when_it_is_back(
    lab: SoundLab, table: Table, lines: list[Path], how: str
) -> None:
    table.mixer.volumes(master=0.9)
    table.mixer.bed("night")
    table.mixer.bed_level("window")
    number = table.mixer.say([lines[0]], length(lines[0]))
    table.expect(Started)

    gone = time.monotonic()
    getattr(lab, how)()
    lost = table.expect(SpeakerLost, 5.0)
    assert lost.trouble.code == "no-speaker"  # type: ignore[union-attr]
    assert "plug one in" in lost.trouble.sentence  # type: ignore[union-attr]
    again = table.expect(Started)  # silently, from its beginning
    over = table.expect(Finished)
    assert (again.clip, over.clip, over.whole) == (number, number, True)  # type: ignore[union-attr]
    assert over.at - again.at == pytest.approx(length(lines[0]), abs=0.05)  # type: ignore[union-attr]
    assert again.at - gone < 5  # type: ignore[union-attr]

    number = table.mixer.say([lines[1]], 60.0)
    table.expect(Started)
    back = time.monotonic()
    lab.plug()
    with lab.recording() as heard:
        table.expect(SpeakerFound, 5.0)
        assert time.monotonic() - back < 5
        assert table.expect(Started).clip == number  # type: ignore[union-attr]
        table.expect(Finished)
        until(lambda: heard.seconds > 8)
    assert find(clip(lines[1]), heard.samples)[1] > 0.97
    assert level(heard.samples[-RATE:]) > -50  # the night is back too
    assert table.rest() == []


def test_without_a_speaker_lines_take_their_time_and_a_new_one_is_found(
    lab: SoundLab, make_table: MakeTable, lines: list[Path]
) -> None:
    lab.kill()
    table = make_table()
    table.mixer.bed("night")
    lost = table.expect(SpeakerLost)
    assert lost.trouble.code == "no-speaker"  # type: ignore[union-attr]
    asked = time.monotonic()
    for seconds in (0.3, 0.5):
        table.mixer.say([], seconds)
    first, second = table.expect(Finished), table.expect(Finished)
    assert first.at - asked == pytest.approx(0.3, abs=0.1)  # type: ignore[union-attr]
    assert second.at - first.at == pytest.approx(0.5, abs=0.05)  # type: ignore[union-attr]
    table.mixer.say([], 60.0)
    table.mixer.say([], 60.0)
    table.mixer.hush()
    assert [table.expect(Finished).whole, table.expect(Finished).whole] == [False, False]  # type: ignore[union-attr]
    lab.plug()
    table.expect(SpeakerFound, 5.0)
    with lab.recording() as heard:
        table.mixer.say([lines[0]], length(lines[0]))
        table.expect(Finished)
    assert find(clip(lines[0]), heard.samples)[1] > 0.97
    assert sum(isinstance(event, SpeakerLost) for event in table.told) == 1


def test_a_mixer_that_is_killed_is_replaced_and_says_its_line_again(
    lab: SoundLab, table: Table, lines: list[Path]
) -> None:
    table.mixer.bed("night")
    table.mixer.say([lines[0]], length(lines[0]))
    table.mixer.say([lines[1]], length(lines[1]))
    table.expect(Started)
    with lab.recording() as heard:
        os.kill(table.mixer_process, signal.SIGKILL)
        over = [table.expect(Finished), table.expect(Finished)]
    assert [(event.clip, event.whole) for event in over] == [(1, True), (2, True)]  # type: ignore[union-attr]
    for path in lines[:2]:
        assert find(clip(path), heard.samples)[1] > 0.93
    assert not any(isinstance(event, SpeakerLost) for event in table.told)


@pytest.mark.parametrize("commands", [1, 5000])
def test_the_box_never_waits_for_a_mixer_that_hangs(
    lab: SoundLab, table: Table, lines: list[Path], commands: int
) -> None:
    os.kill(hung := table.mixer_process, signal.SIGSTOP)
    longest, stopped = 0.0, time.monotonic()
    for _ in range(commands):
        before = time.monotonic()
        table.mixer.volumes(master=0.5)
        longest = max(longest, time.monotonic() - before)
    assert longest < 0.05
    table.mixer.say([lines[0]], length(lines[0]))
    with lab.recording() as heard:
        until(lambda: not Path(f"/proc/{hung}").exists())
        assert time.monotonic() - stopped < 2 * BEATING
        table.expect(Started)
        table.expect(Finished)
    assert find(clip(lines[0]), heard.samples)[1] > 0.97
    assert table.mixer_process != hung


def test_a_mixer_that_cannot_run_leaves_the_captions_and_says_why(
    lab: SoundLab, make_table: MakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = [sys.executable, "-c", "raise SystemExit('the sound library is gone')"]
    monkeypatch.setattr(mixer, "COMMAND", broken)
    monkeypatch.setattr(mixer, "GRACE", 0.5)
    table = make_table(start=False)
    table.mixer.say([], 0.4)
    table.mixer.start()
    lost = table.expect(SpeakerLost)
    assert lost.trouble.code == "no-speaker"  # type: ignore[union-attr]
    assert "the sound library is gone" in lost.trouble.sentence  # type: ignore[union-attr]
    started = table.expect(Started)
    assert table.expect(Finished).at - started.at == pytest.approx(0.4, abs=0.05)  # type: ignore[union-attr]
    monkeypatch.undo()
    for name, value in lab.env.items():
        monkeypatch.setenv(name, value)
    table.expect(SpeakerFound, 15.0)


def test_a_speaker_is_chosen_by_name_and_if_it_is_missing_the_others_are_listed(
    lab: SoundLab, make_table: MakeTable
) -> None:
    assert make_table(device="PULSE").expect(SpeakerFound).device == "pulse"  # type: ignore[union-attr]
    lost = make_table(device="kitchen radio").expect(SpeakerLost)
    assert lost.trouble.sentence == (  # type: ignore[union-attr]
        "There is no speaker whose name contains “kitchen radio”; there are: “pulse”, “default”."
    )


def test_a_device_that_swallows_sound_at_once_is_not_a_speaker(lab: SoundLab, make_table: MakeTable) -> None:
    Path(lab.env["ALSA_CONFIG_PATH"]).write_text("pcm.!default { type null }\nctl.!default { type hw card 0 }\n")
    table = make_table()
    lost = table.expect(SpeakerLost)
    assert "accepts no sound" in lost.trouble.sentence  # type: ignore[union-attr]
    table.mixer.say([], 0.5)
    started = table.expect(Started)
    assert table.expect(Finished).at - started.at == pytest.approx(0.5, abs=0.05)  # type: ignore[union-attr]


@pytest.mark.parametrize("fault", ["missing", "damaged", "other rate"])
def test_a_file_that_cannot_be_played_is_named_and_keeps_its_time(
    lab: SoundLab, table: Table, tmp_path: Path, fault: str
) -> None:
    path = tmp_path / "line.flac"
    if fault == "damaged":
        path.write_bytes(b"fLaC but not for long")
    if fault == "other rate":
        soundfile.write(path, np.zeros(1000), 22_050)
    table.mixer.say([path], 0.5)
    trouble = table.expect(Unplayable).trouble  # type: ignore[union-attr]
    assert trouble.code == "unplayable-sound"
    assert str(path) in trouble.sentence
    over = table.expect(Finished)
    assert not over.whole  # type: ignore[union-attr]
    table.mixer.effect("no-such-sound")
    assert "no-such-sound" in table.expect(Unplayable).trouble.sentence  # type: ignore[union-attr]


# ------------------------------------------------------------------------------------------- processes and figures


def test_closing_is_quick_and_leaves_nothing_behind(lab: SoundLab, make_table: MakeTable) -> None:
    table = make_table()
    table.mixer.bed("night")
    table.expect(SpeakerFound)
    mixer_process = table.mixer_process
    before = time.monotonic()
    table.mixer.close()
    assert time.monotonic() - before < 1.5
    assert not Path(f"/proc/{mixer_process}").exists()
    assert not table.mixer._thread.is_alive()
    table.mixer.close()


def test_killing_the_box_ends_its_mixer(lab: SoundLab, tmp_path: Path) -> None:
    box = (
        "import json, sys, time; from pathlib import Path; from narrator.telling.sound import Mixer\n"
        f"mixer = Mixer(lambda event: print(mixer._process.popen.pid, flush=True), sounds=Path({str(SOUNDS)!r}))\n"
        "mixer.start(); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", box], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        mixer_process = int(process.stdout.readline())
        process.kill()
    until(lambda: not Path(f"/proc/{mixer_process}").exists(), 5, "the mixer's process ends")


def test_the_mixer_is_small_and_idle_between_calls(lab: SoundLab, table: Table) -> None:
    table.mixer.bed("night")
    table.mixer.bed_level("window")
    mixer_process = table.mixer_process
    with lab.recording() as heard:
        until(lambda: heard.seconds > 4 and level(heard.samples[-RATE:]) > -45, what="the night is heard")

    def busy() -> float:
        fields = Path(f"/proc/{mixer_process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    worked, began = busy(), time.monotonic()
    until(lambda: time.monotonic() > began + 4)
    assert (busy() - worked) / (time.monotonic() - began) < 0.25, "it spins; make bench says how little it should take"
    memory = Path(f"/proc/{mixer_process}/status").read_text()
    resident = int(memory.partition("VmHWM:")[2].split()[0]) / 1024
    assert resident < 95, f"{resident:.0f} MB"


def test_the_processes_speak_plain_json(lab: SoundLab) -> None:
    # The mixer's process can be driven by hand, to find out what is wrong with a speaker.
    import socket

    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    settings = json.dumps({"sounds": str(SOUNDS), "own": "none", "listed": {}, "device": None})
    words = [sys.executable, "-m", "narrator.telling.sound.mixer_process", settings]
    with subprocess.Popen(words, stdin=theirs.fileno()) as mixer_process:
        theirs.close()
        found = json.loads(ours.recv(65536))
        assert 0.05 < found.pop("latency") < 0.2
        assert found == {"event": "speaker", "device": "default"}
        ours.send(b'{"do": "say", "clip": 5, "paths": [], "seconds": 0.1, "room": ""}')
        told = [json.loads(ours.recv(65536)) for _ in range(4)]
        assert {("started", 5), ("finished", 5)} <= {(event["event"], event.get("clip")) for event in told}
        ours.close()
        assert mixer_process.wait(5) == 0
