-- Starting the server in versions without `vim.lsp.enable()`, and starting it again in all.

local clients = require('mitgemeint.clients')
local messages = require('mitgemeint.messages')

local M = {}

-- Milliseconds between two looks whether a server has ended.
local INTERVAL = 50

-- Milliseconds that a server has to end by itself: one that hangs never would.
local GRACE = 3000

---The first of the markers that is found from the folder of a file upwards names the root.
---@param file string
---@param markers string[]
---@return string?
local function root_of(file, markers)
  local from = vim.fn.escape(vim.fn.fnamemodify(file, ':p:h'), ' ,;\\') .. ';'
  for _, marker in ipairs(markers) do
    local found = vim.fn.finddir(marker, from)
    found = found ~= '' and found or vim.fn.findfile(marker, from)
    if found ~= '' then
      -- A folder's full name ends with a slash, which counts as one more part.
      return vim.fn.fnamemodify((vim.fn.fnamemodify(found, ':p'):gsub('[/\\]$', '')), ':h')
    end
  end
end

---@param config table
---@param buffer integer
local function attach(config, buffer)
  if vim.lsp.start then
    vim.api.nvim_buf_call(buffer, function()
      vim.lsp.start(config)
    end)
    return
  end
  -- 0.7: one client for each root, as `vim.lsp.start()` would have it.
  for _, client in ipairs(clients.list()) do
    if client.config.root_dir == config.root_dir then
      vim.lsp.buf_attach_client(buffer, client.id)
      return
    end
  end
  local id = vim.lsp.start_client(config)
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

---@return table config What `lsp/mitgemeint.lua` says
function M.defaults()
  return dofile(vim.api.nvim_get_runtime_file('lsp/mitgemeint.lua', false)[1])
end

---What `enable()` was called with in versions without `vim.lsp.enable()`, and the defaults.
---@type table?
local enabled

---@return table config What the server is, or would be, started with
function M.config()
  local client = clients.list()[1]
  if client then
    return client.config
  end
  return vim.lsp.enable and vim.lsp.config[clients.NAME] or enabled or M.defaults()
end

---@return boolean
function M.is_on()
  if #clients.list() > 0 or enabled then
    return true
  end
  if vim.lsp.is_enabled then
    return vim.lsp.is_enabled(clients.NAME)
  end
  local configs = vim.lsp._enabled_configs -- 0.11
  return configs ~= nil and configs[clients.NAME] ~= nil
end

---@param config table
---@param buffer integer
---@return boolean
local function is_wanted(config, buffer)
  return vim.bo[buffer].buftype == '' and vim.tbl_contains(config.filetypes or {}, vim.bo[buffer].filetype)
end

---@param config table
---@return boolean
local function is_missing(config)
  return type(config.cmd) == 'table' and vim.fn.executable(config.cmd[1]) == 0
end

local told = false

---Says, once, that the program is missing, where a text is opened that it would read.
---@param buffer integer
function M.tell_missing(buffer)
  if told or not M.is_on() then
    return
  end
  local config = M.config()
  if is_wanted(config, buffer) and is_missing(config) then
    told = true
    messages.notify(vim.log.levels.WARN, 'missing', config.cmd[1])
  end
end

---@param config table
---@param buffer integer
local function attach_if_wanted(config, buffer)
  if is_missing(config) then
    M.tell_missing(buffer)
  elseif is_wanted(config, buffer) then
    local root = root_of(vim.api.nvim_buf_get_name(buffer), config.root_markers)
    attach(vim.tbl_extend('force', config, { name = clients.NAME, root_dir = root }), buffer)
  end
end

---@param options table
function M.enable(options)
  if vim.lsp.enable then
    vim.lsp.config(clients.NAME, options)
    vim.lsp.enable(clients.NAME)
    return
  end
  local config = vim.tbl_deep_extend('force', M.defaults(), options)
  enabled = config
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('mitgemeint_enable', {}),
    desc = 'Start mitgemeint for the languages that it reads',
    callback = function(event)
      attach_if_wanted(config, event.buf)
    end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) then
      attach_if_wanted(config, buffer)
    end
  end
end

---Calls `then_` when all of these clients have ended, those that do not end by themselves by force.
---@param ending mitgemeint.Client[]
---@param then_ fun()
---@param waited? integer Milliseconds until now
local function when_ended(ending, then_, waited)
  waited = waited or 0
  for _, client in ipairs(ending) do
    if vim.lsp.get_client_by_id(client.id) then
      if waited == GRACE then
        -- `stop()` does nothing for a client that is being stopped.
        pcall(client.rpc.terminate)
      end
      vim.defer_fn(function()
        when_ended(ending, then_, waited + INTERVAL)
      end, INTERVAL)
      return
    end
  end
  then_()
end

---Starts the server for all texts that it reads, where none is running any more.
local function start_anew()
  local config, started = M.config(), false
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if M.is_on() and vim.api.nvim_buf_is_loaded(buffer) and is_wanted(config, buffer) then
      attach_if_wanted(config, buffer)
      started = true
    end
  end
  messages.notify(
    started and vim.log.levels.INFO or vim.log.levels.WARN,
    started and 'restarted' or 'not_attached'
  )
end

---Starts the server again for all its buffers.
function M.restart()
  local running = clients.list()
  if #running == 0 then
    start_anew()
    return
  end
  local again = {}
  for _, client in ipairs(running) do
    table.insert(again, { config = client.config, buffers = clients.buffers(client) })
    clients.call(client, 'stop')
  end
  when_ended(running, function()
    require('mitgemeint.status').forget()
    for _, each in ipairs(again) do
      for _, buffer in ipairs(each.buffers) do
        if vim.api.nvim_buf_is_loaded(buffer) then
          attach(each.config, buffer)
        end
      end
    end
    messages.notify(vim.log.levels.INFO, 'restarted')
  end)
end

return M
