"""Finds noun phrases in dependency trees and what limits their case, number and gender."""

from typing import TYPE_CHECKING

from mitgemeint.analysis.features import Number
from mitgemeint.analysis.nlp import agreement
from mitgemeint.analysis.nlp.agreement import Member, Phrase
from mitgemeint.analysis.nlp.cells import ALL, EVERY, OF_CASE, OF_GENDER, OF_NUMBER, cases
from mitgemeint.analysis.nlp.grammar import grammar

if TYPE_CHECKING:
    from mitgemeint.analysis.nlp.decoder import Batch

_HEADS = frozenset({"NOUN", "PROPN"})
_MODIFIERS = frozenset({"det", "det:poss", "amod"})
_BARE_RELATIONS = frozenset({"nsubj", "nsubj:pass", "obj", "obl:arg"})
_AUXILIARIES = frozenset({"aux", "aux:pass", "cop"})


def decide_all(batch: "Batch") -> None:
    """Gives every word with cell scores its cell, phrase by phrase, nouns first."""
    for i in [*(i for i in batch.logs if batch.speech[i] in _HEADS), *batch.logs]:
        if i not in batch.cells:
            decide(batch, i)


def form_cells(batch: "Batch", head: int) -> int:
    """The cells that the forms of a phrase allow together; ALL where nothing is known."""
    cells = _own_cells(batch, head)
    limit = cells & _case_of_conjuncts(batch, head)
    return limit or cells


def _case_of_conjuncts(batch: "Batch", head: int) -> int:
    """The cells in the cases that the nouns coordinated with a phrase can have."""
    cells = ALL
    for c in batch.children[head]:
        if batch.relations[c] != "conj" or batch.speech[c] not in _HEADS:
            continue
        if any(batch.relations[d] == "case" for d in batch.children[c]):
            continue
        own = 0
        for case in cases(_own_cells(batch, c)):
            own |= OF_CASE[case]
        cells &= own
    return cells


def _own_cells(batch: "Batch", head: int) -> int:
    cells = ALL
    for i in (head, *_modifiers(batch, head)):
        own = _form_cells(batch, i, None)
        if own and cells & own:
            cells &= own
    return cells


def decide(batch: "Batch", head: int) -> None:
    """Decides the phrase of `head`, with all its words that agree."""
    modifiers = _modifiers(batch, head)
    determiner = next((c for c in modifiers if batch.speech[c] == "DET" and c < head), None)
    phrase = Phrase([Member(batch.logs[head], _form_cells(batch, head, None))])
    phrase.members.extend(
        Member(batch.logs[c], _form_cells(batch, c, determiner), agreement.MODIFIER_WEIGHT) for c in modifiers
    )
    covered = [head, *modifiers]
    for c in batch.children[head]:
        if batch.relations[c] == "case" and c < head:
            cells = batch.facts[c].cells.get("ADP", 0)
            if cells:
                phrase.limits.append((cells, agreement.PREPOSITION_PENALTY))
            if c in batch.logs:
                covered.append(c)
    phrase.limits.extend(_limits(batch, head))
    cell = phrase.decide()
    for c in covered:
        batch.cells[c] = cell


def _modifiers(batch: "Batch", head: int) -> list[int]:
    def agrees(c: int) -> bool:
        return c in batch.logs and c not in batch.cells and batch.speech[c] in ("DET", "ADJ")

    found = [c for c in batch.children[head] if batch.relations[c] in _MODIFIERS and agrees(c)]
    coordinated = [
        c
        for m in found
        for c in batch.children[m]
        if batch.relations[c] == "conj" and batch.speech[c] == "ADJ" and c < head and agrees(c)
    ]
    return found + coordinated


def _form_cells(batch: "Batch", i: int, determiner: int | None) -> int:
    """The cells that a word's form allows; 0 where nothing is known."""
    pos = batch.speech[i]
    cells = batch.facts[i].cells.get(pos, 0)
    if pos != "ADJ" or (determiner is None and batch.relations[i] != "amod"):
        return cells
    before = None
    if determiner is not None:
        lemma = next((e.lemma for e in batch.facts[determiner].entries if e.pos == "DET"), "")
        before = (batch.words[determiner], lemma)
    return agreement.adjective_cells(batch.words[i], before) or cells


