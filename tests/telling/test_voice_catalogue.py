"""A voice comes from Piper's catalogue by its name, whole or not at all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from narrator.errors import NarratorError
from narrator.telling.voice import catalogue

NAME = "fr_FR-siwis-medium"
WHERE = "fr/fr_FR/siwis/medium"
MODEL, SETTINGS = b"numbers" * 100_000, json.dumps({"phoneme_id_map": {}}).encode()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *about: object) -> None:
        """Nobody needs to know."""


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a catalogue like Piper's, on this machine."""
    folder = tmp_path / "catalogue"
    (folder / WHERE).mkdir(parents=True)
    files = {}
    for name, content in {f"{NAME}.onnx": MODEL, f"{NAME}.onnx.json": SETTINGS, "MODEL_CARD": b"CC0"}.items():
        (folder / WHERE / name).write_bytes(content)
        files[f"{WHERE}/{name}"] = {"size_bytes": len(content), "md5_digest": hashlib.md5(content).hexdigest()}
    (folder / "voices.json").write_text(json.dumps({NAME: {"key": NAME, "files": files}}))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever).start()
    monkeypatch.setattr(catalogue, "CATALOGUE", f"http://127.0.0.1:{server.server_port}/")
    yield folder
    server.shutdown()
    server.server_close()


def refused(folder: Path, name: str = NAME) -> NarratorError:
    with pytest.raises(NarratorError) as refused:
        catalogue.fetch(name, folder)
    return refused.value


@pytest.mark.usefixtures("published")
def test_both_files_of_a_voice_come_by_its_name(tmp_path: Path) -> None:
    model = catalogue.fetch(NAME, tmp_path)
    assert model == tmp_path / f"{NAME}.onnx"
    assert (model.read_bytes(), Path(f"{model}.json").read_bytes()) == (MODEL, SETTINGS)
    assert not (tmp_path / "MODEL_CARD").exists()


@pytest.mark.parametrize("content", [MODEL[:-1], MODEL[:-1] + b"?", MODEL + b"?"])
def test_a_file_that_differs_from_its_announcement_is_refused(published: Path, tmp_path: Path, content: bytes) -> None:
    (published / WHERE / f"{NAME}.onnx").write_bytes(content)
    assert refused(tmp_path).code == "damaged-voice"


@pytest.mark.usefixtures("published")
def test_a_mistyped_name_is_answered_with_the_nearest(tmp_path: Path) -> None:
    error = refused(tmp_path, "fr_FR-siwi-medium")
    assert error.code == "no-voice"
    assert NAME in error.sentence


@pytest.mark.parametrize("lost", ["voices.json", f"{WHERE}/{NAME}.onnx"])
def test_a_catalogue_that_does_not_answer_is_named_with_another_way(published: Path, tmp_path: Path, lost: str) -> None:
    (published / lost).unlink()
    error = refused(tmp_path)
    assert error.code == "no-catalogue"
    assert "narrator voices add FILE" in error.sentence


def test_without_a_network_the_catalogue_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "CATALOGUE", "http://127.0.0.1:9/")
    assert refused(tmp_path).code == "no-catalogue"
