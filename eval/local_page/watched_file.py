"""The file that a page saves to, which nobody else should change meanwhile."""

import os
from collections.abc import Callable
from pathlib import Path

from mitgemeint.eval.files import check_folder
from mitgemeint.eval.problems import EvalError


class WatchedFile:
    """A file that is written again and again by one program.

    Raises EvalError where it may not be written, or is no file. `remedy` says how to name another one.
    """

    def __init__(self, path: Path, remedy: str) -> None:
        self.path, self._remedy = path, remedy
        check_folder(path.parent)
        self._stamp = self._look()

    @property
    def is_new(self) -> bool:
        """Whether there is no such file yet."""
        return self._stamp is None

    def save(self, write: Callable[[Path], None]) -> None:
        """Write it anew; EvalError where that fails, or where another program has changed it."""
        if self._look() != self._stamp:
            raise EvalError(self.path, "was changed by another program", "stop, look at it, and start again")
        try:
            write(self.path)
        except OSError as error:
            reason = error.strerror or "cannot be written"
            raise EvalError(self.path, reason, "nothing was lost: mend that and save again") from error
        self._stamp = self._look()

    def _look(self) -> tuple[int, int, int] | None:
        """Which file it is, when it was changed and how long it is."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise EvalError(self.path, error.strerror or "cannot be read", self._remedy) from error
        if not self.path.is_file():
            raise EvalError(self.path, "is no file", self._remedy)
        if not os.access(self.path, os.W_OK):
            raise EvalError(self.path, "may not be written", f"allow it, or {self._remedy}")
        return found.st_ino, found.st_mtime_ns, found.st_size
