"""VS Code's page of settings is generated from the one definition."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mitgemeint.server import editor_settings
from mitgemeint.server.options import BY_NAME, normalised

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"


def manifest() -> dict[str, Any]:
    return json.loads((EXTENSION / editor_settings.MANIFEST).read_text("utf-8"))


def test_the_files_are_up_to_date() -> None:
    remedy = "python -m mitgemeint.server.editor_settings editors/vscode"
    for path, content in editor_settings.files(EXTENSION):
        assert path.read_text("utf-8") == content, f"{path.name} is out of date: {remedy}"


def test_every_setting_has_its_place() -> None:
    assert editor_settings.left_over() == set()


def test_the_names_are_those_that_the_server_reads() -> None:
    parts = [part for part in manifest()["contributes"]["configuration"] if part["id"] != "client"]
    names = [name.removeprefix("mitgemeint.") for part in parts for name in part["properties"]]
    assert {normalised(name) for name in names} == set(BY_NAME) - editor_settings.LEFT_OUT


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_text_is_there_and_used(language: str) -> None:
    texts = json.loads((EXTENSION / editor_settings.TEXTS[language]).read_text("utf-8"))
    used = re.findall(r"\"%([^%\"]+)%\"", (EXTENSION / editor_settings.MANIFEST).read_text("utf-8"))
    assert set(texts) == set(used)
    assert all(text.strip() for text in texts.values())


def test_every_value_of_a_list_is_described() -> None:
    def lists(value: Any) -> list[dict[str, Any]]:
        if isinstance(value, list):
            return [found for item in value for found in lists(item)]
        if not isinstance(value, dict):
            return []
        own = [value] if "enum" in value and "base" not in value else []
        return own + [found for item in value.values() for found in lists(item)]

    for found in lists(manifest()["contributes"]["configuration"]):
        assert len(found["enum"]) == len(found["enumDescriptions"]), found["enum"]


def test_stars_in_descriptions_are_stars() -> None:
    english = json.loads((EXTENSION / editor_settings.TEXTS["en"]).read_text("utf-8"))
    assert r"der\*die" in english["settings.article_order"]
    assert "`Lehrer*`" in english["settings.completion"]


def test_what_runs_programs_is_not_for_a_workspace_to_say() -> None:
    contributes, capabilities = manifest()["contributes"], manifest()["capabilities"]
    scopes = {
        name: shape["scope"]
        for part in contributes["configuration"]
        for name, shape in part["properties"].items()
    }
    restricted = capabilities["untrustedWorkspaces"]["restrictedConfigurations"]
    assert {name for name, scope in scopes.items() if scope == "machine-overridable"} == set(restricted)
    assert scopes["mitgemeint.trustProjects"] == "machine"
