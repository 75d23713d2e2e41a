"""Rolesets of your own: every fault in a file has its sentence and its place, and nothing crashes."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator import Game, IllegalTable, cli
from narrator.errors import BadFile, NarratorError
from narrator.game.bots import random_answers
from narrator.game.check import problems
from narrator.game.library import LIBRARY, OWN, Library
from narrator.lobby.deck_file import deck_in
from narrator.panel.plans import plan_in
from narrator.rules import card_reader, grammar, prompt_reader, registry
from narrator.rules.registry import Registry
from narrator.rules.strict_yaml import read, written
from narrator.telling.language import Language
from tests import words
from tests.chance import examples

ENGINE = Path(grammar.__file__).resolve().parents[1]
README = (OWN / "README.md").read_text(encoding="utf-8")
SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
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

NAMES: list[Registry[Any]] = [
    registry.pool, registry.combination, registry.effect, registry.condition, registry.agreement, registry.telling,
    registry.power, registry.victory, registry.aim, registry.moment, registry.tie, registry.outcome,
    registry.wave_effect, registry.verdict, registry.event, registry.procedure, registry.fate, registry.concealment,
    registry.dealing,
]  # fmt: skip


def play(library: Library, name: str, seats: int, chance: Random, closings: int = 300) -> Game:
    """A game of random bots, some of whom fall asleep."""
    game = Game(name, [f"seat {number}" for number in range(seats)], seed=chance.randrange(99), library=library)
    while game.winner is None and closings:
        closings -= 1
        for prompt in game.prompts:
            awake = [seat for seat in prompt.seats if chance.random() < 0.9]
            for seat, answer in random_answers(prompt, awake, chance).items():
                if not (prompt.open_ballot and game.complete):
                    game.answer(prompt.id, answer, seat)
        game.close()
    return game


def found(folder: Path, text: str | bytes, name: str = "small") -> list[str]:
    """The problems of a roleset with this text, each as `line:column: sentence`, without those of its words."""
    file = folder / f"{name}.yaml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    every = problems(Library(), str(file))
    return [str(each).removeprefix(f"{file}:") for each in every if not each.place.file.endswith(".en.yaml")]


def test_the_roleset_that_the_tests_change_is_sound(tmp_path: Path) -> None:
    assert found(tmp_path, SMALL) == []
    assert play(Library(tmp_path), "small", 6, Random(1)).winner


@pytest.mark.parametrize("name", ["millers-hollow", "classic"])
def test_our_own_rolesets_and_their_words_are_sound(name: str) -> None:
    assert problems(Library(), name) == []
    assert problems(Library(), str(OWN / f"{name}.en.yaml")) == []


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

ALONE = CALM.replace("two: other", "one: other")

CHANGES = [
    # The file itself.
    (None, "", "1:1: The file must hold keys and values"),
    (None, "just words", "1:1: The file must hold keys and values"),
    (None, "- a list", "1:1: The file must hold keys and values"),
    (None, b"\x89PNG\r\n\x1a\n\x00\xff\xfe", "1:1: This file is not text in UTF-8; save it as that."),
    (None, "a: \x00", "1:1: This is not YAML: unacceptable character"),
    (None, "[" * 5000, "1:41: Too many lists stand inside one another here."),
    (None, SMALL + "\n\tx", "23:1: This is not YAML:"),
    (None, SMALL + "---\na: 1", "22:1: A second document begins here; one file holds one."),
    ("title: Small", "title: *small", "2:8: No anchor “&small” stands before this."),
    ("title: Small", "title: &title [*title]", "2:16: This list holds itself through an anchor; write it out."),
    ("title: Small", "title: Small\ntitle: Big", "3:1: “title” stands here twice; keep one of them."),
    ("roleset: small", "roleset: smal", "1:10: The file is called small.yaml, so this must be “small”."),
    # Keys and names, at every level.
    ("title:", "titel:", "2:1: There is no key “titel” here; did you mean “title”?"),
    ("title:", "titel:", "1:1: “title” is missing here."),
    ("least:", "laest:", "3:9: There is no key “laest” here; did you mean “least”?"),
    ("never, default", "never, defualt", "5:24: There is no key “defualt” here; did you mean “default”?"),
    ("parity: {is: off}", "ghost: {is: off}", "5:3: “parity” is missing here."),
    ("copies", "copys", "9:14: There is no key “copys” here; did you mean “copies”?"),
    ("is: werewolf", "is: wherewolf", "12:9: There is no kind of card “wherewolf”; did you mean “werewolf”?"),
    ("side: were", "side: ware", "11:11: There is no side “warewolves”; did you mean “werewolves”?"),
    ("asks: pack", "asks: packs", "13:37: There is no pool “packs”; did you mean “pack”?"),
    ("asks: pack", "askes: pack", "13:31: There is no key “askes” here; did you mean “asks”?"),
    ("{one: prey}", "{on: prey}", "13:52: There is no key “on” here; did you mean “one”?"),
    ("{one: prey}", "{one: pray}", "13:57: There is no pool “pray”; did you mean “prey”?"),
    ("attack: dev", "atack: dev", "13:88: There is no effect “atack”; did you mean “attack”?"),
    ("attack: dev", "attack: def", "13:96: “attack” takes devoured, not “defoured”; did you mean “devoured”?"),
    ("may_pass: true, then", "may_pass: somtimes, then", "13:74: There is no condition “somtimes”."),
    ("may_pass: true, then", "power: wich.heal, then", "13:71: There is no power “wich.heal”; did you mean"),
    ("first_night: were", "first_nite: were", "14:9: There is no key “first_nite” here; did you mean"),
    ("first_night: were", "first_night: ware", "14:22: There is no call “warewolf”; did you mean “werewolf”?"),
    ("outcome: condemn", "outcome: condem", "16:50: There is no outcome “condem”; did you mean “condemn”?"),
    ("majority: strict", "majority: stric", "17:57: “majority” cannot be “stric”; did you mean “strict”?"),
    ("outcome: condemn", "outcome: condemn, tie: lots", "16:64: There is no way to settle a tie “lots”; did you mean"),
    ("outcome: condemn", "outcome: condemn, weighs: sheriff", "16:67: There is no office “sheriff”."),
    ("[debate, vill", "[debat, vill", "18:7: There is no ballot or moment “debat”; did you mean “debate”?"),
    ("werewolves]\ndecks", "warewolves]\ndecks", "20:27: There is no victory “warewolves”; did you mean"),
    ("{werewolf: 1}", "{werwolf: 1}", "21:15: There is no card “werwolf” here; did you mean “werewolf”?"),
    ("causes:", "wave: greif\ncauses:", "19:7: There is no effect of deaths “greif”; did you mean “grief”?"),
    ("causes:", "couples: owned\ncauses:", "19:10: “couples” cannot be “owned”; did you mean “own”?"),
    ("causes:", "filler: vilager\ncauses:", "19:9: There is no card “vilager”; did you mean “villager”?"),
    ("causes:", "left_over: {thief: [x]}\ncauses:", "19:13: There is no card “thief” here."),
    ("causes:", "left_over: {villager: [x]}\ncauses:", "19:24: There is no card “x”."),
    ("causes:", "least_werewolves: {thief: 2}\ncauses:", "19:20: There is no card “thief” here."),
    ("causes:", "replaces: {villager: thief}\ncauses:", "19:22: There is no card “thief”."),
    ("causes:", "brought_together: {lovers: {of: cupid}}\ncauses:", "19:33: There is no card “cupid”."),
    ("causes:", "brought_together: {lovers: {}}\ncauses:", "19:28: “of” is missing here."),
    ("causes:", "heirs: {sheriff: {s.s: {choose: {one: living}}}}\ncauses:", "19:9: No ballot elects “sheriff”."),
    ("causes:", "advice: {crowd: {lest: 6}}\ncauses:", "19:18: There is no key “lest” here; did you mean “least”?"),
    ("causes:", "advice: {crowd: {unless: ghost_see}}\ncauses:", "19:26: There is no option “ghost_see”; did you mean"),
    ("{copies: 9}", "{revealed: x}", "9:24: There is no card “x”."),
    ("{copies: 9}", "{spared_from: shot}", "9:27: There is no cause of death at night “shot”. It is one of devoured."),
    ("{copies: 9}", "{told: pakc}", "9:20: There is no telling “pakc”; did you mean “pack”?"),
    # What is missing.
    ("cards:", "card:", "1:1: “cards” is missing here."),
    ("wins:", "win:", "1:1: “wins” is missing here."),
    ("decks:", "deck:", "1:1: “decks” is missing here."),
    ("  village.vote: {choose: {one: living}, outcome: condemn}\n", "", "17:15: There is no ballot or moment “vill"),
    ("[debate, village.vote]", "[debate]", "18:6: By day nobody can be voted out: list a vote"),
    ("  village.draw", "  village.drew", "16:3: “village.draw” is missing here."),
    (", outcome: condemn", "", "16:17: “outcome” is missing here."),
    ("choose: {one: prey}, ", "", "13:30: “werewolf.devour” must say what to choose"),
    ("{one: prey}", "{one: prey, two: prey}", "13:30: “werewolf.devour” must say what to choose"),
    ("first_night: werewolf, later_nights: werewolf", "first_night: [], later_nights: []", "10:3: “werewolf” is never"),
    # The wrong kind.
    ("title: Small", "title: [Small]", "2:8: “title” must be a single word."),
    ("title: Small", "title: true", "2:8: “title” must be a single word."),
    ("{least: 5, most: 7}", "5", "3:8: “seats” must hold keys and values"),
    ("least: 5", "least: five", "3:16: “least” must be a number from 3 to 99."),
    ("least: 5", "least: -5", "3:16: “least” must be a number from 3 to 99."),
    ("most: 7", "most: 4", "3:25: “most” must be a number from 5 to 99."),
    ("copies: 9", "copies: -9", "9:22: “copies” must be a number from 0 to 99."),
    ("copies: 9", "copies: '9'", "9:22: “copies” must be a number from 0 to 99."),
    ("copies: 9", "copies: 99999999999999999999999", "9:22: “copies” must be a number from 0 to 99."),
    ("villager: {copies: 9}", "villager: 9", "9:13: “villager” must hold keys and values"),
    ("[{attack: devoured}]", "attack", "13:86: “then” lists effects, each with its word"),
    ("[{attack: devoured}]", "[attack]", "13:86: “then” lists effects, each with its word"),
    ("[{attack: devoured}]", "5", "13:86: “then” lists effects, each with its word"),
    ("[{attack: devoured}]", "[{attack: [devoured]}]", "13:96: “attack” must be a single word."),
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
    ("causes: devoured", "causes: {devoured: 1}", "19:9: Under “causes” a word must stand"),
    ("[debate, vill", "[true, vill", "18:7: Under “day” a word must stand"),
    ("causes:", "history: maybe\ncauses:", "19:10: “history” must be true or false."),
    ("{one: living}, outcome: cond", "{two: living}, outcome: cond", "16:17: “village.vote” must choose one seat"),
    ("outcome: condemn", "outcome: elect", "16:17: `outcome: elect` and `elects:`"),
    ("wakes: {were", "last_word: {were", "13:35: There is no key “asks” here."),
    ("may_pass: true, majority", "shows: pack, majority", "17:31: There is no key “shows” here."),
    ("ghosts_see: {is: switch}", "ghosts_see: {default: maybe}", "6:25: The default of “ghosts_see” must be"),
    ("ghosts_see: {is: switch}", "ghosts_see: {is: []}", "6:15: The default of “ghosts_see” must be one of:"),
    ("ghosts_see: {is: switch}", "ghosts_see: {excludes: x}", "6:26: There is no option “x”."),
    ("ghosts_see: {is: switch}", "ghosts_see: {on: 5}", "6:20: “on” must hold keys and values"),
    ("ghosts_see: {is: switch}", "ghosts_see: {on: [small.ghosts]}", "6:20: “on” must hold keys and values, or name a"),
    ("ghosts_see: {is: switch}", "ghosts_see: {on: {title: Big, day: [x]}}", "6:39: There is no ballot or moment “x”."),
    ("ghosts_see: {is: switch}", "ghosts_see: {on: {options: {}}}", "6:21: There is no key “options” here"),
    ("ghosts_see: {is: switch}", "ghosts_see: true", "6:15: “ghosts_see” must hold keys and values"),
    ("parity: {is: off}", "parity: {is: off, on: {}}", "7:21: “parity” cannot be switched on"),
    # Known words in the wrong place.
    ("{attack: devoured}", "{kill: devoured}", "13:88: “kill” works only in a last word; at night use “attack”."),
    ("then: [{attack: devoured}]", "power: wandering-judge.again", "13:87: The power “wandering-judge.again”"),
    ("{one: prey}", "{one: other-living-or-sleep}", "13:57: “werewolf.devour” may be answered with a word and no"),
    ("outcome: condemn", "outcome: condemn, decided_by: {mayor: {}}", "16:72: There is no office “mayor”"),
    ("outcome: condemn", "outcome: condemn, decided_by: {mayor: {m.d: {choose: yes}}}", "16:85: “m.d” must choose one"),
    ("majority: strict", "majority: at-once", "17:17: “village.draw” needs `outcome: draw`, and cannot be decided at"),
    ("majority: strict", "burdens: {poster: 1}", "17:47: “burdens” is about seats, and in “village.draw” none"),
    ("day: [", "morning: village.vote\nday: [", "18:10: “village.vote” may cost a life, so it is held by day"),
    # What puts a prompt that is not there, or another than it needs.
    (VOTE, f"  village.vote: {{in_turn: ev-calm, {CALM}", "16:27: The first prompt of “ev-calm” must choose the seat"),
    (VOTE, f"  village.vote: {{in_turn: ev-pair, {CALM}", "16:27: The first prompt of “ev-pair” must choose the seat"),
    (VOTE, f"  village.vote: {{in_turn: ev-begin, {CALM}", ""),
    (VOTE, f"  village.vote: {{instead: {{ev-calm: innocents}}, {CALM}", "16:37: “innocents” needs a prompt"),
    (VOTE, f"  village.vote: {{instead: {{ev-calm: nightmare}}, {CALM}", "16:37: “nightmare” needs a prompt"),
    (VOTE, f"  village.vote: {{instead: {{ev-calm: great-distrust}}, {CALM}", ""),
    (VOTE, f"  village.vote: {{instead: {{ev-calm: great-distrust}}, {ALONE}", "16:37: “great-distrust” needs “"),
    ("causes:", "variants: {parrity: {}}\ncauses:", "19:12: There is no option “parrity” here; did you mean “parity”?"),
    ("causes:", "events: {ev-punishment: {kind: immediate}}\ncauses:", "19:10: “ev-punishment” needs a prompt that"),
    # A key without a value counts as missing.
    ("may_pass: true", "may_pass: true, not_twice: ", ""),
    # Two with the same name.
    ("  werewolf:", "  seer: {wakes: {werewolf.devour: {choose: {one: prey}}}}\n  werewolf:", "14:30: There are two"),
    ("causes:", "brought_together: {villager: {of: werewolf}}\ncauses:", "19:20: “villager” is a card;"),
    # Decks that do not add up, or cannot be played.
    ("5-7:", "five:", "21:9: Under “decks” numbers of seats stand"),
    ("5-7:", "7-5:", "21:9: Under “decks” numbers of seats stand"),
    ("5-7:", "5-999999999:", "21:9: Under “decks” numbers of seats stand"),
    ("5-7:", "²:", "21:9: Under “decks” numbers of seats stand"),
    ("5-7:", "6-7:", "21:8: There is no deck for these numbers of seats: 5."),
    ("5-7: {werewolf: 1}", "5: {werewolf: 1, villager: 5}, 6-7: {werewolf: 1}", "21:12: This deck has 6 cards for 5"),
    ("5-7: {werewolf: 1}", "5-7: {werewolf: 1, villager: 5}", "21:28: Leave villager out of a deck for several"),
    ("5-7: {werewolf: 1}", "5-7: {werewolf: many}", "21:25: “werewolf” must be a number from 0 to 99."),
    ("5-7: {werewolf: 1}", "5-7: {werewolf: -1}", "21:25: “werewolf” must be a number from 0 to 99."),
    ("5-7: {werewolf: 1}", "5-7: {werewolf: 8}", "21:14: This deck has 8 cards for 5 seats; take 3 away."),
    (
        "decks: {5-7: {w", "replaces: {werewolf: villager}\ndecks: {5: {werewolf: 5}, 6-7: {w",
        "22:12: This deck has 6 cards for 5 seats, with those that “replaces” adds; take 1 away.",
    ),
    (
        "decks: {5-7: {w", "replaces: {villager: werewolf}\ndecks: {5: {villager: 5}, 6-7: {w",
        "22:12: This deck has too few werewolf for “replaces”; add 1.",
    ),
    (
        "decks: {5-7: {w", "buildings: {tower: {}, inn: {}}\nvillages: {5: {tower: 6}}\ndecks: {5-7: {w",
        "22:15: There are 6 buildings here for 5 seats; take 1 away.",
    ),
    ("5-7: {werewolf: 1}", "5-7: {werewolf: 2}", "21:8: The deck for 5 seats cannot be played: The deck has 2 ×"),
    ("5-7: {werewolf: 1}", "5-7: {werewolf: 0}", "21:8: The deck for 5 seats cannot be played: The deck has no"),
    ("5-7: {werewolf: 1}", "", "21:8: There is no deck for these numbers of seats: 5, 6, 7."),
    ("5-7: {werewolf: 1}", "5-7: []", "21:14: “5-7” must hold keys and values"),
    ("wins: [nobody", "wins: [werewolves-at-parity, nobody", ""),
    ("decks:", "replaces: {villager: werewolf}\ndecks:", "22:8: The deck for 5 seats cannot be played:"),
    # Extending.
    ("title:", "extends: mlilers-hollow\ntitle:", "2:10: It extends “mlilers-hollow”, but there is no such roleset"),
    ("title:", "extends: [classic]\ntitle:", "2:10: It extends “['classic']”, but there is no such"),
    ("title:", "extends: small\ntitle:", "2:10: “small” extends “small”: that never ends"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), CHANGES)
def test_every_fault_in_a_roleset_is_reported_with_its_place(
    tmp_path: Path, old: str | None, new: str | bytes, said: str
) -> None:
    if old is not None:
        assert isinstance(new, str)
        assert old in SMALL
        new = SMALL.replace(old, new, 1)
    sentences = found(tmp_path, new)
    if said:
        assert any(sentence.startswith(said) for sentence in sentences), sentences
    else:
        assert sentences == []


HOMES = [
    ("asks: pack", "asks: packs", "did you mean “pack”? A pool is a function in narrator/rules/pools.py, or if"),
    ("may_pass: true, then", "power: wich.heal, then", "did you mean “witch.heal”? A power is a function"),
    ("may_pass: true, then", "may_pass: somtimes, then", "A condition is a function in narrator/rules/conditions.py"),
    ("attack: dev", "atack: dev", "An effect is a function in narrator/rules/effects.py"),
    ("attack: dev", "atack: dev", "; yours may stand in a folder `powers` beside your roleset."),
    ("{copies: 9}", "{told: pakc}", "A telling is a function in narrator/rules/tellings.py"),
    ("[{attack: devoured}]", "[{attack: devoured}], agree: 1", "An agreement is a function in narrator/rules/agreem"),
    ("[debate, vill", "[debat, vill", "A moment is a function in narrator/rules/days.py"),
    ("werewolves]\ndecks", "warewolves]\ndecks", "A victory is a function in narrator/rules/wins.py"),
    ("outcome: condemn", "outcome: condemn, tie: lots", "A way to settle a tie is a function in narrator/rules/b"),
    ("asks: pack", "asks: election-due", "13:37: “election-due” is a condition, and a pool must stand here."),
    ("[debate, vill", "[grief, vill", "18:7: “grief” is an effect of deaths, and a ballot or moment must stand here."),
    ("causes:", "fates: backfir\ncauses:", "did you mean “backfire”? A fate of a victim is a function in a"),
    ("causes:", "dealing: black-plage\ncauses:", "A way to deal is a function in a file of its own in narr"),
    ("causes:", "dealing: black-plage\ncauses:", "/; yours may stand in a folder `powers` beside your roleset."),
    ("causes:", "morning: evnt-card\ncauses:", "did you mean “event-card”? A moment is a function in"),
    ("causes:", "buildings: {villager: {}}\ncauses:", "19:13: “villager” is a card; a building needs a name of its"),
    ("causes:", "events: {ev-calm: {until: dawn}}\ncauses:", "19:19: “kind” is missing here."),
    ("causes:", "events: {ev-calm: {kind: imediate}}\ncauses:", "“kind” cannot be “imediate”; did you mean “immed"),
    ("causes:", "villages: {5: {towr: 1}}\nbuildings: {tower: {}}\ncauses:", "no building “towr” here; did you mean"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), HOMES)
def test_an_unknown_word_is_told_where_such_words_are_defined(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in SMALL
    sentences = found(tmp_path, SMALL.replace(old, new, 1))
    assert any(said in sentence for sentence in sentences), sentences


PARTS_OF_THE_ENGINE = {"moment": ("narrator.rules.any_time", "narrator.rules.event_cards", "narrator.rules.offices")}
"""Parts of the engine that have moments of their own, which nobody adds to."""


@pytest.mark.parametrize("words", [each for each in NAMES if each], ids=lambda words: words.kind)
def test_words_are_defined_where_errors_send_their_author(words: Registry[Any]) -> None:
    homes = {words.home, registry.POWERS, registry.EVENTS, registry.VARIANTS}
    assert all((OWN.parent / home).exists() for home in homes)
    folders = [home.removesuffix(".py").strip("/").replace("/", ".") for home in homes]
    modules = (*folders, *PARTS_OF_THE_ENGINE.get(words.kind, ()))
    written = {name: getattr(function, "func", function).__module__ for name, function in words.items()}
    assert {name: module for name, module in written.items() if not module.startswith(modules)} == {}


def test_the_words_of_which_one_is_wanted_are_all_words(tmp_path: Path) -> None:
    text = SMALL.replace("causes:", "events: {ev-calm: {kind: immediate, until: noon}}\ncauses:")
    assert any(line.endswith("It is one of nightfall, dawn.") for line in found(tmp_path, text))


def test_what_may_be_passed_is_not_said_by_a_key_without_a_value(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(SMALL.replace("may_pass: true, then", "may_pass: , then"), encoding="utf-8")
    rules, _ = Library(tmp_path).roleset("small", {})
    assert not rules.prompts["werewolf.devour"].may_pass


def test_no_game_begins_with_a_roleset_that_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(SMALL.replace("outcome: condemn", "outcome: condem"), encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        Game("small", SEATS[:5], library=Library(tmp_path))
    assert caught.value.code == "roleset"
    assert str(tmp_path / "small.yaml:16:50") in caught.value.sentence
    assert Game("classic", SEATS, library=Library(tmp_path)).prompts


def test_all_faults_are_reported_at_once(tmp_path: Path) -> None:
    wrong = SMALL.replace("title:", "titel:").replace("{one: prey}", "{one: pray}").replace("werewolf: 1", "wolf: 1")
    assert [sentence.split(":")[0] for sentence in found(tmp_path, wrong)] == ["1", "2", "13", "21"]


def test_an_endless_chain_of_rolesets_is_reported(tmp_path: Path) -> None:
    for name, under in (("one", "two"), ("two", "three"), ("three", "one")):
        (tmp_path / f"{name}.yaml").write_text(f"roleset: {name}\nextends: {under}\n", encoding="utf-8")
    (problem,) = problems(Library(), str(tmp_path / "one.yaml"))
    assert problem.place == (str(tmp_path / "three.yaml"), 2, 10)
    assert problem.sentence.startswith("“one” extends “two” extends “three” extends “one”: that never ends")


def test_options_are_checked_in_pairs(tmp_path: Path) -> None:
    text = """
