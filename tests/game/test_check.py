"""`narrator check` finds what is wrong in a roleset and in its words, with any options that may be on together."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator import cli
from narrator.game.check import own_files, problems, warnings
from narrator.game.library import OWN, Library
from tests.labs.rolesetlab import SMALL, found, many, our_table, with_change


@pytest.mark.parametrize("name", ["millers-hollow", "classic"])
def test_our_own_rolesets_and_their_words_are_sound(name: str) -> None:
    assert problems(Library(), name) == []
    assert problems(Library(), str(OWN / f"{name}.en.yaml")) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("roleset: small", "roleset: smal", "1:10: The file is called small.yaml, so this must be “small”."),
        ("5-7: {werewolf: 1}", "5-7: {werewolf: 2}", "21:8: The deck for 5 seats cannot be played: The deck has"),
        ("5-7: {werewolf: 1}", "5-7: {werewolf: 0}", "21:8: The deck for 5 seats cannot be played: The deck has no"),
        ("decks:", "replaces: {villager: werewolf}\ndecks:", "22:8: The deck for 5 seats cannot be played:"),
    ],
)
def test_a_name_and_a_deck_that_cannot_be_are_reported_with_their_place(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    sentences = with_change(tmp_path, old, new)
    assert any(sentence.startswith(said) for sentence in sentences), sentences


def test_a_card_that_ones_own_list_of_calls_forgets_is_reported_at_that_list(tmp_path: Path) -> None:
    text = """
roleset: small
extends: millers-hollow
title: Small
calls:
  first_night: [thief, cupid, lovers, seer, werewolf]
  later_nights: [seer, werewolf]
"""
    assert found(tmp_path, text) == ["7:3: “witch” is never called: name it under “calls”."]


def test_options_are_checked_in_pairs(tmp_path: Path) -> None:
    text = """
roleset: small
extends: classic
title: Small
options:
  one: {default: off, on: {brought_together: {friends: {of: herbalist}}}}
  two: {default: off, excludes: [one], on: {brought_together: {friends: {of: herbalist}}}}
"""
    sentences = found(tmp_path, text)
    assert "6:61: There is no card “herbalist”; there are: villager, werewolf, seer." in sentences
    (tmp_path / "small.yaml").write_text(text.replace("classic", "classic\nfiller: villager"), encoding="utf-8")
    with_deck = text + "  three: {default: off, on: {replaces: {seer: villager}}}\n"
    with_deck += "  four: {default: off, on: {cards: {seer: {copies: 2}}}}\n"
    refused = [sentence for sentence in found(tmp_path, with_deck) if "cannot be played" in sentence]
    assert any(" with three cannot be played" in sentence for sentence in refused)
    assert not any("three and four" in sentence for sentence in refused)


def test_an_option_is_checked_with_what_it_needs(tmp_path: Path) -> None:
    text = """
roleset: small
extends: classic
title: Small
options:
  one: {default: off, on: {filler: villager}}
  two: {default: off, needs: one, on: {brought_together: {friends: {of: herbalist}}}}
"""
    assert "7:73: There is no card “herbalist”; there are: villager, werewolf, seer." in found(tmp_path, text)


def test_options_that_change_the_same_thing_are_checked_together(tmp_path: Path) -> None:
    text = """
roleset: small
extends: classic
title: Small
options:
  few: {default: off, on: {seats: {most: 6}}}
  many: {default: off, on: {seats: {least: 9}}}
