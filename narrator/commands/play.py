"""`narrator play`: puts together everything that makes a box, starts it, and ends it in good order."""

from __future__ import annotations

import errno
import faulthandler
import os
import signal
import socket
import subprocess
import sys
import threading
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from hardware.devices import Device
from hardware.fake import Fake
from hardware.keypads import Keypads
from hardware.pn532 import pn532
from hardware.readers import PcscReaders
from narrator.box.blocked_words import unread_list
from narrator.box.box import Box
from narrator.box.forecast import Forecast
from narrator.box.natural_voice import NaturalVoice
from narrator.box.trial import Trial
from narrator.commands.arguments import add_data, add_plan, number, pairs
from narrator.errors import NarratorError, english
from narrator.folders import GAMES, OWN_SOUNDS, SOUNDS, cache_folder, close_to_others, lock
from narrator.game.journal import games
from narrator.game.library import Library
from narrator.lobby.deck_file import deck_in
from narrator.lobby.lobby import MOST_SEATS
from narrator.lobby.setup import preset_options, with_options
from narrator.network.addresses import Found, Watch, found, note_port
from narrator.network.heartbeat import Heartbeat
from narrator.panel.fake_page import FakePage
from narrator.panel.panel import Panel
from narrator.panel.plans import plan_file, plan_in
from narrator.telling.loudspeaker import MixerLoudspeaker
from narrator.telling.own_sounds import listed
from narrator.telling.sound import Event, Finished, Mixer, SpeakerFound, SpeakerLost, Started, Unplayable
from narrator.telling.voice import VOICES, Models, Voice
from web.https import Tls
from web.server import Server

PORT = 1, 65535
"""The lowest and the highest port that there is."""
PORTS = (8080, 8081, 8082, 8888)
"""Tried in this order when the host names none."""
TLS_PORTS = (443, 8443, 8444, 8445)
"""The same for HTTPS."""
HTTPS = "https"
"""The folder within the data folder for the box's own authority."""
ASIDE = "<7>" if "JOURNAL_STREAM" in os.environ else ""
"""Under systemd what the box says is logged as `debug`, apart from its troubles: names and the PIN are in it."""
BAR = 30
"""Characters of a progress bar."""
PUT_ASIDE = ("set-aside", "table", "evenings", "damaged-journal", "unplayable-journal")
"""Troubles at a start for which something that was kept has been put aside: this is said aloud."""
PATIENCE = 15.0
"""Seconds to wait for a voice that has rendered nothing yet."""


class Settings(NamedTuple):
    """What the command line says: the folder for games, the address to listen on and the ports to try, bots, the
    roleset, a file with its deck, the wiring plan (by name or as a file) if it is not the box's own, whether a good
    night switches the machine off, for how many seats there are devices on a page, what HTTPS needs, the code of
    the box's language, the preset and options of the roleset, and whether somebody is new, where that is said."""

    data: Path
    listen: str
    ports: Sequence[int]
    bots: int
    roleset: str | None
    deck: Path | None
    wiring: str | None
    power_off: bool
    fake: int
    tls_ports: Sequence[int] = ()
    certificate: tuple[Path, Path] | None = None
    language: str | None = None
    preset: str | None = None
    options: Mapping[str, str] = MappingProxyType({})
    new: bool | None = None


def add_arguments(parser: ArgumentParser) -> None:
    add_data(parser)
    add_plan(parser)
    parser.add_argument("--listen", default="0.0.0.0", help="the address to listen on (all of them)")
    about = "the port of the pages: the first of these that is free"
    parser.add_argument("--port", type=number(*PORT), nargs="+", metavar="N", help=about)
    parser.add_argument("--bots", type=number(0, MOST_SEATS), default=0, help="fill this many seats with bots")
    about = "somebody is new: explain the game first (before the first game ever, unless it is --no-new)"
    parser.add_argument("--new", action=BooleanOptionalAction, help=about)
    about = "what the box speaks from now on, such as en, wherever nobody wants another language"
    parser.add_argument("--language", metavar="CODE", help=about)
    parser.add_argument("--roleset", help="the roleset that the table begins with")
    parser.add_argument("--preset", metavar="NAME", help="a choice of its options, such as village")
    about = "its options, as in buildings=on,town_crier=cards 3"
    parser.add_argument("--options", type=pairs, default={}, metavar="OPTIONS", help=about)
    about = "its deck: a YAML file with lines such as werewolf: 2"
    parser.add_argument("--deck", type=Path, metavar="FILE", help=about)
    about = "switch the machine off when the host says good night"
    parser.add_argument("--power-off", action="store_true", help=about)
    about = "serve pages over HTTPS too, at the first of these ports that is free (443, 8443 …)"
    parser.add_argument("--https", type=number(*PORT), nargs="*", metavar="N", help=about)
    about = "a certificate of your own for that, PEM; without one the box makes its own, which phones install"
    parser.add_argument("--certificate", type=Path, metavar="FILE", help=about)
    parser.add_argument("--key", type=Path, metavar="FILE", help="its key, PEM")
    about = "devices for this many seats (8) on a page of the host's"
    parser.add_argument("--fake-hardware", type=int, nargs="?", const=8, default=0, metavar="SEATS", help=about)


