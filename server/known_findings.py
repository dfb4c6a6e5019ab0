"""The findings of a run, held against a baseline: which are new, and which known ones have gone."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from mitgemeint.analysis.findings import Finding
from mitgemeint.server.baseline import Baseline, Entry
from mitgemeint.server.formats.report import Checked
from mitgemeint.server.sentences import Sentences


class KnownFindings:
    """Counts what a run finds of a baseline. Several equal findings are known as often as it says."""

    def __init__(self, baseline: Baseline) -> None:
        self.baseline = baseline
        self._found: Counter[Entry] = Counter()
        self._done: set[str] = set()

    def new(self, checked: Checked) -> Checked:
        """The text with only those findings that the baseline does not hold; the others are counted."""
        new = [finding for finding, entry in self._entries(checked) if not self._is_known(entry)]
        return replace(checked, findings=tuple(new))

    def done(self, name: str) -> None:
        """A file has been checked to its end: what has not been found in it by now, is not there."""
        self._done.add(self.baseline.path_of(name))

    @property
    def left_out(self) -> int:
        """How many findings of the run the baseline holds."""
        return sum(self._left().values())

    @property
    def gone(self) -> int:
        """How many findings of the baseline are not there any more, as far as this run can tell.

        Of files that were not checked it knows only whether they exist.
        """
        return sum((self._before - self.pruned()).values())

    def pruned(self) -> Counter[Entry]:
        """The baseline without what is not there any more."""
        return self._left() + self._elsewhere()

    def renewed(self) -> Counter[Entry]:
        """The baseline with all that was found, and with what it says of files that were not checked."""
        return self._found + self._elsewhere()

    @property
    def _before(self) -> Counter[Entry]:
        return Counter(self.baseline.counts)

    def _left(self) -> Counter[Entry]:
        return self._found & self._before

    def _elsewhere(self) -> Counter[Entry]:
        """The entries of files that this run does not know about, unless they are gone altogether."""
        paths = {entry.path for entry in self.baseline.counts} - self._done
        there = {path for path in paths if self.baseline.is_there(path)}
        kept = {entry: count for entry, count in self.baseline.counts.items() if entry.path in there}
        return Counter(kept) - self._found

    def _entries(self, checked: Checked) -> Iterator[tuple[Finding, Entry]]:
        if not checked.findings:
            return
        path = self.baseline.path_of(checked.path)
        sentences = Sentences(checked.text, checked.format)
        for finding in checked.findings:
            sentence = sentences.around(finding.start, finding.end)
            yield finding, Entry.of(path, finding.text, str(finding.code), sentence)

    def _is_known(self, entry: Entry) -> bool:
        self._found[entry] += 1
        return self._found[entry] <= self.baseline.counts.get(entry, 0)
