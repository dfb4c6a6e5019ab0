"""`mitgemeint-eval bbq harness`: tasks for lm-evaluation-harness from our data and prompts."""

import argparse
import sys
from typing import Any

from mitgemeint.eval.bbq.data_set import SOURCES, DataSet, read_data_set
from mitgemeint.eval.bbq.harness import Tasks, task_files, write_tasks
from mitgemeint.eval.bbq.methods import Method
from mitgemeint.eval.bbq.orders import CHOICES
from mitgemeint.eval.bbq.prompts import PromptSet, read_prompts, shipped_prompts
from mitgemeint.eval.command import as_path, natural, positive
from mitgemeint.eval.problems import EvalError, readable

METHODS = (Method.ASKED, Method.SUM, Method.LENGTH, Method.LETTER)
_GROUPS = {"de": "german", "en": "english"}


def add(parts: Any) -> None:
    """Declare the command."""
    parser = parts.add_parser(
        "harness",
        help="write tasks for lm-evaluation-harness",
        description="Write the questions, prompts and scores of a run as tasks for lm-evaluation-harness.",
    )
    parser.add_argument("data", metavar="DATA", help=SOURCES)
    only = "categories that are wanted, as patterns (Subset-*); repeat for several"
    parser.add_argument("--only", action="append", default=[], metavar="CATEGORY", help=only)
    limit = "so many items of each category and condition"
    parser.add_argument("--limit", type=positive, metavar="N", help=limit)
    prompts = "a prompt or a group of prompts; repeat for several (by the language of the items)"
    parser.add_argument("--prompt", action="append", metavar="PROMPT", help=prompts)
    parser.add_argument("--prompts-file", type=as_path, metavar="FILE", help="prompts of your own (TOML)")
    methods = "by what a choice is taken for the answer (asked)"
    parser.add_argument("--answers", choices=list(map(str, METHODS)), default=str(Method.ASKED), help=methods)
    orders = "in which order choices are shown (given)"
    parser.add_argument("--orders", choices=list(CHOICES), default="given", help=orders)
    parser.add_argument("--seed", type=natural, default=0, help="the seed of shuffled orders (0)")
    chat = "for models with a chat template (--apply_chat_template of lm_eval)"
    parser.add_argument("--chat", action="store_true", help=chat)
    parser.add_argument("--name", default="bbq", help="what the group of tasks is called (bbq)")
    parser.add_argument("--out", type=as_path, required=True, metavar="FOLDER", help="where the tasks go")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    data = read_data_set(arguments.data, only=arguments.only, limit=arguments.limit)
    known = shipped_prompts() if arguments.prompts_file is None else read_prompts(arguments.prompts_file)
    tasks = Tasks(
        arguments.name,
        known.chosen(arguments.prompt or [_group(data, known)]),
        Method(arguments.answers),
        CHOICES[arguments.orders],
        arguments.seed,
        arguments.chat,
    )
    about = {"data_set": readable(data.name), "items": str(len(data.items)), "items_sha256": data.fingerprint}
    write_tasks(arguments.out, task_files(tasks, data.items, about))
    for doubt in data.doubts:
        print(doubt, file=sys.stderr)
    print(f"Written to {arguments.out}: lm_eval --tasks {tasks.name} --include_path {arguments.out}")
    return 0


def _group(data: DataSet, known: PromptSet) -> str:
    """The group of prompts in the language of the items; EvalError where there is none."""
    languages = {item.language for item in data.items}
    group = _GROUPS.get(next(iter(languages), ""), "") if len(languages) == 1 else ""
    if group not in known.groups:
        raise EvalError("--prompt", "it is not plain which prompts are meant", "name them")
    return group
