"""What the box says, plays and shows to others, and when, is the same whatever the secret is (G-20 to G-23)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from narrator.game.game import Game
from tests.labs.boxlab import Table
from tests.labs.houselab import HOUSE_LIBRARY

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
WOLVES = {"Ann": "werewolf", "Bob": "werewolf"}
Act = Callable[[Table], None]


class Played(NamedTuple):
    """One of two games: its cards, its centre, what is done while a prompt's window is open, and the second cards."""

    cards: dict[str, str]
    acts: dict[str, Act]
    centre: list[str] | None = None
    alignment: dict[str, str] | None = None


class Difference(NamedTuple):
    """Two games that differ in a secret only, those who may know of it, and the prompt's window to stop at; `village`
    is what both have besides cards."""

    one: Played
    other: Played
    knowing: tuple[str, ...]
    until: str
    options: dict[str, str] = {}  # noqa: RUF012
    roleset: str = "millers-hollow"
    village: dict[str, Any] = {}  # noqa: RUF012


def answers(*given: tuple[str, ...], late: float = 0.0) -> Act:
    """Everybody named answers what stands behind their name, `late` seconds after the window opened."""

    def act(table: Table) -> None:
        end = table.time.now + late
        while table.time.now < end:
            wait = table.box.turn()
            table.time.now = min(end, table.time.now + (wait or 0.0))
            table.box.turn()
        for name, *choices in given:
            reply = table.answer(name, *choices)
            assert reply["ok"], reply

    return act


def signs(name: str, keep: bool = False) -> Act:
    """Somebody presses the button beside the vote, thinks better of it or not, and everybody votes for Gus."""

    def act(table: Table) -> None:
        for value in (["yes"], ["yes"] if keep else []):
            number = table.page(name)["screen"]["number"]
            assert table.do("sign", token=table.tokens[name], number=number, value=value)["ok"]
        HANG_GUS(table)

    return act


def all_point(table: Table) -> None:
    """Everybody points at Gus, and the host counts."""
    while table.page(kind="host")["fingers"] is None:
        assert table.step()
    assert table.do("point", token=table.host, fingers={"Gus": len(table.round.views[None].living)})["ok"]


def plays(name: str, at: int) -> Act:
    """The actor chooses the card that lies at this place."""

    def act(table: Table) -> None:
        assert table.answer(name, table.page(name)["screen"]["choices"][at]["value"])["ok"]

    return act


def fingers(table: Table) -> None:
    """The host has counted the fingers: most of them point at Ann."""
    assert table.do("point", token=table.host, fingers={"Ann": 4, "Cid": 1})["ok"]


HANG_GUS = answers(*[(name, "Gus") for name in NAMES])
POINT_AT_GUS = answers(*[(name, "Gus") for name in NAMES[:5]])
EAT_EVE = answers(("Ann", "Eve"), ("Bob", "Eve"))
EAT_FAY = answers(("Ann", "Fay"), ("Bob", "Fay"))
FATHER = {"Ann": "werewolf", "Bob": "cursed-wolf-father"}
SEER_AND_WITCH = {**WOLVES, "Cid": "seer", "Dan": "witch"}
GIRL = {**WOLVES, "Fay": "witch"}
SHARED_WINDOW = {**WOLVES, "Cid": "seer", "Dan": "defender", "Fay": "fox"}
NO_SHERIFF = {"sheriff": "never"}
ALPHA = {"Ann": "alpha-wolf", "Bob": "werewolf", "Cid": "doctor"}
SERVANT = {**WOLVES, "Cid": "devoted-servant", "Hal": "defender"}
KNIGHT = {**WOLVES, "Cid": "witch", "Dan": "rusty-knight"}
GUARDED = {**WOLVES, "Cid": "doctor", "Dan": "bodyguard"}
CURIOUS = {**WOLVES, "Cid": "wizard", "Dan": "seer", "Eve": "insomniac"}
HUNTED = {**WOLVES, "Cid": "witch", "Dan": "chupacabra"}
HOUSE = {**WOLVES, "Dan": "lycan", "Eve": "cursed", "Fay": "medium"}
BUSY_NIGHT = {**WOLVES, "Cid": "thing", "Dan": "zombie", "Eve": "priest", "Fay": "dracula"}

CUPID = {**WOLVES, "Hal": "cupid"}
LOVED = {"cupid.link": answers(("Hal", "Bob", "Dan"))}
LOVED_ELSEWHERE = {"cupid.link": answers(("Hal", "Eve", "Gus"))}
ACCUSE_BOB = {"accusations.last-call": answers(("Cid", "Bob"), ("Fay", "Bob"))}

