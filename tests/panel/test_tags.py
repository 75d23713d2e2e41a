"""Which tag is what, dealing by tags, and the lid by day and at night: all with the time as the test sets it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.devices import Appeared, Colour, Event, Lifted, Lost, Touched
from narrator.commands import tags as teaching
from narrator.errors import BadFile, NarratorError
from narrator.folders import GAMES, lock
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.lobby.tags import Known, Tags
from narrator.network import addresses as network
from narrator.panel.button_language import Presses
from narrator.panel.pairing import PATIENCE
from tests.chance import examples
from tests.labs.buttonlab import NAMES, TWO_DEALS
from tests.labs.taglab import Memory, Ntag, TagTable

DECK = {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "cupid": 1, "villager": 2}
CARDS = ("seer", "werewolf", "witch")
A, B, C = "04A1B2C3D4E5F6", "12AB34CD", "12AB34CE"
TOKEN, WOLF, YES = Known("token", "3"), Known("card", "werewolf"), Known("word", "yes")


@pytest.fixture
def tags(tmp_path: Path) -> Tags:
    return Tags(tmp_path / "tags.yaml", CARDS)


def again(tags: Tags) -> dict[str, Known]:
    """What a box knows that starts now."""
    other = Tags(tags.file, CARDS)
    other.load()
    return dict(other)


def test_what_was_learned_is_known_the_next_time(tags: Tags) -> None:
    for uid, known in ((A, TOKEN), (B, WOLF), (C, WOLF), ("0099", YES)):
        tags.learn(uid, known)
    assert again(tags) == dict(tags) == {A: TOKEN, B: WOLF, C: WOLF, "0099": YES}
    assert tags.of(A) == TOKEN
    assert tags.of("1234") is None
    tags.forget([B])
    assert again(tags) == {A: TOKEN, C: WOLF, "0099": YES}


def test_a_token_has_one_tag_and_a_tag_is_one_thing(tags: Tags) -> None:
    tags.learn(A, TOKEN)
    tags.learn(B, TOKEN)
    assert dict(tags) == again(tags) == {B: TOKEN}
    with pytest.raises(NarratorError, match="is the token 3 already"):
        tags.learn(B, WOLF)
    assert again(tags) == {B: TOKEN}
    assert tags.free_token() == "1"


@pytest.mark.parametrize(
    ("uid", "known", "sentence"),
    [
        (A, Known("card", "werwolf"), "did you mean “werewolf”"),
        (A, Known("token", "0"), "no token “0”"),
        (A, Known("word", "maybe"), "no word “maybe”"),
        ("", WOLF, "no number that can be read"),
    ],
)
def test_what_no_tag_can_be_is_refused(uid: str, known: Known, sentence: str, tags: Tags) -> None:
    with pytest.raises(NarratorError, match=sentence):
        tags.learn(uid, known)
    assert not tags.file.exists()


def test_people_may_edit_the_file(tags: Tags) -> None:
    tags.file.write_text(
        f"tokens: {{3: '04:a1:b2:c3:d4:e5:f6'}}\ncards:\n  werewolf: [{B}, 12345678]\nwords: {{yes: '00 99'}}\n"
    )
    tags.load()
    assert dict(tags) == {A: TOKEN, B: WOLF, "12345678": WOLF, "0099": YES}


DAMAGED = [
    ("tokens: [1", "not YAML", 2),
    ("tokens: {0: 1234}", "no token “0”", 1),
    ("cards:\n  werwolf: 1234", "did you mean “werewolf”", 2),
    ("cards: {werewolf: [1234, xyz]}", "“xyz” is not the number of a tag", 1),
    ("tokens: {1: 1234}\nwords: {yes: 1234}", "This tag is token 1 already", 2),
    ("tokens: {1: [12, 34]}", "A token has one tag", 1),
    ("words: {perhaps: 12}", "There is no word “perhaps”", 1),
    ("colours: {}", "There is no key “colours”", 1),
]


@pytest.mark.parametrize(("text", "sentence", "line"), DAMAGED)
def test_a_damaged_file_is_reported_by_place_and_kept_aside(text: str, sentence: str, line: int, tags: Tags) -> None:
    tags.file.write_text(text)
    with pytest.raises(BadFile, match=sentence) as told:
        tags.load()
    assert f"{tags.file}:{line}:" in told.value.sentence
    assert dict(tags) == {}
    assert tags.file.read_text() == text
    tags.learn(A, TOKEN)
    assert tags.file.with_suffix(".damaged").read_text() == text
    assert again(tags) == {A: TOKEN}


def test_a_box_with_a_damaged_file_says_so_and_plays(tmp_path: Path) -> None:
    (tmp_path / "tags.yaml").write_text("cards: {werwolf: 1234}")
    table = TagTable(tmp_path)
    assert any("did you mean “werewolf”" in sentence for sentence in table.page(kind="host")["trouble"])


def test_a_file_that_cannot_be_written_is_reported_and_nothing_is_half_known(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("")
    tags = Tags(tmp_path / "folder" / "tags.yaml", CARDS)
    with pytest.raises(NarratorError, match="cannot be written"):
        tags.learn(A, TOKEN)
    assert tags.of(A) is None


# The command.


class Hand:
    """Readers on which these tags are laid, one after the other."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *tags: Ntag) -> None:
        self.tags = {tag.uid.hex().upper(): tag for tag in tags}
        monkeypatch.setattr(teaching, "PcscReaders", lambda: self)

    def start(self, hear: Callable[[Event], None]) -> None:
        hear(Appeared("reader pad"))
        for uid in self.tags:
            hear(Touched(uid))
        hear(Lost("reader pad", "That is all."))

    def close(self) -> None:
        pass

    @contextmanager
    def tag(self, uid: str) -> Iterator[Memory]:
        yield Memory(self.tags[uid])


