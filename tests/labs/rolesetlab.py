"""A small roleset that tests spoil, the example of the page, and what `narrator check` says about such a file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from narrator.game.check import problems
from narrator.game.library import OWN, Library

README = (OWN / "README.md").read_text(encoding="utf-8")
SMALL = """\
roleset: small
title: Small
seats: {least: 5, most: 7}
options:
  sheriff: {is: never, default: never}
  ghosts_see: {is: switch}
  parity: {is: off}
cards:
  villager: {copies: 9}
  werewolf:
    side: werewolves
    is: werewolf
    wakes: {werewolf.devour: {asks: pack, choose: {one: prey}, may_pass: true, then: [{attack: devoured}]}}
calls: {first_night: werewolf, later_nights: werewolf}
ballots:
  village.vote: {choose: {one: living}, outcome: condemn}
  village.draw: {choose: yes, may_pass: true, majority: strict, outcome: draw}
day: [debate, village.vote]
causes: devoured
wins: [nobody, villagers, werewolves]
decks: {5-7: {werewolf: 1}}
"""
VOTE = """\
  village.vote: {choose: {one: living}, outcome: condemn}
  village.draw: {choose: yes, may_pass: true, majority: strict, outcome: draw}
"""
CALM = """\
choose: {one: living}, outcome: condemn}
  village.draw: {choose: yes, may_pass: true, majority: strict, outcome: draw}
events:
  ev-calm: {kind: immediate}
  ev-pair: {kind: immediate, prompts: {village.friends: {choose: {two: other-living}}}}
  ev-begin: {kind: deferred, prompts: {begin.first: {choose: {one: living}}}}
"""
"""What may stand in place of the ballots of that roleset, with events beside them."""

OURS = """
roleset: ours
extends: millers-hollow
title: Ours
seats: {least: 8, most: 9}
cards: {seer: {wakes: {seer.look: {then: [{tell: wolf}]}}}}
"""
"""A roleset of a host's own, laid over another."""


def found(folder: Path, text: str | bytes, name: str = "small") -> list[str]:
    """The problems of a roleset with this text, each as `line:column: sentence`, without those of its words."""
    file = folder / f"{name}.yaml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    every = problems(Library(), str(file))
    return [str(each).removeprefix(f"{file}:") for each in every if not each.place.file.endswith(".en.yaml")]


def with_change(folder: Path, old: str, new: str) -> list[str]:
    """The problems of the small roleset with this text in place of that."""
    assert old in SMALL
    return found(folder, SMALL.replace(old, new, 1))


def many(number: int, line: str) -> str:
    """This line so often, each time with another number in it."""
    return "\n".join(line.format(one) for one in range(number))


def files_of_the_readme() -> dict[str, str]:
    """The files that the README shows."""
    blocks = re.findall(r"^```yaml\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    return dict(zip(("our-table.yaml", "our-table.en.yaml"), blocks, strict=True))


def our_table(folder: Path) -> Path:
    """A folder with the README's example."""
    for name, text in files_of_the_readme().items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def plain(value: Any) -> Any:
    """A copy of plain data, which may be changed."""
    return json.loads(json.dumps(value))


def within(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all values inside this one."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [found for key in keys for found in ((*path, key), *within(value[key], (*path, key)))]


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """The value at the end of a path."""
    for key in path:
        value = value[key]
    return value
