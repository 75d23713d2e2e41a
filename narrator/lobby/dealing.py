"""Dealing by tags: people shuffle and deal the cards, and the box learns who has which without anybody looking.

Everybody in turn lays their token on the lid, then their card; cards for the centre come last. The box answers every
card alike. Until the last one has been laid there is no game, so a box that is restarted deals from the beginning; only
the tokens that it has learned stay known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Literal, NamedTuple

from narrator.errors import Said, Sentence, Word
from narrator.game.game import Game
from narrator.game.library import Library
from narrator.lobby.lobby import Lobby, Refused
from narrator.lobby.setup import dealt_game
from narrator.lobby.tags import Known, Tags
from narrator.rules.table import IllegalTable

Wanted = Literal["deal.token", "deal.card", "deal.hand", "deal.centre", "deal.done"]


class DealLine(NamedTuple):
    """What the box says next: a cue, the name it calls, and why something is not possible."""

    cue: str
    name: str = ""
    why: Sentence | None = None


class _Laid(NamedTuple):
    """What was laid: whose `token`, or a `card`."""

    kind: str
    uid: str
    what: str


class Dealing:
    """One deal, of a `house_deck` or by the book; `needs_token` says whether a player has nothing but a token.

    Raises `Refused` or `IllegalTable` at once if this table cannot be dealt like this."""

    def __init__(
        self, lobby: Lobby, library: Library, tags: Tags, needs_token: Callable[[str], bool], house_deck: bool = False
    ) -> None:
        if lobby.bots:
            raise Refused("bots")
        self.lobby, self.library, self.tags = lobby, library, tags
        self.needs_token = needs_token
        self.rules, _ = library.roleset(lobby.roleset, lobby.options)
        self.house_deck = house_deck
        if self.rules.dealings:
            raise Refused("box-deals")
        if not self.rules.is_made_for(len(lobby.dealt_in)):
            dealt_game(lobby, library, house_deck=house_deck)  # says what is wrong
        self.seats = tuple(lobby.dealt_in)
        self.laid: list[_Laid] = []
        self.tokens = any(map(needs_token, self.seats))

    @property
    def wants(self) -> Wanted:
        """What is wanted next."""
        cards = len(self._cards)
        if cards < len(self.seats):
            if self.laid and self.laid[-1].kind == "token":
                return "deal.card"
            return "deal.token" if self.tokens else "deal.hand"
        return "deal.centre" if cards < len(self.seats) + self._left_over else "deal.done"

    @property
    def asks(self) -> DealLine:
        """What is wanted next, and of whom."""
        cards = len(self._cards)
        return DealLine(self.wants, self.seats[cards] if cards < len(self.seats) else "")

    @property
    def progress(self) -> tuple[int, int]:
        """How many cards have been laid, and how many there will be; those for the centre are counted only when all
        others are laid, or their number would reveal who has the card that needs them."""
        cards, seats = len(self._cards), len(self.seats)
        return cards, seats if cards < seats else seats + self._left_over

    def lay(self, uid: str) -> str | None:
        """Somebody has laid this tag; returns nothing if it was the one wanted, or the cue that says what is wrong."""
        asks, known = self.asks, self.tags.of(uid)
        if asks.cue == "deal.done":
            return None
        if any(uid == laid.uid for laid in self.laid):
            return "deal.twice"
        if known is not None and known.kind == "card" and known.what in self.rules.cards:
            if asks.cue == "deal.token" and self.needs_token(asks.name):
                return "deal.token-first"
            self.laid.append(_Laid("card", uid, known.what))
            return None
        if asks.cue not in ("deal.token", "deal.hand") or not uid or (known is not None and known.kind != "token"):
            return "deal.strange"
        return self._lay_token(asks.name, uid, known)

    def back(self) -> None:
        """Take back what was laid last, so that it can be laid again."""
        if not self.laid:
            raise Refused("nothing-laid")
        self.laid.pop()

    def game(self, seed: int) -> Game:
        """The game with these cards; raises `IllegalTable`, which does not say who has which."""
        cards = [laid.what for laid in self._cards]
        hands, centre = cards[: len(self.seats)], cards[len(self.seats) :]
        self._compare(cards)
        return dealt_game(self.lobby, self.library, seed, house_deck=self.house_deck, hands=hands, centre=centre)

    @property
    def _cards(self) -> list[_Laid]:
        return [laid for laid in self.laid if laid.kind == "card"]

    @property
    def _left_over(self) -> int:
        """How many cards there are in the centre."""
        there = {*(laid.what for laid in self._cards), *(self.lobby.deck or ())}
        return sum(len(cards) for card, cards in self.rules.left_over.items() if card in there)

    def _lay_token(self, name: str, uid: str, known: Known | None) -> str | None:
        holders = {number: other for other, number in self.lobby.tags.items()}
        if known is None:
            own = self.lobby.tags.get(name)
            known = Known("token", str(own) if own else self.tags.free_token())
            self.tags.learn(uid, known)
        elif holders.get(int(known.what), name) != name:
            return "deal.not-yours"
        self.lobby.tags[name] = int(known.what)
        self.lobby.save()
        self.laid.append(_Laid("token", uid, name))
        return None

    def _compare(self, cards: list[str]) -> None:
        """Refuse cards that are not in the host's deck; if the host has chosen none, what was laid is the deck."""
        if self.lobby.deck is None:
            return
        added = [card for has, more in self.rules.left_over.items() if has in self.lobby.deck for card in more]
        laid, deck = Counter(cards), Counter(self.lobby.deck) + Counter(added)
        if laid == deck:
            return
        if not self.rules.open_deck:
            raise IllegalTable("not-the-deck")
        differ = [
            Said("unplayable.instead", {"card": Word("card", card), "laid": laid[card], "deck": deck[card]})
            for card in self.rules.cards
            if laid[card] != deck[card]
        ]
        raise IllegalTable("not-the-deck", "not-the-cards", cards=differ)
