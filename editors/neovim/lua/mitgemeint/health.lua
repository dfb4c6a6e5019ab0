-- :checkhealth mitgemeint

local clients = require('mitgemeint.clients')
local info = require('mitgemeint.info')
local messages = require('mitgemeint.messages')
local start = require('mitgemeint.start')

local M = {}

-- Milliseconds for the server to start and answer: the analysis may have to be loaded.
local PATIENCE = 30000

-- Before 0.8 the module was to be required, before 0.9 the names were longer.
local health = vim.health or require('health')
local section = health.start or health.report_start
local ok = health.ok or health.report_ok
local note = health.info or health.report_info
local warn = health.warn or health.report_warn
local wrong = health.error or health.report_error

---Reports a problem with its remedy.
---@param report fun(message: string, advice: string[])
---@param key string The remedy's key is this one with `_advice`
---@param ... any
local function problem(report, key, ...)
  report(messages.text(key, ...), { messages.text(key .. '_advice') })
end

---@return boolean whether there is anything more to look at
local function check_editor()
  section(messages.text('health_section_editor'))
  local version = vim.version()
  local name = ('%d.%d.%d'):format(version.major, version.minor, version.patch)
  if vim.fn.has('nvim-0.7') == 0 then
    problem(wrong, 'health_old', name)
    return false
  end
  ok(messages.text('health_neovim', name))
  if #vim.api.nvim_get_runtime_file('lsp/mitgemeint.lua', false) == 0 then
    problem(wrong, 'health_config')
    return false
  end
  if start.is_on() then
    ok(messages.text('health_on'))
  elseif vim.lsp.enable then
    problem(warn, 'health_off')
  else
    warn(messages.text('health_start_itself'), { messages.text('health_start_advice') })
  end
  return true
end

---@param command string[]
---@return boolean
local function check_program(command)
  section(messages.text('health_section_program'))
  if type(command) ~= 'table' then
    note(messages.text('health_custom'))
    return false
  end
  local path = vim.fn.exepath(command[1])
  if path == '' then
    problem(wrong, 'health_missing', command[1])
    return false
  end
  ok(messages.text('health_program', path))
  local version = info.version(command)
  if not version then
    problem(wrong, 'health_no_version', path)
    return false
  end
  ok(messages.text('health_version', version))
  return true
end

---Starts a server for no buffer, asks it something and ends it.
---@param command string[]
---@return boolean
local function answers_apart(command)
  local ready = false
  local options = {
    name = clients.NAME .. '-health',
    cmd = command,
    on_init = function()
      ready = true
    end,
  }
  local id
  if vim.fn.has('nvim-0.11') == 1 then
    id = vim.lsp.start(options, { attach = false })
  else
    id = vim.lsp.start_client(options)
  end
  local done = id ~= nil and vim.wait(PATIENCE, function()
    return ready
  end, 20)
  local client = id and vim.lsp.get_client_by_id(id)
  if client then
    clients.call(client, 'stop')
  end
  return done
end

---@param command string[]
local function check_answer(command)
  local client = clients.list()[1]
  local buffer = client and clients.buffers(client)[1]
  local answered
  if client and buffer then
    local argument = { uri = vim.uri_from_bufnr(buffer) }
    answered = clients.ask(client, buffer, 'policies', argument, PATIENCE) ~= nil
  else
    answered = answers_apart(command)
  end
  if answered then
    ok(messages.text('health_answers'))
  else
    problem(wrong, 'health_silent')
  end
end

---@param path string
---@return boolean
local function is_readable(path)
  return vim.fn.filereadable(path) == 1
end

---The project's settings file for a folder; nil where there is none. The root of a repository ends the search.
---@param folder string
---@return string?
local function project_file(folder)
  while true do
    local own, shared = folder .. '/.mitgemeint.toml', folder .. '/pyproject.toml'
    if is_readable(own) then
      return own
    end
    if is_readable(shared) and vim.fn.match(vim.fn.readfile(shared), [[^\s*\[tool\.mitgemeint]]) >= 0 then
      return shared
    end
    local parent = vim.fn.fnamemodify(folder, ':h')
    if parent == folder or #vim.fn.glob(folder .. '/.git') > 0 then
      return nil
    end
    folder = parent
  end
end

---The user's own settings file; nil where there is none.
---@return string?
local function user_file()
  local folder = vim.env.XDG_CONFIG_HOME or vim.fn.expand('~/.config')
  if vim.fn.has('mac') == 1 then
    folder = vim.fn.expand('~/Library/Application Support')
  elseif vim.fn.has('win32') == 1 then
    folder = vim.env.LOCALAPPDATA or ''
  end
  local path = folder .. '/mitgemeint/config.toml'
  return is_readable(path) and path or nil
end

---What the program says of the settings that hold in a folder: it reads them as the server does.
---@param command string[]
---@param folder string
local function check_settings(command, folder)
  local _, _, lines = info.run(command, { '--lang', messages.language(), 'check', '-' }, folder)
  for _, line in ipairs(lines) do
    local kind, said = line:match('^mitgemeint: ([EW]%d+: )(.*)$')
    if kind then
      local report = vim.startswith(kind, 'E') and wrong or warn
      report(kind .. said, { messages.text('health_settings_advice') })
    end
  end
end

---The settings files that count for some folders, each once with one of its folders.
---@param folders table<string, boolean>
---@return table<string, string> folder_by_file Under the empty name a folder without one
local function settings_files(folders)
  local found = {}
  for folder in pairs(folders) do
    found[project_file(folder) or ''] = folder
  end
  return found
end

---@param client mitgemeint.Client
---@return table<string, boolean> folders
local function check_buffers(client)
  local names, folders = {}, {}
  for _, buffer in ipairs(clients.buffers(client)) do
    local path = vim.api.nvim_buf_get_name(buffer)
    table.insert(names, vim.fn.fnamemodify(path, ':~:.'))
    folders[vim.fn.fnamemodify(path, ':p:h')] = true
    local known = clients.ask(client, buffer, 'policies', { uri = vim.uri_from_bufnr(buffer) }, PATIENCE)
    if known then
      note(info.policy_line(known))
    end
  end
  note(messages.text('health_buffers', table.concat(names, ', ')))
  return folders
end

---@param command string[]
local function check_texts(command)
  section(messages.text('health_section_settings'))
  local folders = {}
  for _, client in ipairs(clients.list()) do
    folders = vim.tbl_extend('force', folders, check_buffers(client))
  end
  if next(folders) == nil then
    note(messages.text('health_no_buffers'))
    folders[vim.fn.getcwd()] = true
  end
  local own = user_file()
  if own then
    ok(messages.text('health_own_settings', vim.fn.fnamemodify(own, ':~')))
  end
  for file, folder in pairs(settings_files(folders)) do
    if file == '' then
      note(messages.text('health_no_settings', vim.fn.fnamemodify(folder, ':~')))
    else
      ok(messages.text('health_settings', vim.fn.fnamemodify(file, ':~')))
    end
    check_settings(command, folder)
  end
end

function M.check()
  if not check_editor() then
    return
  end
  local command = start.config().cmd
  if check_program(command) then
    check_answer(command)
    check_texts(command)
  end
end

return M
