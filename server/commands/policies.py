"""`mitgemeint policies`: the house rules that ship, and those of the settings of this folder."""

import argparse
from pathlib import Path

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.analysis.policy import Policy, localised
from mitgemeint.server.commands.context import COULD_NOT_RUN, NOTHING_FOUND, Context
from mitgemeint.server.config import LoadedSettings, load_settings
from mitgemeint.server.problems import Key, Problem, ProblemError


def add(parser: argparse.ArgumentParser, catalogue: Catalogue) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group(catalogue.text("help.arguments"))
    group.add_argument("name", metavar="NAME", nargs="?", help=catalogue.text("help.policies-name"))


def run(arguments: argparse.Namespace, context: Context) -> int:
    """List the policies, or show one."""
    loaded = load_settings(Path.cwd(), environment=context.environment)
    for problem in loaded.problems:
        context.tell(problem)
    policies = loaded.known_policies
    if arguments.name is None:
        room = max(map(len, policies), default=0)
        for name, policy in policies.items():
            print(f"{name:<{room}}  {_title(policy, loaded, context)}", file=context.out)
    elif arguments.name in policies:
        _show(policies[arguments.name], loaded, context)
    else:
        values = {"place": context.text("place.command-line"), "policy": arguments.name}
        raise ProblemError(Problem("E203", values))
    return COULD_NOT_RUN if context.failed else NOTHING_FOUND


def _title(policy: Policy, loaded: LoadedSettings, context: Context) -> str:
    """What a policy is called; of an own one also where it stands."""
    title = localised(policy.title, context.catalogue.language)
    place = loaded.policy_places.get(policy.name)
    if place is None:
        return title
    shown = context.text(place.key) if isinstance(place, Key) else place
    where = context.text("policy.place", place=shown)
    return f"{title} ({where})" if title else f"({where})"


def _show(policy: Policy, loaded: LoadedSettings, context: Context) -> None:
    description = localised(policy.description, context.catalogue.language)
    lines = [f"{policy.name}: {_title(policy, loaded, context)}", description]
    for key, notations in (
        ("allowed", policy.allowed),
        ("hint", policy.hint),
        ("forbidden", policy.forbidden),
    ):
        if notations:
            lines.append(context.text(f"policy.{key}", notations=", ".join(notations)))
    if policy.omission_test:
        lines.append(context.text("policy.omission-test"))
    if policy.source:
        lines.append(context.text("policy.source", source=policy.source))
    print("\n".join(line for line in lines if line), file=context.out)
