"""What does the box say and write? The words of one roleset in one language, read from its files.

    words = Language.load([OWN], "millers-hollow", "en")
    words.line("dawn.dead", seed=7, nth=0, names=words.names(["Ann", "Bob"]))   # Line("The night has kept …", "solemn")

`common.<language>.yaml` holds what every roleset shares, `<roleset>.<language>.yaml` lays its own over it. `{names}`,
`{card}` and the like are places, filled when the words are used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import product
from math import gcd
from pathlib import Path
from typing import NamedTuple

from narrator.errors import NarratorError
from narrator.rules import effects
from narrator.rules.rolesets import Reader, Roleset
from narrator.rules.strict_yaml import BadFile, Items, Map, Place, Problem, merged, nearest, read
from narrator.script import Cue
from narrator.script import Cue
from narrator.shelf import text
from narrator.voice.line import MOODS, Line

Places = tuple[str, ...]
"""The names of the places that words must hold, in alphabetical order."""

CUES: Mapping[str, Places] = {
    **dict.fromkeys(
        (
            "game.begins", "girl.warning", "odd.warning", "night.falls", "night.hum", "reminder", "dawn.breaks",
            "dawn.nobody", "eve.begins", "debate.opens", "debate.half-minute", "vote.called", "village.vote",
            "vote.nobody", "office.nobody", "village.draw", "won.nobody", "won.draw", "box.back", "box.paused",
            "box.resumed", "box.undone", "box.test", "box.good-bye", "box.speaker-back",
        ),
        (),
    ),
    **dict.fromkeys(
        (
            "dawn.dead", "vote.dead", "grief.dead", "ballot.again", "lot.drawn", "witness.leaves", "won.villagers",
            "won.werewolves", "won.lovers", "box.joined",
        ),
        ("names",),
    ),
    "day.begins": ("day",),
    "card.turned": ("card", "names"),
    "box.welcome": ("address",),
    "box.pin": ("pin",),
}  # fmt: skip
"""Every cue that may be said whatever the roleset, with its places. `needed` has those that a roleset adds."""

TOLD: Mapping[str, Places] = {
    **dict.fromkeys(("card",), ("about", "what")),
    **dict.fromkeys(("wolf", "not-wolf"), ("about",)),
    **dict.fromkeys(("pack", "lover", "centre", "victim", "card-now"), ("what",)),
    "no-victim": (),
}

STORY: Mapping[str, Places] = {
    **dict.fromkeys(("hungry", "quiet"), ()),
    **dict.fromkeys(
        (
            "linked", "devoured", "fright", "poison", "healed", "protected", "spared", "died.devoured", "died.fright",
            "died.poison", "died.vote", "died.shot", "died.grief", "abstained", "lot", "witness",
        ),
        ("names",),
    ),
    **dict.fromkeys(("swapped", "given", "turned"), ("card", "names")),
    **dict.fromkeys(("looked.wolf", "looked.not-wolf", "voted"), ("names", "other")),
    "centre": ("card",),
    "looked": ("card", "names", "other"),
    "taken": ("names", "office"),
    "vacant": ("office",),
}  # fmt: skip

WORDS: Mapping[str, Places] = {
    **dict.fromkeys(("and", "yes", "no", "on", "off", "pass", "setup"), ()),
    **dict.fromkeys(("night", "dawn", "day"), ("number",)),
}

SCREENS = ("lobby", "rest", "told", "debate", "over", "dead", "witness")
ANSWERS = ("werewolf", "not-werewolf")
SECTIONS = (
    "language", "lines", "cards", "prompts", "screens", "told", "sides", "offices", "options", "words", "numbers",
    "signs", "decoys", "bots", "story",
)  # fmt: skip


class Wordings(NamedTuple):
    """The ways to say one cue, the `mood` they share, and what `{answer}` may be in them."""

    mood: str
    say: tuple[str, ...]
    answers: Mapping[str, str]


@dataclass(frozen=True)
class Language:
    """The words of one roleset in one language (`code`, such as `en`); `load` reads them from their files.

    Whatever chooses among wordings takes a `seed` and `nth`, how often it was asked for before in this game: all
    wordings are used before one comes again, in an order that the seed shuffles. Looking up what is not there raises
    `NarratorError` (`no-words`); `lacks` finds that before the game.
    """

    code: str
    file: str
    tree: Map
    lines: Mapping[str, Wordings]

    @classmethod
    def load(cls, folders: Sequence[Path], roleset: str, language: str, extends: Sequence[str] = ()) -> Language:
        """Read the words of a roleset, those of the first of the `folders` over those of the others.

        `extends` are the rolesets that it builds upon, the nearest first. Raises `NarratorError` (`no-language`) where
        there are no words in this language, and `BadFile` (`language`) with everything that is wrong in the files.
        """
        reader = _Reader()
        tree = Map(Place("", 1, 1))
        for name in ("common", *reversed(extends), roleset):
            for folder in reversed(folders):
                file = folder / f"{name}.{language}.yaml"
                if file.is_file():
                    tree = merged(tree, reader.file(file, language))
        if not any((folder / f"common.{language}.yaml").is_file() for folder in folders):
            known = sorted({file.name.split(".")[1] for folder in folders for file in folder.glob("common.*.yaml")})
            raise NarratorError("no-language", f"The box has no words in “{language}”; it has {', '.join(known)}.")
        lines = reader.checked(tree)
        if reader.problems:
            raise BadFile("language", reader.problems)
        own = [folder / f"{roleset}.{language}.yaml" for folder in folders]
        return cls(language, str(next((file for file in own if file.is_file()), own[0])), tree, lines)

    @property
    def cues(self) -> frozenset[str]:
        """Every cue that can be said."""
        return frozenset(self.lines)

    def missing(self, needed: Iterable[str]) -> list[str]:
        """Those of the needed cues that cannot be said."""
        return [cue for cue in needed if cue not in self.lines]

    def lacks(self, *rules: Roleset) -> list[Problem]:
        """What these rolesets (one roleset with various options) need and have not, or hold and cannot use."""
        problems = []
        needs: dict[str, dict[str, Places]] = {}
        for each in rules:
            for section, names in needed(each).items():
                needs.setdefault(section, {}).update(names)
        for section, names in needs.items():
            have = self.tree
            for key in section.split("."):
                have = have.get(key, Map(Place(self.file, 1, 1)))
            spare = [name for name in have if name not in names]
            for name, places in names.items():
                if name not in have:
                    sentence = f"“{section}” has nothing for “{name}”{nearest(name, spare)}"
                    problems.append(Problem(Place(self.file, 1, 1), sentence))
                elif section == "lines" and (held := _places(self.lines[name].say[0])) != places:
                    sentence = f"“{name}” must hold {_braced(places)}, and holds {_braced(held)}."
                    problems.append(Problem(have.key_places[name], sentence))
            for name in spare:
                if have.key_places[name].file == self.file:
                    sentence = f"Nothing in this roleset needs “{name}” under “{section}”{nearest(name, names)}"
                    problems.append(Problem(have.key_places[name], sentence))
        return sorted(problems)

    def line(self, cue: str, seed: int, nth: int, **places: str) -> Line:
        """What is said at this cue, with its places filled; `answer` is a word such as `werewolf`."""
        if cue not in self.lines:
            raise NarratorError("no-words", f"There is nothing to say for “{cue}”{nearest(cue, self.lines)}")
        mood, say, answers = self.lines[cue]
        if answers:
            places["answer"] = answers[places["answer"]]
        return Line(_turn(say, f"{cue} {seed}", nth).format_map(places), mood)

    def say(self, cue: Cue, seed: int, nth: int) -> Line:
        """What is said at a cue of the game, its seats and words put into its places."""
        spoken: dict[str, Callable[[str], str]] = {
            "card": lambda card: self.card(card)["name"],
            "office": self.office,
            "day": lambda day: self.number(int(day)),
        }
        places = {place: spoken.get(place, str)(word) for place, word in cue.words}
        if cue.seats:
            places["names"] = self.names(cue.seats)
        return self.line(cue.id, seed, nth, **places)

    def say(self, cue: Cue, seed: int, nth: int) -> Line:
        """The line of a cue, its seats and words spelled out."""
        places = {"names": self.names(cue.seats)} if cue.seats else {}
        for place, word in cue.words:
            places[place] = self._spelled_out(place, word)
        return self.line(cue.id, seed, nth, **places)

    def _spelled_out(self, place: str, word: str) -> str:
        if place == "card":
            return self.card(word)["name"]
        if place == "office":
            return self.office(word)
        return self.number(int(word)) if place == "day" else word

    @property
    def bots(self) -> Sequence[str]:
        """What bots are called."""
        names: Sequence[str] = self.tree["bots"]
        return names

    def speaks(self, cue: str) -> tuple[Line, ...]:
        """Every line that this cue can become, to be rendered ahead; none for one with names in it."""
        mood, say, answers = self.lines[cue]
        fillings: Mapping[str, Iterable[str]] = {"day": self.tree["numbers"][1:], "answer": answers.values()}
        places = _places(say[0])
        if not set(places) <= set(fillings):
            return ()
        ways = [dict(zip(places, way, strict=True)) for way in product(*(fillings[place] for place in places))]
        return tuple(Line(wording.format_map(way), mood) for wording in say for way in ways)

    def names(self, seats: Sequence[str]) -> str:
        """The seats as they are said: “Ann, Bob and Cid”."""
        *most, last = seats
        return f"{', '.join(most)} {self.word('and')} {last}" if most else last

    def number(self, number: int) -> str:
        """A number in words, as far as the language file counts."""
        numbers: Sequence[str] = self.tree["numbers"]
        return numbers[number] if number < len(numbers) else str(number)

    def spelled(self, written: str) -> str:
        """Digits and signs one by one, as an address or a PIN is read out: “one nine two, dot one, colon …”."""
        words = {str(digit): f" {self.number(digit)}" for digit in range(10)}
        words |= {sign: f", {word}" for sign, word in self.tree["signs"].items()}
        return "".join(words.get(part, f" {part}") for part in re.findall(r"[0-9]|[^\W\d]+|\S", written)).strip(", ")

    def card(self, card: str) -> Mapping[str, str]:
        """What the holder of a card reads: its `name`, what it `is`, what it `wants` and when it `wakes`."""
        return self._text("cards", card)

    def prompt(self, prompt: str) -> Mapping[str, str]:
        """How a prompt is put on a page: its `title`, and the words on the buttons for `yes` and `pass`."""
        return {"yes": self.word("yes"), "pass": self.word("pass"), **self._text("prompts", prompt)}

    def screen(self, kind: str) -> Mapping[str, str]:
        """The `title` and `text` of a page on which nothing is asked: one of `SCREENS`."""
        return self._text("screens", kind)

    def told(self, about: str, what: str | Sequence[str]) -> str:
        """A private note: `about` is a seat, or what a list is about, as in the fact `Told`."""
        if about == "victim" and not what:
            about = "no-victim"
        if about in ("centre", "card-now"):
            what = [self.card(card)["name"] for card in ([what] if isinstance(what, str) else what)]
        if about in TOLD:
            return self._filled("told", about, what=what if isinstance(what, str) else self.names(what) if what else "")
        assert isinstance(what, str)
        if what in ("wolf", "not-wolf"):
            return self._filled("told", what, about=about)
        return self._filled("told", "card", about=about, what=self.card(what)["name"])

    def side(self, side: str) -> str:
        """Who wins: a side, `nobody` or a `draw`."""
        return self._filled("sides", side)

    def office(self, office: str) -> str:
        """The title of an office."""
        return self._filled("offices", office)

    def option(self, option: str) -> Mapping[str, str]:
        """The `name` of an option and a `text` that says what it does."""
        return self._text("options", option)

    def value(self, option: str, value: str) -> str:
        """A value of an option as the host reads it, `day 3` included."""
        values: Mapping[str, str] = self.option(option).get("values", {})  # type: ignore[assignment]
        word, _, number = value.partition(" ")
        if value in values or f"{word} N" in values:
            return values.get(value, values.get(f"{word} N", "")).format_map({"number": number or "N"})
        return self.word(value)

    def word(self, word: str, **places: object) -> str:
        """A small word such as `yes`, or the name of a phase: `night` with its `number`."""
        return self._filled("words", word, **places)

    @property
    def bots(self) -> tuple[str, ...]:
        """Names for bots."""
        return tuple(self.tree["bots"])

    def decoy(self, seed: int, nth: int) -> str:
        """A question that means nothing and is answered by naming one seat."""
        return _turn(self.tree["decoys"], f"decoy {seed}", nth)

    def story(self, what: str, seed: int, nth: int, **places: str) -> str:
        """A sentence of the story told after the game; `STORY` has its kinds and their places."""
        told = self.tree["story"][what]
        return _turn([told] if isinstance(told, str) else told, f"story {what} {seed}", nth).format_map(places)

    def _text(self, section: str, name: str) -> Map:
        texts: Map = self.tree[section]
        if name not in texts:
            raise NarratorError("no-words", f"“{section}” has nothing for “{name}”{nearest(name, texts)}")
        found: Map = texts[name]
        return found

    def _filled(self, section: str, name: str, **places: object) -> str:
        return str(self._text(section, name)).format_map(places)


def needed(rules: Roleset) -> dict[str, dict[str, Places]]:
    """What the words of a roleset must hold: the keys under each section, and for the lines their places."""
    lines = dict(CUES)
    for name in (*rules.first_night, *rules.later_nights):
        if name in rules.calls:
            lines.update(dict.fromkeys((f"{name}.wake", f"{name}.sleep", *rules.calls[name].prompts), ()))
    lines.update(dict.fromkeys(rules.ballots, ()))
    for ballot in rules.ballots.values():
        if ballot.elects:
            lines.update({f"{ballot.elects}.taken": ("names",), f"{ballot.elects}.vacant": ()})
    lines.update(dict.fromkeys(rules.heirs.values(), ("names",)))
    for card in rules.cards.values():
        for prompt in card.last_words:
            lines[prompt] = ("names",)
            if rules.prompts[prompt].may_pass:
                lines[f"{card.id}.spares"] = ()
    for rule in rules.prompts.values():
        for effect, word in rule.then:
            if effect is effects.kill:
                lines[f"{word}.dead"] = ("names",)
            elif effect is effects.announce:
                lines[word] = ("answer",)
    return {
        "lines": lines,
        "cards": dict.fromkeys(rules.cards, ()),
        "prompts": dict.fromkeys((*rules.prompts, *rules.ballots, "village.draw"), ()),
        "options": dict.fromkeys(rules.options, ()),
        **{
            f"options.{option.id}.values": dict.fromkeys((value for value in option.values if value not in WORDS), ())
            for option in rules.options.values()
        },
        "offices": dict.fromkeys(rules.heirs, ()),
        "sides": dict.fromkeys((*(card.side for card in rules.cards.values()), "lovers", "nobody", "draw"), ()),
    }


class _Reader(Reader):
    """Reads language files; what is wrong in all of them is gathered in `problems`."""

    def file(self, file: Path, language: str) -> Map:
        """The words of one file, empty where it cannot be read."""
        try:
            tree = read(text(file), str(file))
        except BadFile as error:
            self.problems.extend(error.problems)
            return Map(Place(str(file), 1, 1))
        self.known(tree, SECTIONS)
        if tree.get("language") != language:
            place = tree.value_places.get("language", tree.place)
            self.problem(place, f"This file is named for another language; it must begin with `language: {language}`.")
        return tree

    def checked(self, tree: Map) -> dict[str, Wordings]:
        """The lines of a language; notes everything that is wrong in any of its words."""
        lines = self.map(tree, "lines")
        found = {cue: self.line(cue, self.map(lines, cue)) for cue in lines}
        for section, known in (("told", TOLD), ("story", STORY), ("words", WORDS)):
            texts = self.map(tree, section)
            self.complete(texts, section, known)
            for key in texts:
                if key in known:
                    self.wordings(texts, key, known[key])
        self.pages(tree, "cards", ("name", "is", "wants", "wakes"), ())
        self.pages(tree, "prompts", ("title",), ("yes", "pass"))
        self.pages(tree, "screens", ("title", "text"), ())
        self.complete(self.map(tree, "screens"), "screens", SCREENS)
        self.pages(tree, "options", ("name", "text"), ("values",))
        for name in self.map(tree, "options"):
            values = self.map(self.map(self.map(tree, "options"), name), "values")
            for value in values:
                self.wordings(values, value, ("number",) if value.endswith(" N") else ())
        for section in ("sides", "offices", "signs"):
            for name in self.map(tree, section):
                self.wordings(tree[section], name, ())
        for section, least in (("numbers", 10), ("decoys", 1), ("bots", 1)):
            if len(self.wordings(tree, section, ())) < least:
                place = tree.value_places.get(section, tree.place)
                self.problem(place, f"“{section}” must list {least} texts or more.")
        return found

    def line(self, cue: str, at: Map) -> Wordings:
        """One line: its wordings must all hold the same places."""
        self.known(at, ("mood", "say", "answers"))
        mood = self.word(at, "mood", "hushed")
        if mood not in MOODS:
            self.problem(at.value_places["mood"], f"There is no mood “{mood}”{nearest(mood, MOODS)}")
        say = self.wordings(at, "say", CUES.get(cue))
        if not say:
            self.problem(at.place, f'“{cue}” must list what to say, as in `say: ["Night falls."]`.')
        answers = self.map(at, "answers")
        self.known(answers, ANSWERS)
        if "answer" in _places(" ".join(say)) and set(answers) != set(ANSWERS):
            self.problem(at.place, f"“{cue}” must say under “answers” what each answer is: {', '.join(ANSWERS)}.")
        return Wordings(mood, say, {answer: self.word(answers, answer) for answer in answers})

    def pages(self, tree: Map, section: str, must: Places, may: Places) -> None:
        """Texts of a page under each name of a section, with the keys that they must and may have."""
        texts = self.map(tree, section)
        for name in texts:
            at = self.map(texts, name)
            self.complete(at, name, must, may)
            for key in at:
                if key != "values":
                    self.wordings(at, key, ())

    def complete(self, at: Map, name: str, must: Iterable[str], may: Places = ()) -> None:
        """Note every key that is missing, and every one that may not stand here."""
        self.known(at, (*must, *may))
        for key in must:
            if key not in at:
                self.problem(at.place, f"“{name}” has no “{key}”.")

    def wordings(self, at: Map, key: str, places: Places | None) -> tuple[str, ...]:
        """The texts under a key; each must hold these places, or where they are `None` the places of the first."""
        values = at.get(key)
        items = values if isinstance(values, Items) else Items(at.place)
        if not isinstance(values, Items) and key in at:
            items.append(values)
            items.places.append(at.value_places[key])
        for place, words in zip(items.places, items, strict=True):
            if not isinstance(words, str) or not words.strip():
                self.problem(place, "Here a text must stand, in quotes where it looks like something else.")
                continue
            held = _places(words)
            places = held if places is None else places
            if re.search(r"[{}]", re.sub(r"{\w+}", "", words)):
                self.problem(place, "A place is written {names}: a word in braces; other braces cannot be said.")
            elif held != places:
                self.problem(place, f"This must hold {_braced(places)}, and holds {_braced(held)}.")
        return tuple(words for words in items if isinstance(words, str))


def _places(words: str) -> Places:
    return tuple(sorted(set(re.findall(r"{(\w+)}", words))))


def _braced(places: Places) -> str:
    return " and ".join(f"{{{place}}}" for place in places) or "no place in braces"


def _turn(wordings: Sequence[str], key: str, nth: int) -> str:
    """The wording whose turn it is: from a start and by a stride that the key chooses, so that all have their turn."""
    chance = int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big")
    count = len(wordings)
    strides = [stride for stride in range(1, count) if gcd(stride, count) == 1] or [0]
    return wordings[(chance + nth * strides[chance // count % len(strides)]) % count]
