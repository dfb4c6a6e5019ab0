"""Inlay hints: the first suggestion beside each finding, for the range that is asked for."""

import pytest
import pytest_asyncio
from lsprotocol import types

from mitgemeint.server.positions import Encoding

from .conftest import REAL, capabilities, with_extras

pytestmark = pytest.mark.asyncio(loop_scope="module")
REFRESH = types.WORKSPACE_INLAY_HINT_REFRESH


@pytest_asyncio.fixture(loop_scope="module")
async def session(start):
    return await start(options={"inlayHints": True}, client_capabilities=with_extras(capabilities()))


async def test_a_hint_stands_after_its_finding_and_writes_the_suggestion(session):
    uri = session.open("😀 die Autoren da")
    (hint,) = await session.hints(uri, 0, 16)
    assert hint.position == session.range(uri, 0, 13).end
    assert hint.label == "→ Schreibende"
    assert hint.tooltip.splitlines() == ["Analyse 1", "Schreibende (neutral)"]
    for edit in reversed(hint.text_edits):
        session.change(uri, edit.new_text, edit.range)
    assert session.text(uri) == "😀 alle Schreibende da"


async def test_only_the_range_that_is_asked_for_has_hints(session):
    uri = session.open("Autoren\nAutoren\nAutoren\n")
    hints = await session.hints(uri, 8, 15)
    assert [hint.position.line for hint in hints] == [1]


async def test_hints_are_off_by_default(start):
    session = await start(client_capabilities=with_extras(capabilities()))
    assert await session.hints(session.open("Autoren"), 0, 7) == []


async def test_a_client_without_hints_is_not_told_of_them(start):
    assert (await start()).answer.capabilities.inlay_hint_provider is None


async def test_the_client_asks_again_when_settings_change(start):
    session = await start(
        configuration={"mitgemeint": {"inlayHints": True}}, client_capabilities=with_extras(capabilities())
    )
    uri = session.open("Autoren")
    assert len(await session.hints(uri, 0, 7)) == 1
    assert session.refreshes == []
    session.client.set_configuration({"mitgemeint": {"inlayHints": False}})
    await session.command("mitgemeint.recheck")
    await session.until(lambda: REFRESH in session.refreshes)
    assert await session.hints(uri, 0, 7) == []


async def test_a_client_that_asks_after_an_edit_is_not_asked_again(session):
    uri = session.open("Autoren")
    await session.hints(uri, 0, 7)
    session.insert(uri, 0, "die ")
    (hint,) = await session.hints(uri, 0, 11)
    assert hint.position.character == 11
    assert REFRESH not in session.refreshes


async def test_long_suggestions_are_cut_and_escaped_for_the_format(start):
    session = await start(
        REAL,
        encoding=Encoding.UTF8,
        options={"inlayHints": True, "notations": ["star"]},
        client_capabilities=with_extras(capabilities(Encoding.UTF8)),
    )
    text = "Für jeden ungewöhnlich aufmerksamen Grundschullehrer ist das wichtig.\n"
    uri = session.open(text)
    (hint,) = await session.hints(uri, 0, len(text))
    assert len(hint.label) <= 42
    assert hint.label.endswith("…")
    for edit in reversed(hint.text_edits):
        session.change(uri, edit.new_text, edit.range)
    assert "Grundschullehrer\\*in ist" in session.text(uri)
