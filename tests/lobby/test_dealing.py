"""People deal the cards, and the box learns who has which: whatever is laid, it gives nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.devices import Appeared, Lost, Touched
from narrator.folders import GAMES
from narrator.lobby.tags import Known
from narrator.panel.pairing import PATIENCE
from tests.labs.buttonlab import NAMES
from tests.labs.taglab import DECK, TagTable, begin, deal, with_tags


@pytest.fixture
def table(tmp_path: Path) -> TagTable:
    return with_tags(tmp_path)


def test_cards_are_dealt_by_people_and_the_game_begins_with_them(table: TagTable) -> None:
    hands = deal(table)
    assert table.box.game is not None
    assert table.box.game.header["cards"] == hands
    assert {name: table.page(name)["you"]["card"]["id"] for name in NAMES} == hands
    assert table.box.dealing is None


def test_with_the_deck_that_was_chosen_the_cards_must_be_those(table: TagTable) -> None:
    assert table.set("deck", {**DECK, "villager": 3, "hunter": 0})["ok"]
    table.settle()
    deal(table)
    assert table.box.game is None
    (trouble,) = table.page(kind="host")["trouble"]
    assert "Hunter 1 instead of 0" in trouble
    assert trouble in table.said()
    assert not any(name in trouble for name in NAMES)
    assert table.do("deal-stop", token=table.host)["ok"]
    assert table.page(kind="host")["trouble"] == []


def test_a_card_that_was_wrong_is_laid_again_and_the_game_begins(table: TagTable) -> None:
    assert table.set("deck", {**DECK, "villager": 3, "hunter": 0})["ok"]
    table.box.tags.learn("C99999", Known("card", "villager"))
    table.settle()
    begin(table)
    *others, (_, last) = sorted(table.cards, key=lambda card: card[0] == "hunter")
    for name, (_, uid) in zip(NAMES, [*others, ("hunter", last)], strict=True):
        table.lay(name, uid)
    assert len(table.page(kind="host")["trouble"]) == 1
    assert table.do("deal-back", token=table.host)["ok"]
    table.lay("C99999")
    assert table.box.game is not None
    assert table.page(kind="host")["trouble"] == []


def test_a_token_that_cannot_be_kept_is_reported_and_not_taken(table: TagTable) -> None:
    begin(table)
    table.box.tags.file.with_suffix(".new").mkdir()
    table.lay("1234")
    assert "cannot be written" in table.page(kind="host")["trouble"][0]
    assert table.page(kind="host")["setup"]["dealing"]["wants"] == "deal.token"
    table.lay("Ann")
    assert table.page(kind="host")["trouble"] == []


def test_a_token_for_which_there_is_no_number_left_is_reported_and_not_taken(table: TagTable) -> None:
    for number in range(1, 100):
        table.box.tags.learn(f"99{number:02}", Known("token", str(number)))
    begin(table)
    table.lay("1234")
    (trouble,) = table.page(kind="host")["trouble"]
    assert "all 99 numbers are taken" in trouble
    assert table.page(kind="host")["setup"]["dealing"]["wants"] == "deal.token"
    table.box.tags.forget(["9950"])
    table.lay("1234")
    assert table.page(kind="host")["setup"]["dealing"]["wants"] == "deal.card"
    assert table.page(kind="host")["trouble"] == []


def test_a_host_who_has_people_deal_no_longer_waits_for_buttons(table: TagTable) -> None:
    assert table.do("learn", token=table.host, names=["Ann"])["ok"]
    begin(table)
    table.pass_time(table.time.now + 2 * PATIENCE)
    assert "Ann" in table.said()
    assert table.page(kind="host")["setup"]["wanted"] == []


def test_a_reader_that_goes_while_cards_are_dealt_is_announced_as_missing(table: TagTable) -> None:
    begin(table)
    for event in (Lost("reader pad", "Gone."), Appeared("reader pad")):
        table.pad.hear(event)
        table.settle()
        assert "reader" in table.said()


def test_after_a_game_that_cannot_be_kept_the_cards_laid_still_count(table: TagTable) -> None:
    games = table.box.data / GAMES
    games.write_text("no folder")
    deal(table)
    assert table.box.game is None
    (trouble,) = table.page(kind="host")["trouble"]
    assert str(games) in trouble
    games.unlink()
    table.lay("Ann")
    assert table.box.game is not None
    assert table.page(kind="host")["trouble"] == []


def test_cards_that_make_no_game_are_refused_without_names(table: TagTable) -> None:
    begin(table)
    villagers = [uid for card, uid in table.cards if card != "werewolf"]
    for uid in ("C99999", "C99998"):
        table.box.tags.learn(uid, Known("card", "villager"))
    for name, uid in zip(NAMES, [*villagers, "C99999", "C99998"], strict=True):
        table.lay(name, uid)
    assert table.box.game is None
    (trouble,) = table.page(kind="host")["trouble"]
    assert not any(name in trouble for name in NAMES)


def test_the_thief_has_two_cards_laid_last(tmp_path: Path) -> None:
    table = TagTable(tmp_path, {"werewolf": 2, "seer": 1, "thief": 1, "villager": 6})
    begin(table)
    for name, (_, uid) in zip(NAMES, table.cards, strict=False):
        table.lay(name, uid)
    assert table.page(kind="host")["setup"]["dealing"]["wants"] == "deal.centre"
    for _, uid in table.cards[len(NAMES) :]:
        table.lay(uid)
    assert table.box.game is not None
    assert table.box.game.header["centre"] == ["villager", "villager"]


WRONG = [
    (["1234"], ["0F0F"], "deal.strange"),
    ([], ["seer"], "deal.token-first"),
    (["Ann"], ["yes"], "deal.strange"),
    (["Ann"], ["Bob"], "deal.strange"),
    (["Ann"], ["Ann"], "deal.twice"),
    (["Ann", "seer", "Bob"], ["seer"], "deal.twice"),
    (["Ann", "seer"], ["Ann"], "deal.twice"),
    (["Ann"], ["0F0F"], "deal.strange"),
    (["Ann"], [""], "deal.strange"),
    ([], [""], "deal.strange"),
    ([], ["yes"], "deal.strange"),
]


@pytest.mark.parametrize(("before", "wrong", "cue"), WRONG)
def test_what_is_wrong_is_said_and_changes_nothing(
    before: list[str], wrong: list[str], cue: str, table: TagTable
) -> None:
    begin(table)
    table.lay(*before)
    asked = table.page(kind="host")["setup"]["dealing"]
    table.lay(*wrong)
    lines = [line.text for line in table.box.language.foreseeable(cue)]
    assert table.said() in lines
    assert table.page(kind="host")["setup"]["dealing"] == asked


def test_somebody_elses_token_is_refused_and_a_new_tag_becomes_ones_own(table: TagTable) -> None:
    deal(table)
    table.do("end", token=table.host)
    begin(table)
    table.lay("Bob")
    lines = [line.text for line in table.box.language.foreseeable("deal.not-yours")]
    assert table.said() in lines
    table.lay("1234")
    assert table.box.tags.of("1234") == Known("token", "1")
    assert table.page(kind="host")["setup"]["dealing"]["wants"] == "deal.card"


def test_two_tags_at_once_are_refused(table: TagTable) -> None:
    begin(table)
    table.lay("Ann")
    seer, wolf = table.uids["seer"], table.uids["werewolf"]
    table.pad.hear(Touched(seer))
    table.pad.hear(Touched(wolf))
    table.settle()
    lines = [line.text for line in table.box.language.foreseeable("deal.one-by-one")]
    assert table.said() in lines


def test_a_step_back_lays_the_last_one_again(table: TagTable) -> None:
    begin(table)
    table.lay("Ann", "seer")
    assert table.do("deal-back", token=table.host)["ok"]
    asked = table.page(kind="host")["setup"]["dealing"]
    assert (asked["wants"], asked["name"]) == ("deal.card", "Ann")
    table.lay("werewolf")
    assert table.do("deal-back", token=table.host)["ok"]
    assert table.do("deal-back", token=table.host)["ok"]
    assert table.do("deal-back", token=table.host)["code"] == "nothing-laid"


def test_whatever_card_is_laid_the_box_answers_alike(tmp_path: Path) -> None:
    heard = []
    for at, card in enumerate(("seer", "werewolf", "villager")):
        table = TagTable(tmp_path / str(at), DECK)
        begin(table)
        table.lay("Ann", card, "Bob")
        heard.append((table.loudspeaker.heard, table.pad.lit, table.page(kind="host")["setup"]["dealing"]))
    assert heard[0] == heard[1] == heard[2]


def test_while_cards_are_dealt_nothing_else_changes(table: TagTable) -> None:
    begin(table)
    for do, more in {
        "start": {}, "add": {"name": "Zoe"}, "kick": {"name": "Ann"}, "deal-by-tags": {},
        "set": {"what": "deck", "value": DECK},
    }.items():  # fmt: skip
        assert table.do(do, token=table.host, **more)["code"] == "dealing"
    assert table.do("join", name="Zoe")["code"] == "dealing"
    assert table.do("laid", token="nobody", value=["12"])["code"] == "not-the-host"
    assert table.do("laid", token=table.host, value=5)["code"] == "not-understood"


def test_without_a_reader_or_with_bots_nothing_is_dealt(table: TagTable) -> None:
    table.pad.there = False
    table.pad.hear(Lost("reader pad", "It is gone."))
    table.settle()
    assert table.page(kind="host")["setup"]["readers"] is False
    assert table.do("deal-by-tags", token=table.host)["code"] == "no-reader"
    table.pad.there = True
    table.pad.hear(Appeared("reader pad"))
    table.settle()
    assert table.set("bots", 1)["ok"]
    assert table.do("deal-by-tags", token=table.host)["code"] == "bots"


def test_a_restarted_box_deals_afresh_and_knows_the_tokens(table: TagTable, tmp_path: Path) -> None:
    begin(table)
    table.lay("1234", "seer")
    other = TagTable(tmp_path)
    assert other.box.dealing is None
    assert other.box.lobby.tags == {"Ann": 9}
