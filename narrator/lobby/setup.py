"""What would be played if the game began now? The table in the lobby as keywords of `Game`.

Besides the deck the host may decide what some decks need: the two `groups` of seats, the cards of the `actor`, the card
that a `house_rule` stands for; the buildings of the village, and the deck of events. What the host leaves open the game
decides, if it can.

A secret option, which only the host may know, is left out of everything that is looked at before the game: the game
begins, or is refused, just as it would be without that option.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from narrator.errors import Word
from narrator.game.game import Game, groups
from narrator.game.library import Library
from narrator.lobby.lobby import Lobby, Refused
from narrator.rules import facts
from narrator.rules.rolesets import Option, Roleset
from narrator.rules.table import IllegalTable


def open_options(lobby: Lobby, library: Library) -> dict[str, str]:
    """The options that the host has set, without those that nobody else may know."""
    declared = library.roleset(lobby.roleset, {})[0].options
    secret = [option.id for option in declared.values() if option.secret]
    return {name: value for name, value in lobby.options.items() if name not in secret}


def village_of(lobby: Lobby, library: Library) -> Counter[str]:
    """How many there are of each building: what the host has chosen, or else what is proposed."""
    rules, _ = library.roleset(lobby.roleset, open_options(lobby, library))
    return Counter(rules.village(len(lobby.dealt_in)) if lobby.village is None else lobby.village)


def with_options(
    declared: Mapping[str, Option], options: Mapping[str, str], value: Mapping[str, str]
) -> dict[str, str]:
    """The options with some of them changed; one that needs another which is switched off goes back to its default.

    Raises `Refused` (`several-boxes`) for one that no table of one box can play.
    """
    for name, what in value.items():
        if what != "off" and name in declared and declared[name].group == "several-boxes":
            raise Refused("several-boxes", option=Word("option", name))
    off = [name for name, what in value.items() if what == "off"]
    needing = [option.id for option in declared.values() if set(option.needs) & set(off)]
    return {name: what for name, what in {**options, **value}.items() if name not in needing}


OF_THE_HOST = ("rules", "secret")
"""The groups of options that no preset changes."""


def preset_options(rules: Roleset, options: Mapping[str, str], preset: str) -> dict[str, str]:
    """The options as they are with a preset, without those that it excludes."""
    declared, chosen = rules.options, rules.presets[preset]
    excluded = {other for name in chosen for other in declared[name].excludes}
    excluded.update(name for name, option in declared.items() if not chosen.keys().isdisjoint(option.excludes))
    kept = {name: value for name, value in options.items() if declared[name].group in OF_THE_HOST}
    return {**{name: value for name, value in kept.items() if name not in excluded}, **chosen}


def preset_of(rules: Roleset, values: Mapping[str, str]) -> str | None:
    """The preset that these values of all options are, if they are one."""
    usual = {name: option.default for name, option in rules.options.items() if option.group not in OF_THE_HOST}
    village = {name: values[name] for name in usual}
    return next((name for name, options in rules.presets.items() if {**usual, **options} == village), None)


def offered(lobby: Lobby, library: Library) -> dict[str, Any]:
    """What the host may lay out for this deck, and how it lies when the host does not."""
    table = _table(lobby, library)
    found: dict[str, Any] = {"house_rule": None} if "house_rule" in table else {}
    try:
        game = Game(**table, house_deck=True, library=library)
    except IllegalTable:
        return found
    halves = list(groups(game).values())
    if halves:
        found["groups"] = dict(zip(lobby.group_names, lobby.groups or halves, strict=True))
    for fact in game.facts:
        if isinstance(fact, facts.PartsLaid):
            found["actor"] = fact.cards
    return found


def dealt_game(
    lobby: Lobby,
    library: Library,
    seed: int = 0,
    *,
    house_deck: bool = False,
    hands: Sequence[str] | None = None,
    centre: Sequence[str] | None = None,
) -> Game:
    """The game as it would begin with this seed; raises `IllegalTable`.

    With a `house_deck` fewer or more may play than the book allows. `hands` are the cards that people have dealt, in
    the order of seats; the others are then in the `centre`.
    """
    open_to_the_host = offered(lobby, library)
    laid: dict[str, Any] = {"groups": open_to_the_host.get("groups"), "actor": lobby.actor}
    laid = {key: value for key, value in laid.items() if value and key in open_to_the_host}
    if hands is not None:
        laid |= {"cards": dict(zip(lobby.dealt_in, hands, strict=True)), "centre": centre}
    handed_out = dealt_by_host(lobby, library) if hands is None else None
    if handed_out is not None:
        laid |= {"cards": handed_out, "deck": list(deck_of(lobby, library).elements())}
    table = _table(lobby, library, hands) | laid
    if table.get("events") == []:
        raise IllegalTable("no-stack")
    game = Game(**table, house_deck=house_deck, seed=seed, library=library)
    if table["options"] != lobby.options:
        game = Game(**table | {"options": lobby.options}, house_deck=house_deck, seed=seed, library=library)
    if handed_out is not None and len(deck_of(lobby, library) - Counter(handed_out.values())) > 1:
        raise IllegalTable("not-handed-out")
    return game


def dealt_by_host(lobby: Lobby, library: Library) -> dict[str, str] | None:
    """The card of each player to whom the host has handed one, where the host deals (WW-53)."""
    rules, _ = library.roleset(lobby.roleset, lobby.options)
    if not rules.host_deals:
        return None
    return {name: lobby.hands[name] for name in lobby.dealt_in if name in lobby.hands}


def deck_of(lobby: Lobby, library: Library) -> Counter[str]:
    """The deck that the host has chosen, or else the one that is proposed."""
    rules, _ = library.roleset(lobby.roleset, lobby.options)
    return Counter(rules.proposed(len(lobby.dealt_in)) if lobby.deck is None else lobby.deck)


def _table(lobby: Lobby, library: Library, hands: Sequence[str] | None = None) -> dict[str, Any]:
    options = open_options(lobby, library)
    rules, values = library.roleset(lobby.roleset, options)
    deck = list(hands or (card for card, number in (lobby.deck or {}).items() for _ in range(number)))
    seats = lobby.dealt_in
    table: dict[str, Any] = {"roleset": lobby.roleset, "seats": seats, "deck": deck or None, "options": options}
    if rules.buildings:
        table |= {"village": village_of(lobby, library), "buildings": _of_players(lobby, lobby.houses)}
    if rules.events:
        table |= {"born": _of_players(lobby, lobby.born), "lodge": _of_players(lobby, lobby.lodge)}
        table |= {"events": lobby.stack} if values["events"] == "stacked" else {"left_out": lobby.left_out}
    if any(card in rules.cards and rules.cards[card].stand_in for card in deck or rules.proposed(len(seats))):
        table["house_rule"] = lobby.house_rule or None
    return table


def _of_players(lobby: Lobby, said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: said[name] for name in lobby.dealt_in if name in said}
