"""What are facts, prompts and luggage made of? Frozen records that the garbage collector leaves alone.

This stands apart because mypyc overlooks what a class says of itself in its own head; what it inherits holds.
"""

from __future__ import annotations

from msgspec import Struct


class Frozen(Struct, frozen=True, gc=False):
    """A record that never changes, and holds nothing that might lead back to it."""
