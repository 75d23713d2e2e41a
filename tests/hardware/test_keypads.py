"""Keypads on USB: what is typed is heard, whatever is plugged in or pulled out."""

from __future__ import annotations

import builtins
import os
import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import evdev
import pytest
from evdev import ecodes
from hypothesis import given
from hypothesis import strategies as st

from hardware.devices import KNOB, Appeared, Event, KnobTurned, Lost, Pressed, Released, Typed
from hardware.gestures import STUCK
from hardware.keypads import KNOB_KEYS, Keypads, knob
from narrator.box.presence import GRACE
from narrator.errors import NarratorError, english
from narrator.game.game import Game
from narrator.panel.panel import Panel
from tests.labs.buttonlab import NAMES, choose
from tests.labs.keylab import OTHER_PAD, PAD, RECORDINGS, SYN, Heard, KeyTable, RecordedKeypad, Stroke, Usb, usb


@pytest.fixture
def sockets(tmp_path: Path) -> Iterator[Usb]:
    with usb(tmp_path / "input") as found:
        yield found


# What is recorded.


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("number-pad", "KEY_KP1 -KEY_KP1 KEY_KP5 KEY_KP2 -KEY_KP2 -KEY_KP5"),
        ("arcade-encoder", "BTN_TRIGGER BTN_TOP -BTN_TRIGGER -BTN_TOP"),
        ("volume-knob", "KEY_VOLUMEUP -KEY_VOLUMEUP KEY_VOLUMEUP -KEY_VOLUMEUP KEY_VOLUMEDOWN -KEY_VOLUMEDOWN KEY_MUTE "
         "-KEY_MUTE"),
        ("clicker", "KEY_VOLUMEUP -KEY_VOLUMEUP"),
        ("dial", "BTN_MISC -BTN_MISC"),
        ("mouse", ""),
        ("television", ""),
        ("power-button", ""),
    ],
)  # fmt: skip
def test_what_was_recorded_is_heard(name: str, typed: str, sockets: Usb) -> None:
    recording = RecordedKeypad.load(name)
    socket = sockets.plug(recording, 3)
    heard = Heard(sockets.folder)
    socket.say(recording.said)
    assert heard.typed() == typed.split()
    assert socket.held == set()


def test_each_recording_is_played() -> None:
    [cases] = test_what_was_recorded_is_heard.pytestmark
    assert {"overrun", *(name for name, _ in cases.args[1])} == {file.stem for file in RECORDINGS.glob("*.txt")}


def test_what_the_kernel_has_dropped_is_noticed(sockets: Usb) -> None:
    recording = RecordedKeypad.load("overrun")
    socket = sockets.plug(recording, 3)
    heard = Heard(sockets.folder)
    dropped = recording.said.index((ecodes.EV_SYN, ecodes.SYN_DROPPED, 0))
    known_again = recording.said.index(SYN, dropped) + 1
    socket.say(recording.said[:dropped])
    assert heard.typed() == ["KEY_KP1"]
    socket.say(recording.said[dropped:known_again])
    socket.held = {ecodes.KEY_KP9}
    assert heard.typed() == ["-KEY_KP1", "KEY_KP9"]
    socket.say(recording.said[known_again:])
    assert heard.typed() == ["-KEY_KP9"]


def test_a_dial_turns_and_pushes(sockets: Usb) -> None:
    dial = sockets.plug(RecordedKeypad.load("dial"), 3)
    heard = Heard(sockets.folder)
    heard.now()
    dial.say(dial.recording.said)
    assert [event.clicks for event in heard.now() if isinstance(event, KnobTurned)] == [1, 3, -2]


# Plugs.


