"""The box: one loop that owns the game. How do messages come in, and how do views go out?

Only the thread that runs `Box.run` touches the game. Pages, buttons and readers put messages into the inbox (`ask`) and
get views back (`snapshot`, `listen`). An accepted answer is on the disk before anybody hears or sees anything of it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from dataclasses import dataclass, field
from queue import Empty
from typing import Any

from msgspec import to_builtins

from narrator.box.messages import ACTIONS, Sent, understood
from narrator.box.messages.kinds import Look
from narrator.box.messages.replies import Reply
from narrator.box.moderator import Moderator
from narrator.box.pages.listeners import Listener
from narrator.box.pages.page_types import PageKind
from narrator.box.pages.panel_view import HostView
from narrator.box.round import Round
from narrator.errors import NarratorError, Said
from narrator.game import own_powers
from narrator.inbox import Inbox
from narrator.lobby.lobby import Refused
from narrator.telling.page_words import FIRST

log = logging.getLogger("narrator.box.box")

PATIENCE = 2.0
"""Seconds that `ask` waits for the box's reply."""
TAPS_KEPT = 500
REST = 1.0
"""Seconds before the box tries again what went wrong."""
TOLD_AGAIN = 60.0
"""Seconds after which a mistake of ours that is made again and again is logged once more."""


@dataclass(eq=False, repr=False)
class Box(Moderator):
    """The moderator of one table, and its loop; `Evening` lists what else it needs.

    While the loop turns, `pulse` is called at least every `period` seconds, or, without a period, at every turn.
    """

    pulse: Callable[[], None] = field(default=lambda: None, kw_only=True)
    period: float | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.inbox: Inbox[tuple[Sent, Future[dict[str, Any]]] | Callable[[], None]] = Inbox()
        self._taps: dict[str | None, dict[str, Any]] = {}
        self._stopping = False
        self._told_again = 0.0

    # What other threads may call.

    def ask(self, message: Sent) -> dict[str, Any]:
        """Put a message into the inbox and wait for the reply: `ok`, or else the parts of a `NarratorError`."""
        reply: Future[dict[str, Any]] = Future()
        self.inbox.put((message, reply))
        try:
            return reply.result(PATIENCE)
        except TookTooLong:
            words = self.words.get(message.get("language", ""), self.words[FIRST])
            return _no(Refused("busy"), words.say("refused.busy"))

    def call(self, function: Callable[[], None]) -> None:
        """Have the box's own thread call a function: for the parts of the box, not for pages."""
        self.inbox.put(function)

    def snapshot(self, kind: PageKind, token: str | None = None, language: str = FIRST) -> str:
        """The newest view for a page, as JSON; raises `NarratorError` for a page that the box does not know."""
        reply = self.ask({"do": "look", "kind": kind, "token": token, "language": language})
        if not reply["ok"]:
            raise NarratorError(reply["code"], reply["sentence"])
        return str(reply["view"])

    def listen(self, kind: PageKind, token: str | None = None, language: str = FIRST) -> Listener:
        """A listener that gets the newest view of its page, now and whenever there is one."""
        self.snapshot(kind, token, language)  # refuses strangers
        listener = self.listeners.add(kind, token, language=language)
        self.call(lambda: self._welcome(listener))
        return listener

    def _welcome(self, listener: Listener) -> None:
        listener.put(self.page(listener.kind, listener.token, listener.language))
        self.page_has_come()

    def stop(self) -> None:
        """End the loop. A signal may call this while another one does, so it waits for nothing."""
        self._stopping = True
        self.call(lambda: None)

    # The loop.

    def run(self) -> None:
        """Moderate until `stop`: take messages as they come, and do everything at its time."""
        self.lobby.remember()  # with what it was started with
        while not (self._stopping or self.asleep):
            wait = self._turn_or_pause()
            self.pulse()
            wait = min((limit for limit in (wait, self.period) if limit is not None), default=None)
            try:
                message = self.inbox.take(wait)
            except Empty:
                continue
            if callable(message):
                self._do(message)
            else:
                message[1].set_result(self.handle(message[0]))
        if self.round is not None:
            self.round.close()

    def _turn_or_pause(self) -> float | None:
        """As `turn`; where that cannot be done, the game pauses and the host's page says why."""
        try:
            return self.turn()
        except NarratorError as error:
            self.trouble[error.code] = error.told
        except Exception as fault:  # noqa: BLE001 it is logged
            self._own_up(fault)
        self.clock.stop()
        self._do(lambda: self.pause("box.paused"))
        return REST

    def _do(self, function: Callable[[], None]) -> None:
        """Do what a part of the box wants; its mistakes do not end the loop."""
        try:
            function()
        except Exception as fault:  # noqa: BLE001 it is logged
            self._own_up(fault)

    def handle(self, sent: Sent) -> dict[str, Any]:
        """Handle one message and return the reply: it says whether the page has sent rubbish or the mistake is ours.

        Either way nothing is half done, and the game goes on.
        """
        try:
            message = understood(sent)
        except NarratorError as error:
            return _no(error, error.sentence)
        tap = json.dumps(sent, sort_keys=True) if message.tap else None
        if tap in self._taps:
            return self._taps[tap]
        kept, played = self.lobby.remembered, self.round
        try:
            said = ACTIONS[type(message)](self, message) or Reply()
            reply = {"ok": True, **({"view": said} if isinstance(said, HostView) else to_builtins(said))}
        except NarratorError as error:
            self.lobby.take_back()
            reply = self._refusal(error, message.language)
        except Exception as fault:  # noqa: BLE001 it is logged
            self._own_up(fault)
            if not isinstance(message, Look):  # who only looks has changed nothing
                self._take_back(kept, played)
            return self._refusal(Refused("our-mistake"), message.language)
        if tap:
            self._taps[tap] = reply
            if len(self._taps) > TAPS_KEPT:
                del self._taps[next(iter(self._taps))]
        return reply

    def _refusal(self, error: NarratorError, language: str) -> dict[str, Any]:
        return _no(error, self.sentence(error.told, language or self.spoken))

    def _take_back(self, kept: str, played: Round | None) -> None:
        """After a mistake of ours: go back to the table as it was, on the disk too, and to the game as it is kept; one
        that had only just begun has not begun at all."""
        self._do(lambda: self.lobby.take_back(kept))
        if self.round is not played:
            self._do(self.end)
            self.leave_round()
        elif played is not None:
            self._do(played.take_back)
        self.pages.change()

    def _own_up(self, fault: Exception) -> None:
        """A mistake, ours or that of a power of the host's own, is logged with its trace and told to the host; one that
        goes on is logged now and then."""
        said = Said("trouble.our-mistake", {"fault": repr(fault)[:100]})
        if (own := own_powers.failed(fault)) is not None:
            said = Said("trouble.power-failed", {"fault": str(own)})
        known, now = self.trouble.get("our-mistake") == said, self.clock.now()
        if not known or now >= self._told_again:
            log.exception("The box has made a mistake.")
            self._told_again = now + TOLD_AGAIN
        if not known:  # a page that cannot be drawn is looked at again with every change
            self.trouble["our-mistake"] = said
            self.pages.change()


def _no(error: NarratorError, sentence: str) -> dict[str, Any]:
    return {"ok": False, "code": error.code, "sentence": sentence, "said": error.said}
