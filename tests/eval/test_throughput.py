"""The laws as a workload: no crash, sound offsets. Time and memory are measured by the script, not here."""

from pathlib import Path

import pytest

from mitgemeint.eval.throughput import measure

SHARED = Path(__file__).parents[3] / "shared" / "data"


def test_measures_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "brief.md"
    path.write_text("# Brief\n\nDie **Gärtner** kommen.\n", "utf-8")
    measured = measure([path])
    assert (measured.files, measured.findings, measured.wrong_slices) == (1, 1, 0)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the evaluation data (../shared/data) is not here")
def test_every_finding_of_the_laws_is_the_slice_at_its_offsets() -> None:
    measured = measure(sorted((SHARED / "laws").glob("*.md")))
    assert measured.files == 60
    assert measured.findings > 1000
    assert measured.wrong_slices == 0
