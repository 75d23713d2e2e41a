"""The command line: `narrator play`, `narrator scenario`, and what else a host or a tinkerer asks for."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from narrator.errors import NarratorError
from narrator.folders import GAMES, data_folder, private
from narrator.game.library import Shelf

SCREEN = Path("-")


def main(arguments: list[str] | None = None) -> int:
    """Run one command; its exit code is 0 when all is well, 1 when something differed, 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="narrator", description="The box that moderates Werewolf.")
    own = argparse.ArgumentParser(add_help=False)
    for each, nothing in ((parser, []), (own, argparse.SUPPRESS)):  # before the command or after it
        each.add_argument(
            "--rolesets", type=Path, action="append", default=nothing, metavar="DIR",
            help="a folder with rolesets of your own",
        )  # fmt: skip
    kept = argparse.ArgumentParser(add_help=False)
    kept.add_argument("--data", type=Path, default=data_folder(), metavar="DIR", help="where the box keeps everything")
    wired = argparse.ArgumentParser(add_help=False)
    wired.add_argument("--wiring", metavar="PLAN", help="the plan of wires, by its name or as a file (one's own)")
    commands = parser.add_subparsers(dest="command", required=True)
    scenario = commands.add_parser("scenario", parents=[own], help="play scenarios and tell what differs")
    scenario.add_argument("paths", type=Path, nargs="+", metavar="FILE", help="files or folders")
    scenario.add_argument("--json", action="store_true", help="print what happened, a JSON object a phase")
    scenario.set_defaults(run=_scenario)
    check = commands.add_parser("check", parents=[own], help="tell everything that is wrong in rolesets and words")
    check.add_argument("things", nargs="*", metavar="FILE|NAME", help="files, or ids of rolesets (all there are)")
    check.set_defaults(run=_check)
    export = commands.add_parser("export", parents=[own, kept], help="write a game that was played as a scenario")
    export.add_argument("game", metavar="GAME", help="a journal, or its name or number in the folder of games")
    about = "where to write it (to the screen)"
    export.add_argument("-o", dest="file", type=Path, default=SCREEN, metavar="FILE", help=about)
    export.set_defaults(run=_export)
    play = commands.add_parser("play", parents=[own, kept, wired], help="start the box")
    play.add_argument("--listen", default="0.0.0.0", help="the address to listen on (all of them)")
    play.add_argument("--port", type=int, nargs="+", metavar="N", help="the port of the pages: the first that is free")
    about = "pages over HTTPS, too, at the first of these ports that is free (443, 8443 …)"
    play.add_argument("--https", type=int, nargs="*", metavar="N", help=about)
    about = "a certificate of one's own for that, PEM; without, the box makes one that phones install"
    play.add_argument("--certificate", type=Path, metavar="FILE", help=about)
    play.add_argument("--key", type=Path, metavar="FILE", help="its key, PEM")
    play.add_argument("--bots", type=int, default=0, help="fill so many seats with bots")
    play.add_argument("--roleset", help="the roleset that the table begins with")
    play.add_argument("--deck", type=Path, metavar="FILE", help="its deck: a YAML file with lines such as werewolf: 2")
    play.add_argument("--power-off", action="store_true", help="switch the machine off when the host says good night")
    play.add_argument(
        "--fake-hardware", type=int, nargs="?", const=8, default=0, metavar="SEATS",
        help="devices for so many seats (8) on a page of the host's",
    )  # fmt: skip
    play.set_defaults(run=_play)
    about = "print where each wire goes, and how to play with buttons"
    wiring = commands.add_parser("wiring", parents=[own, kept, wired], help=about)
    wiring.add_argument("names", nargs="*", metavar="NAME", help="rolesets whose cards to number (all there are)")
    about = "draw it instead, on pages to print from a browser (to the screen: -)"
    wiring.add_argument("--svg", type=Path, metavar="FILE", help=about)
    wiring.set_defaults(run=_wiring)
    doctor = commands.add_parser("doctor", parents=[kept, wired], help="try speaker, voice, pins, network and the rest")
    about = "write one text for a bug report, with nothing secret in it (to the screen)"
    doctor.add_argument("--report", type=Path, nargs="?", const=SCREEN, metavar="FILE", help=about)
    doctor.set_defaults(run=_doctor)
    about = "print how phones join the box's own Wi-Fi; open or close it (which is the service's task)"
    hotspot = commands.add_parser("hotspot", parents=[own], help=about)
    hotspot.add_argument("what", nargs="?", choices=("open", "close"), help="open or close it, as root")
    hotspot.add_argument("--wait", type=float, default=0, metavar="S", help="seconds that other networks have first")
    hotspot.set_defaults(run=_hotspot)
    about = "list the tags, or teach them: card NAME, seat NUMBER, word WORD, join [ADDRESS], forget …"
    tags = commands.add_parser("tags", parents=[own, kept], help=about)
    tags.add_argument("words", nargs="*", metavar="WORD", help="what to teach, or to forget (nothing: list them)")
    tags.set_defaults(run=_tags)
    simulate = commands.add_parser("simulate", parents=[own], help="let bots play and print who wins how often")
    simulate.add_argument("roleset", metavar="ROLESET")
    simulate.add_argument("--players", type=int, required=True, metavar="N", help="how many sit at the table")
    simulate.add_argument("--games", type=int, required=True, metavar="M", help="how many games they play")
    simulate.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same games (0)")
    simulate.add_argument("--policy", default="random", metavar="P", help="how bots play: random or random-lynch")
    simulate.add_argument("--deck", type=_pairs, metavar="CARDS", help="as in werewolf=2,seer=1, the rest villagers")
    simulate.add_argument("--options", type=_pairs, default={}, metavar="OPTIONS", help="as in sheriff=never,parity=on")
    simulate.add_argument("--house-deck", action="store_true", help="any number of seats from 3 up, and of cards")
    simulate.add_argument("--house-rule", metavar="CARD", help="the card that a house rule's coin stands for")
    simulate.add_argument("--json", action="store_true", help="print a JSON object instead of a table")
    simulate.set_defaults(run=_simulate)
    about = "let bots play every proposed mix and keep the odds that the host's page shows"
    odds = commands.add_parser("odds", parents=[own], help=about)
    odds.add_argument("names", nargs="*", metavar="NAME", help="ids of rolesets (all there are)")
    odds.set_defaults(run=_odds)
    given = parser.parse_args(arguments)
    try:
        for folder in given.rolesets:
            if not folder.is_dir():
                raise NarratorError("no-folder", f"There is no folder {folder}.")
        return int(given.run(given, Shelf(*given.rolesets)))
    except NarratorError as error:
        print(f"narrator: {error.sentence} [{error.code}]", file=sys.stderr)
        return 1
    except PermissionError as error:
        remedy = "An installed box's commands run as the user narrator, who sees no home: use files in /tmp."
        print(f"narrator: {error.filename}: {error.strerror}. {remedy} [not-allowed]", file=sys.stderr)
        return 1
    except BrokenPipeError:  # whoever read along, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _check(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator.game.check import problems

    failed = False
    for thing in given.things or shelf.names:
        found = problems(shelf, thing)
        failed = failed or bool(found)
        print("\n".join(map(str, found)) or f"{thing}: ok")
    return int(failed)


