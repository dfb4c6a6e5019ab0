"""What tests of several parts need: a browser, and programs that serve pages to it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
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
PATIENCE = 60.0
# The command alone, as `mitgemeint-eval` runs it.
RUN = """
import argparse, importlib, sys
from mitgemeint.eval.problems import EvalError
parser = argparse.ArgumentParser()
importlib.import_module(sys.argv[1]).add(parser.add_subparsers(required=True))
chosen = parser.parse_args(sys.argv[2:])
try:
    sys.exit(chosen.run(chosen))
except EvalError as error:
    print(error, file=sys.stderr)
    sys.exit(2)
"""


FAULTS = """() => {
  // What keeps a person from reading or using the page: contrast, names of controls, width, language.
  const seen = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 1;
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => {
    const [red, green, blue] = channels(colour).slice(0, 3).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (each) => {
    for (let node = each; node; node = node.parentElement) {
      const colour = getComputedStyle(node).backgroundColor;
      if ((channels(colour)[3] ?? 1) > 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const faults = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !seen(parent)) continue;
    const [one, other] = [light(getComputedStyle(parent).color), light(ground(parent))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) faults.push(`contrast ${contrast}: ${texts.currentNode.data.trim().slice(0, 40)}`);
  }
  for (const field of document.querySelectorAll("input, select, textarea")) {
    if (!field.labels?.length && !field.getAttribute("aria-label")) faults.push(`no label: ${field.id}`);
  }
  for (const control of document.querySelectorAll("button, a")) {
    if (!control.textContent.trim()) faults.push(`no name: ${control.id}`);
  }
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  for (const id of ids.filter((each, place) => ids.indexOf(each) !== place)) faults.push(`twice: ${id}`);
  if (document.querySelectorAll("h1").length !== 1) faults.push("not one h1");
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the window");
  return faults;
}"""


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


@dataclass
class Program:
    """A program that serves a page at an address."""

    process: subprocess.Popen[str]
    address: str

    def ended(self) -> tuple[int, str]:
        """Its exit status, and what it said at the end."""
        out, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out

    def kill(self) -> None:
        """End it without a chance to do anything (kill -9)."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)


Serve = Callable[..., Program]


@contextmanager
def _programs() -> Iterator[Serve]:
    started: list[Program] = []

    def start(module: str, *arguments: str | Path, language: str = "en") -> Program:
        name = module.rpartition(".")[2].removesuffix("_command")
        words = [name, *map(str, arguments), "--no-browser", "--lang", language]
        process = subprocess.Popen(
            [sys.executable, "-c", RUN, module, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        if found is None:
            raise AssertionError(process.communicate(timeout=PATIENCE)[1])
        started.append(Program(process, found[0]))
        return started[-1]

    try:
        yield start
    finally:
        for program in started:
            if program.process.poll() is None:
                program.kill()


@pytest.fixture
def start_page() -> Iterator[Serve]:
    """Starts programs; they end with the test."""
    with _programs() as start:
        yield start


@pytest.fixture(scope="module")
def lasting_page() -> Iterator[Serve]:
    """Starts programs that all tests of a module look at; they end with the module."""
    with _programs() as start:
        yield start


@pytest.fixture
def faults() -> Callable[[Any], list[str]]:
    """What is wrong with a page for people who see little: in light, dark, narrow, enlarged."""

    def found(page: Any) -> list[str]:
        wrong = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            wrong += [f"{scheme}: {fault}" for fault in page.evaluate(FAULTS)]
        page.emulate_media(color_scheme="light")
        usual = page.viewport_size
        # 640 is a window of 1280 at 200 %, 320 one at 400 % (WCAG 1.4.10).
        for width in (640, 320):
            page.set_viewport_size({"width": width, "height": 700})
            wrong += [f"{width}: {fault}" for fault in page.evaluate(FAULTS)]
        page.set_viewport_size(usual)
        return wrong

    return found


def _elsewhere(url: str) -> list[str]:
    return [] if url.startswith("http://127.0.0.1:") else [url]


@pytest.fixture
def window(browser: Any) -> Iterator[Any]:
    """A page of a fresh browser; the test fails where a script does or something comes from elsewhere."""
    context = browser.new_context(viewport={"width": 1100, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "request", lambda request: errors.append(request.url) if "//127.0.0.1:" not in request.url else None
    )
    yield page
    context.close()
    assert errors == []
