"""A whole evening without a phone: three games by knob, buttons, lights and tags, played by people who see and hear.

They understand what the box says, see lights on real pins, and have the printed sheet. No page is ever open.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.devices import LID, Appeared, Colour, Lifted, Lost, Touched
from hardware.knob import Knob
from hardware.lights import SHORT, SLOT
from narrator.game.library import LIBRARY
from narrator.panel.menu import ASLEEP
from narrator.panel.panel import Panel
from narrator.panel.plans import plan_in
from narrator.panel.wiring_sheet import WiringWords
from narrator.telling.page_words import FIRST, PageWords
from tests.labs.boxlab import PanelTable, Table
from tests.labs.buttonlab import PASS, TELL, Move, WatchedButtons, choose
from tests.labs.ears import Ears
from tests.labs.knoblab import LEFT, RIGHT
from tests.labs.taglab import Pad

pytestmark = pytest.mark.slow

BUTTONS = [(15, 14), (23, 24), (8, 7), (16, 20), (26, 19), (6, 5), (9, 10), (27, 17)]
"""A button and a light of one colour at each seat, by GPIO number."""
REST = "knob: {left: 2, right: 4, push: 3}\nlid: {red: 12, green: 13}\n"
HANDS = {
    "seer": 7, "werewolf": 2, "werewolf 2": 5, "witch": 1, "hunter": 3,
    "villager": 4, "villager 2": 6, "villager 3": 8,
}  # fmt: skip
"""Which card people deal to whom."""
DEAD = ("dawn.dead", "vote.dead", "shot.dead", "grief.dead")
TOLD_FIRST = ("werewolf.devour", "witch.heal")
"""What can be understood only after the light has told what it is about."""


class Table8(PanelTable):
    """A box with this many seats wired, a knob on pins and a reader; `lit` is each change of a light on the pins."""

    def __init__(self, data: Path, wired: int, seed: int = 1) -> None:
        Table.__init__(self, data, seed=seed)
        file = data / "plan.yaml"
        seats = "".join(f"  {n}: {{button: {b}, red: {r}}}\n" for n, (b, r) in enumerate(BUTTONS[:wired], 1))
        file.write_text((f"buttons:\n{seats}" if wired else "") + REST)
        self.plan = plan_in(file)
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.lit: list[tuple[float, int, float]] = []
        self.pad = Pad(self.time)
        devices = [WatchedButtons(self.plan, self.factory, self._see), Knob(self.plan.knob, self.factory), self.pad]
        self.panel = Panel(self.box, devices, send=self.box.handle, now=self.time)
        self.panel.listen()
        self.settle()
        if wired:
            self.box.invite()

    def _see(self, seat: int, _: Colour) -> None:
        pins = self.plan.lid if seat == LID else self.plan.seats[seat].light
        level = max(float(self.factory.pin(pin).state) for pin in pins if pin is not None)
        self.lit.append((self.time.now, seat, level))

    def level(self, seat: int) -> float:
        """How bright is a light now?"""
        return next((level for _, who, level in reversed(self.lit) if who == seat), 0.0)

    def long_blinks(self, seat: int, since: int) -> list[int]:
        """The numbers of the long blinks, counted along."""
        seen = [(at, level) for at, who, level in self.lit[since:] if who == seat]
        blinks = [end - at for (at, level), (end, _) in itertools.pairwise(seen) if level > 0.5]
        return [number for number, lasted in enumerate(blinks, 1) if lasted > 2 * SHORT * SLOT]

    def move(self, gpio: int, closed: bool) -> None:
        pin = self.factory.pin(gpio)
        pin.drive_low() if closed else pin.drive_high()

    def hands(self, moves: Mapping[int, Sequence[Move]]) -> None:
        """Let these seats' fingers move, all at the same time."""
        start = self.time.now
        for at, seat, down in sorted((at, seat, down) for seat, each in moves.items() for at, down in each):
            self.pass_time(start + at)
            self.move(self.plan.seats[seat].button, down)
        self.wait(0.3)

    def wait(self, seconds: float) -> None:
        self.pass_time(self.time.now + seconds)

    def lay(self, uid: str, seconds: float = 0.5) -> None:
        """Lay something on the lid for this long."""
        self.pad.hear(Touched(uid))
        self.wait(seconds)
        self.pad.hear(Lifted(uid))
        self.wait(0.3)

    # The knob, in the host's hand.

    def said(self, since: int) -> str:
        return " ".join(what for _, kind, what in self.loudspeaker.heard[since:] if kind == "say")

    def turn(self, clicks: int = 1) -> str:
        before = len(self.loudspeaker.heard)
        assert self.plan.knob is not None
        for left, right in (RIGHT if clicks > 0 else LEFT) * abs(clicks):
            self.move(self.plan.knob.left, left)
            self.move(self.plan.knob.right, right)
        self.wait(0.1)
        return self.said(before)

    def push(self, seconds: float = 0.1) -> str:
        before = len(self.loudspeaker.heard)
        assert self.plan.knob is not None
        self.move(self.plan.knob.push, True)
        self.wait(seconds)
        self.move(self.plan.knob.push, False)
        self.wait(0.1)
        return self.said(before)

    def turn_to(self, words: str, clicks: int = 1) -> str:
        for _ in range(40):
            if words in (heard := self.turn(clicks)):
                self.wait(len(heard) / 10)  # and hear it to its end
                return heard
        raise AssertionError(f"“{words}” never came")

    def take(self, item: str, value: str, clicks: int = 1) -> None:
        """Choose a value for an item in the menu."""
        self.turn_to(item)
        if value not in self.push():
            self.turn_to(value, clicks)
        assert value in self.push()

    def leave_menu(self) -> None:
        self.push(0.8)
        self.wait(1.0)


