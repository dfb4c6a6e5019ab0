"""What docs/adoption.md offers: hooks of pre-commit, workflows, and calls that are understood."""

import os
import re
import shlex
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from mitgemeint.analysis.documents import FORMATS_BY_NAME
from mitgemeint.analysis.messages import Catalogue
from mitgemeint.server import baseline, cli
from mitgemeint.server.commands import check, fix

ROOT = Path(__file__).parents[2]
HOOKS = ROOT / ".pre-commit-hooks.yaml"
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.yml"))
PAGES = (ROOT / "docs" / "adoption.md", ROOT / "README.md")
SCHEMAS = {
    "github": "https://json.schemastore.org/github-workflow.json",
    "gitlab": "https://gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json",
}


def loaded(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def understood(line: str, monkeypatch: pytest.MonkeyPatch) -> Namespace:
    """The arguments of a command line, as the program reads them. Nothing is run."""
    read: list[Namespace] = []

    def keep(arguments: Namespace, context: object) -> int:
        read.append(arguments)
        return 0

    monkeypatch.setattr(check, "run", keep)
    monkeypatch.setattr(fix, "run", keep)
    words = shlex.split(line.partition(" > ")[0], comments=True)
    assert words[0] == "mitgemeint"
    assert cli.main(words[1:]) == 0
    return read[0]


# ---- pre-commit ------------------------------------------------------------------------------------


def pre_commit(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        "PRE_COMMIT_HOME": str(folder.parent / "pre-commit"),
        "LANG": "de_DE.UTF-8",
        "LC_ALL": "",
    }
    command = [sys.executable, "-m", "pre_commit", *arguments, "--color=never"]
    return subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def configured(folder: Path, name: str, *arguments: str) -> None:
    """The hook of this name in a repository, run by the interpreter of the tests."""
    (hook,) = [hook for hook in loaded(HOOKS) if hook["id"] == name]
    program, _, rest = hook["entry"].partition(" ")
    assert program == "mitgemeint"
    entry = f"{shlex.quote(sys.executable)} -m mitgemeint.server.cli {rest}"
    own = {**hook, "entry": entry, "language": "system", "args": list(arguments)}
    text = yaml.safe_dump({"repos": [{"repo": "local", "hooks": [own]}]}, allow_unicode=True)
    (folder / ".pre-commit-config.yaml").write_text(text, "utf-8")


@pytest.fixture
def repository(workplace: Path) -> Path:
    (workplace / ".git").rmdir()
    git(workplace, "init", "-q")
    (workplace / "alt.md").write_text("Die Lehrer kommen.\n")
    (workplace / "code.py").write_text("# Die Lehrer kommen.\n")
    (workplace / ".mitgemeint.toml").write_text('exclude = ["fremd/"]\nnotations = ["star"]\n')
    git(workplace, "add", "-A")
    git(workplace, "commit", "-qm", "x")
    return workplace


def test_the_hooks_are_valid_and_take_all_that_is_read() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "validate-manifest", str(HOOKS)],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    for hook in loaded(HOOKS):
        for known in FORMATS_BY_NAME.values():
            doubtful = known.recognises is not None and known.name not in {"po", "xliff"}
            for suffix in filter(None, () if doubtful or known.is_program else known.suffixes):
                assert re.search(hook["files"], f"ordner/brief{suffix}")
        assert not re.search(hook["files"], "brief.py")


def test_the_hook_checks_the_files_of_a_commit(repository: Path) -> None:
    configured(repository, "mitgemeint")
    (repository / "fremd").mkdir()
    for name in ("grüße an alle.tex", "fremd/a.txt", "b.py"):
        (repository / name).write_text("Die Lehrer gehen.\n")
    git(repository, "add", "-A")
    done = pre_commit(repository, "run")
    assert done.returncode == 1
    assert "exit code: 1" in done.stdout
    assert "grüße an alle.tex:1:5: generic-masculine" in done.stdout
    assert done.stdout.count("generic-masculine") == 1
    (repository / "grüße an alle.tex").write_text("Alle gehen.\n")
    git(repository, "add", "-A")
    assert pre_commit(repository, "run").returncode == 0


