"""What tests of several parts need: a browser."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def _missing(what: str, remedy: str) -> None:
    """Without a browser tests are skipped, in continuous integration they fail."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing, {remedy} installs it")
    pytest.skip(f"{what} is not installed; {remedy} installs it")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium without a screen."""
    chromium = shutil.which("chromium")
    if chromium is None:
        _missing("chromium", ".ci/install-vscode")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright", "pip install mitgemeint[dev]")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        yield browser
        browser.close()
