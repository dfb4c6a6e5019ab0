---@brief
---
--- mitgemeint: writing assistant for gender-inclusive German.
---
--- Install the server with `pip install .` in a clone of the repository (`pip install mitgemeint` once the
--- package is published), put this folder on the 'runtimepath' (or copy this file to `~/.config/nvim/lsp/`),
--- and switch it on with `vim.lsp.enable('mitgemeint')`.

-- What the server calls the languages that Neovim has names of its own for.
local languages = {
  mail = 'plaintext',
  pandoc = 'markdown',
  ['markdown.pandoc'] = 'markdown',
  quarto = 'markdown',
}

-- Neovim can refuse edits for a text that has changed meanwhile, and does not say so: without it, edits that
-- arrive late would land in the wrong place.
local function capabilities()
  local able = vim.lsp.protocol.make_client_capabilities()
  able.workspace = able.workspace or {}
  able.workspace.workspaceEdit = able.workspace.workspaceEdit or {}
  able.workspace.workspaceEdit.documentChanges = true
  return able
end

---@type vim.lsp.Config
return {
  capabilities = capabilities(),
  cmd = { 'mitgemeint', 'lsp' },
  filetypes = {
    'asciidoc',
    'asciidoctor',
    'gitcommit',
    'html',
    'htmldjango',
    'mail',
    'markdown',
    'markdown.pandoc',
    'org',
    'pandoc',
    'plaintex',
    'po',
    'quarto',
    'rst',
    'srt',
    'tex',
    'text',
    'typst',
    'webvtt',
    'xhtml',
  },
  get_language_id = function(_, filetype)
    return languages[filetype] or filetype
  end,
  -- The server speaks the plug-in's language where no setting names one. This file may stand alone, too.
  before_init = function(params)
    local found, messages = pcall(require, 'mitgemeint.messages')
    if found then
      params.locale = messages.language()
    end
  end,
  root_markers = { '.mitgemeint.toml', 'pyproject.toml', '.git' },
  -- For example: { mitgemeint = { policy = 'genderstern' } }. The project's .mitgemeint.toml is read anyway.
  settings = {},
}