DIFFERENCES = {
    "somebody loves the only one accused, or nobody does": Difference(
        Played(CUPID, {**LOVED, **ACCUSE_BOB}),
        Played(CUPID, {**LOVED_ELSEWHERE, **ACCUSE_BOB}),
        ("Hal", "Bob", "Dan", "Eve", "Gus"),
        "werewolf.devour in night 2",
        {"accusations": "three", **NO_SHERIFF},
    ),
    "all point, and somebody loves one of those, or nobody does": Difference(
        Played(CUPID, {**LOVED, "village.vote": fingers}),
        Played(CUPID, {**LOVED_ELSEWHERE, "village.vote": fingers}),
        ("Hal", "Bob", "Dan", "Eve", "Gus"),
        "werewolf.devour in night 2",
        NO_SHERIFF,
    ),
    "the seer answers at once, or late": Difference(
        Played(SEER_AND_WITCH, {"seer.look": answers(("Cid", "Ann"))}),
        Played(SEER_AND_WITCH, {"seer.look": answers(("Cid", "Ann"), late=7.0)}),
        ("Cid",),
        "village.vote",
        NO_SHERIFF,
    ),
    "the seer looks at a werewolf, or at a villager": Difference(
        Played(SEER_AND_WITCH, {"seer.look": answers(("Cid", "Ann"))}),
        Played(SEER_AND_WITCH, {"seer.look": answers(("Cid", "Hal"))}),
        ("Cid",),
        "village.vote",
        NO_SHERIFF,
    ),
    "the seer sits at the table, or lies in the centre": Difference(
        Played(
            {**WOLVES, "Cid": "seer", "Dan": "thief"}, {"seer.look": answers(("Cid", "Ann"))}, ["villager", "hunter"]
        ),
        Played({**WOLVES, "Cid": "hunter", "Dan": "thief"}, {}, ["villager", "seer"]),
        ("Cid", "Dan"),
        "village.vote",
        NO_SHERIFF,
    ),
    "another holds the seer": Difference(
        Played({**WOLVES, "Cid": "seer"}, {"seer.look": answers(("Cid", "Ann"))}),
        Played({**WOLVES, "Dan": "seer"}, {}),
        ("Cid", "Dan"),
        "village.vote",
        NO_SHERIFF,
    ),
    "before dawn nobody knows who the victim is": Difference(
        Played(SEER_AND_WITCH, {"werewolf.devour": EAT_EVE}),
        Played(SEER_AND_WITCH, {"werewolf.devour": EAT_FAY}),
        ("Ann", "Bob", "Dan"),
        "witch.poison",
        NO_SHERIFF,
    ),
    "the pack agrees on nobody and the witch has nothing to heal": Difference(
        Played(SEER_AND_WITCH, {"werewolf.devour": EAT_EVE, "witch.heal": answers(("Dan", "yes"))}),
        Played(SEER_AND_WITCH, {"werewolf.devour": answers(("Ann", "Eve"), ("Bob", "Fay"))}),
        ("Ann", "Bob", "Dan"),
        "village.vote",
        NO_SHERIFF,
    ),
    "cupid links these two or those": Difference(
        Played({**WOLVES, "Cid": "cupid"}, {"cupid.link": answers(("Cid", "Dan", "Eve"))}),
        Played({**WOLVES, "Cid": "cupid"}, {"cupid.link": answers(("Cid", "Ann", "Fay"))}),
        ("Ann", "Cid", "Dan", "Eve", "Fay"),
        "village.vote",
        NO_SHERIFF,
    ),
    "the girl is caught, or somebody else in vain": Difference(
        Played({**GIRL, "Cid": "little-girl"}, {"werewolf.catch": answers(("Ann", "Cid"), ("Bob", "Cid"))}),
        Played({**GIRL, "Dan": "little-girl"}, {"werewolf.catch": answers(("Ann", "Cid"), ("Bob", "Cid"))}),
        ("Ann", "Bob", "Cid", "Dan", "Fay"),
        "witch.poison",
        NO_SHERIFF,
    ),
    "the witch has spent her healing, or not": Difference(
        Played(SEER_AND_WITCH, {"werewolf.devour": EAT_EVE, "witch.heal": answers(("Dan", "yes"))}),
        Played(SEER_AND_WITCH, {"werewolf.devour": answers(("Ann",), ("Bob",)), "witch.heal": answers()}),
        ("Ann", "Bob", "Dan"),
        "witch.poison in night 2",
        NO_SHERIFF,
    ),
    "the defender sits at the table, or lies in the centre": Difference(
        Played(
            {**WOLVES, "Cid": "defender", "Dan": "thief"},
            {"defender.protect": answers(("Cid", "villager"), late=5.0)},
            ["villager", "hunter"],
        ),
        Played({**WOLVES, "Cid": "hunter", "Dan": "thief"}, {}, ["villager", "defender"]),
        ("Cid", "Dan"),
        "village.vote",
        NO_SHERIFF,
        "new-moon",
    ),
    "the piper sits at the table, or lies in the centre": Difference(
        Played(
            {**WOLVES, "Cid": "piper", "Dan": "thief"},
            {"piper.charm": answers(("Cid", "Eve", "Fay"))},
            ["villager", "hunter"],
        ),
        Played({**WOLVES, "Cid": "hunter", "Dan": "thief"}, {}, ["villager", "piper"]),
        ("Cid", "Dan", "Eve", "Fay"),
        "village.vote",
        NO_SHERIFF,
        "new-moon",
    ),
    "the piper charms these two or those": Difference(
        Played({**WOLVES, "Cid": "piper"}, {"piper.charm": answers(("Cid", "Dan", "Eve"))}),
        Played({**WOLVES, "Cid": "piper"}, {"piper.charm": answers(("Cid", "Ann", "Fay"), late=9.0)}),
        ("Ann", "Cid", "Dan", "Eve", "Fay"),
        "village.vote",
        NO_SHERIFF,
        "new-moon",
    ),
    "the elder survives a bite, or nobody was bitten": Difference(
        Played({**WOLVES, "Cid": "elder"}, {"werewolf.devour": answers(("Ann", "Cid"), ("Bob", "Cid"))}),
        Played({**WOLVES, "Cid": "elder"}, {"werewolf.devour": answers(("Ann", "sleep"), ("Bob",))}),
        ("Ann", "Bob"),
        "village.vote",
        NO_SHERIFF,
        "new-moon",
    ),
    "the carrier of wolfsbane was picked, or nobody was": Difference(
        Played({**WOLVES, "Eve": "herbalist"}, {"werewolf.devour": EAT_EVE}),
        Played({**WOLVES, "Eve": "herbalist"}, {"werewolf.devour": answers(("Ann", "Eve"), ("Bob", "Fay"), late=6.0)}),
        ("Ann", "Bob"),
        "village.vote",
        {"wolfsbane": "on"},
        "classic",
    ),
    "the wolfsbane lay on the victim's doorstep, or nobody was picked": Difference(
        Played(
            {**WOLVES, "Cid": "herbalist"}, {"herbalist.protect": answers(("Cid", "Eve")), "werewolf.devour": EAT_EVE}
        ),
        Played({**WOLVES, "Cid": "herbalist"}, {"herbalist.protect": answers(("Cid", "Hal"), late=5.0)}),
        ("Ann", "Bob", "Cid"),
        "village.vote",
        {"wolfsbane_doorstep": "on"},
        "classic",
    ),
    "in the dark city the seer was devoured, or a villager": Difference(
        Played({**WOLVES, "Eve": "seer"}, {"werewolf.devour": EAT_EVE}),
        Played({**WOLVES, "Dan": "seer"}, {"werewolf.devour": EAT_EVE}),
        ("Dan", "Eve"),
        "village.vote in day 2",
        {"dark_city": "on"},
        "classic",
    ),
    "the dark city has swapped these two, or nobody": Difference(
        Played({**WOLVES, "Eve": "seer"}, {"werewolf.switch": answers(("Ann", "Eve", "Fay"), ("Bob", "Fay", "Eve"))}),
        Played({**WOLVES, "Eve": "seer"}, {}),
        ("Ann", "Bob", "Eve", "Fay"),
        "village.vote",
        {"dark_city": "on"},
        "classic",
    ),
    "the answer aloud was about this werewolf, or that one": Difference(
        Played({**WOLVES, "Cid": "seer"}, {"seer.look": answers(("Cid", "Ann"))}),
        Played({**WOLVES, "Dan": "seer"}, {"seer.look": answers(("Dan", "Bob"), late=7.0)}),
        ("Cid", "Dan"),
        "village.vote",
        {"seer_aloud": "on"},
        "classic",
    ),
    "the witness held cupid's card, or somebody at the table does": Difference(
        Played({**WOLVES, "Gus": "cupid"}, {"village.vote in day 0": POINT_AT_GUS}),
        Played(
            {**WOLVES, "Dan": "cupid"},
            {"village.vote in day 0": POINT_AT_GUS, "cupid.link": answers(("Dan", "Eve", "Fay"))},
        ),
        ("Dan", "Eve", "Fay", "Gus"),
        "village.vote",
        {"cupid": "on", "first_day_lynch": "on"},
        "classic",
    ),
    "the pack's victim is infected, or nobody was bitten": Difference(
        Played(
            FATHER,
            {
                "werewolf.devour": EAT_EVE,
                "cursed-wolf-father.infect": answers(("Bob", "yes"), late=4.0),
                "werewolf.devour in night 2": answers(("Ann", "Fay"), ("Bob", "Fay"), ("Eve", "Fay")),
            },
        ),
        Played(FATHER, {"werewolf.devour": answers(("Ann",), ("Bob",)), "werewolf.devour in night 2": EAT_FAY}),
        ("Ann", "Bob", "Eve"),
        "village.vote in day 2",
        NO_SHERIFF,
        "the-pact",
    ),
    "of those called together one answers late, and another not at all": Difference(
        Played({**WOLVES, "Cid": "seer", "Dan": "defender"}, {"seer.look": answers(("Cid", "Ann"), ("Dan", "Eve"))}),
        Played({**WOLVES, "Cid": "seer", "Dan": "defender"}, {"seer.look": answers(("Dan", "Fay"), late=5.0)}),
        ("Cid", "Dan"),
        "village.vote",
        NO_SHERIFF | {"night": "together"},
        "the-pact",
    ),
    "in a silent night one answers late, and another not at all": Difference(
        Played({**WOLVES, "Cid": "seer", "Dan": "defender"}, {"seer.look": answers(("Cid", "Ann"), ("Dan", "Eve"))}),
        Played({**WOLVES, "Cid": "seer", "Dan": "defender"}, {"seer.look": answers(("Dan", "Fay"), late=5.0)}),
        ("Cid", "Dan"),
        "village.vote",
        NO_SHERIFF | {"night": "silent"},
        "the-pact",
    ),
    "in a silent night the pack's victim is protected, or the pack agrees on nobody while others choose": Difference(
        Played(
            SHARED_WINDOW,
            {"seer.look": answers(("Ann", "Eve"), ("Bob", "Eve"), ("Cid", "Ann"), ("Dan", "Eve"), ("Fay", "Ann"))},
        ),
        Played(SHARED_WINDOW, {"seer.look": answers(("Ann", "Hal"), ("Fay",), ("Dan", "Gus"), late=6.0)}),
        ("Ann", "Bob", "Cid", "Dan", "Fay"),
        "village.vote",
        NO_SHERIFF | {"night": "silent"},
        "the-pact",
    ),
    "all point at one, and the seer has looked at a werewolf, or at nobody": Difference(
        Played(SEER_AND_WITCH, {"seer.look": answers(("Cid", "Ann")), "village.vote": all_point}),
        Played(SEER_AND_WITCH, {"village.vote": all_point}),
        ("Cid",),
        "werewolf.devour in night 2",
        NO_SHERIFF,
    ),
    "a bot is the seer, or a villager like another bot": Difference(
        Played({**WOLVES, "Cid": "seer"}, {}),
        Played({**WOLVES, "Dan": "seer"}, {}),
        ("Cid", "Dan"),
        "werewolf.devour in night 2",
        NO_SHERIFF,
    ),
    "a bot is the seer, or somebody who does not answer": Difference(
        Played({**WOLVES, "Cid": "seer"}, {}),
        Played({**WOLVES, "Eve": "seer"}, {}),
        ("Cid", "Dan", "Eve"),
        "werewolf.devour in night 2",
        NO_SHERIFF,
    ),
    "of those called together one sits at the table, or lies in the centre": Difference(
        Played(
            {**WOLVES, "Cid": "seer", "Dan": "defender", "Eve": "thief"},
            {"seer.look": answers(("Cid", "Ann"), ("Dan", "Eve"))},
            ["villager", "hunter"],
        ),
        Played(
            {**WOLVES, "Cid": "seer", "Dan": "hunter", "Eve": "thief"},
            {"seer.look": answers(("Cid", "Ann"))},
            ["villager", "defender"],
        ),
        ("Cid", "Dan", "Eve"),
        "village.vote",
        NO_SHERIFF | {"night": "together"},
        "the-pact",
    ),
    "the wolf-hound chooses the village, or the pack": Difference(
        Played({**WOLVES, "Cid": "wolf-hound"}, {"wolf-hound.choose": answers(("Cid", "villager"))}),
        Played({**WOLVES, "Cid": "wolf-hound"}, {"wolf-hound.choose": answers(("Cid", "werewolf"), late=5.0)}),
        ("Ann", "Bob", "Cid"),
        "village.vote",
        NO_SHERIFF,
        "the-pact",
    ),
    "the big bad wolf sits at the table, or lies in the centre": Difference(
        Played(
            {"Ann": "werewolf", "Bob": "big-bad-wolf", "Cid": "defender", "Dan": "thief"},
            {"defender.protect": answers(("Cid", "Eve")), "big-bad-wolf.devour": answers(("Bob", "Eve"))},
            ["villager", "hunter"],
        ),
        Played(
            {"Ann": "werewolf", "Bob": "hunter", "Cid": "defender", "Dan": "thief"},
            {"defender.protect": answers(("Cid", "Eve"))},
            ["villager", "big-bad-wolf"],
        ),
        ("Ann", "Bob", "Dan"),
        "village.vote",
        NO_SHERIFF,
        "the-pact",
    ),
    "the white werewolf sits at the table, or lies in the centre": Difference(
        Played(
            {"Ann": "werewolf", "Bob": "white-werewolf", "Dan": "thief"},
            {"werewolf.devour": EAT_EVE, "werewolf.devour in night 2": EAT_FAY},
            ["villager", "hunter"],
        ),
        Played(
            {"Ann": "werewolf", "Bob": "hunter", "Dan": "thief"},
            {"werewolf.devour": answers(("Ann", "Eve")), "werewolf.devour in night 2": answers(("Ann", "Fay"))},
            ["villager", "white-werewolf"],
        ),
        ("Ann", "Bob", "Dan"),
        "village.vote in day 2",
        NO_SHERIFF,
        "the-pact",
    ),
    "whom the wild child admires": Difference(
        Played(
            {**WOLVES, "Cid": "wild-child"},
            {
                "wild-child.model": answers(("Cid", "Eve")),
                "werewolf.devour": EAT_EVE,
                "werewolf.devour in night 2": answers(("Ann", "Fay"), ("Bob", "Fay"), ("Cid", "Fay")),
            },
        ),
        Played(
            {**WOLVES, "Cid": "wild-child"},
            {
                "wild-child.model": answers(("Cid", "Hal")),
                "werewolf.devour": EAT_EVE,
                "werewolf.devour in night 2": EAT_FAY,
            },
        ),
        ("Ann", "Bob", "Cid"),
        "village.vote in day 2",
        NO_SHERIFF,
        "the-pact",
    ),
    "the fox has found a werewolf, or lost its nose": Difference(
        Played(
            {**WOLVES, "Eve": "fox"},
            {"fox.sniff": answers(("Eve", "Bob")), "fox.sniff in night 2": answers(("Eve", "Hal"), late=3.0)},
        ),
        Played({**WOLVES, "Eve": "fox"}, {"fox.sniff": answers(("Eve", "Fay"))}),
        ("Eve",),
        "village.vote in day 2",
        NO_SHERIFF,
        "the-pact",
    ),
    "the judge plays with the sign, or somebody else does": Difference(
        Played({**WOLVES, "Eve": "wandering-judge"}, {"village.vote": signs("Eve")}),
        Played({**WOLVES, "Eve": "wandering-judge"}, {"village.vote": signs("Fay")}),
        ("Eve", "Fay"),
        "werewolf.devour in night 2",
        NO_SHERIFF,
        "the-pact",
    ),
    "a servant keeps still, or lies in the centre": Difference(
        Played(
            {**WOLVES, "Cid": "devoted-servant", "Dan": "thief"}, {"village.vote": HANG_GUS}, ["villager", "villager"]
        ),
        Played({**WOLVES, "Dan": "thief"}, {"village.vote": HANG_GUS}, ["devoted-servant", "villager"]),
        ("Cid", "Dan"),
        "village.vote in day 2",
        NO_SHERIFF,
        "the-pact",
    ),
    "the servant has become the seer, or a villager": Difference(
        Played(
            {**WOLVES, "Cid": "devoted-servant", "Dan": "cupid", "Gus": "seer"},
            {
                "cupid.link": answers(("Dan", "Eve", "Fay")),
                "seer.look": answers(("Gus", "Ann")),
                "village.vote": HANG_GUS,
                "devoted-servant.serve": answers(("Cid", "yes")),
                "seer.look in night 2": answers(("Cid", "Ann")),
            },
        ),
        Played(
            {**WOLVES, "Cid": "devoted-servant", "Dan": "cupid", "Hal": "seer"},
            {
                "cupid.link": answers(("Dan", "Eve", "Fay")),
                "seer.look": answers(("Hal", "Ann")),
                "village.vote": HANG_GUS,
                "devoted-servant.serve": answers(("Cid", "yes")),
                "seer.look in night 2": answers(("Hal", "Ann")),
            },
        ),
        ("Cid", "Dan", "Gus", "Hal"),
        "village.vote in day 2",
        NO_SHERIFF,
        "the-pact",
    ),
    "the actor plays this part, or that, or none": Difference(
        Played({**WOLVES, "Cid": "actor"}, {"actor.perform": plays("Cid", 0)}),
        Played({**WOLVES, "Cid": "actor"}, {"actor.perform in night 2": plays("Cid", 1)}),
        ("Cid",),
        "village.vote in day 2",
        NO_SHERIFF,
        "the-pact",
    ),
    "the judge has given the sign, or not, while the vote goes on": Difference(
        Played(
            {**WOLVES, "Eve": "wandering-judge", "Cid": "devoted-servant"}, {"village.vote": signs("Eve", keep=True)}
        ),
        Played({**WOLVES, "Eve": "wandering-judge", "Cid": "devoted-servant"}, {"village.vote": signs("Eve")}),
        ("Cid", "Eve"),
        "devoted-servant.serve",
        NO_SHERIFF,
        "the-pact",
    ),
    "the knight was eaten, or poisoned, which makes nobody ill": Difference(
        Played(KNIGHT, {"werewolf.devour": answers(("Ann", "Dan"), ("Bob", "Dan"))}),
        Played(KNIGHT, {"werewolf.devour": answers(("Ann",), ("Bob",)), "witch.poison": answers(("Cid", "Dan"))}),
        ("Ann", "Bob", "Cid"),
        "witch.poison in night 2",
        NO_SHERIFF,
        "the-pact",
    ),
    "the actor was infected, or nobody was bitten": Difference(
        Played(
            {**FATHER, "Cid": "actor"},
            {
                "werewolf.devour": answers(("Ann", "Cid"), ("Bob", "Cid")),
                "cursed-wolf-father.infect": answers(("Bob", "yes"), late=4.0),
                "werewolf.devour in night 2": answers(("Ann", "Fay"), ("Bob", "Fay"), ("Cid", "Fay")),
            },
        ),
        Played(
            {**FATHER, "Cid": "actor"},
            {
                "werewolf.devour": answers(("Ann",), ("Bob",)),
                "werewolf.devour in night 2": EAT_FAY,
                "actor.perform in night 2": plays("Cid", 0),
            },
        ),
        ("Ann", "Bob", "Cid"),
        "village.vote in day 2",
        NO_SHERIFF,
        "the-pact",
    ),
    "the servant has joined the pack, or the village": Difference(
        Played(
            {**WOLVES, "Cid": "devoted-servant", "Gus": "werewolf"},
            {
                "village.vote": HANG_GUS,
                "devoted-servant.serve": answers(("Cid", "yes")),
                "werewolf.devour in night 2": answers(("Ann", "Fay"), ("Bob", "Fay"), ("Cid", "Fay")),
            },
        ),
        Played(
            {**WOLVES, "Cid": "devoted-servant", "Hal": "werewolf"},
            {
                "village.vote": HANG_GUS,
                "devoted-servant.serve": answers(("Cid", "yes")),
                "werewolf.devour in night 2": answers(("Ann", "Fay"), ("Bob", "Fay"), ("Hal", "Fay")),
            },
        ),
        ("Ann", "Bob", "Cid", "Gus", "Hal"),
        "village.vote in day 2",
        NO_SHERIFF,
        "the-pact",
    ),
    "the servant has become the big bad wolf, who eats no more, or the hunter": Difference(
        Played(
            {**SERVANT, "Dan": "hunter", "Gus": "big-bad-wolf"},
            {
                "defender.protect": answers(("Hal", "Fay")),
                "big-bad-wolf.devour": answers(("Gus", "Fay")),
                "village.vote": HANG_GUS,
                "devoted-servant.serve": answers(("Cid", "yes")),
                "defender.protect in night 2": answers(("Hal", "Eve")),
            },
        ),
        Played(
            {**SERVANT, "Dan": "big-bad-wolf", "Gus": "hunter"},
            {
                "defender.protect": answers(("Hal", "Fay")),
                "big-bad-wolf.devour": answers(("Dan", "Fay")),
                "village.vote": HANG_GUS,
                "devoted-servant.serve": answers(("Cid", "yes")),
                "defender.protect in night 2": answers(("Hal", "Eve")),
                "big-bad-wolf.devour in night 2": answers(("Dan", "Eve")),
            },
        ),
        ("Ann", "Bob", "Cid", "Dan", "Gus", "Hal"),
        "village.vote in day 2",
        NO_SHERIFF,
        "the-pact",
    ),
    "the defender stood before the victim, or nobody was bitten": Difference(
        Played(
            {**WOLVES, "Cid": "defender"}, {"defender.protect": answers(("Cid", "Eve")), "werewolf.devour": EAT_EVE}
        ),
        Played(
            {**WOLVES, "Cid": "defender"},
            {"defender.protect": answers(("Cid", "Hal")), "werewolf.devour": answers(("Ann",), ("Bob",))},
        ),
        ("Ann", "Bob", "Cid"),
        "village.vote",
        NO_SHERIFF,
        "the-pact",
    ),
    "which of the coins that are never called the drunk has taken": Difference(
        Played({**WOLVES, "Cid": "drunk"}, {"drunk.sober in night 3": answers(("Cid", "hunter"))}),
        Played({**WOLVES, "Cid": "drunk"}, {"drunk.sober in night 3": answers(("Cid", "tanner"), late=5.0)}),
        ("Cid",),
        "village.accuse in day 4",
        {"sober_drunk": "on"},
        "coins",
    ),
    "the bodyguard stood before the victim, or the doctor sat with it": Difference(
        Played(
            GUARDED,
            {
                "werewolf.devour": EAT_EVE,
                "doctor.heal": answers(("Cid", "Hal")),
                "bodyguard.protect": answers(("Dan", "Eve")),
            },
        ),
        Played(
            GUARDED,
            {
                "werewolf.devour": EAT_EVE,
                "doctor.heal": answers(("Cid", "Eve")),
                "bodyguard.protect": answers(("Dan", "Hal"), late=6.0),
            },
        ),
        ("Ann", "Bob", "Cid", "Dan"),
        "village.accuse",
        {},
        "coins",
    ),
    "the wizard has found the seer, or not; the insomniac somebody awake, or asleep": Difference(
        Played(
            CURIOUS,
            {
                "wizard.seek": answers(("Cid", "Dan")),
                "seer.look": answers(("Dan", "Ann")),
                "insomniac.ask": answers(("Eve", "Ann")),
            },
        ),
        Played(
            CURIOUS,
            {
                "wizard.seek": answers(("Cid", "Hal")),
                "seer.look": answers(("Dan", "Hal"), late=3.0),
                "insomniac.ask": answers(("Eve", "Hal")),
            },
        ),
        ("Cid", "Dan", "Eve"),
        "village.accuse",
        {},
        "coins",
    ),
    "a werewolf was poisoned, or hunted": Difference(
        Played(HUNTED, {"witch.poison": answers(("Cid", "Ann")), "chupacabra.hunt": answers(("Dan", "Hal"))}),
        Played(HUNTED, {"chupacabra.hunt": answers(("Dan", "Ann"))}),
        ("Cid", "Dan"),
        "village.accuse",
        {},
        "coins",
    ),
    "whom the doppelganger wants to be": Difference(
        Played(
            {**WOLVES, "Cid": "doppelganger", "Eve": "seer"},
            {
                "doppelganger.copy": answers(("Cid", "Eve")),
                "werewolf.devour": EAT_EVE,
                "seer.look": answers(("Eve", "Ann")),
                "werewolf.devour in night 2": EAT_FAY,
                "seer.look in night 2": answers(("Cid", "Ann")),
            },
        ),
        Played(
            {**WOLVES, "Cid": "doppelganger", "Eve": "seer"},
            {
                "doppelganger.copy": answers(("Cid", "Hal")),
                "werewolf.devour": EAT_EVE,
                "seer.look": answers(("Eve", "Ann")),
                "werewolf.devour in night 2": EAT_FAY,
            },
        ),
        ("Ann", "Bob", "Cid", "Eve"),
        "village.accuse in day 2",
        {},
        "coins",
    ),
    "the alpha wolf turned the victim, or the doctor healed it": Difference(
        Played(
            ALPHA,
            {
                "doctor.heal": answers(("Cid", "Cid")),
                "werewolf.devour in night 2": EAT_EVE,
                "alpha-wolf.bite in night 2": answers(("Ann", "turn")),
                "doctor.heal in night 2": answers(("Cid", "Hal")),
            },
        ),
        Played(
            ALPHA,
            {
                "doctor.heal": answers(("Cid", "Cid")),
                "werewolf.devour in night 2": EAT_EVE,
                "doctor.heal in night 2": answers(("Cid", "Eve")),
            },
        ),
        ("Ann", "Bob", "Cid", "Eve"),
        "doctor.heal in night 3",
        {},
        "coins",
    ),
    "who was tapped, infected, blessed and married": Difference(
        Played(
            BUSY_NIGHT,
            {
                "priest.bless": answers(("Eve", "Hal")),
                "dracula.marry": answers(("Fay", "Gus")),
                "thing.tap": answers(("Cid", "Ann")),
                "zombie.infect": answers(("Dan", "Hal")),
            },
        ),
        Played(
            BUSY_NIGHT,
            {
                "priest.bless": answers(("Eve", "Eve")),
                "dracula.marry": answers(("Fay", "Bob")),
                "thing.tap": answers(("Cid", "Bob"), late=5.0),
                "zombie.infect": answers(("Dan", "Gus")),
            },
        ),
        ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay"),
        "village.accuse",
        {},
        "coins",
    ),
    "a tough guy was bitten, or somebody blessed": Difference(
        Played(
            {**WOLVES, "Cid": "tough-guy", "Eve": "priest"},
            {"priest.bless": answers(("Eve", "Hal")), "werewolf.devour": answers(("Ann", "Cid"), ("Bob", "Cid"))},
        ),
        Played(
            {**WOLVES, "Cid": "tough-guy", "Eve": "priest"},
            {"priest.bless": answers(("Eve", "Dan")), "werewolf.devour": answers(("Ann", "Dan"), ("Bob", "Dan"))},
        ),
        ("Ann", "Bob", "Cid", "Eve"),
        "priest.bless in night 2",
        {},
        "coins",
    ),
    "the whole pack sleeps, which nobody learns before dawn": Difference(
        Played({**WOLVES, "Cid": "witch"}, {"werewolf.devour": answers(("Ann", "sleep"), ("Bob", "sleep"))}),
        Played({**WOLVES, "Cid": "witch"}, {"werewolf.devour": EAT_EVE}),
        ("Ann", "Bob", "Cid"),
        "witch.poison",
        NO_SHERIFF,
        "new-moon",
    ),
    "the seer looks at whoever is taken for a werewolf, or at a villager": Difference(
        Played({**HOUSE, "Cid": "seer"}, {"seer.look": answers(("Cid", "Dan"))}),
        Played({**HOUSE, "Cid": "seer"}, {"seer.look": answers(("Cid", "Hal"))}),
        ("Cid",),
        "village.vote",
        NO_SHERIFF,
        "house",
    ),
    "the cursed is bitten, or the pack agrees on nobody": Difference(
        Played(HOUSE, {"werewolf.devour": EAT_EVE}),
        Played(HOUSE, {"werewolf.devour": answers(("Ann", "Eve"), ("Bob", "Fay"))}),
        ("Ann", "Bob"),
        "village.vote",
        NO_SHERIFF,
        "house",
    ),
    "the cursed wakes with the pack, or sleeps on": Difference(
        Played(HOUSE, {"werewolf.devour": EAT_EVE, "village.vote": HANG_GUS}),
        Played(HOUSE, {"werewolf.devour": answers(("Ann", "Eve"), ("Bob", "Fay")), "village.vote": HANG_GUS}),
        ("Ann", "Bob", "Eve"),
        "medium.listen in night 2",
        NO_SHERIFF,
        "house",
    ),
    "one who votes has two votes in secret, or none, or another": Difference(
        Played({**HOUSE, "Cid": "alderman", "Fay": "beggar"}, {"village.vote": HANG_GUS}),
        Played({**HOUSE, "Cid": "beggar", "Fay": "alderman"}, {"village.vote": HANG_GUS}),
        ("Cid", "Fay"),
        "werewolf.devour in night 2",
        NO_SHERIFF,
        "house",
    ),
    "the medium asks one of the dead, or is not at home": Difference(
        Played(HOUSE, {"village.vote": HANG_GUS, "medium.listen in night 2": answers(("Fay", "Gus"))}),
        Played(HOUSE, {"village.vote": HANG_GUS}),
        ("Fay",),
        "village.vote in day 2",
        NO_SHERIFF,
        "house",
    ),
}


