"""What a scenario expects of a phase holds or fails, and a false expectation fails at its own line."""

from __future__ import annotations

import pytest

from tests.labs.scenariolab import HOLLOW, Run, Scenario, expecting, line_of

DARK = """\
name: A dark city in which a witness leaves
rules: [WW-59]
roleset: classic
options: {dark_city: on, first_day_lynch: on}
seats: [Ann, Bob, Cid, Dan, Eve, Fay, Gus, Hal]
cards: {Ann: werewolf, Bob: werewolf, Cid: seer}
play:
  - day 0:
      village.vote: {Ann: Hal, Bob: Hal, Cid: Hal, Dan: Hal, Eve: Hal}
    expect: {SETUP}
  - night 1:
      werewolf.devour: Dan
      werewolf.switch: [Cid, Dan]
      seer.look: Ann
    expect: {NIGHT}
  - dawn 1:
    expect: {DAWN}
  - day 1:
      village.vote: {Ann: Eve, Bob: Eve, Cid: Eve, Fay: Eve}
    expect: {DAY}
"""

# An expectation that holds, and beside it the same key with a value that does not.
EXPECTATIONS = [
    (HOLLOW, "SETUP", "sheriff: Gus", ["sheriff: Ann", "sheriff: none"]),
    (
        HOLLOW, "SETUP",
        "offers: [seer, werewolf, villager, villager, werewolf, villager, villager, villager]",
        [
            "offers: [seer, werewolf, villager, villager, villager, villager, villager, villager]",
            "offers: [seer, werewolf, werewolf, villager, villager, villager, villager]",
        ],
    ),
    (
        HOLLOW, "NIGHT",
        "calls: [cupid, lovers, seer, werewolf, witch]",
        [
            "calls: [cupid, lovers, seer, werewolf]",
            "calls: [cupid, lovers, werewolf, seer, witch]",
            "calls: []",
        ],
    ),
    (
        HOLLOW, "NIGHT",
        "told: {Cid: {Ann: werewolf}, Dan: {victim: [Gus]}, Ann: {pack: [Bob, Ann]}, Gus: {lover: Eve}}",
        [
            "told: {Cid: {Ann: witch}}",
            "told: {Cid: {Bob: werewolf}}",
            "told: {Dan: {victim: []}}",
            "told: {Ann: {victim: []}}",
            "told: {Dan: {victim: [Gus, Ann]}}",
            "told: {Ann: {pack: [Ann]}}",
            "told: {Gus: {lover: Ann}}",
            "told: {Fay: {card: seer}}",
            "told: {Ann: {card: seer, pack: [Ann, Bob]}}",
        ],
    ),
    (
        HOLLOW, "NIGHT",
        "not_told: {Ann: [lover, Gus], Fay: [pack]}",
        ["not_told: {Ann: [lover, pack]}", "not_told: {Cid: [Ann]}"],
    ),
    (
        HOLLOW, "NIGHT",
        "prompted: [witch.heal, cupid.link]",
        ["prompted: [witch.heal, hunter.shoot]", "prompted: [village.vote]"],
    ),
    (
        HOLLOW, "NIGHT",
        "prompted: {werewolf.devour: [Bob, Ann], seer.look: [Cid]}",
        [
            "prompted: {werewolf.devour: [Ann]}",
            "prompted: {werewolf.devour: [Ann, Bob, Cid]}",
            "prompted: {hunter.shoot: [Fay]}",
        ],
    ),
    (HOLLOW, "NIGHT", "card: {Cid: seer}", ["card: {Cid: }", "card: {Cid: witch}"]),
    (HOLLOW, "NIGHT", "not_prompted: [hunter.shoot]", ["not_prompted: [hunter.shoot, witch.heal]"]),
    (
        HOLLOW, "NIGHT",
        "not_prompted: {werewolf.devour: [Cid], hunter.shoot: [Fay]}",
        ["not_prompted: {werewolf.devour: [Cid, Bob]}"],
    ),
    (
        HOLLOW, "NIGHT",
        "choices: {seer.look: [Gus, Ann, Bob, Dan, Eve, Hal, Fay]}",
        [
            "choices: {seer.look: [Ann, Bob, Dan, Eve, Fay, Gus]}",
            "choices: {seer.look: [Ann, Bob, Cid, Dan, Eve, Fay, Gus, Hal]}",
            "choices: {hunter.shoot: [Ann]}",
        ],
    ),
    (HOLLOW, "NIGHT", "choices: {witch.heal: [true]}", ["choices: {witch.heal: [false]}"]),
    (HOLLOW, "NIGHT", "alive: 8", ["alive: 7", "alive: [Ann]"]),
    (
        HOLLOW, "NIGHT",
        "side: {Ann: werewolves, Eve: villagers}",
        ["side: {Ann: villagers}", "side: {Ann: werewolves, Eve: lovers}"],
    ),
    (HOLLOW, "NIGHT", "card: {Cid: seer, Gus: villager}", ["card: {Cid: villager}", "card: {Cid: seer, Gus: seer}"]),
    (HOLLOW, "NIGHT", "powerful: [Cid, Dan]", []),
    (HOLLOW, "NIGHT", "powerless: []", ["powerless: [Cid]"]),
    (HOLLOW, "NIGHT", "running: yes", ["winner: villagers", "winners: [Cid]", "wins: [Cid]"]),
    (
        HOLLOW, "DAWN",
        "dead: [Bob, Eve, Fay, Gus]",
        ["dead: [Eve, Fay, Gus]", "dead: []", "dead: [Bob, Cid, Eve, Fay, Gus]"],
    ),
    (
        HOLLOW, "DAWN",
        "order: [Fay, Gus, Eve, Bob]",
        ["order: [Bob, Eve, Fay, Gus]", "order: [Fay, Gus, Eve]"],
    ),
    (
        HOLLOW, "DAWN",
        "cause: {Fay: poison, Gus: devoured, Eve: grief, Bob: shot}",
        ["cause: {Fay: devoured}", "cause: {Fay: poison, Ann: poison}", "cause: {Eve: vote}"],
    ),
    (
        HOLLOW, "DAWN",
        "alive: [Dan, Hal, Cid, Ann]",
        ["alive: [Ann, Cid, Dan]", "alive: [Ann, Bob, Cid, Dan, Hal]", "alive: 3"],
    ),
    (
        HOLLOW, "DAWN",
        "shown: {Fay: hunter, Gus: villager}",
        ["shown: {Fay: villager}", "shown: {Ann: werewolf}"],
    ),
    (HOLLOW, "DAWN", "hidden: []", ["hidden: [Fay]", "hidden: [Ann]"]),
    (
        HOLLOW, "DAWN",
        "says: [dawn.dead, dawn.dead Fay, dawn.dead Gus, dawn.dead Fay Gus]",
        ["says: [dawn.nobody]", "says: [dawn.dead Ann]", "says: [dawn.dead Fay Ann]", "says: [dawn.dead, vote.dead]"],
    ),
    (HOLLOW, "DAWN", "not_says: [dawn.nobody, dawn.dead Ann]", ["not_says: [dawn.dead]", "not_says: [dawn.dead Gus]"]),
    (HOLLOW, "DAWN", "sheriff: Dan", ["sheriff: Gus", "sheriff: none"]),
    (HOLLOW, "DAY", "voters: [Ann, Cid, Dan, Hal]", ["voters: [Ann, Dan]", "voters: [Ann, Bob, Cid, Dan, Hal]"]),
    (
        HOLLOW, "DAY",
        "votes: {Ann: 2, Dan: 1}",
        ["votes: {Ann: 1, Dan: 1}", "votes: {Ann: 2, Dan: 0}", "votes: {Cid: 1}", "votes: {}"],
    ),
    (HOLLOW, "DAWN", "voters: []", ["voters: [Ann]"]),
    (HOLLOW, "DAWN", "votes: {}", ["votes: {Ann: 1}"]),
    (HOLLOW, "DAY", "votes: {Ann: 2, Cid: 0}", ["votes: {Ann: 3}", "votes: {Ann: 2, Cid: 1}"]),
    (HOLLOW, "DAY", "winner: villagers", ["winner: werewolves", "winner: draw", "running: yes"]),
    (
        HOLLOW, "DAY",
        "winners: [Dan, Cid, Eve, Fay, Gus, Hal]",
        ["winners: [Cid, Dan, Hal]", "winners: []", "winners: [Ann]"],
    ),
    (
        HOLLOW, "DAY",
        "choices: {village.vote: {Dan: [Ann, Cid, Dan, Hal]}}",
        ["choices: {village.vote: {Dan: [Ann, Cid]}}"],
    ),
    (DARK, "SETUP", "dead: [], alive: 7", ["dead: [Hal]", "alive: 8", "hidden: [Hal]", "winner: villagers"]),
    (
        DARK, "NIGHT",
        "told: {Dan: {Ann: wolf, card: seer}}",
        ["told: {Dan: {Ann: not-wolf}}", "told: {Dan: {Ann: werewolf}}"],
    ),
    (DARK, "NIGHT", "card: {Cid: villager, Dan: seer}", ["card: {Cid: seer}"]),
    (DARK, "DAWN", "shown: {Dan: villager}", ["shown: {Dan: seer}", "hidden: [Dan]"]),
    (DARK, "DAY", "votes: {Eve: 4}", ["votes: {Eve: 5}", "votes: {Eve: 3}"]),
]  # fmt: skip

