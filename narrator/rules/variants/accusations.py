"""Accusations: those accused and seconded speak first, and the village votes on them alone (G-15).

While the village debates, everybody with a vote has one voice, given for all to see: the first voice against a player
accuses, the second one seconds. A last call ends it; whom two have named there stands accused as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.asking import put, take
from narrator.rules.ballots import choices_left, decided_by_event, entitled, hold_ballot
from narrator.rules.facts import Announced, Narrowed
from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, moment, pool, power, procedure, step
from narrator.rules.table import Table
from narrator.rules.variant_facts import STAND, VOICE, Denounced

VARIANT = "accusations"
VOTE, LAST_CALL, DEFENCE = "village.vote", "accusations.last-call", "accusations.defence"
SECONDED = 2
"""How many voices make a player stand accused."""
MOST = {"two": 2, "three": 3}
"""How many may stand accused in one day, where the option names a number."""


@moment(needs=VARIANT, puts={LAST_CALL: "one", DEFENCE: "yes"}, says={LAST_CALL: (), DEFENCE: ("names",)})
def accusations(table: Table) -> None:
    """After a debate comes the last call, and then those accused speak; not on a day on which an event decides."""
    rules = table.rules
    decide = decided_by_event(table, rules.ballots[VOTE])
    heard = table.night > 0 and decide is among_the_accused
    if heard and put(table, rules.prompts[LAST_CALL], accusers(table, "")):
        table.plan("accused-speak")


@pool
def accusers(table: Table, asker: str) -> Sequence[str]:
    """Everybody who has a vote when the village votes."""
    vote = table.rules.ballots[VOTE]
    return table.voters() if vote.rule.asks is accusers else entitled(table, vote)


@pool
def accusable(table: Table, asker: str) -> Sequence[str]:
    """Every other living seat that can be voted for and does not stand accused, nor is accused by the asker."""
    safe = [seat for building in table.rules.ballots[VOTE].rule.safe for seat in table.occupants(building)]
    out = (asker, *safe, *table.away, *_accused(table), *[seat for by, seat in _voices(table).items() if by == asker])
    return [seat for seat in table.living if seat not in out]


@condition
def accusations_are_heard(table: Table) -> bool:
    """Is the last call still to come or open?"""
    return any(prompt.id == LAST_CALL for prompt in table.prompts)


@condition
def more_may_stand_accused(table: Table) -> bool:
    """Do fewer stand accused today than may?"""
    return len(_accused(table)) < _most(table)


SAID = {"accused.named": ("names", "other"), "accused.seconded": ("names", "other")}


@power("accusations.accuse", choose="one", openly=True, says=SAID)
def accuse(table: Table, given: Mapping[str, Answer]) -> None:
    """Somebody accuses a player, or seconds an accusation."""
    for by, (seat,) in given.items():
        voices = [other for other, named in _voices(table).items() if named == seat]
        table.record(Denounced(seat, (*voices, by), len(voices) + 1 >= SECONDED))


@power("accusations.answer-last-call", choose="one")
def answer_last_call(table: Table, given: Mapping[str, Answer]) -> None:
    """Whom enough have named, in the debate or now, stands accused: of several, whom most did, then in seat order."""
    voices = {**_voices(table), **{by: seat for by, (seat,) in given.items()}}
    by_seat = {seat: tuple([by for by, named in voices.items() if named == seat]) for seat in table.living}
    standing, most = _accused(table), _most(table)
    named = [seat for seat, by in by_seat.items() if len(by) >= SECONDED and seat not in standing]
    for seat in sorted(named, key=lambda seat: -len(by_seat[seat]))[: most - len(standing)]:
        table.record(Denounced(seat, by_seat[seat], True))


@step
def accused_speak(table: Table) -> None:
    """All who stand accused speak, in the order in which they were; then nobody else can be voted for."""
    take(table, table.rules.prompts[LAST_CALL])
    accused = _accused(table)
    table.record(Narrowed(VOTE, accused))
    table.plan(*[("speak", seat) for seat in accused])


@step
def speak(table: Table, seat: str) -> None:
    """One of the accused has the time to speak, and may end it earlier."""
    if seat in table.living and put(table, table.rules.prompts[DEFENCE], [seat]):
        table.plan(("take", DEFENCE))


@procedure("among-the-accused", says={"accused.nobody": ()})
def among_the_accused(table: Table) -> None:
    """The village votes on the accused alone, where it has heard any; where nobody is left, nobody is chosen."""
    if choices_left(table, VOTE) == []:
        table.record(Announced("accused.nobody"))
        table.rules.ballots[VOTE].outcome(table, VOTE, None)
    else:
        hold_ballot(table, VOTE)


def _most(table: Table) -> int:
    """How many may stand accused at this table in one day?"""
    return MOST.get(table.options[VARIANT], len(table.seats))


def _voices(table: Table) -> Mapping[str, str]:
    """Who of the living accuses whom today, in the order in which they did."""
    noted = {owner: about for (owner, key), about in table.noted.items() if key == VOICE and about[0] == table.phase}
    return {by: seat for by, (_, seat) in noted.items() if by in table.living}


def _accused(table: Table) -> tuple[str, ...]:
    """Who of the living stands accused today, in the order in which they were seconded."""
    phase, seats = table.noted.get((VARIANT, STAND), ("", ()))
    return tuple([seat for seat in seats if phase == table.phase and seat in table.living])
