"""A wrong scenario fails: for each name it does not know, and each answer too many or too few.

The tables below are right as they are; every test changes one thing, which must fail at the right line.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator import Game, cli
from narrator.game.expectations import EXPECTATIONS
from narrator.game.library import LIBRARY, Library
from narrator.game.scenario import play
from narrator.game.scenario_keys import OTHER_KEYS
from narrator.game.table_keys import KEYS
from narrator.rules.strict_yaml import read, written
from tests.chance import examples
from tests.labs.rolesetlab import README, at, our_table, plain, within
from tests.labs.scenariolab import HOLLOW, Run, Scenario, expecting, line_of


def broken(old: str, new: str, table: str = HOLLOW) -> str:
    text = expecting(table, "", "")
    assert old in text
    return text.replace(old, new)


UNKNOWN = {
    "key": broken("seed: 1", "sead: 1"),
    "key of an expectation": expecting(HOLLOW, "DAWN", "daed: [Fay]"),
    "phase": broken("- dawn 1:", "- dusk 1:"),
    "prompt": broken("seer.look: Ann", "seer.lok: Ann"),
    "prompt expected": expecting(HOLLOW, "NIGHT", "prompted: [seer.lok]"),
    "prompt not expected": expecting(HOLLOW, "NIGHT", "not_prompted: [seer.lok]"),
    "prompt not expected of anybody": expecting(HOLLOW, "NIGHT", "not_prompted: {seer.lok: []}"),
    "prompt of choices": expecting(HOLLOW, "NIGHT", "choices: {seer.lok: [Ann]}"),
    "seat answered": broken("seer.look: Ann", "seer.look: Anna"),
    "seat answering": broken("village.vote: {Dan: Ann", "village.vote: {Dun: Ann"),
    "seat answering what is illegal": broken("{Dan: Ann, Ann: Dan}", "{illegal: {Dun: Ann}, then: Ann}"),
    "word beside illegal": broken("seer.look: Ann", "seer.look: {illegal: Cid, than: Ann}"),
    "word beside each": broken("seer.look: Ann", "seer.look: {each: [Ann], than: Ann}"),
    "seat with a card": broken("Fay: hunter}", "Fey: hunter}"),
    "seat expected": expecting(HOLLOW, "DAWN", "dead: [Bob, Eve, Fay, Guss]"),
    "seat not told": expecting(HOLLOW, "NIGHT", "not_told: {Anna: [lover]}"),
    "telling": expecting(HOLLOW, "NIGHT", "told: {Dan: {victm: [Gus]}}"),
    "telling that was not told": expecting(HOLLOW, "NIGHT", "not_told: {Ann: [victm]}"),
    "card": broken("Fay: hunter}", "Fay: huntsman}"),
    "card expected": expecting(HOLLOW, "NIGHT", "card: {Cid: sear}"),
    "card shown": expecting(HOLLOW, "DAWN", "shown: {Fay: huntsman}"),
    "card offered": expecting(HOLLOW, "SETUP", "offers: [sear]"),
    "winner": expecting(HOLLOW, "DAY", "winner: wolfs"),
    "several winners": expecting(HOLLOW, "DAY", "winner: [wolfs, villagers]"),
    "side": expecting(HOLLOW, "NIGHT", "side: {Ann: wolfs}"),
    "cause of death": expecting(HOLLOW, "DAWN", "cause: {Gus: daed}"),
    "building": expecting(HOLLOW, "NIGHT", "building: {Ann: barn}"),
    "telling of a stranger": expecting(HOLLOW, "NIGHT", "told: {Cid: {Anna: werewolf}}"),
    "call": expecting(HOLLOW, "NIGHT", "calls: [cupid, loevrs]"),
    "cue": expecting(HOLLOW, "DAWN", "says: [dawn.ded]"),
    "cue not said where nothing is": expecting(HOLLOW, "SETUP", "not_says: [dawn.nobdy]"),
    "cue not said": expecting(HOLLOW, "DAWN", "not_says: [dawn.nobdy]"),
    "year of birth": broken("{sheriff: start}", "{sheriff: start}\nborn: {Anna: 1980}"),
    "group": broken("{sheriff: start}", "{sheriff: start}\nlodge: {Anna: sun}"),
    "seat in a cue not said": expecting(HOLLOW, "DAWN", "not_says: [silenced.name Guss]"),
    "option": broken("{sheriff: start}", "{sherif: start}"),
    "value of an option": broken("{sheriff: start}", "{sheriff: begin}"),
    "roleset": broken("roleset: millers-hollow", "roleset: millers-hollo"),
}
SLIP = re.compile(
    r"\b(sead|than|daed|dusk|seer\.lok|Anna|Dun|Fey|Guss|victm|huntsman|sear|wolfs|barn|loevrs|dawn\.ded|dawn\.nobdy|sherif|begin|hollo)\b"
)


@pytest.mark.parametrize("what", UNKNOWN)
def test_an_unknown_word_is_an_error_at_its_line(what: str, scenario: Scenario, run: Run) -> None:
    text = UNKNOWN[what]
    file = scenario(text)
    code, out, _ = run(file)
    line = next(number for number, line in enumerate(text.splitlines(), 1) if SLIP.search(line))
    assert code == 1
    assert out.startswith(f"{file}:{line}:"), out


@pytest.mark.parametrize("unknown", ["options: {sherif: never}", "cards: {Ann: werwolf}", "cards: {Anna: werewolf}"])
def test_an_unknown_word_does_not_count_as_an_expected_refusal(unknown: str, scenario: Scenario, run: Run) -> None:
    file = scenario(f"roleset: millers-hollow\nseats: [Ann, Bob, Cid]\n{unknown}\nrefused: yes\n")
    code, out, _ = run(file)
    assert code == 1
    assert out.startswith(f"{file}:3:"), out


def test_a_name_of_two_words_is_known_in_a_cue(scenario: Scenario, run: Run) -> None:
    seats = "roleset: millers-hollow\nseats: [Big Ben, Bob, Cid, Dan]\ncards: {Bob: werewolf}\n"
    expected = "    expect: {not_says: [silenced.name Big Ben Bob]}\n"
    code, out, _ = run(scenario(f"{seats}play:\n  - dawn 1:\n{expected}"))
    assert code == 0, out


ANSWERS = {
    "unanswered: cupid.link in night 1": broken("      cupid.link: [Eve, Gus]\n", ""),
    "unanswered: sheriff.succeed in dawn 1": broken("      sheriff.succeed: Dan\n", ""),
    "unused: witch.heal in day 1": broken("{Dan: Ann, Ann: Dan}", "{Dan: Ann, Ann: Dan}\n      witch.heal: yes"),
    "unused: thief.swap in night 1": broken("seer.look: Ann", "thief.swap: seer\n      seer.look: Ann"),
    "unused: village.vote in day 1 by Gus": broken("{Dan: Ann, Ann: Dan}", "{Dan: Ann, Gus: Ann}"),
    "unused: hunter.shoot in dawn 1": broken("hunter.shoot: Bob", "hunter.shoot: {each: [Bob, Ann]}"),
    "unused: seer.look in night 1 by Dan": broken("seer.look: Ann", "seer.look: {Cid: Ann, Dan: Ann}"),
}


@pytest.mark.parametrize("error", ANSWERS)
def test_answers_too_many_or_too_few_are_errors(error: str, scenario: Scenario, run: Run) -> None:
    code, out, _ = run(scenario(ANSWERS[error]))
    assert code == 1
    assert error in out
    assert ":" in out.partition(error)[2] or "unanswered" in error, "it says why"
    assert "a-game.yaml:" in out


def test_who_is_asked_again_is_named_where_the_second_answer_is_missing(scenario: Scenario, run: Run) -> None:
    """EV-42, BD-15: a razor voids the accusations of the dead and of those who accused them."""
    file = scenario("""\
