"""Looking for ends of markup so that many beginnings without an end stay cheap."""

import re


class Lookup:
    """Finds the next match of patterns in one text; each stretch of it is searched once a pattern.

    A search from a later place gives the match that an earlier one found, as long as it lies ahead: a pattern
    has to match at a place or not, wherever the search began.
    """

    __slots__ = ("_found", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._found: dict[re.Pattern[str], tuple[int, re.Match[str] | None]] = {}

    def find(self, pattern: re.Pattern[str], start: int) -> re.Match[str] | None:
        """The next match that begins at `start` or later."""
        since, match = self._found.get(pattern, (len(self.text) + 1, None))
        if since <= start and (match is None or match.start() >= start):
            return match
        match = pattern.search(self.text, start)
        self._found[pattern] = (start, match)
        return match
