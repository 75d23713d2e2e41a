"""A Pi to experiment with: a small Debian with its own systemd, in a container, without a network, gone afterwards.

    with Pi(installed) as pi:                 # folders laid over the bare system, the top one first
        pi.run("systemctl", "restart", "narrator")
        pi.tell("host", do="start")

The bare system (`mmdebstrap`, a minute) and the lock file's Python packages are fetched once on a machine and kept
in `~/.cache/narrator-tests`, each under the hash of what it was made from. `python -m tests.labs.pilab` fetches them
ahead of time.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from tests.labs.evening import rehearsed
from tests.labs.soundlab import until

ROOT = Path(__file__).parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "narrator-tests"
LOCK = ROOT / ".requirements-devices.lock"
PACKAGES = (
    "systemd,systemd-sysv,libpam-systemd,dbus,udev,polkitd,pkexec,kmod,sudo,make,python3,python3-venv,python3-evdev,"
    "python3-pyscard,pcscd,espeak-ng,libportaudio2,faketime"
)
DEBIANS = {(3, 11): "bookworm", (3, 13): "trixie"}
"""Which Debian has the Python for which the packages are fetched?"""
SYSTEM = (
    *("mmdebstrap", "--variant=minbase", f"--include={PACKAGES}", "--aptopt=Acquire::Languages none"),
    *(f"--dpkgopt=path-exclude=/usr/share/{unread}/*" for unread in ("doc", "locale", "man")),
    """--customize-hook=printf '[global]\\nno-index = true\\nfind-links = /wheels\\n' > "$1/etc/pip.conf" """,
)
"""The command that makes a bare system; what nobody reads on it is left out."""
CONTROL = Path("/sys/fs/cgroup")
STARTS = 120.0
"""Seconds that a busy machine may take for what usually takes a few."""
ASK = """
import json, sys, urllib.error, urllib.request
path, cookie, body = sys.argv[1:]
headers = {"Cookie": cookie, "Content-Type": "application/json"}
asked = urllib.request.Request("http://127.0.0.1" + path, body.encode() or None, headers)
try:
    answer = urllib.request.urlopen(asked, timeout=60)
except urllib.error.HTTPError as error:
    answer = error
print(json.dumps([json.load(answer), answer.headers.get("Set-Cookie", "")]))
"""


def missing() -> str:
    """What this machine is missing, as one phrase; empty if it has everything."""
    if os.geteuid():
        return "a container is started by root only"
    tools = {
        "mmdebstrap": "mmdebstrap",
        "systemd-nspawn": "systemd-container",
        "nsenter": "util-linux",
        "ip": "iproute2",
    }
    lacking = [package for tool, package in tools.items() if not shutil.which(tool)]
    if lacking:
        return f"a container needs: sudo apt install {' '.join(lacking)}"
    if sys.version_info[:2] not in DEBIANS:
        return "a container needs the Python of a Debian, 3.11 or 3.13"
    try:
        bare()
    except subprocess.CalledProcessError as error:
        sys.stderr.write(error.stdout[-4000:])
        return "the bare system for the container could not be fetched (no network?)"
    return ""


def bare() -> list[Path]:
    """The layers of the bare system, the top one first: the lock file's packages in /wheels, and Debian. Whatever this
    machine does not have yet is fetched; raises CalledProcessError if it cannot be."""
    debian = DEBIANS[sys.version_info[:2]]
    pip = (sys.executable, "-m", "pip", "download", "--require-hashes", "-r", str(LOCK), "-d")
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another run may be fetching them
        return [
            _layer(f"wheels for {debian}, {LOCK.read_text(encoding='utf-8')}", *pip, into="wheels"),
            _layer(f"{debian}, {SYSTEM}", *SYSTEM, debian),
        ]


def _layer(made_from: str, *fetch: str, into: str = "") -> Path:
    """The folder that this command has filled, in a folder `into` if that is named."""
    layer = CACHE / hashlib.sha256(made_from.encode()).hexdigest()[:12]
    if not layer.exists():
        draft = layer.with_suffix(".part")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir()
        subprocess.run([*fetch, draft / into], check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        draft.rename(layer)
    return layer


def _control_groups() -> Iterator[Path]:
    """The folders of this process's own control groups, in the hierarchies that a systemd uses."""
    for line in Path("/proc/self/cgroup").read_text(encoding="ascii").splitlines():
        _, controllers, path = line.split(":", 2)
        if controllers in ("name=systemd", ""):
            name = controllers.removeprefix("name=") or "unified"
            yield next(folder for folder in (CONTROL / name, CONTROL) if folder.exists()) / path[1:]


