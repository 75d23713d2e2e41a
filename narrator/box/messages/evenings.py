"""What is kept of the evenings on this box: to look at, and to strike oneself out."""

from __future__ import annotations

from narrator.box.messages.guards import is_host, only_before_a_game
from narrator.box.messages.kinds import Forget, LookBack
from narrator.box.messages.replies import LookedBack, Somebody
from narrator.box.moderator import Moderator
from narrator.errors import NarratorError
from narrator.game.evenings import best_detective
from narrator.lobby.lobby import Refused


def look_back(box: Moderator, message: LookBack) -> LookedBack:
    """Everybody who has played on this box, and whom the page that asks may strike out."""
    people = box.evenings.summed_up()
    best = best_detective(people)
    with box.drawn_in(message.language or box.own_language):
        return LookedBack(
            people=[
                Somebody(
                    name=one.name,
                    games=one.games,
                    won=one.won,
                    survived=one.survived,
                    votes=one.votes,
                    hits=one.hits,
                    detective=one.name == best,
                    sides=_counted(box, "sides", one.sides),
                    cards=_counted(box, "cards", one.cards),
                    yours=_may_strike_out(box, message, one.name),
                )
                for one in people
            ],
            csv=box.evenings.as_csv(),
        )


def forget(box: Moderator, message: Forget) -> None:
    """Strike somebody out for good: they themselves from their own phone, or the host."""
    if not _may_strike_out(box, message, message.name):
        raise Refused("not-the-host")
    only_before_a_game(box)
    box.evenings.forget(message.name)


def _may_strike_out(box: Moderator, message: Forget | LookBack, name: str) -> bool:
    return is_host(box, message) or box.lobby.tokens.get(message.token or "") == name


def _counted(box: Moderator, section: str, counted: dict[tuple[str, str], int]) -> list[str]:
    """These cards or sides in words, the most frequent first, each with its number."""
    found: dict[str, int] = {}
    for (roleset, what), number in counted.items():
        word = _word(box, roleset, section, what)
        found[word] = found.get(word, 0) + number
    return [f"{word} {number}" for word, number in sorted(found.items(), key=lambda one: -one[1])]


def _word(box: Moderator, roleset: str, section: str, what: str) -> str:
    """What a card or side of a roleset is called; one that is gone has its id alone."""
    try:
        words = box.load(roleset)
        return words.side(what) if section == "sides" else words.card(what)["name"]
    except NarratorError:
        return what
