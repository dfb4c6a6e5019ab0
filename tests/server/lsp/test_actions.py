"""Quick fixes: one for each suggestion, in the order of the rule, the first preferred, with versions."""

import pytest
import pytest_asyncio
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

KIND = "quickfix.mitgemeint.rewrite"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def session(start):
    return await start()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def strict(start):
    """A client whose rule leaves one notation."""
    return await start(options={"notations": ["star"]})


async def test_one_action_for_each_suggestion_in_their_order_the_first_preferred(session):
    uri = session.open("Autoren")
    (found,) = await session.diagnostics(uri)
    actions = await session.actions(uri, found.range)
    assert [(action.title, action.is_preferred) for action in actions] == [
        ("Schreibende (neutral)", True),
        ("Autorinnen und Autoren (Paarform)", False),
        ("Autor*innen (Genderstern)", False),
    ]
    assert {action.kind for action in actions} == {KIND}
    assert all(list(action.diagnostics) == [found] for action in actions)


async def test_an_action_edits_every_word_that_depends_on_the_finding(session):
    uri = session.open("Hier kommen die Autoren zu Wort.")
    (found,) = await session.diagnostics(uri)
    (action, *_) = await session.actions(uri, found.range)
    session.apply(action.edit)
    assert session.text(uri) == "Hier kommen alle Schreibende zu Wort."


async def test_edits_name_the_version_they_are_for(session):
    uri = session.open("Autoren")
    session.insert(uri, 0, "Die ")
    (action, *_) = await session.actions(uri, session.range(uri, 4, 11))
    (change,) = action.edit.document_changes
    assert change.text_document == types.OptionalVersionedTextDocumentIdentifier(uri, 2)


async def test_an_edit_just_made_counts_without_waiting_for_a_pause(session):
    uri = session.open("Autoren")
    (old,) = await session.diagnostics(uri)
    session.insert(uri, 0, "Zu den ")
    (action, *_) = await session.actions(uri, session.range(uri, 7, 14), diagnostics=[old])
    session.apply(action.edit)
    assert session.text(uri) == "Zu den Schreibende"


@pytest.mark.parametrize(
    ("first", "last", "count"),
    [(0, 0, 1), (3, 3, 1), (7, 7, 1), (8, 8, 1), (7, 8, 0), (0, 15, 2), (16, 16, 0), (3, 9, 2)],
)
async def test_the_range_says_which_findings_are_meant(session, first, last, count):
    uri = session.open("Autoren Autoren und mehr")
    actions = await session.actions(uri, session.range(uri, first, last))
    assert sum(action.is_preferred for action in actions) == count


async def test_a_picked_diagnostic_gets_its_own_fixes_only(session):
    uri = session.open("Autoren Autoren")
    _, second = await session.diagnostics(uri)
    actions = await session.actions(uri, session.range(uri, 0, 15), diagnostics=[second])
    assert {action.diagnostics[0].range.start.character for action in actions} == {8}


@pytest.mark.parametrize(
    ("only", "expected"),
    [
        (None, {KIND}),
        (["quickfix"], {KIND}),
        ([""], {KIND, "source.fixAll.mitgemeint"}),
        ([KIND], {KIND}),
        (["quickfix.mitgemein"], set()),
        (["refactor"], set()),
        (["source"], {"source.fixAll.mitgemeint"}),
        (["source.fixAll"], {"source.fixAll.mitgemeint"}),
        (["source.organizeImports"], set()),
    ],
)
async def test_kinds_are_filtered(strict, only, expected):
    uri = strict.open("Autoren")
    actions = await strict.actions(uri, strict.range(uri, 0, 7), only)
    assert {action.kind for action in actions} == expected


async def test_fix_all_makes_every_change_that_leaves_no_choice(strict):
    session = strict
    uri = session.open("Autoren 😀 die Autoren\r\nAutoren")
    (action,) = await session.actions(uri, session.range(uri, 0, 0), ["source.fixAll.mitgemeint"])
    session.apply(action.edit)
    assert session.text(uri) == "Autor*innen 😀 alle Autor*innen\r\nAutor*innen"


async def test_fix_all_is_not_offered_where_there_is_a_choice(session):
    uri = session.open("Autoren")
    assert await session.actions(uri, session.range(uri, 0, 0), ["source.fixAll"]) == []


@pytest.mark.parametrize(
    ("locale", "title"),
    [("de", "Lesenden (neutral; bitte prüfen)"), ("en", "Lesenden (neutral; please check)")],
)
async def test_a_suggestion_to_check_says_so_and_is_not_preferred(start, locale, title):
    session = await start(options={"locale": locale})
    uri = session.open("Lesern")
    (action,) = await session.actions(uri, session.range(uri, 0, 6))
    assert (action.title, action.is_preferred) == (title, False)
    session.apply(action.edit)
    assert session.text(uri) == "Lesenden"


async def test_fix_all_leaves_what_must_be_checked(strict):
    uri = strict.open("Autoren und Lesern")
    (action,) = await strict.actions(uri, strict.range(uri, 0, 0), ["source.fixAll"])
    strict.apply(action.edit)
    assert strict.text(uri) == "Autor*innen und Lesern"
    assert await strict.actions(uri, strict.range(uri, 0, 0), ["source.fixAll"]) == []


async def test_nothing_is_offered_for_an_unknown_document(session):
    range_ = types.Range(types.Position(0, 0), types.Position(0, 1))
    params = types.CodeActionParams(
        types.TextDocumentIdentifier("untitled:nie"), range_, types.CodeActionContext([])
    )
    assert await session.client.text_document_code_action_async(params) in ((), None, [])


async def test_two_findings_in_a_line_offer_once_what_is_the_same(session):
    uri = session.open("Die Autoren und andere Autoren.\n")
    line = session.range(uri, 0, 31)
    titles = [
        action.title for action in await session.actions(uri, line, kinds=["quickfix.mitgemeint.ignore"])
    ]
    assert len(titles) == len(set(titles)) > 1
    assert len(await session.actions(uri, line, kinds=[KIND])) == 2 * len(
        await session.actions(uri, session.range(uri, 4, 11), kinds=[KIND])
    )
