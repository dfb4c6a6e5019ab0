"""The one thread that analyses: beside the event loop, so that the server always answers."""

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class Worker(Executor):
    """Runs jobs one after the other in a thread of its own.

    The thread is a daemon, unlike those of `ThreadPoolExecutor`: a document in work must not keep
    the process alive when the client has gone. Jobs that are cancelled before their turn never run.
    """

    def __init__(self, name: str) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._open = True
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Put a job at the end of the line; RuntimeError after `shutdown`."""
        if not self._open:
            raise RuntimeError("the worker is shut down")
        future: Future[Any] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = fn(*args, **kwargs)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self._jobs.put(run)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more jobs. With `wait`, return when those in the line are done."""
        self._open = False
        self._jobs.put(None)
        if wait:
            self._thread.join()

    def stop(self, patience: float) -> bool:
        """Shut down and wait at most `patience` seconds; whether the thread has ended by then."""
        self.shutdown(wait=False)
        self._thread.join(patience)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
            del job
            time.sleep(0)  # let the event loop have the interpreter between two jobs
