"""What the commands that read corpora have in common: their options, and how far they have come."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from mitgemeint.eval.files import check_file, replacing
from mitgemeint.eval.inclusive.corpora.chunks import Chunk, Course, Cutting, Format, Per, chunks
from mitgemeint.eval.inclusive.corpora.opening import Source, find_sources
from mitgemeint.eval.inclusive.corpora.texts import NO_TEXT, Layout
from mitgemeint.eval.inclusive.corpora.unfinished import State
from mitgemeint.eval.problems import EvalError, readable
from mitgemeint.eval.progress import Bars
from mitgemeint.eval.provenance import provenance

_GERMAN = "äöüÄÖÜß"
_MEGABYTE = 1_000_000
_MOST_JOBS = 256


def add_options(parser: argparse.ArgumentParser, corpora: str = "") -> None:
    """The corpora, how they are read, and on how many cores.

    Corpora are arguments that are needed, or come with the option `corpora` where that is given.
    """
    name: dict[str, Any] = {"dest": "corpora", "default": []} if corpora else {}
    parser.add_argument(
        corpora or "corpora",
        nargs="+",
        metavar="CORPUS",
        help="files and folders of plain text, JSON lines or WET files, packed (gz, bz2, xz, zst) or not; "
        "- for standard input",
        **name,
    )
    parser.add_argument(
        "--format",
        type=Format,
        choices=list(Format),
        help="what the files hold (default: what their content says; warc is for WET files)",
    )
    parser.add_argument(
        "--text-per",
        type=Per,
        choices=list(Per),
        help="what a text is (default: a paragraph of plain text; a whole line of JSON, a whole page)",
    )
    parser.add_argument("--field", default="", metavar="NAME", help="the field of JSON lines with the text")
    parser.add_argument("--url-field", default="", metavar="NAME", help="the field with its address")
    parser.add_argument("--date-field", default="", metavar="NAME", help="the field with its date")
    parser.add_argument("--encoding", default="utf-8", metavar="NAME", help="of the texts (default utf-8)")
    parser.add_argument(
        "--jobs", type=int, default=_cores(), metavar="N", help="processes (default: one for each core)"
    )


def _cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def layout(arguments: argparse.Namespace) -> Layout:
    """How records are read; EvalError for an encoding that cannot be cut between bytes, or is none."""
    try:
        fits = "\n ".encode(arguments.encoding) == b"\n " and _writes_german(arguments.encoding)
    except (LookupError, UnicodeError, ValueError):
        fits = False
    if not fits:
        reason = f"{arguments.encoding!r} is no encoding for German with the line ends of ASCII"
        raise EvalError("--encoding", reason, "name one such as latin-1, or convert the files to UTF-8")
    return Layout(arguments.field, arguments.url_field, arguments.date_field, arguments.encoding)


def _writes_german(encoding: str) -> bool:
    """Whether an encoding has umlauts, as bytes that no letter of ASCII has: none that switches (UTF-7)."""
    written = _GERMAN.encode(encoding)
    return written.decode(encoding) == _GERMAN and all(byte >= 0x80 for byte in written)


def checked_jobs(arguments: argparse.Namespace) -> int:
    """The number of processes; EvalError for none or too many."""
    if not 1 <= arguments.jobs <= _MOST_JOBS:
        reason = f"{arguments.jobs} is no number of processes"
        raise EvalError("--jobs", reason, f"give one from 1 to {_MOST_JOBS}")
    return int(arguments.jobs)


class Reading:
    """The corpora of a command, with a bar that shows how much of them has been read."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        check_file(arguments.out)
        self.sources = _without_results(find_sources(arguments.corpora), arguments.out)
        self._cutting = Cutting(arguments.format, arguments.text_per)
        self._name = str(arguments.command_name)
        self._course = Course()
        self._bars = Bars()

    @contextmanager
    def chunks(self) -> Iterator[Iterable[Chunk]]:
        """The chunks; a bar goes with them where it is known how many there are."""
        total = sum(source.size for source in self.sources)
        if total:
            self._bars.begin(self._name, "megabytes", -(-total // _MEGABYTE))
        try:
            yield chunks(self.sources, self._cutting, self._course)
        finally:
            self._bars.end()

    def advance(self) -> None:
        """Moves the bar."""
        self._bars.advance(self._course.done // _MEGABYTE)

    @property
    def can_be_read_again(self) -> bool:
        """Whether nothing comes from standard input, so that a run can go on where it was."""
        return all(source.path for source in self.sources)

    def fingerprint(self, *settings: object) -> str:
        """Equal for equal settings and corpora that have not changed."""
        state = [settings, self._cutting, *map(_state, self.sources)]
        return sha256(repr(state).encode("utf-8", "backslashreplace")).hexdigest()

    def summary(self, counts: Mapping[str, int], notes: Sequence[str]) -> Iterator[str]:
        """What was read and what was not; EvalError where nothing was."""
        if notes and not counts.get("texts"):
            place, _, reason = notes[0].rpartition(": ")
            raise EvalError(place, reason, "see the options --format, --field and --encoding")
        megabytes = counts.get("bytes", 0) / _MEGABYTE
        yield f"{counts.get('texts', 0):,} texts read, {megabytes:,.1f} MB"
        if self._course.passed_over:
            yield f"{self._course.passed_over:,} files without text passed over"
        if counts.get("unreadable"):
            yield f"{counts['unreadable']:,} records could not be read: {'; '.join(notes)}"
        if any(NO_TEXT in note for note in notes):
            yield "Name the field that holds the text with --field"

    def provenance(self, state: State, **settings: Any) -> dict[str, Any]:
        """What is written beside the result."""
        return {
            "provenance": provenance(),
            "settings": settings,
            "corpora": [{"name": source.name, "bytes": source.size} for source in self.sources],
            "counts": dict(sorted(state.counts.items())),
            "unreadable": list(state.notes),
        }


def _without_results(sources: Sequence[Source], out: Path) -> list[Source]:
    """The sources but for what the command itself has written into a folder of them.

    EvalError where the result would take the place of a corpus that was named.
    """
    own = {out.absolute(), _beside(out).absolute()}
    if out.exists() and any(each.named and each.path and each.path.samefile(out) for each in sources):
        raise EvalError(readable(str(out)), "is the corpus itself", "name another file with --out")
    return [each for each in sources if each.named or not each.path or each.path.absolute() not in own]


def _beside(out: Path) -> Path:
    return out.with_name(f"{out.name}.provenance.json")


def _state(source: Source) -> tuple[str, int, int]:
    return (source.name, source.size, source.path.stat().st_mtime_ns if source.path else 0)


def write_lines(path: Path, lines: Iterable[str], provenance_of_it: Mapping[str, Any]) -> int:
    """Writes a result whole or not at all, and beside it how it came about; how many lines there are."""
    number = 0
    try:
        with replacing(path) as file, replacing(_beside(path)) as note:
            for line in lines:
                file.write((line + "\n").encode("utf-8"))
                number += 1
            note.write((json.dumps(provenance_of_it, ensure_ascii=False, indent=1) + "\n").encode("utf-8"))
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise EvalError(readable(str(path)), reason, "name another file with --out") from error
    return number


def tell(lines: Iterable[str], show: Callable[..., None] = print) -> None:
    """Lines for the person who waits."""
    for line in lines:
        show(line, file=sys.stderr)
