"""How long a line is when nobody says it aloud: as long as somebody would need for it."""

from __future__ import annotations

import pytest

from narrator.telling.voice import Line
from tests.labs.soundlab import rendered
from tests.labs.voicelab import ASLEEP, LINES, MakeVoice, espeak

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]  # a busy machine renders slowly


def test_with_captions_only_lines_still_take_their_time(make_voice: MakeVoice) -> None:
    speaker = make_voice(engine="off")
    speaker.prepare([ASLEEP])
    assert not speaker.wait(ASLEEP, 5)
    assert speaker.trouble is None
    assert 1.0 < speaker.seconds(ASLEEP) < 4.0
    assert speaker.seconds(Line(ASLEEP.text * 3, "hushed")) > 2 * speaker.seconds(ASLEEP)


@espeak
def test_the_guessed_length_is_near_the_real_one(make_voice: MakeVoice) -> None:
    speaker = make_voice()
    for line in LINES:
        guessed = speaker.seconds(line)
        rendered(speaker, line)
        assert guessed == pytest.approx(speaker.seconds(line), rel=0.35)
