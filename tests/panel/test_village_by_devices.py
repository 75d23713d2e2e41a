"""Every prompt of a village can be put to a seat without a page, explained to it, answered there, and passed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hardware.gestures import Gestures
from hardware.lights import counted
from narrator.game.bots import random_answers
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.lobby.tags import tags_of
from narrator.panel.button_language import Meaning, Presses
from narrator.rules.facts import Eliminated, Told
from narrator.rules.prompts import PASS, Answer, Prompt
from narrator.telling.legend import Legend, acts_of, cards_of, parts_of
from tests.labs.boxlab import DAY
from tests.labs.buttonlab import NAMES, TELL, ButtonTable, Move, Players, answered, choose, shape, taps
from tests.labs.buttonlab import PASS as DOUBLE
from tests.labs.taglab import TagTable

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Ned"]
VILLAGE = {"buildings": "on", "events": "on", "town_crier": "on", "event_variants": "on"}
VARIANTS: list[dict[str, str]] = [
    {"moonlight": "hard", "graffiti": "on"},
    {"accusations": "three"},
    {"innocents": "on", "harvest_festival": "on"},
    {"trance": "on", "permanent_events": "ev-executioner ev-double-agent ev-touch-of-death"},
    {"black_plague": "on", "graffiti": "on"},
    {"double_you": "secret"},
]
DEALT = ["werewolf", "werewolf", "gypsy", "pyromaniac", "scandalmonger", "seer", "witch", "hunter", "cupid", "thief"]
WITHOUT_CARDS = ("player.leave",)
"""Asked of whole villages only, where several boxes play together."""
SECRET = ("village.plague", "plague.pass")


class Question:
    """A prompt as it was put to one seat; `acts` are all that this seat could do beside it, with its numbers."""

    def __init__(self, game: Game, prompt: Prompt, seat: str, legend: Legend) -> None:
        self.prompt, self.seat, self.legend = prompt, seat, legend
        self.living = game.alive
        parts = parts_of(prompt)
        numbers = legend.numbers(prompt, seat) if prompt.kind != "text" else {}
        self.choices = [
            {
                "value": value,
                "number": number,
                "tells": number,
                "word": prompt.kind == "seat" and value not in legend.seats,
                "part": parts.get(value, 0),
            }
            for value, number in numbers.items()
        ]

    def page(self) -> dict[str, Any]:
        """What the panel sees of it."""
        page: dict[str, Any] = {
            "stage": "game",
            "sky": "night" if self.prompt.lasting else "day",
            "lent": None,
            "seats": [{"name": name, "candle": None} for name in self.legend.seats],
            "you": {"seat": self.seat, "alive": self.seat in self.living},
            "light": {"most": self.legend.most, "cards": [1], "told": None, "good": None, "others": []},
            "acts": None,
            "screen": {"number": 7, "kind": "debate", "public": False, "aside": None},
        }
        if self.prompt.standing:
            act = {"id": self.prompt.id, "number": self.legend.act(self.prompt.id), "choices": self.choices}
            return {**page, "acts": [act]}
        screen = {
            "number": 7,
            "kind": "ask",
            "choices": self.choices,
            "least": self.prompt.least,
            "most": self.prompt.most,
            "may_pass": self.prompt.may_pass,
            "chosen": None,
            "public": not self.prompt.lasting,
            "aside": None,
        }
        return {**page, "screen": screen}

    def numbers(self, answer: Answer) -> list[int]:
        found = {choice["value"]: choice["number"] for choice in self.choices}
        return [found[value] for value in answer]

    def answers(self) -> Iterator[Answer]:
        """Some whole answers, the last choices among them."""
        choices = self.prompt.choices_of(self.seat)
        if self.prompt.legal is not None:
            yield from (self.prompt.legal[0], self.prompt.legal[-1])
        elif self.choices:
            yield from (choices[: self.prompt.least], choices[-self.prompt.most :])


@cache
def questions() -> dict[str, Question]:
    """Each prompt that is put in some games of The Pact, with whatever options, once."""
    found: dict[str, Question] = {}
    for number, variant in enumerate(VARIANTS):
        options = {**VILLAGE, **variant}
        seats = SEATS[:9] if "double_you" in variant else SEATS
        rules, _ = LIBRARY.roleset("the-pact", options)
        whole = LIBRARY.whole("the-pact")
        legend = Legend(cards_of(whole), seats, list(rules.events), acts_of(whole))
        for seed in range(16):
            dice = Random(f"{number} {seed}")
            deck = [*DEALT, *["villager"] * (len(seats) - len(DEALT))] if len(seats) > 9 else None
            born = {seat: 1950 + at for at, seat in enumerate(seats)}
            lodge = {seat: ("sun", "moon")[at % 2] for at, seat in enumerate(seats)}
            game = Game(
                "the-pact", seats, deck=deck, options=options, seed=seed, born=born, lodge=lodge, house_deck=True
            )
            asked: set[tuple[str, int]] = set()
            while game.prompts:
                for prompt in game.prompts:
                    for seat in prompt.seats[:1]:
                        found.setdefault(prompt.id, Question(game, prompt, seat, legend))
                    if prompt.bots == "never" or (prompt.standing and (prompt.id, game.night) in asked):
                        continue
                    game.answer_all(prompt.id, random_answers(prompt, prompt.seats, dice))
                    if prompt.standing:
                        asked.add((prompt.id, game.night))
                        break
                else:
                    game.close()
            for fact in game.facts:
                if isinstance(fact, Told):
                    assert all(0 < n <= legend.most for n in legend.told(fact.about, fact.what, fact.seat)), fact
    return found


def moved(presses: Presses, moves: list[Move]) -> list[Meaning]:
    """What these moves of a finger mean."""
    finger = Gestures()
    felt = [each for at, closed in moves for each in finger.move(closed, at)]
    felt += finger.wait(moves[-1][0] + 3.0)
    return [presses.feel(each) for each in felt]


def said(meanings: list[Meaning]) -> list[tuple[str, Answer]]:
    """The answers among these, each with what it answers."""
    messages = [meaning.message for meaning in meanings if meaning.message is not None]
    return [(message["do"], tuple(message["value"])) for message in messages]


HOLD = [(0.0, True), (2.5, False)]


def after(*parts: list[Move]) -> list[Move]:
    """These moves one after another."""
    moves: list[Move] = []
    for part in parts:
        start = moves[-1][0] + 1.0 if moves else 0.0
        moves += [(start + at, down) for at, down in part]
    return moves


def seated(question: Question) -> Presses:
    presses = Presses("token")
    presses.see(question.page())
    return presses


def the_village() -> list[str]:
    """Every prompt that only the village around the characters brings."""
    plain, _ = LIBRARY.roleset("the-pact", {})
    found: list[str] = ["village.plague"]
    before = (*plain.prompts, *plain.ballots)
    for variant in VARIANTS:
        rules, _ = LIBRARY.roleset("the-pact", {**VILLAGE, **variant})
        found += [prompt for prompt in (*rules.prompts, *rules.ballots) if prompt not in before]
    return [prompt for prompt in dict.fromkeys(found) if prompt not in WITHOUT_CARDS]


@pytest.mark.parametrize("prompt", the_village())
def test_every_prompt_of_the_village_is_answered_and_passed_with_one_button(prompt: str) -> None:
    question = questions()[prompt]
    standing = question.prompt.standing
    for answer in question.answers():
        opening = after(HOLD, choose(question.legend.act(prompt))) if standing else []
        meanings = moved(seated(question), after(*[opening] * standing, choose(*question.numbers(answer))))
        sent, value = said(meanings)[-1]
        assert sent == ("act" if standing else "answer")
        assert question.prompt.read(question.seat, list(value)) == question.prompt.read(question.seat, list(answer))
    if question.prompt.may_pass and not standing:
        assert said(moved(seated(question), DOUBLE)) == [("answer", PASS)]


@pytest.mark.parametrize("prompt", the_village())
def test_a_light_tells_what_can_be_chosen_at_every_prompt_of_the_village(prompt: str) -> None:
    question = questions()[prompt]
    most = question.legend.most
    presses = seated(question)
    told = [meaning.blinks for meaning in moved(presses, HOLD if question.prompt.standing else TELL)]
    numbers = [question.legend.act(prompt)] if question.prompt.standing else [one["number"] for one in question.choices]
    assert counted(numbers, most) in told
    if question.prompt.standing:
        chosen = moved(seated(question), after(HOLD, choose(question.legend.act(prompt)), TELL))
        assert counted([one["number"] for one in question.choices], most) in [meaning.blinks for meaning in chosen]


@pytest.mark.parametrize("prompt", the_village())
def test_every_prompt_of_the_village_is_answered_with_tags(prompt: str, tmp_path: Path) -> None:
    question = questions()[prompt]
    names = tags_of(tmp_path, LIBRARY).names
    if question.prompt.may_pass and not question.prompt.standing:
        passed = seated(question).take("pass").message
        assert passed is not None
        assert passed["value"] == []
    for answer in question.answers():
        assert all(value in (*SEATS, *names["card"], *names["word"]) for value in answer), "no tag can say this"
        presses = seated(question)
        if question.prompt.standing:
            presses.acting.begin(0.0)
            assert [presses.acting.lay(value) for value in answer * 2] == [None, (prompt, *answer)]
            continue
        messages = [presses.take(value).message for value in answer]
        assert messages[-1] is not None
        value = messages[-1]["value"]
        assert question.prompt.read(question.seat, value) == question.prompt.read(question.seat, list(answer))


def test_whatever_a_seat_can_do_by_day_its_light_shows_the_same() -> None:
    question = questions()["confessor.hear"]
    page = question.page()
    lights = []
    nothing: list[Any] = []
    for acts in (page["acts"], nothing):
        presses = Presses("token")
        presses.see({**page, "acts": acts})
        meanings = moved(presses, after(HOLD, choose(5), choose(3), HOLD, taps(2)))
        lights.append([[seconds for seconds, _ in meaning.blinks or ()] for meaning in meanings])
    told, silent = ([sum(each) for each in lit] for lit in lights)
    assert told == pytest.approx(silent)
    assert [len(each) for each in lights[0]] == [len(each) for each in lights[1]]


def test_nobody_acts_at_night_or_while_a_count_is_confirmed() -> None:
    question = questions()["confessor.hear"]
    presses = seated(question)
    moved(presses, [*taps(1), (0.4, True), (3.5, False)])
    assert presses.acting.until < 0
    presses.see({**question.page(), "acts": None})
    moved(presses, HOLD)
    assert presses.acting.until < 0


# At the table.

CARDS = ("werewolf", "werewolf", "gypsy", "pyromaniac", "scandalmonger", "seer", "witch", "hunter")
HOMES = ("confessor", "bonesetter", "barber", "barkeep", "bailiff", "lord", "farmer", "schoolmarm")


def game(options: Mapping[str, str], seed: int, cards: Sequence[str] = CARDS) -> Game:
    """A village of eight, each in a building of their own."""
    dice = Random(seed)
    cards = [card if card != "gypsy" or "events" in options else "villager" for card in cards]
    dealt = dict(zip(NAMES, dice.sample(cards, 8), strict=True))
    homes = dict(zip(NAMES, dice.sample(HOMES, 8), strict=True))
    born = {name: 1950 + at for at, name in enumerate(NAMES)}
    lodge = {name: ("sun", "moon")[at % 2] for at, name in enumerate(NAMES)}
    options = {"buildings": "on", **options}
    return Game("the-pact", NAMES, cards=dealt, buildings=homes, options=options, seed=seed, born=born, lodge=lodge)


def by_day(table: ButtonTable) -> None:
    """Go on to the debate of the first day, or to a vote."""
    while table.page("Ann")["screen"]["kind"] != "debate":
        screens = {name: table.page(name)["screen"] for name in NAMES}
        table.hands({name: DOUBLE for name in NAMES if screens[name]["kind"] == "ask" and not screens[name]["chosen"]})
        table.pass_time(table.time.now + 0.5)
        assert table.step()


def doing(act: int, choice: int) -> list[Move]:
    return after(HOLD, choose(act), choose(choice))


def heard(played: Game, seat: str, about: str) -> list[Any]:
    """What a seat was told of another."""
    told = [fact for fact in played.facts if isinstance(fact, Told)]
    return [fact.what for fact in told if (fact.seat, fact.about) == (seat, about)]


def test_the_confessor_hears_by_button_and_light_tells_the_card(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    played = game({"sheriff": "never"}, 1)
    table.box.moderate(played)
    by_day(table)
    confessor = next(name for name in NAMES if any(act["id"] == "confessor.hear" for act in table.page(name)["acts"]))
    act = next(act for act in table.page(confessor)["acts"] if act["id"] == "confessor.hear")
    chosen = act["choices"][0]
    table.hands({confessor: doing(act["number"], chosen["number"])})
    (what,) = heard(played, confessor, chosen["value"])
    by_day(table)
    assert table.told(confessor) == table.round.legend.told(chosen["value"], what, confessor)


def test_a_victim_of_the_plague_names_the_next_with_a_button_that_all_the_dead_have(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    table.box.moderate(game({"sheriff": "never", "black_plague": "on"}, 2, ["villager"] * 8))
    by_day(table)
    (dead,) = [seat["name"] for seat in table.page(kind="table")["seats"] if not seat["alive"]]
    (act,) = table.page(dead)["acts"]
    assert len(act["choices"]) == len(NAMES) - 1
    before = len(table.lit)
    table.hands({dead: doing(act["number"], act["choices"][0]["number"])})
    assert ("answer", "plague.pass", dead, (act["choices"][0]["value"],)) in table.round.game.entries
    assert {name for _, name, _ in table.lit[before:]} == {dead}


def test_a_victim_of_the_plague_acts_in_the_same_light_as_one_of_the_werewolves(tmp_path: Path) -> None:
    seen = []
    plague = game({"sheriff": "never", "black_plague": "on"}, 2, ["villager"] * 8)
    for at, played in enumerate([plague, game({"sheriff": "never"}, 2)]):
        table = ButtonTable(tmp_path / str(at))
        table.box.moderate(played)
        if played is not plague:
            (victim,) = (fact.seats for fact in plague.facts if isinstance(fact, Eliminated))
            table.until("werewolf.devour")
            pack = [name for name in NAMES if played.rules.cards[table.page(name)["you"]["card"]["id"]].werewolf]
            for name in pack:
                assert table.answer(name, *victim)["ok"]
        by_day(table)
        (dead,) = [seat["name"] for seat in table.page(kind="table")["seats"] if not seat["alive"]]
        before, start = len(table.lit), table.time.now
        table.hands({dead: doing(1, 3)})
        lit = [(round(when - start, 3), who, colour) for when, who, colour in table.lit[before:]]
        seen.append(shape(lit))
    assert seen[0] == seen[1] != []


@pytest.mark.parametrize("roleset", ["the-pact", "millers-hollow"])
def test_how_to_act_is_explained_once_and_only_where_something_can_be_done(roleset: str, tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    table.box.moderate(Game(roleset, NAMES, cards={"Ann": "werewolf", "Bob": "werewolf"}, seed=4))
    by_day(table)
    while table.page("Ann")["screen"]["kind"] != "ask":
        assert table.step()
    said = table.box.speech.said
    assert (said["hint.call"], said["hint.act"], said["hint.act-tags"]) == (1, int(roleset == "the-pact"), 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_in_a_village_by_buttons_alone(seed: int, tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    options = {"events": "on", "event_variants": "on", "sheriff": "first-day"}
    more = [{"graffiti": "on", "innocents": "on"}, {"town_crier": "on"}, {"moonlight": "on"}][seed]
    table.box.moderate(game({**options, **more}, seed))
    players = Players(table, seed)
    while players.play():
        assert table.time.now < DAY, "this game never ends"
        pages = {name: table.page(name) for name in NAMES}
        able = {name: page["acts"] for name, page in pages.items() if page["acts"] and page["you"]["alive"]}
        if able and players.dice.random() < 0.05:
            name = players.dice.choice(list(able))
            act = players.dice.choice(able[name])
            if act["id"] != "village.plague":
                table.hands({name: doing(act["number"], players.dice.choice(act["choices"])["number"])})
    assert table.page(kind="table")["stage"] == "over"
    assert len(set(answered(table))) > 5


def test_a_token_left_lying_acts_by_day_on_whom_is_then_laid_twice(tmp_path: Path) -> None:
    table = TagTable(tmp_path)
    played = game({"sheriff": "never"}, 1)
    table.box.moderate(played)
    while table.page("Ann")["screen"]["kind"] != "debate":
        assert table.step()
    table.settle()
    confessor = next(name for name in NAMES if any(act["id"] == "confessor.hear" for act in table.page(name)["acts"]))
    other = next(name for name in played.alive if name != confessor)
    table.lay(confessor, long=2.5)
    table.lay("0BAD", "0BAD")  # a tag that the box does not know means nothing, however often
    table.lay(other)
    assert heard(played, confessor, other) == []
    table.lay(other)
    assert len(heard(played, confessor, other)) == 1
