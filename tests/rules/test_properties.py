"""What holds in every game, whatever the table, the answers and the nonsense.

Hypothesis lays the tables; chance, seeded by it, gives the answers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from narrator import Game, IllegalAnswer, IllegalTable
from narrator.game.bots import random_answers
from narrator.game.library import LIBRARY
from narrator.rules.facts import Announced, Asked, CardTurned, Eliminated, Fact, Left, PhaseBegan, Told, Withdrew, Won
from narrator.rules.prompts import LONGEST_LINE, Prompt
from narrator.rules.rolesets import Option, Roleset
from narrator.rules.variant_facts import Departed
from narrator.rules.variants import double_you
from narrator.rules.views import View
from narrator.rules.village_facts import Revived
from tests.chance import examples

# Names that mean something else elsewhere are names all the same.
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "None", "werewolf", "Yes", "a b", "Zoë"]
AROUND = ("village", "events", "variants", "secret", "several-boxes")
"""Options that bring a village around the cards."""
LONG = 3000
"""Closings after which a game is considered endless."""


def on(option: Option) -> st.SearchStrategy[str]:
    """A value that an option does not have anyway."""
    return st.sampled_from([value.replace("N", "2") for value in option.values if value != option.default])


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """The keywords of a `Game`: a roleset, options, seats, and cards dealt by the seed or laid as they are, more
    copies of some than a box holds; with options of the village its buildings, events and whatever they ask."""
    roleset = draw(st.sampled_from([*LIBRARY.names, *["the-pact"] * 3]))
    seats = draw(st.permutations(NAMES))[: draw(st.integers(4, 12))]
    plain, _ = LIBRARY.roleset(roleset, {})
    chosen = draw(st.lists(st.sampled_from([*plain.options]), max_size=5, unique=True))
    options = {name: draw(st.sampled_from(plain.options[name].values)).replace("N", "2") for name in chosen}
    around = [name for name, option in plain.options.items() if option.group in AROUND]
    if "events" in around and draw(st.booleans()):
        further = draw(st.lists(st.sampled_from(around), max_size=3, unique=True))
        kept = {name: value for name, value in options.items() if plain.options[name].group not in AROUND}
        options = kept | {name: draw(on(plain.options[name])) for name in ("buildings", "events", *further)}
    try:
        rules, _ = LIBRARY.roleset(roleset, options)
    except IllegalTable:
        rules, options = plain, {}
    special = [card.id for card in rules.cards.values() if card.id not in ("werewolf", rules.filler) and not card.needs]
    if options.get("double_you", "off") != "off":
        special = [*double_you.CHARACTERS]
    drawn = draw(st.lists(st.sampled_from(special)))
    powers = [card for card in drawn for _ in range(rules.cards[card].copies if rules.cards[card].together else 1)]
    deck = (["werewolf"] * draw(st.integers(1, 3)) + powers + [rules.filler] * len(seats))[: len(seats)]
    table = {"roleset": roleset, "seats": seats, "options": options, "seed": draw(st.integers(0, 2**32))}
    table |= draw(villages(rules, seats))
    if any(rules.cards[card].stand_in for card in deck):
        table["house_rule"] = draw(st.sampled_from(special))
    if rules.dealings or draw(st.booleans()):
        return {**table, "deck": deck, "house_deck": True}
    return {**table, "cards": dict(zip(seats, draw(st.permutations(deck)), strict=True))}


@st.composite
def villages(draw: st.DrawFn, rules: Roleset, seats: Sequence[str]) -> dict[str, Any]:
    """What lies around the cards: buildings and events, named or not, and what players say of themselves."""
    table: dict[str, Any] = {}
    tokens = [building.id for building in rules.buildings.values() for _ in range(building.copies)]
    if tokens and draw(st.booleans()):
        table["buildings"] = dict(zip(seats, draw(st.permutations(tokens)), strict=False))
    if rules.events and draw(st.booleans()):
        table["events"] = Random(draw(st.integers())).sample([*rules.events], draw(st.integers(1, 12)))
    if rules.events and draw(st.booleans()):
        table["born"] = {seat: draw(st.integers(1950, 2000)) for seat in seats}
        table["lodge"] = {seat: draw(st.sampled_from(["sun", "moon"])) for seat in seats}
    return table | ({"villages": ["Elsewhere"]} if "hamlets" in rules.variants else {})


def laid(table: dict[str, Any]) -> Game:
    """A game at this table; refused tables are not tested here."""
    try:
        return Game(**table)
    except IllegalTable:
        assume(False)
        raise


def some_answer(prompt: Prompt, seat: str, chance: Random) -> object:
    """Anything legal, spelled in one of the ways in which an answer may be spelled."""
    choices = prompt.choices_of(seat)
    if not choices:  # who could choose only whom they love may abstain, and is asked as everybody is
        return None
    if prompt.legal is not None and chance.random() < 0.8:
        return chance.choice(prompt.legal)
    if prompt.may_pass and seat not in prompt.must and chance.random() < (0.8 if prompt.standing else 0.2):
        return chance.choice([None, "pass", (), []] if "pass" not in choices else [None, (), []])
    if prompt.legal is not None:
        return chance.choice(prompt.legal)
    chosen = chance.sample(choices, chance.randint(prompt.least, min(prompt.most, len(choices))))
    if len(chosen) > 1:
        return chance.choice([chosen, tuple(chosen)])
    if chosen == ["yes"] and prompt.kind == "yes":
        return chance.choice([True, "yes", ["yes"]])
    return chance.choice([chosen[0], chosen, tuple(chosen)])


def answered(game: Game, chance: Random) -> None:
    """Let most of those asked answer, in any order, a pack mostly alike, some twice; at any time of the day, a few."""
    if game.phase.startswith("day") and chance.random() < 0.03:
        game.offer_draw()
    for prompt in game.prompts:
        together = random_answers(prompt, prompt.seats, chance)
        alike = chance.random() < 0.6
        for seat in chance.sample(prompt.seats, len(prompt.seats)):
            while prompt in game.prompts and chance.random() < 0.9 and not decided(game, prompt):
                value = together[seat] if prompt.agree and alike else some_answer(prompt, seat, chance)
                game.answer(prompt.id, value, seat)
                if chance.random() < 0.9:
                    break


def decided(game: Game, prompt: Prompt) -> bool:
    """Has an open ballot ended before its time was up?"""
    pointed = [answer for answer in game.given(prompt).values() if answer and prompt.open_ballot]
    return any(2 * pointed.count(answer) > len(prompt.seats) for answer in pointed)


def play(game: Game, chance: Random, closings: int = LONG) -> Iterator[Game]:
    """Play on with random answers, for at most this many closings, yielding the game before each closing."""
    for _ in range(closings):
        if game.winner is not None:
            return
        answered(game, chance)
        if game.winner is not None:  # by what somebody has done at any time of the day
            return
        yield game
        game.close()


def played(table: dict[str, Any], seed: int, closings: int = LONG) -> Game:
    """A game played with random answers."""
    game = laid(table)
    for _ in play(game, Random(seed), closings):
        pass
    return game


def state(game: Game) -> object:
    """Everything that can be seen of a game from outside."""
    given = [game.given(prompt) for prompt in game.prompts]
    return (
        game.phase, game.prompts, given, game.alive, game.winner, game.winners, tuple(game.facts), tuple(game.entries),
    )  # fmt: skip


@given(tables(), st.integers())
def test_every_prompt_can_be_answered(table: dict[str, Any], seed: int) -> None:
    for game in play(laid(table), Random(seed), 60):
        assert game.prompts
        assert len({prompt.id for prompt in game.prompts}) == len(game.prompts)
        for prompt in game.prompts:
            assert prompt.seats
            assert set(prompt.seats) <= set(game.seats)
            assert prompt.own is None or set(prompt.own) == set(prompt.seats)
            for seat in prompt.seats:
                choices = prompt.choices_of(seat)
                assert len(set(choices)) == len(choices)
                assert 1 <= prompt.least <= prompt.most
                assert prompt.least <= len(choices) or (not choices and prompt.may_pass and seat not in prompt.must)
                assert set(choices) <= set(prompt.choices)


@given(tables(), st.integers())
def test_a_game_with_random_answers_ends(table: dict[str, Any], seed: int) -> None:
    game = played(table, seed)
    assert game.winner is not None
    assert not game.prompts
    assert set(game.winners) <= set(game.seats)
    if game.winner in ("nobody", "draw"):
        assert not game.winners
    else:  # of coins none of the wolves is left, even if nobody is of the village (CO-50)
        assert game.winners or (table["roleset"], game.winner) == ("coins", "villagers")
    assert [type(fact) for fact in game.facts].count(Won) == 1
    for forbidden in (game.close, game.offer_draw, lambda: game.answer("village.vote", game.seats[0], game.seats[0])):
        before = state(game)
        try:
            forbidden()
        except IllegalAnswer:
            assert state(game) == before
        else:
            raise AssertionError("a game that is over took something in")


@given(tables(), st.integers(), st.integers(0, 60))
def test_the_entries_played_again_give_the_same_game(table: dict[str, Any], seed: int, closings: int) -> None:
    """G-01: even when they have been through a journal."""
    game = played(table, seed, closings)
    again = Game(**game.header)
    again.play(json.loads(json.dumps(game.entries)))
    assert state(again) == state(game)
    header = json.loads(json.dumps(game.header))
    third = Game(**header)
    third.play(game.entries)
    assert state(third) == state(game)


@given(tables(), st.integers(), st.integers(0, 60))
def test_facts_alone_give_the_state(table: dict[str, Any], seed: int, closings: int) -> None:
    game = played(table, seed, closings)
    *_, last = game.chapters()
    assert last.phase == game.phase
    assert last.alive == game.alive
    assert set(last.cards) == set(game.seats)


@given(tables(), st.integers(), st.integers(1, 40))
def test_undo_is_as_if_nothing_had_been_answered(table: dict[str, Any], seed: int, closings: int) -> None:
    """Each undo goes back to where the prompts of the last answered call had just been put, down to the first."""
    game, chance = laid(table), Random(seed)
    before = []
    for _ in range(closings):
        if game.winner is not None:
            break
        fresh, entries = state(game), len(game.entries)
        answered(game, chance)
        if any(kind == "answer" for kind, *_ in game.entries[entries:]):
            before.append(fresh)
        if game.winner is None:
            game.close()
    for fresh in reversed(before):
        game.undo()
        assert state(game) == fresh
    game.undo()
    assert all(kind != "answer" for kind, *_ in game.entries)


@given(tables(), st.integers())
def test_the_order_in_which_seats_answer_makes_no_difference(table: dict[str, Any], seed: int) -> None:
    """Except in an open ballot, where everybody sees the order, and where an answer takes effect at once."""
    game, other, chance = laid(table), laid(table), Random(seed)
    for _ in range(60):
        if game.winner is not None:
            break
        for prompt in game.prompts:
            if prompt not in game.prompts:
                continue
            values = random_answers(prompt, prompt.seats, chance)
            game.answer_all(prompt.id, values)
            order = prompt.seats if prompt.open_ballot or prompt.standing else prompt.seats[::-1]
            other.answer_all(prompt.id, {seat: values[seat] for seat in order})
        if game.winner is None:
            game.close()
            other.close()
        assert tuple(game.facts) == tuple(other.facts)


class Odd:
    """Something that nobody expects in an answer."""

    def __repr__(self) -> str:
        return "odd"


def nonsense(chance: Random, game: Game) -> tuple[Any, Any, Any]:
    """A prompt, a value and a seat of which at least one is mostly wrong."""
    asked = chance.choice(game.prompts)
    seat = chance.choice([*game.seats, *asked.seats, *asked.seats])
    prompt: Any = asked.id
    word = chance.choice([*NAMES, *asked.choices, "", " ", "nobody", "Ann\0", "x" * 999, "village"])
    value: Any = chance.choice([
        word, word, [word], [word] * 2, (word, "Bob"), [[word]], [[]], [None], (None,), [True], {word: word}, {word},
        None, True, False, 0, 1, -1, 2.5, float("nan"), b"Ann", Odd(), [Odd()], (Odd(),), range(3), [word] * 50, (), {},
        list(asked.choices), tuple(asked.choices[:2]), iter([word]), ["pass"], ("pass",), ["no"],
    ])  # fmt: skip
    if chance.random() < 0.2:
        seat = chance.choice([None, "", "nobody", 0, ["Ann"], {"Ann"}, Odd(), b"Ann", ("Ann",), *game.seats])
    if chance.random() < 0.1:
        prompt = chance.choice(["", "seer", "seer.look", "village.vote", None, 7, ["seer.look"], Odd(), asked])
    return prompt, value, seat


@given(tables(), st.integers())
def test_nonsense_is_refused_and_changes_nothing(table: dict[str, Any], seed: int) -> None:
    """G-03: any input is either a legal answer or raises `IllegalAnswer` with a code and a sentence."""
    chance = Random(seed)
    for game in play(laid(table), chance, 40):
        for _ in range(5):
            if game.winner is not None:
                break
            prompt, value, seat = nonsense(chance, game)
            before, entries, prompts = state(game), len(game.entries), game.prompts
            refused = None
            try:
                game.answer(prompt, value, seat)
            except IllegalAnswer as error:
                refused = error
            if refused is not None:
                assert refused.code
                assert refused.sentence.endswith(".")
                assert state(game) == before
            else:
                assert len(game.entries) == entries + 1
                taken_legally(game, prompts)
        if game.winner is not None:
            break


@given(tables(), st.integers())
def test_several_answers_at_once_are_all_taken_or_all_refused(table: dict[str, Any], seed: int) -> None:
    chance = Random(seed)
    for game in play(laid(table), chance, 40):
        prompt, value, seat = nonsense(chance, game)
        asked = chance.choice(game.prompts)
        values: dict[Any, Any] = dict(random_answers(asked, asked.seats, chance))
        if isinstance(seat, str):
            values[seat] = value
        before, entries, prompts = state(game), len(game.entries), game.prompts
        to = chance.choice([prompt, asked.id, asked.id])
        try:
            game.answer_all(to, values)
        except IllegalAnswer:
            assert state(game) == before
        else:
            (answered,) = [one for one in prompts if one.id == to]
            assert answered.open_ballot or answered.standing or len(game.entries) == entries + len(values)
            taken_legally(game, prompts)
            if game.winner is not None:
                break


def taken_legally(game: Game, prompts: Sequence[Prompt]) -> None:
    """The last answer is one that its prompt, one of those that were open, allowed."""
    _, prompt_id, seat, answer = game.entries[-1]
    (prompt,) = (prompt for prompt in prompts if prompt.id == prompt_id)
    assert seat in prompt.seats
    assert prompt.standing or game.given(prompt)[seat] == answer
    if answer == ():
        assert prompt.may_pass
        assert seat not in prompt.must
    elif prompt.kind == "text":
        assert len(answer) == 1
        assert len(answer[0]) <= LONGEST_LINE
    else:
        assert prompt.least <= len(answer) <= prompt.most
        assert prompt.legal is None or answer in prompt.legal
        assert len(set(answer)) == len(answer)
        assert set(answer) <= set(prompt.choices_of(seat)) | ({"no"} if "no" in prompt.choices_of(seat) else set())


@given(tables(), st.integers())
def test_every_fact_says_who_may_know_it(table: dict[str, Any], seed: int) -> None:
    """And no living player's card is seen except at the deal and after a vote."""
    game = played(table, seed, 60)
    dead: set[str] = set()
    phase = ""
    for fact in game.facts:
        if isinstance(fact, PhaseBegan):
            phase = fact.name
        assert fact.knowers is None or set(fact.knowers) <= set(game.seats)
        if isinstance(fact, Eliminated):
            dead.update(fact.seats)
        if isinstance(fact, CardTurned):
            open_cards = phase == "setup" and game.options.get("double_you") == "open"
            assert fact.seat in dead or phase == "day" or open_cards or game.rules.cards[fact.card].face_up
        if isinstance(fact, Asked):
            assert fact.knowers == fact.prompt.seats
        if isinstance(fact, Told):
            assert fact.knowers == (fact.seat,)
        if isinstance(fact, Withdrew | Left | Departed):
            dead.add(fact.seat)
        if isinstance(fact, Revived):
            dead.remove(fact.seat)
    assert dead == set(game.seats) - set(game.alive)
    assert list(game.events) == [fact for fact in game.facts if fact.knowers != ()]


