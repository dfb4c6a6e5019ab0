"""Reads CoNLL-U treebanks as sentences of surface words.

The analyzer sees words as written, so contractions that Universal Dependencies splits (zum = zu +
dem) are put together again: one adposition with the preposition's relation and the article's
features; what depended on the article depends on the contraction.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from harmonise import features, relative_clauses
from harmonise import relation as unified

# Features the analyzer gives; the rest (Tense, Foreign, NumType ...) would only thin out the labels.
FEATURES = ("Case", "Number", "Gender", "Person", "PronType", "VerbForm", "Mood", "Degree", "Poss", "Reflex")


@dataclass(frozen=True, slots=True)
class TreeWord:
    """A surface word with its gold analysis; `head` is an index into the sentence, itself for the root."""

    form: str
    lemma: str
    pos: str
    feats: dict[str, str]
    head: int
    relation: str
    space: bool


@dataclass(frozen=True, slots=True)
class Tree:
    """A sentence of a treebank."""

    name: str
    text: str
    words: tuple[TreeWord, ...]


@dataclass(slots=True)
class _Row:
    id: str
    form: str
    lemma: str
    pos: str
    tag: str
    feats: dict[str, str]
    head: str
    relation: str
    space: bool


def read(path: Path) -> Iterator[Tree]:
    """The sentences of a CoNLL-U file."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.split("\n") if line]
        comments = dict(line[2:].split(" = ", 1) for line in lines if line.startswith("# ") and " = " in line)
        rows = [line.split("\t") for line in lines if not line.startswith("#")]
        if rows:
            yield Tree(comments.get("sent_id", ""), comments.get("text", ""), _words(rows))


def _features(text: str) -> dict[str, str]:
    pairs = (item.split("=", 1) for item in text.split("|") if "=" in item)
    return {name: value for name, value in pairs if name in FEATURES}


def _row(cells: list[str]) -> _Row:
    space = "SpaceAfter=No" not in cells[9]
    feats = features(cells[3], cells[4], _features(cells[5]))
    relation = unified(cells[7])
    return _Row(cells[0], cells[1], cells[2], cells[3], cells[4], feats, cells[6], relation, space)


def _words(rows: list[list[str]]) -> tuple[TreeWord, ...]:
    spans = {}
    for cells in rows:
        if "-" in cells[0]:
            first, last = cells[0].split("-")
            spans[int(first)] = (int(last), cells[1], "SpaceAfter=No" not in cells[9])
    words: list[_Row] = []
    merged: dict[str, str] = {"0": "0"}
    skip_until = 0
    for cells in rows:
        if not cells[0].isdigit():
            continue
        number = int(cells[0])
        row = _row(cells)
        if number <= skip_until:
            merged[row.id] = words[-1].id
            words[-1].feats = words[-1].feats | row.feats
            continue
        if number in spans:
            skip_until, row.form, row.space = spans[number]
        merged[row.id] = row.id
        words.append(row)
    index = {row.id: i for i, row in enumerate(words)}
    finished = [_finish(i, row, index, merged) for i, row in enumerate(words)]
    clauses = relative_clauses(
        [word.head for word in finished], [word.lemma for word in finished], [row.tag for row in words]
    )
    return tuple(
        replace(word, relation="acl:relcl") if word.relation == "acl" and i in clauses else word
        for i, word in enumerate(finished)
    )


def _finish(i: int, row: _Row, index: dict[str, int], merged: dict[str, str]) -> TreeWord:
    head = i if row.head == "0" else index[merged[row.head]]
    relation = "root" if row.head == "0" else row.relation
    return TreeWord(row.form, row.lemma, row.pos, row.feats, head, relation, row.space)
