"""Who dies at dawn? A second reading of PA-10 to PA-14, PA-23, PA-25, BD-30, VA-01, VA-08, VA-09 and the events of the
night."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from narrator.rules.prompts import Answer, Prompt
from tests.model.state import WOLVES, State

SIMPLE = {"villager", "trusted-villager"}

ASKED = {
    "seer.look": "seer",
    "defender.protect": "defender",
    "scandalmonger.accuse": "scandalmonger",
    "witch.poison": "witch",
    "piper.charm": "piper",
}
"""Who has this power is asked every night."""


class Night:
    """What was chosen in one night."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.alive = state.living()
        self.wolves = [seat for seat in self.alive if state.wolf(seat)]
        self.rules = set(state.rules) | {name for name, value in state.options.items() if value != "off"}
        self.prompts: dict[str, Prompt] = {}
        self.given: dict[str, Mapping[str, Answer]] = {}
        self.lodge = state.lodge
        self.moon = "ev-full-moon-rising" in self.rules
        self.plague, state.passed_on = state.passed_on, ""
        self.festival = "harvest_festival" in self.rules
        self.had = {card: set(state.able(card)) for card in ASKED.values()}
        self.had_used = set(state.used)
        self.brewed = ""
        self.hands = {seat: {state.card[seat], state.second.get(seat, "villager")} for seat in self.alive}
        self.protected: list[str] = []
        self.houses = state.householders()

    def answered(self, prompt: Prompt, given: Mapping[str, Answer]) -> None:
        """Somebody has answered at night."""
        if prompt.id == "defender.protect":
            self.protected += [answer[0] for answer in given.values() if answer]
        self.prompts[prompt.id], self.given[prompt.id] = prompt, given

    def _charmed(self) -> set[str]:
        return {seat for answer in self.given.get("piper.charm", {}).values() for seat in answer}

    def one(self, prompt: str) -> str | None:
        """What a single holder chose; nothing where it was passed or never put."""
        return next((answer[0] for answer in self.given.get(prompt, {}).values() if answer), None)

    def missing(self) -> list[str]:
        """Who had a power all night long and was not asked for it; who was asked without one."""
        found = []
        for prompt, card in ASKED.items():
            if self.moon and card in ("witch", "seer", "hunter"):
                continue
            if self.festival and prompt == "witch.poison":
                continue
            asked = set(self.prompts[prompt].seats) if prompt in self.prompts else set()
            able = {seat for seat in self.state.able(card) if (seat, prompt) not in self.had_used}
            due = able & self.had[card] - self.state.given_tonight
            if prompt == "piper.charm":
                charmed = self.state.marks.get("charmed", ())
                due = {seat for seat in due if not {*self.alive} <= {seat, *charmed, *self._charmed()}}
            elif prompt == "scandalmonger.accuse":
                due = due if self.state.options["buildings"] == "off" or self.houses else set()
            late = asked - able - self.had[card] - self.state.given_tonight
            found += [f"{prompt}: {sorted(due - asked)} not asked"] if due - asked else []
            found += [f"{prompt}: {sorted(late)} asked"] if late else []
        return found

    def picked(self) -> list[str]:
        """The victims that the pack chose, or the three at full moon: one, or one of each lodge in the flood."""
        if self.moon:
            three = self.prompts.get("full-moon.devour")
            named = {self.given[three.id].get(seat, ()) for seat in three.seats} if three else set()
            return [*named.pop()] if len(named) == 1 else []
        snuffed = "werewolf.snuff" in self.prompts
        prompt = self.prompts.get("werewolf.snuff") or self.prompts.get("werewolf.devour")
        if prompt is None:
            return []
        given, packs = self.given[prompt.id], {}
        for wolf in prompt.seats:
            pack = self.lodge.get(wolf, "") if "ev-flood" in self.rules else ""
            packs.setdefault(pack, []).append(given.get(wolf, ()))
        named = []
        for answers in packs.values():
            out = {answer[0] for answer in answers if answer}
            if len(out) == 1 and (snuffed or all(answers)):
                named.append(out.pop())
        return sorted(named, key=self.state.circle.index)

    def caught(self) -> str | None:
        """The little girl, where the whole pack has caught her."""
        prompt = self.prompts.get("werewolf.catch")
        if prompt is None:
            return None
        answers = {self.given[prompt.id].get(wolf, ()) for wolf in prompt.seats}
        caught = next(iter(answers))
        girls = [girl for girl in self.state.able("little-girl") if not self.state.wolf(girl)]
        return caught[0] if len(answers) == 1 and caught and caught[0] in girls else None

    def deaths(self) -> set[str]:
        """All who die at once at the next dawn."""
        state, dead = self.state, set()
        victims, girl = self.picked(), self.caught()
        heal = self.one("witch.heal")
        drunk = self.one("witch.brew")
        saved = {drunk} if self.brewed in ("healed", "villager", "werewolf") else set()
        dead |= {drunk} if drunk and self.brewed == "dead" else set()
        if victims and "ev-backfire" in self.rules:
            simple = {seat for seat in victims if self._simple(seat)}
            for seat in victims:
                dead |= set() if seat in simple else self._next_wolf(seat, 1, simple)
            victims = []
        elif victims and "ev-specter" in self.rules:
            named = self.one("specter.name")
            dead |= {named} if named else set()
            victims = victims[1:]
        if girl is not None:
            victims = []
            dead |= set() if heal in ("yes", girl) or girl in saved else {girl}
        if "ev-touch-of-death" in self.rules and not self.moon:
            touching = [seat for seat, answer in self.given.get("werewolf.touch", {}).items() if answer]
            flood = "ev-flood" in self.rules
            lodges = {self.lodge.get(seat) for seat in touching}
            victims = [seat for seat in victims if touching and (not flood or self.lodge.get(seat) in lodges)]
        burnt, infected = self.one("pyromaniac.burn"), self._infected(victims)
        if burnt in victims:
            victims.remove(burnt)
            dead |= self._next_wolf(burnt, -1)
        victims = [seat for seat in victims if seat not in infected or self._second_life(seat)]
        if "trance" in self.rules:
            victims = []
        girls = {seat for seat in self.alive if "little-girl" in (state.card[seat], state.part.get(seat))}
        saved |= set(self.protected) - girls
        if heal:
            saved |= set(victims + self._big_bad()) if heal == "yes" else {heal}
        for seat in victims + self._big_bad():
            if seat not in saved and not self._second_life(seat):
                dead.add(seat)
        return dead | {seat for seat in (self.one("witch.poison"), self.one("white-werewolf.devour")) if seat}

    def _infected(self, victims: list[str]) -> list[str]:
        """Whom the wolf-father bites: in the flood one of his lodge, and at full moon no werewolf (EV-25, EV-45)."""
        fathers = [seat for seat, answer in self.given.get("cursed-wolf-father.infect", {}).items() if answer]
        if not fathers:
            return []
        if "ev-flood" in self.rules:
            victims = [seat for seat in victims if self.lodge.get(seat) == self.lodge.get(fathers[0])]
        return [seat for seat in victims if not self.moon or seat not in self.wolves]

    def _big_bad(self) -> list[str]:
        seat = self.one("big-bad-wolf.devour")
        return [seat] if seat else []

    def _second_life(self, seat: str) -> bool:
        seat = self._whose_card(seat)
        return seat in self.state.able("elder") and seat not in self.state.bitten

    def _whose_card(self, seat: str) -> str:
        """Who held at night the card that this seat holds at dawn, before the dead are named (VA-07)?"""
        for thief, answer in self.given.get("thief.trade", {}).items():
            seat = {thief: answer[0], answer[0]: thief}.get(seat, seat)
        return seat

    def _simple(self, seat: str) -> bool:
        if self.brewed == "villager" and seat == self.one("witch.brew"):  # the pack had picked before
            return self.hands[seat] <= SIMPLE
        return {self.state.card[seat], self.state.second.get(seat, "villager")} <= SIMPLE

    def _next_wolf(self, seat: str, step: int, turning: Collection[str] = ()) -> set[str]:
        """The first werewolf in this direction that lived, and was one, at nightfall."""
        at = self.alive.index(seat)
        drunk = self.one("witch.brew")
        turned = self.state.turned - ({drunk} if step > 0 and self.brewed == "werewolf" else set()) - {*turning}
        for far in range(1, len(self.alive)):
            other = self.alive[(at + step * far) % len(self.alive)]
            card = self.state.card[self._whose_card(other) if step < 0 else other]
            if other in turned or card in WOLVES or self.state.second.get(other) in WOLVES:
                return {other}
        return set()
