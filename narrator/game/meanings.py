"""What do a pool and a condition mean? Their docstrings say so; machine code keeps none, but its source has them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
_RULES = re.compile(r" \([A-Z]+-\d+(, [A-Z]+-\d+)*\)")


def meaning(function: Callable[..., Any]) -> str:
    """What a function that YAML names means: its docstring as one line, without the ids of rules."""
    written = function.__doc__ or _docstrings(function.__module__).get(function.__name__, "")
    return _RULES.sub("", " ".join(written.split()))


@cache
def _docstrings(module: str) -> Mapping[str, str]:
    """The docstrings of the functions in the source of a module, by their names."""
    file = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    source = ast.parse(file.read_text("utf-8") if file.is_file() else "")
    return {made.name: ast.get_docstring(made) or "" for made in source.body if isinstance(made, ast.FunctionDef)}
