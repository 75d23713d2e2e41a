"""What do all pages show? The part of a view that everybody's page shares: seats, phase, clock, and the story after."""

from __future__ import annotations

from msgspec import convert

from narrator.box.evening import Evening
from narrator.box.page_types import (
    After,
    Arrow,
    Countdown,
    CountedCard,
    Deck,
    FinalCard,
    House,
    Network,
    PageKind,
    Seat,
    Shared,
    ShownChapter,
    ShownEvent,
)
from narrator.box.round import Round
from narrator.game.game import chapters
from narrator.game.story import deeds, told_after
from narrator.rules.views import View


class SharedDrawing:
    """Draws what all pages of one kind share."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self._after: tuple[Round, dict[str, After]] | None = None

    def drawn(self, kind: PageKind, version: int) -> Shared:
        """What all pages of this kind show, in the version of this number."""
        evening, played = self.evening, self.evening.round
        for_players = kind in ("player", "lent")
        phase = played.views[None].phase if played is not None else ""
        shared = Shared(
            version=version,
            boot=evening.boot,
            kind=kind,
            stage=evening.stage,
            sky="night" if evening.is_night else "day",
            phase=evening.phase(phase) if played is not None else "",
            caption=evening.speech.caption(evening.language),
            clock=_clock(played) if played is not None else None,
            paused=evening.language.line(evening.paused, 0, 0).text if evening.paused is not None else None,
            seats=self._lobby_seats() if played is None else self._seats(played),
            deck=self._deck_id(),
            addresses=list(evening.addresses),
            join=evening.join_url,
            wifi=Network(name=evening.wifi.name) if evening.wifi is not None and kind != "player" else None,
            lent=evening.lending.loan is not None if evening.lending.possible else None,
            trouble=[] if for_players else [evening.sentence(told) for told in evening.trouble.values()],
        )
        if played is not None:
            self._show_events(shared, played)
        if played is not None and played.over:
            shared.after = self._how_it_went(played)
        return shared

    def _show_events(self, shared: Shared, played: Round) -> None:
        square, cards = played.views[None].square, played.game.rules.events
        if square.event is not None:
            shared.event, shared.reader = self._event(square.event), square.reader
        shared.in_force = [self._event(card) for card in square.in_force if card in cards and card != square.event]

    def _event(self, card: str) -> ShownEvent:
        words = self.evening.language.event(card)
        return ShownEvent(id=card, name=words["name"], text=words["text"])

    def deck(self) -> Deck:
        """The characters of tonight's deck, or all there are while it is open, and whose picture may be needed."""
        words, cards, mix = self.evening.language, self.evening.rules.cards, self.evening.known_mix
        return Deck(
            cards=[
                convert({"id": card, "number": mix.get(card), **words.card(card)}, CountedCard)
                for card in cards
                if card in mix or not mix
            ],
            pictures=list(cards),
        )

    def _deck_id(self) -> str:
        """By this a page sees that the deck has changed."""
        rules = self.evening.rules
        known = self.evening.known_mix or dict.fromkeys(rules.cards, 0)
        return " ".join([rules.id, *(f"{card}={number}" for card, number in known.items())])

    def _lobby_seats(self) -> list[Seat]:
        lobby = self.evening.lobby
        return [Seat(name=name, bot=name in lobby.bots) for name in lobby.players]

    def _seats(self, played: Round) -> list[Seat]:
        view, words, bots = played.views[None], self.evening.language, self.evening.lobby.bots
        waiting: set[str] = set()
        for prompt in played.game.prompts:
            if played.asking and not prompt.lasting and view.window == prompt.id:
                waiting.update(played.game.waiting(prompt))
        shown = played.game.rules.history
        lit = played.game.options.get("moonlight", "off") != "off"
        return [
            Seat(
                name=seat,
                alive=seat in view.living,
                left=seat in view.left,
                card=words.card(view.turned[seat])["name"] if seat in view.turned else None,
                offices=self._offices(view, seat),
                waiting=seat in waiting,
                pointing=view.pointing.get(seat),
                votes=[voter for voter, at in view.votes if at == seat] if view.votes and shown else None,
                count=view.tally.get(seat, 0) if view.votes and shown else None,
                bot=seat in bots,
                house=self._house(view, seat),
                posters=sum(number for (whose, _), number in view.square.signs.items() if whose == seat),
                candle=seat not in view.square.dark if lit else None,
            )
            for seat in view.seats
        ]

    def _house(self, view: View, seat: str) -> House | None:
        building = view.square.house.get(seat)
        if building is None:
            return None
        name = self.evening.language.building(building)["name"]
        return House(id=building, name=name, spent=seat in view.square.spent)

    def _offices(self, view: View, seat: str) -> list[str]:
        words = self.evening.language
        return [
            *(words.office(office) for office, holder in view.offices.items() if holder == seat),
            *([words.word("voteless")] if view.voteless(seat) else []),
            *([words.word("away")] if seat in view.square.away else []),
            *([words.word("group", group=view.noted[seat, "group"])] if (seat, "group") in view.noted else []),
        ]

    def _how_it_went(self, played: Round) -> After:
        if self._after is None or self._after[0] is not played:
            self._after = played, {}
        drawn = self._after[1]
        if self.evening.language.code not in drawn:
            drawn[self.evening.language.code] = self._drawn_after(played)
        return drawn[self.evening.language.code]

    def _drawn_after(self, played: Round) -> After:
        game, words = played.game, self.evening.language
        assert game.winner is not None
        *_, last = chapters(game)
        left = played.views[None].left
        sides = dict.fromkeys([game.winner, *(last.sides[seat] for seat in left)])
        return After(
            winner=" · ".join(words.side(side) for side in sides),
            winners=[seat for seat in game.seats if seat in game.winners or seat in left],
            cards=[
                FinalCard(
                    name=seat,
                    id=last.cards[seat],
                    card=words.card(last.cards[seat])["name"],
                    side=words.side(last.sides[seat]),
                    alive=seat in last.alive or seat in left,
                )
                for seat in game.seats
            ],
            story=[
                ShownChapter(phase=self.evening.phase(phase), lines=list(lines))
                for phase, lines in told_after(game, words, len(game.facts))
            ],
            arrows=[Arrow(from_=seat, to=other, what=deed) for seat, other, deed in deeds(game, words)],
        )


def _clock(played: Round) -> Countdown | None:
    if played.beat is None or played.beat.screen not in ("ask", "debate"):
        return None
    left = played.left
    return Countdown(left=round(left, 1), of=round(max(left, played.length), 1), running=not played.clock.stopped)