roleset: small
extends: classic
title: Small
options:
  one: {default: off, on: {brought_together: {friends: {of: herbalist}}}}
  two: {default: off, excludes: [one], on: {brought_together: {friends: {of: herbalist}}}}
"""
    sentences = found(tmp_path, text)
    assert "6:61: There is no card “herbalist”." in sentences
    (tmp_path / "small.yaml").write_text(text.replace("classic", "classic\nfiller: villager"), encoding="utf-8")
    with_deck = text + "  three: {default: off, on: {replaces: {seer: villager}}}\n"
    with_deck += "  four: {default: off, on: {cards: {seer: {copies: 2}}}}\n"
    refused = [sentence for sentence in found(tmp_path, with_deck) if "cannot be played" in sentence]
    assert any(" with three cannot be played" in sentence for sentence in refused)
    assert not any("three and four" in sentence for sentence in refused)


def test_an_option_is_checked_with_what_it_needs(tmp_path: Path) -> None:
    text = """
roleset: small
extends: classic
title: Small
options:
  one: {default: off, on: {filler: villager}}
  two: {default: off, needs: one, on: {brought_together: {friends: {of: herbalist}}}}
"""
    assert "7:73: There is no card “herbalist”." in found(tmp_path, text)


def test_options_that_change_the_same_thing_are_checked_together(tmp_path: Path) -> None:
    text = """
