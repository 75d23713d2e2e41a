"""What everybody may know is said, and nothing else, in wordings that take turns."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from narrator import Game, IllegalTable
from narrator.game.library import LIBRARY, OWN
from narrator.game.story import told_after
from narrator.rules import facts
from narrator.rules.facts import Told
from narrator.telling.language import Language
from narrator.telling.legend import Legend
from narrator.telling.script import Cue, cue_of, moment_of, turn
from tests.labs.tablelab import play_out
from tests.labs.wordlab import PLACES, ROLESETS, words


def dealt_anyhow(roleset: str, dice: Random) -> Game:
    """A game of eight with some of the roleset's cards and options."""
    plain, _ = LIBRARY.roleset(roleset, {})
    while True:
        options = {option.id: dice.choice(option.values).replace("N", "2") for option in plain.options.values()}
        try:
            rules, _ = LIBRARY.roleset(roleset, options)
            free = [card for card in rules.cards.values() if not card.needs]
            drawn = dice.sample(free, min(4, len(free)))
            special = [card.id for card in drawn for _ in range(card.copies if card.together else 1)]
            deck = [*special[:6], "werewolf", "werewolf", *[rules.filler] * 6][:8]
            seed = dice.getrandbits(32)
            return Game(roleset, list("ABCDEFGH"), deck=deck, options=options, house_deck=True, seed=seed)
        except IllegalTable:
            continue


@pytest.mark.slow
@pytest.mark.parametrize("roleset", ROLESETS)
def test_whole_games_are_told_without_a_missing_word(roleset: str) -> None:
    """Bots play; everything public is said, everything private noted, everything told afterwards."""
    said: set[str] = set()
    language = words(roleset)
    for seed in range(60):
        dice = Random(seed)
        game = dealt_anyhow(roleset, dice)
        play_out(game, dice)
        nth: dict[str, int] = {}
        legend = Legend([*game.rules.cards, *game.rules.events], game.seats)
        for fact in game.facts:
            if isinstance(fact, Told):
                assert language.told("card-now" if fact.about == "card" else fact.about, fact.what)
                assert all(1 <= number <= legend.most for number in legend.told(fact.about, fact.what, fact.seat))
            cue = cue_of(fact)
            if cue is not None:
                nth[cue.id] = nth.get(cue.id, -1) + 1
                line = language.say(cue, seed, nth[cue.id])
                assert line.text
                assert all(seat in line.text for seat in cue.seats) or "{names}" not in "".join(
                    language.lines[cue.id].say
                )
                said.add(cue.id)
        assert told_after(game, language, len(game.facts))
    assert len(said) > 25


def test_no_wording_comes_twice_in_a_row_and_all_take_turns() -> None:
    language = words("millers-hollow")
    for cue, line in language.lines.items():
        for seed in range(20):
            said = [language.line(cue, seed, nth, **PLACES).text for nth in range(2 * len(line.say))]
            assert len(set(said[: len(line.say)])) == len(line.say)
            assert len(line.say) == 1 or all(one != other for one, other in pairwise(said))


def test_another_evening_sounds_different() -> None:
    language = words("millers-hollow")
    evenings = {tuple(language.line("night.falls", seed, nth).text for nth in range(4)) for seed in range(40)}
    assert len(evenings) > 6


def test_the_wording_is_the_same_in_every_run(tmp_path: Path) -> None:
    (tmp_path / "classic.en.yaml").write_text('language: en\nlines: {night.hum: {say: ["a", "b", "c", "d", "e"]}}\n')
    language = Language.load([tmp_path, OWN], "classic", "en")
    assert "".join(language.line("night.hum", 7, nth).text for nth in range(6)) == "ebdace"


def test_what_not_everybody_may_know_is_never_said() -> None:
    for fact in (
        facts.Told("Ann", "Bob", "werewolf"),
        facts.Died("Ann", "devoured", ("devoured",)),
        facts.Marked("Ann", "linked"),
        facts.Chose("Ann", "seer.look", "Bob"),
    ):
        assert cue_of(fact) is None, fact


@pytest.mark.parametrize(
    ("fact", "cue"),
    [
        (facts.PhaseBegan("day", 3), Cue("day.begins", (), (("day", "3"),))),
        (facts.PhaseBegan("day"), Cue("eve.begins")),
        (facts.Eliminated(("Ann", "Bob"), "dawn"), Cue("dawn.dead", ("Ann", "Bob"))),
        (facts.CardTurned("Ann", "seer"), Cue("card.turned", ("Ann",), (("card", "seer"),))),
        (facts.CardTurned("Ann", "seer", alive=True), Cue("card.shown", ("Ann",), (("card", "seer"),))),
        (facts.OfficeTaken("sheriff", None), Cue("sheriff.vacant")),
        (facts.OfficeTaken("sheriff", None, ended=True), Cue("sheriff.ended")),
        (facts.Counted("village.vote", (), ()), None),
        (facts.VotesLost(("Ann",), 2), Cue("votes.barred", ("Ann",))),
        (facts.VotesLost(("Ann",)), None),
    ],
)
def test_what_everybody_may_know_is_said_with_names_and_words(fact: facts.Fact, cue: Cue | None) -> None:
    assert cue_of(fact) == cue


def test_a_card_that_is_turned_up_is_a_moment_of_its_own_and_one_that_is_shown_is_not() -> None:
    assert moment_of(Cue("card.turned", ("Ann",), (("card", "seer"),))) == "card.turned seer"
    assert moment_of(Cue("card.shown", ("Ann",), (("card", "seer"),))) == "card.shown"


@pytest.mark.parametrize("count", range(1, 13))
def test_all_wordings_take_turns_however_many_there_are(count: int) -> None:
    for key in ("a", "b", "c", "d"):
        said = [turn(range(count), key, nth) for nth in range(2 * count)]
        assert sorted(said[:count]) == [*range(count)]
        assert said[:count] == said[count:]
