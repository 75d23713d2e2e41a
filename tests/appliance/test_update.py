"""An installed box is brought to another version, and keeps its table."""

from __future__ import annotations

import pytest

from tests.labs.pilab import Pi

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1500)]  # the bare system has to be fetched once


def test_an_update_waits_for_the_game_and_a_failed_one_leaves_the_old_box_running(pi: Pi) -> None:
    pi.run("useradd", "--create-home", "pi")
    unneeded = " ".join(f"--exclude={folder}" for folder in (".git", ".cache", ".venv", "tests"))
    copy = f"cd /clone && tar -c {unneeded} . | tar -xC /home/pi/narrator"
    pi.run("sh", "-c", f"mkdir /home/pi/narrator && {copy} && chown -R pi: /home/pi")
    update = ("make", "-C", "/home/pi/narrator", "update")
    pi.begin()
    assert "A game is not over" in pi.fails(*update)
    assert pi.tell("host", do="end")["ok"]

    heartbeat = pi.root / "home/pi/narrator/narrator/network/heartbeat.py"
    good = heartbeat.read_text(encoding="utf-8")
    pi.write("/etc/pip.conf", "[global]\nno-index = true\n")
    assert "is this machine on the internet?" in pi.fails(*update)
    pi.write("/etc/pip.conf", "[global]\nno-index = true\nfind-links = /wheels\n")
    heartbeat.write_text(good + "raise SystemExit('This cannot work.')\n", encoding="utf-8")
    assert "The old one is started again." in pi.fails(*update)
    assert "This cannot work." in pi.journal()
    assert pi.run("readlink", "/opt/narrator/now") == "a\n"
    assert pi.stage() == "lobby"

    heartbeat.write_text(good + "# new\n", encoding="utf-8")
    assert "is not a git clone" in pi.run(*update)
    assert pi.run("readlink", "/opt/narrator/now") == "b\n"
    assert "# new" in pi.run("cat", "/opt/narrator/now/narrator/network/heartbeat.py")
    pi.host()  # by the number of the new start
    assert pi.tell("host", do="set", what="pace", value="brisk")["ok"]  # the table is as it was
