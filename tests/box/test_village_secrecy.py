"""Whatever somebody does in secret in the village, all others see the same, and at the same moments (G-20)."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.rules.facts import EVERYBODY, Fact, PhaseBegan
from tests.labs.boxlab import Table
from tests.labs.villagelab import EVENING, EVENINGS, NAMES, answers, evening

LATE = 4.0
"""So many seconds after the others those answer who answer something else."""
LAST = "day 4"
AT_DAWN = ["witch.refill", "double-agent.name"]
"""What is answered at dawn and is a secret, even where everybody sees who is asked."""
SAID_ALOUD = {"witch.brew"}
"""What comes of these is said at once for all to hear (VA-07): only how they are answered is a secret."""


class Evening:
    """One evening, played on its pages until `LAST` or the end of the phase in which a prompt is answered `differently`
    than in an evening without that. Werewolves devour the `victim` named, if any. What a page shows is kept as a number
    that stands for it, because all that all pages show takes gigabytes."""

    def __init__(self, table: Table, seed: int, differently: str = "", victim: str = "") -> None:
        self.table, self.seed, self.differently, self.victim = table, seed, differently, victim
        self.sent: dict[str, list[tuple[float, int]]] = {}
        self.put: dict[str, str] = {}
        self.asked: dict[str, list[str]] = {}
        self.began: dict[str, float] = {}
        for name in (*NAMES, "the table's screen"):
            player = name in NAMES
            listener = self.table.box.listeners.add("player" if player else "table", self.table.tokens.get(name))
            messages = self.sent[name] = []
            listener.put = lambda message, kept=messages: kept.append((self.table.time.now, hash(message)))  # type: ignore[method-assign]
        self.play()

    def play(self) -> None:
        table, asked = self.table, -1
        while table.box.stage == "game" and table.step():
            played, phase = table.round, table.round.views[None].phase
            self.began.setdefault(phase, table.time.now)
            if phase == LAST or phase != self.put.get(self.differently, phase):
                return
            if played.asking and played.asked != asked:
                asked = played.asked
                self.answer()

    def answer(self) -> None:
        """Everybody answers what is asked of them; a pack agrees where it can."""
        played = self.table.round
        window, onlooker = str(played.views[None].window), played.views[None]
        questions = {name: question for name in NAMES if (question := played.question(name)) is not None}
        asked = [name for name in questions if questions[name] is played.views[name].prompt]
        in_secret = not onlooker.asked or window in AT_DAWN
        differs = bool(asked) and window == self.differently and in_secret and window not in self.put
        if asked and (onlooker.phase.startswith("night") or window in AT_DAWN):
            self.put.setdefault(window, onlooker.phase)
            self.asked.setdefault(window, asked)
        for name in [name for name in questions if name not in asked]:
            self.give(name, self.value(name))
        if differs and not onlooker.asked:
            self.wait(LATE)
        for name in asked:
            values = [self.value(name, again) for again in range(30 if differs or window in SAID_ALOUD else 1)]
            usual, *others = [value for value in values if value or window not in SAID_ALOUD]
            self.give(name, next((other for other in others if differs and other and other != usual), usual))

    def value(self, name: str, again: int = 0) -> list[str]:
        played = self.table.round
        whose = name if played.views[None].asked else ""
        screen = self.table.page(name)["screen"]
        offered = [choice["value"] for choice in screen["choices"]]
        if played.views[None].window == "werewolf.devour" and self.victim in offered:
            return [self.victim]
        return answers(screen, Random(f"{self.seed} {played.asked} {whose} {again}"))

    def give(self, name: str, value: list[str]) -> None:
        assert self.table.answer(name, *value)["ok"]

    def wait(self, seconds: float) -> None:
        end = self.table.time.now + seconds
        while self.table.time.now < end:
            self.table.time.now = min(end, self.table.time.now + (self.table.box.turn() or 0.0))
            self.table.box.turn()

    def sees_everything(self, seat: str) -> bool:
        """Is this seat among the dead who see everything?"""
        return self.table.round.views[seat].everything

    def told(self, seat: str, until: str) -> list[Fact]:
        """What this seat alone may know, or with a few others, of all that happened before this phase."""
        facts: list[Fact] = []
        assert self.table.round.game is not None
        for fact in self.table.round.game.events:
            if isinstance(fact, PhaseBegan) and fact.phase == until:
                break
            if fact.knowers is not EVERYBODY and seat in fact.knowers:
                facts.append(fact)
        return facts

    def shown(self, name: str, until: float) -> list[tuple[float, int]]:
        return [(at, message) for at, message in self.sent[name] if at < until]

    def heard(self, until: float) -> list[tuple[float, str, str]]:
        return [heard for heard in self.table.loudspeaker.heard if heard[0] < until]


def assert_same(shown: list[tuple[float, int]], also: list[tuple[float, int]], about: object) -> None:
    assert [at for at, _ in shown] == [at for at, _ in also], about
    for (at, message), (_, other) in zip(shown, also, strict=True):
        assert message == other, (about, at)


def secrets(setting: dict[str, Any]) -> list[str]:
    """The secret prompts that this evening's roleset has, those that it shares with every evening last."""
    rules = LIBRARY.roleset("the-pact", {**EVENING, **setting.get("options", {})})[0]
    at_dawn = [name for event in setting.get("events", ()) for name in AT_DAWN if name in rules.events[event].prompts]
    return list(dict.fromkeys([*at_dawn, *(rule.id for call in rules.every_call for rule in call.rules)]))


