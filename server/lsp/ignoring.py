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


def edits_in_text(document: OpenDocument, finding: Finding, what: What, scope: Scope) -> list[Edit]:
    """The comment that is put into the text; no edit where its format has none."""
    comment = _comment(document)
    if not comment:
        return []
    index = document.index
    if scope is Scope.HERE:
        end = index.end_of_line(finding.start)
        return [Edit(end, end, " " + comment.format("mitgemeint: ignore-line"))]
    named = f"ignore-word {finding.lemma}" if what is What.WORD else f"ignore-rule {finding.code}"
    line = comment.format(f"mitgemeint: {named}")
    if comment.startswith("<!--"):  # at the end: front matter and doctypes must stand first
        end = len(document.text)
        before = "" if not document.text or document.text.endswith(("\n", "\r")) else "\n"
        return [Edit(end, end, f"{before}\n{line}\n")]
    return [Edit(0, 0, f"{line}\n")]


def write(uri: str, folders: Sequence[str], scope: Scope, what: What, word: str, code: Code) -> Path:
    """Put a word or a rule into the settings of the project or the user; gives the file.

    `folders` are the URIs of the workspace folders: nothing outside of them is written. Raises ProblemError.
    """
    path = user_file() if scope is Scope.USER else project_file(*project_of(uri, folders))
    if what is What.WORD:
        ignore_word(path, word)
    else:
        switch_off(path, code)
    return path


def _comment(document: OpenDocument) -> str:
    return FORMATS_BY_NAME[document.format].comment if document.format else ""
