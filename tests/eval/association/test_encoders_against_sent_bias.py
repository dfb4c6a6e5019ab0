"""Real models against the values that the original program gave for them (`../shared/data/reference`)."""

import json
import os
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mitgemeint.eval.association.encoders.pooling import Pooling
from mitgemeint.eval.association.encoders.transformers_encoder import load_transformers_encoder as load

SHARED = Path(__file__).parents[4] / "shared" / "data"
POOLINGS = {"cls": Pooling.CLS, "mean": Pooling.MEAN, "first_nospecial": Pooling.FIRST_PIECE}
SETS = ("targ1", "targ2", "attr1", "attr2")
# Not imported here: torch would be in the process of all other tests, too.
MISSING = [name for name in ("torch", "transformers") if find_spec(name) is None]
pytestmark = [
    pytest.mark.skipif(not SHARED.is_dir(), reason="the reference values (../shared/data) are not here"),
    pytest.mark.skipif(
        bool(MISSING) and "CI" not in os.environ,
        reason=f"the extra eval is not installed ({', '.join(MISSING)})",
    ),
]


def cases(model: str, pooling: str) -> Mapping[str, Any]:
    """The stable cases, by the name of the test."""
    content = json.loads((SHARED / "reference" / "sentbias_encoders.json").read_text("utf-8"))
    begin = f"{model}|{pooling}|"
    return {
        name.removeprefix(begin): case
        for name, case in content["cases"].items()
        if name.startswith(begin) and not case["numerically_unstable"]
    }


@pytest.mark.parametrize(("pooling", "count"), [("cls", 12), ("mean", 9), ("first_nospecial", 4)])
def test_minilm_gives_the_same_scores(installed: Callable[[str], Path], pooling: str, count: int) -> None:
    wanted = cases("minilm-en", pooling)
    assert len(wanted) == count
    texts = {
        test: {name: content[name]["examples"] for name in SETS}
        for test in wanted
        for content in [json.loads((SHARED / "sent-bias" / f"{test}.jsonl").read_text("utf-8"))]
    }
    encoder = load(str(installed("all-minilm-l6-v2")), pooling=POOLINGS[pooling])
    known = sorted({text for sets in texts.values() for row in sets.values() for text in row})
    vectors = encoder.encode(known).vectors.astype(np.float64)
    unit = dict(zip(known, vectors / np.linalg.norm(vectors, axis=1, keepdims=True), strict=True))
    for test, case in wanted.items():
        x, y, a, b = (np.stack([unit[text] for text in texts[test][name]]) for name in SETS)
        both = np.concatenate([x, y])
        scores = (both @ a.T).mean(axis=1) - (both @ b.T).mean(axis=1)
        effect = (scores[: len(x)].mean() - scores[len(x) :].mean()) / scores.std(ddof=1)
        np.testing.assert_allclose(scores, case["s_w"], atol=1e-6, err_msg=test)
        # d divides by the spread of s, and with it the rounding of the float32 vectors behind the reference
        # values (which double precision does not have): about 1e-8 in s.
        assert effect == pytest.approx(case["d"], abs=1e-6 + 2e-8 / case["std_s_w"]), test


def test_e5_knows_german_and_turkish(installed: Callable[[str], Path]) -> None:
    """The converted model: near to each other stands what means the same, across languages."""
    pairs = [
        ("Die Ärztin arbeitet im Krankenhaus.", "Doktor hastanede çalışıyor."),
        ("Heute regnet es.", "Bugün yağmur yağıyor."),
        ("Das Haus ist alt.", "Ev eski."),
        ("Sie spielt gern Klavier.", "Piyano çalmayı seviyor."),
    ]
    encoder = load(str(installed("multilingual-e5-small")), pooling=Pooling.MEAN)
    encoded = encoder.encode([text for pair in pairs for text in pair])
    assert encoded.unknown == (0,) * 8
    unit = encoded.vectors / np.linalg.norm(encoded.vectors, axis=1, keepdims=True)
    assert (unit[::2] @ unit[1::2].T).argmax(axis=1).tolist() == [0, 1, 2, 3]
