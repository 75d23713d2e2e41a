"""What the box says and writes: all of it is there, fit for the ear and the page, and gives nothing away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from narrator import Game, IllegalTable
from narrator.errors import BadFile, NarratorError
from narrator.game.bots import random_answers
from narrator.game.check import problems
from narrator.game.library import LIBRARY, OWN, Library
from narrator.game.story import told_after
from narrator.rules.facts import Told
from narrator.rules.rolesets import Roleset
from narrator.rules.strict_yaml import Map
from narrator.telling.language import Language, NameWithForms
from narrator.telling.language_file import CUES, SCREENS, STORY
from narrator.telling.legend import Legend
from narrator.telling.needed_words import needed, shortcomings, speechless, unsaid
from narrator.telling.script import Cue, cue_of
from narrator.telling.voice import Line
from tests.labs.made_up import CODE, made_up, write_language

ROLESETS = LIBRARY.names
ABOUT_ONE = ("card.shown", "card.turned")
PLACES = {
    "names": "Ann, Bob and Cid",
    "card": NameWithForms("Little Girl", {"who": "the little girl"}),
    "cards": "Seer and Fox",
    "day": "two",
    "answer": "no, not a werewolf",
    "address": "one",
    "why": "The deck has no werewolf.",
    "name": "narrator, dash four",
    "password": "moon, wolf, lamp, toast",
    "pin": "one",
    "what": "the keypad",
    "value": "nine",
    "number": "two",
    "least": "eight",
    "most": "eighteen",
    "building": "the church",
    "event": "Flood",
    "line": "The baker did it",
    "other": "Dan",
    "question": "Am I a werewolf?",
    "text": "No vote today.",
}


@cache
def words(roleset: str) -> Language:
    return Language.load([OWN], roleset, "en", LIBRARY.extends(roleset))


def with_every_option(name: str) -> list[Roleset]:
    """A roleset as it is without options, and as each value of each option makes it."""
    plain, _ = LIBRARY.roleset(name, {})
    changed = [
        LIBRARY.roleset(name, {**dict.fromkeys(option.needs, "on"), option.id: value.replace("N", "2")})[0]
        for option in plain.options.values()
        for value in option.values
    ]
    return [plain, *changed]


def spoken() -> Iterator[tuple[str, str]]:
    """Every wording of every cue, as in `common.en.yaml` or laid over it."""
    for roleset in ROLESETS:
        for cue, line in words(roleset).lines.items():
            yield from ((cue, wording) for wording in line.say)
        for event, at in words(roleset).tree.get("events", {}).items():
            yield from ((event, text) for text in (at["text"], *at.get("questions", {}).values()))


def texts(at: object) -> Iterator[str]:
    """Every text under a part of a language file."""
    if isinstance(at, Map):
        at = list(at.values())
    if isinstance(at, list):
        for part in at:
            yield from texts(part)
    elif isinstance(at, str):
        yield at


DAILY = (
    "night.falls", "reminder", "dawn.breaks", "dawn.nobody", "dawn.dead", "card.turned", "day.begins", "debate.opens",
    "debate.question", "debate.half-minute", "village.vote", "vote.dead", "vote.nobody",
)  # fmt: skip
"""The cues that may be heard every day."""
ALWAYS_ALIKE = ("menu.", ".wake", ".sleep")
"""What begins or ends so is the same each time, so that nobody need listen twice."""


# Nothing is missing.


@pytest.mark.parametrize("roleset", ROLESETS)
def test_every_word_that_a_roleset_needs_is_there(roleset: str) -> None:
    assert shortcomings(words(roleset), *with_every_option(roleset)) == []


@pytest.mark.parametrize("roleset", ROLESETS)
def test_another_language_is_as_complete_as_english(roleset: str, tmp_path: Path) -> None:
    write_language(tmp_path)
    strange = Language.load([tmp_path, OWN], roleset, CODE, LIBRARY.extends(roleset))
    assert shortcomings(strange, *with_every_option(roleset)) == []
    assert strange.card("werewolf")["name"] == made_up(words(roleset).card("werewolf")["name"])


@pytest.mark.parametrize("roleset", ROLESETS)
def test_every_call_window_vote_and_last_word_is_needed(roleset: str) -> None:
    for rules in with_every_option(roleset):
        lines = needed(rules)["lines"]
        assert rules.first_night
        for call in rules.first_night:
            assert {f"{call.name}.wake", f"{call.name}.sleep", *call.prompts} <= set(lines)
        assert {*rules.ballots, *rules.heirs.values(), *CUES} <= set(lines)


@pytest.mark.parametrize("roleset", ROLESETS)
def test_there_are_enough_wordings_for_what_is_heard_every_day(roleset: str) -> None:
    assert [cue for cue in DAILY if len(words(roleset).lines[cue].say) < 4] == []


def test_everything_but_menu_and_calls_has_at_least_two_wordings_and_none_twice() -> None:
    for roleset in ROLESETS:
        for cue, line in words(roleset).lines.items():
            assert len(line.say) >= 2 or cue.startswith(ALWAYS_ALIKE) or cue.endswith(ALWAYS_ALIKE), cue
            assert len(set(line.say)) == len(line.say), cue


def test_there_are_a_dozen_decoys_that_read_as_questions() -> None:
    begins = {"one": "Who(se|m)?", "two": "Which two", "yes": "(Are|Can|Did|Do|Have|Is|Would)", "which": "Which one"}
    decoys = words("classic").tree["decoys"]
    assert {*decoys} == {*begins}
    for sort, begin in begins.items():
        assert len(set(decoys[sort])) >= 12
        assert all(re.fullmatch(begin + r" [^?]+\?", decoy) for decoy in decoys[sort])


def dealt_anyhow(roleset: str, dice: Random) -> Game:
    """A game of eight with some of the roleset's cards and options."""
    plain, _ = LIBRARY.roleset(roleset, {})
    while True:
        options = {option.id: dice.choice(option.values).replace("N", "2") for option in plain.options.values()}
        try:
            rules, _ = LIBRARY.roleset(roleset, options)
            free = [card for card in rules.cards.values() if not card.needs]
            drawn = dice.sample(free, min(4, len(free)))
            special = [card.id for card in drawn for _ in range(card.copies if card.together else 1)]
            deck = [*special[:6], "werewolf", "werewolf", *[rules.filler] * 6][:8]
            seed = dice.getrandbits(32)
            return Game(roleset, list("ABCDEFGH"), deck=deck, options=options, house_deck=True, seed=seed)
        except IllegalTable:
            continue


