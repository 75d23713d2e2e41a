"""Everything that a game says is learned ahead, whatever happens in it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from narrator import Game
from narrator.game.bots import random_answers
from narrator.game.library import LIBRARY, OWN
from narrator.lobby.setup import preset_options
from narrator.telling.language import Language
from narrator.telling.repertoire import repertoire
from narrator.telling.script import Cue, cue_of
from narrator.telling.voice import OTHER, speakable

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lea"]


TABLES = [(roleset, preset) for roleset in LIBRARY.names for preset in (None, *LIBRARY.roleset(roleset, {})[0].presets)]


def played(roleset: str, options: Mapping[str, str], seed: int) -> Game:
    """A game that bots have played to its end."""
    game, dice = Game(roleset, NAMES, options=options, seed=seed), Random(seed)
    while prompts := game.prompts:
        for prompt in prompts:
            if prompt.bots != "never" and not prompt.standing:
                game.answer_all(prompt.id, random_answers(prompt, prompt.seats, dice))
        game.close()
    return game


@pytest.mark.parametrize(("roleset", "preset"), TABLES)
def test_no_game_needs_a_piece_that_was_not_learned(roleset: str, preset: str | None) -> None:
    plain, _ = LIBRARY.roleset(roleset, {})
    options = preset_options(plain, {}, preset) if preset else {}
    rules, _ = LIBRARY.roleset(roleset, options)
    words = Language.load([OWN], roleset, "en", LIBRARY.extends(roleset))
    learned = set(repertoire(words, rules, NAMES, 1.0))
    for seed in range(2):
        cues = [cue for fact in played(roleset, options, seed).facts if (cue := cue_of(fact)) is not None]
        for nth, cue in enumerate(cues):
            pieces = words.say(cue, seed, nth).spliced
            assert [piece for piece in pieces if speakable(piece.text) and piece not in learned] == [], cue


def test_the_pieces_of_a_line_are_its_text() -> None:
    words = Language.load([OWN], "millers-hollow", "en", LIBRARY.extends("millers-hollow"))
    line = words.line("dawn.dead", 1, 0, names=NAMES[:3])
    assert [piece for piece in line.pieces if piece in (*NAMES, "and")] == ["Ann", "Bob", "and", "Cid"]
    assert "".join(line.pieces).replace(" ", "") == line.text.replace(" ", "").replace("Ann,", "Ann")


def test_the_dead_and_the_crier_speak_with_the_other_voice_whatever_they_say() -> None:
    options = {"events": "on"}
    rules, _ = LIBRARY.roleset("the-pact", options)
    words = Language.load([OWN], "the-pact", "en", LIBRARY.extends("the-pact"))
    card = words.say(Cue("event.card", (), (("event", "ev-burial"),)), 1, 0)
    assert {line.voice for line in [card, *card.spliced]} == {OTHER}
    assert {line.voice for cue in ("spirit.yes", "spirit.no") for line in words.foreseeable(cue)} == {OTHER}
    assert {line.voice for line in words.foreseeable("night.falls")} == {""}
    lines = repertoire(words, rules, NAMES, 1.0)
    voices = [line.voice for line in lines]
    assert voices == sorted(voices), "no two models take turns while they are learned"


def test_what_comes_first_in_a_game_is_learned_first() -> None:
    rules, _ = LIBRARY.roleset("millers-hollow", {})
    words = Language.load([OWN], "millers-hollow", "en", LIBRARY.extends("millers-hollow"))
    lines = repertoire(words, rules, NAMES, 1.0)
    assert len(lines) == len(set(lines))
    learned = [line.text for line in lines]
    begins, falls, won = (words.foreseeable(cue)[0].text for cue in ("game.begins", "night.falls", "won.nobody"))
    assert learned.index(begins) < learned.index(falls) < learned.index(won)
