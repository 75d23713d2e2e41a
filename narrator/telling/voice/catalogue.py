"""How does a voice of Piper's catalogue get here? By its name, both files checked against their checksums.

models.add(fetch("fr_FR-siwis-medium", folder))
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from difflib import get_close_matches
from hashlib import md5
from http.client import HTTPException
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError
from urllib.request import urlopen

from narrator.errors import NarratorError

CATALOGUE = "https://huggingface.co/rhasspy/piper-voices/resolve/main/"
PATIENCE = 30.0
"""Seconds without a byte after which the catalogue counts as gone."""
BLOCK = 1 << 20


def fetch(name: str, folder: Path) -> Path:
    """Fetch the two files of this voice into a folder; returns that of the model, `….onnx`.

    Raises `NarratorError`: `no-catalogue` where it cannot be reached, `no-voice` where it has no voice of this name,
    `damaged-voice` where what came is not what the catalogue says.
    """
    try:
        with _opened("voices.json") as answer:
            voices = json.load(answer)
        if name not in voices:
            near = ", ".join(get_close_matches(name, voices)) or "names such as en_US-lessac-medium"
            sentence = f"Piper's catalogue has no voice “{name}”; it has {near}."
            raise NarratorError("no-voice", sentence)
        for file, about in voices[name]["files"].items():
            if file.endswith((".onnx", ".onnx.json")):
                _fetch(file, about, folder / Path(file).name)
    except (OSError, HTTPException, ValueError) as error:
        remedy = "is this machine online? Or fetch both files elsewhere; then name the first: narrator voices add"
        raise NarratorError("no-catalogue", f"{CATALOGUE} does not answer ({error}): {remedy} FILE.") from None
    return folder / f"{name}.onnx"


def _opened(file: str) -> closing[IO[bytes]]:
    try:
        return closing(urlopen(CATALOGUE + file, timeout=PATIENCE))
    except HTTPError as error:
        error.close()
        raise


def _fetch(file: str, about: Mapping[str, Any], target: Path) -> None:
    digest, left = md5(usedforsecurity=False), int(about["size_bytes"])
    with _opened(file) as answer, target.open("wb") as out:
        while left >= 0 and (block := answer.read(BLOCK)):
            left -= len(block)
            digest.update(block)
            out.write(block)
    if left or digest.hexdigest() != about["md5_digest"]:
        sentence = f"{file} arrived damaged: its checksum is not the catalogue's. Try again."
        raise NarratorError("damaged-voice", sentence)
