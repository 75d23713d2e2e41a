"""A game that was played becomes a scenario that plays the same game."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator import Game, IllegalAnswer, IllegalTable, cli
from narrator.errors import english
from narrator.game import export, scenario
from narrator.game.bots import random_answers
from narrator.game.expectations import happened
from narrator.game.journal import Journal
from narrator.game.library import LIBRARY, Library
from narrator.rules.strict_yaml import Map, read

NAMES = ["Ann", "Bob", "Cid", "Dän", "Eve", "Fay", "No", "12", "x: y", "pass", "Zoë 😀", "it's", "- Hal", "true"]
SPECIAL = {
    "millers-hollow": ["seer", "witch", "hunter", "cupid", "little-girl", "thief"],
    "classic": ["seer"],
    "the-pact": [
        "cursed-wolf-father", "big-bad-wolf", "witch", "village-idiot", "actor", "devoted-servant", "wild-child",
        "wolf-hound", "prejudiced-manipulator", "angel", "piper", "fox", "wandering-judge", "scapegoat",
    ],
}  # fmt: skip


def random_game(chance: Random) -> Game | None:
    """A table as somebody might set it up, if it can be played."""
    roleset = chance.choice(sorted(SPECIAL))
    seats = chance.sample(NAMES, chance.randint(8, 14))
    cards = ["werewolf"] * chance.randint(1, 3)
    cards += chance.sample(SPECIAL[roleset], chance.randint(0, min(len(SPECIAL[roleset]), len(seats) - 3)))
    cards = chance.sample([*cards, *["villager"] * (len(seats) - len(cards))], len(seats))
    rules, _ = LIBRARY.roleset(roleset, {})
    options = {
        option.id: chance.choice(option.values).replace("N", "2")
        for option in rules.options.values()
        if chance.random() < 0.3
    }
    dealt = {"deck": cards} if chance.random() < 0.5 else {"cards": dict(zip(seats, cards, strict=True))}
    try:
        return Game(roleset, seats, **dealt, options=options, seed=chance.getrandbits(128), house_deck=True)  # type: ignore[arg-type]
    except IllegalTable:
        return None


def play(game: Game, chance: Random, closings: int) -> None:
    """Players who change their minds, fall asleep, point, undo something, ask for a draw, and go home."""
    awake = chance.choice([1, 0.9, 0.5])
    while game.winner is None:
        for prompt in game.prompts * chance.randint(1, 2):
            for seat, answer in random_answers(prompt, prompt.seats, chance).items():
                taken = prompt not in game.prompts or (prompt.open_ballot and game.complete)
                if chance.random() < (0.1 if prompt.standing else awake) and not taken:
                    game.answer(prompt.id, answer, seat)
        if chance.random() < 0.2:
            all_point(game, chance)
        if chance.random() < 0.03:
            game.undo()
        if chance.random() < 0.05 and game.phase.startswith("day"):
            game.offer_draw()
        if chance.random() < 0.05:
            with suppress(IllegalAnswer):
                game.leave(chance.choice(game.alive))
        closings -= 1
        if closings == 0 or game.winner is not None:
            return
        game.close()


def all_point(game: Game, chance: Random) -> None:
    """Where the open ballot can be answered with fingers, some point."""
    for prompt in game.prompts:
        with suppress(IllegalAnswer):
            game.point(prompt.id, Counter(chance.choices(prompt.choices, k=chance.randint(1, len(game.alive)))))


def as_told(game: Game) -> list[dict[str, Any]]:
    return in_any_order([happened(game, chapter) for chapter in game.chapters()])


def in_any_order(phases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same, with the lists that somebody was told in one order: dice shuffle some of them."""
    for phase in phases:
        for told in phase["told"].values():
            for about, lists in told.items():
                told[about] = [sorted(one) if isinstance(one, tuple) else one for one in lists]
    return phases


@pytest.mark.parametrize("seed", range(200))
def test_the_exported_scenario_of_any_game_passes(seed: int, tmp_path: Path) -> None:
    chance = Random(seed)
    game = random_game(chance)
    if game is None:
        return
    play(game, chance, closings=chance.choice([0, 0, chance.randint(1, 30)]))
    told = as_told(game)
    file = tmp_path / "game.yaml"
    file.write_text(export.scenario(game, "A game"), encoding="utf-8")
    outcome = scenario.play(file, LIBRARY)
    assert outcome.problems == []
    over = told[-1]["winner"] is not None
    phases = in_any_order(outcome.phases)
    assert phases[: len(told) - 1] == told[:-1]
    assert not over or phases == told


def written(game: Game) -> Map:
    return read(export.scenario(game, "A game"), "game.yaml")


