"""The lid by day and at night: what a tag on it means, and what the light beside it gives away, which is nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.devices import Appeared, Colour, Lifted, Lost, Touched
from narrator.errors import NarratorError
from narrator.game.game import Game
from narrator.lobby.tags import Tags
from narrator.panel.button_language import Presses
from tests.chance import examples
from tests.labs.buttonlab import NAMES, TWO_DEALS
from tests.labs.taglab import DECK, TagTable, deal, with_tags

CARDS = ("seer", "werewolf", "witch")


@pytest.fixture
def tags(tmp_path: Path) -> Tags:
    return Tags(tmp_path / "tags.yaml", CARDS)


@pytest.fixture
def table(tmp_path: Path) -> TagTable:
    return with_tags(tmp_path)


def play(table: TagTable, cards: dict[str, str], options: dict[str, str] | None = None) -> None:
    """Begin a game in which these have these cards."""
    game = Game("millers-hollow", NAMES, cards=cards, options=options or {"sheriff": "never"}, seed=5)
    table.box.moderate(game)
    table.settle()


def answers(table: TagTable) -> list[tuple[str, str, tuple[str, ...]]]:
    assert table.box.game is not None
    return [entry[1:] for entry in table.box.game.entries if entry[0] == "answer"]


WOLVES = {"Ann": "werewolf", "Bob": "werewolf"}
VILLAGE = {**WOLVES, "Cid": "seer", "Dan": "witch"}


def test_the_one_who_is_called_lays_the_token_of_a_seat(table: TagTable) -> None:
    play(table, VILLAGE)
    table.until("seer.look")
    table.settle()
    table.lay("Fay")
    table.lay("Gus")
    table.until("werewolf.devour")
    table.settle()
    table.lay("Hal")
    table.until("witch.heal")
    table.settle()
    table.lay("no")
    table.until("witch.poison")
    table.settle()
    table.lay("pass", "Ann")
    assert answers(table) == [
        ("seer.look", "Cid", ("Fay",)),
        ("seer.look", "Cid", ("Gus",)),
        ("werewolf.devour", "Ann", ("Hal",)),
        ("werewolf.devour", "Bob", ("Hal",)),
        ("witch.heal", "Dan", ()),
        ("witch.poison", "Dan", ()),
        ("witch.poison", "Dan", ("Ann",)),
    ]


def test_two_are_chosen_one_after_the_other(table: TagTable) -> None:
    play(table, {**WOLVES, "Cid": "cupid"})
    table.until("cupid.link")
    table.settle()
    table.lay("Fay", "Gus")
    table.lay("Hal", "Cid")
    assert answers(table) == [("cupid.link", "Cid", ("Fay", "Gus")), ("cupid.link", "Cid", ("Hal", "Cid"))]


def test_of_two_tags_at_once_the_second_means_nothing(table: TagTable) -> None:
    play(table, VILLAGE)
    table.until("seer.look")
    table.settle()
    table.pad.hear(Touched(table.uids["Fay"]))
    table.lay("Gus", long=0.1)
    assert answers(table) == [("seer.look", "Cid", ("Fay",))]


def test_a_short_touch_of_ones_own_token_names_oneself(table: TagTable) -> None:
    play(table, {**WOLVES, "Cid": "cupid"})
    table.until("cupid.link")
    table.settle()
    table.lay("Cid", "Ann")
    assert answers(table) == [("cupid.link", "Cid", ("Cid", "Ann"))]


def test_a_long_touch_of_ones_own_token_names_nobody(table: TagTable) -> None:
    play(table, {**WOLVES, "Cid": "cupid"})
    table.until("cupid.link")
    table.settle()
    table.lay("Cid", long=2.5)
    table.lay("Ann")
    assert answers(table) == []


def test_a_player_who_has_passed_can_choose_again() -> None:
    plain = {"word": False, "part": 0}
    choices = [{**plain, "value": name, "label": name, "number": nth} for nth, name in enumerate(NAMES, 1)]
    screen = {"number": 1, "kind": "ask", "choices": choices, "least": 2, "most": 2, "may_pass": True, "aside": None}
    presses = Presses("token")
    presses.see({"stage": "game", "screen": screen, "acts": None})
    messages = [presses.take(value).message for value in ("Fay", "pass", "Gus", "Hal")]
    assert [message and message["value"] for message in messages] == [None, [], None, ["Gus", "Hal"]]


def test_a_token_that_is_lifted_in_the_next_window_says_nothing_there(table: TagTable) -> None:
    play(table, {**WOLVES, "Cid": "seer", "Dan": "witch"})
    table.until("witch.heal")
    table.pass_time(table.time.now + table.round.left - 0.1)
    table.pad.hear(Touched(table.uids["Dan"]))
    table.until("witch.poison")
    table.settle()
    table.pad.hear(Lifted(table.uids["Dan"]))
    table.settle()
    assert answers(table) == []


EVENTS = st.lists(
    st.tuples(st.sampled_from(["touch", "lift", "lost", "found", "step", "wait"]), st.integers(0, 11)), max_size=60
)


@pytest.mark.slow
@examples(15)
@given(EVENTS)
def test_whatever_happens_on_the_lid_the_game_goes_on(events: list[tuple[str, int]]) -> None:
    with TemporaryDirectory() as folder:
        table = TagTable(Path(folder), DECK)
        play(table, VILLAGE)
        uids = [*table.uids.values(), "", "0F0F"]
        for what, number in events:
            uid = uids[number % len(uids)]
            match what:
                case "touch":
                    table.pad.hear(Touched(uid))
                case "lift":
                    table.pad.hear(Lifted(uid))
                case "lost" | "found":
                    table.pad.there = what == "found"
                    table.pad.hear(Appeared("reader pad") if what == "found" else Lost("reader pad", "Gone."))
                case "step":
                    table.step()
                case "wait":
                    table.pass_time(table.time.now + number / 4)
            table.settle()
        table.pad.hear(Appeared("reader pad"))
        table.settle()
        table.do("resume", token=table.host)
        assert table.step()


def test_outside_of_windows_and_in_anothers_call_a_tag_means_nothing(table: TagTable) -> None:
    play(table, VILLAGE)
    table.lay("Ann", "Fay", "yes")
    table.until("seer.look")
    table.settle()
    table.lay("0F0F", "seer", "yes")
    assert answers(table) == []
    assert table.page(kind="host")["trouble"] == []


def test_a_player_with_a_phone_is_not_answered_for(table: TagTable) -> None:
    play(table, VILLAGE)
    listener = table.box.listeners.add("player", table.tokens["Cid"])
    table.until("seer.look")
    table.settle()
    table.lay("Fay")
    assert answers(table) == []
    listener.close()
    table.pass_time(table.time.now + 1.1)
    table.lay("Fay")
    assert answers(table) == [("seer.look", "Cid", ("Fay",))]


def test_by_day_ones_own_token_says_who_votes(table: TagTable) -> None:
    play(table, VILLAGE)
    table.until("village.vote")
    table.settle()
    table.lay("Fay", "Gus")
    table.lay("Gus", "Fay")
    table.lay("Hal", "pass")
    table.lay("Cid")
    table.pass_time(table.time.now + 13.0)
    table.lay("Eve", "Ann")
    votes = [entry for entry in answers(table) if entry[0] == "village.vote"]
    assert votes == [
        ("village.vote", "Fay", ("Gus",)),
        ("village.vote", "Gus", ("Fay",)),
        ("village.vote", "Hal", ()),
        ("village.vote", "Eve", ("Ann",)),
    ]


def test_a_dying_hunter_names_the_last_target_with_one_tag(table: TagTable) -> None:
    play(table, {**WOLVES, "Cid": "hunter"})
    table.until("werewolf.devour")
    table.settle()
    table.lay("Cid")
    table.until("hunter.shoot")
    table.settle()
    table.lay("Ann")
    assert answers(table)[-1] == ("hunter.shoot", "Cid", ("Ann",))


def test_by_day_ones_own_token_laid_twice_names_oneself(table: TagTable) -> None:
    play(table, VILLAGE)
    table.until("village.vote")
    table.settle()
    table.lay("Fay", "Fay")
    assert answers(table) == [("village.vote", "Fay", ("Fay",))]


def test_the_village_calls_the_vote_by_tokens(table: TagTable) -> None:
    play(table, VILLAGE)
    while table.page("Ann")["screen"]["kind"] != "debate":
        table.step()
    table.settle()
    before = table.time.now
    table.lay(*NAMES[:5])
    table.pass_time(table.time.now + 3.0)
    table.until("village.vote")
    assert table.time.now - before < 15.0


def test_a_token_laid_twice_in_the_debate_has_the_last_line_said_again(table: TagTable) -> None:
    play(table, VILLAGE)
    while table.page("Ann")["screen"]["kind"] != "debate":
        table.step()
    table.settle()
    before = len(table.loudspeaker.heard)
    table.lay("Eve", *NAMES[:2], "Eve", *NAMES[2:4])
    table.pass_time(table.time.now + 3.0)
    assert [kind for _, kind, _ in table.loudspeaker.heard[before:] if kind == "say"], "though four want to vote"
    assert table.page("Ann")["screen"]["kind"] == "debate"
    table.lay("Eve")
    table.pass_time(table.time.now + 3.0)
    assert table.page("Ann")["screen"]["kind"] != "debate", "five do"


def test_ones_own_token_has_the_light_tell_and_somebody_elses_does_not(table: TagTable) -> None:
    play(table, VILLAGE)
    table.until("werewolf.devour")
    table.settle()
    assert table.told("Ann") == [1, 8], "the pack: Bob to the left, and Ann herself"
    table.lay("Hal")
    assert table.told("Ann") == [7], "Hal, whom the pack has chosen"
    assert answers(table)[-1] == ("werewolf.devour", "Bob", ("Hal",))
    assert table.told("Cid") == [6], "Ann, whose token was the last to answer a decoy"
    while table.page(kind="table")["sky"] == "night":
        table.step()
    before = len(table.pad.lit)
    table.lay("Ann", long=9.0)
    assert len(table.pad.lit) - before <= 4


def test_a_light_that_fails_is_reported_until_it_shines_again(table: TagTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(button: int, colour: Colour) -> None:
        raise NarratorError("lights", "The light has come off.")

    play(table, VILLAGE)
    with monkeypatch.context() as broken:
        broken.setattr(table.pad, "light", fail)
        table.until("werewolf.devour")
        table.settle()
        assert table.page(kind="host")["trouble"] == [], "at night it would reveal that somebody was told something"
        table.until("village.vote")
        table.settle()
        assert table.page(kind="host")["trouble"] == ["The light has come off."]
    table.until("werewolf.devour")
    table.until("village.vote")
    table.settle()
    assert table.page(kind="host")["trouble"] == []


def lit(folder: Path, cards: dict[str, str], tags: list[str]) -> list[object]:
    """All that the light of the lid and the loudspeaker did until the first vote, when these are laid in each call."""
    table = TagTable(folder)
    play(table, cards)
    seen = 0
    while table.step() and table.round.views[None].window != "village.vote":
        screen = table.page("Ann")["screen"]
        if screen["number"] != seen and screen["kind"] in ("ask", "told"):
            seen = screen["number"]
            table.lay(*tags)
    return [*table.pad.lit, *table.loudspeaker.heard]


@pytest.mark.parametrize("tags", [["Gus"], ["0F0F"], ["yes", "seer"], ["pass"], []])
def test_who_holds_the_seer_makes_no_difference_to_the_lid(tags: list[str], tmp_path: Path) -> None:
    seers = ({**WOLVES, "Cid": "seer", "Fay": "witch"}, {**WOLVES, "Dan": "seer", "Fay": "witch"})
    one, other = (lit(tmp_path / str(at), cards, tags) for at, cards in enumerate(seers))
    assert one == other
    assert len(one) > 20


@pytest.mark.parametrize("seed", range(6))
def test_no_lid_reveals_who_holds_what_whatever_is_laid_on_it_at_night(seed: int, tmp_path: Path) -> None:
    nights = []
    for at, cards in enumerate(TWO_DEALS):
        table = TagTable(tmp_path / str(at))
        play(table, cards)
        chance, seen = Random(seed), 0
        while table.step() and table.page(kind="table")["phase"].startswith(("Before", "Night 1")):
            screen = table.page("Ann")["screen"]
            if screen["number"] != seen and screen["kind"] in ("ask", "told"):
                seen = screen["number"]
                for tag in chance.sample([*NAMES, "yes", "no", "pass", "0F0F"], chance.randint(0, 4)):
                    table.lay(tag, long=chance.choice([0.1, 0.5, 1.5]))
        dawn = round(table.time.now, 3)
        nights.append([lit for lit in table.pad.lit if lit[0] < dawn])
    assert len(nights[0]) > 10
    assert nights[0] == nights[1]


def test_a_tag_is_answered_alike_whether_it_is_taken_refused_or_strange(tmp_path: Path) -> None:
    def blinks(folder: str, tag: str) -> list[object]:
        table = TagTable(tmp_path / folder)
        play(table, VILLAGE)
        table.until("seer.look")
        table.settle()
        table.lay(tag)
        return [*table.pad.lit, *table.loudspeaker.heard]

    one, *others = (blinks(tag, tag) for tag in ("Fay", "0F0F", "Cid", "werewolf", "yes", "pass", "AB"))
    assert all(other == one for other in others)


def test_a_tag_laid_wrongly_is_reported_by_day_until_it_is_put_right(table: TagTable) -> None:
    def trouble() -> list[str]:
        table.settle()
        return list(table.page(kind="host")["trouble"])

    table.pad.hear(Touched("0F0F"))
    assert ["no tag that the box knows" in said for said in trouble()] == [True]
    table.pad.hear(Lifted("0F0F"))
    assert trouble() == []
    table.pad.hear(Touched(table.uids["Ann"]))
    table.pass_time(table.time.now + 20.0)
    assert ["left on the lid" in said for said in trouble()] == [True]
    table.pad.hear(Touched(table.uids["Bob"]))
    assert len(trouble()) == 2
    table.pad.hear(Lifted(table.uids["Ann"]))
    table.pad.hear(Lifted(table.uids["Bob"]))
    assert trouble() == []
    play(table, VILLAGE)
    table.until("seer.look")
    table.pad.hear(Touched("0F0F"))
    table.pass_time(table.time.now + 20.0)
    assert trouble() == []
    while table.page(kind="table")["sky"] == "night":
        table.step()
    assert len(trouble()) == 2


def test_when_everybodys_only_reader_goes_the_game_waits_for_it(table: TagTable) -> None:
    play(table, VILLAGE)
    table.until("seer.look")
    table.settle()
    table.pad.there = False
    table.pad.hear(Lost("reader pad", "It is gone."))
    table.pass_time(table.time.now + 10.0)
    assert table.page(kind="host")["paused"]
    table.pad.there = True
    table.pad.hear(Appeared("reader pad"))
    table.settle()
    assert not table.page(kind="host")["paused"]


def everybody_asked(table: TagTable) -> Iterator[str]:
    for name in NAMES:
        if table.page(name)["screen"]["kind"] == "ask":
            yield name


@pytest.mark.slow
def test_a_whole_game_by_tags_alone(table: TagTable) -> None:
    deal(table)
    dice, seen = Random(4), 0
    assert table.box.game is not None
    while table.step():
        assert table.time.now < 24 * 3600
        asked = list(everybody_asked(table))
        screen = table.page(asked[0])["screen"] if asked else None
        if screen is None or screen["number"] == seen:
            continue
        seen = screen["number"]
        if screen["public"]:
            for name in asked:
                choices = [choice["value"] for choice in table.page(name)["screen"]["choices"]]
                table.lay(name, dice.choice(choices), long=0.1)
        else:
            table.lay(*dice.sample([*table.box.game.alive, "yes"], 3))
    assert table.page(kind="table")["stage"] == "over"
    by = {entry[0] for entry in answers(table) if entry[2]}
    assert {"seer.look", "werewolf.devour", "cupid.link", "village.vote"} <= by
