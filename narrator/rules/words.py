"""Every word that a card's YAML is made of: importing this puts them all in the registries.

The primitives stand in the modules named here. What only one card does is a file in `powers/`, which says itself what
it has; each file there is found, and no list names them.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from narrator.rules import (  # noqa: F401
    agreements,
    any_time,
    ballots,
    chain,
    conditions,
    days,
    effects,
    event_cards,
    events,
    offices,
    pools,
    powers,
    tellings,
    variants,
    wins,
)

for _folder in (powers, events, variants):
    for _file in iter_modules(_folder.__path__, f"{_folder.__name__}."):
        import_module(_file.name)
