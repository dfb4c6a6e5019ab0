"""The start: an answer at once, loading in the background with progress, documents meanwhile accepted."""

import pytest
from lsprotocol import types

from mitgemeint.server.positions import Encoding

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_the_answer_comes_before_the_analysis_is_loaded(start):
    """Loading takes so long that a server which waited for it would miss the time of this test."""
    session = await start(environment={"FAKE_LOAD": "600"})
    assert session.answer.server_info.name == "mitgemeint"
    session.open("Autoren")
    assert session.published == []


async def test_documents_opened_while_loading_are_analysed_afterwards(start):
    session = await start(environment={"FAKE_LOAD": "0.7"})
    uri = session.open("Autoren")
    session.insert(uri, 0, "die ")
    assert len(await session.diagnostics(uri)) == 1
    assert [entry.version for entry in session.published] == [2]


async def test_loading_shows_progress(start):
    session = await start(environment={"FAKE_LOAD": "0.3"})
    await session.diagnostics(session.open("Autoren"))
    ((begin, end),) = session.client.progress_reports.values()
    assert (begin.kind, end.kind) == ("begin", "end")
    assert "mitgemeint" in begin.title


async def test_what_cannot_be_loaded_is_told(start):
    session = await start(options={"analyzer": "spacy:missing"})
    uri = session.open("Autoren")
    assert await session.diagnostics(uri) == ()
    message = await session.until(lambda: session.client.messages)
    assert "kein Modell dieses Namens" in message[0].message


@pytest.mark.parametrize(
    ("offers", "expected"),
    [
        (["utf-8", "utf-16", "utf-32"], "utf-8"),
        (["utf-32", "utf-8"], "utf-32"),
        (["utf-16"], "utf-16"),
        (["utf-7", "utf-8"], "utf-8"),
        (["utf-7"], "utf-16"),
        (None, "utf-16"),
    ],
)
async def test_the_clients_first_known_encoding_is_taken(start, offers, expected):
    general = types.GeneralClientCapabilities(position_encodings=offers)
    session = await start(client_capabilities=types.ClientCapabilities(general=general))
    assert session.answer.capabilities.position_encoding == expected


async def test_a_client_that_can_nothing_still_gets_its_diagnostics(start):
    session = await start(client_capabilities=types.ClientCapabilities())
    session.encoding = Encoding.UTF16
    uri = session.open("😀 Autoren")
    (found,) = await session.diagnostics(uri)
    assert session.slice(uri, found.range) == "Autoren"
    (action, *_) = await session.actions(uri, found.range)
    session.apply(action.edit)
    assert session.text(uri) == "😀 Schreibende"
