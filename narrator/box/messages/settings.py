"""What the host may set: the game that is to be played, and how it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Any, get_type_hints

from msgspec import Meta

from narrator.bounds import Cards, Count, Lag, Share, Word, WordByWord, Words
from narrator.box.messages.guards import only_before_a_game, only_host, only_players
from narrator.box.messages.kinds import PlayVoice, Set
from narrator.box.messages.public import say_moved
from narrator.box.messages.replies import SettingKept
from narrator.box.messages.village import (
    set_born,
    set_houses,
    set_left_out,
    set_lodge,
    set_preset,
    set_stack,
    set_village,
)
from narrator.box.moderator import Moderator
from narrator.lobby.lobby import Refused
from narrator.lobby.setup import dealt_by_host, deck_of, with_options
from narrator.telling.pace import PACES, Vote, Wording
from narrator.telling.voice import ESPEAK

SAMPLE = "night.falls"
"""The cue by which voices are compared."""


def change(box: Moderator, message: Set) -> SettingKept:
    """Set one of the things in `SETTINGS`. Nothing comes of it before it is kept."""
    only_host(box, message)
    then = SETTINGS[message.what](box, message.value)
    box.lobby.save()
    if then is not None:
        then()
    box.publish()
    return SettingKept(version=box.pages.version)


def _set_roleset(box: Moderator, value: Word) -> None:
    only_before_a_game(box)
    box.choose(value, {})


def _set_deck(box: Moderator, value: Cards | None) -> None:
    only_before_a_game(box)
    _only(box.next_rules.cards, *value or ())
    box.lobby.deck = None if value is None else {card: number for card, number in value.items() if number > 0}


def set_cards(box: Moderator, value: Cards) -> None:
    """How many there are of these cards; the others stay, and plain cards fill the deck up.

    Of cards that come together, such as brothers, one more is all of them, and one less is none.
    """
    only_before_a_game(box)
    rules = box.next_rules
    _only(rules.cards, *value)
    whole = {card: rules.cards[card].copies if value[card] > box.mix.get(card, 0) else 0 for card in value}
    wanted = {card: whole[card] if rules.cards[card].together else number for card, number in value.items()}
    special = {card: number for card, number in {**box.mix, **wanted}.items() if card != rules.filler}
    _set_deck(box, {**special, rules.filler: max(0, len(box.lobby.dealt_in) - sum(special.values()))})


def _only(known: Collection[str], *cards: str) -> None:
    """Refuse cards that the roleset does not have."""
    for card in cards:
        if card not in known:
            raise Refused("unknown-card", card=card)


def _set_hands(box: Moderator, value: Annotated[dict[Word, Word | None], Meta(max_length=200)]) -> None:
    """Who holds which card, where the host deals: a card for each of these names, or nothing, which takes it back."""
    only_before_a_game(box)
    lobby, hands = box.lobby, dealt_by_host(box.lobby, box.library)
    if hands is None:
        raise Refused("not-by-hand")
    given = {name: card for name, card in value.items() if card is not None}
    only_players(box, *value)
    hands = {name: card for name, card in hands.items() if name not in value} | given
    out, deck = Counter(hands.values()), deck_of(lobby, box.library)
    for card in given.values():
        if out[card] > deck[card]:
            raise Refused("not-in-deck")
    lobby.hands = hands


def _set_option(box: Moderator, value: WordByWord) -> None:
    """Options and their values."""
    only_before_a_game(box)
    box.choose(box.lobby.roleset, with_options(box.next_rules.options, box.lobby.options, value))


def _set_language(box: Moderator, value: Word) -> Callable[[], None]:
    """What the box speaks, where nobody wants another language."""
    box.speak(value)
    return box.rehearse


def _set_spoken_language(box: Moderator, value: Word) -> Callable[[], None]:
    """What the voice speaks in the next game."""
    only_before_a_game(box)
    if not box.can_speak(value):
        raise Refused("voice-lacks-words", language=value)
    box.lobby.voice = value if value != box.own_language else ""
    return box.rehearse


def _set_spoken_by(box: Moderator, value: Word) -> Callable[[], None]:
    """Which of the voices that are there says it."""
    only_before_a_game(box)
    _only_known_voice(box, value)
    return lambda: box.models.choose(box.spoken, value)


def _set_second_by(box: Moderator, value: Word) -> Callable[[], None]:
    """Which of the natural voices speaks for the dead, spirits and the crier."""
    only_before_a_game(box)
    _only_known_voice(box, value)
    if ESPEAK in (value, box.models.speaker(box.spoken)):
        raise Refused("no-second-voice")
    return lambda: box.models.choose_second(box.spoken, value)


def play_voice(box: Moderator, message: PlayVoice) -> None:
    """Have everybody hear, before a game, how one of the voices sounds."""
    only_host(box, message)
    only_before_a_game(box)
    _only_known_voice(box, message.name)
    box.hush()
    box.speech.say(lambda words: words.foreseeable(SAMPLE)[0]._replace(voice=message.name))
    box.publish()


def _only_known_voice(box: Moderator, voice: str) -> None:
    """Refuse a voice that is not there."""
    voices = box.models.speakers(box.spoken)
    if voice not in voices:
        raise Refused("unknown-voice", voices=", ".join(voices))


def _set_pace(box: Moderator, value: Word) -> None:
    if value not in PACES:
        raise Refused("unknown-pace", paces=", ".join(PACES))
    box.lobby.pace = value


def _set_words(box: Moderator, value: Wording) -> Callable[[], None]:
    """With jokes or without; the voice goes by it from the next game on."""
    box.lobby.words = value
    return box.rehearse


def _set_vote(box: Moderator, value: Vote) -> None:
    """How does the table vote, from the next vote on?"""
    box.lobby.vote = value


def _set_beginners(box: Moderator, value: bool) -> None:
    """Is somebody new? Then the next game begins with an introduction."""
    only_before_a_game(box)
    box.lobby.beginners = value


def _set_volume(box: Moderator, value: Annotated[dict[Word, Share], Meta(max_length=9)]) -> Callable[[], None]:
    box.lobby.volumes.update({key: value[key] for key in box.lobby.volumes if key in value})

    def hear() -> None:
        box.loudspeaker.volumes(**box.lobby.volumes)
        box.hear_volume(value)

    return hear


def _set_lag(box: Moderator, value: Lag) -> Callable[[], None]:
    """How many milliseconds is the speaker late? A bell rings, so that the host can see whether that is right."""
    box.lobby.lag = value
    return lambda: box.hear_volume(["ambience"])


def _set_order(box: Moderator, value: Words) -> None:
    only_before_a_game(box)
    box.lobby.order(value)


def _set_groups(box: Moderator, value: Words) -> None:
    """Who is in the second of two groups."""
    only_before_a_game(box)
    box.lobby.second_group = [name for name in box.lobby.players if name in value]


def _set_group_names(box: Moderator, value: Words) -> None:
    """What the two groups are called: a list of two names."""
    only_before_a_game(box)
    box.lobby.name_groups(value)


def _set_actor(box: Moderator, value: Words) -> None:
    only_before_a_game(box)
    _only(box.next_rules.repertoire, *value)
    box.lobby.actor = list(dict.fromkeys(value))


def _set_house_rule(box: Moderator, value: Words) -> None:
    """Which card a coin stands for: a list of that one."""
    only_before_a_game(box)
    _only(box.library.stand_for(box.lobby.roleset), *value)
    box.lobby.house_rule = value[-1] if value else ""


def _set_bots(box: Moderator, value: Count) -> None:
    only_before_a_game(box)
    box.lobby.seat_bots(value, list(box.language.bots))


def _set_lending(box: Moderator, value: bool) -> None:
    """May phones be lent?"""
    box.lobby.lending = value


def _set_door(box: Moderator, value: bool) -> None:
    """May newcomers join?"""
    box.lobby.door = value


def _set_keep_pin(box: Moderator, value: bool) -> None:
    """Does the PIN outlive the evening, and the host's devices with it?"""
    box.lobby.keep_pin = value


