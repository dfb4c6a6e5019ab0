"""`mitgemeint fix`: rewrite texts, on standard output or in place, or show what would change."""

import argparse
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from enum import StrEnum
from itertools import accumulate

from mitgemeint.analysis.edits import add_compatible, apply
from mitgemeint.analysis.findings import Edit, Finding, Suggestion
from mitgemeint.analysis.messages import Catalogue
from mitgemeint.server.analysing import Analysing
from mitgemeint.server.changes import Changes
from mitgemeint.server.commands import inputs, narrowing
from mitgemeint.server.commands.context import COULD_NOT_RUN, FOUND, NOTHING_FOUND, Context
from mitgemeint.server.encoding import encode
from mitgemeint.server.files import Source
from mitgemeint.server.problems import Problem, ProblemError
from mitgemeint.server.reading import is_ordinary
from mitgemeint.server.sentences import Span, Spans
from mitgemeint.server.writing import replace_content

ROUNDS = 5


class Target(StrEnum):
    """Where the rewritten texts go."""

    OUTPUT = "output"
    DIFF = "diff"
    FILES = "files"


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A rewritten text; `left` counts the findings in it that nothing could be applied to by itself."""

    text: str
    left: int = 0


def add(parser: argparse.ArgumentParser, catalogue: Catalogue) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group(catalogue.text("help.arguments"))
    group.add_argument("paths", metavar="PATH", nargs="+", help=catalogue.text("help.fix-paths"))
    group = parser.add_argument_group(catalogue.text("help.output")).add_mutually_exclusive_group()
    group.add_argument("--diff", action="store_true", help=catalogue.text("help.diff"))
    group.add_argument("--write", action="store_true", help=catalogue.text("help.write"))
    group = parser.add_argument_group(catalogue.text("help.narrowing"))
    narrowing.add_diff_base(group, catalogue)
    inputs.add_arguments(parser.add_argument_group(catalogue.text("help.settings")), catalogue)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Rewrite the texts; the exit status: 1 only where `--diff` shows changes."""
    target = Target.DIFF if arguments.diff else Target.FILES if arguments.write else Target.OUTPUT
    reader = inputs.Inputs(arguments, context)
    prepared = reader.prepare()
    if target is Target.OUTPUT and len(prepared) > 1:
        detail = context.text("usage.several", count=len(prepared))
        raise ProblemError(Problem("E001", {"detail": detail, "command": "mitgemeint fix"}))
    changes = narrowing.changes_of(arguments, context, prepared)
    changed = left = 0
    for text in reader.texts(prepared):
        try:
            result = _fix(text, context, target, changes)
        except ProblemError as error:
            context.tell(error.problem)
            continue
        changed += result.text != text.source.text
        left += result.left
    if target is Target.FILES and any(path for path, _ in prepared):
        context.say(context.text("cli.fixed", files=changed))
    if left:
        context.say(context.text("cli.left", findings=left))
    if context.failed:
        return COULD_NOT_RUN
    return FOUND if target is Target.DIFF and changed else NOTHING_FOUND


def _fix(text: inputs.Text, context: Context, target: Target, changes: Changes | None) -> Rewritten:
    """Rewrite one text. What comes on standard input goes to standard output, unless as a diff."""
    path = text.path if target is Target.FILES else None
    if path and not is_ordinary(path):
        raise ProblemError(Problem("E109", {"path": path}))
    before, mark = text.source.text, text.source.bom
    result = _rewritten(text, context, changes) if before else Rewritten(before)
    if target is Target.DIFF:
        shown = "".join(_diff(text.source, result.text))
        context.output.write(shown.encode("utf-8", "surrogateescape"))
    elif path is None:
        context.output.write(encode(result.text, mark))
    elif result.text != before:
        replace_content(path, encode(before, mark), encode(result.text, mark))
    context.output.flush()
    return result


def _rewritten(text: inputs.Text, context: Context, changes: Changes | None) -> Rewritten:
    lines = changes.lines(text.source) if changes else None
    if lines is not None and not lines:
        return Rewritten(text.source.text)
    pipeline = context.pipeline(text.loaded.settings)
    try:
        spans = None if lines is None else narrowing.changed_spans(text.source.text, text.format, lines)
        return rewritten(pipeline, text, spans)
    except Exception as error:
        values = {"path": text.source.name, "reason": f"{type(error).__name__}: {error}"}
        raise ProblemError(Problem("E901", values)) from error


def rewritten(pipeline: Analysing, text: inputs.Text, within: Iterable[Span] | None = None) -> Rewritten:
    """The text with the first suggestion of every finding that may be applied by itself.

    Suggestions that meet in a text are applied in turns, each on the result of the turn before. What a turn
    has written is never rewritten again, so that no ending is added twice. `within` limits all that to
    findings that touch these spans.
    """
    open_spans = [(0, len(text.source.text))] if within is None else list(within)
    result, left = text.source.text, 0
    written: list[Span] = []
    for _ in range(ROUNDS):
        findings = pipeline.analyze(result, format=text.format).findings
        spans = Spans(open_spans)
        wanted = [
            finding
            for finding in findings
            if text.loaded.tool.reports(finding.code, finding.reference)
            and spans.hit(finding.start, finding.end)
            and not _is_written(finding, written)
        ]
        left = sum(_first(finding) is None for finding in wanted)
        edits = first_suggestions(wanted)
        if not edits:
            break
        written = _moved(written, edits) + _new(edits)
        open_spans = _moved(open_spans, edits)
        result = apply(result, edits)
    return Rewritten(result, left)


def _is_written(finding: Finding, written: Iterable[Span]) -> bool:
    return any(start <= finding.start and finding.end <= end for start, end in written)


def _new(edits: Iterable[Edit]) -> list[Span]:
    """Where the new texts of the edits stand once all are made."""
    spans: list[Span] = []
    shift = 0
    for edit in sorted(edits):
        start = edit.start + shift
        spans.append((start, start + len(edit.new_text)))
        shift += len(edit.new_text) - (edit.end - edit.start)
    return spans


def _moved(spans: Iterable[Span], edits: Iterable[Edit]) -> list[Span]:
    """Where older spans stand once the edits are made; one that is edited grows or shrinks with it."""
    ordered = sorted(edits)
    growth = [0, *accumulate(len(edit.new_text) - (edit.end - edit.start) for edit in ordered)]
    starts, ends = [edit.start for edit in ordered], [edit.end for edit in ordered]
    return [
        (start + growth[bisect_right(ends, start)], end + growth[bisect_left(starts, end)])
        for start, end in spans
    ]


def first_suggestions(findings: Iterable[Finding]) -> list[Edit]:
    """The edits of the first suggestions that nobody must look at before, leaving out those that meet the
    ones of an earlier finding.
    """
    chosen: list[Edit] = []
    for finding in findings:
        if suggestion := _first(finding):
            add_compatible(suggestion.edits, chosen)
    return chosen


def _first(finding: Finding) -> Suggestion | None:
    """The best suggestion that may be applied by itself."""
    return next((suggestion for suggestion in finding.suggestions if suggestion.automatic), None)


def _diff(source: Source, after: str) -> Iterator[str]:
    """A unified diff; after a name with spaces stands a tab, as `patch` and `git apply` want it."""
    name = source.name + "\t" if " " in source.name else source.name
    mark = "\ufeff" if source.bom else ""
    before, changed = _lines(mark + source.text), _lines(mark + after)
    for line in unified_diff(before, changed, name, name):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """Lines with their ends as `diff` and `patch` see them: only a line feed ends one."""
    return [line for line in text.replace("\n", "\n\0").split("\0") if line]
