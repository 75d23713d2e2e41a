"""A box without a game: it talks to the pages as the real one does, and shows what a test tells it to.

What it shows is made of the real box's types, so a test that shows what no box would show fails.

`python -m tests.labs.fakebox` serves one at http://127.0.0.1:8081 (host PIN 123456), to look at the pages by hand.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from msgspec import convert
from msgspec.json import encode

from narrator.box.pages.host_page import balance
from narrator.box.pages.listeners import Listeners
from narrator.box.pages.newest import joined
from narrator.box.pages.page_types import (
    Deck,
    HostInGame,
    HostInLobby,
    HostSetup,
    LentPart,
    Moment,
    PlayerPart,
    Shared,
    TablePart,
)
from narrator.box.pages.village_types import PageData
from narrator.errors import NarratorError
from narrator.game.library import OWN
from narrator.game.simulate import Tally
from narrator.network.hotspot import Wifi
from narrator.telling.page_words import installed
from web.box import DevicePage, Kind, Message

SIZE = 4096  # views are padded to a multiple of it

CARD = {
    "id": "seer",
    "name": "Seer",
    "is": "Each night you look into one player's heart and learn what beats there.",
    "wants": "The village wins when the last werewolf is dead.",
    "wakes": "Every night, before the werewolves.",
    "advice": "Hint at what you know before you say it.",
}
LOBBY = {"kind": "lobby", "title": "You are in", "text": "The host starts the game when everybody has sat down."}
WAITING = {
    "kind": "waiting",
    "title": "Wait for the host",
    "text": "Your name is on the host’s page. You are in when the host lets you in.",
}
REST = {"kind": "rest", "title": "Night", "text": "Close your eyes and listen."}


class FakeListener:
    """One open page of the fake box."""

    def __init__(self, box: FakeBox, kind: Kind, token: str | None, language: str) -> None:
        self.box = box
        self.closed = False
        self.wake: Callable[[], None] = lambda: None
        self._kind = kind
        self._token = token
        self._language = language
        self._seen = -1

    def get(self, timeout: float) -> str | None:
        """The newest view that this page has not had yet."""
        with self.box.changed:
            self.box.changed.wait_for(lambda: self.closed or self.box.version > self._seen, timeout)
            if self.closed or self.box.version <= self._seen:
                return None
            self._seen = self.box.version
            return self.box.snapshot(self._kind, self._token, self._language)

    def close(self) -> None:
        """The page has gone."""
        with self.box.changed:
            self.closed = True
            self.box.listening.discard(self)
            self.box.changed.notify_all()
        self.wake()


PEOPLE: list[dict[str, Any]] = [
    {
        "name": "Ann",
        "games": 7,
        "won": 4,
        "survived": 3,
        "votes": 16,
        "hits": 7,
        "detective": True,
        "sides": ["The village 5", "The werewolves 2"],
        "cards": ["Villager 3", "Werewolf 2", "Seer 1", "Little girl 1"],
    },
    {
        "name": "Bartholomew the Younger",
        "games": 1,
        "won": 0,
        "survived": 1,
        "votes": 2,
        "hits": 0,
        "detective": False,
        "sides": ["The village 1"],
        "cards": ["Hunter 1"],
    },
]
"""Who has played on the box before."""


class FakeBox:
    """A box that shows what it is told to: `show` changes what all pages show, `show_seat` one player's."""

    words, _ = installed([OWN])
    own_language = "en"
    pictures: Mapping[str, str] = {}

    def __init__(self, *names: str) -> None:
        self.version = 1
        self.changed = threading.Condition(threading.RLock())
        self.listening: set[FakeListener] = set()
        self.begin(*names)

    def begin(self, *names: str) -> None:
        """As a new box with these players, but for the pages that are open."""
        self.addresses = ["http://192.168.1.7:8080", "http://narrator.local:8080"]
        self.join_url = "http://192.168.1.7:8080/"
        self.wifi: Wifi | None = None
        self.pin = "123456"
        self.boot = "a1b2"
        self.tags = SimpleNamespace(fake={})
        self.asked: list[Message] = []  # every message that was new
        self.host_tokens: set[str] = set()
        self.seats: dict[str, str] = {}  # token -> name
        self.players: dict[str, dict[str, Any]] = {}  # name -> what its page shows besides
        self.common: dict[str, Any] = {
            "stage": "lobby",
            "sky": "night",
            "phase": "The village gathers",
            "caption": "Come in, sit down, and trust nobody.",
            "clock": None,
            "paused": None,
            "lent": None,
            "trouble": [],
            "event": None,
            "reader": None,
            "in_force": [],
            "reveal": None,
            "seats": [],
        }
        self.listeners = Listeners()  # parts of the box
        self.inside = "inside"
        self.fake_page: DevicePage | None = None
        self.loan: dict[str, Any] | None = None  # what a lent page shows besides
        self.setup = _setup()
        self.fingers: dict[str, Any] | None = None
        self.debates = False
        self.devices = [
            {"id": "aa", "address": "192.168.1.23", "here": True, "you": True},
            {"id": "bb", "address": "192.168.1.40", "here": False, "you": False},
        ]
        self._replies: dict[str, dict[str, Any]] = {}
        for name in names:
            self.sit_down(name)

    # What pages see.

    def snapshot(self, kind: Kind, token: str | None, language: str = "en") -> str:
        with self.changed:
            if kind == "deck":
                return encode(self.deck).decode()
            own = self._own(kind, token)
            moment = convert({"version": self.version, "clock": self.common["clock"]}, Moment)
            shared = {"boot": self.boot, "kind": kind, "join": self.join_url}
            shared |= {key: value for key, value in self.common.items() if key != "clock"}
            shared |= {"addresses": self.addresses, "deck": self.deck_id, "wifi": None}
            if kind in ("player", "lent"):
                shared["trouble"] = []
            if self.wifi is not None and kind != "player":
                shared["wifi"] = {"name": self.wifi.name}
            return joined(encode(moment), encode(convert(shared, Shared)), encode(own), SIZE)

    def _own(self, kind: Kind, token: str | None) -> PageData | None:
        if kind == "player":
            return convert({"light": None, "ghost": None, "acts": None, **self.players[self._name(token)]}, PlayerPart)
        if kind == "lent":
            if self.loan is None or token != "lent-token":
                raise NarratorError("not-lent", "This phone is not lent, or no longer is.")
            return convert(self.loan, LentPart)
        if kind == "host":
            self._host(token)
            if self.common["stage"] == "lobby":
                return convert({"setup": self.setup}, HostInLobby)
            always = HostSetup.__struct_fields__
            in_game = {"number": 0, "fingers": self.fingers, "debate": self.debates, "vote": self.common["reveal"]}
            return convert({"setup": {key: self.setup[key] for key in always}, **in_game}, HostInGame)
        return TablePart(fingers=self.fingers)

    def listen(self, kind: Kind, token: str | None, language: str = "en") -> FakeListener:
        with self.changed:
            self.snapshot(kind, token, language)
            listener = FakeListener(self, kind, token, language)
            self.listening.add(listener)
            self.changed.notify_all()
            return listener

    @property
    def deck_id(self) -> str:
        return f"{self.setup['deck']} {[*self._houses]}"

    @property
    def _houses(self) -> dict[str, str]:
        houses = [seat["house"] for seat in self.common["seats"] if seat["house"]]
        return {house["id"]: house["name"] for house in houses}

    @property
    def deck(self) -> Deck:
        names = {card["id"]: card["name"] for card in self.setup["cards"]}
        text = {part: CARD[part] for part in ("is", "wants", "wakes", "advice")}
        cards = [{"id": card, "name": names[card], "number": n, **text} for card, n in self.setup["deck"].items()]
        text = {part: CARD[part] for part in ("is", "advice")}
        buildings = [{"id": house, "name": name, **text} for house, name in self._houses.items()]
        return convert({"cards": cards, "buildings": buildings}, Deck)

    @property
    def known_mix(self) -> dict[str, int]:
        return dict(self.setup["deck"])

    @property
    def lobby(self) -> SimpleNamespace:
        return SimpleNamespace(buttons={one["name"]: one["button"] for one in self.setup["players"] if one["button"]})

    # What tests and scenes do.

    def show(self, **changes: Any) -> None:
        """Change the common part of every view."""
        with self.changed:
            self.common |= changes
            self._publish()

    def show_seat(self, name: str, **changes: Any) -> None:
        """Change what one player's page shows: `screen`, `ghost`, and parts of `you`."""
        with self.changed:
            you = self.players[name]["you"] | changes.pop("you", {})
            self.players[name] |= {"you": you, **changes}
            self._publish()

    def sit_down(self, name: str, bot: bool = False) -> str:
        """A new player; the token of its page."""
        with self.changed:
            token = f"token of {name}".replace(" ", "-")
            self.seats[token] = name
            you = {"seat": name, "alive": True, "won": None, "card": None, "notes": []}
            self.players[name] = {"you": you, "screen": screen(LOBBY, 0)}
            self.common["seats"].append(seat(name, bot=bot))
            player = {"name": name, "bot": bot, "here": True, "button": None, "number": None, "take_over": None}
            self.setup["players"].append(player)
            self.setup["seats"] = len(self.seats)
            self._publish()
            return token

    def restart(self) -> None:
        """As after a restart of the real box: versions begin again."""
        with self.changed:
            self.boot += "c"
            self.version = 0
            self._publish()

    def drop_pages(self) -> None:
        """As if the network had failed for a moment: all streams end."""
        with self.changed:
            for listener in list(self.listening):
                listener.close()

    # What pages ask for.

    def ask(self, message: Message) -> dict[str, Any]:
        with self.changed:
            tap = message.get("tap")
            if tap in self._replies:
                return dict(self._replies[tap])
            self.asked.append(message)
            try:
                reply = {"ok": True, **(self._do(message) or {})}
            except NarratorError as error:
                reply = {"ok": False, "code": error.code, "sentence": error.sentence}
            if tap:
                self._replies[tap] = reply
            self._publish()
            return dict(reply)

    def _do(self, message: Message) -> dict[str, Any] | None:
        token = message.get("token")
        match message:
            case {"do": "join", "name": str(name), "pin": str(pin)} if pin:
                return self._take_over(name.strip(), pin)
            case {"do": "join", "name": str(name), "again": True}:
                token = f"other token of {name.strip()}".replace(" ", "-")
                self.seats = {other: seat for other, seat in self.seats.items() if seat != name.strip()}
                self.seats[token] = name.strip()
                return {"token": token}
            case {"do": "join", "name": str(name)} if name in self.players:
                raise NarratorError("is-it-you", f"Somebody is already called {name}. Is that you?")
            case {"do": "join", "name": str(name)}:
                return self._join(name.strip())
            case {"do": "add", "name": str(name)}:
                self._host(token)
                self._join(name.strip())
            case {"do": "hand-over", "name": str(name)}:
                self._host(token)
                self.number(name, "4821")
            case {"do": "open-host", "pin": pin}:
                if pin != self.pin:
                    raise NarratorError("wrong-pin", "That is not the PIN; the box says it when it starts.")
                self.host_tokens.add("host-token")
                return {"token": "host-token"}
            case {"do": "say-pin"}:
                if [message["do"] for message in self.asked].count("say-pin") > 1:
                    raise NarratorError("too-often", "The box has just said the PIN; it says it again in a moment.")
            case {"do": "look-back"}:
                mine = (token or "").removeprefix("token-of-")
                people = [{**one, "yours": token in self.host_tokens or one["name"] == mine} for one in PEOPLE]
                return {"people": people, "csv": "name,card\r\nAnn,seer\r\n"}
            case {"do": "lend"}:
                raise NarratorError("not-now", "Phones are lent in a game, but not at night: then all eyes are shut.")
            case {"do": "put-away"}:
                self.loan = None
            case {"do": "leave"}:
                self._stand_up(self._name(token))
            case {"do": "answer", "number": number, "value": list(value)}:
                shown = self.players[self._name(token)]["screen"]
                if shown["number"] != number:
                    raise NarratorError("stale", "Too late: the box has gone on.")
                if not all(isinstance(one, str) for one in value):
                    raise NarratorError("not-a-choice", "An answer names choices of the screen.")
                shown["chosen"] = value
            case {"do": "sign", "value": list(value)}:
                self.players[self._name(token)]["screen"]["aside"]["given"] = bool(value)
            case {"do": "call-vote" | "more-time" | "say-again"}:
                self._name(token)
            case {"do": "kick", "name": str(name)} if name in self.setup["waiting"]:
                self._host(token)
                self.setup["waiting"].remove(name)
            case {"do": "kick", "name": str(name)}:
                self._host(token)
                self._stand_up(name)
            case {"do": "set", "what": what, "value": value}:
                self._host(token)
                self._set(what, value)
                return {"version": self.version + 1}
            case {"do": "let-in", "name": str(name)}:
                self._host(token)
                self.setup["waiting"].remove(name)
                self.sit_down(name)
            case {"do": "hosts"}:
                self._host(token)
                return {"hosts": self.devices}
            case {"do": "send-off", "what": what}:
                self._host(token)
                self.devices = [one for one in self.devices if one["id"] != what]
            case {"do": "sound-test" | "play-voice"}:
                self._host(token)
            case {"do": "new-pin"}:
                self._host(token)
            case {"do": "learn", "names": list(names)}:
                self._host(token)
                self.setup["wanted"] = names
            case {"do": "pause"}:
                self._host(token)
                self.common["paused"] = "The host has stopped the game for a moment."
            case {"do": "resume"}:
                self._host(token)
                self.common["paused"] = None
            case {"do": "bet" | "forget"}:
                self._name(token)
            case {"do": "read-aloud"}:
                self._host(token)
            case {"do": "start" | "undo" | "skip" | "end" | "longer" | "shorter" | "draw" | "again" | "good-night"}:
                self._host(token)
            case _:
                raise NarratorError("not-understood", f"The box does not know how to {message['do']}.")
        return None

    def _join(self, name: str) -> dict[str, Any]:
        if self.common["stage"] != "lobby":
            raise NarratorError("game-running", "A game is running. Sit down for the next one.")
        if not name:
            raise NarratorError("name-empty", "The box has to call you something: type a name.")
        if len(name) > 20:
            raise NarratorError("name-too-long", "That is too long to be called at night: twenty letters at most.")
        if name in self.players:
            raise NarratorError("name-taken", f"Somebody is already called {name}; add a letter to yours.")
        return {"token": self.sit_down(name), "seat": name}

    def _take_over(self, name: str, pin: str) -> dict[str, Any]:
        if self.number(name, None) != pin:
            raise NarratorError("wrong-pin", "That is not the number for this name; the host can get a new one.")
        self.seats = {token: seated for token, seated in self.seats.items() if seated != name}
        token = f"new token of {name}".replace(" ", "-")
        self.seats[token] = name
        return {"token": token, "seat": name}

    def number(self, name: str, number: str | None) -> str | None:
        """Give this player another number with which a new phone takes their seat over; returns the one before."""
        with self.changed:
            before = None
            for player in self.setup["players"]:
                if player["name"] == name:
                    before, player["take_over"] = player["take_over"], number
            self._publish()
            return before

    def _stand_up(self, name: str) -> None:
        self.seats = {token: seated for token, seated in self.seats.items() if seated != name}
        self.players.pop(name, None)
        for where in (self.common["seats"], self.setup["players"]):
            where[:] = [one for one in where if one["name"] != name]
        self.setup["seats"] = len(self.common["seats"])

    def _set(self, what: str, value: Any) -> None:
        setup = self.setup
        match what:
            case "deck":
                setup["proposed"] = value is None
                setup["odds"] = setup["usual"] if value is None else None
                setup["deck"] = value if value is not None else dict(_setup()["deck"])
            case "cards":
                deck = {card: number for card, number in {**setup["deck"], **value}.items() if card != "villager"}
                deck["villager"] = max(0, setup["seats"] - sum(deck.values()))
                setup |= {"proposed": False, "odds": None, "deck": {card: n for card, n in deck.items() if n}}
            case "option":
                for option in setup["options"]:
                    option["value"] = value.get(option["id"], option["value"])
            case "hands":
                setup["hands"] = {name: card for name, card in (setup["hands"] | value).items() if card}
            case "volume":
                setup["volumes"] |= value
            case "order":
                for where in (self.common["seats"], setup["players"]):
                    where.sort(key=lambda one: value.index(one["name"]))
            case "groups":
                names = [one["name"] for one in setup["players"]]
                first = [name for name in names if name not in value]
                called = [group["name"] for group in setup["groups"]] or ["A", "B"]
                setup["groups"] = [
                    {"name": name, "players": players} for name, players in zip(called, (first, value), strict=True)
                ]
            case "group_names":
                if not all(value):
                    raise NarratorError("group-names", "The two groups need two different names.")
                for group, name in zip(setup["groups"], value, strict=True):
                    group["name"] = name
            case "actor" | "house_rule":
                next(one for one in setup["laid"] if one["id"] == what)["chosen"] = value
            case "bots":
                bots = [one["name"] for one in setup["players"] if one["bot"]]
                for name in bots[value:]:
                    self._stand_up(name)
                for number in range(len(bots), value):
                    self.sit_down(f"Bot {number + 1}", bot=True)
            case "button":
                given = {one["name"]: one["button"] for one in setup["players"]} | value
                numbers = [number for number in given.values() if number is not None]
                if len(set(numbers)) < len(numbers):
                    raise NarratorError("button-taken", "One of these buttons is somebody's already.")
                for one in setup["players"]:
                    one["button"] = given[one["name"]]
            case "keys":
                setup["keys"] = 0
            case "roleset" | "pace" | "words" | "vote" | "lag" | "beginners" | "lending" | "door" | "keep_pin":
                setup[what] = value
            case "spoken_by" | "second_by":
                setup[what] = value
            case _:
                raise NarratorError("not-understood", f"The table has no {what}.")

    def _name(self, token: str | None) -> str:
        if token not in self.seats:
            raise NarratorError("unknown-seat", "The box does not know this page. Join again.")
        return self.seats[token]

    def _host(self, token: str | None) -> None:
        if token not in (*self.host_tokens, self.inside):
            raise NarratorError("not-the-host", "Only the host can do that. Open the host page with the PIN.")

    def _publish(self) -> None:
        self.version += 1
        self.changed.notify_all()
        for listener in self.listening:
            listener.wake()


