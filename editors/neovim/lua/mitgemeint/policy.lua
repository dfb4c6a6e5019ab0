-- The house rule: which there are, and choosing one for the session, the project or all texts.

local clients = require('mitgemeint.clients')
local messages = require('mitgemeint.messages')

local M = {}

---@type ('session'|'project'|'user')[]
M.PLACES = { 'session', 'project', 'user' }

---Lets the house rule hold until Neovim ends. Nothing is written.
---@param client mitgemeint.Client
---@param policy string
local function hold_for_session(client, policy)
  local settings = client.settings or client.config.settings or {}
  settings = vim.tbl_deep_extend('force', settings, { mitgemeint = { policy = policy } })
  client.settings = settings
  client.config.settings = settings
  clients.call(client, 'notify', 'workspace/didChangeConfiguration', { settings = settings })
  require('mitgemeint.status').forget()
end

---Writes the house rule into a settings file. Where other settings go before it, the server says so.
---@param client mitgemeint.Client
---@param buffer integer
---@param policy string
---@param where 'project'|'user'
local function write(client, buffer, policy, where)
  local argument = { uri = vim.uri_from_bufnr(buffer), policy = policy, where = where }
  clients.execute(client, buffer, 'choosePolicy', argument, require('mitgemeint.status').forget)
end

---@param known mitgemeint.Policies
---@param then_ fun(policy: string)
local function ask_which(known, then_)
  vim.ui.select(known.policies, {
    prompt = messages.text('choose_policy'),
    kind = 'mitgemeint.policy',
    format_item = function(item) ---@param item mitgemeint.Policy
      return item.name == known.current and messages.text('current', item.title) or item.title
    end,
  }, function(item)
    if item then
      then_(item.name)
    end
  end)
end

---@param then_ fun(where: 'session'|'project'|'user')
local function ask_where(then_)
  vim.ui.select(M.PLACES, {
    prompt = messages.text('choose_where'),
    kind = 'mitgemeint.where',
    format_item = function(place)
      return messages.text('here_' .. place)
    end,
  }, function(place)
    if place then
      then_(place)
    end
  end)
end

---Chooses the house rule; asks for what is not told.
---@param client mitgemeint.Client
---@param buffer integer
---@param policy? string
---@param where? 'session'|'project'|'user'
function M.choose(client, buffer, policy, where)
  local function set(name, place)
    if place == 'session' then
      hold_for_session(client, name)
    else
      write(client, buffer, name, place)
    end
  end
  local function place(name)
    if where then
      set(name, where)
      return
    end
    ask_where(function(chosen)
      set(name, chosen)
    end)
  end
  if policy then
    place(policy)
    return
  end
  clients.execute(client, buffer, 'policies', { uri = vim.uri_from_bufnr(buffer) }, function(known)
    ask_which(known, place)
  end)
end

return M
