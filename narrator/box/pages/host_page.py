"""What does the host's page show besides what all see? What can be set now, and how good each side's chances are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from narrator.box.evening import Evening
from narrator.box.pages import village_setup
from narrator.box.pages.page_types import (
    Bounds,
    CardsBeside,
    Chance,
    Chances,
    DealProgress,
    Group,
    HostInGame,
    HostInLobby,
    HostSetup,
    Learning,
    LobbySetup,
    Player,
    Titled,
    Volumes,
)
from narrator.box.pages.shared_page import votes_of
from narrator.box.pages.village_types import Balance, Named, Preset
from narrator.box.pages.vote_types import Fingers, ReadVotes
from narrator.errors import Word
from narrator.game.simulate import Tally, interval
from narrator.lobby import odds
from narrator.lobby.lobby import MOST_SEATS
from narrator.lobby.next_game import latecomers
from narrator.lobby.odds import Mix
from narrator.lobby.setup import (
    dealt_by_host,
    dealt_game,
    offered,
    open_options,
    preset_of,
    preset_options,
    village_of,
)
from narrator.rules.deal import FEWEST_SEATS
from narrator.rules.facts import Counted
from narrator.rules.rolesets import Roleset
from narrator.rules.table import IllegalTable
from narrator.telling.pace import PACES

GREAT = ("werewolves", "villagers")
"""The sides that are told of first."""


class HostDrawing:
    """Draws what the host's page alone shows."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    def drawn(self) -> HostInLobby | HostInGame:
        """What the host may set now."""
        setup = self._setup()
        if self.evening.stage == "lobby":
            return HostInLobby(setup=self._lobby_setup(setup))
        return HostInGame(
            number=self.evening.question,
            setup=setup,
            fingers=self.fingers(),
            debate=self.evening.debates,
            vote=self._last_vote(),
        )

    def fingers(self) -> Fingers | None:
        """The fingers that the host is to count; how many all can see."""
        played = self.evening.round
        ballot = played.fingers_for if played is not None else None
        if played is None or ballot is None:
            return None
        entered = played.game.fingers(ballot)
        return Fingers(
            title=self.evening.language.prompt(ballot.id)["title"],
            at={seat: entered.get(seat, 0) for seat in ballot.choices},
            most=played.game.most_fingers(ballot),
        )

    def _last_vote(self) -> ReadVotes | None:
        """The last ballot that all have heard to its end, for whoever thinks that it was counted wrongly."""
        played = self.evening.round
        if played is None or not played.game.rules.history:
            return None
        view, being_read = played.views[None], played.beat is not None and played.beat.screen == "votes"
        told = reversed(played.game.facts[: played.shown])
        ballots = (fact for fact in told if isinstance(fact, Counted) and fact.tally)
        fact = next((fact for fact in ballots if not (being_read and fact is view.counted)), None)
        return None if fact is None else votes_of(fact, view, self.evening.language)

    @property
    def uncounted(self) -> Mix | None:
        """What would be played if the game began now; nothing where it cannot, or the odds are known already."""
        if self.evening.stage != "lobby" or self._why_not() is not None:
            return None
        return self._as_it_lies if self._odds(self._as_it_lies) is None else None

    def _setup(self) -> HostSetup:
        """What can be set at any time."""
        evening, lobby = self.evening, self.evening.lobby
        with evening.drawn_in(evening.spoken):  # so they are called at the table
            numbers = evening.language.seats(MOST_SEATS)
        return HostSetup(
            language=evening.own_language,
            languages=[Named(id=code, name=words.name) for code, words in evening.words.items()],
            pace=lobby.pace,
            vote=lobby.vote,
            paces=list(PACES),
            words=lobby.words,
            volumes=Volumes(**lobby.volumes),
            lag=lobby.lag,
            players=[
                Player(
                    name=name,
                    bot=name in lobby.bots,
                    here=evening.is_here(name),
                    button=lobby.buttons.get(name),
                    number=numbers.get(name),
                    take_over=lobby.numbers.get(name),
                    sits_out=name in lobby.sits_out,
                )
                for name in lobby.players
            ],
            claims=list(lobby.claims.values()),
            late=latecomers(lobby),
            lending=lobby.lending,
            door=lobby.door,
            keep_pin=lobby.keep_pin,
        )

    def _learning(self) -> Learning | None:
        """How far the natural voice is; nothing where there is none, or it is ready."""
        done, of = self.evening.learning
        return Learning(done=done, of=of) if done < of else None

    def _dealing(self) -> DealProgress | None:
        """How far a deal by tags has come."""
        dealing = self.evening.dealing
        if dealing is None:
            return None
        laid, of = dealing.progress
        return DealProgress(wants=dealing.wants, name=dealing.asks.name, laid=laid, of=of)

    def _lobby_setup(self, setup: HostSetup) -> LobbySetup:
        """What is to be played, besides what can be set at any time."""
        evening, lobby, library = self.evening, self.evening.lobby, self.evening.library
        rules, values = library.roleset(lobby.roleset, lobby.options)
        why_not, offers = self._why_not(), offered(lobby, library)
        enough = len(lobby.dealt_in) >= FEWEST_SEATS
        return LobbySetup(
            **{part: getattr(setup, part) for part in setup.__struct_fields__},
            waiting=list(lobby.waiting.values()),
            readers=evening.readers,
            beginners=lobby.beginners,
            dealing=self._dealing(),
            rolesets=[Titled(id=name, title=self._title(name, title)) for name, title in library.titles.items()],
            roleset=lobby.roleset,
            spoken_language=evening.spoken,
            spoken_languages=[each for each in setup.languages if evening.can_speak(each.id)],
            spoken_by=evening.models.speaker(evening.spoken),
            second_by=evening.models.second_speaker(evening.spoken),
            voices=[Named(id=name, name=title) for name, title in evening.models.titles(evening.spoken).items()],
            seats=len(lobby.dealt_in),
            wanted=evening.wanted,
            keys=len(lobby.keys),
            deck=dict(evening.mix),
            proposed=lobby.deck is None,
            filler=rules.filler,
            cards=[village_setup.copies(evening, Word("card", card.id), card.copies) for card in rules.cards.values()],
            start=why_not,
            hands=dealt_by_host(lobby, library),
            made_for=_made_for(rules, len(lobby.dealt_in)),
            warnings=[*([why_not] if why_not else []), *self._advice(rules, values)] if enough else [],
            odds=self._odds(self._as_it_lies) if why_not is None else None,
            usual=self._usual() if why_not is None or lobby.deck is None else None,
            learning=self._learning(),
            options=village_setup.options(evening, rules, values),
            groups=[Group(name=name, players=players) for name, players in offers.get("groups", {}).items()],
            laid=self._laid_out(rules, offers),
            presets=[self._preset(rules, preset) for preset in rules.presets],
            preset=preset_of(rules, values),
            village=village_setup.village(evening, rules),
            events=village_setup.events(evening, rules, values),
        )

    def _title(self, roleset: str, title: str) -> str:
        return title if self.evening.in_english else self.evening.load(roleset).title(roleset) or title

    def _laid_out(self, rules: Roleset, offers: Mapping[str, object]) -> list[CardsBeside]:
        """The cards that the host may lay out beside the deck, each kind where it is needed."""
        lobby, library = self.evening.lobby, self.evening.library
        stand_for = library.stand_for(lobby.roleset) if "house_rule" in offers else {}
        choices: dict[Literal["actor", "house_rule"], tuple[int, Mapping[str, str], list[str]]] = {
            "actor": (3, dict.fromkeys(rules.repertoire, lobby.roleset), lobby.actor),
            "house_rule": (1, stand_for, [lobby.house_rule] if lobby.house_rule else []),
        }
        return [
            CardsBeside(
                id=key,
                number=number,
                cards=[
                    Named(id=card, name=self.evening.load(roleset).card(card)["name"])
                    for card, roleset in cards.items()
                ],
                chosen=chosen,
            )
            for key, (number, cards, chosen) in choices.items()
            if key in offers
        ]

    def _advice(self, rules: Roleset, options: Mapping[str, str]) -> list[str]:
        playing, mix = len(self.evening.lobby.dealt_in) - bool(rules.eve), self.evening.mix
        fitting = [advice.id for advice in rules.advice if advice.fits(playing, options, mix)]
        return [self.evening.language.advice(advice) for advice in fitting]

    def _preset(self, rules: Roleset, preset: str) -> Preset:
        """A preset in words, and how even a game it makes for as many as are there."""
        options = preset_options(rules, open_options(self.evening.lobby, self.evening.library), preset)
        found = self._proposed(options) or self._proposed(rules.presets[preset])
        words = self.evening.language.preset(preset)
        return Preset(id=preset, name=words["name"], text=words["text"], balance=found.balance if found else None)

    def _why_not(self) -> str | None:
        """Why can no game begin, not even with a house deck? Nothing, when one can."""
        lobby, rules = self.evening.lobby, self.evening.rules
        try:
            dealt_game(lobby, self.evening.library, house_deck=not rules.is_made_for(len(lobby.dealt_in)))
        except IllegalTable as error:
            return self.evening.sentence(error.told)
        return None

    # What comes of a mix.

    @property
    def _as_it_lies(self) -> Mix:
        """What would be played if the game began now, as far as everybody may know."""
        lobby, library = self.evening.lobby, self.evening.library
        mix = odds.proposed(library, lobby.roleset, len(lobby.dealt_in), open_options(lobby, library))
        stacked = dict(mix.options).get("events") == "stacked"
        return mix._replace(
            deck=tuple(self.evening.mix.items()),
            village=tuple(village_of(lobby, library).items()),
            left_out=() if stacked or not self.evening.rules.events else tuple(sorted(lobby.left_out)),
            stack=tuple(lobby.stack) if stacked else (),
        )

    def _usual(self) -> Chances | None:
        """How often each side wins with what is proposed, with these options or else without any."""
        return self._proposed(open_options(self.evening.lobby, self.evening.library)) or self._proposed({})

    def _proposed(self, options: Mapping[str, str]) -> Chances | None:
        """How often each side wins with what is proposed with these options, where that was counted ahead."""
        lobby, library = self.evening.lobby, self.evening.library
        return self._odds(odds.proposed(library, lobby.roleset, len(lobby.dealt_in), options))

    def _odds(self, mix: Mix) -> Chances | None:
        """How often each side wins with a mix when all play by chance, the two great sides first."""
        tally = self.evening.odds.get(mix) or odds.counted(self.evening.library, mix)
        if tally is None:
            return None
        return Chances(
            games=tally.games,
            balance=balance(tally),
            sides=[
                Chance(
                    id=side,
                    name=self.evening.language.side(side),
                    share=tally.wins[side] / tally.games,
                    sure=interval(tally.wins[side], tally.games),
                )
                for side in (*GREAT, *sorted(side for side in tally.wins if side not in GREAT))
            ],
        )


EVEN, FAR = range(40, 61), 75
"""The share of games, in per cent, that each side wins in an even one; above `FAR`, one side is far better off."""


def balance(tally: Tally) -> Balance:
    """Whom the games were easier for, by whole per cents, of those that somebody won.

    Everybody who is not of the village is against it, so a game is even where the village wins about half of all.
    Where it wins less, and the werewolves no more either, it is open.
    """
    won = max(1, tally.wins.total() - tally.wins["nobody"])
    village, werewolves = (round(100 * tally.wins[side] / won) for side in ("villagers", "werewolves"))
    if village in EVEN:
        return "even"
    if village >= EVEN.stop:
        return "village-far" if village > FAR else "village"
    if werewolves <= EVEN.start:
        return "open"
    return "werewolves-far" if werewolves > FAR else "werewolves"


def _made_for(rules: Roleset, seats: int) -> Bounds | None:
    """How many the book wants at `least` or at `most`, where those who are there could play only a house deck."""
    if seats < FEWEST_SEATS or rules.is_made_for(seats):
        return None
    return Bounds(least=rules.least) if seats < rules.least else Bounds(most=rules.most)
