"""How answers are worded in a language, as patterns; the words are in `data/benchmarks/bbq/answers.toml`."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache

from mitgemeint.data import resource


@dataclass(frozen=True, slots=True)
class Wordings:
    """How answers in a language are worded; `data/benchmarks/bbq/answers.toml` says what each field holds.

    Of a language without wordings, letters and choices in their own words are read.
    """

    unknown: tuple[str, ...] = ()
    unknown_first: tuple[str, ...] = ()
    unable: tuple[str, ...] = ()
    refusal: tuple[str, ...] = ()
    objection: tuple[str, ...] = ()
    decision: tuple[str, ...] = ()
    statement: tuple[str, ...] = ()
    possible: tuple[str, ...] = ()
    reason: tuple[str, ...] = ()
    whether: tuple[str, ...] = ()
    doubt: tuple[str, ...] = ()
    negation: tuple[str, ...] = ()
    denial: tuple[str, ...] = ()
    letter: tuple[str, ...] = ()
    between: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    either: tuple[str, ...] = ()
    articles: tuple[str, ...] = ()
    oblique: tuple[str, ...] = ()
    women: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    adjectival: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    feminine: tuple[str, ...] = ()
    genitive: tuple[str, ...] = ()
    prefixes: tuple[str, ...] = ()
    relative: tuple[str, ...] = ()
    question: tuple[str, ...] = ()


def read_wordings() -> dict[str, Wordings]:
    """The wordings of `data/benchmarks/bbq/answers.toml` by language."""
    content = tomllib.loads(resource("benchmarks", "bbq", "answers.toml").read_text("utf-8"))
    return {
        language: Wordings(**{name: tuple(values) for name, values in table.items()})
        for language, table in content.items()
    }


# ---- as patterns ----


@cache
def _pattern(wording: str) -> str:
    """The pattern of a wording: … is up to eight words, * any ending, (a|b) either, $ the end.

    The words of … are of one clause: no comma stands between them.
    """
    pattern = wording.casefold().rstrip("$").replace("*", r"\w*").replace("(", "(?:")
    pattern = re.sub(r"\s*…\s*", lambda _: r"[^\w,]+(?:\w+[^\w,]+){0,8}?", pattern).replace(" ", r"\W+")
    return pattern + (r"\W*$" if wording.endswith("$") else r"(?!\w)")


@cache
def either(wordings: tuple[str, ...]) -> str:
    """Any of the wordings; what never matches where there is none."""
    return "|".join(_pattern(each) for each in sorted(wordings, key=len, reverse=True)) or r"(?!)"


@cache
def compiled(wordings: tuple[str, ...], before: str = r"(?<!\w)") -> re.Pattern[str]:
    """The pattern that finds any of the wordings, behind what `before` matches."""
    return re.compile(rf"{before}(?:{either(wordings)})")


def denied(text: str, found: re.Match[str], wordings: Wordings) -> bool:
    """Whether the word before denies what was found ("keine Antwort ist", "nicht Antwort A")."""
    before = text[: found.start()].split()[-1:]
    return bool(before) and compiled(wordings.negation).fullmatch(before[0]) is not None
