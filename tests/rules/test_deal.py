"""Cards are dealt by the seed or laid as they are named, and a table that cannot be played is refused with a code."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from narrator.game.library import LIBRARY
from narrator.rules.deal import checked_options, laid
from narrator.rules.table import IllegalTable, Table
from tests.labs.tablelab import SEATS

DECK = ["werewolf", "werewolf", "seer", "witch", "hunter", *["villager"] * 3]


def dealt(seed: int = 1, roleset: str = "millers-hollow", options: dict[str, str] | None = None, **given: Any) -> Table:
    rules, values = LIBRARY.roleset(roleset, {"sheriff": "never", **(options or {})})
    return laid(rules, given.pop("seats", SEATS), values, seed, **given)


def refused(**given: Any) -> str:
    with pytest.raises(IllegalTable) as refusal:
        dealt(**given)
    return refusal.value.code


def test_a_seed_deals_the_same_hands_each_time_and_another_seed_others() -> None:
    assert dealt(7, deck=DECK).card == dealt(7, deck=DECK).card
    assert len({tuple(dealt(seed, deck=DECK).card.values()) for seed in range(9)}) > 5
    assert Counter(dealt(7, deck=DECK).card.values()) == Counter(DECK)


def test_cards_named_for_seats_lie_there_and_the_others_are_dealt_the_rest_of_the_deck() -> None:
    here = dealt(deck=DECK, cards={"Cid": "seer", "Dan": "werewolf"})
    assert (here.card["Cid"], here.card["Dan"]) == ("seer", "werewolf")
    assert Counter(here.card.values()) == Counter(DECK)


def test_the_thief_brings_two_villagers_and_everybody_has_a_card() -> None:
    """MH-03: any of the ten cards may be the two in the centre."""
    deck = ["thief", *DECK[:-1]]
    here = dealt(deck=deck)
    assert Counter([*here.card.values(), *here.centre]) == Counter([*deck, "villager", "villager"])
    assert len(here.centre) == 2


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"seats": SEATS[:2], "deck": DECK[:2], "house_deck": True}, "too-few-seats"),
        ({"seats": SEATS[:7], "deck": DECK[:7]}, "too-few-seats"),
        ({"seats": ["Ann", "Ann"]}, "same-name"),
        ({"seats": ["Ann", " "]}, "no-name"),
        ({"seats": ["Ann", "pass"]}, "no-name"),
        ({"deck": DECK[:-1]}, "too-few-cards"),
        ({"deck": [*DECK, "villager"]}, "too-many-cards"),
        ({"deck": ["seer", *DECK[:-1]]}, "too-many-copies"),
        ({"deck": ["villager"] * 8}, "no-werewolf"),
        ({"deck": ["thief", "werewolf", *["villager"] * 6]}, "too-few-werewolves"),
        ({"deck": DECK, "cards": {"Ann": "cupid"}}, "not-in-deck"),
        ({"cards": {"Zoe": "werewolf"}}, "unknown-seat"),
        ({"cards": {"Ann": "wolf"}}, "unknown-card"),
        ({"cards": {"Ann": "werewolf"}, "centre": ["seer"]}, "centre"),
        ({"cards": {"Ann": "werewolf"}, "actor": ["seer", "witch", "hunter"]}, "actor-cards"),
        ({"cards": {"Ann": "werewolf"}, "buildings": {"Ann": "baker"}}, "no-buildings"),
        ({"cards": {"Ann": "werewolf"}, "groups": {"sun": ["Ann"], "moon": ["Bob"]}}, "groups"),
        ({"cards": {"Ann": "werewolf"}, "groups": {"A": SEATS[:4], "B": SEATS[4:]}}, "groups"),
        ({"cards": {"Ann": "werewolf"}, "house_rule": "seer"}, "no-coin"),
        ({"cards": {"Ann": "seer"}}, "already-won"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused_with_the_code_of_what_is_wrong(
    given: dict[str, Any], code: str
) -> None:
    assert refused(**given) == code


def test_buildings_that_nobody_has_chosen_fall_by_lot_and_the_rest_are_vagabonds() -> None:
    village = {"baker": 1, "lord": 1}
    given: dict[str, Any] = {"roleset": "the-pact", "options": {"buildings": "on"}, "cards": {"Ann": "werewolf"}}
    here = dealt(**given, village=village, buildings={"Bob": "baker"})
    assert here.house["Bob"] == "baker"
    assert Counter(here.house.values()) == {"baker": 1, "lord": 1, "vagabond": 6}
    assert refused(**given, village=village, buildings={"Bob": "barber"}) == "not-in-village"
    assert refused(**given, village={"palace": 1}) == "unknown-building"


@pytest.mark.parametrize("lies", ["open", "secret"])
def test_a_variant_may_lay_a_second_card_before_each_seat(lies: str) -> None:
    """VA-05, VA-06: of all hands together nothing is lost, and two werewolves are added."""
    deck = ["seer", "witch", "hunter", *["villager"] * 5]
    here = dealt(roleset="the-pact", options={"double_you": lies}, deck=deck, house_deck=True)
    assert {here.noted[seat, "second"] for seat in SEATS} == {lies}
    hands = Counter([*here.card.values(), *here.part.values()])
    assert hands == Counter([*deck, "werewolf", "werewolf", *["villager"] * 6])


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"sherif": "never"}, "unknown-option"),
        ({"sheriff": "sometimes"}, "bad-option"),
        ({"town_crier": "on"}, "needs-events"),
        ({"moonlight": "on", "double_you": "maybe"}, "bad-option"),
    ],
)
def test_options_that_cannot_be_set_are_refused(chosen: dict[str, str], code: str) -> None:
    with pytest.raises(IllegalTable) as refusal:
        checked_options(LIBRARY.roleset("the-pact", {})[0].options, chosen)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("option", "known"),
    [("sherif", "; did you mean “sheriff”?"), ("xyz", "; there are: sheriff, ghosts_see, night, ")],
)
def test_an_option_that_is_not_known_is_refused_with_the_nearest_or_all(option: str, known: str) -> None:
    with pytest.raises(IllegalTable) as refusal:
        checked_options(LIBRARY.roleset("the-pact", {})[0].options, {option: "on"})
    assert f"There is no option “{option}” in this roleset{known}" in refusal.value.sentence


def test_options_that_exclude_one_another_are_refused_together_and_not_alone() -> None:
    options = LIBRARY.roleset("classic", {})[0].options
    with pytest.raises(IllegalTable) as refusal:
        checked_options(options, {"wolfsbane": "on", "wolfsbane_doorstep": "on"})
    assert refusal.value.code == "options-exclude"
    assert checked_options(options, {"wolfsbane": True})["wolfsbane"] == "on"
