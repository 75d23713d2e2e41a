"""What does a player's page show? Its question and its card, alike in shape and size on every page.

A page needs no knowledge of the game: a question describes itself, and a decoy is described as a question is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import get_args

from msgspec import convert
from msgspec.structs import replace

from narrator.box.evening import Evening
from narrator.box.introduction import INTRODUCTION, PRACTICE, introduces
from narrator.box.pages.after_types import OpenBet
from narrator.box.pages.page_types import (
    Aside,
    Choice,
    LentPart,
    OpenAct,
    PlayerPart,
    Screen,
    ScreenKind,
    ShownCard,
    ShownLight,
    ShownNote,
    You,
)
from narrator.box.pages.shared_page import event_card, speaker_in
from narrator.box.pages.village_types import AboutYou, Named
from narrator.box.round import Round
from narrator.game.small_talk import hangings, sort_of
from narrator.game.story import told_after
from narrator.lobby.next_game import latecomers
from narrator.rules import views
from narrator.rules.decoys import decoy
from narrator.rules.facts import Linked
from narrator.rules.prompts import LONGEST_LINE, Answer, Prompt
from narrator.rules.views import Gone, View
from narrator.telling.legend import parts_of
from narrator.telling.timeline import accusations_follow, is_last_half_minute, talk_in_turn, talks

PLAIN: dict[str, ScreenKind] = {
    **{kind: kind for kind in get_args(ScreenKind)},
    **dict.fromkeys(("late", "claims", "sits-out"), "waiting"),
    **dict.fromkeys(("dead", *get_args(Gone), "listen", "no-vote", "wait", "point", INTRODUCTION), "rest"),
    **dict.fromkeys(("away", "hear", "spoken"), "rest"),
    **dict.fromkeys(("won", "lost"), "over"),
    **dict.fromkeys(("accuse", "floor"), "debate"),
    **dict.fromkeys(("deal-open", "deal-secret"), "deal"),
}
"""Screens on which nothing is asked, by the words on them, each with the kind as which it is drawn."""

WHISPER = "whisper"
"""What all the dead may do by day."""


class PlayerDrawing:
    """Draws what one player's page alone shows, and what a lent phone does."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self._stories: dict[str, tuple[tuple[object, ...], list[ShownNote]]] = {}

    def drawn(self, seat: str | None) -> PlayerPart:
        """What the page of this player shows, or that of somebody who is not at the table, or claims a seat there."""
        claims = self.evening.lobby.claims.get(seat or "")
        if claims is not None:
            return PlayerPart(
                you=You(seat=claims), screen=self._plain("claims"), light=None, ghost=None, acts=None, claims=True
            )
        played = self.evening.round
        view = played.views.get(seat) if played is not None and seat is not None else None
        if seat is None or played is None or view is None:
            you = You(seat=seat) if seat is not None else None
            screen = self._plain(self._without_cards(seat))
            return PlayerPart(
                you=you,
                screen=screen,
                light=None,
                ghost=None,
                acts=None,
                about=self._about_you(seat),
                claimed=self._claimed(seat),
            )
        screen = self._screen(played, seat, view)
        screen.aside = self._aside(played, seat, view)
        return PlayerPart(
            you=self._you(seat, view),
            screen=screen,
            light=self._light(played, seat, view),
            ghost=self._ghost(played) if view.everything else None,
            acts=self._acts(played, seat, view),
            bets=self._bets(played, seat),
            claimed=self._claimed(seat),
        )

    def _without_cards(self, seat: str | None) -> str:
        """The words for somebody who plays no game now."""
        lobby = self.evening.lobby
        if seat in lobby.waiting.values():
            return "late" if seat in latecomers(lobby) else "waiting"
        plays_not = self.evening.stage == "game" and seat is not None
        return "sits-out" if plays_not or seat in lobby.sits_out else "lobby"

    def _claimed(self, seat: str | None) -> bool:
        """Is this page asked whether another phone is its player's? In a game no page may look different."""
        return self.evening.stage != "game" and seat in self.evening.lobby.claims.values()

    def lent(self, token: str | None) -> LentPart:
        """What a lent phone shows: how to borrow it, then the card of the player who did."""
        loan = self.evening.lending.loan
        if loan is None or loan.token != token:
            return LentPart(number=None, you=None)
        return LentPart(number=loan.number, you=self.drawn(loan.seat).you)

    def _you(self, seat: str, view: View) -> You:
        alive = seat in view.living
        return You(
            seat=seat,
            alive=alive,
            won=_has_won(seat, view),
            card=self._side(view.card) if view.second else self._card(view.card),
            second=self._card(view.second),
            notes=self._notes(view),
        )

    def _card(self, card: str | None) -> ShownCard | None:
        """What a holder reads of a card, with the questions of the event cards that it keeps."""
        if card is None:
            return None
        language, events = self.evening.language, self.evening.rules.events
        shown = convert({"id": card, **language.card(card)}, ShownCard)
        kept = language.numbered(name for name, event in events.items() if event.kept_by == card)
        asked = [f"{name}. {' '.join(language.questions(event).values())}" for event, name in kept.items()]
        return replace(shown, is_="\n".join([shown.is_, *asked]))

    def _side(self, card: str | None) -> ShownCard | None:
        """The first of two cards; one that has no power says whose side its player is on, and nothing else."""
        shown = self._card(card)
        if shown is None or card != self.evening.rules.filler:
            return shown
        return replace(shown, is_="", wakes="", advice="")

    def _about_you(self, seat: str | None) -> AboutYou | None:
        """What this player has said, where event cards ask for it."""
        lobby = self.evening.lobby
        if seat not in lobby.players or not self.evening.rules.events:
            return None
        return AboutYou(born=lobby.born.get(seat), lodge=lobby.lodge.get(seat))

    def _notes(self, view: View) -> list[ShownNote]:
        """What a seat was told, and what everybody heard that lasts."""
        notes = (*view.notes, *view.of_the_village)
        return [ShownNote(phase=self.evening.phase(note.phase), text=self._told(note)) for note in notes]

    def _told(self, note: views.Note) -> str:
        about = "card-now" if note.about == "card" else note.about
        return self.evening.language.told(about, note.what, note.whom)

    def _light(self, played: Round, seat: str, view: View) -> ShownLight:
        """What a seat's light can tell it, in numbers: its card, what this call, or the last one, told, and what the
        others of its pack have chosen."""
        beat, legend = played.beat, played.legend.around(view.seats)
        notes = view.fresh if beat is not None and beat.screen in ("ask", "told") else view.notes
        others: list[int] = []
        if view.prompt is not None:
            chosen = [choice for answer in _others(played, seat, view.prompt).values() for choice in answer]
            if chosen:
                numbers = legend.numbers(view.prompt, seat)
                others = [numbers[choice] for choice in chosen if choice in numbers]
        return ShownLight(
            most=legend.most,
            cards=[legend.card(card) for card in (view.card, view.second) if card],
            told=legend.told(notes[-1].about, notes[-1].what, seat) if notes else None,
            good=legend.good(notes[-1].about, notes[-1].what) if notes else None,
            others=others,
        )

    def _ghost(self, played: Round) -> list[ShownNote]:
        """The story so far, the same for all the dead of one language: told again only where there is more of it, or
        another game."""
        words, facts = self.evening.language, played.game.facts[: played.shown]
        about = played, facts, self.evening.lobby.words
        before, told = self._stories.get(words.code, ((), []))
        if before != about:
            chapters = told_after(played.game, words, played.shown)
            told = [ShownNote(phase=self.evening.phase(name), text=line) for name, lines in chapters for line in lines]
            self._stories[words.code] = about, told
        return told

    def _bets(self, played: Round, seat: str) -> list[OpenBet]:
        bets = open_bets(played, seat)
        if not bets:
            return []
        language, hanged = self.evening.language, len([*hangings(played.game.facts[: played.shown])])
        return [
            OpenBet(
                id=what,
                title=language.screen(f"bet-{what}")["title"],
                choices=[Named(id=one, name=language.side(one) if what == "wins" else one) for one in choices],
                chosen=played.talk.bet_of(seat, what, hanged),
            )
            for what, choices in bets.items()
        ]

    def _screen(self, played: Round, seat: str, view: View) -> Screen:
        if played.over or view.winner is not None:
            return self._plain({None: "over", True: "won", False: "lost"}[_has_won(seat, view)])
        question = played.question(seat)
        if question is not None:
            put = self._asked if question is view.prompt else self.decoy
            return put(played, seat, question)
        if played.beat is not None and played.beat.window == INTRODUCTION:
            return self._plain(INTRODUCTION)
        if seat not in view.living:
            return self._plain(view.gone.get(seat, "dead"))
        if played.beat is not None and played.beat.screen == "told":
            return self._what_was_told(played, seat, view)
        if seat in view.square.away and not played.is_night:
            return self._plain("away")
        if played.beat is not None and played.beat.screen == "debate":
            if talk_in_turn(view, played.game.rules):
                spoken = is_last_half_minute(played.beat)
                return self._plain("floor" if seat == talks(played.beat) else "spoken" if spoken else "hear")
            return self._plain("accuse" if accusations_follow(played.game.rules, played.game.night) else "debate")
        if view.phase == "setup" and view.opened is None and not introduces(played.beat):
            two_cards = played.game.options.get("double_you", "off")
            screen = self._plain("deal" if two_cards == "off" else f"deal-{two_cards}")
            screen.chosen = played.talk.now.get(seat)
            return screen
        if played.fingers_for:
            return self._plain("point" if seat in view.asked else "listen")
        if played.asking and len(view.asked) == 1:
            return self._plain("listen" if speaker_in(played) else "wait")
        if played.asking and view.window in played.game.rules.ballots:
            return self._plain("no-vote")
        return self._plain("rest" if played.is_night else "listen")

    def _plain(self, kind: str) -> Screen:
        words = self.evening.language.screen(kind)
        return Screen(number=self.evening.question, kind=PLAIN[kind], title=words["title"], text=words["text"])

    def _what_was_told(self, played: Round, seat: str, view: View) -> Screen:
        screen = self._plain("told")
        screen.chosen = played.talk.now.get(seat)
        if view.fresh:
            screen.text = " ".join(self._told(note) for note in view.fresh)
        return screen

    def _aside(self, played: Round, seat: str, view: View) -> Aside | None:
        """The button beside a vote that means something on one page, and stands on every living player's alike."""
        game = played.game
        ballot = game.rules.ballots.get(view.window or "")
        if ballot is None or seat not in view.living or not played.asking:
            return None
        for card, rule in ballot.beside:
            if card in self.evening.mix:
                label = self.evening.language.prompt(rule.id)["yes"]
                kept = game.given(view.aside).get(seat, ()) if view.aside in game.prompts else ()
                return Aside(label=label, given=bool(played.signs.get(seat, kept)))
        return None

    def _acts(self, played: Round, seat: str, view: View) -> list[OpenAct] | None:
        """What a seat may do by day, behind a button that is on every page; where somebody may act in secret, all the
        dead may whisper."""
        if not played.game.rules.any_time or played.over or view.winner is not None or not view.phase.startswith("day"):
            return None
        language = self.evening.language
        may = played.acts(seat)
        if played.game.rules.acts_openly and (not may or seat not in view.living):
            return None
        if seat not in view.living:
            names = tuple(played.views[None].living) if played.lets_act else ()
            return [self._act(played, seat, Prompt(WHISPER, (seat,), names), language.screen(WHISPER))]
        return [self._act(played, seat, prompt, language.prompt(prompt.id)) for prompt in may]

    def _act(self, played: Round, seat: str, prompt: Prompt, words: Mapping[str, str]) -> OpenAct:
        choices = self._choices(played, prompt, seat, words)
        number = played.legend.act(prompt.id)
        return OpenAct(id=prompt.id, title=words["title"], text=words.get("text", ""), choices=choices, number=number)

    def _asked(self, played: Round, seat: str, prompt: Prompt) -> Screen:
        view, words = played.views[seat], self.evening.language.prompt(prompt.id)
        given = _given(played, seat, prompt)
        about = self._about(view, *prompt.about, words=words) if prompt.about else ""
        told = [*filter(None, [about, words.get("text")])]
        for other, answer in _others(played, seat, prompt).items():
            named = ", ".join(self._labels(played, prompt, answer, words))
            told.append(f"{other}: {named or words['pass']}.")
        told += [self._told(note) for note in view.fresh]
        chosen = list(given[seat]) if seat in given else None
        screen = self._put(played, seat, prompt, words["title"], " ".join(told), words, chosen)
        if prompt.kind == "card":
            cards = [card for card in prompt.choices if card in played.game.rules.events]
            screen.events = [event_card(self.evening, card) for card in cards]
        return screen

    def decoy(self, played: Round, seat: str, prompt: Prompt) -> Screen:
        """A question that means nothing, as the page of this seat shows it."""
        game, language = played.game, self.evening.language
        title = language.decoy(sort_of(prompt), game.header["seed"] + game.seats.index(seat), played.asked)
        words = {word: language.word(word) for word in ("yes", "no", "pass")}
        if prompt.kind == "yes":
            words["pass"] = words["no"]
        text = ""
        if prompt.id == PRACTICE:
            title, text = language.screen(PRACTICE)["title"], language.screen(PRACTICE)["text"]
        return self._put(played, seat, prompt, title, text, words, played.talk.now.get(seat))

    def _put(
        self,
        played: Round,
        seat: str,
        prompt: Prompt,
        title: str,
        text: str,
        words: Mapping[str, str],
        chosen: list[str] | None,
    ) -> Screen:
        return Screen(
            number=self.evening.question,
            kind="ask",
            title=title,
            text=text,
            choices=self._choices(played, prompt, seat, words),
            least=prompt.least,
            most=prompt.most,
            touches=prompt.touches,
            offers=self._offered(played, seat),
            fill=self._fill(prompt),
            may_pass=prompt.lets_pass(seat),
            pass_label=words["pass"],
            chosen=chosen,
            public=not prompt.lasting,
            line=LONGEST_LINE if prompt.kind == "text" else 0,
        )

    def _offered(self, played: Round, seat: str) -> list[str]:
        """What all pages name in this window besides seats, whether or not it can be chosen there."""
        view, prompts = played.views[seat], played.game.rules.prompts
        opened = view.opened
        rule = prompts.get(opened.prompt) if opened is not None else None
        if opened is None or rule is None or rule.kind not in ("seat", "card", "word"):
            return []
        named = self._labels(played, Prompt(rule.id, (seat,), opened.offers, kind=rule.kind), opened.offers, {})
        return [*named, *filter(None, [self._fill(decoy(prompts, opened, seat, view.living))])] if named else []

    def _fill(self, prompt: Prompt) -> str:
        """What is touched where an answer takes fewer touches than others; nothing where none does."""
        return self.evening.language.word("nobody-else") if prompt.least < prompt.touches else ""

    def _choices(self, played: Round, prompt: Prompt, seat: str, words: Mapping[str, str]) -> list[Choice]:
        if prompt.kind == "text":
            return []
        legend, parts = played.legend.around(played.views[seat].seats), parts_of(prompt)
        numbers = legend.numbers(prompt, seat)
        labels, counted = self._labels(played, prompt, numbers, words), legend.presses(prompt, numbers)
        return [
            Choice(
                value=choice,
                label=label,
                number=counted[choice],
                tells=number,
                word=prompt.kind == "seat" and choice not in legend.seats,
                part=parts.get(choice, 0),
            )
            for (choice, number), label in zip(numbers.items(), labels, strict=True)
        ]

    def _about(self, view: View, name: str, *asked: str, words: Mapping[str, str]) -> str:
        """What must be known of the seat that a question is about: the building that it has left, or what it asks."""
        language, building = self.evening.language, view.square.house.get(name)
        place = language.building(building)["place"] if building else ""
        places = {"name": name, "place": place, "question": language.question(*asked) if asked else ""}
        return words["about"].format_map(places) if "about" in words else name

    def _labels(self, played: Round, prompt: Prompt, choices: Collection[str], words: Mapping[str, str]) -> list[str]:
        """What a page calls these choices."""
        language, events = self.evening.language, played.game.rules.events
        names = {} if events.keys().isdisjoint(choices) else language.numbered(events)
        if prompt.kind == "seat":
            names |= {seat: seat for seat in played.legend.seats}
        names |= {village: village for village in played.game.header["villages"] or ()}

        def label(choice: str) -> str:
            if choice in names:
                return names[choice]
            if prompt.kind == "card":
                return language.called_card(choice)
            if prompt.about and prompt.about[0] in events:
                return language.question(prompt.about[0], choice)
            if prompt.kind == "yes":
                return words[choice]
            return language.choice(choice)

        return [label(choice) for choice in choices]