class Pi:
    """A machine that has started. What changes on it is in the folder `changes` once it is off again."""

    def __init__(self, *layers: Path, changes: Path | None = None) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="pi-"))
        self.changes = changes or self._folder / "changes"
        self.root = self._folder / "root"
        work = self.changes.with_name(self.changes.name + ".work")
        for folder in (self.changes, self.root, work):
            folder.mkdir()
        lower = ":".join(map(str, [*layers, *bare()]))
        options = f"redirect_dir=on,lowerdir={lower},upperdir={self.changes},workdir={work}"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, self.root], check=True)
        self.console = self._folder / "console"
        self.cookies = {"host": "", "player": "", "table": ""}
        self._groups = [group / self._folder.name for group in _control_groups()]

    def __enter__(self) -> Pi:
        for group in self._groups:
            group.mkdir()
        with self.console.open("wb") as console:
            self.process = subprocess.Popen(
                ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network", "--boot",
                 "--directory", self.root, "--bind-ro", f"{ROOT}:/clone"],
                stdin=subprocess.DEVNULL, stdout=console, stderr=console, preexec_fn=self._keep_apart,
            )  # fmt: skip
        try:
            up = ("systemctl", "is-system-running", "--wait")
            until(lambda: "running" in self.run(*up, check=False), STARTS, "systemd is up")
        except BaseException:
            sys.stderr.write(self.run("systemctl", "list-units", "--failed", "--no-pager", check=False))
            sys.stderr.write(self.run("systemctl", "list-jobs", "--no-pager", check=False))
            self.close()
            raise
        return self

    def _keep_apart(self) -> None:
        """Machines that share a control group end each other's services."""
        for group in self._groups:
            (group / "cgroup.procs").write_text("0", encoding="ascii")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and self.process.poll() is None:
            sys.stderr.write(self.journal())
        self.close()

    def close(self) -> None:
        """Pull the plug."""
        if self.process.poll() is None:
            os.kill(int(self._first or self.process.pid), signal.SIGKILL)
        self.process.wait(STARTS)
        for group in self._groups:
            for folder, _, _ in os.walk(group, topdown=False):
                os.rmdir(folder)
        subprocess.run(["umount", "--lazy", self.root], check=True)
        shutil.rmtree(self._folder)

    @property
    def _first(self) -> str:
        """The first process of the container, the last child of what started it; nothing before there is one."""
        starter = self.process.pid
        return "".join(Path(f"/proc/{starter}/task/{starter}/children").read_text(encoding="ascii").split()[-1:])

    def network(self, address: str) -> None:
        """Give it this address, in a network with nobody else."""
        ip = ["nsenter", "--target", self._first, "--net", "ip"]
        for words in (
            "link add wlan0 type veth peer name nobody", "link set nobody up", "link set wlan0 up",
            f"address add {address}/24 dev wlan0",
        ):  # fmt: skip
            subprocess.run([*ip, *words.split()], check=True)

    def run(self, *command: str, check: bool = True) -> str:
        """Run a command on it, as root; returns what it printed, errors included."""
        path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        done = subprocess.run(
            ["nsenter", "--target", self._first, "--all", "env", "-i", path, "HOME=/root", "LANG=C.UTF-8", *command],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert not check or done.returncode == 0, done.stdout
        return done.stdout

    def fails(self, *command: str) -> str:
        """Run a command that ends with an error; returns what it printed."""
        said = self.run("sh", "-c", '"$@"; echo "exit code $?"', "sh", *command)
        assert not said.endswith("exit code 0\n"), said
        return said

    def write(self, path: str, text: str) -> None:
        """Put this file on it."""
        file = self.root / path.removeprefix("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def change(self, *lines: str) -> None:
        """Add these lines to the service's unit, and restart it."""
        self.write("/etc/systemd/system/narrator.service.d/test.conf", "\n".join(("[Service]", *lines)) + "\n")
        self.run("systemctl", "daemon-reload")
        self.run("systemctl", "restart", "narrator")

    def service(self, what: str) -> str:
        """What systemd knows about the service, under systemd's own name for it."""
        return self.run("systemctl", "show", "--value", f"--property={what}", "narrator").strip()

    def comes_back(self, restarts: int) -> None:
        """Wait until the service is running and has been restarted this many times."""
        until(lambda: self.service("NRestarts") == str(restarts), STARTS, "the service is restarted")
        until(lambda: self.service("ActiveState") == "active", STARTS, "the service is ready")

    def journal(self) -> str:
        """What the service has said, and what systemd has said about it."""
        return self.run("journalctl", "--no-pager", "--output=cat", "--unit=narrator", "--unit=narrator-fit")

    def ask(self, kind: str, path: str, body: str = "") -> dict[str, Any]:
        """Ask the box as a page of this kind does."""
        answer, cookie = json.loads(self.run("python3", "-c", ASK, path, self.cookies[kind], body))
        self.cookies[kind] = cookie.partition(";")[0] or self.cookies[kind]
        return dict(answer)

    def tell(self, kind: str, **message: Any) -> dict[str, Any]:
        """Send a message to the box; returns its reply."""
        return self.ask(kind, f"/tell/{kind}", json.dumps(message))

    def stage(self) -> str:
        """Is the table in the lobby, in a game …?"""
        return str(self.ask("table", "/view/table")["stage"])

    def host(self) -> None:
        """Become the host, with the number that the box has said."""
        pin = self.journal().rpartition("host PIN ")[2][:6]
        reply = self.tell("host", do="open-host", pin=pin)
        assert reply["ok"], reply

    def begin(self) -> None:
        """Begin a game of eight bots."""
        self.host()
        for message in ({"do": "set", "what": "bots", "value": 8}, {"do": "start"}):
            reply = self.tell("host", **message)
            assert reply["ok"], reply
        assert self.stage() == "game"


class Installed(NamedTuple):
    """The folder that `make install-pi` has filled on a bare system, and what it printed meanwhile. The box has found
    no natural voice to fetch, looks for none any more, and has rendered what it says first."""

    layer: Path
    said: str


def installed(folder: Path) -> Installed:
    """The box, installed once in this folder for all processes that ask for it there."""
    layer, printed = folder / "installed", folder / "installed.txt"
    with (folder / "installed.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not printed.exists():
            for started in folder.glob("installed*/"):
                shutil.rmtree(started)
            with Pi(changes=layer) as pi:
                said = pi.run("make", "-C", "/clone", "install-pi")
                rehearsed(pi.root / "var/cache/narrator")
                pi.run("systemctl", "stop", "narrator")
                pi.write("/etc/default/narrator", "VOICE=espeak\n")
                shutil.rmtree(pi.root / "var/lib/narrator")  # its number for the host
            printed.write_text(said, encoding="utf-8")
    return Installed(layer, printed.read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(missing() or None)
