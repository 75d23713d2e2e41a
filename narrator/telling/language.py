"""What does the box say and write? The words of one roleset in one language, read from its files.

    words = Language.load([OWN], "millers-hollow", "en")
    words.line("dawn.dead", seed=7, nth=0, names=words.names(["Ann", "Bob"]))   # Line("The night has kept …", "solemn")

`common.<language>.yaml` holds what every roleset shares, `<roleset>.<language>.yaml` lays its own over it, and
`<roleset>.<part>.<language>.yaml` those of a part that has a file of its own. `{names}`, `{card}` and the like are
places, filled when the words are used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from string import Formatter, ascii_uppercase

from narrator.errors import BadFile, NarratorError, Place, Problem, Word
from narrator.rules.registry import told_about
from narrator.rules.strict_yaml import Items, Map, merged, nearest
from narrator.telling.language_file import DEVICES, LanguageReader, Wordings, places_in
from narrator.telling.plurals import Text, counted, form, whole
from narrator.telling.script import Cue, turn
from narrator.telling.voice.line import Line

Filling = str | int | Sequence[str]
"""What fills a place: words, a number that is said in words, or some names."""
CALLED = {
    "building": ("buildings", "name"),
    "card": ("cards", "name"),
    "choice": ("choices", ""),
    "event": ("events", "name"),
    "option": ("options", "name"),
    "prompt": ("prompts", "title"),
    "side": ("sides", ""),
    "word": ("words", ""),
}
"""Each kind of word that a sentence may name, and where it stands."""
LETTERS = frozenset(ascii_uppercase)
OF_A_SEAT = ("wolf", "not-wolf")
"""What may be told of a seat, besides its card."""


class NameWithForms(str):
    """A name that has other `forms`, by what the language file calls them: `{card:who}` may be “the witch”. Where it
    does not have a form, it stays as it is."""

    forms: Mapping[str, str]

    def __new__(cls, name: str, forms: Mapping[str, str]) -> NameWithForms:
        called = super().__new__(cls, name)
        called.forms = forms
        return called

    def __format__(self, form: str) -> str:
        return self.forms.get(form, str(self))


@dataclass(frozen=True)
class Language:
    """The words of one roleset in one language (`code`, such as `en`); `load` reads them from their files.

    Whatever chooses among wordings takes a `seed` and `nth`, how often it was asked for before in this game: all
    wordings are used before one comes again, in an order that the seed shuffles. Looking up what is not there raises
    `NarratorError` (`no-words`); `needed_words.shortcomings` finds that before the game. `file` is the roleset's own,
    `files` are all that there are. Numbers are said in words, and written `in_digits`.
    """

    code: str
    file: str
    tree: Map
    lines: Mapping[str, Wordings]
    files: tuple[str, ...] = ()
    in_digits: bool = False

    @classmethod
    def load(
        cls,
        folders: Sequence[Path],
        roleset: str,
        language: str,
        extends: Sequence[str] = (),
        guest_sources: Sequence[str] = (),
        over: Language | None = None,
    ) -> Language:
        """Read the words of a roleset, those of the first of the `folders` over those of the others.

        `extends` are the rolesets that it builds upon, the nearest first; from the `guest_sources` of a card it has
        only the words that are nowhere else. What is missing comes from the language that this one lies `over`. Raises
        `NarratorError` (`no-language`) where there are no words in this language, and `BadFile` (`language`) with
        everything that is wrong in the files, or missing with no other language underneath.
        """
        reader = LanguageReader(language)
        tree = Map(Place("", 1, 1))
        unreadable: list[Problem] = []
        files: list[Path] = []
        for name in (*reversed(guest_sources), "common", *reversed(extends), roleset):
            for folder in reversed(folders):
                own = folder / f"{name}.{language}.yaml"
                files += [own] if own.is_file() else []
                for part in sorted(folder.glob(f"{name}.*.{language}.yaml")):
                    files.append(part)
                    reader.belongs(part, folders)
        for file in files:
            try:
                tree = merged(tree, reader.file(file))
            except BadFile as error:
                unreadable.extend(error.problems)
        must_be_spoken(language, folders)
        lines = {} if unreadable else reader.checked(tree)
        flaws = [*unreadable, *reader.problems, *(reader.gaps if over is None else ())]
        if flaws:
            raise BadFile("language", flaws)
        if over is not None:
            tree, lines = merged(over.tree, tree), {**over.lines, **lines}
        of_roleset = [folder / f"{roleset}.{language}.yaml" for folder in folders]
        of_this = next(filter(Path.is_file, of_roleset), of_roleset[0])
        return cls(language, str(of_this), tree, lines, tuple(map(str, files)))

    @property
    def plainest(self) -> Language:
        """The same words, with one wording of each line: the first, which is the plainest."""
        return replace(self, lines={cue: line._replace(say=line.say[:1]) for cue, line in self.lines.items()})

    @property
    def written(self) -> Language:
        """The same words, with numbers as they are read, not as they are said."""
        return replace(self, in_digits=True)

    @property
    def cues(self) -> frozenset[str]:
        """Every cue that can be said."""
        return frozenset(self.lines)

    def missing(self, needed: Iterable[str]) -> list[str]:
        """The needed cues that cannot be said."""
        return [cue for cue in needed if cue not in self.lines]

    def line(self, cue: str, seed: int, nth: int, **places: Filling) -> Line:
        """What is said at this cue, with its places filled; `answer` is a word such as `werewolf`."""
        if cue not in self.lines:
            raise NarratorError("no-words", f"There is nothing to say for “{cue}”{nearest(cue, self.lines)}")
        mood, say, answers, voice = self.lines[cue]
        if answers:
            places["answer"] = answers[str(places["answer"])]
        return self._line(turn(say, f"{cue} {seed}", nth), places, mood, voice)

    def _line(self, wording: Text, places: Mapping[str, Filling], mood: str, voice: str) -> Line:
        text = self._form(wording, places)
        return Line(self._said(text, places), mood, self.code, pieces=(*self._pieces(text, places),), voice=voice)

    def _pieces(self, text: str, places: Mapping[str, Filling]) -> Iterator[str]:
        """What stands between the places of a text, and what fills them, name by name; nothing where it has none."""
        for words, place, asked, _ in Formatter().parse(text if "{" in text else ""):
            yield words
            filling = places.get(place or "", ())
            called = [self._spoken(filling)] if isinstance(filling, str | int) else filling
            names = [format(name, asked or "") for name in called]
            yield from (*names[:-1], *[self.word("and")][: len(names) - 1], *names[-1:])

    def read_out(self, text: str, mood: str = "solemn") -> Line:
        """A text in this language as it is read out."""
        return Line(text, mood, self.code)

    def say(self, cue: Cue, seed: int, nth: int) -> Line:
        """The line of a cue of the game, its seats and words put into its places."""
        return self.line(cue.id, seed, nth, **self.filling(cue))

    def filling(self, cue: Cue) -> dict[str, Filling]:
        """What fills the places of a cue; an answer is a card, or what its line says it to be."""
        has_answers = cue.id in self.lines and self.lines[cue.id].answers
        spoken: dict[str, Callable[[str], Filling]] = {
            "answer": str if has_answers else lambda card: self.named("cards", card),
            "building": lambda building: self.named("buildings", building, "place"),
            "card": lambda card: self.named("cards", card),
            "cards": lambda cards: [self.named("cards", card) for card in cards.split()],
            "asked": lambda asked: self.question(*asked.split()),
            "event": lambda event: self.named("events", event),
            "office": self.office,
            "side": self.side,
            "day": int,
            "number": int,
        }
        places = {place: spoken.get(place, str)(word) for place, word in cue.words}
        if event := dict(cue.words).get("event"):
            places["text"] = self.card_text(event, str(places.get("text", "")))
            if "question" in places:
                places["question"] = self.question(event, str(places["question"]))
        if cue.seats:
            places["names"] = cue.seats
        return places

    def foreseeable(self, cue: str) -> tuple[Line, ...]:
        """Every line that this cue can become, to be rendered ahead; none for one with names in it."""
        mood, say, answers, voice = self.lines[cue]
        numbers = range(1, len(self.tree["numbers"]))
        fillings: Mapping[str, Iterable[Filling]] = {
            "day": numbers,
            "answer": answers.values(),
            "number": numbers,
            "letter": ascii_uppercase,
            "what": [self.word(device) for device in DEVICES],
        }
        places = places_in(whole(say[0]))
        if not set(places) <= set(fillings):
            return ()
        ways = [dict(zip(places, way, strict=True)) for way in product(*(fillings[place] for place in places))]
        return tuple(self._line(wording, way, mood, voice) for wording in say for way in ways)

    def names(self, seats: Sequence[str]) -> str:
        """The seats as they are said: “Ann, Bob and Cid”."""
        *most, last = seats
        return f"{', '.join(most)} {self.word('and')} {last}" if most else last

    def number(self, number: int) -> str:
        """A number in words, as far as the language file counts."""
        numbers: Sequence[str] = self.tree["numbers"]
        return numbers[number] if number < len(numbers) and not self.in_digits else str(number)

    def spelled(self, written: str) -> str:
        """Digits and signs one by one, as an address or a PIN is read out: “one nine two, dot one, colon …”."""
        if self.in_digits:
            return written
        words = {str(digit): f" {number}" for digit, number in enumerate(self.tree["numbers"][:10])}
        words |= {sign: f", {word}" for sign, word in self.tree["signs"].items()}
        return "".join(words.get(part, f" {part}") for part in re.findall(r"[0-9]|[^\W\d]+|\S", written)).strip(", ")

    def card(self, card: str) -> Mapping[str, str]:
        """What the holder of a card reads: its `name`, what it `is`, `wants`, when it `wakes`, and `advice`."""
        return {part: text for part, text in self._text("cards", card).items() if part != "forms"}

    def named(self, section: str, name: str, part: str = "name") -> NameWithForms:
        """What something under a section is called, with its forms."""
        texts = self._text(section, name)
        return NameWithForms(texts[part], texts.get("forms", {}))

    def called_card(self, card: str) -> str:
        """The name of a card, be it a character's or an event's."""
        return (self.event(card) if card in self.tree.get("events", ()) else self.card(card))["name"]

    def numbered(self, events: Iterable[str]) -> dict[str, str]:
        """What each of these events is called, those of one name by numbers."""
        called = {event: self.event(event)["name"] for event in events}
        for name in [*dict.fromkeys(called.values())]:
            alike = [event for event in called if called[event] == name]
            called |= {event: f"{name} {number}" for number, event in enumerate(alike, 1) if len(alike) > 1}
        return called

    def building(self, building: str) -> Mapping[str, str]:
        """What is read of a building: the `name` of who lives there, the `place` itself as it is said, what it `is`,
        and `advice`."""
        return self._text("buildings", building)

    def event(self, event: str) -> Mapping[str, str]:
        """What an event card says: its `name` and its `text`, which is read aloud."""
        return self._text("events", event)

    def card_text(self, event: str, variant: str) -> str:
        """What is read of an event card: what it says, or what changes where it brings a variant for one turn."""
        texts = self.event(event)
        return texts.get("variant", texts["text"]) if variant else texts["text"]

    def questions(self, event: str) -> Mapping[str, str]:
        """The questions that stand on an event card, by number; none on most."""
        return self.event(event).get("questions", {})  # type: ignore[return-value]

    def question(self, event: str, number: str) -> str:
        """One of the questions that stand on an event card."""
        return self.questions(event)[number]

    def kind(self, kind: str) -> str:
        """Of which kind an event card is, in words."""
        return self._filled("kinds", kind)

    def prompt(self, prompt: str) -> Mapping[str, str]:
        """How a prompt is put on a page: its `title`, the words on the buttons for `yes`, `no` and `pass`, the
        `text` with what else must be known, and a sentence that says whom it is `about`."""
        texts = {key: text for key, text in self._text("prompts", prompt).items() if key != "deed"}
        return {**{word: self.word(word) for word in ("yes", "no", "pass")}, **texts}

    @property
    def passes(self) -> set[str]:
        """All that can be answered instead of a name, but for a plain no."""
        passes = (texts["pass"] for texts in self.tree["prompts"].values() if "pass" in texts)
        return {self.word("pass"), self.word("nobody-else"), *passes} - {self.word("no")}

    def deed(self, prompt: str, number: int = 1) -> str | None:
        """What an answer that so many gave was, told after the game: “voted against”; nothing where no words say it."""
        text = self._text("prompts", prompt).get("deed")
        return None if text is None else form(text, number, self.code)

    def voted(self, number: int) -> str:
        """The same of a vote for which no words say it."""
        return form(self.tree["words"]["voted"], number, self.code)

    def screen(self, kind: str) -> Mapping[str, str]:
        """The `title` and `text` of a page on which nothing is asked: one of `SCREENS`."""
        return self._text("screens", kind)

    def told(self, about: str, what: str | Sequence[str], whom: str = "") -> str:
        """A private note: `about` is a seat, or what a list is about, and `whom` is asked about, as in `facts.Told`."""
        notes = self.tree["told"]
        if f"no-{about}" in notes and (not what or what == "no"):
            about = f"no-{about}"
        elif f"{about}-{what}" in notes:
            about = f"{about}-{what}"
        if about in ("card-now", "part", *told_about(of="cards")):
            what = [self.called_card(card) for card in ([what] if isinstance(what, str) else what)]
        if about in notes and about not in ("card", *OF_A_SEAT):
            named = what if isinstance(what, str) else self.names(what) if what else ""
            return self._filled("told", about, what=named, whom=whom)
        if isinstance(what, str) and what in OF_A_SEAT:
            return self._filled("told", what, about=about)
        names = [self.card(card)["name"] for card in ([what] if isinstance(what, str) else what)]
        return self._filled("told", "card", about=about, what=self.names(names))

    def title(self, roleset: str) -> str | None:
        """What a roleset is called in this language, where its own file says so."""
        place = self.tree.value_places.get("title")
        own = place is not None and Path(place.file).name == f"{roleset}.{self.code}.yaml"
        return str(self.tree["title"]) if own else None

    def called(self, word: Word) -> str:
        """What something that is played is called; by its id, where it has no name."""
        section, part = CALLED[word.kind]
        named = self.tree.get(section, {}).get(word.id, word.id)
        return str(named[part] if isinstance(named, Map) else named)

    def side(self, side: str) -> str:
        """Who wins: a side, `nobody` or a `draw`."""
        return self._filled("sides", side)

    def office(self, office: str) -> str:
        """The title of an office."""
        return self._filled("offices", office)

    def choice(self, word: str) -> str:
        """What a word is called that may be chosen instead of a seat; a letter is called what it is."""
        return word if word in LETTERS else self._filled("choices", word)

    def option(self, option: str) -> Mapping[str, str]:
        """The `name` of an option and a `text` that says what it does."""
        return self._text("options", option)

    def preset(self, preset: str) -> Mapping[str, str]:
        """The `name` of a preset and a `text` that says what it is good for."""
        return self._text("presets", preset)

    def value(self, option: str, value: str) -> str:
        """A value of an option as the host reads it, `day 3` included."""
        values: Mapping[str, str] = self.option(option).get("values", {})  # type: ignore[assignment]
        word, _, number = value.partition(" ")
        if value in values or f"{word} N" in values:
            text: str = values.get(value, values.get(f"{word} N", ""))
            return text.format_map({"number": number if number.isdigit() else "…"})
        return self.word(value) if not number else self.names([self.value(option, one) for one in value.split()])

    def advice(self, advice: str) -> str:
        """What the host is told about tonight's table."""
        return self._filled("advice", advice)

    def word(self, word: str, **places: object) -> str:
        """A small word such as `yes`, or the name of a phase: `night` with its `number`."""
        return self._filled("words", word, **places)

    def phase(self, phase: str) -> str:
        """The name of a phase as people read it; before the first night there may be a day."""
        name, _, number = phase.partition(" ") if phase != "day 0" else ("eve", "", "")
        return self.word(name, number=number) if number else self.word(name)

    def device(self, kind: str) -> str:
        """A kind of device as the box speaks of it."""
        return self.word(kind if kind in DEVICES else "device")

    def seats(self, most: int) -> dict[str, int]:
        """The names of those who have given none and whose seats have a number, each with that number."""
        return {self.word("seated", number=number): number for number in range(1, most + 1)}

    @property
    def bots(self) -> Sequence[str]:
        """What bots are called."""
        names: Sequence[str] = self.tree["bots"]
        return names

    @property
    def passwords(self) -> Sequence[str]:
        """Short words for passwords that can be said across a room."""
        words: Sequence[str] = self.tree["passwords"]
        return words

    def decoy(self, sort: str, seed: int, nth: int) -> str:
        """A question that means nothing; `DECOYS` has its sorts."""
        return self.decoys(sort)[self.which_decoy(sort, seed, nth)]

    def which_decoy(self, sort: str, seed: int, nth: int) -> int:
        """Which of the `decoys` of a sort has its turn."""
        return turn(range(len(self.tree["decoys"][sort])), f"decoy {seed}", nth)

    def decoys(self, sort: str) -> Sequence[str]:
        """All questions of a sort that mean nothing."""
        wordings: Sequence[str] = self.tree["decoys"][sort]
        return wordings

    def award(self, kind: str, **places: Filling) -> tuple[str, str]:
        """What an award is called, and who has it for what; `AWARDS` has its kinds and their places."""
        award = self._text("awards", kind)
        return award["title"], self._said(award["text"], places)

    def story(self, what: str, seed: int, nth: int, **places: Filling) -> str:
        """A sentence of the story told after the game; `STORY` has its kinds and their places."""
        told = self.tree["story"][what]
        return self._said(turn(told if isinstance(told, Items) else [told], f"story {what} {seed}", nth), places)

    def _said(self, text: Text, places: Mapping[str, Filling]) -> str:
        """A text in the form that goes with what is counted in it, its places filled."""
        return self._form(text, places).format_map({place: self._spoken(what) for place, what in places.items()})

    def _form(self, text: Text, places: Mapping[str, Filling]) -> str:
        """A text in the form that goes with what is counted in it."""
        return text if isinstance(text, str) else form(text, counted(places), self.code)

    def _spoken(self, filling: Filling) -> str:
        if isinstance(filling, int):
            return self.number(filling)
        return filling if isinstance(filling, str) else self._listed(filling)

    def _listed(self, names: Sequence[str]) -> NameWithForms:
        """Several names as one, whose forms are theirs."""
        with_forms = [name if isinstance(name, NameWithForms) else NameWithForms(name, {}) for name in names]
        asked = {which for name in with_forms for which in name.forms}
        joined = {which: self.names([format(name, which) for name in with_forms]) for which in asked}
        return NameWithForms(self.names(names), joined)

    def _text(self, section: str, name: str) -> Map:
        texts: Mapping[str, Map] = self.tree[section]
        if name not in texts:
            raise NarratorError("no-words", f"“{section}” has nothing for “{name}”{nearest(name, texts)}")
        return texts[name]

    def _filled(self, section: str, name: str, **places: object) -> str:
        return str(self._text(section, name)).format_map(places)


def must_be_spoken(language: str, folders: Sequence[Path]) -> None:
    """Raise `NarratorError` (`no-language`) where none of these folders has words in this language."""
    if not any((folder / f"common.{language}.yaml").is_file() for folder in folders):
        known = sorted({file.name.split(".")[1] for folder in folders for file in folder.glob("common.*.yaml")})
        raise NarratorError("no-language", f"The box has no words in “{language}”; it has {', '.join(known)}.")
