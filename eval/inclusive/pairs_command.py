"""`mitgemeint-eval inclusive pairs`: masculines and feminines of a corpus, for the database after review."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from mitgemeint.analysis.database import Database
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.eval.command import as_path
from mitgemeint.eval.inclusive.corpora.chunks import Chunk
from mitgemeint.eval.inclusive.corpora.command import (
    Reading,
    add_options,
    checked_jobs,
    layout,
    tell,
    write_lines,
)
from mitgemeint.eval.inclusive.corpora.scanning import scan_in_parts
from mitgemeint.eval.inclusive.corpora.texts import Layout
from mitgemeint.eval.inclusive.corpora.unfinished import State, Unfinished
from mitgemeint.eval.inclusive.gender_pairs import GenderPair, PairJudge, Seen, Status, collector, merge, rows
from mitgemeint.eval.problems import EvalError

FEWEST = 1


def add(parts: Any) -> None:
    """Adds the command `pairs`."""
    parser = parts.add_parser(
        "pairs",
        help="collect masculines and feminines from gender-marked words",
        description="Collects person nouns from forms that mark gender (Ärzt*innen: Arzt, Ärztin) as a table "
        "for review, those first that the database does not have. Rows with an x in the column accept are "
        "turned into curation by `python -m mitgemeint.data.build.lexicon.review FILE`.",
    )
    add_options(parser)
    parser.add_argument("--out", type=as_path, required=True, metavar="FILE", help="where the table goes")
    parser.add_argument(
        "--fewest",
        type=int,
        default=FEWEST,
        metavar="N",
        help=f"leave out what is seen less often (default {FEWEST})",
    )
    parser.add_argument("--new", action="store_true", help="only what the database does not have")
    parser.set_defaults(run=_run, command_name="pairs")


def _run(arguments: argparse.Namespace) -> int:
    out, jobs, read = arguments.out, checked_jobs(arguments), layout(arguments)
    if arguments.fewest < 1:
        raise EvalError("--fewest", f"{arguments.fewest} is no count", "give one from 1")
    reading = Reading(arguments)
    unfinished = Unfinished(out, reading.fingerprint("pairs", read))
    try:
        with reading.chunks() as chunks:
            state, seen = _collect(chunks, read, unfinished, jobs, reading)
        told = list(reading.summary(state.counts, state.notes))
        pairs = list(_judged(seen, arguments))
        settings = {"fewest": arguments.fewest, "new": arguments.new}
        write_lines(out, rows(pairs), reading.provenance(state, **settings))
    except BaseException:
        if not reading.can_be_read_again:
            unfinished.remove()
        raise
    unfinished.remove()
    tell(told)
    counts = Counter(pair.status for pair in pairs)
    for status in Status:
        print(f"{status.value}: {counts[status]:,} pairs")
    print(f"Written to {out}: {len(pairs):,} pairs", file=sys.stderr)
    return 0


def _collect(
    chunks: Iterable[Chunk], read: Layout, unfinished: Unfinished, jobs: int, reading: Reading
) -> tuple[State, dict[str, Seen]]:
    state = unfinished.state()
    seen = {
        values["feminine"]: Seen.from_json(values["seen"])
        for values in map(json.loads, unfinished.lines() if state.chunks else ())
    }
    for part in scan_in_parts(chunks, collector(read), jobs, state.chunks, reading.advance):
        merge(seen, part)
        state = state.after([each.tally for each in part])
        unfinished.save(state, _lines(seen))
    return state, seen


def _lines(seen: dict[str, Seen]) -> Iterator[str]:
    for feminine, each in seen.items():
        yield json.dumps({"feminine": feminine, "seen": each.as_json()}, ensure_ascii=False)


def _judged(seen: dict[str, Seen], arguments: argparse.Namespace) -> Iterator[GenderPair]:
    forms = FormLexicon.load()
    judge = PairJudge(Database.load((), forms), forms)
    for feminine, each in seen.items():
        pair = judge.judge(feminine, each) if each.count >= arguments.fewest else None
        if pair and (pair.status is Status.NEW or not arguments.new):
            yield pair
