"""The box moderates: whole games, and an answer to everything that pages may send."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from narrator.game.game import Game
from narrator.game.story import told_after
from tests.labs.boxlab import NAMES, Table, begun, table_of_bots, to_the_end


@pytest.mark.parametrize("roleset", ["millers-hollow", "classic", "the-pact"])
def test_a_whole_game_by_bots_and_the_next_one(roleset: str, tmp_path: Path) -> None:
    table = table_of_bots(tmp_path)
    table.set("roleset", roleset)
    for _ in range(2):
        assert table.do("start", token=table.host) == {"ok": True}
        to_the_end(table)
        page = table.page(kind="table")
        assert page["stage"] == "over"
        assert page["after"]["winner"]
        assert page["after"]["story"]
        assert {"voted against"} <= {arrow["what"] for arrow in page["after"]["arrows"]}
        assert table.do("again", token=table.host)["ok"]
        assert table.page(kind="table")["stage"] == "lobby"


MIXES = {
    "the-pact": [
        "werewolf", "werewolf", "cursed-wolf-father", "white-werewolf", "seer", "witch", "hunter", "actor", "thief",
        "wild-child", "wolf-hound", "devoted-servant", "prejudiced-manipulator", "scapegoat", "fox", "piper",
    ],
    "coins": [
        "werewolf", "werewolf", "alpha-wolf", "minion", "wizard", "witch", "seer", "ghost", "hunter", "dracula",
        "insomniac", "drunk", "spellcaster", "mason", "doppelganger", "vigilante",
    ],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("roleset", MIXES)
def test_every_page_of_a_motley_evening_can_be_drawn(roleset: str, seed: int, tmp_path: Path) -> None:
    names = [f"P{number}" for number in range(1, len(MIXES[roleset]) + 1)]
    table = Table(tmp_path, names)
    options = {"sober_drunk": "on"} if roleset == "coins" else {}
    table.box.moderate(
        Game(roleset, names, cards=dict(zip(names, MIXES[roleset], strict=True)), options=options, seed=seed)
    )
    table.box.lobby.bots = list(names)
    drawn = -1
    while table.step():
        if table.round.asked != drawn:
            drawn = table.round.asked
            for token in table.tokens.values():
                table.box.page("player", token)
            table.box.page("host", table.host)
    assert table.page(names[0])["after"]["winner"]


def test_a_decoy_takes_the_same_touches_as_a_question(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    asked, decoy = table.page("Cid")["screen"], table.page("Fay")["screen"]
    assert asked.keys() == decoy.keys()
    assert [asked[key] for key in ("number", "kind", "least", "most", "public")] == [
        decoy[key] for key in ("number", "kind", "least", "most", "public")
    ]
    assert len(asked["choices"]) == len(decoy["choices"])
    entries = list(table.box.game.entries) if table.box.game else []
    assert table.answer("Fay", "Gus") == {"ok": True}
    assert table.page("Fay")["screen"]["chosen"] == ["Gus"]
    assert table.box.game is not None
    assert table.box.game.entries == entries


def test_the_pin_is_said_again_and_shown_on_no_page(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("village.vote")
    caption, left = table.page(kind="table")["caption"], table.page(kind="table")["clock"]["left"]
    assert table.do("say-pin")["ok"]
    words = table.box.language
    assert words.spelled(table.box.pin) in table.loudspeaker.heard[-1][2]
    assert table.page(kind="table")["caption"] == caption
    assert table.page(kind="table")["clock"]["left"] > left
    table.time.now += 19.9
    assert table.do("say-pin")["code"] == "too-often"
    table.time.now += 0.2
    assert table.do("say-pin")["ok"]


def test_the_story_tells_a_ballot_in_one_line(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("village.vote")
    for name, *choice in [("Ann", "Bob"), ("Bob", "Hal"), ("Cid", "Hal"), ("Dan",), ("Eve", "Hal")]:
        assert table.answer(name, *choice)["ok"]
    game = table.box.game
    assert game is not None
    table.do("skip", token=table.host)
    table.step()
    lines = [line for _, lines in told_after(game, table.box.language, len(game.facts)) for line in lines]
    [ballot] = [line for line in lines if "voted against" in line]
    assert ballot == "Bob, Cid and Eve voted against Hal. Ann voted against Bob. Dan, Fay, Gus and Hal named nobody."


def test_a_box_goes_back_to_what_it_was_started_with(tmp_path: Path) -> None:
    """The roleset of a command line is kept with the first change that can be."""
    box = Table(tmp_path, ["Ann"]).box
    box.choose("classic", {})
    box.stop()
    box.run()
    (tmp_path / "table.new").mkdir()
    assert box.handle({"do": "join", "name": "Bob"})["code"] == "table-unwritable"
    assert (box.lobby.roleset, box.lobby.players) == ("classic", ["Ann"])


def test_a_volume_that_cannot_be_kept_is_not_heard(tmp_path: Path) -> None:
    table = Table(tmp_path)
    (tmp_path / "table.new").mkdir()
    heard = len(table.loudspeaker.heard)
    assert table.set("volume", {"master": 0.1})["code"] == "table-unwritable"
    assert table.loudspeaker.heard[heard:] == []


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"do": None},
        {"do": "fly"},
        {"do": ["answer"]},
        {"do": "answer"},
        {"do": "answer", "token": "nobody's", "number": 1, "value": ["Ann"]},
        {"do": "answer", "token": None, "number": "x", "value": "Ann"},
        {"do": "join"},
        {"do": "join", "name": ""},
        {"do": "join", "name": "Ann"},
        {"do": "open-host", "pin": "no"},
        {"do": "start", "token": "nobody's"},
        {"do": "set", "token": "nobody's", "what": "pace", "value": "brisk"},
        {"do": "look", "kind": "player", "token": {"a": 1}},
        {"do": "start", "tap": {"no": "text"}},
    ],
)
def test_rubbish_is_answered_with_a_sentence(message: dict[str, object], tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    assert table.box.game is not None
    before = list(table.box.game.entries)
    reply = table.box.handle(message)
    assert reply["ok"] is False or message["do"] == "look"
    assert reply.get("sentence", "x")
    assert table.box.game.entries == before


def test_the_host_may_send_rubbish_too(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    for what, value in [
        ("deck", {"dragon": 1}),
        ("deck", 7),
        ("option", {"sheriff": "always"}),
        ("option", {"magic": "on"}),
        ("pace", "frantic"),
        ("volume", {"master": "loud"}),
        ("order", ["Ann"]),
        ("bots", -1),
        ("bots", 1000),
        ("roleset", "dragons"),
        ("nothing", 1),
    ]:
        reply = table.set(what, value)
        page = table.page(kind="host")
        assert not reply["ok"] or page["setup"]["start"], (what, value)
    table.set("deck", None)
    assert table.page(kind="host")["setup"]["start"] is None


def test_a_tap_that_is_sent_twice_counts_once(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    number = table.page("Cid")["screen"]["number"]
    message = {"token": table.tokens["Cid"], "number": number, "value": ["Ann"], "tap": "one"}
    assert table.do("answer", **message) == table.do("answer", **message)
    assert table.box.game is not None
    assert len(table.box.game.entries) == 1


def test_a_reply_is_repeated_to_nobody_but_its_sender(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    number = table.page("Cid")["screen"]["number"]
    sent = {"number": number, "value": ["Ann"], "tap": "one"}
    assert table.do("answer", token="nobody's", **sent)["code"] == "unknown-seat"
    assert table.do("answer", token=table.tokens["Cid"], **sent) == {"ok": True}
    assert table.page("Cid")["screen"]["chosen"] == ["Ann"]


def test_two_who_join_with_the_same_tap_get_a_seat_each(tmp_path: Path) -> None:
    table = Table(tmp_path)
    ann, bob, again = (table.do("join", name=name, token="", tap="one") for name in ("Ann", "Bob", "Ann"))
    assert table.box.lobby.tokens == {ann["token"]: "Ann", bob["token"]: "Bob"}
    assert again == ann


def test_signals_that_come_in_the_middle_of_one_another_end_the_box(table: Table) -> None:
    """As with Ctrl-C at `make play`: the terminal sends one to the box, and make another."""
    number = signal.SIGUSR1
    before = signal.signal(number, lambda *_: table.box.stop())
    try:
        many = f"n=0; while [ $n -lt 100000 ]; do kill -{number} {os.getpid()}; n=$((n + 1)); done"
        subprocess.run(["sh", "-c", many], check=True)
    finally:
        signal.signal(number, before)
    table.box.run()
