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
from narrator.rules.base_facts import Attacked, Fact, Shielded
from narrator.rules.prompts import Answer, Prompt
from narrator.rules.registry import Step, step
from narrator.rules.rolesets import Call, PromptRule, Roleset


class IllegalTable(Worded, ValueError):
    """A table that cannot be played: `code` names the kind, `sentence` what is wrong and how to put it right."""

    section = "unplayable"


class Table:
    """Seats, cards and everything that lies on them, in one game.

    `seats` are names in clockwise order. `living` and `wolves` (living werewolves, by whatever way they became so)
    and `prey` (the other living) are in seat order, and never changed but replaced: what was handed out stays.
    `moving` are the cards turned up since nightfall, `moved` those between that nightfall and the one before, and
    `gone` those that nobody could take over any more; `drawn`, cards taken that were not dealt, each with the night;
    `marked` has the night of each mark, by who laid it on whom. `last_side`
    is the side that a seat had when it left the living or was `served`: its own, and with its love.
    `last_death` is the half of a day (`half_days`) in which somebody died last, 1 while nobody has.
    `signs` are the answers given beside the ballot that is under way, by prompt. `opened` are the prompts whose
    windows have been open. `noted` is what only one card is about (`facts.Noted`), and `voteless` has those without a
    vote by day, those without one for good under `None`.
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
    _holders: dict[str, tuple[str, ...]]
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
    opened: list[str]
    phase: str
    night: int
    tonight: tuple[Call, ...]
    last_death: int
    attacks: list[Attacked]
    attacks_ended: int
    shields: list[Shielded]
    dying: list[tuple[str, str]]
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
        self.sides_changed = self.wolf_died = False
        self.winner = self.decided = self.despair = None
        self.wolves = self.tonight = self.tied = self.winners = self.moved = self.moving = ()
        self.laid_ready = ()
        self.card, self._holders, self.dealt, self.turned_up, self.marks, self.lover = {}, {}, {}, {}, {}, {}
        self.noted = {}
        self.lives_lost, self.died_of, self.died_in, self.last_choice, self.voteless = {}, {}, {}, {}, {}
        self.used, self.office, self.told, self.answers, self.signs = {}, {}, {}, {}, {}
        self.part, self.last_side, self.fresh, self.marked, self.gone = {}, {}, {}, {}, {}
        self.drawn = ()
        self.fallen_lots, self.centre, self.attacks, self.shields = [], [], [], []
        self.opened = []
        self.dying, self.fallen, self.prompts, self.agenda, self.log = [], [], [], [], []

    def record(self, fact: Fact) -> None:
        """Let something happen: apply it and keep it."""
        fact.apply(self)
        self.log.append(fact)

    @property
    def half_days(self) -> int:
        """The number of this half of a day: 2 is night 1 with its dawn, 3 is day 1."""
        return 2 * self.night + self.phase.startswith("day")

    def plan(self, *steps: Step) -> None:
        """Put steps before everything else on the agenda, the first to be taken first."""
        self.agenda += steps[::-1]

    def run(self) -> None:
        """Take steps until a prompt is open or the agenda is empty, that is, the game over."""
        agenda = self.agenda
        while agenda and not self.prompts:
            planned = agenda.pop()
            if isinstance(planned, str):
                step[planned](self)
            else:
                name, about = planned
                step[name](self, about)

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
        """Let a seat have the powers of another card beside its own until further notice, fresh; or no more."""
        if part is None:
            del self.part[seat]
        else:
            self.part[seat] = part
        self.refresh(seat)

    def refresh(self, seat: str) -> None:
        """Forget what a seat has used up."""
        self._holders.clear()
        self.lives_lost.pop(seat, None)
        if self.used:
            self.used = {key: times for key, times in self.used.items() if key[0] != seat}
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
        """Take a seat out of the living, for good."""
        self.keep_side(seat)
        self._take_out(seat)

    def keep_side(self, seat: str) -> None:
        """From now on a seat has the side that it has now, whatever befalls others (G-33)."""
        if seat not in self.last_side:
            self.last_side[seat] = self.side(seat, apart=True), self.side(seat)

    def _take_out(self, seat: str) -> None:
        self.living = _without(self.living, seat)
        for card in self.powers(seat):
            self._holders.pop(card, None)
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
        return seen

    def sort(self, seat: str) -> None:
        """Count a living seat among the werewolves or the prey, as its card and marks now say."""
        wolf = self.rules.cards[self.card[seat]].werewolf or seat in self.marks.get("turned", ())
        if wolf == (seat in self.wolves) or seat not in self.living:
            return
        if wolf:
            self.prey, self.wolves = _without(self.prey, seat), self._with(self.wolves, seat)
        else:
            self.wolves, self.prey = _without(self.wolves, seat), self._with(self.prey, seat)

    def _with(self, seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
        return tuple(sorted((*seats, seat), key=self.seats.index))

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

    def holders(self, card: str) -> tuple[str, ...]:
        """The living seats that have the powers of a card, in seat order."""
        if card not in self._holders:
            lost = self.marks.get("powerless", ())
            held, part = self.card, self.part
            self._holders[card] = tuple(
                [s for s in self.living if (held[s] == card or (part and part.get(s) == card)) and s not in lost]
            )
        return self._holders[card]

    def powers(self, seat: str) -> tuple[str, ...]:
        """The cards whose powers a seat has, alive or dead: its own, and that of a part it plays."""
        if seat in self.marks.get("powerless", ()):
            return ()
        part = self.part.get(seat)
        return (self.card[seat], part) if part else (self.card[seat],)

    def with_uses(self, rule: PromptRule, holders: Sequence[str]) -> Sequence[str]:
        """Those whom a prompt asks (its holders, unless it `asks` others) and who have not used it up."""
        seats = rule.asks(self, "") if rule.asks else holders
        if rule.uses is None or not seats:
            return seats
        return [seat for seat in seats if self.used.get((seat, rule.id), 0) < rule.uses]

    def on_last_life(self, seat: str) -> bool:
        """Would the next bite of the pack kill this seat?"""
        lives = max([self.rules.cards[card].lives for card in self.powers(seat)], default=1)
        return self.lives_lost.get(seat, 0) >= lives - 1

    def neighbours(self, seat: str) -> tuple[str, ...]:
        """The nearest living seats on either side of a living one; one seat where there is only one."""
        living = self.living
        at = living.index(seat)
        return tuple(dict.fromkeys([living[at - 1], living[(at + 1) % len(living)]]))

    def voters(self) -> Sequence[str]:
        """The living seats that have a vote today, in seat order."""
        if not self.voteless:
            return self.living
        without = (*self.voteless.get(None, ()), *self.voteless.get(self.night, ()))
        return [seat for seat in self.living if seat not in without]

    def may_be_alive(self, card: str) -> bool:
        """May a holder of this card be alive and act, as far as the table knows (G-20)?

        After a despair a card of the village acts only where its holder may belong to the pack.
        """
        hidden = self.lies_hidden(card) or (card in self.laid_ready and self.lies_hidden(self.rules.performer))
        if not hidden or self.despair is None:
            return hidden
        return self.rules.cards[card].side != "villagers" or self.may_be_of_the_pack(card)

    def may_be_of_the_pack(self, card: str) -> bool:
        """May a holder of this card of the village have become a werewolf before the despair, infected, by choice, or
        in a part? Nobody has before the first night."""
        if self.despair == 0:
            return False
        cards = self.rules.cards
        turning = (card, *self.laid_ready) if card == self.rules.performer else (card,)
        return any(cards[other].turncoat for other in turning) or any(cards[dealt].infects for dealt in self.dealt)

    def lies_hidden(self, card: str) -> bool:
        """May somebody alive hold this card, as far as the table knows?"""
        return self.dealt.get(card, 0) > self.turned_up.get(card, 0) or (
            self.turned_up.get(card, 0) > self.gone.get(card, 0) and self.heir_may_be_alive()
        )

    def due_tonight(self) -> tuple[Call, ...]:
        """The calls that come tonight, in order, if their cards may still act.

        Calls of the first night come once more when somebody has taken the place of another, and that of a card alone
        when it may have a new holder; those of cards that lie ready for a performer come every night, and those
        whom such a card brings together are called right after it.
        """
        rules, laid_ready, again = self.rules, self.laid_ready, self.renewed == self.night
        usual = rules.first_night if self.night == 1 else rules.later_nights
        if not (laid_ready or again or self.drawn or (self.moved and rules.heirs_in_secret)):
            return usual
        order = {call.name: at for at, call in enumerate(rules.every_call)}
        due = [
            call
            for call in rules.every_call
            if call in usual
            or (call.first_only and any(again or card in laid_ready or self.may_be_uncalled(card) for card in call.of))
        ]
        return tuple(sorted(due, key=lambda call: order[call.of[0] if call.of[0] in laid_ready else call.name]))

    def heir_may_be_alive(self) -> bool:
        """May somebody hold a turned-up card in secret? Those known to have taken one over do not count."""
        heirs, dealt, turned_up = self.rules.heirs_in_secret, self.dealt, self.turned_up
        left = 0
        for card in heirs:
            left += dealt.get(card, 0) - turned_up.get(card, 0)
        if left <= 0:
            return False
        others = [card for card in turned_up if card not in heirs]
        return left > sum([max(0, turned_up[card] - dealt.get(card, 0)) for card in others])

    def may_be_uncalled(self, card: str) -> bool:
        """Has a holder of this card perhaps not been called yet, as far as the table knows?"""
        return (card in self.moved and self.heir_may_be_alive()) or (card, self.night - 1) in self.drawn

    def in_seat_order(self, seats: Collection[str]) -> list[str]:
        """The same seats, each once, clockwise from the first of the table."""
        return [seat for seat in self.seats if seat in seats] if len(seats) > 1 else list(seats)


def _without(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    at = seats.index(seat)
    return seats[:at] + seats[at + 1 :]