def acts(*given: tuple[str, str, str]) -> Act:
    """Somebody does what may be done at any time of the day, and then everybody votes for Gus."""

    def act(table: Table) -> None:
        for name, what, value in given:
            assert table.do("act", token=table.tokens[name], what=what, value=[value])["ok"]

    return act


HOUSES = {"buildings": {"Cid": "barber", "Dan": "confessor", "Eve": "barkeep", "Fay": "bailiff", "Gus": "lord"}}
IN_THE_VILLAGE = {"buildings": "on", **NO_SHERIFF}
WHOLE_VILLAGE = {
    "buildings": "on", "events": "on", "town_crier": "on", "event_variants": "on", "moonlight": "hard",
    "permanent_events": "ev-touch-of-death", "harvest_festival": "on", "graffiti": "on", "trance": "on",
}  # fmt: skip
HARVEST = {"harvest_festival": "on", **NO_SHERIFF}
SPECTER = {"events": ["ev-specter"]}
UNTIL_NIGHT_3 = {"village.vote": HANG_GUS, "village.vote in day 2": answers()}

DIFFERENCES |= {
    "the barber shaves during a vote beside which a judge may sign, or somebody else holds that card": Difference(
        Played(
            {**WOLVES, "Gus": "wandering-judge", "Hal": "villager"},
            {"village.vote": acts(("Cid", "barber.shave", "Dan"))},
        ),
        Played(
            {**WOLVES, "Gus": "villager", "Hal": "wandering-judge"},
            {"village.vote": acts(("Cid", "barber.shave", "Dan"))},
        ),
        ("Ann", "Bob", "Gus", "Hal"),
        "werewolf.devour in night 2",
        IN_THE_VILLAGE,
        "the-pact",
        HOUSES,
    ),
    "what the confessor hears": Difference(
        Played({**WOLVES, "Hal": "seer"}, {"village.vote": acts(("Dan", "confessor.hear", "Hal"))}),
        Played({**WOLVES, "Fay": "seer"}, {"village.vote": acts(("Dan", "confessor.hear", "Hal"))}),
        ("Dan", "Hal", "Fay"),
        "werewolf.devour in night 2",
        IN_THE_VILLAGE,
        "the-pact",
        HOUSES,
    ),
    "whom the lovers deceive at the festival": Difference(
        Played(
            {**WOLVES, "Cid": "cupid"},
            {"cupid.link": answers(("Cid", "Eve", "Fay")), "cupid.deceive": answers(("Cid", "Eve", "Hal"))},
        ),
        Played(
            {**WOLVES, "Cid": "cupid"},
            {"cupid.link": answers(("Cid", "Eve", "Fay")), "cupid.deceive": answers(("Cid", "Fay", "Gus"))},
        ),
        ("Cid", "Eve", "Fay", "Gus", "Hal"),
        "village.vote",
        HARVEST,
        "the-pact",
    ),
    "with whom a thief trades cards at the festival": Difference(
        Played(
            {**WOLVES, "Cid": "thief"},
            {"thief.swap": answers(("Cid",)), "thief.trade": answers(("Cid", "Eve"))},
            ["villager", "villager"],
        ),
        Played(
            {**WOLVES, "Cid": "thief"},
            {"thief.swap": answers(("Cid",)), "thief.trade": answers(("Cid", "Fay"), late=5.0)},
            ["villager", "villager"],
        ),
        ("Cid", "Eve", "Fay"),
        "village.vote",
        HARVEST,
        "the-pact",
    ),
    "the specter has come to somebody, or the pack agreed on nobody": Difference(
        Played(
            {**WOLVES, "Cid": "witch"},
            {
                **UNTIL_NIGHT_3,
                "werewolf.devour in night 3": EAT_EVE,
                "specter.name in night 3": answers(("Eve", "Bob"), late=3.0),
            },
        ),
        Played({**WOLVES, "Cid": "witch"}, UNTIL_NIGHT_3),
        ("Ann", "Bob", "Cid", "Eve"),
        "witch.poison in night 3",
        {"events": "stacked", **NO_SHERIFF},
        "the-pact",
        SPECTER,
    ),
    "a backfire has hit a villager, or the pack agreed on nobody": Difference(
        Played({**WOLVES, "Cid": "witch"}, {**UNTIL_NIGHT_3, "werewolf.devour in night 3": EAT_EVE}),
        Played({**WOLVES, "Cid": "witch"}, UNTIL_NIGHT_3),
        ("Ann", "Bob", "Cid", "Eve"),
        "village.vote in day 3",
        {"events": "stacked", **NO_SHERIFF},
        "the-pact",
        {"events": ["ev-backfire"]},
    ),
}


