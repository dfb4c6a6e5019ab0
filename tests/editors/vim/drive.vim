" Drives a real Vim with ALE: waits for the finding, applies the first quick fix, saves.
" Needs g:mitgemeint_executable and g:mitgemeint_arguments; what was seen goes to the file g:seen.

set nocompatible encoding=utf-8 nobackup noswapfile
let g:ale_linters_explicit = 1
let g:ale_linters = {'markdown': ['mitgemeint']}
set runtimepath+=/usr/share/vim-ale
filetype plugin on
runtime plugin/ale.vim
execute 'source' fnameescape(g:configuration)

" In place of whoever chooses in the list: the first entry.
runtime autoload/ale/util.vim
let g:offered = ''
function! ale#util#Input(message, value) abort
  let g:offered = a:message
  return '1'
endfunction

function! Wait(what, condition) abort
  let l:rounds = 0
  while !eval(a:condition)
    let l:rounds += 1
    if l:rounds > 1200
      call writefile(['waited in vain for ' . a:what], g:seen)
      cquit
    endif
    sleep 50m
  endwhile
endfunction

execute 'edit' fnameescape(g:file)
ALELint
call Wait('the finding', '!empty(ale#engine#GetLoclist(bufnr("")))')
let s:found = ale#engine#GetLoclist(bufnr(''))
call cursor(s:found[0].lnum, s:found[0].col)
ALECodeAction
call Wait('the quick fix', 'getbufvar(bufnr(""), "changedtick") > 2 && search("innen", "nw")')
write
call writefile([json_encode({'found': s:found, 'offered': g:offered})], g:seen)
qall!
