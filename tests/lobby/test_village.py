"""A village is set up in the lobby: buildings, events, variants, and what the host alone may know."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from narrator.box.pages.panel_view import host_view
from narrator.game import journal
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.lobby.lobby import Lobby
from narrator.panel.menu_table import Item, menu
from narrator.rules.village_facts import EventsLaid, Housed
from tests.labs.boxlab import Table
from tests.labs.taglab import TagTable

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table(tmp_path, NAMES)
    assert table.set("roleset", "the-pact")["ok"]
    return table


def setup(table: Table) -> dict[str, Any]:
    return dict(table.page(kind="host")["setup"])


def option(table: Table, **values: str) -> dict[str, Any]:
    return table.set("option", values)


def begun(table: Table) -> Game:
    reply = table.do("start", token=table.host)
    assert reply["ok"], reply
    assert table.box.game is not None
    return table.box.game


def houses(game: Game) -> dict[str, str]:
    return {fact.seat: fact.building for fact in game.facts if isinstance(fact, Housed)}


def test_bd_01_the_village_that_is_proposed_is_dealt_by_lot(table: Table) -> None:
    option(table, buildings="on")
    village = setup(table)["village"]
    assert village["proposed"]
    assert village["numbers"] == dict(LIBRARY.roleset("the-pact", {"buildings": "on"})[0].village(8))
    dealt = Counter(houses(begun(table)).values())
    assert dealt.pop("vagabond") == 8 - sum(village["numbers"].values())
    assert dealt == village["numbers"]


def test_bd_01_the_host_changes_the_village_and_says_who_lives_where(table: Table) -> None:
    option(table, buildings="on")
    assert table.set("village", {"lord": 1, "baker": 1})["ok"]
    assert table.set("houses", {"Ann": "lord", "Bob": "vagabond"})["ok"]
    assert not setup(table)["village"]["proposed"]
    game = begun(table)
    assert houses(game)["Ann"] == "lord"
    assert houses(game)["Bob"] == "vagabond"
    assert Counter(houses(game).values()) == {"lord": 1, "baker": 1, "vagabond": 6}


def test_bd_01_what_the_village_does_not_have_cannot_be_handed_out(table: Table) -> None:
    option(table, buildings="on")
    table.set("village", {"lord": 1})
    table.set("houses", {"Ann": "lord"})
    refused = table.set("houses", {"Bob": "lord"})
    assert (refused["ok"], refused["code"]) == (False, "not-in-village")
    assert "Lord" in refused["sentence"]
    assert table.set("houses", {"Bob": "castle"})["code"] == "unknown-choice"
    table.set("village", {"lord": 0})
    assert "none left" in setup(table)["start"]
    table.set("houses", {"Ann": None})
    assert setup(table)["start"] is None


def test_bd_01_a_village_of_more_buildings_than_players_cannot_begin(table: Table) -> None:
    option(table, buildings="on")
    table.set("village", {"farmer": 6, "lord": 1, "baker": 1, "barber": 1})
    assert "9 buildings for 8 players" in setup(table)["start"]


def test_ev_02_the_host_leaves_cards_out_of_the_deck(table: Table) -> None:
    option(table, events="on")
    all_cards = {card["id"] for card in setup(table)["events"]["cards"]}
    table.set("left_out", sorted(all_cards - {"ev-burial", "ev-flood"}))
    (laid,) = [fact for fact in begun(table).facts if isinstance(fact, EventsLaid)]
    assert set(laid.cards) == {"ev-burial", "ev-flood"}


def test_ev_02_a_stack_is_drawn_in_its_order(table: Table) -> None:
    option(table, events="stacked")
    assert "your own order" in setup(table)["start"]
    table.set("stack", ["ev-flood", "ev-burial", "ev-miracle"])
    assert setup(table)["start"] is None
    (laid,) = [fact for fact in begun(table).facts if isinstance(fact, EventsLaid)]
    assert laid.cards == ("ev-flood", "ev-burial", "ev-miracle")


def test_ev_02_without_events_what_needs_them_is_neither_offered_nor_kept(table: Table) -> None:
    assert option(table, town_crier="on")["code"] == "needs-events"
    assert "town_crier" not in {one["id"] for one in setup(table)["options"]}
    option(table, events="on")
    option(table, town_crier="cards 3", events_voice="player")
    assert setup(table)["start"] is None
    option(table, events="off")
    assert setup(table)["start"] is None
    option(table, events="on")
    assert {one["value"] for one in setup(table)["options"] if one["id"] in ("town_crier", "events_voice")} == {
        "off",
        "box",
    }


def test_ev_03_several_permanent_events_can_hold_from_the_start(table: Table) -> None:
    option(table, events="on", permanent_events="ev-burial ev-executioner")
    (shown,) = [one for one in setup(table)["options"] if one["id"] == "permanent_events"]
    assert (shown["several"], shown["value"]) == (True, "ev-executioner ev-burial")
    assert "ev-burial" not in {card["id"] for card in setup(table)["events"]["cards"]}
    assert {"ev-burial", "ev-executioner"} <= set(begun(table)._table.in_force)


def test_players_say_what_event_cards_ask_and_nobody_else_sees_it(table: Table) -> None:
    assert table.page("Ann")["about"] is None
    option(table, events="on")
    assert table.page("Ann")["about"] == {"born": None, "lodge": None}
    assert table.do("about-me", token=table.tokens["Ann"], born="1961", lodge="moon")["ok"]
    assert table.page("Ann")["about"] == {"born": 1961, "lodge": "moon"}
    assert table.set("born", {"Bob": 1990})["ok"]
    for name in (None, *NAMES[1:]):
        for kind in ("host", "table") if name is None else ("player",):
            assert "1961" not in json.dumps(table.page(name, kind))
    assert setup(table)["events"]["born"] == ["Ann", "Bob"]
    assert setup(table)["events"]["lodge"] == ["Ann"]
    game = begun(table)
    assert game.header["born"] == {"Ann": 1961, "Bob": 1990}
    assert all("1961" not in str(fact) for fact in game.facts if fact.knowers is None)


def test_what_is_not_a_year_is_refused_and_a_year_can_be_taken_back(table: Table) -> None:
    option(table, events="on")
    for year in ("old", "1066", 3000, 19.5):
        assert table.do("about-me", token=table.tokens["Ann"], born=year, lodge=None)["code"] == "no-year"
    table.do("about-me", token=table.tokens["Ann"], born=1961, lodge="sun")
    table.do("about-me", token=table.tokens["Ann"], born="", lodge=None)
    assert table.page("Ann")["about"] == {"born": None, "lodge": None}


def test_a_player_who_gets_up_takes_along_what_they_have_said(table: Table) -> None:
    option(table, events="on", buildings="on")
    table.do("about-me", token=table.tokens["Ann"], born=1961, lodge="sun")
    table.set("houses", {"Ann": "farmer"})
    table.do("kick", token=table.host, name="Ann")
    assert (table.box.lobby.born, table.box.lobby.lodge, table.box.lobby.houses) == ({}, {}, {})


def test_va_05_two_cards_each_are_for_seven_to_nine(table: Table) -> None:
    option(table, double_you="open")
    assert setup(table)["start"] is None
    table.set("bots", 2)
    assert "Two cards each are for 7 to 9" in str(table.do("start", token=table.host, house_deck=True)["sentence"])


def test_va_02_hamlets_need_several_boxes(table: Table) -> None:
    assert "hamlets" not in {one["id"] for one in setup(table)["options"]}
    refused = option(table, hamlets="on")
    assert (refused["code"], "one box" in refused["sentence"]) == ("several-boxes", True)


@pytest.mark.parametrize("preset", LIBRARY.roleset("the-pact", {})[0].presets)
@pytest.mark.parametrize("players", [8, 12, 18])
def test_a_preset_sets_everything_with_one_tap(tmp_path: Path, preset: str, players: int) -> None:
    table = Table(tmp_path, NAMES)
    table.set("bots", players - len(NAMES))
    table.set("roleset", "the-pact")
    option(table, parity="on", trance="on")
    assert table.set("preset", preset)["ok"]
    shown = setup(table)
    assert (shown["preset"], shown["start"]) == (preset, None)
    assert table.box.lobby.options["parity"] == "on"
    assert "trance" not in table.box.lobby.options
    assert begun(table).winner is None


def test_the_table_of_a_village_outlives_a_restart_and_a_game(table: Table, tmp_path: Path) -> None:
    option(table, buildings="on", events="every-2", town_crier="on")
    table.set("village", {"lord": 1})
    table.set("houses", {"Cid": "lord"})
    table.set("left_out", ["ev-flood"])
    table.do("about-me", token=table.tokens["Ann"], born=1961, lodge="sun")
    game = begun(table)
    again = Table(tmp_path)
    assert again.box.resume()
    assert again.box.game is not None
    assert again.box.game.header == game.header
    assert [str(fact) for fact in again.box.game.facts] == [str(fact) for fact in game.facts]
    again.box.end()
    assert again.do("again", token=again.host)["ok"]
    shown = setup(again)
    assert shown["village"]["houses"] == {"Cid": "lord"}
    assert shown["events"]["left_out"] == ["ev-flood"]
    assert shown["events"]["born"] == ["Ann"]


def test_a_value_with_a_number_needs_that_number(table: Table) -> None:
    for wrong in ("N", "0", "01", "007", "\u0663", "100"):
        assert option(table, sheriff=f"day {wrong}")["code"] == "bad-option", wrong
    assert option(table, sheriff="day 4")["ok"]
    (shown,) = [one for one in setup(table)["options"] if one["id"] == "sheriff"]
    assert shown["value"] == "day 4"
    assert {"value": "day 4", "label": "Before the debate of day 4", "number": 4} in shown["values"]


# What the host alone may know.


def everything_but_the_host_page(table: Table) -> list[str]:
    pages = [table.page(name) for name in NAMES] + [table.page(kind="table"), table.page(kind="deck")]
    return [json.dumps({key: value for key, value in page.items() if key != "version"}) for page in pages]


def spoken(items: list[Item]) -> list[str]:
    found = []
    for item in items:
        choices = [f"{choice.spoken} {choice.sent}" for choice in item.choices]
        found += [item.cue, str(item.places), str(item.refused), *choices, *spoken(list(item.inside))]
    return found


def test_va_08_nothing_but_one_value_on_the_host_page_tells_of_the_plague(table: Table) -> None:
    option(table, buildings="on", events="on")
    plain, others = setup(table), everything_but_the_host_page(table)
    knob = spoken(menu(host_view(table.box), []))
    heard = list(table.loudspeaker.heard)
    option(table, black_plague="on")
    stricken = setup(table)
    assert spoken(menu(host_view(table.box), [])) == knob
    assert everything_but_the_host_page(table) == others
    assert [what for _, kind, what in table.loudspeaker.heard[len(heard) :] if kind == "say"] == []
    (changed,) = [after for before, after in zip(plain["options"], stricken["options"], strict=True) if before != after]
    assert (changed["id"], changed["group"]) == ("black_plague", "secret")
    assert {**plain, "options": []} == {**stricken, "options": []}
    assert "plague" not in " ".join(knob)


@pytest.mark.parametrize("deck", [{"villager": 8}, {"werewolf": 1, "thief": 1, "villager": 6}, {"werewolf": 2}])
def test_va_08_a_deck_is_refused_with_the_plague_as_it_is_without(table: Table, deck: dict[str, int]) -> None:
    table.set("deck", deck)
    without = setup(table)["start"]
    assert without is not None
    option(table, black_plague="on")
    assert setup(table)["start"] == without
    assert table.do("start", token=table.host)["sentence"] == without


def test_va_08_the_deck_of_a_stricken_village_reads_as_any_other(tmp_path: Path) -> None:
    decks = []
    for plague in ("off", "on"):
        table = Table(tmp_path / plague, NAMES)
        table.set("roleset", "the-pact")
        option(table, black_plague=plague)
        assert begun(table).options["black_plague"] == plague
        decks.append((table.page(kind="deck"), table.page("Ann")["deck"]))
    assert decks[0] == decks[1]


def test_va_08_the_plague_is_for_one_game(table: Table) -> None:
    option(table, black_plague="on", trance="on")
    assert begun(table).options["black_plague"] == "on"
    table.box.end()
    assert table.do("again", token=table.host)["ok"]
    values = {one["id"]: one["value"] for one in setup(table)["options"]}
    assert (values["black_plague"], values["trance"]) == ("off", "on")
    assert "black_plague" not in Lobby(table.box.lobby.file).options


def test_va_08_a_stricken_game_goes_on_after_a_restart(table: Table, tmp_path: Path) -> None:
    option(table, black_plague="on")
    begun(table)
    again = Table(tmp_path)
    assert again.box.resume()
    assert again.box.game is not None
    assert again.box.game.options["black_plague"] == "on"
    kept = journal.unfinished(tmp_path / "games")
    assert kept is not None


@pytest.mark.parametrize("values", [{"double_you": "secret"}, {"double_you": "open"}, {"black_plague": "on"}])
def test_cards_by_hand_are_refused_where_the_box_has_to_deal(tmp_path: Path, values: dict[str, str]) -> None:
    table = TagTable(tmp_path)
    table.set("roleset", "the-pact")
    table.set("option", values)
    refused = table.do("deal-by-tags", token=table.host)
    assert refused["code"] == "box-deals"
    assert not any(word in refused["sentence"] for word in ("plague", "werewol", "two cards"))
