"""What holds for every format that keeps prose in strings and comments: what is written is what is read.

Values are compared with those that other parsers of the format give.
"""

import ast
import io
import json
import plistlib
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import polib
import pytest
import yaml
from fluent.syntax import FluentParser
from fluent.syntax.ast import Junk
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.documents import Document, read

FOLDER = Path(__file__).parent / "formats"
_JOINERS = re.compile("[\u2060\u200b]")


def _po(text: str) -> object:
    return [(entry.msgid, entry.msgstr, entry.msgstr_plural) for entry in polib.pofile(text)]


def _json(text: str) -> object:
    bare = re.sub(r"(?m)^\s*(?://.*|/\*.*\*/)$", "", text)
    return json.loads(bare)


def _xml(text: str) -> object:
    root = ElementTree.fromstring(text)
    return [(element.tag, element.attrib, element.text, element.tail) for element in root.iter()]


def _properties(text: str) -> object:
    """By the rules of java.util.Properties, written once more."""
    joined = re.sub(r"(?m)(?<!\\)((?:\\\\)*)\\\n[ \t]*", r"\1", text)
    lines = [line.strip() for line in joined.splitlines() if line.strip() and line.lstrip()[0] not in "#!"]
    pairs = [re.fullmatch(r"((?:\\.|[^\\=:\s])+)\s*[=:]?\s*(.*)", line) for line in lines]
    return [(pair[1], _unescaped(pair[2])) for pair in pairs if pair]


def _unescaped(text: str) -> str:
    def meaning(found: re.Match[str]) -> str:
        return chr(int(found[1], 16)) if found[1] else {"n": "\n", "t": "\t"}.get(found[2], found[2])

    return re.sub(r"\\(?:u([0-9a-fA-F]{4})|(.))", meaning, text)


def _apple(text: str) -> object:
    bare = re.sub(r"/\*.*?\*/|(?m:(?<=; )//.*$|^//.*$)", "", text, flags=re.DOTALL)
    assert re.fullmatch(r'(?:\s*(?:"(?:[^"\\]|\\.)*"|\w+)\s*=\s*"(?:[^"\\]|\\.)*";)*\s*', bare, re.DOTALL)
    return re.findall(r'=\s*"((?:[^"\\]|\\.)*)"', bare)


def _fluent(text: str) -> object:
    body = FluentParser().parse(text).body
    return [type(entry).__name__ for entry in body if not isinstance(entry, Junk)]


PARSERS: dict[str, Callable[[str], object]] = {
    "po": _po,
    "json": _json,
    "yaml": lambda text: [*yaml.safe_load_all(io.StringIO(text))],
    "android": _xml,
    "xliff": _xml,
    "properties": _properties,
    "apple-strings": _apple,
    "stringsdict": lambda text: plistlib.loads(text.encode()),
    "xcstrings": _json,
    "qt-ts": _xml,
    "fluent": _fluent,
    "python": lambda text: [type(node).__name__ for node in ast.walk(ast.parse(text))],
}
"""Parsers from elsewhere."""


