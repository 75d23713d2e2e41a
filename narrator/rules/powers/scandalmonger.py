"""The scandalmonger: a poster hung at night counts against somebody in the next vote (BD-31)."""

from __future__ import annotations

from narrator.rules.facts import EVERYBODY, Announced, Marked, Unmarked
from narrator.rules.registry import moment
from narrator.rules.table import Table


@moment(says={"poster.up": ("names",)})
def posters(table: Table) -> None:
    """Everybody sees the posters of this night."""
    for seat in tuple(table.marks.get("accused", ())):
        table.record(Unmarked(seat, "accused"))
        table.record(Marked(seat, "poster", knowers=EVERYBODY))
        table.record(Announced("poster.up", (seat,)))
