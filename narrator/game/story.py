"""What happened, told after the game: every night, every secret, in order.

While the others play on, the dead may read the same story as far as the table has come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from narrator.game.game import Game
from narrator.rules import facts, variant_facts, village_facts
from narrator.rules.registry import gathered, told_about
from narrator.rules.tellings import subjects
from narrator.telling.language import Filling, Language
from narrator.telling.script import Cue, cue_of
from narrator.telling.voice import Line

MINUTE = 800
"""How many letters are said in about a minute."""
VOTES = ("voted", "abstained", "condemned", "acquitted")
"""What nobody wants to hear told in a minute."""

Telling = tuple[str, dict[str, Filling]]
"""A kind of sentence, and what fills its places."""
Teller = Callable[[Any, Language], Iterator[Telling]]
"""Tells a fact in these words."""


def told_after(game: Game, words: Language, shown: int) -> list[tuple[str, list[str]]]:
    """The first `shown` facts of a game as sentences, phase by phase; phases without sentences are left out."""
    story = _sentences(game, words, shown)
    return [(phase, [" ".join(text for _, text in told) for told in lines]) for phase, lines in story]


def in_a_minute(game: Game, words: Language) -> list[tuple[str, list[str]]]:
    """The story of a game in a minute, as `told_after` tells it: all deaths, and then what happened least often."""
    story = _sentences(game, words, len(game.facts))
    told = [(phase, kind, text) for phase, lines in story for line in lines for kind, text in line]
    often = Counter(kind for _, kind, _ in told)
    worth = sorted(
        (each for each in enumerate(told) if each[1][1] not in VOTES),
        key=lambda each: (not each[1][1].startswith("died."), often[each[1][1]], each[0]),
    )
    kept: list[int] = []
    left = MINUTE - sum(len(phase) + 1 for phase, _ in story)
    for place, (_, _, text) in worth:
        if len(text) < left:
            left -= len(text) + 1
            kept.append(place)
    lines: dict[str, list[str]] = {}
    for place in sorted(kept):
        phase, _, text = told[place]
        lines.setdefault(phase, []).append(text)
    return list(lines.items())


def who_was_who(game: Game, words: Language) -> list[Line]:
    """Who held which card at the end, as it is said to those who have no page to look at."""
    *_, last = game.chapters()
    held: dict[str, list[str]] = {}
    for seat, card in last.cards.items():
        held.setdefault(card, []).append(seat)
    cues = [Cue("who.was", tuple(held[card]), (("card", card),)) for card in game.rules.cards if card in held]
    return [words.say(cue, game.header["seed"], nth) for nth, cue in enumerate(cues)]


def deeds(game: Game, words: Language) -> list[tuple[str, str, str]]:
    """Who did what to whom: the seat, the seat that it chose, and the deed, in the order of the game."""
    found: list[tuple[str, str, str]] = []
    given: dict[tuple[str, str], Sequence[str]] = {}
    for kind, *entry in game.entries:
        if kind == "answer":
            prompt, seat, chosen = entry
            given[prompt, seat] = chosen
            continue
        for (prompt, seat), chosen in given.items():
            deed = words.deed(prompt)
            found.extend((seat, other, deed) for other in chosen if deed is not None and other in game.seats)
        given = {}
    return found


def _sentences(game: Game, words: Language, shown: int) -> list[tuple[str, list[list[tuple[str, str]]]]]:
    """Phase by phase the sentences of each fact, each with its kind."""
    story: list[tuple[str, list[list[tuple[str, str]]]]] = []
    counts: Counter[str] = Counter()
    without_pack = any(isinstance(fact, variant_facts.DeckFeigned) for fact in game.facts)
    for fact in game.facts[:shown]:
        if isinstance(fact, facts.PhaseBegan):
            story.append((fact.phase, []))
        told = []
        for kind, places in _tellings(fact, words):
            if without_pack and kind == "died.devoured":
                kind = "died.plague"
            if kind in words.tree["story"]:
                told.append((kind, words.story(kind, game.header["seed"], counts[kind], **places)))
                counts[kind] += 1
        if told:
            story[-1][1].append(told)
    return [(phase, lines) for phase, lines in story if lines]


def _tellings(fact: facts.Fact, words: Language) -> Iterator[Telling]:
    tell = _TOLD.get(type(fact))
    if tell is not None:
        yield from tell(fact, words)


def _told(fact: facts.Told, words: Language) -> Iterator[Telling]:
    if fact.what in ("wolf", "not-wolf"):
        yield f"looked.{fact.what}", {"names": fact.seat, "other": fact.about}
    elif f"{fact.about}.{fact.what}" in gathered("story"):
        yield f"{fact.about}.{fact.what}", {"names": fact.seat}
    elif fact.about in told_about(of="cards") and fact.about in gathered("story"):
        cards = [words.named("cards", card) for card in fact.what]
        yield fact.about, {"names": fact.seat, "card": cards}
    elif isinstance(fact.what, str) and fact.about not in subjects():
        yield "looked", {"names": fact.seat, "other": fact.about, "card": words.named("cards", fact.what)}


def _counted(fact: facts.Counted, words: Language) -> Iterator[Telling]:
    """Who voted for whom, those with the most votes first."""
    ballot = words.prompt(fact.ballot)
    voters: dict[str | None, list[str]] = {}
    for seat, at in fact.votes:
        voters.setdefault(at, []).append(seat)
    for at, seats in sorted(voters.items(), key=lambda votes: (votes[0] is None, -len(votes[1]))):
        places: dict[str, Filling] = {"names": seats}
        if fact.accused:
            yield "condemned" if at else "acquitted", places | {"other": fact.accused}
        elif at:
            deed = words.deed(fact.ballot, len(seats)) or words.voted(len(seats))
            yield "voted", places | {"deed": deed, "other": ballot.get(at, at)}
        else:
            yield "abstained", places


def _office(fact: facts.OfficeTaken, words: Language) -> Iterator[Telling]:
    office = words.office(fact.office)
    if fact.seat:
        yield "taken", {"names": fact.seat, "office": office}
    else:
        yield "ended" if fact.ended else "vacant", {"office": office}


def _announced(fact: facts.Announced, words: Language) -> Iterator[Telling]:
    cue = cue_of(fact)
    if cue is not None:
        yield "quiet" if cue.id == "dawn.nobody" else cue.id, words.filling(cue)


def _noted(fact: facts.Noted, words: Language) -> Iterator[Telling]:
    if fact.owner == facts.VILLAGE:
        yield fact.key, {}
    elif fact.value and f"{fact.owner}.{fact.key}" in gathered("story"):
        yield f"{fact.owner}.{fact.key}", {"names": fact.value}


def _attacked(fact: facts.Attacked, words: Language) -> Iterator[Telling]:
    """What befell a seat at night; nothing for a victim of the plague, which strikes where there is no pack."""
    if not (fact.by_pack and fact.certain):
        yield fact.cause, {"names": fact.seat}


def _housed(fact: village_facts.Housed, words: Language) -> Iterator[Telling]:
    if fact.place_of:
        yield from _with_building("housed")(fact, words)


def _drawn(fact: village_facts.EventDrawn, words: Language) -> Iterator[Telling]:
    if not fact.skipped:
        yield "drawn", {"event": words.named("events", fact.card)}


def _answered(fact: village_facts.SpiritAnswered, words: Language) -> Iterator[Telling]:
    question = words.question(fact.card, fact.question)
    yield f"answered.{fact.answer}", {"names": fact.medium, "other": fact.spirit, "question": question}
    if fact.lied:
        yield "lied", {"names": fact.spirit}


def _one(kind: str, name: str = "seat") -> Teller:
    """A sentence about one seat."""

    def tell(fact: Any, words: Language) -> Iterator[Telling]:
        yield kind, {"names": getattr(fact, name)}

    return tell


def _with_card(kind: str) -> Teller:
    """A sentence about one seat and a card."""

    def tell(fact: Any, words: Language) -> Iterator[Telling]:
        yield kind, {"names": fact.seat, "card": words.named("cards", fact.card)}

    return tell


def _with_cards(kind: str) -> Teller:
    """A sentence about several cards."""

    def tell(fact: Any, words: Language) -> Iterator[Telling]:
        yield kind, {"card": [words.named("cards", card) for card in fact.cards]}

    return tell


def _with_building(kind: str) -> Teller:
    """A sentence about one seat and a building."""

    def tell(fact: Any, words: Language) -> Iterator[Telling]:
        yield kind, {"names": fact.seat, "building": words.named("buildings", fact.building, "place")}

    return tell


def _all_of(kind: str) -> Teller:
    """A sentence about several seats."""

    def tell(fact: Any, words: Language) -> Iterator[Telling]:
        yield kind, {"names": fact.seats}

    return tell


def _votes_lost(fact: facts.VotesLost, words: Language) -> Iterator[Telling]:
    yield "voteless" if fact.day is None else "barred-today" if fact.today else "barred", {"names": fact.seats}


def _weighed(fact: village_facts.VoteWeighed, words: Language) -> Iterator[Telling]:
    yield "weighed", {"names": fact.seat, "number": fact.votes}


def _by(attribute: str, prefix: str = "") -> Teller:
    """A sentence about one seat; the fact itself names the kind of sentence."""

    def tell(fact: Any, words: Language) -> Iterator[Telling]:
        yield prefix + getattr(fact, attribute), {"names": fact.seat}

    return tell


_TOLD: dict[type, Teller] = {
    facts.CentreLaid: _with_cards("centre"),
    facts.CardTaken: _with_card("swapped"),
    facts.CardGiven: _with_card("given"),
    facts.CardDrawn: _with_card("given"),
    facts.Served: _one("served"),
    facts.PartTaken: _with_card("performed"),
    facts.Linked: _all_of("linked"),
    facts.Told: _told,
    facts.Attacked: _attacked,
    facts.Shielded: _by("how"),
    facts.Died: _by("cause", "died."),
    facts.CardTurned: _with_card("turned"),
    facts.CardNamed: _with_card("named"),
    facts.Turned: _one("became-wolf"),
    facts.Counted: _counted,
    facts.OfficeTaken: _office,
    facts.Marked: _by("mark"),
    facts.LifeLost: _one("life-lost"),
    facts.VotesLost: _votes_lost,
    facts.LotDrawn: _one("lot", "result"),
    facts.Withdrew: _one("witness"),
    facts.Left: _one("left"),
    facts.Announced: _announced,
    facts.Noted: _noted,
    village_facts.Housed: _housed,
    village_facts.PowerSpent: _with_building("spent"),
    village_facts.PowerMended: _with_building("mended"),
    village_facts.EventDrawn: _drawn,
    village_facts.WentAway: _all_of("away"),
    village_facts.VoteWeighed: _weighed,
    village_facts.Revived: _one("revived"),
    village_facts.PowersSwapped: _all_of("powers-swapped"),
    village_facts.SpiritAnswered: _answered,
    variant_facts.SecondDealt: _with_card("second"),
    variant_facts.DeckFeigned: _with_cards("feigned"),
}
