"""Settings from the client and from files, and what changes when they change."""

import pytest
import pytest_asyncio
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

STAR = {"notations": ["star"]}


async def labels(session, uri):
    end = len(session.text(uri))
    return [
        action.title.partition(" (")[0] for action in await session.actions(uri, session.range(uri, 0, end))
    ]


def change(session, settings):
    session.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))


@pytest.mark.parametrize("options", [STAR, {"mitgemeint": STAR}])
async def test_initialization_options(start, options):
    session = await start(options=options)
    assert await labels(session, session.open("Autoren")) == ["Autor*innen"]


async def test_excluded_files_are_left_alone(start, tmp_path):
    (tmp_path / ".mitgemeint.toml").write_text('exclude = ["archiv/", "*.alt.md"]\n')
    session = await start(folders=[tmp_path])
    for name, found in (("a.md", 1), ("a.alt.md", 0), ("archiv/b.md", 0), ("neu/archiv.md", 1)):
        uri = session.open("Autoren", (tmp_path / name).as_uri())
        assert len(await session.diagnostics(uri)) == found


async def test_the_client_is_asked_for_its_settings(start):
    session = await start(configuration={"mitgemeint": STAR})
    assert await labels(session, session.open("Autoren")) == ["Autor*innen"]


async def test_a_client_that_cannot_be_asked_sends_its_settings(start):
    session = await start(client_capabilities=types.ClientCapabilities())
    uri = session.open("Autoren")
    assert len(await labels(session, uri)) == 3
    change(session, {"mitgemeint": {"notations": ["pair"]}})
    assert await labels(session, uri) == ["Autorinnen und Autoren"]


async def test_changed_settings_are_asked_for_and_every_document_is_checked_anew(start):
    session = await start()
    uri = session.open("Autoren")
    (before,) = await session.diagnostics(uri)
    session.client.set_configuration({"mitgemeint": {"severity": {"generic-masculine": "hint"}, **STAR}})
    change(session, None)
    await session.until(lambda: len(session.published) > 1)
    assert await labels(session, uri) == ["Autor*innen"]
    (after,) = session.published[-1].diagnostics
    assert (before.severity, after.severity) == (
        types.DiagnosticSeverity.Information,
        types.DiagnosticSeverity.Hint,
    )


async def test_a_client_that_pulls_is_made_to_pull_again(start):
    session = await start(pull=True)
    uri = session.open("Autoren")
    first = await session.pull(uri)
    session.client.set_configuration({"mitgemeint": {"severity": {"generic-masculine": "off"}}})
    change(session, None)
    await session.until(lambda: session.client.diagnostic_refresh_count)
    again = await session.pull(uri, first.result_id)
    assert (again.kind, again.items) == ("full", ())


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("warning", [types.DiagnosticSeverity.Warning]),
        ("information", [types.DiagnosticSeverity.Information]),
    ],
)
async def test_the_client_chooses_the_severity_where_it_is_unknown_who_is_meant(start, level, expected):
    session = await start(options={"severity": {"unknown": level}})
    found = await session.diagnostics(session.open("Der Pilot kommt."))
    assert [entry.severity for entry in found] == expected


async def test_findings_switched_off_have_no_actions_either(start):
    session = await start(options={"severity": {"unknown": "off"}})
    uri = session.open("Der Pilot kommt.")
    assert await session.diagnostics(uri) == ()
    assert await session.actions(uri, session.range(uri, 4, 9)) == []
    assert await session.hover(uri, 5) is None


async def test_each_folder_has_its_own_rule(start, tmp_path):
    stern, paar = tmp_path / "stern", tmp_path / "paar"
    for folder, notation in ((stern, "star"), (paar, "pair")):
        folder.mkdir()
        (folder / ".mitgemeint.toml").write_text(f'notations = ["{notation}"]\n', encoding="utf-8")
    session = await start(folders=[stern, paar])
    uris = [session.open("Autoren", (folder / "a.md").as_uri()) for folder in (stern, paar)]
    assert [await labels(session, uri) for uri in uris] == [["Autor*innen"], ["Autorinnen und Autoren"]]


async def test_the_client_comes_before_the_file(start, tmp_path):
    (tmp_path / ".mitgemeint.toml").write_text('notations = ["star"]\n', encoding="utf-8")
    session = await start(folders=[tmp_path], options={"notations": ["neutral"]})
    assert await labels(session, session.open("Autoren", (tmp_path / "a.md").as_uri())) == ["Schreibende"]


async def test_a_settings_file_that_changes_on_disk_is_read_again(start, tmp_path):
    session = await start(folders=[tmp_path])
    uri = session.open("Autoren", (tmp_path / "a.md").as_uri())
    assert len(await labels(session, uri)) == 3
    (tmp_path / ".mitgemeint.toml").write_text('notations = ["star"]\n', encoding="utf-8")
    event = types.FileEvent((tmp_path / ".mitgemeint.toml").as_uri(), types.FileChangeType.Created)
    session.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    assert await labels(session, uri) == ["Autor*innen"]


WRONG = [
    {"policy": "gibt-es-nicht"},
    {"notations": "star"},
    {"notatoins": ["star"]},
    {"severity": {"generic-masculine": 3}},
    {"policy": 7},
]
OTHERS = [None, [], "policy", 3, {"editor": {"fontSize": 12}}, {"mitgemeint": None}]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sent(start):
    """A client that cannot be asked and sends its settings."""
    return await start(options=STAR, client_capabilities=types.ClientCapabilities())


async def checked_anew(session, settings):
    """A document before and after the settings come; gives its new labels and what the user was told."""
    session.client.messages.clear()
    uri = session.open("Autoren")
    await session.diagnostics(uri)
    count = len(session.published)
    change(session, settings)
    await session.until(lambda: [entry for entry in session.published[count:] if entry.uri == uri])
    shown = await labels(session, uri)
    session.close(uri)
    return shown, [entry.message for entry in session.client.messages]


@pytest.mark.parametrize("settings", OTHERS)
async def test_settings_of_others_change_nothing(sent, settings):
    assert await checked_anew(sent, settings) == (["Autor*innen"], [])


@pytest.mark.parametrize("settings", WRONG)
async def test_wrong_settings_are_told_once_and_the_defaults_hold(sent, settings):
    shown, told = await checked_anew(sent, {"mitgemeint": settings})
    assert len(shown) == 3
    assert len(told) == 1
    assert "Editor" in told[0]
    await checked_anew(sent, {"mitgemeint": STAR})


async def test_wrong_options_at_the_start_are_told_too(start):
    session = await start(options={"notatoins": ["star"]})
    await session.diagnostics(session.open("Autoren"))
    assert [entry.message.count("notatoins") for entry in session.client.messages] == [1]


async def test_the_locale_of_the_client_says_the_language(start):
    session = await start(initialize=False)
    await session.initialize(types.InitializeParams(types.ClientCapabilities(), locale="en-GB"))
    uri = session.open("Autoren")
    (_, pair, star) = await session.actions(uri, session.range(uri, 0, 0))
    assert (pair.title, star.title) == ("Autorinnen und Autoren (pair form)", "Autor*innen (gender star)")


async def test_what_a_project_says_makes_no_link_in_a_message(start, tmp_path):
    (tmp_path / ".mitgemeint.toml").write_text('policy = "[hier](command:x)"\n', "utf-8")
    session = await start(folders=[tmp_path])
    await session.diagnostics(session.open("Autoren", (tmp_path / "a.md").as_uri()))
    (message,) = session.client.messages
    assert "[hier] (command:x)" in message.message
