"""Ballots: who sees which vote, what follows a tie, and that all which `narrator check` accepts can be played."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator import Game, IllegalAnswer
from narrator.game.bots import random_answers
from narrator.game.check import problems
from narrator.game.library import Library
from narrator.rules import registry
from narrator.rules.facts import Announced, Counted
from narrator.rules.strict_yaml import written
from tests.chance import examples

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
JUDGED = """\
roleset: judged
extends: the-pact
ballots: {village.vote: {tie: [again]}}
"""


@pytest.fixture
def judged(tmp_path: Path) -> Library:
    """The Pact, but after a tie the village votes again between the tied."""
    (tmp_path / "judged.yaml").write_text(JUDGED, encoding="utf-8")
    assert [each for each in problems(Library(), str(tmp_path / "judged.yaml")) if ".en" not in each.place.file] == []
    return Library(tmp_path)


def first_day(library: Library, judges: int = 1) -> Game:
    """A game at its first vote."""
    cards = {"Ann": "werewolf", **dict.fromkeys(SEATS[-judges:], "wandering-judge")}
    game = Game("judged", SEATS, cards=cards, options={"sheriff": "never"}, library=library)
    while game.phase != "day 1":
        game.close()
    return game


def votes(game: Game, **by_name: list[str]) -> None:
    """Let seats vote for those named, and close."""
    for choice, seats in by_name.items():
        for seat in seats:
            game.answer("village.vote", choice, seat)
    game.close()


def asked(game: Game) -> dict[str, tuple[str, ...]]:
    return {prompt.id: prompt.seats for prompt in game.prompts if not prompt.standing}


def test_a_sign_in_the_first_ballot_outlives_the_ballot_between_the_tied(judged: Library) -> None:
    """PA-33, G-10: the second vote is free, and comes when the tie has been settled."""
    game = first_day(judged)
    game.answer("wandering-judge.again", "yes", "Hal")
    votes(game, Bob=["Ann"], Cid=["Dan"])
    (prompt,) = [prompt for prompt in game.prompts if not prompt.standing]
    assert (prompt.id, prompt.choices) == ("village.vote", ("Bob", "Cid"))
    votes(game, Bob=["Ann", "Dan"])
    assert Announced("judge.again") in game.facts
    assert asked(game) == {"village.vote": ("Ann", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")}
    votes(game, Cid=["Ann"])
    assert game.alive == ("Ann", "Dan", "Eve", "Fay", "Gus", "Hal")
    assert game.phase == "night 2"


def test_a_sign_may_be_given_in_the_ballot_between_the_tied(judged: Library) -> None:
    game = first_day(judged)
    votes(game, Bob=["Ann"], Cid=["Dan"])
    assert asked(game)["wandering-judge.again"] == ("Hal",)
    game.answer("wandering-judge.again", "yes", "Hal")
    votes(game, Bob=["Ann", "Dan"])
    assert asked(game) == {"village.vote": ("Ann", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")}


def test_without_a_sign_a_tie_brings_no_vote_but_the_one_between_the_tied(judged: Library) -> None:
    game = first_day(judged)
    votes(game, Bob=["Ann"], Cid=["Dan"])
    votes(game, Bob=["Ann"], Cid=["Dan"])
    assert game.phase == "night 2"
    while game.phase != "day 2":
        game.close()
    assert asked(game)["wandering-judge.again"] == ("Hal",)


def test_two_signs_in_two_ballots_of_a_vote_bring_one_vote(judged: Library) -> None:
    """As two signs in the same ballot do."""
    game = first_day(judged, judges=2)
    game.answer("wandering-judge.again", "yes", "Gus")
    votes(game, Bob=["Ann"], Cid=["Dan"])
    assert asked(game)["wandering-judge.again"] == ("Hal",)
    game.answer("wandering-judge.again", "yes", "Hal")
    votes(game, Bob=["Ann", "Dan"])
    votes(game)
    assert game.phase == "night 2"
    assert list(game.facts).count(Announced("judge.again")) == 1


POINTING = """\
roleset: pointing
extends: the-pact
ballots: {village.vote: {majority: at-once}}
"""


def decided_about_bob(tmp_path: Path) -> Game:
    """The first vote of a village that points: five of its eight have pointed at Bob, and Ann is the barber."""
    (tmp_path / "pointing.yaml").write_text(POINTING, encoding="utf-8")
    game = Game(
        "pointing", SEATS, cards={"Hal": "werewolf", **dict.fromkeys(SEATS[:-1], "villager")},
        options={"sheriff": "never", "buildings": "on"}, library=Library(tmp_path),
        buildings={"Ann": "barber", "Bob": "farmer", "Cid": "farmer"},
    )  # fmt: skip
    while game.phase != "day 1" or "village.vote" not in asked(game):
        game.close()
    for seat in game.alive[-5:]:
        game.answer("village.vote", "Bob", seat)
    assert game.complete
    return game


def test_a_vote_decided_about_somebody_is_open_again_when_the_razor_takes_them(tmp_path: Path) -> None:
    game = decided_about_bob(tmp_path)
    game.answer("barber.shave", "Bob", "Ann")
    assert "Bob" not in game.alive
    assert not game.complete
    game.answer("village.vote", "Cid", game.alive[-1])
    assert not game.complete


def test_a_vote_stays_decided_when_the_razor_takes_somebody_else(tmp_path: Path) -> None:
    game = decided_about_bob(tmp_path)
    game.answer("barber.shave", "Cid", "Ann")
    assert game.complete
    game.close()
    assert game.alive == ("Dan", "Eve", "Fay", "Gus", "Hal")


def test_a_verdict_that_is_listed_twice_is_tried_once(tmp_path: Path) -> None:
    (tmp_path / "pleading.yaml").write_text("roleset: pleading\nextends: the-pact\nverdicts: [lord, lord]\n", "utf-8")
    game = Game(
        "pleading", SEATS, cards={"Hal": "werewolf"}, options={"sheriff": "never", "buildings": "on"},
        library=Library(tmp_path), buildings={"Ann": "lord"},
    )  # fmt: skip
    while "village.vote" not in asked(game):
        game.close()
    votes(game, Bob=["Ann"])
    assert asked(game) == {"convict.plead": ("Bob",)}
    game.close()
    assert "Bob" not in game.alive


NOT_LIVING = {"holds", "understood_by", "dead"}
SEATED = [name for name, pool in registry.pool.items() if not NOT_LIVING & registry.traits_of(pool).keys()]
OFFICES = ["sheriff", "crier"]
VOTES, ELECTIONS = ["village.vote", "village.charge"], ["sheriff.elect", "crier.elect"]
VILLAGE, _ = Library().roleset("the-pact", {"buildings": "on", "events": "on"})
AT_HOME = [prompt for building in VILLAGE.buildings.values() for prompt in building.by_day]
ASKING = ["ev-influences", "ev-punishment", "ev-nightmare", "ev-double-agent"]
"""The events whose first prompt chooses one seat, as one by which all vote in turn must."""
OUTCOMES = {"village.draw": ["draw"], "sheriff.elect": ["elect"], "crier.elect": ["elect"]}


def some(*values: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(values)


def listed(values: Any, most: int = 4) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(sorted(values)), max_size=most)


ONE = st.one_of(some("living", "living-but-own-lover"), some(*SEATED)).map(lambda pool: {"one": pool})
MAY_PASS = st.one_of(st.booleans(), some(*registry.condition))


@st.composite
def a_ballot(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """A ballot with any of the keys that it may have."""
    about_seats = name in VOTES + ELECTIONS
    ways = [way for way in registry.tie if way != "scapegoat" or name in (*VOTES, "village.execute")]
    keys: dict[str, st.SearchStrategy[Any]] = {
        "asks": some(*SEATED),
        "may_pass": MAY_PASS,
        "weighs": listed(OFFICES),
        "tie": listed(ways),
        "eve_tie": listed(ways),
        "majority": some("", "strict", *["at-once"] * (name != "village.draw")),
        "when": some(*registry.condition),
        "decided_by": st.builds(
            lambda office, choose, may_pass: {office: {f"{name}.decide": {"choose": choose, "may_pass": may_pass}}},
            some(*OFFICES), ONE, MAY_PASS,
        ),
    }  # fmt: skip
    if about_seats:
        keys["burdens"] = st.dictionaries(some("poster", "charmed", "infected"), st.integers(1, 3))
    if name in VOTES:
        keys["tries"] = some("village.execute")
    ballot = draw(st.fixed_dictionaries({}, optional=keys))
    ballot["choose"] = draw(ONE if about_seats else some("yes", "yes-or-no"))
    ballot["outcome"] = draw(some(*OUTCOMES.get(name, ["condemn", "witness-on-day-0"])))
    if name in ELECTIONS:
        ballot["elects"] = name.partition(".")[0]
    if name == "village.charge":
        ballot["tries"] = "village.execute"
    if name == "village.vote" and draw(st.booleans()):
        del ballot["choose"], ballot["outcome"]  # as The Pact has it
    return ballot


def with_buildings(name: str) -> st.SearchStrategy[dict[str, Any]]:
    """The keys of a ballot that are about buildings."""
    first = st.dictionaries(some(name, *AT_HOME), some(*SEATED), min_size=1, max_size=2)
    return st.fixed_dictionaries({"safe": listed(VILLAGE.buildings, 2)}, optional={"first": first})


def with_events(name: str) -> st.SearchStrategy[dict[str, Any]]:
    """The keys of a ballot that are about events."""
    instead = st.dictionaries(some(*VILLAGE.events), some(*registry.procedure), max_size=3)
    return st.fixed_dictionaries({"instead": instead}, optional={"in_turn": some(*ASKING)})


def parts() -> st.SearchStrategy[dict[str, dict[str, Any]]]:
    """What the buildings and the events bring to some ballots, by the name of the file."""
    brought = {"mine.houses": with_buildings, "mine.deck": with_events}
    prompts = {"mine.deck": {"village.vouch": {"choose": {"one": "living"}}}}
    return st.fixed_dictionaries(
        {
            part: st.fixed_dictionaries(
                {
                    "prompts": st.just(prompts.get(part, {})),
                    "ballots": st.fixed_dictionaries({}, optional={n: keys(n) for n in VOTES + ELECTIONS}),
                }
            )
            for part, keys in brought.items()
        }
    )


@st.composite
def trees(draw: st.DrawFn) -> dict[str, Any]:
    """The Pact with ballots of any kind in every part of a game."""
    harmless = listed(["debate", "village.draw", *ELECTIONS])
    by_day = listed(["debate", "village.draw", *ELECTIONS, *VOTES])
    moments = {"setup": harmless, "nightfall": harmless, "morning": harmless, "eve": by_day}
    look = {"choose": draw(st.one_of(ONE, some("yes", {"word": "natures"})))}
    return {
        "roleset": "mine",
        "extends": "the-pact",
        "cards": {
            "gossip": {"by_day": {"gossip.hear": {"choose": {"one": "living"}, "then": [{"tell": "wolf"}]}}},
            "lookout": {"by_day": {"lookout.look": {**look, "may_pass": True}}},
        },
        "ballots": {name: draw(a_ballot(name)) for name in (*VOTES, *ELECTIONS, "village.execute", "village.draw")},
        "options": {
            "buildings": {"on": ["the-pact.buildings", "mine.houses"]},
            "events": {"on": ["the-pact.events", "mine.deck"]},
        },
        "verdicts": draw(listed(registry.verdict)),
        "day": [*draw(by_day), draw(some(*VOTES))],
        **draw(st.fixed_dictionaries({}, optional=moments)),
    }


CARDS = [
    "werewolf", "werewolf", "wandering-judge", "scapegoat", "village-idiot", "devoted-servant", "gossip", "lookout",
    "cupid", "angel", "wandering-judge", "scandalmonger", "actor", "piper",
]  # fmt: skip


def played(library: Library, cards: list[str], chance: Random) -> Game:
    """A game of random bots, to its end."""
    seats = [f"seat {number}" for number in range(len(cards))]
    options = {"sheriff": chance.choice(["start", "first-day", "never"])}
    options |= {village: chance.choice(["on", "off"]) for village in ("buildings", "events")}
    with_village: dict[str, Any] = {}
    if options["buildings"] == "on":
        with_village["village"] = dict.fromkeys(
            ["barkeep", *chance.sample(sorted({*VILLAGE.buildings} - {"barkeep"}), 4)], 1
        )
    if options["events"] == "on":  # those come first about which a ballot says something
        ballots = library.roleset("mine", options)[0].ballots.values()
        named = dict.fromkeys(event for ballot in ballots for event in (ballot.in_turn, *ballot.instead) if event)
        with_village["events"] = [event for event in named if not VILLAGE.events[event].kept_by]
    game = Game(
        "mine", seats, cards=dict(zip(seats, cards, strict=True)), options=options, library=library, **with_village
    )
    for _ in range(1000):
        if game.winner is not None:
            break
        if game.phase.startswith("day") and chance.random() < 0.05:
            game.offer_draw()
        for prompt in game.prompts:
            if prompt not in game.prompts or (prompt.standing and chance.random() < 0.8):
                continue  # an answer to what stands open all day changes what else is
            if prompt.open_ballot and game.complete:
                continue  # a death may have left only votes that agree
            given = random_answers(prompt, prompt.seats, chance)
            if prompt.aside or chance.random() < 0.3:  # ties
                some_seats = [seat for seat in prompt.seats if prompt.most == 1 and prompt.choices_of(seat)]
                given = {seat: chance.choice(prompt.choices_of(seat)[:2]) for seat in some_seats}
            game.answer_all(prompt.id, given)
        if game.winner is None:  # a barber may have shaved the last werewolf
            game.close()
    return game


@pytest.mark.slow
@examples(30)
@given(tree=trees(), village=parts(), cards=st.permutations(CARDS), chance=st.randoms(use_true_random=False))
def test_every_ballot_that_can_be_written_can_be_played(
    tree: dict[str, Any],
    village: dict[str, Any],
    cards: list[str],
    chance: Random,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("ballots")
    for name, file in {"mine": tree, **village}.items():
        (folder / f"{name}.yaml").write_text(written(file), encoding="utf-8")
    game = played(Library(folder), ["werewolf", *cards[: chance.randint(5, 9)]], chance)
    assert game.winner is not None
    assert not game.prompts


def test_a_vote_may_ask_those_who_may_accuse(tmp_path: Path) -> None:
    """G-15: they are those whom the vote asks, and so everybody with a vote."""
    tree = "roleset: mine\nextends: classic\nballots: {village.vote: {asks: accusers}}\n"
    (tmp_path / "mine.yaml").write_text(tree, encoding="utf-8")
    game = Game("mine", SEATS, cards={"Ann": "werewolf"}, library=Library(tmp_path))
    while game.phase != "day 1":
        game.close()
    assert asked(game) == {"village.vote": tuple(SEATS)}


def in_turn(*, barkeep: str | None = None) -> Game:
    """A village in which all vote in turn on day 2, when Ida says who begins, and Cid may shave Ann."""
    seats = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon"]
    buildings = {"Ann": "lord", "Cid": "barber"} | ({barkeep: "barkeep"} if barkeep else {})
    options = {"buildings": "on", "sheriff": "never"}
    cards = {"Ann": "werewolf", "Bob": "werewolf"}
    events = ["ev-influences"]
    game = Game("the-pact", seats, cards=cards, buildings=buildings, events=events, options=options, seed=1)
    while game.phase != "day 2":
        for prompt in game.prompts:
            if prompt.id == "werewolf.devour":
                game.answer_all(prompt.id, dict.fromkeys(prompt.seats, "Jon" if game.phase == "night 1" else "Ida"))
        game.close()
    return game


def asked_in_turn(game: Game, answers: dict[str, str], closings: int) -> list[str]:
    """Close so often, answering what is asked of one seat, and say who was asked for a vote."""
    asked = []
    for _ in range(closings):
        for prompt in [prompt for prompt in game.prompts if not prompt.standing]:
            (seat,) = prompt.seats
            asked += [seat] if prompt.id.endswith(".vote") else []
            if seat in answers:
                game.answer(prompt.id, answers[seat], seat)
        game.close()
    return asked


def test_votes_given_in_turn_for_the_dead_are_given_again_and_no_others() -> None:
    """EV-20, BD-15: Fay has voted for Ann, Gus for Bob; after Ann's death Fay is asked once more."""
    game = in_turn()
    assert asked_in_turn(game, {"Ida": "Fay", "Fay": "Ann", "Gus": "Bob"}, 3) == ["Fay", "Gus"]
    game.answer("barber.shave", "Ann", "Cid")
    assert asked_in_turn(game, {"Fay": "Bob"}, 6) == ["Hal", "Fay", "Bob", "Cid", "Dan", "Eve"]
    (counted,) = [fact for fact in game.facts if isinstance(fact, Counted)][-1:]
    assert counted.tally == (("Bob", 2),)


