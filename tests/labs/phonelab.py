"""Phones to experiment with: one without a browser, and eight people with one each."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.labs.boxlab import NAMES
from tests.labs.evening import EveningBox, Link
from web.server import Server

SMALL = {"width": 320, "height": 568}
"""The smallest phone."""
LOOK = """() => ({
    kind: document.getElementById("screen").dataset.kind,
    title: document.querySelector("#screen h1")?.textContent,
    sky: document.documentElement.dataset.sky,
    phase: document.getElementById("phase").textContent,
    choices: [...document.querySelectorAll("[data-choice]")].map((tile) => tile.dataset.choice),
    button: document.getElementById("confirm")?.firstChild.textContent ?? "",
    lost: !document.getElementById("lost").hidden,
})"""
"""What a page shows."""
CHANGE = """() => new Promise((seen) => {
    const everything = { attributes: true, characterData: true, childList: true, subtree: true };
    const observer = new MutationObserver(seen);
    observer.observe(document.body, everything);
    setTimeout(() => { observer.disconnect(); seen(); }, 200);
})"""
"""Wait until a page changes; not for long, for another page may be the one that does."""
PATIENCE = 4_000
"""Milliseconds after which a player no longer tries to tap what the page has taken away."""


class Phone:
    """A minimal browser: requests to one server, with this seat's cookie."""

    def __init__(self, server: Server, seat: str | None = None, host: str | None = None) -> None:
        self.server = server
        cookies = {"player": seat and f"token-of-{seat}", "host": host}
        self.cookie = "; ".join(f"narrator-{kind}-{server.port}={token}" for kind, token in cookies.items() if token)

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, bytes]:
        """Status, headers and body of the answer."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)) as connection:
            connection.request(method, path, body, {"Cookie": self.cookie} | headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def get(self, path: str) -> tuple[int, str]:
        status, _, body = self.request("GET", path)
        return status, body.decode()

    def tell(self, kind: str, message: Any) -> tuple[int, dict[str, Any]]:
        """Post a message as a page does (bytes are sent as they are)."""
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        status, _, reply = self.request("POST", f"/tell/{kind}", body, **{"Content-Type": "application/json"})
        return status, json.loads(reply)

    @contextmanager
    def listening(self, kind: str = "player") -> Iterator[Ear]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        connection.request("GET", f"/events/{kind}", headers={"Cookie": self.cookie})
        with closing(connection), connection.getresponse() as answer:
            yield Ear(answer)


class Ear:
    """One open stream."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.answer = answer

    def event(self) -> bytes:
        """The next event, as it came over the wire; nothing at the end of the stream."""
        event = b""
        while line := self.answer.readline():
            event += line
            if line == b"\n":
                break
        return event

    def view(self) -> dict[str, Any]:
        return dict(json.loads(self.event().removeprefix(b"data: ")))


def in_sight(page: Page, what: str) -> None:
    """It lies within the window, whole, without scrolling."""
    box, size = page.locator(what).bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size["height"]


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
