"""Entries of sets as sentences: the report's layout, that of sets of other papers, and hard cases.

What is wrong with an entry is raised as MalformedError, without its place. Contradictions are refused in the
report's layout alone: other sets have sentences in which a pronoun is rewritten and no phrase is marked.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from mitgemeint.analysis.documents import FORMATS
from mitgemeint.analysis.gender_forms import FormKind, recognise
from mitgemeint.analysis.gender_grammar import SIGN_NOTATIONS
from mitgemeint.analysis.notation import is_notation, notation_names
from mitgemeint.eval import stored
from mitgemeint.eval.inclusive.benchmark_set import Phrase, Sentence, Style
from mitgemeint.eval.inclusive.phrase_spans import (
    MalformedError,
    aligned_phrases,
    listed_phrases,
    ordered,
    span,
)
from mitgemeint.eval.problems import shown
from mitgemeint.eval.words import UMLAUTS

Row = Mapping[str, Any]

ASKED_STYLES = {"star": Style.ABBREVIATED, "pair": Style.PAIR, "neutral": Style.NEUTRAL}
"""Notations that a set with `targets` by notation is measured in. Others differ in a sign alone."""

STYLES = ", ".join(Style)
LONGEST_DOMAIN = 100

_SHARED_FIELDS = (
    "id",
    "exclusive",
    "inclusive",
    "style",
    "domain",
    "exclusive_phrases",
    "metadata",
    "source",
)
_ALLOWED_FIELDS = ("gender_characters", "gender_characters_allowed")
REPORT_FIELDS = frozenset({*_SHARED_FIELDS, *_ALLOWED_FIELDS, "phrases", "accepted"})
ALIGNED_FIELDS = frozenset({*_SHARED_FIELDS, *_ALLOWED_FIELDS, "spans", "targets", "de_e"})
_HARD_CASES = ("text", "format", "flags", "maybe", "must_not_flag", "rewrites", "forbidden_substrings")
HARD_CASE_FIELDS = frozenset({"id", *_HARD_CASES, "kind", "tier", "linked", "seen_in", "notes"})

_JOINED = re.compile(
    r"([A-Z]\w+)\s+(?:und|oder|sowie|bzw\.|beziehungsweise)\s+(?:[a-z]\w*\s+){0,2}([A-Z]\w+)"
)
_ROOT = 3
"""Letters that the feminine and the masculine of a noun share at least, umlauts aside."""


def fields_of(row: Row) -> frozenset[str]:
    """The fields that the layout of an entry knows."""
    if "text" in row and "exclusive" not in row:
        return HARD_CASE_FIELDS
    return ALIGNED_FIELDS if _is_aligned(row) else REPORT_FIELDS


def entry(row: Row, name: str, domain: str) -> Iterator[Sentence]:
    """The sentences of an entry of either layout; `domain` is that of the set, for entries without one."""
    return _aligned(row, name, domain) if _is_aligned(row) else _reported(row, name, domain)


def _is_aligned(row: Row) -> bool:
    return "spans" in row or "targets" in row


# ---- fields ----


def _text(row: Row, key: str) -> str:
    if key not in row:
        near = get_close_matches(key, [name for name in row if isinstance(name, str)], n=1)
        raise MalformedError(f"has no {key}{f' (but {near[0]})' if near else ''}")
    value = row[key]
    if not isinstance(value, str) or not value.strip():
        raise MalformedError(f"{key} is no text")
    return value


def _domain(row: Row, otherwise: str) -> str:
    value = row.get("domain")
    if value is None or value == "":
        return otherwise
    if not stored.name(LONGEST_DOMAIN)(value):
        raise MalformedError(f"domain is no text in a line of up to {LONGEST_DOMAIN} characters")
    return str(value)


def _allowed(row: Row) -> bool:
    name = next((each for each in _ALLOWED_FIELDS if each in row), _ALLOWED_FIELDS[0])
    allowed = row.get(name)
    if not isinstance(allowed, bool):
        raise MalformedError(f"{name} is neither true nor false")
    return allowed


# ---- the report's layout ----


def _reported(row: Row, name: str, domain: str) -> Iterator[Sentence]:
    exclusive, inclusive = _text(row, "exclusive"), _text(row, "inclusive")
    phrases = listed_phrases(exclusive, _listed(row, changed=exclusive != inclusive))
    style, allowed = _style(row.get("style"), inclusive, phrases), _allowed(row)
    _check_agreement(style, phrases, changed=exclusive != inclusive)
    if not allowed and (form := _short_form(inclusive)):
        raise MalformedError(f"gender_characters is false, and {shown(form)} stands in inclusive")
    accepted = tuple(_accepted(row))
    yield Sentence(
        name, exclusive, phrases, inclusive, style, allowed, _domain(row, domain), accepted=accepted
    )


def _accepted(row: Row) -> Iterator[str]:
    """Further texts that are right."""
    for text in _list(row, "accepted"):
        if not isinstance(text, str) or not text.strip():
            raise MalformedError(f"accepted: {shown(text)} is no text")
        yield text


def _listed(row: Row, *, changed: bool) -> Any:
    if "phrases" in row or "exclusive_phrases" in row:
        return row.get("phrases", row.get("exclusive_phrases"))
    if changed:
        raise MalformedError("has no phrases (or else spans with exclusive_phrases)")
    return []


def _check_agreement(style: Style, phrases: Sequence[Phrase], *, changed: bool) -> None:
    """Style, phrases and texts say the same of whether anything is exclusive, or MalformedError."""
    if style is Style.NONE and phrases:
        raise MalformedError(f"style is {style.value!r}, and there are phrases")
    if style is not Style.NONE and not phrases:
        raise MalformedError(f"style is {style.value!r}, and there are no phrases")
    if bool(phrases) is not changed:
        texts = "differ, and there are no phrases" if changed else "are the same, and there are phrases"
        raise MalformedError(f"exclusive and inclusive {texts}")


def _short_form(text: str) -> str:
    """A noun that surely has a gender character: Spieler*innen, not plan_innen.pdf; "" if there is none."""
    return next(
        (
            form.text
            for form in recognise(text, _is_feminine)
            if form.kind is FormKind.NOUN and form.well_formed and form.notation in SIGN_NOTATIONS
        ),
        "",
    )


def _is_feminine(word: str) -> bool:
    return word.endswith("in")


def _style(value: Any, inclusive: str, phrases: Sequence[Phrase]) -> Style:
    """The style that an entry names, or that of its inclusive text."""
    if value is not None:
        if value not in tuple(Style):
            raise MalformedError(f"style {shown(value)} is none of {STYLES}")
        return Style(value)
    if not phrases:
        return Style.NONE
    if recognise(inclusive, _is_feminine):
        return Style.ABBREVIATED
    return Style.PAIR if any(map(_is_pair, _JOINED.findall(inclusive.translate(UMLAUTS)))) else Style.NEUTRAL


def _is_pair(nouns: tuple[str, str]) -> bool:
    """Whether two nouns that are joined are the feminine and the masculine of one: Köchin oder Koch."""
    alike = nouns[0][:_ROOT] == nouns[1][:_ROOT]
    return alike and [noun.endswith(("in", "innen")) for noun in nouns].count(True) == 1


# ---- hard cases ----


def hard_case(row: Row, name: str, domain: str) -> Iterator[Sentence]:
    """A sentence for each notation that the case has accepted rewrites in; the first is labelled."""
    text, format_name = _text(row, "text"), _format(row)
    phrases, may = _spans(row, "flags", text), _spans(row, "maybe", text)
    ordered([*phrases, *may])
    accepted: dict[str, list[str]] = {}
    for rewrite in _list(row, "rewrites"):
        if not isinstance(rewrite, Mapping):
            raise MalformedError("a rewrite has no style and text")
        style, written = _text(rewrite, "style"), _text(rewrite, "text")
        if style in ASKED_STYLES:
            accepted.setdefault(style, []).append(written)
    if not accepted:
        style_of_all = Style.NEUTRAL if phrases else Style.NONE
        yield Sentence(name, text, phrases, text, style_of_all, False, domain, "", format_name, open=may)
    for number, (notation, texts) in enumerate(accepted.items()):
        yield Sentence(
            f"{name}, {notation}",
            text,
            phrases,
            texts[0],
            ASKED_STYLES[notation],
            notation == "star",
            domain,
            notation,
            format_name,
            tuple(texts[1:]),
            may,
            labelled=number == 0,
        )


def _list(row: Row, key: str) -> Sequence[Any]:
    value = row.get(key, [])
    if not isinstance(value, list):
        raise MalformedError(f"{key}: {shown(value)} is no list")
    return value


def _spans(row: Row, key: str, text: str) -> tuple[Phrase, ...]:
    return ordered([span(text, each) for each in _list(row, key)])


def _format(row: Row) -> str:
    value = row.get("format", "plaintext")
    if value not in FORMATS:
        raise MalformedError(f"format {shown(value)} is none of {', '.join(FORMATS)}")
    return str(value)


# ---- Amrhein et al., Lou ----


def _aligned(row: Row, name: str, domain: str) -> Iterator[Sentence]:
    exclusive, domain = _text(row, "exclusive"), _domain(row, domain)
    phrases = aligned_phrases(exclusive, row.get("spans"), row.get("exclusive_phrases"))
    if "targets" not in row:
        notation = _notation(row)
        style = ASKED_STYLES.get(notation, Style.NEUTRAL) if phrases else Style.NONE
        yield Sentence(
            name, exclusive, phrases, _text(row, "inclusive"), style, _allowed(row), domain, notation
        )
        return
    targets = row["targets"]
    if not isinstance(targets, Mapping):
        raise MalformedError("targets are no object")
    wanted = [notation for notation in ASKED_STYLES if notation in targets]
    if not wanted:
        raise MalformedError(f"has no target in {', '.join(ASKED_STYLES)}")
    for number, notation in enumerate(wanted):
        yield Sentence(
            f"{name}, {notation}",
            exclusive,
            phrases,
            _text(targets, notation),
            ASKED_STYLES[notation] if phrases else Style.NONE,
            notation == "star",
            domain,
            notation,
            labelled=number == 0,
        )


def _notation(row: Row) -> str:
    """The notation that a text is asked for in; "" where the writer was free."""
    value = row.get("style")
    if value is None or value == "":
        return ""
    if not isinstance(value, str) or not is_notation(value):
        raise MalformedError(f"style {shown(value)} is no notation ({', '.join(notation_names())})")
    return value
