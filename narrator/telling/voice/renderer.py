"""The renderer's process: `python -m narrator.telling.voice.renderer SETTINGS`, started and watched by `voice.py`.

It says first whether it can speak at all, `{"voice": true}` or the parts of a `Trouble`; then for each request
`{"text", "rate", "pitch", "volume", "target"}` on standard input it answers `{"seconds"}` or the parts of a `Trouble`,
one JSON object per line. Its priority is low, but not so low that others starve it. It ends with its input.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import IO, Any

from narrator.errors import Trouble
from narrator.telling.voice.espeak import Espeak
from narrator.telling.voice.piper import Piper
from narrator.telling.voice.polish import polish

ENGINES: dict[str, type[Espeak] | type[Piper]] = {"pyttsx3": Espeak, "piper": Piper}


def render(engine: Espeak | Piper, request: dict[str, Any]) -> dict[str, Any]:
    """Speak one line into its file."""
    target = Path(request["target"])
    raw = target.with_suffix(".raw.part")
    try:
        engine.save(request["text"], request["rate"], request["pitch"], raw)
        return {"seconds": polish(raw, target, request["volume"])}
    except Trouble as error:
        return error.parts()
    except OSError as error:
        return Trouble("voice-failed", "line-not-rendered", line=request["text"], why=str(error)).parts()
    finally:
        raw.unlink(missing_ok=True)


def main(answers: IO[str]) -> None:
    def answer(what: dict[str, Any]) -> None:
        print(json.dumps(what), file=answers, flush=True)

    settings = json.loads(sys.argv[1])
    try:
        engine = ENGINES[settings.pop("engine")](**settings)
    except Trouble as error:
        answer(error.parts())
        return
    answer({"voice": True})
    for request in sys.stdin:
        answer(render(engine, json.loads(request)))


if __name__ == "__main__":
    os.nice(10)
    with os.fdopen(os.dup(1), "w") as pipe:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # pyttsx3 prints
        main(pipe)
