"""Ranks words that are neutral in form as alternatives for a masculine.

Source of the question: Pomerenke 2022, Gender-inclusive German, which leaves open how new neutral words are
to get into the database. A candidate is judged by up to four things, each from 0 to 1:

- *contexts*: cosine between what the candidate is about and what masculine and feminine together are about,
- *frames*: the same for phrases with a gap that both fill,
- *vectors*: cosine between the candidate's word vector and the sum of those of masculine and feminine (all
  vectors of length 1; below 0 counts as 0),
- *form*: the letters that masculine and candidate share at their begin (Lehrer, Lehrkraft), as a share of the
  masculine's stem; 0 where they are fewer than `SHORTEST_STEM`, and where an adjective is made of that very
  stem (Bürger, Bürgerliche): it means something else.

Counts are weighted by positive pointwise mutual information, its contexts smoothed by the power 0.75 (Levy,
Goldberg and Dagan 2015, Improving distributional similarity with lessons learned from word embeddings,
section 3.2). Cosines of counts are shrunk by n / (n + `SHRINKAGE`) for a candidate that was seen n times:
the rarest words have the highest cosines by luck. A candidate that shares nothing but letters is none. Each
of the four is scaled so that the candidates for a word reach from 0 to 1 (cosines of some vectors are high
for any two words), and the score is the mean of those that there are data for. What the corpus has too
seldom counts as if it did not have it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mitgemeint.analysis.database import Alternative, Database
from mitgemeint.analysis.entries import PersonNoun
from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.paradigm import load_paradigms
from mitgemeint.eval.inclusive.contexts import FEMININE, MASCULINE, Companies, Company, Item
from mitgemeint.eval.inclusive.neutral_forms import NeutralForms
from mitgemeint.eval.problems import EvalError, readable

SHORTEST_STEM = 4
SMOOTHING = 0.75
SHRINKAGE = 5
COMPONENTS = ("contexts", "frames", "vectors", "form")
_MASCULINE_ENDINGS = ("er", "e")
_UMLAUTS = str.maketrans("äöü", "aou")
_FRAMES_SHOWN = 3
_FORM = "form"
# What makes adjectives of nouns, and nouns of them with -e.
_OF_ADJECTIVES = re.compile(r"(?:er)?(?:lich|isch|ig|haft|bar|los)e\Z")

Floats = NDArray[np.float64]
Matrix = Any
"""A sparse table of SciPy, which comes without types."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A masculine that alternatives are looked for: its noun, a compound's first part, and what is known."""

    masculine: str
    noun: PersonNoun
    prefix: str
    known: frozenset[str] = frozenset()
    """The bases of the neutral words that the database has for it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A neutral word for a masculine. `parts` are the components that there are data for, before scaling.

    `score` tells the candidates for one word apart; `strength`, the mean of the parts but for the form, can
    be compared between words.
    """

    masculine: str
    word: str
    kind: str
    score: float
    strength: float
    parts: Mapping[str, float]
    count: int
    known: bool


def ask(word: str, database: Database, neutral: NeutralForms) -> Asked:
    """What is known of a word in any form; EvalError where it is no masculine to find alternatives for."""
    readings = [each for each in database.readings(word) if each.gender is Gender.MASCULINE]
    if not readings:
        reason = "the database has no such masculine for people"
        raise EvalError(readable(word)[:80], reason, "write it as in Lehrer, or add it to the lexicon first")
    first = readings[0]
    if first.noun.paradigm in load_paradigms().adjectival:
        reason = f"{first.lemma} is neutral in the plural by itself"
        raise EvalError(readable(word)[:80], reason, "leave it out")
    known = frozenset(_bases(database.alternatives(first.noun, first.prefix), neutral))
    return Asked(first.lemma, first.noun, first.prefix, known)


def _bases(alternatives: Iterable[Alternative], neutral: NeutralForms) -> Iterator[str]:
    """The single words among alternatives, by their bases."""
    for each in alternatives:
        if each.attribute or each.rest:
            continue
        form = each.form.removesuffix("r") if each.gender is None else each.form
        found = neutral.find(form)
        yield found.base if found else form


def shared_form(masculine: str, candidate: str) -> float:
    """How much of the masculine's stem the candidate begins with, from 0 to 1; umlauts do not count."""
    stem = masculine.lower().translate(_UMLAUTS)
    for ending in _MASCULINE_ENDINGS:
        if stem.endswith(ending):
            stem = stem.removesuffix(ending)
            break
    other = candidate.lower().translate(_UMLAUTS)
    shared = next((at for at, pair in enumerate(zip(stem, other, strict=False)) if pair[0] != pair[1]), None)
    length = min(len(stem), len(other)) if shared is None else shared
    if length < SHORTEST_STEM or _OF_ADJECTIVES.match(other[length:]):
        return 0.0
    return length / len(stem)


