"""What is heard besides the voice, and only where it belongs."""

from __future__ import annotations

from pathlib import Path

from narrator.game.game import Game
from tests.labs.boxlab import Table
from tests.labs.buttonlab import NAMES

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
    assert heard_until_day_3(begun(tmp_path, "off")) == ({"night"}, {"howl", "cock-crow", "bell", "heartbeat"})


def test_ww_54_during_a_quiet_night_only_the_voice_is_heard(tmp_path: Path) -> None:
    assert heard_until_day_3(begun(tmp_path, "on")) == ({"None"}, {"cock-crow", "bell", "heartbeat"})


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
