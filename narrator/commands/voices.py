"""`narrator voices`: which voices are there, how do they sound, and which one speaks?"""

from __future__ import annotations

import threading
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from narrator.commands.arguments import add_data
from narrator.errors import NarratorError
from narrator.folders import SOUNDS, cache_folder, make_folder
from narrator.game.all_lines import all_lines, spoken_in
from narrator.game.library import Library
from narrator.telling.language import Language, must_be_spoken
from narrator.telling.loudspeaker import MixerLoudspeaker
from narrator.telling.page_words import FIRST, installed
from narrator.telling.sound import Event, Finished, Mixer, SpeakerLost
from narrator.telling.voice import ESPEAK, VOICES, Line, Models, Voice
from narrator.telling.voice.catalogue import fetch
from narrator.telling.voice.microphone import record
from narrator.telling.voice.packs import must_be_writable, unpack, write
from narrator.telling.voice.recordings import fault_of, keep, recordings_in, script, unrecorded

PATIENCE = 60.0
"""Seconds within which a sample must be rendered: a natural voice is loaded first."""
LONG = 300.0
"""Seconds without another line after which none will come."""
GRACE = 5.0
"""Seconds that a loudspeaker may take to begin."""
NEXT = "in the next game; a box that is running must be restarted"
USAGE = """\
narrator voices play NAME             say a line in this voice
narrator voices use NAME              have it speak (use --second NAME: for the dead, spirits and the crier)
narrator voices add NAME or FILE      bring a voice of Piper's, by its name in the catalogue or as a file ….onnx
narrator voices remove NAME           delete it
narrator voices export FILE           write all that the voice says into a file, for boxes that are too small
narrator voices import FILE           take such a file in
narrator voices script                list the lines, for a voice of your own
narrator voices record                say them, one after the other, into a microphone
narrator voices import FOLDER         or take in recordings that are named as the script says"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = RawDescriptionHelpFormatter, USAGE
    add_data(parser)
    parser.add_argument("words", nargs="*", metavar="WORD", help="what to do with which voice (nothing: list them)")
    about = "export, list or record only the lines of this roleset (all that are spoken in the language)"
    parser.add_argument("--roleset", action="append", metavar="NAME", help=about)
    about = "in which language it is played, used, exported, listed or recorded (a voice’s own, or else"
    parser.add_argument("--language", metavar="CODE", help=f"{about} {FIRST})")
    about = "use this one for the dead, spirits and the crier"
    parser.add_argument("--second", metavar="NAME", help=about)


def run(given: Namespace, library: Library) -> int:
    models, code = Models(given.data / VOICES), given.language or FIRST
    choosing = given.words[:1] in (["play"], ["use"]) and given.language
    match [*given.words, given.language] if choosing else given.words:
        case ["use", *language] if given.second is not None and len(language) < 2:
            models.choose_second(code := _language(models, library, given.second, language), given.second)
            alone = f" As long as {ESPEAK} speaks, it says everything." if models.speaker(code) == ESPEAK else ""
            lines = iter([f"{given.second} speaks for the dead, spirits and the crier in “{code}” {NEXT}.{alone}"])
        case ["export", file]:
            lines = _export(models, library, given.roleset or spoken_in(library, code), code, Path(file))
        case ["script"]:
            lines = _script(all_lines(library, given.roleset or spoken_in(library, code), code))
        case ["record"]:
            lines = _record(models, library, given.roleset or spoken_in(library, code), code)
        case ["import", folder] if Path(folder).is_dir():
            lines = _recorded(models, library, code, Path(folder))
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
            yield from _play(models, library, name, _language(models, library, name, language))
        case ["use", name, *language] if len(language) < 2:
            models.choose(code := _language(models, library, name, language), name)
            yield f"{name} speaks “{code}” {NEXT}."
        case ["add", what]:
            yield from _add(models, what)
        case ["import", file]:
            yield from _import(models, Path(file))
        case ["remove", name]:
            models.remove(name)
            yield f"{name} is removed."
        case _:
            raise NarratorError("usage", f"This cannot be done with voices. What can:\n{USAGE}\n")


def _language(models: Models, library: Library, name: str, given: list[str]) -> str:
    """The language that is meant: the one given, or else the voice's own."""
    own = {ESPEAK: FIRST, **{model.name: model.language.partition("-")[0] for model in models.installed()}}
    if given:
        must_be_spoken(given[0], library.folders)
        return given[0]
    if name not in own:
        raise NarratorError("no-voice", f"There is no voice “{name}” here; there are: {', '.join(own)}.")
    return own[name]


