"""A host's own powers: Python beside rolesets, which plays like the project's once the host allows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator import cli
from narrator.box.box import Box
from narrator.errors import english
from narrator.folders import GAMES
from narrator.game import journal
from narrator.game.check import problems
from narrator.game.game import Game
from narrator.game.library import OWN, Library
from narrator.game.own_powers import LISTS, take_out
from narrator.rules.registry import KINDS
from tests.labs.boxlab import Notebook, Time

ROLESET = """\
roleset: our-table
extends: millers-hollow
title: Our table
cards:
  oracle: {wakes: {oracle.ask: {choose: {one: quiet-others}, power: oracle.ask}}}
replaces: {oracle: villager}
calls:
  first_night: [thief, cupid, lovers, seer, oracle, werewolf, witch]
  later_nights: [seer, oracle, werewolf, witch]
"""
POWER = '''\
"""The oracle: hears how many werewolves sit beside somebody."""

from narrator.rules.facts import Announced, Told
from narrator.rules.registry import pool, power

ASK = "oracle.ask"


@pool
def quiet_others(table, asker):
    """Every living seat but one's own and its neighbours'."""
    return [seat for seat in table.living if seat not in (asker, *table.neighbours(asker))]


@power(ASK, choose="one", says={"oracle.hums": ("number",)}, tells={"omen": (), "no-omen": ()})
def ask(table, given):
    """The oracle is told whether a werewolf sits beside the seat named, and everybody hears beside how many."""
    for seat, (named,) in given.items():
        near = [other for other in table.neighbours(named) if other in table.wolves]
        table.record(Told(seat, "omen", "yes" if near else "no"))
        table.record(Announced("oracle.hums", (str(len(near)),)))
'''
WORDS = """\
language: en
lines:
  oracle.wake: {mood: hushed, say: ["Oracle, open your eyes."]}
  oracle.ask: {mood: hushed, say: ["Whose neighbours do you listen to?"]}
  oracle.sleep: {mood: hushed, say: ["Oracle, shut your eyes."]}
  oracle.hums: {mood: hushed, say: ["A hum, {number} times."]}
told: {omen: "A werewolf sits there.", no-omen: "No werewolf sits there."}
cards:
  oracle: {name: Oracle, is: "Listens.", wants: "No werewolf left.", wakes: "Before the werewolves.", advice: "Ask."}
prompts:
  oracle.ask: {title: "To whose neighbours do you listen?"}
"""
SCENARIO = """\
name: The oracle hears a werewolf beside the seat named
rules: [G-02]
roleset: our-table
seats: [Ann, Bob, Cid, Dan, Eve, Fay, Gus, Hal]
cards: {Ann: werewolf, Dan: oracle}
options: {sheriff: never}
play:
  - night 1:
      oracle.ask: {illegal: [Cid, Eve, Dan], then: Bob}
      werewolf.devour: Hal
    expect:
      told: {Dan: {omen: "yes"}}
      not_told: {Ann: omen}
      says: [oracle.hums]
"""


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Path]:
    """A folder with a roleset, its words and its power, which nothing keeps afterwards."""
    folder = tmp_path / "my-rolesets"
    (folder / "powers").mkdir(parents=True)
    (folder / "our-table.yaml").write_text(ROLESET, encoding="utf-8")
    (folder / "our-table.en.yaml").write_text(WORDS, encoding="utf-8")
    (folder / "powers" / "oracle.py").write_text(POWER, encoding="utf-8")
    (tmp_path / "oracle-hears.yaml").write_text(SCENARIO, encoding="utf-8")
    yield folder
    take_out(folder / "powers")


def narrator(folder: Path, *words: str) -> int:
    return cli.main([*words, "--rolesets", str(folder)])


def test_a_power_beside_a_roleset_works_once_it_is_allowed(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = str(own.parent / "oracle-hears.yaml")
    assert narrator(own, "scenario", scenario, "--allow-powers") == 0, capsys.readouterr().out
    assert narrator(own, "check", "our-table", "--allow-powers") == 0, capsys.readouterr().out
    assert cli.main(["check", str(own / "our-table.yaml"), "--allow-powers"]) == 0, capsys.readouterr().out
    games = ("--players", "8", "--games", "3", "--deck", "werewolf=2,oracle=1")
    assert narrator(own, "--allow-powers", "simulate", "our-table", *games) == 0


POWER_WITH_FACTS = """\
from narrator.rules.facts import Fact, Told
from narrator.rules.registry import pool, power


