"""Who deserves an award for this game, and what for? Three to five, chosen from a table of tallies.

for award in awards(game, talk, words): title, text = shown(award, words)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from narrator.game.game import Game
from narrator.game.small_talk import Asked, SmallTalk
from narrator.rules.chapters import Chapter
from narrator.rules.facts import Attacked, Counted, Died
from narrator.telling.language import Language
from narrator.telling.voice import Line

FEWEST, MOST = 3, 5
ALOUD = 2
"""How many of them are said."""
SHARED = 3
"""More seats than this never share an award."""

Seats = tuple[str, ...]
Tally = Counter[Seats]


class Award(NamedTuple):
    """An award: a kind of `AWARDS`, or a question that meant nothing, with the seats and the number that won it."""

    kind: str | Asked
    seats: Seats
    number: int


class Vote(NamedTuple):
    """One vote about somebody's life; `at` is nothing where nobody was named. `werewolf` says whether the voter was one
    then, and `hit` whether somebody who was not named a werewolf."""

    ballot: int
    voter: str
    at: str | None
    werewolf: bool
    hit: bool


class Deeds:
    """A game as the awards look at it: phase by phase, with the votes about somebody's life."""

    def __init__(self, game: Game) -> None:
        self.chapters = list(game.chapters())
        self.votes = list(_votes(game, self.chapters))


def awards(game: Game, talk: SmallTalk, words: Language, unread: Collection[str] = ()) -> list[Award]:
    """The awards of a game that is over, the first two to be said aloud.

    The `words` are those of the voice; those `unread` have no page, and never read what meant nothing.
    """
    deeds, seed = Deeds(game), game.header["seed"]
    found = [award for kind, (tally, least) in AWARDS.items() for award in _best(kind, tally(deeds), least)]
    found += _best("prophet", _each(talk.right_bets(game).elements()), 1)
    most_named = talk.most_named(game.seats, seed, words, unread)
    said = [Award(asked, (seat,), number) for asked, seat, number in most_named if number > 1]
    dice = Random(seed)
    dice.shuffle(found)
    dice.shuffle(said)
    said.sort(key=lambda award: -award.number)
    return _chosen([*said[:1], *found, *said[1:]])


def shown(award: Award, words: Language) -> tuple[str, str]:
    """What an award is called, and who has it for what."""
    if isinstance(award.kind, str):
        return words.award(award.kind, names=award.seats, number=award.number)
    which, questions = award.kind[1], words.decoys(award.kind[0])
    _, text = words.award("talk", names=award.seats, number=award.number)
    return questions[which % len(questions)], text


def said_aloud(given: Sequence[Award], words: Language) -> list[Line]:
    """The first awards as they are said."""
    return [words.read_out(text) for award in given[:ALOUD] for text in shown(award, words)]


def _chosen(found: Sequence[Award]) -> list[Award]:
    """As many as there may be, so that as many people as possible have one."""
    chosen: list[Award] = []
    for award in found:
        if not {seat for other in chosen for seat in other.seats}.issuperset(award.seats):
            chosen.append(award)
    chosen += [award for award in found if award not in chosen][: max(0, FEWEST - len(chosen))]
    return chosen[:MOST]


def _best(kind: str, tally: Tally, least: int) -> Iterator[Award]:
    """The award for those who have the most, where that is enough and few enough share it."""
    most = max(tally.values(), default=0)
    seats = dict.fromkeys(seat for some, number in tally.items() if number == most for seat in some)
    alone = list(tally.values()).count(most) == 1
    if most >= least and (alone or (kind not in OF_SEVERAL and len(seats) <= SHARED)):
        yield Award(kind, tuple(seats), most)


def _votes(game: Game, told: Sequence[Chapter]) -> Iterator[Vote]:
    ballots = game.rules.ballots
    wolves: Seats = ()
    number = 0
    for chapter in told:
        for fact in chapter.facts:
            if isinstance(fact, Counted) and fact.ballot in ballots and ballots[fact.ballot].condemns:
                number += 1
                for voter, named in fact.votes:
                    at = fact.accused if fact.accused is not None and named is not None else named
                    at = at if at in game.seats else None
                    howls = voter in wolves
                    yield Vote(number, voter, at, howls, at in wolves and not howls)
        wolves = chapter.wolves


def _each(seats: Iterable[str]) -> Tally:
    return Counter((seat,) for seat in seats)


def _voted_alike(deeds: Deeds) -> Tally:
    given: dict[tuple[int, str], list[str]] = {}
    for vote in deeds.votes:
        if vote.at is not None:
            given.setdefault((vote.ballot, vote.at), []).append(vote.voter)
    return Counter(pair for voters in given.values() for pair in combinations(sorted(voters), 2))


def _against_the_wind(deeds: Deeds) -> Tally:
    shared = Counter((vote.ballot, vote.at) for vote in deeds.votes)
    return _each(vote.voter for vote in deeds.votes if vote.at is not None and shared[vote.ballot, vote.at] == 1)


def _never_lets_go(deeds: Deeds) -> Tally:
    votes = Counter((vote.voter, vote.at) for vote in deeds.votes if vote.at is not None)
    most: Tally = Counter()
    for (voter, _), number in votes.items():
        most[voter,] = max(most[voter,], number)
    return most


def _unsuspected(deeds: Deeds) -> Tally:
    """Werewolves, and in how many votes nobody named them."""
    named = {(vote.ballot, vote.at) for vote in deeds.votes}
    took_part = dict.fromkeys((vote.ballot, vote.voter) for vote in deeds.votes if vote.werewolf)
    return _each(voter for ballot, voter in took_part if (ballot, voter) not in named)


def _narrow_escapes(deeds: Deeds) -> Tally:
    """Who was attacked at night and alive after the next phase."""
    return _each(
        seat
        for night, dawn in zip(deeds.chapters, deeds.chapters[1:], strict=False)
        for seat in dict.fromkeys(fact.seat for fact in night.facts if isinstance(fact, Attacked) and not fact.night)
        if seat in dawn.alive
    )


def _first_to_die(deeds: Deeds) -> Tally:
    for chapter in deeds.chapters:
        dead = [fact.seat for fact in chapter.facts if isinstance(fact, Died)]
        if dead:
            return _each(dead)
    return Counter()


AWARDS: Mapping[str, tuple[Callable[[Deeds], Tally], int]] = {
    "nose": (lambda deeds: _each(vote.voter for vote in deeds.votes if vote.hit), 1),
    "sheepskin": (_unsuspected, 1),
    "escapes": (_narrow_escapes, 1),
    "fame": (lambda deeds: _each(vote.at for vote in deeds.votes if vote.at is not None), 3),
    "alike": (_voted_alike, 2),
    "alone": (_against_the_wind, 2),
    "steady": (_never_lets_go, 2),
    "kind": (lambda deeds: _each(vote.voter for vote in deeds.votes if vote.at is None), 2),
    "first": (_first_to_die, 1),
    "last": (lambda deeds: _each(deeds.chapters[-1].alive), 1),
}
"""What is counted for each award, and how much is enough for it."""
OF_SEVERAL = ("alike",)
"""Awards that several seats win together, but never two groups of them."""
