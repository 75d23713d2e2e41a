"""What messages are there, and which parts has each? Every message is checked against this before it does anything.

A page, a button or a test sends plain data: a `do`, which is the tag of one of these, and its parts. The `token` of the
page, from its cookie, and the address of the `peer` say who has sent it; `language` is the one in which a refusal is
worded (the voice's, where there is none). No page writes any of these itself. A message that is sent twice has the same
`tap` both times.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from narrator.bounds import Button, Buttons, Cards, Count, Lodge, Number, Typed, Word, Words

OF_THE_DOOR = ("token", "peer", "language")
"""Parts of a message that no page writes: they come from its cookies and its connection."""


class Message(Struct, tag_field="do", kw_only=True, forbid_unknown_fields=True):
    """What every message has, whatever it wants."""

    token: Word | None = None
    peer: Word = ""
    language: Word = ""
    tap: Annotated[str, Meta(max_length=64)] = ""


class Look(Message, tag="look"):
    kind: Literal["player", "host", "table", "lent", "deck"]


class Join(Message, tag="join"):
    """With a `pin`, or `again`, where somebody at the table has this name and says: that is me."""

    name: Typed
    pin: Typed = ""
    again: bool = False


class OpenHost(Message, tag="open-host"):
    pin: Typed


class SayPin(Message, tag="say-pin"):
    pass


class SayAgain(Message, tag="say-again"):
    pass


class Lend(Message, tag="lend"):
    pass


class Leave(Message, tag="leave"):
    pass


class Answer(Message, tag="answer"):
    number: Number
    value: Words


class Sign(Message, tag="sign"):
    number: Number
    value: Annotated[list[Literal["yes"]], Meta(max_length=1)]


class AboutMe(Message, tag="about-me"):
    """`born` is a year as somebody has typed it; `None` takes back what was said."""

    born: int | float | Word | None
    lodge: Lodge | None


class Act(Message, tag="act"):
    """`what` is one of the acts that the page shows."""

    what: Word
    value: Words


class Bet(Message, tag="bet"):
    """`value` is one of the choices that the page shows."""

    what: Literal["hanged", "wins"]
    value: Word


class CallVote(Message, tag="call-vote"):
    pass


class MoreTime(Message, tag="more-time"):
    pass


class Borrow(Message, tag="borrow"):
    number: Number


class PutAway(Message, tag="put-away"):
    pass


class Add(Message, tag="add"):
    name: Typed


class Seats(Message, tag="seats"):
    number: Count
    buttons: Buttons


class Sit(Message, tag="sit"):
    """With a button of a `number`, or with a `key`, which becomes one with a number that is not among the `others`."""

    number: Button | None = None
    key: Word | None = None
    others: Buttons = []


class Kick(Message, tag="kick"):
    name: Word


class Rename(Message, tag="rename"):
    """Another name for a player; the host says which `player`, and a page renames its own."""

    name: Typed
    player: Word | None = None


class OtherPhone(Message, tag="other-phone"):
    """Is it this player who asks for the seat of this `name` from another phone?"""

    name: Word
    yes: bool


class LetIn(Message, tag="let-in"):
    name: Word


class Hosts(Message, tag="hosts"):
    pass


class SendOff(Message, tag="send-off"):
    """`what` is the id of a device, from the reply to `Hosts`."""

    what: Word


class NewPin(Message, tag="new-pin"):
    pass


class HandOver(Message, tag="hand-over"):
    name: Word


class Learn(Message, tag="learn"):
    names: Words


class Learned(Sit, tag="learned"):
    """The parts are those of `Sit`."""


class Set(Message, tag="set"):
    """The function in `settings.SETTINGS` that sets this says what `value` is."""

    what: Word
    value: Any


class DealByTags(Message, tag="deal-by-tags"):
    house_deck: bool = False


class DealBack(Message, tag="deal-back"):
    pass


class DealStop(Message, tag="deal-stop"):
    pass


class Laid(Message, tag="laid"):
    value: Words


class Start(Message, tag="start"):
    house_deck: bool = False


class HostMenu(Message, tag="menu"):
    """For the knob, which is not a page: what the host can set, as it is."""


class Pause(Message, tag="pause"):
    pass


class Resume(Message, tag="resume"):
    pause: Number | None = None


class Undo(Message, tag="undo"):
    """`number` is that of what the host's page shows; who sends none means whatever there is."""

    number: Number | None = None


class Skip(Undo, tag="skip"):
    """The parts are those of `Undo`."""


class End(Message, tag="end"):
    pass


class Longer(Message, tag="longer"):
    pass


class Shorter(Message, tag="shorter"):
    pass


class Draw(Message, tag="draw"):
    pass


class Point(Message, tag="point"):
    """How many fingers point at each of these."""

    fingers: Cards


class ToBot(Message, tag="to-bot"):
    name: Word


class GoHome(Message, tag="go-home"):
    name: Word


class Again(Message, tag="again"):
    pass


class ReadAloud(Message, tag="read-aloud"):
    what: Literal["cards", "minute", "story"]


class Explain(Message, tag="explain"):
    """`card` is one of tonight's; `None` ends what is being explained."""

    card: Word | None


class LookBack(Message, tag="look-back"):
    pass


class Forget(Message, tag="forget"):
    name: Word


class SayAddress(Message, tag="say-address"):
    pass


class SoundTest(Message, tag="sound-test"):
    pass


class PlayVoice(Message, tag="play-voice"):
    """`name` is one of the voices that the page shows."""

    name: Word


class GoodNight(Message, tag="good-night"):
    pass
