"""Which characters are called together, where the table wants it so, because their order cannot matter (G-24)?

    seer · fox · defender · werewolf · witch          becomes          seer + defender · fox · werewolf · witch

Two calls share a window if neither changes what is asked or told in the other, and if both questions look alike from
across the table. Nothing is called across a call that may change something.

    seer + fox + defender + werewolf · witch          in a silent night

There nobody opens their eyes, so the next call whose first question depends on nothing that these do joins them,
whatever comes of its answer; and as all pages have the tile of a pass, in use or not, it does not matter who may pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from narrator.rules.registry import Telling, traits_of
from narrator.rules.rolesets import Alike, Call, PromptRule

SILENT = "silent"
"""The style of night in which nobody is called by voice, a value of the option `night`."""
STYLES = ("together", SILENT)
"""The styles in which characters are asked together."""
NOTHING_ASKED: Alike = ("", 0, 0, False)
"""A call that at most tells something that nobody can change at night."""


def looks(told: Sequence[Telling], rules: Sequence[PromptRule]) -> Alike | None:
    """How the question of a call looks, if its order among others like it cannot matter; else nothing."""
    if not all(_apart(telling) for telling in told) or len(rules) + len(told) > 1:
        return None
    if not rules:
        return NOTHING_ASKED
    (rule,) = rules
    if rule.known or not all(_apart(each) for each in rule.functions if each is not None):
        return None
    return _at_any_time(rule)


def first_looks(told: Sequence[Telling], rules: Sequence[PromptRule]) -> Alike | None:
    """How does the first question of a call look, so that it may be asked together with others? Nothing where that
    question, or what is told before it, depends on what the others do, or where something is told after it."""
    if not rules or not all(_apart(telling) for telling in told):
        return None
    if any("tells" in traits_of(each) for each in (rules[0].power, *[effect for effect, _ in rules[0].then])):
        return None
    return _at_any_time(rules[0])


def _at_any_time(rule: PromptRule) -> Alike | None:
    """How a question looks, if it would be the same a little earlier or later; else nothing."""
    if rule.when or rule.aloud or rule.passes_when or rule.one_if or rule.must or rule.shows:
        return None
    if not all(_apart(each) for each in (rule.pool, rule.together, rule.asks) if each is not None):
        return None
    return rule.kind, rule.least, rule.most, rule.may_pass


def side_by_side(calls: Sequence[Call], silent: bool) -> tuple[Call, ...]:
    """These calls, those that are called together one after the other."""
    found: list[Call] = []
    movable: list[Call] = []
    for call in calls:
        if call.alike is None:
            joined = [other for other in movable if silent and _look(other.alike, call.first_alike, silent)]
            found += [*(other for other in movable if other not in joined), *joined, call]
            movable = []
        else:
            same = [at for at, other in enumerate(movable, 1) if _look(other.alike, call.alike, silent)]
            movable.insert(same[-1] if same else len(movable), call)
    return (*found, *movable)


def group_from(calls: Sequence[Call], at: int, silent: bool) -> Sequence[Call]:
    """The calls that are called together with the one at this place, itself included and first."""
    end = at + 1
    while end < len(calls) and _look(calls[at].alike, calls[end].alike, silent):
        end += 1
    joined = calls[end : end + 1] if silent else ()
    return calls[at : end + any(_look(calls[at].alike, call.first_alike, silent) for call in joined)]


def _apart(function: Callable[..., object]) -> bool:
    return "apart" in traits_of(function)


def _look(one: Alike | None, other: Alike | None, silent: bool) -> bool:
    """Do two questions look alike? In a silent night it does not matter who may pass."""
    if one is None or other is None or NOTHING_ASKED in (one, other):
        return False
    return one[:-1] == other[:-1] and (silent or one == other)
