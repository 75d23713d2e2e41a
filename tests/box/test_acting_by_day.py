"""What somebody may do at any time of the day: it takes effect at once, the table hears of it, and goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from narrator.game.game import Game
from narrator.telling.pace import TAIL
from narrator.telling.script import Cue
from tests.labs.boxlab import Table, act, acts, debating, pass_time, said

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
HOUSES = {
    "Bob": "barber", "Cid": "confessor", "Dan": "schoolmarm", "Eve": "bonesetter", "Fay": "farmer", "Gus": "farmer",
}  # fmt: skip
CARDS = {"Ann": "werewolf"}


def village(folder: Path, cards: dict[str, str] = CARDS, options: dict[str, str] | None = None, **more: Any) -> Table:
    """A village with buildings, in which a game has begun."""
    table = Table(folder, NAMES)
    on = {"buildings": "on", "sheriff": "never", **(options or {})}
    table.box.lobby.roleset, table.box.lobby.options = "the-pact", on
    table.box.moderate(Game("the-pact", NAMES, cards=cards, buildings=HOUSES, options=on, seed=3, **more))
    return table


def shown(table: Table, name: str) -> list[tuple[str, str, list[str]]]:
    """All that this page lets do, but for the numbers of buttons."""
    every = table.page(name)["acts"]
    return [(one["id"], one["title"], [choice["value"] for choice in one["choices"]]) for one in every]


def test_by_day_everybody_may_act_and_at_night_nobody(tmp_path: Path) -> None:
    table = village(tmp_path)
    table.until("werewolf.devour")
    assert {name: acts(table, name) for name in NAMES} == dict.fromkeys(NAMES)
    debating(table)
    assert acts(table, "Cid") == ["village.plague", "confessor.hear"]
    assert acts(table, "Bob") == ["village.plague", "barber.shave"]
    assert acts(table, "Hal") == ["village.plague"]
    table.until("village.vote")
    assert acts(table, "Bob") == ["village.plague", "barber.shave"]
    assert table.page("Hal")["screen"]["kind"] == "ask"


def test_a_confession_in_a_debate_is_kept_told_and_the_debate_goes_on(tmp_path: Path) -> None:
    """BD-11"""
    table = debating(village(tmp_path))
    pass_time(table, 50.0)
    left = table.round.left
    assert act(table, "Cid", "confessor.hear", "Ann") == {"ok": True}
    assert table.box.game is not None
    assert table.box.game.entries[-1] == ("answer", "confessor.hear", "Cid", ("Ann",))
    before = len(said(table))
    while table.round.beat is None or table.round.beat.screen != "debate":
        assert table.step()
    assert len(said(table)) == before + 1
    assert table.round.left == pytest.approx(left, abs=0.1)
    assert table.page("Cid")["you"]["notes"][-1]["text"] == "The card of Ann: Werewolf."
    assert table.page("Cid")["screen"]["kind"] == table.page("Hal")["screen"]["kind"] == "debate"
    assert acts(table, "Cid") == ["village.plague"]
    table.until("village.vote")
    assert table.page("Hal")["screen"]["kind"] == "ask"
    for name in NAMES:
        if name != "Dan":
            assert table.answer(name, "Hal")["ok"], name


def test_a_shave_in_a_debate_is_told_at_once(tmp_path: Path) -> None:
    """BD-15"""
    table = debating(village(tmp_path))
    pass_time(table, 50.0)
    left = table.round.left
    assert act(table, "Bob", "barber.shave", "Eve") == {"ok": True}
    while table.round.beat is None or table.round.beat.screen != "debate":
        assert table.step()
    assert table.round.views[None].living == ["Ann", "Cid", "Dan", "Fay", "Gus", "Hal"]
    assert table.round.left == pytest.approx(left, abs=0.1)
    table.until("village.vote")
    choices = [choice["value"] for choice in table.page("Hal")["screen"]["choices"]]
    assert choices == ["Ann", "Cid", "Dan", "Fay", "Gus", "Hal"]


def flooded(folder: Path, cards: dict[str, str] = CARDS) -> Table:
    """The debate on the day of the flood, on which nobody votes."""
    lodge = dict(zip(NAMES, ["sun", "moon"] * 4, strict=True))
    table = village(folder, cards, {"events": "stacked"}, events=["ev-flood"], lodge=lodge)
    while table.round.game.night < 2:
        assert table.step()
    return debating(table)


def test_on_a_day_without_a_vote_everybody_may_act_while_all_talk(tmp_path: Path) -> None:
    """EV-45, VA-08, G-35"""
    table = flooded(tmp_path)
    assert acts(table, "Cid") == ["village.plague", "confessor.hear"]
    pass_time(table, 10.0)
    left = table.round.left
    assert act(table, "Ann", "village.plague", "yes") == {"ok": True}
    assert table.do("go-home", token=table.host, name="Hal")["ok"]
    debating(table)
    assert table.round.views[None].phase == "day 2"
    assert table.round.left == pytest.approx(left, abs=0.1)
    assert "Hal" not in table.round.views[None].living
    assert sorted(acts(table, "Cid") or ()) == ["confessor.hear", "village.plague"]
    while table.round.views[None].phase != "night 3":
        assert table.step()
        assert not (table.round.asking and table.round.views[None].window == "village.vote")
    assert acts(table, "Cid") is None


def test_after_a_last_word_the_debate_of_a_day_without_a_vote_goes_on(tmp_path: Path) -> None:
    """EV-45, MH-26"""
    table = flooded(tmp_path, {"Ann": "werewolf", "Fay": "hunter"})
    pass_time(table, 10.0)
    left = table.round.left
    assert act(table, "Bob", "barber.shave", "Fay") == {"ok": True}
    table.until("hunter.shoot")
    assert table.answer("Fay", "Hal")["ok"]
    debating(table)
    assert table.round.views[None].phase == "day 2"
    assert table.round.left == pytest.approx(left, abs=0.1)
    assert table.round.views[None].living == ["Ann", "Cid", "Dan", "Eve", "Gus"]


def test_a_box_cut_off_on_a_day_without_a_vote_goes_on_with_the_debate(tmp_path: Path) -> None:
    """EV-45"""
    table = flooded(tmp_path)
    assert act(table, "Bob", "barber.shave", "Eve") == {"ok": True}
    debating(table)
    back = Table(tmp_path)
    assert back.box.resume()
    debating(back)
    assert back.round.views[None].phase == "day 2"
    assert back.round.views[None].living == ["Ann", "Cid", "Dan", "Fay", "Gus", "Hal"]


def test_where_all_talk_in_turn_the_dead_are_passed_over_and_the_others_go_on(tmp_path: Path) -> None:
    """EV-34"""
    table = village(tmp_path, options={"events": "stacked"}, events=["ev-good-manners"])
    while table.round.beat is None or table.round.beat.cue != Cue("debate.turn", ("Bob",)):
        assert table.step()
    assert act(table, "Bob", "barber.shave", "Eve") == {"ok": True}
    turns = []
    while table.round.views[None].window != "village.vote":
        assert table.step()
        turns += [beat.cue.seats for beat in [table.round.beat] if beat and beat.cue and beat.cue.id == "debate.turn"]
    assert list(dict.fromkeys(turns)) == [("Cid",), ("Dan",), ("Fay",), ("Gus",), ("Hal",)]


def test_votes_that_still_hold_are_kept_and_those_for_the_dead_asked_again(tmp_path: Path) -> None:
    """BD-15"""
    table = village(tmp_path)
    table.until("village.vote")
    assert table.answer("Hal", "Eve")["ok"]
    assert table.answer("Gus", "Ann")["ok"]
    pass_time(table, 20.0)
    left = table.round.left
    assert act(table, "Bob", "barber.shave", "Eve") == {"ok": True}
    assert table.page("Hal")["screen"]["kind"] != "ask"
    table.until("village.vote")
    assert left <= table.round.left < left + 10, "and the time in which the box says what is asked"
    assert table.page("Hal")["screen"]["chosen"] is None
    assert table.page("Gus")["screen"]["chosen"] == ["Ann"]
    waited_for = [seat["name"] for seat in table.page("Gus")["seats"] if seat["waiting"]]
    assert waited_for == ["Ann", "Cid", "Fay", "Hal"], "the schoolmarm has no vote"


def ends_soon(table: Table) -> bool:
    """Is the vote over when its announcement has been said, and whoever answered could change their mind?"""
    return table.round.left <= max(TAIL, table.box.speech.until - table.box.clock.time()) + 0.01


def test_a_vote_that_was_complete_ends_soon_after_the_news(tmp_path: Path) -> None:
    table = village(tmp_path)
    table.until("village.vote")
    for name in NAMES:
        table.answer(name, "Hal")
    assert ends_soon(table)
    assert act(table, "Cid", "confessor.hear", "Ann") == {"ok": True}
    began = table.time.now
    table.until("village.vote")
    assert ends_soon(table)
    while "Hal" in table.round.views[None].living:
        assert table.step()
    assert table.time.now - began < 30


def test_a_last_shot_comes_before_the_rest_of_the_debate(tmp_path: Path) -> None:
    table = debating(village(tmp_path, {"Ann": "werewolf", "Fay": "hunter"}))
    pass_time(table, 50.0)
    left = table.round.left
    assert act(table, "Bob", "barber.shave", "Fay") == {"ok": True}
    table.until("hunter.shoot")
    assert table.answer("Fay", "Gus")["ok"]
    while table.round.beat is None or table.round.beat.screen != "debate":
        assert table.step()
    assert "Gus" not in table.round.views[None].living
    assert table.round.left == pytest.approx(left, abs=0.1)
    table.until("village.vote")
    assert table.page("Hal")["screen"]["kind"] == "ask"


@pytest.mark.parametrize("steps", [0, 1, 5])
@pytest.mark.parametrize("at", ["debate", "vote"])
def test_after_a_pulled_plug_the_debate_or_the_vote_goes_on(at: str, steps: int, tmp_path: Path) -> None:
    table = village(tmp_path)
    debating(table) if at == "debate" else table.until("village.vote")
    assert act(table, "Bob", "barber.shave", "Eve") == {"ok": True}
    for _ in range(steps):
        assert table.step()
    back = Table(tmp_path)
    assert back.box.resume()
    screens = []
    while "night" not in back.round.views[None].phase:
        beat = back.round.beat
        if beat is not None and beat.screen in ("debate", "ask"):
            screens.append((beat.screen, beat.window, len(back.round.views[None].living)))
        assert back.step()
    kinds = list(dict.fromkeys(screen for screen in screens if screen[1] in ("", "village.vote")))
    assert kinds == [*([("debate", "", 6)] if at == "debate" else []), ("ask", "village.vote", 6)]


@pytest.mark.parametrize("at", ["debate", "vote"])
def test_a_step_back_undoes_what_was_done_in_the_debate_or_the_vote(at: str, tmp_path: Path) -> None:
    table = village(tmp_path)
    debating(table) if at == "debate" else table.until("village.vote")
    screen = table.round.beat.screen if table.round.beat else ""
    assert act(table, "Bob", "barber.shave", "Eve") == {"ok": True}
    while table.round.beat is None or table.round.beat.screen != screen:
        assert table.step()
    assert table.do("undo", token=table.host) == {"ok": True}
    while table.round.beat is None or table.round.beat.screen != screen:
        assert table.step()
    assert table.round.views[None].living == NAMES[:]
    assert acts(table, "Bob") == ["village.plague", "barber.shave"]


def test_an_act_that_comes_too_late_is_refused_with_a_reason(tmp_path: Path) -> None:
    table = village(tmp_path)
    table.until("werewolf.devour")
    assert act(table, "Cid", "confessor.hear", "Ann")["code"] == "not-now"
    debating(table)
    assert act(table, "Hal", "confessor.hear", "Ann")["code"] == "not-now"
    assert act(table, "Cid", "confessor.hear", "Cid")["code"] == "not-a-choice"
    assert act(table, "Cid", "confessor.hear", "Ann") == {"ok": True}
    assert act(table, "Cid", "confessor.hear", "Bob")["code"] == "not-now"


def test_all_the_dead_whisper_alike_and_only_the_plague_hears_one(tmp_path: Path) -> None:
    """VA-08"""
    heard = []
    for named in ("Cid", "Dan"):
        table = Table(tmp_path / named, NAMES)
        table.box.boot = "b007"
        options = {"black_plague": "on", "sheriff": "never"}
        table.box.lobby.roleset, table.box.lobby.options = "the-pact", options
        table.box.moderate(Game("the-pact", NAMES, options=options, lots=["Hal"], seed=3))
        table.until("village.vote")
        for name in table.round.views[None].living:
            assert table.answer(name, "Gus")["ok"]
        while table.round.views[None].phase != "night 2":
            assert table.step()
        table.until("village.vote")
        dead = [name for name in NAMES if name not in table.round.views[None].living]
        pages = [json.dumps(shown(table, name)) for name in dead]
        assert len(set(pages)) == 1
        heard.append([act(table, name, "whisper", named) for name in dead])
    assert heard == [[{"ok": True}] * len(heard[0])] * 2


def test_whether_the_plague_rages_or_not_all_may_declare_it_once(tmp_path: Path) -> None:
    table = debating(village(tmp_path))
    assert act(table, "Hal", "village.plague", "yes") == {"ok": True}
    debating(table)
    assert acts(table, "Hal") == []
    assert acts(table, "Gus") == ["village.plague"]


def test_bots_act_once_in_the_last_half_minute(tmp_path: Path) -> None:
    done = set()
    for seed in range(6):
        table = village(tmp_path / str(seed))
        table.box.lobby.bots = list(NAMES)
        while table.box.game is not None and table.box.stage == "game":
            assert table.step()
        assert table.box.game is not None
        done |= {entry[1] for entry in table.box.game.entries if entry[0] == "answer"}
    assert "confessor.hear" in done


def test_the_way_to_another_village_lies_among_the_acts(tmp_path: Path) -> None:
    """VA-02"""
    options = {"hamlets": "on"}
    table = debating(village(tmp_path, options=options, villages=["Lower"]))
    assert [choice["label"] for choice in table.page("Hal")["acts"][-1]["choices"]] == ["Lower"]
    assert act(table, "Hal", "player.leave", "Lower") == {"ok": True}
    debating(table)
    assert acts(table, "Hal") == []


def test_a_sheriff_who_is_shaved_while_naming_a_crier_names_nobody(tmp_path: Path) -> None:
    """BD-15, EV-04: the heir does."""
    options = {"events": "stacked", "town_crier": "on", "sheriff": "first-day"}
    table = village(tmp_path, options=options, events=["ev-eclipse"], crier=["ev-burial"])
    table.until("farmer.elect")
    for name in ("Fay", "Gus"):
        assert table.answer(name, "Gus")["ok"]
    table.until("sheriff.appoint")
    assert table.answer("Gus", "Hal")["ok"]
    table.until("werewolf.devour")
    table.until("sheriff.appoint")
    assert act(table, "Bob", "barber.shave", "Gus") == {"ok": True}
    table.until("sheriff.succeed")
    assert table.answer("Gus", "Fay")["ok"]
    while table.round.beat is None or table.round.beat.screen != "debate":
        assert table.step()
    assert table.round.views[None].offices["sheriff"] == "Fay"
