"""Who sits at the table, and how will it be played? Kept on the disk, so that a restarted box knows everybody again."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, ValidationError, convert

from narrator.bounds import Button, Cards, Lag, Lodge, LodgeByWord, NumberByWord, Word, WordByWord, Words, YearByWord
from narrator.errors import Said, Worded
from narrator.folders import put_aside, put_in_place
from narrator.lobby.lookalikes import namesake
from narrator.rules.registry import no_names
from narrator.rules.tellings import subjects
from narrator.telling.loudspeaker import VOLUMES, Volumes
from narrator.telling.pace import PACES, Vote, Wording
from narrator.telling.page_words import FIRST
from narrator.telling.voice import LONGEST_NAME, proper_name

MOST_SEATS = 60
MOST_WAITING = 12
MOST_HOSTS = 16
PIN_DIGITS = 6
TABLE = "table.json"
"""The file that keeps a table, in the data folder."""
NOT_KEPT = ("file", "tried", "answers", "remembered", "lost")
SEATS = Annotated[list[Word], Meta(max_length=MOST_SEATS)]
KEPT: Mapping[str, Any] = {
    "roleset": Word,
    "deck": Cards | None,
    "options": WordByWord,
    "language": Word,
    "voice": Word,
    "pace": Literal[tuple(PACES)],
    "words": Wording,
    "vote": Vote,
    "volumes": Volumes,
    "lag": Lag,
    "players": SEATS,
    "hands": WordByWord,
    "bots": SEATS,
    "second_group": SEATS,
    "sits_out": SEATS,
    "group_names": Annotated[list[Word], Meta(min_length=2, max_length=2)],
    "actor": Words,
    "house_rule": Word,
    "village": Cards | None,
    "houses": WordByWord,
    "stack": Words,
    "left_out": Words,
    "born": YearByWord,
    "lodge": LodgeByWord,
    "tokens": WordByWord,
    "buttons": NumberByWord,
    "keys": NumberByWord,
    "tags": NumberByWord,
    "numbers": WordByWord,
    "pin": Word,
    "hosts": WordByWord,
    "waiting": WordByWord,
    "late": Words,
    "claims": WordByWord,
}
"""What each kept value must be to be accepted again; one that is not listed must be of the kind it had at first."""
LISTS_OF_PLAYERS = ("players", "bots", "second_group", "sits_out")
BY_PLAYER = ("buttons", "tags", "numbers", "hands", "houses", "born", "lodge")
"""What is kept of each player, under their name."""


def reserved() -> tuple[str, ...]:
    """Names that nobody can have: what the box tells about besides seats, the words that give an answer its form in a
    scenario, and what players answer."""
    return (*subjects(), "each", "illegal", "then", "fingers", "none", *no_names())


class Refused(Worded):
    """Something that cannot be done now; the sentence says why, and what can be done."""

    section = "refused"


def _button(typed: int | float | str) -> int:
    """The number of a button, as somebody has typed it."""
    try:
        return convert(typed, Button)
    except ValidationError:
        raise Refused("unknown-button", number=typed) from None


def new_token() -> str:
    """What proves from now on who asks; nobody can guess it."""
    return secrets.token_urlsafe(16)


def device_id(token: str) -> str:
    """What a host's device is called on the host's pages, which must not show its token."""
    return blake2b(token.encode(), digest_size=6).hexdigest()


class Lobby:
    """The table before a game: `players` in clockwise order, the host's settings, who holds which token and button,
    which key of a keypad is which button, and which number takes over whose seat.

    Of a village it has how many there are of each building, where that is not what is proposed, and the `houses` that
    the host has handed out; of the events those `left_out`, or the whole deck in its order (`stack`); of each player
    when they were `born` and their `lodge`, where they have said so. With `beginners` somebody is new to the game.

    `language` is what the box speaks; `voice` is what its voice speaks in the next game, where that differs. `hosts`
    are the addresses of the host's devices, by their tokens. Once the evening's first game has `started`, new names are
    `waiting` for the host, by their tokens; those `late` came during a game, and wait only for its end. Nobody comes in
    while the `door` is shut. Those whom `sits_out` names keep their chairs, and are not dealt into the next game.
    `claims` are the seats that somebody says are theirs, by the tokens that ask.

    `file` keeps it; without one it lives in memory. A table that raises when it is `tried` is not kept; `answers` are
    what pages show instead of names, so that no player may be called so. Both are set by the box, which knows more.
    `remembered` is the table as it was last kept, as JSON; `lost` says that a kept one could not be read.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.tried: Callable[[], None] = lambda: None
        self.answers: Callable[[], Iterable[str]] = tuple
        self.roleset = "millers-hollow"
        self.deck: dict[str, int] | None = None
        self.hands: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.language, self.voice = FIRST, ""
        self.pace = "normal"
        self.words: Wording = "witty"
        self.vote: Vote = "phones"
        self.beginners = False
        self.volumes = dict(VOLUMES)
        self.lag = 0
        self.players: list[str] = []
        self.bots: list[str] = []
        self.second_group: list[str] = []
        self.sits_out: list[str] = []
        self.group_names = ["A", "B"]
        self.actor: list[str] = []
        self.house_rule = ""
        self.village: dict[str, int] | None = None
        self.houses: dict[str, str] = {}
        self.stack: list[str] = []
        self.left_out: list[str] = []
        self.born: dict[str, int] = {}
        self.lodge: dict[str, Lodge] = {}
        self.tokens: dict[str, str] = {}
        self.buttons: dict[str, int] = {}
        self.keys: dict[str, int] = {}
        self.tags: dict[str, int] = {}
        self.numbers: dict[str, str] = {}
        self.lending = True
        self.pin = ""
        self.keep_pin = False
        self.hosts: dict[str, str] = {}
        self.door, self.started = True, False
        self.waiting: dict[str, str] = {}
        self.late: list[str] = []
        self.claims: dict[str, str] = {}
        self.new_pin()
        self.remembered = ""
        self.lost = self._load(file) if file is not None and file.exists() else None
        self.remember()

    def begin_evening(self) -> None:
        """Nobody waits or claims a seat. Unless the PIN is kept there is a new one, and nobody is host."""
        self.started, self.waiting, self.late, self.claims = False, {}, [], {}
        if not self.keep_pin:
            self.new_pin()
            self.hosts = {}

    def new_pin(self) -> None:
        """Choose another PIN; the host's devices stay the host's."""
        self.pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"

    def add_host(self, address: str) -> str:
        """The token of one more host's device; if there are too many, the oldest stops being one."""
        token = new_token()
        self.hosts = dict([*self.hosts.items(), (token, address)][-MOST_HOSTS:])
        self.save()
        return token

    def send_off(self, device: str) -> str:
        """This device is no longer the host's; returns its token."""
        token = next((token for token in self.hosts if device_id(token) == device), None)
        if token is None:
            raise Refused("unknown-device")
        del self.hosts[token]
        self.save()
        return token

    def join(self, name: str) -> str:
        """Give a player a seat, and the token that proves whose it is; a bad name raises `NarratorError`."""
        token = new_token()
        self._seat(self._new_name(name), token)
        self.save()
        return token

    def wait(self, name: str, late: bool = False) -> str:
        """The token of somebody who waits for the host, or, `late`, for the next game; raises as `join` does."""
        name = self._new_name(name)
        if len(self.waiting) >= MOST_WAITING or len(self.waiting) + len(self.players) >= MOST_SEATS:
            raise Refused("table-full", "many-wait")
        token = new_token()
        self.waiting[token] = name
        if late:
            self.late.append(token)
        self.save()
        return token

    @property
    def dealt_in(self) -> list[str]:
        """Those who play the next game: all players but those who sit it out."""
        return [name for name in self.players if name not in self.sits_out]

    def let_in(self, name: str) -> None:
        """Give somebody who is waiting a seat."""
        token = self._waits(name)
        self._only_new(name, self.players)
        self._seat(name, token)
        del self.waiting[token]
        self.save()

    def turn_away(self, name: str) -> None:
        """Let the person with this name wait no longer."""
        del self.waiting[self._waits(name)]
        self.save()

    def _waits(self, name: str) -> str:
        token = next((token for token, other in self.waiting.items() if other == name), None)
        if token is None:
            raise Refused("unknown-seat", "nobody-waits", name=name)
        return token

    def _new_name(self, name: str, before: str = "") -> str:
        name = proper_name(name)
        if name in reserved():
            raise Refused("name-taken", "name-with-meaning", name=name)
        if namesake(name, self.answers()) is not None:
            raise Refused("name-taken", "name-is-an-answer", name=name)
        self._only_new(name, [other for other in (*self.players, *self.waiting.values()) if other != before])
        return name

    def _only_new(self, name: str, others: Iterable[str]) -> None:
        other = namesake(name, others)
        if other is not None:
            same = other.casefold() == name.casefold()
            raise Refused("name-taken", "name-taken" if same else "name-looks-like", name=other)

    def number_seats(self, count: int, names: Mapping[str, int], buttons: Collection[int]) -> None:
        """Have `count` players at the table, bots included: those who go by a number come or leave.

        `names` gives each such name its number; its button is the one with that number, if it is among `buttons`.
        """
        numbered = sorted((name for name in self.players if name in names), key=names.__getitem__)
        others = len(self.players) - len(numbered)
        if not others <= count <= MOST_SEATS:
            raise Refused("table-full", "so-many-players", least=others, most=MOST_SEATS)
        taken = [button for owner, button in self.buttons.items() if owner not in names]
        free = [name for name, number in names.items() if number not in taken and namesake(name, self.players) is None]
        for name in numbered[count - others :]:
            self._unseat(name)
        for name in free[: count - len(self.players)]:
            self.take_seat(name, names, buttons)

    def take_seat(self, name: str, names: Mapping[str, int], buttons: Collection[int]) -> None:
        """Seat a player who goes by a number among the others who do, in the order of the numbers."""
        if name not in self.players:
            self._seat(name, new_token())
        if names[name] in buttons and names[name] not in self.buttons.values():
            self.buttons[name] = names[name]
        numbered = iter(sorted((other for other in self.players if other in names), key=names.__getitem__))
        self.players = [next(numbered) if other in names else other for other in self.players]

    def give_to_bot(self, name: str) -> None:
        """Have a bot play for somebody from now on: their phone, button and tag belong to nobody any more."""
        if name in self.bots:
            raise Refused("not-now", "bot-already", name=name)
        self.bots.append(name)
        self.tokens = {token: owner for token, owner in self.tokens.items() if owner != name}
        self.tokens[new_token()] = name
        self._nobody_claims(name)
        for held in (self.buttons, self.tags, self.numbers):
            held.pop(name, None)
        self.save()

    def leave(self, name: str) -> None:
        """Take a player or a bot from the table."""
        self._unseat(name)
        self.save()

    def _seat(self, name: str, token: str) -> None:
        if len(self.players) >= MOST_SEATS:
            raise Refused("table-full", most=MOST_SEATS)
        self.players.append(name)
        self.tokens[token] = name

    def _unseat(self, name: str) -> None:
        for kept in LISTS_OF_PLAYERS:
            setattr(self, kept, [other for other in getattr(self, kept) if other != name])
        for kept in BY_PLAYER:
            getattr(self, kept).pop(name, None)
        self.tokens = {token: owner for token, owner in self.tokens.items() if owner != name}
        self._nobody_claims(name)

    def _nobody_claims(self, name: str) -> None:
        self.claims = {token: seat for token, seat in self.claims.items() if seat != name}

    def change_name(self, name: str, new: str) -> None:
        """Have a player go by a new name; a bad one raises as `join` does."""
        self.rename({name: self._new_name(new, name)})

    def rename(self, names: Mapping[str, str]) -> None:
        """From now on call those with these names by others, unless somebody has such a name already."""
        taken = {*self.players, *self.waiting.values()}
        new = {name: to for name, to in names.items() if name in self.players and to not in taken}
        for kept in LISTS_OF_PLAYERS:
            setattr(self, kept, [new.get(name, name) for name in getattr(self, kept)])
        for kept in BY_PLAYER:
            setattr(self, kept, {new.get(name, name): what for name, what in getattr(self, kept).items()})
        for belongs in ("tokens", "claims"):
            setattr(self, belongs, {token: new.get(name, name) for token, name in getattr(self, belongs).items()})
        self.save()

    def order(self, names: list[str]) -> None:
        """Seat everybody in this clockwise order."""
        if sorted(names) != sorted(self.players):
            raise Refused("not-the-players")
        self.players = list(names)
        self.save()

    def token_of(self, name: str) -> str | None:
        """A player's token, for those parts of the box that act for a seat without a phone; never for a page."""
        return next((token for token, owner in self.tokens.items() if owner == name), None)

    def give_buttons(self, numbers: Mapping[str, int | float | str | None]) -> None:
        """Let these players also play with the buttons of these numbers; `None` takes a player's button away."""
        buttons = dict(self.buttons)
        for name, number in numbers.items():
            if self.token_of(name) is None:
                raise Refused("unknown-seat", "nobody-with-button", name=name)
            if number is None:
                buttons.pop(name, None)
            else:
                buttons[name] = _button(number)
        for name in numbers:
            for other in buttons:
                if other != name and buttons[other] == buttons.get(name):
                    raise Refused("button-taken", number=buttons[other], name=other)
        self.buttons = buttons

    def number_of(self, key: str, others: Collection[int]) -> int:
        """The number of a key's button; if it has none, or one of the `others`, the smallest free one."""
        if self.keys.get(key) in (None, *others):
            taken = {*self.keys.values(), *self.buttons.values(), *others}
            self.keys[key] = next(number for number in count(1) if number not in taken)
        return self.keys[key]

    def forget_keys(self) -> None:
        """From now on no key is anybody's button."""
        numbers = set(self.keys.values())
        self.buttons = {name: button for name, button in self.buttons.items() if button not in numbers}
        self.keys = {}

    @property
    def tag_numbers(self) -> dict[str, int]:
        """The number of each player's token: the one given, or that of their place at the table, if it is free."""
        given = self.tags.values()
        places = {name: place for place, name in enumerate(self.players, 1) if place not in given}
        return {name: number for name, number in {**places, **self.tags}.items() if name not in self.bots}

    def seat_bots(self, number: int, names: list[str]) -> None:
        """Have this many bots at the table, named from `names`."""
        if not 0 <= number <= MOST_SEATS - len(self.players) + len(self.bots):
            raise Refused("table-full", "bots-too-many", most=MOST_SEATS)
        while len(self.bots) > number:
            self._unseat(self.bots[-1])
        free = [*names, *(f"{name} {nth}" for nth in range(2, 9) for name in names)]
        while len(self.bots) < number:
            name = free.pop(0)
            if namesake(name, self.players) is None:
                self.bots.append(name)
                self.players.append(name)
        self.save()

    def name_groups(self, names: list[str]) -> None:
        """Give the two groups of players these names."""
        try:
            first, second = map(proper_name, names)
        except ValueError:  # one cannot be said, or there are not two
            first = second = ""
        if first.casefold() == second.casefold():
            raise Refused("group-names", most=LONGEST_NAME)
        self.group_names = [first, second]

    @property
    def groups(self) -> tuple[list[str], list[str]] | None:
        """The two groups of players, if the host has made any."""
        first = [name for name in self.dealt_in if name not in self.second_group]
        second = [name for name in self.dealt_in if name in self.second_group]
        return (first, second) if second else None

    def save(self) -> None:
        """Write everything to the disk, if it can be played; if that fails, go back to the table as it was remembered.

        Raises `Refused`, and whatever `tried` raises.
        """
        self.late = [token for token in self.late if token in self.waiting]
        if self.file is None:
            return
        self.tried()
        written = self._written()
        try:
            put_in_place(written.encode(), self.file)
        except OSError as error:
            vars(self).update(json.loads(self.remembered))
            raise Refused("table-unwritable", file=self.file, why=error.strerror) from None
        self.remembered = written

    def remember(self) -> None:
        """From now on go back to the table as it is now, whenever a change cannot be kept."""
        self.remembered = self._written()

    def take_back(self, before: str | None = None) -> None:
        """Go back to the table as it was last kept; or as it was `remembered` before that, and keep it so."""
        undone = before is not None and before != self.remembered
        vars(self).update(json.loads(before or self.remembered))
        if undone:
            self.save()

    def _written(self) -> str:
        kept = {key: value for key, value in vars(self).items() if key not in NOT_KEPT}
        return json.dumps(kept, ensure_ascii=False)

    def _load(self, file: Path) -> Said | None:
        try:
            kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            for key in kept.keys() & vars(self).keys() - {*NOT_KEPT}:  # another version may have kept more
                with suppress(ValidationError):
                    setattr(self, key, convert(kept[key], KEPT.get(key, type(getattr(self, key)))))
        except (OSError, ValueError, AttributeError):
            return Said("trouble.damaged-table", {"kept": put_aside(file, file.with_suffix(".damaged"))})
        return None
