"""`mitgemeint-eval bbq`: run models on BBQ and GG-BBQ, score answers, report and compare runs."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from mitgemeint.eval.bbq import (
    comparison,
    generate_command,
    harness_command,
    reports,
    result,
    review_command,
    reword_command,
    templates_command,
    translate_command,
)
from mitgemeint.eval.bbq.asking import as_json, from_json
from mitgemeint.eval.bbq.data_set import PAPER_REVISION, DataSet, existing, read_data_set, renamed
from mitgemeint.eval.bbq.item import Item
from mitgemeint.eval.bbq.methods import Method
from mitgemeint.eval.bbq.orders import CHOICES
from mitgemeint.eval.bbq.predictions import FIELD, prediction_files, read_predictions
from mitgemeint.eval.bbq.prompts import PromptSet, PromptTemplate, read_prompts, shipped_prompts
from mitgemeint.eval.bbq.result import Cell, Run
from mitgemeint.eval.bbq.running import Answered, Plan, agreements, run, sizes
from mitgemeint.eval.bbq.tally import Answer, NoAnswer, tally
from mitgemeint.eval.command import as_path, natural, number, positive, proportion, table
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.language_models.model import Decoding, LanguageModel
from mitgemeint.eval.language_models.registry import load_language_model
from mitgemeint.eval.language_models.retries import Patience
from mitgemeint.eval.models.model_lists import ModelChoice, chosen_models, model_lists, short_names
from mitgemeint.eval.problems import EvalError, readable, writable
from mitgemeint.eval.progress import Bars
from mitgemeint.eval.provenance import provenance
from mitgemeint.eval.settings import plain

BENCHMARK = "bbq"
JOURNAL = "journal.jsonl"
ASKED = (
    *("data", "only", "limit", "model", "prompt", "prompts_file", "orders", "answers", "seed"),
    *("longest", "temperature", "top_p", "dtype", "chat"),
)
"""The options that make a run another one."""

PARTS = (
    translate_command,
    review_command,
    templates_command,
    generate_command,
    reword_command,
    harness_command,
)
"""Commands in modules of their own."""

GROUPS_BY_LANGUAGE = {"de": "german", "en": "english"}
"""The prompts that are taken where none are named."""

DATA = (
    "items in the layout of GG-BBQ or BBQ: a folder, a file of JSON lines, or a data set of the Hugging Face "
    f"hub as owner/name@revision (the paper's GG-BBQ: shalakasatheesh/GG-BBQ@{PAPER_REVISION}); as "
    "NAME=SOURCE to give it a name"
)
MODELS = (
    "a transformers model by hub id (owner/model, owner/model@revision) or folder, a .gguf file, "
    "server:MODEL@URL for a server with the interface of OpenAI (vLLM, llama.cpp, Ollama), or a list that "
    "ships"
)


def add(commands: Any) -> None:
    """Declare the command and its parts."""
    parser = commands.add_parser(
        BENCHMARK, help="bias in answers to questions: BBQ and GG-BBQ", description=__doc__
    )
    parts = parser.add_subparsers(dest="part", required=True, metavar="COMMAND")
    _add_run(parts.add_parser("run", help="run models", description="Run models on data sets."))
    _add_score(parts.add_parser("score", help="score answers of another program"))
    _add_list(parts.add_parser("list", help="list prompts, models, or what is in a data set"))
    _add_report(parts.add_parser("report", help="print or draw a finished run"))
    _add_compare(parts.add_parser("compare", help="compare two runs, or two data sets of one"))
    for part in PARTS:
        part.add(parts)


def _add_data(parser: Any) -> None:
    parser.add_argument("--data", required=True, action="append", metavar="DATA", help=DATA)
    parser.add_argument("--only", action="append", metavar="PATTERN", help="categories whose names match")
    limits = "so many items of each category and condition at most, evenly from all templates"
    parser.add_argument("--limit", type=positive, metavar="N", help=limits)


def _add_run(parser: argparse.ArgumentParser) -> None:
    what = parser.add_argument_group("what is asked")
    _add_data(what)
    lists = ", ".join(model_lists(BENCHMARK))
    what.add_argument(
        "--model",
        required=True,
        action="append",
        metavar="MODEL",
        help=f"{MODELS} ({lists}); repeat for several",
    )
    groups = ", ".join(shipped_prompts().groups)
    prompts = (
        f"a prompt or group of prompts ({groups}); repeat for several; by default the five of the language"
    )
    what.add_argument("--prompt", action="append", metavar="PROMPT", help=prompts)
    files = "take the prompts from a file in the layout of the one that ships"
    what.add_argument("--prompts-file", type=as_path, metavar="FILE", help=files)
    orders = (
        "how choices are ordered: as given, shuffled, with the unknown one at each place, or all six (given)"
    )
    what.add_argument("--orders", choices=list(CHOICES), default="given", help=orders)
    how = parser.add_argument_group("how answers come about")
    answers = (
        "by the likelihood of the choices (sum; length: by letters; unconditional: against that without the "
        "question), of their letters (letter), as each prompt asks (asked, the default), or by what the "
        "model writes (generation); repeat for several"
    )
    how.add_argument(
        "--answers", action="append", choices=[each.value for each in Method], metavar="METHOD", help=answers
    )
    how.add_argument("--longest", type=positive, default=32, metavar="N", help="tokens of a text (32)")
    how.add_argument("--temperature", type=number(1e6), default=0.0, help="0: the likeliest token (0)")
    how.add_argument("--top-p", type=proportion, default=1.0, help="of which share tokens are drawn (1)")
    how.add_argument("--seed", type=natural, default=0, help="the seed of all draws (0)")
    models = parser.add_argument_group("how models run")
    chats = "put prompts into the model's chat template: auto where it has one (auto)"
    models.add_argument("--chat", choices=("auto", "on", "off"), default="auto", help=chats)
    models.add_argument(
        "--dtype", default="float32", help="number type of the model, auto for its own (float32)"
    )
    models.add_argument("--device", default="cpu", help="where the model runs (cpu)")
    models.add_argument("--offline", action="store_true", help="never download a model")
    budgets = "tokens of a forward pass; fewer need less memory (what suits the device)"
    models.add_argument("--batch-tokens", type=positive, metavar="N", help=budgets)
    servers = parser.add_argument_group("how servers are asked")
    at_once = "requests under way at once (4)"
    servers.add_argument("--concurrency", type=positive, default=4, metavar="N", help=at_once)
    times = "until a request must be answered (120)"
    servers.add_argument("--timeout", type=number(86_400), default=120.0, metavar="SECONDS", help=times)
    tries = "how often a request that fails is made (6)"
    servers.add_argument("--attempts", type=positive, default=6, metavar="N", help=tries)
    parser.add_argument("--out", type=as_path, required=True, metavar="FOLDER", help="where the results go")
    parser.set_defaults(run=_run)


def _add_score(parser: argparse.ArgumentParser) -> None:
    _add_data(parser)
    files = (
        "JSON lines with an answer each, or a folder of them: item (or category and example_id) and answer"
    )
    parser.add_argument("--predictions", type=as_path, required=True, metavar="FILE", help=files)
    fields = f"what the answer is called ({FIELD}): 0, 1, 2, or a text"
    parser.add_argument("--field", default=FIELD, metavar="NAME", help=fields)
    parser.add_argument("--unifiedqa", action="store_true", help="read texts as BBQ's authors did")
    left = (
        "leave out items whose answer cannot be read, as BBQ's authors did, instead of counting it as wrong"
    )
    parser.add_argument("--leave-out-unreadable", action="store_true", help=left)
    parser.add_argument("--name", default="", metavar="MODEL", help="what results call the model (its field)")
    parser.add_argument("--out", type=as_path, required=True, metavar="FOLDER", help="where the results go")
    parser.set_defaults(run=_score)


def _add_list(parser: argparse.ArgumentParser) -> None:
    of = "a data set (as for --data), prompts, or a list of models"
    parser.add_argument("of", nargs="?", metavar="WHAT", help=of)
    parser.set_defaults(run=_list)


def _add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("of", type=as_path, metavar="RUN", help="the folder or the results.json of a run")
    parser.add_argument(
        "--format", choices=list(reports.TEXTS), default="markdown", help="what is printed (markdown)"
    )
    figures = "draw accuracy against bias (png, svg or pdf) instead"
    parser.add_argument("--draw", type=as_path, metavar="FILE", help=figures)
    parser.add_argument("--title", default="", help="the title of the figure")
    parser.set_defaults(run=_report)


def _add_compare(parser: argparse.ArgumentParser) -> None:
    of = "the folder or the results.json of a run"
    parser.add_argument("before", type=as_path, metavar="BEFORE", help=of)
    parser.add_argument("after", type=as_path, nargs="?", metavar="AFTER", help=of)
    sets = "compare two data sets of BEFORE instead"
    parser.add_argument("--sets", nargs=2, metavar="SET", help=sets)
    parser.set_defaults(run=_compare)


def _run(arguments: argparse.Namespace) -> int:
    data_sets = _data_sets(arguments)
    prompts = _prompts(arguments, data_sets)
    methods = tuple(dict.fromkeys(Method(each) for each in arguments.answers or [Method.ASKED]))
    decoding = Decoding(arguments.longest, arguments.temperature, arguments.top_p, arguments.seed)
    plan = Plan(data_sets, prompts, CHOICES[arguments.orders], methods, decoding, arguments.seed)
    if not any(True for _ in plan.combinations()):
        reason = "no prompt has the language of the data and fits the way to answer"
        raise EvalError("--prompt", reason, "name others, or leave it out: see `bbq list prompts`")
    choices = chosen_models(BENCHMARK, arguments.model)
    asked = {name: plain(getattr(arguments, name)) for name in ASKED}
    reports.check_out(arguments.out, asked)
    journal = Journal(arguments.out / JOURNAL, as_json, from_json)
    states: dict[str, dict[str, str]] = {}
    bars = Bars()
    found: list[Answered] = []
    for name, choice in zip(short_names(choices), choices, strict=True):
        found += run(name, partial(_load, choice, name, arguments, states), plan, journal, bars)
    settings = {
        "seed": arguments.seed,
        "orders": arguments.orders,
        "methods": [each.value for each in methods],
        "prompts": {each.name: _prompt_settings(each) for each in prompts},
        "decoding": {name: getattr(decoding, name) for name in ("longest", "temperature", "top_p", "seed")},
        "data_sets": sizes(data_sets),
        "models": states,
        "asked": asked,
    }
    cells = tuple(each.cell for each in found)
    finished = Run(settings, provenance(), cells, tuple(agreements(found)))
    _write(finished, [{"model": each.model, **row} for each in found for row in each.rows()], arguments.out)
    return 0


def _prompt_settings(prompt: PromptTemplate) -> dict[str, Any]:
    return {name: getattr(prompt, name) for name in ("language", "answer", "text", "opening", "system")}


def _load(
    choice: ModelChoice, name: str, arguments: argparse.Namespace, states: dict[str, dict[str, str]]
) -> LanguageModel:
    model = load_language_model(
        choice.model,
        revision=choice.revision,
        dtype=arguments.dtype,
        device=arguments.device,
        local_only=arguments.offline,
        chat=arguments.chat,
        batch_tokens=arguments.batch_tokens,
        patience=Patience(attempts=arguments.attempts, timeout=arguments.timeout),
        concurrency=arguments.concurrency,
    )
    states_now = {"asked_for": choice.model, **model.settings, "fingerprint": model.fingerprint}
    states[name] = {setting: readable(state) for setting, state in states_now.items()}
    return model


def _data_sets(arguments: argparse.Namespace) -> tuple[DataSet, ...]:
    found: list[DataSet] = []
    for asked in arguments.data:
        name, equals, source = asked.partition("=")
        if not equals or existing(asked):
            name, source = "", asked
        data_set = read_data_set(source, only=arguments.only or (), limit=arguments.limit)
        found.append(renamed(data_set, readable(name)) if name else data_set)
    names = [each.name for each in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise EvalError("--data", f"two data sets are called {twice}", "name them: --data NAME=SOURCE")
    return tuple(found)


def _prompts(arguments: argparse.Namespace, data_sets: Sequence[DataSet]) -> tuple[PromptTemplate, ...]:
    known: PromptSet = read_prompts(arguments.prompts_file) if arguments.prompts_file else shipped_prompts()
    if arguments.prompt:
        return known.chosen(arguments.prompt)
    if arguments.prompts_file:
        return tuple(known.prompts.values())
    languages = dict.fromkeys(item.language for each in data_sets for item in each.items)
    missing = [language for language in languages if language not in GROUPS_BY_LANGUAGE]
    if missing:
        reason = f"there are no prompts for the language {missing[0]!r}"
        raise EvalError("--prompt", reason, "give some with --prompts-file")
    return known.chosen([GROUPS_BY_LANGUAGE[language] for language in languages])


def _write(finished: Run, answers: Sequence[dict[str, Any]], folder: Path) -> None:
    reports.write_all(finished, answers, folder)
    print(reports.TEXTS["markdown"](finished).strip())
    print(f"\nWritten to {folder}: {', '.join(reports.FILES)}", file=sys.stderr)


def _score(arguments: argparse.Namespace) -> int:
    data_sets = _data_sets(arguments)
    if len(data_sets) > 1:
        raise EvalError("--data", "predictions are scored on one data set", "run once for each")
    (data_set,) = data_sets
    names = ("data", "only", "limit", "predictions", "field", "unifiedqa", "leave_out_unreadable", "name")
    asked = {name: plain(getattr(arguments, name)) for name in names}
    reports.check_out(arguments.out, asked)
    files = prediction_files(arguments.predictions)
    everything = read_data_set(data_set.source).items  # answers to items that are not wanted do no harm
    wanted = {item.id for item in data_set.items}
    found = read_predictions(files, arguments.field, everything, unifiedqa=arguments.unifiedqa)
    answers = tuple((item, given) for item, given in found if item.id in wanted)
    doubts = _missing_answers(data_set, answers, arguments.leave_out_unreadable)
    data_sets = (replace(data_set, doubts=(*data_set.doubts, *doubts)),)
    model = readable(arguments.name or arguments.field)
    counts = tally(answers, leave_out_unreadable=arguments.leave_out_unreadable)
    cell = Cell(data_set.name, model, "", "given", "predictions", counts)
    settings = {
        "seed": 0,
        "data_sets": sizes(data_sets),
        "models": {model: {"predictions": readable(str(arguments.predictions)), "field": arguments.field}},
        "asked": asked,
    }
    answered = Answered(data_set.name, model, "", "given", "predictions", answers)
    _write(
        Run(settings, provenance(), (cell,)),
        [{"model": model, **row} for row in answered.rows()],
        arguments.out,
    )
    return 0


def _missing_answers(
    data_set: DataSet, answers: Sequence[tuple[Item, Answer]], left_out: bool
) -> Iterator[str]:
    """What a reader of the scores must know of items that do not count."""
    total, missing = len(data_set.items), len(data_set.items) - len(answers)
    if missing:
        yield f"unanswered: {missing} of {total} items have no answer and do not count"
    unreadable = sum(given is NoAnswer.UNREADABLE for _, given in answers) if left_out else 0
    if unreadable:
        yield f"left-out: {unreadable} of {total} answers cannot be read and do not count"


def _list(arguments: argparse.Namespace) -> int:
    lists = model_lists(BENCHMARK)
    if arguments.of is None:
        lines = _listed_names()
    elif arguments.of == "prompts":
        lines = _listed_prompts()
    elif arguments.of in lists:
        rows = [(each.name, each.model, each.revision or "newest", each.note) for each in lists[arguments.of]]
        lines = iter(table(("model", "where", "revision", "note"), rows))
    else:
        lines = _listed_items(read_data_set(arguments.of))
    for line in lines:
        print(line)
    return 0


def _listed_names() -> Iterator[str]:
    for name, members in shipped_prompts().groups.items():
        yield f"prompts {name}: {', '.join(members)}"
    for name, models in model_lists(BENCHMARK).items():
        yield f"models {name}: {', '.join(model.name for model in models)}"
    yield "data sets: what --data takes, to see what is in one"


def _listed_prompts() -> Iterator[str]:
    for prompt in shipped_prompts().prompts.values():
        yield f"## {prompt.name} ({prompt.language}, asks for a {prompt.answer})\n"
        yield "\n".join(f"    {line}".rstrip() for line in [*prompt.text.splitlines(), prompt.opening])
        yield ""


def _listed_items(data_set: DataSet) -> Iterator[str]:
    counts: dict[str, list[int]] = {}
    for item in data_set.items:
        own = counts.setdefault(item.category, [0, 0, 0])
        own[0 if item.condition == "ambiguous" else 1] += 1
        own[2] += item.biased is None
    templates = {
        category: len({item.template for item in data_set.items if item.category == category})
        for category in counts
    }
    rows = [(category, templates[category], *own) for category, own in counts.items()]
    head = ("category", "templates", "ambiguous", "disambiguated", "without a biased choice")
    yield from table(head, rows)
    if data_set.doubts:
        yield from ("", *(f"- {doubt}" for doubt in data_set.doubts))


def _report(arguments: argparse.Namespace) -> int:
    finished = result.load(arguments.of)
    if arguments.draw:
        reports.draw(finished, arguments.draw, writable(arguments.title))
        return 0
    print(reports.TEXTS[arguments.format](finished).strip("\n"))
    return 0


def _compare(arguments: argparse.Namespace) -> int:
    before = result.load(arguments.before)
    if arguments.sets:
        if arguments.after is not None:
            raise EvalError("--sets", "compares data sets of one run", "name one run")
        after, found = before, comparison.of_sets(before, *arguments.sets)
    elif arguments.after is None:
        raise EvalError("compare", "there is one run", "name another, or two data sets of it with --sets")
    else:
        after = result.load(arguments.after)
        found = comparison.changes(before, after)
    for line in comparison.as_markdown(found, before, after):
        print(line)
    return 0
