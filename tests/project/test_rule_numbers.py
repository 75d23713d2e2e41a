"""What a number such as `MH-24` says, and where the rule comes from, can be found in `rolesets/rules/`."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
RULES = ROOT / "rolesets" / "rules"
FOLDERS = (".github", "hardware", "narrator", "rolesets", "sounds", "systemd", "tests", "web")
NUMBER = re.compile(r"\b(?:G|[A-Z]{2})-\d\d\b")
RULING = " [Ruling](../RULINGS.md)"


class Entry(NamedTuple):
    """What is under one heading of a page: a rule in a sentence or two, then a line with its source."""

    number: str
    page: str
    sentences: str
    source: str

    @property
    def letters(self) -> str:
        """To which book's rules does it belong?"""
        return self.number.partition("-")[0]


def on_page(page: Path) -> list[Entry]:
    """Which entries does this page have, in order?"""
    parts = re.split(r"^### (.+)\n", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    bodies = [body.split("\n\n")[0].strip().rpartition("\n") for body in parts[2::2]]
    return [
        Entry(number, page.name, sentences, source)
        for number, (sentences, _, source) in zip(parts[1::2], bodies, strict=True)
    ]


PAGES = {page.name: on_page(page) for page in sorted(RULES.glob("*.md")) if page.name != "README.md"}
ENTRIES = [entry for entries in PAGES.values() for entry in entries]


def cited() -> dict[str, Path]:
    """Which numbers does the project cite outside these pages, and in which file, for example?"""
    files = [*ROOT.glob("*.md"), *(file for folder in FOLDERS for file in (ROOT / folder).rglob("*"))]
    found = {}
    for file in files:
        if file.is_file() and not file.is_relative_to(RULES) and "__pycache__" not in file.parts:
            content = file.read_bytes()
            text = "" if b"\0" in content else content.decode()  # pictures and sounds say no numbers
            found |= dict.fromkeys(NUMBER.findall(f"{file.name}\n{text}"), file.relative_to(ROOT))
    return found


def test_every_number_in_the_project_has_its_entry() -> None:
    entries = {entry.number for entry in ENTRIES}
    assert {number: file for number, file in cited().items() if number not in entries} == {}


def test_every_entry_has_a_number_that_the_project_cites() -> None:
    assert {entry.number for entry in ENTRIES} - cited().keys() == set()


def test_no_number_has_two_entries() -> None:
    numbers = [entry.number for entry in ENTRIES]
    assert [number for number in set(numbers) if numbers.count(number) > 1] == []


def test_numbers_ascend_on_their_page() -> None:
    pairs = [pair for entries in PAGES.values() for pair in pairwise(entries)]
    assert [(a.number, b.number) for a, b in pairs if a.letters == b.letters and a.number >= b.number] == []


def test_every_entry_says_its_rule_and_its_source() -> None:
    said = re.compile(r"[A-Z].+\.", re.DOTALL)
    source = re.compile(rf"\*[A-Z][^*]+\.\*({re.escape(RULING)})?")
    wrong = [e.number for e in ENTRIES if not (said.fullmatch(e.sentences) and source.fullmatch(e.source))]
    assert wrong == []


def test_an_entry_points_to_the_rulings_if_its_number_has_one_there() -> None:
    rulings = (RULES.parent / "RULINGS.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \|", rulings, re.MULTILINE)
    ruled = set(NUMBER.findall(" ".join(rows)))
    pointing = {entry.number for entry in ENTRIES if entry.source.endswith(RULING)}
    assert (ruled - pointing, pointing - ruled) == (set(), set())


def test_every_number_in_a_sentence_leads_to_its_entry() -> None:
    page_of = {entry.number: entry.page for entry in ENTRIES}
    for entry in ENTRIES:
        for number in NUMBER.findall(entry.sentences):
            page = "" if page_of[number] == entry.page else page_of[number]
            assert f"[{number}]({page}#{number.lower()})" in entry.sentences, entry.number


def test_the_index_says_on_which_page_each_number_is() -> None:
    index = (RULES / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Z, ]+) \| \[(\S+)\]\(\2\) \|", index, re.MULTILINE)
    listed = {(letters, page) for row, page in rows for letters in row.split(", ")}
    assert listed == {(entry.letters, entry.page) for entry in ENTRIES}
