"""The pages as people use them: in a real Chromium, with a thumb, a keyboard, a screen reader, a bad network."""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import APIResponse, Browser, Locator, Page, Route, expect

from tests.labs.fakebox import CARD, REST, FakeBox, FakeListener, chances, question, screen
from tests.labs.fakelab import DeviceTable
from tests.labs.fakescenes import (
    NAMES,
    SCENES,
    Scene,
    asked,
    change,
    game,
    host_lobby,
    lobby,
    lobby_in_trouble,
    over,
    trouble,
)
from tests.labs.misfits import misfits
from tests.labs.stages import Stages
from web.screenshots import staged
from web.server import Server

ASKED = Scene("/play", asked)
HOST = Scene("/host", host_lobby)


def told(box: FakeBox, do: str) -> list[dict[str, Any]]:
    """Every message of this kind that has reached the box."""
    return [message for message in box.asked if message["do"] == do]


# Words and shapes.


@pytest.mark.parametrize(("name", "what"), [("vote-sign", "#confirm"), ("ask-letter", "[data-pass]")])
def test_no_word_is_broken_for_want_of_room(browser: Browser, name: str, what: str) -> None:
    with staged(browser, SCENES[name]) as (page, *_):
        box = page.locator(what).bounding_box()
        assert box is not None
        assert box["width"] > 96


BROKEN_WORDS = """(button) => {
    const text = button.firstChild;
    return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
        const place = document.createRange();
        place.setStart(text, index);
        place.setEnd(text, index + word.length);
        return place.getClientRects().length > 1;
    }).map(([word]) => word);
}"""


def test_no_name_in_the_book_is_broken_on_a_small_phone(browser: Browser) -> None:
    names = ["Bonesetter", "Schoolmarm", "Pyromaniac", "Scandalmonger", "Wandering Judge"]
    with staged(browser, SCENES["cards-many"]) as (page, box, *_):
        box.setup["cards"] = [{"id": f"card-{at}", "name": name, "copies": 1} for at, name in enumerate(names)]
        box.setup["deck"] = {card["id"]: 1 for card in box.setup["cards"]}
        box.show(deck=box.deck_id)
        expect(page.locator(".leaf")).to_have_count(len(names))
        broken = page.locator(".leaf summary span").evaluate_all(f"(all) => all.flatMap({BROKEN_WORDS})")
        assert broken == []


def test_the_name_of_an_event_card_that_can_be_announced_stands_apart_from_its_text(browser: Browser) -> None:
    cards = [{"id": f"ev-{name.lower()}", "name": name, "text": f"The text of {name}."} for name in ("Flood", "Burial")]
    with staged(browser, ASKED) as (page, box, *_):
        asked = question(40, "Which card do you announce?", ["Flood", "Burial"], public=True, events=cards)
        box.show_seat("Ann", screen=asked)
        expect(page.locator("#screen dt")).to_have_text(["Flood", "Burial"])
        expect(page.locator("#screen dd")).to_have_text(["The text of Flood.", "The text of Burial."])


def test_the_name_of_the_chosen_is_not_broken_beside_the_button_that_acts(browser: Browser) -> None:
    with staged(browser, SCENES["vote"], viewport={"width": 360, "height": 740}) as (page, box, *_):
        asked = question(40, "Whom shall the village hang?", ["Bob", "Cogsworth"], public=True)
        box.show_seat("Ann", screen=asked, acts=[])
        page.click("[data-choice=Cogsworth]")
        page.click("#confirm")
        expect(page.locator("#confirm")).to_contain_text("Chosen: Cogsworth")
        expect(page.locator("[data-do=acts]")).to_be_visible()
        assert page.locator("#confirm").evaluate(BROKEN_WORDS) == []


@pytest.mark.parametrize(
    ("name", "motion", "moves"),
    [("table-night", "no-preference", True), ("table-night", "reduce", False), ("rest", "no-preference", False)],
)
def test_the_sky_moves_on_the_big_screen_unless_reduced_motion_is_preferred(
    name: str, motion: str, moves: bool, browser: Browser
) -> None:
    """On a phone it stands still: moving it would cost battery all evening."""
    with staged(browser, SCENES[name], reduced_motion=motion) as (page, *_):
        assert (page.evaluate("document.getAnimations().length") > 0) == moves


def shape(page: Page) -> str:
    """The page without its words."""
    html: str = page.evaluate("document.querySelector('main').outerHTML + document.querySelector('.hand').outerHTML")
    return re.sub(r'(data-key|aria-label|data-choice)="[^"]*"', "", re.sub(r">[^<]+<", "><", html))


def test_a_decoy_differs_from_a_prompt_in_words_only(browser: Browser) -> None:
    with staged(browser, SCENES["ask"]) as (prompt, *_), staged(browser, SCENES["decoy"]) as (decoy, *_):
        assert shape(prompt) == shape(decoy)
        for page in (prompt, decoy):
            page.click("[data-choice=Bob]")
            page.click("#confirm")
            page.wait_for_selector("[data-mark=kept]")
        assert shape(prompt) == shape(decoy)


@pytest.mark.parametrize("width", [320, 390])
def test_no_page_lights_up_a_face_at_night(stages: Stages, width: int) -> None:
    bright = {}
    for name in ("rest", "ask", "ask-yes-or-no", "decoy", "told", "cards", "cards-read"):
        page, *_ = stages.show(SCENES[name], width)
        picture = Image.open(io.BytesIO(page.screenshot()))
        bright[name] = ImageStat.Stat(picture.convert("L")).mean[0]
    asking = [level for name, level in bright.items() if name != "rest"]
    assert max(asking) - min(asking) < 0.03 * 255, bright
    assert max(bright.values()) < 0.2 * 255, bright


COUNT_VIEWS = """() => {
    const parse = JSON.parse;
    window.heard = 0;
    JSON.parse = (text) => { window.heard++; return parse(text); };
}"""