def _forget_keys(box: Moderator, value: None) -> Callable[[], None]:
    """No key is anybody's any more, so a keypad that is gone is not missed."""
    only_before_a_game(box)
    box.lobby.forget_keys()

    def miss_no_more() -> None:
        box.trouble = {code: said for code, said in box.trouble.items() if not code.startswith("device keypad")}

    return miss_no_more


def _set_button(
    box: Moderator, value: Annotated[dict[Word, int | float | Word | None], Meta(max_length=200)]
) -> Callable[[], None]:
    """Numbers as somebody has typed them."""
    before = box.lobby.buttons
    box.lobby.give_buttons(value)
    moved = [name for name, button in box.lobby.buttons.items() if before.get(name) != button]
    return lambda: say_moved(box, *moved)


SETTINGS: dict[str, Callable[[Moderator, Any], Callable[[], None] | None]] = {
    "roleset": _set_roleset,
    "deck": _set_deck,
    "cards": set_cards,
    "hands": _set_hands,
    "option": _set_option,
    "language": _set_language,
    "spoken_language": _set_spoken_language,
    "spoken_by": _set_spoken_by,
    "second_by": _set_second_by,
    "pace": _set_pace,
    "words": _set_words,
    "vote": _set_vote,
    "beginners": _set_beginners,
    "volume": _set_volume,
    "lag": _set_lag,
    "order": _set_order,
    "bots": _set_bots,
    "groups": _set_groups,
    "group_names": _set_group_names,
    "actor": _set_actor,
    "house_rule": _set_house_rule,
    "preset": set_preset,
    "village": set_village,
    "houses": set_houses,
    "stack": set_stack,
    "left_out": set_left_out,
    "born": set_born,
    "lodge": set_lodge,
    "lending": _set_lending,
    "door": _set_door,
    "keep_pin": _set_keep_pin,
    "button": _set_button,
    "keys": _forget_keys,
}
"""What the host may set before a game, and some of it in one. Each function returns what to do once that is kept."""

VALUES: Mapping[str, Any] = {
    what: get_type_hints(sets, include_extras=True)["value"] for what, sets in SETTINGS.items()
}
"""What the value of each setting must be: as its function says."""
