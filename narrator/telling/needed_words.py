"""Which words does a roleset need, which of them are missing, and which words are never said?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from narrator.errors import Place, Problem
from narrator.rules import effects
from narrator.rules.registry import Places, traits_of
from narrator.rules.rolesets import Roleset
from narrator.rules.strict_yaml import MOST_PROBLEMS, Map, nearest
from narrator.telling.language import LETTERS, Language
from narrator.telling.language_file import (
    BUILDINGS_STORY,
    CUES,
    EVENTS_STORY,
    NAMED,
    STORY,
    TOLD,
    WORDS,
    braced,
    places_in,
    whose,
)
from narrator.telling.plurals import whole

OF_BUILDINGS: Mapping[str, Places] = {
    **dict.fromkeys(("building.housed", "building.spent", "building.mended"), ("building", "names")),
    "votes.voided": ("names",),
}
"""What is said wherever there are buildings."""
OPEN_VOTES: Mapping[str, Places] = {"vote.given": ("names", "other"), "vote.withheld": ("names",)}
"""What is said of votes that are given openly, one by one."""

MOST_LETTERS = 140
"""How many letters are said at once in some eight seconds, and with the memory that a natural voice may take."""
REVEALED: Mapping[str, Mapping[str, Places]] = {
    "side": {"death.side": ("side",)},
    "name": {"card.named": ("card", "names")},
}
"""What is said of a card at its holder's death, instead of turning it up or in addition."""


@lru_cache(256)
def needed(rules: Roleset) -> dict[str, dict[str, Places]]:
    """What the words of a roleset must hold: the keys under each section, and for the lines their places."""
    lines, told = dict(CUES), dict(TOLD)
    story = {**STORY, **{f"died.{cause}": ("names",) for cause in rules.causes}}
    offices = [office for ballot in rules.ballots.values() for office in ballot.weighs]
    for call in (*rules.first_night, *rules.later_nights):
        lines.update(dict.fromkeys((f"{call.name}.wake", f"{call.name}.sleep", *call.prompts), ()))
    lines.update(dict.fromkeys(rules.ballots, ()))
    if rules.any_time:
        lines.update(dict.fromkeys(("hint.act", "hint.act-tags"), ()))
    for ballot in rules.ballots.values():
        if ballot.elects:
            lines.update({f"{ballot.elects}.taken": ("names",), f"{ballot.elects}.vacant": ()})
        if ballot.decided_by is not None:
            lines[ballot.decided_by[1]] = ("names",)
        if ballot.tries:
            lines["accused.stands"] = ("names",)
        if ballot.in_turn:
            lines.update(dict.fromkeys(rules.events[ballot.in_turn].prompts, ("names",)))
        if ballot.in_turn or ballot.rule in [rule for _, rule in ballot.first]:
            lines[f"{ballot.rule.id}.turn"] = ("names",)
        if ballot.first or ballot.in_turn:
            lines.update(OPEN_VOTES)
    for building in rules.buildings.values():
        lines.update(dict.fromkeys((*building.any_time, *building.by_day), ("names",)))
    if rules.buildings:
        lines.update(OF_BUILDINGS)
        story.update(BUILDINGS_STORY)
    if rules.events:
        story.update(EVENTS_STORY)
    if any(event.in_turn for event in rules.events.values()):
        lines |= {"debate.turn": ("names",), "debate.turns-over": ()}
    if rules.tells_spared:
        lines["dawn.spared"] = ()
    for cause in rules.causes_said:
        lines[f"dawn.{cause}"] = ("names",)
    for office, prompt in rules.heirs.items():
        lines.update({prompt: ("names",), f"{office}.taken": ("names",), f"{office}.vacant": ()})
    for card in rules.cards.values():
        lines.update(REVEALED.get(card.revealed, {}))
        for prompt in card.last_words:
            lines[prompt] = ("names",)
        if any(rules.prompts[prompt].may_pass for prompt in (*card.last_words, *card.testament)):
            lines[f"{card.id}.spares"] = ()
        lines.update(dict.fromkeys(card.haunts, ("names",)))
        for prompt in card.testament:
            lines.update({prompt: ("names",), f"{rules.prompts[prompt].cause}.dead": ("names",)})
        if card.side not in ("villagers", "werewolves"):
            lines[f"won.{card.side}"] = ("names",)
    for rule in rules.prompts.values():
        for effect, word in rule.then:
            if effect is effects.kill:
                lines[f"{word}.dead"] = ("names",)
            elif effect is effects.mark or traits_of(effect).get("takes") == "cause":
                story[word] = ("names",)
    for traits in [traits_of(function) for function in rules.functions]:
        told.update(traits.get("tells", {}))
        story.update(traits.get("story", {}))
        if "brings" in traits:
            story[traits["brings"]] = ("names",)
        for cue, places in traits.get("says", {}).items():
            lines.update({cue.replace("{office}", office): places for office in (offices if "{" in cue else ("",))})
    words = [word for rule in rules.prompts.values() for word in traits_of(rule.together or rule.pool).get("words", ())]
    questions = {event.id: traits_of(event.act).get("words", ()) for event in rules.events.values()}
    return {
        "lines": lines,
        "told": told,
        "story": story,
        "cards": dict.fromkeys(rules.cards, ()),
        "prompts": dict.fromkeys((*rules.prompts, *rules.ballots, "village.draw"), ()),
        "options": dict.fromkeys(rules.options, ()),
        **{
            f"options.{option.id}.values": dict.fromkeys((value for value in option.values if value not in WORDS), ())
            for option in rules.options.values()
        },
        "presets": dict.fromkeys(rules.presets, ()),
        "offices": dict.fromkeys(rules.heirs, ()),
        "choices": dict.fromkeys([word for word in words if word not in LETTERS], ()),
        "advice": dict.fromkeys([advice.id for advice in rules.advice], ()),
        "buildings": dict.fromkeys(rules.buildings, ()),
        "events": dict.fromkeys(rules.events, ()),
        **{f"events.{event}.questions": dict.fromkeys(asked, ()) for event, asked in questions.items() if asked},
        "kinds": dict.fromkeys([event.kind for event in rules.events.values()], ()),
        "sides": dict.fromkeys((*(card.side for card in rules.cards.values()), "lovers", "nobody", "draw"), ()),
    }


