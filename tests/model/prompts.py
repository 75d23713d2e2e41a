"""Who may be asked what, and what may they choose? A second reading of the village's prompts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from narrator.rules.prompts import Prompt
from tests.model.state import UNIQUE, State

Choices = Mapping[str, Iterable[str]]
"""What each seat that is asked may choose."""
Reading = Callable[[State, Prompt], "Choices | None"]
READINGS: dict[str, Reading] = {}
"""How each prompt is read; nothing comes back where a reading does not reach."""
SHAPES: dict[str, tuple[int, int, bool]] = {}
"""At least and at most so many are chosen; may it be passed?"""

DEVOUR = {"werewolf.devour", "big-bad-wolf.devour", "full-moon.devour", "werewolf.snuff", "white-werewolf.devour"}


def read(name: str, least: int = 1, most: int = 1, *, passes: bool = False) -> Callable[[Reading], Reading]:
    """This reads that prompt."""

    def noted(reading: Reading) -> Reading:
        READINGS[name] = reading
        SHAPES[name] = (least, most, passes)
        return reading

    return noted


def powered(state: State, building: str) -> list[str]:
    """Who may use a building's power by day: nobody who is away."""
    return [seat for seat in state.occupants(building) if seat not in state.away]


@read("confessor.hear", passes=True)
def confessor(state: State, _: Prompt) -> Choices:
    """BD-11."""
    return {seat: state.others(seat) for seat in powered(state, "confessor")}


@read("bonesetter.mend", passes=True)
def bonesetter(state: State, _: Prompt) -> Choices:
    """BD-12."""
    spent = [seat for seat in state.living() if seat in state.spent and state.house[seat] in UNIQUE]
    return {seat: spent for seat in powered(state, "bonesetter") if spent}


@read("barber.shave", passes=True)
def barber(state: State, _: Prompt) -> Choices:
    """BD-15, BD-20."""
    return {seat: set(state.householders()) - {seat} for seat in powered(state, "barber")}


@read("schoolmarm.forbid", most=2, passes=True)
def schoolmarm(state: State, _: Prompt) -> Choices:
    """BD-13, BD-20."""
    return {seat: state.householders() for seat in powered(state, "schoolmarm")}


@read("barkeep.vote", passes=True)
def barkeep(state: State, prompt: Prompt) -> Choices:
    """BD-16: alone before all, never for their own seat."""
    entitled = [seat for seat in powered(state, "barkeep") if votes(state, seat)]
    return {seat: votable(state, seat, state.again) for seat in entitled}


def votes(state: State, seat: str) -> bool:
    """Has this seat a vote in `village.vote` today (BD-13)?"""
    return seat in state.voters() and seat not in state.forbidden and state.house.get(seat) != "schoolmarm"


def votable(state: State, seat: str, tied: set[str] | None = None) -> set[str]:
    """For whom may this seat vote in `village.vote`?"""
    able = set(state.present()) - set(state.occupants("barkeep"))
    if tied is not None:
        able &= tied
    if "ev-day-of-fools" in state.rules and state.loved_by(seat) & able:
        return state.loved_by(seat) & able
    return able - state.not_against(seat)


@read("village.vote", passes=True)
def vote(state: State, prompt: Prompt) -> Choices:
    """BD-13, BD-16, EV-48, VA-07."""
    first = set(state.occupants("barkeep")) - state.late  # whose time to vote first is over, votes with the others
    entitled = [seat for seat in state.voters() if votes(state, seat) and seat not in state.ahead]
    able = {seat: votable(state, seat, state.again) for seat in entitled}
    asked = {seat: choices for seat, choices in able.items() if seat not in first and choices}
    if len(prompt.seats) == 1:  # in turn, or the sheriff before all
        return {seat: choices for seat, choices in asked.items() if seat in prompt.seats}
    sheriff = state.office.get("sheriff")
    if harvest(state) and sheriff in asked and sheriff not in state.late:
        del asked[str(sheriff)]
    return asked


def unheard(state: State, polled: set[str]) -> list[str]:
    """Who has a vote that is counted now, has not given it before, and is not among those polled at the end (BD-15)?"""
    able = [seat for seat in state.voters() if votes(state, seat) and votable(state, seat, state.tied)]
    return [seat for seat in able if seat not in polled and seat not in state.ahead]


