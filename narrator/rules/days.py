"""From the deal to the first night, dawn, and the day: phases, and the moments that a roleset lists in them."""

from __future__ import annotations

from narrator.rules.asking import able, put
from narrator.rules.ballots import decided_by_event
from narrator.rules.chain import chain
from narrator.rules.facts import (
    Announced,
    Attacked,
    CardTurned,
    DebateOpened,
    LifeLost,
    Noted,
    PhaseBegan,
    ShieldSpent,
)
from narrator.rules.registry import moment, step, traits_of
from narrator.rules.table import Table
from narrator.rules.turning import turned_at_dawn
from narrator.rules.wins import judge


@step
def setup(table: Table) -> None:
    """Everything before the first night: the moments of `setup:` and, where there is one, a day 0."""
    rules = table.rules
    for seat in table.seats:
        if rules.cards[table.card[seat]].face_up:
            table.record(CardTurned(seat, table.card[seat], alive=True))
    eve = ["eve"] if rules.eve and (not rules.eve_of or rules.eve_of in table.dealt) else []
    table.plan(*table.rules.setup, *eve, "night")


@step
def eve(table: Table) -> None:
    """A day before the first night."""
    table.record(PhaseBegan("day", 0))
    table.plan(*table.rules.eve)


@step
def dawn(table: Table) -> None:
    """The night's deaths take effect together; then the moments of `morning:`, and the day."""
    table.record(PhaseBegan("dawn", table.night))
    rules = table.rules
    for happens in rules.daybreak:
        step[happens](table)
    attacks = table.attacks
    causes = rules.causes
    deaths = [(attack.seat, attack.cause) for attack in attacks if not _averted(table, attack)]
    if rules.tells_spared:
        for _ in range(table.attacks_ended + len(attacks) - len(deaths)):
            table.record(Announced("dawn.spared"))
    recoils = [attack for attack in attacks if attack.recoil]
    for attack in recoils * len(recoils):
        dead = [seat for seat, _ in deaths]
        if attack.seat in dead and attack.recoil not in dead:
            deaths.append((attack.recoil, "recoil"))
    table.plan(*rules.morning, "day")
    if deaths:
        deaths.sort(key=lambda death: causes.index(death[1]))
        table.dying.extend(deaths)
        table.by_night = True
        chain(table)
    else:
        table.record(Announced("dawn.nobody"))
        judge(table)


def _averted(table: Table, attack: Attacked) -> bool:
    cards = [table.rules.cards[card] for card in table.powers(attack.seat)]
    if not attack.certain and any(attack.cause in card.spared_from for card in cards):
        return True
    shields = [
        shield
        for shield in table.shields
        if shield.seat == attack.seat and attack.cause in shield.causes and (shield.unfailing or not attack.certain)
    ]
    if shields:
        if all(shield.until == "spent" for shield in shields):
            table.record(ShieldSpent(shields[0]))
        return True
    if attack.certain:
        return False
    if attack.cause != "devoured" or table.on_last_life(attack.seat):
        return turned_at_dawn(table, attack)
    table.record(LifeLost(attack.seat))
    return True


@step
def day(table: Table) -> None:
    """The village is awake: the moments of `day:`, then the next night."""
    table.record(PhaseBegan("day", table.night))
    table.plan(*table.rules.day, "night")


DAY_OVER = ("day", "over")
"""Noted: the phase that has ended before its time."""


def end_day(table: Table) -> None:
    """Nothing more happens today: the night comes next. Those condemned together with somebody still die."""
    table.record(Noted(*DAY_OVER, table.phase))
    at = table.agenda.index("night") + 1
    table.agenda[at:] = [
        planned
        for planned in table.agenda[at:]
        if planned[0] == "condemned-together" or "evening" in traits_of(moment.get(str(planned)))
    ]
    table.restless = any(planned[0] == "condemned-together" for planned in table.agenda[at:])
    if not table.restless:
        table.plan("judge")


@moment
def debate(table: Table) -> None:
    """The village talks, unless an event has it decide at once (EV-42)."""
    ways = [decided_by_event(table, rules) for rules in table.rules.ballots.values()] if table.in_force else []
    if not any("at_once" in traits_of(way) for way in ways):
        table.record(DebateOpened())


@step("ask-occupants")
def ask_occupants(table: Table, about: tuple[str, str]) -> None:
    """Ask those who live in a building, openly."""
    building, prompt = about
    rule = table.rules.prompts[prompt]
    if put(table, rule, able(table, rule, table.at_home(building))):
        table.plan(("take", prompt))


@moment(says={"pack.size": ("number",)})
def pack_size(table: Table) -> None:
    """Everybody is told how many werewolves there are (CO-05)."""
    table.record(Announced("pack.size", (str(len(table.wolves)),)))


@moment
def second_debate(table: Table) -> None:
    """The village talks once more when somebody has died today (CO-46)."""
    if table.phase in table.died_in.values():
        debate(table)


@moment(says={"night.hum": ()})
def hum(table: Table) -> None:
    """Everybody is asked to hum, tap or rock, so that nobody hears who moves (WW-13)."""
    table.record(Announced("night.hum"))


@moment(says={"odd.warning": ()})
def odd_warning(table: Table) -> None:
    """With an odd number of seats everybody is told what that does to the village's chances (WW-02)."""
    if (len(table.seats) - bool(table.rules.eve)) % 2:
        table.record(Announced("odd.warning"))
