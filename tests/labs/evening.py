"""A whole evening to experiment with: the real box as a process, phones that talk to it, the network between them.

with EveningBox(folder, rest=30, ask=4) as box:
    ann = Phone(box, "player")
    ann.tell("join", name="Ann")
    ann.view()["screen"]
    box.kill()
    box.start()                     # the same data, the same port
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import secrets
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from narrator.game.library import Library
from narrator.lobby.lobby import Lobby
from narrator.telling.language import Language
from narrator.telling.voice import Voice
from narrator.telling.voice.names import speakable
from narrator.telling.voice.wishes import Clip
from tests.labs.soundlab import ASOUND, STUCK, SoundLab, until

READY = STUCK  # seconds that the box may take to start on a busy machine
Gone = (OSError, http.client.HTTPException)
"""What is raised when the box has gone away."""


PORTS = range(20_000, 32_000)
"""Out of these the system gives no port to whoever asks for just any: a box that starts again finds its own free."""
_TAKEN: list[socket.socket] = []


def free_port() -> int:
    """A port of this machine that nobody uses, and that no other test is given as long as this process lives."""
    for port in PORTS:
        mark = socket.socket(socket.AF_UNIX)
        with contextlib.suppress(OSError), socket.socket() as tried:
            mark.bind(f"\0narrator-tests-{port}")
            tried.bind(("127.0.0.1", port))
            _TAKEN.append(mark)
            return port
        mark.close()
    raise AssertionError(f"all ports from {PORTS[0]} to {PORTS[-1]} are in use")


class EveningBox:
    """The box as a process of its own, with its games in `data`. `settings` are those of `tests.labs.evening_box`,
    `words` further arguments for `narrator play`, which has no introduction unless one is `--new`, `env` environment
    variables; it finds no speaker unless they name one. `under` is a command that runs it.

    `pin` is read from what it prints when it is ready; `said` is all that it has printed since it was last started,
    `complaints` its standard error since the first start.
    """

    def __init__(
        self, data: Path, *words: str, env: dict[str, str] | None = None, under: Sequence[str] = (), **settings: Any
    ) -> None:
        self.data = data
        self.port = free_port()
        self.pin = ""
        self._words = words
        self._settings = settings
        self._under = under
        self._no_speaker = tempfile.NamedTemporaryFile("w", suffix=".conf")  # noqa: SIM115
        self._no_speaker.write(ASOUND)
        self._no_speaker.flush()
        self._env = {"ALSA_CONFIG_PATH": self._no_speaker.name, "PULSE_SERVER": "unix:/nowhere"} | (env or {})
        self._output, self._errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115
        self.process: subprocess.Popen[bytes] | None = None
        self.phones: list[Phone] = []

    def __enter__(self) -> EveningBox:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None and self.process is not None:
            self.end(signal.SIGABRT)  # it complains of where it was
            sys.stderr.write(self.complaints)
        self.close()

    def close(self) -> None:
        """End the box and clean up."""
        self.kill()
        for file in (self._output, self._errors, self._no_speaker):
            file.close()

    def launch(self) -> subprocess.Popen[bytes]:
        """Start the process without waiting for anything."""
        os.truncate(self._output.fileno(), 0)
        os.lseek(self._output.fileno(), 0, os.SEEK_SET)
        self.process = subprocess.Popen(
            [*self._under, sys.executable, "-m", "tests.labs.evening_box", json.dumps(self._settings), "play",
             "--data", str(self.data), *([] if "--new" in self._words else ["--no-new"]),
             "--listen", "127.0.0.1", "--port", str(self.port), *self._words],
            stdin=subprocess.DEVNULL, stdout=self._output, stderr=self._errors, env=os.environ | self._env,
        )  # fmt: skip
        return self.process

    def start(self) -> None:
        """Start the box and wait until it says that it is ready."""
        process = self.launch()
        greeted = re.compile(r"PIN (\S+)\s")
        until(lambda: process.poll() is not None or greeted.search(self.said), READY, "the box gets ready")
        pin = greeted.search(self.said)
        assert pin, f"the box ended at its start: {self.complaints}"
        self.pin = pin[1]

    def kill(self) -> None:
        """End it as a pulled plug does."""
        self.end(signal.SIGKILL)

    def stop(self) -> int:
        """End it as systemd does; returns its exit code."""
        return self.end(signal.SIGTERM)

    def end(self, how: int) -> int:
        """Send it a signal and wait until it is gone."""
        if self.process is None:
            return 0
        self.process.send_signal(how)
        return self.outcome()

    def outcome(self) -> int:
        """Wait until it has ended by itself; returns its exit code."""
        assert self.process is not None
        code = self.process.wait(READY)
        self.process = None
        for phone in self.phones:
            phone.hang_up()
        return code

    @property
    def said(self) -> str:
        """What it has printed since it was last started."""
        return os.pread(self._output.fileno(), 1 << 20, 0).decode()

    @property
    def complaints(self) -> str:
        """Its standard error since the first start."""
        return os.pread(self._errors.fileno(), 1 << 20, 0).decode()

    def seat(self, *names: str) -> list[Phone]:
        """Let these players join; returns their phones."""
        phones = [Phone(self) for _ in names]
        for phone, name in zip(phones, names, strict=True):
            reply = phone.tell("join", name=name)
            assert reply["ok"], reply
        return phones

    def host(self) -> Phone:
        """The host's phone."""
        host = Phone(self, "host")
        reply = host.tell("open-host", pin=self.pin)
        assert reply["ok"], reply
        return host


