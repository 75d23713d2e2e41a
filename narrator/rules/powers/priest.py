"""The priest: a blessing lasts until it is needed (CO-11)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Shielded
from narrator.rules.prompts import Answer
from narrator.rules.registry import power
from narrator.rules.table import Table

BLESS = "priest.bless"


@power(BLESS, choose="one", apart=True, story={"blessed": ("names",)})
def bless(table: Table, given: Mapping[str, Answer]) -> None:
    """The seat named survives the next thing that would kill it at night; then the priest may bless again."""
    for seat, answer in given.items():
        table.record(Shielded(answer[0], table.rules.avertable, "blessed", "spent", (seat, BLESS), unfailing=True))
