"""A second reading of the coins: who is asked what, who dies at dawn, what is said to have failed, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from narrator import Game
from narrator.rules import facts as f
from narrator.rules.prompts import Answer, Prompt

WOLVES = {"werewolf", "alpha-wolf", "lone-wolf", "wolf-cub"}
HELPERS = {"minion", "wizard"}
ALONE = {"chupacabra", "dracula", "zombie", "tanner"}
OTHERS = {
    *("wizard.seek", "seer.look", "chupacabra.hunt", "vigilante.shoot", "thing.tap", "insomniac.ask"),
    *("bodyguard.protect", "zombie.infect", "dracula.marry", "doppelganger.copy"),
}
ANYBODY = {"doctor.heal", "spellcaster.silence", "witch.poison", "priest.bless", "cupid.link"}
ONCE = {"witch.heal", "witch.poison", "alpha-wolf.bite"}
FIRST = {"doppelganger.copy", "cupid.link"}
"""Asked in the first night, or in the one after the coin was taken over."""


class Coins:
    """Watches one game; `found` is what differs from the rules."""

    def __init__(self, game: Game) -> None:
        self.found: list[str] = []
        self.alive = list(game.header["seats"])
        self.card: dict[str, str] = {}
        self.turned: set[str] = set()
        self.couples: list[Answer] = []
        self.infected: set[str] = set()
        self.used: set[tuple[str, str]] = set()
        self.blessed: dict[str, str] = {}
        self.bitten: set[str] = set()
        self.wives: dict[str, set[str]] = {}
        self.by_day: dict[str, set[str]] = {}
        self.guarded: dict[str, tuple[int, str]] = {}
        self.fresh: dict[str, int] = {}
        self.died: dict[str, tuple[str, int]] = {}
        self.last_side: dict[str, str] = {}
        self.died_apart: dict[str, bool] = {}
        self.phase, self.night = "setup", 0
        self.pack: list[str] = []
        self.turns = ""
        self.healed: set[str] = set()
        self.kills: list[tuple[str, str]] = []
        self.recoils: list[tuple[str, str]] = []
        self.due: set[str] | None = None
        self.dead: set[str] = set()
        self.failed = self.spared = 0

    def saw(self, fact: f.Fact) -> None:
        """Something happened."""
        match fact:
            case f.Dealt() | f.CardGiven() | f.CardDrawn():
                self._hold(fact.seat, fact.card)
            case f.PhaseBegan():
                self._phase(fact.name, fact.number)
            case f.Eliminated():
                if self.due is not None and fact.manner == "dawn":
                    self.dead |= {*fact.seats}
                else:
                    self._dawn_is_over()
                for seat in fact.seats:
                    self.died_apart[seat] = self.mixed(seat)
                    self.last_side[seat] = self.side(seat)
                    self.alive.remove(seat)
                    if fact.manner != f.LEFT:  # nobody has won by going home (G-35)
                        self.died[seat] = self.phase, self.night
            case f.Announced() if fact.cue == "dawn.spared":
                self.spared += 1
            case f.Won() if fact.winner != "draw":
                self._dawn_is_over()
                self._won(fact.winner, {*fact.seats})
            case _:
                pass

    def asked(self, prompts: tuple[Prompt, ...]) -> None:
        """The game waits for answers."""
        for prompt in prompts:
            due = self._due(prompt.id)
            if due is not None:
                put = {seat: {*prompt.choices_of(seat)} for seat in prompt.seats}
                expected = {seat: choices for seat, choices in due.items() if choices}
                self._differs(prompt.id, put, expected)

    def answered(self, prompt: Prompt, given: Mapping[str, Answer]) -> None:
        """A prompt was answered."""
        chosen = {seat: answer for seat, answer in given.items() if answer}
        if prompt.id in ONCE:
            self.used |= {(seat, prompt.id) for seat in chosen}
        if prompt.id in ("werewolf.devour", "werewolf.catch"):
            named = [{*given.get(seat, ())} for seat in prompt.seats]
            agreed = [seat for seat in self.alive if all(seat in names for names in named)]
            girls = prompt.id == "werewolf.catch"
            self.pack += [seat for seat in agreed if not girls or self.card[seat] == "little-girl"]
            self.pack = [seat for seat in self.alive if seat in self.pack]
        for seat, answer in chosen.items():
            self._acted(prompt.id, seat, answer)

    def _hold(self, seat: str, card: str) -> None:
        self.card[seat] = card
        self.fresh[seat] = self.night + 1
        self.used = {key for key in self.used if key[0] != seat}
        self.bitten.discard(seat)
        for laid in (self.blessed, self.guarded, self.wives, self.by_day):
            laid.pop(seat, None)

    def _phase(self, name: str, number: int) -> None:
        if name == "dawn":
            self._dawn()
        elif name == "day":
            self._dawn_is_over()
            self._differs("the winner", None, self.winner())
            self.by_day = {seat: {*wives} & {*self.alive} for seat, wives in self.wives.items()}
        elif name == "night":
            self.pack, self.turns, self.healed, self.kills, self.recoils = [], "", set(), [], []
        self.phase, self.night = name, number

    def _acted(self, prompt: str, seat: str, answer: Answer) -> None:
        first = answer[0]
        match prompt:
            case "alpha-wolf.bite":
                if first == "feast":
                    self.pack.append(answer[1])
                else:
                    self.turns = answer[-1] if len(answer) > 1 else self.pack[0]
                    self.pack.remove(self.turns)
                    self.turned.add(self.turns)
            case "witch.heal":
                self.kills += [(self.pack[0] if first == "yes" else first, "healed")]
            case "witch.poison" | "vigilante.shoot":
                self.kills.append((first, prompt))
                prey = self.card[first] == "chupacabra" and not self.pack_alive() and prompt == "vigilante.shoot"
                if not self.wolf(first) and not prey:
                    self.recoils.append((seat, first))
            case "chupacabra.hunt":
                self.kills += [(first, prompt)] if self.wolf(first) or not self.pack_alive() else []
            case "doctor.heal" | "bodyguard.protect":
                self.healed.add(first)
                self.guarded[seat] = self.night, first
            case "priest.bless":
                self.blessed[seat] = first
            case "zombie.infect":
                self.infected.add(first)
            case "dracula.marry":
                self.wives.setdefault(seat, set()).add(first)
            case "cupid.link":
                self.couples.append(answer)
            case _:
                pass

    def _dawn(self) -> None:
        """Work out who dies, and how many kills come to nothing (CO-24, CO-25, CO-29, CO-30, CO-40, CO-41)."""
        potions = {seat for seat, cause in self.kills if cause == "healed"}
        kills = [(seat, "devoured") for seat in self.pack]
        kills += [(seat, cause) for seat, cause in self.kills if cause != "healed"]
        self.due, self.failed = set(), int(bool(self.turns))
        for seat, cause in kills:
            priest = next((priest for priest, blessed in self.blessed.items() if blessed == seat), None)
            by_pack = cause == "devoured"
            if seat in self.healed or (by_pack and seat in potions):
                self.failed += 1
            elif priest is not None:
                del self.blessed[priest]
                self.failed += 1
            elif by_pack and self.card[seat] == "tough-guy" and seat not in self.bitten:
                self.bitten.add(seat)
                self.failed += 1
            else:
                self.due.add(seat)
        for _ in self.recoils:
            self.due |= {seat for seat, target in self.recoils if target in self.due}
        self.dead, self.spared = set(), 0

    def _dawn_is_over(self) -> None:
        if self.due is not None:
            self._differs("the dead", self.dead, self.due)
            self._differs("how many kills failed", self.spared, self.failed)
        self.due = None

    def _differs(self, what: str, seen: object, due: object) -> None:
        if seen != due:
            self.found.append(f"{self.phase} {self.night}: {what}: {seen}, by the rules {due}")

    def wolf(self, seat: str) -> bool:
        """Is this a werewolf for every rule?"""
        return self.card[seat] in WOLVES or seat in self.turned

    def pack_alive(self) -> list[str]:
        """The living werewolves."""
        return [seat for seat in self.alive if self.wolf(seat)]

    def able(self, card: str) -> list[str]:
        """The living holders of a coin; a helper or loner who was turned has lost its power (CO-22)."""
        lost = self.turned if card in HELPERS | ALONE else ()
        return [seat for seat in self.alive if self.card[seat] == card and seat not in lost]

    def _due(self, prompt: str) -> dict[str, set[str]] | None:
        """Whom a prompt asks, and what each may choose; nothing where this reading does not reach."""
        alive = {*self.alive}
        if prompt in ("werewolf.devour", "werewolf.catch"):
            prey = alive - {*self.pack_alive()}
            return {wolf: prey if prompt == "werewolf.devour" else alive - {wolf} for wolf in self.pack_alive()}
        if prompt == "village.accuse":
            return {seat: alive - {seat} for seat in alive}
        asked = [seat for seat in self.able(prompt.split(".")[0]) if (seat, prompt) not in self.used]
        if prompt in FIRST:
            asked = [seat for seat in asked if self.fresh[seat] == self.night]
        if prompt == "priest.bless":
            asked = [seat for seat in asked if seat not in self.blessed]
        if prompt == "witch.heal":
            shown = {*self.pack} if len(self.pack) > 1 else {"yes"} if self.pack else set()
            return dict.fromkeys(asked, shown)
        if prompt in ANYBODY:
            return dict.fromkeys(asked, alive)
        if prompt in OTHERS:
            return {seat: alive - {seat} - self._not_again(prompt, seat) for seat in asked}
        return None

    def _not_again(self, prompt: str, seat: str) -> set[str]:
        """Whom this seat cannot choose again."""
        if prompt == "bodyguard.protect":
            night, last = self.guarded.get(seat, (0, ""))
            return {last} if night == self.night - 1 else set()
        again = {"zombie.infect": self.infected, "dracula.marry": self.wives.get(seat, set())}
        return again.get(prompt, set())

    def side(self, seat: str) -> str:
        """The side of a seat, whomever it loves, which it keeps in death."""
        card = self.card[seat]
        own = "werewolves" if self.wolf(seat) or card in HELPERS else card if card in ALONE else "villagers"
        return self.last_side.get(seat, own)

    def mixed(self, seat: str) -> bool:
        """Can this seat win only with somebody of another side whom it loves (CO-57)? The dead keep that, too."""
        if seat in self.died_apart:
            return self.died_apart[seat]
        return any(seat in couple and len({*map(self.side, couple)}) > 1 for couple in self.couples)

    def winner(self) -> str | None:
        """Who has won, as it is now; of several, the first in the order of CO-58."""
        return next((winner for winner, won in self._victories() if won()), None)

    def _victories(self) -> Iterator[tuple[str, Callable[[], bool]]]:
        alive, pack = self.alive, self.pack_alive()
        yield "tanner", lambda: any(self._tanned(seat) for seat in self.died)
        yield "dracula", lambda: self.phase == "dawn" and any(map(self._wed, self.able("dracula")))
        yield "zombie", lambda: any(not self.mixed(seat) for seat in self.able("zombie")) and self._mostly_infected()
        yield "lovers", lambda: len(alive) == 2 and self.mixed(alive[0]) and any({*c} == {*alive} for c in self.couples)
        yield "chupacabra", lambda: len(alive) == 1 and self.able("chupacabra") == alive and not self.mixed(alive[0])
        yield "werewolves", lambda: 2 * len(pack) > len(alive)
        yield "villagers", lambda: bool(alive) and not pack and not self.able("chupacabra")
        yield "nobody", lambda: not alive

    def _tanned(self, seat: str) -> bool:
        """Did a tanner die after the fourth dawn (CO-55)?"""
        phase, night = self.died[seat]
        late = night > 4 or (night == 4 and phase == "day")
        return late and self.last_side[seat] == "tanner" and not self.mixed(seat)

    def _wed(self, dracula: str) -> bool:
        """Have the same three brides lived all day and all night (CO-53)?"""
        return len(self.by_day.get(dracula, set()) & {*self.alive}) > 2 and not self.mixed(dracula)

    def _mostly_infected(self) -> bool:
        """Do more infected than healthy players live, the zombie being neither (CO-54)?"""
        rest = [seat for seat in self.alive if seat not in self.able("zombie")]
        return 2 * sum(seat in self.infected for seat in rest) > len(rest)

    def _won(self, winner: str, won: set[str]) -> None:
        self._differs("the winner", winner, self.winner())
        of_it = {seat for seat in self.card if self.side(seat) == winner and not self.mixed(seat)}
        if winner == "werewolves":
            of_it -= {seat for seat in of_it if self.card[seat] == "lone-wolf" and self.pack_alive() != [seat]}
        if winner in ("villagers", "werewolves"):
            self._differs("the winners", won, of_it)
