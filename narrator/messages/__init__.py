"""What may be asked of the box, and what comes of it: one function a message, in a file by who sends it.

A message is plain data with a `do`; pages, buttons and tests send the same. All of this runs in the box's own thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from narrator.messages import anybody, course, lid, players, seats, settings

if TYPE_CHECKING:
    from narrator.box import Box

Message = Mapping[str, Any]

ACTIONS: dict[str, Callable[[Box, Message], dict[str, Any] | None]] = {
    "look": anybody.look,
    "join": anybody.join,
    "open-host": anybody.open_host,
    "say-pin": anybody.say_pin,
    "lend": anybody.lend,
    "leave": players.leave,
    "answer": players.answer,
    "sign": players.sign,
    "call-vote": players.wish,
    "more-time": players.wish,
    "borrow": players.borrow,
    "put-away": players.put_away,
    "add": seats.add,
    "seats": seats.seats,
    "sit": seats.sit,
    "kick": seats.kick,
    "hand-over": seats.hand_over,
    "learn": seats.learn,
    "learned": seats.learned,
    "set": settings.change,
    "deal-by-tags": lid.deal_by_tags,
    "deal-back": lid.deal_back,
    "deal-stop": lid.deal_stop,
    "laid": lid.laid,
    "start": course.begin,
    "pause": course.pause,
    "resume": course.resume,
    "undo": course.undo,
    "skip": course.skip,
    "end": course.end,
    "longer": course.more,
    "shorter": course.more,
    "draw": course.draw,
    "again": course.again,
    "tell": course.tell,
    "say-address": course.say_address,
    "good-night": course.good_night,
}
"""What a message wants, by its `do`. The answer is laid into the reply; a refusal is raised."""
