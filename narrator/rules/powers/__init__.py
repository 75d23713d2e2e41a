"""What only one card does: a named function a power, called from the card's YAML as `power: witch.heal`.

One module a character. A power is handed the table and the answers by seat, at least one; whoever passed is not
among them.
"""

from __future__ import annotations

CHOOSE = {
    "actor.perform": "card",
    "alpha-wolf.bite": "together",
    "bodyguard.protect": "one",
    "chupacabra.hunt": "one",
    "cupid.link": "two",
    "cursed-wolf-father.infect": "yes",
    "defender.guard": "one",
    "defender.protect": "card",
    "devoted-servant.serve": "yes",
    "drunk.sober": "card",
    "fox.sniff": "one",
    "ghost.clue": "letter",
    "insomniac.ask": "one",
    "scapegoat.permit": "some",
    "wandering-judge.again": "yes",
    "scapegoat.silence": "one",
    "little-girl.caught": "one",
    "little-girl.guessed": "one",
    "priest.bless": "one",
    "spellcaster.silence": "one",
    "thief.swap": "card",
    "thing.tap": "one",
    "vigilante.shoot": "one",
    "werewolf.switch": "two",
    "witch.heal": "this",
    "witch.share": "one",
    "wizard.seek": "one",
    "wolf-hound.choose": "word",
}
"""What must be chosen under `choose:` where a power is used."""

BESIDE = ("wandering-judge.again",)
"""Powers of prompts that stand beside a ballot."""
IN_A_VERDICT = ("devoted-servant.serve",)
"""Powers of prompts that a verdict puts."""

CAUSE = {
    "alpha-wolf.bite": "devoured",
    "chupacabra.hunt": "hunted",
    "little-girl.caught": "fright",
    "little-girl.guessed": "devoured",
    "vigilante.shoot": "shot",
    "witch.share": "poison",
}
"""The cause of death by night that a power brings: whoever has it can kill."""

from narrator.rules.powers import (  # noqa: E402, F401
    actor,
    alpha_wolf,
    angel,
    bear_tamer,
    big_bad_wolf,
    bodyguard,
    chupacabra,
    cupid,
    cursed_wolf_father,
    defender,
    devoted_servant,
    doppelganger,
    dracula,
    drunk,
    fox,
    ghost,
    insomniac,
    little_girl,
    lone_wolf,
    mason,
    minion,
    piper,
    prejudiced_manipulator,
    priest,
    rusty_knight,
    scandalmonger,
    scapegoat,
    seer,
    sheriff,
    siblings,
    spellcaster,
    tanner,
    thief,
    thing,
    vigilante,
    village_idiot,
    wandering_judge,
    werewolf,
    white_werewolf,
    wild_child,
    witch,
    wizard,
    wolf_cub,
    wolf_hound,
    zombie,
)

TURNS = ("alpha-wolf.bite", "cursed-wolf-father.infect")
"""Powers that make werewolves of others."""