TRANCE = {"trance": "on", **NO_SHERIFF}
WITH_EVENTS = {"buildings": "on", "events": "on", **NO_SHERIFF}
THIEF = {**WOLVES, "Dan": "thief"}

DIFFERENCES |= {
    "the pack's victim is mesmerised, or the pack agreed on nobody": Difference(
        Played({**WOLVES, "Cid": "witch", "Dan": "seer"}, {"werewolf.devour": answers(("Ann", "Eve"), ("Bob", "Eve"))}),
        Played({**WOLVES, "Cid": "witch", "Dan": "seer"}, {"werewolf.devour": answers(("Ann", "Eve"), ("Bob", "Gus"))}),
        ("Ann", "Bob", "Cid", "Eve", "Gus"),
        "village.vote",
        TRANCE,
        "the-pact",
    ),
    "a mesmerised seer looks no more, or another one does": Difference(
        Played(
            {**WOLVES, "Cid": "seer", "Dan": "witch"},
            {
                "werewolf.devour": answers(("Ann", "Cid"), ("Bob", "Cid")),
                "village.vote": HANG_GUS,
            },
        ),
        Played(
            {**WOLVES, "Cid": "seer", "Dan": "witch"},
            {"village.vote": HANG_GUS, "seer.look in night 2": answers(("Cid", "Fay"), late=3.0)},
        ),
        ("Ann", "Bob", "Cid", "Dan"),
        "village.vote in day 2",
        TRANCE,
        "the-pact",
    ),
    "the gypsy sits at the table, or lies in the centre": Difference(
        Played({**THIEF, "Cid": "gypsy"}, {"gypsy.call": answers(("Cid",), late=3.0)}, ["villager", "fox"]),
        Played({**THIEF, "Cid": "fox"}, {}, ["villager", "gypsy"]),
        ("Cid", "Dan"),
        "village.vote",
        WITH_EVENTS,
        "the-pact",
    ),
    "the pyromaniac sits at the table, or lies in the centre": Difference(
        Played({**THIEF, "Cid": "pyromaniac"}, {"pyromaniac.burn": answers(("Cid",), late=3.0)}, ["villager", "fox"]),
        Played({**THIEF, "Cid": "fox"}, {}, ["villager", "pyromaniac"]),
        ("Cid", "Dan"),
        "village.vote",
        WITH_EVENTS,
        "the-pact",
        HOUSES,
    ),
    "the scandalmonger sits at the table, or lies in the centre": Difference(
        Played({**THIEF, "Cid": "scandalmonger"}, {"scandalmonger.accuse": answers(("Cid",))}, ["villager", "fox"]),
        Played({**THIEF, "Cid": "fox"}, {}, ["villager", "scandalmonger"]),
        ("Cid", "Dan"),
        "village.vote",
        WITH_EVENTS,
        "the-pact",
        HOUSES,
    ),
    "whose alignment under an open card is the werewolves'": Difference(
        Played(
            {"Cid": "seer", "Dan": "hunter", "Hal": "witch"},
            {"seer.look": answers(("Cid", "Bob")), "werewolf.devour": EAT_EVE},
            alignment={"Ann": "werewolf", "Bob": "werewolf"},
        ),
        Played(
            {"Cid": "seer", "Dan": "hunter", "Hal": "witch"},
            {"seer.look": answers(("Cid", "Bob")), "werewolf.devour": answers(("Ann", "Eve"), ("Dan", "Eve"))},
            alignment={"Ann": "werewolf", "Dan": "werewolf"},
        ),
        ("Ann", "Bob", "Cid", "Dan", "Hal"),
        "village.vote",
        {"double_you": "open", **NO_SHERIFF},
        "the-pact",
    ),
    "which two cards somebody holds face down": Difference(
        Played(
            {**WOLVES, "Cid": "seer", "Dan": "hunter"},
            {"seer.look": answers(("Cid", "Ann"))},
            alignment={"Ann": "witch", "Cid": "defender"},
        ),
        Played(
            {**WOLVES, "Cid": "hunter", "Dan": "seer"},
            {"seer.look": answers(("Dan", "Eve"), late=3.0)},
            alignment={"Bob": "defender", "Dan": "witch"},
        ),
        ("Ann", "Bob", "Cid", "Dan"),
        "village.vote",
        {"double_you": "secret", **NO_SHERIFF},
        "the-pact",
    ),
}


