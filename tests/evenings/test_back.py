"""Where does the box go on after a break? At the call that was open, not at one that is over."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from narrator.errors import NarratorError
from narrator.folders import GAMES
from narrator.game.game import Game
from narrator.game.journal import Entry, Journal, games
from narrator.telling.script import Cue
from tests.chance import LONG
from tests.labs.boxlab import Table

pytestmark = pytest.mark.slow

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
CARDS = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer", "Dan": "witch"}
WITHOUT_SEER = {**CARDS, "Cid": "thief"}
Heard = list[tuple[float, str, str]]
PARTS = (
    "reminder", "debate.question", "debate.dead", "debate.last-vote", "debate.half-minute", "ballot.named",
)  # fmt: skip
"""What is said in the middle of a window or a debate."""


def begun(folder: Path, cards: dict[str, str] = CARDS, centre: list[str] | None = None) -> Table:
    table = Table(folder, NAMES)
    options = {"sheriff": "never"}
    table.box.moderate(Game("millers-hollow", NAMES, cards=cards, centre=centre, options=options, seed=3))
    return table


def until_screen(table: Table, kind: str) -> None:
    while table.round.beat is None or table.round.beat.screen != kind:
        assert table.step(), f"no {kind} came"


def again(folder: Path) -> Table:
    """The box after a pulled plug."""
    table = Table(folder)
    assert table.box.resume()
    return table


def test_after_a_break_a_vote_goes_on_without_its_debate(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("village.vote")
    table.answer("Ann", "Hal")
    back = again(tmp_path)
    back.until("village.vote")
    assert back.time.now < 15
    assert [seat["pointing"] for seat in back.page(kind="table")["seats"]].count(None) == 8
    assert back.box.game is not None
    assert list(back.box.game.waiting(back.box.game.prompts[0])) == NAMES[1:]


def test_after_a_break_a_debate_begins_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    until_screen(table, "debate")
    back = again(tmp_path)
    until_screen(back, "debate")
    assert back.time.now < 15


def windows(table: Table, until: str) -> list[str]:
    """The windows that open from now on, up to this one."""
    opened: list[str] = []
    while until not in opened:
        assert table.step()
        window = table.round.views[None].window
        if table.round.beat and table.round.beat.screen == "ask" and window and window not in opened:
            opened.append(window)
    return opened


def test_a_window_that_is_over_does_not_open_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    table.answer("Cid", "Ann")
    until_screen(table, "told")
    back = again(tmp_path)
    assert windows(back, "werewolf.devour") == ["werewolf.devour"]


def test_the_second_window_of_a_call_goes_on_without_the_first(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("witch.poison")
    back = again(tmp_path)
    assert windows(back, "witch.poison") == ["witch.poison"]


def test_undo_goes_back_to_the_second_window_of_a_call_without_the_first(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("witch.poison")
    table.answer("Dan", "Eve")
    table.until("village.vote")
    assert table.do("undo", token=table.host)["ok"]
    assert windows(table, "witch.poison") == ["witch.poison"]


def heard_after_each_plug(folder: Path, cards: dict[str, str], centre: list[str]) -> list[Heard]:
    """Pull the plug at every moment up to the werewolves' window, and hear what comes then, up to the vote."""
    table = begun(folder, cards, centre)
    all: list[Heard] = []
    while table.round.views[None].window != "werewolf.devour":
        assert table.step()
        copy = folder.with_name(f"{folder.name} {len(all)}")
        shutil.copytree(folder, copy)
        back = again(copy)
        back.until("village.vote")
        all.append(back.loudspeaker.heard)
    return all


def test_a_pulled_plug_does_not_reveal_whether_there_is_a_seer(tmp_path: Path) -> None:
    wolves = {"Ann": "werewolf", "Bob": "werewolf", "Dan": "thief"}
    one = heard_after_each_plug(tmp_path / "one", wolves | {"Cid": "seer"}, ["villager", "hunter"])
    other = heard_after_each_plug(tmp_path / "other", wolves | {"Cid": "hunter"}, ["villager", "seer"])
    assert len(one) > 15
    assert one == other


def beds(table: Table) -> list[str]:
    return [what for _, kind, what in table.loudspeaker.heard if kind == "bed"]


