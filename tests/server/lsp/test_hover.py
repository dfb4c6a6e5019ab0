"""Hover: the reason and the alternatives, in the form the client wants, with signs shown as signs."""

import sys

import pytest
import pytest_asyncio
from lsprotocol import types

REAL = [sys.executable, "-m", "mitgemeint.server.cli", "lsp", "--stdio"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def session(start):
    return await start()


async def test_hover_gives_reason_alternatives_and_explanation_at_the_word(session):
    uri = session.open("😀 die Autoren")
    hover = await session.hover(uri, 8)
    assert session.slice(uri, hover.range) == "Autoren"
    assert hover.contents.kind == types.MarkupKind.Markdown
    for part in ("**Analyse", "Mehrzahl", "Schreibende (neutral)", "Autor\\*innen (Genderstern)"):
        assert part in hover.contents.value
    assert "Menschen" in hover.contents.value.rpartition("\n\n")[2]


@pytest.mark.parametrize(
    ("locale", "text", "line"),
    [
        ("de", "die Autoren", "Gemeint: Menschen allgemein (generisch); Sicherheit: 100 %"),
        (
            "de",
            "der Pilot",
            "Gemeint: Menschen allgemein oder bestimmte, das ist nicht zu erkennen (unklar); "
            "Sicherheit: 60 %",
        ),
        (
            "en",
            "der Pilot",
            "Meant: people in general or known ones, which cannot be told (unknown); certainty: 60%",
        ),
    ],
)
async def test_hover_says_after_the_reason_who_is_meant_and_how_certain_that_is(start, locale, text, line):
    plain = types.ClientCapabilities()
    session = await start(options={"locale": locale}, client_capabilities=plain)
    hover = await session.hover(session.open(text), 5)
    parts = hover.contents.value.split("\n\n")
    assert parts[parts.index("Mehrzahl") + 1] == line


@pytest.mark.parametrize(
    ("locale", "line"),
    [("de", "- Lesenden (neutral; bitte prüfen)"), ("en", "- Lesenden (neutral; please check)")],
)
async def test_hover_says_what_must_be_checked(start, locale, line):
    session = await start(options={"locale": locale})
    uri = session.open("Lesern")
    hover = await session.hover(uri, 1)
    assert line in hover.contents.value.splitlines()


async def test_hover_calls_a_sign_of_ones_own_by_its_name(start):
    session = await start([*REAL], options={"notations": ["custom:~"]})
    uri = session.open("Alle Lehrer kommen.")
    hover = await session.hover(uri, 6)
    assert "Lehrer\\~innen (Zeichen \\~)" in hover.contents.value


async def test_hover_elsewhere_says_nothing(session):
    uri = session.open("die Autoren")
    assert await session.hover(uri, 1) is None


async def test_a_client_that_shows_plain_text_gets_plain_text(start):
    session = await start(client_capabilities=types.ClientCapabilities())
    uri = session.open("Autoren")
    hover = await session.hover(uri, 1)
    assert hover.contents.kind == types.MarkupKind.PlainText
    assert "- Autor*innen (Genderstern)" in hover.contents.value
    assert "\\" not in hover.contents.value
