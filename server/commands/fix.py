"""`mitgemeint fix`: rewrite texts, or show what would change."""

import argparse
from collections.abc import Iterable, Iterator
from difflib import unified_diff

from mitgemeint.analysis.edits import add_compatible, apply
from mitgemeint.analysis.findings import Edit, Finding
from mitgemeint.analysis.messages import Catalogue
from mitgemeint.server.analysing import Analysing
from mitgemeint.server.commands import inputs
from mitgemeint.server.commands.context import COULD_NOT_RUN, FOUND, NOTHING_FOUND, Context
from mitgemeint.server.encoding import encode
from mitgemeint.server.problems import Problem, ProblemError
from mitgemeint.server.reading import is_ordinary
from mitgemeint.server.writing import replace_content

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
        context.say(context.text("cli.fixed", files=changed))
    if context.failed:
        return COULD_NOT_RUN
    return FOUND if arguments.diff and changed else NOTHING_FOUND


def _fix(text: inputs.Text, context: Context, diff: bool) -> bool:
    """Rewrite one text; whether it changed."""
    if text.path and not diff and not is_ordinary(text.path):
        raise ProblemError(Problem("E109", {"path": text.path}))
    before = text.source.text
    after = _rewritten(text, context) if before else before
    if diff:
        context.output.write(
            "".join(_diff(text.source.name, before, after)).encode("utf-8", "surrogateescape")
        )
    elif text.path is None:
        context.output.write(encode(after, text.source.bom))
    elif after != before:
        replace_content(text.path, encode(before, text.source.bom), encode(after, text.source.bom))
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
        edits = first_suggestions(finding for finding in findings if text.loaded.tool.reports(finding.code))
        if not edits:
            break
        result = apply(result, edits)
    return result


def first_suggestions(findings: Iterable[Finding]) -> list[Edit]:
    """The edits of the first suggestions, leaving out those that meet the ones of an earlier finding and
    those that somebody must look at first.
    """
    chosen: list[Edit] = []
    for finding in findings:
        if finding.suggestions and finding.suggestions[0].automatic:
            add_compatible(finding.suggestions[0].edits, chosen)
    return chosen


def _diff(name: str, before: str, after: str) -> Iterator[str]:
    for line in unified_diff(_lines(before), _lines(after), name, name):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """Lines with their ends as `diff` and `patch` see them: only a line feed ends one."""
    return [line for line in text.replace("\n", "\n\0").split("\0") if line]