class Heard(Fact, frozen=True, gc=False):
    seat: str

    def apply(self, table):
        table.noted[self.seat, "heard"] = table.night


class HeardTwice(Heard, frozen=True, gc=False):
    pass


class Hummed(Fact, frozen=True, gc=False):
    seat: str

    @property
    def knowers(self):
        return (self.seat,)


@pool
def quiet_others(table, asker):
    return [seat for seat in table.living if seat != asker and (seat, "heard") not in table.noted]


@power("oracle.ask", choose="one", tells={"omen": (), "no-omen": ()})
def ask(table, given):
    for seat, (named,) in given.items():
        table.record((Heard if table.night == 1 else HeardTwice)(named))
        table.record(Hummed(seat))
        table.record(Told(seat, "omen", "no"))
"""


def test_a_fact_of_ones_own_changes_the_table_and_names_who_may_know_it(own: Path) -> None:
    (own / "powers" / "oracle.py").write_text(POWER_WITH_FACTS, encoding="utf-8")
    seats, cards = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"], {"Ann": "werewolf", "Dan": "oracle"}
    library = Library(own, allow_powers=True)
    game = Game("our-table", seats, cards=cards, options={"sheriff": "never"}, library=library)
    heard = []
    for named, bitten in (("Bob", "Eve"), ("Cid", "Fay")):
        for prompt, choice in (("oracle.ask", named), ("werewolf.devour", bitten)):
            while [asked.id for asked in game.prompts] != [prompt]:
                game.close()
            heard.append(game.prompts[0].choices)
            game.answer(prompt, choice)
    game.close()
    assert "Bob" in heard[0]
    assert "Bob" not in heard[2]
    facts = [fact for fact in game.facts if type(fact).__module__ == "own_powers.oracle"]
    assert [type(fact).__name__ for fact in facts] == ["Heard", "Hummed", "HeardTwice", "Hummed"]
    assert [fact.knowers for fact in facts] == [(), ("Dan",), (), ("Dan",)]


def test_the_smallest_power_of_the_readme_plays(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    readme = (OWN / "README.md").read_text(encoding="utf-8")
    (power,) = re.findall(r"```python\n(.+?)```", readme, re.DOTALL)
    words = "".join(line for line in WORDS.splitlines(keepends=True) if "oracle.hums" not in line)
    scenario = SCENARIO.replace("illegal: [Cid, Eve, Dan]", "illegal: [Dan]").replace("      says: [oracle.hums]\n", "")
    (own / "powers" / "oracle.py").write_text(power, encoding="utf-8")
    (own / "our-table.yaml").write_text(ROLESET.replace("quiet-others", "other-living"), encoding="utf-8")
    (own / "our-table.en.yaml").write_text(words, encoding="utf-8")
    (own.parent / "oracle-hears.yaml").write_text(scenario, encoding="utf-8")
    assert narrator(own, "check", "our-table", "--allow-powers") == 0, capsys.readouterr().out
    assert narrator(own, "scenario", str(own.parent / "oracle-hears.yaml"), "--allow-powers") == 0


def test_the_readme_says_what_each_kind_of_function_is_handed() -> None:
    readme = (OWN / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `@(\w+)` \| `(.+?)` \|.*\| (.+) \|$", readme, re.MULTILINE)
    assert {kind: handed for kind, handed, _ in rows} == {
        kind: registry.handed for kind, registry in KINDS.items() if kind != "step"
    }
    assert all(kind not in LISTS or f"`{LISTS[kind][0]}`" in under for kind, _, under in rows)


def test_a_verdict_that_no_roleset_lists_is_warned_of(own: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = own / "powers" / "oracle.py"
    verdict = '\n\n@verdict\ndef oracle(table, seat):\n    """Nobody dies."""\n    table.dying.clear()\n'
    file.write_text(POWER.replace("import pool, power", "import pool, power, verdict") + verdict, encoding="utf-8")
    assert narrator(own, "check", "our-table", "--allow-powers") == 0
    told = f"{file}:24:1: warning: Nothing calls the verdict “oracle”: list it under “verdicts” in a roleset."
    assert told in capfd.readouterr().out
    (own / "our-table.yaml").write_text(ROLESET + "verdicts: [oracle]\n", encoding="utf-8")
    assert narrator(own, "check", "our-table", "--allow-powers") == 0
    assert "calls the verdict" not in capfd.readouterr().out


def test_a_power_that_no_card_names_is_warned_of(own: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = own / "powers" / "twin.py"
    file.write_text(POWER.replace("quiet_others", "loud_others").replace("oracle.", "twin."), encoding="utf-8")
    assert narrator(own, "check", "our-table", "--allow-powers") == 0
    said = capfd.readouterr().out
    assert f"{file}:9:1: warning: Nothing uses the pool “loud-others”: name it under “choose”." in said
    assert f"{file}:15:1: warning: Nothing uses the power “twin.ask”: name it under “power”." in said
    assert "“oracle.ask”" not in said


VILLAGE_SCENARIO = """\
name: Buildings, events and variants of our own
rules: [BD-02, EV-01]
roleset: our-village
seats: [Ann, Bob, Cid, Dan, Eve, Fay, Gus, Hal]
cards: {Ann: werewolf}
buildings: {Bob: mill}
events: [ev-market-day]
options: {buildings: on, curfew: on, sheriff: never}
play:
  - night 1: {werewolf.devour: Hal}
    expect: {says: [curfew.rings 8]}
  - day 1:
      mill.listen: {illegal: [Bob], then: Ann}
      village.vote: pass
    expect: {told: {Bob: {Ann: wolf}}}
  - night 2: {werewolf.devour: Gus}
    expect: {says: [curfew.rings 7]}
  - dawn 2:
    expect: {says: [event.card ev-market-day]}
  - day 2: {village.vote: {illegal: [Ann, Fay], then: {Bob: Cid}}}
