"""The box's own Wi-Fi: what NetworkManager is told, when, and what remains. A fake nmcli notes its calls."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator import cli
from narrator.errors import NarratorError
from narrator.game.library import LIBRARY
from narrator.network import hotspot
from narrator.network.hotspot import Wifi
from narrator.telling.language import Language
from tests.labs.boxlab import Time
from tests.labs.evening import free_port
from tests.labs.soundlab import until

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd" / "narrator-hotspot.service"
APART = next(ROOT.glob(f".cache/network-manager-{platform.freedesktop_os_release().get('VERSION_CODENAME')}"), None)
"""Where NetworkManager lies, with its libraries, if it is not installed (see `.ci/apart`)."""
WORDS = Language.load(LIBRARY.folders, "classic", "en").passwords
FAKE = """#!{python}
import json, pathlib, sys
folder = pathlib.Path({folder!r})
words = sys.argv[1:]
with (folder / "calls").open("a") as calls:
    calls.write(json.dumps(words) + "\\n")
there = folder / "there"
match words:
    case ["--get-values", "NAME", "connection", "show"]:
        print("Home of Ann\\n" + (there.read_text() if there.exists() else ""), end="")
    case ["connection", "add", *_]:
        there.write_text("narrator-hotspot\\n")
    case ["connection", "delete", _]:
        there.unlink()
trouble = folder / f"no-{{words[1]}}"
if trouble.exists():
    sys.exit(trouble.read_text())
"""


class Manager:
    """NetworkManager, as much of it as the box sees: `calls` are the words of each `nmcli`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.nmcli = folder / "bin" / "nmcli"
        self.nmcli.parent.mkdir()
        self.nmcli.write_text(FAKE.format(python=sys.executable, folder=str(folder)))
        self.nmcli.chmod(0o755)

    @property
    def calls(self) -> list[list[str]]:
        return [json.loads(line) for line in (self.folder / "calls").read_text().splitlines()]

    @property
    def profile(self) -> list[str]:
        """The words of the last profile that was added."""
        return next(call for call in reversed(self.calls) if call[:2] == ["connection", "add"])

    @property
    def is_open(self) -> bool:
        return (self.folder / "there").exists()


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Manager:
    manager = Manager(tmp_path)
    monkeypatch.setenv("PATH", str(manager.nmcli.parent))
    for name in ("RUNTIME", "STATE"):
        monkeypatch.setattr(hotspot, name, tmp_path / name.lower())
    monkeypatch.setattr(hotspot, "NAMES", tmp_path / "names" / "narrator.conf")
    return manager


def opened(wait: float = 0.0) -> Wifi | None:
    return hotspot.open_hotspot(WORDS, wait, addresses=list)


def test_it_opens_and_tells_the_box_how_phones_join(manager: Manager) -> None:
    wifi = opened()
    assert wifi is not None
    assert wifi == hotspot.opened()
    assert manager.is_open
    told = dict(zip(manager.profile[4::2], manager.profile[5::2], strict=True))
    assert told["ssid"] == wifi.name
    assert told["wifi-sec.psk"] == wifi.passphrase
    assert (told["mode"], told["ipv4.method"], told["wifi-sec.proto"]) == ("ap", "shared", "rsn")
    assert told["wifi.ap-isolation"] == "yes"
    assert manager.calls[-1] == ["connection", "up", hotspot.CONNECTION]
    assert f"address=/#/{wifi.address}" in hotspot.NAMES.read_text()


def test_name_and_password_are_made_once_and_nobody_else_can_read_them(manager: Manager) -> None:
    wifi = opened()
    assert wifi is not None
    assert re.fullmatch(r"narrator-\d{4}", wifi.name)
    assert len(wifi.passphrase.split()) == 4
    assert set(wifi.passphrase.split()) <= set(WORDS)
    assert 8 <= len(wifi.passphrase) <= 63
    assert (hotspot.STATE / hotspot.FILE).stat().st_mode & 0o777 == 0o600
    assert (hotspot.RUNTIME / hotspot.FILE).stat().st_mode & 0o007 == 0
    assert opened() == wifi
    hotspot.close_hotspot()
    assert hotspot.opened() is None
    assert opened() == wifi


