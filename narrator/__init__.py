"""narrator moderates Werewolf, so that everybody plays."""

from narrator.game import Game, IllegalAnswer, IllegalTable

__all__ = ["Game", "IllegalAnswer", "IllegalTable"]
