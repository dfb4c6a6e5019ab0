"""Two runs beside each other: what changed in effect sizes and p-values, test by test and model by model."""

from collections.abc import Iterator
from dataclasses import dataclass

from mitgemeint.eval.association.result import Result, Run
from mitgemeint.eval.association.tables import UNDEFINED, shown_p
from mitgemeint.eval.command import table
from mitgemeint.eval.problems import EvalError
from mitgemeint.eval.settings import settings_that_differ


@dataclass(frozen=True, slots=True)
class Difference:
    """A cell of two runs; `before` or `after` is None where a run has it not."""

    model: str
    test: str
    before: Result | None
    after: Result | None

    @property
    def change(self) -> float | None:
        """How much d has grown, None where one of the two is not defined."""
        if self.before is None or self.after is None:
            return None
        first, second = self.before.effect_size, self.after.effect_size
        return None if first is None or second is None else second - first


def differences(before: Run, after: Run) -> list[Difference]:
    """All cells of the two runs. Where each has one model and their names differ, these two are compared."""
    first, second = before.cells(), after.cells()
    if len(before.models) == len(after.models) == 1 and before.models != after.models:
        (old,), (new,) = before.models, after.models
        first = {(f"{old} → {new}", test): result for (_, test), result in first.items()}
        second = {(f"{old} → {new}", test): result for (_, test), result in second.items()}
    if not first.keys() & second.keys():
        raise EvalError(
            "compare", "the two runs share no test of one model", "name runs of the same tests and models"
        )
    return [Difference(*key, first.get(key), second.get(key)) for key in dict.fromkeys([*first, *second])]


def as_markdown(before: Run, after: Run) -> Iterator[str]:
    """The comparison as lines of Markdown: settings that differ, d and p of both, and the change of d."""
    if differing := settings_that_differ(before.settings, after.settings):
        yield from ("Settings that differ:", "", *(f"- {line}" for line in differing), "")
    found = differences(before, after)
    rows = [
        (
            each.model,
            each.test,
            _d(each.before),
            _d(each.after),
            _change(each),
            _p(each.before),
            _p(each.after),
        )
        for each in found
    ]
    yield from table(("model", "test", "d before", "d after", "change", "p before", "p after"), rows)
    changes = [abs(change) for each in found if (change := each.change) is not None]
    if changes:
        yield ""
        cells = "1 cell" if len(changes) == 1 else f"{len(changes)} cells"
        mean, most = sum(changes) / len(changes), max(changes)
        yield f"In both: {cells}; d changed by {mean:.2f} on average, by {most:.2f} at most."


def _d(result: Result | None) -> str:
    return UNDEFINED if result is None or result.effect_size is None else f"{result.effect_size:.2f}"


def _p(result: Result | None) -> str:
    return UNDEFINED if result is None or result.p is None else shown_p(result.p)


def _change(difference: Difference) -> str:
    return UNDEFINED if difference.change is None else f"{difference.change:+.2f}"
