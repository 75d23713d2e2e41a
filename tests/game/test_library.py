"""Rolesets are found in their folders by their ids, laid over what they extend, and refused where they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator import Game, IllegalTable
from narrator.errors import BadFile, NarratorError
from narrator.game.check import problems
from narrator.game.library import LIBRARY, KeptLibrary, Library
from tests.labs.rolesetlab import SMALL, found, with_change

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


def test_a_file_that_is_no_text_is_reported(tmp_path: Path) -> None:
    sentences = found(tmp_path, b"\x89PNG\r\n\x1a\n\x00\xff\xfe")
    assert sentences[0].startswith("1:1: This file is not text in UTF-8; save it as that.")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "ghosts_see: {is: switch}",
            "ghosts_see: {on: [small.ghosts]}",
            "6:20: “on” must hold keys and values, or name a",
        ),
        (
            "title:",
            "extends: mlilers-hollow\ntitle:",
            "2:10: It extends “mlilers-hollow”, but there is no such roleset",
        ),
        ("title:", "extends: [classic]\ntitle:", "2:10: It extends “['classic']”, but there is no such"),
        ("title:", "extends: small\ntitle:", "2:10: “small” extends “small”: that never ends"),
    ],
)
def test_a_roleset_or_a_part_that_is_not_there_is_reported_with_its_place(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    sentences = with_change(tmp_path, old, new)
    assert any(sentence.startswith(said) for sentence in sentences), sentences


def test_an_endless_chain_of_rolesets_is_reported(tmp_path: Path) -> None:
    for name, under in (("one", "two"), ("two", "three"), ("three", "one")):
        (tmp_path / f"{name}.yaml").write_text(f"roleset: {name}\nextends: {under}\n", encoding="utf-8")
    (problem,) = problems(Library(), str(tmp_path / "one.yaml"))
    assert problem.place == (str(tmp_path / "three.yaml"), 2, 10)
    assert problem.sentence.startswith("“one” extends “two” extends “three” extends “one”: that never ends")


def test_no_game_begins_with_a_roleset_that_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(SMALL.replace("outcome: condemn", "outcome: condem"), encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        Game("small", SEATS[:5], library=Library(tmp_path))
    assert caught.value.code == "roleset"
    assert str(tmp_path / "small.yaml:16:50") in caught.value.sentence
    assert Game("classic", SEATS, library=Library(tmp_path)).prompts


def test_a_roleset_whose_name_is_not_text_is_refused() -> None:
    with pytest.raises(IllegalTable, match="There is no roleset “5”") as caught:
        LIBRARY.roleset(5, {})  # type: ignore[arg-type]
    assert caught.value.code == "unknown-roleset"


def test_errors_are_of_one_kind() -> None:
    assert issubclass(BadFile, NarratorError)
    assert issubclass(IllegalTable, NarratorError)


@pytest.mark.parametrize("name", ["../rolesets/classic", "classic.yaml", "the-pact.buildings", "", "x" * 61])
def test_a_path_or_a_part_is_no_roleset(name: str) -> None:
    with pytest.raises(IllegalTable) as refusal:
        LIBRARY.file_of(name)
    assert refusal.value.code == "unknown-roleset"


def test_the_hosts_roleset_is_found_before_ours_of_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "classic.yaml").touch()
    library = Library(tmp_path)
    assert library.file_of("classic") == tmp_path / "classic.yaml"
    assert (library.names[0], library.names.count("classic")) == ("classic", 1)


def test_the_option_that_brings_a_prompt_is_found() -> None:
    assert LIBRARY.option_that_brings("coins", "drunk.sober") == "sober_drunk"
    assert LIBRARY.option_that_brings("coins", "seer.look") is None


def test_texts_that_were_kept_are_a_library_without_any_file() -> None:
    kept = KeptLibrary({"small": SMALL})
    assert (kept.names, kept.roleset("small", {})[0].title) == (["small"], "Small")
    with pytest.raises(IllegalTable):
        kept.roleset("classic", {})
