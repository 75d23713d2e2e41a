"""What stands in the knob's menu? A table of what is said at each thing, and what is sent by it.

It is made from what the host sees. All of it may be said aloud, so what the host alone may know is not in it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from msgspec import UNSET, to_builtins

from narrator.box.pages.page_types import HostSetup, LobbySetup, Stage
from narrator.box.pages.panel_view import HostView
from narrator.box.pages.village_types import ShownOption, VillageSetup
from narrator.box.pages.vote_types import Fingers
from narrator.errors import Said, Sentence
from narrator.lobby.lobby import MOST_SEATS
from narrator.telling.pace import Vote, Wording

Sent = Mapping[str, Any]
LOUDEST = 10
"""The number of steps of the volume."""


class SpokenWord(str):
    """A small word of the language file, by its key."""


Spoken = str | int
"""What stands in a place of a line: a text, a `SpokenWord`, or a number that is said in words."""


class Value(NamedTuple):
    """One of the values that a thing can have, and what makes it so."""

    spoken: Spoken
    sent: Sent


class Item(NamedTuple):
    """One thing in the menu: the `cue` said when the knob comes to it, and what stands in its `places`.

    A push sends `does`, if need be only after a second push at the cue `sure`. What the box says then is enough, unless
    the menu says `then` and stays; it also `stays` where people may want the same of the next thing. Where it may be
    refused, `refused` says why. Or a push goes into the items `inside`, or lets the knob turn through `choices`, where
    the one at `chosen` holds now; with `at_once` each is sent as the knob comes to it.
    """

    cue: str
    places: Mapping[str, Spoken] = {}
    does: Sequence[Sent] = ()
    sure: str = ""
    then: str = ""
    stays: bool = False
    refused: Sentence = ""
    inside: Sequence[Item] = ()
    choices: Sequence[Value] = ()
    chosen: int = 0
    at_once: bool = False

    @property
    def key(self) -> tuple[str, Spoken]:
        """What it is found by when the page has changed."""
        return self.cue, self.places.get("name", "")


def menu(view: HostView, buttons: Collection[int]) -> list[Item]:
    """What can be done at this moment, as the host sees it, with these buttons at the table."""
    return list(MENUS[view.stage](view, buttons))


def _lobby(view: HostView, buttons: Collection[int]) -> Iterator[Item]:
    setup = view.setup
    assert isinstance(setup, LobbySetup)
    players = setup.players
    if setup.dealing:
        yield Item("menu.deal-back", does=[{"do": "deal-back"}])
        yield Item("menu.stop", does=[{"do": "deal-stop"}], then="menu.done")
        return
    if setup.wanted:
        yield Item("menu.stop", does=[{"do": "learn", "names": []}], then="menu.done")
        return
    yield from _claims(setup)
    for name in setup.waiting:
        yield Item("menu.let-in", {"name": name}, does=[{"do": "let-in", "name": name}])
    roleset = _values("menu.roleset", "roleset", setup.roleset, [(one.id, one.title) for one in setup.rolesets])
    places = {"value": setup.seats, "name": roleset.choices[roleset.chosen].spoken}
    house_deck, warning = {}, ""
    if setup.made_for is not None:
        too_few = setup.made_for.least is not UNSET
        house_deck, warning = {"house_deck": True}, "menu.too-few" if too_few else "menu.too-many"
        places |= to_builtins(setup.made_for)
    start = {"do": "start", **house_deck}
    if setup.start is None:
        yield Item("menu.start", places, [start], sure=warning or "menu.start-sure")
    else:
        yield Item("menu.start", does=[start], refused=setup.start)
    fewest = sum(player.number is None for player in players)
    seats = [
        Value(number, {"do": "seats", "number": number, "buttons": sorted(buttons)})
        for number in range(fewest, MOST_SEATS + 1)
    ]
    yield Item("menu.players", {"value": len(players)}, choices=seats, chosen=len(players) - fewest)
    yield roleset
    yield Item("menu.cards", inside=[*_cards(setup)])
    if setup.presets:
        yield _values("menu.preset", "preset", setup.preset or setup.presets[0].id, [*view.presets.items()])
    if setup.village is not None:
        yield Item("menu.village", inside=[*_buildings(setup.village)])
    if setup.options:
        yield Item("menu.options", inside=[*_options(setup)])
    yield _values("menu.new", "beginners", setup.beginners, [(False, SpokenWord("no")), (True, SpokenWord("yes"))])
    yield from _ways(setup)
    names = [player.name for player in players if not player.bot]
    if names:
        yield Item("menu.learn", does=[{"do": "learn", "names": names}])
        yield Item("menu.rename", inside=[_names(name, view.free_names) for name in names])
    if setup.readers:
        yield Item("menu.tags", places, [{"do": "deal-by-tags", **house_deck}], sure=warning)
    yield _explanations(view)
    yield Item("menu.address", does=[{"do": "say-address"}])
    yield _good_night()


def _cards(setup: LobbySetup) -> Iterator[Item]:
    yield Item("menu.proposed", does=[_set("deck", None)], then="menu.done")
    for card in setup.cards:
        if card.id != setup.filler:
            number = setup.deck.get(card.id, 0)
            choices = [Value(many, _set("cards", {card.id: many})) for many in range(max(number, card.copies) + 1)]
            yield Item("menu.card", {"name": card.name, "value": number}, choices=choices, chosen=number)


def _names(name: str, free: Sequence[str]) -> Item:
    """The names to choose from for somebody whose name nobody can type."""
    choices = [Value(new, {"do": "rename", "player": name, "name": new}) for new in (name, *free)]
    return Item("menu.called", {"name": name}, choices=choices)


def _claims(setup: HostSetup, *after: Sent) -> Iterator[Item]:
    """For each seat that another phone asks for: give it, or refuse; what is to be done `after` that is sent, too."""
    for name in setup.claims:
        yes, no = ({"do": "other-phone", "name": name, "yes": yes} for yes in (True, False))
        answers = (
            Item("menu.it-is", {"name": name}, [yes, *after]),
            Item("menu.it-is-not", {"name": name}, [no, *after], then="menu.done"),
        )
        yield Item("menu.claims", {"name": name}, inside=answers)


def _buildings(village: VillageSetup) -> Iterator[Item]:
    """The village that is proposed, taken by one push; and how many there are of each building."""
    yield Item("menu.village-proposed", does=[_set("village", None)], then="menu.done")
    for building in village.buildings:
        number = village.numbers.get(building.id, 0)
        choices = [
            Value(many, _set("village", {**village.numbers, building.id: many}))
            for many in range(max(number, building.copies) + 1)
        ]
        yield Item("menu.card", {"name": building.name, "value": number}, choices=choices, chosen=number)


def _options(setup: LobbySetup) -> Iterator[Item]:
    """All that may be said aloud; where several values go together, each is on or off."""
    for option in setup.options:
        if option.group == "secret":
            continue
        if option.several:
            yield Item("menu.several", {"name": option.name}, inside=[*_together(option)])
            continue
        values = [value.value for value in option.values]
        chosen = values.index(option.value) if option.value in values else 0
        choices = [Value(one.label, _set("option", {option.id: one.value})) for one in option.values]
        yield Item(
            "menu.option", {"name": option.name, "value": choices[chosen].spoken}, choices=choices, chosen=chosen
        )


def _together(option: ShownOption) -> Iterator[Item]:
    chosen = [value for value in option.value.split() if value != "off"]
    for one in option.values:
        if one.value == "off":
            continue
        others = [value for value in chosen if value != one.value]
        on_or_off = [
            Value(SpokenWord("off"), _set("option", {option.id: " ".join(others) or "off"})),
            Value(SpokenWord("on"), _set("option", {option.id: " ".join([*others, one.value])})),
        ]
        at = int(one.value in chosen)
        yield Item("menu.option", {"name": one.label, "value": on_or_off[at].spoken}, choices=on_or_off, chosen=at)


def _game(view: HostView, _: Collection[int]) -> Iterator[Item]:
    resume = {"do": "resume"}
    yield Item("menu.resume", does=[resume])
    yield from _claims(view.setup, resume)
    if view.fingers is not None:
        yield Item("menu.fingers", inside=[*_fingers(view.fingers)])
    at_night = Said("refused.say-again-at-night", {})
    yield Item("menu.repeat", does=[{"do": "say-again"}], refused=at_night)
    yield Item("menu.break", does=[{"do": "pause"}])
    yield Item("menu.undo", does=[{"do": "undo"}])
    if view.introducing:
        yield Item("menu.no-introduction", does=[{"do": "skip"}])
    elif view.counts_down:
        yield Item("menu.skip", does=[{"do": "skip"}])
    if view.debates:
        yield Item("menu.longer", does=[{"do": "longer"}, resume])
    yield from _ways(view.setup)
    by_day = Said("refused.draw-by-day", {})
    yield Item("menu.draw", does=[{"do": "draw"}], sure="menu.draw-sure", refused=by_day)
    leavers = [Item("menu.called", {"name": name}, inside=_leaves(name)) for name in view.living]
    if leavers:
        yield Item("menu.leaves", inside=leavers)
    yield Item("menu.end", does=[{"do": "end"}], sure="menu.end-sure", then="menu.ended")
    yield _good_night()


def _fingers(counted: Fingers) -> Iterator[Item]:
    """How many fingers point at each."""
    for seat, number in counted.at.items():
        choices = [Value(many, {"do": "point", "fingers": {seat: many}}) for many in range(counted.most + 1)]
        yield Item("menu.card", {"name": seat, "value": number}, choices=choices, chosen=number)


def _leaves(name: str) -> Sequence[Item]:
    """What becomes of somebody who has to go."""
    to_bot, go_home = ({"do": do, "name": name} for do in ("to-bot", "go-home"))
    by_day = Said("refused.leave-by-day", {})
    return (
        Item("menu.to-bot", {"name": name}, [to_bot, {"do": "resume"}], sure="menu.bot-sure"),
        Item("menu.go-home", {"name": name}, [go_home], sure="menu.leaves-sure", refused=by_day),
    )


def _over(view: HostView, _: Collection[int]) -> Iterator[Item]:
    chairs = sum(not player.sits_out for player in view.setup.players) + len(view.setup.late)
    yield Item("menu.again", {"value": chairs}, [{"do": "start"}], sure="menu.again-sure")
    yield Item("menu.change", does=[{"do": "again"}], then="menu.new-game")
    yield from _claims(view.setup)
    yield Item("menu.who", does=[{"do": "read-aloud", "what": "cards"}])
    yield Item("menu.minute", does=[{"do": "read-aloud", "what": "minute"}])
    yield Item("menu.story", does=[{"do": "read-aloud", "what": "story"}])
    yield _explanations(view)
    yield _good_night()


def _explanations(view: HostView) -> Item:
    """Every character of tonight, to be explained aloud by a push; a turn cuts that short, and comes to the next."""
    cards = [
        Item("menu.called", {"name": card.name}, does=[{"do": "explain", "card": card.id}], stays=True)
        for card in view.characters
    ]
    return Item("menu.explain", inside=cards)


def _ways(setup: HostSetup) -> Iterator[Item]:
    yield _values("menu.vote", "vote", setup.vote, [(vote, SpokenWord(vote)) for vote in get_args(Vote)])
    yield _values("menu.pace", "pace", setup.pace, [(pace, SpokenWord(pace)) for pace in setup.paces])
    yield _values("menu.words", "words", setup.words, [(words, SpokenWord(words)) for words in get_args(Wording)])
    volume = round(setup.volumes.master * LOUDEST)
    steps = [Value(step, _set("volume", {"master": step / LOUDEST})) for step in range(LOUDEST + 1)]
    yield Item("menu.volume", {"value": volume}, choices=steps, chosen=volume, at_once=True)


def _values(cue: str, what: str, chosen: Any, values: Sequence[tuple[Any, Spoken]]) -> Item:
    at = [value for value, _ in values].index(chosen)
    choices = [Value(spoken, _set(what, value)) for value, spoken in values]
    return Item(cue, {"value": choices[at].spoken}, choices=choices, chosen=at)


def _good_night() -> Item:
    return Item("menu.good-night", does=[{"do": "good-night"}], sure="menu.good-night-sure")


def _set(what: str, value: Any) -> Sent:
    return {"do": "set", "what": what, "value": value}


MENUS: dict[Stage, Callable[[HostView, Collection[int]], Iterator[Item]]] = {
    "lobby": _lobby,
    "game": _game,
    "over": _over,
}
"""What the menu is made of, before a game, in it and after it."""
