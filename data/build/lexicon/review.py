"""Turns pairs that somebody accepted into curation: prints groups for `curation/additions.toml`.

    mitgemeint-eval inclusive pairs CORPUS --new --out pairs.tsv      # then put an x into the column accept
    python -m mitgemeint.data.build.lexicon.review pairs.tsv >> data/build/lexicon/curation/additions.toml

Masculine, feminine and paradigm may be corrected in the table; an empty paradigm leaves it to the build.
Nothing is added by itself: the reason of each group is to be written by the one who reviewed it.
"""

import argparse
import csv
import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mitgemeint.analysis.lexicon_files import load_nouns
from mitgemeint.analysis.paradigm import load_paradigms
from mitgemeint.data.build.lexicon import curation
from mitgemeint.data.build.lexicon.candidates import form_feminine

ACCEPTED = frozenset({"x", "ja", "yes", "y", "j", "1"})
REFUSED = frozenset({"", "-", "nein", "no", "n", "0"})
COLUMNS = ("accept", "masculine", "feminine", "paradigm")
_WIDTH = 118


@dataclass(frozen=True, slots=True)
class Accepted:
    """A pair that goes into the curation; `paradigm` may be empty."""

    masculine: str
    feminine: str
    paradigm: str

    @property
    def words(self) -> str:
        """As curation files have it: the feminine stands there only where no rule gives it."""
        by_rule = form_feminine(self.masculine) == self.feminine
        return self.masculine if by_rule else f"{self.masculine}/{self.feminine}"


def accepted(table: str, known: Iterable[str]) -> tuple[Accepted, ...]:
    """The accepted rows of a table, sorted; raises CurationError for a row that cannot be used.

    `known` are the masculines that are in the lexicon or its curation already.
    """
    rows = csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE)
    missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
    if missing:
        raise curation.CurationError(f"line 1: the columns {', '.join(missing)} are missing")
    taken, found = set(known), []
    for number, row in enumerate(rows, 2):
        mark = (row["accept"] or "").strip().lower()
        if mark in REFUSED:
            continue
        if mark not in ACCEPTED:
            raise curation.CurationError(f"line {number}: {mark!r} is neither x nor empty")
        found.append(_pair(row, number, taken))
        taken.add(found[-1].masculine)
    return tuple(sorted(found, key=lambda pair: (pair.paradigm, pair.masculine)))


def _pair(row: dict[str, str], number: int, taken: set[str]) -> Accepted:
    masculine, feminine, paradigm = ((row[name] or "").strip() for name in COLUMNS[1:])
    for word in (masculine, feminine):
        if not word or not word[0].isupper() or any(letter in word for letter in ' "\\/\t'):
            raise curation.CurationError(f"line {number}: {word!r} is no noun")
    if masculine in taken:
        raise curation.CurationError(f"line {number}: {masculine} is known already")
    if paradigm and paradigm not in load_paradigms():
        raise curation.CurationError(f"line {number}: there is no paradigm {paradigm!r}")
    return Accepted(masculine, feminine, paradigm)


def groups(pairs: Sequence[Accepted]) -> Iterator[str]:
    """The lines of the groups, one for each paradigm."""
    for paradigm in sorted({pair.paradigm for pair in pairs}):
        yield ""
        yield "[[add]]"
        yield 'reason = "seen in texts that mark gender"'
        if paradigm:
            yield f'paradigm = "{paradigm}"'
        yield 'words = """'
        yield from _wrapped(pair.words for pair in pairs if pair.paradigm == paradigm)
        yield '"""'


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = ""
        line = f"{line} {word}".strip()
    if line:
        yield line


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; 2 where the table cannot be used."""
    parser = argparse.ArgumentParser(
        prog="python -m mitgemeint.data.build.lexicon.review",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("table", type=Path, help="the table of `inclusive pairs`")
    table = parser.parse_args(arguments).table
    known = {noun.masculine for noun in load_nouns()} | set(curation.load().additions)
    try:
        pairs = accepted(table.read_text("utf-8-sig"), known)
    except (OSError, UnicodeDecodeError, curation.CurationError) as error:
        print(f"{table}: {error}", file=sys.stderr)
        return 2
    for line in groups(pairs):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
