"""Scenarios: games as test cases. A table, its cards, the answers given, and what must come of them.

`play` reads one YAML file, plays it through the real rules engine and returns everything that differed, each with
file, line and column; no problem means that the scenario holds.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from narrator.errors import BadFile, Place, Problem
from narrator.files import text
from narrator.game.expectations import EXPECTATIONS, difference, happened
from narrator.game.game import Game
from narrator.game.library import Library
from narrator.game.own_powers import reported
from narrator.game.scenario_keys import ABOUT, FORMED, FORMS, ON, OTHER_KEYS, words_in
from narrator.game.table_keys import KEYS
from narrator.rules.chapters import Chapter
from narrator.rules.leaving import LEAVES
from narrator.rules.prompts import IllegalAnswer, Prompt
from narrator.rules.strict_yaml import Items, Map, nearest_or_all, read
from narrator.rules.table import IllegalTable

STEP = "as in `- night 1: {seer.look: Ann}`."
PHASES = "the phases are setup, day 0, night 1, dawn 1, day 1, night 2, dawn 2 …, each with its answers."
_PHASE = re.compile("day 0|(night|dawn|day) [1-9][0-9]{0,5}")


class Outcome:
    """What came of one scenario: its `problems`, and what happened, phase by phase, for `--json`."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.phases: list[dict[str, Any]] = []


def files(paths: list[Path]) -> Iterator[Path]:
    """The scenario files that these files and folders hold, in order of name."""
    for path in paths:
        yield from (
            sorted(found for found in path.rglob("*") if found.suffix in (".yaml", ".yml")) if path.is_dir() else [path]
        )


def play(file: Path, library: Library) -> Outcome:
    """Play one scenario; what differed is in the outcome's `problems`."""
    outcome = Outcome(file)
    try:
        with reported():
            _Play(read(text(file), str(file)), library, outcome).play()
    except BadFile as bad:
        outcome.problems.extend(bad.problems)
    except _Stop as stop:
        outcome.problems.append(stop.problem)
    return outcome


