"""Which tag is what? Tokens of players, cards and words, kept in a file that people may edit.

    tokens: {1: 04A1B2C3D4E5F6, 2: 04A1B2C3D4E5F7}
    cards:
      werewolf: [0411223344, 0411223345]
    words: {yes: 0455667788, pass: 0455667789}

Tokens are numbered as buttons are. A tag's number is written in hexadecimal, with or without colons.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from narrator.bounds import NUMBERS
from narrator.errors import BadFile, NarratorError
from narrator.files import text
from narrator.folders import put_in_place
from narrator.game.library import Library
from narrator.lobby.lobby import Refused
from narrator.rules.reader import Reader
from narrator.rules.registry import no_names, pool, traits_of
from narrator.rules.strict_yaml import Map, meant, read, written

FILE = "tags.yaml"
"""The name of the file, in the box's folder."""

Kind = Literal["token", "card", "word"]
KINDS: tuple[Kind, ...] = ("token", "card", "word")
_UID = re.compile(r"([0-9A-F]{2}){1,10}")


class Known(NamedTuple):
    """What a tag is: the token of a number, a card of the name `what`, or a word that can be chosen."""

    kind: Kind
    what: str

    def __str__(self) -> str:
        return f"{self.kind} {self.what}"


class Tags:
    """All tags that the box knows; `cards` are the names that cards can have, events too.

    Those of `fake` devices are not kept.
    """

    def __init__(self, file: Path, cards: Collection[str]) -> None:
        self.file = file
        self.names: dict[Kind, Collection[str]] = {"token": NUMBERS, "card": cards, "word": _words(cards)}
        self.fake: Mapping[str, Known] = {}
        self._known: dict[str, Known] = {}
        self._damaged = False

    def load(self) -> None:
        """Read the file. Raises `BadFile` (`tags`, `yaml`) with everything that is wrong in it; then no tag is known.

        Such a file stays as it is until there is something to write: then it is kept beside the new one, as `.damaged`.
        """
        self._known, self._damaged = {}, False
        if not self.file.exists():
            return
        try:
            self._known = _TagReader(self.names).tags(read(text(self.file), str(self.file)))
        except NarratorError:
            self._damaged = True
            raise

    def __iter__(self) -> Iterator[tuple[str, Known]]:
        """Every tag's number with what it is, kind by kind."""
        return iter(_in_order({**self.fake, **self._known}))

    def of(self, uid: str) -> Known | None:
        """What is the tag of this number?"""
        return self._known.get(uid) or self.fake.get(uid)

    def check(self, known: Known) -> None:
        """Refuse what no tag can stand for (`no-such-tag`)."""
        names = self.names[known.kind]
        if known.what not in names:
            if known.kind == "token":
                raise Refused("no-such-tag", "no-such-token", name=known.what)
            raise Refused("no-such-tag", f"no-tag-for-{known.kind}", name=known.what, meant=meant(known.what, names))

    def learn(self, uid: str, known: Known) -> None:
        """From now on this tag is this; a token has one tag. Raises `NarratorError` (`tag-known`, `unwritable`)."""
        self.check(known)
        if not _UID.fullmatch(uid):
            raise Refused("no-such-tag", "tag-without-number")
        before = self.of(uid)
        if before is not None and before != known:
            raise Refused("tag-known", f"tag-is-{before.kind}", name=before.what)
        kept = {other: what for other, what in self._known.items() if known.kind != "token" or what != known}
        self._keep({**kept, uid: known})

    def forget(self, uids: Collection[str]) -> None:
        """From now on these tags stand for nothing."""
        self._keep({uid: known for uid, known in self._known.items() if uid not in uids})

    def free_token(self) -> str:
        """The smallest number that no token has; raises `Refused` (`no-number-left`)."""
        taken = {known.what for _, known in self if known.kind == "token"}
        free = [number for number in NUMBERS if number not in taken]
        if not free:
            raise Refused("no-number-left", most=len(NUMBERS))
        return free[0]

    def _keep(self, known: dict[str, Known]) -> None:
        tree: dict[str, dict[Any, Any]] = {f"{kind}s": {} for kind in KINDS}
        before, self._known = self._known, known
        for uid, (kind, what) in _in_order(known):
            if kind == "token":
                tree["tokens"][what] = uid
            else:
                tree[f"{kind}s"].setdefault(what, []).append(uid)
        try:
            if self._damaged:
                put_in_place(self.file.read_bytes(), self.file.with_suffix(".damaged"))
            sections = {section: tags for section, tags in tree.items() if tags or section == "tokens"}
            put_in_place(written(sections).encode(), self.file)
        except OSError as error:
            self._known = before
            raise Refused("unwritable", file=self.file, why=error.strerror) from None
        self._damaged = False


def _in_order(known: Mapping[str, Known]) -> list[tuple[str, Known]]:
    return sorted(known.items(), key=lambda tag: (KINDS.index(tag[1].kind), tag[1].what.zfill(2), tag[0]))


def tags_of(data: Path, library: Library) -> Tags:
    """The tags in the box's folder, before they are read; cards and events are those of all rolesets in the library."""
    return Tags(data / FILE, library.vocabulary.cards | library.vocabulary.events)


def _words(cards: Collection[str]) -> Collection[str]:
    """Every word that can be chosen, where no card of that name can be laid instead."""
    held = [word for each in map(traits_of, pool.values()) if "holds" in each for word in each.get("words", ())]
    return tuple(dict.fromkeys([*no_names(), *[word for word in held if word not in cards]]))


class _TagReader(Reader):
    def __init__(self, whats: dict[Kind, Collection[str]]) -> None:
        super().__init__()
        self.whats = whats
        self.found: dict[str, Known] = {}

    def tags(self, tree: Map) -> dict[str, Known]:
        self.known(tree, tuple(f"{kind}s" for kind in KINDS))
        for kind in KINDS:
            at = self.map(tree, f"{kind}s")
            self.known(at, self.whats[kind], kind=kind)
            for what in at:
                items = self.items(at, what)
                if kind == "token" and len(items) > 1:
                    self.problem(at.value_places[what], f"A token has one tag, and token {what} has {len(items)}.")
                for written_so, place in items:
                    uid = re.sub(r"[\s:]", "", written_so).upper()
                    if not _UID.fullmatch(uid):
                        self.problem(place, f"“{written_so}” is not the number of a tag, which has digits from 0 to F.")
                    elif uid in self.found:
                        self.problem(place, f"This tag is {self.found[uid]} already; keep one of them.")
                    else:
                        self.found[uid] = Known(kind, what)
        if self.problems:
            raise BadFile("tags", self.problems)
        return self.found
