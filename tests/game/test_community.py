"""Two villages in one process: players leave one for the other with their cards (VA-02)."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random

import pytest

from narrator.game.community import Community
from narrator.game.game import Game
from narrator.rules.facts import Called
from narrator.rules.prompts import IllegalAnswer
from narrator.rules.table import IllegalTable
from narrator.rules.variant_facts import Departed, Knocked, Luggage, Packed

UPPER = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
LOWER = ("Gus", "Hal", "Ida", "Jon", "Kim", "Leo")


def village(seats: tuple[str, ...], cards: dict[str, str], other: str, **keys: object) -> Game:
    options = {"hamlets": "on", "sheriff": "never", **keys}
    return Game("the-pact", seats, cards=cards, options=options, villages=[other], seed=1)


def two_villages() -> Community:
    upper = village(UPPER, {"Ann": "werewolf", "Bob": "werewolf", "Cid": "piper", "Dan": "seer"}, "Lower")
    lower = village(LOWER, {"Gus": "werewolf", "Hal": "werewolf", "Ida": "seer"}, "Upper")
    return Community({"Upper": upper, "Lower": lower})


def to(community: Community, phase: str) -> None:
    while any(game.phase != phase for game in community.running.values()):
        answer_what_must_be(community)
        community.close()


def answer_what_must_be(community: Community) -> None:
    for name, game in community.running.items():
        for prompt in game.prompts:
            for seat in prompt.seats:
                if not prompt.may_pass:
                    community.answer(name, prompt.id, list(prompt.choices_of(seat)[: prompt.least]), seat)


def same(one: Game, other: Game) -> bool:
    return list(one.facts) == list(other.facts) and one.winner == other.winner


def test_a_player_who_leaves_sits_in_the_other_village_before_night_with_the_same_card() -> None:
    community = two_villages()
    upper, lower = community.villages.values()
    to(community, "day 1")
    community.answer("Upper", "player.leave", "Lower", "Dan")
    assert "Dan" not in upper.alive
    assert "Dan" not in lower.alive
    to(community, "night 2")
    assert lower.seats[-1] == "Dan"
    asked = next(prompt for prompt in lower.prompts if prompt.id == "seer.look")
    assert asked.seats == ("Ida", "Dan")


def test_cards_that_the_guest_may_hold_are_called_from_now_on() -> None:
    community = two_villages()
    lower = community.villages["Lower"]
    to(community, "day 1")
    community.answer("Upper", "player.leave", "Lower", "Eve")
    to(community, "day 2")
    night = next(chapter.facts for chapter in lower.chapters() if chapter.phase == "night 2")
    assert "piper" in [fact.call for fact in night if isinstance(fact, Called)]


@pytest.mark.parametrize("lot", ["fox", "bear-tamer", "seer", "werewolf"])
def test_the_lot_of_a_sleep_talker_may_name_any_card_that_a_guest_may_hold(lot: str) -> None:
    """EV-10, VA-02: else it would tell which of them the guest holds."""
    options = {"hamlets": "on", "sheriff": "never", "permanent_events": "ev-somnambulism"}
    cards = {"Gus": "werewolf", "Ida": "seer"}
    game = Game("the-pact", LOWER, cards=cards, options=options, villages=["Upper"], lots=[lot], seed=1)
    victims = {"night 1": "Ida", "night 2": "Hal"}
    while game.phase != "day 2":
        given = {"seer.look": {"Ida": "Gus"}, "werewolf.devour": {"Gus": victims.get(game.phase)}}
        for prompt in game.prompts:
            game.answer_all(prompt.id, given.get(prompt.id, {}))
        if game.phase == "day 1":
            game.knock("Bob", "Upper", Luggage("fox", hidden=("fox", "bear-tamer", "seer")))
        game.close()
    assert game.lots_fallen == (lot,)


@pytest.mark.parametrize("comes", ["day 1", "night 2"])
def test_a_guest_whom_the_scapegoat_could_not_name_has_no_vote(comes: str) -> None:
    """PA-27: whether let in on the evening when the scapegoat died, or on the morning after."""
    game = village(LOWER, {"Gus": "werewolf", "Ida": "scapegoat"}, "Upper")
    given = {
        ("night 1", "werewolf.devour"): {"Gus": "Hal"},
        ("day 1", "village.vote"): {"Jon": "Kim", "Kim": "Jon"},
        ("day 1", "scapegoat.permit"): {"Ida": ["Leo", "Kim"]},
        ("night 2", "werewolf.devour"): {"Gus": "Jon"},
    }
    while game.phase != "day 2" or all(prompt.id != "village.vote" for prompt in game.prompts):
        for prompt in game.prompts:
            for seat, value in given.get((game.phase, prompt.id), {}).items():
                game.answer(prompt.id, value, seat)
            if (game.phase, prompt.id) in ((comes, "scapegoat.permit"), (comes, "werewolf.devour")):
                game.knock("Ann", "Upper", Luggage("villager"))
        game.close()
    assert "Ann" in game.alive
    assert next(prompt for prompt in game.prompts if prompt.id == "village.vote").seats == ("Kim", "Leo")


def test_a_village_without_werewolves_has_won_and_they_hunt_elsewhere() -> None:
    community = two_villages()
    to(community, "day 1")
    community.answer("Upper", "player.leave", "Lower", "Ann")
    community.answer("Upper", "player.leave", "Lower", "Bob")
    assert community.villages["Upper"].winner == "villagers"
    assert "Ann" not in community.villages["Upper"].winners
    lower = community.villages["Lower"]
    while not any(prompt.id == "werewolf.devour" for prompt in lower.prompts):
        answer_what_must_be(community)
        community.close()
    asked = next(prompt for prompt in lower.prompts if prompt.id == "werewolf.devour")
    assert asked.seats == ("Gus", "Hal", "Ann", "Bob")


def test_a_step_back_brings_home_whoever_has_left_and_the_way_there_again() -> None:
    community = two_villages()
    upper, lower = community.villages.values()
    to(community, "day 1")
    before = list(upper.facts), list(lower.facts)
    community.answer("Upper", "player.leave", "Lower", "Dan")
    community.undo()
    assert (list(upper.facts), list(lower.facts)) == before
    community.answer("Upper", "player.leave", "Lower", "Dan")
    to(community, "night 2")
    community.answer("Lower", "seer.look", "Gus", "Dan")
    community.undo()
    assert lower.seats[-1] == "Dan"
    assert "Dan" not in upper.alive


@pytest.mark.parametrize(
    ("options", "table", "opens"),
    [
        ({}, {"events": ["ev-influences"]}, "village.vote"),
        ({"buildings": "on"}, {"buildings": {"Bob": "barkeep"}}, "barkeep.vote"),
        ({"harvest_festival": "on", "sheriff": "start"}, {}, "village.vote"),
        ({"innocents": "on"}, {}, "village.vouch"),
    ],
)
def test_nobody_leaves_once_somebody_has_voted_openly(
    options: dict[str, str], table: dict[str, object], opens: str
) -> None:
    """VA-02: the vote has begun."""
    options = {"hamlets": "on", "sheriff": "never", **options}
    game = Game("the-pact", [*UPPER, *LOWER], cards={"Ann": "werewolf"}, options=options, villages=["Lower"], **table)  # type: ignore[arg-type]
    while not (game.night == (2 if "events" in table else 1) and any(one.id == opens for one in game.prompts)):
        for prompt in game.prompts:
            if prompt.id == "sheriff.elect":
                game.answer_all(prompt.id, dict.fromkeys(prompt.seats, "Cid"))
            elif prompt.id == "werewolf.devour":
                game.answer(prompt.id, prompt.choices[-1])
        game.close()
    ((first, *_),) = [prompt.seats for prompt in game.prompts if prompt.id == opens]
    assert any(prompt.id == "player.leave" for prompt in game.prompts)
    game.answer(opens, "Dan", first)
    game.close()
    assert game.phase.startswith("day")
    assert all(prompt.id != "player.leave" for prompt in game.prompts)


def test_nobody_leaves_for_a_village_whose_game_is_over() -> None:
    community = two_villages()
    to(community, "day 1")
    for seat in ("Ann", "Bob"):
        community.answer("Upper", "player.leave", "Lower", seat)
    with pytest.raises(IllegalAnswer, match="is over"):
        community.answer("Lower", "player.leave", "Upper", "Kim")


def test_two_seats_of_one_name_are_refused() -> None:
    with pytest.raises(IllegalTable, match="Ann"):
        Community(
            {
                "Upper": village(UPPER, {"Ann": "werewolf"}, "Lower"),
                "Lower": village(UPPER, {"Ann": "werewolf"}, "Upper"),
            }
        )


@pytest.mark.parametrize("seed", range(25))
def test_any_two_villages_come_to_an_end_and_can_be_played_again(seed: int) -> None:
    """And after every step back everybody who left one village has come to the other, once."""
    dice = Random(seed)
    community = two_villages()
    while community.running:
        assert len({game.phase.partition(" ")[2] for game in community.running.values()}) <= 2
        for name, game in community.running.items():
            for prompt in game.prompts:
                if prompt not in game.prompts or game.winner is not None:
                    continue
                for seat in prompt.seats:
                    leaves = prompt.id != "player.leave" or dice.random() < 0.05
                    if prompt.id == "village.plague" or not leaves or prompt not in game.prompts:
                        continue
                    chosen = list(dice.sample(prompt.choices_of(seat), min(prompt.least, len(prompt.choices_of(seat)))))
                    with suppress(IllegalAnswer):  # the other village's game is over
                        community.answer(name, prompt.id, chosen[0] if len(chosen) == 1 else chosen, seat)
        if community.running:
            community.close()
        if dice.random() < 0.2:
            community.undo()
        left = [fact.seat for game in community.villages.values() for fact in game.facts if isinstance(fact, Departed)]
        came = [fact.seat for game in community.villages.values() for fact in game.facts if isinstance(fact, Knocked)]
        assert sorted(left) == sorted(came)
    for game in community.villages.values():
        again = Game(**game.header)
        again.play(game.entries)
        assert same(again, game)


def test_an_angel_who_comes_from_another_village_is_a_simple_villager() -> None:
    """PA-51: after the first dawn an angel is one, wherever it has spent it."""
    upper = village(UPPER, {"Ann": "werewolf", "Bob": "angel"}, "Lower")
    lower = village(LOWER, {"Gus": "werewolf"}, "Upper")
    community = Community({"Upper": upper, "Lower": lower})
    while upper.phase == "day 0":
        upper.answer_all("village.vote", dict.fromkeys(upper.alive, "Fay"))
        upper.close()
    to(community, "day 1")
    community.answer("Upper", "player.leave", "Lower", "Bob")
    to(community, "day 2")
    lower.answer_all("village.vote", dict.fromkeys(lower.alive, "Bob"))
    community.close()
    assert "Bob" not in lower.alive
    assert lower.winner is None


def test_who_was_infected_and_healed_elsewhere_comes_home_as_a_villager() -> None:
    """VA-02, VA-07."""
    options = {"hamlets": "on", "sheriff": "never", "harvest_festival": "on"}
    cards = {"Gus": "werewolf", "Ida": "witch"}
    lower = Game("the-pact", LOWER, cards=cards, options=options, villages=["Upper"], seed=1, lots=["villager"])
    upper = village(UPPER, {"Ann": "werewolf", "Bob": "cursed-wolf-father"}, "Lower")
    community = Community({"Upper": upper, "Lower": lower})
    until_asked(community, upper, "werewolf.devour")
    upper.answer_all("werewolf.devour", {"Ann": "Cid", "Bob": "Cid"})
    until_asked(community, upper, "cursed-wolf-father.infect")
    upper.answer("cursed-wolf-father.infect", "yes")
    to(community, "day 1")
    community.answer("Upper", "player.leave", "Lower", "Cid")
    until_asked(community, lower, "witch.brew")
    lower.answer("witch.brew", "Cid")
    to(community, "day 2")
    community.answer("Lower", "player.leave", "Upper", "Cid")
    until_asked(community, upper, "werewolf.devour")
    assert [prompt.seats for prompt in upper.prompts] == [("Ann", "Bob")]


def until_asked(community: Community, game: Game, prompt: str) -> None:
    while all(asked.id != prompt for asked in game.prompts):
        answer_what_must_be(community)
        community.close()


def test_who_leaves_on_the_day_of_fools_takes_along_what_their_own_card_has_spent() -> None:
    """VA-02, EV-48."""
    cards = {"Ann": "werewolf", "Bob": "witch", "Cid": "seer"}
    options = {"hamlets": "on", "sheriff": "never"}
    game = Game("the-pact", UPPER, cards=cards, options=options, events=["ev-day-of-fools"], villages=["Lower"])
    while game.phase != "day 2":
        for prompt in game.prompts:
            if prompt.id == "witch.poison" and game.phase == "night 1":
                game.answer("witch.poison", "Fay")
            elif not prompt.may_pass:
                game.answer(prompt.id, prompt.choices[0])
        game.close()
    game.answer("player.leave", "Lower", "Bob")
    (packed,) = [fact for fact in game.facts if isinstance(fact, Packed)]
    assert dict(packed.luggage.used) == {"witch.poison": 1}


@pytest.mark.parametrize("card", ["villager", "seer", "defender", "cursed-wolf-father"])
def test_whoever_comes_after_a_despair_all_that_may_have_come_are_called(card: str) -> None:
    """G-20."""
    hidden = ("seer", "defender", "cursed-wolf-father", "werewolf", "villager")
    game = village((*LOWER, "Max"), {"Gus": "werewolf", "Ida": "elder"}, "Upper")
    while game.phase != "day 2":
        for prompt in game.prompts:
            if prompt.id == "village.vote":
                game.answer_all("village.vote", dict.fromkeys(prompt.seats, "Ida"))
                game.knock("Ann", "Upper", Luggage(card, hidden=hidden))
            elif not prompt.may_pass:
                game.answer(prompt.id, prompt.choices[0])
        game.close()
    called = [fact.call for fact in game.facts if isinstance(fact, Called)]
    assert called[-4:] == ["seer", "defender", "werewolf", "cursed-wolf-father"]


def test_a_girl_who_comes_after_a_despair_can_be_caught() -> None:
    """PA-16."""
    game = village((*LOWER, "Max"), {"Gus": "werewolf", "Ida": "elder"}, "Upper")
    while game.phase != "day 2":
        for prompt in game.prompts:
            if prompt.id == "village.vote" and game.phase == "day 1":
                game.answer_all("village.vote", dict.fromkeys(prompt.seats, "Ida"))
                game.knock("Ann", "Upper", Luggage("little-girl", hidden=("little-girl",)))
            elif prompt.id == "werewolf.catch" and "Ann" in prompt.choices:
                game.answer("werewolf.catch", "Ann")
        game.close()
    assert "Ann" not in game.alive


@pytest.mark.parametrize(
    ("left", "dies", "mourners"),
    [("Dan", "Cid", ["Eve"]), ("Eve", "Cid", ["Dan"]), ("Eve", "Eve", []), ("Cid", "Cid", [])],
)
def test_whoever_left_and_came_back_mourns_nobody_in_a_triangle(left: str, dies: str, mourners: list[str]) -> None:
    """VA-02, VA-07: Cid loves Dan, and deceives him with Eve."""
    options = {"hamlets": "on", "sheriff": "never", "harvest_festival": "on"}
    cards = {"Ann": "werewolf", "Bob": "cupid"}
    game = Game("the-pact", [*UPPER, *LOWER], cards=cards, options=options, villages=["Lower"], seed=1)
    love = {"cupid.link": ["Cid", "Dan"], "cupid.deceive": ["Cid", "Eve"]}
    while game.phase != "day 2" or all(prompt.id != "village.vote" for prompt in game.prompts):
        for prompt in game.prompts:
            if prompt.id in love:
                game.answer(prompt.id, love[prompt.id])
        if any(prompt.id == "player.leave" for prompt in game.prompts) and left in game.alive and game.night == 1:
            game.answer("player.leave", "Lower", left)
            game.knock(left, "Lower", Luggage("villager"))
        game.close()
    before = game.alive
    vote = next(prompt for prompt in game.prompts if prompt.id == "village.vote")
    game.answer_all("village.vote", {seat: dies for seat in vote.seats if dies in vote.choices_of(seat)})
    game.close()
    assert set(before).difference(game.alive) == {dies, *mourners}


def test_an_idiot_who_was_found_out_has_no_vote_in_the_next_village_and_no_second_pardon() -> None:
    game = village(LOWER, {"Gus": "werewolf"}, "Upper")
    while game.phase != "day 1":
        game.close()
    game.knock("Ann", "Upper", Luggage("village-idiot", found_out=True))
    while game.phase != "day 2" or all(prompt.id != "village.vote" for prompt in game.prompts):
        game.close()
    vote = next(prompt for prompt in game.prompts if prompt.id == "village.vote")
    assert "Ann" not in vote.seats
    game.answer_all("village.vote", dict.fromkeys(vote.seats, "Ann"))
    game.close()
    assert "Ann" not in game.alive


def test_a_journal_keeps_all_that_somebody_brought_along() -> None:
    game = village(LOWER, {"Gus": "werewolf"}, "Upper")
    used, facts = (("witch.heal", 1),), (("born", 1980), ("lodge", "sun"))
    game.knock("Ann", "Upper", Luggage("witch", used=used, facts=facts, second=("seer", "open")))
    while game.phase != "night 2":
        game.close()
    again = Game(**game.header)
    again.play(json.loads(json.dumps(game.entries)))
    assert same(again, game)


def test_whoever_holds_two_cards_takes_both_along() -> None:
    alignment = {"Gus": "werewolf", "Hal": "werewolf"}
    game = Game(
        "the-pact", [*LOWER, "Max"], alignment=alignment, villages=["Upper"], seed=1, cards={},
        options={"hamlets": "on", "sheriff": "never", "double_you": "open"},
    )  # fmt: skip
    while game.phase != "day 1":
        game.close()
    game.knock("Ann", "Upper", Luggage("villager", second=("witch", "open")))
    while not any(prompt.id == "witch.poison" for prompt in game.prompts):
        game.close()
    assert next(prompt for prompt in game.prompts if prompt.id == "witch.poison").seats == ("Ann",)
