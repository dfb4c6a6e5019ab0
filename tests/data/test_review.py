"""Accepted pairs become curation that the build can read."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(
    not (ROOT / "data/build/lexicon").is_dir(),
    reason="the build scripts are not part of an installed package",
)

HEAD = "accept\tmasculine\tfeminine\tparadigm\tstatus\texample\n"
TABLE = (
    HEAD + 'x\tTeamer\tTeamerin\ter\tnew\tdie "Teamer\n'
    "\tKobold\tKoboldin\t\tnew\t\n"
    "X\tQuartiersrat\tQuartiersrätin\te-umlaut\tnew\t\n"
    "ja\tSkeptologe\tSkeptologin\t\tnew\t\n"
)


def test_accepted_rows_become_additions(tmp_path: Path) -> None:
    from mitgemeint.data.build.lexicon import curation, review

    pairs = review.accepted(TABLE, ["Lehrer"])
    assert [pair.masculine for pair in pairs] == ["Skeptologe", "Quartiersrat", "Teamer"]
    (tmp_path / "additions.toml").write_text("\n".join(review.groups(pairs)), "utf-8")
    read = curation.load(tmp_path).additions
    assert {each.masculine: (each.feminine, each.paradigm) for each in read.values()} == {
        "Skeptologe": ("", ""),  # the rule gives Skeptologin
        "Quartiersrat": ("Quartiersrätin", "e-umlaut"),
        "Teamer": ("", "er"),
    }


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("vielleicht\tTeamer\tTeamerin\t\t\t", "line 2: 'vielleicht' is neither x nor empty"),
        ("x\tLehrer\tLehrerin\t\t\t", "line 2: Lehrer is known already"),
        ("x\tTeamer\tTeamerin\tfalsch\t\t", "line 2: there is no paradigm 'falsch'"),
        ("x\t\tTeamerin\t\t\t", "line 2: '' is no noun"),
        ("x\tTeamer\tTeamerin\t\t\t\nx\tTeamer\tTeamerin\t\t\t", "line 3: Teamer is known already"),
    ],
)
def test_rows_that_cannot_be_used(row: str, message: str) -> None:
    from mitgemeint.data.build.lexicon import curation, review

    with pytest.raises(curation.CurationError, match=message):
        review.accepted(HEAD + row, ["Lehrer"])


def test_columns_that_are_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from mitgemeint.data.build.lexicon import review

    (tmp_path / "t").write_text("masculine\tfeminine\n", "utf-8")
    assert review.main([str(tmp_path / "t")]) == 2
    assert "line 1: the columns accept, paradigm are missing" in capsys.readouterr().err
    assert review.main([str(tmp_path / "missing")]) == 2
