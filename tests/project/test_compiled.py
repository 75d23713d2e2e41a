"""The rules as machine code: they play the same games, and are used only if made from the files as they are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from msgspec import Struct

from narrator.compiling import missing
from narrator.game.library import LIBRARY

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which a rule has been changed, so that all rules run from their sources."""
    copy = tmp_path_factory.mktemp("changed")
    for folder in ("narrator", "rolesets"):
        shutil.copytree(ROOT / folder, copy / folder)
    with (copy / "narrator/rules/table.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    return copy


def python(folder: Path, *arguments: str) -> str:
    """What Python prints with the narrator in this folder."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_compiled_rules_are_used_if_nothing_has_changed() -> None:
    file = python(ROOT, "-c", "from narrator.rules import table; print(table.__file__)")
    assert file.endswith(".so\n"), "`make compiled` compiles the rules, or says why they cannot be."


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_compiled_facts_are_frozen_and_left_alone_by_the_garbage_collector() -> None:
    facts = [fact for fact in vars(import_module("narrator.rules.facts")).values() if isinstance(fact, type)]
    records = [fact.__struct_config__ for fact in facts if issubclass(fact, Struct)]
    assert len(records) > 40
    assert all(record.frozen and not record.gc for record in records)


def test_a_changed_rule_runs_from_its_source(changed: Path) -> None:
    file = python(changed, "-c", "from narrator.rules import table; print(table.__file__)")
    assert Path(file.strip()) == changed / "narrator/rules/table.py"


def test_every_scenario_passes_with_uncompiled_rules(changed: Path) -> None:
    lines = python(changed, "-m", "narrator", "scenario", str(ROOT / "tests/scenarios")).splitlines()
    assert len(lines) > 400
    assert [line for line in lines if not line.endswith(": ok")] == []


@pytest.mark.parametrize("roleset", LIBRARY.names)
def test_both_play_the_same_games(changed: Path, roleset: str) -> None:
    series = ("-m", "narrator", "simulate", roleset, "--players", "12", "--games", "200", "--seed", "7", "--json")
    assert python(changed, *series) == python(ROOT, *series)
