"""A machine on which the box is installed, once for all tests of a run."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.labs import pilab
from tests.labs.pilab import Installed, Pi


@pytest.fixture(scope="session")
def box(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    lacking = pilab.missing()
    if lacking:
        pytest.skip(lacking)
    here = tmp_path_factory.getbasetemp()
    return pilab.installed(here.parent if "PYTEST_XDIST_WORKER" in os.environ else here)


@pytest.fixture
def pi(box: Installed) -> Iterator[Pi]:
    """A machine on which the box is installed and has just started."""
    with Pi(box.layer) as pi:
        pi.comes_back(0)
        yield pi
