"""`make update` fetches what is new and nothing else, and leaves box and clone alone if it cannot; a person who
happens to have the box's name is not taken for the box's own user."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.game.journal import Journal
from tests.labs.pilab import ROOT

SUDO = """#!/bin/bash
while [[ $1 == --* ]]; do shift; done
exec "$@"
"""


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"]
    done = subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone whose origin has something new, on a machine with a box; its installer only says that it was called."""
    origin, clone, opt = tmp_path / "origin", tmp_path / "clone", tmp_path / "opt"
    shutil.copytree(ROOT / "systemd", origin / "systemd")
    places = origin / "systemd" / "places"
    text = places.read_text(encoding="utf-8").replace("/opt/narrator", str(opt))
    places.write_text(text.replace("/var/lib/narrator", str(tmp_path / "lib")), encoding="utf-8")
    (origin / "systemd" / "install").write_text("#!/bin/sh\necho installing\n", encoding="utf-8")
    git(tmp_path, "init", "-q", "-b", "main", "origin")
    git(origin, "add", ".")
    git(origin, "commit", "-qm", "old")
    git(tmp_path, "clone", "-q", "origin", "clone")
    (origin / "news").touch()
    git(origin, "add", ".")
    git(origin, "commit", "-qm", "new")
    (tmp_path / "sudo").write_text(SUDO, encoding="utf-8")
    (tmp_path / "sudo").chmod(0o755)
    python = opt / "now" / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    return clone


def update(clone: Path) -> subprocess.CompletedProcess[str]:
    path = f"{clone.parent}:{os.environ['PATH']}"
    return subprocess.run(
        [clone / "systemd" / "update"], env=os.environ | {"PATH": path}, capture_output=True, text=True
    )


def test_the_newest_version_is_fetched_and_installed(clone: Path) -> None:
    done = update(clone)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "installing"), done.stderr
    assert (clone / "news").exists()


def test_uncommitted_work_in_the_clone_is_not_touched(clone: Path) -> None:
    (clone / "news").write_text("mine", encoding="utf-8")
    git(clone, "add", ".")
    git(clone, "commit", "-qm", "mine")
    done = update(clone)
    assert (done.returncode, "installing" in done.stdout) == (1, False)
    assert "the box stays as it is" in done.stderr
    assert (clone / "news").read_text(encoding="utf-8") == "mine"


def test_an_update_is_refused_while_a_game_is_not_over(clone: Path) -> None:
    game = Journal.create(clone.parent / "lib" / "games", {"roleset": "classic"}, {})
    done = update(clone)
    assert (done.returncode, "A game is not over" in done.stderr, (clone / "news").exists()) == (1, True, False)
    game.append(("over", None))
    game.close()
    assert update(clone).returncode == 0


def test_without_a_box_there_is_nothing_to_update(clone: Path) -> None:
    shutil.rmtree(clone.parent / "opt")
    done = update(clone)
    assert (done.returncode, "make install-pi" in done.stderr, (clone / "news").exists()) == (1, True, False)


@pytest.mark.parametrize(("home", "own"), [("/home/narrator", False), ("{lib}", True), ("", False)])
def test_a_person_with_the_boxs_name_is_not_taken_for_its_own_user(clone: Path, home: str, own: bool) -> None:
    line = f"narrator:x:999:999::{home.format(lib=clone.parent / 'lib')}:/bin/bash"
    getent = clone.parent / "getent"
    getent.write_text(f"#!/bin/sh\n{f'echo {line}' if home else 'exit 2'}\n", encoding="utf-8")
    getent.chmod(0o755)
    path = {"PATH": f"{clone.parent}:{os.environ['PATH']}"}
    asked = ["bash", "-c", "source systemd/places; own_user"]
    assert (subprocess.run(asked, cwd=clone, env=os.environ | path).returncode == 0) == own
    if home and not own:  # `install` is this clone's, and ends before it changes anything
        shutil.copy(ROOT / "systemd" / "install", clone / "systemd" / "install")
        script = (clone / "systemd" / "install").read_text(encoding="utf-8").replace("((EUID)) &&", "false &&")
        (clone / "systemd" / "install").write_text(script, encoding="utf-8")
        done = subprocess.run([clone / "systemd" / "install"], env=os.environ | path, capture_output=True, text=True)
        assert (done.returncode, "There is already a user called narrator" in done.stderr, done.stdout) == (1, True, "")
