"""What can be done at the table? The moderator begins and ends games, speaks, waits, and says what is wrong.

Messages, the panel and the other parts of the box call this, and only in the box's own thread.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import inf

from narrator.box.evening import Evening
from narrator.box.introduction import introduces
from narrator.box.limits import Limits
from narrator.box.pages.newest import Pages
from narrator.box.pages.page_types import PageKind
from narrator.box.pages.screens import Screens
from narrator.box.round import Round
from narrator.errors import NarratorError, Said, Sentence
from narrator.folders import GAMES
from narrator.game import journal
from narrator.game.awards import awards, said_aloud
from narrator.game.evenings import people
from narrator.game.game import Game
from narrator.game.simulate import Tally
from narrator.game.story import who_was_who
from narrator.lobby.dealing import Dealing
from narrator.lobby.lobby import MOST_SEATS, Refused, new_token
from narrator.lobby.next_game import owe_a_game, sit_out
from narrator.lobby.odds import Mix
from narrator.lobby.other_phone import bring_back
from narrator.lobby.setup import dealt_game, open_options
from narrator.network.addresses import Found
from narrator.telling.legend import Legend, acts_of, cards_of
from narrator.telling.loudspeaker import CHIME
from narrator.telling.needed_words import speechless
from narrator.telling.pace import PACES
from narrator.telling.page_words import FIRST
from narrator.telling.speech import Place
from narrator.telling.timeline import left_at

LASTING = ("speaker", "voice", "button", "device", "network", "roleset", "pages", "words", "tag")
"""How their codes begin: troubles that last until the thing itself is well again."""
BETWEEN_LOSSES = 60.0
"""Seconds between two times that the same device is said to be gone."""
EFFECT = "bell"
"""What is played where somebody wants to hear how loud the background is."""


@dataclass(eq=False, repr=False)
class Moderator(Evening):
    """Moderates one table; `seed` gives each game its dice.

    The parts of the box act as the host with the token `inside`. Once it is `asleep` the box ends.
    """

    seed: Callable[[], int] = field(default=lambda: secrets.randbits(128), kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.lobby.tried = self.try_table
        self.screens = Screens(self)
        self.pages = Pages(self.screens, self.listeners, self.clock.now)
        self.limits = Limits(self.clock.now)
        self.inside = new_token()
        self.asleep = False
        self.pauses = 0
        self.waits = False
        self.pin_said = self.repeated = -inf
        self._missed: set[str] = set()
        self._told_lost: dict[str, float] = {}
        self._said_found: Found | None = None
        self._kept_as = ""
        self._silent_since = 0.0

    def turn(self) -> float | None:
        """Do everything whose time has come; the seconds until the next thing, or nothing when none is planned."""
        next_beat = self.round.turn() if self.round is not None else None
        next_sentence = self.explanation.turn(self.publish) if self.explanation.card is not None else None
        waits = (next_beat, next_sentence, self.speech.turn(self.publish), self._turn_loan(), self.pages.turn())
        return min((wait for wait in waits if wait is not None), default=None)

    def publish(self) -> None:
        """Hand everybody who looks the newest view."""
        self.pages.publish()

    def page(self, kind: PageKind, token: str | None, language: str = FIRST) -> str:
        """The newest view of the page with this token, as JSON."""
        return self.pages.look(kind, self.screens.whose(kind, token), language)

    # What it says.

    def announce(self, cue: str, **places: Place) -> None:
        """Say something that is not part of the game; what is told or asked now takes that much longer."""
        self._take_time(self.speech.announce(cue, **places))

    def say_pin(self) -> None:
        """Say the PIN of the host page."""
        self._take_time(self.speech.say_pin(self.pin))

    def say_found(self) -> None:
        """Say where phones find the box."""
        self._take_time(self.speech.say_found(self.found))

    def _take_time(self, seconds: float) -> None:
        self.explanation.lengthen(seconds)
        if self.round is not None:
            self.round.lengthen(seconds)

    def repeat(self) -> None:
        """Say the last line of the game again; `repeated` is when that is over."""
        seconds = self.speech.repeat()
        self.repeated = self.clock.now() + seconds
        self._take_time(seconds)

    def hear_volume(self, changed: Collection[str]) -> None:
        """Let people hear how loud these volumes are; not at night, nor over a line, which lets them hear it anyway."""
        in_a_line = self.stage == "game" and self.clock.time() < self.speech.until
        if self.is_hushed or in_a_line or self.explanation.card is not None:
            return
        if [*changed] == ["ambience"]:
            self.loudspeaker.effect(EFFECT)
            return
        self.hush()
        self.loudspeaker.chime()
        self._take_time(CHIME)

    def hush(self) -> None:
        """Fall silent at once, even in the middle of an explanation."""
        self.explanation.end()
        self.loudspeaker.hush()

    def chime(self) -> None:
        """Let people hear that the box is ready, unless a game is running."""
        if self.stage == "lobby":
            self.loudspeaker.chime()

    def invite(self) -> None:
        """Say how to sit down without a phone, unless a game is running."""
        if self.stage == "lobby":
            self.announce("box.hold")

    def announce_set_aside(self) -> None:
        """Say aloud that something that was kept has been set aside; the host's page says what, and where it is."""
        self.announce("box.set-aside")
        self.publish()

    def found_at(self, found: Found) -> None:
        """Phones find the box there now. Said at first and when it has changed, but never during a game."""
        self.found = found
        self.report("network", None if found.addresses else Said("trouble.no-network", {}))
        said = Found(found.addresses[:1], found.wifi)
        if self.stage == "game" or said == self._said_found:
            return
        self._said_found = said
        self.say_found()
        if found.addresses and not self.speech.said["box.pin"]:
            self.say_pin()
        self.publish()

    # What is wrong.

    def report(self, code: str, sentence: Sentence | None) -> None:
        """Something is wrong with a device, and what; or it is well again."""
        if sentence is None:
            self.trouble.pop(code, None)
        else:
            self.trouble[code] = sentence
        self.publish()

    def speaker(self, trouble: NarratorError | None) -> None:
        """The speaker is gone, and why; or it is there, again or at last, and the last line that was missed is said."""
        lost = self.trouble.pop("speaker", None)
        if trouble is not None:
            self.trouble["speaker"] = trouble.told
            self._silent_since = self.clock.time()
        elif lost is not None:
            self.announce("box.speaker-back")
            if self.stage == "game" and self.speech.until > self._silent_since and not self.clock.stopped:
                self.repeat()
        self.publish()

    def device(self, what: str, sentence: Sentence | None) -> None:
        """A device is gone, or does not work, and what to do about it; or it is there again.

        In a game, and while cards are dealt, it is said aloud, too, but for a loose plug only once a minute.
        """
        code, now = f"device {what}", self.clock.now()
        self.report(code, sentence)
        if self.stage != "game" and self.dealing is None:
            return
        kind = what.partition(" ")[0]
        if sentence is None and code in self._missed:
            self._missed.remove(code)
            self.announce("box.found", what=lambda words: words.device(kind))
        elif sentence is not None and now >= self._told_lost.get(code, -inf) + BETWEEN_LOSSES:
            self._missed.add(code)
            self._told_lost[code] = now
            self.announce("box.lost", what=lambda words: words.device(kind))

    # Who is there, and with what.

    def lid(self, readers: bool) -> None:
        """Are there tag readers now?"""
        if readers != self.readers:
            self.readers = readers
            self.publish()

    def ask_for_buttons(self, names: list[str]) -> None:
        """Ask these players, one after the other, to press the buttons that will be theirs."""
        self._wanted = names
        if names:
            self.announce("box.learn", names=names[0])
        self.publish()

    def reach(self, part: str, names: Mapping[str, bool]) -> None:
        """A part of the box says which players use it, and whether it can hear each of them now.

        When none of the living can be heard by anything while something is asked, the box waits until one can again.
        """
        self._reach.hears(part, names)
        self._wait_no_longer()

    def page_has_come(self) -> None:
        """A page listens that did not before: perhaps the box was waiting for it."""
        self._reach.listening(self._listening())
        self._wait_no_longer()

    def _wait_no_longer(self) -> None:
        if self.waits and self.round is not None and not self.is_deserted:
            self.round.give_back()
            self.go_on()

    @property
    def may_lend(self) -> bool:
        """May a phone be lent now? Not at night, when all eyes are shut."""
        return self.stage == "game" and not self.is_hushed

    def take_loan_back(self) -> None:
        """The lent phone is its owner's again, and its page shows nothing more."""
        self.lending.end()
        for listener in self.listeners.all:
            if listener.kind == "lent":
                listener.close()
        self.publish()

    def _turn_loan(self) -> float | None:
        if self.lending.loan is None:
            return None
        left = self.lending.left if self.may_lend else 0.0
        if left > 0:
            return left
        self.take_loan_back()
        return None

    # What is going to be played.

    def choose(self, roleset: str, options: Mapping[str, str]) -> None:
        """Have this roleset played next, with these options; raises `NarratorError` where it has no words."""
        rules, _ = self.library.roleset(roleset, options)
        words = self.load(roleset)
        silent = speechless(words, rules)
        if silent is not None:
            raise NarratorError("no-words", silent)
        if roleset != self.lobby.roleset:
            self.explanation.end()
            self.lobby.deck, self.lobby.hands, self.lobby.village, self.lobby.houses = None, {}, None, {}
            self.lobby.stack, self.lobby.left_out = [], []
        if self.lobby.deck is not None:
            self.lobby.deck = {card: number for card, number in self.lobby.deck.items() if card in rules.cards}
        self.lobby.roleset, self.lobby.options = roleset, dict(options)
        self.rehearse()

    def speak(self, language: str) -> None:
        """Speak this language from now on, wherever nobody wants another; raises `Refused`."""
        if language not in self.words:
            raise Refused("unknown-language", language=language, languages=", ".join(self.words))
        self.lobby.language = language

    def rehearse(self) -> None:
        """Have everything ready in the language that is spoken: the names of those who have given none, and every line
        without names in it."""
        self.mind_languages()
        if self.spoken != self._named_in:
            self._name_again()
        words = self.load(self.lobby.roleset)
        lines = [line for cue in sorted(words.cues) for line in words.foreseeable(cue)]
        speed = PACES[self.lobby.pace].speech
        self.loudspeaker.prepare([*(line._replace(speed=speed) for line in lines), *lines])

    def _name_again(self) -> None:
        with self.drawn_in(self._named_in):
            before = self.language.seats(MOST_SEATS)
        names = {number: name for name, number in self.language.seats(MOST_SEATS).items()}
        self.lobby.rename({name: names[number] for name, number in before.items()})
        self._named_in = self.spoken

    def try_table(self) -> None:
        """Draw what a box that starts with this table would draw first; raises whatever goes wrong."""
        self.screens.shared("host")
        self.screens.own("host", None)
        self.screens.deck()

    def foresee(self, mix: Mix, tally: Tally) -> None:
        """Know from now on what comes of a mix."""
        self.odds[mix] = tally
        self.publish()

    # A game from its beginning to its end.

    def start(self, house_deck: bool = False) -> None:
        """Deal the cards, of a house deck or by the book, and begin; raises `IllegalTable`."""
        self.moderate(dealt_game(self.lobby, self.library, self.seed(), house_deck=house_deck))

    def start_dealt(self, dealing: Dealing) -> None:
        """Begin with the cards that were dealt by tags; raises `IllegalTable`."""
        self.moderate(dealing.game(self.seed()))

    def moderate(self, game: Game) -> None:
        """Begin this game, which has just been dealt."""
        beginners = self.lobby.beginners
        self.lobby.started, self.lobby.hands, self.lobby.beginners = True, {}, False
        self.lobby.options = open_options(self.lobby, self.library)
        sit_out(self.lobby, [], game.rules.filler)
        texts = self.library.texts(game.header["roleset"], game.header["house_rule"])
        language = self.spoken
        kept = journal.Journal.create(self.data / GAMES, game.header, texts, language, beginners)
        self.dealing = None
        self.hush()
        self._play(game, kept, language, beginners)

    def resume(self) -> bool:
        """Go on with the game that was cut off, if there is one: at the call that was open then."""
        try:
            if (path := journal.unfinished(self.data / GAMES)) is None:
                return False
            loaded = journal.load(path)
            game = journal.replayed(loaded)
            self.load(game.header["roleset"])
            kept = journal.Journal.reopen(path)
        except NarratorError as error:
            self.trouble[error.code] = error.told
            return False
        if loaded.torn is not None:
            self.trouble["torn-journal"] = loaded.torn
        bring_back(self.lobby, game.seats)
        self._play(game, kept, loaded.language, loaded.beginners, *left_at(loaded.entries, game.facts))
        self.announce("box.back")
        return True

    def _play(
        self, game: Game, kept: journal.Journal, language: str, beginners: bool, heard: int = 0, closed: int = 0
    ) -> None:
        name, rules = game.header["roleset"], game.rules
        cards = (*cards_of(self.library.tree(name)), *rules.cards)
        acts = (*acts_of(self.library.whole(name)), *[rule.id for _, rule in rules.any_time])
        self._wanted = []
        self._kept_as = kept.path.stem
        self.leave_round()
        self.round = Round(
            game,
            kept,
            self,
            language=language,
            beginners=beginners,
            legend=Legend(list(dict.fromkeys(cards)), game.seats, list(rules.events), list(dict.fromkeys(acts))),
            first=self.first_question,
            asked=self._asked,
        )
        self.round.begin(heard, closed)
        if beginners and not (heard or closed) and self.round.introduction.people:
            self.round.introduce()
        self._let_time_go()

    def back(self) -> None:
        """A step back, to the window before, or to the beginning of an introduction."""
        if self.round is not None:
            introducing = introduces(self.round.beat)
            self.round.back()
            if introducing:
                self.round.introduce()
            self._let_time_go()
            self.announce("box.undone")

    def end(self) -> None:
        """End the game for good: nobody has won, and everybody may know who was who."""
        if self.round is not None:
            self.round.end()
        self._let_time_go()

    def finished(self) -> None:
        """The game is over: the box says who was who, where nobody has a page to read it on. One that was told to its
        end has awards, and is written down."""
        played = self.round
        assert played is not None
        if all(listener.hear is not None for listener in self.listeners.all):
            self.speech.say_all(partial(who_was_who, played.game))
        self.awards = []
        if played.views[None].winner is not None:
            self._honour(played)
        self.publish()

    def _honour(self, played: Round) -> None:
        unread = set().union(*self.without_page.values())
        with self.drawn_in(played.language):
            self.awards = awards(played.game, played.talk, self.language, unread)
        self.speech.say_all(partial(said_aloud, self.awards))
        if owing := owe_a_game(played.views[None], self.lobby.players):
            sit_out(self.lobby, owing, played.game.rules.filler)
            self.speech.announce("box.sits-out", names=lambda words: words.names(owing))
        try:
            self.evenings.add([*people(played.game, self._kept_as, self.lobby.bots)])
        except NarratorError as error:
            self.trouble["evenings"] = error.told

    # Breaks.

    def pause(self, cue: str) -> None:
        """Let everything stand still, and say why."""
        self.clock.stop()
        self.hush()
        self.speech.announce(cue)
        self.pauses += 1
        self.paused = cue
        self.waits = False
        self.publish()

    def wait_for_somebody(self) -> None:
        """Let everything stand still until somebody can be heard."""
        self.pause("box.deserted")
        self.waits = True

    def go_on(self) -> None:
        """End the pause, and say again what it has cut off."""
        self.trouble = {code: said for code, said in self.trouble.items() if code.startswith(LASTING)}
        self._take_time(self.speech.announce("box.resumed") + self.speech.say_again(self.clock.time()))
        self._let_time_go()

    def go_on_alone(self) -> None:
        """The host wants to go on though nobody can be heard: those are not missed until they are heard again."""
        self._reach.forget()
        self.go_on()

    def _let_time_go(self) -> None:
        self.clock.go()
        self.paused = None
        self.waits = False
        self.publish()
