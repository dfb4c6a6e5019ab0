"""The document formats, by name. A further format is one module and one line here."""

from collections.abc import Callable, Mapping
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
from mitgemeint.analysis.documents.model import Candidate, Format
from mitgemeint.analysis.documents.programs import comments
from mitgemeint.analysis.documents.translation import (
    android,
    apple_strings,
    fluent,
    i18n_json,
    i18n_yaml,
    po,
    properties,
    qt_ts,
    recognition,
    stringsdict,
    xcstrings,
    xliff,
)

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
    # translations
    Format("po", (".po", ".pot"), po.parse, po.escape, recognises=recognition.in_no_other_language),
    Format("json", (".json", ".arb"), i18n_json.parse, i18n_json.escape, recognises=recognition.in_german),
    Format("yaml", (".yml", ".yaml"), i18n_yaml.parse, i18n_yaml.escape, recognises=recognition.german_yaml),
    Format("android", (".xml",), android.parse, android.escape, recognises=recognition.android),
    Format(
        "xliff", (".xlf", ".xliff"), xliff.parse, xliff.escape, recognises=recognition.in_no_other_language
    ),
    Format(
        "properties", (".properties",), properties.parse, properties.escape, recognises=recognition.in_german
    ),
    Format(
        "apple-strings",
        (".strings",),
        apple_strings.parse,
        apple_strings.escape,
        recognises=recognition.below_german,
    ),
    Format(
        "stringsdict",
        (".stringsdict",),
        stringsdict.parse,
        stringsdict.escape,
        recognises=recognition.below_german,
    ),
    Format("xcstrings", (".xcstrings",), xcstrings.parse, xcstrings.escape),
    Format("qt-ts", (".ts",), qt_ts.parse, qt_ts.escape, recognises=recognition.qt),
    Format("fluent", (".ftl",), fluent.parse, fluent.escape, recognises=recognition.below_german),
    # programs
    *comments.formats(),
)
FORMATS_BY_NAME: Mapping[str, Format] = MappingProxyType({known.name: known for known in _ALL})
_BY_SUFFIX: Mapping[str, tuple[Format, ...]] = MappingProxyType(
    {
        suffix: tuple(known for known in _ALL if suffix in known.suffixes)
        for suffix in {suffix for known in _ALL for suffix in known.suffixes}
    }
)
_BY_NAME = MappingProxyType({name: known.name for known in _ALL for name in known.names})
FORMATS: tuple[str, ...] = tuple(FORMATS_BY_NAME)


def _no_content() -> str:
    return ""


def format_of(path: str, content: Callable[[], str] = _no_content, *, named: bool = False) -> str | None:
    """The format of a file, None if it is of no known one.

    The name decides, for some formats with the folders (so `path` is as long as it is known), and where
    these do not settle it the text: `content` gives it, or the begin of it, and is called only then. A
    file that is `named`, not found in a folder, is taken for what its suffix says in cases of doubt: any
    `.json` for translations.
    """
    name = PurePath(path.replace("\\", "/")).name
    if name in _BY_NAME:
        return _BY_NAME[name]
    suffix = PurePath(name).suffix.lower()
    if name.startswith(".") and not suffix:
        return None
    candidate = Candidate(path, content, named)
    for known in _BY_SUFFIX.get(suffix, ()):
        if known.recognises is None or known.recognises(candidate):
            return known.name
    return None


def is_named(name: str) -> bool:
    """Whether the whole name of a file, without its folder, settles the format."""
    return name in _BY_NAME
