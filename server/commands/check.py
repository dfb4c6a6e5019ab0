"""`mitgemeint check`: findings in files, folders and standard input."""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import version

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.server.analysing import Analysing
from mitgemeint.server.changes import Changes
from mitgemeint.server.commands import inputs, narrowing
from mitgemeint.server.commands.context import COULD_NOT_RUN, FOUND, NOTHING_FOUND, Context
from mitgemeint.server.formats.github_report import GithubReport
from mitgemeint.server.formats.json_report import JsonLinesReport, JsonReport
from mitgemeint.server.formats.report import Checked, Report
from mitgemeint.server.formats.sarif_report import SarifReport
from mitgemeint.server.formats.text_report import TextReport, wants_colour
from mitgemeint.server.positions import LineIndex
from mitgemeint.server.problems import Problem, ProblemError

REPORTS: dict[str, Callable[[Context, argparse.Namespace], Report]] = {
    "text": lambda context, arguments: TextReport(
        context.out,
        context.catalogue,
        wants_colour(context.out, context.environment),
        arguments.explain_ranking,
        arguments.explain,
        arguments.write_baseline,
    ),
    "json": lambda context, arguments: JsonReport(context.out, arguments.explain_ranking),
    "jsonl": lambda context, arguments: JsonLinesReport(context.out, arguments.explain_ranking),
    "sarif": lambda context, _: SarifReport(context.out, context.catalogue, version("mitgemeint")),
    "github": lambda context, arguments: GithubReport(context.out, context.catalogue, arguments.explain),
}
# The formats that can explain the ranking; what `--explain` adds, JSON and SARIF always say.
RANKING = ("text", "json", "jsonl")


def add(parser: argparse.ArgumentParser, catalogue: Catalogue) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group(catalogue.text("help.arguments"))
    group.add_argument(
        "paths", metavar="PATH", nargs="*", default=["."], help=catalogue.text("help.check-paths")
    )
    group = parser.add_argument_group(catalogue.text("help.output"))
    group.add_argument("--format", choices=REPORTS, default="text", help=catalogue.text("help.format"))
    group.add_argument("--each-line", action="store_true", help=catalogue.text("help.each-line"))
    group.add_argument("--explain", action="store_true", help=catalogue.text("help.explain-findings"))
    group.add_argument("--explain-ranking", action="store_true", help=catalogue.text("help.explain-ranking"))
    group.add_argument("--exit-zero", action="store_true", help=catalogue.text("help.exit-zero"))
    group = parser.add_argument_group(catalogue.text("help.narrowing"))
    narrowing.add_baseline(group, catalogue)
    narrowing.add_diff_base(group, catalogue)
    inputs.add_arguments(parser.add_argument_group(catalogue.text("help.settings")), catalogue)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Check the texts and write the report; the exit status."""
    if arguments.explain_ranking and arguments.format not in RANKING:
        detail = context.text("usage.ranking", format=arguments.format)
        raise ProblemError(Problem("E001", {"detail": detail, "command": "mitgemeint check"}))
    reader = inputs.Inputs(arguments, context)
    prepared = reader.prepare()
    checker = _Checker(
        context,
        arguments.each_line,
        narrowing.Baselines.of(arguments, context, prepared),
        narrowing.changes_of(arguments, context, prepared),
    )
    report = REPORTS[arguments.format](context, arguments)
    found = False
    for text in reader.texts(prepared):
        for checked in checker.checked(text):
            found = found or bool(checked.findings)
            report.add(checked)
        context.out.flush()
    checker.baselines.close(context)
    report.close(context.problems)
    if context.failed:
        return COULD_NOT_RUN
    return FOUND if found and not arguments.exit_zero else NOTHING_FOUND


@dataclass(frozen=True, slots=True)
class _Checker:
    """Finds in texts what counts. `changes` is None where all lines do."""

    context: Context
    each_line: bool
    baselines: narrowing.Baselines
    changes: Changes | None

    def checked(self, text: inputs.Text) -> Iterator[Checked]:
        """The findings of a text, or of each of its lines. An error of ours costs this text only."""
        empty = Checked(text.source.name, text.format, text.source.text, (), text.loaded.tool)
        if not text.source.text:
            self.baselines.done(text)
            yield from () if self.each_line else (empty,)
            return
        parts = _lines(empty) if self.each_line else (empty,)
        try:
            lines = self.changes.lines(text.source) if self.changes else None
        except ProblemError as error:
            self.context.tell(error.problem)
            return
        if lines is not None and not lines:
            yield from parts
            return
        pipeline = self.context.pipeline(text.loaded.settings)
        try:
            for part in parts:
                new = self.baselines.new(text, _with_findings(part, pipeline))
                yield narrowing.only_changed(new, lines)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            self.context.tell(Problem("E901", {"path": text.source.name, "reason": reason}))
        else:
            self.baselines.done(text)


def _with_findings(part: Checked, pipeline: Analysing) -> Checked:
    analysis = pipeline.analyze(part.text, format=part.format)
    wanted = (entry for entry in analysis.findings if part.tool.reports(entry.code, entry.reference))
    return replace(part, findings=tuple(wanted))


def _lines(whole: Checked) -> Iterator[Checked]:
    """Each line as a text of its own; what follows the last line end counts only if it is not empty."""
    index = LineIndex(whole.text)
    for line in range(index.line_count):
        start, end = index.line_span(line)
        if line < index.line_count - 1 or end > start:
            yield replace(whole, text=whole.text[start:end], first_line=line)
