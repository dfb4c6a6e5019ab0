-- What the subcommands of :Mitgemeint do, as functions for mappings and scripts of one's own.

local clients = require('mitgemeint.clients')
local messages = require('mitgemeint.messages')

local M = {}

---@class mitgemeint.Options The value of `vim.g.mitgemeint`.
---@field fix_on_save? boolean Before a file is written, make the changes that leave no choice.
---@field locale? string Language of the plug-in's messages (`de` or `en`) in place of that of Neovim.

---@class mitgemeint.Lines Whole lines, counted from one; both are included.
---@field first integer
---@field last integer

---@class mitgemeint.Policy
---@field name string
---@field title string
---@field description string

---@class mitgemeint.Policies
---@field current? string
---@field from 'client'|'project'|'user'|'default'
---@field policies mitgemeint.Policy[]

---@class mitgemeint.Notation
---@field name string
---@field title string
---@field example string

---The current buffer, and the client that looks at it, if one does; otherwise it is told.
---@return integer buffer
---@return mitgemeint.Client? client
local function here()
  local buffer = vim.api.nvim_get_current_buf()
  return buffer, clients.of(buffer)
end

---@param lines? mitgemeint.Lines
---@return table?
local function range(lines)
  return lines and clients.lines(lines.first, lines.last) or nil
end

---@param command 'rewrite'|'rewriteAll'
---@param notation? string
local function rewrite(command, notation)
  local buffer, client = here()
  if client then
    local place = clients.place(client)
    place.notation = notation
    clients.execute(client, buffer, command, place)
  end
end

---Writes the suggestion for the finding at the cursor: the best, or the best in a notation.
---@param notation? string
function M.rewrite(notation)
  rewrite('rewrite', notation)
end

---The same for all places of the word.
---@param notation? string
function M.rewrite_all(notation)
  rewrite('rewriteAll', notation)
end

---Makes the changes that leave no choice, in the buffer or in some of its lines.
---@param lines? mitgemeint.Lines
function M.fix(lines)
  local buffer, client = here()
  if not client then
    return
  end
  local argument = { uri = vim.uri_from_bufnr(buffer), range = range(lines) }
  clients.execute(client, buffer, 'fixAll', argument, function(changed)
    if not changed then
      messages.notify(vim.log.levels.INFO, 'nothing_fixed')
    end
  end)
end

---Makes the changes that leave no choice and returns when they are made, for use before a file is written.
---Writing never fails because of it: where the server does not answer in time, nothing is changed.
---@param buffer? integer
---@param patience? integer Milliseconds
function M.fix_before_save(buffer, patience)
  buffer = (buffer == nil or buffer == 0) and vim.api.nvim_get_current_buf() or buffer
  local client = clients.of(buffer, true)
  if not client then
    return
  end
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    range = clients.lines(1, vim.api.nvim_buf_line_count(buffer)),
    context = { only = { 'source.fixAll.mitgemeint' }, diagnostics = {} },
  }
  local answer =
    clients.call(client, 'request_sync', 'textDocument/codeAction', params, patience or clients.PATIENCE, buffer)
  for _, action in ipairs(answer and answer.result or {}) do
    vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
  end
end

---Writes all gender forms of the buffer, or of some of its lines, in a notation; asks which, if not told.
---@param notation? string
---@param lines? mitgemeint.Lines
function M.notation(notation, lines)
  local buffer, client = here()
  if not client then
    return
  end
  local argument = { uri = vim.uri_from_bufnr(buffer), range = range(lines) }
  local function change(name)
    argument.notation = name
    clients.execute(client, buffer, 'changeNotation', argument)
  end
  if notation then
    change(notation)
    return
  end
  clients.execute(client, buffer, 'notations', { uri = argument.uri }, function(notations)
    vim.ui.select(notations, {
      prompt = messages.text('choose_notation'),
      kind = 'mitgemeint.notation',
      format_item = function(item) ---@param item mitgemeint.Notation
        return item.title .. ' – ' .. item.example
      end,
    }, function(item)
      if item then
        change(item.name)
      end
    end)
  end)
end

---Chooses the house rule; asks which and where it is to hold, if not told.
---@param policy? string
---@param where? 'session'|'project'|'user'
function M.policy(policy, where)
  local buffer, client = here()
  if client then
    require('mitgemeint.policy').choose(client, buffer, policy, where)
  end
end

---Leaves something alone: the word or the rule of the finding at the cursor, or the one that is named; the
---place itself. Without arguments the server's own list is offered.
---@param what? 'place'|'word'|'rule'
---@param where? 'document'|'project'|'user' The project, if not told
---@param name? string A word, or the code of a rule
function M.ignore(what, where, name)
  local buffer, client = here()
  if not client then
    return
  end
  if not what then
    vim.lsp.buf.code_action({ context = { only = { 'quickfix.mitgemeint.ignore' }, diagnostics = {} } })
    return
  end
  local argument = clients.place(client)
  argument.what = what
  argument.where = what == 'place' and 'here' or where or 'project'
  argument.word = what == 'word' and name or nil
  argument.code = what == 'rule' and name or nil
  clients.execute(client, buffer, 'ignore', argument)
end

---Checks all files of the workspace; the findings go to the quickfix list and to the diagnostics.
function M.check()
  local buffer, client = here()
  if client then
    require('mitgemeint.workspace').check(client, buffer)
  end
end

---Reads settings and word lists again and checks every open text anew.
function M.recheck()
  local buffer, client = here()
  if client then
    require('mitgemeint.status').forget()
    clients.execute(client, buffer, 'recheck')
  end
end

---Starts the server again for all its buffers.
function M.restart()
  require('mitgemeint.start').restart()
end

---Opens the log: the server's own, if it was started with `--log-file`, else that of Neovim.
function M.log()
  local client = clients.list()[1]
  vim.cmd('tabedit ' .. vim.fn.fnameescape(require('mitgemeint.info').log_file(client)))
  vim.cmd('normal! G')
end

---Shows server, project and house rule of the buffer.
function M.info()
  local buffer, client = here()
  if client then
    require('mitgemeint.info').show(client, buffer)
  end
end

---The title of the house rule that holds in a buffer, for the statusline; empty where no server looks at it.
---@param buffer? integer
---@return string
function M.status(buffer)
  return require('mitgemeint.status').text(buffer)
end

---Switches the server on in every version from 0.7 on. Since 0.11 that is what `vim.lsp.config()` and
---`vim.lsp.enable()` do by themselves.
---@param options? table What differs from `lsp/mitgemeint.lua`: `cmd`, `filetypes`, `settings` …
function M.enable(options)
  require('mitgemeint.start').enable(options or {})
end

return M