def test_two_equal_keypads_differ_and_each_is_itself_again_when_it_is_plugged_in_again(sockets: Usb) -> None:
    one, other = sockets.plug(PAD, 3), sockets.plug(OTHER_PAD, 4)
    heard = Heard(sockets.folder)
    assert heard.now() == [Appeared("keypad usb-0000:01:00.0-1.2"), Appeared("keypad usb-0000:01:00.0-1.4.2")]
    one.key("KEY_KP1", True)
    other.key("KEY_KP1", True)
    assert heard.now() == [
        Typed("usb-0000:01:00.0-1.2/input0 KEY_KP1", True),
        Typed("usb-0000:01:00.0-1.4.2/input0 KEY_KP1", True),
    ]
    one.key("KEY_KP1", False)
    one.unplug()
    other.unplug()
    heard.now()
    assert heard.keypads.keys == frozenset()
    sockets.plug(OTHER_PAD, 3).key("KEY_KP1", True)
    one = sockets.plug(PAD, 7)
    heard.now()
    one.key("KEY_KP1", True)
    assert heard.now() == [Typed("usb-0000:01:00.0-1.2/input0 KEY_KP1", True)]


def test_a_key_is_let_go_when_its_keypad_is_unplugged(sockets: Usb) -> None:
    pad = sockets.plug(PAD, 3)
    heard = Heard(sockets.folder)
    pad.key("KEY_KP1", True)
    heard.now()
    pad.unplug()
    released, lost = heard.now()
    assert released == Typed("usb-0000:01:00.0-1.2/input0 KEY_KP1", False)
    assert isinstance(lost, Lost)
    assert english(lost.sentence) == "The keypad “SEM USB Keyboard” (usb-0000:01:00.0-1.2) is gone: plug it in again."
    assert heard.now() == [], "it is said once"


def test_a_key_that_is_held_when_its_keypad_is_plugged_in_is_down(sockets: Usb) -> None:
    pad = sockets.plug(PAD, 3)
    pad.held = {ecodes.KEY_KP1}
    assert Heard(sockets.folder).typed() == ["KEY_KP1"]


def test_what_has_several_nodes_is_lost_and_found_as_one(sockets: Usb) -> None:
    keys, media = sockets.plug(PAD, 3), sockets.plug(PAD.at("usb-0000:01:00.0-1.2/input1"), 4)
    heard = Heard(sockets.folder)
    assert heard.now() == [Appeared("keypad usb-0000:01:00.0-1.2")]
    media.unplug()
    assert heard.now() == []
    keys.unplug()
    assert [type(event) for event in heard.now()] == [Lost]


def test_a_mouse_is_opened_once_and_a_keypad_in_its_place_is_found(sockets: Usb) -> None:
    mouse = sockets.plug(RecordedKeypad.load("mouse"), 3)
    heard = Heard(sockets.folder)
    heard.now()
    assert len(mouse.opened) == 1
    assert not mouse.opened[0].grabbed
    assert mouse.opened[0].fd == -1
    mouse.unplug()
    heard.now()
    sockets.plug(PAD, 3).key("KEY_KP1", True)
    heard.now()
    assert heard.keypads.keys


def test_nothing_else_on_the_machine_types_along(sockets: Usb) -> None:
    pad = sockets.plug(PAD, 3)
    heard = Heard(sockets.folder)
    assert pad.opened[0].grabbed
    heard.keypads.close()
    assert pad.opened[0].fd == -1, "which lets it go"


def test_a_shared_keyboard_goes_on_typing_elsewhere_and_moves_no_knob(sockets: Usb) -> None:
    pad, dial = sockets.plug(PAD, 3), sockets.plug(RecordedKeypad.load("dial"), 4)
    heard = Heard(sockets.folder, shared=True)
    assert not pad.opened[0].grabbed
    pad.key("KEY_ENTER", True)
    pad.key("KEY_KP1", True)
    dial.say(dial.recording.said)
    assert [event for event in heard.now() if isinstance(event, KnobTurned)] == []
    assert pad.held == {ecodes.KEY_ENTER, ecodes.KEY_KP1}
    pad.key("KEY_ENTER", False)
    pad.key("KEY_KP1", False)
    assert heard.typed() == ["-KEY_KP1"]