def test_a_barkeep_votes_again_before_anybody_has_said_who_begins() -> None:
    """EV-20, BD-15, BD-16: whom the barkeep named has died while the last eliminated was asked."""
    game = in_turn(barkeep="Dan")
    assert asked_in_turn(game, {"Dan": "Ann"}, 1) == ["Dan"]
    game.answer("barber.shave", "Ann", "Cid")
    assert asked_in_turn(game, {"Dan": "Bob"}, 1) == ["Dan"]
    assert [prompt.id for prompt in game.prompts if not prompt.standing] == ["influences.first"]


def until(game: Game, prompt: str) -> None:
    while game.winner is None and all(asked.id != prompt for asked in game.prompts):
        game.close()


def test_g_11_nobody_sees_a_vote_before_all_are_in_and_then_all_do() -> None:
    cards = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer"}
    game = Game("millers-hollow", SEATS, cards=cards, options={"sheriff": "never"})
    until(game, "village.vote")
    seen = len(game.events)
    game.answer("village.vote", "Ann", "Eve")
    game.answer("village.vote", "Dan", "Ann")
    assert len(game.events) == seen
    game.close()
    public = [str(event) for event in game.events[seen:] if event.knowers is None]
    assert any("('Eve', 'Ann')" in event and "('Ann', 'Dan')" in event for event in public)


