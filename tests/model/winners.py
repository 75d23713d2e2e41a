"""Who has won, and when? A second reading of PA-31, PA-50 to PA-54, PA-60 to PA-64, and VA-09."""

from __future__ import annotations

from collections.abc import Mapping

from tests.model.state import State

NOBODY = "nobody"
MANIPULATOR = "prejudiced-manipulator"
LONERS = ("piper", MANIPULATOR)
"""Who may win alone without being a werewolf."""


def own_side(state: State, seat: str) -> str:
    """The side of a seat, whomever it loves; a loner's card is its side."""
    card = state.card[seat]
    if card == "white-werewolf" and seat not in state.turned:  # an infection stays on a servant who takes the card
        return card
    if state.wolf(seat):
        return "werewolves"
    if card == "angel" and not state.angel_over and not state.loved_by(seat):
        return card
    return card if card in LONERS else "villagers"


def side(state: State, seat: str) -> str:
    """The side with which a seat wins, which it keeps in death (PA-31, G-33)."""
    if seat in state.last_side:
        return state.last_side[seat][1]
    own = own_side(state, seat)
    loved = [state.last_side.get(other, (own_side(state, other), ""))[0] for other in state.loved_by(seat)]
    return own if all(other == own for other in loved) else "lovers"


def due(state: State) -> str | None:
    """Who has won, as it is now; of several, the first in the order of PA-62."""
    living = state.living()
    sides = {seat: side(state, seat) for seat in living}
    charmed = state.marks.get("charmed", ())
    pack = [seat for seat in living if sides[seat] == "werewolves"]
    dead = set(state.last_side) - state.alive - state.served_ever
    if any(side(state, seat) == "angel" for seat in dead - state.too_early):
        return "angel"
    if not living:
        return NOBODY
    if any(own == "piper" and {*living} <= {seat, *charmed} for seat, own in sides.items()):
        return "piper"
    if any(own == MANIPULATOR and alone_of_its_group(state, seat) for seat, own in sides.items()):
        return MANIPULATOR
    if len(living) == 2 and set(sides.values()) == {"lovers"}:
        return "lovers"
    if state.options["black_plague"] == "on":
        return None
    if [*sides.values()] == ["white-werewolf"]:
        return "white-werewolf"
    if entranced(state, sides):
        return "werewolves"
    if pack and (len(pack) == len(living) or (state.options["parity"] == "on" and 2 * len(pack) >= len(living))):
        return "werewolves"
    forsaken = [seat for seat in living if sides[seat] == "lovers" and not state.alive & state.loved_by(seat)]
    if len(forsaken) == len(living):
        return NOBODY
    if any(state.wolf(seat) for seat in living):
        return None
    if "villagers" in sides.values():
        return "villagers"
    hopeful = [seat for seat in living if sides[seat] != "lovers" or state.alive & state.loved_by(seat)]
    hoping = {*LONERS, "lovers", "angel" if state.number else ""}  # after the first dawn an angel is of the village
    return None if hoping & {sides[seat] for seat in hopeful} else NOBODY


def alone_of_its_group(state: State, seat: str) -> bool:
    """Does nobody of the other group live (PA-54)?"""
    return seat in state.groups and len({state.groups[other] for other in state.alive if other in state.groups}) == 1


def entranced(state: State, sides: Mapping[str, str]) -> bool:
    """Is everybody mesmerised who is not of the pack, but one, at dawn or after a vote (VA-09, EV-31)?"""
    if not (state.phase == "dawn" or (state.phase == "day" and state.outcome_known)):
        return False
    marked = state.marks.get("mesmerised", ())
    lasts = state.options["trance"] == "on" or (marked and 0 < state.tranced == state.number)
    others = [seat for seat, own in sides.items() if own != "werewolves"]
    awake = [seat for seat in others if seat not in marked]
    return bool(lasts) and len(awake) < 2 and len(others) < len(sides)


def winners(state: State, winner: str) -> set[str]:
    """All who win when this side does: its dead too, and the pack's double agent (EV-13), unless a couple has one that
    wins with nobody else."""
    if winner == "lovers":
        return set(state.living())
    of_it = {seat for seat in state.circle if side(state, seat) == winner}
    if winner == "werewolves":
        return of_it | {agent for agent in state.agents if side(state, agent) != "lovers"}
    if winner == "angel":
        return of_it - state.served_ever - state.too_early
    return of_it if winner == "villagers" else of_it & state.alive


def differs(state: State, winner: str | None, won: set[str]) -> list[str]:
    """What differs where this side has won with these seats, or the game goes on."""
    expected = due(state)
    if expected is None and (state.phase, state.number) == ("dawn", 1) and not state.angel_over:
        state.angel_over = True  # an angel that the chain has spared is of the village
        expected = due(state) if winner is not None else None
    if expected == MANIPULATOR and winner != MANIPULATOR:
        return ["a manipulator has won and has not left"]
    if winner != expected:
        return [f"{winner} won, by the rules {expected}"]
    if winner in (None, NOBODY):
        return []
    now = f"{state.phase} {state.number}"
    missing = winners(state, str(winner)) | {seat for seat, phase in state.left_in.items() if phase == now}
    return [f"{winner}: {sorted(won)} won, by the rules {sorted(missing)}"] if won != missing else []


def may_leave(state: State, seat: str) -> bool:
    """Has this manipulator won, and does it leave the others alone (PA-54)?"""
    return side(state, seat) == MANIPULATOR and alone_of_its_group(state, seat) and len(state.alive) > 1