def command(data: Path, *words: str) -> list[str]:
    """What `narrator tags` prints until it has done what it can."""
    lines = []
    for line in teaching.tags(data, LIBRARY, list(words)):
        lines.append(line)
        if line == "That is all.":
            break
    return lines


def test_tags_are_taught_listed_and_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Hand(monkeypatch, Ntag(A), Ntag(B))
    said = command(tmp_path, "card", "werewolf")
    assert said[2:4] == [f"{A} is card werewolf now.", f"{B} is card werewolf now."]
    assert "is the card “werewolf” already" in command(tmp_path, "seat", "3")[2]
    assert command(tmp_path)[1].split() == [B, "card", "werewolf"]
    assert command(tmp_path, "forget", "card", "werewolf") == ["card werewolf: 2 forgotten."]
    assert command(tmp_path, "seat", "3")[-1] == f"{A} is token 3 now."
    assert f"{A}: token 3 is forgotten." in command(tmp_path, "forget")
    assert "knows no tag yet" in command(tmp_path)[0]


def test_a_tag_that_cannot_be_forgotten_is_not_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Hand(monkeypatch, Ntag(A))
    command(tmp_path, "seat", "3")
    (tmp_path / "tags.new").mkdir()
    said = teaching.tags(tmp_path, LIBRARY, ["forget"])
    next(said), next(said)
    with pytest.raises(NarratorError, match="cannot be written"):
        next(said)


def test_a_tag_that_opens_the_join_page_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked, free = Ntag(A), Ntag(B)
    locked.pages[15] = 0x0F
    Hand(monkeypatch, locked, free)
    said = command(tmp_path, "join", "box:8080")
    assert "locked" in said[2]
    assert "read back" in said[3]
    assert b"box:8080" in free.pages


@pytest.mark.parametrize(
    ("port", "address"),
    [("80", "http://10.42.0.1"), ("8081", "http://10.42.0.1:8081"), ("", "http://10.42.0.1:8080")],
)
def test_the_address_on_a_tag_is_the_one_at_which_the_box_is_found(
    port: str, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Hand(monkeypatch, Ntag(A))
    monkeypatch.setattr(network, "addresses", lambda: ["10.42.0.1"])
    (tmp_path / network.PORT).write_text(port)
    assert f"leave it there: {address} is written" in command(tmp_path, "join")[0]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["card", "werwolf"], "no-such-tag"), (["seat", "x"], "no-such-tag"), (["colour", "red"], "usage"),
        (["card"], "usage"), (["forget", "card"], "usage"), (["join", "a", "b"], "usage"),
    ],
)  # fmt: skip
def test_a_wrong_command_is_reported(words: list[str], code: str, tmp_path: Path) -> None:
    with pytest.raises(NarratorError) as told:
        command(tmp_path, *words)
    assert told.value.code == code


