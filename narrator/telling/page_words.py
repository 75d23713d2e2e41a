"""What do the pages themselves say: labels, buttons, what screen readers are told? One file per language has it all.

    words = PageWords.load(folders, "en")
    words.say("wrong.other-name", name="owl", address="http://192.168.1.7")

`pages.<language>.yaml` holds texts under the part of the pages that says them, and `{name}` and the like are places. A
text may have a form for each kind of number that its language tells apart; a page then chooses by the place `number`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from msgspec.json import encode

from narrator.errors import BadFile, NarratorError, Place, Said, Word
from narrator.files import text
from narrator.rules.registry import Places
from narrator.rules.strict_yaml import Map, merged, nearest, read
from narrator.telling.language_file import LanguageReader, places_in
from narrator.telling.plurals import Text, form, forms_in, whole

FIRST = "en"
"""The language in which everything is written first: all others must say the same things, with the same places."""
HEAD = ("language", "name")


@dataclass(frozen=True)
class PageWords:
    """All that the pages say in one language: `code`, such as `en`, and `name`, as it calls itself.

    Asking for what is not there raises `NarratorError` (`no-words`).
    """

    code: str
    name: str
    texts: Mapping[str, Text]

    @classmethod
    def load(cls, folders: Sequence[Path], code: str) -> PageWords:
        """The words in one language: those of the first of the `folders` lie over those of the others, and the last one
        has them all in English. Raises `BadFile` (`language`) with everything that is wrong in the files."""
        first = PageReader(FIRST).page_words(folders[-1:])
        reader = PageReader(code)
        words = reader.page_words(folders, first.texts)
        if reader.gaps:
            raise BadFile("language", reader.gaps)
        return words

    @cached_property
    def id(self) -> str:
        """What a browser keeps them under; it changes as soon as a word does."""
        return f"{self.code}.{blake2b(encode(self.texts, order='sorted'), digest_size=6).hexdigest()}"

    def say(self, key: str, **places: object) -> str:
        """The text under a key, such as `join.sit-down`, with its places filled; of several forms that for the
        `number`."""
        if key not in self.texts:
            raise NarratorError("no-words", f"The pages have no words for “{key}”{nearest(key, self.texts)}")
        number = places.get("number")
        return form(self.texts[key], number if isinstance(number, int) else None, self.code).format_map(places)

    def tell(self, said: Said, called: Callable[[Word], str] = str) -> str:
        """A sentence with its places filled; what is played is `called` by its names."""
        return self.say(said.key, **{place: self._filled(what, called) for place, what in said.places.items()})

    def _filled(self, what: object, called: Callable[[Word], str]) -> object:
        if isinstance(what, Said):
            return self.tell(what, called)
        if isinstance(what, Word):
            return called(what)
        return ", ".join(str(self._filled(one, called)) for one in what) if isinstance(what, (list, tuple)) else what


def installed(folders: Sequence[Path]) -> tuple[dict[str, PageWords], dict[str, BadFile]]:
    """The words of every language that can be used, by its code, and what is wrong or missing in any.

    What is missing is in English. That is always among the usable ones: if need be as it stands in the last folder.
    """
    first = PageReader(FIRST).page_words(folders[-1:])
    found, faults = {FIRST: first}, {}
    for code in sorted({file.name.split(".")[1] for folder in folders for file in folder.glob("pages.*.yaml")}):
        reader = PageReader(code)
        try:
            found[code] = reader.page_words(folders, first.texts)
        except BadFile as error:
            faults[code] = error
        else:
            faults |= {code: BadFile("language", reader.gaps)} if reader.gaps else {}
    return found, faults


class PageReader(LanguageReader):
    """Reads the words of pages; what is wrong in all files is gathered in `problems`, what is missing in `gaps`."""

    def page_words(self, folders: Sequence[Path], first: Mapping[str, Text] | None = None) -> PageWords:
        """The words that stand in these folders, over the texts of the `first` language, where these are known. Raises
        `BadFile` (`language`) with everything that is wrong or missing, if anything is wrong."""
        tree = Map(Place(f"pages.{self.code}.yaml", 1, 1))
        for folder in reversed(folders):
            file = folder / f"pages.{self.code}.yaml"
            if file.is_file():
                tree = merged(tree, self.page_file(file))
        texts = self.texts(tree, first)
        for place, of, asked in self.formed:
            self.problem(place, f"Pages know no forms of names: write {{{of}}} instead of {{{of}:{asked}}}.")
        if self.problems:
            raise BadFile("language", [*self.problems, *self.gaps])
        return PageWords(self.code, self.word(tree, "name"), texts)

    def page_file(self, file: Path) -> Map:
        """The words of one file."""
        tree = read(text(file), str(file))
        self.named_for(tree)
        return tree

    def texts(self, tree: Map, first: Mapping[str, Text] | None) -> dict[str, Text]:
        """All texts, by section and key; notes what is wrong with them, missing, or of no use to any page."""
        found: dict[str, Text] = dict(first or {})
        sections = {key.partition(".")[0] for key in first} if first is not None else set(tree) - {*HEAD}
        self.known(tree, tree, HEAD)
        self.complete(tree, "pages", (), (*HEAD, *sections))
        for section in sorted(sections):
            at = self.map(tree, section)
            if first is not None:
                self.complete(at, section, [key.partition(".")[2] for key in first if key.startswith(f"{section}.")])
            for key in at:
                name = f"{section}.{key}"
                if first is None or name in first:
                    self.text(at, key, places_in(whole(first[name])) if first is not None else None)
                    found[name] = at[key]
        return found

    def text(self, at: Map, key: str, places: Places | None) -> None:
        """One text or its forms, which must hold these places; where they are `None`, any."""
        if not isinstance(at[key], Map):
            self.one(at, key, places)
            return
        forms = self.map(at, key)
        self.known(forms, forms_in(self.code), ("other",), "form of a number")
        wanted = places_in(str(forms.get("other", ""))) if places is None else places
        if "number" not in wanted:
            self.problem(at.value_places[key], f"“{key}” can have forms only where {{number}} is one of its places.")
        for kind in forms:
            uncounted = tuple(place for place in wanted if place != "number")
            spoken = kind != "other" and "number" not in places_in(str(forms[kind]))
            self.one(forms, kind, uncounted if spoken else wanted)
