"""Somebody who has read the rules watches a game and notes whatever is not as they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from narrator import Game
from narrator.rules.facts import Announced, Counted, DebateOpened, Died, Eliminated, Fact, Left, PhaseBegan, Served, Won
from narrator.rules.prompts import Answer, Prompt
from narrator.rules.village_facts import EventDrawn, VotedFirst
from tests.model.chains import Chains
from tests.model.nights import Night
from tests.model.prompts import differences, not_open, unheard
from tests.model.state import State
from tests.model.verdicts import Together, Verdict
from tests.model.winners import differs, may_leave, own_side, side

SECOND = ("vote.second", "judge.again")
"""With these a vote is over, and another follows."""


class Oracle:
    """Watches one game; `found` is what differed."""

    def __init__(self, game: Game) -> None:
        self.state = State(game)
        self.found: list[str] = []
        self.votes: Mapping[str, Answer] = {}
        self.polled: set[str] = set()
        self.verdict: Verdict | None = None
        self.together: Together | None = None
        self.night: Night | None = None
        self.due: set[str] | None = None
        self.died: set[str] = set()
        self.plague: set[str] = set()
        self.declared = False
        self.chains = Chains(self.state)
        self.tried: set[str] = set()
        self.may_declare = False

    def saw(self, fact: Fact) -> None:
        """Something happened."""
        self.chains.saw(fact)
        self.found += [f"{self.state.phase} {self.state.number}: {line}" for line in self.chains.found]
        self.chains.found = []
        if self.together is not None:
            self.together.saw(fact)
            if isinstance(fact, PhaseBegan | Won) or (isinstance(fact, Announced) and fact.cue in SECOND):
                self.found += [f"{self.state.phase} {self.state.number}: {line}" for line in self.together.judged()]
                self.together = None
        if self.verdict is not None:
            self.verdict.saw(fact)
            if isinstance(fact, PhaseBegan | Won) or (isinstance(fact, Announced) and fact.cue in SECOND):
                self._judge()
        if isinstance(fact, Counted) and fact.ballot == "village.vote":
            self._judge()
            if not self.innocents():
                self.verdict = Verdict(self.state, fact, self.votes)
                missing = unheard(self.state, self.polled)
                self.found += [f"day {self.state.number}: {missing} had a vote and were not asked"] if missing else []
            self.state.ahead, self.state.torn, self.votes = {}, [], {}
        if isinstance(fact, Counted) and fact.ballot.endswith(".elect"):
            self._elected(fact)
        if isinstance(fact, VotedFirst):
            self.votes = {}
        if isinstance(fact, PhaseBegan):
            self._day_over()
        self._dawn(fact)
        self._won(fact)
        self.state.saw(fact)
        if isinstance(fact, PhaseBegan) and fact.name == "night":
            self.night = Night(self.state)

    def _elected(self, counted: Counted) -> None:
        """In an election everybody has one vote, whatever it counts elsewhere (EV-63)."""
        tally = Counter(at for _, at in counted.votes if at)
        if dict(counted.tally) != tally:
            self.found.append(f"day {self.state.number}: elected by {dict(counted.tally)}, by the rules {dict(tally)}")

    def _day_over(self) -> None:
        """On each day whoever has not declared a plague yet could do it (VA-08)."""
        left = self.state.alive - set(self.state.away) - self.tried
        if self.state.phase == "day" and self.state.number and left and not self.may_declare:
            self.found.append(f"day {self.state.number}: nobody could declare the plague")
        self.may_declare = False

    def _dawn(self, fact: Fact) -> None:
        """Compare the first wave of a dawn with those who should die, or see that nobody should."""
        if isinstance(fact, Announced) and fact.cue.startswith("brew.") and self.night is not None:
            self.night.brewed = fact.cue.removeprefix("brew.")
        if isinstance(fact, PhaseBegan) and fact.name == "dawn" and self.night is not None:
            self.found += [f"night {fact.number}: {line}" for line in self.night.missing()]
            ill = {seat for seat, dawn in self.state.ill.items() if dawn == fact.number and seat in self.state.alive}
            self.due, self.died = self.night.deaths() | ill, set()
            if self.state.options["black_plague"] == "on":
                self.plague = {self.night.plague} if self.night.plague in self.state.alive else self.state.alive.copy()
        elif isinstance(fact, Died):
            self.died.add(fact.seat)
        elif self.due is not None and isinstance(fact, Eliminated | EventDrawn | PhaseBegan | DebateOpened):
            if self.died != self.due and all(self.died != {*self.due, seat} for seat in self.plague):
                died, due = sorted(self.died), sorted(self.due)
                self.found.append(f"dawn {self.state.number}: {died} died, by the rules {due}")
            self.due = None
        elif isinstance(fact, Won):
            self.due = None

    def _won(self, fact: Fact) -> None:
        """Keep the side that a seat has when it dies or is served, and see who has won at each end."""
        state = self.state
        leaving = fact.seat if isinstance(fact, Died) else fact.master if isinstance(fact, Served) else None
        if leaving is not None and leaving not in state.last_side:
            state.last_side[leaving] = own_side(state, leaving), side(state, leaving)
        if isinstance(fact, Left) and not may_leave(state, fact.seat):
            self.found.append(f"{state.phase} {state.number}: {fact.seat} left without having won")
        if isinstance(fact, Announced) and fact.cue == "plague.found":
            self.declared = True
        over = isinstance(fact, Won) and fact.winner != "draw"
        if over or (isinstance(fact, PhaseBegan) and fact.name != "setup" and state.phase != "setup"):
            winner, seats = (fact.winner, {*fact.seats}) if isinstance(fact, Won) else (None, set())
            found = [] if self.declared else differs(state, winner, seats)
            self.found += [f"{state.phase} {state.number}: {line}" for line in found]

    def innocents(self) -> bool:
        """Is nobody voted for today, and the last one standing condemned (VA-03, EV-35)?"""
        return self.state.options["innocents"] == "on" or "innocents" in self.state.rules

    def _judge(self) -> None:
        if self.verdict is not None:
            when = f"{self.state.phase} {self.state.number}"
            self.found += [f"{when}: {line}" for line in self.verdict.judged()]
            self.verdict = None

    def asked(self, prompts: tuple[Prompt, ...]) -> None:
        """The game waits for answers."""
        when = f"{self.state.phase} {self.state.number}"
        self.chains.asked(prompts)
        self.may_declare |= any(prompt.id == "village.plague" for prompt in prompts)
        self.found += [f"{when}: {line}" for line in not_open(self.state, prompts)]
        if self.verdict is not None:
            self.verdict.put(prompts)
        for prompt in prompts:
            self.polled = set(prompt.seats) if prompt.id == "village.vote" else self.polled
            self.found += [f"{when}: {line}" for line in differences(self.state, prompt)]

    def answered(self, prompt: Prompt, given: Mapping[str, Answer]) -> None:
        """A prompt was answered."""
        self.state.answered(prompt, given)
        if prompt.id == "village.plague":
            self.tried |= given.keys()
        if self.night is not None and self.state.phase == "night":
            self.night.answered(prompt, given)
        if prompt.id == "village.vote":
            self.votes = given
        if prompt.id in ("village.accuse", "village.friends"):
            self.together = Together(self.state, prompt, given)
        if self.verdict is not None:
            self.verdict.answered(prompt, given)
