"""Eliminations: a chain is one or more deaths with all that follows until the table is quiet (G-30).

Those who die at once are a wave: marked dead, named, their cards turned up; then effect by effect, for the whole
wave, what their deaths bring about, grief being the next wave. When no wave is left, last words, one at a time in
seat order, each opening a wave of its own. When all is quiet offices pass on and victory is judged.
"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules import offices, wins
from narrator.rules.asking import put, take
from narrator.rules.facts import (
    LEFT,
    Announced,
    CardNamed,
    CardTurned,
    Died,
    Eliminated,
    Shielded,
    Used,
)
from narrator.rules.registry import Step, step, wave_effect
from narrator.rules.table import Table
from narrator.rules.variant_facts import SECOND


def condemned(table: Table, seat: str, cause: str) -> None:
    """The seat is to die by what a vote has brought, unless something keeps it safe or a verdict spares it."""
    table.dying.append((seat, cause))
    table.restless = True
    if _guarded(table, seat, cause) is None:
        verdicts(table, 0)
    else:
        chain(table)


def nobody_condemned(table: Table) -> None:
    """A vote costs nobody's life; the game may still be over by what came before it."""
    table.record(Announced("vote.nobody"))
    table.plan("judge")


def all_condemned(table: Table, seats: Sequence[str]) -> None:
    """All these seats are to die by a vote; each whom a verdict spares, lives."""
    table.restless = True
    table.plan(("condemned-together", (tuple(seats), ())))


@step("condemned-together")
def condemned_together(table: Table, about: tuple[Sequence[str], Sequence[tuple[str, str]]]) -> None:
    """Try the verdicts for one after another; whom none has spared die together, and first of all by the vote."""
    left, dying = about
    dying = (*dying, *table.dying)
    if left:
        table.dying = [(left[0], "vote")]
        table.plan(("verdict-of-one", 0), ("condemned-together", (left[1:], dying)))
    else:
        table.dying = sorted(dict.fromkeys(dying), key=lambda one: one[1] != "vote")
        chain(table)


def others_condemned(table: Table) -> frozenset[str]:
    """Those who are to die together with the one whose verdicts are tried now, as far as they are not spared."""
    for planned in table.agenda:
        if isinstance(planned, tuple) and planned[0] == "condemned-together":
            left, dying = planned[1]
            return frozenset([*left, *(seat for seat, _ in dying)])
    return frozenset()


@step("verdict-of-one")
def verdict_of_one(table: Table, at: int) -> None:
    """Try the verdicts from this one on, for one of several condemned."""
    if table.dying and at < len(table.rules.verdicts):
        table.plan(("verdict-of-one", at + 1))
        table.rules.verdicts[at](table, table.dying[0][0])


@step
def verdicts(table: Table, at: int) -> None:
    """Try the verdicts from this one on; after the last the elimination takes its course, unless one has spared all."""
    if at == len(table.rules.verdicts):
        chain(table)
    elif table.dying:
        table.plan(("verdicts", at + 1))
        table.rules.verdicts[at](table, table.dying[0][0])
    else:
        table.restless = False
        table.plan("judge")


@step
def chain(table: Table) -> None:
    """Go on with a chain: the next wave, else the next last word, else the quiet after it."""
    rules = table.rules
    while table.dying:
        _wave(table)
    for seat in table.in_seat_order(table.fallen):
        if LEFT in table.died_of[seat]:
            continue
        for card in table.powers(seat):
            for prompt in rules.cards[card].last_words:
                if (seat, prompt) not in table.used:
                    table.record(Used(seat, prompt))
                    if put(table, rules.prompts[prompt], [seat]):
                        table.plan(("last-word", (card, prompt)), "chain")
                        return
    _quiet(table)


@step("last-word")
def last_word(table: Table, about: tuple[str, str]) -> None:
    """Let a last word that a card gives take effect, or let it be heard that there is none."""
    card, prompt = about
    (answer,) = table.answers[prompt].values()
    if not answer:
        table.record(Announced(f"{card}.spares"))
    take(table, table.rules.prompts[prompt])


