"""The pages: what phones, the host and the big screen see of the game."""
