"""The review sheet: what is drawn, that it can be drawn again, and how it is written."""

import sys
from pathlib import Path

import pytest

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.eval import sample
from mitgemeint.eval.closure import Piece
from mitgemeint.eval.sample import HEADER, Drawn, draw, sheet, suggestions

PIPELINE = Settings(notations=["star", "pair"])


@pytest.fixture(scope="module")
def drawn() -> list[Drawn]:
    pieces = [
        Piece("Es regnet. Die Gärtner kommen. Danach ruht man."),
        Piece("Jeder **Koch**\nlacht.", "markdown"),
    ]
    return list(suggestions(Pipeline(PIPELINE), pieces))


def test_a_suggestion_stands_with_its_sentence_before_and_after(drawn: list[Drawn]) -> None:
    assert drawn[0] == Drawn("star", "Gärtner", "Die Gärtner kommen.", "Die Gärtner*innen kommen.")
    assert [item.notation for item in drawn] == ["star", "pair", "star", "pair"]
    assert drawn[2].original == "Jeder **Koch**\nlacht."


def test_the_same_seed_draws_the_same(drawn: list[Drawn]) -> None:
    assert draw(drawn, 3, seed=7) == draw(drawn, 3, seed=7)
    assert len(draw(drawn + drawn, 10, seed=7)) == 4


def test_another_seed_draws_others(drawn: list[Drawn]) -> None:
    assert len({tuple(draw(drawn, 4, seed)) for seed in range(10)}) > 1


def test_a_sheet_is_numbered_and_has_a_column_for_marks(drawn: list[Drawn]) -> None:
    lines = list(sheet(drawn[2:3]))
    assert lines[0] == "| no | notation | finding | original | suggestion | mark |"
    assert lines[2] == "| 1 | star | Koch | Jeder **Koch** lacht. | Jede*r Köch*in lacht. |  |"


def test_tab_separated_cells_hold_no_line_ends(drawn: list[Drawn]) -> None:
    header, *lines = sheet(drawn, tsv=True)
    assert header.split("\t") == list(HEADER)
    assert all(len(line.split("\t")) == len(HEADER) for line in lines)
    assert not any("\n" in line for line in lines)


def test_the_command_prints_a_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "brief.txt").write_text("Die Gärtner kommen.", "utf-8")
    monkeypatch.setattr(sys, "argv", ["sample", str(tmp_path), "--notations", "pair", "--tsv"])
    assert sample.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "1\tpair\tGärtner\tDie Gärtner kommen.\tDie Gärtnerinnen und Gärtner kommen.\t"


def test_a_folder_without_texts_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["sample", str(tmp_path)])
    with pytest.raises(SystemExit):
        sample.main()
    assert "holds no text with a suggestion" in capsys.readouterr().err
