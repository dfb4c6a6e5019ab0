-- Checking all files of the workspace.

local clients = require('mitgemeint.clients')
local messages = require('mitgemeint.messages')

local M = {}

---@return table[] items Those of the quickfix list, by file and place
local function items()
  local found = vim.tbl_filter(function(each)
    return each.source == clients.NAME
  end, vim.diagnostic.get())
  return vim.diagnostic.toqflist(found)
end

---The findings of files that are not open come as diagnostics, too, before the answer does.
---@param client mitgemeint.Client
---@param buffer integer
function M.check(client, buffer)
  if not client.config.root_dir then
    messages.notify(vim.log.levels.WARN, 'no_folder')
    return
  end
  clients.execute(client, buffer, 'checkWorkspace', nil, function(files)
    local found = items()
    vim.fn.setqflist({}, ' ', { title = 'mitgemeint', items = found })
    if #found == 0 then
      messages.notify(vim.log.levels.INFO, 'checked_none')
      return
    end
    messages.notify(vim.log.levels.INFO, 'checked', #found, files)
    vim.cmd('botright copen')
  end)
end

return M
