"""Who looks at a seat in secret sees what it looks like, which may not be what it is."""

from __future__ import annotations

from narrator.rules.appearance import SEEMING, cards_seen, looks_like, looks_like_a_werewolf
from narrator.rules.facts import Noted, Turned
from narrator.rules.variant_facts import SecondDealt
from tests.labs.houselab import HOUSE_LIBRARY
from tests.labs.tablelab import table


def test_a_card_looks_like_the_one_that_it_is_taken_for() -> None:
    cards = {"Ann": "sheepskin", "Bob": "lycan", "Cid": "werewolf"}
    here = table(cards, "house", library=HOUSE_LIBRARY)
    assert [looks_like(here, seat) for seat in cards] == ["villager", "werewolf", "werewolf"]
    assert [looks_like_a_werewolf(here, seat) for seat in cards] == [False, True, True]
    assert here.wolves == ("Ann", "Cid")


def test_whoever_has_become_a_werewolf_looks_like_one_whatever_the_card() -> None:
    here = table({"Ann": "werewolf", "Bob": "seer"})
    assert not looks_like_a_werewolf(here, "Bob")
    here.record(Turned("Bob"))
    assert looks_like_a_werewolf(here, "Bob")
    assert looks_like(here, "Bob") == "seer"


def test_who_seems_a_werewolf_tonight_looks_like_one_and_nobody_else_does() -> None:
    here = table({"Ann": "werewolf"})
    here.record(Noted(*SEEMING, ("Cid",)))
    assert [seat for seat in here.seats if looks_like_a_werewolf(here, seat)] == ["Ann", "Cid"]


def test_both_cards_are_seen_where_both_lie_face_down() -> None:
    here = table({"Ann": "werewolf", "Bob": "seer", "Cid": "seer"}, "the-pact")
    here.record(SecondDealt("Bob", "witch", "secret"))
    here.record(SecondDealt("Cid", "witch", "open"))
    assert [cards_seen(here, seat) for seat in ("Bob", "Cid", "Dan")] == [("seer", "witch"), "seer", "villager"]
