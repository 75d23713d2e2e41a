"""What may stand in a roleset's YAML? The grammar that `rolesets/README.md` explains, and what it is turned into.

`compiled` makes the frozen records that the rules play by. Everything that is wrong is found at once and raised as
`BadFile`, each problem with file, line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from narrator.errors import BadFile, Problem
from narrator.rules import (
    agreements,
    ballots,
    effects,
    pools,
    powers,
    registry,
    tellings,
)
from narrator.rules.facts import Called, Slept, WindowOpened
from narrator.rules.reader import Reader
from narrator.rules.registry import Effect, Step, Telling
from narrator.rules.rolesets import Advice, Ballot, Call, Card, Option, PromptRule, Roleset
from narrator.rules.strict_yaml import Items, Map, merged, nearest, size

CHOOSE = {
    "one": (1, 1, "seat"),
    "together": (1, 2, "seat"),
    "two": (2, 2, "seat"),
    "some": (1, 99, "seat"),
    "card": (1, 1, "card"),
    "word": (1, 1, "word"),
    "this": (1, 1, "this"),
    "yes": (1, 1, "yes"),
    "letter": (1, 1, "letter"),
}
"""What may stand under `choose:`: how many at least and at most, and the kind of choice. `this` is put as yes or
pass while its pool holds one seat, and as one of them when it holds several; `choose: yes` is yes or pass, and
`choose: yes-or-no` what it says; `together` names a list of whole answers."""

MAJORITIES = ("", "strict", "at-once")
"""What a ballot may need: most votes; more than half of those entitled; the same, seen and decided at once."""

SIDES = ("villagers", "werewolves")
KINDS = ("werewolf", "turncoat", "infects", "heir", "stand-in", "divides")
"""What a card may be: of the pack; one that may become a werewolf; one that makes werewolves of others; one that may
take over a turned-up card in secret; one that stands for another, which the host names; one
for which the table is split in two groups."""
OPTIONS = ("sheriff", "ghosts_see", "parity")
"""The options that every roleset has."""

MOST = 5_000
"""So many values may stand in a roleset; The Pact has less than a thousand."""

ROLESET_KEYS = (
    "roleset", "extends", "title", "seats", "options", "cards", "filler", "filled_up_with", "brought_together",
    "calls", "ballots", "heirs", "setup", "eve", "eve_of", "nightfall", "tells_spared", "morning", "day", "verdicts",
    "wave", "causes", "causes_said", "wins", "couples", "history", "night_sounds", "open_deck", "advice", "decks",
    "host_deals", "replaces", "left_over", "repertoire", "least_werewolves",
)  # fmt: skip
NEEDED = ("roleset", "title", "seats", "options", "cards", "calls", "ballots", "day", "wins", "decks")
FIXED = ("roleset", "extends", "options")
"""Keys that an option cannot change."""
CARD_KEYS = (
    "side", "copies", "is", "turned_up_as", "revealed", "face_up", "together", "needs", "spared_from", "called",
    "wakes", "told", "by_day", "last_word", "testament", "haunts", "lives", "told_of_life_lost", "wins_if",
    "despair_from",
)  # fmt: skip
WAKES_KEYS = (
    "asks", "choose", "two_if", "may_pass", "uses", "not_twice", "remembered", "agree", "known", "when", "shows",
    "then", "unasked", "power",
)  # fmt: skip
BY_DAY_KEYS = ("asks", "choose", "may_pass", "uses", "when", "then", "power")
LAST_WORD_KEYS = ("choose", "may_pass", "then", "power")
TESTAMENT_KEYS = (*LAST_WORD_KEYS, "cause")
DECIDE_KEYS = ("choose", "may_pass")
BALLOT_KEYS = (
    "choose", "may_pass", "weighs", "burdens", "beside", "tie", "eve_tie", "outcome", "elects", "when", "majority",
    "tries", "decided_by",
)  # fmt: skip
HEIR_KEYS = ("choose",)


def declared(tree: Map, reader: Reader | None = None) -> dict[str, Option]:
    """The options that a roleset's YAML declares, without compiling the rest."""
    reader = reader or Reader()
    found: dict[str, Option] = {}
    options = reader.map(tree, "options")
    reader.known(options, (*options, *OPTIONS), OPTIONS)
    for name, at in reader.maps(tree, "options"):
        reader.known(at, ("is", "default", "excludes", "on"))
        switch = at.get("is", "switch") == "switch"
        values = ("on", "off") if switch else tuple(reader.words(at, "is"))
        option = Option(name, values, "", reader.names(at, "excludes", options, "option"))
        default = option.reads(at.get("default", "off"))
        if default is None:
            place = at.value_places.get("default", at.place)
            reader.problem(place, f"The default of “{name}” must be one of: {', '.join(values)}.")
        if at.get("on") is not None and not switch:
            reader.problem(at.key_places["on"], f"“{name}” cannot be switched on: only `is: switch` has an “on”.")
        reader.known(reader.map(at, "on"), [key for key in ROLESET_KEYS if key not in FIXED])
        found[name] = Option(name, values, default or "", option.excludes)
    return found


