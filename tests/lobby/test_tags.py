"""Which tag is what is kept in a file that people may edit, whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.errors import BadFile, NarratorError
from narrator.lobby.tags import Known, Tags
from tests.labs.taglab import TagTable, with_tags

DECK = {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "cupid": 1, "villager": 2}
CARDS = ("seer", "werewolf", "witch")
A, B, C = "04A1B2C3D4E5F6", "12AB34CD", "12AB34CE"
TOKEN, WOLF, YES = Known("token", "3"), Known("card", "werewolf"), Known("word", "yes")


@pytest.fixture
def tags(tmp_path: Path) -> Tags:
    return Tags(tmp_path / "tags.yaml", CARDS)


def again(tags: Tags) -> dict[str, Known]:
    """What a box knows that starts now."""
    other = Tags(tags.file, CARDS)
    other.load()
    return dict(other)


def test_what_was_learned_is_known_the_next_time(tags: Tags) -> None:
    for uid, known in ((A, TOKEN), (B, WOLF), (C, WOLF), ("0099", YES)):
        tags.learn(uid, known)
    assert again(tags) == dict(tags) == {A: TOKEN, B: WOLF, C: WOLF, "0099": YES}
    assert tags.of(A) == TOKEN
    assert tags.of("1234") is None
    tags.forget([B])
    assert again(tags) == {A: TOKEN, C: WOLF, "0099": YES}


def test_a_token_has_one_tag_and_a_tag_is_one_thing(tags: Tags) -> None:
    tags.learn(A, TOKEN)
    tags.learn(B, TOKEN)
    assert dict(tags) == again(tags) == {B: TOKEN}
    with pytest.raises(NarratorError, match="is the token 3 already"):
        tags.learn(B, WOLF)
    assert again(tags) == {B: TOKEN}
    assert tags.free_token() == "1"


@pytest.mark.parametrize(
    ("uid", "known", "sentence"),
    [
        (A, Known("card", "werwolf"), "did you mean “werewolf”"),
        (A, Known("token", "0"), "no token “0”"),
        (A, Known("word", "maybe"), "no word “maybe”"),
        ("", WOLF, "no number that can be read"),
    ],
)
def test_what_no_tag_can_be_is_refused(uid: str, known: Known, sentence: str, tags: Tags) -> None:
    with pytest.raises(NarratorError, match=sentence):
        tags.learn(uid, known)
    assert not tags.file.exists()


def test_people_may_edit_the_file(tags: Tags) -> None:
    tags.file.write_text(
        f"tokens: {{3: '04:a1:b2:c3:d4:e5:f6'}}\ncards:\n  werewolf: [{B}, 12345678]\nwords: {{yes: '00 99'}}\n"
    )
    tags.load()
    assert dict(tags) == {A: TOKEN, B: WOLF, "12345678": WOLF, "0099": YES}


DAMAGED = [
    ("tokens: [1", "not YAML", 2),
    ("tokens: {0: 1234}", "no token “0”", 1),
    ("cards:\n  werwolf: 1234", "did you mean “werewolf”", 2),
    ("cards: {werewolf: [1234, xyz]}", "“xyz” is not the number of a tag", 1),
    ("tokens: {1: 1234}\nwords: {yes: 1234}", "This tag is token 1 already", 2),
    ("tokens: {1: [12, 34]}", "A token has one tag", 1),
    ("words: {perhaps: 12}", "There is no word “perhaps”", 1),
    ("colours: {}", "There is no key “colours”", 1),
]


@pytest.mark.parametrize(("text", "sentence", "line"), DAMAGED)
def test_a_damaged_file_is_reported_by_place_and_kept_aside(text: str, sentence: str, line: int, tags: Tags) -> None:
    tags.file.write_text(text)
    with pytest.raises(BadFile, match=sentence) as told:
        tags.load()
    assert f"{tags.file}:{line}:" in told.value.sentence
    assert dict(tags) == {}
    assert tags.file.read_text() == text
    tags.learn(A, TOKEN)
    assert tags.file.with_suffix(".damaged").read_text() == text
    assert again(tags) == {A: TOKEN}


def test_a_box_with_a_damaged_file_says_so_and_plays(tmp_path: Path) -> None:
    (tmp_path / "tags.yaml").write_text("cards: {werwolf: 1234}")
    table = TagTable(tmp_path)
    assert any("did you mean “werewolf”" in sentence for sentence in table.page(kind="host")["trouble"])


def test_a_file_that_cannot_be_written_is_reported_and_nothing_is_half_known(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("")
    tags = Tags(tmp_path / "folder" / "tags.yaml", CARDS)
    with pytest.raises(NarratorError, match="cannot be written"):
        tags.learn(A, TOKEN)
    assert tags.of(A) is None


@pytest.fixture
def table(tmp_path: Path) -> TagTable:
    return with_tags(tmp_path)
