"""Two games by eight phones in a real Chromium, through the pages alone: the village wins one, then the werewolves.

One phone is reloaded, one falls asleep, one loses the network, all in the middle of it. Everything that the network
carried to each phone is looked through for what its player may not know.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.labs.evening import EveningBox, Link

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
CARDS = {"Werewolf", "Seer", "Witch", "Hunter", "Villager"}
SMALL = {"width": 320, "height": 568}
VIEW = re.compile(rb'\{"version":.*"pad":"\.*"\}')  # whole: a wire may have been cut in the middle of one

LOOK = """() => ({
    kind: document.getElementById("screen").dataset.kind,
    title: document.querySelector("#screen h1")?.textContent,
    sky: document.documentElement.dataset.sky,
    phase: document.getElementById("phase").textContent,
    choices: [...document.querySelectorAll("[data-choice]")].map((tile) => tile.dataset.choice),
    button: document.getElementById("confirm")?.firstChild.textContent ?? "",
    lost: !document.getElementById("lost").hidden,
})"""
CHANGE = """() => new Promise((seen) => {
    const everything = { attributes: true, characterData: true, childList: true, subtree: true };
    const observer = new MutationObserver(seen);
    observer.observe(document.body, everything);
    setTimeout(() => { observer.disconnect(); seen(); }, 200);
})"""
"""Wait until a page changes; not for long, for another page may be the one that does."""

PATIENCE = 4_000
"""Milliseconds after which a player no longer tries to tap what the page has taken away."""


class Player:
    """One of the eight: a phone of its own, a wire of its own to the box, and the card it was dealt."""

    def __init__(self, name: str, browser: Browser, box: EveningBox) -> None:
        self.name = name
        self.wire = Link(box)
        self.context = browser.new_context(viewport=SMALL, reduced_motion="reduce")  # type: ignore[arg-type]
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.card = ""
        self.asleep = False

    def join(self) -> None:
        """Type the name, sit down."""
        self.page.goto(self.wire.url)
        self.page.fill("#name", self.name)
        self.page.click("text=Sit down")
        expect(self.page.locator("#screen h1")).to_have_text("You are in")

    def look_at_card(self) -> None:
        """Press and hold, read, let go, and say so."""
        hold = self.page.locator("#hold")
        expect(hold).to_be_visible()
        place = hold.bounding_box()
        assert place is not None
        self.page.mouse.move(place["x"] + 20, place["y"] + 20)
        self.page.mouse.down()
        self.card = self.page.locator("#card h2").inner_text()
        self.page.mouse.up()
        expect(self.page.locator("#card")).to_be_hidden()
        assert self.page.locator("#card").inner_html() == ""
        self.page.get_by_role("button", name="I have read it").click()

    def look(self) -> dict[str, Any]:
        """What the page shows."""
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return seen

    def answer(self, seen: dict[str, Any], order: list[str]) -> None:
        """Tap the first of these names that the page offers, and confirm; pass if there is nothing but a yes."""
        offered = [name for name in order if name in seen["choices"]] or seen["choices"]
        tile = "[data-pass]" if seen["choices"] == ["yes"] else f'[data-choice="{offered[0]}"]'
        try:
            self.tap(tile)
            self.tap("#confirm")
        except TooLate:
            assert self.look()["title"] != seen["title"], f"{self.name} cannot answer “{seen['title']}”"

    def tap(self, what: str) -> None:
        """Scroll to the first of these and tap it at once, as a finger does; if the page moves under it, again when it
        stands still. What has gone meanwhile is not waited for."""
        target = self.page.locator(what).first
        try:
            target.evaluate("(target) => target.scrollIntoView({ block: 'center' })", timeout=PATIENCE)
            target.click(force=True, timeout=PATIENCE)
        except Error:
            target.click(timeout=PATIENCE)

    def reload(self) -> None:
        """Reload the page, which still knows what it was asked, and what it has answered; once more, if the night went
        on meanwhile."""
        expect(self.page.locator("#confirm")).to_contain_text("Chosen")
        for _ in range(5):
            before = self.look()
            self.page.reload()
            self.page.wait_for_selector("#screen h1")
            after = self.look()
            if after["title"] == before["title"]:
                break
        assert (after["title"], after["button"]) == (before["title"], before["button"])

    def fall_asleep(self) -> None:
        """The screen goes dark: no script runs, and the network lets go of the phone."""
        self.asleep = True
        self.context.new_cdp_session(self.page).send("Page.setWebLifecycleState", {"state": "frozen"})
        self.wire.cut()

    def wake_up(self) -> None:
        """Somebody touches the phone."""
        self.wire.mend()
        self.context.new_cdp_session(self.page).send("Page.setWebLifecycleState", {"state": "active"})
        self.asleep = False


class Evening:
    """All players, and the pages of the host and of the big screen."""

    def __init__(self, browser: Browser, box: EveningBox, names: Iterable[str] = NAMES) -> None:
        self.players = [Player(name, browser, box) for name in names]
        self.host = self.players[0].context.new_page()
        self.wall = Link(box)
        self.table = browser.new_page(reduced_motion="reduce")
        self.table.goto(f"{self.wall.url}/table")
        self.winners = ""
        self.dealt: list[dict[str, str]] = []

    def close(self) -> None:
        """Everybody goes home."""
        for player in self.players:
            player.context.close()
            player.wire.close()
        self.table.close()
        self.wall.close()

    def open_host_page(self, pin: str) -> None:
        """The first player is the host."""
        self.host.goto(f"{self.players[0].wire.url}/host")
        self.host.fill("#pin", pin)
        self.host.click("text=Open")

    def choose(self, option: str, value: str) -> None:
        """Tap a value of an option on the host's page, and wait until it is shown."""
        button = self.host.locator(f"[data-id={option}][data-value='\"{value}\"']")
        if not button.is_visible():
            self.host.click("#group-rules > summary")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")

    def start(self, winners: str) -> None:
        """Start a game that this side is to win; everybody looks at their card."""
        self.winners = winners
        self.host.click("text=Start the game")
        self.look_at_cards()

    def look_at_cards(self) -> None:
        """A game has begun, and everybody looks at their card."""
        for player in self.players:
            player.look_at_card()
        self.dealt.append({player.name: player.card for player in self.players})

    @property
    def wolves(self) -> list[str]:
        """The werewolves of this game."""
        return [name for name, card in self.dealt[-1].items() if card == "Werewolf"]

    @property
    def others(self) -> list[str]:
        """Everybody else, the first victim first; a hunter who died in the first night would end the game too soon."""
        others = [name for name, card in self.dealt[-1].items() if card != "Werewolf"]
        return sorted(others, key=lambda name: self.dealt[-1][name] == "Hunter")

    def whom(self, player: Player, sky: str) -> list[str]:
        """Whom this player would rather be rid of, or names if it does not matter."""
        hunts = sky == "day" and self.winners == "villagers" and player.name in self.others
        return self.wolves if hunts else self.others

    def play_until(self, phase: str) -> None:
        """Everybody who is awake answers what the phone asks, until one of them sees this phase or all see the end."""
        over: set[str] = set()
        while len(over) < len(self.players):
            answers = 0
            for player in self.players:
                if player.asleep:
                    continue
                seen = player.look()
                if seen["phase"] == phase:
                    return
                if seen["kind"] == "over":
                    over.add(player.name)
                answers += self.answer(player, seen)
            if not answers:
                self.table.evaluate(CHANGE)

    def answer(self, player: Player, seen: dict[str, Any]) -> bool:
        """Let a player answer, if the page asks something and has no answer yet; was there something to answer?"""
        asked = seen["kind"] == "ask" and seen["button"].startswith(("Choose", "Confirm")) and not seen["lost"]
        if asked:
            player.answer(seen, self.whom(player, seen["sky"]))
        return bool(asked)


@contextmanager
def photographed(evening: Evening, folder: Path) -> Iterator[None]:
    """Keep a picture of every page in this folder if something fails."""
    try:
        yield
    except BaseException:
        pages: dict[str, Page] = {player.name: player.page for player in evening.players if not player.asleep}
        for name, page in (pages | {"host": evening.host, "table": evening.table}).items():
            page.screenshot(path=folder / f"{name}.png")
        raise


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
