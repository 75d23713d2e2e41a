"""Nobody can answer any more: the box waits for them and goes on by itself when somebody can; nobody else is missed."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.box.pages.listeners import Listener
from narrator.box.presence import GRACE
from narrator.game.game import Game
from tests.labs.boxlab import Table
from tests.labs.buttonlab import NAMES

CARDS = {"Ann": "werewolf", "Bob": "werewolf"}


class Phones(Table):
    """A table with a page for each of those who play by phone; it sleeps and wakes as the test likes."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, NAMES)
        self.pages: dict[str, Listener] = {}

    def begin(self, prompt: str = "werewolf.devour") -> None:
        self.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options={"sheriff": "never"}, seed=3))
        self.until(prompt)

    def wake(self, *names: str) -> None:
        for name in names:
            listener = self.box.listeners.add("player", self.tokens[name])
            self.pages[name] = listener
            self.box._welcome(listener)

    def doze(self, *names: str) -> None:
        for name in names:
            self.pages.pop(name).close()

    def wait(self, seconds: float) -> None:
        until = self.time.now + seconds
        while self.time.now < until:
            wait = self.box.turn()
            self.time.now = until if wait is None else min(until, self.time.now + max(wait, 1e-6))
        self.box.turn()

    @property
    def paused(self) -> bool:
        return self.page(kind="table")["paused"] is not None

    @property
    def said(self) -> list[str]:
        return [what for _, kind, what in self.loudspeaker.heard if kind == "say"]


@pytest.fixture
def table(tmp_path: Path) -> Phones:
    return Phones(tmp_path)


def test_the_box_waits_while_nobody_can_be_heard_and_then_goes_on_by_itself(table: Phones) -> None:
    table.begin()
    table.wake(*NAMES)
    table.wait(2.0)
    left = table.page(kind="table")["clock"]["left"]
    table.doze(*NAMES)
    table.wait(min(GRACE, table.round.length / 2) - 1)
    assert not table.paused
    table.wait(3.0)
    assert table.paused
    assert sum("hone" in line for line in table.said) == 1
    table.wait(600.0)
    assert table.paused
    assert sum("hone" in line for line in table.said) == 1, "it is said once"
    table.wake("Gus")
    assert not table.paused
    assert table.page(kind="table")["clock"]["left"] >= left - 1.0, "what nobody could use is given back"
    table.wait(1.0)
    assert not table.paused


def test_one_player_who_can_be_heard_is_enough_no_matter_who(table: Phones) -> None:
    table.begin()
    table.wake(*NAMES)
    table.doze(*NAMES[:-1])
    table.wait(4 * GRACE)
    assert not table.paused


def test_phones_may_sleep_through_a_debate_and_the_box_waits_only_at_the_vote(table: Phones) -> None:
    table.begin("village.vote")
    table.wake(*NAMES)
    table.do("skip", token=table.host)
    while table.page(kind="table")["phase"] != "Day 2" or table.round.beat.screen != "debate":  # type: ignore[union-attr]
        assert table.step()
    table.doze(*NAMES)
    table.wait(60.0)
    assert not table.paused
    table.until("village.vote")
    table.wait(GRACE - 1.0)
    assert not table.paused, "a phone takes a while to wake"
    table.wait(2 * GRACE)
    assert table.paused


def test_each_question_has_its_own_time_to_wake_a_phone(table: Phones) -> None:
    table.begin()
    table.wake(*NAMES)
    table.wait(table.page(kind="table")["clock"]["left"] - GRACE / 2)
    table.doze(*NAMES)
    table.until("village.vote")
    table.wait(GRACE - 1.0)
    assert not table.paused
    table.wait(2.0)
    assert table.paused


