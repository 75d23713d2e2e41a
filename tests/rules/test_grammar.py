"""What is wrong in a roleset as a whole is reported with its place: keys, calls, moments, options and decks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.labs.rolesetlab import CALM, SMALL, VOTE, found, many, with_change

WALL, LINES = "parity: {is: off}", "day: [graffiti, debate, village.vote]}}"
NEEDS = "“graffiti” needs a prompt that is not here; write it, as in `prompts: {village.graffiti: {choose: {text: …}}}`"
ALONE = CALM.replace("two: other", "one: other")
CHANGES = [
    ("title:", "titel:", "2:1: There is no key “titel” here; did you mean “title”?"),
    ("title:", "titel:", "1:1: “title” is missing here."),
    ("least:", "laest:", "3:9: There is no key “laest” here; did you mean “least”?"),
    ("never, default", "never, defualt", "5:24: There is no key “defualt” here; did you mean “default”?"),
    ("parity: {is: off}", "ghost: {is: off}", "5:3: “parity” is missing here."),
    ("first_night: were", "first_nite: were", "14:9: There is no key “first_nite” here; did you mean"),
    ("first_night: were", "first_night: ware", "14:22: There is no call “warewolf”; did you mean “werewolf”?"),
    ("outcome: condemn", "outcome: condemn, weighs: sheriff", "16:67: There is no office “sheriff”"),
    ("[debate, vill", "[debat, vill", "18:7: There is no ballot or moment “debat”; did you mean “debate”?"),
    ("werewolves]\ndecks", "warewolves]\ndecks", "20:27: There is no victory “warewolves”; did you mean"),
    ("{werewolf: 1}", "{werwolf: 1}", "21:15: There is no card “werwolf” here; did you mean “werewolf”?"),
    ("causes:", "wave: greif\ncauses:", "19:7: There is no effect of deaths “greif”; did you mean “grief”?"),
    ("causes:", "couples: owned\ncauses:", "19:10: “couples” cannot be “owned”; did you mean “own”?"),
    ("causes:", "filler: vilager\ncauses:", "19:9: There is no card “vilager”; did you mean “villager”?"),
    ("causes:", "left_over: {thief: [x]}\ncauses:", "19:13: There is no card “thief” here"),
    ("causes:", "left_over: {villager: [x]}\ncauses:", "19:24: There is no card “x”"),
    ("causes:", "least_werewolves: {thief: 2}\ncauses:", "19:20: There is no card “thief” here"),
    ("causes:", "replaces: {villager: thief}\ncauses:", "19:22: There is no card “thief”"),
    ("causes:", "brought_together: {lovers: {of: cupid}}\ncauses:", "19:33: There is no card “cupid”"),
    ("causes:", "brought_together: {lovers: {}}\ncauses:", "19:28: “of” is missing here."),
    ("causes:", "advice: {crowd: {lest: 6}}\ncauses:", "19:18: There is no key “lest” here; did you mean “least”?"),
    ("causes:", "advice: {crowd: {unless: ghost_see}}\ncauses:", "19:26: There is no option “ghost_see”; did you mean"),
    ("cards:", "card:", "1:1: “cards” is missing here."),
    ("wins:", "win:", "1:1: “wins” is missing here."),
    ("decks:", "deck:", "1:1: “decks” is missing here."),
    ("  village.vote: {choose: {one: living}, outcome: condemn}\n", "", "17:15: There is no ballot or moment “vill"),
    ("[debate, village.vote]", "[debate]", "18:6: By day nobody can be voted out: list a vote"),
    ("  village.draw", "  village.drew", "16:3: “village.draw” is missing here."),
    ("first_night: werewolf, later_nights: werewolf", "first_night: [], later_nights: []", "10:3: “werewolf” is never"),
    ("most: 7", "most: 4", "3:25: “most” must be a number from 5 to 99."),
    ("ghosts_see: {is: switch}", "ghosts_see: {default: maybe}", "6:25: The default of “ghosts_see” must be"),
    ("ghosts_see: {is: switch}", "ghosts_see: {is: []}", "6:15: The default of “ghosts_see” must be one of:"),
    (
        "ghosts_see: {is: switch}",
        "ghosts_see: {is: swich}",
        "6:15: The default of “ghosts_see” must be one of: swich; did you mean “switch”?",
    ),
    ("ghosts_see: {is: switch}", "ghosts_see: {excludes: x}", "6:26: There is no option “x”"),
    ("ghosts_see: {is: switch}", "ghosts_see: {on: 5}", "6:20: “on” must hold keys and values"),
    ("ghosts_see: {is: switch}", "ghosts_see: {on: {title: Big, day: [x]}}", "6:39: There is no ballot or moment “x”"),
    ("ghosts_see: {is: switch}", "ghosts_see: {on: {options: {}}}", "6:21: There is no key “options” here"),
    ("ghosts_see: {is: switch}", "ghosts_see: true", "6:15: “ghosts_see” must hold keys and values"),
    ("parity: {is: off}", "parity: {is: off, on: {}}", "7:21: “parity” cannot be switched on"),
    ("outcome: condemn", "outcome: condemn, decided_by: {mayor: {}}", "16:72: There is no office “mayor”"),
    ("day: [", "morning: village.vote\nday: [", "18:10: “village.vote” may cost a life, so it is held by day"),
    (VOTE, f"  village.vote: {{instead: {{ev-calm: innocents}}, {CALM}", "16:37: “innocents” needs a prompt"),
    (VOTE, f"  village.vote: {{instead: {{ev-calm: nightmare}}, {CALM}", "16:37: “nightmare” needs a prompt"),
    (VOTE, f"  village.vote: {{instead: {{ev-calm: great-distrust}}, {ALONE}", "16:37: “great-distrust” needs “"),
    ("causes:", "variants: {parrity: {}}\ncauses:", "19:12: There is no option “parrity” here; did you mean “parity”?"),
    ("causes:", "events: {ev-punishment: {kind: immediate}}\ncauses:", "19:10: “ev-punishment” needs a prompt that"),
    (WALL, f"{WALL}\n  graffiti: {{is: switch, on: {{variants: {{graffiti: {{}}}}, {LINES}", f"8:63: {NEEDS}"),
    ("causes:", "brought_together: {villager: {of: werewolf}}\ncauses:", "19:20: “villager” is a card;"),
    ("5-7:", "five:", "21:9: Under “decks” numbers of seats stand"),
    ("5-7:", "7-5:", "21:9: Under “decks” numbers of seats stand"),
    ("5-7:", "5-999999999:", "21:9: Under “decks” numbers of seats stand"),
    ("5-7:", "²:", "21:9: Under “decks” numbers of seats stand"),
    ("5-7:", "6-7:", "21:8: There is no deck for these numbers of seats: 5."),
    ("5-7: {werewolf: 1}", "5: {werewolf: 1, villager: 5}, 6-7: {werewolf: 1}", "21:12: This deck (werew"),
    ("5-7: {werewolf: 1}", "5-7: {werewolf: 1, villager: 5}", "21:28: Leave villager out of a deck for several"),
    ("5-7: {werewolf: 1}", "5-7: {werewolf: many}", "21:25: “werewolf” must be a number from 0 to 99."),
    ("5-7: {werewolf: 1}", "5-7: {werewolf: -1}", "21:25: “werewolf” must be a number from 0 to 99."),
    ("5-7: {werewolf: 1}", "5-7: {werewolf: 8}", "21:14: This deck (werewolf: 8) has 8 cards for 5 seats; take 3"),
    (
        "decks: {5-7: {w",
        "replaces: {werewolf: villager}\ndecks: {5: {werewolf: 5}, 6-7: {w",
        "22:12: This deck (werewolf: 5) has 6 cards for 5 seats, with those that “replaces” adds; take 1 away.",
    ),
    (
        "decks: {5-7: {w",
        "replaces: {villager: werewolf}\ndecks: {5: {villager: 5}, 6-7: {w",
        "22:12: This deck has too few werewolf for “replaces”; add 1.",
    ),
    (
        "decks: {5-7: {w",
        "buildings: {tower: {}, inn: {}}\nvillages: {5: {tower: 6}}\ndecks: {5-7: {w",
        "22:15: There are 6 buildings here for 5 seats; take 1 away.",
    ),
    (
        "later_nights: werewolf",
        "later_nights: [werewolf, werewolf]",
        "14:57: “werewolf” is called twice in one night; take one of them out.",
    ),
    ("5-7: {werewolf: 1}", "", "21:8: There is no deck for these numbers of seats: 5, 6, 7."),
    ("5-7: {werewolf: 1}", "5-7: []", "21:14: “5-7” must hold keys and values"),
    (
        "causes:",
        "villages: {5: {towr: 1}}\nbuildings: {tower: {}}\ncauses:",
        "19:16: There is no building “towr” here; did you mean “tower”?",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), CHANGES)
def test_every_fault_of_a_roleset_is_reported_with_its_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    sentences = with_change(tmp_path, old, new)
    assert any(sentence.startswith(said) for sentence in sentences), sentences


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (VOTE, f"  village.vote: {{instead: {{ev-calm: great-distrust}}, {CALM}"),
        ("wins: [nobody", "wins: [werewolves-at-parity, nobody"),
    ],
)
def test_a_change_that_is_allowed_is_not_reported(tmp_path: Path, old: str, new: str) -> None:
    assert with_change(tmp_path, old, new) == []


def test_all_faults_are_reported_at_once(tmp_path: Path) -> None:
    wrong = SMALL.replace("title:", "titel:").replace("{one: prey}", "{one: pray}").replace("werewolf: 1", "wolf: 1")
    assert [sentence.split(":")[0] for sentence in found(tmp_path, wrong)] == ["1", "2", "13", "21"]


def test_a_roleset_with_too_many_values_is_refused(tmp_path: Path) -> None:
    sentences = found(tmp_path, SMALL.replace("cards:", "cards:\n" + many(2000, "  c{0}: {{copies: 1, lives: 2}}")))
    assert len(sentences) <= 100
    assert any(": There are more than 5000 values in this roleset" in sentence for sentence in sentences), sentences
