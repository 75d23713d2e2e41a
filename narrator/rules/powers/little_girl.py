"""The little girl: may peep, and dies of fright when the pack catches her (MH-22)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Announced, Attacked, AttackEnded
from narrator.rules.hidden_cards import GUESTS, may_be_alive
from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, moment, power
from narrator.rules.table import Table


@power("little-girl.caught", choose="one", brings="fright")
def caught(table: Table, given: Mapping[str, Answer]) -> None:
    """If the seat that all werewolves name holds the little girl, she dies instead of tonight's victim, unless she is
    one of them (PA-16)."""
    for answer in given.values():
        if answer[0] in table.holders("little-girl") and answer[0] not in table.wolves:
            spare_the_devoured(table)
            table.record(Attacked(answer[0], "fright"))


def spare_the_devoured(table: Table) -> None:
    """Nobody is tonight's victim, since a girl was caught."""
    for attack in [attack for attack in table.attacks if attack.cause == "devoured"]:
        table.record(AttackEnded(attack))


@power("little-girl.guessed", choose="one", brings="devoured")
def guessed(table: Table, given: Mapping[str, Answer]) -> None:
    """If the seat that all werewolves name holds the little girl, she dies along with tonight's victim (CO-21)."""
    for answer in given.values():
        girls = [seat for seat in answer if table.card[seat] == "little-girl"]
        for seat in girls:
            if all(attack.seat != seat for attack in table.attacks):
                table.record(Attacked(seat, "devoured"))


@condition
def girl_may_peep(table: Table) -> bool:
    """May a little girl be alive and peep, as far as the table knows (MH-22)? After a despair only one who has come
    from another village may: any other with her powers belongs to the pack (PA-16, PA-26)."""
    if table.despair is not None and "little-girl" not in table.noted.get(GUESTS, ()):
        return False
    return may_be_alive(table, "little-girl")


@moment(says={"girl.warning": ()})
def girl_warning(table: Table) -> None:
    """With a little girl in the deck everybody is told to keep hands and hair off their faces (MH-23)."""
    if may_be_alive(table, "little-girl"):
        table.record(Announced("girl.warning"))
