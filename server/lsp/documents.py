"""The open documents: the server's own copies, with the protocol's line ends and positions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from mitgemeint.analysis.documents import format_of, is_named
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME
from mitgemeint.server.positions import Change, Encoding, LineIndex, changed

FORMATS_OF_LANGUAGES = {
    "markdown": "markdown",
    "plaintext": "plaintext",
    "text": "plaintext",
    "latex": "latex",
    "tex": "latex",
    "plaintex": "latex",
    # markup
    "html": "html",
    "xhtml": "html",
    "mhtml": "html",
    "htmldjango": "html",
    "django-html": "html",
    "jinja-html": "html",
    "restructuredtext": "rst",
    "rst": "rst",
    "gitcommit": "gitcommit",
    "git-commit": "gitcommit",
    "asciidoc": "asciidoc",
    "asciidoctor": "asciidoc",
    "adoc": "asciidoc",
    "org": "org",
    "typst": "typst",
    "srt": "srt",
    "subrip": "srt",
    "webvtt": "webvtt",
    "vtt": "webvtt",
    # translations
    "po": "po",
    "gettext": "po",
    "xliff": "xliff",
}
"""What editors call the languages whose format they settle; for all others the file name decides."""

PLAIN = "plaintext"
SUFFIXES = frozenset(suffix for known in FORMATS_BY_NAME.values() for suffix in known.suffixes if suffix)


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """One document as its client holds it at one version.

    `format` is None where the document is not of a kind that is analysed. `notebook` is the URI of the
    notebook that the document is a cell of.
    """

    uri: str
    version: int
    format: str | None
    index: LineIndex
    notebook: str = ""

    @property
    def file(self) -> str:
        """The URI of what lies on the disk: the document, or the notebook it is a cell of."""
        return self.notebook or self.uri

    @property
    def text(self) -> str:
        """The whole text."""
        return self.index.text


class DocumentStore:
    """All open documents by URI."""

    def __init__(self) -> None:
        self._documents: dict[str, OpenDocument] = {}

    def __iter__(self) -> Iterator[OpenDocument]:
        return iter(list(self._documents.values()))

    def get(self, uri: str) -> OpenDocument | None:
        """The document, or None where it is not open."""
        return self._documents.get(uri)

    def open(self, uri: str, version: int, language: str, text: str, notebook: str = "") -> OpenDocument:
        """Take over a document that a client has opened."""
        document = OpenDocument(uri, version, format_for(language, uri, text), LineIndex(text), notebook)
        self._documents[uri] = document
        return document

    def change(
        self, uri: str, version: int, changes: Sequence[Change], encoding: Encoding
    ) -> OpenDocument | None:
        """Follow a client's edits; None where the document is not open."""
        document = self._documents.get(uri)
        if document is None:
            return None
        document = replace(document, version=version, index=changed(document.index, changes, encoding))
        self._documents[uri] = document
        return document

    def close(self, uri: str) -> None:
        """Forget a document."""
        self._documents.pop(uri, None)


def format_for(language: str, uri: str, text: str) -> str | None:
    """The format of a document by its language id, or else by its name, folders and text; None if unknown.

    Editors call plain text what they have no better name for (VS Code: `.adoc`, `.po`): there a suffix that
    is known goes before the language. A name without a suffix says nothing here, unless it is that of one
    kind of file: the client knows the language of a `Makefile`.
    """
    path = unquote(urlsplit(uri).path)
    suffix = PurePosixPath(path).suffix.lower()
    of_language = FORMATS_OF_LANGUAGES.get(language)
    if of_language and (of_language != PLAIN or suffix not in SUFFIXES):
        return of_language
    return format_of(path, lambda: text) if suffix or is_named(name_of(uri)) else None


def name_of(uri: str) -> str:
    """The file name in a URI."""
    return PurePosixPath(unquote(urlsplit(uri).path)).name
