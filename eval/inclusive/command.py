"""`mitgemeint-eval inclusive`: measure systems that write inclusive German, and what parts are worth."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from mitgemeint.eval.command import as_path, at_most, natural
from mitgemeint.eval.extras import REFERENCE, missing, remedy
from mitgemeint.eval.inclusive import (
    ablation,
    annotate_command,
    comparison,
    discover_command,
    mine_command,
    outcome,
    pairs_command,
    reports,
    result,
    timing,
)
from mitgemeint.eval.inclusive.benchmark_set import BenchmarkSet
from mitgemeint.eval.inclusive.measures import MOST_RESAMPLES, RESAMPLES, SEED
from mitgemeint.eval.inclusive.reports import ABLATION, RUN, THRESHOLD
from mitgemeint.eval.inclusive.result import Cell, Group, Run, groups
from mitgemeint.eval.inclusive.running import Entry, covered_sets, measure
from mitgemeint.eval.inclusive.set_files import load_sets, shipped_sets
from mitgemeint.eval.inclusive.systems import prompts
from mitgemeint.eval.inclusive.systems.assistant import code_state
from mitgemeint.eval.inclusive.systems.outputs import UNREADABLE
from mitgemeint.eval.inclusive.systems.registry import (
    KINDS,
    ModelOptions,
    check_system,
    load_system,
    prepare,
    short_names,
)
from mitgemeint.eval.inclusive.systems.system import System
from mitgemeint.eval.inclusive.word_errors import load_counter
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.problems import EvalError, readable, warn
from mitgemeint.eval.progress import Bars
from mitgemeint.eval.provenance import provenance

OUTPUTS = "outputs:"
PROMPTS = "prompts"
JOURNAL = "journal.jsonl"
SETS = "a set that ships, or a file or folder of sets; repeat for several"
SYSTEMS = "; ".join(f"{name}: {what}" for name, what in KINDS.items())
OF = "the folder or the results.json of a run"

Shown = tuple[Run, list[Group]]
"""A run and its groups, whose intervals are drawn once."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a run is asked for: sets, bootstrap, where results go, and what makes it another run."""

    sets: tuple[BenchmarkSet, ...]
    resamples: int
    seed: int
    out: Path
    settings: Mapping[str, Any]


def add(commands: Any) -> None:
    """Declare the command and its parts."""
    parser = commands.add_parser("inclusive", help="inclusive rewriting", description=__doc__)
    add_parts(parser.add_subparsers(dest="part", required=True, metavar="COMMAND"))


def add_parts(parts: Any) -> None:
    """Declare the parts: those that measure, and those that a set and the lexicon are made with."""
    _add_run(parts.add_parser("run", help="measure systems on sets"))
    _add_ablate(parts.add_parser("ablate", help="measure what each component, s0 and length are worth"))
    _add_report(parts.add_parser("report", help="print performance and ablation beside published figures"))
    _add_compare(parts.add_parser("compare", help="compare two systems on the same sentences"))
    _add_list(parts.add_parser("list", help="list sets, kinds of systems and variants"))
    for part in (mine_command, annotate_command, pairs_command, discover_command):
        part.add(parts)


def _add_sets(parser: Any, *, required: bool = True) -> None:
    known = ", ".join(shipped_sets()) or "none"
    help_text = f"{SETS} (that ship: {known})"
    parser.add_argument("--set", required=required, action="append", metavar="SET", help=help_text)


def _add_bootstrap(parser: Any) -> None:
    resamples = f"resamples of the texts for the intervals ({RESAMPLES}; 0: none)"
    parser.add_argument("--bootstrap", type=at_most(MOST_RESAMPLES), metavar="N", help=resamples)
    parser.add_argument("--seed", type=natural, help=f"the seed of the resamples ({SEED})")


def _add_out(parser: Any) -> None:
    parser.add_argument("--out", type=as_path, required=True, metavar="FOLDER", help="where the results go")


