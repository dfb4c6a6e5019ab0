import re
from pathlib import Path
from string import Formatter

import pytest

from mitgemeint.analysis.findings import Code, Reference
from mitgemeint.analysis.messages import Catalogue, language_of, user_locale

ROOT = Path(__file__).resolve().parents[2]
# A key that is written out where it is looked up: catalogue.text("page.undo"), text('annotate.rule').
USED = re.compile(r"""(?<!\w)(?:text|explained)\(\s*["']([a-z][a-z0-9-]*(?:\.[a-z0-9-]*[a-z0-9])+)["']""")


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    german, english = Catalogue.load("de").texts, Catalogue.load("en").texts
    assert set(german) == set(english)
    different = [key for key in german if placeholders(german[key]) != placeholders(english[key])]
    assert different == []


def test_every_key_that_the_code_names_is_there() -> None:
    sources = [
        path
        for folder in ("analysis", "server", "eval")
        for suffix in ("*.py", "*.html")
        for path in (ROOT / folder).rglob(suffix)
    ]
    used = {key for path in sources for key in USED.findall(path.read_text("utf-8"))}
    assert len(used) > 100
    assert used - set(Catalogue.load("de").texts) == set()


@pytest.mark.parametrize("language", ["de", "en"])
def test_placeholders_have_names_and_texts_are_not_empty(language: str) -> None:
    for key, text in Catalogue.load(language).texts.items():
        assert text.strip(), key
        assert "" not in placeholders(text), key


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("code", list(Code))
def test_every_code_has_a_message_and_an_explanation(language: str, code: Code) -> None:
    catalogue = Catalogue.load(language)
    assert f"finding.{code}" in catalogue
    assert f"explanation.{code}" in catalogue
    assert f"kind.{code}" in catalogue


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("reference", list(Reference))
def test_every_reference_has_words_and_an_explanation(language: str, reference: Reference) -> None:
    catalogue = Catalogue.load(language)
    assert f"assessment.{reference}" in catalogue
    assert f"explanation.reference.{reference}" in catalogue


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("de", "de"),
        ("de_DE.UTF-8", "de"),
        ("de-CH", "de"),
        ("de_AT@euro", "de"),
        ("DE", "de"),
        ("de.UTF-8", "de"),
        ("en_GB.UTF-8", "en"),
        ("C", "en"),
        ("POSIX", "en"),
        ("tr_TR", "en"),
        ("den_CA", "en"),
        ("", "en"),
    ],
)
def test_language_of_a_locale(locale: str, language: str) -> None:
    assert language_of(locale) == language
    assert Catalogue.load(locale).language == language


@pytest.mark.parametrize(
    ("environment", "locale"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de_DE.UTF-8"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en_US.UTF-8"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "C", "LC_ALL": "de_AT.UTF-8"}, "de_AT.UTF-8"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de_DE.UTF-8"),
    ],
)
def test_the_environment_decides(environment: dict[str, str], locale: str) -> None:
    assert user_locale(environment) == locale


def test_values_are_filled_in() -> None:
    assert "Lehrer" in Catalogue.load("de").text("finding.generic-masculine", word="Lehrer")


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KeyError):
        Catalogue.load("de").text("finding.no-such-key")
