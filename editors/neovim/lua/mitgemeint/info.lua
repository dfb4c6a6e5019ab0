-- What is known of the running server: its program, version, log and house rule.

local clients = require('mitgemeint.clients')
local messages = require('mitgemeint.messages')

local M = {}

---The command line of the program without what starts the language server.
---@param command string[]
---@return string[]
function M.program(command)
  local program = {}
  for _, word in ipairs(command) do
    if word == 'lsp' then
      break
    end
    table.insert(program, word)
  end
  return program
end

---Runs the program with other arguments and an empty input.
---@param command string[] The command line that starts the language server
---@param arguments string[]
---@param folder? string
---@return integer status
---@return string[] output
---@return string[] errors
function M.run(command, arguments, folder)
  local written = { stdout = {}, stderr = {} }
  local function keep(_, lines, stream)
    written[stream] = vim.tbl_filter(function(line)
      return line ~= ''
    end, lines)
  end
  local words = vim.list_extend(M.program(command), arguments)
  local started, job = pcall(vim.fn.jobstart, words, {
    cwd = folder,
    on_stdout = keep,
    on_stderr = keep,
    stdout_buffered = true,
    stderr_buffered = true,
  })
  if not started or job <= 0 then
    return -1, {}, {}
  end
  vim.fn.chanclose(job, 'stdin')
  local status = vim.fn.jobwait({ job }, 30000)[1]
  return status, written.stdout, written.stderr
end

---The version as the program says it; nil where it cannot be run.
---@param command string[]
---@return string?
function M.version(command)
  local status, output = M.run(command, { '--version' })
  return status == 0 and output[1] or nil
end

---@param client? mitgemeint.Client
---@return string
function M.log_file(client)
  local command = client and client.config.cmd
  if type(command) == 'table' then
    for number, word in ipairs(command) do
      if word == '--log-file' then
        return command[number + 1]
      end
    end
  end
  return vim.lsp.log and vim.lsp.log.get_filename and vim.lsp.log.get_filename() or vim.lsp.get_log_path()
end

---@param known mitgemeint.Policies
---@return string
function M.policy_line(known)
  local title = known.current or messages.text('info_none')
  for _, policy in ipairs(known.policies) do
    if policy.name == known.current then
      title = policy.title
    end
  end
  return messages.text('info_policy', title, messages.text('from_' .. known.from))
end

---@param client mitgemeint.Client
---@param buffer integer
function M.show(client, buffer)
  local command = client.config.cmd
  local lines = {}
  if type(command) == 'table' then
    table.insert(lines, messages.text('info_program', table.concat(command, ' ')))
    table.insert(lines, messages.text('info_version', M.version(command) or messages.text('info_none')))
  end
  table.insert(lines, messages.text('info_root', client.config.root_dir or messages.text('info_none')))
  local known = clients.ask(client, buffer, 'policies', { uri = vim.uri_from_bufnr(buffer) })
  table.insert(lines, known and M.policy_line(known) or messages.text('no_answer'))
  local found = vim.tbl_filter(function(each)
    return each.source == clients.NAME
  end, vim.diagnostic.get(buffer))
  table.insert(lines, messages.text('info_findings', #found))
  vim.api.nvim_echo({ { table.concat(lines, '\n') } }, false, {})
end

return M