WRONG = [(table, at, wrong) for table, at, _, wrongs in EXPECTATIONS for wrong in wrongs]


@pytest.mark.parametrize(("table", "at", "right"), [case[:3] for case in EXPECTATIONS])
def test_every_true_expectation_passes(table: str, at: str, right: str, scenario: Scenario, run: Run) -> None:
    file = scenario(expecting(table, at, right))
    assert run(file) == (0, f"{file}: ok\n", "")


@pytest.mark.parametrize(("table", "at", "wrong"), WRONG)
def test_every_false_expectation_fails(table: str, at: str, wrong: str, scenario: Scenario, run: Run) -> None:
    text = expecting(table, at, wrong)
    file = scenario(text)
    code, out, _ = run(file)
    assert code == 1
    assert out.count("\n") == 1
    assert out.startswith(f"{file}:{line_of(text, f'{{{wrong}}}')}:"), out
    assert wrong.partition(":")[0] in out


def test_all_wrong_expectations_are_reported_at_once(scenario: Scenario, run: Run) -> None:
    file = scenario(expecting(HOLLOW, "DAWN", "dead: [], alive: 7, sheriff: Ann"))
    code, out, _ = run(file)
    assert code == 1
    assert out.count("\n") == 1, "one line a file"
    assert all(word in out for word in ("dead", "alive", "sheriff"))


def test_what_a_seat_was_told_instead_is_listed(scenario: Scenario, run: Run) -> None:
    _, out, _ = run(scenario(expecting(HOLLOW, "NIGHT", "told: {Cid: {Bob: wolf}}")))
    assert "Cid was to be told Bob: wolf; it was told Ann: werewolf." in out


def test_a_prompt_put_to_another_seat_says_to_whom(scenario: Scenario, run: Run) -> None:
    code, out, _ = run(scenario(expecting(HOLLOW, "NIGHT", "prompted: {seer.look: [Ann]}")))
    assert (code, out.rstrip().endswith("expected Ann; it was Cid.")) == (1, True)
