"""What sounds with each line is as public as the line: it tells a side only where the line tells it."""

from __future__ import annotations

from narrator.game.library import LIBRARY
from narrator.telling.needed_words import needed
from narrator.telling.script import REVEALED
from narrator.telling.sounding import ALONE_WINS, FALLEN, HUSHED, LONER, SILENCE, sounds

PACT = LIBRARY.roleset("the-pact", {"events": "on", "event_variants": "on"})[0]


def test_a_card_that_is_turned_up_sounds_by_its_side_alone() -> None:
    heard = sounds(PACT)
    for cue in REVEALED:
        assert heard[f"{cue} seer"] == heard[f"{cue} villager"] == heard[f"{cue} villagers"]
        assert heard[f"{cue} werewolf"].effect == FALLEN["werewolves"]
        assert heard[f"{cue} piper"].effect == LONER


def test_nobody_hears_before_the_line_whether_somebody_is_dead() -> None:
    heard = sounds(PACT)
    assert heard["dawn.dead"] == heard["dawn.nobody"] == heard["dawn.spared"] == HUSHED


def test_whoever_wins_alone_has_a_theme() -> None:
    heard = sounds(PACT)
    assert heard["won.piper"].effect == heard["won.angel"].effect == ALONE_WINS
    assert heard["won.werewolves"].effect != ALONE_WINS


def test_a_quiet_night_begins_in_silence_and_the_day_sounds_as_always() -> None:
    quiet = next(
        LIBRARY.roleset("classic", {option.id: value})[0]
        for option in LIBRARY.roleset("classic", {})[0].options.values()
        for value in option.values
        if not LIBRARY.roleset("classic", {option.id: value})[0].night_sounds
    )
    usual = sounds(LIBRARY.roleset("classic", {})[0])
    assert (sounds(quiet)["night.falls"].bed, sounds(quiet)["night.falls"].effect) == (SILENCE, None)
    assert {**sounds(quiet), "night.falls": None} == {**usual, "night.falls": None}


def test_every_sound_belongs_to_a_line_that_is_said() -> None:
    lines, told = {*needed(PACT)["lines"]}, ("event.card", *REVEALED)
    alone = {cue for cue in sounds(PACT) if not cue.startswith(told)}
    assert {"night.falls", "village.vote", "won.piper"} <= alone & lines
