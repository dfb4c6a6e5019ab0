"""Puts candidates and curation together into the entries of `persons.tsv`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from mitgemeint.analysis.entries import PersonNoun, Sense
from mitgemeint.analysis.paradigm import Paradigms
from mitgemeint.data.build.lexicon.candidates import Candidate, form_feminine
from mitgemeint.data.build.lexicon.classes import ClassFinder
from mitgemeint.data.build.lexicon.curation import Addition, Curation, CurationError

_EVIDENCE_RANK = "NWMC"
_SHORTEST_HEAD = 4
_NOMINALISED = ("nominalised", "beamter>beamtin")
EDITORIAL = "E"


def build_persons(
    candidates: Iterable[Candidate],
    curation: Curation,
    finder: ClassFinder,
    paradigms: Paradigms,
) -> tuple[PersonNoun, ...]:
    """All entries, sorted by masculine; raises CurationError where a decision names no entry."""
    found = tuple(candidates)
    chosen = _choose(found, curation)
    _check_names(found, chosen, curation)
    finder.learn(c.masculine for c in chosen.values() if c.rule not in _NOMINALISED)
    nouns = {m: _from_candidate(c, curation, finder, paradigms) for m, c in chosen.items()}
    for masculine, addition in curation.additions.items():
        known = nouns.get(masculine)
        nouns[masculine] = _from_addition(addition, known, curation, finder, paradigms)
    nouns.update({m: replace(nouns[m], variants=variants) for m, variants in curation.variants.items()})
    return _with_heads(nouns, curation)


def _check_names(found: Iterable[Candidate], chosen: Mapping[str, Candidate], curation: Curation) -> None:
    """Every word of the curation must name an entry, so that it does not gather dust."""
    named = {
        *curation.senses,
        *curation.paradigms,
        *curation.feminines,
        *curation.variants,
        *curation.organisations,
    }
    named |= curation.demonyms | curation.no_demonyms | curation.heads | curation.no_heads
    missing = named - set(chosen) - set(curation.additions)
    missing |= curation.drops - {candidate.masculine for candidate in found}
    if missing:
        raise CurationError(f"the curation names what is no candidate: {' '.join(sorted(missing))}")


def _choose(candidates: Iterable[Candidate], curation: Curation) -> dict[str, Candidate]:
    by_masculine: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        if candidate.masculine not in curation.drops:
            by_masculine[candidate.masculine].append(candidate)
    return {masculine: min(found, key=_rank) for masculine, found in by_masculine.items()}


def _rank(candidate: Candidate) -> tuple[int, str]:
    known = candidate.feminine_known
    return (min((_EVIDENCE_RANK.index(code) for code in known), default=9), candidate.feminine)


def _paradigm(
    masculine: str, feminine: str, decided: str, finder: ClassFinder, paradigms: Paradigms, nominalised: bool
) -> str:
    if decided:
        if decided not in paradigms:
            raise CurationError(f"{masculine}: unknown paradigm {decided}")
        return decided
    if nominalised:
        return "adjectival-in" if feminine.endswith("in") else "adjectival"
    return finder.find(masculine)


def _from_candidate(
    candidate: Candidate, curation: Curation, finder: ClassFinder, paradigms: Paradigms
) -> PersonNoun:
    masculine = candidate.masculine
    by_rule = (
        "" if candidate.rule == "gloss" and curation.sense(masculine) == "policy" else candidate.feminine
    )
    feminine = curation.feminines.get(masculine, by_rule)
    nominalised = candidate.rule in _NOMINALISED
    return PersonNoun(
        masculine=masculine,
        feminine=feminine,
        paradigm=_paradigm(
            masculine, feminine, curation.paradigms.get(masculine, ""), finder, paradigms, nominalised
        ),
        sense=Sense(curation.sense(masculine)),
        demonym=masculine in curation.demonyms
        or (candidate.demonym and masculine not in curation.no_demonyms),
        organisation=masculine in curation.organisations,
        sources=tuple(candidate.sources),
    )


def _from_addition(
    addition: Addition,
    known: PersonNoun | None,
    curation: Curation,
    finder: ClassFinder,
    paradigms: Paradigms,
) -> PersonNoun:
    masculine = addition.masculine
    feminine = addition.feminine or (known.feminine if known else form_feminine(masculine))
    feminine = "" if feminine == "-" else feminine
    decided = addition.paradigm or curation.paradigms.get(masculine, "")
    nominalised = masculine.endswith("er") and feminine == masculine[:-1]
    return PersonNoun(
        masculine=masculine,
        feminine=feminine,
        paradigm=_paradigm(masculine, feminine, decided, finder, paradigms, nominalised),
        sense=Sense(curation.senses.get(masculine, addition.sense)),
        demonym=masculine in curation.demonyms or (known is not None and known.demonym),
        organisation=addition.organisation or masculine in curation.organisations,
        sources=tuple(dict.fromkeys((*(known.sources if known else ()), EDITORIAL))),
    )


def _with_heads(nouns: Mapping[str, PersonNoun], curation: Curation) -> tuple[PersonNoun, ...]:
    """Mark the nouns that may end compounds."""
    return tuple(
        replace(nouns[masculine], head=_is_head(nouns[masculine], curation)) for masculine in sorted(nouns)
    )


def _is_head(noun: PersonNoun, curation: Curation) -> bool:
    if noun.masculine in curation.heads or noun.masculine in curation.no_heads:
        return noun.masculine in curation.heads
    addition = curation.additions.get(noun.masculine)
    return (
        (addition is None or addition.head)
        and noun.masculine.isalpha()
        and len(noun.masculine) >= _SHORTEST_HEAD
        and not noun.demonym
        and noun.paradigm not in ("adjectival", "adjectival-in")
    )
