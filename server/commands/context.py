"""What every command works with: texts, streams, and the way to tell of problems."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.analysis.settings import Settings
from mitgemeint.server.analysing import Analysing, PipelineFactory
from mitgemeint.server.details import of_analyzer, of_entry
from mitgemeint.server.problems import Level, Problem, ProblemError, shown_from_here

if TYPE_CHECKING:
    from mitgemeint.analysis.entries import EntryProblem

NOTHING_FOUND, FOUND, COULD_NOT_RUN = 0, 1, 2


@dataclass(slots=True)
class Context:
    """The surroundings of one run of a command."""

    catalogue: Catalogue
    out: TextIO
    err: TextIO
    input: BinaryIO
    output: BinaryIO
    make_pipeline: PipelineFactory
    environment: Mapping[str, str]
    problems: list[Problem] = field(default_factory=list)
    _told: set[str] = field(default_factory=set)
    _pipelines: dict[Settings, Analysing] = field(default_factory=dict)

    def tell(self, problem: Problem) -> None:
        """Write a problem to standard error, once."""
        line = self.text("cli.problem-line", code=problem.code, text=problem.text(self.catalogue))
        if line not in self._told:
            self._told.add(line)
            self.problems.append(problem)
            self.out.flush()
            self.say(line)

    def say(self, line: str) -> None:
        """Write a line to standard error. Where nobody can hear it, the exit status has to do."""
        with suppress(OSError):
            print(line, file=self.err, flush=True)

    def tell_entries(self, entries: "Iterable[EntryProblem]") -> None:
        """Tell of broken entries in the user's lexicon files."""
        for entry in entries:
            place = shown_from_here(Path(entry.file))
            place = f"{place}:{entry.line}" if entry.line else place
            code = "W302" if entry.whole else "W301"
            self.tell(Problem(code, {"place": place, "reason": of_entry(entry.reason)}))

    def text(self, key: str, /, **values: object) -> str:
        """A text in the user's language."""
        return self.catalogue.text(key, **values)

    @property
    def failed(self) -> bool:
        """Whether something could not be done."""
        return any(problem.level is Level.ERROR for problem in self.problems)

    def pipeline(self, settings: Settings) -> Analysing:
        """The pipeline for `settings`, loaded when first asked for; ProblemError if it cannot be."""
        if settings not in self._pipelines:
            try:
                pipeline = self.make_pipeline(settings)
            except (OSError, ImportError, ValueError) as error:
                values = {"analyzer": settings.analyzer, "reason": of_analyzer(error)}
                raise ProblemError(Problem("E302", values)) from error
            self.tell_entries(pipeline.problems)
            self._pipelines[settings] = pipeline
        return self._pipelines[settings]
