"""Reading trees of YAML: what stands there, of the kind that is expected, and a problem for everything else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from narrator.errors import Place, Problem
from narrator.rules.registry import Registry, misplaced
from narrator.rules.strict_yaml import Items, Map, Problems, nearest, nearest_or_all


class Reader:
    """Reads trees of YAML and gathers what is wrong in them, so that all of it can be shown at once.

    Each method answers what stands under a key of a mapping; where it is of the wrong kind, a problem is noted and
    something harmless returned. A key without a value counts as missing. Raises `BadFile` where far too much is wrong.
    """

    def __init__(self) -> None:
        self.problems = Problems()

    def problem(self, place: Place, sentence: str) -> None:
        """Note one problem and read on."""
        self.problems.append(Problem(place, sentence))

    def known(self, at: Map, keys: Collection[str], needed: Iterable[str] = (), kind: str = "key") -> None:
        """Note every key that is not one of these, and each of the needed ones that is missing.

        `kind` says what the keys are: a `key` of the grammar, or for example a `card`.
        """
        for key in at:
            if key not in keys:
                self.problem(at.key_places[key], f"There is no {kind} “{key}” here{nearest_or_all(key, keys)}")
        for key in needed:
            if at.get(key) is None:
                self.problem(at.place, f"“{key}” is missing here.")

    def map(self, at: Map, key: str) -> Map:
        """The mapping under a key, empty where it is missing."""
        value = at.get(key)
        if isinstance(value, Map):
            return value
        if value is not None:
            self.problem(at.value_places[key], f"“{key}” must hold keys and values, as in `{key}: {{…: …}}`.")
        return Map(at.value_places.get(key, at.place))

    def maps(self, at: Map, key: str) -> Iterator[tuple[str, Map]]:
        """The mappings in the mapping under a key, by name."""
        if at.get(key) is not None:
            under = self.map(at, key)
            for name in under:
                yield name, self.map(under, name)

    def word(self, at: Map, key: str, default: str = "") -> str:
        """The word under a key."""
        value = at.get(key)
        if value is None:
            return default
        if isinstance(value, (Map, Items, bool)):
            self.problem(at.value_places[key], f"“{key}” must be a single word.")
            return default
        return str(value)

    def one_of(self, at: Map, key: str, words: tuple[str, ...]) -> str:
        """One of these words under a key; the first where it is missing."""
        word = self.word(at, key, words[0])
        if word not in words:
            sentence = (
                f"“{key}” cannot be “{word}”{nearest(word, words)} It is one of {', '.join(filter(None, words))}."
            )
            self.problem(at.value_places[key], sentence)
        return word

    def name(self, at: Map, key: str, known: Collection[str], kind: str, default: str = "", remedy: str = "") -> str:
        """The word under a key, which must be one of the known ones; `kind` says what they are, `remedy` where a new
        one is written."""
        word = self.word(at, key, default)
        if word not in known and word != default:
            self.problem(at.value_places[key], unknown(word, kind, known, remedy))
            return default
        return word

    def number(self, at: Map, key: str, default: int, least: int = 0, most: int = 99) -> int:
        """The number under a key, from `least` to `most`."""
        value = at.get(key)
        if value is None:
            return default
        if type(value) is not int or not least <= value <= most:
            self.problem(at.value_places[key], f"“{key}” must be a number from {least} to {most}.")
            return default
        return value

    def switch(self, at: Map, key: str, default: bool = False) -> bool:
        """The `true` or `false` under a key."""
        value = at.get(key)
        if value is None:
            return default
        if type(value) is not bool:
            self.problem(at.value_places[key], f"“{key}” must be true or false.")
            return default
        return value

    def items(self, at: Map, key: str) -> list[tuple[str, Place]]:
        """The words under a key, each with its place: one, or a list of them."""
        value = at.get(key)
        if value is None:
            return []
        place = at.value_places[key]
        found = zip(value, value.places, strict=True) if isinstance(value, Items) else [(value, place)]
        words = []
        for word, where in found:
            if word is None or isinstance(word, (Map, Items, bool)):
                self.problem(where, f"Under “{key}” a word must stand, or a list of words in brackets.")
            else:
                words.append((str(word), where))
        return words

    def words(self, at: Map, key: str) -> list[str]:
        """The words under a key: one, or a list of them."""
        return [word for word, _ in self.items(at, key)]

    def names(self, at: Map, key: str, known: Collection[str], kind: str, remedy: str = "") -> tuple[str, ...]:
        """The words under a key, each of which must be one of the known ones; `kind` says what they are, `remedy` where
        a new one is written."""
        found = []
        for word, place in self.items(at, key):
            if word in known:
                found.append(word)
            else:
                self.problem(place, unknown(word, kind, known, remedy))
        return tuple(found)

    def function(self, registry: Registry[Callable[..., Any]], name: str, place: Place) -> Any:
        """The function of this name."""
        if name in registry:
            return registry[name]
        stands = registry.not_allowed.get(name)
        if stands is not None:
            loads = f"{stands}, and code is loaded only with `--allow-powers` on the command line."
            self.problem(place, f"The {registry.kind} “{name}” stands in {loads}")
            return None
        self.problem(place, unknown(name, registry.kind, registry, registry.remedy))
        return None

    def functions(self, registry: Registry[Any], at: Map, key: str) -> tuple[Any, ...]:
        """The functions named under a key: one, or a list of them."""
        return tuple([self.function(registry, name, place) for name, place in self.items(at, key)])

    def function_at(self, registry: Registry[Any], at: Map, key: str) -> Any:
        """The one function named under a key, or nothing."""
        name = self.word(at, key)
        return self.function(registry, name, at.value_places[key]) if name else None


def unknown(word: str, kind: str, known: Collection[str], remedy: str) -> str:
    """The sentence for a word that is none of the known ones."""
    if not remedy:
        return f"There is no {kind} “{word}”{nearest_or_all(word, known)}"
    return misplaced(word, kind) or f"There is no {kind} “{word}”{nearest(word, known)} {remedy}"