@pytest.mark.parametrize("name", ["ask", "rest", "table-night", "host-game", "lent-card"])
def test_a_view_that_shows_nothing_new_costs_no_style_and_no_layout(browser: Browser, name: str) -> None:
    """A phone is sent one every second at night, and has to last the evening."""
    with staged(browser, SCENES[name]) as (page, box, *_):
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")

        def drawn() -> dict[str, float]:
            metrics = session.send("Performance.getMetrics")["metrics"]
            return {one["name"]: one["value"] for one in metrics if one["name"] in ("RecalcStyleCount", "LayoutCount")}

        page.evaluate(COUNT_VIEWS)
        for heard in range(1, 5):
            before = drawn()
            box.show()
            page.wait_for_function("(heard) => window.heard === heard", arg=heard)
            page.evaluate("new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
            if heard > 1:
                assert drawn() == before


# Answering.


def test_a_tap_shows_at_once_and_is_confirmed_when_the_box_has_it(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    with staged(browser, ASKED) as (page, box, *_):
        kept = threading.Event()
        ask = box.ask
        monkeypatch.setattr(box, "ask", lambda message: kept.wait(10) and ask(message))
        page.click("[data-choice=Bob]")
        expect(page.locator("[data-choice=Bob]")).to_have_attribute("data-mark", "picked")
        expect(page.locator("#confirm")).to_have_text("Confirm: Bob")
        page.click("#confirm")
        expect(page.locator("#confirm")).to_have_text("Sending …")
        kept.set()
        expect(page.locator("[data-choice=Bob]")).to_have_attribute("data-mark", "kept")
        expect(page.locator("#confirm")).to_contain_text("Chosen: Bob")
        [answer] = told(box, "answer")
        assert (answer["number"], answer["value"], answer["token"]) == (7, ["Bob"], "token-of-Ann")


def test_an_answer_can_be_changed_until_the_question_closes(browser: Browser) -> None:
    with staged(browser, SCENES["ask-kept"]) as (page, box, *_):
        page.click("[data-choice=Cid]")
        expect(page.locator("#confirm")).to_contain_text("now: Bob")
        page.click("#confirm")
        expect(page.locator("[data-choice=Cid]")).to_have_attribute("data-mark", "kept")
        expect(page.locator("[data-choice=Bob]")).to_have_attribute("aria-pressed", "false")
        assert [message["value"] for message in told(box, "answer")] == [["Bob"], ["Cid"]]
        box.show_seat("Ann", screen=question(8, "Who else?", NAMES))
        expect(page.locator("h1")).to_have_text("Who else?")
        expect(page.locator("[aria-pressed=true]")).to_have_count(0)


def test_two_quick_taps_are_one_answer(browser: Browser) -> None:
    with staged(browser, ASKED) as (page, box, *_):
        page.click("[data-choice=Bob]")
        page.evaluate("document.getElementById('confirm').click(); document.getElementById('confirm').click()")
        page.wait_for_selector("[data-mark=kept]")
        assert len(told(box, "answer")) == 1


def test_an_answer_whose_reply_is_lost_counts_once(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    with staged(browser, ASKED) as (page, box, *_):
        monkeypatch.setattr(box, "_publish", lambda: None)  # nor does a view bring the news
        posts: list[str] = []

        def lose_the_first(route: Route) -> None:
            posts.append(route.request.post_data or "")
            if len(posts) == 1:
                route.fetch()  # the box has it …
                route.abort()  # … and the page never hears of it
            else:
                route.continue_()

        page.route("**/tell/player", lose_the_first)
        page.click("[data-choice=Bob]")
        page.click("#confirm")
        page.wait_for_selector("[data-mark=kept]")
        assert len(posts) == 2
        assert posts[0] == posts[1]
        assert len(told(box, "answer")) == 1


def test_messages_have_the_same_size_whatever_the_answer(browser: Browser) -> None:
    with staged(browser, ASKED) as (page, box, *_):
        sizes = []
        page.on(
            "request", lambda request: sizes.append(len(request.post_data or "")) if request.method == "POST" else None
        )
        box.show_seat("Ann", screen=question(9, "Who?", [*NAMES, "Bartholomew"], may_pass=True))
        expect(page.locator("h1")).to_have_text("Who?")
        for choice in ("[data-choice=Bob]", "[data-choice=Bartholomew]", "[data-pass]"):
            page.click(choice)
            page.click("#confirm.main")
            page.wait_for_selector(f"{choice}[data-mark=kept]")
        assert len(set(sizes)) == 1
        assert [message["value"] for message in told(box, "answer")] == [["Bob"], ["Bartholomew"], []]


def test_the_last_of_two_quick_answers_counts(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    with staged(browser, ASKED) as (page, box, *_):
        goes_on = threading.Event()
        ask = box.ask
        first_waits = iter([lambda: goes_on.wait(10)])

        def slow_at_first(message: dict[str, Any]) -> dict[str, Any]:
            next(first_waits, lambda: None)()
            return ask(message)

        monkeypatch.setattr(box, "ask", slow_at_first)
        for name in ("Bob", "Cid"):
            page.click(f"[data-choice={name}]")
            page.click("#confirm")
        goes_on.set()
        expect(page.locator("[data-choice=Cid]")).to_have_attribute("data-mark", "kept")
        assert box.players["Ann"]["screen"]["chosen"] == ["Cid"]
        assert [message["value"] for message in told(box, "answer")] == [["Bob"], ["Cid"]]


def test_no_more_than_the_prompt_asks_for_can_be_named(browser: Browser) -> None:
    with staged(browser, SCENES["ask-two"]) as (page, box, *_):
        page.click("[data-choice=Cid]")  # the third name takes the place of the first
        assert page.locator("[aria-pressed=true]").all_inner_texts() == ["Cid", "Dora"]
        page.click("[data-choice=Cid]")
        expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "true")
        page.click("[data-choice=Ann]")
        page.click("#confirm")
        page.wait_for_selector("[data-mark=kept]")
        assert sorted(told(box, "answer")[0]["value"]) == ["Ann", "Dora"]


def test_a_word_and_a_seat_together_are_one_answer(browser: Browser) -> None:
    with staged(browser, SCENES["ask-word-and-seat"]) as (page, box, *_):
        confirm = page.locator("#confirm")
        expect(confirm).to_have_text("Confirm: Devour one more, Bob")
        page.click("[data-choice=Dora]")  # another seat, the same word
        expect(confirm).to_have_text("Confirm: Devour one more, Dora")
        page.click("[data-choice=turn]")  # another word begins again
        expect(confirm).to_have_text("Choose one more")  # on every page an answer takes two
        page.click("[data-choice='']")
        expect(confirm).to_have_text("Confirm: Turn the victim into a werewolf")
        page.click("[data-pass]")
        page.click("[data-choice=Emil]")  # a seat without a word is no answer yet
        expect(confirm).to_have_attribute("aria-disabled", "true")
        page.click("[data-choice=feast]")
        page.click("[data-choice=Emil]")
        confirm.click()
        page.wait_for_selector("[data-mark=kept]")
        assert told(box, "answer")[0]["value"] == ["feast", "Emil"]


def test_one_or_more_can_be_named(browser: Browser) -> None:
    with staged(browser, SCENES["ask-several"]) as (page, box, *_):
        expect(page.locator("#screen")).to_contain_text("Name one or more.")
        for name in ("Bob", "Dora", "Emil", "Dora"):
            page.click(f"[data-choice={name}]")
        page.click("#confirm")
        page.wait_for_selector("[data-mark=kept]")
        assert told(box, "answer")[0]["value"] == ["Bob", "Emil"]


QUESTIONS = {
    "others": question(7, "Who?", NAMES[1:]),
    "others or nobody": question(7, "Who?", NAMES[1:], may_pass=True),
    "all": question(7, "Who?", NAMES),
    "all or nobody": question(7, "Who?", NAMES, may_pass=True),
    "yes": question(7, "Who?", ["yes"], may_pass=True),
    "two words": question(7, "Who?", ["villager", "werewolf"]),
    "long words": question(7, "Who?", ["Heal the poor soul", "Let nature decide"], may_pass=True),
}


@pytest.mark.parametrize("sky", ["night", "day"])
def test_all_secret_questions_have_the_same_shape(browser: Browser, sky: str) -> None:
    """By day too: the one who may take a condemned player's place is asked, all others see a decoy (PA-41)."""
    with staged(browser, ASKED) as (page, box, *_):
        box.show(sky=sky)
        shapes = []
        for number, (name, asked_for) in enumerate(QUESTIONS.items(), 20):
            box.show_seat("Ann", screen=asked_for | {"number": number, "title": name, "pass_label": "Nobody"})
            expect(page.locator("h1")).to_have_text(name)
            shapes.append(page.locator("#screen .choices").bounding_box())
        assert shapes == [shapes[0]] * len(QUESTIONS)


@pytest.mark.parametrize(
    ("gone", "says"), [("winner", "has won"), ("home", "went home · Seer"), ("witness", "only watches")]
)
@pytest.mark.parametrize("page_of", ["vote", "table-vote"])
def test_who_left_the_game_alive_has_no_grave(browser: Browser, page_of: str, gone: str, says: str) -> None:
    with staged(browser, SCENES[page_of], 1280 if page_of == "table-vote" else 320) as (page, box, *_):
        graves = page.locator("li.dead").count()
        change(box, "Bob", alive=False, gone=gone, card="Seer")
        bob = page.locator("li", has=page.get_by_text("Bob", exact=True)).last
        expect(bob).to_contain_text(says)
        assert page.locator("li.dead").count() == graves


@pytest.mark.parametrize("name", ["vote-read-out", "table-read-out"])
def test_votes_come_in_one_after_another_and_then_the_counts(browser: Browser, name: str) -> None:
    with staged(browser, SCENES[name], reduced_motion="no-preference") as (page, box, *_):
        expect(page.locator(".accused li b")).to_have_text(["Bob", "Dora", "Emil"])
        expect(page.locator(".count")).to_have_count(0)
        delays = page.evaluate(
            "document.getAnimations().filter(({effect}) => effect.target.dataset?.vote)"
            ".map(({effect}) => [effect.target.textContent, effect.getTiming().delay])"
        )
        in_turn = [voter for voter, _ in sorted(delays, key=lambda one: one[1])]
        assert len(in_turn) > 1, "some are still to come"
        assert in_turn == ["Ann", "Bob", "Dora", "Emil", "Frida", "Gus"][-len(in_turn) :]
        assert max(delay for _, delay in delays) < 6000
        box.show(reveal=box.common["reveal"] | {"seconds": 0.0})
        expect(page.locator(".count")).to_have_text(["3", "2", "1"])


def test_with_less_motion_all_votes_are_there_at_once(browser: Browser) -> None:
    with staged(browser, SCENES["vote-read-out"], reduced_motion="reduce") as (page, *_):
        expect(page.locator("[data-vote]")).to_have_count(6)
        assert page.evaluate("document.getAnimations().filter(({effect}) => effect.target.dataset?.vote).length") == 0


def test_the_sign_beside_a_vote_is_given_and_taken_back(browser: Browser) -> None:
    with staged(browser, SCENES["vote-sign"]) as (page, box, *_):
        button = page.get_by_role("button", name="Once more")
        for value, pressed in ((["yes"], "true"), ([], "false")):
            with page.expect_response("**/tell/player"):
                button.click()
            expect(button).to_have_attribute("aria-pressed", pressed)
            assert told(box, "sign")[-1]["value"] == value


def test_a_view_can_replace_a_lost_reply(browser: Browser) -> None:
    with staged(browser, ASKED) as (page, *_):
        page.route("**/tell/player", lambda route: (route.fetch(), route.abort()))
        page.click("[data-choice=Bob]")
        page.click("#confirm")
        expect(page.locator("#confirm")).to_contain_text("Chosen: Bob")


def test_a_refused_answer_says_why(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    with staged(browser, ASKED) as (page, box, *_):
        refusal = {"ok": False, "code": "not-a-choice", "sentence": "Bob is no legal choice."}
        monkeypatch.setattr(box, "ask", lambda message: refusal)
        page.click("[data-choice=Bob]")
        page.click("#confirm")
        expect(page.locator("#state")).to_have_text("Bob is no legal choice.")
        expect(page.locator("[data-mark=kept]")).to_have_count(0)


@pytest.mark.parametrize("sky", ["night", "day"])
def test_whoever_answers_too_late_is_told_so_on_the_next_screen(browser: Browser, sky: str) -> None:
    with staged(browser, ASKED) as (page, box, *_):
        box.show(sky=sky)
        page.route("**/tell/player", lambda route: route.abort())
        page.click("[data-choice=Bob]")
        page.click("#confirm")
        expect(page.locator("#confirm")).to_have_text("Sending …")
        box.show_seat("Ann", screen=screen(REST, 8))
        expect(page.locator("h1")).to_have_text("Night")
        page.unroute("**/tell/player")
        late = page.get_by_role("alert").filter(has_text="Your last answer came too late. It does not count.")
        expect(late).to_be_visible()
        box.show_seat("Ann", screen=question(9, "Who?", NAMES[1:]))
        expect(page.locator("h1")).to_have_text("Who?")
        expect(late).to_have_count(0)


def test_an_answer_that_counts_is_not_called_late_because_its_reply_is(browser: Browser) -> None:
    with staged(browser, ASKED) as (page, box, *_):
        replies: list[tuple[Route, APIResponse]] = []
        page.route("**/tell/player", lambda route: replies.append((route, route.fetch())))
        page.click("[data-choice=Bob]")
        page.click("#confirm")
        page.wait_for_selector("[data-mark=kept]")  # the view is there before the reply
        box.show_seat("Ann", screen=screen(REST, 8))
        expect(page.locator("h1")).to_have_text("Night")
        route, reply = replies[0]
        with page.expect_response("**/tell/player"):
            route.fulfill(response=reply)
        box.show(caption="An owl.")
        expect(page.locator("#caption")).to_have_text("An owl.")
        expect(page.get_by_text("too late")).to_have_count(0)


def test_an_answer_given_with_a_button_of_the_table_shows_on_the_page(browser: Browser) -> None:
    with staged(browser, ASKED) as (page, box, *_):
        box.show_seat("Ann", screen=box.players["Ann"]["screen"] | {"chosen": ["Dora"]})
        expect(page.locator("[data-choice=Dora]")).to_have_attribute("data-mark", "kept")


def test_what_was_told_is_read_and_put_away(browser: Browser) -> None:
    with staged(browser, SCENES["told"]) as (page, box, *_):
        page.click("#confirm")
        expect(page.locator("#confirm")).to_have_text("Now tell nobody")
        box.show(caption="Seer, close your eyes.")
        expect(page.locator("#caption")).to_have_text("Seer, close your eyes.")
        expect(page.locator("#confirm")).to_have_text("Now tell nobody")
        page.reload()
        expect(page.locator("#confirm")).to_have_text("Now tell nobody")


def test_a_debate_can_be_cut_short(browser: Browser) -> None:
    with staged(browser, SCENES["debate"]) as (page, box, *_):
        page.click("[data-wish=call-vote]")
        expect(page.locator("[data-wish=call-vote]")).to_have_text("You are done talking")
        page.click("[data-wish=more-time]")
        expect(page.locator("[data-wish=more-time]")).to_have_attribute("aria-disabled", "true")
        with box.changed:
            assert box.changed.wait_for(lambda: told(box, "call-vote") and told(box, "more-time"), 60)


def test_the_one_chosen_is_marked_on_every_phone(browser: Browser) -> None:
    with staged(browser, SCENES["vote-counted"]) as (page, *_):
        expect(page.locator(".seats li", has=page.locator(".mark-chosen")).locator(".name")).to_have_text("Bob")


@pytest.mark.parametrize("scene", ["debate", "vote", "vote-counted", "host-game"])
def test_by_day_every_page_has_the_last_line_said_again(browser: Browser, scene: str) -> None:
    with staged(browser, SCENES[scene]) as (page, box, *_):
        page.get_by_role("button", name="Say that again").click()
        with box.changed:
            assert box.changed.wait_for(lambda: len(told(box, "say-again")) == 1, 60)


@pytest.mark.parametrize("scene", ["rest", "ask", "decoy", "told", "ghost", "lobby", "after"])
def test_at_night_and_without_a_game_no_page_offers_to_say_a_line_again(stages: Stages, scene: str) -> None:
    page, *_ = stages.show(SCENES[scene])
    expect(page.locator("#screen")).not_to_be_empty()
    expect(page.locator("[data-do=say-again]")).to_have_count(0)


def test_before_a_game_the_host_tries_the_sound(browser: Browser) -> None:
    with staged(browser, SCENES["host-lobby"]) as (page, box, *_):
        page.click("text=Pace and sound")
        page.get_by_role("button", name="Try the sound").click()
        with box.changed:
            assert box.changed.wait_for(lambda: len(told(box, "sound-test")) == 1, 60)


@pytest.mark.parametrize("width", [390, 320])
def test_the_host_listens_to_a_voice_and_uses_it(browser: Browser, width: int) -> None:
    with staged(browser, SCENES["host-lobby"], width) as (page, box, *_):
        page.click("text=Pace and sound")
        page.get_by_role("button", name="Listen to Jenny Dioco (GB, medium)").click()
        second = page.get_by_role("group", name="For the dead and the crier")
        second.get_by_role("button", name="Jenny Dioco (GB, medium)").click()
        with box.changed:
            assert box.changed.wait_for(lambda: box.setup["second_by"] == "en_GB-jenny_dioco-medium", 60)
        assert misfits(page) == {}
        page.get_by_role("button", name="Use Simple voice").click()
        expect(second).to_have_count(0)
        expect(page.get_by_role("button", name="Use Simple voice")).to_have_attribute("aria-pressed", "true")
        with box.changed:
            assert box.changed.wait_for(lambda: told(box, "play-voice") and box.setup["spoken_by"] == "espeak", 60)
        assert told(box, "play-voice")[0]["name"] == "en_GB-jenny_dioco-medium"
        assert misfits(page) == {}


def test_the_host_looks_up_who_named_whom_in_the_last_vote(browser: Browser) -> None:
    with staged(browser, SCENES["host-game"], 390) as (page, box, *_):
        expect(page.get_by_text("How the last vote was counted")).to_have_count(0)
        accused = {"name": "Bob", "count": 2, "voters": ["Ann", "Cid"], "most": True, "chosen": True, "fingers": 0}
        box.show(reveal={"title": "Who hangs?", "accused": [accused], "abstained": [], "seconds": 0, "weights": {}})
        page.get_by_text("How the last vote was counted").click()
        expect(page.locator(".votes li")).to_contain_text(["Bob2chosenAnnCid"])


def test_a_vote_shows_who_has_not_voted_and_never_for_whom(browser: Browser) -> None:
    with staged(browser, SCENES["vote"]) as (page, *_):
        expect(page.locator("#screen")).to_contain_text("Still thinking: Frida, Gus, Hanna.")
        rows = page.locator(".seats li").all_inner_texts()
        assert [row.split("\n")[0] for row in rows if "still thinking" in row] == ["Frida", "Gus", "Hanna"]


# The book of tonight's cards.


@pytest.mark.parametrize("width", [320, 390])
def test_the_book_has_the_shape_of_a_prompt(browser: Browser, width: int) -> None:
    boxes = {}
    for name in ("ask", "cards", "cards-read"):
        with staged(browser, SCENES[name], width) as (page, *_):
            boxes[name] = [page.locator(part).bounding_box() for part in ("#screen", ".hand", "#hold")]
    assert boxes["cards"] == boxes["cards-read"]
    one_line = 1.2 * 1.75 * 16  # the question's title may be a line longer
    for there, here in zip(boxes["ask"], boxes["cards"], strict=True):
        assert there is not None
        assert here is not None
        assert there == pytest.approx(here, abs=one_line)


def test_nobody_learns_from_the_box_who_reads_what(browser: Browser) -> None:
    with staged(browser, ASKED) as (page, box, _, _, requests):
        page.wait_for_load_state("networkidle")
        before, asked = len(requests), len(box.asked)
        page.click("#book")
        for card in page.locator("summary").all():
            card.click()
        expect(page.locator(".leaf[open]")).to_have_count(1)
        page.click("#confirm")
        page.locator("#hold").hover()
        page.mouse.down()
        page.locator("#card .icon").wait_for()
        assert page.evaluate("document.querySelector('#card .icon').decode().then(() => true)")
        page.mouse.up()
        assert requests[before:] == []
        assert len(box.asked) == asked


def test_whoever_comes_back_after_a_game_is_shown_to_the_host(stages: Stages) -> None:
    def back(box: FakeBox) -> None:
        over(box)
        box.setup["claims"] = ["Bob"]
        box.show()

    page, *_ = stages.show(Scene("/host", back))
    page.get_by_role("button", name="Yes, it is Bob").click()


def test_buildings_are_explained_in_the_book_and_beside_the_card(stages: Stages) -> None:
    page, *_ = stages.show(SCENES["village"])
    page.locator("#hold").hover()
    page.mouse.down()
    expect(page.locator("#card")).to_contain_text("Barkeep")
    expect(page.locator("#card")).to_contain_text(CARD["is"])
    page.mouse.up()
    page.click("#book")
    expect(page.locator(".leaves h2 + .leaves")).to_contain_text("Barkeep")
    page.locator(".leaf", has_text="Lord").locator("summary").click()
    expect(page.locator(".leaf", has_text="Lord")).to_contain_text(CARD["advice"])
    expect(page.locator(".leaf[open]")).to_have_count(1)


def test_a_question_closes_the_book_and_no_choice_is_lost(browser: Browser) -> None:
    with staged(browser, ASKED) as (page, box, *_):
        page.click("[data-choice=Bob]")
        page.click("#book")
        expect(page.locator("h1")).to_have_text("Tonight’s cards")
        box.show(caption="An owl.")
        expect(page.locator("#caption")).to_have_text("An owl.")
        expect(page.locator("h1")).to_have_text("Tonight’s cards")
        page.get_by_role("button", name="Back").click()
        expect(page.locator("[data-choice=Bob]")).to_have_attribute("aria-pressed", "true")
        page.click("#book")
        box.show_seat("Ann", screen=question(8, "Who else?", NAMES))
        expect(page.locator("h1")).to_have_text("Who else?")
        expect(page.locator("#book")).to_have_attribute("aria-expanded", "false")


def test_a_question_is_seen_from_its_beginning_wherever_somebody_was_reading(browser: Browser) -> None:
    with staged(browser, SCENES["rest"]) as (page, box, *_):
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        expect(page.locator("h1")).not_to_be_in_viewport()
        box.show(caption="An owl.")
        expect(page.locator("#caption")).to_have_text("An owl.")
        expect(page.locator("h1")).not_to_be_in_viewport()
        box.show_seat("Ann", screen=question(8, "Who else?", NAMES))
        expect(page.locator("h1")).to_have_text("Who else?")
        expect(page.locator("h1")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    "name", ["lobby", "rest", "told", "debate", "ghost", "after", "host-lobby", "host-game", "host-over", "table-night"]
)
def test_the_book_opens_on_every_page_at_any_time(browser: Browser, name: str) -> None:
    with staged(browser, SCENES[name], 1280 if name.startswith("table") else 320) as (page, *_):
        page.click("#book")
        page.locator("summary", has_text="Witch").click()
        expect(page.locator(".leaf[open]")).to_contain_text("before the werewolves")
        page.click("#book")
        expect(page.locator(".leaf").first).to_be_hidden()


@pytest.mark.parametrize("scene", ["ask", "told", "vote", "debate"])
def test_a_question_in_large_letters_is_seen_on_a_phone_that_lies_on_its_side(browser: Browser, scene: str) -> None:
    with staged(browser, SCENES[scene], viewport={"width": 568, "height": 320}) as (page, *_):
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
        title, bar = page.locator("#screen > h1").bounding_box(), page.locator(".hand").bounding_box()
        assert title is not None
        assert bar is not None
        assert title["y"] + title["height"] <= bar["y"]


def test_the_book_follows_the_deck(browser: Browser) -> None:
    with staged(browser, SCENES["lobby"]) as (page, box, *_):
        page.click("#book")
        expect(page.locator(".leaf")).to_have_count(5)
        box.setup["deck"] = {"werewolf": 2, "thief": 1}
        box.show(caption="An owl.")
        expect(page.locator(".leaf")).to_have_count(2)
        expect(page.locator(".leaves")).to_contain_text("Thief")


@pytest.mark.parametrize("width", [320, 390])
def test_a_host_who_counts_fingers_always_sees_the_button_that_enters_them(browser: Browser, width: int) -> None:
    with staged(browser, SCENES["host-fingers"], width) as (page, *_):
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator("[data-do=counted]")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("scene", "chosen", "other"),
    [
        ("ask-kept", "[data-choice=Bob]", "[data-choice=Cid]"),
        ("lobby", ".primer [aria-pressed=true]", ".primer [aria-pressed=false]"),
        ("hardware", "#lid .lamp", "#seats"),
    ],
)
def test_what_is_chosen_is_seen_in_the_colours_of_the_device(
    browser: Browser, scene: str, chosen: str, other: str
) -> None:
    with staged(browser, SCENES[scene], 390, forced_colors="active") as (page, *_):
        looks = "(one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).boxShadow].join()"
        assert page.locator(chosen).first.evaluate(looks) != page.locator(other).first.evaluate(looks)


# The card.


def test_the_card_shows_only_while_it_is_held(browser: Browser) -> None:
    with staged(browser, SCENES["rest"]) as (page, *_):
        hold = page.locator("#hold")
        assert "Seer" not in page.content()
        hold.hover()
        page.mouse.down()
        expect(page.locator("#card")).to_contain_text("Seer")
        page.mouse.move(5, 5)
        expect(page.locator("#card")).to_be_visible()
        page.mouse.up()
        expect(page.locator("#card")).to_be_hidden()
        assert "Seer" not in page.content()
        hold.focus()
        page.keyboard.down(" ")
        expect(page.locator("#card")).to_be_visible()
        expect(hold).to_have_attribute("aria-expanded", "true")
        page.keyboard.up(" ")
        expect(page.locator("#card")).to_be_hidden()
        page.keyboard.down("Enter")
        page.locator("#card").wait_for()
        page.evaluate("document.activeElement.blur()")
        expect(page.locator("#card")).to_be_hidden()


def test_a_click_by_assistive_technology_shows_the_card_for_a_while(browser: Browser) -> None:
    with staged(browser, SCENES["rest"]) as (page, *_):
        page.clock.install()
        page.locator("#hold").evaluate("(button) => button.click()")
        expect(page.locator("#card")).to_contain_text("Seer")
        page.clock.run_for(10_000)
        expect(page.locator("#card")).to_be_hidden()


HEAR = """() => {
    window.heard = [];
    new MutationObserver((changes) => {
        for (const {type, target, addedNodes} of changes) {
            const around = target instanceof Element ? target : target.parentElement;
            const region = around?.closest("[aria-live], [role=status], [role=alert]");
            if (!region || region.getAttribute("aria-live") === "off") continue;
            const said = type === "childList" ? [...addedNodes] : [target];
            heard.push(...said.map((one) => one.textContent.trim()).filter(Boolean));
        }
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
"""From now on `heard` has what a screen reader says by itself."""


def test_a_screen_reader_says_by_itself_that_something_is_secret_but_never_what(browser: Browser) -> None:
    with staged(browser, SCENES["rest"]) as (page, box, *_):
        page.evaluate(HEAR)
        secrets = [
            question(7, "Whose card do you look at?", NAMES[1:]),
            screen({"kind": "told", "title": "You have seen", "text": "Bob is a werewolf."}, 8),
            question(9, "Who would you trust with your soup?", NAMES[1:]),
        ]
        for secret in secrets:
            box.show_seat("Ann", screen=secret)
            expect(page.locator("h1")).to_have_text(secret["title"])
        assert page.evaluate("heard") == ["There is something on this page for you alone."] * len(secrets)


def test_a_screen_reader_says_what_the_village_is_asked(browser: Browser) -> None:
    with staged(browser, SCENES["debate"]) as (page, box, *_):
        page.evaluate(HEAR)
        box.show_seat("Ann", screen=question(13, "Whom shall the village hang?", NAMES[1:], public=True))
        expect(page.locator("h1")).to_have_text("Whom shall the village hang?")
        assert "Whom shall the village hang?" in " ".join(page.evaluate("heard"))


def test_a_new_view_does_not_take_the_card_away(browser: Browser) -> None:
    with staged(browser, SCENES["rest"]) as (page, box, *_):
        page.locator("#hold").hover()
        page.mouse.down()
        page.locator("#card .card").wait_for()
        box.show(caption="An owl.")
        expect(page.locator("#caption")).to_have_text("An owl.")
        expect(page.locator("#card")).to_be_visible()


# Coming back.


def test_a_reloaded_page_shows_everything_again(browser: Browser) -> None:
    with staged(browser, SCENES["ask-kept"]) as (page, *_):
        page.reload()
        expect(page.locator("[data-choice=Bob]")).to_have_attribute("data-mark", "kept")


def test_a_page_reopens_a_lost_stream(browser: Browser) -> None:
    with staged(browser, ASKED) as (page, box, *_):
        box.drop_pages()
        box.show(caption="While you were away, an owl came by.")
        expect(page.locator("#caption")).to_have_text("While you were away, an owl came by.")
        with box.changed:
            assert box.changed.wait_for(lambda: len(box.listening) == 1, 60)


def test_a_page_waits_for_a_box_that_is_away_and_says_so(browser: Browser) -> None:
    with staged(browser, ASKED) as (page, box, server, *_):
        page.click("[data-choice=Bob]")
        server.stop()
        expect(page.locator("#lost")).to_have_text(re.compile("Looking for the box"))
        page.click("#confirm")  # on its way until the box is there again
        again = Server(box, "127.0.0.1", server.port, streams=4)
        again.start()
        try:
            box.restart()
            box.show(caption="I am back.")
            expect(page.locator("#caption")).to_have_text("I am back.")
            expect(page.locator("#lost")).to_be_hidden()
            expect(page.locator("[data-choice=Bob]")).to_have_attribute("data-mark", "kept")
            assert len(told(box, "answer")) == 1
        finally:
            again.stop()


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every stream waits for its next view for ever."""

    monkeypatch.setattr(FakeListener, "get", lambda *_: None)


@pytest.mark.usefixtures("deaf")
@pytest.mark.parametrize("sign", ["visibilitychange", "online", "pageshow"])
def test_a_phone_that_wakes_does_not_trust_its_old_stream(browser: Browser, sign: str) -> None:
    with staged(browser, ASKED) as (page, box, *_):
        with box.changed:
            assert box.changed.wait_for(lambda: len(box.listening) == 1, 60)
            old = set(box.listening)
        box.show(caption="Nobody hears this.")
        page.evaluate(
            """(sign) => {
                const event = sign === "pageshow" ? new PageTransitionEvent(sign, {persisted: true}) : new Event(sign);
                (sign === "visibilitychange" ? document : window).dispatchEvent(event);
            }""",
            sign,
        )
        expect(page.locator("#caption")).to_have_text("Nobody hears this.")
        with box.changed:
            assert box.changed.wait_for(lambda: bool(box.listening - old), 60)


@pytest.mark.usefixtures("deaf")
def test_a_silent_stream_is_noticed(browser: Browser) -> None:
    with staged(browser, Scene("/play", asked, act=lambda page: page.clock.install())) as (page, box, *_):
        page.reload()
        page.wait_for_selector("#phase:not(:empty)")
        box.show(caption="Nobody hears this.")
        page.clock.run_for(31_000)
        expect(page.locator("#caption")).to_have_text("Nobody hears this.")


def test_an_older_view_does_not_replace_a_newer_one(browser: Browser) -> None:
    with staged(browser, ASKED) as (page, box, *_):
        old = box.snapshot("player", "token-of-Ann")
        box.show(caption="New.")
        expect(page.locator("#caption")).to_have_text("New.")
        page.evaluate(
            """() => {
                window.seen = [];
                const look = () => seen.push(document.getElementById("caption").textContent);
                const all = {subtree: true, childList: true, characterData: true};
                new MutationObserver(look).observe(document.body, all);
            }"""
        )
        page.route("**/view/player", lambda route: route.fulfill(body=old, content_type="application/json"))
        with page.expect_response("**/view/player"):
            page.evaluate("dispatchEvent(new Event('online'))")
        box.show(phase="Later")
        expect(page.locator("#phase")).to_have_text("Later")
        assert set(page.evaluate("seen")) == {"New."}


def test_a_player_sent_away_is_led_to_the_join_page(browser: Browser) -> None:
    with staged(browser, Scene("/play", lobby)) as (page, box, *_):
        box.ask({"do": "kick", "token": "host-token", "name": "Ann"})
        box.drop_pages()
        page.wait_for_url("**/?no-seat")
        expect(page.get_by_role("status")).to_contain_text("This phone has no seat now.")
        expect(page.locator("#name")).to_be_visible()


def test_a_third_page_of_a_seat_says_that_others_are_open(browser: Browser) -> None:
    with staged(browser, ASKED) as (page, box, server, *_):
        pages = [page.context.new_page() for _ in range(2)]
        for other in pages:
            other.goto(f"http://127.0.0.1:{server.port}/play")
            other.wait_for_selector("#phase:not(:empty)")
        expect(page.locator("#lost")).to_contain_text("open on another page")
        page.click("#lost button")
        box.show(caption="Here again.")
        expect(page.locator("#caption")).to_have_text("Here again.")
        expect(page.locator("#lost")).to_be_hidden()


UNDER_THE_BAR = """() => {
  const one = document.activeElement, bar = document.querySelector(".hand");
  if (bar.contains(one) || one === document.body) return "";
  const its = one.getBoundingClientRect(), {top, bottom} = bar.getBoundingClientRect();
  return its.bottom > top + 1 && its.top < bottom - 1 ? one.outerHTML : "";
}"""


@pytest.mark.parametrize(("scene", "width"), [("host-odds", 390), ("host-cannot-start", 320), ("vote-crowd", 320)])
def test_what_the_tab_key_reaches_is_never_hidden_by_the_bar_at_the_bottom(
    browser: Browser, scene: str, width: int
) -> None:
    with staged(browser, SCENES[scene], width) as (page, *_):
        hidden = []
        for _ in range(40):
            page.keyboard.press("Tab")
            hidden.append(page.evaluate(UNDER_THE_BAR))
        assert not [*filter(None, hidden)]


def test_a_new_view_takes_neither_focus_nor_a_half_made_choice(browser: Browser) -> None:
    with staged(browser, ASKED) as (page, box, *_):
        page.click("[data-choice=Dora]")
        change(box, "Emil", alive=False)
        box.show(caption="An owl.")
        expect(page.locator("#caption")).to_have_text("An owl.")
        expect(page.locator("[data-choice=Dora]")).to_be_focused()
        expect(page.locator("[data-choice=Dora]")).to_have_attribute("aria-pressed", "true")
        box.show_seat("Ann", screen=question(8, "Who else?", NAMES))
        expect(page.locator("h1")).to_be_focused()


def test_a_view_that_moves_the_page_takes_no_tap_away(browser: Browser) -> None:
    with staged(browser, HOST) as (page, box, *_):
        page.evaluate("document.documentElement.style.overflowAnchor = 'none'")  # as in Safari
        last = list(box.setup["deck"])[-1]
        page.locator("#cards > summary").click()
        less = page.locator(f"[data-card={last}][data-by='-1']")
        less.scroll_into_view_if_needed()
        place = less.bounding_box()
        assert place is not None
        page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        page.mouse.down()
        box.setup["deck"] |= {"villager": 0}
        box.show(caption="An owl.")
        page.evaluate("fetch('/view/host').then((view) => view.text())")
        page.mouse.up()
        with box.changed:
            assert box.changed.wait_for(lambda: box.setup["deck"].get(last, 0) == 0, 10)
        expect(page.locator("#caption")).to_have_text("An owl.")


@pytest.mark.parametrize("what", ["words", "icons"])
def test_a_page_asks_again_for_what_a_bad_network_has_torn(what: str, browser: Browser) -> None:
    with staged(browser, SCENES["table-after"], 1280) as (page, *_):
        asked: list[Route] = []

        def tear_the_first(route: Route) -> None:
            asked.append(route)
            if len(asked) == 1:
                route.fulfill(body='{"seer": "torn', content_type="application/json")
            else:
                route.continue_()

        page.route(f"**/{what}/*", tear_the_first)
        page.reload()
        expect(page.locator("#phase")).not_to_be_empty()
        assert len(asked) == 2


# The door.


def test_a_form_waits_until_its_page_can_send_it(browser: Browser) -> None:
    held: list[Route] = []
    with staged(browser, SCENES["join"]) as (page, box, *_):
        page.route("**/static/door.js", lambda route: held.append(route))
        page.reload(wait_until="commit")
        page.fill("#name", "Eve")
        page.keyboard.press("Enter")
        expect(page.locator("#name")).to_have_value("Eve")
        expect(page.locator("form .main")).to_be_disabled()
        held[0].continue_()
        page.locator("form .main").click()
        page.wait_for_url("**/play")
        assert [message["name"] for message in told(box, "join")] == ["Eve"]


def test_a_name_and_enter_lead_to_the_table(browser: Browser) -> None:
    with staged(browser, SCENES["join"]) as (page, box, *_):
        page.fill("#name", " Zoë ")
        page.keyboard.press("Enter")
        page.wait_for_url("**/play")
        expect(page.locator(".seats")).to_contain_text("Zoë")
        page.click("[data-do=leave]")
        page.wait_for_url("**/")
        assert "Zoë" not in box.players


@pytest.mark.parametrize(("door", "field"), [("join", "#name"), ("pin", "#pin")])
def test_a_browser_without_cookies_is_told_so_before_it_takes_a_seat(browser: Browser, door: str, field: str) -> None:
    with staged(browser, SCENES[door]) as (page, box, *_):
        cookies = "(kept) => Object.defineProperty(navigator, 'cookieEnabled', {value: kept, configurable: true})"
        page.evaluate(cookies, False)
        page.fill(field, "123456")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("This browser keeps no cookies")
        assert box.asked == []
        page.evaluate(cookies, True)
        page.keyboard.press("Enter")
        expect(page.locator("#phase")).not_to_be_empty()


def test_a_player_who_has_lost_the_page_says_that_is_me(browser: Browser) -> None:
    with staged(browser, SCENES["join-refused"]) as (page, box, *_):
        me = page.get_by_role("button", name="That is me")
        expect(me).to_be_focused()
        me.click()
        page.wait_for_url("**/play")
        assert told(box, "join")[-1]["again"] is True


def test_a_refused_name_can_be_corrected(browser: Browser) -> None:
    with staged(browser, SCENES["join-refused"]) as (page, *_):
        expect(page.locator("#against")).to_contain_text("Somebody is already called Ann")
        page.fill("#name", "Anna")
        page.keyboard.press("Enter")
        page.wait_for_url("**/play")


def test_the_host_page_opens_with_the_pin_alone(browser: Browser) -> None:
    with staged(browser, SCENES["pin"]) as (page, *_):
        page.fill("#pin", "0000")
        page.click("form button:not([type])")
        expect(page.locator("#against")).to_contain_text("not the PIN")
        page.fill("#pin", "123456")
        page.click("form button:not([type])")
        expect(page.locator("[data-what=start]")).to_be_visible()


def test_the_pin_can_be_said_again_but_not_too_often(browser: Browser) -> None:
    with staged(browser, SCENES["pin"]) as (page, box, *_):
        page.click("#again")
        with box.changed:
            assert box.changed.wait_for(lambda: len(told(box, "say-pin")) == 1, 60)
        expect(page.locator("#against")).to_be_empty()
        page.click("#again")
        expect(page.locator("#against")).to_contain_text("has just said the PIN")
        assert not told(box, "open-host")


def test_another_phone_can_replace_a_lost_one(browser: Browser) -> None:
    with staged(browser, SCENES["join-again"]) as (page, box, *_):
        expect(page.locator("#against")).to_contain_text("Somebody is already called Cid")
        page.focus("#pin")
        box.number("Cid", "4821")
        page.keyboard.type("4812")
        page.keyboard.press("Enter")
        expect(page.locator("#against")).to_contain_text("not the number")
        box.number("Cid", "4821")
        page.keyboard.type("4821")
        page.keyboard.press("Enter")
        page.wait_for_url("**/play")
        expect(page.locator("h1")).to_have_text("Night")
        assert [message["pin"] for message in told(box, "join")] == ["", "4812", "4821"]


# The host.


def test_the_host_has_a_number_for_a_player_who_lost_a_phone(browser: Browser) -> None:
    with staged(browser, Scene("/host", game)) as (page, box, *_):
        box.sit_down("Cogsworth", bot=True)
        page.get_by_text("A phone is lost").click()
        expect(page.get_by_label("New phone for Hanna")).to_be_visible()
        expect(page.get_by_label("New phone for Cogsworth")).to_have_count(0)
        page.get_by_label("New phone for Cid").click()
        number = page.get_by_text("Cid: type your name and 4821")
        expect(number).to_be_visible()
        box.show(caption="An owl.")
        expect(page.locator("#caption")).to_have_text("An owl.")
        expect(number).to_be_visible()
        page.get_by_label("Put away the number for Cid").click()
        expect(number).to_have_count(0)


def test_players_without_a_phone_and_their_buttons(browser: Browser) -> None:
    with staged(browser, HOST) as (page, box, *_):
        expect(page.get_by_label("Button of Bob")).to_be_hidden()
        page.get_by_text("Without a phone, with a button").click()
        name = page.get_by_label("Add a player without a phone")
        name.fill("Ann")
        page.keyboard.press("Enter")
        expect(page.locator("#against")).to_contain_text("Somebody is already called Ann")
        expect(name).to_have_value("Ann")
        name.fill("Zoë")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(name).to_have_value("")
        page.get_by_label("Button of Zoë").fill("3")
        page.get_by_label("Button of Bob").fill("4")
        page.get_by_label("Button of Bob").press("Tab")
        expect(row(page, "Zoë")).to_contain_text("button 3")
        expect(row(page, "Bob")).to_contain_text("button 4")
        with box.changed:
            assert box.changed.wait_for(lambda: box.setup["players"][1]["button"] == 4, 60)
        page.get_by_label("Button of Ann").fill("3")
        page.keyboard.press("Tab")
        expect(page.locator("#against")).to_contain_text("is somebody's already")
        expect(page.get_by_label("Button of Ann")).to_have_value("")
        page.get_by_label("Button of Bob").fill("")
        page.keyboard.press("Tab")
        expect(row(page, "Bob")).not_to_contain_text("button")
        with box.changed:
            assert box.changed.wait_for(lambda: box.setup["players"][1]["button"] is None, 60)
        expect(page.get_by_label("Button of Bot 1")).to_have_count(0)


@pytest.mark.parametrize("typed", ["the red one", "0", "1.5", "10000"])
def test_what_is_not_a_buttons_number_is_refused_in_a_sentence(tmp_path: Path, browser: Browser, typed: str) -> None:
    with DeviceTable(tmp_path, ["Ann"]) as table:
        page = table.open(browser, "/host", host=True)
        page.get_by_text("Without a phone, with a button").click()
        button = page.get_by_label("Button of Ann")
        button.fill(typed)
        page.keyboard.press("Tab")
        expect(page.locator("#against")).to_have_text(f"Buttons are numbered 1, 2, 3 …; there is no button “{typed}”.")
        expect(button).to_have_value("1")
        assert table.wrong == []


def test_buttons_are_learned_one_after_another(browser: Browser) -> None:
    with staged(browser, HOST) as (page, box, *_):
        page.get_by_text("Without a phone, with a button").click()
        page.get_by_role("button", name="Learn what Bob presses").click()
        expect(page.get_by_text("Bob: press your button.")).to_be_visible()
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_text("Bob: press your button.")).to_have_count(0)
        page.get_by_role("button", name="Learn all in turn").click()
        people = [player["name"] for player in box.setup["players"] if not player["bot"]]
        expect(page.get_by_text(f"{people[0]}: press your button. Then {', '.join(people[1:])}.")).to_be_visible()
        assert [message["names"] for message in told(box, "learn")] == [["Bob"], [], people]
        expect(page.get_by_text("Forget all keys")).to_have_count(0)
        box.setup["keys"] = 1
        box.show()
        page.get_by_role("button", name="Forget all keys").click()
        page.get_by_role("button", name="Forget all keys: really?").click()
        expect(page.get_by_text("Forget all keys")).to_have_count(0)
        assert told(box, "set")[-1]["what"] == "keys"


def order(box: FakeBox) -> list[str]:
    return [player["name"] for player in box.setup["players"]]


def row(page: Page, name: str) -> Locator:
    return page.locator(f"#players li[data-name='{name}']")


def test_players_are_dragged_to_their_seats_with_a_mouse(browser: Browser) -> None:
    with staged(browser, HOST) as (page, box, *_):
        assert order(box)[:4] == ["Ann", "Bob", "Cid", "Dora"]
        page.click("[data-key=order] > summary")
        row(page, "Bob").evaluate("(row) => row.scrollIntoView({ block: 'center' })")
        start = row(page, "Dora").locator(".grip").bounding_box()
        goal = row(page, "Ann").bounding_box()
        assert start is not None
        assert goal is not None
        page.mouse.move(start["x"] + 10, start["y"] + 10)
        page.mouse.down()
        page.mouse.move(goal["x"] + 10, goal["y"] + 2, steps=10)
        page.mouse.up()
        expect(page.locator("#players li").first).to_have_attribute("data-name", "Dora")
        expect(page.locator(".dragged")).to_have_count(0)
        with box.changed:
            assert box.changed.wait_for(lambda: order(box)[:4] == ["Dora", "Ann", "Bob", "Cid"], 60)
        assert [message["what"] for message in told(box, "set")].count("order") == 1


def test_players_are_dragged_to_their_seats_with_a_finger(browser: Browser) -> None:
    with staged(browser, HOST, has_touch=True) as (page, box, *_):
        page.click("[data-key=order] > summary")
        row(page, "Ann").evaluate("(row) => row.scrollIntoView({ block: 'center' })")
        start = row(page, "Ann").locator(".grip").bounding_box()
        goal = row(page, "Bob").bounding_box()
        assert start is not None
        assert goal is not None
        touch = page.context.new_cdp_session(page)
        x, y = start["x"] + 10, start["y"] + 10
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in range(1, 9):
            at = y + step * (goal["y"] + goal["height"] - 4 - y) / 8
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": at}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator("#players li").first).to_have_attribute("data-name", "Bob")
        with box.changed:
            assert box.changed.wait_for(lambda: order(box)[:2] == ["Bob", "Ann"], 60)


def test_players_are_moved_to_their_seats_with_keys_and_arrows(browser: Browser) -> None:
    with staged(browser, HOST) as (page, box, *_):
        page.click("[data-key=order] > summary")
        row(page, "Ann").locator(".grip").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        expect(row(page, "Ann").locator(".grip")).to_be_focused()
        expect(page.locator("#moved")).to_have_text("Ann sits at place 3 of 8.")
        row(page, "Dora").get_by_label("Move Dora up").click()
        with box.changed:
            assert box.changed.wait_for(lambda: order(box)[:4] == ["Bob", "Cid", "Dora", "Ann"], 60)


def test_quick_taps_on_a_stepper_all_count_at_a_slow_box(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    with staged(browser, HOST) as (page, box, *_):
        goes_on = threading.Event()
        ask = box.ask
        monkeypatch.setattr(box, "ask", lambda message: goes_on.wait(10) and ask(message))
        page.locator("#cards > summary").click()
        more = page.get_by_label("More: Villager")
        for _ in range(3):
            more.click()
        expect(page.get_by_label("Villager", exact=True)).to_have_text("6")
        box.show(caption="An owl.")
        expect(page.locator("#caption")).to_have_text("An owl.")
        expect(page.get_by_label("Villager", exact=True)).to_have_text("6")
        more.click()
        goes_on.set()
        with box.changed:
            assert box.changed.wait_for(lambda: box.setup["deck"]["villager"] == 7, 60)
        page.get_by_text("Take the proposed mix").click()
        expect(page.get_by_label("Villager", exact=True)).to_have_text("3")


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_in_the_lobby_has_the_game_in_three_cards(browser: Browser, width: int) -> None:
    with staged(browser, Scene("/play", lobby), width) as (page, *_):
        cards = page.locator("#primer article")
        expect(cards).to_have_count(3)
        expect(cards.first).to_be_visible()
        turns = page.get_by_role("group", name="The game in three cards").get_by_role("button")
        turns.nth(1).click()
        expect(cards.nth(1)).to_contain_text("always answer")
        expect(cards.nth(1)).to_be_visible()
        expect(cards.first).to_be_hidden()
        expect(turns.nth(1)).to_have_attribute("aria-pressed", "true")
        page.evaluate("scrollTo(0, 0)")  # a click may have scrolled the cards off a small screen
        place = page.locator("#primer").bounding_box()
        assert place is not None
        for left, shown in ((-100, 2), (100, 1), (100, 0), (100, 0)):
            page.mouse.move(place["x"] + place["width"] / 2, place["y"] + 20)
            page.mouse.down()
            page.mouse.move(place["x"] + place["width"] / 2 + left, place["y"] + 30)
            page.mouse.up()
            expect(cards.nth(shown)).to_be_visible()
            expect(turns.nth(shown)).to_have_attribute("aria-pressed", "true")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate("[...document.images].every((picture) => picture.naturalWidth)")


def test_one_more_character_is_one_villager_less(browser: Browser) -> None:
    with staged(browser, HOST) as (page, box, *_):
        page.locator("#cards > summary").click()
        page.get_by_text("More cards").click()
        page.get_by_label("More: Cupid").click()
        expect(page.get_by_label("Cupid", exact=True)).to_have_text("1")
        expect(page.get_by_label("Villager", exact=True)).to_have_text("2")
        page.get_by_label("Fewer: Witch").click()
        expect(page.get_by_label("Villager", exact=True)).to_have_text("3")
        with box.changed:
            assert box.changed.wait_for(lambda: "witch" not in box.setup["deck"], 60)
        assert sum(box.setup["deck"].values()) == box.setup["seats"]


def test_the_odds_are_those_of_the_mix_as_soon_as_they_are_known(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    with staged(browser, HOST) as (page, box, *_):
        replies = threading.Event()
        ask = box.ask
        monkeypatch.setattr(box, "ask", lambda message: (ask(message), replies.wait(10))[0])
        odds = page.locator(".odds")
        expect(odds).to_contain_text("Easier for the werewolves. If all play by chance:")
        expect(odds).to_contain_text("The village 36%")
        page.locator("#cards > summary").click()
        exactly = page.locator("#cards")
        expect(exactly).to_contain_text("This mix, 2500 games")
        expect(exactly).to_contain_text("The village: 36% (34 to 38)")
        wolves = box.setup["deck"]["werewolf"]
        page.get_by_label("More: Werewolf").click()
        expect(odds).to_contain_text("With the proposed mix, if all play by chance:")
        with box.changed:
            assert box.changed.wait_for(lambda: box.setup["deck"]["werewolf"] > wolves, 60)
            box.setup["odds"] = chances(0.95, 0.047, 0.003)
        box.show(caption="An owl.")
        expect(page.locator("#caption")).to_have_text("An owl.")
        replies.set()
        expect(odds).to_contain_text("Much easier for the werewolves. If all play by chance:")
        expect(odds).to_contain_text("The lovers < 1%")
        expect(odds.locator(".notice")).to_contain_text("The village: 5% instead of 36%.")
        widths = [float(part.get_attribute("width") or 0) for part in odds.locator("rect").all()]
        assert widths == pytest.approx([95, 4.7, 0.3])


def test_groups_and_chosen_cards_reach_the_box(browser: Browser) -> None:
    with staged(browser, SCENES["host-groups"]) as (page, box, *_):
        for part in ("groups", "actor", "house_rule"):
            page.click(f"[data-key={part}] > summary")
        page.get_by_label("Group of Ann").get_by_text("No hats").click()
        page.get_by_label("Group of Bob").get_by_text("Hats", exact=True).click()
        second = page.get_by_label("Group of Ann").get_by_text("No hats")
        expect(second).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Wandering Judge").click()
        page.get_by_role("button", name="Hunter", exact=True).click()  # a fourth takes the place of the first
        for name in ("Fox", "Witch"):
            page.get_by_role("group", name="The house rule").get_by_role("button", name=name).click()
        with box.changed:
            assert box.changed.wait_for(lambda: len(told(box, "set")) == 10, 60)
        assert sorted(box.setup["groups"][1]["players"]) == ["Ann", "Bot 2", "Dora"]
        assert [one["chosen"] for one in box.setup["laid"]] == [["witch", "wandering-judge", "hunter"], ["witch"]]


def test_the_host_types_the_names_of_the_groups(browser: Browser) -> None:
    with staged(browser, SCENES["host-groups"]) as (page, box, *_):
        page.click("[data-key=groups] > summary")
        first = page.get_by_label("First group")
        expect(first).to_have_value("Hats")
        first.fill("30 and older")
        page.get_by_label("Second group").fill("7")  # a number as a name stays in its place
        first.focus()
        with box.changed:
            assert box.changed.wait_for(
                lambda: [one["name"] for one in box.setup["groups"]] == ["30 and older", "7"], 60
            )
        expect(page.get_by_label("Group of Ann").get_by_role("button")).to_have_text(["30 and older", "7"])
        first.fill("")
        page.get_by_label("Second group").focus()
        expect(page.locator("#against")).to_contain_text("two different names")
        expect(first).to_have_value("30 and older")


def test_ww_53_the_host_hands_out_the_cards(browser: Browser) -> None:
    with staged(browser, SCENES["host-hands"]) as (page, box, *_):
        cid = page.get_by_label("Cid", exact=True)
        expect(cid.locator("option", has_text="Werewolf")).to_be_disabled()  # the only one is Bob's
        page.get_by_label("Bob", exact=True).select_option("No card yet")
        page.get_by_label("Dora", exact=True).select_option("Seer")
        cid.select_option("Werewolf")
        with box.changed:
            assert box.changed.wait_for(lambda: box.setup["hands"] == {"Dora": "seer", "Cid": "werewolf"}, 60)
        expect(page.locator("#setup")).to_contain_text("The others get what is left: 3 × Villager.")
        expect(page.get_by_label("Bob", exact=True)).to_have_value("")


def test_ww_53_nobody_is_asked_to_hand_out_cards_that_the_box_shuffles(browser: Browser) -> None:
    with staged(browser, HOST) as (page, *_):
        expect(page.get_by_text("Hand out the cards")).to_have_count(0)


def test_mh_02_the_host_can_start_a_small_table_after_one_warning(browser: Browser) -> None:
    with staged(browser, SCENES["host-few"]) as (page, box, *_):
        expect(page.locator("#go")).to_contain_text("This game is made for 8 or more. Play with 5 anyway?")
        page.get_by_role("button", name="Not yet").click()
        expect(page.locator("#go")).not_to_contain_text("anyway")
        assert told(box, "start") == []
        page.get_by_role("button", name="Start the game").click()
        page.get_by_role("button", name="Play with 5").click()
        with box.changed:
            assert box.changed.wait_for(lambda: told(box, "start"), 60)
        assert told(box, "start")[0]["house_deck"] is True


def test_mh_02_a_small_table_is_warned_before_it_deals_by_tags(browser: Browser) -> None:
    with staged(browser, SCENES["host-few"]) as (page, box, *_):
        page.get_by_role("button", name="Not yet").click()
        box.setup |= {"readers": True, "made_for": {"most": 4}}
        box.show()
        page.get_by_text("Cards with tags").click()
        page.get_by_role("button", name="Deal by tags").click()
        expect(page.locator("#setup")).to_contain_text("This game is made for 4 at most. Play with 5 anyway?")
        page.get_by_role("button", name="Play with 5").click()
        with box.changed:
            assert box.changed.wait_for(lambda: told(box, "deal-by-tags"), 60)
        assert told(box, "deal-by-tags")[0]["house_deck"] is True


def test_a_setting_that_is_refused_goes_back_and_says_why(browser: Browser) -> None:
    with staged(browser, HOST) as (page, box, *_):
        box.host_tokens.clear()
        page.click("text=More: change the cards")
        page.get_by_label("More: Villager").click()
        expect(page.locator("#against")).to_contain_text("Only the host")
        expect(page.get_by_label("Villager", exact=True)).to_have_text("3")


def test_options_pace_volume_bots_and_roleset_reach_the_box(browser: Browser) -> None:
    with staged(browser, HOST) as (page, box, *_):
        page.click("#group-rules > summary")
        page.get_by_role("button", name="On the first day").click()
        page.click("text=Pace and sound")
        page.get_by_role("button", name="Brisk").click()
        page.get_by_label("More: Bots on empty chairs").click()
        page.select_option("#roleset", "classic")
        page.locator("#volume-voice").fill("0.25")
        with box.changed:
            assert box.changed.wait_for(
                lambda: (
                    box.setup["options"][0]["value"] == "first-day"
                    and box.setup["pace"] == "brisk"
                    and sum(player["bot"] for player in box.setup["players"]) == 4
                    and box.setup["roleset"] == "classic"
                    and box.setup["volumes"]["voice"] == 0.25
                ),
                60,
            )
        assert box.setup["options"][1]["value"] == "off"


FLASH = """async () => {  // move the slider; the milliseconds until something lights up
    const frame = () => new Promise(requestAnimationFrame);
    const slider = document.getElementById("lag");
    const began = performance.now();
    slider.value = "400";
    slider.dispatchEvent(new Event("change", { bubbles: true }));
    while (!document.getElementById("flash").getAnimations().length) await frame();
    return performance.now() - began;
}"""


def test_the_page_flashes_when_the_bell_of_a_late_speaker_is_heard(browser: Browser) -> None:
    with staged(browser, HOST) as (page, box, *_):
        page.click("text=Pace and sound")
        expect(page.get_by_text("The speaker is late by 0 ms")).to_be_visible()
        assert page.evaluate(FLASH) >= 400
        expect(page.get_by_text("The speaker is late by 400 ms")).to_be_visible()
        assert box.setup["lag"] == 400


def test_a_game_may_begin_while_a_setting_is_on_its_way(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    with staged(browser, SCENES["host-groups"]) as (page, box, _, complaints, _):
        goes_on = threading.Event()
        ask = box.ask
        monkeypatch.setattr(box, "ask", lambda message: goes_on.wait(10) and ask(message))
        page.click("#group-rules > summary")
        page.get_by_role("button", name="On the first day").click()
        page.click("[data-key=actor] > summary")
        page.get_by_role("button", name="Wandering Judge").click()
        box.show(stage="game")
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        goes_on.set()
        assert complaints == []


def test_a_card_says_what_is_printed_on_it_where_it_is_called_something_else(browser: Browser) -> None:
    with staged(browser, HOST) as (page, box, *_):
        box.setup["cards"] = [one | {"printed": "Village Drunk"} for one in box.setup["cards"] if one["id"] == "seer"]
        box.show()
        page.click("#cards > summary")
        expect(page.locator("#used .name")).to_have_text("Seer (card: Village Drunk)")


def test_why_something_was_refused_goes_with_its_time_and_with_the_next_question(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    with staged(browser, SCENES["host-game"], 390) as (page, box, *_):
        refusal = {"ok": False, "code": "not-now", "sentence": "Wait for the day."}
        monkeypatch.setattr(box, "ask", lambda message: refusal)
        against = page.locator("#against")
        for goes in ("time", "question"):
            page.get_by_role("button", name="More time").click()
            expect(against).to_have_text("Wait for the day.")
            if goes == "time":
                box.show(phase="Day 3")
            else:
                page.get_by_role("button", name="End the game").click()
            expect(against).to_be_empty()


def test_sending_a_player_away_takes_two_taps(browser: Browser) -> None:
    with staged(browser, HOST) as (page, box, *_):
        page.click("[data-key=order] > summary")
        page.get_by_label("Send away Bob").click()
        assert not told(box, "kick")
        page.get_by_label("Really send Bob away").click()
        expect(row(page, "Bob")).to_have_count(0)


@pytest.mark.parametrize("words", ["Pause", "Undo", "Skip", "Less time", "More time"])
def test_the_host_steers_the_game(browser: Browser, words: str) -> None:
    with staged(browser, SCENES["host-game"]) as (page, box, *_):
        page.get_by_role("button", name=words, exact=True).click()
        do = {"Less time": "shorter", "More time": "longer"}.get(words, words.lower())
        with box.changed:
            assert box.changed.wait_for(lambda: bool(told(box, do)), 60)


def test_a_game_ends_by_two_taps_and_can_be_played_again(browser: Browser) -> None:
    with staged(browser, SCENES["host-game"]) as (page, box, *_):
        page.get_by_role("button", name="End the game").click()
        page.get_by_role("button", name="End the game: really?").click()
        with box.changed:
            assert box.changed.wait_for(lambda: bool(told(box, "end")), 60)
    with staged(browser, SCENES["host-over"]) as (page, box, *_):
        page.get_by_role("button", name="Play again").click()
        page.get_by_role("button", name="Change something first").click()
        with box.changed:
            assert box.changed.wait_for(lambda: bool(told(box, "start") and told(box, "again")), 60)


def test_the_next_game_is_on_the_first_screen_of_the_end(browser: Browser) -> None:
    with staged(browser, SCENES["host-over"]) as (page, *_):
        page.set_viewport_size({"width": 360, "height": 740})
        expect(page.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)


def test_a_host_who_plays_on_a_phone_begins_the_next_game_on_their_own_page(browser: Browser) -> None:
    with staged(browser, SCENES["after"]) as (page, box, *_):
        page.set_viewport_size({"width": 360, "height": 740})
        expect(page.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Play again").click()
        with box.changed:
            assert box.changed.wait_for(lambda: bool(told(box, "start")), 60)


@pytest.mark.parametrize("scene", ["host-lobby", "host-game", "host-over"])
def test_the_box_is_sent_to_sleep_by_two_taps(browser: Browser, scene: str) -> None:
    with staged(browser, SCENES[scene]) as (page, box, *_):
        page.get_by_role("button", name="Good night").click()
        assert not told(box, "good-night")
        page.get_by_role("button", name="Good night: really?").click()
        with box.changed:
            assert box.changed.wait_for(lambda: bool(told(box, "good-night")), 60)


# The big screen and the end.


@pytest.mark.parametrize("stage", [trouble, lobby_in_trouble])
def test_trouble_is_told_in_full_to_host_and_table_but_not_to_players(
    browser: Browser, stage: Callable[[FakeBox], None]
) -> None:
    for path, sentences in (("/host", 2), ("/table", 2), ("/play", 0)):
        with staged(browser, Scene(path, stage), 1280) as (page, box, *_):
            assert page.locator("#notices .notice").all_inner_texts() == box.common["trouble"][:sentences]


def test_the_clock_runs_between_views_and_stands_still_during_a_pause(browser: Browser) -> None:
    for name, after in (("table-debate", "2:24"), ("paused", "2:34")):
        scene = SCENES[name]
        with staged(browser, Scene(scene.page, scene.set_up, act=lambda page: page.clock.install()), 390) as (page, *_):
            page.reload()
            expect(page.locator("#clock")).to_have_text("2:34")
            page.clock.run_for(10_000)
            expect(page.locator("#clock")).to_have_text(after)


def test_the_big_screen_shows_the_way_in(browser: Browser) -> None:
    with staged(browser, SCENES["table-lobby"], 1280) as (page, box, *_):
        page.wait_for_selector(".welcome img")
        assert page.evaluate("document.querySelector('.welcome img').decode().then(() => true)")
        expect(page.locator(".where")).to_have_text("192.168.1.7:8080")
        box.sit_down("Zoë")
        expect(page.locator(".street")).to_contain_text("Zoë")


def test_the_diagram_of_the_game_shows_the_chosen_deeds(browser: Browser) -> None:
    with staged(browser, SCENES["after"], 390) as (page, *_):
        picture = page.locator(".picture")
        expect(picture).to_have_attribute("aria-label", re.compile("Emil poisoned Gus"))
        page.get_by_role("button", name="poisoned").click()
        expect(picture).not_to_have_attribute("aria-label", re.compile("poisoned"))
        expect(page.locator("main")).to_contain_text("Emil's poison found Gus.")


def test_every_kind_of_deed_in_the_diagram_has_a_look_of_its_own(browser: Browser) -> None:
    def busy(box: FakeBox) -> None:
        over(box)
        deeds = ("healed", "protected", "sniffed at", "linked")
        box.common["after"]["arrows"] += [{"from": "Ann", "to": "Bob", "what": deed} for deed in deeds]
        box.show()

    with staged(browser, Scene("/play", busy), 390) as (page, *_):
        looks = page.locator(".deeds button").evaluate_all("(buttons) => buttons.map((one) => one.className)")
        assert len(looks) == len({*looks}) == 9


def test_the_story_stands_once_on_a_page(browser: Browser) -> None:
    """While the game was on, the dead read of it in a book of their own."""
    with staged(browser, SCENES["ghost"]) as (page, box, *_):
        expect(page.get_by_text("What the dead see")).to_be_visible()
        book = box.players["Ann"]["ghost"]
        over(box)
        box.show_seat("Ann", ghost=book)
        expect(page.locator("#screen .story")).to_be_visible()
        expect(page.get_by_text("What the dead see")).to_have_count(0)


def test_the_dead_read_of_the_latest_phase_first(browser: Browser) -> None:
    book = [{"phase": phase, "text": f"{phase} {n}."} for phase in ("Night 1", "Day 1") for n in (1, 2)]
    with staged(browser, SCENES["ghost"]) as (page, box, *_):
        box.show_seat("Ann", ghost=book)
        lines = page.locator("#more .story li")
        expect(lines).to_have_count(4)
        assert [line.strip()[-2] for line in lines.all_inner_texts()] == ["1", "2", "1", "2"]
        assert "Day 1" in lines.all_inner_texts()[0]


def test_all_see_which_votes_count_twice_and_what_posters_add(browser: Browser) -> None:
    with staged(browser, SCENES["vote-chosen"]) as (page, box, *_):
        votes = box.common["reveal"]
        first = votes["accused"][0]
        more = [first | {"count": first["count"] + 3}, *votes["accused"][1:]]
        box.show(reveal=votes | {"accused": more, "weights": {first["voters"][0]: 2}})
        twice, *others = first["voters"]
        expect(page.locator(".accused .voters").first).to_have_text("".join([twice, " ×2", *others, "+2"]))


@pytest.mark.parametrize("scene", ["ask", "told"])
def test_the_button_beside_the_card_has_room_in_a_language_with_long_words(browser: Browser, scene: str) -> None:
    with staged(browser, SCENES[scene], 320) as (page, *_):
        cut = page.evaluate("""() => {
            document.getElementById("hold").firstChild.data = "Meine Charakterkarte ";
            document.getElementById("confirm").textContent = "Ich habe sie gelesen";
            const cut = (one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth;
            return [...document.querySelectorAll(".hand button")].filter(cut).map((one) => one.textContent);
        }""")
        assert cut == []


def test_the_host_page_is_dimmed_at_night_too(browser: Browser) -> None:
    with staged(browser, SCENES["host-trouble"]) as (page, *_):
        page.evaluate("document.body.dataset.stage = 'game'")
        assert 0.3 < float(page.evaluate("getComputedStyle(document.body, '::after').opacity")) < 0.4


def test_the_picture_and_the_story_of_a_game_are_files_to_keep(browser: Browser) -> None:
    with staged(browser, SCENES["after"], 390) as (page, box, *_):
        kept = {}
        for what in ("picture", "story"):
            with page.expect_download() as download:
                page.get_by_role("button", name=f"Keep the {what}").click()
            kept[what] = download.value
        assert re.fullmatch(r"Werewolf \d{4}-\d\d-\d\d\.png", kept["picture"].suggested_filename)
        picture = Image.open(kept["picture"].path())
        assert (picture.format, picture.width) == ("PNG", 1080)
        colours = picture.convert("RGB").getcolors(1 << 20)
        assert colours is not None
        assert len(colours) > 100
        story = Path(kept["story"].path()).read_text(encoding="utf-8")
        after = box.common["after"]
        assert all(award["text"] in story for award in after["awards"])
        assert story.startswith(f"Won by\n{after['winner']}\n")
        assert all(told in story for told in ("Cid: Hunter", "Emil's poison found"))


def test_what_is_kept_of_a_game_that_was_ended_early_says_so(browser: Browser) -> None:
    with staged(browser, SCENES["after"], 390) as (page, box, *_):
        box.show(after=box.common["after"] | {"winner": "", "winners": []})
        expect(page.locator(".who h1")).to_have_text("The game was ended early")
        with page.expect_download() as download:
            page.get_by_role("button", name="Keep the story").click()
        assert Path(download.value.path()).read_text(encoding="utf-8").startswith("The game was ended early\n")


def test_everybody_strikes_out_themselves_after_a_second_tap(browser: Browser) -> None:
    with staged(browser, SCENES["evenings"], 390) as (page, box, *_):
        box.host_tokens.clear()
        page.reload()
        expect(page.locator("#people")).to_contain_text("best detective")
        expect(page.get_by_role("button", name="Strike out")).to_have_count(1)
        page.get_by_role("button", name="Strike out Ann").click()
        assert [message for message in box.asked if message["do"] == "forget"] == []
        page.get_by_role("button", name="really").click()
        expect(page.get_by_role("button", name="Strike out Ann")).to_be_visible()
        with box.changed:
            assert box.changed.wait_for(lambda: told(box, "forget"), 60)
        assert [message["name"] for message in box.asked if message["do"] == "forget"] == ["Ann"]
        with page.expect_download() as download:
            page.get_by_role("button", name="Keep it all as a table").click()
        assert download.value.suggested_filename == "Our evenings.csv"


def test_the_host_has_the_story_told_in_a_minute(browser: Browser) -> None:
    with staged(browser, SCENES["host-over"], 390) as (page, box, *_):
        page.get_by_role("button", name="Tell the story in a minute").click()
        page.get_by_role("button", name="Say who was who").click()
        with box.changed:
            assert box.changed.wait_for(lambda: len(told(box, "read-aloud")) == 2, 60)
        assert [message["what"] for message in told(box, "read-aloud")] == ["minute", "cards"]
        expect(page.locator("#against")).to_be_empty()


def test_one_of_the_dead_bets_with_a_tap_and_the_bet_stands(browser: Browser) -> None:
    with staged(browser, SCENES["ghost"], 390) as (page, box, *_):
        expect(page.locator("#more")).to_contain_text("You bet on The village.")
        page.get_by_role("button", name="Dora").click()
        expect(page.locator("#more")).to_contain_text("You bet on Dora.")
        placed = [(message["what"], message["value"]) for message in box.asked if message["do"] == "bet"]
        assert placed == [("hanged", "Dora")]


def test_a_newcomer_during_a_game_is_told_that_it_is_running(browser: Browser) -> None:
    with staged(browser, Scene("/", game, known=False)) as (page, *_):
        page.fill("#name", "Zoë")
        page.click("form button:not([type])")
        expect(page.locator("#against")).to_contain_text("A game is running")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_house_that_moves_slides_there_unless_less_motion_is_asked_for(browser: Browser, motion: str) -> None:
    with staged(browser, SCENES["village-table"], 1280, reduced_motion=motion) as (page, box, *_):
        seats = box.common["seats"]
        box.show(seats=[seats[-1], *seats[:-1]])
        first = page.locator(f"#street li:first-child[data-key='{seats[-1]['name']}']")
        first.wait_for()
        assert first.evaluate("house => house.getAnimations().length") == (motion == "no-preference")


@pytest.mark.parametrize(
    ("name", "do"), [("End the game", "end"), ("Call it a draw", "draw"), ("Good night", "good-night")]
)
def test_what_is_grave_does_not_happen_where_a_finger_taps_twice_by_mistake(
    browser: Browser, name: str, do: str
) -> None:
    with staged(browser, SCENES["host-game"]) as (page, box, *_):
        page.get_by_role("button", name=name).dblclick()
        page.get_by_role("button", name="Say that again").click()
        with box.changed:
            assert box.changed.wait_for(lambda: bool(told(box, "say-again")), 60)
        assert not told(box, do)


def test_the_host_reads_when_a_wrong_name_can_be_put_right(browser: Browser) -> None:
    with staged(browser, SCENES["host-game"], 390) as (page, *_):
        page.get_by_text("A name or a seat is wrong").click()
        expect(page.get_by_text("only between two games")).to_be_visible()


@pytest.mark.parametrize(("name", "times"), [("host-game", 1), ("host-lobby", 0)])
@pytest.mark.parametrize("says", ["a new pace waits for the morning", "the voice with the next game"])
def test_a_host_reads_what_changes_later_in_a_game(browser: Browser, says: str, name: str, times: int) -> None:
    with staged(browser, SCENES[name], 390) as (page, *_):
        expect(page.get_by_text(says)).to_have_count(times)


@pytest.mark.parametrize("name", ["Pause", "Undo", "Skip"])
def test_what_steers_the_game_happens_once_where_a_finger_taps_twice_by_mistake(browser: Browser, name: str) -> None:
    with staged(browser, SCENES["host-game"]) as (page, box, *_):
        page.get_by_role("button", name=name, exact=True).dblclick()
        page.get_by_role("button", name="Say that again").click()
        with box.changed:
            assert box.changed.wait_for(lambda: bool(told(box, "say-again")), 60)
        assert [message["do"] for message in box.asked if message["do"] != "say-again"] == [name.lower()]


def test_a_pause_right_after_something_else_counts(browser: Browser) -> None:
    with staged(browser, SCENES["host-game"]) as (page, box, *_):
        tap = "(what) => document.querySelector(`[data-what=${what}]`).click()"
        page.evaluate(f"['longer', 'pause'].forEach({tap})")
        with box.changed:
            assert box.changed.wait_for(lambda: bool(told(box, "pause")), 10)
