"""The journal: what was acknowledged is there after a kill, a cut, a full disk; what is damaged is never played."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from narrator.errors import NarratorError, english
from narrator.folders import lock
from narrator.game import journal, journal_lines
from narrator.game.game import Game
from narrator.game.journal import DamagedJournal, Journal, load, replayed, unfinished
from narrator.game.library import LIBRARY, Library
from tests.chance import LONG

SEATS = ["Ann", "Bob", "Cid", "Dän", "Eve", "Fay", "Gus", "Hal"]


def new_game(seed: int = 1) -> Game:
    return Game("millers-hollow", SEATS, seed=seed)


def new_journal(folder: Path, game: Game) -> Journal:
    return Journal.create(folder, game.header, LIBRARY.texts("millers-hollow"))


def play(game: Game, kept: Journal, chance: Random, closings: int = 1000) -> None:
    """Play at random, with changed and undone answers, and keep everything."""
    while game.winner is None and closings:
        closings -= 1
        for prompt in [prompt for prompt in game.prompts if not prompt.standing]:
            for seat in chance.choices(prompt.seats, k=len(prompt.seats) + 2):
                choice = chance.sample(prompt.choices_of(seat), prompt.least)
                game.answer(prompt.id, "pass" if prompt.may_pass and chance.random() < 0.2 else choice, seat)
                kept.append(game.entries[-1])
        if chance.random() < 0.1:
            game.undo()
            kept.append(("undo",))
        game.close()
        kept.append(game.entries[-1])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Path]:
    """A whole game and its journal."""
    game = new_game()
    kept = new_journal(tmp_path_factory.mktemp("games"), game)
    play(game, kept, Random(5))
    kept.append(("over", game.winner))
    kept.close()
    return game, kept.path


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that makes nobody wait."""
    monkeypatch.setattr(os, "fsync", lambda file: None)