class Person:
    """Somebody at the table, who knows what was heard, seen and dealt."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.name = f"Seat {number}"
        self.card = ""
        self.alive = True
        self.pack: set[int] = set()
        self.victim: list[int] = []
        self.healed = False
        self.asked_about = 0

    def count(self, other: int) -> int:
        """How many seats to the left is somebody?"""
        return (other - self.number - 1) % 8 + 1

    def counted(self, count: int) -> int:
        """Who sits this many seats to the left?"""
        return (self.number + count - 1) % 8 + 1


class Folk:
    """Eight people who are given a table to play at; `by_tag` have nothing but a token."""

    def __init__(self, table: Table8, by_tag: Sequence[int] = (), heard: str = "") -> None:
        self.table = table
        self.heard = heard
        self.people = {number: Person(number) for number in range(1, 9)}
        self.by_tag = set(by_tag)
        self.dice = Random(5)
        self.ears = 0
        self.known: dict[int, str] = {}
        self.winner = ""
        self.called = False
        self.times: dict[str, list[float]] = {}
        self.interludes: dict[str, Callable[[], None]] = {}
        self.understand = Ears("millers-hollow").understand
        words = WiringWords(PageWords.load(LIBRARY.folders, FIRST))
        cards, *_ = words.listed(LIBRARY, ["millers-hollow"]).values()
        self.sheet = [name.lower() for name in cards]

    def play(self) -> str:
        """Play a game to its end; returns who has won."""
        while True:
            lines = [what for _, kind, what in self.table.loudspeaker.heard[self.ears :] if kind == "say"]
            self.ears = len(self.table.loudspeaker.heard)
            for text in lines:
                self.heard += f"{text}\n"
                for cue, named in self.understand(text):
                    self.hear(cue, named)
            if self.winner:
                while self.table.step():
                    pass
                return self.winner
            if self.ears == len(self.table.loudspeaker.heard):
                assert self.table.step(), "it is silent, and nothing goes on"
                assert self.table.time.now < 24 * 3600

    def sit_at(self, table: Table8) -> None:
        """Go on at another box."""
        self.table, self.ears = table, 0

    def does(self, what: str) -> None:
        """People do only what they have been told how to do."""
        assert re.search(SAID_BEFORE[what], self.heard), f"nobody was told how to {what}"

    def hear(self, cue: str, named: list[int]) -> None:
        """Do what people should do when they hear this."""
        if cue in self.interludes:
            self.interludes.pop(cue)()
        self.times.setdefault(cue, []).append(self.table.time.now)
        if cue in DEAD:
            for number in named:
                self.people[number].alive = False
        elif cue.startswith("won."):
            self.winner = cue.removeprefix("won.")
        elif cue == "game.begins" and not self.by_tag:
            self.look_at_cards()
        elif cue.startswith("deal."):
            self.deal(cue, named)
        elif cue == "debate.opens":
            self.debate()
        elif cue in self.prompts:
            self.answer(cue, named)

    @property
    def prompts(self) -> set[str]:
        rules, _ = LIBRARY.roleset("millers-hollow", {})
        return {*rules.prompts, *rules.ballots, "hunter.shoot", "sheriff.succeed"}

    def living(self, but: Sequence[int] = ()) -> list[int]:
        return [number for number, person in self.people.items() if person.alive and number not in but]

    def look_at_cards(self) -> None:
        """Two quick presses, and each light tells a card, which people count along and look up on the sheet."""
        self.wait_for("hint.answers")
        self.does("card")
        for number, blinks in self.tell(dict.fromkeys(self.people, PASS)).items():
            (card,) = blinks
            self.people[number].card = self.sheet[card - 1]

    def tell(self, moves: Mapping[int, Sequence[Move]]) -> dict[int, list[int]]:
        """What the lights tell people who move a finger like this."""
        self.table.hands(moves)
        self.table.wait(0.2)
        before = len(self.table.lit)
        self.table.wait(5.3)
        return {number: self.table.long_blinks(number, before) for number in moves}

    def tell_by_lid(self, number: int) -> list[int]:
        """What the light on the lid tells the player whose token is left there."""
        self.table.pad.hear(Touched(f"7{number}"))
        self.table.wait(2.1)
        before = len(self.table.lit)
        self.table.wait(5.6)
        told = self.table.long_blinks(LID, before)
        self.table.pad.hear(Lifted(f"7{number}"))
        self.table.wait(0.2)
        return told

    def deal(self, cue: str, named: list[int]) -> None:
        if cue not in ("deal.token", "deal.card", "deal.hand"):
            return
        (number,) = named
        cards = {number: card for card, number in HANDS.items()}
        self.people[number].card = cards[number].partition(" ")[0]
        self.table.wait(3.0)  # a hand reaches for the lid
        self.table.lay(f"7{number}" if cue == "deal.token" else f"C{number}")

    def wait_for(self, wanted: str) -> None:
        """Listen to the end of this, if it comes now."""
        for _ in range(60):
            self.table.wait(1.0)
            said = [(at, what) for at, kind, what in self.table.loudspeaker.heard[self.ears :] if kind == "say"]
            for at, text in said:
                if wanted in [cue for cue, _ in self.understand(text)]:
                    self.table.wait(max(0.0, at + len(text) / 10 - self.table.time.now))
                    self.heard += "\n".join(text for _, text in said)
                    return
        raise AssertionError(f"{wanted} was never said")

    def debate(self) -> None:
        """The seer speaks, and as nobody knows more the vote is called."""
        self.table.wait(5.0)
        seers = [person for person in self.people.values() if person.card == "seer" and person.alive]
        for seer in seers:
            if seer.number in self.by_tag or not seer.asked_about:
                continue
            (card,) = self.tell({seer.number: TELL})[seer.number]
            self.known[seer.asked_about] = self.sheet[card - 1]
        if not self.called:  # the first time they hear first how it is done
            self.called = True
            self.wait_for("hint.call-tags" if self.by_tag else "hint.call")
        for number in self.living():
            if number in self.by_tag:
                self.does("call by token")
                self.table.lay(f"7{number}")
            else:
                self.does("call")
        self.table.hands({number: choose(1) for number in self.living() if number not in self.by_tag})

    def answer(self, cue: str, named: list[int]) -> None:
        """All whose light glows press; of those with a token, the one who is called, or during the day all of them."""
        asked = [number for number in self.people if number not in self.by_tag and self.table.level(number) > 0.1]
        public = cue.startswith(("village.", "sheriff.elect"))
        called = [p.number for p in self.people.values() if p.alive and p.card == cue.partition(".")[0]]
        laying = [n for n in (named or (self.living() if public else called)) if n in self.by_tag]
        if cue in TOLD_FIRST:
            self.learn(cue, asked, called)
        first = min(called, default=0)
        waits = set(called) - {first} if cue == "werewolf.devour" else set()
        meant = {number: self.choice(cue, number) for number in (*asked, *laying)}
        self.table.hands({n: self.presses(n, meant[n]) for n in asked if n not in waits})
        for number in laying:
            if number in waits and first in self.by_tag:
                continue
            if public:
                self.table.lay(f"7{number}")
            self.table.lay(self.tag(meant[number]))
        if cue == "werewolf.devour" and waits & set(asked):
            shown = self.tell(dict.fromkeys(asked, TELL))
            self.table.hands({n: choose(*shown[n]) for n in waits & set(asked)})
        if cue == "seer.look" and called:
            self.look(*called, meant)

    def learn(self, cue: str, asked: list[int], called: list[int]) -> None:
        told = self.tell(dict.fromkeys(asked, TELL)) if asked else {}
        for number in called:
            person = self.people[number]
            if number in self.by_tag and cue == "witch.heal":
                told[number] = self.tell_by_lid(number)
            seats = {person.counted(count) for count in told.get(number, ())}
            if cue == "witch.heal":
                person.victim = sorted(seats)
            else:
                person.pack = person.pack or seats or set(called)  # those with open eyes see each other

    def look(self, seer: int, meant: Mapping[int, int | str]) -> None:
        person = self.people[seer]
        person.asked_about = int(meant[seer])
        if seer in self.by_tag:
            while self.table.level(LID) > 0.1:
                assert self.table.step()
            before = len(self.table.loudspeaker.heard)
            (card,) = self.tell_by_lid(seer)
            assert not self.table.said(before), "people who are reading a light are not sent to sleep"
            self.known[person.asked_about] = self.sheet[card - 1]

    def choice(self, cue: str, number: int) -> int | str:
        """Whom or what somebody chooses: a seat, yes or pass."""
        person = self.people[number]
        wolves = [other for other in self.living() if self.known.get(other) == "werewolf"]
        others = self.living(but=[number])
        prompt_of = cue.partition(".")[0]
        if prompt_of == person.card:
            match cue:
                case "werewolf.devour":
                    return next(other for other in reversed(others) if other not in person.pack)
                case "seer.look":
                    return next((other for other in others if other not in self.known), others[0])
                case "witch.heal":
                    heals = bool(person.victim) and not person.healed
                    person.healed |= heals
                    return "yes" if heals else "pass"
                case "witch.poison":
                    return wolves[0] if wolves else "pass"
                case "hunter.shoot":
                    return wolves[0] if wolves else "pass"
        if cue == "village.vote":
            suspects = wolves or [other for other in self.living() if other not in self.known]
            return next((other for other in suspects if other != number and other not in person.pack), "pass")
        if cue in ("sheriff.elect", "sheriff.succeed"):
            return others[0]
        return "pass" if cue == "village.draw" else self.dice.choice(others)

    def presses(self, number: int, meant: int | str) -> list[Move]:
        if isinstance(meant, int):
            self.does("count")
            return choose(self.people[number].count(meant))
        self.does("pass" if meant == "pass" else "yes")
        return PASS if meant == "pass" else choose(1)

    def tag(self, meant: int | str) -> str:
        self.does("token")
        return {"yes": "AA01", "no": "AA02", "pass": "AA03"}[meant] if isinstance(meant, str) else f"7{meant}"


def teach(data: Path) -> None:
    """The tags of cards and words are known; tokens are not."""
    cards: dict[str, list[str]] = {}
    for card, number in HANDS.items():
        cards.setdefault(card.partition(" ")[0], []).append(f"'C{number}'")
    lines = "".join(f"  {card}: [{', '.join(uids)}]\n" for card, uids in cards.items())
    (data / "tags.yaml").write_text(f"cards:\n{lines}words: {{yes: AA01, no: AA02, pass: AA03}}\n")


def no_page_listens(table: Table8) -> bool:
    return all(listener.hear is not None for listener in table.box.listeners.all)


def set_up(table: Table8) -> None:
    """Everybody holds their button until the box says hello; the host does the rest with the knob."""
    for seat in range(1, 9):
        before = len(table.loudspeaker.heard)
        table.hands({seat: TELL})
        assert f"Seat {seat}" in table.said(before)
    assert re.search("[Pp]ush the knob", table.said(before)), "nobody knows that there are enough"
    table.push()
    table.take("What we play", "Millers Hollow")
    table.take("Pace", "Relaxed", clicks=-1)
    table.turn_to("The cards, one by one")
    table.push()
    for card in ("Seer", "Witch", "Hunter"):
        table.take(f"{card}.", "one", clicks=1)
    table.push(0.8)
    table.turn_to("Start the game")


def good_night(table: Table8) -> None:
    """The knob is held: the box warns, and is asleep."""
    assert "Hold on" in table.push(ASLEEP + 0.1)
    assert table.box.asleep
    table.panel.close()
    if table.box.round is not None:
        table.box.round.close()


SAID_BEFORE = {
    "sit": "[Hh]old.*button|button, and hold",
    "card": "quick.*long",
    "count": "each seat to your left",
    "yes": "[Yy]es.*press",
    "pass": "quick",
    "token": "lay.*token|token.*lay",
    "call": "[Pp]ress once, then hold",
    "call by token": "own token on the lid",
}
"""Which words must have been heard before people know that they can do this."""


def note(what: str, seconds: float) -> None:
    """Print how long something took, in the game's time."""
    sys.stdout.write(f"{what}: {seconds:.0f} s\n")


