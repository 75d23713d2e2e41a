"""What may be asked of the box, and what comes of it: one function a message.

A message is plain data with a `do`; pages, buttons and tests send the same. All of this runs in the box's own thread.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from narrator.dealing import Dealing, Said
from narrator.errors import NarratorError
from narrator.game import Game
from narrator.lobby import MOST_SEATS, Refused
from narrator.pace import PACES
from narrator.rules import facts
from narrator.story import told_after, who_was_who
from narrator.timeline import can_begin_again
from narrator.voice import Line

if TYPE_CHECKING:
    from narrator.box import Box

Message = Mapping[str, Any]

LASTING = ("speaker", "voice", "button", "device", "network", "roleset", "tag")
"""The codes of troubles begin so that last until what they tell of is well again."""
MORE_TIME = 60.0
"""Seconds that a debate is made longer or shorter by."""
WRONG_PINS = 5
"""After so many wrong PINs in a row, only one can be tried in `BETWEEN_PINS` seconds."""
BETWEEN_PINS = 10.0
BETWEEN_SAYING = 20.0
"""Seconds between two times that the PIN is said."""


def _begin(box: Box, message: Message) -> None:
    _host(box, message)
    if _is_running(box):
        raise Refused("game-running", "A game is running; end it first.")
    _not_while_dealing(box)
    box.start()


def _deal_by_tags(box: Box, message: Message) -> None:
    """People have dealt: everybody in turn lays token and card on the lid, and then the game begins."""
    _host(box, message)
    _only_before_a_game(box)
    if not box.readers:
        raise Refused("no-reader", "There is no reader for tags: plug one in, or have the box deal.")
    box.dealing = Dealing(box.lobby, box.shelf, box.tags, box.needs_token)
    box.game = box.beat = None
    _say_deal(box, box.dealing.asks)


def _deal_back(box: Box, message: Message) -> None:
    _host(box, message)
    dealing = _dealing(box)
    dealing.back()
    _say_deal(box, dealing.asks)


def _deal_stop(box: Box, message: Message) -> None:
    _host(box, message)
    _dealing(box)
    box.dealing = None
    box.trouble.pop("deal", None)
    _say_deal(box, Said("deal.stopped"))


def _laid(box: Box, message: Message) -> None:
    """The lid tells the tags that lie on it, when one has come: for a deal one at a time."""
    _host(box, message)
    dealing = _dealing(box)
    uids = [str(uid) for uid in message["value"]]
    box.trouble.pop("deal", None)
    try:
        wrong = dealing.lay(*uids) if len(uids) == 1 else "deal.one-by-one"
    except NarratorError as error:
        box.trouble["deal"] = error.sentence
        wrong = "deal.strange"
    if wrong is not None:
        _say_deal(box, Said(wrong))
        return
    if dealing.asks.cue != "deal.done":
        _say_deal(box, dealing.asks)
        return
    try:
        box.start_dealt(dealing)
    except NarratorError as error:
        box.trouble["deal"] = error.sentence
        _say_deal(box, Said("deal.unfit", why=error.sentence))


def _say_deal(box: Box, said: Said) -> None:
    """Whatever was laid, the answer comes at once and cuts off what was being said."""
    box.stage.hush()
    places = {"names": said.name, "why": said.why}
    box.announce(said.cue, **{place: word for place, word in places.items() if word})
    box.publish()


def _look(box: Box, message: Message) -> dict[str, Any]:
    if message["kind"] == "player":
        _seat(box, message)
    elif message["kind"] == "host":
        _host(box, message)
    elif message["kind"] == "lent":
        box.lending.lent(message.get("token"))
    return {"view": box.page(str(message["kind"]), message.get("token"))}


def _hand_over(box: Box, message: Message) -> dict[str, Any]:
    """The host lets a seat be taken over by another phone: whoever types the player's name and this number."""
    _host(box, message)
    return {"pin": box.lobby.hand_over(str(message["name"]))}


def _join(box: Box, message: Message) -> dict[str, Any]:
    name, pin = str(message["name"]), message.get("pin")
    if pin:
        token = box.lobby.take_over(name, str(pin).strip())
        seat = box.lobby.tokens[token]
        _say_moved(box, seat)
        return {"token": token, "seat": seat}
    if _is_running(box):
        raise Refused("game-running", "A game is running; you can join for the next one.")
    _not_while_dealing(box)
    token = box.lobby.join(name)
    seat = box.lobby.tokens[token]
    box.announce("box.joined", names=seat)
    box.publish()
    return {"token": token, "seat": seat}


