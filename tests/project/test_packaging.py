"""Installing narrator without a clone brings all of it: code, pages, rolesets, lines and sounds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import narrator.rules.words  # noqa: F401 (which finds the powers)
from narrator.rules.registry import power

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PACKAGES = ("narrator", "hardware", "web", "rolesets", "sounds")


def files(folder: Path) -> list[str]:
    """Which files belong to the packages under this folder? (Screenshots, and what scripts are checked with, are for
    those who have a clone.)"""
    found = [file for package in PACKAGES for file in (folder / package).rglob("*") if file.is_file()]
    names = [file.relative_to(folder).as_posix() for file in found]
    left_out = re.compile(r"__pycache__|^web/(screenshots/|[\w-]+\.(json|d\.ts)$)")
    return sorted(name for name in names if not left_out.search(name))


def test_an_installed_wheel_brings_every_file(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "install", "--quiet"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, *offline, "--target", tmp_path, ROOT], check=True)
    assert files(tmp_path) == files(ROOT)

    told = subprocess.run(
        [sys.executable, "-c", "import narrator; print(narrator.__file__)"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert Path(told.stdout.strip()) == tmp_path / "narrator" / "__init__.py"

    found = subprocess.run(
        [sys.executable, "-c", "from narrator.rules import registry, words; print(*registry.power)"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert found.stdout.split() == list(power)
