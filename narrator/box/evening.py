"""How do things stand at the table? Everything that pages are drawn from; only the box's own thread touches it.

Who sits there (`lobby`), what is played (`round`), in which words, what is wrong (`trouble`), who can be heard. What is
done with it stands in `moderator.py`.
"""

from __future__ import annotations

import logging
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from narrator.box.explanation import Explanation
from narrator.box.pages.listeners import Listeners
from narrator.box.pages.page_types import Stage
from narrator.box.phone_loan import Lending
from narrator.box.presence import Presence
from narrator.box.round import Round
from narrator.box.table_speed import TableSpeed
from narrator.clock import Clock
from narrator.errors import BadFile, NarratorError, Said, Sentence, Word
from narrator.folders import GAMES
from narrator.game.awards import Award
from narrator.game.evenings import FILE, Evenings
from narrator.game.game import Game
from narrator.game.library import LIBRARY, Library
from narrator.game.simulate import Tally
from narrator.lobby.dealing import Dealing
from narrator.lobby.lobby import TABLE, Lobby
from narrator.lobby.odds import Mix
from narrator.lobby.tags import tags_of
from narrator.network.addresses import NOWHERE, Found
from narrator.network.hotspot import Wifi
from narrator.rules.deal import FEWEST_SEATS
from narrator.rules.rolesets import Roleset
from narrator.telling.language import Language
from narrator.telling.loudspeaker import Loudspeaker
from narrator.telling.needed_words import speechless
from narrator.telling.own_pictures import own_pictures
from narrator.telling.pace import Wording
from narrator.telling.page_words import FIRST, installed
from narrator.telling.speech import Speech
from narrator.telling.voice import VOICES, Models

log = logging.getLogger("narrator.box")

QUESTIONS = 20
"""How many bits count the questions since the box started; the 32 before them tell this start from others."""


