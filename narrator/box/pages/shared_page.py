"""What do all pages show? The part of a view that everybody's page shares: seats, phase, clock, and the story after."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import convert

from narrator.box.evening import Evening
from narrator.box.introduction import introduces
from narrator.box.pages.after_types import After, Arrow, FinalCard, ShownAward, ShownChapter
from narrator.box.pages.page_types import (
    Countdown,
    CountedCard,
    Deck,
    Moment,
    Network,
    PageKind,
    Seat,
    Shared,
)
from narrator.box.pages.village_types import House, Named, ShownBuilding, ShownEvent
from narrator.box.pages.vote_types import Accused, ReadVotes
from narrator.box.round import Round
from narrator.game.awards import shown
from narrator.game.story import deeds, told_after
from narrator.rules.facts import Counted
from narrator.rules.views import View
from narrator.rules.village_facts import EventDrawn, Housed
from narrator.telling.language import Language
from narrator.telling.pace import Wording
from narrator.telling.timeline import deals, talks


class SharedDrawing:
    """Draws what all pages of one kind share."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self._after: tuple[Round, dict[tuple[str, Wording], After]] | None = None

    def moment(self, version: int) -> Moment:
        """What changes with time, in the view of this number."""
        played = self.evening.round
        return Moment(version=version, clock=_clock(played) if played is not None else None)

    def drawn(self, kind: PageKind) -> Shared:
        """What all pages of this kind show."""
        evening, played = self.evening, self.evening.round
        for_players = kind in ("player", "lent")
        phase = _phase(played) if played is not None else ""
        shared = Shared(
            boot=evening.boot,
            kind=kind,
            stage=evening.stage,
            sky="night" if evening.is_night else "day",
            phase=evening.phase(phase) if phase else "",
            caption=evening.speech.caption(evening.language),
            paused=evening.language.line(evening.paused, 0, 0).text if evening.paused is not None else None,
            seats=self._lobby_seats() if played is None else self._seats(played),
            deck=self._deck_id(),
            addresses=list(evening.addresses),
            join=evening.join_url,
            wifi=Network(name=evening.wifi.name) if evening.wifi is not None and kind != "player" else None,
            lent=evening.lending.loan is not None if evening.lending.possible else None,
            explained=evening.explanation.card,
            trouble=[] if for_players else [evening.sentence(told) for told in evening.trouble.values()],
        )
        if played is not None:
            self._show_events(shared, played)
            shared.reveal = self._reveal(played)
            shared.introducing = introduces(played.beat)
            shared.dealing = deals(played.beat)
        if played is not None and played.over:
            shared.after = self._how_it_went(played)
        return shared

    def _show_events(self, shared: Shared, played: Round) -> None:
        square, cards = played.views[None].square, played.game.rules.events
        if square.event is not None:
            shared.event, shared.reader = event_card(self.evening, square.event), square.reader
        began = square.in_force
        holds = [card for card, event in cards.items() if card in began or began.get(event.variant)]
        shared.in_force = [event_card(self.evening, card) for card in holds if card != square.event]

    def deck(self) -> Deck:
        """The characters of tonight's deck, or all there are while it is open, and every building of the village."""
        words, rules, mix = self.evening.language, self.evening.rules, self.evening.known_mix
        return Deck(
            cards=[
                convert({"id": card, "number": mix.get(card), **words.card(card)}, CountedCard)
                for card in rules.cards
                if card in mix or not mix
            ],
            buildings=[self._building(building) for building in rules.buildings],
        )

    def _building(self, building: str) -> ShownBuilding:
        words = self.evening.language.building(building)
        return ShownBuilding(id=building, name=words["name"], is_=words["is"], advice=words["advice"])

    def _deck_id(self) -> str:
        """By this a page sees that the deck has changed."""
        rules = self.evening.rules
        known = self.evening.known_mix or dict.fromkeys(rules.cards, 0)
        return " ".join([rules.id, *(f"{card}={number}" for card, number in known.items()), *rules.buildings])

    def _lobby_seats(self) -> list[Seat]:
        lobby, sits_out = self.evening.lobby, [self.evening.language.word("sits-out")]
        return [
            Seat(name=name, bot=name in lobby.bots, offices=sits_out if name in lobby.sits_out else [])
            for name in lobby.players
        ]

    def _seats(self, played: Round) -> list[Seat]:
        view, bots, words = played.views[None], self.evening.lobby.bots, self.evening.language
        (asked, waiting), on_trial = _turnout(played), played.on_trial
        counted = view.counted if played.game.rules.history else None
        kept = counted is not None and bool(counted.votes or counted.tally) and not view.counting and not counted.spares
        tally = dict(counted.tally) if counted is not None else {}
        speaker = speaker_in(played)
        lit = played.game.options.get("moonlight", "off") != "off"
        return [
            Seat(
                name=seat,
                alive=seat in view.living,
                gone=view.gone.get(seat),
                card=_turned_up(view, seat, words),
                offices=_offices(view, seat, words),
                waiting=seat in waiting and seat != speaker,
                voted=seat in asked and seat not in waiting,
                chosen=counted is not None and seat in view.chosen,
                pointing=view.pointing.get(seat),
                votes=_voters(counted, seat) if counted is not None and kept else None,
                count=tally.get(seat, 0) if kept else None,
                bot=seat in bots,
                house=_house(view, seat, words),
                posters=sum(n for (whose, _), n in view.square.signs.items() if whose == seat and seat in view.living),
                candle=seat not in view.square.dark if lit else None,
                standing=None if view.square.standing is None else seat in view.square.standing and seat in view.living,
                accused_by=[by for by, named in view.square.voices.items() if named == seat and by in view.living],
                accused=(seat in view.square.accused and seat in view.living) or seat in on_trial,
                speaks=seat == speaker,
            )
            for seat in view.seats
        ]

    def _reveal(self, played: Round) -> ReadVotes | None:
        """The ballot that is being read out, and then what comes of it."""
        view, beat = played.views[None], played.beat
        fact = view.counted
        if fact is None or not (view.counting and fact.tally and played.game.rules.history):
            return None
        seconds = beat.seconds if beat is not None and beat.screen == "votes" else 0.0
        return votes_of(fact, view, self.evening.language, seconds)

    def _how_it_went(self, played: Round) -> After:
        if self._after is None or self._after[0] is not played:
            self._after = played, {}
        drawn, words = self._after[1], (self.evening.language.code, self.evening.lobby.words)
        if words not in drawn:
            drawn[words] = self._drawn_after(played)
        return drawn[words]

    def _drawn_after(self, played: Round) -> After:
        game, words, known = played.game, self.evening.language, played.views[None]
        *_, last = game.chapters()
        homes = {fact.seat: fact.building for fact in game.facts if isinstance(fact, Housed)}
        drawn = [fact.card for fact in game.facts if isinstance(fact, EventDrawn) and not fact.skipped]
        before = [last.sides[seat] for seat in known.won_before]
        sides = dict.fromkeys([*([known.winner] if known.winner else []), *before])
        return After(
            winner=" · ".join(words.side(side) for side in sides),
            winners=[seat for seat in game.seats if seat in known.winners or seat in known.won_before],
            cards=[
                FinalCard(
                    name=seat,
                    id=last.cards[seat],
                    card=words.card(last.cards[seat])["name"],
                    side=words.side(last.sides[seat]),
                    alive=seat in last.alive or seat in known.gone,
                    second=self._named(last.seconds.get(seat), words.card),
                    house=self._named(homes.get(seat), words.building),
                )
                for seat in game.seats
            ],
            awards=[
                ShownAward(title=title, text=text)
                for title, text in (shown(award, words.written) for award in self.evening.awards)
            ],
            story=[
                ShownChapter(phase=self.evening.phase(phase), lines=list(lines))
                for phase, lines in told_after(game, words, len(game.facts))
            ],
            arrows=[Arrow(from_=seat, to=other, what=deed) for seat, other, deed in deeds(game, words)],
            events=[Named(id=card, name=words.event(card)["name"]) for card in drawn],
        )

    @staticmethod
    def _named(what: str | None, words: Callable[[str], Mapping[str, str]]) -> Named | None:
        return Named(id=what, name=words(what)["name"]) if what is not None else None