def test_the_words_of_a_password_are_many_and_easy_to_type() -> None:
    assert len(set(WORDS)) == len(WORDS) >= 256
    assert not [word for word in WORDS if not re.fullmatch("[a-z]{3,6}", word)]


@pytest.mark.slow
def test_two_boxes_have_two_names_and_passwords(manager: Manager) -> None:
    seen = set()
    for _ in range(20):
        shutil.rmtree(hotspot.STATE, ignore_errors=True)
        wifi = opened()
        assert wifi is not None
        seen |= {wifi.name, wifi.passphrase}
    assert len(seen) >= 38


def test_damaged_name_and_password_are_made_again(manager: Manager) -> None:
    opened()
    (hotspot.STATE / hotspot.FILE).write_text('{"name": ')
    wifi = opened()
    assert wifi is not None
    assert json.loads((hotspot.STATE / hotspot.FILE).read_text())["name"] == wifi.name


def test_if_another_network_is_found_in_time_it_stays_closed(manager: Manager) -> None:
    for found_at, opens in ((7.0, False), (21.0, True)):
        time = Time()

        def sleep(seconds: float, time: Time = time) -> None:
            time.now += seconds

        def addresses(time: Time = time, found_at: float = found_at) -> list[str]:
            return ["192.168.1.7"] if time.now >= found_at else []

        wifi = hotspot.open_hotspot(WORDS, 20.0, addresses=addresses, now=time, sleep=sleep)
        assert (wifi is not None) == manager.is_open == opens
        assert time.now == min(found_at, 20.0)


def test_without_waiting_it_opens_even_if_there_is_another_network(manager: Manager) -> None:
    assert hotspot.open_hotspot(WORDS, 0.0, addresses=lambda: ["192.168.1.7"]) is not None


@pytest.mark.slow
def test_opening_and_closing_it_repeatedly_leaves_one_or_none(manager: Manager) -> None:
    for _ in range(2):
        opened()
        opened()
        assert manager.is_open
        hotspot.close_hotspot()
        hotspot.close_hotspot()
        assert not manager.is_open
    assert sum(call[:2] == ["connection", "delete"] for call in manager.calls) == 4
    assert not hotspot.NAMES.exists()


@pytest.mark.parametrize("step", ["wifi", "add", "up"])
def test_if_it_fails_it_says_why_and_leaves_nothing_behind(manager: Manager, step: str) -> None:
    (manager.folder / f"no-{step}").write_text("Error: No suitable device found for this connection.")
    with pytest.raises(NarratorError) as refusal:
        opened()
    assert refusal.value.code == "no-hotspot"
    assert "No suitable device found" in refusal.value.sentence
    assert not manager.is_open
    assert hotspot.opened() is None
    assert not hotspot.NAMES.exists()


def test_if_it_fails_without_a_word_the_sentence_ends_there(manager: Manager) -> None:
    (manager.folder / "no-up").touch()
    with pytest.raises(NarratorError, match=r"NetworkManager says: nothing\. Check that"):
        opened()


def test_without_networkmanager_it_says_what_to_install(manager: Manager) -> None:
    manager.nmcli.unlink()
    with pytest.raises(NarratorError, match="apt install network-manager"):
        opened()
    assert not hotspot.NAMES.exists()


def test_the_command_opens_it_shows_it_and_closes_it(manager: Manager, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["hotspot"]) == 0
    assert "no Wi-Fi" in capsys.readouterr().out
    assert cli.main(["hotspot", "open", "--wait", "0"]) == 0
    wifi = hotspot.opened()
    assert wifi is not None
    assert cli.main(["hotspot"]) == 0
    opening, telling = capsys.readouterr().out.splitlines()
    assert wifi.name in opening
    assert wifi.passphrase not in opening
    assert wifi.name in telling
    assert wifi.passphrase in telling
    assert cli.main(["hotspot", "close"]) == 0
    assert hotspot.opened() is None


