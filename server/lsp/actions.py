"""Code actions: one quick fix for each suggestion, the same for all places of a word, what leaves a place, a
word or a rule alone, and one that makes all the safe changes.
"""

from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types
from pygls.capabilities import get_capability

from mitgemeint.analysis.edits import add_compatible
from mitgemeint.analysis.findings import Edit, Reference
from mitgemeint.server.lsp.diagnostics import diagnostic, numbers_in
from mitgemeint.server.lsp.edge import from_range, to_workspace_edit
from mitgemeint.server.lsp.ignoring import IGNORE_COMMAND, Scope, choices, edits_in_text, name_of
from mitgemeint.server.lsp.report import Report
from mitgemeint.server.lsp.server import Server

REWRITE = "quickfix.mitgemeint.rewrite"
REWRITE_ALL = "quickfix.mitgemeint.rewriteAll"
IGNORE = "quickfix.mitgemeint.ignore"
FIX_ALL = "source.fixAll.mitgemeint"
KINDS = [REWRITE, REWRITE_ALL, IGNORE, FIX_ALL]


def register(server: Server) -> None:
    """Add the handlers of this feature."""
    options = types.CodeActionOptions(code_action_kinds=KINDS)
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)(code_action)


async def code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The actions for a place, always for the text as it is now."""
    report = await ls.checker.report(params.text_document.uri)
    if report is None:
        return []
    found: list[types.CodeAction] = []
    numbers = _findings(ls, report, params)
    for kind, make in ((REWRITE, _rewrites), (REWRITE_ALL, _rewrites_of_all), (IGNORE, _ignoring)):
        if _wanted(kind, params.context.only):
            found += _each_once(action for number in numbers for action in make(ls, report, number))
    if params.context.only and _wanted(FIX_ALL, params.context.only) and (edits := safe_edits(report)):
        found.append(_fix_all(ls, report, edits))
    return found


def _each_once(actions: Iterable[types.CodeAction]) -> Iterable[types.CodeAction]:
    """The actions without those that do the same: a line with two findings is left alone by one of them."""
    return {(action.title, repr(action.edit), repr(action.command)): action for action in actions}.values()


def safe_edits(report: Report) -> list[Edit]:
    """The edits of all findings that leave no choice."""
    return safe_changes(report)[0]


def safe_changes(report: Report, start: int = 0, end: int | None = None) -> tuple[list[Edit], int]:
    """The edits of the findings from `start` to `end` that leave no choice, and how many findings they are:
    surely generic, with a single suggestion that may be applied without a look at it.

    Where two of them meet, the first one counts.
    """
    edits: list[Edit] = []
    count = 0
    for finding in report.findings:
        if finding.reference is not Reference.GENERIC or finding.start < start:
            continue
        if end is not None and finding.start >= end:
            break
        automatic = [suggestion for suggestion in finding.suggestions if suggestion.automatic]
        count += len(automatic) == 1 and add_compatible(automatic[0].edits, edits)
    return sorted(edits), count


def workspace_edit(server: Server, report: Report, edits: Sequence[Edit]) -> types.WorkspaceEdit:
    """Edits of a report's document in the form that the client takes."""
    versioned = get_capability(server.client_capabilities, "workspace.workspace_edit.document_changes", False)
    return to_workspace_edit(report.document, edits, server.encoding, bool(versioned))


def _wanted(kind: str, only: Iterable[str | types.CodeActionKind] | None) -> bool:
    """Whether a client that asks for the kinds `only` wants this one: a kind includes its sub-kinds."""
    if only is None:
        return True
    asked = [str(getattr(entry, "value", entry)) for entry in only]
    return any(not entry or kind == entry or kind.startswith(entry + ".") for entry in asked)


def _findings(server: Server, report: Report, params: types.CodeActionParams) -> list[int]:
    """The findings at the range that is asked for, or those of them that the client has picked."""
    span = report.document.index.span(from_range(params.range), server.encoding)
    numbers = [number for number, _ in report.touching(*span)]
    picked = numbers_in(report, list(params.context.diagnostics))
    return [number for number in numbers if number in picked] or numbers


def _rewrites(server: Server, report: Report, number: int) -> Iterator[types.CodeAction]:
    finding = report.findings[number]
    tool = server.settings_for(report.document.uri).tool
    for rank, suggestion in enumerate(finding.suggestions):
        yield types.CodeAction(
            title=server.title(report.document.uri, suggestion),
            kind=REWRITE,
            diagnostics=[diagnostic(server, report, number, tool)],
            is_preferred=rank == 0 and suggestion.automatic,
            edit=workspace_edit(server, report, suggestion.edits),
        )


def _rewrites_of_all(server: Server, report: Report, number: int) -> Iterator[types.CodeAction]:
    """One action for each notation that at least two places of the word can be written in."""
    finding = report.findings[number]
    uri = report.document.uri
    for notation in dict.fromkeys(suggestion.notation for suggestion in finding.suggestions):
        edits, count = edits_of_word(report, finding.lemma, notation)
        if count > 1:
            yield types.CodeAction(
                title=server.text(
                    uri,
                    "lsp.title.rewrite-all",
                    word=finding.lemma,
                    count=count,
                    notation=server.notation(uri, notation),
                ),
                kind=REWRITE_ALL,
                edit=workspace_edit(server, report, edits),
            )


def edits_of_word(report: Report, lemma: str, notation: str) -> tuple[list[Edit], int]:
    """The edits that write all places of a word in one notation, and how many places they are.

    Known men, and places where the rewrite has to be checked, stay as they are.
    """
    edits: list[Edit] = []
    count = 0
    for finding in report.findings:
        if finding.lemma != lemma or finding.reference is Reference.SPECIFIC:
            continue
        offers = (each for each in finding.suggestions if each.notation == notation and each.automatic)
        best = next(offers, None)
        count += best is not None and add_compatible(best.edits, edits)
    return sorted(edits), count


def _ignoring(server: Server, report: Report, number: int) -> Iterator[types.CodeAction]:
    """What leaves the place, the word or the rule alone: here, in the document, the project, everywhere."""
    finding, uri = report.findings[number], report.document.uri
    kind = server.text(uri, f"kind.{finding.code}")
    for scope, what in choices(report.document):
        title = server.text(uri, f"lsp.title.ignore-{what}-{scope}", word=finding.lemma, kind=kind)
        if scope in {Scope.HERE, Scope.DOCUMENT}:
            edits = edits_in_text(report.document, what, name_of(finding, what), finding.start)
            yield types.CodeAction(title, IGNORE, edit=workspace_edit(server, report, edits))
            continue
        named = {"uri": uri, "what": what, "where": scope, "word": finding.lemma, "code": finding.code}
        yield types.CodeAction(title, IGNORE, command=types.Command(title, IGNORE_COMMAND, arguments=[named]))


def _fix_all(server: Server, report: Report, edits: Sequence[Edit]) -> types.CodeAction:
    return types.CodeAction(
        title=server.text(report.document.uri, "lsp.title.fix-all"),
        kind=FIX_ALL,
        edit=workspace_edit(server, report, edits),
    )
