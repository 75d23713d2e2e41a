"""Tests mirror the rooms: a module is proved in the file that bears its name, or where the table here says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

MIRRORED = (
    "rules", "network", "telling", "game", "lobby", "box", "panel", "commands", "web", "hardware",
)  # fmt: skip
"""The rooms whose modules have a test of their name: `tests/box/test_limits.py` is that of `box/limits.py`. That of
`telling/voice/cache.py` may be `test_cache.py` or `test_voice_cache.py`."""
BY_SCENARIOS = ("rules/powers/", "rules/variants/", "rules/events/")
"""What single cards do is proved by the scenarios of their rules."""

ELSEWHERE: dict[str, str] = {
    # Kinds of facts, a record, a list of imports.
    "rules/base_facts": "tests/rules/test_facts.py",
    "rules/card_facts": "tests/rules/test_facts.py",
    "rules/frozen": "tests/rules/test_facts.py",
    "rules/hands": "tests/rules/test_deal.py",
    "rules/variant_facts": "tests/rules/test_variants.py",
    "rules/village_facts": "tests/rules/test_village_square.py",
    "rules/words": "tests/rules/test_registry.py",
    # Who may send what, by what comes of it.
    "box/messages/evenings": "tests/box/test_evenings_kept.py",
    "box/messages/game_control": "tests/box/test_moderator.py",
    "box/messages/hosts": "tests/box/test_doors.py",
    "box/messages/kinds": "tests/box/test_hostile_messages.py",
    "box/messages/lid": "tests/lobby/test_dealing.py",
    "box/messages/players": "tests/box/test_round.py",
    "box/messages/public": "tests/box/test_doors.py",
    "box/messages/seats": "tests/panel/test_pairing.py",
    "box/messages/settings": "tests/box/test_hostile_messages.py",
    "box/messages/village": "tests/lobby/test_village.py",
    # Types alone: what is really sent is compared with them.
    "box/messages/replies": "tests/web/test_schema.py",
    "box/pages/after_types": "tests/web/test_schema.py",
    "box/pages/page_types": "tests/web/test_schema.py",
    "box/pages/village_types": "tests/web/test_schema.py",
    "box/pages/vote_types": "tests/web/test_schema.py",
    "box/venue": "tests/box/test_round.py",
    "web/box": "tests/web/test_server.py",
    # What crosses modules is proved under the name of what it is.
    "box/pages/player_page": "tests/box/test_decoys.py",
    "box/pages/village_setup": "tests/lobby/test_village.py",
    "telling/sound/bed": "tests/telling/test_sound_scenes.py",
    "telling/sound/mixer_process": "tests/telling/test_sound.py",
    "telling/sound/own_files": "tests/telling/test_own_sounds.py",
    "telling/voice/microphone": "tests/commands/test_voices.py",
    "telling/voice/piper_driver": "tests/telling/test_voice_piper.py",
    "web/app": "tests/web/test_server.py",
    "web/draw_icons": "tests/web/test_home_screen.py",
    "web/screenshots": "tests/web/test_scenes.py",
    "hardware/template/device": "tests/hardware/test_devices.py",
    # Commands that only show what a module of another room has found.
    "commands/export": "tests/game/test_export.py",
    "commands/findings": "tests/commands/test_doctor.py",
    "commands/hotspot": "tests/network/test_hotspot.py",
    "commands/masking": "tests/telling/test_masking.py",
    "commands/simulate": "tests/game/test_simulate.py",
}
"""Where else a module is proved."""


def folder_of(room: str) -> Path:
    return ROOT / room if (ROOT / room).is_dir() else ROOT / "narrator" / room


def modules(room: str) -> list[str]:
    """Every module of a room, as in `box/pages/screens`, but those of single cards."""
    files = (file.relative_to(folder_of(room)) for file in sorted(folder_of(room).rglob("*.py")))
    found = [f"{room}/{file.with_suffix('').as_posix()}" for file in files if not file.name.startswith("__")]
    return [module for module in found if not module.startswith(BY_SCENARIOS)]


def homes(module: str) -> Iterator[Path]:
    """Where the test of a module may be."""
    room, *parts = module.split("/")
    for name in (parts[-1], "_".join(parts)):
        yield ROOT / "tests" / room / f"test_{name}.py"


@pytest.mark.parametrize("room", MIRRORED)
def test_every_module_has_a_test_of_its_name_or_stands_in_the_table(room: str) -> None:
    missing = [module for module in modules(room) if not any(home.exists() for home in homes(module))]
    assert [module for module in missing if module not in ELSEWHERE] == []


def test_the_table_names_no_module_that_is_gone_or_has_a_test_of_its_name() -> None:
    known = {module for room in MIRRORED for module in modules(room)}
    assert [module for module in ELSEWHERE if module not in known or any(home.exists() for home in homes(module))] == []


def test_the_table_leads_to_tests_that_are_there() -> None:
    assert [module for module, test in ELSEWHERE.items() if not (ROOT / test).is_file()] == []


def test_what_several_tests_need_stands_in_a_lab() -> None:
    taken = re.compile(r"(?m)^ *from tests\.\w+\.(test_\w+) import")
    files = sorted((ROOT / "tests").rglob("*.py"))
    found = {file.name: {*taken.findall(file.read_text(encoding="utf-8"))} - {file.stem} for file in files}
    assert {file: tests for file, tests in found.items() if tests} == {}
