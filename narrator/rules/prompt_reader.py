"""Reading the prompts in a roleset's YAML: who is asked, what may be chosen, and what comes of the answer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import narrator.rules.words  # noqa: F401 (all of them are needed here)
from narrator.errors import Place
from narrator.rules import effects, pools, registry
from narrator.rules.facts import WindowOpened
from narrator.rules.prompts import FOLLOW
from narrator.rules.reader import Reader
from narrator.rules.registry import Effect, Power, traits_of
from narrator.rules.rolesets import PromptRule
from narrator.rules.strict_yaml import Items, Map, nearest

CHOOSE = {
    "one": (1, 1, "seat"),
    "together": (1, 2, "seat"),
    "two": (2, 2, "seat"),
    "up_to_two": (1, 2, "seat"),
    "some": (1, 99, "seat"),
    "card": (1, 1, "card"),
    "word": (1, 1, "word"),
    "this": (1, 1, "this"),
    "yes": (1, 1, "yes"),
    "text": (1, 1, "text"),
}
"""What may stand under `choose:`: how many at least and at most, and the kind of choice. `this` is put as yes or
pass while its pool holds one seat, and as one of them when it holds several; `choose: yes` is yes or pass, and
`choose: yes-or-no` what it says; `together` names a list of whole answers."""

WILLING = ("never", "seldom", "always", FOLLOW)
"""How willingly bots answer a prompt, where not by chance alone."""
LASTS = ("vote", "last-call", "speech")
"""How long a prompt that all see is open: as long as a vote, a last call, or a speech."""
WAKES_KEYS = (
    "asks", "choose", "may_pass", "uses", "not_twice", "remembered", "agree", "known", "when", "shows",
    "then", "power", "safe", "hunts", "within", "one_if", "bots",
)  # fmt: skip
BY_DAY_KEYS = ("asks", "choose", "may_pass", "uses", "when", "then", "power", "safe")
EVENT_PROMPT_KEYS = ("asks", "choose", "may_pass", "when", "then", "power", "bots", "lasts")
BUILDING_PROMPT_KEYS = ("choose", "may_pass", "when", "then", "power", "safe", "bots")
LAST_WORD_KEYS = ("choose", "may_pass", "then", "power", "within")
ANY_TIME_KEYS = ("asks", "choose", "may_pass", "uses", "when", "power", "bots")
TESTAMENT_KEYS = (*LAST_WORD_KEYS, "cause")
DECIDE_KEYS = ("choose", "may_pass")
BALLOT_KEYS = (
    "asks", "first", "safe", "instead", "in_turn", "choose", "may_pass", "weighs",
    "burdens", "tie", "eve_tie", "outcome", "elects", "when", "majority", "tries", "decided_by",
)  # fmt: skip
HEIR_KEYS = ("by", "choose", "may_pass", "power")


class PromptReader(Reader):
    """Reads the prompts of one roleset and keeps them in `prompts`, by name."""

    def __init__(self, tree: Map) -> None:
        super().__init__()
        self.tree = tree
        self.causes = tuple(self.words(tree, "causes"))
        self.prompts: dict[str, PromptRule] = {}
        self.powers: list[tuple[str, Power, Place]] = []

    def brought(self, listed: Iterable[str]) -> list[str]:
        """Those of the names in a list that some option brings, on or off: cards, buildings and their prompts, ballots.
        Where an option that is off has a file of its own, which nobody has read, that may be any."""
        return list(listed) if self.optional is None else self.optional

    @cached_property
    def optional(self) -> list[str] | None:
        """All names that some option brings; nothing where nobody can say."""
        found: list[str] = []
        for _, option in self.maps(self.tree, "options"):
            if isinstance(option.get("on"), (str, Items)):
                return None
            on = self.map(option, "on")
            for key in ("cards", "brought_together", "buildings", "ballots"):
                found += self.map(on, key)
            for _, building in self.maps(on, "buildings"):
                found += self.map(building, "by_day")
        return found

    def prompt(self, name: str, at: Map, keys: tuple[str, ...], spends: bool = False) -> PromptRule:
        self.known(at, keys)
        how, choose = self.choose(name, at)
        least, most, kind = CHOOSE[how]
        may_pass = at.get("may_pass") or False
        power = self.function_at(registry.power, at, "power")
        if power is not None:
            self.powers.append((self.word(at, "power"), power, at.value_places["power"]))
        own = traits_of(power)
        needed = own.get("choose", how)
        if how != needed:
            self.problem(at.value_places["power"], f"The power “{at['power']}” needs `choose: {{{needed}: …}}`.")
        if "only" in own and keys is not BY_DAY_KEYS:
            self.problem(at.value_places["power"], f"The power “{at['power']}” works only in a prompt under “by_day”.")
        together = self.function_at(registry.combination, choose, how) if how == "together" else None
        pool = pools.parts(together) if together else self.function_at(registry.pool, choose, how) or pools.living
        chosen = traits_of(together or pool)
        most = chosen.get("names", most)
        agreement = chosen.get("understood_by")
        if agreement is not None and self.word(at, "agree") != agreement:
            sentence = f"“{name}” may be answered with a word and no seat: that needs `agree: {agreement}`."
            self.problem(choose.value_places[how], sentence)
        if how == "some" and keys in (WAKES_KEYS, BY_DAY_KEYS):
            sentence = "Others would see how many are named: choose `one` or `two` where nobody may know who is asked."
            self.problem(at.value_places["choose"], sentence)
        then = self.then(at, how, keys)
        of_the_dead = "dead" in chosen
        if of_the_dead:
            self.among_the_dead(at, choose.value_places[how], keys)
        yes = kind == "this" or pool is pools.yes  # always the same one word, so the window need not ask for it
        rule = PromptRule(
            id=name,
            opens=WindowOpened(name, most=most, offers=("yes",) if yes else chosen.get("words", ())),
            offers=None if yes else chosen.get("offers", pool if kind != "seat" or of_the_dead else None),
            pool=pool,
            words=tuple(chosen.get("words", ())),
            together=together,
            kind=kind,
            least=least,
            most=most,
            same_for_all=chosen.get("same_for_all", False),
            same_but_for_lovers=chosen.get("same_but_for_lovers", False),
            asks=self.function_at(registry.pool, at, "asks"),
            may_pass=may_pass is not False,
            passes_when=None if isinstance(may_pass, bool) else self.function_at(registry.condition, at, "may_pass"),
            uses=self.number(at, "uses", 1, 1) if "uses" in at else None,
            agree=self.function_at(registry.agreement, at, "agree"),
            not_twice=self.switch(at, "not_twice"),
            remembered=self.switch(at, "remembered") or self.switch(at, "not_twice"),
            cause=self.word(at, "cause"),
            known=self.functions(registry.condition, at, "known"),
            when=self.functions(registry.condition, at, "when"),
            shows=self.function_at(registry.telling, at, "shows"),
            then=then,
            aloud=tuple([line for line in then if "says" in traits_of(line[0])]),
            power=power,
            kills="brings" in own or any("kills" in traits_of(effect) for effect, _ in then),
            aside=keys is BY_DAY_KEYS and own.get("only") != "verdict",
            spends=spends,
            must=chosen.get("must"),
            by_place=chosen.get("hidden", False),
            hunts=self.switch(at, "hunts"),
            safe=self.safe(at),
            within=self.functions(registry.pool, at, "within"),
            one_if=self.function_at(registry.condition, at, "one_if"),
            bots=self.name(at, "bots", WILLING, "way of bots"),
            lasts=self.one_of(at, "lasts", LASTS),
        )
        for key, function in (("agree", rule.agree), ("power", power)):
            cause = traits_of(function).get("brings")
            if cause is not None and cause not in self.causes:
                self.problem(at.value_places[key], f"This brings a cause of death “{cause}”: list it under “causes”.")
        if not {"holds", "dead"}.isdisjoint(traits_of(rule.asks)):
            self.problem(at.value_places["asks"], "“asks” needs a pool of living seats, such as `pack`.")
        if name in self.prompts or (keys is not BALLOT_KEYS and name in self.map(self.tree, "ballots")):
            self.problem(at.place, f"There are two prompts “{name}”; give one of them another name.")
        self.prompts[name] = rule
        return rule

    def safe(self, at: Map) -> tuple[str, ...]:
        """The buildings in which nobody can be chosen; what some option brings may stand here without it."""
        if at.get("safe") is None:
            return ()
        buildings = self.map(self.tree, "buildings")
        named = self.names(at, "safe", (*buildings, *self.brought(self.words(at, "safe"))), "building")
        return tuple(building for building in named if building in buildings)

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
        held = traits_of(registry.pool.get(pool)).get("holds", "seat")
        if pool in registry.pool and held != ("seat" if kind == "this" else kind):
            self.problem(choose.value_places[how], f"“{how}” cannot be chosen among “{pool}”.")
        return how, choose

    def then(self, at: Map, how: str, keys: tuple[str, ...]) -> tuple[tuple[Effect, str], ...]:
        """What comes of an answer."""
        lines = at.get("then")
        if lines is None:
            return ()
        place = at.value_places["then"]
        if not isinstance(lines, Items) or not all(isinstance(line, Map) for line in lines):
            self.problem(place, "“then” lists effects, each with its word, as in `then: [{tell: card}]`.")
            return ()
        if how not in ("one", "two", "up_to_two", "some"):
            self.problem(place, "“then” needs seats: `choose: {one: …}` or `choose: {two: …}`.")
        found: list[tuple[Effect, str]] = []
        for line in lines:
            for name in line:
                effect = self.function(registry.effect, name, line.key_places[name])
                word = self.word(line, name)
                traits = traits_of(effect)
                takes = traits.get("takes")
                known = traits.get("words") or (self.causes if takes else (word,))
                several = [] if word == effects.EVERYTHING else word.split()
                for each in several if takes == "causes" else [word]:
                    if each not in known:
                        sentence = f"“{name}” takes {' or '.join(known)}, not “{each}”{nearest(each, known)}"
                        self.problem(line.value_places[name], sentence)
                if not word:
                    self.problem(line.value_places[name], f"“{name}” needs a word, as in `{{tell: card}}`.")
                if word in traits.get("reserved", ()):
                    sentence = f"The rules lay “{word}” on seats themselves; choose another word for “{name}”."
                    self.problem(line.value_places[name], sentence)
                if takes and keys not in (WAKES_KEYS, EVENT_PROMPT_KEYS):
                    self.problem(line.key_places[name], f"“{name}” works only at night, in a prompt under “wakes”.")
                if effect is effects.kill and keys is not LAST_WORD_KEYS:
                    self.problem(line.key_places[name], "“kill” works only in a last word; at night use “attack”.")
                if name == "link" and how != "two":
                    self.problem(line.key_places[name], "“link” needs two seats: `choose: {two: …}`.")
                found.append((effect, word))
        return tuple(found)

    def among_the_dead(self, at: Map, place: Place, keys: tuple[str, ...]) -> None:
        """Note what cannot be done to somebody dead."""
        if keys in (BALLOT_KEYS, HEIR_KEYS, DECIDE_KEYS):
            self.problem(place, "Nobody dead can be chosen here; choose from a pool of the living, such as `living`.")
        if at.get("power"):
            self.problem(at.value_places["power"], "A power is used on the living; choose from such a pool.")
        lines = at.get("then")
        allowed = sorted(name for name, effect in registry.effect.items() if "dead" in traits_of(effect))
        for line in lines if isinstance(lines, Items) else ():
            for name in line if isinstance(line, Map) else ():
                if name in registry.effect and name not in allowed:
                    known = " or ".join(f"“{effect}”" for effect in allowed)
                    self.problem(line.key_places[name], f"“{name}” is for the living; about the dead use {known}.")

    def one_seat(self, name: str, at: Map, keys: tuple[str, ...]) -> str:
        """The id of a prompt in which one seat must be chosen."""
        rule = self.prompt(name, at, keys)
        if rule.kind != "seat" or rule.most > 1:
            self.problem(at.place, f"“{name}” must choose one seat.")
        return rule.id
