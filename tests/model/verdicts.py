"""What must come of a vote, once it is counted? A second reading of G-10 to G-12, BD-16, BD-19, BD-21 and the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from narrator.rules import facts as f
from narrator.rules import village_facts as v
from narrator.rules.prompts import Answer, Prompt
from tests.model.state import State

AFTER = {"convict.plead", "lord.pardon", "devil.sign", "devoted-servant.serve"}
"""What may be asked between the choice of a vote and an elimination."""


class Verdict:
    """One vote that was counted, and what followed; `found` is what differs from the rules."""

    def __init__(self, state: State, counted: f.Counted, given: Mapping[str, Answer]) -> None:
        self.state = state
        self.found: list[str] = []
        self.answers: dict[str, Answer] = {}
        self.asked: set[str] = set()
        self.facts: list[f.Fact] = []
        self.barkeeps = {
            seat: state.ahead.get(seat) or next(iter(given.get(seat, ())), None) for seat in state.occupants("barkeep")
        }
        self.lords = [seat for seat in state.occupants("lord") if seat not in state.away]
        self.coin, self.pact = "ev-heads-or-tails" in state.rules, "ev-pact-with-the-devil" in state.rules
        self.near_scapegoats = [seat for seat in state.able("scapegoat") if seat not in state.away]
        servants = [seat for seat in state.able("devoted-servant") if seat not in state.away]
        self.servants = [seat for seat in servants if not state.loved_by(seat)]
        self.idiots = {seat for seat in state.able("village-idiot") if seat not in state.mute}
        self.near = {seat: state.neighbours(seat) for seat in state.alive}
        self.festival = state.options["harvest_festival"] == "on" or "harvest_festival" in state.rules
        self.scapegoats = [] if self.festival else self.near_scapegoats
        self.sheriff = state.office.get("sheriff")
        self.decider = self.sheriff if self.sheriff in state.alive and self.sheriff not in state.away else None
        self.eve = not state.number
        self.tally = self._counted(given)
        if dict(counted.tally) != self.tally:
            self.found.append(f"counted {dict(counted.tally)}, by the rules {dict(self.tally)}")

    def _counted(self, given: Mapping[str, Answer]) -> Counter[str]:
        """Everybody's votes by their weight, and the posters' (G-12, BD-31, EV-22)."""
        state = self.state
        tally: Counter[str] = Counter()
        ahead = {seat: (at,) for seat, at in state.ahead.items() if at}
        for seat, answer in {**ahead, **{seat: one for seat, one in given.items() if seat not in ahead}}.items():
            if answer:
                tally[answer[0]] += max(2 if seat == self.sheriff else 1, state.weight.get(seat, 1))
        for seat in [*state.marks.get("poster", ()), *state.torn]:
            if seat in state.alive and seat not in state.away and (state.tied is None or seat in state.tied):
                tally[seat] += 2
        return tally

    def chosen(self) -> str | None:
        """Whom the vote or the sheriff's decision chose; nobody where a scapegoat takes the blame."""
        tied = self.tied()
        if len(tied) == 1:
            return tied[0]
        if not tied or self.scapegoats:
            return None
        if self.decider is None or not self.decider_may():
            drawn = [fact.result for fact in self.facts if isinstance(fact, f.LotDrawn)]
            return drawn[0] if self.eve and drawn else None
        return next(iter(self.answers.get("sheriff.decide", ())), None)

    def tied(self) -> list[str]:
        """Who has most votes; on day 0, where nobody has any, all the living do (PA-52)."""
        most = max(self.tally.values(), default=0)
        if not most and self.eve:
            return sorted(self.near)
        return [seat for seat, number in self.tally.items() if number == most]

    def decider_may(self) -> bool:
        """Is there one of the tied whom the sheriff may choose?"""
        return bool(set(self.tied()) - self.state.not_against(str(self.decider)))

    def judged(self) -> list[str]:
        """What differs, now that the verdict is over."""
        seat = self.chosen()
        tied = len(self.tied()) > 1
        blame = tied and bool(self.scapegoats)
        if self.eve and tied and not blame and seat is None and not self._voted_again():
            self.found.append("day 0 ends without a choice")
        if ("sheriff.decide" in self.asked) != (tied and not blame and self.decider is not None):
            lovers = self.state.not_against(str(self.decider)) if self.decider else set()
            if not lovers:
                self.found.append(f"sheriff.decide {'was' if 'sheriff.decide' in self.asked else 'was not'} put")
        spent = {fact.seat for fact in self.facts if isinstance(fact, v.PowerSpent) and fact.building == "barkeep"}
        complicit = {barkeep for barkeep, at in self.barkeeps.items() if seat is not None and at == seat}
        if spent != complicit:
            self.found.append(f"complicit {sorted(spent)}, by the rules {sorted(complicit)}")
        if seat is None:
            if not blame and self._dead_by_vote():
                self.found.append(f"nobody was chosen, and {self._dead_by_vote()} died")
            return self.found
        saved = self._saved(seat)
        dead = self._dead_by_vote()
        if saved is not None and seat in dead:
            self.found.append(f"{seat} was saved by {saved}, and died")
        if saved is None and dead != {self._instead(seat)}:
            self.found.append(f"{seat} was chosen, and {sorted(dead)} died")
        return self.found

    def _instead(self, seat: str) -> str:
        """Who dies for the one chosen: at the festival a neighbour who is a scapegoat (VA-07)."""
        near = [goat for goat in self.near_scapegoats if goat in self.near[seat] and goat != seat]
        return near[0] if self.festival and near and "devoted-servant.serve" not in self.answers else seat

    def _saved(self, seat: str) -> str | None:
        """What saves the one chosen, in BD-21's order; what comes after it is not asked."""
        expected = set()
        saved = None
        if any(isinstance(fact, f.Announced) and fact.cue == "coin.pardoned" for fact in self.facts):
            saved = "the coin" if self.coin else None
        if saved is None and self.lords:
            expected.add("convict.plead")
            if self.answers.get("convict.plead"):
                expected.add("lord.pardon")
                saved = "the lord" if self.answers.get("lord.pardon") else None
        if saved is None and self.pact:
            expected.add("devil.sign")
            saved = "the devil" if self.answers.get("devil.sign") else None
        if saved is None and [servant for servant in self.servants if servant != seat]:
            expected.add("devoted-servant.serve")
        if saved is None and seat in self.idiots and not self.answers.get("devoted-servant.serve"):
            saved = "the idiot's card"
        put = self.asked & AFTER
        if put != expected:
            self.found.append(f"asked after the verdict: {sorted(put)}, by the rules {sorted(expected)}")
        return saved

    def _voted_again(self) -> bool:
        return any(isinstance(fact, f.Announced) and fact.cue == "ballot.again" for fact in self.facts)

    def _undecided(self) -> bool:
        return "sheriff.decide" in self.asked and "sheriff.decide" not in self.answers

    def _dead_by_vote(self) -> set[str]:
        return {fact.seat for fact in self.facts if isinstance(fact, f.Died) and fact.cause in ("vote", "scapegoat")}

    def put(self, prompts: tuple[Prompt, ...]) -> None:
        """The game asks."""
        self.asked |= {prompt.id for prompt in prompts}

    def answered(self, prompt: Prompt, given: Mapping[str, Answer]) -> None:
        """Somebody has answered."""
        if any(given.values()):
            self.answers[prompt.id] = next(answer for answer in given.values() if answer)

    def saw(self, fact: f.Fact) -> None:
        """Something followed."""
        self.facts.append(fact)
        left = isinstance(fact, f.Died) and fact.cause == f.LEFT and not self.asked & AFTER
        if left or (isinstance(fact, f.Died | f.Left) and self._undecided()):
            for some in (self.lords, self.servants, self.near_scapegoats):
                some[:] = [seat for seat in some if seat != fact.seat]
            if not any(isinstance(spent, v.PowerSpent) and spent.seat == fact.seat for spent in self.facts):
                self.barkeeps.pop(fact.seat, None)
        if isinstance(fact, v.PowerMended | v.Housed) and fact.building == "lord" and self._undecided():
            self.lords += [seat for seat in [fact.seat] if seat not in self.state.away]


