"""Gender-inclusive forms in a text: recognised before tokenisation, and masked for the analysis.

Tokenisers cut `Lehrer:innen`, `Absolvent(inn)en` or `(m/w/d)` to pieces and no model knows them, so
that every notation is found here first and replaced by plain German (`mask`), with offsets kept.
The text is scanned once for sign characters; each sign is looked at in a window of bounded size, so that the
time is linear in the text whatever it holds.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from mitgemeint.analysis.gender_dependents import DependentRecogniser
from mitgemeint.analysis.gender_grammar import LETTER, SIGN_NOTATIONS, load_grammar
from mitgemeint.analysis.gender_nouns import Feminines, NounRecogniser, PairRecogniser
from mitgemeint.analysis.gender_systems import SystemRecogniser
from mitgemeint.analysis.gender_types import Candidate, FormKind, GenderForm
from mitgemeint.analysis.offsets import OffsetMap, Piece

__all__ = ["FormKind", "GenderForm", "mask", "recognise"]

LONGEST_WORD = 64  # letters before a sign
_WINDOW = 3 * LONGEST_WORD
_SPACES = " \u00a0\u202f"
_BEFORE_FORM = frozenset("@#\\")  # what stands before names in programs and addresses, not before prose
_MARKER = re.compile(r"[^()\[\]\n]{1,24}")
_BARE_MARKER = re.compile(r"[mwfdMWFD](?:[/|][mwfdxiaMWFDXIA*]){1,4}(?!\w)")


def recognise(text: str, is_feminine: Callable[[str], bool]) -> tuple[GenderForm, ...]:
    """All gender-inclusive forms of `text`, in order, without overlaps.

    `is_feminine` says whether a word (citation form, `Lehrerin`, `Angestellte`) is a feminine person
    noun; it tells LehrerInnen from LinkedIn. Forms of unknown nouns are recognised by their shape where
    that is safe.
    """
    return _Scan(text, is_feminine).forms()


def mask(text: str, forms: Sequence[GenderForm]) -> tuple[str, OffsetMap]:
    """The text with the stand-ins of `forms` (sorted, not overlapping), and the map back to `text`.

    A form without stand-in disappears together with the space before it.
    """
    parts: list[str] = []
    pieces: list[Piece] = []
    length = position = 0

    def add(part: str, source_start: int, source_end: int, copied: bool) -> None:
        nonlocal length
        if part:
            parts.append(part)
            pieces.append(Piece(length, length + len(part), source_start, source_end, copied))
            length += len(part)

    for form in forms:
        start = form.start
        if not form.stand_in and start > position and text[start - 1] in _SPACES:
            start -= 1
        add(text[position:start], position, start, copied=True)
        add(form.stand_in, form.start, form.end, copied=False)
        position = form.end
    add(text[position:], position, len(text), copied=True)
    return "".join(parts), OffsetMap(pieces)


@cache
def _trigger() -> re.Pattern[str]:
    """The search for signs over the whole text."""
    grammar = load_grammar()
    core = grammar.characters(*SIGN_NOTATIONS)
    slash = grammar.characters("slash")
    opening = re.escape(grammar.opening)
    invisible = "".join(grammar.invisible)
    hyphens = re.escape(grammar.hyphens)
    space = rf"{_SPACES}{invisible}"
    lower = "a-zäöüß"
    return re.compile(
        rf"[IRNEMi{core}{slash}{opening}{grammar.custom}]"
        rf"(?:(?<=[^\W_{space}][{core}{slash}])(?=[{hyphens}{space}]*{LETTER})"
        rf"|(?<=[{invisible}\\][{core}{slash}])(?={LETTER})"
        rf"|(?<=[{space}][{core}{slash}])(?=[{hyphens}{space}]{{0,2}}[iI]n)"
        rf"|(?<=[ \u00a0][{slash}])(?=[ \u00a0]?{LETTER})"
        rf"|(?<=[^\W\d_{space}][{opening}])(?=[{hyphens}]?[irnesmIN])"
        rf"|(?<=[{_SPACES}][{opening}])(?=(?:[iI]n(?:nen)?|[iI]nn)[{re.escape(grammar.closing)}])"
        rf"|(?<=[(（])(?={LETTER})"
        rf"|(?<=[{lower}]I)(?=n)|(?<=[{lower}][RNEM])(?!\w)|(?<=[A-ZÄÖÜ]i)(?=N)"
        rf"|(?<=[{lower}A-ZÄÖÜ][{grammar.custom}])(?=[iI]n(?:nen)?(?!\w)))"
    )


class _Scan:
    """One pass over one text."""

    def __init__(self, text: str, is_feminine: Callable[[str], bool]) -> None:
        self._text = text
        self._grammar = load_grammar()
        self._feminines = Feminines(self._grammar, is_feminine)
        self._dependents = DependentRecogniser(self._grammar, self._feminines)
        self._nouns = NounRecogniser(self._grammar, self._feminines)
        self._pairs = PairRecogniser(self._grammar, self._feminines)
        self._systems = SystemRecogniser(self._grammar, self._feminines)

    def forms(self) -> tuple[GenderForm, ...]:
        """Signs first, then the forms without a sign between them."""
        signed = list(self._signed())
        found = _beside_others(self._text, signed)
        return _merged(found, self._systems.de_e(self._text), self._systems.phettberg(self._text))

    # -- forms with a sign -----------------------------------------------------------------------------

    def _signed(self) -> Iterator[tuple[GenderForm, bool]]:
        position = 0
        for trigger in _trigger().finditer(self._text):
            at = trigger.start()
            if at < position:
                continue
            made = self._at(at, trigger[0], position)
            if made is not None:
                position = made[0].end
                yield made

    def _at(self, at: int, sign: str, limit: int) -> tuple[GenderForm, bool] | None:
        if sign in self._grammar.opening and (marker := self._marker(at, limit)):
            return marker, True
        start = self._word_start(at, limit)
        if start == at or self._is_blocked(start):
            return None
        window, places = self._window(start)
        candidate = self._match(window, self._notation(sign), self._text[max(0, start - 8) : start])
        if candidate is None:
            candidate = self._bare_marker(window)
        if candidate is None:
            return None
        end = start + candidate.end if places is None else start + places[candidate.end]
        return self._form(start, end, candidate), candidate.certain

    def _match(self, window: str, notation: str, before: str) -> Candidate | None:
        if not notation.startswith("custom:") and (found := self._dependents.match(window, notation, before)):
            return found
        if found := self._nouns.match(window, notation):
            return found
        if notation in SIGN_NOTATIONS or notation == "slash":
            return self._pairs.match(window, notation)
        return None

    def _notation(self, sign: str) -> str:
        if sign in self._grammar.opening:
            return "parentheses"
        return self._grammar.notations.get(sign, "internal-i")

    def _word_start(self, at: int, limit: int) -> int:
        """Where the word before the sign begins; `at` if there is none."""
        text, invisible = self._text, self._grammar.invisible
        end = at
        if end > limit and text[end - 1] == "\\":
            end -= 1
        if end > limit and text[end - 1] in _SPACES:
            end -= 1
        lowest = max(limit, end - LONGEST_WORD)
        start = end
        while start > lowest and ((c := text[start - 1]).isalnum() or c in "-‑" or c in invisible):
            start -= 1
        while start < end and not text[start].isalnum():
            start += 1
        return start if start < end else at

    def _is_blocked(self, start: int) -> bool:
        """Whether the word is part of a longer thing: an identifier, an address, a number of digits."""
        if start == 0:
            return False
        before = self._text[start - 1]
        if before == "_" or before == "\\":
            return start > 1 and self._text[start - 2].isalnum()
        return before in _BEFORE_FORM or before.isalnum()

    def _window(self, start: int) -> tuple[str, list[int] | None]:
        """The text from `start` on without invisible characters, and their places where there were any."""
        window = self._text[start : start + _WINDOW]
        if self._grammar.invisible.isdisjoint(window) and "\\" not in window:
            return window, None
        kept = [i for i, c in enumerate(window) if c not in self._grammar.invisible and c != "\\"]
        ends = [0, *(i + 1 for i in kept)]
        return "".join(window[i] for i in kept), ends

    def _form(self, start: int, end: int, candidate: Candidate) -> GenderForm:
        return GenderForm(
            start,
            end,
            self._text[start:end],
            candidate.notation,
            candidate.kind,
            candidate.stand_in,
            candidate.masculine,
            candidate.well_formed,
        )

    # -- markers -----------------------------------------------------------------------------------------

    def _marker(self, at: int, limit: int) -> GenderForm | None:
        """(m/w/d), (gn), (all genders), (sie/ihr) with their brackets."""
        inner = _MARKER.match(self._text, at + 1)
        if inner is None or self._text[inner.end() : inner.end() + 1] not in tuple(self._grammar.closing):
            return None
        if at > limit and self._text[at - 1].isalnum():
            return None
        content = re.sub(r"\s*([/|,])\s*", r"\1", inner[0].strip().lower())
        if not (content in self._grammar.marker_phrases or self._is_enumeration(content)):
            return None
        end = inner.end() + 1
        return GenderForm(at, end, self._text[at:end], "marker", FormKind.MARKER, "", "", True)

    def _is_enumeration(self, content: str) -> bool:
        parts = (
            re.split(r"[/|,*\s]+", content.replace(".", ""))
            if content.count("*") != 1
            else re.split(r"[/|,\s]", content)
        )
        letters = set(parts)
        return letters <= self._grammar.marker_letters and all(
            letters & group for group in self._grammar.marker_required
        )

    def _bare_marker(self, window: str) -> Candidate | None:
        found = _BARE_MARKER.match(window)
        if found is None or not self._is_enumeration(found[0].lower()):
            return None
        return Candidate(found.end(), "marker", FormKind.MARKER, "", "", well_formed=True)


def _beside_others(text: str, found: Sequence[tuple[GenderForm, bool]]) -> list[GenderForm]:
    """The certain forms, and the uncertain ones that stand beside a certain one (gute/n Lehrer/in)."""
    kept: list[GenderForm] = []
    following: GenderForm | None = None
    certain = [form for form, is_certain in found if is_certain]
    starts = {form.start for form in certain}
    ends = {form.end for form in certain}
    for form, is_certain in reversed(found):
        near_next = following is not None and not text[form.end : following.start].strip()
        near_previous = form.start > 0 and form.start - 1 in ends
        if is_certain or (near_next and following is not None and following.start in starts) or near_previous:
            kept.append(form)
            starts.add(form.start)
            following = form
        else:
            following = None
    return kept[::-1]


def _merged(signed: list[GenderForm], *others: Iterator[GenderForm]) -> tuple[GenderForm, ...]:
    """All forms by position; forms with a sign win where others overlap them."""
    extra = [form for group in others for form in group]
    if not extra:
        return tuple(signed)
    merged: list[GenderForm] = []
    ranked = [(form.start, 0, form) for form in signed] + [(form.start, 1, form) for form in extra]
    for _, _, form in sorted(ranked, key=lambda item: item[:2]):
        if not merged or form.start >= merged[-1].end:
            merged.append(form)
    return tuple(merged)
