"""What `narrator play` says to the table before the first evening."""

from __future__ import annotations

import socket
from argparse import ArgumentParser
from pathlib import Path

import pytest

from narrator.box.trial import ENOUGH
from narrator.commands import play
from narrator.errors import NarratorError
from narrator.game.game import Game
from narrator.game.journal import Journal
from narrator.game.library import LIBRARY
from narrator.lobby.lobby import Lobby


def settings(folder: Path, *words: str) -> play.Settings:
    parser = ArgumentParser()
    play.add_arguments(parser)
    return play.settings_of(parser.parse_args(["--data", str(folder), *words]))


@pytest.mark.parametrize("option", ["--port", "--https"])
def test_a_taken_port_is_told_with_the_option_that_takes_another(option: str, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        with pytest.raises(NarratorError, match=f"Port {port} is in use .* choose another with {option}."):
            play.play(settings(tmp_path, "--listen", "127.0.0.1", option, port), LIBRARY)


def test_https_needs_another_port_than_the_plain_pages(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with pytest.raises(NarratorError, match=f"Port {port} has the pages without HTTPS; choose another with --https"):
        play.play(settings(tmp_path, "--listen", "127.0.0.1", "--port", port, "--https", port), LIBRARY)


def test_a_folder_that_cannot_be_used_is_named_and_costs_nobody_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    monkeypatch.setenv("CACHE_DIRECTORY", str(in_the_way))
    data = tmp_path / "data"
    lobby = Lobby(data / "table.json")
    lobby.join("Ann")
    for _ in range(ENOUGH + 1):
        with pytest.raises(NarratorError, match=f"{in_the_way}.*Not a directory; see that whoever starts the box"):
            play.play(settings(data, "--listen", "127.0.0.1"), LIBRARY)
    assert Lobby(data / "table.json").players == ["Ann"]


@pytest.mark.parametrize(
    ("played", "words", "new"),
    [
        (False, (), True),
        (True, (), False),
        (True, ("--new",), True),
        (False, ("--no-new",), False),
    ],
)
def test_a_box_that_has_never_played_introduces_the_game(
    played: bool, words: tuple[str, ...], new: bool, tmp_path: Path
) -> None:
    if played:
        game = Game("millers-hollow", ["Ann", "Bob", "Cid"], cards={"Ann": "werewolf"}, house_deck=True)
        Journal.create(tmp_path / "games", game.header, LIBRARY.texts("millers-hollow", None)).close()
    assert play.somebody_is_new(settings(tmp_path, *words), before=False) is new


def test_what_the_host_has_said_outlives_a_start(tmp_path: Path) -> None:
    game = Game("millers-hollow", ["Ann", "Bob", "Cid"], cards={"Ann": "werewolf"}, house_deck=True)
    Journal.create(tmp_path / "games", game.header, LIBRARY.texts("millers-hollow", None)).close()
    assert play.somebody_is_new(settings(tmp_path), before=True)
