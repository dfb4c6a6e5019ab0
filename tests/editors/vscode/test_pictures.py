"""The pictures of the documents and of the walkthrough, drawn anew on demand only:

MITGEMEINT_PICTURES=1 python -m pytest tests/editors/vscode/test_pictures.py
"""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
PICTURES = ROOT / "editors" / "vscode" / "media"

pytestmark = pytest.mark.skipif(
    not os.environ.get("MITGEMEINT_PICTURES"), reason="pictures are drawn where MITGEMEINT_PICTURES is set"
)


@pytest.fixture(scope="module")
def window(start: Any, program: Path, show: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A window on the example, under the gender star, without a side bar."""
    folder = tmp_path_factory.mktemp("gemeinde") / "Lindenau"
    folder.mkdir()
    shutil.copy(ROOT / "examples" / "brief.md", folder / "einladung.md")
    shutil.copy(ROOT / "examples" / "brief.txt", folder / "brief.txt")
    (folder / ".mitgemeint.toml").write_text('policy = "genderstern"\n', encoding="utf-8")
    server = start("--disable-workspace-trust", programs=[program])
    server.configure(
        **{"workbench.activityBar.location": "hidden", "editor.fontSize": 15, "breadcrumbs.enabled": False}
    )
    window = show(server, folder)
    window.page.set_viewport_size({"width": 900, "height": 560})
    window.open("einladung.md")
    window.reads_status("Gender star")
    window.page.keyboard.press("Control+b")
    return window


def picture(window: Any, name: str) -> None:
    window.page.screenshot(path=PICTURES / f"{name}.png")


def test_findings(window: Any) -> None:
    window.go(6, 66)
    window.page.keyboard.press("Control+k")
    window.page.keyboard.press("Control+i")
    window.page.locator(".monaco-hover:not(.hidden)", has_text="inclusively").first.wait_for()
    window.page.locator(".monaco-hover:not(.hidden)", has_text="Besucher*in").first.wait_for()
    picture(window, "findings")
    window.page.keyboard.press("Escape")


def test_quick_fix(window: Any) -> None:
    window.go(6, 66)
    window.page.keyboard.press("Control+.")
    window.page.locator(".action-widget .monaco-list-row", has_text="Besucher*in").first.wait_for()
    picture(window, "quick-fix")
    window.page.keyboard.press("Escape")


def test_house_rule(window: Any) -> None:
    window.status().click()
    window.page.locator(".quick-input-widget .monaco-list-row", has_text="Gender star").first.wait_for()
    picture(window, "house-rule")
    window.page.keyboard.press("Escape")


def test_problems(window: Any) -> None:
    window.command("Check All Files")
    window.press("files with findings", "Show Problems")
    window.page.locator(".markers-panel .monaco-list-row", has_text="brief.txt").first.wait_for()
    picture(window, "problems")
