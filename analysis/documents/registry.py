"""The document formats, by name. A further format is one module and one line here."""

from collections.abc import Mapping
from pathlib import PurePath
from types import MappingProxyType

from mitgemeint.analysis.documents import (
    asciidoc,
    gitcommit,
    html,
    latex,
    markdown,
    org,
    plaintext,
    rst,
    subtitles,
    typst,
)
from mitgemeint.analysis.documents.model import Format

_OF_GIT = (
    "COMMIT_EDITMSG",
    "MERGE_MSG",
    "TAG_EDITMSG",
    "SQUASH_MSG",
    "NOTES_EDITMSG",
    "EDIT_DESCRIPTION",
)
_ALL = (
    Format("plaintext", (".txt", ".text", ""), plaintext.parse, plaintext.escape),
    Format(
        "markdown",
        (".md", ".markdown", ".mkd", ".mdown", ".mdx"),
        markdown.parse,
        markdown.escape,
        "<!-- {} -->",
    ),
    Format("latex", (".tex", ".latex", ".ltx"), latex.parse, latex.escape, "% {}"),
    # markup
    Format("html", (".html", ".htm", ".xhtml"), html.parse, html.escape, "<!-- {} -->"),
    Format("rst", (".rst", ".rest"), rst.parse, rst.escape),
    Format("gitcommit", (), gitcommit.parse, gitcommit.escape, names=_OF_GIT),
    Format("asciidoc", (".adoc", ".asciidoc", ".asc"), asciidoc.parse, asciidoc.escape),
    Format("org", (".org",), org.parse, org.escape),
    Format("typst", (".typ",), typst.parse, typst.escape, "// {}"),
    Format("srt", (".srt",), subtitles.parse_srt, subtitles.escape_srt),
    Format("webvtt", (".vtt",), subtitles.parse_vtt, subtitles.escape_vtt),
)
FORMATS_BY_NAME: Mapping[str, Format] = MappingProxyType({known.name: known for known in _ALL})
_BY_SUFFIX = MappingProxyType({suffix: known.name for known in _ALL for suffix in known.suffixes})
_BY_NAME = MappingProxyType({name: known.name for known in _ALL for name in known.names})
FORMATS: tuple[str, ...] = tuple(FORMATS_BY_NAME)


def format_of(path: str) -> str | None:
    """The format of a file by its name; None if the name is of no known format."""
    name = PurePath(path.replace("\\", "/")).name
    if name in _BY_NAME:
        return _BY_NAME[name]
    suffix = PurePath(name).suffix.lower()
    if name.startswith(".") and not suffix:
        return None
    return _BY_SUFFIX.get(suffix)


def is_named(name: str) -> bool:
    """Whether the whole name of a file, without its folder, settles the format."""
    return name in _BY_NAME
