"""VS Code in a browser: code-server with the packaged extension, and a window of it that tests work in."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
EXTENSION = ROOT / "editors" / "vscode"
EDITORS = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mitgemeint-editors"
CODE_SERVER = EDITORS / "code-server-4.100.3" / "node_modules" / ".bin" / "code-server"
PATIENCE = 60.0
SIZE = {"width": 1000, "height": 640}

SETTINGS: dict[str, Any] = {
    "workbench.startupEditor": "none",
    "workbench.colorTheme": "Default Light Modern",
    "workbench.layoutControl.enabled": False,
    "workbench.tree.renderIndentGuides": "none",
    "window.commandCenter": False,
    "window.menuBarVisibility": "hidden",
    "telemetry.telemetryLevel": "off",
    "extensions.ignoreRecommendations": True,
    "extensions.autoCheckUpdates": False,
    "files.autoSave": "off",
    "editor.minimap.enabled": False,
    "editor.wordWrap": "on",
    "editor.acceptSuggestionOnEnter": "off",
    "git.enabled": False,
}


SQUIGGLES = """() => {
  // The words that stand above the wavy lines, as they are on the screen now.
  const words = [];
  for (const wave of document.querySelectorAll(".monaco-editor .cdr[class*=squiggly-]")) {
    const {left, right, top, bottom} = wave.getBoundingClientRect();
    if (right - left < 2) continue;
    let word = "";
    for (const line of wave.closest(".monaco-editor").querySelectorAll(".view-line")) {
      const box = line.getBoundingClientRect();
      if (box.bottom <= top + 1 || box.top >= bottom - 1) continue;
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (let at = 0; at < node.length; at++) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const sign = range.getBoundingClientRect();
          const middle = (sign.left + sign.right) / 2;
          const high = (sign.top + sign.bottom) / 2;
          if (middle > left && middle < right && high > top && high < bottom) word += node.data[at];
        }
      }
    }
    words.push(word);
  }
  return words;
}"""

WATCH = f"""() => {{
  window.seen = new Set();
  window.watching = true;
  const look = () => {{
    for (const word of ({SQUIGGLES})()) window.seen.add(word);
    if (window.watching) requestAnimationFrame(look);
  }};
  requestAnimationFrame(look);
}}"""


def needed(path: Path, installer: str) -> Path:
    """What is installed by a script: without it tests are skipped, in continuous integration they fail."""
    if path.exists():
        return path
    if os.environ.get("CI"):
        pytest.fail(f"{path} is missing, {installer} installs it")
    pytest.skip(f"{path.name} is not installed; {installer} installs it")


def eventually(condition: Callable[[], Any], what: Callable[[], str]) -> Any:
    """Wait until something is so, and give it; `what` says what was wrong at the end."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.05)
    pytest.fail(f"waited in vain: {what()}")


@dataclass
class CodeServer:
    """A running code-server with a profile of its own."""

    home: Path
    port: int
    process: subprocess.Popen[bytes]

    @property
    def profile(self) -> Path:
        return self.home / "user" / "User" / "settings.json"

    def configure(self, **settings: Any) -> None:
        """Write the user's settings: the common ones and these."""
        self.profile.parent.mkdir(parents=True, exist_ok=True)
        named = {key.replace("__", "."): value for key, value in settings.items()}
        self.profile.write_text(json.dumps({**SETTINGS, **named}), encoding="utf-8")

    def language_servers(self) -> list[int]:
        """The processes of the servers that its windows have started."""
        home = f"HOME={self.home}".encode()
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                command = (folder / "cmdline").read_bytes().split(b"\0")
                if b"lsp" in command and home in (folder / "environ").read_bytes().split(b"\0"):
                    found.append(int(folder.name))
            except OSError:
                continue  # ended in the meantime, or somebody else's
        return found


