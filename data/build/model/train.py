"""Trains the bundled pipeline: `python data/build/model/train.py TREEBANK_FOLDER`.

Takes the CoNLL-U files of German GSD (test and dev) and PUD (test) from the folder: GSD test and PUD
are the training data, GSD dev tells when to stop. Writes the stripped model to data/models/bundled.
One core, about a quarter of an hour; the seed is fixed.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import spacy
from docbin import write_corpus
from pack import pack
from spacy.training.initialize import init_nlp
from spacy.training.loop import train as train_loop
from spacy.util import load_config

from mitgemeint.analysis.nlp import architecture  # noqa: F401  (registers the layers)

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "models" / "bundled"
TRAIN = ("de_gsd-ud-test.conllu", "de_pud-ud-test.conllu")
DEV = ("de_gsd-ud-dev.conllu",)


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("treebank", type=Path, help="folder with the CoNLL-U files")
    parser.add_argument("--config", type=Path, default=HERE / "config.cfg")
    parser.add_argument("--target", type=Path, default=TARGET)
    parser.add_argument("overrides", nargs="*", help="settings as section.name=value")
    options = parser.parse_intermixed_args()
    missing = [name for name in TRAIN + DEV if not (options.treebank / name).is_file()]
    if missing:
        print(f"error: {options.treebank} lacks {', '.join(missing)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        overrides: dict[str, object] = dict(_override(text) for text in options.overrides)
        overrides["paths.train"] = str(
            write_corpus(options.treebank, TRAIN, work / "train.spacy", augmented=True)
        )
        overrides["paths.dev"] = str(write_corpus(options.treebank, DEV, work / "dev.spacy"))
        config = load_config(options.config, overrides=overrides, interpolate=False)
        nlp = init_nlp(config)
        (work / "out").mkdir()
        train_loop(nlp, work / "out", stdout=sys.stdout, stderr=sys.stderr)
        pack(spacy.load(work / "out" / "model-best"), options.target)
    return 0


def _override(text: str) -> tuple[str, object]:
    name, _, value = text.partition("=")
    for convert in (int, float):
        try:
            return name, convert(value)
        except ValueError:
            continue
    return name, value


if __name__ == "__main__":
    sys.exit(main())