def told(
    folder: Path, difference: Difference, played: Played, arrange: Callable[[Table], object] = lambda table: None
) -> tuple[list[Any], dict[str, list[tuple[float, str]]]]:
    """Play one of the two games; everything heard, and every message to the pages of those who may know nothing; the
    dead may know everything, where they see it."""

    def keep(name: str, messages: list[tuple[float, str]], message: str) -> None:
        view = table.round.views.get(name) if table.box.round is not None else None
        if view is None or not view.everything:
            messages.append((table.time.now, message))

    table = Table(folder, NAMES)
    table.box.boot = "b007"
    arrange(table)
    table.box.library = HOUSE_LIBRARY
    sent: dict[str, list[tuple[float, str]]] = {}
    for name in NAMES:
        if name not in difference.knowing:
            messages = sent[name] = []
            listener = table.box.listeners.add("player", table.tokens[name])
            listener.put = partial(keep, name, messages)  # type: ignore[method-assign]
    messages = sent["the table's screen"] = []
    listener = table.box.listeners.add("table", None)
    listener.put = lambda message, kept=messages: kept.append((table.time.now, message))  # type: ignore[method-assign]
    setting = {"centre": played.centre, "options": difference.options, "seed": 5, "library": HOUSE_LIBRARY}
    setting |= {"alignment": played.alignment, **difference.village}
    table.box.moderate(Game(difference.roleset, NAMES, cards=played.cards, **setting))
    done: set[str] = set()
    while difference.until not in done:
        assert table.step(), f"{difference.until} never came"
        assert table.time.now < 3600, f"{difference.until} never came"
        window = table.round.views[None].window
        phase = table.round.views[None].phase
        window = window if phase in ("setup", "night 1", "day 1") else f"{window} in {phase}"
        shown = table.round.beat is not None and table.box.pages.held is None
        if window not in done and shown and table.round.asking:
            done.add(window)
            if window in played.acts:
                played.acts[window](table)
    assert played.acts.keys() <= done, "an act of which nothing came"
    return table.loudspeaker.heard, sent


