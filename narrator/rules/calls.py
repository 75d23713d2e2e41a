"""The night: calling one character after another, each alike whether or not anybody answers."""

from __future__ import annotations

from narrator.rules.agenda import step
from narrator.rules.asking import put, take
from narrator.rules.conditions import hold
from narrator.rules.facts import Called, PhaseBegan, Slept, WindowOpened
from narrator.rules.table import Table


@step
def night(table: Table) -> None:
    """Night falls: everything that is called tonight goes on the agenda, then the dawn."""
    table.record(PhaseBegan("night", table.night + 1))
    rules = table.rules
    names = rules.first_night if table.night == 1 else rules.later_nights
    table.plan(*rules.nightfall, *[("call", name) for name in names], "dawn")


@step
def call(table: Table, name: str) -> None:
    """Call a character, if its card may still act as far as the table knows (G-20)."""
    rules = table.rules.calls[name]
    if not table.may_be_alive(rules.of):
        return
    table.record(Called(name))
    for telling in rules.told:
        telling(table, table.holders(name))
    windows(table, (name, 0))


@step
def windows(table: Table, about: tuple[str, int]) -> None:
    """Open the windows of a call from this one on, until somebody is asked; after the last send them back to sleep."""
    name, at = about
    for prompt in table.rules.calls[name].prompts[at:]:
        if _asked(table, name, prompt):
            table.agenda.append(("window-over", (name, at)))
            return
        at += 1
    table.record(Slept(name))


@step.named("window-over")
def window_over(table: Table, about: tuple[str, int]) -> None:
    """Let the answers of a window take effect; a change of side may win the game at once (G-33)."""
    name, at = about
    rules = table.rules
    table.sides_changed = False
    take(table, rules.prompts[rules.calls[name].prompts[at]])
    if table.sides_changed:
        table.plan("judge", ("windows", (name, at + 1)))
    else:
        windows(table, (name, at + 1))


def _asked(table: Table, name: str, prompt: str) -> bool:
    """Open the time for one prompt of a call, put it to those who can answer, and say whether there was anybody."""
    rule = table.rules.prompts[prompt]
    if rule.known and not hold(table, rule.known):
        return False
    table.record(WindowOpened(prompt))
    seats = rule.asks(table, "") if rule.asks else table.holders(name)
    if rule.uses is not None:
        seats = [seat for seat in seats if table.used.get((seat, prompt), 0) < rule.uses]
    if seats and hold(table, rule.when):
        if rule.shows is not None:
            rule.shows(table, seats)
        if put(table, rule, seats):
            return True
    for effect, word in rule.unasked:
        effect(table, "", (table.draw(table.living),), word)
    return False
