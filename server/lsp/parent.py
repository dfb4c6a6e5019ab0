"""Watches the client's process: when it dies without a word, nobody needs the server any more."""

import asyncio
import os
import sys

INTERVAL = 3.0
"""Seconds between two looks."""

STILL_ACTIVE = 259
PROCESS_QUERY_LIMITED_INFORMATION = 0x1000


async def gone(pid: int, interval: float = INTERVAL) -> None:
    """Return when no process `pid` runs any more."""
    while is_running(pid):
        await asyncio.sleep(interval)


def is_running(pid: int) -> bool:
    """Whether a process `pid` runs; True as well where it cannot be told."""
    if pid <= 0:
        return True
    return _runs_on_windows(pid) if sys.platform == "win32" else _runs_on_posix(pid)


def _runs_on_posix(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it runs, but belongs to somebody else
        return True
    return True


def _runs_on_windows(pid: int) -> bool:
    """`os.kill` would end the process on Windows, so its exit code is asked for instead."""
    import ctypes

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - the attribute exists on Windows only
    handle = kernel.OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, False, pid)
    if not handle:
        return False
    code = ctypes.c_ulong()
    known = kernel.GetExitCodeProcess(handle, ctypes.byref(code))
    kernel.CloseHandle(handle)
    return not known or code.value == STILL_ACTIVE
