"""Choosing: house rules and who has set one, notations, and a document changed to another notation."""

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from mitgemeint.analysis.notation import example, notation_names, word_notation

from .conftest import REAL

pytestmark = pytest.mark.asyncio(loop_scope="module")

FORMS = (
    "Alle Lehrer:innen und die Schülerinnen und Schüler üben. 😀 Jede:r Nutzer_in liest.\r\n"
    "\r\n"
    "Die Kunden zahlen, `Kund:innen` ist Code, die StudentInnen lesen.\r\n"
)


async def current(session, uri: str) -> tuple[str, str]:
    told = await session.command("mitgemeint.policies", {"uri": uri})
    return told["current"], told["from"]


async def test_house_rules_have_names_titles_and_descriptions_in_the_language_of_the_client(start):
    session = await start(options={"locale": "en"})
    told = await session.command("mitgemeint.policies", {"uri": session.open("Autoren")})
    assert (told["current"], told["from"]) == ("permissive", "default")
    star = next(policy for policy in told["policies"] if policy["name"] == "genderstern")
    assert star["title"] == "Gender star"
    assert all(policy["title"] and policy["description"] for policy in told["policies"])


async def test_a_choice_is_written_into_the_project_and_counts_at_once(start, tmp_path):
    (tmp_path / ".mitgemeint.toml").write_text("# unsere Regel\nlocale = 'de'\n", "utf-8")
    session = await start(folders=[tmp_path])
    uri = session.open("Autoren", (tmp_path / "a.md").as_uri())
    assert await session.command(
        "mitgemeint.choosePolicy", {"uri": uri, "policy": "genderstern", "where": "project"}
    )
    written = (tmp_path / ".mitgemeint.toml").read_text("utf-8")
    assert written.startswith("# unsere Regel\n")
    assert 'policy = "genderstern"' in written
    assert await current(session, uri) == ("genderstern", "project")
    assert session.client.messages[-1].type == types.MessageType.Info


async def test_a_choice_that_something_nearer_overrides_is_told(start, tmp_path):
    session = await start(folders=[tmp_path], options={"policy": "hessen"})
    uri = session.open("Autoren", (tmp_path / "a.md").as_uri())
    await session.command(
        "mitgemeint.choosePolicy", {"uri": uri, "policy": "doppelpunkt", "where": "project"}
    )
    assert await current(session, uri) == ("hessen", "client")
    assert session.client.messages[-1].type == types.MessageType.Warning
    assert "mitgemeint.policy" in session.client.messages[-1].message


async def test_own_house_rules_can_be_chosen(start, tmp_path):
    own = '[policies.haus]\ntitle = "Unser Haus"\nallowed = ["colon"]\n'
    (tmp_path / ".mitgemeint.toml").write_text(own, "utf-8")
    session = await start(folders=[tmp_path])
    uri = session.open("Autoren", (tmp_path / "a.md").as_uri())
    told = await session.command("mitgemeint.policies", {"uri": uri})
    assert {"name": "haus", "title": "Unser Haus", "description": ""} in told["policies"]
    await session.command("mitgemeint.choosePolicy", {"uri": uri, "policy": "haus", "where": "project"})
    assert await current(session, uri) == ("haus", "project")
    names = [each["name"] for each in await session.command("mitgemeint.notations", {"uri": uri})]
    assert names[0] == "colon"
    assert set(names) == set(notation_names())


@pytest.mark.parametrize(
    ("command", "argument"),
    [
        ("choosePolicy", {"policy": "gibtsnicht", "where": "project"}),
        ("choosePolicy", {"policy": "hessen", "where": "document"}),
        ("choosePolicy", {"policy": ["hessen"], "where": "user"}),
        ("changeNotation", {"notation": "stern"}),
        ("changeNotation", {}),
        ("policies", {"uri": 3}),
    ],
)
async def test_wrong_arguments_are_errors_that_name_them(start, command, argument):
    session = await start()
    argument = {"uri": session.open("Autoren"), **argument}
    with pytest.raises(JsonRpcException, match=r"policy|where|notation|uri"):
        await session.command(f"mitgemeint.{command}", argument)


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("star", ("Lehrer\\*innen", "die Schüler\\*innen", "Jede\\*r Nutzer\\*in", "Student\\*innen")),
        ("colon", ("Lehrer:innen", "die Schüler:innen", "Jede:r Nutzer:in", "Student:innen")),
        (
            "pair",
            (
                "Lehrerinnen und Lehrer",
                "die Schülerinnen und Schüler",
                "Jede Nutzerin und jeder Nutzer",
                "Studentinnen und Studenten",
            ),
        ),
    ],
)
async def test_all_forms_are_written_in_another_notation(start, notation, expected):
    session = await start(REAL)
    uri = session.open(FORMS)
    assert await session.command("mitgemeint.changeNotation", {"uri": uri, "notation": notation})
    teachers, pupils, reader, students = expected
    changed = FORMS.replace("Lehrer:innen", teachers).replace("die Schülerinnen und Schüler", pupils)
    changed = changed.replace("Jede:r Nutzer_in", reader).replace("StudentInnen", students)
    assert session.text(uri) == changed
    assert not await session.command("mitgemeint.changeNotation", {"uri": uri, "notation": notation})


async def test_only_a_part_is_changed_and_what_cannot_be_is_told(start):
    session = await start(REAL)
    uri = session.open("Die Lehrer:innen und die Schülerinnen und Schüler lesen. Die Lehrer:innen üben.")
    part = session.range(uri, 0, 60)
    await session.command("mitgemeint.changeNotation", {"uri": uri, "notation": "phettberg", "range": part})
    assert session.text(uri) == "Die Lehrys und die Schülerinnen und Schüler lesen. Die Lehrer:innen üben."
    assert "1" in session.client.messages[-1].message


@pytest.mark.parametrize("name", notation_names())
async def test_examples_are_written_as_the_notation_does(name):
    notation = word_notation(name)
    assert example(name)
    if notation:
        assert example(name) == notation.noun("Lehrer", "Lehrerinnen")


async def test_without_a_project_the_choice_is_the_users(start):
    session = await start()
    uri = session.open("Autoren")
    assert await session.command(
        "mitgemeint.choosePolicy", {"uri": uri, "policy": "doppelpunkt", "where": "user"}
    )
    assert await current(session, uri) == ("doppelpunkt", "user")
