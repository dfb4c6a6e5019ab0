"""Diagnostics are written as the protocol's library writes them."""

import json

import pytest
from lsprotocol import types
from pygls.protocol import default_converter

from mitgemeint.server.lsp import wire

RANGE = types.Range(types.Position(1, 2), types.Position(1, 8))
PLACE = types.Location("file:///brief.md", RANGE)


@pytest.mark.parametrize(
    "diagnostic",
    [
        types.Diagnostic(RANGE, "Lehrer"),
        types.Diagnostic(
            RANGE, "Bürger", types.DiagnosticSeverity.Hint, code="G101", source="m", data={"finding": 0}
        ),
        types.Diagnostic(RANGE, "", code=7, code_description=types.CodeDescription("https://example.org")),
        types.Diagnostic(RANGE, "Kunde", tags=[types.DiagnosticTag.Unnecessary]),
        types.Diagnostic(
            RANGE, "Kunde", related_information=[types.DiagnosticRelatedInformation(PLACE, "hier")]
        ),
    ],
)
def test_as_the_library(diagnostic: types.Diagnostic) -> None:
    plain, quick = default_converter(), default_converter()
    wire.register(quick)
    for sent in (
        types.PublishDiagnosticsParams("file:///brief.md", [diagnostic]),
        types.RelatedFullDocumentDiagnosticReport(items=[diagnostic]),
    ):
        assert json.loads(json.dumps(quick.unstructure(sent))) == json.loads(
            json.dumps(plain.unstructure(sent))
        )
