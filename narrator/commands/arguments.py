"""Arguments that several commands take, and where their output goes."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import Any

from narrator.errors import NarratorError
from narrator.folders import data_folder, private

SCREEN = Path("-")


def add_rolesets(parser: ArgumentParser, nothing: Any) -> None:
    """`--rolesets DIR` and `--allow-powers`, before the command or after it."""
    about = "a folder with rolesets of your own"
    parser.add_argument("--rolesets", type=Path, action="append", default=nothing, metavar="DIR", help=about)
    about = "run the Python files in the folders `powers` beside those rolesets"
    unsaid = False if nothing == [] else nothing
    parser.add_argument("--allow-powers", action="store_true", default=unsaid, help=about)


def add_data(parser: ArgumentParser) -> None:
    """`--data DIR`."""
    about = "where the box keeps everything"
    parser.add_argument("--data", type=Path, default=data_folder(), metavar="DIR", help=about)


def add_plan(parser: ArgumentParser) -> None:
    """`--wiring PLAN`."""
    parser.add_argument("--wiring", metavar="PLAN", help="the wiring plan, by its name or as a file (the box's own)")


def put(text: str, file: Path, opener: Callable[[str, int], int] | None = private) -> None:
    """Write a text to a file, or to the screen; nobody else may read the file, unless the `opener` allows it.

    Raises `NarratorError` (`unwritable`).
    """
    if file == SCREEN:
        print(text, end="")
        return
    try:
        with open(file, "w", encoding="utf-8", opener=opener) as out:
            out.write(text)
    except OSError as error:
        remedy = f"With - in its place the text is shown here, and `> {file.name}` after that keeps it."
        raise NarratorError("unwritable", f"{file} cannot be written: {error.strerror}. {remedy}") from None


def words(text: str) -> tuple[str, ...]:
    """What an option such as `--events ev-burial,ev-flood` lists."""
    return tuple(word.strip() for word in text.split(","))


def number(least: int, most: int) -> Callable[[str], int]:
    """How an option such as `--port 8080` is read, whose number has bounds."""

    def read(text: str) -> int:
        if not text.removeprefix("-").isdecimal() or not least <= int(text) <= most:
            raise ArgumentTypeError(f"“{text}” must be a number from {least} to {most}")
        return int(text)

    return read


def pairs(text: str) -> dict[str, str]:
    """What an option such as `--deck werewolf=2,seer=1` says."""
    pairs = [pair.partition("=") for pair in text.split(",")]
    if not all(name and value for name, _, value in pairs):
        raise ArgumentTypeError(f"“{text}” must be of the form name=value,name=value")
    return {name.strip(): value.strip() for name, _, value in pairs}
