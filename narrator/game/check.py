"""Is everything right in a roleset and in its words? All problems at once, each with its place and its remedy.

A roleset is looked at as it is, with each of its options on, and with every two of them that change the same thing and
may be on together, unless that takes longer than anybody would wait.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from inspect import unwrap
from itertools import combinations, product
from pathlib import Path
from typing import Any

from narrator.errors import BadFile, NarratorError, Place, Problem
from narrator.game.library import OWN, Library
from narrator.game.own_powers import LISTS, OWN_MODULE, reported, unlisted
from narrator.game.unused import unused
from narrator.rules.deal import laid
from narrator.rules.grammar import declared
from narrator.rules.reader import Reader
from narrator.rules.registry import moment, victory
from narrator.rules.rolesets import Roleset
from narrator.rules.strict_yaml import Items, Map, nearest, size
from narrator.rules.table import IllegalTable
from narrator.telling.clear_orders import common_words, hard_to_follow
from narrator.telling.language import Language
from narrator.telling.language_file import whose
from narrator.telling.needed_words import breathless, formless, namesakes, shortcomings, unsaid
from narrator.telling.own_pictures import SUFFIX, drawn, picture_files
from narrator.telling.page_words import FIRST, PageWords
from narrator.telling.titles import too_long

Decks = Mapping[int, Mapping[str, int]]
"""How many of each card a deck has, by the number of seats."""
CALLED = ("cards", "buildings", "brought_together")
"""Under which keys stands what can be called."""
MOST_WORK = 1_000_000
"""How many values are looked at in a roleset, over everything that its options make of it: about a minute."""


def problems(library: Library, thing: str) -> list[Problem]:
    """What is wrong with a roleset and its words, in the order of the files; nothing where all is well.

    `thing` is a roleset's id or the path of its file, of a file with its words, or of a picture. Raises `NarratorError`
    (`unknown-roleset`, `no-file`) where there is no such thing.
    """
    file = Path(thing)
    if file.suffix not in (".yaml", ".yml", SUFFIX):
        return _of_roleset(library, thing)
    if not file.is_file():
        raise NarratorError("no-file", f"There is no file {file}.")
    if file.suffix == SUFFIX:
        return _of_picture(library, file)
    if file.suffix == ".yml":
        return [Problem(Place(thing, 1, 1), f"It is found only when its name ends in .yaml: call it {file.stem}.yaml.")]
    library = Library(file.parent, *library.folders, allow_powers=library.allow_powers)
    name, language = _named(library, file)
    if name == "pages":
        return _of_pages(library, language)
    if name == "common":
        return [problem for problem in _of_all_words(library, language) if whose(problem.place) == name]
    if name not in library.names:
        sentence = f"There is no roleset {name}.yaml to which these words belong{nearest(name, library.names)}"
        return [Problem(Place(thing, 1, 1), sentence)]
    return _of_roleset(library, name, language)


def warnings(library: Library, thing: str) -> list[Problem]:
    """What can be played, but is perhaps not meant; nothing about a roleset in which something is wrong.

    These are cards that never wake, prompts that are put to nobody, lines that nobody says or that are hard to follow,
    witty or plain, titles too long for a small phone, names without a form that others have, and files that a language
    still lacks.

    `thing` is what `problems` looks at; of a file with words, only the lines and the titles are looked at. Raises
    `BadFile` (`power`) where a power of the host's own fails while it is played.
    """
    file = Path(thing)
    if file.suffix == SUFFIX:
        return []
    is_file = file.suffix == ".yaml"
    library = Library(file.parent, *library.folders, allow_powers=library.allow_powers) if is_file else library
    name, language = _named(library, file) if is_file else (thing, "")
    if name == "pages":
        return [] if library.file(f"common.{language}.yaml") else _missing_files(library, file, language)
    try:
        names = library.names if name == "common" else [name]
        chosen = {each: _looked_at(library.whole(each)) for each in names}
        rolesets = [rules for each in names for rules in _possible(library, each, chosen[each])]
        found = []
        for code, plain in product([language] if language else _languages(library, name), (False, True)):
            words = Language.load(library.word_folders(plain), names[0], code, library.extends(names[0]))
            hard = hard_to_follow(words, name, rolesets, common_words(library.folders, code))
            found += [*unsaid(words, name, *rolesets), *hard, *too_long(words, name), *formless(words, name)]
            found += [*breathless(words, name), *namesakes(words, name)]
    except NarratorError:  # `problems` says what is wrong
        return []
    if name == "common":
        found += _missing_files(library, file, language)
    if not language:
        if (own := library.file(f"{name}.yaml")) is not None:
            found += unlisted(own.parent / "powers", partial(_listed, library), _named_anywhere(library))
        found += _hopeless(library, name, rolesets)
        with reported():
            found += unused(library, name, [options for options in chosen[name] if len(options) < 2])
    return sorted(set(found))


def _listed(library: Library, keys: Collection[str]) -> set[str]:
    """Every word that stands in one of these lists of any roleset."""
    return {word for name in library.names for word in _under(library.whole(name), keys)}


def _under(at: Any, keys: Collection[str]) -> Iterator[str]:
    """Every word under these keys of a tree, at whatever depth."""
    for key, value in at.items() if isinstance(at, Map) else ():
        if key in keys:
            yield from map(str, value if isinstance(value, list) else [value])
        yield from _under(value, keys)


def _hopeless(library: Library, name: str, rolesets: Sequence[Roleset]) -> Iterator[Problem]:
    """A warning for each card with a side of its own to which no victory can fall, whatever options are on."""
    listed = {function for rules in rolesets for function in rules.wins}
    if any(unwrap(function).__module__.startswith(OWN_MODULE) for function in listed):
        return  # it may give back any side
    won = {side for side, function in victory.items() if function in listed}
    places = library.whole(name)["cards"].key_places
    sides = {card.id for rules in rolesets for card in rules.cards.values() if card.side == card.id}
    for card in sorted(sides - won):
        yield Problem(places[card], f"“{card}” can never win: no victory under “wins” is that of its own side.")


def _named_anywhere(library: Library) -> set[str]:
    """Every key and every word of any roleset."""
    found: set[str] = set()
    left: list[Any] = [library.whole(name) for name in library.names]
    while left:
        at = left.pop()
        if isinstance(at, Map):
            found.update(at)
            left += at.values()
        elif isinstance(at, Items):
            left += at
        else:
            found.add(str(at))
    return found


def own_files(library: Library) -> list[str]:
    """The host's own files that belong to no roleset: words of the pages, `common` and misnamed ones, and pictures."""
    own = [folder for folder in library.folders if folder != OWN]
    files = [file for folder in own for file in sorted(folder.glob("*.*.yaml"))]
    plain = [file for folder in own for file in sorted((folder / "plain").glob("*.*.yaml"))]
    files += [file for file in plain if _named(library, file)[0] != "common"]  # looked at with the other
    files += [file for folder in own for file in sorted(folder.glob("*.yml"))]  # found by nobody
    files = [file for file in files if _named(library, file)[0] not in library.names]
    return [*map(str, files), *map(str, picture_files(own))]


