"""What does each page show? Views become the plain data that a page draws, alike for everybody in shape and size.

A page needs no knowledge of the game: a question describes itself, and a decoy is described as a question is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

from narrator.game.game import Game, chapters
from narrator.game.simulate import interval
from narrator.game.story import deeds, told_after
from narrator.lobby import odds
from narrator.lobby.lobby import MOST_SEATS
from narrator.lobby.odds import Mix
from narrator.lobby.setup import dealt_by_host, drafted, offered
from narrator.rules.deal import FEWEST_SEATS
from narrator.rules.decoys import decoy
from narrator.rules.prompts import Answer, Prompt
from narrator.rules.rolesets import Roleset
from narrator.rules.table import IllegalTable
from narrator.rules.views import Note, View
from narrator.telling.language import Language
from narrator.telling.legend import Legend, cards_of
from narrator.telling.pace import PACES

if TYPE_CHECKING:
    from narrator.box.box import Box

PAGE_SIZE = 8192
"""Room for a page is made in steps of so many bytes."""
SEAT_SIZE = 190
"""How many bytes a page needs for each seat beside its name."""
NAMINGS = 9
"""How often a page names a seat, choices and notes included."""


class Screens:
    """Draws the pages of one box; looks at the box and changes nothing."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self._words: dict[tuple[str, str | None], Language] = {}
        self.after: dict[str, Any] | None = None
        self.legend = Legend((), ())

    @property
    def language(self) -> Language:
        """The words of what is played, or would be."""
        game = self.box.game
        if game is None:
            return self.load(self.box.lobby.roleset)
        return self.load(game.header["roleset"], game.header["house_rule"])

    def load(self, roleset: str, house_rule: str | None = None) -> Language:
        """The words of a roleset, and of the card that a `house_rule` lends it; read once."""
        shelf, key = self.box.shelf, (roleset, house_rule)
        if key not in self._words:
            lent_by = shelf.lent_by(roleset, house_rule)
            self._words[key] = Language.load(shelf.folders, roleset, "en", shelf.extends(roleset), lent_by)
        return self._words[key]

    def take(self, game: Game) -> None:
        """Draw this game from now on."""
        self.after = None
        cards = (*cards_of(self.box.shelf.tree(game.header["roleset"])), *game.rules.cards)
        self.legend = Legend(tuple(dict.fromkeys(cards)), game.seats)

    def shared(self, kind: str) -> dict[str, Any]:
        """The part of a view that all pages of this kind share."""
        return self._common(kind) | ({"after": self._after()} if self.stage == "over" else {})

    def own(self, kind: str, whose: str | None) -> dict[str, Any]:
        """The part of a view that belongs to one page; `whose` is a player's name, and of a lent page its token."""
        if kind == "player":
            return self._player(whose)
        if kind == "lent":
            return self._lent(whose)
        return {"setup": self._setup()} if kind == "host" else {}

    def whose(self, kind: str, token: str | None) -> str | None:
        """To whom does the page with this token belong? Other kinds of page belong to nobody."""
        lobby = self.box.lobby
        seat = lobby.tokens.get(token or "") or lobby.waiting.get(token or "")
        return {"player": seat, "lent": token}.get(kind)

    @property
    def room(self) -> int:
        """How many bytes are enough for a page at this table, whatever it shows."""
        game = self.box.game
        seats = self.box.lobby.players if game is None else game.seats
        groups = (game.header["groups"] if game is not None else None) or {}
        needed = 1500 + len(seats) * SEAT_SIZE + NAMINGS * sum(len(seat.encode()) for seat in seats)
        needed += sum(len(group.encode()) * len(named) for group, named in groups.items())
        return ceil(needed / PAGE_SIZE) * PAGE_SIZE

    @property
    def stage(self) -> str:
        """Where the table is: in the `lobby`, in a `game`, or `over` it."""
        game = self.box.game
        return "lobby" if game is None else "over" if self.box.beat is None and game.winner else "game"

    def _common(self, kind: str) -> dict[str, Any]:
        box = self.box
        view = box.views.get(None) if box.game is not None else None
        phase = view.phase if view is not None else "setup"
        return {
            "version": box.pages.version,
            "boot": box.boot,
            "kind": kind,
            "stage": self.stage,
            "sky": "night" if phase.startswith("night") else "day",
            "phase": self.phase(phase) if view is not None else "",
            "caption": box.speech.caption,
            "clock": self._clock(),
            "paused": box.paused,
            "seats": self._seats(view),
            "deck": self._deck_id(),
            "addresses": box.addresses,
            "join": box.join_url,
            "wifi": {"name": box.wifi.name} if box.wifi is not None and kind != "player" else None,
            "lent": box.lending.loan is not None if box.lending.possible else None,
            "trouble": list(box.trouble.values()) if kind not in ("player", "lent") else [],
        }

    def phase(self, phase: str) -> str:
        """The name of a phase as people read it."""
        name, _, number = phase.partition(" ")
        return self.language.word(name, number=number) if number else self.language.word(name)

    @property
    def _rules(self) -> Roleset:
        """The roleset that is played, or that would be."""
        box = self.box
        return box.game.rules if box.game is not None else box.shelf.roleset(box.lobby.roleset, box.lobby.options)[0]

    @property
    def mix(self) -> Mapping[str, int]:
        """How many there are of each card, as dealt or as they would be dealt; nothing where that is still open."""
        box = self.box
        if box.game is not None:
            return box.game.deck
        if box.lobby.deck is not None:
            return box.lobby.deck
        seats = len(box.lobby.players)
        return Counter(self._rules.proposed(seats)) if seats >= FEWEST_SEATS else {}

    @property
    def _as_it_lies(self) -> Mix:
        """What would be played if the game began now."""
        lobby = self.box.lobby
        rules, values = self.box.shelf.roleset(lobby.roleset, lobby.options)
        options = [(name, value) for name, value in values.items() if value != rules.options[name].default]
        return Mix(lobby.roleset, tuple(options), len(lobby.players), tuple(self.mix.items()))

    @property
    def uncounted(self) -> Mix | None:
        """What would be played if the game began now, if it can, and nobody knows yet what comes of it."""
        if self.stage != "lobby" or self._why_not() is not None:
            return None
        return self._as_it_lies if self._odds(self._as_it_lies) is None else None

    def _odds(self, mix: Mix) -> dict[str, Any] | None:
        """How often each side wins with a mix when all play by chance, the two great sides first."""
        tally = self.box.odds.get(mix) or odds.counted(self.box.shelf, mix)
        if tally is None:
            return None
        great = ("werewolves", "villagers")
        winners = [*great, *sorted(side for side in tally.wins if side not in great)]
        return {
            "games": tally.games,
            "sides": [
                {
                    "id": side,
                    "name": self.language.side(side),
                    "share": tally.wins[side] / tally.games,
                    "sure": interval(tally.wins[side], tally.games),
                }
                for side in winners
            ],
        }

    @property
    def _known_mix(self) -> Mapping[str, int]:
        """What everybody may know of the deck: all of it, or nothing (CO-05)."""
        return self.mix if self._rules.open_deck else {}

    def _deck_id(self) -> str:
        """By this a page sees that the deck is another one now."""
        known = self._known_mix or dict.fromkeys(self._rules.cards, 0)
        return " ".join([self._rules.id, *(f"{card}={number}" for card, number in known.items())])

    def deck(self) -> dict[str, Any]:
        """The characters of tonight's deck, or all there are while it is open, and whose picture may be needed."""
        cards, mix = self._rules.cards, self._known_mix
        return {
            "cards": [
                {"id": card, "number": mix.get(card), **self.language.card(card)}
                for card in cards
                if card in mix or not mix
            ],
            "pictures": list(cards),
        }

    def _clock(self) -> dict[str, Any] | None:
        box = self.box
        beat = box.beat
        if beat is None or beat.screen not in ("ask", "debate"):
            return None
        left = box.left
        return {"left": round(left, 1), "of": round(max(left, box.length), 1), "running": not box.clock.stopped}

    def _seats(self, view: View | None) -> list[dict[str, Any]]:
        box, words = self.box, self.language
        if view is None or box.game is None:
            return [_seat(name, bot=name in box.lobby.bots) for name in box.lobby.players]
        waiting: set[str] = set()
        for prompt in box.game.prompts:
            if not prompt.lasting and view.window == prompt.id:
                waiting.update(box.game.waiting(prompt))
        shown = box.game.rules.history
        return [
            _seat(
                seat,
                alive=seat in view.living,
                left=seat in view.left,
                card=words.card(view.turned[seat])["name"] if seat in view.turned else None,
                offices=[words.office(office) for office, holder in view.offices.items() if holder == seat]
                + ([words.word("voteless")] if view.voteless(seat) else [])
                + ([words.word("group", group=view.group[seat])] if seat in view.group else []),
                waiting=seat in waiting,
                pointing=view.pointing.get(seat),
                votes=[voter for voter, at in view.votes if at == seat] if view.votes and shown else None,
                count=view.tally.get(seat, 0) if view.votes and shown else None,
                bot=seat in box.lobby.bots,
            )
            for seat in view.seats
        ]

    def _player(self, seat: str | None) -> dict[str, Any]:
        box = self.box
        view = box.views.get(seat) if box.game is not None and seat is not None else None
        if seat is None or view is None:
            you = {"seat": seat} if seat is not None else None
            screen = self._plain("waiting" if seat in box.lobby.waiting.values() else "lobby") | {"aside": None}
            return {"you": you, "screen": screen, "light": None, "ghost": None}
        alive = seat in view.living
        return {
            "you": {
                "seat": seat,
                "alive": alive,
                "ghost": not alive,
                "won": (seat in view.winners or seat in view.left) if view.winner else None,
                "card": {"id": view.card, **self.language.card(view.card)} if view.card else None,
                "notes": self._notes(view),
            },
            "screen": self._screen(seat, view, alive) | {"aside": self._aside(seat, view, alive)},
            "light": self._light(seat, view),
            "ghost": self._ghost(view) if view.everything else None,
        }

    def _lent(self, token: str | None) -> dict[str, Any]:
        """What a lent phone shows: how to borrow it, then the card of whoever has."""
        loan = self.box.lending.loan
        if loan is None or loan.token != token:
            return {"number": None, "you": None}
        return {"number": loan.number, "you": self._player(loan.seat)["you"]}

    def _notes(self, view: View) -> list[dict[str, str]]:
        """What a seat was told, and the despair that everybody heard of."""
        notes = [*view.notes, *([Note(view.despair, "despair", "")] if view.despair else [])]
        return [
            {"phase": self.phase(note.phase), "text": self.language.told(_about(note.about), note.what)}
            for note in notes
        ]

    def _light(self, seat: str, view: View) -> dict[str, Any]:
        """What a seat's light can tell it, in numbers: its card, what this call, or the last one, told, and what the
        others of its pack have chosen."""
        beat = self.box.beat
        notes: list[Note] = view.fresh if beat is not None and beat.screen in ("ask", "told") else view.notes
        others: list[int] = []
        if view.prompt is not None:
            chosen = [choice for answer in self._others(seat, view.prompt).values() for choice in answer]
            if chosen:
                numbers = self.legend.choices(view.prompt.choices_of(seat), view.prompt.kind, seat)
                others = [numbers[choice] for choice in chosen if choice in numbers]
        return {
            "most": self.legend.most,
            "card": self.legend.card(view.card) if view.card else None,
            "told": self.legend.told(notes[-1].about, notes[-1].what, seat) if notes else None,
            "good": self.legend.good(notes[-1].about, notes[-1].what) if notes else None,
            "others": others,
        }

    def _others(self, seat: str, prompt: Prompt) -> dict[str, Answer]:
        """What the others who must agree with this seat have answered so far."""
        game = self.box.game
        if game is None or not prompt.agree or prompt not in game.prompts:
            return {}
        return {other: answer for other, answer in game.given(prompt).items() if other != seat}

    def _screen(self, seat: str, view: View, alive: bool) -> dict[str, Any]:
        box, beat = self.box, self.box.beat
        if view.winner is not None:
            return self._plain("over")
        question = self.question(seat)
        if question is not None:
            return self._asked(seat, view, question) if question is view.prompt else self._decoy(seat, question)
        if not alive:
            return self._plain("witness" if seat == view.witness else "left" if seat in view.left else "dead")
        if beat is not None and beat.screen == "told":
            told = [self.language.told(_about(note.about), note.what) for note in view.fresh]
            read = {"chosen": box.decoys.get(seat)}
            return self._plain("told") | read | ({"text": " ".join(told)} if told else {})
        if view.debating:
            return self._plain("debate")
        return self._plain("deal" if view.phase == "setup" else "rest" if view.phase.startswith("night") else "listen")

    def question(self, seat: str) -> Prompt | None:
        """What this seat is asked now, a decoy while nobody may know who is asked; or nothing."""
        box, view = self.box, self.box.views.get(seat)
        if view is None or view.window is None or box.beat is None or box.beat.screen != "ask":
            return None
        if view.prompt is not None or view.opened is None or view.asked or seat not in view.living:
            return view.prompt
        assert box.game is not None
        return decoy(box.game.rules.prompts[view.window], view.opened, seat, view.living)

    def _aside(self, seat: str, view: View, alive: bool) -> dict[str, Any] | None:
        """The button beside a vote that means something on one page, and stands on every living player's alike."""
        box = self.box
        assert box.game is not None
        ballot = box.game.rules.ballots.get(view.window or "")
        if ballot is None or not alive or box.beat is None or box.beat.screen != "ask":
            return None
        for card, rule in ballot.beside:
            if card in self.mix:
                label = self.language.prompt(rule.id)["yes"]
                kept = box.game.given(view.aside).get(seat, ()) if view.aside in box.game.prompts else ()
                return {"label": label, "given": bool(box.signs.get(seat, kept))}
        return None

    def _plain(self, kind: str) -> dict[str, Any]:
        words = self.language.screen(kind)
        kind = "rest" if kind in ("dead", "witness", "left", "deal", "listen") else kind
        return _screen(self.box.question, kind, words["title"], words["text"])

    def _asked(self, seat: str, view: View, prompt: Prompt) -> dict[str, Any]:
        game = self.box.game
        assert game is not None
        words = self.language.prompt(prompt.id)
        given = game.given(prompt) if prompt in game.prompts else {}
        told = [*prompt.about, *(self.language.told(_about(note.about), note.what) for note in view.fresh)]
        told += [
            f"{other}: {', '.join(self._label(prompt, choice, words) for choice in answer) or words['pass']}."
            for other, answer in self._others(seat, prompt).items()
        ]
        chosen = list(given[seat]) if seat in given else None
        return self._put(seat, prompt, words["title"], " ".join(told), words, chosen)

    def _decoy(self, seat: str, prompt: Prompt) -> dict[str, Any]:
        box = self.box
        assert box.game is not None
        sort = "two" if prompt.touches > 1 else {"seat": "one", "yes": "yes"}.get(prompt.kind, "which")
        title = self.language.decoy(sort, box.game.header["seed"] + box.game.seats.index(seat), box.number)
        words = {word: self.language.word(word) for word in ("yes", "no", "pass")}
        if prompt.kind == "yes":
            words["pass"] = words["no"]
        return self._put(seat, prompt, title, "", words, box.decoys.get(seat))

    def _put(
        self, seat: str, prompt: Prompt, title: str, text: str, words: Mapping[str, str], chosen: list[str] | None
    ) -> dict[str, Any]:
        view = self.box.views[seat]
        assert view.opened is not None
        return _screen(
            self.box.question,
            "ask",
            title,
            text,
            choices=[
                {
                    "value": choice,
                    "label": self._label(prompt, choice, words),
                    "number": number,
                    "word": prompt.kind == "seat" and choice not in self.legend.seats,
                }
                for choice, number in self.legend.choices(prompt.choices_of(seat), prompt.kind, seat).items()
            ],
            least=prompt.least,
            most=prompt.most,
            touches=prompt.touches,
            offers=len(view.opened.offers),
            fill=self.language.word("nobody-else") if prompt.least < prompt.touches else "",
            may_pass=prompt.may_pass,
            pass_label=words["pass"],
            chosen=chosen,
            public=not prompt.lasting,
        )

    def _label(self, prompt: Prompt, choice: str, words: Mapping[str, str]) -> str:
        if prompt.kind == "card":
            return self.language.card(choice)["name"]
        if prompt.kind == "yes":
            return words[choice]
        named = prompt.kind == "seat" and choice in self.legend.seats
        return choice if named or len(choice) == 1 else self.language.choice(choice)

    def _ghost(self, view: View) -> list[dict[str, str]]:
        game = self.box.game
        assert game is not None
        chapters = told_after(game, self.language, self.box.shown)
        return [{"phase": self.phase(phase), "text": line} for phase, lines in chapters for line in lines]

    def _setup(self) -> dict[str, Any]:
        """What the host may set at any time, and in the lobby everything else."""
        box, lobby = self.box, self.box.lobby
        numbers = self.language.seats(MOST_SEATS)
        return {
            "pace": lobby.pace,
            "paces": list(PACES),
            "volumes": lobby.volumes,
            "players": [
                {
                    "name": name,
                    "bot": name in lobby.bots,
                    "here": box.is_here(name),
                    "button": lobby.buttons.get(name),
                    "number": numbers.get(name),
                }
                for name in lobby.players
            ],
            "lending": lobby.lending,
            "door": lobby.door,
            "waiting": list(lobby.waiting.values()),
            "keep_pin": lobby.keep_pin,
            **(self._table() if self.stage == "lobby" else {}),
            "readers": box.readers,
            "dealing": self._dealing(),
        }

    def _dealing(self) -> dict[str, Any] | None:
        """How far a deal by tags has come."""
        dealing = self.box.dealing
        if dealing is None:
            return None
        asks = dealing.asks
        laid, of = dealing.progress
        return {"wants": asks.cue, "name": asks.name, "laid": laid, "of": of}

    def _table(self) -> dict[str, Any]:
        """What is to be played."""
        box, lobby, words = self.box, self.box.lobby, self.language
        rules, values = box.shelf.roleset(lobby.roleset, lobby.options)
        why_not = self._why_not()
        mix = self._as_it_lies if why_not is None else None
        return {
            "rolesets": [{"id": name, "title": title} for name, title in box.shelf.titles.items()],
            "roleset": lobby.roleset,
            "seats": len(lobby.players),
            "wanted": box.wanted,
            "keys": len(lobby.keys),
            "deck": self.mix,
            "proposed": lobby.deck is None,
            "filler": rules.filler,
            "cards": [
                {"id": card.id, "name": words.card(card.id)["name"], "copies": card.copies}
                for card in rules.cards.values()
            ],
            "start": why_not,
            "hands": dealt_by_host(lobby, box.shelf),
            "made_for": self._made_for(rules),
            "warnings": [*([why_not] if why_not else []), *self._advice()]
            if len(lobby.players) >= FEWEST_SEATS
            else [],
            "odds": self._odds(mix) if mix is not None else None,
            "usual": self._odds(odds.proposed(box.shelf, lobby.roleset, len(lobby.players))),
            "options": [
                {
                    "id": option.id,
                    "name": words.option(option.id)["name"],
                    "text": words.option(option.id)["text"],
                    "values": [{"value": value, "label": words.value(option.id, value)} for value in option.values],
                    "value": values[option.id],
                }
                for option in rules.options.values()
                if len(option.values) > 1
            ],
            **self._laid_out(rules),
        }

    def _made_for(self, rules: Roleset) -> dict[str, int] | None:
        """How many the book wants at `least` or at `most`, where so many as there are could play a house deck only."""
        seats = len(self.box.lobby.players)
        if seats < FEWEST_SEATS or rules.is_made_for(seats):
            return None
        return {"least": rules.least} if seats < rules.least else {"most": rules.most}

    def _laid_out(self, rules: Roleset) -> dict[str, Any]:
        """What the host may lay out beside the deck: groups of seats, and some of some cards; nothing not needed."""
        lobby, laid = self.box.lobby, offered(self.box.lobby, self.box.shelf)
        stand_for = self.box.shelf.stand_for(lobby.roleset) if "house_rule" in laid else {}
        choices: dict[str, tuple[int, Mapping[str, str], list[str]]] = {
            "actor": (3, dict.fromkeys(rules.repertoire, lobby.roleset), lobby.actor),
            "house_rule": (1, stand_for, [lobby.house_rule] if lobby.house_rule else []),
        }
        return {
            "groups": [{"name": name, "players": players} for name, players in laid.get("groups", {}).items()],
            "laid": [
                {
                    "id": key,
                    "number": number,
                    "cards": [
                        {"id": card, "name": self.load(roleset).card(card)["name"]} for card, roleset in cards.items()
                    ],
                    "chosen": chosen,
                }
                for key, (number, cards, chosen) in choices.items()
                if key in laid
            ],
        }

    def _advice(self) -> list[str]:
        lobby = self.box.lobby
        rules, options = self.box.shelf.roleset(lobby.roleset, lobby.options)
        playing = len(lobby.players) - bool(rules.eve)
        return [self.language.advice(advice.id) for advice in rules.advice if advice.fits(playing, options)]

    def _why_not(self) -> str | None:
        """Why can no game begin, not even with a house deck? Nothing, when one can."""
        box = self.box
        try:
            drafted(box.lobby, box.shelf, house_deck=not self._rules.is_made_for(len(box.lobby.players)))
        except IllegalTable as error:
            return error.sentence
        return None

    def _after(self) -> dict[str, Any]:
        game, words = self.box.game, self.language
        assert game is not None
        assert game.winner is not None
        if self.after is None:
            *_, last = chapters(game)
            left = self.box.views[None].left
            sides = dict.fromkeys([game.winner, *(last.sides[seat] for seat in left)])
            self.after = {
                "winner": " · ".join(words.side(side) for side in sides),
                "winners": [seat for seat in game.seats if seat in game.winners or seat in left],
                "cards": [
                    {
                        "name": seat,
                        "id": last.cards[seat],
                        "card": words.card(last.cards[seat])["name"],
                        "side": words.side(last.sides[seat]),
                        "alive": seat in last.alive or seat in left,
                    }
                    for seat in game.seats
                ],
                "story": [
                    {"phase": self.phase(phase), "lines": list(lines)}
                    for phase, lines in told_after(game, words, len(game.facts))
                ],
                "arrows": [{"from": seat, "to": other, "what": deed} for seat, other, deed in deeds(game, words)],
            }
        return self.after


