"""A loudspeaker that can be listened to: a private PulseAudio server with a clocked null sink, recorded by parec.

    with SoundLab() as lab:
        os.environ.update(lab.env)           # for the processes that play
        with lab.recording() as heard:
            ...
        position, likeness = find(clip, heard.samples)

Each lab has its own folder and socket, so that several run at once. `lab.unplug()` takes the sink away,
`lab.kill()` the whole server; `lab.plug()` brings both back. Needs pulseaudio, pulseaudio-utils,
libasound2-plugins and libportaudio2; `missing()` names those that this machine does not have.
"""

from __future__ import annotations

import ctypes.util
import glob
import os
import selectors
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import soundfile

from narrator.telling.voice import Line, Voice

RATE = 48_000
STUCK = 300.0
"""Seconds without any progress after which something will never be done, however busy the machine is."""
Samples = npt.NDArray[np.float32]

ASOUND = """
</usr/share/alsa/alsa.conf>
pcm.!default { type pulse }
ctl.!default { type pulse }
"""


def missing() -> str:
    """What to install before a lab can run, as one phrase; empty if nothing is missing."""
    packages = {
        "pulseaudio": shutil.which("pulseaudio"),
        "pulseaudio-utils": shutil.which("parec") and shutil.which("pactl"),
        "libasound2-plugins": glob.glob("/usr/lib/*/alsa-lib/libasound_module_pcm_pulse.so"),
        "libportaudio2": ctypes.util.find_library("portaudio"),
    }
    lacking = [package for package, found in packages.items() if not found]
    return f"recorded sound needs: sudo apt install {' '.join(lacking)}" if lacking else ""


def until(
    true: Callable[[], Any], seconds: float = 60.0, what: str = "", progress: Callable[[], Any] = lambda: None
) -> Any:
    """Wait for something that happens in another process; fails with `what` when it does not.

    With `progress` it fails only if that has not changed for `STUCK` seconds: a busy machine may take its time. The
    longer it waits, the less often it asks.
    """
    began = time.monotonic()
    end, before = began + seconds, progress()
    tick = threading.Event()
    while not (result := true()):
        now = time.monotonic()
        if (reached := progress()) != before:
            end, before = now + seconds, reached
        if now > end:
            raise AssertionError(f"not within {seconds} s: {what or true}")
        tick.wait(min(0.1, 0.01 + (now - began) / 20))
    return result


def rendered(voice: Voice, *lines: Line) -> list[Path]:
    """The files of these lines, however busy the machine is; fails when no more are rendered for a long time."""
    voice.prepare(lines)
    left = set(lines)
    while left:
        with voice._news:
            more = voice._news.wait_for(lambda left=frozenset(left): set(filter(voice.ready, left)), STUCK)
        assert more, f"{len(left)} of {len(lines)} lines are not rendered; trouble: {voice.trouble}"
        left -= more
    return [file for line in lines for file in voice.ready(line)]


def hurry(process: subprocess.Popen[bytes]) -> None:
    """Give this process priority, where that is allowed: when starved it records gaps that were not there."""
    for thread in os.listdir(f"/proc/{process.pid}/task"):
        with suppress(PermissionError, ProcessLookupError):
            os.sched_setscheduler(int(thread), os.SCHED_RR, os.sched_param(6))


class SoundRecording:
    """What the sink played: `samples` (mono, 48 kHz, float32); sample 0 was heard at `began` (monotonic)."""

    def __init__(self) -> None:
        self.began = 0.0
        self._raw = bytearray()

    @property
    def samples(self) -> Samples:
        whole = len(self._raw) // 2 * 2
        return np.frombuffer(bytes(self._raw[:whole]), dtype="<i2").astype(np.float32) / 32768

    @property
    def seconds(self) -> float:
        return len(self._raw) / 2 / RATE


