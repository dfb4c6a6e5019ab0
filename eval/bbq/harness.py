"""Tasks for lm-evaluation-harness: the same items, prompts and scores as in runs of our own.

The harness puts the opening of an answer where runs of our own do: after the text and a line break, and with
its chat template as the beginning of the model's turn. See `docs/new_task_guide.md` there for the fields.
"""

import inspect
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from mitgemeint.eval.bbq import harness_scores
from mitgemeint.eval.bbq.item import Item
from mitgemeint.eval.bbq.methods import Method
from mitgemeint.eval.bbq.orders import Order, places
from mitgemeint.eval.bbq.prompts import LETTERS, SLOTS, PromptTemplate
from mitgemeint.eval.files import check_folder, write
from mitgemeint.eval.problems import EvalError

MARKER = "harness.json"
"""The file that tells a folder of such tasks, with what they were made of."""
VERSION = "1.0"
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
_SLOT = re.compile(rf"\{{({'|'.join(SLOTS)})\}}")
_PROCESSING = {Method.SUM: "by_sum", Method.LENGTH: "by_length", Method.LETTER: "by_sum"}


@dataclass(frozen=True, slots=True)
class Tasks:
    """What tasks are made of: a group of that name with a task for each prompt and order.

    `chat` writes them for models with a chat template (`--apply_chat_template` there): a line break would
    end the user's message otherwise. Raises EvalError where the harness cannot ask so.
    """

    name: str
    prompts: tuple[PromptTemplate, ...]
    method: Method = Method.ASKED
    orders: tuple[Order, ...] = (Order.GIVEN,)
    seed: int = 0
    chat: bool = False

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise EvalError("--name", f"{self.name!r} is no name of a task", "take letters, digits, - and _")
        for prompt in self.prompts:
            if self.method.of(prompt) not in _PROCESSING:
                reason = f"there is no task for answers by {self.method}"
                raise EvalError("--answers", reason, f"choose from asked, {', '.join(_PROCESSING)}")
            if not self.method.fits(prompt):
                reason = f"{prompt.name} does not ask for a letter"
                raise EvalError("--answers", reason, "choose asked, or other prompts")

    def task(self, prompt: PromptTemplate, order: Order) -> str:
        """The name of a task."""
        return "_".join((self.name, prompt.name, *([] if len(self.orders) == 1 else [order])))


class _Function(str):
    """A function of `utils.py` in a file of YAML."""


class _Writer(yaml.SafeDumper):
    pass


_Writer.add_representer(_Function, lambda writer, name: writer.represent_scalar("!function", name))


def task_files(tasks: Tasks, items: Sequence[Item], about: Mapping[str, str]) -> dict[str, str]:
    """The files of a folder of tasks by their names, the group's last. `about` says where the items are from.

    EvalError where there is no item.
    """
    if not items:
        raise EvalError("the data set", "holds no items", "choose other categories")
    files = {"utils.py": inspect.getsource(harness_scores)}
    files |= {_data(order): _lines(items, order, tasks.seed) for order in tasks.orders}
    pairs = [(prompt, order) for prompt in tasks.prompts for order in tasks.orders]
    files |= {f"{tasks.task(*pair)}.yaml": _yaml(_task(tasks, *pair)) for pair in pairs}
    files["README.md"] = _read_me(tasks, about)
    group = f"{tasks.name}.yaml"
    made_of = {
        **about,
        "prompts": [prompt.name for prompt in tasks.prompts],
        "orders": list(tasks.orders),
        "method": tasks.method,
        "seed": tasks.seed,
        "chat": tasks.chat,
        "files": sorted([*files, group]),
    }
    files[MARKER] = json.dumps(made_of, ensure_ascii=False, indent=2)
    files[group] = _yaml(_group(tasks, [tasks.task(*pair) for pair in pairs]))
    return files


def write_tasks(folder: Path, files: Mapping[str, str]) -> None:
    """Write a folder of tasks, in the place of the one that is there.

    The group's file is taken away first and comes last: without it no harness finds the tasks. EvalError
    where the folder holds anything else, or cannot be written.
    """
    check_folder(folder)
    old = _old_files(folder)
    try:
        for name in sorted(old, key=lambda name: not name.endswith(".yaml")):
            (folder / name).unlink(missing_ok=True)
        for name, content in files.items():
            write(folder / name, content)
    except OSError as error:
        raise EvalError(
            folder, error.strerror or "cannot be written", "name another folder with --out"
        ) from error


def _old_files(folder: Path) -> list[str]:
    """The files of the tasks that are in a folder; EvalError where there are others."""
    there = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    there.discard("__pycache__")
    try:
        known = set(json.loads((folder / MARKER).read_text("utf-8"))["files"]) if there else set()
    except (OSError, ValueError, KeyError, TypeError):
        known = set()
    if strange := sorted(there - known - {MARKER}):
        raise EvalError(folder, f"{strange[0]} is in it", "name an empty folder with --out")
    return sorted(there & (known | {MARKER}))


def _data(order: Order) -> str:
    return f"items-{order}.jsonl"


