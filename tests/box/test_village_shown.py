"""What the village around the cards looks like on pages: second cards, who stands, and the evening told afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator.game.game import Game
from tests.labs.boxlab import Table, pass_time, said, until_over

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus"]
CHARACTERS = ("seer", "hunter", "witch", "cupid", "defender", "elder", "scapegoat")
HOUSES = {"Ann": "baker", "Bob": "lord", "Cid": "schoolmarm", "Dan": "confessor"}


def playing(folder: Path, **game: Any) -> Table:
    table = Table(folder, NAMES)
    table.box.lobby.roleset, table.box.lobby.options = "the-pact", game["options"]
    table.box.moderate(Game("the-pact", NAMES, seed=1, **game))
    return table


@pytest.fixture
def two_each(tmp_path: Path, request: pytest.FixtureRequest) -> Table:
    cards = dict(zip(NAMES, CHARACTERS, strict=True))
    options = {"double_you": request.param, "sheriff": "never"}
    return playing(tmp_path, cards=cards, options=options, alignment={"Bob": "werewolf", "Cid": "werewolf"})


@pytest.mark.parametrize("two_each", ["open"], indirect=True)
def test_va_05_a_page_shows_both_cards_and_the_village_the_open_one(two_each: Table) -> None:
    begin(two_each)
    page = two_each.page("Bob")
    assert [page["you"][card]["id"] for card in ("card", "second")] == ["werewolf", "hunter"]
    assert len(page["light"]["cards"]) == 2
    assert [seat["card"] for seat in page["seats"]][:3] == ["Seer", "Hunter", "Witch"]


@pytest.mark.parametrize("two_each", ["open"], indirect=True)
def test_va_05_a_side_without_a_power_does_not_say_that_its_player_has_none(two_each: Table) -> None:
    begin(two_each)
    ann = two_each.page("Ann")["you"]
    assert (ann["card"]["name"], ann["card"]["is"], ann["card"]["wakes"]) == ("Villager", "", "")
    assert ann["second"]["name"] == "Seer"
    assert "night" in ann["second"]["wakes"]


@pytest.mark.parametrize("two_each", ["open", "secret"], indirect=True)
def test_va_05_va_06_both_cards_lie_face_up_once_their_holder_is_dead(two_each: Table) -> None:
    until_over(two_each, ["Bob", "Cid"])
    bob = next(seat for seat in two_each.page("Ann")["seats"] if seat["name"] == "Bob")
    assert sorted(bob["card"].split(" and ")) == ["Hunter", "Werewolf"]
    after = {card["name"]: card for card in two_each.page("Ann")["after"]["cards"]}
    assert {after["Bob"]["id"], after["Bob"]["second"]["id"]} == {"hunter", "werewolf"}


@pytest.mark.parametrize("two_each", ["secret"], indirect=True)
def test_va_06_nobody_sees_the_second_card_of_another(two_each: Table) -> None:
    begin(two_each)
    page = two_each.page("Ann")
    assert page["you"]["second"] is not None
    assert [seat["card"] for seat in page["seats"]] == [None] * 7


def test_va_03_pages_say_who_stands_and_who_sits(tmp_path: Path) -> None:
    table = playing(tmp_path, cards={"Ann": "werewolf"}, options={"innocents": "on", "sheriff": "never"})
    assert {seat["standing"] for seat in table.page("Ann")["seats"]} == {None}
    table.until("village.vouch")
    living = [seat["name"] for seat in table.page("Ann")["seats"] if seat["alive"]]
    assert [seat["name"] for seat in table.page("Ann")["seats"] if seat["standing"]] == living
    (speaker,) = table.round.game.prompts[0].seats
    named = next(name for name in living if name != speaker)
    asked = table.round.asked
    table.answer(speaker, named)
    while table.round.asked == asked or not table.round.asking:
        assert table.step()
    assert [seat["name"] for seat in table.page("Ann")["seats"] if seat["standing"]] == [
        name for name in living if name != named
    ]


def test_the_evening_told_afterwards_has_its_buildings_and_event_cards(tmp_path: Path) -> None:
    options = {"buildings": "on", "events": "stacked", "sheriff": "never"}
    events = ["ev-eclipse", "ev-dissatisfaction"]
    table = playing(tmp_path, cards={"Ann": "werewolf"}, options=options, buildings=HOUSES, events=events)
    until_over(table, ["Bob", "Cid", "Ann"])
    after = table.page("Bob")["after"]
    assert after["events"][0] == {"id": "ev-eclipse", "name": "Eclipse"}
    homes = {card["name"]: (card["house"] or {}).get("id") for card in after["cards"]}
    assert {name: homes[name] for name in HOUSES} == HOUSES


def begin(table: Table) -> None:
    """Go on until the first night's first window."""
    while not table.round.asking:
        assert table.step()