def test_while_a_box_runs_the_command_leaves_it_the_reader(tmp_path: Path) -> None:
    with lock(tmp_path), pytest.raises(NarratorError) as told:
        command(tmp_path, "card", "werewolf")
    assert told.value.code == "second-box"


# Dealing.


@pytest.fixture
def table(tmp_path: Path) -> TagTable:
    found = TagTable(tmp_path, DECK)
    found.set("option", {"sheriff": "never"})
    found.settle()
    return found


def begin(table: TagTable) -> None:
    """Have people deal."""
    assert table.do("deal-by-tags", token=table.host)["ok"]
    table.settle()


def deal(table: TagTable, seed: int = 3) -> dict[str, str]:
    """Deal all cards, and lay them as the box asks; who has which."""
    begin(table)
    hands = dict(zip(NAMES, Random(seed).sample(table.cards, len(table.cards)), strict=True))
    for name, (_, uid) in hands.items():
        assert table.page(kind="host")["setup"]["dealing"]["name"] == name
        assert name in table.said()
        table.lay(name)
        assert table.page(kind="host")["setup"]["dealing"]["wants"] == "deal.card"
        table.lay(uid)
    return {name: card for name, (card, _) in hands.items()}


def test_cards_are_dealt_by_people_and_the_game_begins_with_them(table: TagTable) -> None:
    hands = deal(table)
    assert table.box.game is not None
    assert table.box.game.header["cards"] == hands
    assert {name: table.page(name)["you"]["card"]["id"] for name in NAMES} == hands
    assert table.box.dealing is None


def test_with_the_deck_that_was_chosen_the_cards_must_be_those(table: TagTable) -> None:
    assert table.set("deck", {**DECK, "villager": 3, "hunter": 0})["ok"]
    table.settle()
    deal(table)
    assert table.box.game is None
    (trouble,) = table.page(kind="host")["trouble"]
    assert "Hunter 1 instead of 0" in trouble
    assert trouble in table.said()
    assert not any(name in trouble for name in NAMES)
    assert table.do("deal-stop", token=table.host)["ok"]
    assert table.page(kind="host")["trouble"] == []


def test_a_card_that_was_wrong_is_laid_again_and_the_game_begins(table: TagTable) -> None:
    assert table.set("deck", {**DECK, "villager": 3, "hunter": 0})["ok"]
    table.box.tags.learn("C99999", Known("card", "villager"))
    table.settle()
    begin(table)
    *others, (_, last) = sorted(table.cards, key=lambda card: card[0] == "hunter")
    for name, (_, uid) in zip(NAMES, [*others, ("hunter", last)], strict=True):
        table.lay(name, uid)
    assert len(table.page(kind="host")["trouble"]) == 1
    assert table.do("deal-back", token=table.host)["ok"]
    table.lay("C99999")
    assert table.box.game is not None
    assert table.page(kind="host")["trouble"] == []


def test_a_token_that_cannot_be_kept_is_reported_and_not_taken(table: TagTable) -> None:
    begin(table)
    table.box.tags.file.with_suffix(".new").mkdir()
    table.lay("1234")
    assert "cannot be written" in table.page(kind="host")["trouble"][0]
    assert table.page(kind="host")["setup"]["dealing"]["wants"] == "deal.token"
    table.lay("Ann")
    assert table.page(kind="host")["trouble"] == []


def test_a_token_for_which_there_is_no_number_left_is_reported_and_not_taken(table: TagTable) -> None:
    for number in range(1, 100):
        table.box.tags.learn(f"99{number:02}", Known("token", str(number)))
    begin(table)
    table.lay("1234")
    (trouble,) = table.page(kind="host")["trouble"]
    assert "all 99 numbers are taken" in trouble
    assert table.page(kind="host")["setup"]["dealing"]["wants"] == "deal.token"
    table.box.tags.forget(["9950"])
    table.lay("1234")
    assert table.page(kind="host")["setup"]["dealing"]["wants"] == "deal.card"
    assert table.page(kind="host")["trouble"] == []


def test_a_host_who_has_people_deal_no_longer_waits_for_buttons(table: TagTable) -> None:
    assert table.do("learn", token=table.host, names=["Ann"])["ok"]
    begin(table)
    table.pass_time(table.time.now + 2 * PATIENCE)
    assert "Ann" in table.said()
    assert table.page(kind="host")["setup"]["wanted"] == []


