"""Corrects subjects and objects in predicted trees where the forms leave no doubt."""

from typing import TYPE_CHECKING

from mitgemeint.analysis.features import Case
from mitgemeint.analysis.nlp import phrases
from mitgemeint.analysis.nlp.cells import OF_CASE, OF_NUMBER

if TYPE_CHECKING:
    from mitgemeint.analysis.nlp.decoder import Batch

_NOMINATIVE = OF_CASE[Case.NOMINATIVE]
_ACCUSATIVE = OF_CASE[Case.ACCUSATIVE]
_DATIVE = OF_CASE[Case.DATIVE]
_SUBJECTS = ("nsubj", "nsubj:pass")
_AUXILIARIES = ("aux", "aux:pass", "cop")
_PARTICIPLE = frozenset({"part"})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})


def relabel(batch: "Batch") -> None:
    """Gives a phrase that cannot be nominative, or a second subject, the object's relation, and back."""
    for verb, children in enumerate(batch.children):
        _name_auxiliaries(batch, verb)
        arguments = [
            c
            for c in children
            if batch.relations[c] in (*_SUBJECTS, "obj", "obl:arg") and _is_plain(batch, c)
        ]
        if arguments:
            cells = {c: phrases.form_cells(batch, c) for c in arguments}
            _by_form(batch, arguments, cells)
            _one_subject(batch, verb, arguments, cells)


def _name_auxiliaries(batch: "Batch", verb: int) -> None:
    """ "werden" with a participle is the passive, "sein" with a noun or adjective the copula."""
    auxiliaries = [c for c in batch.children[verb] if batch.relations[c] in _AUXILIARIES]
    if not auxiliaries:
        return
    participle = batch.speech[verb] == "VERB" and batch.facts[verb].marks.get("VERB") == _PARTICIPLE
    for c in auxiliaries:
        lemmas = {entry.lemma for entry in batch.facts[c].entries if entry.pos == "AUX"}
        if participle and "werden" in lemmas:
            batch.relations[c] = "aux:pass"
        elif "sein" in lemmas and batch.speech[verb] in ("NOUN", "PROPN", "ADJ"):
            batch.relations[c] = "cop"
    passive = any(batch.relations[c] == "aux:pass" for c in auxiliaries)
    for c in batch.children[verb]:
        if batch.relations[c] in _SUBJECTS:
            batch.relations[c] = "nsubj:pass" if passive else "nsubj"


def _is_plain(batch: "Batch", i: int) -> bool:
    """A nominal without preposition."""
    return batch.speech[i] in _NOMINAL and not any(batch.relations[c] == "case" for c in batch.children[i])


def _by_form(batch: "Batch", arguments: list[int], cells: dict[int, int]) -> None:
    subject = any(batch.relations[c] in _SUBJECTS and cells[c] & _NOMINATIVE for c in arguments)
    for c in arguments:
        relation = batch.relations[c]
        if relation in _SUBJECTS and not cells[c] & _NOMINATIVE:
            batch.relations[c] = "obj" if cells[c] & _ACCUSATIVE else "obl:arg"
        elif relation == "obj" and not cells[c] & _ACCUSATIVE:
            if cells[c] & _DATIVE:
                batch.relations[c] = "obl:arg"
            elif cells[c] & _NOMINATIVE and not subject:
                batch.relations[c] = "nsubj"
                subject = True


def _one_subject(batch: "Batch", verb: int, arguments: list[int], cells: dict[int, int]) -> None:
    """Of two subjects keeps the one that must be: by form, by the verb's number, else the first."""
    subjects = [c for c in arguments if batch.relations[c] in _SUBJECTS]
    if len(subjects) < 2:
        return
    certain = [c for c in subjects if not cells[c] & _ACCUSATIVE]
    numbers = phrases.verb_numbers(batch, verb)
    if not certain and len(numbers) == 1:
        fitting = [c for c in subjects if cells[c] & _NOMINATIVE & OF_NUMBER[numbers[0]]]
        certain = fitting if len(fitting) == 1 else []
    if len(certain) != 1:
        return
    for c in subjects:
        if c != certain[0] and cells[c] & _ACCUSATIVE:
            batch.relations[c] = "obj"