@pytest.mark.slow
@pytest.mark.parametrize("roleset", ROLESETS)
def test_whole_games_are_told_without_a_missing_word(roleset: str) -> None:
    """Bots play; everything public is said, everything private noted, everything told afterwards."""
    said: set[str] = set()
    language = words(roleset)
    for seed in range(60):
        dice = Random(seed)
        game = dealt_anyhow(roleset, dice)
        while game.winner is None:
            for prompt in game.prompts:
                if prompt in game.prompts:
                    game.answer_all(prompt.id, random_answers(prompt, prompt.seats, dice))
            if game.winner is None:
                game.close()
        nth: dict[str, int] = {}
        legend = Legend([*game.rules.cards, *game.rules.events], game.seats)
        for fact in game.facts:
            if isinstance(fact, Told):
                assert language.told("card-now" if fact.about == "card" else fact.about, fact.what)
                assert all(1 <= number <= legend.most for number in legend.told(fact.about, fact.what, fact.seat))
            cue = cue_of(fact)
            if cue is not None:
                nth[cue.id] = nth.get(cue.id, -1) + 1
                line = language.say(cue, seed, nth[cue.id])
                assert line.text
                assert all(seat in line.text for seat in cue.seats) or "{names}" not in "".join(
                    language.lines[cue.id].say
                )
                said.add(cue.id)
        assert told_after(game, language, len(game.facts))
    assert len(said) > 25


