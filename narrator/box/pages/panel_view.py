"""What do buttons, tags and the knob need to know of the box? All of it as data, in pieces for each part of the panel.

Only the box's own thread calls this. Nothing of what is given out changes afterwards, so any thread may read it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import to_builtins

from narrator.box.pages.page_types import CountedCard, HostInGame, HostInLobby, HostSetup, Stage
from narrator.box.pages.village_types import Preset
from narrator.box.pages.vote_types import Fingers
from narrator.lobby.lobby import MOST_SEATS
from narrator.lobby.lookalikes import namesake
from narrator.lobby.tags import Known

if TYPE_CHECKING:
    from narrator.box.moderator import Moderator

Page = Mapping[str, Any]
"""What a player's page shows, as far as a light can show it: keys as of the page itself."""
SHARED, OWN = ("stage", "sky", "lent"), ("you", "screen", "light", "acts")
"""The parts of a page that are taken over as they are, from what all pages share and from the player's own."""


class PanelPlayer(NamedTuple):
    """A player with a button of this number, or with a token, which is the tag of this uid.

    `token` is what their pages send with each message; `idle` says that none of these pages listens.
    """

    name: str
    token: str
    button: int | None
    tag: str | None
    idle: bool
    page: Page


class TagsView(NamedTuple):
    """What the lid goes by: what each tag is, by its uid, and who has a token, by its number."""

    stage: str = "lobby"
    night: bool = False
    dealing: bool = False
    known: Mapping[str, Known] = {}
    players: Mapping[int, PanelPlayer] = {}


class PanelView(NamedTuple):
    """What the panel goes by.

    `keys` says which key is which button, `wanted` whose button is awaited, `buttons` who has which. A player who
    holds down one of the buttons in `sit` sits down or gets up. Where there are any, a new key does it, too; where
    there are none, nobody can.
    """

    keys: Mapping[str, int] = {}
    wanted: Collection[str] = ()
    sit: Collection[int] = ()
    buttons: Mapping[int, PanelPlayer] = {}
    tags: TagsView = TagsView()


class HostView(NamedTuple):
    """What the knob goes by: where the table is, why it stands still, whether it is learning the game, whether time is
    running out for something, whether the village debates, which players live, bots aside, tonight's characters, the
    presets by their names and how even they are, what a player could be called, what can be set, and which fingers are
    to be counted."""

    stage: Stage
    paused: str | None
    introducing: bool
    counts_down: bool
    debates: bool
    living: Sequence[str]
    characters: Sequence[CountedCard]
    presets: Mapping[str, str]
    free_names: Sequence[str]
    setup: HostSetup
    fingers: Fingers | None


def host_view(box: Moderator) -> HostView:
    """What the host may know and set at this moment, in the words of the box."""
    shared, own = box.screens.shared("host"), box.screens.own("host", None)
    assert isinstance(own, HostInLobby | HostInGame)
    living = [seat.name for seat in shared.seats if seat.alive and not seat.bot]
    return HostView(
        stage=shared.stage,
        paused=shared.paused,
        introducing=shared.introducing,
        counts_down=box.screens.moment(box.pages.version).clock is not None,
        debates=box.debates,
        living=living,
        characters=box.screens.deck().cards,
        presets=_presets(box, own.setup.presets) if isinstance(own, HostInLobby) else {},
        free_names=_free_names(box),
        setup=own.setup,
        fingers=own.fingers if isinstance(own, HostInGame) else None,
    )


def _presets(box: Moderator, presets: Sequence[Preset]) -> dict[str, str]:
    words = box.language
    return {
        one.id: one.name if one.balance is None else words.word(f"preset-{one.balance}", what=one.name)
        for one in presets
    }


def _free_names(box: Moderator) -> list[str]:
    """What somebody could be called: like those who have played on this box before, or by a number."""
    numbers, taken = box.language.seats(MOST_SEATS), box.lobby.players
    before = [person.name for person in box.evenings.summed_up() if person.name not in numbers]
    free = [name for name in (*before, *numbers) if namesake(name, taken) is None]
    return free[: sum(name in before for name in free) + 1]


def panel_view(box: Moderator) -> PanelView:
    """What the panel may know of the box at this moment."""
    lobby, all_see = box.lobby, box.screens.shared("player")
    shared: dict[str, Any] = {part: getattr(all_see, part) for part in SHARED}
    shared["seats"] = [{"name": seat.name, "candle": seat.candle} for seat in all_see.seats]
    known = dict(box.tags)
    uids = {int(what): uid for uid, (kind, what) in known.items() if kind == "token"}
    tokens = {name: number for name, number in lobby.tag_numbers.items() if number in uids}
    players = {
        name: PanelPlayer(
            name,
            lobby.token_of(name) or "",
            lobby.buttons.get(name),
            uids.get(tokens.get(name, 0)),
            not box.is_here(name),
            _page(box, name, shared),
        )
        for name in dict.fromkeys([*lobby.buttons, *tokens])
    }
    return PanelView(
        dict(lobby.keys),
        box.wanted,
        _can_sit(box),
        {button: players[name] for name, button in lobby.buttons.items()},
        TagsView(
            stage=all_see.stage,
            night=all_see.sky == "night",
            dealing=box.dealing is not None,
            known=known,
            players={number: players[name] for name, number in tokens.items()},
        ),
    )


def _page(box: Moderator, name: str, shared: dict[str, Any]) -> Page:
    own = box.screens.own("player", name)
    return shared | {part: to_builtins(getattr(own, part)) for part in OWN}


def _can_sit(box: Moderator) -> list[int]:
    """Before a game, buttons that are nobody's, and those of players who are called by a number."""
    if box.game is not None or box.wanted or box.dealing is not None:
        return []
    names = box.language.seats(MOST_SEATS)
    taken = {button for name, button in box.lobby.buttons.items() if name not in names}
    return [button for button in names.values() if button not in taken]
