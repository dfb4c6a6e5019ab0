"""Builds the weights of the discourse clues: `python data/build/discourse/build.py [--check]`.

Reads the texts beside it, written for this purpose: news, full of known men, and other prose (contracts,
handbooks, essays), full of people in general. In them every masculine is marked: {S|Minister} a known man,
{G|Mieter} people in general, {P|Sprecher} an unnamed person, {T|Anlagenbauer} no person. A logistic
regression with a quadratic penalty learns from the open masculines (S against G) of the texts with an odd
number what each clue adds; the even ones are kept for measuring (`python -m mitgemeint.eval.reference`).
Clues that are too rare there have a weight by hand, in `BY_HAND`. Writes data/lexicon/discourse.toml;
`--check` says whether it is up to date instead.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mitgemeint.analysis import Pipeline
from mitgemeint.analysis.discourse import FILE
from mitgemeint.eval.marked_texts import KNOWN, MarkedText, load

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "lexicon" / FILE
LEARNT = "SG"
PENALTY = 1.0
STEPS, RATE = 6000, 0.01
# A masculine is taken for a known man from these log odds, and for one for certain.
THRESHOLD, CERTAIN = 0.0, 1.75
# Too rare in the texts to be learnt, and known from grammar: whose word is told (nach Angaben des Ministers),
# who has a family (der Händler und seine Frau), who was spoken of just before; not laws, nor Ihr Arzt.
BY_HAND = {"attribution": 1.8, "family": 2.0, "law": -2.0, "same-head-near": 1.2, "of-addressee": -2.0}
HEAD = """\
# What each clue adds to the log odds that an open masculine means one known man. Generated, not edited:
# data/build/discourse/build.py learns it from the texts beside it; the ones it has by hand stand there.
"""


@dataclass(frozen=True, slots=True)
class Example:
    """The clues of an open masculine, and whether it means a known man."""

    clues: frozenset[str]
    known: bool


def examples(texts: Sequence[MarkedText], pipeline: Pipeline) -> Iterator[Example]:
    """The open masculines of texts that are marked as known men or as people in general."""
    for text in texts:
        for start, end, clues in pipeline.clues(text.text):
            for mark in text.marks:
                if mark.start < end and start < mark.end and mark.kind in LEARNT:
                    yield Example(clues, mark.kind == KNOWN)


def learn(given: Sequence[Example]) -> tuple[float, dict[str, float]]:
    """The bias and the weights of a logistic regression, by gradient descent from zero."""
    names = sorted({str(clue) for example in given for clue in example.clues})
    rows: NDArray[np.float64] = np.array([[1.0, *(name in e.clues for name in names)] for e in given])
    known = np.array([float(example.known) for example in given])
    weights = np.zeros(len(names) + 1)
    for _ in range(STEPS):
        error = 1 / (1 + np.exp(-rows @ weights)) - known
        weights -= RATE * (rows.T @ error + PENALTY * np.r_[0.0, weights[1:]])
    return float(weights[0]), dict(zip(names, map(float, weights[1:]), strict=True))


def written(bias: float, weights: dict[str, float]) -> str:
    """The file: the thresholds take the bias up."""
    every = {**weights, **BY_HAND}
    lines = [f"{name} = {every[name]:.1f}" for name in sorted(every) if abs(every[name]) >= 0.05]
    return "\n".join(
        [
            f"{HEAD}threshold = {THRESHOLD - bias:.1f}",
            f"certain = {CERTAIN - bias:.1f}",
            "",
            "[clues]",
            *lines,
            "",
        ]
    )


def main() -> int:
    """Write the weights, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    texts = [text for text in load(HERE / "texts") if text.number % 2]
    found = written(*learn([*examples(texts, Pipeline())]))
    if parser.parse_args().check:
        same = TARGET.read_text(encoding="utf-8") == found
        print("up to date" if same else f"{TARGET.name} is out of date: run this script")
        return 0 if same else 1
    TARGET.write_text(found, encoding="utf-8")
    print(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
