"""A sheet of random suggestions for a reader to judge: is the rewritten sentence good German?

Run it as `python -m mitgemeint.eval.sample FOLDER`. It takes the documents (`*.md`, `*.txt`) and sentence
sets (`amrhein-*.jsonl`, `lou-*.jsonl`, `hard-cases-*.json`) of a folder, draws suggestions at random, each
once, and prints them numbered with an empty column for the mark. The same seed and texts give the same sheet.
Where the texts have a licence of their own, so has the sheet.
"""

import argparse
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mitgemeint.analysis import Pipeline, Settings, Suggestion, resources
from mitgemeint.eval.closure import NOTATIONS, Piece, pieces_of
from mitgemeint.eval.command import table

HEADER = ("no", "notation", "finding", "original", "suggestion", "mark")


@dataclass(frozen=True, slots=True)
class Drawn:
    """One suggestion: its sentence as it is and as it would be."""

    notation: str
    finding: str
    original: str
    rewritten: str


def suggestions(pipeline: Pipeline, pieces: Iterable[Piece]) -> Iterator[Drawn]:
    """Every suggestion of a pipeline for these texts, with its sentence before and after."""
    for piece in pieces:
        for finding in pipeline.analyze(piece.text, piece.format).findings:
            for suggestion in finding.suggestions:
                original = _original(piece.text, suggestion)
                yield Drawn(suggestion.notation, finding.text, original, suggestion.sentence)


def _original(text: str, suggestion: Suggestion) -> str:
    """The sentences of the text that the edits touch, markup included."""
    start, end = suggestion.edits[0].start, suggestion.edits[-1].end
    sentences = [
        sentence
        for sentence in resources.load("bundled").analyzer.segment(text)
        if sentence.start <= end and start < sentence.end
    ]
    return text[sentences[0].start : sentences[-1].end] if sentences else text


def draw(drawn: Iterable[Drawn], number: int, seed: int) -> list[Drawn]:
    """At most `number` different suggestions, drawn evenly, in the order drawn."""
    pool = list(dict.fromkeys(drawn))
    return random.Random(seed).sample(pool, min(number, len(pool)))


def sheet(drawn: Sequence[Drawn], tsv: bool = False) -> Iterable[str]:
    """The lines of the sheet: a Markdown table, or tab-separated values."""
    lines = [
        (number, item.notation, _line(item.finding), _line(item.original), _line(item.rewritten), "")
        for number, item in enumerate(drawn, start=1)
    ]
    if tsv:
        yield from ("\t".join(str(cell) for cell in line) for line in (HEADER, *lines))
    else:
        yield from table(HEADER, lines)


def _line(text: str) -> str:
    return " ".join(text.split())


def main() -> int:
    """Print the sheet for a folder."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--number", type=int, default=100, help="how many suggestions (100)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tsv", action="store_true", help="tab-separated values, not Markdown")
    parser.add_argument("--notations", nargs="+", choices=NOTATIONS, default=list(NOTATIONS), metavar="N")
    arguments = parser.parse_args()
    if not arguments.folder.is_dir():
        parser.error(f"{arguments.folder} is no folder")
    pieces = [piece for found in pieces_of(arguments.folder).values() for piece in found]
    pipeline = Pipeline(Settings(notations=arguments.notations))
    drawn = draw(suggestions(pipeline, pieces), arguments.number, arguments.seed)
    if not drawn:
        parser.error(f"{arguments.folder} holds no text with a suggestion")
    for line in sheet(drawn, arguments.tsv):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
