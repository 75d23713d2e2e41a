"""YAML read strictly, with the place of every word kept.

YAML 1.2 booleans only (`true`, `false`): `on`, `no` and `12:30` stay text. Duplicate keys are refused. Reading gives
plain data in which mappings and lists know where in the file they and their parts stand. Equal words are one object,
which makes comparing them cheap.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from sys import intern
from typing import Any

import yaml

from narrator.errors import LARGEST, BadFile, Place, Problem, Said

_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,99})")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEEPEST = 40
"""How many mappings and lists may stand inside one another."""
MOST = 50_000
"""How many words, lists and mappings one file may hold; those behind an anchor count each time they are named."""
FEW = 40
"""Known words are listed for somebody who has written one that is not known, if there are no more than this."""
MOST_PROBLEMS = 100
"""After this many problems the rest of a file is not read."""


class _Dumper(yaml.SafeDumper):
    """Writes YAML in which text is quoted only where `read` would take it for something else."""

    yaml_implicit_resolvers = {}  # noqa: RUF012 (so it is in the library)

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def represent_str(self, data: str) -> yaml.ScalarNode:
        return self.represent_scalar("tag:yaml.org,2002:str", data, style=None if data.isprintable() else '"')


_Dumper.add_representer(str, _Dumper.represent_str)
_Dumper.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"(true|false)$"), ["t", "f"])
_Dumper.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"(null|~|)$"), ["n", "~", ""])
_Dumper.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(rf"{_INTEGER.pattern}$"), list("-0123456789"))


class Problems(list[Problem]):
    """What is wrong in a file, as it is found; raises `BadFile` (`too-much-wrong`) when nobody would read on."""

    def append(self, problem: Problem) -> None:
        super().append(problem)
        if len(self) == MOST_PROBLEMS:
            raise BadFile("too-much-wrong", self)


class Map(dict[str, Any]):
    """A mapping that knows its place and the places of its keys and values."""

    place: Place

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.key_places: dict[str, Place] = {}
        self.value_places: dict[str, Place] = {}

    def put(self, key: str, value: Any, key_place: Place, value_place: Place) -> None:
        """Set a key together with its places."""
        self[key] = value
        self.key_places[key] = key_place
        self.value_places[key] = value_place

    @cached_property
    def size(self) -> int:
        """How many values stand in it, itself counted? Nobody changes what was read, so it is counted once."""
        return 1 + sum(map(size, self.values()))


class Items(list[Any]):
    """A list that knows its place and the places of its items."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.places: list[Place] = []

    @cached_property
    def size(self) -> int:
        """How many values stand in it, itself counted?"""
        return 1 + sum(map(size, self))


_COLUMNS = "Keys that belong together begin in one column; a text that begins with { or \" is quoted whole."
_SIGN = "Put quotation marks around a text that begins with a sign."
_REMEDIES = (
    ("\t", "Indent with spaces, not with a tab."),
    ("expected ',' or", "A bracket or brace above may still be open, or a text with “: ” lacks quotation marks."),
    ("mapping values", "Put quotation marks around a text with “: ”; keys that belong together begin in one column."),
    ("expected key", _COLUMNS),
    ("block end", _COLUMNS),
    ("expected ':'", "A key is followed by a colon and a space."),
    ("end of stream", "A quotation mark is still open."),
    ("document indicator", "A quotation mark is still open."),
    ("cannot start", _SIGN),
    ("anchor", _SIGN),
    ("alias", _SIGN),
    ("a tag", _SIGN),
    ("tag handle", _SIGN),
    ("mapping keys", _SIGN),
    ("directive", _SIGN),
    ("block scalar", _SIGN),
    ("escape", "Write “\\\\” for a backslash between double quotation marks."),
    ("node content", "A value is missing before this, or a comma, a bracket or a brace is one too many."),
    ("<document start>", "This belongs to no key: begin keys in one column, and look for a bracket or quotation mark."),
    ("sequence entries", "Each “- ” of a list begins a line of its own, under the key of the list."),
    ("'-' indicator", "All “- ” of one list stand in one column, and nothing else does."),
    ("character", "Take out this character, and save the file as plain text (UTF-8)."),
)
"""What to do about what the parser says, by a part of its words."""


@lru_cache(64)
def read(text: str, file: str) -> Map:
    """The mapping that a YAML text holds; raises `BadFile` (`yaml`) with every duplicate key, or the syntax error.

    The same text is read once: nobody changes what was read.
    """
    if len(text) > LARGEST:
        sentence = f"This file has more than {LARGEST} characters; leave some out."
        raise BadFile("yaml", [Problem(Place(file, 1, 1), sentence)])
    values = _Values(text, file)
    try:
        value = values.whole()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file, 1, 1)
        parts = [getattr(error, "context", None), getattr(error, "problem", None)]
        said = " ".join(str(part) for part in parts if part) or str(error).splitlines()[0]
        line = text.splitlines()[place.line - 1 : place.line]
        clue = "\t" if line and "\t" in line[0][: place.column] else said
        remedy = next((f" {remedy}" for part, remedy in _REMEDIES if part in clue), "")
        raise BadFile("yaml", [Problem(place, f"This is not YAML: {said}.{remedy}")]) from None
    if not isinstance(value, Map):
        problem = Problem(Place(file, 1, 1), "The file must hold keys and values, as in `roleset: my-own`.")
        values.problems.append(problem)
    if values.problems:
        raise BadFile("yaml", values.problems)
    assert isinstance(value, Map)
    return value


def written(value: Any) -> str:
    """The YAML text that `read` reads as this value: plain data of mappings, lists, text, numbers and truths."""
    return yaml.dump(value, Dumper=_Dumper, default_flow_style=None, allow_unicode=True, sort_keys=False, width=118)