def test_the_night_sounds_on_after_a_break(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    assert beds(again(tmp_path)) == ["night"]
    table.answer("Cid", "Ann")
    table.until("village.vote")
    assert beds(again(tmp_path)) == ["day"]
    assert table.do("undo", token=table.host)["ok"]
    assert beds(table)[-1] == "night"


@pytest.mark.parametrize("act", ["undo", "end"])
def test_the_heartbeat_stops_when_the_debate_is_left(act: str, tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    table.answer("Cid", "Ann")
    while ("effect", "heartbeat") not in [(kind, what) for _, kind, what in table.loudspeaker.heard]:
        assert table.step()
    assert table.do(act, token=table.host)["ok"]
    assert [kind for _, kind, what in table.loudspeaker.heard if what == "heartbeat"][-1] == "effect-stop"


@pytest.mark.parametrize("act", ["undo", "draw"])
def test_an_answer_that_cannot_be_kept_has_not_happened(
    act: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(tmp_path)
    table.until("village.vote")
    table.answer("Ann", "Hal")
    game = table.box.game
    assert game is not None
    before = list(game.entries)

    def full(*_: object) -> None:
        raise NarratorError("disk-full", "The disk is full.")

    monkeypatch.setattr(Journal, "append", full)
    assert table.do(act, token=table.host)["code"] == "disk-full"
    assert game.entries == before
    monkeypatch.undo()
    assert table.do(act, token=table.host)["ok"]
    assert game.entries != before


class Moment(NamedTuple):
    """What was on the disk when the box had told this many cues, and the phase that the pages showed then."""

    written: bytes
    told: int
    phase: str
    screen: str
    next: Entry


def listened(table: Table) -> list[Cue]:
    """Every cue of the game that is told from now on, except those in the middle of a window."""
    told: list[Cue] = []
    tell = table.box.speech.say_cue

    def noted(cue: Cue, now: float) -> float:
        if cue.id not in PARTS:
            told.append(cue)
        return tell(cue, now)

    table.box.speech.say_cue = noted  # type: ignore[method-assign]
    return told


def moments(folder: Path, roleset: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Cue], list[Moment]]:
    """Play a game with bots: every cue, and what a plug pulled before each journal entry would leave."""
    table = Table(folder, seed=seed)
    assert table.set("roleset", roleset)["ok"]
    assert table.set("bots", 10)["ok"]
    told, left = listened(table), []
    append = Journal.append

    def noted(kept: Journal, entry: Entry, course: tuple[int, int] | None) -> None:
        screen = table.round.beat.screen if table.round.beat else ""
        left.append(Moment(kept.path.read_bytes(), len(told), table.round.views[None].phase, screen, entry))
        append(kept, entry, course)

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "append", noted)
        assert table.do("start", token=table.host)["ok"]
        while table.step():
            assert len(told) < 1000
    return told, left


def told_after(box: Path, moment: Moment, folder: Path) -> tuple[list[Cue], str]:
    """Pull the plug at this moment: what is told then, up to the next window or debate, and the first phase shown."""
    shutil.copytree(box, folder)
    (path,) = games(folder / GAMES)
    path.write_bytes(moment.written)
    back = Table(folder)
    told = listened(back)
    assert back.box.resume()
    phase = back.round.views[None].phase
    while back.round.beat is not None and back.round.beat.screen not in ("ask", "debate") and back.step():
        pass
    shutil.rmtree(folder)
    return told, phase


def may_be_told_again(told: list[Cue], phase: str) -> int:
    """From which cue on may the box repeat itself? At night from the call on, during the day only the last cue."""
    last = len(told) - 1
    if phase.startswith("night"):
        return max(at for at, cue in enumerate(told) if cue.id.endswith(".wake") or cue.id == "night.falls")
    return last


TABLES = [("millers-hollow", 1)]
if LONG:
    TABLES = [(roleset, seed) for roleset in ("millers-hollow", "classic", "new-moon", "the-pact") for seed in range(3)]


@pytest.mark.parametrize(("roleset", "seed"), TABLES)
def test_wherever_the_plug_is_pulled_nothing_that_was_told_is_told_again(
    roleset: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Except for what the box was doing: the last line, the window, at night the call."""
    told, left = moments(tmp_path / "box", roleset, seed, monkeypatch)
    assert len(left) > 80
    before: Entry = ()
    for nth, moment in enumerate(left):
        if moment.next[:2] == before and not LONG:
            continue
        before = moment.next[:2]
        again, phase = told_after(tmp_path / "box", moment, tmp_path / f"copy {nth}")
        assert phase == moment.phase, moment[1:]
        if not moment.told or not again:
            continue
        earliest = may_be_told_again(told[: moment.told], phase)
        starts = [at for at in range(moment.told) if told[at : moment.told] == again[: moment.told - at]]
        assert all(at >= earliest for at in starts), (moment[1:], again)
        assert starts or again[0] in (told[earliest], *told[moment.told :][:1]), (moment[1:], again)


def test_a_plug_pulled_after_a_step_back_leads_to_the_same_window(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    table.answer("Cid", "Ann")
    table.until("witch.heal")
    for window in ("werewolf.devour", "seer.look"):
        assert table.do("undo", token=table.host)["ok"]
        assert windows(again(tmp_path), window) == [window]
        table.until(window)


def test_nothing_is_told_until_the_box_can_keep_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise NarratorError("disk-full", "The disk is full.")

    table = begun(tmp_path)
    told = listened(table)
    table.until("witch.poison")
    while [cue.id for cue in told][-1] != "witch.sleep":
        assert table.step()
    before = len(told)
    with monkeypatch.context() as patched:
        patched.setattr(Journal, "append", full)
        with pytest.raises(NarratorError):
            table.until("village.vote")
        assert len(told) == before
    table.until("village.vote")
    assert told[before].id == "dawn.breaks"
