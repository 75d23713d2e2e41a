"""Laying a table: which cards lie where, or why such a table cannot be played.

Cards named for seats are laid as they are and the limits on numbers do not hold; a deck is dealt by the seed and must
keep them (MH-02).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import narrator.rules.words  # noqa: F401 (all of them are needed here)
from narrator.errors import Word
from narrator.rules import event_cards
from narrator.rules.facts import EVERYBODY, Announced, CardTurned, CentreLaid, Dealt, Noted, PartsLaid, PhaseBegan
from narrator.rules.hands import Hands
from narrator.rules.registry import no_names
from narrator.rules.rolesets import Card, Option, Roleset
from narrator.rules.strict_yaml import meant
from narrator.rules.table import IllegalTable, Table
from narrator.rules.variant_facts import DeckFeigned, SecondDealt
from narrator.rules.village_facts import Housed, RuleBegan
from narrator.rules.wins import won

FEWEST_SEATS = 3
"""How many seats a house deck needs (MH-02)."""


def laid(
    rules: Roleset,
    seats: Sequence[str],
    options: Mapping[str, str],
    seed: int,
    *,
    cards: Mapping[str, str] | None = None,
    deck: Sequence[str] | None = None,
    centre: Sequence[str] | None = None,
    actor: Sequence[str] | None = None,
    groups: Mapping[str, Sequence[str]] | None = None,
    buildings: Mapping[str, str] | None = None,
    village: Mapping[str, int] | None = None,
    events: Sequence[str] | None = None,
    left_out: Sequence[str] = (),
    crier: Sequence[str] | None = None,
    born: Mapping[str, int] | None = None,
    lodge: Mapping[str, str] | None = None,
    alignment: Mapping[str, str] | None = None,
    villages: Sequence[str] | None = None,
    house_rule: str | None = None,
    lots: Sequence[str] = (),
    house_deck: bool = False,
) -> Table:
    """A table with its cards dealt, just before the setup; raises `IllegalTable` where it cannot be played."""
    _check_seats(seats)
    named = [*(cards or {}).values(), *(alignment or {}).values(), *(deck or ()), *(centre or ()), *(actor or ())]
    for card in dict.fromkeys(named):
        if card not in rules.cards:
            raise IllegalTable("unknown-card", card=card, roleset=rules.id, meant=meant(card, rules.cards))
    for seat in (*(cards or ()), *(buildings or ()), *(born or ()), *(lodge or ()), *(alignment or ())):
        if seat not in seats:
            raise IllegalTable("unknown-seat", seat=seat, meant=meant(seat, seats))
    table = Table(rules, seats, options, seed, lots)
    if cards is not None and deck is None:
        hands = [cards.get(seat, rules.filler) for seat in seats]
        rest = list(centre or _left_over(rules, hands))
    else:
        hands, rest = _dealt(table, cards or {}, deck, centre, actor, house_rule, house_deck)
    due = len(_left_over(rules, [*hands, *rest]))
    if len(rest) != due:
        raise IllegalTable("centre", due=due, number=len(rest))
    drawn = Hands(hands, rest, cards is not None and deck is None, alignment)
    for dealing in rules.dealings:
        dealing(table, drawn)
    if alignment and not drawn.seconds:
        raise IllegalTable("no-alignment")
    hands, rest = drawn.cards, drawn.centre
    coins, hands = hands, _stood_for(rules, hands, house_rule)
    _check_cards(rules, hands, rest)
    ready = _actor_cards(table, [*hands, *rest], actor)
    houses = _houses(table, buildings, village, cards is None or deck is not None)
    halves = _groups(rules, seats, [*hands, *rest], groups)
    table.record(PhaseBegan("setup"))
    for seat, card, coin in zip(seats, hands, coins, strict=True):
        table.record(Dealt(seat, card, coin if coin != card else ""))
    for seat, card in zip(seats, drawn.seconds, strict=False):
        table.record(SecondDealt(seat, card, drawn.lie))
    if drawn.lie == "open":
        for seat, card in zip(seats, drawn.seconds, strict=True):
            table.record(CardTurned(seat, card, alive=True))
    if drawn.feigned:
        table.record(DeckFeigned(drawn.feigned))
    for variant in rules.variants:
        if options.get(variant, "off") != "off":
            table.record(RuleBegan(variant))
    if rest:
        table.record(CentreLaid(tuple(rest)))
    if ready:
        table.record(PartsLaid(ready))
    for seat, building in houses.items():
        table.record(Housed(seat, building))
    for key, said in (("born", born), ("lodge", lodge)):
        for seat, what in (said or {}).items():
            table.record(Noted(seat, key, what, (seat,)))
    if villages:
        table.record(Noted("hamlets", "villages", tuple(villages), EVERYBODY))
    event_cards.lay(table, events, crier, left_out)
    if halves:
        for name, group in halves:
            for seat in group:
                table.record(Noted(seat, "group", name, EVERYBODY))
            table.record(Announced("group.formed", (name, *group)))
    winner = won(table)
    if winner is not None:
        raise IllegalTable("already-won", side=Word("side", winner))
    return table


def checked_options(declared: Mapping[str, Option], given: Mapping[str, object]) -> dict[str, str]:
    """Every option of a roleset with the value given, or its default; raises `IllegalTable` for an unknown one."""
    values = {name: option.default for name, option in declared.items()}
    for name, value in given.items():
        if name not in declared:
            raise IllegalTable("unknown-option", option=name, meant=meant(name, declared))
        read = declared[name].reads(value)
        if read is None:
            raise IllegalTable("bad-option", option=Word("option", name), value=value, values=declared[name].values)
        values[name] = read
    for name, option in declared.items():
        for other in option.needs:
            if values[name] != option.default and values[other] == "off":
                raise IllegalTable(
                    f"needs-{other}", "option-needs", option=Word("option", name), other=Word("option", other)
                )
        for other in option.excludes:
            if "off" not in (values[name], values.get(other, "off")):
                raise IllegalTable("options-exclude", option=Word("option", name), other=Word("option", other))
    return values


def _stood_for(rules: Roleset, hands: Sequence[str], house_rule: str | None) -> list[str]:
    """The hands with the card that a coin stands for in that coin's place (CO-04)."""
    if house_rule is None:
        for card in hands:
            if rules.cards[card].stand_in:
                raise IllegalTable("no-house-rule", card=Word("card", card))
        return list(hands)
    others = [name for name, card in rules.cards.items() if not card.stand_in]
    if len(others) == len(rules.cards):
        raise IllegalTable("no-coin")
    if house_rule not in others:
        raise IllegalTable("bad-house-rule", card=house_rule, meant=meant(house_rule, others))
    if all(card in others for card in hands):
        raise IllegalTable("no-coin", "no-coin-dealt")
    return [card if card in others else house_rule for card in hands]


