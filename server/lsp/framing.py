"""Bytes of a connection → bodies of messages, by the header part of the base protocol."""

import logging

log = logging.getLogger(__name__)

HEADER_END = b"\r\n\r\n"
MAX_HEADER = 64 * 1024
"""Bytes after which something that has no header end is no header."""


class Framer:
    """Takes bytes as they come and gives back the bodies that are complete.

    What is not a header with a length is skipped: a client that is confused for a moment is
    understood again from its next whole message on.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._length: int | None = None

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies that `data` completes."""
        self._buffer += data
        bodies = []
        while (body := self._next()) is not None:
            bodies.append(body)
        return bodies

    def _next(self) -> bytes | None:
        while self._length is None:
            end = self._buffer.find(HEADER_END)
            if end < 0:
                if len(self._buffer) > MAX_HEADER:
                    log.warning("skipped %d bytes that hold no header", len(self._buffer))
                    self._buffer.clear()
                return None
            self._length = _content_length(bytes(self._buffer[:end]))
            del self._buffer[: end + len(HEADER_END)]
        if len(self._buffer) < self._length:
            return None
        body = bytes(self._buffer[: self._length])
        del self._buffer[: self._length]
        self._length = None
        return body


def frame(body: bytes) -> bytes:
    """The body with its header, ready to be sent."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def _content_length(header: bytes) -> int | None:
    """The length that a header part names; None where it names none, or one that cannot be."""
    for line in header.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            return int(value)
    log.warning("skipped a header without Content-Length")
    return None