def _say_moved(box: Box, *seats: str) -> None:
    """In a game all hear whose phone or button is another one: so nobody, the host included, takes a seat unheard."""
    if _is_running(box):
        box.ends += sum(box.announce("box.moved", names=seat) for seat in seats)
    box.publish()


def _add(box: Box, message: Message) -> None:
    _host(box, message)
    _only_before_a_game(box)
    box.lobby.join(str(message["name"]))
    box.publish()


def _seats(box: Box, message: Message) -> None:
    """So many at the table; who has no name is called by a number, and has the button of that number if it is there."""
    _host(box, message)
    _only_before_a_game(box)
    buttons = [int(button) for button in message["buttons"]]
    box.lobby.number_seats(int(message["number"]), box.screens.language.seats(MOST_SEATS), buttons)
    _fill_up(box)


def _sit(box: Box, message: Message) -> None:
    """Somebody holds a button, or a key: who has none yet sits down with it, and who sits by its number gets up."""
    _host(box, message)
    _not_while_dealing(box)
    lobby, names = box.lobby, box.screens.language.seats(MOST_SEATS)
    if box.game is not None or box.wanted:
        raise Refused("not-now", "One sits down before a game, while no buttons are learned.")
    button = lobby.number_of(str(message["key"]), message["others"]) if "key" in message else message["number"]
    if button not in names.values():
        raise Refused("unknown-button", f"There are seats for the buttons 1 to {MOST_SEATS}; this is {button}.")
    owner = next((name for name, number in lobby.buttons.items() if number == button), None)
    if owner is None:
        owner = next(name for name, number in names.items() if number == button)
        lobby.take_seat(owner, names, [button])
        box.announce("box.joined", names=owner)
        rules, _ = box.shelf.roleset(lobby.roleset, lobby.options)
        if len(lobby.players) == rules.least:
            box.announce("box.enough")
    elif owner in names:
        lobby.leave(owner)
        box.announce("box.left", names=owner)
    else:
        raise Refused("button-taken", f"Button {button} is {owner}'s.")
    _fill_up(box)


def _fill_up(box: Box) -> None:
    """Let a deck of one's own fit those who are at the table now."""
    if box.lobby.deck is not None:
        _set_cards(box, {})
    box.lobby.save()
    box.publish()


def _leave(box: Box, message: Message) -> None:
    seat = _seat(box, message)
    _only_before_a_game(box)
    box.lobby.leave(seat)
    box.publish()


def _answer(box: Box, message: Message) -> None:
    seat, game = _seat(box, message), box.game
    number, value = message["number"], message["value"]
    if not isinstance(value, list) or not all(isinstance(choice, str) for choice in value):
        raise Refused("not-understood", "An answer is a list of choices.")
    if game is None or number != box.number:
        raise Refused("stale", "That question is over; look at the page again.")
    asking = box.beat is not None and box.beat.screen == "ask"
    prompt = box.views[seat].prompt if asking and seat in box.views else None
    box.forget_page(seat)
    if prompt is None:
        box.keep_a_decoy()
        box.decoys[seat] = value
        return
    kept = len(game.entries)
    game.answer(prompt.id, value, seat)
    box.keep_from(kept)
    box.answered()


def _sign(box: Box, message: Message) -> None:
    """The button beside a vote: an answer for whom it is put, and for everybody else nothing."""
    seat, game = _seat(box, message), box.game
    number, value = message["number"], message["value"]
    if value not in ([], ["yes"]):
        raise Refused("not-understood", "The sign is given, or it is not.")
    if game is None or number != box.number:
        raise Refused("stale", "That vote is over; look at the page again.")
    aside = box.views[seat].aside if seat in box.views else None
    box.forget_page(seat)
    if aside is None:
        box.keep_a_decoy()
    else:
        kept = len(game.entries)
        game.answer(aside.id, value, seat)
        box.keep_from(kept)
    box.signs[seat] = value


def _wish(box: Box, message: Message) -> None:
    """A living player wishes to vote now, or for more time; more than half of the living are obeyed."""
    seat, game, wish = _seat(box, message), box.game, message["do"]
    debating = box.beat is not None and (box.beat.screen == "debate" or _open_debate(box))
    if game is None or seat not in game.alive or not debating or (wish == "call-vote" and _open_debate(box)):
        raise Refused("not-now", "That can be wished for during a debate, by the living.")
    wishing = box.wishes[wish]
    most_wished = _most_of(wishing, game)
    wishing.add(seat)
    if not most_wished and _most_of(wishing, game):
        if wish == "call-vote":
            box.drop_rest()
            box.ends = box.clock.time() + box.announce("vote.called")
        else:
            wishing.clear()
            box.ends += MORE_TIME
    box.publish()


