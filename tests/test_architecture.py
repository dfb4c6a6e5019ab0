"""Imports point downwards only: server, eval → analysis → data."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "data": {"data"},
    "analysis": {"analysis", "data"},
    "server": {"server", "analysis", "data"},
    "eval": {"eval", "analysis", "data"},
}
BENCHMARKS = ("association", "bbq", "inclusive")
"""The measures of eval; what they share lies beside them and knows none of them."""

EDITOR_LIBRARIES = {"pygls", "lsprotocol"}


def modules(part: str) -> Iterator[Path]:
    """The modules of a part that ship (build scripts do not)."""
    return (
        path for path in sorted((ROOT / part).rglob("*.py")) if (ROOT / "data" / "build") not in path.parents
    )


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every imported module, with its line; relative imports begin with dots."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            name = f"{'.' * node.level}{node.module or ''}"
            if name == "mitgemeint":
                yield from ((node.lineno, f"mitgemeint.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, name


def imports(part: str) -> Iterator[tuple[str, str]]:
    for path in modules(part):
        for line, name in imported(ast.parse(path.read_text("utf-8"))):
            yield f"{path.relative_to(ROOT)}:{line}", name


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_point_downwards(part: str) -> None:
    own = [(place, name.split(".")[1]) for place, name in imports(part) if name.startswith("mitgemeint.")]
    assert [(place, name) for place, name in own if name not in MAY_IMPORT[part]] == []


@pytest.mark.parametrize("benchmark", BENCHMARKS)
def test_a_measure_is_known_to_the_command_line_alone(benchmark: str) -> None:
    prefix = f"mitgemeint.eval.{benchmark}"
    outside = [
        place
        for place, name in imports("eval")
        if f"{name}.".startswith(f"{prefix}.") and not place.startswith((f"eval/{benchmark}/", "eval/cli.py"))
    ]
    assert outside == []


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_are_absolute(part: str) -> None:
    assert [(place, name) for place, name in imports(part) if name.startswith(".")] == []


def test_data_needs_only_the_standard_library() -> None:
    others = [(place, name.split(".")[0]) for place, name in imports("data")]
    known = sys.stdlib_module_names | {"mitgemeint"}
    assert [(place, name) for place, name in others if name not in known] == []


def test_the_analysis_knows_no_editor() -> None:
    libraries = [(place, name.split(".")[0]) for place, name in imports("analysis")]
    assert [(place, name) for place, name in libraries if name in EDITOR_LIBRARIES] == []


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_every_module_says_what_it_is_for(part: str) -> None:
    silent = [path for path in modules(part) if not ast.get_docstring(ast.parse(path.read_text("utf-8")))]
    assert silent == []
