"""Commands, so that every action can be bound to a key or spoken, without a menu."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from mitgemeint.analysis.findings import Code, Edit, Finding
from mitgemeint.server.lsp.actions import edits_of_word, safe_changes, workspace_edit
from mitgemeint.server.lsp.arguments import analysed, choice, position_of, span_of, values_of
from mitgemeint.server.lsp.configuration import fetch
from mitgemeint.server.lsp.ignoring import IGNORE_COMMAND, Scope, What, edits_in_text, name_of, write
from mitgemeint.server.lsp.report import Report
from mitgemeint.server.lsp.server import Server
from mitgemeint.server.problems import ProblemError, shown_from_here

Handler = Callable[..., Awaitable[Any]]
RECHECK = "mitgemeint.recheck"
REWRITE = "mitgemeint.rewrite"
REWRITE_ALL = "mitgemeint.rewriteAll"
FIX_ALL = "mitgemeint.fixAll"


def register(server: Server) -> None:
    """Add the handlers of this feature."""
    server.command(RECHECK)(recheck)
    server.command(REWRITE)(taking_turns(rewrite))
    server.command(REWRITE_ALL)(taking_turns(rewrite_all))
    server.command(FIX_ALL)(taking_turns(fix_all))
    server.command(IGNORE_COMMAND)(taking_turns(ignore))


async def recheck(ls: Server, *arguments: Any) -> None:
    """Read settings and word lists again and analyse every open document anew."""
    ls.configuration.reload()
    await fetch(ls)
    ls.worker.submit(ls.engine.forget)
    ls.recheck()


async def rewrite(ls: Server, *arguments: Any) -> bool:
    """Apply a suggestion: `{uri, position, notation?}`, without a notation the best one."""
    values = values_of(arguments)
    report = await analysed(ls, values)
    caret = report.document.index.offset(position_of(values.get("position")), ls.encoding)
    notation = values.get("notation")
    for _, finding in report.touching(caret, caret):
        for suggestion in finding.suggestions:
            if notation in (None, suggestion.notation):
                return await apply(ls, report, suggestion.edits)
    ls.tell(types.MessageType.Info, report.document.uri, "lsp.nothing-here")
    return False


async def rewrite_all(ls: Server, *arguments: Any) -> bool:
    """Write all places of the word at a position in one notation: `{uri, position, notation?}`."""
    values = values_of(arguments)
    report = await analysed(ls, values)
    finding = _finding_at(ls, report, values)
    offers = [offer for offer in finding.suggestions if offer.automatic] if finding else []
    notation = values.get("notation") or next((offer.notation for offer in offers), None)
    edits = edits_of_word(report, finding.lemma, notation)[0] if finding and notation else []
    if not edits:
        ls.tell(types.MessageType.Info, report.document.uri, "lsp.nothing-here")
    return bool(edits) and await apply(ls, report, edits)


async def ignore(ls: Server, *arguments: Any) -> bool:
    """Leave something alone: `{uri, what, where}` with the `position` of a finding or a name.

    `what` is place, word or rule, `where` here, document, project or user; a place is left alone only here,
    the others elsewhere. Named are the `word` of a word and the `code` of a rule.
    """
    values = values_of(arguments)
    what, scope = choice(What, values, "what"), choice(Scope, values, "where")
    if (what is What.PLACE) is not (scope is Scope.HERE):
        raise JsonRpcInvalidParams("what, where: a place is left alone here, a word or a rule elsewhere")
    report = await analysed(ls, values)
    uri = report.document.uri
    name, at = _named(values, what), 0
    if not name:
        finding = _finding_at(ls, report, values)
        if finding is None:
            ls.tell(types.MessageType.Info, uri, "lsp.nothing-found-here")
            return False
        name, at = name_of(finding, what), finding.start
    if scope in {Scope.HERE, Scope.DOCUMENT}:
        edits = edits_in_text(report.document, what, name, at)
        if not edits:
            ls.tell(types.MessageType.Info, uri, "lsp.no-comments")
        return bool(edits) and await apply(ls, report, edits)
    try:
        path = write(report.document.file, ls.folders, scope, what, name)
    except ProblemError as error:
        ls.tell_problem(uri, error.problem)
        return False
    shown = ls.text(uri, f"kind.{name}") if what is What.RULE else name
    ls.tell(types.MessageType.Info, uri, "lsp.ignored", name=shown, path=shown_from_here(path))
    ls.configuration.reload()
    ls.recheck()
    return True


async def fix_all(ls: Server, *arguments: Any) -> bool:
    """Make all the safe changes of a document, or of a part of it: `{uri, range?}`."""
    values = values_of(arguments)
    report = await analysed(ls, values)
    edits, _ = safe_changes(report, *span_of(ls, report, values.get("range")))
    return bool(edits) and await apply(ls, report, edits)


async def apply(server: Server, report: Report, edits: Sequence[Edit]) -> bool:
    """Ask the client to make edits of a document; whether it has."""
    edit = workspace_edit(server, report, edits)
    answer = await server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit))
    if answer.applied:
        await server.turns.edited(report.document)
    return answer.applied


def taking_turns(handler: Handler) -> Handler:
    """The handler of a command that edits the document of its argument, one after the other."""

    @wraps(handler)
    async def in_turn(ls: Server, *arguments: Any) -> Any:
        async with ls.turns.of(values_of(arguments).get("uri")):
            return await handler(ls, *arguments)

    return in_turn


def _named(values: Mapping[str, Any], what: What) -> str:
    """The word, or the code of the rule, where the arguments say it themselves."""
    if what is What.RULE and "code" in values:
        return str(choice(Code, values, "code"))
    word = values.get("word")
    return word.strip() if what is What.WORD and isinstance(word, str) else ""


def _finding_at(server: Server, report: Report, values: Mapping[str, Any]) -> Finding | None:
    caret = report.document.index.offset(position_of(values.get("position")), server.encoding)
    return next((finding for _, finding in report.touching(caret, caret)), None)