roleset: the-pact
options: {sheriff: never, buildings: on}
seats: [Ann, Bob, Cid, Dan, Eve, Fay, Gus, Hal]
cards: {Ann: werewolf, Gus: werewolf}
buildings: {Ann: farmer, Bob: barber}
events: [ev-nightmare]
play:
  - night 1: {werewolf.devour: Hal}
  - day 2:
      village.accuse: {Ann: Dan, Bob: Dan, Cid: Dan, Dan: Cid, Eve: Ann, Fay: Dan, Gus: Dan}
      barber.shave: Ann
""")
    code, out, _ = run(file)
    assert code == 1
    assert "unanswered: village.accuse in day 2 by Eve: Eve was asked again; list the answers under “each”." in out


BY_SEAT = """\
roleset: millers-hollow
seats: [Ann, Bob, Cid, Dan]
cards: {Ann: werewolf}
play:
  - day 1:
      village.vote:
        Ann: {illegal: [[Zoe], [Eve]], then: Bob}
        Bob: Cid
"""


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ("Bob: Cid", "Bbo: Cid", "8:9"),
        ("Bob: Cid", "Bob: Zoe", "8:14"),
        ("Bob: Cid", "Bob: {each: [Cid, Dan]}", "8:9"),
        ("[Eve]", "[Dan]", "7:32"),
        ("{illegal: [[Zoe], [Eve]], then: Bob}", "{illegal: Dan, then: Bob}", "7:24"),
    ],
)
def test_an_error_in_one_seats_answer_has_its_line(old: str, new: str, at: str, scenario: Scenario, run: Run) -> None:
    file = scenario(BY_SEAT.replace(old, new))
    code, out, _ = run(file)
    assert code == 1
    assert out.startswith(f"{file}:{at}: "), out


def test_a_phase_after_the_end_is_an_error(scenario: Scenario, run: Run) -> None:
    text = expecting(HOLLOW, "", "") + "  - night 2:\n    expect: {dead: []}\n"
    code, out, _ = run(scenario(text))
    assert (code, "night 2" in out) == (1, True)


def test_an_answer_after_the_end_is_an_error(scenario: Scenario, run: Run) -> None:
    code, out, _ = run(scenario(expecting(HOLLOW, "", "") + "  - night 2:\n      seer.look: Ann\n"))
    assert (code, "unused: seer.look in night 2" in out) == (1, True)


def test_phases_out_of_order_are_an_error(scenario: Scenario, run: Run) -> None:
    text = broken("- day 1:", "- night 1:")
    code, out, _ = run(scenario(text))
    assert code == 1
    assert f"a-game.yaml:{text.splitlines().index('  - night 1:', 15) + 1}:" in out


@pytest.mark.parametrize("json", [(), ("--json",)])
def test_what_differed_before_an_answer_went_wrong_is_told_too(
    json: tuple[str, ...], scenario: Scenario, run: Run
) -> None:
    text = expecting(HOLLOW, "DAY", "running: yes") + "  - night 2:\n      seer.look: Ann\n    expect: {dead: [Cid]}\n"
    code, out, err = run(*json, scenario(text))
    said = err if json else out
    assert code == 1
    assert said.index("running") < said.index("unused: seer.look")
    assert "dead" not in said, "the phase in which the answer went wrong is not judged"
    assert bool(json) == ('"phase": "day 1"' in out)


@pytest.mark.parametrize("phase", ["night 0", "dawn 0", "night ²", "night 02", "day 1.5", "day 9999999"])
def test_what_is_not_a_phase_is_an_error(phase: str, scenario: Scenario, run: Run) -> None:
    file = scenario(broken("- day 1:", f"- {phase}:"))
    code, out, _ = run(file)
    assert code == 1
    assert out.startswith(f"{file}:{line_of(HOLLOW, 'day 1')}:5: “{phase}” is not a phase; the phases are setup, day")


@pytest.mark.parametrize("answer", ["seer.look: Cid", "seer.look: pass", "seer.look: [Ann, Bob]", "cupid.link: Eve"])
def test_an_illegal_answer_is_an_error(answer: str, scenario: Scenario, run: Run) -> None:
    old = "cupid.link: [Eve, Gus]" if answer.startswith("cupid") else "seer.look: Ann"
    code, out, _ = run(scenario(broken(old, answer)))
    assert (code, answer.partition(":")[0] in out) == (1, True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seer.look: Ann", "seer.look: {illegal: Ann, then: Bob}"),
        ("seer.look: Ann", "seer.look: {illegal: [[Cid], [Ann]], then: Bob}"),
        ("seer.look: Ann", "seer.look: {illegal: Cid, then: Cid}"),
        ("seer.look: Ann", "seer.look: {illegal: Cid}"),
        ("witch.poison: Fay", "witch.poison: {illegal: [[Zoe], [pass]], then: Fay}"),
        ("cupid.link: [Eve, Gus]", "cupid.link: {illegal: [Eve, Gus], then: [Eve, Gus]}"),
        ("werewolf.devour: Gus", "werewolf.devour: {illegal: Cid, then: Gus}"),
        ("village.vote: {Dan: Ann,", "village.vote: {Dan: {illegal: Cid, then: Ann},"),
        ("village.vote: {Dan: Ann, Ann: Dan}", "village.vote: {illegal: {Dan: Cid}, then: {Dan: Ann, Ann: Dan}}"),
        ("village.vote: {Dan: Ann, Ann: Dan}", "village.vote: {illegal: [[Gus], {Dan: Cid}], then: {Dan: Ann}}"),
    ],
)
def test_a_legal_answer_that_is_called_illegal_is_an_error(old: str, new: str, scenario: Scenario, run: Run) -> None:
    code, out, _ = run(scenario(broken(old, new)))
    assert (code, "a-game.yaml:" in out) == (1, True)


CATCH = """\
roleset: millers-hollow
seats: [Ann, Bob, Cid, Dan]
cards: {Ann: werewolf, Bob: werewolf, Cid: little-girl}
play:
  - night 1:
      werewolf.catch: ANSWER
    expect: {prompted: {werewolf.catch: [Ann, Bob]}}
