"""The noun phrases of gender forms: case and number, the masculine of every word, and what was left out.

`der*die gute Lehrer*in` is read as the masculine "der gute Lehrer". Words without a sign that show one gender
only (der Lehrer*in, eine gute*r Lehrer*in) get their masculine, too; such a phrase is incomplete.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.assimilation import Assimilator
from mitgemeint.analysis.attributes import without_ending
from mitgemeint.analysis.clause import SUBJECTS, Clause
from mitgemeint.analysis.database import Database, NounForm
from mitgemeint.analysis.determiners import CASES, ClosedClass, cell
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_sentences import FormSentence, is_plural
from mitgemeint.analysis.gender_forms import FormKind, GenderForm
from mitgemeint.analysis.paradigm import Cell as NounCell
from mitgemeint.analysis.paradigm import load_paradigms
from mitgemeint.analysis.person_forms import join
from mitgemeint.analysis.phrase import PhraseReader, Reading, Structure
from mitgemeint.analysis.reading import best_reading
from mitgemeint.analysis.reference import Cues
from mitgemeint.analysis.rewrite import match_case
from mitgemeint.analysis.unknown_nouns import noun_by_rule

GENDERS = (Gender.MASCULINE, Gender.FEMININE)
ADJECTIVAL = "adjectival"


@dataclass(frozen=True, slots=True)
class FormPhrase:
    """A noun form in its phrase. `texts` are the masculine of the words that have one of their own.

    `noun` and `reading` are those of the masculine; `incomplete` says that a word shows one gender only.
    """

    structure: Structure
    reading: Reading
    noun: NounForm
    texts: Mapping[int, str]
    incomplete: bool


class FormPhraseReader:
    """Reads the phrases of noun forms."""

    def __init__(self, database: Database, closed: ClosedClass, reader: PhraseReader) -> None:
        self._database = database
        self._closed = closed
        self._reader = reader
        self._assimilator = Assimilator(closed, reader)
        self._cues = Cues.load()

    def phrase(self, sentence: FormSentence, clause: Clause, index: int) -> FormPhrase | None:
        """The phrase of the noun form at a word; None where noun or reading are not certain.

        `clause` has the masculine of all articles, adjectives and pronouns with a sign.
        """
        form = sentence.form_at(index)
        noun = self._noun(form) if form else None
        if form is None or noun is None:
            return None
        structure = self._structure(sentence, clause, index)
        cells = list(self._cells(form, noun))
        for each in self._structures(clause, structure, cells[0][1]):
            reading = self._reading(sentence, clause, each, cells)
            if reading:
                return self._made(sentence, clause, structure, each, reading, noun, form)
        return None

    def plain_phrase(self, clause: Clause, determiner: int, noun: int) -> FormPhrase | None:
        """The phrase of a noun without a sign whose determiner has one (der*die Vorgesetzte)."""
        word = in_ordinary_capitals(clause.words[noun].text)
        forms = [
            form
            for form in self._database.readings(word) or self._database.guess(word)
            if form.gender is Gender.MASCULINE and form.number is Number.SINGULAR and form.noun.feminine
        ]
        structure = self._reader.structure(clause, noun)
        if structure.determiner != determiner:
            return None
        cells = [(form.case, form.number, form.gender) for form in forms]
        reading = best_reading(clause, structure, self._reader.readings(clause, structure, cells))
        if reading is None:
            return None
        form = next(form for form in forms if form.case is reading.case)
        feminine = self._database.inflect(
            form.noun, Gender.FEMININE, form.case, form.number, form.prefix, reading.strength.value
        )
        if feminine != word:
            return None
        return FormPhrase(structure, reading, form, {}, incomplete=False)

    # ---- noun, structure, reading ----

    def _noun(self, form: GenderForm) -> NounForm | None:
        stand_in = in_ordinary_capitals(form.stand_in)
        known = self._database.readings(stand_in) or self._database.guess(stand_in)
        feminine = [each for each in known if each.gender is Gender.FEMININE and each.noun.feminine]
        matching = [each for each in feminine if self._is_of(each, form)]
        feminine = matching or self._of_masculine(form, feminine)
        if feminine:
            plural = all(each.number is Number.PLURAL for each in feminine) or is_plural(form)
            number = Number.PLURAL if plural else Number.SINGULAR
            return replace(feminine[0], gender=Gender.MASCULINE, number=number)
        unknown = noun_by_rule(stand_in) if form.kind is FormKind.NOUN and form.well_formed else None
        number = Number.PLURAL if is_plural(form) else Number.SINGULAR
        return NounForm(unknown, "", Gender.MASCULINE, Case.NOMINATIVE, number) if unknown else None

    def _is_of(self, noun: NounForm, form: GenderForm) -> bool:
        """Whether the masculine that the form shows is one of the noun's own."""
        masculine = in_ordinary_capitals(form.masculine)
        return not masculine or any(
            each.noun == noun.noun for each in self._database.readings(masculine) or (noun,)
        )

    def _of_masculine(self, form: GenderForm, feminine: Sequence[NounForm]) -> list[NounForm]:
        """The nouns of the masculine, where the feminine is another word (Krankenpfleger*schwester)."""
        if not feminine:
            return []
        readings = self._database.readings(in_ordinary_capitals(form.masculine))
        return [each for each in readings if each.gender is Gender.MASCULINE and each.noun.feminine]

    def _cells(self, form: GenderForm, noun: NounForm) -> Iterator[tuple[Case, Number, Gender]]:
        """The cells of the masculine: all cases, or those that the form shows (Angestellte*n)."""
        shown = [case for case in CASES if self._shows(form, noun, case)]
        yield from ((case, noun.number, Gender.MASCULINE) for case in shown or CASES)

    def _shows(self, form: GenderForm, noun: NounForm, case: Case) -> bool:
        if form.kind is not FormKind.PAIR and noun.noun.paradigm != ADJECTIVAL:
            return True
        written = zip(GENDERS, (form.masculine, form.stand_in), strict=True)
        paradigms, known = load_paradigms(), noun.noun
        return all(
            in_ordinary_capitals(word)
            in {
                join(noun.prefix, each)
                for each in paradigms.cell_forms(
                    known.masculine, known.feminine, known.paradigm, NounCell(gender, case, noun.number)
                )
            }
            for gender, word in written
        )

    def _structure(self, sentence: FormSentence, clause: Clause, index: int) -> Structure:
        """The structure of the phrase, without a pronoun that only looks like an article (…, die Lehrer*in
        ist).
        """
        structure = self._reader.structure(clause, index)
        article = structure.determiner
        if structure.first == index and self._is_address(clause, index - 1):
            return replace(structure, adjectives=(index - 1,))
        if article is None or structure.contraction or sentence.has_sign(article):
            return structure
        if clause.tokens[article].pos == "PRON" or self._is_relative(clause, article, index):
            return Structure(index)
        return structure

    def _is_address(self, clause: Clause, index: int) -> bool:
        """Whether the first word is the adjective of a salutation, which a capital makes look like a noun."""
        return index == 0 and f"{without_ending(clause.lower(index))}er" in self._closed.addresses

    def _is_relative(self, clause: Clause, article: int, noun: int) -> bool:
        """Whether the words are a relative clause that says what somebody is: after a comma, copula last."""
        if clause.lower(article - 1) != "," or article != noun - 1:
            return False
        if not self._closed.relative_cells(clause.lower(article)) or noun + 1 >= len(clause):
            return False
        end = noun + 1
        while end < len(clause) and clause.tokens[end].pos in {"VERB", "AUX"}:
            end += 1
        verbs = clause.tokens[noun + 1 : end]
        ends = end == len(clause) or not clause.words[end].text[:1].isalnum()
        return ends and any(verb.lemma in self._cues.copulas for verb in verbs)

    def _structures(self, clause: Clause, structure: Structure, number: Number) -> Iterator[Structure]:
        """The whole phrase; without adjectives, which may show another gender; the noun alone, unless its
        article is a singular and the form a plural (dem Kolleg*innen).
        """
        yield structure
        if structure.adjectives and structure.determiner is not None:
            yield replace(structure, adjectives=())
        if number is Number.PLURAL and not self._is_singular(clause, structure.determiner):
            yield Structure(structure.noun)

    def _is_singular(self, clause: Clause, determiner: int | None) -> bool:
        """Whether a determiner has no plural of the same form."""
        if determiner is None:
            return False
        cells = [slot for _, slot in self._closed.readings(clause.lower(determiner))]
        return bool(cells) and all(slot.number is Number.SINGULAR for slot in cells)

    def _reading(
        self,
        sentence: FormSentence,
        clause: Clause,
        structure: Structure,
        cells: Sequence[tuple[Case, Number, Gender]],
    ) -> Reading | None:
        masculine = self._reader.readings(clause, structure, cells)
        feminine: list[Reading] = []
        decides = structure.determiner if structure.determiner is not None else structure.first
        if cells[0][1] is Number.SINGULAR and decides != structure.noun and not sentence.has_sign(decides):
            others = [(case, number, Gender.FEMININE) for case, number, _ in cells]
            feminine = self._reader.readings(clause, structure, others)
        if masculine and feminine:
            chosen = masculine if self._is_subject(clause, structure.noun) else feminine
        else:
            chosen = masculine or feminine
        if self._is_predicate(clause, structure):
            chosen = [each for each in chosen if each.case is Case.NOMINATIVE] or chosen
        return best_reading(clause, structure, chosen)

    def _is_predicate(self, clause: Clause, structure: Structure) -> bool:
        """Whether the noun says what somebody is, though the parse has it as an object (du bist die …)."""
        token = clause.tokens[structure.noun]
        governor = clause.tokens[token.head]
        return (
            token.relation in {"obj", "xcomp"}
            and structure.preposition is None
            and governor.lemma in self._cues.copulas
        )

    def _is_subject(self, clause: Clause, noun: int) -> bool:
        """Whether "der Lehrer*in" is a masculine subject, and not a feminine genitive or dative."""
        token = clause.tokens[noun]
        if token.relation in SUBJECTS or token.head == noun:
            return True
        if token.relation == "nmod":
            return False
        return not any(
            clause.tokens[child].relation in SUBJECTS
            for child in clause.children(token.head)
            if child != noun
        )

    # ---- the masculine of the words ----

    def _made(
        self,
        sentence: FormSentence,
        clause: Clause,
        whole: Structure,
        structure: Structure,
        reading: Reading,
        noun: NounForm,
        form: GenderForm,
    ) -> FormPhrase | None:
        number, words = reading.number, {}
        relaxed = number is Number.SINGULAR and structure.adjectives != whole.adjectives
        for gender in GENDERS:
            dependents = self._assimilator.dependents(clause, structure, reading, gender, number)
            if dependents is None:
                return None
            words[gender] = {**dependents.phrase, **dependents.relative}
            if relaxed:
                adjectives = dict(self._adjectives(clause, whole, reading, gender))
                if len(adjectives) < len(whole.adjectives):
                    return None
                words[gender].update(adjectives)
        texts: dict[int, str] = {}
        incomplete = False
        for index, masculine in words[Gender.MASCULINE].items():
            if sentence.has_sign(index) or number is Number.PLURAL:
                continue
            feminine, old = words[Gender.FEMININE][index], clause.words[index].text
            if masculine.lower() != old.lower():
                texts[index] = match_case(masculine, old)
            incomplete |= masculine.lower() != feminine.lower()
        final = replace(reading, gender=Gender.MASCULINE)
        found = replace(noun, case=reading.case, number=number)
        texts[whole.noun] = self._masculine(found, reading, form)
        kept = whole if number is Number.SINGULAR else structure
        return FormPhrase(kept, final, found, texts, incomplete)

    def _adjectives(
        self, clause: Clause, structure: Structure, reading: Reading, gender: Gender
    ) -> Iterator[tuple[int, str]]:
        """The adjectives with the ending that they should have."""
        slots = [cell(reading.case, reading.number, each) for each in GENDERS]
        wanted = cell(reading.case, reading.number, gender)
        for index in structure.adjectives:
            word = clause.words[index].text
            if self._reader.is_invariant(word):
                yield index, word
                continue
            stem = without_ending(word)
            known = {stem + self._closed.adjective_ending(reading.strength, slot) for slot in slots}
            if word in known:
                yield index, stem + self._closed.adjective_ending(reading.strength, wanted)

    def _masculine(self, noun: NounForm, reading: Reading, form: GenderForm) -> str:
        if form.kind is FormKind.PAIR and self._shows(form, noun, reading.case):
            return form.masculine
        text = self._database.inflect(
            noun.noun, Gender.MASCULINE, reading.case, reading.number, noun.prefix, reading.strength.value
        )
        return text.upper() if len(form.stand_in) > 1 and form.stand_in.isupper() else text