# What the ear is told.


def test_nobody_is_called_he_or_she() -> None:
    for roleset in ROLESETS:
        for text in texts(words(roleset).tree):
            assert not re.search(r"\b(he|she|him|her|his|hers|himself|herself)\b", text, re.IGNORECASE), text


def test_no_line_points_anywhere() -> None:
    for cue, wording in spoken():
        assert cue == "hint.buttons" or not re.search(
            r"\b(left|right|clockwise|opposite|next to|neighbou?rs?|north|south|east|west)\b", wording, re.IGNORECASE
        ), (cue, wording)


def test_every_waking_line_begins_with_the_name() -> None:
    for cue, wording in spoken():
        call, _, what = cue.rpartition(".")
        if what in ("wake", "sleep") and call != "together":
            name = wording.split(",")[0].lower()
            plain = call.replace("-", " ")
            together = {"full-moon": "hunter"}.get(call)
            assert name in (call, plain, f"{plain}s", call.replace("wolf", "wolves"), together), wording
            order = "wake up|sleep on" if what == "wake" else "sleep"
            assert re.search(order, wording), wording


def test_everybody_is_told_plainly_when_to_sleep_and_when_to_wake() -> None:
    for cue, wording in spoken():
        if cue == "night.falls":
            assert "shut your eyes" in wording.lower(), wording
        if cue == "dawn.breaks":
            assert "open your eyes" in wording.lower(), wording


def test_numbers_are_words() -> None:
    for cue, wording in spoken():
        assert not re.search(r"[0-9]", wording), (cue, wording)


def test_lines_are_short_enough_for_the_ear() -> None:
    for cue, wording in spoken():
        most = 40 if cue.startswith("ev-") else 25
        assert len(re.sub(r"{\w+}", "", wording).split()) < most, (cue, wording)


def test_espeak_is_given_nothing_that_it_garbles() -> None:
    """“Close your eyes” comes out as in “close friends”; these too are two words with one spelling, and it takes the
    wrong one."""
    for cue, wording in spoken():
        assert not re.search(r"\b(close|uses?|bow|live|excuses you|tear|lead|wound)\b", wording, re.IGNORECASE), wording
        assert not re.search(r"[^\w\s.,:?’{}-]", wording), (cue, wording)


def test_lines_about_names_hold_for_one_and_for_several() -> None:
    for cue, wording in spoken():
        found = re.search(r"(?<!of ){names} (is|are|has|have|was|were|does|do)\b|{names}’s", wording)
        assert cue in ABOUT_ONE or not found, wording


# What the eye reads.


@pytest.mark.parametrize("roleset", ROLESETS)
def test_titles_and_buttons_fit_a_narrow_phone(roleset: str) -> None:
    tree = words(roleset).tree
    decoys = [decoy for sort in tree["decoys"].values() for decoy in sort]
    for title in [*decoys, *(at["title"] for part in ("prompts", "screens") for at in tree[part].values())]:
        assert len(title) < 48, title
    for prompt in tree["prompts"].values():
        assert all(len(prompt[button]) < 24 for button in ("yes", "pass") if button in prompt), prompt
    assert all(len(card["is"]) < 200 for card in tree["cards"].values())


def test_private_notes_are_put_into_words() -> None:
    language = words("millers-hollow")
    assert language.told("Ann", "seer") == "The card of Ann: Seer."
    assert language.told("Ann", "wolf") == "Ann is a werewolf."
    assert language.told("Ann", "not-wolf") == "Ann is not a werewolf."
    assert language.told("pack", ("Ann", "Bob", "Cid")) == "The pack: Ann, Bob and Cid."
    assert language.told("lover", "Bob").startswith("You are in love with Bob.")
    assert language.told("centre", ("villager", "werewolf")) == "In the centre: Villager and Werewolf."
    assert language.told("victim", ("Ann",)) == "The werewolves want Ann."
    assert language.told("victim", ()) == "The werewolves want nobody tonight."
    assert language.told("card-now", "seer") == "Your card is now: Seer."


