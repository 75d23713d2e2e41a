"""How does a line become a sound file? Text in, one clean file out, rendered ahead and kept.

    voice = Voice(Path("~/.cache/narrator/voice").expanduser(), engine="pyttsx3")
    voice.prepare([Line("The village falls asleep.", "hushed", "en")])    # returns at once
    ...
    mixer.say(voice.ready(line), voice.seconds(line))    # the files, or none and the time to read it

The box's process only keeps the list of what is still to be rendered; synthesis runs in a worker process of
low priority that can be killed (`renderer.py`). Nothing here imports numpy.
"""

from narrator.telling.voice.line import MOODS, OTHER, Line, Mood
from narrator.telling.voice.models import ESPEAK, VOICES, Model, Models
from narrator.telling.voice.names import LONGEST_NAME, UnspeakableName, proper_name, speakable
from narrator.telling.voice.voice import ENGINES, Voice

__all__ = [
    "ENGINES", "ESPEAK", "LONGEST_NAME", "MOODS", "OTHER", "VOICES", "Line", "Model", "Models", "Mood",
    "UnspeakableName", "Voice", "proper_name", "speakable",
]  # fmt: skip
