"""The natural voice is brought only to a machine that can serve it, and nothing fails where it cannot."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ABLE = {"LONG_BIT": 64, "_PHYS_PAGES": 500_000, "PAGE_SIZE": 4096, "free": 500}
PIP = "#!/bin/sh\necho pip $*\nexit $OUTCOME\n"


def brought(folder: Path, machine: dict[str, int], outcome: int = 0, **more: str) -> subprocess.CompletedProcess[str]:
    """Bring the voice to a machine like this, by a pip that ends like this."""
    facts = "".join(f"[ $1 != {name} ] || echo {value}\n" for name, value in machine.items())
    for name, script in {"getconf": facts, "df": f"echo Avail; echo {machine['free']}\n", "pip": PIP}.items():
        (folder / name).write_text(script if script.startswith("#!") else f"#!/bin/sh\n{script}")
        (folder / name).chmod(0o755)
    env = {"PATH": f"{folder}:{os.environ['PATH']}", "OUTCOME": str(outcome)} | more
    return subprocess.run([ROOT / ".ci" / "voice", "pip"], env=env, capture_output=True, text=True)


def test_a_machine_that_can_serve_it_is_told_how_large_it_is(tmp_path: Path) -> None:
    done = brought(tmp_path, ABLE)
    assert done.returncode == 0
    said, fetched = done.stdout.splitlines()
    assert "MB" in said
    assert fetched.endswith("--require-hashes -r .requirements-piper.lock")


@pytest.mark.parametrize("lacks", [{"LONG_BIT": 32}, {"_PHYS_PAGES": 230_000}, {"free": 390}])
def test_a_small_machine_is_left_alone(tmp_path: Path, lacks: dict[str, int]) -> None:
    done = brought(tmp_path, ABLE | lacks)
    assert (done.returncode, done.stdout) == (1, "")


def test_those_who_want_espeak_get_nothing_else(tmp_path: Path) -> None:
    done = brought(tmp_path, ABLE, VOICE="espeak")
    assert (done.returncode, done.stdout) == (1, "")


def test_without_a_network_the_box_speaks_as_before(tmp_path: Path) -> None:
    done = brought(tmp_path, ABLE, outcome=1)
    assert done.returncode == 1
    assert "espeak-ng speaks" in done.stdout