def a_day(option: str = "never", **table: object) -> Game:
    cards = {"Ann": "werewolf", "Bob": "seer", "Cid": "cupid"}
    seats = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
    return Game("millers-hollow", seats, cards=cards, options={"sheriff": option}, seed=3)


def test_only_the_last_of_changed_answers_is_written_and_no_undone_one() -> None:
    game = a_day()
    game.answer("cupid.link", ["Dan", "Eve"])
    game.answer("cupid.link", ["Dan", "Fay"])
    game.close()
    game.answer("seer.look", "Dan")
    game.close()
    game.undo()
    game.answer("seer.look", "Ann")
    game.close()
    (night, *_) = written(game)["play"]
    assert night == {"night 1": {"cupid.link": ["Dan", "Fay"], "seer.look": "Ann"}}


def test_what_silence_left_to_the_lot_is_written_as_an_answer() -> None:
    game = a_day()
    game.close()
    lovers = next(fact.seats for fact in game.facts if type(fact).__name__ == "Linked")
    game.answer("seer.look", "Ann")
    tree = written(game)
    assert set(tree["play"][0]["night 1"]["cupid.link"]) == set(lovers)
    assert "lots" not in tree


def test_a_village_is_written_with_its_buildings_its_deck_of_events_and_what_was_done_at_any_time(
    tmp_path: Path,
) -> None:
    seats = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
    options = {"buildings": "on", "events": "on", "town_crier": "cards 2", "black_plague": "on", "sheriff": "never"}
    game = Game("the-pact", seats, deck=["werewolf", *["villager"] * 7], options=options, seed=1, house_deck=True)
    while all(prompt.id != "confessor.hear" for prompt in game.prompts):
        game.close()
    (hears,) = (prompt for prompt in game.prompts if prompt.id == "confessor.hear")
    game.answer("confessor.hear", hears.choices[0])
    while game.phase != "day 2":
        game.close()
    told = as_told(game)
    tree = written(game)
    assert set(tree) >= {"deck", "buildings", "events", "crier", "lots"}
    assert len(tree["crier"]) == 2
    (day,) = (step["day 1"] for step in tree["play"] if "day 1" in step)
    assert day["confessor.hear"] == hears.choices[0]
    file = tmp_path / "game.yaml"
    file.write_text(export.scenario(game, "A village"), encoding="utf-8")
    outcome = scenario.play(file, LIBRARY)
    assert outcome.problems == []
    assert outcome.phases[: len(told) - 1] == told[:-1]


def to(game: Game, prompt: str, answers: dict[str, object]) -> None:
    """Play on, everybody silent, until this is asked, and give these answers by seat."""
    while all(asked.id != prompt for asked in game.prompts):
        game.close()
    game.answer_all(prompt, answers)
    game.close()


def test_an_office_that_ended_on_the_day_it_was_taken_has_nobody(tmp_path: Path) -> None:
    seats = ["Ann", "Bob", "Cid", "Dan", "Eve"]
    game = Game("the-pact", seats, cards={"Ann": "werewolf", "Bob": "village-idiot"})
    to(game, "sheriff.elect", dict.fromkeys(seats, "Bob"))
    to(game, "village.vote", dict.fromkeys(seats, "Bob"))
    file = tmp_path / "game.yaml"
    file.write_text(export.scenario(game, "An idiot with a badge"), encoding="utf-8")
    assert "sheriff: none" in file.read_text(encoding="utf-8")
    assert scenario.play(file, LIBRARY).problems == []


def test_votes_for_a_draw_are_not_votes_against_anybody(tmp_path: Path) -> None:
    game = a_day()
    while not game.phase.startswith("day"):
        game.close()
    game.offer_draw()
    to(game, "village.draw", dict.fromkeys(game.alive, "yes"))
    assert game.winner == "draw"
    file = tmp_path / "game.yaml"
    file.write_text(export.scenario(game, "A draw"), encoding="utf-8")
    assert scenario.play(file, LIBRARY).problems == []


def test_when_the_game_is_over_nobody_leaves_it_and_nothing_is_closed() -> None:
    game = a_day()
    while not game.phase.startswith("day"):
        game.close()
    game.offer_draw()
    to(game, "village.draw", dict.fromkeys(game.alive, "yes"))
    for too_late in (partial(game.leave, "Hal"), game.close):
        with pytest.raises(IllegalAnswer) as refused:
            too_late()
        assert english(refused.value.told) == "The game is over."


def test_nobody_leaves_while_a_draw_is_asked_for(tmp_path: Path) -> None:
    game = a_day()
    while not game.phase.startswith("day"):
        game.close()
    game.offer_draw()
    with pytest.raises(IllegalAnswer) as refused:
        game.leave("Hal")
    assert refused.value.code == "not-now"
    game.close()
    file = tmp_path / "game.yaml"
    file.write_text(export.scenario(game, "No draw"), encoding="utf-8")
    assert scenario.play(file, LIBRARY).problems == []


