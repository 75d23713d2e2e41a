"""What the box tells in private at a call: the pack, the lover, the centre, the victim; and nothing twice."""

from __future__ import annotations

from narrator.rules import tellings
from narrator.rules.facts import Attacked, Linked, Noted, Told, Turned
from narrator.rules.table import Table
from tests.labs.tablelab import happened, table


def told(here: Table) -> list[tuple[str, str, object]]:
    """What was told since the last look, to whom and about what."""
    notes = [(fact.seat, fact.about, fact.what) for fact in happened(here, Told)]
    here.log = []
    return notes


def test_every_werewolf_is_told_the_whole_pack_once_and_again_when_somebody_joins_it() -> None:
    """MH-21"""
    here = table({"Ann": "werewolf", "Bob": "werewolf"})
    tellings.pack(here, ["Ann", "Bob"])
    assert told(here) == [("Ann", "pack", ("Ann", "Bob")), ("Bob", "pack", ("Ann", "Bob"))]
    tellings.pack(here, ["Ann", "Bob"])
    assert told(here) == []
    here.record(Turned("Cid"))
    tellings.pack(here, ["Ann", "Bob", "Cid"])
    assert told(here) == [(seat, "pack", ("Ann", "Bob", "Cid")) for seat in ("Ann", "Bob", "Cid")]


def test_who_became_a_werewolf_without_knowing_is_told_that_first() -> None:
    """PA-47"""
    here = table({"Ann": "werewolf"})
    here.record(Turned("Bob"))
    here.record(Noted("Bob", tellings.UNAWARE, True))
    tellings.pack(here, ["Ann", "Bob"])
    assert told(here)[0] == ("Bob", "turned", "yes")
    tellings.pack(here, ["Ann", "Bob"])
    assert told(here) == []


def test_lovers_are_told_of_each_other_by_name_and_never_by_card() -> None:
    """MH-13"""
    here = table({"Ann": "werewolf", "Bob": "seer"})
    here.record(Linked(("Bob", "Ann")))
    tellings.lovers(here, [])
    assert told(here) == [("Ann", "lover", "Bob"), ("Bob", "lover", "Ann")]
    tellings.lovers(here, [])
    assert told(here) == []


def test_the_witch_is_told_of_the_victim_or_that_there_is_none() -> None:
    """MH-24"""
    here = table({"Ann": "werewolf", "Bob": "witch"})
    tellings.victim(here, ["Bob"])
    here.record(Attacked("Cid", "devoured", by_pack=True))
    tellings.victim(here, ["Bob"])
    assert told(here) == [("Bob", "victim", ()), ("Bob", "victim", ("Cid",))]


def test_the_thief_is_told_what_lies_in_the_centre() -> None:
    here = table({"Ann": "werewolf", "Bob": "thief"}, centre=["seer", "villager"])
    tellings.centre(here, ["Bob"])
    assert told(here) == [("Bob", "centre", ("seer", "villager"))]