@dataclass
class Window:
    """One window on a folder, driven by its keys and read from its screen."""

    page: Any
    server: CodeServer
    folder: Path

    # ---- what a user does

    def load(self) -> None:
        """Open the window, or open it again."""
        self.page.goto(f"http://127.0.0.1:{self.server.port}/?folder={self.folder}")
        self.page.locator(".explorer-folders-view .monaco-list-row").first.wait_for()

    def open(self, name: str, content: str | bytes | None = None) -> None:
        """Open a file of the folder, which is written before if there is something to write."""
        if content is not None:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        self.page.keyboard.press("Control+p")
        self.choose(str(self.folder / name), name)
        self.page.locator(f'.editor-instance .monaco-editor[data-uri$="/{name}"]').wait_for()
        self.page.locator(".editor-instance .monaco-editor.focused").wait_for()

    def choose(self, text: str, row: str = "") -> None:
        """Filter the list that is open and take its first row, when it is one with this text."""
        field = self.page.locator(".quick-input-widget input.input")
        rows = self.page.locator(".quick-input-widget .monaco-list-row", has_text=row or text)

        def is_filtered() -> bool:
            if field.input_value() != text:  # a list that is still opening writes its own beginning
                field.fill(text)
            return rows.count() > 0

        eventually(is_filtered, lambda: f"a row {row or text}")
        self._take(".quick-input-widget .monaco-list-row", row or text)

    def fix(self, title: str) -> None:
        """Apply a quick fix at the caret, by keys alone."""
        self.page.keyboard.press("Control+.")
        self._take(".action-widget .monaco-list-row", title)

    def _take(self, rows: str, text: str) -> None:
        """Go down in a list by keys to the row with this text, and take it."""
        self.page.locator(rows, has_text=text).first.wait_for()
        focused = self.page.locator(f"{rows}.focused")
        focused.wait_for()
        for _ in range(self.page.locator(rows).count()):
            if text.casefold() in focused.inner_text().casefold():
                break
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")

    def command(self, title: str) -> None:
        """Call a command of the palette."""
        self.page.keyboard.press("F1")
        self.choose(f">mitgemeint: {title}", f"mitgemeint: {title}")

    def go(self, line: int, column: int) -> None:
        """Put the caret somewhere."""
        self.page.keyboard.press("Control+g")
        field = self.page.locator(".quick-input-widget input.input")
        field.wait_for()
        field.fill(f":{line}:{column}")
        self.page.keyboard.press("Enter")
        self.page.locator(".editor-instance .monaco-editor.focused").wait_for()

    def type(self, text: str, delay: float = 0) -> None:
        self.page.keyboard.type(text, delay=delay)

    def save(self) -> None:
        self.page.keyboard.press("Control+s")

    # ---- what a user sees

    def squiggles(self) -> list[str]:
        """The words with a wavy line."""
        return list(self.page.evaluate(SQUIGGLES))

    def sees(self, *words: str) -> None:
        """Wait until just these words have a wavy line."""
        eventually(
            lambda: self.squiggles() == list(words), lambda: f"squiggles {words}, not {self.squiggles()}"
        )

    def watch(self) -> None:
        """From now on note every word that has a wavy line in any picture."""
        self.page.evaluate(WATCH)

    def watched(self) -> set[str]:
        """The words since then."""
        return set(self.page.evaluate("() => { window.watching = false; return [...window.seen]; }"))

    def reads_status(self, text: str) -> None:
        """Wait until the status bar shows this."""
        eventually(lambda: text in self.status().inner_text(), lambda: f"status {text}")

    def saves(self, name: str, content: str) -> None:
        """Save until a file holds this: what changes the text takes its time."""

        def is_saved() -> bool:
            self.save()
            return (self.folder / name).read_text("utf-8") == content

        eventually(is_saved, lambda: f"{name}: {(self.folder / name).read_text('utf-8')!r}")

    def has_file(self, path: Path) -> None:
        """Wait until something has made this file."""
        eventually(path.exists, lambda: f"no file {path.name}")

    def status(self) -> Any:
        """What the status bar says of the house rule."""
        return self.page.locator('.statusbar-item[id$="houseRule"]')

    def message(self, text: str) -> Any:
        """A notification with this text."""
        found = self.page.locator(".notification-list-item", has_text=text).first
        found.wait_for()
        return found

    def press(self, text: str, button: str) -> None:
        """Press a button of the notification with this text, by keys: hints may cover it."""
        found = self.message(text).locator(".monaco-button", has_text=button)

        def is_pressed() -> bool:
            if found.count():  # it may be drawn anew while the key is on its way
                found.press("Enter")
            return found.count() == 0

        eventually(is_pressed, lambda: f"the button {button}")

    def has_saved(self, name: str, content: str | bytes) -> None:
        """Wait until a file holds just this."""
        expected = content if isinstance(content, bytes) else content.encode()
        path = self.folder / name
        eventually(
            lambda: path.exists() and path.read_bytes() == expected,
            lambda: f"{name}: {expected!r}, not {path.read_bytes() if path.exists() else None!r}",
        )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep a picture of each window in which a test has failed."""
    report = yield
    windows = [value for value in getattr(item, "funcargs", {}).values() if isinstance(value, Window)]
    if report.failed and report.when == "call":
        for number, window in enumerate(windows):
            path = window.server.home / f"{item.name}-{number}.png"
            window.page.screenshot(path=path)
            report.sections.append(("window", str(path)))
    return report


@pytest.fixture(scope="session")
def vsix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension as it is published, from the sources as they are now."""
    needed(EXTENSION / "node_modules" / ".bin" / "vsce", ".ci/install-vscode")
    packed = subprocess.run(
        ["npm", "run", "--silent", "package"], cwd=EXTENSION, capture_output=True, text=True, check=False
    )
    assert packed.returncode == 0, packed.stdout + packed.stderr
    return EXTENSION / "mitgemeint.vsix"


