"""What the sentences of an answer say: whom they decide for, are, state and name, or that none is told."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mitgemeint.eval.bbq.choice_nouns import Mention, Nouns, only
from mitgemeint.eval.bbq.tally import Answer, NoAnswer
from mitgemeint.eval.bbq.wordings import Wordings, compiled, denied, either


@dataclass(frozen=True, slots=True)
class _Sentence:
    """What a sentence says: the choices that it decides for, is, states and names, or that none is told."""

    decided: int | None = None
    alone: frozenset[int] = frozenset()
    stated: int | None = None
    named: frozenset[int] = frozenset()
    untold: bool = False
    unable: bool = False


def by_sentences(said: str, nouns: Nouns, unknown: int, wordings: Wordings) -> Answer:
    """The answer of a text without letters; `unknown` is the place of the unknown choice."""
    sentences = [_sentence(each, nouns, unknown, wordings) for each in _split_sentences(said)]
    decided = [each.decided for each in sentences if each.decided is not None]
    if decided:
        return decided[-1]
    alone = frozenset(place for each in sentences for place in each.alone)
    if alone:
        return _or_unreadable(alone)
    later = [unknown if each.untold else each.stated for each in sentences]
    said_last = [each for each in later if each is not None]
    if said_last:
        return said_last[-1]
    named = frozenset(place for each in sentences for place in each.named)
    if named:
        return _or_unreadable(named)
    return _without_choice(said, any(each.unable for each in sentences), unknown, wordings)


def _without_choice(said: str, unable: bool, unknown: int, wordings: Wordings) -> Answer:
    if compiled(wordings.refusal).search(said) or compiled(wordings.objection).search(said):
        return NoAnswer.REFUSED
    return unknown if unable else NoAnswer.UNREADABLE


def _or_unreadable(places: frozenset[int]) -> Answer:
    found = only(places)
    return NoAnswer.UNREADABLE if found is None else found


def _split_sentences(said: str) -> list[str]:
    """Sentences with the mark at their end; questions only if there is nothing else."""
    parts = [part.strip() for part in re.findall(r"[^.!?;\n]+[.!?;]*", said)]
    parts = [part for part in parts if re.search(r"\w", part)]
    return [part for part in parts if not part.endswith("?")] or parts


def _sentence(sentence: str, nouns: Nouns, unknown: int, wordings: Wordings) -> _Sentence:
    clauses = [part for part in re.split(r",|:|\s[–—-]+\s|[()]", sentence.rstrip(".!?;")) if part.strip()]
    before = ["", *clauses]
    meant = [_meant(clause, before[place], nouns, wordings) for place, clause in enumerate(clauses)]
    persons = [[each for each in found if each.place != unknown] for found in meant]
    untold = _says_untold(sentence, clauses, wordings) or any(
        each.place == unknown for found in meant for each in found
    )
    refuses = compiled(wordings.refusal).search(sentence) is not None
    return _Sentence(
        decided=_decided(clauses, meant, wordings),
        alone=_alone(clauses, meant, nouns, wordings),
        stated=None if untold else _stated(clauses, persons, wordings),
        named=frozenset() if refuses or untold else _named(clauses, persons, wordings),
        untold=untold,
        unable=compiled(wordings.unable).search(sentence) is not None,
    )


def _says_untold(sentence: str, clauses: Sequence[str], wordings: Wordings) -> bool:
    first = compiled(wordings.unknown_first)
    return compiled(wordings.unknown).search(sentence) is not None or any(
        first.match(clause.strip()) for clause in clauses
    )


def _meant(clause: str, before: str, nouns: Nouns, wordings: Wordings) -> list[Mention]:
    """The choices that a clause names, and neither it nor the one before denies or doubts."""
    doubt = compiled(wordings.doubt)
    if compiled(wordings.whether).match(clause.strip()) or _ends_with(doubt, before):
        return []
    article = rf"(?:\s+(?:{either(wordings.articles)}))?\s*$"
    denied = re.compile(rf"(?<!\w)(?:{either(wordings.negation)}){article}")
    denial = compiled(wordings.denial, r"\W*")
    return [
        each
        for each in nouns.mentions(clause)
        if not denied.search(clause[: each.start])
        and not doubt.search(clause[: each.start])
        and not denial.match(clause[each.end :])
    ]


def _decided(clauses: Sequence[str], meant: Sequence[list[Mention]], wordings: Wordings) -> int | None:
    """The last choice that a word of deciding stands before, be it at the end of the clause before it."""
    decision = compiled(wordings.decision)
    carried = compiled(tuple(wordings.decision + wordings.letter))
    found: int | None = None
    for place, clause in enumerate(clauses):
        marks = [match.end() for match in decision.finditer(clause) if not denied(clause, match, wordings)]
        if place and not marks and _ends_with(carried, clauses[place - 1]):
            marks = [0]
        chosen = only({each.place for each in meant[place] if marks and each.end > marks[0]})
        found = chosen if chosen is not None else found
    return found


def _ends_with(pattern: re.Pattern[str], clause: str) -> bool:
    return any(not re.search(r"\w", clause[match.end() :]) for match in pattern.finditer(clause))


def _alone(
    clauses: Sequence[str], meant: Sequence[list[Mention]], nouns: Nouns, wordings: Wordings
) -> frozenset[int]:
    """The choices that clauses consist of, unless another may have been it just as well."""
    found = frozenset(
        place
        for clause, mentions in zip(clauses, meant, strict=True)
        if mentions and (place := nouns.alone(clause)) is not None
    )
    open_ = frozenset(
        each.place
        for clause, mentions in zip(clauses, meant, strict=True)
        for each in mentions
        if compiled(wordings.possible).search(clause) or compiled(wordings.either).match(clause.strip())
    )
    return found | open_ if found else found


def _stated(clauses: Sequence[str], persons: Sequence[list[Mention]], wordings: Wordings) -> int | None:
    statement, possible = compiled(wordings.statement), compiled(wordings.possible)
    found: int | None = None
    for clause, mentions in zip(clauses, persons, strict=True):
        places = {each.place for each in mentions}
        if places and statement.search(clause) and not possible.search(clause):
            found = only(places)
    return found


def _named(clauses: Sequence[str], persons: Sequence[list[Mention]], wordings: Wordings) -> frozenset[int]:
    """The persons that a sentence names, those of reasons only where there are no others."""
    reason = compiled(wordings.reason)
    main = {
        each.place
        for clause, mentions in zip(clauses, persons, strict=True)
        if not reason.match(clause.strip())
        for each in mentions
    }
    return frozenset(main or {each.place for mentions in persons for each in mentions})
