-- What the plug-in says, in German or English. What the server says comes from the server.

local M = {}

---@type table<string, table<string, string>>
local TEXTS = {
  en = {
    missing = 'mitgemeint: the program %s is not found. :checkhealth mitgemeint says what to do.',
    not_attached = 'mitgemeint does not check this buffer. :checkhealth mitgemeint says why.',
    failed = 'The command %s failed: %s',
    no_answer = 'The server does not answer. :checkhealth mitgemeint says more.',
    unknown_command = 'There is no subcommand “%s”. There are: %s',
    unknown_value = '“%s” is not known here. Known are: %s',
    nothing_fixed = 'No finding here leaves no choice. Rewrites to choose from are offered at each.',
    choose_command = 'mitgemeint:',
    choose_notation = 'Write gender forms in:',
    choose_policy = 'House rule:',
    choose_where = 'Where is it to hold?',
    here_session = 'until Neovim ends',
    here_project = 'in this project (.mitgemeint.toml)',
    here_user = 'in all texts (your own settings)',
    current = '%s (in force)',
    restarted = 'mitgemeint was started again.',
    checked_none = 'No findings in the project.',
    checked = 'Findings: %d, files: %d',
    no_folder = 'This text belongs to no project: there is no folder to check.',
    info_program = 'Program:    %s',
    info_version = 'Version:    %s',
    info_root = 'Project:    %s',
    info_policy = 'House rule: “%s” (%s)',
    info_findings = 'Findings:   %d in this buffer',
    info_none = 'none',
    from_client = 'from the settings of Neovim',
    from_project = "from the project's settings",
    from_user = 'from your own settings',
    from_default = 'the default',
    health_neovim = 'Neovim %s',
    health_old = 'Neovim %s is older than 0.7',
    health_old_advice = 'Install a newer Neovim.',
    health_start_itself = 'This version cannot start servers by vim.lsp.enable().',
    health_start_advice = "Put require('mitgemeint').enable() into init.lua.",
    health_config = 'lsp/mitgemeint.lua is not on the runtime path',
    health_config_advice = 'Add the folder editors/neovim of the repository to it.',
    health_off = 'mitgemeint is not switched on',
    health_off_advice = "Put vim.lsp.enable('mitgemeint') into init.lua.",
    health_on = 'mitgemeint is switched on',
    health_custom = 'The server is not started by a command line; that is not looked at.',
    health_missing = 'The program %s is not found',
    health_missing_advice = 'Install it (pip install . in a clone of the repository), or set `cmd` to its full path.',
    health_program = 'Program: %s',
    health_version = 'Version: %s',
    health_no_version = '%s does not say its version',
    health_no_version_advice = 'Run it in a terminal to see why.',
    health_answers = 'The server starts and answers',
    health_silent = 'The server does not answer',
    health_silent_advice = 'See the log: :Mitgemeint log',
    health_buffers = 'Buffers: %s',
    health_no_buffers = 'The server checks no buffer now. It starts with the first text in a format that it reads.',
    health_settings = 'Settings: %s',
    health_own_settings = 'Your own settings: %s',
    health_no_settings = 'Settings: none for %s, the defaults hold',
    health_settings_advice = 'Correct the file; until then the default holds in place of the wrong value.',
    health_section_editor = 'mitgemeint: Neovim',
    health_section_program = 'mitgemeint: program',
    health_section_settings = 'mitgemeint: texts and settings',
    do_rewrite = 'Rewrite the finding at the cursor',
    ['do_rewrite-all'] = 'Rewrite all places of the word at the cursor',
    do_fix = 'Make the changes that leave no choice',
    do_notation = 'Write all gender forms in another notation',
    do_policy = 'Choose the house rule',
    do_ignore = 'Do not report the place, the word or the kind of finding',
    do_check = 'Check all files of the project',
    do_recheck = 'Read settings and word lists again',
    do_restart = 'Start the server again',
    do_log = 'Open the log',
    do_info = 'Show server, project and house rule',
  },
  de = {
    missing = 'mitgemeint: Das Programm %s ist nicht zu finden. :checkhealth mitgemeint sagt, was zu tun ist.',
    not_attached = 'mitgemeint prüft diesen Puffer nicht. :checkhealth mitgemeint sagt, warum.',
    failed = 'Der Befehl „%s“ ist gescheitert: %s',
    no_answer = 'Der Server antwortet nicht. :checkhealth mitgemeint sagt mehr.',
    unknown_command = 'Den Unterbefehl „%s“ gibt es nicht. Es gibt: %s',
    unknown_value = '„%s“ ist hier nicht bekannt. Bekannt sind: %s',
    nothing_fixed = 'Keine Fundstelle hier ist eindeutig. Was zur Wahl steht, wird an jeder angeboten.',
    choose_command = 'mitgemeint:',
    choose_notation = 'Genderformen in dieser Schreibweise:',
    choose_policy = 'Hausregel:',
    choose_where = 'Wo soll sie gelten?',
    here_session = 'bis Neovim endet',
    here_project = 'in diesem Projekt (.mitgemeint.toml)',
    here_user = 'in allen Texten (eigene Einstellungen)',
    current = '%s (gilt)',
    restarted = 'mitgemeint ist neu gestartet.',
    checked_none = 'Keine Fundstellen im Projekt.',
    checked = 'Fundstellen: %d, Dateien: %d',
    no_folder = 'Dieser Text gehört zu keinem Projekt: Es gibt keinen Ordner zu prüfen.',
    info_program = 'Programm:    %s',
    info_version = 'Version:     %s',
    info_root = 'Projekt:     %s',
    info_policy = 'Hausregel:   „%s“ (%s)',
    info_findings = 'Fundstellen: %d in diesem Puffer',
    info_none = 'keins',
    from_client = 'aus den Einstellungen von Neovim',
    from_project = 'aus den Einstellungen des Projekts',
    from_user = 'aus den eigenen Einstellungen',
    from_default = 'voreingestellt',
    health_neovim = 'Neovim %s',
    health_old = 'Neovim %s ist älter als 0.7',
    health_old_advice = 'Ein neueres Neovim installieren.',
    health_start_itself = 'Diese Version kann Server nicht mit vim.lsp.enable() starten.',
    health_start_advice = "In init.lua gehört require('mitgemeint').enable().",
    health_config = 'lsp/mitgemeint.lua liegt nicht im runtimepath',
    health_config_advice = 'Den Ordner editors/neovim des Repositorys dort aufnehmen.',
    health_off = 'mitgemeint ist nicht eingeschaltet',
    health_off_advice = "In init.lua gehört vim.lsp.enable('mitgemeint').",
    health_on = 'mitgemeint ist eingeschaltet',
    health_custom = 'Der Server wird nicht mit einer Befehlszeile gestartet; sie ist nicht geprüft.',
    health_missing = 'Das Programm %s ist nicht zu finden',
    health_missing_advice = 'Installieren (pip install . in einem Klon des Repositorys)'
      .. ' oder `cmd` auf den vollen Pfad setzen.',
    health_program = 'Programm: %s',
    health_version = 'Version: %s',
    health_no_version = '%s nennt keine Version',
    health_no_version_advice = 'In einem Terminal ausführen: Dort steht der Grund.',
    health_answers = 'Der Server startet und antwortet',
    health_silent = 'Der Server antwortet nicht',
    health_silent_advice = 'Siehe das Protokoll: :Mitgemeint log',
    health_buffers = 'Puffer: %s',
    health_no_buffers = 'Zurzeit prüft der Server keinen Puffer.'
      .. ' Er startet mit dem ersten Text in einem Format, das er liest.',
    health_settings = 'Einstellungen: %s',
    health_own_settings = 'Eigene Einstellungen: %s',
    health_no_settings = 'Einstellungen: keine für %s, es gilt, was voreingestellt ist',
    health_settings_advice = 'Die Datei berichtigen; bis dahin gilt statt des falschen Werts der voreingestellte.',
    health_section_editor = 'mitgemeint: Neovim',
    health_section_program = 'mitgemeint: Programm',
    health_section_settings = 'mitgemeint: Texte und Einstellungen',
    do_rewrite = 'Die Fundstelle am Cursor umformulieren',
    ['do_rewrite-all'] = 'Alle Stellen des Worts am Cursor umformulieren',
    do_fix = 'Eindeutige Stellen umformulieren',
    do_notation = 'Alle Genderformen anders schreiben',
    do_policy = 'Hausregel wählen',
    do_ignore = 'Stelle, Wort oder Art von Fundstelle nicht melden',
    do_check = 'Alle Dateien des Projekts prüfen',
    do_recheck = 'Einstellungen und Wortlisten neu lesen',
    do_restart = 'Server neu starten',
    do_log = 'Protokoll zeigen',
    do_info = 'Server, Projekt und Hausregel zeigen',
  },
}

