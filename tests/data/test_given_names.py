"""The list of given names: its form, and the script that it names."""

from pathlib import Path

from mitgemeint.data import resource

SCRIPT = Path(__file__).parents[2] / "data" / "build" / "names" / "build.py"


def test_names_are_sorted_and_have_a_gender() -> None:
    text = resource("lexicon", "given_names.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    assert len(rows) > 10_000
    assert all(len(row) == 2 and row[0] and row[1] in {"m", "f", "mf"} for row in rows)
    assert [row[0] for row in rows] == sorted({row[0] for row in rows})


def test_the_list_names_its_script() -> None:
    head = resource("lexicon", "given_names.tsv").read_text("utf-8").splitlines()[0]
    assert "data/build/names/build.py" in head
    assert SCRIPT.is_file()
