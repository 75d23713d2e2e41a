"""The table before a game."""
