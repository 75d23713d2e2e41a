"""What does the table hear, and when exactly?

    mixer = Mixer(inbox.put, sounds=Path("sounds"))
    mixer.start()
    mixer.bed("night")
    clip = mixer.say(voice.ready(line), voice.seconds(line))
    ...                         # Started(clip, at) and Finished(clip, at, whole=True) arrive in the inbox

The mixing itself runs in a process of its own (`mixer_process.py`); here is only its remote control, which imports
neither numpy nor an audio library and never waits for that process.
"""

from narrator.telling.sound.mixer import Event, Finished, Mixer, SpeakerFound, SpeakerLost, Started, Unplayable

__all__ = ["Event", "Finished", "Mixer", "SpeakerFound", "SpeakerLost", "Started", "Unplayable"]
