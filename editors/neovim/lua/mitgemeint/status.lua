-- The house rule of each buffer for the statusline, asked for once and kept until it may have changed.

local clients = require('mitgemeint.clients')

local M = {}

---Titles by buffer; false while the answer is on its way.
---@type table<integer, string|false>
local titles = {}

---Titles may have changed: they are asked for again when they are next shown.
function M.forget()
  titles = {}
  vim.schedule(function()
    vim.cmd('redrawstatus!')
  end)
end

---@param client mitgemeint.Client
---@param buffer integer
local function ask(client, buffer)
  local asked = titles
  asked[buffer] = false
  local argument = { uri = vim.uri_from_bufnr(buffer) }
  local params = clients.command('policies', argument)
  clients.call(client, 'request', 'workspace/executeCommand', params, function(problem, known)
    if problem then
      -- Nothing to say: the statusline is no place for errors. The next call asks again.
      asked[buffer] = nil
      return
    end
    asked[buffer] = known.current or ''
    for _, policy in ipairs(known.policies) do
      if policy.name == known.current then
        asked[buffer] = policy.title
      end
    end
    vim.cmd('redrawstatus!')
  end, buffer)
end

---The title of the house rule that holds in a buffer; empty where no server looks at it.
---@param buffer? integer
---@return string
function M.text(buffer)
  buffer = (buffer == nil or buffer == 0) and vim.api.nvim_get_current_buf() or buffer
  local client = clients.of(buffer, true)
  if not client then
    titles[buffer] = nil
    return ''
  end
  if titles[buffer] == nil then
    ask(client, buffer)
  end
  -- A project names its house rules itself, and a statusline runs what stands after a percent sign.
  return ((titles[buffer] or ''):gsub('%%', '%%%%'))
end

return M
