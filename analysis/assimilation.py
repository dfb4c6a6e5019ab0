"""Assimilation: when a noun changes its gender or number, every word that agrees with it follows.

Case comes from the sentence; gender and number come from the new noun and flow to articles, contracted
prepositions, adjectives and relative pronouns (Pomerenke 2022, "Assimilation", and what it left open).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mitgemeint.analysis.clause import SUBJECTS, Clause
from mitgemeint.analysis.determiners import CASES, Cell, ClosedClass, cell
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.phrase import FARTHEST, PhraseReader, Reading, Structure
from mitgemeint.analysis.word_lists import word_lists

CLAUSE_ENDS = frozenset({",", ".", ";", ":", "!", "?", "-", "–"})
CITING = word_lists("function_words.toml")["citing"]
MAY_BE_SUBJECTS = frozenset({"der", "die", "das"})
RELATIVE_CLAUSES = frozenset({"acl", "acl:relcl"})


@dataclass(frozen=True, slots=True)
class Dependents:
    """The forms that the words around a noun take for one target gender and number.

    `phrase` holds determiner and adjectives, `relative` pronouns of relative clauses, both by word
    index; a contracted preposition may become two words (bei der).
    """

    phrase: Mapping[int, str]
    relative: Mapping[int, str]


class Assimilator:
    """Inflects the dependents of a noun phrase."""

    def __init__(self, closed: ClosedClass, reader: PhraseReader) -> None:
        self._closed = closed
        self._reader = reader

    def dependents(
        self, clause: Clause, structure: Structure, reading: Reading, gender: Gender, number: Number
    ) -> Dependents | None:
        """All dependents for the target; None where a word has no such form."""
        target = cell(reading.case, number, gender)
        phrase: dict[int, str] = {}
        if structure.determiner is not None:
            form = self.determiner(structure, reading, target)
            if form is None:
                return None
            phrase[structure.determiner] = form
        for index in structure.adjectives:
            adjective = self.adjective(clause.words[index].text, reading, target)
            if adjective is None:
                return None
            phrase[index] = adjective
        relative = self._relatives(clause, structure, reading, gender, number)
        return None if relative is None else Dependents(phrase, relative)

    def determiner(self, structure: Structure, reading: Reading, target: Cell) -> str | None:
        """The determiner (or preposition with article) in the target cell, in lower case."""
        if reading.determiner is None:
            return None
        if structure.contraction is None:
            return reading.determiner.form(target)
        contraction = structure.contraction
        if target.gender is Gender.MASCULINE:
            return contraction.form
        if target.gender is Gender.NEUTER and target.case is Case.DATIVE:
            return contraction.form
        if target.gender is Gender.INCLUSIVE and contraction.inclusive:
            return contraction.inclusive
        if target.gender is Gender.FEMININE and contraction.feminine:
            return contraction.feminine
        article = self._closed.determiners["der"].form(target)
        return f"{contraction.preposition} {article}"

    def adjective(self, word: str, reading: Reading, target: Cell) -> str | None:
        """The adjective with the ending of the target cell."""
        if self._reader.is_invariant(word):
            return word
        old = self._closed.adjective_ending(reading.strength, reading.cell)
        if not word.lower().endswith(old):
            return None
        return word[: len(word) - len(old)] + self._closed.adjective_ending(reading.strength, target)

    def _relatives(
        self, clause: Clause, structure: Structure, reading: Reading, gender: Gender, number: Number
    ) -> dict[int, str] | None:
        if number is reading.number and number is Number.PLURAL:
            return {}
        found: dict[int, str] = {}
        for index, table, case in self.relative_pronouns(clause, structure, reading):
            form = self._closed.relatives[table].get(cell(case, number, gender))
            if form is None or number is not reading.number:
                return None  # the verb of the relative clause would have to follow the number
            found[index] = form
        return found

    def relative_pronouns(
        self, clause: Clause, structure: Structure, reading: Reading
    ) -> Iterator[tuple[int, int, Case]]:
        """Word index, pronoun table and case of the relative pronouns that take up the noun."""
        starts = {structure.noun + 1}
        attribute = (
            clause.tokens[structure.noun].relation == "nmod" or clause.lower(structure.first - 1) == "als"
        )
        if not attribute:  # ein Gutachten des Arztes vorlegen, aus dem …
            starts.add(_after_verbs(clause, structure.noun + 1))
        starts.add(self._after_citation(clause, structure.noun + 1))
        starts.update(
            min([child, *clause.descendants(child)])
            for child in clause.children(structure.noun)
            if child > structure.noun and clause.tokens[child].relation in RELATIVE_CLAUSES
        )
        if attribute:  # what follows the verb says more of the head
            starts = {start for start in starts if not _is_after_verb(clause, start, structure.noun)}
        for start in sorted(starts):
            pronoun = self._pronoun_after_comma(clause, start, structure.noun)
            if pronoun is None:
                continue
            governed = self._closed.prepositions.get(clause.lower(pronoun - 1))
            for table, slot in self._closed.relative_cells(clause.lower(pronoun)):
                if governed and slot.case not in governed and slot.case is not Case.GENITIVE:
                    continue  # die Zeit, aus der er stammt
                if slot.number is reading.number and slot.gender in (None, reading.gender):
                    yield pronoun, table, slot.case
                    break

    def _after_citation(self, clause: Clause, start: int) -> int:
        """The comma after the law that a noun is defined by (ein Berechtigter nach § 3 Absatz 1, der …)."""
        if clause.lower(start) not in CITING or clause.lower(start + 1) not in self._closed.numbered:
            return start
        while start < len(clause) and clause.lower(start) not in CLAUSE_ENDS:
            if _is_verb(clause, start):
                break
            start += 1
        return start

    def _pronoun_after_comma(self, clause: Clause, start: int, noun: int) -> int | None:
        """The relative pronoun of a clause that starts here: after the comma or after a preposition."""
        position = start
        if clause.lower(position) != ",":
            if clause.lower(position - 1) != ",":
                return None
            position -= 1
        if position - 1 != noun and self._closed.readings(clause.lower(position - 1)):
            return None  # derjenige, der: the pronoun takes up the word before the comma
        position += 1
        if clause.lower(position) in self._closed.prepositions:
            position += 1
        if not self._closed.relative_cells(clause.lower(position)):
            return None
        genitive = clause.lower(position) in {"dessen", "deren"}
        parsed = _opens_clause_of(clause, position, noun)
        if parsed and clause.tokens[position].relation in SUBJECTS:
            return position
        if _is_lost_relative(clause, position, noun) or _is_verb_final(clause, position, noun):
            return position
        is_relative = (parsed or _has_verb(clause, position)) and not self._is_article(clause, position)
        return position if genitive or is_relative else None

    def _is_article(self, clause: Clause, index: int) -> bool:
        """Whether the word is a noun's article, with an attribute between: den mit ihm betrauten Personen."""
        token = clause.tokens[index]
        if token.pos == "DET" and token.head == index + 1 and clause.tokens[index + 1].pos == "NOUN":
            return True  # wenn er beschäftigt wird, der Auftrag dies verlangt und …
        return _opens_attribute(clause, index) or any(
            self._is_determiner_of(clause, index, noun)
            for noun in range(index + 2, min(len(clause), index + FARTHEST))
            if clause.tokens[noun].pos == "NOUN"
        )

    def _is_determiner_of(self, clause: Clause, index: int, noun: int) -> bool:
        structure = self._reader.structure(clause, noun)
        token = clause.tokens[noun]
        gender = Gender.MASCULINE if token.number is Number.PLURAL else token.gender
        if structure.determiner != index or token.number is None or gender is None:
            return False
        cells = [(case, token.number, gender) for case in CASES]
        return bool(self._reader.readings(clause, structure, cells))


