"""The village has words for all that can happen in it, and no card of it is without its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from ctypes.util import find_library
from pathlib import Path
from typing import Any

import pytest
import soundfile

from narrator import Game
from narrator.errors import BadFile, Place
from narrator.game import scenario
from narrator.game.check import problems
from narrator.game.library import LIBRARY, OWN, Library
from narrator.game.story import told_after
from narrator.rules.strict_yaml import read
from narrator.telling.language import Filling, Language, NameWithForms
from narrator.telling.language_file import NAMED
from narrator.telling.needed_words import needed
from narrator.telling.script import Cue, cue_of
from narrator.telling.voice import Line, Voice
from tests.chance import LONG
from tests.labs.made_up import CODE, write_language
from tests.labs.soundlab import rendered

FOLDER = Path(__file__).parents[1] / "scenarios"
PLAYED = [
    file for kind in ("", "-buildings", "-events", "-variants") for file in scenario.files([FOLDER / f"the-pact{kind}"])
]
WORDS = Language.load([OWN], "the-pact", "en", LIBRARY.extends("the-pact"))


@pytest.fixture
def game_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Game]]:
    """The games that are begun."""
    begun: list[Game] = []

    def begin(*given: Any, **keys: Any) -> Game:
        begun.append(Game(*given, **keys))
        return begun[-1]

    monkeypatch.setattr(scenario, "Game", begin)
    return begun


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.stem)
def test_whatever_happens_can_be_said_and_told(file: Path, game_of: list[Game]) -> None:
    scenario.play(file, LIBRARY)
    for game in game_of:
        lines = needed(game.rules)["lines"]
        cues = [cue for fact in game.facts if (cue := cue_of(fact)) is not None]
        assert [cue.id for cue in cues if cue.id not in lines] == []
        for nth, cue in enumerate(cues):
            assert "{" not in WORDS.say(cue, 1, nth).text
        told_after(game, WORDS, len(game.facts))


@pytest.mark.slow
def test_every_sentence_of_the_story_is_told_by_some_game(game_of: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"player.arrived"}  # somebody arrives only where there is a second village
    without_forms = set()
    story = Language.story

    def noted(words: Language, what: str, seed: int, nth: int, **places: Filling) -> str:
        told.add(what)
        for place in NAMED.keys() & places.keys():
            named = places[place]
            if not all(isinstance(name, NameWithForms) for name in ([named] if isinstance(named, str) else [*named])):
                without_forms.add((what, place))
        return story(words, what, seed, nth, **places)

    monkeypatch.setattr(Language, "story", noted)
    for file in PLAYED:
        scenario.play(file, LIBRARY)
    for game in game_of:
        told_after(game, WORDS, len(game.facts))
    places = WORDS.tree["story"].key_places
    assert [kind for kind in places if is_of_a_part(places[kind]) and kind not in told] == []
    assert without_forms == set()


def test_a_card_is_read_with_its_text_and_a_medium_asks_the_question_on_it() -> None:
    drawn = WORDS.say(Cue("event.card", (), (("event", "ev-flood"),)), 1, 0).text
    assert "Flood. No vote today." in drawn
    asked = Cue("medium.asks", ("Ann",), (("event", "ev-spiritualism-3"), ("question", "4")))
    assert WORDS.say(asked, 1, 0).text.endswith("Am I a werewolf?")


def test_a_building_is_said_by_its_place() -> None:
    housed = Cue("building.housed", ("Ann",), (("building", "confessor"),))
    assert "the confessor’s church" in WORDS.say(housed, 1, 0).text


def test_whoever_moves_to_another_chair_is_told_to_and_what_to_bring() -> None:
    """Who stays, or leaves the button behind, answers for another seat."""
    housed = Cue("building.housed", ("Ann",), (("building", "confessor"),))
    lines = {WORDS.say(housed, 1, nth).text for nth in range(4)}
    assert len(lines) > 1
    for line in lines:
        assert "Take that chair now." in line
        assert "your phone or button" in line


@pytest.mark.parametrize(
    ("given", "read"),
    [("off", "Off"), ("ev-burial", "Burial"), ("ev-executioner ev-burial", "Executioner and Burial")],
)
def test_an_option_of_several_values_is_read_as_a_list(given: str, read: str) -> None:
    assert WORDS.value("permanent_events", given) == read


def test_a_card_of_an_event_is_told_by_its_name() -> None:
    told = WORDS.told("crier", ("ev-flood", "ev-burial"))
    assert told == "You may announce one of your event cards each morning. They are: Flood and Burial."


# The ear.

LONGEST = {"ev": 16.0, "line": 12.0}
"""How many seconds a card may be read, and any other line said."""
FILLED = dict.fromkeys(
    ("answer", "asked", "building", "card", "day", "line", "number", "office", "other", "question", "side", "text"),
    "the baker",
)


def is_of_a_part(place: Place) -> bool:
    """Does this stand in the file of a part, such as `the-pact.buildings.en.yaml`?"""
    return Path(place.file).name.count(".") == 3


def of_the_village() -> Iterator[tuple[str, Line]]:
    """Every wording that stands in the files of parts, its places filled, and the text of every card."""
    for cue, line in WORDS.lines.items():
        if is_of_a_part(WORDS.tree["lines"].key_places[cue]):
            for wording in line.say:
                assert isinstance(wording, str)
                text = wording.format_map({**FILLED, "names": "Ann and Bob", "event": "Flood"})
                yield "line", Line(text, line.mood, "en")
    for event, at in WORDS.tree["events"].items():
        yield event[:2], WORDS.say(Cue("event.card", (), (("event", event),)), 1, 0)
        for question in at.get("questions", {}).values():
            yield "line", WORDS.read_out(question)


@pytest.mark.slow
@pytest.mark.timeout(1200)  # a busy machine renders slowly
@pytest.mark.skipif(find_library("espeak-ng") is None, reason="speech needs: sudo apt install espeak-ng")
def test_lines_of_the_village_are_heard_and_none_is_too_long(tmp_path: Path) -> None:
    """The longest, and one in eight; all of them in the long run."""
    spoken = sorted(of_the_village(), key=lambda kind_and_line: -len(kind_and_line[1].text))
    assert len(spoken) > 150
    spoken = spoken if LONG else [*spoken[:20], *spoken[20::8]]
    with closing(Voice(tmp_path)) as speaker:
        for (kind, line), file in zip(spoken, rendered(speaker, *[line for _, line in spoken]), strict=True):
            wave, _ = soundfile.read(file)
            assert 0.4 < speaker.seconds(line) < LONGEST[kind], line.text
            assert abs(wave).max() > 0.05, line.text


# The files of parts.


def test_words_of_an_unknown_part_are_refused_with_place_and_remedy(tmp_path: Path) -> None:
    (tmp_path / "the-pact.windmills.en.yaml").write_text("language: en\n")
    with pytest.raises(BadFile) as caught:
        Language.load([tmp_path, OWN], "the-pact", "en", LIBRARY.extends("the-pact"))
    (problem,) = caught.value.problems
    assert str(problem) == (
        f"{tmp_path / 'the-pact.windmills.en.yaml'}:1:1: There is no part the-pact.windmills.yaml to which these words "
        "belong; put them into the-pact.en.yaml."
    )


@pytest.fixture
def strange(tmp_path: Path) -> Path:
    """A folder with a second language, whole."""
    write_language(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("part", ["buildings", "moonlight"])
def test_a_language_without_the_file_of_a_part_is_told_which_one_to_write(strange: Path, part: str) -> None:
    missing = strange / f"the-pact.{part}.{CODE}.yaml"
    missing.unlink()
    (problem,) = problems(LIBRARY, str(strange / f"the-pact.{CODE}.yaml"))
    assert str(problem) == (
        f"{missing}:1:1: This file is missing; copy the-pact.{part}.en.yaml, and say everything in it in “{CODE}”."
    )


@pytest.mark.slow
def test_a_word_that_a_part_lacks_is_missed_in_the_file_of_that_part(strange: Path) -> None:
    file = strange / f"the-pact.trance.{CODE}.yaml"
    file.write_text(re.sub(r"(?ms)^options:.*?(?=^\w)", "", file.read_text(encoding="utf-8")), encoding="utf-8")
    (problem,) = problems(LIBRARY, str(file))
    assert str(problem) == f"{file}:1:1: “options” has nothing for “trance”."


@pytest.mark.slow
def test_every_file_of_a_part_can_be_checked_by_itself() -> None:
    assert problems(LIBRARY, str(OWN / "the-pact.moonlight.yaml")) == []
    assert problems(LIBRARY, str(OWN / "the-pact.moonlight.en.yaml")) == []


def test_a_part_is_not_a_language() -> None:
    parts = [file for file in OWN.glob("the-pact.*.yaml") if "language" not in read(file.read_text(), str(file))]
    assert sorted(f"{file.stem}" for file in parts) == sorted(Library().parts("the-pact"))