def shortcomings(
    words: Language, *rules: Roleset, model: Language | None = None, readable: bool = True
) -> list[Problem]:
    """What these rolesets (one roleset with various options) need and do not have, or have and cannot use.

    Whatever is missing is reported for the file in which the `model`, the same words in another language, has it. Where
    not all of the roleset is `readable`, nobody knows which words it does not need.
    """
    problems = []
    of_roleset = {each.id for each in rules}
    needs: dict[str, dict[str, Places]] = {}
    for each in rules:
        for section, names in needed(each).items():
            needs.setdefault(section, {}).update(names)
    for section, names in needs.items():
        have = _under(words.tree, section)
        for name, places in names.items():
            if name not in have:
                problems.append(_missed(words, section, name, model))
            elif section == "lines" and (held := places_in(whole(words.lines[name].say[0]))) != places:
                sentence = f"“{name}” must hold {braced(places)}, and holds {braced(held)}."
                problems.append(Problem(have.key_places[name], sentence))
        for name in have if readable and section != "lines" else ():
            if name not in names and whose(have.key_places[name]) in of_roleset:
                meant = nearest(name, names if len(problems) < MOST_PROBLEMS else ())
                sentence = f"Nothing in this roleset needs “{name}” under “{section}”{meant}"
                problems.append(Problem(have.key_places[name], sentence))
    if model is not None and any(words.title(name) is None for name in of_roleset) and Path(words.file).is_file():
        sentence = f"“title” is missing: say what this roleset is called in “{words.code}”."
        problems.append(Problem(Place(words.file, 1, 1), sentence))
    return sorted(set(problems))


