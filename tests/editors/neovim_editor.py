"""A running Neovim, driven from outside: keys are pressed, states asked for."""

import json
import subprocess
from pathlib import Path
from typing import Any

from driving import PATIENCE, ROOT, SERVER, environment, output_of, wait_for

PLUGIN = ROOT / "editors" / "neovim"

PREPARED = r"""
vim.opt.swapfile = false
vim.opt.shortmess:append('aoOtTIcF')
vim.opt.runtimepath:append(PLUGIN)
vim.cmd('filetype on')

-- What the user is told, and choices in place of the one who makes them.
Told, Offered, Choice = {}, {}, nil
vim.notify = function(message)
  table.insert(Told, message)
end
vim.ui.select = function(items, options, chosen)
  local shown = {}
  for number, item in ipairs(items) do
    shown[number] = (options.format_item or tostring)(item)
  end
  table.insert(Offered, { prompt = options.prompt, shown = shown })
  for number, text in ipairs(shown) do
    if Choice and text:find(Choice, 1, true) then
      return chosen(items[number], number)
    end
  end
  chosen(nil)
end

-- Diagnostics whose marked text is not the word that their message names, at every moment they are set.
Wrong, Published = {}, 0
vim.api.nvim_create_autocmd('DiagnosticChanged', {
  callback = function(event)
    Published = Published + 1
    for _, each in ipairs(vim.diagnostic.get(event.buf)) do
      local line = vim.api.nvim_buf_get_lines(event.buf, each.lnum, each.lnum + 1, false)[1] or ''
      local marked = line:sub(each.col + 1, each.end_col)
      if not each.message:find('“' .. marked .. '”', 1, true) then
        table.insert(Wrong, marked .. ': ' .. each.message)
      end
    end
  end,
})
"""


class Neovim:
    """One instance with the plug-in; it listens on a socket."""

    def __init__(self, program: Path, folder: Path, configuration: str) -> None:
        self.program = program
        self._program = str(program)
        self._socket = str(folder / "socket")
        start = folder / "init.lua"
        head = f"local PLUGIN, SERVER = {quoted(str(PLUGIN))}, {table(SERVER)}\n"
        start.write_text(head + PREPARED + configuration, encoding="utf-8")
        self._process = subprocess.Popen(
            [self._program, "--headless", "--clean", "-u", str(start), "--listen", self._socket],
            env=environment(folder / "home"),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for(Path(self._socket).exists, "the editor")

    @property
    def process_id(self) -> int:
        """The editor's process."""
        return self._process.pid

    def lua(self, code: str) -> Any:
        """The value that a piece of Lua returns."""
        expression = f"(function() {code} end)()".replace("'", "''").replace("\n", " ")
        return json.loads(self._remote("--remote-expr", f"json_encode(luaeval('{expression}'))"))

    def keys(self, keys: str) -> None:
        """Press keys, written as in mappings (`<CR>`)."""
        self._remote("--remote-send", keys)

    def command(self, command: str) -> None:
        """Run a command as if it had been typed."""
        self.lua(f"vim.cmd({quoted(command)})")

    def wait(self, condition: str, what: str) -> Any:
        """Wait until a Lua expression is true; gives its value."""
        return wait_for(lambda: self.lua(f"return {condition}"), what)

    def open(self, path: Path, findings: int) -> None:
        """Open a file alone and wait until all its findings are there; choices and messages are forgotten."""
        self.command("%bwipeout!")
        self.command(f"edit {path}")
        self.lua("Told, Offered, Choice = {}, {}, nil")
        self.findings(findings)

    def findings(self, count: int) -> None:
        """Wait until the buffer has so many findings."""
        self.wait(f"#vim.diagnostic.get(0) == {count}", f"{count} findings")

    def marked(self) -> list[str]:
        """The texts that the findings of the buffer mark."""
        found: list[str] = self.lua(
            """local found = vim.diagnostic.get(0)
            table.sort(found, function(a, b) return a.lnum * 10000 + a.col < b.lnum * 10000 + b.col end)
            return vim.tbl_map(function(each)
              return vim.api.nvim_buf_get_text(0, each.lnum, each.col, each.end_lnum, each.end_col, {})[1]
            end, found)"""
        )
        return found

    def text(self) -> str:
        """The text of the buffer."""
        return str(self.lua('return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n")'))

    def cursor_to(self, words: str) -> None:
        """Put the cursor on the first place of some words."""
        found = self.lua(
            f"""for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
              local at = line:find({quoted(words)}, 1, true)
              if at then vim.api.nvim_win_set_cursor(0, {{ number, at - 1 }}) return true end
            end"""
        )
        assert found, f"{words} does not stand in the text"

    def saved(self, path: Path) -> bytes:
        """The bytes on the disk once the buffer is written."""
        self.command("write")
        return path.read_bytes()

    def close(self) -> None:
        """End the editor and its servers."""
        try:
            # The connection ends with the editor, which counts as an error.
            self._run("--remote-send", "<C-\\><C-N>:qall!<CR>")
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()

    def _remote(self, kind: str, what: str) -> str:
        run = self._run(kind, what)
        assert run.returncode == 0, run.stderr
        # The oldest version gives results where errors go.
        return run.stdout or run.stderr

    def _run(self, kind: str, what: str) -> subprocess.CompletedProcess[str]:
        command = [self._program, "--server", self._socket, kind, what]
        return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def quoted(text: str) -> str:
    """A Lua string."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def table(texts: list[str]) -> str:
    """A Lua list of strings."""
    return "{ " + ", ".join(map(quoted, texts)) + " }"


def tell_of_missing(program: Path, folder: Path, enabling: str) -> None:
    """Two texts are opened where the program is missing: that is said, once."""
    start, report = folder / "init.lua", folder / "told"
    start.write_text(
        f"vim.opt.runtimepath:append({quoted(str(PLUGIN))})\n"
        "vim.cmd('filetype on')\n"
        "vim.g.mitgemeint = { locale = 'de' }\n"
        "local COMMAND = { cmd = { 'gibt-es-nicht', 'lsp' } }\n"
        f"vim.notify = function(text) vim.fn.writefile({{ text }}, {quoted(str(report))}, 'a') end\n"
        f"{enabling}\n",
        encoding="utf-8",
    )
    wait = "lua vim.wait(300, function() return false end)"
    output_of(
        *(program, "--headless", "--clean", "-u", start, folder / "a.md"),
        *("-c", wait, "-c", f"edit {folder / 'b.md'}", "-c", wait, "-c", "qall!"),
    )
    said = report.read_text(encoding="utf-8")
    assert said.startswith("mitgemeint: Das Programm gibt-es-nicht ist nicht zu finden.")
    assert said.count("\n") == 1
