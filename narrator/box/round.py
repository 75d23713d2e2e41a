"""What is due now in the game being played, and what comes of an answer?

    answer -> Game.answer -> journal -> facts -> beats -> what is said, played and shown

A round is one game with all that a table hears and sees of it: the journal, what each seat may know (`views`), what is
still to be told (`beats`), and the time. Nothing but the round changes any of these. Only the box's thread calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from narrator.box.bot_seats import BotSeats
from narrator.box.introduction import PRACTICE, Introduction
from narrator.box.presence import Desertion
from narrator.box.running_order import RunningOrder, last_debate, step_back, tempo
from narrator.box.venue import Venue
from narrator.box.wishes import DebateWishes
from narrator.game.game import Game
from narrator.game.journal import Journal, Record
from narrator.game.small_talk import SmallTalk
from narrator.rules import facts
from narrator.rules.decoys import decoy
from narrator.rules.prompts import Prompt
from narrator.rules.views import View, let_see
from narrator.telling.legend import Legend
from narrator.telling.needed_words import needed
from narrator.telling.pace import BREATH, NAME_MORE, PACES, TAIL, Tempo
from narrator.telling.sounding import Bed
from narrator.telling.timeline import Background, Beat, Timeline, beginning, deals, is_last_half_minute

TICK = 1.0
"""While a window is open every page is sent its view this often, whether or not anything in it changed."""


class Round:
    """One game at one table; `begin` has to be called once.

    `language` is what the voice speaks; `beginners` says that somebody is new. `legend` numbers what lights tell.
    `asked` counts the questions of the evening, from `first` on. `beat` is what is told or asked now, and nothing once
    it is `over`: all is told, or the host has ended it. The rules know a winner long before the village does.
    """

    def __init__(
        self,
        game: Game,
        journal: Journal,
        venue: Venue,
        *,
        language: str,
        beginners: bool,
        legend: Legend,
        first: int,
        asked: int,
    ) -> None:
        self.game = game
        self.language = language
        self.beginners = beginners
        self.introduction = Introduction(game, venue)
        self.clock = venue.clock
        self.legend = legend
        self.first = first
        self.asked = asked
        self.views: dict[str | None, View] = {}
        self.beat: Beat | None = None
        self.began = self.ends = 0.0
        self.shown = 0
        self.talk = SmallTalk()
        self.wishes = DebateWishes()
        self.over = False
        self.signs: dict[str, list[str]] = {}
        self._venue = venue
        self._pages = venue.pages
        self._loudspeaker = venue.loudspeaker
        self._background = Background(venue.loudspeaker, journal.path.stem)
        self._speech = venue.speech
        self._record = Record(game, journal)
        self._bots = BotSeats(game, venue.lobby)
        self._timeline = Timeline(game.rules, game.seats, self._tempo())
        explained = partial(self._speech.explained, rules=game.rules, without_page=lambda: venue.without_page)
        self._order = RunningOrder(game, self._timeline, explained)
        self._tick = self._opened = 0.0
        self._desertion = Desertion()

    # What is so now.

    @property
    def beats(self) -> Sequence[Beat]:
        """What is told and asked after the beat that runs now."""
        return self._order.beats

    @property
    def asking(self) -> bool:
        """Is a window open, so that pages and buttons may answer?"""
        return self.beat is not None and self.beat.screen == "ask"

    @property
    def fingers_for(self) -> Prompt | None:
        """The ballot in which all point with their fingers now, for somebody to count."""
        window = self.beat.window if self.beat is not None and self.beat.fingers else ""
        return next((prompt for prompt in self.game.prompts if prompt.id == window), None)

    @property
    def left(self) -> float:
        """The seconds left of the window, the debate or the turn in it that is running."""
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
        return self.views[None].phase.startswith("night") or self.practises

    @property
    def practises(self) -> bool:
        """Is it a practice night?"""
        return self.beat is not None and self.beat.window == PRACTICE

    @property
    def lets_act(self) -> bool:
        """May any seat act? By day, while the village debates or hears news, or somebody is asked for all to see."""
        debate = self.beat is not None and self.beat.screen == "debate"
        busy = debate or (self.asking and self.views[None].asked) or self._order.tells_news
        return bool(busy) and self.views[None].phase == self.game.phase and self.game.phase.startswith("day")

    @property
    def _put(self) -> list[Prompt]:
        """What is asked now for everybody to see."""
        window = self.views[None].window if self.asking and not self.fingers_for else None
        return [prompt for prompt in self.game.prompts if not prompt.lasting and prompt.id == window]

    @property
    def on_trial(self) -> tuple[str, ...]:
        """For whose life do all others vote now?"""
        ballots = self.game.rules.ballots
        return tuple(seat for prompt in self._put if prompt.id in ballots for seat in prompt.about)

    @property
    def turnout(self) -> tuple[set[str], set[str]]:
        """Who is asked now for everybody to see, and which of them does the table wait for?"""
        if self.practises and self.asking:
            return set(self.introduction.people), set(self.introduction.missing)
        put = self._put
        return {seat for one in put for seat in one.seats}, {seat for one in put for seat in self.game.waiting(one)}

    def acts(self, seat: str) -> tuple[Prompt, ...]:
        """What this seat may do now besides answering: by day, while the village debates or votes."""
        if not self.lets_act:
            return ()
        return tuple(prompt for prompt in self.game.prompts if prompt.standing and seat in prompt.seats)

    @property
    def number(self) -> int:
        """The number of what the pages ask now."""
        return self.first + self.asked

    def question(self, seat: str) -> Prompt | None:
        """What this seat is asked now, a decoy while nobody may know who is asked; or nothing."""
        view = self.views.get(seat)
        if self.asking and self.practises:
            return self.introduction.question(seat)
        if view is None or view.window is None or not self.asking or self.fingers_for:
            return None
        if view.prompt is not None or view.opened is None or view.asked or seat not in view.living:
            return view.prompt
        return decoy(self.game.rules.prompts, view.opened, seat, view.living)

    # What people want.

    def begin(self, heard: int = 0, closed: int = 0) -> None:
        """Begin where all have heard the first `heard` facts; windows among the first `closed` facts are over."""
        game = self.game
        self._record.begin(heard, closed)
        self.views = {seat: View(game.seats, seat) for seat in (*game.seats, None)}
        self.shown, self.asked = 0, self.asked + 1
        self._show(heard)
        phase = self.views[None].phase
        if heard < len(game.facts) and isinstance(game.facts[heard], facts.PhaseBegan):
            self._show(heard + 1)
        self._background.begin(self._timeline.bed(phase, game.facts[:heard]))
        self._speech.begin(game.header["seed"], PACES[self._venue.lobby.pace].speech, needed(game.rules)["lines"])
        self._bots.begin()
        self.beat = Beat(heard, BREATH)
        self.ends = self.began = self.clock.time()
        self._follow_tempo()
        self._order.begin(heard, closed)
        self._prepare()

    def introduce(self) -> None:
        """Before the game has been told of, have people hear and try what they need to play it."""
        self.introduction = Introduction(self.game, self._venue)
        self._order.put_first(self.introduction.beats(self._tempo(), self._timeline.bed("night")))
        self._prepare()

    def answer(self, seat: str, value: list[str]) -> None:
        """Answer what this seat is asked; a decoy's answer takes as long, on the disk as well, and means nothing."""
        question = self.question(seat)
        self._pages.forget(seat)
        if question is None or question is not self.views[seat].prompt:
            read = list(question.read(seat, value)) if question else []
            self._record.keep_nothing_new()
            self.talk.hear(seat, self.asked, None if self.practises else question, read)
            self._practised(seat)
            return
        self._record.put(partial(self.game.answer, question.id, value, seat))
        self._answered()
        self._let_bots_answer(before_close=False)

    def sign(self, seat: str, value: list[str]) -> None:
        """Press the button beside a vote: an answer from those it is put to, and nothing from everybody else."""
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
        self.at_once(partial(self.game.answer, prompt, value, seat))

    def at_once(self, put: Callable[[], None]) -> None:
        """Put something into the game that takes effect at once, and have the table hear of it."""
        self._record.put(put)
        if news := self._order.news(self._record.over):
            self._break_off(news)

    def whisper(self, seat: str, value: list[str]) -> None:
        """The dead whisper a name: to one of them at most that means something, and nobody can tell to whom."""
        if may := self.acts(seat):
            self.act(seat, may[0].id, value)
        else:
            self._pages.forget(seat)
            self._record.keep_nothing_new()

    def point(self, ballot: str, fingers: Mapping[str, int]) -> None:
        """All have pointed, and so many fingers were counted at each."""
        self._record.put(partial(self.game.point, ballot, fingers))
        self._answered()

    def bot_sits_down(self) -> None:
        """A bot has taken a chair: in an open vote nobody waits for it."""
        if self.asking:
            self._let_bots_answer(before_close=False)

    def skip(self) -> None:
        """Leave out the rest of what is told now, and of a window, a debate or an introduction."""
        self._order.skip(self.beat)
        self.ends = min(self.ends, self.clock.time())

    def lengthen(self, seconds: float) -> None:
        """Make what is told or asked now last this much longer, or shorter, where the seconds are negative."""
        self.ends = max(self.clock.time(), self.ends + seconds)

    def back(self) -> None:
        """Go a step back, to the window before."""
        window = step_back(self.game, self.shown, self._record.over, self.views[None].window if self.asking else None)
        self._record.back_to(window)
        self._loudspeaker.hush()
        self.begin(beginning(self.game.facts, window), window)

    def end(self) -> None:
        """End the game for good; nobody has won."""
        self._loudspeaker.hush()
        self._finish(None)

    def close(self) -> None:
        """Close the journal: nothing is kept any more."""
        self._record.close()

    def take_back(self) -> None:
        """Go back to the game as it is kept, after a mistake of ours."""
        self._record.take_back()

    def give_back(self) -> None:
        """Have the open question last as much longer as nobody could answer it."""
        if self._desertion.since is not None:
            self.ends += self.clock.time() - self._desertion.since

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
        if now >= self._tick and self._desertion.lasts_long(self._venue.is_deserted, now, self.length):
            self._venue.wait_for_somebody()
        if now >= self._tick:
            asked, waiting = (seats.difference(self._venue.lobby.bots) for seats in self.turnout)
            self._venue.speed.see(self.number, self.practises, len(asked), len(waiting), now - self._opened)
        while now >= self._tick:
            self._tick += TICK
            self._pages.tick()
        return None if self.clock.stopped else min(self.ends, self._tick) - now

    def _next_beat(self) -> None:
        """Begin the next beat; when none is left, close the open prompts, which brings new ones."""
        last = self.beat
        if last is not None and self.practises:
            self._order.put_first(self.introduction.after(last, self.beats))
        goes_on = self._order.goes_on(last)
        if last is not None and last.screen == "ask" and not goes_on:
            self._record.over = self.shown
            self._record.keep_nothing_new()
            if self.practises:
                self._timeline.follow(self._tempo())
                self._order.plan_after_introduction()
        if last is not None and last.screen == "debate" and not goes_on:
            self._record.over = max(self._record.over, last_debate(self.game.facts, self.shown) + 1)
        if not self.beats and not self._go_on():
            return
        if last is not None:
            self._background.stop(last)
        self._record.keep_place(self.beats[0].since)
        beat = self._order.beats.popleft()
        self.beat, self.began = beat, self.ends
        self._show(beat.shows)
        self._background.play(beat)
        said = self._speech.say_cue(beat.cue, self.began) if beat.cue is not None else 0.0
        lag = self._venue.lobby.lag / 1000 if beat.cue or beat.sound else 0.0
        self.ends = self.began + lag + beat.lasts(said)
        self._tick = self.began + TICK
        if not goes_on:
            self._desertion.since = None
            self._order.spare = 0.0
            self._opened = self.began
        if beat.screen not in ("ask", "debate") or not goes_on:
            self.asked += 1
            self.talk.now = {}
        self._pages.publish(after=lag)
        if beat.screen == "ask":
            self._let_bots_answer(before_close=False, late=goes_on and not self._order.goes_on(beat))
            self._end_soon_if_complete()
        elif is_last_half_minute(beat) and (deed := self._bots.deed(self.acts)) is not None:
            self.act(*deed)

    def _go_on(self) -> bool:
        """Close the open prompts, and plan what that brings; is there anything to tell?"""
        if self.game.winner is not None:
            self._finish(self.game.winner)
            return False
        self._let_bots_answer(before_close=True)
        self._record.close_prompts()
        self._plan()
        return bool(self.beats)

    def _finish(self, winner: str | None) -> None:
        self._record.keep(("over", winner))
        self.beat, self.over = None, True
        self.close()
        self._background.begin(Bed("day"))
        self._venue.finished()

    def _plan(self) -> None:
        """Put the beats of everything that has happened since on the timeline."""
        self._follow_tempo()
        self._order.plan(self._record.over)
        self._prepare()

    def _tempo(self) -> Tempo:
        return tempo(self._venue, self.game, self.legend, self.beginners)

    def _follow_tempo(self) -> None:
        """At night the pace stays as it is: how much of that is planned already tells whom there is to ask."""
        if not self.is_night:
            self._timeline.follow(self._tempo())

    def _prepare(self) -> None:
        """Have what is coming rendered ahead, and what may have to be said right after it."""
        self._speech.prepare((beat.cue for beat in self.beats if beat.cue is not None), self._order.possible_cues())

    def _break_off(self, news: list[Beat]) -> None:
        """Tell the news now, after the line that is being said, and go on afterwards with what they break off."""
        beat, now = self.beat, self.clock.time()
        assert beat is not None
        self._order.break_off(beat, max(0.0, self.ends - now), news)
        self._background.stop(beat)
        self.beat = Beat(self.shown, since=self._record.heard)
        self.began, self.ends = now, max(now, self._speech.until)
        self._prepare()

    def _show(self, shows: int) -> None:
        """Let the views see the facts up to this number."""
        told = self.game.facts[:shows]
        let_see(self.views, told, self.shown, self.game.rules, self.game.options)
        if any(isinstance(fact, (facts.Counted, facts.PhaseBegan)) for fact in told[self.shown :]):
            self.signs = {}
        self.shown = max(self.shown, shows)

    # What comes of an answer.

    def _let_bots_answer(self, before_close: bool, late: bool = False) -> None:
        if not self._venue.lobby.bots:
            return
        for prompt, answers in self._bots.answers(self.views[None].window, before_close, late):
            self._record.put(partial(self.game.answer_all, prompt, answers))
            self._answered()

    def _answered(self) -> None:
        """After an answer: what everybody may see of it is shown, and a ballot that is complete ends soon."""
        if len(self.game.facts) > self._order.planned:
            self._order.planned = len(self.game.facts)
            self._show(len(self.game.facts))
        self._end_soon_if_complete()
        if any(not prompt.lasting for prompt in self.game.prompts):
            self._pages.change_shared()  # in an open ballot, too: whom each points at stands among the seats

    def _practised(self, seat: str) -> None:
        """Somebody has answered in a practice night, or has read their card; when all have, that is over."""
        if self.practises and self.asking:
            self.introduction.answer(seat, self.talk.now[seat][0])
            if self.introduction.is_complete:
                self._end_soon()
            self._pages.change_shared()
        elif deals(self.beat):
            if self.talk.now.keys() >= {*self.introduction.people}:
                self._end_soon()
            self._pages.change_shared()

    def _end_soon_if_complete(self) -> None:
        """End the window soon that everybody has answered; a ballot that goes on after a break may be one."""
        put = [(one, self.game.waiting(one)) for one in self.game.prompts if one.id == self.views[None].window]
        given = any(waiting != one.seats for one, waiting in put)
        if self.asking and given and (self.game.complete or not any(one.lasting or waiting for one, waiting in put)):
            may_name_more = any(0 < len(named) < one.most for one, _ in put for named in self.game.given(one).values())
            self._end_soon(NAME_MORE if may_name_more else TAIL)

    def _end_soon(self, tail: float = TAIL) -> None:
        """End the window that all have answered, after a time to change their minds, or to name more, and the line."""
        rest = max(tail, self._speech.until - self.clock.time())
        if self.left > rest or tail > TAIL:
            self._order.spare += self.left - rest
            self._order.drop_rest(self.beat)
            self.ends = self.clock.time() + rest
