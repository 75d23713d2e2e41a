"""The devoted servant: takes the place of somebody whom a vote condemns (PA-41)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.asking import open_window
from narrator.rules.chain import others_condemned
from narrator.rules.events.day_of_fools import give_back
from narrator.rules.facts import CardGiven, CardTurned, OfficeTaken, Served, Unmarked
from narrator.rules.hidden_cards import may_be_alive
from narrator.rules.offices import given_anew
from narrator.rules.prompts import Answer
from narrator.rules.registry import power, verdict
from narrator.rules.table import Table
from narrator.rules.village_facts import PowersSwapped

SERVE = "devoted-servant.serve"


@verdict(says={SERVE: (), "devoted-servant.served": ("names",)})
def devoted_servant(table: Table, seat: str) -> None:
    """A servant who is not in love may step forward for the one to die, as long as the table knows of one who could."""
    rule = table.rules.prompts.get(SERVE)
    if rule is not None and may_be_alive(table, "devoted-servant"):
        servants = table.present(table.holders("devoted-servant"))
        condemned = (seat, *others_condemned(table))
        servants = [other for other in servants if other not in condemned and other not in table.lover]
        if open_window(table, rule, servants):
            table.plan(("take", SERVE))


@power(SERVE, choose="yes", only="verdict")
def serve(table: Table, given: Mapping[str, Answer]) -> None:
    """The servant holds the card of the condemned as if it were new, and what lay on either is gone (PA-42, PA-43)."""
    master, card = table.dying[0][0], table.card[table.dying[0][0]]
    for seat in list(given)[:1]:
        swapped = give_back(table, master)
        table.record(Served(seat, master, table.card[seat]))
        table.record(CardGiven(seat, card))
        for (_, held), other in swapped:
            if held == card:
                table.record(PowersSwapped((seat, card), other))
        if table.rules.cards[card].face_up:
            table.record(CardTurned(seat, card, alive=True))
        if seat in table.marks.get("charmed", ()):
            table.record(Unmarked(seat, "charmed"))
        vacant = [office for office in table.rules.heirs if table.office.get(office) == master]
        vacant += [office for office in table.rules.given_by if table.office.get(office) == seat]
        own = [office for office in table.rules.heirs if table.office.get(office) == seat]
        passed_on = [office for office in own if office not in vacant]
        for office in vacant:
            table.record(OfficeTaken(office, None))
        table.plan(*[("succeed", office) for office in (*passed_on, *given_anew(table, (*vacant, *passed_on)))])