def _quiet(table: Table) -> None:
    """Pass on the offices of the dead, unless the game is over anyway, and judge."""
    fallen, table.fallen = table.fallen, []
    table.agenda.append("at-rest")
    winner = wins.foreseen(table)
    if winner is not None or any(side in table.dealt for side in table.rules.leavers):
        table.agenda.append("judge")
    successions = offices.successions(table, fallen) if table.office else []
    if winner is None:
        table.plan(*table.rules.quiet, *_testaments(table, fallen), *successions)
    elif not table.living:
        table.plan(*successions)


@step("at-rest")
def at_rest(table: Table) -> None:
    """The chain and all that followed from it is over."""
    table.restless = False


def _testaments(table: Table, fallen: Sequence[str]) -> list[Step]:
    rules = table.rules
    return [
        ("testament", (seat, card, prompt))
        for seat in table.in_seat_order(fallen)
        for card in table.powers(seat)
        for prompt in rules.cards[card].testament
        if rules.prompts[prompt].cause in table.died_of[seat]
    ]


@step
def testament(table: Table, about: tuple[str, str, str]) -> None:
    """Ask a dead seat for what its card leaves behind."""
    seat, card, prompt = about
    if put(table, table.rules.prompts[prompt], [seat]):
        table.plan(("last-word", (card, prompt)))


@wave_effect
def grief(table: Table, wave: Sequence[str]) -> None:
    """Anybody who loved one of the dead dies too (MH-32)."""
    if table.lover and not any(event in table.in_force for event in table.rules.no_grief):
        for seat in wave:
            for beloved in table.lover.get(seat, ()):
                if beloved in table.living:
                    table.dying.append((beloved, "grief"))


def _reveal(table: Table, seat: str) -> None:
    card, lies = table.rules.cards[table.card[seat]], table.noted.get((seat, SECOND))
    if lies == "open" and seat in table.part:  # all have seen it since the deal
        table.turned_up[table.part[seat]] = table.turned_up.get(table.part[seat], 0) + 1
    if any(hides(table, seat) for hides in table.rules.concealments):
        return
    if card.revealed == "name":
        table.record(CardNamed(seat, card.id))
        return
    if lies == "secret" and seat in table.part:
        table.record(CardTurned(seat, table.part[seat]))
    table.record(CardTurned(seat, card.shown_as))
    if card.revealed == "side":
        table.record(Announced("death.side", (table.side(seat, apart=True),)))


def _guarded(table: Table, seat: str, cause: str) -> Shielded | None:
    """What keeps this seat safe by day, too?"""
    for shield in table.shields:
        if shield.seat == seat and shield.until == "nightfall" and cause in shield.causes:
            return shield
    return None


def _wave(table: Table) -> None:
    rules, living = table.rules, table.living
    table.restless = True
    causes: dict[str, tuple[str, ...]] = {}
    for seat, cause in table.dying:
        guarded = _guarded(table, seat, cause)
        if guarded is not None:
            table.record(Announced(guarded.said))
        elif seat in living:
            causes[seat] = (*causes.get(seat, ()), cause)
    table.dying = []
    by_night, table.by_night = table.by_night, False
    seats = table.in_seat_order(causes)
    manners: dict[str, tuple[str, ...]] = {}
    for seat in seats:
        cause = causes[seat][0]
        table.record(Died(seat, cause, causes[seat]))
        manner = cause
        if by_night and cause in rules.causes:
            manner = f"dawn.{cause}" if cause in rules.causes_said else "dawn"
        manners[manner] = (*manners.get(manner, ()), seat)
    for passing in rules.passing:
        passing(table, seats)
    order = list(seats if by_night else causes)  # by day the victim before whoever erred, at dawn the first seat
    for manner, alike in sorted(manners.items(), key=lambda named: min(map(order.index, named[1]))):
        table.record(Eliminated(alike, manner))
    for seat in seats:
        _reveal(table, seat)
    table.fallen += seats
    for effect in rules.wave:
        effect(table, seats)