@pytest.mark.slow
@pytest.mark.parametrize(("number", "letters", "village"), [(8, 4, {}), (24, 20, {}), (29, 20, WHOLE_VILLAGE)])
def test_at_night_all_pages_of_a_table_have_one_size(
    number: int, letters: int, village: dict[str, str], tmp_path: Path
) -> None:
    """However many sit at the table, whatever they are called, and whatever they play with."""
    names = [f"{'ABCDEFGHI'[seat % 9]}{seat:02}".ljust(letters, "ä") for seat in range(number)]
    table = Table(tmp_path, names)
    table.box.lobby.bots = list(names)
    sent: list[str] = []
    for name in names:
        table.box.listeners.add("player", table.tokens[name]).put = sent.append  # type: ignore[method-assign]
    table.box.moderate(Game("the-pact", names, options={**village, **NO_SHERIFF}, seed=3))
    while table.box.game is not None and table.round.views[None].phase != "dawn 1":
        assert table.step()
    pages = [len(message.encode()) for message in sent if '"sky":"night"' in message]
    assert len(pages) > 9 * number
    assert len(set(pages)) == 1


def with_bots(table: Table) -> None:
    """Bots play on for two who have gone."""
    table.box.lobby.bots = ["Cid", "Dan"]


def pointing(table: Table) -> None:
    assert table.set("vote", "pointing")["ok"]


