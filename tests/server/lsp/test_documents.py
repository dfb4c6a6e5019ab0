"""The server's copy of a text stays the client's: checked through the place and number of findings."""

import pytest
import pytest_asyncio
from lsprotocol import types

from mitgemeint.server.positions import Encoding

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXTS = {
    "emoji": "👩🏽\u200d🏫 die Autoren 😀😀 und Autoren",
    "combining marks": "u\u0308ber die Autoren, e\u0301 und Autoren",
    "form feed": "Seite\x0czwei Autoren\x0b\n\x0cAutoren",
    "line separators": "eins\u2028zwei Autoren\x85drei\n\u2029Autoren",
    "CRLF": "eins\r\nAutoren\r\n\r\nund Autoren\r\n",
    "CR": "eins\rAutoren\rund Autoren",
    "mixed line ends": "eins\n\rAutoren\r\n\nund 😀 Autoren",
    "single halves": "a\ud83d Autoren \ude00 Autoren",
    "supplementary letters": "𝕬𝖚𝖙𝖔𝖗𝖊𝖓 und Autoren\n한글 Autoren",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=list(Encoding))
async def session(start, request):
    return await start(encoding=request.param)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
async def test_findings_stand_where_the_client_sees_the_words(session, text):
    uri = session.open(text)
    assert [session.slice(uri, found.range) for found in await session.diagnostics(uri)] == ["Autoren"] * 2


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
async def test_a_quick_fix_changes_exactly_its_words(session, text):
    uri = session.open(text)
    last = (await session.diagnostics(uri))[-1]
    actions = await session.actions(uri, last.range, diagnostics=[last])
    session.apply(actions[-1].edit)
    head, _, tail = text.rpartition("Autoren")
    assert session.text(uri) == f"{head}Autor*innen{tail}"
    assert [session.slice(uri, found.range) for found in await session.diagnostics(uri)] == ["Autoren"]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
async def test_edits_all_over_the_text_leave_both_copies_alike(session, text):
    uri = session.open(text)
    for word in ("Autoren und 😀", "\r\n\x0c", "e\u0301 "):
        session.insert(uri, session.text(uri).index("Autoren"), word)
    half = len(session.text(uri)) // 2
    session.change(uri, "\r", session.range(uri, half, half + 3))
    found = await session.diagnostics(uri)
    assert [session.slice(uri, entry.range) for entry in found] == ["Autoren"] * session.text(uri).count(
        "Autoren"
    )


async def test_a_change_past_the_end_appends(session):
    uri = session.open("eins\nzwei ")
    end = types.Position(99, 99)
    session.change(uri, "Autoren", types.Range(end, end))
    (found,) = await session.diagnostics(uri)
    assert found.range.start == types.Position(1, 5)


async def test_a_change_of_a_document_that_is_not_open_is_ignored(session):
    identifier = types.VersionedTextDocumentIdentifier(2, "untitled:nie-offen")
    event = types.TextDocumentContentChangeWholeDocument("Autoren")
    session.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [event]))
    uri = session.open("Autoren")
    assert len(await session.diagnostics(uri)) == 1


async def test_half_an_emoji_can_come_and_go(start):
    """Two edits bring the two halves; between them a UTF-16 client holds one half alone."""
    session = await start(encoding=Encoding.UTF16)
    uri = session.open("x Autoren")
    session.insert(uri, 1, "\ud83d")
    one = types.Position(0, 2)
    session.change(uri, "\ude00", types.Range(one, one))
    (found,) = await session.diagnostics(uri)
    assert (session.text(uri), found.range.start) == ("x😀 Autoren", types.Position(0, 4))
    session.change(uri, "", types.Range(types.Position(0, 1), one))
    (found,) = await session.diagnostics(uri)
    assert (session.text(uri), found.range.start) == ("x\ude00 Autoren", types.Position(0, 3))


async def test_a_document_that_is_too_large_is_left_alone_and_said_so(start):
    session = await start(options={"max_characters": 20})
    short = session.open("Autoren")
    assert await session.diagnostics(short)
    uri = session.open("Autoren und andere Leute")
    assert not await session.diagnostics(uri)
    (message,) = [each for each in session.client.messages if "max_characters" in each.message]
    assert message.type == types.MessageType.Warning
