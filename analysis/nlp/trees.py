"""Repairs of predicted trees where word order leaves no doubt: what stands in a noun phrase is its noun's."""

from typing import TYPE_CHECKING

from mitgemeint.analysis.nlp.cells import ALL
from mitgemeint.analysis.nlp.grammar import grammar

if TYPE_CHECKING:
    from mitgemeint.analysis.nlp.decoder import Batch

_NOUNS = frozenset({"NOUN", "PROPN"})
_BETWEEN = frozenset({"ADJ", "NUM", "ADV"})
_LONGEST = 6


def repair(batch: "Batch") -> None:
    """Attaches determiners, adjectives and prepositions to the noun that follows them."""
    for i, pos in enumerate(batch.speech):
        if pos == "DET":
            _attach_determiner(batch, i)
        elif pos == "ADJ":
            _attach_adjective(batch, i)
    for i, pos in enumerate(batch.speech):
        if pos == "ADP":
            _attach_preposition(batch, i)


def move(batch: "Batch", i: int, head: int, relation: str) -> None:
    """Makes `i` a dependent of `head`; does nothing where that would close a circle."""
    if _is_above(batch, i, head):
        return
    batch.children[batch.heads[i]] = [c for c in batch.children[batch.heads[i]] if c != i]
    batch.heads[i], batch.relations[i] = head, relation
    batch.children[head] = sorted([*batch.children[head], i])


def _is_above(batch: "Batch", i: int, below: int) -> bool:
    """Whether `i` is the root or an ancestor of `below`, so that it cannot depend on it."""
    if batch.heads[i] == i:
        return True
    while True:
        if below == i:
            return True
        head = batch.heads[below]
        if head == below:
            return False
        below = head


def _next_noun(batch: "Batch", i: int) -> int | None:
    """The noun that ends the phrase beginning at `i`; None if something else comes between."""
    for j in range(i + 1, min(i + 1 + _LONGEST, len(batch.words))):
        if j in batch.starts:
            return None
        pos = batch.speech[j]
        if pos in _NOUNS:
            return j
        if pos not in _BETWEEN:
            return None
    return None


def _attach_determiner(batch: "Batch", i: int) -> None:
    if batch.relations[i].startswith("det") and batch.speech[batch.heads[i]] in _NOUNS:
        return
    lemma = next((e.lemma for e in batch.facts[i].entries if e.pos == "DET"), "")
    noun = _next_noun(batch, i)
    if noun is None or lemma not in grammar().attached:
        return
    own = batch.facts[i].cells.get("DET", 0) or ALL
    its = batch.facts[noun].cells.get(batch.speech[noun], 0) or ALL
    if own & its:
        move(batch, i, noun, "det:poss" if lemma in grammar().possessive else "det")


def _attach_adjective(batch: "Batch", i: int) -> None:
    if i + 1 >= len(batch.words) or i + 1 in batch.starts or batch.speech[i + 1] not in _NOUNS:
        return
    noun = i + 1
    if batch.relations[i] == "amod" or batch.relations[i] == "conj" or batch.facts[i].bare_adjective:
        return
    own = batch.facts[i].cells.get("ADJ", 0)
    its = batch.facts[noun].cells.get(batch.speech[noun], 0) or ALL
    if own & its and batch.words[i][:1].islower():
        move(batch, i, noun, "amod")


def _attach_preposition(batch: "Batch", i: int) -> None:
    head = batch.heads[i]
    if batch.relations[i] == "case" and batch.speech[head] in _NOUNS and head > i:
        return
    if batch.words[i].lower() in grammar().unsure_prepositions or batch.relations[i] in (
        "compound:prt",
        "mark",
    ):
        return
    noun = i + 1
    if noun >= len(batch.words) or noun in batch.starts:
        return
    if batch.speech[noun] not in _NOUNS:
        found = _next_noun(batch, noun) if batch.speech[noun] in ("DET", "ADJ") else None
        if found is None:
            return
        noun = found
    governed = batch.facts[i].cells.get("ADP", 0)
    its = batch.facts[noun].cells.get(batch.speech[noun], 0) or ALL
    if governed & its:
        move(batch, i, noun, "case")