def _add_run(parser: argparse.ArgumentParser) -> None:
    _add_sets(parser)
    parser.add_argument("--system", required=True, action="append", metavar="SYSTEM", help=SYSTEMS)
    models = parser.add_argument_group("language models")
    models.add_argument("--dtype", default="float32", help="number type of a model (float32)")
    models.add_argument("--device", default="cpu", help="where a model runs (cpu)")
    models.add_argument("--offline", action="store_true", help="never download a model")
    models.add_argument("--chat", default="auto", help="whether a model is spoken to in turns: auto, on, off")
    _add_bootstrap(parser)
    _add_out(parser)
    parser.set_defaults(run=_run)


def _add_ablate(parser: argparse.ArgumentParser) -> None:
    _add_sets(parser)
    variants = f"variants that are measured beside {ablation.FULL} (all); repeat for several"
    names = [name for name in ablation.VARIANTS if name != ablation.FULL]
    parser.add_argument("--only", action="append", choices=names, metavar="VARIANT", help=variants)
    _add_extras(parser)
    _add_bootstrap(parser)
    _add_out(parser)
    parser.set_defaults(run=_ablate)


def _add_extras(parser: Any) -> None:
    parser.add_argument(
        "--no-threshold", action="store_true", help="leave out s0, which needs compound-split"
    )
    parser.add_argument(
        "--no-time", action="store_true", help="leave out the time against the length of a text"
    )


def _add_report(parser: argparse.ArgumentParser) -> None:
    of = "the folder of a report, of a run or of an ablation; with --set it is measured first"
    parser.add_argument("of", type=as_path, metavar="FOLDER", help=of)
    _add_sets(parser, required=False)
    systems = f"systems that are measured beside {', '.join(REPORTED)}"
    parser.add_argument("--system", action="append", default=[], metavar="SYSTEM", help=systems)
    _add_extras(parser)
    _add_bootstrap(parser)
    parser.add_argument(
        "--format", choices=list(reports.TEXTS), default="markdown", help="what is printed (markdown)"
    )
    parser.set_defaults(run=_report, dtype="float32", device="cpu", offline=False, chat="auto", only=None)


def _add_compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("before", type=as_path, metavar="FIRST", help=OF)
    parser.add_argument("after", type=as_path, metavar="SECOND", help=f"{OF}; it may be the same")
    parser.add_argument("--first", metavar="SYSTEM", help="the system of the first run, where it has several")
    parser.add_argument("--second", metavar="SYSTEM", help="the system of the second run")
    _add_bootstrap(parser)
    parser.set_defaults(run=_compare)


def _add_list(parser: argparse.ArgumentParser) -> None:
    of = f"sets of which the make-up is listed; {PROMPTS}: what language models are asked"
    parser.add_argument("sets", nargs="*", metavar="SET", help=of)
    parser.set_defaults(run=_list)


REPORTED = ("default", "nothing")
"""What is measured for a report in any case."""


# ---- run ----


def _run(arguments: argparse.Namespace) -> int:
    asked = _asked(arguments, arguments.out, RUN, {"system": list(map(readable, arguments.system))})
    print(reports.as_markdown(*_measured_systems(arguments, asked, arguments.system)))
    _say_where(arguments.out)
    return 0


def _measured_systems(arguments: argparse.Namespace, asked: _Asked, names: Sequence[str]) -> Shown:
    options = ModelOptions(arguments.dtype, arguments.device, arguments.offline, arguments.chat)
    _check_systems(names, asked.sets, options)
    prepare(names)
    loaders = {
        called: partial(load_system, name, options, called) for name, called in short_names(names).items()
    }
    return _measured(asked, RUN, loaders)


def _check_systems(names: Sequence[str], sets: Sequence[BenchmarkSet], options: ModelOptions) -> None:
    """EvalError before anything is computed for what is no system, and for outputs that do not fit."""
    for name in names:
        check_system(name)
        if name.startswith(OUTPUTS):
            covered_sets(load_system(name, options), sets)


