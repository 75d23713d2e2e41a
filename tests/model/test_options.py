"""Which options go together? All that no rule forbids; and whatever goes together plays to an end, and plays again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from narrator import Game, IllegalTable
from tests.chance import LONG
from tests.model.tables import options_of, play

VALUES = [(name, value) for name, values in options_of().items() for value in values]
SEATS = (7, 8, 9, 10, 12, 15, 20, 29)
NEED_EVENTS = {"town_crier": "PA-02", "event_variants": "EV-02", "events_voice": "EV-01"}
EXCLUDE = ({"accusations", "innocents"},)
"""Options that both say how the village votes."""
OWN_DECKS = {"double_you", "first_mix", "wild_mix"}
ROLESETS = Path(__file__).parents[2] / "rolesets"
FEW, MANY = 7, 9
"""So many may play with two cards each (VA-05, VA-06)."""
PLAYED = 1 if LONG else 12
"""One in so many pairs is not only laid, but played."""


def forbidden(options: Mapping[str, str], seats: int) -> set[str]:
    """Every reason for which the rules forbid these options at such a table, by code."""
    reasons = set()
    if "events" not in options and not NEED_EVENTS.keys().isdisjoint(options):
        reasons.add("needs-events")
    if "double_you" in options and not FEW <= seats <= MANY:
        reasons.add("double-you-seats")
    if len(OWN_DECKS.intersection(options)) > 1 or any(pair <= options.keys() for pair in EXCLUDE):
        reasons.add("options-exclude")
    return reasons


def laid(options: Mapping[str, str], seats: int, seed: int) -> Game | None:
    """A game with these options; nothing where they are refused, which they must be exactly where forbidden."""
    names = [f"s{number:02}" for number in range(seats)]
    if reasons := forbidden(options, seats):
        with pytest.raises(IllegalTable) as refused:
            Game("the-pact", names, options=options, house_deck=True, seed=seed)
        assert refused.value.code in reasons
        assert refused.value.sentence.endswith(".")
        return None
    return Game("the-pact", names, options=options, house_deck=True, seed=seed)


def plays_alike(game: Game, chance: Random) -> None:
    """The game ends; it plays again alike, also after going back to its last answered call."""
    play(game, chance, declared=0.02)
    again = Game(**game.header)
    again.play(game.entries)
    assert list(again.facts) == list(game.facts)
    again.undo()
    kept = len(again.entries)
    assert list(again.facts) == list(game.facts[: len(again.facts)])
    again.play(game.entries[kept:])
    assert list(again.facts) == list(game.facts)
    assert (again.winner, again.winners) == (game.winner, game.winners)


@pytest.mark.parametrize("option", VALUES, ids=" ".join)
def test_every_two_options_are_played_or_refused_with_the_reason(option: tuple[str, str]) -> None:
    later = VALUES[VALUES.index(option) + 1 :]
    for number, other in enumerate(other for other in later if other[0] != option[0]):
        chance = Random(f"{option} {other}")
        game = laid(dict([option, other]), chance.choice(SEATS), number)
        if game is not None and (number + VALUES.index(option)) % PLAYED == 0:
            plays_alike(game, chance)


@pytest.mark.parametrize("seed", range(400 if LONG else 20))
def test_three_and_more_options_at_random_play_to_an_end(seed: int) -> None:
    chance = Random(seed)
    chosen = [pair for pair in combinations(VALUES, 3) if len({name for name, _ in pair}) == 3]
    options = dict(chance.choice(chosen))
    if chance.random() < 0.5:
        options |= {"events": "on", "buildings": "on"} | options
    game = laid(options, chance.choice(SEATS if "double_you" not in options else SEATS[:3]), seed)
    if game is not None:
        plays_alike(game, chance)


def leaves(tree: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value in a file of YAML, with the keys that lead to it."""
    if isinstance(tree, dict):
        for key, under in tree.items():
            yield from leaves(under, (*path, key))
    else:
        yield path, tree


def test_no_two_options_change_the_same_value() -> None:
    """Both may be on, and the one that is read later would silently undo the other."""
    changed: dict[tuple[str, ...], Any] = {}
    for file in sorted(ROLESETS.glob("the-pact.*.yaml")):
        if file.suffixes[-2] != ".en":
            for path, value in leaves(yaml.load(file.read_text(), yaml.BaseLoader)):
                assert value == changed.setdefault(path, value), f"{' '.join(path)} in {file.name}"