def test_a_reader_that_goes_while_cards_are_dealt_is_announced_as_missing(table: TagTable) -> None:
    begin(table)
    for event in (Lost("reader pad", "Gone."), Appeared("reader pad")):
        table.pad.hear(event)
        table.settle()
        assert "reader" in table.said()


def test_after_a_game_that_cannot_be_kept_the_cards_laid_still_count(table: TagTable) -> None:
    games = table.box.data / GAMES
    games.write_text("no folder")
    deal(table)
    assert table.box.game is None
    (trouble,) = table.page(kind="host")["trouble"]
    assert str(games) in trouble
    games.unlink()
    table.lay("Ann")
    assert table.box.game is not None
    assert table.page(kind="host")["trouble"] == []


def test_cards_that_make_no_game_are_refused_without_names(table: TagTable) -> None:
    begin(table)
    villagers = [uid for card, uid in table.cards if card != "werewolf"]
    for uid in ("C99999", "C99998"):
        table.box.tags.learn(uid, Known("card", "villager"))
    for name, uid in zip(NAMES, [*villagers, "C99999", "C99998"], strict=True):
        table.lay(name, uid)
    assert table.box.game is None
    (trouble,) = table.page(kind="host")["trouble"]
    assert not any(name in trouble for name in NAMES)


def test_the_thief_has_two_cards_laid_last(tmp_path: Path) -> None:
    table = TagTable(tmp_path, {"werewolf": 2, "seer": 1, "thief": 1, "villager": 6})
    begin(table)
    for name, (_, uid) in zip(NAMES, table.cards, strict=False):
        table.lay(name, uid)
    assert table.page(kind="host")["setup"]["dealing"]["wants"] == "deal.centre"
    for _, uid in table.cards[len(NAMES) :]:
        table.lay(uid)
    assert table.box.game is not None
    assert table.box.game.header["centre"] == ["villager", "villager"]


WRONG = [
    (["1234"], ["0F0F"], "deal.strange"),
    ([], ["seer"], "deal.token-first"),
    (["Ann"], ["yes"], "deal.strange"),
    (["Ann"], ["Bob"], "deal.strange"),
    (["Ann"], ["Ann"], "deal.twice"),
    (["Ann", "seer", "Bob"], ["seer"], "deal.twice"),
    (["Ann", "seer"], ["Ann"], "deal.twice"),
    (["Ann"], ["0F0F"], "deal.strange"),
    (["Ann"], [""], "deal.strange"),
    ([], [""], "deal.strange"),
    ([], ["yes"], "deal.strange"),
]


@pytest.mark.parametrize(("before", "wrong", "cue"), WRONG)
def test_what_is_wrong_is_said_and_changes_nothing(
    before: list[str], wrong: list[str], cue: str, table: TagTable
) -> None:
    begin(table)
    table.lay(*before)
    asked = table.page(kind="host")["setup"]["dealing"]
    table.lay(*wrong)
    lines = [line.text for line in table.box.language.foreseeable(cue)]
    assert table.said() in lines
    assert table.page(kind="host")["setup"]["dealing"] == asked


def test_somebody_elses_token_is_refused_and_a_new_tag_becomes_ones_own(table: TagTable) -> None:
    deal(table)
    table.do("end", token=table.host)
    begin(table)
    table.lay("Bob")
    lines = [line.text for line in table.box.language.foreseeable("deal.not-yours")]
    assert table.said() in lines
    table.lay("1234")
    assert table.box.tags.of("1234") == Known("token", "1")
    assert table.page(kind="host")["setup"]["dealing"]["wants"] == "deal.card"


def test_two_tags_at_once_are_refused(table: TagTable) -> None:
    begin(table)
    table.lay("Ann")
    seer, wolf = table.uids["seer"], table.uids["werewolf"]
    table.pad.hear(Touched(seer))
    table.pad.hear(Touched(wolf))
    table.settle()
    lines = [line.text for line in table.box.language.foreseeable("deal.one-by-one")]
    assert table.said() in lines


def test_a_step_back_lays_the_last_one_again(table: TagTable) -> None:
    begin(table)
    table.lay("Ann", "seer")
    assert table.do("deal-back", token=table.host)["ok"]
    asked = table.page(kind="host")["setup"]["dealing"]
    assert (asked["wants"], asked["name"]) == ("deal.card", "Ann")
    table.lay("werewolf")
    assert table.do("deal-back", token=table.host)["ok"]
    assert table.do("deal-back", token=table.host)["ok"]
    assert table.do("deal-back", token=table.host)["code"] == "nothing-laid"


