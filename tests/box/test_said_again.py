"""What did it say? By day the last line is said again to whoever asks; and a change of volume is heard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator.box.messages.public import BETWEEN_REPEATS
from narrator.errors import NarratorError
from narrator.telling.speech import SHORT
from tests.labs.boxlab import NAMES, Table, playing


def talking(table: Table) -> Table:
    """The village talks, and nothing is being said."""
    while table.page("Ann")["screen"]["kind"] != "debate":
        assert table.step()
    table.time.now = max(table.time.now, table.box.speech.until) + 1
    return table


def heard(table: Table, since: int = 0) -> list[str]:
    return [what for _, kind, what in table.loudspeaker.heard[since:] if kind == "say"]


def again(table: Table, **message: Any) -> dict[str, Any]:
    return table.do("say-again", **{"token": table.tokens["Ann"], **message})


def test_by_day_the_last_line_is_said_again_and_costs_no_time_to_talk(tmp_path: Path) -> None:
    table = talking(playing(tmp_path))
    last, caption, left = heard(table)[-1], table.page("Ann")["caption"], table.round.left
    before = len(table.loudspeaker.heard)
    assert again(table)["ok"]
    said = heard(table, before)
    assert said[-1] == last
    assert table.page("Ann")["caption"] == caption
    assert table.round.left == pytest.approx(left + sum(map(len, said)) / 10)


def test_before_a_short_call_comes_the_line_that_it_belongs_to(tmp_path: Path) -> None:
    table = talking(playing(tmp_path))
    before = len(table.loudspeaker.heard)
    lines = heard(table)[-2:]
    short = len(lines[-1]) / 10 < SHORT
    assert again(table)["ok"]
    assert heard(table, before) == (lines if short else lines[-1:])


def test_at_night_nothing_is_said_again(tmp_path: Path) -> None:
    table = playing(tmp_path)
    table.until("werewolf.devour")
    ends, before = table.round.ends, len(table.loudspeaker.heard)
    for token in (table.tokens["Ann"], table.host, table.box.inside):
        assert again(table, token=token)["code"] == "not-now"
    assert (table.round.ends, len(table.loudspeaker.heard)) == (ends, before)


def test_a_table_hears_it_again_only_now_and_then_whoever_asks(tmp_path: Path) -> None:
    table = talking(playing(tmp_path))
    before = len(table.loudspeaker.heard)
    assert again(table)["ok"]
    table.time.now += sum(map(len, heard(table, before))) / 10 + BETWEEN_REPEATS - 0.1
    assert again(table, token=table.tokens["Bob"])["code"] == "too-often"
    table.time.now += 0.2
    assert again(table, token=table.tokens["Bob"])["ok"]


def test_strangers_and_tables_without_a_game_hear_nothing_again(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    assert again(table)["code"] == "no-game"
    assert again(talking(playing(tmp_path / "other")), token="nobody")["code"] == "unknown-seat"


def test_after_a_step_back_nothing_is_said_again_that_was_taken_back(tmp_path: Path) -> None:
    table = talking(playing(tmp_path))
    lines = heard(table)
    assert table.do("undo", token=table.host)["ok"]
    before = len(table.loudspeaker.heard)
    again(table)
    assert not set(heard(table, before)) & set(lines)


# What nobody could hear.


@pytest.mark.parametrize("away", [0.5, 20.0])
def test_what_was_said_while_the_speaker_was_away_is_said_again(away: float, tmp_path: Path) -> None:
    table = playing(tmp_path)
    table.until("werewolf.devour")
    table.box.speaker(NarratorError("no-speaker", "The speaker is gone."))
    end = table.time.now + away
    while table.time.now < end and table.step():
        pass
    last, before = heard(table)[-1], len(table.loudspeaker.heard)
    ends = table.round.ends
    table.box.speaker(None)
    back, *lines = heard(table, before)
    assert back in [line.text for line in table.box.language.foreseeable("box.speaker-back")]
    assert lines[-1] == last
    assert table.round.ends == pytest.approx(ends + sum(len(line) for line in (back, *lines)) / 10)


def test_what_was_heard_before_the_speaker_went_is_not_said_again(tmp_path: Path) -> None:
    table = talking(playing(tmp_path))
    before = len(table.loudspeaker.heard)
    table.box.speaker(NarratorError("no-speaker", "The speaker is gone."))
    table.box.speaker(None)
    assert len(heard(table, before)) == 1


# How loud.


def sounds(table: Table, since: int) -> list[tuple[str, str]]:
    return [(kind, what) for _, kind, what in table.loudspeaker.heard[since:]]


@pytest.mark.parametrize(
    ("changed", "sound"), [("master", ("chime", "")), ("voice", ("chime", "")), ("ambience", ("effect", "bell"))]
)
def test_a_change_of_volume_is_heard_as_loud_as_it_then_is(
    changed: str, sound: tuple[str, str], tmp_path: Path
) -> None:
    table = Table(tmp_path, NAMES)
    before = len(table.loudspeaker.heard)
    assert table.set("volume", {changed: 0.5})["ok"]
    kinds = sounds(table, before)
    assert kinds[0][0] == "volumes"
    assert kinds[-1] == sound


def test_at_night_a_change_of_volume_makes_no_sound_of_its_own(tmp_path: Path) -> None:
    table = playing(tmp_path)
    table.until("werewolf.devour")
    before = len(table.loudspeaker.heard)
    assert table.set("volume", {"master": 0.5, "ambience": 0.2})["ok"]
    assert [kind for kind, _ in sounds(table, before)] == ["volumes"]


def test_a_line_of_the_game_that_is_being_said_shows_how_loud_it_is(tmp_path: Path) -> None:
    table = playing(tmp_path)
    while table.box.is_night or table.time.now >= table.box.speech.until:
        assert table.step()
    before = len(table.loudspeaker.heard)
    assert table.set("volume", {"master": 0.5})["ok"]
    assert [kind for kind, _ in sounds(table, before)] == ["volumes"]


def test_before_a_game_the_host_hears_the_voice_and_an_effect(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    assert table.do("sound-test")["code"] == "not-the-host"
    before = len(table.loudspeaker.heard)
    assert table.do("sound-test", token=table.host)["ok"]
    assert {"say", "effect"} <= {kind for kind, _ in sounds(table, before)}
    assert table.do("start", token=table.host)["ok"]
    assert table.do("sound-test", token=table.host)["code"] == "game-running"


def test_at_night_no_way_to_the_pin_lets_it_be_heard(tmp_path: Path) -> None:
    table = playing(tmp_path)
    table.until("werewolf.devour")
    pin, before = table.box.pin, len(table.loudspeaker.heard)
    for do in ("say-pin", "new-pin", "say-address"):
        assert table.do(do, token=table.host)["code"] == "not-now"
    assert (table.box.pin, len(table.loudspeaker.heard)) == (pin, before)


def test_a_caption_has_numbers_in_digits_and_the_voice_has_them_in_words(tmp_path: Path) -> None:
    table = playing(tmp_path)
    while not table.box.speech.said["day.begins"]:
        assert table.step()
    assert "ay 1" in table.page("Ann")["caption"]
    assert "ay one" in heard(table)[-1]
