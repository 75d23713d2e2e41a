"""When is a pack agreed? Each way turns everybody's answers into the one that counts.

Each is named in a prompt's YAML, as in `agree: all`. The answer that counts is handed on under one of those who gave
it; none is when they are not agreed.
"""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.prompts import Answer
from narrator.rules.registry import agreement
from narrator.rules.table import Table


@agreement("all")
def everybody(table: Table, given: Mapping[str, Answer]) -> dict[str, Answer]:
    """All give the same answer, in whatever order its parts stand (MH-21)."""
    answers = list(given.values())
    if answers.count(answers[0]) == len(answers) or all(set(answers[0]) == set(other) for other in answers):
        return {next(iter(given)): answers[0]}
    return {}