class Together:
    """A day on which several may be condemned at once: the most accused, or all without a friend (EV-41, EV-42)."""

    def __init__(self, state: State, prompt: Prompt, given: Mapping[str, Answer]) -> None:
        self.found: list[str] = []
        self.dead: set[str] = set()
        named = Counter(seat for answer in given.values() for seat in answer)
        if prompt.id == "village.accuse":
            self.condemned = {seat for seat, number in named.items() if number == max(named.values())}
        else:
            self.condemned = set(state.present()) - set(named)
            if self.condemned == set(state.present()):
                self.condemned = set()
        savers = [seat for seat in state.occupants("lord") if seat not in state.away]
        savers += [*state.able("devoted-servant"), *state.able("village-idiot")]
        rules = {"ev-heads-or-tails", "ev-pact-with-the-devil", "trance", "harvest_festival"}
        options = {name for name, value in state.options.items() if value != "off"}
        self.certain = not savers and rules.isdisjoint(set(state.rules) | options)

    def saw(self, fact: f.Fact) -> None:
        """Something followed."""
        if isinstance(fact, f.Died) and fact.cause == "vote":
            self.dead.add(fact.seat)

    def judged(self) -> list[str]:
        """What differs: where nothing can save anybody, exactly these die."""
        if self.certain and self.dead != self.condemned:
            return [f"{sorted(self.dead)} died together, by the rules {sorted(self.condemned)}"]
        return []
