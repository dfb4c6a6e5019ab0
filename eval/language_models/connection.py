"""Requests to a server of language models: several at once, and again where that may help."""

import asyncio
import json
import random
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlsplit

from mitgemeint.eval.extras import EVAL, remedy
from mitgemeint.eval.language_models.address import Address
from mitgemeint.eval.language_models.model import Progress
from mitgemeint.eval.language_models.refusals import (
    RefusedError,
    UnansweredError,
    is_final,
    refusal,
    said_by,
)
from mitgemeint.eval.language_models.retries import Patience, asked_wait, is_transient
from mitgemeint.eval.problems import EvalError

Value = TypeVar("Value")
Asked = TypeVar("Asked")
Read = Callable[[Any], Value]
"""Takes what it needs from a body of JSON; UnusableError, or any error of a missing or wrong value."""

_LARGEST_BODY = 64 * 2**20
_LONGEST_CONNECTING = 10.0
_SLOW = "ask for less at once, or give it more time"
_ABSENT = "start the server, or check the URL"
_BROKEN = "look into the server's log"
_STRANGE = "check that this is the URL of an OpenAI-compatible server"


class UnusableError(ValueError):
    """An answer that lacks what it must have: it is asked for again."""


class NotOfferedError(UnusableError):
    """An answer to another question than was asked: the server has no such service. It is not asked again."""


