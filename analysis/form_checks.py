"""Checks of what is written already: which gender forms are forbidden, mixed, malformed or incomplete.

What can be told without grammar is told here, so that only sentences with something to say are parsed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mitgemeint.analysis.attributes import is_adjective_shaped
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.determiners import CASES, ClosedClass, cell
from mitgemeint.analysis.doubled_pairs import doubled_pairs
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.findings import Code
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.form_sentences import NOUNS, FormSentence, is_plural
from mitgemeint.analysis.gender_forms import FormKind, GenderForm
from mitgemeint.analysis.gender_grammar import load_grammar
from mitgemeint.analysis.nlp.protocol import Word
from mitgemeint.analysis.notation import CUSTOM, word_notation
from mitgemeint.analysis.noun_systems import SYSTEMS
from mitgemeint.analysis.phrase import QUOTES
from mitgemeint.analysis.policy import Policy
from mitgemeint.analysis.settings import Settings
from mitgemeint.analysis.word_lists import word_lists

SLASH = "slash"


# Between two articles for both genders.
ARTICLE_JOINTS = word_lists("function_words.toml")["article_joints"]


class Verdict(StrEnum):
    """What is to be said of a form; `DOUBTFUL` needs the grammar of the sentence."""

    NOTHING = ""
    FORBIDDEN = "forbidden"
    TOLERATED = "tolerated"
    MIXED = "mixed"
    MALFORMED = "malformed"
    DOUBTFUL = "doubtful"
    INCOMPLETE = "incomplete"
    DOUBLED = "doubled"


CODES = {
    Verdict.FORBIDDEN: Code.FORBIDDEN_FORM,
    Verdict.TOLERATED: Code.FORBIDDEN_FORM,
    Verdict.MIXED: Code.MIXED_FORMS,
    Verdict.MALFORMED: Code.MALFORMED_FORM,
    Verdict.INCOMPLETE: Code.INCOMPLETE_FORM,
    Verdict.DOUBLED: Code.MALFORMED_FORM,
}
# How sure a finding is; what is only tolerated or mixed is a hint.
CERTAINTY = {
    Verdict.FORBIDDEN: 0.95,
    Verdict.TOLERATED: 0.5,
    Verdict.MIXED: 0.5,
    Verdict.MALFORMED: 0.85,
    Verdict.INCOMPLETE: 0.8,
    Verdict.DOUBLED: 0.85,
}


@dataclass(frozen=True, slots=True)
class FormJudge:
    """Judges the forms of sentences before they are parsed.

    `of_others` are the notations that articles have beside a noun in another one that is allowed: the slash
    beside the internal I (der/die LehrerIn).
    """

    forbidden: frozenset[str]
    tolerated: frozenset[str]
    of_others: frozenset[str]
    ignored: frozenset[str]
    database: Database
    forms: FormLexicon
    closed: ClosedClass

    @classmethod
    def of(cls, settings: Settings, policy: Policy, database: Database, forms: FormLexicon) -> "FormJudge":
        """The judge for a policy; notations that the settings name are wanted, whatever the policy says."""
        wanted = frozenset(settings.notations)
        return cls(
            frozenset(policy.forbidden) - wanted,
            frozenset(policy.hint) - wanted,
            frozenset(_notations_of_articles(wanted or policy.allowed)),
            frozenset(word.lower() for word in settings.ignored_words),
            database,
            forms,
            ClosedClass.load(),
        )

    def verdicts(self, sentence: FormSentence, main: str) -> tuple[Verdict, ...]:
        """What is to be said of each form; `main` is the notation that the document uses most."""
        doubled = {pair.form for pair in doubled_pairs(sentence, self.database, self.closed)}
        return tuple(
            self._verdict(sentence, index, main, doubled=sentence.word_of(index) in doubled)
            for index in range(len(sentence.forms))
        )

    def main_notation(self, sentences: Iterable[FormSentence]) -> str:
        """The notation that most noun forms are written in, of the first ones where several are; "" if none.

        A notation that the policy forbids is none to unite on.
        """
        counted: Counter[str] = Counter(
            form.notation
            for sentence in sentences
            for index, form in enumerate(sentence.forms)
            if _mixes(form) and form.notation not in self.forbidden and not sentence.is_protected(index)
        )
        return counted.most_common(1)[0][0] if counted else ""

    def is_forbidden(self, form: GenderForm) -> bool:
        """Whether the policy forbids the notation."""
        return form.notation in self.forbidden

    def _verdict(self, sentence: FormSentence, index: int, main: str, *, doubled: bool) -> Verdict:
        form = sentence.forms[index]
        if self._is_left_alone(form) or sentence.is_protected(index):
            return Verdict.NOTHING
        if form.kind is FormKind.DETERMINER and form.notation in self.of_others:
            return Verdict.NOTHING
        if form.notation in self.forbidden:
            return Verdict.FORBIDDEN
        if doubled:
            return Verdict.DOUBLED
        if not form.well_formed:
            return Verdict.MALFORMED
        if _has_known_articles(form) and self._may_be_incomplete(sentence, index):
            return Verdict.DOUBTFUL
        return self.without_grammar(form, main)

    def without_grammar(self, form: GenderForm, main: str) -> Verdict:
        """What is left to say of a form that is well-formed and complete."""
        if form.notation in self.tolerated:
            return Verdict.TOLERATED
        return Verdict.MIXED if _mixes(form) and form.notation != main else Verdict.NOTHING

    def _is_left_alone(self, form: GenderForm) -> bool:
        words = (form.text.lower(), form.masculine.lower(), form.stand_in.lower())
        if form.stand_in.lower() in load_grammar().left_alone:
            return True
        if self.ignored.isdisjoint(words) and form.kind in NOUNS and self.ignored:
            lemmas = {each.lemma.lower() for each in self.database.readings(form.stand_in)}
            return not self.ignored.isdisjoint(lemmas)
        return not self.ignored.isdisjoint(words)

    def _is_doubled(self, words: Sequence[Word], index: int) -> bool:
        """Whether a word is the second of two articles for both genders (der oder die Lehrer*in)."""
        if index < 2 or words[index - 1].text.lower() not in ARTICLE_JOINTS:
            return False
        both = (words[index].text.lower(), words[index - 2].text.lower())
        return both[0] != both[1] and all(
            self.closed.readings(word) or word in self.closed.contractions or self._contracts(word)
            for word in both
        )

    def _may_be_incomplete(self, sentence: FormSentence, index: int) -> bool:
        """Whether a word without sign before a singular can show one gender only."""
        noun = sentence.word_of(index)
        if noun is None or is_plural(sentence.forms[index]):
            return False
        words, before = sentence.unit.words, noun - 1
        while before >= 0:
            word = words[before].text
            if sentence.has_sign(before) or word in QUOTES or word == ",":
                before -= 1
                continue
            lower = word.lower()
            if self._is_of_many(sentence.forms[index], lower) or self._is_doubled(words, before):
                return False
            if readings := self.closed.readings(lower):
                other = any(determiner.adjective_too for determiner, _ in readings)
                return other or self._shows_gender(lower)
            if lower in self.closed.contractions or self._contracts(lower):
                return not (before + 1 < len(words) and sentence.is_dependent(before + 1))
            return self._may_be_adjective(word)
        return False

    def _is_of_many(self, form: GenderForm, word: str) -> bool:
        """Whether "die Angestellte*n" can be meant as a plural."""
        if form.stand_in.lower().endswith("in"):
            return False
        return any(
            slot.number is Number.PLURAL and slot.case in {Case.NOMINATIVE, Case.ACCUSATIVE}
            for _, slot in self.closed.readings(word)
        )

    def _contracts(self, word: str) -> bool:
        return any(each.feminine == word for each in self.closed.contractions.values())

    def _shows_gender(self, word: str) -> bool:
        """Whether a determiner has no case in which masculine and feminine look the same."""
        for determiner, _ in self.closed.readings(word):
            for case in CASES:
                forms = {
                    determiner.form(cell(case, Number.SINGULAR, gender))
                    for gender in (Gender.MASCULINE, Gender.FEMININE)
                }
                if forms == {word}:
                    return False
        return True

    def _may_be_adjective(self, word: str) -> bool:
        if not is_adjective_shaped(word, self.closed):
            return False
        entries = self.forms.entries(word.lower())
        return not entries or any(entry.pos == "ADJ" for entry in entries)


def _notations_of_articles(notations: Iterable[str]) -> Iterator[str]:
    """The notations in which articles stand beside nouns of these notations."""
    signs = load_grammar().notations
    for name in notations:
        if name not in SYSTEMS and (joined := word_notation(name)) and joined.joint.link in signs:
            yield signs[joined.joint.link]


def _has_known_articles(form: GenderForm) -> bool:
    """Whether the articles of a noun's notation are recognised: not those of signs of one's own (dem~der)."""
    if form.notation in SYSTEMS or form.notation.startswith(CUSTOM):
        return False
    return form.kind is FormKind.NOUN


def _mixes(form: GenderForm) -> bool:
    """Whether a form counts for the notation of a document: nouns with a sign, but no pairs with a slash."""
    if form.notation in SYSTEMS or form.kind not in {FormKind.NOUN, FormKind.PAIR, FormKind.COMPOUND}:
        return False
    return form.kind is not FormKind.PAIR or form.notation != SLASH