def documents(*formats: str) -> Iterator[Path]:
    for path in sorted(FOLDER.glob("*/*")):
        if path.parent.name in formats and path.suffix != ".expected" and not path.stem.endswith(".fixed"):
            yield path


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def shape(value: object) -> object:
    """The value with every text replaced: what must not change when words do."""
    if isinstance(value, dict):
        return {key: shape(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [shape(part) for part in value]
    return "" if isinstance(value, str) else value


STRINGS = tuple(documents(*PARSERS))


@pytest.mark.parametrize("path", STRINGS, ids=_name)
def test_rewritten_files_are_parsed_as_before(path: Path) -> None:
    parse = PARSERS[path.parent.name]
    fixed = path.with_name(f"{path.stem}.fixed{path.suffix}")
    assert shape(parse(text_of(fixed))) == shape(parse(text_of(path)))


# ---- rewriting any word ------------------------------------------------------------------------------

FORMS = ("Leser*in", "Leser_in", "Leser:in", "Leser/-in", "Leser(in)", "Leser·in", "LeserIn", "Ärzt*in")
HARD = ('Leser"in', "Leser'in", "Leser\\in", "Leser: in", "Leser #in", "R&D")
EDITED = tuple(documents(*PARSERS, "javascript"))


@pytest.mark.parametrize("path", EDITED, ids=_name)
def test_an_escaped_rewrite_of_any_word_leaves_the_markup_as_it_was(path: Path) -> None:
    format, text = path.parent.name, text_of(path)
    forms = cycle(FORMS)
    document = read(text, format)
    for number, segment in enumerate(document.segments):
        for word in re.finditer(r"(?<![\w.:/\\@#])[^\W_]{2,}(?![\w.:/\\@])", segment.text):
            if segment.offsets.is_copied(*word.span()):
                check_rewrite(document, number, word.span(), next(forms))


@pytest.mark.parametrize("path", STRINGS, ids=_name)
def test_a_rewrite_with_signs_of_the_format_is_parsed_as_before(path: Path) -> None:
    format, text = path.parent.name, text_of(path)
    forms, before = cycle(HARD), shape(PARSERS[format](text))
    for segment in read(text, format).segments:
        for word in re.finditer(r"(?<![\w.:/\\@#&])[^\W_]{2,}(?![\w.:/\\@;])", segment.text):
            if segment.offsets.is_copied(*word.span()):
                start, end = segment.offsets.span(*word.span())
                rewritten = text[:start] + segment.escape(next(forms)) + text[end:]
                assert shape(PARSERS[format](rewritten)) == before
                assert len(read(rewritten, format).segments) == len(read(text, format).segments)


def check_rewrite(document: Document, number: int, span: tuple[int, int], new_text: str) -> None:
    """Write `new_text` in the place of a word and read the document again: nothing else has changed."""
    segment = document.segments[number]
    start, end = segment.offsets.span(*span)
    text = document.text[:start] + segment.escape(new_text) + document.text[end:]
    expected = [(other.kind, other.text) for other in document.segments]
    expected[number] = (segment.kind, segment.text[: span[0]] + new_text + segment.text[span[1] :])
    assert [(other.kind, other.text) for other in read(text, document.format).segments] == expected


# ---- writing and reading any prose -------------------------------------------------------------------

FRAMES: dict[str, tuple[str, Callable[[str], object]]] = {
    "po": ('msgid "a"\nmsgstr "Der Platz."\n', lambda text: polib.pofile(text)[0].msgstr),
    "json": ('{"a": "Der Platz."}', lambda text: json.loads(text)["a"]),
    "yaml plain": ("a: Der Platz.\nb: 1", lambda text: yaml.safe_load(text)["a"]),
    "yaml flow": ("a: [Der Platz.]\nb: 1", lambda text: yaml.safe_load(text)["a"][0]),
    "yaml single": ("a: 'Der Platz.'\nb: 1", lambda text: yaml.safe_load(text)["a"]),
    "yaml double": ('a: "Der Platz."\nb: 1', lambda text: yaml.safe_load(text)["a"]),
    "yaml literal": ("a: |-\n  Der Platz.\nb: 1", lambda text: yaml.safe_load(text)["a"]),
    "yaml folded": ("a: >-\n  Der Platz.\nb: 1", lambda text: yaml.safe_load(text)["a"]),
    "xliff": (
        "<xliff><target>Der Platz.</target></xliff>",
        lambda text: ElementTree.fromstring(text).findtext("target"),
    ),
    "xliff cdata": (
        "<xliff><target><![CDATA[Der Platz.]]></target></xliff>",
        lambda text: ElementTree.fromstring(text).findtext("target"),
    ),
    "qt-ts": (
        "<TS><translation>Der Platz.</translation></TS>",
        lambda text: ElementTree.fromstring(text).findtext("translation"),
    ),
    "stringsdict": (
        "<plist><dict><key>one</key><string>Der Platz.</string></dict></plist>",
        lambda text: plistlib.loads(text.encode())["one"],
    ),
    "properties": ("a = Der Platz.\n", lambda text: _properties(text)[0][1]),  # type: ignore[index]
    "properties ascii": ("# \\u00fc\na=Der Platz.\n", lambda text: _properties(text)[0][1]),  # type: ignore[index]
    "apple-strings": ('"a" = "Der Platz.";', lambda text: _unescaped(_apple(text)[0])),  # type: ignore[index]
    "fluent": ("a = Der Platz.\n", None),  # type: ignore[dict-item]
    "android": ("<resources><string name='a'>Der Platz.</string></resources>", None),  # type: ignore[dict-item]
    "python": ('"""Der Platz."""\n', lambda text: ast.get_docstring(ast.parse(text), clean=False)),
}
_PIECES = st.lists(
    st.sampled_from(
        [
            *(
                "Leser*in",
                "der:die",
                "Leser_in",
                "R&D",
                '"ja"',
                "hat's",
                "a: b",
                "c #d",
                "[sic]",
                "1, 2",
                "Ende:",
            ),
            *(
                "- x",
                "? y",
                "Ärzt*in",
                "ein|zwei",
                "x > y",
                "`q`",
                "\\",
                "!",
                "@home",
                "*/",
                "]]>",
                "'''",
                '"""',
            ),
        ]
    ),
    min_size=1,
    max_size=5,
).map(" ".join)


@pytest.mark.parametrize("frame", FRAMES)
@settings(max_examples=150, deadline=None)
@given(new_text=_PIECES)
def test_what_is_written_is_the_value_of_the_string(frame: str, new_text: str) -> None:
    text, value = FRAMES[frame]
    format = frame.split()[0]
    (segment,) = read(text, format).segments
    start, end = segment.offsets.span(4, 9)
    rewritten = text[:start] + segment.escape(new_text) + text[end:]
    expected = f"Der {new_text}."
    if value is not None:
        found = _JOINERS.sub("", str(value(rewritten)))
        if "]]>" in new_text and frame == "xliff cdata":
            found = found.replace("]] >", "]]>")
        if frame == "yaml flow":
            found = found.translate(
                {0x201A: ",", 0xFF3B: "[", 0xFF3D: "]", 0xFF5B: "{", 0xFF5D: "}", 0xFF1F: "?"}
            )
        assert found == expected
    texts = [other.text for other in read(rewritten, format).segments]
    assert len(texts) >= 1


# ---- broken files ------------------------------------------------------------------------------------

_ALL = [text_of(path) for path in sorted(FOLDER.glob("*/*")) if path.suffix != ".expected"]
_BY_FORMAT = {format: [text_of(path) for path in documents(format)] for format in (*PARSERS, "javascript")}
_SIGNS = st.sampled_from(
    [*"\"'\\{}[]<>&#:;=*/-|%\n\r\0\ud800\ufeff`", "\n\n", "  ", "<!--", "]]>", "/*", "'''"]
)


@pytest.mark.parametrize("format", _BY_FORMAT)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_broken_files_are_read(format: str, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(_BY_FORMAT[format]))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 30)))
        text = text[:start] + data.draw(_SIGNS) + text[end:]
    document = read(text, format)
    for segment in document.segments:
        for piece in segment.offsets.pieces:
            assert 0 <= piece.source_start <= piece.source_end <= len(text)
            source = text[piece.source_start : piece.source_end]
            assert not piece.copied or segment.text[piece.start : piece.end] == source


@pytest.mark.parametrize("format", _BY_FORMAT)
def test_other_formats_texts_are_read(format: str) -> None:
    for text in _ALL:
        read(text, format)