def _missed(words: Language, section: str, name: str, model: Language | None) -> Problem:
    """The problem that something has no words, or that the whole file for them is missing."""
    file = words.file
    places = _under(model.tree, section).key_places if model is not None else {}
    if model is not None and name in places:
        there = Path(places[name].file).name
        here = there.replace(f".{model.code}.", f".{words.code}.")
        file = next((file for file in words.files if Path(file).name == here), "")
        if not file:
            sentence = f"This file is missing; copy {there}, and say everything in it in “{words.code}”."
            return Problem(Place(str(Path(words.file).with_name(here)), 1, 1), sentence)
    return Problem(Place(file, 1, 1), f"“{section}” has nothing for “{name}”.")


def unsaid(words: Language, name: str, *rules: Roleset) -> list[Problem]:
    """The lines in the file of a roleset (or in the `common` one) that are never said in any of these rolesets."""
    needs = {cue for each in rules for cue in needed(each)["lines"]}
    lines = words.tree["lines"]
    return [
        Problem(lines.key_places[cue], f"Nobody ever says “{cue}”; take it out{nearest(cue, needs)}")
        for cue in lines
        if cue not in needs and whose(lines.key_places[cue]) == name
    ]


def formless(words: Language, name: str) -> list[Problem]:
    """The names in the file of a roleset (or in the `common` one) that lack a form which most others of a kind have."""
    found = []
    for section in dict.fromkeys(NAMED.values()):
        names = _under(words.tree, section)
        forms = {called: at.get("forms") or {} for called, at in names.items()}
        had = Counter([form for each in forms.values() for form in each])
        for called in [called for called in names if whose(names.key_places[called]) == name]:
            for form in [form for form, times in had.items() if 2 * times > len(names) and form not in forms[called]]:
                sentence = (
                    f"“{called}” has no form “{form}”, which most {section} have; without it the name stays as it is."
                )
                found.append(Problem(names.key_places[called], sentence))
    return found


def namesakes(words: Language, name: str) -> list[Problem]:
    """The names in the file of a roleset (or in the `common` one) that another card or building has, too."""
    found = []
    for section in ("cards", "buildings"):
        names = _under(words.tree, section)
        called = {each: str(at.get("name")).casefold() for each, at in names.items()}
        for each in [each for each in names if whose(names.key_places[each]) == name]:
            other = next((other for other in names if other != each and called[other] == called[each]), None)
            if other:
                sentence = f"“{each}” has the same name as “{other}”, so nobody can tell them apart: change one."
                found.append(Problem(names[each].value_places["name"], sentence))
    return found


def breathless(words: Language, name: str) -> list[Problem]:
    """What is too long to be said at once in the file of a roleset (or in the `common` one): lines, and what is read of
    event cards."""
    events, lines = _under(words.tree, "events"), words.tree["lines"]
    read = [(at[part], at.value_places[part]) for at in events.values() for part in ("text", "variant") if part in at]
    said = [(whole(text), lines.key_places[cue]) for cue, line in words.lines.items() for text in line.say]
    return [
        Problem(place, f"“{text}” is too long to be said at once: use at most {MOST_LETTERS} letters, not {len(text)}.")
        for text, place in (*read, *said)
        if len(text) > MOST_LETTERS and whose(place) == name
    ]


def speechless(words: Language, rules: Roleset) -> str | None:
    """A sentence about the first thing in a roleset that has no words; nothing when all have."""
    needs = needed(rules)
    for section in ("lines", "cards", "prompts", "told", "buildings", "events"):
        for name in needs[section]:
            if name not in words.tree.get(section, ()):
                where = f"under “{section}” in “{words.code}”"
                return f"There are no words for “{name}” {where}; `narrator check` lists all that are missing."
    return None


def _under(tree: Map, section: str) -> Map:
    """The words under a section, such as `prompts` or `options.sheriff.values`."""
    for key in section.split("."):
        tree = tree.get(key, Map(tree.place))
    return tree
