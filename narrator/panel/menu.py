"""What does the knob do? A menu that is spoken: all that a host needs, without a phone.

    turn        the next thing, or the one before
    push        do it, or go into it: then turn to choose, and push again to take what was chosen
    long push   back out
    longer      good night: the box warns first; let go in time, and nothing has happened

The knob sees what the host sees and sends the host's messages, so every page shows at once what it has done. What can
be done is a table made from that: data, which says what is said at each thing and what is sent by it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec import UNSET, to_builtins

from hardware.devices import KNOB
from hardware.gestures import Fault, Felt
from narrator.box.page_types import HostSetup, LobbySetup, Stage
from narrator.box.panel_view import HostView
from narrator.errors import Said, Sentence
from narrator.lobby.lobby import MOST_SEATS
from narrator.panel.hub import NEVER, NOW, Hub
from narrator.telling.language import Language
from narrator.telling.voice import Line

Sent = Mapping[str, Any]

PATIENCE = 20.0
"""Seconds after the last touch in which the menu is still there; then a game that it has paused goes on."""
WARNING = 2.0
"""Seconds after which a knob that is held down warns that it is about to send the box to sleep."""
ASLEEP = 5.0
"""Seconds after which it does."""
LOUDEST = 10
"""The number of steps of the volume."""
NEAR = 9
"""How many of the values that the knob may be turned to next are rendered ahead."""

FAULTS: dict[Fault, Said] = {"stuck": Said("panel.knob-stuck", {}), "rattles": Said("panel.knob-rattles", {})}


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

    A push sends `does`, if need be only after another at the cue `sure`; what the box says then stands for itself,
    unless the menu says `then` and stays. Where it may be refused, `refused` says why. Or a push goes into the items
    `inside`, or lets the knob turn through `choices`, where the one at `chosen` holds now; `at_once` they are sent
    while it turns.
    """

    cue: str
    places: Mapping[str, Spoken] = {}
    does: Sequence[Sent] = ()
    sure: str = ""
    then: str = ""
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
    for name in setup.waiting:
        yield Item("menu.let-in", {"name": name}, does=[{"do": "let-in", "name": name}])
    roleset = _values("menu.roleset", "roleset", setup.roleset, [(one.id, one.title) for one in setup.rolesets])
    places = {"value": len(players), "name": roleset.choices[roleset.chosen].spoken}
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
    if setup.options:
        yield Item("menu.options", inside=[*_options(setup)])
    yield from _ways(setup)
    names = [player.name for player in players if not player.bot]
    if names:
        yield Item("menu.learn", does=[{"do": "learn", "names": names}])
    if setup.readers:
        yield Item("menu.tags", places, [{"do": "deal-by-tags", **house_deck}], sure=warning)
    yield Item("menu.address", does=[{"do": "say-address"}])
    yield _good_night()


def _cards(setup: LobbySetup) -> Iterator[Item]:
    yield Item("menu.proposed", does=[_set("deck", None)], then="menu.done")
    for card in setup.cards:
        if card.id != setup.filler:
            number = setup.deck.get(card.id, 0)
            choices = [Value(many, _set("cards", {card.id: many})) for many in range(max(number, card.copies) + 1)]
            yield Item("menu.card", {"name": card.name, "value": number}, choices=choices, chosen=number)


def _options(setup: LobbySetup) -> Iterator[Item]:
    for option in setup.options:
        values = [value.value for value in option.values]
        chosen = values.index(option.value) if option.value in values else 0
        choices = [Value(one.label, _set("option", {option.id: one.value})) for one in option.values]
        yield Item(
            "menu.option", {"name": option.name, "value": choices[chosen].spoken}, choices=choices, chosen=chosen
        )


def _game(view: HostView, _: Collection[int]) -> Iterator[Item]:
    resume = {"do": "resume"}
    yield Item("menu.resume", does=[resume])
    yield Item("menu.break", does=[{"do": "pause"}])
    yield Item("menu.undo", does=[{"do": "undo"}])
    if view.counts_down:
        yield Item("menu.skip", does=[resume, {"do": "skip"}])
        yield Item("menu.longer", does=[{"do": "longer"}, resume], refused=Said("refused.only-a-debate", {}))
    yield from _ways(view.setup)
    by_day = Said("refused.draw-by-day", {})
    yield Item("menu.draw", does=[{"do": "draw"}, resume], sure="menu.draw-sure", refused=by_day)
    yield Item("menu.end", does=[{"do": "end"}], sure="menu.end-sure", then="menu.ended")
    yield _good_night()


