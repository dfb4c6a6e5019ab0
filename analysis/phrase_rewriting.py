"""Rewrites of set phrases: the neutral wording in the place of the words it stands for."""

from collections.abc import Iterator, Mapping
from typing import Any

from mitgemeint.analysis.assimilation import Assimilator
from mitgemeint.analysis.clause import Clause
from mitgemeint.analysis.determiners import ClosedClass, cell
from mitgemeint.analysis.entries import Alternative, read_alternatives
from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.neutral import noun_form, target_gender, wording
from mitgemeint.analysis.phrase import PhraseReader, Reading, Structure
from mitgemeint.analysis.reading import best_reading
from mitgemeint.analysis.rewrite import Rewrite, match_case
from mitgemeint.analysis.set_phrases import PhraseMatch

# Keys of an alternative that the phrase explains and the noun does not have.
PHRASE_KEYS = frozenset({"determiner", "masculine"})
NOT_NOUNS = frozenset({"text", "adjective", "verb", "pronoun", "pair", "paraphrase"})
OTHER_NUMBERS = frozenset({"plural", "collective"})
NEUTRAL = "neutral"


class PhraseRewriter:
    """Writes the alternatives of set phrases, where they can be put in without touching the rest."""

    def __init__(self, forms: FormLexicon, closed: ClosedClass) -> None:
        self._forms = forms
        self._closed = closed
        self._reader = PhraseReader(closed, forms)
        self._assimilator = Assimilator(closed, self._reader)

    def rewrites(self, clause: Clause, match: PhraseMatch) -> Iterator[Rewrite]:
        """The rewrites that are right as they stand, the best first; hints for people are left out."""
        for row in match.phrase.alternatives:
            words = self._words(clause, match, row)
            if words and all(clause.free(index) for index in words):
                first, last = min(*words, *match.indexes), max(*words, *match.indexes)
                yield Rewrite(NEUTRAL, words, first, last, source=match.phrase.name, kind=row["kind"])

    def _words(self, clause: Clause, match: PhraseMatch, row: Mapping[str, Any]) -> dict[int, str] | None:
        if row["kind"] == "text":
            return self._text(clause, match, row["text"])
        structure, reading = self._top(clause, match.top)
        if reading is None:
            return None
        if row["kind"] == "adjective":
            return self._adjective(clause, match, structure, reading, row["form"])
        if row["kind"] in NOT_NOUNS or row.get("number") in OTHER_NUMBERS:
            return None  # the verb would have to follow
        return self._noun(clause, match, structure, reading, row)

    def _top(self, clause: Clause, top: int) -> tuple[Structure, Reading | None]:
        structure = self._reader.structure(clause, top)
        cells = [
            (entry.case, entry.number, entry.gender)
            for entry in self._forms.readings(clause.words[top].text)
            if entry.pos == "NOUN" and entry.case and entry.number and entry.gender
        ]
        return structure, best_reading(clause, structure, self._reader.readings(clause, structure, cells))

    def _text(self, clause: Clause, match: PhraseMatch, text: str) -> dict[int, str] | None:
        replaced = [match.indexes[index] for index in match.phrase.replace]
        first, last = min(replaced), max(replaced)
        if last - first >= len(replaced):
            return None
        words = dict.fromkeys(range(first, last + 1), "")
        words[first] = match_case(text, clause.words[first].text) if first == 0 else text
        return words

    def _adjective(
        self, clause: Clause, match: PhraseMatch, structure: Structure, reading: Reading, form: str
    ) -> dict[int, str] | None:
        index = match.indexes[match.phrase.replace[0]]
        if index not in structure.adjectives:
            return None
        ending = self._closed.adjective_ending(reading.strength, reading.cell)
        return {index: match_case(form + ending, clause.words[index].text)}

    def _noun(
        self,
        clause: Clause,
        match: PhraseMatch,
        structure: Structure,
        reading: Reading,
        row: Mapping[str, Any],
    ) -> dict[int, str] | None:
        alternative = _alternative(row, match.phrase.name)
        replaced = {match.indexes[index] for index in match.phrase.replace} - {structure.determiner}
        span = range(min(replaced), max(replaced) + 1)
        if reading.number not in alternative.replaces or not self._covers(clause, span, replaced):
            return None
        noun = noun_form(alternative, reading, reading.number, self._closed)
        lemma = row.get("determiner")
        determiner = self._determiner(clause, structure, reading, target_gender(alternative), lemma)
        if noun is None or determiner is None:
            return None
        following = clause.lower(span[-1] + 1)
        text = wording(alternative, noun, reading, reading.number, self._closed, following)
        words = {**dict.fromkeys(span, ""), **determiner}
        words[span[0]] = text if span[0] else match_case(text, clause.words[0].text)
        return words

    def _covers(self, clause: Clause, span: range, replaced: set[int]) -> bool:
        """Whether nothing but the phrase's words, articles and prepositions would be taken out."""
        return all(
            index in replaced
            or self._closed.readings(clause.lower(index))
            or clause.lower(index) in self._closed.contractions
            for index in span
        )

    def _determiner(
        self, clause: Clause, structure: Structure, reading: Reading, gender: Gender, lemma: str | None
    ) -> dict[int, str] | None:
        """The article in agreement; None where the alternative wants one that is not there."""
        if structure.determiner is None:
            return {} if lemma is None else None
        target = cell(reading.case, reading.number, gender)
        if lemma and structure.contraction is None:
            form = self._closed.determiners[lemma].form(target)
        else:
            form = self._assimilator.determiner(structure, reading, target)
        if form is None:
            return None
        return {structure.determiner: match_case(form, clause.words[structure.determiner].text)}


def _alternative(row: Mapping[str, Any], name: str) -> Alternative:
    kept = {key: value for key, value in row.items() if key not in PHRASE_KEYS}
    return next(iter(read_alternatives([kept], name)))
