;;; drive.el --- Drive the package in a real Emacs  -*- lexical-binding: t; -*-

;; emacs --batch -l drive.el CLIENT FOLDER SERVER...
;;
;; Opens the texts in FOLDER with CLIENT (eglot or lsp-mode), does to each what its name says, and saves.
;; What it saw goes to FOLDER/seen.json.

;;; Code:

(require 'json)
(package-initialize)
(require 'markdown-mode)
(require 'mitgemeint)

(defvar drive-patience 60 "Seconds to wait for anything.")
(defvar drive-seen nil "What was seen, by name.")

(defun drive-wait (what condition)
  "Wait for WHAT until CONDITION gives a value, and give that."
  (let ((end (+ (float-time) drive-patience)) value)
    (while (not (setq value (funcall condition)))
      (when (> (float-time) end)
        (message "waited in vain for %s" what)
        (kill-emacs 1))
      (accept-process-output nil 0.02))
    value))

(defun drive-see (name value)
  "Remember that under NAME the VALUE was seen."
  (push (cons name value) drive-seen))

(defun drive-texts ()
  "The marked texts of all diagnostics of the buffer, in their order."
  (if (eq mitgemeint-client 'lsp-mode)
      (mapcar (lambda (diagnostic)
                (let ((range (gethash "range" diagnostic)))
                  (buffer-substring-no-properties
                   (lsp--position-to-point (gethash "start" range))
                   (lsp--position-to-point (gethash "end" range)))))
              (gethash (lsp--fix-path-casing buffer-file-name) (lsp-diagnostics t)))
    (mapcar (lambda (diagnostic)
              (buffer-substring-no-properties (flymake-diagnostic-beg diagnostic)
                                              (flymake-diagnostic-end diagnostic)))
            (seq-filter #'flymake-diagnostic-beg
                        (sort (flymake-diagnostics)
                              (lambda (one other)
                                (< (flymake-diagnostic-beg one)
                                   (flymake-diagnostic-beg other))))))))

(defun drive-count (count)
  "Wait until the buffer has COUNT diagnostics."
  (drive-wait (format "%d findings in %s" count (buffer-name))
              (lambda ()
                ;; Idle timers, by which eglot tells of changes, do not run in batch mode.
                (when (and (eq mitgemeint-client 'eglot) (eglot-current-server))
                  (eglot--signal-textDocument/didChange))
                (= count (length (drive-texts))))))

(defun drive-open (folder name count)
  "Open NAME in FOLDER and wait for COUNT diagnostics."
  (find-file (expand-file-name name folder))
  (mitgemeint-ensure)
  ;; In batch mode there are no commands after which eglot would start.
  (run-hooks 'post-command-hook)
  (unless (eq mitgemeint-client 'lsp-mode)
    (drive-wait "the server" #'eglot-current-server)
    ;; Nor is there a display, with which flymake would start.
    (flymake-start))
  (drive-count count)
  (drive-see name (vconcat (drive-texts)))
  (goto-char (point-min)))

(defun drive-run (folder)
  "Do everything to the texts in FOLDER."
  (drive-open folder "rewrite.md" 1)
  (search-forward "alle ")
  (mitgemeint-rewrite)
  (drive-count 0)
  (save-buffer)

  (drive-open folder "fix.md" 3)
  (mitgemeint-fix (line-beginning-position 3) (line-beginning-position 4))
  (drive-count 2)
  (save-buffer)
  (copy-file "fix.md" "fix-region.txt" t)
  (mitgemeint-fix)
  (drive-count 0)
  (save-buffer)

  (drive-open folder "ignore.md" 2)
  (search-forward "Alle ")
  (mitgemeint-ignore-word "project")
  (drive-count 1)
  (forward-line 2)
  (search-forward "Alle ")
  (mitgemeint-ignore-place)
  (drive-count 0)
  (save-buffer)

  (drive-open folder "save.md" 1)
  (mitgemeint-fix-on-save-mode)
  (insert "Ein Wort. ")
  (save-buffer)

  (drive-open folder "notation.md" 0)
  (mitgemeint-change-notation "colon")
  (drive-wait "the colon" (lambda () (goto-char (point-min)) (search-forward ":innen" nil t)))
  (save-buffer)

  (drive-open folder "policy/policy.md" 1)
  (let ((known (mitgemeint--execute "policies" (list :uri (mitgemeint--uri)))))
    (drive-see "current" (mitgemeint--get known "current"))
    (drive-see "policies" (length (mitgemeint--get known "policies"))))
  (mitgemeint-choose-policy "doppelpunkt" "project")
  (drive-count 0)
  (mitgemeint-info)
  (drive-see "workspace" (mitgemeint--execute "checkWorkspace")))

(setq mitgemeint-client (intern (pop command-line-args-left))
      lsp-auto-guess-root t
      lsp-keep-workspace-alive nil
      lsp-enable-snippet nil
      lsp-warn-no-matched-clients nil
      lsp-headerline-breadcrumb-enable nil
      lsp-session-file (expand-file-name "lsp-session" temporary-file-directory)
      make-backup-files nil
      create-lockfiles nil)
(let ((folder (file-name-as-directory (pop command-line-args-left))))
  (setq mitgemeint-command command-line-args-left
        command-line-args-left nil)
  (drive-run folder)
  (with-temp-file (expand-file-name "seen.json" folder)
    (insert (json-encode drive-seen)))
  (kill-emacs 0))
;;; drive.el ends here