class _Stop(Exception):
    """The scenario cannot be played on, because of this problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


class _Play:
    """One scenario being played."""

    def __init__(self, tree: Map, library: Library, outcome: Outcome) -> None:
        self.tree = tree
        self.library = library
        self.outcome = outcome
        self.game: Game

    def stop(self, place: Place, sentence: str) -> _Stop:
        return _Stop(Problem(place, sentence))

    def play(self) -> None:
        tree = self.tree
        self.all_known("key", tree, (*KEYS, *OTHER_KEYS))
        for key in ("roleset", "seats"):
            if key not in tree:
                raise self.stop(tree.place, f"The scenario does not say its {key}.")
        if not self.begins():
            return
        steps = [self.step(item, place) for item, place in self.items()]
        order = [_when(phase) for phase, _, _ in steps]
        for (phase, at, _), now, before in zip(steps[1:], order[1:], order, strict=False):
            if now < before:
                raise self.stop(at.key_places[phase], f"“{phase}” comes too late: phases stand in the order played.")
        finished = []
        try:
            for (phase, at, answers), now, after in zip(steps, order, [*order[1:], None], strict=False):
                with reported():
                    self.phase(phase, at, answers, goes_on=now == after)
                if now != after:
                    finished.append(phase)
        except IllegalTable as error:  # a lot that cannot fall
            raise self.stop(tree.value_places.get("lots", at.key_places[phase]), error.sentence) from None
        except BadFile as error:  # a power of the host's own that fails
            raise self.stop(at.key_places[phase], f"{self.game.phase}: {error.problems[0]}") from None
        finally:
            self.judge([step for step in steps if step[0] in finished])
        if self.game.lots_left:
            left = ", ".join(self.game.lots_left)
            self.outcome.problems.append(Problem(tree.value_places["lots"], f"Lots are left over: {left}."))

    def begins(self) -> bool:
        """Lay the table; false where it was refused as the scenario expects."""
        tree, refused = self.tree, self.tree.get("refused")
        for key, (fits, what) in FORMS.items():
            if key in tree and not fits(tree[key]):
                raise self.stop(self.misfit(key), f"“{key}” must be {what}.")
        given = {key: tree[key] for key in KEYS if key in tree}
        given["house_deck"] = given.get("house_deck") in ON
        for key in ("seats", "lots"):
            given[key] = [str(word) for word in given.get(key, ())]
        if "groups" in given:
            given["groups"] = {name: [str(seat) for seat in group] for name, group in tree["groups"].items()}
        try:
            self.game = Game(**given, library=self.library)
        except IllegalTable as error:
            if refused is None or (refused != error.code and self.slipped(error)):
                sentence = f"The table is refused ({error.code}): {error.sentence}"
                raise self.stop(self.refused_at(error), sentence) from None
            if refused not in (True, "yes", error.code):
                place = tree.value_places["refused"]
                raise self.stop(
                    place, f"refused: expected {refused}, but it was {error.code}: {error.sentence}"
                ) from None
            return False
        if refused is not None:
            raise self.stop(tree.value_places["refused"], "refused: the table was accepted.")
        return True

    def misfit(self, key: str) -> Place:
        """The place under a key of the table of the first thing that does not fit it; the key's value, if all fits."""
        tree, (fits, _) = self.tree, FORMS[key]
        value = tree[key]
        if isinstance(value, Items):
            parts: list[tuple[Any, Place]] = [(_alone(value, at), place) for at, place in enumerate(value.places)]
        elif isinstance(value, Map):
            parts = [(_alone(value, name), value.value_places[name]) for name in value]
        else:
            parts = []
        return next((place for part, place in parts if not fits(part)), tree.value_places[key])

    def slipped(self, error: IllegalTable) -> bool:
        """Was the table refused for a slip of the pen: a word that no roleset knows, but that is like a known one?"""
        known = self.library.vocabulary.cards | self.library.vocabulary.options
        slip = error.code.startswith("unknown-") and "did you mean" in error.sentence
        return slip and _quote(error.sentence) not in known

    def refused_at(self, error: IllegalTable) -> Place:
        """Where the table has the word that a refusal quotes, or else the key that it is about."""
        tree = self.tree
        about = [key for key in (ABOUT.get(error.code, "cards"), "cards", "deck") if key in tree]
        tables = [key for key in (*about[:1], *KEYS) if key in tree and (key != "seats" or key in about)]
        places = {key: tree.key_places[key] for key in tables}
        for key in reversed(tables):
            places |= dict(words_in(tree[key], tree.value_places[key]))
        return places.get(_quote(error.sentence), tree.key_places[about[0]] if about else tree.place)

    def items(self) -> list[tuple[Any, Place]]:
        value = self.tree.get("play")
        if value is None:
            return []
        if not isinstance(value, Items):
            raise self.stop(self.tree.value_places["play"], f"“play” must be a list of steps, {STEP}")
        return list(zip(value, value.places, strict=True))

    def step(self, item: Any, place: Place) -> tuple[str, Map, Map]:
        """One item of `play:`: its phase, itself, and its answers."""
        if not isinstance(item, Map):
            raise self.stop(place, f"A step is a phase with its answers, {STEP}")
        phases = [key for key in item if key != "expect"]
        if len(phases) != 1 or _when(phases[0]) is None:
            wrong = next((key for key in phases if _when(key) is None), None)
            raise self.stop(
                item.key_places[wrong] if wrong else place,
                f"“{wrong}” is not a phase; {PHASES}" if wrong else f"A step has one phase; {PHASES}",
            )
        phase = phases[0]
        answers = Map(item.value_places[phase]) if item[phase] is None else item[phase]
        if not isinstance(answers, Map):
            raise self.stop(item.value_places[phase], f"The answers of a phase are prompts with their values, {STEP}")
        self.all_known("prompt", answers, self.library.vocabulary.prompts)
        expected = item.get("expect")
        if isinstance(expected, Map):
            self.all_known("expectation", expected, EXPECTATIONS)
        elif expected is not None:
            sentence = "“expect” holds expectations with their values, as in `expect: {dead: [Ann]}`."
            raise self.stop(item.value_places["expect"], sentence)
        return phase, item, answers

    def all_known(self, kind: str, at: Map, known: Collection[str]) -> None:
        """Check that these are the only keys that stand there."""
        for key in at:
            if key not in known:
                raise self.stop(at.key_places[key], f"There is no {kind} “{key}”{nearest_or_all(key, known)}")

    def phase(self, phase: str, at: Map, answers: Map, goes_on: bool) -> None:
        """Play up to this phase, passing, and then through it with its answers.

        A phase that goes on in the next step is played until these answers are given, and what they answer has closed.
        """
        place = at.key_places[phase]
        while self.game.winner is None and _when(self.game.phase) < _when(phase):
            self.close(place, self.game.phase, {})
        pending: dict[str, Any] = dict(answers)
        given: dict[str, Prompt] = {}
        for prompt_id, value in pending.items():
            if _only_refusals(value) and self.open(prompt_id) is None:
                self.all_refused(prompt_id, value, [""])
        while self.game.winner is None and self.game.phase == phase:
            acted = False
            for prompt_id in list(pending):
                prompt = self.open(prompt_id)
                if prompt_id == LEAVES and self.leaves_later(pending[prompt_id]):
                    continue
                if prompt is not None and prompt.standing and self.comes_first(pending, prompt_id, given):
                    continue
                wished = next((name for name in pending if not _only_refusals(pending[name])), None)
                if prompt is None and prompt_id == wished == "village.draw" and phase.startswith("day"):
                    self.offer_draw(answers.key_places[prompt_id])
                    prompt = self.open(prompt_id)
                if prompt is not None and (prompt.standing or prompt is not given.get(prompt_id)):
                    given[prompt_id] = prompt
                    left = self.give(prompt, pending[prompt_id], answers.value_places[prompt_id])
                    took_effect = prompt.standing and left != pending[prompt_id]
                    acted |= took_effect
                    pending[prompt_id] = left
                    if left is None:
                        del pending[prompt_id]
                    elif took_effect:
                        break  # the rest of it stands before the answers that follow
            done = goes_on and not pending
            if not acted and not (done and all(prompt.standing for prompt in given.values())):
                self.close(place, phase, given)
            if not acted and done:
                break
        for prompt_id, left in pending.items():
            if not _only_refusals(left):
                why = self.game.why_not_asked(prompt_id, phase) or "this was not asked, or not so often"
                seats = [seat for seat in left if seat in self.game.seats] if isinstance(left, Map) else []
                who = f" by {', '.join(seats)}" if seats else ""
                place = left.key_places[seats[0]] if seats else answers.key_places[prompt_id]
                raise self.stop(place, f"unused: {prompt_id} in {phase}{who}: {why}.")

    def offer_draw(self, place: Place) -> None:
        try:
            self.game.offer_draw()
        except IllegalAnswer as error:
            raise self.stop(place, error.sentence) from None

    def comes_first(self, pending: Mapping[str, Any], prompt_id: str, given: Mapping[str, Prompt]) -> bool:
        """Is an answer written before this one to be given first? Not once the village votes, nor where part of it has
        been given and the rest is for when its prompt is put again."""
        ballots, first = self.game.rules.ballots, next(iter(pending))
        voting = any(prompt.id in ballots and ballots[prompt.id].condemns for prompt in self.game.prompts)
        begun = first in given and self.open(first) in (None, given[first])
        return not voting and not begun and first != prompt_id

    def leaves_later(self, value: Any) -> bool:
        """Must what was answered before close first, on this day (G-35)? What must be refused is tried at once."""
        if _only_refusals(value) or not self.game.phase.startswith("day"):
            return False
        refusal = self.refusal(LEAVES, "", "")  # refused in any case; because of the time?
        return refusal is not None and refusal.code == "not-now"

    def open(self, prompt_id: str) -> Prompt | None:
        if prompt_id == LEAVES:  # the host's word, at any time
            return Prompt(LEAVES, ("",), self.game.alive, standing=True)
        return next((prompt for prompt in self.game.prompts if prompt.id == prompt_id), None)

    def close(self, place: Place, phase: str, given: Mapping[str, Prompt]) -> None:
        """Close what is open; `given` are the prompts that these answers were given to."""
        for prompt in self.game.prompts:
            for seat in self.game.waiting(prompt):
                if prompt.silence(seat) is None:
                    who = "" if len(prompt.seats) == 1 else f" by {seat}"
                    again = prompt.id in given and given[prompt.id] is not prompt
                    why = f": {seat} was asked again; list the answers under “each”." if again else ""
                    raise self.stop(place, f"unanswered: {prompt.id} in {phase}{who}{why}")
        self.game.close()

    def give(self, prompt: Prompt, value: Any, place: Place, only: str | None = None) -> Any:
        """Give a written answer to an open prompt; what of it is left for later openings, or nothing."""
        seats = [only] if only else list(prompt.seats)
        for word, beside in FORMED.items():
            if isinstance(value, Map) and word in value:
                for key in value:
                    if key not in (word, *beside):
                        place, meant = value.key_places[key], nearest_or_all(key, beside)
                        raise self.stop(place, f"There is no “{key}” beside “{word}”{meant}")
        if isinstance(value, Map) and "fingers" in value:
            self.point(prompt, value, place)
            return self.give(prompt, value["then"], value.value_places["then"], only) if "then" in value else None
        if isinstance(value, Map) and "illegal" in value:
            self.all_refused(prompt.id, value, seats)
            return self.give(prompt, value["then"], value.value_places["then"], only) if "then" in value else None
        if isinstance(value, Map) and "each" in value:
            if not isinstance(value["each"], Items):
                raise self.stop(value.value_places["each"], "“each” lists the answers, one for each time it is asked.")
            turns = list(zip(value["each"], value["each"].places, strict=True))
            return self.in_turn(prompt, turns, only)
        if isinstance(value, _Turns):
            return self.in_turn(prompt, value, only)
        if isinstance(value, Map):
            left = Map(value.place)
            for seat, part in value.items():
                named, at = value.key_places[seat], value.value_places[seat]
                self.sits_here(seat, named)
                if seat in prompt.seats:
                    rest = self.give(prompt, part, at, seat)
                else:
                    rest = part
                    if _only_refusals(part):
                        self.all_refused(prompt.id, part, [seat])
                if rest is not None:
                    left.put(seat, rest, named, at)
            return left or None
        refusals = [self.refusal(prompt.id, seat, value) for seat in seats]
        wrong = [refusal for refusal in refusals if refusal is not None and refusal.code != "decided"]
        if len(wrong) == len(seats):
            raise self.stop(place, f"{prompt.id} in {self.game.phase}: {wrong[0].sentence}")
        for seat, refusal in zip(seats, refusals, strict=True):
            if refusal in wrong and prompt.may_pass:
                self.game.answer(prompt.id, "pass", seat)
        return None

    def point(self, prompt: Prompt, value: Map, place: Place) -> None:
        """Have the table point, with as many fingers at each as are written."""
        fingers = value["fingers"]
        if not isinstance(fingers, Map) or any(type(number) is not int for number in fingers.values()):
            raise self.stop(value.value_places["fingers"], "“fingers” has seats with the number of fingers at each.")
        try:
            self.game.point(prompt.id, fingers)
        except IllegalAnswer as error:
            raise self.stop(place, error.sentence) from None

    def in_turn(self, prompt: Prompt, turns: list[tuple[Any, Place]], only: str | None) -> Any:
        """Give the next of several answers; in an open ballot all of them, as changes of mind."""
        turns = list(turns)
        while turns:
            value, place = turns.pop(0)
            left = self.give(prompt, value, place, only)
            if left is not None:
                turns.insert(0, (left, place))
                break
            if not prompt.open_ballot:
                break
        return _Turns(turns) if turns else None

    def refusal(self, prompt: str, seat: str, value: Any) -> IllegalAnswer | None:
        try:
            self.game.leave(_spelled(value)) if prompt == LEAVES else self.game.answer(prompt, value, seat)
        except IllegalAnswer as error:
            return error
        return None

    def all_refused(self, prompt: str, value: Any, seats: list[str]) -> None:
        """Check that every one of these seats is refused every answer that must be."""
        if "illegal" not in value:
            for seat, part in value.items():
                self.all_refused(prompt, part, [seat])
            return
        self.none_taken(prompt, value["illegal"], value.value_places["illegal"], seats)

    def none_taken(self, prompt: str, illegal: Any, place: Place, seats: list[str]) -> None:
        """Check that these seats are refused this answer, or each of several, or each seat its own."""
        if isinstance(illegal, Map):
            for seat, own in illegal.items():
                self.sits_here(seat, illegal.key_places[seat])
                self.none_taken(prompt, own, illegal.value_places[seat], [seat])
        elif isinstance(illegal, Items) and any(isinstance(part, (Items, Map)) for part in illegal):
            for part, at in zip(illegal, illegal.places, strict=True):
                self.none_taken(prompt, part, at, seats)
        elif not all(self.refusal(prompt, seat, illegal) for seat in seats):
            raise self.stop(place, f"illegal: {prompt} took “{_spelled(illegal)}”, which must be refused.")

    def sits_here(self, seat: str, place: Place) -> None:
        if seat not in self.game.seats:
            raise self.stop(place, f"Nobody at the table is called “{seat}”{nearest_or_all(seat, self.game.seats)}")

    def judge(self, steps: list[tuple[str, Map, Map]]) -> None:
        """Hold every expectation against what happened."""
        played: dict[str, Chapter] = {}
        for chapter in self.game.chapters():
            played[chapter.phase] = chapter
            self.outcome.phases.append(happened(self.game, chapter))
        for phase, at, _ in steps:
            expected = at.get("expect")
            if expected is None:
                continue
            if phase not in played:
                over = _when(self.game.phase) < _when(phase)
                why = "the game was over before" if over else "this game has none"
                self.outcome.problems.append(Problem(at.key_places[phase], f"{phase} never came: {why}."))
                break
            for key, value in expected.items():
                found = difference(self.game, self.library.vocabulary, played[phase], key, value)
                if found is not None:
                    self.outcome.problems.append(Problem(expected.value_places[key], f"{phase}: {key}: {found}"))


