"""Views reach the pages as streams: none takes another's place, and one that goes waits for nobody."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from narrator.errors import NarratorError
from tests.labs.fakebox import FakeBox, FakeListener
from web.streams import BEAT, ELSEWHERE, Stream, Streams


@pytest.fixture
def box() -> FakeBox:
    return FakeBox("Ann", "Bob", "Cid")


def test_a_page_that_goes_does_not_wait_for_one_that_comes(box: FakeBox) -> None:
    streams = Streams(20)
    old = streams.open("player", "token-of-Ann", lambda: box.listen("player", "token-of-Ann"))

    def listen() -> FakeListener:
        going = threading.Thread(target=old.close, daemon=True)
        going.start()
        going.join(5)
        assert not going.is_alive()
        return box.listen("player", "token-of-Bob")

    streams.open("player", "token-of-Bob", listen)
    assert len(streams) == 1


def test_a_third_page_that_is_refused_ends_none(box: FakeBox) -> None:
    streams = Streams(20)
    first, _ = [streams.open("host", "pin", lambda: box.listen("table", None)) for _ in range(2)]

    def listen() -> FakeListener:
        raise NarratorError("not-the-host", "Somebody else is the host.")

    with pytest.raises(NarratorError):
        streams.open("host", "pin", listen)
    assert not first.listener.closed


def test_a_page_for_which_there_is_no_room_is_not_listened_to(box: FakeBox) -> None:
    streams = Streams(0)
    with pytest.raises(NarratorError, match="serves no more"):
        streams.open("table", None, lambda: box.listen("table", None))
    assert not box.listening


def sent(stream: Stream, *then: Callable[[], object]) -> list[bytes]:
    """What goes over the wire at first, and after each of these."""

    async def listen() -> list[bytes]:
        events = stream.events()
        found = [await anext(events)]
        for act in then:
            act()
            found += [event async for event in events] if act == stream.give_way else [await anext(events)]
        await events.aclose()
        return found

    with ThreadPoolExecutor(1) as thread:  # a browser of another test may have its loop in this one
        return thread.submit(asyncio.run, listen()).result()


def test_a_page_whose_place_is_taken_is_told_so_last_of_all(box: FakeBox) -> None:
    streams = Streams(20)
    stream = streams.open("player", "token-of-Ann", lambda: box.listen("player", "token-of-Ann"))
    view, last = sent(stream, stream.give_way)
    assert view.startswith(b"data: {")
    assert view.endswith(b"}\n\n")
    assert last == ELSEWHERE


def test_a_silent_stream_has_a_heartbeat(box: FakeBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.streams.HEARTBEAT", 0.001)
    stream = Streams(20).open("table", None, lambda: box.listen("table", None))
    assert sent(stream, lambda: None)[1] == BEAT


def test_the_third_page_of_a_token_ends_the_oldest_and_another_kind_of_page_ends_none(box: FakeBox) -> None:
    streams = Streams(20)
    ann = [streams.open("player", "token-of-Ann", lambda: box.listen("player", "token-of-Ann")) for _ in range(2)]
    streams.open("table", None, lambda: box.listen("table", None))
    streams.open("player", "token-of-Bob", lambda: box.listen("player", "token-of-Bob"))
    assert [stream.listener.closed for stream in ann] == [False, False]
    streams.open("player", "token-of-Ann", lambda: box.listen("player", "token-of-Ann"))
    assert [stream.listener.closed for stream in ann] == [True, False]


def test_after_the_end_no_stream_can_be_opened(box: FakeBox) -> None:
    streams = Streams(20)
    stream = streams.open("table", None, lambda: box.listen("table", None))
    streams.close()
    assert stream.listener.closed
    with pytest.raises(NarratorError, match="serves no more"):
        streams.open("table", None, lambda: box.listen("table", None))
