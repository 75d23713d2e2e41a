"""Moonlight: every seat has a candle, which goes out when its owner dies; hard: werewolves put it out (VA-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.events.flood import same_lodge
from narrator.rules.facts import AttackEnded
from narrator.rules.powers.little_girl import spare_the_devoured
from narrator.rules.powers.werewolf import hunt
from narrator.rules.prompts import Answer
from narrator.rules.registry import Places, condition, pool, power, wave_effect
from narrator.rules.table import Table
from narrator.rules.variant_facts import CandlesOut

OWN_HAND = ("vote", "scapegoat")
OUT: Mapping[str, Places] = {"candle.out": (), "candle.own": ()}


@wave_effect(needs="moonlight", says=OUT, sounds=dict.fromkeys(OUT, ("candle", 0.6)))
def candles_go_out(table: Table, wave: Sequence[str]) -> None:
    """Before anybody is named the candles of the dead go out; the condemned put out their own."""
    condemned = tuple(seat for seat in wave if table.died_of[seat][0] in OWN_HAND)
    others = tuple(seat for seat in wave if seat not in condemned)
    for seats, by_own_hand in ((others, False), (condemned, True)):
        if seats:
            table.record(CandlesOut(seats, by_own_hand))


@condition
def candles_are_snuffed(table: Table) -> bool:
    """Do the werewolves put out candles instead of agreeing on a victim?"""
    return table.options["moonlight"] == "hard"


@condition
def no_candles_are_snuffed(table: Table) -> bool:
    """Do the werewolves agree on a victim as usual?"""
    return not candles_are_snuffed(table)


@pool(oneself=True)
def candles(table: Table, asker: str) -> Sequence[str]:
    """Every living seat, a werewolf's too; while the flood stands, of one's own lodge."""
    return [seat for seat in table.living if same_lodge(table, asker, seat)]


@power("werewolf.snuff", choose="one", brings="devoured")
def snuff(table: Table, given: Mapping[str, Answer]) -> None:
    """Where exactly one candle is out, its owner is the victim; else all are lit again. While the flood stands this
    holds for each lodge. A girl who was caught dies instead of a victim, unless this has made a werewolf of her."""
    left, agreed = dict(given), {}
    while left:
        first = next(iter(left))
        together = [seat for seat in left if same_lodge(table, first, seat)]
        out = [left.pop(seat) for seat in together]
        if out.count(out[0]) == len(out):
            agreed[first] = out[0]
    hunt(table, agreed)
    for caught in [attack for attack in table.attacks if attack.cause == "fright"]:
        if caught.seat in table.wolves:
            table.record(AttackEnded(caught))
        else:
            spare_the_devoured(table)
