"""Who dies at dawn? A second reading of PA-10 to PA-14, PA-23, PA-25, BD-30, VA-01, VA-08, VA-09 and the events of the
night."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.prompts import Answer, Prompt
from tests.model.state import State
from tests.model.verdicts import able

UNREAD = "ev-day-of-fools"
"""Nights in which this holds are not read here."""
SIMPLE = {"villager", "trusted-villager"}


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

    def answered(self, prompt: Prompt, given: Mapping[str, Answer]) -> None:
        """Somebody has answered at night."""
        self.prompts[prompt.id], self.given[prompt.id] = prompt, given

    def one(self, prompt: str) -> str | None:
        """What a single holder chose; nothing where it was passed or never put."""
        return next((answer[0] for answer in self.given.get(prompt, {}).values() if answer), None)

    def readable(self) -> bool:
        """Is this night one that is read here? Not where two of the rarest rules meet."""
        if UNREAD in self.rules or "witch.brew" in self.given:
            return False
        if self.caught() and not {"ev-backfire", "ev-specter"}.isdisjoint(self.rules):
            return False
        several = {"ev-flood", "ev-backfire", "ev-specter", "ev-touch-of-death"} & self.rules
        return len(several) < 2 and all(self._all_spoke(prompt) for prompt in ("big-bad-wolf.devour", "specter.name"))

    def _all_spoke(self, prompt: str) -> bool:
        return prompt not in self.prompts or bool(self.given[prompt])

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
        return named

    def caught(self) -> str | None:
        """The little girl, where the whole pack has caught her."""
        prompt = self.prompts.get("werewolf.catch")
        if prompt is None:
            return None
        answers = {self.given[prompt.id].get(wolf, ()) for wolf in prompt.seats}
        caught = next(iter(answers))
        girls = [girl for girl in able(self.state, "little-girl") if not self.state.wolf(girl)]
        return caught[0] if len(answers) == 1 and caught and caught[0] in girls else None

    def deaths(self) -> set[str]:
        """All who die at once at the next dawn."""
        state, dead = self.state, set()
        victims, girl = self.picked(), self.caught()
        heal = self.one("witch.heal")
        if girl is not None:
            victims, dead = [], set() if heal in ("yes", girl) else {girl}
        if "ev-touch-of-death" in self.rules and not self.moon and not self.one("werewolf.touch"):
            victims = []
        if victims and "ev-backfire" in self.rules:
            dead |= self._backfired(victims[0])
            victims = []
        elif victims and "ev-specter" in self.rules:
            named = self.one("specter.name")
            dead |= {named} if named else set()
            victims = []
        burnt, infected = self.one("pyromaniac.burn"), self._infected(victims)
        if burnt in victims:
            victims.remove(burnt)
            dead |= self._next_wolf(burnt, -1)
        victims = [seat for seat in victims if seat not in infected or self._second_life(seat)]
        if "trance" in self.rules:
            victims = []
        saved = {self.one("defender.protect")} - {*able(state, "little-girl")}
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
        return seat in able(self.state, "elder") and seat not in self.state.bitten

    def _backfired(self, picked: str) -> set[str]:
        return set() if self.state.card[picked] in SIMPLE else self._next_wolf(picked, 1)

    def _next_wolf(self, seat: str, step: int) -> set[str]:
        """The first werewolf in this direction that lived at nightfall."""
        at = self.alive.index(seat)
        for far in range(1, len(self.alive)):
            other = self.alive[(at + step * far) % len(self.alive)]
            if self.state.wolf(other):
                return {other}
        return set()
