"""The seer whose answer is said aloud, as an option of the classic has it (WW-50)."""

from __future__ import annotations

from narrator.rules.appearance import looks_like_a_werewolf
from narrator.rules.facts import Announced
from narrator.rules.prompts import Answer
from narrator.rules.registry import effect
from narrator.rules.table import Table


@effect(words=("seer.aloud",), dead=True, says={"seer.aloud": ("answer",)})
def announce(table: Table, asker: str, chosen: Answer, cue: str) -> None:
    """Say a cue aloud whose words are what the asker was told about the chosen seat as `wolf`, never of whom."""
    table.record(Announced(cue, ("werewolf" if looks_like_a_werewolf(table, chosen[0]) else "not-werewolf",)))