"""


@pytest.fixture
def village(tmp_path: Path) -> Iterator[Path]:
    """A folder with the village of the README."""
    readme = (OWN / "README.md").read_text(encoding="utf-8")
    folder = tmp_path / "village"
    (folder / "powers").mkdir(parents=True)
    for name, text in re.findall(r"^```(?:yaml|python) (\S+)\n(.+?)^```", readme, re.DOTALL | re.MULTILINE):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    yield folder
    take_out(folder / "powers")


def test_the_building_the_event_and_the_variant_of_the_readme_play(
    village: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = village.parent / "village.yaml"
    scenario.write_text(VILLAGE_SCENARIO, encoding="utf-8")
    assert narrator(village, "scenario", str(scenario), "--allow-powers") == 0, "".join(capsys.readouterr())
    assert narrator(village, "check", "our-village", "--allow-powers") == 0
    assert "warning" not in capsys.readouterr().out


def test_an_event_and_a_variant_of_ones_own_need_permission(village: Path) -> None:
    found = [each.sentence for each in problems(Library(village), "our-village")]
    for kind, name, file in (("event", "ev-market-day", "market_day"), ("moment", "curfew", "curfew")):
        said = f"The {kind} “{name}” stands in {village / 'powers' / file}.py:"
        assert any(sentence.startswith(said) and "--allow-powers" in sentence for sentence in found), found


def test_without_permission_a_power_of_ones_own_is_not_run(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = own / "powers" / "oracle.py"
    file.write_text(POWER + "\nraise SystemExit('run')\n", encoding="utf-8")
    assert narrator(own, "check", "our-table") == 1
    told = capsys.readouterr().out
    for name, kind, line in (("oracle.ask", "power", 15), ("quiet-others", "pool", 9)):
        loads = f"{file}:{line}:1, and code is loaded only with `--allow-powers` on the command line."
        assert f"The {kind} “{name}” stands in {loads}" in told
    scenario = str(own.parent / "oracle-hears.yaml")
    assert narrator(own, "scenario", scenario) == 1
    assert "--allow-powers" in "".join(capsys.readouterr())
    assert narrator(own, "check", "millers-hollow") == 0


@pytest.mark.parametrize("rubbish", [b"\xff", b"\x00", b"def ask(:", b"-" * 100_000 + b"1"])
def test_rubbish_among_powers_that_nobody_allowed_is_in_nobodys_way(own: Path, rubbish: bytes) -> None:
    (own / "powers" / "rubbish.py").write_bytes(rubbish)
    assert narrator(own, "check", "millers-hollow") == 0


@pytest.mark.parametrize(
    ("code", "line", "told"),
    [
        ("def ask(:\n", 1, "This is not Python: "),
        ("import nowhere\n", 1, "ModuleNotFoundError: No module named 'nowhere'"),
        ("\n\nhelp = 1 / 0\n", 3, "ZeroDivisionError: division by zero"),
        (POWER.replace("choose=", "chooses="), 15, "says “chooses” of itself, which nothing understands; did you mean"),
        (POWER.replace('("number",)', '("number")'), 15, "places of “oracle.hums” under “says” with a comma, as in"),
        (POWER.replace("quiet_others(table, asker)", "quiet_others(table)"), 9, "so write `def quiet_others(table, a"),
        (POWER.replace("ask(table, given)", "ask(table, given, seat)"), 15, "A power is handed table, given, so wr"),
        (POWER.replace('choose="one"', 'choose="won"'), 15, "“oracle.ask” cannot have choose='won'; it is one of on"),
        (POWER.replace("oracle.ask", "witch.heal"), 15, "There is a power “witch.heal” in witch.py already; "),
    ],
)
def test_a_broken_power_is_reported_with_its_place(
    own: Path, capsys: pytest.CaptureFixture[str], code: str, line: int, told: str
) -> None:
    file = own / "powers" / "oracle.py"
    file.write_text(code, encoding="utf-8")
    assert narrator(own, "check", "our-table", "--allow-powers") == 1
    error = capsys.readouterr().err
    assert f"{file}:{line}:" in error
    assert told in error
    assert "[power]" in error
    file.write_text(POWER, encoding="utf-8")
    assert narrator(own, "check", "our-table", "--allow-powers") == 0


@pytest.mark.parametrize(
    "words",
    [
        ["check", "our-table", "new-moon"],
        ["simulate", "our-table", "--players", "8", "--games", "9", "--deck", "werewolf=2,oracle=1"],
        ["scenario"],
    ],
    ids=lambda words: words[0],
)
def test_a_power_that_fails_in_a_game_is_reported_with_its_place(
    own: Path, capfd: pytest.CaptureFixture[str], words: list[str]
) -> None:
    file = own / "powers" / "oracle.py"
    file.write_text(POWER.replace("(seat, ", "(seats, "), encoding="utf-8")
    files = [str(own.parent / "oracle-hears.yaml")] if words == ["scenario"] else []
    assert narrator(own, *words, *files, "--allow-powers") == 1
    told = capfd.readouterr()
    assert f"{file}:20:1: NameError: name 'seats' is not defined." in told.out + told.err
    assert "Traceback" not in told.err
    assert ("new-moon: ok" in told.out) == ("new-moon" in words)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("while True: pass", "19:1: “oracle.ask” does not come back: see that the loop here ends."),
        ("while True: table.record(Told(seat, 'omen', 'no'))", "19:1: “oracle.ask” does not come back: see that the l"),
        (f"try:\n{' ' * 12}while True: pass\n{' ' * 8}except Exception: ask(table, given)", "20:1: “oracle.ask” does "),
        ("raise SystemExit(0)", "19:1: SystemExit: 0."),
    ],
    ids=["a loop", "a loop of facts", "a loop tried again", "an exit"],
)
def test_a_power_that_never_comes_back_is_reported_with_its_place(
    own: Path, capfd: pytest.CaptureFixture[str], line: str, told: str
) -> None:
    file = own / "powers" / "oracle.py"
    file.write_text(POWER.replace("        near = [", f"        {line}\n        near = ["), encoding="utf-8")
    assert narrator(own, "scenario", str(own.parent / "oracle-hears.yaml"), "--allow-powers") == 1
    assert f"{file}:{told}" in "".join(capfd.readouterr())


@pytest.mark.parametrize(
    ("code", "line", "told"),
    [
        (POWER.replace("return [", "["), 9, "A pool gives back a list, of seats for example; “quiet-others” g"),
        (POWER + "    return given\n", 15, "A power gives back nothing; “oracle.ask” gave back {"),
    ],
    ids=["a pool without return", "a power with one"],
)
def test_what_a_function_gives_back_by_mistake_is_said_with_its_place(
    own: Path, capfd: pytest.CaptureFixture[str], code: str, line: int, told: str
) -> None:
    file = own / "powers" / "oracle.py"
    file.write_text(code, encoding="utf-8")
    assert narrator(own, "check", "our-table", "--allow-powers") == 1
    assert f"{file}:{line}:1: {told}" in "".join(capfd.readouterr())


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (POWER.replace('"oracle.hums", (', '"oracle.humz", ('), 'add `says={"oracle.humz": ()}` to its decorator.'),
        (POWER.replace("(str(len(near)),)", "()"), "announces “oracle.hums” with 0 of the 1 places that its line has"),
        (POWER.replace('Told(seat, "omen"', 'Told(seat, "omens"'), 'add `tells={"omens": ()}` to its decorator.'),
        (
            POWER.replace("Announced", "Attacked, Announced", 1) + '        table.record(Attacked(seat, "hex"))\n',
            'kills by “hex”: add `brings="hex"` to its decorator, and “hex” to `causes`.',
        ),
    ],
    ids=["a line", "a place of a line", "a note", "a cause of death"],
)
def test_what_a_power_records_and_does_not_declare_is_said_with_its_place_and_the_remedy(
    own: Path, capfd: pytest.CaptureFixture[str], code: str, told: str
) -> None:
    file = own / "powers" / "oracle.py"
    file.write_text(code, encoding="utf-8")
    assert narrator(own, "check", "our-table", "--allow-powers") == 1
    said = "".join(capfd.readouterr())
    assert f"{file}:15:1: A power, “oracle.ask”, " in said
    assert told in said


def test_a_note_that_no_power_declares_is_said_with_the_remedy(own: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code = POWER.replace(', tells={"omen": (), "no-omen": ()}', "")
    (own / "powers" / "oracle.py").write_text(code, encoding="utf-8")
    assert narrator(own, "check", "our-table", "--allow-powers") == 1
    remedy = "A power of yours names it under `tells` in its decorator, and needs `--allow-powers`."
    assert f"{own / 'our-table.en.yaml'}:7:8: Nobody is ever told “omen”. {remedy}" in capfd.readouterr().out


def test_what_stands_on_an_event_card_need_not_be_given_by_the_power_that_announces_it(
    own: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code = POWER.replace('"oracle.hums", (str(len(near)),)', '"event.card", ("ev-flood",)')
    (own / "powers" / "oracle.py").write_text(code, encoding="utf-8")
    narrator(own, "check", "our-table", "--allow-powers")
    assert "places that its line has" not in "".join(capfd.readouterr())


def test_a_victory_of_a_side_that_no_card_has_is_said_with_its_place(
    own: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = own / "powers" / "hush.py"
    code = "from narrator.rules.registry import victory\n\n\n@victory\ndef hush(table):\n    return 'vilagers'\n"
    file.write_text(code, encoding="utf-8")
    (own / "our-table.yaml").write_text(ROLESET + "wins: [hush, villagers, werewolves]\n", encoding="utf-8")
    assert narrator(own, "check", "our-table", "--allow-powers") == 1
    told = f"{file}:4:1: The victory “hush” gave back the side 'vilagers', which no card has; did you mean “villagers”?"
    assert told in "".join(capfd.readouterr())


def test_a_power_that_fails_in_one_scenario_leaves_the_others(own: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (own / "powers" / "oracle.py").write_text(POWER.replace("(seat, ", "(seats, "), encoding="utf-8")
    failing, other = own.parent / "oracle-hears.yaml", own.parent / "other.yaml"
    without_oracle = SCENARIO.replace(", Dan: oracle", "").partition("play:")[0] + "play: [night 1: {}]\n"
    other.write_text(without_oracle, encoding="utf-8")
    assert narrator(own, "scenario", str(failing), str(other), "--allow-powers") == 1
    told = capfd.readouterr().out
    assert f"{failing}:8:5: night 1: {own / 'powers' / 'oracle.py'}:20:1: NameError" in told
    assert f"{other}: ok" in told


def test_two_powers_of_ones_own_with_the_same_name_are_reported(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (own / "powers" / "twin.py").write_text(POWER, encoding="utf-8")
    assert narrator(own, "check", "our-table", "--allow-powers") == 1
    error = capsys.readouterr().err
    assert f"{own / 'powers' / 'twin.py'}:9:" in error
    assert "There is a pool “quiet-others” in oracle.py already; give one of them another name." in error


@pytest.mark.parametrize("still_searched", [True, False], ids=["the folder is searched", "the folder is not searched"])
def test_a_game_waits_until_the_powers_it_is_played_with_are_allowed_again(own: Path, still_searched: bool) -> None:
    data = own.parent / "data"

    def box(library: Library) -> Box:
        return Box(data, Notebook(Time()), library=library)

    allowed = Library(own, allow_powers=True)
    seats = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
    box(allowed).moderate(Game("our-table", seats, cards={"Ann": "werewolf", "Dan": "oracle"}, library=allowed))
    (kept,) = journal.games(data / GAMES)
    take_out(own / "powers")

    without = box(Library(own) if still_searched else Library())
    assert not without.resume()
    told = english(without.trouble["powers-not-allowed"])
    assert str(kept) in told
    assert f"`--rolesets {own} --allow-powers`" in told
    assert journal.games(data / GAMES) == [kept]

    assert box(Library(own, allow_powers=True)).resume()


def test_a_kept_game_whose_power_is_now_wrong_is_set_aside_with_the_place_of_the_power(own: Path) -> None:
    library = Library(own, allow_powers=True)
    seats = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
    game = Game("our-table", seats, cards={"Ann": "werewolf", "Dan": "oracle"}, library=library)
    while [prompt.id for prompt in game.prompts] != ["oracle.ask"]:
        game.close()
    game.answer("oracle.ask", "Bob")
    game.close()
    kept = journal.Journal.create(own.parent, game.header, library.texts("our-table"))
    for entry in game.entries:
        kept.append(entry)
    kept.close()
    take_out(own / "powers")

    file = own / "powers" / "oracle.py"
    file.write_text(POWER.replace('says={"oracle.hums": ("number",)}, ', ""), encoding="utf-8")
    Library(own, allow_powers=True)
    with pytest.raises(journal.DamagedJournal) as caught:
        journal.replayed(journal.load(kept.path))
    assert f"{file}:15:1: A power, “oracle.ask”, announces “oracle.hums”" in english(caught.value.told)
