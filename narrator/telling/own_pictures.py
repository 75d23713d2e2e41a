"""What do the host's own cards look like? `icons/NAME.svg` beside a roleset is the picture of the card of this name.

Every phone loads all pictures at once, before it shows anything, so they are small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree
from xml.parsers.expat import ErrorString

from narrator.errors import BadFile, Place, Problem
from narrator.files import text

FOLDER, SUFFIX = "icons", ".svg"
LARGEST = 20_000
"""Letters in a picture, at most."""
ROOT = "{http://www.w3.org/2000/svg}svg"


def picture_files(folders: Iterable[Path]) -> Iterator[Path]:
    """The pictures in these folders of rolesets."""
    for folder in folders:
        yield from sorted((folder / FOLDER).glob(f"*{SUFFIX}"))


def own_pictures(folders: Iterable[Path]) -> dict[str, str]:
    """The SVG text of each picture, by the name of its card; of two with one name the first counts. A file that holds
    no picture is left out: `narrator check` tells of it."""
    found: dict[str, str] = {}
    for file in picture_files(folders):
        with suppress(BadFile):
            found.setdefault(file.stem, drawn(file))
    return found


def drawn(file: Path) -> str:
    """The SVG text in a file. Raises `BadFile` (`unreadable`, `picture`) where browsers would show nothing."""
    picture, at, fault = text(file), (1, 0), ""
    try:
        if ElementTree.fromstring(picture).tag != ROOT:
            fault = "A picture begins with <svg xmlns=“http://www.w3.org/2000/svg” …>, or no browser shows it."
    except ElementTree.ParseError as error:
        at, fault = error.position, f"This is no SVG that a browser can show: {ErrorString(error.code)}."
    if len(picture) > LARGEST:
        fault = f"Every phone loads all pictures at once: make this one smaller than {LARGEST // 1000} kB."
    if fault:
        raise BadFile("picture", [Problem(Place(str(file), at[0], at[1] + 1), fault)])
    return picture