def _over(_: HostView, __: Collection[int]) -> Iterator[Item]:
    yield Item("menu.again", does=[{"do": "again"}], then="menu.new-game")
    yield Item("menu.who", does=[{"do": "read-aloud", "what": "cards"}])
    yield Item("menu.story", does=[{"do": "read-aloud", "what": "story"}])
    yield _good_night()


def _ways(setup: HostSetup) -> Iterator[Item]:
    yield _values("menu.pace", "pace", setup.pace, [(pace, SpokenWord(pace)) for pace in setup.paces])
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
"""What the menu is made of, by where the table is."""


Sayable = Callable[[Language], Line]


def _cue(cue: str, places: Mapping[str, Spoken] = {}) -> Sayable:
    def line(words: Language) -> Line:
        return words.line(cue, 0, 0, **{place: _word(words, spoken) for place, spoken in places.items()})

    return line


def _word(words: Language, spoken: Spoken) -> Spoken:
    return words.word(spoken) if isinstance(spoken, SpokenWord) else spoken


class Menu:
    """The knob of a panel, and the menu that it turns through; see `hub.Part`."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.due = NEVER
        self._clicks = 0
        self._open_until: float | None = None
        self._stage = ""
        self._opening = self._warned = self._sleeps = False
        self._pause = 0
        self._at: list[tuple[str, Spoken]] = []
        self._chosen: Spoken | None = None
        self._asked = False

    def hear(self, clicks: int) -> None:
        """The knob was turned by this many clicks."""
        self._clicks += clicks
        self.due = NOW

    def feel(self, felt: Sequence[Felt]) -> None:
        """A finger has done this on the knob's push."""
        self.due = NOW
        for each in felt:
            self._turned(each.at)
            if each.what == "down":
                self._warned = self._sleeps = False
                self._opening = self._touched(each.at) is None
            elif each.what in ("short", "long") and not self._opening:
                view = self._touched(each.at)
                if view is not None:
                    (self._push if each.what == "short" else self._back)(view)

    def turn(self, now: float) -> None:
        """Do what turns mean, leave the menu when its time is over, and the table when the knob is held."""
        self._turned(now)
        fault = self.hub.gestures[KNOB].fault
        self.hub.report(f"button-{KNOB}", FAULTS[fault] if fault else None)
        held = self._held(now)
        if self._open_until is not None and now >= self._open_until:
            self._leave()
        self.due = min(held, NEVER if self._open_until is None else self._open_until)

    def close(self) -> None:
        """A game that the menu has paused goes on."""
        if self._open_until is not None and self._pause:
            self.hub.post({"do": "resume", "pause": self._pause, "token": self.hub.box.inside})

    def _turned(self, now: float) -> None:
        clicks, self._clicks = self._clicks, 0
        view = self._touched(now) if clicks else None
        if view is None:
            return
        items, at = self._here(view)
        if self._chosen is not None:
            choices = items[at].choices
            choice = choices[min(max(0, self._choice(items[at]) + clicks), len(choices) - 1)]
            self._chosen = choice.spoken
            if not items[at].at_once or self._sent([choice.sent])["ok"]:
                self._say(_cue("menu.value", {"value": choice.spoken}), view=view)
        else:
            self._at[-1] = items[(at + clicks) % len(items)].key
            self._asked = False
            self._say(view=view)

    def _push(self, view: HostView) -> None:
        before = list(self._at)
        items, at = self._here(view)
        item = items[at]
        if self._at != before:  # what was said last cannot be done any more
            self._say(view=view)
        elif self._chosen is not None:
            choice = item.choices[self._choice(item)]
            if self._sent([choice.sent])["ok"]:
                self._chosen = None
                self._say(_cue("menu.taken", {"value": choice.spoken}), view=self._look() or view)
        elif item.inside:
            self._at.append(item.inside[0].key)
            self._say(view=view)
        elif item.choices:
            self._chosen = item.choices[item.chosen].spoken
            self._say(_cue("menu.choose", {"value": self._chosen}), view=view)
        elif item.sure and not self._asked:
            self._asked = True
            self._say(_cue(item.sure, item.places), view=view)
        elif self._sent(item.does)["ok"]:
            self._asked, self._pause = False, 0
            view = self._look() or view
            if not item.then:
                self._open_until = None
            elif view.stage == self._stage:
                self._say(_cue(item.then), view=view)
            else:
                self._begin(view, _cue(item.then))

    def _back(self, view: HostView) -> None:
        if self._chosen is not None or self._asked:
            self._chosen, self._asked = None, False
            self._say(view=view)
        elif len(self._at) > 1:
            self._at.pop()
            self._say(view=view)
        else:
            self._leave()
            if view.stage != "game":
                self._say(_cue("menu.left"))

    def _touched(self, now: float) -> HostView | None:
        """The view by which a touch is to be understood; nothing where the touch has only opened the menu."""
        view = self._look()
        if view is None:
            return None
        still, self._open_until = self._open_until, now + PATIENCE
        running = view.stage == "game" and view.paused is None
        if still is not None and view.stage == self._stage and not running:
            return view
        self._pause = self._sent([{"do": "pause"}]).get("pause", 0) if running else 0
        self._begin(view, hush=not running)
        return None

    def _begin(self, view: HostView, *said: Sayable, hush: bool = True) -> None:
        """Stand at the first thing of the menu."""
        self._stage = view.stage
        self._at = [menu(view, self.hub.buttons)[0].key]
        self._chosen, self._asked = None, False
        self._say(*said, self._item(view), view=view, hush=hush)

    def _leave(self) -> None:
        self._open_until = None
        if self._pause:
            self._sent([{"do": "resume", "pause": self._pause}])

    def _held(self, now: float) -> float:
        """Send the box to sleep when the knob is held for long; when there is more to do, if it is not let go."""
        since = self.hub.gestures[KNOB].held_since
        if since is None:
            return NEVER
        if not self._warned:
            if now < since + WARNING:
                return since + WARNING
            self._warned = True
            self._touched(now)
            self._say(_cue("menu.hold"))
        if not self._sleeps and now >= since + ASLEEP:
            self._sleeps = True
            self._sent([{"do": "good-night"}])
        return NEVER if self._sleeps else since + ASLEEP

    def _here(self, view: HostView) -> tuple[Sequence[Item], int]:
        """The things among which the knob stands, and at which of them; at the first if what was there is gone."""
        items: Sequence[Item] = menu(view, self.hub.buttons)
        for depth, key in enumerate(self._at):
            found = [at for at, item in enumerate(items) if item.key == key]
            if not found:
                self._at[depth:] = [items[0].key]
                self._chosen, self._asked = None, False
                return items, 0
            if depth + 1 < len(self._at):
                items = items[found[0]].inside
        return items, found[0]

    def _choice(self, item: Item) -> int:
        """Which of the choices has been turned to."""
        spoken = [choice.spoken for choice in item.choices]
        return spoken.index(self._chosen) if self._chosen in spoken else item.chosen

    def _item(self, view: HostView) -> Sayable:
        items, at = self._here(view)
        return _cue(items[at].cue, items[at].places)

    def _look(self) -> HostView | None:
        reply = self.hub.send({"do": "menu", "token": self.hub.box.inside})
        return reply["view"] if reply["ok"] else None

    def _sent(self, messages: Sequence[Sent]) -> Mapping[str, Any]:
        """Send these to the box, and have its last reply; one that is refused is the last: its sentence is said."""
        reply: Mapping[str, Any] = {"ok": True}
        for message in messages:
            reply = self.hub.send({**message, "token": self.hub.box.inside})
            if not reply["ok"]:
                self._say(self._refusal(reply["said"] or reply["sentence"]))
                break
        return reply

    def _say(self, *said: Sayable, view: HostView | None = None, hush: bool = True) -> None:
        """Say this, or else the thing at which the knob stands; what the next touch may need is rendered ahead."""
        ahead = list(self._ahead(view)) if view is not None else []
        if view is not None and not said:
            said = (self._item(view),)
        self.hub.box.call(partial(self._speak, said, ahead, hush))

    def _ahead(self, view: HostView) -> Iterator[Sayable]:
        items, at = self._here(view)
        item = items[at]
        if self._chosen is not None:
            now = self._choice(item)
            near = sorted(range(len(item.choices)), key=lambda choice: abs(choice - now))[:NEAR]
            for cue in ("menu.value", "menu.taken"):
                yield from (_cue(cue, {"value": item.choices[choice].spoken}) for choice in near)
            return
        if item.sure:
            yield _cue(item.sure, item.places)
        if item.refused:
            yield self._refusal(item.refused)
        if item.choices:
            yield _cue("menu.choose", {"value": item.choices[item.chosen].spoken})
        yield from (_cue(other.cue, other.places) for other in (*item.inside, *items[at:], *reversed(items[:at])))

    def _refusal(self, sentence: Sentence) -> Sayable:
        """Why something is refused."""
        return lambda words: words.read_out(self.hub.box.sentence(sentence, words.code))

    def _speak(self, said: Sequence[Sayable], ahead: Sequence[Sayable], hush: bool) -> None:
        """In the box's own thread."""
        box, words = self.hub.box, self.hub.box.language
        box.loudspeaker.prepare([line(words) for line in ahead])
        if hush:
            box.loudspeaker.hush()
        for line in said:
            box.speech.say(line)
        box.publish()
