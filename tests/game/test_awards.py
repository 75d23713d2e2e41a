"""Awards after a game: who has which, and that all who read them can smile."""

from __future__ import annotations

import pytest

from narrator.game.awards import ALOUD, AWARDS, FEWEST, MOST, Award, Deeds, awards, said_aloud, shown
from narrator.game.game import Game
from narrator.game.library import LIBRARY, OWN
from narrator.game.small_talk import SmallTalk
from narrator.rules.prompts import Prompt
from narrator.telling import language_file
from narrator.telling.language import Language
from tests.labs.tablelab import SEATS, played

CARDS = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer", "Dan": "witch"}
WORDS = Language.load([OWN], "millers-hollow", "en")

WHOM = Prompt("seer.look", ("Ann",), tuple(SEATS), 1, 1, False, "seat")


def one_day(votes: dict[str, str | None]) -> Game:
    """A first night in which Eve is devoured and nothing else done, and these votes."""
    game = Game("millers-hollow", SEATS, cards=CARDS, options={"sheriff": "never"}, seed=1)
    while not any(prompt.id == "village.vote" for prompt in game.prompts):
        for prompt in game.prompts:
            if prompt.id == "werewolf.devour":
                game.answer_all(prompt.id, dict.fromkeys(prompt.seats, "Eve"))
        game.close()
    game.answer_all("village.vote", {voter: at or [] for voter, at in votes.items()})
    if any(prompt.id == "village.vote" for prompt in game.prompts):
        game.close()
    return game


def tally(game: Game, kind: str) -> dict[tuple[str, ...], int]:
    return dict(AWARDS[kind][0](Deeds(game)))


VOTES = {"Ann": "Cid", "Bob": "Cid", "Cid": "Ann", "Dan": "Ann", "Fay": "Ann", "Gus": None, "Hal": "Gus"}


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("nose", {("Cid",): 1, ("Dan",): 1, ("Fay",): 1}),
        ("sheepskin", {("Bob",): 1}),
        ("fame", {("Cid",): 2, ("Ann",): 3, ("Gus",): 1}),
        ("alike", {("Ann", "Bob"): 1, ("Cid", "Dan"): 1, ("Cid", "Fay"): 1, ("Dan", "Fay"): 1}),
        ("alone", {("Hal",): 1}),
        ("kind", {("Gus",): 1}),
        ("first", {("Eve",): 1}),
        ("escapes", {}),
    ],
)
def test_what_is_counted_for_an_award(kind: str, expected: dict[tuple[str, ...], int]) -> None:
    assert tally(one_day(VOTES), kind) == expected


def test_a_werewolf_who_votes_for_another_has_no_fine_nose() -> None:
    assert ("Bob",) not in tally(one_day({**VOTES, "Bob": "Ann"}), "nose")


@pytest.mark.parametrize("roleset", ["millers-hollow", "new-moon", "classic", "coins", "the-pact"])
def test_every_game_has_three_to_five_awards_and_nobody_has_most_of_them(roleset: str) -> None:
    words = Language.load([OWN], roleset, "en", LIBRARY.extends(roleset))
    for seed in range(20):
        game = played(roleset, seed)
        given = awards(game, SmallTalk(), words)
        votes = {vote.ballot for vote in Deeds(game).votes}
        assert (FEWEST if len(votes) > 1 else 1) <= len(given) <= MOST, (seed, given)
        assert len(votes) < 2 or len({seat for award in given for seat in award.seats}) > 2
        assert all(set(award.seats) <= set(SEATS) for award in given)
        assert len(said_aloud(given, words)) == 2 * min(ALOUD, len(given))
        assert awards(game, SmallTalk(), words) == given


def test_all_awards_have_words_and_all_words_an_award() -> None:
    assert {*AWARDS, "prophet", "talk"} == {*language_file.AWARDS}


def test_what_most_have_named_is_an_award_of_its_own() -> None:
    game, talk = played(), SmallTalk()
    seed = game.header["seed"]
    same = (n for n in range(40) if WORDS.decoy("one", seed, n) == WORDS.decoy("one", seed + 1, n + 1))
    number = next(same)
    talk.hear("Ann", number, WHOM, ["Fay"])
    talk.hear("Bob", number + 1, WHOM, ["Dan"])
    talk.hear("Bob", number + 1, WHOM, ["Fay"])
    award = next(award for award in awards(game, talk, WORDS) if not isinstance(award.kind, str))
    title, text = shown(award, WORDS)
    assert (award.seats, award.number) == (("Fay",), 2)
    assert title == WORDS.decoy("one", seed, number)
    assert "Fay" in text


def test_one_voice_alone_or_a_tie_is_no_award() -> None:
    game, talk = played(), SmallTalk()
    talk.hear("Ann", 1, WHOM, ["Fay"])
    talk.hear("Bob", 1, WHOM, ["yes"])
    assert all(isinstance(award.kind, str) for award in awards(game, talk, WORDS))


def test_an_award_that_too_many_would_share_is_not_given() -> None:
    game = one_day(dict.fromkeys(VOTES, None))
    assert "kind" not in [award.kind for award in awards(game, SmallTalk(), WORDS)]


@pytest.mark.parametrize("kind", AWARDS)
@pytest.mark.parametrize(("seats", "number"), [(("Ann",), 1), (("Ann", "Bob"), 3)])
def test_an_award_reads_well_for_one_and_for_several(kind: str, seats: tuple[str, ...], number: int) -> None:
    title, text = shown(Award(kind, seats, number), WORDS)
    assert len(title) <= 35
    assert WORDS.names(list(seats)) in text
    assert not any(f"{{{place}}}" in text for place in ("names", "number"))
