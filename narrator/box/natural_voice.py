"""When does the natural voice learn? Whatever the next game may need, while none is played.

host's page, somebody joins -> box -> NaturalVoice: the repertoire -> voice, in its idle time
                               host's page <- box <- NaturalVoice: how far it is
"""

from __future__ import annotations

from narrator.box.box import Box
from narrator.telling.pace import PACES
from narrator.telling.repertoire import repertoire
from narrator.telling.voice import Voice


class NaturalVoice:
    """Has the `voice` of a box learn what its table may need."""

    def __init__(self, box: Box, voice: Voice) -> None:
        """Begins at once: a game that was cut off may go on in the next moment."""
        self._box = box
        self._voice = voice
        self._known: tuple[object, ...] = ()
        self._listener = box.listeners.watch(self.look)
        self.look()

    def look(self) -> None:
        """In the box's own thread: is there anything new to be learned?"""
        lobby = self._box.lobby
        if self._box.stage == "game":
            self._known = ()
            return
        names = [*lobby.players, *lobby.group_names]
        spoken = self._box.spoken
        speakers = self._box.models.speaker(spoken), self._box.models.second_speaker(spoken)
        known = (lobby.roleset, dict(lobby.options), spoken, speakers, lobby.pace, lobby.words, names)
        if known != self._known:
            self._known = known
            words = self._box.load(lobby.roleset)
            lines = repertoire(words, self._box.next_rules, names, PACES[lobby.pace].speech)
            self._voice.learn(lines, names)
            self._box.learning = self._voice.progress

    def show(self) -> None:
        """In the box's own thread: the voice has got on."""
        self._box.learning = self._voice.progress
        self._box.publish()

    def close(self) -> None:
        """Learn no more."""
        self._listener.close()
