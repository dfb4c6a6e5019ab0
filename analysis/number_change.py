"""What follows when a plural becomes a singular: the verb of a subject, and its possessives.

Die Kollegen haben ihre Schlüssel vergessen → Das Kollegium hat seine Schlüssel vergessen. Where something
else in the sentence would have to follow too (a relative clause, another pronoun, a predicate noun, a row of
subjects), the change is refused.
"""

from collections.abc import Collection, Iterator

from mitgemeint.analysis.clause import SUBJECTS, Clause
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.phrase import Reading, Structure
from mitgemeint.analysis.pronouns import HER, HIS
from mitgemeint.analysis.verb_number import VerbNumber
from mitgemeint.analysis.word_lists import word_lists

FINITE = frozenset({"VERB", "AUX"})
AUXILIARIES = frozenset({"aux", "aux:pass", "cop"})
OBJECTS = frozenset({"obj", "obl", "obl:arg", "iobj"})
ROWS = frozenset({"conj", "cc"})
JOINTS = word_lists("function_words.toml")["joints"] - {","}
PLURAL_PRONOUNS = word_lists("function_words.toml")["plural_pronouns"]
WITH_INFINITIVE = word_lists("function_words.toml")["with_infinitive"]
COUNTING = tuple(word_lists("function_words.toml")["counting"])
PLURAL_ONLY = word_lists("function_words.toml")["plural_only"]
POSSESSIVES = frozenset({"ihr", "ihre", "ihrer", "ihres", "ihrem", "ihren"})


class NumberChange:
    """Finds the words that follow a phrase from the plural into the singular."""

    def __init__(self, forms: FormLexicon) -> None:
        self._verbs = VerbNumber.load(forms)

    def following(
        self, clause: Clause, structure: Structure, reading: Reading, gender: Gender
    ) -> dict[int, str] | None:
        """The new forms of the words that follow, by word index; None where the number must not change."""
        if structure.numeral is not None or _names_many(clause, structure):
            return None
        if _may_be_subject_of_relative(clause, structure, reading):
            return None
        if reading.case is not Case.NOMINATIVE or _is_object(clause, structure.noun, gender):
            # Another part of the sentence can be meant by ihr-; feminines keep the same form.
            taken_up = any(_possessives(clause, structure.noun + 1)) and gender is not Gender.FEMININE
            return None if taken_up else {}
        if clause.tokens[structure.noun].relation not in SUBJECTS or _is_row(clause, structure.noun):
            return None
        verbs = self._verb_forms(clause, clause.tokens[structure.noun].head)
        if not verbs or _other_plurals(clause, verbs):
            return None
        possessives = _possessives(clause, 0)
        changed = {} if gender is Gender.FEMININE else {index: _his(clause, index) for index in possessives}
        return {**verbs, **changed}

    def _verb_forms(self, clause: Clause, head: int) -> dict[int, str] | None:
        """The finite verbs of a subject in the singular; None where one is unknown or says who they are."""
        found: dict[int, str] = {}
        helped = any(clause.tokens[index].lemma in WITH_INFINITIVE for index in _auxiliaries(clause, head))
        for verb in _coordinated(clause, head):
            if _has_noun_predicate(clause, verb):
                return None
            auxiliaries = _auxiliaries(clause, verb)
            if helped and not auxiliaries and _is_plural(clause, verb):
                return None  # können zahlen und gehen: an infinitive as well, or a verb of its own
            if not (helped or auxiliaries or _is_plural(clause, verb)) and _may_be_plural(clause, verb):
                return None
            # beside an auxiliary the verb is an infinitive, whatever the parse makes of its form
            for index in auxiliaries or [verb]:
                if not _is_plural(clause, index):
                    continue
                form = self._verbs.in_number(clause.words[index].text, Number.SINGULAR)
                if form is None:
                    return None
                found[index] = form
        return found


def _is_plural(clause: Clause, index: int) -> bool:
    """Whether a word is a finite verb in the plural."""
    return clause.tokens[index].pos in FINITE and clause.tokens[index].number is Number.PLURAL


def _may_be_plural(clause: Clause, index: int) -> bool:
    """Whether a verb has the form of a plural, though the parse does not say so (zahlen und gehen)."""
    return clause.tokens[index].pos in FINITE and clause.lower(index).endswith("n")


def _auxiliaries(clause: Clause, verb: int) -> list[int]:
    """The finite auxiliaries of a verb in the plural."""
    return [
        child
        for child in clause.children(verb)
        if clause.tokens[child].relation in AUXILIARIES and _is_plural(clause, child)
    ]


