"""The command line: what holds for every command."""

from __future__ import annotations

import contextlib
import gc
import subprocess
import sys
from pathlib import Path

import pytest

from narrator import cli


@pytest.mark.parametrize("words", [["play", "--help"], ["play", "--no-such-thing"], ["scenario", "no-such-file"]])
def test_what_a_command_loads_is_set_apart_before_garbage_is_collected_again(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    collecting: list[bool] = []
    monkeypatch.setattr(gc, "freeze", lambda: collecting.append(gc.isenabled()))
    with contextlib.suppress(SystemExit):
        cli.main(words)
    assert collecting == [False]
    assert gc.isenabled()


@pytest.mark.parametrize("loads", ["import_module", "Library"])
def test_a_command_that_is_interrupted_ends_without_a_word(
    loads: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, loads, interrupt)
    assert cli.main(["check"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("play --port 99999", "“99999” must be a number from 1 to 65535"),
        ("play --https 0", "“0” must be a number from 1 to 65535"),
        ("play --bots -2", "“-2” must be a number from 0 to 60"),
        ("play --bots many", "“many” must be a number from 0 to 60"),
        ("wiring --language xx", "The box has no words in “xx”; it has en."),
    ],
)
def test_an_option_with_an_impossible_value_says_what_is_possible(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.suppress(SystemExit):
        assert cli.main(words.split()) == 1
    assert sentence in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("address", ["999.1.1.1", "192.0.2.77"])
def test_an_address_of_another_machine_is_not_called_a_taken_port(address: str, tmp_path: Path) -> None:
    words = ["-m", "narrator", "play", "--data", str(tmp_path), "--listen", address]
    told = subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=300, check=False)
    assert told.returncode == 1
    assert f"This machine has no address “{address}”: leave out --listen" in told.stderr
