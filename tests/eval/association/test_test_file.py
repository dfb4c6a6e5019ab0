"""Test files: what is read, and what a malformed one is told."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.eval.association.test_file import (
    AssociationTest,
    TextSet,
    decoded_test,
    read_rows,
    read_test,
    rendered,
)
from mitgemeint.eval.problems import EvalError

GOOD = {
    "targ1": {"category": "MaleNames", "examples": ["Orhan", "Hakan"]},
    "targ2": {"category": "FemaleNames", "examples": ["Sibel"]},
    "attr1": {"category": "Career", "examples": ["ofis"]},
    "attr2": {"category": "Family", "examples": ["ev"]},
}


def changed(**keys: Any) -> str:
    return json.dumps({**GOOD, **keys}, ensure_ascii=False)


def without(key: str) -> str:
    return json.dumps({name: value for name, value in GOOD.items() if name != key})


def a_set(category: Any = "Career", examples: Any = ("ofis",)) -> dict[str, Any]:
    return {"category": category, "examples": examples}


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "weat6.jsonl"
    path.write_text(json.dumps(GOOD, indent=2), "utf-8")
    assert read_test(path) == AssociationTest(
        "weat6",
        x=TextSet("MaleNames", ("Orhan", "Hakan")),
        y=TextSet("FemaleNames", ("Sibel",)),
        a=TextSet("Career", ("ofis",)),
        b=TextSet("Family", ("ev",)),
    )


MALFORMED: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "is empty"),
    "blanks": (" \n", "is empty"),
    "no JSON": ('{"targ1": ', "is no JSON at line 1, column 11"),
    "a list": ("[]", "is a list where an object is wanted"),
    "null": ("null", "is null where an object is wanted"),
    "a number": ("1", "is a number where an object is wanted"),
    "a key missing": (without("attr2"), "lacks attr2"),
    "all keys missing": ("{}", "lacks targ1, targ2, attr1, attr2"),
    "a key twice": ('{"targ1": 1, "targ1": 2}', "has the key 'targ1' twice"),
    "a set that is a list": (changed(attr1=["ofis"]), "attr1: is a list where an object is wanted"),
    "a set without a category": (changed(attr1={"examples": ["ofis"]}), "attr1: lacks category"),
    "a set without examples": (changed(attr1={"category": "Career"}), "attr1: lacks examples"),
    "a category that is a number": (changed(attr1=a_set(category=1)), "attr1.category: is a number"),
    "an empty category": (changed(attr1=a_set(category=" ")), "attr1.category: is empty"),
    "targets of one category": (
        changed(targ2=a_set("MaleNames", ["Sibel"])),
        "targ1 and targ2 are both called 'MaleNames'",
    ),
    "attributes of one category": (
        changed(attr2=a_set("Career", ["ev"])),
        "attr1 and attr2 are both called 'Career'",
    ),
    "examples in a string": (changed(attr1=a_set(examples="ofis")), "attr1.examples: is a string"),
    "no examples": (changed(attr1=a_set(examples=[])), "attr1.examples: is empty"),
    "an empty example": (changed(attr1=a_set(examples=["ofis", ""])), "attr1.examples[1]: is empty"),
    "a blank example": (changed(attr1=a_set(examples=["\t"])), "attr1.examples[0]: is empty"),
    "an example that is true": (changed(attr1=a_set(examples=[True])), "attr1.examples[0]: is true or false"),
    "half a surrogate pair in a category": (
        changed().replace('"MaleNames"', '"F\\ud800"'),
        "targ1.category: holds half of a surrogate pair",
    ),
    "a number of too many digits": ('{"targ1": ' + "9" * 5000 + "}", "cannot be read"),
    "half a surrogate pair": (
        changed().replace('"ofis"', '"\\ud83d"'),
        "attr1.examples[0]: holds half of a surrogate pair",
    ),
    "two objects": (f"{changed()}\n{changed()}\n", "holds more than one JSON value"),
    "a byte order mark": (b"\xef\xbb\xbf" + changed().encode(), "begins with a byte order mark"),
    "UTF-16": (changed().encode("utf-16"), "begins with a byte order mark"),
    "Latin-5": (changed(attr1=a_set(examples=["düğün"])).encode("iso8859-9"), "is not UTF-8 at byte"),
    "nesting": ("[" * 100_000, "is n"),
}


@pytest.mark.parametrize(("content", "told"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_file_is_told_in_one_line(content: str | bytes, told: str, tmp_path: Path) -> None:
    path = tmp_path / "weat6.jsonl"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(EvalError) as caught:
        read_test(path)
    line = str(caught.value)
    assert "\n" not in line
    assert line.startswith(str(path))
    assert told in line
    assert line.endswith(caught.value.remedy)
    assert caught.value.remedy


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(EvalError, match=r"weat9\.jsonl: there is no such file; check the path"):
        read_test(tmp_path / "weat9.jsonl")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(EvalError, match="cannot be read"):
        read_test(tmp_path)


def test_other_keys_and_repeated_texts_stay(tmp_path: Path) -> None:
    test = decoded_test({**GOOD, "note": 1, "attr1": a_set(examples=["ev", "ev"])}, name="n", place="p")
    assert test.a.texts == ("ev", "ev")


def test_rows_are_tests_with_numbers_of_lines(tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    path.write_text(f"{changed()}\n\n{changed()}\n", "utf-8")
    assert [test.name for test in read_rows(path)] == ["all:1", "all:3"]


def test_a_malformed_row_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    path.write_text(f"{changed()}\n{without('targ1')}\n", "utf-8")
    with pytest.raises(EvalError, match=r"all\.jsonl:2: lacks targ1"):
        read_rows(path)


@pytest.mark.parametrize(
    ("texts", "level"),
    [
        (["Orhan"], "word"),
        (["Bu Orhan."], "sentence"),
        (["Bu kim?", "Bu Orhan!"], "sentence"),
        (["Er sagte: „Das ist Uwe.“"], "sentence"),
        (["kız kardeş"], "word"),
    ],
)
def test_the_level_is_seen_from_the_texts(texts: list[str], level: str) -> None:
    sets = {key: a_set(key, texts) for key in GOOD}
    assert decoded_test(sets, name="n", place="p").level == level


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
SETS = st.builds(TextSet, TEXTS, st.lists(TEXTS, min_size=1, max_size=4).map(tuple))


@given(st.tuples(SETS, SETS, SETS, SETS))
def test_what_is_written_is_read(sets: tuple[TextSet, TextSet, TextSet, TextSet]) -> None:
    x, y, a, b = sets
    if x.category == y.category or a.category == b.category:
        return
    test = decoded_test(json.loads(rendered(AssociationTest("n", x, y, a, b))), name="n", place="p")
    assert (test.x, test.y, test.a, test.b) == sets
