"""What an answer is worth: the counts of one sentence, from which every figure of a set is made."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from mitgemeint.eval import stored
from mitgemeint.eval.inclusive import comparing, labels
from mitgemeint.eval.inclusive.benchmark_set import Sentence
from mitgemeint.eval.inclusive.systems.system import Answer
from mitgemeint.eval.inclusive.word_errors import Counter, WordErrors
from mitgemeint.eval.spans import Counts
from mitgemeint.eval.words import normalised

_MOST = 10**9
ABSENT = -1
"""The rank of a target that is not among the candidates."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The counts of one sentence. None is a task that the system does not do, or that the sentence has not.

    `source` is the same for entries that share a text: they are no independent observations. `by_words` and
    `by_lemmas` are ranks from 0, or `ABSENT`; `phrases` adjusts them.
    """

    id: str
    source: str
    style: str
    domain: str
    phrases: int
    labelling: Counts | None = None
    by_words: int | None = None
    by_lemmas: int | None = None
    rewriting: WordErrors | None = None
    exact: bool | None = None


def score(sentence: Sentence, answer: Answer, word_errors: Counter) -> Outcome:
    """Compare an answer with what a person has labelled and written.

    Suggestions are measured on sentences with an exclusive phrase. A rewriting is compared letter by letter
    where the set asks for a notation, and with every gender character read as a star where it does not; of
    several accepted texts the nearest counts.
    """
    by_words, by_lemmas = _ranks(sentence, answer)
    rewriting, exact = _rewriting(sentence, answer, word_errors)
    return Outcome(
        sentence.id,
        sentence.source,
        sentence.style.value,
        sentence.domain,
        len(sentence.phrases),
        _labelling(sentence, answer),
        by_words,
        by_lemmas,
        rewriting,
        exact,
    )


def _labelling(sentence: Sentence, answer: Answer) -> Counts | None:
    if answer.labels is None or not sentence.labelled:
        return None
    wanted = [(phrase.start, phrase.end) for phrase in sentence.phrases]
    may = [(phrase.start, phrase.end) for phrase in sentence.open]
    return labels.count(sentence.exclusive, answer.labels, answer.pronouns, wanted, may)


def _ranks(sentence: Sentence, answer: Answer) -> tuple[int | None, int | None]:
    if answer.candidates is None or not sentence.phrases:
        return None, None
    by_words = comparing.rank_by_words(answer.candidates, sentence.targets)
    # What is the same word by word is the same lemma by lemma, so that only the texts above need parsing.
    above = answer.candidates if by_words is None else answer.candidates[: by_words + 1]
    by_lemmas = comparing.rank_by_lemmas(above, sentence.targets)
    return ABSENT if by_words is None else by_words, ABSENT if by_lemmas is None else by_lemmas


def _rewriting(
    sentence: Sentence, answer: Answer, word_errors: Counter
) -> tuple[WordErrors | None, bool | None]:
    if answer.rewriting is None:
        return None, None
    written, targets = answer.rewriting, sentence.targets
    if not sentence.notation:
        written, targets = normalised(written), tuple(map(normalised, targets))
    found = [word_errors(target, written) for target in targets]
    return min(found, key=lambda each: each.errors), written in targets


# ---- JSON ----


def as_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome for JSON; what is None is left out."""
    values = {each.name: getattr(outcome, each.name) for each in fields(Outcome)}
    if outcome.labelling is not None:
        values["labelling"] = [outcome.labelling.right, outcome.labelling.wrong, outcome.labelling.missed]
    if outcome.rewriting is not None:
        values["rewriting"] = [outcome.rewriting.errors, outcome.rewriting.words]
    return {name: value for name, value in values.items() if value is not None}


def _count(value: Any) -> bool:
    """A count of what a sentence or the candidates for it have."""
    return stored.count(value) and value <= _MOST


def _rank(value: Any) -> bool:
    return value == ABSENT or _count(value)


_FITS = {
    "id": stored.text,
    "source": stored.text,
    "style": stored.text,
    "domain": stored.text,
    "phrases": _count,
    "labelling": stored.several(_count, 3),
    "by_words": _rank,
    "by_lemmas": _rank,
    "rewriting": stored.several(_count, 2),
    "exact": lambda value: isinstance(value, bool),
}


_NEEDED = ("id", "source", "style", "domain", "phrases")


def from_json(values: Mapping[str, Any]) -> Outcome:
    """An outcome from JSON; ValueError where it is none."""
    if not isinstance(values, Mapping):
        raise ValueError("an outcome is no object")
    missing = [name for name in _NEEDED if name not in values]
    if missing:
        raise ValueError(f"an outcome has no {missing[0]}")
    read: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in values.items()
        if name in _FITS
    }
    stored.check(read, _FITS)
    if not read["phrases"] and not {"by_words", "by_lemmas"}.isdisjoint(read):
        raise ValueError("an outcome has a rank, and no phrase")
    if "labelling" in read:
        read["labelling"] = Counts(*read["labelling"])
    if "rewriting" in read:
        read["rewriting"] = WordErrors(*read["rewriting"])
    return Outcome(**read)
