"""What is asked of those who are not really asked, while nobody may know who is (G-21, G-25)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.facts import WindowOpened
from narrator.rules.prompts import Answer, Prompt
from narrator.rules.registry import traits_of
from narrator.rules.rolesets import PromptRule


def decoy(prompts: Mapping[str, PromptRule], window: WindowOpened, seat: str, living: Sequence[str]) -> Prompt:
    """A question of the same kind as the one that this window is for, answered by as many touches.

    It depends on what everybody knows: the roleset's `prompts`, the `living`, and what was told of the window when it
    opened. It can be passed, or answered with one's own seat, if any that is put in this window can.
    """
    rule = prompts[window.prompt]
    put = [rule, *[prompts[prompt] for prompt in window.beside]]
    may_pass = any(each.may_pass for each in put)
    least, most, choices = min(rule.least, window.most), window.most, window.offers
    legal: tuple[Answer, ...] | None = None
    if rule.kind == "seat":
        oneself = any("oneself" in traits_of(each.together or each.pool) for each in put)
        seats = tuple([other for other in living if oneself or other != seat])
        if rule.together:
            choices = (*choices, *seats)
        elif rule.offers is not None:  # somebody dead is chosen, and everybody sees among whom
            choices = choices or seats
        else:
            choices = (*seats, *choices)
        if rule.together and not window.offers:
            least = most
        least, most = min(least, len(choices)), min(most, len(choices))
        if rule.together and window.offers:
            legal = tuple(traits_of(rule.together).get("decoys", _a_word_and_perhaps_a_seat)(window.offers, seats))
            least = min(map(len, legal), default=least)
    kind = "yes" if rule.kind == "this" else rule.kind
    return Prompt(
        rule.id, (seat,), choices, least, most, may_pass, kind,
        legal=legal, touches=window.most, words=rule.words, by_place=rule.by_place,
    )  # fmt: skip


def _a_word_and_perhaps_a_seat(offers: Sequence[str], seats: Sequence[str]) -> Sequence[Answer]:
    return [(word, *more) for word in offers for more in ((), *[(other,) for other in seats])]