def possible(library: Library, name: str) -> Iterator[Roleset]:
    """What a roleset becomes by its options, as far as they are looked at. Raises `NarratorError`."""
    return _possible(library, name, _looked_at(library.whole(name)))


def _named(library: Library, file: Path) -> tuple[str, str]:
    """The roleset to which a file belongs, and the language of a file with words."""
    name, *rest = file.stem.split(".")
    is_part = name in library.names and file.stem in _parts(library, name)
    return name, "" if is_part or not rest else rest[-1]


def _parts(library: Library, name: str) -> list[str]:
    try:
        return library.parts(name)
    except BadFile:  # `problems` says what is wrong
        return []


def _possible(library: Library, name: str, choices: Sequence[dict[str, str]]) -> Iterator[Roleset]:
    """What a roleset becomes by these choices of options, without those that cannot be on together."""
    for options in choices:
        with suppress(IllegalTable):
            yield library.roleset(name, options)[0]


def _of_picture(library: Library, file: Path) -> list[Problem]:
    known = _named_anywhere(library)
    if file.stem not in known:
        sentence = f"No card, building or event is called “{file.stem}”, so nobody sees this{nearest(file.stem, known)}"
        return [Problem(Place(str(file), 1, 1), sentence)]
    try:
        drawn(file)
    except BadFile as error:
        return list(error.problems)
    return []


