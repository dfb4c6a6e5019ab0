"""Findings for people: the place, the line with a mark, the reason, and the rewritten sentences."""

import os
from collections.abc import Mapping, Sequence
from typing import TextIO

from mitgemeint.analysis.findings import Finding, Ranking, Suggestion
from mitgemeint.analysis.messages import Catalogue, notation_name
from mitgemeint.server.formats.columns import excerpt, visible, width
from mitgemeint.server.formats.report import SHOWN, Checked, assessment
from mitgemeint.server.positions import Encoding, LineIndex
from mitgemeint.server.problems import Problem, printable

# Columns for the excerpt of a line and for labels.
ROOM, LABEL = 100, 44
STYLES = {"place": "1", "code": "36", "mark": "1;33", "label": "32", "faint": "2"}


class TextReport:
    """Readable text, written at once; in colour if `colour`.

    With `ranking` all suggestions are written out, each with the parts of its ranking; `explain` adds to
    every finding whom it means, how certain that is, and its severity. `silent`: nothing is reported, for the
    findings become known ones.
    """

    def __init__(
        self,
        out: TextIO,
        catalogue: Catalogue,
        colour: bool,
        ranking: bool = False,
        explain: bool = False,
        silent: bool = False,
    ) -> None:
        self._out = out
        self._catalogue = catalogue
        self._colour = colour
        self._with_ranking = ranking
        self._explain = explain
        self._silent = silent
        self._files: set[str] = set()
        self._found = 0

    def add(self, checked: Checked) -> None:
        """Write the findings of one text."""
        index = checked.index
        self._files.add(checked.path)
        self._found += len(checked.findings)
        for finding in checked.findings:
            self._out.write("\n".join(self._lines(checked, finding, index)) + "\n\n")

    def close(self, problems: Sequence[Problem]) -> None:
        """Write how much was found, unless nothing could be checked."""
        if self._files and not self._silent:
            key = "cli.found" if self._found else "cli.found-nothing"
            values = {"findings": self._found, "files": len(self._files)}
            self._out.write(self._catalogue.text(key, **values) + "\n")

    def _lines(self, checked: Checked, finding: Finding, index: LineIndex) -> list[str]:
        line, column = index.position(finding.start, Encoding.UTF32)
        number = checked.first_line + line + 1
        place = f"{printable(checked.path)}:{number}:{column + 1}"
        head = (
            f"{self._styled('place', place)}: {self._styled('code', finding.code)} {visible(finding.message)}"
        )
        lines = [head, *self._source(finding, index, number)]
        if finding.reason:
            lines.append(f"  {self._catalogue.text('cli.reason', reason=visible(finding.reason))}")
        if self._explain:
            lines.append(f"  {self._assessment(checked, finding)}")
        return lines + self._suggestions(finding)

    def _assessment(self, checked: Checked, finding: Finding) -> str:
        text = self._catalogue.text
        return f"{assessment(text, finding)}; {text('cli.severity', severity=checked.severity_of(finding))}"

    def _source(self, finding: Finding, index: LineIndex, number: int) -> list[str]:
        """The line of the finding and the mark below; a finding over a line end is marked to it."""
        start, end = index.line_span(index.line_of(finding.start))
        shown = excerpt(index.text[start:end], finding.start - start, min(finding.end, end) - start, ROOM)
        gutter = f"  {number} | "
        mark = self._styled("mark", "^" * shown.length)
        return [f"{self._styled('faint', gutter)}{shown.text}", " " * (len(gutter) + shown.indent) + mark]

    def _suggestions(self, finding: Finding) -> list[str]:
        count = len(finding.suggestions) if self._with_ranking else SHOWN
        shown, rest = written_out(finding.suggestions, count)
        if not shown:
            return [f"  {self._styled('faint', self._catalogue.text('cli.no-suggestion'))}"]
        names = [self._notation_to_check(suggestion) for suggestion in shown]
        labels = [visible(suggestion.label) for suggestion in shown]
        column = max((width(name) for name in names), default=0)
        room = min(LABEL, max((width(label) for label in labels), default=0))
        lines = []
        for name, label, suggestion in zip(names, labels, shown, strict=True):
            notation = self._styled("faint", _padded(name, column))
            space = " " * max(0, room - width(label))
            sentence = visible(" ".join(suggestion.sentence.split()))
            lines.append(f"  {notation}  {self._styled('label', label)}{space}  {sentence}")
            if self._with_ranking and suggestion.ranking:
                lines.append(f"    {self._styled('faint', self._ranking(suggestion.ranking))}")
        if rest:
            further = ", ".join(dict.fromkeys(self._notation(suggestion) for suggestion in rest))
            lines.append(f"  {self._styled('faint', self._catalogue.text('cli.more', notations=further))}")
        return lines

    def _ranking(self, ranking: Ranking) -> str:
        """The parts of a ranking, those of the word where it is a new one; places count from 1."""
        text = self._catalogue.text
        return text(
            "cli.ranking-word" if ranking.frequency else "cli.ranking",
            notation=ranking.notation + 1,
            fits=text("cli.fits-often" if ranking.often else "cli.fits-nearly-always"),
            document=ranking.document,
            frequency=ranking.frequency,
            position=ranking.position + 1,
            length=f"{ranking.length:+}",
            score=ranking.score,
        )

    def _notation(self, suggestion: Suggestion) -> str:
        return visible(notation_name(self._catalogue, suggestion.notation))

    def _notation_to_check(self, suggestion: Suggestion) -> str:
        name = self._notation(suggestion)
        return name if suggestion.automatic else self._catalogue.text("cli.to-check", notation=name)

    def _styled(self, style: str, text: str) -> str:
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if self._colour else text


def written_out(suggestions: Sequence[Suggestion], count: int) -> tuple[list[Suggestion], list[Suggestion]]:
    """The suggestions that are written out, and the rest. The first that `fix` would take is among those."""
    shown, rest = list(suggestions[:count]), list(suggestions[count:])
    taken = next((each for each in rest if each.automatic), None)
    if taken and shown and not any(each.automatic for each in shown):
        rest.remove(taken)
        rest.insert(0, shown.pop())
        shown.append(taken)
    return shown, rest


def _padded(text: str, columns: int) -> str:
    return text + " " * max(0, columns - width(text))


def wants_colour(out: TextIO, environment: Mapping[str, str] | None = None) -> bool:
    """Whether to write colours: on a terminal, unless NO_COLOR is set (https://no-color.org)."""
    variables = os.environ if environment is None else environment
    return out.isatty() and not variables.get("NO_COLOR") and variables.get("TERM") != "dumb"
