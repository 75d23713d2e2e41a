"""The plug is pulled again and again in an evening: the box comes back, says so, and loses no answer that it took."""

from __future__ import annotations

import json
import shutil
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.game import journal
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.rules.facts import WindowOpened
from narrator.telling.language import Language
from narrator.telling.timeline import left_at
from tests.chance import LONG
from tests.labs.evening import EveningBox, Gone, tasks_of
from tests.labs.soundlab import until

pytestmark = pytest.mark.slow

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
TIMES = 50 if LONG else 10
LONGEST = 0.7  # seconds that the box is left alone, at most
WORDS = Language.load(LIBRARY.folders, "millers-hollow", "en")
PROMPTS = {str(words["title"]) for words in WORDS.tree["prompts"].values()}
BACK = {line.text for line in WORDS.foreseeable("box.back")}

Given = tuple[str, str, list[str]]
"""An answer: the seat, the title of what it was asked, what it chose."""


class Players:
    """Eight people who answer everything their phones ask.

    `given` is what the box has acknowledged in this game, without decoys, in order. `left` is the game as it was when
    the plug was last pulled, if it was waiting for answers, `first` the first question that each has seen since then.
    """

    def __init__(self, box: EveningBox, dice: Random) -> None:
        self.host = box.host()
        self.phones = dict(zip(NAMES, box.seat(*NAMES), strict=True))
        self.dice = dice
        self.given: list[Given] = []
        self.left: Game | None = None
        self.first: dict[str, dict[str, Any]] = {}
        self._seen: dict[str, int] = {}

    def come_back(self, left: Game | None) -> None:
        """The box has been away: look at the phones again."""
        self.left, self.first, self._seen = left, {}, {}

    def look(self) -> dict[str, dict[str, Any]]:
        """Everybody looks at their phone once; returns what each sees."""
        views = {name: phone.view() for name, phone in self.phones.items()}
        for name, view in views.items():
            if view["screen"]["kind"] == "ask":
                self.first.setdefault(name, view["screen"])
        return views

    def play(self) -> str:
        """Everybody looks at their phone once, and answers what is new; returns the stage that the game has reached."""
        for name, view in self.look().items():
            screen = view["screen"]
            if screen["kind"] == "ask" and self._seen.get(name) != screen["number"]:
                self._seen[name] = screen["number"]
                self._answer(name, screen)
        return str(view["stage"])

    def _answer(self, name: str, screen: dict[str, Any]) -> None:
        values = [choice["value"] for choice in screen["choices"]]
        chosen = self.dice.sample(values, self.dice.randint(screen["least"], min(screen["most"], len(values))))
        if screen["may_pass"] and self.dice.random() < 0.2:
            chosen = []
        reply = self.phones[name].tell("answer", number=screen["number"], value=chosen)
        if reply["ok"] and screen["title"] in PROMPTS:
            self.given.append((name, screen["title"], chosen))

    def next_game(self) -> None:
        """The host begins the next one."""
        self.given, self.left = [], None
        self.host.tell("again")
        reply = self.host.tell("start")
        assert reply["ok"], reply


def newest(data: Path, folder: Path) -> tuple[bytes, Game, bool]:
    """The newest journal and its game, looked at in a copy, so that the box's own is not cut. And was the box still
    waiting for answers? Their time may just have run out, or the rules be ahead of windows that are yet to be told."""
    copy = folder / "copy.jsonl"
    shutil.copy(journal.games(data / "games")[0], copy)
    loaded = journal.load(copy)
    game = journal.replayed(loaded)
    heard, over = left_at(loaded.entries, game.facts)
    ahead = sum(isinstance(fact, WindowOpened) for fact in game.facts[heard:]) > 1
    return copy.read_bytes(), game, over < len(game.facts) and not ahead


def lacking(game: Game, given: list[Given]) -> list[Given]:
    """Which of these answers are missing from a game, in this order?"""
    held = iter(
        [(entry[2], WORDS.prompt(entry[1])["title"], list(entry[3])) for entry in game.entries if entry[0] == "answer"]
    )
    return [each for each in given if each not in held]


def said_since(log: Path, place: int) -> list[str]:
    """What the box has said since its log had this length."""
    lines = [json.loads(line) for line in log.read_bytes()[place:].decode().splitlines()]
    return [line["said"] for line in lines if "said" in line]


def check_the_end(players: Players, data: Path, folder: Path) -> None:
    """The game that the pages tell of is the one on the disk, with every answer in it."""
    after = players.host.view()["after"]
    _, game, _ = newest(data, folder)
    assert game.winner is not None
    assert after["winner"] == WORDS.side(game.winner)
    assert after["winners"] == list(game.winners)
    assert [card["name"] for card in after["cards"] if card["alive"]] == list(game.alive)
    assert lacking(game, players.given) == []


def check_the_call(players: Players) -> int:
    """Those whose answer the box waited for see the same question first; how many of them have seen one so far?"""
    checked = 0
    left = players.left
    for prompt in left.prompts if left else ():
        for seat in left.waiting(prompt):
            if seat in players.first:
                assert players.first[seat]["title"] == WORDS.prompt(prompt.id)["title"], (seat, prompt.id)
                assert players.first[seat]["chosen"] is None
                checked += 1
    return checked


def play_on(players: Players, box: EveningBox, folder: Path) -> None:
    """Game after game, until the box is gone."""
    while True:
        if players.play() == "over":
            check_the_end(players, box.data, folder)
            players.next_game()


@pytest.mark.timeout(1500)
def test_plugs_pulled_again_and_again_lose_no_answer(tmp_path: Path) -> None:
    dice = Random(1)
    log = tmp_path / "log.jsonl"
    asked_again = came_back = 0
    with EveningBox(tmp_path / "data", log=str(log), rest=100, ask=3) as box:
        players = Players(box, dice)
        players.next_game()
        for _ in range(TIMES):
            assert box.process is not None
            threading.Timer(dice.random() * LONGEST, box.process.kill).start()
            with pytest.raises(Gone):
                play_on(players, box, tmp_path)
            box.outcome()
            asked_again += check_the_call(players)
            written, game, waits = newest(box.data, tmp_path)
            assert lacking(game, players.given) == []

            players.come_back(game if waits else None)
            place = log.stat().st_size
            box.start()
            after, _, _ = newest(box.data, tmp_path)
            assert after.startswith(written[: written.rfind(b"\n") + 1])
            if players.host.view()["stage"] != "lobby":
                came_back += 1
                until(
                    lambda since=place: players.look() and BACK & set(said_since(log, since)),
                    what="the box says that it is back",
                )
        while players.play() != "over":
            pass
        check_the_end(players, box.data, tmp_path)
        assert box.stop() == 0
    assert came_back > TIMES / 2
    assert asked_again > TIMES / 20


def test_neither_renderer_nor_mixer_outlives_its_box(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with EveningBox(tmp_path / "data", env={"CACHE_DIRECTORY": str(cache)}, aloud=True) as box:
        assert box.process is not None
        until(lambda: any(cache.rglob("*.flac")), what="it renders its lines")
        helpers = tasks_of(box.process.pid)
        assert len(helpers) == 2
        box.kill()
    until(lambda: not [task for task in helpers if Path(f"/proc/{task}").exists()], what="both are gone")
