"""A pact with the devil: the condemned may sign, live on, and pay for it in the next game (EV-36)."""

from __future__ import annotations

from narrator.rules.asking import put
from narrator.rules.facts import EVERYBODY, Announced, Noted
from narrator.rules.registry import step, verdict
from narrator.rules.table import Table

CARD, SIGN = "ev-pact-with-the-devil", "devil.sign"


@verdict(needs="events", says={SIGN: ("names",), "devil.signed": ("names",)}, story={"devil.signed": ("names",)})
def pact_with_the_devil(table: Table, seat: str) -> None:
    """The condemned is asked whether to sign."""
    if CARD in table.in_force and table.dying[0][1] == "vote":
        put(table, table.rules.prompts[SIGN], [seat], about=(seat,))
        table.plan("devil-signs")


@step("devil-signs")
def devil_signs(table: Table) -> None:
    """A player who signs lives; the box remembers it for the next game."""
    for seat, answer in table.answered(SIGN).items():
        if answer:
            table.dying.clear()
            table.record(Noted(seat, "owes-a-game", True, EVERYBODY))
            table.record(Announced("devil.signed", (seat,)))