def run(given: Namespace, library: Library) -> int:
    return play(settings_of(given), library)


def settings_of(given: Namespace) -> Settings:
    """What the command line says; raises `NarratorError` for half a certificate."""
    if (given.certificate is None) != (given.key is None):
        raise NarratorError("no-certificate", "--certificate and --key belong together: name both files.")
    secured = given.https is not None or given.certificate is not None
    return Settings(
        data=given.data,
        listen=given.listen,
        ports=given.port or PORTS,
        bots=given.bots,
        roleset=given.roleset,
        deck=given.deck,
        wiring=given.wiring,
        power_off=given.power_off,
        fake=given.fake_hardware,
        tls_ports=(given.https or TLS_PORTS) if secured else (),
        certificate=(given.certificate, given.key) if given.certificate else None,
        language=given.language,
        preset=given.preset,
        options=given.options,
        new=given.new,
    )


def play(settings: Settings, library: Library) -> int:
    """Start the box and moderate until it is told to stop; the exit code is 0 then."""
    faulthandler.enable(all_threads=False)  # a box that is killed because it hangs says where
    heart = Heartbeat()
    with ExitStack() as parts:
        parts.enter_context(lock(settings.data))
        close_to_others(settings.data)
        port = _free_port(settings.listen, settings.ports, "--port")
        note_port(settings.data, port)
        trial = parts.enter_context(_on_trial(settings.data))
        set_aside = trial.begins()
        tls, look = _https(settings, port) if settings.tls_ports else (None, partial(found, settings.listen, port))
        box, voice = parts.enter_context(_box(settings, library, look(), heart))
        if set_aside is not None:
            _complain([english(set_aside)])
            box.trouble["set-aside"] = set_aside
        box.try_table()
        fake_page = FakePage(box, Fake(settings.fake)) if settings.fake else None
        server = Server(box, settings.listen, port, fake_page=fake_page, tls=tls)
        server.start()
        parts.callback(server.stop)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: box.stop())
        panel = _panel(settings, box, fake_page)
        parts.callback(panel.close)
        forecast = Forecast(box)
        forecast.start()
        parts.callback(forecast.close)
        _greet(box, found(settings.listen if box.addresses else "localhost", port), tls, trial)
        watch = Watch(look, partial(_found_at, box, heart))
        threading.Thread(target=_get_ready, args=(voice, box, heart, watch, panel), daemon=True).start()
        parts.callback(watch.close)
        box.run()
        heart.say("STOPPING=1", "STATUS=Saying good night.")
    if box.asleep and settings.power_off:
        _power_off()
    return 0


@contextmanager
def _on_trial(data: Path) -> Iterator[Trial]:
    """A start that fails with a reason given was not made to fail by what is kept."""
    trial = Trial(data)
    try:
        yield trial
    except (NarratorError, KeyboardInterrupt):
        trial.passed()
        raise
    except OSError as error:
        if error.filename is None:
            raise
        trial.passed()
        remedy = "see that whoever starts the box may read and write there, and that the disk is not full."
        raise NarratorError("unusable-file", f"{error.filename}: {error.strerror}; {remedy}") from None


