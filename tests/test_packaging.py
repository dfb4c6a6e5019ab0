"""What ships: the wheel holds the packages and their data, and nothing else."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ("analysis", "server", "eval", "data")
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis", "node_modules"
)
BUILD = "from setuptools.build_meta import build_wheel; build_wheel('../dist')"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names in the wheel, built from a copy without what earlier builds left behind."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"

    def ignored(path: str, names: list[str]) -> set[str]:
        left_out = set(LEFT_OUT(path, names))
        return left_out | ({"build", "dist"} & set(names) if Path(path) == ROOT else set())

    shutil.copytree(ROOT, source, ignore=ignored)
    subprocess.run([sys.executable, "-c", BUILD], cwd=source, check=True, capture_output=True)
    (built,) = (folder / "dist").glob("*.whl")
    with ZipFile(built) as archive:
        return archive.namelist()


def configuration() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_every_package_is_listed() -> None:
    found = {
        ".".join(("mitgemeint", *init.parent.relative_to(ROOT).parts))
        for part in PARTS
        for init in (ROOT / part).rglob("__init__.py")
        if (ROOT / "data" / "build") not in init.parents
    }
    assert found == set(configuration()["tool"]["setuptools"]["packages"])  # type: ignore[index]


def test_every_module_belongs_to_a_package() -> None:
    homeless = [
        path
        for part in PARTS
        for path in (ROOT / part).rglob("*.py")
        if (ROOT / "data" / "build") not in path.parents and not (path.parent / "__init__.py").exists()
    ]
    assert homeless == []


def test_the_wheel_holds_one_package(wheel: list[str]) -> None:
    tops = {name.split("/")[0] for name in wheel}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"mitgemeint"}
    assert {name.split("/")[1] for name in wheel if name.startswith("mitgemeint/")} == set(PARTS)


def test_the_wheel_holds_all_modules(wheel: list[str]) -> None:
    modules = {
        f"mitgemeint/{path.relative_to(ROOT).as_posix()}"
        for part in PARTS
        for path in (ROOT / part).rglob("*.py")
        if (ROOT / "data" / "build") not in path.parents
    }
    assert {name for name in wheel if name.endswith(".py")} == modules


@pytest.mark.parametrize("folder", ["lexicon", "policies", "messages", "models", "benchmarks"])
def test_the_wheel_holds_the_data(wheel: list[str], folder: str) -> None:
    shipped = {
        f"mitgemeint/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / "data" / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert shipped
    assert shipped <= set(wheel)


def test_the_wheel_holds_what_local_pages_are_made_of(wheel: list[str]) -> None:
    made_of = {
        f"mitgemeint/{path.relative_to(ROOT).as_posix()}"
        for kind in ("html", "css", "js", "svg")
        for path in (ROOT / "eval").rglob(f"*.{kind}")
    }
    assert made_of
    assert made_of <= set(wheel)


def test_the_wheel_holds_the_licences_and_the_schema(wheel: list[str]) -> None:
    assert "mitgemeint/data/LICENSE" in wheel
    assert "mitgemeint/server/formats/json.schema.json" in wheel
    licences = {name.split("/licenses/")[1] for name in wheel if "/licenses/" in name}
    assert {"LICENSE", "data/LICENSE"} <= licences


def test_the_wheel_holds_no_tests_editors_or_build_scripts(wheel: list[str]) -> None:
    strange = ("/tests/", "/editors/", "/build/", "/examples/", "/docs/", ".ci/")
    assert [name for name in wheel if any(part in f"/{name}" for part in strange)] == []


def test_the_core_needs_no_torch() -> None:
    project = configuration()["project"]
    for name in [*project["dependencies"], *project["optional-dependencies"]["dev"]]:  # type: ignore[index]
        assert not name.startswith(("torch", "transformers", "stanza"))