def _check_seats(seats: Sequence[str]) -> None:
    taken = no_names()
    for seat in seats:
        if not seat.strip():
            raise IllegalTable("no-name")
        if seat in taken:
            raise IllegalTable("no-name", "name-is-an-answer", seat=seat)
    if len(set(seats)) < len(seats):
        twice = next(seat for at, seat in enumerate(seats) if seat in seats[:at])
        raise IllegalTable("same-name", seat=twice)


def _check_cards(rules: Roleset, hands: Sequence[str], rest: Sequence[str]) -> None:
    """Refuse cards that cannot lie on one table, or not where they lie."""
    for name, number in Counter([*hands, *rest]).items():
        card = rules.cards[name]
        _check_needs(card)
        if card.together and number < card.copies:
            raise IllegalTable("not-together", card=Word("card", name), copies=card.copies, number=number)
        if card.face_up and name in rest:
            raise IllegalTable("face-up", card=Word("card", name))


def _check_needs(card: Card) -> None:
    if card.needs:
        raise IllegalTable(f"needs-{card.needs}", "needs-more", card=Word("card", card.id), needs=card.needs)


def _actor_cards(table: Table, dealt: Sequence[str], actor: Sequence[str] | None) -> tuple[str, ...]:
    """The three cards that lie ready for the actor (PA-45); unless they were chosen, drawn from those not dealt."""
    repertoire = table.rules.repertoire
    if actor is None:
        if table.rules.performer not in dealt:
            return ()
        free = [card for card in repertoire if card not in dealt and not table.rules.cards[card].needs]
        return tuple(sorted(free, key=lambda _: table.dice.random())[:3])
    if len(actor) != 3 or table.rules.performer not in dealt:
        raise IllegalTable("actor-cards")
    for card in actor:
        if card not in repertoire:
            known = [Word("card", other) for other in repertoire]
            raise IllegalTable("actor-cards", "actor-cannot-play", card=Word("card", card), cards=known)
        _check_needs(table.rules.cards[card])
    return tuple(actor)