def told_pages(table: Table) -> dict[str, dict[str, Any]]:
    """Let time pass until everybody may be told something alone, besides at a call; what all pages then show."""
    while table.round.beat is None or table.round.beat.screen != "told" or table.round.views[None].call is not None:
        if table.round.asking:
            for name in NAMES:
                asked = table.page(name)["screen"]
                if asked["kind"] == "ask" and asked["chosen"] is None and not asked["may_pass"]:
                    table.answer(name, *[choice["value"] for choice in asked["choices"]][: asked["least"]])
        assert table.step()
    return {name: table.page(name)["screen"] for name in NAMES}


def test_va_09_whoever_was_mesmerised_reads_so_after_the_last_call_while_all_pages_look_alike(tmp_path: Path) -> None:
    table = playing(tmp_path, cards={"Ann": "werewolf"}, options={"trance": "on", "sheriff": "never"})
    table.until("werewolf.devour")
    table.answer("Ann", "Dan")
    pages = told_pages(table)
    assert "You are mesmerised" in pages.pop("Dan")["text"]
    assert {(page["kind"], page["text"]) for page in pages.values()} == {
        ("told", "Nothing for you this time. Look busy.")
    }
    assert "look at your page or" in said(table)[-1].lower()


def test_ev_13_in_a_plague_a_double_agent_is_told_of_a_pack_drawn_by_lot(tmp_path: Path) -> None:
    options = {"events": "on", "sheriff": "never", "black_plague": "on"}
    table = playing(tmp_path, cards={"Ann": "seer"}, options=options, events=["ev-double-agent"])
    table.until("double-agent.name")
    (first,) = table.round.game.prompts[0].seats
    agent = next(name for name in NAMES if name in table.round.game.alive)
    table.answer(first, agent)
    text = told_pages(table)[agent]["text"]
    pack = text.partition("The pack: ")[2].rstrip(".")
    assert pack in table.round.game.alive
    assert pack != agent


def test_whoever_has_no_vote_is_told_so_while_the_others_vote(tmp_path: Path) -> None:
    options = {"buildings": "on", "sheriff": "never"}
    table = playing(tmp_path, cards={"Ann": "werewolf"}, buildings=HOUSES, options=options)
    table.until("village.vote")
    assert table.page("Cid")["screen"]["title"] == "You do not vote now"
    assert table.page("Dan")["screen"]["kind"] == "ask"


def test_ev_41_whom_nobody_has_named_as_a_friend_stands_first_and_is_read_out(tmp_path: Path) -> None:
    options = {"events": "on", "sheriff": "never"}
    table = playing(tmp_path, cards={"Ann": "werewolf"}, options=options, events=["ev-great-distrust"])
    table.until("village.friends")
    alive = table.round.game.alive
    for name in alive:
        table.answer(name, *[other for other in (*alive[:2], alive[-1]) if other != name][:2])
    while table.round.beat is None or table.round.beat.screen != "votes":
        assert table.step()
    assert table.page("Ann")["reveal"]["title"] == "Who was named, and by whom"
    rows = table.page("Ann")["reveal"]["accused"]
    nobodys = [name for name in alive if name not in (*alive[:2], alive[-1])]
    assert [row["name"] for row in rows if row["most"]] == nobodys == [row["name"] for row in rows][: len(nobodys)]
    table.step()
    assert any(all(name in line for name in nobodys) for line in said(table)[-2:])
    while table.page("Ann")["reveal"] is not None:
        assert table.step()
    assert [seat["votes"] for seat in table.page("Ann")["seats"]] == [None] * len(NAMES)


def test_ev_34_pages_say_who_has_the_floor(tmp_path: Path) -> None:
    options = {"events": "on", "sheriff": "never"}
    table = playing(tmp_path, cards={"Ann": "werewolf"}, options=options, events=["ev-good-manners"])
    table.until("werewolf.devour")
    while not any(seat["speaks"] for seat in table.page("Ann")["seats"]):
        assert table.step()
    (speaker,) = [seat["name"] for seat in table.page("Ann")["seats"] if seat["speaks"]]
    titles = {name: table.page(name)["screen"]["title"] for name in table.round.game.alive}
    assert titles.pop(speaker) == "You have the floor"
    assert set(titles.values()) == {"Listen"}


