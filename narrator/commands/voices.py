"""`narrator voices`: which voices are there, how do they sound, and which one speaks?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from narrator.commands.arguments import add_data
from narrator.errors import NarratorError
from narrator.folders import SOUNDS, cache_folder, make_folder
from narrator.game.library import Library
from narrator.telling.language import Language
from narrator.telling.loudspeaker import MixerLoudspeaker
from narrator.telling.page_words import FIRST, installed
from narrator.telling.sound import Event, Finished, Mixer, SpeakerLost
from narrator.telling.voice import ESPEAK, VOICES, Model, Models, Voice
from narrator.telling.voice.catalogue import fetch

PATIENCE = 60.0
"""Seconds until a sample must be rendered: a natural voice is loaded first."""
GRACE = 5.0
"""Seconds that a loudspeaker may take to begin."""
USAGE = (
    "Type: narrator voices; narrator voices play NAME [LANGUAGE]; narrator voices use NAME [LANGUAGE]; "
    "narrator voices add NAME or FILE; narrator voices remove NAME."
)


def add_arguments(parser: ArgumentParser) -> None:
    add_data(parser)
    parser.add_argument("words", nargs="*", metavar="WORD", help="what to do with which voice (nothing: list them)")


def run(given: Namespace, library: Library) -> int:
    for line in voices(Models(given.data / VOICES), library, given.words):
        print(line, flush=True)
    return 0


def voices(models: Models, library: Library, words: list[str]) -> Iterator[str]:
    """Do what these words of the command line say; the lines to print."""
    match words:
        case []:
            yield from _listed(models, library)
        case ["play", name, *language] if len(language) < 2:
            yield from _play(models, library, name, _language(name, language))
        case ["use", name, *language] if len(language) < 2:
            models.choose(code := _language(name, language), name)
            yield f"{name} speaks “{code}”, in a running box from its next start on."
        case ["add", what]:
            yield from _add(models, what)
        case ["remove", name]:
            models.remove(name)
            yield f"{name} is removed."
        case _:
            raise NarratorError("usage", USAGE)


def _language(name: str, given: list[str]) -> str:
    """The language that is meant: the one given, or else the voice's own."""
    return given[0] if given else FIRST if name == ESPEAK else Model(Path(f"{name}.onnx")).language.partition("-")[0]


def _listed(models: Models, library: Library) -> Iterator[str]:
    spoken, _ = installed(library.folders)
    for code in spoken:
        speaks = models.speaks(code)
        for name in models.able(code):
            mark = "*" if name == speaks else " "
            yield f"{code:8}{mark} {name}"
    yield f"* speaks. {USAGE}"


def _play(models: Models, library: Library, name: str, code: str) -> Iterator[str]:
    model = models.named(code, name)
    roleset = library.names[0]
    line = Language.load(library.folders, roleset, code, library.extends(roleset)).speaks("night.falls")[0]
    lost: list[NarratorError] = []

    def hear(event: Event) -> None:
        if isinstance(event, Finished):
            loudspeaker.finished(event)
        elif isinstance(event, SpeakerLost):
            lost.append(event.trouble)

    engine, file = ("pyttsx3", None) if model is None else ("piper", str(model))
    voice, mixer = Voice(cache_folder() / "voice", engine=engine, name=file), Mixer(hear, sounds=SOUNDS)
    loudspeaker = MixerLoudspeaker(voice, mixer, lambda caption: None)
    with closing(loudspeaker):
        yield line.text
        if not voice.wait(line, PATIENCE):
            raise voice.trouble or NarratorError("voice-failed", f"{name} does not answer; try it again.")
        mixer.start()
        loudspeaker.wait(loudspeaker.say(line) + GRACE)
    if lost:
        raise lost[0]


def _add(models: Models, what: str) -> Iterator[str]:
    if what.endswith(".onnx"):
        model = models.add(Path(what))
    else:
        make_folder(models.folder)
        yield f"Fetching {what} from Piper's catalogue: some 60 to 110 MB."
        with TemporaryDirectory(dir=models.folder) as folder:
            model = models.add(fetch(what, Path(folder)))
    yield f"{model.name} speaks “{model.language}”. To hear it: narrator voices play {model.name}"
