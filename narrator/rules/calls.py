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
    table.plan(*rules.steps)


@step
def window(table: Table, about: tuple[str, str]) -> None:
    """Open the time for one prompt of a call, and put it to those who can answer."""
    name, prompt = about
    rule = table.rules.prompts[prompt]
    if not hold(table, rule.known):
        return
    table.record(WindowOpened(prompt))
    seats = rule.asks(table, "") if rule.asks else table.holders(name)
    if rule.uses is not None:
        seats = [seat for seat in seats if table.used.get((seat, prompt), 0) < rule.uses]
    if seats and hold(table, rule.when):
        if rule.shows is not None:
            rule.shows(table, seats)
        if put(table, rule, seats):
            table.plan(("window-over", prompt))
            return
    for effect, word in rule.unasked:
        effect(table, "", (table.draw(table.living),), word)


@step.named("window-over")
def window_over(table: Table, prompt: str) -> None:
    """Let the answers of a window take effect; a change of side may win the game at once (G-33)."""
    table.sides_changed = False
    take(table, table.rules.prompts[prompt])
    if table.sides_changed:
        table.plan("judge")


@step
def sleep(table: Table, name: str) -> None:
    """Send those who were called back to sleep."""
    table.record(Slept(name))
