"""Whatever devices say, and whatever fails: no thread dies, nobody is cut off, and the game goes on."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.devices import (
    KNOB,
    LID,
    Appeared,
    Colour,
    Device,
    Event,
    KnobTurned,
    Lifted,
    Lost,
    Pressed,
    Released,
    Touched,
    Typed,
)
from hardware.gestures import Felt
from hardware.template.device import MyDevice
from narrator.box.box import Box
from narrator.game.game import Game
from narrator.lobby.tags import Known
from narrator.panel import panel as panels
from narrator.panel.panel import Panel
from narrator.panel.seat_buttons import SeatButtons
from tests.chance import examples
from tests.labs.boxlab import Notebook, PanelTable, Time
from tests.labs.buttonlab import NAMES, until_cid_is_asked

KEYS = ["keypad KEY_A", "keypad KEY_VOLUMEUP", "keypad KEY_ENTER", "other KEY_MUTE", ""]
PLUGS = ["keypad x", "reader pad", "buttons", "knob", "", "no such thing"]
UIDS = ["000001", "000002", "000005", "AA01", "AA02", "FFFF", ""]


class Everything(Device):
    """Buttons, keys, a knob and a reader, all of which can be there or not."""

    def __init__(self) -> None:
        self.there = True
        self.hear: Callable[[Event], None] = lambda event: None

    @property
    def buttons(self) -> list[int]:
        return [1, 2, 3, 4] if self.there else []

    @property
    def keys(self) -> list[str]:
        return KEYS if self.there else []

    @property
    def readers(self) -> dict[str, str]:
        return {"pad": ""} if self.there else {}

    def start(self, hear: Callable[[Event], None]) -> None:
        self.hear = hear


class AnyTable(PanelTable):
    """Four play with buttons, two with tokens, and two with phones that are awake; `twin` has a button of the first
    device as well."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.add(NAMES)
        self.set("button", {"Ann": 1, "Bob": 2, "Cid": 3, "Dan": 4})
        known = {f"0000{nth:02}": Known("token", str(nth)) for nth in range(1, 9)}
        self.box.tags._keep(known | {"AA01": Known("word", "yes"), "AA02": Known("word", "pass")})
        for name in NAMES[6:]:
            self.box.listeners.add("player", self.tokens[name])
        self.device, self.twin = Everything(), MyDevice([1, 9])
        self.panel = Panel(self.box, [self.device, self.twin], send=self.box.handle, now=self.time)
        self.panel.listen()
        self.settle()
        cards = {"Ann": "werewolf", "Bob": "witch", "Cid": "seer", "Eve": "werewolf", "Fay": "cupid", "Gus": "hunter"}
        self.box.moderate(Game("millers-hollow", NAMES, cards=cards, seed=1))


BUTTONS = st.sampled_from([LID - 1, LID, KNOB, 1, 2, 3, 4, 9, 10**6])
EVENTS: st.SearchStrategy[Event] = st.one_of(
    BUTTONS.map(Pressed),
    BUTTONS.map(Released),
    st.integers(-40, 40).map(KnobTurned),
    st.builds(Typed, st.sampled_from(KEYS), st.booleans()),
    st.sampled_from(UIDS).map(Touched),
    st.sampled_from(UIDS).map(Lifted),
    st.sampled_from(PLUGS).map(Appeared),
    st.sampled_from(PLUGS).map(lambda what: Lost(what, "Plug it in.")),
)
WAITS = st.sampled_from([0.0, 0.001, 0.05, 0.3, 0.7, 2.5, 13.0])


@pytest.mark.slow
@examples(8)
@given(st.lists(st.tuples(EVENTS, WAITS), max_size=40))
def test_whatever_devices_say_the_game_goes_on(said: list[tuple[Event, float]]) -> None:
    with TemporaryDirectory() as folder:
        table = AnyTable(Path(folder))
        game = table.box.game
        for event, seconds in said:
            if isinstance(event, (Lost, Appeared)):
                table.device.there = isinstance(event, Appeared)
            table.device.hear(event)
            table.pass_time(table.time.now + seconds)
        table.panel.close()
        before = table.round.views[None].phase
        for _ in range(300):
            if table.box.stage != "game" or table.round.views[None].phase != before:
                break
            table.do("resume", token=table.host)
            table.do("skip", token=table.host)
            table.box.turn()
        assert table.box.stage != "game" or table.round.views[None].phase != before
        assert game is not None
        game.rewind(game.entries)
        assert not {entry[2] for entry in game.entries if entry[0] == "answer"} & {"Gus", "Hal"}


def test_a_rattling_reader_answers_for_nobody_and_is_reported_by_day(tmp_path: Path) -> None:
    table = AnyTable(tmp_path)
    table.until("cupid.link")
    table.settle()
    played = table.round
    for nth in range(1000):
        table.device.hear(Touched(f"0000{nth % 8 + 1:02}"))
        table.time.now += 0.001
        table.panel.turn()
        table.device.hear(Lifted(f"0000{nth % 8 + 1:02}"))
    assert table.box.inbox.qsize() < 200
    table.settle()
    assert table.round is played
    assert table.page(kind="host")["trouble"] == []
    table.pass_time(table.time.now + 2.0)
    while table.page(kind="host")["sky"] == "night":
        table.step()
    for _ in range(20):
        table.device.hear(Touched("FFFF"))
    table.settle()
    assert any("more tags than anybody can lay" in trouble for trouble in table.page(kind="host")["trouble"])
    table.device.hear(Lifted("FFFF"))
    table.pass_time(table.time.now + 1.5)
    table.device.hear(Released(9))
    table.settle()
    assert not any("more tags" in trouble for trouble in table.page(kind="host")["trouble"])