def _most_of(wishing: Collection[str], game: Game) -> bool:
    return 2 * sum(seat in wishing for seat in game.alive) > len(game.alive)


def _open_host(box: Box, message: Message) -> dict[str, Any]:
    now = box.clock.now()
    if box.wrong_pins >= WRONG_PINS and now < box.pin_tried + BETWEEN_PINS:
        raise Refused("too-often", f"Too many wrong PINs: wait {BETWEEN_PINS:.0f} seconds before you try the next.")
    box.pin_tried = now
    if str(message["pin"]).strip() != box.pin:
        box.wrong_pins += 1
        raise Refused("wrong-pin", "That is not the PIN; the box says it when it starts.")
    box.wrong_pins = 0
    token = secrets.token_urlsafe(16)
    box.lobby.hosts.append(token)
    box.lobby.save()
    return {"token": token}


def _say_pin(box: Box, message: Message) -> None:
    """Anybody may have it said again: it is for those who sit at the table and hear it."""
    now = box.clock.now()
    if now < box.pin_said + BETWEEN_SAYING:
        raise Refused("too-often", "The box has just said the PIN; it says it again in a moment.")
    box.pin_said = now
    box.ends += box.say_pin()
    box.publish()


def _say_address(box: Box, message: Message) -> None:
    _host(box, message)
    box.ends += box.say_found() + box.say_pin()
    box.publish()


def _tell(box: Box, message: Message) -> None:
    """Have it said aloud who had which card, or the whole story."""
    _host(box, message)
    words, game = box.screens.language, box.game
    if game is None or box.screens.stage != "over":
        raise Refused("not-now", "The story is told when the game is over.")
    lines = who_was_who(game, words)
    if message["what"] == "story":
        story = told_after(game, words, len(game.facts))
        told = [text for phase, texts in story for text in (f"{box.screens.phase(phase)}.", *texts)]
        lines = [Line(text, "solemn") for text in told]
    box.stage.hush()
    for line in lines:
        box.say_now(line)
    box.publish()


def _set(box: Box, message: Message) -> None:
    _host(box, message)
    what, value = message["what"], message["value"]
    SETTINGS[what](box, value)
    box.lobby.save()
    box.publish()


def _set_roleset(box: Box, value: Any) -> None:
    _only_before_a_game(box)
    box.choose(str(value), {})


def _set_deck(box: Box, value: Any) -> None:
    _only_before_a_game(box)
    box.lobby.deck = None if value is None else {str(card): int(n) for card, n in value.items() if int(n) > 0}


def _set_cards(box: Box, value: Any) -> None:
    """So many of these cards, the others as they are; plain cards fill the deck up."""
    _only_before_a_game(box)
    rules, _ = box.shelf.roleset(box.lobby.roleset, box.lobby.options)
    special = {card: number for card, number in {**box.screens.mix, **value}.items() if card != rules.filler}
    _set_deck(box, {**special, rules.filler: len(box.lobby.players) - sum(map(int, special.values()))})


def _set_option(box: Box, value: Any) -> None:
    _only_before_a_game(box)
    changes = {str(key): str(word) for key, word in value.items()}
    box.choose(box.lobby.roleset, {**box.lobby.options, **changes})


def _set_pace(box: Box, value: Any) -> None:
    if value not in PACES:
        raise Refused("unknown-pace", f"The pace is one of {', '.join(PACES)}.")
    box.lobby.pace = value


def _set_volume(box: Box, value: Any) -> None:
    box.lobby.volumes.update({key: min(1.0, max(0.0, float(value[key]))) for key in box.lobby.volumes if key in value})
    box.stage.volumes(**box.lobby.volumes)


def _set_order(box: Box, value: Any) -> None:
    _only_before_a_game(box)
    box.lobby.order([str(name) for name in value])


def _set_groups(box: Box, value: Any) -> None:
    """Who is in the second of two groups."""
    _only_before_a_game(box)
    box.lobby.second_group = [str(name) for name in value]


def _set_actor(box: Box, value: Any) -> None:
    _only_before_a_game(box)
    box.lobby.actor = [str(card) for card in value]


def _set_house_rule(box: Box, value: Any) -> None:
    """Which card a coin stands for: a list of that one."""
    _only_before_a_game(box)
    box.lobby.house_rule = str(value[-1]) if value else ""