"""


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("{illegal: [Ann, Bob], then: Cid}", 0),  # two, and neither may name two
        ("{illegal: Ann, then: Cid}", 1),  # Ann cannot have caught herself, but Bob may say that she peeped
        ("{Ann: {illegal: Ann, then: Bob}, Bob: {illegal: Bob, then: Ann}}", 0),
        ("Ann", 0),  # for Ann it is no legal choice: she passes
    ],
)
def test_an_illegal_answer_must_be_illegal_for_everybody_asked(
    answer: str, code: int, scenario: Scenario, run: Run
) -> None:
    found, out, _ = run(scenario(CATCH.replace("ANSWER", answer)))
    assert found == code, out


@pytest.mark.parametrize(
    "answer",
    [
        "{Dan: {illegal: Ann}, Cid: Ann}",  # not asked
        "{Ann: {illegal: [[Bob], [pass]]}, Cid: Ann}",
    ],
)
def test_an_answer_by_somebody_who_is_not_asked_is_tried(
    answer: str, scenario: Scenario, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = broken("seer.look: Ann", f"seer.look: {answer}")
    assert run(scenario(text))[0] == 0
    answer_of_the_asked = Game.answer

    def gullible(game: Game, prompt: str, value: object, seat: str | None = None) -> None:
        """Refuses nothing that comes from somebody who was not asked."""
        if any(seat in asked.seats for asked in game.prompts if asked.id == prompt):
            answer_of_the_asked(game, prompt, value, seat)

    monkeypatch.setattr(Game, "answer", gullible)
    assert run(scenario(text))[0] == 1


@pytest.mark.parametrize(
    "answer",
    [
        "seer.look: {illegal: Cid, then: Ann}",
        "seer.look: {illegal: [Ann, Bob], then: Ann}",
        "seer.look: {illegal: [[Cid], [pass], [Ann, Bob]], then: {illegal: Zoe, then: Ann}}",
        "seer.look: {Dan: {illegal: Ann}, Cid: Ann}",
        "seer.look: {each: [{illegal: Cid, then: Ann}]}",
        "seer.look: {Cid: {each: [Ann]}}",
    ],
)
def test_a_list_of_answers_may_contain_lists(answer: str, scenario: Scenario, run: Run) -> None:
    code, out, _ = run(scenario(broken("seer.look: Ann", answer)))
    assert code == 0, out


LOTS = """\
roleset: millers-hollow
options: {sheriff: start}
seats: [Ann, Bob, Cid, Dan]
cards: {Ann: werewolf}
lots: [LOTS]
play:
  - setup:
      sheriff.elect: {each: [{Ann: Ann, Bob: Bob}, {Ann: Ann, Bob: Bob}]}
    expect: {sheriff: Bob}
