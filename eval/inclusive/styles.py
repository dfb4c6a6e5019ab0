"""In which style a text is inclusive: pair notation, abbreviated pairs (gender characters), or neutral words.

Source of the three styles: Pomerenke 2022, Gender-inclusive German, section "A new benchmark".
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from mitgemeint.analysis.affixes import in_ordinary_capitals, shared_beginning
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.gender_forms import FormKind, GenderForm, recognise
from mitgemeint.analysis.gender_grammar import SIGN_NOTATIONS, load_grammar
from mitgemeint.eval.inclusive.benchmark_set import Style
from mitgemeint.eval.inclusive.neutral_words import NeutralWords
from mitgemeint.eval.inclusive.pair_notation import PairNotation


@dataclass(frozen=True, slots=True)
class Match:
    """A place where a text is inclusive; `start` and `end` count code points, `text` is that slice."""

    start: int
    end: int
    text: str


# What looks like prose and is none: addresses of the web and of mail, code between backquotes.
_NO_PROSE = re.compile(r"(?:https?://|www\.)\S+|[\w.+*-]+@[\w-]+(?:\.[\w-]+)+|`[^`\n]+`")
_MAY_HOLD_CODE = re.compile(r"[@`]|://|www\.")
# Systems without sign (de Lehrere, das Lehry): none of the three styles.
_OTHER_SYSTEMS = frozenset({"de-e", "phettberg"})
_SLASH = "slash"
_WORDS = re.compile(r"[^\W\d_]+")
# Letters at the begin of two forms of one word (einem/einer).
_SHARED = 3


class StyleFinder:
    """Finds what is inclusive in a text, by style."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._pairs = PairNotation(database)
        self._neutral = NeutralWords()

    def find(self, text: str) -> Mapping[Style, tuple[Match, ...]]:
        """The matches of each style in order; those of one style do not overlap."""
        prose = _NO_PROSE.sub(_blank, text) if _MAY_HOLD_CODE.search(text) else text
        signed = list(self.signed(prose))
        abbreviated = [form for form in signed if not _is_written_out(form)]
        pairs = [(form.start, form.end) for form in signed if _is_written_out(form)]
        taken = [(form.start, form.end) for form in signed]
        pairs += [span for span in self._pairs.find(prose) if not _overlaps(span, taken)]
        return {
            Style.ABBREVIATED: _matches(text, [(form.start, form.end) for form in abbreviated]),
            Style.PAIR: _matches(text, sorted(pairs)),
            Style.NEUTRAL: _matches(text, list(self._neutral.find(prose))),
        }

    def signed(self, text: str) -> Iterator[GenderForm]:
        """The forms with a sign that tell an inclusive text from others.

        (m/w/d) is none of them: job advertisements have it beside the masculine. Nor is what has a space
        beside its sign (a footnote: Lehrer* in Berlin), unless both words are written out.
        """
        if not _sign().search(text):
            return
        for form in recognise(text, self._database.is_feminine):
            if form.kind is FormKind.MARKER or form.notation in _OTHER_SYSTEMS:
                continue
            if form.kind is not FormKind.PAIR and any(letter.isspace() for letter in form.text):
                continue
            if form.kind is FormKind.NOUN and not self._is_person(form):
                continue
            yield form

    def _is_person(self, form: GenderForm) -> bool:
        """Whether a noun is no slip of the keyboard (Treffpunkt:in der Halle)."""
        stem = form.stand_in.removesuffix("in")
        plural_or_cut = form.stand_in.endswith("innen") or stem == form.stand_in
        known = plural_or_cut or self._database.is_feminine(in_ordinary_capitals(form.stand_in))
        return known or stem.lower().endswith(load_grammar().person_endings)


@cache
def _sign() -> re.Pattern[str]:
    """What every form with a sign has: looking for it is many times quicker than looking for forms."""
    grammar = load_grammar()
    signs = grammar.characters(*SIGN_NOTATIONS, "slash") + re.escape(grammar.opening)
    internal = r"[a-zäöüß](?:I|[RNEM](?!\w))|[A-ZÄÖÜ]iN"
    return re.compile(rf"[{signs}]|[{grammar.custom}][iI]n|{internal}")


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
