"""House rules that people define in their settings, and choose with `policy`."""

from pathlib import Path
from typing import Any

import jsonschema
import pytest

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.analysis.messages import Catalogue
from mitgemeint.analysis.policy import Policy
from mitgemeint.server import options_reference
from mitgemeint.server.config import LoadedSettings, load_settings

RULE = """\
policy = "haus"

[policies.haus]
title = "Unser Haus"
base = "genderstern"
omission_test = true

[policies.haus.notations]
neutral = "prefer"
pair = "allow"
slash = "hint"
"""


def load(folder: Path, client: dict[str, Any] | None = None) -> LoadedSettings:
    return load_settings(folder, client, user=folder / "user.toml", environment={"LANG": "de"})


def chosen(folder: Path, client: dict[str, Any] | None = None) -> Policy:
    loaded = load(folder, client)
    assert not loaded.problems
    assert isinstance(loaded.settings.policy, Policy)
    return loaded.settings.policy


def project(folder: Path, text: str) -> Path:
    (folder / ".mitgemeint.toml").write_text(text, "utf-8")
    return folder


def test_a_rule_on_the_base_of_another(tmp_path: Path) -> None:
    policy = chosen(project(tmp_path, RULE))
    assert policy.name == "haus"
    assert policy.title["de"] == "Unser Haus"
    assert policy.allowed == ("neutral", "star", "pair")
    assert policy.hint == ("slash",)
    assert policy.forbidden == ("colon", "underscore", "interpunct", "internal-i", "parentheses")
    assert policy.omission_test


# What a rule says, and the lists that come of it: allowed, hint, forbidden.
LISTS = [
    ({"allowed": ["star", "pair"]}, ("star", "pair"), (), ()),
    ({"notations": {"star": "allow", "pair": "prefer"}}, ("pair", "star"), (), ()),
    ({"base": "bayern", "allowed": ["pair"]}, ("pair",), ("internal-i",), None),
    ({"base": "bayern", "forbidden": ["pair"]}, ("neutral",), ("internal-i",), ("pair",)),
    ({"base": "neutral", "notations": {"pair": "allow"}}, ("neutral", "pair"), (), None),
    ({"base": "genderstern", "notations": {"star": "prefer"}}, ("star", "neutral"), ("pair",), None),
    ({"allowed": ["neutral", "star"], "notations": {"star": "forbid"}}, ("neutral",), (), ("star",)),
    ({"allowed": ["custom:~"]}, ("custom:~",), (), ()),
]


@pytest.mark.parametrize(("rule", "allowed", "hint", "forbidden"), LISTS)
def test_lists(
    tmp_path: Path,
    rule: dict[str, Any],
    allowed: tuple[str, ...],
    hint: tuple[str, ...],
    forbidden: tuple[str, ...] | None,
) -> None:
    policy = chosen(tmp_path, {"policy": "haus", "policies": {"haus": rule}})
    assert policy.allowed == allowed
    assert policy.hint == hint
    assert forbidden is None or policy.forbidden == forbidden
    jsonschema.validate({"policies": {"haus": rule}}, options_reference.schema())


# What is wrong: the rule, the key that is named, and a part of what helps.
BROKEN = [
    ('[policies.haus]\nallowed = ["stars"]\n', ":2", "policies.haus.allowed", "star, colon"),
    ('[policies.haus]\nbase = "haus2"\n', ":2", "policies.haus.base", "genderstern"),
    ('[policies.haus]\nallowed = ["star"]\nalowed = 1\n', ":3", "policies.haus.alowed", "allowed"),
    ('[policies.haus]\nallowed = ["star"]\nskip_quotes = 1\n', ":3", "policies.haus.skip_quotes", "true"),
    ('[policies."%{system(\'x\')}"]\nallowed = ["star"]\n', ":1", "policies.%{system('x')}", "Buchstaben"),
    ('[policies."$(trash)"]\nallowed = ["star"]\n', ":1", "policies.$(trash)", "Buchstaben"),
    ('[policies."[x](command:y)"]\nallowed = ["star"]\n', ":1", "policies.[x](command:y)", "Buchstaben"),
    ('[policies.haus]\nhint = ["star"]\n', ":1", "policies.haus.allowed", "mindestens eine"),
    (
        '[policies.haus]\nallowed = ["star"]\nforbidden = ["star"]\n',
        ":3",
        "policies.haus.forbidden",
        "nur einer der Listen",
    ),
    ('[policies.haus.notations]\nstar = "ja"\n', ":1", "policies.haus.notations", "prefer, allow"),
    ('[policies.hessen]\nallowed = ["star"]\n', ":1", "policies.hessen", "mitgeliefert"),
    ("[policies]\nhaus = 1\n", ":2", "policies.haus", "Tabelle"),
    ("policies = 1\n", ":1", "policies", "Tabelle"),
]


@pytest.mark.parametrize(("text", "line", "key", "remedy"), BROKEN)
def test_broken_rules_name_file_key_and_remedy(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    line: str,
    key: str,
    remedy: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (problem,) = load(project(tmp_path, text)).problems
    shown = problem.text(Catalogue.load("de"))
    assert problem.code == "E202"
    assert shown.startswith(f".mitgemeint.toml{line}: „{key}“ ")
    assert remedy in shown


def test_rules_of_the_user_serve_every_project(tmp_path: Path) -> None:
    (tmp_path / "user.toml").write_text('[policies.haus]\nallowed = ["colon"]\n', "utf-8")
    assert chosen(project(tmp_path, 'policy = "haus"\n')).allowed == ("colon",)


def test_the_nearest_rule_of_a_name_counts(tmp_path: Path) -> None:
    project(tmp_path, 'policy = "haus"\n[policies.haus]\nallowed = ["colon"]\n')
    assert chosen(tmp_path, {"policies": {"haus": {"allowed": ["star"], "skipQuotes": True}}}).skip_quotes
    assert chosen(tmp_path).allowed == ("colon",)


def test_an_editor_chooses_a_rule_of_the_project(tmp_path: Path) -> None:
    project(tmp_path, '[policies.haus]\nallowed = ["colon"]\n')
    assert chosen(tmp_path, {"mitgemeint": {"policy": "haus"}}).allowed == ("colon",)


def test_pyproject(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.mitgemeint]\npolicy = "haus"\n[tool.mitgemeint.policies.haus]\nallowed = ["colon"]\n', "utf-8"
    )
    assert chosen(tmp_path).allowed == ("colon",)


def test_the_analysis_takes_a_policy() -> None:
    pipeline = Pipeline(Settings(policy=Policy("haus", ("colon", "pair"), omission_test=True)))
    found = pipeline.analyze("Alle Lehrer und alle Kollegen helfen.").findings
    assert [[suggestion.notation for suggestion in finding.suggestions][:1] for finding in found] == [
        ["colon"],
        ["pair"],
    ]


def test_a_policy_that_is_none() -> None:
    with pytest.raises(TypeError, match=r"Settings\.policy is a name or a Policy"):
        Settings(policy=3)  # type: ignore[arg-type]


def test_the_command_lists_them_with_their_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_cli: Any
) -> None:
    monkeypatch.chdir(project(tmp_path, RULE))
    listed = run_cli("--lang", "de", "policies")
    assert listed.status == 0
    assert any(line.startswith("haus ") for line in listed.out.splitlines())
    assert "Unser Haus (steht in .mitgemeint.toml)" in listed.out
    shown = run_cli("--lang", "de", "policies", "haus").out
    assert "neutral, star, pair" in shown
    assert "Kurzformen nur" in shown
