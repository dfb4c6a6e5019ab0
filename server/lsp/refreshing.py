"""Whether what a client has asked for is still true: for features that are asked for after every edit.

A client asks again by itself when the text changes, and the answer waits for the newest report. What it
cannot know is that settings or word lists have changed: then it is asked to ask again.
"""

from collections import Counter
from collections.abc import Callable

from mitgemeint.server.lsp.report import Report
from mitgemeint.server.lsp.server import Server


class Refreshing:
    """The reports behind one feature. `refresh` makes the client ask again; None where it cannot."""

    def __init__(self, server: Server, refresh: Callable[[None], object] | None) -> None:
        self._checker = server.checker
        self._refresh = refresh
        self._waiting: Counter[str] = Counter()
        self._answered: dict[str, int] = {}
        if refresh is not None:
            server.on_report.append(self._reported)

    async def report(self, uri: str) -> Report | None:
        """The report of the newest text; a request in the middle of typing waits for a pause."""
        self._waiting[uri] += 1
        try:
            report = await self._checker.settled_report(uri)
        finally:
            self._waiting[uri] -= 1
            self._waiting += Counter()  # forget those that nobody waits for
        if report is None:
            self._answered.pop(uri, None)
        else:
            self._answered[uri] = report.generation
        return report

    def _reported(self, report: Report) -> None:
        uri = report.document.uri
        outdated = self._answered.get(uri, report.generation) != report.generation
        if outdated and not self._waiting[uri] and self._refresh is not None:
            self._answered.pop(uri)  # asked once, until there is an answer
            self._refresh(None)
