"""In which language does the box speak? In its own, or in the one that the host wants for a whole game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from narrator.folders import GAMES
from narrator.game import journal
from narrator.telling.voice import Line
from tests.labs.boxlab import Notebook, Table
from tests.labs.made_up import CODE, made_up

NAMES = ["Αλφα", "Βητα", "Γαμμα", "Δελτα", "Εψιλον", "Ζητα", "Ηθος", "Θητα"]


pytestmark = pytest.mark.usefixtures("second_language")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "data", NAMES)


def setup(table: Table) -> dict[str, object]:
    found: dict[str, object] = table.page(kind="host")["setup"]
    return found


def said(table: Table) -> list[str]:
    """What was said since it was asked last."""
    lines = [what for _, kind, what in table.loudspeaker.heard if kind == "say"]
    table.loudspeaker.heard.clear()
    return lines


def is_english(text: str) -> bool:
    return re.search("[A-Za-z]{2}", text) is not None


def test_the_voice_speaks_the_language_of_the_box(table: Table) -> None:
    said(table)
    assert table.set("language", CODE)["ok"]
    assert setup(table)["spoken_language"] == CODE
    assert table.do("start", token=table.host)["ok"]
    table.until("werewolf.devour")
    heard = said(table)
    assert len(heard) > 3
    assert not any(map(is_english, heard))


def test_the_host_chooses_the_language_of_one_game(table: Table) -> None:
    assert table.set("spoken_language", CODE)["ok"]
    assert (setup(table)["language"], setup(table)["spoken_language"]) == ("en", CODE)
    said(table)
    assert table.do("start", token=table.host)["ok"]
    assert table.set("spoken_language", "en")["code"] == "game-running"
    table.until("werewolf.devour")
    table.do("pause", token=table.host)
    assert not any(map(is_english, said(table)))


def test_a_game_that_goes_on_speaks_as_before(table: Table, tmp_path: Path) -> None:
    table.set("spoken_language", CODE)
    table.do("start", token=table.host)
    table.until("werewolf.devour")
    table.set("language", "en")
    table.box.lobby.voice = ""
    table.box.lobby.save()
    [path] = journal.games(tmp_path / "data" / GAMES)
    assert journal.load(path).language == CODE

    again = Table(tmp_path / "data")
    assert again.box.resume()
    again.step()
    heard = said(again)
    assert heard[0] in [line.text for line in again.box.language.foreseeable("box.back")]
    assert not any(map(is_english, heard))
    again.do("end", token=again.host)
    again.do("again", token=again.host)
    again.do("say-address", token=again.host)
    assert is_english(said(again)[-1])


def test_a_game_kept_by_an_older_program_goes_on_in_english(table: Table, tmp_path: Path) -> None:
    table.do("start", token=table.host)
    [path] = journal.games(tmp_path / "data" / GAMES)
    lines = path.read_bytes()
    head = json.loads(lines.splitlines()[0])
    del head["language"], head["crc"]
    path.write_bytes(journal.line_of(head, 0)[0])
    assert journal.load(path).language == "en"


def test_a_language_that_lacks_lines_is_offered_for_pages_only(table: Table, second_language: Path) -> None:
    assert [one["id"] for one in setup(table)["spoken_languages"]] == ["en", CODE]  # type: ignore[attr-defined]
    (second_language / f"the-pact.{CODE}.yaml").unlink()
    table.set("language", CODE)
    table.set("roleset", "the-pact")
    shown = setup(table)
    assert [one["id"] for one in shown["languages"]] == ["en", CODE]  # type: ignore[attr-defined]
    assert ([one["id"] for one in shown["spoken_languages"]], shown["spoken_language"]) == (["en"], "en")  # type: ignore[attr-defined]
    assert table.set("spoken_language", CODE)["code"] == "voice-lacks-words"
    table.set("roleset", "millers-hollow")
    assert setup(table)["spoken_language"] == CODE


def test_an_unknown_language_is_refused(table: Table) -> None:
    for what in ("language", "spoken_language"):
        assert not table.set(what, "tlh")["ok"]
    assert (setup(table)["language"], setup(table)["spoken_language"]) == ("en", "en")


def test_what_is_set_outlives_a_restart(table: Table, tmp_path: Path) -> None:
    table.set("language", CODE)
    table.set("spoken_language", "en")
    again = Table(tmp_path / "data")
    assert (setup(again)["language"], setup(again)["spoken_language"]) == (CODE, "en")


def test_those_who_go_by_a_number_are_called_by_it_in_the_new_language(tmp_path: Path) -> None:
    table = Table(tmp_path / "data")
    table.do("seats", token=table.host, number=3, buttons=[1, 2, 3])
    assert table.box.lobby.players == ["Seat 1", "Seat 2", "Seat 3"]
    tokens = {token: name for token, name in table.box.lobby.tokens.items() if name != "host"}
    table.set("spoken_language", CODE)
    renamed = [made_up(f"Seat {number}") for number in (1, 2, 3)]
    assert table.box.lobby.players == renamed
    assert table.box.lobby.buttons == {name: number for number, name in enumerate(renamed, 1)}
    assert list(table.box.lobby.tokens) == list(tokens)
    assert Table(tmp_path / "data").box.lobby.players == renamed
    table.do("seats", token=table.host, number=4, buttons=[1, 2, 3, 4])
    assert table.box.lobby.players[:3] == renamed
    table.set("spoken_language", "en")
    assert table.box.lobby.players == ["Seat 1", "Seat 2", "Seat 3", "Seat 4"]


def test_lines_say_in_which_language_they_are(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(Notebook, "prepare", lambda self, lines: spoken.extend(line.language for line in lines))
    monkeypatch.setattr(Notebook, "say", lambda self, line: spoken.append(line.language) or 0.1)
    table.set("spoken_language", CODE)
    table.do("start", token=table.host)
    table.until("werewolf.devour")
    assert set(spoken) == {CODE}
    assert Line("x").language == "en"


def test_a_caption_and_a_pause_are_read_in_the_language_of_the_page(table: Table) -> None:
    table.do("start", token=table.host)
    for _ in range(6):
        table.step()
        english, other = (json.loads(table.box.page("table", None, code)) for code in ("en", CODE))
        assert is_english(english["caption"])
        assert other["caption"] == made_up(english["caption"])
    table.box.device("keypad 7", "It is gone.")
    table.do("pause", token=table.host)
    english, other = (json.loads(table.box.page("table", None, code)) for code in ("en", CODE))
    assert other["paused"] == made_up(english["paused"])
    assert other["caption"] == made_up(english["caption"])


def trouble(table: Table) -> str:
    """What the host reads to be wrong."""
    return "\n".join(table.page(kind="host")["trouble"])


def test_the_host_reads_why_the_voice_does_not_speak_a_language(table: Table, second_language: Path) -> None:
    name = table.box.words[CODE].name
    (second_language / f"the-pact.{CODE}.yaml").unlink()
    table.set("roleset", "the-pact")
    assert name not in trouble(table), "nobody wanted that language"
    table.set("language", CODE)
    assert f"The voice cannot speak {name} in this game" in trouble(table)
    assert f"under “lines” in “{CODE}”" in trouble(table)
    table.set("roleset", "millers-hollow")
    assert name not in trouble(table)


def test_the_host_reads_which_mistake_puts_a_language_out(tmp_path: Path, second_language: Path) -> None:
    file = second_language / f"common.{CODE}.yaml"
    words = file.read_text(encoding="utf-8")
    file.write_text(words.replace("{names}", "{nemas}", 1), encoding="utf-8")
    table = Table(tmp_path / "data", NAMES)
    table.box.rehearse()
    line = words[: words.index("{names}")].count("\n") + 1
    assert f"{file}:{line}:" in trouble(table)
    assert "This must hold {names}, and holds {nemas}. `narrator check` lists them all." in trouble(table)
    table.do("pause", token=table.host)
    table.do("resume", token=table.host)
    assert f"{file}:{line}:" in trouble(table)


def test_what_a_language_lacks_stands_in_english_and_the_rest_stays(tmp_path: Path, second_language: Path) -> None:
    file = second_language / f"common.{CODE}.yaml"
    words = re.sub(r"(?ms)^screens:.*?(?=^\w)", "", file.read_text(encoding="utf-8"))
    file.write_text(re.sub(r"(?m)^  villager:\n    name: .*$", "  villager:", words), encoding="utf-8")
    table = Table(tmp_path / "data", NAMES)
    table.set("language", CODE)
    spoken = table.box.load("classic")
    assert table.box.spoken == "en"
    with table.box.drawn_in(CODE):
        written = table.box.load("classic")
    assert written.screen("wait") == spoken.screen("wait")
    assert written.card("villager")["name"] == spoken.card("villager")["name"]
    assert written.card("werewolf")["name"] == made_up(spoken.card("werewolf")["name"])
    assert "“villager” has no “name”. `narrator check` lists them all." in trouble(table)
