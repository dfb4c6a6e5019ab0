"""The benchmarks that ship: up to date, and well made as sets and as language."""

import re
import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.gender_forms import recognise
from mitgemeint.data import resource
from mitgemeint.eval.association import turkish
from mitgemeint.eval.association.build_sets import files, filled, main, sizes
from mitgemeint.eval.association.test_file import AssociationTest, Origin
from mitgemeint.eval.association.test_sets import read_tests, shipped_folder
from mitgemeint.eval.association.word_lists import Benchmark, Word, read_benchmark

LANGUAGES = ("turkish", "german")
CASES = [(language, test) for language in LANGUAGES for test in read_tests(language)]
each_test = pytest.mark.parametrize(
    ("language", "test"), CASES, ids=[f"{language}-{test.name}" for language, test in CASES]
)
TURKISH_LETTERS = "abcçdefgğhıijklmnoöprsştuüvyz"
GENDERS = {"m": "masc", "f": "fem", "n": "neut"}


@cache
def source(language: str) -> Benchmark:
    return read_benchmark(shipped_folder(language) / "benchmark.toml")


def texts(language: str) -> set[str]:
    tests = named(language).values()
    return {text for test in tests for texts in test.sets.values() for text in texts.texts}


def named(language: str) -> dict[str, AssociationTest]:
    return {test.name: test for of, test in CASES if of == language}


