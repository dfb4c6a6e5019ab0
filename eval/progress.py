"""A progress bar on standard error, where somebody can see it."""

import sys
from typing import Any


class Bars:
    """Shows each part of a run as a bar, in a log as a line."""

    def __init__(self) -> None:
        self._bar: Any = None

    def load(self, model: str) -> None:
        """That a model is being loaded, which takes its time."""
        self.end()
        print(f"{model}: loading", file=sys.stderr, flush=True)

    def begin(self, model: str, what: str, total: int) -> None:
        """A new bar."""
        from tqdm import tqdm

        self.end()
        if not sys.stderr.isatty():
            print(f"{model}: {total} {what}", file=sys.stderr, flush=True)
        self._bar = tqdm(
            total=total,
            desc=f"{model}: {what}",
            file=sys.stderr,
            disable=None,
            leave=False,
            dynamic_ncols=True,
        )

    def advance(self, done: int) -> None:
        """Move it to so many steps."""
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def end(self) -> None:
        """Take it away."""
        if self._bar is not None:
            self._bar.close()
        self._bar = None
