"""The night: calling one character after another, each alike whether or not anybody answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from narrator.rules.asking import hold, open_window, take
from narrator.rules.facts import PhaseBegan
from narrator.rules.hidden_cards import may_be_alive
from narrator.rules.registry import step
from narrator.rules.table import Table

if TYPE_CHECKING:
    from narrator.rules.rolesets import Call


@step
def night(table: Table) -> None:
    """Night falls: whatever is due at nightfall, then the calls, then the dawn."""
    table.record(PhaseBegan("night", table.night + 1))
    table.plan(*table.rules.nightfall, ("calls", (0, 0)), *table.rules.nights_end, "dawn")


@step
def calls(table: Table, about: tuple[int, int]) -> None:
    """Call tonight's characters from this call and this window of it on, until somebody is asked.

    A call sounds if its card may still act as far as the table knows (G-20), and its windows open one after another
    whether or not anybody is asked.
    """
    at, window = about
    for call in table.tonight[at:]:
        if not window:
            if not _sounds(table, call):
                at += 1
                continue
            table.record(call.called)
            for telling in call.told:
                telling(table, table.holders(call.name))
        for rule in call.rules[window:]:
            if (not rule.known or hold(table, rule.known)) and open_window(table, rule, _called(table, call)):
                table.agenda.append(("window-over", (at, window)))
                return
            window += 1
        table.record(call.slept)
        at, window = at + 1, 0


@step("window-over")
def window_over(table: Table, about: tuple[int, int]) -> None:
    """Let the answers of a window take effect; a change of side may win the game at once (G-33)."""
    at, window = about
    table.sides_changed = False
    take(table, table.tonight[at].rules[window])
    if table.sides_changed:
        table.plan("judge", ("calls", (at, window + 1)))
    else:
        calls(table, (at, window + 1))


def _sounds(table: Table, call: Call) -> bool:
    """May somebody act in this call tonight, as far as the table knows (G-20)?"""
    for card in call.of:
        if may_be_alive(table, card):
            break
    else:
        if not any(prompt in table.opened for prompt in call.made_by):
            return False
    if call.known and set(table.laid_ready).isdisjoint(call.of) and not hold(table, call.known):
        return False
    return not call.at_times or any(hold(table, rule.known) for rule in call.rules)


def _called(table: Table, call: Call) -> Sequence[str]:
    """Those who are asked in a call: its holders; where it comes on the first night only, those of a new card."""
    holders = table.holders(call.name)
    if call.first_only and table.night > 1:
        return [seat for seat in holders if table.fresh.get(seat) == table.night]
    return holders
