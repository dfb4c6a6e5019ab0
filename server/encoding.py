"""UTF-8 text from bytes, and a good guess at what they are where they are something else."""

import codecs
import shlex

from mitgemeint.server.problems import Problem, ProblemError

# UTF-32 before UTF-16: the mark of UTF-16-LE begins that of UTF-32-LE.
MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
# Fewer characters than this are not enough to see UTF-16 by its null bytes.
SHORTEST_UTF16 = 4


def decode(name: str, data: bytes) -> tuple[str, bool]:
    """The text of `data` and whether a byte order mark came before it.

    Line ends stay as they are. Raises ProblemError (E103 binary, E104 another encoding) for the file
    `name`.
    """
    bom = data.startswith(codecs.BOM_UTF8)
    marked = next((encoding for mark, encoding in MARKS if data.startswith(mark)), None)
    if marked:
        raise _encoding(name, marked, 1)
    if b"\0" in data:
        guess = _utf16_without_mark(data)
        raise _encoding(name, guess, 1) if guess else ProblemError(Problem("E103", {"path": name}))
    try:
        return data[len(codecs.BOM_UTF8) if bom else 0 :].decode("utf-8"), bom
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start + (len(codecs.BOM_UTF8) if bom else 0)) + 1
        raise _encoding(name, _eight_bit(data), line) from error


def encode(text: str, bom: bool) -> bytes:
    """The bytes of `text` in UTF-8, with a byte order mark if `bom`."""
    return (codecs.BOM_UTF8 if bom else b"") + text.encode("utf-8")


def _encoding(name: str, encoding: str, line: int) -> ProblemError:
    return ProblemError(
        Problem("E104", {"path": name, "encoding": encoding, "line": line, "file": shlex.quote(name)})
    )


def _utf16_without_mark(data: bytes) -> str | None:
    """UTF-16 if nearly every second byte is null, as in Western text without a byte order mark."""
    half = len(data) // 2
    if len(data) % 2 or half < SHORTEST_UTF16:
        return None
    for first, encoding in ((1, "UTF-16LE"), (0, "UTF-16BE")):
        if data[first::2].count(0) > 0.7 * half and data[1 - first :: 2].count(0) == 0:
            return encoding
    return None


def _eight_bit(data: bytes) -> str:
    """Windows-1252 if bytes stand in the range that ISO-8859-1 leaves to control characters."""
    return "WINDOWS-1252" if any(0x80 <= byte < 0xA0 for byte in data) else "ISO-8859-1"