"""


VILLAGE = """\
roleset: the-pact
options: {buildings: on, sheriff: first-day}
seats: [Ann, Bob, Cid, Dan, Eve, Fay]
cards: {Ann: werewolf, Bob: werewolf}
buildings: {Ann: baker, Bob: bailiff, Cid: barber, Dan: schoolmarm, Eve: confessor}
play:
  - night 1: {werewolf.devour: Fay}
"""


def test_each_of_several_answers_waits_until_it_is_asked_again(scenario: Scenario, run: Run) -> None:
    votes = "{each: [{Ann: Ann, Dan: Dan}, Dan]}"
    day = f"  - day 1: {{barber.shave: Bob, sheriff.elect: {votes}}}\n"
    code, out, _ = run(scenario(VILLAGE + day + "    expect: {says: [ballot.again], sheriff: Dan}\n"))
    assert code == 0, out


@pytest.mark.parametrize("before", ["", "  - day 1: {sheriff.elect: pass}\n  - day 1: {barber.shave: Bob}\n"])
def test_a_phase_goes_on_in_the_next_step_when_what_was_answered_has_closed(
    before: str, scenario: Scenario, run: Run
) -> None:
    voted = "  - day 1: {village.vote: {Cid: Ann, Eve: Dan}}\n" if not before else ""
    dusk = "  - day 1: {confessor.hear: Cid}\n    expect: {told: {Eve: {Cid: villager}}}\n"
    code, out, _ = run(scenario(VILLAGE + before + voted + dusk))
    assert code == 0, out


def test_what_is_open_no_longer_cannot_be_answered_in_the_next_step(scenario: Scenario, run: Run) -> None:
    code, out, _ = run(scenario(VILLAGE + "  - day 1: {village.vote: pass}\n  - day 1: {schoolmarm.forbid: Bob}\n"))
    assert (code, "unused: schoolmarm.forbid in day 1" in out) == (1, True)


def test_lots_fall_as_written(scenario: Scenario, run: Run) -> None:
    assert run(scenario(LOTS.replace("LOTS", "Bob")))[0] == 0


@pytest.mark.parametrize("lots", ["Bob, Ann", "Cid", "Zoe"])
def test_lots_left_over_or_wrong_are_an_error(lots: str, scenario: Scenario, run: Run) -> None:
    file = scenario(LOTS.replace("LOTS", lots))
    code, out, _ = run(file)
    assert code == 1
    assert out.startswith(f"{file}:5:"), out


def test_a_lot_that_falls_wrong_when_somebody_leaves_is_an_error(scenario: Scenario, run: Run) -> None:
    text = broken("village.vote: {Dan: Ann, Ann: Dan}", "table.leaves: Dan").replace("seed: 1", "lots: [Gus]")
    file = scenario(text)
    code, out, _ = run(file)
    assert (code, f"{file}:{line_of(text, 'lots:')}:" in out) == (1, True), out


REFUSED = "roleset: millers-hollow\nseats: [Ann, Bob, Cid]\ncards: {Ann: CARD}\nrefused: HOW\n"


@pytest.mark.parametrize(
    ("card", "how", "code"),
    [
        ("seer", "yes", 0),
        ("seer", "already-won", 0),
        ("seer", "no-werewolf", 1),
        ("werewolf", "yes", 1),
        ("werewolf", "already-won", 1),
    ],
)
def test_a_refusal_is_expected_by_its_code(card: str, how: str, code: int, scenario: Scenario, run: Run) -> None:
    file = scenario(REFUSED.replace("CARD", card).replace("HOW", how))
    found, out, _ = run(file)
    assert found == code
    assert out == f"{file}: ok\n" if code == 0 else out.startswith(f"{file}:4:")


def test_a_refused_table_that_nobody_expected_is_an_error(scenario: Scenario, run: Run) -> None:
    code, out, _ = run(scenario("roleset: millers-hollow\nseats: [Ann, Bob, Cid]\ncards: {Ann: seer}\n"))
    assert (code, "already-won" in out) == (1, True)


PLACES = {
    "seats: [Ann, Bob, Ann, Dan]": "same-name",
    "seats: [Ann, Bob, ' ', Dan]": "no-name",
    "groups: {A: [Ann], B: [Bob]}": "groups",
    "buildings: {Ann: baker}": "no-buildings",
    "events: [ev-miracle]": "unknown-option",
    "crier: [ev-miracle]": "unknown-option",
    "centre: [seer]": "centre",
    "actor: [seer, witch, hunter]": "actor-cards",
    "alignment: {Ann: werewolf}": "no-alignment",
    "house_rule: seer": "no-coin",
    "cards: {Ann: seer}": "already-won",
    "options: {sheriff: x}": "bad-option",
}


@pytest.mark.parametrize("wrong", PLACES)
def test_a_refused_table_is_told_at_the_key_that_is_wrong(wrong: str, scenario: Scenario, run: Run) -> None:
    table = {"roleset": "millers-hollow", "seats": "[Ann, Bob, Cid, Dan]", "cards": "{Ann: werewolf}"}
    key, _, value = wrong.partition(": ")
    text = "".join(f"{each}: {what}\n" for each, what in {**table, key: value}.items())
    file = scenario(text)
    code, out, _ = run(file)
    place = f"{file}:{line_of(text, f'{key}: ')}:"
    assert (code, out.startswith(place), f"({PLACES[wrong]})" in out) == (1, True, True), out


def test_a_missing_file_is_an_error(tmp_path: Path, run: Run) -> None:
    code, out, _ = run(tmp_path / "nothing.yaml")
    assert (code, "nothing.yaml" in out) == (1, True)


def test_a_folder_without_scenarios_is_an_error(tmp_path: Path, run: Run) -> None:
    code, out, err = run(tmp_path)
    assert code != 0
    assert str(tmp_path) in out + err


def test_each_file_has_a_line_and_one_failure_fails_all(tmp_path: Path, run: Run) -> None:
    good = tmp_path / "a" / "good.yaml"
    bad = tmp_path / "b" / "bad.yaml"
    for file, text in ((good, expecting(HOLLOW, "", "")), (bad, expecting(HOLLOW, "DAWN", "dead: []"))):
        file.parent.mkdir()
        file.write_text(text, encoding="utf-8")
    code, out, _ = run(tmp_path)
    lines = out.splitlines()
    assert code == 1
    assert lines[0] == f"{good}: ok"
    assert lines[1].startswith(f"{bad}:{line_of(HOLLOW, '{DAWN}')}:")
    assert len(lines) == 2
    assert run(good.parent, good)[0] == 0


def test_json_tells_what_happened_phase_by_phase(scenario: Scenario, run: Run) -> None:
    code, out, err = run("--json", scenario(expecting(HOLLOW, "", "")))
    assert (code, err) == (0, "")
    phases = [json.loads(line) for line in out.splitlines()]
    assert [phase["phase"] for phase in phases] == ["setup", "night 1", "dawn 1", "day 1"]
    assert phases[2]["dead"] == ["Fay", "Gus", "Eve", "Bob"]
    assert phases[3]["winner"] == "villagers"


def test_json_stays_json_when_something_differs(scenario: Scenario, run: Run) -> None:
    code, out, err = run("--json", scenario(expecting(HOLLOW, "DAWN", "dead: []")))
    assert (code, "dead" in err) == (1, True)
    assert all(isinstance(json.loads(line), dict) for line in out.splitlines())


def test_the_real_command_plays_a_scenario(scenario: Scenario) -> None:
    def command(text: str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-m", "narrator", "scenario", str(scenario(text))]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    assert command(expecting(HOLLOW, "DAWN", "sheriff: Dan")).returncode == 0
    failed = command(expecting(HOLLOW, "DAWN", "sheriff: Ann"))
    assert (failed.returncode, failed.stderr) == (1, "")
    assert f"a-game.yaml:{line_of(HOLLOW, '{DAWN}')}:" in failed.stdout


def test_a_scenario_can_play_a_roleset_from_any_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = our_table(tmp_path)
    scenario = own / "scenario" / "guarded.yaml"
    scenario.parent.mkdir()
    scenario.write_text(
        """
