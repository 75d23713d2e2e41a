"""What may the box have to say in a game? Everything that a voice learns ahead, in the order in which it is needed.

voice.learn(repertoire(words, rules, ["Ann", "Bob"], speed=1.0))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import Formatter, ascii_uppercase

from narrator.rules.rolesets import Roleset
from narrator.telling.language import Language, NameWithForms
from narrator.telling.needed_words import needed
from narrator.telling.voice.line import Line

ASIDE = ("box.", "deal.", "menu.")
"""How those cues begin that are not part of the game: these can wait until they are rendered."""
NUMBERS = 20
"""How far days and the like are counted ahead."""


def repertoire(words: Language, rules: Roleset, names: Sequence[str], speed: float) -> list[Line]:
    """Every piece of every line that a game with these names may need, in all of its wordings, each once: those of the
    other voice after the rest, so that no two models take turns."""
    lines = dict.fromkeys(line for _, line in of_cues(words, rules, names, speed))
    return sorted(lines, key=lambda line: line.voice)


def of_cues(words: Language, rules: Roleset, names: Sequence[str], speed: float) -> Iterator[tuple[str, Line]]:
    """The same, each with the cue that needs it, as often as one does; `card` and the like for what fills a place."""
    fillings = _fillings(words, rules, names)
    for cue in needed(rules)["lines"]:
        if not cue.startswith(ASIDE):
            mood, _, answers, voice = words.lines[cue]
            for text in _texts(words, cue):
                for part, piece in _pieces(text, {**fillings, "answer": [*answers.values()] or fillings["card"]}):
                    yield part or cue, Line(piece, mood, words.code, speed, voice=voice)


def _texts(words: Language, cue: str) -> Iterator[str]:
    """Every wording of a cue, in each of its forms."""
    for wording in words.lines[cue].say:
        yield from (wording,) if isinstance(wording, str) else wording.values()


def _pieces(text: str, fillings: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """What stands between the places of a text, and with its place all that may fill one."""
    for words, place, form, _ in Formatter().parse(text):
        yield "", words
        yield from ((place or "", format(filling, form or "")) for filling in fillings.get(place or "", ()))


def _fillings(words: Language, rules: Roleset, names: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """What may fill each place."""
    numbers = [words.number(number) for number in range(1, NUMBERS + 1)]
    offices = [ballot.elects for ballot in rules.ballots.values() if ballot.elects]
    sides = dict.fromkeys([*(card.side for card in rules.cards.values()), "lovers"])
    several = [NameWithForms(words.word("and"), {})]
    cards = [words.named("cards", card) for card in rules.cards]
    questions = [words.question(event, number) for event in rules.events for number in words.questions(event)]
    return {
        **dict.fromkeys(("names", "name", "other", "group"), (*names, *several)),
        "card": cards,
        "cards": [*cards, *several],
        **dict.fromkeys(("day", "number"), tuple(numbers)),
        "building": [words.named("buildings", building, "place") for building in rules.buildings],
        "event": [words.named("events", event) for event in rules.events],
        "text": [words.card_text(event.id, event.variant) for event in rules.events.values()],
        **dict.fromkeys(("asked", "question"), questions),
        "side": [words.side(side) for side in sides],
        "office": [words.office(office) for office in dict.fromkeys(offices)],
        "letter": [*ascii_uppercase],
    }
