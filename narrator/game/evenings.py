"""Who has played here, as what, and how did it go? One line for each person and game, kept on the box.

    evenings = Evenings(data / GAMES / FILE)      # an empty book
    evenings.load()                               # what is kept; raises Trouble for a damaged one
    evenings.add(people(game, "0007-classic", left_out=bots))
    for person in evenings.summed_up(): ...

A game is written down when it has been told to its end, and never before.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from narrator.errors import Trouble
from narrator.folders import put_aside, put_in_place
from narrator.game.awards import Deeds
from narrator.game.game import Game

FILE = "evenings.json"
MOST = 10_000
"""How many lines are kept: the newest."""
ENOUGH = 5
"""How many votes the best detective must have given."""
FORMULAS = ("=", "+", "-", "@", "\t")
"""What a spreadsheet takes for the beginning of a formula."""


class Played(Struct, frozen=True):
    """One person in one game: `votes` about somebody's life while no werewolf themselves, and how many of these were
    `hits`, against a werewolf."""

    game: str
    roleset: str
    name: str
    card: str
    side: str
    alive: bool
    won: bool
    votes: int
    hits: int


class Person(NamedTuple):
    """One person over all games; `cards` counts the games by roleset and card, `sides` by roleset and side."""

    name: str
    games: int
    won: int
    survived: int
    votes: int
    hits: int
    cards: Counter[tuple[str, str]]
    sides: Counter[tuple[str, str]]


class Evenings:
    """All games that were played to the end on this box."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.played: list[Played] = []

    def load(self) -> None:
        """Read what is kept. Raises `Trouble` (`damaged-evenings`) where that cannot be read: it is set aside."""
        try:
            self.played = msgspec.json.decode(self._file.read_bytes(), type=list[Played])
        except FileNotFoundError:
            return
        except (OSError, msgspec.DecodeError):
            kept = put_aside(self._file, self._file.with_name(f"{FILE}.damaged"))
            raise Trouble("damaged-evenings", kept=kept) from None

    def add(self, played: Collection[Played]) -> None:
        """Write these down. Raises `Trouble` (`journal-unwritable`)."""
        self._keep([*self.played, *played][-MOST:])

    def forget(self, name: str) -> None:
        """Strike out everything about one person. Raises `Trouble` (`journal-unwritable`)."""
        self._keep([one for one in self.played if one.name != name])

    def _keep(self, played: list[Played]) -> None:
        try:
            put_in_place(msgspec.json.encode(played), self._file)
        except OSError as error:
            raise Trouble("journal-unwritable", file=self._file, why=error.strerror) from None
        self.played = played

    def summed_up(self) -> list[Person]:
        """Everybody who has played, those with the most games first."""
        found: dict[str, list[Played]] = {}
        for one in self.played:
            found.setdefault(one.name, []).append(one)
        persons = [
            Person(
                name,
                len(games),
                sum(one.won for one in games),
                sum(one.alive for one in games),
                sum(one.votes for one in games),
                sum(one.hits for one in games),
                Counter((one.roleset, one.card) for one in games),
                Counter((one.roleset, one.side) for one in games),
            )
            for name, games in found.items()
        ]
        return sorted(persons, key=lambda person: -person.games)

    def as_csv(self) -> str:
        """Every line as it is kept, for a spreadsheet."""
        out = io.StringIO()
        lines = csv.writer(out)
        lines.writerow(Played.__struct_fields__)
        for one in self.played:
            lines.writerow([_harmless(part) for part in msgspec.structs.astuple(one)])
        return out.getvalue()


def people(game: Game, kept_as: str, left_out: Collection[str]) -> Iterator[Played]:
    """What is written down of a game that is over; `kept_as` names its journal, and bots are `left_out`."""
    deeds = Deeds(game)
    last = deeds.chapters[-1]
    votes = Counter(vote.voter for vote in deeds.votes if vote.at is not None and not vote.werewolf)
    hits = Counter(vote.voter for vote in deeds.votes if vote.hit)
    for seat in game.seats:
        if seat not in left_out:
            yield Played(
                game=kept_as,
                roleset=game.header["roleset"],
                name=seat,
                card=last.cards[seat],
                side=last.sides[seat],
                alive=seat in last.alive,
                won=seat in game.winners,
                votes=votes[seat],
                hits=hits[seat],
            )


def best_detective(people: Collection[Person]) -> str | None:
    """The one whose votes hit werewolves most often, of those who have voted often enough; nobody if several tie."""
    shares = {person.name: person.hits / person.votes for person in people if person.votes >= ENOUGH and person.hits}
    best = [name for name, share in shares.items() if share == max(shares.values())]
    return best[0] if len(best) == 1 else None


def _harmless(part: object) -> object:
    return f"'{part}" if isinstance(part, str) and part.startswith(FORMULAS) else part
