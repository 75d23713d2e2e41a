"""`narrator doctor`: every line says that all is well, or what to do."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import evdev
import pytest
import soundfile
from smartcard.pcsc.PCSCExceptions import EstablishContextException

from narrator import cli
from narrator.commands import findings as doctor
from narrator.commands.findings import Finding, findings
from narrator.errors import NarratorError
from narrator.folders import SOUNDS, cache_folder, lock
from narrator.game import journal
from narrator.telling.sound import Event, Finished, SpeakerFound, SpeakerLost, Started
from tests.labs import soundlab

PARTS = [
    "voice", "speaker", "pins", "keypads", "tag reader", "network", "games", "privacy", "disk", "clock", "power",
    "service",
]  # fmt: skip


class Quiet:
    """A mixer with a speaker, or without one."""

    trouble: NarratorError | None = None
    whole = True

    def __init__(self, tell: Callable[[Event], None], *, sounds: Path) -> None:
        self.tell = tell
        self.clips = 0

    def start(self) -> None:
        self.tell(SpeakerLost(self.trouble) if self.trouble else SpeakerFound("Bells", 0.102))

    def say(self, path: Path | None, seconds: float) -> int:
        self.clips += 1
        self.tell(Started(self.clips, 0.0))
        self.tell(Finished(self.clips, 1.0, self.whole))
        return self.clips

    def close(self) -> None:
        self.tell = lambda event: None


class Mute:
    """A voice that works, or does not."""

    trouble: NarratorError | None = None

    def __init__(self, cache: Path) -> None:
        self.cache = cache

    def wait(self, line: object, timeout: float) -> Path | None:
        return None if self.trouble else self.cache / "line.flac"

    def seconds(self, line: object) -> float:
        return 1.0

    def close(self) -> None:
        pass


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The box's folder, in which everything is tried but no sound is made."""
    monkeypatch.setattr(doctor, "Mixer", Quiet)
    monkeypatch.setattr(doctor, "Voice", Mute)
    monkeypatch.setattr(doctor, "addresses", lambda: ["192.168.1.7"])
    monkeypatch.setattr(doctor, "INPUTS", tmp_path)
    monkeypatch.setattr(doctor, "BOARD", tmp_path)
    monkeypatch.setattr(doctor, "service", dict)
    monkeypatch.setattr("smartcard.System.readers", list)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)  # what is chosen now is gone afterwards
    monkeypatch.setenv("GPIOZERO_MOCK_PIN_CLASS", "mockpwmpin")
    return tmp_path / "narrator"


def found(part: str, data: Path) -> Finding:
    """What is found out about one part while the others are fine."""
    (one,) = [finding for finding in findings(data) if finding.part == part]
    others = [finding for finding in findings(data) if finding.part != part]
    assert [finding.state for finding in others] == ["ok"] * (len(PARTS) - 1)
    return one


