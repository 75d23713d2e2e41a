"""Which JSON do pages and box send each other? `python -m web.schema` prints it as one JSON Schema.

Every page by its name (`PlayerPage`, `HostPageInLobby`, …), the `Deck`, the `DevicesPage`; `Message`, whatever a page
may send to the box, and `Move`, whatever it may do with fake devices; `Replies`, what the box says to a message besides
`ok`, by its `do`, and `Refusal`. From it come the types that the scripts of the pages are checked against. `make types`
writes both, to `web/schema.json` and `web/types.d.ts`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from typing import Any, get_type_hints

from msgspec import UNSET
from msgspec.json import schema_components
from msgspec.structs import fields

from narrator.box.messages import ACTIONS, settings
from narrator.box.messages.kinds import OF_THE_DOOR, HostMenu, Set
from narrator.box.messages.replies import Admitted, Refusal
from narrator.box.pages.page_types import PAGES, Deck, Page
from narrator.box.pages.village_types import PageData
from narrator.panel.fake_page import DevicesPage, Switch, Turn

OF_PAGES = {kind: action for kind, action in ACTIONS.items() if kind is not HostMenu}
"""What pages may send, and what becomes of it; the menu is the knob's."""
NOT_TOLD = (Admitted, type(None))
"""Replies that do not come back to a page: a token becomes its cookie."""

Schema = dict[str, Any]


def schema() -> Schema:
    """The schema of everything that pages are sent and send."""
    messages, moves = _messages(), _components((Turn, Switch))
    several = {"Message": _any_of("Message", messages), "Move": _any_of("Move", moves)}
    defined: Schema = {}
    for group in (_pages(), messages, moves, several, _replies()):
        assert not defined.keys() & group.keys(), f"A name for two things: {defined.keys() & group.keys()}."
        defined |= group
    shown = (*PAGES, "DevicesPage", "Deck", "Message", "Move", "Replies", "Refusal")
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        **_object("Protocol", {name: _reference(name) for name in shown}),
        "definitions": _as_draft_07(dict(sorted(defined.items()))),
    }


def _pages() -> Schema:
    """Every page and what it consists of, by name."""
    parts = {part for page in PAGES.values() for part in page.parts}
    views = _components(parts | {Deck, DevicesPage})
    for kind in _kinds(PageData):
        if kind.__name__ in views:
            views[kind.__name__]["required"] = _always_there(kind, views[kind.__name__])
    names = {part.__name__ for part in parts}
    pages = {name: _page(name, page, views) for name, page in PAGES.items()}
    return {name: view for name, view in views.items() if name not in names} | pages


def _kinds(kind: type[PageData]) -> Iterator[type[PageData]]:
    yield kind
    for more in kind.__subclasses__():
        yield from _kinds(more)


def _always_there(kind: type[PageData], view: Schema) -> list[str]:
    """What the box always sends, whether or not it has said otherwise."""
    may_lack = {field.encode_name for field in fields(kind) if field.default is UNSET}
    return [part for part in view["properties"] if part not in may_lack]


def _page(name: str, page: Page, views: Schema) -> Schema:
    """A whole page: its parts side by side, and what fills it up."""
    parts = [views[part.__name__] for part in page.parts]
    properties = {name: value for part in parts for name, value in part["properties"].items()}
    known = {"kind": {"const": page.kind}, "stage": {"enum": list(page.stages)}, "pad": {"type": "string"}}
    whole = _object(name, properties | known)
    whole["required"] = [*(name for part in parts for name in part["required"]), "pad"]
    return whole


def _messages() -> Schema:
    """Every message by its name, as a page writes it; one for each thing that the host may set."""
    sent = _components(kind for kind in OF_PAGES if kind is not Set)
    for message in sent.values():
        message["properties"] = {
            part: value for part, value in message["properties"].items() if part not in OF_THE_DOOR
        }
    tap = sent["Answer"]["properties"]["tap"]
    values, _ = schema_components(settings.VALUES.values())
    for what, value in zip(settings.VALUES, values, strict=True):
        name = "Set" + what.title().replace("_", "")
        sent[name] = _object(name, {"do": {"const": "set"}, "what": {"const": what}, "value": value})
        sent[name]["properties"]["tap"] = tap
    return sent


def _replies() -> Schema:
    """What is told to which message, by its `do`."""
    heard = {str(kind.__struct_config__.tag): get_type_hints(action)["return"] for kind, action in OF_PAGES.items()}
    told = {do: reply for do, reply in heard.items() if reply not in NOT_TOLD}
    replies = _object("Replies", {do: _reference(reply.__name__) for do, reply in told.items()})
    return {"Replies": replies, **_components({Refusal, *told.values()})}


def _components(kinds: Iterable[type]) -> Schema:
    _, found = schema_components(kinds, ref_template="#/definitions/{name}")
    for kind in found.values():
        if "description" in kind:
            kind["description"] = cleandoc(kind["description"])  # which Python does itself from 3.13 on
    return found


def _object(title: str, properties: Schema) -> Schema:
    return {
        "title": title,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _any_of(title: str, kinds: Iterable[str]) -> Schema:
    return {"title": title, "anyOf": [_reference(name) for name in kinds]}


def _reference(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


def _as_draft_07(value: Any) -> Any:
    """Lists of so many values are written in another way today, which makers of types do not know yet."""
    if isinstance(value, list):
        return [_as_draft_07(one) for one in value]
    if not isinstance(value, dict):
        return value
    older = {key: _as_draft_07(one) for key, one in value.items()}
    return {**older, "items": older.pop("prefixItems"), "additionalItems": False} if "prefixItems" in older else older


if __name__ == "__main__":
    sys.stdout.write(json.dumps(schema(), indent=1, ensure_ascii=False) + "\n")
