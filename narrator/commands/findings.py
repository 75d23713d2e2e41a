"""What does `narrator doctor` find? Each part of the box is tried, and is fine or has a remedy.

for finding in findings(data_folder()):
    print(finding)                          # ok    disk       75 GB are free in …
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty
from typing import NamedTuple

from hardware.buttons import Buttons
from hardware.devices import Lost
from hardware.keypads import is_for_players
from hardware.knob import Knob
from hardware.pn532 import pn532
from hardware.readers import unfit
from narrator.errors import NarratorError, english
from narrator.folders import GAMES, SOUNDS, cache_folder, lock, readable_by_others
from narrator.game import journal
from narrator.game.library import LIBRARY
from narrator.inbox import Inbox
from narrator.network.addresses import addresses
from narrator.panel.plans import plan_file, plan_in
from narrator.telling.language import Language
from narrator.telling.sound import Event, Finished, Mixer, SpeakerFound, SpeakerLost
from narrator.telling.voice import Line, Voice

PATIENCE = 25.0
"""Seconds that the voice or the speaker may take."""
MEGABYTE = 10**6
LITTLE = 200 * MEGABYTE
TOO_LITTLE = 20 * MEGABYTE

INPUTS = Path("/dev/input")
BOARD = Path("/sys/devices/platform")
"""Where a Raspberry Pi reports on its power supply."""
POWER = ((0x1, "is"), (0x10000, "was"))
"""The bits that it sets when the voltage is too low now, and when it has been too low since the start."""

FINE, GOES_ON, STOPS = "ok", "fix", "STOP"
"""All is well; the game goes on without it; no game can be played."""


class Finding(NamedTuple):
    """What was found out about one part: its state, and a sentence, with the remedy if one is needed."""

    part: str
    state: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.state:6}{self.part:12}{self.sentence}"


def findings(data: Path, wiring: str | None = None) -> Iterator[Finding]:
    """Try everything that the box uses, one part after the other.

    `data` is the box's folder, `wiring` the wiring plan, by name or as a file, if it is not the box's own.
    """
    words = Language.load(LIBRARY.folders, LIBRARY.names[0], "en")
    line = words.line("box.test", seed=int(time.monotonic()), nth=0)
    running = box_runs(data)
    with closing(Voice(cache_folder() / "voice")) as voice:
        spoken = voice.wait(line, PATIENCE)
        yield _voice(voice, spoken)
        yield _taken("speaker") if running else _speaker(line, spoken, voice)
    yield _taken("pins") if running else _pins(data, wiring)
    yield _keypads()
    yield _tags()
    yield _network()
    yield _games(data, running)
    yield _privacy(data)
    yield _disk(data)
    yield _clock()
    yield _power()
    yield _service()


def _taken(part: str) -> Finding:
    return Finding(part, FINE, "Not tried, as a running box is using it: its host's page says if something is wrong.")


def _voice(voice: Voice, spoken: Sequence[Path]) -> Finding:
    if spoken:
        return Finding("voice", FINE, "It can speak English.")
    sentence = voice.trouble.sentence if voice.trouble else "The voice does not answer; restart the machine."
    return Finding("voice", GOES_ON, f"{sentence} Until then everything is shown as text.")


def _speaker(line: Line, spoken: Sequence[Path], voice: Voice) -> Finding:
    """Play a chime and, if there is a voice, a sentence, and see whether a speaker plays both to the end."""
    heard: Inbox[Event] = Inbox()
    with closing(Mixer(heard.put, sounds=SOUNDS)) as mixer:
        mixer.start()
        mixer.say([SOUNDS / "chime.ogg"], 2.0)
        last = mixer.say(spoken, voice.seconds(line))
        device, latency = "", 0.0
        end = time.monotonic() + PATIENCE
        while (left := end - time.monotonic()) > 0:
            try:
                event = heard.take(left)
            except Empty:
                break
            match event:
                case SpeakerLost(trouble):
                    sentence = f"{trouble.sentence} Until then everything is shown as text."
                    return Finding("speaker", GOES_ON, sentence)
                case SpeakerFound(device, latency):
                    pass
                case Finished(clip, _, True) if clip == last and device:
                    what = "a chime and a sentence were" if spoken else "a chime was"
                    remedy = "Heard nothing? Turn it up (alsamixer), or check that the right speaker is the default."
                    way = f"Sound takes {1000 * latency:.0f} ms to it, over Bluetooth more: see the host's page."
                    return Finding("speaker", FINE, f"{device}: {what} played. {way} {remedy}")
    return Finding("speaker", GOES_ON, "The speaker does not answer: unplug it and plug it in again.")


def _pins(data: Path, wiring: str | None) -> Finding:
    """Take the pins of the plan, and give them back."""
    try:
        file = plan_file(data, wiring)
        if file is None:
            sentence = "Nothing is planned on the pins, nor needed: phones will do. `narrator wiring` has plans."
            return Finding("pins", FINE, sentence)
        plan = plan_in(file)
        Buttons(plan).close()
        if plan.knob:
            Knob(plan.knob).close()
        if plan.reader:
            with closing(pn532(plan.reader)) as reader:
                lost = [english(event.sentence) for event in reader.look() if isinstance(event, Lost)]
            if lost:
                return Finding("pins", GOES_ON, f"{lost[0]} Until then phones will do.")
    except NarratorError as error:
        return Finding("pins", GOES_ON, f"{error.sentence} Until then phones will do.")
    return Finding("pins", FINE, f"All of {file} can be used; `narrator wiring` says which wire goes where.")


def _keypads() -> Finding:
    """Which keyboards and keypads may be read?"""
    try:
        import evdev
    except ImportError:
        return Finding("keypads", FINE, "None can be used, nor are any needed. python3-evdev reads them.")
    there = [file for file in sorted(INPUTS.glob("event*")) if file.is_char_device()]
    names = []
    for file in there:
        try:
            with closing(evdev.InputDevice(str(file))) as device:
                if is_for_players(device):
                    names.append(device.name)
        except PermissionError:
            sentence = f"{file} may not be read: `sudo usermod -aG input $USER`, then log in again."
            return Finding("keypads", GOES_ON, f"{sentence} Until then phones will do.")
        except OSError:  # it has just been unplugged
            continue
    return Finding("keypads", FINE, f"{', '.join(names) or 'None is plugged in'}.")


def _tags() -> Finding:
    """Which tag readers does the machine's own service for them know?"""
    try:
        from smartcard.pcsc.PCSCExceptions import BaseSCardException
        from smartcard.System import readers
    except ImportError:
        return Finding("tag reader", FINE, "None can be used, and none is needed. python3-pyscard and pcscd read tags.")
    try:
        names = [str(reader) for reader in readers()]
    except BaseSCardException:
        if shutil.which("pcscd") is None:
            return Finding("tag reader", FINE, "None can be used, and none is needed. pcscd finds readers.")
        sentence = "pcscd does not answer: `sudo systemctl enable --now pcscd.socket`. Until then phones will do."
        return Finding("tag reader", GOES_ON, sentence)
    if beeps := " ".join(english(beeps) for beeps in map(unfit, names) if beeps):
        return Finding("tag reader", GOES_ON, f"{beeps} The box silences those that it can.")
    return Finding("tag reader", FINE, f"{', '.join(names) or 'None is plugged in'}.")