def _doctor(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator.commands.findings import STOPS, findings

    found = findings(given.data, given.wiring)
    if given.report is not None:
        from narrator.commands.report import report

        _put(report(given.data, shelf, found), given.report)
        return 0
    stopped = False
    for finding in found:
        print(finding, flush=True)
        stopped = stopped or finding.state == STOPS
    return int(stopped)


def _put(text: str, file: Path, opener: Callable[[str, int], int] | None = private) -> None:
    """Write a text to a file, or to the screen; nobody else may read the file, unless the `opener` says so."""
    if file == SCREEN:
        print(text, end="")
        return
    try:
        with open(file, "w", encoding="utf-8", opener=opener) as out:
            out.write(text)
    except OSError as error:
        remedy = f"With - instead it is shown, and `> {file.name}` behind that keeps it."
        raise NarratorError("unwritable", f"{file} cannot be written: {error.strerror}. {remedy}") from None


def _export(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator.game import export, journal

    loaded = journal.load(journal.named(given.data / GAMES, given.game))
    text = export.scenario(journal.replayed(loaded), f"Game {loaded.path.stem}")
    if loaded.torn:
        print(f"narrator: {loaded.torn}", file=sys.stderr)
    if loaded.roleset_changed(shelf):
        sentence = f"{loaded.header['roleset']} is not what it was when this was played; the scenario may differ."
        print(f"narrator: {sentence}", file=sys.stderr)
    _put(text, given.file)
    return 0


def _play(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator.commands.play import PORTS, TLS_PORTS, Settings, play

    if (given.certificate is None) != (given.key is None):
        raise NarratorError("no-certificate", "--certificate and --key belong together: name both files.")
    secured = given.https is not None or given.certificate is not None
    settings = Settings(
        given.data, given.listen, given.port or PORTS, given.bots, given.roleset, given.deck, given.wiring,
        given.power_off, given.fake_hardware, (given.https or TLS_PORTS) if secured else (),
        (given.certificate, given.key) if given.certificate else None,
    )  # fmt: skip
    return play(settings, shelf)


def _hotspot(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator.network import hotspot
    from narrator.network.addresses import addresses
    from narrator.telling.language import Language

    try:
        if given.what == "close":
            hotspot.close_hotspot()
        elif given.what == "open":
            words = Language.load(shelf.folders, shelf.names[0], "en").passwords
            hotspot.open_hotspot(words, given.wait, addresses=addresses)
    except OSError as error:
        remedy = "It is root's task: `sudo systemctl start narrator-hotspot`, or `stop`."
        raise NarratorError("no-hotspot", f"{error.filename}: {error.strerror}. {remedy}") from None
    wifi = hotspot.opened()
    if wifi is None:
        print("The box has opened no Wi-Fi of its own.")
    elif given.what == "open":  # kept in the system's journal, where no password belongs
        print(f"The box has opened a Wi-Fi of its own, {wifi.name}.")
    else:
        print(f"Wi-Fi: {wifi.name}   password: {wifi.passphrase}   the box in it: http://{wifi.address}")
    return 0


def _wiring(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator.panel.plans import READY_MADE, card_names, plan_file, plan_in, sheet
    from narrator.panel.wiring_picture import picture

    file = plan_file(given.data, given.wiring) or READY_MADE["eight-seats"]
    names = given.names or shelf.names
    if given.svg is not None:
        _put(picture(file.stem, plan_in(file), card_names(shelf, names)), given.svg, opener=None)
        return 0
    for line in sheet(file, shelf, names):
        print(line)
    return 0


def _tags(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator.commands.tags import tags

    try:
        for line in tags(given.data, shelf, given.words):
            print(line, flush=True)
    except KeyboardInterrupt:
        print()
    return 0


def _simulate(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator.game.simulate import Series, Tally, simulate, summary

    try:
        deck = given.deck and {card: int(number) for card, number in given.deck.items()}
    except ValueError:
        raise NarratorError("bad-deck", "A deck names cards and how many, as in --deck werewolf=2,seer=1.") from None
    series = Series(
        given.roleset, given.players, given.games, given.seed, given.policy, deck, given.options, given.house_deck,
        given.house_rule, tuple(given.rolesets),
    )  # fmt: skip
    watched = sys.stderr.isatty()
    tally = Tally()
    try:
        for tally in simulate(series):
            if watched:
                done = 40 * tally.games // series.games
                bar = f"{'█' * done}{'░' * (40 - done)} {tally.games} of {series.games} games"
                print(f"\r{bar}", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        if not tally.games:
            return 130
    if watched:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    told = summary(series, tally)
    if given.json:
        print(json.dumps(told, ensure_ascii=False))
        return 0
    print(f"{given.roleset}: {tally.games} games of {given.players} players, {given.policy} bots, seed {given.seed}")
    for winner, odds in told["winners"].items():
        share, low, high = (100 * odds[key] for key in ("share", "low", "high"))
        print(f"{winner:20}{share:5.1f} %   95 % sure: {low:.1f} to {high:.1f} %   {odds['games']} games")
    print(f"{'mean length':20}{told['mean_nights']:5.1f} nights")
    return 0


def _odds(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator.lobby.odds import count

    for name in given.names or shelf.names:
        for seats, came in count(shelf, name):
            print(f"{name:20}{seats:4} players   {came}", flush=True)
    return 0


def _pairs(text: str) -> dict[str, str]:
    """What stands behind an option such as `--deck werewolf=2,seer=1`."""
    pairs = [pair.partition("=") for pair in text.split(",")]
    if not all(name and value for name, _, value in pairs):
        raise argparse.ArgumentTypeError(f"“{text}” must be of the form name=value,name=value")
    return {name.strip(): value.strip() for name, _, value in pairs}


def _scenario(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator.game import scenario

    failed, files = False, list(scenario.files(given.paths))
    if not files:
        raise NarratorError("no-scenarios", f"There is no scenario in {', '.join(map(str, given.paths))}.")
    for file in files:
        outcome = scenario.play(file, shelf)
        failed = failed or bool(outcome.problems)
        if given.json:
            for phase in outcome.phases:
                print(json.dumps(phase, ensure_ascii=False))
            for problem in outcome.problems:
                print(problem, file=sys.stderr)
        else:
            print("; ".join(str(problem) for problem in outcome.problems) or f"{file}: ok")
    return int(failed)
