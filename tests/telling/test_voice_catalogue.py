"""A voice comes from Piper's catalogue by its name, whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.errors import NarratorError
from narrator.telling.voice import catalogue
from tests.labs.voicelab import ANNOUNCED, MODEL, PUBLISHED, WHERE


def refused(folder: Path, name: str = PUBLISHED) -> NarratorError:
    with pytest.raises(NarratorError) as refused:
        catalogue.fetch(name, folder)
    return refused.value


@pytest.mark.usefixtures("published")
def test_both_files_of_a_voice_come_by_its_name(tmp_path: Path) -> None:
    model = catalogue.fetch(PUBLISHED, tmp_path)
    assert model == tmp_path / f"{PUBLISHED}.onnx"
    assert (model.read_bytes(), Path(f"{model}.json").read_bytes()) == (MODEL, ANNOUNCED)
    assert not (tmp_path / "MODEL_CARD").exists()


@pytest.mark.parametrize("content", [MODEL[:-1], MODEL[:-1] + b"?", MODEL + b"?"])
def test_a_file_that_differs_from_its_announcement_is_refused(published: Path, tmp_path: Path, content: bytes) -> None:
    (published / WHERE / f"{PUBLISHED}.onnx").write_bytes(content)
    assert refused(tmp_path).code == "damaged-voice"


@pytest.mark.usefixtures("published")
def test_a_mistyped_name_is_answered_with_the_nearest(tmp_path: Path) -> None:
    error = refused(tmp_path, "fr_FR-siwi-medium")
    assert error.code == "no-voice"
    assert PUBLISHED in error.sentence


@pytest.mark.parametrize("lost", ["voices.json", f"{WHERE}/{PUBLISHED}.onnx"])
def test_a_catalogue_that_does_not_answer_is_named_with_another_way(published: Path, tmp_path: Path, lost: str) -> None:
    (published / lost).unlink()
    error = refused(tmp_path)
    assert error.code == "no-catalogue"
    assert "narrator voices add FILE" in error.sentence


def test_without_a_network_the_catalogue_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "CATALOGUE", "http://127.0.0.1:9/")
    assert refused(tmp_path).code == "no-catalogue"
