"""How long does everything last? By the pace and by what everybody knows."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from narrator.game.bots import random_answers
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.rules.facts import Called, PhaseBegan, Slept, Told, WindowOpened
from narrator.rules.registry import traits_of
from narrator.rules.together import SILENT
from narrator.telling.pace import LAST_HALF_MINUTE, PACES, PRESS, QUICKEST, Tempo, lengths
from narrator.telling.timeline import Beat, Timeline
from tests.labs.boxlab import Table
from tests.labs.buttonlab import NAMES

RULES, _ = LIBRARY.roleset("millers-hollow", {})


def first_debate(data: Path, roleset: str, pace: str, victim: str | None) -> float:
    """The length of the debate on the first day, after the werewolf has devoured this victim, or nobody."""
    table = Table(data, NAMES)
    assert table.set("pace", pace)["ok"]
    table.box.moderate(Game(roleset, NAMES, cards={"Ann": "werewolf"}, options={"sheriff": "never"}, seed=1))
    table.until("werewolf.devour")
    if victim is not None:
        assert table.answer("Ann", victim)["ok"]
    while not table.round.views[None].phase.startswith("day") or table.round.left < LAST_HALF_MINUTE:
        assert table.step()
    assert len(table.round.views[None].living) == len(NAMES) - (victim is not None)
    return table.round.left


@pytest.mark.parametrize("roleset", ["millers-hollow", "classic"])
def test_each_living_player_makes_a_debate_longer_and_so_does_a_slower_pace(roleset: str, tmp_path: Path) -> None:
    lengths = {
        (pace, victim): first_debate(tmp_path / f"{pace} {victim}", roleset, pace, victim)
        for pace in PACES
        for victim in ("Hal", None)
    }
    for victim in ("Hal", None):
        assert lengths["relaxed", victim] > lengths["normal", victim] > lengths["brisk", victim]
    for pace in PACES:
        assert lengths[pace, "Hal"] < lengths[pace, None]


@pytest.mark.parametrize("living", range(1, 61))
def test_at_every_number_of_living_the_pace_changes_the_debate(living: int) -> None:
    relaxed, normal, brisk = (lengths(Tempo(pace), RULES, 60).debate(living) for pace in ("relaxed", "normal", "brisk"))
    assert relaxed > normal > brisk > LAST_HALF_MINUTE


HOLD, TO_BEGIN = 0.6, 1.0
"""How long a press is held that confirms a count, and how long somebody who is called takes to begin to count."""


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("seats", [6, 8, 12, 18, 42])
def test_however_fast_a_table_is_there_is_time_to_count_all_round_it_with_a_button(seats: int, pace: str) -> None:
    for roleset in LIBRARY.names:
        rules, _ = LIBRARY.roleset(roleset, {})
        windows = lengths(Tempo(pace, buttons=True, learned=QUICKEST), rules, seats).windows
        for rule in rules.prompts.values():
            if rule.kind == "seat":
                counted = sum(range(seats, seats - rule.most, -1))
                assert windows[rule.id] >= TO_BEGIN + counted * PRESS + rule.most * HOLD, rule.id


LONGEST_CALLS = {"relaxed": (26.0, 20.0), "normal": (17.0, 13.0), "brisk": (11.0, 8.0)}
"""The mean of the calls of a first night and of a later one, in seconds of windows and speech, at most."""
A_LINE = 1.4
"""About so many seconds a waking or sleeping line takes."""


def nights(roleset: str, seats: int, tempo: Tempo, silent: bool = False) -> list[list[Beat]]:
    """The beats of the first two nights of a game with the proposed deck, in which nobody answers anything."""
    options = {"night": SILENT} if silent else {}
    rules, _ = LIBRARY.roleset(roleset, options)
    names = [f"Seat {at}" for at in range(seats)]
    game = Game(roleset, names, deck=rules.proposed(seats), options=options, seed=1)
    while game.prompts and game.night < 3:
        game.close()
    phases = [[game.facts.index(PhaseBegan(name, night)) for name in ("night", "dawn")] for night in (1, 2)]
    return [Timeline(rules, names, tempo).beats(game.facts[:ends], begins) for begins, ends in phases]


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize(("roleset", "seats"), [("millers-hollow", 8), ("the-pact", 12), ("coins", 9)])
def test_a_night_does_not_drag(roleset: str, seats: int, pace: str) -> None:
    for beats, longest in zip(nights(roleset, seats, Tempo(pace)), LONGEST_CALLS[pace], strict=True):
        calls = sum(beat.cue is not None and beat.cue.id.endswith(".wake") for beat in beats)
        lines = sum(beat.cue is not None and beat.screen != "ask" for beat in beats[2:]) / PACES[pace].speech
        assert (sum(beat.seconds for beat in beats[2:]) + lines * A_LINE) / calls <= longest


SILENT_NIGHT = 45.0
"""A silent night of nine characters takes so many seconds at most."""
NIGHTFALL = 4.0
"""The longest line that is said of a night that falls takes about so many seconds."""


def test_a_silent_night_of_nine_characters_is_short_and_leaves_time_to_choose() -> None:
    for beats in nights("the-pact", 12, Tempo("normal", silent=True), silent=True):
        assert sum(beat.seconds for beat in beats) + NIGHTFALL <= SILENT_NIGHT
        windows = [beat.seconds for beat in beats if beat.screen == "ask"]
        assert windows == [15.0, 7.0, 6.0, 7.0], "seer, fox, defender and the pack; a second victim; the witch"


def test_where_one_must_hear_the_call_of_a_silent_night_the_pack_and_the_others_do_not_see_one_another() -> None:
    _, beats = nights("the-pact", 12, Tempo("normal"), silent=True)
    said = [(beat.cue.id, dict(beat.cue.words).get("cards", "")) for beat in beats if beat.cue is not None]
    assert said[1:7] == [
        ("werewolf.wake", ""), ("werewolf.devour", ""), ("werewolf.sleep", ""),
        ("together.wake", "seer fox defender"), ("together.ask", ""), ("together.sleep", ""),
    ]  # fmt: skip
    _, beats = nights("millers-hollow", 8, Tempo("normal"), silent=True)
    cues = [beat.cue.id for beat in beats if beat.cue is not None]
    called = [f"{card}.{cue}" for card, ask in PACK_AND_SEER for cue in ("wake", ask, "sleep")]
    assert [cue for cue in cues if cue.startswith(("seer", "werewolf"))] == called


def test_a_secret_question_after_such_a_night_does_not_wake_the_pack_again() -> None:
    rules, _ = LIBRARY.roleset("millers-hollow", {"night": SILENT})
    told = [
        PhaseBegan("night", 1), Called("seer"), Called("werewolf"),
        WindowOpened("seer.look", beside=("werewolf.devour",)),
        Slept("seer"), Slept("werewolf"), PhaseBegan("dawn", 1), WindowOpened("witch.heal"),
    ]  # fmt: skip
    cues = [beat.cue.id for beat in Timeline(rules, ["Ann"] * 8, Tempo("normal")).beats(told, 0) if beat.cue]
    assert cues.count("werewolf.wake") == 1
    assert cues[-1] == "witch.heal"


PACK_AND_SEER = (("werewolf", "devour"), ("seer", "look"))


@pytest.mark.parametrize("roleset", ["millers-hollow", "the-pact", "coins"])
def test_where_somebody_is_new_the_windows_of_two_nights_are_half_as_long_again(roleset: str) -> None:
    rules, _ = LIBRARY.roleset(roleset, {})
    game = Game(roleset, [f"Seat {at}" for at in range(9)], deck=rules.proposed(9), seed=1)
    while game.prompts and game.night < 4:
        game.close()
    usual, new = (
        Timeline(rules, game.seats, Tempo("normal", beginners=beginners)).beats(game.facts, 0)
        for beginners in (False, True)
    )
    begins = game.facts.index(PhaseBegan("night", 3))
    for one, other in zip(usual, new, strict=True):
        at_night = one.screen == "ask" and one.window in rules.prompts
        longer = 1.5 if at_night and one.shows <= begins else 1.0
        assert other == one._replace(seconds=pytest.approx(one.seconds * longer))
    assert any(beat.shows > begins and beat.window in rules.prompts for beat in usual)


@pytest.mark.parametrize("roleset", LIBRARY.titles)
def test_there_is_time_to_read_wherever_a_call_tells_something(roleset: str) -> None:
    rules, _ = LIBRARY.roleset(roleset, {})
    shown = {note for rule in rules.prompts.values() for note in traits_of(rule.shows).get("tells", ())}
    for seed in range(20):
        dice = Random(seed)
        seats = [f"Seat {at}" for at in range(dice.randint(rules.least, max(rules.decks)))]
        game = Game(roleset, seats, deck=rules.proposed(len(seats)), seed=seed)
        while game.prompts:
            for prompt in game.prompts:
                if not prompt.standing:
                    game.answer_all(prompt.id, random_answers(prompt, prompt.seats, dice))
            game.close()
        call = None
        for fact in game.facts:
            if isinstance(fact, (Called, Slept)):
                call = fact.call if isinstance(fact, Called) else None
            if call is not None and isinstance(fact, Told) and fact.about not in shown:
                assert rules.calls[call].tells, (call, fact)