@contextmanager
def _box(settings: Settings, library: Library, here: Found, heart: Heartbeat) -> Iterator[tuple[Box, Voice]]:
    def speaks(trouble: NarratorError | None) -> None:
        if trouble is not None:
            _complain([trouble.sentence])
        box.call(lambda: box.report("voice", None if trouble is None else trouble.told))

    def hear(event: Event) -> None:
        match event:
            case SpeakerLost(trouble):
                _complain([trouble.sentence])
                box.call(lambda: box.speaker(trouble))
            case SpeakerFound():
                box.call(lambda: box.speaker(None))
            case Started(clip):
                box.call(lambda: loudspeaker.begun(clip))
            case Finished(clip):
                box.call(lambda: loudspeaker.begun(clip))
                loudspeaker.finished(event)
            case Unplayable(trouble):
                _complain([trouble.sentence])
                box.call(lambda: box.report("sound", trouble.told))

    def learned() -> None:
        _show_learning(*voice.progress)
        box.call(lambda: natural.show())

    def model(language: str, name: str) -> Path | None:
        return box.models.of(language, name)

    given = Models(settings.data / VOICES).given
    voice = Voice(cache_folder() / "voice", report=speaks, given=given, model=model, learned=learned)
    own, faults = listed(settings.data / OWN_SOUNDS, SOUNDS)
    mixer = Mixer(hear, sounds=SOUNDS, own=settings.data / OWN_SOUNDS, listed=own)
    loudspeaker = MixerLoudspeaker(voice, mixer, _write)
    half = heart.period and heart.period / 2
    box = Box(settings.data, loudspeaker, library=library, found=here, pulse=heart.beat, period=half)
    if faults:
        box.trouble["sound-list"] = "\n".join(map(str, faults))
    if (unread := unread_list(settings.data)) is not None:
        box.trouble["blocked-words"] = unread
    _complain(map(english, box.trouble.values()))
    if settings.language is not None:
        box.speak(settings.language)
    if settings.roleset is not None:
        box.choose(settings.roleset, {})
    if settings.preset is not None:
        rules = box.next_rules
        if settings.preset not in rules.presets:
            known = ", ".join(rules.presets) or "none"
            sentence = f"There is no preset “{settings.preset}” of {box.lobby.roleset}; there are: {known}."
            raise NarratorError("unknown-preset", sentence)
        box.choose(box.lobby.roleset, preset_options(rules, box.lobby.options, settings.preset))
    if settings.options:
        box.choose(box.lobby.roleset, with_options(box.next_rules.options, box.lobby.options, settings.options))
    if settings.deck is not None:
        box.lobby.deck = deck_in(settings.deck, box.next_rules)
    if settings.bots:
        box.lobby.seat_bots(settings.bots, list(box.language.bots))
    box.lobby.beginners = somebody_is_new(settings, before=box.lobby.beginners)
    box.rehearse()
    _complain(english(told) for code, told in box.trouble.items() if code.startswith("words "))
    natural = NaturalVoice(box, voice)
    mixer.start()
    mixer.volumes(**box.lobby.volumes)
    try:
        yield box, voice
        natural.close()
        loudspeaker.hush()
        seconds = box.speech.announce("box.good-bye")
        loudspeaker.wait(0.0 if "speaker" in box.trouble else seconds + 1.0)
    finally:
        loudspeaker.close()


def somebody_is_new(settings: Settings, before: bool) -> bool:
    """Does the next game begin with an introduction? As the command line says, else before the first game ever, and
    else as the host has left it `before`."""
    if settings.new is not None:
        return settings.new
    return before or not games(settings.data / GAMES)


def _write(line: str) -> None:
    print(ASIDE + line, flush=True)