def placed(value: Any, place: Place) -> Any:
    """Plain data as if it had been read, all of it at one place; what was read stays as it is."""
    if isinstance(value, dict) and not isinstance(value, Map):
        mapping = Map(place)
        for key, under in value.items():
            mapping.put(key, placed(under, place), place, place)
        return mapping
    if isinstance(value, list) and not isinstance(value, Items):
        items = Items(place)
        items.extend(placed(item, place) for item in value)
        items.places = [place] * len(value)
        return items
    return value


def merged(under: Map, over: Map) -> Map:
    """`under` with the keys of `over` laid upon it, deep; a key that is empty in `over` is taken away."""
    both = Map(over.place)
    both.update(under)
    both.key_places.update(under.key_places)
    both.value_places.update(under.value_places)
    for key, value in over.items():
        if value is None and key in both:
            del both[key]
            continue
        if isinstance(value, Map) and isinstance(both.get(key), Map):
            value = merged(both[key], value)
        both.put(key, value, over.key_places[key], over.value_places[key])
    return both


def size(value: Any) -> int:
    """How many values stand in a value, itself counted?"""
    return value.size if isinstance(value, (Map, Items)) else 1


def nearest(word: object, known: Iterable[str]) -> str:
    """“; did you mean …?” with the nearest known word, or else a full stop."""
    found = closest(word, known)
    return f"; did you mean “{found}”?" if found else "."


def closest(word: object, known: Iterable[str]) -> str | None:
    """The known word that is nearest to this one, if any is near."""
    return next(iter(difflib.get_close_matches(str(word), list(known), 1, 0.6)), None)


def nearest_or_all(word: object, known: Iterable[str]) -> str:
    """“; did you mean …?” with the nearest known word; where none is near, all known words, if they are few."""
    words = list(known)
    if closest(word, words) or not 0 < len(words) <= FEW:
        return nearest(word, words)
    return f"; there are: {', '.join(words)}."


def meant(word: object, known: Iterable[str]) -> Said:
    """What `nearest_or_all` says, for readers of any language."""
    words = list(known)
    found = closest(word, words)
    if found:
        return Said("unplayable.meant", {"word": found})
    return Said("unplayable.there-are", {"words": words}) if 0 < len(words) <= FEW else Said("unplayable.not-meant", {})


_UNFINISHED = object()
"""Stands behind an anchor until what it names has been read."""


class _Values:
    """Turns the events of one file's parser into plain data, one after another.

    What stands behind an anchor is the same thing wherever it is named, and counts each time.
    """

    def __init__(self, text: str, file: str) -> None:
        self.events: Iterator[Any] = yaml.parse(text, Loader=_LOADER)
        self.file = file
        self.problems = Problems()
        self.anchored: dict[str, Any] = {}
        self.depth = 0
        self.number = 0

    def whole(self) -> Any:
        """The value of the one document; nothing, where there is none."""
        value = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if self.number:
                    sentence = "A second document begins here; one file holds one."
                    raise BadFile("yaml", [Problem(_place(event, self.file), sentence)])
                value = self.of(next(self.events))
        return value

    def of(self, event: Any) -> Any:
        """The value that begins with an event; nothing, where there is a problem with it."""
        place = _place(event, self.file)
        self.count(1, place)
        if isinstance(event, yaml.ScalarEvent):
            value = _scalar(event)
        elif isinstance(event, yaml.AliasEvent):
            return self.named(str(event.anchor), place)
        else:
            self.depth += 1
            if self.depth > DEEPEST:
                raise BadFile("yaml", [Problem(place, "Too many lists stand inside one another here.")])
            if event.anchor:
                self.anchored[event.anchor] = _UNFINISHED
            value = self.mapping(place) if isinstance(event, yaml.MappingStartEvent) else self.items(place)
            self.depth -= 1
        if event.anchor:
            self.anchored[event.anchor] = value
        return value

    def count(self, number: int, place: Place) -> None:
        """Count what has been read; raises `BadFile` where that is too much for one file."""
        self.number += number
        if self.number > MOST:
            sentence = f"There are more than {MOST} words and lists in this file; leave some out."
            raise BadFile("yaml", [Problem(place, sentence)])

    def named(self, anchor: str, place: Place) -> Any:
        """What stands behind an anchor."""
        value = self.anchored.get(anchor)
        if value is _UNFINISHED:
            self.problems.append(Problem(place, "This list holds itself through an anchor; write it out."))
            return None
        if anchor not in self.anchored:
            self.problems.append(Problem(place, f"No anchor “&{anchor}” stands before this."))
        self.count(size(value) - 1, place)
        return value

    def mapping(self, place: Place) -> Map:
        mapping = Map(place)
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key_place = _place(event, self.file)
            self.of(event)
            value_event = next(self.events)
            value = self.of(value_event)
            if not isinstance(event, yaml.ScalarEvent):
                self.problems.append(Problem(key_place, "A key must be a single word."))
                continue
            key = intern(str(event.value))
            if key in mapping:
                self.problems.append(Problem(key_place, f"“{key}” stands here twice; keep one of them."))
            mapping.put(key, value, key_place, _place(value_event, self.file))
        return mapping

    def items(self, place: Place) -> Items:
        items = Items(place)
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self.of(event))
            items.places.append(_place(event, self.file))
        return items


def _scalar(event: yaml.ScalarEvent) -> Any:
    text = intern(str(event.value))
    if event.style:
        return text
    if text in ("true", "false"):
        return text == "true"
    if text in ("", "null", "~"):
        return None
    return int(text) if _INTEGER.fullmatch(text) else text


def _place(event: yaml.Event, file: str) -> Place:
    mark = event.start_mark
    return Place(file, mark.line + 1, mark.column + 1) if mark else Place(file, 1, 1)