@dataclass(frozen=True, slots=True)
class Space:
    """Weighted counts: a row for each candidate and each masculine, a column for each feature."""

    features: Sequence[str]
    candidates: Matrix
    asked: Matrix

    def cosines(self, row: int) -> Floats:
        """The cosine of every candidate with one masculine."""
        return np.asarray((self.candidates @ self.asked[[row]].T).todense(), dtype=np.float64).ravel()

    def shared(self, candidate: int, row: int) -> list[str]:
        """The features that a candidate and a masculine share, the weightiest first."""
        product = self.candidates[[candidate]].multiply(self.asked[[row]]).tocoo()
        ranked = sorted(zip(-product.data, product.col, strict=True))
        return [self.features[column] for _, column in ranked]


def space(candidates: Sequence[Mapping[str, int]], asked: Sequence[Mapping[str, int]]) -> Space:
    """Counts weighted by positive pointwise mutual information, rows of length 1 (or 0)."""
    from scipy import sparse  # type: ignore[import-untyped, unused-ignore]

    rows = [*candidates, *asked]
    features = sorted({feature for row in rows for feature in row})
    column = {feature: index for index, feature in enumerate(features)}
    starts = np.cumsum([0, *map(len, rows)])
    columns = np.array([column[feature] for row in rows for feature in row], dtype=np.int64)
    counts = np.array([count for row in rows for count in row.values()], dtype=np.float64)
    matrix = sparse.csr_array((counts, columns, starts), shape=(len(rows), len(features)))
    weighted = _length_one(_mutual_information(matrix))
    return Space(features, weighted[: len(candidates)], weighted[len(candidates) :])


def _mutual_information(counts: Matrix) -> Matrix:
    """log p(row, column) / p(row) p(column)^0.75, where that is positive."""
    from scipy import sparse  # type: ignore[import-untyped, unused-ignore]

    weighted = counts.tocoo()
    if not weighted.nnz:
        return counts
    by_row = np.asarray(counts.sum(axis=1), dtype=np.float64).ravel()
    by_column = np.asarray(counts.sum(axis=0), dtype=np.float64).ravel() ** SMOOTHING
    share = by_column / by_column.sum()
    values = np.log(weighted.data / (by_row[weighted.row] * share[weighted.col]))
    kept = values > 0
    return sparse.csr_array(
        (values[kept], (weighted.row[kept], weighted.col[kept])), shape=counts.shape, dtype=np.float64
    )


