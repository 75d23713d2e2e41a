"""Words of YAML are functions under one name each, and an unknown word is told where such words are written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator.game.library import OWN
from narrator.rules import registry
from narrator.rules.registry import Registry
from tests.labs.rolesetlab import with_change

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
]


@pytest.mark.parametrize(("old", "new", "said"), HOMES)
def test_an_unknown_word_is_told_where_such_words_are_defined(tmp_path: Path, old: str, new: str, said: str) -> None:
    sentences = with_change(tmp_path, old, new)
    assert any(said in sentence for sentence in sentences), sentences


PARTS_OF_THE_ENGINE = {"moment": ("narrator.rules.any_time", "narrator.rules.event_cards", "narrator.rules.offices")}
"""Parts of the engine that have moments of their own, which nobody adds to."""
NAMES = [words for words in registry.KINDS.values() if words is not registry.step]


@pytest.mark.parametrize("words", [each for each in NAMES if each], ids=lambda words: words.kind)
def test_words_are_defined_where_errors_send_their_author(words: Registry[Any]) -> None:
    homes = {words.home, registry.POWERS, registry.EVENTS, registry.VARIANTS}
    assert all((OWN.parent / home).exists() for home in homes)
    folders = [home.removesuffix(".py").strip("/").replace("/", ".") for home in homes]
    modules = (*folders, *PARTS_OF_THE_ENGINE.get(words.kind, ()))
    written = {name: getattr(function, "func", function).__module__ for name, function in words.items()}
    assert {name: module for name, module in written.items() if not module.startswith(modules)} == {}
