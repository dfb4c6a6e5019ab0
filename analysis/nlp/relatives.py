"""Finds relative clauses by word order and ties each to the noun its pronoun agrees with."""

from typing import TYPE_CHECKING

from mitgemeint.analysis.features import Case
from mitgemeint.analysis.nlp import agreement
from mitgemeint.analysis.nlp.cells import ALL, GENDERS, NUMBERS, OF_CASE, mask
from mitgemeint.analysis.nlp.grammar import grammar
from mitgemeint.analysis.nlp.trees import move

if TYPE_CHECKING:
    from mitgemeint.analysis.nlp.decoder import Batch

_ENDS = frozenset({",", ".", "!", "?", ";", ":", ")", "–", "und", "oder", "sowie"})
_STOPS = frozenset({".", "!", "?", ";", ":"})
_NOUNS = frozenset({"NOUN", "PROPN"})
_VERBS = frozenset({"VERB", "AUX"})
_HELPERS = frozenset({"aux", "aux:pass", "cop"})
# After these parts of speech an article would have no noun.
_NO_NOUN_PHRASE = frozenset({"DET", "PRON", "AUX", "VERB", "ADP"})
_FARTHEST_NOUN = 9
_LONGEST_CLAUSE = 40
_RELATION_OF_CASE = ((Case.NOMINATIVE, "nsubj"), (Case.ACCUSATIVE, "obj"), (Case.DATIVE, "obl:arg"))


def attach(batch: "Batch") -> None:
    """Corrects the relative clauses of a batch where the tree has none, or none that agrees."""
    for i, pos in enumerate(batch.speech):
        if pos == "PRON" and i not in batch.starts and _is_relative(batch, i):
            _attach_clause(batch, i)


def retag(batch: "Batch") -> None:
    """Makes a relative pronoun of an article that stands before another determiner or a pronoun."""
    for i, pos in enumerate(batch.speech):
        following = i + 1
        if pos != "DET" or i in batch.starts or following >= len(batch.words) or following in batch.starts:
            continue
        if batch.speech[following] in _NO_NOUN_PHRASE and _is_relative(batch, i):
            batch.speech[i] = "PRON"


def _is_relative(batch: "Batch", i: int) -> bool:
    """Whether a pronoun opens a relative clause: `, der` or `, mit dem`."""
    if not any(entry.lemma in grammar().relative and entry.pos == "PRON" for entry in batch.facts[i].entries):
        return False
    comma = i - 2 if batch.speech[i - 1] == "ADP" and i - 1 not in batch.starts else i - 1
    return batch.words[comma] == "," and comma not in batch.starts


def _attach_clause(batch: "Batch", pronoun: int) -> None:
    finite = _finite_verb(batch, pronoun)
    noun = _antecedent(batch, pronoun)
    if finite is None or noun is None:
        return
    verb = _content_verb(batch, finite, pronoun)
    relation = batch.relations[verb]
    current = batch.heads[verb]
    if relation.startswith("acl") and current < pronoun and _agree(batch, pronoun, current):
        batch.relations[verb] = "acl:relcl"
        return
    move(batch, verb, noun, "acl:relcl")
    if batch.heads[verb] == noun and not pronoun < batch.heads[pronoun] <= finite:
        move(batch, pronoun, verb, _relation(batch, pronoun))


def _finite_verb(batch: "Batch", pronoun: int) -> int | None:
    """The verb that closes the clause."""
    for i in range(pronoun + 1, min(pronoun + _LONGEST_CLAUSE, len(batch.words))):
        if i in batch.starts or batch.words[i] in _STOPS:
            return None
        closes = i + 1 >= len(batch.words) or i + 1 in batch.starts or batch.words[i + 1] in _ENDS
        if closes and batch.speech[i] in _VERBS and batch.facts[i].numbers:
            return i
    return None


def _content_verb(batch: "Batch", finite: int, pronoun: int) -> int:
    """The word of the clause that the others depend on: for an auxiliary the verb before it."""
    head = batch.heads[finite]
    if batch.relations[finite] in _HELPERS and pronoun < head <= finite:
        return head
    before = finite - 1
    if batch.speech[finite] == "AUX" and before > pronoun and batch.speech[before] == "VERB":
        return before
    return finite


def _antecedent(batch: "Batch", pronoun: int) -> int | None:
    """The nearest noun before the clause that has a gender and number of the pronoun."""
    for i in range(pronoun - 2, max(-1, pronoun - 2 - _FARTHEST_NOUN), -1):
        if batch.speech[i] in _NOUNS and _agree(batch, pronoun, i):
            return i
        if i in batch.starts or batch.words[i] in _STOPS:
            return None
    return None


def _agree(batch: "Batch", pronoun: int, noun: int) -> bool:
    """Whether pronoun and noun, with its determiner, share gender and number in whatever case."""
    if batch.speech[noun] not in _NOUNS:
        return False
    own = _pronoun_cells(batch, pronoun)
    cells = batch.facts[noun].cells.get(batch.speech[noun], 0) or ALL
    for c in batch.children[noun]:
        determiner = batch.facts[c].cells.get("DET", 0) if batch.speech[c] == "DET" else 0
        if determiner & cells:
            cells &= determiner
    return any(
        own & mask(None, number, gender) and cells & mask(None, number, gender)
        for number in NUMBERS
        for gender in GENDERS
    )


def _pronoun_cells(batch: "Batch", pronoun: int) -> int:
    """The cells of a relative pronoun, limited by its preposition or its relation."""
    cells = batch.facts[pronoun].cells.get("PRON", 0) or ALL
    if batch.speech[pronoun - 1] == "ADP":
        limit = batch.facts[pronoun - 1].cells.get("ADP", 0)
    else:
        limit = agreement.CASE_OF_RELATION.get(batch.relations[pronoun], (ALL, 0.0))[0]
    return cells & limit or cells


def _relation(batch: "Batch", pronoun: int) -> str:
    if batch.speech[pronoun - 1] == "ADP":
        return "obl"
    cells = batch.facts[pronoun].cells.get("PRON", 0)
    return next((name for case, name in _RELATION_OF_CASE if cells & OF_CASE[case]), "nmod")