---The language that the user has set for the server; nil where none is set.
---@return string?
local function set_for_server()
  local client = require('mitgemeint.clients').list()[1]
  local settings = client and (client.settings or client.config.settings) or {}
  return (settings.mitgemeint or {}).locale
end

---The language of the environment, found as the server finds it.
---@return string
local function of_environment()
  for _, name in ipairs({ 'LC_ALL', 'LC_MESSAGES', 'LANG' }) do
    local value = vim.env[name]
    if value and value ~= '' then
      return value
    end
  end
  return ''
end

---German where the messages of Neovim are German, or where the option `locale` or the server's setting says so.
---Neovim may have no messages in the language of the environment; `C` then tells nothing.
---@return 'de'|'en'
function M.language()
  local spoken = vim.v.lang
  local untold = spoken:match('^C%f[%W]') or spoken == 'C' or spoken == 'POSIX' or spoken == ''
  local of_neovim = untold and of_environment() or spoken
  local locale = (vim.g.mitgemeint or {}).locale or set_for_server() or of_neovim
  return locale:lower():match('^de') and 'de' or locale:match('^German') and 'de' or 'en'
end

---@param key string
---@param ... string|number
---@return string
function M.text(key, ...)
  return TEXTS[M.language()][key]:format(...)
end

---@param level integer One of vim.log.levels
---@param key string
---@param ... string|number
function M.notify(level, key, ...)
  vim.notify(M.text(key, ...), level, { title = 'mitgemeint' })
end

return M
