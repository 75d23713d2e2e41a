"""Why was a prompt put to nobody? For somebody who expected it: the author of a card or of a scenario.

The table is given as it stood when the prompt's turn came, or would have come.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from narrator.rules.base_facts import Called, Fact, WindowOpened
from narrator.rules.hidden_cards import may_be_alive
from narrator.rules.registry import Condition, Pool, condition, pool
from narrator.rules.rolesets import Call, PromptRule
from narrator.rules.table import Table

Meaning = Callable[[Pool | Condition], str]


class Case(NamedTuple):
    """One prompt that nobody was asked: its `card`, building, event or office (or nothing, of a ballot), the call it
    belongs to, if it is put at night, and the windows that were `opened` in this phase; `meaning` is what its pools and
    conditions mean, in words."""

    table: Table
    rule: PromptRule
    card: str
    call: Call | None
    opened: Collection[str]
    meaning: Meaning

    @property
    def held(self) -> Sequence[str]:
        """Every seat that has the card, dead or alive, with powers or without."""
        return [seat for seat in self.table.seats if self.card in (self.table.card[seat], self.table.part.get(seat))]


Obstacle = Callable[[Case], str | None]
"""What kept the prompt from being put, as the end of a sentence; nothing where it was not this."""


def _night_is_not_now(case: Case) -> str | None:
    return None if case.table.phase.startswith("night") else "it is put at night"


def _day_is_not_now(case: Case) -> str | None:
    return "it is put by day" if case.table.phase.startswith(("night", "dawn")) else None


def _not_dealt(case: Case) -> str | None:
    table, cards = case.table, case.call.of if case.call else (case.card,)
    if any(card in (*table.dealt, *table.laid_ready) for card in cards):
        return None
    return f"nobody was dealt {_listed(cards, 'or')}"


def _not_called(case: Case) -> str | None:
    call, table = case.call, case.table
    if call is None or call in table.tonight:
        return None
    only = "the first night" if call in table.rules.first_night else "later nights"
    return f"“{call.name}” is called on {only} only"


def _known_to_be_gone(case: Case) -> str | None:
    call, table = case.call, case.table
    if call is None or any(may_be_alive(table, card) for card in call.of):
        return None
    if any(prompt in table.opened for prompt in call.made_by):
        return None
    return f"everybody knows that nobody can act as {_listed(call.of, 'or')} any more"


def _call_has_no_reason(case: Case) -> str | None:
    call = case.call
    return _fails(case, call.known, "called") if call is not None and call.known else None


def _known_fails(case: Case) -> str | None:
    return _fails(case, case.rule.known, "known")


def _when_fails(case: Case) -> str | None:
    return _fails(case, case.rule.when, "when")


def _nobody_in_asks(case: Case) -> str | None:
    asks, table = case.rule.asks, case.table
    return None if asks is None or asks(table, "") else f"it asks {_pool(case, asks)}, and that was nobody"


def _holders_are_dead(case: Case) -> str | None:
    table = case.table
    if case.rule.asks is not None or any(seat in table.living for seat in case.held):
        return None
    if not case.held:
        return f"nobody has the {case.card} any more"
    ends = [f"{seat} died in {table.died_in[seat]}" for seat in case.held if seat in table.died_in]
    return f"no {case.card} is alive: {_listed(ends)}" if ends else f"no {case.card} is at the table any more"


def _powers_are_lost(case: Case) -> str | None:
    lost = case.table.marks.get("powerless", ())
    if case.rule.asks is not None or not case.held or any(seat not in lost for seat in case.held):
        return None
    return f"{_listed(case.held)} had lost the powers of the {case.card}"


def _only_new_holders(case: Case) -> str | None:
    call, table = case.call, case.table
    if call is None or not call.first_only or table.night == 1:
        return None
    if any(table.fresh.get(seat) == table.night for seat in table.holders(call.name)):
        return None
    return f"“{call.name}” is called on later nights only for somebody who has just got the card"


def _uses_are_spent(case: Case) -> str | None:
    rule, table = case.rule, case.table
    holders = table.holders(case.call.name if case.call else case.card)
    if rule.uses is None or table.with_uses(rule, holders):
        return None
    times = "once" if rule.uses == 1 else f"{rule.uses} times"
    return f"it may be used {times} in a game, and was"


def _nobody_to_choose(case: Case) -> str | None:
    rule, table = case.rule, case.table
    askers = table.voters() if not case.card else case.held or table.occupants(case.card) or table.living
    if any(rule.pool(table, seat) for seat in askers):
        return None
    return f"there was nothing to choose from {_pool(case, rule.pool)}"


def _nobody_died(case: Case) -> str | None:
    table = case.table
    if any(table.died_in.get(seat) == table.phase for seat in case.held):
        return None
    return f"no {case.card} died in this phase"


def _cause_was_another(case: Case) -> str | None:
    table, cause = case.table, case.rule.cause
    if any(cause in table.died_of.get(seat, ()) for seat in case.held):
        return None
    return f"no {case.card} died of “{cause}”"


def _word_was_spoken(case: Case) -> str | None:
    used = [seat for seat in case.held if (seat, case.rule.id) in case.table.used]
    return f"{_listed(used)} had already had this last word" if used else None


def _holders_live(case: Case) -> str | None:
    living = [seat for seat in case.held if seat in case.table.living]
    return f"it is put to a dead {case.card}, and {_are(living)} alive" if living else None


def _haunting_is_not_listed(case: Case) -> str | None:
    return None if "haunt" in case.table.rules.day else "“day” in the roleset does not list the moment “haunt”"


def _ballot_was_not_held(case: Case) -> str | None:
    beside = [name for name, ballot in case.table.rules.ballots.items() if case.rule in dict(ballot.beside).values()]
    if not beside or any(name in case.opened for name in beside):
        return None
    return f"“{_listed(beside, 'or')}”, with which it is put, was not held"


def _nobody_was_condemned(case: Case) -> str | None:
    return None if case.rule.aside else "no vote chose somebody other than the one who would be asked"


def _ballot_is_not_listed(case: Case) -> str | None:
    table, rules = case.table, case.table.rules
    moments = {"setup": rules.setup, "night": rules.nightfall, "dawn": rules.morning, "day 0": rules.eve}
    name = table.phase if table.phase in moments else table.phase.partition(" ")[0]
    if _is_trial(case) or ("ballot", case.rule.id) in moments.get(name, rules.day):
        return None
    return f"“{name if name in moments else 'day'}” in the roleset does not list this ballot"


def _nobody_was_accused(case: Case) -> str | None:
    return "nobody was accused" if _is_trial(case) else None


def _is_trial(case: Case) -> bool:
    return any(ballot.tries == case.rule.id for ballot in case.table.rules.ballots.values())


def _nobody_may_vote(case: Case) -> str | None:
    return None if case.table.voters() else "nobody alive has a vote"


def _office_stays(case: Case) -> str | None:
    table = case.table
    if any(table.office.get(case.card) == seat for seat, phase in table.died_in.items() if phase == table.phase):
        return "nobody could be named, or the game was over"
    return f"no {case.card} died in this phase"


def _no_tie_to_decide(case: Case) -> str | None:
    holder = case.table.office.get(case.card)
    return "there was no tie that it could decide" if holder in case.table.living else f"no {case.card} was alive"


def _nobody_lives_there(case: Case) -> str | None:
    return None if case.card in case.table.house.values() else f"nobody alive lives in the {case.card}"


def _house_is_spent(case: Case) -> str | None:
    return None if case.table.occupants(case.card) else f"the power of the {case.card} was spent"


def _occupants_are_away(case: Case) -> str | None:
    return None if case.table.at_home(case.card) else f"{_are(case.table.occupants(case.card))} away"


def _event_is_in_the_deck(case: Case) -> str | None:
    return f"“{case.card}” had not been drawn" if case.card in case.table.event_deck else None


_HOLDERS: tuple[Obstacle, ...] = (_holders_are_dead, _powers_are_lost)
OBSTACLES: dict[str, tuple[Obstacle, ...]] = {
    "wakes": (
        _night_is_not_now, _not_dealt, _not_called, *_HOLDERS, _known_to_be_gone, _call_has_no_reason, _known_fails,
        _nobody_in_asks, _only_new_holders, _uses_are_spent, _when_fails, _nobody_to_choose,
    ),
    "by_day": (
        _day_is_not_now, _not_dealt, _nobody_in_asks, *_HOLDERS, _uses_are_spent, _when_fails, _ballot_was_not_held,
        _nobody_was_condemned, _nobody_to_choose,
    ),
    "last_word": (_not_dealt, _nobody_died, _powers_are_lost, _word_was_spoken, _nobody_to_choose),
    "testament": (_not_dealt, _nobody_died, _powers_are_lost, _cause_was_another, _nobody_to_choose),
    "haunts": (
        _day_is_not_now, _not_dealt, _haunting_is_not_listed, _holders_live, _powers_are_lost, _nobody_to_choose,
    ),
    "ballot": (_ballot_is_not_listed, _when_fails, _nobody_was_accused, _nobody_may_vote, _nobody_to_choose),
    "heir": (_office_stays,),
    "building": (_nobody_lives_there, _house_is_spent, _occupants_are_away, _nobody_to_choose, _when_fails),
    "event": (_event_is_in_the_deck, _when_fails),
    "decided_by": (_no_tie_to_decide,),
    "elsewhere": (_known_fails, _when_fails),
}  # fmt: skip
"""What keeps a prompt from being put, by where it stands in the YAML, in the order in which it is found out."""
AT_ITS_BEGINNING = ("by_day", "haunts", "ballot")
"""Prompts whose turn depends on how the phase began; that of the others, on how it ended, if no window opened."""


def origin(table: Table, prompt: str) -> tuple[str, PromptRule, str]:
    """Where a prompt of this roleset stands, its rule, and the card, building, event or office that it belongs to."""
    rules = table.rules
    if prompt in rules.ballots:
        return "ballot", rules.ballots[prompt].rule, ""
    rule = rules.prompts[prompt]
    for card in rules.cards.values():
        places = (
            ("wakes", card.wakes), ("by_day", card.by_day), ("last_word", card.last_words),
            ("testament", card.testament), ("haunts", card.haunts),
        )  # fmt: skip
        for kind, prompts in places:
            if prompt in prompts:
                return kind, rule, card.id
    for building in rules.buildings.values():
        if prompt in (*building.any_time, *building.by_day):
            return "building", rule, building.id
    for event in rules.events.values():
        if prompt in (*event.prompts, *event.any_time):
            return "event", rule, event.id
    for office, heir in rules.heirs.items():
        if heir == prompt:
            return "heir", rule, office
    deciding = [ballot.decided_by for ballot in rules.ballots.values() if ballot.decided_by is not None]
    office = next((office for office, decides in deciding if decides == prompt), "")
    return "decided_by" if office else "elsewhere", rule, office


def call_of(table: Table, prompt: str) -> Call | None:
    """The call in which a prompt is put at night."""
    return next((call for call in table.rules.every_call if prompt in call.prompts), None)


def turn(table: Table, prompt: str, facts: Sequence[Fact]) -> int:
    """The number of the fact after which it was this prompt's turn, of those of one phase: its window's, else its
    call's, else the first or the last."""
    call = call_of(table, prompt)
    for at, fact in enumerate(facts):
        if isinstance(fact, WindowOpened) and fact.prompt == prompt:
            return at
    for at, fact in enumerate(facts):
        if isinstance(fact, Called) and call is not None and fact.call == call.name:
            return at
    return 0 if origin(table, prompt)[0] in AT_ITS_BEGINNING else len(facts) - 1


