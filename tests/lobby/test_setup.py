"""What would be played if the game began now: as the host has set it, as its deck needs it, and no secret told."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from narrator.game.library import LIBRARY
from narrator.lobby.lobby import Lobby, Refused
from narrator.lobby.setup import (
    dealt_by_host,
    dealt_game,
    deck_of,
    offered,
    open_options,
    preset_of,
    preset_options,
    village_of,
    with_options,
)
from narrator.rules.table import IllegalTable
from tests.labs.boxlab import NAMES, Table

PACT = LIBRARY.roleset("the-pact", {})[0]
OPTIONS = PACT.options


def lobby(roleset: str = "the-pact", **options: str) -> Lobby:
    """Eight at a table that is kept nowhere."""
    found = Lobby()
    for name in NAMES:
        found.join(name)
    found.roleset, found.options = roleset, options
    return found


def test_an_option_goes_off_with_the_one_that_it_needs() -> None:
    before = {"events": "on", "event_variants": "on", "buildings": "on"}
    assert with_options(OPTIONS, before, {"events": "off"}) == {"events": "off", "buildings": "on"}
    assert with_options(OPTIONS, before, {"events": "every-2"}) == before | {"events": "every-2"}


def test_what_several_boxes_play_is_refused_and_can_be_switched_off() -> None:
    with pytest.raises(Refused) as told:
        with_options(OPTIONS, {}, {"hamlets": "on"})
    assert told.value.code == "several-boxes"
    assert with_options(OPTIONS, {}, {"hamlets": "off"}) == {"hamlets": "off"}


def test_a_preset_changes_how_it_is_played_and_neither_the_rules_nor_a_secret() -> None:
    set_by_host = {"parity": "on", "black_plague": "on", "moonlight": "on"}
    chosen = preset_options(PACT, set_by_host, "village")
    assert chosen == {"parity": "on", "black_plague": "on", **PACT.presets["village"]}
    values = LIBRARY.roleset("the-pact", chosen)[1]
    assert preset_of(PACT, values) == "village"
    assert preset_of(PACT, {**values, "moonlight": "on"}) is None, "with one thing more it is the host's own"


@pytest.mark.parametrize("roleset", LIBRARY.names)
def test_the_host_can_set_every_option_alone_and_choose_any_preset_after_it(roleset: str, tmp_path: Path) -> None:
    """A preset that excludes what the host has set (dark city the answer aloud) takes it away."""
    table = Table(tmp_path, NAMES)
    assert table.set("roleset", roleset)["ok"]
    rules, _ = LIBRARY.roleset(roleset, {})
    for name, option in rules.options.items():
        for value in option.values if option.group != "several-boxes" else ():
            table.box.lobby.options = {}
            reply = table.set("option", {**dict.fromkeys(option.needs, "on"), name: value.replace("N", "2")})
            assert reply["ok"], (name, value, reply)
            for preset in rules.presets:
                assert table.set("preset", preset)["ok"], (name, value, preset)


@pytest.mark.parametrize("roleset", LIBRARY.names)
def test_what_a_preset_proposes_to_few_players_can_be_played(roleset: str) -> None:
    for seats in range(4, 8):
        for preset, options in LIBRARY.roleset(roleset, {})[0].presets.items():
            table = lobby(roleset, **options)
            table.players = NAMES[:seats]
            assert len(dealt_game(table, LIBRARY, house_deck=True).seats) == seats, preset


def test_nothing_that_is_looked_at_before_the_game_knows_a_secret_option() -> None:
    table = lobby(black_plague="on", buildings="on")
    assert open_options(table, LIBRARY) == {"buildings": "on"}
    assert dealt_game(table, LIBRARY).options["black_plague"] == "on", "and the game knows it"


def test_what_the_host_has_not_chosen_is_as_it_is_proposed() -> None:
    table = lobby(buildings="on")
    rules, _ = LIBRARY.roleset("the-pact", table.options)
    assert (deck_of(table, LIBRARY), village_of(table, LIBRARY)) == (
        Counter(rules.proposed(8)), Counter(rules.village(8)),
    )  # fmt: skip
    table.deck, table.village = {"werewolf": 2, "villager": 6}, {"farmer": 1}
    assert (deck_of(table, LIBRARY), village_of(table, LIBRARY)) == (Counter(table.deck), Counter(farmer=1))


def test_groups_and_cards_are_laid_out_only_for_a_deck_that_needs_them() -> None:
    table = lobby()
    assert offered(table, LIBRARY) == {}
    table.deck = {"werewolf": 2, "prejudiced-manipulator": 1, "actor": 1, "villager": 4}
    found = offered(table, LIBRARY)
    assert found["groups"] == {"A": NAMES[:4], "B": NAMES[4:]}
    assert len(found["actor"]) == 3


def test_those_who_sit_out_get_no_card() -> None:
    table = lobby("millers-hollow")
    table.join("Ida")
    table.sits_out = ["Cid"]
    assert [*dealt_game(table, LIBRARY).seats] == [name for name in (*NAMES, "Ida") if name != "Cid"]


def test_cards_that_people_have_dealt_are_theirs_in_the_order_of_the_seats() -> None:
    hands = ["seer", "werewolf", *["villager"] * 5, "werewolf"]
    game = dealt_game(lobby("millers-hollow"), LIBRARY, hands=hands)
    assert game.header["cards"] == dict(zip(NAMES, hands, strict=True))


def test_a_host_who_deals_hands_out_every_card_but_one() -> None:
    assert dealt_by_host(lobby("millers-hollow"), LIBRARY) is None, "there the box deals"
    table = lobby("classic", chosen_cards="on")
    table.deck = {"werewolf": 2, "seer": 1, "villager": 5}
    table.hands = {"Bob": "werewolf", "Zoe": "seer"}
    assert dealt_by_host(table, LIBRARY) == {"Bob": "werewolf"}, "Zoe has gone"
    with pytest.raises(IllegalTable) as told:
        dealt_game(table, LIBRARY)
    assert told.value.code == "not-handed-out"
    table.hands |= {"Hal": "werewolf", "Eve": "seer"} | dict.fromkeys(("Ann", "Cid", "Dan", "Fay"), "villager")
    assert "Gus" not in dealt_game(table, LIBRARY).header["cards"], "who gets what is left"
