"""Completion: endings after a sign, as edits in the client's units, at once and only where they belong."""

import time

import pytest
import pytest_asyncio
from lsprotocol import types

from mitgemeint.server.positions import Encoding

from .conftest import REAL, capabilities, with_extras

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=list(Encoding))
async def session(start, request):
    session = await start(
        REAL, encoding=request.param, client_capabilities=with_extras(capabilities(request.param))
    )
    await session.diagnostics(session.open("Guten Tag."))  # all is loaded
    return session


@pytest_asyncio.fixture(loop_scope="module")
async def one_session(start):
    async def make(**options):
        session = await start(REAL, options=options, client_capabilities=with_extras(capabilities()))
        await session.diagnostics(session.open("Guten Tag."))
        return session

    return make


def accept(session, uri, item):
    session.change(uri, item.text_edit.new_text, item.text_edit.range)


async def test_the_endings_are_offered_right_after_the_sign(session):
    text = "👩🏽\u200d🏫 Fürs Fest: alle Lehrer"
    uri = session.open(text)
    session.insert(uri, len(text), "*")
    items = await session.complete(uri, len(text) + 1, "*")
    assert [item.label for item in items] == ["Lehrer*in", "Lehrer*innen"]
    assert [item.filter_text for item in items] == ["Lehrer*in", "Lehrer*innen"]
    assert items[0].detail == "Genderstern"
    assert session.slice(uri, items[1].text_edit.range) == "Lehrer*"
    accept(session, uri, items[1])
    assert session.text(uri) == text + "\\*innen"


@pytest.mark.parametrize(
    ("language", "text", "accepted"),
    [
        ("markdown", "Jede*", "Jede\\*r"),
        ("plaintext", "Jede*", "Jede*r"),
        ("plaintext", "Mitarbeiter/", "Mitarbeiter/-in"),
        ("latex", "Die Leser_", "Die Leser\\_in"),
        ("plaintext", "LehrerI", "LehrerIn"),
    ],
)
async def test_what_is_accepted_is_written_for_the_format(session, language, text, accepted):
    uri = session.open(text, language=language)
    accept(session, uri, (await session.complete(uri, len(text)))[0])
    assert session.text(uri) == accepted


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("markdown", "Der Code `Lehrer*"),
        ("markdown", "Der *Lehrer*"),
        ("markdown", "Der Tisch*"),
        ("markdown", "The manager of the house is the Designer*"),
        ("python", "alle Lehrer*"),
    ],
)
async def test_elsewhere_nothing_is_offered(session, language, text):
    uri = session.open(text + "`" * (text.count("`") % 2), language=language)
    assert await session.complete(uri, len(text), "*") == []


async def test_the_server_says_which_signs_are_completed(session):
    signs = session.answer.capabilities.completion_provider.trigger_characters
    assert set(signs) == set("*:_·/(")


async def test_a_client_without_completion_is_not_told_of_it(start):
    session = await start()
    assert session.answer.capabilities.completion_provider is None


async def test_a_colon_at_the_end_of_a_line_offers_nothing_unasked(one_session):
    """Return would take the first entry of the list: "Liebe Leser:" is more often the end of a line."""
    session = await one_session()
    uri = session.open("Liebe Leser:")
    assert await session.complete(uri, 12, ":") == []
    assert len(await session.complete(uri, 12)) == 2
    with_form = session.open("Liebe Leser:\n\nAlle Autor:innen")
    assert len(await session.complete(with_form, 12, ":")) == 2


async def test_a_house_rule_with_one_sign_offers_it_and_no_other(one_session):
    session = await one_session(policy="doppelpunkt")
    uri = session.open("Liebe Leser: Leser*")
    assert [item.label for item in await session.complete(uri, 12, ":")] == ["Leser:in", "Leser:innen"]
    assert await session.complete(uri, 19, "*") == []


async def test_completion_can_be_switched_off(one_session):
    session = await one_session(completion=False)
    assert await session.complete(session.open("Lehrer*"), 7, "*") == []


async def test_words_of_the_users_own_files_are_known_and_followed(one_session, tmp_path):
    own = tmp_path / "eigene.toml"
    own.write_text('[[add]]\nmasculine = "Quaxler"\nfeminine = "Quaxlerin"\n')
    session = await one_session(entries=[str(own)])
    uri = session.open("Alle Quaxler*")
    await session.diagnostics(uri)
    assert [item.label for item in await session.complete(uri, 13)] == ["Quaxler*in", "Quaxler*innen"]
    own.write_text('[[add]]\nmasculine = "Zorgler"\nfeminine = "Zorglerin"\n')
    await session.command("mitgemeint.recheck")
    other = session.open("Alle Zorgler*")
    await session.diagnostics(other)
    assert [item.label for item in await session.complete(other, 13)] == ["Zorgler*in", "Zorgler*innen"]


async def test_completion_waits_for_no_analysis(start):
    slow = {"FAKE_ANALYSIS": "60"}
    session = await start(environment=slow, client_capabilities=with_extras(capabilities()))
    uri = session.open("Autoren und Lehrer*")
    deadline = time.monotonic() + 30
    while not (items := await session.complete(uri, 19)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert [item.label for item in items] == ["Lehrer*in", "Lehrer*innen"]
    assert session.published == []


async def test_before_anything_is_loaded_the_answer_is_empty(start):
    session = await start(environment={"FAKE_LOAD": "600"}, client_capabilities=with_extras(capabilities()))
    assert await session.complete(session.open("Lehrer*"), 7, "*") == []


async def test_a_document_that_is_not_open_has_nothing_to_complete(session):
    params = types.CompletionParams(types.TextDocumentIdentifier("untitled:nie"), types.Position(0, 0))
    assert (await session.client.text_document_completion_async(params)).items == ()
