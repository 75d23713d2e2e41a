"""A scenario in which much happens, with places for expectations that tests fill in, and how tests play one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Scenario = Callable[[str], Path]
"""Writes a scenario's text to a file."""
Run = Callable[..., tuple[int, str, str]]
"""Runs `narrator scenario` and returns its exit code, what it printed and what it complained about."""

HOLLOW = """\
name: A base game in which much happens
rules: [MH-24]
roleset: millers-hollow
options: {sheriff: start}
seats: [Ann, Bob, Cid, Dan, Eve, Fay, Gus, Hal]
cards: {Ann: werewolf, Bob: werewolf, Cid: seer, Dan: witch, Eve: cupid, Fay: hunter}
seed: 1
play:
  - setup:
      sheriff.elect: Gus
    expect: {SETUP}
  - night 1:
      cupid.link: [Eve, Gus]
      seer.look: Ann
      werewolf.devour: Gus
      witch.poison: Fay
    expect: {NIGHT}
  - dawn 1:
      hunter.shoot: Bob
      sheriff.succeed: Dan
    expect: {DAWN}
  - day 1:
      village.vote: {Dan: Ann, Ann: Dan}
    expect: {DAY}
"""


def expecting(table: str, at: str, expectation: str) -> str:
    """The table's text with this expectation at one of its four places, and none at the others."""
    for place in ("SETUP", "NIGHT", "DAWN", "DAY"):
        table = table.replace(f"{{{place}}}", f"{{{expectation if place == at else ''}}}")
    return table


def line_of(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in line)