@examples(30)
@given(tables(), st.lists(st.integers(), min_size=2, max_size=12, unique=True))
def test_two_games_that_differ_only_in_secrets_have_the_same_nights(table: dict[str, Any], seeds: list[int]) -> None:
    """G-20: what everybody has learned so far determines what everybody hears tonight, to its end.

    Games with the same cards, dealt differently and answered differently at night, are compared wherever their public
    past is the same. The seer's answer, if an option has it said aloud, may differ; a drunk who gets sober changes the
    calls, for all to hear; and when a witch has brewed (VA-07) all hear that, so the rest of that night may differ.
    """
    seats = table["seats"]
    deck = list(table.get("deck") or table["cards"].values())
    over = ["villager", "villager"] if "thief" in deck else []
    options = {name: value for name, value in table["options"].items() if name != "sober_drunk"}
    house_rule = table.get("house_rule")
    around = {key: table[key] for key in ("buildings", "events", "born", "lodge", "villages") if key in table}
    nights: dict[tuple[Fact, ...], tuple[Fact, ...]] = {}
    for seed in seeds:
        chance = Random(seed)
        centre = chance.sample(deck + over, len(deck + over))
        cards = {seat: centre.pop() for seat in seats}
        try:
            game = Game(
                table["roleset"], seats, cards=cards, centre=centre, house_rule=house_rule, options=options, seed=seed,
                **around,
            )  # fmt: skip
        except IllegalTable:
            continue
        for _ in range(40):
            if game.winner is not None:
                break
            for prompt in game.prompts:
                if prompt not in game.prompts:
                    continue
                if prompt.lasting:
                    values = random_answers(prompt, prompt.seats, chance)
                    game.answer_all(prompt.id, {} if chance.random() < 0.3 else values)
                elif chance.random() < 0.5:
                    game.answer_all(prompt.id, random_answers(prompt, prompt.seats, Random(repr(prompt))))
            if game.winner is None:
                game.close()
        for past, night in public_nights([fact for fact in game.facts if fact.knowers is None]):
            known = nights.setdefault(past, night)
            shorter, longer = sorted((known, night), key=len)
            assert longer[: len(shorter)] == shorter


