"""Every scenario passes, and always gives the same game; and those rules that no scenario can express.

A scenario answers each prompt once, before it closes, and looks at a phase when it is over: what happens in between
is shown here on the game itself.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narrator import Game, IllegalAnswer
from narrator.game import scenario
from narrator.game.library import LIBRARY
from narrator.rules.facts import Told

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = list(scenario.files([FOLDER]))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER).with_suffix("")))
def test_the_scenario_holds(file: Path) -> None:
    outcome = scenario.play(file, LIBRARY)
    assert not outcome.problems, "\n".join(map(str, outcome.problems))
    assert scenario.play(file, LIBRARY).phases == outcome.phases, "the same table and answers gave another game"


def test_every_scenario_says_what_it_shows() -> None:
    wrong = [f"{file.relative_to(FOLDER)}: {fault}" for file in FILES if (fault := lacking(file))]
    assert wrong == []


def lacking(file: Path) -> str | None:
    """What a scenario does not say of itself; nothing where it says all."""
    text = file.read_text(encoding="utf-8")
    rule = re.match(r"[A-Z]{1,2}-\d+", file.name)
    cited = re.search(r"^rules: \[(.*)\]$", text, re.MULTILINE)
    if not rule:
        return "its name begins with no rule"
    if not cited:
        return "its rules are no list on one line"
    if rule[0] not in cited[1].split(", "):
        return f"it does not cite {rule[0]}"
    if not re.search(r"^name: [A-Z].* .*[^.]$", text, re.MULTILINE):
        return "its name is no sentence"
    return None if "expect:" in text or "refused:" in text else "it expects nothing"


def test_no_two_scenarios_have_one_name() -> None:
    names = [re.search(r"^name: (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE) for file in FILES]
    spelled = [name[1] for name in names if name]
    assert len(spelled) == len(set(spelled)) == len(FILES), sorted(n for n in spelled if spelled.count(n) > 1)


def hollow(*lots: str) -> Game:
    """The first night of a game with a seer, at its first prompt."""
    cards = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer"}
    seats = ["Ann", "Bob", "Cid", "Dan", "Eve"]
    game = Game(roleset="millers-hollow", seats=seats, cards=cards, options={"sheriff": "never"}, lots=lots, seed=1)
    until(game, "seer.look")
    return game


def until(game: Game, prompt: str) -> None:
    while game.winner is None and all(asked.id != prompt for asked in game.prompts):
        game.close()


def told(game: Game, seat: str) -> list[str]:
    """What this seat was told about, in order: seats, `lover`, `pack`, …"""
    return [event.about for event in game.events if isinstance(event, Told) and event.seat == seat]


def test_g_03_a_refusal_has_a_reason_and_changes_nothing() -> None:
    game = hollow()
    before = game.entries[:], len(game.facts), game.prompts
    for prompt, value, seat, code in (
        ("seer.look", "Zoe", "Cid", "not-a-choice"),
        ("seer.look", "Cid", "Cid", "not-a-choice"),
        ("seer.look", ["Ann", "Bob"], "Cid", "too-many"),
        ("seer.look", [], "Cid", "no-pass"),
        ("seer.look", "pass", "Cid", "no-pass"),
        ("seer.look", "Ann", "Dan", "not-asked"),
        ("seer.look", "Ann", "Zoe", "not-asked"),
        ("werewolf.devour", "Dan", "Ann", "not-open"),
        ("no.such", "Dan", "Ann", "not-open"),
    ):
        with pytest.raises(IllegalAnswer) as refused:
            game.answer(prompt, value, seat)
        assert refused.value.code == code
        assert prompt in refused.value.sentence
    assert (game.entries, len(game.facts), game.prompts) == before


def test_g_03_a_prompt_that_was_closed_takes_no_answer() -> None:
    game = hollow()
    game.answer("seer.look", "Ann", "Cid")
    game.close()
    with pytest.raises(IllegalAnswer):
        game.answer("seer.look", "Bob", "Cid")


def test_g_04_an_answer_may_be_changed_until_its_prompt_closes() -> None:
    game = hollow()
    game.answer("seer.look", "Ann", "Cid")
    assert told(game, "Cid") == [], "told before the prompt closed"
    game.answer("seer.look", "Dan", "Cid")
    with pytest.raises(IllegalAnswer):
        game.answer("seer.look", "Cid", "Cid")
    until(game, "werewolf.devour")
    assert told(game, "Cid") == ["Dan"]
    for choice in ("Dan", "Eve", "pass", "Eve"):
        game.answer("werewolf.devour", choice, "Ann")
    game.answer("werewolf.devour", "Eve", "Bob")
    until(game, "village.vote")
    assert "Eve" not in game.alive


def test_g_05_a_required_answer_that_is_missing_is_drawn_by_lot() -> None:
    game = hollow("Dan")
    game.close()
    assert told(game, "Cid") == ["Dan"]
    assert game.lots_left == ()


def test_g_05_the_lot_falls_on_legal_choices_only() -> None:
    seats = ["Ann", "Bob", "Cid", "Dan", "Eve"]
    fallen = set()
    for seed in range(40):
        game = Game(roleset="classic", seats=seats, cards={"Ann": "werewolf", "Bob": "cupid"}, seed=seed,
                    options={"cupid": "on"})  # fmt: skip
        until(game, "cupid.link")
        game.close()
        until(game, "village.vote")
        lovers = tuple(seat for seat in seats if "lover" in told(game, seat))
        assert len(lovers) == 2
        assert "Bob" not in lovers
        fallen.add(lovers)
    assert len(fallen) == 6, "every couple can be drawn"


def test_g_11_nobody_sees_a_vote_before_all_are_in_and_then_all_do() -> None:
    game = hollow("Ann")
    until(game, "village.vote")
    seen = len(game.events)
    game.answer("village.vote", "Ann", "Eve")
    game.answer("village.vote", "Dan", "Ann")
    assert len(game.events) == seen
    game.close()
    public = [str(event) for event in game.events[seen:] if event.knowers is None]
    assert any("('Eve', 'Ann')" in event and "('Ann', 'Dan')" in event for event in public)


def test_g_11_in_an_open_ballot_everybody_sees_every_finger() -> None:
    game = Game(roleset="classic", seats=["Ann", "Bob", "Cid", "Dan"], cards={"Ann": "werewolf"})
    until(game, "village.vote")
    seen = len(game.events)
    game.answer("village.vote", "Ann", "Dan")
    assert [event.knowers for event in game.events[seen:]] == [None]


def test_ww_21_the_ballot_is_closed_by_the_majority() -> None:
    game = Game(roleset="classic", seats=["Ann", "Bob", "Cid", "Dan"], cards={"Ann": "werewolf"})
    until(game, "village.vote")
    for seat in ("Bob", "Cid", "Dan"):
        game.answer("village.vote", "Ann", seat)
    kept = game.entries[:]
    with pytest.raises(IllegalAnswer):
        game.answer("village.vote", "Bob", "Cid")
    assert game.entries == kept
    game.close()
    assert game.winner == "villagers"


@pytest.mark.parametrize("file", FILES[::7], ids=lambda file: str(file.relative_to(FOLDER).with_suffix("")))
def test_g_01_the_entries_of_a_game_played_again_give_the_same_facts(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games: list[Game] = []
    begin = Game.__init__

    def noted(game: Game, *given: object, **named: object) -> None:
        begin(game, *given, **named)
        games.append(game)

    monkeypatch.setattr(Game, "__init__", noted)
    scenario.play(file, LIBRARY)
    for game in games[:1]:  # a refused table has none
        again = Game(**game.header)
        again.play(game.entries)
        assert again.facts == game.facts
        assert again.phase == game.phase
