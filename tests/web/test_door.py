"""Where there are too many connections, strangers who crowd have to go first, and phones with a token stay."""

from __future__ import annotations

import resource
from typing import Any

import pytest

from web.door import ALL, HEAD, MOST, NOTHING, SPARE, Caller, Door


class Line:
    """A connection of which one sees whether it is closed."""

    def __init__(self) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def door() -> Door:
    """There is room for three."""
    door = Door()
    door._most = 3
    return door


def enter(door: Door, address: str = "10.0.0.1") -> Caller:
    line: Any = Line()
    caller = Caller(line, address)
    door.enter(caller)
    return caller


def gone(*callers: Caller) -> list[bool]:
    return [caller.line.closed for caller in callers]  # type: ignore[attr-defined]


def test_of_the_longest_queue_who_has_waited_longest_has_to_go(door: Door) -> None:
    ann = enter(door, "10.0.0.7")
    crowd = [enter(door), enter(door), enter(door)]
    assert gone(ann, *crowd) == [False, True, False, False]


def test_who_says_something_stands_behind_those_who_said_as_much(door: Door) -> None:
    first, second = enter(door), enter(door)
    door.hear(first, HEAD)
    door.hear(second, HEAD)
    door.hear(first, ALL)
    door.hear(first, HEAD)
    enter(door, "10.0.0.7")
    enter(door, "10.0.0.8")
    assert gone(first, second) == [False, True]


def test_a_phone_with_a_token_stays_however_many_strangers_come(door: Door) -> None:
    ann = enter(door)
    door.know(ann)
    door.hear(ann, NOTHING)
    assert ann.known, "whatever it says next"
    strangers = [enter(door) for _ in range(50)]
    assert gone(ann, *strangers[-2:]) == [False, False, False]
    assert gone(*strangers[:-2]) == [True] * 48


def test_where_no_stranger_crowds_a_known_phone_goes_that_was_silent_longest(door: Door) -> None:
    phones = [enter(door) for _ in range(3)]
    for phone in phones:
        door.know(phone)
    door.hear(phones[0], ALL)
    stranger = enter(door)
    assert gone(*phones, stranger) == [False, True, False, False]


def test_who_listens_to_a_stream_is_in_nobodys_way(door: Door) -> None:
    screen = enter(door)
    door.hold(screen)
    others = [enter(door) for _ in range(5)]
    assert gone(screen, *others) == [False, True, True, True, False, False]
    door.leave(screen)
    enter(door)
    assert gone(*others[-2:]) == [False, False], "and makes room by going"


def test_when_the_box_stops_everybody_has_to_go(door: Door) -> None:
    callers = [enter(door), enter(door)]
    door.hold(callers[0])
    door.close()
    assert gone(*callers) == [True, True]


@pytest.mark.parametrize(
    ("files", "most"), [(resource.RLIM_INFINITY, MOST), (4096, MOST), (400, 400 - SPARE), (100, 50)]
)
def test_some_files_are_left_to_everything_else(files: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    assert Door()._most == most
