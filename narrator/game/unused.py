"""Which cards and buildings are never called, which events never drawn, which prompts never put? Found by playing:
small games of bots that have the card, building or event in question, with whatever options.

It is a hunch, not a proof, so it is given as a warning, with the number of games. What turns up in any game is
forgotten; many games are played only for what does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from narrator.errors import Place, Problem
from narrator.game.bots import Value, random_answers
from narrator.game.game import Game
from narrator.game.library import Library
from narrator.rules.ballots import draw
from narrator.rules.facts import Asked, Called, PhaseBegan
from narrator.rules.grammar import with_options
from narrator.rules.prompts import Prompt
from narrator.rules.registry import a
from narrator.rules.rolesets import Building, Card, Event, Roleset
from narrator.rules.strict_yaml import Map
from narrator.rules.table import IllegalTable
from narrator.rules.village_facts import EventDrawn

GAMES = 120
"""How many are tried for one thing before it is called unused; some tables cannot be played."""
MOST_GAMES = 1200
"""How many are played for one roleset; what is left then is not mentioned. It takes a laptop about half a minute."""
NIGHTS = 7
"""How long a game is watched."""
SEATS = (5, 11)
"""How few and how many sit at the table."""
SLEEPY = 0.8
"""How often bots that are in no hurry pass, so that games last; they play every second game."""
YEARS = (1940, 2015)
"""When those at the table were born, for the events that ask."""
LODGES = ("sun", "moon")
KINDS = {Card: "cards", Building: "buildings", Event: "events"}
"""Under which key of a roleset each kind of them stands."""
GAMES_WITH = {
    "": "with all kinds of decks",
    "cards": "whose deck has {}",
    "buildings": "whose village has {}",
    "events": "whose deck of events has it",
}
VILLAGES = ("Elsewhere",)
"""Where else somebody may go, if there are other villages."""


@dataclass
class Sought:
    """Something that should turn up: a prompt, an event, or a call. `owner` is what it belongs to, one of the `kind`
    (`cards`, `buildings`, `events`), and `choices` are the options with which the roleset has it."""

    name: str
    owner: str
    kind: str
    place: Place
    choices: list[dict[str, str]] = field(default_factory=list)
    tries: int = 0
    games: int = 0
    reasons: Counter[str] = field(default_factory=Counter)


def unused(library: Library, name: str, choices: Sequence[dict[str, str]]) -> list[Problem]:
    """A warning for each card and building of a roleset that is never called, each event that is never drawn, and each
    prompt that is never put, with any of these choices of options; and for each building that no village has."""
    calls, events, prompts = _sought(library, name, choices)
    dice = Random(name)
    for number in range(MOST_GAMES):
        open_ones = [each for found in (prompts, calls, events) for each in found.values() if each.tries < GAMES]
        if not open_ones:
            break
        sought = open_ones[0]
        sought.tries += 1
        game = _played(library, name, sought, dice, sleepy=number % 2 == 1)
        if game is None:
            continue
        sought.games += 1
        for fact in game.facts:
            if isinstance(fact, Called):
                calls.pop(fact.call, None)
            elif isinstance(fact, EventDrawn) and not fact.skipped:
                events.pop(fact.card, None)
            elif isinstance(fact, Asked):
                prompts.pop(fact.prompt.id, None)
        if sought.name in prompts:
            sought.reasons.update(_reasons(game, sought.name))
    asleep, undrawn, never_put = (
        [each for each in found.values() if each.tries == GAMES] for found in (calls, events, prompts)
    )
    for each in asleep:
        each.reasons.update(*[prompt.reasons for prompt in never_put if prompt.owner == each.name])
    silent = [each for each in never_put if each.owner not in calls and each.owner not in events]
    return [
        *[_warning(each, f"Nobody ever wakes as {each.name}") for each in asleep],
        *[_warning(each, f"“{each.name}” is never drawn") for each in undrawn],
        *[_warning(each, f"“{each.name}” is put to nobody") for each in silent],
        *_homeless(library, name, choices),
    ]


def _homeless(library: Library, name: str, choices: Sequence[dict[str, str]]) -> Iterator[Problem]:
    """A warning for each building that is in no village."""
    places: dict[str, Place] = {}
    proposed: set[str] = set()
    for options in choices:
        try:
            rules, values = library.roleset(name, options)
        except IllegalTable:
            continue
        for building in [*rules.buildings][1:]:
            places[building] = with_options(library.whole(name), values)["buildings"].key_places[building]
        proposed.update(building for village in rules.villages.values() for building in village)
    for building in [building for building in places if building not in proposed]:
        sentence = f"Nobody is ever dealt the {building}: no village under “villages” has it; add it to one."
        yield Problem(places[building], sentence)


def _sought(
    library: Library, name: str, choices: Sequence[dict[str, str]]
) -> tuple[dict[str, Sought], dict[str, Sought], dict[str, Sought]]:
    calls: dict[str, Sought] = {}
    events: dict[str, Sought] = {}
    prompts: dict[str, Sought] = {}

    def seek(found: dict[str, Sought], name: str, owner: str, kind: str, at: Map) -> None:
        if name not in found:
            found[name] = Sought(name, owner, kind, next(_places(at, name)))
        found[name].choices.append(options)

    for options in choices:
        try:
            rules, values = library.roleset(name, options)
        except IllegalTable:  # these cannot be on together
            continue
        tree = with_options(library.whole(name), values)
        owners = {prompt: owner.id for owner in _owners(rules) for prompt in _prompts(owner)}
        for owner in _owners(rules):
            kind = KINDS[type(owner)]
            if isinstance(owner, Event):
                seek(events, owner.id, owner.id, kind, tree[kind])
            elif owner.id in rules.calls and (owner.called is not None or (isinstance(owner, Card) and _wakes(owner))):
                seek(calls, owner.id, owner.id, kind, tree[kind])
            for prompt in _prompts(owner):
                seek(prompts, prompt, owner.id, kind, tree[kind][owner.id])
        for prompt in _of_everybody(rules):
            if prompt not in owners:
                seek(prompts, prompt, "", "", tree)
    return calls, events, prompts


def _owners(rules: Roleset) -> list[Card | Building | Event]:
    """What prompts belong to, without the cards that this roleset cannot deal."""
    cards = [card for card in rules.cards.values() if not card.needs and not card.stand_in]
    return [*cards, *rules.buildings.values(), *rules.events.values()]


def _wakes(card: Card) -> bool:
    return bool(card.wakes or card.told)


def _prompts(owner: Card | Building | Event) -> tuple[str, ...]:
    match owner:
        case Card():
            return (*owner.wakes, *owner.by_day, *owner.last_words, *owner.testament, *owner.haunts)
        case Building():
            return (*owner.any_time, *owner.by_day)
        case Event():
            return (*owner.prompts, *owner.any_time)


def _of_everybody(rules: Roleset) -> Iterator[str]:
    """Ballots, the prompts of offices, and those that belong to nothing; a draw is left out, as the host offers it."""
    of_cards = {prompt for card in rules.cards.values() for prompt in _prompts(card)}
    yield from (name for name, ballot in rules.ballots.items() if ballot.outcome is not draw)
    yield from (prompt for prompt in rules.prompts if prompt not in of_cards)


def _places(at: Map, key: str) -> Iterator[Place]:
    """Where a key stands, at whatever depth."""
    for name, value in at.items():
        if name == key:
            yield at.key_places[name]
        elif isinstance(value, Map):
            yield from _places(value, key)


def _played(library: Library, name: str, sought: Sought, dice: Random, sleepy: bool) -> Game | None:
    """A game with a card in the deck, up to where it is watched; nothing where such a table cannot be played."""
    options: dict[str, str] = dict(dice.choice(sought.choices))
    rules, _ = library.roleset(name, options)
    written = library.tree(name)["options"]
    for option in rules.options.values():
        if option.id not in options and "on" not in (*option.values, *written[option.id]):
            options[option.id] = dice.choice(option.values).replace(" N", " 2")
    seats = [f"seat {number}" for number in range(dice.randint(*SEATS))]
    try:
        rules, values = library.roleset(name, options)
        game = Game(
            name,
            seats,
            **_dealt(rules, _card_for(rules, sought, dice), seats, dice),
            buildings=_homes(rules, sought.owner, seats, dice),
            events=_deck_of_events(rules, sought.owner, dice),
            born={seat: dice.randint(*YEARS) for seat in seats},
            lodge={seat: dice.choice(LODGES) for seat in seats},
            villages=VILLAGES,
            options=values,
            seed=dice.getrandbits(32),
            library=library,
        )
    except IllegalTable:
        return None
    while game.prompts and game.night <= NIGHTS:
        for prompt in game.prompts:
            if prompt in game.prompts:  # an answer at any time of the day changes what is open
                game.answer_all(prompt.id, _answers(prompt, dice, sleepy))
        if game.prompts:
            game.close()
    return game


def _dealt(rules: Roleset, card: str, seats: Sequence[str], dice: Random) -> dict[str, Any]:
    """The cards, seat by seat, or as a deck where the roleset deals in a way of its own."""
    hands = _hands(rules, card, len(seats), dice)
    return {"deck": hands, "house_deck": True} if rules.dealings else {"cards": dict(zip(seats, hands, strict=True))}


def _card_for(rules: Roleset, sought: Sought, dice: Random) -> str:
    """The card that has to be in the deck: its owner's, the one it is named after, or one of those called for it."""
    for card in (sought.owner, sought.name.partition(".")[0]):
        if card in rules.cards:
            return card
    called = [card for call in rules.every_call if sought.name in call.prompts for card in call.of]
    return dice.choice([card for card in called if card in rules.cards] or [""])


