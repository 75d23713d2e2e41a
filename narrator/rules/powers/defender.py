"""The defender of the New Moon: guards an identity, wherever its card lies (NM-10)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Shielded
from narrator.rules.powers import power
from narrator.rules.prompts import Answer
from narrator.rules.table import Table


@power.named("defender.protect")
def protect(table: Table, given: Mapping[str, Answer]) -> None:
    """Whoever holds the card named is safe from the werewolves tonight, without knowing."""
    for answer in given.values():
        if answer:
            for seat in [seat for seat in table.living if table.card[seat] == answer[0]]:
                table.record(Shielded(seat, ("devoured",)))
