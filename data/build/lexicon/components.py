"""Collects the parts of German compound nouns from the nouns that the sources list.

A first part is what stands before the longest listed noun that ends a listed noun: Grundschul|lehrer. Parts
that are themselves made of parts are left out, as the analysis puts them together again
(`analysis/compounds.py`).
"""

from collections import Counter
from collections.abc import Iterable

from mitgemeint.data.build.lexicon.lexicon_sources import Sources

_LINKS = ("", "s", "es", "n", "en", "er", "e", "ens", "ns")
_SHORTEST_FIRST = 2
_SHORTEST_TAIL = 4


def all_nouns(sources: Sources) -> frozenset[str]:
    """Every plain noun lemma of the sources, in lower case."""
    lemmas = {lemma for table in (sources.nouns, sources.morphy) for lemma, _ in table}
    lemmas |= {lemma for lemma in sources.glosses if lemma[0].isupper()} | sources.lexemes
    return frozenset(lemma.lower() for lemma in lemmas if lemma.isalpha() and lemma[1:].islower())


def first_parts(nouns: frozenset[str]) -> Counter[str]:
    """How many listed compounds begin with each first part."""
    counts: Counter[str] = Counter()
    for noun in nouns:
        for start in range(_SHORTEST_FIRST, len(noun) - _SHORTEST_TAIL + 1):
            if noun[start:] in nouns:
                counts[noun[:start]] += 1
                break
    return counts


def plausible_first_parts(nouns: frozenset[str]) -> frozenset[str]:
    """First parts seen often enough, or that are a noun with a linking element."""
    counts = first_parts(nouns)
    return frozenset(
        part
        for part, count in counts.items()
        if len(part) >= 4 and (count >= 5 or (count >= 2 and _is_linked_noun(part, nouns)))
    )


def irreducible(parts: Iterable[str], smaller: frozenset[str]) -> frozenset[str]:
    """The `parts` that are not two or more of `smaller` in a row."""
    return frozenset(part for part in parts if not _splits(part, smaller))


def _is_linked_noun(part: str, nouns: frozenset[str]) -> bool:
    return any(part.endswith(link) and part[: len(part) - len(link)] in nouns for link in _LINKS) or (
        part + "e" in nouns
    )


def _splits(part: str, smaller: frozenset[str]) -> bool:
    return any(
        part[:cut] in smaller and (part[cut:] in smaller or _splits(part[cut:], smaller))
        for cut in range(3, len(part) - 2)
    )
