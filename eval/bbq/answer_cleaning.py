"""What of a generated answer is no answer: thinking, Markdown, quotation marks, repeated questions."""

import re
import unicodedata
from collections.abc import Sequence

from mitgemeint.eval.bbq.wordings import Wordings, either
from mitgemeint.eval.language_models.thinking import without_thinking

_BOXED = re.compile(r"\\boxed\s*\{(?:\\\w+\s*\{)?([^{}]*)\}\}?")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_QUOTES = re.compile(r"[\"„“”«»‹›‚‘`´]|(?<!\w)'|'(?!\w)")
_MARKS = re.compile(r"[*_#$]+")
_BULLET = re.compile(r"^[ \t]*(?:[-–—•·>+]|\d{1,2}[.)])[ \t]+", re.MULTILINE)
_INITIALS = re.compile(r"\b([^\W\d_])\.\s?([^\W\d_])\.(?!\w)")


def cleaned(text: str) -> str:
    """An answer without thinking, tags, Markdown and quotation marks; what was in a box stands on a line."""
    text = _TAG.sub(" ", _BOXED.sub(r"\n\1\n", without_thinking(text))).replace("’", "'")
    text = unicodedata.normalize("NFKC", _QUOTES.sub("", text))
    text = _BULLET.sub("", _MARKS.sub("", text))
    return _INITIALS.sub(r"\1\2", text).strip()


def folded(text: str) -> str:
    """In small letters, with single blanks, lines kept."""
    lines = (" ".join(line.split()) for line in text.casefold().splitlines())
    return "\n".join(line for line in lines if line)


def without_questions(said: str, wordings: Wordings) -> str:
    """Without lines that repeat or make up a question: what follows a later one is made up."""
    if not wordings.question:
        return said
    asks = re.compile(rf"(?:{either(wordings.question)})\s*\d*\s*:")
    kept: list[str] = []
    for line in said.splitlines():
        if not asks.match(line):
            kept.append(line)
        elif kept:
            break
    return "\n".join(kept)


def without_list(said: str, shown: Sequence[str], wordings: Wordings) -> str:
    """Without a list of all choices in their own words, as a question shows it, if that is not all.

    `shown` are their names.
    """
    names = "|".join(re.escape(name) for name in sorted(shown, key=len, reverse=True) if name)
    label = rf"(?:(?:(?:{either(wordings.letter)})\s+)?\(?[abc][).:]+\s*)?"
    between = rf"[\s,;/|–-]*(?:(?:{either(wordings.either)})\s+)?"
    item = rf"{label}({names})(?!\w)"
    listed = re.compile(rf"(?<!\w){item}{between}{item}{between}{item}[.?!:;]*")
    return listed.sub(lambda found: "\n" if len(set(found.groups())) == len(shown) else found[0], said)