class SoundLab:
    """See the module. `env` is what a process needs to play into it."""

    def __init__(self) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="soundlab-"))
        asound = self.home / "asound.conf"
        asound.write_text(ASOUND)
        self.env = {
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(self.home),
            "PULSE_SERVER": f"unix:{self.home}/native",
            "ALSA_CONFIG_PATH": str(asound),
        }
        self._server: subprocess.Popen[bytes] | None = None
        self._sink = ""

    def __enter__(self) -> SoundLab:
        self.plug()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        shutil.rmtree(self.home, ignore_errors=True)

    def plug(self) -> None:
        """Start the server if it is gone, and give it its sink."""
        if self._server is None:
            socket = f"socket={self.home}/native auth-anonymous=1"
            self._server = subprocess.Popen(
                ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
                 "--high-priority=no", "--realtime=no", "-L", f"module-native-protocol-unix {socket}"],
                env=os.environ | self.env, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            until(lambda: self._pactl("info", check=False).returncode == 0, what="the pulse server is up")
        sink = "sink_name=box rate=48000 channels=2 format=s16le norewinds=1"
        self._sink = self._pactl("load-module", "module-null-sink", *sink.split()).stdout.decode().strip()
        hurry(self._server)

    def unplug(self) -> None:
        """Take the sink away, as when a USB speaker is pulled; the server lives."""
        self._pactl("unload-module", self._sink)

    def kill(self) -> None:
        """Kill the server, as when the sound system crashes."""
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server = None
            (self.home / "native").unlink(missing_ok=True)

    def listeners(self) -> int:
        """How many programs record now."""
        return len(self._pactl("list", "short", "source-outputs").stdout.splitlines())

    @contextmanager
    def recording(self) -> Iterator[SoundRecording]:
        """Record the sink; the block starts when the first samples have come, and all it heard is kept at its end."""
        recording = SoundRecording()
        parec = subprocess.Popen(
            ["parec", "-d", "box.monitor", f"--rate={RATE}", "--channels=1", "--format=s16le",
             "--latency-msec=10", "--raw"],
            env=os.environ | self.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert parec.stdout is not None
        stop = threading.Event()

        def listen(pipe: int) -> None:
            with selectors.DefaultSelector() as ears:
                ears.register(pipe, selectors.EVENT_READ)
                while not stop.is_set():
                    if ears.select(0.05):
                        heard = os.read(pipe, 1 << 16)
                        if not heard:
                            break
                        recording._raw += heard
                        began = time.monotonic() - recording.seconds
                        recording.began = min(recording.began or began, began)  # read late, it seems to begin late

        listener = threading.Thread(target=listen, args=(parec.stdout.fileno(),), daemon=True)
        listener.start()
        hurry(parec)
        try:
            until(lambda: recording.seconds > 0.3, what="parec records")
            yield recording
            enough = recording.seconds + 0.3
            until(lambda: recording.seconds > enough or parec.poll() is not None, what="parec catches up")
        finally:
            stop.set()
            listener.join()
            parec.kill()
            parec.wait()
            parec.stdout.close()

    def _pactl(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(["pactl", *words], env=os.environ | self.env, capture_output=True, check=check)


def find(clip: Samples, heard: Samples) -> tuple[int, float]:
    """Where in `heard` is `clip`, and how alike are they? (sample, normalised cross-correlation from -1 to 1).

    1 is the same sound at any volume; speech found under ambience measures about 0.99, speech that is not there 0.2.
    """
    clip = clip - clip.mean()
    if len(heard) < len(clip):
        return 0, 0.0
    size = 1 << (len(heard) + len(clip)).bit_length()
    spectrum = np.fft.rfft(heard, size) * np.conj(np.fft.rfft(clip, size))
    products = np.fft.irfft(spectrum, size)[: len(heard) - len(clip) + 1]
    sums = np.concatenate([[0.0], np.cumsum(heard, dtype=np.float64)])
    squares = np.concatenate([[0.0], np.cumsum(np.square(heard, dtype=np.float64))])
    n = len(clip)
    energy = squares[n:] - squares[:-n] - np.square(sums[n:] - sums[:-n]) / n
    likeness = products / np.sqrt(np.maximum(energy, 1e-9) * float(np.sum(clip.astype(np.float64) ** 2)))
    best = int(np.argmax(likeness))
    return best, float(likeness[best])


def level(samples: Samples) -> float:
    """How loud is this? RMS in decibels relative to full scale; -120 for silence."""
    return float(20 * np.log10(max(1e-6, float(np.sqrt(np.mean(np.square(samples, dtype=np.float64)))))))


class SaidLine(NamedTuple):
    """A line that the box announced, its rendered sound, and when the mixer says that it was heard."""

    text: str
    sound: Samples
    at: float

    @property
    def end(self) -> float:
        """When is its last sample heard, if nothing cuts it off?"""
        return self.at + len(self.sound) / RATE


def lines_said(notes: Iterable[Mapping[str, Any]], heard: SoundRecording) -> Iterator[SaidLine]:
    """Every line in a recording that began and had time to end, in order, according to the notes of `evening_box`."""
    notes = list(notes)
    started = {note["clip"]: note["at"] for note in notes if note.get("event") == "Started"}
    text = ""
    for note in notes:
        text = note.get("said", text)
        if "paths" in note and note["at"] > heard.began and note["clip"] in started:
            assert note["paths"], f"“{text}” was not rendered in time"
            sound = np.concatenate([soundfile.read(path, dtype="float32")[0] for path in note["paths"]])
            line = SaidLine(text, sound, started[note["clip"]])
            if line.end < heard.began + heard.seconds:
                yield line
