"""What stands in a scenario in another form than its key wants is reported with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.game.library import LIBRARY
from narrator.game.scenario import play
from tests.labs.scenariolab import HOLLOW, Run, Scenario, expecting


@pytest.mark.parametrize("word", ["yes", "true", "'yes'"])
def test_yes_may_be_a_boolean(word: str, scenario: Scenario, run: Run) -> None:
    healed = expecting(HOLLOW, "SETUP", f"running: {word}")
    healed = healed.replace("      witch.poison: Fay", f"      witch.heal: {word}\n      witch.poison: Fay")
    healed = healed.replace("      sheriff.succeed: Dan\n", "")
    code, out, _ = run(scenario(healed))
    assert code == 0, out
    assert (
        run(scenario(f"house_deck: {word}\nrefused: {word}\nroleset: classic\nseats: [A, B]\ndeck: [seer, seer]"))[0]
        == 0
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "- a list",
        "seats: [Ann",
        "seats: [Ann, Bob]\nseats: [Ann, Bob]\nroleset: millers-hollow",
        "roleset: millers-hollow",
        "seats: [Ann, Bob]",
        "roleset: millers-hollow\nseats: Ann",
        "roleset: millers-hollow\nseats: [Ann, Bob]\ncards: [werewolf]",
        "roleset: [millers-hollow]\nseats: [Ann, Bob]",
        "roleset: millers-hollow\nseats: [Ann, Bob]\ncards: {Ann: werewolf}\noptions: [sheriff]",
        "roleset: millers-hollow\nseats: [Ann, Bob]\ncards: {Ann: werewolf}\nlots: Ann",
        "roleset: millers-hollow\nseats: [Ann, Bob]\ncards: {Ann: werewolf}\nseed: many",
        "roleset: millers-hollow\nseats: [Ann, Bob]\ncards: {Ann: werewolf}\nplay: night 1",
        "roleset: millers-hollow\nseats: [Ann, Bob]\ncards: {Ann: werewolf}\nplay: [night 1]",
        "roleset: millers-hollow\nseats: [Ann, Bob]\ncards: {Ann: werewolf}\nplay: [night 1: [Ann]]",
        "roleset: millers-hollow\nseats: [Ann, Bob]\ncards: {Ann: werewolf}\nplay: [night 1: {}, day 1: {}, expect: 3]",
        "roleset: millers-hollow\nseats: [Ann, Bob]\ncards: {Ann: werewolf}\nplay: [{night 1: {}, day 1: {}}]",
        "roleset: millers-hollow\nseats: [Ann, Bob]\ncards: {Ann: werewolf}\nplay: [{night 1: {}, expect: [Ann]}]",
        "roleset: millers-hollow\nseats: [Ann, Bob]\ncards: {Ann: werewolf}\nplay: [{night 1: {}, expect: {told: 3}}]",
        "roleset: millers-hollow\nseats: [Ann, Bob]\ncards: {Ann: werewolf}\n"
        "play: [{night 1: {werewolf.devour: {each: Bob}}}]",
        "roleset: millers-hollow\nseats: [Ann, Bob]\ncards: {Ann: werewolf}\n"
        "play: [{night 1: {werewolf.devour: {each: Bob, then: Bob}}}]",
    ],
    ids=lambda text: (text.splitlines() or ["empty"])[-1],
)
def test_a_file_that_is_not_a_scenario_is_reported_with_its_place(text: str, scenario: Scenario, run: Run) -> None:
    file = scenario(text)
    code, out, err = run(file)
    assert code == 1
    assert out.startswith(f"{file}:"), out + err
    assert out.removeprefix(f"{file}:").partition(":")[0].isdigit()


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("cards: {Ann: 1}", "4:14: “cards” must be seats with their cards, each a single word."),
        ("deck: [werewolf, 2]", "4:18: “deck” must be a list of cards, each a single word."),
        ("groups: {sun: {Ann: 1}}", "4:15: “groups” must be two names, each with a list of seats."),
        ("groups: {sun: [Ann], moon: [[Bob]]}", "4:28: “groups” must be two names, each with a list of seats."),
        ("centre: [null]", "4:10: “centre” must be a list of cards, each a single word."),
        ("actor: witch", "4:8: “actor” must be a list of three cards, each a single word."),
        ("seed: true", "4:7: “seed” must be a number."),
        ("lodge: {Ann: mars}", "4:14: “lodge” must be seats with `sun` or `moon`."),
        ("village: {baker: -1}", "4:18: “village” must be buildings, and how many there are of each."),
        ("house_deck: []", "4:13: “house_deck” must be yes or no."),
        (
            "options: {sheriff: {a: 1}}",
            "4:20: “options” must be options with their values, each a single word, or a list of words.",
        ),
        ("refused: 5", "4:10: “refused” must be yes, or the code of the refusal."),
    ],
)
def test_a_value_of_the_wrong_shape_is_reported_with_its_place(tmp_path: Path, table: str, said: str) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(f"name: Wrong\nroleset: millers-hollow\nseats: [Ann, Bob, Cid]\n{table}\n", encoding="utf-8")
    assert [str(problem).removeprefix(f"{file}:") for problem in play(file, LIBRARY).problems] == [said]
