"""What pages and box really send each other is what the schema says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import ValidationError

from tests.labs.boxlab import Table
from tests.labs.fakebox import FakeBox
from tests.labs.fakescenes import SCENES, Scene
from web.schema import schema


def keys(page: dict[str, Any], definition: dict[str, Any]) -> tuple[set[str], set[str], set[str]]:
    """Which parts does a page have, which must it have, and which may it?"""
    return set(page), set(definition["required"]), set(definition["properties"])


@pytest.mark.parametrize("state", ["lobby", "game", "over"])
def test_every_page_has_the_parts_that_the_schema_names(state: str, tmp_path: Path) -> None:
    table = Table(tmp_path, ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"])
    table.box.lobby.bots = list(table.box.lobby.players)
    if state != "lobby":
        assert table.do("start", token=table.host)["ok"]
    while state == "over" and table.box.stage != "over":
        assert table.step()
    defined = schema()["definitions"]
    host = "HostPageInLobby" if state == "lobby" else "HostPageInGame"
    for name, page in {
        "PlayerPage": table.page("Ann"),
        "TablePage": table.page(kind="table"),
        host: table.page(kind="host"),
    }.items():
        has, must, may = keys(page, defined[name])
        assert must <= has <= may
    setup = table.page(kind="host")["setup"]
    assert set(setup) == set(defined["LobbySetup" if state == "lobby" else "HostSetup"]["required"])


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_box_that_shows_the_pages_in_tests_shows_only_what_the_real_one_can(scene: Scene) -> None:
    box = FakeBox("Ann", "Bob", "Cid")
    scene.set_up(box)
    box.host_tokens.add("host-token")
    for kind, token in [("table", None), ("host", "host-token"), *(("player", token) for token in box.seats)]:
        assert json.loads(box.snapshot(kind, token))  # type: ignore[arg-type]


def test_a_test_that_shows_what_no_box_shows_fails() -> None:
    box = FakeBox("Ann")
    box.show(weather="rain")
    with pytest.raises(ValidationError, match="weather"):
        box.snapshot("table", None)


def test_a_page_can_send_every_message_but_says_not_who_it_is() -> None:
    sent = re.findall(r'"do": \{\s*"enum": \[\s*"([a-z-]+)"', json.dumps(schema()))
    assert {"answer", "join", "start"} <= set(sent)
    assert not any("token" in kind["properties"] for kind in schema()["definitions"].values() if "properties" in kind)
