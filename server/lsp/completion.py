"""Completion: after a sign of a gender form, the endings that fit the word before it.

It never waits: neither for the analysis of the document nor for the lexicon. Until that is loaded, nothing is
offered.
"""

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability

from mitgemeint.analysis.notation import notation_names, word_notation
from mitgemeint.analysis.settings import Settings
from mitgemeint.server.lsp.edge import from_position, to_range
from mitgemeint.server.lsp.server import Server

if TYPE_CHECKING:
    from mitgemeint.analysis.completion import Proposal
    from mitgemeint.analysis.endings import Endings
    from mitgemeint.server.lsp.documents import OpenDocument

log = logging.getLogger(__name__)


def register(server: Server, capabilities: types.ClientCapabilities) -> None:
    """Announce completion to a client that has it."""
    if get_capability(capabilities, "text_document.completion", None) is None:
        return
    words = Words(server)
    server.on_prepared.append(words.load)
    server.on_recheck.append(words.reload)

    def complete(ls: Server, params: types.CompletionParams) -> types.CompletionList:
        return _complete(ls, words, params)

    options = types.CompletionOptions(trigger_characters=_signs())
    server.feature(types.TEXT_DOCUMENT_COMPLETION, options)(complete)


class Words:
    """The lexicons that are loaded, by the user's files that they hold. Loading is the worker's job."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._loaded: dict[tuple[Path, ...], Endings] = {}
        self._wanted: dict[tuple[Path, ...], Settings] = {}

    def get(self, settings: Settings) -> "Endings | None":
        """The lexicon for some settings; None where it is not loaded yet, which it is then soon."""
        found = self._loaded.get(tuple(settings.entries))
        if found is None and self._server.checker.ready.is_set():
            self.load(settings)
        return found

    def load(self, settings: Settings) -> None:
        """Load a lexicon, which costs little where the analysis has it already."""
        if tuple(settings.entries) not in self._wanted:
            self._wanted[tuple(settings.entries)] = settings
            self._server.background(self._load(settings))

    def reload(self) -> None:
        """Look at the files again; what is loaded is used until that is done."""
        known, self._wanted = self._wanted, {}
        for settings in known.values():
            self.load(settings)

    async def _load(self, settings: Settings) -> None:
        self._loaded[tuple(settings.entries)] = await self._server.in_worker(_load, settings)


def _load(settings: Settings) -> "Endings":
    from mitgemeint.analysis import completion, resources
    from mitgemeint.analysis.endings import Endings, Style

    loaded = resources.load(settings.analyzer, settings.entries)
    endings = Endings(loaded.database, loaded.forms)
    style = Style.of(Settings())
    for text in ("Jede*", "Lehrer*"):  # loads modules and tables, which the first request would wait for
        completion.proposals(text, len(text), "markdown", endings, style)
    return endings


def _signs() -> list[str]:
    """The signs of all notations: house rules can change while the server runs."""
    notations = (word_notation(name) for name in notation_names())
    marks = [notation.joint.mark[0] for notation in notations if notation]
    return list(dict.fromkeys(marks))


def _complete(server: Server, words: Words, params: types.CompletionParams) -> types.CompletionList:
    document = server.documents.get(params.text_document.uri)
    found: list[Proposal] = []
    if document is not None and document.format is not None:
        typed = (
            params.context is not None
            and params.context.trigger_kind == types.CompletionTriggerKind.TriggerCharacter
        )
        found = _proposals(server, words, document, document.format, params.position, unasked=typed)
    items = [] if document is None else [_item(server, document, *each) for each in enumerate(found)]
    return types.CompletionList(is_incomplete=False, items=items)


def _proposals(
    server: Server,
    words: Words,
    document: "OpenDocument",
    format_: str,
    position: types.Position,
    *,
    unasked: bool,
) -> "list[Proposal]":
    loaded = server.settings_for(document.uri)
    if not (loaded.tool.completion and loaded.tool.reads(format_)):
        return []
    endings = words.get(loaded.settings)
    if endings is None:
        return []
    from mitgemeint.analysis import completion
    from mitgemeint.analysis.endings import Style

    text = document.text
    caret = document.index.offset(from_position(position), server.encoding)
    style = Style.of(loaded.settings)
    if unasked:
        style = completion.unasked(text, caret, style)
    return completion.proposals(text, caret, format_, endings, style)


def _item(server: Server, document: "OpenDocument", rank: int, proposal: "Proposal") -> types.CompletionItem:
    edit = proposal.edit
    place = to_range(document.index, edit.start, edit.end, server.encoding)
    return types.CompletionItem(
        label=proposal.form,
        kind=types.CompletionItemKind.Text,
        detail=server.notation(document.uri, proposal.notation),
        sort_text=f"{rank:03}",
        filter_text=proposal.typed,
        text_edit=types.TextEdit(place, edit.new_text),
    )
