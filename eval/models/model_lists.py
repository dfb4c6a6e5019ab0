"""The lists of models that ship, so that one name runs them all."""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mitgemeint.data import resource
from mitgemeint.eval.models.place import here, split_revision
from mitgemeint.eval.problems import EvalError, readable


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


def chosen_models(benchmark: str, names: Iterable[str]) -> tuple[ModelChoice, ...]:
    """The models that names stand for: a list of the benchmark (`turkish-paper`), or one model each.

    `owner/model@revision` sets a revision. Raises EvalError where there is none or one occurs twice.
    """
    lists = model_lists(benchmark)
    chosen = [choice for name in names for choice in lists.get(name) or (_choice(name),)]
    if not chosen:
        raise EvalError("--model", "no model is named", f"name one, or a list ({', '.join(lists)})")
    seen: set[tuple[str, str | None]] = set()
    for choice in chosen:
        if (choice.model, choice.revision) in seen:
            raise EvalError("--model", f"{choice.model} is named twice", "name each model once")
        seen.add((choice.model, choice.revision))
    return tuple(chosen)


def short_names(choices: Sequence[ModelChoice]) -> list[str]:
    """What results call models: by the names of their folders and files, where those tell them apart."""
    names = [choice.name for choice in choices]
    short = [path.name if (path := here(name.rpartition(":")[2])) else name for name in names]
    return [readable(name) for name in (short if len(set(short)) == len(short) else names)]


def _choice(name: str) -> ModelChoice:
    return ModelChoice(name, *split_revision(name))