"""
    assert found(tmp_path, text) == ["6:42: “most” must be a number from 9 to 99."]


def test_a_misspelt_call_is_told_together_with_whoever_is_not_called_for_it(tmp_path: Path) -> None:
    text = "roleset: small\nextends: the-pact\ntitle: Small\ncalls: {later_nights: [seer, withc]}\n"
    sentences = [sentence.partition(": ")[2] for sentence in found(tmp_path, text)]
    assert "There is no “withc”, whatever option is on; did you mean “witch”?" in sentences
    assert "“full-moon” is never called: name it under “calls”." in sentences


def test_what_no_option_brings_is_told_though_some_option_has_a_file_of_its_own(tmp_path: Path) -> None:
    own = Library().whole("the-pact")
    day = ", ".join(own["day"]).replace("executioner.elect", "executionr.elect")
    night = ", ".join([*own["calls"]["first_night"], "wicth"])
    text = f"roleset: small\nextends: the-pact\ntitle: Small\ncalls: {{first_night: [{night}]}}\nday: [{day}]\n"
    sentences = [sentence.partition(": ")[2] for sentence in found(tmp_path, text)]
    assert sentences == [
        "There is no “wicth”, whatever option is on; did you mean “witch”?",
        "There is no “executionr.elect”, whatever option is on; did you mean “executioner.elect”?",
    ]


def test_options_that_make_too_many_rolesets_are_refused(tmp_path: Path) -> None:
    options = "options:\n" + many(400, "  o{0}: {{default: off, on: {{title: x}}}}")
    said = "5:3: With these options a roleset of this size is 80201 rolesets, too many to look at; leave out some that"
    sentences = found(tmp_path, SMALL.replace("options:", options))
    assert len(sentences) <= 100
    assert any(said in sentence for sentence in sentences), sentences


PRESET = """
roleset: ours
extends: the-pact
title: Ours
presets: {%s}
"""


@pytest.mark.parametrize(
    ("preset", "problem"),
    [
        ("crier: {town_crier: on}", "“crier” cannot be played: “town_crier” is played only with “events”"),
        ("moon: {moonlight: full}", "“moonlight” must be one of: off, on, hard."),
        ("moon: {monlight: on}", "did you mean “moonlight”?"),
    ],
)
def test_a_preset_that_cannot_be_played_is_told(tmp_path: Path, preset: str, problem: str) -> None:
    (tmp_path / "ours.yaml").write_text(PRESET % preset)
    assert any(problem in found.sentence for found in problems(Library(tmp_path), "ours"))


def test_what_is_wrong_in_an_option_that_a_preset_sets_is_told_with_the_rest(tmp_path: Path) -> None:
    options = "options: {dark: {is: switch, default: off, on: {replaces: {nobody: villager}}}}"
    (tmp_path / "ours.yaml").write_text(f"{PRESET % 'night: {dark: on}'}{options}")
    told = [found.sentence for found in problems(Library(tmp_path), "ours")]
    assert any(sentence.startswith("There is no card “nobody” here; there are: villager, ") for sentence in told)
    assert "“presets” has nothing for “night”." in told


def test_check_shows_the_words_that_are_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = our_table(tmp_path)
    words = own / "our-table.en.yaml"
    words.write_text(words.read_text(encoding="utf-8").replace("guard.wake", "guard.woke"), encoding="utf-8")
    assert cli.main(["check", "--rolesets", str(own), "our-table"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert f"{words}:1:1: “lines” has nothing for “guard.wake”." in told
    assert any(line.startswith(f"{words}:3:3: ") and "guard.woke" in line for line in told)
    words.write_text("language: fr", encoding="utf-8")
    assert cli.main(["check", str(words)]) == 1
    assert f"{words}:1:11: " in capsys.readouterr().out
    words.rename(own / "our-table.fr.yaml")
    assert cli.main(["check", str(own / "our-table.fr.yaml")]) == 1
    assert "begin with common.fr.yaml, a copy of common.en.yaml; if it is a part" in capsys.readouterr().out


def test_a_deck_laid_over_another_is_told_with_all_its_cards(tmp_path: Path) -> None:
    text = "roleset: small\nextends: millers-hollow\ntitle: Small\ndecks: {8: {witch: 1}}\n"
    has = "This deck (werewolf: 2, seer: 1, villager: 5, witch: 1) has 9 cards for 8 seats"
    assert found(tmp_path, text) == [f"4:12: {has}; it needs one for each."]


def test_words_are_not_called_needless_while_what_needs_them_cannot_be_read(tmp_path: Path) -> None:
    own = our_table(tmp_path)
    file = own / "our-table.yaml"
    option = "options: {own: {is: switch, on: {cards: {guard: {iz: x}}}}}\n"
    file.write_text(file.read_text(encoding="utf-8") + option, encoding="utf-8")
    words = own / "our-table.en.yaml"
    more = words.read_text(encoding="utf-8").replace("prompts:", "prompts:\n  guard.rest: {title: Rest?}")
    words.write_text(more, encoding="utf-8")
    told = [str(problem) for problem in problems(Library(own), "our-table")]
    assert any("There is no key “iz” here" in each for each in told)
    assert not any("Nothing in this roleset needs" in each for each in told)


def test_two_cards_of_one_name_are_warned_of(tmp_path: Path) -> None:
    own = our_table(tmp_path)
    words = own / "our-table.en.yaml"
    words.write_text(words.read_text(encoding="utf-8").replace("name: Guard", "name: witch"), encoding="utf-8")
    told = "“guard” has the same name as “witch”, so nobody can tell them apart: change one."
    assert told in [each.sentence for each in warnings(Library(own), "our-table")]


def test_a_card_whose_side_no_victory_falls_to_is_warned_of(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    head = "roleset: small\nextends: new-moon\ntitle: Small\n"
    told = "“piper” can never win: no victory under “wins” is that of its own side."
    for wins, said in (("wins: [nobody, lovers, werewolves, villagers]", True), ("", False)):
        file.write_text(head + wins, encoding="utf-8")
        assert (told in [each.sentence for each in warnings(Library(tmp_path), "small")]) == said


def test_a_file_that_no_command_finds_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "mine.yml").touch()
    assert own_files(Library(tmp_path)) == [str(tmp_path / "mine.yml")]


def test_check_refuses_unknown_names_and_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "clasic"]) == 1
    assert "There is no roleset “clasic”; did you mean “classic”? [unknown-roleset]" in capsys.readouterr().err
    assert cli.main(["check", str(tmp_path / "none.yaml")]) == 1
    assert "[no-file]" in capsys.readouterr().err
    assert cli.main(["check", "--rolesets", str(tmp_path / "none")]) == 1
    assert "[no-folder]" in capsys.readouterr().err
    (tmp_path / "mine.yml").touch()
    assert cli.main(["check", str(tmp_path / "mine.yml")]) == 1
    assert "call it mine.yaml." in capsys.readouterr().out
