"""Dissatisfaction and enthusiasm: a second vote follows whom the next vote eliminates (EV-23, EV-26)."""

from __future__ import annotations

from narrator.rules.days import DAY_OVER
from narrator.rules.facts import Announced
from narrator.rules.registry import moment
from narrator.rules.table import Table
from narrator.rules.village_facts import RuleEnded

AFTER_A_WEREWOLF = {"ev-dissatisfaction": False, "ev-enthusiasm": True}


@moment(needs="events", says={"vote.second": ()}, story={"vote.second": ()})
def second_vote(table: Table) -> None:
    """Was a vote's victim of the kind that an event in force waits for? Then everybody votes again, at once."""
    waiting = [card for card in AFTER_A_WEREWOLF if card in table.in_force]
    if not waiting:
        return
    voted_out = [
        seat
        for seat, phase in table.died_in.items()
        if phase == table.phase and not {"vote", "scapegoat"}.isdisjoint(table.died_of[seat])
    ]
    if not voted_out:
        return
    werewolf = any(_was_werewolf(table, seat) for seat in voted_out)
    for card in waiting:
        table.record(RuleEnded(card))
        if AFTER_A_WEREWOLF[card] == werewolf and table.noted.get(DAY_OVER) != table.phase:
            table.record(Announced("vote.second"))
            table.agenda.insert(_after_the_vote(table), ("ballot", "village.vote"))


def _after_the_vote(table: Table) -> int:
    """Where on the agenda is all over that the vote brings, including what was asked along with it (PA-33)?"""
    signs = [at for at, planned in enumerate(table.agenda) if planned[0] == "signs"]
    return signs[-1] if signs else table.agenda.index("at-rest")


def _was_werewolf(table: Table, seat: str) -> bool:
    """Has a werewolf died here, whoever has taken its card (PA-41)?"""
    own, _ = table.last_side[seat]
    return own == "werewolves" or (own in table.rules.cards and table.rules.cards[own].werewolf)
