"""What do pages show of a ballot that has been counted, or whose fingers are to be counted?"""

from __future__ import annotations

from narrator.box.pages.village_types import PageData


class Accused(PageData):
    """Who was named in a ballot, by which `voters`, and how many votes that came to; `most`: nobody has more. `chosen`
    once that is known. So many `fingers` pointed there, whose is not known."""

    name: str
    count: int
    voters: list[str]
    most: bool
    chosen: bool
    fingers: int


class ReadVotes(PageData):
    """A ballot as it is read out: whoever has the most votes comes first. The votes appear in so many `seconds`; some
    voters, such as a sheriff, have more votes than one, by `weights`."""

    title: str
    accused: list[Accused]
    abstained: list[str]
    seconds: float
    weights: dict[str, int]


class Fingers(PageData):
    """A ballot in which all point: how many fingers were entered at each who can be chosen, and how many there are at
    `most` in all."""

    title: str
    at: dict[str, int]
    most: int
