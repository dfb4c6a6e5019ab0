"""Phrases, set phrases and explanations: well formed, and explained in both languages."""

import tomllib
from collections import Counter
from typing import Any

import pytest

from mitgemeint.analysis.findings import Code, Reference
from mitgemeint.data import resource

Entry = dict[str, Any]

FILES = ("phrases.toml", "idioms.toml")
PHRASE_KEYS = {
    "name", "words", "kind", "flag", "fixed", "number", "definite", "unless", "replace",
    "of_subject", "alternatives", "note", "policy",
}  # fmt: skip
WORD_KEYS = {"lemma", "pos", "relation", "head", "form"}
POS = {"NOUN", "PROPN", "ADJ", "ADV", "VERB", "AUX", "DET", "PRON", "NUM", "ADP", "CCONJ", "INTJ"}
SPECIAL_KINDS = {  # kind of alternative: the keys it has
    "text": {"text", "kind"},
    "paraphrase": {"text", "kind"},
    "adjective": {"form", "kind"},
    "verb": {"form", "kind"},
    "pronoun": {"form", "number", "kind"},
    "pair": {"form", "masculine", "kind"},
}
NOUN_KEYS = {"form", "gender", "plural", "replaces", "kind"}


def read(name: str) -> Any:
    return tomllib.loads(resource("lexicon", name).read_text("utf-8"))


def phrases(name: str) -> list[Entry]:
    return read(name)["phrase"]


def listed(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def test_there_are_enough_phrases() -> None:
    assert len(phrases("phrases.toml")) >= 60
    assert len(phrases("idioms.toml")) >= 60


@pytest.mark.parametrize("name", FILES)
def test_phrases_have_known_keys_and_stand_once(name: str) -> None:
    entries = phrases(name)
    assert [
        entry["name"]
        for entry in entries
        if not PHRASE_KEYS >= entry.keys() >= {"name", "words", "kind", "flag"}
    ] == []
    counts = Counter(entry["name"] for entry in entries)
    assert [phrase for phrase, count in counts.items() if count > 1] == []
    assert {entry["flag"] for entry in entries} == {name == "phrases.toml"}


@pytest.mark.parametrize("name", FILES)
def test_words_hang_on_a_word_before_them(name: str) -> None:
    wrong = []
    for entry in phrases(name):
        words = entry["words"]
        ok = bool(words) and all(WORD_KEYS >= word.keys() >= {"lemma", "pos"} for word in words)
        ok = ok and all(set(listed(word["pos"])) <= POS for word in words)
        ok = ok and "head" not in words[0]
        for index, word in enumerate(words[1:], start=1):
            ok = ok and 0 <= word.get("head", index) < index and bool(word.get("relation"))
        if not ok:
            wrong.append(entry["name"])
    assert wrong == []


@pytest.mark.parametrize("name", FILES)
def test_conditions_have_known_values(name: str) -> None:
    for entry in phrases(name):
        assert entry.get("number", "sg") in {"sg", "pl"}, entry["name"]
        assert entry.get("policy", "strict") == "strict", entry["name"]
        assert all(index < len(entry["words"]) for index in entry.get("replace", [])), entry["name"]
        note = entry.get("note", {"de": "-", "en": "-"})
        assert set(note) == {"de", "en"}, entry["name"]
        assert all(note.values()), entry["name"]


def test_flagged_phrases_say_what_takes_their_place() -> None:
    for entry in phrases("phrases.toml"):
        for alternative in entry["alternatives"]:
            kind = alternative["kind"]
            if kind in SPECIAL_KINDS:
                assert alternative.keys() == SPECIAL_KINDS[kind], entry["name"]
                continue
            assert alternative.keys() >= NOUN_KEYS, entry["name"]
            assert set(alternative["replaces"]) <= {"sg", "pl"}, entry["name"]
            if alternative["gender"] in {"masc", "neut"}:
                assert alternative.get("genitive"), entry["name"]
            if alternative["gender"] != "plural" and "pl" in alternative["replaces"]:
                assert alternative["plural"] or alternative.get("number") == "collective", entry["name"]


def test_set_phrases_have_no_alternatives() -> None:
    assert [entry["name"] for entry in phrases("idioms.toml") if entry.get("alternatives")] == []


def test_no_phrase_is_both_flagged_and_set() -> None:
    def shapes(name: str) -> set[str]:
        return {
            str([(word["lemma"], word.get("form")) for word in entry["words"]]) for entry in phrases(name)
        }

    assert shapes("phrases.toml") & shapes("idioms.toml") == set()


def test_everything_is_explained_in_both_languages() -> None:
    explanations = read("explanations.toml")
    for section in explanations.values():
        for key, texts in section.items():
            assert set(texts) == {"de", "en"}, key
            assert all(text.strip().endswith(".") for text in texts.values()), key
    kinds = {a["kind"] for head in read("neutral.toml")["head"] for a in head["alternative"]}
    kinds |= {a["kind"] for entry in phrases("phrases.toml") for a in entry["alternatives"]}
    phrase_kinds = {entry["kind"] for name in FILES for entry in phrases(name)}
    assert set(explanations["code"]) == {str(code) for code in Code}
    assert set(explanations["reference"]) == {*map(str, Reference), "certainty"}
    assert kinds <= set(explanations["kind"])
    assert phrase_kinds <= set(explanations["phrase"])


@pytest.mark.parametrize("code", list(Code))
def test_findings_are_explained_in_two_to_four_sentences(code: Code) -> None:
    for text in read("explanations.toml")["code"][code].values():
        assert 2 <= text.count(". ") + 1 <= 4
