"""How many random examples does a property try? Few as a rule, many in `make test-long`; the same ones in each run."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

LONG = "NARRATOR_LONG" in os.environ
"""Is this the long run?"""
USUAL = 50


def examples(usual: int = USUAL, **further: Any) -> settings:
    """This many examples, twenty times as many in the long run; `further` settings are Hypothesis's own."""
    return settings(max_examples=20 * usual if LONG else usual, **further)
