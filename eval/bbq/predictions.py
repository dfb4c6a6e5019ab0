"""Answers that another program gave, from a file: to score what was not run here."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mitgemeint.eval.bbq.data_set import rows
from mitgemeint.eval.bbq.item import Item
from mitgemeint.eval.bbq.reading import read_answer
from mitgemeint.eval.bbq.tally import Answer
from mitgemeint.eval.bbq.unifiedqa import read_unifiedqa
from mitgemeint.eval.bbq.wordings import Wordings, read_wordings
from mitgemeint.eval.problems import EvalError

FIELD = "prediction"
_COLUMNS = {
    *("item", "id", "index", "example_id", "category", "context", "question", "label", "answer_info"),
    *("question_index", "question_polarity", "context_condition", "additional_metadata"),
    *(f"{name}{place}" for name in ("ans", "choice_") for place in range(3)),
}
"""What a row may have besides answers."""


def prediction_files(path: Path) -> tuple[Path, ...]:
    """The file, or the files of JSON lines of a folder; EvalError where there is none."""
    remedy = "name a file of JSON lines, or a folder of them"
    try:
        found = sorted(path.rglob("*.jsonl")) if path.is_dir() else [path] if path.is_file() else []
    except OSError as error:
        raise EvalError(path, error.strerror or "cannot be read", remedy) from error
    if not found:
        raise EvalError(path, "there are no predictions", remedy)
    return tuple(found)


def read_predictions(
    paths: Sequence[Path], field: str, items: Sequence[Item], *, unifiedqa: bool = False
) -> Iterator[tuple[Item, Answer]]:
    """The items that the files have answers to, with those.

    A row tells its item by `item` or `id` (that of the items), or by `category` and `example_id` (those of
    BBQ); the answer under `field` is the place of a choice, or a text, which is read as generated answers are
    (`unifiedqa`: as the authors of BBQ read those of UnifiedQA). Rows without an answer (null) are left out.
    Raises EvalError where a row is of no item or of one that was answered before, or no row has an answer.
    """
    known = {item.id: item for item in items}
    wordings = read_wordings()
    seen: set[str] = set()
    for path in paths:
        for number, row in rows(path):
            place = f"{path}:{number}"
            if field not in row:
                unknown = [name for name in row if name not in _COLUMNS]
                here = ", ".join(unknown or row)
                raise EvalError(place, f"has no {field}", f"name the answers with --field ({here[:120]})")
            item = known.get(_id(row))
            if item is None:
                raise EvalError(place, f"is an answer to {_id(row)!r}, which is no item", "name the data set")
            if row[field] is None:
                continue
            if item.id in seen:
                raise EvalError(place, f"is a second answer to {item.id}", "take one of them out")
            seen.add(item.id)
            given = row[field]
            if isinstance(given, bool) or not isinstance(given, int | str):
                raise EvalError(place, f"{str(given)[:40]!r} is no answer", "give 0, 1, 2 or a text")
            if isinstance(given, int):
                if given not in (0, 1, 2):
                    raise EvalError(place, f"{given} is no place of a choice", "give 0, 1 or 2")
                yield item, given
            elif unifiedqa:
                yield item, read_unifiedqa(given, item.choices, _names(row, item))
            else:
                yield (
                    item,
                    read_answer(given, item.choices, item.unknown, wordings.get(item.language, Wordings())),
                )
    if not seen:
        raise EvalError(paths[0], "there are no answers", "name them with --field")


def _id(row: dict[str, Any]) -> str:
    told = row.get("item", row.get("id"))
    return str(told) if told is not None else f"{row.get('category')}/{row.get('example_id')}"


def _names(row: dict[str, Any], item: Item) -> list[str]:
    """The short texts of the choices in `answer_info`."""
    try:
        return [str(row["answer_info"][f"ans{place}"][0]) for place in range(3)]
    except (TypeError, KeyError, IndexError):
        return list(item.choices)
