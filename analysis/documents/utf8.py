"""Byte offsets of UTF-8 text turned into code points: parsers count bytes, the analysis characters."""

_CONTINUATION = bytes(range(0x80, 0xC0))
_STEP = 256


def has_halves(text: str) -> bool:
    """Whether the text holds single halves of surrogate pairs, which have no UTF-8; far faster than looking
    for them.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


class Utf8Offsets:
    """The code point at each byte offset of `data`; an offset inside a character gives its end.

    Building is O(n), a look-up counts at most a few hundred bytes.
    """

    __slots__ = ("_counts", "_data", "_is_ascii")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._is_ascii = data.isascii()
        self._counts = [0]
        if not self._is_ascii:
            for start in range(0, len(data), _STEP):
                chunk = data[start : start + _STEP]
                self._counts.append(self._counts[-1] + len(chunk.translate(None, _CONTINUATION)))

    def point(self, byte: int) -> int:
        """The number of characters that begin before the byte offset."""
        if self._is_ascii:
            return byte
        block = byte // _STEP
        return self._counts[block] + len(self._data[block * _STEP : byte].translate(None, _CONTINUATION))