@pytest.mark.parametrize("value", [["nobody"], ["Bob"], ["Ann", "Eve"]])
def test_a_phone_that_sends_rubbish_makes_no_button_fail(value: list[str], tmp_path: Path) -> None:
    table = AnyTable(tmp_path)
    table.until("seer.look")
    assert table.answer("Bob", *value)["code"] in ("not-a-choice", "too-many")
    table.pass_time(table.time.now + 1.5)
    table.device.hear(Pressed(2))
    table.pass_time(table.time.now + 0.8)
    table.device.hear(Released(2))
    table.settle()
    assert table.answer("Bob", "Ann")["ok"]
    assert table.page("Bob")["screen"]["chosen"] == ["Ann"]


class Broken(Everything):
    """A device that somebody has built, and that raises anything."""

    def start(self, hear: Callable[[Event], None]) -> None:
        raise OSError("no such port")

    def light(self, button: int, colour: Colour) -> None:
        raise ZeroDivisionError

    def close(self) -> None:
        raise RuntimeError


def test_a_device_that_cannot_be_started_or_lit_keeps_no_other_from_playing(tmp_path: Path) -> None:
    table = AnyTable(tmp_path)
    other = MyDevice([1, 2])
    panel = Panel(table.box, [Broken(), other], send=table.box.handle, now=table.time)
    panel.listen()
    panel.turn()
    table.settle()
    assert any("no such port" in trouble for trouble in table.page(kind="host")["trouble"])
    with pytest.raises(Exception, match="Broken"):
        panel.light(1, Colour(1.0, 0.0, 0.0))
    assert other.lights[1] == Colour(1.0, 0.0, 0.0)
    panel.close()
    assert other.lights[1] == Colour(0.0, 0.0, 0.0)


@contextmanager
def running(data: Path) -> Iterator[tuple[Box, Panel, MyDevice, str]]:
    """A box and its panel with threads of their own; Cid, the seer, has button 2."""
    box = Box(data, Notebook(Time()))
    host = box.handle({"do": "open-host", "pin": box.pin})["token"]
    for name in NAMES:
        box.handle({"do": "add", "token": host, "name": name})
    box.handle({"do": "set", "token": host, "what": "button", "value": {"Cid": 2}})
    device = MyDevice([1, 2])
    panel = Panel(box, [device], box.ask)
    thread = threading.Thread(target=box.run)
    thread.start()
    try:
        panel.start()
        yield box, panel, device, host
    finally:
        box.stop()
        thread.join()
        panel.close()


def test_a_part_that_fails_starts_afresh_and_the_next_press_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panels, "REST", 0.01)
    failed = threading.Event()
    feel = SeatButtons.feel

    def fail(part: SeatButtons, button: int, felt: Sequence[Felt]) -> None:
        if button == 1 and not failed.is_set():
            failed.set()
            raise RuntimeError("a fault of ours")
        feel(part, button, felt)

    monkeypatch.setattr(SeatButtons, "feel", fail)
    with running(tmp_path) as (box, panel, device, host):
        before = panel.seat_buttons
        device.light(2, Colour(1.0, 1.0, 1.0))
        device.down(1)
        assert failed.wait(10)
        listener = box.listen("host", host)
        while not any("a fault of ours" in trouble for trouble in json.loads(listener.get(10) or "")["trouble"]):
            pass
        screen = until_cid_is_asked(box, host)
        assert panel.seat_buttons is not before
        assert before not in panel.parts
        seen = box.listen("player", box.lobby.token_of("Cid"))
        for move, seconds in ((device.down, 0.1), (device.up, 0.1), (device.down, 0.7), (device.up, 0.0)):
            move(2)
            threading.Event().wait(seconds)
        while screen()["chosen"] != ["Dan"]:
            assert seen.get(5.0) is not None


def test_while_parts_fail_again_and_again_the_game_waits_for_those_who_play_by_them(tmp_path: Path) -> None:
    table = AnyTable(tmp_path)
    for listener in table.box.listeners.all:
        if listener.kind == "player" and listener.hear is None:
            listener.close()
    table.until("cupid.link")
    table.panel._start_again(RuntimeError("again"))
    while table.box.paused is None:  # nobody lets the new parts run
        wait = table.box.turn()
        while not table.box.inbox.empty():
            call = table.box.inbox.get()
            assert callable(call)
            call()
        table.time.now += wait or 0.5
        assert table.round.views[None].phase == "night 1"
    assert table.box.waits
    table.settle()
    table.settle()
    assert table.box.paused is None


def test_a_panel_may_be_closed_in_the_middle_of_anything(tmp_path: Path) -> None:
    with running(tmp_path) as (_, panel, device, __):
        for nth in range(200):
            device.down(nth % 3)
            device.up(nth % 3)
        panel.close()
    assert not panel._thread.is_alive()
