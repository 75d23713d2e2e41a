"""How does a game that was played become a scenario? It lists what was dealt, answered and drawn, and the outcome.

    print(scenario(replayed(load(path)), "Game 7"))

The scenario is self-contained: cards are listed seat by seat and lots as they fell, so nothing is left to the seed. A
phase is written in several steps where somebody acted in the middle of it. An answer that was changed is written as it
was in the end, one that was undone is left out, and where silence left it to the lot, the lot is written as an answer.
A game that broke off in the middle of a phase is written to the end of that phase as if nobody had answered after that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from narrator.game.expectations import happened
from narrator.game.game import Entry, Game, groups
from narrator.rules import facts
from narrator.rules.chapters import Chapter
from narrator.rules.event_cards import CRIER
from narrator.rules.leaving import LEAVES
from narrator.rules.prompts import Answer, Prompt
from narrator.rules.strict_yaml import written
from narrator.rules.variant_facts import DeckFeigned, SecondDealt
from narrator.rules.village_facts import EventsLaid, Housed


class Opening(NamedTuple):
    """One opening of a prompt: the answers of the seats that gave any, in an open ballot every answer in order, and the
    fingers that were counted."""

    prompt: Prompt
    given: Mapping[str, Answer]
    pointed: Sequence[tuple[str, Answer]]
    fingers: Mapping[str, int] = {}


Step = dict[str, list[Opening]]
"""Part of a phase: how each prompt was answered, at all its openings."""


def scenario(game: Game, name: str) -> str:
    """The YAML of a scenario that plays this game again and expects each phase to end as it did.

    The game is played again for that; a game that broke off is at the end of its phase afterwards.
    """
    entries = list(game.entries)
    game.rewind([])
    record = _Record(game)
    for entry in entries:
        record.play(entry)
    broken_off = game.phase if game.winner is None else ""
    if any(record.answers(broken_off)) or any(game.given(prompt) or game.fingers(prompt) for prompt in game.prompts):
        while game.winner is None and game.phase == broken_off:
            record.play(("close",))
    if broken_off in record.drawn and not any(record.answers(broken_off)):  # that phase is not written
        del record.lots[record.drawn[broken_off] :]
    play = []
    for chapter in game.chapters():
        expected = _expected(chapter, game) if chapter.phase != broken_off else {}
        *before, last = record.answers(chapter.phase)
        play += [{chapter.phase: answers} for answers in before]
        step = {chapter.phase: last, **({"expect": expected} if expected else {})}
        if any(step.values()):
            play.append(step)
        if chapter.phase == broken_off:
            break
    return written({"name": name, **_table(game), **({"lots": record.lots} if record.lots else {}), "play": play})


class _Record:
    """A game played again, and what a scenario must say of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.acts = [rule.id for _, rule in game.rules.any_time]
        self.lots = list(game.lots_fallen)
        self.drawn: dict[str, int] = {}
        self.steps: dict[str, list[Step]] = {}
        self.pointed: list[tuple[str, str, Answer]] = []

    def play(self, entry: Entry) -> None:
        """Play one entry; at a closing, note what was answered, and the lots that answered for silent seats."""
        game = self.game
        self.drawn.setdefault(game.phase, len(self.lots))
        if entry[0] == "answer":
            self.pointed.append(entry[1:])
            self.act(*entry[1:])
        if entry[0] != "close":
            if entry[0] == "draw":
                self.now("village.draw")["village.draw"] = []
            if entry[0] == "leave":
                gone = Prompt(LEAVES, entry[1:], entry[1:], standing=True)
                self.now(LEAVES)[LEAVES] = [Opening(gone, {entry[1]: entry[1:]}, ())]
            fallen = len(game.lots_fallen)
            game.play([entry])
            self.lots.extend(game.lots_fallen[fallen:])
            return
        prompts = [prompt for prompt in game.prompts if not prompt.standing]
        for prompt in prompts:
            if prompt.id in self.acts:  # put once more at dusk, when it stands open no longer
                self.now(prompt.id)
        step, fallen = self.steps.setdefault(game.phase, [{}])[-1], len(game.lots_fallen)
        given = [dict(game.given(prompt)) for prompt in prompts]
        fingers = [dict(game.fingers(prompt)) for prompt in prompts]
        game.play([entry])
        lots = iter(game.lots_fallen[fallen:])
        for prompt, answers, counted in zip(prompts, given, fingers, strict=True):
            for seat in prompt.seats:
                if not counted and seat not in answers and prompt.silence(seat) is None:
                    answers[seat] = tuple(next(lots) for _ in range(prompt.least))
            pointed = [
                (seat, answer)
                for asked, seat, answer in self.pointed
                if asked == prompt.id and seat in prompt.seats and {*prompt.choices_of(seat)}.issuperset(answer)
            ]
            opening = Opening(prompt, answers, pointed if prompt.open_ballot else (), counted)
            step.setdefault(prompt.id, []).append(opening)
        self.lots.extend(lots)
        closed = [prompt.id for prompt in prompts]
        self.pointed = [each for each in self.pointed if each[0] not in closed]  # a draw may come in between

    def act(self, prompt_id: str, seat: str, answer: Answer) -> None:
        """Note what somebody does at any time of the day."""
        prompt = next((each for each in self.game.prompts if each.id == prompt_id and each.standing), None)
        if prompt is not None and answer:
            self.now(prompt_id)[prompt_id] = [Opening(prompt, {seat: answer}, ())]

    def now(self, prompt_id: str) -> Step:
        """The step in which to note what is not asked of all: a new one, where anything has closed since."""
        steps = self.steps.setdefault(self.game.phase, [{}])
        closed = any(not opening.prompt.standing for openings in steps[-1].values() for opening in openings)
        if closed or prompt_id in steps[-1]:
            steps.append({})
        return steps[-1]

    def answers(self, phase: str) -> list[dict[str, Any]]:
        """The answers of a phase as a scenario writes them, step by step.

        What everybody passed is written only where a step follows, which begins when it has closed, and with a draw,
        which is offered only if the scenario says so.
        """
        steps = self.steps.get(phase, [{}])
        return [_written(step, whole=step is not steps[-1] or "village.draw" in step) for step in steps]


