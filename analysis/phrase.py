"""Noun phrases: which words agree with a noun, and which case and number they leave open.

The words before the noun are read from right to left over the closed classes; the parse only helps
with determiners that stand further away (der von der Stadt bestellte Gutachter).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.determiners import Cell, ClosedClass, Contraction, Determiner, Strength, cell
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.word_lists import word_lists

CONJUNCTIONS = word_lists("function_words.toml")["adjective_joints"]
DETERMINERS = frozenset({"det", "det:poss", "nmod:poss"})
ATTRIBUTIVE = ("e", "en", "er", "es", "em")
# Numbers that count, years, and ages as adjectives (54-jährige).
COUNT = re.compile(r"\d+(?:[.,'’\u00a0\u202f ]\d+)*")
YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
ORDINAL = re.compile(r"\d+\.")
AGE = re.compile(r"\d+(?:[-\u2010\u2011]?)jährige[nrsm]?")
AGE_NOUN = re.compile(r"\d+(?:[-\u2010\u2011]?)Jährige[nrm]?")
# Nouns that measure an age or a size, and the adjectives for it (der 27 Jahre alte Täter).
MEASURES = word_lists("function_words.toml")["measures"]
MEASURED = ("alt", "jung", "lang", "groß", "hoch", "schwer", "breit", "tief")
ADJECTIVE_ENDINGS = tuple(sorted(word_lists("function_words.toml")["adjective_endings"]))
# After a determiner these begin an extended attribute.
OPENERS = word_lists("function_words.toml")["openers"]
# Extended attributes are rarely longer, in words.
FARTHEST = 15
# Bare nouns in a row whose preposition is looked for.
LONGEST_ROW = 8
QUOTES = frozenset("\"'„“”‚‘’»«›‹")
# Signs around emphasised words in texts that are read as they stand.
EMPHASIS = frozenset({"*", "**", "_", "__"})
CLOSING = frozenset(")]")
BRACKETS = {")": "(", "]": "[", "(": ")", "[": "]"}
ADVERBIAL = frozenset({"ADV", "PART", "ADJ"})
YOU = "ihr"
SUBJECT_PRONOUNS = word_lists("function_words.toml")["subject_pronouns"]
COMPARATIVE_ADVERBS = word_lists("function_words.toml")["comparative_adverbs"]
RELATIVES = frozenset({"der", "die", "das"})
COPULAS = word_lists("reference.toml")["copulas"]
ONE = frozenset({"1", "ein", "eins"})


@dataclass(frozen=True, slots=True)
class Structure:
    """The words that agree with a noun: indexes into the clause."""

    noun: int
    adjectives: tuple[int, ...] = ()
    determiner: int | None = None
    contraction: Contraction | None = None
    preposition: int | None = None
    numeral: int | None = None

    @property
    def first(self) -> int:
        """The first word of the phrase."""
        return min(
            [self.noun, *self.adjectives, *(i for i in (self.determiner, self.numeral) if i is not None)]
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """One grammatical reading of a phrase: the noun's cell and its determiner in it."""

    case: Case
    number: Number
    gender: Gender
    determiner: Determiner | None
    strength: Strength

    @property
    def cell(self) -> Cell:
        """The cell of the declension tables."""
        return cell(self.case, self.number, self.gender)