def test_whatever_card_is_laid_the_box_answers_alike(tmp_path: Path) -> None:
    heard = []
    for at, card in enumerate(("seer", "werewolf", "villager")):
        table = TagTable(tmp_path / str(at), DECK)
        begin(table)
        table.lay("Ann", card, "Bob")
        heard.append((table.loudspeaker.heard, table.pad.lit, table.page(kind="host")["setup"]["dealing"]))
    assert heard[0] == heard[1] == heard[2]


def test_while_cards_are_dealt_nothing_else_changes(table: TagTable) -> None:
    begin(table)
    for do, more in {
        "start": {}, "add": {"name": "Zoe"}, "kick": {"name": "Ann"}, "deal-by-tags": {},
        "set": {"what": "deck", "value": DECK},
    }.items():  # fmt: skip
        assert table.do(do, token=table.host, **more)["code"] == "dealing"
    assert table.do("join", name="Zoe")["code"] == "dealing"
    assert table.do("laid", token="nobody", value=["12"])["code"] == "not-the-host"
    assert table.do("laid", token=table.host, value=5)["code"] == "not-understood"


def test_without_a_reader_or_with_bots_nothing_is_dealt(table: TagTable) -> None:
    table.pad.there = False
    table.pad.hear(Lost("reader pad", "It is gone."))
    table.settle()
    assert table.page(kind="host")["setup"]["readers"] is False
    assert table.do("deal-by-tags", token=table.host)["code"] == "no-reader"
    table.pad.there = True
    table.pad.hear(Appeared("reader pad"))
    table.settle()
    assert table.set("bots", 1)["ok"]
    assert table.do("deal-by-tags", token=table.host)["code"] == "bots"


def test_a_restarted_box_deals_afresh_and_knows_the_tokens(table: TagTable, tmp_path: Path) -> None:
    begin(table)
    table.lay("1234", "seer")
    other = TagTable(tmp_path)
    assert other.box.dealing is None
    assert other.box.lobby.tags == {"Ann": 9}


# The night and the day.


def play(table: TagTable, cards: dict[str, str], options: dict[str, str] | None = None) -> None:
    """Begin a game in which these have these cards."""
    game = Game("millers-hollow", NAMES, cards=cards, options=options or {"sheriff": "never"}, seed=5)
    table.box.moderate(game)
    table.settle()


def answers(table: TagTable) -> list[tuple[str, str, tuple[str, ...]]]:
    assert table.box.game is not None
    return [entry[1:] for entry in table.box.game.entries if entry[0] == "answer"]


WOLVES = {"Ann": "werewolf", "Bob": "werewolf"}
VILLAGE = {**WOLVES, "Cid": "seer", "Dan": "witch"}


def test_the_one_who_is_called_lays_the_token_of_a_seat(table: TagTable) -> None:
    play(table, VILLAGE)
    table.until("seer.look")
    table.settle()
    table.lay("Fay")
    table.lay("Gus")
    table.until("werewolf.devour")
    table.settle()
    table.lay("Hal")
    table.until("witch.heal")
    table.settle()
    table.lay("no")
    table.until("witch.poison")
    table.settle()
    table.lay("pass", "Ann")
    assert answers(table) == [
        ("seer.look", "Cid", ("Fay",)),
        ("seer.look", "Cid", ("Gus",)),
        ("werewolf.devour", "Ann", ("Hal",)),
        ("werewolf.devour", "Bob", ("Hal",)),
        ("witch.heal", "Dan", ()),
        ("witch.poison", "Dan", ()),
        ("witch.poison", "Dan", ("Ann",)),
    ]


def test_two_are_chosen_one_after_the_other(table: TagTable) -> None:
    play(table, {**WOLVES, "Cid": "cupid"})
    table.until("cupid.link")
    table.settle()
    table.lay("Fay", "Gus")
    table.lay("Hal", "Cid")
    assert answers(table) == [("cupid.link", "Cid", ("Fay", "Gus")), ("cupid.link", "Cid", ("Hal", "Cid"))]


def test_of_two_tags_at_once_the_second_means_nothing(table: TagTable) -> None:
    play(table, VILLAGE)
    table.until("seer.look")
    table.settle()
    table.pad.hear(Touched(table.uids["Fay"]))
    table.lay("Gus", long=0.1)
    assert answers(table) == [("seer.look", "Cid", ("Fay",))]