def _set_bots(box: Box, value: Any) -> None:
    _only_before_a_game(box)
    box.lobby.seat_bots(int(value), list(box.screens.language.bots))


def _set_lending(box: Box, value: Any) -> None:
    """May phones be lent?"""
    box.lobby.lending = value is True


def _kick(box: Box, message: Message) -> None:
    _host(box, message)
    _only_before_a_game(box)
    if message["name"] not in box.lobby.players:
        raise Refused("unknown-seat", f"Nobody at the table is called “{message['name']}”.")
    box.lobby.leave(message["name"])
    box.publish()


def _learn(box: Box, message: Message) -> None:
    """The host wants these players to show the box their buttons, one after the other; with no names, none any more."""
    _host(box, message)
    _only_before_a_game(box)
    names = [str(name) for name in message["names"]]
    for name in names:
        if box.lobby.token_of(name) is None:
            raise Refused("unknown-seat", f"Nobody at the table who could press a button is called “{name}”.")
    box.want_buttons(list(dict.fromkeys(names)))


def _learned(box: Box, message: Message) -> None:
    """The first one who is wanted has pressed the button of this number, or this key, or for long nothing at all."""
    _host(box, message)
    lobby, wanted = box.lobby, box.wanted
    if not wanted:
        return
    if "key" not in message and "number" not in message:
        box.announce("box.learn-late")
        box.want_buttons([])
        return
    number = lobby.number_of(str(message["key"]), message["others"]) if "key" in message else message["number"]
    owner = next((name for name, button in lobby.buttons.items() if button == number), wanted[0])
    if owner != wanted[0]:
        box.announce("box.button-taken", names=owner)
        box.publish()
        return
    lobby.give_buttons({owner: number})
    lobby.save()
    box.announce("box.learned", names=owner)
    box.want_buttons(wanted[1:])


def _forget_keys(box: Box, value: Any) -> None:
    _only_before_a_game(box)
    box.lobby.forget_keys()


def _set_button(box: Box, value: Any) -> None:
    before = box.lobby.buttons
    box.lobby.give_buttons(value)
    _say_moved(box, *(name for name, button in box.lobby.buttons.items() if before.get(name) != button))


def _pause(box: Box, message: Message) -> None:
    _host(box, message)
    box.pause("box.paused")


def _resume(box: Box, message: Message) -> None:
    _host(box, message)
    if box.paused is not None:
        box.go_on_alone() if box.waits else box.go_on()


def _undo(box: Box, message: Message) -> None:
    _host(box, message)
    game = _running(box)
    before = list(game.entries)
    window = _before(box, game)
    game.back_to(window)
    try:
        box.keep(("undo", window))
    except NarratorError:
        game.rewind(before)
        raise
    call = max(at for at, fact in enumerate(game.facts[: window + 1]) if can_begin_again(fact))
    box.stage.hush()
    box.take_up(game, call, window)
    box.ends += box.announce("box.undone")


def _before(box: Box, game: Game) -> int:
    """The number of the fact that opened the last window that is over; or the one now open, where all see that somebody
    has answered. Whether it was put to anybody, and answered, makes no difference: the table would hear it."""
    windows = [at for at, fact in enumerate(game.facts[: box.shown]) if isinstance(fact, facts.WindowOpened)]
    if windows and box.beat is not None and box.beat.screen == "ask":
        public = (prompt for prompt in game.prompts if not prompt.lasting and prompt.id == box.views[None].window)
        if not any(game.given(prompt) for prompt in public):
            windows.pop()
    return windows[-1] if windows else 0


def _skip(box: Box, message: Message) -> None:
    _host(box, message)
    _running(box)
    if box.beat is not None:
        box.drop_rest()
        box.stage.hush()
        box.ends = min(box.ends, box.clock.time())


def _end(box: Box, message: Message) -> None:
    _host(box, message)
    _running(box)
    box.keep(("over", None))
    if box.journal is not None:
        box.journal.close()
    box.game = box.journal = box.beat = None
    box.beats.clear()
    box.stage.hush()
    box.stage.effect_stop("heartbeat")
    box.stage.bed(None)
    box.clock.go()
    box.paused = None
    box.waits = False
    box.publish()


def _more(box: Box, message: Message, sign: int) -> None:
    _host(box, message)
    if box.beat is None or (box.beat.screen != "debate" and not _open_debate(box)):
        raise Refused("not-now", "Only a debate can be made longer or shorter.")
    box.ends = max(box.clock.time(), box.ends + sign * MORE_TIME)
    box.publish()


