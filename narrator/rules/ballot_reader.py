"""Reading the votes and elections in a roleset's YAML, and who inherits an office."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from narrator.rules import registry
from narrator.rules.prompt_reader import BALLOT_KEYS, DECIDE_KEYS, HEIR_KEYS, PromptReader
from narrator.rules.prompts import FOLLOW
from narrator.rules.rolesets import Ballot, Building, Card, FirstVote, PromptRule
from narrator.rules.strict_yaml import Map, nearest

MAJORITIES = ("", "strict", "at-once")
"""What a ballot may need: most votes; more than half of those entitled; the same, seen and decided at once."""


class BallotReader(PromptReader):
    """Reads the ballots of one roleset, besides its prompts."""

    def ballot(self, name: str, at: Map, cards: Mapping[str, Card], buildings: Mapping[str, Building]) -> Ballot:
        of_a_card = self.prompts.get(name)
        rule = self.prompt(name, at, BALLOT_KEYS)
        del self.prompts[name]
        if of_a_card is not None:  # two of one name are refused once all is read
            self.prompts[name] = of_a_card
        self.known(at, BALLOT_KEYS, ["outcome"])
        outcome = self.word(at, "outcome")
        condemns = outcome not in ("draw", "elect")
        if outcome == "draw":
            rule = replace(rule, bots=FOLLOW)
        trials = [self.word(other, "tries") for _, other in self.maps(self.tree, "ballots")]
        if rule.kind != ("yes" if outcome == "draw" or name in trials else "seat") or rule.most > 1:
            sentence = f"“{name}” must choose one seat, or yes where its outcome is `draw` or it is a trial."
            self.problem(at.place, sentence)
        if (outcome == "elect") != bool(self.word(at, "elects")):
            self.problem(at.place, "`outcome: elect` and `elects:` with the name of an office go together.")
        if rule.kind == "yes":
            for key in [key for key in ("burdens", "tries") if at.get(key)]:
                self.problem(at.key_places[key], f"“{key}” is about seats, and in “{name}” none is chosen.")
        if name == "village.draw" and (outcome != "draw" or self.word(at, "majority") == "at-once"):
            sentence = "“village.draw” needs `outcome: draw`, and cannot be decided at once: it may stand by a vote."
            self.problem(at.place, sentence)
        burdens, instead = self.map(at, "burdens"), self.map(at, "instead")
        self.known(instead, [*self.map(self.tree, "events"), *self.map(self.tree, "variants")], kind="event or variant")
        return Ballot(
            rule=rule,
            first=tuple(self.first(name, at, buildings, rule)),
            instead={event: self.function_at(registry.procedure, instead, event) for event in instead},
            in_turn=self.in_turn(at),
            weighs=tuple(self.words(at, "weighs")),
            burdens=tuple((mark, self.number(burdens, mark, 1, 1)) for mark in burdens),
            beside=tuple(self.beside(cards)) if condemns and rule.kind == "seat" else (),
            tie=self.functions(registry.tie, at, "tie"),
            eve_tie=self.functions(registry.tie, at, "eve_tie"),
            outcome=self.function_at(registry.outcome, at, "outcome"),
            condemns=condemns,
            elects=self.word(at, "elects"),
            when=rule.when,
            majority=self.one_of(at, "majority", MAJORITIES),
            tries=self.name(at, "tries", self.map(self.tree, "ballots"), "ballot"),
            decided_by=self.decided_by(at),
        )

    def beside(self, cards: Mapping[str, Card]) -> Iterator[tuple[str, PromptRule]]:
        """The prompts put along with a vote, each with the card whose holders are asked."""
        for card in cards.values():
            yield from [(card.id, rule) for rule in map(self.prompts.__getitem__, card.by_day) if rule.aside]

    def first(self, name: str, at: Map, buildings: Mapping[str, Building], rule: PromptRule) -> Iterator[FirstVote]:
        """Which votes are given before all others? Those asked for by a building's prompt, with the choices that the
        ballot has, and after them those asked for by the ballot itself."""
        first = self.map(at, "first")
        own = [prompt for building in buildings.values() for prompt in building.by_day]
        self.known(first, (name, *own), kind="prompt of a building")
        for prompt in sorted(first, key=(name,).__contains__):
            if prompt in own:
                self.prompts[prompt] = replace(
                    self.prompts[prompt],
                    pool=rule.pool,
                    must=rule.must,
                    same_for_all=rule.same_for_all,
                    same_but_for_lovers=rule.same_but_for_lovers,
                )
            yield self.function_at(registry.pool, first, prompt), self.prompts.get(prompt, rule)

    def in_turn(self, at: Map) -> str:
        """The event in which all vote one after another; its first prompt asks who begins."""
        events = self.map(self.tree, "events")
        event = self.name(at, "in_turn", events, "event")
        asks = next(iter(self.map(self.map(events, event), "prompts")), "") if event else ""
        rule = self.prompts.get(asks)
        if event and (rule is None or rule.kind != "seat" or rule.most > 1 or rule.may_pass):
            example = "`prompts: {influences.first: {choose: {one: living}}}`"
            sentence = f"The first prompt of “{event}” must choose the seat that votes first, as in {example}."
            self.problem(at.value_places["in_turn"], sentence)
        return event

    def decided_by(self, at: Map) -> tuple[str, str] | None:
        """The office that decides a tie, and the prompt that asks it."""
        for office, prompts in self.maps(at, "decided_by"):
            for name, rule in self.maps(self.map(at, "decided_by"), office):
                return office, self.one_seat(name, rule, DECIDE_KEYS)
            self.problem(prompts.place, f"“{office}” must have a prompt here, as in `sheriff.decide: {{choose: …}}`.")
        return None

    def heirs(self, elected: list[str]) -> dict[str, str]:
        """Each office with the prompt by which it passes on; one that another gives comes right after that (G-30)."""
        heirs: dict[str, str] = {}
        offices, given = self.map(self.tree, "heirs"), self.given_by(elected)
        for office, at in self.maps(self.tree, "heirs"):
            if office not in (*elected, *given):
                self.problem(offices.key_places[office], f"No ballot elects “{office}”{nearest(office, elected)}")
            if len(at) != 1:
                self.problem(at.place, f"“{office}” must have one prompt, as in `{office}.succeed: {{choose: …}}`.")
            for name, rule in self.maps(offices, office):
                heirs[office] = self.one_seat(name, rule, HEIR_KEYS)
        order = [*heirs]

        def turn(office: str) -> tuple[int, bool]:
            giver = given.get(office, office)
            return order.index(giver) if giver in order else len(order), office in given

        return {office: heirs[office] for office in sorted(order, key=turn)}

    def given_by(self, elected: list[str]) -> dict[str, str]:
        """The offices that no ballot elects, each with the office whose holder gives it."""
        given = {}
        for office, prompts in self.maps(self.tree, "heirs"):
            for name in prompts:
                giver = self.name(self.map(prompts, name), "by", elected, "office")
                if giver:
                    given[office] = giver
        return given

    def may_kill(self, vote: Ballot, votes: Mapping[str, Ballot]) -> bool:
        """May somebody die by this ballot, by its trials or by a tie in it?"""
        by_tie = any("kills" in registry.traits_of(way) for way in (*vote.tie, *vote.eve_tie))
        return by_tie or votes.get(vote.tries, vote).condemns
