"""Sets of tests by name, folder, file and from the hub."""

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from mitgemeint.eval.association.test_file import Origin
from mitgemeint.eval.association.test_sets import natural_order, read_tests
from mitgemeint.eval.problems import EvalError

SENT_BIAS = Path(__file__).parents[3].parent / "shared" / "data" / "sent-bias"
ONE = json.dumps(
    {key: {"category": key, "examples": ["Bu Orhan."]} for key in ("targ1", "targ2", "attr1", "attr2")}
)


@pytest.mark.parametrize(("name", "count"), [("turkish", 38), ("german", 56)])
def test_shipped_sets_are_read_by_name(name: str, count: int) -> None:
    tests = read_tests(name)
    assert len(tests) == count
    assert all(test.templates is not None for test in tests)


def test_the_english_tests_are_read_from_their_folder() -> None:
    if not SENT_BIAS.is_dir():
        pytest.skip("the reference data of sent-bias is not here")
    tests = read_tests(SENT_BIAS)
    sizes = {test.name: tuple(len(texts.texts) for texts in test.sets.values()) for test in tests}
    levels = {test.name: test.level for test in tests}
    assert len(tests) == len(list(SENT_BIAS.glob("*.jsonl")))
    assert sizes["sent-weat6"] == (64, 64, 101, 112)
    assert sizes["weat6"] == (8, 8, 8, 8)
    assert levels["sent-weat6"] == levels["heilman_double_bind_likable_1+3-"] == "sentence"
    assert levels["weat6"] == levels["heilman_double_bind_likable_one_word"] == "word"


def test_a_folder_is_read_with_those_below_and_both_spellings(tmp_path: Path) -> None:
    for name in ("sent-weat6-religous", "weat6-religious", "deep/weat4", ".cache/weat1"):
        path = tmp_path / f"{name}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_text(ONE, "utf-8")
    (tmp_path / "dataset_infos.json").write_text("{}", "utf-8")
    names = [test.name for test in read_tests(str(tmp_path))]
    assert names == ["weat4", "weat6-religious", "sent-weat6-religious"]


def test_two_spellings_of_one_test_are_told(tmp_path: Path) -> None:
    for name in ("weat6-religous", "weat6-religious"):
        (tmp_path / f"{name}.jsonl").write_text(ONE, "utf-8")
    with pytest.raises(EvalError, match="two tests called weat6-religious; rename"):
        read_tests(tmp_path)


def test_a_file_of_one_test_and_one_of_rows(tmp_path: Path) -> None:
    (tmp_path / "weat4.json").write_text(json.dumps(json.loads(ONE), indent=1), "utf-8")
    (tmp_path / "rows.jsonl").write_text(f"{ONE}\n" * 38, "utf-8")
    assert [test.name for test in read_tests(tmp_path / "weat4.json")] == ["weat4"]
    rows = read_tests(tmp_path / "rows.jsonl")
    assert [rows[0].name, rows[1].name, rows[-1].name] == ["rows:1", "rows:2", "rows:38"]


def test_origins_beside_the_tests_are_read(tmp_path: Path) -> None:
    (tmp_path / "weat4.jsonl").write_text(ONE, "utf-8")
    (tmp_path / "origins.tsv").write_text("text\ttemplate\tword\nBu Orhan.\tBu {}.\tOrhan\n", "utf-8")
    (test,) = read_tests(tmp_path)
    assert test.templates is not None
    assert test.templates.x == (Origin("Bu {}.", "Orhan"),)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("", "has no heading"),
        ("text\tword\n", "has no heading"),
        ("text\ttemplate\tword\nBu Orhan.\n", r"origins\.tsv:2: has 1 columns"),
        ("text\ttemplate\tword\na\tb\tc\na\tb\td\n", r"origins\.tsv:3: gives 'a' a second origin"),
    ],
)
def test_a_malformed_table_of_origins_is_told(table: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "weat4.jsonl").write_text(ONE, "utf-8")
    (tmp_path / "origins.tsv").write_text(table, "utf-8")
    with pytest.raises(EvalError, match=told):
        read_tests(tmp_path)


def test_texts_of_unknown_origin_leave_a_test_without_templates(tmp_path: Path) -> None:
    (tmp_path / "weat4.jsonl").write_text(ONE, "utf-8")
    (tmp_path / "origins.tsv").write_text("text\ttemplate\tword\n", "utf-8")
    (test,) = read_tests(tmp_path)
    assert test.templates is None


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("turkisch", r"there are no such tests \(did you mean turkish\?\)"),
        ("no-such-folder", "there are no such tests; name a set that ships"),
        ("", "there are no such tests"),
        ("a\0b", "there are no such tests"),
        ("x" * 5000, "there are no such tests"),
    ],
)
def test_unknown_sources_are_told(source: str, told: str) -> None:
    with pytest.raises(EvalError, match=told):
        read_tests(source)


def test_a_folder_without_tests_is_told(tmp_path: Path) -> None:
    with pytest.raises(EvalError, match="holds no test file"):
        read_tests(tmp_path)


def hub(monkeypatch: pytest.MonkeyPatch, answer: Path | Exception) -> list[tuple[str, str | None]]:
    """A stand-in for huggingface_hub; what it was asked for."""
    asked = []

    def snapshot_download(name: str, *, revision: str | None, **_: object) -> str:
        asked.append((name, revision))
        if isinstance(answer, Exception):
            raise answer
        return str(answer)

    module = ModuleType("huggingface_hub")
    module.snapshot_download = snapshot_download  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "huggingface_hub", module)
    return asked


def test_a_data_set_of_the_hub_is_fetched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "weat4.jsonl").write_text(ONE, "utf-8")
    asked = hub(monkeypatch, tmp_path)
    assert [test.name for test in read_tests("orhunc/Bias-Evaluation-Turkish@main")] == ["weat4"]
    assert [test.name for test in read_tests("orhunc/Bias-Evaluation-Turkish")] == ["weat4"]
    assert asked == [("orhunc/Bias-Evaluation-Turkish", "main"), ("orhunc/Bias-Evaluation-Turkish", None)]


def test_no_network_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    hub(monkeypatch, ConnectionError("no route\nto host"))
    with pytest.raises(EvalError) as caught:
        read_tests("orhunc/Bias-Evaluation-Turkish")
    assert "could not be fetched from the hub (no route)" in str(caught.value)


def test_a_missing_hub_library_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(EvalError, match=r"is not installed; run python3 dev.py setup eval"):
        read_tests("orhunc/Bias-Evaluation-Turkish")


def test_numbers_are_ordered_as_numbers_and_words_before_sentences() -> None:
    names = ["heilman_1", "sent-weat6", "weat10", "weat6b", "weat6", "sent-weat10", "weat6-religious"]
    assert sorted(names, key=natural_order) == [
        "weat6", "sent-weat6", "weat6-religious", "weat6b", "weat10", "sent-weat10", "heilman_1",
    ]  # fmt: skip


def test_a_file_with_an_endless_number_is_not_looked_for_on_the_hub(tmp_path: Path) -> None:
    for name in ("bad.json", "bad.jsonl"):
        (tmp_path / name).write_text('{"targ1": ' + "9" * 5000 + "}", "utf-8")
        with pytest.raises(EvalError, match="cannot be read"):
            read_tests(str(tmp_path / name))
