"""Strangers may ask a few times in a row, and then slowly; the box itself may ask as often as it likes."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.box.limits import MOST, RATES, Limits
from narrator.game.game import Game
from narrator.lobby.lobby import Refused
from tests.labs.boxlab import NAMES, Table, begun

ANN, STRANGER = "192.168.1.23", "192.168.1.66"


def test_a_flood_of_wrong_pins_shuts_out_only_its_own_address(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    replies = [table.do("open-host", pin="000000x", peer=STRANGER)["code"] for _ in range(500)]
    burst = RATES["pin"].burst
    assert replies == ["wrong-pin"] * burst + ["too-often"] * (500 - burst)
    assert table.do("open-host", pin=table.box.pin, peer=STRANGER)["code"] == "too-often"
    assert table.do("open-host", pin=table.box.pin, peer=ANN)["ok"]


def test_a_host_is_never_limited(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    for _ in range(50):
        table.do("open-host", pin="no", peer=ANN)
    reply = table.do("open-host", pin="no", peer=ANN, token=table.host)
    assert (reply["ok"], reply["token"]) == (True, table.host)
    assert table.do("pause", token=table.host, peer=ANN)["ok"]


def test_one_address_joins_a_few_times_and_then_slowly(tmp_path: Path) -> None:
    table = Table(tmp_path)
    burst, every, _ = RATES["join"]
    codes = [table.do("join", name=f"Zoe {n}", peer=STRANGER).get("code") for n in range(20)]
    assert codes == [None] * burst + ["too-often"] * (20 - burst)
    assert table.do("join", name="Ann", peer=ANN)["ok"]
    table.time.now += every
    assert table.do("join", name="Yan", peer=STRANGER)["ok"]
    assert table.do("join", name="Ida", peer=STRANGER)["code"] == "too-often"


def test_one_address_has_the_pin_said_and_phones_lent_now_and_then(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    said = 0
    for _ in range(100):
        table.time.now += 21
        said += table.do("say-pin", peer=STRANGER)["ok"]
    assert said <= RATES["say-pin"].burst + 2100 / RATES["say-pin"].every
    table.set("button", {"Ann": 1})
    table.box.moderate(Game("millers-hollow", NAMES, seed=1))
    table.until("village.vote")
    codes = [table.do("lend", peer=STRANGER).get("code") for _ in range(9)]
    assert codes[2:] == ["too-often"] * 7


@pytest.fixture
def limits() -> Limits:
    return Limits(lambda: 0.0)


def refused(limits: Limits, what: str, peer: str) -> bool:
    try:
        limits.spend(what, peer)
    except Refused:
        return True
    return False


def test_a_network_of_ipv6_counts_as_one_address(limits: Limits) -> None:
    tries = [refused(limits, "pin", f"2001:db8::{n:x}:1") for n in range(20)]
    assert tries.count(False) == RATES["pin"].burst
    assert not refused(limits, "pin", "2001:db8:0:1::1")
    assert [refused(limits, "pin", f"::ffff:{STRANGER}") for _ in range(5)] == [False] * 5
    assert refused(limits, "pin", f"::ffff:{STRANGER}")


def test_the_box_itself_may_do_everything_but_guess_the_pin(limits: Limits) -> None:
    for peer in ("", "127.0.0.1", "::1"):
        assert not any(refused(limits, "join", peer) for _ in range(100))
        assert any(refused(limits, "pin", peer) for _ in range(100))


def test_no_flood_of_addresses_fills_the_memory(limits: Limits) -> None:
    for n in range(5000):
        refused(limits, "join", f"10.{n >> 8}.{n & 255}.1")
    assert len(limits._full_at) == MOST


def test_pins_are_tried_slowly_and_nobody_is_locked_out(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.do("pause", token=table.host)  # in which the game's time stands still, and this one goes on
    for _ in range(RATES["pin"].burst):
        assert table.do("open-host", pin="no")["code"] == "wrong-pin"
    for seconds in (0.0, 9.9):
        table.time.now += seconds
        assert table.do("open-host", pin=table.box.pin)["code"] == "too-often"
    table.time.now += 0.2
    assert table.do("open-host", pin="no")["code"] == "wrong-pin"
    assert table.do("open-host", pin=table.box.pin)["code"] == "too-often"
    table.time.now += 10
    assert table.do("open-host", pin=table.box.pin)["ok"]
    assert table.do("open-host", pin="no")["code"] == "wrong-pin"
    assert table.do("open-host", pin=table.box.pin)["ok"]


def test_after_the_right_pin_the_wrong_ones_are_forgotten(limits: Limits) -> None:
    for _ in range(RATES["pin"].burst):
        limits.spend("pin", STRANGER)
    limits.forgive("pin", STRANGER)
    assert not refused(limits, "pin", STRANGER)


def test_who_has_to_wait_is_told_for_how_many_seconds(limits: Limits) -> None:
    for _ in range(RATES["pin"].burst):
        limits.spend("pin", STRANGER)
    with pytest.raises(Refused) as caught:
        limits.spend("pin", STRANGER)
    assert "10" in caught.value.sentence