def _is_lost_relative(clause: Clause, position: int, noun: int) -> bool:
    """Whether the parse has a relative clause of the noun here whose pronoun it took for the article of an
    object (einem Arbeitnehmer, der Grundwehrdienst leistet).
    """
    following = clause.tokens[position + 1] if position + 1 < len(clause) else None
    if following is None or position - 2 != noun or following.pos != "NOUN":
        return False
    verb = clause.tokens[following.head]
    return verb.head == noun and verb.relation in RELATIVE_CLAUSES and following.head == position + 2


def _is_verb_final(clause: Clause, position: int, noun: int) -> bool:
    """Whether the verb stands at the end of what follows here: no main clause begins, and what the parse took
    for an article is a pronoun (jeder Käufer, der Ware zurückgibt).
    """
    if position + 2 >= len(clause) or clause.tokens[position + 1].pos != "NOUN":
        return False
    end = position + 1
    while end < len(clause) and clause.lower(end) not in CLAUSE_ENDS:
        end += 1
    last = end - 1
    is_subject = clause.lower(position) in MAY_BE_SUBJECTS
    if not clause.is_finite(last):
        return False
    if is_subject and clause.tokens[last].number is not clause.tokens[noun].number:
        return False
    inside = range(position + 1, last)
    if any(clause.is_finite(index) or clause.tokens[index].pos == "CCONJ" for index in inside):
        return False
    # der Kunde klagt, der Händler zahlt: a main clause has its verb in the second place
    return len(inside) > 1 or clause.tokens[position + 1].gender is not clause.tokens[noun].gender