def _asked(arguments: argparse.Namespace, out: Path, kind: str, more: Mapping[str, Any]) -> _Asked:
    """What the options ask for; EvalError before anything is computed where it cannot be done."""
    resamples, seed = _bootstrap(arguments)
    sets = tuple(each for source in arguments.set for each in load_sets(source))
    names = [chosen.name for chosen in sets]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise EvalError("--set", f"two sets are named {twice}", "measure them one after the other")
    settings = {
        "set": {chosen.name: chosen.fingerprint for chosen in sets},
        "bootstrap": resamples,
        "seed": seed,
        "kind": kind,
        **more,
    }
    reports.check_out(out, settings)
    return _Asked(sets, resamples, seed, out, settings)


def _bootstrap(arguments: argparse.Namespace) -> tuple[int, int]:
    """Resamples and seed: what is given, or the usual."""
    resamples, seed = arguments.bootstrap, arguments.seed
    return RESAMPLES if resamples is None else resamples, SEED if seed is None else seed


def _measured(
    asked: _Asked, kind: str, loaders: Mapping[str, Callable[[], System]], **settings: Any
) -> Shown:
    """Measure systems and write what they gave."""
    word_errors, progress = load_counter(), Bars()
    journal = Journal(asked.out / JOURNAL, _as_json, _from_json)
    cells: list[Cell] = []
    systems: dict[str, dict[str, Any]] = {}
    rows: dict[str, list[Mapping[str, Any]]] = {}
    for name, load in loaders.items():
        progress.load(name)
        system = load()
        systems[name] = {**system.settings, "fingerprint": system.fingerprint}
        done = list(measure(system, asked.sets, word_errors, journal, progress))
        cells += [measured.cell for measured in done]
        rows[name] = [row for measured in done for row in measured.rows]
        if unreadable := sum(UNREADABLE in row for row in rows[name]):
            systems[name][UNREADABLE] = unreadable
            warn(name, f"{unreadable} sentences have an answer that cannot be read; it counts as none")
    run = Run(
        {
            reports.KIND: kind,
            "resamples": asked.resamples,
            "seed": asked.seed,
            "asked": dict(asked.settings),
            **settings,
        },
        provenance(),
        {chosen.name: _about(chosen) for chosen in asked.sets},
        systems,
        tuple(cells),
    )
    found = groups(run)
    reports.write_run(run, found, asked.out, rows)
    return run, found


def _about(chosen: BenchmarkSet) -> dict[str, Any]:
    return {
        "version": chosen.version,
        "licence": chosen.licence,
        "sentences": len(chosen.sentences),
        "by_phrases": {str(number): count for number, count in chosen.by_phrases()},
        "sha256": chosen.fingerprint,
    }


def _as_json(entry: Entry) -> dict[str, Any]:
    return {"outcome": outcome.as_json(entry.outcome), "row": dict(entry.row)}


def _from_json(value: Any) -> Entry:
    if not isinstance(value["row"], dict):
        raise ValueError("no row of outputs")
    return Entry(outcome.from_json(value["outcome"]), value["row"])


# ---- ablate ----


def _ablate(arguments: argparse.Namespace) -> int:
    print(reports.as_markdown(*_ablated(arguments, arguments.out)))
    for line in _extras(arguments.out):
        print(line)
    _say_where(arguments.out)
    return 0


def _ablated(arguments: argparse.Namespace, out: Path) -> Shown:
    """Measure the variants, the threshold and the time, and write them into a folder."""
    _check_threshold(arguments)
    only = arguments.only
    names = [name for name in ablation.VARIANTS if not only or name in (*only, ablation.FULL)]
    asked = _asked(arguments, out, ABLATION, {"only": only})
    loaders = {name: partial(ablation.variant, name) for name in names}
    shown = _measured(asked, ABLATION, loaders)
    if not arguments.no_threshold:
        swept = _asked(arguments, out / THRESHOLD, THRESHOLD, {})
        tried = {f"s0 = {s0:g}": partial(ablation.with_threshold, s0) for s0 in ablation.THRESHOLDS}
        _measured(swept, THRESHOLD, tried, thresholds=list(ablation.THRESHOLDS))
    if not arguments.no_time:
        _time(asked.sets, out)
    return shown


