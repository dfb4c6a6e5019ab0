"""What the system, the TOML parser and the analysis say of an error, in the user's language.

They word their errors in English only; what is none of the usual ones stays as it is.
"""

import errno
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from mitgemeint.server.problems import Key

SYSTEM = frozenset(
    {
        "EACCES",
        "EBADF",
        "EDQUOT",
        "EFBIG",
        "EIO",
        "EISDIR",
        "ELOOP",
        "EMFILE",
        "ENAMETOOLONG",
        "ENOENT",
        "ENOSPC",
        "ENOTDIR",
        "ENXIO",
        "EPERM",
        "EROFS",
        "ETXTBSY",
    }
)
"""Errors that the catalogue has words for (`system.<name>`)."""

_PLACE = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")

# Patterns of English errors, and the key of the text that says the same.
_ENTRIES = MappingProxyType(
    {
        r"cannot be read: (?P<what>.+)": "entry.unreadable",
        r"is not UTF-8 text: .+": "entry.encoding",
        r"is larger than (?P<what>\d+) bytes": "entry.large",
        r"is neither a \.toml nor a \.csv file": "entry.suffix",
        r"is not TOML: (?P<what>.+)": "entry.toml",
        r"a value is too large or nested too deeply": "entry.unshowable",
        r"is not CSV: (?P<what>.+)": "entry.csv",
        r"(?P<what>.+): unknown key of an alternative: (?P<known>.+)": "entry.alternative-key",
        r"(?P<what>.+): alternative must be a list of tables": "entry.alternative-list",
        r"(?P<what>.+): an alternative is not a table": "entry.alternative-table",
        r"(?P<what>.+): (?P<known>.+) of an alternative must be text": "entry.alternative-text",
        r"(?P<what>.+): (?P<known>.+) of an alternative must be true or false": "entry.alternative-flag",
        r"(?P<what>.+): an alternative has no form": "entry.alternative-form",
        r"(?P<what>.+): gender of (?P<form>.+) must be one of (?P<known>.+)": "entry.alternative-gender",
        r"(?P<what>.+): number of (?P<form>.+) must be same or collective": "entry.alternative-number",
        r"(?P<what>.+): fits of (?P<form>.+) must be .+": "entry.alternative-fits",
        r"(?P<what>.+): (?P<form>.+) is a participle and must be given in its form in -er": (
            "entry.alternative-er"
        ),
        r"(?P<what>.+): replaces of (?P<form>.+) must hold sg, pl or both": "entry.alternative-replaces",
        r"(?P<what>.+): note of (?P<form>.+) must be a table of texts by language": "entry.alternative-note",
        r"(?P<what>.+) cannot be removed: there is no such entry": "entry.not-removed",
        r"(?P<what>.+) cannot be changed: there is no such entry": "entry.not-changed",
        r"the first line must name the columns; 'masculine' is missing": "entry.header",
        r"unknown column: (?P<what>.+)": "entry.column",
        r"has (?P<what>\d+) cells, the header (?P<known>\d+)": "entry.cells",
        r"unknown action (?P<what>.+); known are (?P<known>.+)": "entry.action",
        r"(?P<what>.+) is not a table": "entry.no-table",
        r"unknown key: (?P<what>.+)": "entry.key",
        r"(?P<what>.+) is missing": "entry.missing",
        r"(?P<what>.+) is not a noun: (?P<known>.+)": "entry.no-noun",
        r"(?P<what>.+): paradigm (?P<known>.+) is for nouns in -mann": "entry.mann",
        r"(?P<what>.+): a nominalised adjective is entered in its form in -er": "entry.er",
        r"unknown paradigm (?P<what>.+); known are (?P<known>.+)": "entry.paradigm",
        r"unknown sense (?P<what>.+); known are (?P<known>.+)": "entry.sense",
        r"(?P<what>.+) must be true or false, not (?P<known>.+)": "entry.flag",
    }
)
_TOML = MappingProxyType(
    {
        r"Cannot (overwrite a value|declare .+ twice|redefine namespace .+|mutate immutable namespace .+)": (
            "toml.twice"
        ),
        r"Duplicate inline table key .+": "toml.twice",
        r"Exceeds the limit .+ for integer string conversion.*": "toml.number",
        r".*recursion.*": "toml.nested",
        r"Unclosed .+": "toml.unclosed",
        r"Unterminated string|Expected [\"']+": "toml.string",
        r"Expected '\]+' at the end of .+": "toml.bracket",
        r"Expected '=' after a key.*": "toml.equals",
        r"Invalid value": "toml.value",
        r"Invalid date or datetime": "toml.value",
        r"Invalid (statement|initial character for a key part)": "toml.statement",
        r"Expected newline or end of document after a statement": "toml.rest",
        r"(Found invalid|Illegal) character .+": "toml.character",
        r"Unescaped '\\+' in a string|Invalid hex value|Escaped character is not .+": "toml.escape",
    }
)
_ANALYZER = MappingProxyType(
    {
        r"the spaCy model (?P<what>.+) is not installed; install it with: (?P<known>.+)": "analyzer.missing",
        r"the spaCy model (?P<what>.+) is for (?P<known>.+), not for German \('de'\)": "analyzer.language",
        r"the spaCy model (?P<what>.+) has no dependency parser, .+": "analyzer.parser",
        r"No module named (?P<what>.+)": "analyzer.module",
    }
)


def of_os(error: OSError) -> Key | str:
    """Why the system did not do something."""
    name = errno.errorcode.get(error.errno or 0, "")
    return Key(f"system.{name}") if name in SYSTEM else str(error.strerror or error)


def of_toml(error: Exception, text: str) -> tuple[int, Key | str]:
    """The line of an error that `tomllib.loads(text)` raised (0: unknown), and what is wrong there."""
    if isinstance(error, RecursionError):
        return 0, Key("toml.nested")
    found = _PLACE.search(str(error))
    if not found:
        return 0, _said(str(error), _TOML)
    line = int(found["line"]) if found["line"] else len(text.rstrip("\n").split("\n"))
    return line, _said(str(error)[: found.start()], _TOML)


def of_entry(reason: str) -> Key | str:
    """Why an entry of a user's word list is of no use."""
    said = _said(reason, _ENTRIES)
    if not isinstance(said, Key):
        return said
    inner = str(said.values.get("what", ""))
    if said.key == "entry.toml":
        return replace(said, values={"what": _said(inner, _TOML)})
    if said.key == "entry.unreadable":
        return replace(said, values={"what": _of_strerror(inner)})
    return said


def of_analyzer(error: Exception) -> Key | str:
    """Why an analyzer cannot be loaded."""
    if isinstance(error, OSError) and error.strerror:
        return of_os(error)
    return _said(" ".join(str(error).split()), _ANALYZER)


def _of_strerror(text: str) -> Key | str:
    known = (name for name in sorted(SYSTEM) if os.strerror(getattr(errno, name, 0)) == text)
    name = next(known, None)
    return Key(f"system.{name}") if name else text


def _said(text: str, patterns: Mapping[str, str]) -> Key | str:
    for pattern, key in patterns.items():
        found = re.fullmatch(pattern, text, re.DOTALL)
        if found:
            return Key(key, found.groupdict())
    return text