class PhraseReader:
    """Finds the structure and the readings of noun phrases."""

    def __init__(self, closed: ClosedClass, forms: FormLexicon) -> None:
        self._closed = closed
        self._forms = forms

    def structure(self, clause: Clause, noun: int) -> Structure:
        """The words that agree with the noun at index `noun`."""
        adjectives: list[int] = []
        numeral: int | None = None
        position = self._before_adverbs(clause, noun)
        while position >= 0 and not self._is_adverbial(clause, position):
            if self._is_contraction(clause, position):
                contraction = self._closed.contractions[clause.lower(position)]
                return Structure(noun, tuple(sorted(adjectives)), position, contraction, position, numeral)
            if self._is_determiner(clause, position):
                return self._finish(clause, noun, adjectives, position, numeral)
            if _is_numeral(clause, position, self._closed) and numeral is None:
                numeral = position
            elif self._is_adjective(clause, position):
                adjectives.append(position)
            elif _is_measure(clause, position):
                position -= 1  # der 27 Jahre alte Täter
            elif not self._joins(clause, position, adjectives, numeral):
                break
            position -= 1
        if not adjectives and self._may_be_participle(clause, noun - 1):
            distant = self._distant_determiner(clause, noun, noun - 1)
            if distant is not None:
                return self._finish(clause, noun, [noun - 1], distant, numeral)
        first = min([noun, *adjectives])
        return self._finish(clause, noun, adjectives, self._distant_determiner(clause, noun, first), numeral)

    def _before_adverbs(self, clause: Clause, noun: int) -> int:
        """The word before a noun, over a first part that shares its end and over the adverb of a nominalised
        adjective (dem sonst Betroffenen).
        """
        before = noun - 1
        if (
            clause.lower(before) in CONJUNCTIONS
            and before > 0
            and clause.words[before - 1].text.endswith("-")
        ):
            return before - 2  # des Kinder- und Jugendarztes
        adverb = before > 0 and clause.tokens[before].pos == "ADV" and self._is_determiner(clause, before - 1)
        adjective = any(entry.pos == "ADJ" for entry in self._forms.entries(clause.lower(noun)))
        return before - 1 if adverb and adjective else before

    def readings(
        self, clause: Clause, structure: Structure, cells: Iterable[tuple[Case, Number, Gender]]
    ) -> list[Reading]:
        """The readings of the noun (`cells`) that determiner, adjectives, numeral and preposition allow."""
        found = []
        for case, number, gender in cells:
            slot = cell(case, number, gender)
            if not self._numeral_allows(clause, structure, number) or not self._preposition_allows(
                clause, structure, case
            ):
                continue
            for determiner in self._determiners(clause, structure, slot):
                strength = self._strength(structure, determiner)
                if all(self.adjective_fits(clause, index, strength, slot) for index in structure.adjectives):
                    found.append(Reading(case, number, gender, determiner, strength))
                    break
        return found

    def adjective_agrees(self, clause: Clause, index: int, reading: Reading) -> bool:
        """Whether a nominalised adjective has the ending of the reading (Deutscher, der Deutsche)."""
        return clause.lower(index).endswith(self._closed.adjective_ending(reading.strength, reading.cell))

    def adjective_fits(self, clause: Clause, index: int, strength: Strength, slot: Cell) -> bool:
        """Whether an adjective's ending is the one that the cell asks for (or it has none at all)."""
        word = clause.words[index].text
        if self.is_invariant(word):
            return True
        return word.lower().endswith(self._closed.adjective_ending(strength, slot))

    def is_invariant(self, word: str) -> bool:
        """Adjectives that never change: from place names (Berliner), and those without any ending (lila).

        A capitalised word that is the form of an ordinary adjective is none (Geprüfter Verkaufsleiter).
        """
        if ORDINAL.fullmatch(word):
            return True
        if word[:1].isupper() and word.endswith("er") and not word.endswith(ADJECTIVE_ENDINGS):
            return not any(entry.pos in {"ADJ", "VERB"} for entry in self._forms.entries(word.lower()))
        return word[-1:] in "aio"

    def _is_of_place(self, clause: Clause, index: int) -> bool:
        """Whether a word before a noun is the adjective of a place (der Kölner Bürgermeister)."""
        word = clause.words[index].text
        if not word.endswith("er") or not word[0].isupper() or index + 1 >= len(clause):
            return False
        if not clause.words[index + 1].text[0].isupper():
            return False
        stems = (word[:-2], f"{word[:-2]}e", f"{word[:-2]}en")
        return any(entry.kind == "place" for stem in stems for entry in self._forms.readings(stem))

    def _strength(self, structure: Structure, determiner: Determiner | None) -> Strength:
        if structure.contraction:
            return Strength.WEAK
        return determiner.strength if determiner else Strength.STRONG

    def _determiners(self, clause: Clause, structure: Structure, slot: Cell) -> list[Determiner | None]:
        if structure.determiner is None:
            return [None]
        if structure.contraction:
            fits = slot.case is structure.contraction.case and slot.gender is Gender.MASCULINE
            return [self._closed.determiners["der"]] if fits else []
        readings = self._closed.readings(clause.lower(structure.determiner))
        return [determiner for determiner, own in readings if own == slot]

    def _numeral_allows(self, clause: Clause, structure: Structure, number: Number) -> bool:
        if structure.numeral is None or clause.words[structure.numeral].text[0].isalpha():
            return structure.numeral is None or number is Number.PLURAL
        return (clause.lower(structure.numeral) in ONE) == (number is Number.SINGULAR)

    def _preposition_allows(self, clause: Clause, structure: Structure, case: Case) -> bool:
        if structure.preposition is None or structure.contraction:
            return True
        governed = self._closed.prepositions.get(clause.lower(structure.preposition))
        return governed is None or case in governed

    def _finish(
        self, clause: Clause, noun: int, adjectives: list[int], determiner: int | None, numeral: int | None
    ) -> Structure:
        structure = Structure(noun, tuple(sorted(adjectives)), determiner, None, None, numeral)
        preposition = self._preposition(clause, structure.first - 1)
        return Structure(noun, structure.adjectives, determiner, None, preposition, numeral)

    def _preposition(self, clause: Clause, before: int) -> int | None:
        """The preposition before a phrase, also that of a row of bare nouns (von Soldaten und Beamten)."""
        for _ in range(LONGEST_ROW):
            if clause.lower(before) in self._closed.prepositions:
                return before
            if clause.lower(before) not in CONJUNCTIONS | {","} or before < 2:
                return None
            if clause.tokens[before - 1].pos != "NOUN":
                return None
            before -= 2
        return None

    def _is_adverbial(self, clause: Clause, index: int) -> bool:
        """Whether the word ends an adverb of two words (vor allem), behind which a new phrase begins."""
        return f"{clause.lower(index - 1)} {clause.lower(index)}" in self._closed.adverbials

    def _is_contraction(self, clause: Clause, index: int) -> bool:
        return clause.lower(index) in self._closed.contractions

    def _is_determiner(self, clause: Clause, index: int) -> bool:
        readings = self._closed.readings(clause.lower(index))
        if not readings or self._is_you(clause, index) or self._opens_predicate(clause, index):
            return False
        adjectival = all(determiner.adjective_too for determiner, _ in readings)
        if adjectival and index > 0 and clause.lower(index).endswith(ATTRIBUTIVE):
            return not self._is_determiner(clause, index - 1) and not self._is_contraction(clause, index - 1)
        return True

    def _opens_predicate(self, clause: Clause, index: int) -> bool:
        """Whether a relative pronoun and a role stand before the copula that ends the clause (Menschen, die
        Raucher sind, …).
        """
        if clause.lower(index) not in RELATIVES or clause.lower(index - 1) != "," or index + 2 >= len(clause):
            return False
        end = index + 2
        while end < len(clause) and clause.tokens[end].lemma in COPULAS:
            end += 1
        closed = end == len(clause) or clause.tokens[end].pos in {"PUNCT", "CCONJ"}
        return end > index + 2 and closed and clause.words[index + 1].text[:1].isupper()

    def _is_you(self, clause: Clause, index: int) -> bool:
        """Whether "ihr" is the pronoun after its verb (seid ihr Lehrer?)."""
        if clause.words[index].text != YOU or index == 0:
            return False
        verbs = [e for e in self._forms.entries(clause.lower(index - 1)) if e.pos in {"VERB", "AUX"}]
        return bool(verbs) and all("2p" in e.marks and "3s" not in e.marks for e in verbs)

    def _is_adjective(self, clause: Clause, index: int) -> bool:
        token = clause.tokens[index]
        readings = self._closed.readings(clause.lower(index))
        if readings and all(determiner.adjective_too for determiner, _ in readings):
            return True
        if not self.is_invariant(clause.words[index].text) and not clause.lower(index).endswith(ATTRIBUTIVE):
            return False
        if any(entry.pos == "PRON" for entry in self._forms.entries(clause.lower(index))):
            return False
        if clause.lower(index) in COMPARATIVE_ADVERBS and not self._is_attribute(clause, index):
            return False  # Ich war früher Lehrer
        if index == 1 and clause.lower(0) in SUBJECT_PRONOUNS and self._is_infinitive(token.text):
            return False  # Sie beraten Landwirte
        if token.pos in {"PROPN", "NOUN"} and self._is_adjective_with_capital(clause.words[index].text):
            return True
        if self._is_of_place(clause, index):
            return True
        if token.pos == "ADJ" or ORDINAL.fullmatch(clause.lower(index)) or AGE.fullmatch(clause.lower(index)):
            return True
        if token.relation != "amod" or token.pos in {"NOUN", "PUNCT"} or token.head < index:
            return False
        # Wir brauchen Nachfolger: an infinitive or what looks like one is no attribute.
        return not self._is_infinitive(token.text)

    def _is_infinitive(self, word: str) -> bool:
        return any(entry.pos == "VERB" and "inf" in entry.marks for entry in self._forms.entries(word))

    def _is_attribute(self, clause: Clause, index: int) -> bool:
        """Whether what can be an adverb in the comparative is an adjective: after a determiner (ein früher
        Gast), or in a salutation (Lieber Nachbar, …; Willkommen, lieber Kunde!).
        """
        if index == 0 or clause.lower(index - 1) == ",":
            return clause.lower(index + 2) != "als"
        return clause.words[index].text[:1].isupper() or self._is_determiner(clause, index - 1)

    def _is_adjective_with_capital(self, word: str) -> bool:
        """An adjective that the tagger takes for a name, as in headings: Gemeinsamer Vertreter."""
        names = any(entry.pos in {"NOUN", "PROPN"} for entry in self._forms.entries(word))
        shaped = word.endswith(ADJECTIVE_ENDINGS)
        return not names and (
            shaped or any(entry.pos == "ADJ" for entry in self._forms.entries(word.lower()))
        )

    def _joins(self, clause: Clause, index: int, adjectives: list[int], numeral: int | None) -> bool:
        """Whether the word belongs between: comma or und between adjectives, an adverb before one."""
        following = index + 1
        word = clause.lower(index)
        if word in QUOTES or word in EMPHASIS:
            return True
        if word in BRACKETS:
            return self._is_in_brackets(clause, index)
        if word == "," and clause.lower(following) in CONJUNCTIONS:
            following += 1
        if index == 0 or (following not in adjectives and following != numeral):
            return False
        if word in CONJUNCTIONS and clause.lower(index - 1) == ",":
            return self._is_adjective(clause, index - 2)  # den strengen, aber gerechten Lehrer
        if word == "," or word in CONJUNCTIONS:
            return self._is_adjective(clause, index - 1)
        return clause.tokens[index].pos in ADVERBIAL and not self._is_contraction(clause, index)

    def _is_in_brackets(self, clause: Clause, index: int) -> bool:
        """Whether a bracket stands around adjectives alone: der (neue) Lehrer, ein [erfahrener] Koch."""
        step = -1 if clause.lower(index) in CLOSING else 1
        inner = index + step
        while 0 <= inner < len(clause) and self._is_adjective(clause, inner):
            inner += step
        other = clause.lower(inner) if 0 <= inner < len(clause) else ""
        return abs(inner - index) > 1 and BRACKETS.get(clause.lower(index)) == other

    def _distant_determiner(self, clause: Clause, noun: int, first: int) -> int | None:
        """The determiner of an extended attribute: die von der Stadt bestellte Gutachterin.

        Such an attribute ends in an adjective or participle. The determiner is the one that the parse
        names, or the nearest one to the left that nothing agreeing follows at once.
        """
        before = clause.lower(first - 1)
        if first == noun or before in self._closed.prepositions or before in CONJUNCTIONS or before == "als":
            return None
        for child in reversed(clause.children(noun)):
            if child < first and clause.tokens[child].relation in DETERMINERS and self._opens(clause, child):
                return child
        for index in range(first - 1, max(-1, first - FARTHEST), -1):
            if clause.lower(index) == "," or clause.is_finite(index):
                return None
            opens = self._opens(clause, index) or self._opens_participle(clause, index, first)
            if opens and self._ending_agrees(clause, index, first):
                return index
        return None

    def _opens_participle(self, clause: Clause, index: int, first: int) -> bool:
        """Whether a determiner stands before a noun and its participle: der Aufsicht führende Lehrer."""
        participle = clause.lower(first).rstrip("nrsm").endswith("ende")
        return (
            participle
            and index == first - 2
            and clause.tokens[first - 1].pos == "NOUN"
            and self._is_determiner(clause, index)
            and not self._is_contraction(clause, index - 1)
            and clause.lower(index - 1) not in self._closed.prepositions
        )

    def _ending_agrees(self, clause: Clause, index: int, adjective: int) -> bool:
        """Whether the adjective has an ending that can follow the determiner (or the contraction)."""
        if self._is_contraction(clause, index):
            return True
        readings = self._closed.readings(clause.lower(index))
        return any(
            self.adjective_fits(clause, adjective, determiner.strength, slot) for determiner, slot in readings
        )

    def _may_be_participle(self, clause: Clause, index: int) -> bool:
        """Whether a word that was taken for a verb can be an adjective before its noun (bestellte)."""
        if index < 0 or clause.tokens[index].pos not in {"VERB", "AUX"}:
            return False
        return any(entry.pos == "ADJ" for entry in self._forms.entries(clause.lower(index)))

    def _opens(self, clause: Clause, index: int) -> bool:
        """Whether a determiner stands before something that does not agree (des nach dem Gesetz …)."""
        if not self._is_determiner(clause, index):
            return False
        following = clause.lower(index + 1)
        return (
            following in self._closed.prepositions
            or following in self._closed.contractions
            or following in OPENERS
            or clause.tokens[index + 1].pos in {"ADV", "DET"}
        )


def _is_measure(clause: Clause, index: int) -> bool:
    """Whether a noun with its number measures the adjective after it (27 Jahre alte, zwei Meter große)."""
    measured = clause.lower(index + 1).startswith(MEASURED)
    number = clause.tokens[index - 1].pos == "NUM" or COUNT.fullmatch(clause.lower(index - 1)) is not None
    return index > 0 and measured and number and clause.lower(index) in MEASURES


def _is_numeral(clause: Clause, index: int, closed: ClosedClass) -> bool:
    """Whether a word counts the noun: no year (seit 2012 Leiter), no number of a section or of a list."""
    text = clause.words[index].text
    if not text[0].isdigit():
        return clause.tokens[index].pos == "NUM" and text[0].isalpha()
    if not COUNT.fullmatch(text) or clause.lower(index - 1) in closed.numbered:
        return False
    return not (YEAR.fullmatch(text) and clause.lower(index - 1) in closed.before_years)