def test_the_dead_and_the_bots_cannot_answer_for_the_living(table: Phones) -> None:
    table.set("bots", 1)
    bot = table.box.lobby.bots[0]
    seats = [*NAMES, bot]
    table.box.moderate(Game("millers-hollow", seats, cards=CARDS, options={"sheriff": "never"}, seed=3))
    table.until("werewolf.devour")
    table.answer("Ann", "Hal")
    table.answer("Bob", "Hal")
    table.until("village.vote")
    assert "Hal" not in table.round.views[None].living
    table.wake(*NAMES)
    table.doze(*NAMES[:-1])
    table.wait(2 * GRACE)
    assert table.paused


def test_a_part_that_hears_a_player_again_ends_the_wait(table: Phones) -> None:
    table.begin()
    table.box.reach("tags", {"Eve": True, "Ann": True})
    table.wait(GRACE)
    assert not table.paused, "nobody is missed who was never heard"
    table.until("village.vote")
    table.until("werewolf.devour")
    table.box.reach("tags", {"Eve": False, "Ann": False})
    table.wait(2 * GRACE)
    assert table.paused
    table.box.reach("buttons", {"Ann": False})
    assert table.paused
    table.box.reach("tags", {"Eve": True, "Ann": False})
    assert not table.paused


def test_only_the_host_ends_the_hosts_own_pause(table: Phones) -> None:
    table.begin()
    table.wake("Ann")
    table.do("pause", token=table.host)
    table.doze("Ann")
    table.wait(2 * GRACE)
    table.wake("Ann")
    assert table.paused
    table.do("resume", token=table.host)
    table.doze("Ann")
    table.wait(2 * GRACE)
    table.do("pause", token=table.host)
    table.wake("Ann")
    assert table.paused, "the host has paused since"


def test_the_host_may_go_on_with_nobody(table: Phones) -> None:
    table.begin()
    table.wake("Ann")
    table.doze("Ann")
    table.wait(2 * GRACE)
    assert table.paused
    table.do("resume", token=table.host)
    table.until("village.vote")
    table.wait(2 * GRACE)
    assert not table.paused


def test_where_nobody_was_ever_heard_nobody_is_missed(table: Phones) -> None:
    table.begin()
    table.until("village.vote")
    assert not table.paused


def test_what_is_lost_in_a_game_is_said_once_and_its_return_too(table: Phones) -> None:
    table.box.device("keypad in port 2", "The keypad in port 2 is gone: plug it in again.")
    table.box.device("keypad in port 2", None)
    before = len(table.said)
    table.begin()
    begun = len(table.said)
    assert not any("keypad" in line for line in table.said[before:])
    table.box.device("keypad in port 2", "The keypad in port 2 is gone: plug it in again.")
    assert table.page(kind="host")["trouble"] == ["The keypad in port 2 is gone: plug it in again."]
    table.box.device("keypad in port 2", None)
    assert table.page(kind="host")["trouble"] == []
    table.box.device("keypad in port 2", "The keypad in port 2 is gone: plug it in again.")
    table.box.device("keypad in port 2", None)
    assert ["keypad" in line for line in table.said[begun:]] == [True, True], "a loose plug is no chatterbox"
    table.wait(61.0)
    begun = len(table.said)
    table.box.device("gadget", "It is gone.")
    assert "device" in table.said[begun]


def test_who_is_missed_and_when_reveals_nothing_about_the_cards(tmp_path: Path) -> None:
    """Two games that differ in who is of the pack: the phones sleep and wake alike, and all that is heard is alike."""
    heard = []
    for pack in (("Ann", "Bob"), ("Cid", "Dan")):
        table = Phones(tmp_path / pack[0])
        cards = dict.fromkeys(pack, "werewolf")
        table.box.moderate(Game("millers-hollow", NAMES, cards=cards, options={"sheriff": "never"}, seed=3))
        table.wake(*NAMES)
        table.until("werewolf.devour")
        table.doze(*NAMES)
        table.wait(20.0)
        table.wake("Ann")
        table.wait(3.0)
        table.doze("Ann")
        table.wait(20.0)
        table.wake("Cid")
        table.wait(60.0)
        heard.append(table.loudspeaker.heard)
    assert heard[0] == heard[1]
    assert sum("hone" in what for _, kind, what in heard[0] if kind == "say") == 2
