"""How often does each side win if everybody plays at random? Worked out in advance for every proposed mix.

`narrator odds` lets bots play the proposed mix for each roleset and number of players, and keeps the outcome in
`odds.json` beside the roleset:

    {"millers-hollow": {"8": {"deck": {"werewolf": 2, "seer": 1, "villager": 5}, "games": 2500, "wins": {…}}}}

They play it with each preset of a roleset, too; the options that it sets stand behind the id: `the-pact buildings=on`.
Where all see how all vote, the bots agree on somebody, as people do (`random_table`); else they vote by chance.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from narrator.errors import NarratorError
from narrator.game.library import Library
from narrator.game.simulate import Series, Tally, simulate
from narrator.lobby.lobby import MOST_SEATS
from narrator.rules.table import IllegalTable

FILE = "odds.json"
GAMES = 2500
"""How many games it takes to know a share to within two per cent."""
CHANGES_NOTHING = ("ghosts_see", "night", "events_voice")
"""Options that make no difference to who wins."""
COUNTED_PRESETS = 18
"""Presets are counted ahead for up to this many players; for more, the host's page does it on the spot."""


class Mix(NamedTuple):
    """What may be played: a roleset, the options that differ from the default and may change who wins, how many
    players, their cards, how many there are of each building, and the events, either left out or all of them in their
    order."""

    roleset: str
    options: tuple[tuple[str, str], ...]
    seats: int
    deck: tuple[tuple[str, int], ...]
    village: tuple[tuple[str, int], ...] = ()
    left_out: tuple[str, ...] = ()
    stack: tuple[str, ...] = ()


def proposed(library: Library, roleset: str, seats: int, options: Mapping[str, str] = MappingProxyType({})) -> Mix:
    """The mix offered first to this many players, with these options and the defaults of all others."""
    rules, values = library.roleset(roleset, options)
    differing = [
        (name, value)
        for name, value in values.items()
        if value != rules.options[name].default and name not in CHANGES_NOTHING
    ]
    deck, village = Counter(rules.proposed(seats)), rules.village(seats)
    return Mix(roleset, tuple(differing), seats, tuple(deck.items()), tuple(village.items()))


def counted(library: Library, mix: Mix) -> Tally | None:
    """What came of the games that were played ahead with this mix; nothing where it was another mix."""
    kept = _kept(_file(library, mix.roleset)).get(_key(mix), {}).get(str(mix.seats))
    if kept is None or kept["deck"] != dict(mix.deck) or kept.get("village", {}) != dict(mix.village):
        return None
    if mix.left_out or mix.stack:
        return None
    return Tally(kept["games"], 0, Counter(kept["wins"]))


def count(library: Library, roleset: str, games: int = GAMES) -> Iterator[tuple[int, str]]:
    """Play every proposed mix of a roleset, with each of its presets, and keep what came of it; gives each number of
    players and how it went.

    Raises `NarratorError` (`unwritable`) if that cannot be kept.
    """
    presets = library.roleset(roleset, {})[0].presets.values()
    for options in dict.fromkeys([(), *(tuple(preset.items()) for preset in presets)]):
        rules, _ = library.roleset(roleset, dict(options))
        found = {}
        for seats in range(rules.least, min(rules.most, COUNTED_PRESETS if options else MOST_SEATS) + 1):
            mix = proposed(library, roleset, seats, dict(options))
            try:
                *_, tally = simulate(series_of(library, mix, games))
            except IllegalTable as error:
                yield seats, error.sentence
            else:
                village = {"village": dict(mix.village)} if mix.village else {}
                wins = dict(tally.wins.most_common())
                found[str(seats)] = {"deck": dict(mix.deck), **village, "games": tally.games, "wins": wins}
                yield seats, ", ".join(f"{winner} {wins}" for winner, wins in tally.wins.most_common())
        _keep(_file(library, roleset), _key(mix), found)


def series_of(library: Library, mix: Mix, games: int) -> Series:
    """So many games of a mix."""
    return Series(
        mix.roleset,
        mix.seats,
        games,
        deck=dict(mix.deck),
        options=dict(mix.options),
        village=dict(mix.village) if mix.village else None,
        folders=library.folders,
        allow_powers=library.allow_powers,
    )


def _key(mix: Mix) -> str:
    return " ".join([mix.roleset, *(f"{name}={value}" for name, value in mix.options)])


def _keep(file: Path, key: str, found: Mapping[str, Any]) -> None:
    odds = _kept(file) | {key: found}
    rolesets = []
    for name in sorted(odds):
        lines = [f"{json.dumps(seats)}: {json.dumps(one, ensure_ascii=False)}" for seats, one in odds[name].items()]
        rolesets.append(f"{json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n}")
    try:
        file.write_text("{\n" + ",\n".join(rolesets) + "\n}\n", encoding="utf-8")
    except OSError as error:
        raise NarratorError("unwritable", f"{file} cannot be written: {error.strerror}.") from None
    _kept.cache_clear()


@cache
def _kept(file: Path) -> dict[str, Any]:
    """What was kept in a file; nothing if there is no file, or if it is not one that this module wrote."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _file(library: Library, roleset: str) -> Path:
    """The file beside a roleset."""
    return library.file_of(roleset).with_name(FILE)
