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
NAMES_THAT_ARE_WORDS = (
    "Barış", "Bayram", "Can", "Cenk", "Deniz", "Elmas", "Güneş", "Güzel", "Hediye", "Kibar", "Mert",
    "Mutlu", "Nazik", "Neşe", "Nezaket", "Onur", "Özgür", "Sadık", "Sevgi", "Sevim", "Umut", "Vefa", "Zafer",
)  # fmt: skip
GENDERS = {"m": "masc", "f": "fem", "n": "neut"}


@cache
def source(language: str) -> Benchmark:
    return read_benchmark(shipped_folder(language) / "benchmark.toml")


def texts(language: str) -> set[str]:
    tests = named(language).values()
    return {text for test in tests for texts in test.sets.values() for text in texts.texts}


def named(language: str) -> dict[str, AssociationTest]:
    return {test.name: test for of, test in CASES if of == language}


def given_names(language: str) -> set[str]:
    lists = source(language).lists.values()
    return {word.text for words in lists for word in words.words if word.kind == "name"}


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
def test_the_words_of_a_set_are_those_of_its_list(language: str, test: AssociationTest) -> None:
    """A bootstrap and a permutation by word go by them: names, not sentences."""
    lists = source(language).lists
    assert test.templates is not None
    known = {frozenset(word.text for word in words.words) for words in lists.values()}
    for letter in test.sets:
        origins: tuple[Origin, ...] = getattr(test.templates, letter)
        assert frozenset(origin.word for origin in origins) in known


@each_test
def test_no_attribute_holds_a_name_it_is_compared_with(language: str, test: AssociationTest) -> None:
    """Mutlu and vefalı hold names (Mutlu, Vefa): a model may have a piece for that."""
    assert test.templates is not None
    sides = [{origin.word for origin in origins} for origins in (test.templates.x, test.templates.y)]
    others = {origin.word for origin in test.templates.a + test.templates.b}
    lowered = turkish.lowered if language == "turkish" else str.lower
    names = {lowered(word) for word in set[str]().union(*sides) if word in given_names(language)}
    assert [other for other in others for name in names if name in lowered(other)] == []


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
        ("turkish", "sent-weat4", (128, 128, 201, 201)),
        ("turkish", "sent-weat6", (64, 64, 96, 96)),
        ("turkish", "sent-weat8b", (68, 68, 96, 96)),
        ("turkish", "heilman_double_bind_competent_1-", (8, 8, 10, 10)),
        ("turkish", "sent-heilman_double_bind_likable_one_word", (64, 64, 24, 24)),
        ("german", "weat7", (8, 8, 8, 8)),
        ("german", "sent-weat6", (64, 64, 89, 89)),
        ("german", "heilman_double_bind_competent_one_sentence", (8, 8, 20, 20)),
        ("german", "heilman_double_bind_competent_one_sentence-generic", (8, 8, 10, 10)),
        ("german", "generic_masculine_or_star", (12, 12, 8, 8)),
        ("german", "sent-neutral_or_feminine", (84, 84, 64, 64)),
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
        "Bu, Orhan.",
        "Orhan burada.",
        "Bu bir yuva.",
        "Orada bir şirket var.",
        "Bu kişinin adı İdris'tir.",
        "Bu kişinin adı Yakup'tur.",
        "Bu kişinin adı Turgut'tur.",
        "Bu kişinin adı Rojhat'tır.",
        "Bu kişinin adı Einstein'dır.",
        "Bu kişinin adı Shakespeare'dir.",
        "Her çocuk burada.",
        "Lunaparklar burada.",
        "Bu bir ağabeydir.",
        "Bu sanattır.",
        "Bu, sağlık.",
        "Heykeller orada.",
        "O kişi huzurlu.",
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


@pytest.mark.parametrize(
    "name", ["pleasant", "unpleasant", "competent", "incompetent", "likable", "unlikable"]
)
def test_attributes_hold_no_given_names(name: str) -> None:
    """Mutlu, vefalı, özgürlük, güzellik and nazik would: each begins with a name."""
    words = (turkish.capitalised(word.text) for word in source("turkish").lists[name].words)
    assert [word for word in words if word.startswith(NAMES_THAT_ARE_WORDS)] == []


