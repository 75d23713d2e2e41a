"""Cards that are dealt by tags: everybody in turn lays token and card on the lid."""

from __future__ import annotations

from narrator.box.messages.guards import only_before_a_game, only_host
from narrator.box.messages.kinds import DealByTags, Laid, Message
from narrator.box.moderator import Moderator
from narrator.errors import NarratorError
from narrator.lobby.dealing import Dealing, DealLine
from narrator.lobby.lobby import Refused
from narrator.telling.speech import Place


def deal_by_tags(box: Moderator, message: DealByTags) -> None:
    """People have dealt: everybody in turn lays token and card on the lid, and then the game begins."""
    only_host(box, message)
    only_before_a_game(box)
    if not box.readers:
        raise Refused("no-reader")
    box.dealing = Dealing(box.lobby, box.library, box.tags, box.needs_token, message.house_deck)
    box.leave_round()
    box.ask_for_buttons([])
    _say_deal(box, box.dealing.asks)


def deal_back(box: Moderator, message: Message) -> None:
    """The player before lays token and card once more."""
    only_host(box, message)
    dealing = _dealing(box)
    dealing.back()
    _say_deal(box, dealing.asks)


def deal_stop(box: Moderator, message: Message) -> None:
    """No more dealing by tags; nobody has been dealt anything."""
    only_host(box, message)
    _dealing(box)
    box.dealing = None
    box.trouble.pop("deal", None)
    _say_deal(box, DealLine("deal.stopped"))


def laid(box: Moderator, message: Laid) -> None:
    """The lid tells the tags that lie on it, when one has come: for a deal one at a time."""
    only_host(box, message)
    dealing = _dealing(box)
    uids = message.value
    box.trouble.pop("deal", None)
    try:
        wrong = dealing.lay(*uids) if len(uids) == 1 else "deal.one-by-one"
    except NarratorError as error:
        box.trouble["deal"] = error.told
        wrong = "deal.strange"
    if wrong is not None:
        _say_deal(box, DealLine(wrong))
        return
    if dealing.asks.cue != "deal.done":
        _say_deal(box, dealing.asks)
        return
    try:
        box.start_dealt(dealing)
    except NarratorError as error:
        box.trouble["deal"] = error.told
        _say_deal(box, DealLine("deal.unfit", why=error.told))


OF_ANOTHER = {"deal.token": "deal.token-of", "deal.card": "deal.card-of", "deal.hand": "deal.card-of"}
"""What is said instead to a host who deals for all."""


def _say_deal(box: Moderator, said: DealLine) -> None:
    """Whatever was laid, the answer comes at once and cuts off what was being said."""
    box.hush()
    if box.dealing is not None and box.dealing.rules.host_deals:
        said = said._replace(cue=OF_ANOTHER.get(said.cue, said.cue))
    places: dict[str, Place] = {"names": said.name} if said.name else {}
    if (why := said.why) is not None:
        places["why"] = lambda words: box.sentence(why, words.code)
    box.announce(said.cue, **places)
    box.publish()


def _dealing(box: Moderator) -> Dealing:
    if box.dealing is None:
        raise Refused("not-dealing")
    return box.dealing
