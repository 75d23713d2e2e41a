"""Which characters are called together, where the table wants it so, because their order cannot matter (G-24)?

    seer · fox · defender · werewolf · witch          becomes          seer + defender · fox · werewolf · witch

Two calls share a window if neither changes what is asked or told in the other, and if both questions look alike from
across the table. Nothing is called across a call that may change something.
"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.registry import Telling, traits_of
from narrator.rules.rolesets import Alike, Call, PromptRule

SILENT = "silent"
"""The style of night in which nobody is called by voice, a value of the option `night`."""
STYLES = ("together", SILENT)
"""The styles in which characters are asked together."""
NOTHING_ASKED: Alike = ("", 0, 0, False)
"""A call that only tells something that nobody can change at night."""


def looks(told: Sequence[Telling], rules: Sequence[PromptRule]) -> Alike | None:
    """How the question of a call looks, if its order among others like it cannot matter; else nothing."""
    if not all("apart" in traits_of(telling) for telling in told) or len(rules) + len(told) != 1:
        return None
    if told:
        return NOTHING_ASKED
    (rule,) = rules
    if rule.known or rule.when or rule.aloud or rule.must_when or rule.one_if or rule.must:
        return None
    if not all("apart" in traits_of(each) for each in rule.functions if each is not None):
        return None
    if any(word in traits_of(effect).get("felt_with", ()) for effect, word in rule.then):
        return None
    return rule.kind, rule.least, rule.most, rule.may_pass


def side_by_side(calls: Sequence[Call]) -> tuple[Call, ...]:
    """These calls, those that are called together one after the other."""
    found: list[Call] = []
    movable: list[Call] = []
    for call in calls:
        if call.alike is None:
            found += [*movable, call]
            movable = []
        else:
            same = [at for at, other in enumerate(movable, 1) if _together(other, call)]
            movable.insert(same[-1] if same else len(movable), call)
    return (*found, *movable)


def group_from(calls: Sequence[Call], at: int) -> Sequence[Call]:
    """The calls that are called together with the one at this place, itself included and first."""
    end = at + 1
    while end < len(calls) and _together(calls[at], calls[end]):
        end += 1
    return calls[at:end]


def _together(one: Call, other: Call) -> bool:
    return one.alike is not None and one.alike == other.alike != NOTHING_ASKED
