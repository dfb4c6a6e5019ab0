"""House rules: which notations a policy prefers, tolerates and forbids (`data/policies/*.toml`)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from mitgemeint.analysis.notation import is_notation
from mitgemeint.data import resource


@dataclass(frozen=True, slots=True)
class Policy:
    """One house rule. `allowed` is in the order of preference; `title` and `description` are by locale."""

    name: str
    allowed: tuple[str, ...]
    hint: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    title: Mapping[str, str] = field(default_factory=dict, hash=False)
    description: Mapping[str, str] = field(default_factory=dict, hash=False)
    source: str = ""
    follow_document: bool = False
    organisations: bool = False
    omission_test: bool = False
    skip_quotes: bool = False
    marker: bool = False


class PolicyError(ValueError):
    """A policy name that does not exist."""


def localised(texts: Mapping[str, str], language: str) -> str:
    """The title or description in a language, in another where it has none in this."""
    return texts.get(language) or next(iter(texts.values()), "")


def policy_names() -> tuple[str, ...]:
    """The names of the policies that ship, sorted."""
    folder = resource("policies")
    return tuple(
        sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    )


@cache
def load_policy(name: str) -> Policy:
    """The policy of that name; PolicyError, naming the known ones, where there is none."""
    if name not in policy_names():
        raise PolicyError(f"unknown policy {name!r}; known are {', '.join(policy_names())}")
    return _policy(name, tomllib.loads(resource("policies", f"{name}.toml").read_text("utf-8")))


def as_policy(policy: str | Policy) -> Policy:
    """The policy itself, or the one that ships under a name."""
    return policy if isinstance(policy, Policy) else load_policy(policy)


def _policy(name: str, data: Mapping[str, Any]) -> Policy:
    return Policy(
        name=name,
        allowed=_notations(name, data, "allowed"),
        hint=_notations(name, data, "hint"),
        forbidden=_notations(name, data, "forbidden"),
        title=dict(data.get("title", {})),
        description=dict(data.get("description", {})),
        source=str(data.get("source", "")),
        follow_document=bool(data.get("follow_document", False)),
        organisations=bool(data.get("organisations", False)),
        omission_test=bool(data.get("omission_test", False)),
        skip_quotes=bool(data.get("skip_quotes", False)),
        marker=bool(data.get("marker", False)),
    )


def _notations(name: str, data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    listed = tuple(data.get(key, ()))
    for notation in listed:
        if not is_notation(notation):
            raise PolicyError(f"policy {name!r}: {key} names the unknown notation {notation!r}")
    return listed
