"""Somebody without a page acts by day: first what to do, then to whom; it takes as many presses for everybody."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from narrator.panel.acts import PATIENCE, Acting


def act(number: int, what: str, *seats: str) -> dict[str, Any]:
    """Something to do with one of these seats, as a page offers it."""
    choices = [{"number": nth, "value": seat} for nth, seat in enumerate(seats, 1)]
    return {"number": number, "id": what, "choices": choices}


@pytest.fixture
def acting() -> Acting:
    """A seat that may judge Bob, or shoot Bob or Cid, and has just begun."""
    found = Acting()
    found.see([act(2, "judge", "Bob"), act(5, "shoot", "Bob", "Cid")])
    found.begin(10.0)
    return found


def test_first_it_is_chosen_what_to_do_and_then_to_whom(acting: Acting) -> None:
    assert acting.numbers == [2, 5]
    assert acting.confirm(5) is None
    assert acting.numbers == [1, 2]
    assert acting.confirm(2) == ("shoot", "Cid")
    assert acting.until == -inf, "and then it is over"


@pytest.mark.parametrize("numbers", [(3, 1), (2, 2), (5, 9)])
def test_a_number_that_means_nothing_takes_as_many_presses_and_does_nothing(
    numbers: tuple[int, int], acting: Acting
) -> None:
    assert [acting.confirm(number) for number in numbers] == [None, None]
    assert acting.until == -inf


def test_the_dead_press_and_lay_as_the_living_do_and_nothing_comes_of_it() -> None:
    ghost = Acting()
    ghost.see([])
    ghost.begin(10.0)
    assert ghost.until == 10.0 + PATIENCE
    assert [ghost.confirm(5), ghost.confirm(1)] == [None, None]
    ghost.begin(10.0)
    assert [ghost.lay("Bob"), ghost.lay("Bob")] == [None, None]
    assert ghost.until == -inf


def test_a_tag_that_is_laid_once_does_nothing_yet(acting: Acting) -> None:
    assert [acting.lay("Cid"), acting.lay("Bob")] == [None, None]
    assert acting.lay("Bob") == ("judge", "Bob")


@pytest.mark.parametrize(("passes", "done"), [(0, ("judge", "Bob")), (1, ("shoot", "Bob")), (2, None)])
def test_a_pass_before_a_tag_goes_on_to_the_next_thing_to_do(
    passes: int, done: tuple[str, str] | None, acting: Acting
) -> None:
    for _ in range(passes):
        assert acting.lay("pass") is None
    assert [acting.lay("Bob"), acting.lay("Bob")] == [None, done]


def test_a_no_forgets_everything_before_it(acting: Acting) -> None:
    for tag in ("pass", "Bob", "no"):
        acting.lay(tag)
    assert acting.until == -inf
    assert [acting.lay("Bob"), acting.lay("Bob")] == [None, ("judge", "Bob")]


def test_when_nobody_may_act_any_more_what_was_begun_is_over(acting: Acting) -> None:
    acting.confirm(5)
    acting.see(None)
    assert (acting.until, acting.numbers) == (-inf, [])


def test_each_press_gives_as_long_again_to_go_on(acting: Acting) -> None:
    acting.go_on(25.0)
    assert acting.until == 25.0 + PATIENCE
