"""Every state that a page can be in, each as a scene: for the screenshots and for what must hold for all pages."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, NamedTuple, cast

from playwright.sync_api import Page

from hardware.devices import DARK, LID, Colour
from hardware.fake import Fake
from hardware.lights import ASKED, FAINT
from narrator.box.box import Box
from narrator.errors import Said, english
from narrator.network.hotspot import Wifi
from narrator.panel.fake_page import FakePage, uid
from tests.labs.fakebox import CARD, LOBBY, REST, WAITING, FakeBox, chances, question, screen

NAMES = ["Ann", "Bob", "Cid", "Dora", "Emil", "Frida", "Gus", "Hanna"]
ASLEEP = "The village sleeps. Somewhere a shutter creaks, and nobody gets up to look."


class Scene(NamedTuple):
    """A page (`/play`, …) before which `set_up` has shown the fake box; `act` is what its user does then.

    Ann is the one who looks; `known`: she has joined and is the host; `whole`: the picture shows the page to its end.
    """

    page: str
    set_up: Callable[[FakeBox], None]
    act: Callable[[Page], None] | None = None
    known: bool = True
    whole: bool = False

    @property
    def follows(self) -> bool:
        """Does the page show whatever its box shows, from now on?"""
        return self.known and self.page in ("/play", "/host", "/table", "/lent", "/hardware")

    def follows_on(self, before: Scene) -> bool:
        """Does a page on which that scene was shown show this one as soon as its box does?"""
        return self.follows and before.follows and self.page == before.page


def game(box: FakeBox) -> None:
    for name in NAMES[3:]:
        box.sit_down(name)
    for name in NAMES:
        box.show_seat(name, screen=screen(REST, 1), you={"card": CARD})
    box.show(stage="game", phase="Night 1", caption=ASLEEP)
    change(box, "Ann", offices=["Sheriff"])


def village(box: FakeBox) -> None:
    """A morning in a village with buildings, candles and events."""
    game(box)
    for name, building in zip(NAMES, itertools.cycle(["barkeep", "baker", "vagabond", "lord", "farmer"]), strict=False):
        change(box, name, house={"id": building, "name": building.capitalize(), "spent": False}, candle=True)
    change(box, "Bob", alive=False, candle=False, house=None)
    change(box, "Cid", posters=2)
    change(box, "Dora", house={"id": "lord", "name": "Lord", "spent": True}, offices=["Away"])
    flood = {"id": "ev-flood", "name": "Flood", "text": "Nobody votes today. Tonight each lodge stays on its own side."}
    rising = {"id": "ev-burial", "name": "Burial", "text": "From now on the dead keep their cards."}
    box.show(phase="Day 2", sky="day", caption="Flood.", event=flood, reader="Ann", in_force=[rising])
    box.show_seat("Ann", screen=screen(REST, 2), you={"card": CARD})


def change(box: FakeBox, name: str, **changes: Any) -> None:
    box.show(seats=[seat | changes if seat["name"] == name else seat for seat in box.common["seats"]])


def lobby(box: FakeBox) -> None:
    for name in ("Dora", "Emil"):
        box.sit_down(name)
    box.show_seat("Ann", screen=screen(LOBBY, 0))


def at_the_door(box: FakeBox) -> None:
    lobby(box)
    box.show_seat("Ann", screen=screen(WAITING, 0))


def host_lobby(box: FakeBox) -> None:
    lobby(box)
    box.ask({"do": "set", "token": "host-token", "what": "bots", "value": 3})
    box.setup["warnings"] = ["Brothers are for large villages."]


def waiting(box: FakeBox) -> None:
    host_lobby(box)
    box.setup["waiting"] = ["Zoe", "Maximiliane"]


def look_at_devices(page: Page) -> None:
    page.click("[data-key=doors] > summary")
    page.click("#devices summary")
    page.wait_for_selector("#devices li")


def own_wifi(box: FakeBox) -> None:
    host_lobby(box)
    box.wifi = Wifi("narrator-4711", "moon wolf lamp toast", "10.42.0.1")
    box.addresses = ["http://10.42.0.1"]
    box.join_url = box.addresses[0]
    box.show(caption="First join my own Wi-Fi.")


def no_network(box: FakeBox) -> None:
    lobby(box)
    box.addresses, box.join_url = [], ""
    box.show(trouble=[english(Said("trouble.no-network", {}))])


def other_mix(box: FakeBox) -> None:
    host_lobby(box)
    box.ask({"do": "set", "token": "host-token", "what": "deck", "value": {"werewolf": 4, "cupid": 1, "villager": 3}})


def counted_mix(box: FakeBox) -> None:
    other_mix(box)
    box.setup["odds"] = chances(0.9, 0.097, 0.003)


def laid_out(box: FakeBox) -> None:
    host_lobby(box)
    groups = {"bots": 2, "groups": ["Bob", "Dora", "Bot 2"], "group_names": ["Hats", "No hats"]}
    for what, value in groups.items():
        box.ask({"do": "set", "token": "host-token", "what": what, "value": value})
    names = {"fox": "Fox", "witch": "Witch", "hunter": "Hunter", "wandering-judge": "Wandering Judge"}
    cards = [{"id": card, "name": name} for card, name in names.items()]
    box.setup["laid"] = [
        {"id": "actor", "number": 3, "cards": cards, "chosen": ["fox", "witch"]},
        {"id": "house_rule", "number": 1, "cards": cards[:2], "chosen": []},
    ]


def handed_out(box: FakeBox) -> None:
    few(box)
    box.setup |= {"deck": {"werewolf": 1, "seer": 1, "villager": 3}, "hands": {"Bob": "werewolf"}, "warnings": []}
    box.setup["start"] = "Hand out the cards first."


def full(box: FakeBox) -> None:
    box.setup["start"] = "The deck has no werewolf; put one in for a villager."


def few(box: FakeBox) -> None:
    host_lobby(box)
    box.ask({"do": "set", "token": "host-token", "what": "bots", "value": 0})
    box.setup["made_for"] = {"least": 8}


def asked(box: FakeBox) -> None:
    game(box)
    box.show(caption="Seer, open your eyes. Whose heart do you want to see?")
    box.show_seat("Ann", screen=question(7, "Whose card do you look at?", NAMES[1:]))


def decoy(box: FakeBox) -> None:
    game(box)
    box.show(caption="Seer, open your eyes. Whose heart do you want to see?")
    box.show_seat("Ann", screen=question(7, "Who would you trust with your soup?", NAMES[1:]))


def told(box: FakeBox) -> None:
    game(box)
    box.show(caption="Seer, open your eyes. Whose heart do you want to see?")
    box.show_seat("Ann", screen=screen({"kind": "told", "title": "You have seen", "text": "Bob is a werewolf."}, 8))


def two_names(box: FakeBox) -> None:
    game(box)
    box.show(caption="Cupid, open your eyes. Who shall lose their heads tonight?")
    box.show_seat("Ann", screen=question(3, "Which two fall in love?", NAMES, least=2, most=2))


def witch(box: FakeBox) -> None:
    game(box)
    box.show(caption="Witch, open your eyes. Somebody is bleeding.")
    parts = {"kind": "ask", "title": "Bob has been bitten. Do you heal?", "text": "You have this potion once."}
    choices = [{"value": "Bob", "label": "Heal Bob", "word": False, "part": 0}]
    box.show_seat("Ann", screen=screen(parts, 9, choices=choices, may_pass=True, pass_label="Let it happen"))


def letter(box: FakeBox) -> None:
    day(box)
    change(box, "Ann", alive=False)
    box.show(caption="Ghost, give us a letter.")
    asked_for = question(11, "Which letter do you give them?", list("DEFIJKLMNOPQRSTUVWXYZ"), may_pass=True)
    box.show_seat("Ann", screen=asked_for | {"pass_label": "None today"}, you={"alive": False})


def words(box: FakeBox) -> None:
    game(box)
    box.show(caption="Wolf-hound, wake up. Whose dog are you?")
    choices = [{"value": word, "label": f"A {word}", "word": False, "part": 0} for word in ("villager", "werewolf")]
    parts = {"kind": "ask", "title": "Which do you want to be?", "text": "", "choices": choices}
    box.show_seat("Ann", screen=screen(parts, 5))


def bite(box: FakeBox) -> None:
    game(box)
    box.show(caption="Alpha wolf, open your eyes. One bite is yours.")
    asked_for = question(6, "Do you bite?", NAMES[1:6], most=2, may_pass=True, pass_label="Not tonight")
    turns = [("turn", "Turn the victim into a werewolf"), ("feast", "Devour one more")]
    words = [{"value": value, "label": label, "word": True} for value, label in turns]
    asked_for["choices"][:0] = [
        {"number": number, "tells": number} | word for number, word in enumerate(words, len(NAMES))
    ]
    box.show_seat("Ann", screen=asked_for)


def several(box: FakeBox) -> None:
    day(box)
    change(box, "Ann", alive=False, card="Scapegoat")
    box.show(caption="Scapegoat, who may vote tomorrow?")
    alive = [name for name in NAMES if name not in ("Ann", "Cid")]
    asked_for = question(15, "Who may vote tomorrow?", alive, most=len(alive), public=True)
    box.show_seat("Ann", screen=asked_for, you={"alive": False})


def accused(box: FakeBox) -> None:
    day(box)
    box.show(caption="Bob stands accused. Yes, or no?", clock={"left": 22.0, "of": 30.0, "running": True})
    choices = [{"value": word.lower(), "label": word, "word": False, "part": 0} for word in ("Yes", "No")]
    parts = {"kind": "ask", "title": "Shall the accused hang?", "text": "", "choices": choices}
    box.show_seat("Ann", screen=screen(parts, 16, public=True))


def day(box: FakeBox) -> None:
    game(box)
    box.show(sky="day", phase="Day 1", caption="Talk. One of you has fur between the teeth.")
    change(box, "Cid", alive=False, card="Hunter")


def debate(box: FakeBox) -> None:
    day(box)
    box.show(clock={"left": 154.0, "of": 180.0, "running": True})
    parts = {"kind": "debate", "title": "Debate", "text": "Look each other in the eye. Somebody is lying."}
    box.show_seat("Ann", screen=screen(parts, 12))
    box.debates = True


def accusations(box: FakeBox) -> None:
    """While the village talks, two stand accused and one is accused by a single voice."""
    debate(box)
    for name, voices in {"Bob": ["Dora", "Emil"], "Frida": ["Gus"], "Emil": ["Bob", "Hanna"]}.items():
        change(box, name, accused_by=voices, accused=len(voices) > 1)
    box.show(caption="Emil stands accused by Bob and Hanna.")
    text = "Out loud, with people. Once you are sure, tap “Act” below, and accuse somebody."
    talk = screen({"kind": "debate", "title": "Talk, and accuse", "text": text}, 12)
    choices = question(12, "", ["Dora", "Frida", "Gus", "Hanna"])["choices"]
    rules = "You have one voice. A player whom two accuse is put to the vote."
    act = {"id": "accusations.accuse", "title": "Whom do you accuse?", "text": rules, "choices": choices, "number": 1}
    box.show_seat("Ann", screen=talk, acts=[act])


def accuse(page: Page) -> None:
    page.click('[data-do="acts"]')
    page.click('[data-do="pick-act"][data-choice="Frida"]')


def defence(box: FakeBox) -> None:
    """Ann speaks in her own defence."""
    accusations(box)
    change(box, "Ann", accused_by=["Dora", "Emil"], accused=True, speaks=True)
    box.show(caption="Ann, defend yourself.", clock={"left": 22.0, "of": 30.0, "running": True})
    put = {"may_pass": True, "pass_label": "Not yet", "public": True}
    asked_for = question(15, "Defend yourself", ["yes"], **put)
    asked_for["choices"][0]["label"] = "I have finished"
    box.show_seat("Ann", screen=asked_for, acts=[])


def vote(box: FakeBox) -> None:
    day(box)
    alive = [name for name in NAMES if name != "Cid"]
    box.show(caption="Vote. Whom shall the village hang?", clock={"left": 22.0, "of": 30.0, "running": True})
    for name in alive:
        change(box, name, waiting=name in alive[4:], voted=name in alive[:4])
    box.show_seat(
        "Ann",
        screen=question(13, "Whom shall the village hang?", alive, may_pass=True, pass_label="Nobody", public=True),
    )


def sign(box: FakeBox) -> None:
    vote(box)
    aside = {"label": "Once more", "given": False}
    box.show_seat("Ann", screen=box.players["Ann"]["screen"] | {"number": 30, "aside": aside})


VOTES = {"Bob": ["Ann", "Dora", "Gus"], "Dora": ["Bob", "Emil"], "Emil": ["Frida"]}


def read_out(box: FakeBox, seconds: float = 6.0, chosen: str = "") -> None:
    """The votes come in one after another."""
    day(box)
    accused = [
        {"name": name, "count": len(voters), "voters": voters, "fingers": 0}
        | {"most": name == "Bob", "chosen": name == chosen}
        for name, voters in VOTES.items()
    ]
    votes = {"title": "Who hangs?", "accused": accused, "abstained": ["Hanna"], "seconds": seconds, "weights": {}}
    box.show(caption="The votes are in.", reveal=votes)
    box.show_seat("Ann", screen=screen(REST, 14))


def pointing(box: FakeBox) -> None:
    """All point with their fingers, and the host counts."""
    vote(box)
    alive = [name for name in NAMES if name != "Cid"]
    for name in alive:
        change(box, name, waiting=False, voted=False)
    box.show(caption="Three, two, one. Point. Host, count the fingers.")
    box.fingers = {"title": "Who hangs?", "at": dict.fromkeys(alive, 0), "most": 8}
    words = "Point with your finger, and hold still. With two votes, use both hands."
    box.show_seat("Ann", screen=screen({"kind": "rest", "title": "Point!", "text": words}, 14))


def count_fingers(page: Page) -> None:
    for name in ("Bob", "Bob", "Bob", "Dora"):
        page.click(f'[data-do="finger"][data-card="{name}"][data-by="1"]')


def pointed(box: FakeBox) -> None:
    """The fingers have been counted, and are read out."""
    read_out(box)
    accused = [
        {"name": name, "count": n, "voters": [], "most": name == "Bob", "chosen": False, "fingers": n}
        for name, n in {"Bob": 3, "Dora": 2, "Emil": 1}.items()
    ]
    box.show(reveal={"title": "Who hangs?", "accused": accused, "abstained": [], "seconds": 6.0, "weights": {}})


def chosen(box: FakeBox) -> None:
    """The votes are in, and one has died of them."""
    read_out(box, 0.0, "Bob")
    box.show(caption="Bob is hanged.")
    change(box, "Bob", alive=False, chosen=True)


def counted(box: FakeBox) -> None:
    day(box)
    box.show(caption="The village has spoken. Bob, it is your neck.")
    for name, voters in VOTES.items():
        change(box, name, votes=voters, count=len(voters), chosen=name == "Bob")
    box.show_seat("Ann", screen=screen({"kind": "rest", "title": "Counted", "text": "Bob has three votes."}, 14))


def ghost(box: FakeBox) -> None:
    asked(box)
    change(box, "Ann", alive=False, card="Seer", offices=[])
    book = [
        {"phase": "Night 1", "text": "The werewolves chose Ann."},
        {"phase": "Night 1", "text": "The witch let it happen."},
        {"phase": "Night 2", "text": "The werewolves are looking at Dora."},
    ]
    rest = {"kind": "rest", "title": "You are dead", "text": "Watch, and keep a straight face."}
    sides = [{"id": "villagers", "name": "The village"}, {"id": "werewolves", "name": "The werewolves"}]
    living = [{"id": name, "name": name} for name in NAMES[1:]]
    bets = [
        {"id": "hanged", "title": "Who is hanged next?", "choices": living, "chosen": None},
        {"id": "wins", "title": "Who wins?", "choices": sides, "chosen": "villagers"},
    ]
    box.show_seat("Ann", ghost=book, bets=bets, screen=screen(rest, 21), you={"alive": False})


def learned(box: FakeBox) -> None:
    game(box)
    notes = [{"phase": "Night 1", "text": "Bob is a werewolf."}, {"phase": "Night 2", "text": "Dora is a villager."}]
    box.show_seat("Ann", you={"notes": notes})


def over(box: FakeBox) -> None:
    day(box)
    cards = ["Seer", "Werewolf", "Hunter", "Villager", "Witch", "Villager", "Werewolf", "Villager"]
    dead = {"Bob", "Cid", "Gus", "Emil"}
    votes = ["Bob", "Dora", "Bob", "Bob", "Dora", "Bob", "Dora", "Bob"]
    arrows = [{"from": one, "to": other, "what": "voted against"} for one, other in zip(NAMES, votes, strict=True)]
    arrows += [{"from": one, "to": "Cid", "what": "attacked"} for one in ("Bob", "Gus")]
    arrows += [{"from": "Ann", "to": name, "what": "looked at"} for name in ("Bob", "Gus")]
    arrows += [{"from": "Emil", "to": "Gus", "what": "poisoned"}, {"from": "Cid", "to": "Emil", "what": "shot"}]
    story = [
        {
            "phase": "Night 1",
            "lines": ["Ann looked at Bob: a werewolf.", "The werewolves attacked Cid.", "Emil let it happen."],
        },
        {
            "phase": "Day 1",
            "lines": ["Cid was found dead, and shot Emil with a last bullet.", "The village hanged Bob, a werewolf."],
        },
        {"phase": "Night 2", "lines": ["Ann looked at Gus: a werewolf.", "Emil's poison found Gus."]},
    ]
    after = {
        "winner": "The village",
        "winners": [name for name, card in zip(NAMES, cards, strict=True) if card != "Werewolf"],
        "cards": [
            {
                "name": name,
                "id": card.lower(),
                "card": card,
                "side": "Werewolves" if card == "Werewolf" else "The village",
                "alive": name not in dead,
            }
            for name, card in zip(NAMES, cards, strict=True)
        ],
        "awards": [
            {"title": "Who snores the loudest?", "text": "Nobody was named more often than Cid: 4 times."},
            {"title": "The finest nose", "text": "Votes of Ann against werewolves: 2."},
            {"title": "The longest night’s rest", "text": "Cid died first. The next round of biscuits starts there."},
        ],
        "story": story,
        "arrows": arrows,
    }
    box.show(stage="over", phase="The end", caption="The village has won. Go and wash your hands.", after=after)
    for name in NAMES:
        box.show_seat(
            name,
            screen=screen(
                {"kind": "over", "title": "You have lost", "text": "Somebody was cleverer tonight. Next time, perhaps."}
                if name == "Bob"
                else {"kind": "over", "title": "You have won", "text": "Well played. You may smile now."},
                30,
            ),
            you={"won": name != "Bob"},
        )


def paused(box: FakeBox) -> None:
    debate(box)
    box.show(paused="The host has stopped the game for a moment.", clock={"left": 154.0, "of": 180.0, "running": False})


def trouble(box: FakeBox) -> None:
    asked(box)
    box.show(
        trouble=[
            "The speaker is gone. Read the captions on the big screen until it is plugged in again; nothing is lost.",
            "The button of Bartholomew-Maximilian (number 14) has been down for too long: free it, or unplug it.",
        ]
    )


def lobby_in_trouble(box: FakeBox) -> None:
    trouble(box)
    box.show(stage="lobby")


def buttons(box: FakeBox) -> None:
    host_lobby(box)
    box.ask({"do": "set", "token": "host-token", "what": "button", "value": {"Bob": 3, "Dora": 14}})
    box.ask({"do": "learn", "token": "host-token", "names": ["Emil", "Cid"]})
    box.setup["keys"] = 2


def devices(box: FakeBox) -> None:
    vote(box)
    numbers = {name: number for number, name in enumerate(NAMES, 1)}
    box.ask({"do": "set", "token": "host-token", "what": "button", "value": numbers})
    fake = Fake(8)
    box.fake_page = FakePage(cast("Box", box), fake)
    seats, green, red = range(1, 9), Colour(0.0, 0.6, 0.0), Colour(0.6, 0.0, 0.0)
    shine = dict.fromkeys(seats, ASKED) | {2: green, 5: red, 7: FAINT}
    for button, colour in (shine | {3: DARK, LID: Colour(0.25, 0.18, 0.06)}).items():
        fake.light(button, colour)
    fake.switch("press", "seat 2", True)
    fake.switch("lay", uid("card seer 1"), True)


def lent(box: FakeBox) -> None:
    debate(box)
    box.loan = {"number": 4, "you": None}
    box.show(caption="A phone is on loan. Only its borrower looks at it.", lent=True)


def borrowed(box: FakeBox) -> None:
    learned(box)
    lent(box)
    box.loan = {"number": 4, "you": box.players["Ann"]["you"]}


def crowd(box: FakeBox) -> None:
    vote(box)
    names = [
        "Bartholomew-Maximilian",
        "Zoë",
        "Łukasz",
        "王小明",
        "Anne-Sophie",
        "Ian",
        "Jo",
        "Kai",
        "Lu",
        "Mia",
        "Ned",
        "Oz",
    ]
    for name in names:
        box.sit_down(name[:20])
    alive = [seat["name"] for seat in box.common["seats"] if seat["alive"]]
    box.show_seat("Ann", screen=question(13, "Whom shall the village hang?", alive, may_pass=True, public=True))


def refuse_join(page: Page) -> None:
    page.fill("#name", "Ann")
    page.click("form button:not([type])")
    page.wait_for_selector("#against:not(:empty)")


def join_again(page: Page) -> None:
    page.fill("#name", "Cid")
    page.click("form button:not([type])")
    page.wait_for_selector("#pin:visible")


def say_pin_twice(page: Page) -> None:
    page.click("#again")
    page.click("#again")
    page.wait_for_selector("#against:not(:empty)")


def unfold_buttons(page: Page) -> None:
    page.click("[data-key=buttons] > summary")


def replace_a_phone(page: Page) -> None:
    page.click("[data-key=phones] > summary")
    page.click("[data-do=hand-over][data-name=Cid]")
    page.wait_for_selector("[data-key='key Cid']")


def break_things(page: Page) -> None:
    for details in page.locator("details").all():
        details.locator("summary").click()
    for fault, place in (("unplug", "seat 4"), ("rattle", "seat 6"), ("stick", "seat 8")):
        page.click(f"[data-way={fault}][data-thing='{place}']")
    page.wait_for_selector("[data-way=stick][data-thing='seat 8'][aria-pressed=true]")


def refuse_to_lend(page: Page) -> None:
    page.click("form button:not([type])")
    page.wait_for_selector("#against:not(:empty)")


def pick_two(page: Page) -> None:
    page.click("[data-choice=Bob]")
    page.click("[data-choice=Dora]")


def pick_feast(page: Page) -> None:
    page.click("[data-choice=feast]")
    page.click("[data-choice=Bob]")


def pick_bob(page: Page) -> None:
    page.click("[data-choice=Bob]")


def answer_bob(page: Page) -> None:
    pick_bob(page)
    page.click("#confirm")
    page.wait_for_selector("[data-mark=kept]")


MANY = {
    "werewolf": "Werewolf", "big-bad-wolf": "Big Bad Wolf", "cursed-wolf-father": "Cursed Wolf-Father",
    "prejudiced-manipulator": "Prejudiced Manipulator", "devoted-servant": "Devoted Servant", "witch": "Witch",
    "seer": "Seer", "fox": "Fox", "bear-tamer": "Bear Tamer", "rusty-knight": "Rusty Knight", "brother": "Brother",
    "piper": "Piper", "angel": "Angel", "villager": "Villager", "scandalmonger": "Scandalmonger", "elder": "Elder",
}  # fmt: skip


def many_cards(box: FakeBox) -> None:
    asked(box)
    box.setup["cards"] = [{"id": card, "name": name, "copies": 4} for card, name in MANY.items()]
    box.setup["deck"] = dict.fromkeys(MANY, 1) | {"werewolf": 4, "brother": 3}
    box.show()


def open_book(page: Page) -> None:
    page.click("[data-do=book]")
    page.wait_for_selector("[data-key=villager] summary")


def read_witch(page: Page) -> None:
    open_book(page)
    page.click("[data-key=witch] summary")


def hold_card(page: Page) -> None:
    page.locator("#hold").dispatch_event("keydown", {"key": " "})
    page.wait_for_selector("#card .card")


def explained(box: FakeBox) -> None:
    """The witch is being explained aloud."""
    host_lobby(box)
    box.show(caption="Each night you look into one player’s heart and learn what beats there.", explained="witch")


SCENES = {
    "join": Scene("/", lobby, known=False),
    "join-refused": Scene("/", lobby, refuse_join, known=False),
    "join-again": Scene("/", game, join_again, known=False),
    "pin": Scene("/host", lobby, known=False),
    "pin-said": Scene("/host", lobby, say_pin_twice, known=False),
    "lobby": Scene("/play", lobby),
    "waiting": Scene("/play", at_the_door),
    "village": Scene("/play", village, whole=True),
    "village-table": Scene("/table", village),
    "village-host": Scene("/host", village, whole=True),
    "host-lobby": Scene("/host", host_lobby, whole=True),
    "host-mix": Scene("/host", other_mix, whole=True),
    "host-odds": Scene("/host", counted_mix, whole=True),
    "host-wifi": Scene("/host", own_wifi, lambda page: page.click("#code summary"), whole=True),
    "host-waiting": Scene("/host", waiting, look_at_devices, whole=True),
    "host-groups": Scene("/host", laid_out, whole=True),
    "host-buttons": Scene("/host", buttons, unfold_buttons, whole=True),
    "host-cannot-start": Scene("/host", full),
    "host-hands": Scene("/host", handed_out, lambda page: page.click("[data-key=hands] > summary"), whole=True),
    "host-few": Scene("/host", few, lambda page: page.click("[data-what=start]")),
    "host-game": Scene("/host", debate),
    "host-explained": Scene("/host", explained, read_witch, whole=True),
    "host-lost-phone": Scene("/host", debate, replace_a_phone, whole=True),
    "host-trouble": Scene("/host", trouble),
    "host-paused": Scene("/host", paused),
    "host-over": Scene("/host", over),
    "evenings": Scene("/evenings", lobby, lambda page: page.wait_for_selector("#people .paper")),
    "rest": Scene("/play", game),
    "ask": Scene("/play", asked),
    "ask-picked": Scene("/play", asked, pick_bob),
    "ask-kept": Scene("/play", asked, answer_bob),
    "ask-two": Scene("/play", two_names, pick_two),
    "ask-yes-or-no": Scene("/play", witch),
    "ask-letter": Scene("/play", letter),
    "ask-word": Scene("/play", words),
    "ask-word-and-seat": Scene("/play", bite, pick_feast),
    "ask-several": Scene("/play", several),
    "ask-no": Scene("/play", accused),
    "decoy": Scene("/play", decoy),
    "told": Scene("/play", told),
    "card": Scene("/play", learned, hold_card),
    "cards": Scene("/play", asked, open_book),
    "cards-read": Scene("/play", asked, read_witch),
    "cards-many": Scene("/play", many_cards, open_book),
    "cards-day": Scene("/play", debate, read_witch),
    "host-cards": Scene("/host", debate, read_witch),
    "table-cards": Scene("/table", debate, open_book),
    "debate": Scene("/play", debate),
    "accused": Scene("/play", accusations, whole=True),
    "accuse": Scene("/play", accusations, accuse),
    "defence": Scene("/play", defence),
    "table-accused": Scene("/table", accusations),
    "table-fingers": Scene("/table", pointing, count_fingers),
    "vote": Scene("/play", vote),
    "vote-sign": Scene("/play", sign),
    "vote-crowd": Scene("/play", crowd),
    "vote-read-out": Scene("/play", read_out, whole=True),
    "vote-pointing": Scene("/play", pointing),
    "vote-pointed": Scene("/play", pointed, whole=True),
    "host-fingers": Scene("/host", pointing, count_fingers),
    "table-pointed": Scene("/table", pointed),
    "vote-chosen": Scene("/play", chosen, whole=True),
    "vote-counted": Scene("/play", counted, whole=True),
    "ghost": Scene("/play", ghost, whole=True),
    "after": Scene("/play", over, whole=True),
    "paused": Scene("/play", paused),
    "table-lobby": Scene("/table", lobby),
    "table-explained": Scene("/table", explained, lambda page: page.wait_for_selector(".laid-open")),
    "table-wifi": Scene("/table", own_wifi),
    "table-no-network": Scene("/table", no_network),
    "table-night": Scene("/table", asked),
    "table-debate": Scene("/table", debate),
    "table-vote": Scene("/table", vote),
    "table-read-out": Scene("/table", read_out),
    "table-chosen": Scene("/table", chosen),
    "table-trouble": Scene("/table", trouble),
    "table-crowd": Scene("/table", crowd),
    "table-after": Scene("/table", over),
    "lend": Scene("/lent", game, known=False),
    "lend-refused": Scene("/lent", game, refuse_to_lend, known=False),
    "lent": Scene("/lent", lent),
    "lent-borrowed": Scene("/lent", borrowed),
    "lent-card": Scene("/lent", borrowed, hold_card),
    "debate-lent": Scene("/play", lent),
    "hardware": Scene("/hardware", devices),
    "hardware-faults": Scene("/hardware", devices, break_things, whole=True),
    "nowhere": Scene("/nowhere", lobby),
}

IN_TURN = sorted(SCENES, key=lambda name: (SCENES[name].page == "/table", SCENES[name].page, bool(SCENES[name].act)))
"""Those of one page together, the big screen last: in this order the fewest pages have to be loaded for them."""