def test_ev_34_whoever_has_the_floor_passes_it_on_and_nobody_else_ends_it(tmp_path: Path) -> None:
    options = {"events": "on", "sheriff": "never"}
    table = playing(tmp_path, cards={"Ann": "werewolf"}, options=options, events=["ev-good-manners"])
    table.until("werewolf.devour")
    speakers: list[str] = []
    while (titles := {name: table.page(name)["screen"]["title"] for name in NAMES}) != spoken(titles):
        speaker = [name for name, title in titles.items() if title == "You have the floor"]
        if speaker and speaker != speakers[-1:]:
            speakers += speaker
            assert table.do("call-vote", token=table.tokens[speaker[0]])["ok"]
            table.box.turn()
        else:
            assert table.step()
    assert speakers == list(table.round.game.alive)


def spoken(titles: dict[str, str]) -> dict[str, str]:
    """What pages show once all who are alive have spoken."""
    return {name: title if title == "You are dead" else "Everybody has spoken" for name, title in titles.items()}


def test_ev_30_who_is_away_neither_talks_nor_ends_the_debate(tmp_path: Path) -> None:
    options = {"events": "on", "sheriff": "never"}
    born = {name: 1980 + at for at, name in enumerate(NAMES)}
    game = {"cards": {"Gus": "werewolf"}, "options": options, "events": ["ev-luncheon-for-seniors"], "born": born}
    table = playing(tmp_path, **game)
    table.until("werewolf.devour")
    while not (table.box.debates and any("Away" in seat["offices"] for seat in table.page("Ann")["seats"])):
        assert table.step()
    titles = {name: table.page(name)["screen"]["title"] for name in table.round.game.alive}
    away = [name for name, title in titles.items() if title == "You are away"]
    assert away == list(table.round.game.alive)[: len(titles) // 2]
    assert table.do("call-vote", token=table.tokens[away[0]])["code"] == "not-now"
    before = len(said(table))
    for name in [name for name in titles if name not in away][:3]:
        assert len(said(table)) == before
        assert table.do("call-vote", token=table.tokens[name])["ok"]
    assert len(said(table)) == before + 1


def test_ev_04_the_crier_reads_what_each_card_says(tmp_path: Path) -> None:
    options = {"events": "on", "town_crier": "on", "sheriff": "start"}
    crier = ["ev-backfire", "ev-burial"]
    table = playing(tmp_path, cards={"Ann": "werewolf"}, options=options, events=[], crier=crier)
    table.until("sheriff.elect")
    for name in NAMES:
        table.answer(name, "Bob")
    table.until("sheriff.appoint")
    table.answer("Bob", "Cid")
    table.until("crier.announce")
    cards = table.page("Cid")["screen"]["events"]
    assert [card["name"] for card in cards] == ["Backfire", "Burial"]
    assert all(card["text"].endswith(".") and len(card["text"]) > 40 for card in cards)


def test_ev_06_the_living_hear_the_questions_and_the_ghost_reads_the_one_that_is_asked(tmp_path: Path) -> None:
    options = {"events": "on", "sheriff": "never"}
    table = playing(tmp_path, cards={"Ann": "werewolf"}, options=options, events=["ev-spiritualism-3"])
    table.until("werewolf.devour")
    table.answer("Ann", "Bob")
    table.until("spirit.question")
    questions = ("found a werewolf?", "side by side?", "jewels that we can see?", "Am I a werewolf?")
    assert [sum(line.endswith(question) for line in said(table)) for question in questions] == [1, 1, 1, 1]
    (medium,) = table.round.game.prompts[0].seats
    table.answer(medium, "4")
    table.until("spirit.answer")
    (ghost,) = table.round.game.prompts[0].seats
    assert table.page(ghost)["screen"]["text"] == f"{medium} asks: Am I a werewolf?"


def test_bd_31_no_poster_hangs_at_the_door_of_the_dead(tmp_path: Path) -> None:
    options = {"buildings": "on", "sheriff": "never"}
    cards, houses = {"Ann": "werewolf", "Cid": "scandalmonger"}, {"Bob": "baker", "Dan": "barber"}
    table = playing(tmp_path, cards=cards, options=options, buildings=houses)
    for prompt, seat, choice in (("scandalmonger.accuse", "Cid", "Bob"), ("werewolf.devour", "Ann", "Eve")):
        table.until(prompt)
        table.answer(seat, choice)
    table.until("village.vote")
    posters = {seat["name"]: seat["posters"] for seat in table.page("Ann")["seats"]}
    assert posters["Bob"] == 1
    table.do("act", token=table.tokens["Dan"], what="barber.shave", value=["Bob"])
    while "Bob" in table.round.views[None].living:
        assert table.step()
    assert {seat["posters"] for seat in table.page("Ann")["seats"]} == {0}


def test_bd_12_the_next_one_is_asked_at_dusk_as_soon_as_the_one_before_has_answered(tmp_path: Path) -> None:
    houses = {"Ann": "baker", "Bob": "confessor", "Cid": "bonesetter", "Dan": "barber"}
    game = {"cards": {"Ann": "werewolf", "Eve": "werewolf"}, "options": {"buildings": "on", "sheriff": "never"}}
    table = playing(tmp_path, **game, buildings=houses)
    table.until("village.vote")
    assert table.do("act", token=table.tokens["Dan"], what="barber.shave", value=["Ann"])["ok"]
    table.until("confessor.hear")
    asked = table.time.now
    table.answer("Bob", "Eve")
    table.until("bonesetter.mend")
    assert table.time.now < asked + 10


def test_who_may_name_several_has_time_to_name_them_one_after_another(tmp_path: Path) -> None:
    options, houses = {"buildings": "on", "sheriff": "never"}, {"Ann": "baker", "Bob": "lord", "Cid": "schoolmarm"}
    table = playing(tmp_path, cards={"Ann": "werewolf"}, options=options, buildings=houses)
    table.until("schoolmarm.forbid")
    table.answer("Cid", "Ann")
    pass_time(table, 5.0)
    assert table.round.views[None].window == "schoolmarm.forbid"
    table.answer("Cid", "Ann", "Bob")
    table.until("village.vote")
    assert [table.page(name)["screen"]["title"] for name in ("Ann", "Bob")] == ["You do not vote now"] * 2


@pytest.mark.parametrize("brings", ["on", "off"])
def test_ev_31_a_card_that_brings_a_variant_says_what_changes(tmp_path: Path, brings: str) -> None:
    options = {"events": "on", "sheriff": "never", "event_variants": brings}
    table = playing(tmp_path, cards={"Ann": "werewolf"}, options=options, events=["ev-radiant-sunday"])
    while not (event := table.page(kind="table")["event"]):
        assert table.step()
    language = table.box.language
    assert event["text"] == language.event("ev-radiant-sunday")["variant" if brings == "on" else "text"]
    while not any(event["text"] in line for line in said(table)):
        assert table.step()


def test_ev_05_the_gypsy_reads_the_questions_of_her_cards_on_her_own(tmp_path: Path) -> None:
    options = {"events": "on", "sheriff": "never"}
    table = playing(tmp_path, cards={"Ann": "werewolf", "Bob": "gypsy"}, options=options)
    begin(table)
    text = table.page("Bob")["you"]["card"]["is"]
    for number in range(1, 6):
        asked = table.box.language.questions(f"ev-spiritualism-{number}").values()
        assert f"Spiritualism {number}. {' '.join(asked)}" in text
    assert "Spiritualism" not in table.page("Cid")["you"]["card"]["is"]


@pytest.mark.parametrize("permanent", ["on", "off"])
def test_ev_31_a_card_stands_among_those_in_force_as_long_as_its_variant_lasts_by_it(
    tmp_path: Path, permanent: str
) -> None:
    options = {"events": "on", "sheriff": "never", "event_variants": "on", "trance": permanent}
    table = playing(tmp_path, cards={"Ann": "werewolf"}, options=options, events=["ev-radiant-sunday"])
    begin(table)
    assert table.page(kind="table")["in_force"] == [], "it was not drawn yet"
    while table.round.views[None].phase != "night 3":
        assert table.step()
    shown = [event["id"] for event in table.page(kind="table")["in_force"]]
    assert shown == ([] if permanent == "on" else ["ev-radiant-sunday"])


def test_ev_34_a_speaker_sees_the_time_of_their_own_turn(tmp_path: Path) -> None:
    options = {"events": "on", "sheriff": "never"}
    table = playing(tmp_path, cards={"Ann": "werewolf"}, options=options, events=["ev-good-manners"])
    while not any(seat["speaks"] for seat in table.page(kind="table")["seats"]):
        assert table.step()
    assert table.round.left <= table.round.length
