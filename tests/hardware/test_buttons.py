"""One button and one light: what a finger does, what it means, what is seen of it, and what is said when it breaks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

import hardware
from hardware.buttons import Buttons
from hardware.devices import DARK, LID, Colour, Device, Event, Pressed, Released
from hardware.fake import Fake
from hardware.gestures import AGAIN, HOLD, KEEP, MOST, QUIET, SETTLE, STUCK, Gestures
from hardware.lights import ASKED, BRIGHT, CONFIRMED, FAINT, FLASH, GREEN, OFF, PASSED, RED, Light, counted
from hardware.plan import LightPins as Lamps
from hardware.plan import Plan, SeatPins
from hardware.template.device import MyDevice
from narrator.box.box import Box
from narrator.errors import NarratorError
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.panel.button_language import FORGET, Meaning, Presses
from narrator.panel.panel import Panel
from narrator.telling.legend import Legend, cards_of
from tests.labs.boxlab import Notebook, Time
from tests.labs.buttonlab import NAMES, TELL, ButtonTable, Move, choose, taps, until_cid_is_asked

# A finger.


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


# A light.


def test_a_light_blinks_and_then_glows_again() -> None:
    light = Light()
    light.glow = ASKED
    light.blink(CONFIRMED, at=1.0)
    assert [light.shows(at / 100) for at in (100, 111, 113, 123, 125, 135, 137)] == [
        BRIGHT, BRIGHT, OFF, OFF, BRIGHT, BRIGHT, ASKED,
    ]  # fmt: skip
    assert light.due == inf


def test_a_light_blinks_alike_however_many_numbers_it_tells() -> None:
    def begins(numbers: list[int]) -> list[float]:
        at, found = 0.0, []
        for seconds, colour in counted(numbers, 8):
            if colour == BRIGHT:
                found.append(round(at, 6))
            at += seconds
        return [*found, round(at, 6)]

    assert begins([]) == begins([3]) == begins([1, 2, 8]) == begins(list(range(1, 9)))
    assert len(begins([])) == 9
    assert [seconds for seconds, colour in counted([3], 4) if colour == BRIGHT] == pytest.approx(
        [0.08, 0.08, 0.28, 0.08]
    )


def test_a_large_table_is_told_in_seven_seconds() -> None:
    assert sum(seconds for seconds, _ in counted([], 18)) < 7
    lit = [seconds for seconds, colour in counted([3], 60) if colour == BRIGHT]
    assert lit[2] > 3 * lit[1] > 0.12, "long and short can be told apart"


# What presses mean.


def choice(value: str, number: int, word: bool = False) -> dict[str, Any]:
    return {"value": value, "label": value, "number": number, "tells": number, "word": word, "part": 0}


SEATS = [choice("Bob", 1), choice("Cid", 2), choice("Eve", 4)]
QUESTION = {
    "number": 1, "kind": "ask", "choices": SEATS, "least": 1, "most": 1, "may_pass": True, "chosen": None,
    "public": False, "aside": None,
}  # fmt: skip


class Sitter:
    """Somebody with a button whose page is what the test says."""

    def __init__(self, **screen: Any) -> None:
        self.presses = Presses("token")
        self.finger = Gestures()
        self.now = 0.0
        self.page: dict[str, Any] = {
            "stage": "game",
            "sky": "night",
            "seats": [{"name": name, "candle": None} for name in NAMES],
            "you": {"seat": "Ann", "alive": True},
            "acts": None,
            "light": {"most": 8, "cards": [3], "told": None, "good": None, "others": []},
        }
        self.show(number=1, **screen)

    def show(self, **screen: Any) -> None:
        self.page = {**self.page, "screen": {**QUESTION, **self.page.get("screen", {}), **screen}}
        self.presses.see(self.page)

    def does(self, moves: list[Move], then: float = 1.0) -> list[Meaning]:
        """What comes of these moves; `then` seconds pass after the last."""
        start, found = self.now, []
        for at, closed in moves:
            found += self.finger.move(closed, start + at)
        self.now = start + moves[-1][0] + then
        found += self.finger.wait(self.now)
        return [meaning for meaning in map(self.presses.feel, found) if meaning != (None, None)]

    def answers(self, moves: list[Move], then: float = 1.0) -> list[list[str]]:
        """The answers given by these moves."""
        return [meaning.message["value"] for meaning in self.does(moves, then) if meaning.message is not None]


def test_va_01_a_light_goes_out_with_its_candle_and_still_shows_a_last_question() -> None:
    sitter = Sitter(kind="rest")
    assert sitter.presses.glow(0.0) == FAINT
    sitter.page["seats"][0]["candle"] = False
    assert sitter.presses.glow(0.0) == OFF
    sitter.show(kind="ask")
    assert sitter.presses.glow(0.0) == ASKED


def test_the_number_of_presses_chooses_what_has_that_number() -> None:
    assert Sitter().answers(choose(1)) == [["Bob"]]
    assert Sitter().answers(choose(4)) == [["Eve"]]
    sitter = Sitter()
    assert [meaning.message for meaning in sitter.does(choose(1))][-1] == {
        "do": "answer", "token": "token", "number": 1, "value": ["Bob"],
    }  # fmt: skip


def test_a_quick_count_of_two_ends_in_the_second_choice_and_a_double_press_in_a_pass() -> None:
    assert Sitter().answers(taps(2)) == [[]]
    assert Sitter().answers(choose(2)) == [["Cid"]]
    assert Sitter().answers(taps(2, pause=0.5, then=0.8)) == [["Cid"]]
    hesitant = [*taps(2), *taps(0, then=0.8, start=1.0)]
    assert Sitter().answers(hesitant) == [[], ["Cid"]]


def test_a_player_who_passes_and_then_reads_the_light_has_still_passed() -> None:
    sitter = Sitter()
    assert sitter.answers(taps(2), then=2.0) == [[]]
    assert sitter.answers(TELL) == []


def test_a_player_can_change_their_mind_until_the_window_closes() -> None:
    sitter = Sitter()
    assert sitter.answers(choose(1)) + sitter.answers(choose(4)) + sitter.answers(taps(2)) == [["Bob"], ["Eve"], []]
    assert sitter.answers(choose(4)) + sitter.answers(choose(4)) == [["Eve"], ["Eve"]]


def test_two_are_confirmed_one_after_the_other() -> None:
    sitter = Sitter(least=2, most=2)
    assert sitter.answers(choose(4)) == []
    assert sitter.answers(choose(4)) == [], "the same again is none"
    assert sitter.answers(choose(2)) == [["Eve", "Cid"]]
    assert sitter.answers(choose(1)) == [], "a new pair begins"
    assert sitter.answers(choose(2)) == [["Bob", "Cid"]]


def test_a_hesitant_count_of_two_does_not_lose_the_first_of_a_pair() -> None:
    sitter = Sitter(least=2, most=2, may_pass=False)
    sitter.answers(choose(4))
    assert sitter.answers([*taps(2), *taps(0, then=0.8, start=1.0)]) == [["Eve", "Cid"]]


def test_a_pass_forgets_the_first_of_a_pair() -> None:
    sitter = Sitter(least=2, most=2)
    sitter.answers(choose(4))
    assert sitter.answers(taps(2), then=5.0) == [[]]
    assert sitter.answers(choose(1)) == []


def test_up_to_two_are_answered_as_they_come() -> None:
    sitter = Sitter(least=1, most=2)
    assert sitter.answers(choose(4)) + sitter.answers(choose(1)) == [["Eve"], ["Eve", "Bob"]]


def test_a_word_starts_the_answer_again_and_a_seat_may_follow_it() -> None:
    words = [choice(word, n, word=True) for n, word in ((8, "turn"), (9, "feast"))]
    sitter = Sitter(least=1, most=2, choices=[*words, *SEATS])
    assert sitter.answers(choose(8)) + sitter.answers(choose(9)) == [["turn"], ["feast"]]
    assert sitter.answers(choose(2)) + sitter.answers(choose(8)) == [["feast", "Cid"], ["turn"]]


def test_a_double_press_says_no_where_that_is_an_answer() -> None:
    yes_or_no = [choice(word, n) for n, word in ((1, "yes"), (2, "no"))]
    assert Sitter(may_pass=False, choices=yes_or_no).answers(taps(2)) == [["no"]]


def test_what_must_be_answered_is_not_passed() -> None:
    assert Sitter(may_pass=False).answers(taps(2)) == []


def test_an_old_count_is_forgotten() -> None:
    sitter = Sitter()
    sitter.does(taps(1), then=FORGET + 0.1)
    assert sitter.answers(choose(1)) == [["Bob"]]
    sitter.does(taps(1), then=FORGET + 0.1)
    assert sitter.answers(TELL) == []


def test_a_count_does_not_outlive_its_question() -> None:
    sitter = Sitter()
    sitter.does(taps(1))
    sitter.show(number=2)
    assert sitter.answers(choose(1)) == [["Bob"]]
    sitter = Sitter(least=2, most=2)
    sitter.does(choose(1))
    sitter.show(number=2)
    assert sitter.answers(choose(4)) == []


def test_the_light_answers_alike_whatever_can_be_chosen() -> None:
    for moves, blinks in ((choose(1), CONFIRMED), (choose(3), CONFIRMED), (taps(2), PASSED)):
        screens: list[dict[str, Any]] = [{}, {"may_pass": False}, {"choices": SEATS[:1]}, {"least": 2, "most": 2}]
        seen = {tuple(meaning.blinks for meaning in Sitter(**screen).does(moves)) for screen in screens}
        assert len(seen) == 1
        assert seen.pop()[-1] == blinks


def test_the_glow_says_who_is_asked_and_not_how_the_answer_was_taken() -> None:
    for choices in (SEATS, []):
        sitter = Sitter(choices=choices)
        assert sitter.presses.glow(sitter.now) == ASKED
        sitter.does(taps(1), then=0.5)
        assert sitter.presses.glow(sitter.now) == OFF, "while one counts"
        assert sitter.presses.glow(sitter.now + FORGET) == ASKED
        sitter.does(choose(1))
        assert sitter.presses.glow(sitter.now) == FAINT
        sitter.show(number=2)
        assert sitter.presses.glow(sitter.now) == ASKED
        sitter.show(number=3, kind="rest")
        assert sitter.presses.glow(sitter.now) == FAINT


def test_a_vote_by_phone_is_seen_at_the_light_and_an_answer_in_the_night_is_not() -> None:
    sitter = Sitter(chosen=["Bob"], public=False)
    assert sitter.presses.glow(sitter.now) == ASKED
    sitter.show(public=True)
    assert sitter.presses.glow(sitter.now) == FAINT


def test_the_light_tells_what_was_chosen_or_else_told_or_else_can_be_chosen() -> None:
    sitter = Sitter()
    assert sitter.does(TELL)[-1].blinks == counted([1, 2, 4], 8)
    sitter.page["light"]["told"] = [5]
    assert sitter.does(TELL)[-1].blinks == counted([5], 8)
    sitter.show(chosen=["Eve"])
    assert sitter.does(TELL)[-1].blinks == counted([4], 8)
    sitter.show(chosen=[])
    assert sitter.does(TELL)[-1].blinks == counted([], 8)
    sitter.show(kind="rest", number=2)
    assert sitter.does(TELL)[-1].blinks == counted([5], 8)
    assert sitter.does(taps(2))[-1].blinks == counted([3], 8), "their own card"


def test_what_was_told_or_chosen_has_a_colour_where_it_is_yes_or_no() -> None:
    sitter = Sitter()
    for good, colour in ((True, GREEN), (False, RED)):
        sitter.page["light"] |= {"told": [2 - good], "good": good}
        assert sitter.does(TELL)[-1].blinks == counted([2 - good], 8, colour)
    choices = [choice(word, n) for n, word in ((1, "yes"), (2, "no"))]
    for chosen, others, blinks in (
        (["yes"], [], counted([1], 8, GREEN)),
        (["no"], [2], counted([2], 8, RED)),
        (["no"], [1], counted([1, 2], 8)),
        ([], [], counted([], 8)),
    ):
        sitter.page["light"]["others"] = others
        sitter.show(choices=choices, chosen=chosen)
        assert sitter.does(TELL)[-1].blinks == blinks
    sitter.page["light"]["others"] = []
    sitter.show(chosen=None, choices=choices)
    assert sitter.does(TELL)[-1].blinks == counted([2], 8, RED), "what was told is still what was told"


def considered(moves: list[Move], then: float = 0.5, sky: str = "night", **screen: Any) -> str | None:
    """Which seat glows `then` seconds after these moves of Ann's?"""
    sitter = Sitter(**screen)
    sitter.page["sky"] = sky
    sitter.show()
    sitter.does(moves, then)
    return sitter.presses.considered(sitter.now)


