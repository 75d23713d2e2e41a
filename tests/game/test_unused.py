"""`narrator check` warns of what can never happen: cards that never wake, prompts put to nobody, lines never said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from narrator import cli
from narrator.game.check import problems, warnings
from narrator.game.library import OWN, Library
from tests.labs.rolesetlab import our_table

BOOKS = ("classic", "coins", "millers-hollow", "new-moon", "the-pact")
CARDS = {
    "monk: {wakes: {monk.pray: {asks: bitten, choose: {one: living}}, monk.look: {choose: {one: living}}}}": (
        "5:18: “monk.pray” is put to nobody",
        "it asks “bitten” (the seats that the pack, or one of it alone, attacked tonight, the girl caught peeping "
        "included), and that was nobody",
    ),
    "monk: {wakes: {monk.pray: {known: nobody-can-kill, choose: {one: living}}}}": (
        "5:3: Nobody ever wakes as monk", "“Have three days and nights passed without a death, with nobody left "
        "who can kill at night?” is answered no (`known: nobody-can-kill`)",
    ),
    "monk: {wakes: {monk.pray: {known: [nobody-can-kill, girl-may-peep], choose: {one: living}}}}": (
        "5:3: Nobody ever wakes as monk",
        "“Have three days and nights passed without a death, with nobody left who can kill at night?” is "
        "answered no (`known: nobody-can-kill`) and “May a little girl be alive and peep, as far as the table knows?” "
        "is answered no (`known: girl-may-peep`)",
    ),
    "monk: {called: nobody-can-kill}": ("5:3: Nobody ever wakes as monk", ""),
    "monk: {testament: {monk.give: {cause: hunger, choose: {one: living}}}}": (
        "5:22: “monk.give” is put to nobody", "no monk died in this phase",
    ),
    "monk: {wakes: {monk.pray: {choose: {one: living}}}}": (),
    "monk: {last_word: {monk.curse: {choose: {one: living}, then: [{kill: curse}]}}}": (),
}  # fmt: skip
WITH_MONKS = """\
roleset: house
extends: millers-hollow
title: House
cards:
  {card}
