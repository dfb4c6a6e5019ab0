;;; mitgemeint.el --- Gender-inclusive German with eglot or lsp-mode  -*- lexical-binding: t; -*-

;; Author: the mitgemeint authors
;; Maintainer: the mitgemeint authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: wp, languages, i18n
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; mitgemeint finds places where a German text says "die Lehrer" and
;; means everyone, says why, and offers whole sentences in which
;; everything agrees, in the notation that the house rule wants.
;;
;; This package starts its language server by eglot or lsp-mode and has
;; a command for everything that the server does.  The program
;; `mitgemeint' has to be installed.
;;
;;     (add-hook 'markdown-mode-hook #'mitgemeint-ensure)
;;     (global-set-key (kbd "C-c m") 'mitgemeint-command-map)

;;; Code:

(require 'seq)
(require 'subr-x)

(defvar eglot-confirm-server-initiated-edits)
(defvar eglot-server-programs)
(defvar lsp-language-id-configuration)
(defvar lsp-mode)
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function eglot--pos-to-lsp-position "eglot")
(declare-function eglot--signal-textDocument/didChange "eglot")
(declare-function eglot-current-server "eglot")
(declare-function eglot-ensure "eglot")
(declare-function eglot-reconnect "eglot")
(declare-function flymake-show-project-diagnostics "flymake")
(declare-function jsonrpc-request "jsonrpc")
(declare-function lsp "lsp-mode")
(declare-function lsp--buffer-uri "lsp-mode")
(declare-function lsp--cur-position "lsp-mode")
(declare-function lsp-find-workspace "lsp-mode")
(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function lsp-workspace-command-execute "lsp-mode")
(declare-function lsp-workspace-restart "lsp-mode")
(declare-function make-lsp-client "lsp-mode")

(defgroup mitgemeint nil
  "Writing assistant for gender-inclusive German."
  :group 'tools
  :prefix "mitgemeint-")

(defcustom mitgemeint-command '("mitgemeint" "lsp")
  "The command line that starts the language server."
  :type '(repeat string))

(defcustom mitgemeint-client 'eglot
  "The client for language servers that `mitgemeint-ensure' uses."
  :type '(choice (const eglot) (const lsp-mode)))

