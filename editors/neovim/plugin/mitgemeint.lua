-- The command :Mitgemeint and its mappings. Nothing else is loaded before one of them is used.

if vim.g.loaded_mitgemeint then
  return
end
vim.g.loaded_mitgemeint = true

vim.api.nvim_create_user_command('Mitgemeint', function(call)
  require('mitgemeint.command').run(call)
end, {
  nargs = '*',
  range = true,
  complete = function(lead, line)
    return require('mitgemeint.command').complete(lead, line)
  end,
  desc = 'Rewrites and house rules for gender-inclusive German',
})

local mappings = {
  { 'n', 'rewrite', 'Rewrite the finding at the cursor' },
  { 'n', 'rewrite-all', 'Rewrite all places of the word at the cursor' },
  { 'n', 'fix', 'Make the changes that leave no choice' },
  { 'x', 'fix', 'Make the changes in the selected lines that leave no choice' },
  { 'n', 'notation', 'Write all gender forms in another notation' },
  { 'x', 'notation', 'Write the gender forms in the selected lines in another notation' },
  { 'n', 'policy', 'Choose the house rule' },
  { 'n', 'ignore', 'Do not report the place, the word or the kind of finding' },
  { 'n', 'check', 'Check all files of the project' },
  { 'n', 'recheck', 'Read settings and word lists again' },
}
for _, mapping in ipairs(mappings) do
  local mode, name, description = unpack(mapping)
  -- From Visual mode `:` brings the range of the selected lines with it.
  local keys = mode == 'x' and ':Mitgemeint ' .. name .. '<CR>' or '<Cmd>Mitgemeint ' .. name .. '<CR>'
  vim.api.nvim_set_keymap(mode, '<Plug>(mitgemeint-' .. name .. ')', keys, {
    noremap = true,
    silent = true,
    desc = description,
  })
end

local group = vim.api.nvim_create_augroup('mitgemeint', {})

vim.api.nvim_create_autocmd('BufWritePre', {
  group = group,
  desc = 'The option fix_on_save of vim.g.mitgemeint',
  callback = function(event)
    if (vim.g.mitgemeint or {}).fix_on_save then
      require('mitgemeint').fix_before_save(event.buf)
    end
  end,
})

-- Neovim starts no server whose program is missing, and does not say so.
vim.api.nvim_create_autocmd('FileType', {
  group = group,
  desc = 'Say once that the program is missing',
  callback = function(event)
    -- Later than what switches the server on.
    vim.schedule(function()
      if vim.api.nvim_buf_is_valid(event.buf) then
        require('mitgemeint.start').tell_missing(event.buf)
      end
    end)
  end,
})

-- Neovim does not watch files for servers on every system.
vim.api.nvim_create_autocmd('BufWritePost', {
  group = group,
  pattern = { '.mitgemeint.toml', 'pyproject.toml', '*/mitgemeint/config.toml' },
  desc = 'Settings that were written take effect at once',
  callback = function()
    require('mitgemeint.clients').settings_written()
  end,
})
