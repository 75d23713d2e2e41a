"""The rusty knight: whoever devours him dies of the rust (PA-34)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import Attacked
from narrator.rules.registry import wave_effect
from narrator.rules.table import Table


@wave_effect(brings="disease")
def rust(table: Table, wave: Sequence[str]) -> None:
    """The first living werewolf to the left of a devoured knight falls ill, and dies at the next dawn."""
    for seat in wave:
        if "rusty-knight" in table.powers(seat) and eaten(table, seat):
            at = table.seats.index(seat)
            left = (*table.seats[at + 1 :], *table.seats[:at])
            ill = next((other for other in left if other in table.wolves), None)
            if ill is not None:
                table.record(Attacked(ill, "disease", certain=True, night=table.night + 1))


def eaten(table: Table, seat: str) -> bool:
    """Did the pack or the big bad wolf devour this seat tonight? What nothing averts is no bite of theirs."""
    bites = [attack for attack in table.attacks if attack.seat == seat and attack.cause == "devoured"]
    saved = any(shield.seat == seat and "devoured" in shield.causes for shield in table.shields)
    return "devoured" in table.died_of[seat] and not saved and any(not bite.certain for bite in bites)