name: The guard saves the victim
roleset: our-table
options: {sheriff: never}
seats: [Ann, Bob, Cid, Dan, Eve, Fay, Gus, Hal]
cards: {Ann: werewolf, Bob: guard, Cid: seer}
play:
  - night 1: {seer.look: Ann, guard.protect: Eve, werewolf.devour: Eve}
    expect: {told: {Cid: {Ann: wolf}}, calls: [seer, guard, werewolf]}
  - dawn 1:
    expect: {dead: [], says: [dawn.nobody]}
""",
        encoding="utf-8",
    )
    assert cli.main(["scenario", "--rolesets", str(own), str(scenario)]) == 0
    assert cli.main(["--rolesets", str(own), "scenario", str(scenario)]) == 0
    (own / "broken.yaml").write_text("rubbish", encoding="utf-8")
    assert cli.main(["scenario", "--rolesets", str(own), str(scenario)]) == 0
    assert cli.main(["scenario", str(scenario)]) == 1


RICH = """\
name: Everything that a table and an answer can hold
rules: [PA-54, PA-45]
roleset: the-pact
options: {sheriff: never, ghosts_see: on}
seats: [Ann, Bob, Cid, Dan, Eve, Fay, Gus, 8]
cards: {Ann: werewolf, Bob: prejudiced-manipulator, Cid: actor, Dan: witch, Eve: wandering-judge}
actor: [fox, seer, hunter]
groups: {sun: [Ann, Bob, Cid, Dan], moon: [Eve, Fay, Gus, 8]}
house_deck: no
lots: []
seed: 3
play:
  - night 1:
      actor.perform: {illegal: [[witch], elder], then: seer}
      seer.look: {Cid: {illegal: Cid, then: Ann}}
      werewolf.devour: Fay
      witch.heal: yes
      witch.poison: pass
    expect:
      told: {Cid: {Ann: werewolf}}
      not_told: {Ann: [scent, 8]}
      prompted: {seer.look: [Cid]}
      choices: {seer.look: [Ann, Bob, Dan, Eve, Fay, Gus, 8]}
      calls: [actor, seer, fox, wandering-judge, werewolf, witch]
      powerful: [Cid]
  - dawn 1:
    expect: {dead: [], alive: 8, says: [dawn.nobody]}
  - day 1:
      wandering-judge.again: yes
      village.vote: {each: [{Ann: Gus, Bob: {illegal: nobody, then: Gus}}, Dan]}
    expect:
      order: [Gus, Dan]
      cause: {Gus: vote}
      votes: {Dan: 7}
      voters: [Ann, Bob, Cid, Dan, Eve, Fay, 8]
      sheriff: none
      side: {Ann: werewolves}
      running: yes
