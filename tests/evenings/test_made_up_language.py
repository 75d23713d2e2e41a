"""A whole evening in a language that nobody speaks: by knob, buttons, tags and pages, and without one English word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Raw, json

from hardware.fake import Fake
from narrator.box.pages.listeners import Listener
from narrator.game.library import LIBRARY, OWN
from narrator.lobby.tags import Known
from narrator.network.addresses import Found
from narrator.network.hotspot import Wifi
from narrator.panel.fake_page import FakePage, uid
from narrator.panel.panel import Panel
from narrator.telling.voice import Line
from tests.labs.boxlab import Notebook, PanelTable
from tests.labs.buttonlab import choose, taps
from tests.labs.made_up import CODE, IDS, write_language

PHONES = ["Αλφα", "Βητα", "Γαμμα", "Δελτα", "Εψιλον"]
"""Names without a letter of ours, so that what is made up is told from them."""
BUTTONS = range(1, 5)
MORE_IDS = {"card", "do", "keys", "lights", "on", "wants", "word"}
"""Parts of the page with devices, and of replies, that nobody reads as words."""
OWN_PARTS = ("you", "screen", "ghost", "bets")
"""What a player's page shows that no other does."""
HOLD, PUSH, REST = 0.8, 0.1, 0.1
LONGEST = 8 * 3600.0

pytestmark = pytest.mark.slow


class EveningTable(PanelTable):
    """A table with phones, four buttons, a knob and a lid, at which everything that anybody hears or reads is noted.

    `english` is what of it has English words.
    """

    def __init__(self, data: Path, seed: int = 1) -> None:
        self.english: set[str] = set()
        super().__init__(data, seed=seed)
        self.loudspeaker.__class__ = HeardNotebook
        assert self.set("language", CODE)["ok"]
        self.seen: dict[tuple[str, str], bytes] = {}
        self.heard = self.version = 0
        self.dice = Random(seed)
        self.pages: list[Listener] = []
        self.fake = FakePage(self.box, Fake(len(BUTTONS)))
        self.panel = Panel(self.box, [self.fake.fake], send=self.box.handle, now=self.time)
        self.panel.listen()
        self.settle()

    # What is heard and read.

    def settle(self) -> float | None:
        wait = super().settle()
        self.look()
        return wait

    def do(self, do: str, /, **message: Any) -> dict[str, Any]:
        reply = super().do(do, **{"language": CODE, **message})
        if not reply["ok"]:
            self.note(f"refused {do}", [reply["sentence"]])
        return reply

    def look(self) -> None:
        """Note what has been said, and what any page shows."""
        self.note("said", [what for _, kind, what in self.loudspeaker.heard[self.heard :] if kind in ("say", "ahead")])
        self.heard = len(self.loudspeaker.heard)
        if self.box.pages.version == self.version:
            return
        self.version = self.box.pages.version
        pages = [("host", self.host), ("table", None), ("deck", None)]
        for kind, token in [*pages, *(("player", token) for token in self.box.lobby.tokens)]:
            self.see(f"{kind} {token}", self.box.page(kind, token, CODE))
        self.see("hardware", self.fake.snapshot())

    def see(self, page: str, view: str) -> None:
        kind, found = page.partition(" ")[0], json.decode(view, type=dict[str, Raw])
        for part in OWN_PARTS if kind == "player" else found:
            shown = bytes(found[part])
            if self.seen.get((page, part)) != shown:
                self.seen[page, part] = shown
                self.note(kind, texts(json.decode(shown), part))

    def note(self, where: str, found: Iterable[str]) -> None:
        self.english.update(f"{where}: {text}" for text in found if re.search("[A-Za-z]{2}", text))


