"""Commands: every action can be bound to a key or spoken."""

import asyncio
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def session(start):
    return await start()


async def test_all_commands_are_announced(session):
    assert set(session.answer.capabilities.execute_command_provider.commands) == {
        "mitgemeint.recheck",
        "mitgemeint.rewrite",
        "mitgemeint.rewriteAll",
        "mitgemeint.fixAll",
        "mitgemeint.ignore",
        "mitgemeint.checkWorkspace",
        "mitgemeint.policies",
        "mitgemeint.choosePolicy",
        "mitgemeint.notations",
        "mitgemeint.changeNotation",
    }


async def test_all_commands_are_documented(session):
    page = (Path(__file__).parents[3] / "docs" / "editors.md").read_text("utf-8")
    for name in session.answer.capabilities.execute_command_provider.commands:
        assert f"| `{name}` |" in page


@pytest.mark.parametrize(("notation", "expected"), [(None, "Bei Schreibende"), ("star", "Bei Autor*innen")])
async def test_rewrite_applies_a_suggestion_at_a_place(session, notation, expected):
    uri = session.open("Bei Autoren")
    place = {"uri": uri, "position": {"line": 0, "character": 6}, "notation": notation}
    assert await session.command("mitgemeint.rewrite", place)
    assert session.text(uri) == expected


async def test_rewrite_where_there_is_nothing_says_so(session):
    uri = session.open("Bei Autoren")
    assert not await session.command(
        "mitgemeint.rewrite", {"uri": uri, "position": {"line": 0, "character": 1}}
    )
    assert session.client.messages[-1].type == types.MessageType.Info


async def test_fix_all_makes_the_safe_changes(start):
    session = await start(options={"notations": ["star"]})
    uri = session.open("Autoren, Autoren")
    assert await session.command("mitgemeint.fixAll", {"uri": uri})
    assert session.text(uri) == "Autor*innen, Autor*innen"
    assert not await session.command("mitgemeint.fixAll", {"uri": uri})


async def test_fix_all_of_a_range_leaves_the_rest(start):
    session = await start(options={"notations": ["star"]})
    uri = session.open("Autoren\nAutoren\nAutoren")
    lines = {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}}
    assert await session.command("mitgemeint.fixAll", {"uri": uri, "range": lines})
    assert session.text(uri) == "Autoren\nAutor*innen\nAutoren"


async def test_recheck_analyses_every_document_anew(session):
    uri = session.open("Autoren")
    await session.diagnostics(uri)
    count = len(session.published)
    await session.command("mitgemeint.recheck")
    await session.until(lambda: [entry for entry in session.published[count:] if entry.uri == uri])
    assert session.published[-1].diagnostics != ()


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        (3,),
        ({},),
        ({"uri": "untitled:nie"},),
        ({"uri": 7, "position": {}}, 4),
    ],
)
@pytest.mark.parametrize("name", ["mitgemeint.rewrite", "mitgemeint.fixAll", "mitgemeint.gibt-es-nicht"])
async def test_wrong_arguments_get_an_error(session, name, arguments):
    with pytest.raises(JsonRpcException) as raised:
        await session.command(name, *arguments)
    assert raised.value.code == -32602


async def test_a_command_sent_twice_edits_once(start):
    session = await start(options={"notations": ["star"]})
    uri = session.open("Autoren, Autoren")
    both = [session.command("mitgemeint.fixAll", {"uri": uri}) for _ in range(2)]
    assert sorted(await asyncio.gather(*both)) == [False, True]
    assert session.text(uri) == "Autor*innen, Autor*innen"