# --- the files


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_are_up_to_date(language: str) -> None:
    folder = shipped_folder(language)
    wanted = files(folder)
    assert {path.name for path in folder.glob("*.jsonl")} == {
        path.name for path in wanted if path.suffix == ".jsonl"
    }
    assert [path.name for path, text in wanted.items() if path.read_text("utf-8") != text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_readme_names_the_script_and_the_sizes(language: str) -> None:
    readme = (shipped_folder(language) / "README.md").read_text("utf-8")
    assert "mitgemeint.eval.association.build_sets" in readme
    assert all(f"| `{test.name}` |" in readme for test in named(language).values())


def test_the_script_writes_what_is_missing_and_removes_what_is_left_over(tmp_path: Path) -> None:
    folder = tmp_path / "turkish"
    folder.mkdir()
    (folder / "benchmark.toml").write_bytes((shipped_folder("turkish") / "benchmark.toml").read_bytes())
    (folder / "weat99.jsonl").write_text("", "utf-8")
    assert main([str(tmp_path), "--check"]) == 1
    assert main([str(tmp_path)]) == 0
    assert not (folder / "weat99.jsonl").exists()
    assert main([str(tmp_path), "--check"]) == 0
    assert read_tests(folder) == tuple(named("turkish").values())


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("[", "is no TOML"),
        ('language = "turkish"', "lacks 'lists'"),
        ('language = "turkish"\nlists = 1\nbleached = {}\ntests = []', "has another layout"),
        ('language = "turkish"\nbleached = {}\ntests = [{name = "t", targets = ["a", "b"], '
         'attributes = ["a", "b"], levels = ["bleached"]}]\n[lists]\n'
         'a = {category = "A", kind = "thing", words = ["ev"]}\nb = {category = "B", words = ["ev"]}',
         "sent-t: has no templates 'thing' for 'ev'"),
    ],
)  # fmt: skip
def test_a_malformed_source_is_told(
    content: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "turkish"
    folder.mkdir()
    (folder / "benchmark.toml").write_text(content, "utf-8")
    assert main([str(tmp_path)]) == 2
    assert told in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == ["benchmark.toml"]


# --- the sets


@each_test
def test_a_test_holds_sets_that_can_be_compared(language: str, test: AssociationTest) -> None:
    for texts in test.sets.values():
        assert [text for text, count in Counter(texts.texts).items() if count > 1] == []
    assert len(test.x.texts) == len(test.y.texts)
    assert set(test.x.texts).isdisjoint(test.y.texts)
    assert set(test.a.texts).isdisjoint(test.b.texts)
    assert set(test.x.texts + test.y.texts).isdisjoint(test.a.texts + test.b.texts)


@each_test
def test_texts_are_clean(language: str, test: AssociationTest) -> None:
    for texts in test.sets.values():
        for text in texts.texts:
            assert text == unicodedata.normalize("NFC", text) == text.strip()
            assert not re.search(r"\s\s|[{}\t\n]|\s[.,;]", text)
            if test.level == "sentence":
                assert text[0].isupper()
                assert text.endswith(".")


@each_test
def test_each_text_is_its_template_with_its_word(language: str, test: AssociationTest) -> None:
    assert test.templates is not None
    for letter, texts in test.sets.items():
        origins: tuple[Origin, ...] = getattr(test.templates, letter)
        assert len(origins) == len(texts.texts)
        for text, origin in zip(texts.texts, origins, strict=True):
            fixed = max(re.split(r"\{[^{}]*\}", origin.template), key=len)
            assert fixed in text
            if test.level == "word":
                assert text == origin.word


@each_test
def test_each_word_is_in_as_many_templates_as_its_counterparts(language: str, test: AssociationTest) -> None:
    """Templates and words are crossed: a bootstrap over templates draws the same ones for X and for Y."""
    assert test.templates is not None
    x, y = (
        Counter(origin.template for origin in origins) for origins in (test.templates.x, test.templates.y)
    )
    assert x == y


def test_the_turkish_tests_are_those_of_the_paper() -> None:
    names = set(named("turkish"))
    caliskan = {
        f"{level}weat{number}"
        for level in ("", "sent-")
        for number in ("4", "6", "6-religious", "6b", "8", "8-religious", "8b")
    }
    double_binds = {
        f"{start}_{version}{religious}"
        for trait in ("competent", "likable")
        for start, version in (
            *(
                (f"heilman_double_bind_{trait}", end)
                for end in ("one_word", "one_sentence", "1", "1-", "1+3-")
            ),
            (f"sent-heilman_double_bind_{trait}", "one_word"),
        )
        for religious in ("", "-religious")
    }
    assert names == caliskan | double_binds
    assert len(names) == 14 + 24


@pytest.mark.parametrize(
    ("language", "name", "expected"),
    [
        ("turkish", "weat4", (16, 16, 25, 25)),
        ("turkish", "sent-weat6", (64, 64, 90, 96)),
        ("turkish", "sent-weat8b", (68, 68, 96, 96)),
        ("turkish", "heilman_double_bind_competent_1-", (8, 8, 10, 10)),
        ("turkish", "sent-heilman_double_bind_likable_one_word", (64, 64, 24, 24)),
        ("german", "weat7", (8, 8, 8, 8)),
        ("german", "sent-weat6", (64, 64, 89, 89)),
        ("german", "heilman_double_bind_competent_one_sentence", (8, 8, 20, 20)),
        ("german", "heilman_double_bind_competent_one_sentence-generic", (8, 8, 10, 10)),
        ("german", "generic_masculine_or_star", (12, 12, 8, 8)),
    ],
)
def test_sizes(language: str, name: str, expected: tuple[int, ...]) -> None:
    assert tuple(len(texts.texts) for texts in named(language)[name].sets.values()) == expected


def test_the_table_of_sizes() -> None:
    test = named("turkish")["weat6b"]
    row = "| `weat6b` | MaleTerms (8) | FemaleTerms (8) | Career (8) | Family (8) |"
    assert sizes([test]).splitlines()[2] == row


# --- Turkish


def test_turkish_sentences_read_as_they_should() -> None:
    made = texts("turkish")
    for sentence in (
        "Bu Mustafa.",
        "Orhan burada.",
        "Bu bir ev.",
        "Orada bir şirket var.",
        "Bu kişinin adı İbrahim'dir.",
        "Bu kişinin adı Yakup'tur.",
        "Bu kişinin adı Eyüp'tür.",
        "Bu kişinin adı Agit'tir.",
        "Bu kişinin adı Einstein'dır.",
        "Bu kişinin adı Shakespeare'dir.",
        "Gökkuşakları burada.",
        "Bu bir ağabeydir.",
        "Bu sanattır.",
        "İşte özgürlük.",
        "Heykeller orada.",
        "Bu mühendis yetkin.",
        "Serpil bir mühendis.",
    ):
        assert sentence in made


def test_turkish_texts_have_turkish_letters() -> None:
    """Only the foreign names and those that cannot be written otherwise have w, q and x."""
    allowed = set(TURKISH_LETTERS + " .,;'")
    for text in texts("turkish"):
        if "Shakespeare" not in text:
            assert set(turkish.lowered(text)) <= allowed, text


@pytest.mark.parametrize("name", ["pleasant", "unpleasant", "career", "family", "science", "art"])
def test_attributes_are_no_given_names(name: str) -> None:
    """A pleasant word that is a common Turkish name, too, would count for the Turkish names."""
    names = {
        line.split("\t")[0] for line in resource("lexicon", "given_names.tsv").read_text("utf-8").splitlines()
    } | {"Barış", "Onur", "Umut", "Neşe", "Sevgi", "Hediye", "Güneş", "Bayram", "Sadık", "Nazik", "Elmas"}
    nouns = {"kimya"}  # a name elsewhere, not in Turkey
    words = [word for word in source("turkish").lists[name].words if word.kind != "name"]
    found = [word.text for word in words if turkish.capitalised(word.text) in names]
    assert set(found) <= nouns


def test_no_word_says_something_else_at_the_beginning_of_a_sentence() -> None:
    """Hala burada: still here. Gelin: come! Romanlar burada: the Roma are here. Nine: a number in English."""
    words = {word.text for words in source("turkish").lists.values() for word in words.words}
    assert words.isdisjoint({"hala", "gelin", "roman", "nine", "yüz", "ben", "on", "var", "ara", "in"})


def test_main_and_religious_names_do_not_overlap() -> None:
    lists = source("turkish").lists
    main_names, religious = (
        {word.text for sex in ("male", "female") for word in lists[f"{version}{sex}_names"].words}
        for version in ("", "religious_")
    )
    assert main_names.isdisjoint(religious)


# --- German


def test_german_sentences_read_as_they_should() -> None:
    made = texts("german")
    for sentence in (
        "Das ist Jürgen.",
        "Diese Person heißt Silke.",
        "Der Junge ist hier.",
        "Das Mädchen ist dort.",
        "Eine Firma ist eine Sache.",
        "Die Büros sind hier.",
        "Das sind Dramen.",
        "Sabine ist Ingenieurin.",
        "Thomas ist Ingenieur mit herausragenden technischen Fähigkeiten.",
        "Sabine ist Ingenieur.",
        "Uwe ist technische Fachkraft.",
        "Die stellvertretende Vertriebsleiterin ist fair.",
        "Ärztinnen und Ärzte sind Menschen.",
        "Ärztliche Fachkräfte sind hier.",
        "Das sind Lehrer*innen.",
    ):
        assert sentence in made


def german_nouns() -> list[Word]:
    lists = source("german").lists.values()
    return [word for words in lists for word in words.words if word.kind in ("thing", "mass", "person")]


@pytest.mark.parametrize("word", german_nouns(), ids=lambda word: word.text)
def test_articles_and_plurals_are_those_of_the_lexicon(word: Word) -> None:
    readings = FORMS.readings(word.text)
    singular = {
        (reading.gender, reading.case, reading.number) for reading in readings if reading.pos == "NOUN"
    }
    assert (GENDERS[word.forms["gender"]], "nom", "sg") in singular
    if plural := word.forms.get("plural"):
        found = {
            reading.lemma
            for reading in FORMS.readings(plural)
            if (reading.pos, reading.case, reading.number) == ("NOUN", "nom", "pl")
        }
        assert word.text in found


FORMS = FormLexicon.load()


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline(Settings(policy="genderstern"))


@pytest.fixture(scope="module")
def masculines() -> re.Pattern[str]:
    """The words that stand in the generic masculine, because the tests are about that."""
    lists = [source("german").lists[f"occupations{which}"] for which in ("", "_of_men", "_of_women")]
    plurals = [word.text for words in lists for word in words.words]
    offices = ["Ingenieur", "stellvertretender? Vertriebsleiter"]
    return re.compile(rf"\b({'|'.join(plurals + offices)})\b")


def test_the_assistant_finds_no_fault_in_german_sentences(
    pipeline: Pipeline, masculines: re.Pattern[str]
) -> None:
    """No form put together wrongly, no article that does not agree; masculines where tests are about them."""
    found = [
        (finding.code.value, text)
        for text in sorted(texts("german"))
        for finding in pipeline.analyze(text).findings
        if finding.code.value != "generic-masculine" or not masculines.search(text)
    ]
    assert found == []


def test_forms_of_occupations_belong_to_one_word() -> None:
    database = Database.load()
    for word in source("german").lists["occupations"].words:
        noun = database.explain(word.text)
        assert noun is not None
        assert noun.noun is not None
        feminines = word.forms["pair"].split(" und ")[0]
        assert word.forms["pair"] == f"{feminines} und {word.text}"
        assert feminines == f"{noun.noun.feminine}nen"
        assert word.forms["star"] == feminines.removesuffix("innen") + "*innen"
        (form,) = recognise(word.forms["star"], database.is_feminine)
        assert form.well_formed


def test_german_lists_that_are_compared_have_the_same_genders() -> None:
    lists = source("german").lists
    for one, other in (("career", "family"), ("mathematics", "art"), ("science", "art_with_drama")):
        genders = [
            Counter((word.forms.get("gender"), word.kind != "name") for word in lists[name].words)
            for name in (one, other)
        ]
        assert genders[0] == genders[1]


def test_german_names_have_one_gender() -> None:
    rows = (
        line.split("\t") for line in resource("lexicon", "given_names.tsv").read_text("utf-8").splitlines()
    )
    genders = {row[0]: row[1] for row in rows if len(row) == 2}
    for name, gender in (("male_names", "m"), ("female_names", "f")):
        assert {genders[word.text] for word in source("german").lists[name].words} == {gender}


def test_a_template_is_filled_and_begins_with_a_capital_letter() -> None:
    assert filled("{+lAr} burada.", Word("iş"), turkish) == "İşler burada."
    assert filled("{}", Word("iş"), turkish) == "iş"
