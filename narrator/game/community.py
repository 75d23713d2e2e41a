"""Several villages at once: games in which players may leave one for another (VA-02).

    community = Community({"Upper": Game(…), "Lower": Game(…)})     # each with `hamlets: on`
    community.answer("Upper", "player.leave", "Lower", seat="Ann")
    community.close()                                               # in the villages that are furthest behind
    community.undo()                                                # in all of them: whoever left is back

Nights and days fall together: nobody's night begins while it is still day elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping

from narrator.game.game import ANSWERED, Game
from narrator.rules.prompts import IllegalAnswer
from narrator.rules.table import IllegalTable
from narrator.rules.variant_facts import Departed, Packed

ORDER = ("setup", "night", "dawn", "day")


class Community:
    """Villages by name, each a game of its own. Raises `IllegalTable` where two seats have the same name."""

    def __init__(self, villages: Mapping[str, Game]) -> None:
        self.villages = dict(villages)
        self._seen = dict.fromkeys(villages, 0)
        self._closed = [self._so_far()]
        names = [seat for game in villages.values() for seat in game.seats]
        if len(set(names)) < len(names):
            twice = next(seat for seat in names if names.count(seat) > 1)
            raise IllegalTable("same-name", seat=twice)

    @property
    def running(self) -> dict[str, Game]:
        """The villages whose games have not ended."""
        return {name: game for name, game in self.villages.items() if game.winner is None}

    def answer(self, village: str, prompt: str, value: object, seat: str | None = None) -> None:
        """Answer a prompt of one village; a player who leaves for another knocks there, unless its game is over."""
        if isinstance(value, str) and value in self.villages and value not in self.running:
            raise IllegalAnswer("village-over", village=value)
        self.villages[village].answer(prompt, value, seat)
        self._carry(village)

    def close(self) -> None:
        """Close the open prompts of those villages that are the furthest behind."""
        running = self.running
        earliest = min((_when(game.phase) for game in running.values()), default=None)
        for name, game in running.items():
            if _when(game.phase) == earliest:
                game.close()
                self._carry(name)
        self._closed.append(self._so_far())

    def undo(self) -> None:
        """Go back in every village to before the last answered call: whoever has left since then is back."""
        while len(self._closed) > 1 and not any(
            entry[0] in ANSWERED
            for name, before in self._closed[-1].items()
            for entry in self.villages[name].entries[before:]
        ):
            self._closed.pop()
        for name, before in self._closed[-1].items():
            game = self.villages[name]
            game.rewind(game.entries[:before])
            self._seen[name] = len(game.facts)

    def _so_far(self) -> dict[str, int]:
        """How many entries there are in each village."""
        return {name: len(game.entries) for name, game in self.villages.items()}

    def _carry(self, village: str) -> None:
        """Bring those who have left this village to where they go."""
        facts = self.villages[village].facts
        luggage = {fact.seat: fact.luggage for fact in facts if isinstance(fact, Packed)}
        for fact in facts[self._seen[village] :]:
            if isinstance(fact, Departed) and fact.village in self.running:
                self.villages[fact.village].knock(fact.seat, village, luggage[fact.seat])
        self._seen[village] = len(facts)


def _when(phase: str) -> tuple[int, int]:
    name, _, number = phase.partition(" ")
    return int(number or 0), ORDER.index(name)
