"""What the bundled model sees of a word: spelling and the readings the lexicon allows."""

from collections.abc import Sequence

from mitgemeint.analysis.nlp.guesser import Guesser

NAMES = ("lower", "prefix", "suffix2", "suffix3", "suffix5", "shape", "parts_of_speech", "cells")
_OPENERS = frozenset(":„\"»«‚'([{–—-•*…|")


def initial_flags(words: Sequence[str]) -> list[bool]:
    """For each word whether its capital letter may be due to its place (sentence begin, after a colon)."""
    flags: list[bool] = []
    begin = True
    for word in words:
        flags.append(begin)
        begin = word in _OPENERS or (begin and not any(c.isalnum() for c in word))
    return flags


def shape(word: str) -> str:
    """Capitals, small letters, digits, other; runs of more than two are cut."""
    result = ""
    for c in word[:40]:
        kind = "X" if c.isupper() else "x" if c.isalpha() else "d" if c.isdigit() else c
        if not (len(result) > 1 and result[-1] == kind == result[-2]):
            result += kind
    return result


_SAME = str.maketrans(
    {
        **dict.fromkeys("„“”»«‚‘’‹›", '"'),
        **dict.fromkeys("—−‐‑", "–"),
        **dict.fromkeys("0123456789", "0"),
        "ß": "ss",
        "\u00ad": None,
        "…": "...",
    }
)
_QUOTES = frozenset({"``", "''", "'"})


def fold(word: str) -> str:
    """Lower case, with one form of quotes, dashes, digits and ß, so that old and new spelling agree."""
    return '"' if word in _QUOTES else word.lower().translate(_SAME)


def row(word: str, initial: bool, guesser: Guesser) -> tuple[str, ...]:
    """The features of one word, in the order of NAMES."""
    lower = fold(word)
    entries = guesser.entries(word, initial)
    mark = "" if guesser.knows(word, initial) else "~"
    speech = sorted({_part_of_speech(e.pos, e.marks) for e in entries})
    cells = sorted({f"{e.pos}{e.cells:x}" for e in entries if e.cells and e.pos not in ("PROPN", "ADP")})
    return (
        lower,
        lower[:3],
        lower[-2:],
        lower[-3:],
        lower[-5:],
        ("^" if initial else "") + shape(word),
        mark + " ".join(speech),
        " ".join(cells),
    )


def _part_of_speech(pos: str, marks: tuple[str, ...]) -> str:
    if pos in ("VERB", "AUX"):
        return pos + "".join(sorted(marks))
    if pos == "PROPN":
        return pos + "".join(m for m in marks if m in ("given", "surname", "place"))
    return pos
