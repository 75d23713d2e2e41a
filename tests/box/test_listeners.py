"""Every page that listens is handed what is newest, and no page can hold up the box."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.box.pages.listeners import MOST, Listeners
from narrator.errors import NarratorError
from tests.labs.boxlab import Table


def test_a_hundred_and_twelve_pages_may_be_open_and_the_box_itself_can_still_listen(tmp_path: Path) -> None:
    listeners = Table(tmp_path).box.listeners
    for _ in range(20):
        listeners.watch(lambda: None)
    for _ in range(MOST):
        listeners.add("table", None)
    with pytest.raises(NarratorError, match="112 are open"):
        listeners.add("table", None)
    listeners.watch(lambda: None)


def test_a_slow_page_gets_the_newest_message_and_none_of_the_older_ones() -> None:
    page = Listeners().add("player", "a token")
    for number in range(1000):
        page.put(str(number))
    assert page.get(0) == "999"
    assert page.get(0) is None


def test_a_page_that_is_closed_makes_room_for_another() -> None:
    listeners = Listeners()
    pages = [listeners.add("table", None) for _ in range(MOST)]
    pages[3].close()
    assert pages[3].closed
    assert pages[3] not in listeners.all
    listeners.add("table", None)


def test_a_page_is_woken_for_a_message_and_for_its_end() -> None:
    page, woken = Listeners().add("table", None), []
    page.wake = lambda: woken.append(page.closed)
    page.put("a view")
    page.close()
    assert woken == [False, True]