def test_a_short_touch_of_ones_own_token_names_oneself(table: TagTable) -> None:
    play(table, {**WOLVES, "Cid": "cupid"})
    table.until("cupid.link")
    table.settle()
    table.lay("Cid", "Ann")
    assert answers(table) == [("cupid.link", "Cid", ("Cid", "Ann"))]


def test_a_long_touch_of_ones_own_token_names_nobody(table: TagTable) -> None:
    play(table, {**WOLVES, "Cid": "cupid"})
    table.until("cupid.link")
    table.settle()
    table.lay("Cid", long=2.5)
    table.lay("Ann")
    assert answers(table) == []


def test_a_player_who_has_passed_can_choose_again() -> None:
    plain = {"word": False, "part": 0}
    choices = [{**plain, "value": name, "label": name, "number": nth} for nth, name in enumerate(NAMES, 1)]
    screen = {"number": 1, "kind": "ask", "choices": choices, "least": 2, "most": 2, "may_pass": True, "aside": None}
    presses = Presses("token")
    presses.see({"stage": "game", "screen": screen, "acts": None})
    messages = [presses.take(value).message for value in ("Fay", "pass", "Gus", "Hal")]
    assert [message and message["value"] for message in messages] == [None, [], None, ["Gus", "Hal"]]


def test_a_token_that_is_lifted_in_the_next_window_says_nothing_there(table: TagTable) -> None:
    play(table, {**WOLVES, "Cid": "seer", "Dan": "witch"})
    table.until("witch.heal")
    table.pass_time(table.time.now + table.round.left - 0.1)
    table.pad.hear(Touched(table.uids["Dan"]))
    table.until("witch.poison")
    table.settle()
    table.pad.hear(Lifted(table.uids["Dan"]))
    table.settle()
    assert answers(table) == []


EVENTS = st.lists(
    st.tuples(st.sampled_from(["touch", "lift", "lost", "found", "step", "wait"]), st.integers(0, 11)), max_size=60
)


@pytest.mark.slow
@examples(15)
@given(EVENTS)
def test_whatever_happens_on_the_lid_the_game_goes_on(events: list[tuple[str, int]]) -> None:
    with TemporaryDirectory() as folder:
        table = TagTable(Path(folder), DECK)
        play(table, VILLAGE)
        uids = [*table.uids.values(), "", "0F0F"]
        for what, number in events:
            uid = uids[number % len(uids)]
            match what:
                case "touch":
                    table.pad.hear(Touched(uid))
                case "lift":
                    table.pad.hear(Lifted(uid))
                case "lost" | "found":
                    table.pad.there = what == "found"
                    table.pad.hear(Appeared("reader pad") if what == "found" else Lost("reader pad", "Gone."))
                case "step":
                    table.step()
                case "wait":
                    table.pass_time(table.time.now + number / 4)
            table.settle()
        table.pad.hear(Appeared("reader pad"))
        table.settle()
        table.do("resume", token=table.host)
        assert table.step()


def test_outside_of_windows_and_in_anothers_call_a_tag_means_nothing(table: TagTable) -> None:
    play(table, VILLAGE)
    table.lay("Ann", "Fay", "yes")
    table.until("seer.look")
    table.settle()
    table.lay("0F0F", "seer", "yes")
    assert answers(table) == []
    assert table.page(kind="host")["trouble"] == []


def test_a_player_with_a_phone_is_not_answered_for(table: TagTable) -> None:
    play(table, VILLAGE)
    listener = table.box.listeners.add("player", table.tokens["Cid"])
    table.until("seer.look")
    table.settle()
    table.lay("Fay")
    assert answers(table) == []
    listener.close()
    table.pass_time(table.time.now + 1.1)
    table.lay("Fay")
    assert answers(table) == [("seer.look", "Cid", ("Fay",))]


def test_by_day_ones_own_token_says_who_votes(table: TagTable) -> None:
    play(table, VILLAGE)
    table.until("village.vote")
    table.settle()
    table.lay("Fay", "Gus")
    table.lay("Gus", "Fay")
    table.lay("Hal", "pass")
    table.lay("Cid")
    table.pass_time(table.time.now + 13.0)
    table.lay("Eve", "Ann")
    votes = [entry for entry in answers(table) if entry[0] == "village.vote"]
    assert votes == [
        ("village.vote", "Fay", ("Gus",)),
        ("village.vote", "Gus", ("Fay",)),
        ("village.vote", "Hal", ()),
        ("village.vote", "Eve", ("Ann",)),
    ]


