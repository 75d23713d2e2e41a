"""What is said beside the game is kept until its end: whom most have named, and which of the dead bet right."""

from __future__ import annotations

import pytest

from narrator import Game
from narrator.game.library import OWN
from narrator.game.small_talk import SmallTalk, hangings, sort_of
from narrator.rules.prompts import Prompt
from narrator.telling.language import Language

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
WHOM = Prompt("seer.look", ("Ann",), tuple(SEATS))
WORDS = Language.load([OWN], "millers-hollow", "en")


def hanged(*seats: str) -> Game:
    """A game in which the village has hanged these, and Ann at the end."""
    game = Game("millers-hollow", SEATS, cards={"Ann": "werewolf"}, options={"sheriff": "never"})
    for seat in (*seats, "Ann"):
        while all(prompt.id != "village.vote" for prompt in game.prompts):
            game.close()
        game.answer_all("village.vote", dict.fromkeys(game.alive, seat))
        game.close()
    return game


def most_named(talk: SmallTalk, unread: tuple[str, ...] = ()) -> list[tuple[str, int]]:
    return [(seat, number) for _, seat, number in talk.most_named(SEATS, 1, WORDS, unread)]


def answer(talk: SmallTalk, seat: str, named: str) -> None:
    """This seat answers the first of all questions about one seat, whenever it is put to it."""
    seed = 1 + SEATS.index(seat)
    number = next(number for number in range(99) if WORDS.which_decoy("one", seed, number) == 0)
    talk.hear(seat, number, WHOM, [named])


def test_the_one_whom_most_have_named_is_found_and_of_two_nobody() -> None:
    talk = SmallTalk()
    for seat, named in {"Ann": "Fay", "Bob": "Gus"}.items():
        answer(talk, seat, named)
    assert most_named(talk) == []
    answer(talk, "Cid", "Fay")
    assert most_named(talk) == [("Fay", 2)]
    assert most_named(talk, unread=("Ann",)) == []


def test_a_second_answer_to_a_question_takes_the_place_of_the_first() -> None:
    talk = SmallTalk()
    talk.hear("Ann", 1, WHOM, ["Fay"])
    talk.hear("Ann", 1, WHOM, ["Gus"])
    assert (most_named(talk), talk.now) == ([("Gus", 1)], {"Ann": ["Gus"]})
    talk.hear("Ann", 1, WHOM, [])
    assert most_named(talk) == []


def test_a_bet_stands_and_the_next_hanging_is_bet_on_anew() -> None:
    talk = SmallTalk()
    for value in ("Bob", "Cid"):
        talk.bet("Hal", "hanged", value, 0)
    assert (talk.bet_of("Hal", "hanged", 0), talk.bet_of("Hal", "hanged", 1)) == ("Bob", None)
    talk.bet("Hal", "wins", "villagers", 0)
    talk.bet("Hal", "wins", "werewolves", 3)
    assert talk.bet_of("Hal", "wins", 2) == "villagers"


def test_every_bet_that_came_true_counts_for_whoever_made_it() -> None:
    game, talk = hanged("Bob", "Cid"), SmallTalk()
    talk.bet("Bob", "hanged", "Cid", 1)
    talk.bet("Bob", "hanged", "Dan", 2)
    talk.bet("Bob", "wins", "villagers", 1)
    talk.bet("Cid", "hanged", "Ann", 2)
    talk.bet("Cid", "hanged", "Ann", 7)
    assert [*hangings(game.facts)] == ["Bob", "Cid", "Ann"]
    assert talk.right_bets(game) == {"Bob": 2, "Cid": 1}


@pytest.mark.parametrize(
    ("question", "sort"),
    [
        (WHOM, "one"),
        (Prompt("cupid.link", ("Ann",), tuple(SEATS), least=2, most=2, touches=2), "two"),
        (Prompt("witch.heal", ("Ann",), ("yes",), kind="yes"), "yes"),
        (Prompt("thief.swap", ("Ann",), ("seer", "witch"), kind="card"), "which"),
    ],
)
def test_a_question_has_the_sort_by_which_one_without_meaning_stands_for_it(question: Prompt, sort: str) -> None:
    assert sort_of(question) == sort
