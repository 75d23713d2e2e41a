"""What happens only in the village around the characters, and changes nothing: kept for the story after the game."""

from __future__ import annotations

from narrator.rules.base_facts import Fact


class SpiritAnswered(Fact, frozen=True, gc=False):
    """The dead answered a question of a spiritualism card, asked by the medium: `yes` or `no`. `truth` is what would
    have been true, as far as the box can know; empty where it cannot. Nobody may know that before the game is over."""

    card: str
    question: str
    medium: str
    spirit: str
    answer: str
    truth: str

    @property
    def lied(self) -> bool:
        """Does the box know that the answer was wrong?"""
        return self.truth not in ("", self.answer)