def _about(about: str) -> str:
    return "card-now" if about == "card" else about


def _seat(
    name: str,
    *,
    alive: bool = True,
    left: bool = False,
    card: str | None = None,
    offices: Sequence[str] = (),
    waiting: bool = False,
    pointing: str | None = None,
    votes: list[str] | None = None,
    count: int | None = None,
    bot: bool = False,
) -> dict[str, Any]:
    return {
        "name": name,
        "alive": alive,
        "left": left,
        "card": card,
        "offices": list(offices),
        "waiting": waiting,
        "pointing": pointing,
        "votes": votes,
        "count": count,
        "bot": bot,
    }


def _screen(
    number: int,
    kind: str,
    title: str,
    text: str,
    *,
    choices: Sequence[dict[str, Any]] = (),
    least: int = 1,
    most: int = 1,
    touches: int = 0,
    offers: int = 0,
    fill: str = "",
    may_pass: bool = False,
    pass_label: str = "",
    chosen: list[str] | None = None,
    public: bool = False,
) -> dict[str, Any]:
    return {
        "number": number,
        "kind": kind,
        "title": title,
        "text": text,
        "choices": list(choices),
        "least": least,
        "most": most,
        "touches": touches,
        "offers": offers,
        "fill": fill,
        "may_pass": may_pass,
        "pass_label": pass_label,
        "chosen": chosen,
        "public": public,
    }
