"""The lid of the box, on which tags are laid: what a tag means there, and what the light beside the reader shows.

    tag -> what it is -> for everybody who plays by tag: Presses -> inbox of the box       Presses -> Light of the lid

A player with a token plays by tag while they have neither a page that listens nor a button that is there.

At night the player who is called lays the token of the chosen seat, or a card, or a word. It is taken as the answer of
all who play by tag, to their question or to their decoy, so this part of the box knows no more than any of them. By
day, when all are asked, a player lays their own token first: it says for whom the next tag speaks. A token that is left
lying has the light tell what its owner was told in this call; at other times it tells nothing, as others lay it, too.

A token laid for a moment in the debate lets the vote begin, and laid twice has the box say its last line again.

By day a token that is left lying says that its owner wants to act: whatever is then laid down twice is what they mean,
and a `pass` before it that they mean the next thing that could be done to it (`acts.py`).

A tag is answered alike whether it is taken, refused or means nothing: the light blinks, and at night that is all.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import NamedTuple

from hardware.devices import LID
from hardware.lights import ASKED, CONFIRMED, FAINT, OFF, Light
from narrator.box.pages.panel_view import PanelPlayer, TagsView
from narrator.errors import NarratorError, Said, Sentence
from narrator.panel.button_language import Presses
from narrator.panel.hub import NEVER, NOW, Hub

LONG = 2.0
"""Seconds after which a token that lies there asks the light to tell, or by day to act."""
FORGET = 12.0
"""Seconds in which, by day, a token speaks for its owner: the next tag is their choice."""
TWICE = 2.5
"""Seconds in which a token laid in the debate may be laid again; its owner's wish to vote waits until they are over."""
TOO_LONG = 20.0
"""Seconds after which a tag has been left lying."""
MOST = 10
"""No hand lays more tags than this within one second."""

SPEAKING = ("ask", "told", "debate")
"""The kinds of page during which tags on the lid count."""


class TokenOwner:
    """A player with a token; `name` and `uid` are the player's and the tag's."""

    def __init__(self, player: PanelPlayer) -> None:
        self.name, self.uid = player.name, player.tag
        self.presses = Presses(player.token)


class OwnToken(NamedTuple):
    """A player's own token that lies alone on the lid: since when, and the number of their call then."""

    owner: TokenOwner
    number: int
    at: float