def test_each_part_has_a_line_in_the_findings(quiet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--data", str(quiet)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[6:18].strip() for line in lines] == PARTS
    assert all(line.startswith("ok  ") for line in lines)


def test_a_missing_speaker_is_reported_with_a_remedy_and_stops_no_game(
    quiet: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Quiet, "trouble", NarratorError("no-speaker", "Plug one in."))
    assert found("speaker", quiet) == ("speaker", "fix", "Plug one in. Until then everything is shown as text.")
    assert cli.main(["doctor", "--data", str(quiet)]) == 0
    assert "fix   speaker     Plug one in." in capsys.readouterr().out


def test_a_speaker_that_hangs_is_given_up(quiet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PATIENCE", 0.05)
    monkeypatch.setattr(Quiet, "whole", False)
    finding = found("speaker", quiet)
    assert (finding.state, finding.sentence) == (
        "fix", "The speaker does not answer: unplug it and plug it in again."
    )  # fmt: skip


def test_a_missing_voice_is_reported_with_a_remedy(quiet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mute, "trouble", NarratorError("no-voice-engine", "Install espeak-ng."))
    finding = found("voice", quiet)
    assert (finding.state, finding.sentence) == ("fix", "Install espeak-ng. Until then everything is shown as text.")


def test_pins_are_tried_and_given_back(quiet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found("pins", quiet).sentence.startswith("Nothing is planned on the pins")
    plan = "buttons: {1: {button: 17, red: 4}}\nknob: {left: 5, right: 6, push: 3}\n"
    (quiet / "wiring.yaml").write_text(plan, encoding="utf-8")
    assert found("pins", quiet).sentence.startswith(f"All of {quiet / 'wiring.yaml'} can be used")
    with monkeypatch.context() as without:
        without.setattr(doctor, "Knob", _no_pins)
        assert found("pins", quiet).state == "fix"
    monkeypatch.setattr(doctor, "Buttons", _no_pins)
    finding = found("pins", quiet)
    assert (finding.state, finding.sentence) == ("fix", "Install python3-lgpio. Until then phones will do.")


def test_a_reader_on_the_pins_that_does_not_answer_is_reported(quiet: Path) -> None:
    quiet.mkdir(0o700, parents=True, exist_ok=True)
    (quiet / "wiring.yaml").write_text("reader: {pn532: uart}", encoding="utf-8")
    finding = found("pins", quiet)
    assert finding.state == "fix"
    assert "tag reader on the pins does not answer" in finding.sentence


def test_a_wrong_wiring_plan_is_reported(quiet: Path) -> None:
    quiet.mkdir(0o700)
    (quiet / "wiring.yaml").write_text("buttons: {1: {button: 99, red: 3}}", encoding="utf-8")
    finding = found("pins", quiet)
    assert finding.state == "fix"
    assert f"{quiet / 'wiring.yaml'}:1:23: " in finding.sentence


def _no_pins(plan: object) -> None:
    raise NarratorError("buttons", "Install python3-lgpio.")


def test_tag_readers_are_listed(quiet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found("tag reader", quiet).sentence == "None is plugged in."
    monkeypatch.setattr("smartcard.System.readers", lambda: ["Identiv CLOUD 4700 F 00 00"])
    assert found("tag reader", quiet).sentence == "Identiv CLOUD 4700 F 00 00."

    monkeypatch.setattr("smartcard.System.readers", lambda: ["ACS ACR122U PICC Interface 00 00"])
    assert "beeps at each tag" in found("tag reader", quiet).sentence

    def silence() -> None:
        raise EstablishContextException(-1)

    monkeypatch.setattr("smartcard.System.readers", silence)
    for where, state in ((None, "ok"), ("/usr/sbin/pcscd", "fix")):
        monkeypatch.setattr(shutil, "which", lambda name, where=where: where)
        assert found("tag reader", quiet).state == state
    monkeypatch.setitem(sys.modules, "smartcard.System", None)
    assert found("tag reader", quiet).state == "ok"


class Keypad:
    """What the kernel says about an input device."""

    info = SimpleNamespace(bustype=evdev.ecodes.BUS_USB)

    def __init__(self, path: str) -> None:
        self.name = path.rpartition("/")[2]
        if self.name == "event3":
            raise OSError(errno.ENODEV, "No such device")

    def capabilities(self, absinfo: bool) -> dict[int, list[int]]:
        keys = {"event1": [evdev.ecodes.KEY_1], "event2": [evdev.ecodes.BTN_LEFT]}
        return {evdev.ecodes.EV_KEY: keys[self.name]}

    def close(self) -> None:
        pass


def test_keypads_are_listed_and_a_mouse_is_not(quiet: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert found("keypads", quiet).sentence == "None is plugged in."
    for number in (1, 2, 3):
        (tmp_path / f"event{number}").symlink_to("/dev/null")
    monkeypatch.setattr(evdev, "InputDevice", Keypad)
    assert found("keypads", quiet).sentence == "event1."


def test_a_keypad_that_may_not_be_read_is_reported_with_a_remedy(
    quiet: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(path: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    (tmp_path / "event0").symlink_to("/dev/null")
    monkeypatch.setattr(evdev, "InputDevice", refuse)
    finding = found("keypads", quiet)
    assert (finding.state, "usermod -aG input" in finding.sentence) == ("fix", True)


@pytest.mark.parametrize(
    ("bits", "state", "said"),
    [("0x0", "ok", "all the power"), ("0x50005", "fix", "is given"), ("0x50000", "fix", "was given")],
)
def test_too_low_a_voltage_is_reported(quiet: Path, tmp_path: Path, bits: str, state: str, said: str) -> None:
    told = tmp_path / "soc" / "soc:firmware" / "get_throttled"
    told.parent.mkdir(parents=True)
    told.write_text(bits + "\n", encoding="ascii")
    finding = found("power", quiet)
    assert (finding.state, said in finding.sentence) == (state, True)


@pytest.mark.parametrize(
    ("load", "active", "restarts", "state"),
    [
        ("not-found", "inactive", "0", "ok"),
        ("loaded", "active", "0", "ok"),
        ("loaded", "active", "2", "fix"),
        ("loaded", "inactive", "0", "fix"),
        ("loaded", "failed", "5", "STOP"),
    ],
)
def test_the_state_of_the_service_is_reported(
    quiet: Path, load: str, active: str, restarts: str, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {"LoadState": load, "ActiveState": active, "NRestarts": restarts}
    monkeypatch.setattr(doctor, "service", lambda: told)
    assert found("service", quiet).state == state


def test_a_read_only_disk_stops_the_game(quiet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "statvfs", lambda folder: SimpleNamespace(f_flag=os.ST_RDONLY))
    finding = found("disk", quiet)
    assert (finding.state, "read-only" in finding.sentence) == ("STOP", True)


def test_without_a_network_it_says_how_phones_get_in(quiet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "192.168.1.7" in found("network", quiet).sentence
    monkeypatch.setattr(doctor, "addresses", list)
    finding = found("network", quiet)
    assert finding.state == "fix"
    assert "connect it to a network" in finding.sentence


@pytest.mark.parametrize(("free", "state"), [(10**11, "ok"), (10**9, "ok"), (10**8, "fix"), (10**7, "STOP")])
def test_a_full_disk_stops_the_game(quiet: Path, free: int, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=free))
    assert found("disk", quiet).state == state
    assert cli.main(["doctor", "--data", str(quiet)]) == (state == "STOP")


def test_an_unwritable_folder_stops_the_game(quiet: Path) -> None:
    quiet.touch()
    finding = found("games", quiet / "here")
    assert (finding.state, str(quiet) in finding.sentence) == ("STOP", True)
    assert cli.main(["doctor", "--data", str(quiet / "here")]) == 1


def test_devices_that_a_running_box_uses_are_not_tried(quiet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Quiet, "trouble", NarratorError("no-speaker", "Another program holds it."))
    with lock(quiet):
        told = {finding.part: finding.sentence for finding in findings(quiet)}
    assert [part for part, sentence in told.items() if sentence.startswith("Not tried")] == ["speaker", "pins"]


def test_a_running_box_and_an_unfinished_game_are_reported(quiet: Path) -> None:
    with lock(quiet):
        assert found("games", quiet)[1:] == ("ok", f"A box is running, and keeps them in {quiet / 'games'}.")
    kept = journal.Journal.create(quiet / "games", {"roleset": "classic"}, {})
    assert f"{kept.path} is not over" in found("games", quiet).sentence
    kept.append(("over", None))
    assert found("games", quiet).sentence == f"They are kept in {quiet / 'games'}."


def test_files_that_others_can_read_are_reported_with_a_remedy(quiet: Path) -> None:
    kept = journal.Journal.create(quiet / "games", {"roleset": "classic"}, {})
    assert found("privacy", quiet).state == "ok"
    kept.path.chmod(0o644)
    finding = found("privacy", quiet)
    assert finding.state == "fix"
    assert f"read {kept.path}: start the box" in finding.sentence
    assert f"`sudo chmod go= {kept.path}`" in finding.sentence


def test_a_clock_set_in_the_past_is_reported(quiet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "doctor.py"
    installed.touch()
    os.utime(installed, (time.time() + 1000, time.time() + 1000))
    monkeypatch.setattr(doctor, "__file__", str(installed))
    finding = found("clock", quiet)
    assert finding.state == "fix"
    assert "timedatectl" in finding.sentence


def test_help_says_what_each_option_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["doctor", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "--report [FILE] write one text for a bug report" in told
    assert "--masking measure with a microphone" in told


@pytest.mark.sound
@pytest.mark.serial
@pytest.mark.skipif(bool(soundlab.missing()), reason=soundlab.missing())
def test_the_chime_and_the_sentence_are_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with soundlab.SoundLab() as lab:
        for name, value in lab.env.items():
            monkeypatch.setenv(name, value)
        with lab.recording() as heard:
            assert cli.main(["doctor", "--data", str(tmp_path / "games")]) == 0
        said = capsys.readouterr().out
        assert "ok    voice       It can speak English." in said
        assert "a chime and a sentence were played" in said
        assert re.search(r"Sound takes ([5-9]\d|1\d\d) ms to it", said)
        (spoken,) = cache_folder().rglob("*.flac")
        ringing = soundfile.read(SOUNDS / "chime.ogg", dtype="float32")[0].mean(axis=1)[soundlab.RATE // 2 :]
        chime, likeness = soundlab.find(ringing, heard.samples)
        sentence, alike = soundlab.find(soundfile.read(spoken, dtype="float32")[0], heard.samples)
        assert likeness > 0.97
        assert alike > 0.97
        assert chime < sentence
        monkeypatch.setenv("PULSE_SERVER", "unix:/nowhere")
        assert cli.main(["doctor", "--data", str(tmp_path / "games")]) == 0
        assert "fix   speaker     No speaker can be used" in capsys.readouterr().out
