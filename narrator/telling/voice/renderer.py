"""The renderer's process: `python -m narrator.telling.voice.renderer`, started and watched by `voice.py`.

It says first that it is there, `{"voice": true}`; then for each request
`{"speaker": {"engine", "language", "name", "rate"}, "text", "rate", "pitch", "volume", "target"}` on standard input it
answers `{"seconds"}` or the parts of a `Trouble`, one JSON object per line. An engine is loaded with the first line
that needs it, and stays. The process gives way to all others, takes a bounded part of the memory and is the first to go
where there is none left. It ends with its input.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from narrator.errors import Trouble
from narrator.telling.voice.espeak import Espeak
from narrator.telling.voice.piper import Piper
from narrator.telling.voice.polish import polish

ENGINES: dict[str, type[Espeak] | type[Piper]] = {"pyttsx3": Espeak, "piper": Piper}
MEMORY = 800_000_000
"""Bytes that the process may take: twice what a natural voice needs for a long line."""
FIRST_TO_GO = "800"
"""How soon the kernel ends it when memory runs out, from 0 (last) to 1000 (first)."""

Speakers = dict[str, tuple[dict[str, Any], Espeak | Piper]]


def render(speakers: Speakers, request: dict[str, Any]) -> dict[str, Any]:
    """Speak one line into its file."""
    target = Path(request["target"])
    raw = target.with_suffix(".raw.part")
    try:
        engine = chosen(speakers, **request["speaker"])
        engine.save(request["text"], request["rate"], request["pitch"], raw)
        return {"seconds": polish(raw, target, request["volume"])}
    except Trouble as error:
        return error.parts()
    except (OSError, MemoryError) as error:
        return Trouble("voice-failed", "line-not-rendered", line=request["text"], why=str(error)).parts()
    finally:
        with suppress(OSError):  # it is not there, or the folder is gone
            raw.unlink()


def chosen(speakers: Speakers, engine: str, **settings: Any) -> Espeak | Piper:
    """The speaker of this engine with these settings; of each engine the one that spoke last is kept."""
    if engine not in speakers or speakers[engine][0] != settings:
        speakers.pop(engine, None)
        speakers[engine] = settings, ENGINES[engine](**settings)
    return speakers[engine][1]


def main(answers: IO[str]) -> None:
    speakers: Speakers = {}
    print(json.dumps({"voice": True}), file=answers, flush=True)
    for request in sys.stdin:
        print(json.dumps(render(speakers, json.loads(request))), file=answers, flush=True)


def give_way() -> None:
    """Take no more than what is left over."""
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    with suppress(OSError):  # where /proc cannot be written
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_GO, encoding="ascii")


if __name__ == "__main__":
    give_way()
    with os.fdopen(os.dup(1), "w") as pipe:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # pyttsx3 prints
        main(pipe)