def _houses(
    table: Table, buildings: Mapping[str, str] | None, village: Mapping[str, int] | None, dealt: bool
) -> dict[str, str]:
    """Where each seat lives (BD-01): where the table has said, else where the lot falls among the rest of the
    `village`, and those left over are vagabonds, however many they are; the table itself can name no more of them than
    there are tokens. Where the table has said nothing of either and the cards are `dealt`, it is the village proposed
    for this many seats."""
    rules, seats = table.rules, table.seats
    if not rules.buildings:
        if buildings or village:
            raise IllegalTable("no-buildings")
        return {}
    homeless = next(iter(rules.buildings))
    houses = dict.fromkeys(seats, homeless) | dict(buildings or {})
    named = Counter((buildings or {}).values())
    if village is None:
        village = rules.village(len(seats)) if dealt and buildings is None else named
    for building in (*village, *houses.values()):
        if building not in rules.buildings:
            raise IllegalTable("unknown-building", building=building, meant=meant(building, rules.buildings))
    for building, of in rules.buildings.items():
        number = (named if building == homeless else village).get(building, 0)
        if number > of.copies:
            called = Word("building", building)
            raise IllegalTable("too-many-buildings", building=called, number=number, copies=of.copies)
    rest = [building for building, number in village.items() if building != homeless for _ in range(number)]
    for building in [house for house in (buildings or {}).values() if house != homeless]:
        if building not in rest:
            raise IllegalTable("not-in-village", building=Word("building", building))
        rest.remove(building)
    free = [seat for seat in seats if seat not in (buildings or {})]
    if len(rest) > len(free):
        raise IllegalTable("too-many-houses", number=len(rest), seats=len(free))
    if rest:
        free.sort(key=lambda _: table.dice.random())
    return houses | dict(zip(free, rest, strict=False))


def _groups(
    rules: Roleset, seats: Sequence[str], dealt: Sequence[str], groups: Mapping[str, Sequence[str]] | None
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The two groups that some card divides the table in (PA-54), each in seat order; where nobody has made any, two
    halves."""
    divided = any(rules.cards[card].divides for card in dealt)
    if groups is None:
        if not divided:
            return ()
        half = (len(seats) + 1) // 2
        groups = {"A": seats[:half], "B": seats[half:]}
    if not divided:
        raise IllegalTable("groups", "no-groups")
    if len({name.strip().casefold() for name in groups if name.strip()}) < len(groups):
        raise IllegalTable("group-names")
    named = [seat for group in groups.values() for seat in group]
    if len(groups) != 2 or not all(groups.values()) or sorted(named) != sorted(seats):
        raise IllegalTable("groups")
    return tuple((name, tuple(seat for seat in seats if seat in group)) for name, group in groups.items())


def _left_over(rules: Roleset, cards: Sequence[str]) -> tuple[str, ...]:
    """The cards added for the centre by those cards of a deck that need it (MH-03)."""
    return sum((rules.left_over[card] for card in rules.left_over if card in cards), ())


def _dealt(
    table: Table,
    cards: Mapping[str, str],
    deck: Sequence[str] | None,
    centre: Sequence[str] | None,
    actor: Sequence[str] | None,
    house_rule: str | None,
    house_deck: bool,
) -> tuple[list[str], list[str]]:
    rules, seats = table.rules, table.seats
    if len(seats) < FEWEST_SEATS:
        raise IllegalTable("too-few-seats", least=FEWEST_SEATS, number=len(seats))
    if not house_deck and len(seats) < rules.least:
        raise IllegalTable("too-few-seats", "made-for-more", least=rules.least, number=len(seats))
    if not house_deck and len(seats) > rules.most:
        raise IllegalTable("too-many-seats", most=rules.most, number=len(seats))
    chosen = list(deck) if deck is not None else rules.proposed(len(seats))
    if len(chosen) != len(seats):
        what = "too-few-cards" if len(chosen) < len(seats) else "too-many-cards"
        raise IllegalTable(what, "one-card-each", cards=len(chosen), number=len(seats))
    counted = Counter([*chosen, *(centre or ()), *(actor or ())])
    for card, number in counted.items():
        if number > rules.cards[card].copies and not house_deck:
            copies = rules.cards[card].copies
            raise IllegalTable("too-many-copies", card=Word("card", card), number=number, copies=copies)
    there = _stood_for(rules, [*chosen, *(centre or ()), *(actor or ())], house_rule)
    wolves = len([card for card in there if rules.cards[card].werewolf])
    if not wolves and not rules.dealings:
        raise IllegalTable("no-werewolf")
    for card, least in rules.least_werewolves.items():
        if card in counted and wolves < least and not rules.dealings:
            raise IllegalTable("too-few-werewolves", card=Word("card", card), least=least, number=wolves)
    for card in cards.values():
        if card not in chosen:
            raise IllegalTable("not-in-deck", card=Word("card", card))
        chosen.remove(card)
    if centre is None:
        chosen.extend(_left_over(rules, [*chosen, *cards.values()]))
    shuffled = sorted(chosen, key=lambda _: table.dice.random())
    over = len(shuffled) - len(seats) + len(cards)
    for at in range(over):
        if rules.cards[shuffled[at]].face_up:  # what everybody knows cannot be left over
            other = next(other for other in range(over, len(shuffled)) if not rules.cards[shuffled[other]].face_up)
            shuffled[at], shuffled[other] = shuffled[other], shuffled[at]
    hands = [cards.get(seat) or shuffled.pop() for seat in seats]
    return hands, list(centre) if centre is not None else shuffled