def _homes(rules: Roleset, building: str, seats: Sequence[str], dice: Random) -> dict[str, str] | None:
    """A village that has this building, and otherwise whatever the dice say."""
    if not rules.buildings:
        return None
    others = [each.id for each in rules.buildings.values() for _ in range(each.copies) if each.id != building]
    tokens = [*[building] * (building in rules.buildings), *dice.sample(others, min(len(others), len(seats)))]
    return dict(zip(dice.sample(seats, len(seats)), tokens, strict=False))


def _deck_of_events(rules: Roleset, event: str, dice: Random) -> list[str] | None:
    """A deck in which this event comes soon; one by chance, where something else is in question."""
    others = [other.id for other in rules.events.values() if other.id != event and not other.kept_by]
    return [*dice.sample(others, min(len(others), dice.randrange(3))), event] if event in rules.events else None


def _hands(rules: Roleset, card: str, seats: int, dice: Random) -> list[str]:
    """A deck that holds a card and a werewolf, and otherwise whatever the dice say."""
    may = [other for other in rules.cards.values() if not other.needs and not other.stand_in]
    hands = [card] if card else []
    if not any(rules.cards[held].werewolf for held in hands) or dice.random() < 0.5:
        hands.append(dice.choice([wolf.id for wolf in may if wolf.werewolf] or [rules.filler]))
    if card and (rules.cards[card].together or dice.random() < 0.3):
        hands += [card] * (rules.cards[card].copies - 1)
    while len(hands) < seats:
        other = dice.choice(may) if dice.random() < 0.5 else rules.cards[rules.filler]
        hands += [other.id] * (other.copies if other.together else 1)
    hands = hands[:seats]
    dice.shuffle(hands)
    return hands