def test_a_keypad_that_another_program_uses_is_reported_and_taken_when_it_is_free(sockets: Usb) -> None:
    pad = sockets.plug(PAD, 3, taken=True)
    heard = Heard(sockets.folder)
    [lost] = heard.now()
    assert isinstance(lost, Lost)
    assert english(lost.sentence).endswith("is in use by another program: end that.")
    assert heard.now() == []
    pad.taken = False
    assert heard.now() == [Appeared("keypad usb-0000:01:00.0-1.2")]


def test_a_wireless_clicker_is_named_by_its_own_address_and_a_nameless_thing_by_what_it_is(sockets: Usb) -> None:
    sockets.plug(RecordedKeypad.load("clicker"), 3)
    sockets.plug(PAD.at(""), 4)
    heard = Heard(sockets.folder)
    assert {key.rpartition(" ")[0] for key in heard.keypads.keys} == {"2a:07:98:10:33:41", "1a2c:2124 SEM USB Keyboard"}


def test_unreadable_keypads_are_reported_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "event0").touch()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(NarratorError, match="group “input”"):
        Keypads(folder=tmp_path)


def test_without_a_folder_of_inputs_nothing_is_wrong(tmp_path: Path) -> None:
    assert Heard(tmp_path / "none").now() == []


def test_without_the_library_one_sentence_names_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def lacking(name: str, *rest: Any, **more: Any) -> Any:
        if name == "evdev":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", lacking)
    with pytest.raises(NarratorError, match="python3-evdev"):
        Keypads(folder=tmp_path)


def test_a_thread_of_its_own_hears_keys_and_finds_what_is_plugged_in(sockets: Usb) -> None:
    """Real threads and real time."""
    pad = sockets.plug(PAD, 3)
    keypads = Keypads(folder=sockets.folder)
    heard: list[Event] = []
    news = threading.Semaphore(0)

    def hear(event: Event) -> None:
        heard.append(event)
        news.release()

    keypads.start(hear)
    pad.key("KEY_KP1", True)
    assert news.acquire(timeout=60)
    assert news.acquire(timeout=60)
    sockets.plug(OTHER_PAD, 4)
    assert news.acquire(timeout=60)
    pad.unplug()
    assert news.acquire(timeout=60)
    assert news.acquire(timeout=60)
    keypads.close()
    keypads.close()
    assert [type(event) for event in heard] == [Appeared, Typed, Appeared, Typed, Lost]


codes = st.sampled_from([*range(0x70), *range(0x71, 0x74), 0x120, 0x2FF])
strokes = st.one_of(
    st.tuples(st.just(ecodes.EV_KEY), codes, st.sampled_from([0, 1, 1, 2, 3, -1])),
    st.tuples(st.just(ecodes.EV_SYN), st.sampled_from([ecodes.SYN_REPORT, ecodes.SYN_DROPPED]), st.just(0)),
    st.tuples(st.integers(0, 0x1F), st.integers(0, 0x2FF), st.integers(-(2**31), 2**31 - 1)),
)


@given(st.lists(st.lists(strokes, max_size=12), max_size=8), st.sets(codes))
def test_no_key_stays_down_for_ever_whatever_a_keypad_says(
    tmp_path_factory: pytest.TempPathFactory, said: list[list[Stroke]], held: set[int]
) -> None:
    with usb(tmp_path_factory.mktemp("usb") / "input") as sockets:
        pad = sockets.plug(PAD, 3)
        heard = Heard(sockets.folder)
        events = heard.now()
        for part in said:
            pad.say(part)
            pad.held = set(held)
            events += heard.now()
        pad.unplug()
        events += heard.now()
        heard.keypads.close()
    down: set[str] = set()
    for event in events:
        if isinstance(event, Typed):
            assert (event.key in down) != event.down, "each key goes down and up by turns"
            (down.add if event.down else down.remove)(event.key)
    assert down == set()
    assert isinstance(events[-1], Lost)


# The table.


class Ear:
    """Writes down what a panel takes the events of its devices for."""

    def __init__(self, panel: Panel) -> None:
        self.heard: list[Event] = []
        self.deliver = panel._deliver
        panel._deliver = self.hear  # type: ignore[method-assign]

    def hear(self, event: Event, at: float) -> None:
        self.heard.append(event)
        self.deliver(event, at)


