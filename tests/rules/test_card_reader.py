"""What is wrong with a card, a building or an event in a roleset is reported with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.labs.rolesetlab import with_change

CHANGES = [
    ("copies", "copys", "9:14: There is no key “copys” here; did you mean “copies”?"),
    ("is: werewolf", "is: wherewolf", "12:9: There is no kind of card “wherewolf”; did you mean “werewolf”?"),
    ("{copies: 9}", "{side: werewolf}", "9:20: There is no side “werewolf”; did you mean “werewolves”?"),
    ("side: were", "side: ware", "11:11: There is no side “warewolves”; did you mean “werewolves”?"),
    ("{copies: 9}", "{revealed: x}", "9:24: There is no card “x”; there are: card, side, name, villager, werewolf."),
    ("{copies: 9}", "{spared_from: shot}", "9:27: There is no cause of death at night “shot”. It is one of devoured."),
    ("{copies: 9}", "{told: pakc}", "9:20: There is no telling “pakc”; did you mean “pack”?"),
    ("causes:", "buildings: {villager: {}}\ncauses:", "19:13: “villager” is a card; a building needs a name of its"),
    ("causes:", "events: {ev-calm: {until: dawn}}\ncauses:", "19:19: “kind” is missing here."),
    (
        "causes:",
        "events: {ev-calm: {kind: imediate}}\ncauses:",
        "19:26: “kind” cannot be “imediate”; did you mean “immediate”?",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), CHANGES)
def test_every_fault_of_a_card_a_building_or_an_event_is_reported_with_its_place(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    sentences = with_change(tmp_path, old, new)
    assert any(sentence.startswith(said) for sentence in sentences), sentences
