"""What sounds with which line? The list of it; everything in it is as public as the line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from narrator.rules.registry import traits_of
from narrator.rules.rolesets import Roleset
from narrator.telling.pace import ROLL
from narrator.telling.script import REVEALED


class Bed(NamedTuple):
    """What is heard all the time from now on: the bed's `name`, or nothing. It varies by its `turn`, and by how `late`
    in the game it is: from 0, when all live, to 1, when few are left."""

    name: str | None = None
    turn: str = ""
    late: float = 0.0


class Sound(NamedTuple):
    """What sounds with a cue: an effect, heard `alone` for that many seconds, and the bed that begins.

    One of those in `nearer` is the effect: the later in the game, the further back in the list. With `hush` the bed
    falls silent until the line is said.
    """

    effect: str | None = None
    bed: Bed | None = None
    alone: float = 0.0
    nearer: tuple[str, ...] = ()
    hush: bool = False


SILENCE = Bed()
LASTING = "heartbeat"
"""The effect that sounds for as long as its beat."""
HUSHED = Sound(alone=1.6, hush=True)
"""Silence, before everybody hears who is dead, or that nobody is."""
HAND_BELL = Sound("hand-bell", alone=0.9)
"""Sounds before a card of the deck of events is read."""
SOUNDS: Mapping[str, Sound] = {
    "night.falls": Sound(bed=Bed("night"), alone=2.2, nearer=("howl-far", "howl", "howl-near")),
    "dawn.breaks": Sound("cock-crow", Bed("day"), alone=2.4),
    "dawn.dead": HUSHED,
    "dawn.nobody": HUSHED,
    "dawn.spared": HUSHED,
    "eve.begins": Sound(bed=Bed("day")),
    "village.vote": Sound("bell", alone=1.6),
    "event.read": HAND_BELL,
    "building.housed": Sound("cart", alone=0.9),
    "debate.half-minute": Sound(LASTING),
    "debate.turns-over": Sound(LASTING),
    "lot.drawn": Sound("drum-roll", alone=ROLL),
    "won.villagers": Sound("village-wins", alone=3.0),
    "won.werewolves": Sound("wolves-win", alone=3.0),
    "won.lovers": Sound("lovers-win", alone=3.0),
    "won.nobody": Sound("nobody-wins", alone=3.0),
    "won.draw": Sound("nobody-wins", alone=3.0),
}
"""By cue; a line that tells a card or a side has its sound by the cue and that."""
BEGINS = {"trance": "trance", "harvest_festival": "festival"}
"""What sounds instead, where with the card a variant begins to hold."""
FALLEN = {"villagers": "fallen-villager", "werewolves": "fallen-werewolf"}
"""What sounds when everybody learns which side a dead player was on."""
LONER, ALONE_WINS, STING = "fallen-loner", "loner-wins", 1.2
SIGNAL = Sound("chime")
"""Sounds in a silent night when people are asked something new."""
NOTHING = Sound()


def sounds(rules: Roleset) -> Mapping[str, Sound]:
    """What sounds with which cue at a table of this roleset."""
    found = dict(SOUNDS)
    for function in rules.functions:
        for cue, (effect, alone) in traits_of(function).get("sounds", {}).items():
            found[cue] = Sound(effect, alone=alone)
    for card, event in rules.events.items():
        found[f"event.card {card}"] = HAND_BELL._replace(effect=BEGINS.get(event.variant, HAND_BELL.effect))
    sides = {**rules.sides, **{side: side for side in rules.sides.values()}}
    for told, side in sides.items():
        found.setdefault(f"won.{side}", Sound(ALONE_WINS, alone=3.0))
        for cue in REVEALED:
            found[f"{cue} {told}"] = Sound(FALLEN.get(side, LONER), alone=STING)
    return found if rules.night_sounds else {**found, "night.falls": Sound(bed=SILENCE)}