class Phone:
    """A page without a browser: it keeps its cookie, and talks to the box as the pages' script does."""

    def __init__(self, box: EveningBox, kind: str = "player") -> None:
        self.box = box
        self.kind = kind
        self._cookie = ""
        self._line: http.client.HTTPConnection | None = None
        box.phones.append(self)

    def tell(self, do: str, **message: Any) -> dict[str, Any]:
        """Send a message, again if the box is too busy to hear it; returns the reply. Raises one of `Gone` if there
        is no box."""
        body = json.dumps({"do": do, "tap": secrets.token_hex(8), **message}).encode()
        return self._patiently(lambda: self.post(body))

    def post(self, body: bytes) -> dict[str, Any]:
        """Send these bytes as if they were a message; returns the reply."""
        return self._ask("POST", f"/tell/{self.kind}", body)

    def view(self) -> dict[str, Any]:
        """The newest view, as soon as the box is not too busy to draw it."""
        return self._patiently(lambda: self._ask("GET", f"/view/{self.kind}"))

    def stream(self) -> Iterator[dict[str, Any]]:
        """Every view from now on, as server-sent events bring them."""
        line = http.client.HTTPConnection("127.0.0.1", self.box.port, timeout=READY)
        with contextlib.closing(line):
            line.request("GET", f"/events/{self.kind}", headers={"Cookie": self._cookie})
            for event in line.getresponse():
                if event.startswith(b"data: {"):
                    yield json.loads(event[6:])

    def open_stream(self) -> socket.socket:
        """A connection on which every view from now on arrives, for the caller to read."""
        line = socket.create_connection(("127.0.0.1", self.box.port))
        line.sendall(f"GET /events/{self.kind} HTTP/1.1\r\nHost: localhost\r\nCookie: {self._cookie}\r\n\r\n".encode())
        return line

    def hang_up(self) -> None:
        """Close the connection; the next message opens another."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _patiently(self, ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        reply = ask()
        while reply.get("code") == "busy":  # the box waits for seconds before it says so
            reply = ask()
        return reply

    def _ask(self, method: str, path: str, body: bytes | None = None) -> dict[str, Any]:
        called_before = self._line is not None
        try:
            return self._once(method, path, body)
        except Gone:  # the box hangs up when it has heard nothing for a while
            if not called_before:
                raise
            return self._once(method, path, body)

    def _once(self, method: str, path: str, body: bytes | None) -> dict[str, Any]:
        line = self._line or http.client.HTTPConnection("127.0.0.1", self.box.port, timeout=READY)
        self._line = None
        try:
            line.request(method, path, body, {"Cookie": self._cookie, "Content-Type": "application/json"})
            answer = line.getresponse()
            text = answer.read()
        except BaseException:
            line.close()
            raise
        self._line = line
        if cookie := answer.getheader("Set-Cookie"):
            self._cookie = cookie.partition(";")[0]
        reply: dict[str, Any] = json.loads(text)
        return reply


class Link:
    """The network between one phone and the box: `carried` is all that reached the phone. It can be cut and healed."""

    def __init__(self, box: EveningBox) -> None:
        self.box = box
        self.carried = bytearray()
        self._door = socket.create_server(("127.0.0.1", 0), backlog=16)
        self.port = self._door.getsockname()[1]
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._ways = selectors.DefaultSelector()
        self._ways.register(self._door, selectors.EVENT_READ)
        self._rope, self._bell = socket.socketpair()
        self._ways.register(self._bell, selectors.EVENT_READ)
        self._whole = True
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where the phone finds the box."""
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """End every connection, and allow no new one."""
        self._whole = False
        self._rope.send(b"x")

    def mend(self) -> None:
        """Allow connections again."""
        self._whole = True

    def close(self) -> None:
        """Take the wire away."""
        self._rope.close()
        self._thread.join()

    def _carry(self) -> None:
        while True:
            for key, _ in self._ways.select():
                end = key.fileobj
                assert isinstance(end, socket.socket)
                if end is self._door:
                    self._connect()
                elif end is self._bell:
                    if not self._bell.recv(16):
                        return self._end()
                    for each in list(self._pairs):
                        self._hang_up(each)
                elif end in self._pairs:
                    self._pass_on(end, downwards=key.data == "down")

    def _connect(self) -> None:
        near, _ = self._door.accept()
        try:
            far = socket.create_connection(("127.0.0.1", self.box.port)) if self._whole else None
        except OSError:
            far = None
        if far is None:
            near.close()
            return
        self._pairs |= {near: far, far: near}
        self._ways.register(near, selectors.EVENT_READ, "up")
        self._ways.register(far, selectors.EVENT_READ, "down")

    def _pass_on(self, end: socket.socket, downwards: bool) -> None:
        try:
            passed = end.recv(1 << 16)
            if passed:
                self._pairs[end].sendall(passed)
        except OSError:
            passed = b""
        if downwards:
            self.carried += passed
        if not passed:
            self._hang_up(end)

    def _hang_up(self, end: socket.socket) -> None:
        other = self._pairs.pop(end, None)
        if other is not None:
            self._pairs.pop(other)
            for each in (end, other):
                self._ways.unregister(each)
                each.close()

    def _end(self) -> None:
        for each in list(self._pairs):
            self._hang_up(each)
        self._door.close()
        self._bell.close()
        self._ways.close()


