"""What every command works with: texts, streams, and the way to tell of problems."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Protocol, TextIO

from mitgemeint.analysis.findings import Analysis
from mitgemeint.analysis.messages import Catalogue
from mitgemeint.analysis.settings import Settings
from mitgemeint.server.details import of_analyzer, of_entry
from mitgemeint.server.problems import Level, Problem, ProblemError, shown_from_here

NOTHING_FOUND, FOUND, COULD_NOT_RUN = 0, 1, 2


class EntryProblem(Protocol):
    """A broken entry of a user's lexicon file."""

    @property
    def file(self) -> str:
        """The file."""
        ...

    @property
    def line(self) -> int:
        """The line, from 1; 0 where there is none to name."""
        ...

    @property
    def whole(self) -> bool:
        """Whether nothing of the file is used."""
        ...

    @property
    def reason(self) -> str:
        """What is wrong with the entry."""
        ...


class Analysing(Protocol):
    """What commands need of `mitgemeint.analysis.Pipeline`."""

    @property
    def problems(self) -> Iterable[EntryProblem]:
        """Broken entries of the user's lexicon files."""
        ...

    def analyze(self, text: str, format: str = "plaintext") -> Analysis:
        """The findings of a text."""
        ...

    def rewrite(self, text: str, notation: str, format: str = "plaintext") -> str:
        """The text with the best suggestion of a notation applied everywhere."""
        ...


@dataclass(slots=True)
class Context:
    """The surroundings of one run of a command."""

    catalogue: Catalogue
    out: TextIO
    err: TextIO
    input: BinaryIO
    output: BinaryIO
    make_pipeline: Callable[[Settings], Analysing]
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

    def tell_entries(self, entries: Iterable[EntryProblem]) -> None:
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


def load_pipeline(settings: Settings) -> Analysing:
    """The pipeline of the analysis; imported only here, for it takes its time."""
    from mitgemeint.analysis import Pipeline

    return Pipeline(settings)
