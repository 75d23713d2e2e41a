"""A box to experiment with: the test sets its time, and what it says and plays is written down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import json

from narrator.box.box import Box
from narrator.box.round import Round
from narrator.clock import Clock
from narrator.game.game import Game
from narrator.lobby.lobby import Lobby
from narrator.network.addresses import Found
from narrator.panel.panel import Panel
from narrator.telling.voice import Line

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
CARDS = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer", "Dan": "witch", "Eve": "hunter"}
DAY = 24 * 3600.0


class Time:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Notebook:
    """A loudspeaker that writes down what is said and played, and when; a line takes a tenth of a second per letter."""

    def __init__(self, time: Time) -> None:
        self.time = time
        self.heard: list[tuple[float, str, str]] = []
        self.lines: list[Line] = []

    def _note(self, kind: str, what: str) -> None:
        self.heard.append((round(self.time.now, 3), kind, what))

    def prepare(self, lines: Iterable[Line]) -> None:
        list(lines)

    def begin(self) -> None:
        pass

    def say(self, line: Line) -> float:
        self.lines.append(line)
        self._note("say", line.text)
        return len(line.text) / 10

    def say_when_ready(self, line: Line, begins: Callable[[], None]) -> float:
        begins()
        return self.say(line)

    def chime(self) -> None:
        self._note("chime", "")

    def effect(self, name: str) -> None:
        self._note("effect", name)

    def effect_stop(self, name: str) -> None:
        self._note("effect-stop", name)

    def bed(self, name: str | None, turn: str = "", late: float = 0.0) -> None:
        self._note("bed", str(name))
        self._note("turn", f"{turn}, {late}")

    def level(self, part: str) -> None:
        self._note("level", part)

    def volumes(self, *, master: float, voice: float, ambience: float, room: float) -> None:
        self._note("volumes", f"{master} {voice} {ambience} {room}")

    def hush(self) -> None:
        self._note("hush", "")

    def close(self) -> None:
        self._note("close", "")


@contextmanager
def kept_once(lobby: Lobby) -> Iterator[None]:
    """The table is tried and written to the disk when everything is done, not after each message."""
    file, lobby.file = lobby.file, None
    yield
    lobby.file = file
    lobby.save()


class Table:
    """A box with players who sit at it, moved through time by hand."""

    def __init__(self, data: Path, names: Iterable[str] = (), seed: int = 1) -> None:
        self.time = Time()
        self.loudspeaker = Notebook(self.time)
        found = Found(("http://box:8080",))
        self.box = Box(data, self.loudspeaker, clock=Clock(self.time), found=found, seed=lambda: seed)
        with kept_once(self.box.lobby):
            self.tokens = {name: self.do("join", name=name)["token"] for name in names}
        self.host = self.do("open-host", pin=self.box.pin)["token"]

    @property
    def round(self) -> Round:
        """The round that is played, or was played last."""
        assert self.box.round is not None
        return self.box.round

    def do(self, do: str, /, **message: Any) -> dict[str, Any]:
        """Send a message; returns the box's reply."""
        return self.box.handle({"do": do, **message})

    def set(self, what: str, value: Any) -> dict[str, Any]:
        """Change a setting as the host."""
        return self.do("set", token=self.host, what=what, value=value)

    def page(self, name: str | None = None, kind: str = "player") -> dict[str, Any]:
        """What a page shows now."""
        token = self.host if kind == "host" else self.tokens.get(name or "")
        reply = self.do("look", kind=kind, token=token)
        return dict(json.decode(reply["view"]))

    def answer(self, name: str, *choices: str) -> dict[str, Any]:
        """Answer what this player's page shows."""
        number = self.page(name)["screen"]["number"]
        return self.do("answer", token=self.tokens[name], number=number, value=list(choices))

    def step(self) -> bool:
        """Go on to the next moment at which the box has something to do; false when there is none."""
        wait = self.box.turn()
        if wait is None:
            return False
        self.time.now += max(wait, 1e-6)
        self.box.turn()
        return True

    def until(self, prompt: str) -> None:
        """Go on until this prompt's window is open."""
        while not (self.round.asking and self.round.views[None].window == prompt):
            assert self.step(), f"{prompt} never came"