def rehearsed(cache: Path) -> None:
    """Wait until the box that keeps its lines here has rendered all without names of the game that it begins with,
    however long that takes on a busy machine, as long as there are ever more of them."""
    library, roleset = Library(), Lobby().roleset
    words = Language.load(library.folders, roleset, "en", library.extends(roleset))
    lines = [line for cue in words.cues for line in words.foreseeable(cue) if speakable(line.text)]
    with tempfile.TemporaryDirectory() as elsewhere, contextlib.closing(Voice(Path(elsewhere))) as voice:
        keys = {voice._key(Clip(line)) for line in lines}

    def missing() -> int:
        return len(keys - {file.name.partition(".")[0] for file in cache.rglob("*.flac")})

    until(lambda: not missing(), STUCK, "all lines without names are rendered", progress=missing)


@contextlib.contextmanager
def heard_box(folder: Path, *words: str, stretch: float) -> Iterator[tuple[EveningBox, SoundLab]]:
    """A box that can be heard and keeps all in this folder: data, its lines in `cache`, its notes in `notes.jsonl`."""
    with SoundLab() as lab:
        env, notes = lab.env | {"CACHE_DIRECTORY": str(folder / "cache")}, str(folder / "notes.jsonl")
        with EveningBox(folder / "data", *words, env=env, log=notes, stretch=stretch, aloud=True) as box:
            yield box, lab


def tasks_of(process: int) -> list[int]:
    """The processes that this one has started and that still run."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
                if int(parent) == process and state != "Z":
                    found.append(int(folder.name))
    return found
