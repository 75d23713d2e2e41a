"""Double you: everybody holds two cards, a character and one that says whose side they are on (VA-05, VA-06)."""

from __future__ import annotations

from narrator.errors import Word
from narrator.rules.hands import Hands
from narrator.rules.registry import dealing
from narrator.rules.rolesets import Roleset
from narrator.rules.table import IllegalTable, Table

CHARACTERS = ("seer", "hunter", "witch", "cupid", "defender", "elder", "scapegoat")
WEREWOLVES = 2
SEATS = (7, 9)
"""How few and how many play with two cards each, a house deck or not."""


@dealing("double-you", needs="double_you", story={"second": ("card", "names")})
def deal(table: Table, hands: Hands) -> None:
    """Open: a character face up, and an alignment face down, which is the card that counts. Secret: all these cards
    shuffled together, two for each; a werewolf's card counts first."""
    rules, lie = table.rules, table.options["double_you"]
    _check(rules, hands, lie)
    if hands.alignment is not None:
        aligned = [hands.alignment.get(seat, rules.filler) for seat in table.seats]
    else:
        wolves = [next(name for name, card in rules.cards.items() if card.werewolf)] * WEREWOLVES
        rest = len(hands.cards) - len(wolves)
        aligned = sorted([*wolves, *[rules.filler] * rest], key=lambda _: table.dice.random())
    hands.lie = lie
    if lie == "open":
        hands.cards, hands.seconds = aligned, hands.cards
        return
    if not hands.named and hands.alignment is None:
        pile = sorted([*hands.cards, *aligned], key=lambda _: table.dice.random())
        hands.cards, aligned = pile[: len(hands.cards)], pile[len(hands.cards) :]
    pairs = [sorted(two, key=lambda card: _rank(rules, card)) for two in zip(hands.cards, aligned, strict=True)]
    hands.cards, hands.seconds = [first for first, _ in pairs], [second for _, second in pairs]


def _rank(rules: Roleset, card: str) -> int:
    return 0 if rules.cards[card].werewolf else 2 if card == rules.filler else 1


def _check(rules: Roleset, hands: Hands, lie: str) -> None:
    """Refuse what is not played with two cards each."""
    least, most = SEATS
    if not hands.named and not least <= len(hands.cards) <= most:
        raise IllegalTable("double-you-seats", least=least, most=most, number=len(hands.cards))
    wolf = next(name for name, card in rules.cards.items() if card.werewolf)
    sides: tuple[str, ...] = (wolf, rules.filler)
    characters: tuple[str, ...] = (*CHARACTERS, rules.filler)
    if lie == "secret" and (hands.named or hands.alignment is not None):
        sides = characters = (*characters, wolf)
    aligned = (hands.alignment or {}).values()
    for cards, allowed in (((*hands.cards, *hands.centre), characters), (aligned, sides)):
        for card in cards:
            if card not in allowed:
                known = [Word("card", other) for other in allowed]
                raise IllegalTable("double-you-card", card=Word("card", card), cards=known)