def votes_of(fact: Counted, view: View, language: Language, seconds: float = 0.0) -> ReadVotes:
    """A ballot, for all to read who named whom; who was chosen and, where nobody was to be named, who else was not, is
    known until the next one. The votes appear within these `seconds`."""
    words, abstained, now = language.prompt(fact.ballot), _voters(fact, None), fact is view.counted
    named = {words.get(at, at) if at not in view.seats else at: (_voters(fact, at), n) for at, n in fact.tally}
    if fact.accused is not None:
        named = {fact.accused: named.get(fact.accused, ([], 0)), words["no"]: (abstained, len(abstained))}
        abstained = []
    if fact.spares and now:
        named |= {seat: ([], 0) for seat in (*view.living, *view.chosen) if seat not in (*named, *view.square.away)}
    ranked = sorted(named.items(), key=lambda one: one[1][1], reverse=not fact.spares)
    leading = ranked[0][1][1]
    return ReadVotes(
        title=language.word("named-by") if fact.spares else words["title"],
        accused=[
            Accused(
                name=words["yes"] if name == fact.accused else name,
                count=number,
                voters=voters,
                most=number == leading,
                chosen=now and name in view.chosen,
                fingers=dict(fact.fingers).get(name, 0),
            )
            for name, (voters, number) in ranked
        ],
        abstained=abstained,
        seconds=seconds,
        weights=dict(fact.weights),
    )