def seat(name: str, **changes: Any) -> dict[str, Any]:
    """A seat as every page sees it."""
    return {
        "name": name,
        "alive": True,
        "gone": None,
        "card": None,
        "offices": [],
        "waiting": False,
        "voted": False,
        "chosen": False,
        "pointing": None,
        "votes": None,
        "count": None,
        "bot": False,
        "house": None,
        "posters": 0,
        "candle": None,
    } | changes


def screen(parts: dict[str, Any], number: int, **changes: Any) -> dict[str, Any]:
    """What a player's page shows, complete."""
    shown: dict[str, Any] = (
        {
            "number": number,
            "choices": [],
            "least": 1,
            "most": 1,
            "offers": [],
            "events": [],
            "may_pass": False,
            "pass_label": "",
            "chosen": None,
            "public": False,
            "aside": None,
        }
        | parts
        | changes
    )
    shown["choices"] = [
        {"number": number, "tells": number} | choice for number, choice in enumerate(shown["choices"], 1)
    ]
    touches = 0 if shown["public"] else shown["most"]
    return {"touches": touches, "fill": "Nobody else" if shown["least"] < touches else ""} | shown


def question(number: int, title: str, names: list[str], **changes: Any) -> dict[str, Any]:
    """A prompt, a vote or a decoy: to the page they are the same."""
    choices = [{"value": name, "label": name, "word": False, "part": 0} for name in names]
    return screen({"kind": "ask", "title": title, "text": "", "choices": choices}, number, **changes)


