"""Which JSON do pages and box send each other? `python -m narrator.box.schema` prints it as one JSON Schema.

Every page by its name (`PlayerPage`, `HostPageInLobby`, …), the `Deck`, and `Message`: whatever a page may send. From
it come the types that the scripts of the pages can be checked against. `make types` writes both, to `web/schema.json`
and `web/types.d.ts`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

from msgspec import UNSET
from msgspec.json import schema_components
from msgspec.structs import fields

from narrator.box import page_types
from narrator.box.messages import ACTIONS, settings
from narrator.box.messages.kinds import Set
from narrator.box.page_types import PAGES, Deck, Page, PageData

OF_THE_DOOR = ("token", "peer", "language")
"""Parts of a message that no page writes: they come from its cookies and its connection."""

Schema = dict[str, Any]


def schema() -> Schema:
    """The schema of everything that pages are sent and send."""
    shown = {part for page in PAGES.values() for part in page.parts}
    views = _components(shown | {Deck})
    for name, view in views.items():
        view["required"] = _always_there(getattr(page_types, name))
    pages = {name: _page(name, page, views) for name, page in PAGES.items()}
    messages = _messages()
    names = {part.__name__ for part in shown}
    defined = {name: view for name, view in views.items() if name not in names} | pages | messages
    defined["Message"] = {"title": "Message", "anyOf": [_reference(name) for name in messages]}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        **_object("Protocol", {name: _reference(name) for name in (*PAGES, "Deck", "Message")}),
        "definitions": dict(sorted(defined.items())),
    }


def _page(name: str, page: Page, views: dict[str, Schema]) -> Schema:
    """A whole page: its parts side by side, and what fills it up."""
    properties: Schema = {}
    for part in page.parts:
        properties |= views[part.__name__]["properties"]
    whole = _object(name, {**properties, "kind": {"const": page.kind}, "pad": {"type": "string"}})
    whole["required"] = [*(field for part in page.parts for field in _always_there(part)), "pad"]
    return whole


def _messages() -> dict[str, Schema]:
    """Every message by its name, as a page writes it; one for each thing that the host may set."""
    sent = _components(kind for kind in ACTIONS if kind is not Set)
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


def _components(kinds: Iterable[type]) -> dict[str, Schema]:
    _, found = schema_components(kinds, ref_template="#/definitions/{name}")
    return found


def _object(title: str, properties: Schema) -> Schema:
    return {
        "title": title,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _reference(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


def _always_there(view: type[PageData]) -> list[str]:
    """What the box always sends, whether or not it has said otherwise."""
    return [field.encode_name for field in fields(view) if field.default is not UNSET]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(schema(), indent=1, ensure_ascii=False) + "\n")
