"""Rubbish that a page sends ends with a code and a sentence that names what is wrong, before the box sees it."""

from __future__ import annotations

import json

import pytest

from web.messages import LONGEST_TAP, BadMessage, read


def refused(body: bytes) -> BadMessage:
    with pytest.raises(BadMessage) as caught:
        read(body)
    return caught.value


def test_what_makes_all_answers_the_same_size_is_dropped() -> None:
    assert read(b'{"do": "answer", "number": 3, "value": ["Bob"], "pad": "zzzz"}') == {
        "do": "answer", "number": 3, "value": ["Bob"],
    }  # fmt: skip


@pytest.mark.parametrize("part", ["token", "peer", "language", "key"])
def test_no_page_says_who_it_is_or_where_it_comes_from(part: str) -> None:
    told = refused(json.dumps({"do": "join", part: "Bob"}).encode())
    assert told.code == "unknown-part"
    assert f"no part '{part}'" in told.sentence


def test_yes_is_not_one() -> None:
    told = refused(b'{"do": "answer", "number": true}')
    assert (told.code, told.sentence) == ("wrong-type", "'number' in a message is a whole number, not true.")
    assert read(b'{"do": "set", "value": true}')["value"] is True
    assert refused(b'{"do": "start", "house_deck": 1}').code == "wrong-type"


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff\xfe", b"[" * 5000, b'{"do": "answer", "number": NaN}', b'{"do": "join", "name": "\\ud800"}'],
)
def test_what_is_no_text_in_json_is_no_message(body: bytes) -> None:
    assert refused(body).code == "not-json"


@pytest.mark.parametrize("body", [b"null", b'["do"]', b"{}", b'{"do": ""}', b'{"name": "Ann"}'])
def test_a_message_says_what_is_wanted(body: bytes) -> None:
    assert refused(body).code == "not-a-message"


def test_a_tap_is_no_place_to_keep_things() -> None:
    assert read(json.dumps({"do": "leave", "tap": "x" * LONGEST_TAP}).encode())
    assert refused(json.dumps({"do": "leave", "tap": "x" * (LONGEST_TAP + 1)}).encode()).code == "wrong-type"
