"""Entry files of users and projects: what they can change, and that no file can stop the rest."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.database import Database, Sense
from mitgemeint.analysis.entries import read_entries
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.paradigm import load_paradigms


def load(tmp_path: Path, text: str, name: str = "words.toml") -> Database:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return Database.load([path])


def one_alternative(keys: str) -> str:
    return f'[[change]]\nmasculine = "Lehrer"\nalternative = [{{ {keys} }}]\n'


def test_a_pair_is_added_with_its_compounds_and_alternatives(tmp_path):
    database = load(
        tmp_path,
        """
        [[add]]
        masculine = "Zorgl"
        feminine = "Zorglin"
        alternative = [{ form = "Zorglkraft", gender = "fem", plural = "Zorglkräfte" }]
        """,
    )
    assert database.problems == ()
    reading = database.readings("Schulzorgl")[0]
    assert reading.feminine == "Schulzorglin"
    assert [a.form for a in database.alternatives(reading.noun, reading.prefix)] == ["Schulzorglkraft"]
    assert any(str(tmp_path) in source for source in database.explain("Zorgl").sources)


def test_collectives_may_take_an_article_and_participles_no_person(tmp_path):
    group, participle = (
        load(tmp_path, one_alternative(keys)).alternatives(Database.load().readings("Lehrer")[0].noun)[0]
        for keys in (
            'form = "Schule", gender = "fem", number = "collective", article = true, replaces = ["pl"]',
            'form = "Lehrender", gender = "adjectival", plural = "Lehrende", person = false',
        )
    )
    assert (group.article, group.person) == (True, True)
    assert (participle.article, participle.person) == (False, False)


def test_an_entry_is_changed(tmp_path):
    database = load(tmp_path, '[[change]]\nmasculine = "Rechner"\nsense = "person"\n')
    assert {r.noun.sense for r in database.readings("Rechner")} == {Sense.PERSON}


def test_a_removed_entry_is_not_found_again_as_a_compound(tmp_path):
    database = load(tmp_path, '[[remove]]\nmasculine = "Grundschullehrer"\n')
    assert database.readings("Grundschullehrern") == ()
    assert database.readings("Lehrern") != ()


def test_csv(tmp_path):
    database = load(
        tmp_path,
        "action,masculine,feminine,sense,organisation\n"
        "add,Zorgl,Zorglin,,yes\nchange,Leiter,,person,\nremove,Lehrer,,,\n",
        "words.csv",
    )
    assert database.problems == ()
    assert database.readings("Zorgl")[0].noun.organisation
    assert database.readings("Leiter")[0].noun.sense is Sense.PERSON
    assert database.readings("Lehrer") == ()


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('[[add]]\nmasculine = "Zorgl"\n', 1, "feminine is missing"),
        ('\n\n[[add]]\nfeminine = "Zorglin"\n', 3, "masculine is missing"),
        ('[[add]]\nmasculine = "zorgl"\nfeminine = "Zorglin"\n', 1, "not a noun"),
        ('[[add]]\nmasculine = "Zorgl"\nfeminine = "Zorglin"\nsense = "x"\n', 1, "unknown sense 'x'"),
        ('[[add]]\nmasculine = "Zorgl"\nfeminine = "Zorglin"\nparadigm = "x"\n', 1, "unknown paradigm 'x'"),
        ('[[add]]\nmasculine = "Zorgl"\nfeminine = "Zorglin"\ngenus = "m"\n', 1, "unknown key: genus"),
        ('[[change]]\nmasculine = "Zorgl"\n', 1, "no such entry"),
        ('[[drop]]\nmasculine = "Lehrer"\n', 1, "unknown action 'drop'"),
        ('[[change]]\nmasculine = "Lehrer"\nhead = "perhaps"\n', 1, "true or false"),
        ('[[change]]\nmasculine = "Lehrer"\nalternative = [{ form = "X" }]\n', 1, "gender of 'X'"),
        (
            '[[change]]\nmasculine = "Lehrer"\nalternative = [{ form = "X", gender = "fem", fits = "x" }]\n',
            1,
            "fits of 'X'",
        ),
        (
            one_alternative('form = "X", gender = "fem", article = true'),
            1,
            "article of 'X' is for",
        ),
        (one_alternative('form = "X", gender = "fem", article = 1'), 1, "article of an alternative must be"),
        (
            one_alternative('form = "X", gender = "fem", number = "collective", article = true, bare = true'),
            1,
            "'X' cannot be bare and take an article",
        ),
        (
            one_alternative('form = "X", gender = "fem", person = false'),
            1,
            "person of 'X' is for",
        ),
        ('[[change]]\nmasculine = = "Lehrer"\n', 2, "is not TOML"),
        ("[[change]]\nmasculine = " + "1" * 5000 + "\n", 1, "is not TOML: Exceeds the limit"),
        ("[[change]]\nmasculine = " + "[" * 100_000 + "\n", 1, "is not TOML"),
        ('[[change]]\nmasculine = "Lehrer"\nsense = 0x' + "f" * 5000 + "\n", 1, "too large"),
        ('[[change]]\nmasculine = "Lehrer"\nhead' + ".a" * 5000 + " = 1\n", 1, "nested too deeply"),
    ],
)
def test_a_broken_row_is_named_and_the_rest_loads(tmp_path, text, line, reason):
    database = load(tmp_path, text + '\n[[add]]\nmasculine = "Blorb"\nfeminine = "Blorbin"\n')
    (problem,) = database.problems
    assert problem.file == str(tmp_path / "words.toml")
    assert problem.line == line
    assert reason in problem.reason
    assert database.readings("Blorbin") != ()
    assert database.readings("Lehrer") != ()


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("words.toml", b"\xff\xfe", "not UTF-8"),
        ("words.yaml", b"", "neither"),
        ("words.csv", b"feminine\nZorglin\n", "'masculine' is missing"),
    ],
)
def test_a_broken_file_is_named(tmp_path, name, data, reason):
    path = tmp_path / name
    path.write_bytes(data)
    (problem,) = Database.load([path]).problems
    assert reason in problem.reason


def test_a_missing_file_is_named(tmp_path):
    (problem,) = Database.load([tmp_path / "none.toml"]).problems
    assert problem.line == 0
    assert "cannot be read" in problem.reason


TOML_LIKE = st.lists(
    st.sampled_from(
        [
            "[[add]]",
            "[[change]]",
            "[[remove]]",
            "[add]",
            'masculine = "Abc"',
            'feminine = "Abcin"',
            'paradigm = "er"',
            'sense = "kin"',
            "head = 3",
            "alternative = [1]",
            'masculine = ["x"]',
            "add = 1",
            "= 5",
            "[[",
            '"""',
            "[[[[",
        ]
    ),
    max_size=12,
).map(lambda lines: "\n".join(lines).encode())
CSV_LIKE = st.lists(
    st.sampled_from(
        ["action", "masculine", "feminine", ",", "\n", '"', "Abc", "Abcin", "add", "\r", "\x00", "ä"]
    ),
    max_size=30,
).map(lambda cells: "".join(cells).encode())


