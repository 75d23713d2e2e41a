"""Two games by eight phones in a real Chromium, through the pages alone: the village wins one, then the werewolves.

One phone is reloaded, one falls asleep, one loses the network, all in the middle of it. Everything that the network
carried to each phone is looked through for what its player may not know.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from tests.labs.evening import EveningBox
from tests.labs.phonelab import Evening, photographed

CARDS = {"Werewolf", "Seer", "Witch", "Hunter", "Villager"}
VIEW = re.compile(rb'\{"version":.*"pad":"\.*"\}')  # whole: a wire may have been cut in the middle of one


def test_eight_phones_play_an_evening(browser: Browser, tmp_path: Path) -> None:
    with EveningBox(tmp_path / "data", rest=60, ask=0.05, here=True) as box:
        evening = Evening(browser, box)
        with photographed(evening, tmp_path):
            for player in evening.players:
                player.join()
            evening.open_host_page(box.pin)
            set_the_table(evening)
            the_village_wins(evening)
            evening.host.click("text=Change something first")
            evening.choose("parity", "on")
            evening.choose("sheriff", "first-day")
            evening.start("werewolves")
            evening.play_until("never")
            the_end(evening, "werewolves")
            for player in evening.players:
                assert player.wrong == []
        evening.close()
        nothing_was_given_away(evening, box)


def set_the_table(evening: Evening) -> None:
    """Deck, options and pace, as a host does it."""
    host = evening.host
    host.click("text=More: change the cards")
    host.click("text=More cards")
    for card in ("Witch", "Hunter"):
        host.click(f"[aria-label='More: {card}']")
        expect(host.locator(f"output[aria-label={card}]")).to_have_text("1")
    expect(host.locator("output[aria-label=Villager]")).to_have_text("3")
    evening.choose("sheriff", "never")
    host.click("text=Pace and sound")
    host.click("text=Brisk")
    expect(host.locator("text=Brisk")).to_have_attribute("aria-pressed", "true")


def the_village_wins(evening: Evening) -> None:
    """A game in which a phone is reloaded, another sleeps through the first night, and one is lost during the day."""
    evening.start("villagers")
    *_, reloaded, lost, sleeper = (player for player in evening.players if player.name in evening.others)
    evening.play_until("Night 1")
    sleeper.fall_asleep()
    expect(reloaded.page.locator("#confirm")).to_have_text("Choose")
    evening.answer(reloaded, reloaded.look())
    reloaded.reload()
    evening.play_until("Day 1")
    sleeper.wake_up()
    expect(sleeper.page.locator("#phase")).to_have_text("Day 1")

    lost.wire.cut()
    lost.context.set_offline(True)
    expect(lost.page.locator("#lost")).to_have_text(re.compile("Looking for the box"))
    evening.play_until("Night 2")
    assert lost.look()["phase"] == "Day 1"
    lost.wire.mend()
    lost.context.set_offline(False)
    expect(lost.page.locator("#phase")).to_have_text(evening.table.locator("#phase").inner_text())
    expect(lost.page.locator("#lost")).to_be_hidden()
    evening.play_until("never")
    the_end(evening, "village")


def the_end(evening: Evening, side: str) -> None:
    """Everybody sees who has won, and the same story of every night."""
    stories = set()
    for player in evening.players:
        expect(player.page.locator("#screen .story")).to_be_visible()
        expect(player.page.locator("#screen h1")).to_contain_text(side)
        won = (player.card == "Werewolf") == (evening.winners == "werewolves")
        expect(player.page.locator("#screen")).to_contain_text("You have won" if won else "You have lost")
        stories.add(player.page.locator("#screen .story").inner_text())
    expect(evening.table.locator("#stage .story")).to_be_visible()
    stories.add(evening.table.locator("#stage .story").inner_text())
    (story,) = stories
    assert "Night 1" in story
    assert "Night 2" in story


def views_in(carried: bytes) -> list[tuple[dict[str, Any], int]]:
    """Every view that a wire carried, the oldest first, and how many bytes it took."""
    views = [(json.loads(text), len(text)) for text in VIEW.findall(carried)]
    return sorted(views, key=lambda each: each[0]["version"])


COMMON = ("stage", "sky", "phase", "caption", "paused", "seats", "addresses", "join")


def nothing_was_given_away(evening: Evening, box: EveningBox) -> None:
    """No phone was sent what its player may not know, and all were sent messages of one size at the same time."""
    tokens = {name: token for token, name in json.loads((box.data / "table.json").read_text())["tokens"].items()}
    common: dict[int, tuple[str, int]] = {}
    for player in evening.players:
        carried = bytes(player.wire.carried)
        for name, token in tokens.items():
            assert name == player.name or token.encode() not in carried, f"{player.name} was sent {name}'s token"
        games, stage = iter(evening.dealt), "lobby"
        looked_through = 0
        for view, size in views_in(carried):
            if view["stage"] == "game" and stage != "game":
                dealt = next(games)
            stage = view["stage"]
            if stage == "game":
                shared = json.dumps([view[key] for key in COMMON])
                assert all(seat["card"] is None or not seat["alive"] for seat in view["seats"])
                assert "after" not in view
                if view["kind"] == "player":
                    nothing_is_told(player.name, dealt, view)
                    looked_through += 1
                    before = common.setdefault(view["version"], (shared, size))
                    assert before == (shared, size), f"{player.name}'s page differs at {view['version']}"
        assert looked_through > 100


def nothing_is_told(name: str, dealt: dict[str, str], view: dict[str, Any]) -> None:
    """What this view tells its player besides what all may know is the player's own."""
    you, screen = view["you"], view["screen"]
    assert you["seat"] == name
    assert you["card"] is None or you["card"]["name"] == dealt[name]
    dead = {seat["name"] for seat in view["seats"] if not seat["alive"]}
    assert view["ghost"] is None or name in dead
    notes = " ".join(note["text"] for note in you["notes"])
    told = " ".join([screen["title"], screen["text"], notes])
    pack = {other for other, card in dealt.items() if card == "Werewolf"}
    match dealt[name]:
        case "Villager" | "Hunter":
            assert not named(told, dealt), told
        case "Werewolf":
            assert named(notes, dealt) <= pack, notes
            assert not named(told, CARDS), told
        case "Witch":
            assert len(named(screen["text"], dealt)) <= 1, told
            assert not named(told, CARDS), told
        case "Seer":
            assert len(named(notes, dealt)) <= 3, notes  # one a night


def named(text: str, names: Iterable[str]) -> set[str]:
    """Which of these names are in a text?"""
    return {name for name in names if re.search(rf"\b{name}\b", text)}
