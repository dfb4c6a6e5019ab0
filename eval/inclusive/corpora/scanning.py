"""Works on the chunks of a corpus on many cores, and gives the results in the order of the chunks."""

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, TypeVar

from mitgemeint.eval.inclusive.corpora.chunks import Chunk
from mitgemeint.eval.problems import EvalError

Result = TypeVar("Result")
Worker = Callable[[Chunk], Result]

CHUNKS_A_PART = 16
"""Chunks after which a long run saves what it has found: about 16 MB of text, seconds of work."""

AHEAD = 2
"""Chunks that wait for each process: enough to keep it busy, and few enough to stay small."""


def scan(chunks: Iterable[Chunk], start: Callable[[], Worker[Result]], jobs: int) -> Iterator[Result]:
    """What the worker makes of each chunk, in the order of the chunks.

    `start` makes the worker, once in each process; with one job everything is done in this process. What
    `start` and the worker are made of must be known to other processes by name (no lambdas).
    """
    if jobs == 1:
        yield from map(start(), chunks)
        return
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin, (start,))
    try:
        yield from _in_order(pool, chunks, jobs * AHEAD)
    except BrokenProcessPool as error:
        reason = "a process was ended from outside, perhaps for want of memory"
        raise EvalError("--jobs", reason, "the same command with fewer jobs goes on") from error
    finally:
        pool.shutdown(cancel_futures=True)


def scan_in_parts(
    chunks: Iterable[Chunk],
    start: Callable[[], Worker[Result]],
    jobs: int,
    done: int = 0,
    advance: Callable[[], None] = lambda: None,
) -> Iterator[list[Result]]:
    """The same from the chunk number `done` on, the results of `CHUNKS_A_PART` chunks at once.

    `advance` is called after each chunk.
    """
    results = scan(islice(chunks, done, None), start, jobs)
    while part := list(islice(_told(results, advance), CHUNKS_A_PART)):
        yield part


def _told(results: Iterator[Result], advance: Callable[[], None]) -> Iterator[Result]:
    for result in results:
        advance()
        yield result


def _in_order(pool: ProcessPoolExecutor, chunks: Iterable[Chunk], most: int) -> Iterator[Any]:
    waiting: deque[Future[Any]] = deque()
    for chunk in chunks:
        waiting.append(pool.submit(_work_on, chunk))
        if len(waiting) >= most:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


_worker: Callable[[Chunk], Any] | None = None
"""What this process does with chunks: a process of a pool keeps it from its beginning on."""


def _begin(start: Callable[[], Callable[[Chunk], Any]]) -> None:
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends the others
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _worker = start()


def _end_with_parent() -> None:
    """Where the first process is killed, nobody else would tell the others."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def _work_on(chunk: Chunk) -> Any:
    assert _worker is not None
    return _worker(chunk)
