r"""How prose is written into LaTeX: no sign of it may turn into markup, and umlauts follow the file."""

import re
from collections.abc import Callable

_ESCAPES = {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    '"': '"{}',
    **{sign: f"\\{sign}" for sign in "_&%#${}"},
}
_UMLAUTS = "äöüÄÖÜ"
_PLAIN = str.maketrans(_UMLAUTS, "aouAOU")
_ACCENTS = {"ß": "\\ss{}", **{letter: f'\\"{letter.translate(_PLAIN)}' for letter in _UMLAUTS}}
_SHORTHANDS = {"ß": '"s', **{letter: f'"{letter.translate(_PLAIN)}' for letter in _UMLAUTS}}
_TABLE = str.maketrans(_ESCAPES)
_ACCENT_TABLE = str.maketrans(_ESCAPES | _ACCENTS)
_SHORTHAND_TABLE = str.maketrans(_ESCAPES | _SHORTHANDS)
_ACCENT = re.compile(r'(?<!\\)\\"[ \t]?\{?[aouAOU]|\\ss(?![A-Za-z])')
_SHORTHAND = re.compile(r'(?<!\\)"[aousAOU]')


def escape(new_text: str) -> str:
    """Prose as LaTeX."""
    return new_text.translate(_TABLE)


def escape_with_accents(new_text: str) -> str:
    r"""Prose as LaTeX, with \"a for ä."""
    return new_text.translate(_ACCENT_TABLE)


def escape_with_shorthands(new_text: str) -> str:
    """Prose as LaTeX, with babel's "a for ä."""
    return new_text.translate(_SHORTHAND_TABLE)


def writer(text: str, has_shorthands: bool) -> Callable[[str], str] | None:
    """How umlauts are written where a file holds none as such but writes them with commands; None: as ever.

    Such a file may well say nothing of its encoding.
    """
    if not text.isascii():
        return None
    if has_shorthands and _SHORTHAND.search(text):
        return escape_with_shorthands
    return escape_with_accents if _ACCENT.search(text) else None
