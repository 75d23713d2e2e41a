"""The black plague: there are no werewolves at all, and only the host knows (VA-08)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.errors import Word
from narrator.rules.facts import Announced, Noted, Told
from narrator.rules.hands import Hands
from narrator.rules.powers.werewolf import strike
from narrator.rules.prompts import Answer
from narrator.rules.registry import Places, condition, dealing, moment, pool, power
from narrator.rules.table import IllegalTable, Table
from narrator.rules.wins import end

VARIANT = "black_plague"
NEXT, LAST = ("plague", "next"), ("plague", "last")
DECLARED: Mapping[str, Places] = {"plague.wrong": ("names",), "plague.found": ("names",)}


@dealing("black-plague", needs=VARIANT, story={"feigned": ("card",), "died.plague": ("names",)})
def deal(table: Table, hands: Hands) -> None:
    """A deck's werewolves, and what may become one, are plain villagers in secret; where it has none it feigns some."""
    rules, filler = table.rules, table.rules.filler
    wolves = [name for name, card in rules.cards.items() if card.werewolf]
    wild = [name for name, card in rules.cards.items() if card.werewolf or card.turncoat]
    for card in [*(hands.alignment or {}).values(), *((*hands.cards, *hands.centre) if hands.named else ())]:
        if card in wild:
            raise IllegalTable("plague-werewolf", card=Word("card", card))
    feigned = [card for card in (*hands.cards, *hands.seconds, *hands.centre) if card in wild]
    if not any(card in wolves for card in feigned):
        number = sum(card in wolves for card in rules.proposed(len(hands.cards)))
        feigned += wolves[:1] * max(1, min(number, hands.cards.count(filler)))
    hands.cards = [filler if card in wild else card for card in hands.cards]
    hands.seconds = [filler if card in wild else card for card in hands.seconds]
    hands.centre = [filler if card in wild else card for card in hands.centre]
    hands.feigned = tuple(feigned)


def feigned_pack(table: Table, asker: str) -> tuple[str, ...]:
    """A pack to be told of where there is none: some of the living, drawn by lot, as many as the deck seems to have
    werewolves."""
    others = sorted((seat for seat in table.living if seat != asker), key=lambda _: table.dice.random())
    number = sum(count for card, count in table.dealt.items() if table.rules.cards[card].werewolf)
    return tuple(table.in_seat_order(others[:number]))


@moment(needs=VARIANT, story={"plague.last": ("names",)})
def plague_strikes(table: Table) -> None:
    """Tonight's victim is whom the last one has named, else one by lot; no power averts it."""
    named = table.noted.get(NEXT)
    victim = named if named in table.living else table.draw(table.living)
    table.record(Noted(*NEXT, None))
    table.record(Noted(*LAST, victim))
    strike(table, victim, certain=True)


@moment(needs=VARIANT, tells={"plague": ()}, story={"plague.yes": ("names",)})
def plague_is_told(table: Table) -> None:
    """The victim alone learns of what it died; everybody else takes it for the werewolves' prey."""
    victim = table.noted[LAST]
    if table.died_in.get(victim) == table.phase:
        table.record(Told(victim, "plague", "yes"))


@pool(same_for_all=True)
def last_plague_victim(table: Table, asker: str) -> Sequence[str]:
    """The last one who has died of the plague."""
    victim = table.noted.get(LAST, "")
    return [victim] if "devoured" in table.died_of.get(victim, ()) else []


@condition
def plague_has_no_victim(table: Table) -> bool:
    """Has nobody alive been named to be the next?"""
    return table.noted.get(NEXT) not in table.living


@power("plague.pass", choose="one")
def hand_on(table: Table, given: Mapping[str, Answer]) -> None:
    """The one named is the next victim."""
    for (seat,) in given.values():
        table.record(Noted(*NEXT, seat))


@power("village.plague", choose="yes", says=DECLARED, sounds=dict.fromkeys(DECLARED, ("rattle", 0.9)), story=DECLARED)
def declare(table: Table, given: Mapping[str, Answer]) -> None:
    """A player who declares the plague where it rages saves the village; anywhere else it changes nothing."""
    for seat in given:
        if table.options.get(VARIANT) == "on":
            table.record(Announced("plague.found", (seat,)))
            end(table, "villagers")
        else:
            table.record(Announced("plague.wrong", (seat,)))