def playing(folder: Path) -> Table:
    """Eight players whose game has just begun, without a sheriff."""
    table = Table(folder, NAMES)
    assert table.set("option", {"sheriff": "never"})["ok"]
    assert table.do("start", token=table.host)["ok"]
    return table


def begun(folder: Path, **options: str) -> Table:
    """Eight players whose game has just begun: two werewolves, a seer, a witch, a hunter; no sheriff."""
    table = Table(folder, NAMES)
    table.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options={"sheriff": "never", **options}, seed=3))
    return table


def table_of_bots(folder: Path, number: int = 9, seed: int = 1) -> Table:
    """Nobody but bots, before their game."""
    table = Table(folder, seed=seed)
    assert table.set("bots", number)["ok"]
    return table


def to_the_end(table: Table) -> None:
    """Go on until there is nothing left to do."""
    while table.step():
        assert table.time.now < DAY, "this game never ends"


class PanelTable(Table):
    """A table with devices, and players without phones; a subclass gives it its `panel`."""

    panel: Panel

    def add(self, names: Iterable[str]) -> None:
        """Put these players at the table."""
        lobby = self.box.lobby
        with kept_once(lobby):
            for name in names:
                if name not in lobby.players:
                    assert self.do("add", token=self.host, name=name)["ok"]
                self.tokens[name] = lobby.token_of(name) or ""

    def settle(self) -> float | None:
        """Let box and panel do everything that is due now; returns the seconds until there is more."""
        waits = [self.panel.turn(), self.box.turn()]
        while not self.box.inbox.empty():
            call = self.box.inbox.get()
            assert callable(call)
            call()
        waits.append(self.panel.turn())
        return min((wait for wait in waits[1:] if wait is not None), default=None)

    def pass_time(self, until: float) -> None:
        """Go on to this time."""
        while True:
            wait = self.settle()
            if self.time.now >= until:
                break
            self.time.now = until if wait is None else min(until, self.time.now + max(wait, 1e-6))

    def step(self) -> bool:
        """Go on to the next moment at which the box has something to do; false when there is none."""
        wait = self.box.turn()
        if wait is None:
            return False
        self.pass_time(self.time.now + max(wait, 1e-6))
        return True


def writing(folder: Path) -> Table:
    """Everybody may write on the wall."""
    table = Table(folder, NAMES)
    options = {"graffiti": "on", "sheriff": "never"}
    table.box.lobby.roleset, table.box.lobby.options = "the-pact", options
    table.box.moderate(Game("the-pact", NAMES, cards={"Ann": "werewolf"}, options=options))
    table.until("village.vote")
    for name in NAMES:
        assert table.answer(name, "Hal")["ok"]
    table.until("village.graffiti")
    return table


def debating(table: Table) -> Table:
    """On to the next debate."""
    while table.round.beat is None or table.round.beat.screen != "debate":
        assert table.step()
    return table


def acts(table: Table, name: str) -> list[str] | None:
    """What this player may do at any time of the day: the ids of the buttons; nothing where no page has any."""
    shown = table.page(name)["acts"]
    return None if shown is None else [act["id"] for act in shown]


def act(table: Table, name: str, what: str, *value: str) -> dict[str, Any]:
    """Let this player do something of that; gives the reply."""
    return table.do("act", token=table.tokens[name], what=what, value=list(value))


def said(table: Table) -> list[str]:
    """All that was said so far."""
    return [what for _, kind, what in table.loudspeaker.heard if kind == "say"]


def pass_time(table: Table, seconds: float) -> None:
    """Let so much time go by, with everything that falls due in it."""
    end = table.time.now + seconds
    while table.time.now < end:
        wait = table.box.turn()
        table.time.now = end if wait is None else min(end, table.time.now + max(wait, 1e-6))
    table.box.turn()


def until_over(table: Table, condemned: list[str]) -> None:
    """Play on to the end; the village votes for these, one after another, and the rest is left to lots."""
    answered = -1
    for _ in range(1000):
        if table.box.stage != "game" or not table.step():
            return
        played = table.round
        if not played.asking or played.asked == answered:
            continue
        answered = played.asked
        for prompt in [prompt for prompt in played.game.prompts if prompt.id == "village.vote"]:
            for seat in prompt.seats:
                table.answer(seat, next(name for name in condemned if name in played.game.alive))
        table.do("skip", token=table.host)