def _after_verbs(clause: Clause, start: int) -> int:
    """Where a relative clause begins that stands after the verb (einen Anwalt zu nehmen, der …)."""
    while start < len(clause) and clause.tokens[start].pos in {"VERB", "AUX", "PART"}:
        start += 1
    return start


def _opens_clause_of(clause: Clause, pronoun: int, noun: int) -> bool:
    """Whether the parse has the pronoun in a relative clause of the noun (…, der nach §§ 9, 22 haftet)."""
    verb = clause.tokens[pronoun].head
    token = clause.tokens[verb]
    if clause.tokens[pronoun].pos != "PRON" or token.head != noun or token.relation not in RELATIVE_CLAUSES:
        return False
    return any(map(clause.is_finite, (verb, *clause.children(verb))))


def _is_after_verb(clause: Clause, start: int, noun: int) -> bool:
    """Whether the clause that starts here, or after the comma here, is parted from the noun by a verb."""
    return any(_is_verb(clause, index) for index in range(noun + 1, start))


def _opens_attribute(clause: Clause, article: int) -> bool:
    """Whether a preposition follows, and a participle right before a noun comes before any finite verb
    (den mit der Wartung, Pflege und Aufsicht betrauten Personen).
    """
    if clause.tokens[min(article + 1, len(clause) - 1)].pos != "ADP":
        return False
    for index in range(article + 2, min(len(clause) - 1, article + FARTHEST)):
        token = clause.tokens[index]
        if token.relation == "amod" and token.pos == "VERB" and clause.tokens[index + 1].pos == "NOUN":
            return True
        if clause.is_finite(index):
            return False
    return False


def _has_verb(clause: Clause, start: int) -> bool:
    """Whether the clause that starts here is a relative clause: it has a finite verb, and where a noun
    follows at once (der Mann, …) the verb is last.
    """
    end = start
    while end + 1 < len(clause) and clause.lower(end + 1) not in CLAUSE_ENDS:
        end += 1
    if _is_verb(clause, end) and clause.lower(end - 1) != "zu":
        return True
    if clause.tokens[min(start + 1, end)].pos in {"NOUN", "ADJ", "PROPN"}:
        return False
    return any(
        clause.is_finite(index)
        and not clause.words[index + 1].text[:1].isupper()  # den mit der Pflege betrauten Personen
        for index in range(start + 1, end)
    )


def _is_verb(clause: Clause, index: int) -> bool:
    return clause.tokens[index].pos in {"VERB", "AUX"}