def public_nights(facts: Sequence[Fact]) -> Iterator[tuple[tuple[Fact, ...], tuple[Fact, ...]]]:
    """Each night of a game: all that was public up to its fall, and what was public in it, up to its dawn."""
    told = [Announced(fact.cue) if isinstance(fact, Announced) and fact.cue == "seer.aloud" else fact for fact in facts]
    for at, fact in enumerate(told):
        if isinstance(fact, PhaseBegan) and fact.name == "night":
            night = takewhile(lambda fact: not isinstance(fact, PhaseBegan | Won) and not _brewed(fact), told[at + 1 :])
            yield tuple(told[: at + 1]), tuple(night)


def _brewed(fact: Fact) -> bool:
    return isinstance(fact, Announced) and fact.cue.startswith("brew.")


@given(tables(), st.integers(), st.integers(0, 60))
def test_a_view_holds_nothing_that_its_seat_may_not_know(table: dict[str, Any], seed: int, closings: int) -> None:
    """A seat sees the same game whether or not it was handed what others alone may know."""
    game = played(table, seed, closings)
    for seat in (*game.seats, None):
        all_facts, known_facts = View(game.seats, seat), View(game.seats, seat)
        for fact in game.facts:
            all_facts.see(fact)
            if fact.knowers is None or seat in fact.knowers:
                known_facts.see(fact)
        for name in dir(all_facts):
            seen = getattr(all_facts, name)
            assert name.startswith("_") or callable(seen) or seen == getattr(known_facts, name)
