"""The functions that YAML calls by name, and the kinds there are: pools, conditions, effects, steps, victories, powers.

A function `other_living` is named `other-living` in YAML; its docstring says what it means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from narrator.rules.prompts import Answer

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


Table = Any
"""Every function here is handed a `table.Table`, which itself holds the functions of its roleset."""

Step = str | tuple[str, Any]
"""A step's name, alone or with the plain data that it is about."""
step: Registry[Callable[..., None]] = Registry("step")

Pool = Callable[[Table, str], Sequence[str]]
pool: Registry[Pool] = Registry("pool")
Combination = Callable[[Table, str], Sequence[Answer]]
"""Whole answers, where not everything goes together."""
combination: Registry[Combination] = Registry("combination")
Condition = Callable[[Table], bool]
condition: Registry[Condition] = Registry("condition")
Agreement = Callable[[Table, Mapping[str, Answer]], dict[str, Answer]]
agreement: Registry[Agreement] = Registry("agreement")
Effect = Callable[[Table, str, Answer, str], None]
effect: Registry[Effect] = Registry("effect")
Power = Callable[[Table, Mapping[str, Answer]], None]
power: Registry[Power] = Registry("power")
Telling = Callable[[Table, Sequence[str]], None]
telling: Registry[Telling] = Registry("telling")
Moment = Callable[[Table], None]
moment: Registry[Moment] = Registry("moment")
Tie = Callable[[Table, str, list[str], bool], bool]
"""A way to settle a tie: table, ballot, the tied, whether it was voted again. Answers whether it settled it."""
tie: Registry[Tie] = Registry("way to settle a tie")
Outcome = Callable[[Table, str, str | None], None]
"""What comes of a ballot: table, ballot, the seat chosen or nobody."""
outcome: Registry[Outcome] = Registry("outcome")
Verdict = Callable[[Table, str], None]
"""Handed the seat that is to die; it may ask somebody, and spares the seat by `table.dying.clear()`."""
verdict: Registry[Verdict] = Registry("verdict")
WaveEffect = Callable[[Table, Sequence[str]], None]
"""What the deaths of a wave bring about; it may add to `table.dying`, the next wave."""
wave_effect: Registry[WaveEffect] = Registry("effect of deaths")
Aim = Callable[[Table, str], bool]
"""Does this seat win with its side? Some cards want more than that."""
aim: Registry[Aim] = Registry("aim")
Victory = Callable[[Table], str | None]
"""The winner, if this victory holds."""
victory: Registry[Victory] = Registry("victory")