def _of_roleset(library: Library, name: str, language: str = "") -> list[Problem]:
    try:
        tree = library.whole(name)
    except BadFile as error:
        return list(error.problems)
    found: set[Problem] = set()
    rolesets: list[Roleset] = []
    if tree.get("roleset") != name:
        place = tree.value_places.get("roleset", tree.place)
        found.add(Problem(place, f"The file is called {name}.yaml, so this must be “{name}”."))
    combined = _combinations(tree)
    looked_at = _looked_at(tree)
    if len(looked_at) < len(combined):
        sentence = f"With these options a roleset of this size is {len(combined)} rolesets, too many to look at; "
        found.add(Problem(tree.value_places["options"], f"{sentence}leave out some that have an “on”."))
    for options in looked_at:
        try:
            rules, values = library.roleset(name, options)
        except BadFile as error:
            found.update(error.problems)
        except IllegalTable:  # these two cannot be on together
            continue
        else:
            found.update(_of_decks(rules, options, values, tree, rolesets[0].decks if rolesets else {}))
            if rules not in rolesets:
                rolesets.append(rules)
    told = {problem.place for problem in found}
    found.update(problem for problem in _known_to_no_option(tree) if problem.place not in told)
    found.update(_of_presets(library, name, tree))
    readable = not found
    for code in [language] if language else _languages(library, name):
        found.update(_of_words(library, name, code, rolesets, readable))
    return sorted(found)


def _known_to_no_option(tree: Map) -> Iterator[Problem]:
    """The names in lists of what is called or done that are nobody and nothing, whatever option is on: a list may name
    what only an option brings."""
    reader = Reader()  # whoever compiles the tree tells what is no mapping
    parts = [tree, *(reader.map(option, "on") for _, option in reader.maps(tree, "options"))]
    called = {name for part in parts for key in CALLED for name in reader.map(part, key)}
    done = {*moment, *moment.not_allowed, *(ballot for part in parts for ballot in reader.map(part, "ballots"))}
    for part in parts:
        for _, building in reader.maps(part, "buildings"):
            done.update(reader.map(building, "by_day"))
    calls = reader.map(tree, "calls")
    for at, key, known in [*((calls, key, called) for key in calls), *((tree, key, done) for key in LISTS["moment"])]:
        listed = at.get(key)
        named = zip(listed, listed.places, strict=True) if isinstance(listed, Items) else []
        for name, place in named:
            if str(name) not in known:
                yield Problem(place, f"There is no “{name}”, whatever option is on{nearest(str(name), known)}")


def _of_presets(library: Library, name: str, tree: Map) -> list[Problem]:
    """The presets that set options which cannot be set together, or with which no proposed deck can be played."""
    try:
        rules, _ = library.roleset(name, {})
    except BadFile:  # what is wrong there has been said already
        return []
    found: list[Problem] = []
    for preset, options in rules.presets.items():
        try:
            with_it, values = library.roleset(name, options)
        except BadFile as error:
            found += error.problems
        except IllegalTable as error:
            found.append(Problem(tree["presets"].key_places[preset], f"“{preset}” cannot be played: {error.sentence}"))
        else:
            found += _of_decks(with_it, options, values, tree, rules.decks)
    return found


def _of_decks(
    rules: Roleset, options: Mapping[str, str], values: Mapping[str, str], tree: Map, tried: Decks
) -> list[Problem]:
    """The proposed decks that cannot be dealt with these options, which give each its value: the smallest and the
    largest table of each deck, and of all those that were `tried` with other options."""
    seats: dict[Any, tuple[int, int]] = {}
    for number in range(rules.least, min(rules.most, max(rules.decks)) + 1):
        deck = () if rules.decks[number] == tried.get(number) else tuple(rules.decks[number].items())
        fewest, _ = seats.get(deck, (number, number))
        seats[deck] = fewest, number
    found = []
    for number in sorted({number for ends in seats.values() for number in ends}):
        try:
            stands = any(rules.cards[card].stand_in for card in rules.proposed(number))
            house_rule = rules.filler if stands else None
            laid(rules, [f"{seat}" for seat in range(number)], values, 0, house_rule=house_rule)
        except IllegalTable as error:
            having = f" with {' and '.join(options)}" if options else ""
            sentence = f"The deck for {number} seats{having} cannot be played: {error.sentence}"
            found.append(Problem(tree.value_places["decks"], sentence))
    return found


