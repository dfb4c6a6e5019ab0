" mitgemeint for ALE: source this file after ALE is loaded, or copy it to ~/.vim/after/plugin/.

if exists('g:loaded_mitgemeint_ale') || !exists('g:loaded_ale')
  finish
endif
let g:loaded_mitgemeint_ale = 1

" The program and its arguments; settings as in .mitgemeint.toml, which is read anyway.
let g:mitgemeint_executable = get(g:, 'mitgemeint_executable', 'mitgemeint')
let g:mitgemeint_arguments = get(g:, 'mitgemeint_arguments', ['lsp'])
" ALE counts bytes, whatever the protocol says.
let s:arguments = g:mitgemeint_arguments + ['--position-encoding', 'utf-8']
let g:mitgemeint_settings = get(g:, 'mitgemeint_settings', {})

function! MitgemeintProjectRoot(buffer) abort
  for l:marker in ['.mitgemeint.toml', 'pyproject.toml']
    let l:found = ale#path#FindNearestFile(a:buffer, l:marker)
    if !empty(l:found)
      return fnamemodify(l:found, ':p:h')
    endif
  endfor
  let l:git = ale#path#FindNearestDirectory(a:buffer, '.git')
  return empty(l:git) ? fnamemodify(bufname(a:buffer), ':p:h') : fnamemodify(l:git, ':p:h:h')
endfunction

for s:filetype in ['markdown', 'text', 'tex', 'plaintex', 'html', 'rst', 'asciidoc', 'org', 'gitcommit', 'mail', 'po']
  call ale#linter#Define(s:filetype, {
  \   'name': 'mitgemeint',
  \   'lsp': 'stdio',
  \   'executable': g:mitgemeint_executable,
  \   'command': '%e ' . join(map(copy(s:arguments), 'shellescape(v:val)')),
  \   'language': s:filetype is# 'mail' ? 'plaintext' : s:filetype,
  \   'initialization_options': g:mitgemeint_settings,
  \   'project_root': function('MitgemeintProjectRoot'),
  \})
endfor
