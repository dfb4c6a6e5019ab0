"""Sets of tests: those that ship, and those of a folder, a file or a data set on the Hugging Face hub."""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from mitgemeint.data import resource
from mitgemeint.eval.association.origins import FILE_NAME, read_origins
from mitgemeint.eval.association.test_file import (
    AssociationTest,
    Origin,
    Templates,
    TextSet,
    holds_rows,
    read_rows,
    read_test,
)
from mitgemeint.eval.hub import HUB_NAME, download_data_set
from mitgemeint.eval.problems import EvalError

SHIPPED = ("turkish", "german")
SOURCES = (
    f"name a set that ships ({', '.join(SHIPPED)}), a folder or file in the layout of sent-bias, "
    "or a data set of the hub as owner/name"
)


def read_tests(source: str | Path) -> tuple[AssociationTest, ...]:
    """The tests of a source, word level before sentence level, in the order of their numbers.

    `source` is the name of a set that ships ("turkish", "german"), a folder of test files, a file of one test
    or of one test a line, or the name of a data set on the Hugging Face hub, with a revision after @ if one
    is wanted ("orhunc/Bias-Evaluation-Turkish"; this needs huggingface_hub). Shipped names win over folders:
    write ./turkish for a folder of that name. Where a file origins.tsv lies beside the tests, their
    `templates` are taken from it.

    Raises EvalError where there is no such source, it holds no test, two of its tests share a name, or
    a file is malformed.
    """
    if isinstance(source, str) and source in SHIPPED:
        return _folder(shipped_folder(source))
    path = _existing(source)
    if path is not None:
        return _folder(path) if path.is_dir() else _ordered(source, _tests([path]))
    if isinstance(source, str) and (hub := HUB_NAME.fullmatch(source)):
        return _folder(
            download_data_set(hub["name"], hub["revision"], ["*.jsonl", "*.json", FILE_NAME]), place=source
        )
    near = get_close_matches(str(source), SHIPPED, n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    raise EvalError(source, f"there are no such tests{hint}", SOURCES)


def _existing(source: str | Path) -> Path | None:
    """The folder or file of that name, if there is one."""
    try:
        path = Path(source).expanduser()
        return path if source and (path.is_dir() or path.is_file()) else None
    except (OSError, ValueError, RuntimeError):  # a name that no file can have, a home that is not there
        return None


def shipped_folder(name: str) -> Path:
    """The folder of a set that ships."""
    return Path(str(resource("benchmarks", "association", name)))


def _folder(folder: Path, place: str | None = None) -> tuple[AssociationTest, ...]:
    """The tests of all test files in a folder and below; `place` is what the user called it."""
    shown = place or str(folder)
    try:
        paths = _test_files(folder)
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise EvalError(shown, reason, "check the folder and its rights") from error
    if not paths:
        raise EvalError(shown, "holds no test file (*.jsonl, *.json)", SOURCES)
    return _ordered(shown, _tests(paths))


def _test_files(folder: Path) -> list[Path]:
    """Files that end in .jsonl; where there are none, in .json. Hidden ones are none of the user's."""
    for ending in ("jsonl", "json"):
        found = sorted(
            path
            for path in folder.rglob(f"*.{ending}")
            if not any(part.startswith(".") for part in path.relative_to(folder).parts) and path.is_file()
        )
        if found:
            return found
    return []


def _tests(paths: Iterable[Path]) -> Iterator[AssociationTest]:
    """The tests of files, with the origins that lie beside them, of which each table is read once."""
    tables: dict[Path, Mapping[str, Origin]] = {}
    for path in paths:
        folder = path.parent
        if folder not in tables:
            table = folder / FILE_NAME
            tables[folder] = read_origins(table) if table.is_file() else {}
        for test in read_rows(path) if holds_rows(path) else (read_test(path),):
            yield _with_templates(test, tables[folder])


def _with_templates(test: AssociationTest, known: Mapping[str, Origin]) -> AssociationTest:
    """The test with the origins of its texts, if all of them are known."""

    def of(texts: TextSet) -> tuple[Origin, ...]:
        return tuple(known[text] for text in texts.texts)

    if all(text in known for texts in test.sets.values() for text in texts.texts):
        return replace(test, templates=Templates(of(test.x), of(test.y), of(test.a), of(test.b)))
    return test


def _ordered(place: str | Path, tests: Iterable[AssociationTest]) -> tuple[AssociationTest, ...]:
    ordered = sorted(tests, key=lambda test: natural_order(test.name))
    for one, other in itertools.pairwise(ordered):
        if one.name == other.name:
            raise EvalError(place, f"has two tests called {one.name}", "rename one of the files")
    return tuple(ordered)


def natural_order(name: str) -> tuple[bool, tuple[tuple[int, str], ...], bool]:
    """A sort key that puts the tests of Caliskan et al. (weat…) before others, weat6 before weat10, and a
    test of words before the same test of sentences.
    """
    words = name.removeprefix("sent-")
    parts = re.findall(r"\d+|\D+", words)
    numbered = tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)
    return not words.startswith("weat"), numbered, words != name
