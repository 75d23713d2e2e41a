"""The pages in another language: which one a phone gets, and that in a made-up one no English word is left."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from narrator.game.library import LIBRARY, OWN
from narrator.network.hotspot import Wifi
from narrator.telling.page_words import PageWords, installed
from tests.labs.boxlab import Table
from tests.labs.fakebox import PEOPLE, FakeBox
from tests.labs.fakescenes import IN_TURN, NAMES, SCENES
from tests.labs.made_up import CODE, made_up, made_up_view, write_language
from tests.labs.stages import Stages
from web.app import create_app
from web.box import Kind, Message
from web.https import Tls
from web.server import Server


@pytest.fixture(scope="module")
def made_up_words(tmp_path_factory: pytest.TempPathFactory) -> dict[str, PageWords]:
    """English and the made-up language."""
    folder = tmp_path_factory.mktemp("words")
    write_language(folder)
    found, faults = installed([folder, OWN])
    assert faults == {}
    return found


class MadeUpBox(FakeBox):
    """A fake box that speaks English and the made-up language."""

    given = ("Hats", "No hats", "Zoe", "Maximiliane")  # typed by people

    def snapshot(self, kind: Kind, token: str | None, language: str = "en") -> str:
        if language != CODE:
            return super().snapshot(kind, token)
        names = {*self.players, *NAMES, *self.given}
        return json.dumps(made_up_view(json.loads(super().snapshot(kind, token)), names))

    def ask(self, message: Message) -> dict[str, Any]:
        reply = super().ask(message)
        if "people" in reply:
            return reply | {"people": made_up_view(reply["people"], {person["name"] for person in PEOPLE})}
        return reply if reply["ok"] else reply | {"sentence": made_up(reply["sentence"])}


@pytest.fixture
def box(made_up_words: dict[str, PageWords]) -> MadeUpBox:
    box = MadeUpBox("Ann", "Bob", "Cid")
    box.words = made_up_words
    return box


# Which language?


@pytest.fixture
def phone(box: MadeUpBox) -> FlaskClient:
    return create_app(box).test_client()


def language(phone: FlaskClient, path: str = "/", **headers: str) -> str:
    """The language of a page, as it says itself."""
    asked = {"Host": "127.0.0.1"} | {name.replace("_", "-"): value for name, value in headers.items()}
    page = phone.get(path, headers=asked)
    [code] = re.findall(r'<html lang="(.*?)"', page.text)
    return str(code)


@pytest.mark.parametrize(
    ("asks", "gets"),
    [
        ("", "en"),
        ("en-GB,en;q=0.9", "en"),
        ("qaa", "qaa"),
        ("qaa-DE,en;q=0.5", "qaa"),
        ("de,fr;q=0.9", "en"),
        ("de,qaa;q=0.2", "qaa"),
        ("*", "en"),
        ("\xff;;q=x", "en"),
    ],
)
def test_a_page_speaks_the_phones_first_language_that_the_box_has(phone: FlaskClient, asks: str, gets: str) -> None:
    assert language(phone, Accept_Language=asks) == gets


@pytest.mark.parametrize("asks", ["pt-BR", "pt-br,en;q=0.5"])
def test_a_code_with_capital_letters_is_found(phone: FlaskClient, box: MadeUpBox, asks: str) -> None:
    box.words = box.words | {"pt-BR": replace(box.words[CODE], code="pt-BR")}
    assert language(phone, Accept_Language=asks) == "pt-BR"
    assert language(phone, "/?language=pt-BR") == "pt-BR"


@pytest.mark.parametrize(("asks", "gets"), [("", "qaa"), ("de", "qaa"), ("de,en;q=0.2", "en")])
def test_a_phone_that_asks_for_unknown_languages_gets_that_of_the_box(
    phone: FlaskClient, box: MadeUpBox, asks: str, gets: str
) -> None:
    box.own_language = "qaa"
    assert language(phone, Accept_Language=asks) == gets


def test_what_was_chosen_on_a_phone_is_kept_there(phone: FlaskClient) -> None:
    assert language(phone, "/?language=qaa", Accept_Language="en") == "qaa"
    for path in ("/", "/host", "/table", "/nowhere"):
        assert language(phone, path, Accept_Language="en") == "qaa"
    assert language(phone, "/host?language=en") == "en"
    assert language(phone, Accept_Language="qaa") == "en"


@pytest.mark.parametrize("asks", ["en", CODE])
def test_what_a_page_shows_is_in_its_language(phone: FlaskClient, asks: str) -> None:
    headers = {"Host": "127.0.0.1", "Accept-Language": asks}
    seer = {"en": "Seer", CODE: made_up("Seer")}[asks]
    assert seer in [card["name"] for card in phone.get("/deck", headers=headers).json["cards"]]
    phase = {"en": "The village gathers", CODE: made_up("The village gathers")}[asks]
    assert phone.get("/view/table", headers=headers).json["phase"] == phase


@pytest.mark.parametrize("asks", ["en", CODE])
def test_the_name_on_a_home_screen_is_in_the_language_of_the_page(phone: FlaskClient, asks: str) -> None:
    headers = {"Host": "127.0.0.1", "Accept-Language": asks}
    name = {"en": "Host", CODE: made_up("Host")}[asks]
    assert phone.get("/host.webmanifest", headers=headers).json["name"] == name


def test_a_stream_goes_on_in_the_language_of_its_page(box: MadeUpBox) -> None:
    server = Server(box, "127.0.0.1", 0)
    server.start()
    try:
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
            connection.request("GET", "/events/table", headers={"Accept-Language": CODE})
            events = connection.getresponse()
            for phase in ("The village gathers", "Night"):
                box.show(phase=phase)
                views = (json.loads(line[6:])["phase"] for line in events if line.startswith(b"data: {"))
                assert next(view for view in views if view == made_up(phase))
    finally:
        server.stop()


def test_a_language_that_the_box_lacks_changes_nothing(phone: FlaskClient) -> None:
    assert language(phone, "/?language=tlh") == "en"
    assert phone.get_cookie("narrator-language", domain="127.0.0.1") is None


def test_other_languages_are_offered_by_their_own_names(phone: FlaskClient, box: MadeUpBox) -> None:
    box.host_tokens.add("host-token")
    phone.set_cookie("narrator-host-80", "host-token", domain="127.0.0.1")
    for path in ("/", "/host"):
        page = phone.get(path, headers={"Host": "127.0.0.1"}).text
        assert f'<a href="?language=qaa" lang="qaa">{made_up("English")}</a>' in page
        assert "language=en" not in page
    box.words = {"en": box.words["en"]}
    assert "?language" not in phone.get("/", headers={"Host": "127.0.0.1"}).text


def test_the_words_of_a_language_are_kept_by_the_browser(phone: FlaskClient, box: MadeUpBox) -> None:
    for words in box.words.values():
        reply = phone.get(f"/words/{words.id}", headers={"Host": "127.0.0.1"})
        assert reply.json == words.texts
        assert "immutable" in reply.headers["Cache-Control"]
    assert phone.get("/words/tlh.1234", headers={"Host": "127.0.0.1"}).status_code == 404


def test_a_refusal_is_read_in_the_language_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "words"
    folder.mkdir()
    write_language(folder)
    monkeypatch.setattr(LIBRARY, "folders", (folder, OWN))
    table = Table(tmp_path, ["Ωλ"])
    monkeypatch.setattr(table.box, "ask", table.box.handle)
    phone = create_app(table.box).test_client()
    sentences = {}
    for code in ("en", CODE):
        headers = {"Host": "127.0.0.1", "Accept-Language": code}
        reply = phone.post("/tell/player", json={"do": "join", "name": "Ωλ"}, headers=headers)
        assert reply.json["code"] == "is-it-you"
        sentences[code] = reply.json["sentence"]
        assert phone.get("/view/host", headers=headers).json["code"] == "not-the-host"
    assert sentences["en"].startswith("Ωλ is at the table.")
    assert sentences[CODE] == made_up(sentences["en"])


# Is anything left in English?

TEXTS = """() => {
    const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) found.push(walk.currentNode.data);
    for (const one of document.querySelectorAll("*"))
        for (const name of ["aria-label", "title", "alt", "placeholder"]) found.push(one.getAttribute(name) ?? "");
    return found;
}"""
TECHNICAL = r"https?://\S+|narrator\.(local|crt)(:\d+)?|narrator-4711|moon wolf lamp toast"


def english(texts: list[str], names: set[str]) -> list[str]:
    """What is left of these texts that is neither made up nor anybody's name nor an address."""
    people = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    rest = [re.sub(rf"<[^>]*>|{TECHNICAL}|\b({people})\b", "", text) for text in texts]
    return [text for text, left in zip(texts, rest, strict=True) if re.search(r"[A-Za-z]{2}", left)]


