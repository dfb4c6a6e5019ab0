-- The command :Mitgemeint: its subcommands, what may follow them, and completion of both.

local clients = require('mitgemeint.clients')
local messages = require('mitgemeint.messages')

local M = {}

---@class mitgemeint.Subcommand
---@field run fun(words: string[], lines?: mitgemeint.Lines)
---@field words? (fun(before: string[]): string[])[] What may stand at each place after it
---@field free? boolean Whether more words may follow than `words` names, and others

---@param name string
---@param argument string
---@return string[] names What the server lists
local function listed(name, argument)
  local buffer = vim.api.nvim_get_current_buf()
  local client = clients.of(buffer, true)
  local answer = client and clients.ask(client, buffer, name, { uri = vim.uri_from_bufnr(buffer) })
  return vim.tbl_map(function(each)
    return each.name
  end, answer and (argument == '' and answer or answer[argument]) or {})
end

local function notations()
  return listed('notations', '')
end

local function policies()
  return listed('policies', 'policies')
end

local function policy_places()
  return require('mitgemeint.policy').PLACES
end

local function ignored()
  return { 'place', 'word', 'rule' }
end

---@param before string[]
local function ignored_where(before)
  return before[1] == 'place' and {} or { 'document', 'project', 'user' }
end

local function api()
  return require('mitgemeint')
end

---@type table<string, mitgemeint.Subcommand>
local SUBCOMMANDS = {
  rewrite = {
    words = { notations },
    run = function(words)
      api().rewrite(words[1])
    end,
  },
  ['rewrite-all'] = {
    words = { notations },
    run = function(words)
      api().rewrite_all(words[1])
    end,
  },
  fix = {
    run = function(_, lines)
      api().fix(lines)
    end,
  },
  notation = {
    words = { notations },
    run = function(words, lines)
      api().notation(words[1], lines)
    end,
  },
  policy = {
    words = { policies, policy_places },
    run = function(words)
      api().policy(words[1], words[2])
    end,
  },
  ignore = {
    words = { ignored, ignored_where },
    free = true,
    run = function(words)
      api().ignore(words[1], words[2], words[3])
    end,
  },
  check = {
    run = function()
      api().check()
    end,
  },
  recheck = {
    run = function()
      api().recheck()
    end,
  },
  restart = {
    run = function()
      api().restart()
    end,
  },
  log = {
    run = function()
      api().log()
    end,
  },
  info = {
    run = function()
      api().info()
    end,
  },
}

-- As they are listed: what is done with a text first.
M.NAMES = {
  'rewrite',
  'rewrite-all',
  'fix',
  'notation',
  'policy',
  'ignore',
  'check',
  'recheck',
  'restart',
  'log',
  'info',
}

---The first word that may not stand where it stands, with those that may; nil where all is well.
---@param subcommand mitgemeint.Subcommand
---@param words string[]
---@return string? word
---@return string[]? known
local function misplaced(subcommand, words)
  for number, word in ipairs(words) do
    local list = (subcommand.words or {})[number]
    if list == nil and not subcommand.free then
      return word, {}
    end
    local known = list and list({ unpack(words, 1, number - 1) }) or {}
    -- An empty list tells nothing: without a server nothing is known. Signs of one's own are not listed.
    local listed_or_own = vim.tbl_contains(known, word) or vim.startswith(word, 'custom:')
    if #known > 0 and not listed_or_own then
      return word, known
    end
  end
end

local function choose()
  vim.ui.select(M.NAMES, {
    prompt = messages.text('choose_command'),
    kind = 'mitgemeint.command',
    format_item = function(name)
      return messages.text('do_' .. name)
    end,
  }, function(name)
    if name then
      SUBCOMMANDS[name].run({})
    end
  end)
end

---@param call { fargs: string[], range: integer, line1: integer, line2: integer }
function M.run(call)
  local words = vim.list_extend({}, call.fargs)
  local name = table.remove(words, 1)
  if not name then
    choose()
    return
  end
  local subcommand = SUBCOMMANDS[name]
  if not subcommand then
    messages.notify(vim.log.levels.ERROR, 'unknown_command', name, table.concat(M.NAMES, ', '))
    return
  end
  local wrong, known = misplaced(subcommand, words)
  if wrong then
    messages.notify(vim.log.levels.ERROR, 'unknown_value', wrong, table.concat(known, ', '))
    return
  end
  local lines = call.range > 0 and { first = call.line1, last = call.line2 } or nil
  subcommand.run(words, lines)
end

---@param lead string The beginning of the word at the cursor
---@param line string The whole command line
---@return string[]
function M.complete(lead, line)
  -- Before the command may stand a range and modifiers, and its name may be shortened.
  local words = vim.split(line:sub(1, #line - #lead):match('M[%a]+%s+(.*)$') or '', '%s+', { trimempty = true })
  local name = table.remove(words, 1)
  local choices = M.NAMES
  if name then
    local list = ((SUBCOMMANDS[name] or {}).words or {})[#words + 1]
    choices = list and list(words) or {}
  end
  return vim.tbl_filter(function(choice)
    return vim.startswith(choice, lead)
  end, choices)
end

return M
