"""What does the box reply to a message? `ok`, to some messages with one of these, or else a `Refusal`."""

from __future__ import annotations

from msgspec import Struct


class Reply(Struct, kw_only=True):
    """What is common to all: only what somebody reads is said."""


class Refusal(Reply):
    """Why not: `code` is for programs, `sentence` for people, in the language of the page."""

    code: str
    sentence: str


class ShownView(Reply):
    """To `Look`: the page, as JSON."""

    view: str


class Admitted(Reply):
    """To somebody who has been let in: from now on this `token` says who sends. A page keeps it as its cookie."""

    token: str


class SettingKept(Reply):
    """To `Set`: the first `version` of the pages that shows it."""

    version: int


class HandedOver(Reply):
    """To `HandOver`: what the other phone must type."""

    pin: str


class HostDevice(Struct):
    """A device of a host: its `address` when it was let in, whether it is `here` now, and whether it is this one."""

    id: str
    address: str
    here: bool
    you: bool


class HostDevices(Reply):
    """To `Hosts`."""

    hosts: list[HostDevice]


class Paused(Reply):
    """To `Pause`: the number of this pause."""

    pause: int


class Somebody(Struct):
    """Somebody who has played on this box: in how many `games`, and in how many of these they `won` or `survived`; how
    many `votes` they gave while no werewolf, and how many of those were `hits`. Is it `yours` to strike them out?"""

    name: str
    games: int
    won: int
    survived: int
    votes: int
    hits: int
    detective: bool
    sides: list[str]
    cards: list[str]
    yours: bool


class LookedBack(Reply):
    """To `LookBack`: everybody, and all that is kept as a table for a spreadsheet."""

    people: list[Somebody]
    csv: str
