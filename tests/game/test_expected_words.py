"""What an expectation names and does not exist is told with what is near."""

from __future__ import annotations

import pytest

from tests.labs.scenariolab import HOLLOW, Run, Scenario, expecting

MEANT = {
    "winner: wolves": "there is no winner “wolves”; did you mean “werewolves”?",
    "winner: x": "there is no winner “x”; there are: villagers, werewolves, lovers, nobody, draw.",
    "winner: [werewolves]": "one winner must stand here, not several.",
    "side: {Ann: wolves}": "there is no side “wolves”; did you mean “werewolves”?",
    "cause: {Gus: devored}": "there is no cause of death “devored”; did you mean “devoured”?",
    "cause: {Gus: x}": (
        "there is no cause of death “x”; there are: vote, shot, grief, left, fright, devoured, poison, alive."
    ),
    "card: {Ann: wolf}": "there is no card “wolf”; did you mean “werewolf”?",
    "shown: {Gus: wolf}": "there is no card “wolf”; did you mean “werewolf”?",
    "building: {Ann: baker}": "there is no building “baker”; there are: none.",
    "told: {Gus: {lovr: Eve}}": "there is no note “lovr”; did you mean “lover”?",
    "dead: [Zoe]": "nobody at the table is called “Zoe”; there are: Ann, Bob, Cid, Dan, Eve, Fay, Gus, Hal.",
    "says: [{dawn.dead: Gus}]": "one cue must stand here, not several.",
}


@pytest.mark.parametrize("expected", MEANT)
def test_what_does_not_exist_is_told_with_what_is_near(expected: str, scenario: Scenario, run: Run) -> None:
    code, out, _ = run(scenario(expecting(HOLLOW, "DAWN", expected)))
    assert (code, out.partition(f"dawn 1: {expected.partition(':')[0]}: ")[2].rstrip()) == (1, MEANT[expected])
