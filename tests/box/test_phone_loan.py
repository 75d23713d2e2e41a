"""A phone is lent: its page alone shows the card of the player who presses as it says, and all hear of the loan."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from narrator.box.phone_loan import BETWEEN, NUMBERS, OPEN, SHOWN
from narrator.errors import NarratorError
from narrator.game.game import Game
from tests.labs.buttonlab import NAMES, ButtonTable, choose, taps
from tests.labs.fakelab import DeviceTable

CARDS = {"Ann": "seer", "Bob": "werewolf", "Cid": "werewolf", "Dan": "witch"}
OPTIONS = {"sheriff": "never"}


class LoanTable(ButtonTable):
    """Players with buttons, in a game; `lent` is the token of the phone that was lent last."""

    def __init__(self, data: Path, cards: dict[str, str] = CARDS, until: str = "deal") -> None:
        super().__init__(data)
        self.lent = ""
        self.box.moderate(Game("millers-hollow", NAMES, cards=cards, options=OPTIONS, seed=5))
        self.settle()
        if until != "deal":
            self.until(until)
            self.settle()

    def lend(self, number: int = 5) -> dict[str, Any]:
        reply = self.do("lend", token="")
        self.lent = reply.get("token", self.lent)
        if self.box.lending.loan is not None:
            self.box.lending.loan = self.box.lending.loan._replace(number=number)
        self.settle()
        return reply

    def seen(self) -> dict[str, Any]:
        """What the lent page shows; only a refusal's code when it shows nothing."""
        reply = self.do("look", kind="lent", token=self.lent)
        return dict(json.loads(reply["view"])) if reply["ok"] else reply

    def borrow(self, name: str, number: int | None = None) -> None:
        """Press as the page says."""
        self.hands({name: choose(number or self.seen()["number"])})
        self.settle()


@pytest.fixture
def table(tmp_path: Path) -> LoanTable:
    return LoanTable(tmp_path)


def test_the_page_shows_the_card_of_the_player_who_presses_as_it_says(table: LoanTable) -> None:
    assert table.lend()["ok"]
    assert table.seen()["you"] is None
    table.borrow("Ann")
    you = table.seen()["you"]
    assert (you["seat"], you["card"]["name"]) == ("Ann", "Seer")
    assert you["card"] == table.page("Ann")["you"]["card"]


def test_the_page_also_shows_what_the_borrower_was_told(tmp_path: Path) -> None:
    table = LoanTable(tmp_path, until="seer.look")
    table.answer("Ann", "Bob")
    table.until("village.vote")
    table.lend()
    table.do("borrow", token=table.tokens["Ann"], number=table.seen()["number"])
    assert "Bob" in table.seen()["you"]["notes"][0]["text"]


def test_everybody_hears_and_sees_that_a_phone_is_lent_but_not_to_whom(table: LoanTable) -> None:
    said = len(table.loudspeaker.heard)
    table.lend()
    assert [kind for _, kind, _ in table.loudspeaker.heard[said:]] == ["say"]
    pages = [*(table.page(name) for name in NAMES), table.page(kind="table"), table.page(kind="host")]
    assert all(page["lent"] is True for page in pages)
    before = {name: public(table.page(name)) for name in NAMES}
    table.borrow("Ann")
    assert {name: public(table.page(name)) for name in NAMES} == before
    assert len(table.loudspeaker.heard) == said + 1


def public(page: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in page.items() if key not in ("version", "clock")}


def test_the_lent_page_has_the_size_of_every_other(table: LoanTable) -> None:
    table.lend()
    sizes = {len(table.box.page("player", table.tokens[name]).encode()) for name in NAMES}
    for borrower in (None, "Ann"):
        if borrower:
            table.borrow(borrower)
        assert {len(table.box.page("lent", table.lent).encode())} == sizes


@pytest.mark.parametrize("moves", [taps(2), taps(1), taps(0, then=0.8), choose(4), choose(6)])
def test_no_other_press_shows_a_card_on_the_page(table: LoanTable, moves: list[tuple[float, bool]]) -> None:
    table.lend()
    table.hands({"Ann": moves})
    table.pass_time(table.time.now + 1)
    assert table.seen()["you"] is None


def test_the_light_answers_a_wrong_number_just_like_the_right_one(tmp_path: Path) -> None:
    lit = []
    for at, wrong in enumerate((0, 1)):
        table = LoanTable(tmp_path / str(at))
        table.lend(5 + wrong)
        table.borrow("Ann", 5)
        assert (table.seen()["you"] is None) == bool(wrong)
        lit.append(table.lit)
    assert lit[0] == lit[1]


def test_only_the_first_who_presses_is_shown(table: LoanTable) -> None:
    table.lend()
    number = table.seen()["number"]
    table.borrow("Ann", number)
    table.do("borrow", token=table.tokens["Bob"], number=number)
    assert table.seen()["you"]["seat"] == "Ann"


@pytest.mark.parametrize(("borrows", "seconds"), [(False, OPEN), (True, SHOWN)])
def test_the_box_ends_a_loan_in_time_and_during_a_pause_too(table: LoanTable, borrows: bool, seconds: float) -> None:
    table.do("pause", token=table.host)
    table.lend()
    if borrows:
        table.borrow("Ann")
    began = table.time.now
    table.pass_time(began + seconds - 3)
    assert table.seen()["kind"] == "lent"
    table.pass_time(began + seconds + 1)
    assert table.seen()["code"] == "not-lent"
    assert table.page("Bob")["lent"] is False


def test_a_lent_phone_is_put_away_at_once(table: LoanTable) -> None:
    table.lend()
    table.borrow("Ann")
    assert table.do("put-away", token="somebody's")["code"] == "not-lent"
    assert table.do("put-away", token=table.lent)["ok"]
    assert table.seen()["code"] == "not-lent"


