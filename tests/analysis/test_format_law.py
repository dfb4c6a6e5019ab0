"""A whole law in Markdown: what is found in it and what `mitgemeint fix` replaces, under genderstern.

The law itself is not part of the repository. `formats/law.expected` holds, one a line, the findings
(line:column, text, the first suggestion) and below them what is replaced (line:column, words → words).
`python tests/analysis/test_format_law.py` writes it; what it writes has to be read.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.server.commands.fix import rewritten
from mitgemeint.server.commands.inputs import Text
from mitgemeint.server.config import LoadedSettings
from mitgemeint.server.files import Source
from mitgemeint.server.options import ToolSettings

LAW = Path(__file__).parents[3] / "shared" / "data" / "laws" / "schiedsamtso.md"
EXPECTED = Path(__file__).parent / "formats" / "law.expected"
# Below stands who has signed it: one minister, whom the law does not name.
LINES = 262


def _law() -> str:
    return "".join(LAW.read_text(encoding="utf-8").splitlines(keepends=True)[:LINES])


def _place(text: str, position: int) -> str:
    return f"{text.count(chr(10), 0, position) + 1}:{position - text.rfind(chr(10), 0, position)}"


def _found(pipeline: Pipeline, text: str) -> Iterator[str]:
    for finding in pipeline.analyze(text, format="markdown").findings:
        label = finding.suggestions[0].label if finding.suggestions else "–"
        yield f"{_place(text, finding.start)} {' '.join(finding.text.split())} → {label}"


def _replaced(pipeline: Pipeline, text: str) -> Iterator[str]:
    settings = LoadedSettings(pipeline.settings, ToolSettings(), (), (), LAW.parent)
    result = rewritten(pipeline, Text(Source(LAW.name, text), LAW, "markdown", settings)).text
    old, new = re.findall(r"\s+|\S+", text), re.findall(r"\s+|\S+", result)
    starts = [sum(map(len, old[:index])) for index in range(len(old) + 1)]
    for kind, low, high, new_low, new_high in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            before, after = "".join(old[low:high]).strip(), "".join(new[new_low:new_high]).strip()
            yield f"{_place(text, starts[low])} {before} → {after}"


def _lines() -> str:
    pipeline, text = Pipeline(Settings(policy="genderstern")), _law()
    return "\n".join([*_found(pipeline, text), "", *_replaced(pipeline, text), ""])


@pytest.mark.skipif(not LAW.is_file(), reason="needs the laws in ../shared/data")
def test_a_law() -> None:
    assert _lines() == EXPECTED.read_text(encoding="utf-8")


if __name__ == "__main__":
    EXPECTED.write_text(_lines(), encoding="utf-8")