def test_names_numbers_and_addresses_are_put_into_words() -> None:
    language = words("millers-hollow")
    assert language.names(["Ann"]) == "Ann"
    assert language.names(["Ann", "Bob"]) == "Ann and Bob"
    assert language.number(3) == "three"
    assert language.number(77) == "77"
    assert language.spelled("192.168.1.7:80") == "one nine two, dot one six eight, dot one, dot seven, colon eight zero"
    assert language.spelled("narrator.local") == "narrator, dot local"
    assert language.written.spelled("192.168.1.7:80") == "192.168.1.7:80"
    assert language.word("night", number=2) == "Night 2"
    assert language.value("sheriff", "day 3") == "Before the debate of day 3"
    assert language.value("sheriff", "never") == "Never"
    assert language.value("parity", "on") == "On"
    assert language.prompt("witch.heal")["yes"] == "Save"
    assert language.prompt("seer.look")["pass"] == "Nobody"
    assert all(language.screen(kind)["title"] for kind in SCREENS)
    assert language.office("sheriff") == "Sheriff"
    assert language.side("villagers") == "The village"
    places = dict.fromkeys(("names", "other", "card", "office", "deed"), "Ann")
    assert all("Ann" in language.story(kind, 1, 0, **places) for kind, held in STORY.items() if held)


# Which wording.


def test_no_wording_comes_twice_in_a_row_and_all_take_turns() -> None:
    language = words("millers-hollow")
    for cue, line in language.lines.items():
        for seed in range(20):
            said = [language.line(cue, seed, nth, **PLACES).text for nth in range(2 * len(line.say))]
            assert len(set(said[: len(line.say)])) == len(line.say)
            assert len(line.say) == 1 or all(one != other for one, other in pairwise(said))


def test_another_evening_sounds_different() -> None:
    language = words("millers-hollow")
    evenings = {tuple(language.line("night.falls", seed, nth).text for nth in range(4)) for seed in range(40)}
    assert len(evenings) > 6


def test_the_wording_is_the_same_in_every_run(tmp_path: Path) -> None:
    (tmp_path / "classic.en.yaml").write_text('language: en\nlines: {night.hum: {say: ["a", "b", "c", "d", "e"]}}\n')
    language = Language.load([tmp_path, OWN], "classic", "en")
    assert "".join(language.line("night.hum", 7, nth).text for nth in range(6)) == "ebdace"


def test_a_cue_is_said_with_its_seats_and_words() -> None:
    language = words("classic")
    line = language.say(Cue("card.turned", ("Ann",), (("card", "seer"),)), 1, 0)
    assert "Ann" in line.text
    assert "seer" in line.text.lower()
    assert "three" in language.say(Cue("day.begins", (), (("day", "3"),)), 1, 0).text
    assert "no, not a werewolf" in language.say(Cue("seer.aloud", (), (("answer", "not-werewolf"),)), 1, 0).text
    assert "Wolf-Hound" in words("the-pact").say(Cue("seer.aloud", (), (("answer", "wolf-hound"),)), 1, 0).text


def test_lines_without_names_can_be_rendered_ahead() -> None:
    language = words("classic")
    for cue, line in language.lines.items():
        ahead = language.foreseeable(cue)
        assert all("{" not in each.text for each in ahead)
        if "{" not in line.say[0]:
            assert [each.text for each in ahead] == list(line.say)
    assert language.foreseeable("dawn.dead") == ()
    assert language.say(Cue("day.begins", (), (("day", "7"),)), 5, 3) in language.foreseeable("day.begins")
    assert language.line("seer.aloud", 5, 1, answer="werewolf") in language.foreseeable("seer.aloud")
    assert len(language.foreseeable("seer.aloud")) == 2 * len(language.lines["seer.aloud"].say)


# A host's own words.


