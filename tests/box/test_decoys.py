"""Those who are not asked touch the page like those who are: as many tiles, of the same kind, with the same reply."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from narrator.game.game import Game
from narrator.rules.registry import pool, traits_of
from tests.chance import LONG
from tests.labs.boxlab import NAMES, Table
from tests.labs.fakebox import FakeBox
from tests.labs.fakescenes import Scene, game
from tests.labs.houselab import HOUSE_LIBRARY
from tests.labs.secretlab import (
    EVENINGS,
    PUBLIC,
    SECRET,
    TOGETHER,
    play_until_all_are_put,
    secret_window,
)
from tests.labs.villagelab import play
from tests.model.twins import table as table_by_lot
from web.screenshots import staged

AT_A_TIME, LASTS = 8, 9
"""So many tables are played in one test, and so many nights of each."""


def at(folder: Path, prompt: str, cards: dict[str, str], roleset: str = "millers-hollow", **more: Any) -> Table:
    """A table at which this prompt's window is open."""
    table = Table(folder, NAMES)
    table.box.library = HOUSE_LIBRARY
    table.box.moderate(Game(roleset, NAMES, cards={"Ann": "werewolf", **cards}, seed=3, library=HOUSE_LIBRARY, **more))
    table.until(prompt)
    return table


def screens(table: Table, *names: str) -> list[dict[str, Any]]:
    return [table.page(name)["screen"] for name in names]


def test_two_are_named_on_every_page_while_cupid_chooses(tmp_path: Path) -> None:
    table = at(tmp_path, "cupid.link", {"Cid": "cupid"})
    asked, decoy = screens(table, "Cid", "Fay")
    assert [asked[key] for key in PUBLIC] == [decoy[key] for key in PUBLIC]
    assert decoy["touches"] == decoy["least"] == 2
    for name in ("Cid", "Fay"):
        assert [table.answer(name, *value).get("code") for value in (["Dan"], [], ["Dan", "Dan"], ["Dan", "Zoe"])] == [
            "too-few", "no-pass", "twice", "not-a-choice",
        ]  # fmt: skip
        assert table.answer(name, "Dan", "Eve")["ok"]
        assert table.page(name)["screen"]["chosen"] == ["Dan", "Eve"]


def test_the_last_one_that_a_piper_can_charm_takes_two_touches_too(tmp_path: Path) -> None:
    """How many are left to charm is the piper's secret."""
    table = at(tmp_path, "piper.charm", {"Cid": "piper"}, "new-moon", options={"sheriff": "never"})
    for others in (("Ann", "Bob"), ("Dan", "Eve"), ("Fay", "Gus")):
        assert table.answer("Cid", *others)["ok"]
        table.until("village.vote")
        table.until("piper.charm")
    asked, decoy = screens(table, "Cid", "Fay")
    assert [choice["value"] for choice in asked["choices"]] == ["Hal"]
    assert (asked["touches"], asked["fill"]) == (2, "Nobody else")
    assert (decoy["touches"], decoy["fill"]) == (2, "")
    assert table.answer("Cid", "Hal")["ok"]


def test_a_yes_or_pass_is_hidden_by_a_yes_or_no(tmp_path: Path) -> None:
    table = at(tmp_path, "witch.heal", {"Dan": "witch"}, options={"sheriff": "never"})
    decoy = table.page("Fay")["screen"]
    assert [choice["label"] for choice in decoy["choices"]] == ["Yes"]
    assert (decoy["may_pass"], decoy["pass_label"]) == (True, "No")
    assert table.answer("Fay", "Gus")["code"] == "not-a-choice"
    assert table.answer("Fay", "yes")["ok"]