def test_a_page_that_was_lent_before_sees_nothing_of_the_next_loan(table: LoanTable) -> None:
    table.lend()
    before = table.box.listeners.add("lent", table.lent)
    token = table.lent
    table.do("put-away", token=token)
    assert before.closed
    late = table.box.listeners.add("lent", token)  # it was on its way when the loan ended
    table.pass_time(table.time.now + BETWEEN)
    assert table.lend()["ok"]
    table.borrow("Ann")
    assert "Seer" not in (late.get(0) or "")
    assert json.loads(table.box.page("lent", token))["you"] is None
    assert json.loads(table.box.page("lent", None))["you"] is None
    assert table.seen()["you"]["seat"] == "Ann"


def test_one_phone_at_a_time_and_not_without_a_rest(table: LoanTable) -> None:
    table.lend()
    token = table.lent
    assert table.lend()["code"] == "too-often"
    table.do("put-away", token=token)
    assert table.lend()["code"] == "too-often"
    table.pass_time(table.time.now + BETWEEN)
    assert table.lend()["ok"]


def test_at_night_no_phone_is_lent_and_nightfall_ends_a_loan(table: LoanTable) -> None:
    table.lend()
    table.borrow("Ann")
    table.until("seer.look")
    assert table.box.lending.loan is None
    assert table.seen()["code"] == "not-lent"
    assert table.lend()["code"] == "not-now"


def test_before_and_after_a_game_there_is_no_card_to_read(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    assert table.do("lend", token="")["code"] == "not-now"
    table.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options=OPTIONS, seed=5))
    token = table.do("lend", token="")["token"]
    table.do("end", token=table.host)
    table.settle()
    assert table.do("look", kind="lent", token=token)["code"] == "not-lent"


def test_the_host_may_forbid_loans_and_so_ends_one(table: LoanTable) -> None:
    table.lend()
    table.borrow("Ann")
    assert table.page(kind="host")["setup"]["lending"] is True
    table.set("lending", False)
    table.settle()
    assert table.seen()["code"] == "not-lent"
    assert table.page("Bob")["lent"] is None
    assert table.lend()["code"] == "no-lending"


def test_where_everybody_has_a_phone_none_is_lent(table: LoanTable) -> None:
    table.box.lobby.buttons = {}
    assert table.lend()["code"] == "no-lending"


def test_what_others_see_and_hear_does_not_depend_on_the_card(tmp_path: Path) -> None:
    seen = []
    for at, cards in enumerate((CARDS, CARDS | {"Ann": "witch", "Dan": "seer"})):
        table = LoanTable(tmp_path / str(at), cards)
        table.box.boot = "b007"
        table.round.first = table.box.first_question
        table.lend()
        table.borrow("Ann")
        others = [table.page(name) for name in NAMES if name not in ("Ann", "Dan")] + [table.page(kind="table")]
        table.pass_time(table.time.now + SHOWN)
        seen.append((others, table.loudspeaker.heard, table.lit))
    assert seen[0] == seen[1]


def test_how_often_to_press_is_drawn_again_for_each_loan(table: LoanTable) -> None:
    drawn = set()
    for _ in range(30):
        table.time.now += BETWEEN
        drawn.add(json.loads(table.box.page("lent", table.do("lend", token="")["token"]))["number"])
        table.box.lending.end()
    assert drawn <= set(NUMBERS)
    assert len(drawn) > 1


def test_rubbish_for_a_loan_is_refused(table: LoanTable) -> None:
    table.lend()
    for number in (None, "five", [], {}):
        assert table.do("borrow", token=table.tokens["Ann"], number=number)["code"] == "not-understood"
    assert table.do("borrow", token="nobody's", number=3)["code"] == "unknown-seat"
    assert table.do("put-away")["code"] == "not-lent"
    with pytest.raises(NarratorError, match="not lent"):
        table.box.lending.lent(None)


def test_of_two_phones_one_is_lent_and_the_other_learns_nothing(tmp_path: Path, browser: Browser) -> None:
    with DeviceTable(tmp_path) as table:
        phones(table, browser)
        assert table.wrong == []


def phones(table: DeviceTable, browser: Browser) -> None:
    small = {"width": 390, "height": 844}
    lent, other = (table.open(browser, "/", viewport=small) for _ in range(2))
    devices = table.open(browser, "/hardware", host=True)
    table.start()
    lent.click("text=Lend this phone")
    lent.click("button:has-text('Lend this phone')")
    lent.wait_for_selector(".presses")
    other.click("text=Lend this phone")
    other.click("button:has-text('Lend this phone')")
    expect(other.locator("#against")).to_contain_text("another phone is lent")
    for _ in range(lent.locator(".presses span").count() - 1):
        devices.locator("[data-press='seat 2']").click(delay=80)
    devices.locator("[data-press='seat 2']").click(delay=900)
    expect(lent.locator("#screen h1")).to_contain_text("Bob, for your eyes only")
    assert not lent.locator("#card").is_visible()
    lent.locator("#hold").hover()
    lent.mouse.down()
    game = table.box.game
    assert game is not None
    card = table.round.views["Bob"].card
    assert card is not None
    expect(lent.locator("#card h2")).to_have_text(table.box.language.card(card)["name"])
    lent.mouse.up()
    expect(lent.locator("#card")).to_be_hidden()
    assert other.evaluate("fetch('/view/lent').then((answer) => answer.status)") == 403
    lent.click("#away")
    expect(lent.locator("form button")).to_have_text("Lend this phone")
    assert lent.evaluate("fetch('/view/lent').then((answer) => answer.status)") == 403