def harvest(state: State) -> bool:
    """Is the harvest festival on (VA-07, EV-32)?"""
    return state.options["harvest_festival"] == "on" or "harvest_festival" in state.rules


def eligible(state: State, seat: str) -> bool:
    """May this seat hold an office? No idiot who was found out, and nobody who is about to die (PA-28, PA-41)."""
    return seat not in state.mute and seat != state.served


@read("farmer.elect", passes=True)
def farmers_elect(state: State, prompt: Prompt) -> Choices:
    """BD-10."""
    farmers = [seat for seat in state.present() if state.house.get(seat) == "farmer"]
    able = {seat for seat in farmers if eligible(state, seat)} & (state.again or set(farmers))
    return {seat: able for seat in farmers if seat in state.voters()}


@read("sheriff.succeed")
def sheriffs_heir(state: State, prompt: Prompt) -> Choices:
    """BD-10, MH-38."""
    able = [seat for seat in state.others(*prompt.seats) if eligible(state, seat)]
    if "farmer" in state.house.values():
        able = [seat for seat in able if state.house.get(seat) == "farmer"]
    return dict.fromkeys(prompt.seats, able)


@read("sheriff.appoint")
def appoint(state: State, prompt: Prompt) -> Choices:
    """EV-04."""
    sheriff, crier = state.office.get("sheriff"), state.office.get("town-crier")
    return {str(sheriff): [seat for seat in state.others(str(sheriff), str(crier)) if eligible(state, seat)]}


@read("sheriff.decide")
def decide(state: State, prompt: Prompt) -> Choices:
    """PA-35: among those who tied, not their own lover; somebody who is dead by now is no choice."""
    sheriff = str(state.office.get("sheriff"))
    tied = set(leaders(state)) & state.alive
    return {sheriff: tied - state.not_against(sheriff)}


def leaders(state: State) -> list[str]:
    """Who has most votes in the last ballot that was counted; where nobody has any, all the living do (PA-52)."""
    from narrator.rules.facts import Counted, Weighed

    counts = [fact for fact in state.noticed if isinstance(fact, Counted | Weighed)]
    tally = dict(counts[-1].tally) if counts else {}
    return [seat for seat, count in tally.items() if count == max(tally.values())] or state.living()


@read("bailiff.house", passes=True)
def house(state: State, prompt: Prompt) -> Choices:
    """BD-18."""
    vagabonds = {seat for seat in state.living() if state.house.get(seat) == "vagabond"}
    if vagabonds <= state.refused:  # all have refused the last house, and here is one more
        state.refused = set()
    return dict.fromkeys(powered(state, "bailiff"), vagabonds - state.refused)


@read("lord.pardon", passes=True)
def pardon(state: State, _: Prompt) -> Choices:
    """BD-19."""
    return dict.fromkeys(powered(state, "lord"), ("yes",))


@read("pyromaniac.burn", passes=True)
def burn(state: State, prompt: Prompt) -> Choices:
    """BD-30."""
    return dict.fromkeys(prompt.seats, state.householders())


@read("scandalmonger.accuse", passes=True)
def accuse(state: State, prompt: Prompt) -> Choices:
    """BD-31, PA-03."""
    able = state.householders() if state.options["buildings"] == "on" else state.living()
    return dict.fromkeys(prompt.seats, able)


def packs_choices(state: State, prompt: Prompt, wolf: str) -> set[str]:
    """Whom a werewolf may devour with the pack."""
    able = {seat for seat in state.living() if not state.wolf(seat)} - set(state.occupants("barkeep"))
    able -= set(state.fasting)
    if state.options["trance"] == "on" or "trance" in state.rules:
        able -= set(state.marks.get("mesmerised", ()))
    if harvest(state):
        able &= near_wolves(state)
    if "ev-flood" in state.rules:
        able = {seat for seat in able if state.lodge.get(seat) == state.lodge.get(wolf)}
    return able


def near_wolves(state: State) -> set[str]:
    """Every living neighbour of a living werewolf."""
    return {other for seat in state.living() if state.wolf(seat) for other in state.neighbours(seat)}


