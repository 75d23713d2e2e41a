"""`narrator doctor --report`: what does somebody need to know in order to find out what went wrong here?

One text to attach to a bug report: versions, the doctor's findings, devices, the service and its last words, rolesets,
the shape of the last game. Nothing secret is in it: no name, card, number or password, nor whose machine it is.
Nothing is sent anywhere, and nothing on the disk is changed.
"""

from __future__ import annotations

import json
import platform
import pwd
import re
import socket
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from narrator.commands.findings import Finding, service
from narrator.errors import NarratorError
from narrator.folders import GAMES
from narrator.game import journal
from narrator.game.library import Library
from narrator.network.hotspot import opened

LAST_WORDS = 100
"""How many of the service's last lines."""
PATIENCE = 20.0
OPEN = (
    "roleset", "deck", "options", "pace", "words", "volumes", "lag", "house_rule", "actor", "keep_pin", "door",
    "started", "language", "voice",
)  # fmt: skip
"""What the lobby keeps that may be told; the rest is nobody's business."""
EVERYBODYS = ("narrator", "root", "pi", "localhost", "raspberrypi", "")
"""Names of users and machines that identify nobody."""
PATTERNS = (
    (re.compile(r"/home/[^/\s]+"), "~"),
    # Numbers of tags, network cards, headphones.
    (re.compile(r"\b[0-9A-Fa-f]{2}([: -])(?:[0-9A-Fa-f]{2}\1){2,}[0-9A-Fa-f]{2}\b|\b[0-9A-F]{8,}\b"), "‹number›"),
)
TAG = re.compile(r"[0-9A-Fa-f:]{8,}")
FILES = ("/proc/device-tree/model", "/proc/asound/cards")
FOLDERS = ("/dev/gpiochip*", "/dev/i2c-*", "/dev/spidev*", "/dev/tty[AU][CMS]*", "/dev/input/event*")


def report(data: Path, library: Library, findings: Iterable[Finding]) -> str:
    """The whole text; `data` is the box's folder."""
    return hidden("\n".join(_lines(data, library, findings)) + "\n", secrets_of(data))


def hidden(text: str, secrets: Iterable[str]) -> str:
    """A text without these words, and without anything that looks like a home folder or a device's number."""
    words = sorted((re.escape(word) for word in secrets if word.strip()), key=len, reverse=True)
    if words:
        text = re.sub(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", "‹…›", text)
    for pattern, instead in PATTERNS:
        text = pattern.sub(instead, text)
    return text


def secrets_of(data: Path) -> set[str]:
    """Every word that this box keeps and that is somebody's: names, numbers, tokens, whose machine it is."""
    found = {str(Path.home()), socket.gethostname()}
    found |= {user.pw_name for user in pwd.getpwall() if 1000 <= user.pw_uid < 60000}
    for file in data.glob("*.json"):
        kept = _json(file.read_text(encoding="utf-8", errors="replace"))
        found.update(_words({key: value for key, value in kept.items() if key not in OPEN}))
    for file in data.glob("*.yaml"):
        found.update(TAG.findall(file.read_text(encoding="utf-8", errors="replace")))
    wifi = opened()
    if wifi is not None:
        found.update((wifi.name, wifi.passphrase))
    for path in journal.games(data / GAMES):
        found.update(_words(_head(path).get("table", {}).get("seats")))
    return found - set(EVERYBODYS)


def _words(kept: Any) -> Iterator[str]:
    """All texts in this that may be values, including the keys of tables."""
    if isinstance(kept, str):
        yield kept
    elif isinstance(kept, dict):
        for key, value in kept.items():
            yield from _words(value)
            if isinstance(value, (str, int)):
                yield key
    elif isinstance(kept, list):
        for value in kept:
            yield from _words(value)


def _lines(data: Path, library: Library, findings: Iterable[Finding]) -> Iterator[str]:
    yield f"narrator {version('narrator')}, Python {platform.python_version()}"
    yield f"{_system()}, {platform.system()} {platform.release()} {platform.machine()}"
    yield from ("", "What the doctor says", *map(str, findings))
    yield from ("", "Devices", *_devices())
    yield from ("", "Service", *(f"{name}: {value}" for name, value in service().items()))
    yield from ("", "Its last words", *_last_words())
    yield from ("", "Rolesets", *_rolesets(library))
    yield from ("", "The last game", *(_shape(path, library) for path in journal.games(data / GAMES)[:1]))


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return "Linux"


def _devices() -> Iterator[str]:
    for file in map(Path, FILES):
        if file.exists():
            yield file.read_text(encoding="utf-8", errors="replace").rstrip("\0\n")
    for folder in FOLDERS:
        names = sorted(str(path) for path in Path("/").glob(folder[1:]))
        yield f"{folder}: {' '.join(names) or 'none'}"
    for product in sorted(Path("/sys/bus/usb/devices").glob("*/product")):
        yield f"USB: {product.read_text(encoding='utf-8', errors='replace').strip()}"


def _last_words() -> list[str]:
    """Only troubles: the box's own words, which are logged as `debug`, are left out."""
    command = ["journalctl", "--unit=narrator", "--unit=narrator-fit", "--priority=info", "--no-hostname", "--no-pager"]
    try:
        told = subprocess.run(
            [*command, f"--lines={LAST_WORDS}"], capture_output=True, text=True, errors="replace", timeout=PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired):
        return ["The system's journal cannot be read."]
    return told.stdout.splitlines()


def _rolesets(library: Library) -> Iterator[str]:
    for name in library.names:
        try:
            yield f"{name}: {journal.fingerprint(library.texts(name, None))}"
        except NarratorError as error:
            yield f"{name}: {error.sentence}"
    yield from (fault.sentence for fault in library.faults.values())


def _shape(path: Path, library: Library) -> str:
    """How long a game is, and the kinds of its lines: never what they say."""
    head, lines = _head(path), path.read_bytes().splitlines()
    table = head.get("table", {})
    kinds = Counter(str(entry[0]) for line in lines[1:] if (entry := _json(line.decode(errors="replace")).get("entry")))
    told = {
        "by narrator": head.get("narrator"),
        "roleset": f"{table.get('roleset')} {head.get('hash')}",
        "options": _open_options(table, library),
        "seats": len(table.get("seats", ())),
        "lines": len(lines),
        "of them": dict(kinds),
        "unreadable": len(lines) - 1 - kinds.total(),
    }
    return f"{path.name}: " + ", ".join(f"{what} {value}" for what, value in told.items())


def _open_options(table: Mapping[str, Any], library: Library) -> dict[str, str]:
    """The options of a game, without those that only the host may know: it may not be over."""
    try:
        declared = library.roleset(str(table.get("roleset")), {})[0].options
    except NarratorError:
        return {}
    options: Mapping[str, str] = table.get("options") or {}
    return {name: value for name, value in options.items() if name in declared and not declared[name].secret}


def _head(path: Path) -> dict[str, Any]:
    with path.open(encoding="utf-8", errors="replace") as file:
        return _json(file.readline())


def _json(text: str) -> dict[str, Any]:
    """What is in a JSON text; nothing if it is damaged."""
    try:
        read = json.loads(text)
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}
