"""What somebody wants left alone: a place, a word, a rule; by a comment in the text or a settings file."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path

from mitgemeint.analysis.documents import FORMATS_BY_NAME
from mitgemeint.analysis.findings import Code, Edit, Finding
from mitgemeint.server.config import user_file
from mitgemeint.server.lsp.client_settings import project_of
from mitgemeint.server.lsp.documents import OpenDocument
from mitgemeint.server.settings_files import ignore_word, project_file, switch_off

IGNORE_COMMAND = "mitgemeint.ignore"


class What(StrEnum):
    """What is left alone."""

    PLACE = "place"
    WORD = "word"
    RULE = "rule"


class Scope(StrEnum):
    """Where it is left alone."""

    HERE = "here"
    DOCUMENT = "document"
    PROJECT = "project"
    USER = "user"


def choices(document: OpenDocument) -> Iterator[tuple[Scope, What]]:
    """What can be offered for a document, the narrowest first.

    A comment needs a format that has some, a project a file.
    """
    commented = bool(_comment(document))
    in_project = document.file.startswith("file:")
    if commented:
        yield Scope.HERE, What.PLACE
    for what in (What.WORD, What.RULE):
        if commented:
            yield Scope.DOCUMENT, what
        if in_project:
            yield Scope.PROJECT, what
        yield Scope.USER, what


def name_of(finding: Finding, what: What) -> str:
    """What of a finding is left alone: its word or the code of its rule; a place has no name."""
    return {What.WORD: finding.lemma, What.RULE: str(finding.code)}.get(what, "")


def edits_in_text(document: OpenDocument, what: What, name: str, at: int) -> list[Edit]:
    """The comment that leaves the place `at`, or what has this name, alone; no edit without comments."""
    comment = _comment(document)
    if not comment:
        return []
    if what is What.PLACE:
        end = document.index.end_of_line(at)
        return [Edit(end, end, " " + comment.format("mitgemeint: ignore-line"))]
    line = comment.format(f"mitgemeint: ignore-{what} {name}")
    if comment.startswith("<!--"):  # at the end: front matter and doctypes must stand first
        end = len(document.text)
        before = "" if not document.text or document.text.endswith(("\n", "\r")) else "\n"
        return [Edit(end, end, f"{before}\n{line}\n")]
    return [Edit(0, 0, f"{line}\n")]


def write(uri: str, folders: Sequence[str], scope: Scope, what: What, name: str) -> Path:
    """Put a word, or a rule by its code, into the settings of the project or the user; gives the file.

    `folders` are the URIs of the workspace folders: nothing outside of them is written. Raises ProblemError.
    """
    path = settings_file(uri, folders, scope)
    if what is What.WORD:
        ignore_word(path, name)
    else:
        switch_off(path, Code(name))
    return path


def settings_file(uri: str, folders: Sequence[str], scope: Scope) -> Path:
    """The settings file of the user, or of the project that a document belongs to."""
    return user_file() if scope is Scope.USER else project_file(*project_of(uri, folders))


def _comment(document: OpenDocument) -> str:
    return FORMATS_BY_NAME[document.format].comment if document.format else ""
