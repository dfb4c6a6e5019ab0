"""Time against the length of a text, for each stage of the analysis.

Processor time of this process, so that other programs on the machine count little. A text is made of the
sentences of the sets, each once, so that nothing is read from a cache, and mixed, so that long texts are made
up as short ones are; every length has a new pipeline, whose resources are loaded before.
"""

import json
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.analysis.stages import Stage
from mitgemeint.eval import stored
from mitgemeint.eval.problems import EvalError

FORMAT = "mitgemeint inclusive timing, version 1"
SUGGESTIONS = "suggestions"
"""The stage after the analysis: suggestions are written when somebody looks at them."""

STAGES = (*Stage, SUGGESTIONS)
SHORTEST = 1000
REPEATS = 3
SEED = 2022


@dataclass(frozen=True, slots=True)
class Point:
    """The seconds of each stage for a text of so many characters: the fastest of several runs."""

    characters: int
    seconds: Mapping[str, float]

    @property
    def total(self) -> float:
        """The seconds of all stages."""
        return sum(self.seconds.values())


@dataclass(frozen=True, slots=True)
class Timing:
    """The times of several lengths, and how they came about."""

    points: tuple[Point, ...]
    provenance: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """Seconds for each 1,000 characters, seconds for none, and the share of variance explained (R²)."""

    slope: float
    start: float
    explained: float


class _Clock:
    """Adds up the processor time of stages. Stages do not lie within each other."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = dict.fromkeys(STAGES, 0.0)

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        begun = time.process_time()
        yield
        self.seconds[stage] += time.process_time() - begun


def measure(sentences: Sequence[str], repeats: int = REPEATS) -> Iterator[Point]:
    """The time for texts of 1,000, 2,000, 4,000 … characters, as long as the sentences last.

    EvalError where they do not last for three lengths.
    """
    every = list(dict.fromkeys(sentences))
    random.Random(SEED).shuffle(every)
    lengths = [*_lengths(every)]
    if len(lengths) < 3:
        reason = "is too short for the time to be measured"
        raise EvalError("--set", reason, "add sets, or leave the time out with --no-time")
    _run(" ".join(every[:20]))  # resources are loaded, and functions have been called once
    for length in lengths:
        text = _text(every, length)
        runs = [_run(text) for _ in range(repeats)]
        yield Point(len(text), min(runs, key=lambda seconds: sum(seconds.values())))


def fit(points: Sequence[Point], stage: str | None = None) -> Line:
    """The straight line through the times of a stage, or through all of them together (least squares)."""
    x = np.array([point.characters / 1000 for point in points])
    y = np.array([point.total if stage is None else point.seconds[stage] for point in points])
    slope, start = np.polyfit(x, y, 1)
    variance = float(((y - y.mean()) ** 2).sum())
    left = float(((y - (slope * x + start)) ** 2).sum())
    return Line(float(slope), float(start), 1 - left / variance if variance else 1.0)


def count_lengths(sentences: Sequence[str]) -> int:
    """How many lengths are measured for so many sentences."""
    return len([*_lengths(list(dict.fromkeys(sentences)))])


def _lengths(sentences: Sequence[str]) -> Iterator[int]:
    longest = sum(len(sentence) + 1 for sentence in sentences)
    length = SHORTEST
    while length <= longest:
        yield length
        length *= 2


def _text(sentences: Sequence[str], length: int) -> str:
    taken: list[str] = []
    size = 0
    for sentence in sentences:
        if size >= length:
            break
        taken.append(sentence)
        size += len(sentence) + 1
    return " ".join(taken)


def _run(text: str) -> dict[str, float]:
    clock = _Clock()
    pipeline = Pipeline(Settings(), watch=clock)
    findings = pipeline.analyze(text).findings
    with clock(SUGGESTIONS):
        for finding in findings:
            len(finding.suggestions)
    return clock.seconds


# ---- JSON ----


def dump(timing: Timing) -> str:
    """A timing as JSON text."""
    points = [{"characters": each.characters, "seconds": dict(each.seconds)} for each in timing.points]
    content = {"format": FORMAT, "provenance": dict(timing.provenance), "points": points}
    return json.dumps(content, ensure_ascii=False, indent=1)


def load(path: Path) -> Timing:
    """The timing in a file; EvalError where it is none."""
    try:
        content = stored.json_value(path.read_text("utf-8"))
        if not isinstance(content, Mapping):
            raise ValueError("it is no object")
        if content.get("format") != FORMAT:
            raise ValueError("it does not say that it is a timing")
        stored.check(content["provenance"], {})
        return Timing(tuple(map(_point, content["points"])), content["provenance"])
    except OSError as error:
        raise EvalError(
            str(path), error.strerror or "cannot be read", "run `inclusive ablate` first"
        ) from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise EvalError(str(path), f"is no timing ({error})", "run `inclusive ablate` again") from error


def _point(value: Mapping[str, Any]) -> Point:
    seconds = value["seconds"]
    stored.check(value, {"characters": stored.count})
    stored.check(seconds, dict.fromkeys(STAGES, stored.number))
    return Point(value["characters"], {stage: float(seconds[stage]) for stage in STAGES})