@pytest.fixture(scope="module")
def start(vsix: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., CodeServer]]:
    """Starts code-servers, which end with the module."""
    needed(CODE_SERVER, ".ci/install-vscode")
    started: list[CodeServer] = []

    def start_one(*parameters: str, programs: Sequence[Path] = ()) -> CodeServer:
        home = tmp_path_factory.mktemp("code-server")
        server = _start(home, vsix, parameters, _environment(home, programs))
        started.append(server)
        return server

    yield start_one
    for server in started:
        os.killpg(server.process.pid, signal.SIGTERM)
        server.process.wait(PATIENCE)


@pytest.fixture(scope="module")
def show(browser: Any) -> Iterator[Callable[..., Window]]:
    """Opens windows of a code-server on folders, which close with the module."""
    pages: list[Any] = []

    def show_one(server: CodeServer, folder: Path) -> Window:
        page = browser.new_page(viewport=SIZE)
        page.set_default_timeout(PATIENCE * 1000)
        pages.append(page)
        window = Window(page, server, folder)
        window.load()
        return window

    yield show_one
    for page in pages:
        page.close()


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program `mitgemeint`, as pip would install it, for the server that is tested here."""
    path = tmp_path_factory.mktemp("bin") / "mitgemeint"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mitgemeint.server.cli "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    return path


def _environment(home: Path, programs: Sequence[Path]) -> dict[str, str]:
    """That of a user whose home is a new folder and who has just these programs."""
    node = Path(shutil.which("node") or "node").parent
    path = os.pathsep.join([*(str(program.parent) for program in programs), str(node), "/usr/bin", "/bin"])
    folders = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "HOME")
    own = {"PATH": path, "LANG": "C.UTF-8", "VSCODE_CLI": "1"}  # else extensions get what a login shell sets
    return {**os.environ, **dict.fromkeys(folders, str(home)), **own}


def _start(home: Path, vsix: Path, parameters: Sequence[str], environment: Mapping[str, str]) -> CodeServer:
    places = ["--user-data-dir", str(home / "user"), "--extensions-dir", str(home / "ext")]
    install = [str(CODE_SERVER), *places, "--install-extension", str(vsix)]
    subprocess.run(install, env=environment, check=True, capture_output=True)
    port = _free_port()
    command = [
        str(CODE_SERVER),
        "--config",
        "/dev/null",
        "--auth",
        "none",
        "--bind-addr",
        f"127.0.0.1:{port}",
    ]
    quiet = ["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"]
    log = (home / "log").open("wb")
    process = subprocess.Popen(
        [*command, *quiet, *places, *parameters],
        env=environment,
        stdout=log,
        stderr=log,
        start_new_session=True,
    )
    server = CodeServer(home, port, process)
    server.configure()
    eventually(lambda: _answers(port), lambda: "code-server answers")
    return server


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False