class HeardNotebook(Notebook):
    """A stage that notes what is rendered ahead as if it were said."""

    def prepare(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self._note("ahead", line.text)


def texts(at: Any, key: str = "") -> Iterator[str]:
    """Everything in a view that somebody reads as words."""
    if key in IDS | MORE_IDS:
        return
    if isinstance(at, dict):
        for part, under in at.items():
            yield from texts(under, part)
    elif isinstance(at, list):
        for under in at:
            yield from texts(under)
    elif isinstance(at, str) and not re.fullmatch(r"seat \d", at):
        yield at


# What people do.


class Evening(EveningTable):
    """People with phones, people with buttons, and a host with the knob."""

    def push(self, seconds: float = PUSH) -> None:
        self.switch("press", "knob", seconds)

    def turn(self, clicks: int = 1) -> None:
        self.fake.fake.turn(clicks)
        self.pass_time(self.time.now + REST)

    def switch(self, what: str, thing: str, seconds: float) -> None:
        for on, long in ((True, seconds), (False, REST)):
            assert self.fake.ask({"do": what, "what": thing, "value": on})["ok"]
            self.pass_time(self.time.now + long)

    def lay(self, *meanings: str) -> None:
        for meaning in meanings:
            self.switch("lay", uid(meaning), HOLD)
            self.pass_time(self.time.now + REST)

    def knob(self, cue: str) -> None:
        """Turn the knob until it says this."""
        said = re.escape(str(self.box.language.lines[cue].say[0]))
        wanted = re.compile(re.sub(r"\\{\w+\\}", ".*", said))
        for _ in range(80):
            if wanted.fullmatch(self.said):
                return
            self.turn()
        raise AssertionError(f"“{cue}” never came")

    @property
    def said(self) -> str:
        """The last line."""
        return next((what for _, kind, what in reversed(self.loudspeaker.heard) if kind == "say"), "")

    def finger(self, name: str, down: bool) -> None:
        self.fake.fake.switch("press", f"seat {self.box.lobby.buttons[name]}", down)

    def hold(self, *numbers: int) -> None:
        for number in numbers:
            self.switch("press", f"seat {number}", HOLD)

    def hands(self, moves: dict[str, Any]) -> None:
        start = self.time.now
        for at, name, down in sorted((at, name, down) for name, each in moves.items() for at, down in each):
            self.pass_time(start + at)
            self.finger(name, down)
        self.settle()

    def open_pages(self) -> None:
        self.know_everybody()
        self.pages = [self.box.listeners.add("player", self.tokens[name], CODE) for name in PHONES]
        self.box.page_has_come()

    def know_everybody(self) -> None:
        self.tokens = {name: self.box.lobby.token_of(name) or "" for name in self.box.lobby.players}

    def answer_all(self) -> None:
        """Everybody answers what their page asks, by phone or by button, and some of them wrongly."""
        pages = {name: self.page(name) for name in self.tokens}
        liked = self.dice.sample(list(pages), len(pages))
        moves = {}
        for name, page in pages.items():
            screen = page["screen"]
            if screen["kind"] != "ask":
                continue
            numbers = {choice["value"]: choice["number"] for choice in screen["choices"]}
            wanted = [one for one in liked if one in numbers] or self.dice.sample(list(numbers), len(numbers))
            wanted = wanted[: screen["most"]]
            if screen["may_pass"] and self.dice.random() < 0.1:
                wanted = []
            if name in self.box.lobby.buttons:
                moves[name] = choose(*(numbers[value] for value in wanted)) if wanted else taps(2)
            else:
                for wrong in (["Ζητα"], [*numbers, *numbers]) if self.dice.random() < 0.1 else ():
                    self.answer(name, *wrong)
                self.do("answer", token=self.tokens[name], number=1, value=[])
                self.answer(name, *wanted)
        if moves and self.dice.random() < 0.5:
            self.hands(moves)

    def play(self) -> None:
        """A game to its end."""
        self.know_everybody()
        seen, began = 0, self.time.now
        while (stage := self.page(kind="table"))["stage"] == "game":
            assert self.time.now < began + LONGEST, "this game never ends"
            number = next(iter(self.page(name)["screen"]["number"] for name in self.tokens))
            if number != seen:
                seen = number
                self.answer_all()
            assert self.step()
        assert stage["stage"] == "over"

    def begin(self) -> None:
        """Start by the knob, whatever it warns of."""
        self.push()
        while self.page(kind="table")["stage"] != "game":
            self.knob("menu.start")
            for _ in range(2):
                self.push()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    folder = tmp_path / "words"
    folder.mkdir()
    write_language(folder)
    monkeypatch.setattr(LIBRARY, "folders", (folder, OWN))
    table = Evening(tmp_path / "box")
    yield table
    table.panel.close()


def test_no_english_word_is_heard_or_read_in_a_whole_evening(table: Evening) -> None:
    arrivals(table)
    settings(table)
    table.begin()
    interrupted(table)
    table.play()
    afterwards(table)
    lay_out(table, "millers-hollow")
    assert table.do("start", token=table.host)["ok"]
    table.play()
    farewell(table)
    assert not table.english, "\n".join(sorted(table.english))


@pytest.mark.parametrize("roleset", ["the-pact", "coins", "new-moon"])
def test_no_english_word_is_left_in_a_game(table: Evening, roleset: str) -> None:
    sit_down(table)
    lay_out(table, roleset)
    assert table.do("start", token=table.host)["ok"]
    table.play()
    assert not table.english, "\n".join(sorted(table.english))


@pytest.mark.parametrize(
    "options",
    [
        {"buildings": "on", "events": "on", "graffiti": "on", "sheriff": "first-day"},
        {"harvest_festival": "on", "innocents": "on", "moonlight": "on", "trance": "on"},
    ],
    ids=" ".join,
)
def test_no_english_word_is_left_in_a_village(table: Evening, options: dict[str, str]) -> None:
    sit_down(table)
    lay_out(table, "the-pact")
    assert table.set("option", options)["ok"]
    assert table.do("start", token=table.host)["ok"]
    table.play()
    assert not table.english, "\n".join(sorted(table.english))


def test_no_english_word_is_left_where_cards_are_dealt_by_tags(table: Evening) -> None:
    sit_down(table)
    dealt_by_tags(table)
    table.play()
    assert not table.english, "\n".join(sorted(table.english))


DECKS = {
    "millers-hollow": "werewolf werewolf seer witch hunter cupid thief little-girl villager",
    "the-pact": "werewolf cursed-wolf-father actor prejudiced-manipulator elder fox piper scapegoat villager",
    "classic": "werewolf werewolf seer villager villager villager villager villager villager",
    "coins": "werewolf werewolf seer house-rule male-villager male-villager female-villager"
    " female-villager female-villager",
    "new-moon": "",
}
"""Decks for nine with much to say, house rules and groups among it; the last is the one that the box proposes."""
LAID = {"the-pact": {"actor": ["seer", "witch", "hunter"]}, "coins": {"house_rule": ["seer"]}}
"""What the host lays out beside some decks."""
VARIANTS = "black_plague double_you event_variants graffiti hamlets harvest_festival innocents moonlight trance"
VILLAGE = dict.fromkeys(["buildings", "events", "permanent_events", "town_crier", *VARIANTS.split()], "off")
"""What else a village of The Pact may have; not all of it goes with any deck."""


def arrivals(table: Evening) -> None:
    """Where phones find the box, who sits down, and who cannot."""
    box = table.box
    box.chime()
    box.invite()
    box.found_at(Found(()))
    table.settle()
    box.found_at(Found(("http://10.42.0.1:80",), Wifi("47-11", "12 34 56 78", "10.42.0.1")))
    table.push()
    table.push()  # nobody is there to play
    sit_down(table)
    for name in (PHONES[0], "", "\u202e", "Δ" * 90):
        assert not table.do("join", name=name)["ok"]
    table.hold(1)
    table.hold(1)
    table.do("open-host", pin="1")
    for do in ("undo", "skip", "longer", "draw", "end", "deal-back", "read-aloud"):
        assert not table.do(do, token=table.host, **({"what": "cards"} if do == "read-aloud" else {}))["ok"]
    table.do("learn", token=table.host, names=[PHONES[0], PHONES[1]])
    table.hold(1)
    table.pass_time(table.time.now + 61.0)
    assert len(box.lobby.players) == 9


def sit_down(table: Evening) -> None:
    """Some with phones, some with buttons."""
    for name in PHONES:
        assert table.do("join", name=name)["ok"]
    table.open_pages()
    table.hold(*BUTTONS)
    assert len(table.box.lobby.players) == 9, table.box.lobby.players


def settings(table: Evening) -> None:
    """All that the knob can set, and what it is refused."""
    table.set("roleset", "classic")
    table.push()
    for cue in ("menu.players", "menu.pace", "menu.volume", "menu.roleset"):
        table.knob(cue)
        table.push()
        for _ in range(3):
            table.turn(-1)
        table.push(HOLD)
    table.knob("menu.cards")
    table.push()
    for _ in range(20):
        table.turn()
    table.push(HOLD)
    table.knob("menu.options")
    table.push()
    for _ in range(20):
        table.push()
        table.turn()
        table.push()
        table.turn()
    table.push(HOLD)
    table.knob("menu.address")
    table.push()


def interrupted(table: Evening) -> None:
    """A break, a step back, a refusal, a plug that is pulled, and somebody who comes too late."""
    table.know_everybody()
    while table.page(kind="table")["clock"] is None:
        assert table.step()
    table.turn()
    table.knob("menu.draw")
    table.push()
    table.push()
    table.knob("menu.undo")
    table.push()
    table.do("join", name="Ωμεγα")
    table.do("lend")
    table.do("set", token=table.host, what="roleset", value="classic")
    table.do("set", token=table.host, what="roleset", value="werewolves")
    for thing in ("seat 1", "knob", "lid", "keypad"):
        table.switch("unplug", thing, 5.0)
        table.pass_time(table.time.now + 61.0)
    for thing in ("seat 1", "knob"):
        table.switch("stick", thing, 61.0)
    table.turn()
    table.knob("menu.break")
    table.push()
    table.turn()
    table.push()


def afterwards(table: Evening) -> None:
    """Who was who, the story, and somebody who comes for the next game."""
    table.push()
    for cue in ("menu.who", "menu.minute", "menu.story"):
        table.turn()
        table.knob(cue)
        table.push()
    table.turn()
    table.knob("menu.change")
    table.push()
    assert "Ωμεγα" in table.box.lobby.players, "who came too late for one game plays in the next"
    assert table.do("join", name="Θητα")["ok"]
    table.push()
    table.knob("menu.let-in")
    for name in ("Θητα", "Ωμεγα"):
        assert table.do("kick", token=table.host, name=name)["ok"]


def lay_out(table: Evening, roleset: str) -> None:
    """What is played next, as the host's page sets it."""
    table.set("roleset", roleset)
    if DECKS[roleset]:
        assert table.set("deck", dict(Counter(DECKS[roleset].split())))["ok"]
    table.set("groups", PHONES)
    table.set("group_names", ["Ωραία", "Ωμή"])
    for setting, value in LAID.get(roleset, {}).items():
        assert table.set(setting, value)["ok"]
    for option in table.page(kind="host")["setup"]["options"]:
        table.set("option", {option["id"]: table.dice.choice(option["values"])["value"]})
    if roleset == "the-pact":
        assert table.set("option", VILLAGE)["ok"]
    table.settle()


def dealt_by_tags(table: Evening) -> None:
    """Cards of people's own, laid on the lid, with all that can go wrong."""
    lay_out(table, "classic")
    table.set("option", dict.fromkeys(("chosen_cards", "cupid", "moderator_card"), "off"))
    for listener in table.pages:
        listener.close()
    table.box.tags.learn(uid("card villager 7"), Known("card", "villager"))
    for last in ("villager 7", "werewolf 2"):
        assert table.do("deal-by-tags", token=table.host)["ok"]
        table.do("set", token=table.host, what="roleset", value="classic")
        table.lay("stranger", "yes", "card seer 1", "card seer 1")
        table.do("deal-back", token=table.host)
        cards = ["seer 1", *(f"villager {nth}" for nth in range(1, 7)), "werewolf 1", last]
        for name, card in zip(table.box.lobby.players, cards, strict=True):
            table.lay(f"token of {name}", f"card {card}")
        if table.box.dealing is not None:
            table.do("deal-stop", token=table.host)
    table.open_pages()


def farewell(table: Evening) -> None:
    """Good night."""
    table.push()
    table.knob("menu.good-night")
    table.push()
    table.push()
    assert table.box.asleep
    table.box.speech.announce("box.good-bye")
    table.settle()
