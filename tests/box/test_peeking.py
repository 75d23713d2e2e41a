"""Somebody cheats: with a phone on the Wi-Fi, a stopwatch, the host's page, and whatever else lies on the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator.game.game import Game
from narrator.rules.facts import PhaseBegan
from tests.labs.boxlab import Table
from tests.labs.buttonlab import NAMES
from tests.labs.taglab import TagTable


def bots(data: Path, roleset: str, seed: int) -> Table:
    """A game of bots, and somebody with a phone among them."""
    table = Table(data, NAMES, seed)
    table.box.lobby.bots = NAMES[1:]
    table.box.moderate(Game(roleset, NAMES, options={"sheriff": "never"} if roleset != "coins" else {}, seed=seed))
    return table


def codes(table: Table, *messages: dict[str, Any]) -> list[str]:
    """How the box refuses each of these."""
    return [str(table.box.handle(message).get("code")) for message in messages]


@pytest.mark.parametrize(("roleset", "seed"), [("millers-hollow", 1), ("millers-hollow", 2), ("coins", 3)])
def test_what_is_refused_in_a_game_does_not_reveal_that_it_is_won_already(
    roleset: str, seed: int, tmp_path: Path
) -> None:
    """The rules know the winner long before the village hears of the night."""
    table = bots(tmp_path, roleset, seed)
    won = False
    asked = [
        {"do": "leave", "token": table.tokens["Ann"]},
        {"do": "set", "token": table.host, "what": "bots", "value": 0},
        {"do": "start", "token": table.host},
        {"do": "again", "token": table.host},
    ]
    while table.box.stage == "game":
        assert codes(table, *asked) == ["game-running"] * len(asked)
        assert table.box.game is not None
        won = won or table.box.game.winner is not None
        table.step()
    assert won
    assert table.do("start", token=table.host)["ok"]


@pytest.mark.parametrize(("roleset", "seed"), [("millers-hollow", 1), ("coins", 3), ("coins", 4)])
def test_at_night_no_debate_is_made_longer_though_the_rules_are_at_the_next_one(
    roleset: str, seed: int, tmp_path: Path
) -> None:
    table = bots(tmp_path, roleset, seed)
    ahead = False
    asked = [
        {"do": "more-time", "token": table.tokens["Ann"]},
        {"do": "call-vote", "token": table.tokens["Ann"]},
        {"do": "longer", "token": table.host},
        {"do": "shorter", "token": table.host},
        {"do": "draw", "token": table.host},
    ]
    while table.box.stage == "game":
        assert table.box.game is not None
        phases = [fact.name for fact in table.box.game.facts if isinstance(fact, PhaseBegan)]
        if not table.page("Ann")["phase"].startswith("Day"):
            ahead = ahead or phases[-1].startswith("day")
            assert codes(table, *asked) == ["not-now"] * len(asked)
            assert not table.page(kind="host")["debate"]
        table.step()
    assert ahead


def said(table: Table) -> list[str]:
    return [what for _, kind, what in table.loudspeaker.heard if kind == "say"]


def test_nobody_takes_over_a_seat_in_a_game_without_everybody_hearing_of_it(tmp_path: Path) -> None:
    """Somebody who plays with a button would not notice that the host opens their page."""
    table = Table(tmp_path, NAMES)
    table.set("button", {"Ann": 1, "Bob": 2})
    assert not any("Ann" in line for line in said(table)[len(NAMES) :])
    table.box.moderate(Game("millers-hollow", NAMES, seed=1))
    number = table.do("hand-over", token=table.host, name="Ann")["pin"]
    before = table.round.ends
    assert table.do("join", name="Ann", pin=number)["ok"]
    assert "Ann" in said(table)[-1]
    assert table.round.ends > before


def test_nobody_is_given_another_button_in_a_game_without_everybody_hearing_of_it(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("button", {"Ann": 1, "Bob": 2, "Cid": 3})
    table.box.moderate(Game("millers-hollow", NAMES, seed=1))
    heard = len(said(table))
    assert table.set("button", {"Ann": 2, "Bob": 1, "Cid": 3})["ok"]
    first, second = said(table)[heard:]
    assert "Ann" in first
    assert "Bob" in second


def test_how_many_cards_are_to_be_laid_does_not_reveal_who_has_the_thief(tmp_path: Path) -> None:
    def progress(data: Path, cards: list[str]) -> list[Any]:
        table = TagTable(data, {"werewolf": 2, "seer": 1, "thief": 1, "villager": 6})
        assert table.do("deal-by-tags", token=table.host)["ok"]
        table.settle()
        uids = {card: [uid for what, uid in table.cards if what == card] for card in cards}
        pages = []
        for name, card in zip(NAMES, cards, strict=True):
            pages.append(table.page(kind="host")["setup"]["dealing"])
            table.lay(name, uids[card].pop())
        return pages

    cards = ["werewolf", "thief", "werewolf", "seer", "villager", "villager", "villager", "villager"]
    assert progress(tmp_path / "one", cards) == progress(tmp_path / "other", cards[::-1])


@pytest.mark.parametrize("until", ["werewolf.devour", "witch.heal", "village.vote"])
def test_a_step_back_does_not_reveal_whether_there_is_a_seer(until: str, tmp_path: Path) -> None:
    """The last call that was heard is heard again, whether it is the seer's or anybody else's."""

    def heard(data: Path, cards: dict[str, str], centre: list[str]) -> list[tuple[float, str, str]]:
        table = Table(data, NAMES)
        hands = {"Ann": "werewolf", "Bob": "werewolf", "Dan": "thief", "Eve": "witch"} | cards
        game = Game("millers-hollow", NAMES, cards=hands, centre=centre, options={"sheriff": "never"}, seed=5)
        table.box.moderate(game)
        table.until("seer.look")
        if "seer" in hands.values():
            table.answer("Cid", "Ann")
        table.until(until)
        for _ in range(3):
            assert table.do("undo", token=table.host)["ok"]
            table.time.now += 0.3
            table.step()
        table.until("village.vote")
        return table.loudspeaker.heard

    one = heard(tmp_path / "one", {"Cid": "seer"}, ["villager", "hunter"])
    assert one == heard(tmp_path / "other", {"Cid": "hunter"}, ["villager", "seer"])


def test_no_host_learns_from_what_is_refused_whether_there_is_a_servant(tmp_path: Path) -> None:
    """While the one who would serve is asked in secret, all wait, and nothing that the host does comes between."""

    def replies(data: Path, cards: dict[str, str], centre: list[str]) -> list[dict[str, Any]]:
        table = Table(data, NAMES)
        hands = {"Ann": "werewolf", "Bob": "werewolf", "Dan": "thief"} | cards
        options = {"sheriff": "never", "events": "off"}
        table.box.moderate(Game("the-pact", NAMES, cards=hands, centre=centre, options=options, seed=1))
        table.until("village.vote")
        for name in NAMES:
            table.answer(name, "Hal")
        table.until("devoted-servant.serve")
        wanted: list[dict[str, Any]] = [
            {"do": "draw"},
            *({"do": "go-home", "name": name} for name in ("Cid", "Eve")),
            {"do": "longer"},
            {"do": "act", "what": "confessor.ask", "value": ["Eve"], "token": table.tokens["Cid"]},
        ]
        return [table.box.handle({"token": table.host} | message) for message in wanted]

    one = replies(tmp_path / "one", {"Cid": "devoted-servant"}, ["villager", "villager"])
    assert one == replies(tmp_path / "other", {}, ["devoted-servant", "villager"])
    assert {reply["code"] for reply in one} == {"not-now"}


def test_a_pace_that_is_changed_at_night_does_not_reveal_whether_there_is_a_witch(tmp_path: Path) -> None:
    def heard(data: Path, cards: dict[str, str], centre: list[str]) -> list[tuple[float, str, str]]:
        table = Table(data, NAMES)
        hands = {"Ann": "werewolf", "Bob": "werewolf", "Dan": "thief"} | cards
        game = Game("millers-hollow", NAMES, cards=hands, centre=centre, options={"sheriff": "never"}, seed=5)
        table.box.moderate(game)
        table.until("witch.heal")
        assert table.set("pace", "brisk")["ok"]
        table.until("village.vote")
        return table.loudspeaker.heard

    one = heard(tmp_path / "one", {"Cid": "witch"}, ["villager", "hunter"])
    assert one == heard(tmp_path / "other", {"Cid": "hunter"}, ["villager", "witch"])


def test_no_page_is_sent_anything_that_tells_a_wrong_number_of_a_loan_from_the_right_one(tmp_path: Path) -> None:
    def sent(data: Path, off: int) -> int:
        table = Table(data, NAMES)
        table.set("button", {"Ann": 1})
        table.box.moderate(Game("millers-hollow", NAMES, seed=1))
        while table.round.views[None].phase.startswith("night"):
            table.step()
        table.do("lend")
        loan = table.box.lending.loan
        assert loan is not None
        messages: list[str] = []
        table.box.listeners.add("player", table.tokens["Bob"]).put = messages.append  # type: ignore[method-assign]
        assert table.do("borrow", token=table.tokens["Ann"], number=loan.number + off)["ok"]
        return len(messages)

    assert sent(tmp_path / "right", 0) == sent(tmp_path / "wrong", 1)


def test_a_decoy_is_written_to_disk_just_like_an_answer(tmp_path: Path) -> None:
    """A phone that asks quickly sees how long the box is busy with the disk."""
    table = Table(tmp_path, NAMES)
    table.box.moderate(Game("millers-hollow", NAMES, cards={"Ann": "werewolf", "Cid": "seer"}, seed=3))
    table.until("seer.look")
    [file] = (tmp_path / "games").glob("*.jsonl")

    def written(name: str) -> int:
        before = len(file.read_bytes().splitlines())
        assert table.answer(name, "Bob")["ok"]
        return len(file.read_bytes().splitlines()) - before

    assert [written(name) for name in ("Ann", "Cid", "Dan")] == [1, 1, 1]
