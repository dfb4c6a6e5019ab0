"""What a user can cause and mend: a test file that cannot be read, a model that is not there."""

import json
import sys
import unicodedata
from functools import cache
from typing import Any

_SHOWN = 40
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Kinds of characters that steer a terminal or break a line: control, format, surrogates, line ends."""


def readable(text: str) -> str:
    """A text that can be written and shown in a line: what steers a terminal, and bytes of a file's name that
    are no UTF-8, are spelled out.
    """
    return "".join(_spelled(letter) if hidden(letter) else letter for letter in text)


def hidden(letter: str) -> bool:
    """Whether a character does not show, and may change how others do."""
    return unicodedata.category(letter) in _HIDDEN


def writable(text: str) -> str:
    """A text with a mark in the place of each half of a surrogate pair, which cannot be written in UTF-8."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def shown(value: Any) -> str:
    """A value from JSON for a message: the beginning of a long one."""
    try:
        text = repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "…"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


@cache
def warn(place: object, reason: str) -> None:
    """Say in one line what is odd about something that is used all the same; once, however often it is."""
    print(readable(" ".join(f"{place}: {reason}".split())), file=sys.stderr, flush=True)


def _spelled(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


class EvalError(Exception):
    """Something to be mended outside the program, told in one line.

    `place` names the file or option, `reason` what is wrong with it, and `remedy` what to do. The command
    line prints the line and exits with status 2.
    """

    def __init__(self, place: object, reason: str, remedy: str) -> None:
        super().__init__(place, reason, remedy)
        self.place = str(place)
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        return readable(" ".join(f"{self.place}: {self.reason}; {self.remedy}".split()))
