"""Who looks for the test of a module finds it under the module's name: `tests/` mirrors the rooms of `narrator/`."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MIRRORED = ("rules", "game")
"""The rooms whose modules have a test each."""
PROVED_ELSEWHERE = {
    "rules/base_facts": "tests/rules/test_facts.py",
    "rules/card_facts": "tests/rules/test_facts.py",
    "rules/frozen": "tests/rules/test_facts.py",
    "rules/hands": "tests/rules/test_deal.py",
    "rules/variant_facts": "tests/rules/test_variants.py",
    "rules/village_facts": "tests/rules/test_village_square.py",
    "rules/words": "tests/rules/test_registry.py",
}
"""Modules that only say what there is (kinds of facts, a record, a list of imports), and where that is proved."""


def modules(room: str) -> list[str]:
    """The modules of a room, as `room/module`; what lies in a folder of its own there is proved by scenarios."""
    return [f"{room}/{file.stem}" for file in sorted((ROOT / "narrator" / room).glob("*.py")) if file.stem[0] != "_"]


def its_test(module: str) -> Path:
    """Where the test of a module is looked for."""
    room, _, name = module.rpartition("/")
    return ROOT / "tests" / room / f"test_{name}.py"


@pytest.mark.parametrize("module", [module for room in MIRRORED for module in modules(room)])
def test_every_module_has_a_test_of_its_name_or_is_known_to_be_proved_elsewhere(module: str) -> None:
    assert its_test(module).exists() is (module not in PROVED_ELSEWHERE)


@pytest.mark.parametrize(("module", "test"), PROVED_ELSEWHERE.items())
def test_what_is_proved_elsewhere_is_there_and_so_is_its_proof(module: str, test: str) -> None:
    assert (ROOT / "narrator" / f"{module}.py").exists()
    assert (ROOT / test).exists()
