"""Editing commands take turns: the next one of a document begins when the edits of the last one are known.

A key pressed twice sends a command twice. Without turns both would be for the same text, and the edits of the
second would land in what the first has made of it; not every client refuses them.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from mitgemeint.server.lsp.documents import DocumentStore, OpenDocument

PATIENCE = 2.0
"""Seconds in which a client that has made edits sends the text that came of them."""

INTERVAL = 0.02


class Turns:
    """Who may edit which document."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, uri: object) -> AsyncIterator[None]:
        """The turn of a command; it waits for those before it."""
        lock = self._locks.get(str(uri))
        if lock is None:
            lock = self._locks[str(uri)] = asyncio.Lock()
        async with lock:
            yield

    async def edited(self, document: OpenDocument) -> None:
        """Wait for the text that came of edits in a document, for a while."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while self._documents.get(document.uri) is document:
            if asyncio.get_running_loop().time() > end:
                return
            await asyncio.sleep(INTERVAL)