def test_a_dying_hunter_names_the_last_target_with_one_tag(table: TagTable) -> None:
    play(table, {**WOLVES, "Cid": "hunter"})
    table.until("werewolf.devour")
    table.settle()
    table.lay("Cid")
    table.until("hunter.shoot")
    table.settle()
    table.lay("Ann")
    assert answers(table)[-1] == ("hunter.shoot", "Cid", ("Ann",))


def test_the_village_calls_the_vote_by_tokens(table: TagTable) -> None:
    play(table, VILLAGE)
    while table.page("Ann")["screen"]["kind"] != "debate":
        table.step()
    table.settle()
    before = table.time.now
    table.lay(*NAMES[:5])
    table.pass_time(table.time.now + 3.0)
    table.until("village.vote")
    assert table.time.now - before < 15.0


def test_a_token_laid_twice_in_the_debate_has_the_last_line_said_again(table: TagTable) -> None:
    play(table, VILLAGE)
    while table.page("Ann")["screen"]["kind"] != "debate":
        table.step()
    table.settle()
    before = len(table.loudspeaker.heard)
    table.lay("Eve", *NAMES[:2], "Eve", *NAMES[2:4])
    table.pass_time(table.time.now + 3.0)
    assert [kind for _, kind, _ in table.loudspeaker.heard[before:] if kind == "say"], "though four want to vote"
    assert table.page("Ann")["screen"]["kind"] == "debate"
    table.lay("Eve")
    table.pass_time(table.time.now + 3.0)
    assert table.page("Ann")["screen"]["kind"] != "debate", "five do"


def test_ones_own_token_has_the_light_tell_and_somebody_elses_does_not(table: TagTable) -> None:
    play(table, VILLAGE)
    table.until("werewolf.devour")
    table.settle()
    assert table.told("Ann") == [1, 8], "the pack: Bob to the left, and Ann herself"
    table.lay("Hal")
    assert table.told("Ann") == [7], "Hal, whom the pack has chosen"
    assert answers(table)[-1] == ("werewolf.devour", "Bob", ("Hal",))
    assert table.told("Cid") == [6], "Ann, whose token was the last to answer a decoy"
    while table.page(kind="table")["sky"] == "night":
        table.step()
    before = len(table.pad.lit)
    table.lay("Ann", long=9.0)
    assert len(table.pad.lit) - before <= 4


