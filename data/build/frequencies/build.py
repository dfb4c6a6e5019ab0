"""Builds the frequencies of neutral words: `python data/build/frequencies/build.py [--cache FOLDER]`.

Fetches wordfreq (PyPI; nothing when it lies in the cache folder), looks up every form that an alternative
of data/lexicon/neutral.toml brings into a text, and writes data/lexicon/frequencies.tsv, the same bytes every
time. Run it again when alternatives are added.
"""

import argparse
import gzip
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import srsly

from mitgemeint.analysis.lexicon_files import load_neutral
from mitgemeint.analysis.ranking import FREQUENCIES
from mitgemeint.data.build.packages import FREQUENCY, SourceError, fetch

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "lexicon" / FREQUENCIES
MEMBER = "wordfreq/data/large_de.msgpack.gz"
HEAD = """\
# Frequencies of the words that neutral alternatives bring into a text: Zipf scale, log10 of the uses in a
# thousand million words. Generated, not edited: data/build/frequencies/build.py makes it of wordfreq
# (Robyn Speer; data CC BY-SA 4.0, see SOURCES.md) and neutral.toml. Words that wordfreq lacks are left out.
"""


def forms() -> Iterator[str]:
    """Nominatives of all alternatives that are applied, in the numbers in which they stand."""
    for head in load_neutral().values():
        for alternative in head.alternatives:
            yield from (form for form in (alternative.form, alternative.plural) if form)


def frequencies(wheel: Path) -> dict[str, float]:
    """Zipf frequencies by lower-case word: the list holds words of equal frequency, a centibel each step."""
    with zipfile.ZipFile(wheel) as archive:
        packed = archive.read(MEMBER)
    header, *buckets = srsly.msgpack_loads(gzip.decompress(packed))
    if header.get("format") != "cB":
        raise SourceError(f"{wheel.name}: {MEMBER} is not in the format cB")
    return {word: round(-step / 100 + 9, 2) for step, words in enumerate(buckets) for word in words}


def main() -> int:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, default=Path("build") / "packages")
    try:
        known = frequencies(fetch(FREQUENCY, parser.parse_args().cache))
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    found = {form: known[form.lower()] for form in forms() if form.lower() in known}
    lines = "".join(f"{form}\t{zipf:.2f}\n" for form, zipf in sorted(found.items()))
    TARGET.write_text(HEAD + lines, encoding="utf-8")
    print(f"{len(found)} words")
    return 0


if __name__ == "__main__":
    sys.exit(main())
