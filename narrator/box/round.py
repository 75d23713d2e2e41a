"""What is due now in the game being played, and what comes of an answer?

    answer -> Game.answer -> journal -> facts -> beats -> what is said, played and shown

A round is one game with all that a table hears and sees of it: the journal, what each seat may know (`views`), what is
still to be told (`beats`), and the time. Nothing but the round changes any of these. Only the box's thread calls it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from random import Random

from hardware.lights import duration
from narrator.box.presence import GRACE
from narrator.box.record import Record
from narrator.box.running_order import RunningOrder, last_debate, step_back
from narrator.box.venue import Venue
from narrator.box.wishes import DebateWishes, Wish
from narrator.game.bots import random_answers
from narrator.game.game import Game
from narrator.game.journal import Journal
from narrator.rules import facts
from narrator.rules.decoys import decoy
from narrator.rules.prompts import Prompt
from narrator.rules.views import View
from narrator.telling.legend import Legend
from narrator.telling.pace import BREATH, TAIL
from narrator.telling.script import Cue
from narrator.telling.timeline import Beat, Sound, Timeline, beginning

TICK = 1.0
"""While a window is open every page is sent its view this often, whether or not anything in it changed."""


class Round:
    """One game at one table; `begin` has to be called once.

    `language` is what the voice speaks. `legend` numbers what lights tell. `asked` counts the questions of the evening,
    from `first` on. `beat` is what is told or asked now, and nothing once all is told.
    """

    def __init__(
        self, game: Game, journal: Journal, venue: Venue, *, language: str, legend: Legend, first: int, asked: int
    ) -> None:
        self.game = game
        self.language = language
        self.clock = venue.clock
        self.legend = legend
        self.first = first
        self.asked = asked
        self.views: dict[str | None, View] = {}
        self.beat: Beat | None = None
        self.began = self.ends = 0.0
        self.shown = 0
        self.decoys: dict[str, list[str]] = {}
        self.signs: dict[str, list[str]] = {}
        self._venue = venue
        self._pages = venue.pages
        self._loudspeaker = venue.loudspeaker
        self._speech = venue.speech
        self._record = Record(game, journal)
        self._wishes = DebateWishes()
        self._thought: set[tuple[str, str, str]] = set()
        self._dice = Random(game.header["seed"])
        self._timeline = Timeline(game.rules, game.seats, *self._tempo())
        self._order = RunningOrder(game, self._timeline, self._explained)
        self._tick = 0.0
        self._deserted: float | None = None

    # What is so now.

    @property
    def beats(self) -> Sequence[Beat]:
        """What is told and asked after the beat that runs now."""
        return self._order.beats

    @property
    def over(self) -> bool:
        """Has the game ended, and has all of it been told? The rules know a winner long before the village does."""
        return self.beat is None and self.game.winner is not None

    @property
    def asking(self) -> bool:
        """Is a window open, so that pages and buttons may answer?"""
        return self.beat is not None and self.beat.screen == "ask"

    @property
    def left(self) -> float:
        """The seconds left of the window or the debate that is running."""
        if self.beat is None:
            return 0.0
        return max(0.0, self.ends - self.clock.time()) + self._order.left_after(self.beat)

    @property
    def length(self) -> float:
        """The seconds that the beat now running takes in all."""
        return self.ends - self.began

    @property
    def is_night(self) -> bool:
        """Is it night, as far as the village knows?"""
        return self.views[None].phase.startswith("night")

    @property
    def is_open_debate(self) -> bool:
        """Does everybody debate and point at once? The rules may be at that ballot while the night is still told."""
        window = self.views[None].window
        return self.asking and any(prompt.open_ballot and prompt.id == window for prompt in self.game.prompts)

    @property
    def is_debate(self) -> bool:
        """Does the village debate?"""
        return self.beat is not None and (self.beat.screen == "debate" or self.is_open_debate)

    @property
    def lets_act(self) -> bool:
        """Does the village debate or vote by day, so that somebody may act beside that?"""
        asks = self.beat is not None and self.beat.screen in ("ask", "debate")
        return asks and self.views[None].phase.startswith("day")

    def acts(self, seat: str) -> tuple[Prompt, ...]:
        """What this seat may do now beside what it is asked: by day, while the village debates or votes."""
        if not self.lets_act or self.views[None].phase != self.game.phase:
            return ()
        return tuple(prompt for prompt in self.game.prompts if prompt.standing and seat in prompt.seats)

    @property
    def number(self) -> int:
        """The number of what the pages ask now."""
        return self.first + self.asked

    def question(self, seat: str) -> Prompt | None:
        """What this seat is asked now, a decoy while nobody may know who is asked; or nothing."""
        view = self.views.get(seat)
        if view is None or view.window is None or self.beat is None or self.beat.screen != "ask":
            return None
        if view.prompt is not None or view.opened is None or view.asked or seat not in view.living:
            return view.prompt
        return decoy(self.game.rules.prompts[view.window], view.opened, seat, view.living)

    # What people want.

    def begin(self, heard: int = 0, closed: int = 0) -> None:
        """Begin where all have heard the first `heard` facts; windows among the first `closed` facts are over."""
        game = self.game
        self._record.begin(heard, closed)
        self.views = {seat: View(game.seats, seat) for seat in (*game.seats, None)}
        self.shown = 0
        self._show(heard)
        phase = self.views[None].phase
        if heard < len(game.facts) and isinstance(game.facts[heard], facts.PhaseBegan):
            self._show(heard + 1)
        self._loudspeaker.bed(self._timeline.bed(phase) or None)
        self._loudspeaker.effect_stop("heartbeat")
        self._speech.begin(game.header["seed"])
        self._dice = Random(game.header["seed"])
        self.beat = Beat(heard, BREATH)
        self.ends = self.began = self.clock.time()
        self._wishes.forget()
        self._follow_tempo()
        self._order.begin(heard, closed)
        self._prepare()

    def answer(self, seat: str, value: list[str]) -> None:
        """Answer what this seat is asked; a decoy's answer takes as long, on the disk as well, and means nothing."""
        question = self.question(seat)
        self._pages.forget(seat)
        if question is None or question is not self.views[seat].prompt:
            read = [] if question is None else list(question.read(seat, value))
            self._record.keep_nothing_new()
            self.decoys[seat] = read
            return
        self._record.put(partial(self.game.answer, question.id, value, seat))
        self._answered()

    def sign(self, seat: str, value: list[str]) -> None:
        """Press the button beside a vote: an answer from whom it is put to, and from everybody else nothing."""
        aside = self.views[seat].aside if seat in self.views else None
        self._pages.forget(seat)
        if aside is None:
            self._record.keep_nothing_new()
        else:
            self._record.put(partial(self.game.answer, aside.id, value, seat))
        self.signs[seat] = value

    def act(self, seat: str, prompt: str, value: list[str]) -> None:
        """Do what this seat may do at any time of the day: it takes effect, and the table hears of it, at once."""
        self._pages.forget(seat)
        self._record.put(partial(self.game.answer, prompt, value, seat))
        news = self._order.news(self._record.over)
        if news:
            self._break_off(news)

    def whisper(self, seat: str, value: list[str]) -> None:
        """The dead whisper a name: to one of them at most that means something, and nobody can tell to whom."""
        may = self.acts(seat)
        if may:
            self.act(seat, may[0].id, value)
        else:
            self._pages.forget(seat)
            self._record.keep_nothing_new()

    def offer_draw(self) -> None:
        """Put a draw to the vote."""
        self._record.put(self.game.offer_draw)
        self._answered()

    def wish(self, seat: str, wish: Wish) -> bool:
        """Somebody wishes for something in a debate: do more than half of the living wish for it now?"""
        return self._wishes.add(seat, wish, self.game.alive)

    def skip(self) -> None:
        """Leave out the rest of what is told now, and of a window or a debate."""
        self._order.drop_rest(self.beat)
        self.ends = min(self.ends, self.clock.time())

    def lengthen(self, seconds: float) -> None:
        """Have what is told or asked now take so much longer, or, with less than nothing, shorter."""
        self.ends = max(self.clock.time(), self.ends + seconds)

    def back(self) -> None:
        """Go a step back, to the window before."""
        window = step_back(self.game, self.shown, self._record.over, self.views[None].window if self.asking else None)
        self._record.back_to(window)
        self._loudspeaker.hush()
        self.begin(beginning(self.game.facts, window), window)

    def end(self) -> None:
        """End the game for good; nobody has won."""
        self._record.keep(("over", None))
        self.close()
        self._loudspeaker.hush()
        self._loudspeaker.effect_stop("heartbeat")
        self._loudspeaker.bed(None)

    def close(self) -> None:
        """Close the journal: nothing is kept any more."""
        self._record.close()

    def take_back(self) -> None:
        """Have the game as it is kept, after a mistake of ours."""
        self._record.take_back()

    def give_back(self) -> None:
        """Have the open question last as much longer as nobody could answer it."""
        if self._deserted is not None:
            self.ends += self.clock.time() - self._deserted

    # What comes with time.

    def turn(self) -> float | None:
        """Do everything whose time has come; the seconds until the next thing, or nothing when none is planned."""
        if self.clock.stopped:
            return None
        while self.beat is not None and self.clock.time() >= self.ends:
            self._next_beat()
        if self.beat is None:
            return None
        now = self.clock.time()
        if self.beat.screen != "ask":
            return self.ends - now
        if now >= self._tick:
            self._look_around(now)
        while now >= self._tick:
            self._tick += TICK
            self._pages.publish()
        return None if self.clock.stopped else min(self.ends, self._tick) - now

    def _look_around(self, now: float) -> None:
        if not self._venue.is_deserted:
            self._deserted = None
        elif self._deserted is None:
            self._deserted = now
        elif now >= self._deserted + GRACE:
            self._venue.wait_for_somebody()

    def _next_beat(self) -> None:
        """Begin the next beat; when none is left, close the open prompts, which brings new ones."""
        last = self.beat
        goes_on = self._order.goes_on(last)
        if last is not None and last.screen == "ask" and not goes_on:
            self._record.over = self.shown
            self._record.keep_nothing_new()
        if last is not None and last.screen == "debate" and not goes_on:
            self._record.over = max(self._record.over, last_debate(self.game.facts, self.shown) + 1)
        if not self.beats and not self._go_on():
            return
        if last is not None:
            self._stop_heartbeat(last)
        self._record.keep_place(self.beats[0].since)
        beat = self._order.beats.popleft()
        self.beat, self.began = beat, self.ends
        self._show(beat.shows)
        if beat.sound is not None:
            self._sound(beat.sound)
        self.ends = self.began + beat.seconds
        if beat.cue is not None:
            self.ends += self._speech.say_cue(beat.cue, self.began)
        if beat.screen == "ask":
            self._tick = self.began + TICK
        if not goes_on:
            self._deserted = None
            self._order.spare = 0.0
            self._wishes.forget()
        if beat.screen not in ("ask", "debate") or not goes_on:
            self.asked += 1
            self.decoys = {}
        self._loudspeaker.level("window" if beat.screen == "ask" else "between")
        self._pages.publish()
        if beat.screen == "ask":
            self._let_bots_answer(before_close=False)
            self._end_soon_if_complete()
        elif beat.sound is not None and beat.sound.effect == "heartbeat":
            self._let_a_bot_act()

    def _go_on(self) -> bool:
        """Close the open prompts, and plan what that brings; is there anything to tell?"""
        if self.game.winner is not None:
            self._finish()
            return False
        self._let_bots_answer(before_close=True)
        self._record.close_prompts()
        self._plan()
        return bool(self.beats)

    def _finish(self) -> None:
        self._record.keep(("over", self.game.winner))
        self.beat = None
        self.close()
        self._loudspeaker.bed("day")
        self._venue.finished()

    def _plan(self) -> None:
        """Put the beats of everything that has happened since on the timeline."""
        self._follow_tempo()
        self._order.plan(self._record.over)
        self._prepare()

    def _follow_tempo(self) -> None:
        """By night the pace stays as it is: how much of that is planned already tells whom there is to ask."""
        if not self.is_night:
            self._timeline.follow(*self._tempo())

    def _prepare(self) -> None:
        """Have rendered ahead what is coming, and what may have to be said at once after it."""
        self._speech.prepare((beat.cue for beat in self.beats if beat.cue is not None), self._possible_cues())

    def _explained(self, beats: Iterable[Beat]) -> Iterator[Beat]:
        return self._speech.explained(beats, lambda: self._venue.without_page)

    def _break_off(self, news: list[Beat]) -> None:
        """Tell the news now, after the line that is being said, and go on afterwards with what they break off."""
        beat, now = self.beat, self.clock.time()
        assert beat is not None
        self._order.break_off(beat, max(0.0, self.ends - now), news)
        self._stop_heartbeat(beat)
        self.beat = Beat(self.shown, since=self._record.heard)
        self.began, self.ends = now, max(now, self._speech.until)
        self._prepare()

    def _possible_cues(self) -> Iterator[Cue]:
        """What may have to be said right after the open ballots and last words, whoever is chosen."""
        for prompt in self.game.prompts:
            cue = None if prompt.lasting else self.game.rules.brings(prompt.id)
            if cue is not None:
                yield from (Cue(cue, (choice,)) for choice in prompt.choices)

    def _tempo(self) -> tuple[str, float]:
        """The pace, and how many seconds the light on the lid takes to tell something, where somebody needs it."""
        by_tag = self._venue.readers and self._venue.without_page["tags"]
        return self._venue.lobby.pace, duration(self.legend.most) if by_tag else 0.0

    def _sound(self, sound: Sound) -> None:
        if sound.bed is not None:
            self._loudspeaker.bed(sound.bed or None)
        if sound.effect is not None:
            self._loudspeaker.effect(sound.effect)

    def _stop_heartbeat(self, beat: Beat) -> None:
        if beat.sound is not None and beat.sound.effect == "heartbeat":
            self._loudspeaker.effect_stop("heartbeat")

    def _show(self, shows: int) -> None:
        """Let the views see the facts up to this number."""
        for fact in self.game.facts[self.shown : shows]:
            self.shown += 1
            for view in self.views.values():
                view.see(fact)
            if isinstance(fact, (facts.Counted, facts.PhaseBegan)):
                self.signs = {}
            if isinstance(fact, (facts.Eliminated, facts.Withdrew, facts.Left)):
                self._let_ghosts_see(fact.seats if isinstance(fact, facts.Eliminated) else (fact.seat,))

    def _let_ghosts_see(self, dead: Iterable[str]) -> None:
        game = self.game
        for seat in dead:
            haunts = game.rules.cards[self.views[seat].card or game.rules.filler].haunts
            if haunts or game.options.get("ghosts_see") == "on" or seat == self.views[None].witness:
                self.views[seat] = view = View(game.seats, seat, everything=True)
                for fact in game.facts[: self.shown]:
                    view.see(fact)

    # What comes of an answer.

    def _let_bots_answer(self, before_close: bool) -> None:
        """Bots answer ballots at once, and at night at the end of the window, so that a pack can follow its people.

        A ballot that is open in the game may still lie behind a call with nobody to ask: then it is not answered yet.
        """
        game = self.game
        for prompt in game.prompts:
            if prompt.lasting != before_close or not (before_close or prompt.id == self.views[None].window):
                continue
            bots = [seat for seat in game.waiting(prompt) if seat in self._venue.lobby.bots]
            if bots:
                answers = random_answers(prompt, bots, self._dice, game.given(prompt))
                self._record.put(partial(game.answer_all, prompt.id, answers))
                self._answered()

    def _answered(self) -> None:
        """After an answer: what everybody may see of it is shown, and a ballot that is complete ends soon."""
        game = self.game
        if len(game.facts) > self._order.planned:
            self._order.planned = len(game.facts)
            self._show(len(game.facts))
        self._end_soon_if_complete()
        if any(not prompt.lasting for prompt in game.prompts):
            self._pages.change_shared()  # in an open ballot, too: whom each points at stands among the seats

    def _end_soon_if_complete(self) -> None:
        """End the window soon that everybody has answered; a ballot that goes on after a break may be one."""
        game, now = self.game, self.clock.time()
        given = any(game.given(prompt) for prompt in game.prompts if prompt.id == self.views[None].window)
        if self.asking and given and game.complete and self.left > TAIL:
            self._order.spare += self.left - TAIL
            self._order.drop_rest(self.beat)
            self.ends = now + TAIL

    def _let_a_bot_act(self) -> None:
        """In the last half minute of a debate bots do what they may do at any time of the day, each thing once."""
        for seat in self._venue.lobby.bots:
            for prompt in self.acts(seat):
                if (key := (self.game.phase, prompt.id, seat)) not in self._thought:
                    self._thought.add(key)
                    wanted = random_answers(prompt, [seat], self._dice)[seat]
                    if wanted:
                        self.act(seat, prompt.id, [wanted] if isinstance(wanted, str) else list(wanted))
                        return