def _limits(batch: "Batch", head: int) -> list[tuple[int, float]]:
    """What the tree says of a phrase: subject and verb, objects, numerals, coordination, antecedent."""
    relation, governor = batch.relations[head], batch.heads[head]
    limits: list[tuple[int, float]] = []
    prepositional = any(batch.relations[c] == "case" for c in batch.children[head])
    if relation in agreement.CASE_OF_RELATION and not prepositional:
        limits.append(agreement.CASE_OF_RELATION[relation])
    if relation.startswith("nsubj"):
        limits.extend(_verb_limit(batch, head, governor))
    elif relation == "conj" and governor in batch.cells and batch.speech[head] in _HEADS:
        case, number, _ = EVERY[batch.cells[governor]]
        if not prepositional:
            limits.append((OF_CASE[case], agreement.COORDINATION_PENALTY))
        if not _has_determiner(batch, head) and not _has_determiner(batch, governor):
            limits.append((OF_NUMBER[number], agreement.BARE_PENALTY))
    conjuncts = _case_of_conjuncts(batch, head)
    if conjuncts and conjuncts != ALL:
        limits.append((conjuncts, agreement.COORDINATION_PENALTY))
    if any(_counts(batch.words[c]) for c in batch.children[head] if batch.relations[c] == "nummod"):
        limits.append(agreement.PLURAL_LIMIT)
    elif _is_bare(batch, head):
        limits.append(agreement.BARE_LIMIT)
    if batch.speech[head] == "PRON":
        limits.extend(_antecedent_limit(batch, head))
    return limits


def _is_bare(batch: "Batch", head: int) -> bool:
    """Whether a countable noun stands without determiner where a singular would have one."""
    if batch.speech[head] != "NOUN" or batch.relations[head] not in _BARE_RELATIONS:
        return False
    if _has_determiner(batch, head):
        return False
    following = head + 1
    named = (
        following < len(batch.words) and following not in batch.starts and batch.speech[following] == "PROPN"
    )
    return not named


def _has_determiner(batch: "Batch", noun: int) -> bool:
    return any(batch.relations[c].startswith(("det", "nummod")) for c in batch.children[noun])


def _verb_limit(batch: "Batch", subject: int, verb: int) -> list[tuple[int, float]]:
    numbers = verb_numbers(batch, verb)
    if len(numbers) != 1:
        return []
    coordinated = any(batch.relations[c] == "conj" for c in batch.children[subject])
    if coordinated and numbers[0] is Number.PLURAL:
        return []
    return [(OF_NUMBER[numbers[0]], agreement.VERB_NUMBER_PENALTY)]


def verb_numbers(batch: "Batch", verb: int) -> tuple[Number, ...]:
    """The numbers that the finite verb of a clause can have in the third person."""
    for c in batch.children[verb]:
        if batch.relations[c] in _AUXILIARIES and batch.facts[c].numbers:
            return batch.facts[c].numbers
    return batch.facts[verb].numbers


def finite_number(batch: "Batch", verb: int, predicted: Number | None) -> Number | None:
    """The number of a verb: by its form where that is clear, else as the model has it."""
    numbers = batch.facts[verb].numbers
    if len(numbers) != 1:
        return predicted
    if predicted is not None:
        return numbers[0]
    subject = any(batch.relations[c].startswith("nsubj") for c in batch.children[verb])
    helped = any(batch.relations[c] in _AUXILIARIES and batch.facts[c].numbers for c in batch.children[verb])
    return numbers[0] if subject and not helped else None


def _counts(word: str) -> bool:
    """Whether a numeral is greater than one."""
    lower = word.lower()
    return not lower.startswith(grammar().one_prefixes) and lower not in grammar().one


def _antecedent_limit(batch: "Batch", pronoun: int) -> list[tuple[int, float]]:
    """A relative pronoun has gender and number of the noun its clause belongs to."""
    if not any(e.lemma in grammar().relative for e in batch.facts[pronoun].entries):
        return []
    verb = batch.heads[pronoun]
    for _ in range(3):
        if batch.relations[verb] == "acl:relcl" or verb == batch.heads[verb]:
            break
        verb = batch.heads[verb]
    noun = batch.heads[verb]
    if batch.relations[verb] != "acl:relcl" or noun >= pronoun or noun not in batch.cells:
        return []
    _, number, gender = EVERY[batch.cells[noun]]
    genders = OF_GENDER[gender] if number is Number.SINGULAR else ALL
    return [(OF_NUMBER[number] & genders, agreement.ANTECEDENT_PENALTY)]
