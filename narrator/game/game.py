"""A game of Werewolf: prompts come out, answers go in, facts tell what happened.

    game = Game(roleset="millers-hollow", seats=["Ann", …], cards={"Ann": "werewolf"}, seed=1)
    while game.winner is None:
        for prompt in game.prompts: ...      # .id .seats .choices .least .most .may_pass
        game.answer("werewolf.devour", "Eve", seat="Ann")
        game.close()

A game does no input or output, reads no clock and starts no thread. It is a header and a list of entries (answers and
closings); playing the same list again gives the same game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import ValidationError, to_builtins

from narrator.errors import Word
from narrator.game import table_keys
from narrator.game.library import LIBRARY, Library
from narrator.game.meanings import meaning
from narrator.rules import any_time, asking, ballots, calls, deal, fingers, leaving, why  # noqa: F401 (calls: its steps)
from narrator.rules.chapters import Chapter, chapters
from narrator.rules.facts import Asked, CentreLaid, Dealt, Fact, Noted, PartsLaid, PhaseBegan, WindowOpened
from narrator.rules.prompts import Answer, IllegalAnswer, Prompt
from narrator.rules.rolesets import Roleset
from narrator.rules.table import IllegalTable, Table
from narrator.rules.variant_facts import DeckFeigned, Knocked, Luggage, SecondDealt, unpacked
from narrator.rules.variants import hamlets

__all__ = ["Game", "IllegalAnswer", "IllegalTable"]

Entry = tuple[Any, ...]
"""What was put into a game: `("answer", prompt, seat, value)`, `("close",)`, `("draw",)`, `("leave", seat)`,
`("point", prompt, fingers)` or `("knock", …)`."""
PLAYED = ("answer", "close", "draw", "leave", "point", "knock")
"""What an entry may begin with."""
ANSWERED = ("answer", "point")
"""What an entry of somebody who is asked begins with."""


class Game:
    """One game at one table.

    `roleset` is a roleset's id; the other keywords are a scenario's table: `seats` in clockwise order, `cards` by
    seat (the others hold the roleset's plain villager) or a `deck` to deal by the `seed`, `options`, the `centre`,
    the three cards for the `actor`, the `buildings` by seat or how many there are of each (the `village`), the
    `events` in their order or those `left_out`, the `crier`'s, when each seat was `born` and its `lodge`, the two
    `groups` of seats, the card that a `house_rule` coin stands for, `lots` (how lots will fall), `house_deck`.
    Raises `IllegalTable` for a table that cannot be played, and for a value of the wrong form.
    """

    def __init__(
        self,
        roleset: Any,
        seats: Sequence[str],
        *,
        cards: Mapping[str, str] | None = None,
        deck: Sequence[str] | None = None,
        centre: Sequence[str] | None = None,
        actor: Sequence[str] | None = None,
        groups: Mapping[str, Sequence[str]] | None = None,
        buildings: Mapping[str, str] | None = None,
        village: Mapping[str, int] | None = None,
        events: Sequence[str] | None = None,
        left_out: Sequence[str] | None = None,
        crier: Sequence[str] | None = None,
        born: Mapping[str, int] | None = None,
        lodge: Mapping[str, str] | None = None,
        alignment: Mapping[str, str] | None = None,
        villages: Sequence[str] | None = None,
        house_rule: Any = None,
        options: Mapping[str, object] | None = None,
        lots: Sequence[str] | None = None,
        house_deck: Any = None,
        seed: Any = None,
        library: Library = LIBRARY,
    ) -> None:
        given = {
            "roleset": roleset,
            "seats": seats,
            "cards": cards,
            "deck": deck,
            "centre": centre,
            "actor": actor,
            "groups": groups,
            "buildings": buildings,
            "village": village,
            "events": events,
            "left_out": left_out,
            "crier": crier,
            "born": born,
            "lodge": lodge,
            "alignment": alignment,
            "villages": villages,
            "house_rule": house_rule,
            "options": options,
            "lots": lots,
            "house_deck": house_deck,
            "seed": seed,
        }
        self.header: dict[str, Any] = table_keys.header(given)
        implied = {"events": "stacked"} if events is not None else {}
        if crier is not None:
            implied["town_crier"] = "on"
        self.header["options"] = implied | self.header["options"]
        self.entries: list[Entry] = []
        self._library = library
        self._begin()

    def _begin(self) -> None:
        header = self.header
        self._deck: dict[str, int] | None = None
        self.rules: Roleset
        options: Mapping[str, str]
        self.rules, options = self._library.roleset(header["roleset"], header["options"], header["house_rule"])
        chosen = {key: what for key, what in header.items() if key not in ("roleset", "seats", "options", "seed")}
        self._table: Table = deal.laid(self.rules, header["seats"], options, header["seed"], **chosen)
        self._table.plan("setup")
        self._table.run()

    @property
    def phase(self) -> str:
        """The phase that the game is in: `setup`, `night 1`, `dawn 1`, `day 1`, …"""
        return self._table.phase

    @property
    def night(self) -> int:
        """How many nights have fallen."""
        return self._table.night

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """The open prompts; none when the game is over."""
        table = self._table
        return (*table.prompts, *table.standing) if table.standing else tuple(table.prompts)

    @property
    def seats(self) -> tuple[str, ...]:
        """Every seat, dead or alive, in clockwise order."""
        return tuple(self._table.seats)

    @property
    def alive(self) -> tuple[str, ...]:
        """The living seats, in clockwise order."""
        return tuple(self._table.living)

    @property
    def deck(self) -> dict[str, int]:
        """How many of each card are dealt, in the centre, or ready for the actor, in the roleset's order."""
        if self._deck is None:
            self._deck = self._laid()
        return self._deck

    def _laid(self) -> dict[str, int]:
        laid = Counter([fact.card for fact in self.facts if isinstance(fact, (Dealt, SecondDealt))])
        for fact in self.facts:
            if isinstance(fact, (CentreLaid, PartsLaid)):
                laid.update(fact.cards)
            elif isinstance(fact, DeckFeigned):
                laid.update(fact.cards)
                laid[self.rules.filler] -= len(fact.cards)
        return {card: laid[card] for card in self.rules.cards if laid[card] > 0}

    @property
    def winner(self) -> str | None:
        """The side that has won, `nobody` or `draw`; nothing while the game goes on."""
        return self._table.winner

    @property
    def winners(self) -> tuple[str, ...]:
        """The seats that have won, dead ones included."""
        return self._table.winners

    @property
    def options(self) -> Mapping[str, str]:
        """Every option of the roleset with its value in this game."""
        return self._table.options

    @property
    def facts(self) -> Sequence[Fact]:
        """Everything that has happened, secrets included: for the story after the game, never for a player."""
        return self._table.log

    @property
    def events(self) -> tuple[Fact, ...]:
        """What has happened in public or was told to somebody: each with `knowers`, `None` for everybody."""
        return tuple(fact for fact in self._table.log if fact.knowers != ())

    @property
    def lots_left(self) -> tuple[str, ...]:
        """The lots prescribed for this table that have not fallen yet."""
        return tuple(self._table.lots)

    @property
    def lots_fallen(self) -> tuple[str, ...]:
        """Every lot that has fallen, in order, including those that answered for a silent seat (G-05)."""
        return tuple(self._table.fallen_lots)

    @property
    def complete(self) -> bool:
        """May the open prompts close early (G-04)? When everybody has answered, or an open ballot is decided."""
        table = self._table
        return all(
            not prompt.lasting and (table.decided is not None if prompt.open_ballot else not self.waiting(prompt))
            for prompt in table.prompts
            if not prompt.aside
        )

    def given(self, prompt: Prompt) -> Mapping[str, Answer]:
        """What the seats have answered so far to an open prompt: for the seat itself and for its pack."""
        return dict(self._table.answers[prompt.id])

    def waiting(self, prompt: Prompt) -> tuple[str, ...]:
        """The seats that have not answered an open prompt yet; nobody where all have pointed."""
        given = prompt.seats if prompt.id in self._table.fingers else self._table.answers[prompt.id]
        return tuple(seat for seat in prompt.seats if seat not in given)

    def answer(self, prompt: Any, value: object, seat: Any = None) -> None:
        """Answer an open prompt, or change the answer; a refused answer raises `IllegalAnswer` and changes nothing.

        `prompt` is its id; `value` is a choice, a list of choices, `yes`, `no`, `True`, `False`, `pass` or `None`;
        `seat` may be left out if only one seat is asked. Anything that somebody sends may be passed in.
        """
        asked = self._asked(prompt)
        if seat is None:
            if len(asked.seats) > 1:
                raise IllegalAnswer("which-seat", prompt=Word("prompt", prompt), seats=asked.seats)
            seat = asked.seats[0]
        answer = asked.read(seat, value)
        if asked.standing:
            self._act(asked, seat, answer)
            return
        if asked.open_ballot:
            ballots.pointed(self._table, asked, seat, answer)
        else:
            self._table.answers[prompt][seat] = answer
        self.entries.append(("answer", prompt, seat, answer))

    def _act(self, asked: Prompt, seat: str, answer: Answer) -> None:
        """Let what somebody does at any time of the day take effect; who passes may still do it later."""
        self.entries.append(("answer", asked.id, seat, answer))
        if answer:
            any_time.act(self._table, asked, {seat: answer})
            self._go_on()

    def answer_all(self, prompt: Any, values: Mapping[Any, object]) -> None:
        """Answer an open prompt for several seats at once; if one answer is refused, nothing changes.

        In an open ballot they point one after another, and any answers after the decision are dropped.
        """
        asked = self._asked(prompt)
        answers = asking.read_all(asked, dict(values))
        if asked.open_ballot or asked.standing:
            for seat, answer in answers.items():
                self.answer(prompt, answer, seat)
                if self._table.decided is not None or asked.standing:
                    break
        else:
            self._table.answers[prompt].update(answers)
            self.entries += [("answer", prompt, seat, answer) for seat, answer in answers.items()]

    def close(self) -> None:
        """Close the open prompts as if their time were up (G-05) and go on to the next ones.

        Raises `IllegalAnswer` (`over`) after the end of the game. Raises `IllegalTable` and changes nothing if a lot is
        drawn and the prescribed one cannot fall.
        """
        table = self._table
        if table.winner is not None:
            raise IllegalAnswer("over")
        self.entries.append(("close",))
        self._go_on(asking.close)

    def _go_on(self, *steps: Callable[[Table], None]) -> None:
        try:
            for step in (*steps, Table.run):
                step(self._table)
        except IllegalTable:  # a lot was prescribed that cannot fall
            self.rewind(self.entries[:-1])
            raise

    def offer_draw(self) -> None:
        """Put it to the vote whether the game ends in a draw (G-34), at the table's wish."""
        table = self._table
        if table.winner is not None or not table.phase.startswith("day"):
            raise IllegalAnswer("not-now", "draw-by-day")
        if all(prompt.id != "village.draw" for prompt in table.prompts):
            self.entries.append(("draw",))
            any_time.offer_draw(table)
            self._go_on()

    def fingers(self, prompt: Prompt) -> Mapping[str, int]:
        """How many fingers were counted at whom in a ballot that is asked now."""
        return self._table.fingers.get(prompt.id, {})

    def most_fingers(self, prompt: Prompt) -> int:
        """How many fingers can point in a ballot that is asked now?"""
        return fingers.most_fingers(self._table, prompt)

    def point(self, prompt: Any, counted: Any) -> None:
        """Answer a ballot by as many fingers as were `counted` at each seat, for all who have not answered it (G-14).

        Anything that somebody sends may be passed in; what is no such count is refused, and changes nothing.
        """
        fingers.point(self._table, prompt, counted)
        self.entries.append(("point", prompt, dict(counted)))

    def leave(self, seat: Any) -> None:
        """Let a seat go home for good, at the host's word (G-35); raises `IllegalAnswer` where that cannot be now."""
        leaving.leave(self._table, seat)
        self.entries.append(("leave", seat))
        self._go_on()

    def knock(self, seat: str, village: str, luggage: Luggage) -> None:
        """Let somebody who left another village wait to be let in, in the morning or before nightfall (VA-02).

        Raises `IllegalAnswer` where that seat is taken, or the luggage holds cards that this roleset does not have.
        """
        cards, whole = (luggage.card, *luggage.second[:1]), len(luggage.second) in (0, 2)
        if seat in self._table.living or not whole or any(card not in self.rules.cards for card in cards):
            raise IllegalAnswer("no-guest", seat=seat, cards=cards)
        self.entries.append(("knock", seat, village, to_builtins(luggage)))
        waiting = self._table.noted.get(hamlets.WAITING, ())
        self._table.record(Knocked(seat, village))
        self._table.record(Noted(*hamlets.WAITING, (*waiting, (seat, luggage))))

    def undo(self) -> None:
        """Go back to before the last answered call: as if its prompts had just been put and none answered."""
        entries = list(self.entries)
        while entries and entries[-1][0] not in ANSWERED:
            entries.pop()
        while entries and entries[-1][0] != "close":
            entries.pop()
        self.rewind(entries)

    def back_to(self, fact: Any) -> None:
        """Go back to when the fact with this number had just happened, and nothing that it brings was answered yet."""
        if type(fact) is not int or not 0 <= fact < len(self.facts):
            raise IllegalAnswer("no-such-fact", fact=fact, last=len(self.facts) - 1)
        self.rewind(self._until(fact, self.entries))

    def _until(self, fact: int, entries: Iterable[Entry]) -> Iterator[Entry]:
        """These entries, one after another, until so many facts have happened."""
        for entry in entries:
            if len(self.facts) > fact:
                return
            yield entry

    def rewind(self, entries: Iterable[Sequence[Any]]) -> None:
        """Go back to where the game was when these were its entries; if one of them is refused, nothing changes."""
        before = self.entries, self._table
        self.entries = []
        try:
            self._begin()
            for entry in entries:
                self._put(entry)
        except Exception:
            self.entries, self._table = before
            raise

    def play(self, entries: Iterable[Sequence[Any]]) -> None:
        """Play the entries of a journal, in order; if one of them is refused, nothing changes."""
        before = list(self.entries)
        try:
            for entry in entries:
                self._put(entry)
        except Exception:
            self.rewind(before)
            raise

    def _put(self, entry: Any) -> None:
        match entry:
            case ["answer", prompt, seat, value]:
                self.answer(prompt, value, seat)
            case ["close"]:
                self.close()
            case ["draw"]:
                self.offer_draw()
            case ["leave", seat]:
                self.leave(seat)
            case ["point", prompt, counted]:
                self.point(prompt, counted)
            case ["knock", str(seat), str(village), luggage]:
                try:
                    brought = unpacked(luggage)
                except ValidationError:
                    raise self._unknown(entry) from None
                self.knock(seat, village, brought)
            case _:
                raise self._unknown(entry)

    def _unknown(self, entry: Any) -> IllegalAnswer:
        return IllegalAnswer("unknown-entry", entry=entry, known=PLAYED)

    def why_not_asked(self, prompt: str, phase: str) -> str:
        """Why was this prompt put to nobody in this phase? The end of a sentence; nothing where somebody was asked."""
        if prompt == leaving.LEAVES:
            return "players go home by day, while something is asked and not yet answered"
        if prompt not in self.rules.prompts and prompt not in self.rules.ballots:
            option = self._library.option_that_brings(self.rules.id, prompt)
            off = f"the option “{option}”, which brings it, is off"
            return off if option else f"{self.rules.id} has no such prompt"
        facts = self.facts
        starts = {fact.phase: at for at, fact in enumerate(facts) if isinstance(fact, PhaseBegan)}
        if phase not in starts:
            return "the game was over" if self.winner is not None else f"this game has no {phase}"
        start = starts[phase]
        end = min((at for at in starts.values() if at > start), default=len(facts))
        if any(isinstance(fact, Asked) and fact.prompt.id == prompt for fact in facts[start:end]):
            return ""
        turn = start + why.turn(self._table, prompt, facts[start:end])
        opened = [fact.prompt for fact in facts[start:end] if isinstance(fact, WindowOpened)]
        return why.nobody_asked(self._table_after(facts[: turn + 1]), prompt, opened, meaning)

    def chapters(self) -> Iterator[Chapter]:
        """What has happened, phase by phase, the last one as far as it has come."""
        return chapters(self.rules, self.header["seats"], self.options, self.facts)

    def _table_after(self, facts: Iterable[Fact]) -> Table:
        """The table as these facts leave it."""
        table = Table(self.rules, self.header["seats"], self.options, 0)
        for fact in facts:
            fact.apply(table)
        return table

    def _asked(self, prompt: Any) -> Prompt:
        for asked in self.prompts:
            if asked.id == prompt:
                return asked
        known = [Word("prompt", asked.id) for asked in self.prompts]
        if not known:
            raise IllegalAnswer("not-open", "nothing-open", prompt=prompt)
        raise IllegalAnswer("not-open", prompt=prompt, known=known)


def groups(game: Game) -> dict[str, list[str]]:
    """The seats of each group that the table was split in, by the group's name; empty where it was not."""
    found: dict[str, list[str]] = {}
    for fact in game.facts:
        if isinstance(fact, Noted) and fact.key == "group":
            found.setdefault(fact.value, []).append(fact.owner)
    return found