def test_keys_that_are_nobodys_move_the_knob(tmp_path: Path, sockets: Usb) -> None:
    knob_on_usb, pad = sockets.plug(RecordedKeypad.load("volume-knob"), 3), sockets.plug(PAD, 4)
    table = KeyTable(tmp_path, sockets)
    ear = Ear(table.panel)
    knob_on_usb.say(knob_on_usb.recording.said)
    pad.key("KEY_KP7", True)
    table.settle()
    assert ear.heard == [
        KnobTurned(1), KnobTurned(1), KnobTurned(-1), Pressed(KNOB), Released(KNOB),
        Typed("usb-0000:01:00.0-1.2/input0 KEY_KP7", True),
    ]  # fmt: skip


def test_every_key_can_be_learned_and_a_push_of_the_knob_ends_as_it_began(tmp_path: Path, sockets: Usb) -> None:
    clicker, pad = sockets.plug(RecordedKeypad.load("clicker"), 3), sockets.plug(PAD, 4)
    table = KeyTable(tmp_path, sockets)
    ear = Ear(table.panel)
    pad.key("KEY_ENTER", True)
    table.settle()
    table.do("learn", token=table.host, names=["Ann"])
    table.settle()
    pad.key("KEY_ENTER", False)
    table.pass_time(table.time.now + 0.1)
    assert ear.heard == [Pressed(KNOB), Released(KNOB)]
    table.press(clicker, "KEY_VOLUMEUP")
    assert table.buttons == {"Ann": 1}
    ear.heard.clear()
    table.press(clicker, "KEY_VOLUMEUP")
    assert ear.heard == [Pressed(1), Released(1)]


def test_every_key_of_the_knob_exists() -> None:
    names = {name for names in ecodes.keys.values() for name in ([names] if isinstance(names, str) else [max(names)])}
    assert set(KNOB_KEYS) <= names
    assert knob("usb-0000:01:00.0-1.2/input0 KEY_A") is None


def playing(table: KeyTable, sockets: dict[str, tuple[Any, str]]) -> None:
    table.teach(sockets)
    cards = {"Ann": "werewolf", "Bob": "werewolf"}
    table.box.moderate(Game("millers-hollow", NAMES, cards=cards, options={"sheriff": "never"}, seed=3))
    table.until("werewolf.devour")


def test_a_keypad_is_unplugged_in_a_game_and_plugged_in_again(tmp_path: Path, sockets: Usb) -> None:
    one, other = sockets.plug(PAD, 3), sockets.plug(OTHER_PAD, 4)
    table = KeyTable(tmp_path, sockets)
    playing(table, {"Ann": (one, "KEY_KP1"), "Bob": (other, "KEY_KP1")})
    said = len(table.said)
    one.key("KEY_KP1", True)
    table.settle()
    one.unplug()
    table.pass_time(table.time.now + 0.1)
    assert ["keypad" in line for line in table.said[said:]] == [True]
    assert table.trouble == [
        "The keypad “SEM USB Keyboard” (usb-0000:01:00.0-1.2) is gone: plug it in again.",
        "Ann has button 1, which is not there; there are 2.",
    ]
    assert table.panel.buttons == {2}
    table.hands({"Bob": choose(3)})
    assert table.page("Bob")["screen"]["chosen"] == ["Eve"], "with what is left one goes on"
    table.own["Ann"] = (sockets.plug(PAD, 9), "KEY_KP1")
    table.pass_time(table.time.now + 0.1)
    assert table.trouble == []
    assert ["keypad" in line for line in table.said[said:]] == [True, True]
    table.until("village.vote")
    table.hands({"Ann": choose(1)})
    assert table.page("Ann")["screen"]["chosen"] == ["Bob"]