def test_at_night_the_seat_that_a_count_has_reached_glows() -> None:
    assert considered(taps(1)) == "Bob"
    assert considered(taps(7)) == "Hal"
    assert considered(taps(8)) == "Ann", "the full round"
    assert considered(taps(9)) is None
    assert considered(taps(1), then=FORGET + 0.1) is None
    assert considered(choose(1)) is None, "confirmed"
    assert considered(taps(2), then=1.0) is None, "passed"


def test_nothing_glows_but_in_a_window_of_the_night() -> None:
    assert considered(taps(1), kind="rest") is None
    assert considered(taps(1), public=True) is None
    assert considered(taps(1), sky="day") is None


def test_whatever_is_asked_the_same_seat_glows() -> None:
    card = [{"value": "seer", "label": "Seer", "number": 3, "tells": 3, "word": False, "part": 0}]
    for screen in (
        {"choices": card},
        {"choices": []},
        {"may_pass": False},
        {"least": 2, "most": 2},
        {"chosen": ["Bob"]},
    ):
        assert considered(taps(3), **screen) == "Dan"


def test_two_long_presses_beside_a_vote_are_a_sign() -> None:
    """PA-33: one alone still reads the light, and without that button there is no sign."""
    sitter = Sitter(aside={"label": "Once more", "given": False})
    assert sitter.does(TELL)[-1].message is None
    assert sitter.does(TELL)[-1] == (
        {"do": "sign", "token": "token", "number": 1, "value": ["yes"]},
        CONFIRMED,
    )
    sitter = Sitter()
    sitter.does(TELL)
    assert sitter.does(TELL)[-1].message is None


