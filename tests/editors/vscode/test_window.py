"""The extension in a real window of VS Code."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def server(start: Callable[..., Any], program: Path) -> Any:
    return start("--disable-workspace-trust", programs=[program])


@pytest.fixture(scope="module")
def window(server: Any, show: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("texte")
    (folder / "leer.md").touch()
    return show(server, folder)


def test_a_finding_is_underlined(window: Any) -> None:
    window.open("eins.md", "😀 Für die Lehrer.\n")
    window.sees("Lehrer")