@pytest.fixture(scope="module")
def slim(played: tuple[Game, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of the same game without the roleset's texts, to be read thousands of times."""
    kept = Journal.create(tmp_path_factory.mktemp("slim"), played[0].header, {})
    for entry in load(played[1]).entries[-60:]:
        kept.append(entry)
    kept.close()
    return kept.path


def test_a_game_is_played_again_from_its_journal(played: tuple[Game, Path]) -> None:
    game, path = played
    loaded = load(path)
    assert loaded.torn is None
    assert ("undo",) in loaded.entries
    assert loaded.header == game.header
    again = replayed(loaded)
    assert (again.facts, again.entries, again.winner) == (game.facts, game.entries, game.winner)


def test_the_first_line_says_what_was_played(played: tuple[Game, Path]) -> None:
    loaded = load(played[1])
    assert "millers-hollow" in loaded.texts
    for name, text in loaded.texts.items():  # with parts that options may bring, as far as somebody has looked at them
        assert text == (LIBRARY.folders[0] / f"{name}.yaml").read_text(encoding="utf-8")
    assert loaded.hash == journal.fingerprint(loaded.texts)
    assert loaded.version


@pytest.mark.slow
def test_cut_at_any_byte_a_journal_keeps_every_whole_line(slim: Path, tmp_path: Path) -> None:
    whole, cut = slim.read_bytes(), tmp_path / "0001-cut.jsonl"
    entries = load(slim).entries
    for length in range(len(whole)):
        cut.write_bytes(whole[:length])
        loaded = load(cut)
        lines = whole[:length].count(b"\n")
        assert loaded.entries == entries[: max(0, lines - 1)]
        assert bool(loaded.header) == (lines > 0)
        assert (loaded.torn is not None) == (not whole[:length].endswith(b"\n") and length > 0)
        if loaded.torn:
            assert english(loaded.torn).startswith(f"{cut}:{lines + 1}: ")


def flips(chance: Random) -> list[int]:
    """With what a byte is flipped: each of its bits, and one more value."""
    return [*(1 << bit for bit in range(8)), chance.randrange(1, 256)]


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_a_flipped_byte_before_the_last_line_is_an_error_that_names_its_line(slim: Path, tmp_path: Path) -> None:
    whole, chance = slim.read_bytes(), Random(1)
    flipped = tmp_path / "0001-flipped.jsonl"
    aside = tmp_path / "0001-flipped.jsonl.damaged"
    assert len(whole) > 2000
    for at in range(whole.rindex(b"\n", 0, -1) + 1):
        damaged = bytearray(whole)
        damaged[at] ^= chance.randrange(1, 256)
        flipped.write_bytes(damaged)
        with pytest.raises(DamagedJournal) as caught:
            load(flipped)
        assert caught.value.code == "damaged-journal"
        line = whole[:at].count(b"\n") + 1
        assert f":{line}: " in caught.value.sentence
        assert str(aside) in caught.value.sentence
        assert aside.read_bytes() == damaged
        assert not flipped.exists()


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_a_damaged_last_line_costs_that_line_and_its_bytes_are_kept(slim: Path, tmp_path: Path) -> None:
    whole, chance = slim.read_bytes(), Random(1)
    lines = whole.splitlines(keepends=True)
    for last in (len(lines), *chance.sample(range(2, len(lines)), 40 if LONG else 2)):
        before = b"".join(lines[: last - 1])
        written = before + lines[last - 1]
        sound = load(slim).entries[: last - 2]
        for at in range(len(before), len(written)):
            for flip in range(1, 256) if LONG and last == len(lines) else flips(chance):
                path = tmp_path / "0001-flipped.jsonl"
                beside = tmp_path / "0001-flipped.jsonl.cut"
                damaged = bytearray(written)
                damaged[at] ^= flip
                path.write_bytes(damaged)
                assert unfinished(tmp_path) == path
                loaded = load(path)
                assert loaded.entries == sound
                assert loaded.torn
                assert english(loaded.torn).startswith(f"{path}:{last}: ")
                kept = Journal.reopen(path)
                assert path.read_bytes() == before
                assert beside.read_bytes() == damaged[len(before) :]
                kept.append(("close",))
                kept.close()
                assert load(path).entries == [*sound, ("close",)]
                assert load(path).torn is None
                beside.unlink()


def test_bytes_cut_off_a_second_time_are_kept_too(tmp_path: Path) -> None:
    kept = new_journal(tmp_path, new_game())
    for rubbish in (b"one\n", b"two"):
        with kept.path.open("ab") as file:
            file.write(rubbish)
        Journal.reopen(kept.path).close()
    assert kept.path.with_name(kept.path.name + ".cut").read_bytes() == b"one\ntwo"


def test_bytes_that_cannot_be_kept_are_not_cut_off(tmp_path: Path) -> None:
    kept = new_journal(tmp_path, new_game())
    with kept.path.open("ab") as file:
        file.write(b"rubbish\n")
    before = kept.path.read_bytes()
    kept.path.with_name(kept.path.name + ".cut").mkdir()
    with pytest.raises(NarratorError) as caught:
        Journal.reopen(kept.path)
    assert caught.value.code == "journal-unwritable"
    assert kept.path.read_bytes() == before


def test_a_game_whose_first_line_is_damaged_is_set_aside(tmp_path: Path) -> None:
    kept = new_journal(tmp_path, new_game())
    damaged = bytearray(kept.path.read_bytes())
    damaged[100] ^= 1
    kept.path.write_bytes(damaged)
    assert unfinished(tmp_path) == kept.path
    with pytest.raises(DamagedJournal, match=":1: "):
        load(kept.path)


def test_lost_swapped_and_foreign_lines_are_noticed(played: tuple[Game, Path], tmp_path: Path) -> None:
    lines = played[1].read_bytes().splitlines(keepends=True)
    other = new_journal(tmp_path, new_game(seed=2))
    other.append(("close",))
    stranger = other.path.read_bytes().splitlines(keepends=True)[1]
    for wrong in (
        [*lines[:5], *lines[6:]],
        [*lines[:5], lines[6], lines[5], *lines[7:]],
        [*lines[:5], lines[5], lines[5], *lines[6:]],
        lines[1:],
        [lines[0], stranger, *lines[2:]],
    ):
        path = tmp_path / "0009-wrong.jsonl"
        path.write_bytes(b"".join(wrong))
        with pytest.raises(DamagedJournal):
            load(path)


def test_a_torn_journal_can_be_continued(tmp_path: Path) -> None:
    game = new_game()
    kept = new_journal(tmp_path, game)
    play(game, kept, Random(2), closings=6)
    kept.close()
    with kept.path.open("ab") as file:
        file.write(b'{"crc":"0000')
    loaded = load(kept.path)
    assert loaded.torn
    again = replayed(loaded)
    assert again.facts == game.facts
    kept = Journal.reopen(kept.path)
    assert load(kept.path).torn is None
    play(again, kept, Random(3))
    kept.close()
    loaded = load(kept.path)
    assert loaded.torn is None
    assert replayed(loaded).facts == again.facts


def test_undo_goes_back_once_for_each_press(tmp_path: Path) -> None:
    game = new_game()
    kept = new_journal(tmp_path, game)
    play(game, kept, Random(4), closings=12)
    undone = 0
    while any(entry[0] == "answer" for entry in game.entries):
        game.undo()
        undone += 1
        kept.append(("undo",))
        again = replayed(load(kept.path))
        assert (again.facts, again.prompts) == (game.facts, game.prompts)
    assert undone > 5
    assert again.phase in ("setup", "night 1")


def test_a_game_goes_on_with_the_rules_it_began_with(tmp_path: Path) -> None:
    own = tmp_path / "mine.yaml"
    own.write_text("roleset: mine\nextends: millers-hollow\ntitle: Mine\n", encoding="utf-8")
    library = Library(tmp_path)
    game = Game("mine", SEATS, seed=1, library=library)
    kept = Journal.create(tmp_path, game.header, library.texts("mine"))
    own.write_text("roleset: mine\nextends: classic\ntitle: Mine\n", encoding="utf-8")
    play(game, kept, Random(1))
    loaded = load(kept.path)
    assert list(loaded.texts) == ["mine", "millers-hollow"]
    assert loaded.hash != journal.fingerprint(Library(tmp_path).texts("mine"))
    own.unlink()
    assert replayed(loaded).facts == game.facts


@pytest.mark.parametrize(
    ("roleset", "today", "then"),
    [
        ("coins", "tough-guy: {lives: 2}", "tough-guy: {lives: 2, told_of_life_lost: tough}"),
        ("coins", "[toughness, silenced]", "[silenced]"),
        ("coins", "{word: letters}", "{letter: letters}"),
        ("the-pact", "asks: pack-as-called", "asks: pack-at-nightfall"),
        ("new-moon", "elder: {lives: 2}", "elder: {lives: 2, despair_from: [vote, poison, shot]}"),
        ("the-pact", "elder: {lives: 2}", "elder: {lives: 2, despair_from: [vote, poison, shot]}"),
    ],
)
def test_a_game_that_began_before_a_key_was_spelled_as_today_goes_on(
    tmp_path: Path, roleset: str, today: str, then: str
) -> None:
    game = Game(roleset, SEATS, seed=1)
    texts = LIBRARY.texts(roleset)
    assert today in texts[roleset]
    kept = Journal.create(tmp_path, game.header, {**texts, roleset: texts[roleset].replace(today, then)})
    play(game, kept, Random(1))
    assert replayed(load(kept.path)).facts == game.facts


def test_a_journal_that_cannot_be_played_again_is_set_aside(tmp_path: Path) -> None:
    game = new_game()
    kept = new_journal(tmp_path, game)
    kept.append(("answer", "sheriff.elect", "Nobody", ("Ann",)))
    with pytest.raises(DamagedJournal) as caught:
        replayed(load(kept.path))
    assert caught.value.code == "unplayable-journal"
    assert f"{kept.path}:2: " in caught.value.sentence
    assert kept.path.with_name(kept.path.name + ".damaged").exists()
    empty = tmp_path / "0009-empty.jsonl"
    empty.touch()
    with pytest.raises(DamagedJournal, match="cut off before its game began"):
        replayed(load(empty))


def test_of_games_that_are_over_a_start_reads_only_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, over, torn = (new_journal(tmp_path, new_game()) for _ in range(3))
    for kept in (over, torn):
        kept.append(("close",))
        kept.append(("over", "villagers"))
    torn.path.write_bytes(torn.path.read_bytes()[:-1])
    looked_at: list[Path] = []

    def read(path: Path) -> tuple[list[bytes], bytes]:
        looked_at.append(path)
        return journal.read(path)

    monkeypatch.setattr(journal_lines, "read", read)
    assert unfinished(tmp_path) == torn.path
    torn.path.write_bytes(torn.path.read_bytes() + b"\n")
    assert unfinished(tmp_path) == begun.path
    assert looked_at == [torn.path, begun.path]


def test_the_newest_unfinished_game_is_found_whatever_the_clock_says(tmp_path: Path) -> None:
    assert unfinished(tmp_path) is None
    first, second, third = (new_journal(tmp_path, new_game()) for _ in range(3))
    assert [kept.path.name for kept in (first, second, third)] == [
        f"000{number}-millers-hollow.jsonl" for number in (1, 2, 3)
    ]
    os.utime(third.path, (0, 0))
    assert unfinished(tmp_path) == third.path
    third.append(("over", None))
    assert unfinished(tmp_path) == second.path
    second.append(("close",))
    second.append(("over", "villagers"))
    second.append(("undo",))
    assert unfinished(tmp_path) == second.path
    second.append(("over", "villagers"))
    assert unfinished(tmp_path) == first.path
    first.path.write_bytes(b"rubbish\n")
    assert unfinished(tmp_path) == first.path
    with pytest.raises(DamagedJournal):
        load(first.path)
    assert unfinished(tmp_path) is None
    (tmp_path / "0010-begun.jsonl").touch()
    assert unfinished(tmp_path) is None
    assert new_journal(tmp_path, new_game()).path.name.startswith("0011-")


def refuse(patch: pytest.MonkeyPatch, call: str, error: int, after: int = 0) -> None:
    """Make a system call fail after some more bytes have been written."""
    written = 0

    def pwrite(file: int, line: bytes, at: int) -> int:
        nonlocal written
        if written >= after:
            raise OSError(error, os.strerror(error))
        written += after
        return real(file, line[:after], at)

    def fsync(file: int) -> None:
        raise OSError(error, os.strerror(error))

    real = os.pwrite
    patch.setattr(os, call, {"pwrite": pwrite, "fsync": fsync}[call])


@pytest.mark.parametrize(
    ("call", "error", "after", "code"),
    [
        ("pwrite", errno.ENOSPC, 0, "disk-full"),
        ("pwrite", errno.ENOSPC, 20, "disk-full"),
        ("pwrite", errno.EDQUOT, 0, "disk-full"),
        ("pwrite", errno.EIO, 20, "journal-unwritable"),
        ("fsync", errno.ENOSPC, 0, "disk-full"),
        ("fsync", errno.EIO, 0, "journal-unwritable"),
    ],
)
def test_a_failed_write_leaves_the_journal_whole(tmp_path: Path, call: str, error: int, after: int, code: str) -> None:
    kept = new_journal(tmp_path, new_game())
    kept.append(("close",))
    before = kept.path.read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        refuse(patch, call, error, after)
        with pytest.raises(NarratorError) as caught:
            kept.append(("answer", "village.vote", "Ann", ("Bob",)))
    assert caught.value.code == code
    assert str(kept.path) in caught.value.sentence
    assert kept.path.read_bytes() == before
    kept.append(("draw",))
    assert load(kept.path).entries == [("close",), ("draw",)]


def still_open(folder: Path) -> list[str]:
    """The files in this folder that this process has open."""
    found = []
    for link in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # the folder of these links itself
            found.append(os.readlink(link))
    return [file for file in found if file.startswith(str(folder))]


def test_a_journal_that_cannot_be_made_is_closed_and_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(monkeypatch, "fsync", errno.EIO)
    with pytest.raises(NarratorError) as caught:
        new_journal(tmp_path, new_game())
    assert caught.value.code == "journal-unwritable"
    assert list(tmp_path.iterdir()) == []
    assert still_open(tmp_path) == []


def test_a_journal_that_cannot_be_gone_on_with_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = new_journal(tmp_path, new_game())
    kept.close()
    refuse(monkeypatch, "fsync", errno.EIO)
    with pytest.raises(NarratorError) as caught:
        Journal.reopen(kept.path)
    assert caught.value.code == "journal-unwritable"
    assert still_open(tmp_path) == []


def test_a_disk_that_suddenly_becomes_read_only_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    refuse(monkeypatch, "pwrite", errno.EROFS)
    monkeypatch.setattr(Path, "unlink", refused)
    with pytest.raises(NarratorError) as caught:
        new_journal(tmp_path, new_game())
    assert caught.value.code == "journal-unwritable"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 64 KB."""
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", tmp_path], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    yield tmp_path
    subprocess.run(["umount", "-l", tmp_path], check=True)


def test_a_full_disk_keeps_what_was_acknowledged_and_lets_the_game_go_on(small_disk: Path) -> None:
    kept = new_journal(small_disk, new_game())
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(40_000))
    written, full = 0, ""
    while not full:
        try:
            kept.append(("answer", "village.vote", "Ann", ("Bob" * 50,)))
            written += 1
        except NarratorError as error:
            full = error.code
    assert full == "disk-full"
    with pytest.raises(NarratorError, match="The disk is full"):
        kept.append(("answer", "village.vote", "Ann", ("Bob" * 1000,)))
    loaded = load(kept.path)
    assert (len(loaded.entries), loaded.torn) == (written, None)
    with pytest.raises(NarratorError) as caught:
        new_journal(small_disk, new_game())
    assert caught.value.code == "disk-full"
    assert journal.games(small_disk) == [kept.path]
    ballast.unlink()
    kept.append(("close",))
    assert load(kept.path).entries[-1] == ("close",)


def test_an_unwritable_folder_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    with pytest.raises(NarratorError) as caught:
        new_journal(blocked / "games", new_game())
    assert caught.value.code == "journal-unwritable"
    assert str(blocked) in caught.value.sentence
    with pytest.raises(NarratorError) as caught:
        lock(blocked / "games")
    assert caught.value.code == "data-folder"


def test_two_boxes_cannot_share_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    code = "import sys; from pathlib import Path; from narrator.folders import lock\n"
    code += "from narrator.errors import NarratorError\n"
    code += "try: lock(Path(sys.argv[1]))\nexcept NarratorError as error: print(error.code, error)"
    with lock(folder):
        second = subprocess.run([sys.executable, "-c", code, folder], capture_output=True, text=True, check=True)
        assert second.stdout.startswith("second-box ")
        assert str(os.getpid()) in second.stdout
        assert str(folder) in second.stdout
    second = subprocess.run([sys.executable, "-c", code, folder], capture_output=True, text=True, check=True)
    assert second.stdout == ""
    lock(folder).close()


WRITER = """
import os, sys
from pathlib import Path
from narrator.game.journal import Journal
kept = Journal.create(Path(sys.argv[1]), {"roleset": "classic"}, {"classic": "roleset: classic"})
number = 0
while True:
    kept.append(("heard", number, 0))
    os.write(1, b"%d\\n" % number)
    number += 1
"""


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(5))
def test_a_killed_process_loses_nothing_that_it_acknowledged(batch: int, tmp_path: Path) -> None:
    chance = Random(batch)
    folders = [tmp_path / str(nth) for nth in range(10)]
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, folder], stdout=subprocess.PIPE) for folder in folders]
    for folder, writer in zip(folders, writers, strict=True):
        assert writer.stdout is not None
        acknowledged = 0
        for _ in range(chance.randrange(1, 60)):
            acknowledged += writer.stdout.readline().endswith(b"\n")
        writer.send_signal(signal.SIGKILL)
        acknowledged += sum(line.endswith(b"\n") for line in writer.stdout)
        writer.stdout.close()
        writer.wait()
        path = unfinished(folder)
        assert path is not None
        entries = load(path).entries
        assert entries == [("heard", number, 0) for number in range(len(entries))]
        assert acknowledged <= len(entries) <= acknowledged + 1
        kept = Journal.reopen(path)
        kept.append(("over", None))
        assert unfinished(folder) is None
        kept.close()