def _check_threshold(arguments: argparse.Namespace) -> None:
    if not arguments.no_threshold and missing("compound_split"):
        raise EvalError(
            "compound-split", "is not installed", f"{remedy(REFERENCE)}, or leave s0 out: --no-threshold"
        )


def _time(sets: Sequence[BenchmarkSet], out: Path) -> None:
    """Measure the time, unless that was done with the same program."""
    about = {**provenance(), "code": code_state()}
    place = out / reports.TIME
    if place.exists() and timing.load(place).provenance.get("code") == about["code"]:
        return
    sentences = [sentence.exclusive for chosen in sets for sentence in chosen.sentences]
    progress = Bars()
    progress.begin("time", "lengths", timing.count_lengths(sentences))
    points = []
    for point in timing.measure(sentences):
        points.append(point)
        progress.advance(len(points))
    progress.end()
    reports.write_time(timing.Timing(tuple(points), about), out)


def _loaded(path: Path) -> Shown:
    run = result.load(path)
    return run, groups(run)


def _extras(folder: Path) -> list[str]:
    """What stands beside the variants in the folder of an ablation: the threshold and the time."""
    lines: list[str] = []
    if (folder / THRESHOLD / result.FILE).exists():
        lines += ["", *reports.threshold_lines(*_loaded(folder / THRESHOLD))]
    if (folder / reports.TIME).exists():
        lines += ["", *reports.time_lines(timing.load(folder / reports.TIME))]
    return lines


# ---- report, compare, list ----


def _report(arguments: argparse.Namespace) -> int:
    folder: Path = arguments.of
    if arguments.set:
        _check_threshold(arguments)
        names = [*REPORTED, *arguments.system]
        asked = _asked(arguments, folder / RUN, RUN, {"system": list(map(readable, names))})
        _measured_systems(arguments, asked, names)
        _ablated(arguments, folder / ABLATION)
    else:
        _refuse_without_sets(arguments)
    parts = [part for part in (folder / RUN, folder / ABLATION) if (part / result.FILE).exists()] or [folder]
    if arguments.format == "markdown":
        for part in parts:
            print(reports.as_markdown(*_loaded(part)))
            print("\n".join(_extras(part)))
        return 0
    shown = {part.name if len(parts) > 1 else RUN: _loaded(part) for part in parts}
    print(reports.all_as(arguments.format, shown))
    return 0


def _refuse_without_sets(arguments: argparse.Namespace) -> None:
    """EvalError for options that would do nothing: nothing is measured without sets."""
    given = {
        "--system": arguments.system,
        "--no-threshold": arguments.no_threshold,
        "--no-time": arguments.no_time,
        "--bootstrap": arguments.bootstrap is not None,
        "--seed": arguments.seed is not None,
    }
    useless = next((option for option, value in given.items() if value), None)
    if useless:
        raise EvalError(useless, "is for what is measured, and no set is named", "add --set, or leave it out")


def _compare(arguments: argparse.Namespace) -> int:
    one, other = result.load(arguments.before), result.load(arguments.after)
    first = (one, comparison.system_of(one, arguments.first, "--first"))
    second = (other, comparison.system_of(other, arguments.second, "--second"))
    for line in comparison.as_markdown(first, second, *_bootstrap(arguments)):
        print(line)
    return 0


def _list(arguments: argparse.Namespace) -> int:
    if PROMPTS in arguments.sets:
        print("\n\n----\n\n".join(prompts.shown()))
        return 0
    for source in arguments.sets or shipped_sets():
        for chosen in load_sets(source):
            made = ", ".join(f"{count} with {number}" for number, count in chosen.by_phrases())
            print(f"set {chosen.name} {chosen.version}".rstrip(), end=": ")
            print(f"{len(chosen.sentences)} sentences, by exclusive phrases: {made}")
    for name, what in KINDS.items():
        print(f"system {name}: {what}")
    for name in ablation.VARIANTS:
        print(f"variant {name}")
    return 0


def _say_where(folder: Path) -> None:
    print(f"\nWritten to {folder}", file=sys.stderr)
