"""What must follow a death at once? A second reading of G-30: grief, rust, despair, freed buildings, second votes; and
of who learns of it (MH-21, VA-01)."""

from __future__ import annotations

from collections.abc import Collection

from narrator.rules import facts as f
from narrator.rules import variant_facts as vf
from narrator.rules import village_facts as v
from narrator.rules.prompts import Prompt
from tests.model.state import WOLVES, State

OF_THE_VILLAGE = {"vote", "poison", "shot", "razor"}
"""An elder who dies of these brings despair (PA-26)."""
FOLLOWING = {"grief", "despair"}
QUIET = {
    *("sheriff.elect", "farmer.elect", "executioner.elect", "schoolmarm.forbid", "barkeep.vote", "village.vote"),
    *("village.graffiti", "seer.look", "werewolf.devour"),
}
"""When one of these is asked the table is quiet, and every freed building has been offered."""


class Chains:
    """Watches what each death brings; `found` is what differs from the rules."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.found: list[str] = []
        self.wave: dict[str, tuple[str, ...]] = {}
        self.due: set[str] = set()
        self.ill: list[str] = []
        self.despair = False
        self.freed: list[tuple[str, str]] = []
        self.waiting: set[str] = set()
        self.second_due = self.day_is_over = self.gone = False
        self.housing = ""
        self.dark: set[str] = set()
        self.pack: dict[str, set[str]] = {}

    def saw(self, fact: f.Fact) -> None:
        """Something happened; the state does not know of it yet."""
        match fact:
            case f.Died():
                self.wave[fact.seat] = fact.causes
            case f.Eliminated():
                self._dark(fact.seats)
                if self.wave:
                    self._wave_is_over()
            case vf.CandlesOut():
                own = {seat for seat in fact.seats if self.wave[seat][0] in ("vote", "scapegoat")}
                if own != (set(fact.seats) if fact.by_own_hand else set()):
                    self.found.append(f"{sorted(fact.seats)} put out by the wrong hand")
                self.dark.update(fact.seats)
            case v.Revived():
                self.dark.discard(fact.seat)
            case f.Told() if fact.about == "pack":
                self.pack[fact.seat] = set(fact.what)
            case f.Attacked() if fact.cause == "disease":
                if fact.seat in self.ill:
                    self.ill.remove(fact.seat)
                else:
                    self.found.append(f"{fact.seat} fell ill, and no knight was devoured")
            case f.PowersLost() if fact.despair:
                if not self.despair:
                    self.found.append("a despair that no elder brought")
                self.despair = False
            case f.Announced() if fact.cue == "vote.second":
                self.found += [] if self.second_due else ["a second vote that no event brought"]
                self.second_due = False
            case f.VotesLost() if fact.day is None:
                self.day_is_over = True
            case v.RuleBegan() if fact.rule in ("ev-dissatisfaction", "ev-enthusiasm"):
                self.waiting.add(fact.rule)
            case f.PhaseBegan() | f.Won() | f.DebateOpened() | v.EventDrawn():
                self._must_have_followed(over=isinstance(fact, f.Won))
                self._all_housed()
                if isinstance(fact, f.PhaseBegan):
                    self.found += ["a second vote had to follow"] if self.second_due else []
                    self.second_due = self.day_is_over = False
            case _:
                pass

    def asked(self, prompts: tuple[Prompt, ...]) -> None:
        """The game waits for answers."""
        self._must_have_followed()
        for prompt in prompts:
            if prompt.id in ("werewolf.devour", "werewolf.snuff"):
                pack = {seat for seat in self.state.living() if self.state.wolf(seat)}
                blind = [seat for seat in prompt.seats if pack - self.pack.get(seat, set())]
                self.found += [f"{blind} were not told of the whole pack"] if blind else []
            if prompt.id == "bailiff.house":
                self._housing(prompt.about[0])
            elif prompt.id in QUIET:
                self._all_housed()

    def _dark(self, seats: tuple[str, ...]) -> None:
        """Nobody is named before the candle is out, where there are candles (VA-01)."""
        lit = set(seats) - self.dark if self.state.options["moonlight"] != "off" else self.dark
        if lit:
            self.found.append(f"{sorted(lit)} named by the light of the wrong candles")

    def _wave_is_over(self) -> None:
        """All of a wave are dead now: what must come of it?"""
        state, wave = self.state, self.wave
        if self.due and not self.due <= wave.keys():
            self.found.append(f"{sorted(self.due)} must die with {sorted(wave)}")
        extra = {seat for seat, causes in wave.items() if FOLLOWING.issuperset(causes)} - self.due
        if extra:
            self.found.append(f"{sorted(extra)} followed nobody")
        left = state.alive - wave.keys()
        self.due = self._grieving(wave.keys()) & left
        elders = [seat for seat in wave if self._elder(seat)]
        self.despair = any(OF_THE_VILLAGE & set(wave[seat]) for seat in elders)
        if self.despair or self.gone:
            self.gone = True
            if state.options["brave_idiot"] == "on":
                idiots = {seat for seat in left if state.card[seat] == "village-idiot" and seat in state.mute}
                self.due |= {seat for seat in idiots if seat not in state.turned}
        self.ill += self._rust(wave.keys(), left)
        where = {seat: state.house.get(seat, "vagabond") for seat in state.circle}
        self.freed += [(seat, where[seat]) for seat in wave if where[seat] not in ("vagabond", "bailiff")]
        self.freed.sort(key=lambda one: state.circle.index(one[0]))
        by_vote = [seat for seat in wave if {"vote", "scapegoat"} & set(wave[seat])]
        if by_vote and self.waiting:
            wolf = any(state.wolf(seat) or seat in state.served_wolves for seat in by_vote)
            self.second_due = (
                not self.day_is_over and {True: "ev-enthusiasm", False: "ev-dissatisfaction"}[wolf] in self.waiting
            )
            self.waiting = set()
        self.wave = {}

    def _grieving(self, wave: Collection[str]) -> set[str]:
        """Who dies of grief for somebody of this wave (MH-32, VA-07, EV-48)?"""
        state = self.state
        if "ev-day-of-fools" in state.rules:
            return set()
        if not state.deceitful:
            return {other for seat in wave for other in state.loved_by(seat)}
        due = set()
        if state.deceitful in wave:
            grieved = set(self.wave[state.deceitful]) == {"grief"}
            due = {state.secret} if grieved else {state.secret, state.jilted}
        elif state.secret in wave:
            due = {state.deceitful}
        return due

    def _elder(self, seat: str) -> bool:
        state = self.state
        if seat in state.powerless:
            return False
        cards = (state.card[seat], state.second.get(seat))
        return "elder" in cards and WOLVES.isdisjoint(cards)

    def _rust(self, wave: Collection[str], left: Collection[str]) -> list[str]:
        """Whom a devoured knight of this wave makes ill (PA-34): the first living werewolf to the left."""
        state, ill = self.state, []
        for seat in wave:
            holds = "rusty-knight" in (state.card[seat], state.part.get(seat)) and seat not in state.powerless
            if (
                holds
                and not (self.despair and seat not in state.turned)
                and seat in state.eaten
                and "devoured" in self.wave[seat]
            ):
                at = state.circle.index(seat)
                around = [*state.circle[at + 1 :], *state.circle[:at]]
                seeming = state.seeming
                ill += [other for other in around if other in left and (state.wolf(other) or other in seeming)][:1]
        return ill

    def _must_have_followed(self, over: bool = False) -> None:
        if self.due:
            self.found.append(f"{sorted(self.due)} had to follow")
        if self.despair:
            self.found.append("an elder brought no despair")
        if self.ill:
            self.found.append(f"{self.ill} had to fall ill")
        self.due, self.ill, self.despair = set(), [], False
        if over:
            self.freed, self.second_due = [], False

    def _housing(self, seat: str) -> None:
        """A building is offered: the first in seat order of those that are free (BD-18)."""
        asked = [one for one in self.freed if one[0] == seat]
        if seat != self.housing and asked != self.freed[:1]:
            self.found.append(f"the house of {seat} is offered, by the rules {self.freed[:1]}")
        self.housing = seat
        self.freed = [one for one in self.freed if one[0] != seat]

    def _all_housed(self) -> None:
        """The table is quiet: is some building free that must have been offered?"""
        state = self.state
        bailiffs = [seat for seat in state.occupants("bailiff") if seat not in state.away]
        vagabonds = {seat for seat in state.living() if state.house.get(seat) == "vagabond"}
        if self.freed and bailiffs and vagabonds:
            self.found.append(f"nobody was offered the houses {self.freed}")
        self.freed, self.housing = [], ""
