"""The exclusive phrases of an entry: spans that must be those of the text, or texts that are looked for."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from mitgemeint.eval.inclusive.benchmark_set import Phrase
from mitgemeint.eval.problems import shown
from mitgemeint.eval.spans import occurrences

SPAN_FIELDS = ("start", "end", "text")


class MalformedError(ValueError):
    """What is wrong with an entry, or with a whole set."""


def listed_phrases(text: str, listed: Any) -> tuple[Phrase, ...]:
    """Phrases that are listed as spans with their texts, or as texts alone, from left to right."""
    if not isinstance(listed, list):
        raise MalformedError("phrases are no list")
    plain = [each for each in listed if isinstance(each, str)]
    if plain and len(plain) < len(listed):
        raise MalformedError("phrases are partly texts and partly spans")
    return ordered(_located(text, plain) if plain else [span(text, each) for each in listed])


def aligned_phrases(text: str, spans: Any, texts: Any) -> tuple[Phrase, ...]:
    """Phrases whose spans and texts stand in two lists, from left to right."""
    if not isinstance(spans, list) or not isinstance(texts, list) or len(spans) != len(texts):
        raise MalformedError("spans and exclusive_phrases are no lists of one length")
    return ordered(_checked(text, *_pair(each), own) for each, own in zip(spans, texts, strict=True))


def span(text: str, value: Any) -> Phrase:
    """A span with its text."""
    try:
        start, end, wanted = (value[name] for name in SPAN_FIELDS)
    except (TypeError, KeyError) as error:
        raise MalformedError("a phrase is neither a text nor start, end and text") from error
    return _checked(text, start, end, wanted)


def ordered(found: Iterator[Phrase] | Sequence[Phrase]) -> tuple[Phrase, ...]:
    """Phrases from left to right; MalformedError where two share a letter."""
    phrases = sorted(found)
    for one, other in pairwise(phrases):
        if one.end > other.start:
            raise MalformedError(f"two phrases overlap: {shown(one.text)} and {shown(other.text)}")
    return tuple(phrases)


def _pair(value: Any) -> tuple[Any, Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise MalformedError("a span is no list of two numbers")
    return value[0], value[1]


def _checked(text: str, start: Any, end: Any, wanted: Any) -> Phrase:
    whole = all(isinstance(each, int) and not isinstance(each, bool) for each in (start, end))
    if not whole or not 0 <= start < end <= len(text):
        raise MalformedError(f"{shown(wanted)} has no span within the text")
    if text[start:end] != wanted:
        raise MalformedError(
            f"{shown(wanted)} is not what stands at {start} to {end}: {shown(text[start:end])}"
        )
    return Phrase(start, end, wanted)


def _located(text: str, phrases: Sequence[str]) -> Iterator[Phrase]:
    """Where phrases stand as whole words: each as often as it is listed, and refused where it is not."""
    for phrase, count in Counter(phrases).items():
        spans = [*occurrences(text, phrase)] if phrase.strip() else []
        if not spans:
            raise MalformedError(f"{shown(phrase)} is not in the text")
        if len(spans) != count:
            raise MalformedError(
                f"{shown(phrase)} is in the text {len(spans)} times, and listed {count} times"
            )
        yield from (Phrase(start, end, phrase) for start, end in spans)