def _open_debate(box: Box) -> bool:
    """Does everybody debate and point at once? The rules may be at that ballot while the night is still told."""
    if box.game is None or box.beat is None or box.beat.screen != "ask":
        return False
    return any(prompt.open_ballot and prompt.id == box.views[None].window for prompt in box.game.prompts)


def _draw(box: Box, message: Message) -> None:
    _host(box, message)
    game = _running(box)
    if not box.views[None].phase.startswith("day"):
        raise Refused("not-now", "A draw can be put to the vote by day.")
    kept = len(game.entries)
    game.offer_draw()
    box.keep_from(kept)
    box.answered()


def _again(box: Box, message: Message) -> None:
    _host(box, message)
    if _is_running(box):
        raise Refused("game-running", "A game is running; end it first.")
    box.game = box.beat = None
    box.publish()


def _good_night(box: Box, message: Message) -> None:
    """It is enough for today; a game that is not over goes on at the next start."""
    _host(box, message)
    box.asleep = True
    box.stop()


def _borrow(box: Box, message: Message) -> None:
    """Somebody without a phone has pressed the button as a lent page asks."""
    box.lending.borrow(_seat(box, message), int(message["number"]))


def _put_away(box: Box, message: Message) -> None:
    box.lending.lent(message["token"])
    box.lending.end()


def _running(box: Box) -> Game:
    if box.game is None or not _is_running(box):
        raise Refused("no-game", "No game is running.")
    return box.game


def _is_running(box: Box) -> bool:
    """As far as the table knows: the rules know a winner long before the village hears of the night."""
    return box.screens.stage == "game"


def _only_before_a_game(box: Box) -> None:
    if _is_running(box):
        raise Refused("game-running", "That can only be changed before a game.")
    _not_while_dealing(box)


def _not_while_dealing(box: Box) -> None:
    if box.dealing is not None:
        raise Refused("dealing", "Cards are being laid on the lid; stop that first.")


def _dealing(box: Box) -> Dealing:
    if box.dealing is None:
        raise Refused("not-dealing", "No cards are being dealt by tags.")
    return box.dealing


def _seat(box: Box, message: Message) -> str:
    seat = box.lobby.tokens.get(str(message["token"]))
    if seat is None:
        raise Refused("unknown-seat", "The box does not know this phone; join again.")
    return seat


def _host(box: Box, message: Message) -> None:
    if message.get("token") not in (*box.lobby.hosts, box.inside):
        raise Refused("not-the-host", "Only the host can do that; type the PIN on the host page.")


SETTINGS: dict[str, Callable[[Box, Any], None]] = {
    "roleset": _set_roleset,
    "deck": _set_deck,
    "cards": _set_cards,
    "option": _set_option,
    "pace": _set_pace,
    "volume": _set_volume,
    "order": _set_order,
    "bots": _set_bots,
    "groups": _set_groups,
    "actor": _set_actor,
    "house_rule": _set_house_rule,
    "lending": _set_lending,
    "button": _set_button,
    "keys": _forget_keys,
}
"""What the host may set before a game, and some of it in one."""

ACTIONS: dict[str, Callable[[Box, Message], dict[str, Any] | None]] = {
    "look": _look,
    "join": _join,
    "add": _add,
    "seats": _seats,
    "sit": _sit,
    "leave": _leave,
    "answer": _answer,
    "sign": _sign,
    "call-vote": _wish,
    "more-time": _wish,
    "hand-over": _hand_over,
    "open-host": _open_host,
    "say-pin": _say_pin,
    "say-address": _say_address,
    "tell": _tell,
    "set": _set,
    "kick": _kick,
    "learn": _learn,
    "learned": _learned,
    "start": _begin,
    "deal-by-tags": _deal_by_tags,
    "deal-back": _deal_back,
    "deal-stop": _deal_stop,
    "laid": _laid,
    "pause": _pause,
    "resume": _resume,
    "undo": _undo,
    "skip": _skip,
    "end": _end,
    "longer": lambda box, message: _more(box, message, 1),
    "shorter": lambda box, message: _more(box, message, -1),
    "draw": _draw,
    "again": _again,
    "lend": lambda box, message: box.lending.lend(),
    "borrow": _borrow,
    "put-away": _put_away,
    "good-night": _good_night,
}
"""What a message wants, by its `do`. The answer is laid into the reply; a refusal is raised."""
