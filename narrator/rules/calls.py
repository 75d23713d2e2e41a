"""The night: calling one character after another, each alike whether or not anybody answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from narrator.rules.asking import able, hold, open_window, put_in_secret, take, withdraw_standing
from narrator.rules.facts import PhaseBegan, WindowOpened
from narrator.rules.hidden_cards import may_be_alive
from narrator.rules.registry import step
from narrator.rules.table import Table
from narrator.rules.together import SILENT, STYLES, group_from
from narrator.rules.wins import end, nobody_is_asked

if TYPE_CHECKING:
    from narrator.rules.rolesets import Call


@step
def night(table: Table) -> None:
    """Night falls: whatever is due at nightfall, then the calls, then the dawn; or the game ends undecided."""
    if nobody_is_asked(table):
        end(table, "draw")
        return
    withdraw_standing(table)
    table.record(PhaseBegan("night", table.night + 1))
    table.plan(*table.rules.nightfall, ("calls", (0, 0)), *table.rules.nights_end, "dawn")


@step
def calls(table: Table, about: tuple[int, int]) -> None:
    """Call tonight's characters from this call and this window of it on, until somebody is asked.

    A call sounds if its card may still act as far as the table knows (G-20), and its windows open one after another
    whether or not anybody is asked. A change of side may win the game as soon as a call has no more windows (G-33).
    """
    at, window = about
    while at < len(table.tonight):
        call = table.tonight[at]
        if not window:
            if not _sounds(table, call):
                at += 1
                continue
            together = [call, *[other for other in _group(table, at)[1:] if _sounds(table, other)]]
            if len(together) > 1:
                if _ask_together(table, together):
                    table.agenda.append(("windows-over", tuple([other.name for other in together])))
                    return
                at, window = _after_together(table, together)
                continue
            table.sides_changed = False
            table.record(call.called)
            for telling in call.told:
                telling(table, table.holders(call.name))
        for rule in call.rules[window:]:
            if (not rule.known or hold(table, rule.known)) and open_window(table, rule, _called(table, call)):
                table.agenda.append(("window-over", (at, window)))
                return
            window += 1
        if table.sides_changed:
            table.sides_changed = False
            table.plan("judge", ("calls", (at, window)))
            return
        table.record(call.slept)
        at, window = at + 1, 0


@step("window-over")
def window_over(table: Table, about: tuple[int, int]) -> None:
    """Let the answers of a window take effect, and go on with the call."""
    at, window = about
    take(table, table.tonight[at].rules[window])
    calls(table, (at, window + 1))


@step("windows-over")
def windows_over(table: Table, names: tuple[str, ...]) -> None:
    """Let the answers of those called together take effect in the order of their calls, and go on after them."""
    group = [table.rules.calls[name] for name in names]
    for call in group:
        if call.rules[0].id in table.answers:
            take(table, call.rules[0])
    calls(table, _after_together(table, group))


def _group(table: Table, at: int) -> Sequence[Call]:
    """The call at this place, and those that are called together with it."""
    style = table.options.get("night")
    group = group_from(table.tonight, at, style == SILENT) if style in STYLES else table.tonight[at : at + 1]
    alone = len(group) > 1 and group[-1].rules[0].known and not hold(table, group[-1].rules[0].known)
    return group[:-1] if alone else group


def _ask_together(table: Table, group: Sequence[Call]) -> bool:
    """Call several characters at once, put their questions in one window, and say whether anybody is asked."""
    table.sides_changed = False
    for call in group:
        table.record(call.called)
    for call in group:
        for telling in call.told:
            telling(table, table.holders(call.name))
    first, *others = [call.rules[0] for call in group]
    table.record(WindowOpened(first.id, most=first.most, beside=tuple([rule.id for rule in others])))
    asked = False
    for call in group:
        rule = call.rules[0]
        asked = put_in_secret(table, rule, able(table, rule, _called(table, call))) or asked
    return asked


def _after_together(table: Table, group: Sequence[Call]) -> tuple[int, int]:
    """Where the night goes on after those called together: only the last of them may have another window."""
    *others, last = group
    for call in others:
        table.record(call.slept)
    return table.tonight.index(last), 1


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
