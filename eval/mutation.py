"""Mutation: values, texts and bytes with something wrong in them, for programs that have to bear it.

Every function takes the source of randomness, so that a seed gives the same mutations again.
"""

from random import Random
from typing import Any

HOSTILE = (
    *"\0\a\t\r\n\x0b\x0c\x1a\x1b\x85\xa0\xad\u200b\u200d\u2028\u2029\u202e\ufeff\ufffd\ud800\udc00\uffff",
    *"*_:/·{}[]()<>\\\"'`$%&#@|~^=+-.,;!?",
    *("\r\n", "e\u0308", "u\u0308\u0301", "😀", "👩\u200d👧", "🏳\ufe0f\u200d🌈", "ſ", "ﬁ", "𝔏"),
    *("<!--", "-->", "<![CDATA[", "]]>", "```", "---\n", "$$", "\\begin{", "\\end{", '"""', "/*", "*/", "//"),
    *("&#", "&amp;", "%s", "{0}", "{count, plural, other {", "<br", "</", "${", "<?xml", 'msgstr "', "\\u12"),
    *("Leser*innen", "der/die", "Lehrer:innen-", "Bürger/-in", "(r)", "einem*r"),
)
"""Characters and pieces at which a reader of texts may stumble."""

KEYS = ("id", "method", "params", "uri", "version", "text", "range", "start", "line", "textDocument", "")
NUMBERS = (0, 1, -1, 7, 2**31, 2**32, 2**53, -(2**63), 2**64, 10**40, 0.5, -0.0, 1e308, float("nan"))
DEEP = 60
MANY = 400


def random_value(random: Random, depth: int = 3) -> Any:
    """Any JSON value."""
    kind = random.randrange(8 if depth else 5)
    if kind == 0:
        return None
    if kind == 1:
        return random.random() < 0.5
    if kind == 2:
        return random.choice(NUMBERS)
    if kind in (3, 4):
        return "".join(random.choices(HOSTILE, k=random.randrange(4)))
    if kind == 5:
        return [random_value(random, depth - 1) for _ in range(random.randrange(4))]
    return {random.choice(KEYS): random_value(random, depth - 1) for _ in range(random.randrange(4))}


def mutated_value(random: Random, value: Any) -> Any:
    """The value, with one thing in it, however deep, taken away, doubled, nested or replaced."""
    if isinstance(value, dict) and value and random.random() < 0.85:
        key = random.choice(list(value))
        rest = {other: entry for other, entry in value.items() if other != key}
        return rest if random.random() < 0.15 else {**rest, key: mutated_value(random, value[key])}
    if isinstance(value, list) and value and random.random() < 0.85:
        place = random.randrange(len(value))
        if random.random() < 0.2:
            return value * 2
        return [*value[:place], mutated_value(random, value[place]), *value[place + 1 :]]
    if isinstance(value, str) and value and random.random() < 0.5:
        return mutated_text(random, value)
    if random.random() < 0.05:
        return _nested(value)
    return random_value(random)


def _nested(value: Any) -> Any:
    for _ in range(DEEP):
        value = [value]
    return value


def mutated_text(random: Random, text: str) -> str:
    """The text, a few times cut, doubled, mixed up, or with something hostile put in."""
    for _ in range(random.randrange(1, 5)):
        first, last = sorted(random.randrange(len(text) + 1) for _ in range(2))
        piece = random.choice(HOSTILE)
        match random.randrange(8):
            case 0:
                text = text[:first] + text[last:]
            case 1:
                text = text[:last] + text[first : first + 200] + text[last:]
            case 2:
                text = text[last:] + text[:first]
            case 3:
                text = text[:first]
            case 4:
                text = text.replace("\n", random.choice(("\r", "\r\n", "\u2028", " ", "\n\n")))
            case 5:
                text = text[:first] + piece * random.randrange(1, MANY) + text[first:]
            case _:
                text = text[:first] + piece + text[first:]
    return text


def mutated_bytes(random: Random, data: bytes) -> bytes:
    """The bytes, cut, or with some of them changed."""
    first, last = sorted(random.randrange(len(data) + 1) for _ in range(2))
    match random.randrange(4):
        case 0:
            return data[:first]
        case 1:
            return data[:first] + data[last:]
        case 2:
            return data[:first] + random.randbytes(random.randrange(1, 9)) + data[first:]
        case _:
            changed = bytearray(data)
            for _ in range(min(len(data), 3)):
                changed[random.randrange(len(data))] = random.randrange(256)
            return bytes(changed)
