"""What the box says and writes: all of it is there, fit for the ear and the page, and gives nothing away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator import Game
from narrator.errors import NarratorError
from narrator.game.check import problems
from narrator.game.library import LIBRARY, OWN, Library
from narrator.game.story import deeds, told_after
from narrator.rules.strict_yaml import Map
from narrator.telling.explained import explained
from narrator.telling.language import Language, NameWithForms
from narrator.telling.language_file import SCREENS, STORY
from narrator.telling.needed_words import shortcomings
from narrator.telling.repertoire import repertoire
from narrator.telling.script import Cue
from narrator.telling.voice import Line
from tests.labs.wordlab import ROLESETS, own, with_every_option, words

ABOUT_ONE = ("card.shown", "card.turned")


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


def test_private_notes_are_put_into_words() -> None:
    language = words("millers-hollow")
    assert language.told("Ann", "seer") == "The card of Ann: Seer."
    assert language.told("Ann", "wolf") == "Ann is a werewolf."
    assert language.told("Ann", "not-wolf") == "Ann is not a werewolf."
    assert language.told("pack", ("Ann", "Bob", "Cid")) == "The pack: Ann, Bob and Cid."
    assert language.told("lover", "Bob").startswith("You love Bob.")
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


def test_a_verb_of_the_story_goes_with_how_many_did_it(tmp_path: Path) -> None:
    own_words = """language: en
prompts: {sheriff.elect: {title: Who?, deed: {one: was for, other: were for}}}
words: {voted: {one: has hunted, other: have hunted}}
"""
    language = own(tmp_path, own_words)
    game = Game("millers-hollow", [*"ABCDEFGH"], cards={"A": "werewolf"}, options={"sheriff": "start"})
    for seat, at in zip("ABCDEFGH", "CCCCCCCD", strict=True):
        game.answer("sheriff.elect", at, seat)
    game.close()
    told = [line for _, lines in told_after(game, language, len(game.facts)) for line in lines]
    assert "A, B, C, D, E, F and G were for C. H was for D." in told
    assert [deed for *_, deed in deeds(game, language)] == ["was for"] * 8
    assert [language.voted(number) for number in (1, 2)] == ["has hunted", "have hunted"]


def test_names_stand_in_the_story_and_where_a_card_is_explained_in_the_form_that_is_asked_for(tmp_path: Path) -> None:
    own_words = """language: en
lines: {explain.card: {say: ["You are {card:who}."]}}
story:
  looked: "{names} saw {other}: {card:who}."
  centre: "Left over: {card:who}."
  voted: "{names} {deed} {other}."
cards: {witch: {forms: {who: the good old witch}}}
"""
    language = own(tmp_path, own_words)
    witch, seer = (language.named("cards", card) for card in ("witch", "seer"))
    assert language.story("looked", 1, 0, names="Ann", other="Bob", card=witch) == "Ann saw Bob: the good old witch."
    assert language.story("centre", 1, 0, card=[witch, seer]) == "Left over: the good old witch and the seer."
    assert explained("witch", language, 0)[0].text == "You are the good old witch."
    game = Game("millers-hollow", [*"ABCDEFGHI"], cards={"A": "thief", "B": "werewolf"}, centre=["witch", "seer"])
    told = [line for _, lines in told_after(game, language, len(game.facts)) for line in lines]
    assert "Left over: the good old witch and the seer." in told


def test_each_of_several_names_in_a_line_has_the_form_that_is_asked_for(tmp_path: Path) -> None:
    own_words = """language: en
lines: {together.wake: {say: ["Wake up, {cards:who}."]}}
cards: {witch: {forms: {who: the good old witch}}}
"""
    language = own(tmp_path, own_words)
    line = language.say(Cue("together.wake", (), (("cards", "witch seer"),)), 1, 0)
    assert line.text == "Wake up, the good old witch and the seer."
    assert line.pieces == ("Wake up, ", "the good old witch", "and", "the seer", ".")
    rules, _ = LIBRARY.roleset("millers-hollow", {"night": "together"})
    assert {"the good old witch", "the seer"} <= {line.text for line in repertoire(language, rules, [], 1.0)}


def test_a_name_without_the_form_stands_there_as_it_is() -> None:
    assert "{card:who}".format(card=NameWithForms("Guard", {})) == "Guard"
