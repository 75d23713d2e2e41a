"""The devices on a page say what real devices say, whatever is done to them, and nobody but the host may do it."""

from __future__ import annotations

import json
import queue
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.devices import (
    DARK,
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
from hardware.fake import KEYS, MOST, Fake
from hardware.gestures import MOST as MOST_PRESSES
from narrator.box.box import Box
from narrator.commands import play
from narrator.errors import NarratorError, english
from narrator.lobby.tags import Known
from narrator.panel.fake_page import FakePage, uid
from tests.labs.boxlab import Table
from tests.labs.fakebox import FakeBox
from tests.labs.phonelab import Phone
from web.server import Server

SEER = uid("card seer 1")
GREEN = Colour(0.0, 0.6, 0.0)


@pytest.fixture
def fake() -> Iterator[Fake]:
    fake = Fake(3)
    yield fake
    fake.close()


def heard(fake: Fake) -> queue.SimpleQueue[Event]:
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    fake.start(events.put)
    return events


def said(events: queue.SimpleQueue[Event]) -> list[Event]:
    """Everything that was said since the last time."""
    return [events.get() for _ in range(events.qsize())]


def test_it_says_what_is_pressed_turned_typed_and_laid(fake: Fake) -> None:
    events = heard(fake)
    for on in (True, False):
        fake.switch("press", "seat 2", on)
        fake.switch("press", "knob", on)
        fake.switch("type", "KEY_KP5", on)
        fake.switch("lay", SEER, on)
    fake.turn(-2)
    assert said(events) == [
        Pressed(2), Pressed(KNOB), Typed("fake keypad KEY_KP5", True), Touched(SEER),
        Released(2), Released(KNOB), Typed("fake keypad KEY_KP5", False), Lifted(SEER), KnobTurned(-2),
    ]  # fmt: skip


def test_a_button_pressed_on_two_pages_is_pressed_once(fake: Fake) -> None:
    events = heard(fake)
    fake.switch("press", "seat 1", True)
    fake.switch("press", "seat 1", True)
    fake.switch("press", "seat 1", False)
    assert said(events) == [Pressed(1), Released(1)]


def test_what_is_unplugged_while_held_is_let_go_first_and_is_held_again_when_it_is_back(fake: Fake) -> None:
    events = heard(fake)
    fake.switch("press", "seat 2", True)
    fake.switch("unplug", "seat 2", True)
    assert said(events)[:2] == [Pressed(2), Released(2)]
    assert fake.buttons == [1, 3]
    fake.switch("unplug", "seat 2", False)
    assert said(events) == [Appeared("seat 2"), Pressed(2)]
    assert fake.buttons == [1, 2, 3]


@pytest.mark.parametrize("what", ["seat 1", "knob", "lid", "keypad"])
def test_what_is_unplugged_says_nothing_but_that_it_is_lost(fake: Fake, what: str) -> None:
    events = heard(fake)
    fake.switch("unplug", what, True)
    (lost,) = said(events)
    assert isinstance(lost, Lost)
    assert lost.what == what
    assert "unplugged" in english(lost.sentence)
    for deed in (("press", "seat 1"), ("press", "knob"), ("lay", SEER), ("type", "KEY_MUTE")):
        fake.switch(*deed, True)
    fake.turn(1)
    assert len(said(events)) == {"seat 1": 4, "knob": 3, "lid": 4, "keypad": 4}[what]


def test_two_tags_lie_until_each_is_taken_away(fake: Fake) -> None:
    events = heard(fake)
    fake.switch("lay", SEER, True)
    fake.switch("lay", uid("no"), True)
    fake.switch("lay", SEER, False)
    assert said(events) == [Touched(SEER), Touched(uid("no")), Lifted(SEER)]


def test_a_stuck_button_stays_down_when_the_finger_is_gone(fake: Fake) -> None:
    events = heard(fake)
    fake.switch("press", "seat 1", True)
    fake.switch("stick", "seat 1", True)
    fake.switch("press", "seat 1", False)
    assert said(events) == [Pressed(1)]
    fake.switch("stick", "seat 1", False)
    assert said(events) == [Released(1)]


def test_a_rattling_contact_moves_by_itself_until_it_is_fixed(fake: Fake) -> None:
    events = heard(fake)
    fake.switch("rattle", "seat 3", True)
    moves = [events.get(timeout=60) for _ in range(2 * MOST_PRESSES + 2)]
    fake.switch("rattle", "seat 3", False)
    moves += said(events)
    assert moves == [Pressed(3), Released(3)] * (len(moves) // 2)


def test_lights_are_seen_as_they_shine_and_are_dark_while_unplugged(fake: Fake) -> None:
    changes: list[dict[str, Any]] = []
    fake.changed = lambda: changes.append(fake.state()["lights"])
    fake.light(2, GREEN)
    fake.light(LID, GREEN)
    fake.light(9, GREEN)
    assert changes[-1] == {"lid": GREEN, "seat 1": DARK, "seat 2": GREEN, "seat 3": DARK}
    fake.switch("unplug", "seat 2", True)
    assert changes[-1]["seat 2"] == DARK
    fake.switch("unplug", "seat 2", False)
    fake.close()
    assert set(fake.state()["lights"].values()) == {DARK}


@pytest.mark.parametrize("seats", [0, -1, MOST + 1])
def test_a_table_with_too_few_or_too_many_seats_is_refused(seats: int) -> None:
    with pytest.raises(NarratorError, match="1 to 24 seats"):
        Fake(seats)


THINGS = st.sampled_from(["seat 1", "seat 3", "seat 4", "knob", "lid", "keypad", SEER, "zz", "", *KEYS[:2]])
DEEDS = st.tuples(st.sampled_from(["press", "stick", "rattle", "type", "lay", "unplug", "fly"]), THINGS, st.booleans())


@given(st.lists(DEEDS))
def test_everything_that_begins_ends(deeds: list[tuple[str, str, bool]]) -> None:
    """Whatever is done: nothing begins twice, nothing ends that has not begun, all ends when all is put right."""
    fake = Fake(3)
    lasting: set[Event] = set()
    ends = {Released: Pressed, Lifted: Touched}

    def hear(event: Event) -> None:
        match event:
            case Pressed() | Touched() | Typed(down=True):
                assert event not in lasting
                lasting.add(event)
            case Released() | Lifted():
                lasting.remove(ends[type(event)](event[0]))  # type: ignore[arg-type]
            case Typed(key=key):
                lasting.remove(Typed(key, True))

    fake._hear = hear  # without the thread that rattles
    done = []
    for deed in deeds:
        with suppress(NarratorError):
            fake.switch(*deed)
            done.append(deed)
    for what, thing, _ in done:
        fake.switch(what, thing, False)
    assert lasting == set()
    assert fake.state()["on"] == []


# The page's view, and its mailbox.


class FakePageTable(Table):
    """A table whose devices stand on a page."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, ["Ann", "Bob", "Cid"])
        self.fake_page = FakePage(self.box, Fake(3))

    def seen(self) -> dict[str, Any]:
        return dict(json.loads(self.fake_page.snapshot()))


@pytest.mark.parametrize("on_a_page", [True, False])
def test_tags_on_the_page_need_no_library_for_readers(
    on_a_page: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def without() -> Device:
        raise NarratorError("no-pyscard", "Install python3-pyscard.")

    monkeypatch.setattr(play, "_devices", lambda settings: [without])
    table = FakePageTable(tmp_path)
    settings = play.Settings(tmp_path, "", (), 0, None, None, None, power_off=False, fake=3)
    play._panel(settings, table.box, table.fake_page if on_a_page else None).close()
    assert ("Install" in capsys.readouterr().err) != on_a_page


def test_the_tags_on_the_page_are_known_to_the_box_and_not_kept(tmp_path: Path) -> None:
    table = FakePageTable(tmp_path)
    known = table.box.tags
    assert known.of(uid("token seat 3")) == Known("token", "3")
    assert known.of(uid("card seer 1")) == Known("card", "seer")
    assert known.of(uid("pass")) == Known("word", "pass")
    assert known.of(uid("stranger")) is None
    known.learn("04A1B2C3", Known("card", "seer"))
    assert "token" not in known.file.read_text().replace("tokens: {}", "")


def test_the_page_names_who_has_a_button_and_the_tags_of_the_roleset(tmp_path: Path) -> None:
    table = FakePageTable(tmp_path)
    assert table.seen()["names"] == {}
    table.set("button", {"Ann": 1, "Cid": 3, "Bob": 7})
    assert table.seen()["names"] == {"seat 1": "Ann", "seat 3": "Cid", "seat 7": "Bob"}
    table.set("deck", {"werewolf": 2, "seer": 1})
    tags = table.seen()["tags"]
    assert [tag["seat"] for tag in tags if tag["kind"] == "token"] == ["seat 1", "seat 2", "seat 3"]
    assert [tag["card"] for tag in tags if tag["kind"] == "card"] == ["werewolf", "werewolf", "seer"]
    assert [tag["word"] for tag in tags if tag["kind"] == "word"] == ["yes", "no", "pass", "stranger"]
    assert len({tag["uid"] for tag in tags}) == len(tags)
    table.set("roleset", "new-moon")
    table.set("deck", {"werewolf": 1, "piper": 1, "villager": 1})
    assert "piper" in [tag.get("card") for tag in table.seen()["tags"]]


def test_every_page_that_looks_is_shown_every_change(tmp_path: Path) -> None:
    fake_page = FakePageTable(tmp_path).fake_page
    listener = fake_page.listen()
    first = json.loads(listener.get(0) or "")
    fake_page.fake.light(2, GREEN)
    fake_page.ask({"do": "press", "what": "seat 1", "value": True})
    then = json.loads(listener.get(0) or "")
    assert then["version"] > first["version"]
    assert then["lights"]["seat 2"] == list(GREEN)
    assert then["on"] == [["press", "seat 1"]]
    assert listener.get(0) is None
    listener.close()


ANY = st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers(), max_size=2)


PARTS = st.sampled_from(["do", "what", "number", "value", "x"])


@given(st.dictionaries(PARTS, ANY | st.sampled_from(["turn", "press"])))
def test_rubbish_gets_a_sentence(message: dict[str, Any]) -> None:
    fake_page = FakePage(cast("Box", FakeBox("Ann")), Fake(2))
    before = fake_page.fake.state()
    reply = fake_page.ask(message)
    if not reply["ok"]:
        assert reply["code"]
        assert reply["sentence"].endswith(".")
        assert fake_page.fake.state() == before


@pytest.fixture
def server() -> Iterator[Server]:
    box = FakeBox("Ann")
    box.host_tokens.add("host-token")
    server = Server(box, "127.0.0.1", 0, streams=4, fake_page=FakePage(cast("Box", box), Fake(2)))
    server.start()
    yield server
    server.stop()


PRESS = {"do": "press", "what": "seat 1", "value": True}


@pytest.mark.parametrize("seat", [None, "Ann"])
def test_only_the_host_sees_and_moves_the_devices(server: Server, seat: str | None) -> None:
    stranger, host = Phone(server, seat), Phone(server, host="host-token")
    status, door = stranger.get("/hardware")
    assert status == 200
    assert "Type the PIN" in door
    assert 'data-then="/hardware"' in door
    for path in ("/view/hardware", "/events/hardware"):
        assert stranger.get(path)[0] == 403
    assert stranger.tell("hardware", PRESS)[0] == 403
    assert "seen from above" in host.get("/hardware")[1]
    assert host.tell("hardware", PRESS) == (200, {"ok": True})
    with host.listening("hardware") as ear:
        assert ear.view()["on"] == [["press", "seat 1"]]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (b"", "not-json"),
        (b"{", "not-json"),
        ([1], "not-a-message"),
        ({"do": "press"}, "not-understood"),
        ({"do": "press", "what": "seat 9", "value": True}, "not-understood"),
        ({"do": "press", "what": 9}, "wrong-type"),
        ({"do": "turn", "number": 1.5}, "wrong-type"),
        ({"do": "turn", "number": 10**9}, "not-understood"),
        ({"do": "lay", "what": "not hexadecimal", "value": True}, "not-understood"),
        ({"do": "press", "seat": 1}, "unknown-part"),
    ],
)
def test_a_bad_message_is_refused_with_its_code(server: Server, message: Any, code: str) -> None:
    status, reply = Phone(server, host="host-token").tell("hardware", message)
    assert 400 <= status < 500
    assert reply["code"] == code
    assert reply["sentence"].endswith(".")


def test_a_box_without_fake_hardware_has_no_such_page() -> None:
    box = FakeBox("Ann")
    box.host_tokens.add("host-token")
    server = Server(box, "127.0.0.1", 0, streams=4)
    server.start()
    host = Phone(server, host="host-token")
    for path in ("/hardware", "/view/hardware", "/events/hardware"):
        assert host.get(path)[0] == 404
    assert host.tell("hardware", PRESS)[0] == 404
    assert "/hardware" not in host.get("/host")[1]
    server.stop()