def _has_won(seat: str, view: View) -> bool | None:
    """Has this seat won the game? Nothing while it goes on, where nobody has won, and for a witness."""
    winners = (*view.winners, *view.won_before)
    plays = view.gone.get(seat) != "witness"
    return seat in winners if view.winner is not None and winners and plays else None


def open_bets(played: Round, seat: str) -> Mapping[str, Sequence[str]]:
    """What this seat may bet on, if it is one of the dead who see everything, and what it may say."""
    view, rules = played.views[seat], played.game.rules
    if not view.everything or seat in view.living or view.winner is not None or played.over:
        return {}
    sides = [rules.cards[card].side for card in played.game.deck]
    lovers = ["lovers"] * any(isinstance(fact, Linked) for fact in played.game.facts[: played.shown])
    return {"hanged": view.living, "wins": [*dict.fromkeys(sides + lovers)]}


def _others(played: Round, seat: str, prompt: Prompt) -> dict[str, Answer]:
    """What the others who must agree with this seat have answered so far."""
    given = _given(played, seat, prompt) if prompt.agree else {}
    return {other: answer for other, answer in given.items() if other != seat}


def _given(played: Round, seat: str, prompt: Prompt) -> Mapping[str, Answer]:
    """What has been answered so far to a prompt as this seat knows it; nothing once it is closed."""
    game = played.game
    is_open = any(seat in one.seats and one.as_put_to(seat) == prompt for one in game.prompts)
    return game.given(prompt) if is_open else {}
