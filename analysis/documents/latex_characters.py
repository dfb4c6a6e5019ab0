"""Characters that LaTeX writes with commands, ligatures and babel's shorthands: \\"a, \\ss, "a, ``."""

import re
import unicodedata
from dataclasses import dataclass

from mitgemeint.analysis.documents.latex_tables import Tables

# Text for the span that begins where it was asked for and ends at the given offset.
Decoded = tuple[str, int]

_BASE = re.compile(r"[ \t]*+(?:\{[ \t]*+(?:\\([ij])|([^\W\d_]))?[ \t]*+\}|\\([ij])(?![A-Za-z])|([^\W\d_]))")
_AFTER_WORD = re.compile(r"(?:\{\}|[ \t]*+(?:(?:\r\n?+|\n)[ \t]*+(?![ \t\r\n]))?)")
_EMPTY_GROUP = re.compile(r"\{\}")
_INNER_VOWEL = re.compile(r"(?<=[a-zA-Z])\"[aous](?=[a-z])")
_UMLAUT = re.compile("[äöüÄÖÜß]")
_MAIN = re.compile(r"\bmain[ \t]*=[ \t]*([\w-]+)")
_OPTIONS = r"(?:\[([^\]]{0,1000})\])?"
_PACKAGE = re.compile(rf"\\(?:usepackage|RequirePackage)[ \t]*{_OPTIONS}[ \t]*\{{([^{{}}]{{0,300}})\}}")
_CLASS = re.compile(rf"\\documentclass[ \t]*{_OPTIONS}")
_POLYGLOSSIA = re.compile(r"\\set(?:main|default)language[ \t]*(?:\[[^\]]{0,1000}\])?[ \t]*\{([^{}]{0,80})\}")
_BREAKABLE = frozenset("/-(")  # signs after which "" allows a line to break
_COMMENT = re.compile(r"(?<!\\)%[^\r\n]*")


class Characters:
    """Decodes the characters of one document; `letters` says whether "a is an umlaut in it."""

    def __init__(self, text: str, tables: Tables, letters: bool) -> None:
        self._text = text
        self._tables = tables
        self._letters = letters

    def word(self, name: str, start: int, end: int) -> Decoded | None:
        r"""The character of the command at `start`..`end`: \ss, \LaTeX, \c{c}; None for other commands."""
        if name in self._tables.letters:
            return self._tables.letters[name], self._after(_AFTER_WORD, end)
        if name in self._tables.words:
            return self._tables.words[name], self._after(_EMPTY_GROUP, end)
        return self._accented(name, end) if name in self._tables.accents else None

    def symbol(self, sign: str, end: int) -> Decoded | None:
        r"""The text of a backslash and one sign, which end at `end`: \"a, \%, \,; None for unknown ones."""
        if sign in self._tables.accents:
            return self._accented(sign, end) or (sign, end)
        if sign.isspace():
            return " ", end
        known = self._tables.symbols.get(sign)
        return None if known is None else (known, end)

    def sign(self, sign: str, start: int, end: int) -> Decoded | None:
        """The text of a ligature or a shorthand; None if the sign stands for itself."""
        if sign == '"':
            return self._shorthand(start)
        known = self._tables.signs.get(sign)
        return None if known is None else (known, end)

    def _after(self, pattern: re.Pattern[str], end: int) -> int:
        found = pattern.match(self._text, end)
        return found.end() if found else end

    def _accented(self, accent: str, end: int) -> Decoded | None:
        found = _BASE.match(self._text, end)
        if found is None:
            return None
        base = next(filter(None, found.groups()), "")
        if not base:
            return accent, found.end()
        return unicodedata.normalize("NFC", base + self._tables.accents[accent]), found.end()

    def _shorthand(self, start: int) -> Decoded | None:
        sign = self._text[start + 1 : start + 2]
        if sign in self._tables.shorthand_letters:
            return (self._tables.shorthand_letters[sign], start + 2) if self._letters else None
        known = self._tables.shorthands.get(sign)
        if known is None:
            return None
        before, after = self._text[start - 1 : start], self._text[start + 2 : start + 3]
        inside = before.isalpha() and after.isalpha()
        if sign == "-" and not (inside and (after.islower() or self._letters)):
            return None  # the end of a quotation: "Leser"-Gruppe
        if sign == '"' and not (before.isalpha() and (after.isalpha() or after in _BREAKABLE)):
            return None
        return known, start + 2


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages that a preamble names, the main one last."""

    names: tuple[str, ...]
    has_shorthands: bool

    def is_german(self, tables: Tables) -> bool:
        """Whether the main language is German, or not named at all."""
        return not self.names or tables.is_german(self.names[-1])


def languages(preamble: str, tables: Tables) -> Languages:
    """What a preamble says of languages: options of the class and of babel, or polyglossia's commands."""
    preamble = _COMMENT.sub("", preamble)
    names: list[str] = []
    if (found := _CLASS.search(preamble)) and found[1]:
        names.extend(_known(found[1], tables))
    for options, packages in _PACKAGE.findall(preamble):
        if "babel" in _names(packages):
            main = _MAIN.search(options)
            names.extend([*_known(options, tables), *([main[1]] if main else [])])
        names.extend(name for name in _names(packages) if name in ("german", "ngerman"))
    has_shorthands = any(map(tables.is_german, names)) or "babelshorthands" in preamble
    names.extend(_POLYGLOSSIA.findall(preamble))
    return Languages(tuple(names), has_shorthands)


def _names(options: str) -> list[str]:
    return [name.strip() for name in options.split(",")]


def _known(options: str, tables: Tables) -> list[str]:
    return [name for name in _names(options) if name in tables.languages or tables.is_german(name)]


def must_mean_umlauts(text: str) -> bool:
    """Whether "a can only be an umlaut in a text without preamble: inside words, and there are no others.

    In a text with umlauts of its own a quotation mark begins a quotation.
    """
    return _UMLAUT.search(text) is None and _INNER_VOWEL.search(text) is not None
