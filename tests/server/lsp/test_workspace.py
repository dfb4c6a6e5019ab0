"""Diagnostics of all files of a workspace, whether they are open or not."""

import asyncio
import time

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

pytestmark = pytest.mark.asyncio(loop_scope="module")

SETTINGS = "workspace = true\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / ".mitgemeint.toml").write_text(SETTINGS + 'exclude = ["alt/"]\n')
    (tmp_path / "eins.md").write_text("Die Autoren.\n")
    (tmp_path / "zwei.txt").write_text("Autoren und Autoren.\n")
    (tmp_path / "nichts.md").write_text("Guten Tag.\n")
    (tmp_path / "bild.png").write_bytes(b"\x89PNG")
    (tmp_path / "alt").mkdir()
    (tmp_path / "alt" / "drei.md").write_text("Autoren\n")
    return tmp_path


@pytest_asyncio.fixture(loop_scope="module")
async def session(start, folder):
    return await start(pull=True, folders=[folder])


def names(report, folder) -> dict[str, int]:
    return {item.uri.rpartition("/")[2]: len(item.items) for item in report.items}


async def pull(session, previous=(), **tokens):
    ids = [types.PreviousResultId(uri, value) for uri, value in previous]
    params = types.WorkspaceDiagnosticParams(previous_result_ids=ids, **tokens)
    return await session.client.workspace_diagnostic_async(params)


async def test_every_file_that_the_settings_let_be_checked_is_reported(session, folder):
    report = await pull(session)
    assert names(report, folder) == {"eins.md": 1, "nichts.md": 0, "zwei.txt": 2}
    assert all(item.version is None for item in report.items)


async def test_nothing_is_checked_unless_the_settings_say_so(start, folder):
    (folder / ".mitgemeint.toml").unlink()
    session = await start(pull=True, folders=[folder])
    assert not (await pull(session)).items


async def test_what_has_not_changed_is_not_sent_again(session, folder):
    first = await pull(session)
    previous = [(item.uri, item.result_id) for item in first.items]
    again = await pull(session, previous)
    assert {type(item) for item in again.items} == {types.WorkspaceUnchangedDocumentDiagnosticReport}
    (folder / "nichts.md").write_text("Guten Tag, Autoren.\n")
    (folder / "zwei.txt").unlink()
    third = await pull(session, previous)
    full = [item for item in third.items if item.kind == "full"]
    assert {item.uri.rpartition("/")[2]: len(item.items) for item in full} == {"nichts.md": 1, "zwei.txt": 0}


async def test_an_open_document_counts_as_it_is_in_the_editor(session, folder):
    uri = session.open("Autoren, Autoren, Autoren", (folder / "eins.md").as_uri())
    report = await pull(session)
    (item,) = [each for each in report.items if each.uri == uri]
    assert (len(item.items), item.version) == (3, 1)


async def test_files_come_one_by_one_with_progress(session, folder):
    parts: list[dict] = []
    steps: list[types.WorkDoneProgressReport] = []
    session.client.protocol.fm._features.pop("$/progress", None)

    @session.client.feature("$/progress")
    def progress(params: types.ProgressParams) -> None:
        {"teile": parts, "stand": steps}.get(params.token, []).append(params.value)

    report = await pull(session, partial_result_token="teile", work_done_token="stand")
    assert not report.items
    assert sum(len(part["items"]) for part in parts) == 3
    messages = [step.get("message") if isinstance(step, dict) else step.message for step in steps]
    assert messages[1:-1] == ["1/3", "2/3", "3/3"]


async def test_a_cancelled_request_ends_at_once(start, folder):
    for number in range(30):
        (folder / f"weiter-{number}.md").write_text("Autoren\n")
    session = await start(pull=True, folders=[folder], environment={"FAKE_ANALYSIS": "0.3"})
    params = types.WorkspaceDiagnosticParams(previous_result_ids=[])
    request = asyncio.ensure_future(
        session.client.protocol.send_request_async(types.WORKSPACE_DIAGNOSTIC, params, msg_id="arbeit")
    )
    await asyncio.sleep(1)
    begun = time.monotonic()
    session.client.cancel_request(types.CancelParams("arbeit"))
    with pytest.raises(JsonRpcException):
        await request
    assert time.monotonic() - begun < 0.5


async def test_links_do_not_lead_out_of_the_workspace(session, folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("draussen") / "geheim.md"
    outside.write_text("Autoren\n")
    (folder / "verweis.md").symlink_to(outside)
    assert "verweis.md" not in names(await pull(session), folder)


async def test_a_command_publishes_for_clients_that_do_not_ask(start, folder):
    session = await start(folders=[folder])
    assert await session.command("mitgemeint.checkWorkspace") == 2
    published = {params.uri.rpartition("/")[2]: len(params.diagnostics) for params in session.published}
    assert published == {"eins.md": 1, "nichts.md": 0, "zwei.txt": 2}


async def test_a_recheck_reads_files_again_for_word_lists_may_have_changed(session):
    first = await pull(session)
    await session.command("mitgemeint.recheck")
    again = await pull(session, [(item.uri, item.result_id) for item in first.items])
    assert {item.kind for item in again.items} == {"full"}


async def test_files_beyond_the_size_are_left_alone(start, folder):
    (folder / ".mitgemeint.toml").write_text(SETTINGS + "max_characters = 15\n")
    session = await start(pull=True, folders=[folder])
    assert names(await pull(session), folder)["zwei.txt"] == 0
