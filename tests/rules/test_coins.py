"""What no scenario can say about the coins: what is said twice in a phase, and what a dead ghost's page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.game.game import Game
from narrator.rules.facts import Announced, Asked, DebateOpened, Told
from tests.labs.boxlab import Table

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


def played(cards: dict[str, str], *answers: tuple[str, object], until: str) -> Game:
    """A game up to this phase: all who are asked give each prompt its next answer, or pass."""
    game = Game(roleset="coins", seats=SEATS, cards=cards, seed=1)
    left = list(answers)
    while game.phase != until:
        for prompt in game.prompts:
            if left and left[0][0] == prompt.id:
                value = left.pop(0)[1]
                for seat in prompt.seats:
                    game.answer(prompt.id, value if value != seat else None, seat)
        game.close()
    assert not left
    return game


def said(game: Game, phase: str, kind: type) -> list[object]:
    [chapter] = [chapter for chapter in game.chapters() if chapter.phase == phase]
    return [fact for fact in chapter.facts if type(fact) is kind]


def spared(game: Game, dawn: str) -> int:
    return sum(fact.cue == "dawn.spared" for fact in said(game, dawn, Announced) if isinstance(fact, Announced))


def test_co_40_each_failed_kill_has_its_line() -> None:
    cards = {"Ann": "werewolf", "Bob": "witch", "Cid": "doctor", "Dan": "bodyguard"}
    game = played(
        cards,
        ("werewolf.devour", "Eve"),
        ("witch.heal", "yes"),
        ("witch.poison", "Ann"),
        ("doctor.heal", "Ann"),
        ("bodyguard.protect", "Fay"),
        until="day 1",
    )
    assert spared(game, "dawn 1") == 2, "one was healed, one was saved from poison"

    game = played(
        cards,
        ("werewolf.devour", "Eve"),
        ("witch.heal", "yes"),
        ("witch.poison", "Eve"),
        ("doctor.heal", "Eve"),
        ("bodyguard.protect", "Eve"),
        until="day 1",
    )
    assert spared(game, "dawn 1") == 2, "two kills of one seat, however many stood in their way"


def test_co_46_a_second_debate_follows_an_execution_and_nothing_else() -> None:
    cards = {"Ann": "werewolf"}
    accused = ("village.accuse", "Bob")
    executed = played(cards, accused, ("village.execute", "yes"), until="night 2")
    assert len(said(executed, "day 1", DebateOpened)) == 2
    acquitted = played(cards, accused, ("village.execute", "no"), until="night 2")
    assert len(said(acquitted, "day 1", DebateOpened)) == 1
    assert len(said(played(cards, until="night 2"), "day 1", DebateOpened)) == 1


@pytest.mark.parametrize(("victim", "girl"), [("Cid", "Dan"), ("Dan", "Cid")])
def test_co_24_the_witch_is_shown_the_victims_in_seat_order_whoever_is_the_girl(victim: str, girl: str) -> None:
    cards = {"Ann": "werewolf", "Bob": "witch", girl: "little-girl"}
    game = played(cards, ("werewolf.devour", victim), ("werewolf.catch", girl), until="day 1")
    [shown] = [fact.what for fact in said(game, "night 1", Told) if isinstance(fact, Told) and fact.about == "victim"]
    assert shown == ("Cid", "Dan")
    [heal] = [
        fact.prompt for fact in said(game, "night 1", Asked) if isinstance(fact, Asked) and "heal" in fact.prompt.id
    ]
    assert heal.choices == ("Cid", "Dan")


def test_co_36_a_dead_ghost_is_shown_the_night_as_it_happens_and_other_dead_are_not(tmp_path: Path) -> None:
    table = Table(tmp_path, SEATS)
    cards = {"Ann": "werewolf", "Bob": "ghost", "Dan": "seer"}
    table.box.moderate(Game("coins", SEATS, cards=cards, options={"ghosts_see": "off"}, seed=3))
    for night, victim in enumerate(["Bob", "Cid", "Eve"]):
        table.until("werewolf.devour")
        assert (table.page("Bob")["ghost"] is None) == (night == 0)
        table.answer("Ann", victim)
        table.until("seer.look")
        if night:
            assert victim in table.page("Bob")["ghost"][-1]["text"], "before the night is over"
        table.answer("Dan", "Ann")
    assert table.page("Cid")["you"]["alive"] is False
    assert table.page("Cid")["ghost"] is None
    assert table.page("Dan")["ghost"] is None


@pytest.mark.parametrize(("at", "means"), [("Ann", "Yes, Ann was awake."), ("Hal", "No, Hal was asleep.")])
def test_co_34_an_insomniac_reads_what_a_yes_or_no_means(tmp_path: Path, at: str, means: str) -> None:
    table = Table(tmp_path, SEATS)
    table.box.moderate(Game("coins", SEATS, cards={"Ann": "werewolf", "Bob": "insomniac", "Dan": "wizard"}, seed=3))
    table.until("wizard.seek")
    table.answer("Dan", "Bob")
    table.until("insomniac.ask")
    table.answer("Bob", at)
    table.until("village.accuse")
    assert table.page("Bob")["you"]["notes"][-1]["text"] == means
    assert table.page("Dan")["you"]["notes"][-1]["text"] == "No, Bob is not the seer."


def test_co_45_a_ghost_reads_why_letters_are_missing(tmp_path: Path) -> None:
    table = Table(tmp_path, SEATS)
    table.box.moderate(Game("coins", SEATS, cards={"Ann": "werewolf", "Bob": "ghost"}, seed=3))
    table.until("werewolf.devour")
    table.answer("Ann", "Bob")
    table.until("ghost.clue")
    screen = table.page("Bob")["screen"]
    assert "A" not in [choice["label"] for choice in screen["choices"]]
    assert screen["text"] == "You have only these letters. No living player’s name begins with one."