@read("werewolf.devour", passes=True)
def devour(state: State, prompt: Prompt) -> Choices:
    """PA-10, BD-16, VA-07, VA-09, EV-37, EV-44, EV-45."""
    pack = [seat for seat in state.living() if state.wolf(seat) and seat not in hunting(state)]
    able = {wolf: packs_choices(state, prompt, wolf) for wolf in pack}
    return {wolf: choices for wolf, choices in able.items() if choices}


@read("werewolf.snuff", passes=True)
def snuff(state: State, prompt: Prompt) -> Choices:
    """VA-01."""
    pack = [seat for seat in state.living() if state.wolf(seat) and seat not in hunting(state)]
    able = set(state.living()) - set(state.occupants("barkeep")) - set(state.fasting)
    choices = {}
    for wolf in pack:
        own = able
        if state.options["trance"] == "on" or "trance" in state.rules:
            own = own - set(state.marks.get("mesmerised", ()))
        if harvest(state):
            own = own & near_wolves(state)
        if "ev-flood" in state.rules:
            own = {seat for seat in own if state.lodge.get(seat) == state.lodge.get(wolf)}
        if own:
            choices[wolf] = own
    return choices


def hunting(state: State) -> set[str]:
    """Who is away over night and devours nobody (EV-37, EV-44)."""
    return set(state.fasting) - state.rascals


@read("big-bad-wolf.devour")
def big_bad(state: State, prompt: Prompt) -> Choices:
    """PA-11, BD-16, VA-07, EV-45."""
    able = {seat for seat in state.living() if not state.wolf(seat)} - set(state.occupants("barkeep"))
    able -= set(state.fasting) | state.victims
    if harvest(state):
        able &= near_wolves(state)
    if "ev-flood" in state.rules:
        able = {seat for seat in able if state.lodge.get(seat) == state.lodge.get(prompt.seats[0])}
    return dict.fromkeys(prompt.seats, able)


@read("white-werewolf.devour", passes=True)
def white(state: State, prompt: Prompt) -> Choices:
    """PA-50, BD-16, VA-07."""
    able = {seat for seat in state.living() if state.wolf(seat)} - set(state.occupants("barkeep"))
    able -= set(prompt.seats) | set(state.fasting)
    return dict.fromkeys(prompt.seats, able & near_wolves(state) if harvest(state) else able)


@read("village.friends", least=2, most=2)
def friends(state: State, _: Prompt) -> Choices:
    """EV-41; where only one other is there, that one."""
    return {seat: state.others(seat) for seat in state.voters() if len(state.alive) > 1}


@read("village.vouch")
def vouch(state: State, prompt: Prompt) -> Choices:
    """VA-03, EV-35: the one who was named names the next; first, the one to the left of the last eliminated."""
    if state.upright is None:
        state.upright = set(state.present())
        if len(state.out) == 0 or len(state.out[-1]) != 1:  # a lot names the first, or several died last
            state.speaker = prompt.seats[0]
        else:
            state.speaker = state.left(state.out[-1][0]) or ""
    upright = state.upright & set(state.present())
    for _ in state.circle:
        if state.speaker not in state.voters():
            state.speaker = state.left(state.speaker) or ""
    return {state.speaker: upright - {state.speaker}}


@read("executioner.elect", passes=True)
def executioner(state: State, prompt: Prompt) -> Choices:
    """EV-12."""
    able = {seat for seat in state.present() if eligible(state, seat)}
    return dict.fromkeys(state.voters(), able & (state.again or able))


@read("executioner.succeed")
def executioners_heir(state: State, prompt: Prompt) -> Choices:
    """EV-12."""
    able = [seat for seat in state.others(*prompt.seats) if eligible(state, seat)]
    return dict.fromkeys(prompt.seats, able)


@read("village.accuse")
def nightmare(state: State, prompt: Prompt) -> Choices:
    """EV-42."""
    return {seat: set(state.present()) - {seat} - state.not_against(seat) for seat in prompt.seats}


@read("specter.name")
def specter(state: State, prompt: Prompt) -> Choices:
    """EV-24."""
    return {seat: [wolf for wolf in state.living() if state.wolf(wolf) and wolf != seat] for seat in prompt.seats}