def own(folder: Path, text: str, name: str = "millers-hollow.en.yaml") -> Language:
    (folder / name).write_text(text)
    return Language.load([folder, OWN], "millers-hollow", "en")


def test_a_hosts_words_replace_the_boxs_own(tmp_path: Path) -> None:
    language = own(tmp_path, 'language: en\nlines:\n  dawn.nobody: {mood: solemn, say: ["All well."]}\n')
    assert language.line("dawn.nobody", 1, 5) == Line("All well.", "solemn", "en")
    assert len(language.lines["witch.heal"].say) > 1
    assert shortcomings(language, *with_every_option("millers-hollow")) == []


def test_a_roleset_speaks_with_the_words_of_what_it_extends(tmp_path: Path) -> None:
    (tmp_path / "ours.en.yaml").write_text('language: en\nlines: {witch.wake: {say: ["Witch, wake up."]}}\n')
    language = Language.load([tmp_path, OWN], "ours", "en", ["millers-hollow"])
    assert language.line("witch.wake", 1, 0).text == "Witch, wake up."
    assert language.card("hunter")["name"] == "Hunter"


@pytest.mark.parametrize("lacking", ["is", "wants", "wakes", "advice"])
def test_no_character_lacks_what_its_holder_wants_to_know(tmp_path: Path, lacking: str) -> None:
    parts = [f'{part}: "So."' for part in ("is", "wants", "wakes", "advice") if part != lacking]
    (tmp_path / "ours.yaml").write_text("roleset: ours\nextends: classic\ncards: {oracle: {}}\n")
    (tmp_path / "ours.en.yaml").write_text(f"language: en\ncards: {{oracle: {{name: Oracle, {', '.join(parts)}}}}}\n")
    (problem,) = problems(Library(tmp_path), "ours")
    assert problem.sentence == f"“oracle” has no “{lacking}”."


def test_missing_misnamed_and_useless_words_are_reported_with_their_place(tmp_path: Path) -> None:
    text = """language: en
lines:
  witch.wakes: {say: ["Witch, wake up."]}
  hunter.shoot: {say: ["Shoot."]}
  witch.heal:
"""
    language = own(tmp_path, text)
    problems = [str(problem) for problem in shortcomings(language, *with_every_option("millers-hollow"))]
    file = tmp_path / "millers-hollow.en.yaml"
    assert problems == [
        f"{file}:1:1: “lines” has nothing for “witch.heal”.",
        f"{file}:4:3: “hunter.shoot” must hold {{names}}, and holds no place in braces.",
    ]
    (never,) = unsaid(language, "millers-hollow", *with_every_option("millers-hollow"))
    assert str(never) == f"{file}:3:3: Nobody ever says “witch.wakes”; take it out; did you mean “witch.wake”?"
    assert language.missing(["witch.heal", "seer.wake"]) == ["witch.heal"]
    with pytest.raises(NarratorError, match=r"nothing to say for “witch\.heal”") as caught:
        language.line("witch.heal", 1, 0)
    assert caught.value.code == "no-words"


def test_an_option_without_words_for_its_values_is_found(tmp_path: Path) -> None:
    language = own(tmp_path, "language: en\noptions: {sheriff: {name: S, text: T, values: {never: }}}\n")
    problems = [problem.sentence for problem in shortcomings(language, *with_every_option("millers-hollow"))]
    assert problems == ["“options.sheriff.values” has nothing for “never”."]


def test_an_unknown_voice_is_refused_with_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as caught:
        own(tmp_path, 'language: en\nlines:\n  night.falls: {voice: othr, say: ["It is night."]}\n')
    (problem,) = caught.value.problems
    assert (problem.place.line, problem.place.column) == (3, 24)
    assert problem.sentence == "There is no voice “othr”; write `voice: other`, or leave it out."


