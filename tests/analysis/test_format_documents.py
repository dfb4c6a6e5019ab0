"""Whole documents of each format, from the file to the rewritten file.

`formats/FORMAT/NN-name.SUFFIX` is a document, `NN-name.expected` beside it what is found in it, one finding
a line (line:column, text, the first suggestion), `NN-name.fixed.SUFFIX` the document as `mitgemeint fix`
writes it under the policy genderstern. `python tests/analysis/test_format_documents.py` writes the
expectations of documents that are new; what it writes has to be read, as German and as a document of its
format.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mitgemeint.analysis import Finding, Pipeline, Settings
from mitgemeint.analysis.documents import Document, Segment, read
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME
from mitgemeint.server.commands.fix import rewritten
from mitgemeint.server.commands.inputs import Text
from mitgemeint.server.config import LoadedSettings
from mitgemeint.server.files import Source
from mitgemeint.server.options import ToolSettings

FOLDER = Path(__file__).parent / "formats"
LEAST_DOCUMENTS = 10


def documents(folder: Path = FOLDER) -> Iterator[Path]:
    """The documents of all formats."""
    for path in sorted(folder.glob("*/*")):
        if path.suffix != ".expected" and not path.stem.endswith(".fixed"):
            yield path


def fixed_file(path: Path) -> Path:
    return path.with_name(f"{path.stem}.fixed{path.suffix}")


def text_of(path: Path) -> str:
    """The text with the line ends that the file has."""
    return path.read_bytes().decode("utf-8")


def lines(text: str, findings: tuple[Finding, ...]) -> str:
    return "".join(f"{line(text, finding)}\n" for finding in findings)


def line(text: str, finding: Finding) -> str:
    before = text[: finding.start].replace("\r\n", "\n").replace("\r", "\n")
    place = f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
    label = finding.suggestions[0].label if finding.suggestions else "–"
    return f"{place} {' '.join(finding.text.split())} → {label}"


def fixed(pipeline: Pipeline, path: Path) -> str:
    settings = LoadedSettings(pipeline.settings, ToolSettings(), (), (), path.parent)
    source = Source(path.name, text_of(path))
    return rewritten(pipeline, Text(source, path, path.parent.name, settings)).text


def make_pipeline() -> Pipeline:
    return Pipeline(Settings(policy="genderstern"))


@pytest.fixture(scope="session")
def pipeline() -> Pipeline:
    return make_pipeline()


def protected(document: Document, segment: Segment) -> list[str]:
    """What is protected in a segment; an argument of a message with branches holds segments itself."""
    begins = [other.offsets.pieces[0].source_start for other in document.segments]
    spans = [segment.offsets.span(*span) for span in segment.protected]
    return [document.text[a:b] for a, b in spans if not any(a < begin < b for begin in begins)]


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


ALL = list(documents())


@pytest.mark.parametrize("path", ALL, ids=_name)
def test_what_is_found(path: Path, pipeline: Pipeline) -> None:
    text = text_of(path)
    found = pipeline.analyze(text, format=path.parent.name).findings
    assert lines(text, found) == path.with_suffix(".expected").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ALL, ids=_name)
def test_what_is_written(path: Path, pipeline: Pipeline) -> None:
    assert fixed(pipeline, path) == text_of(fixed_file(path))


@pytest.mark.parametrize("path", ALL, ids=_name)
def test_a_rewritten_document_keeps_its_structure(path: Path) -> None:
    before = read(text_of(path), path.parent.name)
    after = read(text_of(fixed_file(path)), path.parent.name)
    assert [segment.kind for segment in after.segments] == [segment.kind for segment in before.segments]
    for one, other in zip(before.segments, after.segments, strict=True):
        assert protected(after, other) == protected(before, one)
    assert len(after.suppressed) == len(before.suppressed)


@pytest.mark.parametrize("path", ALL, ids=_name)
def test_a_document_may_end_anywhere_or_lose_any_sign(path: Path) -> None:
    text = text_of(path)
    for place in range(0, len(text), 13):
        for broken in (text[:place], text[place:], text[:place] + text[place + 1 :]):
            for segment in read(broken, path.parent.name).segments:
                for piece in segment.offsets.pieces:
                    source = broken[piece.source_start : piece.source_end]
                    assert not piece.copied or segment.text[piece.start : piece.end] == source


@pytest.mark.parametrize("format", sorted(FORMATS_BY_NAME))
def test_there_are_enough_documents_of_each_format(format: str) -> None:
    assert sum(path.parent.name == format for path in ALL) >= LEAST_DOCUMENTS


def test_nothing_is_left_over() -> None:
    expected = {side for path in ALL for side in (path, path.with_suffix(".expected"), fixed_file(path))}
    assert set(FOLDER.glob("*/*")) == expected


def _write_new() -> None:
    pipeline = make_pipeline()
    for path in ALL:
        expected = path.with_suffix(".expected")
        if not expected.exists():
            text = text_of(path)
            found = pipeline.analyze(text, format=path.parent.name).findings
            expected.write_text(lines(text, found), encoding="utf-8")
            fixed_file(path).write_bytes(fixed(pipeline, path).encode())
            print(f"{path.name}\n{lines(text, found)}")


if __name__ == "__main__":
    _write_new()
