---@brief
---
--- mitgemeint: writing assistant for gender-inclusive German.
---
--- Install the server with `pip install .` in a clone of the repository (`pip install mitgemeint` once the
--- package is published), put this folder on the 'runtimepath' (or copy this file to `~/.config/nvim/lsp/`),
--- and switch it on with `vim.lsp.enable('mitgemeint')`.

local function execute(client, command, argument)
  client:exec_cmd({ title = command, command = command, arguments = { argument } })
end

---@type vim.lsp.Config
return {
  cmd = { 'mitgemeint', 'lsp' },
  filetypes = {
    'markdown', 'text', 'tex', 'plaintex',
    'html', 'htmldjango', 'rst', 'gitcommit', 'asciidoc', 'asciidoctor', 'org', 'typst', 'srt', 'webvtt', 'po',
  },
  root_markers = { '.mitgemeint.toml', 'pyproject.toml', '.git' },
  -- For example: { mitgemeint = { policy = 'genderstern' } }. The project's .mitgemeint.toml is read anyway.
  settings = {},
  on_attach = function(client, buffer)
    vim.api.nvim_buf_create_user_command(buffer, 'LspMitgemeintFixAll', function()
      execute(client, 'mitgemeint.fixAll', { uri = vim.uri_from_bufnr(buffer) })
    end, { desc = 'Make all the changes that leave no choice' })
    vim.api.nvim_buf_create_user_command(buffer, 'LspMitgemeintRecheck', function()
      execute(client, 'mitgemeint.recheck')
    end, { desc = 'Read settings and word lists again and check every open document' })
  end,
}
