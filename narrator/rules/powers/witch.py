"""The witch: one healing potion and one poison a game (MH-24)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Attacked, Shielded
from narrator.rules.pools import bitten
from narrator.rules.prompts import Answer
from narrator.rules.registry import power
from narrator.rules.table import Table


@power("witch.heal", choose="this", story={"healed": ("names",)})
def heal(table: Table, given: Mapping[str, Answer]) -> None:
    """Save the pack's victim: the one shown, or of several the one named."""
    for seat, answer in given.items():
        saved = bitten(table, seat)[0] if answer == ("yes",) else answer[0]
        table.record(Shielded(saved, ("devoured", "fright"), "healed"))


@power("witch.share", choose="one", brings="poison")
def share(table: Table, given: Mapping[str, Answer]) -> None:
    """Poison the seat named; if it is not a werewolf and dies, so does the witch (CO-24)."""
    for seat, answer in given.items():
        table.record(Attacked(answer[0], "poison", recoil="" if answer[0] in table.wolves else seat))
