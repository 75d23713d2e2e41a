"""Votes and elections: one mechanism for all of them.

A ballot is put to all living seats at once. The most votes decide; what a tie does is a list of named ways, tried in
order; what comes of the seat chosen is the ballot's outcome.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from narrator.errors import Word
from narrator.rules.asking import able, barred_seats, carry_out, hold, made, put, put_in_secret
from narrator.rules.chain import condemned, nobody_condemned
from narrator.rules.facts import (
    AMONG,
    EVERYBODY,
    Announced,
    Counted,
    LotDrawn,
    OfficeTaken,
    Pointed,
    Unmarked,
    Weighed,
    Withdrew,
)
from narrator.rules.prompts import PASS, Answer, IllegalAnswer, Prompt
from narrator.rules.registry import Procedure, Step, outcome, step, tie
from narrator.rules.rolesets import Ballot
from narrator.rules.table import Table
from narrator.rules.village_facts import VotedFirst
from narrator.rules.wins import end, judge


@step
def ballot(table: Table, name: str) -> None:
    """Hold a ballot, if it is due, or what an event in force says instead."""
    rules = table.rules.ballots[name]
    decide = decided_by_event(table, rules)
    if decide is not None:
        table.ahead, table.signs = {}, {}
        decide(table)
    elif hold(table, rules.when):
        hold_ballot(table, name)


def decided_by_event(table: Table, rules: Ballot) -> Procedure | None:
    """What an event in force says instead of a ballot; of several, the one that began last (EV-62)."""
    if not table.in_force:
        return None
    return next((rules.instead[event] for event in reversed(table.in_force) if event in rules.instead), None)


@step
def again(table: Table, about: tuple[str, Sequence[str]]) -> None:
    """Hold a ballot again, among the tied."""
    hold_ballot(table, *about)


def hold_ballot(table: Table, name: str, tied: Sequence[str] | None = None) -> None:
    """Ask for the votes of a ballot, of some before the others; the second time only about those `tied`."""
    rules = table.rules.ballots[name]
    if tied is None:
        table.signs = {}
    table.ahead, table.fingers = {}, {}
    if rules.first:
        table.plan(*first_votes(table, name, tied), ("vote", (name, tied)))
    else:
        vote(table, (name, tied))


def first_votes(table: Table, name: str, tied: Sequence[str] | None) -> list[Step]:
    """The steps in which some vote in a ballot before all others."""
    rules = table.rules.ballots.get(name)
    return [("vote-first", (name, number, tied)) for number in range(len(rules.first))] if rules else []


@step("vote-first")
def vote_first(table: Table, about: tuple[str, int, Sequence[str] | None]) -> None:
    """Ask those of one pool for their votes before all others."""
    name, number, tied = about
    rules = table.rules.ballots[name]
    (first, rule), voters = rules.first[number], voters_in(table, rules)
    seats = [seat for seat in first(table, "") if seat in voters]
    if put(table, rule, seats, among=present_in(table, name, tied), in_turn=rule is rules.rule):
        table.plan(("voted-first", rule.id))


@step("voted-first")
def voted_first(table: Table, prompt: str) -> None:
    """Show what was voted before all others."""
    for seat, answer in table.answered(prompt).items():
        table.record(VotedFirst(seat, answer[0] if answer else None))


def present_in(table: Table, name: str, tied: Sequence[str] | None) -> Sequence[str] | None:
    """Who can be chosen in a ballot, without those who are away; nothing where that is everybody, or no seat."""
    rules = table.rules.ballots.get(name)
    if rules is None or rules.rule.kind != "seat":
        return None
    among = choices_left(table, name) if tied is None else [seat for seat in tied if seat in table.living]
    return table.present(table.living if among is None else among) if table.away else among


def choices_left(table: Table, name: str) -> Sequence[str] | None:
    """The only living seats that a ballot may choose this time; nothing where it may choose any."""
    phase, seats = table.noted.get((name, AMONG), ("", ()))
    return [seat for seat in seats if seat in table.living] if phase == table.phase else None


def entitled(table: Table, rules: Ballot) -> Sequence[str]:
    """Those who have a vote in this ballot."""
    voters = table.voters()
    if rules.rule.asks is None:
        return voters
    asked = frozenset(rules.rule.asks(table, ""))
    return [seat for seat in voters if seat in asked]


def voters_in(table: Table, rules: Ballot) -> Sequence[str]:
    """Those who have a vote in this ballot and have not given it yet."""
    voters = entitled(table, rules)
    return [seat for seat in voters if seat not in table.ahead] if table.ahead and rules.condemns else voters


def hold_anew(table: Table, name: str) -> None:
    """Hold a ballot that waits to be counted from its beginning, for the sake of those whose votes were void; signs
    given in it stay given."""
    collect_signs(table, table.rules.ballots[name])
    tied = tied_in(table, name)
    table.agenda[:] = [step for step in table.agenda if step not in (("signs", name), ("count", (name, tied or ())))]
    table.plan(*first_votes(table, name, tied), ("vote", (name, tied)))


def void_votes(table: Table, name: str) -> list[str]:
    """Whose votes, given before all others, do not count as things are now?"""
    rules = table.rules.ballots[name]
    voters, safe = entitled(table, rules), barred_seats(table, rules.rule)
    return [
        seat
        for seat, choice in table.ahead.items()
        if seat not in voters or (choice is not None and (choice in safe or choice not in table.living))
    ]


@step
def vote(table: Table, about: tuple[str, Sequence[str] | None]) -> None:
    """Put a ballot to all who have a vote in it, with what is asked along with it."""
    name, tied = about
    rules = table.rules.ballots[name]
    voters, among = voters_in(table, rules), present_in(table, name, tied)
    if rules.in_turn in table.in_force and (voters or table.ahead):
        table.plan(("in-turn", name))
        return
    if not put(table, rules.rule, voters, among=among, open_ballot=rules.majority == "at-once") and not table.ahead:
        if rules.condemns and not voters:
            table.record(Announced("vote.no-voters"))
        return
    table.answers.setdefault(name, {})
    put_asides(table, rules)
    count_later(table, name, tied)


def held_again(table: Table, prompt: Prompt) -> Prompt | None:
    """An open ballot for those who have a vote in it now; where one votes alone, still for that one. Nothing where it
    is about somebody who has died."""
    if not frozenset(prompt.about).issubset(table.living):
        return None
    rules = table.rules.ballots[prompt.id]
    voters, among = voters_in(table, rules), present_in(table, prompt.id, tied_in(table, prompt.id))
    by_all = any(step[0] == "count" and step[1][0] == prompt.id for step in table.agenda)
    if not by_all or ("voted-first", prompt.id) in table.agenda:
        voters = [seat for seat in voters if seat in prompt.seats]
    return made(table, rules.rule, voters, among=among, about=prompt.about, open_ballot=prompt.open_ballot)


def tied_in(table: Table, name: str) -> Sequence[str] | None:
    """The tied seats between whom the ballot under way is held again; nothing the first time that it is held."""
    rounds = [step[1][-1] for step in table.agenda if step[0] in ("vote", "count") and step[1][0] == name]
    return rounds[-1] or None if rounds else None


def count_later(table: Table, name: str, tied: Sequence[str] | None) -> None:
    """Count a ballot when all who are asked have voted, and then do what is asked for along with it."""
    if table.rules.ballots[name].beside and tied is None:
        table.agenda.append(("signs", name))
    table.agenda.append(("count", (name, tied or ())))


def put_asides(table: Table, rules: Ballot) -> None:
    """Ask what is asked along with a ballot, of those who have not answered it yet."""
    for card, aside in rules.beside:
        given = table.signs.get(aside.id, {})
        here = able(table, aside, table.present(table.holders(card)))
        put_in_secret(table, aside, [seat for seat in here if seat not in given])


def collect_signs(table: Table, rules: Ballot) -> None:
    """Keep what was answered along with a ballot until all that it brings is over."""
    for _, aside in rules.beside:
        if aside.id in table.answers:
            signed = {seat: answer for seat, answer in table.answered(aside.id).items() if answer}
            table.signs[aside.id] = {**table.signs.get(aside.id, {}), **signed}


@step
def signs(table: Table, name: str) -> None:
    """All that a ballot brings is over: do what was asked for along with it (PA-33)."""
    for _, aside in table.rules.ballots[name].beside:
        carry_out(table, aside, table.signs.pop(aside.id, {}))


@step
def count(table: Table, about: tuple[str, Sequence[str]]) -> None:
    """Count a ballot, show it, and do what comes of it (G-10 to G-12)."""
    name, among = about
    rules = table.rules.ballots[name]
    given = table.answered(name)
    if table.ahead and (rules.first or rules.in_turn):
        given = {**{seat: (choice,) if choice else PASS for seat, choice in table.ahead.items()}, **given}
    collect_signs(table, rules)
    fingers = table.fingers.get(name, {})
    votes = [(seat, answer[0] if answer else None) for seat, answer in given.items() if answer or not fingers]
    weights = known = weights_of(table, rules, given)
    reach = present_in(table, name, among or None)
    tally = shown = _tally(table, rules, given, weights, reach)
    if table.rules.uneven:
        known = weights_of(table, rules, given, known=True)
        shown = _tally(table, rules, given, known, reach)
    for mark, _ in rules.burdens:
        for seat in _burdened(table, mark, reach):
            table.record(Unmarked(seat, mark, EVERYBODY))
    table.record(Counted(name, tuple(votes), tuple(shown.items()), None, tuple(fingers.items()), _more_or_less(known)))
    if tally != shown:
        table.record(Weighed(name, tuple(tally.items())))
    if rules.tries and tally:
        trials(table, (rules.tries, tuple(sorted(table.in_seat_order(tally), key=lambda seat: -tally[seat]))))
        return
    if rules.majority == "at-once":
        pointed_at, table.decided = table.decided, None
        rules.outcome(table, name, pointed_at)
        return
    if rules.majority == "strict":
        entitled = sum(weights.values())
        rules.outcome(table, name, next((one for one, number in tally.items() if 2 * number > entitled), None))
        return
    most = max(tally.values(), default=0)
    eve = not table.night and rules.eve_tie
    tied = [seat for seat, number in tally.items() if number == most]
    if not tied:
        tied = [seat for seat in among if seat in table.living] or list(table.living if eve else ())
    if len(tied) == 1:
        rules.outcome(table, name, tied[0])
    elif not _settled(table, name, table.in_seat_order(tied) or tied, bool(among)):
        rules.outcome(table, name, None)


def _more_or_less(weights: dict[str, int]) -> tuple[tuple[str, int], ...]:
    """The votes of those who have not just one."""
    return tuple([one for one in weights.items() if one[1] != 1])


def _tally(
    table: Table, rules: Ballot, given: dict[str, Answer], votes: dict[str, int], reach: Collection[str] | None
) -> dict[str, int]:
    """How many votes each seat named got, by how many each seat has (G-12), fingers included."""
    tally = dict(table.fingers.get(rules.rule.id, {}))
    for seat, answer in given.items():
        weight = votes[seat]
        if answer and weight:
            tally[answer[0]] = tally.get(answer[0], 0) + weight
    for mark, weight in rules.burdens:
        for seat in _burdened(table, mark, reach):
            tally[seat] = tally.get(seat, 0) + weight
    return tally


def _burdened(table: Table, mark: str, reach: Collection[str] | None) -> list[str]:
    """Those with a burden of this mark who can be chosen; who is away bears it on (BD-31)."""
    reached = table.living if reach is None else reach
    return [seat for seat in table.marks.get(mark, ()) if seat in reached]


def weights_of(table: Table, rules: Ballot, seats: Iterable[str], known: bool = False) -> dict[str, int]:
    """How many votes each of these has in a ballot: those of its card and of an event, where it may cost a life, and
    one for each office; in truth or as far as everybody may know."""
    votes = dict.fromkeys(seats, 1)
    if table.rules.uneven and rules.condemns:
        for seat in votes:
            for card in [table.rules.cards[card] for card in table.powers(seat)]:
                if card.votes_shown or not known:
                    votes[seat] *= card.votes
    for office in rules.weighs:
        holder = table.office.get(office)
        if holder in votes:
            votes[holder] += 1
    if rules.condemns:
        for seat in table.weighty:
            if seat in votes:
                votes[seat] = max(votes[seat], table.weighty[seat])
    return votes


def _settled(table: Table, name: str, tied: list[str], voted_again: bool) -> bool:
    """Does one of this ballot's ways to settle a tie settle it?"""
    rules = table.rules.ballots[name]
    ways = (not table.night and rules.eve_tie) or rules.tie
    return bool(tied) and any(way(table, name, tied, voted_again) for way in ways)


