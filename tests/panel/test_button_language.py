"""What a press means, and what the light at the seat shows: in every window, by day and at night."""

from __future__ import annotations

from typing import Any

from hardware.gestures import Gestures
from hardware.lights import ASKED, CONFIRMED, FAINT, FLASH, GREEN, OFF, PASSED, RED, counted
from narrator.panel.button_language import FORGET, Meaning, Presses
from tests.labs.buttonlab import NAMES, TELL, Move, choose, taps


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


def test_a_question_is_answered_by_a_count_that_was_begun_as_an_act() -> None:
    sitter = Sitter(kind="rest")
    acts = [{"id": "village.plague", "number": 1, "choices": [choice("yes", 1)]}]
    sitter.page = {**sitter.page, "acts": acts, "sky": "day"}
    sitter.show()
    sitter.does([(0.0, True), (2.5, False)])
    assert sitter.presses.acting.numbers == [1]
    sitter.show(kind="ask", number=2)
    assert sitter.answers(choose(2)) == [["Cid"]]


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
