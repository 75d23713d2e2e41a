"""What is said when something happens: facts become cues.

A cue is the id of a line in a language file, with the seats and words to put into it. Only facts that everybody may
know are ever said; for all others `cues` returns nothing, so no secret can reach the loudspeaker. `turn` says in which
of its wordings a cue is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from math import gcd
from typing import Any, NamedTuple, TypeVar

from narrator.rules import facts, variant_facts, village_facts
from narrator.rules.registry import gathered
from narrator.telling.plurals import Text


class Cue(NamedTuple):
    """One thing to be said: the line's `id`, the `seats` named in it, and further `words`, each with its place in the
    line, such as `("card", "seer")`."""

    id: str
    seats: tuple[str, ...] = ()
    words: tuple[tuple[str, str], ...] = ()


PLACES = {"office.nobody": ("office",), "death.side": ("side",)}
"""What an announcement is about before the seats named in it, where no function declares it."""


REVEALED = ("card.turned", "card.named", "death.side")
"""Lines that tell which side somebody was on; their first word says it."""
BY_CARD = (*REVEALED, "event.card")
"""Lines that sound otherwise for another card or side; their first word names it."""


def moment_of(cue: Cue) -> str:
    """What is this cue called in the list of what sounds with each line?"""
    return f"{cue.id} {cue.words[0][1]}" if cue.id in BY_CARD else cue.id


def cue_of(fact: facts.Fact) -> Cue | None:
    """What does the box say when this happens? Nothing if the fact is not public."""
    said = _SAID.get(type(fact))
    return said(fact) if said is not None and fact.knowers is facts.EVERYBODY else None


def _announced(fact: facts.Announced) -> Cue:
    places = gathered("says").get(fact.cue, PLACES.get(fact.cue, ()))
    words = tuple(zip([place for place in places if place != "names"], fact.about, strict=False))
    return Cue(fact.cue, fact.about[len(words) :], words)


def _phase(fact: facts.PhaseBegan) -> Cue:
    if fact.name == "day" and fact.number:
        return Cue("day.begins", (), (("day", str(fact.number)),))
    names = {"setup": "game.begins", "night": "night.falls", "dawn": "dawn.breaks", "day": "eve.begins"}
    return Cue(names[fact.name])


def _window(fact: facts.WindowOpened) -> Cue:
    if fact.beside:
        return Cue("together.ask")
    alone = fact.asked if len(fact.asked) == 1 else ()
    return Cue(f"{fact.prompt}.turn" if fact.in_turn and alone else fact.prompt, alone)


def _housed(fact: village_facts.Housed) -> Cue | None:
    """Somebody moved in; where everybody lives at first is seen, and not said."""
    return Cue("building.housed", (fact.seat,), (("building", fact.building),)) if fact.place_of else None


_SAID: dict[type, Callable[[Any], Cue | None]] = {
    facts.PhaseBegan: _phase,
    facts.Announced: _announced,
    facts.Called: lambda fact: Cue(f"{fact.call}.wake"),
    facts.WindowOpened: _window,
    facts.Slept: lambda fact: Cue(f"{fact.call}.sleep"),
    facts.Eliminated: lambda fact: Cue(fact.manner if "." in fact.manner else f"{fact.manner}.dead", fact.seats),
    facts.CardTurned: lambda fact: Cue(
        "card.shown" if fact.alive else "card.turned", (fact.seat,), (("card", fact.card),)
    ),
    facts.CardNamed: lambda fact: Cue("card.named", (fact.seat,), (("card", fact.card),)),
    facts.Left: lambda fact: Cue(f"won.{fact.side}", (fact.seat,)),
    facts.Withdrew: lambda fact: Cue("witness.leaves", (fact.seat,)),
    facts.OfficeTaken: lambda fact: (
        Cue(f"{fact.office}.taken", (fact.seat,))
        if fact.seat
        else Cue(f"{fact.office}.{'ended' if fact.ended else 'vacant'}")
    ),
    facts.VotesLost: lambda fact: (
        None if fact.day is None else Cue("votes.barred-today" if fact.today else "votes.barred", fact.seats)
    ),
    village_facts.VotedFirst: lambda fact: (
        Cue("vote.given", (fact.seat,), (("other", fact.at),)) if fact.at else Cue("vote.withheld", (fact.seat,))
    ),
    village_facts.VotesVoided: lambda fact: Cue("votes.voided", fact.seats),
    village_facts.Housed: _housed,
    village_facts.PowerSpent: lambda fact: Cue("building.spent", (fact.seat,), (("building", fact.building),)),
    village_facts.PowerMended: lambda fact: Cue("building.mended", (fact.seat,), (("building", fact.building),)),
    village_facts.WentAway: lambda fact: Cue(f"away.{fact.until}", fact.seats),
    variant_facts.CandlesOut: lambda fact: Cue("candle.own" if fact.by_own_hand else "candle.out"),
    variant_facts.Denounced: lambda fact: Cue(
        "accused.seconded" if fact.seconded else "accused.named", fact.by, (("other", fact.seat),)
    ),
    facts.Served: lambda fact: Cue(f"{fact.card}.served", (fact.seat,)),
    facts.DebateOpened: lambda fact: Cue("debate.opens"),
    facts.Counted: lambda fact: Cue("friends.counted" if fact.spares else "ballot.counted") if fact.tally else None,
    facts.LotDrawn: lambda fact: Cue("lot.drawn", (fact.result,)),
    facts.Won: lambda fact: Cue(f"won.{fact.winner}", fact.seats),
}

CUES = (
    "game.begins", "eve.begins", "night.falls", "dawn.breaks", "day.begins", "dawn.nobody", "dawn.dead", "dawn.spared",
    "vote.dead", "vote.nobody", "vote.no-voters", "shot.dead", "grief.dead", "left.dead", "card.shown", "card.turned",
    "card.named", "death.side", "debate.opens", "ballot.counted", "ballot.again", "accused.stands", "lot.drawn",
    "office.nobody", "witness.leaves", "won.villagers", "won.werewolves", "won.lovers", "won.nobody", "won.draw",
)  # fmt: skip
"""The cues that belong to no card and no function: what may happen in every roleset."""


Wording = TypeVar("Wording", str, Text, int)


def turn(wordings: Sequence[Wording], key: str, nth: int) -> Wording:
    """The wording whose turn it is: from a start and by a stride that the key chooses, so that each has its turn."""
    chance = int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big")
    count = len(wordings)
    strides = [stride for stride in range(1, count) if gcd(stride, count) == 1] or [0]
    return wordings[(chance + nth * strides[chance // count % len(strides)]) % count]
