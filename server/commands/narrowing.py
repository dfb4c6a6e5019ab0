"""Which findings of a run count: those that a baseline does not hold, those on changed lines."""

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.server.baseline import Baseline
from mitgemeint.server.changes import Changes
from mitgemeint.server.commands.context import Context
from mitgemeint.server.commands.inputs import Text
from mitgemeint.server.config import LoadedSettings
from mitgemeint.server.formats.report import Checked
from mitgemeint.server.known_findings import KnownFindings
from mitgemeint.server.positions import LineIndex
from mitgemeint.server.problems import Problem, ProblemError, shown_from_here
from mitgemeint.server.sentences import Sentences, Span, Spans

Prepared = Iterable[tuple[Path | None, LoadedSettings]]


def add_baseline(parser: argparse._ActionsContainer, catalogue: Catalogue) -> None:
    """The arguments about baselines."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--baseline", metavar="FILE", help=catalogue.text("help.baseline"))
    which.add_argument(
        "--no-baseline",
        dest="baseline",
        action="store_const",
        const="",
        help=catalogue.text("help.no-baseline"),
    )
    change = parser.add_mutually_exclusive_group()
    change.add_argument("--write-baseline", action="store_true", help=catalogue.text("help.write-baseline"))
    change.add_argument("--prune-baseline", action="store_true", help=catalogue.text("help.prune-baseline"))


def add_diff_base(parser: argparse._ActionsContainer, catalogue: Catalogue) -> None:
    """The argument that limits a run to changed lines."""
    parser.add_argument("--diff-base", metavar="REV", help=catalogue.text("help.diff-base"))


def changes_of(arguments: argparse.Namespace, context: Context, prepared: Prepared) -> Changes | None:
    """What has changed since `--diff-base`, None without it; ProblemError where that cannot be told."""
    if arguments.diff_base is None:
        return None
    changes = Changes(arguments.diff_base, context.environment)
    for path, _ in prepared:
        name = str(path) if path else arguments.stdin_filename
        if not name:
            detail = context.text("usage.diff-base-stdin")
            raise ProblemError(
                Problem("E001", {"detail": detail, "command": f"mitgemeint {arguments.command}"})
            )
        changes.prepare(name)
    return changes


def changed_spans(text: str, format: str, lines: frozenset[int], first_line: int = 0) -> Iterator[Span]:
    """The spans of a text in which findings count: its changed lines, and the sentences that touch them.

    `lines` count from the begin of the file, `first_line` of them stand before the text.
    """
    index = LineIndex(text)
    own = {line for line in range(index.line_count) if line + first_line in lines}
    yield from (index.line_span(line) for line in own)
    yield from Sentences(text, format).touching(own, index)


@dataclass(slots=True)
class Baselines:
    """The baselines of a run by their files: texts of several projects can have several."""

    renewed: bool
    pruned: bool
    _known: dict[Path, KnownFindings] = field(default_factory=dict)

    @classmethod
    def of(cls, arguments: argparse.Namespace, context: Context, prepared: Prepared) -> "Baselines":
        """Read the baselines; ProblemError if one is broken, missing or not named."""
        baselines = cls(arguments.write_baseline, arguments.prune_baseline)
        for _, loaded in prepared:
            file = loaded.tool.baseline
            if file and file not in baselines._known:
                baseline = Baseline.read(file, may_be_missing=baselines.renewed)
                baselines._known[file] = KnownFindings(baseline)
        _check(arguments, context, bool(baselines._known))
        return baselines

    def new(self, text: Text, checked: Checked) -> Checked:
        """A text with those findings that are not known, which are none where they become known now."""
        known = self._of(text)
        if known is None:
            return checked
        new = known.new(checked)
        return replace(new, findings=()) if self.renewed else new

    def done(self, text: Text) -> None:
        """A text has been checked to its end."""
        if known := self._of(text):
            known.done(text.source.name)

    def close(self, context: Context) -> None:
        """Write what is to be written, and tell what was left out and what has gone."""
        for known in self._known.values():
            try:
                self._close(known, context)
            except ProblemError as error:
                context.tell(error.problem)

    def _of(self, text: Text) -> KnownFindings | None:
        file = text.loaded.tool.baseline
        return self._known[file] if file else None

    def _close(self, known: KnownFindings, context: Context) -> None:
        path = shown_from_here(known.baseline.file)
        counts = known.renewed() if self.renewed else known.pruned() if self.pruned else None
        if counts is not None:
            known.baseline.write(counts)
            context.say(context.text("cli.baseline-written", path=path, findings=sum(counts.values())))
        if known.left_out and not self.renewed:
            context.tell(Problem("N403", {"path": path, "count": known.left_out}))
        if known.gone and counts is None:
            context.tell(Problem("W404", {"path": path, "count": known.gone}))


def _check(arguments: argparse.Namespace, context: Context, named: bool) -> None:
    """Whether the arguments go together."""
    option = "--write-baseline" if arguments.write_baseline else "--prune-baseline"
    if not (arguments.write_baseline or arguments.prune_baseline):
        return
    key = "" if named else "usage.no-baseline"
    if arguments.write_baseline and arguments.diff_base is not None:
        key = "usage.part-of-baseline"
    if key:
        detail = context.text(key, option=option)
        raise ProblemError(Problem("E001", {"detail": detail, "command": "mitgemeint check"}))


def only_changed(checked: Checked, lines: frozenset[int] | None) -> Checked:
    """The text with those findings that count; None for the lines: all of them."""
    if lines is None or not checked.findings:
        return checked
    spans = Spans(changed_spans(checked.text, checked.format, lines, checked.first_line))
    wanted = tuple(finding for finding in checked.findings if spans.hit(finding.start, finding.end))
    return replace(checked, findings=wanted)
