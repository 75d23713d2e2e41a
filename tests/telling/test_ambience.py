"""What is heard besides the voice, only where it belongs, and only by what everybody knows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from narrator.game.check import possible
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.telling.pace import LAST_SECONDS, TAIL
from narrator.telling.sounding import HUSHED, Sound, sounds
from tests.labs.boxlab import Table
from tests.labs.buttonlab import NAMES

BY_DAY = {"cock-crow", "bell", "heartbeat"}
CARDS = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer"}


def begun(data: Path, quiet: str) -> Table:
    table = Table(data, NAMES)
    table.box.moderate(Game("classic", NAMES, cards=CARDS, options={"quiet_night": quiet}, seed=3))
    return table


def sounding(table: Table) -> list[str]:
    """The bed that is heard now, and every effect that has begun."""
    beds = [what for _, kind, what in table.loudspeaker.heard if kind == "bed"]
    return [*beds[-1:], *(what for _, kind, what in table.loudspeaker.heard if kind == "effect")]


def heard_until_day_3(table: Table) -> tuple[set[str], set[str]]:
    """The beds that are heard in the windows of the night, and every effect that has begun, with no answer at all."""
    beds: set[str] = set()
    while table.round.views[None].phase != "day 3":
        assert table.step()
        if table.round.views[None].phase.startswith("night") and table.round.beat and table.round.beat.screen == "ask":
            beds.add(sounding(table)[0])
    return beds, set(sounding(table)[1:])


def test_a_night_has_its_own_sounds_and_no_others(tmp_path: Path) -> None:
    assert heard_until_day_3(begun(tmp_path, "off")) == ({"night"}, {"howl-far", *BY_DAY})


def test_ww_54_during_a_quiet_night_only_the_voice_is_heard(tmp_path: Path) -> None:
    assert heard_until_day_3(begun(tmp_path, "on")) == ({"None"}, BY_DAY)


def test_ww_54_a_quiet_night_stays_quiet_after_a_pulled_plug_and_a_step_back(tmp_path: Path) -> None:
    begun(tmp_path, "on").until("seer.look")
    again = Table(tmp_path)
    assert again.box.resume()
    assert sounding(again) == ["None"]
    again.until("seer.look")
    assert again.do("undo", token=again.host)["ok"]
    assert sounding(again) == ["None"]


def test_ww_54_the_day_after_a_quiet_night_sounds_as_always(tmp_path: Path) -> None:
    table = begun(tmp_path, "on")
    table.until("village.vote")
    assert sounding(table) == ["day", "cock-crow", "bell"]


def heard(table: Table, *kinds: str) -> list[str]:
    """What has been heard of these kinds, in order."""
    return [what for _, kind, what in table.loudspeaker.heard if kind in kinds]


def killed(table: Table, *seats: str) -> None:
    """Let the werewolves devour these, one each night; the village votes for nobody."""
    for seat in seats:
        table.until("werewolf.devour")
        for wolf in ("Ann", "Bob"):
            table.answer(wolf, seat)
        while table.round.asking:
            table.step()


def howls(table: Table) -> list[str]:
    return [what for what in heard(table, "effect") if what.startswith("howl")]


def test_the_howl_comes_nearer_as_the_village_dies(tmp_path: Path) -> None:
    table = begun(tmp_path, "off")
    killed(table, "Dan", "Eve", "Fay")
    table.until("werewolf.devour")
    assert howls(table) == ["howl-far", "howl", "howl", "howl-near"]


def test_every_night_has_a_turn_of_its_own_that_tells_nothing_but_what_all_know(tmp_path: Path) -> None:
    """The number of the game and of the night, and how many are dead; not the seed, which dealt the cards."""
    turns = []
    for seed in (3, 4):
        table = Table(tmp_path / str(seed), NAMES)
        table.box.moderate(Game("classic", NAMES, cards=CARDS, seed=seed))
        killed(table, "Dan", "Eve")
        turns.append(heard(table, "bed", "turn"))
    assert turns[0] == turns[1]
    nights = [turn for bed, turn in zip(turns[0][::2], turns[0][1::2], strict=True) if bed == "night"]
    assert nights == ["0001-classic 1, 0.0", "0001-classic 2, 0.19"]


def test_a_night_sounds_the_same_again_after_a_pulled_plug(tmp_path: Path) -> None:
    table = begun(tmp_path, "off")
    killed(table, "Dan")
    table.until("werewolf.devour")
    before = heard(table, "bed", "turn")[-2:]
    again = Table(tmp_path)
    assert again.box.resume()
    assert heard(again, "bed", "turn") == before


@pytest.mark.parametrize("victim", ["Dan", None])
def test_there_is_silence_before_everybody_hears_who_is_dead(victim: str | None, tmp_path: Path) -> None:
    """And the same where nobody is."""
    table = begun(tmp_path, "off")
    if victim:
        killed(table, victim)
    while table.round.views[None].phase != "day 1":
        table.step()
    hushed = next(at for at, kind, what in table.loudspeaker.heard if (kind, what) == ("level", "silence"))
    then = [(round(at - hushed, 3), kind) for at, kind, _ in table.loudspeaker.heard if at >= hushed]
    assert then[:3] == [(0.0, "level"), (HUSHED.alone, "level"), (HUSHED.alone, "say")]


def in_the_hollow(data: Path, names: Sequence[str] = NAMES) -> Table:
    """Here the debate comes before the vote."""
    table = Table(data, names)
    table.box.moderate(Game("millers-hollow", names, cards=CARDS, options={"sheriff": "never"}, seed=3))
    return table


def vote(table: Table, victim: str) -> None:
    for name in (living := list(table.round.views[None].living)):
        assert table.answer(name, next(seat for seat in (victim, *living) if seat != name))["ok"]


def voting(table: Table) -> None:
    table.until("village.vote")
    while table.round.beat is None or table.round.beat.sound != Sound("heartbeat") or not table.round.asking:
        assert table.step()


def test_the_heart_beats_in_the_last_seconds_of_a_vote_and_stops_with_it(tmp_path: Path) -> None:
    table = in_the_hollow(tmp_path)
    voting(table)
    assert table.round.left == pytest.approx(LAST_SECONDS)
    table.until("werewolf.devour")
    beats = [(at, kind) for at, kind, what in table.loudspeaker.heard if what == "heartbeat"]
    assert beats[-1][1] == "effect-stop"
    assert beats[-1][0] - beats[-2][0] == pytest.approx(LAST_SECONDS)


def test_the_heart_stops_when_all_have_voted(tmp_path: Path) -> None:
    table = in_the_hollow(tmp_path)
    voting(table)
    began = table.time.now
    vote(table, "Ann")
    table.until("werewolf.devour")
    stopped = next(at for at, kind, what in table.loudspeaker.heard if at >= began and kind == "effect-stop")
    assert stopped - began == pytest.approx(TAIL)


def test_a_vote_in_which_all_were_quick_ends_when_it_has_been_announced(tmp_path: Path) -> None:
    """Else the lines to come would wait for one another, and be heard long after they are written."""
    table = in_the_hollow(tmp_path)
    table.until("village.vote")
    begun = len(table.loudspeaker.heard) - 1
    vote(table, "Ann")
    table.until("werewolf.devour")
    lines = [(at, len(what) / 10) for at, kind, what in table.loudspeaker.heard[begun:] if kind == "say"]
    assert len(lines) > 5
    assert [(line, after) for line, after in pairwise(lines) if sum(line) > after[0] + 0.001] == []


@pytest.mark.parametrize(("victim", "sting"), [("Ann", "fallen-werewolf"), ("Dan", "fallen-villager")])
def test_a_card_that_is_turned_up_sounds_by_its_side(victim: str, sting: str, tmp_path: Path) -> None:
    table = in_the_hollow(tmp_path)
    table.until("village.vote")
    vote(table, victim)
    table.until("werewolf.devour")
    assert [what for what in heard(table, "effect") if what.startswith("fallen")] == [sting]


def test_the_card_of_somebody_who_lives_on_sounds_like_no_death(tmp_path: Path) -> None:
    """The village forgives its idiot."""
    table = Table(tmp_path, NAMES)
    cards = {"Ann": "werewolf", "Dan": "village-idiot"}
    table.box.moderate(Game("new-moon", NAMES, cards=cards, options={"sheriff": "never"}, seed=3))
    table.until("village.vote")
    vote(table, "Dan")
    table.until("werewolf.devour")
    assert table.round.views[None].turned["Dan"] == "village-idiot"
    assert not [what for what in heard(table, "effect") if what.startswith("fallen")]


@pytest.mark.parametrize(("victims", "theme"), [(("Ann", "Bob"), "village-wins"), (NAMES[2:], "wolves-win")])
def test_each_end_has_its_theme(victims: Sequence[str], theme: str, tmp_path: Path) -> None:
    table = in_the_hollow(tmp_path)
    for victim in victims:
        table.until("village.vote")
        vote(table, victim)
        while table.round.asking:
            table.step()
    for _ in range(40):
        table.step()
    assert table.round.over
    assert [what for what in heard(table, "effect") if what.endswith(("wins", "win"))] == [theme]


@pytest.mark.parametrize(
    ("card", "sting"),
    [("ev-burial", "hand-bell"), ("ev-radiant-sunday", "trance"), ("ev-end-of-the-harvest", "festival")],
)
def test_a_card_of_the_deck_of_events_is_announced_by_a_sound_within_a_second(
    card: str, sting: str, tmp_path: Path
) -> None:
    table = Table(tmp_path, NAMES)
    options = {"events": "on", "event_variants": "on", "sheriff": "never"}
    table.box.moderate(Game("the-pact", NAMES, cards=CARDS, options=options, seed=3, events=[card]))
    while table.round.views[None].phase != "day 2":
        assert table.step()
    rung = [at for at, kind, what in table.loudspeaker.heard if (kind, what) == ("effect", sting)]
    assert len(rung) == 1
    read = next(at for at, kind, _ in table.loudspeaker.heard if at > rung[0] and kind == "say")
    assert read - rung[0] <= 1.0


BEFALLS = {
    "fire.building": "blaze", "plague.found": "rattle", "plague.wrong": "rattle", "miracle.back": "miracle",
    "vote.none": "flood", "trance.dead": "trance", "player.left": "cart", "player.arrived": "cart",
    "building.housed": "cart", "coin.pardoned": "coin", "coin.dead": "coin", "judge.again": "gavel",
    "candle.out": "candle", "candle.own": "candle", "event.read": "hand-bell",
}  # fmt: skip
"""What sounds before each of these lines; the same, whichever side a coin shows, and whoever spoke of the plague."""


def test_what_befalls_the_village_by_day_sounds_for_less_than_a_second_before_it_is_told() -> None:
    heard: dict[str, Sound] = {}
    for rules in possible(LIBRARY, "the-pact"):
        heard |= {cue: sound for cue, sound in sounds(rules).items() if cue in BEFALLS}
    assert {cue: sound.effect for cue, sound in heard.items()} == BEFALLS
    assert max(sound.alone for sound in heard.values()) < 1.0
