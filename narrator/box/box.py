"""The box: one loop that owns the game. Messages come in; what is said, played and shown goes out.

Only the thread that runs `Box.run` touches the game. Pages, buttons and readers put messages into the inbox (`ask`)
and get views back (`snapshot`, `listen`). An accepted answer is on the disk before anybody hears or sees of it.
"""

from __future__ import annotations

import itertools
import json
import logging
import queue
import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from hardware.lights import duration
from narrator.box.limits import Limits
from narrator.box.listeners import Listener, Listeners
from narrator.box.messages import ACTIONS, Sent, understood
from narrator.box.pages import Pages
from narrator.box.phone_loan import Lending
from narrator.box.presence import GRACE, Reach
from narrator.box.screens import Screens
from narrator.clock import Clock
from narrator.errors import NarratorError
from narrator.folders import GAMES
from narrator.game import journal
from narrator.game.bots import random_answers
from narrator.game.game import Entry, Game
from narrator.game.library import SHELF, Shelf
from narrator.game.simulate import Tally
from narrator.game.story import who_was_who
from narrator.lobby.dealing import Dealing
from narrator.lobby.lobby import TABLE, Lobby, Refused
from narrator.lobby.odds import Mix
from narrator.lobby.setup import drafted
from narrator.lobby.tags import tags_of
from narrator.network.addresses import Found
from narrator.network.hotspot import Wifi
from narrator.rules import facts
from narrator.rules.views import View
from narrator.telling.pace import BREATH, TAIL, Pacing
from narrator.telling.script import Cue
from narrator.telling.speech import Speech
from narrator.telling.stage import Stage
from narrator.telling.timeline import Beat, Sound, beats, bed, left_at

log = logging.getLogger("narrator.box.box")

PATIENCE = 2.0
"""Seconds that `ask` waits for the box's reply."""
TICK = 1.0
"""While a window is open every page is sent its view this often, whether or not anything in it changed."""
TAPS_KEPT = 500
QUESTIONS = 20
"""So many bits count the questions since the box started; the 32 before them tell this start from others."""
LASTING = ("speaker", "voice", "button", "device", "network", "roleset", "tag")
"""The codes of troubles begin so that last until what they tell of is well again."""
BETWEEN_LOSSES = 60.0
"""Seconds between two times that the same device is said to be gone."""
NO_NETWORK = (
    "Phones cannot find the box, as it is in no network: plug in a network cable, or let it open a Wi-Fi of its own"
    " (`sudo systemctl start narrator-hotspot`). Buttons and tags need none."
)
MISTAKE = "The box has made a mistake over this. Nothing has changed, and the game goes on; the host's page tells more."
STUMBLED = (
    "The box has stumbled ({fault}); what was wanted just now may be lost. Go on, or go a step back. `narrator doctor"
    " --report` is for a bug report."
)
PLAYED = ("answer", "close", "draw")
"""The entries of a journal that are a game's own."""
REST = 1.0
"""Seconds before the box tries again what it has stumbled over."""