def compared(folder: Path, seed: int, setting: dict[str, Any], wanted: list[str]) -> set[str]:
    """Play an evening, and for each prompt that was put in it one in which it is answered differently."""
    one = Evening(evening(folder / "one", seed, setting), seed)
    done = set()
    for prompt in [prompt for prompt in wanted if prompt in one.put]:
        other = Evening(evening(folder / prompt, seed, setting), seed, differently=prompt)
        phase = one.put[prompt]
        after = phase.replace("dawn", "day").replace("night", "dawn")
        if after not in one.began or after not in other.began:
            continue  # the game was won in that phase
        assert other.put[prompt] == phase
        end = one.began[after]
        assert other.began[after] == end, (prompt, seed)
        assert one.heard(end) == other.heard(end), (prompt, seed)
        aside = one.asked[prompt]
        aside = [*aside, *(name for name in NAMES if one.sees_everything(name) or other.sees_everything(name))]
        unaware = [name for name in NAMES if name not in aside and one.told(name, after) == other.told(name, after)]
        assert len(unaware) > 2, (prompt, unaware)
        for name in (*unaware, "the table's screen"):
            assert_same(one.shown(name, end), other.shown(name, end), (prompt, seed, name))
        done.add(prompt)
    return done


@pytest.mark.slow
def test_nothing_tells_what_was_answered_in_secret(tmp_path: Path) -> None:
    """Every secret prompt of every evening (BD-30, BD-31, EV-05, EV-11, EV-13, EV-24, EV-25, EV-38, VA-01, VA-07)"""
    left = {prompt for setting in EVENINGS for prompt in secrets(setting)} - {"actor.perform"}
    for seed in range(12):
        for at, setting in enumerate(EVENINGS):
            wanted = [prompt for prompt in secrets(setting) if prompt in left]
            if wanted:
                left -= compared(tmp_path / f"{at} {seed}", seed, setting, wanted)
    assert not left


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nobody_can_tell_the_plague_from_werewolves(seed: int, tmp_path: Path) -> None:
    """VA-08: the two games have the same victims, and the village hangs none of the werewolves of the one."""
    deck = ["werewolf", "werewolf", "seer", "fox", "piper", "cupid", *["villager"] * 6]
    evenings = []
    for plague in ("off", "on"):
        table = Table(tmp_path / plague, NAMES, seed)
        table.box.boot = "b007"
        options = {"black_plague": plague, "ghosts_see": "off", "sheriff": "never"}
        lots = ["Kay"] if plague == "on" else []
        table.box.moderate(Game("the-pact", NAMES, deck=deck, options=options, seed=seed, lots=lots))
        evenings.append(Evening(table, seed, victim="Kay"))
    one, other = evenings
    until = one.began["night 2"]
    unaware = [name for name in NAMES if one.told(name, "night 2") == other.told(name, "night 2")]
    assert len(unaware) > 6
    assert one.heard(until) == other.heard(until)
    for name in (*unaware, "the table's screen"):
        assert_same(one.shown(name, until), other.shown(name, until), name)


def test_nobody_else_sees_whom_the_plague_goes_on_to(tmp_path: Path) -> None:
    """VA-08"""
    options, seen = {"black_plague": "on", "ghosts_see": "off", "sheriff": "never"}, []
    for at, passed_to in enumerate(("", "Ann")):
        table = Table(tmp_path / str(at), NAMES)
        table.box.boot = "b007"
        deck = ["werewolf", "hunter", "fox", *["villager"] * 9]
        table.box.moderate(Game("the-pact", NAMES, deck=deck, options=options, seed=2))
        table.until("village.vote")
        (victim,) = [seat["name"] for seat in table.page("Ann")["seats"] if not seat["alive"]]
        if passed_to:
            assert table.do("act", token=table.tokens[victim], what="plague.pass", value=[passed_to])["ok"]
        others = [name for name in NAMES if name != victim]
        for window in ("village.vote", "werewolf.devour"):
            table.until(window)
            pages = [table.page(name) for name in others] + [table.page(kind="table")]
            seen.append((window, table.time.now, pages, table.loudspeaker.heard.copy()))
    assert seen[:2] == seen[2:]


@pytest.mark.slow
@pytest.mark.parametrize("moonlight", ["on", "hard"])
def test_candles_go_out_before_any_page_shows_who_has_died(moonlight: str, tmp_path: Path) -> None:
    """VA-01"""
    table = Table(tmp_path, NAMES)
    cards = {"Ann": "werewolf", "Cid": "hunter"}
    options = {"moonlight": moonlight, "sheriff": "never"}
    table.box.moderate(Game("the-pact", NAMES, cards=cards, options=options, seed=2))
    dark, dead = set(), set()
    while table.box.stage == "game" and table.step() and table.round.views[None].phase != "night 3":
        played = table.round
        for name in NAMES:
            for seat in table.page(name)["seats"]:
                dark |= set() if seat["candle"] else {seat["name"]}
                dead |= set() if seat["alive"] else {seat["name"]}
            assert dead <= dark
        if played.asking and played.views[None].window in ("werewolf.devour", "werewolf.snuff", "village.vote"):
            for name in NAMES:
                choices = [choice["value"] for choice in table.page(name)["screen"].get("choices", ())]
                victim = next((one for one in ("Cid", "Dan", "Eve", "Fay") if one in choices and one != name), None)
                if victim is not None:
                    assert table.answer(name, victim)["ok"]
    assert len(dead) >= 3
