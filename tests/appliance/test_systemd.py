"""The box as an appliance: installed by its own script on a real systemd, killed, hung, filled, switched off."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from narrator.game.library import LIBRARY
from narrator.telling.language import Language
from tests.labs import pilab
from tests.labs.pilab import ROOT, Installed, Pi
from tests.labs.soundlab import until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1500)]  # the bare system has to be fetched once

SYSTEMD = ROOT / "systemd"
WORDS = Language.load(LIBRARY.folders, "millers-hollow", "en")
HANG = """
import signal

def wait_for_ever(*_):
    while True:
        signal.pause()

signal.signal(signal.SIGUSR1, wait_for_ever)
"""
"""What makes the box's own thread hang."""


def said(pi: Pi, cue: str) -> bool:
    """Has the box said one of the lines of this cue?"""
    heard = pi.journal()
    return any(line.text in heard for line in WORDS.foreseeable(cue))


def as_user(user: str, *command: str) -> tuple[str, ...]:
    return ("setpriv", f"--reuid={user}", "--clear-groups", *command)


# What can be seen without a machine.


def test_the_units_are_well_formed(tmp_path: Path) -> None:
    """`systemd-analyze verify` succeeds even if it complains: anything that it prints is a fault."""
    for unit in SYSTEMD.glob("*.service"):
        text = re.sub(r"/opt/narrator/now/\S+", "/bin/true", unit.read_text(encoding="utf-8"))
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    (tmp_path / "NetworkManager.service").write_text("[Service]\nExecStart=/bin/true\n", encoding="ascii")
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, tmp_path.iterdir())], capture_output=True, text=True
    )
    assert (found.stderr, found.returncode) == ("", 0)


def test_the_service_is_sandboxed() -> None:
    unit = str(SYSTEMD / "narrator.service")
    found = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=25", "--no-pager", unit],
        capture_output=True, text=True,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout


def test_shellcheck_finds_no_fault_in_the_scripts() -> None:
    scripts = [str(file) for file in SYSTEMD.iterdir() if file.read_bytes()[:2] == b"#!"]
    scripts += [f".ci/{name}" for name in ("apart", "needs", "run", "voice")]
    words = ["shellcheck", "--external-sources", *scripts]
    found = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert (found.stdout, found.returncode) == ("", 0)


# On a machine.


def test_the_installed_box_starts_by_itself(pi: Pi, box: Installed) -> None:
    assert "Done." in box.said
    assert re.search(r"groups=.*\(dialout\).*\(audio\).*\(plugdev\).*\(input\)", box.said)
    assert pi.stage() == "lobby"
    until(lambda: pi.service("StatusText") == "No network.", pilab.STARTS, "the service says how it is")
    pin = pi.journal().rpartition("host PIN ")[2][:6]
    assert pin not in pi.run("journalctl", "--unit=narrator", "--priority=info")  # a report takes no more than this
    told = pi.run("narrator", "doctor")
    assert "It can speak English." in told
    assert "/var/lib/narrator" in told
    for needs_network in ("Setting up", "Fetching the natural voice"):
        assert needs_network not in pi.run("journalctl", "--boot", "--unit=narrator-fit")


def test_it_may_read_tags_and_switch_the_machine_off_and_nothing_else(pi: Pi) -> None:
    action = """<action id="org.debian.pcsc-lite.access_{}"><description>Tags</description><message>Tags</message>
        <defaults><allow_any>no</allow_any><allow_inactive>no</allow_inactive><allow_active>no</allow_active></defaults>
        </action>"""
    actions = f"<policyconfig>{action.format('pcsc')}{action.format('card')}</policyconfig>"
    pi.write("/usr/share/polkit-1/actions/test.policy", actions)
    pi.run("systemctl", "restart", "polkit")
    for what in ("pcsc", "card"):
        check = ("sh", "-c", f"pkcheck --action-id org.debian.pcsc-lite.access_{what} --process $$")
        pi.run(*as_user("narrator", *check))
        pi.fails(*as_user("nobody", *check))
    for user, what, may in (
        ("narrator", "PowerOff", "yes"), ("narrator", "Reboot", "challenge"), ("nobody", "PowerOff", "challenge"),
    ):  # fmt: skip
        manager = "org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager"
        assert pi.run(*as_user(user, "busctl", "call", *manager.split(), f"Can{what}")) == f's "{may}"\n'


def test_a_box_that_is_killed_or_hangs_or_loses_its_clock_goes_on_with_the_game(pi: Pi) -> None:
    pi.write("/clock", "+0")
    library = next(pi.root.glob("usr/lib/*/faketime/libfaketime.so.1")).relative_to(pi.root)
    pi.write("/hang/sitecustomize.py", HANG)
    pi.change(
        "WatchdogSec=8",
        "Environment=PYTHONPATH=/hang",
        f"Environment=LD_PRELOAD=/{library} FAKETIME_TIMESTAMP_FILE=/clock",
        "Environment=FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 NO_FAKE_STAT=1",
    )
    pi.begin()
    pi.run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", "narrator")
    pi.comes_back(1)
    assert pi.stage() == "game"
    until(lambda: said(pi, "box.back"), pilab.STARTS, "the box says that it is back")

    for years in ("+10y", "-30y"):
        pi.write("/clock", years)
        assert pi.stage() == "game"
    assert pi.service("NRestarts") == "1"

    pi.run("systemctl", "kill", "--kill-whom=main", "--signal=USR1", "narrator")
    pi.comes_back(2)
    assert "Watchdog timeout" in pi.journal()
    assert "in wait_for_ever" in pi.journal()  # where it hung
    assert pi.stage() == "game"
    assert len(list((pi.root / "var/lib/narrator/games").iterdir())) == 1


