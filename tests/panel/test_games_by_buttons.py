"""Whole games by buttons alone: all questions can be answered, a pulled plug loses nothing, no light tells a secret."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hardware.devices import Colour
from hardware.lights import ASKED, BRIGHT, CONSIDERED, FAINT, OFF, RED, dimmed
from narrator.game.game import Game
from narrator.game.journal import Journal
from narrator.game.library import LIBRARY
from tests.labs.boxlab import DAY
from tests.labs.buttonlab import (
    NAMES,
    PASS,
    TELL,
    TWO_DEALS,
    ButtonTable,
    Lit,
    Move,
    Players,
    answered,
    choose,
    restless,
    shape,
    taps,
)

pytestmark = pytest.mark.slow

EVERYBODY_SPECIAL = {
    "millers-hollow": ("werewolf", "werewolf", "seer", "witch", "hunter", "cupid", "little-girl", "thief"),
    "classic": ("werewolf", "werewolf", "seer", "cupid", "herbalist", "villager", "villager", "villager"),
}
OPTIONS: dict[str, dict[str, str]] = {
    "millers-hollow": {},
    "classic": {"cupid": "on", "wolfsbane_doorstep": "on", "dark_city": "on"},
}


def deal(table: ButtonTable, roleset: str, seed: int) -> None:
    shuffled = Random(seed).sample(EVERYBODY_SPECIAL[roleset], len(NAMES))
    cards = dict(zip(NAMES, shuffled, strict=True))
    table.box.moderate(Game(roleset, NAMES, cards=cards, options=OPTIONS[roleset], seed=seed))


@pytest.mark.parametrize("roleset", ["millers-hollow", "classic"])
def test_every_prompt_is_answered_in_whole_games_by_buttons_alone(roleset: str, tmp_path: Path) -> None:
    rules, _ = LIBRARY.roleset(roleset, OPTIONS[roleset])
    left = {*rules.prompts, *rules.ballots}
    for seed in range(40):
        table = ButtonTable(tmp_path / str(seed))
        deal(table, roleset, seed)
        players = Players(table, seed)
        while players.play():
            assert table.time.now < DAY, "this game never ends"
            if seed % 4 == 0 and table.page(kind="table")["phase"] == "Day 2":
                table.do("draw", token=table.host)
        assert table.page(kind="table")["stage"] == "over"
        left -= set(answered(table))
        if not left:
            return
    raise AssertionError(f"never answered: {sorted(left)}")


def test_a_game_by_buttons_goes_on_after_each_pulled_plug(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    deck = {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "cupid": 1, "villager": 2}
    assert table.set("deck", deck)["ok"]
    assert table.do("start", token=table.host)["ok"]
    players = Players(table, 5)
    plugs = 0
    while players.play():
        assert table.time.now < DAY, "this game never ends"
        if players.windows == 3:
            assert table.box.game is not None
            kept = list(table.box.game.entries)
            table = ButtonTable(tmp_path)
            assert table.box.resume()
            assert table.box.game is not None
            assert table.box.game.entries == kept
            players = Players(table, 6 + plugs)
            plugs += 1
    assert plugs > 2
    assert table.page(kind="table")["stage"] == "over"
    assert {"seer.look", "werewolf.devour", "village.vote"} <= set(answered(table))


def lights(folder: Path, cards: dict[str, str], asked: list[Move], told: Sequence[Move] = ()) -> Lit:
    """Every change of a light until the first vote, when all make the same moves: in every window, and when told."""
    table = ButtonTable(folder)
    table.box.moderate(Game("millers-hollow", NAMES, cards=cards, options={"sheriff": "never"}, seed=5))
    seen = 0
    while table.step() and table.round.views[None].window != "village.vote":
        screen = table.page("Ann")["screen"]
        if screen["number"] != seen:
            seen = screen["number"]
            table.hands(dict.fromkeys(NAMES, {"ask": asked, "told": told}.get(screen["kind"], [])))
    assert table.round.views[None].window == "village.vote", "the vote never came"
    return table.lit


WOLVES = {"Ann": "werewolf", "Bob": "werewolf"}
SEERS = ({**WOLVES, "Cid": "seer", "Fay": "witch"}, {**WOLVES, "Dan": "seer", "Fay": "witch"})


@pytest.mark.parametrize(
    "moves",
    [choose(3), choose(1), choose(8), choose(40), PASS, choose(2, 3), []],
    ids=["a choice", "left", "oneself", "nobody", "pass", "two", "nothing"],
)
def test_who_holds_the_seer_makes_no_difference_to_any_light(moves: list[Move], tmp_path: Path) -> None:
    one, other = (lights(tmp_path / str(at), cards, moves) for at, cards in enumerate(SEERS))
    assert one == other
    assert len(one) > 50


def test_who_is_of_the_pack_makes_no_difference_to_any_light(tmp_path: Path) -> None:
    packs = (WOLVES, {"Gus": "werewolf", "Hal": "werewolf"})
    one, other = (lights(tmp_path / str(at), pack, choose(1)) for at, pack in enumerate(packs))
    assert one == other


def test_a_player_who_reads_what_the_pack_has_chosen_changes_only_their_own_light(tmp_path: Path) -> None:
    packs = (WOLVES, {"Gus": "werewolf", "Hal": "werewolf"})
    asked = [*choose(1), *taps(0, then=0.8, start=5.0)]
    one, other = (lights(tmp_path / str(at), pack, asked) for at, pack in enumerate(packs))
    wolves = ("Ann", "Bob", "Gus", "Hal")
    assert [lit for lit in one if lit[1] not in wolves] == [lit for lit in other if lit[1] not in wolves]
    assert shape(one) == shape(other)
    assert one != other


@pytest.mark.parametrize("seed", range(6))
def test_no_light_reveals_who_holds_what_whatever_is_pressed_at_night(seed: int, tmp_path: Path) -> None:
    nights = []
    for at, cards in enumerate(TWO_DEALS):
        table = ButtonTable(tmp_path / str(at))
        table.box.moderate(Game("millers-hollow", NAMES, cards=cards, options={"sheriff": "never"}, seed=5))
        dice, seen = Random(seed), 0
        while table.step() and all(seat["alive"] for seat in table.page(kind="table")["seats"]):
            if table.page(kind="table")["phase"].startswith("Day"):
                break
            screen = table.page("Ann")["screen"]
            if screen["kind"] == "ask" and screen["number"] != seen:
                seen = screen["number"]
                table.hands({name: restless(dice, table.round.left - 1) for name in NAMES})
        dawn = round(table.time.now, 3)
        nights.append([lit for lit in table.lit if lit[0] < dawn])
    one, other = nights
    assert CONSIDERED in {colour for _, _, colour in one}
    assert one == other


def test_the_seat_that_is_counted_to_glows_for_question_and_decoy_living_and_dead(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    cards = {**WOLVES, "Dan": "seer"}
    table.box.moderate(Game("millers-hollow", NAMES, cards=cards, options={"sheriff": "never"}, seed=5))
    table.until("werewolf.devour")
    table.hands({"Ann": choose(4), "Bob": choose(3)})
    table.until("village.vote")
    before = len(table.lit)
    table.hands({"Ann": taps(2)})
    table.pass_time(table.time.now + 0.2)
    assert CONSIDERED not in {colour for _, _, colour in table.lit[before:]}, "votes are secret until all are in"
    table.hands(dict.fromkeys(NAMES, PASS))
    table.until("seer.look")
    for counting, passed_over in (("Dan", ["Eve", "Fay", "Gus"]), ("Cid", ["Dan", "Eve", "Fay"])):
        before = len(table.lit)
        table.hands({counting: taps(3)})
        table.pass_time(table.time.now + 0.2)
        glowing = [name for _, name, colour in table.lit[before:] if colour == CONSIDERED]
        assert glowing == passed_over, "Eve is dead, and glows"
        table.pass_time(table.time.now + 4.0)
        assert CONSIDERED not in shown(table).values()


def shown(table: ButtonTable) -> dict[str, Colour]:
    """What each light shows now."""
    return {name: colour for _, name, colour in table.lit}


def test_a_seat_glows_as_long_as_anybody_counts_to_it(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    table.box.moderate(Game("millers-hollow", NAMES, cards=WOLVES, options={"sheriff": "never"}, seed=5))
    table.until("werewolf.devour")
    table.hands({"Ann": taps(3), "Bob": taps(2, pause=1.0)})
    assert shown(table)["Dan"] == CONSIDERED
    table.hands({"Ann": TELL})
    table.pass_time(table.time.now + 0.5)
    assert shown(table)["Dan"] == CONSIDERED, "Bob still does"
    table.hands({"Bob": TELL})
    table.pass_time(table.time.now + 0.5)
    assert shown(table)["Dan"] == ASKED


def test_no_light_waits_for_the_disk_on_which_an_answer_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Decoys are kept nowhere: a light that waited would show whose answer was a decoy's."""
    table = ButtonTable(tmp_path)
    table.box.moderate(Game("millers-hollow", NAMES, cards=SEERS[0], options={"sheriff": "never"}, seed=5))
    table.until("seer.look")
    kept: list[dict[str, Colour]] = []
    append = Journal.append

    def look_and_append(journal: Journal, entry: Sequence[Any], course: tuple[int, int] | None) -> None:
        kept.append(shown(table))
        append(journal, entry, course)

    monkeypatch.setattr(Journal, "append", look_and_append)
    monkeypatch.setattr(table.panel, "send", lambda message: pytest.fail(f"waits for {message}"))
    table.hands({"Cid": choose(3)})
    assert [lights["Cid"] for lights in kept] == [BRIGHT], "confirmed before it is kept"


