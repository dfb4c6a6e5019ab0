"""Builds the list of given names: `python data/build/names/build.py [--cache FOLDER]`.

Fetches Faker (PyPI; nothing when it lies in the cache folder), reads the first names of all its languages
that are written with Latin letters, and writes data/lexicon/given_names.tsv, the same bytes every time. The
modules of Faker are parsed, not run.
"""

import argparse
import ast
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from mitgemeint.data.build.packages import NAMES, SourceError, fetch

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "lexicon" / "given_names.tsv"
MODULES = "faker/providers/person/"
VARIABLES = {"first_names_male": "m", "first_names_female": "f"}
HEAD = """\
# Given names and who bears them: m men, f women, mf both. Generated, not edited: data/build/names/build.py
# makes it of the first names of Faker (Daniele Faraglia and contributors, MIT License, see SOURCES.md), all
# languages written with Latin letters.
"""


def literals(module: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The gender and the names of every list of first names in a module of Faker."""
    for node in ast.walk(ast.parse(module)):
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            continue
        gender = VARIABLES.get(node.targets[0].id)
        if gender:
            yield gender, tuple(_texts(node.value))


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts of a tuple, list or set, or the keys of an OrderedDict of pairs or a dictionary."""
    if isinstance(node, ast.Call):
        for argument in node.args:
            yield from _texts(argument)
    elif isinstance(node, ast.Dict):
        for key in node.keys:
            if key is not None:
                yield from _texts(key)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for element in node.elts:
            yield from _texts(element)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def is_latin(name: str) -> bool:
    """Whether a name is one word of Latin letters with a capital, long enough to be told from an initial."""
    letters = name.replace("-", "").replace("’", "").replace("'", "")
    return (
        len(letters) > 1
        and letters.isalpha()
        and max(letters) < "\u0250"
        and name[0].isupper()
        and not letters.isupper()
    )


def given_names(wheel: Path) -> Mapping[str, str]:
    """The genders of every name, by name."""
    genders: defaultdict[str, set[str]] = defaultdict(set)
    with zipfile.ZipFile(wheel) as archive:
        for member in sorted(archive.namelist()):
            if member.startswith(MODULES) and member.endswith("/__init__.py"):
                for gender, names in literals(archive.read(member).decode("utf-8")):
                    for name in filter(is_latin, names):
                        genders[name].add(gender)
    return {name: "".join(sorted(found, reverse=True)) for name, found in sorted(genders.items())}


def main() -> int:
    """Write the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, default=Path("build") / "packages")
    try:
        found = given_names(fetch(NAMES, parser.parse_args().cache))
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    TARGET.write_text(HEAD + "".join(f"{n}\t{g}\n" for n, g in found.items()), encoding="utf-8")
    print(f"{len(found)} names")
    return 0


if __name__ == "__main__":
    sys.exit(main())
