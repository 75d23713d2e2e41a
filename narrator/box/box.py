"""The box: one loop that owns the game. How do messages come in, and how do views go out?

Only the thread that runs `Box.run` touches the game. Pages, buttons and readers put messages into the inbox (`ask`)
and get views back (`snapshot`, `listen`). An accepted answer is on the disk before anybody hears or sees of it.
"""

from __future__ import annotations

import json
import logging
import queue
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from narrator.box.listeners import Listener
from narrator.box.messages import ACTIONS, Sent, understood
from narrator.box.messages.replies import Reply
from narrator.box.moderator import Moderator
from narrator.box.page_types import PageKind
from narrator.box.round import Round
from narrator.clock import Clock
from narrator.errors import NarratorError
from narrator.game.library import LIBRARY, Library
from narrator.lobby.lobby import Refused
from narrator.telling.page_words import FIRST
from narrator.telling.stage import Stage

log = logging.getLogger("narrator.box.box")

PATIENCE = 2.0
"""Seconds that `ask` waits for the box's reply."""
TAPS_KEPT = 500
STUMBLED = (
    "The box has stumbled ({fault}); what was wanted just now may be lost. Go on, or go a step back. `narrator doctor"
    " --report` is for a bug report."
)
REST = 1.0
"""Seconds before the box tries again what it has stumbled over."""


class Box(Moderator):
    """The moderator of one table.

    `stage` is where it speaks and plays; `data` the folder for its journals and its lobby; `clock` the time of the
    game; `addresses` where pages reach it. While the loop turns, `pulse` is called at least every `period` seconds, or,
    without a period, as it comes.
    """

    def __init__(
        self,
        data: Path,
        stage: Stage,
        *,
        clock: Clock | None = None,
        library: Library = LIBRARY,
        addresses: tuple[str, ...] = (),
        seed: Callable[[], int] = lambda: secrets.randbits(128),
        pulse: Callable[[], None] = lambda: None,
        period: float | None = None,
    ) -> None:
        super().__init__(data, stage, clock or Clock(), library, addresses, seed)
        self.inbox: queue.SimpleQueue[tuple[Sent, Future[dict[str, Any]]] | Callable[[], None]] = queue.SimpleQueue()
        self._taps: dict[str | None, dict[str, Any]] = {}
        self._stopping = threading.Event()
        self._pulse = pulse
        self._period = period

    # What other threads may call.

    def ask(self, message: Sent) -> dict[str, Any]:
        """Put a message into the inbox and wait for the reply: `ok`, or else the parts of a `NarratorError`."""
        reply: Future[dict[str, Any]] = Future()
        self.inbox.put((message, reply))
        try:
            return reply.result(PATIENCE)
        except TookTooLong:
            return _no(Refused("busy"))

    def call(self, function: Callable[[], None]) -> None:
        """Have the box's own thread call a function: for the parts of the box, not for pages."""
        self.inbox.put(function)

    def snapshot(self, kind: PageKind, token: str | None = None, language: str = FIRST) -> str:
        """The newest view for a page, as JSON; raises `NarratorError` for a page that the box does not know."""
        reply = self.ask({"do": "look", "kind": kind, "token": token, "language": language})
        if not reply["ok"]:
            raise NarratorError(reply["code"], reply["sentence"], reply["said"])
        return str(reply["view"])

    def listen(self, kind: PageKind, token: str | None = None, language: str = FIRST) -> Listener:
        """A listener that gets the newest view of its page, now and whenever there is one."""
        self.snapshot(kind, token)  # refuses strangers
        listener = self.listeners.add(kind, token, language=language)
        self.call(lambda: self._welcome(listener))
        return listener

    def _welcome(self, listener: Listener) -> None:
        listener.put(self.page(listener.kind, listener.token, listener.language))
        self.page_has_come()

    def stop(self) -> None:
        """End the loop."""
        self._stopping.set()
        self.call(lambda: None)

    # The loop.

    def run(self) -> None:
        """Moderate until `stop`: take messages as they come, and do everything at its time."""
        self.lobby.remember()  # with what it was started with
        while not (self._stopping.is_set() or self.asleep):
            wait = self._turn_or_pause()
            self._pulse()
            wait = min((limit for limit in (wait, self._period) if limit is not None), default=None)
            try:
                message = self.inbox.get(timeout=wait) if wait is None or wait > 0 else self.inbox.get_nowait()
            except queue.Empty:
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
            self.trouble[error.code] = error.sentence
        except Exception as fault:  # noqa: BLE001 it is logged
            self._stumble(fault)
        self.clock.stop()
        self._do(lambda: self.pause("box.paused"))
        return REST

    def _do(self, function: Callable[[], None]) -> None:
        """Do what a part of the box wants; the loop does not end by its mistakes."""
        try:
            function()
        except Exception as fault:  # noqa: BLE001 it is logged
            self._stumble(fault)

    def handle(self, sent: Sent) -> dict[str, Any]:
        """What becomes of one message: a page that sends rubbish is told so, and so is one over which the box stumbles.

        Either way nothing is half done, and the game goes on.
        """
        try:
            message = understood(sent)
        except NarratorError as error:
            return _no(error)
        tap = json.dumps(sent, sort_keys=True) if message.tap else None
        if tap in self._taps:
            return self._taps[tap]
        kept, played = self.lobby.remembered, self.round
        try:
            reply = {"ok": True, **to_builtins(ACTIONS[type(message)](self, message) or Reply())}
        except NarratorError as error:
            self.lobby.take_back()
            reply = _no(error)
        except Exception as fault:  # noqa: BLE001 it is logged
            self._stumble(fault)
            self._take_back(kept, played)
            return _no(Refused("our-mistake"))
        if tap:
            self._taps[tap] = reply
            if len(self._taps) > TAPS_KEPT:
                del self._taps[next(iter(self._taps))]
        return reply

    def _take_back(self, kept: str, played: Round | None) -> None:
        """The box has stumbled: have the table as it was, on the disk, too, and the game as it is kept; a game that has
        only just begun is none."""
        self._do(lambda: self.lobby.take_back(kept))
        if self.round is not played:
            self._do(self.end)
        elif played is not None:
            self._do(played.take_back)
        self.pages.change()

    def _stumble(self, fault: Exception) -> None:
        """A mistake of ours, which is being handled, is logged with its trace and told to the host."""
        log.exception("The box has stumbled.")
        self.trouble["our-mistake"] = STUMBLED.format(fault=repr(fault)[:100])


def _no(error: NarratorError) -> dict[str, Any]:
    return {"ok": False, "code": error.code, "sentence": error.sentence, "said": error.said}
