"""What can the host set for a village? Options by their groups, presets, buildings, the deck of events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, get_args

from narrator.box.evening import Evening
from narrator.box.pages.village_types import (
    Copies,
    EventChoice,
    EventsSetup,
    Named,
    OptionGroup,
    OptionValue,
    ShownOption,
    VillageSetup,
)
from narrator.errors import Word
from narrator.lobby.setup import village_of
from narrator.rules.conditions import ages_are_known, lodges_are_known
from narrator.rules.rolesets import Event, Option, Roleset

NUMBERS = range(1, 10)
"""What may stand for the N of an option."""
ASKS: Mapping[object, Literal["born", "lodge"]] = {ages_are_known: "born", lodges_are_known: "lodge"}
"""What everybody must have said for these conditions to hold."""


def options(evening: Evening, rules: Roleset, values: Mapping[str, str]) -> list[ShownOption]:
    """The options that can be set now, group by group: not those that need another one that is off."""
    groups = get_args(OptionGroup)
    found = [
        _option(evening, option, values[option.id])
        for option in rules.options.values()
        if len(option.values) > 1 and option.group in groups and all(values[need] != "off" for need in option.needs)
    ]
    return sorted(found, key=lambda shown: (groups.index(shown.group), bool(rules.options[shown.id].needs)))


def _option(evening: Evening, option: Option, value: str) -> ShownOption:
    words = evening.language.option(option.id)
    return ShownOption(
        id=option.id,
        name=words["name"],
        text=words["text"],
        values=list(_values(evening, option)),
        value=value,
        group=option.group,  # type: ignore[arg-type]
        several=option.several,
    )


def _values(evening: Evening, option: Option) -> Iterator[OptionValue]:
    """Every value that an option can have; `day N` is as many as there are numbers."""
    for value in option.values:
        word, _, number = value.partition(" ")
        if number:
            for each in NUMBERS:
                label = evening.language.value(option.id, f"{word} {each}")
                yield OptionValue(value=f"{word} {each}", label=label, number=each)
        else:
            yield OptionValue(value=value, label=_label(evening, option, value))


def _label(evening: Evening, option: Option, value: str) -> str:
    if option.several and value != "off":
        return evening.language.called(Word("event", value))
    return evening.language.value(option.id, value)


def copies(evening: Evening, what: Word, number: int) -> Copies:
    """A card or a building, as the host finds it on the table, with how many there may be."""
    return Copies(id=what.id, name=evening.language.called(what), printed=evening.printed(what), copies=number)


def village(evening: Evening, rules: Roleset) -> VillageSetup | None:
    """The buildings, where there are any."""
    if not rules.buildings:
        return None
    lobby, called = evening.lobby, evening.language.called
    homeless, *buildings = rules.buildings.values()
    return VillageSetup(
        buildings=[copies(evening, Word("building", one.id), one.copies) for one in buildings],
        numbers=dict(village_of(lobby, evening.library)),
        homeless=Named(id=homeless.id, name=called(Word("building", homeless.id))),
        proposed=lobby.village is None,
        houses={name: lobby.houses[name] for name in lobby.players if name in lobby.houses},
    )


def events(evening: Evening, rules: Roleset, values: Mapping[str, str]) -> EventsSetup | None:
    """The deck of events, where one is drawn from."""
    if values.get("events", "off") == "off":
        return None
    lobby = evening.lobby
    held = values["permanent_events"].split()
    return EventsSetup(
        cards=[_event(evening, event) for event in rules.events.values() if event.id not in held],
        stacked=values["events"] == "stacked",
        stack=lobby.stack,
        left_out=lobby.left_out,
        born=[name for name in lobby.players if name in lobby.born],
        lodge=[name for name in lobby.players if name in lobby.lodge],
    )


def _event(evening: Evening, event: Event) -> EventChoice:
    asks = next((ASKS[condition] for condition in event.when if condition in ASKS), None)
    words = evening.language.event(event.id)
    printed = evening.printed(Word("event", event.id))
    return EventChoice(id=event.id, name=words["name"], printed=printed, text=words["text"], asks=asks)
