"""Where rolesets are kept: in the project's own folder and in the host's.

The rules read no files; the library does, once for each roleset and each choice of options.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from narrator.errors import BadFile, Place, Problem, Said, speak_by
from narrator.files import text
from narrator.game import own_powers
from narrator.rules.deal import checked_options
from narrator.rules.grammar import compiled, declared, with_options
from narrator.rules.guests import obstacle, with_guest
from narrator.rules.leaving import LEAVES
from narrator.rules.registry import gathered
from narrator.rules.rolesets import Option, Roleset
from narrator.rules.strict_yaml import Items, Map, meant, merged, nearest, read
from narrator.rules.table import IllegalTable
from narrator.telling.page_words import FIRST, PageWords
from narrator.telling.script import CUES

PROMPTS = ("village.draw", "sheriff.decide", LEAVES)
"""Prompts that every book's rules know, whether or not a roleset puts them."""

ID = re.compile(r"[^./]{1,60}")
"""The id of a roleset is the name of its file, without the ending; a part of one has a dot."""
LONGEST_ID = 40
"""How many characters of a wrong id a refusal quotes."""
MANY = 256
"""How many rolesets with different options are kept in memory."""

OWN = Path(__file__).resolve().parents[2] / "rolesets"


@dataclass(frozen=True)
class Vocabulary:
    """Every name that any roleset in the library knows, with any options: to tell a slip of the pen from a name."""

    prompts: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()
    buildings: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()
    cues: frozenset[str] = frozenset()
    options: frozenset[str] = frozenset()
    events: frozenset[str] = frozenset()