def nobody_asked(table: Table, prompt: str, opened: Collection[str], meaning: Meaning) -> str:
    """Why this prompt of the roleset was put to nobody in the table's phase; `opened` are the windows that were."""
    kind, rule, card = origin(table, prompt)
    case = Case(table, rule, card, call_of(table, prompt), opened, meaning)
    for obstacle in OBSTACLES[kind]:
        why = obstacle(case)
        if why is not None:
            return why
    return "the game was over" if table.winner is not None else "its turn did not come"


def _fails(case: Case, conditions: Sequence[Condition], key: str) -> str | None:
    failing = [holds for holds in conditions if not holds(case.table)]
    return _listed([f"{_asked(case, holds)} (`{key}: {_name(holds)}`)" for holds in failing]) if failing else None


def _asked(case: Case, function: Condition) -> str:
    """The question that a condition asks, and that its answer is no."""
    question = case.meaning(function).partition("?")[0]
    return f"“{question}?” is answered no" if question else "a condition does not hold"


def _pool(case: Case, function: Pool) -> str:
    """A pool by its name, and in words where it has any."""
    meaning = case.meaning(function).removesuffix(".")
    return f"“{_name(function)}” ({meaning[:1].lower()}{meaning[1:]})" if meaning else f"“{_name(function)}”"


def _name(function: Pool | Condition) -> str:
    """What YAML calls a pool or a condition."""
    words = {**pool, **condition}
    return next((name for name, known in words.items() if known is function), "together")


def _are(seats: Sequence[str]) -> str:
    return f"{_listed(seats)} {'were' if len(seats) > 1 else 'was'}"


def _listed(words: Sequence[str], last: str = "and") -> str:
    *first, final = words
    return f"{', '.join(first)} {last} {final}" if first else final
