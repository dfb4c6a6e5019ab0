"""In which style a text is inclusive: pair notation, abbreviated pairs (gender characters), or neutral words.

Source of the three styles: Pomerenke 2022, Gender-inclusive German, section "A new benchmark".
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mitgemeint.analysis.affixes import shared_beginning
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.gender_forms import FormKind, GenderForm
from mitgemeint.analysis.gender_grammar import load_grammar
from mitgemeint.eval.inclusive.benchmark_set import Style
from mitgemeint.eval.inclusive.neutral_words import NeutralWords
from mitgemeint.eval.inclusive.pair_notation import PairNotation
from mitgemeint.eval.inclusive.signed_forms import SignedForms


@dataclass(frozen=True, slots=True)
class Match:
    """A place where a text is inclusive; `start` and `end` count code points, `text` is that slice."""

    start: int
    end: int
    text: str


# What looks like prose and is none: addresses of the web and of mail, code between backquotes.
_NO_PROSE = re.compile(r"(?:https?://|www\.)\S+|[\w.+*-]+@[\w-]+(?:\.[\w-]+)+|`[^`\n]+`")
_MAY_HOLD_CODE = re.compile(r"[@`]|://|www\.")
_SLASH = "slash"
_WORDS = re.compile(r"[^\W\d_]+")
# Letters at the begin of two forms of one word (einem/einer).
_SHARED = 3


class StyleFinder:
    """Finds what is inclusive in a text, by style."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._signed = SignedForms(database)
        self._pairs = PairNotation(database)
        self._neutral = NeutralWords()

    def find(self, text: str) -> Mapping[Style, tuple[Match, ...]]:
        """The matches of each style in order; those of one style do not overlap."""
        prose = _NO_PROSE.sub(_blank, text) if _MAY_HOLD_CODE.search(text) else text
        signed = [form for form in self.signed(prose) if not self._signed.may_be_thing(form)]
        abbreviated = [form for form in signed if not _is_written_out(form)]
        pairs = [(form.start, form.end) for form in signed if _is_written_out(form)]
        taken = [(form.start, form.end) for form in signed]
        pairs += [span for span in self._pairs.find(prose) if not _overlaps(span, taken)]
        return {
            Style.ABBREVIATED: _matches(text, [(form.start, form.end) for form in abbreviated]),
            Style.PAIR: _matches(text, sorted(pairs)),
            Style.NEUTRAL: _matches(text, list(self._neutral.find(prose))),
        }

    def signed(self, text: str) -> list[GenderForm]:
        """The forms with a sign, those too that may belong to a thing (Kobold:innen, Stoff:innen)."""
        return self._signed.find(text)


def _is_written_out(form: GenderForm) -> bool:
    """Whether both words stand there in full: Schülerinnen/Schüler, er/sie, einem/einer are pairs."""
    if form.notation != _SLASH or form.kind is FormKind.NOUN or "-" in form.text:
        return False
    if form.kind is FormKind.PAIR:
        return True
    words = tuple(_WORDS.findall(form.text.lower()))
    if len(words) != 2:
        return False
    return words in load_grammar().pairs or len(shared_beginning(*words)) >= _SHARED


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _overlaps(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in others)


def _matches(text: str, spans: Sequence[tuple[int, int]]) -> tuple[Match, ...]:
    return tuple(Match(start, end, text[start:end]) for start, end in spans)