class _Turns(list[tuple[Any, Place]]):
    """Answers still to be given, one at each opening of their prompt."""


def _only_refusals(left: Any) -> bool:
    """Is nothing left but answers that must be refused, by seats that were never asked?"""
    if isinstance(left, Map) and "illegal" in left:
        return "then" not in left
    return isinstance(left, Map) and bool(left) and all(_only_refusals(part) for part in left.values())


def _alone(value: Any, key: Any) -> Any:
    """A list or mapping of the same place that holds nothing but one of its parts."""
    alone = type(value)(value.place)
    if isinstance(alone, Map):
        alone.put(key, value[key], value.key_places[key], value.value_places[key])
    else:
        alone.append(value[key])
    return alone


def _quote(sentence: str) -> str:
    quote = re.search("“(.+?)”", sentence)
    return quote[1] if quote else ""


def _spelled(value: Any) -> str:
    return ", ".join(str(part) for part in value) if isinstance(value, list) else str(value)


def _when(phase: str) -> tuple[int, int]:
    """Where a phase stands in a game; `None` for what is not a phase."""
    if phase == "setup":
        return (0, 0)
    if _PHASE.fullmatch(str(phase)) is None:
        return None  # type: ignore[return-value]
    name, _, number = phase.partition(" ")
    return (int(number), ("night", "dawn", "day").index(name))
