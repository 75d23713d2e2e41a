"""The spoken menu: a whole evening without a phone, by the knob and the buttons at the seats."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from hardware.devices import KNOB, KnobTurned, Pressed, Released
from narrator.box import messages
from narrator.box.messages.game_control import MORE_TIME
from narrator.box.messages.kinds import GoodNight
from narrator.box.pages.panel_view import host_view
from narrator.errors import Said, english
from narrator.game.awards import said_aloud
from narrator.game.evenings import Played
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.panel.menu import ASLEEP, PATIENCE, WARNING
from narrator.panel.menu_table import menu
from tests.chance import examples
from tests.labs.boxlab import DAY
from tests.labs.buttonlab import Players
from tests.labs.knoblab import LONG, SHORT, KnobTable


@pytest.fixture
def table(tmp_path: Path) -> KnobTable:
    return KnobTable(tmp_path)


# Before a game.


def test_the_first_touch_only_says_where_the_menu_stands(table: KnobTable) -> None:
    assert table.push() == "Start the game."
    assert set(table.sent) == {"menu"}


def test_a_turn_hushes_what_is_being_said(table: KnobTable) -> None:
    table.turn()
    before = len(table.loudspeaker.heard)
    table.turn()
    assert [kind for _, kind, _ in table.loudspeaker.heard[before:]] == ["hush", "say"]


def test_quick_turns_are_answered_once_with_the_last(table: KnobTable) -> None:
    table.turn()
    before = len(table.loudspeaker.heard)
    for _ in range(2):
        table.hand.hear(KnobTurned(1))
    table.pass_time(table.time.now + 0.1)
    assert table.said(before).startswith("What we play")


def test_a_number_of_players_gives_each_a_seat_and_the_button_of_its_number(table: KnobTable) -> None:
    table.push()
    table.turn_to("Players")
    assert table.push() == "zero. Turn, and then push."
    assert table.turn(9) == "nine."
    assert table.lobby.players == []
    assert table.push() == "nine. So be it."
    assert table.lobby.players == [f"Seat {number}" for number in range(1, 10)]
    assert table.lobby.buttons == {f"Seat {number}": number for number in range(1, 9)}
    assert [player["name"] for player in table.page(kind="host")["setup"]["players"]] == table.lobby.players
    table.push()
    table.turn(-4)
    table.push()
    assert table.lobby.players == [f"Seat {number}" for number in range(1, 6)]
    assert set(table.lobby.buttons) == set(table.lobby.tokens.values()) == set(table.lobby.players)


def test_players_with_phones_are_counted_and_never_sent_away(table: KnobTable) -> None:
    table.do("join", name="Ann")
    table.do("add", token=table.host, name="Bob")
    table.set("button", {"Bob": 2})
    table.settle()
    table.push()
    table.turn_to("Players")
    assert table.push().startswith("two.")
    table.turn(3)
    table.push()
    assert table.lobby.players == ["Ann", "Bob", "Seat 1", "Seat 3", "Seat 4"]
    table.push()
    table.turn(-50)
    table.push()
    assert table.lobby.players == ["Ann", "Bob"]


def test_what_was_turned_to_and_not_taken_is_forgotten(table: KnobTable) -> None:
    table.push()
    table.turn_to("What we play")
    table.push()
    table.turn()
    assert table.push(LONG).startswith("What we play. ")
    assert table.lobby.roleset == "millers-hollow"
    table.push()
    table.turn()
    table.wait(PATIENCE + 1)
    assert table.lobby.roleset == "millers-hollow"


def test_a_roleset_is_taken_by_the_second_push(table: KnobTable) -> None:
    table.push()
    table.turn_to("What we play")
    table.push()
    title = table.turn(-9).removesuffix(".")
    table.push()
    assert LIBRARY.titles[table.lobby.roleset] == title
    assert table.page(kind="host")["setup"]["roleset"] == table.lobby.roleset


def test_cards_are_chosen_one_by_one_and_villagers_fill_up(table: KnobTable) -> None:
    assert table.do("seats", token=table.host, number=9, buttons=[])["ok"]
    table.push()
    table.turn_to("The cards, one by one")
    assert table.push() == "The cards that I propose."
    assert table.turn_to("Seer") == "Seer. one."
    table.push()
    table.turn(-1)
    assert table.push() == "zero. So be it."
    deck = table.page(kind="host")["setup"]["deck"]
    assert "seer" not in deck
    assert sum(deck.values()) == 9
    assert table.do("seats", token=table.host, number=10, buttons=[])["ok"]
    assert table.page(kind="host")["setup"]["deck"] == {**deck, "villager": deck["villager"] + 1}
    table.turn_to("The cards that I propose")
    assert table.push() == "So be it."
    assert table.lobby.deck is None
    assert table.push(LONG) == "The cards, one by one."


def test_options_are_chosen_by_their_names(table: KnobTable) -> None:
    table.push()
    table.turn_to("The rules of the house")
    assert table.push().startswith("Sheriff. ")
    table.push()
    table.turn(20)
    assert table.push() == "Never. So be it."
    assert table.lobby.options["sheriff"] == "never"


def test_pace_and_volume(table: KnobTable) -> None:
    table.push()
    table.turn_to("Pace")
    table.push()
    table.turn()
    assert table.push() == "Brisk. So be it."
    assert table.lobby.pace == "brisk"
    table.turn_to("How loud I am")
    table.push()
    assert table.turn(-3) == "five."
    assert table.lobby.volumes["master"] == 0.5
    table.push(LONG)
    assert table.lobby.volumes["master"] == 0.5


def test_a_game_that_cannot_begin_says_why(table: KnobTable) -> None:
    table.push()
    assert table.push() == "A game needs 3 players or more; there are 0: let others sit down."
    assert table.box.game is None


def test_a_game_begins_with_the_second_push_after_saying_what_it_will_be(table: KnobTable) -> None:
    table.do("seats", token=table.host, number=9, buttons=[*range(1, 9)])
    table.push()
    assert table.push() == "nine at the table, and we play The Werewolves of Millers Hollow. Push again, and it begins."
    assert table.box.game is None
    table.push()
    assert table.box.game is not None


def test_a_table_that_changed_meanwhile_is_told_again_before_it_begins(table: KnobTable) -> None:
    table.do("seats", token=table.host, number=9, buttons=[*range(1, 9)])
    table.push()
    table.push()
    table.set("roleset", "new-moon")
    assert table.push() == "Start the game."
    assert table.box.game is None


def test_mh_02_the_knob_warns_once_and_then_begins(table: KnobTable) -> None:
    table.do("seats", token=table.host, number=5, buttons=[*range(1, 6)])
    table.push()
    warned = table.push()
    assert warned == (
        "The Werewolves of Millers Hollow is made for eight or more. Push again, and five of you play it anyway."
    )
    assert table.box.game is None
    table.push()
    assert table.box.game is not None
    assert len(table.box.game.seats) == 5


def test_mh_02_the_knob_warns_of_too_many(table: KnobTable) -> None:
    table.do("seats", token=table.host, number=20, buttons=[*range(1, 9)])
    table.push()
    assert "is made for eighteen at most" in table.push()
    table.push()
    assert table.box.game is not None


def test_mh_02_the_knob_warns_before_few_deal_by_tags(table: KnobTable) -> None:
    table.do("seats", token=table.host, number=5, buttons=[*range(1, 6)])
    table.box.lid(True)
    table.push()
    table.turn_to("Deal cards of your own")
    assert "is made for eight or more" in table.push()
    assert table.box.dealing is None
    table.push()
    assert table.box.dealing is not None


def test_the_address_and_the_number_are_said(table: KnobTable) -> None:
    table.push()
    table.turn_to("Where your phones")
    said = table.push()
    assert table.box.language.spelled("box:8080") in said
    assert table.box.language.spelled(table.box.pin) in said
    assert table.box.pin not in table.box.speech.caption(table.box.language)


def test_a_long_push_at_the_top_leaves(table: KnobTable) -> None:
    table.push()
    assert table.push(LONG) == "Very well."
    assert table.turn() == "Start the game."


# During a game.


def test_a_touch_pauses_the_game_and_reveals_nothing(table: KnobTable) -> None:
    table.start()
    table.until("seer.look")
    table.pass_time(table.time.now + 3.0)
    left = table.round.left
    said = table.turn()
    assert said.endswith("Push to go on.")
    assert table.box.clock.stopped
    table.wait(5.0)
    assert table.round.left == left
    table.push()
    assert not table.box.clock.stopped
    assert left <= table.round.left <= left + 10


def test_a_game_that_the_menu_has_paused_goes_on_by_itself(table: KnobTable) -> None:
    table.start()
    table.until("seer.look")
    table.turn()
    table.turn()
    table.wait(PATIENCE - 1)
    assert table.box.clock.stopped
    assert table.wait(2) != ""
    assert not table.box.clock.stopped


def test_a_break_lasts_until_somebody_ends_it(table: KnobTable) -> None:
    table.start()
    table.turn()
    table.turn_to("Take a break")
    table.push()
    table.wait(3600)
    assert table.box.clock.stopped
    assert table.turn() == "Push to go on."
    table.wait(3600)
    assert table.box.clock.stopped, "only looking at the menu ends no break"
    table.turn()
    table.push()
    assert not table.box.clock.stopped


def test_the_menu_does_not_end_a_break_that_a_page_began_after_its_own(table: KnobTable) -> None:
    table.start()
    table.turn()
    assert table.do("resume", token=table.host)["ok"]
    assert table.do("pause", token=table.host)["ok"]
    table.wait(3600)
    assert table.box.clock.stopped


def test_a_pause_of_the_hosts_page_stays(table: KnobTable) -> None:
    table.start()
    table.do("pause", token=table.host)
    table.turn()
    table.wait(PATIENCE + 1)
    assert table.box.clock.stopped


def test_a_game_that_the_page_let_go_on_is_paused_again_by_the_next_touch(table: KnobTable) -> None:
    table.start()
    table.turn()
    table.turn_to("End this game")
    table.do("resume", token=table.host)
    assert table.push().endswith("Push to go on.")
    assert table.box.clock.stopped


def test_ending_a_game_takes_two_pushes_at_the_same_place(table: KnobTable) -> None:
    table.start()
    table.turn()
    table.turn_to("End this game")
    assert table.push().startswith("Push again, and the game ends.")
    table.turn()
    table.turn(-1)
    assert table.push().startswith("Push again, and the game ends.")
    assert table.push(LONG) == "End this game."
    assert table.push().startswith("Push again, and the game ends.")
    told = table.push()
    assert "Werewolf. " in told, "where nobody has a page, who was who is said"
    assert told.endswith("The game is over, and nobody has won. Play again.")
    assert table.page(kind="host")["stage"] == "over"


def test_a_step_back_and_enough_time(table: KnobTable) -> None:
    table.start()
    table.until("werewolf.devour")
    table.turn()
    table.turn_to("Back a step")
    table.push()
    assert not table.box.clock.stopped
    table.until("werewolf.devour")
    table.pass_time(table.time.now + 1)
    table.turn()
    table.turn_to("Enough time")
    table.push()
    assert not table.box.clock.stopped
    assert table.round.beat is not None
    assert table.round.beat.screen != "ask"


def test_more_time_is_offered_in_a_debate_alone(table: KnobTable) -> None:
    """A night that changes its length could tell who was called."""
    table.start()
    offered = set()
    while not table.box.debates:
        offered |= {item.cue for item in menu(host_view(table.box), ())}
        table.step()
    assert "menu.draw" in offered
    assert "menu.longer" not in offered
    left = table.round.left
    table.turn()
    table.turn_to("A minute more")
    table.push()
    assert table.round.left > left + MORE_TIME - 10
    while table.box.debates:
        table.step()
    assert "menu.longer" not in {item.cue for item in menu(host_view(table.box), ())}


def test_a_refusal_is_a_sentence_and_the_menu_stays(table: KnobTable) -> None:
    table.start()
    table.until("seer.look")
    table.turn()
    table.turn_to("Offer a draw")
    table.push()
    assert table.push().startswith("Wait for the day")
    assert table.box.clock.stopped


def test_the_knob_says_who_has_to_go_home(table: KnobTable) -> None:
    table.start()
    while table.round.beat is None or table.round.beat.screen != "debate":
        assert table.step()
    living = [*table.round.game.alive]
    table.turn()
    table.turn_to("Somebody has to go home")
    table.push()
    assert table.turn_to(living[1]) == f"{living[1]}."
    table.push()
    table.turn_to(f"{living[1]} leaves the game")
    assert table.push() == "Push again, and the seat is out of the game. There is no way back."
    table.push()
    assert not table.box.clock.stopped
    assert [*table.round.game.alive] == [living[0], *living[2:]]


def test_a_minute_more_to_talk(table: KnobTable) -> None:
    table.start()
    while table.round.beat is None or table.round.beat.screen != "debate":
        assert table.step()
    left = table.round.left
    table.turn()
    table.turn_to("A minute more")
    table.push()
    assert not table.box.clock.stopped
    assert table.round.left > left + 50


@pytest.mark.parametrize("call", ["seer.look", "werewolf.devour", "witch.heal"])
def test_a_knob_that_is_turned_at_night_gives_nothing_away(tmp_path: Path, call: str) -> None:
    """Two games that differ in who holds which card; the same touches are heard, and sent to all pages, alike."""
    noticed = []
    for at, secret in enumerate((["seer", "werewolf", "witch"], ["werewolf", "witch", "seer"])):
        table = KnobTable(tmp_path / str(at))
        table.hold(*range(1, 9))
        names = table.lobby.players
        cards = dict(zip(names, [*secret, "werewolf"], strict=False))
        table.box.moderate(Game("millers-hollow", names, cards=cards, seed=5))
        sent: list[tuple[float, str, int]] = []
        for name in names:
            hear = partial(_note, table, sent, name)
            table.box.listeners.add("player", table.lobby.token_of(name)).put = hear  # type: ignore[method-assign]
        table.until(call)
        touched(table, [("turn", 1), ("turn", 2), ("turn", 2), ("push", SHORT), ("turn", -1), ("wait", PATIENCE + 1.0)])
        table.pass_time(table.time.now + 30.0)
        noticed.append((table.loudspeaker.heard, sent))
    assert noticed[0] == noticed[1]


def _note(table: KnobTable, sent: list[tuple[float, str, int]], name: str, page: str) -> None:
    sent.append((round(table.time.now, 3), name, len(page.encode())))


# A whole evening.


def evening(table: KnobTable) -> None:
    """Eight people hold their buttons, somebody starts, and all play to the end."""
    table.hold(*range(1, 9))
    table.push()
    table.push()
    table.push()
    assert table.page(kind="table")["stage"] == "game"
    table.tokens = {name: table.lobby.token_of(name) or "" for name in table.lobby.players}
    players = Players(table, 1)
    while players.play():
        assert table.time.now < DAY, "this game never ends"
    assert table.page(kind="table")["stage"] == "over"


@pytest.mark.slow
def test_an_evening_without_any_phone(table: KnobTable) -> None:
    evening(table)
    words = table.box.language
    game = table.box.game
    assert game is not None
    said = [what for _, kind, what in table.loudspeaker.heard if kind == "say"]
    awards = [line.text for line in said_aloud(table.box.awards, words)]
    assert said[-len(awards) :] == awards
    last = said[-len(game.deck) - len(awards) : -len(awards)]
    for card in game.deck:
        assert any(line.startswith(words.card(card)["name"]) for line in last), card
    for name in table.lobby.players:
        assert sum(name in line for line in last) == 1
    table.push()
    table.turn_to("Who was who.")
    assert "Seat 1" in table.push()
    table.turn()
    table.turn_to("The whole story")
    assert "Night 1." in table.push()
    table.turn()
    table.turn_to("Change something first.")
    assert table.push() == "A new game, then. Start the game."
    assert table.page(kind="table")["stage"] == "lobby"
    assert len(table.lobby.players) == 8


@pytest.mark.slow
def test_where_a_page_is_looked_at_nobody_is_told_aloud_who_was_who(table: KnobTable) -> None:
    table.box.listeners.add("table", None)
    evening(table)
    assert "Seer. " not in table.said()[-400:]


# Good night.


@pytest.fixture
def nights(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """How often the box was sent to sleep."""
    slept: list[Any] = []
    monkeypatch.setitem(messages.ACTIONS, GoodNight, lambda box, message: slept.append("good-night"))
    return slept


def test_holding_the_knob_warns_and_then_sends_the_box_to_sleep(table: KnobTable, nights: list[Any]) -> None:
    assert table.push(WARNING + 0.5).endswith("Let go, and I do not.")
    assert nights == []
    table.wait(60)
    assert nights == []
    table.push(ASLEEP + 3)
    assert nights == ["good-night"]


def test_a_hold_that_was_let_go_leaves_the_game_as_it_was(table: KnobTable, nights: list[Any]) -> None:
    table.start()
    table.until("seer.look")
    table.push(ASLEEP - 1)
    assert table.box.clock.stopped
    table.wait(PATIENCE + 1)
    assert not table.box.clock.stopped
    assert nights == []


def test_good_night_in_the_menu_wants_a_second_push(table: KnobTable, nights: list[Any]) -> None:
    table.push()
    table.turn_to("Good night")
    table.push()
    assert nights == []
    table.push()
    assert nights == ["good-night"]


def test_the_host_is_told_of_a_knob_that_sticks_or_rattles(table: KnobTable) -> None:
    table.hand.hear(Pressed(KNOB))
    table.wait(30)
    assert any("knob" in english(trouble) for trouble in table.box.trouble.values())
    table.hand.hear(Released(KNOB))
    table.wait(1)
    assert not table.box.trouble


# Whatever somebody does with it.

TOUCHES = st.lists(
    st.one_of(
        st.integers(-3, 3).map(lambda clicks: ("turn", clicks)),
        st.sampled_from([("push", SHORT), ("push", SHORT), ("push", LONG), ("wait", 1.0), ("wait", PATIENCE + 1.0)]),
    ),
    max_size=40,
)
GRAVE = {"start": "Push again, and it begins.", "end": "Push again, and nobody ever knows who it was."}


def touched(table: KnobTable, touches: list[tuple[str, Any]]) -> None:
    """Do all this; nothing grave comes of it but by a second push right after a warning."""
    on_a_break = False
    for what, how in touches:
        before, said = len(table.sent), table.said()
        getattr(table, what)(how)
        pushed = (what, how) == ("push", SHORT) and said.endswith("as you like.")
        on_a_break = "pause" in table.sent[before:] if pushed else on_a_break and table.box.clock.stopped
        for grave, warning in GRAVE.items():
            if grave in table.sent[before:]:
                assert (what, how) == ("push", SHORT)
                assert said.endswith(warning)
    table.wait(PATIENCE + 1)
    if table.page(kind="host")["stage"] == "game" and not on_a_break:
        assert not table.box.clock.stopped
    assert table.turn()


@pytest.mark.slow
@examples(20, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(touches=TOUCHES, night=st.booleans())
def test_no_touch_starts_or_ends_a_game_by_accident_and_the_table_never_hangs(
    touches: list[tuple[str, Any]], night: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table = KnobTable(tmp_path_factory.mktemp("table"))
    table.do("seats", token=table.host, number=8, buttons=[])
    if night:
        table.start(0)
        table.until("seer.look")
    touched(table, touches)


@pytest.mark.slow
def test_after_a_game_any_touches_leave_a_table_at_which_the_next_can_begin(table: KnobTable) -> None:
    evening(table)
    dice = Random(2)
    kinds = [("turn", 1), ("turn", -1), ("push", SHORT), ("push", LONG), ("wait", PATIENCE + 1.0)]
    touched(table, dice.choices(kinds, k=60))
    for do in ("end", "again"):
        table.do(do, token=table.host)
    assert table.page(kind="host")["stage"] == "lobby"
    assert table.turn()


def test_no_page_sees_the_menu_of_the_knob(table: KnobTable) -> None:
    assert table.box.handle({"do": "menu", "token": table.box.inside})["ok"]
    for token in (None, table.host):
        assert table.box.handle({"do": "menu", "token": token})["code"] == "not-the-host"


# A village.


def test_a_village_is_set_up_by_the_knob_alone(table: KnobTable) -> None:
    table.do("seats", token=table.host, number=8, buttons=[])
    table.set("roleset", "the-pact")
    table.push()
    assert table.turn_to("A choice to begin with") == "A choice to begin with. Usual, about even."
    table.push()
    assert table.turn() == "Wild, about even."
    assert table.turn() == "The Pact with its village, about even."
    assert table.push() == "The Pact with its village, about even. So be it."
    assert table.lobby.options == {"buildings": "on"}
    table.turn_to("Who lives where")
    table.push()
    assert table.turn_to("Lord") == "Lord. zero."
    table.push()
    table.turn()
    assert table.push() == "one. So be it."
    assert table.lobby.village["lord"] == 1
    table.turn_to("The village that I propose")
    assert table.push() == "So be it."
    assert table.lobby.village is None


def test_permanent_events_are_switched_on_one_by_one(table: KnobTable) -> None:
    table.set("roleset", "the-pact")
    table.push()
    table.turn_to("The rules of the house")
    table.push()
    table.turn_to("Events from the start, one by one")
    table.push()
    for event in ("Burial", "Executioner"):
        assert table.turn_to(event) == f"{event}. Off."
        table.push()
        table.turn()
        assert table.push() == "On. So be it."
    assert set(table.lobby.options["permanent_events"].split()) == {"ev-burial", "ev-executioner"}
    table.turn_to("Burial. On.")
    table.push()
    table.turn(-1)
    table.push()
    assert table.lobby.options["permanent_events"] == "ev-executioner"


def test_the_knob_has_the_last_line_said_again_by_day_and_not_at_night(table: KnobTable) -> None:
    table.start()
    while not table.box.is_night:
        table.pass_time(table.time.now + 1.0)
    table.push()
    table.turn_to("What I said last")
    assert table.push() == english(Said("refused.say-again-at-night", {}))
    table.wait(PATIENCE + 1)
    while not table.box.debates:
        table.pass_time(table.time.now + 1.0)
    table.wait(10.0)
    last = table.said().rpartition(" ")[2]
    table.push()
    table.turn_to("What I said last")
    assert table.push().endswith(last)


def test_the_knob_has_one_character_after_another_explained_and_a_turn_cuts_it_short(table: KnobTable) -> None:
    table.do("seats", token=table.host, number=8, buttons=[])
    table.turn()
    table.turn_to("Explain a character.")
    table.push()
    table.turn_to("Seer.")
    assert "Seer" in table.push()
    assert table.box.language.card("seer")["wants"] in table.wait(25)
    following = table.turn()
    assert table.page(kind="table")["explained"] is None
    assert following.strip(".") in table.push()
    assert table.wait(5)
    assert table.push(LONG) == "Explain a character.", "a long push goes back, and cuts it short, too"
    assert table.wait(30) == ""


def test_the_next_game_begins_with_two_pushes_in_the_same_chairs(table: KnobTable) -> None:
    table.start()
    table.do("end", token=table.host)
    chairs = table.lobby.players
    table.push()
    assert table.push() == "eight at the table, and all as before. Push again, and it begins."
    table.push()
    assert table.page(kind="table")["stage"] == "game"
    assert [seat["name"] for seat in table.page(kind="table")["seats"]] == chairs


def claimed(table: KnobTable) -> None:
    """Ann is at the table, her page open, and another phone says it is her."""
    table.tokens["Ann"] = table.do("join", name="Ann")["token"]
    table.box.listeners.add("player", table.tokens["Ann"])
    table.tokens["other"] = table.do("join", name="Ann", again=True)["token"]


@pytest.mark.parametrize("yes", [True, False])
def test_another_phone_has_its_seat_or_not_at_the_third_click(table: KnobTable, yes: bool) -> None:
    claimed(table)
    assert table.push() == "Another phone says it is Ann."
    assert table.push() == "Yes, it is Ann."
    if not yes:
        assert table.turn() == "No, it is not Ann."
    table.push()
    assert table.lobby.claims == {}
    assert table.lobby.token_of("Ann") == table.tokens["other" if yes else "Ann"]


def test_in_a_game_it_goes_on_once_it_is_said_whose_the_other_phone_is(table: KnobTable) -> None:
    table.tokens["Ann"] = table.do("join", name="Ann")["token"]
    table.start()
    table.tokens["other"] = table.do("join", name="Ann", again=True)["token"]
    table.push()
    assert table.box.clock.stopped
    assert table.turn() == "Another phone says it is Ann."
    table.push()
    table.push()
    assert table.lobby.token_of("Ann") == table.tokens["other"]
    assert not table.box.clock.stopped


def test_a_name_is_changed_to_one_that_the_box_knows(table: KnobTable) -> None:
    table.box.evenings.played = [
        Played("g", "millers-hollow", name, "seer", "villagers", True, True, 0, 0) for name in ("Bob", "Ann")
    ]
    table.do("seats", token=table.host, number=3, buttons=[1, 2, 3])
    table.tokens["Ann"] = table.do("join", name="Ann")["token"]
    table.push()
    table.turn_to("Change a name.")
    assert table.push() == "Seat 1."
    assert table.push() == "Seat 1. Turn, and then push."
    assert [table.turn() for _ in range(2)] == ["Bob.", "Seat 4."]
    table.turn(-1)
    assert table.push() == "Bob. So be it."
    assert table.lobby.players == ["Bob", "Seat 2", "Seat 3", "Ann"]
    assert table.lobby.buttons["Bob"] == 1


def test_a_preset_says_whom_it_is_easier_for(table: KnobTable) -> None:
    table.set("roleset", "the-pact")
    table.do("seats", token=table.host, number=8, buttons=[])
    presets = {one["id"]: one["balance"] for one in table.page(kind="host")["setup"]["presets"]}
    said = host_view(table.box).presets
    words = table.box.language
    for preset, balance in presets.items():
        assert said[preset] == words.word(f"preset-{balance}", what=words.preset(preset)["name"])
    table.push()
    assert table.turn_to("A choice to begin with.") == f"A choice to begin with. {said['usual']}."