@step
def trials(table: Table, about: tuple[str, Sequence[str]]) -> None:
    """Put the first of the accused to the vote of all others, unless there is nobody left (CO-46)."""
    name, accused = about[0], [seat for seat in about[1] if seat in table.living]
    rules = table.rules.ballots[name]
    if not accused:
        rules.outcome(table, name, None)
        return
    table.record(Announced("accused.stands", (accused[0],)))
    voters = [seat for seat in table.voters() if seat != accused[0]]
    if put(table, rules.rule, voters, about=accused[:1]):
        table.plan(("tried", (name, accused)))
    else:
        trials(table, (name, accused[1:]))


@step
def tried(table: Table, about: tuple[str, Sequence[str]]) -> None:
    """More than half of those entitled decide about the accused; the first one reached ends the trials."""
    name, (accused, *others) = about
    given = table.answered(name)
    if accused not in table.living:
        trials(table, (name, others))
        return
    votes = tuple((seat, accused if answer == ("yes",) else None) for seat, answer in given.items())
    rules = table.rules.ballots[name]
    agreeing = [seat for seat, vote in votes if vote]
    weights = weights_of(table, rules, given)
    agreed = sum([weights[seat] for seat in agreeing])
    known = weights_of(table, rules, agreeing, known=True)
    shown = sum(known.values())
    table.record(Counted(name, votes, ((accused, shown),), accused, weights=_more_or_less(known)))
    if agreed != shown:
        table.record(Weighed(name, ((accused, agreed),)))
    if 2 * agreed > sum(weights.values()):
        rules.outcome(table, name, accused)
    else:
        trials(table, (name, others))


