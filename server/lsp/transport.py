"""The ways to a client: standard input and output, or one TCP connection for debugging."""

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable
from typing import BinaryIO

from mitgemeint.server.lsp.framing import Framer, frame
from mitgemeint.server.lsp.server import Server

log = logging.getLogger(__name__)

CHUNK = 1 << 16
LOOPBACK = "127.0.0.1"


class Writer:
    """Sends the bodies of messages, each with its header. A client that is gone stops the server."""

    def __init__(self, send: Callable[[bytes], None], on_broken: Callable[[], None]) -> None:
        self._send = send
        self._on_broken = on_broken

    def write(self, data: bytes) -> None:
        """Send one body."""
        try:
            self._send(frame(data))
        except (OSError, ValueError):
            self._on_broken()

    def close(self) -> None:
        """Nothing is left to do: every message is sent at once."""


async def serve_stdio(server: Server) -> int:
    """Serve the client that started this process; gives the exit state."""
    loop = asyncio.get_running_loop()
    out = _take_stdout()
    server.protocol.set_writer(Writer(_sender(out), lambda: server.stop(1)), include_headers=False)
    feed = _feeder(server)
    threading.Thread(target=_pump, args=(sys.stdin.fileno(), loop, feed), daemon=True, name="stdin").start()
    return await server.run_until_stopped()


async def serve_tcp(server: Server, port: int) -> int:
    """Serve the first client that connects to `port` of this machine (0: any free one)."""
    connections: list[asyncio.StreamWriter] = []

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(writer)
        if len(connections) > 1:
            writer.close()
            return
        server.protocol.set_writer(Writer(writer.write, lambda: server.stop(1)), include_headers=False)
        feed = _feeder(server)
        while chunk := await reader.read(CHUNK):
            feed(chunk)
        feed(b"")

    listener = await asyncio.start_server(connect, LOOPBACK, port)
    print(f"mitgemeint: {LOOPBACK}:{listener.sockets[0].getsockname()[1]}", file=sys.stderr, flush=True)
    state = await server.run_until_stopped()
    listener.close()
    for connection in connections:
        connection.close()
    return state


def _feeder(server: Server) -> Callable[[bytes], None]:
    """Takes the bytes of a connection; none at all mean that it has ended."""
    framer = Framer()

    def feed(chunk: bytes) -> None:
        if not chunk:
            server.stop(1)
        for body in framer.feed(chunk):
            if not server.stopped:
                server.protocol.receive(body)

    return feed


def _pump(descriptor: int, loop: asyncio.AbstractEventLoop, feed: Callable[[bytes], None]) -> None:
    """Read in a thread of its own, past Python's buffer, whose lock would block the end of the process."""
    try:
        while chunk := os.read(descriptor, CHUNK):
            loop.call_soon_threadsafe(feed, chunk)
        loop.call_soon_threadsafe(feed, b"")
    except (OSError, RuntimeError):  # input closed, or the loop has ended
        log.debug("standard input ended")


def _take_stdout() -> BinaryIO:
    """Standard output for the protocol alone: whatever else is printed goes to standard error."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return out


def _sender(out: BinaryIO) -> Callable[[bytes], None]:
    def send(data: bytes) -> None:
        out.write(data)
        out.flush()

    return send