def _answers(prompt: Prompt, dice: Random, sleepy: bool) -> Mapping[str, Value]:
    if sleepy and prompt.may_pass and not prompt.must and dice.random() < SLEEPY:
        return dict.fromkeys(prompt.seats)
    return random_answers(prompt, prompt.seats, dice)


def _reasons(game: Game, prompt: str) -> Iterator[str]:
    """Why it was not put, for each phase in which it might have been."""
    for fact in game.facts:
        if isinstance(fact, PhaseBegan) and _may_come(game.rules, prompt, fact):
            yield game.why_not_asked(prompt, fact.phase)


def _may_come(rules: Roleset, prompt: str, began: PhaseBegan) -> bool:
    """Is this a phase in which a prompt is put at all?"""
    calls = [call for call in rules.every_call if prompt in call.prompts]
    if calls:
        tonight = rules.first_night if began.number == 1 else rules.later_nights
        return began.name == "night" and any(call in tonight for call in calls)
    only_by_day = any(prompt in (*card.by_day, *card.haunts) for card in rules.cards.values())
    return began.name == "day" or (began.name != "night" and not only_by_day)


def _warning(sought: Sought, what: str) -> Problem:
    decks = GAMES_WITH[sought.kind].format(a(sought.owner) if sought.owner else "")
    why = f", most often because {sought.reasons.most_common(1)[0][0]}" if sought.reasons else ""
    return Problem(sought.place, f"{what} in {sought.games} games {decks}{why}; change that, or take it out.")
