"""What an answer is worth, sentence by sentence."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.eval.inclusive.benchmark_set import Phrase, Sentence, Style
from mitgemeint.eval.inclusive.outcome import ABSENT, Outcome, as_json, from_json, score
from mitgemeint.eval.inclusive.systems.system import Answer
from mitgemeint.eval.inclusive.word_errors import WordErrors, load_counter
from mitgemeint.eval.spans import Counts

SENTENCE = Sentence(
    "a",
    "Die Köche kommen.",
    (Phrase(4, 9, "Köche"),),
    "Die Köch:innen kommen.",
    Style.ABBREVIATED,
    gender_characters=True,
    domain="kitchen",
)
FOUND = ((4, 9),)


def scored(answer: Answer, sentence: Sentence = SENTENCE) -> Outcome:
    return score(sentence, answer, load_counter())


def test_the_error_rate_counts_words_that_are_wrong_missing_or_too_many() -> None:
    counter = load_counter()
    assert counter("a b c d", "a b c x") == WordErrors(1, 4)
    assert counter("a b c d", "a b") == WordErrors(2, 4)
    assert counter("a b", "a b c d e") == WordErrors(3, 2)
    assert counter("Köch*innen.", "Köche.") == WordErrors(3, 4)  # Köch, *, innen and the full stop
    assert counter("a b", "") == WordErrors(2, 2)


def test_a_right_answer_has_the_first_rank_and_no_error() -> None:
    right = "Die Köch*innen kommen."
    outcome = scored(Answer(FOUND, (), (right,), right))
    assert (outcome.labelling, outcome.by_words, outcome.by_lemmas) == (Counts(right=1), 0, 0)
    assert (outcome.rewriting, outcome.exact) == (WordErrors(0, 6), True)
    assert (outcome.style, outcome.domain, outcome.phrases) == ("abbreviated pair", "kitchen", 1)


def test_ranks_beyond_five_and_absent_targets() -> None:
    others = tuple(f"Die {number} Köche kommen." for number in range(7))
    assert scored(Answer(candidates=(*others, "Die Köch_innen kommen."))).by_words == 7
    assert scored(Answer(candidates=others)).by_words == ABSENT
    assert scored(Answer(candidates=())).by_lemmas == ABSENT


def test_lemmas_forgive_a_number() -> None:
    outcome = scored(Answer(candidates=("Die Köche kommen.", "Die Köch*in kommen.")))
    assert (outcome.by_words, outcome.by_lemmas) == (ABSENT, 1)


def test_what_a_system_does_not_do_is_not_measured() -> None:
    assert scored(Answer()) == Outcome("a", "a", "abbreviated pair", "kitchen", 1)


def test_a_notation_that_is_asked_for_is_compared_letter_by_letter() -> None:
    asked = Sentence("a, star", *_rest(SENTENCE), notation="star")
    assert scored(Answer(rewriting="Die Köch*innen kommen.")).exact is True
    assert scored(Answer(rewriting="Die Köch*innen kommen."), asked).exact is False
    assert scored(Answer(rewriting="Die Köch:innen kommen."), asked).exact is True


def test_the_nearest_of_several_accepted_texts_counts() -> None:
    several = Sentence("a", *_rest(SENTENCE), accepted=("Das Küchenteam kommt.", "Alle kommen."))
    outcome = scored(Answer(candidates=("Alle kommen.",), rewriting="Alle kommen sofort."), several)
    assert (outcome.by_words, outcome.rewriting, outcome.exact) == (0, WordErrors(1, 3), False)


def test_a_sentence_that_repeats_a_text_is_not_labelled_again() -> None:
    again = Sentence("a", *_rest(SENTENCE), labelled=False)
    assert scored(Answer(FOUND), again).labelling is None


def test_suggestions_are_measured_where_something_is_exclusive() -> None:
    fine = Sentence("b", "Es regnet.", (), "Es regnet.", Style.NONE, gender_characters=False)
    outcome = scored(Answer((), (), ("Es regnet.",), "Es regnet."), fine)
    assert (outcome.by_words, outcome.by_lemmas, outcome.exact) == (None, None, True)


def _rest(sentence: Sentence) -> tuple[str, tuple[Phrase, ...], str, Style, bool]:
    return (
        sentence.exclusive,
        sentence.phrases,
        sentence.inclusive,
        sentence.style,
        sentence.gender_characters,
    )


def _without_ranks(values: dict[str, Any]) -> dict[str, Any]:
    """Suggestions are measured on sentences with an exclusive phrase alone."""
    return {**values, "by_words": None, "by_lemmas": None}


optional_rank = st.none() | st.integers(ABSENT, 999)
outcomes = st.builds(
    lambda **values: Outcome(**_without_ranks(values) if not values["phrases"] else values),
    id=st.text(st.characters(codec="utf-8")),
    source=st.text(st.characters(codec="utf-8")),
    style=st.sampled_from(list(map(str, Style))),
    domain=st.text(st.characters(codec="utf-8")),
    phrases=st.integers(0, 9),
    labelling=st.none() | st.builds(Counts, *[st.integers(0, 9)] * 3),
    by_words=optional_rank,
    by_lemmas=optional_rank,
    rewriting=st.none() | st.builds(WordErrors, st.integers(0, 9), st.integers(1, 9)),
    exact=st.none() | st.booleans(),
)


@given(outcomes)
def test_outcomes_come_back_from_json(outcome: Outcome) -> None:
    assert from_json(json.loads(json.dumps(as_json(outcome)))) == outcome


@pytest.mark.parametrize(
    "change",
    [
        {"phrases": -1},
        {"phrases": 0, "by_words": 3},
        {"phrases": 10**400},
        {"labelling": [1, 2]},
        {"labelling": [1, 2, 10**400]},
        {"by_words": -2},
        {"by_words": 10**400},
        {"exact": 1},
        {"id": 3},
        {"rewriting": "ab"},
    ],
)
def test_what_is_no_outcome_is_refused(change: dict[str, object]) -> None:
    good = as_json(scored(Answer(FOUND)))
    with pytest.raises(ValueError, match=r"outcome|is '"):
        from_json({**good, **change})
