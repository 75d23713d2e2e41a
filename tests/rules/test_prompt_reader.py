"""What is wrong with a prompt in a roleset (who is asked, what may be chosen, what comes of it) is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.game.library import Library
from tests.labs.rolesetlab import SMALL, with_change

CHANGES = [
    ("asks: pack", "asks: packs", "13:37: There is no pool “packs”; did you mean “pack”?"),
    ("asks: pack", "askes: pack", "13:31: There is no key “askes” here; did you mean “asks”?"),
    ("{one: prey}", "{on: prey}", "13:52: There is no key “on” here; did you mean “one”?"),
    ("{one: prey}", "{one: pray}", "13:57: There is no pool “pray”; did you mean “prey”?"),
    ("attack: dev", "atack: dev", "13:88: There is no effect “atack”; did you mean “attack”?"),
    ("attack: dev", "attack: def", "13:96: “attack” takes devoured, not “defoured”; did you mean “devoured”?"),
    ("may_pass: true, then", "may_pass: somtimes, then", "13:74: There is no condition “somtimes”."),
    ("may_pass: true, then", "power: wich.heal, then", "13:71: There is no power “wich.heal”; did you mean"),
    ("choose: {one: prey}, ", "", "13:30: “werewolf.devour” must say what to choose"),
    ("{one: prey}", "{one: prey, two: prey}", "13:30: “werewolf.devour” must say what to choose"),
    ("[{attack: devoured}]", "attack", "13:86: “then” lists effects, each with its word"),
    ("[{attack: devoured}]", "[attack]", "13:86: “then” lists effects, each with its word"),
    ("[{attack: devoured}]", "5", "13:86: “then” lists effects, each with its word"),
    ("[{attack: devoured}]", "[{kill: }]", "13:94: “kill” needs a word"),
    ("[{attack: devoured}]", "[{tell: colour}]", "13:94: “tell” takes card or wolf, not “colour”."),
    ("[{attack: devoured}]", "[{link: lovers}]", "13:88: “link” needs two seats"),
    ("[{attack: devoured}]", "[{attack: devoured}], agree: 1", "13:115: There is no agreement “1”."),
    ("[{attack: devoured}]", "[{attack: devoured}], uses: 0", "13:114: “uses” must be a number from 1 to 99."),
    ("{one: prey}", "{one: centre}", "13:57: “one” cannot be chosen among “centre”."),
    ("{one: prey}", "{card: prey}", "13:58: “card” cannot be chosen among “prey”."),
    ("{one: prey}", "yes", "13:78: “then” needs seats"),
    ("asks: pack", "asks: centre", "13:37: “asks” needs a pool of living seats"),
    ("then: [{attack: devoured}]", "power: thief.swap", "13:87: The power “thief.swap” needs `choose: {card: …}`."),
    ("wakes: {were", "last_word: {were", "13:35: There is no key “asks” here; there are: choose, "),
    ("{attack: devoured}", "{kill: devoured}", "13:88: “kill” works only in a last word; at night use “attack”."),
    ("{attack: devoured}", "{mark: turned}", "13:94: The rules lay “turned” on seats themselves; choose another word"),
    (
        "{attack: devoured}]}}",
        "{tell: card}]}}\n    by_day: {wolf.hex: {choose: {one: prey}, then: [{shield: devoured}]}}",
        "14:54: “shield” works only at night, in a prompt under “wakes”.",
    ),
    ("then: [{attack: devoured}]", "power: wandering-judge.again", "13:87: The power “wandering-judge.again”"),
    ("{one: prey}", "{one: other-living-or-sleep}", "13:57: “werewolf.devour” may be answered with a word and no"),
    ("  werewolf:", "  seer: {wakes: {werewolf.devour: {choose: {one: prey}}}}\n  werewolf:", "14:30: There are two"),
]


@pytest.mark.parametrize(("old", "new", "said"), CHANGES)
def test_every_fault_of_a_prompt_is_reported_with_its_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    sentences = with_change(tmp_path, old, new)
    assert any(sentence.startswith(said) for sentence in sentences), sentences


def test_what_may_be_passed_is_not_said_by_a_key_without_a_value(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(SMALL.replace("may_pass: true, then", "may_pass: , then"), encoding="utf-8")
    rules, _ = Library(tmp_path).roleset("small", {})
    assert not rules.prompts["werewolf.devour"].may_pass
