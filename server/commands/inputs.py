"""The texts that a command works on: from arguments to readable texts with their settings."""

import argparse
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mitgemeint.analysis.articles import ArticleForms, ArticleOrder
from mitgemeint.analysis.documents import FORMATS, format_of
from mitgemeint.analysis.messages import Catalogue
from mitgemeint.server import files, reading
from mitgemeint.server.commands.context import Context
from mitgemeint.server.config import COMMAND_LINE, LoadedSettings, load_settings
from mitgemeint.server.details import of_os
from mitgemeint.server.problems import Level, Problem, ProblemError

PLAIN = "plaintext"


@dataclass(frozen=True, slots=True)
class Text:
    """One text to work on. `path` is None for standard input."""

    source: files.Source
    path: Path | None
    format: str
    loaded: LoadedSettings


def add_arguments(parser: argparse._ActionsContainer, catalogue: Catalogue) -> None:
    """The arguments of the commands that read texts."""
    add = parser.add_argument
    add("--policy", metavar="P", help=catalogue.text("help.policy"))
    add("--notation", metavar="N", action="append", help=catalogue.text("help.notation"))
    add("--article-order", choices=tuple(map(str, ArticleOrder)), help=catalogue.text("help.article-order"))
    add("--article-forms", choices=tuple(map(str, ArticleForms)), help=catalogue.text("help.article-forms"))
    add("--omission-test", action="store_true", default=None, help=catalogue.text("help.omission-test"))
    add("--report-specific", action="store_true", default=None, help=catalogue.text("help.report-specific"))
    add(
        "--compound-modifiers",
        action="store_true",
        default=None,
        help=catalogue.text("help.compound-modifiers"),
    )
    add("--min-certainty", metavar="X", type=share, help=catalogue.text("help.min-certainty"))
    add("--include", metavar="PATTERN", action="append", help=catalogue.text("help.include"))
    add("--exclude", metavar="PATTERN", action="append", help=catalogue.text("help.exclude"))
    add("--force-exclude", action="store_true", help=catalogue.text("help.force-exclude"))
    add("--stdin-filename", metavar="NAME", help=catalogue.text("help.stdin-filename"))
    add("--text-format", metavar="FORMAT", help=catalogue.text("help.text-format"))


def share(text: str) -> float:
    """A number from 0 to 1. ValueError if it is none, which `usage` words by the name of this function."""
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError(text)
    return value


class Inputs:
    """Finds the texts of a run and their settings."""

    def __init__(self, arguments: argparse.Namespace, context: Context) -> None:
        self._arguments = arguments
        self._context = context
        self._given = _given(arguments)
        self._folders: dict[Path, LoadedSettings] = {}

    def prepare(self) -> list[tuple[Path | None, LoadedSettings]]:
        """The files of the run (None for standard input) with their settings, none of them read yet.

        Missing paths and empty folders are told of and passed over. ProblemError ends the run: the
        arguments or a settings file are broken. From here on the texts are in the language that the
        settings of the first file choose.
        """
        self._check_format()
        found: dict[str, tuple[Path | None, LoadedSettings]] = {}
        for path in self._arguments.paths:
            for file in self._find(path):
                key = os.path.realpath(file) if file else files.STDIN
                found.setdefault(key, (file, self._settings(self._folder(file))))
        for loaded in self._folders.values():
            for problem in loaded.problems:
                if problem.level is Level.ERROR:
                    raise ProblemError(problem)
        if found:
            self._context.catalogue = Catalogue.load(next(iter(found.values()))[1].settings.locale)
        return list(found.values())

    def texts(self, prepared: list[tuple[Path | None, LoadedSettings]]) -> Iterator[Text]:
        """The texts that can be read; of the others the user is told."""
        for path, loaded in prepared:
            try:
                source = files.read(path) if path else self._standard_input()
            except ProblemError as error:
                self._context.tell(error.problem)
                continue
            if not source.text:
                self._context.tell(Problem("N106", {"path": source.name}))
            name = str(path) if path else self._arguments.stdin_filename or ""
            found = self._arguments.text_format or _format(name, source)
            yield Text(source, path, found, loaded)

    def _standard_input(self) -> files.Source:
        name = self._arguments.stdin_filename or files.STDIN
        try:
            return files.as_source(name, reading.read_stream(self._context.input, name))
        except OSError as error:
            raise ProblemError(Problem("E102", {"path": name, "reason": of_os(error)})) from error

    def _check_format(self) -> None:
        chosen = self._arguments.text_format
        if chosen and chosen not in FORMATS:
            raise ProblemError(Problem("E108", {"format": chosen, "known": ", ".join(FORMATS)}))

    def _folder(self, file: Path | None) -> Path:
        name = str(file) if file else self._arguments.stdin_filename
        return Path(name).absolute().parent if name else Path.cwd()

    def _find(self, path: str) -> Iterator[Path | None]:
        if path == files.STDIN:
            yield None
            return
        given = Path(path)
        selection = self._selection(given if path and os.path.isdir(given) else given.absolute().parent)
        try:
            for file in files.find(path, selection, self._context.tell):
                if self._arguments.force_exclude and files.excluded(file, selection):
                    continue
                if not (os.path.isdir(given) and self._is_output(file)):
                    yield file
        except ProblemError as error:
            self._context.tell(error.problem)

    def _is_output(self, file: Path) -> bool:
        """Whether the report is being written into this file: `mitgemeint check . > report.txt`."""
        try:
            return os.path.samestat(file.stat(), os.fstat(self._context.out.fileno()))
        except (OSError, ValueError, AttributeError):
            return False  # no file, or no output that is one

    def _selection(self, folder: Path) -> files.Selection:
        return files.selection_of(self._settings(folder))

    def _settings(self, folder: Path) -> LoadedSettings:
        if folder not in self._folders:
            loaded = load_settings(
                folder, self._given, place=COMMAND_LINE, environment=self._context.environment
            )
            for problem in loaded.problems:
                self._context.tell(problem)
            self._folders[folder] = loaded
        return self._folders[folder]


def _format(name: str, source: files.Source) -> str:
    return format_of(name, lambda: source.text, named=True) or PLAIN


def _given(arguments: argparse.Namespace) -> Mapping[str, Any]:
    """The settings that the command line gives."""
    return {
        "policy": arguments.policy,
        "notations": _listed(arguments.notation),
        "article_order": arguments.article_order,
        "article_forms": arguments.article_forms,
        "omission_test": arguments.omission_test,
        "report_specific": arguments.report_specific,
        "compound_modifiers": arguments.compound_modifiers,
        "min_certainty": arguments.min_certainty,
        "include": arguments.include,
        "exclude": arguments.exclude,
        "baseline": _from_here(getattr(arguments, "baseline", None)),
        "locale": arguments.lang,
    }


def _from_here(path: str | None) -> str | None:
    """A path of the command line, which starts where we work; settings start at their folder."""
    return os.path.abspath(path) if path else path


def _listed(values: list[str] | None) -> list[str] | None:
    """`--notation star --notation pair` and `--notation star,pair` say the same."""
    return [part.strip() for value in values for part in value.split(",")] if values else None
