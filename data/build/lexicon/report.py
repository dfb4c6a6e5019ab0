"""Measures the checked-in person lexicon: counts, agreement with the tables, coverage of another list.

python -m mitgemeint.data.build.lexicon.report [--cache FOLDER] [--compare PAIRS.tsv]
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from mitgemeint.analysis.database import Database, PersonNoun
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.paradigm import load_paradigms
from mitgemeint.data.build.lexicon import lexicon_sources
from mitgemeint.data.build.lexicon.build import CACHE
from mitgemeint.data.build.lexicon.classes import ClassFinder


def counts(nouns: Iterable[PersonNoun]) -> dict[str, int]:
    """How many entries there are, by what they are."""
    found: Counter[str] = Counter()
    for noun in nouns:
        found["entries"] += 1
        found["with a feminine"] += bool(noun.feminine)
        found[f"sense {noun.sense}"] += 1
        for flag in ("head", "demonym", "organisation"):
            found[flag] += getattr(noun, flag)
        found["editorial only"] += noun.sources == ("E",)
    return dict(found)


def agreement(nouns: Iterable[PersonNoun], finder: ClassFinder) -> tuple[int, int, list[str]]:
    """Cells of german-nouns that the preferred form meets, all its cells, and the nouns that miss one."""
    met = total = 0
    missing: list[str] = []
    for noun in nouns:
        good, all_cells = finder.agreement(noun.masculine, noun.paradigm)
        met, total = met + good, total + all_cells
        if good < all_cells:
            missing.append(noun.masculine)
    return met, total, missing


def coverage(pairs: Iterable[tuple[str, str]], database: Database) -> dict[str, int]:
    """How a list of pairs is covered: as an entry, as a compound, with another feminine, not."""
    found: Counter[str] = Counter()
    for masculine, feminine in pairs:
        readings = database.readings(masculine)
        if not readings:
            found["not covered"] += 1
        elif any(reading.lemma == masculine for reading in database.readings(feminine)):
            found["compound" if readings[0].prefix else "entry"] += 1
        else:
            found["other feminine"] += 1
    return dict(found)


def main(arguments: list[str] | None = None) -> int:
    """Print the report; the exit status."""
    parser = argparse.ArgumentParser(description="Measure the person lexicon.")
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--compare", type=Path, help="a table of pairs: masculine, feminine, anything")
    options = parser.parse_args(arguments)
    database = Database.load(forms=FormLexicon.load())
    for name, number in counts(database.nouns).items():
        print(f"{name}: {number}")
    try:
        finder = ClassFinder(lexicon_sources.load(options.cache), load_paradigms())
    except lexicon_sources.SourceError as error:
        print(error, file=sys.stderr)
        return 2
    met, total, missing = agreement(database.nouns, finder)
    print(f"cells of german-nouns met: {met} of {total} ({met / max(1, total):.2%})")
    print("misses:", *missing)
    if options.compare:
        rows = [line.split("\t") for line in options.compare.read_text("utf-8").splitlines()[1:]]
        print(coverage([(row[0], row[1]) for row in rows], database))
    return 0


if __name__ == "__main__":
    sys.exit(main())