@read("double-agent.name")
def double_agent(state: State, prompt: Prompt) -> Choices:
    """EV-13: no werewolf and no loner; an angel's time is over before the first event."""
    loners = {"piper", "prejudiced-manipulator"}
    able = [seat for seat in state.living() if not state.wolf(seat) and state.card[seat] not in loners]
    return dict.fromkeys(prompt.seats, able)


@read("punishment.name")
def punishment(state: State, prompt: Prompt) -> Choices:
    """EV-47."""
    return dict.fromkeys(prompt.seats, state.living())


@read("influences.first")
def influences(state: State, prompt: Prompt) -> Choices:
    """EV-20, and EV-61: not where nobody has a vote."""
    heard = state.ahead or any(votes(state, seat) for seat in state.voters())
    return dict.fromkeys(prompt.seats, state.living()) if heard else {}


@read("full-moon.look")
def moonlit(state: State, prompt: Prompt) -> Choices:
    """EV-25."""
    return {seat: state.others(seat) for seat in state.living() if state.wolf(seat)}


PASSES: dict[str, Callable[[State], bool]] = {
    "sheriff.appoint": lambda state: state.office.get("town-crier") in state.others(str(state.office.get("sheriff"))),
    "sheriff.decide": lambda state: not_only_lovers(state),
    "werewolf.devour": lambda state: True,
}
"""Whether those may be passed that may be passed sometimes."""


def not_only_lovers(state: State) -> bool:
    """Is only one other tied whom the sheriff loves (PA-35)?"""
    sheriff = str(state.office.get("sheriff"))
    return {*leaders(state)} - {sheriff} <= state.loved_by(sheriff)


STANDING = {"confessor.hear": confessor, "bonesetter.mend": bonesetter, "barber.shave": barber}
CALM = {
    *("sheriff.elect", "farmer.elect", "executioner.elect", "schoolmarm.forbid", "barkeep.vote"),
    *("village.vote", "influences.first", "village.friends", "village.accuse", "village.vouch", "village.draw"),
    *("sheriff.decide", "wandering-judge.again"),
}
"""While these are open neither a chain runs nor a verdict is pending."""


def not_open(state: State, prompts: tuple[Prompt, ...]) -> list[str]:
    """What may be done at any time of the day, and is not offered, or is offered and must not be (BD-11 to BD-15)."""
    here = {prompt.id: prompt for prompt in prompts if prompt.id in STANDING}
    if state.phase != "day":
        return [f"{name} at {state.phase}" for name in here]
    if any(prompt.id == "sheriff.appoint" for prompt in prompts):  # it comes by day, and in a chain
        return []
    calm = any(prompt.id in CALM for prompt in prompts)
    dusk = all(prompt.standing or prompt.id in {*STANDING, "village.graffiti", "village.report"} for prompt in prompts)
    if not calm and not dusk:
        return [f"{name} while {prompts[0].id} is open" for name in here]
    due = {name for name, reading in STANDING.items() if any(dict(reading(state, prompts[0]) or {}).values())}
    if state.outcome_known:
        due.discard("barber.shave")
    return [f"{name} is not as it must be" for name in due ^ here.keys()] if calm or len(here) > 1 else []


def differences(state: State, prompt: Prompt) -> list[str]:
    """What differs between this prompt and the way in which the rules are read here."""
    reading = READINGS.get(prompt.id)
    expected = reading(state, prompt) if reading else None
    if expected is None:
        return []
    found = []
    if set(prompt.seats) != set(expected):
        found.append(f"{prompt.id}: asked {sorted(prompt.seats)}, by the rules {sorted(expected)}")
    least, most, passes = SHAPES[prompt.id]
    if prompt.id in PASSES:
        passes = PASSES[prompt.id](state)
    many = max([1, *(len(set(choices)) for choices in expected.values())])  # with none one can still pass
    if (prompt.least, prompt.most, prompt.may_pass) != (min(least, many), min(most, many), passes):
        found.append(f"{prompt.id}: {prompt.least} to {prompt.most} of {many}, passing {prompt.may_pass}")
    for seat in set(prompt.seats) & set(expected):
        put, due = set(prompt.choices_of(seat)), set(expected[seat])
        if put != due:
            found.append(f"{prompt.id} of {seat}: beyond the rules {sorted(put - due)}, lacks {sorted(due - put)}")
    return found