def event_card(evening: Evening, card: str) -> ShownEvent:
    """What pages show of an event card."""
    words, variant = evening.language, evening.rules.events[card].variant
    return ShownEvent(id=card, name=words.event(card)["name"], text=words.card_text(card, variant))


def _turned_up(view: View, seat: str, words: Language) -> str | None:
    up = [cards[seat] for cards in (view.beside, view.turned) if seat in cards]
    return words.names([words.card(card)["name"] for card in up]) if up else None


def _house(view: View, seat: str, words: Language) -> House | None:
    building = view.square.house.get(seat)
    if building is None or seat not in view.living:
        return None
    return House(id=building, name=words.building(building)["name"], spent=seat in view.square.spent)


def _offices(view: View, seat: str, words: Language) -> list[str]:
    return [
        *(words.office(office) for office, holder in view.offices.items() if holder == seat),
        *([words.word("voteless")] if view.voteless(seat) else []),
        *([words.word("away")] if seat in view.square.away else []),
        *([words.word("group", group=view.noted[seat, "group"])] if (seat, "group") in view.noted else []),
    ]


def _voters(counted: Counted, at: str | None) -> list[str]:
    """Who voted for this seat; or who named nobody."""
    return [voter for voter, named in counted.votes if named == at]


def _turnout(played: Round) -> tuple[set[str], set[str]]:
    """Who is asked now for everybody to see, or reads a card, and which of them does the table wait for?"""
    if not deals(played.beat):
        return played.turnout
    people = {*played.introduction.people}
    return people, people.difference(played.talk.now)


def speaker_in(played: Round) -> str | None:
    """Who has the time to speak now, while all others listen?"""
    speaker = talks(played.beat)
    if speaker is not None:
        return speaker
    view = played.views[None]
    rule = played.game.rules.prompts.get(view.window or "") if played.asking else None
    return view.asked[0] if rule is not None and rule.lasts == "speech" and view.asked else None


def _phase(played: Round) -> str:
    """The phase as far as the village knows, or what comes before the first."""
    beat = played.beat
    return beat.window if beat is not None and introduces(beat) else played.views[None].phase


def _clock(played: Round) -> Countdown | None:
    if played.beat is None or played.beat.screen not in ("ask", "debate"):
        return None
    left = played.left
    return Countdown(left=round(left, 1), of=round(max(left, played.length), 1), running=not played.clock.stopped)