"""
WRONG: list[Any] = [
    None, True, 5, -1, 10**30, "", "x", "Ann", "yes", "none", "night 1", [], {}, [[]], ["a"], [None], [1, "Ann"],
    {"a": {}}, {"Ann": 1}, {"Ann": ["x"]}, {"each": []}, {"each": {"x": 1}}, {"illegal": "Ann"},
    {"illegal": {"Ann": []}}, {"then": 1},
    {"each": [{"illegal": [[]]}]}, {"Ann": {"each": [None]}}, {"Ann": {"Ann": {"Ann": "Ann"}}},
]  # fmt: skip


def test_the_scenario_that_other_tests_spoil_passes(tmp_path: Path) -> None:
    assert problems_of(tmp_path, plain(read(RICH, "rich"))) == []


def problems_of(folder: Path, tree: Any) -> list[str]:
    file = folder / "spoilt.yaml"
    file.write_text(written(tree), encoding="utf-8")
    found = play(file, LIBRARY).problems
    assert all(problem.place.file == str(file) for problem in found)
    return [problem.sentence for problem in found]


@examples()
@given(chance=st.randoms(use_true_random=False))
def test_no_value_of_any_shape_crashes_a_scenario(chance: Random, tmp_path_factory: pytest.TempPathFactory) -> None:
    tree = plain(read(RICH, "rich"))
    for _ in range(chance.randint(1, 2)):
        *path, key = chance.choice(within(tree))
        parent = at(tree, tuple(path))
        if isinstance(parent, dict) and chance.random() < 0.2:
            parent[chance.choice(["1", "Ann", "night 9", "deck", "house_rule", "refused", "centre"])] = parent.pop(key)
        else:
            parent[key] = plain(chance.choice(WRONG))
    problems_of(tmp_path_factory.mktemp("spoilt"), tree)


def test_the_scenario_of_the_readme_holds(tmp_path: Path) -> None:
    (shown,) = re.findall(r"^```yaml my-scenarios/guard.yaml\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    file = tmp_path / "guard.yaml"
    file.write_text(shown, encoding="utf-8")
    own = tmp_path / "own"
    own.mkdir()
    assert play(file, Library(our_table(own))).problems == []


def test_the_readme_names_all_that_a_scenario_may_hold_and_expect() -> None:
    chapter = README.partition("\n## A scenario\n")[2].partition("\n## ")[0]
    assert [key for key in (*KEYS, *OTHER_KEYS) if not re.search(f"[`\\n]{key}[`:]", chapter)] == []
    assert [key for key in EXPECTATIONS if f"`{key}`" not in chapter] == []
