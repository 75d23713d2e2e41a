"""The natural voice learns what the next game may need, and the host sees how far it is."""

from __future__ import annotations

import importlib.machinery
import importlib.util
from collections.abc import Sequence
from pathlib import Path

import pytest

from narrator.box.natural_voice import NaturalVoice
from narrator.telling.voice import Line
from tests.labs.boxlab import Table
from tests.labs.voicelab import model

ALAN, JENNY = "en_GB-alan-low", "en_GB-jenny_dioco-medium"


class Pupil:
    """A voice that notes what it is to learn."""

    def __init__(self) -> None:
        self.lessons: list[list[str]] = []
        self.done = 0

    def learn(self, lines: Sequence[Line], names: Sequence[str]) -> None:
        assert set(names) <= {line.text for line in lines}
        self.lessons.append([line.text for line in lines])

    @property
    def progress(self) -> tuple[int, int]:
        return self.done, len(self.lessons[-1])


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, ["Ann", "Bob", "Cid", "Dan", "Eve", "Flo", "Gus", "Hal"])


@pytest.fixture
def pupil(table: Table) -> Pupil:
    pupil = Pupil()
    table.natural = NaturalVoice(table.box, pupil)  # type: ignore[attr-defined, arg-type]
    return pupil


def test_a_name_is_learned_when_somebody_joins_and_a_game_when_it_is_chosen(table: Table, pupil: Pupil) -> None:
    assert "Ann" in pupil.lessons[0]
    assert "Fay" not in pupil.lessons[0]
    table.tokens["Fay"] = table.do("join", name="Fay")["token"]
    assert "Fay" in pupil.lessons[1]
    table.set("pace", "brisk")
    table.set("roleset", "classic")
    assert set(pupil.lessons[2]) != set(pupil.lessons[3])
    table.page("Ann")
    assert len(pupil.lessons) == 4, "what has not changed is not learned again"


def test_nothing_new_is_learned_in_a_game_and_the_next_game_after_it(table: Table, pupil: Pupil) -> None:
    assert table.do("start", token=table.host)["ok"]
    table.step()
    assert len(pupil.lessons) == 1
    assert table.do("end", token=table.host)["ok"]
    assert table.box.stage == "over"
    assert len(pupil.lessons) == 2


def test_the_host_sees_how_far_it_is_until_it_is_ready(table: Table, pupil: Pupil) -> None:
    of = len(pupil.lessons[0])
    assert table.page(kind="host")["setup"]["learning"] == {"done": 0, "of": of}
    pupil.done = 7
    table.natural.show()  # type: ignore[attr-defined]
    assert table.page(kind="host")["setup"]["learning"] == {"done": 7, "of": of}
    pupil.done = of
    table.natural.show()  # type: ignore[attr-defined]
    assert table.page(kind="host")["setup"]["learning"] is None


def test_without_a_natural_voice_nothing_is_shown(table: Table) -> None:
    assert table.page(kind="host")["setup"]["learning"] is None


@pytest.fixture
def _two_voices(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Piper is installed, and two of its voices."""
    found = {"piper": importlib.machinery.ModuleSpec("piper", None)}
    monkeypatch.setattr(importlib.util, "find_spec", found.get)
    monkeypatch.delenv("VOICE")
    for name in (ALAN, JENNY):
        table.box.models.add(model(tmp_path / "given", name))


def test_where_only_one_voice_can_speak_there_is_nothing_to_choose(table: Table) -> None:
    setup = table.page(kind="host")["setup"]
    assert (setup["spoken_by"], [voice["id"] for voice in setup["voices"]]) == ("espeak", ["espeak"])


@pytest.mark.usefixtures("_two_voices")
def test_the_host_chooses_who_speaks_and_that_voice_learns_the_next_game(table: Table, pupil: Pupil) -> None:
    setup = table.page(kind="host")["setup"]
    assert (setup["spoken_by"], [voice["id"] for voice in setup["voices"]]) == (ALAN, [ALAN, JENNY, "espeak"])
    assert table.set("spoken_by", JENNY)["ok"]
    assert table.page(kind="host")["setup"]["spoken_by"] == JENNY
    assert len(pupil.lessons) == 2
    assert table.set("spoken_by", "en_GB-nobody-low")["code"] == "unknown-voice"
    assert table.box.models.speaker("en") == JENNY


@pytest.mark.usefixtures("_two_voices")
def test_a_sample_of_a_voice_is_heard_at_the_hosts_wish_and_not_in_a_game(table: Table) -> None:
    sample = {"do": "play-voice", "name": JENNY}
    assert table.box.handle(sample)["code"] == "not-the-host"
    assert table.box.handle({**sample, "token": table.host, "name": "nobody"})["code"] == "unknown-voice"
    said = table.loudspeaker.lines
    before = len(said)
    assert table.box.handle({**sample, "token": table.host})["ok"]
    assert [(line.voice, line.pieces) for line in said[before:]] == [(JENNY, ())]
    assert table.do("start", token=table.host)["ok"]
    assert table.box.handle({**sample, "token": table.host})["code"] == "game-running"
    assert table.set("spoken_by", ALAN)["code"] == "game-running"


@pytest.mark.usefixtures("_two_voices")
def test_the_host_chooses_a_second_voice_among_the_natural_ones(table: Table, pupil: Pupil) -> None:
    assert table.page(kind="host")["setup"]["second_by"] == ALAN
    assert table.set("second_by", JENNY)["ok"]
    setup = table.page(kind="host")["setup"]
    assert (setup["spoken_by"], setup["second_by"]) == (ALAN, JENNY)
    assert len(pupil.lessons) == 2
    assert table.set("second_by", "espeak")["code"] == "no-second-voice"
    assert table.set("spoken_by", "espeak")["ok"]
    assert table.set("second_by", JENNY)["code"] == "no-second-voice"