NEEDED: dict[str, Callable[[Table], None]] = {"a bot": with_bots, "all point": pointing}
"""How a table has to play in the games that are called so."""


@pytest.mark.slow
@pytest.mark.parametrize("name", DIFFERENCES)
def test_nothing_tells_the_two_games_apart(name: str, tmp_path: Path) -> None:
    difference = DIFFERENCES[name]
    arrange = next((way for words, way in NEEDED.items() if name.startswith(words)), lambda table: None)
    heard, sent = told(tmp_path / "one", difference, difference.one, arrange)
    also_heard, also_sent = told(tmp_path / "other", difference, difference.other, arrange)
    assert heard == also_heard
    for page, messages in sent.items():
        assert [at for at, _ in messages] == [at for at, _ in also_sent[page]], page
        for (at, message), (_, other) in zip(messages, also_sent[page], strict=True):
            assert message == other, f"{page} at {at}"


def with_beginners(table: Table) -> None:
    """Somebody is new: there is a practice night, and the windows of two nights are longer."""
    table.box.lobby.beginners = True


def learned(table: Table) -> None:
    """The table has been slow in a practice night."""
    table.box.speed.see(1, True, len(NAMES), 0, 10.0)
    assert table.box.speed.stretch > 1


def by_token(table: Table) -> None:
    """The seer, or whoever else is Cid, has nothing but a token."""
    table.box.lid(True)
    table.box.reach("tags", {"Cid": True})


def plainly(table: Table) -> None:
    assert table.set("words", "plain")["ok"]


def with_a_speaker_that_lags(table: Table) -> None:
    """The speaker is late, and what is shown waits for it."""
    table.box.lobby.lag = 700


WAYS = (with_beginners, learned, by_token, plainly, with_a_speaker_that_lags)
IN_ALL_WAYS = (
    "the seer answers at once, or late",
    "the seer sits at the table, or lies in the centre",
    "the witch has spent her healing, or not",
    "the specter has come to somebody, or the pack agreed on nobody",
    "in a silent night one answers late, and another not at all",
    "in a silent night the pack's victim is protected, or the pack agrees on nobody while others choose",
)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", IN_ALL_WAYS)
def test_nothing_tells_the_two_games_apart_however_a_table_plays(
    name: str, way: Callable[[Table], None], tmp_path: Path
) -> None:
    difference = DIFFERENCES[name]
    one = told(tmp_path / "one", difference, difference.one, way)
    assert one == told(tmp_path / "other", difference, difference.other, way)
