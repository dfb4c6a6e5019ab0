"""`mitgemeint policies`: the house rules that ship."""

import argparse
from collections.abc import Mapping

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.analysis.policy import load_policy, policy_names
from mitgemeint.server.commands.context import NOTHING_FOUND, Context
from mitgemeint.server.problems import Problem, ProblemError


def add(parser: argparse.ArgumentParser, catalogue: Catalogue) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group(catalogue.text("help.arguments"))
    group.add_argument("name", metavar="NAME", nargs="?", help=catalogue.text("help.policies-name"))


def run(arguments: argparse.Namespace, context: Context) -> int:
    """List the policies, or show one."""
    names = policy_names()
    if arguments.name is None:
        room = max(map(len, names), default=0)
        for name in names:
            print(f"{name:<{room}}  {_localised(load_policy(name).title, context)}", file=context.out)
    elif arguments.name in names:
        _show(arguments.name, context)
    else:
        values = {"place": context.text("place.command-line"), "policy": arguments.name}
        raise ProblemError(Problem("E203", values))
    return NOTHING_FOUND


def _show(name: str, context: Context) -> None:
    policy = load_policy(name)
    lines = [f"{name}: {_localised(policy.title, context)}", _localised(policy.description, context)]
    for key, notations in (
        ("allowed", policy.allowed),
        ("hint", policy.hint),
        ("forbidden", policy.forbidden),
    ):
        if notations:
            lines.append(context.text(f"policy.{key}", notations=", ".join(notations)))
    if policy.hint or policy.forbidden:
        lines.append(context.text("policy.later"))
    if policy.source:
        lines.append(context.text("policy.source", source=policy.source))
    print("\n".join(line for line in lines if line), file=context.out)


def _localised(texts: Mapping[str, str], context: Context) -> str:
    return texts.get(context.catalogue.language) or next(iter(texts.values()), "")