def _written(step: Step, whole: bool) -> dict[str, Any]:
    values = {prompt: _value(openings, whole) for prompt, openings in step.items() if openings}
    return {prompt: value for prompt, value in values.items() if value is not None}


def _value(openings: Sequence[Opening], passes: bool) -> Any:
    """The answers to a prompt at all its openings in one step; nothing if all passed, unless passes are wanted."""
    turns = [(opening.prompt, turn) for opening in openings for turn in _turns(opening)]
    while turns and turns[-1][1] is None and not passes:
        turns.pop()
    each = [_silence(prompt) if turn is None else turn for prompt, turn in turns]
    return {"each": each} if len(each) > 1 else each[0] if each else None


def _silence(prompt: Prompt) -> str | list[str]:
    return _spelled(prompt, ()) if prompt.may_pass else "no"


def _turns(opening: Opening) -> list[Any]:
    """The answers to one opening: one turn, plus, in an open ballot, one for each change of mind."""
    prompt = opening.prompt
    if prompt.open_ballot:
        rounds: list[dict[str, Any]] = []
        for seat, answer in opening.pointed:
            if not rounds or seat in rounds[-1]:
                rounds.append({})
            rounds[-1][seat] = _spelled(prompt, answer)
        return [*rounds] or [None]
    given = {seat: _spelled(prompt, opening.given[seat]) for seat in prompt.seats if opening.given.get(seat)}
    values = list(given.values())
    if opening.fingers:
        return [{"fingers": dict(opening.fingers), **({"then": given} if given else {})}]
    if not values:
        return [None]
    return [values[0] if len(values) == len(prompt.seats) and values.count(values[0]) == len(values) else given]


def _spelled(prompt: Prompt, answer: Answer) -> str | list[str]:
    if not answer and "pass" not in prompt.choices:  # somebody may have that name
        return "pass"
    return answer[0] if len(answer) == 1 else list(answer)


