"""What do pages show of a ballot that has been counted, or whose fingers are to be counted?"""

from __future__ import annotations

from narrator.box.pages.village_types import PageData


class Accused(PageData):
    """Who was named in a ballot, by which `voters`, and how many votes that came to; `most`: nobody has more. `chosen`
    once that is known. `fingers` is how many pointed there; nobody knows whose they were."""

    name: str
    count: int
    voters: list[str]
    most: bool
    chosen: bool
    fingers: int


class ReadVotes(PageData):
    """A ballot as it is read out: those with the most votes come first. The votes appear within these `seconds`; some
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
