"""In which order, and for how long, is everything said, played and shown?

Facts become beats: stretches of time with what is said at their start and how many facts the pages show from then on.
Lengths come from `pace.py` and from the lines' own lengths, so they depend on public facts only; a call that nobody
answers takes as long as one that is answered at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile
from math import ceil
from typing import Any, NamedTuple

from narrator.rules import facts
from narrator.rules.fingers import by_fingers
from narrator.rules.rolesets import Roleset
from narrator.rules.views import View
from narrator.telling.loudspeaker import Loudspeaker
from narrator.telling.pace import (
    AFTER_LINE,
    ALL_VOTES,
    COUNTING,
    EACH_VOTE,
    FINGERS_UP,
    JOINED,
    LAST_HALF_MINUTE,
    LAST_SECONDS,
    LEARNING,
    NEXT_COUNT,
    READ,
    REMINDED,
    REMINDER_AT,
    ROLL,
    SHORT_DEBATE,
    SHORT_VOTE,
    Tempo,
    lengths,
)
from narrator.telling.script import Cue, cue_of, moment_of
from narrator.telling.sounding import LASTING, NOTHING, SIGNAL, SILENCE, Bed, Sound, sounds

COUNTS_SAID = 3
"""For how many of those named in a ballot their votes are said aloud, at most; where several have as many votes, it is
all of them or none. All are shown."""
TURN, TURNS_OVER = "debate.turn", "debate.turns-over"
"""Gives somebody the floor in a debate."""
UNSAID = Cue("")
"""Stands for what takes time although nothing is said about it."""


class Beat(NamedTuple):
    """A stretch of time: what is said and played at its start, and its length after that has been said.

    From its start the pages show the first `shows` facts of the game. `screen` says what the pages do meanwhile:
    `rest`, `deal` (cards were dealt, and everybody reads theirs), `ask` (the window of the prompt `window` is open),
    `told` (what a call told can be read), `debate` or `votes` (those of a ballot appear one after another). A box that
    is cut off during the beat goes on at the fact with the number `since`. During a window with `fingers` all point,
    and somebody enters how many point at each.
    """

    shows: int
    seconds: float = 0.0
    cue: Cue | None = None
    screen: str = "rest"
    window: str = ""
    sound: Sound | None = None
    since: int = 0
    fingers: bool = False

    def lasts(self, said: float) -> float:
        """How many seconds does it take in all, if what is said takes `said`? People may answer a question while it is
        being said, and need not hurry after it."""
        return max(self.seconds, said + AFTER_LINE * self.seconds) if self.screen == "ask" else said + self.seconds

    def goes_on_in(self, other: Beat) -> bool:
        """Is the other beat part of the same window or debate?"""
        return (self.screen, self.window) == (other.screen, other.window)


class Background:
    """What one `game`, whose name everybody may know, plays on a loudspeaker behind the voice."""

    def __init__(self, loudspeaker: Loudspeaker, game: str) -> None:
        self._loudspeaker = loudspeaker
        self._game = game

    def begin(self, bed: Bed) -> None:
        """Nothing is heard but this bed."""
        self._loudspeaker.bed(bed.name, f"{self._game} {bed.turn}", bed.late)
        self._loudspeaker.effect_stop(LASTING)

    def play(self, beat: Beat) -> None:
        """What sounds when a beat begins."""
        sound = beat.sound or NOTHING
        if sound.effect is not None:  # before the bed, which takes longer to be loaded
            self._loudspeaker.effect(sound.effect)
        if sound.bed is not None:
            self._loudspeaker.bed(sound.bed.name, f"{self._game} {sound.bed.turn}", sound.bed.late)
        self._loudspeaker.level("window" if beat.screen == "ask" else "silence" if sound.hush else "between")

    def stop(self, beat: Beat) -> None:
        """The beat is over, and what sounds only for that long."""
        if is_last_half_minute(beat):
            self._loudspeaker.effect_stop(LASTING)


def is_last_half_minute(beat: Beat) -> bool:
    """Does a debate end with this beat?"""
    return beat.sound is not None and beat.sound.effect == LASTING


def deals(beat: Beat | None) -> bool:
    """Do all read the cards that they have just been dealt?"""
    return beat is not None and beat.screen == "deal"


def talks(beat: Beat | None) -> str | None:
    """Who has the floor while this beat of a debate lasts? Nobody, unless all talk in turn."""
    return beat.cue.seats[0] if beat is not None and beat.cue is not None and beat.cue.id == TURN else None


def accusations_follow(rules: Roleset, day: int) -> bool:
    """Do players accuse one another in the debate of this day, before they vote on the accused (G-15)?"""
    return "accusations" in rules.day and day > 0


def talk_in_turn(view: View, rules: Roleset) -> bool:
    """Does each have the floor in turn, by an event that everybody knows (EV-34)?"""
    return any(event.in_turn for name, event in rules.events.items() if name in view.square.in_force)


class Timeline:
    """The timeline of one game at a table of these `seats`, at a `tempo` that it may `follow`.

    What sounds with which line, and how long everything lasts, is worked out once, not for every window.
    """

    def __init__(self, rules: Roleset, seats: Sequence[str], tempo: Tempo) -> None:
        self._rules = rules
        self._seats = seats
        self._sounds = sounds(rules)
        self._asleep = rules.asleep
        self._tells = {call.name for call in rules.calls.values() if call.tells}
        self._at_once = {ballot.rule.id for ballot in rules.ballots.values() if ballot.majority == "at-once"}
        self._tempo = tempo
        self._lengths = lengths(tempo, rules, len(seats))

    def follow(self, tempo: Tempo) -> None:
        """Have everything last as long as at this tempo from the next plan on."""
        if tempo != self._tempo:
            self._tempo = tempo
            self._lengths = lengths(tempo, self._rules, len(self._seats))

    def bed(self, phase: str, told: Sequence[facts.Fact] = ()) -> Bed:
        """The bed that is heard in this phase, after what was `told`."""
        if phase == "setup":
            return SILENCE
        bed = self._sounds["night.falls" if phase.startswith("night") else "dawn.breaks"].bed or SILENCE
        return bed._replace(turn=phase.rpartition(" ")[2], late=self._late(told))

    def _late(self, told: Sequence[facts.Fact]) -> float:
        """How late in the game is it, as far as everybody knows? From 0, when all live, to 1, when a third is left."""
        return min(1.0, round(1.5 * len(_dead(told)) / len(self._seats), 2))

    def beats(self, told: Sequence[facts.Fact], start: int, over: int = 0) -> list[Beat]:
        """The beats of the facts from number `start` on; windows among the first `over` facts are over and take no
        time.

        A fact that takes no time of its own is shown with what comes before it, or at the start with what comes after:
        the number of beats does not reveal whether somebody was told something.
        """
        found: list[Beat] = []
        said = {at: cue for at in range(start, len(told)) if (cue := self._cue(told, at)) is not None}
        for at, shows in pairwise([*said, len(told)]):
            if at >= over or not isinstance(told[at], facts.WindowOpened):
                since = beginning(told, at)
                for beat in self._beats(told, at, shows, None if said[at] is UNSAID else said[at]):
                    found.extend(self._with_sound(beat._replace(since=since), told, at))
        return found

    def _cue(self, told: Sequence[facts.Fact], at: int) -> Cue | None:
        """What is said of the fact with this number, `UNSAID` where it takes time in silence. Those who need not wake
        up are not sent to sleep, and for those who are called together everything is said with the first."""
        fact = told[at]
        if self._tempo.silent and isinstance(fact, facts.WindowOpened) and not fact.asked:
            return UNSAID
        if not isinstance(fact, (facts.Called, facts.Slept)):
            beside = fact.beside if isinstance(fact, facts.WindowOpened) else ()
            return Cue(beside[-1]) if beside and self._sharing(told, at)[1] else cue_of(fact)
        awake = isinstance(fact, facts.Called)
        if (at and type(told[at - 1]) is type(fact)) or (not awake and fact.call in self._asleep):
            return None
        if self._tempo.silent:
            return None if awake else UNSAID
        others, joined = self._sharing(told, at)
        if awake:
            return _waking([joined] if joined else others)
        group = [call for call in _called_together(told, at) if call != joined]
        return Cue("together.sleep") if len(group) > 1 else cue_of(fact)

    def _sharing(self, told: Sequence[facts.Fact], at: int) -> tuple[list[str], str]:
        """Who was called last, and who shares their window in a silent night, but wakes up before them where characters
        are called by voice, and has not gone to sleep yet."""
        called = next((back for back in range(at, -1, -1) if isinstance(told[back], facts.Called)), None)
        if called is None:
            return [], ""
        while called and isinstance(told[called - 1], facts.Called):
            called -= 1
        *others, last = _called_together(told, called)
        joins = others and not self._tempo.silent and self._rules.calls[last].alike is None
        joins = joins and facts.Slept(last) not in told[called:at]
        return (others, last) if joins else ([*others, last], "")

    def _with_sound(self, beat: Beat, told: Sequence[facts.Fact], at: int) -> list[Beat]:
        cue = beat.cue
        sound = beat.sound if cue is None else self._sounds.get(moment_of(cue))
        if sound is not None and sound.bed is not None:
            late = self._late(told[:at])
            bed = sound.bed._replace(turn=str(_began(told[: at + 1]).number), late=late)
            effect = sound.nearer[ceil(late * (len(sound.nearer) - 1))] if sound.nearer else sound.effect
            sound = sound._replace(bed=bed, effect=effect)
        if cue is None or sound is None or not sound.alone:
            return [beat._replace(sound=sound)]
        return [Beat(at, sound.alone, sound=sound, since=beat.since), beat]

    def _beats(self, told: Sequence[facts.Fact], at: int, shows: int, cue: Cue | None) -> list[Beat]:
        fact = told[at]
        lengths = self._lengths
        if isinstance(fact, facts.DebateOpened):
            opens, before = Beat(shows, 0.0, cue, "debate"), told[:at]
            votes_meanwhile = self._at_once and not accusations_follow(self._rules, _began(before).number)
            return [opens._replace(seconds=lengths.breath)] if votes_meanwhile else self._debate(opens, before)
        if isinstance(fact, facts.WindowOpened):
            opens, before = Beat(shows, 0.0, cue, "ask", fact.prompt, None if cue else SIGNAL), told[:at]
            if fact.prompt in self._at_once:
                return self._debate(opens, before)
            others, joined = ([], "") if fact.asked else self._sharing(told, at)
            if joined and fact.beside:
                return self._one_by_one(opens, fact, others, joined, _began(before))
            again = [Beat(at, JOINED, _waking([joined]))] if joined else []
            return [*again, *self._window(opens, fact, _began(before))]
        if isinstance(fact, facts.Slept):
            calls = [self._rules.calls[name] for name in _called_together(told, at)]
            if not any(call.name in self._tells for call in calls):
                return [Beat(shows, lengths.breath, cue)]
            told_now = Beat(at, lengths.glow if any(call.rules for call in calls) else lengths.long_glow, screen="told")
            return [told_now, Beat(at, lengths.breath, cue, "told")]
        if isinstance(fact, facts.Announced) and fact.cue == facts.EYES_ONLY:
            return [Beat(shows, lengths.breath, cue), Beat(shows, lengths.glow, screen="told")]
        if isinstance(fact, facts.Counted):
            return self._votes(Beat(shows, 0.0, cue, "votes"), fact)
        if isinstance(fact, facts.PhaseBegan) and fact.name == "setup":
            return [Beat(shows, lengths.look, cue, "deal")]
        if cue is not None and cue.id == "event.read":
            by_bot = cue.seats[0] in self._tempo.bots
            return [Beat(shows, lengths.breath, read_by_box(cue, self._rules))] if by_bot else [Beat(shows, READ, cue)]
        after = lengths.breath
        if isinstance(fact, facts.Called) and isinstance(told[min(shows, len(told) - 1)], facts.WindowOpened):
            after = JOINED
        return [Beat(shows, after, cue)]

    def _votes(self, opens: Beat, fact: facts.Counted) -> list[Beat]:
        """A ballot as it is read out, before what comes of it; nothing where pages keep no votes, and all saw them."""
        if not self._rules.history:
            return []
        ballot = self._rules.ballots.get(fact.ballot)
        about_seats = not fact.spares and (ballot is None or ballot.rule.kind == "seat" or fact.accused is not None)
        named = sorted(fact.tally, key=lambda one: -one[1]) if about_seats else []
        left_out = named[COUNTS_SAID][1] if len(named) > COUNTS_SAID else 0
        said = [(seat, number) for seat, number in named if number > left_out]
        tried = ballot is not None and ballot.tries
        votes = max(len([at for _, at in fact.votes if at is not None]), sum(number for _, number in named))
        return [
            opens._replace(seconds=min(ALL_VOTES, EACH_VOTE * votes)),
            *[
                Beat(opens.shows, NEXT_COUNT, Cue("ballot.named", (), (("name", seat), ("number", str(number)))))
                for seat, number in said
            ],
            *([Beat(opens.shows, ROLL, sound=Sound("drum-roll"))] if leads(named) and not tried else []),
        ]

    def _debate(self, opens: Beat, before: Sequence[facts.Fact]) -> list[Beat]:
        """A debate of those whom everybody knows to be alive after the facts `before` it; a long one is rekindled, with
        a question at half time and with what everybody knows before the last half minute. Where an event has all talk
        in turn, each of those who are here has the floor for the same time (EV-34), bots aside."""
        view = View(self._seats)
        for fact in before:
            view.see(fact)
        seconds = self._lengths.debate(len(view.living))
        last = opens._replace(seconds=LAST_HALF_MINUTE, cue=Cue("debate.half-minute"))
        here = [seat for seat in view.living if seat not in (*view.square.away, *self._tempo.bots)]
        if here and talk_in_turn(view, self._rules):
            each = (seconds - LAST_HALF_MINUTE) / len(here)
            turns = [opens._replace(seconds=each, cue=Cue(TURN, (seat,))) for seat in here]
            return [opens._replace(seconds=0.0), *turns, last._replace(cue=Cue(TURNS_OVER))]
        if seconds < SHORT_DEBATE:
            return [opens._replace(seconds=seconds - LAST_HALF_MINUTE), last]
        breath = self._lengths.breath
        known = [opens._replace(seconds=breath, cue=cue) for cue in known_so_far(view, before, self._rules)]
        rest = seconds / 2 - LAST_HALF_MINUTE - breath * len(known)
        question = opens._replace(seconds=rest, cue=Cue("debate.question"))
        return [opens._replace(seconds=seconds / 2), question, *known, last]

    def _window(self, opens: Beat, fact: facts.WindowOpened, phase: facts.PhaseBegan) -> list[Beat]:
        ballot = self._rules.ballots.get(fact.prompt)
        rule = ballot.rule if ballot is not None else self._rules.prompts[fact.prompt]
        seconds = self._lengths.seen[rule.lasts] if fact.asked else self._open(phase.number, fact.prompt, *fact.beside)
        if self._tempo.pointing and len(fact.asked) > 1 and not fact.in_turn and by_fingers(self._rules, fact.prompt):
            by_phone = opens._replace(seconds=seconds, cue=Cue("vote.not-counted"))
            point = opens._replace(seconds=COUNTING, cue=Cue("vote.point"), fingers=True)
            return [opens._replace(seconds=FINGERS_UP, fingers=True), point, by_phone]
        ends = [opens._replace(seconds=LAST_SECONDS, cue=None, sound=Sound(LASTING))]
        ends = ends if phase.name == "day" and len(fact.asked) > 1 and seconds > SHORT_VOTE else []
        rest = seconds - sum(end.seconds for end in ends)
        if rule.may_pass or seconds < REMINDED:
            return [opens._replace(seconds=rest), *ends]
        return [
            opens._replace(seconds=seconds * REMINDER_AT),
            opens._replace(seconds=rest - seconds * REMINDER_AT, cue=Cue("reminder")),
            *ends,
        ]

    def _one_by_one(
        self, opens: Beat, fact: facts.WindowOpened, others: Sequence[str], joined: str, phase: facts.PhaseBegan
    ) -> list[Beat]:
        """A window that is shared in a silent night, where characters are called by voice after all: first `joined` has
        it, then the others, who may be told something when it is over."""
        theirs = facts.WindowOpened(fact.prompt, beside=fact.beside[:-1])
        return [
            *self._window(opens, facts.WindowOpened(fact.beside[-1]), phase),
            opens._replace(seconds=self._lengths.breath, cue=Cue(f"{joined}.sleep")),
            opens._replace(seconds=JOINED, cue=_waking(others)),
            *self._window(opens._replace(cue=cue_of(theirs)), theirs, phase),
        ]

    def _open(self, night: int, *prompts: str) -> float:
        """How long are these prompts open in the night of this number, one or several at once? Tokens take turns."""
        lengths = self._lengths
        longest = max([lengths.windows[prompt] for prompt in prompts]) + lengths.lid * (len(prompts) - 1)
        return longest * (lengths.at_first if night <= LEARNING else 1.0)


def _called_together(told: Sequence[facts.Fact], at: int) -> list[str]:
    """Who is called together, or sent to sleep together, with the call or the sleep of this number."""
    kind = type(told[at])
    return [fact.call for fact in takewhile(lambda fact: type(fact) is kind, told[at:])]  # type: ignore[attr-defined]


def _waking(calls: Sequence[str]) -> Cue:
    """What wakes those who are called, one or several together."""
    return Cue("together.wake", (), (("cards", " ".join(calls)),)) if len(calls) > 1 else Cue(f"{calls[0]}.wake")


def read_by_box(cue: Cue, rules: Roleset) -> Cue:
    """The box reads the event card that somebody was to read aloud."""
    ((_, card),) = cue.words
    brings = rules.events[card].variant
    return Cue("event.card", (), (*cue.words, ("text", brings)) if brings else cue.words)


def known_so_far(view: View, told: Sequence[facts.Fact], rules: Roleset) -> list[Cue]:
    """What a village knows of its game so far: how many are dead, and whom the last vote took. Nothing where recalling
    wrongly what has happened is part of the game (WW-24)."""
    if not rules.history:
        return []
    dead = [seat for seat in view.seats if seat not in (*view.living, *view.gone)]
    hanged = [fact.seats for fact in told if isinstance(fact, facts.Eliminated) and fact.manner == "vote"]
    return [
        *([Cue("debate.dead", (), (("number", str(len(dead))),))] if dead else []),
        *([Cue("debate.last-vote", hanged[-1])] if hanged else []),
    ]


def leads(named: Sequence[tuple[str, int]]) -> bool:
    """Has the first of those named, the most votes first, more than the next?"""
    return bool(named) and (len(named) == 1 or named[0][1] > named[1][1])


def beginning(told: Sequence[facts.Fact], at: int) -> int:
    """At which fact does a box go on that was cut off while telling this one? At night at the call, else here."""
    asleep = False
    for phase in range(at, -1, -1):
        fact = told[phase]
        if isinstance(fact, facts.PhaseBegan):
            asleep = fact.name == "night"
            break
    return next((back for back in range(at, phase, -1) if _can_begin_again(told[back], asleep)), phase)


def left_at(entries: Sequence[Sequence[Any]], told: Sequence[facts.Fact]) -> tuple[int, int]:
    """Where was the game of these entries left? At which fact, and among how many first facts windows are over."""
    for kind, *places in reversed(entries):
        if kind == "heard":
            heard, over = places
            return min(heard, len(told)), over
        if kind == "undo" and places:
            return beginning(told, *places), *places
    return 0, 0


def _began(before: Sequence[facts.Fact]) -> facts.PhaseBegan:
    """The beginning of the phase that these facts have led to."""
    return next((fact for fact in reversed(before) if isinstance(fact, facts.PhaseBegan)), facts.PhaseBegan("setup"))


def _dead(told: Sequence[facts.Fact]) -> set[str]:
    """Who was named as dead?"""
    return {seat for fact in told if isinstance(fact, facts.Eliminated) for seat in fact.seats}


def _can_begin_again(fact: facts.Fact, asleep: bool) -> bool:
    if isinstance(fact, facts.WindowOpened):
        return bool(fact.asked)
    if asleep:
        return isinstance(fact, (facts.Called, facts.DebateOpened, facts.Counted))
    return cue_of(fact) is not None and not isinstance(fact, facts.Slept)