def test_the_hook_looks_at_changed_lines_and_baselines(repository: Path) -> None:
    (repository / "alt.md").write_text("Die Lehrer kommen.\n\nAlle gehen.\n")
    git(repository, "add", "-A")
    configured(repository, "mitgemeint")
    assert pre_commit(repository, "run").returncode == 1
    configured(repository, "mitgemeint", "--diff-base", "HEAD")
    assert pre_commit(repository, "run").returncode == 0
    call = [
        sys.executable,
        "-m",
        "mitgemeint.server.cli",
        "check",
        "--write-baseline",
        "--baseline",
        "b.json",
    ]
    subprocess.run(call, cwd=repository, check=True, capture_output=True)
    with (repository / ".mitgemeint.toml").open("a") as file:
        file.write('baseline = "b.json"\n')
    configured(repository, "mitgemeint")
    git(repository, "add", "-A")
    assert pre_commit(repository, "run").returncode == 0


def test_the_other_hook_rewrites_and_fails_where_it_did(repository: Path) -> None:
    configured(repository, "mitgemeint-fix")
    (repository / "neu.md").write_text("Die Lehrer gehen.\n")
    git(repository, "add", "-A")
    done = pre_commit(repository, "run")
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout
    assert (repository / "neu.md").read_text() == "Die Lehrer\\*innen gehen.\n"
    assert (repository / "alt.md").read_text() == "Die Lehrer kommen.\n"
    git(repository, "add", "-A")
    assert pre_commit(repository, "run").returncode == 0


# ---- workflows and pages ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_the_workflows_fit_their_schemas(path: Path, published_schema) -> None:
    schema = published_schema(SCHEMAS[path.name.split("-")[0]])
    # YAML 1.1 reads the key `on` as a truth value; GitHub does not.
    values = {"on" if key is True else key: value for key, value in loaded(path).items()}
    validator = jsonschema.validators.validator_for(schema)(schema)
    assert [error.message for error in validator.iter_errors(values)] == []


def command_lines(value: Any, is_script: bool = False) -> Iterator[str]:
    """The lines of a workflow that call the program."""
    if isinstance(value, str):
        yield from (line for line in value.splitlines() if is_script and line.startswith("mitgemeint "))
    elif isinstance(value, list):
        for inner in value:
            yield from command_lines(inner, is_script)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from command_lines(inner, key in ("run", "script"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_the_workflows_use_options_that_exist(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = list(command_lines(loaded(path)))
    assert lines
    for line in lines:
        assert understood(line, monkeypatch).command == "check"


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_the_pages_show_calls_that_exist(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"^```\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    calls = [line for block in blocks for line in block.splitlines()]
    calls = [line for line in calls if re.match(r"mitgemeint (check|fix) ", line)]
    for line in calls:
        understood(line, monkeypatch)
    assert calls


def test_the_page_shows_what_a_baseline_holds() -> None:
    text = (ROOT / "docs" / "adoption.md").read_text("utf-8")
    (shown,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    entry = baseline.Entry("docs/brief.md", "Lehrer", "generic-masculine", "5e2b1c0d9f8a7b63")
    assert baseline.rendered({entry: 2}) == shown
    (configuration,) = re.findall(r"```yaml\n# \.pre-commit-config\.yaml\n(.*?)```", text, re.DOTALL)
    (repo,) = yaml.safe_load(configuration)["repos"]
    assert {hook["id"] for hook in repo["hooks"]} <= {hook["id"] for hook in loaded(HOOKS)}


def test_every_problem_stands_on_the_page() -> None:
    codes = {key.removeprefix("error.") for key in Catalogue.load("en").texts if key.startswith("error.")}
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    assert codes - set(re.findall(r"\b[ENW]\d{3}\b", page)) == set()