def _network() -> Finding:
    found = addresses()
    if not found:
        sentence = "No phone can find the box: connect it to a network, or let it open its own Wi-Fi:"
        return Finding("network", GOES_ON, f"{sentence} `sudo systemctl start narrator-hotspot`.")
    return Finding("network", FINE, f"Phones on the same network find the box at {' or '.join(found)}.")


def box_runs(data: Path) -> bool:
    """Is a box running that keeps its games here?"""
    try:
        lock(data).close()
    except NarratorError as error:
        return error.code == "second-box"
    return False


def _games(data: Path, running: bool) -> Finding:
    """Can the games folder be written to, and is a game unfinished?"""
    if running:
        return Finding("games", FINE, f"A box is running, and keeps them in {data / GAMES}.")
    try:
        lock(data).close()
        open_game = journal.unfinished(data / GAMES)
    except NarratorError as error:
        return Finding("games", STOPS, error.sentence)
    if open_game is not None:
        return Finding("games", FINE, f"{open_game} is not over: the box goes on with it when it starts.")
    return Finding("games", FINE, f"They are kept in {data / GAMES}.")


def _privacy(data: Path) -> Finding:
    """Can other users of this machine read cards, names and numbers? They must not."""
    try:
        found = readable_by_others(data)
    except OSError:  # the finding about games says why
        return Finding("privacy", FINE, f"Nothing in {data} can be read from here.")
    if not found:
        return Finding("privacy", FINE, f"Nobody but the box's user can read what it keeps in {data}.")
    whose = f"{found[0]} and {len(found) - 1} more" if found[1:] else str(found[0])
    sentence = f"Other users of this machine can read {whose}: start the box, and it closes them to others."
    return Finding("privacy", GOES_ON, f"{sentence} If they stay open: `sudo chmod go= {found[0]}`.")