def _length_one(matrix: Matrix) -> Matrix:
    from scipy import sparse  # type: ignore[import-untyped, unused-ignore]

    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1), dtype=np.float64)).ravel()
    scale = np.divide(1, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    return sparse.csr_array(sparse.diags_array(scale) @ matrix)


@dataclass(frozen=True, slots=True)
class Vectors:
    """Cosines of word vectors: a row for each masculine, a column for each candidate; NaN where unknown."""

    candidates: Sequence[Item]
    cosines: Floats


class Ranker:
    """Ranks the candidates that a corpus or a file of vectors has, or both.

    What a corpus has fewer than `fewest` times counts as if it did not have it.
    """

    def __init__(
        self,
        asked: Sequence[Asked],
        companies: Companies | None = None,
        vectors: Vectors | None = None,
        fewest: int = 1,
    ) -> None:
        self.asked = tuple(asked)
        self._companies = _without_rare(companies or {}, fewest)
        self._vectors = vectors
        with_vectors = vectors.candidates if vectors else ()
        self.candidates = sorted({*_neutral(self._companies), *with_vectors})
        self._columns = {item: at for at, item in enumerate(with_vectors)}
        self._together = [self._both(each) for each in self.asked]
        counts = np.array([self._company(item).count for item in self.candidates], dtype=np.float64)
        self._shrunk: Floats = counts / (counts + SHRINKAGE)
        self._spaces: dict[str, Space] = {}
        if companies is not None:
            mine = [self._company(item) for item in self.candidates]
            both = self._together
            self._spaces = {
                "contexts": space([each.contexts for each in mine], [each.contexts for each in both]),
                "frames": space([each.frames for each in mine], [each.frames for each in both]),
            }

    def _company(self, item: Item) -> Company:
        return self._companies.get(item, Company())

    def _both(self, asked: Asked) -> Company:
        """The company of masculine and feminine."""
        both = Company()
        for role in (MASCULINE, FEMININE):
            both.add(self._company(Item(asked.masculine, role)))
        return both

    def seen(self, row: int) -> int:
        """How often the corpus has the masculine and its feminine."""
        return self._together[row].count

    def has_vector(self, row: int) -> bool:
        """Whether the file of vectors has the masculine or its feminine."""
        return self._vectors is not None and not bool(np.isnan(self._vectors.cosines[row]).all())

    @property
    def component_names(self) -> tuple[str, ...]:
        """What there are data for."""
        return (*self._spaces, *(("vectors",) if self._vectors is not None else ()), "form")

    def components(self, row: int) -> dict[str, Floats]:
        """What there are data for, for each candidate, before scaling."""
        asked = self.asked[row]
        found = {name: each.cosines(row) * self._shrunk for name, each in self._spaces.items()}
        if self._vectors is not None:
            found["vectors"] = self._vector_cosines(row, self._vectors)
        found["form"] = np.array([shared_form(asked.masculine, item.word) for item in self.candidates])
        return found

    def _vector_cosines(self, row: int, vectors: Vectors) -> Floats:
        columns = [self._columns.get(item, -1) for item in self.candidates]
        cosines = np.append(vectors.cosines[row], np.nan)  # -1 is a candidate that the file lacks
        found: Floats = np.maximum(np.nan_to_num(cosines[columns], nan=0.0), 0.0)
        return found

    def rank(self, row: int) -> list[Candidate]:
        """The candidates for the masculine of that row, the best first; those with nothing for them do not
        count.
        """
        parts = self.components(row)
        scores = combined(parts, COMPONENTS)
        return [self._candidate(row, at, float(scores[at]), parts) for at in by_score(scores)]

    def _candidate(self, row: int, at: int, score: float, parts: Mapping[str, Floats]) -> Candidate:
        item, asked = self.candidates[at], self.asked[row]
        values = {name: float(found[at]) for name, found in parts.items()}
        known = item.word in asked.known
        count = self._company(item).count
        own = [value for name, value in values.items() if name != _FORM]
        strength = sum(own) / len(own) if own else 0.0
        return Candidate(asked.masculine, item.word, item.role, score, strength, values, count, known)

    def evidence(self, row: int, candidate: Candidate) -> tuple[str, ...]:
        """What speaks for a candidate: phrases that both stand in, and a sentence with it."""
        item = Item(candidate.word, candidate.kind)
        shown: list[str] = []
        if "frames" in self._spaces:
            shown += self._spaces["frames"].shared(self.candidates.index(item), row)[:_FRAMES_SHOWN]
        shown += self._company(item).examples[:1]
        return tuple(shown)


def _neutral(companies: Companies) -> Iterator[Item]:
    return (item for item in companies if item.role not in (MASCULINE, FEMININE))


def _without_rare(companies: Companies, fewest: int) -> Companies:
    """What was seen often enough; masculine and feminine count together."""
    persons = Counter[str]()
    for item, company in companies.items():
        if item.role in (MASCULINE, FEMININE):
            persons[item.word] += company.count
    return {
        item: company
        for item, company in companies.items()
        if (persons[item.word] if item.role in (MASCULINE, FEMININE) else company.count) >= fewest
    }


def combined(parts: Mapping[str, Floats], used: Sequence[str]) -> Floats:
    """The score of each candidate by those components that are used: the mean of their scaled values.

    It is 0 where nothing but the form speaks for a candidate, unless the form is all that is asked for.
    """
    scaled = [_scaled(values) for name, values in parts.items() if name in used]
    scores = np.asarray(np.mean(scaled, axis=0), dtype=np.float64)
    own = [values for name, values in parts.items() if name in used and name != _FORM]
    return np.where(np.sum(own, axis=0) > 0, scores, 0.0) if own else scores


def by_score(scores: Floats) -> list[int]:
    """The places of the candidates with a score, the highest first; of equals the first by the alphabet."""
    order = np.argsort(-scores, kind="stable")
    return [int(at) for at in order if scores[at] > 0]


def _scaled(values: Floats) -> Floats:
    """The values moved and stretched to reach from 0 to 1; all 0 where they are all the same."""
    least, largest = float(values.min(initial=np.inf)), float(values.max(initial=-np.inf))
    return (values - least) / (largest - least) if largest > least else np.zeros(values.shape)
