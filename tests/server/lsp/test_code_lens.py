"""Code lenses: over each section the number of its findings, and what makes its safe changes."""

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from .conftest import REAL, capabilities, with_extras

pytestmark = pytest.mark.asyncio(loop_scope="module")
REFRESH = types.WORKSPACE_CODE_LENS_REFRESH
TEXT = "Autoren\n\n# Eins\n\nAutoren, Autoren\n\n# Zwei\n\nNichts.\n\n# 😀 Drei\n\nPilot"
SWITCHED_ON = {"codeLens": True, "notations": ["star"]}


@pytest_asyncio.fixture(loop_scope="module")
async def session(start):
    return await start(options=SWITCHED_ON, client_capabilities=with_extras(capabilities()))


async def test_each_section_with_findings_has_a_lens(session):
    lenses = await session.lenses(session.open(TEXT))
    assert [(lens.range.start.line, lens.command.title) for lens in lenses] == [
        (0, "Fundstellen: 1 · eindeutige umformulieren (1)"),
        (2, "Fundstellen: 2 · eindeutige umformulieren (2)"),
        (10, "Fundstellen: 1"),
    ]
    assert [lens.command.command for lens in lenses] == ["mitgemeint.fixAll", "mitgemeint.fixAll", ""]


async def test_the_command_of_a_lens_changes_its_section(session):
    uri = session.open(TEXT)
    _, second, _ = await session.lenses(uri)
    assert await session.command(second.command.command, *second.command.arguments)
    assert session.text(uri) == TEXT.replace("Autoren, Autoren", "Autor*innen, Autor*innen")


async def test_a_text_without_headings_has_one_lens_at_its_top(session):
    uri = session.open("Guten Tag.\n\nDie Autoren", language="plaintext")
    (lens,) = await session.lenses(uri)
    assert lens.range == session.range(uri, 0, 0)
    assert await session.command(lens.command.command, *lens.command.arguments)
    assert session.text(uri).endswith("Autor*innen")


async def test_lenses_are_off_by_default_and_for_others_not_announced(start):
    session = await start(client_capabilities=with_extras(capabilities()))
    assert await session.lenses(session.open("Autoren")) == []
    assert (await start()).answer.capabilities.code_lens_provider is None


async def test_a_lens_of_an_older_text_says_its_number_and_changes_nothing(session):
    uri = session.open("Autoren")
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    (lens,) = await session.client.text_document_code_lens_async(params)
    session.insert(uri, 0, "Keine ")
    resolved = await session.client.code_lens_resolve_async(lens)
    assert (resolved.command.title, resolved.command.command) == ("Fundstellen: 1", "")


async def test_the_client_asks_again_when_settings_change(start):
    session = await start(
        configuration={"mitgemeint": SWITCHED_ON}, client_capabilities=with_extras(capabilities())
    )
    uri = session.open("Autoren")
    assert len(await session.lenses(uri)) == 1
    assert session.refreshes == []
    session.client.set_configuration({"mitgemeint": {"codeLens": False}})
    await session.command("mitgemeint.recheck")
    await session.until(lambda: REFRESH in session.refreshes)
    assert await session.lenses(uri) == []


@pytest.mark.parametrize("range_", [7, {}, {"start": {"line": 0, "character": 0}}])
async def test_a_range_that_is_none_is_an_error(session, range_):
    uri = session.open("Autoren")
    with pytest.raises(JsonRpcException):
        await session.command("mitgemeint.fixAll", {"uri": uri, "range": range_})


async def test_a_lens_nobody_made_does_no_harm(session):
    place = types.Range(types.Position(0, 0), types.Position(0, 0))
    lens = await session.client.code_lens_resolve_async(types.CodeLens(place, data=7))
    assert lens.command.command == ""


async def test_sections_of_latex_with_the_real_analysis(start):
    session = await start(
        REAL,
        options={"codeLens": True, "policy": "genderstern", "notations": ["star"]},
        client_capabilities=with_extras(capabilities()),
    )
    text = (
        "\\documentclass{article}\n\\begin{document}\n\\section{Eins}\nAlle Lehrer beraten.\n"
        "\\section{Zwei}\nAlle Schüler lesen.\n\\end{document}\n"
    )
    uri = session.open(text, language="latex")
    first, second = await session.lenses(uri)
    assert [first.range.start.line, second.range.start.line] == [2, 4]
    await session.command(second.command.command, *second.command.arguments)
    assert session.text(uri) == text.replace("Alle Schüler", "Alle Schüler*innen")
