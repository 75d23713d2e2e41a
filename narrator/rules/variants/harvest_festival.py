"""The harvest festival: everybody has drunk too much for their powers to work as they should (VA-07)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.appearance import ENVISIONED, cards_seen, looks_like
from narrator.rules.effects import tell
from narrator.rules.facts import (
    EYES_ONLY,
    Announced,
    Attacked,
    CardDrawn,
    CardGiven,
    Chose,
    Linked,
    Noted,
    PartEnded,
    PhaseBegan,
    Shielded,
    Told,
    Turned,
    Unmarked,
    Used,
)
from narrator.rules.pools import UNFAITHFUL
from narrator.rules.powers.angel import give_up_for_love
from narrator.rules.prompts import Answer
from narrator.rules.registry import (
    combination,
    condition,
    effect,
    moment,
    pool,
    power,
    telling,
    verdict,
    wave_effect,
)
from narrator.rules.table import Table
from narrator.rules.variant_facts import Departed

VARIANT = "harvest_festival"
TRADE, TRIANGLE = ("thief", "trade"), ("cupid", "triangle")
"""Noted: who changes cards at dawn, in pairs, the thief first; and the deceitful, the secret and the jilted lover."""
BLAMED = ("scapegoat", "blamed")
"""Noted: the scapegoats who die in a neighbour's place."""
POTIONS = ("witch.heal", "witch.poison")
BREWS = ("healed", "villager", "werewolf", "dead")


@condition
def at_the_festival(table: Table) -> bool:
    """Is it the harvest festival?"""
    return VARIANT in table.in_force


@condition
def no_festival(table: Table) -> bool:
    """Is it any other day?"""
    return VARIANT not in table.in_force


def _neighbours(table: Table, seat: str) -> Sequence[str]:
    """The nearest living seats on either side of one that may be dead."""
    if seat in table.living:
        return table.neighbours(seat)
    left = [other for other in table.left_of(seat) if other in table.living]
    return list(dict.fromkeys([*left[:1], *left[-1:]]))


@pool(same_for_all=True, oneself=True, needs=VARIANT)
def near_werewolves(table: Table, asker: str) -> Sequence[str]:
    """Every living seat; at the festival only neighbours of a werewolf."""
    if no_festival(table):
        return table.living
    near = [seat for wolf in table.wolves for seat in table.neighbours(wolf)]
    return [seat for seat in table.living if seat in near]


@pool(oneself=True)
def neighbours_at_the_festival(table: Table, asker: str) -> Sequence[str]:
    """Every living seat; at the festival only one's own living neighbours."""
    return table.living if no_festival(table) else _neighbours(table, asker)


@pool(oneself=True)
def oneself_or_neighbours_at_the_festival(table: Table, asker: str) -> Sequence[str]:
    """Every living seat; at the festival only oneself and one's living neighbours."""
    return table.living if no_festival(table) else (asker, *_neighbours(table, asker))


@effect(words=("card",), tells={"visions": ("what",)}, of="cards", story={"visions": ("card", "names")})
def envision(table: Table, asker: str, chosen: Answer, what: str) -> None:
    """Tell the asker the chosen's card; at the festival three cards in random order, its neighbours' among them."""
    if no_festival(table):
        tell(table, asker, chosen, what)
        return
    for seat in chosen:
        cards: list[str] = []
        for near in dict.fromkeys((seat, *_neighbours(table, seat))):
            seen = cards_seen(table, near)
            cards.extend((seen,) if isinstance(seen, str) else seen)
        table.record(Noted(asker, ENVISIONED, looks_like(table, seat)))
        table.record(Told(asker, "visions", tuple(sorted(cards, key=lambda _: table.dice.random()))))


@power("thief.trade", choose="one", story={"thief.trade": ("names",)})
def trade(table: Table, given: Mapping[str, Answer]) -> None:
    """The thief and the seat named change cards at dawn."""
    table.record(Noted(*TRADE, tuple([one for seat, (other,) in given.items() for one in (seat, other)])))


@moment(needs=VARIANT, says={EYES_ONLY: ()})
def cards_are_traded(table: Table) -> None:
    """The thief's card and another lie in each other's place from now on, and both learn of it; where there may have
    been a trade all are asked to look."""
    traded: tuple[str, ...] = table.noted.get(TRADE, ())
    if traded:
        table.record(Noted(*TRADE, ()))
        for one, other in zip(traded[::2], traded[1::2], strict=True):
            _exchange(table, one, other)
        give_up_for_love(table)
    if table.night == 1 and table.dealt.get("thief"):
        table.record(Announced(EYES_ONLY))


def _exchange(table: Table, one: str, other: str) -> None:
    """Let two seats change cards; what is used up, and what is chosen again every night, belongs to the card."""
    nightly = [rule.id for call in table.rules.later_nights for rule in call.rules]
    cards = table.card[one], table.card[other]
    gets = {one: other, other: one}
    common = table.rules.for_everybody
    used = [
        (gets[seat], prompt)
        for (seat, prompt), times in table.used.items()
        for _ in range(times)
        if seat in gets and prompt not in common
    ]
    chosen = [
        (gets[seat], prompt, choice)
        for (seat, prompt), (night, choice) in table.last_choice.items()
        if seat in gets and prompt in nightly and night == table.night
    ]
    table.record(CardGiven(one, cards[1]))
    table.record(CardGiven(other, cards[0]))
    for seat, prompt in used:
        table.record(Used(seat, prompt))
    for seat, prompt, choice in chosen:
        table.record(Chose(seat, prompt, choice))


