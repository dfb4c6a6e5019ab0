"""What is left alone: a line, a word or a rule; in the document, the project, or everywhere."""

from pathlib import Path

import pytest
import pytest_asyncio
import tomlkit
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from mitgemeint.server.problems import ProblemError
from mitgemeint.server.settings_files import ignore_word

from .conftest import REAL

pytestmark = pytest.mark.asyncio(loop_scope="module")

IGNORE = ["quickfix.mitgemeint.ignore"]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("projekt")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def session(start, folder):
    return await start(folders=[folder])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def real(start, tmp_path_factory):
    folder = tmp_path_factory.mktemp("echt")
    return await start(REAL, folders=[folder]), folder


async def titles(session, uri: str) -> list[str]:
    (found,) = await session.diagnostics(uri)
    return [action.title for action in await session.actions(uri, found.range, kinds=IGNORE)]


async def test_what_is_offered_depends_on_the_format_and_the_place(session, folder):
    everything = await titles(session, session.open("Autoren", (folder / "a.md").as_uri()))
    assert everything == [
        "Diese Zeile nicht prüfen",
        "„Autor“ in diesem Dokument nicht melden",
        "„Autor“ in diesem Projekt nicht melden",
        "„Autor“ grundsätzlich nicht melden",
        "„generisches Maskulinum“ in diesem Dokument nicht melden",
        "„generisches Maskulinum“ in diesem Projekt nicht melden",
        "„generisches Maskulinum“ grundsätzlich nicht melden",
    ]
    without_comments = await titles(session, session.open("Autoren", language="plaintext"))
    assert without_comments == [
        "„Autor“ grundsätzlich nicht melden",
        "„generisches Maskulinum“ grundsätzlich nicht melden",
    ]


@pytest.mark.parametrize(
    ("language", "text", "what", "where", "expected"),
    [
        ("markdown", "Die Lehrer.\n\nEnde\n", "place", "here",
         "Die Lehrer. <!-- mitgemeint: ignore-line -->\n\nEnde\n"),
        ("markdown", "Die Lehrer.", "word", "document",
         "Die Lehrer.\n\n<!-- mitgemeint: ignore-word Lehrer -->\n"),
        ("markdown", "---\ntitle: x\n---\n\nDie Lehrer.\n", "rule", "document",
         "---\ntitle: x\n---\n\nDie Lehrer.\n\n<!-- mitgemeint: ignore-rule generic-masculine -->\n"),
        ("latex", "Die Lehrer.\n", "place", "here", "Die Lehrer. % mitgemeint: ignore-line\n"),
        ("latex", "Die Lehrer.\n", "word", "document", "% mitgemeint: ignore-word Lehrer\nDie Lehrer.\n"),
    ],
)  # fmt: skip
async def test_a_comment_in_the_text_silences_the_finding(real, language, text, what, where, expected):
    session, _ = real
    uri = session.open(text, language=language)
    (found,) = await session.diagnostics(uri)
    place = {"line": found.range.start.line, "character": found.range.start.character}
    assert await session.command(
        "mitgemeint.ignore", {"uri": uri, "position": place, "what": what, "where": where}
    )
    assert session.text(uri) == expected
    assert not await session.diagnostics(uri)


async def test_a_word_of_the_project_is_written_into_its_settings_and_silent_at_once(real):
    session, folder = real
    settings = folder / ".mitgemeint.toml"
    settings.write_text('# unsere Regeln\nignored-words = ["Koch"]  # in der Küche\n')
    uri = session.open("Die Bäcker.", (folder / "a.md").as_uri())
    (found,) = await session.diagnostics(uri)
    actions = await session.actions(uri, found.range, kinds=IGNORE)
    (action,) = [each for each in actions if each.title == "„Bäcker“ in diesem Projekt nicht melden"]
    before = len(session.published)
    assert await session.command(action.command.command, *action.command.arguments)
    assert settings.read_text() == '# unsere Regeln\nignored-words = ["Koch", "Bäcker"]  # in der Küche\n'
    await session.until(lambda: session.published[before:])
    assert not session.published[-1].diagnostics
    settings.unlink()


@pytest.mark.parametrize("where", ["project", "user"])
async def test_a_rule_is_switched_off(session, folder, home, where):
    uri = session.open("Autoren", (folder / "b.md").as_uri())
    await session.diagnostics(uri)
    place = {"uri": uri, "position": {"line": 0, "character": 1}, "what": "rule", "where": where}
    assert await session.command("mitgemeint.ignore", place)
    user = Path(home["XDG_CONFIG_HOME"]) / "mitgemeint" / "config.toml"
    written = folder / ".mitgemeint.toml" if where == "project" else user
    assert tomlkit.parse(written.read_text())["severity"] == {"generic-masculine": "off"}
    written.unlink()
    await session.command("mitgemeint.recheck")


PYPROJECT = '[project]\nname = "x"\n\n[tool.mitgemeint]\npolicy = "genderstern"\n'


