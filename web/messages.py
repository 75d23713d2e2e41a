"""Is what a page sends a message at all? Rubbish ends here, with a sentence and a code, before the box sees it."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from narrator.errors import NarratorError
from web.box import Message

LARGEST = 8 * 1024  # bytes; a deck of every card of a large roleset is a tenth of it

# What each part of a message is; the box says which parts belong to which message, and which values mean something.
PARTS: dict[str, tuple[type, ...]] = {
    "do": (str,),
    "tap": (str,),
    "name": (str,),
    "names": (list,),
    "player": (str,),
    "pin": (str,),
    "number": (int,),
    "what": (str,),
    "value": (str, int, float, bool, list, dict, type(None)),
    "house_deck": (bool,),
    "again": (bool,),
    "yes": (bool,),
    "born": (str, int, float, type(None)),
    "lodge": (str, type(None)),
    "card": (str, type(None)),
    "fingers": (dict,),
    "pad": (str,),  # makes all answers the same size on the air; is dropped here
}
LONGEST_TAP = 64


class BadMessage(NarratorError, ValueError):
    """Something sent by a page that is not a message.

    Codes: `not-json`, `not-a-message` (no object with a `do`), `unknown-part`, `wrong-type`.
    """


def read(body: bytes) -> Message:
    """The message in this body of a request, without its padding; raises `BadMessage`."""
    try:
        message = json.loads(body.decode("utf-8"), parse_constant=_no_number)
        json.dumps(message, ensure_ascii=False).encode("utf-8")  # half a surrogate pair is no text
    except (ValueError, RecursionError):
        raise BadMessage("not-json", "This is not JSON text in UTF-8; send an object with a `do`.") from None
    if not isinstance(message, dict) or not message.get("do"):
        raise BadMessage("not-a-message", "A message is a JSON object with a `do` that says what is wanted.")
    for part, value in message.items():
        if part not in PARTS:
            raise BadMessage("unknown-part", f"A message has no part {part[:40]!r}; it has {', '.join(PARTS)}.")
        if not _fits(value, PARTS[part]):
            raise BadMessage("wrong-type", f"{part!r} in a message is {_named(PARTS[part])}, not {_shown(value)}.")
    if len(message.get("tap", "")) > LONGEST_TAP:
        raise BadMessage("wrong-type", f"'tap' in a message has at most {LONGEST_TAP} letters.")
    message.pop("pad", None)
    return message


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _fits(value: Any, types: tuple[type, ...]) -> bool:
    return isinstance(value, types) and (not isinstance(value, bool) or bool in types)


def _named(types: tuple[type, ...]) -> str:
    return {str: "text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}[types[0]]


def _shown(value: Any) -> str:
    return json.dumps(value)[:40]
