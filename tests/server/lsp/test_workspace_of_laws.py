"""Sixty laws as a workspace, with the real analysis: floors where the data is present."""

from pathlib import Path

import pytest

from mitgemeint.eval.latency import measure_workspace

SHARED = Path(__file__).parents[4] / "shared" / "data"


@pytest.mark.skipif(not (SHARED / "laws").is_dir(), reason="the laws are not here")
def test_the_laws_are_pulled_with_progress_and_let_go_at_once() -> None:
    measured = measure_workspace(SHARED / "laws")
    assert measured.files == measured.parts == 60
    assert measured.diagnostics > 1000
    assert measured.steps >= measured.files
    assert measured.cancel_seconds < 0.5
