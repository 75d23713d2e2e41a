"""narrator moderates Werewolf, so that everybody can play."""

from typing import TYPE_CHECKING, Any

from narrator import compiled

if TYPE_CHECKING:
    from narrator.game.game import Game, IllegalAnswer, IllegalTable

compiled.use(__path__)

__all__ = ["Game", "IllegalAnswer", "IllegalTable"]


def __getattr__(name: str) -> Any:
    """Load the rules only when they are asked for: the mixer and the voice run in processes without them."""
    if name in __all__:
        from narrator.game import game

        return getattr(game, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