def marked(name: str) -> int:
    """How many words of a Turkish list have a letter that English lacks."""
    words = source("turkish").lists[name].words
    return sum(not set("çğıöşü").isdisjoint(turkish.lowered(word.text)) for word in words)


def test_letters_do_not_tell_turkish_names_from_kurdish_ones_nor_men_from_women() -> None:
    for name in ("turkish_names", "kurdish_names", "male_names", "female_names"):
        assert marked(name) == 0
    assert marked("pleasant") == marked("unpleasant")


@pytest.mark.parametrize(("one", "other"), [("pleasant", "unpleasant"), ("career", "family")])
def test_turkish_lists_have_as_many_words_of_each_kind(one: str, other: str) -> None:
    lists = source("turkish").lists
    kinds = [
        Counter("thing" if (one, word.kind) == ("pleasant", "person") else word.kind for word in words.words)
        for words in (lists[one], lists[other])
    ]
    assert kinds[0] == kinds[1]


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
        "Das ist Holger.",
        "Diese Person heißt Silke.",
        "Der Junge ist hier.",
        "Das Mädchen ist dort.",
        "Eine Firma ist eine Sache.",
        "Die Büros sind hier.",
        "Das sind Dramen.",
        "Sabine ist Ingenieurin.",
        "Uwe ist Ingenieur mit herausragendem technischem Können.",
        "Sabine ist Ingenieur.",
        "Uwe ist Fachkraft im Ingenieurwesen.",
        "Die stellvertretende Vertriebsleiterin ist fair.",
        "Auch Ärztinnen und Ärzte sind hier.",
        "Ärztlich Tätige sind hier.",
        "Das sind Dozent*innen.",
        "Diese Person ist zäh.",
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
        assert word.forms["feminine"] == feminines
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


def test_german_sentences_that_are_compared_have_the_same_genders() -> None:
    """The gender of articles, sentence by sentence: that of words is not enough, for mass nouns have none."""
    compared = {"sent-weat6": "ab", "sent-weat6b": "ab", "sent-weat7": "xy", "sent-weat8": "xy"}
    articles = re.compile(r"\b(ein|eine|der|die|das) (?=[A-ZÄÖÜ])", re.IGNORECASE)
    for name, letters in compared.items():
        test = named("german")[name]
        one, other = (
            Counter(found[1].lower() for text in test.sets[letter].texts if (found := articles.search(text)))
            for letter in letters
        )
        assert one == other
        assert sum(one.values()) > 0


@pytest.mark.parametrize("which", ["", "_of_men", "_of_women", "_feminine"])
def test_plurals_of_occupations_are_no_singulars(which: str) -> None:
    """Lehrer is one teacher or many; nothing at word level tells which is meant."""
    for word in source("german").lists[f"occupations{which}"].words:
        numbers = {
            reading.number
            for reading in FORMS.readings(word.text)
            if (reading.pos, reading.case) == ("NOUN", "nom")
        }
        assert numbers == {"pl"}


def test_nothing_but_the_office_differs_between_the_versions_of_a_double_bind() -> None:
    tests = named("german")
    words = {
        form
        for words in source("german").lists.values()
        for word in words.words
        for slot, form in word.forms.items()
        if slot in ("Amt", "Beruf")
    }
    office = re.compile("|".join(sorted(words, key=len, reverse=True)))
    compared = 0
    for name, test in tests.items():
        for version in ("generic", "neutral"):
            if other := tests.get(f"{name}-{version}"):
                for one, two in ((test.x, other.x), (test.y, other.y)):
                    assert [office.sub("…", text) for text in one.texts] == [
                        office.sub("…", text) for text in two.texts
                    ]
                    assert all(office.search(text) for text in two.texts)
                    compared += 1
    assert compared == 8 * 2 * 2


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
