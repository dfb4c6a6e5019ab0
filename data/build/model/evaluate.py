"""Measures the bundled analyzer on German GSD dev: `python data/build/model/evaluate.py TREEBANK_FOLDER`.

Prints a Markdown table: segmentation on the running text, everything else on the gold words
(contractions as one word), with and without lexicon and agreement; and the speed on one core.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from treebank import Tree, TreeWord, read

from mitgemeint.analysis.nlp.bundled import BundledAnalyzer
from mitgemeint.analysis.nlp.labels import UD_CASES, UD_GENDERS, UD_NUMBERS
from mitgemeint.analysis.nlp.protocol import Token
from mitgemeint.analysis.nlp.segmentation import Segmenter

DEV = "de_gsd-ud-dev.conllu"
NOMINAL = ("NOUN", "DET", "ADJ")


def running_text(trees: Iterable[Tree]) -> tuple[str, set[tuple[int, int]], set[tuple[int, int]]]:
    """The sentences as one text, with the gold spans of sentences and words."""
    text = ""
    sentences: set[tuple[int, int]] = set()
    words: set[tuple[int, int]] = set()
    for tree in trees:
        text += " " if text else ""
        start = len(text)
        for word in tree.words:
            words.add((len(text), len(text) + len(word.form)))
            text += word.form + (" " if word.space else "")
        text = text.rstrip()
        sentences.add((start, len(text)))
    return text, sentences, words


def f_score(gold: set[tuple[int, int]], found: set[tuple[int, int]]) -> float:
    """Harmonic mean of precision and recall of spans."""
    return 2 * len(gold & found) / (len(gold) + len(found))


def segmentation(trees: Sequence[Tree]) -> dict[str, float]:
    """F1 of sentences and words on the running text."""
    text, sentences, words = running_text(trees)
    found = Segmenter().segment(text)
    return {
        "sentences F1": f_score(sentences, {(s.start, s.end) for s in found}),
        "words F1": f_score(words, {(w.start, w.end) for s in found for w in s.words}),
    }


def grammar(trees: Sequence[Tree], parsed: Sequence[Sequence[Token]]) -> dict[str, float]:
    """Accuracy of each feature over gold words."""
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for tree, tokens in zip(trees, parsed, strict=True):
        for gold, token in zip(tree.words, tokens, strict=True):
            for name, ok in _judge(gold, token):
                total[name] += 1
                right[name] += ok
    return {name: right[name] / total[name] for name in total}


def _judge(gold: TreeWord, token: Token) -> Iterable[tuple[str, bool]]:
    case = UD_CASES.get(gold.feats.get("Case", "")) == token.case
    number = UD_NUMBERS.get(gold.feats.get("Number", "")) == token.number
    gender = UD_GENDERS.get(gold.feats.get("Gender", "")) == token.gender
    rest = {f"{k}={v}" for k, v in gold.feats.items() if k not in ("Case", "Number", "Gender")}
    yield "UPOS", gold.pos == token.pos
    yield "all features", case and number and gender and rest == token.extra
    yield "lemma", gold.lemma == token.lemma
    yield "UAS", gold.head == token.head
    yield "LAS", gold.head == token.head and gold.relation == token.relation
    if gold.pos in NOMINAL:
        yield f"case ({gold.pos})", case
        yield f"number ({gold.pos})", number
        yield f"gender ({gold.pos})", gender
        yield "case (NOUN, DET, ADJ)", case
        yield "number (NOUN, DET, ADJ)", number
        yield "gender (NOUN, DET, ADJ)", gender
    if gold.pos == "NOUN":
        yield "lemma (NOUN)", gold.lemma == token.lemma
    if gold.pos in ("NOUN", "PROPN"):
        yield "noun or name", gold.pos == token.pos


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("treebank", type=Path, help="folder with the CoNLL-U files")
    parser.add_argument("--model", type=Path, default=None, help="another model folder")
    parser.add_argument("--file", default=DEV)
    options = parser.parse_args()
    path = options.treebank / options.file
    if not path.is_file():
        print(f"error: no file {path}", file=sys.stderr)
        return 2
    trees = list(read(path))
    sentences = [[word.form for word in tree.words] for tree in trees]
    print(f"{len(trees)} sentences, {sum(map(len, sentences))} words\n")
    columns = []
    for correct in (False, True):
        analyzer = BundledAnalyzer(options.model, correct=correct)
        analyzer.parse(sentences[:64])
        begin = time.process_time()
        parsed = analyzer.parse(sentences)
        seconds = time.process_time() - begin
        column = grammar(trees, parsed)
        column["parse, characters per second"] = sum(len(t.text) for t in trees) / seconds
        columns.append(column)
    print("| measure | model alone | with lexicon and agreement |\n|---|---|---|")
    for name in sorted(columns[0]):
        plain, full = (f"{c[name]:.4f}" if c[name] <= 1 else f"{c[name]:,.0f}" for c in columns)
        print(f"| {name} | {plain} | {full} |")
    print()
    for name, value in segmentation(trees).items():
        print(f"{name}: {value:.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
