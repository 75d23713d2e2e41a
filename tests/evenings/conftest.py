"""Evenings that are recorded once for all tests of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def evenings() -> list[Any]:
    """All that the tests of this file have recorded."""
    return []


@pytest.fixture
def evening(evenings: list[Any], tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    """What the file's `recorded` has recorded: one evening for all tests, and another one for a test that has failed
    and is run again."""
    if not evenings or request.node.execution_count > 1:
        evenings.append(request.module.recorded(tmp_path))
    return evenings[-1]
