"""Turns treebank sentences into spaCy's training format."""

from collections.abc import Sequence
from pathlib import Path

import spacy
from augment import variants
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab
from treebank import Tree, read


def to_doc(tree: Tree, vocab: Vocab) -> Doc:
    """A Doc with parts of speech, features and dependencies."""
    words = tree.words
    return Doc(
        vocab,
        words=[w.form for w in words],
        spaces=[w.space for w in words],
        pos=[w.pos for w in words],
        morphs=["|".join(f"{k}={v}" for k, v in sorted(w.feats.items())) for w in words],
        lemmas=[w.lemma for w in words],
        heads=[w.head for w in words],
        deps=["ROOT" if w.relation == "root" else w.relation for w in words],
    )


def write_corpus(folder: Path, names: Sequence[str], target: Path, augmented: bool = False) -> Path:
    """Writes the sentences of the named files to a DocBin, on demand with variants; returns its path."""
    vocab = spacy.blank("de").vocab
    trees = [tree for name in names for tree in read(folder / name)]
    if augmented:
        trees.extend(variants(trees))
    docs = [to_doc(tree, vocab) for tree in trees]
    DocBin(docs=docs, attrs=["ORTH", "SPACY", "POS", "MORPH", "LEMMA", "HEAD", "DEP"]).to_disk(target)
    return target
