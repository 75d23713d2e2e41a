"""A community of hamlets: by day somebody may leave for another village, with the card and unseen (VA-02).

One table is one village. Who carries travellers from one to the other is `narrator.game.community`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.events.day_of_fools import give_back
from narrator.rules.facts import Announced, CardTurned, Noted, PhaseBegan, VotesLost
from narrator.rules.hidden_cards import lies_hidden
from narrator.rules.offices import successions
from narrator.rules.powers.scapegoat import bar_unnamed
from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, moment, pool, power
from narrator.rules.table import Table
from narrator.rules.variant_facts import SECOND, Arrived, Departed, Luggage, Packed, SatDown, SecondDealt
from narrator.rules.village_facts import Housed
from narrator.rules.wins import foreseen

DEPARTURES = 2
"""How many may leave a village on one day."""
VILLAGES, WAITING = ("hamlets", "villages"), ("hamlets", "waiting")
KEPT = ("turned", "powerless", "mesmerised")
"""What lies on somebody wherever they go; love and charms stay behind."""


@pool(holds="word", same_for_all=True)
def villages(table: Table, asker: str) -> Sequence[str]:
    """The other villages."""
    found: Sequence[str] = table.noted.get(VILLAGES, ())
    return found


@condition
def gates_are_open(table: Table) -> bool:
    """Is the vote still to come today, also for those who vote openly, and have fewer left today than may?"""
    left = 0
    for fact in reversed(table.log):
        if isinstance(fact, SatDown):
            return False
        if isinstance(fact, PhaseBegan):
            break
        left += isinstance(fact, Departed)
    return table.night > 0 and table.counted_in != table.phase and not table.ahead and left < DEPARTURES


@power(
    "player.leave",
    choose="word",
    says={"player.left": ("names",)},
    sounds={"player.left": ("cart", 0.9)},
    story={"player.left": ("names",)},
)
def leave(table: Table, given: Mapping[str, Answer]) -> None:
    """The seat leaves, unseen what it holds; offices pass on as at a death, and victory is judged."""
    for seat, (village,) in given.items():
        give_back(table, seat)  # what is spent belongs to the card
        table.record(Packed(seat, _packed(table, seat)))
        table.record(Departed(seat, village))
        table.record(Announced("player.left", (seat,)))
        heirs = successions(table, [seat]) if foreseen(table) is None or not table.living else []
        table.plan(*heirs, "judge")


def _packed(table: Table, seat: str) -> Luggage:
    return Luggage(
        table.card[seat],
        tuple(mark for mark in KEPT if seat in table.marks.get(mark, ())),
        tuple((prompt, times) for (other, prompt), times in table.used.items() if other == seat),
        table.lives_lost.get(seat, 0),
        tuple((key, table.noted[seat, key]) for key in ("born", "lodge") if (seat, key) in table.noted),
        tuple(card for card in table.rules.cards if lies_hidden(table, card)),
        (table.part[seat], table.noted[seat, SECOND]) if (seat, SECOND) in table.noted and seat in table.part else (),
        seat in table.voteless.get(None, ()),
    )


@moment(
    needs="hamlets",
    evening=True,
    says={"player.arrived": ("names",)},
    sounds={"player.arrived": ("cart", 0.9)},
    story={"player.arrived": ("names",)},
)
def gates(table: Table) -> None:
    """Those who wait outside the village are let in, in the morning and before nightfall."""
    waiting: Sequence[tuple[str, Luggage]] = table.noted.get(WAITING, ())
    if not waiting:
        return
    table.record(Noted(*WAITING, ()))
    for seat, luggage in waiting:
        table.record(Arrived(seat, luggage))
        if luggage.second:
            card, lies = luggage.second
            table.record(SecondDealt(seat, card, lies))
            if lies == "open":
                table.record(CardTurned(seat, card, alive=True))
        if luggage.found_out:
            table.record(CardTurned(seat, luggage.card, alive=True))
            table.record(VotesLost((seat,)))
        table.record(Announced("player.arrived", (seat,)))
        if table.rules.buildings:
            table.record(Housed(seat, next(iter(table.rules.buildings))))
        bar_unnamed(table, seat)
    table.plan("judge")
