"""Who has won, and when? A second reading of PA-31, PA-50, PA-53 and PA-60 to PA-64."""

from __future__ import annotations

from tests.model.state import State

NOBODY = "nobody"
LONERS = ("piper", "prejudiced-manipulator")
"""Who may win alone without being a werewolf."""
UNREAD = ("trance", "black_plague", "harvest_festival", "ev-day-of-fools")
"""Games in which these have ever held are won otherwise, or with another love."""


def readable(state: State) -> bool:
    """Is this a game whose end is read here?"""
    return all(state.options.get(name, "off") == "off" and name not in state.rules_ever for name in UNREAD)


def own_side(state: State, seat: str) -> str:
    """The side of a seat, whomever it loves; a loner's card is its side."""
    card = state.card[seat]
    if card == "white-werewolf":
        return card
    if state.wolf(seat):
        return "werewolves"
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
    if not living:
        return NOBODY
    if any(own == "piper" and {*living} <= {seat, *charmed} for seat, own in sides.items()):
        return "piper"
    if len(living) == 2 and set(sides.values()) == {"lovers"}:
        return "lovers"
    if [*sides.values()] == ["white-werewolf"]:
        return "white-werewolf"
    if pack and (len(pack) == len(living) or (state.options["parity"] == "on" and 2 * len(pack) >= len(living))):
        return "werewolves"
    if any(state.wolf(seat) for seat in living):
        return None
    if "villagers" in sides.values():
        return "villagers"
    hopeful = [seat for seat in living if sides[seat] != "lovers" or state.alive & state.loved_by(seat)]
    return None if {*LONERS, "lovers"} & {sides[seat] for seat in hopeful} else NOBODY


def winners(state: State, winner: str) -> set[str]:
    """All who win when this side does: its dead too, and the pack's double agent (EV-13)."""
    if winner == "lovers":
        return set(state.living())
    of_it = {seat for seat in state.circle if side(state, seat) == winner}
    if winner == "werewolves":
        return of_it | state.agents
    return of_it if winner == "villagers" else of_it & state.alive


def differs(state: State, winner: str | None, won: set[str]) -> list[str]:
    """What differs where this side has won with these seats, or the game goes on."""
    if not readable(state):
        return []
    expected = due(state)
    if winner != expected:
        return [f"{winner} won, by the rules {expected}"]
    if winner in (None, NOBODY):
        return []
    missing = winners(state, str(winner))
    return [f"{winner}: {sorted(won)} won, by the rules {sorted(missing)}"] if won != missing else []