@pytest.mark.parametrize("suffix", ["toml", "csv"])
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.one_of(st.binary(max_size=300), TOML_LIKE, CSV_LIKE))
def test_no_bytes_make_reading_raise(tmp_path, suffix, data):
    path = tmp_path / f"words.{suffix}"
    path.write_bytes(data)
    for problem in read_entries(path, load_paradigms()).problems:
        assert problem.file == str(path)
        assert problem.reason


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.one_of(TOML_LIKE, CSV_LIKE))
def test_no_bytes_make_loading_raise(tmp_path, data):
    paths = [tmp_path / "words.toml", tmp_path / "words.csv"]
    for path in paths:
        path.write_bytes(data)
    assert Database.load(paths).readings("Künstlerinnen") != ()


@pytest.fixture(scope="module")
def database() -> Database:
    return Database.load()


@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_every_form_that_is_made_is_found_again(database, data):
    noun = data.draw(st.sampled_from(database.nouns))
    gender = data.draw(
        st.sampled_from([Gender.MASCULINE, Gender.FEMININE] if noun.feminine else [Gender.MASCULINE])
    )
    case, number = data.draw(st.sampled_from(Case)), data.draw(st.sampled_from(Number))
    ending = data.draw(st.sampled_from(["strong", "weak", "mixed"]))
    form = database.inflect(noun, gender, case, number, ending=ending)
    cells = {(r.noun, r.gender, r.case, r.number) for r in database.readings(form)}
    assert (noun, gender, case, number) in cells


@settings(max_examples=300, deadline=None)
@given(word=st.text(max_size=40))
def test_no_word_makes_a_look_up_raise(database, word):
    database.readings(word)
    database.modifier(word)
    database.explain(word)
