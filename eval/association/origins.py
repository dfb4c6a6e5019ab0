"""Origins of texts: a table beside the test files that says which template and word a text was made of.

JSON of the sent-bias layout has no place for it. The table has the columns text, template and word, separated
by tabs, with a heading; a text has one origin wherever it stands.
"""

from collections.abc import Mapping
from pathlib import Path

from mitgemeint.eval.association.test_file import Origin, file_text
from mitgemeint.eval.problems import EvalError

FILE_NAME = "origins.tsv"
COLUMNS = ["text", "template", "word"]


def read_origins(path: Path) -> dict[str, Origin]:
    """The origin of each text; raises EvalError where the table is malformed or contradicts itself."""
    heading, *rows = (line.rstrip("\r").split("\t") for line in file_text(path).rstrip("\n").split("\n"))
    if heading != COLUMNS:
        raise EvalError(path, "has no heading", f"begin with {', '.join(COLUMNS)}, separated by tabs")
    origins: dict[str, Origin] = {}
    for number, row in enumerate(rows, start=2):
        if len(row) != len(COLUMNS):
            raise EvalError(
                f"{path}:{number}",
                f"has {len(row)} columns",
                f"write {', '.join(COLUMNS)}, separated by tabs",
            )
        text, template, word = row
        if origins.setdefault(text, Origin(template, word)) != Origin(template, word):
            raise EvalError(
                f"{path}:{number}", f"gives {text!r} a second origin", "keep one template and word a text"
            )
    return origins


def rendered_origins(origins: Mapping[str, Origin]) -> str:
    """The table of the origins, in their order."""
    rows = [COLUMNS, *([text, origin.template, origin.word] for text, origin in origins.items())]
    return "".join("\t".join(row) + "\n" for row in rows)