def _table(game: Game) -> dict[str, Any]:
    """The table as it was dealt.

    Where cards were dealt that everybody takes for others, it is dealt again from the same deck by the same seed.
    """
    dealt = {fact.seat: fact.coin or fact.card for fact in game.facts if isinstance(fact, facts.Dealt)}
    seconds = {fact.seat: fact.card for fact in game.facts if isinstance(fact, SecondDealt)}
    if game.options.get("double_you") == "open":  # what somebody is aligned with counts as the card
        dealt, seconds = seconds, dealt
    centre = [card for fact in game.facts if isinstance(fact, facts.CentreLaid) for card in fact.cards]
    actor = [card for fact in game.facts if isinstance(fact, facts.PartsLaid) for card in fact.cards]
    header = game.header
    return {
        "roleset": header["roleset"],
        **({"options": header["options"]} if header["options"] else {}),
        "seats": header["seats"],
        **(_feigned(game) if _is_feigned(game) else _laid(dealt, seconds, centre, actor)),
        **_village(game),
        **({"house_rule": header["house_rule"]} if header["house_rule"] else {}),
        **({"groups": groups(game)} if groups(game) else {}),
        "seed": header["seed"],
    }


def _is_feigned(game: Game) -> bool:
    return any(isinstance(fact, DeckFeigned) for fact in game.facts)


def _laid(
    dealt: Mapping[str, str], seconds: Mapping[str, str], centre: Sequence[str], actor: Sequence[str]
) -> dict[str, Any]:
    beside = {"alignment": seconds, "centre": centre, "actor": actor}
    return {"cards": dealt, **{key: value for key, value in beside.items() if value}}


def _feigned(game: Game) -> dict[str, Any]:
    found = _as_in_the_header(game, "cards", "deck", "house_deck", "centre", "actor", "alignment")
    return found if {"cards", "deck"} & set(found) else found | {"deck": game.rules.proposed(len(game.seats))}


def _as_in_the_header(game: Game, *keys: str) -> dict[str, Any]:
    return {key: game.header[key] for key in keys if game.header[key]}


def _village(game: Game) -> dict[str, Any]:
    """Who lives where, the deck of events in its order, the crier's cards, and what players have said of themselves."""
    setup = next(game.chapters()).facts
    events = [list(fact.cards) for fact in setup if isinstance(fact, EventsLaid)]
    crier = [list(fact.value) for fact in setup if isinstance(fact, facts.Noted) and fact.owner == CRIER]
    stacked = game.options.get("events", "off") != "off"
    found = {
        "buildings": {fact.seat: fact.building for fact in setup if isinstance(fact, Housed)},
        **_as_in_the_header(game, "born", "lodge", "villages"),
    }
    found = {key: value for key, value in found.items() if value}
    return found | ({"events": events[0]} if events and stacked else {}) | ({"crier": crier[0]} if crier else {})


def _expected(chapter: Chapter, game: Game) -> dict[str, Any]:
    """The outcome of a phase; without what is dealt, and without the pack where somebody is told of one by the dice."""
    seen = happened(game, chapter)
    left_out = {"card": chapter.phase == "setup", "pack": _is_feigned(game)}
    told = {
        seat: {about: tellings[-1] for about, tellings in heard.items() if not left_out.get(about)}
        for seat, heard in seen["told"].items()
    }
    passed_on = any(isinstance(fact, facts.OfficeTaken) for fact in chapter.facts)
    expected = {
        "told": {seat: _plain(heard) for seat, heard in told.items() if heard},
        "votes": seen["votes"] if set(seen["votes"] or ()) <= set(game.seats) else None,
        "shown": seen["shown"],
        "sheriff": (chapter.offices.get("sheriff") or "none") if passed_on else None,
        "wins": seen["wins"] if not seen["winner"] else None,
        "winner": seen["winner"],
        "winners": seen["winners"],
    }
    found = {key: value for key, value in expected.items() if value}
    if chapter.phase.startswith(("dawn", "day")):
        return {"dead": seen["dead"], **found, "alive": len(seen["alive"])}
    return found


def _plain(heard: Mapping[str, Any]) -> dict[str, Any]:
    return {about: list(what) if isinstance(what, tuple) else what for about, what in heard.items()}
