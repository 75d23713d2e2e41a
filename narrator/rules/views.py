"""What may this seat know? A view is folded from the facts that a seat may know, and from nothing else.

Pages, lights and the loudspeaker are drawn from views; two games that differ only in what a seat may not know give
that seat the same view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from narrator.rules import facts, variant_facts, village_facts, village_square
from narrator.rules.prompts import Prompt
from narrator.rules.rolesets import Roleset

Gone = Literal["winner", "home", "witness"]
"""How somebody is out of the game without being dead: has won already, went home, or only watches."""


class Note(NamedTuple):
    """Something that a seat was told in private: in which phase, about what, and what; `whom` as in `facts.Told`."""

    phase: str
    about: str
    what: str | tuple[str, ...]
    whom: str = ""


class View:
    """A game as one seat sees it; `seat` `None` is an onlooker who does not play.

    With `everything` it sees all facts, as the dead may at some tables. Where everybody has two cards, `second` is the
    other card of this seat, and `beside` what lies face up of other cards besides the one in `turned`.
    """

    def __init__(self, seats: Sequence[str], seat: str | None = None, everything: bool = False) -> None:
        self.seat = seat
        self.everything = everything
        self.phase = "setup"
        self.seats = list(seats)
        self.living = list(seats)
        self.turned: dict[str, str] = {}
        self.offices: dict[str, str | None] = {}
        self.card: str | None = None
        self.second: str | None = None
        self.beside: dict[str, str] = {}
        self.notes: list[Note] = []
        self.fresh: list[Note] = []
        self.call: str | None = None
        self.window: str | None = None
        self.opened: facts.WindowOpened | None = None
        self.asked: tuple[str, ...] = ()
        self.prompt: Prompt | None = None
        self.aside: Prompt | None = None
        self.debating = False
        self.pointing: dict[str, str] = {}
        self.ahead: dict[str, str] = {}
        self.counted: facts.Counted | None = None
        self.counting = False
        self.chosen: tuple[str, ...] = ()
        self.gone: dict[str, Gone] = {}
        self.noted: dict[tuple[str, str], Any] = {}
        self.lost_votes: dict[int | None, tuple[str, ...]] = {}
        self.winner: str | None = None
        self.winners: tuple[str, ...] = ()
        self.square = village_square.VillageSquare()

    def voteless(self, seat: str) -> bool:
        """Has this seat no vote: today, tomorrow, or ever again?"""
        return seat in self.living and any(seat in seats for seats in self.lost_votes.values())

    @property
    def won_before(self) -> list[str]:
        """Who has won and left before the game was over."""
        return [seat for seat, how in self.gone.items() if how == "winner"]

    @property
    def of_the_village(self) -> list[Note]:
        """What has befallen the whole village, as everybody heard."""
        return [Note(phase, key, "") for (owner, key), phase in self.noted.items() if owner == facts.VILLAGE]

    def see(self, fact: facts.Fact) -> None:
        """Take in a fact, if this seat may know it."""
        kind = type(fact)
        seen, shown = _SEEN.get(kind), village_square.SEEN.get(kind)
        if seen is None and shown is None:
            return
        knowers = fact.knowers
        if shown is not None and knowers is None:
            shown(self.square, fact)
        if seen is not None and (knowers is None or self.seat in knowers or self.everything):
            seen(self, fact)

    def _note(self, about: str, what: str | tuple[str, ...], whom: str = "") -> None:
        note = Note(self.phase, about, what, whom)
        self.notes.append(note)
        self.fresh.append(note)

    def _phase(self, fact: facts.PhaseBegan) -> None:
        self.phase = fact.phase
        self.call = self.window = self.prompt = self.aside = None
        self.asked = ()
        self.ahead = {}
        self.fresh = []
        self.debating = self.counting = False
        if fact.name in ("dawn", "day"):
            self._forget_votes()
        if fact.name == "night":
            self.lost_votes.pop(fact.number - 1, None)

    def _dealt(self, fact: facts.Dealt) -> None:
        if fact.seat == self.seat:
            self.card = fact.card

    def _second_dealt(self, fact: variant_facts.SecondDealt) -> None:
        if fact.seat == self.seat:
            self.second = fact.card

    def _new_card(self, fact: facts.CardTaken | facts.CardGiven | facts.CardDrawn) -> None:
        if fact.seat == self.seat:
            self.card, self.second = fact.card, None
            self._note("card", fact.card)

    def _part(self, fact: facts.PartTaken) -> None:
        if fact.seat == self.seat:
            self._note("part", fact.card)

    def _served(self, fact: facts.Served) -> None:
        if fact.master == self.seat:
            self.card = fact.card

    def _called(self, fact: facts.Called) -> None:
        self.call = fact.call
        self.window = self.prompt = None
        self.fresh = []

    def _slept(self, fact: facts.Slept) -> None:
        self.call = self.window = self.prompt = None
        self.fresh = []

    def _window(self, fact: facts.WindowOpened) -> None:
        self.window = fact.prompt
        self.opened = fact
        self.asked = fact.asked
        self.prompt = self.aside = None
        self.debating = self.counting = False
        if fact.asked:
            self.fresh = []
            self.pointing = dict(self.ahead)
        if len(fact.asked) > 1 or fact.in_turn:
            self._forget_votes()

    def _choose(self, *seats: str) -> None:
        """These seats came out of the ballot, at once or after somebody had decided between the tied."""
        self.chosen = seats
        self.counting = self.counted is not None

    def _forget_votes(self) -> None:
        self.counted = None
        self.chosen = ()

    def _asked(self, fact: facts.Asked) -> None:
        prompt = fact.prompt
        if self.seat is None or self.seat not in prompt.seats or prompt.standing:
            return
        if prompt.aside:
            self.aside = prompt
        else:
            self.prompt = prompt.as_put_to(self.seat)

    def _told(self, fact: facts.Told) -> None:
        if fact.seat == self.seat:
            self._note(fact.words or fact.about, fact.what, fact.whom)

    def _eliminated(self, fact: facts.Eliminated) -> None:
        self.living = [seat for seat in self.living if seat not in fact.seats]
        if fact.manner == "vote":
            self._choose(*fact.seats)
        if fact.manner == facts.LEFT:
            self.gone |= dict.fromkeys(fact.seats, "home")

    def _revived(self, fact: village_facts.Revived) -> None:
        self.living = [seat for seat in self.seats if seat in self.living or seat == fact.seat]
        self.turned.pop(fact.seat, None)
        self.beside.pop(fact.seat, None)
        if fact.seat == self.seat:
            self.card, self.second = fact.card, None

    def _housed(self, fact: village_facts.Housed) -> None:
        if fact.place_of:
            self.seats.remove(fact.seat)
            self.seats.insert(self.seats.index(fact.place_of) + 1, fact.seat)
            self.living = [seat for seat in self.seats if seat in self.living]

    def _voted_first(self, fact: village_facts.VotedFirst) -> None:
        if fact.at is not None:
            self.pointing[fact.seat] = self.ahead[fact.seat] = fact.at

    def _votes_voided(self, fact: village_facts.VotesVoided) -> None:
        for seat in fact.seats:
            self.pointing.pop(seat, None)
            self.ahead.pop(seat, None)

    def _turned(self, fact: facts.CardTurned | facts.CardNamed) -> None:
        before = self.turned.get(fact.seat, fact.card)
        if before != fact.card:
            self.beside[fact.seat] = before
        self.turned[fact.seat] = fact.card

    def _withdrew(self, fact: facts.Withdrew) -> None:
        self.living.remove(fact.seat)
        self.gone[fact.seat] = "witness"

    def _left(self, fact: facts.Left) -> None:
        self.living.remove(fact.seat)
        self.gone[fact.seat] = "winner"

    def _noted(self, fact: facts.Noted) -> None:
        self.noted[fact.owner, fact.key] = fact.value

    def _office(self, fact: facts.OfficeTaken) -> None:
        self.offices[fact.office] = fact.seat
        if self.counting and fact.seat is not None and not self.chosen:
            self._choose(fact.seat)

    def _votes_lost(self, fact: facts.VotesLost) -> None:
        self.lost_votes[fact.day] = (*self.lost_votes.get(fact.day, ()), *fact.seats)

    def _debate(self, fact: facts.DebateOpened) -> None:
        if not set(self.chosen).difference(self.living):
            self._forget_votes()  # nobody has died of them: an election
        self.debating, self.counting = True, False
        self.window = self.prompt = None

    def _stood_up(self, fact: variant_facts.StoodUp) -> None:
        self._forget_votes()

    def _pointed(self, fact: facts.Pointed) -> None:
        if fact.at is None:
            self.pointing.pop(fact.seat, None)
        else:
            self.pointing[fact.seat] = fact.at

    def _counted(self, fact: facts.Counted) -> None:
        self._forget_votes()
        self.counted = fact
        self.counting = True
        self.window = self.prompt = self.aside = None
        self.asked = ()
        self.pointing, self.ahead = {}, {}

    def _won(self, fact: facts.Won) -> None:
        self.winner = fact.winner
        self.winners = fact.seats
        self.window = self.prompt = None


def watching(seats: Sequence[str], seat: str, told: Iterable[facts.Fact]) -> View:
    """The view of one of the dead who see everything, after these facts."""
    view = View(seats, seat, everything=True)
    for fact in told:
        view.see(fact)
    return view


_SEEN: dict[type, Callable[[View, Any], None]] = {
    facts.PhaseBegan: View._phase,
    facts.Dealt: View._dealt,
    variant_facts.SecondDealt: View._second_dealt,
    facts.CardTaken: View._new_card,
    facts.CardGiven: View._new_card,
    facts.Served: View._served,
    facts.PartTaken: View._part,
    facts.CardDrawn: View._new_card,
    facts.Called: View._called,
    facts.Slept: View._slept,
    facts.WindowOpened: View._window,
    facts.Asked: View._asked,
    facts.Told: View._told,
    facts.Eliminated: View._eliminated,
    village_facts.Revived: View._revived,
    village_facts.Housed: View._housed,
    village_facts.VotedFirst: View._voted_first,
    village_facts.VotesVoided: View._votes_voided,
    facts.CardTurned: View._turned,
    facts.CardNamed: View._turned,
    facts.Withdrew: View._withdrew,
    facts.Left: View._left,
    facts.Noted: View._noted,
    facts.OfficeTaken: View._office,
    facts.VotesLost: View._votes_lost,
    facts.DebateOpened: View._debate,
    variant_facts.StoodUp: View._stood_up,
    facts.Pointed: View._pointed,
    facts.Counted: View._counted,
    facts.Won: View._won,
}


def let_see(
    views: dict[str | None, View],
    told: Sequence[facts.Fact],
    seen: int,
    rules: Roleset,
    options: Mapping[str, str],
) -> None:
    """Have all views of a table see what was `told` after the first `seen` facts; who has died meanwhile and may watch
    sees everything from then on, and all that was told before."""
    for number, fact in enumerate(told[seen:], seen + 1):
        for view in views.values():
            view.see(fact)
        if isinstance(fact, (facts.Eliminated, facts.Withdrew, facts.Left)):
            for seat in fact.seats if isinstance(fact, facts.Eliminated) else (fact.seat,):
                haunts = rules.cards[views[seat].card or rules.filler].haunts
                if haunts or ghosts_see(rules, options) or views[None].gone.get(seat) == "witness":
                    views[seat] = watching(views[None].seats, seat, told[:number])


def ghosts_see(rules: Roleset, options: Mapping[str, str]) -> bool:
    """May the dead watch everything (G-22)? Spirits that may still be asked see nothing, unless the host says so."""
    wanted = options["ghosts_see"]
    return wanted == "on" or (wanted == "without-spirits" and not rules.events)