def _show_learning(done: int, of: int) -> None:
    """Draw in the terminal how far the natural voice is."""
    if sys.stdout.isatty() and of:
        bar = "#" * (BAR * done // of)
        print(f"\rThe natural voice gets ready [{bar:.<{BAR}}] {done} of {of}", end="", flush=True)
    if done == of:
        _write(("\n" if sys.stdout.isatty() else "") + "The natural voice is ready.")


def _complain(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        print(sentence, file=sys.stderr, flush=True)


def _get_ready(voice: Voice, box: Box, heart: Heartbeat, watch: Watch, panel: Panel) -> None:
    """Wait until the voice has spoken, or is in trouble; then all is ready."""
    voice.wait(box.language.foreseeable("box.test")[0], PATIENCE)
    box.call(lambda: heart.say("READY=1"))
    box.call(box.chime)
    if not box.trouble.keys().isdisjoint(PUT_ASIDE):
        box.call(box.announce_set_aside)
    if panel.buttons:
        box.call(box.invite)
    watch.start()


def _found_at(box: Box, heart: Heartbeat, here: Found) -> None:
    """Tell the box where phones find it, and write that if it is news."""
    where = " or ".join(here.addresses)
    if where and here.addresses != box.addresses:
        _write(f"narrator is found at: {where}")
    box.call(lambda: box.found_at(here))
    box.call(lambda: heart.say(f"STATUS=Phones find the box at {where}." if where else "STATUS=No network."))


def _power_off() -> None:
    try:
        subprocess.run(["systemctl", "--no-ask-password", "poweroff"], check=True)
    except (OSError, subprocess.CalledProcessError):
        _complain(["The machine cannot be switched off from here: press its power button, or run `sudo poweroff`."])


def _devices(settings: Settings) -> Iterator[Callable[[], Device]]:
    """What makes each device, those that need no plan first; raises `NarratorError` if a device cannot be made."""
    yield partial(Keypads, shared=_somebody_works_here())
    yield PcscReaders
    file = plan_file(settings.data, settings.wiring)
    if file is None:
        return
    # gpiozero takes a while to load, and few machines have pins
    from hardware.buttons import Buttons
    from hardware.knob import Knob

    plan = plan_in(file)
    if plan.seats or plan.lid:
        yield partial(Buttons, plan)
    if plan.reader:
        yield partial(pn532, plan.reader)
    if plan.knob is not None:
        yield partial(Knob, plan.knob)


def _somebody_works_here() -> bool:
    """Do this machine's keyboards type into the terminal or the desktop from which the box was started?"""
    desktop = any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return desktop or (sys.stdin.isatty() and "SSH_CONNECTION" not in os.environ)


def _panel(settings: Settings, box: Box, fake_page: FakePage | None) -> Panel:
    panel = Panel(box, [] if fake_page is None else [fake_page.fake], box.ask)

    def trouble(error: NarratorError) -> None:
        if error.code == "device-keypads" and not box.lobby.keys:
            panel.pairing.without = error.told
            return
        if error.code == "no-pyscard" and (fake_page is not None or not dict(box.tags)):
            return
        _complain([error.sentence])
        box.trouble[error.code] = error.told

    try:
        for made in _devices(settings):
            try:
                panel.devices.append(made())
            except NarratorError as error:
                trouble(error)
    except NarratorError as error:
        trouble(error)
    panel.start()
    return panel


def _https(settings: Settings, plain: int) -> tuple[Tls, Callable[[], Found]]:
    """Pages over HTTPS, at another port than the `plain` ones, and where they are found."""
    from narrator.network.certificates import Certificate, GivenCertificate, OwnCertificate

    shown: Certificate
    if settings.certificate is not None:
        shown = GivenCertificate(*settings.certificate, datetime.now(UTC))
    else:
        shown = OwnCertificate(settings.data / HTTPS)
        shown.hosts([])
    ports = [port for port in settings.tls_ports if port != plain]
    if not ports:
        sentence = f"Port {plain} has the pages without HTTPS; choose another with --https, or with --port."
        raise NarratorError("port-taken", sentence)
    port = _free_port(settings.listen, ports, "--https")
    return Tls(port, shown.context, shown.authority), partial(found, settings.listen, port, shown.hosts)


def _greet(box: Box, plain: Found, tls: Tls | None, trial: Trial) -> None:
    """Go on with a game that was cut off, if there is one, and write that the box is ready."""
    known = set(box.trouble)
    trial.goes_on()
    if not box.resume():
        box.lobby.begin_evening()
    box.try_table()
    trial.passed()
    _complain(english(told) for code, told in box.trouble.items() if code not in known)
    here = "  ".join(box.addresses or plain.addresses)
    _write(f"narrator is ready: {here}   host PIN {box.pin}")
    if tls is not None and tls.authority is not None:
        _write(f"Phones install its certificate once: {plain.addresses[0]}/certificate   SHA-256 {tls.fingerprint}")


def _free_port(listen: str, ports: Sequence[int], option: str) -> int:
    for candidate in ports:
        with socket.socket(socket.AF_INET6 if ":" in listen else socket.AF_INET) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind((listen, candidate))
            except OSError as error:
                if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                    remedy = "leave out --listen, and the box listens on all that it has."
                    raise NarratorError("no-address", f"This machine has no address “{listen}”: {remedy}") from None
                continue
            return candidate
    wanted = f"Port {ports[0]} is" if len(ports) == 1 else f"The ports {', '.join(map(str, ports))} are"
    remedy = f"end that program, or choose another with {option}."
    raise NarratorError("port-taken", f"{wanted} in use by another program, or only for root; {remedy}")
