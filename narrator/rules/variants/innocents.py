"""Innocents: instead of voting somebody out, the village clears one after another, and the last one hangs (VA-03)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.asking import able, put
from narrator.rules.ballots import collect_signs, put_asides
from narrator.rules.facts import Announced, Counted, Pointed
from narrator.rules.registry import condition, procedure, step
from narrator.rules.table import Table
from narrator.rules.variant_facts import SatDown, StoodUp

VOTE, VOUCH = "village.vote", "village.vouch"


@procedure("innocents", puts={VOUCH: "one"}, says={"innocents.stand": (), VOUCH: ("names",)})
def innocents(table: Table) -> None:
    """All living stand; the left neighbour of the last eliminated speaks first, one by lot if nobody is."""
    table.record(Announced("innocents.stand"))
    standing = tuple(table.present(table.living))
    table.record(StoodUp(standing))
    speakers = _speakers(table)
    if table.rules.ballots[VOTE].beside:
        table.plan(("signs", VOTE))
    eliminated = list(table.died_of)
    if not speakers:
        first = ""
    elif eliminated:
        first = _from(table, eliminated[-1])
    else:
        first = table.draw(speakers)
    _go_on(table, standing if first else (), first)


@condition
def several_stand(table: Table) -> bool:
    """Do more than one of the innocents still stand? Before any was asked, they do."""
    about = next((planned[1] for planned in table.agenda if planned[0] == "vouched"), None)
    return about is None or len([seat for seat in about[0] if seat in table.living]) > 1


def _speakers(table: Table) -> Sequence[str]:
    """Those who may speak: all who have a vote."""
    return able(table, table.rules.prompts[VOUCH], ())


def _from(table: Table, seat: str) -> str:
    """The first one to the left of a seat who may speak."""
    speakers = _speakers(table)
    return next((other for other in table.left_of(seat) if other in speakers), "")


def _go_on(table: Table, standing: Sequence[str], speaker: str) -> None:
    """Ask the next one, or condemn the last one standing; a day on which nobody was asked waits before that."""
    others = [seat for seat in standing if seat != speaker]
    if len(standing) > 1 and put(table, table.rules.prompts[VOUCH], [speaker], among=others):
        put_asides(table, table.rules.ballots[VOTE])
        table.plan(("vouched", (tuple(standing), speaker)))
        return
    table.plan("daylight", ("last-one-standing", tuple(standing)))


@step("last-one-standing")
def last_one_standing(table: Table, standing: Sequence[str]) -> None:
    """Condemn whoever stands, if they have not died meanwhile."""
    left = [seat for seat in standing if seat in table.living]
    table.record(Counted(VOTE, (), ()))
    table.rules.ballots[VOTE].outcome(table, VOTE, left[0] if left else None)


@step
def vouched(table: Table, about: tuple[Sequence[str], str]) -> None:
    """The one named sits down and speaks next; who has no vote is passed over, and so is who has died meanwhile."""
    standing, speaker = about
    collect_signs(table, table.rules.ballots[VOTE])
    named = [seat for answer in table.answered(VOUCH).values() for seat in answer]
    for seat in named:
        table.record(Pointed(speaker, seat))
        table.record(SatDown(seat))
    left = [seat for seat in standing if seat in table.living and seat not in named]
    following = named[0] if named else speaker
    if following not in _speakers(table):
        following = _from(table, following)
    _go_on(table, left if following else (), following)
