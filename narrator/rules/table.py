"""The state of one game, as facts have left it.

Nothing outside `narrator.rules` and `game/game.py` sees a table. Only facts change it (`record`), besides its agenda,
which is the program counter as data: a stack of small steps still to be taken, the next one last, each a name, alone or
with the plain data that it is about. Whatever must follow an answer stands on the agenda before the prompt is opened,
so that no coroutine, thread or callback holds the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any

from narrator.errors import Worded
from narrator.rules.base_facts import APPLIES, LEFT, Attacked, Fact, Shielded
from narrator.rules.prompts import Answer, Prompt
from narrator.rules.registry import Step, step
from narrator.rules.rolesets import Call, PromptRule, Roleset


class IllegalTable(Worded, ValueError):
    """A table that cannot be played: `code` names the kind, `sentence` what is wrong and how to put it right."""

    section = "unplayable"


class Table:
    """Seats, cards and everything that lies on them, in one game.

    `seats` are names in clockwise order. `living` and `wolves` (living werewolves, by whatever way they became so) and
    `prey` (the other living) are in seat order, and never changed but replaced: what was handed out stays. `moving` are
    the cards turned up since nightfall, `moved` those between that nightfall and the one before, and `gone` those that
    nobody could take over any more; `drawn`, cards taken that were not dealt, each with the night; `marked` has the
    night of each mark, by who laid it on whom. `last_side` is the side that a seat had when it left the living or was
    `served`: its own, and with its love. `last_death` is the half of a day (`half_days`) in which somebody died last, 1
    while nobody has. `signs` are the answers given along with the ballot under way, by prompt. `opened` are the prompts
    whose windows have been open and the events that have been in force, each with the night of the first time. `noted`
    is what only one card is about (`facts.Noted`), and `voteless` has those without a vote by day, those without one
    for good under `None`.

    `house` is the building of each living seat that has one, `spent` has the seats that have used up its power,
    `settled` every building in which somebody has ever lived, and `freed` those who died in one since the table was
    last quiet, each with the building. `in_force` are the events and variants that hold, each until the phase named or,
    unnamed, until it is used up; `away` are those who are away, until when, and `fasting` those of them who do not
    hunt. `weighty` has the votes of those whose vote counts more, and `swapped` whose powers a seat has instead of its
    own. `standing` are the prompts that stay open all day, but not while it is `restless`: in a chain or a verdict. A
    day without a vote `waits` until it is closed, as long as something stands open. `ahead` are the votes given before
    the others' in the ballot that is under way, `fingers` how many point at whom in each, and `counted_in` is the phase
    of the last vote that might cost a life. `by_night`: the `dying` were killed in the night.
    """

    rules: Roleset
    options: Mapping[str, str]
    dice: Random
    lots: list[str]
    fallen_lots: list[str]
    seats: tuple[str, ...]
    living: tuple[str, ...]
    wolves: tuple[str, ...]
    wolf_died: bool
    prey: tuple[str, ...]
    card: dict[str, str]
    _holders: dict[str, list[str]]
    _occupants: dict[str, list[str]]
    house: dict[str, str]
    spent: tuple[str, ...]
    settled: tuple[str, ...]
    freed: tuple[tuple[str, str], ...]
    ahead: dict[str, str | None]
    fingers: dict[str, dict[str, int]]
    event_deck: tuple[str, ...]
    in_force: dict[str, str]
    away: dict[str, str]
    fasting: tuple[str, ...]
    weighty: dict[str, int]
    swapped: dict[tuple[str, str], tuple[str, str]]
    counted_in: str
    standing: list[Prompt]
    centre: list[str]
    laid_ready: tuple[str, ...]
    sides: Mapping[str, str]
    dealt: dict[str, int]
    turned_up: dict[str, int]
    moved: tuple[str, ...]
    moving: tuple[str, ...]
    drawn: tuple[tuple[str, int], ...]
    gone: dict[str, int]
    marks: dict[str, list[str]]
    marked: dict[tuple[str, str, str], int]
    despair: int | None
    lives_lost: dict[str, int]
    died_of: dict[str, tuple[str, ...]]
    died_in: dict[str, str]
    last_choice: dict[tuple[str, str], tuple[int, str]]
    voteless: dict[int | None, tuple[str, ...]]
    noted: dict[tuple[str, str], Any]
    tied: tuple[str, ...]
    lover: dict[str, tuple[str, ...]]
    used: dict[tuple[str, str], int]
    office: dict[str, str | None]
    told: dict[tuple[str, str], str | tuple[str, ...]]
    part: dict[str, str]
    last_side: dict[str, tuple[str, str]]
    fresh: dict[str, int]
    renewed: int
    sides_changed: bool
    restless: bool
    waits: bool
    opened: dict[str, int]
    phase: str
    night: int
    tonight: tuple[Call, ...]
    last_death: int
    attacks: list[Attacked]
    attacks_ended: int
    shields: list[Shielded]
    dying: list[tuple[str, str]]
    by_night: bool
    fallen: list[str]
    winner: str | None
    winners: tuple[str, ...]
    prompts: list[Prompt]
    answers: dict[str, dict[str, Answer]]
    decided: str | None
    signs: dict[str, Mapping[str, Answer]]
    agenda: list[Step]
    log: list[Fact]

    __slots__ = tuple(__annotations__)  # more attributes than Python finds quickly in an object without slots

    def __init__(
        self,
        rules: Roleset,
        seats: Sequence[str],
        options: Mapping[str, str],
        seed: int,
        lots: Sequence[str] = (),
    ) -> None:
        self.rules = rules
        self.options = options
        self.sides = rules.sides
        self.dice = Random(seed)
        self.lots = list(lots)
        self.seats = self.living = self.prey = tuple(seats)
        self.phase = "setup"
        self.night = self.renewed = self.attacks_ended = 0
        self.last_death = 1
        self.sides_changed = self.wolf_died = self.restless = self.waits = self.by_night = False
        self.winner = self.decided = self.despair = None
        self.wolves = self.tonight = self.tied = self.winners = self.moved = self.moving = ()
        self.card, self._holders, self.dealt, self.turned_up, self.marks, self.lover = {}, {}, {}, {}, {}, {}
        self.noted, self.house, self._occupants, self.ahead, self.fingers = {}, {}, {}, {}, {}
        self.in_force, self.away, self.weighty, self.swapped = {}, {}, {}, {}
        self.event_deck = self.fasting = self.laid_ready = ()
        self.spent, self.settled, self.freed, self.counted_in, self.standing = (), (), (), "", []
        self.lives_lost, self.died_of, self.died_in, self.last_choice, self.voteless = {}, {}, {}, {}, {}
        self.used, self.office, self.told, self.answers, self.signs = {}, {}, {}, {}, {}
        self.part, self.last_side, self.fresh, self.marked, self.gone = {}, {}, {}, {}, {}
        self.drawn = ()
        self.fallen_lots, self.centre, self.attacks, self.shields = [], [], [], []
        self.opened = {}
        self.dying, self.fallen, self.prompts, self.agenda, self.log = [], [], [], [], []

    def record(self, fact: Fact) -> None:
        """Let something happen: apply it and keep it."""
        applies = APPLIES[type(fact)]
        if applies is not None:
            applies(fact, self)
        self.log.append(fact)

    @property
    def half_days(self) -> int:
        """The number of this half of a day: 2 is night 1 with its dawn, 3 is day 1."""
        return 2 * self.night + self.phase.startswith("day")

    def plan(self, *steps: Step) -> None:
        """Put steps before everything else on the agenda, the first to be taken first."""
        for planned in reversed(steps):
            self.agenda.append(planned)

    def run(self) -> None:
        """Take steps until a prompt is open, the day waits, or the agenda is empty, that is, the game over."""
        agenda, named = self.agenda, step.__getitem__
        while agenda and not self.prompts and not self.waits:
            planned = agenda.pop()
            if isinstance(planned, str):
                named(planned)(self)
            else:
                named(planned[0])(self, planned[1])
        if self.rules.any_time:
            named("stand")(self)

    def answered(self, prompt: str) -> dict[str, Answer]:
        """What was answered to a prompt that has closed, by seat; handed out once."""
        return self.answers.pop(prompt)

    def draw(self, among: Sequence[str]) -> str:
        """Draw a lot: the next of the lots laid down for this table, else by the dice."""
        lot = self.lots.pop(0) if self.lots else among[int(self.dice.random() * len(among))]
        if lot not in among:
            raise IllegalTable("wrong-lot", lot=lot, among=among)
        self.fallen_lots.append(lot)
        return lot

    def give(self, seat: str, card: str) -> None:
        """Lay a card before a seat; its powers are unused."""
        self.card[seat] = card
        if seat in self.marks.get("turned", ()):
            self._lose_aim(seat)
        self.sides_changed = True
        self.refresh(seat)
        self.sort(seat)

    def play(self, seat: str, part: str | None) -> None:
        """Let a seat have the powers of another card in addition to its own until further notice, fresh; or no more."""
        if part is None:
            ended = seat, self.part[seat]
            if ended in self.swapped:
                self.swap(ended, self.swapped[ended])
            del self.part[seat]
        else:
            self.part[seat] = part
        self.refresh(seat)

    def swap(self, one: tuple[str, str], other: tuple[str, str]) -> None:
        """Let two seats have the powers of each other's cards, or their own again; each is named with its card."""
        if self.swapped.get(one) == other:
            del self.swapped[one], self.swapped[other]
        else:
            self.swapped |= {one: other, other: one}
        (first, _), (second, _) = one, other
        cards = [self.rules.cards[card] for _, card in (one, other)]
        theirs = [prompt for card in cards for prompt in (*card.wakes, *card.last_words, *card.by_day)]
        moved = {(a, prompt): (b, prompt) for a, b in ((first, second), (second, first)) for prompt in theirs}
        self.used = {moved.get(key, key): times for key, times in self.used.items()}
        self.last_choice = {moved.get(key, key): last for key, last in self.last_choice.items()}
        if any(card.lives > 1 for card in cards):
            goes_to = {first: second, second: first}
            self.lives_lost = {goes_to.get(seat, seat): lost for seat, lost in self.lives_lost.items()}
        self._holders.clear()

    def refresh(self, seat: str) -> None:
        """Forget what a seat has used up of its card."""
        self._holders.clear()
        self.lives_lost.pop(seat, None)
        if self.used:
            self.used = {k: n for k, n in self.used.items() if k[0] != seat or k[1] in self.rules.for_everybody}
        if self.last_choice:
            self.last_choice = {key: last for key, last in self.last_choice.items() if key[0] != seat}

    def lose_powers(self, seats: Sequence[str]) -> None:
        """Take every power of their cards from these seats."""
        lost = self.marks.setdefault("powerless", [])
        lost.extend(seat for seat in seats if seat not in lost)
        self._holders.clear()

    def turn(self, seat: str) -> None:
        """Make a seat a werewolf; its card's powers stay only if the card is of the village."""
        self.marks.setdefault("turned", []).append(seat)
        self.sides_changed = True
        self.sort(seat)
        self._lose_aim(seat)

    def _lose_aim(self, seat: str) -> None:
        """A seat that has become a werewolf keeps only the powers of a card of the village or of the pack."""
        card = self.rules.cards[self.card[seat]]
        if card.side != "villagers" and not card.werewolf:
            self.lose_powers([seat])

    def bury(self, seat: str) -> None:
        """Take a seat out of the living, for good; the power of the building where it lived is whole again."""
        self.keep_side(seat)
        self._take_out(seat)
        if self.house.pop(seat, "") and seat in self.spent:
            self.mend(seat)

    def settle(self, seat: str, building: str) -> None:
        """From now on a seat lives in this building, whose power is whole."""
        self.house[seat] = building
        if building not in self.settled:
            self.settled += (building,)
        self.mend(seat)

    def spend(self, seat: str) -> None:
        """The power of the building where a seat lives is used up."""
        self.spent += (seat,)
        self._occupants.clear()

    def mend(self, seat: str) -> None:
        """The power of the building where a seat lives is whole again."""
        self.spent = tuple([other for other in self.spent if other != seat])
        self._occupants.clear()

    def move(self, seat: str, place_of: str) -> None:
        """Let a seat sit where another one has died; the old place is gone."""
        seats = list(_without(self.seats, seat))
        seats.insert(seats.index(place_of) + 1, seat)
        self.seats = tuple(seats)
        self.living, self.wolves, self.prey = (
            tuple(self.in_seat_order(some)) for some in (self.living, self.wolves, self.prey)
        )
        self._holders.clear()
        self._occupants.clear()

    def revive(self, seat: str, card: str) -> None:
        """Let a dead seat live again with another card and no powers, in love with nobody dead; posters hang on."""
        del self.died_in[seat], self.died_of[seat]
        self.last_side.pop(seat, None)
        self.card[seat] = card
        self.part.pop(seat, None)
        if not any(other in self.living for other in self.lover.get(seat, ())):
            self.lover.pop(seat, None)
        hanging = {mark: self.marks[mark] for mark in self.rules.hanging if mark in self.marks}
        self.marks = {mark: [other for other in seats if other != seat] for mark, seats in self.marks.items()} | hanging
        self.living, self.prey = self.including(self.living, seat), self.including(self.prey, seat)
        self.refresh(seat)

    def keep_side(self, seat: str) -> None:
        """From now on a seat has the side that it has now, whatever befalls others (G-33)."""
        if seat not in self.last_side:
            self.last_side[seat] = self.side(seat, apart=True), self.side(seat)

    def _take_out(self, seat: str) -> None:
        self.living = _without(self.living, seat)
        building = self.house.get(seat, "")
        if building in self._occupants:
            self._occupants[building] = [other for other in self._occupants[building] if other != seat]
        if self._holders:
            for card in self.powers(seat):
                self._holders[card] = [other for other in self._holders.get(card, ()) if other != seat]
        if seat in self.wolves:
            self.wolves = _without(self.wolves, seat)
        else:
            self.prey = _without(self.prey, seat)

    def without(self, seat: str, look: Callable[[Table], str | None]) -> str | None:
        """What would be seen of the table if a seat were gone?"""
        before = self.living, self.wolves, self.prey
        self._take_out(seat)
        seen = look(self)
        self.living, self.wolves, self.prey = before
        self._holders.clear()
        self._occupants.clear()
        return seen

    def sort(self, seat: str) -> None:
        """Count a living seat among the werewolves or the prey, as its card and marks now say."""
        wolf = self.rules.cards[self.card[seat]].werewolf or seat in self.marks.get("turned", ())
        if wolf == (seat in self.wolves) or seat not in self.living:
            return
        if wolf:
            self.prey, self.wolves = _without(self.prey, seat), self.including(self.wolves, seat)
        else:
            self.wolves, self.prey = _without(self.wolves, seat), self.including(self.prey, seat)

    def including(self, seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
        """These seats and one more, in seat order."""
        return tuple(self.in_seat_order((*seats, seat)))

    def side(self, seat: str, apart: bool = False) -> str:
        """Whom does this seat win with? `apart` asks for its own side, whomever it loves."""
        if seat in self.last_side:
            own, in_love = self.last_side[seat]
            return own if apart else in_love
        turned = self.marks and seat in self.marks.get("turned", ())
        side = "werewolves" if turned else self.sides[self.card[seat]]
        if self.lover and seat in self.lover and self.rules.couples_apart and not apart:
            alike = all(side == self.side(other, apart=True) for other in self.lover[seat])
            return side if alike else "lovers"
        return side

    def holders(self, card: str) -> Sequence[str]:
        """The living seats that have the powers of a card, in seat order."""
        if not self._holders:
            for seat in self.living:
                for held in self.powers(seat):
                    self._holders.setdefault(held, []).append(seat)
        return self._holders.get(card, ())

    def occupants(self, building: str) -> Sequence[str]:
        """The living seats that live in a building whose power is whole, in seat order."""
        if not self._occupants and self.house:
            for seat in self.living:
                if seat not in self.spent and (home := self.house.get(seat, "")):
                    self._occupants.setdefault(home, []).append(seat)
        return self._occupants.get(building, ())

    def at_home(self, building: str) -> Sequence[str]:
        """The occupants of a building who can use its power by day: those who are not away."""
        return self.present(self.occupants(building))

    def graves(self) -> list[str]:
        """Those who have been eliminated, the first one first, but for those who went home."""
        return [seat for seat, causes in self.died_of.items() if LEFT not in causes]

    def powers(self, seat: str) -> tuple[str, ...]:
        """The cards whose powers a seat has, alive or dead: its own, and that of a part it plays."""
        if seat in self.marks.get("powerless", ()):
            return ()
        card, part = self.card[seat], self.part.get(seat)
        cards = (card, part) if part and part != card else (card,)
        return tuple([self.swapped.get((seat, card), ("", card))[1] for card in cards]) if self.swapped else cards

    def with_uses(self, rule: PromptRule, holders: Sequence[str]) -> Sequence[str]:
        """Those whom a prompt asks (its holders, unless it `asks` others) and who have not used it up."""
        seats = rule.asks(self, "") if rule.asks else holders
        if rule.uses is None or not seats:
            return seats
        used_up = [seat for (seat, prompt), times in self.used.items() if prompt == rule.id and times >= rule.uses]
        return [seat for seat in seats if seat not in used_up] if used_up else seats

    def on_last_life(self, seat: str) -> bool:
        """Would the next bite of the pack kill this seat?"""
        lives = max([self.rules.cards[card].lives for card in self.powers(seat)], default=1)
        return self.lives_lost.get(seat, 0) >= lives - 1

    def neighbours(self, seat: str) -> tuple[str, ...]:
        """The nearest living seats on either side of a living one: two, or one, or none where it lives alone."""
        living = self.living
        at = living.index(seat)
        return tuple(dict.fromkeys([one for one in (living[at - 1], living[(at + 1) % len(living)]) if one != seat]))

    def left_of(self, seat: str) -> tuple[str, ...]:
        """All other seats, clockwise from the left of this one, dead or alive."""
        at = self.seats.index(seat)
        return (*self.seats[at + 1 :], *self.seats[:at])

    def voters(self) -> Sequence[str]:
        """The living seats that have a vote today, in seat order."""
        if not self.voteless and not self.away:
            return self.living
        without = frozenset((*self.away, *self.voteless.get(None, ()), *self.voteless.get(self.night, ())))
        return [seat for seat in self.living if seat not in without]

    def present(self, seats: Sequence[str]) -> Sequence[str]:
        """Those of these seats that are not away."""
        return [seat for seat in seats if seat not in self.away] if self.away else seats

    def in_seat_order(self, seats: Collection[str]) -> list[str]:
        """The same seats, each once, clockwise from the first of the table."""
        if len(seats) < 2:
            return list(seats)
        wanted = frozenset(seats)
        return [seat for seat in self.seats if seat in wanted]


def _without(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    at = seats.index(seat)
    return seats[:at] + seats[at + 1 :]
