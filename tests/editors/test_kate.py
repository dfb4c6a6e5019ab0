"""Kate on a display that nobody sees: the configuration that ships, and a quick fix by its own keys."""

import json
import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from driving import PATIENCE, ROOT, SERVER, absent, environment, wait_for

CONFIGURATION = ROOT / "editors" / "kate" / "settings.json"
PICTURE = ROOT / "docs" / "pictures" / "kate.png"
LETTER = """\
# Elternabend

Liebe Eltern, liebe Schüler,

am Montag stellen sich alle Lehrer vor. Jeder, der Fragen hat,
kann sie vorab an den Klassensprecher richten.

Der Hausmeister Herr Krause öffnet die Aula um 18 Uhr. Für die
Besucher stehen Getränke bereit.
"""
NEEDED = ("kate", "Xvfb", "xdotool", "dbus-run-session")


class Kate:
    """A running Kate, whose messages with the server are written down."""

    def __init__(self, folder: Path, file: Path, line: int, column: int, **more: str) -> None:
        self._processes = ExitStack()
        self._sent, self._received = folder / "sent", folder / "received"
        home = folder / "home"
        self._environment = environment(home, QT_QPA_PLATFORM="xcb", **more)
        home.chmod(0o700)
        self._configure(folder, Path(self._environment["XDG_CONFIG_HOME"]))
        self._environment["DISPLAY"] = self._display(folder)
        place = ["-n", "-l", str(line), "-c", str(column), str(file)]
        self._start(["dbus-run-session", "--", "kate", *place])

    def _configure(self, folder: Path, config: Path) -> None:
        """The configuration that ships, with a server that stands in a pipe between two files."""
        script = folder / "server"
        script.write_text(
            f"#!/bin/sh\ntee {self._sent} | {shlex.join(SERVER)} | tee {self._received}\n", encoding="utf-8"
        )
        script.chmod(0o755)
        settings = json.loads(CONFIGURATION.read_text(encoding="utf-8"))
        settings["servers"]["mitgemeint"]["command"] = [str(script)]
        (config / "kate" / "lspclient").mkdir(parents=True)
        (config / "kate" / "lspclient" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        # Kate would ask whether it may run the command.
        (config / "katerc").write_text(
            "[General]\nShow welcome view for new window=false\n[Kate Plugins]\nlspclientplugin=true\n"
            f"[lspclient]\nAllowedServerCommandLines={script}\n",
            encoding="utf-8",
        )

    def _display(self, folder: Path) -> str:
        """A new display; gives its name."""
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24"]
        self._start(command, pass_fds=(write,))
        os.close(write)
        with os.fdopen(read) as answer:
            return f":{answer.readline().strip()}"

    def _start(self, command: list[str], pass_fds: tuple[int, ...] = ()) -> None:
        process = subprocess.Popen(
            command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=pass_fds,
        )
        self._processes.callback(process.wait, PATIENCE)
        self._processes.callback(process.terminate)

    def wait_for_message(self, text: str) -> None:
        """Wait until a message of the server holds a text."""
        wait_for(lambda: holds(self._received, text), text)

    def has_sent(self, text: str) -> bool:
        """Whether a message of Kate holds a text."""
        return holds(self._sent, text)

    def keys(self, *keys: str) -> None:
        """Press keys, by their names in X."""
        self._xdotool("key", *keys)

    def fill_screen(self) -> None:
        """Give the window the whole display."""
        window = self._xdotool("search", "--onlyvisible", "--class", "kate").split()[-1]
        self._xdotool("windowsize", window, "1000", "560")
        self._xdotool("windowmove", window, "0", "0")

    def picture(self, path: Path) -> None:
        """Draw the upper left part of the display, by ImageMagick."""
        command = ["import", "-window", "root", "-crop", "1000x560+0+0", "+repage", str(path)]
        subprocess.run(command, env=self._environment, timeout=PATIENCE, check=True)

    def windows(self) -> int:
        """The number of visible windows, open menus among them."""
        return len(self._xdotool("search", "--onlyvisible", "--class", "kate").split())

    def _xdotool(self, *arguments: str) -> str:
        run = subprocess.run(
            ["xdotool", *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return run.stdout

    def close(self) -> None:
        """End all processes, Kate first."""
        self._processes.close()


def holds(path: Path, text: str) -> bool:
    """Whether a file is there and holds a text."""
    return path.exists() and text in path.read_text(encoding="utf-8", errors="replace")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / ".mitgemeint.toml").write_text('notations = ["star"]\n', encoding="utf-8")
    path = tmp_path / "schule.md"
    path.write_text("# Schule\n\nU\u0308ber 😀 alle Lehrer.\n", encoding="utf-8")
    return path


@pytest.fixture
def kate(file: Path, tmp_path: Path) -> Iterator[Kate]:
    if not all(map(shutil.which, NEEDED)):
        absent(f"Kate with {', '.join(NEEDED[1:])}", "install-kate")
    running = Kate(tmp_path, file, line=3, column=16)
    yield running
    running.close()


def test_a_quick_fix_by_its_keys(kate: Kate, file: Path) -> None:
    kate.wait_for_message("textDocument/publishDiagnostics")
    kate.wait_for_message("generic-masculine")
    before = wait_for(kate.windows, "the window")
    kate.keys("alt+Return")
    wait_for(lambda: kate.windows() > before, "the menu")
    kate.wait_for_message("Lehrer*innen")

    def chosen() -> bool:
        # The menu says for a moment that it is loading: as long as it is open, nothing has been chosen.
        if kate.windows() > before:
            kate.keys("Down", "Return")
        return kate.has_sent("Lehrer\\\\*innen")

    wait_for(chosen, "the change")
    kate.keys("ctrl+s")
    expected = "# Schule\n\nU\u0308ber 😀 alle Lehrer\\*innen.\n"
    wait_for(lambda: file.read_text(encoding="utf-8") == expected, "the saved file")


@pytest.mark.skipif(
    not os.environ.get("MITGEMEINT_PICTURES"), reason="pictures are drawn where MITGEMEINT_PICTURES is set"
)
def test_picture(tmp_path: Path) -> None:
    """Draw docs/pictures/kate.png anew."""
    if not all(map(shutil.which, (*NEEDED, "import"))):
        absent(f"Kate with {', '.join(NEEDED[1:])} and ImageMagick", "install-kate")
    (tmp_path / ".mitgemeint.toml").write_text('policy = "genderstern"\nlocale = "de"\n', encoding="utf-8")
    letter = tmp_path / "brief.md"
    letter.write_text(LETTER, encoding="utf-8")
    kate = Kate(tmp_path, letter, line=5, column=32, LANGUAGE="de_DE")
    try:
        kate.wait_for_message("generic-masculine")
        before = wait_for(kate.windows, "the window")
        kate.fill_screen()
        kate.keys("alt+Return")
        wait_for(lambda: kate.windows() > before, "the menu")
        kate.wait_for_message("Lehrer*innen")
        time.sleep(1)  # until the menu is drawn
        kate.picture(PICTURE)
    finally:
        kate.close()