def _names_many(clause: Clause, structure: Structure) -> bool:
    """Whether something takes the plural up (a relative clause, sie, einander, beide) or counts it (die Zahl
    der Kunden, not: der Kundschaft).
    """
    if _has_relative_clause(clause, structure.noun):
        return True
    if clause.lower(structure.first - 1).endswith(COUNTING):
        return True
    before = any(clause.lower(index) in PLURAL_ONLY for index in range(len(clause)))
    words = (clause.words[index].text for index in range(structure.noun + 1, len(clause)))
    return before or any(word in PLURAL_PRONOUNS for word in words)


def _is_object(clause: Clause, noun: int, gender: Gender) -> bool:
    """Whether a form that can be nominative or accusative is no subject (for masculines that would show)."""
    if gender is Gender.MASCULINE or any(
        clause.tokens[child].relation == "cop" for child in clause.children(noun)
    ):
        return False
    seen: set[int] = set()
    while clause.tokens[noun].relation == "conj" and noun not in seen:
        seen.add(noun)
        noun = clause.tokens[noun].head
    return clause.tokens[noun].relation in OBJECTS


def _may_be_subject_of_relative(clause: Clause, structure: Structure, reading: Reading) -> bool:
    """Whether what the parse takes for the object of a relative clause, or of a question, has the form of its
    subject, too: die Verträge, die unsere Kunden schließen; was die Kunden kaufen.
    """
    token = clause.tokens[structure.noun]
    if token.relation != "obj" or reading.case not in {Case.NOMINATIVE, Case.ACCUSATIVE}:
        return False
    if not (_is_plural(clause, token.head) or _may_be_plural(clause, token.head)):
        return False
    subjects = [child for child in clause.children(token.head) if clause.tokens[child].relation in SUBJECTS]
    if not subjects:
        return clause.lower(structure.first - 1) == "was"
    return all(_is_relative_pronoun(clause, subject) for subject in subjects)


def _is_relative_pronoun(clause: Clause, index: int) -> bool:
    return clause.lower(index - 1) == "," and clause.lower(index) in {"die", "welche", "was"}


def _has_relative_clause(clause: Clause, noun: int) -> bool:
    """Whether a relative pronoun follows the comma after the noun, with a preposition or without."""
    if clause.lower(noun + 1) != ",":
        return False
    closed = ClosedClass.load()
    word = clause.lower(noun + 2)
    return bool(closed.relative_cells(clause.lower(noun + 3) if word in closed.prepositions else word))


def _is_row(clause: Clause, noun: int) -> bool:
    """Whether the noun is one of several subjects, whose verb stays in the plural."""
    if clause.tokens[noun].relation == "conj" or clause.lower(noun - 1) in JOINTS:
        return True
    if clause.lower(noun + 1) in JOINTS and noun + 2 < len(clause):
        return clause.tokens[noun + 2].pos not in FINITE  # die Gäste und ihre Kinder gehen
    return any(clause.tokens[child].relation in ROWS for child in clause.children(noun))


def _coordinated(clause: Clause, head: int) -> Iterator[int]:
    """The verb and those joined to it that have no subject of their own."""
    yield head
    for child in clause.children(head):
        if clause.tokens[child].relation != "conj":
            continue
        if not _has_subject(clause, child):
            yield from _coordinated(clause, child)


def _other_plurals(clause: Clause, changed: Collection[int]) -> bool:
    """Whether a verb in the plural has no subject that the parse names: it may be the same one."""
    return any(
        token.pos in FINITE
        and token.number is Number.PLURAL
        and index not in changed
        and not _has_subject(clause, token.head if token.relation in AUXILIARIES else index)
        for index, token in enumerate(clause.tokens)
    )


def _has_subject(clause: Clause, verb: int) -> bool:
    return any(clause.tokens[child].relation in SUBJECTS for child in clause.children(verb))


def _has_noun_predicate(clause: Clause, verb: int) -> bool:
    """Die Kollegen sind Freunde; sie arbeiten als Gutachter: the predicate has the number of the subject."""
    copula = any(clause.tokens[child].relation == "cop" for child in clause.children(verb))
    return copula and clause.tokens[verb].pos in {"NOUN", "PROPN", "PRON"}


def _possessives(clause: Clause, start: int) -> list[int]:
    return [
        index
        for index in range(start, len(clause))
        if clause.lower(index) in POSSESSIVES
        and (index == 0 or not clause.words[index].text[:1].isupper())
        and clause.tokens[index].pos in {"DET", "PRON"}
        and clause.tokens[index].relation not in {"obj", "iobj", "obl", "obl:arg"}
    ]


def _his(clause: Clause, index: int) -> str:
    return HIS + clause.lower(index)[len(HER) :]
