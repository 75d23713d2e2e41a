"""Which natural voices there are, and which of them speaks."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
from pathlib import Path

import pytest

from narrator.errors import NarratorError
from narrator.telling.voice.line import OTHER
from narrator.telling.voice.models import ESPEAK, Models
from tests.labs.voicelab import model


@pytest.fixture(autouse=True)
def piper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Piper is installed, and no package with a voice."""
    found = {"piper": importlib.machinery.ModuleSpec("piper", None)}
    monkeypatch.setattr(importlib.util, "find_spec", found.get)
    monkeypatch.delenv("VOICE", raising=False)


@pytest.fixture
def models(tmp_path: Path) -> Models:
    return Models(tmp_path / "voices")


def test_a_model_that_was_added_speaks_its_language_and_no_other(models: Models, tmp_path: Path) -> None:
    assert models.of("fr") is None
    models.add(model(tmp_path / "given", "fr_FR-siwis-medium"))
    assert models.of("fr") == models.folder / "fr_FR-siwis-medium.onnx"
    assert models.of("fr-be") == models.of("fr")
    assert models.of("de") is None


@pytest.mark.parametrize(
    ("name", "code", "called"),
    [
        ("grandma", "fr_FR", "fr_FR-grandma"),
        ("my-voice", "fr_BE", "fr_BE-my_voice"),
        ("fr_CA-zoe", "fr_FR", "fr_CA-zoe"),
    ],
)
def test_a_model_speaks_its_language_whatever_its_file_is_called(
    models: Models, tmp_path: Path, name: str, code: str, called: str
) -> None:
    settings = json.dumps({"phoneme_id_map": {}, "language": {"code": code}})
    assert models.add(model(tmp_path / "given", name, settings)).name == called
    assert models.speakers("fr") == [called, ESPEAK]


def test_a_voice_from_the_same_country_comes_first(models: Models, tmp_path: Path) -> None:
    for name in ("pt_BR-faber-medium", "pt_PT-tugao-medium"):
        models.add(model(tmp_path / "given", name))
    assert models.speakers("pt-pt") == ["pt_PT-tugao-medium", "pt_BR-faber-medium", ESPEAK]
    assert models.of("pt-pt") == models.folder / "pt_PT-tugao-medium.onnx"


def test_a_choice_is_kept_until_the_voice_is_removed(models: Models, tmp_path: Path) -> None:
    for name in ("en_GB-alan-low", "en_US-lessac-high"):
        models.add(model(tmp_path / "given", name))
    models.choose("en", "en_US-lessac-high")
    again = Models(models.folder)
    assert again.of("en") == models.folder / "en_US-lessac-high.onnx"
    again.choose("en", ESPEAK)
    assert again.of("en") is None
    again.choose("en", "en_US-lessac-high")
    again.remove("en_US-lessac-high")
    assert again.of("en") == models.folder / "en_GB-alan-low.onnx"
    assert [file.name for file in models.folder.glob("*lessac*")] == []


def test_voices_are_called_by_the_names_of_those_who_lent_them(models: Models, tmp_path: Path) -> None:
    for name in ("en_GB-jenny_dioco-medium", "en-humming"):
        models.add(model(tmp_path / "given", name))
    called = {"en-humming": "Humming", "en_GB-jenny_dioco-medium": "Jenny Dioco (GB, medium)", ESPEAK: ""}
    assert models.titles("en") == called
    assert models.of("en", "en_GB-jenny_dioco-medium") == models.folder / "en_GB-jenny_dioco-medium.onnx"
    assert models.of("en", ESPEAK) is None


def test_where_the_choice_is_damaged_the_most_fitting_voice_speaks(models: Models, tmp_path: Path) -> None:
    models.add(model(tmp_path / "given", "en_GB-alan-low"))
    for text in ("{", "[1]", "7"):
        (models.folder / "chosen.json").write_text(text)
        assert Models(models.folder).speaker("en") == "en_GB-alan-low"


def test_a_second_voice_is_the_same_until_another_is_chosen_and_while_it_is_there(
    models: Models, tmp_path: Path
) -> None:
    for name in ("en_GB-alan-low", "en_US-lessac-high"):
        models.add(model(tmp_path / "given", name))
    assert models.of("en", OTHER) == models.of("en")
    models.choose_second("en", "en_US-lessac-high")
    assert models.of("en", OTHER) == models.folder / "en_US-lessac-high.onnx"
    assert models.of("en") == models.folder / "en_GB-alan-low.onnx"
    models.choose("en", ESPEAK)
    assert models.of("en", OTHER) is None, "an engine is never mixed with another"
    models.choose("en", "en_GB-alan-low")
    with pytest.raises(NarratorError, match="cannot be a second voice"):
        models.choose_second("en", ESPEAK)
    models.remove("en_US-lessac-high")
    assert models.of("en", OTHER) == models.of("en")


def test_those_who_ask_for_espeak_hear_espeak(models: Models, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    models.add(model(tmp_path / "given", "en_GB-alan-low"))
    monkeypatch.setenv("VOICE", "espeak")
    assert models.of("en") is None
    assert models.speakers("en") == [ESPEAK]


def test_a_model_is_of_no_use_without_piper(models: Models, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    models.add(model(tmp_path / "given", "en_GB-alan-low"))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert models.of("en") is None
    assert models.speakers("en") == [ESPEAK]


@pytest.mark.parametrize("settings", ["", "[]", "7", '{"audio": {}}'])
def test_what_is_not_a_model_is_refused_and_leaves_nothing(models: Models, tmp_path: Path, settings: str) -> None:
    with pytest.raises(NarratorError, match="two files") as refused:
        models.add(model(tmp_path / "given", "en_GB-alan-low", settings))
    assert refused.value.code == "no-voice"
    assert not models.folder.exists()


def test_only_what_is_there_is_chosen_or_removed(models: Models) -> None:
    with pytest.raises(NarratorError, match="there are: espeak") as unknown:
        models.choose("en", "en_GB-alan-low")
    assert unknown.value.code == "no-voice"
    with pytest.raises(NarratorError, match="narrator voices") as lacking:
        models.remove("../table")
    assert lacking.value.code == "no-voice"
