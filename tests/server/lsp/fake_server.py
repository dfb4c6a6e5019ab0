"""The real server around a small analysis whose speed, findings and failures the tests choose.

The environment says how long loading and analysing take. Every plural „Autoren“ is a finding, its
message tells how many analyses there have been; of a „Pilot“ it is unknown who is meant, for „Lesern“
there is only a word that somebody must check, and „ABSTURZ“ makes the analysis fail.
"""

import os
import re
import sys
import time

from mitgemeint.analysis.findings import Analysis, Code, Edit, Finding, Reference, Suggestion
from mitgemeint.analysis.settings import Settings
from mitgemeint.server.lsp import run

NOTATIONS = {"neutral": "Schreibende", "pair": "Autorinnen und Autoren", "star": "Autor*innen"}


class FakePipeline:
    """Finds one word and suggests what the settings name, or all that it knows."""

    problems = ()

    def __init__(self, settings: Settings) -> None:
        time.sleep(float(os.environ.get("FAKE_LOAD", "0")))
        if settings.analyzer == "spacy:missing":
            raise LookupError("kein Modell dieses Namens")
        self.settings = settings
        self.analyses = 0

    def analyze(self, text: str, format: str) -> Analysis:
        time.sleep(float(os.environ.get("FAKE_ANALYSIS", "0")))
        if "ABSTURZ" in text:
            raise ValueError(f"Geheimes in {text!r}")
        text.encode("utf-8")
        self.analyses += 1
        found = [self._finding(match) for match in re.finditer("(?:die )?(Autoren|Lesern|Pilot)", text)]
        return Analysis(format, tuple(reversed(found)))

    def _finding(self, match: re.Match[str]) -> Finding:
        start, end = match.span(1)
        notations = self.settings.notations or (
            ("star",) if self.settings.policy == "genderstern" else tuple(NOTATIONS)
        )
        suggestions = tuple(
            Suggestion(name, NOTATIONS[name], _edits(match, NOTATIONS[name]), "", "fake", "")
            for name in notations
        )
        if match[1] == "Lesern":
            edits = _edits(match, "Lesenden")
            suggestions = (Suggestion("neutral", "Lesenden", edits, "", "fake", automatic=False),)
        return Finding(
            start,
            end,
            match[1],
            Code.GENERIC_MASCULINE,
            "Autor",
            Reference.GENERIC if match[1] != "Pilot" else Reference.UNKNOWN,
            1.0 if match[1] != "Pilot" else 0.6,
            f"Analyse {self.analyses}",
            "Mehrzahl",
            suggestions,
        )


def _edits(match: re.Match[str], label: str) -> tuple[Edit, ...]:
    """With an article, a suggestion has two edits: the second stands apart from the finding."""
    noun = Edit(*match.span(1), label)
    return (Edit(match.start(), match.start() + 3, "alle"), noun) if match[0] != match[1] else (noun,)


if __name__ == "__main__":
    arguments = dict(zip(("level", "port"), sys.argv[1:], strict=False))
    tcp = int(arguments["port"]) if "port" in arguments else None
    sys.exit(run(tcp=tcp, log_level=arguments.get("level", "warning"), pipeline_factory=FakePipeline))
