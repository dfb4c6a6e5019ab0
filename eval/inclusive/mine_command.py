"""`mitgemeint-eval inclusive mine`: inclusive texts of a corpus, for `inclusive annotate`."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from mitgemeint.analysis.nlp.segmentation import Segmenter
from mitgemeint.eval.command import as_path
from mitgemeint.eval.inclusive.benchmark_set import INCLUSIVE_STYLES, Style
from mitgemeint.eval.inclusive.corpora.command import (
    Reading,
    add_options,
    checked_jobs,
    layout,
    tell,
    write_lines,
)
from mitgemeint.eval.inclusive.corpora.unfinished import Unfinished
from mitgemeint.eval.inclusive.mining import Mining, mine, mined_lines
from mitgemeint.eval.problems import EvalError

TEXTS = 10_000
MOST_TEXTS = 1_000_000


def add(parts: Any) -> None:
    """Adds the command `mine`."""
    parser = parts.add_parser(
        "mine",
        help="find inclusive texts in corpora",
        description="Finds texts with at least two matches of one style (gender characters, pair notation, "
        "neutral participles), the densest first, as JSON lines for `inclusive annotate`.",
    )
    add_options(parser)
    parser.add_argument("--out", type=as_path, required=True, metavar="FILE", help="where the texts go")
    parser.add_argument(
        "--style",
        type=Style,
        choices=list(INCLUSIVE_STYLES),
        action="append",
        help="look for this style only (may be given several times; default: all)",
    )
    parser.add_argument(
        "--texts", type=int, default=TEXTS, metavar="N", help=f"keep the N densest texts (default {TEXTS})"
    )
    parser.add_argument(
        "--sentences", action="store_true", help="write the sentences with matches, not whole texts"
    )
    parser.set_defaults(run=_run, command_name="mine")


def _run(arguments: argparse.Namespace) -> int:
    out, jobs = arguments.out, checked_jobs(arguments)
    mining = _mining(arguments)
    reading = Reading(arguments)
    unfinished = Unfinished(out, reading.fingerprint(mining))
    try:
        with reading.chunks() as chunks:
            state = mine(chunks, mining, unfinished, jobs, reading.advance)
        told = list(reading.summary(state.counts, state.notes))
        settings = {
            "styles": [style.value for style in mining.styles],
            "texts": mining.most,
            "sentences": arguments.sentences,
        }
        styles = Counter(json.loads(line)["style"] for line in mined_lines(unfinished))
        lines = mined_lines(unfinished)
        written = write_lines(
            out,
            _sentences(lines) if arguments.sentences else lines,
            reading.provenance(state, **settings),
        )
    except BaseException:
        if not reading.can_be_read_again:
            unfinished.remove()
        raise
    unfinished.remove()
    tell(told)
    for style in mining.styles:
        print(f"{style.value}: {styles[style.value]:,} texts")
    print(f"Written to {out}: {written:,} {'sentences' if arguments.sentences else 'texts'}", file=sys.stderr)
    return 0


def _mining(arguments: argparse.Namespace) -> Mining:
    if not 1 <= arguments.texts <= MOST_TEXTS:
        reason = f"{arguments.texts} is no number of texts"
        raise EvalError("--texts", reason, f"give one from 1 to {MOST_TEXTS:,}")
    styles = tuple(style for style in INCLUSIVE_STYLES if style in (arguments.style or INCLUSIVE_STYLES))
    return Mining(styles, layout(arguments), arguments.texts)


def _sentences(lines: Iterable[str]) -> Iterator[str]:
    """A line for each sentence with a match; its offsets count in the sentence."""
    segmenter = Segmenter()
    for line in lines:
        mined = json.loads(line)
        for number, sentence in enumerate(segmenter.segment(mined["text"]), 1):
            matches = [
                {**match, "start": match["start"] - sentence.start, "end": match["end"] - sentence.start}
                for match in mined["matches"]
                if sentence.start <= match["start"] and match["end"] <= sentence.end
            ]
            if matches:
                text = mined["text"][sentence.start : sentence.end]
                density = round(len(matches) / len(text.split()), 6)
                own = {
                    "id": f"{mined['id']}-{number}",
                    "text": text,
                    "matches": matches,
                    "density": density,
                }
                yield json.dumps(mined | own, ensure_ascii=False)
