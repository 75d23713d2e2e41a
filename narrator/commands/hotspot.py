"""`narrator hotspot`: how do phones join the box's own Wi-Fi?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from narrator.errors import NarratorError
from narrator.game.library import Library
from narrator.network import hotspot
from narrator.network.addresses import addresses
from narrator.telling.language import Language


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", choices=("open", "close"), help="open or close it, as root")
    parser.add_argument("--wait", type=float, default=0, metavar="S", help="seconds to wait for another network first")


def run(given: Namespace, library: Library) -> int:
    try:
        if given.what == "close":
            hotspot.close_hotspot()
        elif given.what == "open":
            words = Language.load(library.folders, library.names[0], "en").passwords
            hotspot.open_hotspot(words, given.wait, addresses=addresses)
    except OSError as error:
        remedy = "Only root can do that: `sudo systemctl start narrator-hotspot`, or `stop`."
        raise NarratorError("no-hotspot", f"{error.filename}: {error.strerror}. {remedy}") from None
    wifi = hotspot.opened()
    if wifi is None:
        print("The box has opened no Wi-Fi of its own.")
    elif given.what == "open":  # this goes to the system's journal, where no password belongs
        print(f"The box has opened a Wi-Fi of its own, {wifi.name}.")
    else:
        print(f"Wi-Fi: {wifi.name}   password: {wifi.passphrase}   the box: http://{wifi.address}")
    return 0