def test_after_a_pulled_plug_the_lights_do_not_show_who_had_answered(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    table.box.moderate(Game("millers-hollow", NAMES, cards=SEERS[0], options={"sheriff": "never"}, seed=5))
    table.until("seer.look")
    table.hands(dict.fromkeys(NAMES, choose(3)))
    again = ButtonTable(tmp_path)
    assert again.box.resume()
    again.until("seer.look")
    again.settle()
    assert again.page("Cid")["screen"]["chosen"] == ["Fay"]
    assert {level for _, _, level in again.lit[-len(NAMES) :]} == {ASKED}
    assert [name for _, name, _ in again.lit[-len(NAMES) :]] == NAMES


def test_what_a_light_tells_is_for_its_holder_and_takes_as_long_for_everybody(tmp_path: Path) -> None:
    one, other = (lights(tmp_path / str(at), cards, choose(3), TELL) for at, cards in enumerate(SEERS))
    knowing = ("Cid", "Dan")
    assert [lit for lit in one if lit[1] not in knowing] == [lit for lit in other if lit[1] not in knowing]
    assert shape(one) == shape(other)
    assert one != other


def test_the_dead_have_no_light_unless_they_are_asked(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    cards = {**WOLVES, "Cid": "hunter", "Dan": "seer"}
    table.box.moderate(Game("millers-hollow", NAMES, cards=cards, options={"sheriff": "never"}, seed=5))
    table.until("werewolf.devour")
    table.hands({"Ann": choose(2), "Bob": choose(1)})
    table.until("hunter.shoot")
    levels = {name: level for _, name, level in table.lit}
    assert levels["Cid"] > FAINT
    assert all(levels[name] == FAINT for name in NAMES if name != "Cid")
    table.hands({"Cid": choose(3)})
    table.until("village.vote")
    levels = {name: level for _, name, level in table.lit}
    assert levels["Cid"] == levels["Fay"] == OFF
    assert levels["Eve"] > FAINT


def test_the_witch_reads_her_light_and_saves_the_victim(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    cards = {**WOLVES, "Cid": "witch", "Dan": "seer"}
    table.box.moderate(Game("millers-hollow", NAMES, cards=cards, options={"sheriff": "never"}, seed=5))
    table.until("seer.look")
    table.hands({"Dan": choose(5)})
    table.until("werewolf.devour")
    assert table.told("Bob") == [7, 8], "Ann, and Bob himself"
    table.hands({"Ann": choose(6), "Bob": choose(5)})
    table.until("witch.heal")
    assert table.told("Cid") == [4], "Gus"
    table.hands({"Cid": choose(1)})
    table.until("village.vote")
    assert [seat["name"] for seat in table.page(kind="table")["seats"] if not seat["alive"]] == []
    assert table.box.game is not None
    assert ("answer", "witch.heal", "Cid", ("yes",)) in table.box.game.entries


def test_the_pack_agrees_by_its_lights(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    table.box.moderate(Game("millers-hollow", NAMES, cards=WOLVES, options={"sheriff": "never"}, seed=5))
    table.until("werewolf.devour")
    table.hands({"Ann": choose(6)})
    table.step()
    assert table.told("Bob") == [5], "Gus, whom Ann has chosen"
    table.hands({"Bob": choose(4)})
    table.step()
    assert table.told("Ann") == [5, 6], "Fay, whom Bob has chosen, and Gus"
    table.hands({"Ann": choose(5)})
    assert table.box.game is not None
    assert ("answer", "werewolf.devour", "Ann", ("Fay",)) in table.box.game.entries


def test_a_light_tells_the_card_and_what_the_seer_saw(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    cards = {**WOLVES, "Cid": "witch", "Dan": "seer"}
    table.box.moderate(Game("millers-hollow", NAMES, cards=cards, options={"sheriff": "never"}, seed=5))
    table.pass_time(5.0)
    assert table.told("Dan", PASS) == [3], "the third card of the sheet"
    table.until("seer.look")
    table.hands({"Dan": choose(6)})
    table.until("werewolf.devour")
    table.pass_time(table.time.now + 15.0)
    assert table.round.beat is not None
    while table.round.beat.screen != "rest":
        table.step()
    assert table.told("Dan") == [2], "Bob is a werewolf, the second card of the sheet"


@pytest.mark.parametrize(("victim", "number", "hue"), [("Bob", 1, "red"), ("Eve", 2, "green")])
def test_whether_somebody_is_a_werewolf_is_told_in_red_or_green(
    victim: str, number: int, hue: str, tmp_path: Path
) -> None:
    table = ButtonTable(tmp_path)
    cards = {**WOLVES, "Dan": "seer"}
    table.box.moderate(Game("classic", NAMES, cards=cards, seed=5))
    table.until("seer.look")
    table.hands({"Dan": choose((NAMES.index(victim) - 3) % 8)})
    table.pass_time(table.time.now + 1.0)
    assert table.told("Dan") == [(NAMES.index(victim) - 3) % 8]
    assert table.hues == {"warm"}
    while table.page("Dan")["screen"]["kind"] == "ask":
        table.step()
    assert table.told("Dan") == [number]
    assert table.hues == {hue}


def test_red_and_green_change_no_moment_of_any_light(tmp_path: Path) -> None:
    seen = []
    for at, wolf in enumerate(("Bob", "Eve")):
        table = ButtonTable(tmp_path / str(at))
        table.box.moderate(Game("classic", NAMES, cards={"Ann": "werewolf", wolf: "werewolf", "Dan": "seer"}, seed=5))
        table.until("seer.look")
        table.hands({"Dan": choose(6), "Cid": choose(6)})
        while table.page("Dan")["screen"]["kind"] == "ask":
            table.step()
        table.hands(dict.fromkeys(NAMES, TELL))
        table.pass_time(table.time.now + 8.0)
        seen.append(table.lit)
    assert shape(seen[0]) == shape(seen[1])
    one, other = ([lit for lit in each if lit[1] != "Dan"] for each in seen)
    assert one == other
    assert dimmed(RED, 0.6) in {colour for _, _, colour in seen[0]}


def test_the_village_calls_the_vote_by_buttons(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    table.box.moderate(Game("millers-hollow", NAMES, cards=WOLVES, options={"sheriff": "never"}, seed=5))
    while table.page("Ann")["screen"]["kind"] != "debate":
        table.step()
    table.pass_time(table.time.now + 5.0)
    before = table.time.now
    table.hands({name: choose(1) for name in NAMES[:5]})
    table.until("village.vote")
    assert table.time.now - before < 10.0


def test_the_last_line_is_said_again_by_a_button_while_nothing_is_asked(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    table.box.moderate(Game("millers-hollow", NAMES, cards=WOLVES, options={"sheriff": "never"}, seed=5))
    while table.page("Ann")["screen"]["kind"] != "debate":
        table.step()
    table.pass_time(table.time.now + 20.0)
    last, before = table.page("Ann")["caption"], len(table.loudspeaker.heard)
    table.hands({"Bob": choose(3)})
    table.pass_time(table.time.now + 5.0)
    assert [what for _, kind, what in table.loudspeaker.heard[before:] if kind == "say"][-1] == last
