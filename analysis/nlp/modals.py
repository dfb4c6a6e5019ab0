"""Modals that are the whole predicate: the parser, used to modals beside an infinitive, hangs them on a noun.

Der Verein will Mitglieder; er muss zum Arzt; Kunden dürfen in den Laden: the modal becomes the head of the
clause, the noun its subject, object or adverbial.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mitgemeint.analysis.nlp.decoder import Batch

_MODALS = frozenset({"können", "müssen", "dürfen", "sollen", "wollen", "mögen"})
_NOMINALS = frozenset({"NOUN", "PROPN", "PRON"})
_VERBS = frozenset({"VERB", "AUX"})
_SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
# Relations that the parser gives a modal for want of an infinitive.
_HELPING = frozenset({"cop", "aux", "aux:pass", "advmod", "punct"})
# What belongs to a noun itself; everything else moves to the modal.
_OWN = frozenset(
    {"det", "det:poss", "amod", "nummod", "case", "nmod", "nmod:poss", "appos", "acl", "acl:relcl"}
)
_ROWS = frozenset({"conj", "cc"})


def promote(batch: "Batch") -> None:
    """Makes the modal without an infinitive the head of its clause."""
    for i, relation in enumerate(batch.relations):
        head = batch.heads[i]
        if relation in _HELPING and head != i and batch.speech[head] in _NOMINALS and _is_modal(batch, i):
            others = (c for c in batch.children[head] if c != i)
            if not any(batch.speech[c] in _VERBS and batch.relations[c] in _HELPING for c in others):
                _exchange(batch, i, head)


def _is_modal(batch: "Batch", i: int) -> bool:
    return batch.speech[i] in _VERBS and any(entry.lemma in _MODALS for entry in batch.facts[i].entries)


def _exchange(batch: "Batch", modal: int, noun: int) -> None:
    above = batch.heads[noun]
    moved = [c for c in batch.children[noun] if c != modal and not _is_own(batch, c, noun, modal)]
    kept = [c for c in batch.children[noun] if c != modal and c not in moved]
    if above == noun:
        batch.heads[modal] = modal
    else:
        batch.heads[modal] = above
        batch.children[above] = sorted([*(c for c in batch.children[above] if c != noun), modal])
    batch.relations[modal] = batch.relations[noun]
    batch.heads[noun], batch.relations[noun] = modal, _relation(batch, noun)
    for child in moved:
        batch.heads[child] = modal
        if batch.relations[child] == "nmod":
            batch.relations[child] = "obl"
    batch.children[noun] = kept
    batch.children[modal] = sorted([*batch.children[modal], *moved, noun])


def _is_own(batch: "Batch", child: int, noun: int, modal: int) -> bool:
    """Whether a child of the noun is part of its phrase: on its side of the modal, and no joined verb."""
    relation = batch.relations[child]
    if (child < modal) is not (noun < modal):
        return False
    if relation in _ROWS:
        return batch.speech[child] not in _VERBS
    return relation in _OWN and not (relation == "nmod" and child < noun)


def _relation(batch: "Batch", noun: int) -> str:
    relations = {batch.relations[c] for c in batch.children[noun]}
    if "case" in relations:
        return "obl"
    return "obj" if relations & _SUBJECTS else "nsubj"