def test_a_full_disk_is_reported_in_a_sentence_without_endless_restarts(pi: Pi) -> None:
    pi.run("systemctl", "stop", "narrator")
    until(lambda: said(pi, "box.good-bye"), pilab.STARTS, "the box says good-bye")
    pi.run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", "/var/lib/narrator")
    pi.run("sh", "-c", "cat /dev/zero > /var/lib/narrator/full || true")
    pi.run("systemctl", "start", "narrator")
    reply = pi.tell("player", do="join", name="Ann")
    assert (reply["ok"], reply["code"]) == (False, "table-unwritable")
    assert "No space left" in reply["sentence"]
    assert (pi.service("ActiveState"), pi.service("NRestarts")) == ("active", "0")
    pi.run("rm", "/var/lib/narrator/full")
    assert pi.tell("player", do="join", name="Bob")["ok"]


def test_a_box_that_cannot_start_is_given_up_and_says_why(pi: Pi) -> None:
    pi.run("systemctl", "stop", "narrator")
    pi.run("sh", "-c", "rm -rf /var/lib/narrator/games && mkdir -p /var/lib/narrator && touch /var/lib/narrator/lock")
    pi.write("/etc/systemd/system/narrator.service.d/test.conf", "[Service]\nReadOnlyPaths=/var/lib/narrator\n")
    pi.run("systemctl", "daemon-reload")
    pi.fails("systemctl", "start", "narrator")
    until(lambda: pi.service("ActiveState") == "failed", pilab.STARTS, "the service is given up")
    assert "The folder /var/lib/narrator cannot be written" in pi.journal()
    assert pi.service("NRestarts") == "5"


def test_after_a_change_of_python_the_packages_are_reinstalled(pi: Pi) -> None:
    pi.run("sh", "-c", "cd /opt/narrator/a/.venv && mv lib/python3* lib/python3.1 && rm ready-to-play-* made-*")
    pi.run("systemctl", "restart", "narrator")
    assert pi.stage() == "lobby"


def test_good_night_switches_the_machine_off(pi: Pi) -> None:
    pi.host()
    assert pi.tell("host", do="good-night")["ok"]
    assert pi.process.wait(pilab.STARTS) == 0
    assert "Reached target" in pi.console.read_text(errors="replace")


def test_uninstalling_leaves_nothing_behind(box: Installed) -> None:
    find = ("find", "/bin", "/etc", "/home", "/lib", "/opt", "/root", "/srv", "/usr", "/var", "-xdev")
    with Pi() as bare:
        before = set(bare.run(*find).splitlines())
    with Pi(box.layer) as pi:
        pi.begin()
        pi.run("make", "-C", "/clone", "uninstall-pi")
        left = set(pi.run(*find).splitlines()) - before
        assert {path for path in left if "narrator" in path} == set()
        passing = ("/etc", "/var/lib/systemd", "/var/log", "/var/tmp", "/root/.cache")
        assert {path for path in left if not path.startswith(passing)} == set()
        assert "narrator" not in pi.run("sh", "-c", "cat /etc/passwd /etc/group /etc/shadow /etc/gshadow")
        assert "could not be found" in pi.run("systemctl", "status", "narrator", check=False)


NMCLI = """#!/bin/sh
cd /run/narrator-hotspot
case "$*" in
    *"connection show") [ ! -e there ] || echo narrator-hotspot ;;
    "connection add"*) touch there ;;
    "connection delete"*) rm there ;;
esac
"""


def test_without_a_network_it_opens_a_wifi_and_says_how_to_join(pi: Pi) -> None:
    pi.write("/usr/bin/nmcli", NMCLI)
    pi.run("chmod", "755", "/usr/bin/nmcli")
    pi.write("/etc/default/narrator-hotspot", "WAIT=1\n")
    pi.run("mkdir", "-p", "/etc/NetworkManager/dnsmasq-shared.d")
    assert "no Wi-Fi" in pi.run("narrator", "hotspot")
    pi.run("systemctl", "start", "narrator-hotspot")
    password = pi.run("narrator", "hotspot").partition("password: ")[2].partition("   ")[0]
    assert password not in pi.run("journalctl", "--unit=narrator-hotspot")
    assert password not in pi.run("narrator", "doctor", "--report")
    pi.network("10.42.0.1")
    until(lambda: "10.42.0.1" in pi.service("StatusText"), pilab.STARTS, "the box is found in its Wi-Fi")
    until(lambda: ", ".join(password.split()) in pi.journal(), pilab.STARTS, "the box says the password")
    pi.run("systemctl", "stop", "narrator-hotspot")
    assert "no Wi-Fi" in pi.run("narrator", "hotspot")
    assert pi.run("ls", "/etc/NetworkManager/dnsmasq-shared.d") == ""
