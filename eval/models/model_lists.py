"""The lists of models that ship, so that one name runs them all."""

import tomllib
from dataclasses import dataclass

from mitgemeint.data import resource


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model as it is asked for: what results call it, its name or folder, the revision if one is set."""

    name: str
    model: str
    revision: str | None = None
    note: str = ""


def model_lists(benchmark: str) -> dict[str, tuple[ModelChoice, ...]]:
    """The models of each list of a benchmark, by the list's name (`data/benchmarks/*/models.toml`)."""
    content = tomllib.loads(resource("benchmarks", benchmark, "models.toml").read_text("utf-8"))
    return {name: tuple(ModelChoice(**row) for row in table["models"]) for name, table in content.items()}
