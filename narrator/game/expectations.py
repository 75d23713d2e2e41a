"""What a scenario may expect of a phase, and whether it holds.

Each expectation is a function of its key's name (`dead`, `told`, …) that answers what differed, or nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from narrator.game.expected_words import Unknown, causes, cue, known, sides
from narrator.game.game import Game
from narrator.game.library import Vocabulary
from narrator.rules import facts, village_facts
from narrator.rules.chapters import Chapter
from narrator.rules.prompts import word
from narrator.rules.strict_yaml import nearest_or_all
from narrator.rules.tellings import subjects
from narrator.telling.script import Cue, cue_of

Expectation = Callable[["Seen", Any], str | None]
EXPECTATIONS: dict[str, Expectation] = {}
ALIVE, NONE = "alive", "none"
"""How somebody died who did not, and where somebody lives who has no house."""


class Seen:
    """A phase as expectations look at it."""

    def __init__(self, game: Game, vocabulary: Vocabulary, chapter: Chapter) -> None:
        self.game = game
        self.vocabulary = vocabulary
        self.chapter = chapter

    def all(self, kind: type) -> list[Any]:
        """The facts of one kind, in order."""
        return [fact for fact in self.chapter.facts if isinstance(fact, kind)]

    def seats(self, value: Any) -> list[str]:
        """The seats that a value names."""
        named = [str(seat) for seat in (value if isinstance(value, list) else [value])]
        for seat in named:
            if seat not in self.game.seats:
                raise Unknown(f"nobody at the table is called “{seat}”{nearest_or_all(seat, self.game.seats)}")
        return named

    def by_seat(self, value: Any) -> dict[str, Any]:
        """A mapping whose keys are seats."""
        if not isinstance(value, dict):
            raise Unknown("this must name seats with their values, as in `{Ann: seer}`.")
        self.seats(list(value))
        return dict(value)

    def words_by_seat(self, value: Any, kind: str, words: Iterable[str]) -> dict[str, str]:
        """A mapping of seats to words of this kind, which must be among these."""
        every = list(words)
        return {seat: known(kind, word, every) for seat, word in self.by_seat(value).items()}

    @property
    def dead(self) -> list[str]:
        """Who was eliminated, in order."""
        back = {fact.seat for fact in self.all(village_facts.Revived)}
        return [fact.seat for fact in self.all(facts.Died) if fact.seat not in back]

    @property
    def told(self) -> dict[str, dict[str, list[Any]]]:
        """What each seat was told in private: about what, and everything it was told."""
        told: dict[str, dict[str, list[Any]]] = {}
        for fact in self.chapter.facts:
            if isinstance(fact, facts.Told):
                told.setdefault(fact.seat, {}).setdefault(fact.about, []).append(fact.what)
            elif isinstance(fact, (facts.Dealt, facts.CardTaken, facts.CardGiven, facts.CardDrawn)):
                told.setdefault(fact.seat, {}).setdefault("card", []).append(fact.card)
        return told

    @property
    def prompted(self) -> dict[str, list[str]]:
        """The prompts that were put to somebody, and to whom."""
        prompted: dict[str, list[str]] = {}
        for fact in self.all(facts.Asked):
            seats = prompted.setdefault(fact.prompt.id, [])
            seats.extend(seat for seat in fact.prompt.seats if seat not in seats)
        return prompted

    @property
    def tally(self) -> dict[str, int]:
        """The votes of the last ballot, with the weight that they had in truth; none where there was no ballot."""
        counts = [fact for fact in self.chapter.facts if isinstance(fact, (facts.Counted, facts.Weighed))]
        return dict(counts[-1].tally) if counts else {}

    def nobody(self, prompt: str) -> str:
        """The sentence for a prompt that was put to nobody: why, and which were put."""
        why = self.game.why_not_asked(prompt, self.chapter.phase)
        return f"{prompt} was put to nobody: {why}. These were put: {_listed(self.prompted, 'none')}."

    @property
    def cues(self) -> list[Cue]:
        """What was said aloud, in order."""
        return [cue for fact in self.chapter.facts if (cue := cue_of(fact)) is not None]


def difference(game: Game, vocabulary: Vocabulary, chapter: Chapter, key: str, value: Any) -> str | None:
    """What differs from this expectation in this phase, or nothing where it holds."""
    try:
        return EXPECTATIONS[key](Seen(game, vocabulary, chapter), value)
    except Unknown as error:
        return str(error)


def happened(game: Game, chapter: Chapter) -> dict[str, Any]:
    """What happened in a phase, as plain data for `--json`."""
    seen = Seen(game, Vocabulary(), chapter)
    ballots = seen.all(facts.Counted)
    won = seen.all(facts.Won)
    return {
        "phase": chapter.phase,
        "calls": [fact.call for fact in seen.all(facts.Called)],
        "says": [" ".join((cue.id, *cue.seats, *dict(cue.words).values())) for cue in seen.cues],
        "prompted": seen.prompted,
        "told": seen.told,
        "dead": seen.dead,
        "cause": {fact.seat: fact.cause for fact in seen.all(facts.Died)},
        "shown": {fact.seat: fact.card for fact in seen.all(facts.CardTurned)},
        "votes": seen.tally if ballots else None,
        "alive": list(chapter.alive),
        "offices": dict(chapter.offices),
        "card": dict(chapter.cards),
        "side": dict(chapter.sides),
        "wins": [fact.seat for fact in seen.all(facts.Left)],
        "winner": won[-1].winner if won else None,
        "winners": list(won[-1].seats) if won else None,
    }


def _expectation(check: Expectation) -> Expectation:
    EXPECTATIONS[check.__name__.strip("_")] = check
    return check


def _same(expected: Iterable[Any], found: Iterable[Any]) -> str | None:
    """Compare two collections without regard to order."""
    if Counter(map(str, expected)) == Counter(map(str, found)):
        return None
    return f"expected {_listed(expected)}; it was {_listed(found)}."


def _listed(values: Iterable[Any], none: str = "nobody") -> str:
    return ", ".join(str(value) for value in values) or none


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


@_expectation
def dead(seen: Seen, value: Any) -> str | None:
    return _same(seen.seats(_list(value)), seen.dead)


@_expectation
def order(seen: Seen, value: Any) -> str | None:
    expected = seen.seats(_list(value))
    return None if expected == seen.dead else f"expected {_listed(expected)}; it was {_listed(seen.dead)}."


@_expectation
def cause(seen: Seen, value: Any) -> str | None:
    died = {fact.seat: fact.cause for fact in seen.all(facts.Died)}
    expected = seen.words_by_seat(value, "cause of death", (*causes(seen.game.rules), ALIVE))
    return _each(expected, lambda seat: died.get(seat, ALIVE))


@_expectation
def alive(seen: Seen, value: Any) -> str | None:
    living = seen.chapter.alive
    if isinstance(value, int):
        return None if len(living) == value else f"expected {value}; there are {len(living)}: {_listed(living)}."
    return _same(seen.seats(_list(value)), living)


@_expectation
def shown(seen: Seen, value: Any) -> str | None:
    cards = {fact.seat: fact.card for fact in seen.all(facts.CardTurned)}
    expected = seen.words_by_seat(value, "card", seen.game.rules.cards)
    return _each(expected, lambda seat: cards.get(seat, "nothing"))


@_expectation
def hidden(seen: Seen, value: Any) -> str | None:
    turned = {fact.seat for fact in seen.all(facts.CardTurned)}
    for seat in seen.seats(_list(value)):
        if seat not in seen.dead:
            return f"{seat} did not die."
        if seat in turned:
            return f"{seat}'s card was turned up."
    return None


@_expectation
def told(seen: Seen, value: Any) -> str | None:
    for seat, expected in seen.by_seat(value).items():
        heard = seen.told.get(seat, {})
        if not isinstance(expected, dict):
            raise Unknown("what a seat was told is keys with values, as in `{Cid: {Ann: werewolf}}`.")
        for about, what in expected.items():
            known("note", about, (*subjects(), *seen.game.seats))
            tellings = heard.get(about, [])
            if not tellings or not any(_tells(telling, what) for telling in [*tellings, tellings]):
                abouts = {about: tellings} if tellings else heard
                said = [f"{known}: {_spelled(each)}" for known, every in abouts.items() for each in every]
                return f"{seat} was to be told {about}: {_spelled(what)}; it was told {'; '.join(said) or 'nothing'}."
    return None


@_expectation
def not_told(seen: Seen, value: Any) -> str | None:
    for seat, abouts in seen.by_seat(value).items():
        for about in map(str, _list(abouts)):
            if known("note", about, (*subjects(), *seen.game.seats)) in seen.told.get(seat, {}):
                return f"{seat} was told {about}: {_spelled(seen.told[seat][about][-1])}."
    return None


@_expectation
def prompted(seen: Seen, value: Any) -> str | None:
    if isinstance(value, dict):
        for prompt, seats in value.items():
            put = seen.prompted.get(_prompt(seen, prompt), [])
            found = _same(seen.seats(_list(seats)), put)
            if found is not None:
                return f"{prompt}: {found}" if put else seen.nobody(prompt)
        return None
    for prompt in map(str, _list(value)):
        if _prompt(seen, prompt) not in seen.prompted:
            return seen.nobody(prompt)
    return None


@_expectation
def not_prompted(seen: Seen, value: Any) -> str | None:
    if isinstance(value, dict):
        for prompt, seats in value.items():
            put_to = seen.prompted.get(_prompt(seen, prompt), [])
            for seat in seen.seats(_list(seats)):
                if seat in put_to:
                    return f"{prompt} was put to {seat}."
        return None
    for prompt in map(str, _list(value)):
        if _prompt(seen, prompt) in seen.prompted:
            return f"{prompt} was put to {_listed(seen.prompted[prompt])}."
    return None


@_expectation
def choices(seen: Seen, value: Any) -> str | None:
    if not isinstance(value, dict):
        raise Unknown("choices stand under their prompt, as in `{seer.look: [Ann, Bob]}`.")
    for prompt, expected in value.items():
        asked = [fact.prompt for fact in seen.all(facts.Asked) if fact.prompt.id == _prompt(seen, prompt)]
        if not asked:
            return seen.nobody(prompt)
        if isinstance(expected, dict):
            for seat, own in seen.by_seat(expected).items():
                openings = [opening for opening in asked if seat in opening.seats]
                if not openings:
                    return f"{prompt} was not put to {seat}."
                found = _same(set(map(word, _list(own))), openings[-1].choices_of(seat))
                if found is not None:
                    return f"{prompt} for {seat}: {found}"
        else:
            found = _same(set(map(word, _list(expected))), asked[-1].choices)
            if found is not None:
                return f"{prompt}: {found}"
    return None


@_expectation
def calls(seen: Seen, value: Any) -> str | None:
    expected = [str(call) for call in _list(value)]
    for call in expected:
        known("call", call, seen.vocabulary.calls)
    found = [fact.call for fact in seen.all(facts.Called)]
    return None if expected == found else f"expected {_listed(expected)}; those called were {_listed(found)}."


@_expectation
def says(seen: Seen, value: Any) -> str | None:
    for wanted in _list(value):
        expected = cue(seen.game, seen.vocabulary, wanted)
        if not any(_is_cue(said, expected) for said in seen.cues):
            return f"“{wanted}” was not said; what was said: {_listed(said.id for said in seen.cues)}."
    return None


@_expectation
def not_says(seen: Seen, value: Any) -> str | None:
    for unwanted in _list(value):
        feared = cue(seen.game, seen.vocabulary, unwanted)
        if any(_is_cue(said, feared) for said in seen.cues):
            return f"“{unwanted}” was said."
    return None


@_expectation
def voters(seen: Seen, value: Any) -> str | None:
    entitled = [[seat for seat, _ in ballot.votes] for ballot in seen.all(facts.Counted)]
    return _same(seen.seats(_list(value)), entitled[-1] if entitled else [])


@_expectation
def votes(seen: Seen, value: Any) -> str | None:
    expected, found = seen.by_seat(value), seen.tally
    holds = all(found.get(seat, 0) == number for seat, number in expected.items()) if expected else not found
    return None if holds else f"expected {_pairs(expected)}; it was {_pairs(found)}."


@_expectation
def sheriff(seen: Seen, value: Any) -> str | None:
    return _office(seen, "sheriff", value)


@_expectation
def crier(seen: Seen, value: Any) -> str | None:
    return _office(seen, "town-crier", value)


@_expectation
def executioner(seen: Seen, value: Any) -> str | None:
    return _office(seen, "executioner", value)


@_expectation
def building(seen: Seen, value: Any) -> str | None:
    expected = seen.words_by_seat(value, "building", (*seen.game.rules.buildings, NONE))
    return _each(expected, lambda seat: seen.chapter.houses.get(seat, NONE))


@_expectation
def side(seen: Seen, value: Any) -> str | None:
    expected = seen.words_by_seat(value, "side", sides(seen.game.rules))
    return _each(expected, lambda seat: seen.chapter.sides[seat])


@_expectation
def card(seen: Seen, value: Any) -> str | None:
    cards, seconds = seen.chapter.cards, seen.chapter.seconds
    expected = seen.words_by_seat(value, "card", seen.game.rules.cards)
    return _each(expected, lambda seat: seconds[seat] if seconds.get(seat, "") == expected[seat] else cards[seat])


@_expectation
def powerless(seen: Seen, value: Any) -> str | None:
    having = [seat for seat in seen.seats(_list(value)) if seat not in seen.chapter.powerless]
    return f"{_listed(having)} still had their powers." if having else None


@_expectation
def powerful(seen: Seen, value: Any) -> str | None:
    lost = [seat for seat in seen.seats(_list(value)) if seat in seen.chapter.powerless]
    return f"{_listed(lost)} had lost their powers." if lost else None


@_expectation
def winner(seen: Seen, value: Any) -> str | None:
    won, expected = seen.all(facts.Won), known("winner", value, sides(seen.game.rules))
    if not won:
        return f"expected {expected}; the game had not ended."
    return None if won[-1].winner == expected else f"expected {expected}; it was {won[-1].winner}."


@_expectation
def winners(seen: Seen, value: Any) -> str | None:
    won = seen.all(facts.Won)
    return _same(seen.seats(_list(value)), won[-1].seats) if won else "the game had not ended."


@_expectation
def wins(seen: Seen, value: Any) -> str | None:
    return _same(seen.seats(_list(value)), [fact.seat for fact in seen.all(facts.Left)]) or _goes_on(seen)


@_expectation
def running(seen: Seen, value: Any) -> str | None:
    if value not in (True, "yes"):
        raise Unknown("“running” can only be expected as `yes`.")
    return _goes_on(seen)


@_expectation
def offers(seen: Seen, value: Any) -> str | None:
    if seen.chapter.phase != "setup":
        raise Unknown("what the roleset offers is expected of `setup`.")
    cards = [known("card", card, seen.game.rules.cards) for card in _list(value)]
    return _same(cards, seen.game.rules.proposed(len(seen.game.seats)))


def _goes_on(seen: Seen) -> str | None:
    return f"the game had ended: {seen.all(facts.Won)[-1].winner} won." if seen.all(facts.Won) else None


def _office(seen: Seen, office: str, value: Any) -> str | None:
    holder = seen.chapter.offices.get(office)
    if isinstance(value, (dict, list)):
        raise Unknown("one seat holds an office, or `none`.")
    expected = None if value in (NONE, None) else seen.seats(value)[0]
    return None if holder == expected else f"expected {expected or NONE}; it was {holder or NONE}."


def _each(expected: Mapping[str, Any], found: Callable[[str], str]) -> str | None:
    wrong = [
        f"{seat}: expected {value}; it was {found(seat)}"
        for seat, value in expected.items()
        if found(seat) != str(value)
    ]
    return "; ".join(wrong) + "." if wrong else None


def _tells(telling: Any, expected: Any) -> bool:
    if isinstance(telling, (tuple, list)):
        return Counter(map(str, telling)) == Counter(map(str, _list(expected)))
    return word(telling) == word(expected)


def _spelled(what: Any) -> str:
    return _listed(what) if isinstance(what, (tuple, list)) else str(what)


def _pairs(mapping: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in mapping.items()) or "nothing"


def _prompt(seen: Seen, prompt: Any) -> str:
    return known("prompt", prompt, seen.vocabulary.prompts)


def _is_cue(cue: Cue, wanted: tuple[str, str]) -> bool:
    """Is this the wanted cue, with what is wanted in it: nothing, a seat or word of it, or all in their order?"""
    name, about = wanted
    said = (*cue.seats, *dict(cue.words).values())
    return cue.id == name and about in ("", *said, " ".join(said))
