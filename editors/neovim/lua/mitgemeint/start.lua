-- Starting the server in versions without `vim.lsp.enable()`, and starting it again in all.

local clients = require('mitgemeint.clients')
local messages = require('mitgemeint.messages')

local M = {}

-- Milliseconds between two looks whether a server has ended.
local INTERVAL = 50

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

---@param config table
---@param buffer integer
local function attach_if_wanted(config, buffer)
  local wanted = vim.tbl_contains(config.filetypes, vim.bo[buffer].filetype)
  if wanted and vim.bo[buffer].buftype == '' then
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

---Calls `then_` when all of these clients have ended.
---@param ending mitgemeint.Client[]
---@param then_ fun()
local function when_ended(ending, then_)
  for _, client in ipairs(ending) do
    if vim.lsp.get_client_by_id(client.id) then
      vim.defer_fn(function()
        when_ended(ending, then_)
      end, INTERVAL)
      return
    end
  end
  then_()
end

---Starts the server again for all its buffers.
function M.restart()
  local running = clients.list()
  if #running == 0 then
    messages.notify(vim.log.levels.WARN, 'not_attached')
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
