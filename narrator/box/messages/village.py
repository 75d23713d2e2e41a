"""What the host may set for a village: its buildings, the deck of events, what players say of themselves, a preset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Annotated, Any

from msgspec import Meta, ValidationError, convert

from narrator.bounds import OLDEST, YOUNGEST, Cards, Lodge, Word, Words, Year
from narrator.box.messages.guards import only_before_a_game, only_players, seat_of
from narrator.box.messages.kinds import AboutMe
from narrator.box.moderator import Moderator
from narrator.errors import Word as Called
from narrator.lobby.lobby import Refused
from narrator.lobby.setup import preset_options, village_of

TypedYear = int | float | Word | None


def set_village(box: Moderator, value: Cards | None) -> None:
    """How many there are of each building; nothing, for as many as are proposed."""
    only_before_a_game(box)
    _only(box.next_rules.buildings, *value or ())
    box.lobby.village = None if value is None else {name: number for name, number in value.items() if number > 0}


def set_houses(box: Moderator, value: Annotated[dict[Word, Word | None], Meta(max_length=200)]) -> None:
    """Who lives where: a building for each of these names, or nothing, which leaves it to the lot again."""
    only_before_a_game(box)
    lobby, homeless = box.lobby, next(iter(box.next_rules.buildings), "")
    _only(box.next_rules.buildings, *[building for building in value.values() if building is not None])
    only_players(box, *value)
    given = {name: building for name, building in {**lobby.houses, **value}.items() if building is not None}
    out = Counter(building for building in given.values() if building != homeless)
    lacking = out - village_of(lobby, box.library)
    if lacking:
        raise Refused("not-in-village", building=Called("building", next(iter(lacking))))
    lobby.houses = given


def set_stack(box: Moderator, value: Words) -> None:
    """The whole deck of events, in this order."""
    only_before_a_game(box)
    _only(box.next_rules.events, *value)
    box.lobby.stack = list(dict.fromkeys(value))


def set_left_out(box: Moderator, value: Words) -> None:
    """The events that are not to be in the deck."""
    only_before_a_game(box)
    _only(box.next_rules.events, *value)
    box.lobby.left_out = list(dict.fromkeys(value))


def set_born(box: Moderator, value: Annotated[dict[Word, TypedYear], Meta(max_length=200)]) -> None:
    """In which years players were born, as somebody has typed it."""
    only_before_a_game(box)
    only_players(box, *value)
    for name, typed in value.items():
        _keep(box.lobby.born, name, _year(typed))


def set_lodge(box: Moderator, value: Annotated[dict[Word, Lodge | None], Meta(max_length=200)]) -> None:
    """To which lodge players belong."""
    only_before_a_game(box)
    only_players(box, *value)
    for name, lodge in value.items():
        _keep(box.lobby.lodge, name, lodge)


def set_preset(box: Moderator, value: Word) -> None:
    """Everything about the village as a preset has it, with what is proposed then."""
    only_before_a_game(box)
    _only(box.next_rules.presets, value)
    lobby = box.lobby
    box.choose(lobby.roleset, preset_options(box.next_rules, lobby.options, value))
    lobby.deck = lobby.village = None
    lobby.houses, lobby.left_out = {}, []


def about_me(box: Moderator, message: AboutMe) -> None:
    """A player says, or no longer says, when they were born and to which lodge they belong."""
    seat = seat_of(box, message)
    only_before_a_game(box)
    _keep(box.lobby.born, seat, _year(message.born))
    _keep(box.lobby.lodge, seat, message.lodge)
    box.lobby.save()
    box.publish()


def _keep(said: dict[str, Any], name: str, what: object) -> None:
    """What a player says, or nothing any more."""
    said.pop(name, None)
    if what is not None:
        said[name] = what


def _year(typed: Any) -> int | None:
    """A year of birth, as somebody has typed it."""
    if typed is None or (isinstance(typed, str) and not typed.strip()):
        return None
    try:
        return convert(typed, Year, strict=False)
    except ValidationError:
        raise Refused("no-year", least=OLDEST, most=YOUNGEST) from None


def _only(known: Collection[str], *words: str) -> None:
    """Refuse what the roleset does not have with these options."""
    for word in words:
        if word not in known:
            raise Refused("unknown-choice", word=word)
