"""`narrator voices`: which voices are there, how do they sound, and which one speaks?"""

from __future__ import annotations

import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from narrator.commands.arguments import add_data
from narrator.errors import NarratorError
from narrator.folders import SOUNDS, cache_folder, make_folder
from narrator.game.all_lines import all_lines
from narrator.game.library import Library
from narrator.telling.language import Language
from narrator.telling.loudspeaker import MixerLoudspeaker
from narrator.telling.page_words import FIRST, installed
from narrator.telling.sound import Event, Finished, Mixer, SpeakerLost
from narrator.telling.voice import ESPEAK, VOICES, Model, Models, Voice
from narrator.telling.voice.catalogue import fetch
from narrator.telling.voice.packs import unpack, write

PATIENCE = 60.0
"""Seconds until a sample must be rendered: a natural voice is loaded first."""
LONG = 300.0
"""Seconds without another line after which none will come."""
GRACE = 5.0
"""Seconds that a loudspeaker may take to begin."""
USAGE = (
    "Type: narrator voices; narrator voices play NAME [LANGUAGE]; narrator voices use NAME [LANGUAGE]; "
    "narrator voices add NAME or FILE; narrator voices remove NAME; narrator voices export FILE; "
    "narrator voices import FILE."
)


def add_arguments(parser: ArgumentParser) -> None:
    add_data(parser)
    parser.add_argument("words", nargs="*", metavar="WORD", help="what to do with which voice (nothing: list them)")
    about = "export the lines of this roleset (all of them)"
    parser.add_argument("--roleset", action="append", metavar="NAME", help=about)
    about = "export what is said in this language"
    parser.add_argument("--language", default=FIRST, metavar="CODE", help=f"{about} ({FIRST})")


def run(given: Namespace, library: Library) -> int:
    models = Models(given.data / VOICES)
    match given.words:
        case ["export", file]:
            lines = _export(models, library, given.roleset or library.names, given.language, Path(file))
        case words:
            lines = voices(models, library, words)
    for line in lines:
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
        case ["import", file]:
            yield from _import(models, Path(file))
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
    models.named(code, name)
    roleset = library.names[0]
    words = Language.load(library.folders, roleset, code, library.extends(roleset))
    line = words.speaks("night.falls")[0]._replace(voice=name)
    lost: list[NarratorError] = []

    def hear(event: Event) -> None:
        if isinstance(event, Finished):
            loudspeaker.finished(event)
        elif isinstance(event, SpeakerLost):
            lost.append(event.trouble)

    voice, mixer = _voice(models), Mixer(hear, sounds=SOUNDS)
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


def _voice(models: Models, learned: Callable[[], None] = lambda: None) -> Voice:
    return Voice(cache_folder() / "voice", given=[models.packs], model=models.of, learned=learned)


def _export(models: Models, library: Library, rolesets: Sequence[str], language: str, file: Path) -> Iterator[str]:
    """Have every line rendered that these rolesets may need, and put them into one file."""
    model = models.of(language)
    if model is None:
        remedy = f"choose another voice with narrator voices use NAME {language}."
        raise NarratorError("no-voice", f"espeak-ng speaks “{language}”, as it can on every box: {remedy}")
    lines = [*all_lines(library, rolesets, language)]
    learned = threading.Event()
    with closing(_voice(models, learned.set)) as voice:
        voice.learn(lines)
        if not voice.progress[1]:
            remedy = "export them where Piper is installed."
            raise NarratorError("no-voice", f"{model.stem} came in a pack, and lacks some of these lines: {remedy}")
        while not voice.is_natural:
            done, of = voice.progress
            yield f"{done} of {of} lines are ready."
            if not learned.wait(LONG):
                remedy = f"narrator voices play {model.stem} shows why."
                raise NarratorError("voice-failed", f"{model.stem} has rendered nothing for {LONG:.0f} s: {remedy}")
            learned.clear()
        write(file, language, {model.stem: [voice.ready(line)[0] for line in lines]})
    yield f"{len(lines)} lines of {model.stem} are in {file}. On another box: narrator voices import {file.name}"


def _import(models: Models, file: Path) -> Iterator[str]:
    language, lines = unpack(file, models.packs)
    for name, number in lines.items():
        yield f"{number} lines of {name} are here. To have it speak: narrator voices use {name} {language}"