def test_without_any_keypad_the_box_waits_and_goes_on_by_itself(tmp_path: Path, sockets: Usb) -> None:
    pad = sockets.plug(PAD, 3)
    table = KeyTable(tmp_path, sockets)
    playing(table, {"Ann": (pad, "KEY_KP1"), "Bob": (pad, "KEY_KP2")})
    pad.unplug()
    table.pass_time(table.time.now + 2 * GRACE)
    assert table.page(kind="table")["paused"]
    left = table.page(kind="table")["clock"]["left"]
    table.pass_time(table.time.now + 100.0)
    sockets.plug(PAD, 3)
    table.pass_time(table.time.now + 0.1)
    assert not table.page(kind="table")["paused"]
    assert table.page(kind="table")["clock"]["left"] > left + GRACE - 1


def test_the_host_may_go_on_without_any_keypad(tmp_path: Path, sockets: Usb) -> None:
    pad, other = sockets.plug(PAD, 3), sockets.plug(OTHER_PAD, 4)
    table = KeyTable(tmp_path, sockets)
    playing(table, {"Ann": (pad, "KEY_KP1"), "Bob": (pad, "KEY_KP2")})
    pad.unplug()
    table.pass_time(table.time.now + 2 * GRACE)
    assert table.box.waits
    table.do("resume", token=table.host)
    other.unplug()
    table.pass_time(table.time.now + 200.0)
    assert not table.box.waits
    pad = sockets.plug(PAD, 3)
    table.pass_time(table.time.now + 0.1)
    pad.unplug()
    table.pass_time(table.time.now + 600.0)
    assert table.box.waits, "who has been heard again is missed again"


def test_the_host_is_told_of_a_key_that_is_stuck(tmp_path: Path, sockets: Usb) -> None:
    pad = sockets.plug(PAD, 3)
    table = KeyTable(tmp_path, sockets)
    playing(table, {"Ann": (pad, "KEY_KP1")})
    pad.key("KEY_KP1", True)
    table.pass_time(table.time.now + STUCK + 1)
    assert table.trouble == ["The button of Ann (number 1) has been down for too long: free it, or unplug it."]
    pad.unplug()
    sockets.plug(PAD, 3)
    table.pass_time(table.time.now + 0.1)
    assert table.trouble == []


# The kernel.


@pytest.mark.skipif(not os.access("/dev/uinput", os.W_OK), reason="there is no /dev/uinput here, or it may not be used")
def test_uinput_a_real_keypad_of_the_kernels_is_found_heard_grabbed_and_lost() -> None:
    """Real time and a real kernel, nothing faked."""
    keypads = Keypads()
    news: queue.SimpleQueue[Event] = queue.SimpleQueue()

    def hear(event: Event) -> None:
        if "narrator-test" in str(event) or isinstance(event, KnobTurned):
            news.put(event)

    def next_event() -> Event:
        return news.get(timeout=60)

    keypads.start(hear)
    can = {ecodes.EV_KEY: [ecodes.KEY_KP1, ecodes.KEY_KP2], ecodes.EV_REL: [ecodes.REL_DIAL]}
    try:
        for _ in range(2):
            with evdev.UInput(can, name="number pad", phys="narrator-test/input0") as pad:
                assert next_event() == Appeared("keypad narrator-test")
                for value in (1, 2, 2, 0):
                    pad.write(ecodes.EV_KEY, ecodes.KEY_KP1, value)
                    pad.syn()
                assert next_event() == Typed("narrator-test/input0 KEY_KP1", True)
                assert next_event() == Typed("narrator-test/input0 KEY_KP1", False)
                pad.write(ecodes.EV_REL, ecodes.REL_DIAL, -2)
                pad.syn()
                assert next_event() == KnobTurned(-2)
                assert {f"narrator-test/input0 KEY_KP{number}" for number in (1, 2)} <= set(keypads.keys)
                pad.write(ecodes.EV_KEY, ecodes.KEY_KP2, 1)
                pad.syn()
                assert next_event() == Typed("narrator-test/input0 KEY_KP2", True)
                assert pad.device is not None
                with pytest.raises(OSError, match="busy"):
                    pad.device.grab()
            assert next_event() == Typed("narrator-test/input0 KEY_KP2", False)
            assert isinstance(next_event(), Lost)
    finally:
        keypads.close()
