"""What a second reader of the rules keeps in mind of a game: who sits where, lives where, is what, may do what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from narrator import Game
from narrator.rules import facts as f
from narrator.rules import variant_facts as vf
from narrator.rules import village_facts as v
from narrator.rules.prompts import Answer, Prompt

WOLVES = {"werewolf", "big-bad-wolf", "cursed-wolf-father", "white-werewolf"}
UNIQUE = {"confessor", "bonesetter", "barber", "lord"}
FOOLS = (("witch", "seer"), ("hunter", "little-girl"), ("defender", "elder"))
"""Whose powers are swapped on the day of fools (EV-48)."""
PROMPTS = dict.fromkeys(("witch.heal", "witch.poison", "witch.brew"), "witch") | {
    "seer.look": "seer",
    "defender.protect": "defender",
    "hunter.shoot": "hunter",
}
"""The prompts of these cards: what is spent of them goes with the power."""


class State:
    """The village as it is, by what was seen of it."""

    def __init__(self, game: Game) -> None:
        self.options = game.options
        self.circle: list[str] = list(game.header["seats"])
        self.alive: set[str] = set(self.circle)
        self.card: dict[str, str] = {}
        self.second: dict[str, str] = {}
        self.part: dict[str, str] = {}
        self.house: dict[str, str] = {}
        self.spent: set[str] = set()
        self.office: dict[str, str | None] = {}
        self.turned: set[str] = set()
        self.marks: dict[str, list[str]] = {}
        self.lovers: list[tuple[str, ...]] = []
        self.widowed: set[str] = set()
        self.powerless: set[str] = set()
        self.mute: set[str] = set()
        self.mute_on: dict[int, set[str]] = {}
        self.forbidden: set[str] = set()
        self.away: dict[str, str] = {}
        self.fasting: dict[str, str] = {}
        self.weight: dict[str, int] = {}
        self.rules: dict[str, str] = {}
        self.waves: list[tuple[str, ...]] = []
        self.out: list[tuple[str, ...]] = []
        self.phase, self.number = "setup", 0
        self.born: Mapping[str, int] = game.header["born"] or {}
        self.lodge: Mapping[str, str] = game.header["lodge"] or {}
        self.notes: dict[tuple[str, str], Any] = {}
        self.again: set[str] | None = None
        self.gone_burnt = False
        self.noticed: list[f.Fact] = []
        self.refused: set[str] = set()
        self.outcome_known = self.voting = False
        self.torn: list[str] = []
        self.ahead: dict[str, str | None] = {}
        self.tied: set[str] | None = None
        self.late: set[str] = set()
        self.deceitful = self.jilted = ""
        self.victims: set[str] = set()
        self.caught = ""
        self.served = ""
        self.upright: set[str] | None = None
        self.speaker = ""
        self.bitten: set[str] = set()
        self.ill: dict[str, int] = {}
        self.rascals: set[str] = set()
        self.angel_over = False
        self.last_side: dict[str, tuple[str, str]] = {}
        self.rules_ever: set[str] = set()
        self.agents: set[str] = set()
        self.passed_on = ""
        self.secret = ""
        self.swapped: dict[tuple[str, str], tuple[str, str]] = {}
        self.used: set[tuple[str, str]] = set()
        self.given_tonight: set[str] = set()
        self.tranced = 0
        self.left_in: dict[str, str] = {}
        self.served_ever: set[str] = set()
        self.too_early: set[str] = set()
        self.served_wolves: set[str] = set()
        self.eaten: set[str] = set()
        self.seeming: set[str] = set()
        self.groups: dict[str, str] = {
            seat: name for name, seats in (game.header["groups"] or {}).items() for seat in seats
        }

    def powers(self, seat: str) -> list[str]:
        """The cards whose powers a seat has: its own, its part's, or those it has been swapped for."""
        if seat in self.powerless or (seat in self.turned and self.card[seat] == "piper"):
            return []
        own = [card for card in (self.card.get(seat), self.second.get(seat), self.part.get(seat)) if card]
        return [self.swapped.get((seat, card), ("", card))[1] for card in own]

    def able(self, card: str) -> list[str]:
        """The living who have the powers of this card."""
        return [seat for seat in self.living() if card in self.powers(seat)]

    def swap(self, one: tuple[str, str], other: tuple[str, str]) -> None:
        """Two seats have each other's powers from now on, or their own again; what is spent goes with the power."""
        if self.swapped.get(one) == other:
            del self.swapped[one], self.swapped[other]
        else:
            self.swapped |= {one: other, other: one}
        goes = {one[0]: other[0], other[0]: one[0]}
        cards = {one[1], other[1]}
        moved = {key: (goes.get(key[0], key[0]), key[1]) for key in self.used if PROMPTS.get(key[1]) in cards}
        self.used = {moved.get(key, key) for key in self.used}
        if "elder" in cards:
            self.bitten = {goes.get(seat, seat) for seat in self.bitten}

    def fools(self) -> None:
        """The living holders of each pair swap their powers (EV-48)."""
        for pair in FOOLS:
            (one, *_), (other, *_) = [[*self.able(card), ""] for card in pair]
            if one and other and one != other:
                self.swap((one, pair[0]), (other, pair[1]))

    def anew(self, seat: str) -> None:
        """A card is new in a seat's hand; a power that it was swapped for is not."""
        theirs = {card for (holder, _), (_, card) in self.swapped.items() if holder == seat}
        self.used = {key for key in self.used if key[0] != seat or PROMPTS.get(key[1]) in theirs}
        if all(seat != holder for holder, _ in self.swapped):
            self.bitten.discard(seat)

    def answered(self, prompt: Prompt, given: Mapping[str, Answer]) -> None:
        """Take in what was chosen."""
        if prompt.id == "schoolmarm.forbid":
            self.forbidden = {seat for answer in given.values() for seat in answer}
        if prompt.id == "actor.perform":
            self.part = {seat: answer[0] for seat, answer in given.items() if answer}
            for seat in self.part:
                self.anew(seat)
        if prompt.id in PROMPTS:
            self.used |= {(seat, prompt.id) for seat, answer in given.items() if answer}
        if prompt.id == "witch.brew":
            potions = ("witch.heal", "witch.poison")
            self.used |= {(seat, potion) for seat, answer in given.items() if answer for potion in potions}
        if prompt.id == "witch.refill":
            self.used -= {(seat, f"witch.{answer[0]}") for seat, answer in given.items()}
        if prompt.id == "village.vouch" and self.upright is not None and given:
            (self.speaker,) = next(iter(given.values()))
            self.upright.discard(self.speaker)
        if prompt.id == "bailiff.house":
            named = {seat for answer in given.values() for seat in answer}
            self.refused = self.refused | named if named else set()
        if prompt.id == "double-agent.name":
            self.agents |= {seat for answer in given.values() for seat in answer}
        if prompt.id == "plague.pass" and given:
            (self.passed_on,) = next(iter(given.values()))
        if prompt.id == "cupid.deceive" and given:
            self.deceitful, self.secret = next(iter(given.values()))
            self.jilted = next(seat for seat in self.lovers[0] if seat != self.deceitful)

    def saw(self, fact: f.Fact) -> None:
        """Take in what happened."""
        self.noticed.append(fact)
        match fact:
            case f.Asked() if fact.prompt.id in ("village.vote", "influences.first"):
                self.voting = True
            case f.PhaseBegan():
                self._phase(fact.name, fact.number)
            case f.Dealt() | f.CardTaken() | f.CardDrawn() | f.CardGiven():
                self.card[fact.seat] = fact.card
                self.anew(fact.seat)
                if self._brewed() == "brew.villager":
                    self.second.pop(fact.seat, None)
                    self.part.pop(fact.seat, None)
                self.given_tonight.add(fact.seat)
            case vf.SecondDealt():
                self.second[fact.seat] = fact.card
            case f.LifeLost():
                self.bitten.add(fact.seat)
            case f.Noted():
                self.notes[fact.owner, fact.key] = fact.value
            case f.Attacked():
                if fact.cause == "disease":
                    self.ill[fact.seat] = fact.night
                if fact.cause == "devoured" and not fact.certain:
                    self.eaten.add(fact.seat)
                if fact.by_pack or fact.cause == "fright":
                    self.victims.add(fact.seat)
                self.caught = fact.seat if fact.cause == "fright" else self.caught
            case f.AttackEnded():
                self.eaten.discard(fact.attack.seat)
                if fact.attack.cause == "fright" or fact.attack.seat != self.caught:
                    self.victims.discard(fact.attack.seat)
            case f.Turned():
                self.turned.add(fact.seat)
            case f.Marked():
                self.marks.setdefault(fact.mark, []).append(fact.seat)
            case f.Unmarked():
                if fact.mark == "poster":
                    self.marks[fact.mark].remove(fact.seat)
                    self.torn.append(fact.seat)
                elif fact.mark == "turned":
                    self.turned.discard(fact.seat)
                elif fact.seat in self.marks.get(fact.mark, ()):
                    self.marks[fact.mark].remove(fact.seat)
            case f.Died() if fact.cause == f.LEFT:
                self.too_early.add(fact.seat)
            case f.Linked():
                self.lovers.append(fact.seats)
                if any(self.card[seat] == "angel" for seat in fact.seats):
                    self.angel_over = True  # whoever takes the card later, too
            case f.PowersLost():
                self.powerless.update(fact.seats)
            case f.VotesLost():
                if fact.day is None:
                    self.mute.update(fact.seats)
                elif not fact.today or set(fact.seats) != self.forbidden:
                    self.mute_on.setdefault(fact.day, set()).update(fact.seats)
            case f.Counted():
                self.outcome_known |= fact.ballot in ("village.vote", "village.friends", "village.accuse")
                self.voting, self.late = False, set()
                self.upright = self.again = None
            case f.Served():
                self._serve(fact.seat, fact.master, fact.card)
            case f.Eliminated():
                if self.phase == "day" and not self.number and not self.outcome_known:
                    self.too_early.update(fact.seats)
                self.served = ""
                self.alive -= set(fact.seats)
                together = isinstance(self.noticed[-2], f.Eliminated)  # one wave, named in several ways
                self.out.append((self.out.pop() if together else ()) + fact.seats)
                if fact.manner != f.LEFT:  # events do not go by who went home (G-35)
                    self.waves.append((self.waves.pop() if together else ()) + fact.seats)
                self.refused = set()
            case f.Withdrew() | f.Left() | vf.Departed():
                self.alive.discard(fact.seat)
                self.left_in[fact.seat] = f"{self.phase} {self.number}"
            case f.OfficeTaken():
                self.office[fact.office] = fact.seat
                if self.voting and fact.seat is not None:
                    self.late.add(fact.seat)
            case f.Announced():
                self.again = {*fact.about} if fact.cue == "ballot.again" else self.again
            case _:
                self._saw_of_the_village(fact)

    def _serve(self, servant: str, master: str, card: str) -> None:
        """The servant's card is the dead one's; a swap goes with the card that the servant has now (EV-48)."""
        taken = self.card[master]
        self.served_wolves |= {master} if self.wolf(master) else set()
        other = self.swapped.pop((master, taken), None)
        if other is not None:
            self.swapped |= {(servant, taken): other, other: (servant, taken)}
            self.used = {key for key in self.used if key[0] != other[0] or PROMPTS.get(key[1]) != taken}
            spent = {key for key in self.used if key[0] == master and PROMPTS.get(key[1]) == other[1]}
            self.used = (self.used - spent) | {(servant, prompt) for _, prompt in spent}
            if taken == "elder":
                self.bitten.discard(other[0])
            elif master in self.bitten:
                self.bitten.add(servant)
        self.card[master] = card
        self.part.pop(master, None)
        self.anew(master)
        self.served = master
        self.served_ever.add(master)

    def _saw_of_the_village(self, fact: f.Fact) -> None:
        match fact:
            case v.Housed():
                self.house[fact.seat] = fact.building
                if self.voting:
                    self.late.add(fact.seat)
                self.spent.discard(fact.seat)
                if fact.place_of:
                    self.circle.remove(fact.seat)
                    self.circle.insert(self.circle.index(fact.place_of) + 1, fact.seat)  # EV-33: the dead to the right
                self.refused = set()
            case v.VotesVoided():
                self.ahead = {s: at for s, at in self.ahead.items() if s not in fact.seats}
            case v.VotedFirst():
                self.ahead[fact.seat] = fact.at
                self.late.discard(fact.seat)
            case v.PowerSpent():
                self.spent.add(fact.seat)
            case v.PowerMended():
                self.spent.discard(fact.seat)
            case v.RuleBegan():
                self.rules[fact.rule] = fact.until
                self.rules_ever.add(fact.rule)
                if fact.rule == "ev-day-of-fools":
                    self.fools()
            case v.EventDrawn():
                self._sober_up()
            case v.RuleEnded():
                self.rules.pop(fact.rule, None)
            case v.WentAway():
                for seat in fact.seats:
                    self.away[seat] = max(fact.until, self.away.get(seat, ""), key=["", "nightfall", "dawn"].index)
                    if fact.until == "dawn":
                        danced = seat in self.fasting and seat not in self.rascals  # EV-37 and EV-44 keep from hunting
                        self.fasting[seat] = fact.until
                        if self._card() == "ev-little-rascal" and not danced:
                            self.rascals.add(seat)
                        else:
                            self.rascals.discard(seat)
            case v.VoteWeighed():
                self.weight[fact.seat] = fact.votes
            case v.Revived():
                self.alive.add(fact.seat)
                self.last_side.pop(fact.seat, None)
                posters = self.marks.get("poster", [])  # which hang on the house
                self.marks = {mark: [seat for seat in seats if seat != fact.seat] for mark, seats in self.marks.items()}
                self.marks["poster"] = posters
                self.card[fact.seat] = fact.card
                self.waves = [tuple(seat for seat in wave if seat != fact.seat) for wave in self.waves]
                self.out = [tuple(seat for seat in wave if seat != fact.seat) for wave in self.out]
                self.powerless.add(fact.seat)
                self.second.pop(fact.seat, None)
                self.served_ever.discard(fact.seat)
                self.served_wolves.discard(fact.seat)
                self.turned.discard(fact.seat)
                self.anew(fact.seat)
                if self.alive.isdisjoint(self.loved_by(fact.seat)):
                    self.widowed.add(fact.seat)
            case _:
                pass

    def _phase(self, name: str, number: int) -> None:
        for seat, part in self.part.items() if name == "night" else ():
            if (seat, part) in self.swapped:  # the part is over, and with it the swap
                self.swap((seat, part), self.swapped[seat, part])
            self.anew(seat)
        self.part = {} if name == "night" else self.part
        if name == "night":
            self.given_tonight = set()
            trance = self.options["trance"] == "on" or "trance" in self.rules
            self.tranced = number if trance else self.tranced
        if name == "day" and number == 1:
            self.angel_over = True
        if name == "day":
            self._sober_up()
        self.phase, self.number = name, number
        ended = {"night": ("nightfall",), "dawn": ("dawn",)}.get(name, ())
        self.rules = {rule: until for rule, until in self.rules.items() if until not in ended}
        self.away = {seat: until for seat, until in self.away.items() if until not in ended}
        self.fasting = {seat: until for seat, until in self.fasting.items() if until not in ended}
        if name == "dawn":
            self.rascals = set()
            self.outcome_known = False
        if name == "night":
            self.forbidden = set()
            self.victims, self.eaten, self.caught = set(), set(), ""
            self.seeming = set()
            if "ev-full-moon-rising" in self.rules:
                self.seeming = {seat for card in ("hunter", "witch", "seer") for seat in self.able(card)}

    def _brewed(self) -> str:
        cues = [fact.cue for fact in self.noticed[-5:] if isinstance(fact, f.Announced)]
        return cues[-1] if cues else ""

    def _sober_up(self) -> None:
        """The day of fools is over."""
        while self.swapped and "ev-day-of-fools" not in self.rules:
            self.swap(*next(iter(self.swapped.items())))

    def _card(self) -> str:
        drawn = [fact.card for fact in self.noticed if isinstance(fact, v.EventDrawn)]
        return drawn[-1] if drawn else ""

    def living(self) -> list[str]:
        """The living, clockwise."""
        return [seat for seat in self.circle if seat in self.alive]

    def others(self, *seats: str) -> list[str]:
        """The living, but for these."""
        return [seat for seat in self.living() if seat not in seats]

    def present(self) -> list[str]:
        """The living that are not away."""
        return [seat for seat in self.living() if seat not in self.away]

    def left(self, seat: str, step: int = 1) -> str | None:
        """The nearest living seat clockwise, or the other way round."""
        at, number = self.circle.index(seat), len(self.circle)
        for far in range(1, number):
            other = self.circle[(at + step * far) % number]
            if other in self.alive:
                return other
        return None

    def neighbours(self, seat: str) -> set[str]:
        """The nearest living seats on both sides."""
        return {other for other in (self.left(seat), self.left(seat, -1)) if other is not None}

    def wolf(self, seat: str) -> bool:
        """Is this a werewolf for every rule that asks (PA-05)?"""
        return seat in self.turned or self.card.get(seat) in WOLVES or self.second.get(seat) in WOLVES

    def occupants(self, building: str) -> list[str]:
        """The living in such a building whose power is whole."""
        return [s for s in self.living() if self.house.get(s) == building and s not in self.spent]

    def householders(self) -> list[str]:
        """The living in any building that stands."""
        return [seat for seat in self.living() if self.house.get(seat, "vagabond") != "vagabond"]

    def not_against(self, seat: str) -> set[str]:
        """Against whom a seat may not vote (MH-35, VA-07)."""
        if self.deceitful and self.lovers and seat in self.lovers[0]:
            return {self.deceitful} if seat == self.jilted else set()
        return self.loved_by(seat)

    def loved_by(self, seat: str) -> set[str]:
        """Whom a seat is in love with; somebody back from the dead loves nobody who is not (EV-33)."""
        if seat in self.widowed:
            return set()
        return {other for pair in self.lovers if seat in pair for other in pair if other != seat}

    def voters(self) -> list[str]:
        """Who has not lost today's vote, in any ballot."""
        lost = self.mute | self.mute_on.get(self.number, set())
        return [seat for seat in self.present() if seat not in lost]

    def last_eliminated(self) -> str | None:
        """Who was eliminated most recently."""
        return next((wave[-1] for wave in reversed(self.waves) if wave), None)
