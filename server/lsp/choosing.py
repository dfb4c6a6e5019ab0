"""Commands to choose by: the house rules and who has set one, the notations, and to change to another."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from mitgemeint.analysis.edits import add_compatible
from mitgemeint.analysis.findings import Code, Edit, Finding
from mitgemeint.analysis.messages import Catalogue, notation_name
from mitgemeint.analysis.notation import example, is_notation, notation_names, unknown_notation
from mitgemeint.analysis.policy import Policy, as_policy, localised
from mitgemeint.server.lsp.arguments import analysed, choice, span_of, values_of
from mitgemeint.server.lsp.commands import apply, taking_turns
from mitgemeint.server.lsp.ignoring import Scope, settings_file
from mitgemeint.server.lsp.server import Server
from mitgemeint.server.positions import without_halves
from mitgemeint.server.problems import ProblemError, shown_from_here
from mitgemeint.server.settings_files import choose_policy

POLICIES = "mitgemeint.policies"
CHOOSE_POLICY = "mitgemeint.choosePolicy"
NOTATIONS = "mitgemeint.notations"
CHANGE_NOTATION = "mitgemeint.changeNotation"
NEUTRAL = "neutral"


def register(server: Server) -> None:
    """Add the handlers of this feature."""
    server.command(POLICIES)(policies)
    server.command(CHOOSE_POLICY)(choose)
    server.command(NOTATIONS)(notations)
    server.command(CHANGE_NOTATION)(taking_turns(change_notation))


async def policies(ls: Server, *arguments: Any) -> dict[str, Any]:
    """The house rules that a document could have, and the one it has: `{uri}`.

    `from` says who has chosen it: `client`, `project`, `user`, or `default` for nobody.
    """
    loaded = ls.settings_for(_uri(values_of(arguments)))
    language = Catalogue.load(loaded.settings.locale).language
    known = [
        {
            "name": policy.name,
            "title": _title(policy, language),
            "description": localised(policy.description, language),
        }
        for policy in loaded.known_policies.values()
    ]
    current = as_policy(loaded.settings.policy).name
    return {"current": current, "from": str(loaded.policy_origin), "policies": known}


async def choose(ls: Server, *arguments: Any) -> bool:
    """Write a house rule into a settings file and look at everything anew: `{uri, policy, where}`.

    `where` is `project` or `user`. A choice that does not count, because settings that go before it say
    otherwise, is told.
    """
    values = values_of(arguments)
    uri, scope, policy = _uri(values), choice(Scope, values, "where"), values.get("policy")
    if scope not in {Scope.PROJECT, Scope.USER}:
        raise JsonRpcInvalidParams("where: project or user is expected")
    known = ls.settings_for(uri).known_policies
    if not isinstance(policy, str) or policy not in known:
        raise JsonRpcInvalidParams(f"policy: one of {', '.join(known)} is expected")
    try:
        path = settings_file(uri, ls.folders, scope)
        choose_policy(path, policy)
    except ProblemError as error:
        ls.tell_problem(uri, error.problem)
        return False
    ls.configuration.reload()
    ls.recheck()
    loaded = ls.settings_for(uri)
    language = Catalogue.load(loaded.settings.locale).language
    title = _title(loaded.known_policies.get(policy) or as_policy(policy), language)
    if as_policy(loaded.settings.policy).name != policy:
        kind, key = types.MessageType.Warning, f"lsp.policy-not-in-force-{loaded.policy_origin}"
    else:
        kind, key = types.MessageType.Info, "lsp.policy-chosen"
    ls.tell(kind, uri, key, policy=title, path=shown_from_here(path))
    return True


async def notations(ls: Server, *arguments: Any) -> list[dict[str, str]]:
    """The notations that a document could be written in, those of its house rule first: `{uri}`."""
    settings = ls.settings_for(_uri(values_of(arguments))).settings
    catalogue = Catalogue.load(settings.locale)
    preferred = settings.notations or as_policy(settings.policy).allowed
    names = dict.fromkeys((*preferred, *notation_names()))
    return [
        {"name": name, "title": notation_name(catalogue, name), "example": example(name)} for name in names
    ]


async def change_notation(ls: Server, *arguments: Any) -> bool:
    """Write all gender forms of a document, or of a part of it, in another notation: `{uri, notation,
    range?}`. Forms that it has no way to write stay as they are, which is told.
    """
    values = values_of(arguments)
    notation = values.get("notation")
    if not isinstance(notation, str) or not is_notation(notation):
        raise JsonRpcInvalidParams(f"notation: {unknown_notation(str(notation))}")
    report = await analysed(ls, values)
    start, end = span_of(ls, report, values.get("range"))
    document = report.document
    if document.format is None:
        return False
    settings = replace(ls.settings_for(document.uri).settings, policy=_only(notation), notations=())
    text = without_halves(document.text)
    analysis = await ls.in_worker(ls.engine.analyze, text, document.format, settings)
    chosen: list[Edit] = []
    left = 0
    for finding in analysis.findings:
        if finding.code is Code.FORBIDDEN_FORM and start <= finding.start < end:
            left += not _is_written(finding, notation, chosen)
    if left:
        name = notation_name(Catalogue.load(settings.locale), notation)
        ls.tell(types.MessageType.Info, document.uri, "lsp.forms-left", count=left, notation=name)
    elif not chosen:
        ls.tell(types.MessageType.Info, document.uri, "lsp.no-forms")
    return bool(chosen) and await apply(ls, report, chosen)


def _is_written(finding: Finding, notation: str, chosen: list[Edit]) -> bool:
    """Whether one of the suggestions writes the form in the notation; its edits join those chosen."""
    offers = (offer for offer in finding.suggestions if offer.notation == notation)
    return any(add_compatible(offer.edits, chosen) for offer in offers)


def _only(notation: str) -> Policy:
    """The house rule under which every form in another notation is one to rewrite."""
    others = (name for name in notation_names() if name not in (notation, NEUTRAL))
    return Policy(CHANGE_NOTATION, allowed=(notation,), forbidden=tuple(others))


def _title(policy: Policy, language: str) -> str:
    """The name of a house rule for people."""
    return localised(policy.title, language) or policy.name


def _uri(values: Mapping[str, Any]) -> str:
    """The URI of a document, which need not be open, or "" for none: the settings of the workspace."""
    uri = values.get("uri", "")
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("uri: the URI of a document is expected")
    return uri
