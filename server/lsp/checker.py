"""When to analyse which document: debounced, by generation, with stale results dropped."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from mitgemeint.server.lsp.report import Report


@dataclass(slots=True, eq=False)
class _Check:
    """One generation of one document: the work on it, and its result when that is there."""

    generation: int
    hurry: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    report: Report | None = None


class Checker:
    """Keeps one report per open document up to date.

    `analyse` makes the report of a document as it is when called, under the given number of the
    generation; None for one that has none.
    `publish` gets every report that is still true when it is done. `debounce` says how many seconds without
    an edit a document is left alone.
    """

    def __init__(
        self,
        analyse: Callable[[str, int], Awaitable[Report | None]],
        publish: Callable[[Report], None],
        debounce: Callable[[str], float],
    ) -> None:
        self._analyse = analyse
        self._publish = publish
        self._debounce = debounce
        self._checks: dict[str, _Check] = {}
        self._generation = 0
        self.ready = asyncio.Event()
        """Set when the analysis is loaded; nothing starts before."""

    def opened(self, uri: str) -> None:
        """A document has come, or all that is known of it is out of date: analyse it now."""
        self._start(uri, wait=0.0)

    def edited(self, uri: str) -> None:
        """The text of a document has changed: analyse it when the edits pause."""
        self._start(uri, wait=self._debounce(uri))

    def closed(self, uri: str) -> None:
        """A document has gone; what is still computed for it is dropped."""
        check = self._checks.pop(uri, None)
        if check and check.task:
            check.task.cancel()

    def stop(self) -> None:
        """Drop everything."""
        for uri in list(self._checks):
            self.closed(uri)

    async def report(self, uri: str) -> Report | None:
        """The report of the newest text, without waiting for a pause in the edits.

        None for a document that is not open or could not be analysed.
        """
        return await self._report(uri, hurry=True)

    async def settled_report(self, uri: str) -> Report | None:
        """The report of the newest text, when the edits pause."""
        return await self._report(uri, hurry=False)

    async def _report(self, uri: str, hurry: bool) -> Report | None:
        while (check := self._checks.get(uri)) and check.report is None and check.task:
            if hurry:
                check.hurry.set()
            await asyncio.wait({check.task})
            if self._checks.get(uri) is check:
                break
        return check.report if check else None

    def _start(self, uri: str, wait: float) -> None:
        self.closed(uri)
        self._generation += 1
        check = self._checks[uri] = _Check(self._generation)
        check.task = asyncio.create_task(self._run(uri, check, wait))

    async def _run(self, uri: str, check: _Check, wait: float) -> None:
        await _pause(wait, check.hurry)
        await self.ready.wait()
        report = await self._analyse(uri, check.generation)
        if report is not None and self._checks.get(uri) is check:
            check.report = report
            self._publish(report)


async def _pause(seconds: float, hurry: asyncio.Event) -> None:
    """Wait so long, or until somebody is in a hurry."""
    if seconds > 0:
        try:
            await asyncio.wait_for(hurry.wait(), seconds)
        except TimeoutError:
            return