def _listed(models: Models, library: Library) -> Iterator[str]:
    spoken, _ = installed(library.folders)
    for code in spoken:
        marks = {models.second_speaker(code): "+", models.speaker(code): "*"}
        for name in models.speakers(code):
            yield f"{code:8}{marks.get(name, ' ')} {name}"
    yield f"* speaks, + speaks for the dead, spirits and the crier.\n\n{USAGE}"


def _play(models: Models, library: Library, name: str, code: str) -> Iterator[str]:
    models.named(code, name)
    roleset = library.names[0]
    words = Language.load(library.folders, roleset, code, library.extends(roleset))
    line = words.foreseeable("night.falls")[0]._replace(voice=name)
    lost: list[NarratorError] = []

    def hear(event: Event) -> None:
        if isinstance(event, Finished):
            loudspeaker.finished(event)
        elif isinstance(event, SpeakerLost):
            lost.append(event.trouble)

    voice, mixer = Voice(cache_folder() / "voice", given=models.given, model=models.of), Mixer(hear, sounds=SOUNDS)
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


def _export(models: Models, library: Library, rolesets: Sequence[str], language: str, file: Path) -> Iterator[str]:
    """Have every line rendered that these rolesets may need, and put them into one file."""
    model = models.of(language)
    if model is None:
        remedy = f"choose another voice with narrator voices use NAME {language}."
        raise NarratorError("no-voice", f"espeak-ng speaks “{language}”, as it can on every box: {remedy}")
    must_be_writable(file)
    lines = [*all_lines(library, rolesets, language)]
    learned = threading.Event()
    with closing(Voice(cache_folder() / "voice", given=[models.packs], model=models.of, learned=learned.set)) as voice:
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
        said: dict[str, set[Path]] = {}
        for line in lines:
            by = models.of(language, line.voice) or model
            said.setdefault(by.stem, set()).update(voice.ready(line))
        write(file, language, said)
    names, number = " and ".join(said), sum(map(len, said.values()))
    yield f"{number} lines of {names} are in {file}. On another box: narrator voices import {file.name}"


def _import(models: Models, file: Path) -> Iterator[str]:
    language, lines = unpack(file, models.packs)
    for name, number in lines.items():
        yield f"{number} lines of {name} are here. To have it speak: narrator voices use {name} {language}"


def _script(lines: Mapping[Line, str]) -> Iterator[str]:
    """What to record: cue, file and text, with tabs between them, as spreadsheets read it."""
    for part in script(lines).values():
        yield f"{part.cue}\t{part.file}.wav\t{part.text}"


def _recorded(models: Models, library: Library, language: str, folder: Path) -> Iterator[str]:
    """Take in a folder of recordings."""
    parts = script(all_lines(library, spoken_in(library, language), language))
    found = recordings_in(folder, parts)
    keep(parts, found, models.recorded(language))
    left = unrecorded(parts.values(), models.recorded(language))
    yield f"Recordings taken in: {len(found)}, heard from the next start on. Lines without one: {len(left)}."
    yield f"They are in {models.recorded(language)}; delete that folder to do without them."


def _record(models: Models, library: Library, rolesets: Sequence[str], language: str) -> Iterator[str]:
    """Go through everything that is not recorded yet; each recording is kept right away."""
    parts = script(all_lines(library, rolesets, language))
    left = unrecorded(parts.values(), models.recorded(language))
    yield f"{len(parts) - len(left)} of {len(parts)} lines are recorded. Enter begins, and Enter ends a recording."
    for number, part in enumerate(left, 1):
        fault: str | None = ""
        while fault is not None:
            yield f"\n{number} of {len(left)}   {part.text}"
            try:
                pressed = input("Enter to record, s to skip, q to end: ").strip()
            except EOFError:
                return
            match pressed:
                case "q":
                    return
                case "s":
                    break
            with TemporaryDirectory() as folder:
                file = Path(folder) / f"{part.file}.wav"
                record(file, lambda: input("… Enter when it is said."))
                if (fault := fault_of(file)) is None:
                    keep(parts, {part.file: file}, models.recorded(language))
                else:
                    yield f"Once more: {fault}."
