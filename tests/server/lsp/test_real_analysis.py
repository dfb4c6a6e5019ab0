"""The server with the real analysis, as `mitgemeint lsp` starts it: sentences, signs and all encodings."""

import sys

import pytest
import pytest_asyncio
from lsprotocol import types

from mitgemeint.server.positions import Encoding

pytestmark = pytest.mark.asyncio(loop_scope="module")

SERVER = [sys.executable, "-m", "mitgemeint.server.cli", "lsp", "--stdio"]
STAR = {"policy": "genderstern", "notations": ["star"]}
LETTER = (
    "# Einladung\r\n\r\n"
    "👩🏽\u200d🏫 Liebe Eltern, u\u0308ber das Fest haben alle Lehrer der Schule\x0cberaten.\r\n"
    "\r\n"
    "- 😀 Wir danken jedem Besucher, der gespendet hat.\r\n"
    "- Der Code `alle Lehrer` bleibt, wie er ist.\r\n"
)


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=list(Encoding))
async def session(start, request):
    return await start(SERVER, encoding=request.param, options=STAR)


async def test_generic_masculines_are_found_and_rewritten_with_their_words(session):
    uri = session.open(LETTER)
    found = await session.diagnostics(uri)
    assert [session.slice(uri, entry.range) for entry in found] == ["Lehrer", "Besucher"]
    assert found[0].message == "„Lehrer“ lässt sich inklusiver formulieren."
    for entry in reversed(found):
        (action, *_) = await session.actions(uri, entry.range, diagnostics=[entry])
        assert action.is_preferred
        session.apply(action.edit)
    expected = LETTER.replace("alle Lehrer der", "alle Lehrer\\*innen der")
    expected = expected.replace("jedem Besucher, der", "jedem\\*r Besucher\\*in, der\\*die")
    assert session.text(uri) == expected
    assert await session.diagnostics(uri) == ()


async def test_typing_a_sentence_ends_with_its_finding(session):
    uri = session.open("")
    for letter in "Alle Schüler lesen. 😀":
        session.insert(uri, len(session.text(uri)), letter)
    (found,) = await session.diagnostics(uri)
    assert session.slice(uri, found.range) == "Schüler"


async def test_hover_explains(session):
    uri = session.open("Wir suchen Verkäufer für den Sommer.")
    hover = await session.hover(uri, 14)
    assert session.slice(uri, hover.range) == "Verkäufer"
    assert "Verkäufer\\*innen (Genderstern)" in hover.contents.value


async def test_the_client_chooses_how_certain_findings_must_be(start):
    text = "Der Student kommt. Jeder Student lernt."
    found = {}
    for least in (0, 0.95):
        session = await start(SERVER, options={"minCertainty": least})
        uri = session.open(text)
        found[least] = [
            (entry.range.start.character, entry.severity) for entry in await session.diagnostics(uri)
        ]
    hint, information = types.DiagnosticSeverity.Hint, types.DiagnosticSeverity.Information
    assert found == {0: [(4, hint), (25, information)], 0.95: [(25, information)]}


async def test_what_fits_only_often_must_be_checked(start):
    session = await start(SERVER, options={"policy": "genderstern", "notations": ["star", "neutral"]})
    uri = session.open("Die Leser kommen.")
    actions = await session.actions(uri, session.range(uri, 4, 9))
    assert [(action.title, action.is_preferred) for action in actions][:2] == [
        ("Die Leser*innen (Genderstern)", True),
        ("Die Lesenden (neutral; bitte prüfen)", False),
    ]
    assert sum(action.is_preferred for action in actions) == 1
    hover = await session.hover(uri, 5)
    assert "Die Lesenden (neutral; bitte prüfen)" in hover.contents.value
    (action,) = await session.actions(uri, session.range(uri, 0, 0), ["source.fixAll"])
    session.apply(action.edit)
    assert session.text(uri) == "Die Leser\\*innen kommen."


async def test_only_neutral_words_to_check_prefer_nothing_and_fix_nothing(start):
    session = await start(SERVER, options={"notations": ["neutral"]})
    uri = session.open("Die Leser kommen.")
    actions = await session.actions(uri, session.range(uri, 4, 9))
    assert actions
    assert not any(action.is_preferred for action in actions)
    assert await session.actions(uri, session.range(uri, 0, 0), ["source.fixAll"]) == []


async def test_inclusive_text_is_left_alone(session):
    uri = session.open(
        "Alle Lehrkräfte und Schüler*innen, jede*r Bürger*in und die Kolleginnen und Kollegen.\n"
    )
    assert await session.diagnostics(uri) == ()


async def test_a_forbidden_form_is_rewritten_with_its_words(start):
    session = await start(SERVER, options={"policy": "bayern", "notations": ["pair"]})
    text = "😀 Wir fragen eine\\*n neue\\*n Gärtner\\*in, der\\*die kommt.\n"
    uri = session.open(text)
    (found,) = await session.diagnostics(uri)
    assert (found.code, session.slice(uri, found.range)) == ("forbidden-form", "Gärtner\\*in")
    (action, *_) = await session.actions(uri, found.range, diagnostics=[found])
    assert action.is_preferred
    session.apply(action.edit)
    assert session.text(uri) == (
        "😀 Wir fragen eine neue Gärtnerin oder einen neuen Gärtner, die oder der kommt.\n"
    )
    assert await session.diagnostics(uri) == ()


async def test_changing_the_policy_changes_what_is_offered(start):
    session = await start(SERVER, configuration={"mitgemeint": {"policy": "doppelpunkt"}})
    uri = session.open("Alle Lehrer beraten.")
    await session.diagnostics(uri)

    async def signs():
        actions = await session.actions(uri, session.range(uri, 5, 11))
        return {sign for sign in ":*" for action in actions if f"Lehrer{sign}innen" in action.title}

    assert await signs() == {":"}
    session.client.set_configuration({"mitgemeint": {"policy": "genderstern"}})
    await session.command("mitgemeint.recheck")
    assert await signs() == {"*"}
