"""Those who are not asked touch the page like those who are: as many tiles, of the same kind, with the same reply."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.rules.prompts import Answer, Prompt
from narrator.rules.registry import pool, traits_of
from tests.labs.boxlab import Table
from tests.labs.fakebox import FakeBox
from tests.labs.fakescenes import Scene, game
from tests.labs.houselab import HOUSE_LIBRARY
from web.screenshots import staged

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
EVENINGS: list[tuple[str, dict[str, str], set[str]]] = [
    ("classic", {"cupid": "on", "wolfsbane_doorstep": "on", "dark_city": "on"}, set()),
    ("millers-hollow", {}, set()),
    ("new-moon", {}, set()),
    ("the-pact", {}, set()),
    ("the-pact", {"buildings": "on", "permanent_events": "ev-touch-of-death"}, {"full-moon.look", "specter.name"}),
    (
        "the-pact",
        {"harvest_festival": "on", "moonlight": "hard"},
        {"werewolf.devour", "werewolf.catch", "witch.heal", "witch.poison", "thief.trade", "cursed-wolf-father.infect"},
    ),
    ("coins", {"sober_drunk": "on"}, set()),
]
"""Rolesets, their options, and the prompts that these options never put where answers are by lot."""
TOGETHER: list[tuple[str, dict[str, str], set[str]]] = [
    ("the-pact", {"night": "together"}, set()),
    ("the-pact", {"night": "silent"}, set()),
    ("coins", {"night": "silent"}, set()),
]
PUBLIC = ("number", "kind", "touches", "offers", "public", "least", "most", "may_pass")


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
    assert {name for name in words if not traits[name].get("words")} == {"letters", "villages"}  # all know them


# Any evening.


def touched(screen: dict[str, Any], prompt: Prompt, seat: str, dice: Random) -> tuple[Answer, int]:
    """An answer as the page gives it, and how many tiles it lights; a pack agrees where it can."""
    choices = prompt.choices_of(seat)
    number = dice.randint(prompt.least, prompt.most)
    answer = dice.choice(prompt.legal or [choices[:number] if prompt.agree else tuple(dice.sample(choices, number))])
    filled = screen["touches"] - len(answer) if screen["fill"] else 0
    return answer, len(answer) + filled


Look = Callable[[Table, str, list[str]], None]
"""What gets the table in every window, with its prompt and those who are really asked."""


def played(folder: Path, roleset: str, options: dict[str, str], seed: int, look: Look) -> set[str]:
    """Play three nights at random, and compare what all pages show and take; the prompts put in secret."""
    dice = Random(seed)
    rules, _ = LIBRARY.roleset(roleset, options)
    names = [f"{'ABCDEFGHI'[seat % 9]}{seat}" for seat in range(24 if roleset in ("the-pact", "coins") else 12)]
    idle = [name for name, card in rules.cards.items() if not card.wakes and name not in ("little-girl", "alpha-wolf")]
    wakers = [name for name in rules.cards if name not in (*idle, "werewolf")]
    cards = dict(zip(dice.sample(names, len(names)), ["werewolf", *dice.sample(wakers, len(wakers))], strict=False))
    centre = ["villager", "seer"] if "thief" in cards.values() else None
    houses = dict(zip(names, rules.village(len(names)), strict=False)) if rules.buildings else None
    table = Table(folder, names)
    table.box.moderate(
        Game(
            roleset, names, cards=cards, centre=centre, options=options, house_deck=True, seed=seed, buildings=houses
        )
    )  # fmt: skip
    put: set[str] = set()
    seen = -1
    while table.step() and table.round.views[None].phase != "day 3":
        beat, onlooker = table.round.beat, table.round.views[None]
        if beat is None or beat.screen != "ask" or onlooker.asked or table.round.asked == seen:
            continue
        seen = table.round.asked
        questions = {name: table.round.question(name) for name in onlooker.living}
        asked = [name for name, question in questions.items() if question is table.round.views[name].prompt]
        if not asked:
            continue
        put.update(question.id for name, question in questions.items() if question is not None and name in asked)
        look(table, onlooker.window or "", asked)
        shown = {name: table.page(name)["screen"] for name in onlooker.living}
        public = {json.dumps([screen[key] for key in PUBLIC[:5]]) for screen in shown.values()}
        assert len(public) == 1, (onlooker.window, public)
        lit, replies, given = set(), set(), []
        for name, question in questions.items():
            assert question is not None
            answer, tiles = touched(shown[name], question, name, dice)
            lit.add(tiles)
            given.append(list(answer))
            said = {"token": table.tokens[name], "number": table.box.question, "value": list(answer)}
            replies.add(json.dumps(table.do("answer", **said)))
        assert lit == {shown[asked[0]]["touches"]}, onlooker.window
        assert replies == {'{"ok": true}'}, onlooker.window
        pages = [table.box.page("player", table.tokens[name]) for name in onlooker.living]
        assert len({len(page.encode()) for page in pages}) == 1
        assert [json.loads(page)["screen"]["chosen"] for page in pages] == given
    return put


def play_until_all_are_put(folder: Path, roleset: str, options: dict[str, str], never: set[str], look: Look) -> None:
    """Play such games until every prompt of a card has been put, but for those that are `never` put."""
    rules, _ = LIBRARY.roleset(roleset, options)
    wanted = {prompt for card in rules.cards.values() for prompt in card.wakes} - never
    put: set[str] = set()
    for seed in range(8):
        put |= played(folder / str(seed), roleset, options, seed, look)
        if wanted <= put:
            break
    assert wanted - put == set()


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


def shown_in(browser: Browser, view: dict[str, Any]) -> tuple[int, float]:
    """How many tiles this page lights, and how much room its tiles take."""

    def set_up(box: FakeBox) -> None:
        game(box)
        box.show(sky=view["sky"], seats=view["seats"])
        box.show_seat("Ann", screen=view["screen"])

    with staged(browser, Scene("/play", set_up), 320) as (page, *_):
        room = page.locator("#screen .choices").bounding_box()
        assert room is not None
        return tapped(page), room["height"]


SECRET = {
    "seer.look": ({"Cid": "seer"}, "millers-hollow", {}),
    "cupid.link": ({"Cid": "cupid"}, "millers-hollow", {}),
    "witch.heal": ({"Cid": "witch"}, "millers-hollow", {}),
    "thief.swap": ({"Cid": "thief", "Bob": "werewolf"}, "millers-hollow", {"centre": ["seer", "villager"]}),
    "defender.protect": ({"Cid": "defender", "Bob": "little-girl"}, "new-moon", {}),
    "wolf-hound.choose": ({"Cid": "wolf-hound"}, "the-pact", {}),
    "alpha-wolf.bite": ({"Cid": "alpha-wolf"}, "coins", {}),
    "medium.listen": ({"Cid": "medium"}, "house", {"options": {"sheriff": "never"}}),
}


def secret_window(folder: Path, prompt: str) -> Table:
    """A table at which this prompt is put to Cid; Fay has a decoy."""
    cards, roleset, more = SECRET[prompt]
    table = Table(folder, NAMES)
    table.box.library = HOUSE_LIBRARY
    table.box.moderate(Game(roleset, NAMES, cards={"Ann": "werewolf", **cards}, seed=3, library=HOUSE_LIBRARY, **more))
    if prompt == "alpha-wolf.bite":
        table.until("village.accuse")
    if prompt == "medium.listen":
        table.until("village.vote")
        assert all(table.answer(name, "Gus")["ok"] for name in NAMES)
    if prompt in ("witch.heal", "alpha-wolf.bite"):
        table.until("werewolf.devour")
        wolves = [name for name in NAMES if table.round.views[name].prompt is not None]
        assert all(table.answer(name, "Hal")["ok"] for name in wolves)
    table.until(prompt)
    assert table.round.views["Cid"].prompt is not None
    return table


@pytest.mark.parametrize("prompt", SECRET)
def test_from_across_the_table_the_asked_page_is_a_decoy(prompt: str, browser: Browser, tmp_path: Path) -> None:
    table = secret_window(tmp_path, prompt)
    asked, decoy = (shown_in(browser, table.page(name)) for name in ("Cid", "Fay"))
    assert asked == decoy