def pointed(table: Table, prompt: Prompt, seat: str, answer: Answer) -> None:
    """An answer in an open ballot is seen at once; as soon as more than half point at one seat, it is decided."""
    if table.decided is not None:
        raise IllegalAnswer("decided", prompt=Word("prompt", prompt.id), seat=table.decided)
    given = table.answers[prompt.id]
    given[seat] = answer
    table.record(Pointed(seat, answer[0] if answer else None))
    decide_at_once(table, prompt, answer)


def decide_at_once(table: Table, prompt: Prompt, answer: Answer) -> None:
    """An open ballot is decided as soon as more than half of all votes in it are for this answer."""
    weights = weights_of(table, table.rules.ballots[prompt.id], prompt.seats)
    given = table.answers[prompt.id]
    agreed = sum([weights[other] for other, pointed_at in given.items() if pointed_at == answer])
    if answer and 2 * agreed > sum(weights.values()):
        table.decided = answer[0]


@tie("again")
def vote_again(table: Table, name: str, tied: list[str], voted_again: bool) -> bool:
    """The first time, vote again among the tied."""
    if voted_again:
        return False
    table.record(Announced("ballot.again", tuple(tied)))
    table.plan(("again", (name, tuple(tied))))
    return True


@tie("decide")
def let_decide(table: Table, name: str, tied: list[str], voted_again: bool) -> bool:
    """The living holder of the deciding office chooses one of the tied."""
    deciding = table.rules.ballots[name].decided_by
    holder = table.office.get(deciding[0]) if deciding is not None else None
    if deciding is None or holder not in table.living or holder in table.away:
        return False
    table.tied = tuple(tied)
    if not put(table, table.rules.prompts[deciding[1]], [holder], among=tied):
        return False
    table.plan(("decided", name))
    return True


