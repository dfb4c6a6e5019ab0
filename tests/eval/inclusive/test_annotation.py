"""Inclusive sentences are read, decided, and kept in a set in the format of the benchmark."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.eval.inclusive.annotation import (
    Annotated,
    Annotation,
    Choice,
    Decision,
    SetFile,
    kept,
    with_exclusive,
)
from mitgemeint.eval.inclusive.benchmark_set import Style
from mitgemeint.eval.inclusive.sentence_reader import Span
from mitgemeint.eval.inclusive.sentence_sources import InclusiveSentence, read_sentences
from mitgemeint.eval.local_page.steps import StaleError
from mitgemeint.eval.problems import EvalError


def by_full_stop(text: str) -> list[Span]:
    """Sentences, for texts in which no full stop means anything else."""
    spans, start = [], 0
    for place, letter in enumerate(text):
        if letter == ".":
            spans.append(Span(start, place + 1))
            start = place + 1
    return spans


def lines(path: Path, *values: Any) -> Path:
    path.write_text("".join(f"{json.dumps(value, ensure_ascii=False)}\n" for value in values), "utf-8")
    return path


def keeping(sentence: InclusiveSentence) -> Decision:
    return Decision(Choice.KEEP, kept(sentence, "news", gender_characters=False, notes={}))


def with_phrase(sentence: InclusiveSentence, exclusive: str, phrase: str) -> Decision:
    start = exclusive.index(phrase)
    plain = kept(sentence, "", gender_characters=True, notes={"uncertain": True})
    span = Span(start, start + len(phrase))
    return Decision(Choice.EXCLUSIVE, with_exclusive(plain, exclusive, [span], Style.PAIR))


SENTENCES = tuple(
    InclusiveSentence(f"t-{number}", text) for number, text in enumerate(("eins", "zwei", "drei"))
)


# ---- reading ---------------------------------------------------------------------------------------------


def test_a_text_file_holds_a_sentence_a_line(tmp_path: Path) -> None:
    path = tmp_path / "found.txt"
    path.write_bytes("\ufeffErste Lehrer:in.\r\n\r\n  Zweite\u00a0Zeile. \nErste Lehrer:in.\n".encode())
    assert [(each.id, each.text) for each in read_sentences(path, by_full_stop)] == [
        ("found-0001", "Erste Lehrer:in."),
        ("found-0003", "Zweite Zeile."),
    ]


MINED = {
    "id": "web-7",
    "text": "Alle kommen.\n\nDie Lehrer*innen\nund 😀 Schüler*innen.",
    "style": "gender character",
    "matches": [
        {"start": 18, "end": 30, "text": "Lehrer*innen"},
        {"start": 37, "end": 50, "text": "Schüler*innen"},
    ],
    "density": 0.3,
    "metadata": {"url": "https://example.org", "date": "2026-01-02"},
}


def test_mined_texts_are_split_and_keep_their_matches(tmp_path: Path) -> None:
    first, second = read_sentences(lines(tmp_path / "mined.jsonl", MINED), by_full_stop)
    assert (first.id, first.text, first.matches) == ("web-7-1", "Alle kommen.", ())
    assert second.text == "Die Lehrer*innen und 😀 Schüler*innen."
    assert [second.text[start:end] for start, end in second.matches] == ["Lehrer*innen", "Schüler*innen"]
    assert second.metadata == MINED["metadata"]


def test_only_sentences_with_a_match_where_wanted(tmp_path: Path) -> None:
    path = lines(tmp_path / "mined.jsonl", MINED)
    assert [each.id for each in read_sentences(path, by_full_stop, matching=True)] == ["web-7-2"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "holds no sentence"),
        (b"{", "mined.jsonl:1: is no JSON"),
        (b"[]", "mined.jsonl:1: names with values"),
        (b'{"id": "x"}', "mined.jsonl:1: has no text"),
        (b'{"text": 3}', "mined.jsonl:1: text is '3'"),
        (b'{"text": "\\ud800."}', "mined.jsonl:1: text is"),
        (b'\n{"text": "a.", "matches": [{"start": 0, "end": 9}]}', "mined.jsonl:2: a match ends at 9"),
        (b'{"text": "a.", "matches": [{"start": 1, "end": 1}]}', "mined.jsonl:1: a match begins at 1"),
        (b'{"text": "a.", "matches": [{"end": 1}]}', "mined.jsonl:1: has no start"),
        (b'{"text": "a.", "metadata": {"x": NaN}}', "mined.jsonl:1: metadata"),
        (b'{"id": "x", "text": "a."}\n{"id": "x", "text": "b."}', "two sentences have the id 'x'"),
        (b"\xff", "is no UTF-8 (byte 0)"),
    ],
)
def test_what_is_no_such_file_is_told_with_its_place(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "mined.jsonl"
    path.write_bytes(content)
    with pytest.raises(EvalError) as error:
        read_sentences(path, by_full_stop)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(EvalError, match="No such file"):
        read_sentences(tmp_path / "nothing.txt", by_full_stop)


# ---- the set ---------------------------------------------------------------------------------------------


def test_the_set_has_the_format_of_the_benchmark(tmp_path: Path) -> None:
    path = tmp_path / "new" / "set.json"
    work = Annotation(SENTENCES, SetFile(path, {"licence": "CC0-1.0"}))
    work.decide(0, keeping(SENTENCES[0]), work.steps.version(0))
    work.decide(1, with_phrase(SENTENCES[1], " 😀 der\nKoch ", "der\nKoch"), work.steps.version(1))
    work.decide(2, Decision(Choice.DISCARD), work.steps.version(2))
    content = json.loads(path.read_text("utf-8"))
    assert {key: content[key] for key in ("name", "version", "licence", "discarded")} == {
        "name": "set",
        "version": "1",
        "licence": "CC0-1.0",
        "discarded": ["drei"],
    }
    first, second = content["sentences"]
    assert (first["exclusive"], first["phrases"], first["style"]) == ("eins", [], "none")
    assert (second["exclusive"], second["inclusive"]) == ("😀 der Koch", "zwei")
    assert second["phrases"] == [{"start": 2, "end": 10, "text": "der Koch"}]
    assert (second["gender_characters"], second["metadata"]["uncertain"]) == (True, True)


def test_work_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    work = Annotation(SENTENCES, SetFile(path, {}))
    decision = with_phrase(SENTENCES[1], "der Koch", "der Koch")
    work.decide(1, decision, work.steps.version(1))
    work.decide(2, Decision(Choice.DISCARD), work.steps.version(2))
    again = Annotation(SENTENCES, SetFile(path, {}))
    assert again.steps.values == (None, decision, Decision(Choice.DISCARD))
    assert again.steps.version(1) == work.steps.version(1)
    assert (again.next_open(), again.next_open(1), again.steps.can_undo) == (0, 0, False)


def test_what_others_wrote_into_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    other = {"id": "t-1", "domain": "law", "style": "none", "exclusive": "x", "phrases": [], "inclusive": "x"}
    head = {
        "name": "n",
        "source": "https://example.org",
        "sentences": [{**other, "gender_characters": False}],
    }
    path.write_text(json.dumps(head), "utf-8")
    work = Annotation(SENTENCES, SetFile(path, {"version": "2"}))
    work.decide(1, keeping(SENTENCES[1]), work.steps.version(1))
    content = json.loads(path.read_text("utf-8"))
    assert (content["name"], content["version"], content["source"]) == ("n", "2", "https://example.org")
    assert [(each["id"], each["inclusive"]) for each in content["sentences"]] == [
        ("t-1", "x"),
        ("t-1-2", "zwei"),
    ]


def test_a_decision_is_taken_back_step_by_step(tmp_path: Path) -> None:
    work = Annotation(SENTENCES, SetFile(tmp_path / "set.json", {}))
    work.decide(0, keeping(SENTENCES[0]), work.steps.version(0))
    work.decide(0, Decision(Choice.DISCARD), work.steps.version(0))
    assert work.steps.undo() == 0
    assert work.steps.values[0] == keeping(SENTENCES[0])
    assert work.steps.undo() == 0
    assert work.steps.values[0] is None
    assert work.steps.undo() is None


def test_a_stale_decision_does_not_take_another_ones_place(tmp_path: Path) -> None:
    work = Annotation(SENTENCES, SetFile(tmp_path / "set.json", {}))
    seen = work.steps.version(0)
    work.decide(0, keeping(SENTENCES[0]), seen)
    with pytest.raises(StaleError) as error:
        work.decide(0, Decision(Choice.DISCARD), seen)
    assert work.steps.values[0] == keeping(SENTENCES[0])
    work.decide(0, Decision(Choice.DISCARD), error.value.version)
    assert work.steps.values[0] == Decision(Choice.DISCARD)


def test_a_file_that_another_program_changed_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    work = Annotation(SENTENCES, SetFile(path, {}))
    work.decide(0, keeping(SENTENCES[0]), work.steps.version(0))
    path.write_text("mine", "utf-8")
    with pytest.raises(EvalError, match="changed by another program"):
        work.decide(1, keeping(SENTENCES[1]), work.steps.version(1))
    assert path.read_text("utf-8") == "mine"
    assert work.steps.values[1] is None


def test_where_nothing_can_be_saved_the_work_does_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(EvalError, match="is no file"):
        SetFile(tmp_path, {})
    path = tmp_path / "set.json"
    path.write_text('{"sentences": []}', "utf-8")
    # As for a user who may not write the file; who runs the tests may, perhaps, write everything.
    monkeypatch.setattr(os, "access", lambda asked, mode: asked != path or not mode & os.W_OK)
    with pytest.raises(EvalError, match="may not be written"):
        SetFile(path, {})


def test_a_save_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = Annotation(SENTENCES, SetFile(tmp_path / "set.json", {}))
    work.decide(0, keeping(SENTENCES[0]), work.steps.version(0))
    before = (tmp_path / "set.json").read_bytes()

    def no_space(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", no_space)
    with pytest.raises(EvalError, match="No space left"):
        work.decide(1, keeping(SENTENCES[1]), work.steps.version(1))
    assert (tmp_path / "set.json").read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["set.json"]
    assert (work.steps.values[1], work.counts()[Choice.KEEP]) == (None, 1)


GOOD = {
    "id": "a",
    "domain": "",
    "style": "pair",
    "exclusive": "der Koch",
    "phrases": [{"start": 0, "end": 8, "text": "der Koch"}],
    "inclusive": "die Köchin oder der Koch",
    "gender_characters": False,
}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"phrases": [{"start": 0, "end": 7, "text": "der Koch"}]}, "at 0 to 7 is not 'der Koch'"),
        (
            {"phrases": [{"start": 0, "end": 3, "text": "der"}, {"start": 2, "end": 3, "text": "r"}]},
            "overlap",
        ),
        ({"phrases": [{"start": 3, "end": 4, "text": " "}]}, "without letters"),
        ({"phrases": []}, "the versions differ where"),
        ({"phrases": [{"start": 0}]}, "has no end"),
        ({"phrases": 3}, "phrases is '3'"),
        ({"style": "starred"}, "style is 'starred'"),
        ({"gender_characters": "yes"}, "gender_characters is 'yes'"),
        ({"exclusive": None}, "exclusive is 'None'"),
    ],
)
def test_a_set_that_contradicts_itself_is_refused(tmp_path: Path, changed: dict[str, Any], said: str) -> None:
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"sentences": [GOOD, {**GOOD, **changed}]}), "utf-8")
    with pytest.raises(EvalError) as error:
        SetFile(path, {})
    assert "sentence 2" in str(error.value)
    assert said in str(error.value)


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{", b'{"sentences": 3}', b'{"x": 1}', b"\xff", b'{"sentences": [], "name": 3}']
)
def test_a_file_that_is_no_set_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "set.json"
    path.write_bytes(content)
    with pytest.raises(EvalError, match="is no set of annotated sentences"):
        SetFile(path, {})
    assert path.read_bytes() == content


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip))
def test_phrases_are_code_points_whatever_the_letters(word: str) -> None:
    plain = Annotated("a", "", Style.NONE, "x", (), "x", gender_characters=False)
    text = f" \n{word} 😀"
    made = with_exclusive(plain, text, [Span(2, 2 + len(word))], Style.PAIR)
    (phrase,) = made.phrases
    assert made.exclusive[phrase.start : phrase.end].split() == word.split()