@dataclass(eq=False, repr=False)
class Evening:
    """One table, as long as its box runs.

    `loudspeaker` is where the box speaks and plays; `data` the folder for its journals and its lobby; `clock` the time
    of the game; `found` where pages reach it. `odds` are what is known to come of a mix, `dealing` the deal by tags
    that goes on, `readers` whether there are any for tags, `learning` how many lines the natural voice has ready and of
    how many, `paused` the cue that says why the game stands still.
    """

    data: Path
    loudspeaker: Loudspeaker
    clock: Clock = field(default_factory=Clock)
    library: Library = LIBRARY
    found: Found = NOWHERE

    def __post_init__(self) -> None:
        library, clock = self.library, self.clock
        self.boot = secrets.token_hex(4)
        self.trouble: dict[str, Sentence] = {
            f"roleset {name}": fault.sentence for name, fault in library.faults.items()
        }
        lobby = self.lobby = Lobby(self.data / TABLE)
        lobby.answers = self._answers
        if lobby.lost is not None:
            self.trouble["table"] = lobby.lost
        self.tags = tags_of(self.data, library)
        self.models = Models(self.data / VOICES)
        self.listeners = Listeners()
        self.speech = Speech(self.loudspeaker, lambda: self.language, clock.now, lambda: lobby.lag / 1000)
        self.explanation = Explanation(self.speech, self.loudspeaker, clock.now)
        self.lending = Lending(self.lobby, clock.now)
        self.round: Round | None = None
        self.awards: list[Award] = []
        self.evenings = Evenings(self.data / GAMES / FILE)
        self.dealing: Dealing | None = None
        self.readers = False
        self.speed = TableSpeed()
        self.odds: dict[Mix, Tally] = {}
        self.learning = (0, 0)
        self.paused: str | None = None
        self._reach = Presence()
        self._wanted: list[str] = []
        self._asked = 0
        self._words: dict[tuple[str, str | None, str, Wording], Language] = {}
        self._drawn_in: str | None = None
        self._silent: dict[tuple[str, tuple[tuple[str, str], ...], str], NarratorError | None] = {}
        self.pictures = own_pictures(library.folders)
        self.words, faulty = installed(library.folders)
        for code, fault in faulty.items():
            self.trouble[f"pages {code}"] = self._broken(code, fault)
        try:
            library.roleset(self.lobby.roleset, self.lobby.options)
        except NarratorError as error:
            self.trouble["roleset"] = error.told
            self.lobby.roleset, self.lobby.options, self.lobby.deck = Lobby().roleset, {}, None
        for code, load in {"tags": self.tags.load, "evenings": self.evenings.load}.items():
            try:
                load()
            except NarratorError as error:
                self.trouble[code] = error.told
        self._named_in = self.spoken

    # What is played.

    @property
    def stage(self) -> Stage:
        """Is the table in the `lobby`, in a `game`, or is one `over`? As far as the table knows."""
        if self.round is None:
            return "lobby"
        return "over" if self.round.over else "game"

    @property
    def game(self) -> Game | None:
        """The game that is played, or was played last."""
        return self.round.game if self.round is not None else None

    @property
    def debates(self) -> bool:
        """Does the village debate?"""
        beat = self.round.beat if self.round is not None else None
        return (beat is not None and beat.screen == "debate") or self.debates_openly

    @property
    def debates_openly(self) -> bool:
        """Does everybody debate and point at once? The rules may be at that ballot while the night is still told."""
        if self.round is None or not self.round.asking:
            return False
        window = self.round.views[None].window
        return any(prompt.open_ballot and prompt.id == window for prompt in self.round.game.prompts)

    @property
    def is_night(self) -> bool:
        """Is it night in a game, as far as the village knows?"""
        return self.round is not None and self.round.is_night

    @property
    def is_hushed(self) -> bool:
        """Is it night in a game that goes on? Then nothing is said on request."""
        return self.stage == "game" and self.is_night

    @property
    def question(self) -> int:
        """The number of what the pages ask now; after a restart none that was asked before it comes again."""
        return self.round.number if self.round is not None else self.first_question + self._asked

    @property
    def first_question(self) -> int:
        """From which number are the questions counted since this start of the box?"""
        return int(self.boot, 16) << QUESTIONS

    def leave_round(self) -> None:
        """No game is played any more, and none is told of."""
        if self.round is not None:
            self._asked = self.round.asked
            self.round = None

    @property
    def rules(self) -> Roleset:
        """The roleset that is played, or that would be."""
        if self.round is not None:
            return self.round.game.rules
        return self.next_rules

    @property
    def next_rules(self) -> Roleset:
        """The roleset that would be played next."""
        return self.library.roleset(self.lobby.roleset, self.lobby.options)[0]

    @property
    def mix(self) -> Mapping[str, int]:
        """How many there are of each card, as dealt or as they would be dealt; nothing where that is still open."""
        if self.round is not None:
            return self.round.game.deck
        if self.lobby.deck is not None:
            return self.lobby.deck
        seats = len(self.lobby.dealt_in)
        return Counter(self.rules.proposed(seats)) if seats >= FEWEST_SEATS else {}

    @property
    def known_mix(self) -> Mapping[str, int]:
        """What everybody may know of the deck: all of it, or nothing (CO-05)."""
        return self.mix if self.rules.open_deck else {}

    # In which words.

    @property
    def language(self) -> Language:
        """The words of what is played, or would be: the voice’s, and while a page is drawn those of the page."""
        if self.round is None:
            return self.load(self.lobby.roleset)
        header = self.round.game.header
        return self.load(header["roleset"], header["house_rule"])

    def sentence(self, told: Sentence, code: str | None = None) -> str:
        """A sentence in the language of this code, or else as `language` says it, where it can be said in any."""
        if isinstance(told, str):
            return told
        code = code or self._drawn_in or self.spoken
        with self.drawn_in(code):
            return self.words.get(code, self.words[FIRST]).tell(told, self.language.called)

    @contextmanager
    def drawn_in(self, language: str) -> Iterator[None]:
        """What is drawn meanwhile belongs to a page that speaks this language."""
        before, self._drawn_in = self._drawn_in, language
        try:
            yield
        finally:
            self._drawn_in = before

    def printed(self, what: Word) -> str:
        """What stands on a card or a building before a game, where plain words call it something else."""
        printed = self.load(self.lobby.roleset, wording="witty").called(what)
        return printed if printed != self.language.called(what) else ""

    def load(self, roleset: str, house_rule: str | None = None, wording: Wording | None = None) -> Language:
        """The words of a roleset, and of the guest that a `house_rule` brings it; read once for each language. They are
        plain or witty as the host wants it, if no `wording` is given."""
        key = roleset, house_rule, self._drawn_in or self.spoken, wording or self.lobby.words
        if key not in self._words:
            found = self._read(*key)
            self._words[key] = found.plainest if key[3] == "plain" else found
        return self._words[key]

    def _read(self, roleset: str, house_rule: str | None, language: str, wording: Wording) -> Language:
        """The words in one language; what it lacks is in English."""
        under = (self.library.extends(roleset), self.library.guest_sources(roleset, house_rule))
        folders = self.library.word_folders(wording == "plain")
        if language == FIRST:
            return Language.load(folders, roleset, language, *under)
        with self.drawn_in(FIRST):
            english = self.load(roleset, house_rule, wording)
        try:
            return Language.load(folders, roleset, language, *under, over=english)
        except NarratorError as error:
            log.warning("The words in “%s” cannot be used: %s", language, error.sentence)
            return english

    def phase(self, phase: str) -> str:
        """The name of a phase as people read it."""
        return self.language.phase(phase)

    def _answers(self) -> list[str]:
        """What pages show instead of a name: for nobody and for the reader, in any language, and all other answers."""
        instead = [words.say(key) for words in self.words.values() for key in ("every.nobody", "wiring.you")]
        return [*instead, *self.language.passes]

    @property
    def own_language(self) -> str:
        """The language of a page whose phone wants none that the box has; the voice's, too, unless the host wants
        another."""
        return self.lobby.language if self.lobby.language in self.words else FIRST

    @property
    def spoken(self) -> str:
        """What the voice speaks: in a game what it did from the beginning."""
        if self.round is not None:
            return self.round.language
        wanted = (self.lobby.voice, self.own_language)
        return next((code for code in wanted if code and self.can_speak(code)), FIRST)

    @property
    def in_english(self) -> bool:
        """Is what is drawn or said now in the language of the rolesets' own titles?"""
        return (self._drawn_in or self.spoken) == FIRST

    def can_speak(self, code: str) -> bool:
        """Does a language have all words for what would be played, so that the voice never has to mix two?"""
        return code == FIRST or (code in self.words and self._unsayable(code) is None)

    def _unsayable(self, code: str) -> NarratorError | None:
        """Why a language cannot be spoken with what would be played; nothing where it can."""
        key = self.lobby.roleset, tuple(self.lobby.options.items()), code
        if key not in self._silent:
            self._silent[key] = self._why_silent(self.lobby.roleset, code)
        return self._silent[key]

    def _why_silent(self, roleset: str, code: str) -> NarratorError | None:
        try:
            words = Language.load(self.library.folders, roleset, code, self.library.extends(roleset))
        except NarratorError as error:
            return error
        lacking = speechless(words, self.rules)
        return NarratorError("no-words", lacking) if lacking else None

    def mind_languages(self) -> None:
        """Say what is wrong with the words of the other languages for what would be played: with any file that has a
        mistake, and with what is missing where the host wants that language."""
        for code in [code for code in self.words if code != FIRST]:
            wrong = self._unsayable(code)
            self.trouble.pop(f"words {code}", None)
            if isinstance(wrong, BadFile):
                self.trouble[f"words {code}"] = self._broken(code, wrong)
            elif wrong and code in (self.lobby.voice, self.own_language):
                name, lacking = self.words[code].name, wrong.sentence
                self.trouble[f"words {code}"] = Said("trouble.words-missing", {"language": name, "problem": lacking})

    def _broken(self, code: str, fault: BadFile) -> Said:
        name = self.words[code].name if code in self.words else code
        return Said("trouble.words-broken", {"language": name, "problem": str(fault.problems[0])})

    # Who is there.

    def is_here(self, name: str) -> bool:
        """Does a page of this player listen, or is it a bot?"""
        return name in self.lobby.bots or name in self._listening()

    def needs_token(self, name: str) -> bool:
        """Has this player neither a page that listens nor a button that is there?"""
        return not self.is_here(name) and name not in self._reach.heard_by("buttons")

    @property
    def without_page(self) -> dict[str, set[str]]:
        """Who plays with `buttons`, and who with nothing but `tags`: those to whom no page listens."""
        here = self._listening()
        play = set(self.lobby.dealt_in if self.round is None else self.round.game.seats)
        buttons, tags = (self._reach.heard_by(part) & play - here for part in ("buttons", "tags"))
        return {"buttons": buttons, "tags": tags - buttons}

    @property
    def is_deserted(self) -> bool:
        """Could some of those who live answer before, and none of them can now?"""
        assert self.round is not None
        self._reach.listening(self._listening())
        return self._reach.lost([seat for seat in self.round.views[None].living if seat not in self.lobby.bots])

    def _listening(self) -> set[str]:
        tokens = {listener.token or "" for listener in self.listeners.all if listener.hear is None}
        return {name for token, name in self.lobby.tokens.items() if token in tokens}

    @property
    def wanted(self) -> list[str]:
        """Whose buttons are awaited, that of the first one now."""
        return [name for name in self._wanted if name in self.lobby.players]

    # Where it is found.

    @property
    def pin(self) -> str:
        """What the host types to open the host page."""
        return self.lobby.pin

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where pages reach the box, the best address first."""
        return self.found.addresses

    @property
    def wifi(self) -> Wifi | None:
        """The Wi-Fi that the box has opened itself."""
        return self.found.wifi

    @property
    def join_url(self) -> str:
        """Where a phone joins."""
        return self.addresses[0] if self.addresses else ""
