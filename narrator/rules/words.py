"""Every word that a card's YAML is made of: importing this puts them all in the registries.

The primitives stand in the modules named here. What only one card does is a file in `powers/`, which says itself what
it has; each file there is found, and no list names them.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from narrator.rules import (  # noqa: F401
    agreements,
    ballots,
    chain,
    conditions,
    days,
    effects,
    pools,
    powers,
    tellings,
    wins,
)

for _file in iter_modules(powers.__path__, f"{powers.__name__}."):
    import_module(_file.name)
