"""`narrator tags` teaches the box tags, lists and forgets them, and writes the join page on one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hardware.devices import Appeared, Event, Lost, Touched
from narrator.commands import tags as teaching
from narrator.errors import NarratorError
from narrator.folders import lock
from narrator.game.library import LIBRARY
from narrator.lobby.tags import Tags
from narrator.network import addresses as network
from tests.labs.taglab import Memory, Ntag

CARDS = ("seer", "werewolf", "witch")
A, B, C = "04A1B2C3D4E5F6", "12AB34CD", "12AB34CE"


@pytest.fixture
def tags(tmp_path: Path) -> Tags:
    return Tags(tmp_path / "tags.yaml", CARDS)


class Hand:
    """Readers on which these tags are laid, one after the other."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *tags: Ntag) -> None:
        self.tags = {tag.uid.hex().upper(): tag for tag in tags}
        monkeypatch.setattr(teaching, "PcscReaders", lambda: self)

    def start(self, hear: Callable[[Event], None]) -> None:
        hear(Appeared("reader pad"))
        for uid in self.tags:
            hear(Touched(uid))
        hear(Lost("reader pad", "That is all."))

    def close(self) -> None:
        pass

    @contextmanager
    def tag(self, uid: str) -> Iterator[Memory]:
        yield Memory(self.tags[uid])


def command(data: Path, *words: str) -> list[str]:
    """What `narrator tags` prints until it has done what it can."""
    lines = []
    for line in teaching.tags(data, LIBRARY, list(words)):
        lines.append(line)
        if line == "That is all.":
            break
    return lines


def test_tags_are_taught_listed_and_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Hand(monkeypatch, Ntag(A), Ntag(B))
    said = command(tmp_path, "card", "werewolf")
    assert said[2:4] == [f"{A} is card werewolf now.", f"{B} is card werewolf now."]
    assert "is the card “werewolf” already" in command(tmp_path, "seat", "3")[2]
    assert command(tmp_path)[1].split() == [B, "card", "werewolf"]
    assert command(tmp_path, "forget", "card", "werewolf") == ["card werewolf: 2 forgotten."]
    assert command(tmp_path, "seat", "3")[-1] == f"{A} is token 3 now."
    assert f"{A}: token 3 is forgotten." in command(tmp_path, "forget")
    assert "knows no tag yet" in command(tmp_path)[0]


def test_a_tag_that_cannot_be_forgotten_is_not_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Hand(monkeypatch, Ntag(A))
    command(tmp_path, "seat", "3")
    (tmp_path / "tags.new").mkdir()
    said = teaching.tags(tmp_path, LIBRARY, ["forget"])
    next(said), next(said)
    with pytest.raises(NarratorError, match="cannot be written"):
        next(said)


def test_a_tag_that_opens_the_join_page_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked, free = Ntag(A), Ntag(B)
    locked.pages[15] = 0x0F
    Hand(monkeypatch, locked, free)
    said = command(tmp_path, "join", "box:8080")
    assert "locked" in said[2]
    assert "read back" in said[3]
    assert b"box:8080" in free.pages


@pytest.mark.parametrize(
    ("port", "address"),
    [("80", "http://10.42.0.1"), ("8081", "http://10.42.0.1:8081"), ("", "http://10.42.0.1:8080")],
)
def test_the_address_on_a_tag_is_the_one_at_which_the_box_is_found(
    port: str, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Hand(monkeypatch, Ntag(A))
    monkeypatch.setattr(network, "addresses", lambda: ["10.42.0.1"])
    (tmp_path / network.PORT).write_text(port)
    assert f"leave it there: {address} is written" in command(tmp_path, "join")[0]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["card", "werwolf"], "no-such-tag"), (["seat", "x"], "no-such-tag"), (["colour", "red"], "usage"),
        (["card"], "usage"), (["forget", "card"], "usage"), (["join", "a", "b"], "usage"),
    ],
)  # fmt: skip
def test_a_wrong_command_is_reported(words: list[str], code: str, tmp_path: Path) -> None:
    with pytest.raises(NarratorError) as told:
        command(tmp_path, *words)
    assert told.value.code == code


def test_while_a_box_runs_the_command_leaves_it_the_reader(tmp_path: Path) -> None:
    with lock(tmp_path), pytest.raises(NarratorError) as told:
        command(tmp_path, "card", "werewolf")
    assert told.value.code == "second-box"
