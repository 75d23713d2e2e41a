"""How does espeak-ng speak through pyttsx3? One engine, one save, one `runAndWait`; anything else breaks.

Only for the renderer's process: it can hang, and it prints. What it silently gets wrong is checked here: a voice it
does not know becomes another one, a rate or pitch that has not arrived when `runAndWait` begins is lost, and while
espeak-ng is still taking one in, `runAndWait` cancels the very line that it should speak.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from narrator.errors import Trouble

RATE, PITCH = 150, 42  # words a minute; 0 to 99
USUAL = {"en": "en-us", "fr": "fr-fr", "zh": "cmn"}


class Espeak:
    """Raises `Trouble`: `no-voice-engine` or `no-voice`."""

    def __init__(self, language: str, name: str | None, rate: int | None) -> None:
        try:
            import pyttsx3

            self._engine = pyttsx3.init("espeak")
            from pyttsx3.drivers import _espeak
        except (ImportError, RuntimeError, OSError) as error:
            raise Trouble("no-voice-engine", "no-espeak", why=str(error)) from None
        self._rate = rate or RATE
        self._is_busy: Callable[[], int] = _espeak.IsPlaying
        self._finished = threading.Event()
        self._engine.connect("finished-utterance", self._on_finished)
        self._run()  # from now on properties are set at once, not when the next line is spoken
        self._voice = self._choose(language.lower().replace("_", "-"), name)

    def save(self, text: str, rate: float, pitch: float, target: Path) -> None:
        """Write this text to a WAV file; `rate` and `pitch` multiply the voice's own. Raises `TimeoutError`."""
        target.unlink(missing_ok=True)
        self._finished.clear()
        self._set(voice=self._voice, rate=round(self._rate * rate), pitch=min(99, round(PITCH * pitch)))
        self._engine.save_to_file(text, str(target))
        self._run()
        if not self._finished.wait(10):
            raise TimeoutError(f"espeak-ng did not finish {text!r}")

    def _run(self) -> None:
        """Let pyttsx3 do what it was told, once espeak-ng has dealt with what came before."""
        for _ in range(10_000):
            if not self._is_busy():
                self._engine.runAndWait()
                return
            time.sleep(0.001)
        raise TimeoutError("espeak-ng is busy with nothing")

    def _on_finished(self, name: str | None, completed: bool) -> None:
        if completed:
            self._finished.set()

    def _set(self, **properties: str | int) -> None:
        """Set these until they stick: what has not arrived when a `runAndWait` begins or ends is lost."""
        for attempt in range(1, 1001):
            wrong = {name for name, value in properties.items() if self._engine.getProperty(name) != value}
            if not wrong:
                return
            if attempt % 50 == 1:
                for name in wrong:
                    self._engine.setProperty(name, properties[name])
            time.sleep(0.001)
        raise TimeoutError(f"espeak-ng does not take {properties}")

    def _choose(self, language: str, name: str | None) -> str:
        """The identifier of the voice with this name, or of the usual one for this language."""
        known = self._engine.getProperty("voices")
        voices: dict[str, str] = {voice.id: (voice.languages or [""])[0] for voice in known}
        if name is not None:
            found = [each for each in voices if name.lower() in (each, each.rpartition("/")[2], voices[each])]
        else:
            wishes = (USUAL.get(language, language), language.partition("-")[0])
            found = [each for wish in wishes for each in voices if voices[each] == wish]
            found += [each for each in voices if voices[each].partition("-")[0] == wishes[1]]
        if not found and name:
            raise Trouble("no-voice", "no-such-voice", name=name, language=language)
        if not found:
            raise Trouble("no-voice", language=language)
        return found[0]
