"""What a finger does becomes presses: short, long, held and double, whatever the contact does meanwhile."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.gestures import AGAIN, HOLD, KEEP, MOST, QUIET, SETTLE, STUCK, Gestures
from tests.labs.buttonlab import Move, taps


def felt(moves: list[Move], until: float = 60.0) -> list[str]:
    """What is felt of these moves."""
    finger = Gestures()
    found = [each for at, closed in moves for each in finger.move(closed, at)]
    return [each.what for each in [*found, *finger.wait(until)]]


def test_a_short_a_long_and_a_double_press() -> None:
    assert felt(taps(1)) == ["down", "short"]
    assert felt(taps(0, then=HOLD + 0.1)) == ["down", "long"]
    assert felt(taps(2)) == ["down", "short", "down", "short", "double"]
    assert felt(taps(1, then=HOLD + 0.1)) == ["down", "short", "down", "long"]


def test_three_quick_presses_or_two_slow_ones_are_not_a_double_press() -> None:
    assert "double" not in felt(taps(3))
    assert "double" not in felt(taps(2, pause=AGAIN + 0.05))
    assert "double" not in felt(taps(2, then=HOLD + 0.1))


def test_a_contact_that_bounces_is_pressed_once() -> None:
    bounces = [(at / 1000, at % 2 == 0) for at in range(9)]
    opening = [(0.2 + at / 1000, at % 2 == 1) for at in range(9)]
    assert felt(bounces + opening) == ["down", "short"]


def test_a_spark_is_not_a_press() -> None:
    assert felt([(1.0, True), (1.0 + SETTLE / 2, False)]) == []
    assert felt([(at * SETTLE / 2, at % 2 == 0) for at in range(1000)]) == []


def test_a_press_is_felt_as_soon_as_the_contact_is_still() -> None:
    finger = Gestures()
    assert finger.move(True, 1.0) == []
    assert finger.due == 1.0 + SETTLE
    assert finger.wait(1.0 + SETTLE) == [("down", 1.0)]
    assert finger.due == 1.0 + HOLD
    assert finger.wait(1.0 + HOLD) == [("long", 1.0 + HOLD)]
    assert finger.due == 1.0 + KEEP
    assert finger.wait(1.0 + KEEP) == [("held", 1.0 + KEEP)]
    assert finger.due == 1.0 + STUCK


def test_a_stuck_button_is_one_long_press_and_works_again_when_it_comes_up() -> None:
    finger = Gestures()
    finger.move(True, 0.0)
    assert [each.what for each in finger.wait(STUCK - 1)] == ["down", "long", "held"]
    faults = [finger.fault]
    assert finger.wait(1000.0) == []
    faults.append(finger.fault)
    finger.move(False, 1001.0)
    assert finger.wait(1002.0) == []
    assert [*faults, finger.fault] == [None, "stuck", None]
    assert [each.what for at, closed in taps(1, start=1003.0) for each in finger.move(closed, at)] == ["down"]


def test_a_rattling_button_is_not_trusted_until_it_is_quiet() -> None:
    finger = Gestures()
    mad = [(at * 0.025, at % 2 == 0) for at in range(400)]
    heard = [each.what for at, closed in mad for each in finger.move(closed, at)]
    faults = [finger.fault]
    assert heard.count("short") <= MOST
    assert set(heard) == {"down", "short"}
    assert finger.wait(mad[-1][0] + QUIET) == []
    assert [*faults, finger.fault] == ["rattles", None]
    well = [each.what for at, closed in taps(2, start=20.0) for each in finger.move(closed, at)]
    assert well + [each.what for each in finger.wait(30.0)] == ["down", "short", "down", "short", "double"]


def test_the_quickest_finger_is_trusted() -> None:
    quick = [(at * 0.06, at % 2 == 0) for at in range(16)]
    assert felt(quick) == ["down", "short"] * 8


@given(st.lists(st.integers(1, 900), max_size=40))
def test_how_often_gestures_are_asked_makes_no_difference(gaps: list[int]) -> None:
    moves: list[Move] = [(sum(gaps[: at + 1]) / 1000, at % 2 == 0) for at in range(len(gaps))]
    end = (sum(gaps) + 1000) / 1000
    seldom, often = Gestures(), Gestures()
    rarely = [each for at, closed in moves for each in seldom.move(closed, at)] + seldom.wait(end)
    closely = []
    for at, closed in [*moves, (end, False)]:
        while often.due is not None and often.due < at:
            closely += often.wait(often.due)
        closely += often.move(closed, at) if at < end else often.wait(at)
    assert rarely == closely
    assert seldom.fault == often.fault


def test_a_button_is_held_only_while_its_contact_is_closed_and_can_be_trusted() -> None:
    finger = Gestures()
    assert finger.held_since is None
    finger.move(True, 1.0)
    finger.wait(1.5)
    assert finger.held_since == 1.0
    finger.wait(1.0 + STUCK)
    assert finger.held_since is None, "it is stuck"
    finger.move(False, 30.0)
    finger.move(True, 40.0)
    finger.wait(41.0)
    assert finger.held_since == 40.0
    finger.move(False, 42.0)
    assert finger.held_since is None, "though a contact that bounces may still close again"


def test_a_double_press_is_known_only_when_a_third_can_no_longer_follow() -> None:
    finger = Gestures()
    for at, closed in taps(2):
        finger.move(closed, at)
    up = taps(2)[-1][0]
    finger.wait(up + SETTLE)
    assert finger.wait(up + AGAIN - 0.01) == []
    assert finger.wait(up + AGAIN) == [("double", up + AGAIN)]


def test_a_contact_that_closes_twice_without_opening_has_closed_once() -> None:
    assert felt([(0.0, True), (0.1, True), (0.2, False), (0.3, False)]) == ["down", "short"]
    finger = Gestures()
    finger.move(True, 0.0)
    finger.move(True, SETTLE * 0.9)
    assert finger.due == SETTLE, "the second message of the same thing puts nothing off"