@pytest.fixture(scope="module")
def stages(browser: Browser, made_up_words: dict[str, PageWords]) -> Iterator[Stages]:
    """What phones and a big screen show in the made-up language."""
    with pytest.MonkeyPatch.context() as patch, closing(Stages(browser, locale=CODE)) as stages:
        patch.setattr("web.screenshots.FakeBox", MadeUpBox)
        patch.setattr(MadeUpBox, "words", made_up_words)
        yield stages


@pytest.mark.parametrize("name", IN_TURN)
def test_no_english_word_is_left_on_any_page(stages: Stages, name: str) -> None:
    page, box, *_ = stages.show(SCENES[name], 1280 if SCENES[name].page == "/table" else 320)
    names = {*box.players, *NAMES, *MadeUpBox.given, *(person["name"] for person in PEOPLE), "English", "Deutsch"}
    assert english(page.evaluate(TEXTS), names) == []


@pytest.mark.parametrize("path", ["/certificate", "/way-in"])
def test_no_english_word_is_left_on_pages_before_the_door(box: MadeUpBox, path: str) -> None:
    box.wifi = Wifi("narrator-4711", "moon wolf lamp toast", "10.42.0.1")
    app = create_app(box, tls=Tls(8443, None, b"authority"))  # type: ignore[arg-type]
    app.config["PLAIN_PORT"] = 8080
    headers = {"Host": "10.42.0.1", "Accept-Language": CODE}
    reply = app.test_client().get(path, headers=headers, environ_base={"REMOTE_ADDR": "10.42.0.5"})
    assert reply.status_code == 200
    body = unescape(re.sub(r"([0-9A-F]{2} ){31}[0-9A-F]{2}", "", reply.text[reply.text.index("<title>") :]))
    labels = re.findall(r'(?:aria-label|alt)="(.*?)"', body)
    assert english([*re.split(r"<[^>]*>", body), *labels], set()) == []


def test_english_would_be_seen(box: MadeUpBox) -> None:
    assert english(["Ann: Confirm", made_up("Ann: Confirm"), "Ann", "192.168.1.7"], {"Ann"}) == ["Ann: Confirm"]
