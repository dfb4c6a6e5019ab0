-- The running clients and how to ask them, the same for all versions of Neovim from 0.7 on.

local messages = require('mitgemeint.messages')

local M = {}

M.NAME = 'mitgemeint'

-- Milliseconds to wait for an answer that is needed at once, such as the names to complete.
M.PATIENCE = 2000

-- Since 0.11 the functions of a client are methods.
local methods = vim.fn.has('nvim-0.11') == 1

---@class mitgemeint.Client A client of Neovim, as far as it is used here.
---@field id integer
---@field name string
---@field config table
---@field offset_encoding string
---@field settings? table

---Calls a function of a client in the way of this version.
---@param client mitgemeint.Client
---@param name string
---@param ... any
---@return any ...
function M.call(client, name, ...)
  if methods then
    return client[name](client, ...)
  end
  return client[name](...)
end

---The running clients, of a buffer or all.
---@param buffer? integer
---@return mitgemeint.Client[]
function M.list(buffer)
  if vim.lsp.get_clients then
    return vim.lsp.get_clients({ name = M.NAME, bufnr = buffer })
  end
  local all = buffer and vim.lsp.buf_get_clients(buffer) or vim.lsp.get_active_clients()
  return vim.tbl_filter(function(client)
    return client.name == M.NAME
  end, vim.tbl_values(all))
end

---The client of a buffer. Where there is none, that is said, unless `silent`.
---@param buffer integer
---@param silent? boolean
---@return mitgemeint.Client?
function M.of(buffer, silent)
  local client = M.list(buffer)[1]
  if not client and not silent then
    messages.notify(vim.log.levels.WARN, 'not_attached')
  end
  return client
end

---@param client mitgemeint.Client
---@return integer[]
function M.buffers(client)
  return vim.tbl_filter(function(buffer)
    return vim.lsp.buf_is_attached(buffer, client.id)
  end, vim.api.nvim_list_bufs())
end

---Runs a command of the server; errors are shown, everything else goes to `done`.
---@param client mitgemeint.Client
---@param buffer integer
---@param name string Without the prefix `mitgemeint.`
---@param argument? table
---@param done? fun(result: any)
function M.execute(client, buffer, name, argument, done)
  local function answered(problem, result)
    if problem then
      messages.notify(vim.log.levels.ERROR, 'failed', name, problem.message)
    elseif done then
      done(result)
    end
  end
  M.call(client, 'request', 'workspace/executeCommand', M.command(name, argument), answered, buffer)
end

---Runs a command and waits for its result; nil where none comes in time.
---@param client mitgemeint.Client
---@param buffer integer
---@param name string
---@param argument? table
---@param patience? integer Milliseconds
---@return any
function M.ask(client, buffer, name, argument, patience)
  local wanted = M.command(name, argument)
  local answer = M.call(client, 'request_sync', 'workspace/executeCommand', wanted, patience or M.PATIENCE, buffer)
  local result = answer and not answer.err and answer.result
  return result ~= vim.NIL and result or nil
end

---@param name string
---@param argument? table
---@return table params Those of `workspace/executeCommand`
function M.command(name, argument)
  return { command = 'mitgemeint.' .. name, arguments = argument and { argument } or nil }
end

---Where the cursor is, as the server counts.
---@param client mitgemeint.Client
---@return { uri: string, position: table }
function M.place(client)
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  return { uri = params.textDocument.uri, position = params.position }
end

---Whole lines as a range of the protocol.
---@param first integer Counted from one
---@param last integer
---@return table
function M.lines(first, last)
  return { start = { line = first - 1, character = 0 }, ['end'] = { line = last, character = 0 } }
end

---Settings files were written in Neovim: the servers read them again, which those that watch them do anyway.
function M.settings_written()
  local status = package.loaded['mitgemeint.status']
  if status then
    status.forget()
  end
  for _, client in ipairs(M.list()) do
    M.call(client, 'request', 'workspace/executeCommand', M.command('recheck'), function() end, 0)
  end
end

return M
