-- Drives a real Neovim: opens a file, waits for the findings, applies a quick fix through the editor's own
-- code actions, and saves. Writes what it saw to the file RESULT as JSON.
--
-- nvim --headless --clean -u NONE -l e2e.lua RESULT PLUGIN FILE NOTATION SERVER...

local result, plugin, file, notation = unpack(arg, 1, 4)
local command = vim.list_slice(arg, 5)
local PATIENCE = 60000

local function fail(message)
  io.stderr:write(message .. '\n')
  vim.cmd('cquit 1')
end

local function wait(condition, what)
  if not vim.wait(PATIENCE, condition, 20) then
    fail('waited in vain for ' .. what)
  end
end

-- What the window shows, line by line.
local function screen()
  vim.cmd('redraw!')
  local lines = {}
  for row = 1, vim.o.lines do
    local cells = {}
    for column = 1, vim.o.columns do
      cells[column] = vim.fn.screenstring(row, column)
    end
    lines[row] = (table.concat(cells):gsub('%s+$', ''))
  end
  return lines
end

vim.opt.runtimepath:prepend(plugin)
vim.cmd('filetype on')
vim.diagnostic.config({ virtual_text = true })
vim.lsp.config('mitgemeint', { cmd = command, settings = { mitgemeint = { notations = { notation } } } })
vim.lsp.enable('mitgemeint')

vim.cmd.edit(vim.fn.fnameescape(file))
wait(function()
  return #vim.lsp.get_clients({ bufnr = 0, name = 'mitgemeint' }) > 0
end, 'the client')
local client = vim.lsp.get_clients({ bufnr = 0, name = 'mitgemeint' })[1]
wait(function()
  return #vim.diagnostic.get(0) > 0
end, 'findings')

local before = vim.diagnostic.get(0)
table.sort(before, function(one, other)
  return one.lnum < other.lnum or (one.lnum == other.lnum and one.col < other.col)
end)
local first = before[1]
vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
local shown = screen()

local titles = {}
local tick = vim.api.nvim_buf_get_changedtick(0)
vim.lsp.buf.code_action({
  apply = true,
  context = { only = { 'quickfix' }, diagnostics = { first.user_data.lsp } },
  filter = function(action)
    table.insert(titles, action.title)
    return action.isPreferred
  end,
})
wait(function()
  return vim.api.nvim_buf_get_changedtick(0) > tick
end, 'the quick fix')
vim.cmd.write()

wait(function()
  local after = vim.diagnostic.get(0)
  return #after == #before - 1 or #after == 0
end, 'the finding to go')

local seen = vim.json.encode({
  encoding = client.offset_encoding,
  found = vim.tbl_map(function(one)
    return { line = one.lnum, start = one.col, stop = one.end_col, code = one.code, severity = one.severity }
  end, before),
  message = first.message,
  titles = titles,
  screen = shown,
  commands = vim.tbl_keys(vim.api.nvim_buf_get_commands(0, {})),
})
vim.fn.writefile({ seen }, result)
vim.lsp.stop_client(vim.lsp.get_clients())
vim.cmd('quitall!')