def _lines(items: Iterable[Item], order: Order, seed: int) -> str:
    return "\n".join(json.dumps(_row(item, order, seed), ensure_ascii=False) for item in items)


def _row(item: Item, order: Order, seed: int) -> dict[str, str | int]:
    """An item as it is shown; -1 stands for a biased choice where there is none."""
    shown = places(item, order, seed)
    return {
        "id": item.id,
        "category": item.category,
        "template": item.template,
        "condition": str(item.condition),
        "polarity": str(item.polarity),
        "context": item.context,
        "question": item.question,
        **{f"choice_{place}": item.choices[choice].strip() for place, choice in enumerate(shown)},
        "label": shown.index(item.label),
        "unknown": shown.index(item.unknown),
        "biased": -1 if item.biased is None else shown.index(item.biased),
        "counter_biased": -1 if item.counter_biased is None else shown.index(item.counter_biased),
    }


def _task(tasks: Tasks, prompt: PromptTemplate, order: Order) -> dict[str, Any]:
    method = tasks.method.of(prompt)
    letters, own = list(LETTERS), "lower_case_choices" if prompt.lower_case else "choices"
    return {
        "task": tasks.task(prompt, order),
        "custom_dataset": _Function("utils.items"),
        "dataset_kwargs": {"file": _data(order)},
        "test_split": "test",
        "output_type": "multiple_choice",
        **_wording(tasks, prompt),
        "doc_to_choice": letters if method is Method.LETTER else _Function(f"utils.{own}"),
        "doc_to_target": "label",
        "target_delimiter": " ",
        "num_fewshot": 0,
        "process_results": _Function(f"utils.{_PROCESSING[method]}"),
        "metric_list": list(_metrics()),
        "metadata": {"version": VERSION},
    }


def _wording(tasks: Tasks, prompt: PromptTemplate) -> dict[str, str]:
    """Where text, opening and the system's message stand; the opening as the beginning of the answer."""
    text = _jinja(prompt.text, prompt.lower_case)
    if tasks.chat:
        system = {"description": _jinja(prompt.system)} if prompt.system else {}
        return {**system, "doc_to_text": text, **_opening(prompt)}
    parts = (_jinja(prompt.system), text)
    joined = "\n".join(filter(None, parts))
    return {"doc_to_text": f"{joined}\n" if prompt.opening else joined, **_opening(prompt)}


def _opening(prompt: PromptTemplate) -> dict[str, str]:
    return {"gen_prefix": _jinja(prompt.opening)} if prompt.opening else {}


def _jinja(text: str, lower_case: bool = False) -> str:
    """A text with slots in the language of templates that the harness has."""
    parts = _SLOT.split(text)  # texts and names of slots in turn
    written = "".join(
        f"{{{{ {part} }}}}" if place % 2 else _literal(part) for place, part in enumerate(parts)
    )
    return f"{{% filter lower %}}{written}{{% endfilter %}}" if lower_case else written


def _literal(text: str) -> str:
    return f"{{% raw %}}{text}{{% endraw %}}" if re.search("[{}]", text) else text


def _metrics() -> Iterator[dict[str, Any]]:
    for name, aggregation in harness_scores.AGGREGATIONS.items():
        yield {
            "metric": name,
            "aggregation": _Function(f"utils.{aggregation.__name__}"),
            "higher_is_better": name.startswith("accuracy"),
        }


def _group(tasks: Tasks, names: Sequence[str]) -> dict[str, Any]:
    """The mean over prompts and orders, each of the same weight."""
    scores = [
        {"metric": name, "aggregation": "mean", "weight_by_size": False}
        for name in harness_scores.AGGREGATIONS
    ]
    return {
        "group": tasks.name,
        "task": list(names),
        "aggregate_metric_list": scores,
        "metadata": {"version": VERSION},
    }


def _yaml(values: Mapping[str, Any]) -> str:
    return yaml.dump(values, Dumper=_Writer, allow_unicode=True, sort_keys=False, width=1000)


def _read_me(tasks: Tasks, about: Mapping[str, str]) -> str:
    chat = " --apply_chat_template" if tasks.chat else ""
    sources = "\n".join(f"- {name.replace('_', ' ')}: {value}" for name, value in about.items())
    return f"""# {tasks.name}: tasks for lm-evaluation-harness

Written by `mitgemeint-eval bbq harness`; changes are lost when it writes them again.

    lm_eval --model hf --model_args pretrained=MODEL --tasks {tasks.name} --include_path FOLDER{chat}

Each task is a prompt{" in one order of the choices" if len(tasks.orders) > 1 else ""}; the group is their
mean. Scores: the share of right answers in ambiguous and in disambiguated contexts, and the bias of both
after Jin et al. 2024: (n_ab - n_ac) / n_a and n_bb / n_b - n_cc / n_c. An answer is the choice with the
largest log-likelihood: of the letters where the prompt asks for a letter, otherwise of the texts{
        "" if tasks.method is Method.SUM else ", by their length"
    }.

The items keep the licence of their data set.

{sources}
"""
