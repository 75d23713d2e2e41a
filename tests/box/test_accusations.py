"""Accusations: in the debate players accuse and second, the accused speak, and the vote is on them alone (G-15)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator import Game
from narrator.game import journal
from narrator.game.export import scenario
from narrator.game.library import LIBRARY
from narrator.game.scenario import play
from narrator.rules.facts import Counted
from narrator.rules.variant_facts import Denounced
from narrator.telling.pace import PACES
from tests.labs.boxlab import Table, act, acts, debating, pass_time, said

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
ACCUSE = "accusations.accuse"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return debating(accusing(tmp_path))


def accusing(folder: Path, roleset: str = "millers-hollow", bots: list[str] | None = None, **more: Any) -> Table:
    """A game has begun at a table that hears accusations."""
    table = Table(folder, NAMES)
    on = {"accusations": "three", **({} if roleset == "classic" else {"sheriff": "never"})}
    table.box.lobby.roleset, table.box.lobby.options, table.box.lobby.bots = roleset, on, bots or []
    cards = {"Ann": "werewolf", "Bob": "werewolf", **more.pop("cards", {})}
    table.box.moderate(Game(roleset, NAMES, cards=cards, options=on, seed=3, **more))
    return table


def accuse(table: Table, by: str, seat: str) -> None:
    """Accuse somebody as soon as the village talks again."""
    assert act(debating(table), by, ACCUSE, seat)["ok"]


def seats(table: Table) -> dict[str, dict[str, Any]]:
    return {seat["name"]: seat for seat in table.page("Dan")["seats"]}


def living(table: Table) -> list[str]:
    return [name for name, seat in seats(table).items() if seat["alive"]]


def speaker(table: Table) -> str | None:
    """Who speaks in their own defence now."""
    game = table.round.game
    asked = [prompt.seats for prompt in game.prompts if prompt.id == "accusations.defence"]
    return asked[0][0] if asked and table.round.views[None].window == "accusations.defence" else None


def test_an_accusation_is_heard_and_seen_at_once_and_the_debate_goes_on(table: Table) -> None:
    """G-15."""
    left = table.page("Dan")["clock"]["left"]
    accuse(table, "Cid", "Bob")
    debating(table)
    assert any(line.startswith("Cid accuses Bob.") for line in said(table))
    assert (seats(table)["Bob"]["accused_by"], seats(table)["Bob"]["accused"]) == (["Cid"], False)
    assert table.page("Dan")["screen"]["kind"] == "debate"
    assert table.page("Dan")["clock"]["left"] == pytest.approx(left, abs=1)
    accuse(table, "Dan", "Bob")
    debating(table)
    assert any(line.startswith("Bob stands accused") for line in said(table))
    assert seats(table)["Bob"]["accused"]
    assert act(table, "Eve", ACCUSE, "Bob")["ok"] is False


@pytest.mark.parametrize(("pace", "seconds"), [("relaxed", 45), ("normal", 30), ("brisk", 20)])
def test_each_accused_speaks_for_as_long_as_the_pace_says_in_the_order_of_the_second_voices(
    pace: str, seconds: float, tmp_path: Path
) -> None:
    """G-15."""
    table = accusing(tmp_path)
    assert table.set("pace", pace)["ok"]
    debating(table)
    for by, seat in [("Cid", "Bob"), ("Dan", "Ann"), ("Eve", "Ann"), ("Fay", "Bob")]:
        accuse(table, by, seat)
    spoke = []
    for _ in range(2):
        while speaker(table) in (None, *spoke):
            assert table.step()
        who = speaker(table)
        spoke.append(who)
        assert any(who in line for line in said(table)[-1:])
        assert table.page(who)["screen"]["kind"] == "ask"
        assert table.page("Dan")["screen"]["title"] == "Listen"
        assert [name for name, seat in seats(table).items() if seat["speaks"]] == [who]
        assert table.page("Dan")["clock"]["of"] == pytest.approx(seconds, abs=PACES[pace].breath)
    assert spoke == ["Ann", "Bob"]
    table.until("village.vote")
    assert [choice["value"] for choice in table.page("Dan")["screen"]["choices"]] == ["Ann", "Bob"]


def test_a_speaker_who_has_finished_ends_the_speech_early(table: Table) -> None:
    """G-15, G-04."""
    for by in ("Cid", "Dan"):
        accuse(table, by, "Bob")
    table.until("accusations.defence")
    began = table.time.now
    assert table.answer("Bob", "yes")["ok"]
    table.until("village.vote")
    assert table.time.now - began < 12


def test_at_the_last_call_a_page_and_a_button_accuse_as_in_a_vote(table: Table) -> None:
    """G-15."""
    accuse(table, "Cid", "Bob")
    table.until("accusations.last-call")
    assert table.page("Dan")["screen"]["may_pass"]
    assert table.answer("Dan", "Bob")["ok"]
    table.until("accusations.defence")
    assert speaker(table) == "Bob"


def test_when_as_many_stand_accused_as_may_nobody_is_asked_for_another_name(tmp_path: Path) -> None:
    """G-15."""
    table = debating(accusing(tmp_path))
    for seat, others in {"Ann": "CD", "Bob": "EF", "Cid": "GH"}.items():
        for by in others:
            accuse(table, next(name for name in NAMES if name.startswith(by)), seat)
    windows = []
    while "village.vote" not in windows:
        assert table.step()
        if table.round.asking:
            windows.append(table.round.views[None].window)
    assert "accusations.last-call" not in windows
    assert [choice["value"] for choice in table.page("Dan")["screen"]["choices"]] == ["Ann", "Bob", "Cid"]


def test_nobody_accused_means_no_vote(table: Table) -> None:
    """G-15, G-10."""
    accuse(table, "Cid", "Bob")
    day = table.round.game.night
    while table.round.views[None].phase != f"night {day + 1}":
        assert table.step()
    assert any("Nobody stands accused" in line or "no vote" in line.lower() for line in said(table))
    assert not any(fact.votes for fact in table.round.game.facts if isinstance(fact, Counted))


def test_accusations_are_on_the_disk_before_they_are_heard_and_a_step_back_takes_them_back(table: Table) -> None:
    """G-01."""
    for by in ("Cid", "Dan"):
        accuse(table, by, "Bob")
    kept = journal.load(next((table.box.data / "games").glob("*.jsonl"))).entries
    assert [list(entry) for entry in kept if entry[0] == "answer" and entry[1] == ACCUSE] == [
        ["answer", ACCUSE, "Cid", ("Bob",)],
        ["answer", ACCUSE, "Dan", ("Bob",)],
    ]
    assert table.do("undo", token=table.host)["ok"]
    debating(table)
    assert not any(isinstance(fact, Denounced) for fact in table.round.game.facts)
    assert seats(table)["Bob"]["accused_by"] == []


@pytest.mark.parametrize("roleset", ["millers-hollow", "classic"])
def test_a_box_that_was_cut_off_in_a_debate_remembers_who_stands_accused(roleset: str, tmp_path: Path) -> None:
    """G-01."""
    table = debating(accusing(tmp_path, roleset))
    for by in ("Cid", "Dan"):
        accuse(table, by, "Bob")
    pass_time(table, 5)
    back = Table(tmp_path)
    assert back.box.resume()
    back.do("resume", token=back.host)
    assert any(isinstance(fact, Denounced) and fact.seconded for fact in back.round.game.facts)
    back.until("accusations.defence")
    assert speaker(back) == "Bob"


def test_the_dead_are_asked_nothing_and_have_nothing_to_whisper(tmp_path: Path) -> None:
    """G-22."""
    table = accusing(tmp_path)
    table.until("werewolf.devour")
    for wolf in ("Ann", "Bob"):
        assert table.answer(wolf, "Hal")["ok"]
    debating(table)
    dead = [name for name, seat in seats(table).items() if not seat["alive"]]
    assert dead
    assert all(acts(table, name) is None for name in dead)
    assert all(acts(table, name) == [ACCUSE] for name in living(table))


def test_bots_accuse_and_second_alike_in_two_games_of_one_seed(tmp_path: Path) -> None:
    """G-01, G-15."""
    heard = []
    for folder in ("one", "other"):
        table = accusing(tmp_path / folder, bots=NAMES[2:])
        for _ in range(900):
            if not table.step():
                break
        heard.append([fact for fact in table.round.game.facts if isinstance(fact, Denounced)])
    assert heard[0] == heard[1] != []


def test_a_game_with_accusations_becomes_a_scenario_that_plays_alike(table: Table, tmp_path: Path) -> None:
    """G-01."""
    accuse(table, "Cid", "Bob")
    accuse(table, "Dan", "Bob")
    table.until("village.vote")
    for name in living(table):
        table.answer(name, "Bob")
    while table.round.views[None].phase.startswith("day"):
        assert table.step()
    file = tmp_path / "game.yaml"
    file.write_text(scenario(table.round.game, "accused"))
    assert play(file, LIBRARY).problems == []


def test_a_second_voice_is_heard_while_the_first_one_is_still_being_told(table: Table) -> None:
    """G-15."""
    left = table.page("Dan")["clock"]["left"]
    assert act(table, "Cid", ACCUSE, "Bob")["ok"]
    table.step()
    assert act(table, "Dan", ACCUSE, "Bob")["ok"]
    assert act(table, "Eve", ACCUSE, "Ann")["ok"]
    debating(table)
    heard = [line for line in said(table) if "accuse" in line]
    assert [line.split()[0] for line in heard] == ["Cid", "Bob", "Eve"]
    assert table.page("Dan")["clock"]["left"] == pytest.approx(left, abs=2)
    table.until("accusations.last-call")
    table.until("accusations.defence")
    assert speaker(table) == "Bob"


def test_nobody_has_a_button_to_act_where_there_is_nothing_to_do(table: Table) -> None:
    """G-15."""
    accuse(table, "Cid", "Bob")
    accuse(table, "Dan", "Bob")
    table.until("village.vote")
    assert all(acts(table, name) is None for name in NAMES)