def test_a_choice_of_cards_is_hidden_by_cards_that_everybody_knows(tmp_path: Path) -> None:
    cards = {"Bob": "werewolf", "Cid": "defender", "Dan": "thief"}
    table = at(tmp_path, "thief.swap", cards, "new-moon", centre=["villager", "seer"])
    decoy = table.page("Fay")["screen"]
    assert [choice["value"] for choice in decoy["choices"]] == ["villager", "werewolf"], "none of them by chance"
    table.until("defender.protect")
    asked, decoy = screens(table, "Cid", "Fay")
    assert [choice["value"] for choice in asked["choices"]] == [choice["value"] for choice in decoy["choices"]]


def test_a_choice_of_words_is_hidden_by_the_same_words(tmp_path: Path) -> None:
    table = at(tmp_path, "wolf-hound.choose", {"Cid": "wolf-hound"}, "the-pact")
    asked, decoy = screens(table, "Cid", "Fay")
    assert asked["choices"] == decoy["choices"]


def test_what_the_pack_may_answer_besides_seats_stands_on_every_page(tmp_path: Path) -> None:
    table = at(tmp_path, "werewolf.devour", {"Bob": "werewolf"}, "new-moon")
    for asked in screens(table, "Ann", "Fay"):
        assert [choice["value"] for choice in asked["choices"] if choice["word"]] == ["sleep"]


def test_a_choice_among_the_dead_is_hidden_by_the_same_dead(tmp_path: Path) -> None:
    table = at(tmp_path, "medium.listen", {"Cid": "medium"}, "house", options={"sheriff": "never"})
    for screen in screens(table, "Cid", "Fay"):
        assert len(screen["choices"]) == 7, "nobody is dead yet, and everybody touches the living"
    for victim in ("Gus", "Hal"):
        table.until("village.vote")
        for name in table.round.views[None].living:
            assert table.answer(name, victim)["ok"]
        table.until("medium.listen")
        asked, decoy = screens(table, "Cid", "Fay")
        assert [asked[key] for key in PUBLIC] == [decoy[key] for key in PUBLIC]
        assert [choice["value"] for choice in asked["choices"]] == [choice["value"] for choice in decoy["choices"]]
    assert table.answer("Cid", "Gus")["ok"]
    assert table.answer("Fay", "Hal")["ok"]
    assert table.answer("Fay", "Ann")["code"] == "not-a-choice"


def test_after_a_wolf_cubs_death_every_page_takes_two_touches(tmp_path: Path) -> None:
    table = at(tmp_path, "village.accuse", {"Bob": "wolf-cub"}, "coins")
    for name in table.round.views[None].living:
        table.answer(name, "Bob" if name != "Bob" else "Ann")
    table.until("village.execute")
    for name in table.round.views[None].living:
        table.answer(name, "yes")
    table.until("werewolf.devour")
    asked, decoy = screens(table, "Ann", "Fay")
    assert [asked[key] for key in PUBLIC] == [decoy[key] for key in PUBLIC]
    assert (decoy["touches"], decoy["least"], decoy["fill"]) == (2, 1, "Nobody else")


def test_nothing_is_kept_that_is_not_an_answer(tmp_path: Path) -> None:
    table = at(tmp_path, "seer.look", {"Cid": "seer"})
    assert table.answer("Fay", "x" * 10_000)["code"] == "not-understood"
    assert table.round.talk.now == {}
    while table.page("Fay")["screen"]["kind"] != "told":
        assert table.step()
    assert table.answer("Fay", "Ann")["code"] == "not-a-choice"
    assert table.answer("Fay")["ok"]


def test_every_choice_without_seats_offers_something_that_all_may_know() -> None:
    secret = {"centre", "actor-cards", "identities", "undealt"}
    traits = {name: traits_of(function) for name, function in pool.items()}
    assert {name for name in traits if "offers" in traits[name]} == secret
    assert {name for name in traits if traits[name].get("holds") == "card"} == {*secret, "crier-cards"}  # by day
    words = {name for name in traits if traits[name].get("holds") == "word"}
    assert {name for name in words if not traits[name].get("words")} == {"villages"}  # all know them


# Any evening.


