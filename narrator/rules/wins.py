"""Who has won? Victories are tried in the roleset's order, after every chain and at every dawn (G-33)."""

from __future__ import annotations

from narrator.rules.facts import Asked, Left, PhaseBegan, Won
from narrator.rules.offices import successions
from narrator.rules.registry import aim, step, victory
from narrator.rules.table import Table
from narrator.rules.village_facts import EventDrawn

QUIET_DAYS = 3
"""After this many whole days and nights in which nothing happens it is quiet (G-34)."""


def won(table: Table) -> str | None:
    """The winner now, or nothing while the game goes on."""
    for wins in table.rules.wins:
        winner: str | None = wins(table)
        if winner is not None:
            return winner
    return None


def foreseen(table: Table) -> str | None:
    """The winner with whom the game would end now, once everybody who wins and leaves has left."""
    winner = won(table)
    seat = _leaver(table, winner)
    return winner if seat is None else table.without(seat, foreseen)


@step
def judge(table: Table) -> None:
    """End the game if some side has won. A winner who leaves passes an office on, and the rest is judged again."""
    winner = won(table)
    if winner is None:
        return
    seat = _leaver(table, winner)
    if seat is None:
        end(table, winner)
        return
    table.record(Left(seat, winner))
    if foreseen(table) is None:
        table.plan(*successions(table, [seat]), "judge")
    else:
        judge(table)


def _leaver(table: Table, winner: str | None) -> str | None:
    leaver = table.rules.leavers.get(winner or "") if len(table.living) > 1 else None
    return leaver and leaver(table)


def end(table: Table, winner: str) -> None:
    """The game is over: name the winning seats, dead ones included, each on the side held at death, and anybody who
    has just left as a winner."""
    seats = [seat for seat in table.seats if (seat, "witness") not in table.noted]
    if winner == "lovers":
        winning = [seat for seat in table.living if seat in table.lover]
    else:
        winning = [seat for seat in seats if _wins(table, seat, winner)]
    winning += [seat for seat in seats if table.noted.get((seat, "left")) == table.phase]
    table.record(Won(winner, tuple(seat for seat in seats if seat in winning)))
    table.agenda.clear()


def nobody_is_asked(table: Table) -> bool:
    """Was nobody asked anything, and no event drawn, for longer than it takes to ask for a draw (G-34)? What stands
    open all day does not count: a day without any other question has no time for it."""
    if table.night <= QUIET_DAYS:
        return False
    nights = 0
    for fact in reversed(table.log):
        if isinstance(fact, EventDrawn) or (isinstance(fact, Asked) and not fact.prompt.standing):
            return False
        if isinstance(fact, PhaseBegan) and fact.name == "night":
            nights += 1
            if nights > QUIET_DAYS:
                return True
    return False


ALSO_WINS = "also-wins"
"""Noted of a seat: the side with which it wins besides its own."""


def _wins(table: Table, seat: str, winner: str) -> bool:
    if (seat, "served") in table.noted and winner not in ("villagers", "werewolves"):
        return False  # a loner's aim went with the card (PA-41)
    if table.noted.get((seat, ALSO_WINS)) == winner and table.side(seat) != "lovers":
        return True
    card = table.rules.cards[table.card[seat]]
    return table.side(seat) == winner and (card.aim is None or card.side != winner or card.aim(table, seat))


@aim
def alive(table: Table, seat: str) -> bool:
    """The holder of the card must live to see it."""
    return seat in table.living


@victory
def nobody(table: Table) -> str | None:
    """Everybody is dead (MH-44)."""
    return None if table.living else "nobody"


@victory
def lovers(table: Table) -> str | None:
    """Only a couple lives whose sides differ (MH-42)."""
    return "lovers" if len(table.living) == 2 and all(table.side(seat) == "lovers" for seat in table.living) else None


@victory
def last_two_lovers(table: Table) -> str | None:
    """Only a couple lives, whatever the sides (WW-60)."""
    one, *others = table.living or ("",)
    return "lovers" if len(others) == 1 and others[0] in table.lover.get(one, ()) else None


@victory
def werewolves(table: Table) -> str | None:
    """Every living player is on the werewolves' side (MH-41); with the option `parity` half of them are enough."""
    if table.options["parity"] == "on":
        return werewolves_at_parity(table)
    for seat in table.living:
        if table.side(seat) != "werewolves":
            return None
    return "werewolves" if table.living else None


@victory
def werewolves_at_parity(table: Table) -> str | None:
    """At least as many of the werewolves' side live as of all others (WW-04)."""
    wolves = sum(1 for seat in table.living if table.side(seat) == "werewolves")
    return "werewolves" if wolves and 2 * wolves >= len(table.living) else None


@victory
def more_werewolves(table: Table) -> str | None:
    """More werewolves live, those turned included, than others, those who win alone among them; as many are not enough
    (CO-51)."""
    cards, turned = table.rules.cards, table.marks.get("turned", ())
    pack = [
        seat
        for seat in table.wolves
        if seat in turned or cards[table.card[seat]].side in ("werewolves", "villagers")
    ]
    return "werewolves" if 2 * len(pack) > len(table.living) else None


@victory
def villagers(table: Table) -> str | None:
    """No werewolf lives, and somebody of the village does (MH-40); none will come from the centre tonight, either."""
    if table.wolves or (not table.night and _pack_comes_from_the_centre(table)):
        return None
    return "villagers" if any(table.side(seat) == "villagers" for seat in table.living) else None


@victory
def nobody_else(table: Table) -> str | None:
    """No werewolf and nobody of the village lives, and no loner or couple that could still win (PA-60); or nobody but
    those who have outlived the love that they could have won with. Somebody alone cannot win by an early death; after
    the first night that seat is about to be of the village (PA-51)."""
    if table.wolves:
        return None if any(not _forsaken(table, seat) for seat in table.living) else "nobody"
    hopeless = ("werewolves", "" if table.night else table.rules.eve_of)
    hopeful = [seat for seat in table.living if table.side(seat) not in hopeless and not _forsaken(table, seat)]
    return None if hopeful else "nobody"


def _forsaken(table: Table, seat: str) -> bool:
    """Could this seat win only with somebody who is dead?"""
    return table.side(seat) == "lovers" and not any(other in table.living for other in table.lover[seat])


def _pack_comes_from_the_centre(table: Table) -> bool:
    """Must somebody alive take a werewolf's card from the centre tonight (MH-10)?"""
    cards, takers = table.rules.cards, [card for card in table.rules.left_over if table.holders(card)]
    return bool(takers) and all(cards[card].werewolf for card in table.centre)