def test_a_line_with_an_answer_says_what_the_answers_are(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as caught:
        own(tmp_path, 'language: en\nlines:\n  seer.aloud: {say: ["It is {answer}."]}\n')
    (problem,) = caught.value.problems
    assert problem.sentence.startswith("“seer.aloud” must say under “answers” what each answer is")
    own(tmp_path, 'language: en\nlines:\n  seer.aloud: {say: ["It is {answer}."], answers: card}\n')


def test_everything_wrong_in_a_file_is_said_at_once(tmp_path: Path) -> None:
    text = """language: fr
line: {}
lines:
  dawn.dead: {mood: hushd, say: ["{name} is dead.", "Nobody.", "{names}", "{names!r}", 7]}
  dawn.nobody: {say: []}
  seer.aloud: {say: ["It is {answer}."], answers: {werewolf: "yes", wolf: "no"}}
cards:
  seer: {nam: Seer}
prompts:
  seer.look: {title: [], passed: Nobody}
words: {night: Night}
decoys: {one: []}
"""
    with pytest.raises(BadFile) as caught:
        own(tmp_path, text)
    assert caught.value.code == "language"
    found = [
        (problem.place.line, problem.place.column, re.split(r"[;.:] ?", problem.sentence)[0])
        for problem in caught.value.problems
    ]
    assert found == [
        (1, 11, "This file is named for another language"),
        (2, 1, "There is no key “line” here"),
        (4, 21, "There is no mood “hushd”"),
        (4, 34, "This must hold {names}, and holds {name}"),
        (4, 53, "This must hold {names}, and holds no place in braces"),
        (4, 75, "A place is written {names}"),
        (4, 88, "A text must stand here, in quotes where it looks like something else"),
        (5, 16, "“dawn"),
        (6, 15, "“seer"),
        (6, 69, "There is no key “wolf” here"),
        (8, 10, "There is no key “nam” here"),
        (10, 22, "“title” must be one text, not a list"),
        (10, 26, "There is no key “passed” here"),
        (11, 16, "This must hold {number}, and holds no place in braces"),
        (12, 15, "“one” must list 1 or more"),
    ]
    assert "did you mean “hushed”?" in str(caught.value)
    assert "did you mean “lines”?" in str(caught.value)


def test_a_file_that_is_not_yaml_is_the_only_one_reported(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as caught:
        own(tmp_path, "language: en\nlanguage: fr\n")
    assert [str(problem) for problem in caught.value.problems] == [
        f"{tmp_path / 'millers-hollow.en.yaml'}:2:1: “language” stands here twice; keep one of them."
    ]


def test_a_language_without_words_is_refused_and_the_available_ones_named() -> None:
    with pytest.raises(NarratorError, match=r"no words in “de”; it has en\.") as caught:
        Language.load([OWN], "classic", "de")
    assert caught.value.code == "no-language"


def test_a_vote_is_told_by_its_kind() -> None:
    names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus"]
    game = Game("coins", names, cards={"Ann": "werewolf"})
    while not any(prompt.id == "village.accuse" for prompt in game.prompts):
        game.close()
    game.answer("village.accuse", "Bob", "Ann")
    game.offer_draw()
    game.answer("village.draw", "yes", "Ann")
    game.close()
    game.close()
    lines = [line for _, told in told_after(game, words("coins"), len(game.facts)) for line in told]
    assert "Ann accused Bob. Bob, Cid, Dan, Eve, Fay and Gus named nobody." in lines
    assert "Ann said: A draw. Bob, Cid, Dan, Eve, Fay and Gus named nobody." in lines


@pytest.mark.parametrize("card", LIBRARY.stand_for("coins"))
def test_a_guest_card_brings_its_words_and_changes_none(card: str) -> None:
    own = words("coins")
    guest = Language.load([OWN], "coins", "en", LIBRARY.extends("coins"), LIBRARY.guest_sources("coins", card))
    rules, _ = LIBRARY.roleset("coins", {}, card)
    assert speechless(guest, rules) is None
    assert {cue: guest.lines[cue] for cue in own.lines} == own.lines


def test_a_line_has_a_form_for_each_kind_of_number(tmp_path: Path) -> None:
    common = (OWN / "common.en.yaml").read_text().replace("language: en", "language: ru", 1)
    (tmp_path / "common.ru.yaml").write_text(common)
    (tmp_path / "ours.ru.yaml").write_text(
        """
        language: ru
        lines:
          dawn.dead: {say: [{one: "{names} found.", few: "{names} few.", other: "{names} all found."}]}
          menu.players: {say: [{one: "{value} player.", few: "{value} players, few.", other: "{value} players."}]}
        story: {linked: {one: "{names} alone.", other: "{names} together."}}
        """
    )
    language = Language.load([tmp_path], "ours", "ru")
    for seats, said in (["Ann"], "Ann found."), (["Ann", "Bob"], "Ann and Bob few."), (["Ann"] * 5, " all found."):
        assert language.say(Cue("dawn.dead", tuple(seats)), 0, 0).text.endswith(said)
    for number, said in (1, "one player."), (3, "three players, few."), (21, "21 player."), (0, "zero players."):
        assert language.line("menu.players", 0, 0, value=number).text == said
    assert language.line("dawn.dead", 0, 0, names="Ann").text == "Ann found."
    assert language.story("linked", 0, 0, names=["Ann", "Bob"]) == "Ann and Bob together."
    assert language.story("linked", 0, 0, names="Ann") == "Ann alone."


def test_what_is_rendered_ahead_has_the_form_of_its_number(tmp_path: Path) -> None:
    say = '{one: "Day {day}, ah.", other: "Day {day}."}'
    language = own(tmp_path, f"language: en\nlines: {{day.begins: {{say: [{say}]}}}}\n")
    assert {line.text for line in language.foreseeable("day.begins")} >= {"Day one, ah.", "Day two."}


def test_a_name_stands_in_a_sentence_in_the_form_that_it_asks_for(tmp_path: Path) -> None:
    own_words = """language: en
lines: {card.turned: {say: ["{names} was {card:who}."]}}
cards: {witch: {forms: {who: the good old witch}}}
"""
    language = own(tmp_path, own_words)
    turned = [Cue("card.turned", ("Ann",), (("card", card),)) for card in ("witch", "werewolf")]
    lines = [language.say(cue, 1, 0) for cue in turned]
    assert [line.text for line in lines] == ["Ann was the good old witch.", "Ann was a werewolf."]
    assert lines[0].pieces == ("", "Ann", " was ", "the good old witch", ".")


def test_a_name_without_the_form_stands_there_as_it_is() -> None:
    assert "{card:who}".format(card=NameWithForms("Guard", {})) == "Guard"


def test_a_form_that_no_name_has_is_told_with_its_place(tmp_path: Path) -> None:
    wrong = """language: en
lines:
  card.turned: {say: ["{names} was {card:whom}."]}
  card.shown: {say: ["{names:who} is {card}."]}
"""
    with pytest.raises(BadFile) as caught:
        own(tmp_path, wrong)
    assert [(problem.place.line, problem.sentence) for problem in caught.value.problems] == [
        (3, "Nothing that may stand at {card} has a form “whom” in this language."),
        (4, "Nothing that may stand at {names} has a form “who” in this language."),
    ]


def test_a_wrong_form_is_told_with_its_place(tmp_path: Path) -> None:
    wrong = """language: en
lines:
  dawn.dead: {say: [{one: "{names}."}]}
  grief.dead: {say: [{once: "{names}.", other: "{names}."}]}
  dawn.nobody: {say: [{one: "Nobody.", other: "Nobodies."}]}
  vote.dead: {say: [{one: "Gone.", other: "{names}."}]}
"""
    with pytest.raises(BadFile) as caught:
        own(tmp_path, wrong)
    assert [(problem.place.line, problem.sentence) for problem in caught.value.problems] == [
        (3, "“other” is missing here."),
        (4, "There is no form of a number “once” here; did you mean “one”?"),
        (5, "“say” can have forms only where something is counted, as in {names}."),
        (6, "This must hold {names}, and holds no place in braces."),
    ]