def test_the_light_tells_a_pack_what_all_of_it_have_chosen() -> None:
    sitter = Sitter()
    sitter.page["light"] |= {"told": [5], "others": [4]}
    assert sitter.does(TELL)[-1].blinks == counted([4], 8)
    sitter.show(chosen=["Bob"])
    assert sitter.does(TELL)[-1].blinks == counted([1, 4], 8)
    sitter.show(chosen=["Eve"])
    assert sitter.does(TELL)[-1].blinks == counted([4], 8)


def test_the_light_tells_the_first_of_a_pair() -> None:
    sitter = Sitter(least=2, most=2)
    sitter.does(choose(4))
    assert sitter.does(TELL)[-1].blinks == counted([4], 8)


def test_the_dead_are_heard_only_when_they_are_asked() -> None:
    sitter = Sitter()
    sitter.page["you"] = {"alive": False}
    assert sitter.answers(choose(1)) == [["Bob"]]
    sitter.show(number=2, kind="rest")
    assert sitter.does(choose(1)) + sitter.does(taps(2)) == []
    assert sitter.presses.glow(sitter.now) == OFF


def test_before_a_game_a_button_shows_that_it_is_wired_well() -> None:
    sitter = Sitter()
    sitter.presses = Presses("token")
    assert sitter.does(taps(1)) == [(None, FLASH)]