def with_options(tree: Map, options: Mapping[str, str]) -> Map:
    """The roleset's YAML with the changes laid upon it of every option that is on."""
    for name, value in options.items():
        option = tree["options"][name]
        if value == "on" and isinstance(option, Map) and isinstance(option.get("on"), Map):
            tree = merged(tree, option["on"])
    return tree


def compiled(tree: Map) -> Roleset:
    """The roleset that this YAML describes; raises `BadFile` (`roleset`) with everything that is wrong in it."""
    if size(tree) > MOST:
        sentence = f"There are more than {MOST} values in this roleset and what it extends; leave some out."
        raise BadFile("roleset", [Problem(tree.place, sentence)])
    compiler = _Compiler(tree)
    roleset = compiler.roleset()
    if compiler.problems:
        raise BadFile("roleset", compiler.problems)
    return roleset


class _Compiler(Reader):
    """Makes a roleset of one tree."""

    def __init__(self, tree: Map) -> None:
        super().__init__()
        self.tree = tree
        self.known(tree, ROLESET_KEYS, NEEDED)
        self.causes = tuple(self.words(tree, "causes"))
        self.card_names = list(self.map(tree, "cards"))
        self.prompts: dict[str, PromptRule] = {}
        self.asides = [aside for _, at in self.maps(tree, "ballots") for aside in self.words(at, "beside")]

    def roleset(self) -> Roleset:
        tree = self.tree
        cards = {name: self.card(name, at) for name, at in self.maps(tree, "cards")}
        votes = {name: self.ballot(name, at, cards) for name, at in self.maps(tree, "ballots")}
        self.known(self.map(tree, "ballots"), (*votes, "village.draw"), ["village.draw"])
        elected = [ballot.elects for ballot in votes.values() if ballot.elects]
        for _, at in self.maps(tree, "ballots"):
            self.names(at, "weighs", elected, "office")
            self.known(self.map(at, "decided_by"), elected, kind="office")
        calls = self.calls(cards)
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
        return Roleset(
            id=self.word(tree, "roleset"),
            title=self.word(tree, "title"),
            least=least,
            most=most,
            options=declared(tree, self),
            cards=cards,
            sides={name: card.side for name, card in cards.items()},
            filler=filler,
            filled_up_with=self.names(tree, "filled_up_with", cards, "card"),
            prompts=self.prompts,
            ballots=votes,
            heirs=self.heirs(elected),
            heirs_in_secret=tuple(name for name, card in cards.items() if card.heir),
            calls=calls,
            first_night=first_night,
            later_nights=later_nights,
            setup=self.moments("setup", votes),
            eve=self.moments("eve", votes),
            eve_of=self.name(tree, "eve_of", cards, "card"),
            nightfall=self.moments("nightfall", votes),
            morning=self.moments("morning", votes),
            day=self.day(votes),
            tells_spared=self.switch(tree, "tells_spared"),
            every_call=tuple(every_call),
            verdicts=self.functions(registry.verdict, tree, "verdicts"),
            wave=self.functions(registry.wave_effect, tree, "wave"),
            causes=self.causes,
            causes_said=self.names(tree, "causes_said", self.causes, "cause of death by night"),
            wins=self.functions(registry.victory, tree, "wins"),
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
            least_werewolves={card: self.number(fewest, card, 1) for card in fewest},
        )

    def card(self, name: str, at: Map) -> Card:
        self.known(at, CARD_KEYS)
        kinds = self.names(at, "is", KINDS, "kind of card")
        return Card(
            id=name,
            side=self.name(at, "side", (*SIDES, *self.card_names), "side", "villagers"),
            copies=self.number(at, "copies", 1),
            werewolf="werewolf" in kinds,
            turncoat="turncoat" in kinds,
            infects="infects" in kinds,
            heir="heir" in kinds,
            stand_in="stand-in" in kinds,
            divides="divides" in kinds,
            revealed=self.one_of(at, "revealed", ("card", "side", "name")),
            face_up=self.switch(at, "face_up"),
            together=self.switch(at, "together"),
            needs=self.word(at, "needs"),
            shown_as=self.name(at, "turned_up_as", self.card_names, "card", name),
            spared_from=self.names(at, "spared_from", self.causes, "cause of death by night"),
            wakes=tuple(self.prompt(prompt, rule, WAKES_KEYS).id for prompt, rule in self.maps(at, "wakes")),
            told=self.functions(registry.telling, at, "told"),
            last_words=tuple(
                self.prompt(prompt, rule, LAST_WORD_KEYS).id for prompt, rule in self.maps(at, "last_word")
            ),
            testament=tuple(
                self.prompt(prompt, rule, TESTAMENT_KEYS).id for prompt, rule in self.maps(at, "testament")
            ),
            haunts=tuple(self.prompt(prompt, rule, LAST_WORD_KEYS).id for prompt, rule in self.maps(at, "haunts")),
            lives=self.number(at, "lives", 1, 1),
            told_of_life_lost=self.name(at, "told_of_life_lost", tellings.ABOUT, "telling"),
            aim=self.function_at(registry.aim, at, "wins_if"),
            despair_from=tuple(self.words(at, "despair_from")),
            called=self.functions(registry.condition, at, "called") if "called" in at else None,
            by_day=tuple(self.prompt(prompt, rule, BY_DAY_KEYS).id for prompt, rule in self.maps(at, "by_day")),
        )

    def prompt(self, name: str, at: Map, keys: tuple[str, ...]) -> PromptRule:
        self.known(at, keys)
        how, choose = self.choose(name, at)
        least, most, kind = CHOOSE[how]
        may_pass = at.get("may_pass", False)
        power = self.word(at, "power")
        needed = powers.CHOOSE.get(power, how)
        if how != needed:
            self.problem(at.value_places["power"], f"The power “{power}” needs `choose: {{{needed}: …}}`.")
        if power in (*powers.BESIDE, *powers.IN_A_VERDICT) and keys is not BY_DAY_KEYS:
            self.problem(at.value_places["power"], f"The power “{power}” works only in a prompt under “by_day”.")
        agreement = pools.UNDERSTOOD_BY.get(self.word(choose, how))
        if agreement is not None and self.word(at, "agree") != agreement:
            sentence = f"“{name}” may be answered with a word and no seat: that needs `agree: {agreement}`."
            self.problem(choose.value_places[how], sentence)
        together = self.function_at(registry.combination, choose, how) if how == "together" else None
        pool = pools.parts(together) if together else self.function_at(registry.pool, choose, how) or pools.living
        if how == "some" and keys in (WAKES_KEYS, BY_DAY_KEYS):
            sentence = "Others would see how many are named: choose `one` or `two` where nobody may know who is asked."
            self.problem(at.value_places["choose"], sentence)
        then = self.then(at, "then", how, keys)
        kills = [registry.effect[name] for name in effects.KILLS]
        yes = kind == "this" or pool is pools.yes  # always the same one word, so the window need not ask for it
        rule = PromptRule(
            id=name,
            opens=WindowOpened(name, most=most, offers=("yes",) if yes else pools.WORDS.get(together or pool, ())),
            offers=None if kind == "seat" or yes else pools.OFFERED.get(pool, pool),
            pool=pool,
            together=together,
            two_if=self.function_at(registry.condition, at, "two_if"),
            kind=kind,
            least=least,
            most=most,
            same_for_all=choose.get(how) in pools.SAME_FOR_ALL,
            same_without_lovers=choose.get(how) in pools.SAME_WITHOUT_LOVERS,
            asks=self.function_at(registry.pool, at, "asks"),
            may_pass=may_pass is not False,
            must_when=None if isinstance(may_pass, bool) else self.function_at(registry.condition, at, "may_pass"),
            uses=self.number(at, "uses", 1, 1) if "uses" in at else None,
            agree=self.function_at(registry.agreement, at, "agree"),
            not_twice=self.switch(at, "not_twice"),
            remembered=self.switch(at, "remembered") or self.switch(at, "not_twice"),
            cause=self.word(at, "cause"),
            known=self.functions(registry.condition, at, "known"),
            when=self.functions(registry.condition, at, "when"),
            shows=self.function_at(registry.telling, at, "shows"),
            then=then,
            unasked=self.then(at, "unasked", how, keys),
            power=self.function_at(registry.power, at, "power"),
            kills=power in powers.CAUSE or any(effect in kills for effect, _ in then),
            aside=name in self.asides,
        )
        for key, brings in (("agree", agreements.CAUSE), ("power", powers.CAUSE)):
            cause = brings.get(self.word(at, key))
            if cause is not None and cause not in self.causes:
                self.problem(at.value_places[key], f"This brings a cause of death “{cause}”: list it under “causes”.")
        if self.word(at, "asks") in pools.NO_SEATS:
            self.problem(at.value_places["asks"], "“asks” needs a pool of seats, such as `pack`.")
        if name in self.prompts or (keys is not BALLOT_KEYS and name in self.map(self.tree, "ballots")):
            self.problem(at.place, f"There are two prompts “{name}”; give one of them another name.")
        self.prompts[name] = rule
        return rule

    def choose(self, name: str, at: Map) -> tuple[str, Map]:
        """How many are to be chosen, and the mapping that says of what."""
        words = at.get("choose")
        if words in ("yes", "yes-or-no"):
            choose = Map(at.value_places["choose"])
            choose.put("yes", words, choose.place, choose.place)
            return "yes", choose
        choose = self.map(at, "choose")
        self.known(choose, CHOOSE)
        ways = [key for key in choose if key in CHOOSE]
        if len(ways) != 1 or not self.word(choose, ways[0]):
            self.problem(at.place, f"“{name}” must say what to choose, as in `choose: {{one: living}}`.")
            return "one", Map(at.place)
        how = ways[0]
        pool = self.word(choose, how)
        kind = CHOOSE[how][2]
        if pool in registry.pool and pools.NO_SEATS.get(pool, "seat") != ("seat" if kind == "this" else kind):
            self.problem(choose.value_places[how], f"“{how}” cannot be chosen among “{pool}”.")
        return how, choose

    def then(self, at: Map, key: str, how: str, keys: tuple[str, ...]) -> tuple[tuple[Effect, str], ...]:
        """What comes of an answer."""
        lines = at.get(key)
        if lines is None:
            return ()
        place = at.value_places[key]
        if not isinstance(lines, Items) or not all(isinstance(line, Map) for line in lines):
            self.problem(place, f"“{key}” lists effects, each with its word, as in `then: [{{tell: card}}]`.")
            return ()
        if how not in ("one", "two", "some"):
            self.problem(place, f"“{key}” needs seats: `choose: {{one: …}}` or `choose: {{two: …}}`.")
        found: list[tuple[Effect, str]] = []
        for line in lines:
            for name in line:
                effect = self.function(registry.effect, name, line.key_places[name])
                word = self.word(line, name)
                known = effects.WORDS.get(name) or (self.causes if name in effects.CAUSE else (word,))
                for each in word.split() if name in effects.CAUSES else [word]:
                    if each not in known:
                        sentence = f"“{name}” takes {' or '.join(known)}, not “{each}”{nearest(each, known)}"
                        self.problem(line.value_places[name], sentence)
                if not word:
                    self.problem(line.value_places[name], f"“{name}” needs a word, as in `{{tell: card}}`.")
                if effect is effects.kill and keys is not LAST_WORD_KEYS:
                    self.problem(line.key_places[name], "“kill” works only in a last word; by night it is “attack”.")
                if name == "link" and how != "two":
                    self.problem(line.key_places[name], "“link” needs two seats: `choose: {two: …}`.")
                found.append((effect, word))
        return tuple(found)

    def ballot(self, name: str, at: Map, cards: Mapping[str, Card]) -> Ballot:
        rule = self.prompt(name, at, BALLOT_KEYS)
        del self.prompts[name]
        self.known(at, BALLOT_KEYS, ["outcome"])
        outcome = self.word(at, "outcome")
        trials = [self.word(other, "tries") for _, other in self.maps(self.tree, "ballots")]
        if rule.kind != ("yes" if outcome == "draw" or name in trials else "seat") or rule.most > 1:
            sentence = f"“{name}” must choose one seat, or yes where its outcome is `draw` or somebody is tried in it."
            self.problem(at.place, sentence)
        if (outcome == "elect") != bool(self.word(at, "elects")):
            self.problem(at.place, "`outcome: elect` and `elects:` with the name of an office go together.")
        if rule.kind == "yes":
            for key in [key for key in ("burdens", "tries") if at.get(key)]:
                self.problem(at.key_places[key], f"“{key}” is about seats, and in “{name}” none is chosen.")
        if name == "village.draw" and (outcome != "draw" or self.word(at, "majority") == "at-once"):
            sentence = "“village.draw” needs `outcome: draw`, and cannot be decided at once: it may stand by a vote."
            self.problem(at.place, sentence)
        burdens = self.map(at, "burdens")
        return Ballot(
            rule=rule,
            weighs=tuple(self.words(at, "weighs")),
            burdens=tuple((mark, self.number(burdens, mark, 1, 1)) for mark in burdens),
            beside=tuple(self.beside(at, cards)),
            tie=self.functions(registry.tie, at, "tie"),
            eve_tie=self.functions(registry.tie, at, "eve_tie"),
            outcome=self.function_at(registry.outcome, at, "outcome"),
            elects=self.word(at, "elects"),
            when=rule.when,
            majority=self.one_of(at, "majority", MAJORITIES),
            tries=self.name(at, "tries", self.map(self.tree, "ballots"), "ballot"),
            decided_by=self.decided_by(at),
        )

    def beside(self, at: Map, cards: Mapping[str, Card]) -> Iterator[tuple[str, PromptRule]]:
        """The prompts put beside a ballot, each with the card whose holders are asked."""
        holders = {prompt: card.id for card in cards.values() for prompt in card.by_day}
        verdict = [registry.power[name] for name in powers.IN_A_VERDICT]
        for prompt in dict.fromkeys(self.names(at, "beside", holders, "prompt by day")):
            if self.prompts[prompt].power in verdict:
                self.problem(at.value_places["beside"], f"“{prompt}” belongs to a verdict, not beside a vote.")
            yield holders[prompt], self.prompts[prompt]

    def decided_by(self, at: Map) -> tuple[str, str] | None:
        """The office that decides a tie, and the prompt that asks it."""
        for office, prompts in self.maps(at, "decided_by"):
            for name, rule in self.maps(self.map(at, "decided_by"), office):
                return office, self.one_seat(name, rule, DECIDE_KEYS)
            self.problem(prompts.place, f"“{office}” must have a prompt here, as in `sheriff.decide: {{choose: …}}`.")
        return None

    def advice(self, name: str, at: Map) -> Advice:
        self.known(at, ("odd", "least", "unless"))
        option = self.name(at, "unless", self.map(self.tree, "options"), "option")
        return Advice(name, self.switch(at, "odd"), self.number(at, "least", 1), option)

    def heirs(self, elected: list[str]) -> dict[str, str]:
        heirs: dict[str, str] = {}
        offices = self.map(self.tree, "heirs")
        for office, at in self.maps(self.tree, "heirs"):
            if office not in elected:
                self.problem(offices.key_places[office], f"No ballot elects “{office}”{nearest(office, elected)}")
            if len(at) != 1:
                self.problem(at.place, f"“{office}” must have one prompt, as in `{office}.succeed: {{choose: …}}`.")
            for name, rule in self.maps(offices, office):
                heirs[office] = self.one_seat(name, rule, HEIR_KEYS)
        return heirs

    def one_seat(self, name: str, at: Map, keys: tuple[str, ...]) -> str:
        """The id of a prompt in which one seat must be chosen."""
        rule = self.prompt(name, at, keys)
        if rule.kind != "seat" or rule.most > 1:
            self.problem(at.place, f"“{name}” must choose one seat.")
        return rule.id

    def calls(self, cards: Mapping[str, Card]) -> dict[str, Call]:
        pack = tuple(name for name, card in cards.items() if card.werewolf or card.turncoat)
        turns = [registry.power[name] for name in powers.TURNS]
        makers = tuple(rule.id for rule in self.prompts.values() if rule.power in turns)
        calls = {}
        for name, card in cards.items():
            hunts = any(self.prompts[prompt].asks is pools.pack for prompt in card.wakes)
            by = makers if hunts else ()
            calls[name] = self.call(name, pack if hunts else (name,), card.told, card.wakes, by, card.called)
        together = self.map(self.tree, "brought_together")
        for name, at in self.maps(self.tree, "brought_together"):
            self.known(at, ("of", "told"), ("of",))
            if name in cards:
                place = together.key_places[name]
                self.problem(place, f"“{name}” is a card; those brought together need a name of their own.")
            of = self.name(at, "of", cards, "card")
            calls[name] = self.call(name, (of,), self.functions(registry.telling, at, "told"))
        nights = self.map(self.tree, "calls")
        self.known(nights, ("first_night", "later_nights"), ("first_night", "later_nights"))
        called = [*self.words(nights, "first_night"), *self.words(nights, "later_nights")]
        for name, call in calls.items():
            if (call.rules or call.told or call.known is not None) and name not in called:
                place = (together if name in together else self.map(self.tree, "cards")).key_places[name]
                self.problem(place, f"“{name}” is never called: name it under “calls”.")
        return calls

    def call(
        self,
        name: str,
        of: tuple[str, ...],
        told: tuple[Telling, ...],
        prompts: Sequence[str] = (),
        made_by: tuple[str, ...] = (),
        known: tuple[registry.Condition, ...] | None = None,
    ) -> Call:
        rules = tuple(self.prompts[prompt] for prompt in prompts)
        at_times = not told and bool(rules) and all(rule.known for rule in rules)
        first_only = name not in self.words(self.map(self.tree, "calls"), "later_nights")
        return Call(name, of, made_by, at_times, known, first_only, Called(name), told, rules, Slept(name))

    def night(self, key: str, calls: Mapping[str, Call]) -> tuple[Call, ...]:
        """Who is called in this night; what some option brings may stand in the list without it."""
        nights = self.map(self.tree, "calls")
        brought = [name for _, option in self.maps(self.tree, "options") for name in self.brings(option)]
        named = self.names(nights, key, [*calls, *brought], "call")
        found = [calls[name] for name in named if name in calls]
        return tuple(call for call in found if call.rules or call.told or call.known is not None)

    def brings(self, option: Map) -> list[str]:
        on = self.map(option, "on")
        return [*self.map(on, "cards"), *self.map(on, "brought_together")]

    def moments(self, key: str, votes: Mapping[str, Ballot]) -> tuple[Step, ...]:
        """The steps named in a list such as `day:`; a ballot's name stands for holding it."""
        names = self.names(self.tree, key, (*votes, *registry.moment), "ballot or moment")
        place = self.tree.value_places.get(key, self.tree.place)
        for name in [name for name in names if name in votes]:
            vote = votes[name]
            if key not in ("day", "eve") and self.may_kill(vote, votes):
                self.problem(place, f"“{name}” may cost a life, so it is held by day: list it under “day” or “eve”.")
            if vote.rule.kind == "yes" and vote.outcome is not ballots.draw:
                self.problem(place, f"“{name}” is held about those accused in another ballot; list that one instead.")
        return tuple([("ballot", name) if name in votes else name for name in names])

    def may_kill(self, vote: Ballot, votes: Mapping[str, Ballot]) -> bool:
        """May somebody die of this ballot, of its trials or of a tie in it?"""
        outcome = votes[vote.tries].outcome if vote.tries in votes else vote.outcome
        by_tie = registry.tie["scapegoat"] in (*vote.tie, *vote.eve_tie)
        return by_tie or outcome not in (ballots.draw, ballots.elect)

    def day(self, votes: Mapping[str, Ballot]) -> tuple[Step, ...]:
        steps = self.moments("day", votes)
        held = [votes[step[1]] for step in steps if step[0] == "ballot"]
        if votes and all(ballot.elects or ballot.rule.kind == "yes" for ballot in held):
            place = self.tree.value_places.get("day", self.tree.place)
            self.problem(place, "By day nobody can be voted out: list a vote, as in `day: [debate, village.vote]`.")
        return steps

    def decks(self, filler: str, least: int, most: int) -> dict[int, dict[str, int]]:
        decks: dict[int, dict[str, int]] = {}
        table = self.map(self.tree, "decks")
        replaces = self.map(self.tree, "replaces")
        self.known(replaces, self.card_names, kind="card")
        swaps = [(card, self.name(replaces, card, self.card_names, "card")) for card in replaces]
        for seats, at in self.maps(self.tree, "decks"):
            numbers = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", seats)
            first, last = (int(numbers[1]), int(numbers[2] or numbers[1])) if numbers else (0, 0)
            if not 0 < first <= last:
                place = table.key_places[seats]
                self.problem(place, "A deck stands under a number of seats, as in `8: {…}` or `6-15: {…}`.")
                continue
            self.known(at, self.card_names, kind="card")
            mix = {card: self.number(at, card, 0) for card in at}
            if filler in mix and first < last:
                sentence = f"Leave {filler} out of a deck for several numbers of seats: as many are added as it takes."
                self.problem(at.key_places[filler], sentence)
            elif filler in mix and sum(mix.values()) != first:
                self.problem(table.value_places[seats], f"This deck has {sum(mix.values())} cards for {first} seats.")
            for card, other in swaps:
                mix[card] = mix.get(card, 0) + 1
                mix[other] = mix.get(other, 0) - 1
            fixed = sum(number for card, number in mix.items() if card != filler)
            if fixed > first or any(number < 0 for card, number in mix.items() if card != filler):
                self.problem(table.value_places[seats], f"This deck cannot be dealt to {first} seats.")
            decks.update(dict.fromkeys(range(first, last + 1), mix))
        last = min(most, max(decks, default=most))
        missing = [number for number in range(least, last + 1) if number not in decks]
        if missing and decks:
            listed = ", ".join(map(str, missing[:5])) + (f" and {len(missing) - 5} more" if missing[5:] else "")
            self.problem(self.tree.value_places["decks"], f"There is no deck for these numbers of seats: {listed}.")
        return decks
