"""What the pages themselves say, as it stands in the language files: read strictly, each fault with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from narrator import cli
from narrator.errors import BadFile, NarratorError
from narrator.game.check import problems
from narrator.game.library import LIBRARY, OWN, Library
from narrator.rules.strict_yaml import read
from narrator.telling.page_words import FIRST, PageWords, installed

ENGLISH = PageWords.load([OWN], FIRST)


def test_a_text_is_filled_and_one_that_is_not_there_is_refused() -> None:
    assert ENGLISH.say("host.move-up", name="Ann") == "Move Ann up"
    assert ENGLISH.say("lent.presses", number=3) == "Press 3 times, then once more for long"
    with pytest.raises(NarratorError, match=r"no words for “host\.mov-up”; did you mean “host\.move-up”\?") as caught:
        ENGLISH.say("host.mov-up")
    assert caught.value.code == "no-words"


def test_another_word_makes_another_id(tmp_path: Path) -> None:
    (tmp_path / "pages.en.yaml").write_text("language: en\njoin: {heading: Come in}\n", encoding="utf-8")
    found, faults = installed([tmp_path, OWN])
    assert faults == {}
    assert found["en"].say("join.heading") == "Come in"
    assert found["en"].say("join.sit-down") == "Sit down"
    assert found["en"].id != ENGLISH.id
    assert found["en"].id.startswith("en.")


# Another language.


@pytest.mark.parametrize("code", ["de_DE", "portuguese", "German", "x"])
def test_a_file_for_a_language_that_no_browser_can_name_is_refused(code: str, tmp_path: Path) -> None:
    for name in ("pages", "common"):
        written = (OWN / f"{name}.en.yaml").read_text(encoding="utf-8").replace("language: en", f"language: {code}", 1)
        file = tmp_path / f"{name}.{code}.yaml"
        file.write_text(written, encoding="utf-8")
        told = f"“{code}” is not the code of a language: name this file as in `{name}.fr.yaml` or `{name}.pt-BR.yaml`."
        assert [problem.sentence for problem in problems(Library(tmp_path), str(file))] == [told]
    found, faults = installed([tmp_path, OWN])
    assert (list(found), list(faults)) == ([FIRST], [code])


def test_everything_wrong_in_another_language_is_said_at_once(tmp_path: Path) -> None:
    written = (OWN / "pages.en.yaml").read_text(encoding="utf-8").replace("language: en", "language: fr", 1)
    wrong = {
        "name: English": "nom: Anglais",
        "  heading: Join the game\n": "",
        "  sit-down: Sit down": "  sit-dwn: Sit down",
        "  start: Start the game": "  start: [Start, Go]",
        '"Move {name} up"': '"Move {nom} up"',
        '"Move {name} down"': '"Move {name} {}"',
        "bot: bot": "bot: {other: bot}",
        '{one: "Press once, then once more for long", other:': "{once: Press, more: {}, one: 7, other:",
        "\ntable:": "\ntabel:",
    }
    for english, instead in wrong.items():
        assert english in written
        written = written.replace(english, instead, 1)
    file = tmp_path / "pages.fr.yaml"
    file.write_text(written, encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        PageWords.load([tmp_path, OWN], "fr")
    lines = written.splitlines()
    found = [(lines[problem.place.line - 1].strip()[:12], problem.sentence) for problem in caught.value.problems]
    assert found == [
        ("language: fr", "“name” is missing here."),
        ("language: fr", "“table” has no “houses”."),
        ("language: fr", "“table” has no “waiting”."),
        ("nom: Anglais", "There is no key “nom” here."),
        ('name: "Type ', "“join” has no “heading”."),
        ('name: "Type ', "“join” has no “sit-down”."),
        ("sit-dwn: Sit", "There is no key “sit-dwn” here; did you mean “sit-down”?"),
        ("presses: {on", "There is no form of a number “once” here; did you mean “one”?"),
        ("presses: {on", "There is no form of a number “more” here; there are: one, many, other."),
        ("presses: {on", "A text must stand here, in quotes where it looks like something else."),
        ("presses: {on", "A text must stand here, in quotes where it looks like something else."),
        ("tabel:", "There is no key “tabel” here; did you mean “table”?"),
        ("bot: {other:", "“bot” can have forms only where {number} is one of its places."),
        ('move-up: "Mo', "This must hold {name}, and holds {nom}."),
        ('move-down: "', "A place is written {names}: a word in braces; other braces cannot be said."),
        ("start: [Star", "“start” must be one text, not a list."),
    ]
    assert caught.value.code == "language"
    assert {problem.place.file for problem in caught.value.problems} == {str(file)}


def test_a_language_that_cannot_be_used_takes_nothing_from_the_others(tmp_path: Path) -> None:
    for code in ("fr", "en"):
        (tmp_path / f"pages.{code}.yaml").write_text(f"language: {code}\njoin: {{heding: A}}\n", encoding="utf-8")
    found, faults = installed([tmp_path, OWN])
    assert list(found) == ["en"]
    assert list(faults) == ["en", "fr"]
    assert found["en"].texts == ENGLISH.texts


def test_what_a_language_lacks_or_has_for_nobody_is_told_and_leaves_it_in_use(tmp_path: Path) -> None:
    file = tmp_path / "pages.fr.yaml"
    file.write_text("language: fr\nname: Français\njoin: {sit-down: Asseyez-vous, sit-up: Debout}\n", encoding="utf-8")
    found, faults = installed([tmp_path, OWN])
    assert found["fr"].say("join.sit-down") == "Asseyez-vous"
    assert found["fr"].say("join.heading") == ENGLISH.say("join.heading")
    told = "\n".join(map(str, faults["fr"].problems))
    assert "“join” has no “heading”." in told
    assert f"{file}:3:32: There is no key “sit-up” here" in told


def test_the_check_finds_what_is_wrong_in_the_words_of_pages(tmp_path: Path) -> None:
    file = tmp_path / "pages.en.yaml"
    file.write_text("language: en\njoin: {heding: A}\n", encoding="utf-8")
    [problem] = problems(LIBRARY, str(file))
    assert str(problem) == f"{file}:2:8: There is no key “heding” here; did you mean “heading”?"
    file.write_text("language: en\njoin: {heading: A}\n", encoding="utf-8")
    assert problems(LIBRARY, str(file)) == []


def test_a_check_of_everything_looks_at_the_hosts_own_words_of_pages_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Library, "names", [])
    file = tmp_path / "pages.fr.yaml"
    english = (OWN / "pages.en.yaml").read_text(encoding="utf-8")
    file.write_text(english.replace("language: en", "language: fr").replace("  own-page: My own page\n", ""), "utf-8")
    assert cli.main(["check", "--rolesets", str(tmp_path)]) == 1
    assert "own-page" in capsys.readouterr().out


# What every English text keeps to.


def texts_in(at: object) -> Iterator[str]:
    """All texts that stand somewhere in a file."""
    if isinstance(at, str):
        yield at
    elif isinstance(at, Mapping):
        for under in at.values():
            yield from texts_in(under)
    elif isinstance(at, Sequence):
        for part in at:
            yield from texts_in(part)


@pytest.mark.parametrize("file", sorted(OWN.rglob("*.en.yaml")), ids=lambda file: str(file.relative_to(OWN)))
def test_every_apostrophe_is_a_typographic_one(file: Path) -> None:
    written = read(file.read_text(encoding="utf-8"), str(file))
    assert [text for text in texts_in(written) if "'" in text] == [], "write ’ instead of '"