(defcustom mitgemeint-settings nil
  "Settings for the server, as a property list: (:policy \"genderstern\").
They go before those of a project's file .mitgemeint.toml, which is
read anyway.  The names are those of docs/settings.md; a truth value is
t or :json-false."
  :type '(plist :key-type symbol :value-type sexp))

(defcustom mitgemeint-modes
  '((markdown-mode . "markdown") (gfm-mode . "markdown")
    (text-mode . "plaintext") (org-mode . "org") (rst-mode . "rst")
    (latex-mode . "latex") (LaTeX-mode . "latex") (tex-mode . "latex")
    (html-mode . "html") (mhtml-mode . "html") (adoc-mode . "asciidoc")
    (typst-ts-mode . "typst") (po-mode . "po") (git-commit-mode . "gitcommit")
    (message-mode . "plaintext"))
  "Major modes that the server is registered for, and their languages."
  :type '(alist :key-type symbol :value-type string))

;;; Starting

(defun mitgemeint--eglot-contact (&rest _)
  "What eglot needs to start the server."
  (append mitgemeint-command
          (and mitgemeint-settings
               (list :initializationOptions mitgemeint-settings))))

(defun mitgemeint--register-with-eglot ()
  "Tell eglot of the server.
Put it first: there is one server for each major mode in eglot, and
whoever calls `mitgemeint-setup' wants this one."
  (let ((modes (mapcar #'car mitgemeint-modes)))
    (setq eglot-server-programs
          (cons (cons modes #'mitgemeint--eglot-contact)
                (seq-remove (lambda (entry)
                              (eq (cdr entry) #'mitgemeint--eglot-contact))
                            eglot-server-programs)))))

(defun mitgemeint--register-with-lsp-mode ()
  "Tell lsp-mode of the server, to run beside all others."
  (dolist (entry mitgemeint-modes)
    (add-to-list 'lsp-language-id-configuration entry t))
  (lsp-register-client
   (make-lsp-client
    :new-connection (lsp-stdio-connection (lambda () mitgemeint-command))
    :major-modes (mapcar #'car mitgemeint-modes)
    :initialization-options (lambda () mitgemeint-settings)
    :add-on? t
    :priority -1
    :server-id 'mitgemeint)))

;;;###autoload
(defun mitgemeint-setup ()
  "Register the server with eglot and lsp-mode, as far as they are loaded.
Call it again after changing `mitgemeint-modes'."
  (interactive)
  (when (featurep 'eglot) (mitgemeint--register-with-eglot))
  (when (featurep 'lsp-mode) (mitgemeint--register-with-lsp-mode)))

(defun mitgemeint--missing ()
  "What is wrong where the program is missing; nil where it is there."
  (unless (executable-find (car mitgemeint-command) t)
    (format-message
     "The program %s is not found; install it or set `mitgemeint-command'"
     (car mitgemeint-command))))

;;;###autoload
(defun mitgemeint-ensure ()
  "Start the server for the buffer, for use in the hooks of major modes.
Where the program is missing, say so: in a hook by a message only, since
an error would keep the rest of the hook from running."
  (interactive)
  (let ((missing (mitgemeint--missing)))
    (cond
     ((and missing (called-interactively-p 'any)) (user-error "%s" missing))
     (missing (message "mitgemeint: %s" missing))
     ((eq mitgemeint-client 'lsp-mode)
      (require 'lsp-mode)
      (mitgemeint-setup)
      (lsp))
     (t
      (require 'eglot)
      (mitgemeint-setup)
      (eglot-ensure)))))

;;; Asking the server

(defun mitgemeint--lsp-mode-p ()
  "Whether lsp-mode has the buffer, with this server."
  (and (bound-and-true-p lsp-mode)
       (lsp-find-workspace 'mitgemeint (buffer-file-name))))

(defun mitgemeint--eglot-server ()
  "The server that eglot has for the buffer, or an error with the remedy."
  (or (and (fboundp 'eglot-current-server) (eglot-current-server))
      (user-error "No mitgemeint server here; M-x mitgemeint-ensure starts one")))

(defun mitgemeint--execute (command &optional argument)
  "Run the server's COMMAND, without its prefix, with ARGUMENT; give its result."
  (let ((name (concat "mitgemeint." command))
        (arguments (if argument (vector argument) [])))
    (if (mitgemeint--lsp-mode-p)
        (lsp-workspace-command-execute name arguments)
      (let ((server (mitgemeint--eglot-server))
            ;; The edit is what was asked for: no question again.
            (eglot-confirm-server-initiated-edits nil))
        (eglot--signal-textDocument/didChange)
        (jsonrpc-request server :workspace/executeCommand
                         (list :command name :arguments arguments)
                         :timeout 60)))))

(defun mitgemeint--uri ()
  "The URI of the buffer, in the words of its client."
  (if (mitgemeint--lsp-mode-p)
      (lsp--buffer-uri)
    (mitgemeint--eglot-server)
    (plist-get (eglot--TextDocumentIdentifier) :uri)))

(defun mitgemeint--position (position)
  "POSITION as the server counts."
  (if (mitgemeint--lsp-mode-p)
      (save-excursion (goto-char position) (lsp--cur-position))
    (eglot--pos-to-lsp-position position)))

(defun mitgemeint--place (&rest more)
  "The argument of commands that need a place: here, and MORE."
  (append (list :uri (mitgemeint--uri) :position (mitgemeint--position (point)))
          more))

(defun mitgemeint--document (beg end &rest more)
  "The argument of commands for a document or its part from BEG to END, and MORE."
  (append (list :uri (mitgemeint--uri))
          (and beg end
               (list :range (list :start (mitgemeint--position beg)
                                  :end (mitgemeint--position end))))
          more))

(defun mitgemeint--get (object key)
  "The value of KEY, a string, in OBJECT: JSON as read by either client."
  (if (hash-table-p object)
      (gethash key object)
    (plist-get object (intern (concat ":" key)))))

(defun mitgemeint--true-p (value)
  "Whether VALUE is true: JSON as read by either client."
  (not (memq value '(nil :json-false :false :null))))

(defun mitgemeint--region ()
  "Beginning and end of the active region, as a list; two times nil without one."
  (if (use-region-p) (list (region-beginning) (region-end)) (list nil nil)))

(defun mitgemeint--choose (prompt items describe &optional default)
  "Ask with PROMPT for one of ITEMS by name; DESCRIBE gives the text beside it.
DEFAULT is the name that stands for an empty answer."
  (let* ((names (mapcar (lambda (item) (mitgemeint--get item "name")) items))
         (texts (seq-mapn (lambda (name item) (cons name (funcall describe item)))
                          names items))
         (completion-extra-properties
          (list :annotation-function
                (lambda (name) (concat "  " (cdr (assoc name texts)))))))
    (completing-read prompt names nil t nil nil default)))

(defun mitgemeint--read-notation ()
  "Ask for a notation of gender forms."
  (mitgemeint--choose
   "Notation: " (mitgemeint--execute "notations" (list :uri (mitgemeint--uri)))
   (lambda (item)
     (format "%s: %s" (mitgemeint--get item "title") (mitgemeint--get item "example")))))

;;; Commands

;;;###autoload
(defun mitgemeint-rewrite (&optional notation)
  "Write the best suggestion for the finding at point.
With a prefix argument, ask for the NOTATION."
  (interactive (list (and current-prefix-arg (mitgemeint--read-notation))))
  (mitgemeint--execute
   "rewrite" (apply #'mitgemeint--place (and notation (list :notation notation)))))

;;;###autoload
(defun mitgemeint-rewrite-all (&optional notation)
  "Write the best suggestion for all places of the word at point.
With a prefix argument, ask for the NOTATION."
  (interactive (list (and current-prefix-arg (mitgemeint--read-notation))))
  (mitgemeint--execute
   "rewriteAll" (apply #'mitgemeint--place (and notation (list :notation notation)))))

;;;###autoload
(defun mitgemeint-fix (&optional beg end)
  "Fix all that has but one fix, in the region from BEG to END if active."
  (interactive (mitgemeint--region))
  (unless (mitgemeint--true-p
           (mitgemeint--execute "fixAll" (mitgemeint--document beg end)))
    (message "No finding here leaves no choice")))

;;;###autoload
(defun mitgemeint-change-notation (notation &optional beg end)
  "Write all gender forms in NOTATION, in the region from BEG to END if active."
  (interactive (cons (mitgemeint--read-notation) (mitgemeint--region)))
  (mitgemeint--execute
   "changeNotation" (mitgemeint--document beg end :notation notation)))

;;;###autoload
(defun mitgemeint-choose-policy (policy where)
  "Write the house rule POLICY into the settings file WHERE: project or user."
  (interactive
   (let ((known (mitgemeint--execute "policies" (list :uri (mitgemeint--uri)))))
     (list (mitgemeint--choose
            (format "House rule (now %s): " (mitgemeint--get known "current"))
            (mitgemeint--get known "policies")
            (lambda (item) (mitgemeint--get item "title"))
            (mitgemeint--get known "current"))
           (mitgemeint--read-scope '("project" "user")))))
  (mitgemeint--execute
   "choosePolicy" (list :uri (mitgemeint--uri) :policy policy :where where)))

(defun mitgemeint--read-scope (scopes)
  "Ask for one of SCOPES; the first is the default."
  (completing-read (format "Where (%s): " (car scopes)) scopes nil t nil nil
                   (car scopes)))

(defun mitgemeint--ignore (what where)
  "Leave WHAT of the finding at point alone, WHERE."
  (mitgemeint--execute "ignore" (mitgemeint--place :what what :where where)))

;;;###autoload
(defun mitgemeint-ignore-place ()
  "Leave the finding at point alone, by a comment in its line."
  (interactive)
  (mitgemeint--ignore "place" "here"))

;;;###autoload
(defun mitgemeint-ignore-word (where)
  "Leave the word of the finding at point alone, WHERE: project, user or document."
  (interactive (list (mitgemeint--read-scope '("project" "user" "document"))))
  (mitgemeint--ignore "word" where))

;;;###autoload
(defun mitgemeint-ignore-rule (where)
  "Switch off the rule of the finding at point, WHERE: project, user or document."
  (interactive (list (mitgemeint--read-scope '("project" "user" "document"))))
  (mitgemeint--ignore "rule" where))

;;;###autoload
(defun mitgemeint-recheck ()
  "Read settings and word lists again and check all buffers anew."
  (interactive)
  (mitgemeint--execute "recheck"))

;;;###autoload
(defun mitgemeint-check-workspace ()
  "Check all files of the project and show their findings."
  (interactive)
  (let ((files (mitgemeint--execute "checkWorkspace")))
    (message "Files with findings: %s" files)
    (when (and (not (mitgemeint--lsp-mode-p))
               (fboundp 'flymake-show-project-diagnostics))
      (flymake-show-project-diagnostics))))

;;;###autoload
(defun mitgemeint-restart ()
  "Start the server again."
  (interactive)
  (if-let ((workspace (mitgemeint--lsp-mode-p)))
      (lsp-workspace-restart workspace)
    (eglot-reconnect (mitgemeint--eglot-server))))

;;;###autoload
(defun mitgemeint-info ()
  "Show the house rule of the buffer and where it comes from."
  (interactive)
  (let* ((known (mitgemeint--execute "policies" (list :uri (mitgemeint--uri))))
         (current (mitgemeint--get known "current"))
         (policy (seq-find (lambda (item) (equal (mitgemeint--get item "name") current))
                           (mitgemeint--get known "policies"))))
    (message "House rule: %s (%s)"
             (if policy (mitgemeint--get policy "title") current)
             (pcase (mitgemeint--get known "from")
               ("client" "from the settings of Emacs")
               ("project" "from the project's settings")
               ("user" "from your own settings")
               (_ "the default")))))

;;; Fixing on save

(defun mitgemeint--fix-before-save ()
  "Fix all that has but one fix; a failure is no hindrance to saving."
  (with-demoted-errors "mitgemeint: %S"
    (mitgemeint--execute "fixAll" (mitgemeint--document nil nil))))

;;;###autoload
(define-minor-mode mitgemeint-fix-on-save-mode
  "Fix all that has but one fix before the buffer is saved."
  :lighter nil
  (if mitgemeint-fix-on-save-mode
      (add-hook 'before-save-hook #'mitgemeint--fix-before-save nil t)
    (remove-hook 'before-save-hook #'mitgemeint--fix-before-save t)))

;;; Keys

(defvar mitgemeint-command-map
  (let ((map (make-sparse-keymap)))
    (define-key map "r" #'mitgemeint-rewrite)
    (define-key map "R" #'mitgemeint-rewrite-all)
    (define-key map "f" #'mitgemeint-fix)
    (define-key map "n" #'mitgemeint-change-notation)
    (define-key map "p" #'mitgemeint-choose-policy)
    (define-key map "i" #'mitgemeint-ignore-place)
    (define-key map "w" #'mitgemeint-ignore-word)
    (define-key map "u" #'mitgemeint-ignore-rule)
    (define-key map "c" #'mitgemeint-check-workspace)
    (define-key map "g" #'mitgemeint-recheck)
    (define-key map "?" #'mitgemeint-info)
    map)
  "The commands, to be bound to a prefix key of one's own.")
(fset 'mitgemeint-command-map mitgemeint-command-map)

(provide 'mitgemeint)
;;; mitgemeint.el ends here
