"""`narrator play`: everything that makes a box put together, started, and ended in good order."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from hardware.buttons import Buttons
from hardware.devices import Device
from hardware.fake import Fake
from hardware.plan import Plan
from narrator import journal
from narrator.bench import Bench
from narrator.box import Box
from narrator.deck_file import deck_in
from narrator.errors import NarratorError
from narrator.folders import SOUNDS, cache_folder
from narrator.forecast import Forecast
from narrator.heartbeat import Heartbeat
from narrator.network import addresses
from narrator.panel import Panel
from narrator.shelf import Shelf
from narrator.sound import Event, Finished, Mixer, SpeakerFound, SpeakerLost
from narrator.stage import Loudspeaker
from narrator.voice import Voice
from narrator.wiring import plan_file, plan_in
from web.server import Server

PORTS = (8080, 8081, 8082, 8888)
"""Tried in this order when the host names none."""
HTTP = 80
"""The port that no address needs to name."""
ASIDE = "<7>" if "JOURNAL_STREAM" in os.environ else ""
"""Under systemd whatever the box says is kept as a remark, apart from its troubles: names and the PIN are in it."""
EVERYWHERE = ("0.0.0.0", "::")
"""Who listens at these is found at all addresses of the machine."""
PATIENCE = 15.0
"""Seconds after which a voice that has rendered nothing is in trouble, if it is."""


class Settings(NamedTuple):
    """What the command line says: the folder for games, the address to listen on and the ports to try, bots, the
    roleset, a file with its deck, the plan of wires, by name or as a file, where not one's own is meant, whether a
    good night switches the machine off, and for how many seats there are devices on a page."""

    data: Path
    listen: str
    ports: Sequence[int]
    bots: int
    roleset: str | None
    deck: Path | None
    wiring: str | None
    power_off: bool
    fake: int


def play(settings: Settings, shelf: Shelf) -> int:
    """Start the box and moderate until it is told to stop; the exit code is 0 then."""
    heart = Heartbeat()
    with ExitStack() as parts:
        parts.enter_context(journal.lock(settings.data))
        port = _free_port(settings.listen, settings.ports)
        box = parts.enter_context(_box(settings, shelf, port, heart))
        bench = Bench(box, Fake(settings.fake)) if settings.fake else None
        server = Server(box, settings.listen, port, bench=bench)
        server.start()
        parts.callback(server.stop)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: box.stop())
        panel = _panel(settings, box, bench)
        parts.callback(panel.close)
        forecast = Forecast(box)
        forecast.start()
        parts.callback(forecast.close)
        _greet(box)
        box.run()
        heart.say("STOPPING=1", "STATUS=Saying good night.")
    if box.asleep and settings.power_off:
        _power_off()
    return 0


@contextmanager
def _box(settings: Settings, shelf: Shelf, port: int, heart: Heartbeat) -> Iterator[Box]:
    voice = Voice(cache_folder() / "voice")

    silent = threading.Event()

    def hear(event: Event) -> None:
        if isinstance(event, SpeakerLost):
            _complain([event.trouble.sentence])
            box.call(lambda: box.speaker(event.trouble))
        elif isinstance(event, SpeakerFound):
            box.call(lambda: box.speaker(None))
        elif isinstance(event, Finished) and box.stopping:
            silent.set()

    mixer = Mixer(hear, sounds=SOUNDS)
    stage = Loudspeaker(voice, mixer, _write)
    here = addresses() if settings.listen in EVERYWHERE else [settings.listen]
    behind = "" if port == HTTP else f":{port}"
    found = tuple(f"http://{address}{behind}" for address in here or ["localhost"])
    half = heart.period and heart.period / 2
    box = Box(settings.data, stage, shelf=shelf, addresses=found, pulse=heart.beat, period=half)
    _complain(box.trouble.values())
    if settings.roleset is not None:
        box.choose(settings.roleset, {})
    if settings.deck is not None:
        rules, _ = shelf.roleset(box.lobby.roleset, box.lobby.options)
        box.lobby.deck = deck_in(settings.deck, rules)
    if settings.bots:
        box.lobby.seat_bots(settings.bots, list(box.screens.language.bots))
    box.rehearse()
    threading.Thread(target=_know_the_voice, args=(voice, box, heart), daemon=True).start()
    mixer.start()
    mixer.volumes(**box.lobby.volumes)
    try:
        yield box
        silent.wait(box.announce("box.good-bye") + 1.0 if "speaker" not in box.trouble else 0.0)
    finally:
        stage.close()


def _write(line: str) -> None:
    print(ASIDE + line, flush=True)


def _complain(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        print(sentence, file=sys.stderr, flush=True)


def _know_the_voice(voice: Voice, box: Box, heart: Heartbeat) -> None:
    """Find out whether lines can be rendered at all, and say so once if they cannot; then all is ready."""
    voice.wait(box.screens.language.speaks("box.test")[0], PATIENCE)
    trouble = voice.trouble
    if trouble is not None:
        _complain([trouble.sentence])
        box.call(lambda: box.report("voice", trouble.sentence))
    box.call(lambda: heart.say("READY=1", f"STATUS=Phones find the box at {' or '.join(box.addresses)}."))


def _power_off() -> None:
    try:
        subprocess.run(["systemctl", "--no-ask-password", "poweroff"], check=True)
    except (OSError, subprocess.CalledProcessError):
        _complain(["The machine cannot be switched off from here: press its power button, or run `sudo poweroff`."])


def _devices(settings: Settings) -> Iterator[Callable[[], Device]]:
    """What makes each device that is planned; it raises `NarratorError` where one cannot be."""
    file = plan_file(settings.data, settings.wiring)
    plan = plan_in(file) if file is not None else Plan({})
    if plan.seats or plan.lid:
        yield partial(Buttons, plan)


def _panel(settings: Settings, box: Box, bench: Bench | None) -> Panel:
    devices: list[Device] = [] if bench is None else [bench.fake]

    def trouble(error: NarratorError) -> None:
        _complain([error.sentence])
        box.trouble[error.code] = error.sentence

    try:
        for made in _devices(settings):
            try:
                devices.append(made())
            except NarratorError as error:
                trouble(error)
    except NarratorError as error:
        trouble(error)
    panel = Panel(box, devices)
    panel.start()
    return panel


def _greet(box: Box) -> None:
    words = box.screens.language
    _write(f"narrator is ready: {'  '.join(box.addresses)}   host PIN {box.pin}")
    known = set(box.trouble)
    resumed = box.resume()
    _complain(sentence for code, sentence in box.trouble.items() if code not in known)
    if not resumed:
        address = box.addresses[0].removeprefix("http://")
        box.announce("box.welcome", address=words.spelled(address))
        box.say_pin()


def _free_port(listen: str, ports: Sequence[int]) -> int:
    for candidate in ports:
        with socket.socket(socket.AF_INET6 if ":" in listen else socket.AF_INET) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind((listen, candidate))
            except (OSError, OverflowError):
                continue
            return candidate
    wanted = f"Port {ports[0]} is" if len(ports) == 1 else f"The ports {', '.join(map(str, ports))} are"
    sentence = f"{wanted} in use by another program, or only for root; end it, or choose another with --port."
    raise NarratorError("port-taken", sentence)