def test_g_11_in_an_open_ballot_everybody_sees_every_finger() -> None:
    game = Game(roleset="classic", seats=["Ann", "Bob", "Cid", "Dan"], cards={"Ann": "werewolf"})
    until(game, "village.vote")
    seen = len(game.events)
    game.answer("village.vote", "Ann", "Dan")
    assert [event.knowers for event in game.events[seen:]] == [None]


def test_ww_21_the_ballot_is_closed_by_the_majority() -> None:
    game = Game(roleset="classic", seats=["Ann", "Bob", "Cid", "Dan"], cards={"Ann": "werewolf"})
    until(game, "village.vote")
    for seat in ("Bob", "Cid", "Dan"):
        game.answer("village.vote", "Ann", seat)
    kept = game.entries[:]
    with pytest.raises(IllegalAnswer):
        game.answer("village.vote", "Bob", "Cid")
    assert game.entries == kept
    game.close()
    assert game.winner == "villagers"


def test_a_draw_that_is_put_again_asks_those_who_have_voted_before_all_others_too() -> None:
    buildings = {"Bob": "barkeep", "Cid": "confessor"}
    options = {"sheriff": "never", "buildings": "on"}
    game = Game("the-pact", SEATS, cards={"Ann": "werewolf"}, options=options, buildings=buildings, seed=1)
    while game.phase != "day 1":
        game.close()
    game.answer("barkeep.vote", "Dan")
    game.close()
    game.offer_draw()
    game.answer("confessor.hear", "Dan", "Cid")
    assert next(prompt for prompt in game.prompts if prompt.id == "village.draw").seats == tuple(SEATS)