def chances(*shares: float) -> dict[str, Any]:
    """How often each side wins by chance."""
    sides = [("werewolves", "The werewolves"), ("villagers", "The village"), ("lovers", "The lovers")]
    return {
        "games": 2500,
        "balance": balance(Tally(wins=Counter(werewolves=round(1000 * shares[0]), villagers=round(1000 * shares[1])))),
        "sides": [
            {"id": side, "name": name, "share": share, "sure": [max(0.0, share - 0.02), share + 0.02]}
            for (side, name), share in zip(sides, shares, strict=False)
        ],
    }


def _setup() -> dict[str, Any]:
    names = {"werewolf": "Werewolf", "villager": "Villager", "seer": "Seer", "witch": "Witch", "hunter": "Hunter"}
    more = {"cupid": "Cupid", "little-girl": "Little Girl", "thief": "Thief"}
    copies = {"werewolf": 99, "villager": 99}
    return {
        "rolesets": [
            {"id": "millers-hollow", "title": "The Werewolves of Miller's Hollow"},
            {"id": "classic", "title": "Werewolf, the classic"},
        ],
        "roleset": "millers-hollow",
        "language": "en",
        "languages": [{"id": "en", "name": "English"}, {"id": "de", "name": "Deutsch"}],
        "spoken_language": "en",
        "spoken_languages": [{"id": "en", "name": "English"}, {"id": "de", "name": "Deutsch"}],
        "spoken_by": "en_US-joe-medium",
        "second_by": "en_US-joe-medium",
        "voices": [
            {"id": "en_US-joe-medium", "name": "Joe (US, medium)"},
            {"id": "en_GB-jenny_dioco-medium", "name": "Jenny Dioco (GB, medium)"},
            {"id": "espeak", "name": ""},
        ],
        "seats": 0,
        "deck": {"werewolf": 2, "villager": 3, "seer": 1, "witch": 1, "hunter": 1},
        "proposed": True,
        "filler": "villager",
        "cards": [{"id": card, "name": name, "copies": copies.get(card, 1)} for card, name in (names | more).items()],
        "warnings": [],
        "odds": chances(0.64, 0.36),
        "usual": chances(0.64, 0.36),
        "learning": {"done": 120, "of": 263},
        "options": [
            {
                "id": "sheriff",
                "name": "Sheriff",
                "text": "Somebody whose vote counts twice.",
                "values": [
                    {"value": "never", "label": "Nobody"},
                    {"value": "start", "label": "Before the first night"},
                    {"value": "first-day", "label": "On the first day"},
                ],
                "value": "start",
            },
            {
                "id": "ghosts_see",
                "name": "Ghosts see",
                "text": "Whether the dead may watch the night.",
                "values": [{"value": "off", "label": "No"}, {"value": "on", "label": "Yes"}],
                "value": "off",
            },
        ],
        "hands": None,
        "groups": [],
        "presets": [],
        "preset": None,
        "village": None,
        "events": None,
        "laid": [],
        "wanted": [],
        "readers": False,
        "beginners": False,
        "dealing": None,
        "keys": 0,
        "pace": "normal",
        "paces": ["relaxed", "normal", "brisk"],
        "words": "witty",
        "volumes": {"master": 0.8, "voice": 1.0, "ambience": 0.5, "room": 0.7},
        "lag": 0,
        "claims": [],
        "late": [],
        "lending": True,
        "door": True,
        "waiting": [],
        "keep_pin": False,
        "vote": "phones",
        "players": [],
        "start": None,
        "made_for": None,
    }


def main() -> None:
    """Serve a fake box until Enter is pressed."""
    from web.server import Server

    server = Server(FakeBox("Ann", "Bob", "Cid"), "127.0.0.1", 8081)
    server.start()
    try:
        input(f"http://127.0.0.1:{server.port}  (Enter stops it)")
    finally:
        server.stop()


if __name__ == "__main__":
    main()