def test_a_draw_asked_for_too_late_is_an_error_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(
        "roleset: millers-hollow\nseats: [Ann, Bob, Cid]\ncards: {Ann: werewolf}\noptions: {sheriff: never}\n"
        "play:\n  - day 1: {table.leaves: Ann, village.draw: yes}\n",
        encoding="utf-8",
    )
    (problem,) = scenario.play(file, LIBRARY).problems
    assert (problem.place.line, "A draw can be put to the vote by day" in problem.sentence) == (6, True)


def test_a_lot_that_fell_in_a_phase_left_out_is_left_out(tmp_path: Path) -> None:
    seats, options = ["Ann", "Bob", "Cid", "Dan"], {"black_plague": "on", "buildings": "on"}
    cards, farms = dict.fromkeys(seats, "villager"), dict.fromkeys(seats, "farmer")
    game = Game("the-pact", seats, cards=cards, options=options, buildings=farms, seed=3)
    while all(prompt.id != "farmer.elect" for prompt in game.prompts):
        game.close()
    game.answer("farmer.elect", "pass", game.alive[0])
    file = tmp_path / "game.yaml"
    file.write_text(export.scenario(game, "A plague"), encoding="utf-8")
    assert scenario.play(file, LIBRARY).problems == []


def test_a_prompt_that_may_be_passed_only_later_is_written_as_passed(tmp_path: Path) -> None:
    """EV-04: a new sheriff keeps the crier, who then dies in the judge's second vote."""
    seats = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
    cards = {"Ann": "werewolf", "Cid": "wandering-judge"}
    options = {"sheriff": "start"}
    game = Game("the-pact", seats, cards=cards, options=options, events=["ev-burial"], crier=["ev-flood"], seed=1)
    given = {
        "sheriff.elect": ["Dan"],
        "sheriff.appoint": ["Eve", None, "Gus"],
        "wandering-judge.again": [True],
        "village.vote": ["Dan", "Eve"],
        "sheriff.succeed": ["Fay"],
    }
    while game.phase != "night 2":
        for prompt in game.prompts:
            if turns := given.get(prompt.id):
                game.answer_all(prompt.id, dict.fromkeys(prompt.seats, turns.pop(0)))
        game.close()
    assert not any(given.values())
    file = tmp_path / "game.yaml"
    file.write_text(export.scenario(game, "A game"), encoding="utf-8")
    assert scenario.play(file, LIBRARY).problems == []


def test_a_player_who_leaves_as_a_winner_is_written(tmp_path: Path) -> None:
    seats = ["Ann", "Bob", "Cid", "Dan"]
    groups = {"hats": ["Ann", "Bob", "Cid"], "beards": ["Dan"]}
    cards = {"Ann": "werewolf", "Bob": "prejudiced-manipulator"}
    game = Game("the-pact", seats, cards=cards, groups=groups, options={"sheriff": "never"})
    to(game, "village.vote", dict.fromkeys(seats, "Dan"))
    tree = written(game)
    assert tree["groups"] == groups
    assert tree["play"][-1]["expect"]["wins"] == ["Bob"]


def test_lots_are_written_as_they_fell_and_openings_one_by_one() -> None:
    game = a_day("start")
    for _ in range(2):
        game.answer("sheriff.elect", "Dan", "Ann")
        game.answer("sheriff.elect", "Eve", "Bob")
        game.close()
    sheriff = game.lots_fallen
    tree = written(game)
    assert tree["lots"] == list(sheriff)
    assert tree["play"][0]["setup"] == {"sheriff.elect": {"each": [{"Ann": "Dan", "Bob": "Eve"}] * 2}}
    assert tree["play"][0]["expect"] == {"votes": {"Dan": 1, "Eve": 1}, "sheriff": sheriff[0]}


def test_an_open_ballot_is_written_vote_by_vote() -> None:
    seats = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus"]
    game = Game("classic", seats, cards={"Ann": "werewolf"}, seed=1)
    while game.phase != "day 1":
        game.close()
    for seat, at in [("Ann", "Bob"), ("Cid", "Bob"), ("Ann", "pass"), ("Ann", "Cid"), ("Dan", "Bob"), ("Eve", "Bob")]:
        game.answer("village.vote", at, seat)
    game.answer("village.vote", "Bob", "Bob")
    with pytest.raises(IllegalAnswer):
        game.answer("village.vote", "Ann", "Gus")
    game.close()
    (day,) = [step["day 1"] for step in written(game)["play"] if "day 1" in step]
    assert day["village.vote"]["each"] == [
        {"Ann": "Bob", "Cid": "Bob"},
        {"Ann": "pass"},
        {"Ann": "Cid", "Dan": "Bob", "Eve": "Bob", "Bob": "Bob"},
    ]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A box's folder with one game in it, still running."""
    library = Library()
    game = a_day()
    journal = Journal.create(tmp_path / "games", game.header, library.texts("millers-hollow"))
    for entry in [("answer", "cupid.link", "Cid", ("Dan", "Eve")), ("close",), ("heard", 9, 0), ("undo",), ("close",)]:
        journal.append(entry)
    journal.close()
    return tmp_path