class Box:
    """The moderator of one table.

    `stage` is where it speaks and plays; `data` the folder for its journals and its lobby; `clock` the time of the
    game; `addresses` where pages reach it. The parts of the box act as the host with the token `inside`. While the loop
    turns, `pulse` is called at least every `period` seconds, or, without a period, as it comes.
    """

    def __init__(
        self,
        data: Path,
        stage: Stage,
        *,
        clock: Clock | None = None,
        shelf: Shelf = SHELF,
        addresses: tuple[str, ...] = (),
        seed: Callable[[], int] = lambda: secrets.randbits(128),
        pulse: Callable[[], None] = lambda: None,
        period: float | None = None,
    ) -> None:
        self.data = data
        self.stage = stage
        self.clock = clock or Clock()
        self.shelf = shelf
        self.found = Found(addresses)
        self.boot = secrets.token_hex(4)
        self.inside = secrets.token_urlsafe(16)
        self.inbox: queue.SimpleQueue[tuple[Sent, Future[dict[str, Any]]] | Callable[[], None]] = queue.SimpleQueue()
        self.listeners = Listeners()
        self._reach = Reach()
        self._missed: set[str] = set()
        self._told_lost: dict[str, float] = {}
        self.lobby: Lobby = Lobby(data / TABLE, self.try_table)
        self.tags = tags_of(data, shelf)
        self.dealing: Dealing | None = None
        self.readers = False
        self.odds: dict[Mix, Tally] = {}
        self.game: Game | None = None
        self.journal: journal.Journal | None = None
        self._kept: list[Entry] = []
        self.views: dict[str | None, View] = {}
        self.shown = 0
        self.planned = 0
        self.heard = 0
        self.over = 0
        self.beats: deque[Beat] = deque()
        self.beat: Beat | None = None
        self.began = 0.0
        self.ends = 0.0
        self.dice = Random(0)
        self.number = 0
        self.decoys: dict[str, list[str]] = {}
        self.signs: dict[str, list[str]] = {}
        self.wishes: dict[str, set[str]] = {"call-vote": set(), "more-time": set()}
        self._pace: Pacing | None = None
        self.paused: str | None = None
        self.pauses = 0
        self.waits = False
        self._wanted: list[str] = []
        self.trouble = {f"roleset {name}": fault.sentence for name, fault in shelf.faults.items()}
        try:
            shelf.roleset(self.lobby.roleset, self.lobby.options)
        except NarratorError as error:
            self.trouble["roleset"] = error.sentence
            self.lobby.roleset, self.lobby.options, self.lobby.deck = Lobby().roleset, {}, None
        try:
            self.tags.load()
        except NarratorError as error:
            self.trouble["tags"] = error.sentence
        self.screens = Screens(self)
        self.pages = Pages(self.screens, self.listeners, self.clock.now)
        self.speech = Speech(stage, lambda: self.screens.language)
        self.lending: Lending = Lending(self)
        self._taps: dict[str | None, dict[str, Any]] = {}
        self._seed = seed
        self._tick = 0.0
        self._said_found: Found | None = None
        self.limits = Limits(self.clock.now)
        self.pin_said = -inf
        self.asleep = False
        self._stopping = threading.Event()
        self._pulse = pulse
        self._period = period

    # What other threads may call.

    def ask(self, message: Sent) -> dict[str, Any]:
        """Put a message into the inbox and wait for the reply: `ok`, and a `code` and `sentence` where it is not."""
        reply: Future[dict[str, Any]] = Future()
        self.inbox.put((message, reply))
        try:
            return reply.result(PATIENCE)
        except TookTooLong:
            return _no("busy", "The box is busy; try again in a moment.")

    def call(self, function: Callable[[], None]) -> None:
        """Have the box's own thread call a function: for the parts of the box, not for pages."""
        self.inbox.put(function)

    def snapshot(self, kind: str, token: str | None = None) -> str:
        """The newest view for a page, as JSON; raises `NarratorError` for a page that the box does not know."""
        reply = self.ask({"do": "look", "kind": kind, "token": token})
        if not reply["ok"]:
            raise NarratorError(reply["code"], reply["sentence"])
        return str(reply["view"])

    def listen(self, kind: str, token: str | None = None) -> Listener:
        """A listener that gets the newest view of its page, now and whenever there is one."""
        self.snapshot(kind, token)  # refuses strangers
        listener = self.listeners.add(kind, token)
        self.call(lambda: self._welcome(listener))
        return listener

    def _welcome(self, listener: Listener) -> None:
        listener.put(self.page(listener.kind, listener.token))
        self._reach.listening(self._listening())
        self._wait_no_longer()

    def stop(self) -> None:
        """End the loop."""
        self._stopping.set()
        self.call(lambda: None)

    @property
    def question(self) -> int:
        """The number of what the pages ask now; after a restart none that was asked before it comes again."""
        return int(self.boot, 16) << QUESTIONS | self.number

    @property
    def left(self) -> float:
        """The seconds left of the window or the debate that is running."""
        if self.beat is None:
            return 0.0
        later = itertools.takewhile(self.beat.goes_on_in, self.beats)
        return max(0.0, self.ends - self.clock.time()) + sum(beat.seconds for beat in later)

    @property
    def length(self) -> float:
        """The seconds that the beat now running takes in all."""
        return self.ends - self.began

    def is_here(self, name: str) -> bool:
        """Does a page of this player listen, or is it a bot?"""
        return name in self.lobby.bots or name in self._listening()

    def needs_token(self, name: str) -> bool:
        """Has this player neither a page that listens nor a button that is there?"""
        return not self.is_here(name) and name not in self._reach.heard_by("buttons")

    def lid(self, readers: bool) -> None:
        """Are there readers for tags now?"""
        if readers != self.readers:
            self.readers = readers
            self.publish()

    def _listening(self) -> set[str]:
        tokens = {listener.token or "" for listener in self.listeners.all() if listener.hear is None}
        return {name for token, name in self.lobby.tokens.items() if token in tokens}

    @property
    def wanted(self) -> list[str]:
        """Whose buttons are awaited, that of the first one now."""
        return [name for name in self._wanted if name in self.lobby.players]

    @property
    def pin(self) -> str:
        """What the host types to open the host page."""
        return self.lobby.pin

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where pages reach the box, the best address first."""
        return self.found.addresses

    @property
    def wifi(self) -> Wifi | None:
        """The Wi-Fi that the box has opened itself."""
        return self.found.wifi

    @property
    def join_url(self) -> str:
        """Where a phone joins."""
        return self.addresses[0] if self.addresses else ""

    # The loop.

    def run(self) -> None:
        """Moderate until `stop`: take messages as they come, and do everything at its time."""
        self.lobby.remember()  # with what it was started with
        while not self._stopping.is_set():
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
        if self.journal is not None:
            self.journal.close()

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

    def speaker(self, trouble: NarratorError | None) -> None:
        """The speaker is gone, and why; or it is there, again or at last."""
        lost = self.trouble.pop("speaker", None)
        if trouble is not None:
            self.trouble["speaker"] = trouble.sentence
        elif lost is not None:
            self.ends += self.speech.announce("box.speaker-back")
        self.publish()

    def report(self, code: str, sentence: str | None) -> None:
        """Something is wrong with a device, and what; or it is well again."""
        if sentence is None:
            self.trouble.pop(code, None)
        else:
            self.trouble[code] = sentence
        self.publish()

    def go_on_alone(self) -> None:
        """The host wants to go on though nobody can be heard: those are not missed until they are heard again."""
        self._reach.forget()
        self.go_on()

    def want_buttons(self, names: list[str]) -> None:
        """Ask these players, one after the other, to press the buttons that shall be theirs."""
        self._wanted = names
        if names:
            self.speech.announce("box.learn", names=names[0])
        self.publish()

    def reach(self, part: str, names: Mapping[str, bool]) -> None:
        """A part of the box says which players use it, and whether it can hear each of them now.

        When none of the living can be heard by anything while something is asked, the box waits until one can again.
        """
        self._reach.hears(part, names)
        self._wait_no_longer()

    def _is_deserted(self) -> bool:
        self._reach.listening(self._listening())
        return self._reach.lost([seat for seat in self.views[None].living if seat not in self.lobby.bots])

    def _wait_for_somebody(self, now: float) -> None:
        if not self._is_deserted():
            self._reach.lacking = None
        elif self._reach.lacking is None:
            self._reach.lacking = now
        elif now >= self._reach.lacking + GRACE:
            self.pause("box.deserted")
            self.waits = True

    def _wait_no_longer(self) -> None:
        if self.waits and not self._is_deserted():
            assert self._reach.lacking is not None
            self.ends += self.clock.time() - self._reach.lacking
            self.go_on()

    def device(self, what: str, sentence: str | None) -> None:
        """A device is gone, or does not work, and what to do about it; or it is there again.

        In a game, and while cards are dealt, it is said aloud, too, but only once a minute of a plug that is loose.
        """
        code, now = f"device {what}", self.clock.now()
        self.report(code, sentence)
        if self.beat is None and self.dealing is None:
            return
        kind = self.screens.language.device(what.partition(" ")[0])
        if sentence is None and code in self._missed:
            self._missed.remove(code)
            self.ends += self.speech.announce("box.found", what=kind)
        elif sentence is not None and now >= self._told_lost.get(code, -inf) + BETWEEN_LOSSES:
            self._missed.add(code)
            self._told_lost[code] = now
            self.ends += self.speech.announce("box.lost", what=kind)

    def chime(self) -> None:
        """Let it be heard that the box is ready, where no game goes on."""
        if self.screens.stage == "lobby":
            self.stage.chime()

    def invite(self) -> None:
        """Say how one sits down without a phone, where no game goes on."""
        if self.screens.stage == "lobby":
            self.speech.announce("box.hold")

    def tell_what_is_set_aside(self) -> None:
        """Say aloud that something that was kept has been set aside; what, and where it is, says the host's page."""
        self.ends += self.speech.announce("box.set-aside")
        self.publish()

    def be_found(self, found: Found) -> None:
        """Be found there from now on. Said at first and where it has changed, but never during a game."""
        self.found = found
        self.report("network", None if found.addresses else NO_NETWORK)
        said = Found(found.addresses[:1], found.wifi)
        if self.screens.stage == "game" or said == self._said_found:
            return
        self._said_found = said
        self.speech.say_found(found)
        if found.addresses and not self.speech.said["box.pin"]:
            self.speech.say_pin(self.pin)
        self.publish()

    def handle(self, sent: Sent) -> dict[str, Any]:
        """What becomes of one message: a page that sends rubbish is told so, and so is one over which the box stumbles.

        Either way nothing is half done, and the game goes on.
        """
        try:
            message = understood(sent)
        except NarratorError as error:
            return _no(error.code, error.sentence)
        tap = json.dumps(sent, sort_keys=True) if message.tap else None
        if tap in self._taps:
            return self._taps[tap]
        lobby, journal = self.lobby.copied(), self.journal
        try:
            reply = {"ok": True, **(ACTIONS[type(message)](self, message) or {})}
        except NarratorError as error:
            self.lobby.take_back(lobby)
            reply = _no(error.code, error.sentence)
        except Exception as fault:  # noqa: BLE001 it is logged
            self._stumble(fault)
            self._take_back(lobby, journal)
            return _no("our-mistake", MISTAKE)
        if tap:
            self._taps[tap] = reply
            if len(self._taps) > TAPS_KEPT:
                del self._taps[next(iter(self._taps))]
        return reply

    def _take_back(self, lobby: Mapping[str, Any], journal: journal.Journal | None) -> None:
        """The box has stumbled: have the table as it was, on the disk, too, and the game as it is kept; a game that has
        only just begun is none."""
        self._do(lambda: self.lobby.take_back(lobby, kept=True))
        if self.journal is not journal:
            self._do(self.end)
        elif self.game is not None:
            self._do(partial(self.game.rewind, list(self._kept)))
        self.pages.change()

    def _stumble(self, fault: Exception) -> None:
        """A mistake of ours, which is being handled, is logged with its trace and told to the host."""
        log.exception("The box has stumbled.")
        self.trouble["our-mistake"] = STUMBLED.format(fault=repr(fault)[:100])

    def turn(self) -> float | None:
        """Do everything whose time has come; the seconds until the next thing, or nothing when none is planned."""
        waits = (self._turn(), self.lending.turn(self.clock.now()), self.pages.turn())
        return min((wait for wait in waits if wait is not None), default=None)

    def _turn(self) -> float | None:
        if self.clock.stopped:
            return None
        while self.beat is not None and self.clock.time() >= self.ends:
            self._next_beat()
        if self.beat is None:
            return None
        now = self.clock.time()
        if self.beat.screen == "ask":
            if now >= self._tick:
                self._wait_for_somebody(now)
            while now >= self._tick:
                self._tick += TICK
                self.publish()
            return None if self.clock.stopped else min(self.ends, self._tick) - now
        return self.ends - now

    def _next_beat(self) -> None:
        """Begin the next beat; when none is left, close the open prompts, which brings new ones."""
        goes_on = self.beat is not None and bool(self.beats) and self.beat.goes_on_in(self.beats[0])
        if self.beat is not None and self.beat.screen == "ask" and not goes_on:
            self.over = self.shown
            self.keep(("heard", self.heard, self.over))
        if not self.beats:
            game = self.game
            if game is None or game.winner is not None:
                self._finish()
                return
            self._let_bots_answer(before_close=True)
            self.keep(("close",))
            game.close()
            self._plan()
            if not self.beats:
                return
        if self.beat is not None and self.beat.cue is not None and self.beat.cue.id == "debate.half-minute":
            self.stage.effect_stop("heartbeat")
        self._keep_place(self.beats[0])
        beat = self.beats.popleft()
        self.beat, self.began = beat, self.ends
        self._show(beat)
        if beat.sound is not None:
            self._sound(beat.sound)
        seconds = beat.seconds
        if beat.cue is not None:
            seconds += self.speech.tell(beat.cue, self.began)
        self.ends = self.began + seconds
        if beat.screen == "ask":
            self._tick = self.began + TICK
        if not goes_on:
            self._reach.lacking = None
            for wishing in self.wishes.values():
                wishing.clear()
        if beat.screen not in ("ask", "debate") or not goes_on:
            self.number += 1
            self.decoys, self.signs = {}, {}
        self.stage.level("window" if beat.screen == "ask" else "between")
        self.publish()
        if beat.screen == "ask":
            self._let_bots_answer(before_close=False)

    def _show(self, beat: Beat) -> None:
        assert self.game is not None
        told = self.game.facts
        while self.shown < beat.shows:
            fact = told[self.shown]
            self.shown += 1
            for view in self.views.values():
                view.see(fact)
            if isinstance(fact, (facts.Eliminated, facts.Withdrew, facts.Left)):
                self._let_ghosts_see(fact.seats if isinstance(fact, facts.Eliminated) else (fact.seat,))

    def _keep_place(self, beat: Beat) -> None:
        """Keep that the box is at this beat, before anybody hears or sees of it."""
        if beat.since > self.heard:
            self.keep(("heard", beat.since, self.over))
            self.heard = beat.since

    def _let_ghosts_see(self, dead: tuple[str, ...]) -> None:
        assert self.game is not None
        for seat in dead:
            haunts = self.game.rules.cards[self.views[seat].card or self.game.rules.filler].haunts
            if haunts or self.game.options.get("ghosts_see") == "on" or seat == self.views[None].witness:
                self.views[seat] = view = View(self.game.seats, seat, everything=True)
                for fact in self.game.facts[: self.shown]:
                    view.see(fact)

    def _plan(self) -> None:
        """Put the beats of everything that has happened since on the timeline."""
        game = self.game
        assert game is not None
        new = beats(game.facts, self.planned, game.rules, self._pacing, self.over)
        self.planned = len(game.facts)
        used = self._without_page
        self.beats.extend(told for beat in new for told in self.speech.explained(beat, used))
        coming = (beat.cue for beat in self.beats if beat.cue is not None)
        self.speech.prepare(coming, self._possible_cues())

    @property
    def _without_page(self) -> dict[str, set[str]]:
        """Who plays with a button, and who with nothing but a token: those to whom no page listens."""
        buttons, tags = (self._reach.heard_by(part) - self._listening() for part in ("buttons", "tags"))
        return {"buttons": buttons, "tags": tags - buttons}

    def _possible_cues(self) -> Iterator[Cue]:
        """What may have to be said right after the open ballots and last words, whoever is chosen."""
        assert self.game is not None
        for prompt in self.game.prompts:
            cue = self.game.rules.brings(prompt.id)
            if cue is not None:
                yield from (Cue(cue, (choice,)) for choice in prompt.choices)

    def _sound(self, sound: Sound) -> None:
        if sound.bed is not None:
            self.stage.bed(sound.bed or None)
        if sound.effect is not None:
            self.stage.effect(sound.effect)

    def publish(self) -> None:
        """Hand everybody who looks the newest view."""
        self.pages.change()
        self.pages.hand_out()

    def page(self, kind: str, token: str | None) -> str:
        """The newest view of the page with this token, as JSON."""
        return self.pages.look(kind, self.screens.whose(kind, token))

    def keep(self, entry: tuple[Any, ...]) -> None:
        if self.journal is not None:
            self.journal.append(entry)
        if entry[0] in PLAYED:
            self._kept.append(entry)

    def keep_a_decoy(self) -> None:
        """Write something, and nothing new: a decoy takes as long on the disk as an answer, and fails as one does."""
        self.keep(("heard", self.heard, self.over))

    def keep_from(self, kept: int) -> None:
        """Keep the game's entries from this number on; where that fails, the game is as if they had never come."""
        assert self.game is not None
        entries = list(self.game.entries)
        for at in range(kept, len(entries)):
            try:
                self.keep(entries[at])
            except NarratorError:
                self.game.rewind(entries[:at])
                raise

    @property
    def _pacing(self) -> Pacing:
        """By night it stays as it is: how much of that is planned already tells whom there is to ask."""
        assert self.game is not None
        if self._pace is None or not self.views[None].phase.startswith("night"):
            telling = duration(self.screens.legend.most) if self._without_page["tags"] else 0.0
            self._pace = Pacing(self.lobby.pace, self.game.seats, telling)
        return self._pace

    # The game from its beginning to its end.

    def start(self, house_deck: bool = False) -> None:
        """Deal the cards, of a house deck or by the book, and begin; raises `IllegalTable`."""
        self.moderate(drafted(self.lobby, self.shelf, self._seed(), house_deck=house_deck))

    def start_dealt(self, dealing: Dealing) -> None:
        """Begin with the cards that were dealt by tags; raises `IllegalTable`."""
        self.moderate(dealing.game(self._seed()))

    def moderate(self, game: Game) -> None:
        """Begin this game, which has just been dealt."""
        self.lobby.started, self.lobby.hands = True, {}
        self.lobby.save()
        texts = self.shelf.texts(game.header["roleset"], game.header["house_rule"])
        self.journal = journal.Journal.create(self.data / GAMES, game.header, texts)
        self.dealing = None
        self.stage.hush()
        self.take_up(game, 0)

    def resume(self) -> bool:
        """Go on with the game that was cut off, if there is one: at the call that was open then."""
        try:
            path = journal.unfinished(self.data / GAMES)
            if path is None:
                return False
            loaded = journal.load(path)
            game = journal.replayed(loaded)
            self.screens.load(game.header["roleset"])
            self.journal = journal.Journal.reopen(path)
        except NarratorError as error:
            self.trouble[error.code] = error.sentence
            return False
        if loaded.torn is not None:
            self.trouble["torn-journal"] = loaded.torn
        self.take_up(game, *left_at(loaded.entries, game.facts))
        self.ends += self.speech.announce("box.back")
        return True

    def take_up(self, game: Game, heard: int, over: int = 0) -> None:
        """Go on with a game whose first `heard` facts everybody has heard; windows among the first `over` are over."""
        self.game = game
        self._kept = list(game.entries)
        self._wanted = []
        self.screens.take(game)
        self.views = {seat: View(game.seats, seat) for seat in (*game.seats, None)}
        self.shown = self.planned = self.heard = heard
        self.over = over
        for fact in game.facts[:heard]:
            for view in self.views.values():
                view.see(fact)
            if isinstance(fact, (facts.Eliminated, facts.Withdrew, facts.Left)):
                self.shown = heard
                self._let_ghosts_see(fact.seats if isinstance(fact, facts.Eliminated) else (fact.seat,))
        phase = self.views[None].phase
        if heard < len(game.facts) and isinstance(game.facts[heard], facts.PhaseBegan):
            self._show(Beat(heard + 1))
        self.stage.bed(bed(phase, game.rules) or None)
        self.stage.effect_stop("heartbeat")
        self.speech.seed = game.header["seed"]
        self.dice = Random(game.header["seed"])
        self.beats.clear()
        self.beat = Beat(heard, BREATH)
        self.ends = self.began = self.clock.time()
        for wishing in self.wishes.values():
            wishing.clear()
        self.clock.go()
        self.paused = None
        self.waits = False
        self._plan()
        self.publish()

    def end(self) -> None:
        """End the game for good; nobody has won."""
        self.keep(("over", None))
        if self.journal is not None:
            self.journal.close()
        self.game = self.journal = self.beat = None
        self.beats.clear()
        self.stage.hush()
        self.stage.effect_stop("heartbeat")
        self.stage.bed(None)
        self.clock.go()
        self.paused = None
        self.waits = False
        self.publish()

    def _finish(self) -> None:
        game = self.game
        assert game is not None
        self.keep(("over", game.winner))
        self.beat = None
        if self.journal is not None:
            self.journal.close()
            self.journal = None
        self.stage.bed("day")
        if all(listener.hear is not None for listener in self.listeners.all()):  # nobody has a page to read it on
            for line in who_was_who(game, self.screens.language):
                self.speech.say(line)
        self.publish()

    def _let_bots_answer(self, before_close: bool) -> None:
        """Bots answer ballots at once, and by night at the end of the window, so that a pack can follow its people.

        A ballot that is open in the game may still lie behind a call with nobody to ask: then it is not answered yet.
        """
        game = self.game
        assert game is not None
        for prompt in game.prompts:
            if prompt.lasting != before_close or not (before_close or prompt.id == self.views[None].window):
                continue
            bots = [seat for seat in game.waiting(prompt) if seat in self.lobby.bots]
            kept = len(game.entries)
            game.answer_all(prompt.id, random_answers(prompt, bots, self.dice, game.given(prompt)))
            self.keep_from(kept)
            self.answered()

    def answered(self) -> None:
        """After an answer: what everybody may see of it is shown, and a ballot that is complete ends soon."""
        game = self.game
        assert game is not None
        if len(game.facts) > self.planned:
            self.planned = len(game.facts)
            self._show(Beat(self.planned))
        if game.complete and self.beat is not None and self.beat.screen == "ask":
            self.drop_rest()
            self.ends = min(self.ends, self.clock.time() + TAIL)
        if any(not prompt.lasting for prompt in game.prompts):
            self.pages.change_shared()  # in an open ballot, too: whom each points at stands among the seats

    def drop_rest(self) -> None:
        """Leave out what is still to come of the window or the debate that is running."""
        assert self.beat is not None
        while self.beats and self.beat.goes_on_in(self.beats[0]):
            self.beats.popleft()

    def choose(self, roleset: str, options: Mapping[str, str]) -> None:
        """Have this roleset played next, with these options; raises `Refused` where there are no words for it."""
        rules, _ = self.shelf.roleset(roleset, options)
        words = self.screens.load(roleset)
        silent = words.speechless(rules)
        if silent is not None:
            raise Refused("no-words", silent)
        if roleset != self.lobby.roleset:
            self.lobby.deck, self.lobby.hands = None, {}
        if self.lobby.deck is not None:
            self.lobby.deck = {card: number for card, number in self.lobby.deck.items() if card in rules.cards}
        self.lobby.roleset, self.lobby.options = roleset, dict(options)
        self.rehearse()

    def try_table(self) -> None:
        """Draw what a box that is started with this table would draw at once; raises whatever goes wrong."""
        self.screens.shared("host")
        self.screens.own("host", None)
        self.screens.deck()

    def foresee(self, mix: Mix, tally: Tally) -> None:
        """Know from now on what comes of a mix."""
        self.odds[mix] = tally
        self.publish()

    def rehearse(self) -> None:
        """Render ahead every line that holds no names."""
        words = self.screens.load(self.lobby.roleset)
        self.stage.prepare([line for cue in sorted(words.cues) for line in words.speaks(cue)])

    def pause(self, cue: str) -> None:
        """Let everything stand still, and say why."""
        self.clock.stop()
        self.stage.hush()
        self.speech.announce(cue)
        self.pauses += 1
        self.paused = self.screens.language.line(cue, 0, 0).text
        self.waits = False
        self.publish()

    def go_on(self) -> None:
        """End the pause, and say again what it has cut off."""
        self.paused = None
        self.waits = False
        self.trouble = {code: said for code, said in self.trouble.items() if code.startswith(LASTING)}
        self.ends += self.speech.announce("box.resumed") + self.speech.tell_again(self.clock.time())
        self.clock.go()
        self.publish()


def _no(code: str, sentence: str) -> dict[str, Any]:
    return {"ok": False, "code": code, "sentence": sentence}
