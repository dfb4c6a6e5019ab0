"""The rules that make the full-form lexicon, on small inputs (the packages are not fetched)."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

FOLDER = Path(__file__).parents[2] / "data" / "build" / "forms"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


RULES = load("form_rules")
STORE = load("form_store")


@pytest.fixture(autouse=True, scope="module")
def _forget() -> Iterator[None]:
    yield
    for name in ("form_rules", "form_store"):
        sys.modules.pop(name, None)


@given(st.text(max_size=12), st.text(max_size=12))
def test_an_edit_makes_the_lemma_of_any_form(form: str, lemma: str) -> None:
    assert STORE.apply(STORE.script(form, lemma), form) == lemma


def test_inner_prefixes_keep_edits_few() -> None:
    assert STORE.script("abgeholt", "abholen")[3] == STORE.script("angesagt", "ansagen")[3] == "en"


def test_the_same_forms_give_the_same_bytes(tmp_path: Path) -> None:
    forms = {
        "Lehrern": {("Lehrer", "NOUN", "dpm")},
        "Lehrer": {("Lehrer", "NOUN", c) for c in ("nsm", "npm")},
    }
    backwards = {form: set(forms[form]) for form in reversed(forms)}
    for name, content in (("a", forms), ("b", backwards)):
        (tmp_path / name).mkdir()
        STORE.write(content, tmp_path / name)
    for file in ("forms.json", "forms.marisa"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_adjective_endings() -> None:
    forms = RULES.new_forms()
    RULES.add_adjective(forms, "dunkel", "dunkl")
    assert set(forms) == {"dunkel", "dunkle", "dunklen", "dunkler", "dunkles", "dunklem"}
    assert ("dunkel", "ADJ", "dsm") in forms["dunklem"]


def test_separable_verbs_are_joined_in_subordinate_clauses() -> None:
    entry = {"INF": "abholen", "PRÄ": {"S": {"3": ["holt", "ab"]}}, "EIZ": "abzuholen", "PA2": ["abgeholt"]}
    forms = RULES.new_forms()
    closed = {"auxiliaries": {"only": [], "both": [], "forms": []}}
    participles = RULES.add_verbs(forms, {"abholen": entry, "holen": {"INF": "holen"}}, closed)
    assert forms["abholt"] == {("abholen", "VERB", "3s")}
    assert "holt" not in forms
    assert participles == {"abgeholt"}


REFORMED = [
    ("muß", "müssen", "muss"),
    ("wußte", "wissen", "wusste"),
    ("läßt", "lassen", "lässt"),
    ("mißt", "messen", "misst"),
    ("schloß", "schließen", "schloss"),
    ("riß", "reißen", "riss"),
    ("genoß", "genießen", "genoss"),
    # long vowels and diphthongs
    ("weiß", "wissen", "weiß"),
    ("ließ", "lassen", "ließ"),
    ("maß", "messen", "maß"),
    ("äße", "essen", "äße"),
    ("stößt", "stoßen", "stößt"),
    ("grüßt", "grüßen", "grüßt"),
    ("schießt", "schießen", "schießt"),
    ("saß", "sitzen", "saß"),
]


@pytest.mark.parametrize(("form", "lemma", "expected"), REFORMED)
def test_verbs_in_the_spelling_of_1996(form: str, lemma: str, expected: str) -> None:
    assert RULES.reformed(form, lemma) == expected