roleset: small
extends: classic
title: Small
options:
  few: {default: off, on: {seats: {most: 6}}}
  many: {default: off, on: {seats: {least: 9}}}
"""
    assert found(tmp_path, text) == ["6:42: “most” must be a number from 9 to 99."]


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def within(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all values inside this one."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [found for key in keys for found in ((*path, key), *within(value[key], (*path, key)))]


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


STRANGE: list[Any] = [
    None, True, 5, -1, 10**12, "", "x", "8", "yes", "own", "seer", "living", [], {}, [[]], ["a"], {"a": {}},
    {"one": "living"}, {"two": "prey"}, {"card": "centre"}, {"this": "bitten"},
]  # fmt: skip
TREES = {name: plain(read((OWN / f"{name}.yaml").read_text(encoding="utf-8"), name)) for name in Library().names}


def changed(tree: dict[str, Any], chance: Random) -> None:
    """Delete, double, replace or rename something somewhere in a tree."""
    paths = within(tree)
    path = chance.choice(paths)
    parent, key = at(tree, path[:-1]), path[-1]
    match chance.randrange(5):
        case 0:
            del parent[key]
        case 1:
            parent[key] = chance.choice(STRANGE)
        case 2:
            parent[key] = plain(at(tree, chance.choice(paths)))
        case 3 if isinstance(parent, list):
            parent.insert(key, plain(parent[key]))
        case _ if isinstance(parent, dict):
            parent[str(chance.choice(paths)[-1])] = plain(parent[key])
        case _:
            parent.reverse()


@pytest.mark.slow
@examples(30)
@given(chance=st.randoms(use_true_random=False))
def test_no_yaml_crashes_the_reader_or_the_game(chance: Random, tmp_path_factory: pytest.TempPathFactory) -> None:
    tree = plain(TREES[chance.choice(sorted(TREES))])
    if chance.random() < 0.5:
        some = chance.sample(sorted(tree), 3)
        tree = {"extends": chance.choice(sorted(TREES)), "title": "Mine", **{key: tree[key] for key in some}}
    tree["roleset"] = "mine"
    for _ in range(chance.randint(1, 2)):
        changed(tree, chance)
    folder = tmp_path_factory.mktemp("rolesets")
    sentences = found(folder, written(tree), "mine")
    if not sentences:
        library = Library(folder)
        rules, _ = library.roleset("mine", {})
        play(library, "mine", chance.randint(rules.least, min(rules.most, 14)), chance)
    assert Library(folder).vocabulary.prompts


def examples() -> dict[str, str]:
    """The files that the README shows."""
    blocks = re.findall(r"^```yaml\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    return dict(zip(("our-table.yaml", "our-table.en.yaml"), blocks, strict=True))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with the README's example."""
    for name, text in examples().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_example_of_the_readme_is_ten_lines_and_sound(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(examples()["our-table.yaml"].splitlines()) == 10
    assert cli.main(["check", "--rolesets", str(own), "our-table"]) == 0
    assert capsys.readouterr().out == "our-table: ok\n"
    assert cli.main(["check", str(own / "our-table.yaml"), str(own / "our-table.en.yaml")]) == 0


def test_the_example_of_the_readme_can_be_played(own: Path) -> None:
    library = Library(own)
    assert play(library, "our-table", 9, Random(1)).winner
    game = Game(
        "our-table", SEATS, cards={"Ann": "werewolf", "Bob": "guard", "Cid": "seer", "Dan": "hunter"}, library=library,
        options={"sheriff": "never"},
    )  # fmt: skip
    game.answer("seer.look", "Ann")
    game.close()
    game.answer("guard.protect", "Eve")
    game.close()
    game.answer("werewolf.devour", "Eve")
    game.close()
    assert game.phase == "day 1"
    assert len(game.alive) == 8
    for seat in game.alive:
        game.answer("village.vote", "Dan", seat)
    game.close()
    (prompt,) = game.prompts
    assert (prompt.id, prompt.may_pass) == ("hunter.shoot", False)


def test_a_scenario_can_play_a_roleset_from_any_folder(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
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


def test_check_shows_the_words_that_are_missing(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = own / "our-table.en.yaml"
    words.write_text(words.read_text(encoding="utf-8").replace("guard.wake", "guard.woke"), encoding="utf-8")
    assert cli.main(["check", "--rolesets", str(own), "our-table"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert f"{words}:1:1: “lines” has nothing for “guard.wake”." in told
    assert any(line.startswith(f"{words}:3:3: ") and "guard.woke" in line for line in told)
    words.write_text("language: fr", encoding="utf-8")
    assert cli.main(["check", str(words)]) == 1
    assert f"{words}:1:11: " in capsys.readouterr().out
    words.rename(own / "our-table.fr.yaml")
    assert cli.main(["check", str(own / "our-table.fr.yaml")]) == 1
    assert "no words in “fr”" in capsys.readouterr().out


def test_a_roleset_whose_name_is_not_text_is_refused() -> None:
    with pytest.raises(IllegalTable, match="There is no roleset “5”") as caught:
        LIBRARY.roleset(5, {})  # type: ignore[arg-type]
    assert caught.value.code == "unknown-roleset"


def test_check_refuses_unknown_names_and_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "clasic"]) == 1
    assert "There is no roleset “clasic”; did you mean “classic”? [unknown-roleset]" in capsys.readouterr().err
    assert cli.main(["check", str(tmp_path / "none.yaml")]) == 1
    assert "[no-file]" in capsys.readouterr().err
    assert cli.main(["check", "--rolesets", str(tmp_path / "none")]) == 1
    assert "[no-folder]" in capsys.readouterr().err
    (tmp_path / "mine.yml").touch()
    assert cli.main(["check", str(tmp_path / "mine.yml")]) == 1
    assert "call it mine.yaml." in capsys.readouterr().out


KEYS = {
    *grammar.ROLESET_KEYS, *card_reader.CARD_KEYS, *prompt_reader.WAKES_KEYS, *prompt_reader.TESTAMENT_KEYS,
    *prompt_reader.BALLOT_KEYS, *prompt_reader.CHOOSE, *prompt_reader.ANY_TIME_KEYS, *card_reader.BUILDING_KEYS,
    *card_reader.EVENT_KEYS, *card_reader.EVENTS, *grammar.VARIANT_KEYS, "is", "several", "default", "excludes",
    "needs", "on", "first_night", "later_nights",
}  # fmt: skip


@pytest.mark.parametrize("name", sorted({*KEYS, *(name for registry in NAMES for name in registry)}))
def test_the_readme_explains_every_key_and_name(name: str) -> None:
    assert re.search(rf"`[^`]*(?<![\w-]){re.escape(name)}(?![\w-])[^`]*`", README)


def test_errors_are_of_one_kind() -> None:
    assert issubclass(BadFile, NarratorError)
    assert issubclass(IllegalTable, NarratorError)


def test_the_readme_counts_what_cards_are_made_of() -> None:
    """`python -m tests.words` prints what must be there."""
    assert words.counted() in README


def test_the_readme_says_why_a_key_with_few_users_stays() -> None:
    few = {key for keys in words.keyed().values() for key, users in keys.items() if len(users) < 3}
    reasons = README.partition("A key with fewer than three users stays")[2]
    assert few <= set(re.findall(r"`(\w+)`", reasons))


def many(number: int, line: str) -> str:
    return "\n".join(line.format(one) for one in range(number))


HUGE = {
    "keys": ("roleset: small\ncards:\n" + many(25_000, "  c{0}: {{side: x}}"), ": There are more than 50000"),
    "short keys": ("roleset: small\n" + many(90_000, "a{0}: 1"), ": There are more than 50000 words and lists"),
    "characters": ("roleset: small\ntitle: " + "x" * 1_000_000, "1:1: This file has more than 1000000 characters"),
    "anchors": (
        "a: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n"
        "c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\n"
        "e: [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]\n",
        ": There are more than 50000 words and lists",
    ),
    "depth": ("a: " + "[" * 41 + "]" * 41, "1:43: Too many lists stand inside one another here."),
    "wrong keys": (SMALL + many(2000, "k{0}: 1"), "There is no key “k0” here."),
    "cards": (
        SMALL.replace("cards:", "cards:\n" + many(2000, "  c{0}: {{copies: 1, lives: 2}}")),
        ": There are more than 5000 values in this roleset",
    ),
    "options": (
        SMALL.replace("options:", "options:\n" + many(400, "  o{0}: {{default: off, on: {{title: x}}}}")),
        "5:3: With these options a roleset of this size is 80201 rolesets, too many to look at; leave out some that",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", HUGE)
def test_an_oversized_file_is_refused_with_its_place(tmp_path: Path, kind: str) -> None:
    """In a second or two each, where it once took minutes; reading stops after a hundred problems."""
    text, said = HUGE[kind]
    sentences = found(tmp_path, text)
    assert len(sentences) <= 100
    assert any(said in sentence for sentence in sentences), sentences
    assert all(re.match(r"\d+:\d+: ", sentence) for sentence in sentences)


@pytest.mark.parametrize(
    "opened",
    [
        plan_in,
        lambda file: deck_in(file, Library().roleset("classic", {})[0]),
        lambda file: Language.load((file.parent, OWN), file.stem.split(".")[0], "en", ["classic"]),
    ],
)
def test_no_reader_reads_a_huge_file_to_the_end(tmp_path: Path, opened: Callable[[Path], object]) -> None:
    file = tmp_path / "huge.en.yaml"
    for text in (HUGE["short keys"][0], HUGE["characters"][0], HUGE["anchors"][0]):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(BadFile) as caught:
            opened(file)
        assert len(caught.value.problems) <= 100
        assert str(caught.value).startswith(f"{file}:")


def test_no_card_is_named_in_the_engine() -> None:
    """A card's name belongs in its YAML and its power; every book has werewolves and plain villagers."""
    cards = {card for name in LIBRARY.names for card in LIBRARY.tree(name)["cards"]} - {"werewolf", "villager"}
    named = [
        f"{file.name}:{node.lineno}: {node.value}"
        for room in (ENGINE / "rules", ENGINE / "telling")
        for file in room.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and str(node.value).partition(".")[0] in cards
    ]
    assert named == []


PRESET = """
roleset: ours
extends: the-pact
title: Ours
presets: {%s}
"""


@pytest.mark.parametrize(
    ("preset", "problem"),
    [
        ("crier: {town_crier: on}", "“crier” cannot be played: “town_crier” is played only with “events”"),
        ("moon: {moonlight: full}", "“moonlight” must be one of: off, on, hard."),
        ("moon: {monlight: on}", "did you mean “moonlight”?"),
    ],
)
def test_a_preset_that_cannot_be_played_is_told(tmp_path: Path, preset: str, problem: str) -> None:
    (tmp_path / "ours.yaml").write_text(PRESET % preset)
    assert any(problem in found.sentence for found in problems(Library(tmp_path), "ours"))


def test_what_is_wrong_in_an_option_that_a_preset_sets_is_told_with_the_rest(tmp_path: Path) -> None:
    options = "options: {dark: {is: switch, default: off, on: {replaces: {nobody: villager}}}}"
    (tmp_path / "ours.yaml").write_text(f"{PRESET % 'night: {dark: on}'}{options}")
    told = [found.sentence for found in problems(Library(tmp_path), "ours")]
    assert "There is no card “nobody” here." in told
    assert "“presets” has nothing for “night”." in told