class Library:
    """Rolesets by id, from folders searched in order: the host's before the project's own.

    A folder of the host's may have powers of its own beside its rolesets, in a folder `powers`. They are code, and run
    only where that is allowed. Raises `BadFile` (`power`) where one cannot be loaded.
    """

    def __init__(self, *folders: Path, allow_powers: bool = False) -> None:
        self.folders = (*folders, OWN)
        self.allow_powers = allow_powers
        for folder in folders:
            (own_powers.load if allow_powers else own_powers.keep_out)(folder / "powers")
        self._texts: dict[str, str] = {}
        self._trees: dict[str, Map] = {}
        self._whole: dict[str, Map] = {}
        self._stand_for: dict[str, Mapping[str, str]] = {}
        self._options: dict[str, Mapping[str, Option]] = {}
        self._rolesets: dict[tuple[Any, ...], Roleset] = {}
        self._chosen: dict[tuple[Any, ...], tuple[Roleset, Mapping[str, str]]] = {}

    def word_folders(self, plain: bool) -> tuple[Path, ...]:
        """Where the words are, those that count first; `plain` ones lie in a folder of their own, over the others."""
        return (*(folder / "plain" for folder in self.folders if plain), *self.folders)

    @property
    def names(self) -> list[str]:
        """The ids of all rolesets, the host's first."""
        files = [file for folder in self.folders for file in sorted(folder.glob("*.yaml"))]
        return list(dict.fromkeys(file.stem for file in files if ID.fullmatch(file.stem)))

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The titles of the rolesets that can be played, by id."""
        return {name: self.roleset(name, {})[0].title for name in self.names if name not in self.faults}

    @cached_property
    def faults(self) -> Mapping[str, BadFile]:
        """The rolesets that cannot be played, by id, and what is wrong with each."""
        found = {}
        for name in self.names:
            try:
                self.roleset(name, {})
            except BadFile as error:
                found[name] = error
        return found

    def roleset(
        self, name: str, options: Mapping[str, object], house_rule: str | None = None
    ) -> tuple[Roleset, Mapping[str, str]]:
        """A roleset as these options make it, and the value of each of its options.

        A `house_rule` that is a card of another roleset comes as a guest from the first that has it; raises
        `IllegalTable` (`bad-house-rule`) if it cannot.
        """
        source = self.guest_source(name, house_rule)
        key = (name, tuple((option, str(value)) for option, value in options.items()), source and house_rule)
        if key not in self._chosen:
            tree = self.tree(name)
            if name not in self._options:
                self._options[name] = declared(tree)
            values = checked_options(self._options[name], options)
            written = _under(tree, "options")
            on = {name: value for name, value in values.items() if value != "off" and "on" in _under(written, name)}
            made_of = (name, tuple(on), source and house_rule)
            if made_of not in self._rolesets:
                tree = with_options(self._with_parts(tree, on), on)
                if source and house_rule:
                    tree = self._with_guest(tree, source, house_rule)
                self._rolesets[made_of] = compiled(tree)
                _forget_the_oldest(self._rolesets)
            self._chosen[key] = self._rolesets[made_of], values
            _forget_the_oldest(self._chosen)
        return self._chosen[key]

    def guest_source(self, name: str, card: str | None) -> str | None:
        """The first other roleset that has a card which this one does not have; nothing if there is none."""
        if card is None or card in self.tree(name)["cards"]:
            return None
        others = [other for other in self.names if other not in self.faults]
        return next((other for other in others if card in self.tree(other)["cards"]), None)

    def stand_for(self, name: str) -> Mapping[str, str]:
        """Every card that a coin of a roleset may stand for, and the roleset that has it (CO-04)."""
        if name not in self._stand_for:
            found: dict[str, str] = {}
            for other in dict.fromkeys((name, *self.titles)):
                for card in self.roleset(other, {})[0].cards.values():
                    possible = other == name or obstacle(self.tree(other), card.id) is None
                    if possible and not card.stand_in:
                        found.setdefault(card.id, other)
            self._stand_for[name] = found
        return self._stand_for[name]

    def _with_guest(self, tree: Map, name: str, card: str) -> Map:
        source = self.tree(name)
        refusal = obstacle(source, card)
        if refusal is not None:
            raise refusal
        return with_guest(tree, source, card)

    def tree(self, name: str) -> Map:
        """The YAML of a roleset, laid over what it extends."""
        return self._tree(name, ())

    def parts(self, name: str) -> list[str]:
        """The parts of a roleset that have a file of their own, such as `the-pact.buildings`."""
        self.whole(name)
        return [part for part in self._texts if part.startswith(f"{name}.")]

    def whole(self, name: str) -> Map:
        """The YAML of a roleset with all that its options may bring."""
        if name not in self._whole:
            tree = self.tree(name)
            self._whole[name] = self._with_parts(tree, _under(tree, "options"))
        return self._whole[name]

    def texts(self, name: str, house_rule: str | None = None) -> dict[str, str]:
        """The texts that a roleset is made of, as they were read: its own, then those of what it extends, then those
        of the roleset that the card of a `house_rule` comes from."""
        made_of = (name, *self.extends(name), *self.guest_sources(name, house_rule))
        named = [part for option in _under(self.tree(name), "options").values() for part in _parts_of(option)]
        parts = [part for part in self._texts if "." in part and (part in named or part.partition(".")[0] in made_of)]
        return {each: self._texts[each] for each in (*made_of, *parts)}

    def source(self, name: str) -> tuple[str, str]:
        """The text of a roleset as it is now, and its place in error messages; raises as `file_of` does."""
        file = self.file_of(name)
        return text(file), str(file)

    def file_of(self, name: str) -> Path:
        """The file of a roleset.

        Raises `IllegalTable` (`unknown-roleset`) for anything but an id in `names`, above all for a path.
        """
        file = self.file(f"{name}.yaml") if ID.fullmatch(str(name)) else None
        if file is None:
            raise self._unknown(name)
        return file

    def _unknown(self, name: str) -> IllegalTable:
        shown = str(name)[:LONGEST_ID]
        return IllegalTable("unknown-roleset", roleset=shown, meant=meant(shown, self.names))

    def _tree(self, name: str, over: tuple[str, ...]) -> Map:
        if name in self._trees:
            return self._trees[name]
        written, file = self.source(name)
        tree = read(written, file)
        if "extends" in tree:
            under, place = tree["extends"], tree.value_places["extends"]
            if under in (name, *over):
                chain = " extends ".join(f"“{each}”" for each in (*over, name, under))
                raise BadFile("roleset", [Problem(place, f"{chain}: that never ends; extend another roleset.")])
            if not isinstance(under, str) or under not in self.names:
                under = str(under)[:LONGEST_ID]
                problem = f"It extends “{under}”, but there is no such roleset{nearest(under, self.names)}"
                raise BadFile("roleset", [Problem(place, problem)])
            tree = merged(self._tree(under, (*over, name)), tree)
        self._texts[name] = written
        self._trees[name] = tree
        return tree

    def _with_parts(self, tree: Map, options: Iterable[str]) -> Map:
        """The tree with what these options bring, where it stands in a file of its own, or in several:
        `on: the-pact.buildings`."""
        laid = Map(tree.place)
        for name in options:
            option = _under(_under(tree, "options"), name)
            parts = _parts_of(option)
            if isinstance(option, Map) and parts:
                place = option.value_places["on"]
                on = Map(place)
                for part in parts:
                    on = merged(on, self._part_tree(part, place))
                laid.put(name, Map(option.place), place, place)
                laid[name].put("on", on, option.key_places["on"], place)
        if not laid:
            return tree
        over = Map(tree.place)
        over.put("options", laid, tree.key_places["options"], tree.value_places["options"])
        return merged(tree, over)

    def _part_tree(self, part: str, place: Place) -> Map:
        """The YAML of a part that is named at this place."""
        if part not in self._trees:
            file = self._part(part)
            if file is None:
                sentence = f"“on” must hold keys and values, or name a file beside this one; none is {part}.yaml."
                raise BadFile("roleset", [Problem(place, sentence)])
            self._texts[part] = file[0]
            self._trees[part] = read(*file)
        return self._trees[part]

    def _part(self, part: str) -> tuple[str, str] | None:
        """The text of a file that belongs to a roleset, and its place in error messages."""
        file = self.file(f"{part}.yaml") if re.fullmatch(r"[a-z0-9-]+\.[a-z0-9_-]+", part) else None
        return (text(file), str(file)) if file is not None else None

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The names of all rolesets in this library."""
        kinds = ("cards", "buildings", "events", "calls", "options", "offices", "cues")
        found: dict[str, list[str]] = {"prompts": [*PROMPTS], **{kind: [] for kind in kinds}}
        for name in self.names:
            with suppress(BadFile):  # what cannot be read has no names; `narrator check` says what is wrong with it
                _gather(self.whole(name), found)
        calls = [*found["cards"], *found["buildings"], *found["calls"]]
        cues = [*CUES, *gathered("says"), *found["cues"], *found["prompts"]]
        cues += [f"{call}.{what}" for call in calls for what in ("wake", "sleep", "spares")]
        cues += [f"{office}.{what}" for office in found["offices"] for what in ("taken", "vacant", "ended")]
        names = (found["prompts"], found["cards"], found["buildings"], calls, cues, found["options"], found["events"])
        return Vocabulary(*(frozenset(words) for words in names))

    def option_that_brings(self, name: str, prompt: str) -> str | None:
        """The option of a roleset that brings this prompt, if one does."""
        for option, at in _under(self.whole(name), "options").items():
            found: dict[str, list[str]] = defaultdict(list)
            _gather(_under(at, "on"), found)
            if prompt in found["prompts"]:
                return option
        return None

    def extends(self, name: str) -> list[str]:
        """The rolesets that a roleset extends, the nearest first."""
        under = self.tree(name).get("extends")
        return [under, *self.extends(under)] if under else []

    def guest_sources(self, name: str, house_rule: str | None) -> list[str]:
        """The roleset from which the card of a `house_rule` comes as a guest, and what that extends; nothing for a
        card of this roleset."""
        source = self.guest_source(name, house_rule)
        return [source, *self.extends(source)] if source else []

    def file(self, name: str) -> Path | None:
        """The file of this name in the first folder that has one."""
        return next((folder / name for folder in self.folders if (folder / name).is_file()), None)


