"""Which names and texts can be said aloud, and what is the voice given for them?"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii

from narrator.errors import Worded

LONGEST_NAME = 20
LARGEST_NAME = 120
"""How many bytes a name may have with all its marks."""

# The letters beyond a to z that a language's voice reads correctly; all others are rewritten for it. A language that
# is not listed keeps its text as it is: its voice knows its own script.
LETTERS = {
    "en": "",
    "fr": "àâæçèéêëîïôùûüÿœ",
    "de": "äöüß",
    "es": "áéíñóúü",
    "it": "àèéìíòóùú",
    "nl": "áéèëïíóöüú",
    "pt": "àáâãçéêíóôõúü",
}
PUNCTUATION = set(".,;:!?'’…-&%")
PAUSES = re.compile(r"\s[-–—]+\s|[–—()]")
JOINERS = {"\u200c", "\u200d"}  # they join letters in Persian, and emoji
BLANKS = {"\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u2800", "\u3164", "\uffa0"}  # letters by name alone
HEAPED = re.compile(r"[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20f0]{3}")
MOST_MARKS = 4  # on one letter: Hebrew has that many


class UnspeakableName(Worded, ValueError):
    """A name that the join page refuses; the sentence says why and what to type instead.

    Codes: `name-empty`, `name-long`, `name-unspeakable` (no letter or digit, or one nobody could read out),
    `name-control` (invisible characters).
    """

    section = "refused"


def proper_name(name: str) -> str:
    """The name as everybody will see and hear it: NFC, single spaces, none at the ends.

    Raises `UnspeakableName` for empty, overlong (more than 20 characters, or 120 bytes) and absurd names. Whether two
    players share a name is not checked here.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name:
        raise UnspeakableName("name-empty")
    if any((unicodedata.category(letter)[0] == "C" and letter not in JOINERS) or letter in BLANKS for letter in name):
        raise UnspeakableName("name-control")
    if sum(not _hangs_on(letter) for letter in name) > LONGEST_NAME or len(name.encode()) > LARGEST_NAME:
        raise UnspeakableName("name-long", most=LONGEST_NAME)
    if not speakable(name) or heaped(name):
        raise UnspeakableName("name-unspeakable")
    return name


def heaped(text: str) -> bool:
    """Are more marks heaped on one of its letters than any language has? They hide what stands around them."""
    heaps = re.findall("x+", "".join("x" if _hangs_on(letter) else " " for letter in text))
    return any(len(heap) > MOST_MARKS for heap in heaps) or HEAPED.search(text) is not None


def shows_nothing(text: str) -> bool:
    """Is there nothing in it that anybody could see?"""
    return all(letter in BLANKS or _hangs_on(letter) or letter.isspace() for letter in text)


@lru_cache(maxsize=4096)
def speakable(text: str, language: str = "en") -> str:
    """What is the voice of this language given for this text? Empty if nothing of it can be said.

    Letters of foreign scripts become Latin ones, emoji and signs are dropped, and nothing is left that a synthesiser
    could take for markup or a command. Text is spoken, never interpreted.
    """
    text = PAUSES.sub(", ", unicodedata.normalize("NFKC", text))
    letters = LETTERS.get(re.split("[-_]", language.lower())[0])
    words = " ".join(_word(word, letters) for word in text.split())
    words = re.sub(r"\s+([.,;:!?…])", r"\1", words)  # a sign that has lost its word joins the word before
    words = re.sub(r"[,;:]+([.,;:!?…])", r"\1", words)
    return re.sub(r"^[^\w]+", "", " ".join(words.split())) if any(map(str.isalnum, words)) else ""


def _word(word: str, letters: str | None) -> str:
    said = ""
    for letter in word:
        if letter in PUNCTUATION or (letter.isascii() and letter.isalnum()):
            said += letter
        elif unicodedata.category(letter)[0] in "LMN":
            known = letters is None or letter.lower() in letters
            said += letter if known else _latin(letter)
        elif letter not in JOINERS and unicodedata.category(letter) != "Mn":
            said += " "
    if said.isascii() and said.isalpha() and not word.isascii() and not re.search("[aeiouy]", said, re.IGNORECASE):
        said = "a".join(said)  # scripts that write no vowels: mhmd, dvd
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", said) if not word.isascii() else said  # a syllable per sign: WangXiao


def _latin(letter: str) -> str:
    return "".join(each for each in anyascii(letter) if each.isalnum())


def _hangs_on(letter: str) -> bool:
    """Is it drawn onto the letter before it?"""
    return unicodedata.category(letter) in ("Mn", "Me") or letter in JOINERS
