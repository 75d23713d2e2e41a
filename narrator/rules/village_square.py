"""What does everybody see of the village around the characters? Who lives where, what hangs there, what holds today."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from narrator.rules import facts, variant_facts, village_facts


@dataclass
class VillageSquare:
    """The village as all know it, folded from public facts.

    `house` is the building where each seat lives, or lived, `spent` are those whose power is used up. `signs` counts
    what hangs on their doors. `event` is the card held up just now, and `reader` who is to read it aloud; `in_force`
    are the events that hold, and until when, `away` those who are away. `dark` are the seats whose candles are out.
    `standing` are those who stand to be named innocent or condemned, and nothing at any other time. `voices` says whom
    each seat accuses today, `accused` who stands accused.
    """

    house: dict[str, str] = field(default_factory=dict)
    spent: set[str] = field(default_factory=set)
    signs: Counter[tuple[str, str]] = field(default_factory=Counter)
    event: str | None = None
    reader: str | None = None
    in_force: dict[str, str] = field(default_factory=dict)
    away: dict[str, str] = field(default_factory=dict)
    dark: set[str] = field(default_factory=set)
    standing: tuple[str, ...] | None = None
    voices: dict[str, str] = field(default_factory=dict)
    accused: tuple[str, ...] = ()

    def _phase(self, fact: facts.PhaseBegan) -> None:
        self.event = self.standing = None
        self.voices, self.accused = {}, ()
        over = facts.OVER.get(fact.name)
        self.in_force = {rule: until for rule, until in self.in_force.items() if until != over}
        self.away = {seat: until for seat, until in self.away.items() if until != over}

    def _debate(self, fact: facts.DebateOpened) -> None:
        self.event = None

    def _housed(self, fact: village_facts.Housed) -> None:
        self.house[fact.seat] = fact.building
        self.spent.discard(fact.seat)

    def _power_spent(self, fact: village_facts.PowerSpent) -> None:
        self.spent.add(fact.seat)

    def _power_mended(self, fact: village_facts.PowerMended) -> None:
        self.spent.discard(fact.seat)

    def _marked(self, fact: facts.Marked) -> None:
        self.signs[fact.seat, fact.mark] += 1

    def _unmarked(self, fact: facts.Unmarked) -> None:
        self.signs[fact.seat, fact.mark] -= 1

    def _drawn(self, fact: village_facts.EventDrawn) -> None:
        if not fact.skipped:
            self.event, self.reader = fact.card, None

    def _announced(self, fact: facts.Announced) -> None:
        if fact.cue == "event.read":
            self.reader = fact.about[-1]

    def _began(self, fact: village_facts.RuleBegan) -> None:
        self.in_force[fact.rule] = fact.until

    def _ended(self, fact: village_facts.RuleEnded) -> None:
        self.in_force.pop(fact.rule, None)

    def _went_away(self, fact: village_facts.WentAway) -> None:
        self.away.update(dict.fromkeys(fact.seats, fact.until))

    def _candles_out(self, fact: variant_facts.CandlesOut) -> None:
        self.dark.update(fact.seats)

    def _stood_up(self, fact: variant_facts.StoodUp) -> None:
        self.standing = fact.seats

    def _sat_down(self, fact: variant_facts.SatDown) -> None:
        if self.standing is not None:
            self.standing = tuple(other for other in self.standing if other != fact.seat)

    def _accused(self, fact: variant_facts.Denounced) -> None:
        self.voices.update(dict.fromkeys(fact.by, fact.seat))
        if fact.seconded:
            self.accused += (fact.seat,)

    def _revived(self, fact: village_facts.Revived) -> None:
        self.dark.discard(fact.seat)


SEEN: dict[type, Callable[[VillageSquare, Any], None]] = {
    facts.PhaseBegan: VillageSquare._phase,
    facts.DebateOpened: VillageSquare._debate,
    facts.Marked: VillageSquare._marked,
    facts.Unmarked: VillageSquare._unmarked,
    facts.Announced: VillageSquare._announced,
    village_facts.Housed: VillageSquare._housed,
    village_facts.PowerSpent: VillageSquare._power_spent,
    village_facts.PowerMended: VillageSquare._power_mended,
    village_facts.EventDrawn: VillageSquare._drawn,
    village_facts.RuleBegan: VillageSquare._began,
    village_facts.RuleEnded: VillageSquare._ended,
    village_facts.WentAway: VillageSquare._went_away,
    village_facts.Revived: VillageSquare._revived,
    variant_facts.StoodUp: VillageSquare._stood_up,
    variant_facts.SatDown: VillageSquare._sat_down,
    variant_facts.Denounced: VillageSquare._accused,
    variant_facts.CandlesOut: VillageSquare._candles_out,
}
"""What is taken in, by kind; the code that folds facts into a square takes care that everybody may know them."""