@pytest.mark.parametrize("name", ["1", "0001", "0001-millers-hollow", "0001-millers-hollow.jsonl", "PATH"])
def test_a_game_is_exported_by_its_name(name: str, kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = str(kept / "games" / "0001-millers-hollow.jsonl") if name == "PATH" else name
    file = kept / "scenario.yaml"
    assert cli.main(["export", name, "--data", str(kept), "-o", str(file)]) == 0
    assert capsys.readouterr().err == ""
    assert cli.main(["scenario", str(file)]) == 0
    assert cli.main(["export", name, "--data", str(kept)]) == 0
    assert capsys.readouterr().out.endswith(file.read_text(encoding="utf-8"))
    assert file.read_text(encoding="utf-8").startswith("name: Game 0001-millers-hollow\nroleset: millers-hollow\n")


def test_a_game_that_cannot_be_exported_is_refused_in_a_sentence(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["export", "7", "--data", str(kept)]) == 1
    said = capsys.readouterr().err
    assert "There is no game “7”" in said
    assert "the newest is 0001-millers-hollow. [unknown-game]" in said
    assert cli.main(["export", "1", "--data", str(kept), "-o", str(kept / "no" / "where.yaml")]) == 1
    assert "[unwritable]" in capsys.readouterr().err
    (kept / "games" / "0002-classic.jsonl").touch()
    assert cli.main(["export", "2", "--data", str(kept)]) == 1
    assert "[unplayable-journal]" in capsys.readouterr().err
    journal = kept / "games" / "0001-millers-hollow.jsonl"
    with journal.open("ab") as file:
        file.write(b"{")
    assert cli.main(["export", "1", "--data", str(kept)]) == 0
    assert "cut off while it was written" in capsys.readouterr().err
    journal.write_bytes(journal.read_bytes().replace(b"Dan", b"Fay"))
    assert cli.main(["export", "1", "--data", str(kept)]) == 1
    assert "It is left as it is. [damaged-journal]" in capsys.readouterr().err
    assert journal.exists()


def test_a_roleset_that_has_changed_since_is_reported(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (kept / "millers-hollow.yaml").write_text("roleset: millers-hollow\nextends: classic\n", encoding="utf-8")
    assert cli.main(["export", "1", "--data", str(kept), "--rolesets", str(kept)]) == 0
    assert "millers-hollow is not what it was when this was played" in capsys.readouterr().err


VILLAGES: list[dict[str, str]] = [
    {"buildings": "on"},
    {"events": "on", "town_crier": "on"},
    {"buildings": "on", "events": "on"},
    {"black_plague": "on"},
    {"double_you": "open"},
    {"double_you": "secret"},
    {"black_plague": "on", "double_you": "secret", "buildings": "on"},
    {"black_plague": "on", "events": "on", "permanent_events": "ev-double-agent"},
    {"buildings": "on", "events": "on", "town_crier": "on", "trance": "on", "graffiti": "on"},
]


@pytest.mark.parametrize("options", VILLAGES, ids=" ".join)
@pytest.mark.parametrize("seed", range(20))
def test_a_village_is_written_so_that_it_plays_again(tmp_path: Path, options: dict[str, str], seed: int) -> None:
    seats, dice = [f"S{number}" for number in range(8)], Random(seed)
    said: dict[str, Any] = {}
    if "events" in options:
        said = {"born": {seat: 1950 + at for at, seat in enumerate(seats)}, "lodge": dict.fromkeys(seats, "sun")}
    game = Game("the-pact", seats, options=options, seed=seed, **said)
    acted: set[str] = set()
    while game.prompts:
        for prompt in [prompt for prompt in game.prompts if prompt.bots != "never" and prompt.id not in acted]:
            game.answer_all(prompt.id, random_answers(prompt, prompt.seats, dice))
            if prompt.standing:
                acted.add(prompt.id)
                break
        else:
            acted.clear()
            game.close()
    file = tmp_path / "game.yaml"
    file.write_text(export.scenario(game, "A village"), encoding="utf-8")
    assert scenario.play(file, LIBRARY).problems == []
