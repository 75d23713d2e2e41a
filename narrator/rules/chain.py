"""Eliminations: a chain is one or more deaths with all that follows until the table is quiet (G-30).

Those who die at once are a wave: marked dead, named, their cards turned up; then effect by effect, for the whole
wave, what their deaths bring about, grief being the next wave. When no wave is left, last words, one at a time in
seat order, each opening a wave of its own. When all is quiet offices pass on and victory is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from narrator.rules import wins
from narrator.rules.agenda import step
from narrator.rules.asking import put, take
from narrator.rules.facts import Announced, CardTurned, Died, Eliminated, OfficeTaken, Used
from narrator.rules.registry import Registry
from narrator.rules.table import Table

WaveEffect = Callable[[Table, Sequence[str]], None]
"""What the deaths of a wave bring about; it may add to `table.dying`, the next wave."""

wave_effect: Registry[WaveEffect] = Registry("effect of deaths")


@step
def chain(table: Table) -> None:
    """Go on with a chain: the next wave, else the next last word, else the quiet after it."""
    rules = table.rules
    while table.dying:
        _wave(table)
    for seat in table.in_seat_order(table.fallen):
        for prompt in rules.cards[table.card[seat]].last_words:
            if (seat, prompt) not in table.used:
                table.record(Used(seat, prompt))
                if put(table, rules.prompts[prompt], [seat], lasting=False):
                    table.plan(("last-word", prompt), "chain")
                    return
    _quiet(table)


@step.named("last-word")
def last_word(table: Table, prompt: str) -> None:
    """Let a last word take effect, or be heard to be none."""
    (seat, answer), *_ = table.answers[prompt].items()
    if not answer:
        table.record(Announced(f"{table.card[seat]}.spares"))
    take(table, table.rules.prompts[prompt])


def _quiet(table: Table) -> None:
    """Pass on the offices of the dead, unless the game is over anyway, and judge."""
    fallen, table.fallen = table.fallen, []
    winner = wins.won(table)
    if winner is not None:
        table.agenda.append(("end", winner))
    if winner is None or not table.living:
        table.plan(*[("succeed", office) for office in table.rules.heirs if table.office.get(office) in fallen])


@step
def succeed(table: Table, office: str) -> None:
    """Ask the dead holder of an office for an heir; with nobody eligible the office is vacant (MH-38)."""
    prompt = table.rules.heirs[office]
    holder = table.office[office]
    assert holder is not None
    if put(table, table.rules.prompts[prompt], [holder], lasting=False):
        table.plan(("inherit", office))
    else:
        table.record(OfficeTaken(office, None))


@step
def inherit(table: Table, office: str) -> None:
    """The named heir takes the office."""
    answer = next(iter(table.answered(table.rules.heirs[office]).values()))
    table.record(OfficeTaken(office, answer[0]))


@wave_effect
def grief(table: Table, wave: Sequence[str]) -> None:
    """Whoever loved one of the dead dies too (MH-32)."""
    if table.lover:
        for seat in wave:
            beloved = table.lover.get(seat)
            if beloved in table.living:
                table.dying.append((beloved, "grief"))


def _wave(table: Table) -> None:
    rules, living = table.rules, table.living
    causes: dict[str, str] = {}
    for seat, cause in table.dying:
        if seat in living and seat not in causes:
            causes[seat] = cause
    table.dying = []
    seats = table.in_seat_order(causes)
    manners: dict[str, tuple[str, ...]] = {}
    for seat in seats:
        cause = causes[seat]
        table.record(Died(seat, cause))
        manner = "dawn" if cause in rules.causes else cause
        manners[manner] = (*manners.get(manner, ()), seat)
    for manner, alike in manners.items():
        table.record(Eliminated(alike, manner))
    for seat in seats:
        table.record(CardTurned(seat, rules.cards[table.card[seat]].shown_as))
    table.fallen += seats
    for effect in rules.wave:
        effect(table, seats)
