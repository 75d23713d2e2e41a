"""What holds for all tests: nobody's own files are read or changed, and chance can be repeated."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

# No deadline: a busy machine is not a fault. Derandomised: what failed in one run fails in the next.
hypothesis.settings.register_profile("narrator", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("narrator")


@pytest.fixture(autouse=True, scope="session")
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home of the tests' own: games, caches and settings of whoever runs them stay untouched."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("XDG_", "NARRATOR_")) or name == "PULSE_SERVER":
                patch.delenv(name)
        patch.setenv("HOME", str(home))
        patch.setenv("LG_WD", str(home))
        yield home
