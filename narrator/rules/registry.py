"""Functions that YAML may call by name: pools, conditions, effects, steps, victories, powers.

A function `other_living` is named `other-living` in YAML; its docstring says what it means.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Registry(dict[str, F], Generic[F]):
    """Named functions of one kind; `kind` is the word for it in error messages."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def __call__(self, function: F) -> F:
        """Decorate a function to make it callable from YAML under its own name, with hyphens."""
        self[function.__name__.replace("_", "-")] = function
        return function

    def named(self, name: str) -> Callable[[F], F]:
        """Decorate a function to make it callable from YAML under another name, such as `witch.heal`."""

        def keep(function: F) -> F:
            self[name] = function
            return function

        return keep
