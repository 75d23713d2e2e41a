"""`narrator check` says what another language lacks, and in which file, however little of it there is yet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from narrator.game.check import own_files, problems, warnings
from narrator.game.library import LIBRARY, OWN, Library

NOTHING: Mapping[str, str] = {}


def french(folder: Path, name: str, changed: Mapping[str, str] = NOTHING) -> Path:
    """The words of one file as if they were French, some of them changed, in the folder of a host."""
    words = (OWN / f"{name}.en.yaml").read_text(encoding="utf-8")
    for old, new in {"language: en": "language: fr", **changed}.items():
        assert old in words
        words = words.replace(old, new, 1)
    file = folder / f"{name}.fr.yaml"
    file.write_text(words, encoding="utf-8")
    return file


def wrong(file: Path) -> list[str]:
    return [str(problem) for problem in problems(LIBRARY, str(file))]


def doubted(file: Path) -> list[str]:
    return [str(problem) for problem in warnings(LIBRARY, str(file))]


def line_of(file: Path, start: str) -> int:
    """The number of the last line that begins so."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return max(number for number, line in enumerate(lines, 1) if line.startswith(start))


def test_the_files_that_a_new_language_lacks_are_named(tmp_path: Path) -> None:
    def lacking(*names: str) -> str:
        listed = ", ".join(f"{name}.fr.yaml" for name in sorted([*names, *LIBRARY.names]))
        return f":1:1: These files are missing, so English stands in their place: {listed}."

    pages = french(tmp_path, "pages", {"name: English": "name: Français"})
    assert doubted(pages) == [f"{pages}{lacking('common')}"]
    common = french(tmp_path, "common")
    assert doubted(pages) == []
    assert doubted(common) == [f"{common}{lacking()}"]
    pages.unlink()
    assert doubted(common) == [f"{common}{lacking('pages')}"]


def test_words_are_missed_in_the_file_where_english_has_them(tmp_path: Path) -> None:
    common = french(tmp_path, "common", {"  dawn.nobody:": "  dawn.no-one:"})
    roleset = french(tmp_path, "millers-hollow", {"  witch.wake:": "  witch.woken:"})
    assert wrong(common) == [f"{common}:1:1: “lines” has nothing for “dawn.nobody”."]
    assert wrong(roleset) == [
        *wrong(common),
        f"{roleset}:1:1: “lines” has nothing for “witch.wake”.",
        f"{roleset}:1:1: “title” is missing: say what this roleset is called in “fr”.",
    ]


def test_words_that_belong_to_no_roleset_are_found(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    for name in ("clasic.fr.yaml", "common.fr.yaml", "pages.fr.yaml", "classic.fr.yaml", "plain/coin.fr.yaml"):
        (tmp_path / name).write_text("language: fr", encoding="utf-8")
    looked_at = ["clasic.fr.yaml", "common.fr.yaml", "pages.fr.yaml", "plain/coin.fr.yaml"]
    assert own_files(Library(tmp_path)) == [str(tmp_path / name) for name in looked_at]
    for file, meant in (tmp_path / "clasic.fr.yaml", "classic"), (tmp_path / "plain" / "coin.fr.yaml", "coins"):
        name = file.name.replace(".fr.", ".")
        told = f"There is no roleset {name} to which these words belong; did you mean “{meant}”?"
        assert wrong(file) == [f"{file}:1:1: {told}"]


def test_a_name_without_a_form_that_most_have_is_doubted(tmp_path: Path) -> None:
    file = french(tmp_path, "common", {"    forms: {who: a werewolf}\n": ""})
    line = line_of(file, "    name: Werewolf") - 1
    told = "“werewolf” has no form “who”, which most cards have; without it the name stays as it is."
    assert f"{file}:{line}:3: {told}" in doubted(file)


def test_what_takes_too_long_to_be_said_at_once_is_doubted(tmp_path: Path) -> None:
    long = f"Nobody wins. {'Please put out the light. ' * 6}".strip()
    file = french(tmp_path, "common", {"Nobody wins. Please put out the light.": long})
    told = f"“{long}” is too long to be said at once: use at most 140 letters, not {len(long)}."
    assert f"{file}:{line_of(file, '  won.nobody:')}:3: {told}" in doubted(file)


def test_the_wording_that_lacks_a_place_is_blamed_be_it_the_first(tmp_path: Path) -> None:
    french(tmp_path, "common")
    file = tmp_path / "classic.fr.yaml"
    say = '  hunter.shoot: {say: ["Shoot.", "{names}, shoot.", "{names}, aim."]}'
    file.write_text(f"language: fr\ntitle: Base\nlines:\n{say}\n", encoding="utf-8")
    at = say.index('"Shoot') + 1
    assert wrong(file) == [f"{file}:4:{at}: This must hold {{names}}, and holds no place in braces."]


def test_a_form_that_the_language_does_not_have_is_refused(tmp_path: Path) -> None:
    file = french(
        tmp_path, "common", {'["{names} fell in love,': '[{few: "{names}", other: "{names}"}, "{names} fell,'}
    )
    line = line_of(file, "  linked: ")
    assert wrong(file) == [f"{file}:{line}:13: There is no form of a number “few” here; there are: one, many, other."]
