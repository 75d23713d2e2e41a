"""What may stand in a roleset's YAML? The grammar that `rolesets/README.md` explains, and what it is turned into.

`compiled` makes the frozen records that the rules play by. Everything that is wrong is found at once and raised as
`BadFile`, each problem with file, line and column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from narrator.errors import BadFile, Problem
from narrator.rules import ballots, pools, registry, together
from narrator.rules.card_reader import CardReader
from narrator.rules.facts import Called, Slept
from narrator.rules.prompt_reader import ANY_TIME_KEYS, CHOOSE, EVENT_PROMPT_KEYS, WAKES_KEYS
from narrator.rules.reader import Reader
from narrator.rules.registry import Step, Telling
from narrator.rules.rolesets import Advice, Ballot, Building, Call, Card, Event, Option, PromptRule, Roleset
from narrator.rules.strict_yaml import Items, Map, merged, nearest, size

OPTIONS = ("sheriff", "ghosts_see", "parity")
"""The options that every roleset has."""
GROUPS = ("rules", "village", "events", "variants", "secret", "several-boxes", "mix")
"""What an option may belong to, in the order in which the host reads of it; presets alone set those of the `mix`."""

MOST = 5_000
"""How many values a roleset may hold; The Pact has less than a thousand."""

ROLESET_KEYS = (
    "roleset", "extends", "title", "seats", "options", "cards", "buildings", "villages", "events", "variants",
    "dealing", "any_time", "fates", "no_grief", "concealments", "filler", "filled_up_with", "brought_together", "calls",
    "ballots", "heirs", "prompts", "setup", "eve", "eve_of", "nightfall", "nights_end", "tells_spared", "daybreak",
    "morning", "day", "verdicts", "passing", "wave", "quiet", "causes", "causes_said", "wins", "couples", "history",
    "night_sounds", "open_deck", "advice", "decks", "host_deals", "replaces", "left_over", "repertoire",
    "least_werewolves", "presets",
)  # fmt: skip
NEEDED = ("roleset", "title", "seats", "options", "cards", "calls", "ballots", "day", "wins", "decks")
FIXED = ("roleset", "extends", "options", "presets")
"""Keys that an option cannot change."""
VARIANT_KEYS = ("prompts",)
MOMENTS = ("day", "setup", "eve", "nightfall", "nights_end", "daybreak", "morning", "quiet")
"""Keys under which moments are listed, the usual one first."""


def declared(tree: Map, reader: Reader | None = None) -> dict[str, Option]:
    """The options that a roleset's YAML declares, without compiling the rest."""
    reader = reader or Reader()
    found: dict[str, Option] = {}
    options = reader.map(tree, "options")
    reader.known(options, (*options, *OPTIONS), OPTIONS)
    for name, at in reader.maps(tree, "options"):
        reader.known(at, ("is", "several", "default", "excludes", "needs", "group", "on"))
        several = reader.words(at, "several")
        switch = at.get("is", "switch") == "switch"
        values = ("off", *several) if several else ("on", "off") if switch else tuple(reader.words(at, "is"))
        excludes, needs = (reader.names(at, key, options, "option") for key in ("excludes", "needs"))
        group = reader.one_of(at, "group", GROUPS)
        option = Option(name, values, "", excludes, needs, bool(several), group)
        default = option.reads(at.get("default", "off"))
        if default is None:
            place = at.value_places.get("default", at.place)
            hint = nearest(values[0], ("switch",)) if len(values) == 1 else "."
            reader.problem(place, f"The default of “{name}” must be one of: {', '.join(values)}{hint}")
        if at.get("on") is not None and ("off" not in values or len(values) < 2):
            reader.problem(at.key_places["on"], f"“{name}” cannot be switched on: it needs “off” and another value.")
        if not isinstance(at.get("on"), (str, Items)):
            reader.known(reader.map(at, "on"), [key for key in ROLESET_KEYS if key not in FIXED])
        found[name] = replace(option, default=default or "")
    return found


