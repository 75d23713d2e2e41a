"""A speaker that lags, as Bluetooth does: what is shown waits for what is heard."""

from __future__ import annotations

import json
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from narrator import Game
from tests.labs.boxlab import Table
from tests.labs.buttonlab import ButtonTable

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
CARDS = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer", "Dan": "witch"}


class Told(NamedTuple):
    """What was said, and what the big screen and Ann's page were sent, each with its time."""

    said: list[tuple[float, str]]
    table: list[tuple[float, dict[str, Any]]]
    ann: list[tuple[float, dict[str, Any]]]

    def line_at(self, at: float) -> tuple[float, str]:
        """The last line that was said by then."""
        return [line for line in self.said if line[0] <= at + 0.001][-1]


def told(folder: Path, lag: int, until: str = "village.vote") -> Told:
    """A night and a morning with a speaker that is so many milliseconds late."""
    table = Table(folder, NAMES)
    assert table.set("lag", lag)["ok"]
    table.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options={"sheriff": "never"}, seed=3))
    found = Told([], [], [])

    def see(views: list[tuple[float, dict[str, Any]]], message: str) -> None:
        views.append((table.time.now, json.loads(message)))

    for kind, name, views in (("table", None, found.table), ("player", "Ann", found.ann)):
        listener = table.box.listeners.add(kind, table.tokens.get(name or ""))  # type: ignore[arg-type]
        listener.put = partial(see, views)  # type: ignore[method-assign]
    begun = len(table.loudspeaker.heard)
    table.until(until)
    assert table.step()
    found.said.extend((at, what) for at, kind, what in table.loudspeaker.heard[begun:] if kind == "say")
    return found


@pytest.mark.parametrize("lag", [0, 30, 300, 1000])
def test_a_caption_comes_when_the_line_is_heard(lag: int, tmp_path: Path) -> None:
    evening = told(tmp_path, lag)
    assert len(evening.said) > 9
    captions = [at for (_, before), (at, view) in pairwise(evening.table) if view["caption"] != before["caption"]]
    assert captions == pytest.approx([at + lag / 1000 for at, _ in evening.said][-len(captions) :], abs=0.002)
    assert len(captions) >= len(evening.said) - 1


@pytest.mark.parametrize("lag", [0, 300, 1000])
def test_a_window_opens_when_its_question_is_heard(lag: int, tmp_path: Path) -> None:
    evening = told(tmp_path, lag, "witch.poison")
    opened = [
        after
        for (_, before), (after, view) in pairwise(evening.ann)
        if view["screen"].get("choices") and not before["screen"].get("choices")
    ]
    assert len(opened) >= 3
    for at in opened:
        began, line = evening.line_at(at)
        assert at == pytest.approx(began + lag / 1000, abs=0.002), line


def test_what_comes_of_the_night_is_not_shown_before_it_is_heard(tmp_path: Path) -> None:
    evening = told(tmp_path, 800)
    dawn = next(at for at, view in evening.table if view["phase"] == "Dawn 1")
    assert dawn == pytest.approx(evening.line_at(dawn)[0] + 0.8, abs=0.002)


def test_the_same_is_said_with_a_lag_and_without(tmp_path: Path) -> None:
    lines = [[line for _, line in told(tmp_path / str(lag), lag).said] for lag in (0, 500)]
    assert lines[0] == lines[1]


def test_the_lag_is_kept_and_the_bell_is_heard_where_it_is_set(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.box.lobby.file = tmp_path / "table.json"
    assert table.set("lag", 240)["ok"]
    assert table.loudspeaker.heard[-1][1:] == ("effect", "bell")
    assert table.page(kind="host")["setup"]["lag"] == 240
    assert json.loads((tmp_path / "table.json").read_text())["lag"] == 240


def test_what_a_hand_does_during_the_lag_is_seen_when_the_line_is_heard(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.box.pages.publish(after=0.5)
    version = table.box.pages.version
    table.time.now += 0.4
    assert table.box.turn() == pytest.approx(0.1)
    assert table.box.pages.version == version
    table.time.now += 0.1
    table.box.turn()
    assert table.box.pages.version == version + 1


def test_no_light_tells_of_a_window_before_it_is_heard(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    table.box.lobby.lag = 1000
    table.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options={"sheriff": "never"}, seed=3))
    table.until("seer.look")
    opened, before = table.time.now, len(table.lit)
    table.pass_time(opened + 0.5)
    table.panel.look()  # as whenever somebody has pressed a button
    table.pass_time(opened + 0.95)
    assert table.lit[before:] == []
    table.pass_time(opened + 1.05)
    assert {name for _, name, _ in table.lit[before:]} == {*NAMES}


def test_what_is_announced_is_written_when_it_is_heard(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    assert table.set("lag", 400)["ok"]
    shown: list[tuple[float, str]] = []
    listener = table.box.listeners.add("table", None)
    listener.put = lambda message: shown.append((table.time.now, json.loads(message)["caption"]))  # type: ignore[method-assign]
    said_at = table.time.now
    assert table.do("sound-test", token=table.host)["ok"]
    text = table.loudspeaker.lines[-1].text
    assert text not in [caption for _, caption in shown]
    assert table.step()
    assert [at for at, caption in shown if caption == text] == [pytest.approx(said_at + 0.4, abs=0.002)]


def test_captions_follow_the_lines_and_never_go_back(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    speech, waiting = table.box.speech, []
    table.loudspeaker.say_when_ready = lambda line, begins: waiting.append(begins) or 1.0  # type: ignore[method-assign, func-returns-value]
    table.box.announce("box.hold")
    table.box.announce("box.test")
    before = speech.caption(table.box.language)
    first, second = waiting
    captions = []
    for begins in (first, second, first):
        begins()
        table.box.turn()
        captions.append(speech.caption(table.box.language))
    assert len({before, *captions}) == 3
    assert captions[1] == captions[2]


def test_a_tap_meanwhile_does_not_show_what_is_not_heard_yet(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.box.pages.publish(after=0.5)
    version = table.box.pages.version
    table.box.publish()
    assert table.box.pages.version == version
    table.time.now += 0.5
    table.box.turn()
    assert table.box.pages.version == version + 1