# Numbers.


def test_seats_are_counted_to_the_left_and_cards_as_on_the_sheet() -> None:
    legend = Legend(cards_of(LIBRARY.tree("classic")), NAMES)
    assert [legend.seat(other, "Cid") for other in NAMES] == [6, 7, 8, 1, 2, 3, 4, 5]
    assert legend.cards == ["villager", "werewolf", "seer", "herbalist", "cupid"]
    assert legend.told("pack", ("Ann", "Bob"), "Bob") == [7, 8]
    assert legend.told("Ann", "seer", "Bob") == [3]
    assert legend.told("Ann", "not-wolf", "Bob") == [2]
    assert legend.told("centre", ("seer", "villager"), "Bob") == [3, 1]
    assert legend.told("actor", ("seer", "werewolf"), "Bob") == [3, 2]
    assert legend.told("victim", (), "Bob") == []
    assert [legend.good(*told) for told in (("Ann", "wolf"), ("Ann", "not-wolf"))] == [False, True]
    assert [legend.good(*told) for told in (("sees", "yes"), ("scent", "yes"), ("scent", "no"))] == [True, False, True]
    assert [legend.good(*told) for told in (("pack", ("Ann",)), ("Ann", "seer"))] == [None, None]
    assert legend.most == 8


def test_words_are_counted_after_the_seats() -> None:
    legend = Legend((), NAMES)
    others = [name for name in NAMES if name != "Cid"]
    assert legend.choices([*others, "sleep"], "seat", "Cid")["sleep"] == 8
    numbers = legend.choices(["turn", "feast", *NAMES], "seat", "Cid")
    assert [numbers[word] for word in ("turn", "feast")] == [9, 10]
    assert legend.choices(["A", "B", "C"], "word", "Cid") == {"A": 1, "B": 2, "C": 3}