def _of_all_words(library: Library, language: str) -> list[Problem]:
    """What is wrong with the words of all rolesets in one language."""
    found: set[Problem] = set()
    for name in library.names:
        with suppress(BadFile):  # what is wrong with a roleset is said where that is looked at
            found.update(_of_words(library, name, language, [*possible(library, name)]))
    return sorted(found)


def _missing_files(library: Library, file: Path, language: str) -> list[Problem]:
    """The files that a language still lacks, as one problem of this file; those of parts are missed elsewhere."""
    english = [each.name for folder in library.folders for each in folder.glob(f"*.{FIRST}.yaml")]
    wanted = [f"{name.split('.')[0]}.{language}.yaml" for name in english]
    missing = [name for name in dict.fromkeys(sorted(wanted)) if library.file(name) is None]
    sentence = f"These files are missing, so English stands in their place: {', '.join(missing)}."
    return [Problem(Place(str(file), 1, 1), sentence)] if missing else []


def _of_words(
    library: Library, name: str, language: str, rolesets: Sequence[Roleset], readable: bool = True
) -> Sequence[Problem]:
    """What is wrong with the words of a roleset, all or part of which is `readable`, in one language."""
    try:
        words = Language.load(library.folders, name, language, library.extends(name))
        model = Language.load(library.folders, name, FIRST, library.extends(name)) if language != FIRST else None
        plain = Language.load(library.word_folders(plain=True), name, language, library.extends(name))
        plain = replace(plain, file=words.file, files=words.files)  # what is missing is missing once
        return [
            problem
            for each in (words, plain)
            for problem in shortcomings(each, *rolesets, model=model, readable=readable)
        ]
    except BadFile as error:
        return error.problems
    except NarratorError:  # there are no words in it that all rolesets share
        file = library.file(f"{name}.{language}.yaml") or f"{name}.{language}.yaml"
        begin = f"If “{language}” is a language, begin with common.{language}.yaml, a copy of common.{FIRST}.yaml"
        part = f"if it is a part of {name}, write `on: {name}.{language}` under one of its options."
        return [Problem(Place(str(file), 1, 1), f"{begin}; {part}")]


def _of_pages(library: Library, language: str) -> list[Problem]:
    """What is wrong with what the pages say in one language."""
    try:
        PageWords.load(library.folders, language)
    except BadFile as error:
        return list(error.problems)
    return []


def _combinations(tree: Map) -> list[dict[str, str]]:
    """Choices of options to look at: none, each value that changes something, and every two that change the same thing
    (of the first thousand options); each with the options that it needs."""
    options = declared(tree)
    values = {name: [value.replace("N", "2") for value in at.values if value != "off"] for name, at in options.items()}
    written = tree.get("options", {})
    changing = [name for name in values if isinstance(written[name], Map) and isinstance(written[name].get("on"), Map)]
    changes = {name: _changed(written[name]["on"]) for name in changing[:1000] if values[name]}
    alone = [{name: value} for name in changing for value in values[name]]
    together = [
        {one: values[one][0], other: values[other][0]}
        for one, other in combinations(changes, 2)
        if changes[one] & changes[other]
    ]
    return [
        {needed: values[needed][0] for name in chosen for needed in options[name].needs if values[needed]} | chosen
        for chosen in ({}, *alone, *together)
    ]


def _changed(tree: Map) -> set[tuple[str, str]]:
    """The things that an option changes: cards, ballots and the like, or a whole section where it has none of them."""
    return {
        (section, name if isinstance(thing, Map) else "")
        for section, at in tree.items()
        for name, thing in (at.items() if isinstance(at, Map) and at else [("", None)])
    }


def _looked_at(tree: Map) -> list[dict[str, str]]:
    """The choices of options that are looked at: all of them, unless there are too many."""
    combined = _combinations(tree)
    return combined if len(combined) * size(tree) <= MOST_WORK else combined[:1]


def _languages(library: Library, name: str) -> list[str]:
    """The languages in which there are words for a roleset, or else for what it builds upon."""
    for each in (name, *library.extends(name)):
        files = [file for folder in library.folders for file in folder.glob(f"{each}.*.yaml")]
        words = {file.stem.rpartition(".")[2] for file in files if file.stem not in library.parts(each)}
        if words:
            return sorted(words)
    return []
