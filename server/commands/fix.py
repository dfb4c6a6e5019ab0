"""`mitgemeint fix`: rewrite texts, or show what would change."""

import argparse
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from difflib import unified_diff
from pathlib import Path

from mitgemeint.analysis.edits import apply, compatible
from mitgemeint.analysis.findings import Edit, Finding
from mitgemeint.analysis.messages import Catalogue
from mitgemeint.server.commands import inputs
from mitgemeint.server.commands.context import COULD_NOT_RUN, FOUND, NOTHING_FOUND, Analysing, Context
from mitgemeint.server.encoding import encode
from mitgemeint.server.problems import Problem, ProblemError

ROUNDS = 5


def add(parser: argparse.ArgumentParser, catalogue: Catalogue) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group(catalogue.text("help.arguments"))
    group.add_argument("paths", metavar="PATH", nargs="+", help=catalogue.text("help.fix-paths"))
    group = parser.add_argument_group(catalogue.text("help.output"))
    group.add_argument("--diff", action="store_true", help=catalogue.text("help.diff"))
    inputs.add_arguments(parser.add_argument_group(catalogue.text("help.settings")), catalogue)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Rewrite the texts; the exit status: 1 only where `--diff` shows changes."""
    reader = inputs.Inputs(arguments, context)
    prepared = reader.prepare()
    changed = 0
    for text in reader.texts(prepared):
        try:
            changed += _fix(text, context, arguments.diff)
        except ProblemError as error:
            context.tell(error.problem)
    if not arguments.diff and any(path for path, _ in prepared):
        print(context.text("cli.fixed", files=changed), file=context.err)
    if context.failed:
        return COULD_NOT_RUN
    return FOUND if arguments.diff and changed else NOTHING_FOUND


def _fix(text: inputs.Text, context: Context, diff: bool) -> bool:
    """Rewrite one text; whether it changed."""
    before = text.source.text
    after = _rewritten(text, context) if before else before
    if diff:
        context.output.write(
            "".join(_diff(text.source.name, before, after)).encode("utf-8", "surrogateescape")
        )
    elif text.path is None:
        context.output.write(encode(after, text.source.bom))
    elif after != before:
        write(text.path, encode(after, text.source.bom))
    context.output.flush()
    return after != before


def _rewritten(text: inputs.Text, context: Context) -> str:
    pipeline = context.pipeline(text.loaded.settings)
    try:
        return rewritten(pipeline, text)
    except Exception as error:
        values = {"path": text.source.name, "reason": f"{type(error).__name__}: {error}"}
        raise ProblemError(Problem("E901", values)) from error


def rewritten(pipeline: Analysing, text: inputs.Text) -> str:
    """The text with the first suggestion of every finding.

    Suggestions that meet in a text are applied in turns, each on the result of the turn before.
    """
    result = text.source.text
    for _ in range(ROUNDS):
        findings = pipeline.analyze(result, format=text.format).findings
        edits = first_suggestions(
            finding for finding in findings if text.loaded.tool.severity_of(finding.code) != "off"
        )
        if not edits:
            break
        result = apply(result, edits)
    return result


def first_suggestions(findings: Iterable[Finding]) -> list[Edit]:
    """The edits of the first suggestions, leaving out suggestions that meet those of an earlier finding."""
    chosen: list[Edit] = []
    for finding in findings:
        edits = finding.suggestions[0].edits if finding.suggestions else ()
        if compatible(edits, chosen):
            chosen += [edit for edit in edits if edit not in chosen]
    return chosen


def write(path: Path, data: bytes) -> None:
    """Replace a file's content in one step, keeping its mode; raises ProblemError.

    Whatever happens, either the old or the new content is there. Links stay links.
    """
    target = Path(os.path.realpath(path))
    if not target.is_file():
        raise ProblemError(Problem("E109", {"path": path}))
    temporary: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
            temporary = Path(file.name)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(target, temporary)
        _keep_owner(target, temporary)
        os.replace(temporary, target)
    except OSError as error:
        raise ProblemError(Problem("E107", {"path": path, "reason": error.strerror or error})) from error
    finally:
        if temporary:
            temporary.unlink(missing_ok=True)


def _keep_owner(target: Path, temporary: Path) -> None:
    """Give the new file the owner of the old one where the system lets us."""
    if hasattr(os, "chown"):
        status = target.stat()
        with suppress(OSError):
            os.chown(temporary, status.st_uid, status.st_gid)


def _diff(name: str, before: str, after: str) -> Iterator[str]:
    for line in unified_diff(_lines(before), _lines(after), name, name):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """Lines with their ends as `diff` and `patch` see them: only a line feed ends one."""
    return [line for line in text.replace("\n", "\n\0").split("\0") if line]