async def test_settings_in_pyproject_keep_their_place(session, folder):
    project = folder / "pyproject.toml"
    project.write_text(PYPROJECT)
    uri = session.open("Autoren", (folder / "d.md").as_uri())
    named = {"uri": uri, "what": "word", "where": "project", "word": "Autor", "code": "generic-masculine"}
    assert await session.command("mitgemeint.ignore", named)
    assert project.read_text() == PYPROJECT + 'ignored_words = ["Autor"]\n'
    project.unlink()
    await session.command("mitgemeint.recheck")


async def test_nothing_outside_the_workspace_is_written(session, folder, tmp_path):
    project = tmp_path / "pyproject.toml"
    project.write_text(PYPROJECT)
    uri = session.open("Autoren", (tmp_path / "a.md").as_uri())
    named = {"uri": uri, "what": "word", "where": "project", "word": "Autor", "code": "generic-masculine"}
    assert await session.command("mitgemeint.ignore", named)
    assert project.read_text() == PYPROJECT
    (folder / ".mitgemeint.toml").unlink()


async def test_a_broken_settings_file_is_told_and_left_as_it_is(session, folder):
    settings = folder / ".mitgemeint.toml"
    settings.write_text("ignored_words = [\n")
    uri = session.open("Autoren", (folder / "c.md").as_uri())
    place = {"uri": uri, "position": {"line": 0, "character": 1}, "what": "word", "where": "project"}
    assert not await session.command("mitgemeint.ignore", place)
    assert settings.read_text() == "ignored_words = [\n"
    errors = [each.message for each in session.client.messages if each.type == types.MessageType.Error]
    assert any(f"{settings.name}:1" in message for message in errors)
    settings.unlink()


async def test_a_number_that_is_too_long_is_told_with_its_file(tmp_path):
    settings = tmp_path / ".mitgemeint.toml"
    settings.write_text(f"max_findings = {'9' * 5000}\n")
    with pytest.raises(ProblemError) as caught:
        ignore_word(settings, "Autor")
    assert caught.value.problem.code == "E201"


async def test_line_ends_of_a_settings_file_stay(session, folder):
    settings = folder / ".mitgemeint.toml"
    settings.write_bytes(b'policy = "neutral"\r\n')
    uri = session.open("Autoren", (folder / "e.md").as_uri())
    named = {"uri": uri, "what": "word", "where": "project", "word": "Autor"}
    assert await session.command("mitgemeint.ignore", named)
    assert settings.read_bytes() == b'policy = "neutral"\r\nignored_words = ["Autor"]\r\n'
    settings.unlink()
    await session.command("mitgemeint.recheck")


async def test_a_choice_that_there_is_not_is_an_error(session):
    uri = session.open("Autoren")
    with pytest.raises(JsonRpcException, match="where: one of here, document, project, user"):
        await session.command("mitgemeint.ignore", {"uri": uri, "what": "word", "where": "moon"})


ALONE = [
    ({"what": "word", "where": "document", "word": "Autor"}, "<!-- mitgemeint: ignore-word Autor -->"),
    (
        {"what": "rule", "where": "document", "code": "generic-pronoun"},
        "<!-- mitgemeint: ignore-rule generic-pronoun -->",
    ),
]


@pytest.mark.parametrize(("named", "comment"), ALONE)
async def test_a_name_is_enough(session, named, comment):
    uri = session.open("Autoren\n")
    assert await session.command("mitgemeint.ignore", {"uri": uri, **named})
    assert session.text(uri) == f"Autoren\n\n{comment}\n"


@pytest.mark.parametrize("what", ["place", "word", "rule"])
@pytest.mark.parametrize("where", ["here", "document", "project", "user"])
async def test_what_cannot_be_left_alone_there_is_refused(session, home, folder, what, where):
    uri = session.open("Autoren und mehr", (folder / f"{what}-{where}.md").as_uri())
    nowhere = {"uri": uri, "what": what, "where": where, "position": {"line": 0, "character": 14}}
    if (what == "place") == (where == "here"):
        assert not await session.command("mitgemeint.ignore", nowhere)
        assert session.text(uri) == "Autoren und mehr"
    else:
        for position in ({"line": 0, "character": 1}, nowhere["position"]):
            named = {**nowhere, "position": position}
            with pytest.raises(JsonRpcException, match="what, where: a place is left alone here"):
                await session.command("mitgemeint.ignore", named)
    assert not (folder / ".mitgemeint.toml").exists()


async def test_all_places_of_a_word_are_written_alike(session):
    uri = session.open("Autoren, Autoren und der Pilot.")
    first, *_ = await session.diagnostics(uri)
    actions = await session.actions(uri, first.range, kinds=["quickfix.mitgemeint.rewriteAll"])
    assert [action.title for action in actions][-1] == "Alle 3 Stellen mit „Autor“ so schreiben: Genderstern"
    session.apply(actions[-1].edit)
    assert session.text(uri).count("Autor*innen") == 3
