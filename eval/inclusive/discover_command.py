"""`mitgemeint-eval inclusive discover`: neutral words for masculines, for the database after review."""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mitgemeint.analysis.database import Database
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.eval.command import as_path
from mitgemeint.eval.inclusive.contexts import Companies, as_json, from_json, merge, observer
from mitgemeint.eval.inclusive.corpora.command import (
    Reading,
    add_options,
    checked_jobs,
    layout,
    tell,
    write_lines,
)
from mitgemeint.eval.inclusive.corpora.scanning import scan_in_parts
from mitgemeint.eval.inclusive.corpora.unfinished import State, Unfinished
from mitgemeint.eval.inclusive.discovery import COMPONENTS, Asked, Candidate, Ranker, ask
from mitgemeint.eval.inclusive.discovery_recall import known_masculines, recalls, table
from mitgemeint.eval.inclusive.discovery_vectors import vectors
from mitgemeint.eval.inclusive.neutral_forms import NeutralForms
from mitgemeint.eval.problems import EvalError
from mitgemeint.eval.provenance import provenance

FIRST, FEWEST = 10, 3
SECONDS_BETWEEN_SAVES = 60.0
COLUMNS = (
    "word",
    "candidate",
    "score",
    "strength",
    "kind",
    "known",
    *COMPONENTS,
    "count",
    "evidence",
    "accept",
)


def add(parts: Any) -> None:
    """Adds the command `discover`."""
    parser = parts.add_parser(
        "discover",
        help="propose neutral words for masculines",
        description="Ranks words that are neutral in form (Lehrkraft, Studierende, Leitung) as alternatives "
        "for masculines, from a corpus, from word vectors, or from both, as a table for review.",
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="masculines, such as Lehrer")
    add_options(parser, corpora="--corpus")
    parser.add_argument(
        "--vectors",
        type=as_path,
        metavar="FILE",
        help="word vectors of German (fastText, word2vec, GloVe, …)",
    )
    parser.add_argument("--out", type=as_path, required=True, metavar="FILE", help="where the table goes")
    parser.add_argument(
        "--first", type=int, default=FIRST, metavar="N", help=f"candidates for a word (default {FIRST})"
    )
    parser.add_argument(
        "--fewest",
        type=int,
        default=FEWEST,
        metavar="N",
        help=f"leave out candidates that the corpus has less often (default {FEWEST})",
    )
    parser.add_argument(
        "--known", action="store_true", help="show what the database has already, too, and mark it"
    )
    parser.add_argument(
        "--measure",
        action="store_true",
        help="instead look for all masculines with a known neutral word, and tell how often that is found",
    )
    parser.set_defaults(run=_run, command_name="discover")


def _run(arguments: argparse.Namespace) -> int:
    out, jobs = arguments.out, checked_jobs(arguments)
    _check(arguments)
    database = Database.load((), FormLexicon.load())
    neutral = NeutralForms(database)
    asked = _asked(arguments, database, neutral)
    found = vectors(arguments.vectors, asked, neutral) if arguments.vectors else None
    if not arguments.corpora:
        return _write(arguments, out, Ranker(asked, None, found), {"provenance": provenance()}, ())
    reading = Reading(arguments)
    unfinished = Unfinished(out, reading.fingerprint("discover", layout(arguments), asked))
    try:
        state, companies = _observe(arguments, reading, unfinished, asked, jobs)
        told = list(reading.summary(state.counts, state.notes))
        ranker = Ranker(asked, companies, found, arguments.fewest)
        status = _write(arguments, out, ranker, reading.provenance(state, **_settings(arguments)), told)
    except BaseException:
        if not reading.can_be_read_again:
            unfinished.remove()
        raise
    unfinished.remove()
    return status


