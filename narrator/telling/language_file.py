"""What must stand in a language file? Its sections, and the places that their words hold.

Whatever is wrong in the files is found at once, each problem with file, line and column.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, get_args

import narrator.rules.words  # noqa: F401 (what each of them says and tells)
from narrator.errors import Place, Problem
from narrator.files import text
from narrator.rules.reader import Reader
from narrator.rules.registry import Places, gathered
from narrator.rules.strict_yaml import Items, Map, nearest, read
from narrator.telling.pace import PACES, Vote, Wording
from narrator.telling.plurals import COUNTED, Text, forms_in, whole
from narrator.telling.voice.line import MOODS, OTHER

CUES: Mapping[str, Places] = {
    **dict.fromkeys(
        (
            "game.begins", "night.falls", "reminder", "dawn.breaks", "dawn.nobody",
            "eve.begins", "debate.opens", "debate.question", "debate.half-minute", "vote.called",
            "vote.point", "vote.not-counted", "village.vote", "ballot.counted",
            "vote.nobody", "vote.no-voters", "office.nobody", "village.draw", "won.nobody", "won.draw",
            "box.back", "box.paused", "box.resumed", "box.undone", "box.lent", "box.test",
            "box.good-bye", "box.speaker-back", "box.deserted", "box.no-network", "box.learn-late",
            "together.ask", "together.sleep", "deal.centre", "deal.strange", "deal.twice", "deal.one-by-one",
            "deal.token-first", "deal.not-yours", "deal.stopped",
            "introduction.begins", "introduction.cards", "introduction.night", "introduction.day", "introduction.wins",
            "introduction.phones", "introduction.answer", "introduction.buildings", "introduction.events",
            "introduction.two-cards",
            "practice.begins", "practice.tokens", "practice.question", "practice.missing-many", "practice.nobody",
            "practice.over",
        ),
        (),
    ),
    **dict.fromkeys(
        (
            "dawn.dead", "debate.last-vote", "vote.dead", "grief.dead", "left.dead", "ballot.again", "lot.drawn",
            "witness.leaves", "won.villagers", "won.werewolves", "won.lovers", "box.joined", "box.left", "box.moved",
            "box.learn", "box.learned", "box.button-taken", "box.bot", "box.no-bot", "box.sits-out", "deal.token",
            "deal.card", "deal.hand", "deal.token-of", "deal.card-of", "practice.missing", "practice.chosen",
        ),
        ("names",),
    ),
    "together.wake": ("cards",),
    **dict.fromkeys(
        (
            "hint.card", "hint.buttons", "hint.answers", "hint.tags", "hint.tags-day", "hint.call", "hint.call-tags",
            "box.hold", "box.enough", "box.set-aside",
            "menu.start", "menu.cards", "menu.proposed", "menu.village", "menu.village-proposed", "menu.options",
            "menu.learn", "menu.tags", "menu.fingers",
            "menu.deal-back", "menu.stop", "menu.address", "menu.good-night", "menu.good-night-sure", "menu.hold",
            "menu.resume", "menu.repeat", "menu.break", "menu.undo", "menu.skip", "menu.longer", "menu.draw",
            "menu.draw-sure", "menu.leaves", "menu.leaves-sure", "menu.bot-sure",
            "menu.end", "menu.end-sure", "menu.ended", "menu.again", "menu.change", "menu.rename",
            "menu.new-game", "menu.who", "menu.minute",
            "menu.story", "menu.no-introduction", "menu.done", "menu.left", "box.waits", "menu.explain",
            "explain.wants", "explain.wakes", "explain.advice",
        ),
        (),
    ),
    **dict.fromkeys(
        (
            "menu.players", "menu.roleset", "menu.preset", "menu.new",
            "menu.vote", "menu.pace", "menu.words", "menu.volume", "menu.choose", "menu.value", "menu.taken",
            "menu.again-sure",
        ),
        ("value",),
    ),
    **dict.fromkeys(
        (
            "menu.let-in", "menu.several", "menu.called", "menu.to-bot", "menu.go-home", "menu.claims", "menu.it-is",
            "menu.it-is-not",
        ),
        ("name",),
    ),
    **dict.fromkeys(("menu.card", "menu.option", "menu.start-sure"), ("name", "value")),
    "menu.too-few": ("least", "name", "value"),
    "menu.too-many": ("most", "name", "value"),
    "who.was": ("card", "names"),
    "day.begins": ("day",),
    "debate.dead": ("number",),
    "ballot.named": ("name", "number"),
    **dict.fromkeys(("card.shown", "card.turned"), ("card", "names")),
    **dict.fromkeys(("box.welcome", "box.address"), ("address",)),
    "box.wifi": ("name", "password"),
    "box.pin": ("pin",),
    "deal.unfit": ("why",),
    "explain.card": ("card",),
    **dict.fromkeys(("box.lost", "box.found"), ("what",)),
}  # fmt: skip
"""Every cue that may be said whatever the roleset, with its places. `needed_words.py` has those that a roleset adds."""

TOLD: Mapping[str, Places] = {
    "card": ("about", "what"),
    **dict.fromkeys(("wolf", "not-wolf"), ("about",)),
    **dict.fromkeys(("card-now", "part"), ("what",)),
}
"""The notes that a seat may find whatever the roleset, with their places; `needed_words.py` has what a roleset adds."""

STORY: Mapping[str, Places] = {
    "quiet": (),
    **dict.fromkeys(
        (
            "linked", "died.vote", "died.shot", "died.grief", "died.left", "abstained", "lot", "witness", "life-lost",
            "voteless", "barred", "served", "became-wolf", "left",
        ),
        ("names",),
    ),
    **dict.fromkeys(("swapped", "given", "turned", "named", "performed"), ("card", "names")),
    **dict.fromkeys(("looked.wolf", "looked.not-wolf", "condemned", "acquitted"), ("names", "other")),
    "voted": ("deed", "names", "other"),
    "centre": ("card",),
    "looked": ("card", "names", "other"),
    "taken": ("names", "office"),
    **dict.fromkeys(("vacant", "ended"), ("office",)),
}  # fmt: skip
"""The sentences of the story after the game, with their places. `needed_words.py` has those that a roleset adds."""

AWARDS: Mapping[str, Places] = {
    **dict.fromkeys(
        ("nose", "sheepskin", "escapes", "fame", "alike", "alone", "steady", "kind", "prophet", "talk"),
        ("names", "number"),
    ),
    **dict.fromkeys(("first", "last"), ("names",)),
}
"""The awards after the game, with the places of what each is given for."""

BUILDINGS_STORY: Mapping[str, Places] = dict.fromkeys(("housed", "spent", "mended"), ("building", "names"))
"""The sentences of the story wherever there are buildings."""
EVENTS_STORY: Mapping[str, Places] = {
    "drawn": ("event",),
    **dict.fromkeys(("away", "revived", "powers-swapped", "barred-today"), ("names",)),
    "weighed": ("names", "number"),
}
"""The sentences of the story wherever there are event cards."""
DEVICES = ("buttons", "device", "keypad", "knob", "lid", "reader", "seat")
"""The devices that the box can say are gone; one that is none of the others is a `device`."""

WORDS: Mapping[str, Places] = {
    **dict.fromkeys(DEVICES, ()),
    **dict.fromkeys(("and", "yes", "no", "on", "off", "pass", "nobody-else", "voted", "voteless", "away"), ()),
    **dict.fromkeys(("named-by", "setup", "eve", "sits-out"), ()),
    **dict.fromkeys((*PACES, *get_args(Wording), *get_args(Vote), "introduction", "practice"), ()),
    **dict.fromkeys(("night", "dawn", "day", "seated"), ("number",)),
    "group": ("group",),
    **dict.fromkeys(
        (
            "preset-even", "preset-village", "preset-village-far", "preset-werewolves", "preset-werewolves-far",
            "preset-open",
        ),
        ("what",),
    ),
}  # fmt: skip
"""Small words, with their places. Those of a preset say what it is called, and whom it is easier for."""


SCREENS = (
    "lobby", "waiting", "late", "claims", "sits-out", "deal", "rest", "listen", "told", "wait", "debate", "over",
    "won", "lost", "dead", "no-vote", "witness", "point", "winner", "home", "whisper", "accuse", "introduction",
    "practice", "bet-hanged", "bet-wins", "floor", "hear", "spoken", "away", "deal-open", "deal-secret",
)  # fmt: skip
CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
"""How a language is written in the name of a file."""
PLACE = re.compile(r"{(\w+)(?::(\w+))?}")
"""A place, and the form in which a name stands there: `{card}`, `{card:who}`."""
NAMED = {"card": "cards", "cards": "cards", "building": "buildings", "event": "events"}
"""The places that a name with forms may fill, and the sections in which it stands."""
VERBS = ("deed", "voted")
"""Texts that become part of a sentence, which counts for them: “{names} {deed} {other}”."""
ELSEWHERE = ("",)
"""Where that is counted: at no place of their own."""
ABOUT = ("name", "place", "question")
"""Places of the sentence that says whom a question is about: a name, the building that is left empty, and what the
living ask the dead."""
ANSWERS = ("werewolf", "not-werewolf")
A_CARD = "card"
"""What stands under `answers` where an answer is a card, whose name is known already."""
DECOYS = ("one", "two", "yes", "which")
"""What a decoy asks for: one seat, two touches, yes or no, one of a few cards or words."""
SECTIONS = (
    "language", "lines", "cards", "prompts", "screens", "told", "sides", "offices", "options", "choices", "words",
    "numbers", "signs", "advice", "decoys", "bots", "story", "awards", "passwords",
)  # fmt: skip
SECTIONS_OF_PARTS = ("buildings", "events", "kinds", "presets")
"""Sections that only a roleset with such parts has."""


class Wordings(NamedTuple):
    """The ways to say one cue, the `mood` they share, what `{answer}` may be in them, and whether the `voice` is the
    `OTHER` one."""

    mood: str
    say: tuple[Text, ...]
    answers: Mapping[str, str]
    voice: str = ""


class LanguageReader(Reader):
    """Reads the files of the language of this `code`; what is wrong in all of them is gathered in `problems`."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code
        self.gaps: list[Problem] = []
        """What is missing, or wanted by nobody: over the words of another language these can be used all the same."""
        self.formed: list[tuple[Place, str, str]] = []
        """Where a text asks for a name in a form: at which of its places, and in which form."""

    def file(self, file: Path) -> Map:
        """The words of one file; raises `BadFile` where it cannot be read or is not YAML."""
        tree = read(text(file), str(file))
        self.known(tree, (*SECTIONS, *SECTIONS_OF_PARTS, "title"))
        self.named_for(tree)
        return tree

    def belongs(self, part: Path, folders: Iterable[Path]) -> None:
        """Note a file with the words of a part that no roleset has."""
        name, _, language = part.name.removesuffix(".yaml").rpartition(".")
        if not any((folder / f"{name}.yaml").is_file() for folder in folders):
            own = f"{name.split('.')[0]}.{language}.yaml"
            sentence = f"There is no part {name}.yaml to which these words belong; put them into {own}."
            self.problem(Place(str(part), 1, 1), sentence)

    def named_for(self, tree: Map) -> None:
        """Note a file whose name is for another language than the file says, or for none that browsers can name."""
        if not CODE.fullmatch(self.code):
            name = Path(tree.place.file).name.partition(f".{self.code}.")[0]
            better = f"name this file as in `{name}.fr.yaml` or `{name}.pt-BR.yaml`."
            self.problem(tree.place, f"“{self.code}” is not the code of a language: {better}")
            return
        if tree.get("language") != self.code:
            place = tree.value_places.get("language", tree.place)
            sentence = f"This file is named for another language; it must begin with `language: {self.code}`."
            self.problem(place, sentence)

    def checked(self, tree: Map) -> dict[str, Wordings]:
        """The lines of a language; notes everything that is wrong in any of its words."""
        for section in SECTIONS:
            if section not in tree:
                self.gaps.append(Problem(tree.place, f"The section “{section}” is missing."))
        lines = self.map(tree, "lines")
        found = {cue: self.line(cue, self.map(lines, cue)) for cue in lines}
        told, words, story = (self.map(tree, section) for section in ("told", "words", "story"))
        notes = {**gathered("tells"), **TOLD}
        self.complete(told, "told", TOLD, told)
        for note in [note for note in told if note not in notes]:
            remedy = "A power of yours names it under `tells` in its decorator, and needs `--allow-powers`."
            sentence = f"Nobody is ever told “{note}”{nearest(note, notes)} {remedy}"
            self.gaps.append(Problem(told.key_places[note], sentence))
        self.complete(words, "words", WORDS)
        self.complete(story, "story", STORY, story)
        for texts, known in ((told, notes), (words, WORDS)):
            for key in [key for key in texts if key in known]:
                self.one(texts, key, known[key])
        sentences = {**gathered("story"), **STORY, **BUILDINGS_STORY, **EVENTS_STORY}
        for key in story:
            self.wordings(story, key, sentences.get(key, ("names",)), COUNTED)
        awards = self.map(tree, "awards")
        self.complete(awards, "awards", AWARDS)
        for kind in awards:
            award = self.map(awards, kind)
            self.complete(award, kind, ("title", "text"))
            self.wordings(award, "title", ())
            self.wordings(award, "text", AWARDS.get(kind), COUNTED)
        self.pages(tree, "cards", ("name", "is", "wants", "wakes", "advice"), ("forms",))
        self.pages(tree, "prompts", ("title",), ("about", "text", "yes", "no", "pass", "deed"))
        self.pages(tree, "screens", ("title", "text"), ())
        self.complete(self.map(tree, "screens"), "screens", SCREENS)
        self.pages(tree, "buildings", ("name", "place", "is", "advice"), ("forms",))
        self.pages(tree, "events", ("name", "text"), ("forms", "questions", "variant"))
        self.pages(tree, "options", ("name", "text"), ("values",))
        self.pages(tree, "presets", ("name", "text"), ())
        for section, listed in (("events", "questions"), ("options", "values")):
            for name in self.map(tree, section):
                texts = self.map(self.map(self.map(tree, section), name), listed)
                for value in texts:
                    self.one(texts, value, ("number",) if value.endswith(" N") else ())
        for section in ("sides", "offices", "choices", "signs", "advice", "kinds"):
            for name in self.map(tree, section):
                self.one(tree[section], name, ())
        decoys = self.map(tree, "decoys")
        self.complete(decoys, "decoys", DECOYS)
        lists = [
            *((decoys, sort, 1) for sort in DECOYS),
            (tree, "numbers", 10),
            (tree, "bots", 1),
            (tree, "passwords", 256),
        ]
        for texts, section, least in lists:
            if section in texts and len(self.wordings(texts, section, ())) < least:
                place = texts.value_places.get(section, texts.place)
                self.problem(place, f"“{section}” must list {least} or more.")
        self.have_forms(tree)
        return found

    def have_forms(self, tree: Map) -> None:
        """Note every form that a text asks for and that no name has."""
        for place, of, form in self.formed:
            section = NAMED.get(of, "")
            if not any(form in self.map(at, "forms") for at in self.map(tree, section).values()):
                self.problem(place, f"Nothing that may stand at {{{of}}} has a form “{form}” in this language.")

    def line(self, cue: str, at: Map) -> Wordings:
        """One line: its wordings must all hold the same places."""
        self.known(at, ("mood", "say", "answers", "voice"))
        mood = self.word(at, "mood", "hushed")
        if mood not in MOODS:
            self.problem(at.value_places["mood"], f"There is no mood “{mood}”{nearest(mood, MOODS)}")
        voice = self.word(at, "voice", "")
        if voice not in ("", OTHER):
            sentence = f"There is no voice “{voice}”; write `voice: {OTHER}`, or leave it out."
            self.problem(at.value_places["voice"], sentence)
        say = self.wordings(at, "say", CUES.get(cue), COUNTED)
        if not say:
            self.problem(at.place, f'“{cue}” must list what to say, as in `say: ["Night falls."]`.')
        answers = Map(at.place) if at.get("answers") == A_CARD else self.map(at, "answers")
        self.known(answers, ANSWERS)
        says_an_answer = any("{answer}" in whole(words) for words in say)
        if says_an_answer and at.get("answers") != A_CARD and set(answers) != set(ANSWERS):
            self.problem(at.place, f"“{cue}” must say under “answers” what each answer is: {', '.join(ANSWERS)}.")
        return Wordings(mood, say, {answer: self.word(answers, answer) for answer in answers}, voice)

    def pages(self, tree: Map, section: str, must: Places, may: Places) -> None:
        """Texts of a page under each name of a section, with the keys that they must and may have."""
        texts = self.map(tree, section)
        for name in texts:
            at = self.map(texts, name)
            self.complete(at, name, must, may)
            for key in at:
                if key == "about":
                    self.one(at, key, None)
                    self.only(at, key, ABOUT)
                elif key not in ("values", "questions", "forms"):
                    self.one(at, key, ())
            forms = self.map(at, "forms")
            for form in forms:
                self.one(forms, form, ())

    def complete(self, at: Map, name: str, must: Iterable[str], may: Iterable[str] = ()) -> None:
        """Note every key that is missing, and every one that may not stand here."""
        known = {*must, *may}
        for key in at.keys() - known:
            self.gaps.append(Problem(at.key_places[key], f"There is no key “{key}” here{nearest(key, known)}"))
        for key in [key for key in must if key not in at]:
            self.gaps.append(Problem(at.place, f"“{name}” has no “{key}”."))

    def one(self, at: Map, key: str, places: Places | None) -> None:
        """The one text under a key, which must hold these places; where they are `None`, any."""
        if isinstance(at[key], Items):
            self.problem(at.value_places[key], f"“{key}” must be one text, not a list.")
        else:
            self.wordings(at, key, places, ELSEWHERE if key in VERBS else ())

    def only(self, at: Map, key: str, places: Places) -> None:
        """The text under a key may hold these places, and no others."""
        if not set(held := places_in(str(at[key]))) <= set(places):
            self.problem(at.value_places[key], f"This may hold {braced(places)}, and holds {braced(held)}.")

    def wordings(self, at: Map, key: str, places: Places | None, counted: Places = ()) -> tuple[Text, ...]:
        """The texts under a key; each must hold these places, or where they are `None` those that most of them hold.
        One with a `counted` place may have forms; in these the number may be in the words: “one card”."""
        values = at.get(key)
        items = values if isinstance(values, Items) else Items(at.place)
        if not isinstance(values, Items) and key in at:
            items.append(values)
            items.places.append(at.value_places[key])
        texts = [*self._each_form(key, items, counted)]
        if places is None:
            held_by = Counter([places_in(words) for _, words, _ in texts if isinstance(words, str)])
            places = max(held_by, key=lambda held: (held_by[held], len(held)), default=())
        decides = next((place for place in COUNTED if place in places), "")
        without = tuple(place for place in places if place != decides or place == "names")
        for place, words, kind in texts:
            if not isinstance(words, str) or not words.strip():
                self.problem(place, "A text must stand here, in quotes where it looks like something else.")
                continue
            held, forms, is_plain = _braces_in(words)
            self.formed += [(place, of, form) for of, form in forms]
            if not is_plain:
                self.problem(place, "A place is written {names}: a word in braces; other braces cannot be said.")
            elif held != places and (kind in ("", "other") or held != without):
                self.problem(place, f"This must hold {braced(places)}, and holds {braced(held)}.")
        return tuple(words for words in items if isinstance(words, (str, Map) if counted else str))

    def _each_form(self, key: str, items: Items, counted: Places) -> Iterator[tuple[Place, object, str]]:
        """Every text with its place, and every form of one that has forms, with the kind of number that it is for."""
        for place, words in zip(items.places, items, strict=True):
            if not (isinstance(words, Map) and counted):
                yield place, words, ""
                continue
            self.known(words, forms_in(self.code), ("other",), "form of a number")
            held = places_in(whole(words))
            if counted != ELSEWHERE and not any(each in counted for each in held) and "other" in words:
                self.problem(place, f"“{key}” can have forms only where something is counted, as in {{names}}.")
            yield from ((words.value_places[kind], words[kind], kind) for kind in words)


def whose(place: Place) -> str:
    """The roleset whose words stand in the file of this place; `common` for those that all share."""
    return Path(place.file).name.split(".")[0]


def places_in(words: str) -> Places:
    """The places that a text holds, each once and in alphabetical order."""
    return _braces_in(words)[0]


@lru_cache(8192)
def _braces_in(words: str) -> tuple[Places, tuple[tuple[str, str], ...], bool]:
    """The places that a text holds; those with a form, each with its form; and whether it has no other braces.

    A text is looked at once: most stand in the words of several rolesets.
    """
    found = PLACE.findall(words)
    forms = tuple((place, form) for place, form in found if form)
    return tuple(sorted({place for place, _ in found})), forms, not re.search(r"[{}]", PLACE.sub("", words))


def braced(places: Places) -> str:
    """These places as a sentence lists them: `{names} and {number}`."""
    return " and ".join(f"{{{place}}}" for place in places) or "no place in braces"