def _disk(data: Path) -> Finding:
    folder = next(folder for folder in (data, *data.absolute().parents) if folder.is_dir())
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        sentence = f"{folder} is on a disk that is read-only: `dmesg` says whether it is worn out."
        return Finding("disk", STOPS, f"{sentence} An overlay forgets games: `sudo raspi-config` switches it off.")
    free = shutil.disk_usage(folder).free
    size = f"{free / 10**9:.0f} GB are" if free >= 10**10 else f"{free // MEGABYTE} MB are"
    if free < LITTLE:
        state = STOPS if free < TOO_LITTLE else GOES_ON
        return Finding("disk", state, f"Only {size} free in {folder}: delete something.")
    return Finding("disk", FINE, f"{size} free in {folder}.")


def _clock() -> Finding:
    """Is the date right? Most boards have no clock battery. No game needs the date, but people who look for one do."""
    now = datetime.now(UTC)
    made = datetime.fromtimestamp(Path(__file__).stat().st_mtime, UTC)
    if now < made:
        sentence = f"It says {now:%Y-%m-%d %H:%M} UTC, in the past: games will have a wrong date, nothing worse."
        return Finding("clock", GOES_ON, f"{sentence} `sudo timedatectl set-ntp true` sets it once there is a network.")
    return Finding("clock", FINE, f"It says {now:%Y-%m-%d %H:%M} UTC. Games do not depend on it.")


def _power() -> Finding:
    for file in BOARD.glob("soc*/soc*firmware/get_throttled"):
        bits = int(file.read_text(encoding="ascii"), 16)
        for bit, when in POWER:
            if bits & bit:
                sentence = f"The board {when} given too few volts, and may stop at any moment."
                return Finding("power", GOES_ON, f"{sentence} Use its maker's supply, and another for loudspeakers.")
        return Finding("power", FINE, "The board gets all the power that it needs.")
    return Finding("power", FINE, "This machine does not report on its power supply.")


def _service() -> Finding:
    """Does the box start with the machine, and is it running?"""
    state = service()
    if state.get("LoadState") != "loaded":
        return Finding("service", FINE, "The box is started by hand; `make install-pi` has it start with the machine.")
    if state["ActiveState"] == "failed":
        sentence = "systemd gave up after repeated failures. `journalctl -u narrator` says why; then"
        return Finding("service", STOPS, f"{sentence} `sudo systemctl restart narrator`.")
    if state["ActiveState"] == "inactive":
        return Finding("service", GOES_ON, "It is installed but not running: `sudo systemctl start narrator`.")
    if state["NRestarts"] != "0":
        times = "once" if state["NRestarts"] == "1" else f"{state['NRestarts']} times"
        sentence = f"It is running, but had to be restarted {times}: `journalctl -u narrator` says why."
        return Finding("service", GOES_ON, sentence)
    return Finding("service", FINE, "It is running, and starts with the machine.")


def service() -> dict[str, str]:
    """What systemd knows about the box as a service; nothing if there is no systemd."""
    wanted = "LoadState,ActiveState,SubState,Result,NRestarts,ExecMainStatus,ExecMainStartTimestamp"
    try:
        told = subprocess.run(
            ["systemctl", "show", f"--property={wanted}", "narrator.service"],
            capture_output=True, text=True, timeout=PATIENCE,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return dict(line.split("=", 1) for line in told.stdout.splitlines())
