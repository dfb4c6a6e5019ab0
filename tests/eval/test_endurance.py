"""Messages of a confused client: what is due for each, and that a real server gives it."""

from random import Random

import pytest

from mitgemeint.eval.disturbance import Disturber, Due, Sample, due
from mitgemeint.eval.endurance import disturb, remembered
from mitgemeint.eval.mutation import mutated_bytes, mutated_text, mutated_value

SAMPLES = [
    Sample("markdown", "# Satzung\n\nDer *Kunde* und die Lehrer:innen kommen.\n\nKanarienvogelhalter\n"),
    Sample("latex", "\\section{Die Leser}\nJeder Leser\\_in liest.\n\nKanarienvogelhalter\n"),
]
DUE = [
    (None, Due.NOTHING),
    (b"{", Due.REFUSAL),
    (b"\xff", Due.REFUSAL),
    (b"7", Due.REFUSAL),
    (b"[]", Due.REFUSAL),
    (b"{}", Due.REFUSAL),
    (b'{"id": 1}', Due.REFUSAL),
    (b'{"id": 1, "result": null}', Due.NOTHING),
    (b'{"method": "x"}', Due.NOTHING),
    (b'{"id": 1, "method": "x"}', 1),
    (b'{"id": "a", "method": "x"}', "a"),
    (b'{"id": true, "method": "x"}', Due.REFUSAL),
    (b'{"id": null, "method": "x"}', Due.REFUSAL),
    (b'{"id": 1.5, "method": "x"}', Due.REFUSAL),
    (b'{"id": 1, "method": 2}', Due.REFUSAL),
]


@pytest.mark.parametrize(("body", "expected"), DUE)
def test_what_is_due(body: bytes | None, expected: Due | str | int) -> None:
    assert due(body) == expected


def test_the_same_seed_makes_the_same_mutations() -> None:
    def made() -> list[object]:
        random = Random(7)
        data = [mutated_text(random, "Ein Text\nmit Zeilen"), mutated_bytes(random, b"Bytes")]
        return [*data, repr(mutated_value(random, {"a": [1, {"b": "c"}]}))]

    assert made() == made()


def test_empty_things_can_be_mutated() -> None:
    random = Random(1)
    for _ in range(50):
        assert isinstance(mutated_text(random, ""), str)
        assert isinstance(mutated_bytes(random, b""), bytes)
        mutated_value(random, {})


def test_all_kinds_of_messages_are_sent() -> None:
    messages = Disturber(Random(1), SAMPLES, "file:///x").messages()
    kinds = {type(due(next(messages).body)) for _ in range(300)}
    assert kinds >= {Due, str}


def test_a_server_answers_what_is_due_and_forgets_nothing() -> None:
    measured = disturb(SAMPLES, 400, seed=3)
    wrong = (measured.unanswered, measured.answered_twice, measured.internal_errors, measured.crashes)
    assert wrong == (0, 0, 0, 0)
    assert (measured.tracebacks, measured.texts_in_the_log) == (0, 0)
    assert measured.right_at_the_end
    assert measured.requests > 50
    assert measured.broken > 50


def test_documents_are_opened_and_closed() -> None:
    assert set(remembered(SAMPLES, 8).megabytes) == {"1", "2", "4", "6", "8"}
