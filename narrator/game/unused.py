"""Which cards never wake, and which prompts are never put? Found by playing: small games of bots, in whose decks is the
card in question, with whatever options.

It is a hunch, not a proof, so it is given as a warning, with the number of games. What turns up in any game is
forgotten; many games are played only for what does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from narrator.errors import Place, Problem
from narrator.game.bots import Value, random_answers
from narrator.game.game import Game
from narrator.game.library import Library
from narrator.rules.ballots import draw
from narrator.rules.facts import Asked, Called, PhaseBegan
from narrator.rules.grammar import with_options
from narrator.rules.prompts import Prompt
from narrator.rules.registry import a
from narrator.rules.rolesets import Card, Roleset
from narrator.rules.strict_yaml import Map
from narrator.rules.table import IllegalTable

GAMES = 120
"""How many are tried for one thing before it is called unused; some tables cannot be played."""
MOST_GAMES = 1200
"""How many are played for one roleset; what is left then is not mentioned. It takes a laptop about ten seconds."""
NIGHTS = 7
"""How long a game is watched."""
SEATS = (5, 11)
"""How few and how many sit at the table."""
SLEEPY = 0.8
"""How often bots that are in no hurry pass, so that games last; they play every second game."""


@dataclass
class Sought:
    """Something that should turn up: a prompt, or the call of a card. `choices` are the options with which the roleset
    has it."""

    name: str
    card: str
    place: Place
    choices: list[dict[str, str]] = field(default_factory=list)
    tries: int = 0
    games: int = 0
    reasons: Counter[str] = field(default_factory=Counter)


def unused(library: Library, name: str, choices: Sequence[dict[str, str]]) -> list[Problem]:
    """A warning for each card of a roleset that never wakes, and each prompt that is never put, with any of these
    choices of options."""
    calls, prompts = _sought(library, name, choices)
    dice = Random(name)
    for number in range(MOST_GAMES):
        open_ones = [each for each in (*prompts.values(), *calls.values()) if each.tries < GAMES]
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
            elif isinstance(fact, Asked):
                prompts.pop(fact.prompt.id, None)
        if sought.name in prompts:
            sought.reasons.update(_reasons(game, sought.name))
    asleep, never_put = ([each for each in found.values() if each.tries == GAMES] for found in (calls, prompts))
    for each in asleep:
        each.reasons.update(*[prompt.reasons for prompt in never_put if prompt.card == each.name])
    return [
        *[_warning(each, f"Nobody ever wakes as {each.name}") for each in asleep],
        *[_warning(each, f"“{each.name}” is put to nobody") for each in never_put if each.card not in calls],
    ]


def _sought(
    library: Library, name: str, choices: Sequence[dict[str, str]]
) -> tuple[dict[str, Sought], dict[str, Sought]]:
    calls: dict[str, Sought] = {}
    prompts: dict[str, Sought] = {}
    for options in choices:
        try:
            rules, values = library.roleset(name, options)
        except IllegalTable:  # these cannot be on together
            continue
        tree = with_options(library.whole(name), values)
        for card in rules.cards.values():
            if card.needs or card.stand_in:
                continue
            if card.id in rules.calls and (card.wakes or card.told or card.called is not None):
                place = tree["cards"].key_places[card.id]
                calls.setdefault(card.id, Sought(card.id, card.id, place)).choices.append(options)
            for prompt in _prompts(card):
                place = next(_places(tree["cards"][card.id], prompt))
                prompts.setdefault(prompt, Sought(prompt, card.id, place)).choices.append(options)
        for prompt in _of_everybody(rules):
            place = next(place for key in ("ballots", "heirs") for place in _places(tree.get(key) or tree, prompt))
            prompts.setdefault(prompt, Sought(prompt, "", place)).choices.append(options)
    return calls, prompts


def _prompts(card: Card) -> tuple[str, ...]:
    return (*card.wakes, *card.by_day, *card.last_words, *card.testament, *card.haunts)


def _of_everybody(rules: Roleset) -> Iterator[str]:
    """Ballots, and the prompts of offices; a draw may be wished for at any time."""
    yield from (name for name, ballot in rules.ballots.items() if ballot.outcome is not draw)
    yield from rules.heirs.values()
    yield from (ballot.decided_by[1] for ballot in rules.ballots.values() if ballot.decided_by)


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
    for option in rules.options.values():
        if option.id not in options and len(option.values) > 1 and "on" not in option.values:
            options[option.id] = dice.choice(option.values).replace(" N", " 2")
    seats = [f"seat {number}" for number in range(dice.randint(*SEATS))]
    hands = _hands(rules, sought.card, len(seats), dice)
    try:
        cards = dict(zip(seats, hands, strict=True))
        village = [building for building, number in rules.village(len(seats)).items() for _ in range(number)]
        homes = dict(zip(dice.sample(seats, len(seats)), village, strict=False)) if village else None
        game = Game(
            name, seats, cards=cards, buildings=homes, options=options, seed=dice.getrandbits(32), library=library
        )
    except IllegalTable:
        return None
    while game.prompts and game.night <= NIGHTS:
        for prompt in game.prompts:
            game.answer_all(prompt.id, _answers(prompt, dice, sleepy))
        game.close()
    return game


def _hands(rules: Roleset, card: str, seats: int, dice: Random) -> list[str]:
    """A deck that holds a card and a werewolf, and beside them whatever falls."""
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
    if sleepy and prompt.may_pass and dice.random() < SLEEPY:
        return dict.fromkeys(prompt.seats)
    return random_answers(prompt, prompt.seats, dice)


def _reasons(game: Game, prompt: str) -> Iterator[str]:
    """Why it was not put, for each phase in which it might have been."""
    by_night = any(prompt in call.prompts for call in game.rules.every_call)
    for fact in game.facts:
        if isinstance(fact, PhaseBegan) and (fact.name == "night") == by_night:
            yield game.why_not_asked(prompt, fact.phase)


def _warning(sought: Sought, what: str) -> Problem:
    decks = f"whose deck has {a(sought.card)}" if sought.card else "with all kinds of decks"
    why = f", most often because {sought.reasons.most_common(1)[0][0]}" if sought.reasons else ""
    return Problem(sought.place, f"{what} in {sought.games} games {decks}{why}; change that, or take it out.")
