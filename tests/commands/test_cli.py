"""The command line: what holds for every command."""

from __future__ import annotations

import contextlib
import gc

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
