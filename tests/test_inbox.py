"""A thread waits for what others want of it, and never longer than it may."""

from __future__ import annotations

import threading
from queue import Empty

import pytest

from narrator.inbox import Inbox


@pytest.mark.parametrize("seconds", [-1.0, 0.0, 1e-9, 1e-7, 1e-6, 1e-5])
def test_a_wait_whose_time_is_up_before_it_begins_ends(seconds: float) -> None:
    empty = []

    def take() -> None:
        for _ in range(1000):
            inbox: Inbox[str] = Inbox()
            try:
                inbox.take(seconds)
            except Empty:
                empty.append(inbox)

    waiting = threading.Thread(target=take, daemon=True)
    waiting.start()
    waiting.join(60)
    assert len(empty) == 1000


def test_what_comes_while_a_thread_waits_is_taken_at_once() -> None:
    inbox: Inbox[str] = Inbox()
    threading.Timer(0.05, inbox.put, ["late"]).start()
    assert inbox.take(60) == "late"
    threading.Timer(0.05, inbox.put, ["later"]).start()
    assert inbox.take() == "later"
