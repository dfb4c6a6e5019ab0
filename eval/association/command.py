"""`mitgemeint-eval association`: run tests on models, report a run in any form, compare two runs."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import partial
from typing import Any, TypeVar

from mitgemeint.eval.association import comparison, frequency_table, reports, result
from mitgemeint.eval.association.conventions import CONVENTIONS, convention
from mitgemeint.eval.association.encoders.encoded import Encoder
from mitgemeint.eval.association.encoders.frequency import read_counts
from mitgemeint.eval.association.encoders.letter_case import LetterCase
from mitgemeint.eval.association.encoders.pooling import Pooling
from mitgemeint.eval.association.encoders.registry import load_encoder
from mitgemeint.eval.association.encoders.vector_cache import VectorCache
from mitgemeint.eval.association.extremes import Side
from mitgemeint.eval.association.fingerprint import fingerprint_of_all
from mitgemeint.eval.association.measuring import Options
from mitgemeint.eval.association.multiple_testing import ALPHA, FAMILIES
from mitgemeint.eval.association.permutation import SAMPLES, SEED, Method
from mitgemeint.eval.association.result import Run
from mitgemeint.eval.association.running import run
from mitgemeint.eval.association.test_file import AssociationTest
from mitgemeint.eval.association.test_sets import SHIPPED, read_tests
from mitgemeint.eval.command import as_path, table
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.models.model_lists import ModelChoice, chosen_models, model_lists, short_names
from mitgemeint.eval.problems import EvalError, readable, writable
from mitgemeint.eval.progress import Bars
from mitgemeint.eval.provenance import provenance
from mitgemeint.eval.settings import plain

JOURNAL = "journal.jsonl"
ASKED = (
    *("tests", "only", "level", "model", "pooling", "layer", "dtype", "case", "language", "convention"),
    *("method", "side", "samples", "seed", "bootstrap"),
)
"""The options that make a run another one."""

LEVELS = ("word", "sentence")
TESTS = (
    f"a set that ships ({', '.join(SHIPPED)}), a folder or file in the layout of sent-bias, or a data set of "
    "the Hugging Face hub as owner/name"
)
MODELS = (
    "a transformers model by hub id (owner/model, owner/model@revision) or folder, vectors:PATH for static "
    "word vectors, bundled for the pipeline of mitgemeint itself, or a list that ships"
)

Chosen = TypeVar("Chosen")


def add(commands: Any) -> None:
    """Declare the command and its parts."""
    parser = commands.add_parser("association", help="WEAT, SEAT and double binds", description=__doc__)
    parts = parser.add_subparsers(dest="part", required=True, metavar="COMMAND")
    _add_run(
        parts.add_parser("run", help="run tests on models", description="Run association tests on models.")
    )
    _add_list(
        parts.add_parser("list", help="list the tests of a set, the models of a list, or what there is")
    )
    _add_report(parts.add_parser("report", help="print or draw a finished run"))
    _add_compare(parts.add_parser("compare", help="compare two finished runs"))
    _add_frequency(parts.add_parser("frequency", help="how well a model can know the words of tests"))


def _add_tests(parser: Any) -> None:
    parser.add_argument("--tests", required=True, action="append", metavar="TESTS", help=TESTS)
    parser.add_argument("--only", action="append", metavar="PATTERN", help="tests whose names match (weat6*)")


def _add_frequency(parser: argparse.ArgumentParser) -> None:
    _add_tests(parser)
    parser.add_argument("--model", required=True, metavar="MODEL", help=MODELS)
    counts = "a frequency list of a corpus: a line for each word, the word and its count"
    parser.add_argument("--counts", type=as_path, metavar="FILE", help=counts)
    _add_case(parser)
    parser.add_argument("--offline", action="store_true", help="never download a model")
    parser.set_defaults(run=_frequency, level="word")


def _add_run(parser: argparse.ArgumentParser) -> None:
    what = parser.add_argument_group("what is measured")
    _add_tests(what)
    what.add_argument("--level", choices=LEVELS, help="tests of words or of sentences alone")
    lists = ", ".join(model_lists("association"))
    what.add_argument(
        "--model",
        required=True,
        action="append",
        metavar="MODEL",
        help=f"{MODELS} ({lists}); repeat for several",
    )
    how = parser.add_argument_group("how vectors are made")
    poolings = "which vectors stand for a text; by default cls, without such a token mean, of decoders last"
    how.add_argument("--pooling", type=Pooling, choices=list(Pooling), help=poolings)
    how.add_argument("--layer", type=int, default=-1, help="the layer, -1 for the last (the default)")
    how.add_argument("--dtype", default="float32", help="number type of the model (float32)")
    how.add_argument("--device", default="cpu", help="where the model runs (cpu)")
    how.add_argument("--offline", action="store_true", help="never download a model")
    _add_case(how)
    caches = "folder of the vectors of earlier runs (that of the platform for caches)"
    how.add_argument("--cache", type=as_path, metavar="FOLDER", help=caches)
    statistics = parser.add_argument_group("statistics")
    conventions = "whose choices count where programs and papers differ (sent-bias)"
    statistics.add_argument("--convention", choices=list(CONVENTIONS), default="sent-bias", help=conventions)
    _add_choice(statistics, "--method", Method, Method.AUTO, "how p comes about")
    _add_choice(
        statistics,
        "--side",
        Side,
        Side.GREATER,
        "for which statistics p is small: greater, less, or either way",
    )
    statistics.add_argument(
        "--samples", type=int, default=SAMPLES, help=f"how many partitions a sampled p draws ({SAMPLES})"
    )
    statistics.add_argument("--seed", type=int, default=SEED, help=f"the seed of all draws ({SEED})")
    statistics.add_argument(
        "--bootstrap", type=int, default=0, metavar="N", help="intervals of d from N resamples (0: none)"
    )
    _add_stars(statistics)
    parser.add_argument("--out", type=as_path, required=True, metavar="FOLDER", help="where the results go")
    parser.set_defaults(run=_run)


def _add_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tests", nargs="?", metavar="TESTS", help=f"{TESTS}; or a list of models")
    parser.set_defaults(run=_list)


def _add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("of", type=as_path, metavar="RUN", help="the folder or the results.json of a run")
    parser.add_argument(
        "--format", choices=list(reports.TEXTS), default="markdown", help="what is printed (markdown)"
    )
    parser.add_argument(
        "--draw", type=as_path, metavar="FILE", help="draw the heat map (png, svg or pdf) instead"
    )
    parser.add_argument("--title", default="", help="the title of the heat map")
    _add_stars(parser)
    parser.set_defaults(run=_report)


def _add_compare(parser: argparse.ArgumentParser) -> None:
    of = "the folder or the results.json of a run"
    parser.add_argument("before", type=as_path, metavar="BEFORE", help=of)
    parser.add_argument("after", type=as_path, metavar="AFTER", help=of)
    parser.set_defaults(run=_compare)


def _add_case(parser: Any) -> None:
    cases = "how static vectors look up words: as written, small, or as written and then otherwise (exact)"
    parser.add_argument(
        "--case", type=LetterCase, choices=list(LetterCase), default=LetterCase.EXACT, help=cases
    )
    language = "of the words, for --case: tr and az have other small and capital i"
    parser.add_argument("--language", default="", metavar="CODE", help=language)


def _add_stars(parser: Any) -> None:
    parser.add_argument("--alpha", type=float, default=None, help=f"level of the stars ({ALPHA})")
    parser.add_argument(
        "--family",
        choices=FAMILIES,
        default=None,
        help="which cells are corrected together by Holm-Bonferroni (all)",
    )


def _add_choice(parser: Any, flag: str, kind: type[Any], default: Any, text: str) -> None:
    values = {each.value: each for each in kind}
    parser.add_argument(
        flag,
        type=partial(_chosen, values),
        default=default,
        metavar="{" + ",".join(values) + "}",
        help=f"{text} ({default.value})",
    )


def _chosen(values: dict[str, Chosen], text: str) -> Chosen:
    if text not in values:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(values)}")
    return values[text]


def _run(arguments: argparse.Namespace) -> int:
    tests = _tests(arguments)
    choices = chosen_models("association", arguments.model)
    options = Options(
        convention(arguments.convention),
        arguments.method,
        arguments.side,
        arguments.samples,
        arguments.seed,
        arguments.bootstrap,
    )
    alpha, family = _level(arguments.alpha), arguments.family or "all"
    asked = {name: plain(getattr(arguments, name)) for name in ASKED}
    reports.check_out(arguments.out, asked)
    cache = VectorCache(arguments.cache)
    states: dict[str, dict[str, str]] = {}
    names = short_names(choices)
    models = [
        (name, partial(_load, choice, name, arguments, cache, states))
        for name, choice in zip(names, choices, strict=True)
    ]
    journal = Journal(arguments.out / JOURNAL, result.as_json, result.from_json)
    found = tuple(run(tests, models, options, journal, Bars()))
    settings = {
        **options.as_settings(),
        "alpha": alpha,
        "family": family,
        "tests": readable(", ".join(arguments.tests)),
        "number_of_tests": len(tests),
        "tests_sha256": fingerprint_of_all(tests),
        "asked": asked,
        "models": states,
    }
    finished = Run(settings, provenance(), found)
    reports.write_all(finished, arguments.out)
    cache.prune()
    for line in reports.summary(finished):
        print(line)
    print(f"\nWritten to {arguments.out}: {', '.join(reports.FILES)}", file=sys.stderr)
    return 0


def _load(
    choice: ModelChoice,
    name: str,
    arguments: argparse.Namespace,
    cache: VectorCache,
    states: dict[str, dict[str, str]],
) -> Encoder:
    encoder = load_encoder(
        choice.model,
        pooling=arguments.pooling,
        revision=choice.revision,
        layer=arguments.layer,
        dtype=arguments.dtype,
        device=arguments.device,
        local_only=arguments.offline,
        case=arguments.case,
        language=arguments.language,
        cache=cache,
    )
    states_now = {"asked_for": choice.model, **encoder.settings, "fingerprint": encoder.fingerprint}
    states[name] = {setting: readable(state) for setting, state in states_now.items()}
    return encoder


def _tests(arguments: argparse.Namespace) -> list[AssociationTest]:
    """The tests that are asked for; EvalError if none is left or two sources have one of a name."""
    found = [test for source in arguments.tests for test in read_tests(source)]
    wanted = [
        test
        for test in found
        if (arguments.level in (None, test.level))
        and (not arguments.only or any(fnmatchcase(test.name, pattern) for pattern in arguments.only))
    ]
    names = [test.name for test in wanted]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise EvalError("--tests", f"two sources have a test {twice}", "run them one after the other")
    if not wanted:
        known = ", ".join(test.name for test in found[:5])
        raise EvalError("--only", "no test matches", f"there are {known} and so on: see `association list`")
    return wanted


def _level(alpha: float | None) -> float:
    if alpha is None:
        return ALPHA
    if not 0 < alpha < 1:
        raise EvalError("--alpha", f"{alpha} is no level", "give a number between 0 and 1, such as 0.01")
    return alpha


def _list(arguments: argparse.Namespace) -> int:
    lists = model_lists("association")
    if arguments.tests in lists:
        lines = _listed_models(lists[arguments.tests])
    else:
        lines = _listed_tests(arguments.tests) if arguments.tests else _listed_names()
    for line in lines:
        print(line)
    return 0


def _listed_tests(source: str) -> Iterator[str]:
    rows = [
        (test.name, test.level, *(f"{each.category} ({len(each.texts)})" for each in test.sets.values()))
        for test in read_tests(source)
    ]
    yield from table(("test", "level", "X", "Y", "A", "B"), rows)


def _listed_models(models: Sequence[ModelChoice]) -> Iterator[str]:
    rows = [(model.name, model.model, model.revision or "newest", model.note) for model in models]
    yield from table(("model", "where", "revision", "note"), rows)


def _listed_names() -> Iterator[str]:
    for name in SHIPPED:
        yield f"tests  {name}: {len(read_tests(name))} tests"
    for name, models in model_lists("association").items():
        yield f"models {name}: {', '.join(model.name for model in models)}"


def _report(arguments: argparse.Namespace) -> int:
    finished = result.load(arguments.of)
    restarred = {
        key: value
        for key, value in (
            ("alpha", None if arguments.alpha is None else _level(arguments.alpha)),
            ("family", arguments.family),
        )
        if value is not None
    }
    finished = Run({**finished.settings, **restarred}, finished.provenance, finished.results)
    if arguments.draw:
        reports.draw(finished, arguments.draw, writable(arguments.title))
        return 0
    print(reports.TEXTS[arguments.format](finished).rstrip("\n"))
    return 0


def _compare(arguments: argparse.Namespace) -> int:
    for line in comparison.as_markdown(result.load(arguments.before), result.load(arguments.after)):
        print(line)
    return 0


def _frequency(arguments: argparse.Namespace) -> int:
    tests = _tests(arguments)
    counts = None if arguments.counts is None else read_counts(arguments.counts)
    (choice, *others) = chosen_models("association", [arguments.model])
    if others:
        raise EvalError("--model", f"{arguments.model} is a list", "name one model")
    vocabulary = load_encoder(
        choice.model,
        revision=choice.revision,
        local_only=arguments.offline,
        case=arguments.case,
        language=arguments.language,
    )
    for line in frequency_table.lines(tests, vocabulary, counts):
        print(line)
    return 0
