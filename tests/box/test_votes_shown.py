"""A vote is the peak of the day: who has voted, then vote by vote who named whom, and only then what comes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator import Game
from narrator.rules.facts import Counted
from narrator.telling.pace import EACH_VOTE, ROLL
from tests.labs.boxlab import Table

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


def begun(folder: Path, roleset: str = "millers-hollow", **options: str) -> Table:
    table = Table(folder, NAMES)
    table.box.lobby.roleset = roleset
    cards = {"Ann": "werewolf", "Bob": "werewolf"}
    table.box.moderate(Game(roleset, NAMES, cards=cards, options=options or {"sheriff": "never"}, seed=3))
    return table


def voted(table: Table, votes: dict[str, str | None], ballot: str = "village.vote") -> None:
    """All vote so, as far as they can, and the ballot closes."""
    table.until(ballot)
    for name, at in votes.items():
        assert table.answer(name, *([at] if at else []))["ok"], name
    while table.round.asking:
        table.step()


def said(table: Table, since: int) -> list[tuple[str, str]]:
    """What has been said and played since, beds and levels aside."""
    return [(kind, what) for _, kind, what in table.loudspeaker.heard[since:] if kind in ("say", "effect")]


def reveal(table: Table) -> dict[str, Any] | None:
    found: dict[str, Any] | None = table.page(kind="table")["reveal"]
    assert found == table.page("Hal")["reveal"]
    return found


THREE_TWO = {"Ann": "Bob", "Bob": "Ann", "Cid": "Ann", "Dan": "Bob", "Eve": "Ann", "Fay": "Hal", "Gus": None}


def test_all_see_who_has_voted_and_not_how(tmp_path: Path) -> None:
    """G-11."""
    table = begun(tmp_path)
    table.until("village.vote")
    living = [seat["name"] for seat in table.page(kind="table")["seats"] if seat["alive"]]
    table.answer("Cid", "Ann")
    table.answer("Gus")
    for page in (table.page(kind="table"), table.page("Dan")):
        seats = {seat["name"]: seat for seat in page["seats"]}
        assert [name for name in NAMES if seats[name]["voted"]] == ["Cid", "Gus"]
        assert [name for name in NAMES if seats[name]["waiting"]] == [n for n in living if n not in ("Cid", "Gus")]
        assert {seat["pointing"] or seat["votes"] or seat["count"] for seat in page["seats"]} == {None}
        assert page["reveal"] is None


def test_a_vote_is_read_out_before_anybody_is_seen_to_die(tmp_path: Path) -> None:
    """The votes, then the counts, a roll and a silence, and only then the name."""
    table = begun(tmp_path)
    since = len(table.loudspeaker.heard)
    voted(table, THREE_TWO)
    shown = reveal(table)
    assert shown is not None
    assert [(one["name"], one["count"], one["voters"], one["most"]) for one in shown["accused"]] == [
        ("Ann", 3, ["Bob", "Cid", "Eve"], True),
        ("Bob", 2, ["Ann", "Dan"], False),
        ("Hal", 1, ["Fay"], False),
    ]
    assert "Gus" in shown["abstained"]
    assert shown["seconds"] == pytest.approx(EACH_VOTE * 6)
    while "Ann" in table.round.views[None].living:
        assert all(seat["alive"] for seat in table.page(kind="table")["seats"] if seat["name"] == "Ann")
        assert reveal(table) is not None
        table.step()
    heard = said(table, since)
    counts = [what for kind, what in heard if kind == "say"][-4:-1]
    assert [what.replace(",", ":") for what in counts] == ["Ann: three.", "Bob: two.", "Hal: one."]
    assert heard[-2] == ("effect", "drum-roll")
    times = {what: at for at, _, what in table.loudspeaker.heard}
    assert times[heard[-1][1]] == pytest.approx(times["drum-roll"] + ROLL)


def test_the_one_chosen_stays_marked(tmp_path: Path) -> None:
    table = begun(tmp_path)
    voted(table, THREE_TWO)
    while "Ann" in table.round.views[None].living:
        table.step()
    shown = reveal(table)
    assert shown is not None
    assert shown["seconds"] == 0
    assert [one["name"] for one in shown["accused"] if one["chosen"]] == ["Ann"]
    table.until("werewolf.devour")
    assert reveal(table) is None
    for seats in (table.page(kind="table")["seats"], table.page("Hal")["seats"]):
        assert [seat["name"] for seat in seats if seat["chosen"]] == ["Ann"]
        assert [seat["count"] for seat in seats][:2] == [3, 2]


def test_the_host_finds_the_last_vote_until_the_next_one_has_been_read_out(tmp_path: Path) -> None:
    """Somebody says in the night, or the next day, that the box has miscounted."""

    def last() -> list[tuple[str, list[str]]] | None:
        vote = table.page(kind="host")["vote"]
        return vote and [(one["name"], one["voters"]) for one in vote["accused"]]

    table = begun(tmp_path)
    voted(table, THREE_TWO)
    first = [("Ann", ["Bob", "Cid", "Eve"]), ("Bob", ["Ann", "Dan"]), ("Hal", ["Fay"])]
    assert last() is None, "it is being read out"
    for moment in ("drum-roll", "werewolf.devour", "village.vote"):
        if moment == "drum-roll":
            while (shown := reveal(table)) is not None and shown["seconds"]:
                table.step()
        else:
            table.until(moment)
        assert last() == first
    for name in table.round.game.alive:
        table.answer(name, "Bob" if name != "Bob" else "Hal")
    while table.round.asking:
        table.step()
    assert last() == first, "the next one is being read out"
    table.step()
    vote = last()
    assert vote is not None
    assert [name for name, _ in vote] == ["Bob", "Hal"]


def test_no_roll_before_a_tie_and_none_where_nobody_was_named(tmp_path: Path) -> None:
    table = begun(tmp_path)
    since = len(table.loudspeaker.heard)
    voted(table, {"Ann": "Bob", "Bob": "Ann"})
    table.until("village.vote")
    assert ("effect", "drum-roll") not in said(table, since)
    for name in ("Ann", "Bob"):
        table.answer(name)
    voted(table, {})
    table.until("werewolf.devour")
    assert ("effect", "drum-roll") not in said(table, since)


def test_an_election_is_read_out_too(tmp_path: Path) -> None:
    table = begun(tmp_path, sheriff="start")
    voted(table, {name: "Cid" for name in NAMES if name != "Cid"} | {"Cid": "Ann"}, "sheriff.elect")
    shown = reveal(table)
    assert shown is not None
    assert [(one["name"], one["count"]) for one in shown["accused"]] == [("Cid", 7), ("Ann", 1)]
    while table.round.views[None].offices.get("sheriff") is None:
        assert reveal(table) is not None
        table.step()
    assert [one["name"] for one in (reveal(table) or {})["accused"] if one["chosen"]] == ["Cid"]


def test_a_box_that_was_cut_off_reads_the_vote_out_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    voted(table, THREE_TWO)
    table.step()
    back = Table(tmp_path)
    assert back.box.resume()
    back.step()
    shown = back.page(kind="table")["reveal"]
    assert shown is not None
    assert shown["accused"][0]["name"] == "Ann"
    assert all(seat["alive"] for seat in back.page(kind="table")["seats"] if seat["name"] == "Ann")


def test_in_an_open_vote_all_have_seen_it_already(tmp_path: Path) -> None:
    """WW-21: nobody needs a count of hands that are still in the air."""
    table = Table(tmp_path, NAMES)
    table.box.lobby.roleset = "classic"
    table.box.moderate(Game("classic", NAMES, cards={"Ann": "werewolf", "Bob": "werewolf"}, seed=3))
    since = len(table.loudspeaker.heard)
    table.until("village.vote")
    for name in [seat["name"] for seat in table.page(kind="table")["seats"] if seat["alive"]][:5]:
        table.answer(name, "Ann" if name != "Ann" else "Bob")
    while table.round.asking:
        table.step()
    assert reveal(table) is None
    table.until("werewolf.devour")
    assert ("effect", "drum-roll") not in said(table, since)


def test_the_one_whom_the_sheriff_chooses_of_the_tied_is_marked(tmp_path: Path) -> None:
    table = begun(tmp_path, "the-pact", sheriff="start")
    voted(table, dict.fromkeys(NAMES, "Cid"), "sheriff.elect")
    voted(table, {"Ann": "Bob", "Bob": "Gus", "Dan": "Bob", "Cid": "Gus", "Eve": "Bob"})  # the sheriff's counts twice
    table.until("sheriff.decide")
    assert reveal(table) is None
    assert table.answer("Cid", "Gus")["ok"]
    while "Gus" in table.round.views[None].living:
        table.step()
    assert [one["name"] for one in (reveal(table) or {})["accused"] if one["chosen"]] == ["Gus"]


def test_a_trial_shows_who_said_yes_and_who_said_no(tmp_path: Path) -> None:
    table = begun(tmp_path, "coins", sheriff="never")
    since = len(table.loudspeaker.heard)
    voted(table, {"Ann": "Hal", "Bob": "Hal"}, "village.accuse")
    shown = reveal(table)
    assert shown is not None
    assert [(one["name"], one["count"]) for one in shown["accused"]] == [("Hal", 2)]
    table.until("village.execute")
    assert ("effect", "drum-roll") not in said(table, since), "an accusation is only the beginning"
    voted(table, {"Ann": "yes", "Bob": "yes", "Cid": "no"}, "village.execute")
    shown = reveal(table)
    assert shown is not None
    assert [(one["name"], one["count"], one["voters"][:2]) for one in shown["accused"]] == [
        ("No", 5, ["Cid", "Dan"]),
        ("Yes", 2, ["Ann", "Bob"]),
    ]
    assert shown["abstained"] == []


@pytest.mark.parametrize("roleset", ["millers-hollow", "the-pact", "coins"])
def test_every_ballot_of_an_evening_is_read_out_before_what_comes_of_it(roleset: str, tmp_path: Path) -> None:
    table = Table(tmp_path, seed=5)
    table.set("bots", 12)
    table.set("roleset", roleset)
    assert table.do("start", token=table.host)["ok"]
    read: list[tuple[tuple[str, int], ...]] = []
    living = table.round.views[None].living
    while table.step():
        view = table.round.views[None]
        if table.round.beat is not None and table.round.beat.screen == "votes":
            assert view.counted is not None
            assert view.living == living
            read.append(view.counted.tally)
        living = view.living
    counted = [fact.tally for fact in table.round.game.facts if isinstance(fact, Counted) and fact.tally]
    assert len(counted) > 1
    assert read == counted


def test_whose_vote_counts_twice_is_read_out_with_the_votes(tmp_path: Path) -> None:
    """G-12: else nobody would see why two voters make three votes."""
    table = begun(tmp_path, sheriff="start")
    voted(table, dict.fromkeys(NAMES, "Cid"), "sheriff.elect")
    table.until("village.vote")
    one, other = [name for name in table.round.views[None].living if name != "Cid"][:2]
    voted(table, {"Cid": one, other: one})
    shown = reveal(table)
    assert shown is not None
    assert (shown["accused"][0]["name"], shown["accused"][0]["count"]) == (one, 3)
    assert shown["weights"] == {"Cid": 2}


def test_co_46_all_see_for_whose_life_they_vote(tmp_path: Path) -> None:
    table = begun(tmp_path, "coins")
    table.until("village.accuse")
    for name in table.round.views[None].living:
        table.answer(name, "Bob" if name != "Bob" else "Ann")
    table.until("village.execute")
    asked = [table.page(name)["screen"] for name in ("Cid", "Dan")]
    assert [screen["text"] for screen in asked] == ["Bob stands accused."] * 2
    for page in (table.page(kind="table"), table.page("Hal")):
        assert [seat["name"] for seat in page["seats"] if seat["accused"]] == ["Bob"]


def test_nobody_is_told_to_read_their_card_again_after_an_election_before_the_first_night(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    options = {"events": "on", "town_crier": "on", "sheriff": "start"}
    table.box.moderate(Game("the-pact", NAMES, cards={"Ann": "werewolf"}, options=options, seed=3))
    table.until("sheriff.elect")
    assert all(table.answer(name, "Bob")["ok"] for name in NAMES)
    while table.page("Ann")["reveal"] is None:
        assert table.step()
    assert table.page("Ann")["screen"]["title"] == "Listen"
    table.until("sheriff.appoint")
    assert table.page("Ann")["screen"]["title"] == "Wait"
