"""The spiritualism cards: a medium asks the dead a question, answered yes or no, truly or not (EV-05, EV-06)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from narrator.rules.asking import put
from narrator.rules.events.pack_reversed import simple_villager
from narrator.rules.events.somnambulism import looks
from narrator.rules.facts import Announced, Noted
from narrator.rules.powers.gypsy import CALLS, QUESTIONS
from narrator.rules.registry import Places, event, moment, step
from narrator.rules.table import Table
from narrator.rules.variant_facts import SECOND
from narrator.rules.village_facts import SpiritAnswered

QUESTION, ANSWER = "spirit.question", "spirit.answer"


def left_of(table: Table, seat: str) -> str:
    """The next living seat clockwise."""
    return next(other for other in (*table.left_of(seat), seat) if other in table.living)


def seance(table: Table, card: str) -> None:
    """The card was drawn: the player to the left of the last eliminated is the medium, and picks a question."""
    medium = left_of(table, table.graves()[-1])
    for question in QUESTIONS:
        table.record(Announced("medium.may-ask", (f"{card} {question}",)))
    if put(table, table.rules.prompts[QUESTION], [medium], about=(card,)):
        table.plan(("question-picked", card))


ASKING: Mapping[str, Places] = {
    "medium.may-ask": ("asked",),
    QUESTION: ("names",),
    ANSWER: ("names",),
    "medium.asks": ("event", "names", "question"),
    "spirit.silent": (),
    "spirit.yes": (),
    "spirit.no": (),
}
"""What is said until the dead have answered."""
PROMPTS = {QUESTION: "word", ANSWER: "yes"}
"""What is asked meanwhile, and how it is chosen."""
ANSWERED: Mapping[str, Places] = {
    **dict.fromkeys(("answered.yes", "answered.no"), ("names", "other", "question")),
    "lied": ("names",),
}
"""What is told of it after the game."""

for _card in [f"ev-spiritualism-{number}" for number in range(1, 6)]:
    event(_card, puts=PROMPTS, says=ASKING, words=QUESTIONS, story=ANSWERED)(partial(seance, card=_card))


@step("question-picked")
def question_picked(table: Table, card: str) -> None:
    """The medium asks what it has picked."""
    ((medium, (question,)),) = table.answered(QUESTION).items()
    ask_the_dead(table, (card, question, medium))


@moment(needs="events")
def medium_asks(table: Table) -> None:
    """What the gypsy has called for is asked; for a medium that died the living left neighbour asks."""
    calls = table.noted.get(CALLS, ())
    if calls:
        table.record(Noted(*CALLS, ()))
        table.plan(*[("ask-the-dead", call) for call in calls])


@step("ask-the-dead")
def ask_the_dead(table: Table, about: tuple[str, str, str]) -> None:
    """The question is put to the first eliminated; while nobody is, it stays unanswered."""
    card, question, medium = about
    if medium not in table.living:
        medium = left_of(table, medium)
    table.record(Announced("medium.asks", (card, question, medium)))
    if put(table, table.rules.prompts[ANSWER], table.graves()[:1], about=(medium, card, question)):
        table.plan(("spirit-answers", (card, question, medium)))
    else:
        table.record(Announced("spirit.silent"))


@step("spirit-answers")
def spirit_answers(table: Table, about: tuple[str, str, str]) -> None:
    """The answer is said aloud; what would have been true is kept for the story after the game."""
    card, question, medium = about
    ((spirit, (answer,)),) = table.answered(ANSWER).items()
    check = CHECKS.get((card[-1], question))
    truth = check(table, medium) if check is not None else None
    known = "" if truth is None else "yes" if truth else "no"
    table.record(SpiritAnswered(card, question, medium, spirit, answer, known))
    table.record(Announced(f"spirit.{answer}"))


def _simple(table: Table, seat: str | None) -> bool:
    return seat is not None and simple_villager(table, seat)


def _any_of_lodge(table: Table, lodge: str) -> bool | None:
    lodges = [table.noted.get((seat, "lodge")) for seat in table.wolves]
    return True if lodge in lodges else None if None in lodges else False


def _all_of_lodge(table: Table, lodge: str) -> bool | None:
    lodges = [table.noted.get((seat, "lodge")) for seat in table.wolves]
    return False if set(lodges) - {lodge, None} else None if None in lodges else True


def _two_side_by_side(table: Table) -> bool:
    return any(near in table.wolves for seat in table.wolves for near in table.neighbours(seat))


def _seer_has_found_one(table: Table) -> bool:
    cards = table.rules.cards
    return any(card in cards and cards[card].werewolf for seen in looks(table.log) for card in seen)


def _witch_of_sun(table: Table) -> bool | None:
    second = {seat: card for seat, card in table.part.items() if (seat, SECOND) in table.noted}
    witches = [seat for seat in table.seats if "witch" in (table.card[seat], second.get(seat))]
    lodges = [table.noted.get((seat, "lodge")) for seat in witches]
    return None if None in lodges else "sun" in lodges


CHECKS: dict[tuple[str, str], Callable[[Table, str], bool | None]] = {
    ("1", "1"): _simple,
    ("1", "2"): lambda table, medium: table.office.get("sheriff") in table.wolves,
    ("2", "3"): lambda table, medium: _all_of_lodge(table, "sun"),
    ("2", "4"): lambda table, medium: _all_of_lodge(table, "moon"),
    ("3", "1"): lambda table, medium: _seer_has_found_one(table),
    ("3", "2"): lambda table, medium: _two_side_by_side(table),
    ("3", "4"): lambda table, medium: medium in table.wolves,
    ("4", "3"): lambda table, medium: _witch_of_sun(table),
    ("4", "4"): lambda table, medium: _simple(table, table.office.get("sheriff")),
    ("5", "1"): lambda table, medium: _any_of_lodge(table, "sun"),
    ("5", "2"): lambda table, medium: _any_of_lodge(table, "moon"),
}
"""What the box can know: by card and question, whether the answer is yes; nothing where it cannot be known."""
