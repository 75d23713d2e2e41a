"""What is said that is not part of the game? Answers to questions that mean nothing, and the bets of the dead.

It is kept until the game is over, for the awards; it is never written down, and nothing of it is told before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from narrator.game.game import Game
from narrator.rules.facts import Died, Fact
from narrator.rules.prompts import Prompt
from narrator.telling.language import Language

Asked = tuple[str, int]
"""A question that means nothing: its sort, and which one of that sort it is."""


class SmallTalk:
    """What is said in one game; `now` is what those who are not asked are answering at the moment."""

    def __init__(self) -> None:
        self.now: dict[str, list[str]] = {}
        self._named: dict[tuple[str, int], str] = {}
        self._bets: dict[tuple[str, str, int], str] = {}

    def bet(self, seat: str, on: str, value: str, hanged: int) -> None:
        """One of the dead bets on this after this many were `hanged`; a bet stands."""
        self._bets.setdefault((seat, on, hanged if on == "hanged" else 0), value)

    def bet_of(self, seat: str, on: str, hanged: int) -> str | None:
        """What this seat has bet on what is still open."""
        return self._bets.get((seat, on, hanged if on == "hanged" else 0))

    def right_bets(self, game: Game) -> Counter[str]:
        """How many bets each of the dead has won."""
        came = [*hangings(game.facts)]
        right = (
            seat
            for (seat, on, nth), value in self._bets.items()
            if value == (game.winner if on == "wins" else came[nth] if nth < len(came) else None)
        )
        return Counter(right)

    def hear(self, seat: str, number: int, question: Prompt | None, answer: list[str]) -> None:
        """This seat has answered the question with this number; its earlier answer to it is forgotten."""
        self.now[seat] = answer
        self._named.pop((seat, number), None)
        if question is not None and sort_of(question) == "one" and answer:
            self._named[seat, number] = answer[0]

    def most_named(
        self, seats: Sequence[str], seed: int, words: Language, unread: Collection[str] = ()
    ) -> Iterator[tuple[Asked, str, int]]:
        """Each question about one seat, with the seat that most have named and how many have; no ties.

        The `words` and the `seed` are those by which the questions were put; to those `unread` they never were.
        """
        said: dict[Asked, Counter[str]] = {}
        for (seat, number), named in self._named.items():
            if named in seats and seat not in unread:
                asked = "one", words.which_decoy("one", seed + seats.index(seat), number)
                said.setdefault(asked, Counter())[named] += 1
        for asked, answers in said.items():
            (first, most), *others = answers.most_common(2)
            if all(number < most for _, number in others):
                yield asked, first, most


def hangings(facts: Iterable[Fact]) -> Iterator[str]:
    """Whom the village has hanged, one after the other."""
    return (fact.seat for fact in facts if isinstance(fact, Died) and fact.cause == "vote")


def sort_of(question: Prompt) -> str:
    """Which sort of question that means nothing stands for this one: one of `DECOYS`."""
    return "two" if question.touches > 1 else {"seat": "one", "yes": "yes"}.get(question.kind, "which")