def test_a_light_that_fails_is_reported_until_it_shines_again(table: TagTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(button: int, colour: Colour) -> None:
        raise NarratorError("lights", "The light has come off.")

    play(table, VILLAGE)
    with monkeypatch.context() as broken:
        broken.setattr(table.pad, "light", fail)
        table.until("werewolf.devour")
        table.settle()
        assert table.page(kind="host")["trouble"] == [], "at night it would reveal that somebody was told something"
        table.until("village.vote")
        table.settle()
        assert table.page(kind="host")["trouble"] == ["The light has come off."]
    table.until("werewolf.devour")
    table.until("village.vote")
    table.settle()
    assert table.page(kind="host")["trouble"] == []


def lit(folder: Path, cards: dict[str, str], tags: list[str]) -> list[object]:
    """All that the light of the lid and the loudspeaker did until the first vote, when these are laid in each call."""
    table = TagTable(folder)
    play(table, cards)
    seen = 0
    while table.step() and table.round.views[None].window != "village.vote":
        screen = table.page("Ann")["screen"]
        if screen["number"] != seen and screen["kind"] in ("ask", "told"):
            seen = screen["number"]
            table.lay(*tags)
    return [*table.pad.lit, *table.loudspeaker.heard]


@pytest.mark.parametrize("tags", [["Gus"], ["0F0F"], ["yes", "seer"], ["pass"], []])
def test_who_holds_the_seer_makes_no_difference_to_the_lid(tags: list[str], tmp_path: Path) -> None:
    seers = ({**WOLVES, "Cid": "seer", "Fay": "witch"}, {**WOLVES, "Dan": "seer", "Fay": "witch"})
    one, other = (lit(tmp_path / str(at), cards, tags) for at, cards in enumerate(seers))
    assert one == other
    assert len(one) > 20


@pytest.mark.parametrize("seed", range(6))
def test_no_lid_reveals_who_holds_what_whatever_is_laid_on_it_at_night(seed: int, tmp_path: Path) -> None:
    nights = []
    for at, cards in enumerate(TWO_DEALS):
        table = TagTable(tmp_path / str(at))
        play(table, cards)
        chance, seen = Random(seed), 0
        while table.step() and table.page(kind="table")["phase"].startswith(("Before", "Night 1")):
            screen = table.page("Ann")["screen"]
            if screen["number"] != seen and screen["kind"] in ("ask", "told"):
                seen = screen["number"]
                for tag in chance.sample([*NAMES, "yes", "no", "pass", "0F0F"], chance.randint(0, 4)):
                    table.lay(tag, long=chance.choice([0.1, 0.5, 1.5]))
        dawn = round(table.time.now, 3)
        nights.append([lit for lit in table.pad.lit if lit[0] < dawn])
    assert len(nights[0]) > 10
    assert nights[0] == nights[1]


def test_a_tag_is_answered_alike_whether_it_is_taken_refused_or_strange(tmp_path: Path) -> None:
    def blinks(folder: str, tag: str) -> list[object]:
        table = TagTable(tmp_path / folder)
        play(table, VILLAGE)
        table.until("seer.look")
        table.settle()
        table.lay(tag)
        return [*table.pad.lit, *table.loudspeaker.heard]

    one, *others = (blinks(tag, tag) for tag in ("Fay", "0F0F", "Cid", "werewolf", "yes", "pass", "AB"))
    assert all(other == one for other in others)


def test_a_tag_laid_wrongly_is_reported_by_day_until_it_is_put_right(table: TagTable) -> None:
    def trouble() -> list[str]:
        table.settle()
        return list(table.page(kind="host")["trouble"])

    table.pad.hear(Touched("0F0F"))
    assert ["no tag that the box knows" in said for said in trouble()] == [True]
    table.pad.hear(Lifted("0F0F"))
    assert trouble() == []
    table.pad.hear(Touched(table.uids["Ann"]))
    table.pass_time(table.time.now + 20.0)
    assert ["left on the lid" in said for said in trouble()] == [True]
    table.pad.hear(Touched(table.uids["Bob"]))
    assert len(trouble()) == 2
    table.pad.hear(Lifted(table.uids["Ann"]))
    table.pad.hear(Lifted(table.uids["Bob"]))
    assert trouble() == []
    play(table, VILLAGE)
    table.until("seer.look")
    table.pad.hear(Touched("0F0F"))
    table.pass_time(table.time.now + 20.0)
    assert trouble() == []
    while table.page(kind="table")["sky"] == "night":
        table.step()
    assert len(trouble()) == 2


def test_when_everybodys_only_reader_goes_the_game_waits_for_it(table: TagTable) -> None:
    play(table, VILLAGE)
    table.until("seer.look")
    table.settle()
    table.pad.there = False
    table.pad.hear(Lost("reader pad", "It is gone."))
    table.pass_time(table.time.now + 10.0)
    assert table.page(kind="host")["paused"]
    table.pad.there = True
    table.pad.hear(Appeared("reader pad"))
    table.settle()
    assert not table.page(kind="host")["paused"]


def everybody_asked(table: TagTable) -> Iterator[str]:
    for name in NAMES:
        if table.page(name)["screen"]["kind"] == "ask":
            yield name


@pytest.mark.slow
def test_a_whole_game_by_tags_alone(table: TagTable) -> None:
    deal(table)
    dice, seen = Random(4), 0
    assert table.box.game is not None
    while table.step():
        assert table.time.now < 24 * 3600
        asked = list(everybody_asked(table))
        screen = table.page(asked[0])["screen"] if asked else None
        if screen is None or screen["number"] == seen:
            continue
        seen = screen["number"]
        if screen["public"]:
            for name in asked:
                choices = [choice["value"] for choice in table.page(name)["screen"]["choices"]]
                table.lay(name, dice.choice(choices), long=0.1)
        else:
            table.lay(*dice.sample([*table.box.game.alive, "yes"], 3))
    assert table.page(kind="table")["stage"] == "over"
    by = {entry[0] for entry in answers(table) if entry[2]}
    assert {"seer.look", "werewolf.devour", "cupid.link", "village.vote"} <= by
