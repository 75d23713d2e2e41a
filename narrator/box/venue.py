"""What does a round ask of the table at which it is played? The moderator is its venue."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from narrator.box.table_speed import TableSpeed
from narrator.clock import Clock
from narrator.lobby.lobby import Lobby
from narrator.telling.loudspeaker import Loudspeaker
from narrator.telling.speech import Speech


class Shown(Protocol):
    """The pages on which a round is seen."""

    def publish(self, after: float = 0.0) -> None:
        """Hand everybody who looks the newest view, or do so after this many seconds."""

    def tick(self) -> None:
        """A second of an open window is over."""

    def change_shared(self) -> None:
        """Something has changed, and that only in what all pages share."""

    def forget(self, seat: str) -> None:
        """Something has changed; until the next tick only this seat's page shows it."""


class Venue(Protocol):
    """Where a round is played: its time, who sits there, where it is said and played, and who can be heard."""

    clock: Clock
    lobby: Lobby
    loudspeaker: Loudspeaker
    speech: Speech
    readers: bool
    speed: TableSpeed

    @property
    def pages(self) -> Shown:
        """Where the round is seen."""

    @property
    def without_page(self) -> Mapping[str, Collection[str]]:
        """Who plays with `buttons`, and who with nothing but `tags`."""

    @property
    def is_deserted(self) -> bool:
        """Could some of those who live answer before, and none of them can now?"""

    def wait_for_somebody(self) -> None:
        """Pause until somebody can be heard."""

    def finished(self) -> None:
        """The game is over, and has been told to its end."""
