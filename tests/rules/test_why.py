"""A prompt that was expected and not put: the author of the scenario hears why nobody was asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.game.library import Library
from narrator.game.scenario import play

HOLLOW = """\
roleset: millers-hollow
options: {sheriff: start}
seats: [Ann, Bob, Cid, Dan, Eve, Fay, Gus, Hal]
cards: {Ann: werewolf, Bob: werewolf, Cid: seer, Dan: witch, Eve: cupid, Fay: hunter}
play:
  - setup: {sheriff.elect: Gus}
  - night 1: {cupid.link: [Eve, Gus], seer.look: Ann, werewolf.devour: Hal, witch.heal: yes}
"""
PACT = """\
roleset: the-pact
options: {sheriff: never}
seats: [Ann, Bob, Cid, Dan, Eve, Fay, Gus, Hal, Ian, Joe]
cards: {Ann: werewolf, Bob: werewolf, Cid: seer, Dan: white-werewolf, Eve: elder, Fay: fox, Gus: scapegoat,
  Hal: wandering-judge}
play:
"""
COINS = """\
roleset: coins
seats: [Ann, Bob, Cid, Dan, Eve, Fay, Gus, Hal]
cards: {Ann: werewolf, Bob: alpha-wolf, Cid: seer, Dan: ghost, Eve: drunk}
play:
  - night 1: {seer.look: Ann}
"""

WHY = [
    (HOLLOW, "night 1", "thief.swap", "nobody was dealt thief"),
    (HOLLOW, "night 1", "fox.sniff", "millers-hollow has no such prompt"),
    (HOLLOW, "night 1", "table.leaves", "players go home by day, while something is asked and not yet answered"),
    (HOLLOW, "night 1", "hunter.shoot", "no hunter died in this phase"),
    (HOLLOW, "night 1", "village.vote", "“night” in the roleset does not list this ballot"),
    (
        HOLLOW, "night 1", "werewolf.catch",
        "“May a little girl be alive and peep, as far as the table knows?” is answered no "
        "(`known: girl-may-peep`)",
    ),
    (HOLLOW, "dawn 1", "seer.look", "it is put at night"),
    (
        PACT.replace("never}", "never, buildings: on}").replace("play:", "buildings: {Ann: barber}\nplay:")
        + "  - night 1: {seer.look: Ann, fox.sniff: Bob}\n  - day 1: {village.vote: pass}\n",
        "day 1", "barber.shave",
        "there was nothing to choose from “other-householders” (every other living seat that lives in a building)",
    ),
    (HOLLOW, "day 1", "sheriff.succeed", "no sheriff died in this phase"),
    (
        HOLLOW, "day 1", "sheriff.elect",
        "“Has the moment come that the option `sheriff` names, with nobody in office yet?” is answered no "
        "(`when: election-due`)",
    ),
    (
        HOLLOW, "day 1", "village.draw",
        "“Have three days and nights passed without a death, with nobody left who can kill at night?” is "
        "answered no (`when: nobody-can-kill`)",
    ),
    (HOLLOW + "  - night 2: {seer.look: Ann}\n", "night 2", "cupid.link", "“cupid” is called on the first night only"),
    (HOLLOW + "  - night 2: {seer.look: Ann}\n", "night 2", "witch.heal", "it may be used once in a game, and was"),
    (
        HOLLOW.replace("werewolf.devour: Hal, witch.heal: yes", "werewolf.devour: Cid"), "night 2", "seer.look",
        "no seer is alive: Cid died in dawn 1",
    ),
    (
        HOLLOW.replace("werewolf.devour: Hal, witch.heal: yes", "werewolf.devour: pass"), "night 1", "witch.heal",
        "there was nothing to choose from “bitten” (the seats that the pack, or one of it alone, attacked tonight, ",
    ),
    (
        PACT + "  - night 1: {seer.look: Ann}\n  - night 2: {seer.look: Ann}\n  - night 3: {seer.look: Bob}\n",
        "night 3", "white-werewolf.devour",
        "“Is it night 2, 4, 6 …, or by day, does such a night come next?” is answered no (`known: even-night`)",
    ),
    (
        PACT + "  - night 1: {seer.look: Ann}\n  - day 1: {village.vote: Eve}\n  - night 2: {}\n",
        "night 2", "seer.look",
        "Cid had lost the powers of the seer",
    ),
    (
        PACT + "  - night 1: {seer.look: Ann, fox.sniff: Fay}\n  - night 2: {seer.look: Ann}\n", "night 2", "fox.sniff",
        "it asks “keen-foxes” (every fox that has not missed yet), and that was nobody",
    ),
    (
        PACT + "  - night 1: {seer.look: Ann}\n", "dawn 1", "scapegoat.permit",
        "no scapegoat died in this phase",
    ),
    (
        PACT + "  - night 1: {seer.look: Ann}\n  - day 1: {village.vote: Gus}\n", "day 1", "scapegoat.permit",
        "no scapegoat died of “scapegoat”",
    ),
    (PACT + "  - night 1: {seer.look: Ann}\n", "night 1", "wandering-judge.again", "it is put by day"),
    (COINS, "night 1", "drunk.sober", "the option “sober_drunk”, which brings it, is off"),
    (
        COINS, "night 1", "alpha-wolf.bite",
        "“Is it night 2 or later, and may an alpha wolf be alive as far as the table knows?” is answered no "
        "(`known: alpha-wolf-may-bite`)",
    ),
    (COINS, "day 1", "ghost.clue", "it is put to a dead ghost, and Dan was alive"),
    (COINS, "day 1", "village.execute", "nobody was accused"),
]  # fmt: skip


def told(folder: Path, text: str, phase: str, expected: str) -> list[str]:
    if f"- {phase}:" not in text:
        text += f"  - {phase}: {{}}\n"
    head, _, rest = text.partition(f"- {phase}:")
    line, _, after = rest.partition("\n")
    file = folder / "it.yaml"
    step = f"- {phase}:{line}\n    expect: {{{expected}}}\n"
    file.write_text(f"name: it\nrules: [G-06]\n{head}{step}{after}", encoding="utf-8")
    return [problem.sentence for problem in play(file, Library()).problems]


@pytest.mark.parametrize(("text", "phase", "prompt", "why"), WHY)
def test_an_expected_prompt_that_was_put_to_nobody_is_explained(
    tmp_path: Path, text: str, phase: str, prompt: str, why: str
) -> None:
    (sentence,) = told(tmp_path, text, phase, f"prompted: {prompt}")
    assert f"{prompt} was put to nobody: {why}" in sentence


def test_an_answer_to_a_prompt_that_was_put_to_nobody_is_explained(tmp_path: Path) -> None:
    text = PACT + "  - night 1: {seer.look: Ann, thief.swap: seer}\n"
    (sentence,) = told(tmp_path, text, "night 1", "alive: 10")
    assert sentence == "unused: thief.swap in night 1: nobody was dealt thief."