@pool(same_for_all=True)
def sheriff_at_the_festival(table: Table, asker: str) -> Sequence[str]:
    """At the festival the living sheriff, who votes before the others."""
    sheriff = table.office.get("sheriff")
    return [sheriff] if sheriff in table.living and at_the_festival(table) else []


@verdict(needs=VARIANT, says={"scapegoat.dead": ("names",)})
def scapegoat_for_a_neighbour(table: Table, seat: str) -> None:
    """A scapegoat dies in place of one living neighbour whom a vote condemned, unless a servant has taken the place."""
    if no_festival(table) or table.dying[0] != (seat, "vote") or (seat, "served") in table.noted:
        return
    goats = table.present(table.holders("scapegoat"))
    gone: tuple[str, ...] = table.noted.get(BLAMED, ())
    near = [goat for goat in table.neighbours(seat) if goat in goats and goat not in gone]
    if near and seat not in goats:
        table.record(Noted(*BLAMED, (*gone, near[0])))
        table.dying[0] = (near[0], "scapegoat")


@condition
def a_potion_is_left(table: Table) -> bool:
    """Has some witch a potion left?"""
    return any(_potions_left(table, witch) for witch in table.holders("witch"))


def _potions_left(table: Table, witch: str) -> list[str]:
    return [potion for potion in POTIONS if not table.used.get((witch, potion))]


@power("witch.brew", choose="one", brings="poison", turns=True, says={f"brew.{brew}": () for brew in BREWS})
def brew(table: Table, given: Mapping[str, Answer]) -> None:
    """A lot decides what the seat named has drunk, and it is said aloud, never of whom; there is no other potion."""
    for witch, (seat,) in given.items():
        for potion in _potions_left(table, witch):
            table.record(Used(witch, potion))
        drawn = table.draw(BREWS)
        table.record(Announced(f"brew.{drawn}"))
        if drawn == "dead":
            table.record(Attacked(seat, "poison"))
            continue
        table.record(Shielded(seat, ("devoured", "fright"), "healed"))
        if drawn == "villager":
            _make_a_villager(table, seat)
        elif drawn == "werewolf" and seat not in table.wolves:
            table.record(Turned(seat))
            table.record(Told(seat, "turned", "yes"))


def _make_a_villager(table: Table, seat: str) -> None:
    if seat in table.part:
        table.record(PartEnded(seat))
    if seat in table.marks.get("turned", ()):
        table.record(Unmarked(seat, "turned"))
    table.record(CardDrawn(seat, table.rules.filler))


@combination(oneself=True)
def deceptions(table: Table, asker: str) -> Sequence[Answer]:
    """One of the true lovers, and another seat that is none."""
    couple = [seat for seat in table.living if seat in table.lover]
    return [(one, other) for one in couple for other in table.living if other not in couple]


@condition
def linked_tonight(table: Table) -> bool:
    """Have two fallen in love tonight?"""
    for fact in reversed(table.log):
        if isinstance(fact, (Linked, PhaseBegan)):
            return isinstance(fact, Linked)
    return False


@power("cupid.deceive", choose="together", story={"cupid.triangle": ("names",)})
def deceive(table: Table, given: Mapping[str, Answer]) -> None:
    """The true lover named deceives the other one with somebody in secret, and may vote against them from now on."""
    *_, (deceitful, secret) = given.values()
    (jilted,) = table.lover[deceitful][:1]
    table.record(Noted(*TRIANGLE, (deceitful, secret, jilted)))
    table.record(Noted(deceitful, UNFAITHFUL, True))


@telling(tells={"lover": ("what",), "false-love": ("what",)})
def true_and_secret_lovers(table: Table, seats: Sequence[str]) -> None:
    """Each lover is told who loves them, unless told before; who is jilted is not told of it.

    At the festival nobody is told that both die together: that need not be so.
    """
    words = "false-love" if at_the_festival(table) else ""
    deceitful, secret, _ = table.noted.get(TRIANGLE, ("", "", ""))
    for seat in table.in_seat_order([*table.lover, secret]):
        loves = (deceitful,) if seat == secret else tuple(table.lover[seat])
        if seat == deceitful:
            loves += (secret,)
        what = loves if len(loves) > 1 else loves[0]
        if table.told.get((seat, "lover")) != what:
            table.record(Told(seat, "lover", what, words))


@wave_effect(needs=VARIANT)
def jealousy(table: Table, wave: Sequence[str]) -> None:
    """Nobody grieves for the jilted, only the deceitful for the secret lover, and both for the deceitful, but the
    jilted not for one who died of grief: that was for the other. Love is over for those who have ever left the village
    (VA-02)."""
    triangle = table.noted.get(TRIANGLE)
    without = any(event in table.in_force for event in table.rules.no_grief)
    if triangle is None or without or set(triangle).isdisjoint(wave):
        return
    deceitful, secret, jilted = triangle
    left = {fact.seat for fact in table.log if isinstance(fact, Departed)}
    if deceitful in left:
        return
    mourners = []
    if deceitful in wave:
        mourners = [secret] if table.died_of[deceitful][0] == "grief" else [secret, jilted]
    elif secret in wave and secret not in left:
        mourners = [deceitful]
    table.dying = [death for death in table.dying if death[1] != "grief" or death[0] not in triangle]
    table.dying.extend([(seat, "grief") for seat in mourners if seat in table.living and seat not in left])
