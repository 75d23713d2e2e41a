"""How things stand at the table: what is played, in which words, and nothing that the table does not know."""

from __future__ import annotations

import json
from pathlib import Path

from narrator.box.evening import QUESTIONS
from narrator.errors import Said, english
from tests.labs.boxlab import NAMES, Table, begun, playing


def test_the_table_is_in_the_lobby_then_in_a_game_and_then_after_it(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    stages = [table.box.stage]
    for do in ("start", "end", "again"):
        assert table.do(do, token=table.host)["ok"]
        stages.append(table.box.stage)
    assert stages == ["lobby", "game", "over", "lobby"]
    assert table.box.game is None


def test_no_number_of_a_question_comes_again_in_the_next_game(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    numbers = []
    for _ in range(2):
        assert table.do("start", token=table.host)["ok"]
        for prompt in ("seer.look", "werewolf.devour"):
            table.until(prompt)
            numbers.append(table.box.question)
        assert table.do("end", token=table.host)["ok"]
        assert table.do("again", token=table.host)["ok"]
    assert numbers == sorted(set(numbers))


def test_the_numbers_of_questions_tell_one_start_of_the_box_from_another(tmp_path: Path) -> None:
    one, other = (Table(tmp_path / name).box for name in ("one", "other"))
    assert one.question >> QUESTIONS == int(one.boot, 16)
    assert other.question >> QUESTIONS == int(other.boot, 16) != int(one.boot, 16)
    assert begun(tmp_path / "third").box.question.bit_length() <= 53, "a page reads it without rounding"


def test_a_roleset_that_is_there_no_more_is_told_of_and_not_played(tmp_path: Path) -> None:
    Table(tmp_path, NAMES)
    kept = json.loads((tmp_path / "table.json").read_text("utf-8"))
    kept |= {"roleset": "our-own", "options": {"magic": "on"}, "deck": {"dragon": 1}}
    (tmp_path / "table.json").write_text(json.dumps(kept), "utf-8")
    box = Table(tmp_path).box
    assert "our-own" in english(box.trouble["roleset"])
    assert (box.lobby.roleset, box.lobby.options, box.lobby.deck) == ("millers-hollow", {}, None)
    assert box.lobby.players == NAMES


def test_a_table_that_cannot_be_read_is_told_on_the_hosts_page(tmp_path: Path) -> None:
    (tmp_path / "table.json").touch()
    (told,) = Table(tmp_path).page(kind="host")["trouble"]
    assert told.startswith("The table that was kept cannot be read: players and settings have to be set again.")


def test_where_the_table_is_lost_in_a_game_the_host_gives_everybody_their_seat_again(tmp_path: Path) -> None:
    before = playing(tmp_path)
    before.until("werewolf.devour")
    before.round.close()
    (tmp_path / "table.json").write_bytes(b"")
    table = Table(tmp_path)
    assert table.box.resume()
    assert table.box.lobby.players == NAMES
    assert table.do("join", name="Ann")["code"] == "is-it-you"
    token = table.do("join", name="Ann", again=True)["token"]
    assert table.box.lobby.claims[token] == "Ann"
    assert table.do("join", name="Zoe")["ok"]
    assert [*table.box.lobby.waiting.values()] == ["Zoe"]


def test_of_a_deck_that_is_not_told_nothing_is_known(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    assert table.box.known_mix == table.box.mix
    assert table.set("roleset", "coins")["ok"]
    assert sum(table.box.mix.values()) == len(NAMES)
    assert table.box.known_mix == {}


def test_in_a_language_without_all_words_the_voice_says_nothing(tmp_path: Path) -> None:
    box = Table(tmp_path, NAMES).box
    box.lobby.voice = box.lobby.language = "de"
    assert not box.can_speak("de")
    assert (box.spoken, box.own_language) == ("en", "en")


def test_only_in_a_night_of_a_game_that_goes_on_is_nothing_said_on_request(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    assert table.box.is_hushed
    assert table.do("end", token=table.host)["ok"]
    assert not table.box.is_hushed


def test_what_is_said_once_in_one_language_is_drawn_in_that_of_each_page(second_language: Path, tmp_path: Path) -> None:
    box = Table(tmp_path / "data", NAMES).box
    told = Said("trouble.no-network", {})
    with box.drawn_in("qaa"):
        strange = box.sentence(told)
        assert box.sentence(told, "en") == english(told) != strange
        assert box.sentence(told) == strange, "and after that the page is drawn on as before"
    assert box.sentence(told) == english(told)
    assert box.sentence("It rains.") == "It rains."
