"""Asks Git about a repository that need not be trusted: nothing that it configures is run.

Git can be told by a repository's own configuration to run programs: hooks, file system monitors, filters,
drivers of diffs, transports to fetch what is missing. So only commands are called that read commits, trees,
files of the past and the index, but never the working tree, and what they could run is switched off.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mitgemeint.server.details import of_os
from mitgemeint.server.problems import Key, Problem, ProblemError, shown_from_here

TIMEOUT = 60.0
"""Seconds that one call may take."""

SAFE = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.untrackedCache": "false",
    "diff.external": "",
    "diff.relative": "false",
    "protocol.allow": "never",
}
# What would lead to another repository (they are set in hooks), or change what Git says.
KEPT = ("GIT_CONFIG", "GIT_DISCOVERY_ACROSS_FILESYSTEM")
FATAL = "fatal: "
QUIET = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}


@dataclass(frozen=True, slots=True)
class Git:
    """The Git of this machine, in the repository whose working tree is `root`."""

    root: Path
    program: str
    environment: Mapping[str, str]

    @classmethod
    def at(cls, root: Path, environment: Mapping[str, str]) -> "Git":
        """Raises ProblemError (E405) where there is no Git."""
        program = _program(environment)
        if program is None:
            raise ProblemError(Problem("E405"))
        kept = {
            name: value
            for name, value in environment.items()
            if not name.startswith("GIT_") or name.startswith(KEPT)
        }
        # Git must not look for a repository above this one, where this one is broken.
        return cls(root, program, {**kept, **QUIET, "GIT_CEILING_DIRECTORIES": str(root.parent)})

    def ask(self, *arguments: str) -> bytes | None:
        """What Git answers, None where it has no answer. ProblemError (E409) if it cannot be asked."""
        done = self._run(arguments)
        return done.stdout if done.returncode == 0 else None

    def read(self, *arguments: str) -> bytes:
        """What Git answers; ProblemError (E409), with its own words, where it fails."""
        done = self._run(arguments)
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines() or [str(done.returncode)]
            line = next((line for line in said if line.startswith(FATAL)), said[0])  # warnings may come first
            raise self._problem(line.removeprefix(FATAL).rstrip("."))
        return done.stdout

    def _run(self, arguments: tuple[str, ...]) -> subprocess.CompletedProcess[bytes]:
        options = [word for name, value in SAFE.items() for word in ("-c", f"{name}={value}")]
        command = [self.program, "--no-pager", "-C", str(self.root), *options, *arguments]
        try:
            return subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=TIMEOUT,
                env=self.environment,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise self._problem(Key("git.timeout", {"seconds": round(TIMEOUT)})) from error
        except OSError as error:
            raise self._problem(of_os(error)) from error

    def _problem(self, reason: object) -> ProblemError:
        return ProblemError(Problem("E409", {"path": shown_from_here(self.root), "reason": reason}))


def _program(environment: Mapping[str, str]) -> str | None:
    """The program `git`, never one that lies in the folder we work in."""
    for folder in environment.get("PATH", os.defpath).split(os.pathsep):
        if os.path.isabs(folder):
            for name in ("git", "git.exe"):
                if found := shutil.which(os.path.join(folder, name)):
                    return found
    return None
