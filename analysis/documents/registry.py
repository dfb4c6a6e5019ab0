"""The document formats, by name. A further format is one module and one line here."""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import PurePath
from types import MappingProxyType

from mitgemeint.analysis.documents.model import Candidate, Format, Parsed
from mitgemeint.analysis.documents.programs import comments
from mitgemeint.analysis.documents.translation import recognition

PACKAGE = "mitgemeint.analysis.documents"
_OF_GIT = (
    "COMMIT_EDITMSG",
    "MERGE_MSG",
    "TAG_EDITMSG",
    "SQUASH_MSG",
    "NOTES_EDITMSG",
    "EDIT_DESCRIPTION",
)


def _parser(module: str, name: str = "parse") -> Callable[[str], Parsed]:
    """The parser of a module, which is imported with the first document of its format: an editor that opens
    Markdown needs none of the others, and waits for them at the start.
    """

    def parse(text: str) -> Parsed:
        parsed: Parsed = getattr(import_module(f"{PACKAGE}.{module}"), name)(text)
        return parsed

    return parse


def _writer(module: str, name: str = "escape") -> Callable[[str], str]:
    """The rule of escaping of a module."""

    def escape(new_text: str) -> str:
        return str(getattr(import_module(f"{PACKAGE}.{module}"), name)(new_text))

    return escape


_ALL = (
    Format("plaintext", (".txt", ".text", ""), _parser("plaintext"), _writer("plaintext")),
    Format(
        "markdown",
        (".md", ".markdown", ".mkd", ".mdown", ".mdx"),
        _parser("markdown"),
        _writer("markdown"),
        "<!-- {} -->",
    ),
    Format("latex", (".tex", ".latex", ".ltx"), _parser("latex"), _writer("latex_writing"), "% {}"),
    # markup
    Format("html", (".html", ".htm", ".xhtml"), _parser("html"), _writer("html"), "<!-- {} -->"),
    Format("rst", (".rst", ".rest"), _parser("rst"), _writer("rst")),
    Format("gitcommit", (), _parser("gitcommit"), _writer("gitcommit"), names=_OF_GIT),
    Format("asciidoc", (".adoc", ".asciidoc", ".asc"), _parser("asciidoc"), _writer("asciidoc")),
    Format("org", (".org",), _parser("org"), _writer("org")),
    Format("typst", (".typ",), _parser("typst"), _writer("typst"), "// {}"),
    Format("srt", (".srt",), _parser("subtitles", "parse_srt"), _writer("subtitles", "escape_srt")),
    Format("webvtt", (".vtt",), _parser("subtitles", "parse_vtt"), _writer("subtitles", "escape_vtt")),
    # translations
    Format(
        "po",
        (".po", ".pot"),
        _parser("translation.po"),
        _writer("translation.po"),
        recognises=recognition.in_no_other_language,
    ),
    Format(
        "json",
        (".json", ".arb"),
        _parser("translation.i18n_json"),
        _writer("translation.i18n_json"),
        recognises=recognition.in_german,
    ),
    Format(
        "yaml",
        (".yml", ".yaml"),
        _parser("translation.i18n_yaml"),
        _writer("translation.i18n_yaml"),
        recognises=recognition.german_yaml,
    ),
    Format(
        "android",
        (".xml",),
        _parser("translation.android"),
        _writer("translation.android"),
        recognises=recognition.android,
    ),
    Format(
        "xliff",
        (".xlf", ".xliff"),
        _parser("translation.xliff"),
        _writer("translation.xliff"),
        recognises=recognition.in_no_other_language,
    ),
    Format(
        "properties",
        (".properties",),
        _parser("translation.properties"),
        _writer("translation.properties"),
        recognises=recognition.in_german,
    ),
    Format(
        "apple-strings",
        (".strings",),
        _parser("translation.apple_strings"),
        _writer("translation.apple_strings"),
        recognises=recognition.below_german,
    ),
    Format(
        "stringsdict",
        (".stringsdict",),
        _parser("translation.stringsdict"),
        _writer("translation.stringsdict"),
        recognises=recognition.below_german,
    ),
    Format("xcstrings", (".xcstrings",), _parser("translation.xcstrings"), _writer("translation.xcstrings")),
    Format(
        "qt-ts",
        (".ts",),
        _parser("translation.qt_ts"),
        _writer("translation.qt_ts"),
        recognises=recognition.qt,
    ),
    Format(
        "fluent",
        (".ftl",),
        _parser("translation.fluent"),
        _writer("translation.fluent"),
        recognises=recognition.below_german,
    ),
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
