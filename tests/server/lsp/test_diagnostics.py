"""Diagnostics: pushed on open, change and close, with versions; pulled by clients that can."""

import asyncio

import pytest
import pytest_asyncio
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def session(start):
    return await start()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def puller(start):
    return await start(pull=True)


async def test_opening_a_document_pushes_its_findings_with_the_version(session):
    uri = session.open("Für die Autoren.")
    (found,) = await session.diagnostics(uri)
    assert session.slice(uri, found.range) == "Autoren"
    assert (found.source, found.code, found.severity) == (
        "mitgemeint",
        "generic-masculine",
        types.DiagnosticSeverity.Information,
    )


async def test_where_it_is_unknown_who_is_meant_the_finding_is_a_hint(session):
    uri = session.open("Der Pilot und die Autoren.")
    assert [entry.severity for entry in await session.diagnostics(uri)] == [
        types.DiagnosticSeverity.Hint,
        types.DiagnosticSeverity.Information,
    ]


async def test_an_edit_pushes_the_findings_of_the_new_version(session):
    uri = session.open("Autoren.")
    await session.diagnostics(uri)
    session.insert(uri, 0, "Leser und Autoren, ")
    assert [session.slice(uri, found.range) for found in await session.diagnostics(uri)] == ["Autoren"] * 2


async def test_findings_come_by_position(session):
    uri = session.open("Autoren\n\nAutoren Autoren")
    found = await session.diagnostics(uri)
    assert [entry.range.start for entry in found] == sorted(entry.range.start for entry in found)


async def test_closing_takes_all_findings_back(session):
    uri = session.open("Autoren")
    await session.diagnostics(uri)
    session.close(uri)
    last = await session.until(
        lambda: [entry for entry in session.published if entry.uri == uri and entry.version is None]
    )
    assert last[-1].diagnostics == ()


async def test_a_burst_of_edits_gives_one_result_for_the_last_version(session):
    uri = session.open("Autoren")
    await session.diagnostics(uri)
    for letter in "und weitere Autoren":
        session.insert(uri, len(session.text(uri)), letter)
    assert len(await session.diagnostics(uri)) == 2
    assert [entry.version for entry in session.published if entry.uri == uri] == [1, 20]


async def test_a_result_that_an_edit_has_overtaken_is_dropped(start):
    slow = await start(environment={"FAKE_ANALYSIS": "0.5"})
    uri = slow.open("Autoren")
    await asyncio.sleep(0.2)
    slow.insert(uri, 0, "Zwei Autoren, ")
    assert len(await slow.diagnostics(uri)) == 2
    assert [entry.version for entry in slow.published if entry.uri == uri] == [2]


@pytest.mark.parametrize(
    ("language", "uri", "count"),
    [
        ("markdown", "untitled:a", 1),
        ("plaintext", "untitled:b", 1),
        ("text", "untitled:c", 1),
        ("unbekannt", "file:///nirgends/brief.txt", 1),
        ("unbekannt", "file:///nirgends/brief%20neu.md", 1),
        ("python", "untitled:d", 0),
        ("po", "file:///nirgends/texte.po", 1),
        ("plaintext", "file:///nirgends/hinweise", 1),
        ("plaintext", "file:///nirgends/texte.fr.po", 0),
        ("plaintext", "file:///nirgends/daten.json", 0),
        ("json", "file:///nirgends/locales/de/a%20b.json", 1),
        ("json", "file:///nirgends/package.json", 0),
        ("python", "file:///nirgends/programm.py", 0),
        ("typescript", "file:///nirgends/programm.ts", 0),
        ("unbekannt", "file:///nirgends/bild.png", 0),
        ("make", "file:///nirgends/Makefile", 0),
    ],
)
async def test_language_or_else_file_name_say_what_is_analysed(session, language, uri, count):
    session.open("Autoren", uri, language)
    assert len(await session.diagnostics(uri)) == count


async def test_the_list_is_capped_with_a_note(session):
    uri = session.open("Autoren " * 2003)
    found = await session.diagnostics(uri)
    assert len(found) == 2001
    assert (found[-1].code, "3" in found[-1].message) == ("more-findings", True)
    assert found[-1].range.start.character == 2000 * len("Autoren ")


async def test_a_failing_analysis_is_told_once_and_the_server_goes_on(session):
    uri = session.open("ABSTURZ")
    assert await session.diagnostics(uri) == ()
    session.insert(uri, 0, "noch ein ")
    assert await session.diagnostics(uri) == ()
    told = [entry.message for entry in session.client.messages if entry.type == types.MessageType.Error]
    assert len(told) == 1
    assert "Geheimes" not in told[0]
    session.change(uri, "Autoren")
    assert len(await session.diagnostics(uri)) == 1


# ---- pull


async def test_a_client_that_pulls_gets_nothing_pushed(puller):
    uri = puller.open("Autoren")
    report = await puller.pull(uri)
    assert [puller.slice(uri, entry.range) for entry in report.items] == ["Autoren"]
    puller.insert(uri, 0, "Autoren, ")
    assert len((await puller.pull(uri)).items) == 2
    puller.close(uri)
    assert puller.published == []


async def test_only_a_client_that_pulls_is_offered_it(session, puller):
    assert session.answer.capabilities.diagnostic_provider is None
    assert puller.answer.capabilities.diagnostic_provider.identifier == "mitgemeint"


async def test_pulling_again_says_unchanged_until_the_text_changes(puller):
    uri = puller.open("Autoren")
    first = await puller.pull(uri)
    again = await puller.pull(uri, first.result_id)
    assert (again.kind, again.result_id) == ("unchanged", first.result_id)
    puller.insert(uri, 0, "x ")
    changed = await puller.pull(uri, first.result_id)
    assert (changed.kind, changed.result_id != first.result_id) == ("full", True)


async def test_a_pull_in_the_middle_of_typing_answers_for_the_newest_text(puller):
    uri = puller.open("")
    request = asyncio.ensure_future(puller.pull(uri))
    for letter in "die Autoren":
        puller.insert(uri, len(puller.text(uri)), letter)
        await asyncio.sleep(0.01)
    assert len((await puller.pull(uri)).items) == 1
    assert len((await request).items) in (0, 1)


async def test_pulling_an_unknown_document_gives_an_empty_report(puller):
    assert (await puller.pull("untitled:nicht-offen")).items == ()


async def test_the_beginning_of_a_long_document_is_shown_before_the_rest(session):
    filler = "Ein Absatz ohne Befund.\n\n" * 1000
    uri = session.open(f"Autoren\n\n{filler}Autoren\n")

    def published() -> list[int]:
        return [len(params.diagnostics) for params in session.published if params.uri == uri]

    await session.until(lambda: len(published()) == 2)
    assert published() == [1, 2]