def with_options(tree: Map, options: Mapping[str, str]) -> Map:
    """The roleset's YAML with the changes of every option that is on laid over it."""
    for name, value in options.items():
        option = tree["options"][name]
        if value != "off" and isinstance(option, Map) and isinstance(option.get("on"), Map):
            tree = merged(tree, option["on"])
    return tree


def compiled(tree: Map) -> Roleset:
    """The roleset that this YAML describes; raises `BadFile` (`roleset`) with everything that is wrong in it."""
    if size(tree) > MOST:
        sentence = f"There are more than {MOST} values in this roleset and what it extends; leave some out."
        raise BadFile("roleset", [Problem(tree.place, sentence)])
    compiler = _Compiler(tree)
    roleset = compiler.roleset()
    compiler.have_their_prompts()
    if compiler.problems:
        raise BadFile("roleset", compiler.problems)
    return roleset


class _Compiler(CardReader):
    """Makes a roleset of one tree."""

    def __init__(self, tree: Map) -> None:
        super().__init__(tree)
        self.known(tree, ROLESET_KEYS, NEEDED)

    def roleset(self) -> Roleset:
        tree = self.tree
        cards = {name: self.card(name, at) for name, at in self.maps(tree, "cards")}
        buildings = {name: self.building(name, at) for name, at in self.maps(tree, "buildings")}
        events = {name: self.event(name, at) for name, at in self.maps(tree, "events")}
        for name, at in self.maps(tree, "prompts"):
            self.prompt(name, at, EVENT_PROMPT_KEYS)
        for _, at in self.maps(tree, "variants"):
            self.known(at, VARIANT_KEYS)
            for prompt, rule in self.maps(at, "prompts"):
                self.prompt(prompt, rule, EVENT_PROMPT_KEYS)
        common = [self.prompt(prompt, rule, ANY_TIME_KEYS) for prompt, rule in self.maps(tree, "any_time")]
        votes = {name: self.ballot(name, at, cards, buildings) for name, at in self.maps(tree, "ballots")}
        self.known(self.map(tree, "ballots"), (*votes, "village.draw"), ["village.draw"])
        elected = [ballot.elects for ballot in votes.values() if ballot.elects]
        for _, at in self.maps(tree, "ballots"):
            self.names(at, "weighs", elected, "office")
            self.known(self.map(at, "decided_by"), elected, kind="office")
        self.at_home = {prompt: name for name, building in buildings.items() for prompt in building.by_day}
        calls = self.calls(cards, buildings)
        first_night, later_nights = self.night("first_night", calls), self.night("later_nights", calls)
        every_call, at_call = list(first_night), 0
        for call in later_nights:
            if call not in every_call:
                every_call.insert(at_call, call)
            at_call = every_call.index(call) + 1
        seats = self.map(tree, "seats")
        self.known(seats, ("least", "most"))
        least = self.number(seats, "least", 3, 3)
        most = self.number(seats, "most", 99, least)
        filler = self.name(tree, "filler", cards, "card", "villager")
        if cards and filler not in cards:
            self.problem(tree.place, "There is no card “villager”; say under “filler” which card fills up a deck.")
        left_over = self.map(tree, "left_over")
        fewest = self.map(tree, "least_werewolves")
        repertoire = self.map(tree, "repertoire")
        for at in (left_over, fewest, repertoire):
            self.known(at, cards, kind="card")
        options = declared(tree, self)
        self.known(self.map(tree, "variants"), options, kind="option")
        return Roleset(
            id=self.word(tree, "roleset"),
            title=self.word(tree, "title"),
            least=least,
            most=most,
            options=options,
            presets={name: self.preset(name, at, options) for name, at in self.maps(tree, "presets")},
            cards=cards,
            buildings=buildings,
            events=events,
            variants=tuple(
                name for name, _ in self.maps(tree, "variants") if name in options and not options[name].secret
            ),
            dealings=self.functions(registry.dealing, tree, "dealing"),
            fates=self.functions(registry.fate, tree, "fates"),
            no_grief=self.names(tree, "no_grief", events, "event"),
            concealments=self.functions(registry.concealment, tree, "concealments"),
            villages=self.villages(buildings),
            any_time=tuple(self.at_any_time(common, buildings, events)),
            sides={name: card.side for name, card in cards.items()},
            filler=filler,
            filled_up_with=self.names(tree, "filled_up_with", cards, "card"),
            prompts=self.prompts,
            ballots=votes,
            heirs=self.heirs(elected),
            given_by=self.given_by(elected),
            heirs_in_secret=tuple(name for name, card in cards.items() if card.heir),
            calls=calls,
            first_night=first_night,
            later_nights=later_nights,
            setup=self.moments("setup", votes),
            eve=self.moments("eve", votes),
            eve_of=self.name(tree, "eve_of", cards, "card"),
            nightfall=self.moments("nightfall", votes),
            nights_end=self.moments("nights_end", votes),
            daybreak=tuple(str(step) for step in self.moments("daybreak", votes)),
            morning=self.moments("morning", votes),
            day=self.day(votes),
            tells_spared=self.switch(tree, "tells_spared"),
            every_call=tuple(every_call),
            verdicts=self.functions(registry.verdict, tree, "verdicts"),
            passing=self.functions(registry.wave_effect, tree, "passing"),
            wave=self.functions(registry.wave_effect, tree, "wave"),
            quiet=self.moments("quiet", votes),
            causes=self.causes,
            causes_said=self.listed_causes(tree, "causes_said"),
            wins=self.functions(registry.victory, tree, "wins"),
            leavers=self.leavers(),
            couples_apart=self.one_of(tree, "couples", ("apart", "own")) == "apart",
            host_deals=self.switch(tree, "host_deals"),
            history=self.switch(tree, "history", True),
            night_sounds=self.switch(tree, "night_sounds", True),
            open_deck=self.switch(tree, "open_deck", True),
            advice=tuple(self.advice(name, at) for name, at in self.maps(tree, "advice")),
            decks=self.decks(filler, least, most),
            left_over={card: self.names(left_over, card, cards, "card") for card in left_over},
            performer=next(iter(repertoire), ""),
            repertoire=tuple(card for by in repertoire for card in self.names(repertoire, by, cards, "card")),
            uneven=tuple(name for name, card in cards.items() if card.votes != 1),
            makers=self.makers(),
            least_werewolves={card: self.number(fewest, card, 1) for card in fewest},
        )

    def at_any_time(
        self, common: Sequence[PromptRule], buildings: Mapping[str, Building], events: Mapping[str, Event]
    ) -> Iterator[tuple[tuple[str, ...], PromptRule]]:
        """The prompts that stand open all day: those of everybody, of a building, or of events while in force."""
        yield from [((), rule) for rule in common]
        for building in buildings.values():
            yield from [((building.id,), self.prompts[prompt]) for prompt in building.any_time]
        for event in events.values():
            alike = (event.id, *[other.id for other in events.values() if other.like == event.id])
            yield from [(alike, self.prompts[prompt]) for prompt in event.any_time]

    def have_their_prompts(self) -> None:
        """Note every prompt that a function puts or leads to, and that is not there or lets choose too little."""
        events = self.map(self.tree, "events")
        putting = [(event, registry.event.get(event), events.key_places[event]) for event in events]
        for _, ballot in self.maps(self.tree, "ballots"):
            instead = self.map(ballot, "instead")
            ways = [(self.word(instead, event), instead.value_places[event]) for event in instead]
            putting += [(way, registry.procedure.get(way), place) for way, place in ways]
        for key in MOMENTS:
            putting += [(name, registry.moment.get(name), place) for name, place in self.items(self.tree, key)]
        for name, function, place in (*putting, *self.powers):
            puts = registry.traits_of(function).get("puts", {}) if self.has_what_it_needs(function) else {}
            for prompt, how in puts.items():
                least, most, kind = CHOOSE[how]
                rule = self.prompts.get(prompt)
                if rule is None or (rule.least, rule.most, rule.kind) != (least, most, kind):
                    need = f"“{prompt}” to choose something else" if rule else "a prompt that is not here; write it"
                    choose = how if how == "yes" else f"{{{how}: …}}"
                    example = f"`prompts: {{{prompt}: {{choose: {choose}}}}}`"
                    self.problem(place, f"“{name}” needs {need}, as in {example}.")

    def leavers(self) -> dict[str, Callable[[registry.Table], str]]:
        """The winners who leave while the others play on, and which seat leaves."""
        leavers = {name: registry.traits_of(wins).get("leaves") for name, wins in registry.victory.items()}
        return {name: leaves for name in self.words(self.tree, "wins") if (leaves := leavers.get(name)) is not None}

    def advice(self, name: str, at: Map) -> Advice:
        self.known(at, ("odd", "least", "most", "card", "unless"))
        option = self.name(at, "unless", self.map(self.tree, "options"), "option")
        card = self.name(at, "card", self.card_names, "card")
        least = self.number(at, "least", 1)
        return Advice(name, self.switch(at, "odd"), least, self.number(at, "most", 99, least), card, option)

    def makers(self) -> tuple[str, ...]:
        """The prompts and the events that may make werewolves of others."""
        prompts = [rule.id for rule in self.prompts.values() if "turns" in registry.traits_of(rule.power)]
        fates = [registry.traits_of(registry.fate.get(name)) for name in self.words(self.tree, "fates")]
        return (*prompts, *[fate["turned_by"] for fate in fates if "turned_by" in fate])

    def calls(self, cards: Mapping[str, Card], buildings: Mapping[str, Building]) -> dict[str, Call]:
        pack = tuple(name for name, card in cards.items() if card.werewolf or card.turncoat)
        makers = self.makers()
        calls = {}
        for name, card in cards.items():
            hunts = any(self.prompts[prompt].asks is pools.pack for prompt in card.wakes)
            by = makers if hunts else ()
            wakes = [self.prompts[prompt] for prompt in card.wakes]
            calls[name] = self.call(name, pack if hunts else (name,), card.told, wakes, by, card.called)
        for name, building in buildings.items():
            if building.called is not None:
                calls[name] = self.call(name, (name,), (), known=building.called)
        together = self.map(self.tree, "brought_together")
        for name, at in self.maps(self.tree, "brought_together"):
            self.known(at, ("of", "told", "wakes"), ("of",))
            if name in cards:
                place = together.key_places[name]
                self.problem(place, f"“{name}” is a card; those brought together need a name of their own.")
            of = self.names(at, "of", cards, "card")
            wakes = [
                self.once_more(prompt, rule) if prompt in self.prompts else self.prompt(prompt, rule, WAKES_KEYS)
                for prompt, rule in self.maps(at, "wakes")
            ]
            calls[name] = self.call(name, of, self.functions(registry.telling, at, "told"), wakes)
        nights = self.map(self.tree, "calls")
        self.known(nights, ("first_night", "later_nights"), ("first_night", "later_nights"))
        called = [*self.words(nights, "first_night"), *self.words(nights, "later_nights")]
        for name, call in calls.items():
            if (call.rules or call.told or call.known is not None) and name not in called:
                homes = (together, self.map(self.tree, "cards"), self.map(self.tree, "buildings"))
                place = next(at.key_places[name] for at in homes if name in at)
                own = self.tree.value_places.get("roleset", place).file
                lists = [at for at in nights.key_places.values() if at.file == own != place.file]
                self.problem([place, *lists][-1], f"“{name}” is never called: name it under “calls”.")
        return calls

    def call(
        self,
        name: str,
        of: tuple[str, ...],
        told: tuple[Telling, ...],
        rules: Sequence[PromptRule] = (),
        made_by: tuple[str, ...] = (),
        known: tuple[registry.Condition, ...] | None = None,
    ) -> Call:
        at_times = not told and bool(rules) and all(rule.known for rule in rules)
        first_only = name not in self.called_later
        looks = (together.looks, together.first_looks) if name in self.map(self.tree, "cards") else ()
        alike, first_alike = [look(told, rules) for look in looks] or (None, None)
        return Call(
            name,
            of,
            made_by,
            at_times,
            known,
            first_only,
            Called(name),
            told,
            tuple(rules),
            Slept(name),
            alike,
            first_alike,
        )

    @cached_property
    def called_later(self) -> frozenset[str]:
        """Who is called after the first night."""
        return frozenset(self.words(self.map(self.tree, "calls"), "later_nights"))

    def once_more(self, prompt: str, at: Map) -> PromptRule:
        """A card's prompt that is put in this call, too, when these conditions hold."""
        self.known(at, ("known",), ("known",))
        return replace(self.prompts[prompt], known=self.functions(registry.condition, at, "known"))

    def night(self, key: str, calls: Mapping[str, Call]) -> tuple[Call, ...]:
        """Who is called in this night; what some option brings may stand in the list without it."""
        nights = self.map(self.tree, "calls")
        named = self.names(nights, key, [*calls, *self.brought(self.words(nights, key))], "call")
        heard: set[str] = set()
        for name, at in self.items(nights, key):
            if name in heard:
                self.problem(at, f"“{name}” is called twice in one night; take one of them out.")
            heard.add(name)
        found = [calls[name] for name in named if name in calls]
        return tuple(call for call in found if call.rules or call.told or call.known is not None)

    def moments(self, key: str, votes: Mapping[str, Ballot]) -> tuple[Step, ...]:
        """The steps named in a list such as `day:`; a ballot's name stands for holding it."""
        known = (*votes, *self.at_home, *registry.moment)
        listed = (*known, *self.brought(self.words(self.tree, key)), *registry.moment.not_allowed)
        kind = "ballot, prompt of a building or moment" if self.at_home else "ballot or moment"
        named = self.names(self.tree, key, listed, kind, registry.moment.remedy)
        names = [name for name in named if name in known and self.has_what_it_needs(registry.moment.get(name))]
        for name, at in self.items(self.tree, key):
            if name in registry.moment.not_allowed:
                self.function(registry.moment, name, at)
        place = self.tree.value_places.get(key, self.tree.place)
        for name in [name for name in names if name in votes]:
            vote = votes[name]
            if key not in ("day", "eve") and self.may_kill(vote, votes):
                self.problem(place, f"“{name}” may cost a life, so it is held by day: list it under “day” or “eve”.")
            if vote.rule.kind == "yes" and vote.outcome is not ballots.draw:
                self.problem(place, f"“{name}” is held about those accused in another ballot; list that one instead.")
        return tuple([self.moment(name, votes) for name in names])

    def functions(self, registry: registry.Registry[Any], at: Map, key: str) -> tuple[Any, ...]:
        """The functions named under a key, each once, without those that have nothing to do here."""
        named = dict.fromkeys(super().functions(registry, at, key))
        return tuple([each for each in named if self.has_what_it_needs(each)])

    def has_what_it_needs(self, function: Callable[..., object] | None) -> bool:
        needs = registry.traits_of(function).get("needs")
        return needs is None or bool(self.tree.get(needs)) or needs in self.map(self.tree, "variants")

    def moment(self, name: str, votes: Mapping[str, Ballot]) -> Step:
        if name in votes:
            return ("ballot", name)
        return ("ask-occupants", (self.at_home[name], name)) if name in self.at_home else name

    def day(self, votes: Mapping[str, Ballot]) -> tuple[Step, ...]:
        steps = self.moments("day", votes)
        held = [votes[step[1]] for step in steps if step[0] == "ballot"]
        if votes and all(ballot.elects or ballot.rule.kind == "yes" for ballot in held):
            place = self.tree.value_places.get("day", self.tree.place)
            self.problem(place, "By day nobody can be voted out: list a vote, as in `day: [debate, village.vote]`.")
        return steps

    def by_seats(self, key: str) -> Iterator[tuple[int, int, str, Map]]:
        """What stands under numbers of seats, `8` or `6-15`: the first number, the last, the key itself, and what."""
        for seats, at in self.maps(self.tree, key):
            numbers = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", seats)
            first, last = (int(numbers[1]), int(numbers[2] or numbers[1])) if numbers else (0, 0)
            if 0 < first <= last:
                yield first, last, seats, at
            else:
                place = self.map(self.tree, key).key_places[seats]
                self.problem(place, f"Under “{key}” numbers of seats stand, as in `8: {{…}}` or `6-15: {{…}}`.")

    def preset(self, name: str, at: Map, options: Mapping[str, Option]) -> dict[str, str]:
        """The options that a preset sets, with their values."""
        self.known(at, options, kind="option")
        values = {option: options[option].reads(at[option]) for option in at if option in options}
        for option in [option for option, value in values.items() if value is None]:
            sentence = f"“{option}” must be one of: {', '.join(options[option].values)}."
            self.problem(at.value_places[option], sentence)
        return {option: value for option, value in values.items() if value is not None}

    def villages(self, buildings: Mapping[str, Building]) -> dict[int, dict[str, int]]:
        """The buildings proposed for each number of seats; the others live in the first one."""
        villages = {}
        for first, last, _, at in self.by_seats("villages"):
            self.known(at, buildings, kind="building")
            mix = {building: self.number(at, building, 1) for building in at}
            if sum(mix.values()) > first:
                sentence = f"There are {sum(mix.values())} buildings here for {first} seats"
                self.problem(at.place, f"{sentence}; take {sum(mix.values()) - first} away.")
            villages.update(dict.fromkeys(range(first, last + 1), mix))
        return villages

    def decks(self, filler: str, least: int, most: int) -> dict[int, dict[str, int]]:
        decks: dict[int, dict[str, int]] = {}
        replaces = self.map(self.tree, "replaces")
        self.known(replaces, self.card_names, kind="card")
        swaps = [(card, self.name(replaces, card, self.card_names, "card")) for card in replaces]
        for first, last, _, at in self.by_seats("decks"):
            self.known(at, self.card_names, kind="card")
            mix = {card: self.number(at, card, 0) for card in at}
            has = f"This deck ({', '.join(f'{card}: {number}' for card, number in mix.items())}) has"
            if filler in mix and first < last:
                sentence = f"Leave {filler} out of a deck for several numbers of seats: as many are added as it takes."
                self.problem(at.key_places[filler], sentence)
            elif filler in mix and sum(mix.values()) != first:
                self.problem(at.place, f"{has} {sum(mix.values())} cards for {first} seats; it needs one for each.")
            for card, other in swaps:
                mix[card] = mix.get(card, 0) + 1
                mix[other] = mix.get(other, 0) - 1
            fixed = sum(number for card, number in mix.items() if card != filler)
            lacking = [card for card, number in mix.items() if number < 0 and card != filler]
            if lacking:
                sentence = f"This deck has too few {lacking[0]} for “replaces”; add {-mix[lacking[0]]}."
                self.problem(at.place, sentence)
            elif fixed > first:
                added = ", with those that “replaces” adds" if swaps else ""
                sentence = f"{has} {fixed} cards for {first} seats{added}; take {fixed - first} away."
                self.problem(at.place, sentence)
            decks.update(dict.fromkeys(range(first, last + 1), mix))
        last = min(most, max(decks, default=most))
        missing = [number for number in range(least, last + 1) if number not in decks]
        if missing and self.tree.get("decks") is not None:
            listed = ", ".join(map(str, missing[:5])) + (f" and {len(missing) - 5} more" if missing[5:] else "")
            self.problem(self.tree.value_places["decks"], f"There is no deck for these numbers of seats: {listed}.")
        return decks
