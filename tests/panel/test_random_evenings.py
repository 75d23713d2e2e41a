"""Evenings at random tables of every roleset, with nothing but buttons and the printed sheet: everything can be
answered, a pulled plug loses nothing, and no light or line tells two hands of cards apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest

from hardware.devices import Colour, Device, Event, Pressed, Released
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.panel.panel import Panel
from narrator.rules.prompts import PASS, Answer, Prompt
from narrator.telling.legend import cards_of, events_of
from narrator.telling.pace import PACES
from tests.chance import LONG
from tests.labs.boxlab import DAY, PanelTable
from tests.labs.buttonlab import PASS as DOUBLE
from tests.labs.buttonlab import Move, choose, restless
from tests.model.twins import table as random_game
from tests.model.twins import twin

pytestmark = pytest.mark.slow

PLUG = 0.05
"""How often the plug is pulled before a window is answered."""


class Seats(Device):
    """A button at every seat; `lit` is every change of a light: when, whose, in which colour."""

    def __init__(self, buttons: Sequence[int], now: Callable[[], float]) -> None:
        self.numbers, self.now = buttons, now
        self.lit: list[tuple[float, int, Colour]] = []

    @property
    def buttons(self) -> Sequence[int]:
        return self.numbers

    def start(self, hear: Callable[[Event], None]) -> None:
        self.hear = hear

    def light(self, button: int, colour: Colour) -> None:
        self.lit.append((round(self.now(), 3), button, colour))


class SeatsTable(PanelTable):
    """A table of any number of players, each with a button."""

    def __init__(self, data: Path, names: Sequence[str]) -> None:
        super().__init__(data)
        self.add(names)
        self.buttons = {name: button for button, name in enumerate(names, 1)}
        self.set("button", self.buttons)
        self.seen = -1
        self.seats = Seats([*self.buttons.values()], self.time)
        self.panel = Panel(self.box, [self.seats], send=self.box.handle, now=self.time)
        self.panel.listen()
        self.settle()

    def begin(self, game: Game) -> None:
        self.box.lobby.roleset, self.box.lobby.options = game.header["roleset"], dict(game.options)
        self.box.moderate(game)

    def hands(self, moves: Mapping[str, Sequence[Move]]) -> None:
        """Let everybody named move their fingers, all at the same time."""
        start = self.time.now
        for at, name, down in sorted((at, name, down) for name, each in moves.items() for at, down in each):
            self.pass_time(start + at)
            self.seats.hear((Pressed if down else Released)(self.buttons[name]))
        self.pass_time(self.time.now + 0.4)

    def next_window(self) -> int | None:
        """Go on to the next window; gives the number of its question, and nothing at the end of the game."""
        while self.box.stage == "game":
            if self.round.asking and self.round.number != self.seen:
                self.seen = self.round.number
                return self.seen
            assert self.time.now < DAY, "this game never ends"
            assert self.step() or self.box.stage != "game", "it stands still"
        return None


def any_table(dice: Random) -> Game:
    """A table that is not refused."""
    return next(game for game in iter(lambda: random_game(dice), 0) if isinstance(game, Game))


def by_the_sheet(prompt: Prompt, own: str, answer: Answer, seats: Sequence[str], roleset: str) -> list[int]:
    """How often to press for each choice, as it is printed."""
    choices, whole = prompt.choices_of(own), LIBRARY.whole(roleset)
    left = {seat: (at - seats.index(own) - 1) % len(seats) + 1 for at, seat in enumerate(seats)}
    cards, events = ({one: at for at, one in enumerate(of(whole), 1)} for of in (cards_of, events_of))
    printed = {**left, **events, **cards}
    by_place = [one for one in choices if one in events or (prompt.by_place and one in printed)]
    words = list(dict.fromkeys([*prompt.words, *[one for one in choices if one not in seats]]))
    in_parts = prompt.least == prompt.most > 1 and prompt.legal is not None and not prompt.words
    presses = []
    for part, one in enumerate(answer):
        if one in by_place:
            presses.append(sorted(by_place, key=printed.__getitem__).index(one) + 1)
        elif one in left or one in cards:
            presses.append(printed[one])
        elif in_parts:
            presses.append(list(dict.fromkeys(each[part] for each in prompt.legal or ())).index(one) + 1)
        else:
            after_seats = len(seats) + (own in choices) if prompt.kind == "seat" else 1
            presses.append(words.index(one) + after_seats)
    return presses


def wish(prompt: Prompt, seat: str, dice: Random) -> Answer:
    """Any answer that a button can give."""
    choices = prompt.choices_of(seat)
    if prompt.kind == "text" or (prompt.lets_pass(seat) and (not choices or dice.random() < 0.2)):
        return PASS
    if prompt.legal is not None:
        return dice.choice(prompt.legal)
    return tuple(dice.sample(choices, min(len(choices), dice.randint(max(1, prompt.least), prompt.most))))


@pytest.mark.parametrize("seed", range(80 if LONG else 2))
def test_every_answer_is_given_by_a_button_as_the_sheet_says(seed: int, tmp_path: Path) -> None:
    dice = Random(seed)
    game = any_table(dice)
    table = SeatsTable(tmp_path, game.seats)
    table.set("pace", dice.choice([*PACES]))
    table.begin(game)
    while number := table.next_window():
        if dice.random() < PLUG:
            kept = table.round.game.entries
            table = SeatsTable(tmp_path, game.seats)
            assert table.box.resume()
            assert table.round.game.entries == kept
            continue
        played = table.round
        asked = {name: question for name in game.seats if (question := played.question(name)) is not None}
        packs: dict[str, Answer] = {}
        moves, meant = {}, {}
        for name, question in asked.items():
            value = wish(question, name, dice)
            if question.agree and question is played.views[name].prompt:
                value = packs.setdefault(question.id, value)
            if all(one in question.choices_of(name) for one in value) and (value or question.lets_pass(name)):
                counts = by_the_sheet(question, name, value, played.views[None].seats, game.header["roleset"])
                moves[name], meant[name] = choose(*counts) if value else DOUBLE, value
                assert played.left > moves[name][-1][0], (question.id, value)
        table.hands(moves)
        for name, value in meant.items():
            screen = table.page(name)["screen"]
            if asked[name].open_ballot and screen["chosen"] is None:
                continue  # the others have decided
            if table.box.stage == "game" and screen["number"] == number and screen["kind"] == "ask":
                chosen, wanted = (asked[name].read(name, list(one)) for one in (screen["chosen"] or (), value))
                assert chosen == wanted, asked[name].id


@pytest.mark.parametrize("seed", range(160 if LONG else 4))
def test_no_light_and_no_line_of_a_first_night_tells_two_hands_of_cards_apart(seed: int, tmp_path: Path) -> None:
    dice = Random(seed)
    at_night = (game for game in iter(lambda: any_table(dice), None) if game.phase != "day 0")
    game, other = next((game, other) for game in at_night if (other := twin(game, dice)))
    nights = []
    for at, each in enumerate((game, other)):
        table, fingers = SeatsTable(tmp_path / str(at), each.seats), Random(seed)
        table.begin(each)
        lit, heard, windows = [], [], []
        while table.next_window() and table.round.views[None].phase in ("setup", "night 1"):
            lit, heard = list(table.seats.lit), list(table.loudspeaker.heard)
            windows.append((table.time.now, table.round.views[None].window))
            table.hands({name: restless(fingers, table.round.left - 1) for name in each.seats})
        nights.append((windows, heard, lit))
    assert windows
    assert nights[0] == nights[1]
