"""How large may a value be, sent by somebody or kept by the box? Kinds of values, with their bounds."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

Word = Annotated[str, Meta(max_length=200)]
"""An id, a name, a token, an address, a choice."""
Typed = Annotated[str, Meta(max_length=8192)]
"""What somebody types into a field, where a sentence says what is wrong with it."""
Number = Annotated[int, Meta(ge=0, le=2**53)]
Button = Annotated[int, Meta(ge=1, le=9999)]
NUMBERS = tuple(str(number) for number in range(1, 100))
"""How the buttons in a plan of wires are numbered, and tokens, as people write it."""
Count = Annotated[int, Meta(ge=0, le=99)]
"""How many of something there are at one table."""
Words = Annotated[list[Word], Meta(max_length=200)]
Buttons = Annotated[list[Button], Meta(max_length=200)]
Cards = Annotated[dict[Word, Count], Meta(max_length=200)]
Share = Annotated[float, Meta(ge=0, le=1)]
Lag = Annotated[int, Meta(ge=0, le=1000)]
"""Milliseconds by which a speaker may be late."""
OLDEST, YOUNGEST = 1900, 2100
"""The years between which somebody may be born."""
Year = Annotated[int, Meta(ge=OLDEST, le=YOUNGEST)]
Lodge = Literal["sun", "moon"]
"""The two lodges into which a table may split, as it likes."""
WordByWord = Annotated[dict[Word, Word], Meta(max_length=200)]
YearByWord = Annotated[dict[Word, Year], Meta(max_length=200)]
LodgeByWord = Annotated[dict[Word, Lodge], Meta(max_length=200)]
NumberByWord = Annotated[dict[Word, Button], Meta(max_length=1000)]