def nights(times: Mapping[str, Sequence[float]]) -> list[float]:
    """How long each night has taken."""
    return [dawn - dusk for dusk, dawn in zip(times["night.falls"], times["dawn.breaks"], strict=False)]


def played(folk: Folk, what: str) -> None:
    """Play a game to its end, and print how long it took."""
    began = folk.table.time.now
    assert folk.play() in ("villagers", "werewolves", "nobody")
    game = folk.table.box.game
    assert game is not None
    longest = max(nights(folk.times), default=0.0)
    note(what, folk.table.time.now - began)
    note("the longest night", longest)
    cards = {seat: person.card for seat, person in folk.people.items()}
    told = folk.table.said(0)
    for number, card in cards.items():
        assert card, f"nobody knows the card of seat {number}"
    for part in ("Witch", *(f"Seat {number}" for number in cards)):
        assert part in told, "the box says who was who"
    assert no_page_listens(folk.table)
    assert longest < 280.0


def test_an_evening_of_three_games_without_a_phone(tmp_path: Path) -> None:
    teach(tmp_path)
    table = Table8(tmp_path, wired=8)
    set_up(table)
    assert table.time.now < 60.0
    note("set-up", table.time.now)
    assert "Millers Hollow" in table.push()
    table.push()
    folk = Folk(table)

    def unplugged() -> None:
        before = len(table.loudspeaker.heard)
        for _ in range(3):
            table.pad.there = False
            table.pad.hear(Lost("reader pad", "The reader is gone: look at its plug."))
            table.settle()
        table.wait(5.0)
        table.pad.there = True
        table.pad.hear(Appeared("reader pad"))
        table.wait(5.0)
        lines = [text for _, kind, text in table.loudspeaker.heard[before:] if kind == "say"]
        heard = [cue for text in lines for cue, _ in folk.understand(text)]
        assert [cue for cue in heard if cue.startswith("box.")] == ["box.lost", "box.found"]

    folk.interludes["day.begins"] = unplugged
    played(folk, "cards by the box, played by buttons")
    assert not folk.interludes

    assert "Play again" in table.push()
    table.wait(3.0)
    table.turn_to("Change something first")
    assert "A new game" in table.push()
    table.turn_to("Deal cards of your own")
    assert "deal.hand" in [cue for cue, _ in folk.understand(table.push())], "nobody here needs a token"
    assert "One card back" in table.push()
    table.turn_to("Enough of that")
    table.push()
    good_night(table)

    # Two buttons are broken off: the players there have tokens, and cards are dealt by hand.
    table = Table8(tmp_path, wired=6)
    folk = Folk(table, by_tag=(7, 8), heard=folk.heard)
    table.push()
    table.turn_to("Deal cards of your own")
    table.push()

    def plug_pulled() -> None:
        back = Table8(tmp_path, wired=6)
        assert back.box.resume()
        lines = [text for _, kind, text in back.loudspeaker.heard if kind == "say"]
        assert "box.back" in [cue for text in lines for cue, _ in folk.understand(text)]
        folk.sit_at(back)

    folk.interludes["seer.sleep"] = plug_pulled
    played(folk, "cards by hand, played by buttons and tokens")
    assert not folk.interludes
    assert folk.times["game.begins"][0] < 90.0, "so long it takes to deal"
    note("dealing by hand", folk.times["game.begins"][0])
    good_night(folk.table)

    # Only the reader and the knob have come along.
    table = Table8(tmp_path, wired=0)
    folk = Folk(table, by_tag=range(1, 9), heard=folk.heard)
    table.push()
    table.turn_to("Deal cards of your own")
    table.push()
    played(folk, "tokens and cards alone")
    good_night(table)
