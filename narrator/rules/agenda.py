"""The program counter as data: a stack of small steps, taken until somebody must be asked.

A step is a name, or a name and plain data that the step is about. Whatever must follow an answer stands on the agenda
before the prompt is opened, so that no coroutine, thread or callback holds the game.
"""

from __future__ import annotations

from narrator.rules.any_time import stand
from narrator.rules.registry import step
from narrator.rules.table import Table


def run(table: Table) -> None:
    """Take steps until a prompt is open or the agenda is empty, that is, the game over."""
    agenda = table.agenda
    while agenda and not table.prompts:
        planned = agenda.pop()
        if isinstance(planned, str):
            step[planned](table)
        else:
            name, about = planned
            step[name](table, about)
    if table.rules.any_time:
        stand(table)
