"""When a request is made again: how often, after how long, and what a server says about it."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite

from mitgemeint.eval.problems import EvalError

TRANSIENT = (408, 409, 425, 429)
"""Statuses that a later request may not get; so may it with all from 500 on."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a server is waited for.

    After the n-th failure a request waits between half of and all of `first_wait` · 2ⁿ⁻¹ seconds, or as long
    as the server asks for with `Retry-After` and up to `first_wait` more; never longer than `longest_wait`.
    The part that is drawn keeps many that failed together from coming back together.
    """

    attempts: int = 6
    timeout: float = 120.0
    """Seconds until a request must be answered in whole."""
    first_wait: float = 1.0
    longest_wait: float = 60.0

    def __post_init__(self) -> None:
        if not (isfinite(self.timeout) and self.timeout > 0):
            raise EvalError("--timeout", f"{self.timeout} is no time", "give a number of seconds above 0")
        if self.attempts < 1:
            reason = f"{self.attempts} attempts are none"
            raise EvalError("--attempts", reason, "give a whole number from 1")

    def wait(self, failures: int, asked: float | None, draw: Callable[[], float] = random.random) -> float:
        """The seconds until the next attempt; `asked` are those that the server wants."""
        if asked is not None:
            return min(self.longest_wait, asked + self.first_wait * draw())
        # Without a limit on the exponent a float would not hold it.
        longest = min(self.longest_wait, self.first_wait * 2.0 ** min(failures - 1, 60))
        return longest * (0.5 + 0.5 * draw())


def is_transient(status: int) -> bool:
    """Whether the same request may be answered another time."""
    return status in TRANSIENT or status >= 500


def asked_wait(value: str | None, now: datetime | None = None) -> float | None:
    """The seconds that a `Retry-After` asks for (RFC 9110, section 10.2.3): a number, or a date.

    None where there is none, or it cannot be read.
    """
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            then = parsedate_to_datetime(value)
        except ValueError:
            return None
        then = then if then.tzinfo else then.replace(tzinfo=UTC)
        seconds = (then - (now or datetime.now(UTC))).total_seconds()
    return max(0.0, seconds) if isfinite(seconds) else None
