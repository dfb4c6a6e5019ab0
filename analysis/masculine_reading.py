"""The masculine reading of a sentence: every gender form in its masculine, as if it had never been written.

What the rewriter makes of "der neue Lehrer hilft seinen Schülern" is right for "der*die neue Lehrer*in hilft
seinen*ihren Schüler*innen", too. The grammar is that of the feminine reading, which has the same words.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.antecedents import Candidates, resolve_pronouns
from mitgemeint.analysis.attributes import is_adjective_shaped, noun_after
from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.determiners import ClosedClass, cell
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.analysis.form_phrases import FormPhrase, FormPhraseReader
from mitgemeint.analysis.form_sentences import ARTICLES, FormSentence, is_plural
from mitgemeint.analysis.gender_forms import FormKind, GenderForm
from mitgemeint.analysis.gender_grammar import load_grammar
from mitgemeint.analysis.nlp.protocol import Token, Word
from mitgemeint.analysis.phrase import PhraseReader
from mitgemeint.analysis.pronouns import HER, HIS
from mitgemeint.analysis.resources import Resources
from mitgemeint.analysis.rewrite import match_case
from mitgemeint.analysis.rewriting import Rewriter
from mitgemeint.analysis.targets import Target
from mitgemeint.analysis.units import Unit

MakeClause = Callable[[Unit, tuple[Token, ...]], Clause]


@dataclass(frozen=True, slots=True)
class FormTarget:
    """A noun of the masculine reading that can be rewritten. `own` are the words that agree with it.

    `incomplete` says that one of them shows one gender only though the noun has a sign.
    """

    target: Target
    own: frozenset[int]
    incomplete: bool

    @property
    def noun(self) -> int:
        """The word index of the noun."""
        return self.target.structure.noun


@dataclass(frozen=True, slots=True)
class MasculineReading:
    """The clause, the words that stand otherwise in the text, and the nouns by word index.

    `owners` are the possessives whose sign speaks of the owner and not of the noun (seine*ihre Kundschaft).
    """

    clause: Clause
    changed: frozenset[int]
    owners: frozenset[int]
    targets: Mapping[int, FormTarget]


class MasculineReader:
    """Reads sentences with forms in the masculine."""

    def __init__(self, resources: Resources, rewriter: Rewriter, make_clause: MakeClause) -> None:
        self._database = resources.database
        self._closed = ClosedClass.load()
        self._rewriter = rewriter
        self._make_clause = make_clause
        self._phrases = FormPhraseReader(
            resources.database, self._closed, PhraseReader(self._closed, resources.forms)
        )
        self._feminine_contractions = {
            each.feminine: each.form for each in self._closed.contractions.values() if each.feminine
        }
        self._split = load_grammar().contractions

    def read(self, sentence: FormSentence, tokens: tuple[Token, ...]) -> MasculineReading:
        """The masculine reading of a sentence; `tokens` are the grammar of the feminine one."""
        base = replace(self._make_clause(sentence.unit, tokens), covered=frozenset())
        texts = self._dependents(sentence)
        first = _with_texts(base, texts)
        phrases = {
            index: phrase
            for form in range(len(sentence.forms))
            if (index := sentence.word_of(form)) is not None
            and sentence.is_noun(index)
            and (phrase := self._phrases.phrase(sentence, first, index))
        }
        phrases.update(self._plain_phrases(sentence, first, phrases))
        for phrase in phrases.values():
            texts.update(phrase.texts)
        forms = {index for index in range(len(base)) if sentence.form_at(index)}
        covered = sentence.unit.covered - forms - set(texts) - set(phrases)
        clause = replace(_with_texts(base, texts), covered=covered)
        clause = replace(clause, tokens=_masculine_tokens(clause, phrases))
        owners = frozenset(index for index in texts if _is_of_owner(sentence.form_at(index)))
        return MasculineReading(clause, frozenset(texts), owners, self._targets(clause, phrases, owners))

    # ---- articles, adjectives, pronouns ----

    def _dependents(self, sentence: FormSentence) -> dict[int, str]:
        texts: dict[int, str] = {}
        for number, form in enumerate(sentence.forms):
            index = sentence.word_of(number)
            if index is None:
                continue
            if form.kind is FormKind.DETERMINER and form.masculine:
                texts.update(self._dependent(sentence, index, form.masculine, form.stand_in))
            elif form.kind is FormKind.NOUN and not is_plural(form):
                texts.update(self._feminine_contraction(sentence, index))
        return texts

    def _dependent(
        self, sentence: FormSentence, index: int, masculine: str, feminine: str
    ) -> Iterator[tuple[int, str]]:
        """The masculine of one word; beim*bei der and bei der*beim are read as "bei dem"."""
        if masculine.lower() not in self._split:
            yield index, masculine
            return
        contraction = self._closed.contractions.get(masculine.lower())
        if contraction is None:
            return
        article = self._closed.determiners["der"].forms[
            cell(contraction.case, Number.SINGULAR, Gender.MASCULINE)
        ]
        words = sentence.unit.words
        if feminine.lower() in ARTICLES:
            yield index, article
        elif index + 1 < len(words) and words[index + 1].text.lower() in ARTICLES:
            yield index, match_case(contraction.preposition, masculine)
            yield index + 1, article

    def _feminine_contraction(self, sentence: FormSentence, noun: int) -> Iterator[tuple[int, str]]:
        """zur before a singular with a sign is zum."""
        words = sentence.unit.words
        index = noun - 1
        while index > 0 and (
            sentence.is_dependent(index) or is_adjective_shaped(words[index].text, self._closed)
        ):
            index -= 1
        if index >= 0 and sentence.form_at(index) is None:
            masculine = self._feminine_contractions.get(words[index].text.lower())
            if masculine:
                yield index, match_case(masculine, words[index].text)

    # ---- nouns ----

    def _plain_phrases(
        self, sentence: FormSentence, clause: Clause, phrases: Mapping[int, FormPhrase]
    ) -> Iterator[tuple[int, FormPhrase]]:
        """Nouns that look the same in both genders, with an article that has a sign (der*die Vorgesetzte)."""
        taken = {phrase.structure.determiner for phrase in phrases.values()}
        words = [word.text for word in clause.words]
        for index in range(len(clause)):
            if index in taken or not sentence.is_dependent(index):
                continue
            noun = noun_after(words, index, self._is_person, self._closed)
            if noun is None or noun in phrases or sentence.form_at(noun):
                continue
            if phrase := self._phrases.plain_phrase(clause, index, noun):
                yield noun, phrase

    def _is_person(self, word: str) -> bool:
        plain = in_ordinary_capitals(word)
        return bool(self._database.readings(plain) or self._database.guess(plain))

    def _targets(
        self, clause: Clause, phrases: Mapping[int, FormPhrase], owners: frozenset[int]
    ) -> dict[int, FormTarget]:
        relatives = {
            noun: tuple(
                index
                for index, _, _ in self._rewriter.relative_pronouns(clause, phrase.structure, phrase.reading)
            )
            for noun, phrase in phrases.items()
            if phrase.reading.number is Number.SINGULAR
        }
        resolved = resolve_pronouns(clause, Candidates(frozenset(relatives), relatives), self._closed)
        targets = {}
        for noun, phrase in phrases.items():
            taken = resolved.of(noun)
            target = Target(clause, phrase.structure, phrase.reading, phrase.noun, taken)
            structure = phrase.structure
            own = {noun, *structure.adjectives, *relatives.get(noun, ()), *(each.index for each in taken)}
            if structure.determiner is not None and structure.determiner not in owners:
                own.add(structure.determiner)
            if structure.determiner is not None and structure.preposition == structure.determiner - 1:
                own.add(structure.preposition)
            targets[noun] = FormTarget(target, frozenset(own), phrase.incomplete)
        return targets


def _is_of_owner(form: GenderForm | None) -> bool:
    """sein*ihr, seinen*ihren; but not seine*n."""
    his = form is not None and form.masculine.lower().startswith(HIS)
    return his and form is not None and form.stand_in.lower().startswith(HER)


def _with_texts(clause: Clause, texts: Mapping[int, str]) -> Clause:
    """The clause with other words at some places."""
    parts: list[str] = []
    words: list[Word] = []
    length = position = 0
    for index, word in enumerate(clause.words):
        gap = clause.text[position : word.start]
        text = texts.get(index, word.text)
        start = length + len(gap)
        words.append(Word(text, start, start + len(text)))
        parts += [gap, text]
        length, position = start + len(text), word.end
    parts.append(clause.text[position:])
    return replace(clause, text="".join(parts), words=tuple(words))


def _masculine_tokens(clause: Clause, phrases: Mapping[int, FormPhrase]) -> tuple[Token, ...]:
    """The grammar with the nouns of the phrases as masculines."""
    tokens = list(clause.tokens)
    for index, phrase in phrases.items():
        tokens[index] = replace(
            tokens[index],
            text=clause.words[index].text,
            lemma=phrase.noun.lemma,
            gender=Gender.MASCULINE,
            case=phrase.reading.case,
            number=phrase.reading.number,
        )
    return tuple(tokens)