@step
def decided(table: Table, name: str) -> None:
    """What the deciding office chose comes of the ballot; where it passed on meanwhile, its new holder is asked."""
    rules = table.rules.ballots[name]
    assert rules.decided_by is not None
    answers = list(table.answered(rules.decided_by[1]).values())
    left = [seat for seat in table.tied if seat in table.living]
    if not answers and left and let_decide(table, name, left, False):
        return
    rules.outcome(table, name, answers[0][0] if answers and answers[0] else None)


@tie
def lot(table: Table, name: str, tied: list[str], voted_again: bool) -> bool:
    """Draw lots among the tied, for all to see."""
    drawn = table.draw(tied)
    table.record(LotDrawn(drawn))
    table.rules.ballots[name].outcome(table, name, drawn)
    return True


@outcome
def condemn(table: Table, name: str, seat: str | None) -> None:
    """The seat chosen is eliminated."""
    if seat is None:
        nobody_condemned(table)
        return
    condemned(table, seat, "vote")


@outcome
def elect(table: Table, name: str, seat: str | None) -> None:
    """The seat chosen holds the office that the ballot elects."""
    office = table.rules.ballots[name].elects
    if seat is None:
        table.record(Announced("office.nobody", (office,)))
    else:
        table.record(OfficeTaken(office, seat))


@outcome
def witness_on_day_0(table: Table, name: str, seat: str | None) -> None:
    """Before the first night the seat chosen becomes the table's witness (WW-51); later it is eliminated."""
    if table.night:
        condemn(table, name, seat)
    elif seat is None:
        nobody_condemned(table)
    else:
        table.record(Withdrew(seat))
        judge(table)


@outcome
def draw(table: Table, name: str, seat: str | None) -> None:
    """The game ends undecided when more than half of those asked say yes (G-34)."""
    if seat == "yes":
        end(table, "draw")
