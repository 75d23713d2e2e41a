"""The real box over real sockets, and somebody on the same network who is up to no good.

With NARRATOR_LONG=1 in the environment there is far more of it.
"""

from __future__ import annotations

import http.client
import json
import re
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.box.messages import NAMES
from narrator.box.messages.settings import SETTINGS
from tests.chance import LONG
from tests.labs.evening import EveningBox, Phone

pytestmark = pytest.mark.slow

PLAYERS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
MESSAGES = 20_000 if LONG else 300
MEMORY = 80 * 1024
"""By how many kB a box may have grown when it has heard all of them."""
VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 8, 61, 2**31, 2**63, 10**40, 0.5, 1e308),
    *(
        "",
        "Ann",
        "classic",
        "new-moon",
        "../rolesets/classic",
        "/etc/passwd",
        "x" * 300,
        "A" + 900 * "\u0591",
        "\u3164",
    ),
    *([], ["Ann"], ["Ann"] * 500, [[[[]]]], PLAYERS[::-1]),
    *(
        {},
        {"werewolf": 10**9},
        {"werewolf": 2, "seer": 1},
        {"sheriff": "never"},
        {"master": 9},
        {"Ann": 3},
        {"": {"": {}}},
    ),
]


def naughty(dice: Random) -> bytes:
    """Some message most of whose parts fit."""
    do = dice.choice(sorted(NAMES - {"good-night"}))
    parts = dice.sample(["name", "names", "pin", "number", "what", "value"], dice.randint(0, 4))
    message = {"do": dice.choice([do, do, "set"]), **{part: dice.choice(VALUES) for part in parts}}
    if message["do"] == "set":
        message |= {"what": dice.choice(sorted(SETTINGS)), "value": dice.choice(VALUES)}
    if dice.random() < 0.3:
        message["tap"] = str(dice.random())
    return json.dumps(message).encode()


def memory(box: EveningBox) -> int:
    """How much memory the box has, in kB."""
    assert box.process is not None
    status = Path(f"/proc/{box.process.pid}/status").read_text(encoding="ascii")
    [kilobytes] = re.findall(r"VmRSS:\s+(\d+)", status)
    return int(kilobytes)


def test_no_message_of_a_stranger_a_player_or_a_host_harms_the_box(tmp_path: Path) -> None:
    dice = Random(7)
    with EveningBox(tmp_path) as box:
        host, (ann, *_) = box.host(), box.seat(*PLAYERS)
        mine = Phone(box, "host")
        assert mine.tell("open-host", pin=box.pin)["ok"]
        before, codes = memory(box), set()
        for _ in range(MESSAGES):
            reply = dice.choice([host, host, ann, Phone(box), Phone(box, "lent")]).post(naughty(dice))
            codes.add(reply.get("code"))
            assert not str(reply.get("code")).startswith(("http-5", "our-mistake")), reply
        assert {None, "not-the-host", "not-understood"} <= codes
        assert memory(box) < before + MEMORY
        box.kill()
        box.start()
        assert Phone(box, "table").view()["kind"] == "table"


def test_a_flood_of_pins_from_one_address_shuts_out_no_other(tmp_path: Path) -> None:
    def opens(pin: str, address: str) -> dict[str, Any]:
        line = http.client.HTTPConnection("127.0.0.1", box.port, timeout=60, source_address=(address, 0))
        with closing(line):
            body = json.dumps({"do": "open-host", "pin": pin})
            line.request("POST", "/tell/host", body, {"Content-Type": "application/json"})
            reply: dict[str, Any] = json.loads(line.getresponse().read())
            return reply

    with EveningBox(tmp_path) as box:
        codes = [opens("no", "127.0.0.66")["code"] for _ in range(30)]
        assert codes[5:] == ["too-often"] * 25
        assert opens(box.pin, "127.0.0.66")["code"] == "too-often"
        assert opens(box.pin, "127.0.0.23")["ok"]
