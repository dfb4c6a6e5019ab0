"""Wrong arguments in the user's language: argparse words its errors in English only."""

import re

from mitgemeint.analysis.messages import Catalogue

# What argparse says (Python 3.11 to 3.14), and the key of the text that says the same.
PATTERNS = (
    (r"unrecognized arguments: (?P<what>.+)", "usage.unknown"),
    (r"the following arguments are required: (?P<what>.+)", "usage.missing"),
    (r"argument (?P<name>.+?): expected (one|at least one) argument", "usage.value-missing"),
    (
        r"argument (?P<name>.+?): invalid choice: '?(?P<what>.+?)'? \(choose from (?P<choices>.+)\)",
        "usage.choice",
    ),
    (r"argument (?P<name>.+?): invalid int value: '?(?P<what>.+?)'?", "usage.number"),
    (r"argument (?P<name>.+?): invalid share value: '?(?P<what>.*?)'?", "usage.share"),
    (r"argument (?P<name>.+?): not allowed with argument (?P<what>.+)", "usage.excluded"),
    (r"argument (?P<name>.+?): ignored explicit argument '?(?P<what>.+?)'?", "usage.value-ignored"),
)


def translated(message: str, catalogue: Catalogue) -> str:
    """The error in the language of the catalogue; as it is where it is none of the usual ones."""
    for pattern, key in PATTERNS:
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            values = {name: value.replace("'", "") for name, value in found.groupdict().items()}
            return catalogue.text(key, **values)
    return message if message.endswith(".") else f"{message}."
