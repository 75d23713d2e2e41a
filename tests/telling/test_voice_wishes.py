"""A line that fails is tried again as long as it is wanted, less and less often, and keeps nobody waiting."""

from __future__ import annotations

from itertools import pairwise

from narrator.telling.voice import Line
from narrator.telling.voice.wishes import RESTS, Clip, Wishes

LINES = {word: Clip(Line(word)) for word in ("ann", "bob", "cid")}


def tried(wishes: Wishes, until: float, broken: str = "") -> list[tuple[float, str]]:
    """What a voice that needs no time tries, and when, until this second; lines of `broken` fail."""
    now, tries = 0.0, []
    while (rest := wishes.rest(now)) is not None and now + rest <= until:
        now += rest
        wish = wishes.next(now)
        assert wish is not None
        key, _ = wish
        tries.append((now, key))
        if key in broken.split():
            wishes.failed(key, now)
        else:
            wishes.rendered(key)
    return tries


def test_the_lines_asked_for_last_are_tried_first_and_in_order() -> None:
    wishes = Wishes()
    wishes.add({"ann": LINES["ann"]})
    wishes.add({word: LINES[word] for word in ("cid", "bob")})
    assert tried(wishes, 0) == [(0, "cid"), (0, "bob"), (0, "ann")]
    assert wishes.rest(0) is None


def test_what_is_only_learned_comes_last_and_holds_up_nothing_when_it_fails() -> None:
    wishes = Wishes()
    wishes.learn({word: LINES[word] for word in ("ann", "bob")})
    wishes.add({"cid": LINES["cid"]})
    assert tried(wishes, 1.0, "ann") == [(0, "cid"), (0, "ann"), (0, "ann"), (0, "bob"), (1.0, "ann")]
    wishes.add({"cid": LINES["cid"]})
    assert wishes.rest(1.0) == 0
    assert wishes.unlearned == 1


def test_what_was_learned_before_is_forgotten_with_the_next_lesson() -> None:
    wishes = Wishes()
    wishes.learn({"ann": LINES["ann"]})
    wishes.learn({"bob": LINES["bob"]})
    assert [key for _, key in tried(wishes, 0)] == ["bob"]


def test_a_line_that_fails_rests_while_others_have_their_turn() -> None:
    wishes = Wishes()
    wishes.add(LINES)
    assert [key for _, key in tried(wishes, 1.0, "ann")] == ["ann", "ann", "bob", "cid", "ann"]


def test_no_line_waits_for_ever_behind_those_that_always_fail() -> None:
    wishes = Wishes()
    wishes.add({word: LINES[word] for word in ("ann", "bob")})
    tried(wishes, 600, "ann bob")
    wishes.add(LINES)
    assert "cid" in [key for _, key in tried(wishes, 700, "ann bob")]


def test_a_failing_voice_is_tried_for_hours_but_less_and_less_often() -> None:
    wishes = Wishes()
    wishes.add(LINES)
    times = [at for at, _ in tried(wishes, 3600, "ann bob cid")]
    first, *rests = [after - at for at, after in pairwise(times)]
    assert first == 0
    assert rests[: len(RESTS)] == list(RESTS)
    assert set(rests[len(RESTS) :]) == {RESTS[-1]}
    assert times[-1] > 3600 - RESTS[-1]


def test_a_voice_that_failed_for_long_is_at_full_speed_once_it_works() -> None:
    wishes = Wishes()
    wishes.add(LINES)
    last, _ = tried(wishes, 3600, "ann bob cid")[-1]
    assert {at for at, _ in tried(wishes, 7200)} == {last + RESTS[-1]}


def test_a_line_asked_for_again_rests_as_long_as_it_would_have() -> None:
    wishes = Wishes()
    wishes.add({"ann": LINES["ann"]})
    tried(wishes, 10, "ann")
    rest = wishes.rest(10)
    wishes.add({"ann": LINES["ann"]})
    assert wishes.rest(10) == rest


def test_a_failed_line_is_not_tried_again_once_its_call_has_come() -> None:
    wishes = Wishes()
    wishes.add(LINES)
    wishes.failed("ann", 0)
    wishes.missed("ann")
    wishes.missed("bob")
    assert [key for _, key in tried(wishes, 100)] == ["bob", "cid"]
    wishes.missed("dan")