def _print(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@dataclass(frozen=True, slots=True)
class Connection:
    """How a server is reached. The key is sent to this server alone and shown nowhere."""

    address: Address
    key: str = field(default="", repr=False)
    patience: Patience = field(default_factory=Patience)
    concurrency: int = 4
    """Requests at once, at most."""
    tell: Callable[[str], None] = field(default=_print, repr=False)
    """Gets the lines for the user: that something is asked for again."""
    sleep: Callable[[float], Awaitable[None]] = field(default=asyncio.sleep, repr=False)
    draw: Callable[[], float] = field(default=random.random, repr=False)
    told: set[str] = field(default_factory=set, repr=False, compare=False)
    """What was told: a server that is overloaded says so to every request."""

    def __post_init__(self) -> None:
        if self.concurrency < 1:
            reason = f"{self.concurrency} requests at once are none"
            raise EvalError("--concurrency", reason, "give a whole number from 1")

    @asynccontextmanager
    async def open(self) -> "AsyncIterator[Session]":
        """A session with connections that are kept; it belongs to the running event loop."""
        httpx, _ = _libraries()
        headers = {"Accept": "application/json"}
        if self.key:
            # Whoever names another scheme (Basic) has it so.
            headers["Authorization"] = self.key if " " in self.key else f"Bearer {self.key}"
        seconds = self.patience.timeout
        async with httpx.AsyncClient(
            headers=headers,
            timeout=httpx.Timeout(seconds, connect=min(seconds, _LONGEST_CONNECTING)),
            limits=httpx.Limits(max_connections=self.concurrency),
            follow_redirects=False,  # the key would go along
            trust_env=not self.address.local,  # of proxies
            # Certificates take longer to load than a short answer takes to come.
            verify=self.address.encrypted or not self.address.local,
        ) as client:
            yield Session(self, client)

    def run(self, work: "Callable[[Session], Awaitable[Value]]") -> Value:
        """Do something in a session of its own."""

        async def within() -> Value:
            async with self.open() as session:
                return await work(session)

        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(within())
        with ThreadPoolExecutor(1) as thread:  # a notebook has a loop of its own
            return thread.submit(lambda: asyncio.run(within())).result()

    def run_all(
        self,
        work: "Callable[[Session, Asked], Awaitable[Value]]",
        asked: Sequence[Asked],
        progress: Progress | None = None,
    ) -> list[Value]:
        """The results for all that is asked, in its order, so many at once as are allowed.

        The first error ends the rest at once and is raised; what was answered until then is not given out.
        """

        async def within(session: "Session") -> list[Value]:
            return await _all_of([partial(work, session, each) for each in asked], self, progress)

        return self.run(within) if asked else []


async def _all_of(
    works: Sequence[Callable[[], Awaitable[Value]]], connection: Connection, progress: Progress | None
) -> list[Value]:
    found: dict[int, Value] = {}
    waiting = iter(enumerate(works))

    async def worker() -> None:
        for place, work in waiting:
            found[place] = await work()
            if progress:
                progress(len(found), len(works))

    tasks = [asyncio.create_task(worker()) for _ in range(min(connection.concurrency, len(works)))]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return [found[place] for place in range(len(works))]


class _AgainError(Exception):
    """An attempt that failed and may not the next time."""

    def __init__(
        self, reason: str, remedy: str, status: int | None = None, wait: float | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy
        self.status = status
        self.wait = wait


class Session:
    """Connections to a server that are open now. Paths that begin with / lie below its root, others below
    its OpenAI services.
    """

    def __init__(self, connection: Connection, client: Any) -> None:
        self._connection = connection
        self._client = client

    async def get(self, path: str, read: Read[Value]) -> Value:
        """What `read` finds in the answer; RefusedError or UnansweredError (both EvalError) without one."""
        return await self._ask("GET", path, None, read)

    async def post(self, path: str, body: dict[str, Any], read: Read[Value]) -> Value:
        """As `get`, for a body of JSON. However often it is sent, one answer counts."""
        return await self._ask("POST", path, body, read)

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None, read: Read[Value]) -> Value:
        _, tenacity = _libraries()
        patience, connection = self._connection.patience, self._connection
        attempts = tenacity.AsyncRetrying(
            stop=tenacity.stop_after_attempt(patience.attempts),
            retry=tenacity.retry_if_exception_type(_AgainError),
            wait=lambda state: patience.wait(
                state.attempt_number, state.outcome.exception().wait, connection.draw
            ),
            before_sleep=self._tell,
            sleep=connection.sleep,
            reraise=True,
        )
        try:
            found: Value = await attempts(self._attempt, method, path, body, read)
        except _AgainError as error:
            count = f"in {patience.attempts} attempts" if patience.attempts > 1 else "in the only attempt"
            reason = f"no answer {count}, at last: {error.reason}"
            raise UnansweredError(self._place(path), reason, error.remedy, error.status) from error
        return found

    async def _attempt(self, method: str, path: str, body: dict[str, Any] | None, read: Read[Value]) -> Value:
        status, headers, content = await self._exchange(method, path, body)
        secrets = (self._connection.key, self._connection.key.rpartition(" ")[2])
        if 300 <= status < 400:
            raise self._redirected(path, status, headers.get("location", ""))
        if status >= 400:
            if not is_transient(status) or is_final(status, content):
                raise refusal(self._place(path), status, content, secrets)
            said = said_by(content, secrets)
            reason = f"HTTP {status}" + (f" ({said})" if said else "")
            remedy = _SLOW if status in (408, 425, 429) else _BROKEN
            raise _AgainError(reason, remedy, status, asked_wait(headers.get("retry-after")))
        try:
            return read(_values(content))
        except NotOfferedError as error:
            raise UnansweredError(self._place(path), str(error), _STRANGE, status) from error
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
            detail = str(error) if isinstance(error, UnusableError) else "it lacks what an answer must have"
            said = said_by(content, secrets) if b'"error"' in content else ""
            raise _AgainError(f"an answer that cannot be used: {said or detail}", _STRANGE, status) from error

    async def _exchange(self, method: str, path: str, body: dict[str, Any] | None) -> tuple[int, Any, bytes]:
        """Status, headers and the whole body of an answer; _AgainError without it, or too late."""
        httpx, _ = _libraries()
        address = self._connection.address
        url = f"{address.root}{path}" if path.startswith("/") else f"{address.api}/{path}"
        try:
            async with (
                # The library's own limits are for each piece: an answer that trickles would never be late.
                asyncio.timeout(self._connection.patience.timeout),
                self._client.stream(method, url, json=body) as response,
            ):
                content = bytearray()
                async for piece in response.aiter_bytes():
                    content += piece
                    if len(content) > _LARGEST_BODY:
                        raise EvalError(self._place(path), "an answer without end", _STRANGE)
                return response.status_code, response.headers, bytes(content)
        except (TimeoutError, httpx.TimeoutException) as error:
            reason = f"nothing came within {self._connection.patience.timeout:g} s"
            raise _AgainError(reason, _SLOW) from error
        except httpx.ConnectError as error:
            if "CERTIFICATE" in str(error).upper():
                reason = "its certificate is not trusted here"
                raise EvalError(self._place(path), reason, "set SSL_CERT_FILE to the issuer's") from error
            raise _AgainError("it cannot be reached", _ABSENT) from error
        except httpx.InvalidURL as error:
            raise EvalError(self._place(path), "it is no URL", _ABSENT) from error
        except httpx.HTTPError as error:
            raise _AgainError("the connection was cut", _BROKEN) from error

    def _redirected(self, path: str, status: int, target: str) -> EvalError:
        try:
            parts = urlsplit(target)
            target = f" to {parts.scheme}://{parts.hostname}" if parts.hostname else ""
        except ValueError:
            target = ""
        reason = f"it sends elsewhere{target}, and the key does not go along"
        return RefusedError(self._place(path), reason, "give the URL where the server is", status)

    def _place(self, path: str) -> str:
        return self._connection.address.api if not path.startswith("/") else self._connection.address.root

    def _tell(self, state: Any) -> None:
        reason, connection = state.outcome.exception().reason, self._connection
        if reason not in connection.told:
            connection.told.add(reason)
            connection.tell(f"{connection.address.root}: {reason}; asking again")


def _values(content: bytes) -> Any:
    try:
        return json.loads(content, parse_constant=_no_number)
    except UnusableError:
        raise
    except (ValueError, RecursionError) as error:
        raise UnusableError("it is no JSON") from error


def _no_number(text: str) -> Any:
    raise UnusableError(f"{text} stands where a number must")


def _libraries() -> tuple[Any, Any]:
    try:
        import httpx
        import tenacity
    except ImportError as error:
        reason = f"it needs the package {error.name}, which is not installed"
        raise EvalError("--model", reason, remedy(EVAL)) from error
    return httpx, tenacity
