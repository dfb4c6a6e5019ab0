"""Figures of Pomerenke 2022, "INCLUSIFY: A benchmark and a model for gender-inclusive German".

The report (arXiv:2212.02564) measured on its own 400 sentences (CC0, 305 exclusive phrases), which are not to
be had here: its figures stand beside ours for orientation. Only figures that were found in a source are
given; of its table of ablations none was, so that ours stands alone there.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Published:
    """Figures of a system by the names of `measures.MEASURES`."""

    system: str
    figures: Mapping[str, float]


SET = "its own 400 sentences"

PIPELINE = Published(
    "Pomerenke 2022, pipeline",
    {
        "recall": 0.888,
        "precision": 0.818,
        "F1": 0.852,
        "in candidates, words": 0.537,
        "first five, words": 0.441,
        "first, words": 0.051,
        "score, words": 0.492,
        "in candidates, lemmas": 0.610,
        "first five, lemmas": 0.497,
        "first, lemmas": 0.051,
        "score, lemmas": 0.559,
    },
)
PROMPTED = Published("Pomerenke 2022, language model by prompt", {"recall": 0.76, "precision": 0.50})
PUBLISHED = (PIPELINE, PROMPTED)