@pytest.mark.slow
@pytest.mark.parametrize(("roleset", "options", "never"), EVENINGS + TOGETHER)
def test_every_secret_question_takes_the_touches_of_its_decoys(
    roleset: str, options: dict[str, str], never: set[str], tmp_path: Path
) -> None:
    play_until_all_are_put(tmp_path, roleset, options, never, lambda *_: None)


# In a real browser.


def tapped(page: Page) -> int:
    """Light tiles until the answer can be confirmed, and confirm it: how many that took."""
    tiles = page.locator(".tile[data-do=pick]:not([data-pass])")
    taps = 0
    while page.locator("#confirm").get_attribute("aria-disabled") == "true":
        tiles.nth(-taps if taps else 0).click()
        taps += 1
    page.click("#confirm")
    page.wait_for_selector("[data-mark=kept]")
    assert page.locator("[aria-pressed=true]").count() == taps
    return taps


def shown_in(browser: Browser, view: dict[str, Any]) -> tuple[int, int, float]:
    """How many tiles this page has with something on them, how many it lights, and how much room its tiles take."""

    def set_up(box: FakeBox) -> None:
        game(box)
        box.show(sky=view["sky"], seats=view["seats"])
        box.show_seat("Ann", screen=view["screen"])

    with staged(browser, Scene("/play", set_up), 320) as (page, *_):
        room = page.locator("#screen .choices").bounding_box()
        assert room is not None
        return page.locator("#screen .tile:not(.bare)").count(), tapped(page), room["height"]


def test_an_alpha_wolf_who_can_only_feast_has_as_many_tiles_as_a_decoy(browser: Browser, tmp_path: Path) -> None:
    """Whether the pack has chosen anybody is its secret."""
    table = at(tmp_path, "alpha-wolf.bite", {"Cid": "alpha-wolf"}, "coins")
    asked, decoy = (table.page(name) for name in ("Cid", "Fay"))
    assert [choice["value"] for choice in asked["screen"]["choices"] if choice["word"]] == ["feast"]
    assert shown_in(browser, asked) == shown_in(browser, decoy)


@pytest.mark.parametrize("start", range(0, 2000 if LONG else 48, AT_A_TIME))
def test_at_no_table_of_any_roleset_the_pages_differ_in_their_tiles(start: int, tmp_path: Path) -> None:
    for number in range(start, start + AT_A_TIME):
        chance = Random(number)
        laid = table_by_lot(chance)
        if laid is not None and laid.options.get("hamlets") != "on":
            table = Table(tmp_path / str(number), laid.seats)
            table.box.boot = "b007"
            table.box.lobby.roleset, table.box.lobby.options = laid.header["roleset"], dict(laid.header["options"])
            table.box.moderate(laid)
            assert [*takewhile(lambda _, game=laid: game.night < LASTS, play(table, chance))]


@pytest.mark.parametrize("prompt", SECRET)
def test_from_across_the_table_the_asked_page_is_a_decoy(prompt: str, browser: Browser, tmp_path: Path) -> None:
    table = secret_window(tmp_path, prompt)
    asked, decoy = (shown_in(browser, table.page(name)) for name in ("Cid", "Fay"))
    assert asked == decoy


def test_what_a_defender_may_not_protect_stands_on_the_page_as_on_all_others(browser: Browser, tmp_path: Path) -> None:
    """The little girl and, on the second night, last night's character: no page has fewer tiles than a decoy."""
    others = {"Bob": "little-girl", "Dan": "seer", "Eve": "thief", "Fay": "witch", "Gus": "hunter", "Hal": "cupid"}
    centre = ["elder", "villager"]
    table = at(tmp_path, "defender.protect", {"Cid": "defender", **others}, "new-moon", centre=centre)
    for protected in ("seer", "witch"):
        asked, decoy = (shown_in(browser, table.page(name)) for name in ("Cid", "Fay"))
        assert asked == decoy
        assert table.answer("Cid", protected)["ok"]
        table.until("village.vote")
        table.until("defender.protect")
