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

---Writes the house rule into a settings file. One in Neovim's own settings goes before it, which is said.
---@param client mitgemeint.Client
---@param buffer integer
---@param policy string
---@param where 'project'|'user'
---@param from 'client'|'project'|'user'|'default'
local function write(client, buffer, policy, where, from)
  local argument = { uri = vim.uri_from_bufnr(buffer), policy = policy, where = where }
  clients.execute(client, buffer, 'choosePolicy', argument, function(done)
    require('mitgemeint.status').forget()
    if done and from == 'client' then
      local settings = client.settings or client.config.settings or {}
      local own = vim.tbl_get(settings, 'mitgemeint', 'policy')
      messages.notify(vim.log.levels.WARN, 'policy_outranked', own or 'policy')
    end
  end)
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
  clients.execute(client, buffer, 'policies', { uri = vim.uri_from_bufnr(buffer) }, function(known)
    local function set(name, place)
      if place == 'session' then
        hold_for_session(client, name)
      else
        write(client, buffer, name, place, known.from)
      end
    end
    local function with(name)
      if where then
        set(name, where)
      else
        ask_where(function(place)
          set(name, place)
        end)
      end
    end
    if policy then
      with(policy)
    else
      ask_which(known, with)
    end
  end)
end

return M