def test_a_player_who_moves_is_counted_to_at_the_new_place() -> None:
    moved = [*NAMES[:3], "Hal", *NAMES[3:7]]
    legend = Legend((), NAMES).around(moved)
    assert [legend.seat(other, "Cid") for other in ("Hal", "Dan", "Cid")] == [1, 2, 8]
    assert legend.around(moved) is legend


# The table.


def started(folder: Path) -> ButtonTable:
    table = ButtonTable(folder)
    table.box.moderate(Game("millers-hollow", NAMES, cards={"Ann": "werewolf", "Bob": "werewolf"}, seed=3))
    table.until("werewolf.devour")
    return table


def test_the_host_gives_and_takes_buttons(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    assert table.set("button", {"Zoe": 1})["code"] == "unknown-seat"
    for typed in (0, -1, 10_000, 1.5, "the red one"):
        reply = table.set("button", {"Ann": typed})
        assert reply["sentence"] == f"Buttons are numbered 1, 2, 3 …; there is no button “{typed}”."
    assert table.set("button", {"Ann": True})["code"] == "not-understood"
    reply = table.set("button", {"Ann": 2})
    assert (reply["code"], reply["sentence"]) == ("button-taken", "Take button 2 away from Bob first.")
    assert reply["said"] == ("refused.button-taken", {"number": 2, "name": "Bob"})
    assert table.set("button", {"Ann": 2, "Bob": 1})["ok"]
    table.settle()
    assert [table.panel.seat_buttons.seats[button].player.name for button in (1, 2, 3)] == ["Bob", "Ann", "Cid"]
    assert table.set("button", {"Ann": None})["ok"]
    table.settle()
    assert 2 not in table.panel.seat_buttons.seats
    buttons = {player["name"]: player["button"] for player in table.page(kind="host")["setup"]["players"]}
    assert (buttons["Ann"], buttons["Bob"]) == (None, 1)
    assert table.do("kick", token=table.host, name="Bob")["ok"]
    table.settle()
    assert 1 not in table.panel.seat_buttons.seats
    assert Box(tmp_path, Notebook(Time())).lobby.buttons == table.box.lobby.buttons


def test_a_button_that_is_not_there_is_named(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    table.set("button", {"Ann": 9})
    table.settle()
    [trouble] = table.page(kind="host")["trouble"]
    assert trouble == "Ann has button 9, which is not there; there are 1, 2, 3, 4, 5, 6, 7, 8."
    table.set("button", {"Ann": 1})
    table.settle()
    assert table.page(kind="host")["trouble"] == []


def test_a_button_pressed_at_the_pins_answers_and_its_light_shines_there(tmp_path: Path) -> None:
    table = started(tmp_path)
    red, green = (table.factory.pin(gpio) for gpio in table.plan.seats[1].light[:2])
    assert (red.state, green.state) == ASKED[:2]
    table.hands({"Ann": choose(3)})
    assert table.page("Ann")["screen"]["chosen"] == ["Dan"]
    table.pass_time(table.time.now + 1.0)
    assert (red.state, green.state) == FAINT[:2]
    table.panel.close()
    assert table.panel.devices[0].buttons == list(range(1, 9))
    with pytest.raises(NarratorError):
        table.panel.devices[0].light(1, Colour(1.0, 1.0, 1.0))


def test_bounces_at_the_pins_are_one_press(tmp_path: Path) -> None:
    table = started(tmp_path)
    for _ in range(5):
        table.finger("Ann", True)
        table.finger("Ann", False)
    table.finger("Ann", True)
    table.pass_time(table.time.now + 0.1)
    table.finger("Ann", False)
    table.pass_time(table.time.now + 0.5)
    table.hands({"Ann": TELL})
    assert table.page("Ann")["screen"]["chosen"] is None, "Bob, one to the left, is no prey"
    table.pass_time(table.time.now + 0.5)
    table.hands({"Ann": choose(2)})
    assert table.page("Ann")["screen"]["chosen"] == ["Cid"]


def test_the_host_is_told_of_a_stuck_button_and_the_game_goes_on(tmp_path: Path) -> None:
    table = started(tmp_path)
    table.finger("Gus", True)
    table.pass_time(table.time.now + STUCK + 1)
    assert table.page(kind="host")["trouble"] == [
        "The button of Gus (number 7) has been down for too long: free it, or unplug it."
    ]
    table.do("pause", token=table.host)
    table.do("resume", token=table.host)
    assert len(table.page(kind="host")["trouble"]) == 1
    table.finger("Gus", False)
    table.until("village.vote")
    assert table.page(kind="host")["trouble"] == []
    assert table.page("Gus")["screen"]["chosen"] is None


def test_a_rattling_button_chooses_nothing(tmp_path: Path) -> None:
    table = started(tmp_path)
    table.hands({"Ann": [(at * 0.025, at % 2 == 0) for at in range(200)]})
    assert table.page("Ann")["screen"]["chosen"] is None
    assert "rattles" in table.page(kind="host")["trouble"][0]
    table.pass_time(table.time.now + 2.0)
    assert table.page(kind="host")["trouble"] == []
    table.hands({"Ann": choose(2)})
    assert table.page("Ann")["screen"]["chosen"] == ["Cid"]


def test_a_broken_light_is_named_and_the_button_goes_on(tmp_path: Path) -> None:
    table = started(tmp_path)

    def broken(button: int, colour: Colour) -> None:
        if button == 1:
            raise NarratorError("buttons", "The light has fallen off.")

    table.panel.devices[0].light = broken  # type: ignore[method-assign]
    table.hands({"Ann": choose(2)})
    table.settle()
    assert table.page(kind="host")["trouble"] == ["The light has fallen off."]
    assert table.page("Ann")["screen"]["chosen"] == ["Cid"]


def test_a_seat_may_have_a_phone_and_a_button(tmp_path: Path) -> None:
    table = started(tmp_path)
    assert table.answer("Ann", "Fay")["ok"]
    table.pass_time(table.time.now + 1.5)
    assert table.told("Ann") == [5], "what the phone chose"
    table.hands({"Ann": choose(2)})
    assert table.page("Ann")["screen"]["chosen"] == ["Cid"]


def test_a_decoy_remembers_its_taps_through_a_reminder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.telling.timeline.REMINDED", 5.0)
    table = ButtonTable(tmp_path)
    table.box.moderate(Game("millers-hollow", NAMES, cards={"Ann": "werewolf", "Cid": "seer"}, seed=3))
    table.until("seer.look")
    table.hands(dict.fromkeys(NAMES, choose(1)))
    number = table.page("Cid")["screen"]["number"]
    while table.round.beat is None or table.round.beat.cue is None or table.round.beat.cue.id != "reminder":
        assert table.step()
    for name in NAMES:
        screen = table.page(name)["screen"]
        assert (screen["number"], len(screen["chosen"])) == (number, 1)


# Devices.


def one_colour(*pins: tuple[int, int]) -> Plan:
    """Seats with a button and a red light each."""
    return Plan({number: SeatPins(button, Lamps(red=red)) for number, (button, red) in enumerate(pins, 1)})


def mock_buttons() -> tuple[Device, Callable[[int], None], Callable[[int], None]]:
    factory = MockFactory(pin_class=MockPWMPin)
    plan = one_colour((17, 18), (27, 22))
    return (
        Buttons(plan, factory),
        lambda button: factory.pin(plan.seats[button].button).drive_low(),
        lambda button: factory.pin(plan.seats[button].button).drive_high(),
    )


def my_device() -> tuple[Device, Callable[[int], None], Callable[[int], None]]:
    device = MyDevice([1, 2])
    return device, device.down, device.up


def fake() -> tuple[Device, Callable[[int], None], Callable[[int], None]]:
    device = Fake(2)
    return (
        device,
        lambda button: device.switch("press", f"seat {button}", True),
        lambda button: device.switch("press", f"seat {button}", False),
    )


@pytest.mark.parametrize("made", [mock_buttons, my_device, fake])
def test_every_device_keeps_its_promises(
    made: Callable[[], tuple[Device, Callable[[int], None], Callable[[int], None]]],
) -> None:
    device, down, up = made()
    heard: list[Event] = []
    assert device.buttons == [1, 2]
    device.start(heard.append)
    down(2)
    up(2)
    down(1)
    assert heard == [Pressed(2), Released(2), Pressed(1)]
    device.light(1, Colour(0.5, 0.0, 0.0))
    device.light(99, DARK)
    device.close()
    device.close()
    up(1)
    assert len(heard) == 3


def test_every_device_is_in_that_test() -> None:
    folder = Path(hardware.__file__).parent
    devices = {file.stem for file in folder.rglob("*.py") if "def start(self, hear" in file.read_text()}
    without_buttons = {"readers", "knob"}
    assert devices - without_buttons == {"devices", "buttons", "device", "fake", "keypads"}


def test_without_pins_one_sentence_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)  # gpiozero keeps the first that it finds in a process
    with pytest.raises(NarratorError) as told:
        Buttons(one_colour((17, 18)))
    assert told.value.code == "buttons"
    assert "python3-lgpio" in told.value.sentence
    assert "\n" not in told.value.sentence


def test_a_pin_that_something_else_has_is_named() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    first = Buttons(one_colour((17, 18)), factory)
    with pytest.raises(NarratorError, match="GPIO18"):
        Buttons(one_colour((22, 18)), factory)
    first.close()
    Buttons(one_colour((22, 18)), factory).close()


def test_a_real_box_is_answered_from_the_devices_own_thread(tmp_path: Path) -> None:
    """Real threads and real time: from the contact to the answer in the game."""
    box = Box(tmp_path, Notebook(Time()))
    host = box.handle({"do": "open-host", "pin": box.pin})["token"]
    for name in NAMES:
        box.handle({"do": "add", "token": host, "name": name})
    box.handle({"do": "set", "token": host, "what": "button", "value": {"Cid": 2}})
    device = MyDevice([1, 2])
    panel = Panel(box, [device], box.ask)
    pause = threading.Event()
    thread = threading.Thread(target=box.run)
    thread.start()
    try:
        panel.start()
        screen = until_cid_is_asked(box, host)
        for move, seconds in ((device.down, 0.1), (device.up, 0.1), (device.down, HOLD + 0.1), (device.up, 0.0)):
            move(2)
            pause.wait(seconds)
        listener = box.listen("player", box.lobby.token_of("Cid"))
        while screen()["chosen"] != ["Dan"]:
            assert listener.get(5.0) is not None
    finally:
        box.stop()
        thread.join()
        panel.close()
    assert device.lights == {1: DARK, 2: DARK}


def test_a_light_shows_a_colour_as_well_as_it_can() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    lights = {1: Lamps(red=2), 2: Lamps(red=3, green=4), 3: Lamps(red=5, green=6, blue=7)}
    plan = Plan({number: SeatPins(10 + number, light) for number, light in lights.items()}, lid=Lamps(green=8, blue=9))
    device = Buttons(plan, factory)

    def shown(colour: Colour) -> list[float]:
        for button in (1, 2, 3, LID):
            device.light(button, colour)
        return [factory.pin(gpio).state for gpio in range(2, 10)]

    assert shown(Colour(0.5, 0.2, 0.1)) == [0.5, 0.5, 0.2, 0.5, 0.2, 0.1, 0.2, 0.1]
    assert shown(Colour(0.0, 0.0, 0.4)) == [0.4, 0.4, 0.4, 0.0, 0.0, 0.4, 0.0, 0.4], "what lacks blue is not dark"
    assert shown(Colour(0.3, 0.0, 0.0)) == [0.3, 0.3, 0.0, 0.3, 0.0, 0.0, 0.3, 0.3]
    assert shown(DARK) == [0.0] * 8
    device.close()
