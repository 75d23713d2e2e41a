"""Every page's newest view as JSON, drawn as rarely as possible.

    of the moment, once a version    shared by all pages of a kind       own to one page
    {"version": 7, "clock": …}   +   {"stage": …, "seats": […], …}   +   {"you": …, "screen": …}   +   padding

While sixty people vote, each answer changes what all pages share and one own part: nothing else is drawn again. Nor is
anything else drawn in a second in which no page was touched.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.json import Encoder

from narrator.box.pages.listeners import Listeners
from narrator.box.pages.page_types import PageKind
from narrator.box.pages.screens import Screens
from narrator.telling.page_words import FIRST

BETWEEN_ANSWERS = 0.2
"""The fewest seconds between two times that pages show who has answered in an open ballot: those who answer almost
together are shown together."""

encoded = Encoder().encode


class Pages:
    """The pages of one box. Only its thread calls this; `now` reads a clock that no pause stops.

    Until the time `held`, where there is one, pages show what they have: what comes next has not been heard yet.
    """

    def __init__(self, screens: Screens, listeners: Listeners, now: Callable[[], float]) -> None:
        self.version = 0
        self.held: float | None = None
        self._screens = screens
        self._listeners = listeners
        self._now = now
        self._handed_out = 0
        self._next = 0.0
        self._room = 0
        self._touched = False
        self._moment = b""
        self._shared: dict[tuple[PageKind, str], bytes] = {}
        self._own: dict[tuple[PageKind, str | None], dict[str, bytes]] = {}
        self._whole: dict[tuple[PageKind, str | None], dict[str, str]] = {}

    def look(self, kind: PageKind, whose: str | None, language: str = FIRST) -> str:
        """The newest view of one page in its language; `deck` is what all pages know of tonight's cards.

        `whose` is a player's name, or the token of a lent page.
        """
        with self._screens.evening.drawn_in(language):
            if kind == "deck":
                return encoded(self._screens.deck()).decode()
            drawn = self._whole.setdefault((kind, whose), {})
            if language not in drawn:
                drawn[language] = self._join(kind, whose, language)
            return drawn[language]

    def forget(self, seat: str) -> None:
        """Something has changed; until the next tick only this seat's page shows it."""
        self._touched = True
        self._own.pop(("player", seat), None)
        self._whole.pop(("player", seat), None)

    def change(self) -> None:
        """Something has changed that any page may show."""
        self._own = {}
        self.change_shared()

    def change_shared(self) -> None:
        """Something has changed, and that only in what all pages share."""
        self._touched = True
        self._shared = {}
        self._change_moment()

    def tick(self) -> None:
        """A second of an open window is over: hand everybody who looks the newest view, whether or not anything in it
        has changed. What a pack has answered shows now; a decoy that is touched has as much drawn again. The host's
        part is always drawn: nobody tells of a page that has been closed."""
        if self.held is not None:
            return
        if self._touched:
            self.change()
        else:
            self._own = {page: own for page, own in self._own.items() if page[0] != "host"}
            self._change_moment()
        self._touched = False
        self.hand_out()

    def publish(self, after: float = 0.0) -> None:
        """Something may have changed: hand everybody who looks the newest view, or do so after this many seconds, and
        no earlier, whatever else changes."""
        if after:
            self.held = self._now() + after
        if self.held is None:
            self.change()
            self.hand_out()

    def hand_out(self) -> None:
        """Hand everybody who looks the newest view, once."""
        if self._handed_out != self.version:
            self._handed_out = self.version
            self._next = self._now() + BETWEEN_ANSWERS
            for listener in self._listeners.all:
                if listener.hear is not None:
                    listener.hear()
                else:
                    whose = self._screens.whose(listener.kind, listener.token)
                    listener.put(self.look(listener.kind, whose, listener.language))

    def turn(self) -> float | None:
        """Hand out what has changed since, if its time has come; else the seconds until then."""
        if self.held is not None:
            wait = self.held - self._now()
            if wait > 0:
                return wait
            self.held = None
            self.publish()
        if self._handed_out == self.version:
            return None
        wait = self._next - self._now()
        if wait > 0:
            return wait
        self.hand_out()
        return None

    def _change_moment(self) -> None:
        self.version += 1
        self._moment, self._whole = b"", {}

    def _join(self, kind: PageKind, whose: str | None, language: str) -> str:
        if (kind, language) not in self._shared:
            self._shared[kind, language] = encoded(self._screens.shared(kind))
            self._room = self._screens.room
        own = self._own.setdefault((kind, whose), {})
        if language not in own:
            own[language] = encoded(self._screens.own(kind, whose))
        self._moment = self._moment or encoded(self._screens.moment(self.version))
        return joined(self._moment, self._shared[kind, language], own[language], self._room)


def joined(moment: bytes, shared: bytes, own: bytes, room: int) -> str:
    """A whole view of its three parts, filled up to a multiple of the `room` that is enough for any, so that its size
    tells nothing; a page with nothing of its own has `null` there."""
    parts = [part[1:-1] for part in (moment, shared, own) if part != b"null"]
    plain = b"{%b" % b",".join([*parts, b'"pad":"'])
    return plain.decode() + "." * (-(len(plain) + len('"}')) % room) + '"}'
