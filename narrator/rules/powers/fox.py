"""The fox: smells werewolves among three neighbours, until it has smelled none (PA-30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.appearance import looks_like_a_werewolf
from narrator.rules.facts import Told, Used
from narrator.rules.prompts import Answer
from narrator.rules.registry import pool, power
from narrator.rules.table import Table

SNIFF = "fox.sniff"


@pool(apart=True)
def keen_foxes(table: Table, asker: str) -> Sequence[str]:
    """Every fox that has not missed yet."""
    return [seat for seat in table.holders("fox") if (seat, SNIFF) not in table.used]


@power(
    SNIFF,
    choose="one",
    apart=True,
    tells={"scent": ("whom",), "no-scent": ("whom",)},
    of="wolves",
    story={"scent.yes": ("names",), "scent.no": ("names",)},
)
def sniff(table: Table, given: Mapping[str, Answer]) -> None:
    """Is the seat named or one of its neighbours a werewolf? If none is, the fox loses its nose."""
    for seat, answer in given.items():
        scent = any(looks_like_a_werewolf(table, near) for near in (*answer, *table.neighbours(answer[0])))
        table.record(Told(seat, "scent", "yes" if scent else "no", whom=answer[0]))
        if not scent:
            table.record(Used(seat, SNIFF))