class Lid:
    """The tags of a panel; see `hub.Part`."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.due = NEVER
        self._view = TagsView()
        self._owners: dict[str, TokenOwner] = {}
        self._playing: list[TokenOwner] = []
        self._lying: dict[str, float] = {}
        self._touches: deque[float] = deque(maxlen=MOST + 1)
        self._own: OwnToken | None = None
        self._speaker: tuple[TokenOwner, float] | None = None
        self._wishes: dict[TokenOwner, float] = {}
        self._light = Light()
        self._shown = OFF
        self._dark: Sentence | None = None

    def see(self, view: TagsView) -> None:
        """See how the game stands, and who has a token."""
        self._view, self.due = view, NOW
        before = self._owners
        self._owners = {player.name: self._owner(player) for player in view.players.values()}
        if self._own is not None and self._own.owner not in self._owners.values():
            self._own = None
        self._find_who_plays()
        if self._owners != before:
            self.look_for_readers()

    def look_for_readers(self) -> None:
        """Tell the box whether there are readers now, and what is wrong with them at night."""
        box = self.hub.box
        found: dict[str, Sentence] = {}
        for device in self.hub.devices:
            found.update(device.readers)
        self._find_who_plays()
        box.call(partial(box.lid, bool(found)))
        box.call(partial(box.reach, "tags", dict.fromkeys(self._owners, bool(found))))
        self.hub.report("tag-beeps", next((beeps for beeps in found.values() if beeps), None))

    def touch(self, uid: str, at: float) -> None:
        """A tag has been laid down."""
        self.due = NOW
        self._lying[uid] = at
        self._touches.append(at)
        if not self._rattles(at):
            self._touch(uid, at)
            self.look_for_readers()

    def lift(self, uid: str) -> None:
        """A tag has been taken away. Only now is it known that a player's own token was laid for a short time: it
        chooses its owner."""
        self.due = NOW
        self._lying.pop(uid, None)
        own = self._own
        if own is not None and own.owner.uid == uid:
            self._own = None
            if own.owner in self._playing and own.owner.presses.number == own.number:
                self._lifted(own.owner, uid, own.at)

    def turn(self, now: float) -> None:
        """Have the light tell what is to be told, and say what is wrong with what lies there."""
        if self._own is not None and now >= self._own.at + LONG:
            self._lies(self._own.owner, now)
            self._own = None
        for owner in [owner for owner, until in self._wishes.items() if now >= until]:
            self._wants_to_vote(owner)
        self._shine(now)
        self._report(now)
        dues = [since + wait for since in self._lying.values() for wait in (LONG, TOO_LONG)]
        dues += [self._light.due, *self._wishes.values(), *[first + 1.0 for first in list(self._touches)[:1]]]
        self.due = min([due for due in dues if due > now], default=NEVER)

    def close(self) -> None:
        """Nobody plays by tag any more."""
        box = self.hub.box
        box.call(partial(box.reach, "tags", dict.fromkeys(self._owners, False)))

    def _owner(self, player: PanelPlayer) -> TokenOwner:
        owner = self._owners.get(player.name)
        if owner is None or (owner.uid, owner.presses.token) != (player.tag, player.token):
            owner = TokenOwner(player)
        owner.presses.see(player.page)
        return owner

    def _find_who_plays(self) -> None:
        there = self.hub.buttons
        by_tag = [player.name for player in self._view.players.values() if player.idle and player.button not in there]
        self._playing = [owner for owner in self._owners.values() if owner.name in by_tag]

    def _touch(self, uid: str, at: float) -> None:
        self._own = None
        if self._view.dealing:
            self._light.blink(CONFIRMED, at)
            self.hub.post({"do": "laid", "token": self.hub.box.inside, "value": list(self._lying)})
        elif any(owner.presses.kind in SPEAKING or owner.presses.may_act for owner in self._playing):
            self._light.blink(CONFIRMED, at)
            if len(self._lying) == 1:
                self._mean(uid, at)

    def _mean(self, uid: str, at: float) -> None:
        owner = next((owner for owner in self._playing if owner.uid == uid), None)
        asked = [owner for owner in self._playing if owner.presses.asked]
        actor = next((one for one in self._playing if at < one.presses.acting.until), None)
        if actor is not None:
            self._act(actor, uid, at)
        elif any(owner.presses.public for owner in asked):
            self._vote(asked, owner, uid, at)
        else:
            for other in asked:
                if other is not owner:
                    self._take(other, uid)
            if owner is not None:
                self._own = OwnToken(owner, owner.presses.number, at)

    def _lifted(self, owner: TokenOwner, uid: str, laid: float) -> None:
        """A player's own token was laid for a short time: in the debate it lets the vote begin, or the second time has
        the last line said again; in a call it chooses its owner."""
        if owner.presses.kind == "debate":
            if laid < self._wishes.pop(owner, 0.0):
                self.hub.post({"do": "say-again", "token": owner.presses.token})
            else:
                self._wishes[owner] = laid + TWICE
        elif not owner.presses.public:
            self._take(owner, uid)

    def _wants_to_vote(self, owner: TokenOwner) -> None:
        """This player has laid their token once, and not again."""
        del self._wishes[owner]
        if owner.presses.kind == "debate":
            self.hub.post({"do": "call-vote", "token": owner.presses.token})

    def _lies(self, owner: TokenOwner, now: float) -> None:
        """A player's own token is left lying."""
        if owner.presses.may_act:
            self._speaker = None
            owner.presses.acting.begin(now)
            self._light.blink(CONFIRMED, now)
        else:
            self._tell(owner, now)

    def _act(self, actor: TokenOwner, uid: str, at: float) -> None:
        acting = actor.presses.acting
        acting.go_on(at)
        meaning = actor.presses.done(acting.lay(self._value(uid)))
        if meaning.message is not None:
            self.hub.post(meaning.message)

    def _vote(self, asked: list[TokenOwner], owner: TokenOwner | None, uid: str, at: float) -> None:
        """First a player's own token, then their choice; a player who alone is asked need not say who they are."""
        speaker, said = self._speaker or (None, 0.0)
        self._speaker = None
        if speaker in asked and at < said + FORGET:
            self._take(speaker, uid)
        elif owner in asked:
            self._speaker = owner, at
            self._own = OwnToken(owner, owner.presses.number, at)
        elif len(asked) == 1:
            self._take(asked[0], uid)

    def _value(self, uid: str) -> str | None:
        """The seat, the card or the word that a tag is; nothing, if it is a strange tag or nobody's token."""
        known = self._view.known.get(uid)
        if known is None:
            return None
        if known.kind != "token":
            return known.what
        owner = self._view.players.get(int(known.what))
        return None if owner is None else owner.name

    def _take(self, owner: TokenOwner, uid: str) -> None:
        meaning = owner.presses.take(self._value(uid))
        if meaning.message is not None:
            self.hub.post(meaning.message)

    def _tell(self, owner: TokenOwner, now: float) -> None:
        """Anybody may soon lay this token: so it has the light tell what this call told, and nothing of other calls."""
        if owner.presses.kind in ("ask", "told"):
            self._light.blink(owner.presses.blinks(), now)

    def _shine(self, now: float) -> None:
        playing = self._view.stage == "game" and self._playing
        asked = any(owner.presses.asked for owner in self._playing)
        self._light.glow = OFF if not playing else ASKED if asked else FAINT
        colour = self._light.shows(now)
        if colour != self._shown:
            self._shown = colour
            self._dark = None
            try:
                self.hub.light(LID, colour)
            except NarratorError as error:
                self._dark = error.told

    def _report(self, now: float) -> None:
        """What is wrong is said by day: at night it would reveal that somebody has just laid a tag."""
        if self._view.stage == "game" and self._view.night:
            return
        self.hub.report("tag-light", self._dark)
        strange = self._lying.keys() - self._view.known.keys()
        wrong = {
            "left": any(now >= since + TOO_LONG for since in self._lying.values()),
            "two": len(self._lying) > 1,
            "rattles": self._rattles(now),
            "strange": bool(strange) and not self._view.dealing,
        }
        for trouble, there in wrong.items():
            self.hub.report(f"tag-{trouble}", Said(f"panel.tag-{trouble}", {}) if there else None)

    def _rattles(self, now: float) -> bool:
        return len(self._touches) > MOST and now < self._touches[0] + 1.0
