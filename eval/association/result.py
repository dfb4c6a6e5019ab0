"""What one test of one model gave, and a whole run: values that are written to and read from JSON."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from mitgemeint.eval import stored as checks
from mitgemeint.eval.association import stored
from mitgemeint.eval.problems import EvalError

FORMAT = "mitgemeint association run, version 1"


Interval = tuple[float, float]
"""Lower and upper limit."""


class LeftOutTemplate(NamedTuple):
    """d without the texts of one template; None where it is not defined then."""

    template: str
    effect_size: float | None


@dataclass(frozen=True, slots=True)
class Result:
    """One cell: a test on a model. What is not defined, or was not asked for, is None.

    `sizes` are those of X, Y, A and B as they were compared, `scores` s(w, A, B) of the texts of X and of
    Y, which are `targets`. `effect_size` is d; `over_words` and `over_templates` are its bootstrap
    intervals (BCa), `without_template` what it becomes without each template. `p` is the p-value over texts,
    as the published programs have it, `p_by_word` the one over words where several texts are made of one;
    `p_method` is how it came about (exact, sampled, normal, normal-fit), `partitions` how many were
    counted or drawn, `p_interval` the limits of a sampled p. `warnings` begin with a stable code.
    `missing` are texts that the model has no vector for.
    """

    test: str
    level: str
    model: str
    sizes: tuple[int, int, int, int]
    statistic: float | None = None
    effect_size: float | None = None
    over_words: Interval | None = None
    over_templates: Interval | None = None
    without_template: tuple[LeftOutTemplate, ...] = ()
    p: float | None = None
    p_by_word: float | None = None
    p_method: str = ""
    partitions: int | None = None
    p_interval: Interval | None = None
    scores: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
    targets: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    warnings: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def means(self) -> tuple[float | None, float | None]:
        """The mean score of X and of Y: d tells their difference only, not on which side of 0 they are."""
        x, y = (sum(part) / len(part) if part else None for part in self.scores)
        return x, y


@dataclass(frozen=True, slots=True)
class Run:
    """The results of several models on several tests, and how they came about."""

    settings: Mapping[str, Any]
    provenance: Mapping[str, Any]
    results: tuple[Result, ...] = field(default=())

    @property
    def tests(self) -> tuple[str, ...]:
        """The tests in the order of the run."""
        return tuple(dict.fromkeys(result.test for result in self.results))

    @property
    def models(self) -> tuple[str, ...]:
        """The models in the order of the run."""
        return tuple(dict.fromkeys(result.model for result in self.results))

    def cells(self) -> dict[tuple[str, str], Result]:
        """The results by model and test."""
        return {(result.model, result.test): result for result in self.results}


def as_json(result: Result) -> dict[str, Any]:
    """A result for JSON; what is no number becomes null."""
    return {name: _plain(value) for name, value in asdict(result).items()}


def from_json(values: Mapping[str, Any]) -> Result:
    """A result from JSON; ValueError or TypeError where it is none."""
    checks.check(values, {})
    read = {entry.name: _tuple(values[entry.name]) for entry in fields(Result) if entry.name in values}
    checks.check(read, stored.RESULT)
    read["without_template"] = tuple(LeftOutTemplate(*each) for each in read.get("without_template", ()))
    return Result(**read)


def dump(run: Run) -> str:
    """A run as JSON text."""
    content = {
        "format": FORMAT,
        "settings": dict(run.settings),
        "provenance": dict(run.provenance),
        "results": [as_json(result) for result in run.results],
    }
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False)


def load(path: Path) -> Run:
    """The run in a file, or in the `results.json` of a folder; EvalError where there is none."""
    file = path
    try:
        file = path / "results.json" if path.is_dir() else path
        if file.exists() and not file.is_file():
            raise ValueError("it is no file")
        content = json.loads(file.read_text("utf-8"))
        if content.get("format") != FORMAT:
            raise ValueError("it does not say that it is a run")
        checks.check(content["settings"], stored.SETTINGS)
        checks.check(content["provenance"], {})
        results = tuple(from_json(each) for each in content["results"])
        if not results:
            raise ValueError("it has no results")
        return Run(content["settings"], content["provenance"], results)
    except OSError as error:
        remedy = "name the folder or the results.json that `association run` has written"
        raise EvalError(str(file), error.strerror or "cannot be read", remedy) from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        remedy = "name a results.json that this version of `association run` has written"
        raise EvalError(str(file), f"is no run of association tests ({error})", remedy) from error


def _plain(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, Sequence) and not isinstance(value, str) else value
