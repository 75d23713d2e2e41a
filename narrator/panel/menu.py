"""What does the knob do? A menu that is spoken: all that a host needs, without a phone.

    turn        the next thing, or the one before
    push        do it, or go into it: then turn to choose, and push again to take what was chosen
    long push   back out
    longer      good night: the box warns first; let go in time, and nothing has happened

The knob sees what the host sees and sends the host's messages, so every page shows at once what it has done. What can
be done stands in `menu_table.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from hardware.devices import KNOB
from hardware.gestures import Fault, Felt
from narrator.box.pages.panel_view import HostView
from narrator.errors import Said, Sentence
from narrator.panel.hub import NEVER, NOW, Hub
from narrator.panel.menu_table import Item, Sent, Spoken, SpokenWord, menu
from narrator.telling.language import Language
from narrator.telling.voice import Line

PATIENCE = 20.0
"""Seconds after the last touch for which the menu stays open; then a game that it has paused goes on."""
LISTENING = 60.0
"""The same after a push with a long answer, so that people can hear it out and then ask for the next one."""
WARNING = 2.0
"""Seconds after which a knob that is held down warns that it is about to send the box to sleep."""
ASLEEP = 5.0
"""Seconds after which it does so."""
NEAR = 9
"""How many of the values that the knob may come to next are rendered ahead."""

FAULTS: dict[Fault, Said] = {"stuck": Said("panel.knob-stuck", {}), "rattles": Said("panel.knob-rattles", {})}


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
                self._open_until = self.hub.now() + LISTENING if item.stays else None
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
        """The view that gives a touch its meaning; nothing where the touch has only opened the menu."""
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
        """Send the box to sleep when the knob is held for long; returns when there is more to do if it stays down."""
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
        """The things among which the knob chooses, and which of them it is at: the first if the last one is gone."""
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
        """Send these to the box, up to one that is refused, and return the last reply; a refusal is said aloud."""
        reply: Mapping[str, Any] = {"ok": True}
        for message in messages:
            reply = self.hub.send({**message, "token": self.hub.box.inside})
            if not reply["ok"]:
                self._say(self._refusal(reply["said"] or reply["sentence"]))
                break
        return reply

    def _say(self, *said: Sayable, view: HostView | None = None, hush: bool = True) -> None:
        """Say this, or else the thing that the knob is at; what the next touch may need is rendered ahead."""
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
            box.hush()
        for line in said:
            box.speech.say(line)
        box.publish()
