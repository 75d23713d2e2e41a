"""The rusty knight: a werewolf dies of the rust when he is devoured (PA-34)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.appearance import SEEMING, UNSURE
from narrator.rules.facts import EVERYBODY, Attacked, Noted
from narrator.rules.registry import wave_effect
from narrator.rules.table import Table


@wave_effect(brings="disease")
def rust(table: Table, wave: Sequence[str]) -> None:
    """The first living werewolf to the left of a devoured knight falls ill, and dies at the next dawn."""
    for seat in wave:
        if "rusty-knight" in table.powers(seat) and eaten(table, seat):
            left, seeming = table.left_of(seat), table.noted.get(SEEMING, ())
            wolves = [other for other in left if other in table.living and (other in table.wolves or other in seeming)]
            if wolves:
                table.record(Attacked(wolves[0], "disease", certain=True, night=table.night + 1))
                if seeming:
                    table.record(Noted(wolves[0], UNSURE, True, EVERYBODY))


def eaten(table: Table, seat: str) -> bool:
    """Did the pack or the big bad wolf devour this seat tonight? What nothing averts is not a bite of theirs."""
    bites = [attack for attack in table.attacks if attack.seat == seat and attack.cause == "devoured"]
    saved = any(shield.seat == seat and "devoured" in shield.causes for shield in table.shields)
    return "devoured" in table.died_of[seat] and not saved and any(not bite.certain for bite in bites)
