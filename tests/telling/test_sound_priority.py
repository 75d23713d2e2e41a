"""The mixer goes before other programs: by right, or because RealtimeKit allows it; and never for too long."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.telling.sound.priority import DEADLY, EAGER, goes_first

BUSCTL = """#!/bin/sh
echo "$*" >> "$(dirname "$0")/asked"
exit {code}
"""


def refused(*_: object) -> None:
    raise PermissionError


@pytest.fixture
def without_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A process that may not set its priority itself; returns the folder of its programs."""
    limits = {}
    monkeypatch.setattr(os, "sched_setscheduler", refused)
    monkeypatch.setattr(resource, "setrlimit", limits.__setitem__)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    yield tmp_path
    assert limits[resource.RLIMIT_RTTIME][1] == DEADLY  # RealtimeKit wants that


@pytest.mark.parametrize("code", [0, 1])
def test_who_has_no_right_to_go_first_asks_for_it(without_right: Path, code: int) -> None:
    (without_right / "busctl").write_text(BUSCTL.format(code=code))
    (without_right / "busctl").chmod(0o755)
    assert goes_first(5) is goes_first(1, thread=77) is (code == 0)
    here, there = (line.split()[-5:] for line in (without_right / "asked").read_text().splitlines())
    assert here == ["MakeThreadRealtimeWithPID", "ttu", str(os.getpid()), str(os.getpid()), "5"]
    assert there == ["MakeThreadHighPriorityWithPID", "tti", str(os.getpid()), "77", str(EAGER)]


def test_where_nobody_can_be_asked_the_mixer_is_no_better_than_others(
    without_right: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(without_right))
    assert not goes_first(5)


SPINNING = """import os, resource, signal, time
from narrator.telling.sound.priority import calm_down
signal.signal(signal.SIGXCPU, calm_down)
os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
resource.setrlimit(resource.RLIMIT_RTTIME, (50_000, resource.RLIM_INFINITY))
end = time.process_time() + 10
while os.sched_getscheduler(0) == os.SCHED_RR:
    assert time.process_time() < end
print("calm")
"""


def test_who_computes_for_too_long_goes_first_no_more() -> None:
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    except PermissionError:
        pytest.skip("only root may try this")
    assert subprocess.run([sys.executable, "-c", SPINNING], capture_output=True, text=True).stdout == "calm\n"
