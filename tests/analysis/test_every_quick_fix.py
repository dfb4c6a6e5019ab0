"""Every quick fix there can be, applied: a document that reads as before in its format, with the new words.

Over all documents of `formats`, in every notation, and over mutations of them. Structure is what the
project's own reader sees and what another parser of the format sees (`structures.py`).
"""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from structures import PROGRAMS, STRUCTURES, structure
from test_format_documents import ALL, _name, protected, text_of

from mitgemeint.analysis import Finding, Pipeline, Settings, Suggestion
from mitgemeint.analysis.documents import FORMATS, Document, Segment, read
from mitgemeint.analysis.edits import apply
from mitgemeint.eval.closure import NOTATIONS
from mitgemeint.eval.mutation import mutated_text

MUTATIONS = 5
BY_LOOKS = frozenset({"plaintext", "gitcommit", "yaml"})


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline(Settings(notations=NOTATIONS, report_specific=True))


def shape(document: Document) -> list[object]:
    """What a rewrite must leave as it is: the kinds of segments, what is protected, what is switched off.

    Where a format has no marks for headings, what looks like one depends on its length; which comments of a
    program in English are read depends on the words of all of them.
    """
    if document.format in {"python", *PROGRAMS}:
        return [len(document.suppressed), document.ignored]
    kinds = [(_kind(document, each), tuple(protected(document, each))) for each in document.segments]
    return [*kinds, len(document.suppressed), document.ignored]


def _kind(document: Document, segment: Segment) -> str:
    return "paragraph" if segment.kind == "heading" and document.format in BY_LOOKS else segment.kind


def shown(document: Document, segment: Segment) -> str:
    """The prose of a segment as sentences of suggestions show it: without placeholders."""
    text = segment.text
    for span in segment.protected[::-1]:
        start, end = segment.offsets.span(*span)
        text = text[: span[0]] + document.text[start:end] + text[span[1] :]
    return text


def together(findings: Sequence[Finding], place: int) -> Iterator[Suggestion]:
    """The suggestion at a place in the list of each finding, as far as their edits do not meet."""
    end = -1
    for finding in findings:
        if place < len(finding.suggestions):
            suggestion = finding.suggestions[place]
            if suggestion.edits and suggestion.edits[0].start > end:
                end = max(edit.end for edit in suggestion.edits)
                yield suggestion


@pytest.mark.parametrize("path", ALL, ids=_name)
def test_the_document_reads_as_before_with_the_new_words(path, pipeline):
    text, format = text_of(path), path.parent.name
    before = shape(read(text, format))
    for finding in pipeline.analyze(text, format=format).findings:
        for suggestion in finding.suggestions:
            after = read(apply(text, suggestion.edits), format)
            assert shape(after) == before, suggestion
            texts = [shown(after, segment) for segment in after.segments]
            # one German comment more or less can tell whether those of a program are read at all
            is_read = format not in PROGRAMS or len(texts) == len(read(text, format).segments)
            assert not is_read or any(suggestion.sentence in each for each in texts), suggestion


@pytest.mark.parametrize("path", ALL, ids=_name)
def test_other_parsers_see_the_same_structure(path, pipeline):
    text, format = text_of(path), path.parent.name
    if format not in STRUCTURES:
        pytest.skip(f"no other parser of {format}")
    before = structure(text, format)
    findings = pipeline.analyze(text, format=format).findings
    for place in range(max((len(finding.suggestions) for finding in findings), default=0)):
        edits = [edit for suggestion in together(findings, place) for edit in suggestion.edits]
        assert structure(apply(text, edits), format) == before, edits


@pytest.mark.parametrize("path", ALL, ids=_name)
def test_a_mutated_document_reads_as_before_too(path, pipeline):
    format = path.parent.name
    random = Random(path.name)
    for _ in range(MUTATIONS):
        text = mutated_text(random, text_of(path))
        before = shape(read(text, format))
        for finding in pipeline.analyze(text, format=format).findings:
            for suggestion in finding.suggestions[:3]:
                assert shape(read(apply(text, suggestion.edits), format)) == before, suggestion


def test_every_format_is_tried():
    assert {path.parent.name for path in ALL} <= set(FORMATS)