calls: {{first_night: [thief, cupid, lovers, seer, monk, werewolf, witch], later_nights: [seer, monk, werewolf, witch]}}
"""


def warned(file: Path, library: Library | None = None) -> list[str]:
    return [str(each).removeprefix(f"{file}:") for each in warnings(library or Library(), str(file))]


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_nothing_in_our_own_books_is_unused(name: str) -> None:
    assert warnings(Library(), name) == []


def test_nothing_in_the_example_of_the_readme_is_unused(tmp_path: Path) -> None:
    assert warnings(Library(our_table(tmp_path)), "our-table") == []


def test_every_line_that_all_books_share_is_said_in_one() -> None:
    assert warned(OWN / "common.en.yaml") == []


@pytest.mark.parametrize("card", CARDS)
def test_what_can_never_happen_is_told_with_its_place_and_the_reason(tmp_path: Path, card: str) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(WITH_MONKS.format(card=card), encoding="utf-8")
    what, *why = CARDS[card] or ("", "")
    because = f", most often because {re.escape(why[0])}" if why[0] else ""
    sentence = rf"{what} in 1\d\d games whose deck has a monk{because}; change that, or take it out\."
    found = warned(file)
    assert len(found) == bool(what)
    assert all(re.fullmatch(sentence, each) for each in found), found


SELDOM = {
    "monk: {haunts: {monk.rattle: {choose: {one: living}}}}": "“day” in the roleset does not list the moment “haunt”",
    "monk: {wakes: {monk.pray: {asks: bitten, choose: {one: living}}, monk.look: {choose: {one: living}}}}": (
        "it asks “bitten” (the seats that the pack, or one of it alone, attacked tonight, the girl caught peeping "
        "included), and that was nobody"
    ),
}
"""Prompts that cannot come at most times, and why they do not come when they could."""


@pytest.mark.parametrize("card", SELDOM)
def test_why_nobody_is_asked_is_told_of_times_at_which_somebody_could_be(tmp_path: Path, card: str) -> None:
    file = tmp_path / "house.yaml"
    text = WITH_MONKS.replace("later_nights: [seer, monk,", "later_nights: [seer,").format(card=card)
    file.write_text(text, encoding="utf-8")
    (warning,) = warned(file)
    assert f", most often because {SELDOM[card]}; change that, or take it out." in warning


VILLAGE = {
    "villages: {5-20: {tower: 1}}\n"
    "buildings: {hut: {}, tower: {any_time: {tower.ring: {choose: {one: spent-buildings}}}}}": (
        "5:41: “tower.ring” is put to nobody in 1\\d\\d games whose village has a tower, most often because there was"
        " nothing to choose from “spent-buildings” \\(every living seat whose building has a unique power, and has"
        " spent it\\); change that, or take it out."
    ),
    "buildings: {hut: {}, tower: {}}\nvillages: {5-20: {hut: 1}}": (
        "4:22: Nobody is ever dealt the tower: no village under “villages” has it; add it to one."
    ),
    "events: {ev-calm: {kind: immediate, when: nobody-can-kill}}\nmorning: event-card": (
        "4:10: “ev-calm” is never drawn in 1\\d\\d games whose deck of events has it; change that, or take it out."
    ),
}  # fmt: skip


@pytest.mark.parametrize("village", VILLAGE)
def test_a_building_or_an_event_that_never_comes_is_told_too(tmp_path: Path, village: str) -> None:
    file = tmp_path / "hamlet.yaml"
    option = "options: {events: {is: [off, on], default: on}}\n" if "events" in village else ""
    file.write_text(f"roleset: hamlet\nextends: millers-hollow\ntitle: Hamlet\n{village}\n{option}", encoding="utf-8")
    found = warned(file)
    assert len(found) == 1
    assert re.fullmatch(VILLAGE[village], found[0]), found


def test_of_many_things_that_are_unused_the_first_ten_are_told(tmp_path: Path) -> None:
    prompts = ", ".join(f"monk.pray-{number}: {{asks: bitten, choose: {{one: living}}}}" for number in range(14))
    file = tmp_path / "house.yaml"
    card = f"monk: {{wakes: {{monk.look: {{choose: {{one: living}}}}, {prompts}}}}}"
    file.write_text(WITH_MONKS.format(card=card), encoding="utf-8")
    assert 9 <= len(warned(file)) <= 10


def test_what_only_an_option_brings_is_no_reason_to_warn(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    option = "options: {monks: {is: switch, on: {cards: {monk: {wakes: {monk.pray: {known: }}}}}}}\n"
    card = "monk: {wakes: {monk.pray: {known: nobody-can-kill, choose: {one: living}}}}"
    file.write_text(WITH_MONKS.format(card=card) + option, encoding="utf-8")
    assert warned(file) == []


def test_a_part_that_no_option_names_is_told_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "hamlet.yaml").write_text("roleset: hamlet\nextends: the-pact\ntitle: Hamlet\n", encoding="utf-8")
    (tmp_path / "hamlet.mills.yaml").write_text("buildings: {mill: {}}\n", encoding="utf-8")
    sentence = "if it is a part of hamlet, write `on: hamlet.mills` under one of its options."
    assert any(sentence in str(problem) for problem in problems(Library(tmp_path), "hamlet"))


@pytest.mark.parametrize("written", [(), ("",), ("", "plain")], ids=["no file", "one file", "plain words too"])
def test_words_that_are_missing_are_told_once_and_never_of_plain_words(
    tmp_path: Path, written: tuple[str, ...]
) -> None:
    card = "monk: {wakes: {monk.pray: {choose: {one: living}}}}"
    (tmp_path / "house.yaml").write_text(WITH_MONKS.format(card=card), encoding="utf-8")
    for folder in written:
        (tmp_path / folder).mkdir(exist_ok=True)
        words = 'language: en\nlines: {monk.sleep: {mood: hushed, say: ["Monk, sleep."]}}\n'
        (tmp_path / folder / "house.en.yaml").write_text(words, encoding="utf-8")
    found = problems(Library(tmp_path), "house")
    assert {each.place.file for each in found} == {str(tmp_path / "house.en.yaml")}
    assert sum("“lines” has nothing for “monk.wake”." in each.sentence for each in found) == 1


def test_a_warning_is_not_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = our_table(tmp_path) / "our-table.en.yaml"
    line = '  guard.sleeps: {mood: hushed, say: ["Guard, shut your eyes.", "Sleep, guard."]}\n'
    words.write_text(words.read_text(encoding="utf-8").replace("lines:\n", f"lines:\n{line}"), encoding="utf-8")
    said = "Nobody ever says “guard.sleeps”; take it out; did you mean “guard.sleep”?"
    assert problems(Library(tmp_path), "our-table") == []
    assert cli.main(["check", "--rolesets", str(tmp_path), "our-table"]) == 0
    assert capsys.readouterr().out == f"{words}:3:3: warning: {said}\nour-table: ok\n"
    assert warned(words, Library(tmp_path)) == [f"3:3: {said}"]


HARD = {
    "There are so many doors, and only one of you: whose is it?": "Say what to do in 8 words at most",
    "Whom do you safeguard?": "Say it first in common words; people who are learning may not know: safeguard.",
    "Guards, whom do the werewolves miss?": "",
    "Whom do you protect? Perambulate quietly.": "",
}
"""Wordings of a question, and what is said of each."""


@pytest.mark.parametrize("wording", HARD)
def test_a_question_that_is_hard_to_follow_is_told(tmp_path: Path, wording: str) -> None:
    found = reworded(tmp_path, "guard.protect", wording)
    assert [HARD[wording] in each for each in found] == [True] * bool(HARD[wording])


def test_an_order_that_belongs_to_no_card_and_is_hard_to_follow_is_told(tmp_path: Path) -> None:
    (warning,) = reworded(tmp_path, "hint.buttons", "Perambulate.")
    assert "may not know: Perambulate." in warning


def test_what_a_page_asks_and_is_hard_to_follow_is_told(tmp_path: Path) -> None:
    words = tmp_path / "millers-hollow.en.yaml"
    words.write_text('language: en\nprompts:\n  witch.heal: {title: "Safeguard?", yes: "Save", pass: "Abstain"}\n')
    found = [line.partition(": ")[0] for line in warned(words, Library(tmp_path))]
    assert found == ["3:23", "3:56"]


def test_a_line_that_wakes_somebody_begins_with_the_name(tmp_path: Path) -> None:
    (warning,) = reworded(tmp_path, "guard.wake", "Wake up now, guard.")
    assert "Say first who is to wake up, so begin with “Guard”." in warning


def test_a_language_without_a_list_of_common_words_is_told_only_of_long_questions(tmp_path: Path) -> None:
    shared = (OWN / "common.en.yaml").read_text(encoding="utf-8").replace("language: en", "language: xx")
    (tmp_path / "common.xx.yaml").write_text(shared, encoding="utf-8")
    words = tmp_path / "millers-hollow.xx.yaml"
    long = "Whom among all of these might you possibly safeguard?"
    words.write_text(f'language: xx\nlines:\n  witch.heal: {{mood: hushed, say: ["{long}"]}}\n', encoding="utf-8")
    assert len(warned(words, Library(tmp_path))) == 1
    (tmp_path / "common-words.xx.txt").write_text("# Few.\n-s\namong\nthese\n", encoding="utf-8")
    assert "may not know: Whom, all, of, might, you, possibly, safeguard." in "".join(warned(words, Library(tmp_path)))


def reworded(folder: Path, cue: str, wording: str) -> list[str]:
    """What is said of the words of the readme's example when this is the first wording of one of its lines."""
    words = our_table(folder) / "our-table.en.yaml"
    written = yaml.safe_load(words.read_text(encoding="utf-8"))
    written["lines"].setdefault(cue, {"say": [""]})["say"][0] = wording
    words.write_text(yaml.safe_dump(written), encoding="utf-8")
    return warned(words, Library(folder))


@pytest.mark.parametrize("text", ["rubbish", "roleset: house\nextends: nothing\n", "roleset: house\ncards: []\n"])
def test_a_roleset_with_errors_gets_no_warnings(tmp_path: Path, text: str) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(text, encoding="utf-8")
    assert problems(Library(), str(file))
    assert warned(file) == []


def test_a_title_that_a_small_phone_cannot_show_is_warned_of(tmp_path: Path) -> None:
    long = "Which two lovely persons do people perhaps remember?"
    words = f'language: en\nprompts:\n  cupid.arrow: {{title: "{long}"}}\ndecoys:\n  one: ["{long}", "Who snores?"]\n'
    (tmp_path / "millers-hollow.en.yaml").write_text(words, encoding="utf-8")
    sentence = f"“{long}” has 52 characters, and a small phone shows 35; make it shorter."
    found = warned(tmp_path / "millers-hollow.en.yaml", Library(tmp_path))
    assert found == [f"3:24: {sentence}", f"5:9: {sentence}"]
