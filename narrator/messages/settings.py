"""What the host may set: the game that is to be played, and how it is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from narrator.lobby import Refused
from narrator.messages.anybody import say_moved
from narrator.messages.guards import only_before_a_game, only_host
from narrator.pace import PACES

if TYPE_CHECKING:
    from narrator.box import Box
    from narrator.messages import Message


def change(box: Box, message: Message) -> None:
    """Set one thing; which, says `SETTINGS`. Nothing comes of it before it is kept."""
    only_host(box, message)
    what, value = message["what"], message["value"]
    then = SETTINGS[what](box, value)
    box.lobby.save()
    if then is not None:
        then()
    box.publish()


def _set_roleset(box: Box, value: Any) -> None:
    only_before_a_game(box)
    box.choose(str(value), {})


def _set_deck(box: Box, value: Any) -> None:
    only_before_a_game(box)
    box.lobby.deck = None if value is None else {str(card): int(n) for card, n in value.items() if int(n) > 0}


def set_cards(box: Box, value: Any) -> None:
    """So many of these cards, the others as they are; plain cards fill the deck up."""
    only_before_a_game(box)
    rules, _ = box.shelf.roleset(box.lobby.roleset, box.lobby.options)
    special = {card: number for card, number in {**box.screens.mix, **value}.items() if card != rules.filler}
    _set_deck(box, {**special, rules.filler: len(box.lobby.players) - sum(map(int, special.values()))})


def _set_option(box: Box, value: Any) -> None:
    only_before_a_game(box)
    changes = {str(key): str(word) for key, word in value.items()}
    box.choose(box.lobby.roleset, {**box.lobby.options, **changes})


def _set_pace(box: Box, value: Any) -> None:
    if value not in PACES:
        raise Refused("unknown-pace", f"The pace is one of {', '.join(PACES)}.")
    box.lobby.pace = value


def _set_volume(box: Box, value: Any) -> Callable[[], None]:
    box.lobby.volumes.update({key: min(1.0, max(0.0, float(value[key]))) for key in box.lobby.volumes if key in value})
    return lambda: box.stage.volumes(**box.lobby.volumes)


def _set_order(box: Box, value: Any) -> None:
    only_before_a_game(box)
    box.lobby.order([str(name) for name in value])


def _set_groups(box: Box, value: Any) -> None:
    """Who is in the second of two groups."""
    only_before_a_game(box)
    box.lobby.second_group = [str(name) for name in value]


def _set_group_names(box: Box, value: Any) -> None:
    """What the two groups are called: a list of two names."""
    only_before_a_game(box)
    box.lobby.name_groups([str(name) for name in value])


def _set_actor(box: Box, value: Any) -> None:
    only_before_a_game(box)
    box.lobby.actor = [str(card) for card in value]


def _set_house_rule(box: Box, value: Any) -> None:
    """Which card a coin stands for: a list of that one."""
    only_before_a_game(box)
    box.lobby.house_rule = str(value[-1]) if value else ""


def _set_bots(box: Box, value: Any) -> None:
    only_before_a_game(box)
    box.lobby.seat_bots(int(value), list(box.screens.language.bots))


def _set_lending(box: Box, value: Any) -> None:
    """May phones be lent?"""
    box.lobby.lending = value is True


def _forget_keys(box: Box, value: Any) -> Callable[[], None]:
    """No key is anybody's any more, so a keypad that is gone is not missed."""
    only_before_a_game(box)
    box.lobby.forget_keys()

    def miss_no_more() -> None:
        box.trouble = {code: said for code, said in box.trouble.items() if not code.startswith("device keypad")}

    return miss_no_more


def _set_button(box: Box, value: Any) -> Callable[[], None]:
    before = box.lobby.buttons
    box.lobby.give_buttons(value)
    moved = [name for name, button in box.lobby.buttons.items() if before.get(name) != button]
    return lambda: say_moved(box, *moved)


SETTINGS: dict[str, Callable[[Box, Any], Callable[[], None] | None]] = {
    "roleset": _set_roleset,
    "deck": _set_deck,
    "cards": set_cards,
    "option": _set_option,
    "pace": _set_pace,
    "volume": _set_volume,
    "order": _set_order,
    "bots": _set_bots,
    "groups": _set_groups,
    "group_names": _set_group_names,
    "actor": _set_actor,
    "house_rule": _set_house_rule,
    "lending": _set_lending,
    "button": _set_button,
    "keys": _forget_keys,
}
"""What the host may set before a game, and some of it in one. The answer is what is to be done when that is kept."""