def _check(arguments: argparse.Namespace) -> None:
    if not arguments.corpora and not arguments.vectors:
        raise EvalError("discover", "there is nothing to look in", "give --corpus, --vectors or both")
    if bool(arguments.words) is arguments.measure:
        reason = "there is no word to look for"
        if arguments.words:
            reason = "words and --measure exclude each other"
        raise EvalError("discover", reason, "give words such as Lehrer, or --measure")
    for name in ("first", "fewest"):
        if getattr(arguments, name) < 1:
            raise EvalError(f"--{name}", f"{getattr(arguments, name)} is no count", "give one from 1")


def _asked(arguments: argparse.Namespace, database: Database, neutral: NeutralForms) -> list[Asked]:
    if arguments.measure:
        return known_masculines(database, neutral)
    found = {each.masculine: each for each in (ask(word, database, neutral) for word in arguments.words)}
    return list(found.values())


def _settings(arguments: argparse.Namespace) -> dict[str, Any]:
    names = ("words", "first", "fewest", "known", "measure")
    return {name: getattr(arguments, name) for name in names} | {"vectors": str(arguments.vectors or "")}


def _observe(
    arguments: argparse.Namespace,
    reading: Reading,
    unfinished: Unfinished,
    asked: Sequence[Asked],
    jobs: int,
) -> tuple[State, Companies]:
    state = unfinished.state()
    companies: Companies = dict(map(from_json, map(json.loads, unfinished.lines() if state.chunks else ())))
    start, saved = observer([each.masculine for each in asked], layout(arguments)), time.monotonic()
    with reading.chunks() as chunks:
        for part in scan_in_parts(chunks, start, jobs, state.chunks, reading.advance):
            merge(companies, [each.companies for each in part])
            state = state.after([each.tally for each in part])
            if time.monotonic() - saved > SECONDS_BETWEEN_SAVES:
                unfinished.save(state, _saved(companies))
                saved = time.monotonic()
    return state, companies


def _saved(companies: Companies) -> Iterator[str]:
    for item, company in companies.items():
        yield json.dumps(as_json(item, company), ensure_ascii=False)


def _write(
    arguments: argparse.Namespace,
    out: Path,
    ranker: Ranker,
    beside: dict[str, Any],
    told: Iterable[str],
) -> int:
    if arguments.measure:
        found = recalls(ranker, arguments.fewest)
        lines = list(table(found))
        write_lines(out, lines, beside | {"recall": [asdict(each) for each in found]})
        tell(told)
        for line in lines:
            print(line)
        return 0
    lines = list(_rows(arguments, ranker))
    number = write_lines(out, lines, beside) - 1
    tell(told)
    without = _without_candidate(ranker, lines)
    if without:
        print(f"No candidate for {', '.join(without)}", file=sys.stderr)
    print(f"Written to {out}: {number:,} candidates for {len(ranker.asked):,} words", file=sys.stderr)
    return 0


def _rows(arguments: argparse.Namespace, ranker: Ranker) -> Iterator[str]:
    yield "\t".join(COLUMNS)
    for row in range(len(ranker.asked)):
        ranked = [each for each in ranker.rank(row) if arguments.known or not each.known]
        for candidate in ranked[: arguments.first]:
            cells = _cells(candidate, ranker.evidence(row, candidate))
            yield "\t".join(" ".join(cell.split()) for cell in cells)


def _without_candidate(ranker: Ranker, lines: Sequence[str]) -> list[str]:
    """The masculines that the table has no row for."""
    words = {line.partition("\t")[0] for line in lines[1:]}
    return [asked.masculine for asked in ranker.asked if asked.masculine not in words]


def _cells(candidate: Candidate, evidence: Sequence[str]) -> Iterator[str]:
    yield from (candidate.masculine, candidate.word, f"{candidate.score:.3f}")
    yield from (f"{candidate.strength:.3f}", candidate.kind)
    yield "yes" if candidate.known else "no"
    yield from (f"{candidate.parts[name]:.3f}" if name in candidate.parts else "" for name in COMPONENTS)
    yield from (str(candidate.count), " / ".join(evidence), "")