SPELLED_TODAY = {
    "{lives: 2, despair_from: [vote, poison, shot]}": "{lives: 2}",
    "{lives: 2, told_of_life_lost: tough}": "{lives: 2}",
    "{letter: letters}": "{word: letters}",
    "morning: [silenced]": "morning: [toughness, silenced]",
    "asks: pack-at-nightfall": "asks: pack-as-called",
}
"""How the project's own rolesets were spelled when a kept game may have begun, and how they say the same today."""


class KeptLibrary(Library):
    """A library that holds nothing but these texts: rolesets as they were when a game began."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__()
        self._kept = texts

    @property
    def names(self) -> list[str]:
        """The ids of the rolesets that were kept."""
        return [name for name in self._kept if "." not in name]

    def source(self, name: str) -> tuple[str, str]:
        """The text that was kept, as it is spelled today."""
        if name not in self._kept:
            raise self._unknown(name)
        written = self._kept[name]
        for then, today in SPELLED_TODAY.items():
            written = written.replace(then, today)
        return written, f"{name}.yaml"

    def _part(self, part: str) -> tuple[str, str] | None:
        return (self._kept[part], f"{part}.yaml") if part in self._kept else None


def _gather(tree: Mapping[str, Any], found: dict[str, list[str]]) -> None:
    """Note the names that a tree defines, including those under its options."""
    for kind in ("cards", "buildings"):
        for card, at in _under(tree, kind).items():
            found[kind].append(card)
            for key in ("wakes", "by_day", "any_time", "last_word", "testament", "haunts"):
                found["prompts"].extend(_under(at, key))
    for event, at in _under(tree, "events").items():
        found["events"].append(event)
        found["prompts"].extend((*_under(at, "prompts"), *_under(at, "any_time")))
    for at in _under(tree, "variants").values():
        found["prompts"].extend(_under(at, "prompts"))
    found["prompts"].extend(_under(tree, "any_time"))
    for at in _under(tree, "brought_together").values():
        found["prompts"].extend(_under(at, "wakes"))
    for office, at in _under(tree, "heirs").items():
        found["offices"].append(office)
        found["prompts"].extend(at if isinstance(at, Map) else ())
    found["prompts"].extend(_under(tree, "prompts"))
    for name, at in _under(tree, "ballots").items():
        found["prompts"].append(name)
        found["offices"].extend([at["elects"]] if isinstance(at, Map) and "elects" in at else ())
        for prompts in _under(at, "decided_by").values():
            found["prompts"].extend(prompts if isinstance(prompts, Map) else ())
    found["calls"].extend(_under(tree, "brought_together"))
    said = tree.get("causes_said") or ()
    found["cues"].extend(f"dawn.{cause}" for cause in ([said] if isinstance(said, str) else said))
    for name, option in _under(tree, "options").items():
        found["options"].append(name)
        if changes := _under(option, "on"):
            _gather(changes, found)


def _forget_the_oldest(kept: dict[Any, Any]) -> None:
    if len(kept) > MANY:
        del kept[next(iter(kept))]


def _parts_of(option: Any) -> list[str]:
    """The files that an option's `on` names."""
    parts = option.get("on") if isinstance(option, Map) else None
    return [str(part) for part in parts] if isinstance(parts, Items) else [parts] if isinstance(parts, str) else []


def _under(at: Any, key: str) -> Mapping[str, Any]:
    """The mapping under a key, empty if there is none: other readers say what is wrong."""
    value = at.get(key) if isinstance(at, Map) else None
    return value if isinstance(value, Map) else {}


@cache
def _english() -> PageWords:
    return PageWords.load([OWN], FIRST)


def _in_english(said: Said) -> str:
    return _english().tell(said)


speak_by(_in_english)
LIBRARY = Library()
