"""Every name a player may have can be called at night, and no text is taken for anything but text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.errors import NarratorError
from narrator.telling.voice import UnspeakableName, proper_name, speakable


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Anna", "Anna"),
        ("Zoë Łukasz Đặng", "Zoe Lukasz Dang"),
        ("Анна Каренина", "Anna Karenina"),
        ("Ελένη", "Eleni"),
        ("王小明", "Wang Xiao Ming"),
        ("さくら", "sakura"),
        ("김민수", "Gim Min Su"),
        ("محمد", "mahamad"),
        ("דוד", "davad"),
        ("ჭაბუა", "chabua"),
        ("𝓐𝓷𝓷𝓪", "Anna"),
        ("O’Neill, Jean-Luc", "O’Neill, Jean-Luc"),
        ("R2-D2", "R2-D2"),
        ("Ann 🐺👨‍👩‍👧❤️", "Ann"),
        ("Hal — the hunter — is dead (again)!", "Hal, the hunter, is dead, again!"),
        ('hello "quoted" *bold* ...', "hello quoted bold..."),
    ],
)
def test_an_english_voice_is_given_what_it_can_read(text: str, said: str) -> None:
    assert speakable(text) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "Chloé Müller"),
        ("de", "Chloe Müller"),
        ("de-at", "Chloe Müller"),
        ("es", "Chloé Müller"),
        ("ru", "Chloé Müller"),
        ("en_GB", "Chloe Muller"),
    ],
)
def test_a_voice_keeps_the_letters_of_its_own_language(language: str, said: str) -> None:
    assert speakable("Chloé Müller", language) == said


def test_a_voice_for_another_script_is_given_that_script() -> None:
    assert speakable("Анна", "ru") == "Анна"


@pytest.mark.parametrize("text", ["", " ", "🐺", "🐺🐺", "...", "-", "!?", "\u200d", "♠♥"])
def test_unspeakable_text_becomes_empty(text: str) -> None:
    assert speakable(text) == ""


@pytest.mark.parametrize(
    "text",
    ["[[h@l'oU]] Ann", "<speak><break time='9s'/>Ann</speak>", "\x0150P Ann", "-f /etc/passwd Ann", "--Ann", "|Ann"],
)
def test_markup_and_commands_lose_their_signs(text: str) -> None:
    said = speakable(text)
    assert said.endswith(("Ann", "Ann speak"))
    assert not set(said) & set("[]<>|/\\\x01=@")
    assert said[0].isalnum()


@given(st.text(max_size=60), st.sampled_from(["en", "fr", "ja"]))
def test_any_input_becomes_plain_speakable_text_or_nothing(text: str, language: str) -> None:
    said = speakable(text, language)
    assert said == "" or any(map(str.isalnum, said))
    assert not said or said[0].isalnum() or said[0] == "_"
    assert said == " ".join(said.split())
    assert all(unicodedata.category(letter)[0] in "LMN" or letter in " .,;:!?'’…-&%" for letter in said)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ann   B ", "Ann B"),
        ("Zoe\u0308", "Zoë"),
        ("Ann 🐺", "Ann 🐺"),
        ("นางสาวสมชาย", "นางสาวสมชาย"),
        ("नमस्ते", "नमस्ते"),
        ("N" * 20, "N" * 20),
        ("7", "7"),
        ("שָׁלוֹם", unicodedata.normalize("NFC", "שָׁלוֹם")),
        ("王" * 20, "王" * 20),
    ],
)
def test_a_name_is_kept_as_typed_but_tidied(typed: str, name: str) -> None:
    assert proper_name(typed) == name


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "name-empty"),
        (" \t\n ", "name-empty"),
        ("N" * 21, "name-long"),
        ("🐺🐺", "name-unspeakable"),
        ("?!", "name-unspeakable"),
        ("Z\u0337\u0327\u0328a\u0338l", "name-unspeakable"),
        ("Ann\u202eBob", "name-control"),
        ("Ann\x00", "name-control"),
        ("A\u200bnn", "name-control"),
        ("\ud800", "name-control"),
        ("Ann\u3164", "name-control"),
        ("A\u115fnn", "name-control"),
        ("Ann\u2800", "name-control"),
        ("Ann" + 3900 * "\u0591", "name-long"),
        ("Ann" + 3000 * "\u200d", "name-long"),
        ("Ann" + 5 * "\u0e34", "name-unspeakable"),
        ("Ann" + 5 * "\u200d", "name-unspeakable"),
    ],
)
def test_an_empty_or_absurd_name_is_refused_with_a_reason(typed: str, code: str) -> None:
    with pytest.raises(UnspeakableName) as refused:
        proper_name(typed)
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")
    assert isinstance(refused.value, NarratorError)
    assert isinstance(refused.value, ValueError)


@given(st.text(max_size=200) | st.text(st.characters(categories=["Mn", "Me", "Cf", "Lo"]), max_size=200))
def test_an_accepted_name_is_short_on_every_page(typed: str) -> None:
    try:
        name = proper_name(typed)
    except UnspeakableName:
        return
    assert len(name.encode()) <= 120


@given(st.text(max_size=30))
def test_an_accepted_name_can_be_said_and_is_accepted_again(typed: str) -> None:
    try:
        name = proper_name(typed)
    except UnspeakableName:
        return
    assert speakable(name)
    assert proper_name(name) == name