def test_a_user_who_may_not_open_it_is_told_who_may(
    manager: Manager, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    manager.folder.joinpath("file").touch()
    monkeypatch.setattr(hotspot, "NAMES", manager.folder / "file" / "narrator.conf")
    assert cli.main(["hotspot", "open"]) == 1
    assert "sudo systemctl start narrator-hotspot" in capsys.readouterr().err


def with_networkmanager() -> dict[str, str]:
    """An environment in which NetworkManager is found, wherever it is."""
    if APART is None:
        return dict(os.environ)
    libraries = ":".join(map(str, APART.glob("usr/lib/*-linux-gnu*")))
    path = os.pathsep.join([os.environ["PATH"], f"{APART}/usr/bin", f"{APART}/usr/sbin"])
    return os.environ | {"PATH": path, "LD_LIBRARY_PATH": libraries}


def test_a_real_nmcli_understands_the_profile(manager: Manager, monkeypatch: pytest.MonkeyPatch) -> None:
    opened()
    monkeypatch.undo()
    env = with_networkmanager()
    if shutil.which("nmcli", path=env["PATH"]) is None:
        pytest.skip("nmcli (network-manager) is missing: `make test` fetches it")
    words = manager.profile
    told = subprocess.run(["nmcli", "--offline", *words], env=env, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert told.stderr == ""
    for line in ("mode=ap", "proto=rsn;", "pairwise=ccmp;", "key-mgmt=wpa-psk", "pmf=1", "method=shared", "band=bg"):
        assert line in told.stdout.splitlines(), line
    assert f"psk={words[words.index('wifi-sec.psk') + 1]}" in told.stdout.splitlines()


@pytest.fixture
def names(manager: Manager, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a real name server that has read what is written for NetworkManager's."""
    opened()
    file = hotspot.NAMES
    monkeypatch.undo()
    if shutil.which("dnsmasq") is None:
        pytest.skip("dnsmasq (dnsmasq-base) is not installed")
    tested = subprocess.run(["dnsmasq", "--test", f"--conf-file={file}"], capture_output=True, text=True)
    assert "syntax check OK" in tested.stderr
    port = free_port()
    command = ["dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null", f"--conf-dir={file.parent}"]
    command += [f"--port={port}", "--listen-address=127.0.0.1", "--bind-interfaces"]
    command += ["--no-resolv", "--no-hosts", "--user="]
    server = subprocess.Popen(command, stderr=subprocess.PIPE)
    try:
        until(lambda: server.poll() is not None or resolved(port, "here.example", 1) is not None, 60, "names are told")
        assert server.poll() is None, server.stderr and server.stderr.read()
        yield port
    finally:
        server.terminate()
        server.communicate()


def resolved(port: int, name: str, kind: int, server: str = "127.0.0.1") -> list[bytes] | None:
    """The addresses of this kind (1: IPv4, 28: IPv6) that a name has; nothing if the server is silent."""
    asked = b"".join(bytes([len(part)]) + part.encode() for part in name.split("."))
    asked += b"\0" + struct.pack(">HH", kind, 1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.settimeout(1.0)
        try:
            client.connect((server, port))
            client.send(struct.pack(">HHHHHH", 7, 0x0100, 1, 0, 0, 0) + asked)
            answer = client.recv(512)
        except OSError:
            return None
    (count,) = struct.unpack(">H", answer[6:8])
    found, rest = [], answer[12 + len(asked) :]
    for _ in range(count):
        (size,) = struct.unpack(">H", rest[10:12])
        found.append(rest[12 : 12 + size])
        rest = rest[12 + size :]
    return found


def test_a_real_name_server_leads_every_name_to_the_box(names: int) -> None:
    for name in ("captive.apple.com", "connectivitycheck.gstatic.com", "www.example.org", "narrator"):
        assert resolved(names, name, 1) == [hotspot.ADDRESS.ip.packed]
        assert resolved(names, name, 28) == []


def test_the_unit_is_sandboxed() -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze (systemd) is not installed")
    scored = ["systemd-analyze", "security", "--offline=true", "--threshold=25", str(UNIT)]
    assert subprocess.run(scored, capture_output=True).returncode == 0


def test_the_box_reads_the_folder_that_the_unit_writes() -> None:
    """Each unit has directories of its own: the box must not look for its Wi-Fi in the box's own directories."""
    unit = dict(line.split("=", 1) for line in UNIT.read_text().splitlines() if line.startswith(("Runtime", "State")))
    code = "from narrator.network.hotspot import RUNTIME, STATE; print(RUNTIME, STATE)"
    env = os.environ | {"RUNTIME_DIRECTORY": "/run/narrator", "STATE_DIRECTORY": "/var/lib/narrator"}
    told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert told.stdout.split() == [f"/run/{unit['RuntimeDirectory']}", f"/var/lib/{unit['StateDirectory']}"]


# A real NetworkManager in a machine of its own, where a cable stands for the Wi-Fi that no test machine has. If it is
# not installed, its files are laid over /usr there; what is written to /etc and /var/lib is gone afterwards.
MACHINE = """
mount -t tmpfs none /run
for folder in /etc /var/lib; do
    mkdir -p /run/upper$folder /run/work$folder
    mount -t overlay none -o lowerdir=$folder,upperdir=/run/upper$folder,workdir=/run/work$folder $folder
done
mkdir -p /etc/NetworkManager /var/lib/NetworkManager
for folder in /etc/NetworkManager /var/lib/NetworkManager; do mount -t tmpfs none $folder; done
[ -z "$APART" ] || mount -t overlay none -o lowerdir=$APART/usr:/usr /usr
mount -t proc proc /proc
mount -t sysfs -o ro sysfs /sys
mkdir -p /run/dbus /etc/NetworkManager/conf.d
printf '[main]\nno-auto-default=*\n' >/etc/NetworkManager/NetworkManager.conf  # or the phone is given an address too
ip link set lo up
ip link add box0 type veth peer name phone0
ip link set phone0 up
dbus-daemon --system --fork --nopidfile
NetworkManager --no-daemon >/dev/null 2>&1 &
for attempt in $(seq 100); do nmcli general >/dev/null 2>&1 && break; sleep 0.1; done
exec "$@"
"""
EVENING = """
from narrator.errors import NarratorError
from narrator.network import hotspot
from narrator.network.addresses import addresses, found
from tests.labs.soundlab import until
from tests.network.test_hotspot import WORDS, resolved

hotspot.STATE = hotspot.RUNTIME
networkmanager = hotspot._networkmanager

def connections():
    return networkmanager("--get-values", "NAME", "connection", "show").splitlines()

try:
    hotspot.open_hotspot(WORDS, 0, addresses=addresses)
except NarratorError as error:
    print(error.sentence)
print(hotspot.CONNECTION in connections(), hotspot.NAMES.exists(), addresses())

def on_a_cable(*words):
    if words[1] == "add":
        told = dict(zip(words[4::2], words[5::2])) | {"type": "ethernet", "ifname": "box0"}
        pairs = [(key, value) for key, value in told.items() if not key.startswith(("wifi", "ssid", "mode"))]
        words = (*words[:4], *(word for pair in pairs for word in pair))
    return networkmanager(*words)

hotspot._networkmanager = on_a_cable
for _ in range(2):
    wifi = hotspot.open_hotspot(WORDS, 0, addresses=addresses)
    print(found("0.0.0.0", 80) == (("http://10.42.0.1",), wifi), connections().count(hotspot.CONNECTION))
    print(*until(lambda: resolved(53, "captive.apple.com", 1, "10.42.0.1")))
hotspot.close_hotspot()
print(hotspot.CONNECTION in connections(), found("0.0.0.0", 80))
"""


@pytest.mark.slow
def test_a_real_networkmanager_opens_and_closes_it_and_says_what_is_missing() -> None:
    alone = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child"]
    tools = ("nmcli", "NetworkManager", "dbus-daemon", "dnsmasq", "ip")
    path = with_networkmanager()["PATH"]
    missing = [tool for tool in tools if shutil.which(tool, path=path) is None]
    if missing or subprocess.run([*alone, "true"], capture_output=True).returncode:
        pytest.skip(f"this needs root and {', '.join(tools)}; missing: {', '.join(missing) or 'nothing else'}")
    command = [*alone, "sh", "-euc", MACHINE, "sh", sys.executable, "-c", EVENING]
    env = os.environ | {"APART": str(APART or "")}
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    refusal, *told = done.stdout.splitlines()
    assert "No suitable device" in refusal
    assert told == [
        "False False []",
        *["True 1", str(hotspot.ADDRESS.ip.packed)] * 2,
        "False Found(addresses=(), wifi=None)",
    ]
