"""How often does each side win with the mix that the host has made up? Bots try it out, in a process of their own.

    host's page -> box -> Forecast: the mix -> narrator simulate -> box.odds -> host's page

The box never waits for it; nothing is played while a game runs.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from collections import Counter

from narrator.box.box import Box
from narrator.box.pages.listeners import Listener
from narrator.game.simulate import Tally
from narrator.lobby.odds import Mix

GAMES = 1000
PATIENCE = 60.0
"""Seconds after which a mix is given up: perhaps its games do not end."""


class Forecast:
    """Lets bots play whatever mix stands in the lobby of a box and was not counted ahead."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self._mixes: queue.SimpleQueue[Mix | None] = queue.SimpleQueue()
        self._last: Mix | None = None
        self._listener: Listener | None = None
        self._process: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._run, name="forecast", daemon=True)
        self._stopping = threading.Event()

    def start(self) -> None:
        """Look at the lobby from now on, until `close`."""
        self._listener = self.box.listeners.watch(self._look)
        self._thread.start()

    def close(self) -> None:
        """Play no more."""
        self._stopping.set()
        if self._listener is not None:
            self._listener.close()
        self._turn_to(None)
        self._thread.join()

    def _look(self) -> None:
        """In the box's own thread: which mix is it now?"""
        mix = self.box.screens.uncounted
        if mix != self._last:
            self._turn_to(mix)
        self._last = mix

    def _turn_to(self, mix: Mix | None) -> None:
        """Play this mix, or nothing, and no longer what was asked for before."""
        self._mixes.put(mix)
        if self._process is not None:
            self._process.kill()

    def _run(self) -> None:
        while not self._stopping.is_set():
            mix = self._mixes.get()
            with contextlib.suppress(queue.Empty):
                while True:
                    mix = self._mixes.get_nowait()  # the newest
            tally = self._played(mix) if mix is not None else None
            if mix is not None and tally is not None:
                self.box.call(lambda mix=mix, tally=tally: self.box.foresee(mix, tally))  # type: ignore[misc]

    def _played(self, mix: Mix) -> Tally | None:
        cards = ",".join(f"{card}={number}" for card, number in mix.deck)
        words = [mix.roleset, "--players", str(mix.seats), "--games", str(GAMES), "--deck", cards, "--json"]
        words.append("--house-deck")  # the lobby has looked whether it can be played
        if mix.options:
            words += ["--options", ",".join(f"{option}={value}" for option, value in mix.options)]
        if mix.village:
            words += ["--village", ",".join(f"{building}={number}" for building, number in mix.village)]
        for option, events in (("--events", mix.stack), ("--left-out", mix.left_out)):
            words += [option, ",".join(events)] if events else []
        for folder in self.box.library.folders[:-1]:
            words += ["--rolesets", str(folder)]
        if self.box.library.allow_powers:
            words.append("--allow-powers")
        command = [sys.executable, "-m", "narrator", "simulate", *words]
        try:
            self._process = subprocess.Popen(
                command, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError:  # the machine is full
            return None
        if not self._mixes.empty():
            self._process.kill()
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, self._process.pid, 10)
        try:
            told = json.loads(self._process.communicate(timeout=PATIENCE)[0])
        except (subprocess.TimeoutExpired, ValueError):
            self._process.kill()
            self._process.communicate()
            return None
        return Tally(told["games"], 0, Counter({winner: odds["games"] for winner, odds in told["winners"].items()}))
