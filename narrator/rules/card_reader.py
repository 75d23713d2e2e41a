"""Reading what lies before the seats: the characters, the buildings and the events in a roleset's YAML."""

from __future__ import annotations

from narrator.rules import registry
from narrator.rules.ballot_reader import BallotReader
from narrator.rules.prompt_reader import (
    BUILDING_PROMPT_KEYS,
    BY_DAY_KEYS,
    EVENT_PROMPT_KEYS,
    LAST_WORD_KEYS,
    TESTAMENT_KEYS,
    WAKES_KEYS,
)
from narrator.rules.rolesets import Building, Card, Event
from narrator.rules.strict_yaml import Map

SIDES = ("villagers", "werewolves")
KINDS = ("werewolf", "turncoat", "infects", "heir", "stand-in", "divides", "face-up")
"""What a card may be: of the pack; one that may become a werewolf; one that makes werewolves of others; one that may
take over a turned-up card in secret; one that stands for another, which the host names; one for which the table is
split into two groups; one whose holder everybody knows."""
REVEALED = ("card", "side", "name")
"""What the death of a card's holder may reveal; the name of another card is what the table sees instead."""

CARD_KEYS = (
    "side", "copies", "is", "seen_as", "revealed", "together", "needs", "spared_from",
    "turned_by", "votes", "votes_shown", "called", "wakes", "told", "by_day", "last_word", "testament", "haunts",
    "lives", "wins_if",
)  # fmt: skip
EVENT_KEYS = ("kind", "until", "when", "in_turn", "prompts", "any_time", "like", "variant", "kept_by")
UNTIL = ("", "nightfall", "dawn")
EVENTS = ("permanent", "deferred", "immediate")
BUILDING_KEYS = ("copies", "unique", "any_time", "by_day", "called")


class CardReader(BallotReader):
    """Reads the cards of one roleset, besides its prompts and ballots."""

    def __init__(self, tree: Map) -> None:
        super().__init__(tree)
        self.card_names = list(self.map(tree, "cards"))

    def card(self, name: str, at: Map) -> Card:
        self.known(at, CARD_KEYS)
        kinds = self.names(at, "is", KINDS, "kind of card")
        revealed = self.name(at, "revealed", (*REVEALED, *self.card_names), "card", "card")
        return Card(
            id=name,
            side=self.name(at, "side", (*SIDES, name), "side", "villagers"),
            copies=self.number(at, "copies", 1),
            werewolf="werewolf" in kinds,
            turncoat="turncoat" in kinds or "turned_by" in at,
            infects="infects" in kinds,
            heir="heir" in kinds,
            stand_in="stand-in" in kinds,
            divides="divides" in kinds,
            revealed=revealed,
            face_up="face-up" in kinds,
            together=self.switch(at, "together"),
            needs=self.name(at, "needs", self.map(self.tree, "options"), "option"),
            seen_as=self.name(at, "seen_as", self.card_names, "card", name),
            shown_as=name if revealed in REVEALED else revealed,
            spared_from=self.listed_causes(at, "spared_from"),
            turned_by=self.listed_causes(at, "turned_by"),
            votes=self.number(at, "votes", 1, 0, 9),
            votes_shown=self.switch(at, "votes_shown"),
            wakes=self.own_prompts(at, "wakes", WAKES_KEYS),
            told=self.functions(registry.telling, at, "told"),
            last_words=self.own_prompts(at, "last_word", LAST_WORD_KEYS),
            testament=self.own_prompts(at, "testament", TESTAMENT_KEYS),
            haunts=self.own_prompts(at, "haunts", LAST_WORD_KEYS),
            lives=self.number(at, "lives", 1, 1),
            aim=self.function_at(registry.aim, at, "wins_if"),
            called=self.functions(registry.condition, at, "called") if "called" in at else None,
            by_day=self.own_prompts(at, "by_day", BY_DAY_KEYS),
        )

    def listed_causes(self, at: Map, key: str) -> tuple[str, ...]:
        """Causes of death at night under a key."""
        remedy = f"It is one of {', '.join(self.causes)}." if self.causes else "None stands under “causes”."
        return self.names(at, key, self.causes, "cause of death at night", remedy)

    def building(self, name: str, at: Map) -> Building:
        self.known(at, BUILDING_KEYS)
        if name in self.card_names:
            place = self.map(self.tree, "buildings").key_places[name]
            self.problem(place, f"“{name}” is a card; a building needs a name of its own.")
        unique = self.switch(at, "unique")
        return Building(
            id=name,
            copies=self.number(at, "copies", 1, 1),
            unique=unique,
            any_time=self.own_prompts(at, "any_time", BUILDING_PROMPT_KEYS, spends=unique),
            by_day=self.own_prompts(at, "by_day", BUILDING_PROMPT_KEYS, spends=unique),
            called=self.functions(registry.condition, at, "called") if "called" in at else None,
        )

    def event(self, name: str, at: Map) -> Event:
        self.known(at, EVENT_KEYS, ("kind",))
        if name in registry.event.not_allowed:
            self.function(registry.event, name, self.map(self.tree, "events").key_places[name])
        return Event(
            id=name,
            kind=self.one_of(at, "kind", EVENTS),
            until=self.one_of(at, "until", UNTIL),
            when=self.functions(registry.condition, at, "when"),
            act=registry.event.get(name),
            in_turn=self.switch(at, "in_turn"),
            prompts=self.own_prompts(at, "prompts", EVENT_PROMPT_KEYS),
            any_time=self.own_prompts(at, "any_time", EVENT_PROMPT_KEYS),
            like=self.name(at, "like", self.map(self.tree, "events"), "event"),
            kept_by=self.name(at, "kept_by", self.card_names, "card"),
            variant=self.name(at, "variant", self.map(self.tree, "options"), "option"),
        )

    def own_prompts(self, at: Map, key: str, keys: tuple[str, ...], spends: bool = False) -> tuple[str, ...]:
        """The prompts under a key of one card."""
        return tuple(self.prompt(name, rule, keys, spends).id for name, rule in self.maps(at, key))
