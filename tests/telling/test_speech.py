"""Which of its wordings does the box say next?"""

from __future__ import annotations

from typing import cast

from narrator.game.library import Library
from narrator.telling.language import Language
from narrator.telling.loudspeaker import Loudspeaker
from narrator.telling.script import Cue
from narrator.telling.speech import Speech
from narrator.telling.timeline import Beat
from narrator.telling.voice import Line
from tests.labs.boxlab import Notebook, Time
from tests.labs.wordlab import words


def test_no_wording_comes_again_in_an_evening_before_all_were_heard() -> None:
    language, heard = words("millers-hollow"), Notebook(Time())
    wordings = language.lines["night.falls"].say
    speech = Speech(cast(Loudspeaker, heard), lambda: language, heard.time, lambda: 0.0)
    for game in range(2 * len(wordings)):
        speech.begin(seed=game, speed=1.0, cues=())
        speech.say_cue(Cue("night.falls"), now=0.0)
    said = [text for _, _, text in heard.heard]
    assert sorted(said[: len(wordings)]) == sorted(map(str, wordings))
    assert said[len(wordings) :] == said[: len(wordings)]


def test_the_lines_that_follow_one_another_are_made_once_in_each_language() -> None:
    language, heard, made = words("millers-hollow"), Notebook(Time()), []
    speech = Speech(cast(Loudspeaker, heard), lambda: language, heard.time, lambda: 0.0)

    def story(told_in: Language) -> list[Line]:
        made.append(told_in)
        return [Line(f"Day {day}.") for day in range(20)]

    speech.say_all(story)
    assert [text for _, _, text in heard.heard] == [f"Day {day}." for day in range(20)]
    assert len(made) == 2, "said and written"


def test_an_event_card_that_a_player_without_a_page_is_to_read_is_read_by_the_box() -> None:
    """EV-01."""
    heard = Notebook(Time())
    speech = Speech(cast(Loudspeaker, heard), lambda: words("the-pact"), heard.time, lambda: 0.0)
    sunday = (("event", "ev-radiant-sunday"),)
    beats = [Beat(1, 0.0, Cue("event.read", (seat,), sunday)) for seat in ("Ann", "Bob")]
    for brings in ("off", "on"):
        rules, _ = Library().roleset("the-pact", {"events": "on", "event_variants": brings})
        explained = speech.explained(beats, rules, lambda: {"buttons": {"Bob"}, "tags": set()})
        text = (("text", "trance"),) if brings == "on" else ()
        cues = [Cue("event.read", ("Ann",), sunday), Cue("event.card", (), sunday + text)]
        assert [beat.cue for beat in explained] == cues
